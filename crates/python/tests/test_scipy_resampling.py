"""SciPy's bootstrap, permutation tests, empirical distributions and histograms as distributions, beside SciPy's."""

import numpy
import pytest

import xparray
from xparray.scipy import stats

scipy_stats = pytest.importorskip("scipy.stats")
RNG = numpy.random.default_rng(5)
X, Y = RNG.normal(size=40), RNG.normal(0.8, size=35)


def near(found, expected, tolerance=1e-10):
    numpy.testing.assert_allclose(numpy.asarray(found), numpy.asarray(expected), rtol=tolerance, atol=tolerance)


@pytest.mark.parametrize("method", ["BCa", "percentile", "basic"])
@pytest.mark.parametrize("alternative", ["two-sided", "less", "greater"])
def test_bootstrap(method, alternative):
    given = {"method": method, "alternative": alternative, "n_resamples": 20000}
    found = stats.bootstrap((xparray.asarray(X),), xparray.mean, rng=1, **given)
    expected = scipy_stats.bootstrap((X,), numpy.mean, rng=1, **given)
    near(found.confidence_interval, expected.confidence_interval, 0.03)
    near(found.standard_error, expected.standard_error, 0.01)
    assert found.bootstrap_distribution.shape == (20000,)


def test_bootstrap_of_several_samples_and_numbers():
    def difference(x, y, axis):
        return x.mean(axis=axis) - y.mean(axis=axis)

    found = stats.bootstrap((xparray.asarray(X), xparray.asarray(Y)), difference, n_resamples=5000, rng=2)
    expected = scipy_stats.bootstrap((X, Y), lambda x, y, axis: x.mean(axis) - y.mean(axis), n_resamples=5000, rng=2)
    near(found.confidence_interval, expected.confidence_interval, 0.06)
    each = stats.bootstrap((X,), lambda x: x.max() - x.min(), n_resamples=50, rng=3, vectorized=False)
    assert each.bootstrap_distribution.shape == (50,)
    again = stats.bootstrap((X,), lambda x: x.max() - x.min(), n_resamples=50, rng=3, vectorized=False)
    assert again.bootstrap_distribution.tolist() == each.bootstrap_distribution.tolist()


@pytest.mark.parametrize("alternative", ["two-sided", "less", "greater"])
@pytest.mark.parametrize("kind", ["independent", "samples", "pairings"])
def test_permutations(kind, alternative):
    x, y = X[:5], Y[:5]
    ours = lambda x, y, axis: (x * y).sum(axis=axis) + x.mean(axis=axis)
    theirs = lambda x, y, axis: (x * y).sum(axis) + x.mean(axis)
    found = stats.permutation_test((x, y), ours, permutation_type=kind, alternative=alternative, n_resamples=20000, rng=1)
    data = (x, y) if kind != "pairings" else (x, y)
    expected = scipy_stats.permutation_test(data, theirs, permutation_type=kind, alternative=alternative, n_resamples=20000, rng=1)
    near(found.statistic, expected.statistic)
    near(found.pvalue, expected.pvalue, 1e-12)


def test_what_resampling_refuses():
    with pytest.raises(ValueError):
        stats.bootstrap((xparray.ones(1),), xparray.mean)
    with pytest.raises(ValueError, match="none of"):
        stats.bootstrap((X,), xparray.mean, method="guess")
    with pytest.raises(ZeroDivisionError):
        stats.bootstrap((X,), lambda x, axis: 1 / 0)
    with pytest.raises(ValueError, match="none of"):
        stats.permutation_test((X, Y), lambda x, y, axis: x.mean(axis), permutation_type="all")


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_ecdf(dtype):
    x = RNG.integers(0, 8, size=30).astype(dtype)
    ours, theirs = stats.ecdf(xparray.asarray(x)), scipy_stats.ecdf(x)
    at = numpy.linspace(-1, 9, 41)
    for name in ("cdf", "sf"):
        a, b = getattr(ours, name), getattr(theirs, name)
        near(a.quantiles, b.quantiles)
        near(a.probabilities, b.probabilities, 1e-6 if dtype == "float32" else 1e-12)
        near(a.evaluate(xparray.asarray(at)), b.evaluate(at), 1e-6 if dtype == "float32" else 1e-12)


