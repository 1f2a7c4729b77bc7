"""Tests and correlations of ranks, and tests of quantiles."""

from collections import namedtuple
from math import factorial, inf, nan, sqrt

from ... import _core
from ..._creation import arange, asarray
from ..._manipulation import concatenate
from ..._searching import sort
from ._comparisons import _normal
from ._distributions import binom, norm
from ._lines import of_lines
from ._numbers import ConfidenceInterval, SignificanceResult, rankdata

_native = _core.tables["stats"]
PageTrendTestResult = namedtuple("PageTrendTestResult", "statistic pvalue method")


def _digits(packed, width):
    """The coefficients of a polynomial that is held as one number, so many bytes each."""
    data = packed.to_bytes(max(1, -(-packed.bit_length() // 8)), "little")
    return [int.from_bytes(data[k : k + width], "little") for k in range(0, len(data), width)]


@of_lines(2, made=SignificanceResult)
def ansari(x, y, alternative="two-sided"):
    """Ansari's and Bradley's test of two scales: of all choices, for fewer than 55 elements each without ties.

    Example: ``xparray.scipy.stats.ansari(x, y).pvalue``.
    """
    if alternative not in ("two-sided", "less", "greater"):
        raise ValueError("'alternative' must be 'two-sided', 'greater', or 'less'.")
    return _native["ansari"](x, y, alternative)


def _trends(m, n):
    """How many rankings of n by m judges have each sum of products with the numbers up to n."""
    width = factorial(n).bit_length() * m // 8 + 2
    orders = {0: 1}
    for rank in range(1, n + 1):
        longer = {}
        for used, held in orders.items():
            for place in range(n):
                if not used >> place & 1:
                    key = used | 1 << place
                    longer[key] = longer.get(key, 0) + (held << (8 * width * rank * (place + 1)))
        orders = longer
    return _digits(orders[(1 << n) - 1] ** m, width)


def page_trend_test(data, ranked=False, predicted_ranks=None, method="auto"):
    """Page's test of whether the columns of a matrix, of which each row is a judge's, are in an order, by default from the least on: of all rankings
    (`exact`) or as of many judges (`asymptotic`).

    Example: ``xparray.scipy.stats.page_trend_test([[1.0, 2.0, 4.0], [2.0, 3.0, 5.0]]).pvalue``.
    """
    if method not in ("auto", "exact", "asymptotic"):
        raise ValueError("`method` must be in {'asymptotic', 'exact', 'auto'}")
    data = asarray(data)
    if data.ndim != 2:
        raise ValueError("`data` must be a 2d array.")
    m, n = data.shape
    if m < 2 or n < 3:
        raise ValueError("Page's L is only appropriate for data with two or more rows and three or more columns.")
    if bool((data != data).any()):
        raise ValueError("`data` contains NaNs, which cannot be ranked meaningfully")
    if not isinstance(ranked, bool):
        raise TypeError("`ranked` must be boolean.")
    if ranked and not (data.min() >= 1 and data.max() <= n):
        raise ValueError("`data` is not properly ranked. Rank the data or pass `ranked=False`.")
    ranks = data if ranked else rankdata(data, axis=-1)
    predicted = arange(1, n + 1) if predicted_ranks is None else asarray(predicted_ranks)
    if predicted.ndim != 1 or sorted(predicted.tolist()) != list(range(1, n + 1)):
        raise ValueError(f"`predicted_ranks` must include each integer from 1 to {n} (the number of columns in `data`) exactly once.")
    statistic = (ranks * predicted).sum()
    if method == "auto":
        method = "asymptotic" if n > 8 or (m > 12 and n > 3) or m > 20 else "exact"
    if method == "exact":
        counts = _trends(m, n)
        # Of ranks that are shared by what is below.
        pvalue = sum(counts[int(statistic) :]) / sum(counts)
    else:
        pvalue = norm.sf((statistic - m * n * (n + 1) ** 2 / 4) / sqrt(m * n**2 * (n + 1) * (n**2 - 1) / 144))
    return PageTrendTestResult(statistic, pvalue, method)


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
    from ..._searching import unique

    x = asarray(x)
    if x.ndim == 1:
        y = asarray(y)
        if x.size != y.size:
            raise ValueError("Rankings must be of equal length.")
        (rows, row), (columns, column) = (unique(each, return_inverse=True) for each in (x, y))
        table = (row == arange(rows.size).reshape(-1, 1)).astype("int64") @ (column == arange(columns.size).reshape(-1, 1)).astype("int64").T
    elif x.ndim == 2:
        table = x
        if bool((x < 0).any()):
            raise ValueError("All elements of the contingency table must be non-negative.")
        if bool((x != x.astype("int64")).any()):
            raise ValueError("All elements of the contingency table must be integer.")
        if int((x != 0).sum()) < 2:
            raise ValueError("At least two elements of the contingency table must be nonzero.")
    else:
        raise ValueError("x must be either a 1D or 2D array")
    if min(table.shape) < 2:
        return SomersDResult(nan, nan, table)
    counts = table.astype("float64")
    rows, columns = ((arange(n).reshape(-1, 1) > arange(n)).astype("float64") for n in table.shape)
    # Pairs of each cell with those that are beyond it in the same direction, and in the other one.
    alike = rows @ counts @ columns.T + rows.T @ counts @ columns
    apart = rows @ counts @ columns + rows.T @ counts @ columns.T
    away, total = (counts * (alike - apart)).sum(), counts.sum()
    statistic = away / (total**2 - (counts.sum(axis=1) ** 2).sum())
    variance = (counts * (alike - apart) ** 2).sum() - away**2 / total
    return SomersDResult(statistic, _normal(away / (4 * variance) ** 0.5, alternative)[1], table)


def _known(x):
    """A sample with what is no number as the least one."""
    from ..._searching import where

    x = asarray(x)
    known = x == x
    return x if bool(known.all()) or not bool(known.any()) else where(known, x, x[known].min() - 1)


def weightedtau(x, y, rank=True, weigher=None, additive=True, *, axis=None, nan_policy="propagate", keepdims=False):
    """Kendall's correlation with weights of ranks, which add or multiply: by default 1 / (1 + r), with ranks from the greatest on, of both samples in turn
    (True), of the first one (None), of the elements' places (False), or as given. By default NaN is the least element.

    Example: ``xparray.scipy.stats.weightedtau(x, y).statistic``.
    """
    if nan_policy == "propagate":
        x, y = _known(x), _known(y)
    return _tau(x, y, rank, weigher, additive, axis=axis, nan_policy=nan_policy, keepdims=keepdims)


@of_lines(2, axis=None, made=SignificanceResult, paired=True)
def _tau(x, y, rank, weigher, additive):
    if x.size != y.size:
        raise ValueError("Array shapes are incompatible for broadcasting.")
    if rank is True:
        return (_weighted(x, y, None, weigher, additive) + _weighted(y, x, None, weigher, additive)) / 2, nan
    if rank is False:
        rank = arange(x.size)
    elif rank is not None:
        rank = asarray(rank).reshape(-1)
        if rank.size != x.size:
            raise ValueError(f"All inputs to `weightedtau` must be of the same size, found x-size {x.size} and rank-size {rank.size}")
    return _weighted(x, y, rank, weigher, additive), nan


def _weighted(x, y, rank, weigher, additive):
    from ..._searching import lexsort
    from ..._ufuncs import sign

    if rank is None:
        rank = lexsort((y, x))[::-1].argsort()
    weights = 1 / (1.0 + rank) if weigher is None else asarray([float(weigher(each)) for each in rank.tolist()])
    across = weights.reshape(-1, 1)
    pairs = across + weights if additive else across * weights
    of_x, of_y = sign(x - x.reshape(-1, 1)), sign(y - y.reshape(-1, 1))
    return (pairs * of_x * of_y).sum() / ((pairs * of_x * of_x).sum() * (pairs * of_y * of_y).sum()) ** 0.5


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
