#!/usr/bin/env python3
"""Writes `data/special_more.npz`, what special functions beyond CuPy's should give: `python3 tests/special_more.py`.

For each function the arguments, `in`, a row for each; the values there by mpmath, `out`; SciPy's, `scipy`; and the size of what the values are
small differences of, `terms`. For the quadratures, nodes and weights by mpmath.
"""
import math
from pathlib import Path

import mpmath as mp
import numpy as np
from points import Points
from scipy import special

mp.mp.dps = 50
sampler = Points(17, 120)
uniform, wide, whole = sampler.uniform, sampler.wide, sampler.whole
np.seterr(all="ignore")
parts = {}


def case(name, exact, scipy, samples, terms=lambda *x: 0):
    points = np.concatenate([np.array(sample) for sample in samples], axis=1)
    values = []
    for x in points.T:
        y = exact(*[mp.mpf(float(v)) for v in x])
        values.append(float("nan") if y is None else float(mp.re(y)))
    values = np.array(values)
    keep = np.isfinite(values) & (np.abs(values) > 1e-290)
    points, values = np.ascontiguousarray(points[:, keep]), values[keep]
    parts[f"{name}/in"], parts[f"{name}/out"], parts[f"{name}/scipy"] = points, values, scipy(*points) if "eval" not in name else scipy(points[0].astype(int), *points[1:])
    parts[f"{name}/terms"] = np.array([float(terms(*x)) for x in points.T])
    error = np.abs(parts[f"{name}/scipy"] - values) / np.spacing(np.maximum(np.abs(values), parts[f"{name}/terms"]))
    print(f"{name:18} {len(values):4} points, SciPy's largest error {np.nanmax(error):.1f} ulp")


def stdtr(v, t):
    tail = mp.betainc(v / 2, mp.mpf(1) / 2, 0, v / (v + t * t), regularized=True) / 2
    return 1 - tail if t > 0 else tail


case("stdtr", stdtr, special.stdtr, [(wide(0.1, 1e4), sampler.rng.normal(0, 3, sampler.count)), (whole(1, 30), -wide(1e-3, 1e3)), (wide(1, 100), wide(1e-6, 10))])
case("stdtrit", lambda v, p: None if not 1e-12 < stdtr(v, mp.mpf(special.stdtrit(float(v), float(p)))) < 1 else
     mp.findroot(lambda t: stdtr(v, t) - p, mp.mpf(special.stdtrit(float(v), float(p)))), special.stdtrit, [(wide(0.5, 1e3), uniform(0.01, 0.99)), (whole(1, 30), wide(1e-8, 0.4))])
within = lambda: uniform(-1, 1)
hard = lambda n, *x: 0.05
case("eval_legendre", lambda n, x: mp.legendre(int(n), x), special.eval_legendre, [(whole(0, 60), within()), (whole(0, 12), uniform(-4, 4))], hard)
case("eval_sh_legendre", lambda n, x: mp.legendre(int(n), 2 * x - 1), special.eval_sh_legendre, [(whole(0, 40), uniform(0, 1))], hard)
case("eval_chebyt", lambda n, x: mp.chebyt(int(n), x), special.eval_chebyt, [(whole(0, 60), within()), (whole(0, 12), uniform(-4, 4))], lambda n, x: max(1, n / 4))
case("eval_chebyu", lambda n, x: mp.chebyu(int(n), x), special.eval_chebyu, [(whole(0, 60), within()), (whole(0, 12), uniform(-4, 4))], lambda n, x: n + 1)
case("eval_gegenbauer", lambda n, a, x: mp.gegenbauer(int(n), a, x), special.eval_gegenbauer, [(whole(0, 30), uniform(0.1, 4), within())],
     lambda n, a, x: mp.gegenbauer(int(n), a, 1) / 4)
