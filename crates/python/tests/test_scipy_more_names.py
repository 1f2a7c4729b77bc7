"""SciPy's tests of fits, orders, tables and groups of samples, beside SciPy's."""

import numpy
import pytest

import xparray
from xparray.scipy import stats

theirs = pytest.importorskip("scipy.stats")
pytestmark = pytest.mark.filterwarnings("ignore")

RNG = numpy.random.default_rng(5)
X, Y, Z = RNG.normal(size=15), 1.5 * RNG.normal(size=12) + 0.3, RNG.normal(size=30) + 0.5
LONG = RNG.normal(size=61)
ROUNDED = numpy.round(X), numpy.round(Y)


def given(x):
    return xparray.asarray(x) if isinstance(x, numpy.ndarray) else x


def beside(name, *args, of=("statistic", "pvalue"), rtol=1e-9, **keywords):
    ours = getattr(stats, name)(*map(given, args), **keywords)
    known = getattr(theirs, name)(*args, **keywords)
    for each in of:
        found, expected = (numpy.asarray(getattr(result, each)) for result in (ours, known))
        assert found.shape == expected.shape
        numpy.testing.assert_allclose(found, expected, rtol=rtol, atol=rtol)


@pytest.mark.parametrize("dist", ["norm", "expon", "logistic", "gumbel", "gumbel_r"])
def test_anderson_is_scipys(dist):
    x = abs(X) if dist == "expon" else X
    beside("anderson", x, dist, of=("statistic", "critical_values", "significance_level"), rtol=1e-5)
    beside("anderson", x, dist, method="interpolate", rtol=1e-4)
    found = stats.anderson(given(x), dist).fit_result.params
    numpy.testing.assert_allclose(found, theirs.anderson(x, dist).fit_result.params, atol=1e-4)


def test_anderson_draws_samples():
    found = stats.anderson(given(X), method=stats.MonteCarloMethod(99, rng=7))
    expected = theirs.anderson(X, method=theirs.MonteCarloMethod(999, rng=numpy.random.default_rng(1)))
    assert abs(float(found.pvalue) - expected.pvalue) < 0.2
    with pytest.raises(ValueError):
        stats.anderson(given(X), "pareto")


def test_cramer_von_mises_is_scipys():
    # SciPy's sums end at 1e-7.
    for x in (X, X + 1, X + 9, Z[:2]):
        beside("cramervonmises", x, "norm", rtol=1e-6)
    beside("cramervonmises", Z, "expon", (0.1,), rtol=1e-6)
    beside("cramervonmises", Z.reshape(5, 6), "norm", axis=1, keepdims=True, rtol=1e-6)
    for method in ("auto", "exact", "asymptotic"):
        beside("cramervonmises_2samp", X, Y, method=method, rtol=1e-6)
        beside("cramervonmises_2samp", *ROUNDED, method=method, rtol=1e-6)
    beside("cramervonmises_2samp", X, Z, rtol=1e-6)
    assert numpy.isnan(stats.cramervonmises([1.0], "norm").pvalue)


def test_epps_singleton_is_scipys():
    beside("epps_singleton_2samp", X, Y)
    beside("epps_singleton_2samp", LONG, Z, t=(0.3, 0.5, 0.9))
    with pytest.raises(ValueError):
        stats.epps_singleton_2samp(X, Y, t=(-1.0,))


@pytest.mark.parametrize("method", ["auto", "vasicek", "van es", "ebrahimi", "correa"])
def test_differential_entropy_is_scipys(method):
    rows = Z.reshape(2, 15)
    for x, options in ((X, {}), (X[:8], {}), (rows, {"axis": 1, "base": 2, "window_length": 3, "keepdims": True})):
        found = stats.differential_entropy(given(x), method=method, **options)
        numpy.testing.assert_allclose(found, theirs.differential_entropy(x, method=method, **options), rtol=1e-12)
    assert numpy.isnan(stats.differential_entropy(X[:2], method=method))


@pytest.mark.parametrize("alternative", ["two-sided", "less", "greater"])
def test_tests_of_orders_are_scipys(alternative):
    for x, y in ((X, Y), ROUNDED, (ROUNDED[0], numpy.round(Z[:14])), (LONG, Z), (LONG[1:], Z)):
        beside("ansari", x, y, alternative=alternative)
    beside("somersd", RNG.integers(0, 4, 20), RNG.integers(0, 5, 20), of=("statistic", "pvalue", "table"), alternative=alternative)
    beside("somersd", RNG.integers(0, 9, (4, 5)), alternative=alternative)
    beside("quantile_test", X, q=0.3, p=0.6, of=("statistic", "statistic_type", "pvalue"), alternative=alternative)
    found = stats.quantile_test(given(X), q=0.3, p=0.6, alternative=alternative).confidence_interval(0.9)
    numpy.testing.assert_allclose(found, theirs.quantile_test(X, q=0.3, p=0.6, alternative=alternative).confidence_interval(0.9))


