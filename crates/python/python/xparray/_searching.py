"""Sorting, searching, choosing, sets."""

from typing import NamedTuple

from . import _core
from ._core import ndarray
from ._creation import asarray
from ._several import into, several
from ._statistics import _reduce


class UniqueAllResult(NamedTuple):
    """What `unique_all` gives."""

    values: ndarray
    indices: ndarray
    inverse_indices: ndarray
    counts: ndarray


class UniqueCountsResult(NamedTuple):
    """What `unique_counts` gives."""

    values: ndarray
    counts: ndarray


class UniqueInverseResult(NamedTuple):
    """What `unique_inverse` gives."""

    values: ndarray
    inverse_indices: ndarray


def sort(a, axis=-1, kind=None, order=None, *, descending=False, stable=True):
    """The elements sorted along an axis, or all in a row; NaN come last.

    Example: ``xparray.sort(x, axis=0)``.
    """
    _check_kind(kind)
    _check_order(order)
    a = asarray(a)
    if axis is None:
        a, axis = a._reshape(a.size, None), -1
    found = _core.sort(a, axis)
    return found._flip([axis]) if descending else found


def argsort(a, axis=-1, kind=None, order=None, *, descending=False, stable=True):
    """The indices that sort the elements along an axis; equal elements keep their order.

    Example: ``xparray.argsort(x, axis=0)``.
    """
    _check_kind(kind)
    _check_order(order)
    a = asarray(a)
    if axis is None or not a.ndim:
        a, axis = a._reshape(a.size, None), -1 if axis is None else axis
    if not descending:
        return _core.argsort(a, axis)
    # Backwards, so that equal elements keep their order when all are turned round.
    return (a.shape[axis] - 1 - _core.argsort(a._flip([axis]), axis))._flip([axis])


def _check_kind(kind):
    """Refuses what names no way of sorting, of which there is one here."""
    if kind is not None and (not isinstance(kind, str) or kind[:1] not in ("q", "h", "m", "s", "Q", "H", "M", "S")):
        raise ValueError(f"sort kind must be one of 'quick', 'heap', or 'stable' (got {kind!r})")


def _check_order(order):
    """Refuses names of fields, which numbers have not."""
    if order is not None:
        raise ValueError("Cannot specify order when the array has no fields.")


def _partition(a, kth, axis, indices, kind, order):
    _check_order(order)
    if kind != "introselect":
        raise ValueError(f"select kind must be 'introselect' (got {kind!r})")
    a = asarray(a)
    a, axis = (a.ravel(), 0) if axis is None else (a, axis)
    length = a.shape[axis] if -a.ndim <= axis < a.ndim else 0
    if a.ndim and length and any(not -length <= k < length for k in several(kth)):
        raise ValueError(f"kth(={kth}) out of bounds ({length})")
    if not a.size:
        return a.astype("int64") if indices else a.copy()
    return _core.partition(a, several(kth), axis, indices)


def partition(a, kth, axis=-1, kind="introselect", order=None):
    """The elements with the k-th smallest at place k, smaller ones before, larger ones behind.

    Example: ``xparray.partition(x, 3)``.
    """
    return _partition(a, kth, axis, False, kind, order)


def argpartition(a, kth, axis=-1, kind="introselect", order=None):
    """The indices of `partition`.

    Example: ``xparray.argpartition(x, 3)``.
    """
    return _partition(a, kth, axis, True, kind, order)


def lexsort(keys, axis=-1):
    """The indices that sort by several keys, the last one first.

    Example: ``xparray.lexsort((minor, major))``.
    """
    keys = [asarray(each) for each in keys]
    # Of several types, the common one could lack what tells keys apart.
    if keys and keys[0].ndim == 1 and axis in (0, -1) and len({each.dtype for each in keys}) == 1:
        return _core.lexsort(_core.stack(keys, 0))
    order = None
    for key in keys:
        place = argsort(key if order is None else _core.take_along_axis(key, order, axis), axis)
        order = place if order is None else _core.take_along_axis(order, place, axis)
    if order is None:
        raise TypeError("need sequence of keys with len > 0 in lexsort")
    return order


def _argument(name, a, axis, out, keepdims, dtype=None):
    found = _reduce(name, a, axis, None, None, keepdims)
    found = found if dtype is None else found.astype(dtype)
    if out is not None and not _core.can_cast(out.dtype, found.dtype, "safe"):
        # As NumPy, which writes indices, and takes what becomes one.
        raise TypeError(f"Cannot cast array data from {out.dtype!r} to {found.dtype!r} according to the rule 'safe'")
    return into(out, found, "unsafe")


