"""Numbers of samples without their extremes, and of angles."""

from collections import namedtuple
from math import nan, pi

from ... import _core
from ..._creation import arange, asarray
from ..._searching import where
from ._keeping import along

_native = _core.tables["stats"]

SigmaclipResult = namedtuple("SigmaclipResult", "clipped lower upper")


def _within(limits, inclusive):
    return limits if limits is None else tuple(limits), tuple(inclusive)


def _one(compute, a, axis, keepdims):
    return along(lambda: [compute()], [a], axis, keepdims, least=1, results=1)[0]


def tmean(a, limits=None, inclusive=(True, True), axis=None, nan_policy="propagate", *, keepdims=False):
    """The mean of the elements within limits.

    Example: ``xparray.scipy.stats.tmean(a, (0, 10))``.
    """
    return _one(lambda: _native["tmean"](a, _within(limits, inclusive), axis, nan_policy), a, axis, keepdims)


def tvar(a, limits=None, inclusive=(True, True), axis=0, ddof=1, *, nan_policy="propagate", keepdims=False):
    """The variance of the elements within limits.

    Example: ``xparray.scipy.stats.tvar(a, (0, 10))``.
    """
    return _one(lambda: _native["tvar"](a, _within(limits, inclusive), float(ddof), axis, nan_policy), a, axis, keepdims)


def tstd(a, limits=None, inclusive=(True, True), axis=0, ddof=1, *, nan_policy="propagate", keepdims=False):
    """The standard deviation of the elements within limits.

    Example: ``xparray.scipy.stats.tstd(a, (0, 10))``.
    """
    return _one(lambda: _native["tstd"](a, _within(limits, inclusive), float(ddof), axis, nan_policy), a, axis, keepdims)


def tsem(a, limits=None, inclusive=(True, True), axis=0, ddof=1, *, nan_policy="propagate", keepdims=False):
    """The standard error of the mean of the elements within limits.

    Example: ``xparray.scipy.stats.tsem(a, (0, 10))``.
    """
    return _one(lambda: _native["tsem"](a, _within(limits, inclusive), float(ddof), axis, nan_policy), a, axis, keepdims)


def tmin(a, lowerlimit=None, axis=0, inclusive=True, *, nan_policy="propagate", keepdims=False):
    """The least element from a limit on.

    Example: ``xparray.scipy.stats.tmin(a, 0)``.
    """
    return _one(lambda: _native["tmin"](a, lowerlimit, inclusive, axis, nan_policy), a, axis, keepdims)


def tmax(a, upperlimit=None, axis=0, inclusive=True, *, nan_policy="propagate", keepdims=False):
    """The greatest element up to a limit.

    Example: ``xparray.scipy.stats.tmax(a, 10)``.
    """
    return _one(lambda: _native["tmax"](a, upperlimit, inclusive, axis, nan_policy), a, axis, keepdims)


def trimboth(a, proportiontocut, axis=0):
    """An array without a share of the least and of the greatest elements along an axis, sorted.

    Example: ``xparray.scipy.stats.trimboth(a, 0.1)``.
    """
    return _native["trimboth"](a, float(proportiontocut), axis)


def trim1(a, proportiontocut, tail="right", axis=0):
    """An array without a share of the greatest (`right`) or the least (`left`) elements along an axis, sorted.

    Example: ``xparray.scipy.stats.trim1(a, 0.1)``.
    """
    return _native["trim1"](a, float(proportiontocut), tail.lower(), axis)


def sigmaclip(a, low=4.0, high=4.0):
    """The elements that are within so many standard deviations of the mean of those that are left, and the limits.

    Example: ``xparray.scipy.stats.sigmaclip(a).clipped``.
    """
    clipped, lower, upper = _native["sigmaclip"](a, float(low), float(high))
    return SigmaclipResult(clipped, asarray(lower), asarray(upper))


def scoreatpercentile(a, per, limit=(), interpolation_method="fraction", axis=None):
    """Percentiles along an axis, between two neighbours by their share (`fraction`), or the lesser or greater one (`lower`, `higher`).

    Example: ``xparray.scipy.stats.scoreatpercentile(a, 90)``.
    """
    from ..._quantiles import percentile

    methods = {"fraction": "linear", "lower": "lower", "higher": "higher"}
    if interpolation_method not in methods:
        raise ValueError("interpolation_method can only be 'fraction', 'lower' or 'higher'")
    a = asarray(a)
    if not a.size:
        return asarray(nan) if asarray(per).ndim == 0 else asarray(per) * nan
    if limit:
        a = a[(limit[0] <= a) & (a <= limit[1])]
    return percentile(a, per, axis=axis, method=methods[interpolation_method])


def percentileofscore(a, score, kind="rank", nan_policy="propagate"):
    """How many percent of the elements are less than numbers (`strict`), at most these (`weak`), or in the middle of both (`rank`, `mean`).

    Example: ``xparray.scipy.stats.percentileofscore(a, 3)``.
    """
    return _native["percentileofscore"](a, score, kind, nan_policy)


def gstd(a, axis=0, ddof=1, *, nan_policy="propagate", keepdims=False):
    """The geometric standard deviation of elements above 0.

    Example: ``xparray.scipy.stats.gstd(a)``.
    """
    return along(lambda: [_native["gstd"](a, float(ddof), axis, nan_policy)], [a], axis, keepdims, least=1, results=1)[0]


