#!/usr/bin/env python3
"""Writes `data/stats_tails.npz`, logarithms of probabilities far out, and moments, in mpmath: `python3 tests/stats_tails.py`."""
from pathlib import Path

import mpmath as mp
import numpy as np
from scipy import special, stats

mp.mp.dps = 40
parts = {}
F = mp.mpf
LOC, SCALE = F("0.25"), F("1.5")


def below(z):
    return mp.erfc(-z / mp.sqrt(2)) / 2


def gamma(a):
    return lambda z: mp.gammainc(a, 0, z, regularized=True), lambda z: mp.gammainc(a, z, mp.inf, regularized=True)


def beta(a, b):
    return lambda z: mp.betainc(a, b, 0, z, regularized=True), lambda z: mp.betainc(b, a, 0, 1 - z, regularized=True)


def student(v):
    sf = lambda z: mp.betainc(v / 2, F(1) / 2, 0, v / (v + z * z), regularized=True) / 2
    return lambda z: sf(-z) if z < 0 else 1 - sf(z), lambda z: sf(z) if z > 0 else 1 - sf(-z)


def wald(mu):
    parts = lambda z: ((z - mu) / (mu * mp.sqrt(z)), -(z + mu) / (mu * mp.sqrt(z)))
    added = lambda z: mp.exp(2 / mu) * below(parts(z)[1])
    return lambda z: below(parts(z)[0]) + added(z), lambda z: below(-parts(z)[0]) - added(z)


def fisher(n, m):
    cdf, sf = beta(n / 2, m / 2)
    return lambda z: cdf(n * z / (n * z + m)), lambda z: mp.betainc(m / 2, n / 2, 0, m / (n * z + m), regularized=True)


normal = (below, lambda z: below(-z))
CONTINUOUS = {
    "norm": [((), normal, [-1e4, -40, -10, -1, 0.5, 3, 38, 39, 300])],
    "lognorm": [((F("0.3"),), (lambda z: below(mp.log(z) / F("0.3")), lambda z: below(-mp.log(z) / F("0.3"))), [1e-30, 1e-6, 0.5, 2, 1e5, 1e40])],
    "invgauss": [((F("0.25"),), wald(F("0.25")), [1e-4, 1e-3, 0.2, 1, 40, 90, 400])],
    "logistic": [((), (lambda z: 1 / (1 + mp.exp(-z)), lambda z: 1 / (1 + mp.exp(z))), [-5000, -700, -2, 3, 650, 1e6])],
    "laplace": [((), (lambda z: mp.exp(z) / 2 if z < 0 else 1 - mp.exp(-z) / 2, lambda z: mp.exp(-z) / 2 if z > 0 else 1 - mp.exp(z) / 2), [-5000, -2, 3, 900])],
    "t": [((F(3),), student(F(3)), [-1e90, -40, 0.5, 30, 1e100]), ((F(10000),), student(F(10000)), [-60, -3, 1, 40, 1e3])],
    "expon": [((), (lambda z: -mp.expm1(-z), lambda z: mp.exp(-z)), [1e-300, 0.5, 800])],
    "gamma": [((F("12.5"),), gamma(F("12.5")), [1e-40, 1e-10, 5, 40, 800, 1e5]), ((F(3000),), gamma(F(3000)), [100, 1500, 3000, 5000, 1e4])],
    "chi2": [((F(33),), tuple((lambda f: lambda z: f(z / 2))(f) for f in gamma(F("16.5"))), [1e-20, 10, 2000])],
    "beta": [((F(300), F(40)), beta(F(300), F(40)), [0.001, 0.05, 0.5, 0.9]), ((F(2), F(400)), beta(F(2), F(400)), [1e-200, 0.01, 0.5, 0.9]), ((F(2), F(5)), beta(F(2), F(5)), [1e-200, 0.3, 0.9])],
    "f": [((F(40), F(9)), fisher(F(40), F(9)), [1e-20, 0.4, 3, 1e70])],
    "powerlaw": [((F(4),), (lambda z: z**4, lambda z: 1 - z**4), [1e-100, 0.5, 0.99])],
    "pareto": [((F("4.5"),), (lambda z: 1 - z ** F("-4.5"), lambda z: z ** F("-4.5")), [1.0001, 3, 1e100])],
    "rayleigh": [((), (lambda z: -mp.expm1(-z * z / 2), lambda z: mp.exp(-z * z / 2)), [1e-180, 0.5, 60])],
    "weibull_min": [((F("3.5"),), (lambda z: -mp.expm1(-z ** F("3.5")), lambda z: mp.exp(-z ** F("3.5"))), [1e-100, 0.7, 9])],
    "gumbel_r": [((), (lambda z: mp.exp(-mp.exp(-z)), lambda z: -mp.expm1(-mp.exp(-z))), [-12, -7, -1, 3, 800])],
    "gumbel_l": [((), (lambda z: -mp.expm1(-mp.exp(z)), lambda z: mp.exp(-mp.exp(z))), [-800, -3, 1, 7, 12])],
}


