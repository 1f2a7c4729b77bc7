"""Filters of images of any number of axes, as of `scipy.ndimage`. Results are of the shape of the input, and of its type if no
other one is asked for."""

from ... import _core
from ..._creation import asarray, zeros
from ..._dtypes import dtype as _dtype
from ..._padding import pad
from ..._several import several
from ._output import into

_native = _core.tables["ndimage"]


def _list(values):
    return list(values) if isinstance(values, (tuple, list)) else [values]


def _options(mode, cval=0.0, origin=0, axes=None, output=None):
    return _list(mode), float(cval), several(origin), several(axes), None if output is None else _dtype(output)


def _places(input, size, footprint):
    return None if size is None else several(size), footprint


def _windowed(name, doc):
    """A filter of windows."""

    @into
    def made(input, size=None, footprint=None, output=None, mode="reflect", cval=0.0, origin=0, *, axes=None):
        return _native[name](input, _places(input, size, footprint), _options(mode, cval, origin, axes, output))

    return _named(made, name, f"{doc} of windows of a size, or of the elements of a footprint.", "input, size=3")


def _along_axis(name, doc):
    """A filter along an axis."""

    @into
    def made(input, axis=-1, output=None, mode="reflect", cval=0.0):
        return _native[name](input, axis, _options(mode, cval, output=output))

    return _named(made, name, doc, "input, axis=0")


def _weighted(name, doc):
    """A filter of weights."""

    @into
    def made(input, weights, output=None, mode="reflect", cval=0.0, origin=0, *, axes=None):
        return _native[name](input, weights, _options(mode, cval, origin, axes, output))

    return _named(made, name, doc, "input, weights")


def _weighted_along(name, doc):
    """A filter of a vector of weights along an axis."""

    @into
    def made(input, weights, axis=-1, output=None, mode="reflect", cval=0.0, origin=0):
        weights = asarray(weights)
        if weights.dtype.kind == "c":
            return _across(name.removesuffix("1d"), input, weights, axis, _options(mode, cval, output=output), origin)
        weights = [float(each) for each in weights.tolist()]
        return _native[name](input, weights, axis, _options(mode, cval, origin, output=output))

    return _named(made, name, doc, "input, [1, 2, 1]")


def _across(name, input, weights, axis, options, origin):
    """A filter of a vector of any weights along an axis: of as many axes, on the others of one weight."""
    input = asarray(input)
    shape, origins = [1] * input.ndim, [0] * input.ndim
    shape[axis], origins[axis] = -1, origin
    mode, cval, _, axes, output = options
    return _native[name](input, weights.reshape(shape), (mode, cval, origins, axes, output))


def _named(made, name, doc, example):
    made.__name__ = made.__qualname__ = name
    made.__doc__ = f"{doc}\n\nExample: ``xparray.scipy.ndimage.{name}({example})``."
    return made


_FUNCTIONS = {
    made.__name__: made
    for made in (
        _windowed("maximum_filter", "The largest elements"),
        _windowed("minimum_filter", "The smallest elements"),
        _windowed("median_filter", "The medians"),
        _along_axis("prewitt", "Prewitt's filter: differences along an axis, and sums across."),
        _along_axis("sobel", "Sobel's filter: differences along an axis, and weighted sums across."),
        _weighted("convolve", "Convolution with weights of as many axes."),
        _weighted("correlate", "Correlation with weights of as many axes."),
        _weighted_along("convolve1d", "Convolution with a vector of weights along an axis."),
        _weighted_along("correlate1d", "Correlation with a vector of weights along an axis."),
    )
}
globals().update(_FUNCTIONS)


@into
def gaussian_filter(input, sigma, order=0, output=None, mode="reflect", cval=0.0, truncate=4.0, *, radius=None, axes=None):
    """Gaussian weights of standard deviations along axes, or their derivatives of an order; up to a radius, or to `truncate` deviations.

    Example: ``xparray.scipy.ndimage.gaussian_filter(input, 1.5)``.
    """
    options = _options(mode, cval, axes=axes, output=output)
    return _native["gaussian_filter"](input, _list(sigma), several(order), truncate, several(radius), options)


