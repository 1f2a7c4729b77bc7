"""Transforms to what is more like normal numbers, by powers of the greatest likelihood."""

from ... import _core
from ..._creation import asarray
from ..._searching import sort

_native = _core.tables["stats"]


def _medians(n):
    """The medians of the elements in order of a uniform sample of n, by Filliben's approximation (1975)."""
    last = 0.5 ** (1 / n)
    return asarray([1 - last, *((k - 0.3175) / (n + 0.365) for k in range(2, n)), last][-n:])


def boxcox_normmax(x, brack=None, method="pearsonr"):
    """The power of Box's and Cox's transform after which numbers in order correlate most with those of a normal distribution (`pearsonr`), or
    whose likelihood is the greatest (`mle`); both for `all`.

    Example: ``xparray.scipy.stats.boxcox_normmax(x)``.
    """
    if method not in ("pearsonr", "mle", "all"):
        raise ValueError(f"Method {method} not recognized.")
    ends = (brack or (-2.0, 2.0))[:2]
    found = [_native["boxcox_normmax"](x, each, tuple(map(float, ends))) for each in ("pearsonr", "mle") if method in (each, "all")]
    return asarray(found) if method == "all" else found[0]


def boxcox(x, lmbda=None):
    """Box's and Cox's transform of a vector of numbers above 0, by a power; or, without one, by that of the greatest likelihood, with this.

    Example: ``y, power = xparray.scipy.stats.boxcox(x)``.
    """
    from ..special import boxcox as transform

    if lmbda is not None:
        return transform(asarray(x).astype("float64"), lmbda)
    return _native["boxcox"](x)


def yeojohnson_llf(lmb, data):
    """The logarithm of the likelihood of Yeo's and Johnson's transform.

    Example: ``xparray.scipy.stats.yeojohnson_llf(0.5, x)``.
    """
    return _native["yeojohnson_llf"](float(lmb), data)


def yeojohnson_normmax(x, brack=None):
    """The power of Yeo's and Johnson's transform of the greatest likelihood.

    Example: ``xparray.scipy.stats.yeojohnson_normmax(x)``.
    """
    return _native["yeojohnson_normmax"](x, tuple(map(float, (brack or (-2.0, 2.0))[:2])))


def yeojohnson(x, lmbda=None):
    """Yeo's and Johnson's transform, by a power; or, without one, by that of the greatest likelihood, with this.

    Example: ``y, power = xparray.scipy.stats.yeojohnson(x)``.
    """
    if lmbda is not None:
        return _native["yeojohnson"](x, float(lmbda))
    power = yeojohnson_normmax(x)
    return _native["yeojohnson"](x, power), power


def probplot(x, sparams=(), dist="norm", fit=True, plot=None, rvalue=False):
    """The medians that the elements in order have by a distribution, and the elements; and the line nearest to these points: its slope, its value at
    0, and the correlation. What has the methods of `matplotlib.pyplot` gets both.

    Example: ``(theirs, ordered), (slope, intercept, r) = xparray.scipy.stats.probplot(x)``.
    """
    from . import _distributions
    from ._samples import linregress

    law = getattr(_distributions, dist) if isinstance(dist, str) else dist
    sparams = tuple(sparams) if isinstance(sparams, (tuple, list)) else (sparams,)
    ordered = sort(asarray(x).ravel())
    theirs = law.ppf(_medians(ordered.size), *sparams) if ordered.size else ordered
    line = None
    if fit:
        slope, intercept, r, _, _ = linregress(theirs, ordered)
        line = slope, intercept, r
    if plot is not None:
        plot.plot(theirs, ordered, "bo", *((theirs, line[0] * theirs + line[1], "r-") if fit else ()))
        named = hasattr(plot, "set_title")
        (plot.set_title if named else plot.title)("Probability Plot")
        (plot.set_xlabel if named else plot.xlabel)("Theoretical quantiles")
        (plot.set_ylabel if named else plot.ylabel)("Ordered Values")
    return ((theirs, ordered), line) if fit else (theirs, ordered)


__all__ = ["boxcox", "boxcox_normmax", "probplot", "yeojohnson", "yeojohnson_llf", "yeojohnson_normmax"]
