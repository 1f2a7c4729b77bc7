"""Tests and distances of samples, lines through them, and probabilities of several tests."""

from collections import namedtuple

from ... import _core
from ..._creation import asarray
from ._keeping import along
from ._numbers import SignificanceResult
from ._samples import _power, _tested

_native = _core.tables["stats"]
MedianTestResult = namedtuple("MedianTestResult", "statistic pvalue median table")
TheilslopesResult = namedtuple("TheilslopesResult", "slope intercept low_slope high_slope")
SiegelslopesResult = namedtuple("SiegelslopesResult", "slope intercept")


def ranksums(x, y, alternative="two-sided", *, axis=0, nan_policy="propagate", keepdims=False):
    """Wilcoxon's test of the sum of ranks of two samples.

    Example: ``xparray.scipy.stats.ranksums(x, y)``.
    """
    compute = lambda: _native["ranksums"](x, y, axis, nan_policy, alternative)
    return SignificanceResult(*along(compute, [x, y], axis, keepdims, least=1))


def brunnermunzel(x, y, alternative="two-sided", distribution="t", nan_policy="propagate", *, axis=0, keepdims=False):
    """Brunner's and Munzel's test of two samples, by Student's distribution (`t`) or the normal one (`normal`).

    Example: ``xparray.scipy.stats.brunnermunzel(x, y)``.
    """
    compute = lambda: _native["brunnermunzel"](x, y, distribution, axis, nan_policy, alternative)
    return SignificanceResult(*along(compute, [x, y], axis, keepdims, least=2))


def mood(x, y, axis=0, alternative="two-sided", *, nan_policy="propagate", keepdims=False):
    """Mood's test of two scales.

    Example: ``xparray.scipy.stats.mood(x, y)``.
    """
    compute = lambda: _native["mood"](x, y, axis, nan_policy, alternative)
    return SignificanceResult(*along(compute, [x, y], axis, keepdims, least=1))


def fligner(*samples, center="median", proportiontocut=0.05, axis=0, nan_policy="propagate", keepdims=False):
    """Fligner's and Killeen's test of equal variances.

    Example: ``xparray.scipy.stats.fligner(x, y)``.
    """
    return _tested("fligner", samples, 1, keepdims, axis, (center, float(proportiontocut)), nan_policy)


def alexandergovern(*samples, axis=0, nan_policy="propagate", keepdims=False):
    """Alexander's and Govern's test of equal means of samples of unequal variances.

    Example: ``xparray.scipy.stats.alexandergovern(x, y, z)``.
    """
    return _tested("alexandergovern", samples, 1, keepdims, axis, nan_policy)


def median_test(*samples, ties="below", correction=True, lambda_=1, nan_policy="propagate"):
    """Mood's test of equal medians of vectors: of the table of how many elements are above the median of all and how many not; of those that are it by
    `ties`: `below`, `above`, or neither (`ignore`).

    Example: ``xparray.scipy.stats.median_test(x, y).pvalue``.
    """
    return MedianTestResult(*_native["median_test"](list(samples), ties, correction, _power(lambda_), nan_policy))


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
    return SignificanceResult(*_native["ttest_ind_from_stats"]((mean1, std1, nobs1), (mean2, std2, nobs2), equal_var, alternative))


def combine_pvalues(pvalues, method="fisher", weights=None, *, axis=0, nan_policy="propagate", keepdims=False):
    """The probability of several independent tests together, by a method: `fisher`, `pearson`, `tippett`, `stouffer` or `mudholkar_george`.

    Example: ``xparray.scipy.stats.combine_pvalues([0.01, 0.2, 0.3]).pvalue``.
    """
    compute = lambda: _native["combine_pvalues"](pvalues, method, weights, axis, nan_policy)
    return SignificanceResult(*along(compute, [pvalues], axis, keepdims, least=1))


def false_discovery_control(ps, *, axis=0, method="bh"):
    """Probabilities of tests as shares of what is found falsely, by Benjamini and Hochberg (`bh`) or Benjamini and Yekutieli (`by`), of their shape.

    Example: ``xparray.scipy.stats.false_discovery_control([0.01, 0.2, 0.3])``.
    """
    ps = asarray(ps)
    if ps.ndim == 0:
        return _native["false_discovery_control"](ps, method.lower(), None).reshape(())
    return _native["false_discovery_control"](ps, method.lower(), axis)


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
