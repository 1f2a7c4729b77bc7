"""Tests whose probabilities come of samples that are drawn, or of tables, and what tests find in such samples."""

import inspect
import warnings
from collections import namedtuple
from math import exp, log, sqrt

from ..._creation import arange, asarray
from ..._manipulation import broadcast_arrays, concatenate, stack
from ..._searching import searchsorted, sort, unique_values
from ..._ufuncs import table
from ...random import _stream
from ._distributions import beta, norm, rv_continuous
from ._monte_carlo import PermutationMethod, monte_carlo_test
from ._numbers import SignificanceResult, rankdata
from ._resampling import permutation_test

FitResult = namedtuple("FitResult", "params success message")
GoodnessOfFitResult = namedtuple("GoodnessOfFitResult", "fit_result statistic pvalue null_distribution")
PowerResult = namedtuple("PowerResult", "power pvalues")


def _anderson_darling(law, x):
    x, n = sort(x), x.shape[-1]
    return -n - ((2 * arange(1, n + 1) - 1.0) / n * (law.logcdf(x) + law.logsf(x[::-1]))).sum()


def _kolmogorov_smirnov(law, x):
    p, n = law.cdf(sort(x)), x.shape[-1]
    steps = arange(n + 1) / n
    return max((steps[1:] - p).max(), (p - steps[:-1]).max())


def _cramer_von_mises(law, x):
    p, n = law.cdf(sort(x)), x.shape[-1]
    return 1 / (12 * n) + (((2 * arange(1, n + 1) - 1) / (2 * n) - p) ** 2).sum()


def _filliben(law, x):
    n = x.shape[-1]
    k = arange(1.0, n + 1.0)
    y, z = sort(x), law.ppf(beta(k, n + 1 - k).median())
    y, z = y - y.mean(), z - z.mean()
    return (y * z).sum() / ((y * y).sum() * (z * z).sum()) ** 0.5


#: The statistics, and to which side they are extreme.
_STATISTICS = {
    "ad": (_anderson_darling, "greater"), "ks": (_kolmogorov_smirnov, "greater"), "cvm": (_cramer_von_mises, "greater"), "filliben": (_filliben, "less"),
}


def _fitted(dist, x, known, guessed):
    """The parameters of a distribution that are likeliest, of which some are known and some guessed."""
    names = [*dist._names, "loc", "scale"]
    if all(name in known for name in names):
        return [float(known[name]) for name in names]
    if dist is norm:
        loc = known["loc"] if "loc" in known else x.mean()
        scale = known.get("scale")
        if scale is None:
            scale = ((x - loc) ** 2).mean() ** 0.5 if "loc" in known else x.std(ddof=1)
        return [float(loc), float(scale)]
    starts = [guessed.get(name, known.get(name, 1.0)) for name in dist._names]
    return [float(each) for each in dist.fit(x, *starts, **{f"f{name}": value for name, value in known.items()})]


def goodness_of_fit(dist, data, *, known_params=None, fit_params=None, guessed_params=None, statistic="ad", n_mc_samples=9999, rng=None, random_state=None):
    """The test whether a vector is of a distribution whose parameters are known, or fitted to it and to each of the samples that are drawn: by a statistic, `ad`,
    `ks`, `cvm`, `filliben`, or a function of the distribution, numbers and their axis.

    Example: ``xparray.scipy.stats.goodness_of_fit(xparray.scipy.stats.norm, x, n_mc_samples=999).pvalue``.
    """
    if not isinstance(dist, rv_continuous):
        raise TypeError("`dist` must be a (non-frozen) instance of `stats.rv_continuous`.")
    x = asarray(data, dtype="float64")
    if x.ndim != 1:
        raise ValueError("`data` must be a one-dimensional array of numbers.")
    if int(n_mc_samples) != n_mc_samples:
        raise TypeError("`n_mc_samples` must be an integer.")
    known, fixed, guessed = dict(known_params or {}), dict(fit_params or {}), dict(guessed_params or {})
    if callable(statistic):
        compare, side = lambda law, x: statistic(law, x, axis=-1), getattr(statistic, "alternative", "greater")
    elif statistic.lower() in _STATISTICS:
        compare, side = _STATISTICS[statistic.lower()]
    else:
        raise ValueError(f"`statistic` must be one of {set(_STATISTICS)}.")
    params = _fitted(dist, x, known | fixed, guessed)
    law, generator = dist(*params), _stream(random_state if rng is None else rng)
    compute = lambda x: compare(dist(*_fitted(dist, x, known, fixed | guessed)), x)
    found = monte_carlo_test(
        x, lambda size: law.rvs(size=size, random_state=generator), compute, vectorized=False, n_resamples=int(n_mc_samples), alternative=side
    )
    fit = FitResult(tuple(params), True, "The fit was performed successfully.")
    return GoodnessOfFitResult(fit, found.statistic, found.pvalue, found.null_distribution)


