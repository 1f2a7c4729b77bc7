"""Statistics and tests of samples along an axis, as of `scipy.stats`."""

from typing import NamedTuple

from ... import _core
from ..._creation import asarray, full
from ..._manipulation import concatenate, stack
from ..._table import functions
from ._keeping import along, keeping

_native = _core.tables["stats"]


class SignificanceResult(NamedTuple):
    """A statistic, and the probability of one at least as extreme."""

    statistic: object
    pvalue: object


class ConfidenceInterval(NamedTuple):
    """The ends of an interval."""

    low: object
    high: object


class PearsonRResult(SignificanceResult):
    """A correlation and its probability; and, beside these two, `confidence_interval()`."""

    def __new__(cls, statistic, pvalue, interval):
        made = super().__new__(cls, statistic, pvalue)
        made._interval = interval
        return made

    def confidence_interval(self, confidence_level=0.95):
        """The ends of an interval that has the correlation of a share of samples.

        Example: ``pearsonr(x, y).confidence_interval(0.9)``.
        """
        return ConfidenceInterval(*self._interval(float(confidence_level)))


class TtestResult(SignificanceResult):
    """A statistic and its probability; and, beside these two, the degrees of freedom `df` and `confidence_interval()`."""

    def __new__(cls, statistic, pvalue, df, interval):
        made = super().__new__(cls, statistic, pvalue)
        made.df, made._interval = df, interval
        return made

    def confidence_interval(self, confidence_level=0.95):
        """The ends of an interval that has the mean, or the difference of means, of a share of samples.

        Example: ``ttest_ind(x, y).confidence_interval(0.9)``.
        """
        return ConfidenceInterval(*self._interval(float(confidence_level)))


_POLICY = "nan_policy='propagate'"
_KEEP = "keepdims=False"
_FUNCTIONS = {
    "gmean": (f"a, axis=0, dtype=None, weights=None, *, {_POLICY}, {_KEEP}", "Geometric means, of elements of a type."),
    "gzscore": (f"a, *, axis=0, ddof=0, {_POLICY}", "Distances of logarithms from their mean in standard deviations, of the shape of a."),
    "hmean": (f"a, axis=0, dtype=None, *, weights=None, {_POLICY}, {_KEEP}", "Harmonic means, of elements of a type."),
    "kurtosis": (f"a, axis=0, fisher=True, bias=True, {_POLICY}, *, {_KEEP}", "Kurtoses, less 3 by Fisher's definition."),
    "moment": (f"a, order=1, axis=0, {_POLICY}, *, center=None, {_KEEP}", "Moments of an order about a center, by default the mean."),
    "pmean": (f"a, p, *, axis=0, dtype=None, weights=None, {_POLICY}, {_KEEP}", "Means of a power, of elements of a type."),
    "sem": (f"a, axis=0, ddof=1, {_POLICY}, *, {_KEEP}", "Standard errors of means."),
    "skew": (f"a, axis=0, bias=True, {_POLICY}, *, {_KEEP}", "Skewnesses."),
    "trim_mean": (f"a, proportiontocut, axis=0, *, {_POLICY}, {_KEEP}", "Means without a share of the least and of the greatest elements."),
    "variation": (f"a, axis=0, {_POLICY}, ddof=0, *, {_KEEP}", "Standard deviations over means."),
    "zmap": (f"scores, compare, axis=0, ddof=0, {_POLICY}",
    "Distances from the mean of other elements in their standard deviations."),
    "zscore": (f"a, axis=0, ddof=0, {_POLICY}", "Distances from the mean in standard deviations, of the shape of a."),
}
_SIDES = f"{_POLICY}, alternative='two-sided'"
#: Those of a statistic and a probability, and how many elements they need.
_TESTS = {
    "jarque_bera": (f"x, *, axis=None, {_POLICY}, {_KEEP}", "Jarque's and Bera's test of normality."),
    "kurtosistest": (f"a, axis=0, {_SIDES}, *, {_KEEP}", "The test of a normal kurtosis."),
    "normaltest": (f"a, axis=0, {_POLICY}, *, {_KEEP}", "D'Agostino's and Pearson's test of normality."),
    "skewtest": (f"a, axis=0, {_SIDES}, *, {_KEEP}", "The test of a normal skewness."),
}
_LEAST = {"jarque_bera": 1, "kurtosistest": 5, "normaltest": 8, "skewtest": 8}
#: Those of means, and how many samples they have.
_OF_MEANS = {
    "ttest_1samp": (f"a, popmean, axis=0, {_SIDES}, *, {_KEEP}", "Student's test of a mean."),
    "ttest_rel": (f"a, b, axis=0, {_SIDES}, *, {_KEEP}", "Student's test of the mean of differences."),
}
_SAMPLES = {"ttest_1samp": 1, "ttest_rel": 2}


def _of_means(name, parameters, samples):
    native, names = _native[name], parameters.replace("*, ", "")
    place = [each.split("=")[0] for each in names.split(", ")].index("axis")

    def called(*args):
        *args, keepdims = args
        statistic, pvalue, df, test = native(*args)

        def wide(*found):
            return along(lambda: found, args[:samples], args[place], keepdims)

        return TtestResult(*wide(statistic, pvalue, df), lambda level: wide(*_native["ttest_interval"](test, level)))

    return called


_MODULE = "xparray.scipy.stats"
_WHOLE = ("gzscore", "zmap", "zscore")
_kept = {
    name: _native[name] if name in _WHOLE else keeping(_native[name], row[0]) for name, row in _FUNCTIONS.items()
}


