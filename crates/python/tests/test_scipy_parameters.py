"""Parameters of SciPy's functions that their examples do not use, beside SciPy."""

import numpy
import pytest
import scipy.linalg
import scipy.ndimage
import scipy.signal
import scipy.sparse
import scipy.spatial
import scipy.special
import scipy.stats

import xparray
from xparray.scipy import linalg, ndimage, signal, sparse, spatial, special, stats

RNG = numpy.random.default_rng(5)
SAMPLES = RNG.gamma(5.0, size=(3, 5, 4))


def same(found, known, tolerance=1e-12):
    if isinstance(known, tuple):
        assert len(found) == len(known)
        for one, other in zip(found, known):
            same(one, other, tolerance)
        return
    found = numpy.asarray(found)
    assert found.shape == numpy.shape(known)
    numpy.testing.assert_allclose(found, known, rtol=tolerance, atol=1e-13)


ONE = ("gmean", "hmean", "kurtosis", "moment", "sem", "skew", "variation", "median_abs_deviation", "iqr", "tmean", "tvar", "tstd", "gstd", "circmean",
    "circvar", "circstd", "skewtest", "kurtosistest", "normaltest", "jarque_bera", "shapiro", "mode", "differential_entropy")


@pytest.mark.parametrize("keepdims", [False, True])
@pytest.mark.parametrize("axis", [(0, 1), (-1, 0), (1,), (2, 0, 1)])
@pytest.mark.parametrize("name", ONE)
def test_several_axes(name, axis, keepdims):
    if name in ("skewtest", "kurtosistest", "normaltest", "differential_entropy") and len(axis) == 1:
        pytest.skip("too few elements")
    found = getattr(stats, name)(xparray.asarray(SAMPLES), axis=axis, keepdims=keepdims)
    known = getattr(scipy.stats, name)(SAMPLES, axis=axis, keepdims=keepdims)
    same(tuple(found) if isinstance(found, tuple) else found, tuple(known) if isinstance(found, tuple) else known, 1e-6 if name == "shapiro" else 1e-11)


@pytest.mark.parametrize("name", ["ttest_ind", "ttest_rel", "f_oneway", "kruskal", "levene", "bartlett", "ks_2samp", "linregress"])
def test_several_axes_of_two_samples(name):
    x, y = SAMPLES, SAMPLES[::-1] ** 1.1
    arrays = [xparray.asarray(x), xparray.asarray(y)]
    found = getattr(stats, name)(*arrays, axis=(0, 2))
    known = getattr(scipy.stats, name)(x, y, axis=(0, 2))
    same(tuple(found)[:2], tuple(known)[:2], 1e-10)


def test_axes_that_are_named_twice_are_refused():
    with pytest.raises(ValueError):
        stats.gmean(xparray.asarray(SAMPLES), axis=(0, 0))


@pytest.mark.parametrize("call", [
    lambda m, x: m.gstd(x, 1), lambda m, x: m.gstd(x, 1, 0), lambda m, x: m.tvar(x, None, (True, True), 1, 0), lambda m, x: m.tmin(x, 2.0, 1),
    lambda m, x: m.tmean(x, None, (True, True), 1), lambda m, x: m.circmean(x, 6.0, 0.0, 1), lambda m, x: tuple(m.mood(x, x**1.2, 1)),
    lambda m, x: m.gmean(x, 1, "float32"), lambda m, x: m.median_abs_deviation(x, 1, None, "normal"), lambda m, x: m.iqr(x, 1, (20, 80), 2.0, "propagate", "midpoint", True),
    lambda m, x: m.iqr(x, interpolation="lower"), lambda m, x: m.moment(x, [1, 2, 3], 1, keepdims=True),
])
def test_parameters_by_position(call):
    x = SAMPLES[0]
    same(call(stats, xparray.asarray(x)), call(scipy.stats, x), 1e-6)


def test_median_abs_deviation_about_the_mean():
    x = SAMPLES[0]
    same(stats.median_abs_deviation(xparray.asarray(x), axis=1, center=xparray.mean), scipy.stats.median_abs_deviation(x, axis=1, center=numpy.mean))


