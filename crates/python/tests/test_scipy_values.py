"""Values of SciPy's functions, and what they refuse, where arguments are unusual, beside SciPy."""

import numpy as np
import pytest
import scipy
import scipy.interpolate
import scipy.linalg
import scipy.ndimage
import scipy.signal
import scipy.sparse
import scipy.sparse.linalg
import scipy.spatial
from scipy.spatial.transform import Rotation as Turn

import xparray
from xparray.scipy import interpolate, linalg, ndimage, signal, sparse, spatial

RNG = np.random.default_rng(5)
SQUARE = RNG.normal(size=(6, 6))
SYMMETRIC = SQUARE + SQUARE.T
POSITIVE = SQUARE @ SQUARE.T + np.eye(6)
SIGNAL = RNG.normal(size=(2, 23))


def given(x):
    return xparray.asarray(np.asarray(x))


def same(found, expected, tolerance=1e-12):
    found, expected = np.asarray(found), np.asarray(expected)
    assert found.dtype == expected.dtype and found.shape == expected.shape
    np.testing.assert_allclose(found, expected, rtol=tolerance, atol=tolerance)


def alike(found, expected, tolerance=1e-9):
    """The same columns but for signs."""
    same(np.abs(np.asarray(found)), np.abs(expected), tolerance)


# Eigenvalues of large matrices.


@pytest.mark.parametrize("dtype", ["float64", "float32"])
@pytest.mark.parametrize("n", [25, 40, 60])
def test_the_smallest_eigenvalues_are_as_precise_as_the_norm_lets_them(n, dtype):
    a = scipy.sparse.diags_array([np.full(n, 2.0), np.full(n - 1, -1.0), np.full(n - 1, -1.0)], offsets=[0, 1, -1]).tocsr()
    ours = sparse.csr_array(given(a.toarray().astype(dtype)))
    tolerance = 1e-12 if dtype == "float64" else 1e-5
    exact = np.sort(2 - 2 * np.cos(np.arange(1, n + 1) * np.pi / (n + 1)))
    for k in (1, 4):
        np.testing.assert_allclose(np.asarray(sparse.linalg.eigsh(ours, k, which="SA")[0]), exact[:k], atol=tolerance)
    np.testing.assert_allclose(np.asarray(sparse.linalg.eigsh(ours, 5, which="BE")[0]), exact[[0, 1, -3, -2, -1]], atol=tolerance)
    found = sparse.linalg.eigs(ours, 3, which="SR", maxiter=2000)[0]
    np.testing.assert_allclose(np.sort(np.asarray(found).real), exact[:3], atol=10 * tolerance)


@pytest.mark.parametrize("which", ["LM", "LR", "SR", "LI", "SM"])
def test_eigenvalues_of_random_matrices(which):
    a = np.random.default_rng(1).normal(size=(200, 200))
    found = np.asarray(sparse.linalg.eigs(given(a), 4, which=which)[0])
    all_of_them = np.linalg.eigvals(a)
    for value in found:
        assert np.abs(all_of_them - value).min() < 1e-9
    keys = {"LM": np.abs, "LR": np.real, "SR": lambda w: -np.real(w), "LI": lambda w: np.abs(np.imag(w)), "SM": lambda w: -np.abs(w)}
    np.testing.assert_allclose(np.sort(keys[which](found)), np.sort(keys[which](all_of_them))[-4:], rtol=1e-9)


def test_the_smallest_singular_values():
    a = np.diag(np.arange(1.0, 31.0))[:, :25] + 0.01 * np.random.default_rng(2).normal(size=(30, 25))
    expected = scipy.linalg.svdvals(a)
    for x in (a, a.T):
        same(sparse.linalg.svds(given(x), 3, which="SM", return_singular_vectors=False), expected[:-4:-1], 1e-9)
        u, s, vh = map(np.asarray, sparse.linalg.svds(given(x), 3, which="SM"))
        np.testing.assert_allclose(x @ vh.T, u * s, atol=1e-9)


def test_random_state_is_rng():
    for name in ("random_array", "random", "rand"):
        shape = ((5, 6),) if name == "random_array" else (5, 6)
        function = getattr(sparse, name)
        same(function(*shape, density=0.3, random_state=7).toarray(), function(*shape, density=0.3, rng=7).toarray())


# Sparse systems.


