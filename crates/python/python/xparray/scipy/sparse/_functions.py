"""Functions, norms and shapes of sparse matrices."""

from math import inf

from ... import _core
from ._base import issparse
from ._formats import csr_array
from ._operators import operator, sparse

_native = _core.tables["sparse_linalg"]


def _like(A, kept):
    return type(A)._of(kept) if issparse(A) else csr_array._of(kept)


def inv(A):
    """The inverse, a sparse array.

    Example: ``xparray.scipy.sparse.linalg.inv(A)``.
    """
    return _like(A, _native["inv"](sparse(A)))


def expm(A):
    """The exponential of a matrix, a sparse array.

    Example: ``xparray.scipy.sparse.linalg.expm(A)``.
    """
    return _like(A, _native["expm"](sparse(A)))


def matrix_power(A, power):
    """A power of a matrix, a sparse array.

    Example: ``xparray.scipy.sparse.linalg.matrix_power(A, 3)``.
    """
    if A.shape[0] != A.shape[1]:
        raise TypeError("sparse matrix is not square")
    return _like(A, _native["matrix_power"](sparse(A), power))


def expm_multiply(A, B, start=None, stop=None, num=None, endpoint=None, traceA=None):
    """The exponential of a matrix times B, at A itself, or at `num` multiples of it between two, along a first axis.

    Example: ``xparray.scipy.sparse.linalg.expm_multiply(A, b)``.
    """
    if start is None and stop is None and num is None:
        return _native["expm_multiply"](operator(A), B, 1.0, traceA)
    num = 50 if num is None else num
    if endpoint is False:
        stop, num = start + (stop - start) * (num - 1) / num, num
    return _native["expm_multiply_interval"](operator(A), B, (float(start), float(stop), num), traceA)


def funm_multiply_krylov(f, A, b, *, assume_a="general", t=1.0, atol=0.0, rtol=1e-06):
    """A function of t A times a vector, where f computes it of small matrices.

    Example: ``xparray.scipy.sparse.linalg.funm_multiply_krylov(xparray.scipy.linalg.expm, A, b)``.
    """
    return _native["funm_multiply_krylov"](f, operator(A), b, t, rtol, atol)


def norm(x, ord=None, axis=None):
    """The norm of a sparse array: Frobenius's, or of order 1, -1, 2, inf or -inf, or the lengths of its columns or rows.

    Example: ``xparray.scipy.sparse.linalg.norm(A)``.
    """
    if axis is not None and not isinstance(axis, tuple):
        from ..._ufuncs import sqrt

        magnitudes = abs(x)
        if ord in (None, 2):
            return sqrt((magnitudes * magnitudes).sum(axis=axis))
        if ord == 1:
            return magnitudes.sum(axis=axis)
        if ord == inf:
            return magnitudes.max(axis=axis)
        raise NotImplementedError(f"norms of order {ord} of columns and rows")
    if ord == 2:
        from ._eigenvalues import svds

        if min(x.shape) > 1:
            return svds(x if x.dtype.kind in "fc" else x.astype("float64"), k=1, return_singular_vectors=False)[0]
        ord = None
    if ord in ("nuc", -2, 0):
        raise NotImplementedError(f"norms of order {ord} of sparse arrays")
    return _native["norm"](sparse(x), None if ord in (None, "fro", "f") else float(ord))


def onenormest(A, t=2, itmax=5, compute_v=False, compute_w=False):
    """A lower estimate of the 1-norm of a square operator.

    Example: ``xparray.scipy.sparse.linalg.onenormest(A)``.
    """
    return _native["onenormest"](operator(A))


def spbandwidth(A):
    """How many diagonals below and above the main one have entries.

    Example: ``xparray.scipy.sparse.linalg.spbandwidth(A)``.
    """
    return _native["spbandwidth"](sparse(A))


def is_sptriangular(A):
    """Whether a sparse array is lower triangular, and whether it is upper triangular.

    Example: ``xparray.scipy.sparse.linalg.is_sptriangular(A)``.
    """
    return _native["is_sptriangular"](sparse(A))


__all__ = [
    "expm", "expm_multiply", "funm_multiply_krylov", "inv", "is_sptriangular", "matrix_power", "norm", "onenormest", "spbandwidth",
]
