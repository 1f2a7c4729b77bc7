"""Tests and correlations of ranks, and tests of quantiles."""

from collections import namedtuple
from math import inf, nan

from ... import _core
from ..._creation import asarray
from ..._searching import sort
from ._distributions import binom
from ._keeping import along
from ._lines import of_lines
from ._numbers import ConfidenceInterval, SignificanceResult

_native = _core.tables["stats"]
PageTrendTestResult = namedtuple("PageTrendTestResult", "statistic pvalue method")


@of_lines(2, made=SignificanceResult)
def ansari(x, y, alternative="two-sided"):
    """Ansari's and Bradley's test of two scales: of all choices, for fewer than 55 elements each without ties.

    Example: ``xparray.scipy.stats.ansari(x, y).pvalue``.
    """
    if alternative not in ("two-sided", "less", "greater"):
        raise ValueError("'alternative' must be 'two-sided', 'greater', or 'less'.")
    return _native["ansari"](x, y, alternative)


def page_trend_test(data, ranked=False, predicted_ranks=None, method="auto"):
    """Page's test of whether the columns of a matrix, of which each row is a judge's, are in an order, by default from the least on: of all rankings
    (`exact`) or as of many judges (`asymptotic`).

    Example: ``xparray.scipy.stats.page_trend_test([[1.0, 2.0, 4.0], [2.0, 3.0, 5.0]]).pvalue``.
    """
    if method not in ("auto", "exact", "asymptotic"):
        raise ValueError("`method` must be in {'asymptotic', 'exact', 'auto'}")
    if not isinstance(ranked, bool):
        raise TypeError("`ranked` must be boolean.")
    predicted = None if predicted_ranks is None else asarray(predicted_ranks).tolist()
    return PageTrendTestResult(*_native["page_trend_test"](data, ranked, predicted, method))


class SomersDResult(SignificanceResult):
    """A correlation and its probability; and, beside these two, the table of counts that it is of, `table`, and the correlation as `correlation`."""

    def __new__(cls, statistic, pvalue, table):
        made = super().__new__(cls, statistic, pvalue)
        made.correlation, made.table = statistic, table
        return made


def somersd(x, y=None, alternative="two-sided"):
    """Somers' D of rankings, which is not symmetric: of a table of counts, or of two vectors.

    Example: ``xparray.scipy.stats.somersd([0, 1, 2], [0, 2, 1]).statistic``.
    """
    x = asarray(x)
    if x.ndim not in (1, 2):
        raise ValueError("x must be either a 1D or 2D array")
    return SomersDResult(*_native["somersd"](x, y if x.ndim == 1 else None, alternative))


def weightedtau(x, y, rank=True, weigher=None, additive=True, *, axis=None, nan_policy="propagate", keepdims=False):
    """Kendall's correlation with weights of ranks, which add or multiply: by default 1 / (1 + r), with ranks from the greatest on, of both samples in turn
    (True), of the first one (None), of the elements' places (False), or as given. By default NaN is the least element.

    Example: ``xparray.scipy.stats.weightedtau(x, y).statistic``.
    """
    x, y = asarray(x), asarray(y)
    rank = rank if rank is None or isinstance(rank, bool) else asarray(rank).reshape(-1).tolist()
    count = max(rank, default=0) + 1 if isinstance(rank, list) else x.size if axis is None else x.shape[axis]
    weights = None if weigher is None else [float(weigher(each)) for each in range(count)]
    compute = lambda: [_native["weightedtau"](x, y, rank, weights, additive, axis, nan_policy)]
    (statistic,) = along(compute, [x, y], axis, keepdims, results=1)
    return SignificanceResult(statistic, statistic * nan)


class QuantileTestResult:
    """How many elements are up to a quantile (`statistic_type` 1) or below it (2), `statistic`, and the probability `pvalue`."""

    def __init__(self, statistic, statistic_type, pvalue, alternative, x, p):
        self.statistic, self.statistic_type, self.pvalue = statistic, statistic_type, pvalue
        self._alternative, self._x, self._p = alternative, x, p

    def confidence_interval(self, confidence_level=0.95):
        """The ends of an interval that has the quantile of a share of samples.

        Example: ``quantile_test(x, q=0.5).confidence_interval(0.9)``.
        """
        if not 0 < confidence_level < 1:
            raise ValueError("`confidence_level` must be a number between 0 and 1.")
        x, law = sort(self._x), binom(float(self._x.size), self._p)
        share = (1 - confidence_level) / (2 if self._alternative == "two-sided" else 1)
        low, high = -inf, inf
        if self._alternative != "less":
            place = int(law.ppf(share)) - 1
            low = x[place] if place >= 0 else nan
        if self._alternative != "greater":
            place = int(law.isf(share))
            high = x[place] if place < x.size else nan
        return ConfidenceInterval(low, high)


def quantile_test(x, *, q=0, p=0.5, alternative="two-sided"):
    """The test of whether the quantile of a probability p of a vector is q.

    Example: ``xparray.scipy.stats.quantile_test(x, q=0.5, p=0.25).pvalue``.
    """
    x = asarray(x)
    if x.ndim != 1 or x.dtype.kind not in "iufb":
        raise ValueError("`x` must be a one-dimensional array of numbers.")
    if not 0 < p < 1:
        raise ValueError("`p` must be a float strictly between 0 and 1.")
    if alternative not in ("two-sided", "less", "greater"):
        raise ValueError("`alternative` must be one of {'two-sided', 'less', 'greater'}")
    upto, below, law = int((x <= q).sum()), int((x < q).sum()), binom(float(x.size), float(p))
    greater, less = law.cdf(upto), law.sf(below - 1)
    if alternative == "two-sided":
        first = not less < greater
        pvalue = (2 * (greater if first else less)).clip(0, 1)
    else:
        first = alternative == "greater"
        pvalue = greater if first else less
    return QuantileTestResult(upto if first else below, 1 if first else 2, pvalue, alternative, x, float(p))


__all__ = ["ansari", "page_trend_test", "quantile_test", "somersd", "weightedtau"]
