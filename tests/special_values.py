#!/usr/bin/env python3
"""Writes `data/special_GROUP.npz`, what special functions beyond CuPy's should give: `python3 tests/special_values.py [GROUP...]`.

For each function the arguments, `in`, a row for each; the values there by mpmath, `out`; SciPy's, `scipy`; and the size of what the values are
small differences of, `terms`.
"""
import math
import sys
from pathlib import Path

import mpmath as mp
import numpy as np
from points import Points
from scipy import special

mp.mp.dps = 40
np.seterr(all="ignore")
sampler = Points(0, 50)
uniform, wide, whole = sampler.uniform, sampler.wide, sampler.whole
parts = {}


def case(name, exact, scipy, samples, terms=lambda *x: 0):
    """The values of a function, of rows of arguments; those that are no ordinary numbers are left out."""
    points = np.concatenate([np.array(np.broadcast_arrays(*sample)) for sample in samples], axis=1)
    values = []
    for x in points.T:
        try:
            y = exact(*[mp.mpf(float(v)) for v in x])
        except (mp.NoConvergence, ValueError, ZeroDivisionError):
            y = None
        values.append(float("nan") if y is None else float(mp.re(y)))
    values = np.array(values)
    keep = np.isfinite(values) & (np.abs(values) > 1e-290) & (np.abs(values) < 1e290)
    points, values = np.ascontiguousarray(points[:, keep]), values[keep]
    theirs = scipy(*points)
    sizes = np.array([float(terms(*x)) for x in points.T])
    parts.update({f"{name}/in": points, f"{name}/out": values, f"{name}/scipy": theirs, f"{name}/terms": sizes})
    error = np.abs(theirs - values) / np.spacing(np.maximum(np.abs(values), sizes))
    print(f"{name:18} {len(values):4} points, SciPy's largest error {np.nanmax(error):.1f} ulp, {np.isnan(error).sum()} NaN")


def hypergeometric():
    case("hyp0f1", mp.hyp0f1, special.hyp0f1, [
        (uniform(0, 10), uniform(-200, 200)), (uniform(-10, 10), uniform(-50, 50)), (wide(1e-2, 1e3), wide(1e-3, 1e5)), (wide(0.1, 50), -wide(1e-3, 1e5))],
        lambda v, z: special.gamma(v) * (-z) ** (0.25 - v / 2) / 2 if z < -v * v - 1 and v > 0 else 0)
    case("hyp1f1", mp.hyp1f1, special.hyp1f1, [
        (uniform(-10, 10), uniform(-10, 10), uniform(-50, 50)), (wide(0.1, 100), wide(0.1, 100), wide(0.01, 600)),
        (wide(0.1, 100), wide(0.1, 100), -wide(0.01, 600)), (wide(0.1, 10), wide(0.1, 10), -wide(100, 1e6)),
        (uniform(-60, 0), uniform(0.5, 50), uniform(0, 600)), (uniform(-200, 0), uniform(0.5, 50), uniform(0, 300)),
        (uniform(-20, 20), uniform(-20, 0), uniform(-50, 50)), (whole(-100, 0), uniform(0.1, 20), uniform(0, 200)),
        (wide(1, 10), wide(1, 10), wide(100, 700)), (whole(-8, 8), whole(1, 8), uniform(-30, 30))])
    case("hyp2f1", mp.hyp2f1, special.hyp2f1, [
        (uniform(-10, 10), uniform(-10, 10), uniform(0, 10), uniform(-3, 1)), (uniform(0, 10), uniform(0, 10), uniform(0, 10), -wide(1, 1e20)),
        (whole(1, 10), whole(1, 10), whole(1, 10), 1 - wide(1e-15, 0.5)), (whole(1, 10) / 2, whole(1, 10) / 2, whole(1, 10) / 2, -wide(1e-2, 1e5)),
        (whole(-30, -1), uniform(-10, 30), uniform(0.5, 10), uniform(-1, 2)), (-(n := uniform(0, 60)), n + 1, 1.0, uniform(0, 1)),
        (uniform(-50, 50), uniform(-50, 50), uniform(0.5, 50), uniform(-1, 1)), (uniform(-5, 5), uniform(-5, 5), uniform(-5, 0), uniform(-2, 0.9)),
        (uniform(-5, 5), uniform(-5, 5), uniform(0, 10), 1 - wide(1e-15, 0.1))])
    case("hyperu", mp.hyperu, special.hyperu, [
        (uniform(-10, 10), uniform(-10, 10), uniform(0, 50)), (uniform(0, 10), uniform(-10, 10), wide(1e-10, 1e6)), (uniform(1, 100), uniform(-100, 100), wide(0.1, 1e3)),
        (uniform(-10, 1), uniform(-10, 10), wide(1e-10, 1)), (whole(1, 10), whole(-10, 10), uniform(0, 50))])


