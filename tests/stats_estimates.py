#!/usr/bin/env python3
"""Writes `data/stats_estimates.npz`, densities, distributions of vectors and intervals in SciPy: `python3 tests/stats_estimates.py`."""
from pathlib import Path

import numpy as np
from scipy import stats

rng = np.random.default_rng(11)
parts = {}


def keep(name, *values):
    for k, value in enumerate(values):
        parts[f"{name}/{k}"] = np.array(value, dtype=float, order="C")


one, two = rng.normal(0, 1, 30), rng.normal(0, 1, (2, 30)) + rng.gamma(2, 1, 30)
weights, grid, plane = rng.uniform(0, 1, 30), np.linspace(-4, 40, 23), rng.normal(1, 3, (2, 17))
parts |= {"in/one": one, "in/two": two, "in/weights": weights, "in/grid": grid, "in/plane": plane}
for data, points, name in ((one, grid, "one"), (two, plane, "two")):
    for w in (None, weights):
        for method in ("scott", "silverman", 0.4):
            kde = stats.gaussian_kde(data, method, w)
            keep(f"kde/{name}/{method}/{int(w is not None)}", kde(points), kde.logpdf(points), [kde.factor, kde.neff], kde.covariance)
            if name == "one":
                keep(f"kde_box/{method}/{int(w is not None)}", [kde.integrate_box_1d(*box) for box in ((-1, 1), (-np.inf, 0.5), (3, 5))])
mean, cov = np.array([1.0, -2.0, 0.5]), np.array([[2, 0.5, 0.1], [0.5, 1, -0.3], [0.1, -0.3, 3]])
x = rng.normal(0, 2, (5, 4, 3))
parts |= {"in/mean": mean, "in/cov": cov, "in/x": x}
d = stats.multivariate_normal(mean, cov)
keep("multivariate_normal", d.pdf(x), d.logpdf(x), d.entropy())
alpha, shares = np.array([0.7, 3.0, 20.0]), rng.dirichlet([1, 2, 3], 6)
parts |= {"in/alpha": alpha, "in/shares": shares}
d = stats.dirichlet(alpha)
keep("dirichlet", d.pdf(shares.T), d.logpdf(shares.T), d.mean(), d.var(), d.entropy())
p, counts = np.array([0.2, 0.5, 0.3]), np.array([[0, 0, 12], [3, 5, 4], [1, 1, 1], [12, 0, 0], [13, -1, 0]])
parts |= {"in/p": p, "in/counts": counts.astype(float)}
with np.errstate(divide="ignore"):
    d = stats.multinomial(12, p)
    keep("multinomial", d.pmf(counts), d.logpmf(counts), 12 * p, d.cov())
e = stats.ecdf(np.round(one, 1))
keep("ecdf", e.cdf.quantiles, e.cdf.probabilities, e.cdf.evaluate(grid), e.sf.evaluate(grid))
for method in ("BCa", "percentile", "basic"):
    intervals = [stats.bootstrap((two[0],), np.mean, method=method, n_resamples=20000, rng=seed) for seed in range(4)]
    ends = np.array([[*i.confidence_interval, i.standard_error] for i in intervals])
    keep(f"bootstrap/{method}", ends.mean(0), np.ptp(ends, axis=0))
difference = lambda x, y, axis: x.mean(axis) - y.mean(axis)
for alternative in ("two-sided", "less", "greater"):
    t = stats.permutation_test((one[:7], one[7:15] + 0.8), difference, vectorized=True, n_resamples=np.inf, alternative=alternative)
    keep(f"permutation/{alternative}", t.statistic, t.pvalue)
np.savez(Path(__file__).parent / "data" / "stats_estimates.npz", allow_pickle=False, **parts)
print(len(parts), "arrays")