@pytest.mark.parametrize("method", ["linear", "log-log"])
@pytest.mark.filterwarnings("ignore")
def test_censored(method):
    x, right = [1.0, 2.0, 2.5, 4.0, 7.0], [2.2, 3.0, 5.0]
    ours = stats.ecdf(stats.CensoredData(x, right=right))
    theirs = scipy_stats.ecdf(scipy_stats.CensoredData(x, right=right))
    near(ours.sf.probabilities, theirs.sf.probabilities)
    for name in ("cdf", "sf"):
        low, high = getattr(ours, name).confidence_interval(0.9, method=method)
        expected = getattr(theirs, name).confidence_interval(0.9, method=method)
        defined = numpy.isfinite(expected.low.probabilities)
        near(numpy.asarray(low)[defined], expected.low.probabilities[defined], 1e-9)
        defined = numpy.isfinite(expected.high.probabilities)
        near(numpy.asarray(high)[defined], expected.high.probabilities[defined], 1e-9)


@pytest.mark.parametrize("loc, scale", [(0, 1), (0.5, 2.0)])
def test_histograms(loc, scale):
    histogram = numpy.histogram(X, bins=12)
    ours, theirs = stats.rv_histogram(histogram), scipy_stats.rv_histogram(histogram, density=False)
    x, q = numpy.linspace(-4, 4, 50), numpy.linspace(0.01, 0.99, 30)
    for name in ("pdf", "cdf", "sf", "logcdf"):
        with numpy.errstate(divide="ignore"):
            near(getattr(ours, name)(x, loc, scale), getattr(theirs, name)(x, loc, scale), 1e-9)
    near(ours.ppf(q, loc, scale), theirs.ppf(q, loc, scale), 1e-9)
    near(ours.stats(loc, scale), theirs.stats(loc, scale), 1e-9)
    for name in ("mean", "std", "median"):
        near(getattr(ours, name)(loc, scale), getattr(theirs, name)(loc, scale), 1e-8)
    drawn = numpy.asarray(ours.rvs(4000, random_state=1, loc=loc, scale=scale))
    assert scipy_stats.kstest(drawn, lambda x: theirs.cdf(x, loc, scale)).pvalue > 1e-3
    with pytest.raises(ValueError, match="boundaries"):
        stats.rv_histogram(([1, 2], [0, 1]))


def test_samples_of_several_axes():
    rng = numpy.random.default_rng(4)
    x, y = rng.normal(size=(4, 2, 3)), rng.normal(size=(4, 1, 3)) + 1
    ours = lambda x, y, axis: x.mean(axis) - y.mean(axis)
    found = stats.permutation_test((xparray.asarray(x), xparray.asarray(y)), ours, n_resamples=1000, rng=1)
    expected = scipy_stats.permutation_test((x, y), ours, n_resamples=1000, rng=1)
    for each in ("statistic", "pvalue"):
        numpy.testing.assert_allclose(numpy.asarray(getattr(found, each)), getattr(expected, each), rtol=1e-12)
    assert found.null_distribution.shape == expected.null_distribution.shape
    numpy.testing.assert_allclose(
        numpy.sort(numpy.asarray(found.null_distribution), axis=0), numpy.sort(expected.null_distribution, axis=0), rtol=1e-12, atol=1e-12
    )
    x = rng.normal(size=(2, 60))
    for vectorized in (None, False):
        statistic = (lambda x, axis: x.mean(axis)) if vectorized is None else (lambda x: x.mean())
        found = stats.bootstrap((xparray.asarray(x),), statistic, axis=1, n_resamples=500, method="basic", vectorized=vectorized, rng=2)
        expected = scipy_stats.bootstrap((x,), lambda x, axis: x.mean(axis), axis=1, n_resamples=4000, method="basic", rng=2)
        assert found.bootstrap_distribution.shape == (2, 500)
        for end in ("low", "high"):
            numpy.testing.assert_allclose(
                numpy.asarray(getattr(found.confidence_interval, end)), getattr(expected.confidence_interval, end), atol=0.06
            )
