"""Convolutions and filters of matrices."""

from ... import _core
from ..._creation import asarray

_native = _core.tables["signal"]


def convolve2d(in1, in2, mode="full", boundary="fill", fillvalue=0):
    """The convolution of matrices, filled, wrapped or mirrored beyond the ends; or its middle (`same`), or where they overlap (`valid`).

    Example: ``xparray.scipy.signal.convolve2d(in1, in2, "same")``.
    """
    return _native["convolve2d"](in1, in2, mode, boundary, fillvalue)


def correlate2d(in1, in2, mode="full", boundary="fill", fillvalue=0):
    """The correlation of matrices, as `convolve2d`.

    Example: ``xparray.scipy.signal.correlate2d(in1, in2, "same")``.
    """
    return _native["correlate2d"](in1, in2, mode, boundary, fillvalue)


def sepfir2d(input, hrow, hcol):
    """A matrix filtered along rows and along columns, mirrored beyond the ends, of its shape.

    Example: ``xparray.scipy.signal.sepfir2d(x, [1, 2, 1], [1, 2, 1])``.
    """
    return _native["sepfir2d"](input, hrow, hcol)


def _sizes(size, ndim):
    return [size] * ndim if isinstance(size, int) else [int(each) for each in size]


def medfilt2d(input, kernel_size=3):
    """Medians of windows of an odd size, with zeros beyond the ends, of the shape of the matrix.

    Example: ``xparray.scipy.signal.medfilt2d(x, 5)``.
    """
    return _native["medfilt2d"](input, _sizes(kernel_size, 2))


def order_filter(a, domain, rank):
    """The elements of a rank of windows, where a mask of odd lengths is not zero, with zeros beyond the ends, of the shape of a.

    Example: ``xparray.scipy.signal.order_filter(x, xparray.ones((3, 3)), 4)``.
    """
    return _native["order_filter"](a, domain, rank)


def wiener(im, mysize=None, noise=None):
    """An array without noise, by Wiener's filter of windows, of its shape.

    Example: ``xparray.scipy.signal.wiener(x, 5)``.
    """
    im = asarray(im)
    im = im if im.dtype.kind == "c" else im.astype("float64")
    return _native["wiener"](im, _sizes(3 if mysize is None else mysize, im.ndim), None if noise is None else float(noise))


__all__ = ["convolve2d", "correlate2d", "medfilt2d", "order_filter", "sepfir2d", "wiener"]
