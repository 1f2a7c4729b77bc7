"""Tests and distances of samples, lines through them, and probabilities of several tests."""

from collections import namedtuple
from math import nan, pi, sqrt

from ... import _core
from ..._creation import arange, asarray
from ..._manipulation import concatenate
from ..._searching import searchsorted, sort
from ._distributions import beta, chi2, norm, t
from ._keeping import along
from ._lines import of_lines
from ._numbers import SignificanceResult, rankdata

_native = _core.tables["stats"]
MedianTestResult = namedtuple("MedianTestResult", "statistic pvalue median table")
TheilslopesResult = namedtuple("TheilslopesResult", "slope intercept low_slope high_slope")
SiegelslopesResult = namedtuple("SiegelslopesResult", "slope intercept")


def _normal(z, alternative):
    """The statistic, and the probability of a normal number at least as extreme."""
    return z, _extreme(norm, z, alternative)


def _extreme(law, z, alternative, *parameters):
    if alternative == "two-sided":
        return 2 * law.sf(abs(z), *parameters)
    if alternative not in ("less", "greater"):
        raise ValueError("alternative must be 'less', 'greater' or 'two-sided'")
    return law.cdf(z, *parameters) if alternative == "less" else law.sf(z, *parameters)


@of_lines(2, made=SignificanceResult)
def ranksums(x, y, alternative="two-sided"):
    """Wilcoxon's test of the sum of ranks of two samples.

    Example: ``xparray.scipy.stats.ranksums(x, y)``.
    """
    m, n = x.size, y.size
    total = rankdata(concatenate([x, y]))[:m].sum()
    return _normal((total - m * (m + n + 1) / 2) / sqrt(m * n * (m + n + 1) / 12), alternative)


@of_lines(2, made=SignificanceResult, least=2)
def brunnermunzel(x, y, alternative="two-sided", distribution="t"):
    """Brunner's and Munzel's test of two samples, by Student's distribution (`t`) or the normal one (`normal`).

    Example: ``xparray.scipy.stats.brunnermunzel(x, y)``.
    """
    m, n = x.size, y.size
    ranks = rankdata(concatenate([x, y]))
    of_x, of_y = ranks[:m], ranks[m:]

    def variance(together, alone):
        away = together - rankdata(alone) - together.mean() + (alone.size + 1) / 2
        return (away * away).sum() / (alone.size - 1)

    a, b = m * variance(of_x, x), n * variance(of_y, y)
    z = m * n * (of_y.mean() - of_x.mean()) / ((m + n) * (a + b) ** 0.5)
    # What is greater by the statistic is y.
    turned = {"less": "greater", "greater": "less"}.get(alternative, alternative)
    if distribution == "normal":
        return z, _extreme(norm, z, turned)
    if distribution != "t":
        raise ValueError("distribution should be 't' or 'normal'")
    return z, _extreme(t, z, turned, (a + b) ** 2 / (a * a / (m - 1) + b * b / (n - 1)))


@of_lines(2, made=SignificanceResult, at=2)
def mood(x, y, alternative="two-sided"):
    """Mood's test of two scales.

    Example: ``xparray.scipy.stats.mood(x, y)``.
    """
    m, n = x.size, y.size
    total = m + n
    if total < 3:
        return nan, nan
    together = sort(concatenate([x, y]))
    first, behind = searchsorted(together, together, side="left"), searchsorted(together, together, side="right")
    # Of ties the mean of what their ranks give, by sums of the squares from the middle.
    squares = ((arange(1, total + 1) - (total + 1) / 2) ** 2).cumsum()
    sums = concatenate([asarray([0.0]), squares])
    means = (sums[behind] - sums[first]) / (behind - first)
    places = searchsorted(together, x, side="left")
    statistic = means[places].sum()
    # Their mean and variance over all ways to choose so many of them, which is a formula without ties.
    scores = means - squares[-1] / total
    variance = m * n / (total * (total - 1.0)) * (scores * scores).sum()
    return _normal((statistic - m * squares[-1] / total) / variance**0.5, alternative)


