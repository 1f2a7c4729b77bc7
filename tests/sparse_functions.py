#!/usr/bin/env python3
"""Writes `data/sparse_functions.npz`, functions of matrices times vectors, and Laplacians of grids, in SciPy: `python3 tests/sparse_functions.py`."""
from pathlib import Path

import numpy as np
from scipy import linalg
from scipy.sparse.linalg import LaplacianNd

rng = np.random.default_rng(71)
parts = {}
real = rng.normal(0, 0.4, (30, 30)) + 3 * np.eye(30)
matrices = {"real": (real, rng.normal(0, 1, 30)), "complex": (real + 0.3j * rng.normal(0, 1, (30, 30)), rng.normal(0, 1, 30) + 1j)}
for name, (a, b) in matrices.items():
    parts |= {f"{name}/a": a, f"{name}/b": b, f"{name}/expm": linalg.expm(-0.7 * a) @ b, f"{name}/sqrtm": linalg.sqrtm(a) @ b}
for boundary in ("dirichlet", "neumann", "periodic"):
    for shape in ((1,), (2,), (5,), (2, 3), (1, 4), (3, 2, 4)):
        a = LaplacianNd(shape, boundary_conditions=boundary)
        name = f"{boundary}/{'x'.join(map(str, shape))}"
        values = a.eigenvalues()
        # As products say it, which are right for axes of one point too.
        matrix = a(np.eye(a.shape[0]))
        parts |= {f"{name}/matrix": matrix.astype(float), f"{name}/values": np.linalg.eigvalsh(matrix.astype(float))}
        if shape in ((5,), (3, 2, 4)):
            parts |= {f"{name}/own": values, f"{name}/vectors": np.abs(a.eigenvectors())}
np.savez(Path(__file__).parent / "data" / "sparse_functions.npz", allow_pickle=False, **parts)
print(len(parts), "arrays")