case("eval_jacobi", lambda n, a, b, x: mp.jacobi(int(n), a, b, x), special.eval_jacobi, [(whole(0, 30), uniform(-0.9, 4), uniform(-0.9, 4), within())],
     lambda n, a, b, x: max(abs(mp.jacobi(int(n), a, b, 1)), abs(mp.jacobi(int(n), a, b, -1))))
case("eval_laguerre", lambda n, x: mp.laguerre(int(n), 0, x), special.eval_laguerre, [(whole(0, 30), uniform(0, 30))], lambda n, x: np.exp(x / 2))
case("eval_genlaguerre", lambda n, a, x: mp.laguerre(int(n), a, x), special.eval_genlaguerre, [(whole(0, 30), uniform(-0.9, 4), uniform(0, 30))],
     lambda n, a, x: np.exp(x / 2) * max(1, float(mp.binomial(n + a, n))))
case("eval_hermite", lambda n, x: mp.hermite(int(n), x), special.eval_hermite, [(whole(0, 30), uniform(-6, 6))],
     lambda n, x: np.exp(x * x / 2) * np.sqrt(2.0**n * float(mp.factorial(n))) / 4)
case("eval_hermitenorm", lambda n, x: mp.hermite(int(n), x / mp.sqrt(2)) * mp.mpf(2) ** (-n / 2), special.eval_hermitenorm, [(whole(0, 30), uniform(-6, 6))],
     lambda n, x: np.exp(x * x / 4) * np.sqrt(float(mp.factorial(n))) / 4)


for scaled in ("", "e"):
    order = [(uniform(0, 10), wide(1e-3, 50)), (uniform(0, 3), wide(1, 600)), (whole(-20, 20), uniform(0, 20)), (uniform(10, 100), wide(1, 200)), (uniform(-5, 0), uniform(0.1, 30))]
    factor = (lambda x: mp.exp(x)) if scaled else (lambda x: 1)
    case("iv" + scaled, lambda v, x: mp.besseli(v, x) / factor(abs(x)), getattr(special, "iv" + scaled), order, lambda v, x: 0 if v > 0 else abs(special.iv(-v, x)) / float(factor(x)))
    case("kv" + scaled, lambda v, x: mp.besselk(v, x) * factor(x), getattr(special, "kv" + scaled), order)
# In terms of the size of the wave.
wave = lambda v, x: math.sqrt(2 / (math.pi * x)) if x > abs(v) else 0
order = [(uniform(0, 10), wide(1e-3, 50)), (uniform(0, 3), wide(1, 1000)), (whole(-20, 20), uniform(0.1, 20)), (uniform(10, 60), wide(1, 200)), (uniform(-5, 0), uniform(0.5, 30)), (whole(0, 20) + 0.5, wide(0.1, 100))]
below = lambda v, x: max(wave(v, x), abs(special.yv(-v, x)) / 4 if v < 0 else 0, abs(special.jv(-v, x)) / 4 if v < 0 else 0)
case("jv", mp.besselj, special.jv, order, below)
case("yv", mp.bessely, special.yv, order, below)
spherical = lambda name: lambda n, x: getattr(special, name)(n.astype(int), x)
case("spherical_in", lambda n, x: mp.sqrt(mp.pi / 2 / x) * mp.besseli(n + 0.5, x), spherical("spherical_in"), [(whole(0, 20), wide(1e-2, 100))])
case("spherical_jn", lambda n, x: mp.sqrt(mp.pi / 2 / x) * mp.besselj(n + 0.5, x), spherical("spherical_jn"), [(whole(0, 20), wide(1e-2, 100))], lambda n, x: 1 / x if x > n else 0)
case("spherical_kn", lambda n, x: mp.sqrt(mp.pi / 2 / x) * mp.besselk(n + 0.5, x), spherical("spherical_kn"), [(whole(0, 20), wide(1e-2, 100))])


