"""Tests of tables, ranks and several samples."""

from typing import NamedTuple

from ... import _core
from ..._creation import asarray
from ..._table import functions
from ._numbers import SignificanceResult

_native = _core.tables["stats"]
_POLICY = "nan_policy='propagate'"
_FUNCTIONS = {
    "boxcox_llf": ("lmb, data", "The logarithm of the likelihood of Box's and Cox's transform."),
    "median_abs_deviation": (f"x, axis=0, *, scale=1.0, {_POLICY}", "Medians of the distances from the median, over a scale."),
}
globals().update(functions("xparray.scipy.stats", _native, _FUNCTIONS))


class ModeResult(NamedTuple):
    """The most frequent elements, and how often they are there."""

    mode: object
    count: object


class DescribeResult(NamedTuple):
    """Numbers of samples."""

    nobs: object
    minmax: object
    mean: object
    variance: object
    skewness: object
    kurtosis: object


class _Line(NamedTuple):
    slope: object
    intercept: object
    rvalue: object
    pvalue: object
    stderr: object


class LinregressResult(_Line):
    """A line through points, its correlation and the probability of one at least as strong, and the error of the slope; and, beside these
    five, the error of the intercept, `intercept_stderr`."""

    def __new__(cls, slope, intercept, rvalue, pvalue, stderr, intercept_stderr):
        made = super().__new__(cls, slope, intercept, rvalue, pvalue, stderr)
        made.intercept_stderr = intercept_stderr
        return made


class Chi2ContingencyResult(NamedTuple):
    """A statistic, its probability, the degrees of freedom, and the expected table."""

    statistic: object
    pvalue: object
    dof: object
    expected_freq: object


class KstestResult(SignificanceResult):
    """A statistic and its probability; and, beside these two, where the greatest distance is, and its sign."""

    def __new__(cls, statistic, pvalue, statistic_location, statistic_sign):
        made = super().__new__(cls, statistic, pvalue)
        made.statistic_location, made.statistic_sign = statistic_location, statistic_sign
        return made


def describe(a, axis=0, ddof=1, bias=True, nan_policy="propagate"):
    """How many elements there are, the least and the greatest, mean, variance, skewness and kurtosis less 3.

    Example: ``xparray.scipy.stats.describe(x)``.
    """
    nobs, ends, mean, rest = _native["describe"](a, axis, ddof, bias, nan_policy)
    return DescribeResult(nobs, ends, mean, *rest)


def mode(a, axis=0, nan_policy="propagate", keepdims=False):
    """The most frequent elements, the least of several, and how often they are there.

    Example: ``xparray.scipy.stats.mode(x)``.
    """
    from ..._manipulation import expand_dims

    found = _native["mode"](a, axis, nan_policy)
    if keepdims:
        ndim = asarray(a).ndim
        found = [each.reshape((1,) * ndim) if axis is None else expand_dims(each, axis=axis) for each in found]
    return ModeResult(*found)


def iqr(x, axis=None, rng=(25, 75), scale=1.0, nan_policy="propagate"):
    """The distances between quartiles, or other percentiles, over a scale, or over that of a normal distribution (`normal`).

    Example: ``xparray.scipy.stats.iqr(x)``.
    """
    return _native["iqr"](x, axis, tuple(map(float, rng)), None if scale == "normal" else float(scale), nan_policy)


def _tested(name, samples, *args):
    return SignificanceResult(*_native[name](list(samples), *args))


def bartlett(*samples, axis=0, nan_policy="propagate"):
    """Bartlett's test of equal variances.

    Example: ``xparray.scipy.stats.bartlett(x, y)``.
    """
    return _tested("bartlett", samples, axis, nan_policy)


def levene(*samples, center="median", proportiontocut=0.05, axis=0, nan_policy="propagate"):
    """Levene's test of equal variances.

    Example: ``xparray.scipy.stats.levene(x, y)``.
    """
    return _tested("levene", samples, (center, float(proportiontocut)), axis, nan_policy)


def friedmanchisquare(*samples, axis=0, nan_policy="propagate"):
    """Friedman's test of measurements that are repeated.

    Example: ``xparray.scipy.stats.friedmanchisquare(x, y, z)``.
    """
    return _tested("friedmanchisquare", samples, axis, nan_policy)


def shapiro(x, *, axis=None, nan_policy="propagate"):
    """Shapiro's and Wilk's test of normality.

    Example: ``xparray.scipy.stats.shapiro(x)``.
    """
    return SignificanceResult(*_native["shapiro"](x, axis, nan_policy))


def mannwhitneyu(x, y, use_continuity=True, alternative="two-sided", axis=0, method="auto", *, nan_policy="propagate"):
    """Mann's and Whitney's test of two samples.

    Example: ``xparray.scipy.stats.mannwhitneyu(x, y)``.
    """
    return SignificanceResult(*_native["mannwhitneyu"](x, y, use_continuity, alternative, axis, method, nan_policy))


def wilcoxon(x, y=None, zero_method="wilcox", correction=False, alternative="two-sided", method="auto", *, axis=0, nan_policy="propagate"):
    """Wilcoxon's test of differences.

    Example: ``xparray.scipy.stats.wilcoxon(x, y)``.
    """
    differences = asarray(x) if y is None else asarray(x) - asarray(y)
    return SignificanceResult(*_native["wilcoxon"](differences, zero_method, correction, alternative, axis, method, nan_policy))