def test_least_squares_give_scipys_numbers():
    rng = np.random.default_rng(3)
    a, b, x0 = rng.normal(size=(20, 8)), rng.normal(size=20), rng.normal(size=8)
    for options in ({}, {"damp": 0.7}, {"x0": x0}, {"atol": 1e-12, "btol": 1e-12}):
        ours, theirs = sparse.linalg.lsqr(given(a), given(b), calc_var=True, **options), scipy.sparse.linalg.lsqr(a, b, calc_var=True, **options)
        assert len(ours) == 10 and ours[1:3] == theirs[1:3]
        # SciPy's estimate of the first norm is that of a step before.
        np.testing.assert_allclose(ours[3], np.linalg.norm(b - a @ theirs[0]), rtol=1e-6)
        np.testing.assert_allclose(ours[4:7], theirs[4:7], rtol=1e-6)
        np.testing.assert_allclose(np.asarray(ours[9]), theirs[9], rtol=1e-6)
        np.testing.assert_allclose(np.asarray(ours[0]), theirs[0], rtol=1e-6, atol=1e-9)
        ours, theirs = sparse.linalg.lsmr(given(a), given(b), **options), scipy.sparse.linalg.lsmr(a, b, **options)
        assert len(ours) == 8 and ours[1:3] == theirs[1:3]
        np.testing.assert_allclose([ours[3], *ours[5:]], [theirs[3], *theirs[5:]], rtol=1e-6)
    square = POSITIVE
    for name in ("lsqr", "lsmr"):
        assert getattr(sparse.linalg, name)(given(square), given(square.sum(1)), atol=1e-10, btol=1e-10)[1] == 1
        assert getattr(sparse.linalg, name)(given(square), given(np.zeros(6)))[1] == 0
    assert sparse.linalg.lsqr(given(a), given(b), iter_lim=2)[1] == scipy.sparse.linalg.lsqr(a, b, iter_lim=2)[1] == 7
    assert sparse.linalg.lsqr(given(a), given(b), conlim=2)[1] == scipy.sparse.linalg.lsqr(a, b, conlim=2)[1] == 3


def test_callbacks_of_gmres():
    b = np.arange(6.0)
    seen, expected = [], []
    sparse.linalg.gmres(given(POSITIVE), given(b), rtol=1e-10, callback=seen.append, callback_type="pr_norm")
    scipy.sparse.linalg.gmres(POSITIVE, b, rtol=1e-10, callback=expected.append, callback_type="pr_norm")
    np.testing.assert_allclose(seen[:5], expected[:5], rtol=1e-6)
    solutions = []
    sparse.linalg.gmres(given(POSITIVE), given(b), rtol=1e-10, callback=solutions.append, callback_type="x")
    np.testing.assert_allclose(np.asarray(solutions[-1]), np.linalg.solve(POSITIVE, b), rtol=1e-8)
    with pytest.raises(ValueError):
        sparse.linalg.gmres(given(POSITIVE), given(b), callback=seen.append, callback_type="y")


@pytest.mark.parametrize("rows", [[[1.0, 1.0], [1.0, 1.0]], [[1.0, 2.0], [2.0, 4.0]], [[0.0, 0.0], [0.0, 1.0]]])
def test_incomplete_factors_of_singular_matrices(rows):
    with pytest.raises(RuntimeError):
        scipy.sparse.linalg.spilu(scipy.sparse.csc_array(rows))
    with pytest.raises((RuntimeError, linalg.LinAlgError)):
        sparse.linalg.spilu(sparse.csc_array(rows))


def test_triangles_of_mixed_types():
    a = np.tril(SQUARE) + 4 * np.eye(6)
    for left, right in (("float32", "float64"), ("int64", "float32"), ("float64", "complex128"), ("int64", "int64")):
        x, b = np.rint(a * 3).astype(left) if left == "int64" else a.astype(left), np.arange(1, 7).astype(right)
        x = np.tril(x)
        found = sparse.linalg.spsolve_triangular(sparse.csr_array(given(x)), given(b))
        np.testing.assert_allclose(np.asarray(found), np.linalg.solve(x.astype(complex), b), rtol=1e-4)
    x, b = np.array([[2, 0], [1, 3]]), np.array([4, 11])
    same(linalg.solve_triangular(given(x), given(b), lower=True), scipy.linalg.solve_triangular(x, b, lower=True))


def test_extrema_of_sparse_and_dense_arrays():
    a, b = np.array([[1.0, 0.0], [0.0, -2.0]]), np.array([[0.0, 3.0], [-1.0, -5.0]])
    for name in ("maximum", "minimum"):
        found = getattr(sparse.csr_array(given(a)), name)(given(b))
        same(found, getattr(scipy.sparse.csr_array(a), name)(b))


