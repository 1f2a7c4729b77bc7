"""Tests of whether samples have a distribution, or the same one, and the entropy of the one that they are of."""

import warnings
from collections import namedtuple
from math import exp as _exp
from math import floor, log, nan, pi, sqrt

from ... import _core
from ..._creation import arange, asarray, full
from ..._manipulation import concatenate
from ..._searching import sort
from . import _distributions as laws
from ._distributions import chi2
from ._lines import of_lines
from ._monte_carlo import MonteCarloMethod, monte_carlo_test
from ._numbers import SignificanceResult

_native = _core.tables["stats"]
FitResult = namedtuple("FitResult", "params success message")


class AndersonResult(namedtuple("AndersonResult", "statistic critical_values significance_level")):
    """A statistic, and its critical values at levels of significance in percent; and, beside these three, the fit of the distribution, `fit_result`."""

    def __new__(cls, statistic, critical_values, significance_level, fit_result):
        made = super().__new__(cls, statistic, critical_values, significance_level)
        made.fit_result = fit_result
        return made


#: Critical values for large samples, what they are divided by for those of n elements, and their levels (Stephens, 1974, 1977 and 1979).
_CRITICAL = {
    "norm": ([0.561, 0.631, 0.752, 0.873, 1.035], lambda n: 1 + 0.75 / n + 2.25 / n / n, [15, 10, 5, 2.5, 1]),
    "expon": ([0.916, 1.062, 1.321, 1.591, 1.959], lambda n: 1 + 0.6 / n, [15, 10, 5, 2.5, 1]),
    "logistic": ([0.426, 0.563, 0.66, 0.769, 0.906, 1.01], lambda n: 1 + 0.25 / n, [25, 10, 5, 2.5, 1, 0.5]),
    "gumbel_l": ([0.474, 0.637, 0.757, 0.877, 1.038], lambda n: 1 + 0.2 / sqrt(n), [25, 10, 5, 2.5, 1]),
    "weibull_min": ([], lambda n: 1, [0.5, 0.75, 0.85, 0.9, 0.95, 0.975, 0.99, 0.995]),
}
_CRITICAL["gumbel_r"] = _CRITICAL["gumbel_l"]


def _logistic(x):
    """Location and scale of the greatest likelihood, by Newton's method."""
    values, loc, scale = x.tolist(), float(x.mean()), float(x.std(ddof=1))
    for _ in range(100):
        a = b = a_loc = a_scale = b_loc = b_scale = 0.0
        for each in values:
            t = (each - loc) / scale
            s = 1 / (1 + _exp(t)) if t < 700 else 0.0
            slope, g = -s * (1 - s), 2 * s - 1 + 2 * t * -s * (1 - s)
            a, b = a + s, b + t * (2 * s - 1)
            a_loc, a_scale = a_loc - slope / scale, a_scale - slope * t / scale
            b_loc, b_scale = b_loc - g / scale, b_scale - g * t / scale
        a, b, det = a - len(values) / 2, b + len(values), a_loc * b_scale - a_scale * b_loc
        step = (a * b_scale - b * a_scale) / det, (b * a_loc - a * b_loc) / det
        loc, scale = loc - step[0], max(scale - step[1], scale / 4)
        if abs(step[0]) + abs(step[1]) < 1e-14 * (abs(loc) + scale):
            break
    return loc, scale


#: Critical values for Weibull's distribution, of inverses of its shape parameter from 0 to 0.5 in steps of 0.05 (Lockhart and Stephens, 1994, table 1).
_OF_WEIBULL = [
    [0.292, 0.395, 0.467, 0.522, 0.617, 0.711, 0.836, 0.931], [0.295, 0.399, 0.471, 0.527, 0.623, 0.719, 0.845, 0.941],
    [0.298, 0.403, 0.476, 0.534, 0.631, 0.728, 0.856, 0.954], [0.301, 0.408, 0.483, 0.541, 0.640, 0.738, 0.869, 0.969],
    [0.305, 0.414, 0.490, 0.549, 0.650, 0.751, 0.885, 0.986], [0.309, 0.421, 0.498, 0.559, 0.662, 0.765, 0.902, 1.007],
    [0.314, 0.429, 0.508, 0.570, 0.676, 0.782, 0.923, 1.030], [0.320, 0.438, 0.519, 0.583, 0.692, 0.802, 0.947, 1.057],
    [0.327, 0.448, 0.532, 0.598, 0.711, 0.824, 0.974, 1.089], [0.334, 0.469, 0.547, 0.615, 0.732, 0.850, 1.006, 1.125],
    [0.342, 0.472, 0.563, 0.636, 0.757, 0.879, 1.043, 1.167],
]


