#!/usr/bin/env python3
"""Writes `data/ndimage_spectra.npz`, what SciPy's Fourier filters and distances of images give: `python3 tests/ndimage_spectra.py`."""
from pathlib import Path

import numpy as np
from scipy import ndimage as nd

rng = np.random.default_rng(17)
parts = {}
numbers = {"line": (1.3,), "image": (1.3, 2.6), "volume": (0.8, 3.1, 1.7)}
for label, shape in {"line": (9,), "image": (6, 7), "volume": (4, 5, 6)}.items():
    for name, our in {"int32": "i32", "float32": "f32", "float64": "f64", "complex64": "complex64", "complex128": "complex128"}.items():
        x = rng.normal(0, 9, shape)
        x = (x + 1j * x[::-1] if name.startswith("complex") else x).astype(name)
        parts[f"{label}/{our}"] = x
        for f in ("fourier_gaussian", "fourier_uniform", "fourier_ellipsoid", "fourier_shift"):
            parts[f"{f}/{label}/{our}"] = getattr(nd, f)(x, numbers[label])
            parts[f"{f}/{label}/{our}/real"] = getattr(nd, f)(x, 2.5, n=2 * shape[-1] - 1)
for label, shape in {"line": (15,), "image": (13, 11), "volume": (5, 6, 7)}.items():
    x = rng.random(shape) < 0.9
    x.ravel()[3] = False
    parts[f"distance/{label}"] = x
    sampling = [0.7, 2.0, 1.1][: len(shape)]
    parts[f"edt/{label}"] = nd.distance_transform_edt(x)
    parts[f"edt/{label}/sampling"] = nd.distance_transform_edt(x, sampling)
    for metric in ("chessboard", "taxicab"):
        parts[f"cdt/{label}/{metric}"] = nd.distance_transform_cdt(x, metric)
np.savez(Path(__file__).parent / "data" / "ndimage_spectra.npz", allow_pickle=False, **{k: np.asarray(v, order="C") for k, v in parts.items()})
print(len(parts), "arrays")
