"""Functions of SciPy's at the ends of what they take: large orders, small and infinite numbers, small samples; beside SciPy, and mpmath where
SciPy itself is wrong."""

import math

import numpy
import pytest
import scipy.special
import scipy.stats

import xparray
from xparray.scipy import special, stats

INF = math.inf


def near(found, expected, rtol=1e-12):
    numpy.testing.assert_allclose(numpy.asarray(found), numpy.asarray(expected), rtol=rtol, atol=0)


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("iv", (1000.0, 600.0), 9.821753767619577e-54), ("kv", (1000.0, 600.0), 4.3652737085602827e49),
        ("iv", (1000.0, 705.0), 3.762567507676096e30), ("iv", (-0.5, 0.0), INF), ("ive", (-1.5, 0.0), INF),
        ("jv", (850.0, 3e5), 0.0013866288624944045), ("yv", (0.5, 1e-300), -7.978845608028653e149),
        ("yv", (0.5, 1e-308), -7.978845608028655e153),
        ("struve", (200.0, 500.0), 1.570653858555248e103), ("struve", (300.0, 1000.0), 3.1380180056545366e193),
        ("bei", (1e-8,), 2.5e-17), ("berp", (1e-4,), -6.25e-14), ("keip", (1e-8,), 9.51830612980539e-8),
        ("ber", (1e-3,), 0.9999999999999843), ("kei", (0.003,), -0.7853825819788158), ("kerp", (0.01,), -99.99607338237708),
        ("betaincc", (1e-7, 2.0, 0.3), 5.0397281612650445e-8), ("betaincc", (1e-9, 0.5, 0.01), 5.986445672694084e-9),
        ("betaincc", (1e-6, 1.0, 0.1), 2.302582442047025e-6), ("betainc", (1e-9, 0.5, 0.01), 0.9999999940135543),
        ("beta", (-0.5, 1e8), -35449.076885176284), ("beta", (-1.5, 1e10), 2363271800764241.0), ("beta", (INF, 1.0), 0.0),
        ("betaln", (-0.5, 1e8), 10.475852491710828), ("betaln", (-100.5, 1e8), 1486.3773954540181), ("beta", (-20.5, 1e4), -2.7728283093874796e63),
        ("binom", (284.2511209028695, 542.7142352194298), 2.7893612748723791e-165),
        ("poch", (-40.0, 35.0), -6.799294027065814e45), ("poch", (-100.0, -50.0), 1.6334665437398668e-105), ("poch", (1.0, -2.0), INF),
        ("poch", (-99999999.5, 0.25), 141.42135619311534),
        ("hyp2f1", (-1.5, 3.0, 3.0, 1.0), 0.0), ("hyp2f1", (0.5, 3.0, 3.0, -99.0), 0.1),
    ],
)
def test_extreme_arguments(name, arguments, expected):
    near(getattr(special, name)(*(xparray.asarray([each]) for each in arguments)), [expected])


def test_struve_of_large_orders():
    v, x = [200.0, 150.0, 1000.0, 500.5], [150.0, 130.0, 900.0, 300.0]
    near(special.struve(xparray.asarray(v), xparray.asarray(x)), scipy.special.struve(v, x), 2e-12)


def test_bessel_functions_of_large_orders_over_the_plane():
    found = special.jv(xparray.asarray([850.0, 1500.0, 2000.0]), xparray.asarray([3e5 + 1j, 600 + 1j, 1000 + 10j]))
    near(found, [0.0021396727300054076 - 0.00052469203868207275j, 0, 0])


def test_modified_spherical_functions_of_negative_numbers():
    n, x = numpy.array([0, 2, 3, 0]), numpy.array([-1.0, -3.0, -0.5, -INF])
    near(special.spherical_kn(xparray.asarray(n), xparray.asarray(x)), scipy.special.spherical_kn(n, x))


@pytest.mark.parametrize("name", ["erf", "erfc", "erfcx", "wofz", "dawsn", "erfi"])
def test_error_functions_at_infinities(name):
    z = [complex(a, b) for a in (INF, -INF, 0.0, 1.0, -1.0) for b in (INF, -INF, 0.0, 1.0, -1.0)]
    if name == "dawsn":
        # It has no limit along other lines, of which SciPy gives one part.
        z = [each for each in z if abs(each.imag) < INF or abs(each.real) != 1]
    numpy.testing.assert_allclose(numpy.asarray(getattr(special, name)(xparray.asarray(z))), getattr(scipy.special, name)(z), rtol=1e-13)


