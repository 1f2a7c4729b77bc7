#!/usr/bin/env python3
"""Writes `data/linalg_changes.npz`, factorisations of matrices that change, in SciPy: `python3 tests/linalg_changes.py`."""
from pathlib import Path

import numpy as np
from scipy import linalg

rng = np.random.default_rng(41)
parts = {}


def normal(*shape, complex=False):
    x = rng.normal(0, 1, shape)
    return x + 1j * rng.normal(0, 1, shape) if complex else x


for kind, c in (("real", False), ("complex", True)):
    a, u, v = normal(6, 3, complex=c), normal(6, 2, complex=c), normal(3, 2, complex=c)
    row, column = normal(2, 3, complex=c), normal(6, 2, complex=c)
    parts |= {f"{kind}/a": a, f"{kind}/u": u, f"{kind}/v": v, f"{kind}/row": row, f"{kind}/column": column}
    for mode in ("full", "economic"):
        q, r = linalg.qr(a, mode=mode)
        keep = lambda name, factors: parts.__setitem__(f"{kind}/{mode}/{name}", np.abs(factors[1]))
        keep("update", linalg.qr_update(q, r, u, v))
        keep("delete_rows", linalg.qr_delete(q, r, 1, 2))
        keep("delete_columns", linalg.qr_delete(q, r, 0, 2, which="col"))
        keep("insert_rows", linalg.qr_insert(q, r, row, 4))
        keep("insert_columns", linalg.qr_insert(q, r, column, 1, which="col"))
real = np.array([[1.0, 2, 0, 1], [-3, 1, 0.5, 0], [0, 0, 2, 7], [0.5, 0, -4, 3]])
w, v = linalg.eig(real)
parts |= {"blocks/w": w, "blocks/v": v}
parts["blocks/wr"], parts["blocks/vr"] = linalg.cdf2rdf(w, v)
isolated = np.array([[1.0, 0, 0, 0, 0], [1e4, 2, 1e-3, 0, 5], [7, 1e5, 3, 0, 1e-2], [1, 2, 3, 4, 5], [0, 1, 1e3, 0, 6]])
parts["balance/a"] = isolated
for permute in (True, False):
    for scale in (True, False):
        parts[f"balance/{int(permute)}{int(scale)}"] = linalg.matrix_balance(isolated, permute=permute, scale=scale)[0]
parts = {name: np.array(value, order="C") for name, value in parts.items()}
np.savez(Path(__file__).parent / "data" / "linalg_changes.npz", allow_pickle=False, **parts)
print(len(parts), "arrays")
