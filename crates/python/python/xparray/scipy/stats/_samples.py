"""Tests of tables, ranks and several samples."""

from typing import NamedTuple

from ... import _core
from ..._creation import asarray
from ..._manipulation import broadcast_shapes, expand_dims
from ..._searching import where
from ..._quantiles import nanpercentile, percentile
from ..._statistics import median
from ..._table import functions
from ._keeping import along, keeping
from ._numbers import ConfidenceInterval, SignificanceResult

_native = _core.tables["stats"]
_POLICY = "nan_policy='propagate'"
_FUNCTIONS = {
    "boxcox_llf": ("lmb, data", "The logarithm of the likelihood of Box's and Cox's transform."),
    "median_abs_deviation": (
        f"x, axis=0, center=None, scale=1.0, {_POLICY}, *, keepdims=False",
        "Medians of the distances from the median, or from what a function of an array and an axis gives, over a scale.",
    ),
}
#: The median of the distances from the median of a normal distribution, in its standard deviations.
_NORMAL = 0.6744897501960817


def _deviation(x, axis, center, scale, nan_policy):
    if isinstance(scale, str):
        if scale != "normal":
            raise ValueError(f"{scale} is not a valid scale value.")
        scale = _NORMAL
    if center is None or center is median:
        return _native["median_abs_deviation"](x, axis, float(scale), nan_policy)
    if nan_policy != "propagate":
        raise NotImplementedError("a center of one's own, where NaN are left out")
    x = asarray(x)
    middle = center(x, axis=axis)
    return median(abs(x - (middle if axis is None else expand_dims(asarray(middle), axis=axis))), axis=axis) / float(scale)


_median = keeping(_deviation, _FUNCTIONS["median_abs_deviation"][0])
globals().update(functions("xparray.scipy.stats", {**_native, "median_abs_deviation": _median}, _FUNCTIONS))


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
    a = asarray(a)
    nobs, ends, mean, rest = _native["describe"](a, axis, ddof, bias, nan_policy)
    if nan_policy != "omit" or a.dtype.kind not in "fc" or not (a != a).any():
        nobs = a.size if axis is None else a.shape[axis]
    if a.dtype.kind in "biu":
        ends = a.min(axis=axis), a.max(axis=axis)
    return DescribeResult(nobs, ends, mean, *rest)


def mode(a, axis=0, nan_policy="propagate", keepdims=False):
    """The most frequent elements, the least of several, and how often they are there.

    Example: ``xparray.scipy.stats.mode(x)``.
    """
    return ModeResult(*along(lambda: _native["mode"](a, axis, nan_policy), [a], axis, keepdims))


def iqr(x, axis=None, rng=(25, 75), scale=1.0, nan_policy="propagate", interpolation="linear", keepdims=False):
    """The distances between quartiles, or other percentiles, by one of NumPy's methods, over a scale, or over that of a normal distribution
    (`normal`).

    Example: ``xparray.scipy.stats.iqr(x)``.
    """
    rng, scale = tuple(map(float, rng)), None if scale == "normal" else float(scale)
    if interpolation != "linear":
        if len(rng) != 2 or not rng[0] <= rng[1]:
            raise ValueError("range must be of two percentages in order")
        of = nanpercentile if nan_policy == "omit" else percentile
        low, high = of(x, rng, axis=axis, method=interpolation, keepdims=keepdims)
        return (high - low) / (2 * _NORMAL if scale is None else scale)
    return along(lambda: [_native["iqr"](x, axis, rng, scale, nan_policy)], [x], axis, keepdims)[0]


def _tested(name, samples, least, keepdims, axis, *args):
    """A test of several samples, whose last arguments are the axis and what becomes of NaN."""
    *first, policy = args
    compute = lambda: _native[name](list(samples), *first, axis, policy)
    return SignificanceResult(*along(compute, samples, axis, keepdims, least))


def bartlett(*samples, axis=0, nan_policy="propagate", keepdims=False):
    """Bartlett's test of equal variances.

    Example: ``xparray.scipy.stats.bartlett(x, y)``.
    """
    return _tested("bartlett", samples, 0, keepdims, axis, nan_policy)


def levene(*samples, center="median", proportiontocut=0.05, axis=0, nan_policy="propagate", keepdims=False):
    """Levene's test of equal variances.

    Example: ``xparray.scipy.stats.levene(x, y)``.
    """
    return _tested("levene", samples, 1, keepdims, axis, (center, float(proportiontocut)), nan_policy)


def friedmanchisquare(*samples, axis=0, nan_policy="propagate", keepdims=False):
    """Friedman's test of measurements that are repeated.

    Example: ``xparray.scipy.stats.friedmanchisquare(x, y, z)``.
    """
    return _tested("friedmanchisquare", samples, 1, keepdims, axis, nan_policy)


def shapiro(x, *, axis=None, nan_policy="propagate", keepdims=False):
    """Shapiro's and Wilk's test of normality.

    Example: ``xparray.scipy.stats.shapiro(x)``.
    """
    return SignificanceResult(*along(lambda: _native["shapiro"](x, axis, nan_policy), [x], axis, keepdims, least=3))


