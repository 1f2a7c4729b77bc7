"""Tests of whether samples have a distribution, or the same one, and the entropy of the one that they are of."""

import warnings
from collections import namedtuple

from ... import _core
from ..._creation import asarray
from . import _distributions as laws
from ._keeping import along
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


#: The distributions of `anderson`, by SciPy's names.
_LAWS = {name: name for name in ("norm", "expon", "logistic", "gumbel_l", "gumbel_r", "weibull_min")} | {"gumbel": "gumbel_l", "extreme1": "gumbel_l"}


def anderson(x, dist="norm", *, method=None):
    """Anderson's and Darling's test of a vector: whether it is of a distribution, `norm`, `expon`, `logistic`, `gumbel_l`, `gumbel_r` or
    `weibull_min`. It gives critical
    values; or a probability, between them (`method="interpolate"`) or by a `MonteCarloMethod`.

    Example: ``xparray.scipy.stats.anderson(x, "expon").statistic``.
    """
    if dist.lower() not in _LAWS:
        raise ValueError(f"Invalid distribution; dist must be in {set(_LAWS)}.")
    dist = _LAWS[dist.lower()]
    (statistic, pvalue), critical, levels, params = _native["anderson"](x, dist)
    if method is None:
        fit = FitResult(tuple(params), True, "`anderson` successfully fit the distribution to the data.")
        return AndersonResult(asarray(statistic), asarray(critical), asarray(levels), fit)
    if isinstance(method, MonteCarloMethod):
        from ...random import default_rng

        generator, law = default_rng(method.rng), getattr(laws, dist)
        draw = method.rvs or (lambda size: law.rvs(*params, size=size, random_state=generator))
        found = monte_carlo_test(
            x, draw, lambda x: _native["anderson"](x, dist)[0][0], vectorized=False, n_resamples=method.n_resamples, batch=method.batch,
            alternative="greater"
        )
        return SignificanceResult(asarray(statistic), found.pvalue)
    if method != "interpolate":
        raise ValueError("`method` must be either 'interpolate' or an instance of `MonteCarloMethod`.")
    return SignificanceResult(asarray(statistic), asarray(pvalue))


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


def epps_singleton_2samp(x, y, t=(0.4, 0.8), *, axis=0, nan_policy="propagate", keepdims=False):
    """Epps' and Singleton's test of two samples, of their characteristic functions at places t.

    Example: ``xparray.scipy.stats.epps_singleton_2samp(x, y).pvalue``.
    """
    t = asarray(t)
    if t.ndim > 1:
        raise ValueError(f"t must be 1d, but t.ndim equals {t.ndim}.")
    t = t.reshape(-1).tolist()
    compute = lambda: _native["epps_singleton_2samp"](x, y, t, axis, nan_policy)
    statistic, pvalue, rank = along(compute, [x, y], axis, keepdims, least=5, results=3)
    if bool((rank < 2 * len(t)).any()):
        warnings.warn("Estimated covariance matrix does not have full rank. This indicates a bad choice of the input t and the test might not be consistent.",
            RuntimeWarning, stacklevel=2)
    return SignificanceResult(statistic, pvalue)


def differential_entropy(values, *, window_length=None, base=None, axis=0, method="auto", nan_policy="propagate", keepdims=False):
    """The entropy of a density that a sample is of, in a base, by distances of so many elements: by a method `vasicek`, `van es`, `ebrahimi` or `correa`.

    Example: ``xparray.scipy.stats.differential_entropy(x)``.
    """
    compute = lambda: [_native["differential_entropy"](values, window_length, base, method.lower(), axis, nan_policy)]
    return along(compute, [values], axis, keepdims, least=1, results=1)[0]


__all__ = ["anderson", "cramervonmises", "cramervonmises_2samp", "differential_entropy", "epps_singleton_2samp"]
