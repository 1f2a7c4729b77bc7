"""Arguments of SciPy's functions that programs give and that are easily overlooked, beside SciPy."""

import io

import numpy as np
import pytest
import scipy
import scipy.fft
import scipy.interpolate
import scipy.io
import scipy.linalg
import scipy.ndimage
import scipy.signal
import scipy.sparse
import scipy.spatial
import scipy.special
import scipy.stats

import xparray
from xparray.scipy import fft, interpolate, linalg, ndimage, signal, sparse, spatial, special, stats

IMAGE = np.arange(20.0).reshape(4, 5) ** 1.5 % 7


def same(found, expected, tolerance=1e-12):
    found, expected = np.asarray(found), np.asarray(expected)
    assert found.dtype == expected.dtype and found.shape == expected.shape
    np.testing.assert_allclose(found, expected, rtol=tolerance, atol=tolerance)


@pytest.mark.parametrize(
    "name, arguments",
    [
        ("gaussian_filter", (1.0,)), ("median_filter", (3,)), ("uniform_filter", (3,)), ("sobel", ()), ("laplace", ()), ("convolve1d", ([1.0, 2.0],)),
        ("correlate", ([[1.0, 2.0]],)), ("zoom", (1.0,)), ("shift", (0.5,)), ("spline_filter", ()), ("grey_dilation", (3,)), ("rank_filter", (1, 3)),
        ("gaussian_filter1d", (1.0,)), ("maximum_filter1d", (3,)), ("binary_erosion", ()),
    ],
)  # fmt: skip
@pytest.mark.parametrize("dtype", ["float64", "float32"])
def test_filters_write_into_arrays(name, arguments, dtype):
    output, expected = xparray.zeros(IMAGE.shape, dtype=dtype), np.zeros(IMAGE.shape, dtype=dtype)
    assert getattr(ndimage, name)(xparray.asarray(IMAGE), *arguments, output=output) is output
    getattr(scipy.ndimage, name)(IMAGE, *arguments, output=expected)
    same(output, expected, 1e-6 if dtype == "float32" else 1e-12)
    with pytest.raises(RuntimeError):
        getattr(ndimage, name)(xparray.asarray(IMAGE), *arguments, output=xparray.zeros(3))


def test_element_types_of_outputs_are_numpys():
    mask = IMAGE > 3
    found, count = ndimage.label(xparray.asarray(mask), output=np.int8)
    expected, number = scipy.ndimage.label(mask, output=np.int8)
    assert count == number
    same(found, expected)
    same(ndimage.grey_erosion(xparray.asarray(IMAGE), 3, output=np.float32), scipy.ndimage.grey_erosion(IMAGE, 3, output=np.float32))


def test_complex_images_stay_complex():
    x = IMAGE + 1j * IMAGE.T.reshape(IMAGE.shape)
    same(ndimage.spline_filter(xparray.asarray(x)), scipy.ndimage.spline_filter(x))
    same(ndimage.spline_filter1d(xparray.asarray(x), axis=0), scipy.ndimage.spline_filter1d(x, axis=0))
    weights = np.array([1j, 1.0, 0.5])
    for name in ("convolve1d", "correlate1d"):
        for axis, origin in ((0, 0), (-1, 1)):
            expected = getattr(scipy.ndimage, name)(x, weights, axis=axis, origin=origin)
            same(getattr(ndimage, name)(xparray.asarray(x), xparray.asarray(weights), axis=axis, origin=origin), expected)


def test_one_label_that_is_nowhere_has_no_extremum():
    x, labels = xparray.asarray(IMAGE), xparray.asarray((IMAGE > 3).astype(int))
    for name in ("maximum", "minimum", "maximum_position", "minimum_position", "extrema"):
        with pytest.raises(ValueError):
            getattr(ndimage, name)(x, labels, 9)
    index = [[0, 1]]
    for name in ("maximum_position", "minimum_position"):
        expected = getattr(scipy.ndimage, name)(IMAGE, (IMAGE > 3).astype(int), index)
        assert getattr(ndimage, name)(x, labels, index) == [tuple(int(k) for k in each) for each in expected]