def _without_unknown(function):
    """A function that is given only the keywords that it has."""
    names = inspect.signature(function).parameters
    if any(each.kind is inspect.Parameter.VAR_KEYWORD for each in names.values()):
        return function
    return lambda *args, **kwds: function(*args, **{name: value for name, value in kwds.items() if name in names})


def power(test, rvs, n_observations, *, significance=0.01, vectorized=None, n_resamples=10000, batch=None, kwargs=None):
    """How often a test of samples that functions draw, `rvs(size=(m, n))`, finds a probability below levels of significance: for each number of
    observations, and each value of the keywords that both are given.

    Example: ``xparray.scipy.stats.power(ttest_1samp_of_0, rng.normal, 20, significance=0.05).power``.
    """
    if not isinstance(rvs, (tuple, list)):
        rvs, n_observations = (rvs,), (n_observations,)
    if len(rvs) != len(n_observations):
        raise ValueError("If `rvs` is a sequence, `len(rvs)` must equal `len(n_observations)`.")
    levels, keywords = asarray(significance, dtype="float64"), dict(kwargs or {})
    if bool(((levels < 0) | (levels > 1)).any()):
        raise ValueError("`significance` must contain floats between 0 and 1.")
    if int(n_resamples) != n_resamples or n_resamples <= 0:
        raise ValueError("`n_resamples` must be a positive integer.")
    if vectorized is None:
        vectorized = "axis" in inspect.signature(test).parameters
    draw, run = [_without_unknown(each) for each in rvs], _without_unknown(test)

    def probabilities(samples, own):
        if vectorized:
            found = run(*samples, **own, axis=-1)
            return asarray(getattr(found, "pvalue", found))
        found = [run(*rows, **own) for rows in zip(*samples)]
        return stack([asarray(getattr(each, "pvalue", each)) for each in found])

    grids = broadcast_arrays(*(asarray(each) for each in (*n_observations, *keywords.values())))
    lines, parts = [each.reshape(-1).tolist() for each in grids], []
    for place in range(len(lines[0])):
        sizes = [int(line[place]) for line in lines[: len(rvs)]]
        own = {name: line[place] for name, line in zip(keywords, lines[len(rvs) :])}
        counts = [min(batch or n_resamples, n_resamples - k) for k in range(0, int(n_resamples), batch or int(n_resamples))]
        drawn = [probabilities([asarray(each(size=(count, n), **own)) for each, n in zip(draw, sizes)], own) for count in counts]
        parts.append(concatenate(drawn, axis=-1))
    pvalues = stack(parts).reshape(*grids[0].shape, -1)
    return PowerResult((pvalues < levels.reshape(*levels.shape, *[1] * pvalues.ndim)).astype("float64").mean(axis=-1), pvalues)


def _midrank(samples, pooled, distinct):
    n = len(pooled)
    left = searchsorted(pooled, distinct)
    ties = searchsorted(pooled, distinct, side="right") - left
    below, total = left + ties / 2, 0.0
    for each in samples:
        own = sort(each)
        right = searchsorted(own, distinct, side="right")
        mid = right - (right - searchsorted(own, distinct)) / 2
        total += (ties / n * (n * mid - below * len(own)) ** 2 / (below * (n - below) - n * ties / 4)).sum() / len(own)
    return total * (n - 1) / n


