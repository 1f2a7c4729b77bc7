"""SciPy's splines of two variables, FITPACK's functions, arrays that are edited, tests of samples, combinatorics and images, beside SciPy's."""

import numpy
import pytest

import xparray
from xparray.scipy import interpolate, ndimage, signal, sparse, special, stats

scipy = pytest.importorskip("scipy")
theirs = pytest.importorskip("scipy.stats")
pytest.importorskip("scipy.interpolate"), pytest.importorskip("scipy.ndimage"), pytest.importorskip("scipy.signal")
pytest.importorskip("scipy.sparse"), pytest.importorskip("scipy.special")

RNG = numpy.random.default_rng(5)


def given(x):
    return xparray.asarray(x) if isinstance(x, numpy.ndarray) else x


def flat(found):
    """Numbers of a result, one array after the other."""
    if isinstance(found, (tuple, list)):
        return [part for each in found for part in flat(each)]
    if hasattr(found, "pvalue") and not hasattr(found, "shape"):
        return flat((found.statistic, found.pvalue))
    return [] if found is None else [numpy.asarray(found)]


def close(ours, expected, rtol=1e-9):
    ours, expected = flat(ours), flat(expected)
    assert len(ours) == len(expected)
    for found, known in zip(ours, expected):
        assert found.shape == known.shape
        size = numpy.abs(known[numpy.isfinite(known)]).max(initial=0.0) if known.dtype.kind in "fc" else 0.0
        numpy.testing.assert_allclose(found, known, rtol=rtol, atol=rtol * size)


def beside(module, name, *args, rtol=1e-9, **keywords):
    ours = getattr(module, name)(*map(given, args), **{key: given(value) for key, value in keywords.items()})
    of = getattr(scipy, module.__name__.split(".")[-1])
    close(ours, getattr(of, name)(*args, **keywords), rtol)


X, Y = numpy.sort(RNG.uniform(0, 4, 11)), numpy.sort(RNG.uniform(0, 3, 9))
Z = numpy.sin(X)[:, None] * numpy.cos(Y) + 0.05 * RNG.normal(size=(11, 9))


@pytest.mark.parametrize("kx, ky", [(3, 3), (1, 2), (5, 4), (2, 5)])
@pytest.mark.parametrize("bbox", [[None] * 4, [-1.0, 5.0, None, 4.0]])
def test_surfaces_are_scipys(kx, ky, bbox):
    ours = interpolate.RectBivariateSpline(given(X), given(Y), given(Z), bbox=bbox, kx=kx, ky=ky)
    known = scipy.interpolate.RectBivariateSpline(X, Y, Z, bbox=bbox, kx=kx, ky=ky)
    qx, qy = numpy.linspace(-0.5, 5, 7), numpy.linspace(-1, 4, 6)
    close(ours.get_knots(), known.get_knots())
    close(ours.get_coeffs(), known.get_coeffs(), 1e-8)
    close(ours(given(qx), given(qy)), known(qx, qy), 1e-8)
    close(ours(given(qx[:6]), given(qy), grid=False), known.ev(qx[:6], qy), 1e-8)
    close(ours.integral(-1, 2, 0.5, 2.0), known.integral(-1, 2, 0.5, 2.0), 1e-8)
    close(interpolate.bisplev(given(qx), given(qy), (*ours.tck, kx, ky)), known(qx, qy), 1e-8)
    if kx > 1:
        close(ours(given(qx), given(qy), dx=1, dy=1), known(qx, qy, dx=1, dy=1), 1e-6)
        close(ours.partial_derivative(1, 0)(given(qx), given(qx)), known.partial_derivative(1, 0)(qx, qx), 1e-6)


@pytest.mark.parametrize("s", [0.5, 5.0, 0.15, 0.01])
def test_smooth_surfaces_are_scipys(s):
    ours = interpolate.RectBivariateSpline(given(X), given(Y), given(Z), s=s)
    known = scipy.interpolate.RectBivariateSpline(X, Y, Z, s=s)
    close(ours.get_residual(), known.get_residual(), 1e-6)
    close(ours(given(X), given(Y)), known(X, Y), 1e-6)


