#!/usr/bin/env python3
"""Writes `data/stats_normal.npz`, probabilities of normal vectors in mpmath and SciPy: `python3 tests/stats_normal.py`."""
from pathlib import Path

import mpmath as mp
import numpy as np
from scipy import stats

mp.mp.dps = 25
rng = np.random.default_rng(83)
parts = {}


def quadrant(h, k, rho):
    """By the conditional distribution of one of two numbers."""
    rest = mp.sqrt(1 - mp.mpf(rho) ** 2)
    density = lambda x: mp.npdf(x) * mp.ncdf((k - rho * x) / rest)
    # Where the conditional distribution has its step, and where the density is.
    step = mp.mpf(k) / rho if rho else mp.mpf(0)
    width = rest / abs(rho) if rho else mp.mpf(1)
    points = {mp.mpf(-40), mp.mpf(h), *(mp.mpf(x) for x in range(-12, 13, 2)), *(step + width * x for x in (-8, -3, -1, 0, 1, 3, 8))}
    points = sorted(p for p in points if -40 <= p <= h)
    return float(mp.quad(density, points)) if len(points) > 1 else 0.0


points = np.array([[0, 0], [0.5, -1], [-3, -2.5], [2, 2.0001], [-8, 1], [5, -0.3], [-1, 1]], dtype=float)
parts["two/x"] = points
for rho in (0.0, 0.3, -0.5, 0.92, 0.97, -0.97, 0.9999, -0.9999):
    parts[f"two/{rho}"] = np.array([quadrant(h, k, rho) for h, k in points])
parts["one"] = np.array([float(mp.ncdf((mp.mpf(x) - 1) / 2)) for x in (-30, 0, 1, 4)])
for n in (3, 5):
    root = rng.normal(0, 1, (n, n))
    mean, cov = rng.normal(0, 1, n), root @ root.T + 0.3 * np.eye(n)
    x = rng.normal(1, 2, (6, n))
    low = x - rng.uniform(0.5, 4, (6, n))
    d = stats.multivariate_normal(mean, cov, maxpts=4_000_000, abseps=1e-7, releps=1e-7)
    parts |= {f"{n}/mean": mean, f"{n}/cov": cov, f"{n}/x": x, f"{n}/low": low}
    parts[f"{n}/cdf"], parts[f"{n}/box"] = d.cdf(x, rng=rng), d.cdf(x, lower_limit=low, rng=rng)
root = rng.normal(0, 1, (4, 2))
mean, cov = rng.normal(0, 1, 4), root @ root.T
x = np.concatenate([mean + rng.normal(0, 1, (5, 2)) @ root.T, rng.normal(0, 1, (2, 4))])
d = stats.multivariate_normal(mean, cov, allow_singular=True)
parts |= {"flat/mean": mean, "flat/cov": cov, "flat/x": x, "flat/logpdf": d.logpdf(x), "flat/entropy": np.array(d.entropy())}
parts["fit/mean"], parts["fit/cov"] = stats.multivariate_normal.fit(x)
parts["fit/about"] = stats.multivariate_normal.fit(x, fix_mean=mean)[1]
np.savez(Path(__file__).parent / "data" / "stats_normal.npz", allow_pickle=False, **parts)
print(len(parts), "arrays")