for k, (name, exact) in enumerate({"ai": lambda x: mp.airyai(x), "aip": lambda x: mp.airyai(x, derivative=1), "bi": lambda x: mp.airybi(x), "bip": lambda x: mp.airybi(x, derivative=1)}.items()):
    samples = [(uniform(-8, 8),), (wide(1e-14, 50),), (-wide(1e-14, 60),)]
    size = lambda x, k=k: (0.5 * abs(x) ** (0.25 if k % 2 else -0.25) * max(1, abs(x) ** 1.5) if x < -1 else 0)
    case("airy_" + name, exact, lambda x, k=k: special.airy(x)[k], samples, size)
    growth = lambda x: mp.exp(2 * x * mp.sqrt(x) / 3)
    scale = growth if k < 2 else lambda x: 1 / growth(x)
    case("airye_" + name, lambda x: exact(x) * scale(x), lambda x, k=k: special.airye(x)[k], [(wide(1e-14, 1e3),)])


def quadrature(name, n, a, b, total):
    """Nodes by halving between those of SciPy, weights by the sum of squares of the orthonormal polynomials."""
    x, _ = getattr(special, f"roots_{name}")(n, *PARAMETERS.get(name, ()))

    def polynomials(t):
        values = [mp.mpf(0), mp.mpf(1)]
        slopes = [mp.mpf(0), mp.mpf(0)]
        for k in range(n):
            below = mp.sqrt(b(k)) if k else 0
            above = mp.sqrt(b(k + 1))
            values.append(((t - a(k)) * values[-1] - below * values[-2]) / above)
            slopes.append(((t - a(k)) * slopes[-1] + values[-2] - below * slopes[-2]) / above)
        return values[1:], slopes[1:]

    nodes, weights = [], []
    for t in map(mp.mpf, x.tolist()):
        for _ in range(6):
            values, slopes = polynomials(t)
            t -= values[-1] / slopes[-1]
        nodes.append(float(t))
        weights.append(float(total / mp.fsum(v * v for v in polynomials(t)[0][:-1])))
    parts[f"roots_{name}/{n}"] = np.array([nodes, weights])


A, B, G, L = mp.mpf("1.5"), mp.mpf("-0.25"), mp.mpf("0.75"), mp.mpf("2.5")
PARAMETERS = {"jacobi": (1.5, -0.25), "gegenbauer": (0.75,), "genlaguerre": (2.5,)}


def jacobi(a, b):
    s = a + b
    return (lambda k: (b - a) / (s + 2) if k == 0 else (b * b - a * a) / ((2 * k + s) * (2 * k + s + 2)),
            lambda k: 4 * (1 + a) * (1 + b) / ((2 + s) ** 2 * (3 + s)) if k == 1 else 4 * k * (k + a) * (k + b) * (k + s) / ((2 * k + s) ** 2 * ((2 * k + s) ** 2 - 1)),
            mp.mpf(2) ** (s + 1) * mp.beta(a + 1, b + 1))


zero = lambda k: mp.mpf(0)
half = mp.mpf(1) / 2
for n in (1, 2, 3, 10, 41):
    quadrature("legendre", n, *jacobi(mp.mpf(0), mp.mpf(0)))
    quadrature("jacobi", n, *jacobi(A, B))
    quadrature("gegenbauer", n, *jacobi(G - half, G - half))
    quadrature("chebyt", n, *jacobi(-half, -half))
    quadrature("chebyu", n, *jacobi(half, half))
    quadrature("laguerre", n, lambda k: mp.mpf(2 * k + 1), lambda k: mp.mpf(k * k), mp.mpf(1))
    quadrature("genlaguerre", n, lambda k: 2 * k + L + 1, lambda k: k * (k + L), mp.gamma(L + 1))
    quadrature("hermite", n, zero, lambda k: mp.mpf(k) / 2, mp.sqrt(mp.pi))
    quadrature("hermitenorm", n, zero, lambda k: mp.mpf(k), mp.sqrt(2 * mp.pi))
np.savez(Path(__file__).parent / "data" / "special_more.npz", allow_pickle=False, **parts)
print(len(parts), "arrays")
