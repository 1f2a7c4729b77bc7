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
    """Arrays, numbers and slices along an axis; before them may be a text, `"axis,ndim,place"`: the axis, how many axes arrays have at least, and
    where those go that they have, or `"r"` and `"c"` for a matrix of a row or a column."""

    def __init__(self, axis, ndim, place):
        self._defaults = axis, ndim, place

    def __getitem__(self, key):
        (axis, ndim, place), matrix = self._defaults, None
        key = key if isinstance(key, tuple) else (key,)
        if key and isinstance(key[0], str) and key[0] in ("r", "c"):
            matrix, key, ndim = key[0], key[1:], 2
        elif key and isinstance(key[0], str):
            axis, ndim, place = _directive(key[0], self._defaults)
            key = key[1:]
        if any(isinstance(each, str) for each in key):
            raise ValueError("special directives must be the first entry.")
        # Numbers of Python adopt the type of what is beside them.
        is_number = lambda each: type(each) in (bool, int, float, complex)
        items = [_places(each) if isinstance(each, slice) else each if is_number(each) else asarray(each) for each in key]
        common = result_type(*items)
        parts = [_widened(each if hasattr(each, "dtype") else asarray(each, common), ndim, place) for each in items]
        if matrix is not None:
            column = matrix == "c" and all(getattr(each, "ndim", 0) < 2 for each in items)
            found = concat(parts, axis=-1 if all(getattr(each, "ndim", 0) < 2 for each in items) else 0)
            return found.T if column else found
        return concat(parts, axis=axis)


def _directive(text, defaults):
    """The axis, the number of axes and the place of those of an array, of which the first ones may be all that is named."""
    try:
        numbers = [int(each) for each in text.split(",")]
    except ValueError as error:
        raise ValueError(f"unknown special directive {text!r}") from error
    if len(numbers) > 3:
        raise ValueError("special directives are of up to three integers")
    return (*numbers, *defaults[len(numbers) :])


def _widened(part, ndim, place):
    """An array with so many axes at least, of which its own begin at a place, or are the last ones for -1."""
    missing = ndim - part.ndim
    if missing <= 0:
        return part
    first = place + missing + 1 if place < 0 else place
    shape = (1,) * first + part.shape
    return part.reshape(shape + (1,) * (ndim - len(shape)))


class _Index:
    """The index that is written: `s_[1:3]` is a slice."""

    def __init__(self, always_tuple):
        self._always_tuple = always_tuple

    def __getitem__(self, key):
        return (key,) if self._always_tuple and not isinstance(key, tuple) else key


mgrid, ogrid = _Grid(True), _Grid(False)
r_, c_ = _Row(0, 1, -1), _Row(-1, 2, 0)
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
