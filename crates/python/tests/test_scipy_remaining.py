"""SciPy's functions at extreme arguments, with mpmath's values, its further distributions, tests and splines, with SciPy's."""

import numpy as np
import pytest
import scipy.interpolate
import scipy.signal
import scipy.stats
import xparray as xp
from xparray.scipy import interpolate, signal, special, stats

INF = np.inf


def near(found, expected, tolerance=1e-12):
    np.testing.assert_allclose(np.asarray(found), expected, rtol=tolerance, atol=0)


@pytest.mark.parametrize("name", ["chebyc", "chebys", "chebyt", "chebyu", "hermite", "hermitenorm", "legendre", "sh_chebyt", "sh_legendre"])
def test_polynomials_are_infinite_at_infinity(name):
    polynomial = getattr(special, f"eval_{name}")
    first = 2.0 if name == "chebyc" else 1.0
    near(polynomial(xp.arange(5.0), INF), [first, INF, INF, INF, INF])
    near(polynomial(xp.arange(5.0), -INF), [first, -INF, INF, -INF, INF])
    assert np.isnan(np.asarray(polynomial(xp.arange(3.0), np.nan))).all()


def test_polynomials_of_parameters_are_infinite_at_infinity():
    n = xp.arange(5.0)
    near(special.eval_jacobi(n, 0.5, 0.7, -INF), [1, -INF, INF, -INF, INF])
    near(special.eval_gegenbauer(n, 0.5, -INF), [1, -INF, INF, -INF, INF])
    for found in (special.eval_laguerre(n, INF), special.eval_genlaguerre(n, 0.5, INF)):
        near(found, [1, -INF, INF, -INF, INF])
    near(special.eval_laguerre(n, -INF), [1, INF, INF, INF, INF])
    near(special.eval_legendre(xp.asarray([0.5, 2.5]), INF), [INF, INF])


def test_polynomials_that_grow_beyond_numbers():
    x = xp.asarray([1e5, -1e5])
    near(special.eval_hermite(101.0, x), [INF, -INF])
    near(special.eval_laguerre(101.0, 1e5 * x), [-INF, INF])
    near(special.eval_chebyt(100.0, x), [INF, INF])


def test_legendre_near_zero():
    near(special.eval_legendre(21.0, xp.asarray([3.258751768909831e-273, 1e-8, 0.4])),
         [1.2057831552649307e-272, 3.7001380920409873e-8, 0.097679064131779687], 1e-13)


def test_ellipeinc_of_an_infinite_parameter():
    near(special.ellipeinc(xp.asarray([0.0, 1.0, -1.0, 1e-10, INF]), -INF), [0, INF, -INF, INF, INF])


def test_incomplete_beta_of_extreme_parameters():
    near(special.betainc(xp.asarray(9.721450574835695e-40), 6.289107889202147e-214, 1.420227770142446e-181), 6.469310151595808e-175)
    near(special.betaincc(xp.asarray(2.5158615254560932e-185), 3.994712197066946e-161, 0.5616067299267504), 6.297979432168667e-25)
    x = special.betainccinv(xp.asarray(1e-10), 1e10, 1e-10)
    near(x, 2.647370104646208e-11)
    near(special.betaincc(1e-10, 1e10, x), 1e-10)


def test_beta_of_two_tiny_numbers():
    near(special.beta(xp.asarray([1.017017400694385e-68, 2.1053987141984422e-281]), xp.asarray([1.355597998618731e-290, 5.4754285829927275e-269])),
         [7.376818208782671e289, 4.749694170783703e280])


def test_binom_and_poch_of_rounded_sums():
    near(special.binom(xp.asarray([0.006676729934518856, 2.161740964553695, 1.4217876454309618e-09]), xp.asarray([3083858038.656081, 75166348.45714428, 4332918.107644372])),
         [7.925664754352195e-11, 7.452166385956445e-26, 2.4372564818952024e-08])
    near(special.poch(xp.asarray([-1060447.8211768183, -4118546711.694996]), xp.asarray([5.489882668345563, 0.8330497206227846])),
         [-7.4096182932298769e32, -199021481.39286687], 1e-8)


