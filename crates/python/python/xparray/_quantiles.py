"""Quantiles."""

from . import _core
from ._creation import asarray
from ._several import axes_of, into, several

#: Ways of choosing a quantile that give one of the elements.
_CHOOSING = ("inverted_cdf", "closest_observation", "lower", "higher", "nearest")


def _quantile(numbers, a, q, axis, out, method, keepdims, weights=None):
    a = asarray(a)
    if weights is not None:
        return into(out, _weighted(numbers, a, asarray(q, dtype="float64"), axis, method, keepdims, asarray(weights)))
    is_number = isinstance(q, (int, float))
    # Of whole numbers, 0 and 1, there are only the least and the greatest element.
    chooses = method in _CHOOSING or (isinstance(q, int) if is_number else asarray(q).dtype.kind in "iub")
    if a.dtype.kind in "iuf" and not is_number and not chooses:
        # Several fractions are of a type, to which elements promote.
        a = a.astype(_core.result_type([a, asarray(q)]), copy=False)
    places = asarray(q, dtype="float64")
    if places.ndim > 2:
        raise ValueError("q must be a scalar or 1d")
    row = places._reshape(places.size, None).tolist()
    if not all(0 <= place <= 1 for place in row):
        raise ValueError("Quantiles must be in the range [0, 1]")
    found = _core.quantile(a, row, is_number or not places.ndim, several(axis), method, numbers, keepdims)
    if places.ndim > 1:
        found = found._reshape([*places.shape, *found.shape[1:]], None)
    if chooses and found.dtype != a.dtype:
        found = found.astype(a.dtype)
    return into(out, found)


def _weighted(numbers, a, q, axis, method, keepdims, weights):
    """The first elements in order up to which the weights are a fraction of their sum; if asked for, of those that are numbers."""
    if method != "inverted_cdf":
        raise ValueError("Only method 'inverted_cdf' supports weights. Got: " + repr(method))
    if not bool(((q >= 0) & (q <= 1)).all()):
        raise ValueError("Quantiles must be in the range [0, 1]")
    axes = axes_of(axis, a.ndim)
    if weights.shape != a.shape:
        if weights.shape != tuple(a.shape[each] for each in axes):
            raise TypeError("Shape of weights must be consistent with shape of a along specified axis.")
        weights = weights._permute_dims(sorted(range(len(axes)), key=axes.__getitem__))
        weights = weights._reshape([d if each in axes else 1 for each, d in enumerate(a.shape)], None)._broadcast_to(a.shape)
    if bool((weights < 0).any()):
        raise ValueError("Weights must be non-negative.")
    rest = [each for each in range(a.ndim) if each not in axes]
    kept = [a.shape[each] for each in rest]
    # The elements of the axes in a row.
    a, weights = (each._permute_dims(rest + axes)._reshape([*kept, -1], None) for each in (a, weights))
    order = _core.argsort(a, -1)
    a, weights = (_core.take_along_axis(each, order, -1) for each in (a, weights.astype("float64")))
    unknown = (a != a) & numbers
    reached = _core.scan("cumsum", _core.where(unknown, 0.0, weights), -1)
    reached = reached / reached[..., -1:]
    if bool(((reached[..., -1] != 1) & ~unknown.all(axis=-1)).any()):
        raise ValueError("Weights included NaN, inf or were all zero.")
    # What has no weight is not the first, even of nothing.
    reached = _core.where(reached == 0, -1.0, reached)
    places = (reached[..., None, :] < q._reshape([-1, 1], None)).sum(axis=-1)
    found = _core.take_along_axis(a, _core.clip(places, 0, a.shape[-1] - 1), -1)
    if a.dtype.kind == "f" and not numbers:
        found = _core.where(a[..., -1:] == a[..., -1:], found, float("nan"))
    found = found._moveaxis([-1], [0])
    if keepdims:
        kept = [kept[rest.index(each)] if each in rest else 1 for each in range(len(rest) + len(axes))]
    return found._reshape([*q.shape, *kept], None)


def quantile(a, q, axis=None, out=None, overwrite_input=False, method="linear", keepdims=False, *, weights=None):
    """Values that the fractions `q` of the elements along axes are below; axes for several fractions come first. With weights,
    of all elements or along the axis, fractions are of their sum, and the method is `inverted_cdf`.

    Example: ``xparray.quantile(x, 0.25, axis=0)``.
    """
    return _quantile(False, a, q, axis, out, method, keepdims, weights)


def percentile(a, q, axis=None, out=None, overwrite_input=False, method="linear", keepdims=False, *, weights=None):
    """As `quantile`, of percentages.

    Example: ``xparray.percentile(x, 25, axis=0)``.
    """
    return _quantile(False, a, _shares(q), axis, out, method, keepdims, weights)


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


def nanquantile(a, q, axis=None, out=None, overwrite_input=False, method="linear", keepdims=False, *, weights=None):
    """As `quantile`, of the elements that are not NaN.

    Example: ``xparray.nanquantile(x, 0.25, axis=0)``.
    """
    return _quantile(True, a, q, axis, out, method, keepdims, weights)


def nanpercentile(a, q, axis=None, out=None, overwrite_input=False, method="linear", keepdims=False, *, weights=None):
    """As `percentile`, of the elements that are not NaN.

    Example: ``xparray.nanpercentile(x, 25, axis=0)``.
    """
    return nanquantile(a, _shares(q), axis, out, overwrite_input, method, keepdims, weights=weights)


__all__ = ["nanpercentile", "nanquantile", "percentile", "quantile"]
