"""Student's test of two samples, of which the ends may be trimmed, with probabilities by formulas or by drawing."""

from collections import namedtuple

from ..._creation import asarray
from ..._searching import sort
from ._comparisons import ttest_ind_from_stats
from ._distributions import t
from ._lines import of_lines
from ._monte_carlo import MonteCarloMethod, PermutationMethod, correlated
from ._numbers import TtestResult, _welch

_Parts = namedtuple("_Parts", "statistic pvalue df estimate")


def _trimmed(x, trim):
    """The mean without the ends, the deviation of the sample whose ends are its inner ones (Yuen, 1974), and how many elements are inside."""
    n, x = x.size, sort(x)
    g = int(n * trim)
    inner = x[g : n - g]
    winsorized = x.clip(inner[0], inner[-1])
    squares = ((winsorized - winsorized.mean()) ** 2).sum()
    return inner.mean(), (squares / (n - 2 * g - 1)) ** 0.5, n - 2 * g


def _degrees(a, b, equal_var):
    (_, one, n), (_, two, m) = a, b
    if equal_var:
        return asarray(n + m - 2.0)
    one, two = one**2 / n, two**2 / m
    return (one + two) ** 2 / (one**2 / (n - 1) + two**2 / (m - 1))


def ttest_ind(a, b, *, axis=0, equal_var=True, nan_policy="propagate", alternative="two-sided", trim=0, method=None, keepdims=False):
    """Student's test of two means, or Welch's, of unequal variances; Yuen's, of a share that is trimmed from each end; with a probability by a
    `PermutationMethod` or a `MonteCarloMethod`.

    Example: ``xparray.scipy.stats.ttest_ind(a, b, equal_var=False).pvalue``.
    """
    if not 0 <= trim < 0.5:
        raise ValueError("Trimming percentage should be 0 <= `trim` < .5.")
    if not (method is None or isinstance(method, (PermutationMethod, MonteCarloMethod))):
        raise ValueError("`method` must be an instance of `PermutationMethod`, an instance of `MonteCarloMethod`, or None (default).")
    if trim == 0 and method is None:
        return _welch(a, b, axis, equal_var, nan_policy, alternative, keepdims)

    def statistic(x, y):
        return _welch(x, y, -1, equal_var, "propagate", "two-sided", False).statistic if trim == 0 else yuen(x, y).statistic

    @of_lines(count=2, axis=-1, made=_Parts, least=2)
    def yuen(x, y):
        one, two = _trimmed(x.astype("float64"), trim), _trimmed(y.astype("float64"), trim)
        found = ttest_ind_from_stats(*one, *two, equal_var=equal_var, alternative=alternative)
        return found.statistic, found.pvalue, _degrees(one, two, equal_var), one[0] - two[0]

    @of_lines(count=2, axis=axis, made=_Parts, least=2)
    def drawn(x, y):
        own = yuen(x, y)
        return own.statistic, correlated(x, y, statistic, method, alternative, "independent")[1], own.df, own.estimate

    own = (yuen if method is None else drawn)(asarray(a), asarray(b), axis=axis, nan_policy=nan_policy, keepdims=keepdims)

    def interval(level):
        tail = 0.5 * (1 - level) if alternative == "two-sided" else 1 - level
        reach = own.estimate / own.statistic * t.isf(tail, own.df)
        whole = reach * float("inf")
        return (own.estimate - (whole if alternative == "less" else reach), own.estimate + (whole if alternative == "greater" else reach))

    return TtestResult(own.statistic, own.pvalue, own.df, interval)


__all__ = ["ttest_ind"]