def kelvin_terms(name):
    """The size of the complex number whose part a function is."""
    kind = 0 if name.startswith("be") else 1
    index = kind + (2 if name.endswith("p") else 0)
    return lambda x: abs(special.kelvin(x)[index])


def orders():
    wave = lambda v, x: math.sqrt(2 / (math.pi * x)) if x > abs(v) else 0
    case("struve", mp.struveh, special.struve, [
        (uniform(-5, 10), wide(1e-3, 100)), (whole(-5, 20), uniform(-60, 60)), (uniform(0, 60), wide(1, 300)), (uniform(0, 3), wide(30, 1e4)),
        (whole(-8, 8) + 0.5, wide(0.1, 100))], lambda v, x: max(wave(v, abs(x)), abs(special.yv(v, abs(x))) / 4 if v < 0 else 0))
    case("modstruve", mp.struvel, special.modstruve, [
        (uniform(-5, 10), wide(1e-3, 600)), (whole(-5, 20), uniform(-60, 60)), (uniform(0, 60), wide(1, 300)), (whole(-8, 8) + 0.5, wide(0.1, 100))])
    i = mp.mpc(0, 1)
    case("voigt_profile", lambda x, s, g: mp.re(mp.exp(-(w := mp.mpc(x, g) / (s * mp.sqrt(2))) ** 2) * mp.erfc(-i * w)) / (s * mp.sqrt(2 * mp.pi)), special.voigt_profile,
         [(uniform(-10, 10), wide(0.1, 10), wide(1e-3, 10)), (wide(1e-3, 1e3), wide(0.1, 10), wide(0.1, 10))])
    def owen(h, a):
        ends = [mp.mpf(0)] + [t for t in (1 / abs(h), 3 / abs(h), 8 / abs(h)) if t < abs(a)] + [min(abs(a), 40 / abs(h))]
        return mp.sign(a) * mp.exp(-h * h / 2) * mp.quad(lambda t: mp.exp(-(h * t) ** 2 / 2) / (1 + t * t), ends) / (2 * mp.pi)

    case("owens_t", owen, special.owens_t, [(wide(1e-2, 20), uniform(-1, 1)), (uniform(-10, 10), wide(0.1, 10))])
    quantile = lambda p: mp.sqrt(2) * mp.erfinv(2 * p - 1)
    case("nrdtrimn", lambda p, s, x: x - s * quantile(p), special.nrdtrimn, [(uniform(0, 1), wide(0.1, 10), uniform(-5, 5))], lambda p, s, x: max(abs(x), abs(s)))
    case("nrdtrisd", lambda m, p, x: (x - m) / quantile(p), special.nrdtrisd, [(uniform(-5, 5), uniform(0, 1), uniform(-5, 5))])
    case("erfi", mp.erfi, special.erfi, [(uniform(-26, 26),), (wide(1e-10, 5),)])
    root = mp.exp(mp.pi * i / 4)
    for name, exact in {
        "ber": lambda x: mp.besseli(0, x * root), "bei": lambda x: mp.besseli(0, x * root),
        "ker": lambda x: mp.besselk(0, x * root), "kei": lambda x: mp.besselk(0, x * root),
        "berp": lambda x: root * mp.besseli(1, x * root), "beip": lambda x: root * mp.besseli(1, x * root),
        "kerp": lambda x: -root * mp.besselk(1, x * root), "keip": lambda x: -root * mp.besselk(1, x * root),
    }.items():
        part = mp.re if name[2] == "r" else mp.im
        sign = [] if name[0] == "k" else [(-uniform(0, 50),)]
        case(name, lambda x: part(exact(x)), getattr(special, name), [(wide(1e-3, 100),), (uniform(0, 30),), *sign], kelvin_terms(name))
    spherical = lambda name: lambda n, x: getattr(special, name)(n.astype(int), x, derivative=True)
    half = lambda f: lambda n, x: mp.diff(lambda t: mp.sqrt(mp.pi / 2 / t) * f(n + 0.5, t), x)
    points = [(whole(0, 20), wide(1e-2, 100))]
    case("spherical_jn_derivative", half(mp.besselj), spherical("spherical_jn"), points, lambda n, x: 1 / x if x > n else 0)
    case("spherical_in_derivative", half(mp.besseli), spherical("spherical_in"), points)
    case("spherical_kn_derivative", half(mp.besselk), spherical("spherical_kn"), points)


