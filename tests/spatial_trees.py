#!/usr/bin/env python3
"""Writes `data/spatial_trees.npz`, neighbours of points in SciPy: `python3 tests/spatial_trees.py`."""
from pathlib import Path

import numpy as np
from scipy.spatial import KDTree

rng = np.random.default_rng(43)
parts = {}
for m, box in ((1, None), (2, None), (3, None), (2, [1.0, 0.0]), (3, 1.0)):
    points, x = rng.random((150, m)), rng.random((12, m)) * 1.4 - 0.2
    name = f"{m}/{'plain' if box is None else 'periodic'}"
    tree, other = KDTree(points, boxsize=box), KDTree(rng.random((40, m)), boxsize=box)
    parts |= {f"{name}/points": points, f"{name}/x": x, f"{name}/other": np.asarray(other.data)}
    if box is not None:
        parts[f"{name}/box"] = np.broadcast_to(box, m).astype(float)
    for p in (1.0, 2.0, 3.5, np.inf):
        d, i = tree.query(x, 5, p=p)
        parts |= {f"{name}/{p}/distances": d, f"{name}/{p}/places": i}
        r = 0.3 if m > 1 else 0.05
        balls = tree.query_ball_point(x, r, p=p, return_sorted=True)
        parts[f"{name}/{p}/lengths"] = np.array([len(b) for b in balls])
        parts[f"{name}/{p}/balls"] = np.array(sum(balls, []), dtype=np.int64)
        parts[f"{name}/{p}/pairs"] = np.array(sorted(tree.query_pairs(r / 3, p=p)), dtype=np.int64).reshape(-1, 2)
        parts[f"{name}/{p}/counts"] = tree.count_neighbors(other, [0.5, 0.01, 0.1, 0.1, 3.0], p=p)
        matrix = tree.sparse_distance_matrix(other, r / 2, p=p)
        parts |= {f"{name}/{p}/sums": matrix.toarray().sum(1), f"{name}/{p}/near": np.array([matrix.nnz]), f"{name}/r": np.array([r])}
np.savez(Path(__file__).parent / "data" / "spatial_trees.npz", allow_pickle=False, **parts)
print(len(parts), "arrays")