def test_shifts_are_as_many_as_axes():
    with pytest.raises(RuntimeError):
        ndimage.shift(xparray.asarray(IMAGE), (1,))


def test_coefficients_are_real():
    for call in (
        lambda b: signal.freqz(b), lambda b: signal.tf2zpk(b, [1.0]), lambda b: signal.normalize(b, [1.0]), lambda b: signal.lp2lp(b, [1.0]),
        lambda b: signal.sosfreqz(xparray.ones((1, 6)) * b[1]),
    ):  # fmt: skip
        with pytest.raises(TypeError):
            call(xparray.asarray(np.array([1, 1j])))


NAMES = [
    "hann", "han", "ham", "box", "rect", "tri", "triangle", "bart", "black", "flat", "parz", "bkh", "nut", "sinc", "tukey", "exponential", "poisson",
    "hann_periodic", "hann_symmetric", "taylor", ("tukey", 0.25), ("exponential", None, 2.0), ("general_cosine", [0.5, 0.3, 0.2]), ("taylor", 3, 25), ("gauss", 1.5),
    ("ksr", 4.0), ("general hamming", 0.6), ("ggs", 1.5, 2.0), ("cheb", 60.0), ("dpss", 2.0), 4.5,
]  # fmt: skip


@pytest.mark.parametrize("name", NAMES, ids=str)
def test_windows_have_all_names(name):
    for n in (1, 8, 9):
        for fftbins in (True, False):
            # SciPy takes weights of this window in one library only.
            same(signal.get_window(name, n, fftbins), scipy.signal.get_window(name, n, fftbins), 1e-9)
    if name not in (4.5, "hann_periodic", "hann_symmetric"):
        x = IMAGE.ravel()
        same(signal.welch(xparray.asarray(x), window=name, nperseg=8)[1], scipy.signal.welch(x, window=name, nperseg=8)[1], 1e-9)


def test_windows_without_weights_are_refused():
    with pytest.raises(ValueError):
        signal.get_window("hann", 0)
    with pytest.raises(ValueError):
        signal.get_window("nobody", 8)


def test_windows_of_other_modules():
    same(signal.windows.dpss(9, 2.5), scipy.signal.windows.dpss(9, 2.5), 1e-9)
    same(signal.windows.kaiser_bessel_derived(8, 4.0), scipy.signal.windows.kaiser_bessel_derived(8, 4.0))


@pytest.mark.parametrize("name", ["fft", "ifft", "rfft", "irfft", "hfft", "ihfft", "fft2", "ifft2", "rfft2", "irfft2", "fftn", "ifftn", "rfftn", "irfftn"])
def test_transforms_take_scipys_parameters(name):
    x = IMAGE if name.endswith(("2", "n")) else IMAGE[0]
    ours, theirs = getattr(fft, name), getattr(scipy.fft, name)
    same(ours(x=xparray.asarray(x), norm="ortho", workers=1, overwrite_x=True), theirs(x, norm="ortho"))
    same(ours(xparray.asarray(x), None, -1 if x.ndim == 1 else (0, 1), "forward", True, 2, plan=None), theirs(x, norm="forward"))


def test_antiderivatives_are_not_periodic():
    c, x = np.array([[1.0], [2.0]]), np.array([0.0, 1.0])
    at = np.array([-0.5, 0.25, 2.5])
    for name in ("PPoly", "BPoly"):
        ours = getattr(interpolate, name)(xparray.asarray(c), xparray.asarray(x), extrapolate="periodic")
        theirs = getattr(scipy.interpolate, name)(c, x, extrapolate="periodic")
        same(ours(xparray.asarray(at)), theirs(at))
        same(ours.antiderivative()(xparray.asarray(at)), theirs.antiderivative()(at))
        same(ours.derivative()(xparray.asarray(at)), theirs.derivative()(at))


def test_points_beyond_are_refused_by_default():
    x, y = np.arange(4.0), np.arange(4.0) ** 2
    for fill in (0.0, (0.0, 1.0)):
        with pytest.raises(ValueError):
            interpolate.interp1d(xparray.asarray(x), xparray.asarray(y), fill_value=fill)(9.0)
        expected = scipy.interpolate.interp1d(x, y, fill_value=fill, bounds_error=False)(9.0)
        assert interpolate.interp1d(xparray.asarray(x), xparray.asarray(y), fill_value=fill, bounds_error=False)(9.0) == expected