def _of_groups(test):
    """A test of several samples, as of vectors."""

    def called(samples, axis, nan_policy, keepdims, *rest):
        samples = [asarray(each) for each in samples]
        if len(samples) < 2:
            raise ValueError("at least two samples are compared")
        names = ", ".join(f"x{k}" for k in range(len(samples)))
        vectors = eval(f"lambda {names}: test([{names}], *rest)", {"test": test, "rest": rest})
        function = of_lines(len(samples), made=SignificanceResult)(vectors)
        return function(*samples, axis=axis, nan_policy=nan_policy, keepdims=keepdims)

    return called


@_of_groups
def _fligner(samples, center, proportiontocut):
    from ._numbers import trim_mean

    middle = {"median": _median, "mean": lambda x: x.mean(), "trimmed": lambda x: trim_mean(sort(x), proportiontocut)}
    if center not in middle:
        raise ValueError("center must be 'mean', 'median' or 'trimmed'.")
    away = concatenate([abs(each - middle[center](each)) for each in samples])
    scores = norm.ppf(rankdata(away) / (2 * (away.size + 1.0)) + 0.5)
    begin, total = 0, 0.0
    for each in samples:
        part = scores[begin : begin + each.size]
        total = total + each.size * (part.mean() - scores.mean()) ** 2
        begin += each.size
    statistic = total / scores.var(ddof=1)
    return statistic, chi2.sf(statistic, len(samples) - 1.0)


def fligner(*samples, center="median", proportiontocut=0.05, axis=0, nan_policy="propagate", keepdims=False):
    """Fligner's and Killeen's test of equal variances.

    Example: ``xparray.scipy.stats.fligner(x, y)``.
    """
    return _fligner(samples, axis, nan_policy, keepdims, center, proportiontocut)


@_of_groups
def _alexandergovern(samples):
    from ..._ufuncs import log

    sizes = [each.size for each in samples]
    errors = [each.var(ddof=1) / each.size for each in samples]
    weights = [1 / each for each in errors]
    mean = sum(weight * each.mean() for weight, each in zip(weights, samples)) / sum(weights)
    total = 0.0
    for each, error, size in zip(samples, errors, sizes):
        statistic, v = (each.mean() - mean) / error**0.5, size - 1.0
        # Hill, Algorithm 395: Student's t-distribution, 1970.
        a = v - 0.5
        b = 48 * a * a
        c = (a * log(1 + statistic**2 / v)) ** 0.5
        z = c + (c**3 + 3 * c) / b - (4 * c**7 + 33 * c**5 + 240 * c**3 + 855 * c) / (10 * b * b + 8 * b * c**4 + 1000 * b)
        total = total + z * z
    return total, chi2.sf(total, len(samples) - 1.0)


def alexandergovern(*samples, axis=0, nan_policy="propagate", keepdims=False):
    """Alexander's and Govern's test of equal means of samples of unequal variances.

    Example: ``xparray.scipy.stats.alexandergovern(x, y, z)``.
    """
    return _alexandergovern(samples, axis, nan_policy, keepdims)


def _median(x):
    from ..._statistics import median

    return median(x)


def median_test(*samples, ties="below", correction=True, lambda_=1, nan_policy="propagate"):
    """Mood's test of equal medians of vectors: of the table of how many elements are above the median of all and how many not; of those that are it by
    `ties`: `below`, `above`, or neither (`ignore`).

    Example: ``xparray.scipy.stats.median_test(x, y).pvalue``.
    """
    from ._samples import chi2_contingency

    samples = [asarray(each) for each in samples]
    if len(samples) < 2:
        raise ValueError("median_test requires two or more samples.")
    if ties not in ("below", "above", "ignore"):
        raise ValueError(f"invalid 'ties' option '{ties}'; 'ties' must be one of: below, above, ignore")
    if nan_policy == "omit":
        samples = [each[each == each] for each in samples]
    middle = _median(concatenate(samples))
    if bool(middle != middle):
        return MedianTestResult(nan, nan, middle, None)
    above = [int((each >= middle if ties == "above" else each > middle).sum()) for each in samples]
    below = [int((each <= middle if ties == "below" else each < middle).sum()) for each in samples]
    table = asarray([above, below])
    if any(not sum(row) for row in (above, below)) or any(not sum(pair) for pair in zip(above, below)):
        raise ValueError("all values are on one side of the grand median, or a sample has none but it")
    found = chi2_contingency(table, correction, lambda_)
    return MedianTestResult(found.statistic, found.pvalue, middle, table)


