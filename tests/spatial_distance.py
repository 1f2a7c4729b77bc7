#!/usr/bin/env python3
"""Writes `data/spatial_distance.npz`, distances of pairs in SciPy: `python3 tests/spatial_distance.py`."""
from pathlib import Path

import numpy as np
from scipy.spatial import distance

rng = np.random.default_rng(41)
parts = {}
numbers = ["braycurtis", "canberra", "chebyshev", "cityblock", "correlation", "cosine", "euclidean", "jensenshannon", "mahalanobis",
           "minkowski", "seuclidean", "sqeuclidean"]
truths = ["dice", "hamming", "jaccard", "rogerstanimoto", "russellrao", "sokalsneath", "yule"]
# Few components are written out, many reduced.
for k in (3, 11):
    a, b, w = rng.uniform(0.1, 2, (7, k)), rng.uniform(0.1, 2, (18, k)), rng.uniform(0, 1, k)
    w[1] = 0
    parts |= {f"{k}/a": a, f"{k}/b": b, f"{k}/w": w}
    truth = (a > 1).astype(float), (b > 1).astype(float)
    # Vectors of zeros only and of ones only.
    truth[0][0], truth[1][0], truth[0][1], truth[1][1] = 0, 0, 1, 1
    parts |= {f"{k}/truth/a": truth[0], f"{k}/truth/b": truth[1]}
    for name in numbers + truths:
        x, y = truth if name in truths else (a, b)
        parts[f"{k}/{name}"] = distance.cdist(x, y, name)
        parts[f"{k}/{name}/pdist"] = distance.pdist(y, name)
        if name not in ("jensenshannon", "mahalanobis", "seuclidean"):
            parts[f"{k}/{name}/w"] = distance.cdist(x, y, name, w=w)
    for p in (0.5, 1.0, 3.0, np.inf):
        parts[f"{k}/minkowski/{p}"] = distance.cdist(a, b, "minkowski", p=p)
        parts[f"{k}/minkowski/{p}/w"] = distance.cdist(a, b, "minkowski", p=p, w=w)
    v, vi = rng.uniform(0.5, 2, k), rng.normal(0, 0.2, (k, k)) + 4 * np.eye(k)
    parts |= {f"{k}/v": v, f"{k}/vi": vi}
    parts |= {f"{k}/seuclidean/v": distance.cdist(a, b, "seuclidean", V=v)}
    parts |= {f"{k}/mahalanobis/vi": distance.cdist(a, b, "mahalanobis", VI=vi)}
    # CuPy's, by their definitions.
    p, q = a[:, None], b[None]
    parts[f"{k}/hellinger"] = np.sqrt(((np.sqrt(p) - np.sqrt(q)) ** 2).sum(-1) / 2)
    parts[f"{k}/kl_divergence"] = (p * np.log(p / q)).sum(-1)
many = rng.normal(0, 1, (300, 2))
parts |= {"many": many, "many/pdist": distance.pdist(many)[::37], "many/hausdorff": distance.directed_hausdorff(many[:140], many[140:], rng=1)}
np.savez(Path(__file__).parent / "data" / "spatial_distance.npz", allow_pickle=False, **parts)
print(len(parts), "arrays")