def test_neighbours_have_the_shape_of_the_points():
    points = np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]])
    x = np.array([[[0.0, 0.0], [1.0, 1.0]], [[0.0, 1.0], [5.0, 5.0]]])
    ours, theirs = spatial.KDTree(xparray.asarray(points)), scipy.spatial.KDTree(points)
    found = ours.query_ball_point(xparray.asarray(x), 1.1)
    assert found == [[sorted(each) for each in row] for row in theirs.query_ball_point(x, 1.1)]
    assert ours.query_ball_point([0.0, 0.0], 1.1) == sorted(theirs.query_ball_point([0.0, 0.0], 1.1))


def test_cholesky_is_upper_by_default():
    a = np.array([[4.0, 1.0], [1.0, 3.0]])
    one = np.triu(a)
    for lower in (False, True):
        same(linalg.cholesky(xparray.asarray(a), lower=lower), scipy.linalg.cholesky(a, lower=lower))
    same(linalg.cholesky(xparray.asarray(one), check_finite=False), scipy.linalg.cholesky(one))
    b = np.array([1.0, 2.0])
    same(linalg.cho_solve(linalg.cho_factor(xparray.asarray(one)), xparray.asarray(b)), scipy.linalg.cho_solve(scipy.linalg.cho_factor(one), b))


@pytest.mark.parametrize("assume", [None, "gen", "sym", "her", "pos", "upper triangular", "lower triangular"])
@pytest.mark.parametrize("lower", [False, True])
@pytest.mark.parametrize("transposed", [False, True])
def test_systems_have_structures(assume, lower, transposed):
    a = np.array([[4.0, 1.0, 0.5], [2.0, 5.0, 1.0], [0.25, 1.5, 6.0]])
    b = np.array([[1.0, 2.0], [3.0, 4.0], [5.0, 7.0]])
    options = {"assume_a": assume, "lower": lower, "transposed": transposed, "check_finite": True}
    same(linalg.solve(xparray.asarray(a), xparray.asarray(b), **options), scipy.linalg.solve(a, b, **options), 1e-10)


def test_dense_functions_have_scipys_parameters():
    a = np.array([[4.0, 1.0, 0.5], [1.0, 5.0, 1.0], [0.5, 1.0, 6.0]])
    x = xparray.asarray(a)
    same(linalg.det(x, check_finite=False), scipy.linalg.det(a))
    same(linalg.inv(x, overwrite_a=True), scipy.linalg.inv(a))
    same(linalg.norm(x, 1, check_finite=False), scipy.linalg.norm(a, 1))
    same(linalg.svdvals(x, check_finite=False), scipy.linalg.svdvals(a))
    for options in ({"subset_by_index": [1, 2]}, {"subset_by_value": [4.0, 6.0]}, {"subset_by_index": (0, 0)}):
        same(linalg.eigh(x, **options)[0], scipy.linalg.eigh(a, **options)[0], 1e-10)
        same(np.abs(np.asarray(linalg.eigh(x, **options)[1])), np.abs(scipy.linalg.eigh(a, **options)[1]), 1e-10)
        same(linalg.eigvalsh(x, **options), scipy.linalg.eigvalsh(a, **options), 1e-10)
    for options in ({"atol": 1e-3}, {"rtol": 0.5}, {"return_rank": True}, {"atol": 2.0, "rtol": 0.1, "return_rank": True}):
        found, expected = linalg.pinv(x, **options), scipy.linalg.pinv(a, **options)
        if options.get("return_rank"):
            assert found[1] == expected[1]
            found, expected = found[0], expected[0]
        same(found, expected, 1e-10)
    tall, b = np.vstack([a, a + 1]), np.arange(6.0)
    for found, expected in zip(linalg.lstsq(xparray.asarray(tall), xparray.asarray(b)), scipy.linalg.lstsq(tall, b)):
        np.testing.assert_allclose(np.asarray(found), expected, rtol=1e-9, atol=1e-12)
        assert np.shape(found) == np.shape(expected)


