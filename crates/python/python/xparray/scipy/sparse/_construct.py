"""Sparse arrays of numbers, of other arrays, and of files."""

import ast
import zipfile

from ... import _core
from ..._creation import asarray
from ..._dtypes import dtype as _dtype
from ..._files import _reading, _writing
from ...random import _stream
from ._base import issparse, sparray
from ._formats import coo_array, csr_array, dia_array

_native = _core.tables["sparse"]
#: What files have of the formats, besides the elements and the shape.
_PARTS = {"bsr": ("indices", "indptr"), "coo": ("row", "col"), "csc": ("indices", "indptr"), "csr": ("indices", "indptr"), "dia": ("offsets",)}


def _sparse(a):
    return a if issparse(a) else coo_array(a)


def _formatted(kept, format, default=coo_array):
    found = default._of(kept)
    return found if format is None else found.asformat(format)


def eye_array(m, n=None, *, k=0, dtype=float, format=None):
    """Ones on a diagonal, of shape (m, n).

    Example: ``xparray.scipy.sparse.eye_array(3)``.
    """
    return _formatted(_native["eye"](m, m if n is None else n, k, _dtype(dtype), None), format, dia_array)


def eye(m, n=None, k=0, dtype=float, format=None):
    """Ones on a diagonal, of shape (m, n).

    Example: ``xparray.scipy.sparse.eye(3)``.
    """
    return eye_array(m, n, k=k, dtype=dtype, format=format)


def identity(n, dtype="d", format=None):
    """Ones on the main diagonal, of shape (n, n).

    Example: ``xparray.scipy.sparse.identity(3)``.
    """
    return eye_array(n, dtype=float if dtype == "d" else dtype, format=format)


def diags_array(diagonals, /, *, offsets=0, shape=None, format=None, dtype=None):
    """An array of diagonals, each a vector, or a number where the shape is given.

    Example: ``xparray.scipy.sparse.diags_array([[1, 2], [3]], offsets=[0, 1])``.
    """
    if isinstance(offsets, int):
        first = asarray(diagonals[0]) if len(diagonals) else asarray([])
        diagonals, offsets = ([diagonals] if first.ndim == 0 else diagonals), [offsets]
    else:
        offsets = [int(each) for each in asarray(offsets).tolist()]
    if len(diagonals) != len(offsets):
        raise ValueError(f"Different number of diagonals ({len(diagonals)}) and offsets ({len(offsets)}).")
    rows = [asarray(each).reshape(-1) for each in diagonals]
    if dtype is None:
        rows = [each.astype("float64") if each.dtype.kind in "iub" else each for each in rows]
    shape = None if shape is None else list(shape)
    kept = _native["diags"](rows, offsets, shape, None if dtype is None else _dtype(dtype))
    return _formatted(kept, format, dia_array)


def diags(diagonals, offsets=0, shape=None, format=None, dtype=None):
    """An array of diagonals, each a vector, or a number where the shape is given.

    Example: ``xparray.scipy.sparse.diags([[1, 2], [3]], [0, 1])``.
    """
    return diags_array(diagonals, offsets=offsets, shape=shape, format=format, dtype=dtype)


def spdiags(data, diags, m=None, n=None, format=None):
    """An array of the rows of data as diagonals, of which element j is in column j, of shape (m, n).

    Example: ``xparray.scipy.sparse.spdiags([[1, 2, 3]], [0], 3, 3)``.
    """
    shape = m if n is None else (m, n)
    found = dia_array((data, diags), shape=shape)
    return found if format is None else found.asformat(format)


def kron(A, B, format=None):
    """Kronecker's product.

    Example: ``xparray.scipy.sparse.kron(A, B)``.
    """
    return _formatted(_native["kron"](_sparse(A)._m, _sparse(B)._m), format)


def kronsum(A, B, format=None):
    """Kronecker's sum of square arrays: kron(I, A) + kron(B, I).

    Example: ``xparray.scipy.sparse.kronsum(A, B)``.
    """
    return _formatted(_native["kronsum"](_sparse(A)._m, _sparse(B)._m), format, csr_array)


def _joined(name, blocks, format, dtype):
    found = _native[name]([_sparse(each)._m for each in blocks])
    found = found if dtype is None else _native["astype"](found, _dtype(dtype))
    return _formatted(found, format)


def hstack(blocks, format=None, dtype=None):
    """Arrays side by side.

    Example: ``xparray.scipy.sparse.hstack([A, B])``.
    """
    return _joined("hstack", blocks, format, dtype)


def vstack(blocks, format=None, dtype=None):
    """Arrays one below the other.

    Example: ``xparray.scipy.sparse.vstack([A, B])``.
    """
    return _joined("vstack", blocks, format, dtype)


def block_diag(mats, format=None, dtype=None):
    """Arrays along the diagonal.

    Example: ``xparray.scipy.sparse.block_diag([A, B])``.
    """
    return _joined("block_diag", mats, format, dtype)


