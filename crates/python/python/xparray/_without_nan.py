"""Reductions and scans of the elements that are not NaN."""

from . import _core
from ._creation import asarray
from ._several import ABSENT, into, mask_of, several
from ._statistics import _freedom, _reduce, _scan, mean as _mean, std as _std, var as _var


def _numbers(a, where):
    """Where elements are no NaN and a mask holds."""
    mask = mask_of(where)
    if a.dtype.kind not in "fc":
        return True if mask is None else mask
    return a == a if mask is None else (a == a) & mask


def _of_numbers(name, a, axis, dtype, out, keepdims, initial, where):
    adds = name in ("sum", "prod")
    # The largest and the smallest numbers begin with the first one in any case.
    if where is True and (initial is ABSENT or (initial is None and not adds)):
        return _reduce("nan" + name, a, axis, dtype, out, keepdims)
    a = asarray(a)
    if initial is None and adds:
        a = a if a.dtype.kind not in "fc" else _core.where(a == a, a, _core.full((), int(name == "prod"), a.dtype, a.device))
        return _reduce(name, a, axis, dtype, out, keepdims, initial, where)
    return _reduce(name, a, axis, dtype, out, keepdims, initial, _numbers(a, where))


def _nan_spread(root, a, axis, dtype, out, ddof, keepdims, where, mean):
    a = asarray(a) if dtype is None else asarray(a).astype(dtype)
    if where is True and mean is None:
        return into(out, _core.spread(root, True, a, several(axis), ddof, keepdims), "unsafe")
    return (_std if root else _var)(a, axis, None, out, ddof, keepdims, where=_numbers(a, where), mean=mean)


def nanstd(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False, *, where=True, mean=None, correction=None):
    """As `std`, of the elements that are not NaN.

    Example: ``xparray.nanstd(x, axis=0)``.
    """
    return _nan_spread(True, a, axis, dtype, out, _freedom(ddof, correction), keepdims, where, mean)


def nanvar(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False, *, where=True, mean=None, correction=None):
    """As `var`, of the elements that are not NaN.

    Example: ``xparray.nanvar(x, axis=0)``.
    """
    return _nan_spread(False, a, axis, dtype, out, _freedom(ddof, correction), keepdims, where, mean)


def nansum(a, axis=None, dtype=None, out=None, keepdims=False, initial=ABSENT, where=True):
    """As `sum`, of the elements that are not NaN.

    Example: ``xparray.nansum(x, axis=0)``.
    """
    return _of_numbers("sum", a, axis, dtype, out, keepdims, initial, where)


def nanprod(a, axis=None, dtype=None, out=None, keepdims=False, initial=ABSENT, where=True):
    """As `prod`, of the elements that are not NaN.

    Example: ``xparray.nanprod(x, axis=0)``.
    """
    return _of_numbers("prod", a, axis, dtype, out, keepdims, initial, where)


def nanmean(a, axis=None, dtype=None, out=None, keepdims=False, *, where=True):
    """As `mean`, of the elements that are not NaN.

    Example: ``xparray.nanmean(x, axis=0)``.
    """
    if where is True:
        return _reduce("nanmean", a, axis, dtype, out, keepdims)
    a = asarray(a)
    return _mean(a, axis, dtype, out, keepdims, where=_numbers(a, where))


def nanmax(a, axis=None, out=None, keepdims=False, initial=ABSENT, where=True):
    """As `max`, of the elements that are not NaN.

    Example: ``xparray.nanmax(x, axis=0)``.
    """
    return _of_numbers("max", a, axis, None, out, keepdims, initial, where)


def nanmin(a, axis=None, out=None, keepdims=False, initial=ABSENT, where=True):
    """As `min`, of the elements that are not NaN.

    Example: ``xparray.nanmin(x, axis=0)``.
    """
    return _of_numbers("min", a, axis, None, out, keepdims, initial, where)


def nanmedian(a, axis=None, out=None, overwrite_input=False, keepdims=False):
    """As `median`, of the elements that are not NaN.

    Example: ``xparray.nanmedian(x, axis=0)``.
    """
    return _reduce("nanmedian", a, axis, None, out, keepdims)


def nancumsum(a, axis=None, dtype=None, out=None):
    """As `cumsum`, taking NaN for 0.

    Example: ``xparray.nancumsum(x, axis=0)``.
    """
    return _scan("nancumsum", a, axis, dtype, out)


def nancumprod(a, axis=None, dtype=None, out=None):
    """As `cumprod`, taking NaN for 1.

    Example: ``xparray.nancumprod(x, axis=0)``.
    """
    return _scan("nancumprod", a, axis, dtype, out)


__all__ = ["nancumprod", "nancumsum", "nanmax", "nanmean", "nanmedian", "nanmin", "nanprod", "nanstd", "nansum", "nanvar"]