def test_student_of_many_degrees_of_freedom():
    near(special.stdtr(xp.asarray([7.691090675300067e22, 5.759077218632121e273]), xp.asarray([-2.1253620400030822e-11, 2.934719861649458e44])),
         [0.499999999991521, 1.0], 1e-14)


def test_losses_and_powers_of_any_size():
    near(special.pseudo_huber(xp.asarray([4.504633552444616e-138, 1.3769411705926704e287, 3.0]), xp.asarray([-2.1212779617530975e222, -4.602923338755301e-54, 4.0])),
         [9.5555798805743303e84, 1.0593451631229124e-107, 6.0])
    near(special.inv_boxcox(xp.asarray([1.3918654561559164e258, -1e200]), xp.asarray([4.1328299375861287e232, -1e200])), [1.0, 1.0])
    near(special.inv_boxcox1p(xp.asarray([-1.707613404024754e181]), -5.1152187119106155e138), [-1.4401964080883835e-136], 1e-9)


def test_moments_of_weibull_of_small_parameters():
    near(stats.weibull_min.stats(1e-4, moments="mvsk"), [INF] * 4)
    near(stats.weibull_min.stats(0.01, moments="mvsk"), [9.33262154439441e157, INF, 1.38187921215464587e52, 1.02952500135414433e119], 1e-11)


#: Parameters of SciPy's distributions.
LAWS = {
    "alpha": [(3.57,), (0.5,)], "foldcauchy": [(4.7,), (0,)], "foldnorm": [(1.95,), (0,)], "pearson3": [(-2,), (0,), (0.1,), (1.5,)],
    "skewcauchy": [(0.5,), (-0.3,)], "trapezoid": [(0.2, 0.8), (0, 1), (0.3, 0.3)], "truncpareto": [(1.8, 5.3), (-1.2, 3)], "wrapcauchy": [(0.03,), (0.7,)],
    "anglit": [()], "arcsine": [()], "betaprime": [(5, 6), (0.5, 9.7)], "bradford": [(0.3,), (50,)], "burr": [(10.5, 4.3)], "burr12": [(10, 4)],
    "chi": [(7,), (0.5,)], "dgamma": [(1.1,), (3,)], "dweibull": [(2.07,), (0.7,)], "erlang": [(3,)], "exponnorm": [(1.5,), (0.2,)], "exponpow": [(2.7,)],
    "exponweib": [(2.89, 1.95)], "fisk": [(5.5,)], "genextreme": [(-0.1,), (0,), (0.5,)], "gengamma": [(4.4, 3.1), (6, -3)],
    "genlogistic": [(0.4,), (5,)], "gennorm": [(1.3,), (8,)], "genpareto": [(0.1,), (0,), (-0.5,)], "gibrat": [()], "gompertz": [(0.95,), (5,)],
    "halfcauchy": [()], "halfgennorm": [(0.675,), (3,)], "halflogistic": [()], "halfnorm": [()], "hypsecant": [()], "invgamma": [(20,), (5,)],
    "invweibull": [(10.6,)], "johnsonsb": [(4.3, 3.2)], "johnsonsu": [(2.55, 2.25), (-1, 1)], "laplace_asymmetric": [(2,), (0.4,)], "levy": [()],
    "levy_l": [()], "loggamma": [(0.414,), (5,)], "loglaplace": [(10,)], "loguniform": [(0.01, 1.25)], "lomax": [(8,)], "maxwell": [()],
    "mielke": [(10.4, 4.6)], "moyal": [()], "nakagami": [(4.97,), (0.6,)], "powerlognorm": [(2.14, 0.446)], "powernorm": [(4.45,), (0.3,)],
    "rdist": [(1.6,), (5,)], "reciprocal": [(0.01, 1.25)], "semicircular": [()], "skewnorm": [(4,), (-2,)], "truncexpon": [(4.69,)],
    "truncnorm": [(-2, 2), (0.1, 2), (5, 8)], "wald": [()], "weibull_max": [(2.87,), (0.6,)],
    "fatiguelife": [(29,), (0.4,)], "genhalflogistic": [(0.773,), (3,)], "jf_skew_t": [(8, 4), (2.5, 11)], "kappa3": [(1,), (6.5,)],
    "truncweibull_min": [(2.5, 0.25, 1.75), (0.7, 0, 2)],
    "argus": [(1,), (3.5,)], "genexpon": [(0.75, 1.5, 2.5)], "cosine": [()], "crystalball": [(2, 6), (0.7, 5.5)], "kappa4": [(-0.3, -0.1), (0.5, 0.25), (0, 0)], "ncx2": [(21, 1.05), (1.5, 60)],
    "recipinvgauss": [(0.63,), (3,)], "rice": [(0.775,), (4,)], "tukeylambda": [(3.13,), (0,), (-0.1,)], "vonmises_line": [(3.99,)],
}
SETS = [(name, shapes) for name, sets in LAWS.items() for shapes in sets]


