"""Exact tests of tables of two samples, and of two rates."""

from math import inf, nan, sqrt

from ... import _core
from ..._creation import asarray
from ._numbers import SignificanceResult

_native = _core.tables["stats"]
_SIDES = ("two-sided", "less", "greater")


def _table(table, n, alternative):
    table = asarray(table)
    if n <= 0:
        raise ValueError(f"Number of points `n` must be strictly positive, found {n!r}")
    if table.shape != (2, 2):
        raise ValueError("The input `table` must be of shape (2, 2).")
    table = table.astype("int64").tolist()
    if min(map(min, table)) < 0:
        raise ValueError("All values in `table` must be nonnegative.")
    if alternative not in _SIDES:
        raise ValueError(f"`alternative` should be one of {{'two-sided', 'less', 'greater'}}, found {alternative!r}")
    return table


def barnard_exact(table, alternative="two-sided", pooled=True, n=32):
    """Barnard's exact test of a table of two by two, by Wald's statistic of its columns, with one variance of both (`pooled`) or one for each.

    Example: ``xparray.scipy.stats.barnard_exact([[7, 12], [8, 3]]).pvalue``.
    """
    return SignificanceResult(*_native["barnard_exact"](_table(table, n, alternative), alternative, bool(pooled)))


def boschloo_exact(table, alternative="two-sided", n=32):
    """Boschloo's exact test of a table of two by two, whose statistic is the probability of Fisher's.

    Example: ``xparray.scipy.stats.boschloo_exact([[7, 12], [8, 3]]).pvalue``.
    """
    return SignificanceResult(*_native["boschloo_exact"](_table(table, n, alternative), alternative))


def poisson_means_test(k1, n1, k2, n2, *, diff=0, alternative="two-sided"):
    """The test of whether two rates, of k1 and k2 events in samples of n1 and n2, differ by a number.

    Example: ``xparray.scipy.stats.poisson_means_test(0, 100, 3, 100).pvalue``.
    """
    from ..._creation import arange
    from ..._searching import where
    from ._distributions import poisson

    if k1 != int(k1) or k2 != int(k2):
        raise TypeError("`k1` and `k2` must be integers.")
    if k1 < 0 or k2 < 0:
        raise ValueError("`k1` and `k2` must be greater than or equal to 0.")
    if n1 <= 0 or n2 <= 0:
        raise ValueError("`n1` and `n2` must be greater than 0.")
    if diff < 0:
        raise ValueError("diff must be greater than or equal to 0.")
    if alternative not in _SIDES:
        raise ValueError("Alternative must be one of {'less', 'two-sided', 'greater'}.")
    rate = (k1 + k2) / (n1 + n2) - diff * n1 / (n1 + n2)
    if rate <= 0:
        return SignificanceResult(0, 1)
    observed = (k1 / n1 - k2 / n2 - diff) / sqrt(k1 / n1**2 + k2 / n2**2)
    means = float(n1 * (rate + diff)), float(n2 * rate)
    x, y = (arange(float(poisson.ppf(1e-10, mean)), float(poisson.ppf(1 - 1e-16, mean)) + 1) for mean in means)
    weights = poisson.pmf(x, means[0]) * poisson.pmf(y, means[1]).reshape(-1, 1)
    first, second = x / n1, y.reshape(-1, 1) / n2
    variance = first / n1 + second / n2
    # Without events in both there is no variance.
    statistic = where(variance > 0, (first - second - diff) / (variance + (variance <= 0)) ** 0.5, -inf if diff else nan)
    chosen = {"two-sided": abs(statistic) >= abs(observed), "less": statistic <= observed, "greater": statistic >= observed}[alternative]
    return SignificanceResult(observed, (weights * chosen).sum())


__all__ = ["barnard_exact", "boschloo_exact", "poisson_means_test"]