# Linear algebra.


@pytest.mark.parametrize("name", ["sinm", "cosm", "sinhm", "coshm", "expm"])
def test_functions_of_unknown_matrices_are_unknown(name):
    for x in (np.array([[np.nan, 1.0], [0.0, 1.0]]), np.array([[1.0, np.inf], [0.0, 1.0]]), np.array([[np.nan + 1j, 1.0], [0.0, 1.0]])):
        found = np.asarray(getattr(linalg, name)(given(x)))
        assert np.isnan(found).all() and found.dtype == x.dtype


def test_exponentials_that_are_too_large():
    for x in (np.diag([800.0, 1.0]), np.diag([1.0, 800.0, 2.0, -800.0]), np.array([[800.0, 1.0], [0.0, 1.0]]), np.diag([2.0, 3.0, 5.0])):
        same(linalg.expm(given(x)), scipy.linalg.expm(x))


@pytest.mark.parametrize("name", ["inv", "det", "pinv", "svd", "svdvals", "eig", "eigh", "eigvals", "lu", "lu_factor", "qr", "cholesky", "schur", "norm"])
def test_what_is_not_finite_is_refused(name):
    for bad in (np.nan, np.inf):
        x = POSITIVE.copy()
        x[2, 3] = x[3, 2] = bad
        with pytest.raises(ValueError, match="infs or NaNs"):
            getattr(linalg, name)(given(x))
    for call in (lambda x: linalg.solve(given(POSITIVE), x), lambda x: linalg.cho_solve((x, True), given(np.ones(6)))):
        with pytest.raises(ValueError, match="infs or NaNs"):
            call(given(np.full((6, 6), np.nan)))
    assert np.isnan(np.asarray(linalg.det(given(np.full((2, 2), np.nan)), check_finite=False)))


@pytest.mark.parametrize("kind", [1, 2, 3])
@pytest.mark.parametrize("lower", [False, True])
def test_generalized_problems_of_all_types(kind, lower):
    expected = scipy.linalg.eigh(SYMMETRIC, POSITIVE, type=kind, lower=lower)
    found = linalg.eigh(given(SYMMETRIC), given(POSITIVE), type=kind, lower=lower)
    same(found[0], expected[0], 1e-9)
    alike(found[1], expected[1])
    part = linalg.eigvalsh(given(np.tril(SYMMETRIC) if lower else np.triu(SYMMETRIC)), given(POSITIVE), type=kind, lower=lower, subset_by_index=[1, 3])
    same(part, expected[0][1:4], 1e-9)
    with pytest.raises(ValueError):
        linalg.eigh(given(SYMMETRIC), type=4)


@pytest.mark.parametrize("options", [{}, {"select": "i", "select_range": (1, 3)}, {"select": "v", "select_range": (-1.0, 2.5)}])
def test_some_eigenvalues_of_bands(options):
    band = np.array([np.arange(1.0, 7.0), [1, -1, 0.5, 2, 1, 0]])
    ours, theirs = linalg.eig_banded(given(band), lower=True, **options), scipy.linalg.eig_banded(band, lower=True, **options)
    same(ours[0], theirs[0], 1e-10)
    alike(ours[1], theirs[1])
    same(linalg.eigvals_banded(given(band), lower=True, **options), theirs[0], 1e-10)
    d, e = band[0], band[1, :5]
    ours, theirs = linalg.eigh_tridiagonal(given(d), given(e), **options), scipy.linalg.eigh_tridiagonal(d, e, **options)
    same(ours[0], theirs[0], 1e-10)
    alike(ours[1], theirs[1])
    same(linalg.eigvalsh_tridiagonal(given(d), given(e), **options), theirs[0], 1e-10)
    same(linalg.eigh_tridiagonal(given(d), given(e), eigvals_only=True), scipy.linalg.eigh_tridiagonal(d, e, eigvals_only=True), 1e-10)
    with pytest.raises(ValueError):
        linalg.eigvals_banded(given(band), lower=True, select="i", select_range=(0, 9))


