"""Histograms."""

import math
from operator import index

from . import _core
from ._bins import estimated
from ._creation import asarray
from ._manipulation import stack

_native = _core.tables["numpy"]


def _bins(a, bins, range, weights=None):
    if isinstance(bins, str):
        bins = _estimated(bins, asarray(a).ravel(), range, weights)
    return (None, bins) if isinstance(bins, int) else (asarray(bins), 0)


def _estimated(name, a, range, weights):
    """How many bins an estimator says."""
    if weights is not None:
        raise TypeError("Automated estimation of the number of bins is not supported for weighted data")
    if range is not None:
        a = a[(a >= range[0]) & (a <= range[1])]
    ends = range or ((float(a.min()), float(a.max())) if a.size else (0.0, 1.0))
    return estimated(name, a, ends, lambda count: _native["histogram"](a, None, count, ends, None)[0])


def histogram(a, bins=10, range=None, density=None, weights=None):
    """How many elements, or what weights, fall into bins, of which there are n, or as many as an estimator of a name says, or their density; and the
    n + 1 edges.

    Example: ``counts, edges = xparray.histogram(x, bins=5)``.
    """
    if weights is not None:
        weights = asarray(weights)
        if weights.dtype.kind == "c":
            parts = [histogram(a, bins, range, density, part) for part in (weights.real, weights.imag)]
            return parts[0][0] + 1j * parts[1][0], parts[0][1]
    range, bins = _ends(range), _counted(bins)
    counts, edges = _native["histogram"](a, *_bins(a, bins, range, weights), range, weights)
    if weights is not None:
        counts = counts.astype(weights.dtype, copy=False)
    edges = _edges(a, bins, edges)
    return (_dense(counts, [edges]) if density else counts), edges


def _dense(counts, edges):
    """What falls into boxes over their sizes and the sum, in NumPy's order, so that equal boxes have equal densities."""
    total = counts.sum()
    for axis, along in enumerate(edges):
        widths = (along[1:] - along[:-1]).astype("float64")
        counts = counts / widths.reshape([-1 if each == axis else 1 for each, _ in enumerate(edges)])
    return counts / total


def _ends(range):
    """The ends of bins as numbers, if there are any."""
    if range is None:
        return None
    first, last = (float(each) for each in range)
    if first > last:
        raise ValueError("max must be larger than min in range parameter.")
    if not (math.isfinite(first) and math.isfinite(last)):
        raise ValueError(f"supplied range of [{first}, {last}] is not finite")
    return first, last


def _counted(bins):
    """How many bins there are, if that is what is said, of whatever type; else an estimator's name, or edges."""
    if isinstance(bins, (int, str)) or asarray(bins).ndim:
        return bins
    try:
        return index(bins)
    except TypeError:
        raise TypeError("`bins` must be an integer, a string, or an array") from None


def _edges(a, bins, found):
    """Edges that are given as they are, others of the type of floats of the elements."""
    if not isinstance(bins, (int, str)):
        return asarray(bins)
    kind = asarray(a).dtype
    return found.astype(kind if kind.kind == "f" else "float64", copy=False)


def histogram_bin_edges(a, bins=10, range=None, weights=None):
    """The n + 1 edges of n equal bins, or of as many as an estimator of a name says.

    Example: ``xparray.histogram_bin_edges(x, bins=5)``.
    """
    range, bins = _ends(range), _counted(bins)
    return _edges(a, bins, _native["histogram_bin_edges"](a, *_bins(a, bins, range, weights), range))


def histogramdd(sample, bins=10, range=None, density=None, weights=None):
    """How many points of shape (n, d), or what weights, fall into boxes, of d axes; and the edges along each.

    Example: ``counts, edges = xparray.histogramdd(points, bins=5)``.
    """
    if isinstance(sample, (list, tuple)):
        sample = stack([asarray(each) for each in sample], axis=-1)
    sample = asarray(sample)
    d = sample.shape[1] if sample.ndim == 2 else 1
    sample = sample.reshape(-1, d)
    bins = [bins] * d if isinstance(bins, int) else list(bins)
    if any(isinstance(each, int) and each < 1 for each in bins):
        raise ValueError("`bins` must be positive, when an integer")
    if len(bins) != d:
        raise ValueError("The dimension of bins must be equal to the dimension of the sample x.")
    ranges = [None] * d if range is None else list(range)
    if len(ranges) != d:
        raise ValueError("range argument must have one entry per dimension")
    given = [(*_bins(None, each, None), None if ends is None else tuple(map(float, ends))) for each, ends in zip(bins, ranges)]
    counts, edges = _native["histogramdd"](sample, given, weights)
    # Edges that are given stay what they are.
    dtype = sample.dtype if sample.dtype.kind == "f" and range is None else "float64"
    edges = [found.astype(dtype, copy=False) if isinstance(each, int) else asarray(each) for found, each in zip(edges, bins)]
    counts = counts if counts.dtype.kind == "c" else counts.astype("float64", copy=False)
    return (_dense(counts, edges) if density else counts), edges


def histogram2d(x, y, bins=10, range=None, density=None, weights=None):
    """How many points, or what weights, fall into rectangles, of shape (nx, ny); and the edges along both axes.

    Example: ``counts, x_edges, y_edges = xparray.histogram2d(x, y, bins=5)``.
    """
    x, y = asarray(x), asarray(y)
    if len(x) != len(y):
        raise ValueError("x and y must have the same length.")
    if not isinstance(bins, int) and len(bins) not in (1, 2):
        bins = [bins, bins]
    counts, edges = histogramdd([x, y], bins, range, density, weights)
    return counts, *edges


__all__ = ["histogram", "histogram2d", "histogram_bin_edges", "histogramdd"]