def test_powers_of_transforms():
    x = SAMPLES.ravel()
    y = xparray.asarray(x)
    for method in ("pearsonr", "mle"):
        same(stats.boxcox_normmax(y, method=method), scipy.stats.boxcox_normmax(x, method=method), 1e-5)
    same(stats.boxcox_normmax(y), scipy.stats.boxcox_normmax(x), 1e-5)
    same(stats.boxcox_normmax(y, method="all"), scipy.stats.boxcox_normmax(x, method="all"), 1e-5)


@pytest.mark.parametrize("axis", [0, 1, None])
def test_welchs_analysis_of_variance(axis):
    x, y, z = SAMPLES * [[[1]], [[2]], [[3]]]
    same(tuple(stats.f_oneway(*map(xparray.asarray, (x, y, z)), axis=axis, equal_var=False)), tuple(scipy.stats.f_oneway(x, y, z, axis=axis, equal_var=False)))


def test_tests_of_counts():
    counts = [16, 18, 16, 14, 12, 12]
    expected = [[16, 16, 16, 16, 16, 8], [8, 20, 20, 16, 12, 12]]
    for name in ("chisquare", "power_divergence"):
        ours, theirs = getattr(stats, name), getattr(scipy.stats, name)
        same(tuple(ours(counts, ddof=[0, 1, 2])), tuple(theirs(counts, ddof=[0, 1, 2])))
        same(tuple(ours(counts, f_exp=expected, axis=1)), tuple(theirs(counts, f_exp=expected, axis=1)))
    same(tuple(stats.chisquare(counts, [10] * 6, sum_check=False)), tuple(scipy.stats.chisquare(counts, [10] * 6, sum_check=False)))
    with pytest.raises(ValueError):
        stats.chisquare(counts, [10] * 6)


@pytest.mark.parametrize("method", ["exact", "wilson", "wilsoncc"])
@pytest.mark.parametrize("sides", ["two-sided", "less", "greater"])
def test_intervals_of_proportions(sides, method):
    found, known = (m.binomtest(3, 15, 0.1, alternative=sides) for m in (stats, scipy.stats))
    assert (found.k, found.n, found.alternative) == (3, 15, sides)
    same(tuple(found.proportion_ci(0.9, method)), tuple(known.proportion_ci(0.9, method)), 1e-10)
    with pytest.raises(ValueError):
        found.proportion_ci(method="else")


def test_distributions():
    same(stats.expon(1).expect(lambda x: 1, lb=0.0, ub=2.0), scipy.stats.expon(1).expect(lambda x: 1, lb=0.0, ub=2.0), 1e-8)
    same(stats.poisson.expect(lambda k: k, (2.0,), 0, 1, 4), scipy.stats.poisson.expect(lambda k: k, (2.0,), 0, 1, 4))
    x = numpy.linspace(0, 5, 7)
    for name in ("pdf", "logpdf", "cdf"):
        same(getattr(stats.multivariate_normal, name)(xparray.asarray(x), mean=2.5, cov=0.5), getattr(scipy.stats.multivariate_normal, name)(x, mean=2.5, cov=0.5), 1e-6)
    frozen = stats.multivariate_normal([1.0, 2.0], [[2.0, 0.5], [0.5, 1.0]])
    assert frozen.mean.tolist() == [1, 2] and frozen.cov.tolist() == [[2, 0.5], [0.5, 1]]


def test_structured_matrices():
    same(linalg.circulant([[1, 2, 3], [4, 5, 6]]), scipy.linalg.circulant([[1, 2, 3], [4, 5, 6]]))
    for name, options in (("hadamard", {"dtype": complex}), ("invhilbert", {"exact": True}), ("pascal", {"exact": False}), ("invpascal", {"exact": False})):
        found, known = getattr(linalg, name)(4, **options), getattr(scipy.linalg, name)(4, **options)
        same(found, known)
        assert numpy.asarray(found).dtype.kind == known.dtype.kind
    a = RNG.normal(size=(4, 4))
    symmetric = a + a.T
    for structure in ("sym", "upper triangular", "lower triangular", "gen"):
        for lower in (0, 1):
            same(linalg.inv(xparray.asarray(a), assume_a=structure, lower=lower), scipy.linalg.inv(a, assume_a=structure, lower=lower), 1e-10)
    found, rank = linalg.pinvh(xparray.asarray(symmetric), atol=0.5, return_rank=True)
    known, expected = scipy.linalg.pinvh(symmetric, atol=0.5, return_rank=True)
    same(found, known, 1e-10)
    assert rank == expected
    found = sorted(numpy.asarray(linalg.eigvals(xparray.asarray([[1, 2], [3, 4]]))).real)
    same(found, sorted(scipy.linalg.eigvals([[1, 2], [3, 4]]).real))
    lower = numpy.tril(symmetric)
    for k in (0, 1):
        same(linalg.ldl(xparray.asarray(symmetric), lower=k)[1], scipy.linalg.ldl(symmetric, lower=k)[1], 1e-9)