TAILS = {
    "norm": (), "invgauss": (1.0,), "laplace": (), "t": (3.0,), "t ": (INF,), "gamma": (2.0,), "rayleigh": (), "weibull_min": (1.5,),
    "gumbel_r": (), "gumbel_l": (), "lognorm": (0.5,), "expon": (),
}


@pytest.mark.parametrize("name", TAILS)
def test_densities_and_logarithms_at_infinities(name):
    ours, theirs = getattr(stats, name.strip()), getattr(scipy.stats, name.strip())
    for method in ("pdf", "logpdf", "cdf", "sf", "logcdf", "logsf"):
        if (name, method) == ("gamma", "pdf"):
            continue
        x = [INF, -INF]
        near(getattr(ours, method)(xparray.asarray(x), *TAILS[name]), getattr(theirs, method)(x, *TAILS[name]))


def test_logarithms_of_nothing():
    assert numpy.asarray(stats.norm.logsf(xparray.asarray([1e300, 1e200]))).tolist() == [-INF, -INF]
    assert numpy.asarray(stats.gumbel_r.logcdf(xparray.asarray([-1e4]))).tolist() == [-INF]
    assert numpy.isnan(numpy.asarray(stats.vonmises.logcdf(xparray.asarray([-7.0]), 2.0))).all()


def test_moments_of_large_parameters():
    expected = {
        20.0: [0.9735042655627757, 0.0036402147979539804, -0.8679650951745109, 1.2672007592554009],
        1e3: [0.9994237724845955, 1.640642681484991e-06, -1.1335927306601352, 2.371234264109682],
        1e6: [0.9999994227853242, 1.6449297637827162e-12, -1.1395411328045157, 2.3999710824642744],
    }
    for c, moments in expected.items():
        near(stats.weibull_min.stats(c, moments="mvsk"), moments, 1e-9)
    parameters = {(1e10, 1.0): -22.025850930040457, (1e10, 1e10): -11.133707702630474, (3.0, 1e6): -11.96793604759693, (2.0, 0.5): None}
    for shapes, expected in parameters.items():
        near(stats.beta.entropy(*shapes), expected if max(shapes) > 1e3 else scipy.stats.beta.entropy(*shapes), 1e-12)
    near(stats.f.entropy(3.0, 7.0), scipy.stats.f.entropy(3.0, 7.0), 1e-12)


X = numpy.random.default_rng(5).normal(size=(9, 3))
Y = X[::-1] * 1.5 + 0.2
ONE = ("gmean", "hmean", "kurtosis", "skew", "sem", "variation", "moment", "median_abs_deviation", "iqr", "entropy")
TESTS_OF_ONE = ("normaltest", "jarque_bera", "skewtest", "kurtosistest", "shapiro", "wilcoxon")
TESTS_OF_TWO = ("ttest_ind", "ttest_rel", "mannwhitneyu", "ks_2samp", "kruskal", "f_oneway", "bartlett", "levene", "kendalltau", "linregress")


@pytest.mark.parametrize("name", ONE + TESTS_OF_ONE + TESTS_OF_TWO)
@pytest.mark.parametrize("axis", [0, -1, None])
def test_results_keep_their_axis(name, axis):
    given = [abs(X)] if name in ONE else [X] if name in TESTS_OF_ONE else [X, Y]
    if axis == -1:
        given = [each.T for each in given]
    found = getattr(stats, name)(*map(xparray.asarray, given), axis=axis, keepdims=True)
    expected = getattr(scipy.stats, name)(*given, axis=axis, keepdims=True)
    for ours, theirs in zip(*((found, expected) if isinstance(found, tuple) else ([found], [expected]))):
        assert ours.shape == theirs.shape
        near(ours, theirs, 1e-8)


