"""Reductions and scans."""

import builtins

from . import _core
from ._creation import asarray
from ._dtypes import dtype as _dtype
from ._dtypes import result_type
from ._several import ABSENT, axes_of, into, mask_of, several


def _reduce(name, a, axis, dtype, out, keepdims, initial=ABSENT, where=True):
    if axis is None and dtype is None and out is None and initial is ABSENT and where is True:
        return _core.reduce(name, a, None, keepdims)
    a = asarray(a)
    if not a.ndim and axis in (0, -1) and name not in ("mean", "median", "nanmedian"):
        # As NumPy, whose functions of two elements take a number for one of an axis.
        axis = None
    if out is not None and out is not Ellipsis and dtype is None and name in ("sum", "prod"):
        a = a.astype(result_type(a.dtype, out.dtype), copy=False)
    # Integers are added up in 64 bits first: what is left of that in a narrower type is the same.
    if dtype is not None and a.dtype != dtype:
        a = a.astype(dtype)
    if initial is ABSENT and where is True:
        found = _core.reduce(name, a, several(axis), keepdims)
    else:
        start = () if initial is ABSENT else (initial,)
        found = _core.fold(name, a, several(axis), keepdims, mask_of(where), *start)
    if dtype is not None and found.dtype != dtype:
        found = found.astype(dtype)
    return _into(out, found)


def _into(out, found):
    # Reductions convert to whatever is given, as NumPy's.
    return into(out, found, "unsafe")


def sum(a, axis=None, dtype=None, out=None, keepdims=False, initial=ABSENT, where=True):
    """Sums along axes, which go, or stay with length 1. Small integers are added up as int64 or uint64.
    The sums start from `initial`, and are of the elements where a mask holds, which broadcasts to the shape of a.

    Example: ``xparray.sum(x, axis=0, where=x > 0)``.
    """
    return _reduce("sum", a, axis, dtype, out, keepdims, initial, where)


def prod(a, axis=None, dtype=None, out=None, keepdims=False, initial=ABSENT, where=True):
    """Products along axes, which go, or stay with length 1: from `initial`, of the elements where a mask holds, which broadcasts to
    the shape of a. Products of floats are infinite or 0 only where all factors together are beyond their range.

    Example: ``xparray.prod(x, axis=0, where=x > 0)``.
    """
    return _reduce("prod", a, axis, dtype, out, keepdims, initial, where)


def mean(a, axis=None, dtype=None, out=None, keepdims=False, *, where=True):
    """Means along axes, which go, or stay with length 1, of the elements where a mask holds, which broadcasts to the shape of a.

    Example: ``xparray.mean(x, axis=0, where=x > 0)``.
    """
    return _moment(None, a, axis, dtype, out, 0, keepdims, where)


def max(a, axis=None, out=None, keepdims=False, initial=ABSENT, where=True):
    """The largest elements along axes, which go, or stay with length 1, and of `initial`: this is all that there is where a mask,
    which broadcasts to the shape of a, nowhere holds.

    Example: ``xparray.max(x, axis=0, initial=0, where=x != 7)``.
    """
    return _reduce("max", a, axis, None, out, keepdims, initial, where)


def min(a, axis=None, out=None, keepdims=False, initial=ABSENT, where=True):
    """The smallest elements along axes, which go, or stay with length 1, and of `initial`: this is all that there is where a mask,
    which broadcasts to the shape of a, nowhere holds.

    Example: ``xparray.min(x, axis=0, initial=0, where=x != 7)``.
    """
    return _reduce("min", a, axis, None, out, keepdims, initial, where)


amax, amin = max, min


def ptp(a, axis=None, out=None, keepdims=False):
    """The largest less the smallest elements along axes.

    Example: ``xparray.ptp(x, axis=0)``.
    """
    return into(out, _reduce("ptp", a, axis, None, None, keepdims))


