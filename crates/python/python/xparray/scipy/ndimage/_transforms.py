"""Images between their elements: by splines, and in other shapes."""

from ... import _core
from ..._creation import asarray
from ..._dtypes import dtype as _dtype
from ..._dtypes import result_type
from ._filters import _list
from ._output import into

_native = _core.tables["ndimage"]


def _supported(order, least=0):
    if not least <= order <= 5:
        raise RuntimeError("spline order not supported")
    return order


def _between(order, mode, cval, prefilter, output):
    return _supported(order), mode, float(cval), prefilter, None if output is None else _dtype(output)


@into
def map_coordinates(input, coordinates, output=None, order=3, mode="constant", cval=0.0, prefilter=True):
    """Values at places between the elements, of shape (ndim, ...), by splines of an order.

    Example: ``xparray.scipy.ndimage.map_coordinates(input, [[0.5], [1.5]])``.
    """
    return _native["map_coordinates"](input, coordinates, _between(order, mode, cval, prefilter, output))


@into
def rotate(input, angle, axes=(1, 0), reshape=True, output=None, order=3, mode="constant", cval=0.0, prefilter=True):
    """An array turned by an angle in degrees, in a shape that holds all of it, or in its own.

    Example: ``xparray.scipy.ndimage.rotate(input, 30)``.
    """
    return _native["rotate"](input, angle, list(axes), reshape, _between(order, mode, cval, prefilter, output))


@into
def shift(input, shift, output=None, order=3, mode="constant", cval=0.0, prefilter=True):
    """An array moved along its axes, by splines of an order.

    Example: ``xparray.scipy.ndimage.shift(input, 0.5)``.
    """
    input = asarray(input)
    if isinstance(shift, (tuple, list)) and len(shift) != input.ndim:
        raise RuntimeError("sequence argument must have length equal to input rank")
    return _native["shift"](input, _list(shift), _between(order, mode, cval, prefilter, output))


@into
def zoom(input, zoom, output=None, order=3, mode="constant", cval=0.0, prefilter=True, *, grid_mode=False):
    """An array with more or fewer elements along its axes, by splines of an order.

    Example: ``xparray.scipy.ndimage.zoom(input, 2)``.
    """
    return _native["zoom"](input, _list(zoom), _between(order, mode, cval, prefilter, output), grid_mode)


@into
def affine_transform(input, matrix, offset=0.0, output_shape=None, output=None, order=3, mode="constant", cval=0.0, prefilter=True):
    """An array whose element at a place is that of the input at the matrix times it, plus an offset, by splines of an order.

    Example: ``xparray.scipy.ndimage.affine_transform(input, [[0.5, 0], [0, 2]])``.
    """
    input, shape = asarray(input), None if output_shape is None else [int(each) for each in output_shape]
    offset = [offset] * input.ndim if isinstance(offset, (int, float)) else [float(each) for each in offset]
    return _native["affine_transform"](input, matrix, offset, shape, _between(order, mode, cval, prefilter, output))


@into
def geometric_transform(input, mapping, output_shape=None, output=None, order=3, mode="constant", cval=0.0, prefilter=True,
    extra_arguments=(), extra_keywords=None):
    """An array whose element at a place is that of the input where a function says. It is called once, with the places along each axis as
    arrays, and gives as many.

    Example: ``xparray.scipy.ndimage.geometric_transform(input, lambda p: (p[0] - 0.5, p[1]))``.
    """
    from ..._more import indices
    from ..._manipulation import broadcast_to, stack

    input = asarray(input)
    shape = input.shape if output_shape is None else tuple(output_shape)
    places = mapping(tuple(indices(shape)), *extra_arguments, **(extra_keywords or {}))
    places = stack([broadcast_to(asarray(each, dtype="float64"), shape) for each in places])
    return map_coordinates(input, places, output, order, mode, cval, prefilter)


@into
def spline_filter(input, order=3, output="float64", mode="mirror"):
    """The coefficients of splines of an order through the elements, of the shape of the input.

    Example: ``xparray.scipy.ndimage.spline_filter(input)``.
    """
    return _coefficients(_native["spline_filter"](input, _supported(order, 2), mode), output)


@into
def spline_filter1d(input, order=3, axis=-1, output="float64", mode="mirror"):
    """The coefficients of splines of an order through the elements along an axis, of the shape of the input.

    Example: ``xparray.scipy.ndimage.spline_filter1d(input)``.
    """
    return _coefficients(_native["spline_filter1d"](input, _supported(order), axis, mode), output)


def _coefficients(found, output):
    """Coefficients as an element type, which those of complex elements make complex."""
    return found.astype(result_type(_dtype(output), _dtype("complex64")) if found.dtype.kind == "c" else output)


__all__ = [
    "affine_transform", "geometric_transform", "map_coordinates", "rotate", "shift", "spline_filter", "spline_filter1d", "zoom",
]