@pytest.mark.parametrize("name, shapes", SETS)
def test_distributions_are_scipys(name, shapes):
    law, peer = getattr(stats, name)(*map(float, shapes)), getattr(scipy.stats, name)(*shapes)
    q = np.array([1e-4, 0.01, 0.1, 0.3, 0.5, 0.7, 0.9, 0.99, 0.9999])
    x = peer.ppf(q)
    for method in ("pdf", "logpdf", "cdf", "sf"):
        np.testing.assert_allclose(np.asarray(getattr(law, method)(xp.asarray(x))), getattr(peer, method)(x), rtol=1e-8, atol=1e-12, err_msg=method)
    np.testing.assert_allclose(np.asarray(law.ppf(xp.asarray(q))), x, rtol=1e-8, atol=1e-14)
    np.testing.assert_allclose(np.asarray(law.isf(xp.asarray(q))), peer.isf(q), rtol=1e-8, atol=1e-14)
    if float(np.asarray(law.support()[1])) == INF:
        near(law.sf(law.isf(xp.asarray([1e-9, 1e-30]))), [1e-9, 1e-30], 1e-5)
    for found, expected in zip(law.stats(moments="mvsk"), peer.stats(moments="mvsk")):
        if np.isfinite(expected):
            np.testing.assert_allclose(np.asarray(found), expected, rtol=5e-6, atol=1e-11)
    if np.isfinite(peer.entropy()):
        np.testing.assert_allclose(np.asarray(law.entropy()), peer.entropy(), rtol=1e-6, atol=1e-9)
    # SciPy's support of pearson3 is wider than where its density is.
    if name != "pearson3":
        np.testing.assert_allclose([float(np.asarray(end)) for end in law.support()], peer.support(), rtol=1e-12)
    assert scipy.stats.kstest(np.asarray(law.rvs(size=400, random_state=3)), peer.cdf).pvalue > 1e-3


@pytest.mark.parametrize("name, shapes", [("boltzmann", (1.4, 19)), ("planck", (0.51,)), ("randint", (7, 31)), ("yulesimon", (11,)), ("betabinom", (20, 2.3, 0.63)),
    ("bernoulli", (0.3,)), ("nhypergeom", (30, 12, 5)), ("skellam", (2.5, 1.3)), ("dlaplace", (0.7,)), ("zipfian", (1.3, 9))])
def test_distributions_of_integers_are_scipys(name, shapes):
    law, peer, k = getattr(stats, name)(*map(float, shapes)), getattr(scipy.stats, name)(*shapes), np.arange(-1, 35)
    for method in ("pmf", "logpmf", "cdf", "sf"):
        np.testing.assert_allclose(np.asarray(getattr(law, method)(xp.asarray(k))), getattr(peer, method)(k), rtol=1e-9, atol=1e-14, err_msg=method)
    q = np.array([1e-4, 0.1, 0.3, 0.6, 0.9, 0.999])
    near(law.ppf(xp.asarray(q)), peer.ppf(q))
    near(law.isf(xp.asarray(q)), peer.isf(q))
    near(law.stats(moments="mvsk"), peer.stats(moments="mvsk"), 1e-9)
    near(law.entropy(), peer.entropy(), 1e-8)
    draws = np.asarray(law.rvs(size=4000, random_state=1))
    assert abs(draws.mean() - peer.mean()) < 5 * peer.std() / 4000**0.5