def gauss(a, b, c, x):
    return mp.hyp2f1(a, b, c, (1 - x) / 2)


def degrees():
    inside, right = (lambda: uniform(-0.999, 1)), (lambda: 1 + wide(1e-10, 10))
    real = lambda: uniform(-3, 40)
    few = lambda: uniform(-3, 6)
    hard = lambda *x: 0.05
    bounded = lambda f: lambda n, *x: f if x[-1] <= 1 else 0
    case("eval_legendre", lambda n, x: gauss(-n, n + 1, 1, x), special.eval_legendre, [(real(), inside()), (few(), right())], bounded(0.05))
    case("eval_sh_legendre", lambda n, x: gauss(-n, n + 1, 1, 2 * x - 1), special.eval_sh_legendre, [(real(), uniform(0.001, 1))], hard)
    case("eval_chebyt", lambda n, x: gauss(-n, n, mp.mpf(0.5), x), special.eval_chebyt, [(real(), inside()), (few(), right())], bounded(4))
    case("eval_chebyu", lambda n, x: (n + 1) * gauss(-n, n + 2, mp.mpf(1.5), x), special.eval_chebyu, [(real(), inside()), (few(), right())],
         lambda n, x: abs(n + 1) if x <= 1 else 0)
    case("eval_sh_chebyt", lambda n, x: gauss(-n, n, mp.mpf(0.5), 2 * x - 1), special.eval_sh_chebyt, [(real(), uniform(0.001, 1)), (whole(0, 20), uniform(0, 1))], lambda n, x: 8)
    case("eval_sh_chebyu", lambda n, x: (n + 1) * gauss(-n, n + 2, mp.mpf(1.5), 2 * x - 1), special.eval_sh_chebyu,
         [(real(), uniform(0.001, 1)), (whole(0, 20), uniform(0, 1))], lambda n, x: 4 * abs(n + 1))
    case("eval_chebyc", lambda n, x: 2 * gauss(-n, n, mp.mpf(0.5), x / 2), special.eval_chebyc, [(real(), uniform(-1.99, 2)), (whole(0, 20), uniform(-2, 2))], lambda n, x: 8)
    case("eval_chebys", lambda n, x: (n + 1) * gauss(-n, n + 2, mp.mpf(1.5), x / 2), special.eval_chebys, [(real(), uniform(-1.99, 2)), (whole(0, 20), uniform(-2, 2))],
         lambda n, x: 4 * abs(n + 1))
    degree = lambda: uniform(0, 30)
    case("eval_gegenbauer", lambda n, a, x: mp.binomial(n + 2 * a - 1, n) * gauss(-n, n + 2 * a, a + 0.5, x), special.eval_gegenbauer,
         [(degree(), uniform(0.1, 4), inside()), (few(), uniform(0.1, 4), right())], lambda n, a, x: mp.binomial(n + 2 * a - 1, n) / 4 if x <= 1 else 0)
    case("eval_jacobi", lambda n, a, b, x: mp.binomial(n + a, n) * gauss(-n, n + a + b + 1, a + 1, x), special.eval_jacobi,
         [(degree(), uniform(-0.9, 4), uniform(-0.9, 4), inside()), (few(), uniform(-0.9, 4), uniform(-0.9, 4), right())],
         lambda n, a, b, x: max(mp.binomial(n + a, n), mp.binomial(n + b, n)) if x <= 1 else 0)
    case("eval_sh_jacobi", lambda n, p, q, x: mp.binomial(n + p - q, n) * gauss(-n, n + p, p - q + 1, 2 * x - 1) / mp.binomial(2 * n + p - 1, n), special.eval_sh_jacobi,
         [(whole(0, 12), uniform(1, 4), uniform(0.1, 1.9), uniform(0, 1)), (uniform(0, 12), uniform(1, 4), uniform(0.1, 1.9), uniform(0.01, 1))],
         lambda n, p, q, x: max(mp.binomial(n + p - q, n), mp.binomial(n + q - 1, n)) / mp.binomial(2 * n + p - 1, n))
    case("eval_laguerre", lambda n, x: mp.hyp1f1(-n, 1, x), special.eval_laguerre, [(degree(), uniform(0, 30)), (few(), uniform(-30, 30))])
    case("eval_genlaguerre", lambda n, a, x: mp.binomial(n + a, n) * mp.hyp1f1(-n, a + 1, x), special.eval_genlaguerre,
         [(degree(), uniform(-0.9, 4), uniform(0, 30)), (uniform(0, 6), uniform(-0.9, 4), uniform(-30, 30))])
    ferrers = lambda m, v, x: mp.legenp(v, int(m), x, type=2)
    size = lambda m, v, x: 0.1 * math.sqrt(abs(special.gamma(v + m + 1) / special.gamma(v - m + 1))) if abs(m) <= v else 0
    case("lpmv", ferrers, special.lpmv, [
        (whole(0, 5), uniform(0, 10), inside()), (whole(-4, 4), uniform(5, 30), inside()), (whole(0, 4), uniform(-6, 6), inside())], size)
    integer = lambda **options: lambda n, m, x: special.assoc_legendre_p(n.astype(int), m.astype(int), x, **options)[0]
    norm = lambda n, m: mp.sqrt((n + 0.5) * mp.factorial(n - m) / mp.factorial(n + m))
    size = lambda n, m, x: 0.1 * math.sqrt(math.gamma(n + m + 1) / math.gamma(n - m + 1))
    inner, outer = [(whole(10, 30), whole(-10, 10), uniform(-1, 1)), (n := whole(0, 9), np.round(uniform(-1, 1) * n), uniform(-1, 1))], [(whole(5, 20), whole(-5, 5), 1 + wide(1e-6, 10))]
    legendre = lambda type: lambda n, m, x: mp.re(mp.legenp(int(n), int(m), x, type=type))
    case("assoc_legendre_p", legendre(2), integer(), inner, size)
    case("assoc_legendre_p_normalized", lambda n, m, x: norm(n, m) * legendre(2)(n, m, x), integer(norm=True), inner, hard)
    case("assoc_legendre_p_outside", legendre(3), integer(branch_cut=3), outer)
    case("assoc_legendre_p_outside_normalized", lambda n, m, x: norm(n, abs(m)) * legendre(3)(n, abs(m), x), integer(branch_cut=3, norm=True), outer)


