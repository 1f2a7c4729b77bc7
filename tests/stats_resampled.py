#!/usr/bin/env python3
"""Writes `data/stats_resampled.npz`, intervals and tests of several samples, integrals of densities and censored samples, in SciPy:
`python3 tests/stats_resampled.py`."""
from pathlib import Path

import numpy as np
from scipy import stats

rng = np.random.default_rng(57)
parts = {}


def keep(name, *values):
    for k, value in enumerate(values):
        parts[f"{name}/{k}"] = np.array(value, dtype=float, order="C")


x, y, z = rng.normal(0, 1, 30), rng.gamma(2, 1, 22), rng.normal(0.5, 1, 30)
parts |= {"in/x": x, "in/y": y, "in/z": z + 0.7 * x}
z = parts["in/z"]
difference = lambda x, y, axis=-1: x.mean(axis) - y.var(axis)


def correlation(x, y, axis=-1):
    dx, dy = x - x.mean(axis, keepdims=True), y - y.mean(axis, keepdims=True)
    return (dx * dy).sum(axis) / np.sqrt((dx * dx).sum(axis) * (dy * dy).sum(axis))


for name, data, statistic, paired in (("difference", (x, y), difference, False), ("correlation", (x, z), correlation, True)):
    for method in ("BCa", "percentile", "basic"):
        for alternative in ("two-sided", "less", "greater"):
            found = [stats.bootstrap(data, statistic, method=method, paired=paired, alternative=alternative, n_resamples=15000, confidence_level=0.9, rng=seed, vectorized=True) for seed in range(4)]
            ends = np.array([[*i.confidence_interval, i.standard_error] for i in found])
            with np.errstate(invalid="ignore"):
                keep(f"bootstrap/{name}/{method}/{alternative}", ends.mean(0), np.nan_to_num(np.ptp(ends, axis=0)))
few = {"independent": (x[:4], y[:3], z[:2]), "samples": (x[:5], y[:5], z[:5]), "pairings": (x[:5], z[:5])}
spread = lambda x, y, z, axis=-1: np.abs(x.mean(axis) - y.mean(axis)) + z.mean(axis)
for kind, data in few.items():
    for alternative in ("two-sided", "less", "greater"):
        statistic = spread if len(data) == 3 else correlation
        t = stats.permutation_test(data, statistic, permutation_type=kind, vectorized=True, n_resamples=np.inf, alternative=alternative)
        keep(f"permutation/{kind}/{alternative}", t.statistic, t.pvalue)
one, two = rng.normal(0, 1, 25), rng.normal(0, 1, (2, 25))
weights, mean, cov = rng.uniform(0.1, 1, 25), np.array([0.3, -0.5]), np.array([[1.5, 0.4], [0.4, 0.8]])
parts |= {"in/one": one, "in/two": two, "in/weights": weights, "in/mean": mean, "in/cov": cov}
for w in (None, weights):
    kde, other = stats.gaussian_kde(two, weights=w), stats.gaussian_kde(two[:, :11] + 1, 0.5)
    part = kde.marginal([1])
    keep(f"kde/{int(w is not None)}", kde.integrate_gaussian(mean, cov), kde.integrate_kde(other), part(one), part.factor, part.covariance)
    flat = stats.gaussian_kde(one, weights=w)
    keep(f"kde_one/{int(w is not None)}", flat.integrate_gaussian(0.3, 2.0), flat.integrate_kde(flat))
times, lost = np.round(rng.exponential(3, 40), 1), rng.random(40) < 0.35
grid = np.linspace(-1, 12, 27)
parts |= {"in/times": times, "in/lost": lost.astype(float), "in/grid": grid}
for name, sample in (("censored", stats.CensoredData.right_censored(times, lost)), ("whole", times)):
    e = stats.ecdf(sample)
    keep(f"ecdf/{name}", e.cdf.quantiles, e.cdf.probabilities, e.cdf.evaluate(grid), e.sf.evaluate(grid))
    with np.errstate(all="ignore"):
        import warnings
        warnings.simplefilter("ignore")
        for method in ("linear", "log-log"):
            i = e.cdf.confidence_interval(0.9, method=method)
            keep(f"interval/{name}/{method}", i.low.probabilities, i.high.probabilities)
np.savez(Path(__file__).parent / "data" / "stats_resampled.npz", allow_pickle=False, **parts)
print(len(parts), "arrays")
