"""Reductions and scans."""

import builtins

from . import _core
from ._creation import asarray
from ._dtypes import dtype as _dtype
from ._dtypes import result_type
from ._several import several


def _reduce(name, a, axis, dtype, out, keepdims, initial=None, where=True):
    a = asarray(a)
    # Integers are added up in 64 bits first: what is left of that in a narrower type is the same.
    if dtype is not None and a.dtype != dtype:
        a = a.astype(dtype)
    if initial is None and where is True:
        found = _core.reduce(name, a, several(axis), keepdims)
    else:
        found = _core.fold(name, a, several(axis), keepdims, initial, _mask(where))
    if dtype is not None and found.dtype != dtype:
        found = found.astype(dtype)
    return _into(out, found)


def _mask(where):
    """The mask of an argument `where`: truth values, which are what lists of integers are taken for, but not arrays of them."""
    if where is True:
        return None
    mask = asarray(where) if hasattr(where, "dtype") else asarray(where, dtype="bool")
    if mask.dtype.kind != "b":
        raise TypeError(f"where is of truth values, not {mask.dtype}")
    return mask


def _into(out, found):
    if out is None:
        return found
    out[...] = found
    return out


def sum(a, axis=None, dtype=None, out=None, keepdims=False, initial=None, where=True):
    """Sums along axes, which go, or stay with length 1. Small integers are added up as int64 or uint64.
    The sums start from `initial`, and are of the elements where a mask holds, which broadcasts to the shape of a.

    Example: ``xparray.sum(x, axis=0, where=x > 0)``.
    """
    return _reduce("sum", a, axis, dtype, out, keepdims, initial, where)


def prod(a, axis=None, dtype=None, out=None, keepdims=False, initial=None, where=True):
    """Products along axes, which go, or stay with length 1: from `initial`, of the elements where a mask holds, which broadcasts to
    the shape of a.

    Example: ``xparray.prod(x, axis=0, where=x > 0)``.
    """
    return _reduce("prod", a, axis, dtype, out, keepdims, initial, where)


def mean(a, axis=None, dtype=None, out=None, keepdims=False, *, where=True):
    """Means along axes, which go, or stay with length 1, of the elements where a mask holds, which broadcasts to the shape of a.

    Example: ``xparray.mean(x, axis=0, where=x > 0)``.
    """
    return _moment(None, a, axis, dtype, out, 0, keepdims, where)


def max(a, axis=None, out=None, keepdims=False, initial=None, where=True):
    """The largest elements along axes, which go, or stay with length 1, and of `initial`: this is all that there is where a mask,
    which broadcasts to the shape of a, nowhere holds.

    Example: ``xparray.max(x, axis=0, initial=0, where=x != 7)``.
    """
    return _reduce("max", a, axis, None, out, keepdims, initial, where)


def min(a, axis=None, out=None, keepdims=False, initial=None, where=True):
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
    return _reduce("ptp", a, axis, None, out, keepdims)


def all(a, axis=None, out=None, keepdims=False, *, where=True):
    """Whether all elements along axes are true, of those where a mask holds, which broadcasts to the shape of a.

    Example: ``xparray.all(x > 0, axis=0)``.
    """
    return _reduce("all", a, axis, None, out, keepdims, None, where)


def any(a, axis=None, out=None, keepdims=False, *, where=True):
    """Whether any element along axes is true, of those where a mask holds, which broadcasts to the shape of a.

    Example: ``xparray.any(x > 0, axis=0)``.
    """
    return _reduce("any", a, axis, None, out, keepdims, None, where)


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
            axes = [each % a.ndim for each in several(axis)]
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


def _moment(root, a, axis, dtype, out, ddof, keepdims, where):
    """The mean (`root` is None), the variance or its root, of all elements or of some."""
    a = asarray(a) if dtype is None else asarray(a).astype(dtype)
    if where is not True:
        found = _core.moment_where(root, a, several(axis), ddof, keepdims, _mask(where))
    elif root is None:
        found = _core.reduce("mean", a, several(axis), keepdims)
    else:
        found = _core.spread(root, False, a, several(axis), ddof, keepdims)
    return _into(out, found if dtype is None or found.dtype == dtype or root is not None else found.astype(dtype))


def _freedom(ddof, correction):
    if correction is None:
        return ddof
    if ddof:
        raise ValueError("ddof and correction can't be provided simultaneously.")
    return correction


def std(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False, *, where=True, correction=None):
    """Standard deviations along axes, with n - ddof degrees of freedom, of the n elements where a mask holds.

    Example: ``xparray.std(x, axis=0, correction=1)``.
    """
    return _moment(True, a, axis, dtype, out, _freedom(ddof, correction), keepdims, where)


def var(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False, *, where=True, correction=None):
    """Variances along axes, with n - ddof degrees of freedom, of the n elements where a mask holds.

    Example: ``xparray.var(x, axis=0, correction=1)``.
    """
    return _moment(False, a, axis, dtype, out, _freedom(ddof, correction), keepdims, where)


def _nan_spread(root, a, axis, dtype, out, ddof, keepdims):
    a = asarray(a) if dtype is None else asarray(a).astype(dtype)
    return _into(out, _core.spread(root, True, a, several(axis), ddof, keepdims))


def nanstd(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False, *, correction=None):
    """As `std`, of the elements that are not NaN.

    Example: ``xparray.nanstd(x, axis=0)``.
    """
    return _nan_spread(True, a, axis, dtype, out, _freedom(ddof, correction), keepdims)


