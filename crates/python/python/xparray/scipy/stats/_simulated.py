"""Tests whose probabilities come of samples that are drawn, or of tables, and what tests find in such samples."""

import inspect
import warnings
from collections import namedtuple

from ... import _core
from ..._creation import asarray
from ..._manipulation import broadcast_arrays, concatenate, stack
from ...random import _stream
from ._distributions import rv_continuous
from ._monte_carlo import PermutationMethod
from ._numbers import SignificanceResult
from ._resampling import PermutationTestResult, permutation_test

_native = _core.tables["stats"]
FitResult = namedtuple("FitResult", "params success message")
GoodnessOfFitResult = namedtuple("GoodnessOfFitResult", "fit_result statistic pvalue null_distribution")
PowerResult = namedtuple("PowerResult", "power pvalues")


def goodness_of_fit(dist, data, *, known_params=None, fit_params=None, guessed_params=None, statistic="ad", n_mc_samples=9999, rng=None, random_state=None):
    """The test whether a vector is of a distribution whose parameters are known, or fitted to it and to each of the samples that are drawn: by a statistic, `ad`,
    `ks`, `cvm`, `filliben`, or a function of the distribution, numbers and their axis.

    Example: ``xparray.scipy.stats.goodness_of_fit(xparray.scipy.stats.norm, x, n_mc_samples=999).pvalue``.
    """
    if not isinstance(dist, rv_continuous):
        raise TypeError("`dist` must be a (non-frozen) instance of `stats.rv_continuous`.")
    x = asarray(data, dtype="float64")
    if x.ndim != 1:
        raise ValueError("`data` must be a one-dimensional array of numbers.")
    if int(n_mc_samples) != n_mc_samples:
        raise TypeError("`n_mc_samples` must be an integer.")
    known, guessed, names = dict(known_params or {}), dict(guessed_params or {}), dist._names
    fixed = dict(fit_params or {}) | known
    starts = [float(fixed.get(name, guessed.get(name, 1.0))) for name in names]
    of = lambda given: ([k for k, name in enumerate(names) if name in given], given.get("loc"), given.get("scale"))
    if callable(statistic):
        compute = lambda shapes, loc, scale, x: float(statistic(dist(*shapes, loc, scale), x, axis=-1))
        measure = compute, getattr(statistic, "alternative", "greater") == "less"
    else:
        measure = statistic.lower()
    generator = _stream(random_state if rng is None else rng)
    found = _native["goodness_of_fit"](dist.name, starts, x, of(known), of(fixed), measure, int(n_mc_samples), generator)
    (shapes, loc, scale), observed, pvalue, drawn = found
    fit = FitResult((*shapes, loc, scale), True, "The fit was performed successfully.")
    return GoodnessOfFitResult(fit, asarray(observed), asarray(pvalue), asarray(drawn))


def _without_unknown(function):
    """A function that is given only the keywords that it has."""
    names = inspect.signature(function).parameters
    if any(each.kind is inspect.Parameter.VAR_KEYWORD for each in names.values()):
        return function
    return lambda *args, **kwds: function(*args, **{name: value for name, value in kwds.items() if name in names})