def over_plane(name, exact, scipy, samples, terms=lambda *x: 0):
    """Of real parameters and a complex number; errors are relative to the modulus."""
    *v, z = (np.concatenate(part) for part in zip(*[np.broadcast_arrays(*sample) for sample in samples]))
    values = []
    for *a, b in zip(*v, z):
        try:
            values.append(complex(exact(*(mp.mpf(float(x)) for x in a), mp.mpc(complex(b)))))
        except (mp.NoConvergence, ValueError, ZeroDivisionError):
            values.append(float("nan"))
    values = np.array(values)
    keep = np.isfinite(values) & (abs(values) > 1e-290) & (abs(values) < 1e290)
    v, z, values = [x[keep] for x in v], z[keep], values[keep]
    theirs = scipy(*v, z)
    sizes = np.array([float(terms(*x)) for x in zip(*v, z)])
    v = np.array(v) if len(v) > 1 else v[0]
    parts.update({f"{name}/v": v, f"{name}/z": z, f"{name}/out": values, f"{name}/scipy": theirs, f"{name}/terms": sizes})
    error = abs(theirs - values) / np.maximum(abs(values), sizes) / 2.0**-52
    print(f"{name:18} {len(values):4} points, SciPy's largest error {np.nanmax(error):.1f} eps, {np.isnan(error).sum()} NaN")


def polar(r):
    return r * np.exp(1j * uniform(-np.pi, np.pi))


def hankel(sign):
    """Where a wave decays it is a difference of waves that grow: with the digits that are lost."""
    def value(v, z):
        with mp.workdps(mp.mp.dps + int(abs(z.imag) + abs(v))):
            return mp.besselj(v, z) + sign * mp.mpc(0, 1) * mp.bessely(v, z)
    return value


def plane():
    i = mp.mpc(0, 1)
    samples = lambda: [(uniform(-5, 10), polar(wide(1e-3, 20))), (uniform(0, 3), polar(wide(20, 500))), (whole(-5, 20), polar(wide(0.1, 50))),
               (uniform(10, 60), polar(wide(1, 100))), (uniform(0, 5), 1j * uniform(-50, 50)), (uniform(-5, 5), uniform(-50, 50) + 0j)]
    kinds = {
        "jv": mp.besselj, "yv": mp.bessely, "iv": mp.besseli, "kv": mp.besselk, "hankel1": hankel(1), "hankel2": hankel(-1),
        "jve": lambda v, z: mp.besselj(v, z) * mp.exp(-abs(z.imag)), "yve": lambda v, z: mp.bessely(v, z) * mp.exp(-abs(z.imag)),
        "ive": lambda v, z: mp.besseli(v, z) * mp.exp(-abs(z.real)), "kve": lambda v, z: mp.besselk(v, z) * mp.exp(z),
        "hankel1e": lambda v, z: hankel(1)(v, z) * mp.exp(-i * z), "hankel2e": lambda v, z: hankel(-1)(v, z) * mp.exp(i * z),
    }
    # In terms of the wave, on whose axis there are zeros, and of what orders below 0 are differences of.
    wave = lambda v, size: math.sqrt(2 / (math.pi * size)) / 4 if size > abs(v) else 0
    def terms(name):
        scaled = name.endswith("e")
        def size(v, z):
            growth = 1 if scaled else math.exp(min(700, abs(z.imag) if name[0] in "jy" else abs(z.real)))
            other = {"j": "yve", "y": "jve", "i": "ive"}[name[0]]
            below = abs(getattr(special, other)(-v, z)) / 2 if v < 0 else 0
            return growth * max(wave(v, abs(z)), 0 if math.isinf(below) or math.isnan(below) else below)
        return size if name[0] in "jyi" else lambda v, z: 0
    for name, exact in kinds.items():
        over_plane(name, exact, getattr(special, name), samples(), terms(name))


