"""SciPy's distributions, densities and tests of samples, beside SciPy's."""

import numpy
import pytest

from xparray.scipy import stats
from test_scipy import given, same
from test_scipy_arrays import check

scipy_stats = pytest.importorskip("scipy.stats")

RNG = numpy.random.default_rng(23)
X, Y, Z = RNG.normal(size=(4, 20)), RNG.normal(0.3, 1.5, size=(4, 20)), RNG.gamma(2.0, size=(4, 20))
CONTINUOUS = {
    "beta": (2.0, 3.0), "cauchy": (), "chi2": (3.5,), "expon": (), "f": (4.0, 5.5), "gamma": (2.2,), "gumbel_l": (), "gumbel_r": (), "invgauss": (0.7,),
    "laplace": (), "logistic": (), "lognorm": (0.6,), "norm": (), "pareto": (4.5,), "powerlaw": (1.7,), "rayleigh": (), "t": (5.0,), "triang": (0.3,),
    "uniform": (), "vonmises": (1.5,), "weibull_min": (1.8,),
}
DISCRETE = {"binom": (7, 0.3), "geom": (0.3,), "hypergeom": (20, 7, 12), "logser": (0.6,), "nbinom": (3, 0.4), "poisson": (2.5,), "zipf": (4.5,)}
Q = numpy.array([0.01, 0.3, 0.5, 0.9, 0.999])


def agree(ours, theirs, x, shapes, names, **keywords):
    for name in names:
        same(getattr(ours, name)(given(x), *shapes, **keywords), getattr(theirs, name)(x, *shapes, **keywords), 1e-7)
        same(getattr(ours(*shapes, **keywords), name)(given(x)), getattr(theirs(*shapes, **keywords), name)(x), 1e-7)


@pytest.mark.parametrize("name", CONTINUOUS)
def test_continuous_distributions_are_scipys(name):
    ours, theirs, shapes = getattr(stats, name), getattr(scipy_stats, name), CONTINUOUS[name]
    x = numpy.linspace(-1.5, 6, 16).reshape(4, 4)
    names = ["pdf", "cdf", "sf", "logcdf", "logsf", "logpdf"]
    # SciPy's logarithms of vonmises' tails are those of rounded probabilities.
    names = [each for each in names if name != "vonmises" or "log" not in each]
    agree(ours, theirs, x, shapes, names)
    agree(ours, theirs, x, shapes, names, loc=0.4, scale=1.7)
    agree(ours, theirs, Q, shapes, ["ppf", "isf"], loc=0.4, scale=1.7)
    for method in ("mean", "var", "std", "median", "entropy"):
        same(getattr(ours, method)(*shapes, loc=0.4, scale=1.7), getattr(theirs, method)(*shapes, loc=0.4, scale=1.7), 1e-6)
        same(getattr(ours(*shapes, scale=2.0), method)(), getattr(theirs(*shapes, scale=2.0), method)(), 1e-6)
    for found, expected in zip(ours.interval(0.9, *shapes), theirs.interval(0.9, *shapes)):
        same(found, expected, 1e-7)
    if name not in ("cauchy", "vonmises"):
        for found, expected in zip(ours.stats(*shapes, moments="mvsk"), theirs.stats(*shapes, moments="mvsk")):
            same(found, expected, 1e-6)
    drawn = ours.rvs(*shapes, loc=0.4, scale=1.7, size=4000, random_state=1)
    assert drawn.shape == (4000,)
    statistic, pvalue = scipy_stats.kstest(numpy.asarray(drawn), theirs(*shapes, loc=0.4, scale=1.7).cdf)[:2]
    assert pvalue > 1e-4
    assert ours(*shapes).rvs((2, 3), random_state=1).shape == (2, 3)


@pytest.mark.parametrize("name", DISCRETE)
def test_discrete_distributions_are_scipys(name):
    ours, theirs, shapes = getattr(stats, name), getattr(scipy_stats, name), DISCRETE[name]
    k = numpy.arange(-1, 11)
    agree(ours, theirs, k, shapes, ["pmf", "cdf", "sf", "logpmf"])
    agree(ours, theirs, k, shapes, ["pmf", "cdf"], loc=2)
    agree(ours, theirs, Q, shapes, ["ppf", "isf"])
    for method in ("mean", "var", "std", "median"):
        same(getattr(ours, method)(*shapes), getattr(theirs, method)(*shapes), 1e-6)
    drawn = numpy.asarray(ours.rvs(*shapes, size=4000, random_state=1))
    assert abs(drawn.mean() - theirs.mean(*shapes)) < 5 * theirs.std(*shapes) / 4000**0.5