@pytest.mark.parametrize("name", TESTS_OF_ONE + ("spearmanr", "kendalltau", "mannwhitneyu", "ks_2samp", "linregress", "kruskal", "levene"))
@pytest.mark.parametrize("n", [0, 1, 2])
@pytest.mark.filterwarnings("ignore")
def test_small_samples_give_what_scipy_gives(name, n):
    if name == "spearmanr" and n == 2:
        return
    x = numpy.arange(n) + 1.5
    given = [x] if name in TESTS_OF_ONE else [x, x[::-1].copy()]
    found, expected = getattr(stats, name)(*map(xparray.asarray, given)), getattr(scipy.stats, name)(*given)
    for ours, theirs in zip(found[:2], expected[:2]):
        near(ours, theirs, 1e-9)


def test_small_samples_warn():
    with pytest.raises(ValueError):
        stats.skewtest(xparray.asarray([1.0, 2.0]), axis=1)
    with pytest.warns(RuntimeWarning, match="too small"):
        stats.skewtest(xparray.asarray([1.0, 2.0]))


@pytest.mark.parametrize("alternative", ["two-sided", "less", "greater"])
def test_results_of_tests_of_means(alternative):
    options = {"alternative": alternative}
    pairs = [
        (stats.ttest_ind(xparray.asarray(X), xparray.asarray(Y), **options), scipy.stats.ttest_ind(X, Y, **options)),
        (stats.ttest_ind(xparray.asarray(X), xparray.asarray(Y), equal_var=False), scipy.stats.ttest_ind(X, Y, equal_var=False)),
        (stats.ttest_rel(xparray.asarray(X), xparray.asarray(Y), **options), scipy.stats.ttest_rel(X, Y, **options)),
        (stats.ttest_1samp(xparray.asarray(X), 0.3, **options), scipy.stats.ttest_1samp(X, 0.3, **options)),
    ]
    for found, expected in pairs:
        assert len(found) == 2
        near(found.df, expected.df)
        for ours, theirs in zip(found.confidence_interval(0.9), expected.confidence_interval(0.9)):
            near(ours, theirs, 1e-9)
    kept = stats.ttest_1samp(xparray.asarray(X), 0.3, keepdims=True)
    assert kept.df.shape == kept.confidence_interval().low.shape == (1, 3)


def test_the_interval_of_a_correlation():
    found, expected = stats.pearsonr(xparray.asarray(X[:, 0]), xparray.asarray(Y[:, 1])), scipy.stats.pearsonr(X[:, 0], Y[:, 1])
    near(found.confidence_interval(0.9), expected.confidence_interval(0.9), 1e-9)


@pytest.mark.parametrize("method", ["auto", "exact", "approx", "asymp"])
@pytest.mark.parametrize("alternative", ["two-sided", "less", "greater"])
def test_methods_of_kolmogorovs_test(method, alternative):
    options = {"method": method, "alternative": alternative}
    found, expected = stats.kstest(xparray.asarray(X[:, 0]), "norm", **options), scipy.stats.kstest(X[:, 0], "norm", **options)
    near(found, expected, 1e-9)
    near([found.statistic_location, found.statistic_sign], [expected.statistic_location, expected.statistic_sign])
    if method == "approx":
        with pytest.raises(ValueError):
            stats.ks_2samp(xparray.asarray(X[:, 0]), xparray.asarray(Y[:, 0]), **options)


@pytest.mark.parametrize("dtype", ["float32", "int32", "uint8", "bool"])
def test_types_of_ranks_and_ends(dtype):
    x = numpy.array([[3, 1, 2], [1, 1, 0]]).astype(dtype)
    for method in ("average", "min", "max", "dense", "ordinal"):
        found, expected = stats.rankdata(xparray.asarray(x), method, axis=1), scipy.stats.rankdata(x, method, axis=1)
        assert found.dtype == expected.dtype
        near(found, expected)
    x = x.astype("int32") if dtype == "bool" else x
    for found, expected in zip(stats.describe(xparray.asarray(x)).minmax, scipy.stats.describe(x).minmax):
        assert found.dtype == expected.dtype
        near(found, expected)


def test_ranks_with_nan_are_floats():
    x = [2.0, math.nan, 1.0]
    found, expected = stats.rankdata(xparray.asarray(x), "min", nan_policy="omit"), scipy.stats.rankdata(x, "min", nan_policy="omit")
    near(found, expected)


def test_ends_of_large_integers_are_exact():
    x = numpy.array([2**60 + 1, 2**60 + 3, 5])
    assert int(stats.describe(xparray.asarray(x)).minmax[1]) == 2**60 + 3