def mannwhitneyu(x, y, use_continuity=True, alternative="two-sided", axis=0, method="auto", *, nan_policy="propagate", keepdims=False):
    """Mann's and Whitney's test of two samples.

    Example: ``xparray.scipy.stats.mannwhitneyu(x, y)``.
    """
    compute = lambda: _native["mannwhitneyu"](x, y, use_continuity, alternative, axis, method, nan_policy)
    return SignificanceResult(*along(compute, [x, y], axis, keepdims, least=1))


def wilcoxon(
    x, y=None, zero_method="wilcox", correction=False, alternative="two-sided", method="auto", *, axis=0, nan_policy="propagate",
    keepdims=False,
):
    """Wilcoxon's test of differences.

    Example: ``xparray.scipy.stats.wilcoxon(x, y)``.
    """
    differences = asarray(x) if y is None else asarray(x) - asarray(y)
    compute = lambda: _native["wilcoxon"](differences, zero_method, correction, alternative, axis, method, nan_policy)
    return SignificanceResult(*along(compute, [differences], axis, keepdims, least=1))


def kendalltau(x, y, *, nan_policy="propagate", method="auto", variant="b", alternative="two-sided", axis=None, keepdims=False):
    """Kendall's correlation of ranks.

    Example: ``xparray.scipy.stats.kendalltau(x, y)``.
    """
    if variant not in ("b", "c"):
        raise ValueError(f"Unknown variant of the statistic chosen: {variant}. variant must be 'b' or 'c'.")
    compute = lambda: _native["kendalltau"](x, y, axis, nan_policy, alternative, method, variant == "c")
    return SignificanceResult(*along(compute, [x, y], axis, keepdims, least=2))


def _approximate(compute):
    """The test to both sides by twice the smaller probability of both one-sided ones."""
    greater, less = compute("greater"), compute("less")
    above = greater[0] >= less[0]
    statistic, pvalue, location, sign = (where(above, g, b) for g, b in zip(greater, less))
    return statistic, (2 * pvalue).clip(0, 1), location, sign


def ks_1samp(x, cdf, args=(), alternative="two-sided", method="auto", *, axis=0, nan_policy="propagate", keepdims=False):
    """Kolmogorov's and Smirnov's test of a distribution, whose function of arrays gives probabilities.

    Example: ``xparray.scipy.stats.ks_1samp(x, xparray.scipy.stats.norm.cdf)``.
    """
    approximate = method == "approx"

    def to(side):
        return _native["ks_1samp"](x, lambda x: cdf(x, *args), axis, nan_policy, side, "exact" if approximate else method)

    compute = (lambda: _approximate(to)) if approximate and alternative == "two-sided" else lambda: to(alternative)
    return KstestResult(*along(compute, [x], axis, keepdims, least=1, results=4))


def ks_2samp(data1, data2, alternative="two-sided", method="auto", *, axis=0, nan_policy="propagate", keepdims=False):
    """Kolmogorov's and Smirnov's test of two samples.

    Example: ``xparray.scipy.stats.ks_2samp(x, y)``.
    """
    if method not in ("auto", "exact", "asymp"):
        raise ValueError(f"method must be 'auto', 'exact' or 'asymp', not {method!r}")
    compute = lambda: _native["ks_2samp"](data1, data2, axis, nan_policy, alternative, method)
    return KstestResult(*along(compute, [data1, data2], axis, keepdims, least=1, results=4))


def kstest(rvs, cdf, args=(), N=20, alternative="two-sided", method="auto", *, axis=0, nan_policy="propagate", keepdims=False):
    """`ks_1samp` of a function or of a distribution's name, or `ks_2samp` of another sample.

    Example: ``xparray.scipy.stats.kstest(x, "norm")``.
    """
    from . import _distributions

    if isinstance(cdf, str):
        cdf = getattr(_distributions, cdf).cdf
    options = {"axis": axis, "nan_policy": nan_policy, "keepdims": keepdims}
    if callable(cdf):
        return ks_1samp(rvs, cdf, args, alternative, method, **options)
    return ks_2samp(rvs, cdf, alternative, method, **options)


def linregress(x, y, alternative="two-sided", *, axis=0, nan_policy="propagate", keepdims=False):
    """The line nearest to points.

    Example: ``xparray.scipy.stats.linregress(x, y).slope``.
    """

    def compute():
        line, *rest = _native["linregress"](x, y, axis, nan_policy, alternative)
        return [*line, *rest]

    return LinregressResult(*along(compute, [x, y], axis, keepdims, least=2, results=6))


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
    return SignificanceResult(*_divergence(f_obs, f_exp, ddof, axis, _power(lambda_)))