def nanvar(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False, *, correction=None):
    """As `var`, of the elements that are not NaN.

    Example: ``xparray.nanvar(x, axis=0)``.
    """
    return _nan_spread(False, a, axis, dtype, out, _freedom(ddof, correction), keepdims)


def nansum(a, axis=None, dtype=None, out=None, keepdims=False):
    """As `sum`, of the elements that are not NaN.

    Example: ``xparray.nansum(x, axis=0)``.
    """
    return _reduce("nansum", a, axis, dtype, out, keepdims)


def nanprod(a, axis=None, dtype=None, out=None, keepdims=False):
    """As `prod`, of the elements that are not NaN.

    Example: ``xparray.nanprod(x, axis=0)``.
    """
    return _reduce("nanprod", a, axis, dtype, out, keepdims)


def nanmean(a, axis=None, dtype=None, out=None, keepdims=False):
    """As `mean`, of the elements that are not NaN.

    Example: ``xparray.nanmean(x, axis=0)``.
    """
    return _reduce("nanmean", a, axis, dtype, out, keepdims)


def nanmax(a, axis=None, out=None, keepdims=False):
    """As `max`, of the elements that are not NaN.

    Example: ``xparray.nanmax(x, axis=0)``.
    """
    return _reduce("nanmax", a, axis, None, out, keepdims)


def nanmin(a, axis=None, out=None, keepdims=False):
    """As `min`, of the elements that are not NaN.

    Example: ``xparray.nanmin(x, axis=0)``.
    """
    return _reduce("nanmin", a, axis, None, out, keepdims)


def nanmedian(a, axis=None, out=None, overwrite_input=False, keepdims=False):
    """As `median`, of the elements that are not NaN.

    Example: ``xparray.nanmedian(x, axis=0)``.
    """
    return _reduce("nanmedian", a, axis, None, out, keepdims)


#: Ways of choosing a quantile that give one of the elements.
_CHOOSING = ("inverted_cdf", "closest_observation", "lower", "higher", "nearest")


def _quantile(numbers, a, q, axis, out, method, keepdims):
    a = asarray(a)
    is_number = isinstance(q, (int, float))
    if a.dtype.kind in "iuf" and not is_number and method not in _CHOOSING:
        # Several fractions are of a type, to which elements promote.
        a = a.astype(_core.result_type([a, asarray(q)]), copy=False)
    places = asarray(q, dtype="float64")
    if places.ndim > 2:
        raise ValueError("q must be a scalar or 1d")
    row = places._reshape(places.size, None).tolist()
    if not builtins.all(0 <= place <= 1 for place in row):
        raise ValueError("Quantiles must be in the range [0, 1]")
    found = _core.quantile(a, row, is_number or not places.ndim, several(axis), method, numbers, keepdims)
    if places.ndim > 1:
        found = found._reshape([*places.shape, *found.shape[1:]], None)
    if method in _CHOOSING and found.dtype != a.dtype:
        found = found.astype(a.dtype)
    return _into(out, found)


def quantile(a, q, axis=None, out=None, overwrite_input=False, method="linear", keepdims=False):
    """Values that the fractions `q` of the elements along axes are below; axes for several fractions come first.

    Example: ``xparray.quantile(x, 0.25, axis=0)``.
    """
    return _quantile(False, a, q, axis, out, method, keepdims)


def percentile(a, q, axis=None, out=None, overwrite_input=False, method="linear", keepdims=False):
    """As `quantile`, of percentages.

    Example: ``xparray.percentile(x, 25, axis=0)``.
    """
    return _quantile(False, a, _shares(q), axis, out, method, keepdims)


def _shares(q):
    """Percentages as fractions."""
    if isinstance(q, (int, float)):
        if not 0 <= q <= 100:
            raise ValueError("Percentiles must be in the range [0, 100]")
        return q / 100
    q = asarray(q)
    q = q if q.dtype.kind == "f" else q.astype("float64")
    if not bool(((q >= 0) & (q <= 100)).all()):
        raise ValueError("Percentiles must be in the range [0, 100]")
    return q / 100


def nanquantile(a, q, axis=None, out=None, overwrite_input=False, method="linear", keepdims=False):
    """As `quantile`, of the elements that are not NaN.

    Example: ``xparray.nanquantile(x, 0.25, axis=0)``.
    """
    return _quantile(True, a, q, axis, out, method, keepdims)


def cumsum(a, axis=None, dtype=None, out=None):
    """Sums of the elements so far along an axis, or of all in a row.

    Example: ``xparray.cumsum(x, axis=0)``.
    """
    return _into(out, _of_type(_core.scan("cumsum", asarray(a, dtype), axis), dtype))


def cumprod(a, axis=None, dtype=None, out=None):
    """Products of the elements so far along an axis, or of all in a row.

    Example: ``xparray.cumprod(x, axis=0)``.
    """
    return _into(out, _of_type(_core.scan("cumprod", asarray(a, dtype), axis), dtype))


def _of_type(found, dtype):
    """What was accumulated as the type that was asked for: integers that wrap are the same, whenever they do."""
    return found if dtype is None else found.astype(dtype)


def _cumulative(product, name, x, axis, dtype, out, include_initial):
    x = asarray(x)
    if axis is None:
        if x.ndim > 1:
            raise ValueError(f"For arrays which have more than one dimension ``axis`` argument is required: {name}")
        axis = 0
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
    a = asarray(a)

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
    "median", "min", "nanmax", "nanmean", "nanmedian", "nanmin", "nanprod", "nanquantile", "nanstd", "nansum", "nanvar",
    "percentile", "prod", "ptp", "quantile", "std", "sum", "var",
]