def sums(pmf, low, high):
    return lambda k: mp.fsum(pmf(j) for j in range(low, k + 1)), lambda k: mp.fsum(pmf(j) for j in range(k + 1, high + 1))


def binom(n, p):
    return lambda k: mp.betainc(n - k, k + 1, 0, 1 - p, regularized=True), lambda k: mp.betainc(k + 1, n - k, 0, p, regularized=True)


urn = sums(lambda k: mp.binomial(4000, k) * mp.binomial(4000, 3000 - k) / mp.binomial(8000, 3000), 0, 3000)
DISCRETE = {
    "binom": [((F(3000), F("0.5")), binom(3000, F("0.5")), [0, 5, 300, 1500, 2700, 2998])],
    "poisson": [((F(7),), (lambda k: mp.gammainc(k + 1, 7, mp.inf, regularized=True), lambda k: mp.gammainc(k + 1, 0, 7, regularized=True)), [0, 7, 40, 400, 5000]),
                ((F(2000),), (lambda k: mp.gammainc(k + 1, 2000, mp.inf, regularized=True), lambda k: mp.gammainc(k + 1, 0, 2000, regularized=True)), [0, 200, 2000, 6000])],
    "geom": [((F("0.25"),), (lambda k: 1 - F("0.75") ** k, lambda k: F("0.75") ** k), [1, 30, 5000, 10**7])],
    "nbinom": [((F(40), F("0.125")), (lambda k: mp.betainc(40, k + 1, 0, F("0.125"), regularized=True), lambda k: mp.betainc(k + 1, 40, 0, F("0.875"), regularized=True)), [0, 100, 280, 9000])],
    "hypergeom": [((F(8000), F(4000), F(3000)), urn, [3, 1000, 1500, 2900])],
    "logser": [((F("0.5"),), (lambda k: 1 + mp.fsum(F("0.5") ** j / j for j in range(k + 1, k + 300)) / mp.log(F("0.5")), lambda k: -mp.fsum(F("0.5") ** j / j for j in range(k + 1, k + 300)) / mp.log(F("0.5"))), [1, 20, 3000])],
    "zipf": [((F(12),), (lambda k: 1 - mp.zeta(12, k + 1) / mp.zeta(12), lambda k: mp.zeta(12, k + 1) / mp.zeta(12)), [1, 10, 1000])],
}
for families in (CONTINUOUS, DISCRETE):
    for name, sets in families.items():
        for k, (shapes, (cdf, sf), x) in enumerate(sets):
            point = F if families is CONTINUOUS else int
            parts[f"{name}/{k}/shapes"], parts[f"{name}/{k}/x"] = np.array([float(s) for s in shapes]), np.array(x, dtype=float)
            with mp.workdps(60):
                for part, f in (("logcdf", cdf), ("logsf", sf)):
                    values = [f(point(float(z)) if point is F else int(z)) for z in x]
                    # Of what is nearly 1, by the other side.
                    other = [(sf if f is cdf else cdf)(point(float(z)) if point is F else int(z)) for z in x]
                    parts[f"{name}/{k}/{part}"] = np.array([float(mp.log1p(-q) if p > 0.5 else mp.log(p)) for p, q in zip(values, other)])