def test_circulant_systems():
    c, b = RNG.normal(size=(2, 4)), RNG.normal(size=(4, 3))
    for options in ({}, {"caxis": 0, "baxis": 1, "outaxis": -1}):
        first, second = (c, b) if not options else (c.T[:, :], b.T[:, :])
        first = first[:, None, :] if not options else first[:, :, None]
        found, known = linalg.solve_circulant(xparray.asarray(first), xparray.asarray(second), **options), scipy.linalg.solve_circulant(first, second, **options)
        same(found, known, 1e-10)
    same(linalg.solve_circulant([1.0, 1.0, 0.0, 0.0], [1, 2, 3, 4], singular="lstsq"), scipy.linalg.solve_circulant([1.0, 1.0, 0.0, 0.0], [1, 2, 3, 4], singular="lstsq"))
    with pytest.raises(xparray.exceptions.LinAlgError):
        linalg.solve_circulant([1.0, 1.0, 0.0, 0.0], [1, 2, 3, 4], tol=1e-9)


def test_responses_of_several_filters():
    b, a = RNG.normal(size=(3, 2, 1)), numpy.array([1.0, 0.3])
    for first, second, w in ((b, 1, 16), (b, a, 16), (a, b, numpy.linspace(0.1, 3, 5)), (b[..., 0], b[..., 0], numpy.array([0.4, 2.0]))):
        found = signal.freqz(*(xparray.asarray(each) for each in (first, second)), worN=w if isinstance(w, int) else xparray.asarray(w))
        same(tuple(found), tuple(scipy.signal.freqz(first, second, worN=w)))


def test_peaks_in_windows_of_parts_of_samples():
    x = numpy.sin(numpy.linspace(0, 40, 90)) * numpy.linspace(1, 2, 90)
    peaks = scipy.signal.find_peaks(x)[0]
    same(tuple(signal.peak_prominences(xparray.asarray(x), xparray.asarray(peaks), wlen=3.1)), tuple(scipy.signal.peak_prominences(x, peaks, wlen=3.1)))
    with pytest.raises(ValueError):
        signal.peak_prominences(xparray.asarray(x), xparray.asarray(peaks), wlen=1)


def test_special_functions_of_narrow_integers_are_of_doubles():
    x = numpy.arange(1, 12)
    for dtype in ("uint8", "int8", "int16", "bool", "int64"):
        y = x.astype(dtype)
        for name in ("gamma", "erf", "j0", "gammaln"):
            found, known = getattr(special, name)(xparray.asarray(y)), getattr(scipy.special, name)(y)
            assert found.dtype == "float64"
            same(found, known, 1e-13)
        same(special.beta(xparray.asarray(y), 2), scipy.special.beta(y, 2), 1e-13)


def test_special_functions_parameters():
    x = numpy.array([-3.5, -2.0, -1.0, 0.0, 0.5, 2.0, 30.0])
    same(special.zeta(xparray.asarray(x)), scipy.special.zeta(x))
    same(special.zeta(xparray.asarray([2.0, 3.0]), 1.5), scipy.special.zeta([2.0, 3.0], 1.5))
    same(special.roots_jacobi(3, 0.5, 0.5, mu=True), scipy.special.roots_jacobi(3, 0.5, 0.5, mu=True))
    same(special.roots_legendre(4, True), scipy.special.roots_legendre(4, True))
    assert special.factorialk(10, 3).dtype == "float64" and special.factorialk(10, 3, exact=True) == 280


def test_objects_of_truth_values_are_found():
    x = numpy.array([[0, 1, 1], [0, 0, 1]], dtype=bool)
    assert ndimage.find_objects(xparray.asarray(x)) == scipy.ndimage.find_objects(x, max_label=1)


def test_a_way_over_the_sphere_goes_on():
    start, end, t = numpy.array([1.0, 0.0]), numpy.array([0.0, 1.0]), numpy.linspace(-1, 3, 5)
    same(spatial.geometric_slerp(*map(xparray.asarray, (start, end, t))), scipy.spatial.geometric_slerp(start, end, t))