@pytest.mark.parametrize("sort", ["lhp", "rhp", "iuc", "ouc"])
@pytest.mark.parametrize("output", ["real", "complex"])
def test_schur_forms_are_sorted(sort, output):
    t, z, count = linalg.schur(given(SQUARE), output=output, sort=sort)
    expected = scipy.linalg.schur(SQUARE, output=output, sort=sort)
    assert count == expected[2]
    t, z = np.asarray(t), np.asarray(z)
    np.testing.assert_allclose(z @ t @ z.conj().T, SQUARE, atol=1e-10)
    front, wanted = (np.linalg.eigvals(each[:count, :count]) for each in (t, expected[0]))
    for part in (np.real, np.imag):
        np.testing.assert_allclose(np.sort(part(front)), np.sort(part(wanted)), atol=1e-9)
    assert linalg.schur(given(SQUARE), sort=lambda re, im: re > 0)[2] == scipy.linalg.schur(SQUARE, sort=lambda re, im: re > 0)[2]
    with pytest.raises(ValueError):
        linalg.schur(given(SQUARE), sort="front")


# Images.


@pytest.mark.parametrize("order", range(6))
@pytest.mark.parametrize("dtype", ["float64", "float32"])
def test_coefficients_go_on_with_the_last_one(order, dtype):
    x = np.array([1.0, 5.0, 2.0, 7.0, 3.0, 9.0, 4.0], dtype=dtype)
    places = np.array([[-20.0, -0.7, -0.5, -0.2, 0.0, 0.3, 5.4, 6.5, 8.0, 1e9]])
    tolerance = 1e-12 if dtype == "float64" else 1e-6
    for prefilter in (False, True):
        options = {"order": order, "mode": "nearest", "prefilter": prefilter}
        same(ndimage.map_coordinates(given(x), given(places), **options), scipy.ndimage.map_coordinates(x, places, **options), tolerance)
        for shift in (-0.6, 1.4, 9.5):
            same(ndimage.shift(given(x), shift, **options), scipy.ndimage.shift(x, shift, **options), tolerance)
    image = np.arange(20.0).reshape(4, 5) ** 1.5 % 7
    options = {"order": order, "mode": "nearest", "prefilter": False, "offset": (-1.2, 0.4)}
    matrix = np.array([[1.3, 0.2], [-0.1, 1.1]])
    same(ndimage.affine_transform(given(image), given(matrix), **options), scipy.ndimage.affine_transform(image, matrix, **options))


@pytest.mark.parametrize("dtype", ["int64", "uint8", "int16", "float32", "float64"])
def test_sums_of_one_label_are_sums(dtype):
    x, labels = np.arange(6).astype(dtype), np.array([0, 1, 1, 2, 2, 0])
    for index in (None, 1, 5, [1], [2, 1, 7]):
        same(ndimage.sum_labels(given(x), given(labels), index), scipy.ndimage.sum_labels(x, labels, index))
    same(ndimage.sum_labels(given(x)), scipy.ndimage.sum_labels(x))


def test_labels_may_be_floats():
    x, labels = np.arange(6), np.array([0, 1, 1, 2, 2, 0]) / 2
    for name in ("mean", "variance", "maximum", "minimum", "median", "sum_labels", "standard_deviation"):
        for index in (None, 0.5, [0.5, 1.0], [[1.0], [0.5]]):
            same(getattr(ndimage, name)(given(x), given(labels), index), getattr(scipy.ndimage, name)(x, labels, index))
    assert ndimage.maximum_position(given(x), given(labels), [0.5, 1.0]) == [(2,), (4,)]


def test_radii_of_gaussian_filters():
    image = np.arange(20.0).reshape(4, 5) ** 1.5 % 7
    for radius in (2, (1, 3)):
        same(ndimage.gaussian_filter(given(image), 1.5, radius=radius), scipy.ndimage.gaussian_filter(image, 1.5, radius=radius))


def test_distances_are_written_into_arrays():
    image = np.array([[0, 1, 1, 1], [1, 1, 1, 1], [1, 1, 0, 1]])
    distances, indices = xparray.zeros((3, 4)), xparray.zeros((2, 3, 4), dtype="int32")
    assert ndimage.distance_transform_edt(given(image), return_indices=True, distances=distances, indices=indices) is None
    same(distances, scipy.ndimage.distance_transform_edt(image))
    steps = xparray.zeros((3, 4), dtype="int32")
    assert ndimage.distance_transform_cdt(given(image), distances=steps) is None
    same(steps, scipy.ndimage.distance_transform_cdt(image))
    with pytest.raises(RuntimeError):
        ndimage.distance_transform_cdt(given(image), return_distances=False)


# Signals.