def test_far_tails_of_distributions():
    # mpmath's.
    near(stats.truncnorm(30.0, 35.0).stats(moments="mvsk"), [30.033259667433677, 0.001103771511890091, 1.9934171521426809, 5.9475240206363179], 1e-11)
    near(stats.truncnorm(30.0, 35.0).isf(1e-12), 30.906352764856117548, 1e-14)
    near(stats.skewnorm(4.0).ppf(1e-12), -1.5823393117552527, 1e-12)
    near(stats.exponpow(2.7).stats(moments="sk"), [-0.348239084485477997, -0.420248517239963008], 1e-11)
    near(stats.halfcauchy.sf(1e200), 2e-200 / np.pi)


def test_fits_of_further_distributions():
    x = scipy.stats.genpareto(0.1, scale=2.0).rvs(500, random_state=5)
    c, loc, scale = stats.genpareto.fit(xp.asarray(x), 0.2, floc=0.0)
    peer = scipy.stats.genpareto.fit(x, floc=0.0)
    near([float(c), float(loc), float(scale)], peer, 1e-3)


def test_fits_with_known_shape_parameters():
    x = scipy.stats.gamma(2.0, scale=1.5).rvs(200, random_state=5)
    near(list(map(float, stats.gamma.fit(xp.asarray(x), fa=2.0, floc=0.0))), scipy.stats.gamma.fit(x, fa=2.0, floc=0.0), 1e-5)
    y = x / 20
    near(list(map(float, stats.beta.fit(xp.asarray(y), f0=2.0, floc=0.0, fscale=1.0))), scipy.stats.beta.fit(y, f0=2.0, floc=0, fscale=1), 1e-5)
    with pytest.raises(TypeError, match="Unknown keyword"):
        stats.gamma.fit(xp.asarray(x), fb=2.0)


RNG = np.random.default_rng(0)
X, Y = RNG.normal(size=30), RNG.normal(0.6, 1.4, size=24)


@pytest.mark.parametrize("trim", [0.1, 0.2])
@pytest.mark.parametrize("equal_var", [True, False])
@pytest.mark.parametrize("alternative", ["two-sided", "less", "greater"])
def test_trimmed_means(trim, equal_var, alternative):
    options = {"trim": trim, "equal_var": equal_var, "alternative": alternative}
    found, peer = stats.ttest_ind(xp.asarray(X), xp.asarray(Y), **options), scipy.stats.ttest_ind(X, Y, **options)
    near([float(found.statistic), float(found.pvalue), float(found.df)], [peer.statistic, peer.pvalue, peer.df])
    near([float(end) for end in found.confidence_interval(0.9)], peer.confidence_interval(0.9))


@pytest.mark.parametrize("nan_policy", ["propagate", "omit"])
def test_trimmed_means_along_an_axis(nan_policy):
    x, y = RNG.normal(size=(3, 20)), RNG.normal(size=(3, 15))
    x[1, 3] = np.nan
    options = {"axis": 1, "trim": 0.1, "nan_policy": nan_policy}
    near(stats.ttest_ind(xp.asarray(x), xp.asarray(y), **options).pvalue, scipy.stats.ttest_ind(x, y, **options).pvalue)


def test_means_by_permutations():
    x, y = X[:6], Y[:5]
    found = stats.ttest_ind(xp.asarray(x), xp.asarray(y), method=stats.PermutationMethod())
    near([float(found.statistic), float(found.pvalue)], scipy.stats.ttest_ind(x, y, method=scipy.stats.PermutationMethod()))
    drawn = stats.ttest_ind(xp.asarray(x), xp.asarray(y), trim=0.2, method=stats.MonteCarloMethod(n_resamples=199, rng=1))
    assert abs(float(drawn.pvalue) - scipy.stats.ttest_ind(x, y, trim=0.2).pvalue) < 0.15
    with pytest.raises(ValueError, match="method"):
        stats.ttest_ind(xp.asarray(x), xp.asarray(y), method="exact")
    with pytest.raises(ValueError, match="trim"):
        stats.ttest_ind(xp.asarray(x), xp.asarray(y), trim=0.5)