@pytest.mark.parametrize("method", ["auto", "exact", "asymptotic"])
def test_page_is_scipys(method):
    for data, predicted in ((RNG.normal(size=(5, 4)), None), (numpy.round(RNG.normal(size=(5, 4))), [4, 1, 2, 3]), (RNG.normal(size=(3, 6)), None)):
        beside("page_trend_test", data, method=method, predicted_ranks=predicted)
    with pytest.raises(ValueError):
        stats.page_trend_test(X, method=method)


@pytest.mark.parametrize("rank", [True, False, None, RNG.permutation(12)])
@pytest.mark.parametrize("additive", [True, False])
def test_weighted_tau_is_scipys(rank, additive):
    beside("weightedtau", X[:12], Y, of=("statistic",), rank=rank, additive=additive)
    beside("weightedtau", ROUNDED[0][:12], ROUNDED[1], of=("statistic",), rank=rank, additive=additive, weigher=lambda r: 1 / (1 + r) ** 2)


@pytest.mark.parametrize("alternative", ["two-sided", "less", "greater"])
def test_exact_tests_of_tables_are_scipys(alternative):
    beside("barnard_exact", [[3, 4], [6, 9]], alternative=alternative, rtol=1e-6)
    beside("barnard_exact", [[7, 11], [8, 3]], alternative=alternative, pooled=False, rtol=1e-6)
    for table in ([[7, 12], [8, 3]], [[74, 31], [43, 32]]):
        beside("boschloo_exact", table, alternative=alternative, rtol=1e-6)
    for args in ((0, 100, 3, 100), (12, 80, 3, 100)):
        beside("poisson_means_test", *args, alternative=alternative)
        beside("poisson_means_test", *args, diff=0.02, alternative=alternative)
    for name in ("barnard_exact", "boschloo_exact"):
        assert numpy.isnan(getattr(stats, name)([[0, 1], [0, 3]], alternative).statistic)
        with pytest.raises(ValueError):
            getattr(stats, name)([[-1, 1], [0, 3]], alternative)


def test_barnard_counts_tables_that_are_as_extreme():
    # Of samples of one size a table and its mirror image are alike, whatever roundings make of them.
    chosen, law = [], theirs.binom(15, numpy.linspace(0, 1, 2001)[:, None])
    p, q = numpy.arange(16)[:, None] / 15, numpy.arange(16) / 15
    with numpy.errstate(all="ignore"):
        wald = numpy.where(p == q, 0, (p - q) / numpy.sqrt((p + q) / 2 * (1 - (p + q) / 2) * 2 / 15))
    chosen = abs(wald) >= abs(wald[7, 12]) - 1e-12
    masses = law.pmf(numpy.arange(16))
    expected = numpy.einsum("pi,pj,ij->p", masses, masses, chosen).max()
    assert abs(stats.barnard_exact([[7, 12], [8, 3]]).pvalue - expected) < 1e-7


@pytest.mark.parametrize("equal_var", [True, False])
def test_tukey_is_scipys(equal_var):
    for samples in ((X, Y, Z), (X[:12], Y), (X[:2], Y[:2])):
        beside("tukey_hsd", *samples, equal_var=equal_var, rtol=1e-7)
    found = stats.tukey_hsd(given(X), given(Y), given(Z), equal_var=equal_var).confidence_interval(0.9)
    expected = theirs.tukey_hsd(X, Y, Z, equal_var=equal_var).confidence_interval(0.9)
    numpy.testing.assert_allclose(found.low, expected.low, rtol=1e-7)
    numpy.testing.assert_allclose(found.high, expected.high, rtol=1e-7)


@pytest.mark.parametrize("alternative", ["two-sided", "less", "greater"])
def test_dunnett_is_scipys(alternative):
    # SciPy's probabilities are drawn.
    beside("dunnett", X, Z, control=Y, alternative=alternative, rtol=2e-3)
    found = stats.dunnett(given(X), given(Z), control=given(Y), alternative=alternative).confidence_interval()
    expected = theirs.dunnett(X, Z, control=Y, alternative=alternative, rng=1).confidence_interval()
    numpy.testing.assert_allclose(found.low, expected.low, rtol=1e-2)
    numpy.testing.assert_allclose(found.high, expected.high, rtol=1e-2)


def test_dunnett_of_one_sample_is_students_test():
    found, expected = stats.dunnett(given(X), control=given(Y)), theirs.ttest_ind(X, Y)
    numpy.testing.assert_allclose(found.pvalue, [expected.pvalue], rtol=1e-10)


def test_obrien_is_scipys():
    numpy.testing.assert_allclose(stats.obrientransform(given(X), given(2 * X)), theirs.obrientransform(X, 2 * X))
    found, expected = stats.obrientransform(X, Y), theirs.obrientransform(X, Y)
    for ours, known in zip(found, expected):
        numpy.testing.assert_allclose(ours, known)