def of_plane(name, exact, scipy, samples, terms=lambda v, z: 0):
    over_plane(name, lambda v, z: exact(z), lambda v, z: scipy(z), [(0.0, sample) for sample in samples], terms)


def functions():
    i = mp.mpc(0, 1)
    samples = lambda high: [polar(wide(1e-6, 1)), polar(wide(0.5, high)), uniform(-high, high) + 1j * wide(1e-10, 1), wide(1e-5, high) * 1j]
    of_plane("wofz", lambda z: mp.exp(-z * z) * mp.erfc(-i * z), special.wofz, samples(20))
    of_plane("erf", mp.erf, special.erf, samples(5), lambda v, z: 1 if abs(z) > 1 else 0)
    of_plane("erfc", mp.erfc, special.erfc, samples(5), lambda v, z: 1 if z.real < 0 else 0)
    of_plane("erfcx", lambda z: mp.exp(z * z) * mp.erfc(z), special.erfcx, samples(10))
    of_plane("erfi", mp.erfi, special.erfi, samples(5), lambda v, z: 1 if abs(z) > 1 else 0)
    of_plane("dawsn", lambda z: mp.sqrt(mp.pi) / 2 * mp.exp(-z * z) * mp.erfi(z), special.dawsn, samples(10))
    of_plane("gamma", mp.gamma, special.gamma, samples(20))
    of_plane("rgamma", mp.rgamma, special.rgamma, samples(20))
    for k, name in enumerate(("ai", "aip", "bi", "bip")):
        function = mp.airyai if k < 2 else mp.airybi
        exact = lambda z, k=k, function=function: function(z, derivative=k % 2)
        size = lambda v, z, k=k: 0.5 * abs(z) ** (0.25 if k % 2 else -0.25) * max(1, abs(z) ** 1.5) if z.real < -1 and abs(z.imag) < 1 else 0
        of_plane("airy_" + name, exact, lambda z, k=k: special.airy(z)[k], samples(10), size)
        zeta = lambda z: z * mp.sqrt(z) * 2 / 3
        factor = (lambda z: mp.exp(zeta(z))) if k < 2 else lambda z: mp.exp(-abs(mp.re(zeta(z))))
        of_plane("airye_" + name, lambda z, factor=factor: exact(z) * factor(z), lambda z, k=k: special.airye(z)[k], samples(50), size)


