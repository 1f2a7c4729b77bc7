"""Indices: of diagonals and triangles, of places in a row and along each axis."""

from . import _core
from ._creation import arange, asarray, ones

_native = _core.tables["numpy"]


def diag_indices(n, ndim=2, *, device=None):
    """The indices of the main diagonal of an array with `ndim` axes of length n.

    Example: ``x[xparray.diag_indices(3)] = 0``.
    """
    return tuple(_native["diag_indices"](max(n, 0), max(ndim, 0), device))


def diag_indices_from(arr):
    """The indices of the main diagonal of an array whose axes are all as long.

    Example: ``x[xparray.diag_indices_from(x)] = 0``.
    """
    if arr.ndim < 2:
        raise ValueError("input array must be at least 2-d")
    if len(set(arr.shape)) > 1:
        raise ValueError("All dimensions of input must be of equal length")
    return diag_indices(arr.shape[0], arr.ndim, device=arr.device)


def indices(dimensions, dtype="int64", sparse=False, *, device=None):
    """The indices of a grid along each axis, of shape (ndim, ...); a tuple of arrays that broadcast if sparse.

    Example: ``xparray.indices((2, 3))``.
    """
    if sparse:
        ndim = len(dimensions)
        shapes = [[-1 if k == axis else 1 for k in range(ndim)] for axis in range(ndim)]
        return tuple(arange(d, dtype=dtype, device=device).reshape(s) for d, s in zip(dimensions, shapes))
    return _native["indices"](list(dimensions), device).astype(dtype)


def ix_(*args):
    """Index arrays that select a grid: each along an axis of its own.

    Example: ``x[xparray.ix_([0, 2], [1, 3])]``.
    """
    found = [asarray(each) for each in args]
    found = [each.astype("int64") if not each.size else each.nonzero()[0] if each.dtype.kind == "b" else each for each in found]
    if any(each.ndim != 1 for each in found):
        raise ValueError("Cross index must be 1 dimensional")
    if any(each.dtype.kind not in "iu" for each in found):
        # What is no index stays as it is, along its axis.
        return tuple(each.reshape([-1 if k == place else 1 for k in range(len(found))]) for place, each in enumerate(found))
    places = _native["ix_"](found, None)
    # Indices stay of their type.
    return tuple(each.astype(of.dtype, copy=False) if of.dtype.kind in "iu" else each for each, of in zip(places, found))


def mask_indices(n, mask_func, k=0):
    """The indices where a function of an n by n matrix of ones, and of k, is not zero.

    Example: ``xparray.mask_indices(3, xparray.triu)``.
    """
    return mask_func(ones((n, n), dtype="int64"), k).nonzero()


def ravel_multi_index(multi_index, dims, mode="raise", order="C"):
    """Indices along each axis as indices of the row of all elements.

    Example: ``xparray.ravel_multi_index(([0, 1], [2, 0]), (2, 3))``.
    """
    multi_index, dims = list(multi_index), [dims] if isinstance(dims, int) else list(dims)
    if order not in ("C", "F"):
        raise ValueError("order is 'C' or 'F'")
    if order == "F":
        multi_index, dims = multi_index[::-1], dims[::-1]
        mode = mode if isinstance(mode, str) else tuple(mode)[::-1]
    if not isinstance(mode, str):
        # Each axis has a mode of its own.
        if len(mode) != len(dims):
            raise ValueError(f"there are {len(mode)} modes for {len(dims)} axes")
        multi_index, mode = [_within(each, d, how) for each, d, how in zip(multi_index, dims, mode)], "raise"
    try:
        return _native["ravel_multi_index"](multi_index, dims, mode, None)
    except IndexError as error:
        raise ValueError(str(error)) from None


def _within(index, d, mode):
    """The indices of an axis, turned round or moved to its ends, if a mode says so."""
    if mode not in ("raise", "wrap", "clip"):
        raise ValueError(f"{mode!r} is none of raise, wrap, clip")
    index = asarray(index)
    return index if mode == "raise" else index % d if mode == "wrap" else _core.clip(index, 0, d - 1)


def tril_indices(n, k=0, m=None, *, device=None):
    """The indices of the lower triangle of a matrix of shape (n, m).

    Example: ``x[xparray.tril_indices(3)]``.
    """
    return tuple(_native["tril_indices"](n, k, n if m is None else m, device))


def tril_indices_from(arr, k=0):
    """The indices of the lower triangle of a matrix.

    Example: ``x[xparray.tril_indices_from(x)]``.
    """
    return _of_matrix(tril_indices, arr, k)


def triu_indices(n, k=0, m=None, *, device=None):
    """The indices of the upper triangle of a matrix of shape (n, m).

    Example: ``x[xparray.triu_indices(3)]``.
    """
    return tuple(_native["triu_indices"](n, k, n if m is None else m, device))


def triu_indices_from(arr, k=0):
    """The indices of the upper triangle of a matrix.

    Example: ``x[xparray.triu_indices_from(x)]``.
    """
    return _of_matrix(triu_indices, arr, k)


def _of_matrix(function, arr, k):
    if arr.ndim != 2:
        raise ValueError("input array must be 2-d")
    return function(arr.shape[0], k, arr.shape[1], device=arr.device)


def unravel_index(indices, shape, order="C"):
    """Indices of the row of all elements as indices along each axis.

    Example: ``xparray.unravel_index([3, 5], (2, 3))``.
    """
    if order not in ("C", "F"):
        raise ValueError("order is 'C' or 'F'")
    shape = [shape] if isinstance(shape, int) else list(shape)
    if not shape:
        indices = asarray(indices)
        if bool((indices != 0).any()):
            raise ValueError(f"index {indices.max().item()} is out of bounds for array with size 1")
        if indices.ndim:
            raise ValueError("multiple indices are not supported for 0d array")
    try:
        found = tuple(_native["unravel_index"](indices, shape if order == "C" else shape[::-1]))
    except IndexError as error:
        raise ValueError(str(error)) from None
    return found if order == "C" else found[::-1]


__all__ = [
    "diag_indices", "diag_indices_from", "indices", "ix_", "mask_indices", "ravel_multi_index", "tril_indices", "tril_indices_from",
    "triu_indices", "triu_indices_from", "unravel_index",
]