def test_samples_of_matrices_correlate():
    rng = np.random.default_rng(5)
    x, y = rng.normal(size=(12, 3)), rng.normal(size=(12, 2))
    for arguments in ((x,), (x, y), (x.T, y.T, 1), (x[:, :2],), (x[:, 0], y[:, 0])):
        for alternative in ("two-sided", "less", "greater"):
            ours = [xparray.asarray(each) if isinstance(each, np.ndarray) else each for each in arguments]
            found, expected = stats.spearmanr(*ours, alternative=alternative), scipy.stats.spearmanr(*arguments, alternative=alternative)
            np.testing.assert_allclose(np.asarray(found.statistic), expected.statistic, rtol=1e-10)
            np.testing.assert_allclose(np.asarray(found.pvalue), expected.pvalue, rtol=1e-8, atol=1e-12)


def test_whole_numbers_have_ends():
    for name, parameters in (("binom", (10, 0.3)), ("geom", (0.3,)), ("poisson", (2.5,)), ("hypergeom", (20, 7, 12))):
        assert getattr(stats, name).support(*parameters) == getattr(scipy.stats, name).support(*parameters)


def test_samples_of_one_and_nan():
    found, expected = stats.ttest_ind(xparray.asarray([1.5]), xparray.asarray([1.0, 2.0, 3.0])), scipy.stats.ttest_ind([1.5], [1, 2, 3])
    np.testing.assert_allclose(np.asarray(found), expected, rtol=1e-12)
    x = np.array([1, 2, np.nan, 4, 5, 6])
    assert np.isnan(np.asarray(stats.trim_mean(xparray.asarray(x), 0.2)))
    same(stats.trim_mean(xparray.asarray(x[3:]), 0.34), scipy.stats.trim_mean(x[3:], 0.34))
    u, v = [1, 1, 7, 4, 5, 6, 7, 0, 4, 1, 4, 9, 5, 0, 5], [4, 5, 0, 7, 9, 4, 0, 4, 6, 7, 1, 1, 5, 1, 5]
    found = stats.bartlett(xparray.asarray(u), xparray.asarray(v))
    assert abs(float(found[0])) < 1e-12 and float(found[1]) > 1 - 1e-6
    a = np.arange(9.0)
    found = stats.ks_2samp(xparray.asarray(a), xparray.asarray(a + 2.5), method="asymp")
    np.testing.assert_allclose(float(found.pvalue), scipy.stats.ks_2samp(a, a + 2.5, method="asymp").pvalue, rtol=1e-10)


@pytest.mark.parametrize(
    "name, arguments",
    [
        ("jv", (1.6, [1e-16, 1e-8, 0.3, 0.99, 1.0, 1.5])), ("jv", (0.7, [1e-26, 1e-12, 0.5])), ("jv", (0.5, [1e-34, 1e-3])), ("jv", (7.3, [1e-3, 0.9])),
        ("spherical_jn", (0, [1e-100, 1e-24, 0.1])), ("kv", (1000.0, [900.0])), ("kv", (500.0, [800.0])), ("hyperu", (0.5, 1.0, [0.3, 1.0, 3.0])),
        ("hyperu", (0.25, 0.5, [1.0])), ("hyperu", (0.75, 1.5, [2.0])), ("fdtri", (2.0, 3.0, [0.0, 0.5])), ("stdtr", (3.0, [1e-160, -1e-300, 1e-120])),
    ],
)  # fmt: skip
def test_functions_near_their_ends(name, arguments):
    expected = getattr(scipy.special, name)(*(np.asarray(each) for each in arguments))
    *orders, x = arguments
    found = np.asarray(getattr(special, name)(*orders, xparray.asarray(x)))
    np.testing.assert_allclose(found, expected, rtol=2e-12)