def argmax(a, axis=None, out=None, keepdims=False, *, dtype=None):
    """The index of the first of the largest elements along an axis, or in a row of all.

    Example: ``xparray.argmax(x, axis=0)``.
    """
    return _argument("argmax", a, axis, out, keepdims, dtype)


def argmin(a, axis=None, out=None, keepdims=False, *, dtype=None):
    """The index of the first of the smallest elements along an axis, or in a row of all.

    Example: ``xparray.argmin(x, axis=0)``.
    """
    return _argument("argmin", a, axis, out, keepdims, dtype)


def nanargmax(a, axis=None, out=None, keepdims=False):
    """As `argmax`, of the elements that are not NaN.

    Example: ``xparray.nanargmax(x, axis=0)``.
    """
    return _argument("nanargmax", a, axis, out, keepdims)


def nanargmin(a, axis=None, out=None, keepdims=False):
    """As `argmin`, of the elements that are not NaN.

    Example: ``xparray.nanargmin(x, axis=0)``.
    """
    return _argument("nanargmin", a, axis, out, keepdims)


def count_nonzero(a, axis=None, keepdims=False):
    """How many elements along axes are not zero.

    Example: ``xparray.count_nonzero(x, axis=0)``.
    """
    return _reduce("count_nonzero", a, axis, None, None, keepdims)


def nonzero(a):
    """The indices of the elements that are not zero: a vector for each axis.

    Example: ``rows, columns = xparray.nonzero(x)``.
    """
    a = asarray(a)
    if a.ndim == 0:
        raise ValueError("Calling nonzero on 0d arrays is not allowed. Use np.atleast_1d(scalar).nonzero() instead.")
    return _core.nonzero(a)


def flatnonzero(a):
    """The places of the elements that are not zero, in a row of all.

    Example: ``xparray.flatnonzero(x)``.
    """
    a = asarray(a)
    return _core.nonzero(a._reshape(a.size, None))[0]


def argwhere(a):
    """The indices of the elements that are not zero, of shape (their number, the number of axes).

    Example: ``xparray.argwhere(x)``.
    """
    a = asarray(a)
    if not a.ndim:
        # The element of no axes is there, or not.
        return asarray([[]], "int64")[: int(bool(a))]
    return _core.stack(list(nonzero(a)), 1)


def where(condition, x1=None, x2=None, /):
    """x1 where the condition holds, else x2, of the shape that all broadcast to; without these as `nonzero`.

    Example: ``xparray.where(x > 0, x, 0)``.
    """
    if x1 is None and x2 is None:
        return nonzero(condition)
    if x1 is None or x2 is None:
        raise ValueError("either both or neither of x and y should be given")
    return _core.where(condition, x1, x2)


def searchsorted(a, v, side="left", sorter=None):
    """Where values belong in a sorted vector, of the shape of the values.

    Example: ``xparray.searchsorted(x, [1, 2])``.
    """
    if side not in ("left", "right"):
        raise ValueError(f"search side must be 'left' or 'right' (got '{side}')")
    return _core.searchsorted(a, v, side == "right", sorter)


def take(a, indices, axis=None, out=None, mode="raise"):
    """The elements at indices of an axis, or of a row of all.

    Example: ``xparray.take(x, [0, 2], axis=1)``.
    """
    a = asarray(a)
    a = a if a.ndim else a._reshape(1, None)
    if mode not in ("raise", "wrap", "clip"):
        raise ValueError(f"clipmode must be one of 'clip', 'raise', or 'wrap' (got {mode!r})")
    indices = asarray(indices)
    # Truth values are counted, and are no mask.
    indices = indices.astype("int64") if indices.dtype.kind == "b" or not indices.size else indices
    if mode == "raise":
        found = _core.take(a, indices, axis)
    else:
        length = a.size if axis is None else a.shape[axis]
        places = indices % length if mode == "wrap" else _core.clip(indices, 0, length - 1)
        found = _core.take(a, places, axis)
    if out is None:
        return found
    out[...] = found
    return out


def take_along_axis(arr, indices, axis=-1):
    """The elements at indices of an axis, which broadcast along the others; of the row of all elements, if the axis is None.

    Example: ``xparray.take_along_axis(x, xparray.argsort(x), -1)``.
    """
    arr, indices = asarray(arr), asarray(indices)
    if indices.dtype.kind not in "iu":
        raise IndexError("`indices` must be an integer array")
    if axis is None:
        if indices.ndim != 1:
            raise ValueError("when axis=None, `indices` must have a single dimension.")
        arr, axis = arr._reshape(arr.size, None), 0
    return _core.take_along_axis(arr, indices, axis)