def _right(samples, pooled, distinct):
    n, distinct = len(pooled), distinct[:-1]
    below = searchsorted(pooled, distinct, side="right")
    ties, total = below - searchsorted(pooled, distinct), 0.0
    for each in samples:
        own = searchsorted(sort(each), distinct, side="right")
        total += (ties / n * (n * own - below * len(each)) ** 2 / (below * (n - below))).sum() / len(each)
    return total


def _continuous(samples, pooled, distinct):
    n, total = len(pooled), 0.0
    j = arange(1.0, n)
    for each in samples:
        own = searchsorted(sort(each), pooled[:-1], side="right")
        total += ((n * own - j * len(each)) ** 2 / (j * (n - j))).sum() / len(each)
    return total / n


#: The statistic of k samples that may have ties: of mid-ranks, of ranks from the right, of none (Scholz and Stephens, 1987, equations 7, 6 and 3).
_VARIANTS = {"midrank": _midrank, "right": _right, "continuous": _continuous}
#: Levels, and the coefficients of the critical values for k - 1 (ibid., table 2).
_LEVELS = [0.25, 0.1, 0.05, 0.025, 0.01, 0.005, 0.001]
_TABLE = [
    (0.675, -0.245, -0.105), (1.281, 0.25, -0.305), (1.645, 0.678, -0.362), (1.96, 1.149, -0.391), (2.326, 1.822, -0.396), (2.573, 2.364, -0.345),
    (3.085, 3.615, -0.154),
]


def _deviation(sizes):
    """The standard deviation of the statistic of samples of the same distribution (ibid., equation 4)."""
    k, n, inverse = len(sizes), sum(sizes), sum(1 / each for each in sizes)
    sums = [1 / (n - 1)]
    for each in range(n - 2, 1, -1):
        sums.append(sums[-1] + 1 / each)
    h, g = sums[-1] + 1, sum(each / i for each, i in zip(sums, range(2, n)))
    a = (4 * g - 6) * (k - 1) + (10 - 6 * g) * inverse
    b = (2 * g - 4) * k**2 + 8 * h * k + (2 * g - 14 * h - 4) * inverse - 8 * h + 4 * g - 6
    c = (6 * h + 2 * g - 2) * k**2 + (4 * h - 4 * g + 6) * k + (2 * h - 6) * inverse + 4 * h
    d = (2 * h + 6) * k**2 - 4 * h * k
    return sqrt((a * n**3 + b * n**2 + c * n + d) / ((n - 1.0) * (n - 2.0) * (n - 3.0)))


class Anderson_ksampResult(namedtuple("Anderson_ksampResult", "statistic critical_values pvalue")):
    """A statistic, its critical values, and a probability."""

    @property
    def significance_level(self):
        """The probability."""
        return self.pvalue


def anderson_ksamp(samples, midrank=None, *, variant=None, method=None):
    """Anderson's and Darling's test of k samples of the same distribution: with `variant`, which is `midrank`, `right` or `continuous`, a statistic and a
    probability, by default from critical values, between 0.001 and 0.25; without it these values as well.

    Example: ``xparray.scipy.stats.anderson_ksamp([x, y], variant="midrank").pvalue``.
    """
    samples = [asarray(each).astype("float64") for each in samples]
    if len(samples) < 2:
        raise ValueError("anderson_ksamp needs at least two samples")
    if any(not each.size for each in samples):
        raise ValueError("anderson_ksamp encountered sample without observations")
    pooled = sort(concatenate(samples))
    distinct = unique_values(pooled)
    if distinct.size < 2:
        raise ValueError("anderson_ksamp needs more than one distinct observation")
    name = variant or ("right" if midrank is False else "midrank")
    if name not in _VARIANTS:
        raise ValueError("`variant` must be one of 'midrank', 'right', or 'continuous'.")
    compute, m = _VARIANTS[name], len(samples) - 1
    observed = (compute(samples, pooled, distinct) - m) / _deviation([each.size for each in samples])
    critical = asarray([b0 + b1 / sqrt(m) + b2 / m for b0, b1, b2 in _TABLE])
    if method is not None:
        found = permutation_test(
            samples, lambda *samples: compute(samples, pooled, distinct), vectorized=False, n_resamples=method.n_resamples, alternative="greater", rng=method.rng
        )
        pvalue = found.pvalue
    elif observed < critical.min() or observed > critical.max():
        pvalue = _LEVELS[0] if observed < critical.min() else _LEVELS[-1]
        warnings.warn(f"p-value {'capped' if pvalue == _LEVELS[0] else 'floored'}: true value {'larger' if pvalue == _LEVELS[0] else 'smaller'} than {pvalue}.")
    else:
        from ..._more import polyval
        from ..._polynomials import polyfit

        pvalue = exp(polyval(polyfit(critical, asarray([log(each) for each in _LEVELS]), 2), observed))
    if variant is not None:
        return SignificanceResult(observed, pvalue)
    return Anderson_ksampResult(observed, critical, pvalue)