def parameters():
    """Spherical Bessel functions, by their own names and with derivatives, and hypergeometric ones."""
    root = lambda z: mp.sqrt(mp.pi / (2 * z))
    # By functions of the right half-plane, where no root has a cut: of the other one by their parity, and by the connection of the second kind.
    def spherical(bessel, parity):
        def value(n, z):
            left = z.real < 0
            w = -z if left else z
            return (parity * (-1) ** int(n) if left else 1) * root(w) * bessel(n + mp.mpf(0.5), w)
        return value
    kinds = {"jn": spherical(mp.besselj, 1), "yn": spherical(mp.bessely, -1), "in": spherical(mp.besseli, 1)}
    second = spherical(mp.besselk, -1)
    kinds["kn"] = lambda n, z: second(n, z) - (mp.pi * kinds["in"](n, -z) if z.real < 0 else 0)
    slopes = {
        "jn": lambda n, z: n / z * kinds["jn"](n, z) - kinds["jn"](n + 1, z), "yn": lambda n, z: n / z * kinds["yn"](n, z) - kinds["yn"](n + 1, z),
        "in": lambda n, z: n / z * kinds["in"](n, z) + kinds["in"](n + 1, z), "kn": lambda n, z: n / z * kinds["kn"](n, z) - kinds["kn"](n + 1, z),
    }
    samples = lambda: [(whole(0, 20), polar(wide(1e-2, 50))), (whole(0, 3), polar(wide(1e-3, 300))), (whole(0, 5), 1j * uniform(-20, 20)), (whole(0, 5), uniform(-20, 20) + 0j)]
    def terms(name):
        growth = {"j": lambda z: abs(z.imag), "y": lambda z: abs(z.imag), "i": lambda z: abs(z.real), "k": lambda z: -z.real}[name[0]]
        return lambda n, z: math.exp(growth(z)) / abs(z) / 2 if abs(z) > n else 0
    for name, exact in kinds.items():
        function = getattr(special, "spherical_" + name)
        over_plane("spherical_" + name, exact, lambda n, z: function(n.astype(int), z), samples(), terms(name))
        over_plane(f"spherical_{name}_derivative", slopes[name], lambda n, z: function(n.astype(int), z, derivative=True), samples(), terms(name))
    over_plane("hyp0f1", mp.hyp0f1, special.hyp0f1, [
        (uniform(0, 10), polar(wide(1e-3, 100))), (uniform(-10, 10), polar(wide(1e-2, 50))), (wide(0.1, 50), polar(wide(1, 1e4))),
        (wide(1, 10), -wide(1, 1e4) + 1j * wide(1e-5, 1))],
        lambda v, z: abs(special.gamma(v) * (-z) ** (0.25 - v / 2)) / 2 * math.exp(2 * abs(np.sqrt(z).real)) if abs(z) > v * v + 1 else 0)
    over_plane("hyp1f1", mp.hyp1f1, special.hyp1f1, [
        (uniform(0.5, 5), uniform(0.5, 5), polar(wide(1e-2, 30))), (uniform(-10, 10), uniform(0.5, 10), polar(wide(0.1, 50))), (uniform(0.5, 5), uniform(0.5, 5), polar(wide(20, 300))),
        (uniform(-20, 20), uniform(-20, 20), polar(wide(0.1, 60))), (whole(-30, 0), uniform(0.1, 20), polar(wide(0.1, 60))), (whole(-8, 8), whole(1, 8), polar(wide(0.1, 40))),
        (uniform(0, 60), uniform(0.5, 60), 1j * uniform(-100, 100))])
    # Of numbers on the cut those above, as SciPy's.
    gauss = lambda a, b, c, z: (mp.conj if z.imag == 0 and z.real > 1 else lambda y: y)(mp.hyp2f1(a, b, c, z))
    over_plane("hyp2f1", gauss, special.hyp2f1, [
        (uniform(-3, 3), uniform(-3, 3), uniform(0.5, 5), polar(uniform(0, 0.95))), (uniform(-3, 3), uniform(-3, 3), uniform(0.5, 5), polar(uniform(0.9, 1.1))),
        (uniform(-3, 3), uniform(-3, 3), uniform(0.5, 5), polar(wide(1, 100))), (whole(1, 5), whole(1, 5), whole(1, 8), polar(wide(0.1, 10))),
        (uniform(-10, 10), uniform(-10, 10), uniform(-10, 10), polar(uniform(0, 3))), (whole(1, 5) / 2, whole(1, 5) / 2, whole(1, 8) / 2, 1 + polar(wide(1e-8, 0.5))),
        (uniform(0, 3), uniform(0, 3), uniform(0.5, 5), uniform(1.1, 8) + 0j), (whole(-12, -1), uniform(-5, 5), uniform(0.5, 10), polar(wide(0.1, 5))),
        (uniform(0, 5), uniform(0, 5), uniform(0, 5), polar(wide(1e2, 1e12))), (uniform(-30, 30), uniform(-30, 30), uniform(0.5, 30), polar(uniform(0, 1.5)))])
    # Of Legendre's functions of both kinds of cuts with their derivatives, and a normalized one: powers of a root times polynomials of known coefficients.
    def polynomials(n, m):
        before, now = [mp.mpf(0)], [mp.mpf(1)]
        for k in range(1, n + 1):
            above = [((2 * k - 1) * x - (k - 1) * y) / k for x, y in zip(now + [0], [0, 0] + before[: k - 1] if k > 1 else [0, 0])]
            before, now = now, above
        derivatives = []
        for _ in range(m + 3):
            derivatives.append(now)
            now = [x * (len(now) - 1 - i) for i, x in enumerate(now[:-1])] or [mp.mpf(0)]
        return derivatives[m:]
    def legendre(cut, k, normalized=False):
        def value(n, m, z):
            n, order = int(n), abs(int(m))
            if order > n:
                return mp.mpf(0)
            q = [mp.polyval(c, z) for c in polynomials(n, order)]
            root, sign = (mp.sqrt(1 - z * z), -1) if cut == 2 else (mp.sqrt(z - 1) * mp.sqrt(z + 1), 1)
            power = lambda j: root ** (order - 2 * j)
            w = [power(0), sign * order * z * power(1), sign * order * power(1) + order * (order - 2) * z * z * power(2)]
            all = [w[0] * q[0], w[0] * q[1] + w[1] * q[0], w[0] * q[2] + 2 * w[1] * q[1] + w[2] * q[0]]
            quotient = mp.factorial(n - order) / mp.factorial(n + order)
            alternating = (-1) ** order if cut == 2 and m >= 0 else 1
            factor = mp.sqrt((n + mp.mpf(0.5)) * quotient) if normalized else quotient if m < 0 else 1
            return alternating * factor * all[k]
        return value
    points = [(whole(0, 12), whole(-4, 4), polar(wide(0.05, 3))), (whole(3, 30), whole(-3, 8), polar(wide(0.5, 1.5))),
              (whole(1, 12), whole(0, 4), uniform(-0.95, 0.95) + 1j * wide(1e-6, 0.1))]
    for cut, name in ((2, "assoc_legendre_p"), (3, "assoc_legendre_p_outside")):
        for k in range(3):
            scipy = lambda n, m, z: special.assoc_legendre_p(n.astype(int), m.astype(int), z, branch_cut=cut, diff_n=2)[k]
            # Near the interval there are zeros.
            size = lambda n, m, z: abs(scipy(n, m, np.array(z + 0.1j))) if abs(z.imag) < 0.1 and abs(z.real) < 1 else 0
            over_plane(f"{name}_{k}", legendre(cut, k), scipy, points, size)
    over_plane("assoc_legendre_p_normalized_1", legendre(2, 1, True),
               lambda n, m, z: special.assoc_legendre_p(n.astype(int), m.astype(int), z, norm=True, diff_n=1)[1], points[:1])