@pytest.mark.parametrize("n", [2, 4, 6, 7])
@pytest.mark.parametrize("mode", ["interp", "mirror", "nearest", "wrap", "constant"])
def test_even_windows_smooth(n, mode):
    for order, deriv in ((1, 0), (1, 1), (min(n - 1, 3), 0)):
        options = {"deriv": deriv, "mode": mode, "cval": 0.5}
        same(signal.savgol_filter(given(SIGNAL), n, order, **options), scipy.signal.savgol_filter(SIGNAL, n, order, **options), 1e-9)
    for pos in (None, 0, n - 1):
        for use in ("conv", "dot"):
            same(signal.savgol_coeffs(n, 1, pos=pos, use=use), scipy.signal.savgol_coeffs(n, 1, pos=pos, use=use), 1e-10)
    with pytest.raises(ValueError):
        signal.savgol_coeffs(n, 1, pos=n)


def test_filters_of_order_zero():
    for output in ("ba", "sos"):
        for name, options in (("butter", ()), ("cheby1", (1.0,)), ("cheby2", (40.0,)), ("ellip", (1.0, 40.0)), ("bessel", ())):
            for band, kind in ((0.3, "low"), (0.3, "high"), ([0.2, 0.3], "band")):
                found = getattr(signal, name)(0, *options, band, kind, output=output)
                expected = getattr(scipy.signal, name)(0, *options, band, kind, output=output)
                for ours, theirs in zip(found, expected):
                    same(ours, theirs)
    for name, options in (("buttap", ()), ("cheb1ap", (1.0,)), ("cheb2ap", (40.0,)), ("ellipap", (1.0, 40.0)), ("besselap", ())):
        z, p, k = getattr(signal, name)(0, *options)
        assert z.shape == p.shape == (0,) and abs(k - getattr(scipy.signal, name)(0, *options)[2]) < 1e-15
    for kind in ("iir", "fir"):
        same(signal.decimate(given(SIGNAL[0]), 2, n=0, ftype=kind), scipy.signal.decimate(SIGNAL[0], 2, n=0, ftype=kind))


def test_spectra_of_signals_of_two_lengths():
    for x, y in ((SIGNAL, SIGNAL[:, :17]), (SIGNAL[0, :11], SIGNAL[1])):
        ours, theirs = signal.csd(given(x), given(y), nperseg=8), scipy.signal.csd(x, y, nperseg=8)
        same(ours[0], theirs[0])
        same(ours[1], theirs[1])


def test_one_frequency_is_a_vector():
    for name, coefficients in (("freqz", ([1.0, 2.0], [1.0, 0.5])), ("freqs", ([1.0, 2.0], [1.0, 0.5])), ("freqz_zpk", ([0.5], [0.2], 1.0))):
        for ours, theirs in zip(getattr(signal, name)(*coefficients, worN=0.5), getattr(scipy.signal, name)(*coefficients, worN=0.5)):
            same(ours, theirs)


def test_filters_that_are_numbers():
    for ours, theirs in zip(signal.tf2ss([1.0], [1.0]), scipy.signal.tf2ss([1.0], [1.0])):
        same(ours, theirs)
    with pytest.raises(ValueError):
        signal.lfilter_zi([1.0], [1.0])
    with pytest.raises(ValueError):
        signal.zpk2sos([], [-1.0], 1.0, analog=True, pairing="nearest")


WINDOWS = [None, "hamming", ("kaiser", 5.0), np.linspace(0.0, 1.0, 23), lambda f: np.exp(-10 * f * f)]


@pytest.mark.parametrize("window", WINDOWS, ids=["none", "name", "numbers", "array", "function"])
@pytest.mark.parametrize("num", [10, 23, 30])
def test_resampling_has_windows(window, num):
    ours = (lambda f: window(np.asarray(f))) if callable(window) else window
    for domain in ("time", "freq"):
        x = SIGNAL if domain == "time" else np.fft.fft(SIGNAL)
        expected = scipy.signal.resample(x, num, axis=1, window=window, domain=domain)
        same(signal.resample(given(x), num, axis=1, window=ours, domain=domain), expected, 1e-10)
    t = np.arange(23) * 0.25 + 1
    found, times = signal.resample(given(SIGNAL), num, given(t), axis=1)
    same(times, scipy.signal.resample(SIGNAL, num, t, axis=1)[1])


@pytest.mark.parametrize("padtype", ["constant", "line", "edge", "symmetric", "reflect", "mean", "median", "maximum", "minimum"])
@pytest.mark.parametrize("window", [("kaiser", 5.0), "hamming", [0.25, 0.5, 0.25]], ids=str)
def test_polyphase_filters_have_windows_and_ends(padtype, window):
    theirs = np.array(window) if isinstance(window, list) else window
    options = {"axis": 1, "padtype": padtype}
    same(signal.resample_poly(given(SIGNAL), 3, 2, window=window, **options), scipy.signal.resample_poly(SIGNAL, 3, 2, window=theirs, **options), 1e-9)