def test_signals_of_integers_are_double():
    for kind in ("i2", "u1", "?"):
        x = (IMAGE.ravel() > 3).astype(kind)
        for call in (lambda m, a: m.hilbert(a), lambda m, a: m.detrend(a), lambda m, a: m.savgol_filter(a, 5, 2), lambda m, a: m.resample(a, 10)):
            same(call(signal, xparray.asarray(x)), call(scipy.signal, x), 1e-9)
    x = IMAGE.ravel()
    same(signal.detrend(xparray.asarray(x), type="constant", bp=[3]), scipy.signal.detrend(x, type="constant", bp=[3]))
    mask = x > 3
    for name in ("convolve", "correlate", "fftconvolve"):
        same(getattr(signal, name)(xparray.asarray(mask), xparray.asarray(x[:3])), getattr(scipy.signal, name)(mask, x[:3]), 1e-9)


@pytest.mark.parametrize("form", ["csr", "csc", "coo", "dia", "bsr"])
@pytest.mark.parametrize("dtype", ["float32", "float64", "complex64", "int64"])
def test_files_of_sparse_arrays_say_what_they_are(tmp_path, form, dtype):
    a = scipy.sparse.random_array((6, 6), density=0.4, rng=np.random.default_rng(1)) * 10
    a = a.astype(dtype).asformat(form)
    scipy.sparse.save_npz(tmp_path / "a.npz", a)
    found = sparse.load_npz(tmp_path / "a.npz")
    assert found.format == form and found.dtype == dtype
    same(found.toarray(), a.toarray())


@pytest.mark.parametrize("form", ["csr", "csc", "coo", "dia", "bsr"])
@pytest.mark.parametrize("dtype", ["float32", "complex128", "int64"])
@pytest.mark.parametrize("compressed", [True, False])
def test_files_that_are_written_are_of_the_arrays_format(form, dtype, compressed):
    a = scipy.sparse.random_array((6, 8), density=0.4, rng=np.random.default_rng(1)) * 10
    ours = sparse.csr_array(xparray.asarray(a.toarray().astype(dtype))).asformat(form)
    file = io.BytesIO()
    sparse.save_npz(file, ours, compressed=compressed)
    file.seek(0)
    found = scipy.sparse.load_npz(file)
    assert found.format == form and found.dtype == dtype and isinstance(found, scipy.sparse.sparray)
    same(ours.toarray(), found.toarray())
    file.seek(0)
    again = sparse.load_npz(file)
    assert again.format == form and again.dtype == dtype
    same(again.toarray(), found.toarray())


def test_matrices_are_written_to_open_files():
    dense = np.array([[1.0, 0.0, 2.5], [0.0, -3.0, 0.0]])
    file = io.BytesIO()
    xparray.scipy.io.mmwrite(file, sparse.csr_array(xparray.asarray(dense)))
    file.seek(0)
    same(xparray.asarray(dense), scipy.io.mmread(file).toarray())
    file.seek(0)
    same(xparray.scipy.io.mmread(file).toarray(), dense)
    with pytest.raises(NotImplementedError, match="lil"):
        sparse.save_npz(io.BytesIO(), sparse.lil_array(xparray.asarray(dense)))


def test_barycentric_polynomials_take_points_later():
    x, y, places = np.array([0.0, 0.5, 2.0, 3.0]), np.array([[1.0, 2.0], [0.5, 1.0], [4.0, -1.0], [2.0, 0.0]]), np.array([0.25, 1.0, 2.0])
    results = []
    for module, given in ((interpolate, xparray.asarray), (scipy.interpolate, np.asarray)):
        p = module.BarycentricInterpolator(given(x[:3]), rng=1)
        with pytest.raises((ValueError, TypeError)):
            p(given(places))
        p.set_yi(given(y[:3]))
        first = p(given(places))
        p.add_xi(given(x[3:]), given(y[3:]))
        results.append((first, p(given(places)), p.derivative(given(places))))
        same(xparray.asarray(p.xi), x)
    for found, expected in zip(*results):
        same(found, expected, 1e-10)
    weighted = interpolate.BarycentricInterpolator(xparray.asarray(x), xparray.asarray(y), wi=xparray.asarray(scipy.interpolate.BarycentricInterpolator(x, y).wi))
    same(weighted(xparray.asarray(places)), results[1][1], 1e-10)
    with pytest.raises(ValueError):
        interpolate.BarycentricInterpolator(xparray.asarray(x), xparray.asarray(y), wi=[1.0])
