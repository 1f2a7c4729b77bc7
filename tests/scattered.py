#!/usr/bin/env python3
"""Writes `data/scattered.npz`, interpolation between scattered points in SciPy: `python3 tests/scattered.py`."""
from pathlib import Path

import numpy as np
from scipy.interpolate import CloughTocher2DInterpolator, LinearNDInterpolator, NearestNDInterpolator

rng = np.random.default_rng(53)
parts = {}
for d in (2, 3):
    points, x = rng.random((50, d)), rng.random((6, 5, d)) * 1.2 - 0.1
    values = np.sin(3 * points[:, 0]) * points[:, 1] + points[:, -1] ** 2
    several = np.stack([values, np.cos(4 * values), points[:, 0] * 7], axis=1)
    wide = points * ([1.0, 300.0] if d == 2 else [1.0, 300.0, 0.01])
    kinds = {"linear": LinearNDInterpolator, "nearest": NearestNDInterpolator} | ({"smooth": CloughTocher2DInterpolator} if d == 2 else {})
    parts |= {f"{d}/points": points, f"{d}/x": x, f"{d}/values": values, f"{d}/several": several, f"{d}/wide": wide}
    for name, kind in kinds.items():
        parts[f"{d}/{name}"] = kind(points, values)(x)
        parts[f"{d}/{name}/several"] = kind(points, several)(x)
        parts[f"{d}/{name}/complex"] = kind(points, values + 1j * several[:, 1])(x)
        parts[f"{d}/{name}/rescaled"] = kind(wide, values, rescale=True)(x * wide[0] / points[0])
        if name != "nearest":
            parts[f"{d}/{name}/filled"] = kind(points, values, fill_value=-2.5)(x)
np.savez(Path(__file__).parent / "data" / "scattered.npz", allow_pickle=False, **parts)
print(len(parts), "arrays")