def integrals():
    """Functions of a number that are integrals, logarithms or inverses."""
    i = mp.mpc(0, 1)
    samples = lambda high: [polar(wide(1e-6, 1)), polar(wide(0.5, high)), uniform(-high, high) + 1j * wide(1e-10, 1), wide(1e-5, high) * 1j, polar(wide(high, 50 * high))]
    beside = lambda *points: [point + polar(wide(1e-12, 0.3)) for point in points]
    reflected = lambda v, z: (abs(special.psi(1 - z)) + abs(np.pi / np.tan(np.pi * z))) / 8 if z.real < -1 and abs(z.imag) < 1 else 0
    of_plane("digamma", mp.digamma, special.psi, samples(20) + beside(1.4616321449683622, -0.5040830082644554, -1, -4), reflected)
    of_plane("exp1", mp.e1, special.exp1, samples(10) + [polar(uniform(1, 60)), -wide(1, 60) + 1j * uniform(-12, 12)])
    # Of the right half-plane it has zeros, of a wave and half a turn.
    of_plane("expi", mp.ei, special.expi, samples(10) + beside(0.3725074107813666), lambda v, z: np.pi if z.real > 0 and abs(z.imag) > 1 else 0)
    wave = lambda z, growth: math.cosh(min(growth, 700)) / abs(z) / 4 if abs(z) > 2 else 0
    for name, k, exact in (("si", 0, mp.si), ("ci", 1, mp.ci)):
        size = lambda v, z, k=k: max(wave(z, z.imag), np.pi / 2 if abs(z) > 2 and (k == 0 or z.real < 0) else 0)
        of_plane(name, exact, lambda z, k=k: special.sici(z)[k], samples(10) + beside(0.6165054856207162), size)
    for name, k, exact in (("shi", 0, mp.shi), ("chi", 1, mp.chi)):
        size = lambda v, z: max(wave(z, z.real), np.pi / 2 if abs(z) > 2 else 0)
        of_plane(name, exact, lambda z, k=k: special.shichi(z)[k], samples(10) + beside(0.5238225713898644), size)
    of_plane("spence", lambda z: mp.polylog(2, 1 - z), special.spence, samples(5) + beside(0, 1, 2) + [polar(wide(10, 1e12)), 1 + polar(uniform(0.9, 1.1)), polar(uniform(0.9, 1.1))])
    for name, k, exact in (("fresnel_s", 0, mp.fresnels), ("fresnel_c", 1, mp.fresnelc)):
        # What is known of the phase counts, and 1/2 where it has zeros.
        of_plane(name, exact, lambda z, k=k: special.fresnel(z)[k], samples(3) + [wide(1, 1e5) + 1j * wide(1e-8, 1e-6)], lambda v, z: 0.5 if abs(z) > 1.5 else 0)
    normal = lambda z: mp.erfc(-z / mp.sqrt(2)) / 2
    of_plane("ndtr", normal, special.ndtr, samples(5) + [-wide(1, 36) + 1j * uniform(-5, 5)], lambda v, z: 1 if z.real > 0 else 0)
    def logarithm(z):
        with mp.workdps(800):
            return mp.log(normal(z))
    # Of the logarithm of what is close to 1.
    size = lambda v, z: min(1e3, abs(complex(normal(-mp.mpc(z))))) if z.real > 0 else 1 if abs(z.imag) > abs(z.real) else 0
    of_plane("log_ndtr", logarithm, special.log_ndtr, samples(5) + [-wide(1, 50) + 1j * uniform(-50, 50), wide(1, 10) + 1j * uniform(-1, 1)], size)
    def omega(z):
        return mp.lambertw(mp.exp(z), int(mp.ceil((z.imag - mp.pi) / (2 * mp.pi))))
    branch = -1 + 1j * math.pi
    of_plane("wrightomega", omega, special.wrightomega, samples(10) + beside(branch, branch.conjugate(), 0) + [
        branch + polar(uniform(0.1, 3)), -wide(1, 100) + 1j * (math.pi + wide(1e-8, 1)), -wide(1, 100) + 1j * (math.pi - wide(1e-8, 1)), polar(wide(100, 1e12))])