def test_signals_go_on_while_they_are_filtered():
    h = np.array([1.0, -0.5, 0.25])
    for mode in ("constant", "line", "smooth", "edge", "symmetric", "reflect", "antisymmetric", "antireflect", "wrap"):
        same(signal.upfirdn(given(h), given(SIGNAL), 2, 3, mode=mode), scipy.signal.upfirdn(h, SIGNAL, 2, 3, mode=mode))
    same(signal.upfirdn(given(h), given(SIGNAL), mode="constant", cval=2.0), scipy.signal.upfirdn(h, SIGNAL, mode="constant", cval=2.0))
    b, a = scipy.signal.butter(3, 0.3)
    for options in ({"method": "gust"}, {"method": "gust", "irlen": 9}, {"padtype": None}):
        same(signal.filtfilt(b, a, given(SIGNAL), **options), scipy.signal.filtfilt(b, a, SIGNAL, **options), 1e-8)


@pytest.mark.parametrize("boundary", ["zeros", "even", "odd", "constant", None])
@pytest.mark.parametrize("padded", [False, True])
def test_short_times_have_boundaries(boundary, padded):
    options = {"fs": 10.0, "nperseg": 8, "noverlap": 5, "boundary": boundary, "padded": padded}
    found, expected = signal.stft(given(SIGNAL), **options), scipy.signal.stft(SIGNAL, **options)
    for ours, theirs in zip(found, expected):
        same(ours, theirs)
    back = {"fs": 10.0, "nperseg": 8, "noverlap": 5, "window": "hamming", "boundary": boundary is not None}
    spectra = scipy.signal.stft(SIGNAL, window="hamming", **options)[2]
    same(signal.istft(given(spectra), **back)[1], scipy.signal.istft(spectra, **back)[1])
    for ours, theirs in zip(signal.istft(given(spectra[0]), **back), scipy.signal.istft(spectra[0], **back)):
        same(ours, theirs)
    moved, axes = np.moveaxis(spectra, (1, 2), (2, 0)), {"freq_axis": 2, "time_axis": 0}
    same(signal.istft(given(moved), **axes, **back)[1], scipy.signal.istft(moved, **axes, **back)[1])


@pytest.mark.parametrize("floating_mean", [False, True])
@pytest.mark.parametrize("normalize", [False, True, "power", "normalize", "amplitude"])
def test_periodograms_of_weighted_samples(normalize, floating_mean):
    rng = np.random.default_rng(4)
    t, w, freqs = np.sort(rng.uniform(0, 10, 40)), rng.uniform(0.1, 1, 40), np.linspace(0.3, 5, 12)
    y = np.sin(2.5 * t) + 0.7 + 0.1 * rng.normal(size=40)
    for weights in (None, w):
        options = {"normalize": normalize, "floating_mean": floating_mean}
        found = signal.lombscargle(t, y, freqs, weights=weights, **options)
        same(found, scipy.signal.lombscargle(t, y, freqs, weights=weights, **options), 1e-9)


def test_chirps_to_their_vertex():
    t = np.linspace(0, 2, 50)
    for options in ({}, {"vertex_zero": False}, {"vertex_zero": False, "complex": True}):
        same(signal.chirp(given(t), 1.0, 2.0, 6.0, "quadratic", 30, **options), scipy.signal.chirp(t, 1.0, 2.0, 6.0, "quadratic", 30, **options), 1e-10)


# Points and rotations.


@pytest.mark.parametrize("name", ["euclidean", "cosine", "chebyshev", "sqeuclidean", "cityblock", "braycurtis", "canberra", "correlation"])
def test_distances_of_single_numbers_are_double(name):
    x = RNG.normal(size=(4, 3)).astype(np.float32)
    ours, theirs = spatial.distance, scipy.spatial.distance
    same(ours.cdist(given(x), given(x), name), theirs.cdist(x, x, name), 1e-6)
    same(ours.pdist(given(x), name), theirs.pdist(x, name), 1e-6)
    same(getattr(ours, name)(given(x[0]), given(x[1])), getattr(theirs, name)(x[0], x[1]), 1e-5)
    same(spatial.distance_matrix(given(x), given(x)), scipy.spatial.distance_matrix(x, x), 1e-6)
    same(spatial.minkowski_distance(given(x), given(x[::-1].copy()), 3), scipy.spatial.minkowski_distance(x, x[::-1], 3), 1e-6)