def block_array(blocks, *, format=None, dtype=None):
    """An array of blocks, of which None is one of zeros.

    Example: ``xparray.scipy.sparse.block_array([[A, None], [None, B]])``.
    """
    rows = [[None if each is None else _sparse(each)._m for each in row] for row in blocks]
    found = _native["block"](rows)
    return _formatted(found if dtype is None else _native["astype"](found, _dtype(dtype)), format)


def bmat(blocks, format=None, dtype=None):
    """An array of blocks, of which None is one of zeros.

    Example: ``xparray.scipy.sparse.bmat([[A, None], [None, B]])``.
    """
    return block_array(blocks, format=format, dtype=dtype)


def _triangle(name, A, k, format):
    A = _sparse(A)
    return _formatted(_native[name](A._m, k), format)


def tril(A, k=0, format=None):
    """The elements on a diagonal and below it.

    Example: ``xparray.scipy.sparse.tril(A)``.
    """
    return _triangle("tril", A, k, format)


def triu(A, k=0, format=None):
    """The elements on a diagonal and above it.

    Example: ``xparray.scipy.sparse.triu(A)``.
    """
    return _triangle("triu", A, k, format)


def find(A):
    """The rows, columns and values of the elements that are not zero.

    Example: ``xparray.scipy.sparse.find(A)``.
    """
    data, row, col = _native["coo_parts"](_native["eliminate_zeros"](_sparse(A)._m))
    return row, col, data


def random_array(shape, *, density=0.01, format="coo", dtype=None, rng=None, data_sampler=None,
    random_state=None):
    """An array with a share of entries at random places, uniform in [0, 1), or of what a function of `size=` gives.

    Example: ``xparray.scipy.sparse.random_array((3, 4), density=0.25, rng=7)``.
    """
    found = _native["random"](_stream(random_state if rng is None else rng), list(shape), float(density))
    if data_sampler is not None:
        found = _native["with_values"](found, data_sampler(size=_native["nnz"](found)))
    return _formatted(found if dtype is None else _native["astype"](found, _dtype(dtype)), format)


def random(m, n, density=0.01, format="coo", dtype=None, rng=None, data_rvs=None, *, random_state=None):
    """An array of shape (m, n) with a share of entries at random places, uniform in [0, 1), or of what a function of a count gives.

    Example: ``xparray.scipy.sparse.random(3, 4, density=0.25, rng=7)``.
    """
    sampler = None if data_rvs is None else lambda size: data_rvs(size)
    return random_array((m, n), density=density, format=format, dtype=dtype, rng=rng, data_sampler=sampler, random_state=random_state)


def rand(m, n, density=0.01, format="coo", dtype=None, rng=None, *, random_state=None):
    """An array of shape (m, n) with a share of entries at random places, uniform in [0, 1).

    Example: ``xparray.scipy.sparse.rand(3, 4, density=0.25, rng=7)``.
    """
    return random(m, n, density, format, dtype, rng, random_state=random_state)


def save_npz(file, matrix, compressed=True):
    """Writes an array to a file of SciPy's format, or to one that is open.

    Example: ``xparray.scipy.sparse.save_npz("a.npz", A)``.
    """
    a = _sparse(matrix)
    if a.format not in _PARTS:
        raise NotImplementedError(f"Save is not implemented for sparse matrix of format {a.format}.")
    parts = [(name, asarray(getattr(a, name))) for name in (*_PARTS[a.format], "data", "shape")]
    if not isspmatrix(a):
        parts.append(("_is_array", asarray(True)))
    with _writing(file, ".npz") as path:
        _native["save_npz"](path, a.format, parts, compressed)


def load_npz(file):
    """The array of a file of SciPy's format, of its format and element type.

    Example: ``xparray.scipy.sparse.load_npz("a.npz")``.
    """
    with _reading(file) as path:
        form, kind = _said(path)
        found = _native["load_npz"](path, None)
    return _formatted(_native["astype"](found, _dtype(kind)), form, csr_array)


def _said(path):
    """The format of a sparse array in a file, and its element type."""
    with zipfile.ZipFile(path) as archive:
        form = archive.read("format.npy")[-3:].decode("ascii", "replace") if "format.npy" in archive.namelist() else None
        with archive.open("data.npy") as data:
            start = data.read(12)
            length = start[8:10] if start[6] == 1 else start[8:12]
            header = start[10:12] if start[6] == 1 else b""
            header += data.read(int.from_bytes(length, "little") - len(header))
    return form, ast.literal_eval(header.decode("latin1").strip())["descr"].lstrip("<>=|")


def isspmatrix(x):
    """Whether an object is a sparse matrix, with `*` for the matrix product.

    Example: ``xparray.scipy.sparse.isspmatrix(A)``.
    """
    from ._formats import _Matrix

    return isinstance(x, sparray) and isinstance(x, _Matrix)


__all__ = [
    "block_array", "block_diag", "bmat", "diags", "diags_array", "eye", "eye_array", "find", "hstack", "identity", "isspmatrix", "kron",
    "kronsum", "load_npz", "rand", "random", "random_array", "save_npz", "spdiags", "tril", "triu", "vstack",
]
