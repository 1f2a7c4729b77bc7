"""Statistics and tests of samples along an axis, as of `scipy.stats`."""

from typing import NamedTuple

from ... import _core
from ..._creation import asarray
from ..._manipulation import concatenate
from ..._more import corrcoef
from ..._table import functions
from ..special import stdtr

_native = _core.tables["stats"]


class SignificanceResult(NamedTuple):
    """A statistic, and the probability of one at least as extreme."""

    statistic: object
    pvalue: object


_POLICY = "nan_policy='propagate'"
_FUNCTIONS = {
    "gmean": (f"a, axis=0, *, weights=None, {_POLICY}", "Geometric means."),
    "hmean": (f"a, axis=0, *, weights=None, {_POLICY}", "Harmonic means."),
    "kurtosis": (f"a, axis=0, fisher=True, bias=True, {_POLICY}", "Kurtoses, less 3 by Fisher's definition."),
    "moment": (f"a, order=1, axis=0, {_POLICY}, *, center=None", "Moments of an order about a center, by default the mean."),
    "pmean": (f"a, p, *, axis=0, weights=None, {_POLICY}", "Means of a power."),
    "sem": (f"a, axis=0, ddof=1, {_POLICY}", "Standard errors of means."),
    "skew": (f"a, axis=0, bias=True, {_POLICY}", "Skewnesses."),
    "trim_mean": ("a, proportiontocut, axis=0", "Means without a share of the least and of the greatest elements."),
    "variation": (f"a, axis=0, {_POLICY}, ddof=0", "Standard deviations over means."),
    "zmap": (f"scores, compare, axis=0, ddof=0, {_POLICY}",
    "Distances from the mean of other elements in their standard deviations."),
    "zscore": (f"a, axis=0, ddof=0, {_POLICY}", "Distances from the mean in standard deviations, of the shape of a."),
}
_SIDES = f"{_POLICY}, alternative='two-sided'"
#: Those of a statistic and a probability.
_TESTS = {
    "jarque_bera": (f"x, *, axis=None, {_POLICY}", "Jarque's and Bera's test of normality."),
    "kurtosistest": (f"a, axis=0, {_SIDES}", "The test of a normal kurtosis."),
    "normaltest": (f"a, axis=0, {_POLICY}", "D'Agostino's and Pearson's test of normality."),
    "skewtest": (f"a, axis=0, {_SIDES}", "The test of a normal skewness."),
    "ttest_1samp": (f"a, popmean, axis=0, {_SIDES}", "Student's test of a mean."),
    "ttest_ind": (f"a, b, *, axis=0, equal_var=True, {_SIDES}", "Student's test of two means, or Welch's, of unequal variances."),
    "ttest_rel": (f"a, b, axis=0, {_SIDES}", "Student's test of the mean of differences."),
}


def _tested(function):
    return lambda *args: SignificanceResult(*function(*args))


_MODULE = "xparray.scipy.stats"
globals().update(functions(_MODULE, _native, _FUNCTIONS))
globals().update(functions(_MODULE, {name: _tested(_native[name]) for name in _TESTS}, _TESTS))


def entropy(pk, qk=None, base=None, axis=0):
    """Entropies of distributions, or the divergence of others from them, in a base.

    Example: ``xparray.scipy.stats.entropy(pk)``.
    """
    return _native["entropy"](pk, qk, base, axis)


def spearmanr(a, b=None, axis=0, nan_policy="propagate", alternative="two-sided"):
    """Spearman's correlation of two samples; or of each two of several, which are the columns of matrices, of shape (n, n).

    Example: ``xparray.scipy.stats.spearmanr(a, b)``.
    """
    a, b = asarray(a), None if b is None else asarray(b)
    if axis is None:
        a, b, axis = a.ravel(), None if b is None else b.ravel(), 0
    if a.ndim > 2 or (b is not None and b.ndim > 2):
        raise ValueError("spearmanr only handles 1-D or 2-D arrays")
    columns = [each if each.ndim < 2 or axis == 0 else each.T for each in (a, b) if each is not None]
    columns = [each.reshape(-1, 1) if each.ndim == 1 else each for each in columns]
    if len({len(each) for each in columns}) > 1:
        raise ValueError("the samples are of different lengths")
    x = concatenate(columns, axis=1)
    n, variables = x.shape
    if variables < 2:
        raise ValueError("`spearmanr` needs at least 2 variables to compare")
    if variables == 2 or nan_policy != "propagate":
        if variables > 2:
            raise ValueError("NaN of more than two variables propagates")
        return SignificanceResult(*_native["spearmanr"](x[:, 0], x[:, 1], 0, nan_policy, alternative))
    r = corrcoef(rankdata(x, axis=0), rowvar=False)
    # The statistic of Student's distribution; a correlation of 1 is infinitely far.
    t = r * ((n - 2) / ((1 + r) * (1 - r)).clip(0)) ** 0.5
    below = stdtr(n - 2.0, t)
    p = {"less": below, "greater": stdtr(n - 2.0, -t), "two-sided": 2 * stdtr(n - 2.0, -abs(t))}
    if alternative not in p:
        raise ValueError("alternative must be 'less', 'greater' or 'two-sided'")
    return SignificanceResult(r, p[alternative])


def f_oneway(*samples, axis=0, nan_policy="propagate"):
    """The analysis of variance: whether the means of several samples differ.

    Example: ``xparray.scipy.stats.f_oneway(x, y, z)``.
    """
    return SignificanceResult(*_native["f_oneway"](list(samples), axis, nan_policy))


def kruskal(*samples, nan_policy="propagate", axis=0):
    """Kruskal's and Wallis's test of the medians of several samples.

    Example: ``xparray.scipy.stats.kruskal(x, y, z)``.
    """
    return SignificanceResult(*_native["kruskal"](list(samples), axis, nan_policy))


def pearsonr(x, y, *, alternative="two-sided", axis=0):
    """Pearson's correlation of two samples.

    Example: ``xparray.scipy.stats.pearsonr(x, y)``.
    """
    return SignificanceResult(*_native["pearsonr"](x, y, axis, "propagate", alternative))


def rankdata(a, method="average", *, axis=None, nan_policy="propagate"):
    """Ranks from 1 on; of those that are alike their average, the least or greatest, or in their order.

    Example: ``xparray.scipy.stats.rankdata(a)``.
    """
    found = _native["rankdata"](a, method, axis, nan_policy)
    return found if axis is not None or found.ndim == 1 else found.reshape(asarray(a).shape)


__all__ = [*_FUNCTIONS, *_TESTS, "SignificanceResult", "entropy", "f_oneway", "kruskal", "pearsonr", "rankdata", "spearmanr"]
