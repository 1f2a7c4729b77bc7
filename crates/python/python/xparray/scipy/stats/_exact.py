"""Exact tests of tables of two samples, and of two rates."""

from math import comb, exp, inf, log, nan, sqrt

from ..._creation import asarray
from ._numbers import SignificanceResult

_SIDES = ("two-sided", "less", "greater")


def _table(table, n, alternative):
    table = asarray(table)
    if n <= 0:
        raise ValueError(f"Number of points `n` must be strictly positive, found {n!r}")
    if table.shape != (2, 2):
        raise ValueError("The input `table` must be of shape (2, 2).")
    (a, b), (c, d) = table.astype("int64").tolist()
    if min(a, b, c, d) < 0:
        raise ValueError("All values in `table` must be nonnegative.")
    if alternative not in _SIDES:
        raise ValueError(f"`alternative` should be one of {{'two-sided', 'less', 'greater'}}, found {alternative!r}")
    return a, b, a + c, b + d


def _greatest(counts, n):
    """The greatest sum of `counts[s] p^s (1 - p)^(n - s)` over p from 0 to 1: near the best of many places, by sections of the interval around it."""
    logs = [(s, log(count)) for s, count in enumerate(counts) if count]

    def value(p):
        if p <= 0 or p >= 1:
            return float(counts[0 if p <= 0 else n])
        first, second = log(p), log(1 - p)
        return sum(exp(count + s * first + (n - s) * second) for s, count in logs)

    parts = max(200, 4 * n)
    values = [value(k / parts) for k in range(parts + 1)]
    best = max(values)
    for k in sorted(range(parts + 1), key=values.__getitem__)[-3:]:
        low, high = max(0.0, (k - 1) / parts), min(1.0, (k + 1) / parts)
        for _ in range(40):
            third = (high - low) / 3
            if value(low + third) < value(high - third):
                low += third
            else:
                high -= third
        best = max(best, value((low + high) / 2))
    return min(best, 1.0)


def _probability(extreme, first, second):
    """The greatest probability of the pairs of counts that are extreme, whatever the probability of both samples is."""
    counts = [0] * (first + second + 1)
    for x in range(first + 1):
        for y in range(second + 1):
            if extreme(x, y):
                counts[x + y] += comb(first, x) * comb(second, y)
    return _greatest(counts, first + second)


def barnard_exact(table, alternative="two-sided", pooled=True, n=32):
    """Barnard's exact test of a table of two by two, by Wald's statistic of its columns, with one variance of both (`pooled`) or one for each.

    Example: ``xparray.scipy.stats.barnard_exact([[7, 12], [8, 3]]).pvalue``.
    """
    a, b, first, second = _table(table, n, alternative)
    if not first or not second:
        return SignificanceResult(nan, 1.0)

    def wald(x, y):
        p, q, r = x / first, y / second, (x + y) / (first + second)
        if p == q:
            return 0.0
        variance = r * (1 - r) * (1 / first + 1 / second) if pooled else p * (1 - p) / first + q * (1 - q) / second
        return (p - q) / sqrt(variance) if variance else (inf if p > q else -inf)

    observed = wald(a, b)
    # What differs by roundings is the same.
    near = 1e-13 * abs(observed) if abs(observed) < inf else 0.0
    chosen = {
        "two-sided": lambda x, y: abs(wald(x, y)) >= abs(observed) - near, "less": lambda x, y: wald(x, y) <= observed + near,
        "greater": lambda x, y: wald(x, y) >= observed - near,
    }[alternative]
    return SignificanceResult(observed, _probability(chosen, first, second))


def boschloo_exact(table, alternative="two-sided", n=32):
    """Boschloo's exact test of a table of two by two, whose statistic is the probability of Fisher's.

    Example: ``xparray.scipy.stats.boschloo_exact([[7, 12], [8, 3]]).pvalue``.
    """
    a, b, first, second = _table(table, n, alternative)
    if not first or not second:
        return SignificanceResult(nan, nan)
    if alternative == "two-sided":
        least = min((boschloo_exact(table, side, n) for side in ("greater", "less")), key=lambda found: found.pvalue)
        return SignificanceResult(least.statistic, min(1.0, 2 * least.pvalue))
    less = alternative == "less"
    near, other = (first, second) if less else (second, first)
    found = {}
    for s in range(first + second + 1):
        sum_of, total = 0, comb(first + second, s)
        for k in range(min(near, s) + 1):
            sum_of += comb(near, k) * comb(other, s - k)
            found[(k, s - k) if less else (s - k, k)] = sum_of / total
    observed = found[a, b]
    return SignificanceResult(observed, _probability(lambda x, y: found[x, y] <= observed * (1 + 1e-13), first, second))


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
