#!/usr/bin/env python3
"""Writes `data/stats_distributions.npz`, what distributions are in SciPy: `python3 tests/stats_distributions.py`."""
import warnings
from pathlib import Path

import mpmath as mp
import numpy as np
from scipy import integrate, special, stats

warnings.simplefilter("ignore")
np.seterr(all="ignore")
mp.mp.dps = 40
parts = {}
Q = np.array([0, 1e-300, 1e-20, 1e-5, 0.01, 0.2, 0.5, 0.77, 0.99, 1 - 1e-6, 1, -0.1, 1.1, np.nan])
CONTINUOUS = {
    "norm": [()], "lognorm": [(0.3,), (2.5,)], "invgauss": [(0.2,), (1.0,), (5.0,)], "cauchy": [()], "laplace": [()], "logistic": [()],
    "t": [(0.7,), (3.0,), (7.5,), (1e4,)], "expon": [()], "gamma": [(0.4,), (1.0,), (12.5,), (3e3,)], "chi2": [(1.0,), (2.0,), (33.0,)],
    "beta": [(0.5, 0.5), (2.0, 5.0), (1.0, 1.0), (300.0, 40.0)], "f": [(1.0, 3.0), (5.0, 12.0), (40.0, 9.0)], "uniform": [()],
    "powerlaw": [(0.3,), (4.0,)], "triang": [(0.0,), (0.3,), (1.0,)], "pareto": [(0.8,), (4.5,)], "rayleigh": [()],
    "weibull_min": [(0.6,), (1.0,), (3.5,)], "gumbel_r": [()], "gumbel_l": [()], "vonmises": [(0.01,), (1.5,), (40.0,)],
}
DISCRETE = {
    "binom": [(1, 0.3), (20, 0.77), (3000, 0.01), (5, 1.0)], "poisson": [(0.3,), (7.0,), (2000.0,)], "geom": [(0.01,), (0.6,)],
    "nbinom": [(0.5, 0.2), (7.0, 0.6), (40.0, 0.05)], "hypergeom": [(20, 7, 12), (500, 60, 40), (10, 10, 3), (8000, 4000, 3000)],
    "logser": [(0.1,), (0.97,)], "zipf": [(2.5,), (4.3,), (7.0,)],
}


def inverse_gauss(q, mu, above):
    """The root of the distribution function or of what is above it, by halves; SciPy's fails for small probabilities."""
    def log(z):
        s = mp.sqrt(z)
        left, right = (z - mu) / (mu * s), -(z + mu) / (mu * s)
        added = mp.exp(2 / mp.mpf(mu)) * mp.ncdf(right)
        return mp.log(mp.ncdf(-left) - added if above else mp.ncdf(left) + added)

    low, high, target = mp.mpf(-12), mp.mpf(12), mp.log(mp.mpf(q))
    for _ in range(90):
        middle = (low + high) / 2
        if (log(mp.exp(middle)) > target) == above:
            low = middle
        else:
            high = middle
    return float(mp.exp(low))


def exact(name, part, z, shapes):
    """Values of standardized numbers where SciPy's lose digits; None elsewhere."""
    if name == "pareto" and part == "cdf":
        return -np.expm1(-shapes[0] * np.log(np.maximum(z, 1)))
    if name == "triang" and part in ("cdf", "sf"):
        c = mp.mpf(shapes[0])
        cdf = lambda t: mp.mpf(0) if t <= 0 else mp.mpf(1) if t >= 1 else t * t / c if t < c else 1 - (1 - t) ** 2 / (1 - c)
        return np.array([float(cdf(mp.mpf(t)) if part == "cdf" else 1 - cdf(mp.mpf(t))) if t == t else np.nan for t in z])
    if name == "vonmises" and part in ("cdf", "sf"):
        k = mp.mpf(shapes[0])
        below = lambda t: mp.quad(lambda x: mp.exp(k * (mp.cos(x) - 1)), mp.linspace(-mp.pi, t, 8)) / (2 * mp.pi * mp.exp(-k) * mp.besseli(0, k))
        return np.array([float(below(mp.mpf(t if part == "cdf" else -t))) for t in z])
    return None


def fill(name, part, values, shapes):
    """Quantiles where SciPy's fail, for probabilities that are next to nothing, and the triangular distribution's."""
    values = np.array(values)
    if name == "triang" and part == "isf":
        c = shapes[0]
        values[1:10] = 0.3 + 1.7 * np.where(Q[1:10] > 1 - c, np.sqrt(c * (1 - Q[1:10])), 1 - np.sqrt((1 - c) * Q[1:10]))
    if name == "invgauss":
        values[1:4] = [0.3 + 1.7 * inverse_gauss(q, shapes[0], part == "isf") for q in Q[1:4]]
    if name == "t" and shapes[0] < 1:
        values[1] = np.inf if part == "isf" else -np.inf
    if np.isnan(values[1]):
        values[1] = values[0]
    return values


def vonmises_moments(kappa):
    """By integrals, which SciPy has for the variance alone."""
    density = lambda x: stats.vonmises.pdf(x, kappa)
    second, fourth = [integrate.quad(lambda x: 2 * x**k * density(x), 0, np.pi, epsabs=1e-15, epsrel=1e-13, limit=200)[0] for k in (2, 4)]
    return [0, second, 0, fourth / second**2 - 3]