def test_pairs_have_weights():
    rng = np.random.default_rng(6)
    x, y, u, v = rng.normal(size=(20, 2)), rng.normal(size=(15, 2)), rng.uniform(size=20), rng.uniform(size=15)
    ours, theirs = [spatial.KDTree(given(x)), spatial.KDTree(given(y))], [scipy.spatial.KDTree(x), scipy.spatial.KDTree(y)]
    r = np.array([0.0, 0.5, 1.0, 3.0])
    for weights in (None, (u, v), (None, v), (u, None)):
        for cumulative in (True, False):
            mine = weights if weights is None else tuple(each if each is None else given(each) for each in weights)
            found = ours[0].count_neighbors(ours[1], given(r), weights=mine, cumulative=cumulative)
            expected = theirs[0].count_neighbors(theirs[1], r, weights=weights, cumulative=cumulative)
            np.testing.assert_allclose(np.asarray(found), expected, rtol=1e-12, atol=1e-12)
    same(ours[0].count_neighbors(ours[0], 0.7, weights=given(u)), theirs[0].count_neighbors(theirs[0], 0.7, weights=u))


def test_options_of_qhull_that_say_how():
    points = np.random.default_rng(8).normal(size=(12, 2))
    for name in ("Delaunay", "Voronoi"):
        getattr(spatial, name)(given(points), qhull_options="Qbb Qc Qz")
        with pytest.raises(NotImplementedError):
            getattr(spatial, name)(given(points), furthest_site=True)
    found = spatial.ConvexHull(given(points), qhull_options="Qt")
    assert abs(found.volume - scipy.spatial.ConvexHull(points, qhull_options="Qt").volume) < 1e-12
    with pytest.raises(NotImplementedError):
        spatial.ConvexHull(given(points), qhull_options="QG4")


def test_one_vector_is_turned_the_shortest_way():
    rotation = spatial.transform.Rotation
    for a, b in (([0, 1, 0], [1, 0, 0]), ([0, 3, 0], [1, 1, 0]), ([1, 2, 3], [-1, 0.5, 2]), ([1, 2, 3], [2, 4, 6])):
        for found, expected in ((rotation.align_vectors([a], [b]), Turn.align_vectors([a], [b])), (rotation.align_vectors(a, b), Turn.align_vectors(a, b))):
            np.testing.assert_allclose(np.asarray(found[0].as_matrix()), expected[0].as_matrix(), atol=1e-12)
            assert abs(found[1] - expected[1]) < 1e-12
    for a in ([1.0, 0, 0], [0, 0, 2.0], [1.0, -2.0, 0.5]):
        found, left = rotation.align_vectors([a], [-3 * np.array(a)])
        direction = np.array(a) / np.linalg.norm(a)
        np.testing.assert_allclose(np.asarray(found.apply(given(-direction))), direction, atol=1e-12)
        assert abs(left - 2 * np.linalg.norm(a)) < 1e-12


def test_angles_are_as_many_as_axes():
    rotation = spatial.transform.Rotation
    for seq, angles in (("z", [1, 2]), ("zx", [1, 2, 3]), ("zx", 1.0)):
        with pytest.raises(ValueError):
            rotation.from_euler(seq, angles)
    for seq, angles in (("z", 1), ("z", [1]), ("z", [[1], [2]]), ("zx", [1, 2]), ("ZX", [[1, 2], [3, 4]])):
        same(rotation.from_euler(seq, angles).as_quat(), Turn.from_euler(seq, angles).as_quat())


@pytest.mark.parametrize("axis", ["X", "Y", "Z"])
@pytest.mark.parametrize("group", ["C1", "C5", "D1", "D4", "T", "O", "I"])
def test_groups_of_rotations(group, axis):
    found, expected = (np.asarray(each.create_group(group, axis).as_quat()) for each in (spatial.transform.Rotation, Turn))
    assert found.shape == expected.shape
    assert (np.abs(found @ expected.T).max(axis=0) > 1 - 1e-9).all() and (np.abs(found @ expected.T).max(axis=1) > 1 - 1e-9).all()
    for wrong in ("Q", "C0", "D", "C-1"):
        with pytest.raises(ValueError):
            spatial.transform.Rotation.create_group(wrong)