@into
def gaussian_gradient_magnitude(input, sigma, output=None, mode="reflect", cval=0.0, *, truncate=4.0, axes=None):
    """Lengths of the gradients of what Gaussian weights leave.

    Example: ``xparray.scipy.ndimage.gaussian_gradient_magnitude(input, 1.5)``.
    """
    return _native["gaussian_gradient_magnitude"](input, _list(sigma), truncate, _options(mode, cval, axes=axes, output=output))


@into
def gaussian_laplace(input, sigma, output=None, mode="reflect", cval=0.0, *, truncate=4.0, axes=None):
    """Laplace's operator of what Gaussian weights leave.

    Example: ``xparray.scipy.ndimage.gaussian_laplace(input, 1.5)``.
    """
    return _native["gaussian_laplace"](input, _list(sigma), truncate, _options(mode, cval, axes=axes, output=output))


@into
def laplace(input, output=None, mode="reflect", cval=0.0, *, axes=None):
    """Sums of the second differences along axes.

    Example: ``xparray.scipy.ndimage.laplace(input)``.
    """
    return _native["laplace"](input, _options(mode, cval, axes=axes, output=output))


@into
def percentile_filter(input, percentile, size=None, footprint=None, output=None, mode="reflect", cval=0.0, origin=0, *, axes=None):
    """Percentiles of windows of a size, or of the elements of a footprint.

    Example: ``xparray.scipy.ndimage.percentile_filter(input, 20, size=3)``.
    """
    return _native["percentile_filter"](input, percentile, _places(input, size, footprint),
        _options(mode, cval, origin, axes, output))


@into
def rank_filter(input, rank, size=None, footprint=None, output=None, mode="reflect", cval=0.0, origin=0, *, axes=None):
    """The elements of a rank of windows of a size, or of the elements of a footprint.

    Example: ``xparray.scipy.ndimage.rank_filter(input, 1, size=3)``.
    """
    return _native["rank_filter"](input, rank, _places(input, size, footprint), _options(mode, cval, origin, axes, output))


@into
def uniform_filter(input, size=3, output=None, mode="reflect", cval=0.0, origin=0, *, axes=None):
    """Means of windows of a size.

    Example: ``xparray.scipy.ndimage.uniform_filter(input, 5)``.
    """
    return _native["uniform_filter"](input, _places(input, size, None), _options(mode, cval, origin, axes, output))


@into
def gaussian_filter1d(input, sigma, axis=-1, order=0, output=None, mode="reflect", cval=0.0, truncate=4.0, *, radius=None):
    """Gaussian weights of a standard deviation along an axis, or their derivative of an order.

    Example: ``xparray.scipy.ndimage.gaussian_filter1d(input, 1.5)``.
    """
    return _native["gaussian_filter1d"](input, sigma, axis, order, truncate, radius, _options(mode, cval, output=output))


def _line(name, doc):
    """A filter of windows along an axis."""

    @into
    def made(input, size, axis=-1, output=None, mode="reflect", cval=0.0, origin=0):
        return _native[name](input, size, axis, _options(mode, cval, origin, output=output))

    return _named(made, name, f"{doc} of windows along an axis.", "input, 3")


maximum_filter1d = _line("maximum_filter1d", "The largest elements")
minimum_filter1d = _line("minimum_filter1d", "The smallest elements")
uniform_filter1d = _line("uniform_filter1d", "Means")


@into
def generic_filter(input, function, size=None, footprint=None, output=None, mode="reflect", cval=0.0, origin=0, extra_arguments=(),
    extra_keywords=None, *, axes=None):
    """What a function gives of the elements of windows. It is called with many windows at once, along the last axis, and gives a number for each.

    Example: ``xparray.scipy.ndimage.generic_filter(input, lambda x: x.max(-1) - x.min(-1), size=3)``.
    """
    keywords = extra_keywords or {}
    return _native["generic_filter"](input, lambda windows: function(windows, *extra_arguments, **keywords),
        _places(input, size, footprint), _options(mode, cval, origin, axes, output))