def all(a, axis=None, out=None, keepdims=False, *, where=True):
    """Whether all elements along axes are true, of those where a mask holds, which broadcasts to the shape of a.

    Example: ``xparray.all(x > 0, axis=0)``.
    """
    return _reduce("all", a, axis, None, out, keepdims, where=where)


def any(a, axis=None, out=None, keepdims=False, *, where=True):
    """Whether any element along axes is true, of those where a mask holds, which broadcasts to the shape of a.

    Example: ``xparray.any(x > 0, axis=0)``.
    """
    return _reduce("any", a, axis, None, out, keepdims, where=where)


def median(a, axis=None, out=None, overwrite_input=False, keepdims=False):
    """Medians along axes.

    Example: ``xparray.median(x, axis=0)``.
    """
    return _reduce("median", a, axis, None, out, keepdims)


def average(a, axis=None, weights=None, returned=False, *, keepdims=False):
    """Means along axes, of elements with weights, of which there is one for each element; if `returned`, the sums of weights, too.

    Example: ``xparray.average(x, weights=w)``.
    """
    a = asarray(a)
    if weights is None:
        found = mean(a, axis, keepdims=keepdims)
        total = asarray(a.size / builtins.max(found.size, 1), dtype=found.dtype)
    else:
        weights = asarray(weights)
        if weights.shape != a.shape:
            if axis is None:
                raise TypeError("Axis must be specified when shapes of a and weights differ.")
            axes = axes_of(axis, a.ndim)
            if weights.shape != tuple(a.shape[each] for each in axes):
                raise ValueError("Shape of weights must be consistent with shape of a along specified axis.")
            order = sorted(range(len(axes)), key=axes.__getitem__)
            shape = [length if each in axes else 1 for each, length in enumerate(a.shape)]
            weights = weights.transpose(order)._reshape(shape, None)._broadcast_to(a.shape)
        # Integers are averaged as doubles: products of small ones would not be numbers of their type.
        kinds = [a.dtype, weights.dtype, *([_dtype("float64")] if a.dtype.kind in "biu" else [])]
        a, weights = a.astype(result_type(*kinds)), weights.astype(result_type(*kinds))
        total = sum(weights, axis, keepdims=keepdims)
        if bool((total == 0).any()):
            raise ZeroDivisionError("Weights sum to zero, can't be normalized")
        found = sum(a * weights, axis, keepdims=keepdims) / total
    return (found, total._broadcast_to(found.shape).copy()) if returned else found


def _moment(root, a, axis, dtype, out, ddof, keepdims, where, mean=None):
    """The mean (`root` is None), the variance or its root, of all elements or of some, about a mean that is known or not."""
    if root is None and axis is None and dtype is None and out is None and where is True:
        return _core.reduce("mean", a, None, keepdims)
    a = asarray(a) if dtype is None else asarray(a).astype(dtype)
    if mean is not None:
        found = _about(a, mean, axis, ddof, keepdims, where)
        found = found**0.5 if root else found
    elif where is not True:
        found = _core.moment_where(root, a, several(axis), ddof, keepdims, mask_of(where))
    elif root is None:
        found = _core.reduce("mean", a, several(axis), keepdims)
    else:
        found = _core.spread(root, False, a, several(axis), ddof, keepdims)
    # A variance is real, but of a complex type where that is asked for, as NumPy's.
    asked = dtype is not None and found.dtype != dtype and (root is None or _dtype(dtype).kind == "c")
    return _into(out, found.astype(dtype) if asked else found)


def _about(a, mean, axis, ddof, keepdims, where):
    """The variance about a mean."""
    off = a - mean
    squares = off.real**2 + off.imag**2 if off.dtype.kind == "c" else off * off
    counted = asarray(True if where is True else mask_of(where))._broadcast_to(a.shape)
    number = _core.reduce("count_nonzero", counted, several(axis), keepdims) - ddof
    return (sum(squares, axis, keepdims=keepdims, where=where) / _core.clip(number, 0, None)).astype(squares.dtype)