@pytest.mark.parametrize("order", ["extrinsic", "intrinsic"])
def test_davenports_angles(order):
    axes = [[0, 0, 1], [1, 0, 0], [0, np.sqrt(0.5), np.sqrt(0.5)]]
    rotation = spatial.transform.Rotation
    for count, angles in ((1, 30.0), (1, [30.0]), (2, [30.0, 40.0]), (3, [[10.0, 20.0, 30.0], [40.0, -50.0, 60.0]])):
        found, expected = (each.from_davenport(axes[:count], order, angles, degrees=True) for each in (rotation, Turn))
        np.testing.assert_allclose(np.asarray(found.as_matrix()), expected.as_matrix(), atol=1e-12)
    with pytest.raises(ValueError):
        rotation.from_davenport([[0, 0, 1], [0, 1, 1]], order, [1, 2])


# Interpolation.


@pytest.mark.parametrize("axis", [0, 1, 2, -1])
def test_coefficients_of_splines_lie_along_an_axis(axis):
    t, c = np.arange(11.0), np.moveaxis(RNG.normal(size=(7, 2, 3)), 0, axis)
    ours, theirs = (each.BSpline(t, c, 3, axis=axis) for each in (interpolate, scipy.interpolate))
    assert ours.axis == theirs.axis
    for x in (4.5, np.linspace(3, 7, 5), np.linspace(3, 7, 4).reshape(2, 2)):
        for nu in (0, 1):
            same(ours(given(x), nu), theirs(x, nu))
        same(ours.derivative()(given(x)), theirs.derivative()(x))
        same(ours.antiderivative()(given(x)), theirs.antiderivative()(x))


@pytest.mark.parametrize("x, m", [(3.0, 1), (4.5, 1), (5.0, 2), (6.2, 3)])
def test_knots_are_inserted(x, m):
    t, c = np.arange(11.0), RNG.normal(size=(7, 2))
    ours, theirs = (each.BSpline(t, c, 3).insert_knot(x, m) for each in (interpolate, scipy.interpolate))
    same(ours.t, theirs.t)
    same(ours.c, theirs.c[: len(theirs.t) - 4], 1e-10)
    at = np.linspace(3, 7, 9)
    same(ours(given(at)), scipy.interpolate.BSpline(t, c, 3)(at), 1e-10)
    with pytest.raises(ValueError):
        interpolate.BSpline(t, c, 3).insert_knot(20.0)


@pytest.mark.parametrize("name", ["PPoly", "BPoly"])
def test_pieces_are_extended(name):
    rng = np.random.default_rng(9)
    c, more = rng.normal(size=(5, 2)), rng.normal(size=(3, 2))
    x = np.array([0.0, 1.0, 2.5])
    higher = rng.normal(size=(6, 2))
    # SciPy puts no polynomials in powers of another degree in front.
    for added, coefficients in (([3.0, 4.5], more), ([3.0, 4.5], higher), ([-2.0, -1.0], more if name == "BPoly" else c)):
        ours, theirs = (getattr(each, name)(c, x) for each in (interpolate, scipy.interpolate))
        ours.extend(given(coefficients), given(added))
        theirs.extend(coefficients, np.array(added))
        same(ours.x, theirs.x)
        at = np.linspace(-2.5, 5, 20)
        same(ours(given(at)), theirs(at), 1e-10)
    with pytest.raises(ValueError):
        interpolate.PPoly(c, x).extend(c, [1.0, 2.0])


@pytest.mark.parametrize("method, degree", [("slinear", 1), ("cubic", 3), ("quintic", 5)])
def test_derivatives_on_grids(method, degree):
    grid, at = (np.linspace(0, 2, 8), np.linspace(1, 4, 9) ** 1.2), np.array([[0.4, 2.0], [1.7, 4.1], [1.1, 1.3]])
    # SciPy's splines are solutions by steps, of few digits: these are polynomials.
    x, y = (np.polynomial.Polynomial([1.0, -2.0, 0.5, 0.3, -0.1, 0.2][: degree + 1]), np.polynomial.Polynomial([2.0, 1.0, -1.0, 0.25, 0.1, -0.05][: degree + 1]))
    values = np.multiply.outer(x(grid[0]), y(grid[1]))
    of = interpolate.RegularGridInterpolator(grid, given(values), method=method)
    for nu in ((1, 0), (0, 1), (1, 1), (0, 0)):
        expected = (x.deriv(nu[0]) if nu[0] else x)(at[:, 0]) * (y.deriv(nu[1]) if nu[1] else y)(at[:, 1])
        same(of(given(at), nu=nu), expected, 1e-8)
    with pytest.raises(ValueError):
        interpolate.RegularGridInterpolator(grid, values, method="pchip")(given(at), nu=(1, 0))
    with pytest.raises(ValueError):
        of([[5.0, 2.0]], nu=(1, 0))