def pointbiserialr(x, y):
    """The correlation of truth values and numbers.

    Example: ``xparray.scipy.stats.pointbiserialr([True, False, True], [1.0, 2.0, 4.0])``.
    """
    from ._numbers import pearsonr

    return SignificanceResult(*pearsonr(asarray(x).astype("float64"), y))


def ttest_ind_from_stats(mean1, std1, nobs1, mean2, std2, nobs2, equal_var=True, alternative="two-sided"):
    """Student's test of two means, or Welch's, of the means, standard deviations and numbers of samples.

    Example: ``xparray.scipy.stats.ttest_ind_from_stats(1.0, 0.5, 20, 1.2, 0.6, 25).pvalue``.
    """
    mean1, std1, nobs1, mean2, std2, nobs2 = (asarray(each).astype("float64") for each in (mean1, std1, nobs1, mean2, std2, nobs2))
    a, b = std1**2 / nobs1, std2**2 / nobs2
    if equal_var:
        df = nobs1 + nobs2 - 2
        error = (((nobs1 - 1) * std1**2 + (nobs2 - 1) * std2**2) / df * (1 / nobs1 + 1 / nobs2)) ** 0.5
    else:
        df, error = (a + b) ** 2 / (a * a / (nobs1 - 1) + b * b / (nobs2 - 1)), (a + b) ** 0.5
    statistic = (mean1 - mean2) / error
    return SignificanceResult(statistic, _extreme(t, statistic, alternative, df))


@of_lines(made=SignificanceResult)
def combine_pvalues(pvalues, method="fisher", weights=None):
    """The probability of several independent tests together, by a method: `fisher`, `pearson`, `tippett`, `stouffer` or `mudholkar_george`.

    Example: ``xparray.scipy.stats.combine_pvalues([0.01, 0.2, 0.3]).pvalue``.
    """
    from ..._ufuncs import log, log1p

    p, n = pvalues.astype("float64"), pvalues.size
    if method == "fisher":
        statistic = -2 * log(p).sum()
        return statistic, chi2.sf(statistic, 2.0 * n)
    if method == "pearson":
        statistic = 2 * log1p(-p).sum()
        return statistic, chi2.cdf(-statistic, 2.0 * n)
    if method == "mudholkar_george":
        factor = sqrt(3 / n) / pi * sqrt((5 * n + 4) / (5 * n + 2))
        statistic = -log(p).sum() + log1p(-p).sum()
        return statistic, t.sf(statistic * factor, 5.0 * n + 4)
    if method == "tippett":
        statistic = p.min()
        return statistic, beta.cdf(statistic, 1.0, float(n))
    if method == "stouffer":
        weights = asarray([1.0] * n) if weights is None else asarray(weights).astype("float64")
        if weights.shape != p.shape:
            raise ValueError("pvalues and weights must be of the same size.")
        return _normal((weights * norm.isf(p)).sum() / (weights * weights).sum() ** 0.5, "greater")
    raise ValueError(f"Invalid method {method!r}. Valid methods are 'fisher', 'pearson', 'mudholkar_george', 'tippett', and 'stouffer'")


