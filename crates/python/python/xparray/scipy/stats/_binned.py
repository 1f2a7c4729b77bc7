"""Statistics of the values in bins of several coordinates."""

from collections import namedtuple

from ..._creation import arange, asarray, full, linspace, zeros
from ..._manipulation import stack
from ..._more import bincount
from ..._searching import lexsort, searchsorted, where

BinnedStatisticddResult = namedtuple("BinnedStatisticddResult", "statistic bin_edges binnumber")
BinnedStatistic2dResult = namedtuple("BinnedStatistic2dResult", "statistic x_edge y_edge binnumber")
_STATISTICS = ("mean", "median", "count", "sum", "std", "min", "max")


def _edges(x, bins, limits):
    """The edges of bins of a coordinate: as they are, or of so many equal bins between its ends or other ones."""
    if not isinstance(bins, int):
        return asarray(bins, dtype="float64")
    low, high = (float(x.min()), float(x.max())) if limits is None else map(float, limits)
    if high < low:
        raise ValueError("In range, start must be <= stop")
    return linspace(*((low - 0.5, high + 0.5) if low == high else (low, high)), bins + 1)


def _places(x, edges):
    """In which bin each number is: 0 before the first, and those at the very end in the last, which has it up to a rounding."""
    number = searchsorted(edges, x, side="right")
    end, rounding = edges[-1], float((edges[1:] - edges[:-1]).min()) * 1e-6
    return where((x >= end) & (x <= end + rounding), len(edges) - 1, number)


def _grouped(values, number, count):
    """Values sorted within their bins, and where each bin's begin."""
    order = lexsort((values, number))
    starts = searchsorted(number[order], arange(count + 1), side="left")
    return values[order], starts[:-1], starts[1:]


def _by_name(values, number, count, statistic):
    counts = bincount(number, minlength=count)
    if statistic == "count":
        return counts.astype("float64")
    sums = bincount(number, weights=values, minlength=count)
    if statistic == "sum":
        return sums
    empty, nan = counts == 0, full((), float("nan"))
    if statistic in ("mean", "std"):
        means = where(empty, nan, sums / where(empty, 1, counts))
        if statistic == "mean":
            return means
        squares = bincount(number, weights=(values - means[number]) ** 2, minlength=count)
        return where(empty, nan, squares / where(empty, 1, counts)) ** 0.5
    ordered, begin, end = _grouped(values, number, count)
    at = lambda place: ordered[place.clip(0, len(ordered) - 1)]
    if statistic == "median":
        found = (at(begin + (counts - 1) // 2) + at(begin + counts // 2)) / 2
    else:
        found = at(begin if statistic == "min" else end - 1)
    return where(empty, nan, found)


def _by_function(values, number, count, statistic):
    """A function of the values of each bin; of none if it takes that, and else NaN."""
    order = number.argsort(stable=True)
    starts = searchsorted(number[order], arange(count + 1), side="left").tolist()
    values = values[order]
    try:
        nothing = float(statistic(zeros(0)))
    except Exception:
        nothing = float("nan")
    found = [float(statistic(values[a:b])) if a < b else nothing for a, b in zip(starts[:-1], starts[1:])]
    return asarray(found, dtype="float64")


def binned_statistic_dd(sample, values, statistic="mean", bins=10, range=None, expand_binnumbers=False, binned_statistic_result=None):
    """A statistic of the values of each bin of points, which are a matrix (n, d) or a list of d vectors: its name (`mean`, `median`, `count`, `sum`, `std`,
    `min`, `max`), or a function of a vector; the edges along each axis, and in which bin each point is, of all with those around them or along each axis.

    Example: ``xparray.scipy.stats.binned_statistic_dd(points, values, bins=4).statistic``.
    """
    if not callable(statistic) and statistic not in _STATISTICS:
        raise ValueError(f"invalid statistic {statistic!r}")
    coordinates = [asarray(each, dtype="float64") for each in sample] if isinstance(sample, (list, tuple)) else None
    if coordinates is None:
        sample = asarray(sample, dtype="float64")
        coordinates = [sample] if sample.ndim == 1 else [sample[:, k] for k in arange(sample.shape[1]).tolist()]
    d = len(coordinates)
    if binned_statistic_result is not None:
        bins = list(binned_statistic_result.bin_edges)
    bins = [bins] * d if isinstance(bins, int) else list(bins)
    if len(bins) != d:
        raise AttributeError("The dimension of bins must be equal to the dimension of the sample x.")
    limits = [None] * d if range is None else list(range)
    if len(limits) != d:
        raise ValueError(f"range given for {len(limits)} dimensions; {d} required")
    edges = [_edges(*each) for each in zip(coordinates, bins, limits)]
    places = [_places(x, each) for x, each in zip(coordinates, edges)]
    shape = [len(each) + 1 for each in edges]
    number, count = places[0], shape[0]
    for place, length in zip(places[1:], shape[1:]):
        number, count = number * length + place, count * length

    def of(values):
        if len(values) != len(number):
            raise AttributeError("The number of `values` elements must match the length of each `sample` dimension.")
        compute = _by_function if callable(statistic) else _by_name
        found = compute(values.astype("float64"), number, count, statistic).reshape(shape)
        # Without what is in no bin.
        return found[(slice(1, -1),) * d]

    if values is None or statistic == "count":
        values = zeros(len(number)) if values is None or len(asarray(values).shape) < 2 else asarray(values)
    values = asarray(values)
    found = of(values) if values.ndim < 2 else stack([of(each) for each in values])
    return BinnedStatisticddResult(found, edges, stack(places) if expand_binnumbers and d > 1 else number)


def binned_statistic_2d(x, y, values, statistic="mean", bins=10, range=None, expand_binnumbers=False):
    """A statistic of the values of each bin of places (x, y): as `binned_statistic_dd`, with the edges along both axes.

    Example: ``xparray.scipy.stats.binned_statistic_2d(x, y, values, bins=4).statistic``.
    """
    if not isinstance(bins, int) and len(bins) not in (1, 2):
        bins = [bins, bins]
    elif not isinstance(bins, int) and len(bins) == 1:
        bins = [bins[0], bins[0]]
    found, (x_edge, y_edge), number = binned_statistic_dd([x, y], values, statistic, bins, range, expand_binnumbers)
    return BinnedStatistic2dResult(found, x_edge, y_edge, number)


__all__ = ["binned_statistic_2d", "binned_statistic_dd"]
