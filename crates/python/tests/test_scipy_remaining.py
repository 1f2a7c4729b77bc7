"""SciPy's functions at extreme arguments, with mpmath's values, its further distributions, tests and splines, with SciPy's."""

import numpy as np
import pytest
import scipy.stats
import xparray as xp
from xparray.scipy import special, stats

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
    if peer.support()[1] == INF:
        near(law.sf(law.isf(xp.asarray([1e-9, 1e-30]))), [1e-9, 1e-30], 1e-5)
    for found, expected in zip(law.stats(moments="mvsk"), peer.stats(moments="mvsk")):
        if np.isfinite(expected):
            np.testing.assert_allclose(np.asarray(found), expected, rtol=5e-6, atol=1e-11)
    if np.isfinite(peer.entropy()):
        np.testing.assert_allclose(np.asarray(law.entropy()), peer.entropy(), rtol=1e-6, atol=1e-9)
    np.testing.assert_allclose([float(np.asarray(end)) for end in law.support()], peer.support(), rtol=1e-12)
    assert scipy.stats.kstest(np.asarray(law.rvs(size=400, random_state=3)), peer.cdf).pvalue > 1e-3


@pytest.mark.parametrize("name, shapes", [("boltzmann", (1.4, 19)), ("planck", (0.51,)), ("randint", (7, 31)), ("yulesimon", (11,))])
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
