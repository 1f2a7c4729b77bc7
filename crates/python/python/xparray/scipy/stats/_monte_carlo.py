"""Probabilities by drawing at random, and how tests are told to."""

from collections import namedtuple
from math import factorial, lgamma

from ..._creation import asarray
from ..._manipulation import concatenate, repeat, stack
from ...random import default_rng
from ._resampling import _along_the_last, permutation_test


class PermutationMethod:
    """The probability of a test is by shuffling, of so many resamples; of all, where these are no more.

    Example: ``xparray.scipy.stats.pearsonr(x, y, method=xparray.scipy.stats.PermutationMethod(999, rng=7))``.
    """

    def __init__(self, n_resamples=9999, batch=None, random_state=None, *, rng=None):
        self.n_resamples, self.batch, self.rng = n_resamples, batch, random_state if rng is None else rng


class MonteCarloMethod:
    """The probability of a test is by so many samples that are drawn by functions of a `size`, by default of normal numbers.

    Example: ``xparray.scipy.stats.pearsonr(x, y, method=xparray.scipy.stats.MonteCarloMethod(999, rng=7))``.
    """

    def __init__(self, n_resamples=9999, batch=None, rvs=None, rng=None):
        if rvs is not None and rng is not None:
            raise ValueError("Use of `rvs` and `rng` are mutually exclusive.")
        self.n_resamples, self.batch, self.rvs, self.rng = n_resamples, batch, rvs, rng


MonteCarloTestResult = namedtuple("MonteCarloTestResult", "statistic pvalue null_distribution")
#: The share of a statistic below which another one is the same.
_SAME = 100 * 2.0**-52


def _probability(statistic, drawn, alternative):
    """The probability of a statistic at least as extreme, by those that were drawn."""
    if alternative not in ("two-sided", "less", "greater"):
        raise ValueError("`alternative` must be in {'two-sided', 'less', 'greater'}")
    near, n = abs(_SAME * statistic), len(drawn)
    less = ((drawn <= statistic + near).sum(axis=0) + 1) / (n + 1)
    greater = ((drawn >= statistic - near).sum(axis=0) + 1) / (n + 1)
    if alternative == "two-sided":
        return (2 * less * (less <= greater) + 2 * greater * (less > greater)).clip(0, 1)
    return less if alternative == "less" else greater


def monte_carlo_test(data, rvs, statistic, *, vectorized=None, n_resamples=9999, batch=None, alternative="two-sided", axis=0):
    """The probability of a statistic of vectors at least as extreme as of samples that functions draw: `rvs(size=(m, n))`.

    Example: ``xparray.scipy.stats.monte_carlo_test(x, rng.normal, lambda x, axis: x.mean(axis)).pvalue``.
    """
    data = data if isinstance(data, tuple) else (data,)
    rvs = rvs if isinstance(rvs, (tuple, list)) else [rvs] * len(data)
    if len(rvs) != len(data):
        raise ValueError("If `rvs` is a sequence, `len(rvs)` must equal `len(data)`")
    samples = [asarray(each) for each in data]
    if any(each.ndim != 1 for each in samples) or axis not in (0, -1):
        raise ValueError("samples are vectors, along axis 0")
    function = _along_the_last(statistic, vectorized)
    observed, parts, left = asarray(function(*samples)), [], n_resamples
    while left:
        count = min(left, batch or left)
        parts.append(asarray(function(*(asarray(draw(size=(count, each.size))) for draw, each in zip(rvs, samples)))))
        left -= count
    drawn = concatenate(parts)
    return MonteCarloTestResult(observed, _probability(observed, drawn, alternative), drawn)


def correlated(x, y, correlation, method, alternative, permutation_type="pairings"):
    """The test of a correlation, or of another statistic, of two vectors by a method."""
    x, y = asarray(x), asarray(y)
    if x.ndim != 1 or y.ndim != 1:
        raise ValueError("the method is one of vectors")
    if isinstance(method, PermutationMethod):
        found = permutation_test((x, y), lambda x, y, axis: correlation(x, y), permutation_type=permutation_type, n_resamples=method.n_resamples,
            alternative=alternative, rng=method.rng)
    elif isinstance(method, MonteCarloMethod):
        rvs = method.rvs
        if rvs is None:
            generator = default_rng(method.rng)
            rvs = (generator.normal, generator.normal)
        found = monte_carlo_test((x, y), rvs, lambda x, y, axis: correlation(x, y), n_resamples=method.n_resamples, batch=method.batch,
            alternative=alternative)
    else:
        raise ValueError("`method` must be an instance of `PermutationMethod`, `MonteCarloMethod`, or None.")
    return found.statistic, found.pvalue


def table_drawn(table, method, exact):
    """The probability of a table of counts among those with its sums, and of one at most as probable: by tables that are drawn."""
    if not isinstance(method, (PermutationMethod, MonteCarloMethod)):
        raise ValueError(f"`method` must be an instance of `PermutationMethod` or `MonteCarloMethod`, not {method!r}")
    if getattr(method, "rvs", None) is not None:
        raise ValueError("If the `method` argument of `fisher_exact` is an instance of `MonteCarloMethod`, its `rvs` attribute must be unspecified.")
    counts = table.tolist()
    n, columns = sum(map(sum, counts)), len(counts[0])
    sums = [*map(sum, counts), *map(sum, zip(*counts))]
    always = sum(lgamma(each + 1.0) for each in sums) - lgamma(n + 1.0)
    if isinstance(method, PermutationMethod) and n < 20 and factorial(n) <= method.n_resamples:
        # All orders are the exact test.
        return exact(table)
    logs = asarray([lgamma(each + 1.0) for each in range(n + 1)])
    cells = [[row, column] for row in range(len(counts)) for column in range(columns)]
    ends = [counts[row][column] for row, column in cells]
    x = repeat(asarray([row for row, _ in cells]), asarray(ends))
    y = repeat(asarray([column for _, column in cells]), asarray(ends))
    generator, drawn = default_rng(method.rng), []
    batch = max(1, min(method.batch or 1000, method.n_resamples))
    for begin in range(0, method.n_resamples, batch):
        size = min(batch, method.n_resamples - begin)
        order = generator.random((size, n)).argsort(axis=-1)
        cell = x[order] * columns + y
        found = [logs[(cell == k).sum(axis=-1)] for k in range(len(cells))]
        drawn.append(always - stack(found).sum(axis=0))
    observed = always - sum(lgamma(each + 1.0) for each in ends)
    # Probabilities that differ by roundings are the same.
    less = (concatenate(drawn) <= observed + 1e-12 * max(1.0, abs(observed))).sum()
    from ..._ufuncs import exp

    return exp(asarray(observed)), (less + 1) / (method.n_resamples + 1)


__all__ = ["MonteCarloMethod", "PermutationMethod", "monte_carlo_test"]
