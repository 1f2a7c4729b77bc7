"""Student's test of two samples, of which the ends may be trimmed, with probabilities by formulas or by drawing."""

from ..._creation import asarray
from ._lines import of_lines
from ._monte_carlo import MonteCarloMethod, PermutationMethod, correlated
from ._numbers import TtestResult, _welch


def ttest_ind(a, b, *, axis=0, equal_var=True, nan_policy="propagate", alternative="two-sided", trim=0, method=None, keepdims=False):
    """Student's test of two means, or Welch's, of unequal variances; Yuen's, of a share that is trimmed from each end; with a probability by a
    `PermutationMethod` or a `MonteCarloMethod`.

    Example: ``xparray.scipy.stats.ttest_ind(a, b, equal_var=False).pvalue``.
    """
    if not 0 <= trim < 0.5:
        raise ValueError("Trimming percentage should be 0 <= `trim` < .5.")
    if not (method is None or isinstance(method, (PermutationMethod, MonteCarloMethod))):
        raise ValueError("`method` must be an instance of `PermutationMethod`, an instance of `MonteCarloMethod`, or None (default).")
    own = _welch(a, b, axis, equal_var, nan_policy, alternative, float(trim), keepdims)
    if method is None:
        return own

    def statistic(x, y):
        return _welch(x, y, -1, equal_var, "propagate", "two-sided", float(trim), False).statistic

    @of_lines(count=2, axis=axis, least=2)
    def drawn(x, y):
        return correlated(x, y, statistic, method, alternative, "independent")[1]

    pvalue = drawn(asarray(a), asarray(b), axis=axis, nan_policy=nan_policy, keepdims=keepdims)
    return TtestResult(own.statistic, pvalue, own.df, own.confidence_interval)


__all__ = ["ttest_ind"]