@pytest.mark.parametrize("format", ["csr", "csc", "coo"])
def test_text_of_sparse_arrays(format):
    x = numpy.array([[0, 1.5, 0], [2, 0, 0]])
    found, known = (getattr(m, f"{format}_array")(y) for m, y in ((sparse, xparray.asarray(x)), (scipy.sparse, x)))
    assert repr(found) == repr(known)
    if format == "csr":
        assert str(found) == str(known)


def test_norms_and_distances():
    x = RNG.normal(size=(5, 7))
    same(sparse.linalg.norm(sparse.csr_array(xparray.asarray(x)), 2), numpy.linalg.norm(x, 2), 1e-10)
    u, v, w = numpy.abs(RNG.normal(size=(3, 6)))
    for options in ({"centered": False}, {"centered": False, "w": w}, {"w": w}):
        given = {key: xparray.asarray(value) if key == "w" else value for key, value in options.items()}
        same(spatial.distance.correlation(xparray.asarray(u), xparray.asarray(v), **given), scipy.spatial.distance.correlation(u, v, **options))
    assert spatial.KDTree(xparray.asarray([[1, 2], [3, 4]])).data.dtype == "float64"


def test_eigenvalues_of_functions_of_matrices():
    values = xparray.arange(1.0, 101.0)
    start = xparray.asarray(RNG.normal(size=(100, 2)))
    product = lambda x: values.reshape(-1, 1) * x
    for a in (product, sparse.linalg.LinearOperator((100, 100), matvec=product, matmat=product)):
        found, _ = sparse.linalg.lobpcg(a, start, maxiter=90, tol=1e-8)
        same(sorted(found.tolist()), [99.0, 100.0], 1e-6)


QUADRATURES = ("roots_chebyc", "roots_chebys", "roots_sh_chebyt", "roots_sh_chebyu", "roots_sh_legendre", "p_roots", "t_roots", "us_roots", "h_roots", "l_roots")


@pytest.mark.parametrize("name", QUADRATURES)
def test_quadratures_of_other_intervals(name):
    same(getattr(special, name)(4, mu=True), getattr(scipy.special, name)(4, mu=True))
    same(getattr(special, name)(3), getattr(scipy.special, name)(3))


def test_shifted_quadratures_of_jacobi():
    same(special.roots_sh_jacobi(4, 2.5, 1.25, True), scipy.special.roots_sh_jacobi(4, 2.5, 1.25, True))
    with pytest.raises(ValueError):
        special.roots_sh_jacobi(4, 0.0, 2.0)


def test_points_of_quantiles():
    x = SAMPLES.ravel()[:30]
    for options in ({}, {"fit": False}, {"dist": "expon"}, {"dist": "gamma", "sparams": (3.0,)}, {"dist": "t", "sparams": 4}):
        found, known = stats.probplot(xparray.asarray(x), **options), scipy.stats.probplot(x, **options)
        if options.get("fit", True):
            same(tuple(found[0]), known[0], 1e-9)
            same(tuple(found[1]), tuple(known[1]), 1e-9)
        else:
            same(tuple(found), known, 1e-9)

    class Plot:
        def __init__(self):
            self.drawn = []

        def plot(self, *given):
            self.drawn.append(given)

        def title(self, text):
            self.text = text

        xlabel = ylabel = title

    plot = Plot()
    stats.probplot(xparray.asarray(x), plot=plot)
    assert len(plot.drawn[0]) == 6 and plot.text == "Ordered Values"


def test_other_smoothness():
    import scipy.interpolate
    from xparray.scipy import interpolate

    x = numpy.linspace(0, 6, 40)
    y = numpy.sin(x) + 0.05 * RNG.normal(size=40)
    ours = interpolate.UnivariateSpline(xparray.asarray(x), xparray.asarray(y), s=0.2)
    for s in (0.05, 0.1):
        again = scipy.interpolate.UnivariateSpline(x, y, s=s)
        ours.set_smoothing_factor(s)
        same(ours(xparray.asarray(x)), again(x), 1e-6)


def test_workers_are_said():
    from xparray.scipy import fft

    with fft.set_workers(3):
        assert fft.get_workers() == 3
    assert fft.get_workers() == 1
    with pytest.raises(ValueError):
        with fft.set_workers(0):
            pass
