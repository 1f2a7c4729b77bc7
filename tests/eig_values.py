#!/usr/bin/env python3
"""Writes `data/eig.npz`, SciPy's eigenvalues of matrices that the tests make by the same rule: `python3 tests/eig_values.py`."""
from pathlib import Path

import numpy as np
from scipy import linalg


def numbers(count, seed):
    """Numbers between -1 and 1 that are the same in every language: multiples of 2**-20."""
    state = np.arange(1, count + 1, dtype=np.uint64) * np.uint64(2654435761) + np.uint64(seed)
    for shift, factor in [(15, 2246822519), (13, 3266489917)]:
        state &= np.uint64(0xFFFFFFFF)
        state = (state ^ (state >> np.uint64(shift))) * np.uint64(factor)
    state &= np.uint64(0xFFFFFFFF)
    return ((state ^ (state >> np.uint64(16))) >> np.uint64(11)).astype(np.float64) / 2.0**20 - 1.0


def random(n, seed):
    return numbers(n * n, seed).reshape(n, n)


parts = {}
for n in [76, 150, 300]:
    parts[f"real/{n}"] = linalg.eigvals(random(n, n))
    parts[f"complex/{n}"] = linalg.eigvals(random(n, n) + 1j * random(n, n + 1))
# A Hessenberg matrix with a row and a column that grow.
n = 120
graded = np.triu(random(n, 5), -1) * np.exp2(-np.arange(n) / 4)[:, None]
parts["graded/120"] = linalg.eigvals(graded)
# The companion matrix of a polynomial with small coefficients: roots are near the unit circle.
parts["companion/200"] = linalg.eigvals(linalg.companion(np.concatenate([[1.0], numbers(200, 9)])))
np.savez(Path(__file__).parent / "data" / "eig.npz", **parts)
