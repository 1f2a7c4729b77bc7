"""What is left of SciPy's arguments and values: tables, places of distances, periodic knots, eigenvalues about zero, values of special functions."""

import mpmath
import numpy as np
import pytest
import scipy.interpolate
import scipy.ndimage
import scipy.signal
import scipy.spatial
import scipy.special
import scipy.sparse
import scipy.sparse.linalg
import scipy.stats

import xparray
from xparray.scipy import interpolate, ndimage, signal, sparse, spatial, special, stats
from xparray.scipy.sparse import linalg


def same(found, expected, rtol=1e-12, atol=0.0):
    found, expected = np.asarray(found), np.asarray(expected)
    assert found.shape == expected.shape and found.dtype == expected.dtype
    np.testing.assert_allclose(found, expected, rtol=rtol, atol=atol)


def near(found, expected, rtol=1e-12, atol=0.0):
    np.testing.assert_allclose(np.asarray(found), expected, rtol=rtol, atol=atol)


@pytest.mark.parametrize("zero", [0.0, 0j])
def test_kummers_function_of_negative_parameters(zero):
    given = [(100, -20.5, -100), (100, -20.5, -50), (200, -50.5, -20), (50, -10.5, -30), (100, -20.5, -10), (-33.0, -89.4, -196.0),
        (20.5, -100.5, 50), (-120.5, -20.5, 100), (30, -5.2, -80), (12.5, -7.3, -44.0)]
    a, b, z = np.array(given, dtype=float).T
    expected = [float(mpmath.hyp1f1(*each)) for each in given]
    near(special.hyp1f1(xparray.asarray(a), xparray.asarray(b), xparray.asarray(z + zero)).real, expected, 1e-13)


def test_modified_functions_of_large_orders_over_the_plane():
    # Of mpmath with 40 digits.
    v, z = np.array([1000.0, 1000.0, 1000.0, -1000.5]), np.array([600 + 1j, 1000 + 50j, 700 - 300j, 600 + 1j])
    first = [
        -3.5800514850265904e-54 + 9.158610454143407e-54j, 1.6073289859399815e228 + 6.5795701121610095e229j,
        -7.4845435904766e55 + 1.45749008518643e56j, -1.9256538868839e49 - 4.9095339138531e49j,
    ]
    second = [
        -1.5891580616902557e49 - 4.0601551126649174e49j, -3.1488698208401952e-237 - 5.3718969407267261e-234j,
        -8.147881083066e-61 - 2.38906209933975e-60j, -3.0248100521954e49 - 7.7118778381553e49j,
    ]
    near(special.iv(xparray.asarray(v), xparray.asarray(z)), first, 1e-11)
    near(special.kv(xparray.asarray(v), xparray.asarray(z)), second, 1e-11)


def test_what_is_no_number_over_the_plane():
    inf = np.inf
    z = xparray.asarray([1 + 800j, 1 - 800j])
    near(special.hankel2(2.0, z), [complex(-inf, inf), 0])
    near(special.hankel1(2.0, z), [0, complex(-inf, -inf)])
    near(special.yv(2.0, z), [complex(-inf, -inf), complex(-inf, inf)])
    near(special.kv(150.0, xparray.asarray(0.5 + 0.2j)), complex(inf, -inf))
    near(special.iv(500.5, xparray.asarray(20 + 3j)), 0)
    for order in (0.0, 3.0):
        near(special.yv(order, xparray.asarray(0j)), scipy.special.yv(order, 0j))


@pytest.mark.parametrize("v", [0.0, 1.0, 0.1, -0.5, -1.3, 2.5])
@pytest.mark.parametrize("x", [5e-324, 1e-310, 2.3e-308])
def test_bessel_functions_of_the_smallest_numbers(v, x):
    for name, exact in (("jv", mpmath.besselj), ("yv", mpmath.bessely)):
        near(getattr(special, name)(v, xparray.asarray(x)), float(exact(v, mpmath.mpf(x))), 1e-13)


