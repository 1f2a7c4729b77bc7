"""Transforms to what is more like normal numbers, by powers of the greatest likelihood."""

from math import sqrt

from ... import _core
from ..._creation import asarray
from ..._searching import sort, where

_native = _core.tables["stats"]
_SECTION = (sqrt(5) - 1) / 2


def _greatest(of, low, high):
    """Where a function with one maximum has it: by golden sections of an interval, which moves on while its end is the best."""
    while of(high) > of(high - 0.1):
        low, high = high - 0.1, high + 2 * (high - low)
    while of(low) > of(low + 0.1):
        low, high = low - 2 * (high - low), low + 0.1
    inner = [high - _SECTION * (high - low), low + _SECTION * (high - low)]
    values = [of(each) for each in inner]
    while high - low > 1e-9 * max(1.0, abs(low)):
        if values[0] > values[1]:
            high, inner[1], values[1] = inner[1], inner[0], values[0]
            inner[0] = high - _SECTION * (high - low)
            values[0] = of(inner[0])
        else:
            low, inner[0], values[0] = inner[0], inner[1], values[1]
            inner[1] = low + _SECTION * (high - low)
            values[1] = of(inner[1])
    return (low + high) / 2


def _positive(x):
    x = asarray(x).astype("float64")
    if x.ndim != 1:
        raise ValueError("Data must be 1-dimensional.")
    if bool((x <= 0).any()):
        raise ValueError("Data must be positive.")
    if x.size and bool((x == x[0]).all()):
        raise ValueError("Data must not be constant.")
    return x


def _medians(n):
    """The medians of the elements in order of a uniform sample of n, by Filliben's approximation (1975)."""
    last = 0.5 ** (1 / n)
    return asarray([1 - last, *((k - 0.3175) / (n + 0.365) for k in range(2, n)), last][-n:])


def boxcox_normmax(x, brack=None, method="pearsonr"):
    """The power of Box's and Cox's transform after which numbers in order correlate most with those of a normal distribution (`pearsonr`), or
    whose likelihood is the greatest (`mle`); both for `all`.

    Example: ``xparray.scipy.stats.boxcox_normmax(x)``.
    """
    from ..special import boxcox as transform
    from ..special import ndtri

    if method not in ("pearsonr", "mle", "all"):
        raise ValueError(f"Method {method} not recognized.")
    x = _positive(x)
    ends = (brack or (-2.0, 2.0))[:2]
    found = []
    if method != "mle":
        ordered, normal = sort(x), ndtri(_medians(x.size))
        normal = normal - normal.mean()

        def correlation(power):
            y = transform(ordered, power)
            y = y - y.mean()
            return float((y * normal).sum() / ((y * y).sum() * (normal * normal).sum()) ** 0.5)

        found.append(_greatest(correlation, *ends))
    if method != "pearsonr":
        found.append(_greatest(lambda power: float(_native["boxcox_llf"](power, x)), *ends))
    return asarray(found) if method == "all" else found[0]


def boxcox(x, lmbda=None):
    """Box's and Cox's transform of a vector of numbers above 0, by a power; or, without one, by that of the greatest likelihood, with this.

    Example: ``y, power = xparray.scipy.stats.boxcox(x)``.
    """
    from ..special import boxcox as transform

    if lmbda is not None:
        return transform(asarray(x).astype("float64"), lmbda)
    x = _positive(x)
    power = boxcox_normmax(x, method="mle")
    return transform(x, power), power


def _yeojohnson(x, power):
    from ..special import boxcox as transform

    return where(x >= 0, transform(where(x >= 0, x, 0.0) + 1, power), -transform(1 - where(x < 0, x, 0.0), 2 - power))


def yeojohnson_llf(lmb, data):
    """The logarithm of the likelihood of Yeo's and Johnson's transform.

    Example: ``xparray.scipy.stats.yeojohnson_llf(0.5, x)``.
    """
    from ..._ufuncs import log, log1p, sign

    data = asarray(data).astype("float64")
    n = data.shape[0]
    spread = _yeojohnson(data, lmb).var(axis=0)
    return (lmb - 1) * (sign(data) * log1p(abs(data))).sum(axis=0) - n / 2 * log(spread)


def yeojohnson_normmax(x, brack=None):
    """The power of Yeo's and Johnson's transform of the greatest likelihood.

    Example: ``xparray.scipy.stats.yeojohnson_normmax(x)``.
    """
    x = asarray(x).astype("float64").reshape(-1)
    if not bool(((x == x) & (abs(x) < float("inf"))).all()):
        raise ValueError("Yeo-Johnson input must be finite.")
    if bool((x == 0).all()):
        return 1.0
    return _greatest(lambda power: float(yeojohnson_llf(power, x)), *(brack or (-2.0, 2.0))[:2])


def yeojohnson(x, lmbda=None):
    """Yeo's and Johnson's transform, by a power; or, without one, by that of the greatest likelihood, with this.

    Example: ``y, power = xparray.scipy.stats.yeojohnson(x)``.
    """
    x = asarray(x).astype("float64")
    if lmbda is not None:
        return _yeojohnson(x, lmbda)
    power = yeojohnson_normmax(x)
    return _yeojohnson(x, power), power


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
