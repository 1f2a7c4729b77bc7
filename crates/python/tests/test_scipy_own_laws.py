"""Distributions of the user's own classes and values, beside SciPy's."""

import numpy
import pytest
import scipy.stats
import xparray
from xparray.scipy import stats

X = numpy.linspace(-1.5, 3.0, 10)
Q = numpy.array([0.01, 0.3, 0.5, 0.95])


def near(found, expected, tolerance=1e-7):
    numpy.testing.assert_allclose(numpy.asarray(found), numpy.asarray(expected), rtol=tolerance, atol=1e-9)


def both(define):
    """The same class over either library."""
    return define(stats.rv_continuous, xparray), define(scipy.stats.rv_continuous, numpy)


def by_density(base, np):
    class triangle_gen(base):
        """A distribution that falls from c to 0."""

        def _pdf(self, x, c):
            return 2 * (c - x) / c**2

        def _get_support(self, c):
            return 0.0, c

    return triangle_gen(name="triangle")


def by_logarithm(base, np):
    class normal_gen(base):
        def _logpdf(self, x):
            return -(x**2) / 2 - 0.5 * numpy.log(2 * numpy.pi)

        def _pdf_of(self, x):
            return None

    return normal_gen()


def by_function(base, np):
    class power_gen(base):
        def _cdf(self, x, a):
            return x**a

    return power_gen(a=0.0, b=1.0, shapes="a")


@pytest.mark.parametrize(("define", "shapes"), [(by_density, (2.0,)), (by_function, (2.0,))])
def test_laws_of_functions_are_scipys(define, shapes):
    ours, theirs = both(define)
    assert (ours.name, ours.shapes, ours.numargs) == (theirs.name, theirs.shapes, theirs.numargs)
    # At the end itself SciPy's difference quotients are NaN.
    x = X + 0.05
    for name in ("pdf", "logpdf", "cdf", "sf"):
        with numpy.errstate(divide="ignore"):
            near(getattr(ours, name)(x, *shapes, 0.5, 2.0), getattr(theirs, name)(x, *shapes, 0.5, 2.0), 1e-5)
    for name in ("ppf", "isf"):
        near(getattr(ours, name)(Q, *shapes), getattr(theirs, name)(Q, *shapes))
    for name in ("mean", "var", "std", "median", "entropy"):
        near(getattr(ours, name)(*shapes, loc=1.0, scale=3.0), getattr(theirs, name)(*shapes, loc=1.0, scale=3.0), 1e-6)
    near(ours.stats(*shapes, moments="mvsk"), theirs.stats(*shapes, moments="mvsk"), 1e-5)
    near(ours.moment(2, *shapes), theirs.moment(2, *shapes), 1e-6)
    near(ours.interval(0.9, *shapes), theirs.interval(0.9, *shapes))
    near(ours.support(*shapes, loc=1.0), theirs.support(*shapes, loc=1.0))
    near(ours.expect(lambda x: x**3, shapes), theirs.expect(lambda x: x**3, shapes), 1e-6)
    frozen, known = ours(*shapes, loc=1.0), theirs(*shapes, loc=1.0)
    near(frozen.cdf(X + 1), known.cdf(X + 1))
    drawn = frozen.rvs(size=4000, random_state=7)
    assert drawn.shape == (4000,) and abs(float(drawn.mean()) - known.mean()) < 0.05
    with pytest.raises(TypeError, match="missing"):
        ours.pdf(X)


def test_a_logarithm_of_a_density_is_enough():
    law = by_logarithm(stats.rv_continuous, xparray)
    near(law.pdf(X), scipy.stats.norm.pdf(X))
    near(law.cdf(X, 0.5, 2.0), scipy.stats.norm.cdf(X, 0.5, 2.0))
    assert law.name == "Distribution"
    with pytest.raises(NotImplementedError, match="_pdf"):
        stats.rv_continuous(name="nothing")


