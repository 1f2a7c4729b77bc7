"""Grids and rows by indexing: `mgrid[0:3, 0:2]`, `r_[1, 2, 0:3]`."""

from numbers import Complex, Real

from ._creation import arange, asarray, linspace
from ._dtypes import result_type
from ._manipulation import broadcast_arrays, concat, stack


def _places(item):
    """The places of a slice; a complex step says how many there are."""
    if not isinstance(item, slice):
        raise TypeError("a grid is made of slices")
    start, step = 0 if item.start is None else item.start, 1 if item.step is None else item.step
    if isinstance(step, Complex) and not isinstance(step, Real):
        return linspace(start, item.stop, int(abs(step)))
    return arange(start, item.stop, step)


class _Grid:
    """Grids of places, one for each slice, which are dense or broadcast."""

    def __init__(self, dense):
        self._dense = dense

    def __getitem__(self, key):
        if not isinstance(key, tuple):
            return _places(key)
        axes = [_places(each) for each in key]
        open_ = [axis.reshape((1,) * k + (-1,) + (1,) * (len(axes) - k - 1)) for k, axis in enumerate(axes)]
        if not self._dense:
            return tuple(open_)
        return stack(broadcast_arrays(*open_))


class _Row:
    """Arrays, numbers and slices along the first axis, or as columns."""

    def __init__(self, columns):
        self._columns = columns

    def __getitem__(self, key):
        parts, items = [], []
        for each in key if isinstance(key, tuple) else (key,):
            if isinstance(each, str):
                raise NotImplementedError("directives by strings")
            # Numbers of Python adopt the type of what is beside them.
            is_number = type(each) in (bool, int, float, complex)
            items.append(_places(each) if isinstance(each, slice) else each if is_number else asarray(each))
        common = result_type(*items)
        for each in items:
            part = each if hasattr(each, "dtype") else asarray(each, common)
            part = part.reshape(1) if part.ndim == 0 else part
            parts.append(part.reshape(-1, 1) if self._columns and part.ndim == 1 else part)
        return concat(parts, axis=-1 if self._columns else 0)


class _Index:
    """The index that is written: `s_[1:3]` is a slice."""

    def __init__(self, always_tuple):
        self._always_tuple = always_tuple

    def __getitem__(self, key):
        return (key,) if self._always_tuple and not isinstance(key, tuple) else key


mgrid, ogrid = _Grid(True), _Grid(False)
r_, c_ = _Row(False), _Row(True)
index_exp, s_ = _Index(True), _Index(False)


class ndindex:
    """All places of an array of a shape, row by row.

    Example: ``list(xparray.ndindex(2, 3))``.
    """

    def __init__(self, *shape):
        from itertools import product

        shape = shape[0] if len(shape) == 1 and isinstance(shape[0], tuple) else shape
        if any(d < 0 for d in shape):
            raise ValueError("negative dimensions are not allowed")
        self._places = product(*map(range, shape))

    def __iter__(self):
        return self

    def __next__(self):
        return next(self._places)


class ndenumerate:
    """All places of an array with their elements, row by row.

    Example: ``list(xparray.ndenumerate(x))``.
    """

    def __init__(self, arr):
        arr = asarray(arr)
        self._pairs = zip(ndindex(*arr.shape), arr.ravel().tolist())

    def __iter__(self):
        return self

    def __next__(self):
        return next(self._pairs)


__all__ = ["c_", "index_exp", "mgrid", "ndenumerate", "ndindex", "ogrid", "r_", "s_"]