def test_parameters_are_arrays_and_keywords():
    loc, scale = numpy.array([0.0, 1.0]), numpy.array([[1.0], [2.0]])
    same(stats.norm.cdf(0.5, given(loc), given(scale)), scipy_stats.norm.cdf(0.5, loc, scale))
    same(stats.gamma.pdf(given(Z), a=given(Z + 1), scale=2), scipy_stats.gamma.pdf(Z, a=Z + 1, scale=2), 1e-7)
    assert stats.norm.rvs(given(loc), given(scale), random_state=2).shape == (2, 2)
    same(stats.norm.pdf(numpy.nan), numpy.nan)
    same(stats.norm.pdf(0.0, scale=-1.0), numpy.nan)
    same(stats.norm.expect(lambda x: x**2, scale=2.0), 4.0)
    same(stats.norm(scale=2.0).expect(lambda x: x**2), 4.0)
    same(stats.poisson(2.5).expect(lambda k: k), 2.5)
    same(stats.norm.moment(4), 3.0)
    assert stats.norm.pdf(given(X.astype("float32"))).dtype == "float32"
    for wrong in (
        lambda: stats.norm.pdf(0.0, 0.0, 1.0, 2.0), lambda: stats.gamma.pdf(1.0), lambda: stats.norm.pdf(0.0, other=1.0),
        lambda: stats.gamma(2.0, a=1.0), lambda: stats.poisson.pmf(1, 2.5, scale=2.0),
    ):
        with pytest.raises(TypeError):
            wrong()
    with pytest.raises(ValueError):
        stats.norm.rvs(given(loc), size=3)
    with pytest.raises(AttributeError):
        stats.norm().fit


def test_fits_are_scipys():
    same(stats.norm.fit(given(X[0])), scipy_stats.norm.fit(X[0]), 1e-5)
    same(stats.norm.fit(given(X[0]), floc=0.0), scipy_stats.norm.fit(X[0], floc=0.0), 1e-4)
    ours, theirs = stats.gamma.fit(given(Z[0]), floc=0.0), scipy_stats.gamma.fit(Z[0], floc=0.0)
    same(ours, theirs, 1e-3)
    same(stats.norm.nnlf((0.0, 1.0), given(X[0])), scipy_stats.norm.nnlf((0.0, 1.0), X[0]))


TESTS = [
    ("mannwhitneyu", (X[0], Y[0]), {}), ("mannwhitneyu", (X, Y), {"axis": 1, "alternative": "less", "method": "asymptotic"}), ("wilcoxon", (X[0], Y[0]), {}),
    ("wilcoxon", (X[0],), {"zero_method": "pratt", "alternative": "greater", "method": "approx"}), ("kendalltau", (X[0], Y[0]), {}), ("ks_2samp", (X[0], Y[0]), {}),
    ("ks_2samp", (X[0], Y[0], "less"), {"method": "asymp"}), ("levene", (X[0], Y[0], Z[0]), {}), ("levene", (X[0], Y[0]), {"center": "mean"}),
    ("bartlett", (X[0], Y[0]), {}), ("friedmanchisquare", (X[0], Y[0], Z[0]), {}), ("shapiro", (Z[0],), {}), ("chisquare", (numpy.array([16.0, 18, 16, 14]),), {}),
    ("power_divergence", (numpy.array([16.0, 18, 16, 14]),), {"lambda_": "log-likelihood", "ddof": 1}),
    ("median_abs_deviation", (X,), {"axis": 1}), ("iqr", (X,), {"axis": 1}), ("iqr", (X,), {"scale": "normal", "rng": (10, 90)}), ("boxcox_llf", (0.5, Z[0]), {}),
]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name, arguments, keywords", TESTS, ids=lambda value: value if isinstance(value, str) else "")
def test_tests_are_scipys(name, arguments, keywords):
    check(getattr(stats, name), getattr(scipy_stats, name), arguments, keywords, 1e-6)


