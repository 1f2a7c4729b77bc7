#!/usr/bin/env python3
"""Writes `data/stats_user.npz`, SciPy's values of distributions that the tests make of functions: `python3 tests/stats_user.py`."""
from pathlib import Path

import numpy as np
from scipy import stats

parts = {}
probabilities = np.array([0.0, 1e-12, 1e-3, 0.1, 0.5, 0.75, 0.999, 1 - 1e-9, 1.0, -0.5, np.nan])


def continuous(name, d, x):
    parts[f"{name}/x"], parts[f"{name}/q"] = x, probabilities
    for method in ["pdf", "logpdf", "cdf", "sf"]:
        # SciPy has no density at some infinite ends.
        end = {"pdf": 0.0, "logpdf": -np.inf}.get(method)
        value = getattr(d, method)(x)
        parts[f"{name}/{method}"] = value if end is None else np.where(np.isinf(x), end, value)
    for method in ["ppf", "isf"]:
        parts[f"{name}/{method}"] = getattr(d, method)(probabilities)


def moments(name, d):
    parts[f"{name}/stats"] = np.array(d.stats(moments="mvsk"))
    parts[f"{name}/moments"] = np.array([d.moment(k) for k in range(7)])
    parts[f"{name}/entropy"] = np.array(d.entropy())


def expectations(name, d, ends):
    """The mean of squares within the ends, and of those alone."""
    exact = {} if hasattr(d, "pmf") else {"epsabs": 0.0, "epsrel": 1e-13}
    parts[f"{name}/ends"] = ends = np.array(ends)
    mean = lambda low, high, conditional: d.expect(lambda x: x * x, lb=low, ub=high, conditional=conditional, **exact)
    parts[f"{name}/expect"] = np.array([[mean(*both, conditional) for conditional in (False, True)] for both in ends])


x = np.array([-3.0, -1.0, -0.999, -0.5, 0.0, 0.25, 0.9, 1.0, 2.5, 6.0, np.nan, np.inf, -np.inf])
for name, d in {
    "semicircular": stats.semicircular(),
    "gamma": stats.gamma(2.0),
    "norm": stats.norm(),
    "mirrored": stats.weibull_max(2.0),
}.items():
    continuous(name, d, x)
    moments(name, d)
    ends = [[-0.5, 0.75], [-1.0, 1.0], [-3.0, -0.25]] if name in ("norm", "semicircular") else [[0.5, 2.5], [1.0, 40.0]]
    expectations(name, d, [[-high, -low] for low, high in ends] if name == "mirrored" else ends)
expectations("poisson", stats.poisson(3.0, loc=2), [[2, 4], [4, 30], [25, 60]])
expectations("binom", stats.binom(20, 0.25), [[0, 4], [3, 20], [10, 12]])
# SciPy's own is that of 1 - q.
parts["mirrored/isf"] = np.where(probabilities >= 0, -np.sqrt(-np.log1p(-probabilities)), np.nan)
continuous("cauchy", stats.cauchy(), x)
counts, edges = np.array([2.0, 0.0, 5.0, 1.0]), np.array([-1.0, 0.0, 0.5, 2.0, 7.0])
d = stats.rv_histogram((counts, edges), density=False)
parts["histogram/counts"], parts["histogram/edges"] = counts, edges
continuous("histogram", d, x)
moments("histogram", d)
xk, pk = np.array([4.0, -1.0, 2.5, 7.0]), np.array([0.125, 0.5, 0.25, 0.125])
d = stats.rv_discrete(values=(xk, pk))
parts["table/xk"], parts["table/pk"], parts["table/x"] = xk, pk, np.array([-2.0, -1.0, 0.0, 2.5, 3.0, 4.0, 7.0, 9.0])
for method in ["pmf", "cdf", "sf"]:
    parts[f"table/{method}"] = np.array([getattr(d, method)(k) for k in parts["table/x"]])
order = np.argsort(xk)
q = np.array([0.0, 0.1, 0.5, 0.51, 0.75, 0.8, 1.0, np.nan])
parts["table/q"], parts["table/ppf"], parts["table/isf"] = q, d.ppf(q), d.isf(q)
moments("table", d)
inside = [(xk >= low) & (xk <= high) for low, high in ([-1.0, 2.5], [0.0, 6.0])]
parts["table/ends"] = np.array([[-1.0, 2.5], [0.0, 6.0]])
parts["table/expect"] = np.array([[np.sum(xk**2 * pk * i), np.sum(xk**2 * pk * i) / np.sum(pk * i)] for i in inside])
np.savez(Path(__file__).parent / "data" / "stats_user.npz", **parts)