def _ranks_apart(ranks, other):
    """The differences of sorted ranks from those of samples of the same distribution, and their variances (Neuhäuser, 2005, section 2)."""
    n, m = ranks.shape[-1], other
    i = arange(1.0, n + 1.0)
    return sort(ranks, axis=-1) - (m + n) / n * i, i / (n + 1) * (1 - i / (n + 1)) * m * (m + n) / n


def bws_test(x, y, *, alternative="two-sided", method=None):
    """Baumgartner's, Weiss's and Schindler's test of two vectors of the same distribution, by permutations, as a `PermutationMethod` says.

    Example: ``xparray.scipy.stats.bws_test(x, y).pvalue``.
    """
    x, y = asarray(x), asarray(y)
    if x.ndim > 1 or y.ndim > 1:
        raise ValueError("`x` and `y` must be exactly one-dimensional.")
    if bool((x != x).any()) or bool((y != y).any()):
        raise ValueError("`x` and `y` must not contain NaNs.")
    if not x.size or not y.size:
        raise ValueError("`x` and `y` must be of nonzero size.")
    alternative = alternative.lower()
    if alternative not in ("two-sided", "less", "greater"):
        raise ValueError("`alternative` must be one of {'two-sided', 'less', 'greater'}.")
    method = PermutationMethod() if method is None else method
    if not isinstance(method, PermutationMethod):
        raise ValueError("`method` must be an instance of `scipy.stats.PermutationMethod`")
    ranks = rankdata(concatenate([x.reshape(-1), y.reshape(-1)])).astype("float64")
    sign = 1 if alternative == "two-sided" else -1

    def statistic(x, y, axis):
        parts = []
        for own, other in ((x, y), (y, x)):
            apart, variance = _ranks_apart(own, other.shape[-1])
            squares = apart * (apart if sign > 0 else table["abs"](apart))
            parts.append((squares / variance).mean(axis=-1))
        return (parts[0] + sign * parts[1]) / 2

    return permutation_test(
        (ranks[: x.size], ranks[x.size :]), statistic, n_resamples=method.n_resamples, alternative="less" if alternative == "less" else "greater",
        rng=method.rng
    )


def expectile(a, alpha=0.5, *, weights=None):
    """The number from which the elements above are, in the mean, alpha / (1 - alpha) times nearer than those below: the mean for an alpha of 0.5.

    Example: ``xparray.scipy.stats.expectile(a, 0.9)``.
    """
    if not 0 <= alpha <= 1:
        raise ValueError("The expectile level alpha must be in the range [0, 1].")
    a = asarray(a, dtype="float64").reshape(-1)
    w = a * 0 + 1 if weights is None else asarray(weights, dtype="float64").reshape(-1) + a * 0
    order = a.argsort()
    x, w = a[order], w[order]
    # Between two elements the condition is linear: of the solutions for each such pair one lies between the pair.
    below, mass = (w * x).cumsum(), w.cumsum()
    share = alpha * (mass[-1] - mass) + (1 - alpha) * mass
    t = (alpha * (below[-1] - below) + (1 - alpha) * below) / share
    if alpha in (0, 1):
        return x[0] if alpha == 0 else x[-1]
    return t[int((t >= x).sum()) - 1]


__all__ = ["anderson_ksamp", "bws_test", "expectile", "goodness_of_fit", "power"]