def test_other_statistics_are_scipys():
    same(tuple(stats.linregress(given(X[0]), given(Y[0]))), tuple(scipy_stats.linregress(X[0], Y[0])))
    same(stats.linregress(given(X[0]), given(Y[0])).intercept_stderr, scipy_stats.linregress(X[0], Y[0]).intercept_stderr)
    ours, theirs = stats.describe(given(X), axis=1), scipy_stats.describe(X, axis=1)
    same(ours.minmax, theirs.minmax)
    same((ours.mean, ours.variance, ours.skewness, ours.kurtosis), (theirs.mean, theirs.variance, theirs.skewness, theirs.kurtosis))
    same(tuple(stats.mode(given(numpy.round(X)), axis=1)), tuple(scipy_stats.mode(numpy.round(X), axis=1)))
    same(stats.mode(given(numpy.round(X)), keepdims=True).mode, scipy_stats.mode(numpy.round(X), keepdims=True).mode)
    table = numpy.array([[10, 10, 20], [20, 20, 25]])
    ours, theirs = stats.chi2_contingency(given(table)), scipy_stats.chi2_contingency(table)
    same((ours.statistic, ours.pvalue, ours.expected_freq), (theirs.statistic, theirs.pvalue, theirs.expected_freq))
    assert ours.dof == theirs.dof
    same(stats.fisher_exact([[8, 2], [1, 5]]).pvalue, scipy_stats.fisher_exact([[8, 2], [1, 5]])[1])
    assert stats.binomtest(3, 15, 0.1).pvalue == pytest.approx(scipy_stats.binomtest(3, 15, 0.1).pvalue)
    ours, theirs = stats.ks_1samp(given(X[0]), stats.norm.cdf), scipy_stats.ks_1samp(X[0], scipy_stats.norm.cdf)
    same(tuple(ours), tuple(theirs))
    same((ours.statistic_location, ours.statistic_sign), (theirs.statistic_location, float(theirs.statistic_sign)))
    same(stats.kstest(given(Z[0]), "gamma", (2.0,)).pvalue, scipy_stats.kstest(Z[0], "gamma", (2.0,)).pvalue)
    for wrong in (lambda: stats.kendalltau(X, Y, variant="d"), lambda: stats.power_divergence([1.0, 2], lambda_="x"),
        lambda: stats.levene(X, Y, center="other"), lambda: stats.wilcoxon(X[0], X[0, :3]), lambda: stats.binomtest(5, 3)):
        with pytest.raises(ValueError):
            wrong()


def test_densities_of_samples_are_scipys():
    for data, at in ((X[0], numpy.linspace(-2, 2, 7)), (X[:2], Y[:2, :5])):
        for method in (None, "silverman", 0.4):
            ours, theirs = stats.gaussian_kde(given(data), method), scipy_stats.gaussian_kde(data, method)
            same(ours(given(at)), theirs(at), 1e-7)
            same(ours.logpdf(given(at)), theirs.logpdf(at), 1e-7)
            same(ours.covariance, theirs.covariance)
            assert ours.factor == pytest.approx(theirs.factor) and (ours.d, ours.n) == (theirs.d, theirs.n)
    ours, theirs = stats.gaussian_kde(given(X[0]), weights=given(Z[0])), scipy_stats.gaussian_kde(X[0], weights=Z[0])
    same(ours.integrate_box_1d(-1, 1), theirs.integrate_box_1d(-1, 1))
    same(ours.integrate_kde(ours), theirs.integrate_kde(theirs), 1e-7)
    assert ours.resample(10, seed=3).shape == (1, 10)
    same(stats.gaussian_kde(given(X[:3])).marginal([0, 2])(given(Y[:2])), scipy_stats.gaussian_kde(X[:3]).marginal([0, 2])(Y[:2]), 1e-7)
    with pytest.raises(ValueError):
        stats.gaussian_kde(given(X[0]), "other")


def test_distributions_of_vectors_are_scipys():
    mean, cov, at = numpy.array([0.5, -1.0]), numpy.array([[2.0, 0.3], [0.3, 0.5]]), RNG.normal(size=(6, 2))
    ours, theirs = stats.multivariate_normal, scipy_stats.multivariate_normal
    same(ours.pdf(given(at), given(mean), given(cov)), theirs.pdf(at, mean, cov))
    same(ours(mean, cov).logpdf(given(at)), theirs(mean, cov).logpdf(at))
    same(ours.cdf(given(at), mean, cov), theirs.cdf(at, mean, cov), 1e-4)
    same(ours.pdf(given(at), mean, 2.0), theirs.pdf(at, mean, 2.0))
    same(ours(mean, cov).entropy(), theirs(mean, cov).entropy())
    same(ours.fit(given(at)), theirs.fit(at))
    drawn = ours.rvs(mean, cov, size=20000, random_state=5)
    same(drawn.mean(axis=0), mean, 0.05)
    alpha, shares = numpy.array([1.0, 2.0, 3.0]), numpy.array([0.2, 0.3, 0.5])
    same(stats.dirichlet.pdf(shares, alpha), scipy_stats.dirichlet.pdf(shares, alpha))
    same(stats.dirichlet(alpha).mean(), scipy_stats.dirichlet(alpha).mean())
    same(stats.dirichlet.var(alpha), scipy_stats.dirichlet.var(alpha))
    same(stats.dirichlet.rvs(alpha, size=5, random_state=1).sum(axis=-1), numpy.ones(5))
    same(stats.multinomial.pmf([1, 3], 4, [0.4, 0.6]), scipy_stats.multinomial.pmf([1, 3], 4, [0.4, 0.6]))
    same(stats.multinomial(4, [0.4, 0.6]).cov(), scipy_stats.multinomial(4, [0.4, 0.6]).cov())
    assert (stats.multinomial.rvs(4, [0.4, 0.6], size=3, random_state=1).sum(axis=-1) == 4).all()
    for wrong in (lambda: ours.pdf(given(at), mean, -cov), lambda: stats.dirichlet.pdf([0.2, 0.3], alpha)):
        with pytest.raises(ValueError):
            wrong()