def kendalltau(x, y, *, nan_policy="propagate", method="auto", variant="b", alternative="two-sided", axis=None):
    """Kendall's correlation of ranks.

    Example: ``xparray.scipy.stats.kendalltau(x, y)``.
    """
    if variant not in ("b", "c"):
        raise ValueError(f"Unknown variant of the statistic chosen: {variant}. variant must be 'b' or 'c'.")
    return SignificanceResult(*_native["kendalltau"](x, y, axis, nan_policy, alternative, method, variant == "c"))


def ks_1samp(x, cdf, args=(), alternative="two-sided", method="auto", *, axis=0, nan_policy="propagate"):
    """Kolmogorov's and Smirnov's test of a distribution, whose function of arrays gives probabilities.

    Example: ``xparray.scipy.stats.ks_1samp(x, xparray.scipy.stats.norm.cdf)``.
    """
    return KstestResult(*_native["ks_1samp"](x, lambda x: cdf(x, *args), axis, nan_policy, alternative, method))


def ks_2samp(data1, data2, alternative="two-sided", method="auto", *, axis=0, nan_policy="propagate"):
    """Kolmogorov's and Smirnov's test of two samples.

    Example: ``xparray.scipy.stats.ks_2samp(x, y)``.
    """
    return KstestResult(*_native["ks_2samp"](data1, data2, axis, nan_policy, alternative, method))


def kstest(rvs, cdf, args=(), N=20, alternative="two-sided", method="auto"):
    """`ks_1samp` of a function or of a distribution's name, or `ks_2samp` of another sample.

    Example: ``xparray.scipy.stats.kstest(x, "norm")``.
    """
    from . import _distributions

    if isinstance(cdf, str):
        cdf = getattr(_distributions, cdf).cdf
    return ks_1samp(rvs, cdf, args, alternative, method) if callable(cdf) else ks_2samp(rvs, cdf, alternative, method)


def linregress(x, y, alternative="two-sided", *, axis=0, nan_policy="propagate"):
    """The line nearest to points.

    Example: ``xparray.scipy.stats.linregress(x, y).slope``.
    """
    line, pvalue, stderr, intercept_stderr = _native["linregress"](x, y, axis, nan_policy, alternative)
    return LinregressResult(*line, pvalue, stderr, intercept_stderr)


_LAMBDAS = {
    "pearson": 1.0, "log-likelihood": 0.0, "freeman-tukey": -0.5, "mod-log-likelihood": -1.0, "neyman": -2.0, "cressie-read": 2 / 3,
}


def _power(lambda_):
    if isinstance(lambda_, str):
        if lambda_ not in _LAMBDAS:
            raise ValueError(f"invalid string for lambda_: {lambda_!r}. Valid strings are {', '.join(_LAMBDAS)}")
        return _LAMBDAS[lambda_]
    return 1.0 if lambda_ is None else float(lambda_)


def power_divergence(f_obs, f_exp=None, ddof=0, axis=0, lambda_=None):
    """Cressie's and Read's test of counts, beside what was expected.

    Example: ``xparray.scipy.stats.power_divergence([16, 18, 16], lambda_="log-likelihood")``.
    """
    return SignificanceResult(*_native["power_divergence"](f_obs, f_exp, float(ddof), axis, _power(lambda_)))


def chisquare(f_obs, f_exp=None, ddof=0, axis=0):
    """Pearson's test of counts, beside what was expected.

    Example: ``xparray.scipy.stats.chisquare([16, 18, 16])``.
    """
    return power_divergence(f_obs, f_exp, ddof, axis)


def chi2_contingency(observed, correction=True, lambda_=None):
    """Pearson's test of independence in a table of counts.

    Example: ``xparray.scipy.stats.chi2_contingency([[10, 10, 20], [20, 20, 20]])``.
    """
    return Chi2ContingencyResult(*_native["chi2_contingency"](observed, correction, _power(lambda_)))


def fisher_exact(table, alternative="two-sided"):
    """Fisher's exact test of a table of two by two counts.

    Example: ``xparray.scipy.stats.fisher_exact([[8, 2], [1, 5]])``.
    """
    return SignificanceResult(*_native["fisher_exact"](asarray(table).tolist(), alternative))


class BinomTestResult(NamedTuple):
    """The share of successes, and the probability of one at least as extreme."""

    statistic: float
    pvalue: float


def binomtest(k, n, p=0.5, alternative="two-sided"):
    """The exact test of k successes in n attempts of probability p.

    Example: ``xparray.scipy.stats.binomtest(3, 15, 0.1)``.
    """
    return BinomTestResult(*_native["binomtest"](k, n, float(p), alternative))


__all__ = [
    *_FUNCTIONS, "BinomTestResult", "Chi2ContingencyResult", "DescribeResult", "KstestResult", "LinregressResult", "ModeResult", "bartlett",
    "binomtest", "chi2_contingency", "chisquare", "describe", "fisher_exact", "friedmanchisquare", "iqr", "kendalltau", "ks_1samp",
    "ks_2samp", "kstest", "levene", "linregress", "mannwhitneyu", "mode", "power_divergence", "shapiro", "wilcoxon",
]