def unique(ar, return_index=False, return_inverse=False, return_counts=False, axis=None, *, equal_nan=True, sorted=True):
    """The different elements, sorted; and where each is first, which one each element is, how often each is there.

    Example: ``values, counts = xparray.unique(x, return_counts=True)``.
    """
    asked = (True, return_index, return_inverse, return_counts)
    found = [each for each, wanted in zip(_core.unique(ar, equal_nan, axis), asked) if wanted]
    return found[0] if len(found) == 1 else tuple(found)


def _unique(x):
    x = asarray(x)
    values, indices, inverse, counts = _core.unique(x, False, None)
    return values, indices, inverse._reshape(x.shape, None), counts


def unique_all(x):
    """The different elements, where each is first, which one each element is, how often each is there. NaN differ.

    Example: ``xparray.unique_all(x).counts``.
    """
    return UniqueAllResult(*_unique(x))


def unique_counts(x):
    """The different elements, and how often each is there. NaN differ.

    Example: ``values, counts = xparray.unique_counts(x)``.
    """
    values, _, _, counts = _unique(x)
    return UniqueCountsResult(values, counts)


def unique_inverse(x):
    """The different elements, and which one each element is. NaN differ.

    Example: ``values, inverse = xparray.unique_inverse(x)``.
    """
    values, _, inverse, _ = _unique(x)
    return UniqueInverseResult(values, inverse)


def unique_values(x):
    """The different elements. NaN differ.

    Example: ``xparray.unique_values(x)``.
    """
    return _unique(x)[0]


def isin(element, test_elements, assume_unique=False, invert=False, *, kind=None):
    """Whether each element is one of the others.

    Example: ``xparray.isin(x, [1, 2])``.
    """
    if kind not in (None, "sort", "table"):
        raise ValueError(f"Invalid kind: '{kind}'. Please use None, 'sort' or 'table'.")
    element, test_elements = asarray(element), asarray(test_elements)
    found = True
    if "uint64" in (element.dtype, test_elements.dtype) and {element.dtype.kind, test_elements.dtype.kind} == {"i", "u"}:
        # The common type, of floats, would lack digits: negative integers are none of the others, and the rest are of uint64.
        if element.dtype.kind == "i":
            element, found = element.astype("uint64"), element >= 0
        else:
            test_elements = test_elements[test_elements >= 0].astype("uint64")
    found = _core.isin(element, test_elements) & found
    return ~found if invert else found


def intersect1d(ar1, ar2, assume_unique=False, return_indices=False):
    """The different elements that both arrays have, sorted; and the first places of them in either.

    Example: ``xparray.intersect1d(x, y)``.
    """
    found = _core.intersect1d(ar1, ar2)
    if not return_indices:
        return found
    rows = [asarray(each).ravel() for each in (ar1, ar2)]
    orders = [argsort(each, stable=True) for each in rows]
    return found, *(order[searchsorted(row, found, sorter=order)] for row, order in zip(rows, orders))


def setdiff1d(ar1, ar2, assume_unique=False):
    """The different elements that the second array lacks, sorted, or in their order if all are said to be different.

    Example: ``xparray.setdiff1d(x, y)``.
    """
    if assume_unique:
        ar1 = asarray(ar1).ravel()
        return ar1[isin(ar1, ar2, invert=True)]
    return _core.setdiff1d(ar1, ar2)


def setxor1d(ar1, ar2, assume_unique=False):
    """The different elements that one of the arrays has, sorted.

    Example: ``xparray.setxor1d(x, y)``.
    """
    return _core.setxor1d(ar1, ar2)


def union1d(ar1, ar2):
    """The different elements of both arrays, sorted.

    Example: ``xparray.union1d(x, y)``.
    """
    return _core.union1d(ar1, ar2)


__all__ = [
    "argmax", "argmin", "argpartition", "argsort", "argwhere", "count_nonzero", "flatnonzero", "intersect1d", "isin", "lexsort",
    "nanargmax", "nanargmin", "nonzero", "partition", "searchsorted", "setdiff1d", "setxor1d", "sort", "take",
    "take_along_axis", "union1d", "unique", "unique_all", "unique_counts", "unique_inverse", "unique_values", "where",
]
