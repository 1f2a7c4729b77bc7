"""Random numbers of distributions: their laws, their shapes, and what is refused."""

import numpy
import pytest

import xparray as xp

scipy_stats = pytest.importorskip("scipy.stats")

CONTINUOUS = [
    ("beta", (2.0, 3.0), scipy_stats.beta(2, 3)), ("chisquare", (3.0,), scipy_stats.chi2(3)), ("f", (4.0, 6.0), scipy_stats.f(4, 6)),
    ("gamma", (2.5, 2.0), scipy_stats.gamma(2.5, scale=2)), ("gumbel", (1.0, 2.0), scipy_stats.gumbel_r(1, 2)),
    ("laplace", (1.0, 2.0), scipy_stats.laplace(1, 2)), ("logistic", (1.0, 2.0), scipy_stats.logistic(1, 2)),
    ("lognormal", (0.5, 0.7), scipy_stats.lognorm(0.7, scale=numpy.exp(0.5))),
    ("noncentral_chisquare", (3.0, 2.0), scipy_stats.ncx2(3, 2)), ("noncentral_f", (4.0, 8.0, 1.0), scipy_stats.ncf(4, 8, 1)),
    ("pareto", (3.0,), scipy_stats.lomax(3)), ("power", (2.5,), scipy_stats.powerlaw(2.5)), ("rayleigh", (2.0,), scipy_stats.rayleigh(scale=2)),
    ("standard_cauchy", (), scipy_stats.cauchy()), ("standard_exponential", (), scipy_stats.expon()),
    ("standard_gamma", (2.0,), scipy_stats.gamma(2)), ("standard_t", (5.0,), scipy_stats.t(5)),
    ("triangular", (-1.0, 0.5, 2.0), scipy_stats.triang(0.5, loc=-1, scale=3)), ("vonmises", (0.0, 2.0), scipy_stats.vonmises(2)),
    ("wald", (1.5, 2.0), scipy_stats.invgauss(0.75, scale=2)), ("weibull", (1.7,), scipy_stats.weibull_min(1.7)),
]
DISCRETE = [
    ("binomial", (10, 0.3), scipy_stats.binom(10, 0.3)), ("geometric", (0.3,), scipy_stats.geom(0.3)),
    ("hypergeometric", (7, 5, 6), scipy_stats.hypergeom(12, 7, 6)), ("logseries", (0.6,), scipy_stats.logser(0.6)),
    ("negative_binomial", (4, 0.4), scipy_stats.nbinom(4, 0.4)), ("poisson", (3.5,), scipy_stats.poisson(3.5)),
    ("zipf", (3.0,), scipy_stats.zipf(3)),
]


@pytest.mark.parametrize("name, given, law", CONTINUOUS, ids=[row[0] for row in CONTINUOUS])
def test_continuous_laws(name, given, law):
    x = getattr(xp.random.default_rng(4), name)(*given, size=(40, 100))
    assert x.shape == (40, 100) and x.dtype == xp.float64
    assert scipy_stats.kstest(numpy.asarray(x).ravel(), law.cdf).pvalue > 1e-3


@pytest.mark.parametrize("name, given, law", DISCRETE, ids=[row[0] for row in DISCRETE])
def test_discrete_laws(name, given, law):
    x = numpy.asarray(getattr(xp.random.default_rng(4), name)(*given, size=4000))
    assert x.dtype == "int64"
    values, counts = numpy.unique(x, return_counts=True)
    often = counts >= 20
    expected = 4000 * law.pmf(values[often])
    distances = (counts[often] - expected) / numpy.sqrt(expected)
    assert (abs(distances) < 4.5).all() and counts[often].sum() > 3500


def test_parameters_broadcast():
    rng = xp.random.default_rng(1)
    assert rng.gamma(xp.ones((3, 1)), xp.ones(4)).shape == (3, 4)
    assert rng.poisson([1.0, 100.0], size=(5, 2)).shape == (5, 2)
    assert rng.poisson().shape == ()
    with pytest.raises(ValueError, match="broadcast"):
        rng.poisson([1.0, 2.0], size=3)
    for name, given in [("gamma", (-1.0,)), ("beta", (0.0, 1.0)), ("binomial", (3, 1.5)), ("poisson", (-2.0,))]:
        with pytest.raises(ValueError):
            getattr(rng, name)(*given)


def test_choice():
    rng = xp.random.default_rng(3)
    x = rng.choice([10, 20, 30], size=3000, p=[0.5, 0.5, 0.0])
    assert set(x.tolist()) == {10, 20}
    assert sorted(rng.choice(6, size=6, replace=False).tolist()) == list(range(6))
    assert rng.choice(5).shape == ()
    with pytest.raises(ValueError):
        rng.choice(3, size=4, replace=False)
    with pytest.raises(ValueError):
        rng.choice(xp.ones(()))


def test_vectors():
    rng = xp.random.default_rng(3)
    assert (rng.multinomial(7, [0.2, 0.3, 0.5], size=10).sum(axis=1) == 7).all()
    assert (rng.multivariate_hypergeometric([3, 4, 5], 6, size=10).sum(axis=1) == 6).all()
    assert abs(rng.dirichlet([1.0, 2.0], size=10).sum(axis=1) - 1).max() < 1e-12
    x = numpy.asarray(rng.multivariate_normal([1.0, 2.0], [[2.0, 0.5], [0.5, 1.0]], size=20000))
    assert x.shape == (20000, 2)
    numpy.testing.assert_allclose(x.mean(axis=0), [1, 2], atol=0.05)
    numpy.testing.assert_allclose(numpy.cov(x.T), [[2, 0.5], [0.5, 1]], atol=0.08)


def test_shuffle_writes_through_views():
    x = xp.arange(20).reshape(10, 2)
    xp.random.default_rng(1).shuffle(x[:8])
    assert x[8:].tolist() == [[16, 17], [18, 19]]
    assert sorted(x[:8].tolist()) == [[2 * k, 2 * k + 1] for k in range(8)] and x[:8].tolist() != sorted(x[:8].tolist())