@pytest.mark.parametrize("variant", ["midrank", "right", "continuous"])
@pytest.mark.filterwarnings("ignore")
def test_anderson_of_k_samples(variant):
    samples = [np.round(X, 1), np.round(Y - 0.4, 1), np.round(X[:12] + 0.2, 1)]
    if variant == "continuous":
        samples = [X, Y - 0.4, X[:12] + 0.21]
    found, peer = (module.anderson_ksamp(given, variant=variant) for module, given in ((stats, list(map(xp.asarray, samples))), (scipy.stats, samples)))
    near([float(found.statistic), float(found.pvalue)], [peer.statistic, peer.pvalue], 1e-10)
    old, peer = stats.anderson_ksamp(list(map(xp.asarray, samples))), scipy.stats.anderson_ksamp(samples)
    near(old.critical_values, peer.critical_values)
    drawn = stats.anderson_ksamp(list(map(xp.asarray, samples)), variant=variant, method=stats.PermutationMethod(n_resamples=199, rng=1))
    assert abs(float(drawn.pvalue) - float(found.pvalue)) < 0.15


@pytest.mark.parametrize("alternative", ["two-sided", "less", "greater"])
def test_bws(alternative):
    x, y = [1, 2, 3, 4, 6, 7, 8], [5, 9, 10, 11, 12, 13, 14]
    found, peer = stats.bws_test(x, y, alternative=alternative), scipy.stats.bws_test(x, y, alternative=alternative)
    near([float(found.statistic), float(found.pvalue)], [peer.statistic, peer.pvalue])


@pytest.mark.parametrize("alpha", [0, 0.1, 0.5, 0.9, 1])
def test_expectiles(alpha):
    near(stats.expectile(xp.asarray(X), alpha), scipy.stats.expectile(X, alpha), 1e-9)
    w = np.arange(1.0, 31.0)
    near(stats.expectile(xp.asarray(X), alpha, weights=xp.asarray(w)), scipy.stats.expectile(X, alpha, weights=w), 1e-9)


@pytest.mark.parametrize("statistic", ["ad", "ks", "cvm", "filliben"])
def test_goodness_of_fit(statistic):
    found = stats.goodness_of_fit(stats.norm, xp.asarray(X), statistic=statistic, n_mc_samples=199, rng=1)
    peer = scipy.stats.goodness_of_fit(scipy.stats.norm, X, statistic=statistic, n_mc_samples=199, rng=1)
    near(found.statistic, peer.statistic)
    near(found.fit_result.params, peer.fit_result.params)
    assert abs(float(found.pvalue) - peer.pvalue) < 0.15 and found.null_distribution.shape == (199,)


def test_goodness_of_fit_of_known_parameters():
    x = np.abs(X)
    given = {"known_params": {"loc": 0.0, "scale": 1.0, "c": 1.5}, "n_mc_samples": 99, "rng": 1}
    found, peer = stats.goodness_of_fit(stats.weibull_min, xp.asarray(x), **given), scipy.stats.goodness_of_fit(scipy.stats.weibull_min, x, **given)
    near(found.statistic, peer.statistic)
    with pytest.raises(TypeError, match="dist"):
        stats.goodness_of_fit("norm", xp.asarray(x))


def test_goodness_of_fit_by_a_function():
    def farthest(law, x, axis):
        return abs(x - law.mean()).max(axis=axis) / law.std()

    x = np.append(X, 12.0)
    found = stats.goodness_of_fit(stats.norm, xp.asarray(x), statistic=farthest, n_mc_samples=99, rng=1)
    near(found.statistic, np.abs(x - x.mean()).max() / x.std(ddof=1))
    # No sample of that size is as far out.
    assert float(found.pvalue) == 0.01 and found.null_distribution.shape == (99,)