# Moments of standard distributions, and then about 0 of moved and stretched ones.
RAW = {
    "norm": ((), lambda n: F(0) if n % 2 else mp.fac2(n - 1) if n else F(1)),
    "lognorm": ((0.25,), lambda n: mp.exp(F(n * n) / 32)),
    "gamma": ((0.5,), lambda n: mp.rf(F("0.5"), n)),
    "beta": ((0.5, 2.0), lambda n: mp.rf(F("0.5"), n) / mp.rf(F("2.5"), n)),
    "t": ((12.5,), lambda n: F(0) if n % 2 else F("12.5") ** (n // 2) * mp.gamma(F(n + 1) / 2) * mp.gamma(F("6.25") - n // 2) / (mp.sqrt(mp.pi) * mp.gamma(F("6.25")))),
    "weibull_min": ((1.5,), lambda n: mp.gamma(1 + n / F("1.5"))),
    "pareto": ((9.0,), lambda n: 9 / (F(9) - n)),
    "uniform": ((), lambda n: F(1) / (n + 1)),
    "expon": ((), lambda n: mp.factorial(n)),
}
MASSES = {
    "binom": ((20.0, 0.75), lambda k: mp.binomial(20, k) * F("0.75") ** k * F("0.25") ** (20 - k), range(21)),
    "poisson": ((7.0,), lambda k: mp.exp(-7) * F(7) ** k / mp.factorial(k), range(200)),
    "geom": ((0.5,), lambda k: F("0.5") ** k, range(1, 400)),
    "nbinom": ((7.0, 0.5), lambda k: mp.binomial(k + 6, 6) * F("0.5") ** (7 + k), range(500)),
    "hypergeom": ((20.0, 7.0, 12.0), lambda k: mp.binomial(7, k) * mp.binomial(13, 12 - k) / mp.binomial(20, 12), range(8)),
    "logser": ((0.5,), lambda k: F("0.5") ** k / (k * mp.log(2)), range(1, 400)),
}
for name, (shapes, raw) in RAW.items():
    moved = lambda n: mp.fsum(mp.binomial(n, j) * SCALE**j * LOC ** (n - j) * raw(j) for j in range(n + 1))
    parts[f"moment/{name}/shapes"], parts[f"moment/{name}"] = np.array(shapes), np.array([float(moved(n)) for n in range(8)])
for name, (shapes, mass, support) in MASSES.items():
    value = lambda n: mp.fsum(F(k + 2) ** n * mass(k) for k in support)
    parts[f"moment/{name}/shapes"], parts[f"moment/{name}"] = np.array(shapes), np.array([float(value(n)) for n in range(8)])
for n, p in ((1, [0.25, 0.75]), (12, [0.2, 0.5, 0.3]), (60, [0.125, 0.0, 0.875])):
    all_counts = lambda p: mp.fsum(mp.binomial(n, k) * F(p) ** k * (1 - F(p)) ** (n - k) * mp.loggamma(k + 1) for k in range(n + 1))
    entropy = -mp.loggamma(n + 1) - n * mp.fsum(F(q) * mp.log(q) for q in p if q) + mp.fsum(all_counts(q) for q in p)
    parts[f"multinomial/{n}/p"], parts[f"multinomial/{n}"] = np.array(p), np.array(float(entropy))
trials = np.array([(0, 7), (3, 15), (7, 7), (40, 3000), (1, 1)], dtype=float)
parts["proportion/in"] = trials
for alternative in ("two-sided", "less", "greater"):
    for method in ("exact", "wilson", "wilsoncc"):
        tests = np.array([stats.binomtest(int(k), int(n), 0.3, alternative).proportion_ci(0.9, method) for k, n in trials])
        if method == "exact":
            # SciPy's roots have errors of 1e-12.
            tail = 0.05 if alternative == "two-sided" else 0.1
            near = np.array([(special.betaincinv(k, n - k + 1, tail), special.betaincinv(k + 1, n - k, 1 - tail)) for k, n in trials])
            inner = (tests > 0) & (tests < 1)
            assert np.allclose(tests[inner], near[inner], rtol=1e-9)
            tests[inner] = near[inner]
        parts[f"proportion/{alternative}/{method}"] = tests
np.savez(Path(__file__).parent / "data" / "stats_tails.npz", allow_pickle=False, **parts)
print(len(parts), "arrays")
