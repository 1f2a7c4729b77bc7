"""Statistics by drawing from samples again, and distributions that samples make."""

import inspect
from collections import namedtuple

from ... import _core
from ..._creation import asarray
from ..._manipulation import broadcast_shapes, broadcast_to, moveaxis, stack
from ...random import _stream
from ._distributions import CensoredData, _operand, _shape

_native = _core.tables["stats"]

ConfidenceInterval = namedtuple("ConfidenceInterval", "low high")
BootstrapResult = namedtuple("BootstrapResult", "confidence_interval bootstrap_distribution standard_error")
PermutationTestResult = namedtuple("PermutationTestResult", "statistic pvalue null_distribution")


def _along_the_last(statistic, vectorized):
    """A statistic as a function of many samples at once, along the last axis."""
    if vectorized is None:
        vectorized = "axis" in inspect.signature(statistic).parameters
    if vectorized:
        return lambda *samples: statistic(*samples, axis=-1)

    def each(*samples):
        if samples[0].ndim == 1:
            return asarray(statistic(*samples))
        return stack([each(*parts) for parts in zip(*samples)])

    return each


def _lines(data, axis):
    """The samples along an axis as rows of vectors, whose other axes broadcast, and the shape of these axes."""
    samples = [moveaxis(asarray(each), axis, -1) for each in data]
    others = broadcast_shapes(*(each.shape[:-1] for each in samples))
    rows = [broadcast_to(each, (*others, each.shape[-1])).reshape(-1, each.shape[-1]) for each in samples]
    return list(zip(*rows)), others


def _joined(found, others):
    """What is found of each vector, numbers or arrays, along the other axes, which come first."""
    if not others:
        return found[0]
    found = stack([asarray(each) for each in found])
    return found.reshape((*others, *found.shape[1:]))


def bootstrap(data, statistic, *, n_resamples=9999, batch=None, vectorized=None, paired=False, axis=0, confidence_level=0.95,
              alternative="two-sided", method="BCa", rng=None, random_state=None):
    """A confidence interval for a statistic of samples along an axis, by that of samples drawn from them with repetition; the statistics of these are the last axis.

    Example: ``xparray.scipy.stats.bootstrap((x,), xparray.mean).confidence_interval``.
    """
    lines, others = _lines(data, axis)
    function, stream = _along_the_last(statistic, vectorized), _stream(random_state if rng is None else rng)
    found = [
        _native["bootstrap"](list(samples), function, stream, n_resamples, confidence_level, method, alternative, bool(paired)) for samples in lines
    ]
    low, high = (_joined([each[0][end] for each in found], others) for end in (0, 1))
    distribution, error = (_joined([each[part] for each in found], others) for part in (1, 2))
    return BootstrapResult(ConfidenceInterval(low, high), distribution, error)


def permutation_test(data, statistic, *, permutation_type="independent", vectorized=None, n_resamples=9999, batch=None,
                     alternative="two-sided", axis=0, rng=None, random_state=None):
    """The probability of a statistic of samples along an axis at least as extreme when their elements are shuffled, with the statistic, and those of shuffled
    samples, the first axis.

    Example: ``xparray.scipy.stats.permutation_test((x, y), lambda x, y, axis: x.mean(axis) - y.mean(axis)).pvalue``.
    """
    lines, others = _lines(data, axis)
    function, stream = _along_the_last(statistic, vectorized), _stream(random_state if rng is None else rng)
    found = [_native["permutation_test"](list(samples), function, stream, permutation_type, n_resamples, alternative) for samples in lines]
    value, probability, null = (_joined(each, others) for each in zip(*found))
    return PermutationTestResult(value, probability, moveaxis(null, -1, 0))


class EmpiricalDistributionFunction:
    """An empirical distribution or survival function: its steps, and its values anywhere.

    Example: ``xparray.scipy.stats.ecdf(x).cdf.evaluate(0.5)``.
    """

    def __init__(self, held, survives):
        self._held, self._survives = held, survives
        self.quantiles, probabilities = _native["ecdf_parts"](held)
        self.probabilities = 1 - probabilities if survives else probabilities

    def evaluate(self, x):
        """The share of the sample up to x, or beyond. Example: ``xparray.scipy.stats.ecdf(x).cdf.evaluate(y)``."""
        return _native["ecdf_sf" if self._survives else "ecdf_evaluate"](self._held, x)

    def confidence_interval(self, confidence_level=0.95, *, method="linear"):
        """The ends of an interval for each probability, two vectors. Example: ``xparray.scipy.stats.ecdf(x).cdf.confidence_interval()``."""
        low, high = _native["ecdf_interval"](self._held, confidence_level, method)
        return ConfidenceInterval(1 - high, 1 - low) if self._survives else ConfidenceInterval(low, high)