def test_smooth_surfaces_leave_what_is_asked_for():
    for s in (0.1, 0.01, 0.001):
        ours = interpolate.RectBivariateSpline(given(X), given(Y), given(Z), s=s)
        assert abs(ours.get_residual() - s) <= 2e-3 * s
        found = ((numpy.asarray(ours(given(X), given(Y))) - Z) ** 2).sum()
        assert abs(found - ours.get_residual()) <= 1e-9


def test_refused_surfaces():
    for keywords in ({"kx": 6}, {"s": -1}, {"bbox": [1.0, None, None, None]}):
        with pytest.raises(ValueError):
            interpolate.RectBivariateSpline(given(X), given(Y), given(Z), **keywords)
    with pytest.raises(ValueError):
        interpolate.RectBivariateSpline(given(X[::-1].copy()), given(Y), given(Z))


POINTS, VALUES = numpy.sort(RNG.uniform(0, 5, 20)), RNG.normal(size=20)
WEIGHTS, PLACES = RNG.uniform(0.5, 2, 20), numpy.linspace(-1, 6, 13)


@pytest.mark.parametrize("k", [1, 2, 3, 5])
@pytest.mark.parametrize("keywords", [{}, {"s": 3.0}, {"w": WEIGHTS}, {"t": [1.0, 2.0, 3.0], "task": -1}], ids=["through", "smooth", "weights", "knots"])
def test_fitpacks_functions_are_scipys(k, keywords):
    known = scipy.interpolate.splrep(POINTS, VALUES, k=k, **keywords)
    ours = interpolate.splrep(given(POINTS), given(VALUES), k=k, **{key: given(value) for key, value in keywords.items()})
    rtol = 1e-5 if "s" in keywords or "w" in keywords else 1e-8
    close(ours[:2], known[:2], rtol)
    for der, ext in ((0, 0), (0, 1), (0, 3), (1, 0), (k, 1)):
        close(interpolate.splev(given(PLACES), ours, der, ext), scipy.interpolate.splev(PLACES, known, der, ext), rtol)
    close(interpolate.splint(-0.5, 3, ours), scipy.interpolate.splint(-0.5, 3, known), rtol)
    close(interpolate.spalde(1.3, ours), scipy.interpolate.spalde(1.3, known), rtol)
    close(interpolate.splder(ours)[1], scipy.interpolate.splder(known)[1], rtol)
    n = len(known[0]) - k - 1
    close(interpolate.splantider(ours)[1][: n + 1], scipy.interpolate.splantider(known)[1][: n + 1], rtol)
    close(interpolate.insert(2.2, ours)[1][:n + 1], scipy.interpolate.insert(2.2, known)[1][: n + 1], rtol)
    if k == 3:
        close(interpolate.sproot(ours), scipy.interpolate.sproot(known), rtol)
    with pytest.raises(ValueError):
        interpolate.splev(given(PLACES), ours, 0, 2)


def test_curves_are_scipys():
    points = [numpy.cos(POINTS), numpy.sin(POINTS), POINTS]
    (known, v), (ours, u) = scipy.interpolate.splprep(points, s=0), interpolate.splprep([given(each) for each in points], s=0)
    close(u, v)
    close([ours[0], *ours[1]], [known[0], *known[1]])
    q = numpy.linspace(0, 1, 7)
    close(interpolate.splev(given(q), ours, 1), scipy.interpolate.splev(q, known, 1))
    (known, _), (ours, _) = scipy.interpolate.splprep(points, s=1.0), interpolate.splprep([given(each) for each in points], s=1.0)
    close([ours[0], *ours[1]], [known[0], *known[1]], 1e-8)
    close(interpolate.make_splrep(given(POINTS), given(VALUES)).c, scipy.interpolate.make_splrep(POINTS, VALUES).c, 1e-8)
    smooth = interpolate.make_splrep(given(POINTS), given(VALUES), s=3.0)
    assert ((numpy.asarray(smooth(given(POINTS))) - VALUES) ** 2).sum() == pytest.approx(3.0, rel=2e-3)


