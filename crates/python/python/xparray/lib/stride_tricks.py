"""Windows, and elements at regular places: views, which may only be read where elements are in several places."""

from .._creation import asarray
from .._several import several
from ..exceptions import AxisError


def as_strided(x, shape=None, strides=None):
    """The elements that lie so many bytes from each other along each axis, of a shape, from the first one of x on: a view, all of
    whose elements are in the array that x is, or is a view of.

    Example: ``xparray.lib.stride_tricks.as_strided(x, (3, 2), (8, 8))``.
    """
    x = asarray(x)
    shape = x.shape if shape is None else several(shape)
    strides = x.strides if strides is None else several(strides)
    return x._strided(list(shape), list(strides), 0)


def sliding_window_view(x, window_shape, axis=None, *, subok=False, writeable=False):
    """The windows of x along axes, all by default: of shape (..., windows, ..., window's lengths). They share elements, and may only be read.

    Example: ``xparray.lib.stride_tricks.sliding_window_view(x, 3)``.
    """
    x = asarray(x)
    window = list(several(window_shape))
    first = x.ndim
    axes = list(range(first)) if axis is None else list(several(axis))
    if writeable:
        raise NotImplementedError("windows share elements, which are not written through them")
    if any(each < 0 for each in window):
        raise ValueError("`window_shape` cannot contain negative values")
    if len(window) != len(axes):
        raise ValueError(f"a window of {len(window)} lengths for {len(axes)} axes")
    shape, strides = list(x.shape), list(x.strides)
    for length, each in zip(window, axes):
        axis = each if each >= 0 else each + first
        if not 0 <= axis < first:
            raise AxisError(f"axis {each} is out of bounds for array of dimension {first}")
        if shape[axis] < length:
            raise ValueError("window shape cannot be larger than input array shape")
        shape[axis] -= max(length - 1, 0)
        shape.append(length)
        strides.append(x.strides[axis])
    found = x._strided(shape, strides, 0)
    found.setflags(write=False)
    return found


__all__ = ["as_strided", "sliding_window_view"]
