#!/usr/bin/env python3
"""Writes `data/sparse_types.npz`, operations on sparse matrices of every element type and format, in SciPy: `python3 tests/sparse_types.py`."""
from pathlib import Path
import warnings

import numpy as np
from scipy import sparse

warnings.simplefilter("ignore")
rng = np.random.default_rng(20)
parts = {}
TYPES = "bool i1 i2 i4 i8 u1 u2 u4 u8 f4 f8 c8 c16".split()


def numbers(shape, dtype, density):
    """Integers from all of the type's range, so that products wrap; small floats, so that they are exact."""
    dtype = np.dtype(dtype)
    if dtype.kind == "b":
        x = np.ones(shape, bool)
    elif dtype.kind in "iu":
        info = np.iinfo(dtype)
        x = rng.integers(info.min, info.max, shape, dtype, endpoint=True)
    else:
        x = rng.integers(-9, 10, shape).astype(dtype)
        if dtype.kind == "c":
            x += 1j * rng.integers(-3, 4, shape)
    return np.where(rng.random(shape) < density, x, dtype.type(0)).astype(dtype)


for name in TYPES:
    dtype = np.dtype(name)
    a, b, square = numbers((5, 4), name, 0.5), numbers((5, 4), name, 0.4), numbers((4, 4), name, 0.6)
    a[2] = 0
    a[3] = numbers(4, name, 2.0)
    a[3][a[3] == 0] = 1
    b[0] = a[0]
    dense, row, column = numbers((4, 3), name, 2.0), numbers(4, name, 2.0), numbers((5, 1), name, 2.0)
    x, y, z = sparse.csr_array(a), sparse.csr_array(b), sparse.csr_array(square)
    out = {"a": a, "b": b, "square": square, "dense": dense, "row": row, "column": column}
    out |= {"matmul": x @ dense, "matvec": x @ row, "matmul_sparse": (x @ z).toarray(), "power": (z @ z).toarray()}
    out |= {"add": (x + y).toarray(), "multiply_sparse": x.multiply(y).toarray(), "multiply_row": x.multiply(row).toarray()}
    out |= {"multiply_column": x.multiply(column).toarray(), "multiply": x.multiply(a + b).toarray()}
    # Of no two types is the quotient of two single ones.
    if dtype.kind in "biu":
        out |= {"divide": (x / np.where(b == 0, dtype.type(1), b)).toarray()}
    if dtype.kind != "b":
        out |= {"subtract": (x - y).toarray(), "negative": (-x).toarray(), "power2": x.power(2).toarray(), "twice": (x * 2).toarray()}
    out["abs"] = abs(x).toarray()
    for axis in (None, 0, 1):
        out |= {f"sum/{axis}": x.sum(axis), f"mean/{axis}": np.asarray(x.mean(axis)), f"count/{axis}": x.count_nonzero(axis)}
        if dtype.kind != "c":
            for f in ("max", "min", "argmax", "argmin"):
                value = getattr(np, f)(a, axis)
                out[f"{f}/{axis}"] = value
    # Comparisons of dense matrices are those of sparse ones; SciPy's of unsigned ones with zero are its own.
    out |= {"not_equal": a != b, "equal": a == b}
    if dtype.kind != "c":
        out |= {"less": a < b, "greater": a > b, "less_equal": a <= b, "greater_equal": a >= b}
        out |= {"maximum": np.maximum(a, b), "minimum": np.minimum(a, b), "maximum1": np.maximum(a, dtype.type(1)), "greater1": a > dtype.type(0)}
    kron = sparse.kron(x, z).toarray()
    out |= {"kron": kron, "reshape": x.reshape((2, 10)).toarray(), "T": a.T, "tril": np.tril(a, -1), "triu": np.triu(a, 1), "diagonal": a.diagonal(-1)}
    ours = {"bool": "bool", "i1": "i8", "i2": "i16", "i4": "i32", "i8": "i64", "u1": "u8", "u2": "u16", "u4": "u32", "u8": "u64", "f4": "f32", "f8": "f64", "c8": "complex64", "c16": "complex128"}
    parts |= {f"{ours[name]}/{key}": np.asarray(value, order="C") for key, value in out.items()}
parts = {key: value.astype(np.int64) if "/count/" in key or "/arg" in key else value for key, value in parts.items()}
np.savez(Path(__file__).parent / "data" / "sparse_types.npz", allow_pickle=False, **parts)
print(len(parts), "arrays")