def _divergence(f_obs, f_exp, ddof, axis, power):
    """The statistic and its probability, of counts that broadcast, and of numbers of parameters that do beside the result."""
    if f_exp is not None:
        f_obs, f_exp = asarray(f_obs), asarray(f_exp)
        shape = broadcast_shapes(f_obs.shape, f_exp.shape)
        f_obs, f_exp = f_obs._broadcast_to(shape), f_exp._broadcast_to(shape)
    if isinstance(ddof, (int, float)):
        return _native["power_divergence"](f_obs, f_exp, float(ddof), axis, power)
    from ..special import chdtrc

    f_obs = asarray(f_obs)
    statistic, _ = _native["power_divergence"](f_obs, f_exp, 0.0, axis, power)
    number = f_obs.size if axis is None else f_obs.shape[axis]
    return statistic, chdtrc(number - 1 - asarray(ddof, dtype="float64"), statistic)


def chisquare(f_obs, f_exp=None, ddof=0, axis=0, *, sum_check=True):
    """Pearson's test of counts, beside what was expected, whose sums have to be the same, unless that is not checked.

    Example: ``xparray.scipy.stats.chisquare([16, 18, 16])``.
    """
    if sum_check or f_exp is None:
        return power_divergence(f_obs, f_exp, ddof, axis)
    f_obs, f_exp = asarray(f_obs), asarray(f_exp)
    shape = broadcast_shapes(f_obs.shape, f_exp.shape)
    f_obs, f_exp = f_obs._broadcast_to(shape) * 1.0, f_exp._broadcast_to(shape) * 1.0
    from ..special import chdtrc

    statistic = ((f_obs - f_exp) ** 2 / f_exp).sum(axis=axis)
    number = f_obs.size if axis is None else f_obs.shape[axis]
    return SignificanceResult(statistic, chdtrc(number - 1 - asarray(ddof, dtype="float64"), statistic))


def chi2_contingency(observed, correction=True, lambda_=None):
    """Pearson's test of independence in a table of counts.

    Example: ``xparray.scipy.stats.chi2_contingency([[10, 10, 20], [20, 20, 20]])``.
    """
    return Chi2ContingencyResult(*_native["chi2_contingency"](observed, correction, _power(lambda_)))


def fisher_exact(table, alternative=None, *, method=None):
    """Fisher's exact test of a table of counts: of two by two the ratio of the odds; of others, or with a `PermutationMethod` or a `MonteCarloMethod`,
    the probability of the table beside those with its sums, all of which are looked at, or so many of the method.

    Example: ``xparray.scipy.stats.fisher_exact([[8, 2], [1, 5]])``.
    """
    table = asarray(table)
    if table.ndim != 2:
        raise ValueError("The input `table` must have two dimensions.")
    if (table < 0).any():
        raise ValueError("All values in `table` must be nonnegative.")
    counts = table.astype("int64").tolist()
    if method is not None:
        from ._monte_carlo import table_drawn

        if alternative is not None:
            raise ValueError("`alternative` must be the default (None) if a `method` is given")
        exact = lambda table: _native["fisher_exact_table"](table.tolist())
        return SignificanceResult(*map(asarray, table_drawn(table.astype("int64"), method, exact)))
    if table.shape == (2, 2):
        return SignificanceResult(*_native["fisher_exact"](counts, "two-sided" if alternative is None else alternative))
    if alternative is not None:
        raise ValueError("`alternative` must be the default (None) unless `table` has shape `(2, 2)`")
    if table.size == 0:
        raise ValueError("`table` must have at least one row and one column.")
    return SignificanceResult(*_native["fisher_exact_table"](counts))


class BinomTestResult(SignificanceResult):
    """The share of successes, and the probability of one at least as extreme; and, beside these two, what was tested, and `proportion_ci()`."""

    def __new__(cls, statistic, pvalue, k, n, alternative):
        made = super().__new__(cls, statistic, pvalue)
        made.k, made.n, made.alternative = k, n, alternative
        return made

    def proportion_ci(self, confidence_level=0.95, method="exact"):
        """The ends of an interval that has the probability of success of a share of tests: by the binomial distribution (`exact`), or by the normal
        one (`wilson`, `wilsoncc`).

        Example: ``binomtest(3, 15).proportion_ci(0.9)``.
        """
        return ConfidenceInterval(*_native["proportion_ci"](self.k, self.n, self.alternative, float(confidence_level), method, None))


def binomtest(k, n, p=0.5, alternative="two-sided"):
    """The exact test of k successes in n attempts of probability p.

    Example: ``xparray.scipy.stats.binomtest(3, 15, 0.1)``.
    """
    return BinomTestResult(*_native["binomtest"](k, n, float(p), alternative), k, n, alternative)


__all__ = [
    *_FUNCTIONS, "BinomTestResult", "Chi2ContingencyResult", "DescribeResult", "KstestResult", "LinregressResult", "ModeResult", "bartlett",
    "binomtest", "chi2_contingency", "chisquare", "describe", "fisher_exact", "friedmanchisquare", "iqr", "kendalltau", "ks_1samp",
    "ks_2samp", "kstest", "levene", "linregress", "mannwhitneyu", "mode", "power_divergence", "shapiro", "wilcoxon",
]