ECDFResult = namedtuple("ECDFResult", "cdf sf")


def ecdf(sample):
    """The empirical distribution function of a vector, or of `CensoredData`, and the survival function.

    Example: ``xparray.scipy.stats.ecdf(x).cdf.probabilities``.
    """
    if isinstance(sample, CensoredData):
        if len(sample._left) or len(sample._interval):
            raise NotImplementedError("Currently, only uncensored and right-censored data is supported.")
        values = [*sample._uncensored.tolist(), *sample._right.tolist()]
        censored = [False] * sample._uncensored.size + [True] * sample._right.size
        held = _native["ecdf"](asarray(values, dtype="float64"), asarray(censored, dtype="bool"))
    else:
        sample = asarray(sample)
        if sample.ndim != 1:
            raise ValueError("`sample` must be a one-dimensional sequence.")
        held = _native["ecdf"](sample, None)
    return ECDFResult(EmpiricalDistributionFunction(held, False), EmpiricalDistributionFunction(held, True))


class rv_histogram:
    """The distribution of a histogram: (counts, edges), as `xparray.histogram` gives them. Bins are uniform inside.

    Example: ``xparray.scipy.stats.rv_histogram(xparray.histogram(x, bins=20)).cdf(0.5)``.
    """

    def __init__(self, histogram, *, density=None):
        if len(histogram) != 2:
            raise ValueError("Expected length 2 for parameter histogram")
        counts, edges = asarray(histogram[0], dtype="float64"), asarray(histogram[1], dtype="float64")
        if len(counts) + 1 != len(edges):
            raise ValueError("Number of elements in histogram content and histogram boundaries do not match, expected n and n+1.")
        if density is True:
            counts = counts * (edges[1:] - edges[:-1])
        self._counts, self._edges = counts, edges

    def _law(self, loc, scale):
        return _native["rv_histogram"](self._counts, self._edges, _operand(loc), _operand(scale))

    def rvs(self, size=None, random_state=None, *, loc=0, scale=1):
        """Random numbers of a shape. Example: ``law.rvs(10, random_state=7)``."""
        loc, scale = _operand(loc), _operand(scale)
        return _native["rv_histogram_rvs"](self._law(loc, scale), _stream(random_state), _shape(size, loc, scale))

    def interval(self, confidence, loc=0, scale=1):
        """The ends between which numbers are with a probability. Example: ``law.interval(0.9)``."""
        return _native["rv_histogram_interval"](self._law(loc, scale), _operand(confidence))

    def moment(self, order, loc=0, scale=1):
        """The mean of a power. Example: ``law.moment(2)``."""
        return _native["rv_histogram_moment"](self._law(loc, scale), order)

    def stats(self, loc=0, scale=1, moments="mv"):
        """Of mean (m), variance (v), skewness (s) and kurtosis less 3 (k) those that are asked for. Example: ``law.stats()``."""
        found = dict(zip("mvsk", _native["rv_histogram_stats"](self._law(loc, scale))))
        chosen = tuple(found[each] for each in "mvsk" if each in moments)
        return chosen if len(chosen) > 1 else chosen[0]


def _function(name, words):
    def method(self, x, loc=0, scale=1):
        return _native["rv_histogram_of"](self._law(loc, scale), name, _operand(x))

    method.__name__, method.__doc__ = name, f"{words} Example: ``law.{name}(0.5)``."
    return method


def _number(name, words):
    def method(self, loc=0, scale=1):
        return _native["rv_histogram_number"](self._law(loc, scale), name)

    method.__name__, method.__doc__ = name, f"{words} Example: ``law.{name}()``."
    return method


for _name, _words in {
    "pdf": "The density.", "logpdf": "The logarithm of the density.", "cdf": "The probability of at most x.",
    "sf": "The probability of more than x.", "logcdf": "The logarithm of `cdf`.", "logsf": "The logarithm of `sf`.",
    "ppf": "The number that `cdf` gives x for.", "isf": "The number that `sf` gives x for.",
}.items():
    setattr(rv_histogram, _name, _function(_name, _words))
for _name, _words in {
    "mean": "The mean.", "var": "The variance.", "std": "The standard deviation.", "median": "The median.", "entropy": "The entropy.",
}.items():
    setattr(rv_histogram, _name, _number(_name, _words))

__all__ = ["bootstrap", "ecdf", "permutation_test", "rv_histogram"]
