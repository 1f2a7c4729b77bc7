"""Windows, and elements at regular places: values of their own, as elements are in several places."""

from .. import _core
from .._creation import asarray
from .._several import several

_native = _core.tables["numpy"]


def as_strided(x, shape=None, strides=None):
    """The elements of x that lie so many bytes from each other along each axis, of a shape; all of them are x's.

    Example: ``xparray.lib.stride_tricks.as_strided(x, (3, 2), (8, 8))``.
    """
    x = asarray(x)
    shape = x.shape if shape is None else several(shape)
    strides = x.strides if strides is None else several(strides)
    if any(stride % x.itemsize for stride in strides):
        raise ValueError(f"strides of {tuple(strides)} bytes for elements of {x.itemsize}")
    return _native["as_strided"](x, list(shape), [stride // x.itemsize for stride in strides])


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
    if len({each % max(first, 1) for each in axes}) < len(axes):
        # Windows of windows along one axis.
        for length, each in zip(window, axes):
            x = _native["sliding_window_view"](x, [length], [each if each >= 0 else each + first])
    else:
        x = _native["sliding_window_view"](x, window, axes)
    x.setflags(write=False)
    return x


__all__ = ["as_strided", "sliding_window_view"]