def test_fishers_test_of_larger_tables():
    # Among the tables with the same sums, counted by hand.
    found = stats.fisher_exact(xparray.asarray([[3, 0, 1], [0, 2, 2]]))
    near(found, (3 / 70, 16 / 70), 1e-12)
    table = [[8, 2, 12], [1, 5, 2]]
    method = scipy.stats.MonteCarloMethod(n_resamples=20000, rng=np.random.default_rng(3))
    expected = scipy.stats.fisher_exact(table, method=method)
    found = stats.fisher_exact(table)
    near(found.statistic, expected.statistic, 1e-10)
    assert abs(found.pvalue - expected.pvalue) < 0.01
    near(stats.fisher_exact([[1, 2, 3]]), (1.0, 1.0))
    near(stats.fisher_exact([[8, 2], [1, 5]]), scipy.stats.fisher_exact([[8, 2], [1, 5]]), 1e-10)
    for wrong, options in (([1, 2], {}), ([[1, -2], [3, 4]], {}), ([[1, 2, 3], [4, 5, 6]], {"alternative": "less"})):
        with pytest.raises(ValueError):
            stats.fisher_exact(wrong, **options)
    with pytest.raises(ValueError, match="more than 1000"):
        stats.fisher_exact(np.eye(700, dtype=int))


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("policy", ["propagate", "omit"])
@pytest.mark.parametrize("axis", [0, 1, None])
@pytest.mark.parametrize("keepdims", [False, True])
def test_nan_of_means_and_entropies(policy, axis, keepdims):
    x = np.random.default_rng(3).uniform(0.5, 2, size=(5, 6))
    y = x[::-1].copy()
    x[1, 2] = y[3, 3] = np.nan
    options = {"axis": axis, "nan_policy": policy, "keepdims": keepdims}
    near(stats.trim_mean(xparray.asarray(x), 0.2, **options), scipy.stats.trim_mean(x, 0.2, **options))
    near(stats.entropy(xparray.asarray(x), base=2.0, **options), scipy.stats.entropy(x, base=2.0, **options))
    near(stats.entropy(xparray.asarray(x), xparray.asarray(y), **options), scipy.stats.entropy(x, y, **options), 1e-11)
    with pytest.raises(ValueError):
        stats.trim_mean(xparray.asarray(x), 0.2, nan_policy="raise")


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("alternative", ["two-sided", "less", "greater"])
def test_correlations_of_few_points(alternative):
    for x, y in (([1, 2], [3, 5]), ([1, 2], [5, 3]), ([1, 2, 3], [2, 4, 6]), ([1, 2, 3], [6, 4, 2]), ([1, 2, 3], [1, 3, 2]),
        ([1, 2, 2], [1, 1, 2]), ([1, 2, 3, 4], [2, 4, 6, 8]), ([1, 2, 3], [2, 2, 2]), ([1, 2], [3, 3])):
        x, y = np.array(x, dtype=float), np.array(y, dtype=float)
        for name in ("pearsonr", "spearmanr", "kendalltau", "linregress"):
            found = getattr(stats, name)(xparray.asarray(x), xparray.asarray(y), alternative=alternative)
            expected = getattr(scipy.stats, name)(x, y, alternative=alternative)
            if name == "pearsonr" and abs(found.statistic) == 1:
                # Exactly 1 here, where SciPy rounds.
                near(found, expected, 1e-15, 2e-8)
            else:
                near(found, expected, 1e-9, 1e-15)


@pytest.mark.parametrize("policy", ["propagate", "omit"])
def test_nan_of_several_variables(policy):
    x = np.random.default_rng(4).normal(size=(8, 3))
    near(stats.spearmanr(xparray.asarray(x), nan_policy=policy).pvalue, scipy.stats.spearmanr(x, nan_policy=policy).pvalue, 1e-10, 1e-40)