def _weibull(x):
    """Shape, location and scale of the greatest likelihood: from a fit, by Newton's method for the two equations that are left without the scale."""
    from ..._ufuncs import table

    n = x.size

    def slopes(m, u):
        y = x - u
        power, logs = y**m, table["log"](y)
        of_shape = 1 / m - (power * logs).sum() / power.sum() + logs.mean()
        return float(of_shape), float((m - 1) / m * (1 / y).sum() - n * (power / y).sum() / power.sum())

    least = float(x.min())
    m, u, _ = map(float, laws.weibull_min.fit(x))
    for _ in range(50):
        a, b = slopes(m, u)
        h, k = 1e-6 * m, 1e-6 * (least - u)
        (am, bm), (au, bu) = slopes(m + h, u), slopes(m, u - k)
        am, bm, au, bu = (am - a) / h, (bm - b) / h, (a - au) / k, (b - bu) / k
        det = am * bu - au * bm
        step = (a * bu - b * au) / det, (b * am - a * bm) / det
        m, u = max(m - step[0], m / 2), min(u - step[1], (u + least) / 2)
        if abs(step[0]) < 1e-9 * m and abs(step[1]) < 1e-9 * (least - u):
            break
    if m < 1 or least - u < 1e-8 * (abs(least) + float(x.std())):
        raise ValueError("the likelihood of Weibull's distribution is greatest at an end: there are no critical values")
    return m, u, float(((x - u) ** m).mean()) ** (1 / m)


def _weibull_values(m):
    """The critical values for a shape parameter, rounded up."""
    place = 20 / m
    row = min(int(place), 9)
    share = place - row if place <= 10 else 1.0
    return [round(a + share * (b - a) + 0.0005, 3) for a, b in zip(_OF_WEIBULL[row], _OF_WEIBULL[row + 1])]


_FITS = {
    "norm": lambda x: (float(x.mean()), float(x.std(ddof=1))),
    "expon": lambda x: (0.0, float(x.mean())),
    "logistic": _logistic,
    "gumbel_l": lambda x: tuple(map(float, laws.gumbel_l.fit(x))),
    "gumbel_r": lambda x: tuple(map(float, laws.gumbel_r.fit(x))),
    "weibull_min": _weibull,
}


def _fitted(x, dist):
    """The statistic beside the distribution that fits best, and its parameters."""
    *shapes, loc, scale = _FITS[dist](x)
    law, n = getattr(laws, dist)(*shapes), x.size
    w = (sort(x) - loc) / scale
    terms = (2 * arange(1, n + 1) - 1.0) / n * (law.logcdf(w) + law.logsf(w)[::-1])
    return -n - terms.sum(), (*shapes, loc, scale)


def anderson(x, dist="norm", *, method=None):
    """Anderson's and Darling's test of a vector: whether it is of a distribution, `norm`, `expon`, `logistic`, `gumbel_l`, `gumbel_r` or
    `weibull_min`. It gives critical
    values; or a probability, between them (`method="interpolate"`) or by a `MonteCarloMethod`.

    Example: ``xparray.scipy.stats.anderson(x, "expon").statistic``.
    """
    dist = {"gumbel": "gumbel_l", "extreme1": "gumbel_l"}.get(dist.lower(), dist.lower())
    if dist not in _CRITICAL:
        raise ValueError(f"Invalid distribution; dist must be in {set(_CRITICAL)}.")
    x = asarray(x).astype("float64")
    if x.ndim != 1:
        raise ValueError("the sample is a vector")
    values, divisor, levels = _CRITICAL[dist]
    statistic, params = _fitted(x, dist)
    critical = _weibull_values(params[0]) if dist == "weibull_min" else [round(each / divisor(x.size), 3) for each in values]
    if method is None:
        fit = FitResult(params, True, "`anderson` successfully fit the distribution to the data.")
        return AndersonResult(statistic, asarray(critical), asarray([float(each) for each in levels]), fit)
    if isinstance(method, MonteCarloMethod):
        from ...random import default_rng

        generator, law = default_rng(method.rng), getattr(laws, dist)
        draw = method.rvs or (lambda size: law.rvs(*params, size=size, random_state=generator))
        found = monte_carlo_test(
            x, draw, lambda x: _fitted(x, dist)[0], vectorized=False, n_resamples=method.n_resamples, batch=method.batch, alternative="greater"
        )
        return SignificanceResult(statistic, found.pvalue)
    if method != "interpolate":
        raise ValueError("`method` must be either 'interpolate' or an instance of `MonteCarloMethod`.")
    from ..._more import interp

    probabilities = [1 - each if dist == "weibull_min" else each / 100 for each in levels]
    return SignificanceResult(statistic, interp(statistic, asarray(critical), asarray(probabilities)))


@of_lines(made=SignificanceResult, least=2)
def cramervonmises(rvs, cdf, args=()):
    """Cramér's and von Mises' test of a distribution, whose function of arrays, or name, gives probabilities.

    Example: ``xparray.scipy.stats.cramervonmises(x, "norm").pvalue``.
    """
    if isinstance(cdf, str):
        cdf = getattr(laws, cdf).cdf
    return _native["cramervonmises"](rvs, lambda x: cdf(x, *args))