def false_discovery_control(ps, *, axis=0, method="bh"):
    """Probabilities of tests as shares of what is found falsely, by Benjamini and Hochberg (`bh`) or Benjamini and Yekutieli (`by`), of their shape.

    Example: ``xparray.scipy.stats.false_discovery_control([0.01, 0.2, 0.3])``.
    """
    from ..._manipulation import moveaxis
    from ..._searching import argsort
    from ..._ufuncs import minimum

    ps = asarray(ps).astype("float64")
    if bool(((ps < 0) | (ps > 1) | (ps != ps)).any()):
        raise ValueError("`ps` must include only numbers between 0 and 1")
    if method.lower() not in ("bh", "by"):
        raise ValueError("Unrecognized `method` {'bh', 'by'}")
    if ps.ndim == 0:
        return ps
    ps = ps.reshape(-1) if axis is None else moveaxis(ps, axis, -1)
    n, order = ps.shape[-1], argsort(ps, axis=-1)
    ranked = _taken(ps, order) * (n / arange(1, n + 1))
    if method.lower() == "by":
        ranked = ranked * (1 / arange(1, n + 1)).sum()
    ranked = minimum.accumulate(ranked[..., ::-1], axis=-1)[..., ::-1].clip(0, 1)
    found = _taken(ranked, argsort(order, axis=-1))
    return found if axis is None else moveaxis(found, -1, axis)


def _taken(x, order):
    from ..._searching import take_along_axis

    return take_along_axis(x, order, axis=-1)


def theilslopes(y, x=None, alpha=0.95, method="separate", *, axis=None, nan_policy="propagate", keepdims=False):
    """Theil's and Sen's line through points: the median of the slopes between each two, and the ends of an interval of it.

    Example: ``xparray.scipy.stats.theilslopes(y, x).slope``.
    """
    if method not in ("joint", "separate"):
        raise ValueError("method must be either 'joint' or 'separate'.'joint' only for backward compatibility.")
    compute = lambda: _native["theilslopes"](y, x, alpha, axis, nan_policy, method == "joint")
    return TheilslopesResult(*along(compute, [y] if x is None else [y, x], axis, keepdims, least=1, results=4))


def siegelslopes(y, x=None, method="hierarchical", *, axis=None, nan_policy="propagate", keepdims=False):
    """Siegel's line through points: the median of the medians of the slopes from each one.

    Example: ``xparray.scipy.stats.siegelslopes(y, x).slope``.
    """
    if method not in ("hierarchical", "separate"):
        raise ValueError("method can only be 'hierarchical' or 'separate'")
    compute = lambda: _native["siegelslopes"](y, x, axis, nan_policy, method == "hierarchical")
    return SiegelslopesResult(*along(compute, [y] if x is None else [y, x], axis, keepdims, least=1))


def _distance(name, u, v, u_weights, v_weights):
    vectors = []
    for values, weights in ((u, u_weights), (v, v_weights)):
        values = asarray(values).astype("float64").reshape(-1)
        if not values.size:
            raise ValueError("Distribution can't be empty.")
        if weights is not None:
            weights = asarray(weights).astype("float64").reshape(-1)
            if weights.shape != values.shape:
                raise ValueError("Value and weight array-likes for the same empirical distribution must be of the same size.")
            if bool((weights < 0).any()) or not 0 < float(weights.sum()) < float("inf"):
                raise ValueError("Weight array-like must be nonnegative and have a positive and finite sum.")
        vectors.append((values, weights))
    (u, u_weights), (v, v_weights) = vectors
    return _native[name](u, v, (u_weights, v_weights))


def wasserstein_distance(u_values, v_values, u_weights=None, v_weights=None):
    """The first Wasserstein distance of two samples, or of values with weights: what it takes to move one distribution to the other.

    Example: ``xparray.scipy.stats.wasserstein_distance([0, 1, 3], [5, 6, 8])``.
    """
    return _distance("wasserstein_distance", u_values, v_values, u_weights, v_weights)


def energy_distance(u_values, v_values, u_weights=None, v_weights=None):
    """The energy distance of two samples, or of values with weights.

    Example: ``xparray.scipy.stats.energy_distance([0, 1, 3], [5, 6, 8])``.
    """
    return _distance("energy_distance", u_values, v_values, u_weights, v_weights)


__all__ = [
    "alexandergovern", "brunnermunzel", "combine_pvalues", "energy_distance", "false_discovery_control", "fligner", "median_test", "mood",
    "pointbiserialr", "ranksums", "siegelslopes", "theilslopes", "ttest_ind_from_stats", "wasserstein_distance",
]
