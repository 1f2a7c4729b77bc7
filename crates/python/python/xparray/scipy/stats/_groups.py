"""Comparisons of each two of several samples, and of each one with a control."""

from math import inf, sqrt

from ..._creation import asarray
from ..._manipulation import stack
from ._distributions import chi2
from ._numbers import ConfidenceInterval

#: Nodes of the quadratures of both integrals.
_NODES = 120


def _nodes(low, high):
    from ..special import roots_legendre

    x, weights = roots_legendre(_NODES)
    return (low + high) / 2 + (high - low) / 2 * x, (high - low) / 2 * weights


def _over_deviations(df, probability):
    """The mean of a probability over standard deviations of df degrees of freedom, a column of which it is given."""
    from ..._ufuncs import exp, log
    from ..special import gammaln

    if df == inf:
        return float(probability(asarray([[1.0]]))[0])
    ends = [sqrt(float(each) / df) for each in (chi2.ppf(1e-17, df), chi2.isf(1e-17, df))]
    s, weights = _nodes(*ends)
    half = df / 2
    density = exp(log(s) * (df - 1) - half * s * s + (half * log(asarray(half)) - gammaln(asarray(half)))) * 2
    return float((weights * density * probability(s.reshape(-1, 1))).sum())


def _normals():
    from ..._ufuncs import exp

    z, weights = _nodes(-8.5, 8.5)
    return z, weights * exp(-z * z / 2) / sqrt(6.283185307179586)


def _range(q, count, df):
    """The distribution function of the range of normal numbers over their standard deviation."""
    from ..special import ndtr

    z, weights = _normals()
    # Of the greatest number the others are within the range below it.
    inside = lambda s: (count * weights * (ndtr(z) - ndtr(z - q * s)) ** (count - 1)).sum(axis=-1)
    return _over_deviations(df, inside)


def _root(function, level):
    """Where an increasing function of numbers from 0 on has a value, by halving."""
    low, high = 0.0, 8.0
    while function(high) < level and high < 1e6:
        low, high = high, 2 * high
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if function(middle) < level else (low, middle)
        if high - low < 1e-12 * high:
            break
    return (low + high) / 2


def _level(confidence_level):
    if not 0 < confidence_level < 1:
        raise ValueError("Confidence level must be between 0 and 1.")
    return confidence_level


class TukeyHSDResult:
    """Differences of the means of each two samples, `statistic`, and their probabilities, `pvalue`, both of shape (n, n)."""

    def __init__(self, statistic, pvalue, count, df, errors):
        self.statistic, self.pvalue = statistic, pvalue
        self._count, self._df, self._errors = count, df, errors

    def confidence_interval(self, confidence_level=0.95):
        """The ends of intervals that have all differences of a share of samples, both of shape (n, n).

        Example: ``tukey_hsd(x, y, z).confidence_interval(0.9).low``.
        """
        level = _level(confidence_level)
        known = {df: _root(lambda q: _range(q, self._count, df), level) for df in {each for row in self._df for each in row}}
        allowance = asarray([[known[df] for df in row] for row in self._df]) * self._errors
        return ConfidenceInterval(self.statistic - allowance, self.statistic + allowance)


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
    means, sizes = [float(each.mean()) for each in samples], [each.size for each in samples]
    variances, count = [float(each.var(ddof=1)) for each in samples], len(samples)
    if equal_var:
        freedom = sum(sizes) - count
        error = sum(variance * (size - 1) for variance, size in zip(variances, sizes)) / freedom
        errors = [[sqrt((1 / m + 1 / n) * error / 2) for n in sizes] for m in sizes]
        df = [[float(freedom)] * count for _ in samples]
    else:
        parts = [variance / size for variance, size in zip(variances, sizes)]
        errors = [[sqrt((a + b) / 2) for b in parts] for a in parts]
        df = [[(a + b) ** 2 / (a * a / (m - 1) + b * b / (n - 1)) for b, n in zip(parts, sizes)] for a, m in zip(parts, sizes)]
    statistic = [[a - b for b in means] for a in means]
    pvalue = [[1.0] * count for _ in samples]
    for i in range(count):
        for j in range(i):
            found = max(0.0, 1 - _range(abs(statistic[i][j]) / errors[i][j], count, df[i][j]))
            pvalue[i][j] = pvalue[j][i] = found
    return TukeyHSDResult(asarray(statistic), asarray(pvalue), count, df, asarray(errors))


def _together(d, shares, df, both):
    """The probability that no mean is further from the control's than d, on both sides or above: given that of the control they are independent."""
    from ..special import ndtr

    z, weights = _normals()

    def inside(s):
        product = 1.0
        for share in shares:
            rest = sqrt(1 - share * share)
            below = ndtr((d * s - share * z) / rest)
            product = product * (below - ndtr((-d * s - share * z) / rest) if both else below)
        return (weights * product).sum(axis=-1)

    return _over_deviations(df, inside)


class DunnettResult:
    """Differences of means from that of a control, over their errors, `statistic`, and their probabilities, `pvalue`."""

    def __init__(self, statistic, pvalue, alternative, shares, df, errors, differences):
        self.statistic, self.pvalue, self._alternative = statistic, pvalue, alternative
        self._shares, self._df, self._errors, self._differences = shares, df, errors, differences

    def confidence_interval(self, confidence_level=0.95):
        """The ends of intervals that have all differences of a share of samples.

        Example: ``dunnett(x, y, control=z).confidence_interval(0.9).low``.
        """
        both = self._alternative == "two-sided"
        d = _root(lambda d: _together(d, self._shares, self._df, both), _level(confidence_level))
        low, high = self._differences - d * self._errors, self._differences + d * self._errors
        without = {"greater": (low, low * 0 + inf), "less": (high * 0 - inf, high), "two-sided": (low, high)}
        return ConfidenceInterval(*without[self._alternative])


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
    means, sizes = [float(each.mean()) for each in vectors], [each.size for each in vectors]
    df = float(sum(sizes) - len(sizes))
    deviation = sqrt(sum(float(((each - mean) ** 2).sum()) for each, mean in zip(vectors, means)) / df)
    errors = [deviation * sqrt(1 / size + 1 / sizes[-1]) for size in sizes[:-1]]
    differences = [mean - means[-1] for mean in means[:-1]]
    statistic = [difference / error for difference, error in zip(differences, errors)]
    shares = [sqrt(size / (size + sizes[-1])) for size in sizes[:-1]]
    turned = {"two-sided": abs, "greater": float, "less": lambda d: -d}[alternative]
    pvalue = [min(1.0, max(0.0, 1 - _together(turned(d), shares, df, alternative == "two-sided"))) for d in statistic]
    return DunnettResult(asarray(statistic), asarray(pvalue), alternative, shares, df, asarray(errors), asarray(differences))


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