def plane_degrees():
    """Orthogonal polynomials of real degrees over the complex plane."""
    points = lambda n, *more: [(n, *more, polar(wide(0.05, 3))), (n, *more, polar(wide(2, 50))), (n, *more, uniform(-0.95, 0.95) + 1j * wide(1e-6, 0.1)),
                               (n, *more, 1 + polar(wide(1e-8, 0.5)))]
    every = lambda *more: points(whole(0, 20), *more) + points(uniform(-4, 8), *more)
    # Near the interval there are zeros, and where degrees are below 0 the value is a small difference.
    def sizes(function):
        return lambda n, *x: max(abs(function(n, *x[:-1], np.array(x[-1] + 0.1j))) if abs(x[-1].imag) < 0.1 else 0, 0.1 if n < 0 else 0)
    a, b = lambda: uniform(-0.9, 4), lambda: uniform(0.1, 4)
    kinds = {
        "legendre": (mp.legendre, every()), "sh_legendre": (lambda n, z: mp.legendre(n, 2 * z - 1), every()),
        "chebyt": (mp.chebyt, every()), "sh_chebyt": (lambda n, z: mp.chebyt(n, 2 * z - 1), every()), "chebyc": (lambda n, z: 2 * mp.chebyt(n, z / 2), every()),
        "chebyu": (mp.chebyu, every()), "sh_chebyu": (lambda n, z: mp.chebyu(n, 2 * z - 1), every()), "chebys": (lambda n, z: mp.chebyu(n, z / 2), every()),
        "gegenbauer": (mp.gegenbauer, every(b())), "jacobi": (mp.jacobi, every(a(), a())),
        "sh_jacobi": (lambda n, p, q, z: mp.jacobi(n, p - q, q - 1, 2 * z - 1) / mp.binomial(2 * n + p - 1, n), every(2 + b(), uniform(0.1, 2))),
    }
    for name, (exact, samples) in kinds.items():
        function = getattr(special, "eval_" + name)
        over_plane("eval_" + name, exact, function, samples, sizes(function))
    samples = lambda *more: [(whole(0, 20), *more, polar(wide(0.1, 40))), (uniform(-4, 8), *more, polar(wide(0.1, 40))), (whole(0, 12), *more, uniform(0, 20) + 1j * wide(1e-6, 0.1))]
    size = lambda n, a, z: np.exp(z.real / 2) * max(1, abs(float(mp.binomial(n + a, n)))) / 4 if abs(z.imag) < 0.2 * abs(z) and z.real > 0 else 0
    over_plane("eval_laguerre", lambda n, z: mp.laguerre(n, 0, z), special.eval_laguerre, samples(), lambda n, z: size(n, 0, z))
    over_plane("eval_genlaguerre", mp.laguerre, special.eval_genlaguerre, samples(a()), size)


GROUPS = {"parameters": parameters, "functions": functions, "plane": plane, "hypergeometric": hypergeometric, "orders": orders, "degrees": degrees,
          "integrals": integrals, "plane_degrees": plane_degrees}

for group in sys.argv[1:] or GROUPS:
    parts.clear()
    sampler.seed(31)
    GROUPS[group]()
    np.savez(Path(__file__).parent / "data" / f"special_{group}.npz", allow_pickle=False, **parts)