def test_power():
    test = lambda x, axis: stats.ttest_1samp(x, 0.5, axis=axis)
    found = stats.power(test, xp.random.default_rng(1).normal, [10, 40], n_resamples=400, significance=[0.05, 0.01])
    assert found.power.shape == (2, 2) and found.pvalues.shape == (2, 400)
    # The noncentral distribution's.
    expected = [[scipy.stats.nct.sf(scipy.stats.t.isf(level / 2, n - 1), n - 1, 0.5 * n**0.5) for n in (10, 40)] for level in (0.05, 0.01)]
    np.testing.assert_allclose(np.asarray(found.power), expected, atol=0.08)


def test_anderson_of_weibull():
    x = scipy.stats.weibull_min(2.5, 1.0, 2.0).rvs(60, random_state=3)
    with pytest.warns(FutureWarning):
        peer = scipy.stats.anderson(x, "weibull_min")
    found = stats.anderson(xp.asarray(x), "weibull_min")
    near(found.statistic, peer.statistic, 1e-7)
    near(found.critical_values, peer.critical_values)
    near(found.fit_result.params, peer.fit_result.params, 1e-6)


@pytest.mark.parametrize("statistic", ["mean", "median", "count", "sum", "std", "min", "max", "range"])
@pytest.mark.parametrize("bins", [3, [2, 4]])
def test_statistics_of_bins(statistic, bins):
    statistic = (lambda x: x.max() - x.min()) if statistic == "range" else statistic
    x, y, z = RNG.normal(size=(3, 40))
    found, peer = stats.binned_statistic_2d(*map(xp.asarray, (x, y, z)), statistic, bins), scipy.stats.binned_statistic_2d(x, y, z, statistic, bins)
    np.testing.assert_allclose(np.asarray(found.statistic), peer.statistic, rtol=1e-12)
    near(found.x_edge, peer.x_edge)
    np.testing.assert_array_equal(np.asarray(found.binnumber), peer.binnumber)


def test_statistics_of_bins_of_three_coordinates():
    points, values = RNG.random((50, 3)), RNG.random((2, 50))
    options = {"bins": 2, "expand_binnumbers": True, "range": [[0, 1]] * 3}
    found = stats.binned_statistic_dd(xp.asarray(points), xp.asarray(values), "std", **options)
    peer = scipy.stats.binned_statistic_dd(points, values, "std", **options)
    np.testing.assert_allclose(np.asarray(found.statistic), peer.statistic, rtol=1e-12)
    np.testing.assert_array_equal(np.asarray(found.binnumber), peer.binnumber)
    again = stats.binned_statistic_dd(xp.asarray(points), None, "count", binned_statistic_result=found)
    np.testing.assert_array_equal(np.asarray(again.statistic), scipy.stats.binned_statistic_dd(points, None, "count", peer.bin_edges).statistic)
    with pytest.raises(AttributeError, match="dimension"):
        stats.binned_statistic_dd(xp.asarray(points), None, "count", bins=[2, 2])


PLACES = RNG.random((3, 60))
SURFACE = np.sin(4 * PLACES[0]) * np.cos(3 * PLACES[1]) + 0.02 * RNG.normal(size=60)
AT = RNG.random((2, 7))


@pytest.mark.parametrize("s", [60, 0.03, 0.025])
def test_smooth_surfaces(s):
    found = interpolate.SmoothBivariateSpline(*map(xp.asarray, PLACES[:2]), xp.asarray(SURFACE), s=s)
    peer = scipy.interpolate.SmoothBivariateSpline(*PLACES[:2], SURFACE, s=s)
    for knots, expected in zip(found.get_knots(), peer.get_knots()):
        near(knots, expected)
    near(found.ev(*map(xp.asarray, AT)), peer.ev(*AT), 1e-9)
    near(found.get_residual(), peer.get_residual(), 1e-9)


@pytest.mark.parametrize("degrees", [(3, 3), (2, 1)])
def test_surfaces_of_given_knots(degrees):
    kx, ky = degrees
    options = {"kx": kx, "ky": ky, "bbox": [0, 1, 0, 1], "w": np.linspace(1, 2, 60)}
    found = interpolate.LSQBivariateSpline(*map(xp.asarray, PLACES[:2]), xp.asarray(SURFACE), [0.3, 0.6], [0.5], **options)
    peer = scipy.interpolate.LSQBivariateSpline(*PLACES[:2], SURFACE, [0.3, 0.6], [0.5], **options)
    near(found.get_coeffs(), peer.get_coeffs(), 1e-9)
    near(found.ev(*map(xp.asarray, AT)), peer.ev(*AT), 1e-10)
    near(found.integral(0.1, 0.7, 0.2, 0.9), peer.integral(0.1, 0.7, 0.2, 0.9), 1e-10)