for name, sets in CONTINUOUS.items():
    family = getattr(stats, name)
    for k, shapes in enumerate(sets):
        d = family(*shapes, 0.3, 1.7)
        x = np.unique(np.concatenate([d.ppf([1e-30, 1e-9, 1e-4, 0.05, 0.3, 0.5, 0.71, 0.95, 0.9999]), d.isf([1e-9, 1e-30]), [-1e3, -0.4, 0.3, 0.4, 1.1, 2.0, 2.1, 50.0, 1e5]]))
        x = np.append(x[np.isfinite(x)], np.nan)
        if name == "vonmises":
            x = np.linspace(-3.1, 3.1, 25) * 1.7 + 0.3
        if name == "powerlaw":
            x = x[x != 0.3]  # SciPy's density there is 0, its limit is infinite
        moments = d.stats("mvsk") if name != "vonmises" else (0.3, 1.7**2 * vonmises_moments(*shapes)[1], 0, vonmises_moments(*shapes)[3])
        values = {"shapes": shapes, "x": x, "pdf": d.pdf(x), "logpdf": d.logpdf(x), "cdf": d.cdf(x), "sf": d.sf(x), "ppf": d.ppf(Q), "isf": d.isf(Q),
                  "moments": moments, "std": np.sqrt(moments[1]), "median": d.median(), "entropy": d.entropy()}
        for part in ("cdf", "sf"):
            known = exact(name, part, (x - 0.3) / 1.7, shapes)
            values[part] = values[part] if known is None else known + (name == "vonmises")
        values |= {part: fill(name, part, values[part], shapes) for part in ("ppf", "isf")}
        parts |= {f"{name}/{k}/{part}": np.array(value, dtype=float) for part, value in values.items()}
for name, sets in DISCRETE.items():
    family = getattr(stats, name)
    for k, shapes in enumerate(sets):
        d = family(*shapes, loc=2)
        x = np.unique(np.concatenate([d.ppf([1e-9, 1e-4, 0.05, 0.3, 0.5, 0.71, 0.95, 0.9999]), d.ppf([0.3, 0.9]) + 1, [-5, 1, 2, 2.5, 3, 4, 3.7, 100]]))
        x = np.append(x[np.isfinite(x) & (np.abs(x) < 1e6)], np.nan)
        values = {"shapes": shapes, "x": x, "pmf": d.pmf(x), "logpmf": d.logpmf(x), "cdf": d.cdf(np.floor(x)), "sf": d.sf(np.floor(x)),
                  "moments": d.stats("mvsk"), "std": d.std(), "median": d.median()}
        q = np.array([0, 1e-5, 0.01, 0.2, 0.5, 0.77, 0.9, 1, -0.1, 1.1, np.nan])
        values |= {"q": q, "ppf": d.ppf(q), "isf": d.isf(q)}
        if name == "zipf":
            values["sf"] = np.where(x - 2 >= 1, special.zeta(shapes[0], np.floor(x) - 1) / special.zeta(shapes[0]), np.where(x == x, 1.0, np.nan))
        else:
            # SciPy's own leaves out terms that count.
            p = d.pmf(np.arange(0, d.isf(1e-15) * 2 + 200))
            values["entropy"] = -np.sum(special.xlogy(p, p))
        parts |= {f"{name}/{k}/{part}": np.array(value, dtype=float) for part, value in values.items()}
parts["q"] = Q

# The entropy of Zipf's distribution by its definition, with the rest as an integral.
for k, (a,) in enumerate(DISCRETE["zipf"]):
    n = np.arange(1, 200001.0)
    tail = n[-1] + 0.5
    zeta, logs = stats.zipf.pmf(1, a) ** -1, np.sum(np.log(n) * n**-a) + tail ** (1 - a) * (np.log(tail) / (a - 1) + 1 / (a - 1) ** 2)
    parts[f"zipf/{k}/entropy"] = np.array(a * logs / zeta + np.log(zeta))

# Samples, and the largest likelihood that SciPy finds.
rng = np.random.default_rng(3)
for name, shapes, known in [("norm", (), {}), ("laplace", (), {}), ("expon", (), {}), ("uniform", (), {}), ("gamma", (2.5,), {"floc": 0.3}), ("beta", (2.0, 3.0), {"floc": 0, "fscale": 2.5}),
                            ("t", (4.0,), {}), ("weibull_min", (1.8,), {"floc": 0.3}), ("logistic", (), {}), ("gumbel_r", (), {}), ("lognorm", (0.5,), {"floc": 0.3}), ("cauchy", (), {})]:
    family = getattr(stats, name)
    loc = 0 if name == "beta" else 0.3
    data = family.rvs(*shapes, loc, 2.5, size=200, random_state=rng)
    fitted = family.fit(data, *shapes, **known)
    parts[f"fit/{name}/in"], parts[f"fit/{name}/parameters"] = data, np.array(fitted)
    parts[f"fit/{name}/known"] = np.array([known.get("floc", np.nan), known.get("fscale", np.nan)], dtype=float)
    parts[f"fit/{name}/nnlf"] = np.array(family.nnlf(fitted, data))
np.savez(Path(__file__).parent / "data" / "stats_distributions.npz", allow_pickle=False, **parts)
print(len(parts), "arrays")