def power(test, rvs, n_observations, *, significance=0.01, vectorized=None, n_resamples=10000, batch=None, kwargs=None):
    """How often a test of samples that functions draw, `rvs(size=(m, n))`, finds a probability below levels of significance: for each number of
    observations, and each value of the keywords that both are given.

    Example: ``xparray.scipy.stats.power(ttest_1samp_of_0, rng.normal, 20, significance=0.05).power``.
    """
    if not isinstance(rvs, (tuple, list)):
        rvs, n_observations = (rvs,), (n_observations,)
    if len(rvs) != len(n_observations):
        raise ValueError("If `rvs` is a sequence, `len(rvs)` must equal `len(n_observations)`.")
    levels, keywords = asarray(significance, dtype="float64"), dict(kwargs or {})
    if bool(((levels < 0) | (levels > 1)).any()):
        raise ValueError("`significance` must contain floats between 0 and 1.")
    if int(n_resamples) != n_resamples or n_resamples <= 0:
        raise ValueError("`n_resamples` must be a positive integer.")
    if vectorized is None:
        vectorized = "axis" in inspect.signature(test).parameters
    draw, run = [_without_unknown(each) for each in rvs], _without_unknown(test)

    def probabilities(samples, own):
        if vectorized:
            found = run(*samples, **own, axis=-1)
            return asarray(getattr(found, "pvalue", found))
        found = [run(*rows, **own) for rows in zip(*samples)]
        return stack([asarray(getattr(each, "pvalue", each)) for each in found])

    grids = broadcast_arrays(*(asarray(each) for each in (*n_observations, *keywords.values())))
    lines, parts = [each.reshape(-1).tolist() for each in grids], []
    for place in range(len(lines[0])):
        sizes = [int(line[place]) for line in lines[: len(rvs)]]
        own = {name: line[place] for name, line in zip(keywords, lines[len(rvs) :])}
        counts = [min(batch or n_resamples, n_resamples - k) for k in range(0, int(n_resamples), batch or int(n_resamples))]
        drawn = [probabilities([asarray(each(size=(count, n), **own)) for each, n in zip(draw, sizes)], own) for count in counts]
        parts.append(concatenate(drawn, axis=-1))
    pvalues = stack(parts).reshape(*grids[0].shape, -1)
    return PowerResult((pvalues < levels.reshape(*levels.shape, *[1] * pvalues.ndim)).astype("float64").mean(axis=-1), pvalues)


class Anderson_ksampResult(namedtuple("Anderson_ksampResult", "statistic critical_values pvalue")):
    """A statistic, its critical values, and a probability."""

    @property
    def significance_level(self):
        """The probability."""
        return self.pvalue


def anderson_ksamp(samples, midrank=None, *, variant=None, method=None):
    """Anderson's and Darling's test of k samples of the same distribution: with `variant`, which is `midrank`, `right` or `continuous`, a statistic and a
    probability, by default from critical values, between 0.001 and 0.25; without it these values as well.

    Example: ``xparray.scipy.stats.anderson_ksamp([x, y], variant="midrank").pvalue``.
    """
    name = variant or ("right" if midrank is False else "midrank")
    statistic, critical, pvalue = _native["anderson_ksamp"](list(samples), name)
    if method is not None:
        found = permutation_test(
            samples, lambda *samples: _native["anderson_ksamp"](list(samples), name)[0], vectorized=False, n_resamples=method.n_resamples,
            alternative="greater", rng=method.rng
        )
        pvalue = found.pvalue
    elif not critical[0] <= statistic <= critical[-1]:
        capped = statistic < critical[0]
        warnings.warn(f"p-value {'capped' if capped else 'floored'}: true value {'larger' if capped else 'smaller'} than {pvalue}.", stacklevel=2)
    found = asarray(statistic), asarray(pvalue)
    return SignificanceResult(*found) if variant is not None else Anderson_ksampResult(found[0], asarray(critical), found[1])


def bws_test(x, y, *, alternative="two-sided", method=None):
    """Baumgartner's, Weiss's and Schindler's test of two vectors of the same distribution, by permutations, as a `PermutationMethod` says.

    Example: ``xparray.scipy.stats.bws_test(x, y).pvalue``.
    """
    method = PermutationMethod() if method is None else method
    if not isinstance(method, PermutationMethod):
        raise ValueError("`method` must be an instance of `scipy.stats.PermutationMethod`")
    statistic, pvalue, null = _native["bws_test"](x, y, _stream(method.rng), method.n_resamples, alternative.lower())
    return PermutationTestResult(asarray(statistic), asarray(pvalue), null)


def expectile(a, alpha=0.5, *, weights=None):
    """The number from which the elements above are, in the mean, alpha / (1 - alpha) times nearer than those below: the mean for an alpha of 0.5.

    Example: ``xparray.scipy.stats.expectile(a, 0.9)``.
    """
    return _native["expectile"](a, alpha, weights)


__all__ = ["anderson_ksamp", "bws_test", "expectile", "goodness_of_fit", "power"]