@pytest.mark.parametrize("metric", ["chessboard", "taxicab", np.array([[0, 1, 1], [1, 1, 0], [0, 1, 1]], dtype=bool)])
@pytest.mark.parametrize("shape", [(9, 7), (1, 5), (6, 6)])
def test_places_of_distances_in_steps(metric, shape):
    x = (np.random.default_rng(5).random(shape) < 0.85).astype(int)
    for image in (x, np.ones(shape)):
        found = ndimage.distance_transform_cdt(xparray.asarray(image), metric, return_indices=True)
        for ours, theirs in zip(found, scipy.ndimage.distance_transform_cdt(image, metric, return_indices=True)):
            same(ours, theirs)
    expected = scipy.ndimage.distance_transform_cdt(x, metric, return_distances=False, return_indices=True)
    same(ndimage.distance_transform_cdt(xparray.asarray(x), metric, return_distances=False, return_indices=True), expected)
    distances, places = xparray.zeros(shape, dtype="int32"), xparray.zeros((2, *shape), dtype="int32")
    written = ndimage.distance_transform_cdt(xparray.asarray(x), metric, return_indices=True, distances=distances, indices=places)
    assert written is None
    same(distances, scipy.ndimage.distance_transform_cdt(x, metric))
    same(places, expected)
    for wrong in ("euclid", np.ones((2, 2))):
        with pytest.raises(ValueError):
            ndimage.distance_transform_cdt(xparray.asarray(x), wrong)


def test_places_of_distances_in_space():
    x = (np.random.default_rng(6).random((4, 5, 3)) < 0.9).astype(int)
    for metric in ("chessboard", "taxicab"):
        found = ndimage.distance_transform_cdt(xparray.asarray(x), metric, return_indices=True)
        for ours, theirs in zip(found, scipy.ndimage.distance_transform_cdt(x, metric, return_indices=True)):
            same(ours, theirs)
    places = ndimage.distance_transform_edt(xparray.asarray(x), return_distances=False, return_indices=True)
    assert places.dtype == "int32"


@pytest.mark.parametrize("k", [1, 3, 4])
@pytest.mark.parametrize("place", [0.0, 0.2, 1.0, 2.9, 3.3, 5.7, 6.0])
@pytest.mark.parametrize("m", [1, 2])
def test_knots_of_periodic_splines(k, place, m):
    x = np.linspace(0, 6, 13)
    y = np.cos(x * np.pi / 3) + np.sin(x * 2 * np.pi / 3)
    y[-1] = y[0]
    expected = scipy.interpolate.make_interp_spline(x, y, k, bc_type="periodic")
    expected.extrapolate = "periodic"
    found = interpolate.BSpline(*map(xparray.asarray, expected.tck[:2]), k, "periodic")
    try:
        expected = expected.insert_knot(place, m)
    except ValueError:
        with pytest.raises(ValueError):
            found.insert_knot(place, m)
        return
    found = found.insert_knot(place, m)
    near(found.t, expected.t, 1e-13, 1e-14)
    near(found.c[: len(found.t) - k - 1], expected.c[: len(expected.t) - k - 1], 1e-12, 1e-13)


def test_smallest_eigenvalues_of_operators():
    a = np.diag(np.concatenate([[-0.3, 0.1, 0.5], np.arange(3.0, 30.0)]))
    a[3, 4] = a[4, 3] = 0.2
    matrix = xparray.asarray(a)
    operator = linalg.LinearOperator((30, 30), matvec=lambda x: matrix @ x, dtype="float64")
    values, vectors = linalg.eigsh(operator, k=3, which="SM")
    near(values, scipy.sparse.linalg.eigsh(a, k=3, which="SM")[0], 1e-9)
    near(matrix @ vectors, np.asarray(vectors) * np.asarray(values), 1e-7, 1e-8)
    near(linalg.eigsh(operator, k=2, which="SA", return_eigenvectors=False), [-0.3, 0.1], 1e-9)
    # A matrix without an inverse.
    a[2, 2] = 0.0
    near(linalg.eigsh(xparray.asarray(a), k=3, which="SM", return_eigenvectors=False), [-0.3, 0.0, 0.1], 1e-9, 1e-12)


def test_what_qhull_would_do_otherwise_is_named():
    points = np.random.default_rng(7).random((9, 2))
    for name, value, word in (("qhull_options", "Qbb QJ Qu", "Qu"), ("furthest_site", True, "furthest"), ("incremental", True, "incremental")):
        with pytest.raises(NotImplementedError, match=word):
            spatial.Delaunay(points, **{name: value})
    found = spatial.Delaunay(points, qhull_options="QJ Qbb Qc").simplices
    expected = scipy.spatial.Delaunay(points, qhull_options="QJ Qbb Qc").simplices
    assert {frozenset(each) for each in found.tolist()} == {frozenset(each) for each in expected.tolist()}