def circmean(samples, high=2 * pi, low=0, axis=None, nan_policy="propagate", *, keepdims=False):
    """The mean of angles between two ends that are one.

    Example: ``xparray.scipy.stats.circmean(angles)``.
    """
    compute = lambda: [_native["circmean"](samples, float(low), float(high), axis, nan_policy)]
    return along(compute, [samples], axis, keepdims, least=1, results=1)[0]


def circvar(samples, high=2 * pi, low=0, axis=None, nan_policy="propagate", *, keepdims=False):
    """The variance of angles, from 0 to 1.

    Example: ``xparray.scipy.stats.circvar(angles)``.
    """
    compute = lambda: [_native["circvar"](samples, float(low), float(high), axis, nan_policy)]
    return along(compute, [samples], axis, keepdims, least=1, results=1)[0]


def circstd(samples, high=2 * pi, low=0, axis=None, nan_policy="propagate", *, normalize=False, keepdims=False):
    """The standard deviation of angles, in their unit or, normalised, in radians.

    Example: ``xparray.scipy.stats.circstd(angles)``.
    """
    compute = lambda: [_native["circstd"](samples, float(low), float(high), normalize, axis, nan_policy)]
    return along(compute, [samples], axis, keepdims, least=1, results=1)[0]


def kstat(data, n=2, *, axis=None, nan_policy="propagate", keepdims=False):
    """The unbiased estimate of the cumulant of order n, 1 to 4.

    Example: ``xparray.scipy.stats.kstat(data, 3)``.
    """
    if n not in (1, 2, 3, 4):
        raise ValueError("k-statistics only supported for 1<=n<=4")
    return along(lambda: [_native["kstat"](data, int(n), axis, nan_policy)], [data], axis, keepdims, least=1, results=1)[0]


def kstatvar(data, n=2, *, axis=None, nan_policy="propagate", keepdims=False):
    """The unbiased estimate of the variance of `kstat` of order n, 1 or 2.

    Example: ``xparray.scipy.stats.kstatvar(data)``.
    """
    if n not in (1, 2):
        raise ValueError("Only n=1 or n=2 supported.")
    return along(lambda: [_native["kstatvar"](data, int(n), axis, nan_policy)], [data], axis, keepdims, least=1, results=1)[0]


CumfreqResult = namedtuple("CumfreqResult", "cumcount lowerlimit binsize extrapoints")
RelfreqResult = namedtuple("RelfreqResult", "frequency lowerlimit binsize extrapoints")


def cumfreq(a, numbins=10, defaultreallimits=None, weights=None):
    """How many elements are up to the end of each of equal bins, where these begin, how wide they are, and how many elements are in none.

    Example: ``xparray.scipy.stats.cumfreq(a).cumcount``.
    """
    return CumfreqResult(*_native["cumfreq"](a, numbins, defaultreallimits and tuple(defaultreallimits), weights))


def relfreq(a, numbins=10, defaultreallimits=None, weights=None):
    """The share of the elements in each of equal bins, where these begin, how wide they are, and how many elements are in none.

    Example: ``xparray.scipy.stats.relfreq(a).frequency``.
    """
    return RelfreqResult(*_native["relfreq"](a, numbins, defaultreallimits and tuple(defaultreallimits), weights))


BinnedStatisticResult = namedtuple("BinnedStatisticResult", "statistic bin_edges binnumber")


def binned_statistic(x, values, statistic="mean", bins=10, range=None):
    """A statistic of the values of each bin of x: its name (`mean`, `median`, `count`, `sum`, `std`, `min`, `max`), or a function of a vector; the
    edges, and in which bin each element is, from 1 on.

    Example: ``xparray.scipy.stats.binned_statistic(x, values, bins=4).statistic``.
    """
    from ..._histograms import histogram_bin_edges
    from ..._manipulation import stack
    from ..._searching import searchsorted

    x, several = asarray(x), not hasattr(values, "shape") and len(values) and not isinstance(values[0], (int, float))
    if isinstance(range, (list, tuple)) and len(range) == 1:
        (range,) = range
    edges = histogram_bin_edges(x, bins, range).astype("float64")
    number = searchsorted(edges, x, side="right")
    # The last bin has its end.
    number = where(x == edges[-1], len(edges) - 1, number)

    def of(values):
        values = asarray(values)
        if values.shape != x.shape:
            raise AttributeError("The number of `values` elements must match the length of each `sample` dimension.")
        groups = [values[number == k] for k in arange(1, len(edges)).tolist()]
        return stack([asarray(_of_group(each, statistic), dtype="float64") for each in groups])

    found = stack([of(each) for each in values]) if several or getattr(values, "ndim", 1) == 2 else of(values)
    return BinnedStatisticResult(found, edges, number)


def _of_group(group, statistic):
    if callable(statistic):
        return statistic(group)
    if statistic in ("count", "sum"):
        return group.size if statistic == "count" else group.sum()
    if statistic not in ("mean", "median", "std", "min", "max"):
        raise ValueError(f"invalid statistic {statistic!r}")
    if not group.size:
        return nan
    if statistic == "median":
        from ..._statistics import median

        return median(group)
    return getattr(group, statistic)()


__all__ = [
    "binned_statistic", "circmean", "circstd", "circvar", "cumfreq", "gstd", "kstat", "kstatvar", "percentileofscore", "relfreq", "scoreatpercentile",
    "sigmaclip", "tmax", "tmean", "tmin", "trim1", "trimboth", "tsem", "tstd", "tvar",
]