def test_surfaces_that_points_leave_open():
    # No point is in the last strip.
    x, y = np.linspace(0, 0.5, 40), RNG.random(40)
    found = interpolate.LSQBivariateSpline(xp.asarray(x), xp.asarray(y), xp.asarray(x + y), [0.6], [0.5], kx=1, ky=1, bbox=[0, 1, 0, 1])
    near(found.ev(xp.asarray(x), xp.asarray(y)), x + y, 1e-6)


def test_surfaces_of_bad_points():
    x = xp.linspace(0, 1, 20)
    with pytest.raises(ValueError, match="points"):
        interpolate.SmoothBivariateSpline(x[:5], x[:5], x[:5])
    with pytest.raises(ValueError, match="enclose"):
        interpolate.SmoothBivariateSpline(x, x, x, bbox=[0, 0.5, 0, 1])
    with pytest.raises(ValueError, match="negative"):
        interpolate.SmoothBivariateSpline(x, x, x, w=-x)


def test_bisplrep():
    given, s = (*PLACES[:2], SURFACE), 0.03
    found, peer = interpolate.bisplrep(*map(xp.asarray, given), s=s), scipy.interpolate.bisplrep(*given, s=s)
    near(found[2], peer[2], 1e-8)
    nearest = interpolate.bisplrep(*map(xp.asarray, given), task=-1, tx=found[0], ty=found[1])
    near(nearest[2], scipy.interpolate.bisplrep(*given, task=-1, tx=peer[0], ty=peer[1])[2], 1e-8)


U = np.linspace(0, 6, 50)
CURVE = [np.cos(U) + 0.02 * RNG.normal(size=50), np.sin(U) + 0.02 * RNG.normal(size=50)]


@pytest.mark.parametrize("options", [{"s": 0}, {"s": 0.05}, {"s": 0.02}, {}, {"s": 0.1, "w": np.linspace(1, 2, 50)}])
def test_smooth_curves(options):
    ((t, c, k), u), residual, *_ = interpolate.splprep(list(map(xp.asarray, CURVE)), full_output=1, **options)
    ((peer_t, peer_c, _), peer_u), peer_residual, *_ = scipy.interpolate.splprep(CURVE, full_output=1, **options)
    near(t, peer_t)
    near(u, peer_u)
    np.testing.assert_allclose([np.asarray(each) for each in c], peer_c, atol=1e-9)
    np.testing.assert_allclose(residual, peer_residual, rtol=1e-6, atol=1e-20)


@pytest.mark.parametrize("k", [1, 3, 5])
def test_splines_that_repeat(k):
    x = np.linspace(0, 1, 12)
    y = np.sin(2 * np.pi * x) + 0.1
    found, peer = interpolate.splrep(xp.asarray(x), xp.asarray(y), per=1, k=k), scipy.interpolate.splrep(x, y, per=1, k=k)
    np.testing.assert_allclose(np.asarray(found[0]), peer[0], atol=1e-14)
    np.testing.assert_allclose(np.asarray(interpolate.splev(xp.asarray(x[:-1] + 0.03), found)), scipy.interpolate.splev(x[:-1] + 0.03, peer), atol=1e-13)
    closed = [np.cos(2 * np.pi * x), np.sin(2 * np.pi * x)]
    found = interpolate.splprep(list(map(xp.asarray, closed)), s=0, per=1, k=k)[0]
    np.testing.assert_allclose([np.asarray(each) for each in found[1]], scipy.interpolate.splprep(closed, s=0, per=1, k=k)[0][1], atol=1e-12)


@pytest.mark.parametrize("function", ["multiquadric", "inverse", "gaussian", "linear", "cubic", "quintic", "thin_plate"])
def test_rbf(function):
    given, options = (*PLACES[:2], SURFACE), {"function": function, "smooth": 0.01}
    near(interpolate.Rbf(*map(xp.asarray, given), **options)(*map(xp.asarray, AT)), scipy.interpolate.Rbf(*given, **options)(*AT), 1e-8)