def test_polynomials_through_points_are_scipys():
    close(interpolate.lagrange(given(POINTS[:5]), given(VALUES[:5])).coeffs, scipy.interpolate.lagrange(POINTS[:5], VALUES[:5]).coeffs)
    ours = interpolate.approximate_taylor_polynomial(xparray.exp, 0.3, 4, 1.0, order=6)
    close(ours.coeffs, scipy.interpolate.approximate_taylor_polynomial(numpy.exp, 0.3, 4, 1.0, order=6).coeffs, 1e-7)


@pytest.mark.parametrize("n", [1, 2, 9, 12])
@pytest.mark.parametrize("band", [(1, None), (2, 4), (None, None), (-1, 2)])
@pytest.mark.parametrize("keywords", [{}, {"residual": "all"}, {"residual": None, "squared": True}, {"n_out": 5}, {"n_out": 16}])
def test_envelopes_are_scipys(n, band, keywords):
    for z in (RNG.normal(size=(2, n)), RNG.normal(size=(n, 2)) + 1j * RNG.normal(size=(n, 2))):
        axis = z.shape.index(n)
        try:
            known = scipy.signal.envelope(z, band, axis=axis, **keywords)
        except ValueError:
            with pytest.raises(ValueError):
                signal.envelope(given(z), band, axis=axis, **keywords)
            continue
        close(signal.envelope(given(z), band, axis=axis, **keywords), known)


@pytest.mark.parametrize("format", ["lil", "dok", "csr", "csc"])
@pytest.mark.parametrize("kind", ["array", "matrix"])
def test_elements_of_sparse_arrays_are_set(format, kind):
    ours, known = getattr(sparse, f"{format}_{kind}")((4, 5)), numpy.zeros((4, 5))
    mask = numpy.eye(4, 5) > 0
    for a, of in ((ours, given), (known, lambda x: x)):
        a[0, 1], a[-1, 2], a[3, 4] = 2, 3.5, 9
        a[1, :] = [1, 0, 2, 0, 3]
        a[2, [0, 3]] = [7, 8]
        a[[0, 1], [4, 4]] = 6
        a[:2, 3] = [4, 5]
        a[of(mask)] = 11
        a[0, 1] = 0
    close(ours.toarray(), known)
    close((ours @ xparray.ones(5)).reshape(-1), known @ numpy.ones(5))
    assert float(ours[-1, 2]) == 3.5 and ours.shape == (4, 5)
    if format in ("lil", "dok"):
        # Zeros are no entries.
        assert ours.nnz == (known != 0).sum()
    for other in ("csr", "csc", "coo", "lil", "dok", "dia"):
        converted = getattr(ours, f"to{other}")()
        assert (type(converted).__name__, converted.format) == (f"{other}_{kind}", other)
        close(converted.toarray(), known)
    with pytest.raises(IndexError):
        ours[4, 0] = 1


def test_edited_arrays_show_their_entries():
    dense = numpy.array([[0, 2.0, 0], [1, 0, 3]])
    lists, known = sparse.lil_array(given(dense)), scipy.sparse.lil_array(dense)
    assert (lists.rows, lists.data) == (known.rows.tolist(), known.data.tolist())
    places = sparse.dok_array(given(dense))
    assert dict(places.items()) == {(0, 1): 2.0, (1, 0): 1.0, (1, 2): 3.0}
    assert (0, 1) in places and (0, 0) not in places and places.get((0, 0), 7) == 7 and places.pop((0, 1)) == 2.0
    assert places.setdefault((0, 2), 4.0) == 4.0 and list(places.keys()) == [(0, 2), (1, 0), (1, 2)]
    copy = places.copy()
    del copy[1, 2]
    assert (copy.nnz, places.nnz) == (2, 3)
    with pytest.raises(KeyError):
        del copy[1, 2]
    places.clear()
    assert places.nnz == 0
    assert sparse.dok_array(scipy.sparse.csr_array(dense)).nnz == 3 and sparse.lil_array((2, 2), dtype="int32").dtype == "int32"
    assert sparse.isspmatrix_lil(sparse.lil_matrix((2, 2))) and not sparse.isspmatrix(lists) and not sparse.isspmatrix_csr(lists)