def test_smoothing_splines_of_all_knots():
    # Of so small a sum that there is a knot for each point, the spline is still smoothed up to it.
    for seed in range(12):
        rng = np.random.default_rng(seed)
        x, y, k = np.sort(rng.random(12) * 5), rng.normal(size=12), seed % 5 + 1
        found = interpolate.UnivariateSpline(xparray.asarray(x), xparray.asarray(y), k=k, s=0.5)
        expected = scipy.interpolate.UnivariateSpline(x, y, k=k, s=0.5)
        near(found.get_residual(), expected.get_residual(), 1e-4)
        near(found(xparray.asarray(x)), expected(x), 1e-3, 1e-3)


@pytest.mark.parametrize("k", [0, 1, 2, 3])
def test_periodic_splines_beyond_their_ends(k):
    x, y = np.array([0.0, 1.0, 2.5, 4.0, 5.0]), np.array([1.0, 3.0, -1.0, 2.0, 1.0])
    places = np.array([-1.3, 0.7, 6.2])
    found = interpolate.make_interp_spline(xparray.asarray(x), xparray.asarray(y), k, bc_type="periodic")
    near(found(xparray.asarray(places)), scipy.interpolate.make_interp_spline(x, y, k, bc_type="periodic")(places), 1e-11)


def test_differences_of_unsigned_sparse_arrays():
    a = np.array([[0, 1, 2], [3, 0, 0]], dtype="uint64")
    b = np.array([[1, 1, 1], [0, 5, 2]], dtype="int16")
    expected = b - scipy.sparse.csr_array(a)
    near(xparray.asarray(b) - sparse.csr_array(a), expected)
    near(sparse.csr_array(a) - xparray.asarray(b), -expected)


@pytest.mark.parametrize("name", ["csr_matrix", "csc_matrix", "coo_matrix", "csr_array"])
def test_what_is_computed_along_axes_of_sparse_matrices(name):
    a = np.array([[0.0, 1.0, 2.0], [3.0, 0.0, -1.0]])
    ours, theirs = getattr(sparse, name)(a), getattr(scipy.sparse, name)(a)
    for method in ("sum", "mean", "max", "min", "argmax", "argmin"):
        for axis in (0, 1, None):
            found, expected = getattr(ours, method)(axis=axis), getattr(theirs, method)(axis=axis)
            expected = expected.toarray() if hasattr(expected, "toarray") else np.asarray(expected)
            assert np.shape(found) == expected.shape
            near(found, expected)
    for method in ("sqrt", "sin", "rint", "floor", "sign", "expm1", "arctan", "deg2rad", "trunc"):
        near(getattr(abs(ours), method)().toarray(), getattr(abs(theirs), method)().toarray())


def test_signals_of_rare_options():
    rng = np.random.default_rng(8)
    x = rng.normal(size=(5, 6))
    for options in ({}, {"N": 4}, {"N": (3, 4)}, {"axes": (1, 0)}):
        near(signal.hilbert2(xparray.asarray(x), **options), scipy.signal.hilbert2(x, **options), 1e-12, 1e-13)
    z, p, gain = scipy.signal.bessel(2, [0.2, 0.5], "band", analog=True, output="zpk")
    near(signal.zpk2sos(z, p, gain, analog=True), scipy.signal.zpk2sos(z, p, gain, analog=True), 1e-12)
    h = scipy.signal.firwin(11, 0.4)
    for n in (128, 255):
        for half in (True, False):
            near(signal.minimum_phase(h, n_fft=n, half=half), scipy.signal.minimum_phase(h, n_fft=n, half=half), 1e-9, 1e-12)
    for n in (4, 5):
        expected = scipy.signal.decimate(x, 2, n=n, ftype="fir", axis=0)
        near(signal.decimate(xparray.asarray(x), 2, n=n, ftype="fir", axis=0), expected, 1e-10, 1e-13)
    for mode in ("line", "smooth"):
        expected = scipy.signal.resample_poly(x + 1j * x[::-1], 2, 3, axis=1, padtype=mode)
        near(signal.resample_poly(xparray.asarray(x + 1j * x[::-1]), 2, 3, axis=1, padtype=mode), expected, 1e-10, 1e-12)
    single = x.astype("float32")
    same(signal.wiener(xparray.asarray(single)), scipy.signal.wiener(single), 1e-5, 1e-6)
    window = np.array([0.5, 1.0, 0.5])
    found = signal.resample_poly(xparray.asarray(single), 2, 1, window=xparray.asarray(window))
    same(found, scipy.signal.resample_poly(single, 2, 1, window=window), 1e-6, 1e-7)
    same(signal.resample_poly(xparray.asarray(np.arange(4)), 3, 3), scipy.signal.resample_poly(np.arange(4), 3, 3))