def vectorized_filter(input, function, *, size=None, footprint=None, output=None, mode="reflect", cval=None, origin=None, axes=None,
    batch_memory=2**30):
    """What a function gives of the elements of windows, many of them at once: `function(windows, axis=-1)`.

    Example: ``xparray.scipy.ndimage.vectorized_filter(input, xparray.median, size=3)``.
    """
    return generic_filter(input, lambda windows: function(windows, axis=-1), size, footprint, output, mode, 0.0 if cval is None else cval,
        0 if origin is None else origin, axes=axes)


#: NumPy's names for what continues an image beyond its edges.
_CONTINUED = {
    "reflect": "symmetric", "grid-mirror": "symmetric", "mirror": "reflect", "nearest": "edge", "wrap": "wrap", "grid-wrap": "wrap",
    "constant": "constant", "grid-constant": "constant",
}


@into
def generic_filter1d(input, function, filter_size, axis=-1, output=None, mode="reflect", cval=0.0, origin=0, extra_arguments=(),
    extra_keywords=None):
    """What a function makes of the lines along an axis: it gets each one, continued for windows of a size, and writes into another.

    Example: ``xparray.scipy.ndimage.generic_filter1d(input, lambda line, out: out.put(range(out.size), line[1:-1]), 3)``.
    """
    input, keywords = asarray(input), extra_keywords or {}
    before = filter_size // 2 + origin
    if filter_size < 1 or not 0 <= before < filter_size:
        raise ValueError("the filter has no elements, or lies beyond them")
    if mode not in _CONTINUED:
        raise RuntimeError(f"boundary mode not supported: {mode}")
    lines = input.astype("float64").swapaxes(axis, -1)
    n, shape = lines.shape[-1], lines.shape
    lines = lines.reshape(-1, n)
    options = {"constant_values": cval} if _CONTINUED[mode] == "constant" else {}
    longer = pad(lines, ((0, 0), (before, filter_size - before - 1)), _CONTINUED[mode], **options)
    found = zeros((len(lines), n))
    for k in range(len(lines)):
        function(longer[k], found[k], *extra_arguments, **keywords)
    return found.reshape(shape).swapaxes(axis, -1).astype(input.dtype if output is None else _dtype(output))


def _of_axes(input, along, output, mode, cval, extra_arguments, extra_keywords, axes):
    """What a function gives along each of the axes, of a filter's result."""
    input, modes = asarray(input), _list(mode)
    axes = several(axes) if axes is not None else list(range(input.ndim))
    modes = modes * len(axes) if len(modes) == 1 else modes
    kind = input.dtype if output is None else _dtype(output)
    return [along(input, axis, kind, each, cval, *extra_arguments, **(extra_keywords or {})) for axis, each in zip(axes, modes)], kind


@into
def generic_laplace(input, derivative2, output=None, mode="reflect", cval=0.0, extra_arguments=(), extra_keywords=None, *, axes=None):
    """The sum of second derivatives along the axes, which a function gives: `derivative2(input, axis, output, mode, cval)`.

    Example: ``xparray.scipy.ndimage.generic_laplace(input, derivative2)``.
    """
    parts, kind = _of_axes(input, derivative2, output, mode, cval, extra_arguments, extra_keywords, axes)
    return sum(parts[1:], parts[0]).astype(kind) if parts else asarray(input).astype(kind)


@into
def generic_gradient_magnitude(input, derivative, output=None, mode="reflect", cval=0.0, extra_arguments=(), extra_keywords=None, *,
    axes=None):
    """The lengths of gradients, whose parts a function gives: `derivative(input, axis, output, mode, cval)`.

    Example: ``xparray.scipy.ndimage.generic_gradient_magnitude(input, xparray.scipy.ndimage.sobel)``.
    """
    parts, kind = _of_axes(input, derivative, output, mode, cval, extra_arguments, extra_keywords, axes)
    squares = [part * part for part in parts]
    return (sum(squares[1:], squares[0]) ** 0.5).astype(kind) if parts else asarray(input).astype(kind)


__all__ = [
    "generic_filter1d", "generic_gradient_magnitude", "generic_laplace", "vectorized_filter", *_FUNCTIONS, "gaussian_filter", "gaussian_gradient_magnitude", "gaussian_laplace", "gaussian_filter1d", "generic_filter", "laplace",
    "maximum_filter1d", "minimum_filter1d", "percentile_filter", "rank_filter", "uniform_filter", "uniform_filter1d",
]