A, B, POSITIVE = RNG.normal(size=(7, 5)), RNG.normal(size=(9, 5)) + 0.5, RNG.uniform(0.1, 3, (7, 5))
GAPS, FEW, MORE = A.copy(), RNG.integers(0, 5, 20), RNG.integers(1, 7, 15)
GAPS[2, 1] = numpy.nan
SHARES = RNG.uniform(size=(4, 3))
SAMPLES = [
    *((name, (A,), keywords) for name in ("tmean", "tvar", "tstd", "tsem") for keywords in (
        {}, {"axis": 1}, {"axis": None}, {"limits": (None, 0.7), "inclusive": (True, False)}, {"axis": 0, "keepdims": True})),
    *((name, (GAPS,), keywords) for name in ("tmean", "tvar", "gstd", "circmean") for keywords in ({"axis": 0}, {"axis": 0, "nan_policy": "omit"})
        if name != "gstd"),
    ("tmin", (A, 0.0), {}), ("tmax", (A, 0.0), {"axis": 1}), ("sigmaclip", (numpy.append(B[:, 0], 40.0), 2.0, 2.0), {}),
    ("scoreatpercentile", (A[:, 0], [10, 50, 90]), {}), ("scoreatpercentile", (A[:, 0], 30), {"interpolation_method": "lower", "limit": (-1, 1)}),
    *(("percentileofscore", (FEW, [2, 3.5, 9]), {"kind": kind}) for kind in ("rank", "weak", "strict", "mean")),
    *(("kstat", (A, order), {}) for order in (1, 2, 3, 4)), ("kstat", (A[:, 0], 4), {}), ("kstatvar", (A, 1), {}), ("kstatvar", (A,), {"axis": 1}),
    ("gstd", (POSITIVE,), {}), ("gstd", (POSITIVE,), {"axis": 1, "ddof": 0}),
    *((name, (3 * A,), keywords) for name in ("circmean", "circvar", "circstd") for keywords in ({}, {"axis": 0}, {"high": 180, "low": -180})),
    ("circstd", (A,), {"normalize": True}), ("cumfreq", (A[:, 0],), {}), ("relfreq", (A[:, 0],), {"numbins": 4, "defaultreallimits": (-1, 1)}),
    *(("binned_statistic", (A[:, 0], A[:, 1], name), {"bins": 3}) for name in ("mean", "median", "count", "sum", "std", "min", "max")),
    ("binned_statistic", (B[:, 0], B[:, 1]), {"bins": [-1, 0, 0.4, 1]}),
    *((name, args, {"alternative": side}) for name in ("ranksums", "brunnermunzel", "mood") for args in ((A, B), (FEW, MORE))
        for side in ("two-sided", "less", "greater")),
    ("brunnermunzel", (A[:, 0], B[:, 0]), {"distribution": "normal"}), ("ranksums", (GAPS, B), {"nan_policy": "omit"}), ("ranksums", (GAPS, B), {}),
    *(("fligner", (A, B), keywords) for keywords in ({}, {"center": "mean"}, {"center": "trimmed"}, {"axis": None})),
    ("alexandergovern", (A, B, 2 * A), {}),
    *(("median_test", (FEW, MORE), keywords) for keywords in ({}, {"ties": "above"}, {"ties": "ignore"}, {"correction": False})),
    ("pointbiserialr", (A[:, 0] > 0, B[:7, 0]), {}),
    *(("ttest_ind_from_stats", (1.0, 0.5, 20, 1.2, 0.6, 25), keywords) for keywords in ({}, {"equal_var": False}, {"alternative": "less"})),
    *(("combine_pvalues", (SHARES,), {"method": method}) for method in ("fisher", "pearson", "tippett", "stouffer", "mudholkar_george")),
    *(("false_discovery_control", (SHARES,), {"method": method, "axis": axis}) for method in ("bh", "by") for axis in (0, 1, None)),
    *(("theilslopes", (B[:, 0], B[:, 1], level), {}) for level in (0.95, 0.5)), ("theilslopes", (MORE,), {"method": "joint"}),
    ("siegelslopes", (B[:, 0], B[:, 1]), {}), ("siegelslopes", (MORE,), {"method": "separate"}),
    ("wasserstein_distance", (A[:, 0], B[:, 0]), {}), ("energy_distance", (A[:, 0], B[:, 0], POSITIVE[:, 0]), {}),
]