@of_lines(2, made=SignificanceResult, least=2)
def cramervonmises_2samp(x, y, method="auto"):
    """Cramér's and von Mises' test of two samples, of all their orders (`exact`) or as of large samples (`asymptotic`).

    Example: ``xparray.scipy.stats.cramervonmises_2samp(x, y).pvalue``.
    """
    if method not in ("auto", "exact", "asymptotic"):
        raise ValueError("method must be either auto, exact or asymptotic.")
    return _native["cramervonmises_2samp"](x, y, method)


@of_lines(2, made=SignificanceResult, least=5)
def epps_singleton_2samp(x, y, t=(0.4, 0.8)):
    """Epps' and Singleton's test of two samples, of their characteristic functions at places t.

    Example: ``xparray.scipy.stats.epps_singleton_2samp(x, y).pvalue``.
    """
    from ..._ufuncs import cos, sin
    from ...linalg import matrix_rank, pinv
    from ._samples import iqr

    t = asarray(t).astype("float64")
    if t.ndim > 1:
        raise ValueError(f"t must be 1d, but t.ndim equals {t.ndim}.")
    if bool((t <= 0).any()):
        raise ValueError("t must contain positive elements only.")
    x, y = x.astype("float64"), y.astype("float64")
    m, n = x.size, y.size
    places = t.reshape(-1, 1) / (iqr(concatenate([x, y])) / 2)

    def waves(x):
        waves = concatenate([cos(places * x), sin(places * x)])
        mean = waves.mean(axis=1, keepdims=True)
        return mean, (waves - mean) @ (waves - mean).T / x.size

    (mean_x, of_x), (mean_y, of_y) = waves(x), waves(y)
    inverse = pinv((m + n) / m * of_x + (m + n) / n * of_y)
    rank = int(matrix_rank(inverse))
    if rank < 2 * t.size:
        warnings.warn("Estimated covariance matrix does not have full rank. This indicates a bad choice of the input t and the test might not be consistent.",
            RuntimeWarning, stacklevel=4)
    away = mean_x - mean_y
    statistic = (m + n) * (away.T @ inverse @ away).reshape(())
    if max(m, n) < 25:
        statistic = statistic / (1 + (m + n) ** -0.45 + 10.1 * (m**-1.7 + n**-1.7))
    return statistic, chi2.sf(statistic, float(rank))


def _widened(x, m):
    """A sorted vector with its ends m times before and behind."""
    return concatenate([full(m, float(x[0])), x, full(m, float(x[-1]))])


def _vasicek(x, m, n):
    from ..._ufuncs import log

    x = _widened(x, m)
    return log(n / (2 * m) * (x[2 * m :] - x[: -2 * m])).mean()


def _van_es(x, m, n):
    from ..._ufuncs import log as logs

    first = logs((n + 1) / m * (x[m:] - x[:-m])).sum() / (n - m)
    return first + (1 / arange(m, n + 1)).sum() + log(m) - log(n + 1)


def _ebrahimi(x, m, n):
    from ..._ufuncs import log, minimum

    i, x = arange(1, n + 1), _widened(x, m)
    weights = 1 + minimum(minimum(i - 1, n - i) / m, 1.0)
    return log(n * (x[2 * m :] - x[: -2 * m]) / (weights * m)).mean()


def _correa(x, m, n):
    from ..._ufuncs import log

    x, steps = _widened(x, m), arange(-m, m + 1).reshape(-1, 1)
    windows = x[arange(n) + steps + m]
    away = windows - windows.mean(axis=0)
    return -log((away * steps).sum(axis=0) / (n * (away * away).sum(axis=0))).mean()


_ENTROPIES = {"vasicek": _vasicek, "van es": _van_es, "ebrahimi": _ebrahimi, "correa": _correa}


@of_lines()
def differential_entropy(values, *, window_length=None, base=None, method="auto"):
    """The entropy of a density that a sample is of, in a base, by distances of so many elements: by a method `vasicek`, `van es`, `ebrahimi` or `correa`.

    Example: ``xparray.scipy.stats.differential_entropy(x)``.
    """
    n = values.size
    m = floor(sqrt(n) + 0.5) if window_length is None else window_length
    if window_length is None and 2 * m >= n:
        return nan
    if not 2 <= 2 * m < n:
        raise ValueError(f"Window length ({m}) must be positive and less than half the sample size ({n}).")
    if base is not None and base <= 0:
        raise ValueError("`base` must be a positive number or `None`.")
    method = method.lower()
    if method == "auto":
        method = "van es" if n <= 10 else "ebrahimi" if n <= 1000 else "vasicek"
    if method not in _ENTROPIES:
        raise ValueError(f"`method` must be one of {set(_ENTROPIES)}")
    found = _ENTROPIES[method](sort(values.astype("float64")), m, n)
    return found if base is None else found / log(base)


__all__ = ["anderson", "cramervonmises", "cramervonmises_2samp", "differential_entropy", "epps_singleton_2samp"]