def test_rbf_of_rows():
    rows = np.stack([SURFACE, 2 * SURFACE], axis=1)
    found = interpolate.Rbf(*map(xp.asarray, PLACES[:2]), xp.asarray(rows), mode="N-D")(*map(xp.asarray, AT))
    near(found, scipy.interpolate.Rbf(*PLACES[:2], rows, mode="N-D")(*AT), 1e-8)
    with pytest.raises(ValueError, match="function must be"):
        interpolate.Rbf(xp.arange(3.0), xp.arange(3.0), function="square")


@pytest.mark.parametrize("function", [np.tan, np.exp, lambda z: 1 / (z - 0.3 - 0.1j)])
def test_aaa(function):
    z = np.linspace(-1, 1, 200)
    found, peer = interpolate.AAA(xp.asarray(z), xp.asarray(function(z))), scipy.interpolate.AAA(z, function(z))
    at = np.linspace(-0.99, 0.98, 31)
    np.testing.assert_allclose(np.asarray(found(xp.asarray(at))), function(at), rtol=1e-10, atol=1e-11)
    assert len(found.support_points) == len(peer.support_points)
    near(found(found.support_points), found.support_values)


def test_poles_of_aaa():
    z = np.linspace(-1, 1, 200)
    found = interpolate.AAA(xp.asarray(z), xp.asarray(np.tan(2 * z)))
    poles, roots = np.asarray(found.poles()), np.asarray(found.roots())
    inner = np.abs(poles) < 1
    np.testing.assert_allclose(np.sort(poles[inner].real), [-np.pi / 4, np.pi / 4], rtol=1e-9)
    np.testing.assert_allclose(np.asarray(found.residues())[inner], -0.5, rtol=1e-7)
    np.testing.assert_allclose(roots[np.abs(roots) < 1], [0.0], atol=1e-12)


@pytest.mark.parametrize("d", [0, 3, 5])
def test_floater_hormann(d):
    x = np.sort(RNG.random(15))
    y = np.stack([np.sin(5 * x), np.cos(x)], axis=1)
    found, peer = interpolate.FloaterHormannInterpolator(xp.asarray(x), xp.asarray(y), d=d), scipy.interpolate.FloaterHormannInterpolator(x, y, d=d)
    near(found(xp.asarray(AT[0])), peer(AT[0]), 1e-8)
    near(found(xp.asarray(x)), y)


@pytest.mark.parametrize("m", [0, 1, 3])
def test_pade(m):
    series = [1.0, 1.0, 1 / 2, 1 / 6, 1 / 24, 1 / 120]
    for found, expected in zip(interpolate.pade(series, m), scipy.interpolate.pade(series, m)):
        near(found.coeffs, expected.coeffs)
    with pytest.raises(ValueError, match="Order"):
        interpolate.pade(series, 6)


def test_filters_of_two_windows():
    near(signal.firwin_2d((11, 9), ("hamming", "hann"), fc=0.4), scipy.signal.firwin_2d((11, 9), ("hamming", "hann"), fc=0.4), 1e-10)
    found, peer = (module.firwin_2d((11, 9), "hamming", fc=0.4, circular=True) for module in (signal, scipy.signal))
    near(found, peer, 1e-10)
    with pytest.raises(ValueError, match="fc"):
        signal.firwin_2d((11, 9), "hamming", circular=True)


@pytest.mark.parametrize("options", [{}, {"min_snr": 2}, {"noise_perc": 30, "min_length": 2}, {"window_size": 40}])
def test_peaks_by_wavelets(options):
    t = np.linspace(0, 3, 300)
    x = np.sin(9 * t) ** 3 + 0.1 * np.random.default_rng(1).normal(size=300)
    found = signal.find_peaks_cwt(xp.asarray(x), xp.arange(1, 12), **options)
    np.testing.assert_array_equal(np.asarray(found), scipy.signal.find_peaks_cwt(x, np.arange(1, 12), **options))