@pytest.mark.parametrize("name, args, keywords", SAMPLES, ids=lambda value: value if isinstance(value, str) else "")
@pytest.mark.filterwarnings("ignore")
def test_samples_are_scipys(name, args, keywords):
    beside(stats, name, *args, **keywords)


@pytest.mark.filterwarnings("ignore")
def test_samples_of_nothing_are_scipys():
    nothing, rows, one = numpy.array([]), numpy.ones((2, 0)), numpy.array([1.0])
    for name, args, keywords in (
        ("tmean", (nothing,), {}), ("tmean", (rows,), {"axis": 1}), ("tmean", (one, (5, 6)), {}), ("tvar", (one,), {}), ("tmin", (one, 9), {}), ("gstd", (nothing,), {}),
        ("circvar", (rows,), {"axis": 1}), ("ranksums", (nothing, one), {}), ("mood", (one, one), {}), ("combine_pvalues", (nothing,), {}), ("kstat", (nothing,), {}),
        ("theilslopes", (one,), {}), ("percentileofscore", (nothing, 1), {}), ("wasserstein_distance", (nothing, one), {}), ("scoreatpercentile", (nothing, 50), {}),
    ):
        try:
            known = getattr(theirs, name)(*args, **keywords)
        except ValueError:
            with pytest.raises(ValueError):
                getattr(stats, name)(*map(given, args), **keywords)
        else:
            close(getattr(stats, name)(*map(given, args), **keywords), known)


def test_trimmed_samples_are_scipys():
    for name in ("trimboth", "trim1"):
        for axis in (0, 1, None):
            ours, known = getattr(stats, name)(given(A), 0.2, axis=axis), getattr(theirs, name)(A, 0.2, axis=axis)
            # Those of SciPy are in no order.
            close(ours, numpy.sort(known, axis=-1 if axis is None else axis))


def test_probabilities_by_drawing():
    x, y = A[:, 0], B[:7, 0]
    for side in ("two-sided", "less", "greater"):
        ours = stats.pearsonr(given(x), given(y), alternative=side, method=stats.PermutationMethod())
        close(ours, theirs.pearsonr(x, y, alternative=side, method=theirs.PermutationMethod()))
        plain = theirs.pearsonr(x, y, alternative=side)
        drawn = stats.pearsonr(given(x), given(y), alternative=side, method=stats.MonteCarloMethod(rng=3))
        assert abs(float(drawn.pvalue) - plain.pvalue) < 0.03 and float(drawn.statistic) == pytest.approx(plain.statistic)
    table = [[3, 1, 2], [1, 4, 2]]
    exact = theirs.fisher_exact(table)
    for method in (stats.PermutationMethod(rng=3), stats.MonteCarloMethod(rng=3)):
        found = stats.fisher_exact(table, method=method)
        assert float(found.statistic) == pytest.approx(exact.statistic) and abs(float(found.pvalue) - exact.pvalue) < 0.03
    close(stats.fisher_exact([[2, 1], [1, 2]], method=stats.PermutationMethod()), (0.45, 1.0))
    with pytest.raises(ValueError):
        stats.fisher_exact(table, method="exact")
    with pytest.raises(ValueError):
        stats.pearsonr(given(x), given(y), method="exact")
    mean = lambda x, axis: x.mean(axis)
    found = stats.monte_carlo_test(given(x), numpy.random.default_rng(2).normal, mean)
    close(found.pvalue, theirs.monte_carlo_test(x, numpy.random.default_rng(2).normal, mean).pvalue)