def _typed(name, place):
    """A mean of elements of a type, which is the argument at a place."""
    native = _native[name]

    def called(a, *rest):
        rest = list(rest)
        dtype = rest.pop(place)
        return native(a if dtype is None else asarray(a, dtype), *rest)

    return keeping(called, _FUNCTIONS[name][0])


_kept |= {"gmean": _typed("gmean", 1), "hmean": _typed("hmean", 1), "pmean": _typed("pmean", 2)}
_moment = keeping(_native["moment"], _FUNCTIONS["moment"][0])


def _of_orders(a, order, *rest):
    """The moments of one order, or of several, along a first axis."""
    if isinstance(order, (int, float)):
        return _moment(a, order, *rest)
    return stack([_moment(a, each, *rest) for each in asarray(order).ravel().tolist()])


_kept["moment"] = _of_orders
_tests = {name: keeping(_native[name], row[0], least=_LEAST[name], made=SignificanceResult) for name, row in _TESTS.items()}
_welch = _of_means("ttest_ind", f"a, b, axis=0, equal_var=True, {_SIDES}, trim=0.0, {_KEEP}", 2)
_means = {name: _of_means(name, row[0], _SAMPLES[name]) for name, row in _OF_MEANS.items()}
for _native_functions, _table in ((_kept, _FUNCTIONS), (_tests, _TESTS), (_means, _OF_MEANS)):
    globals().update(functions(_MODULE, _native_functions, _table))


def entropy(pk, qk=None, base=None, axis=0, *, nan_policy="propagate", keepdims=False):
    """Entropies of distributions, or the divergence of others from them, in a base.

    Example: ``xparray.scipy.stats.entropy(pk)``.
    """
    samples = [asarray(each) for each in (pk, qk) if each is not None]
    first, second = samples[0], samples[1] if len(samples) > 1 else None
    return along(lambda: [_native["entropy"](first, second, base, axis, nan_policy)], samples, axis, keepdims)[0]


def spearmanr(a, b=None, axis=0, nan_policy="propagate", alternative="two-sided"):
    """Spearman's correlation of two samples; or of each two of several, which are the columns of matrices, of shape (n, n).

    Example: ``xparray.scipy.stats.spearmanr(a, b)``.
    """
    a, b = asarray(a), None if b is None else asarray(b)
    if axis is None:
        a, b, axis = a.ravel(), None if b is None else b.ravel(), 0
    if a.ndim > 2 or (b is not None and b.ndim > 2):
        raise ValueError("spearmanr only handles 1-D or 2-D arrays")
    columns = [each if each.ndim < 2 or axis == 0 else each.T for each in (a, b) if each is not None]
    columns = [each.reshape(-1, 1) if each.ndim == 1 else each for each in columns]
    if len({len(each) for each in columns}) > 1:
        raise ValueError("the samples are of different lengths")
    x = concatenate(columns, axis=1)
    n, variables = x.shape
    if variables < 2:
        raise ValueError("`spearmanr` needs at least 2 variables to compare")
    if n < 2:
        return SignificanceResult(full((), float("nan")), full((), float("nan")))
    if variables > 2:
        return SignificanceResult(*_native["spearmanr_matrix"](x, 0, nan_policy, alternative))
    return SignificanceResult(*_native["spearmanr"](x[:, 0], x[:, 1], 0, nan_policy, alternative))


def f_oneway(*samples, axis=0, equal_var=True, nan_policy="propagate", keepdims=False):
    """The analysis of variance: whether the means of several samples differ; by Welch's test, if their variances are not taken for equal.

    Example: ``xparray.scipy.stats.f_oneway(x, y, z)``.
    """
    native = _native["f_oneway" if equal_var else "f_oneway_welch"]
    compute = lambda: native(list(samples), axis, nan_policy)
    return SignificanceResult(*along(compute, samples, axis, keepdims, least=0 if equal_var else 2))


def kruskal(*samples, nan_policy="propagate", axis=0, keepdims=False):
    """Kruskal's and Wallis's test of the medians of several samples.

    Example: ``xparray.scipy.stats.kruskal(x, y, z)``.
    """
    compute = lambda: _native["kruskal"](list(samples), axis, nan_policy)
    return SignificanceResult(*along(compute, samples, axis, keepdims, least=1))


def pearsonr(x, y, *, alternative="two-sided", method=None, axis=0):
    """Pearson's correlation of two samples; of vectors, its probability may be by a `PermutationMethod` or a `MonteCarloMethod`.

    Example: ``xparray.scipy.stats.pearsonr(x, y)``.
    """
    statistic, pvalue, found = _native["pearsonr"](x, y, axis, "propagate", alternative)
    if method is not None:
        from ._monte_carlo import correlated

        correlation = lambda x, y: _native["pearsonr"](x, y, -1, "propagate", alternative)[0]
        statistic, pvalue = correlated(x, y, correlation, method, alternative)
    return PearsonRResult(statistic, pvalue, lambda level: _native["pearsonr_interval"](found, level))


def rankdata(a, method="average", *, axis=None, nan_policy="propagate"):
    """Ranks from 1 on; of those that are alike their average, the least or greatest, or in their order.

    Example: ``xparray.scipy.stats.rankdata(a)``.
    """
    found = _native["rankdata"](a, method, axis, nan_policy)
    if method != "average" and not (found != found).any():
        found = found.astype("int64")
    return found if axis is not None or found.ndim == 1 else found.reshape(asarray(a).shape)


__all__ = [
    *_FUNCTIONS, *_TESTS, *_OF_MEANS, "ConfidenceInterval", "PearsonRResult", "SignificanceResult", "TtestResult", "entropy", "f_oneway",
    "kruskal", "pearsonr", "rankdata", "spearmanr",
]
