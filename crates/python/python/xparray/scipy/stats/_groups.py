"""Comparisons of each two of several samples, and of each one with a control."""

from math import inf

from ... import _core
from ..._creation import asarray
from ..._manipulation import stack
from ._numbers import ConfidenceInterval

_native = _core.tables["stats"]


def _level(confidence_level):
    if not 0 < confidence_level < 1:
        raise ValueError("Confidence level must be between 0 and 1.")
    return float(confidence_level)


class TukeyHSDResult:
    """Differences of the means of each two samples, `statistic`, and their probabilities, `pvalue`, both of shape (n, n)."""

    def __init__(self, statistic, pvalue, kept):
        self.statistic, self.pvalue, self._kept = statistic, pvalue, kept

    def confidence_interval(self, confidence_level=0.95):
        """The ends of intervals that have all differences of a share of samples, both of shape (n, n).

        Example: ``tukey_hsd(x, y, z).confidence_interval(0.9).low``.
        """
        return ConfidenceInterval(*_native["tukey_hsd_interval"](self._kept, _level(confidence_level)))


def tukey_hsd(*args, equal_var=True):
    """Tukey's test of the means of each two of several samples, which are vectors; or Games' and Howell's, of unequal variances.

    Example: ``xparray.scipy.stats.tukey_hsd(x, y, z).pvalue``.
    """
    samples = [asarray(each).astype("float64") for each in args]
    if len(samples) < 2:
        raise ValueError("There must be more than 1 treatment.")
    for each in samples:
        if each.ndim != 1:
            raise ValueError("Input samples must be one-dimensional.")
        if each.size <= 1:
            raise ValueError("Input sample must be greater than one.")
        if bool((each != each).any()) or bool((abs(each) == inf).any()):
            raise ValueError("Input samples must be finite.")
    return TukeyHSDResult(*_native["tukey_hsd"](samples, bool(equal_var)))


class DunnettResult:
    """Differences of means from that of a control, over their errors, `statistic`, and their probabilities, `pvalue`."""

    def __init__(self, statistic, pvalue, kept):
        self.statistic, self.pvalue, self._kept = statistic, pvalue, kept

    def confidence_interval(self, confidence_level=0.95):
        """The ends of intervals that have all differences of a share of samples.

        Example: ``dunnett(x, y, control=z).confidence_interval(0.9).low``.
        """
        return ConfidenceInterval(*_native["dunnett_interval"](self._kept, _level(confidence_level)))


def dunnett(*samples, control, alternative="two-sided", rng=None, random_state=None):
    """Dunnett's test of the means of several samples, which are vectors, beside that of a control. The probabilities are integrals, for which nothing
    is drawn.

    Example: ``xparray.scipy.stats.dunnett(x, y, control=z).pvalue``.
    """
    if alternative not in ("two-sided", "less", "greater"):
        raise ValueError("alternative must be 'less', 'greater' or 'two-sided'")
    vectors = [asarray(each).astype("float64") for each in (*samples, control)]
    if any(each.ndim != 1 for each in vectors):
        raise ValueError("All samples must be 1D arrays")
    if any(each.size < 1 for each in vectors):
        raise ValueError("All samples must have at least 1 observation.")
    return DunnettResult(*_native["dunnett"](vectors[:-1], vectors[-1], alternative))


def obrientransform(*samples):
    """Numbers whose means are the variances of samples, which are vectors: of shape (k, n), or a list for samples of different sizes.

    Example: ``xparray.scipy.stats.obrientransform(x, y)``.
    """
    found = []
    for each in samples:
        each = asarray(each).astype("float64")
        n, squares = each.size, (each - each.mean()) ** 2
        found.append(((n - 1.5) * n * squares - 0.5 * squares.sum()) / ((n - 1) * (n - 2)))
    return stack(found) if len({each.size for each in found}) == 1 else found


__all__ = ["dunnett", "obrientransform", "tukey_hsd"]