def _freedom(ddof, correction):
    if correction is None:
        return ddof
    if ddof:
        raise ValueError("ddof and correction can't be provided simultaneously.")
    return correction


def std(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False, *, where=True, mean=None, correction=None):
    """Standard deviations along axes, with n - ddof degrees of freedom, of the n elements where a mask holds, about their mean, or one that is
    known and has the axes.

    Example: ``xparray.std(x, axis=0, correction=1)``.
    """
    return _moment(True, a, axis, dtype, out, _freedom(ddof, correction), keepdims, where, mean)


def var(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False, *, where=True, mean=None, correction=None):
    """Variances along axes, with n - ddof degrees of freedom, of the n elements where a mask holds, about their mean, or one that is
    known and has the axes.

    Example: ``xparray.var(x, axis=0, correction=1)``.
    """
    return _moment(False, a, axis, dtype, out, _freedom(ddof, correction), keepdims, where, mean)


def cumsum(a, axis=None, dtype=None, out=None):
    """Sums of the elements so far along an axis, or of all in a row.

    Example: ``xparray.cumsum(x, axis=0)``.
    """
    return _scan("cumsum", a, axis, dtype, out)


def cumprod(a, axis=None, dtype=None, out=None):
    """Products of the elements so far along an axis, or of all in a row.

    Example: ``xparray.cumprod(x, axis=0)``.
    """
    return _scan("cumprod", a, axis, dtype, out)


def _scan(name, a, axis, dtype, out):
    a = asarray(a, dtype)
    found = _core.scan(name, a, axis if a.ndim or axis not in (0, -1) else None)
    # Integers that wrap are the same, whenever they do.
    return _into(out, found if dtype is None else found.astype(dtype))


def _cumulative(product, name, x, axis, dtype, out, include_initial):
    x = asarray(x)
    if axis is None:
        if x.ndim > 1:
            raise ValueError(f"For arrays which have more than one dimension ``axis`` argument is required: {name}")
        axis = 0
        x = x if x.ndim else x._reshape(1, None)
    elif axis in (0, -1):
        x = x if x.ndim else x._reshape(1, None)
    if dtype is not None:
        x = x.astype(dtype)
    found = _core.cumulative(product, x, axis, include_initial)
    return _into(out, found if dtype is None else found.astype(dtype))


def cumulative_sum(x, /, *, axis=None, dtype=None, out=None, include_initial=False):
    """Sums of the elements so far along an axis, perhaps with a zero in front.

    Example: ``xparray.cumulative_sum(x, axis=0)``.
    """
    return _cumulative(False, "cumulative_sum", x, axis, dtype, out, include_initial)


def cumulative_prod(x, /, *, axis=None, dtype=None, out=None, include_initial=False):
    """Products of the elements so far along an axis, perhaps with a one in front.

    Example: ``xparray.cumulative_prod(x, axis=0)``.
    """
    return _cumulative(True, "cumulative_prod", x, axis, dtype, out, include_initial)


def diff(a, n=1, axis=-1, prepend=None, append=None):
    """Differences of neighbours along an axis, n times.

    Example: ``xparray.diff(x, axis=0)``.
    """
    if n < 0:
        raise ValueError(f"order must be non-negative but got {n}")
    a = asarray(a)
    if not n:
        return a
    if not a.ndim:
        raise ValueError("diff requires input that is at least one dimensional")
    (axis,) = axes_of(axis, a.ndim)

    def edge(values):
        values = asarray(values)
        if values.ndim:
            return values
        shape = list(a.shape)
        shape[axis] = 1
        return values._broadcast_to(shape)

    edges = [None if each is None else edge(each) for each in (prepend, append)]
    return _core.diff(a, n, axis, *edges)


__all__ = [
    "all", "amax", "amin", "any", "average", "cumprod", "cumsum", "cumulative_prod", "cumulative_sum", "diff", "max", "mean",
    "median", "min", "prod", "ptp", "std", "sum", "var",
]