def test_distributions_that_are_nowhere_have_no_numbers():
    for law, shapes in ((stats.norm, ()), (stats.gamma, (2.0,)), (stats.poisson, (2.5,)), (stats.binom, (5, 0.3))):
        for name in ("mean", "var", "std", "median", "entropy"):
            assert numpy.isnan(getattr(law, name)(*shapes, loc=numpy.nan)), name
        assert numpy.isnan(numpy.asarray([float(each) for each in law.stats(*shapes, loc=numpy.nan, moments="mvsk")])).all()


def test_powers_of_the_greatest_likelihood_are_scipys():
    for x in (RNG.gamma(2, size=40), 10 * RNG.lognormal(size=30)):
        ours, known = stats.boxcox(given(x)), theirs.boxcox(x)
        close(ours[0], known[0], 1e-6)
        assert abs(ours[1] - known[1]) < 1e-6
        ours, known = stats.yeojohnson(given(x - x.mean())), theirs.yeojohnson(x - x.mean())
        close(ours[0], known[0], 1e-6)
        assert abs(ours[1] - known[1]) < 1e-6
        close(stats.boxcox(given(x), 0.3), theirs.boxcox(x, 0.3))
        close(stats.yeojohnson(given(x - x.mean()), 2.0), theirs.yeojohnson(x - x.mean(), 2.0))
        close(stats.yeojohnson_llf(0.3, given(x - 1)), theirs.yeojohnson_llf(0.3, x - 1))
    for wrong in ([1.0, -1.0], [2.0, 2.0]):
        with pytest.raises(ValueError):
            stats.boxcox(xparray.asarray(wrong))


def test_bernoullis_distribution_is_scipys():
    for name, args in (("pmf", ([0, 1, 2], 0.3)), ("cdf", ([0, 1, -1], 0.3)), ("ppf", ([0.2, 0.9], 0.3)), ("stats", (0.3,)), ("entropy", (0.3,)),
                       ("logpmf", (1, 0.2, 2)), ("support", (0.3,))):
        close(getattr(stats.bernoulli, name)(*args), getattr(theirs.bernoulli, name)(*args))
    assert stats.bernoulli(0.3).rvs(size=4, random_state=1).shape == (4,)


N, K, ARGUMENTS = numpy.array([-2, 0, 1, 5, 10, 30]), numpy.array([0, 1, 1, 2, 11, 15]), numpy.array([0.3, 1.0, 4.5])
COUNTS = [
    ("comb", (N, K), {}), ("perm", (N, K), {}), ("comb", (10, 3), {"exact": True}), ("comb", (3, 10), {"exact": True}), ("perm", (10, 3), {"exact": True}),
    ("comb", (5, 3), {"repetition": True}), ("comb", (5, 3), {"repetition": True, "exact": True}), ("factorial", (N,), {}), ("factorial2", (N,), {}),
    ("factorial", (numpy.array([0.5, -0.5]),), {}), ("factorial", (20,), {"exact": True}), ("factorial2", (numpy.array([3, 4, 0]),), {"exact": True}),
    ("factorialk", (10, 3), {"exact": True}), ("stirling2", (numpy.array([5, 6, 0]), numpy.array([2, 3, 0])), {}), ("stirling2", (10, 4), {"exact": True}),
    ("bernoulli", (20,), {}), ("euler", (20,), {}), ("softplus", (numpy.array([-800.0, -1, 0, 2, 900]),), {}), ("diric", (numpy.linspace(-13, 13, 27), 4), {}),
    ("diric", (numpy.array([0, 2 * numpy.pi, 1.0]), 7), {}), ("powm1", (numpy.array([1.000001, 2, 0.5, -2.0]), numpy.array([1e-9, 3, -2, 2.0])), {}),
    ("agm", (numpy.array([1.0, 2, 0, 3, -1, -1]), numpy.array([2.0, 2, 3, 1e-8, -4, 2])), {}), ("jn", (2, ARGUMENTS), {}), ("kn", (2, ARGUMENTS), {}),
    *((name, (1.5, x, order), {}) for name in ("jvp", "yvp", "ivp", "kvp", "h1vp", "h2vp") for x in (ARGUMENTS, ARGUMENTS + 1j) for order in (0, 1, 3)),
]