@pytest.mark.filterwarnings("ignore")
def test_spectrograms_of_segments_longer_than_the_signal():
    x = np.random.default_rng(9).normal(size=12)
    for ours, theirs in zip(signal.spectrogram(xparray.asarray(x), nperseg=16), scipy.signal.spectrogram(x, nperseg=16)):
        near(ours, theirs, 1e-10, 1e-15)


@pytest.mark.filterwarnings("ignore")
def test_descriptions_of_several_samples():
    x = np.random.default_rng(10).normal(size=(4, 6))
    given = xparray.asarray(x)
    for axis in (0, 1, None):
        found, expected = stats.describe(given, axis=axis), scipy.stats.describe(x, axis=axis)
        assert found.nobs == expected.nobs and isinstance(found.nobs, int)
        near(found.kurtosis, expected.kurtosis, 1e-11)
        near(stats.median_abs_deviation(given, axis, scale="normal"), scipy.stats.median_abs_deviation(x, axis, scale="normal"), 1e-13)
        near(stats.moment(given, [1, 2, 3], axis), scipy.stats.moment(x, [1, 2, 3], axis), 1e-11, 1e-15)
    x[1, 2] = np.nan
    near(stats.describe(xparray.asarray(x), nan_policy="omit").nobs, scipy.stats.describe(x, nan_policy="omit").nobs)


@pytest.mark.parametrize("shape, axis", [((64,), -1), ((3, 64), -1), ((64, 2), 0)])
def test_spectra_of_windows_of_weights(shape, axis):
    rng = np.random.default_rng(11)
    x, y = rng.normal(size=shape), rng.normal(size=shape)
    weights = rng.random(16) + 0.2
    for name, given, options in (("welch", (x,), {}), ("csd", (x, y), {}), ("coherence", (x, y), {"noverlap": 5}), ("spectrogram", (x,), {}),
        ("stft", (x,), {"nperseg": 16})):
        found = getattr(signal, name)(*map(xparray.asarray, given), window=xparray.asarray(weights), axis=axis, **options)
        expected = getattr(scipy.signal, name)(*given, window=weights, axis=axis, **options)
        for ours, theirs in zip(found, expected):
            near(ours, theirs, 1e-9, 1e-13)
    window = rng.random(64) + 0.1
    found = signal.periodogram(xparray.asarray(x), window=xparray.asarray(window), axis=axis)[1]
    near(found, scipy.signal.periodogram(x, window=window, axis=axis)[1], 1e-9, 1e-13)
    spectra = scipy.signal.stft(x, window=weights, nperseg=16, axis=axis)[2]
    if axis == -1:
        near(signal.istft(xparray.asarray(spectra), window=weights)[1], x, 1e-9, 1e-12)
    assert signal.check_NOLA(weights, 16, 8) == scipy.signal.check_NOLA(weights, 16, 8)
    with pytest.raises(ValueError):
        signal.welch(xparray.asarray(x), window=weights, nperseg=20, axis=axis)


@pytest.mark.parametrize("mode", ["full", "same", "valid"])
def test_signals_of_truth_values(mode):
    a, b = np.array([True, False, True, True, False]), np.array([True, False, True])
    for name in ("convolve", "correlate"):
        same(getattr(signal, name)(xparray.asarray(a), xparray.asarray(b), mode), getattr(scipy.signal, name)(a, b, mode))
        for other in (np.array([1, 2, 3]), np.array([1.0, 0.5])):
            same(getattr(signal, name)(xparray.asarray(a), xparray.asarray(other), mode), getattr(scipy.signal, name)(a, other, mode), 1e-12)
    found = signal.fftconvolve(xparray.asarray(a), xparray.asarray(b), mode)
    same(found, scipy.signal.fftconvolve(a, b, mode), 1e-12, 1e-12)