def test_fits_find_the_parameters():
    ours, theirs = both(by_function)
    x = numpy.random.default_rng(3).uniform(size=60) ** (1 / 2.5)
    found = ours.fit(xparray.asarray(x), 2.0, floc=0.0, fscale=1.0)
    expected = theirs.fit(x, 2.0, floc=0.0, fscale=1.0)
    near(found, expected, 1e-3)


def test_discrete_values_are_scipys():
    values = ([3, 1, 7], [0.5, 0.2, 0.3])
    ours, theirs = stats.rv_discrete(name="own", values=values), scipy.stats.rv_discrete(name="own", values=values)
    k = numpy.arange(-1, 9)
    for name in ("pmf", "cdf", "sf", "logpmf"):
        with numpy.errstate(divide="ignore"):
            near(getattr(ours, name)(k), getattr(theirs, name)(k))
        near(getattr(ours, name)(k + 2, loc=2) if name != "logpmf" else 0, getattr(theirs, name)(k + 2, loc=2) if name != "logpmf" else 0)
    near(ours.ppf(Q), theirs.ppf(Q))
    for name in ("mean", "var", "std", "median", "entropy", "support"):
        near(getattr(ours, name)(), getattr(theirs, name)())
    near(ours.stats(moments="mvsk"), theirs.stats(moments="mvsk"))
    near(ours.expect(lambda x: x**2), theirs.expect(lambda x: x**2))
    drawn = numpy.asarray(ours.rvs(size=500, random_state=3))
    assert set(drawn.tolist()) == {1.0, 3.0, 7.0}
    seeded = stats.rv_discrete(values=values, seed=5)
    assert not bool((seeded.rvs(size=50) == seeded.rvs(size=50)).all())
    assert isinstance(ours, stats.rv_discrete)
    with pytest.raises(ValueError):
        stats.rv_discrete(values=([1, 2], [0.5, 0.6])).cdf(1)


def test_discrete_functions_are_scipys():
    def define(base):
        class halves_gen(base):
            def _pmf(self, k, p):
                return (1 - p) * p ** (k - 1)

        return halves_gen(a=1, name="halves")

    ours, theirs = define(stats.rv_discrete), define(scipy.stats.rv_discrete)
    k = numpy.arange(0, 12)
    for name in ("pmf", "cdf", "sf"):
        near(getattr(ours, name)(k, 0.4), getattr(theirs, name)(k, 0.4))
    near(ours.mean(0.4), theirs.mean(0.4))
    near(ours.ppf(Q, 0.4, loc=2), theirs.ppf(Q, 0.4, loc=2))


def test_fits_of_censored_samples_are_scipys():
    parts = {"left": [0.5, 1.0], "right": [4.0, 2.5], "interval": [[1.0, 2.0], [3.0, numpy.inf], [0.0, 0.8]]}
    ours, theirs = (module.CensoredData([1.3, 2.2, 0.9, 3.1, 2.7], **parts) for module in (stats, scipy.stats))
    assert len(ours) == len(theirs) == 12 and ours.num_censored() == theirs.num_censored() == 7
    near(stats.norm.fit(ours), scipy.stats.norm.fit(theirs), 1e-4)
    near(stats.weibull_min.fit(ours, floc=0), scipy.stats.weibull_min.fit(theirs, floc=0), 1e-3)
    x, mask = [1.0, 2.0, 3.0, 4.0], [False, True, False, True]
    for name in ("left_censored", "right_censored"):
        found, expected = (getattr(module.CensoredData, name)(x, mask) for module in (stats, scipy.stats))
        near(stats.norm.fit(found), scipy.stats.norm.fit(expected), 1e-3)
    low, high = [1.0, 2.0, 3.0, -numpy.inf], [1.0, 2.5, numpy.inf, 2.0]
    found, expected = (module.CensoredData.interval_censored(low, high) for module in (stats, scipy.stats))
    assert found.num_censored() == expected.num_censored()
    near(stats.norm.fit(found, floc=2.0), scipy.stats.norm.fit(expected, floc=2.0), 1e-3)
    with pytest.raises(NotImplementedError):
        stats.ecdf(ours)
    with pytest.raises(ValueError):
        stats.CensoredData([1.0], interval=[1.0, 2.0])