@pytest.mark.parametrize("name, args, keywords", COUNTS, ids=lambda value: value if isinstance(value, str) else "")
def test_counts_and_derivatives_are_scipys(name, args, keywords):
    beside(special, name, *args, **keywords)


@pytest.mark.parametrize("name", ["legendre", "chebyt", "chebyu", "hermite", "hermitenorm", "laguerre", "genlaguerre", "gegenbauer"])
def test_orthogonal_polynomials_are_scipys(name):
    parameters, x = (0.7,) if name.startswith("ge") else (), numpy.linspace(-1, 1, 5)
    for n in (0, 1, 2, 5, 8):
        for monic in (False, True):
            close(getattr(special, name)(n, *parameters, monic=monic)(given(x)), getattr(scipy.special, name)(n, *parameters, monic=monic)(x), 1e-8)


IMAGE, TRUTHS = RNG.normal(size=(5, 6)).astype("float32"), RNG.uniform(size=(5, 6)) > 0.5


def test_filters_of_truth_values_are_scipys():
    for name in ("prewitt", "sobel"):
        for axis in (0, -1):
            assert (numpy.asarray(getattr(ndimage, name)(given(TRUTHS), axis)) == getattr(scipy.ndimage, name)(TRUTHS, axis)).all()


def test_images_are_scipys():
    for name in ("mean", "variance", "standard_deviation"):
        ours, known = getattr(ndimage, name)(given(IMAGE)), getattr(scipy.ndimage, name)(IMAGE)
        assert ours.dtype == known.dtype
        close(ours, known, 1e-6)
    for labels, index in ((TRUTHS, 7), (TRUTHS, 1), (numpy.zeros((5, 6), int), None), (None, None)):
        ours, known = (of.median(each(IMAGE), None if labels is None else each(labels), index) for of, each in ((ndimage, given), (scipy.ndimage, lambda x: x)))
        close(ours, known)
    assert numpy.isnan(ndimage.median(xparray.zeros(0)))
    spectrum = numpy.fft.fft2(IMAGE.astype("float64"))
    for name in ("fourier_gaussian", "fourier_uniform", "fourier_ellipsoid", "fourier_shift"):
        out = numpy.empty_like(spectrum)
        getattr(ndimage, name)(given(spectrum), 1.5, output=out)
        close(out, getattr(scipy.ndimage, name)(spectrum, 1.5))
    heights, markers = (10 * TRUTHS).astype("uint8"), numpy.zeros((5, 6), "int16")
    markers[0, 0], markers[4, 5] = 1, 2
    assert ndimage.watershed_ift(given(heights), given(markers), output="int32").dtype == "int32"
    cross = scipy.ndimage.generate_binary_structure(2, 1)
    close(ndimage.iterate_structure(given(cross), 1, 1), scipy.ndimage.iterate_structure(cross, 1, 1))
    for metric in ("euclidean", "taxicab", "chessboard"):
        ours, known = ndimage.distance_transform_bf(given(TRUTHS), metric), scipy.ndimage.distance_transform_bf(TRUTHS, metric)
        assert ours.dtype == known.dtype
        close(ours, known)
    ours = ndimage.vectorized_filter(given(IMAGE), lambda x, axis: x.max(axis), size=3)
    close(ours, scipy.ndimage.vectorized_filter(IMAGE, numpy.max, size=3))
    for name, order in (("spline_filter", 1), ("spline_filter", 6), ("spline_filter1d", -1), ("zoom", 6)):
        args = (2.0, None, order) if name == "zoom" else (order,)
        with pytest.raises(RuntimeError):
            getattr(ndimage, name)(given(IMAGE), *args)
