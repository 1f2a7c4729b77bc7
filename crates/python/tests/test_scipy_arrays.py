"""SciPy's signals, images and statistics, beside SciPy's."""

import numpy
import pytest

import xparray
from xparray.scipy import ndimage, signal, stats
from test_scipy import given, same

scipy_signal = pytest.importorskip("scipy.signal")
import scipy.ndimage as scipy_ndimage
import scipy.stats as scipy_stats

RNG = numpy.random.default_rng(3)
X, Y, K = RNG.normal(size=(4, 40)), RNG.normal(size=(4, 7)), RNG.normal(size=5)
IMAGE, WEIGHTS = RNG.normal(size=(6, 7)), RNG.normal(size=(3, 3))
B, A = scipy_signal.butter(2, 0.3)
SOS = scipy_signal.butter(3, 0.3, output="sos")

WINDOWS = [
    "barthann", "bartlett", "blackman", "blackmanharris", "bohman", "boxcar", "cosine", "flattop", "hamming", "hann", "lanczos",
    "nuttall", "parzen", "triang", "taylor", "tukey", ("chebwin", 60), ("gaussian", 2.0), ("general_gaussian", 1.5, 2.0),
    ("general_hamming", 0.7), ("kaiser", 5.0), ("exponential", None, 3.0), ("general_cosine", [0.5, 0.3, 0.2]), ("dpss", 2.5),
]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("window", WINDOWS, ids=str)
def test_windows_are_scipys(window):
    name, *parameters = (window,) if isinstance(window, str) else window
    for n in (0, 1, 6, 9):
        if name != "dpss":
            for sym in (True, False):
                expected = getattr(scipy_signal.windows, name)(n, *parameters, sym=sym)
                same(getattr(signal.windows, name)(n, *parameters, sym=sym), expected, 1e-8)
        elif n < 6:
            continue
        if n and parameters[:1] != [None] and name not in ("general_cosine", "tukey"):
            same(signal.get_window(window, n), scipy_signal.get_window(window, n), 1e-8)
    same(signal.get_window(4.0, 8), scipy_signal.get_window(4.0, 8))


def test_windows_that_cannot_be_are_refused():
    for wrong in ("no such window", ("gaussian",), ("hann", 1.0), ("gaussian", -1.0)):
        with pytest.raises(ValueError):
            signal.get_window(wrong, 8)


SIGNALS = [
    ("convolve", (X, Y)), ("convolve", (X, Y, "same", "fft")), ("convolve", (X[0], K, "valid", "direct")),
    ("correlate", (X, Y, "same")),
    ("correlate", (X[0], K)), ("fftconvolve", (X, Y, "same")), ("fftconvolve", (X, Y, "full", 1)), ("oaconvolve", (X[0], K)),
    ("detrend", (X,)), ("detrend", (X, 0, "constant")), ("detrend", (X, -1, "linear", [0, 20])), ("hilbert", (X,)),
    ("hilbert", (X, None, 0)), ("hilbert", (X, 24)), ("hilbert", (X, 50, 1)),
    ("filtfilt", (B, A, X)), ("filtfilt", (B, A, X, -1, "even", 8)), ("filtfilt", (B, A, X, -1, None)), ("sosfiltfilt", (SOS, X)),
    ("lfilter", (B, A, X)), ("lfilter", (B, A, X, 0)), ("lfilter", (B, [1.0], X)), ("sosfilt", (SOS, X)), ("lfilter_zi", (B, A)),
    ("sosfilt_zi", (SOS,)), ("medfilt", (X,)), ("medfilt", (X[0], 5)), ("resample", (X[0], 17)), ("resample_poly", (X, 3, 2, 1)),
    ("upfirdn", (K, X, 2, 3)), ("savgol_filter", (X, 5, 2)), ("savgol_filter", (X, 5, 2, 1, 0.5, -1, "constant", 2.0)),
    ("savgol_filter", (X, 7, 3, 0, 1.0, 1, "wrap")), ("savgol_coeffs", (5, 2)),
]


def check(ours, theirs, arguments, keywords=None, tolerance=1e-8):
    """The same of contiguous arrays, of views, and of single precision."""
    keywords = keywords or {}
    expected = theirs(*arguments, **keywords)
    expected = tuple(expected)[:2] if hasattr(expected, "pvalue") else expected
    given_keywords = {key: given(value) for key, value in keywords.items()}
    same(ours(*map(given, arguments), **given_keywords), expected, tolerance)
    views = [given(numpy.stack([each, each]))[1] if isinstance(each, numpy.ndarray) else each for each in arguments]
    same(ours(*views, **given_keywords), expected, tolerance)
    turned = [given(each.T.copy()).T if isinstance(each, numpy.ndarray) else each for each in arguments]
    same(ours(*turned, **given_keywords), expected, tolerance)


@pytest.mark.parametrize("name, arguments", SIGNALS, ids=lambda value: value if isinstance(value, str) else "")
def test_signals_are_scipys(name, arguments):
    check(getattr(signal, name), getattr(scipy_signal, name), arguments)


def test_filters_go_on_from_a_state():
    zi = scipy_signal.lfilter_zi(B, A) * 0.5
    for x, y in zip(signal.lfilter(B, A, given(X[0]), zi=given(zi)), scipy_signal.lfilter(B, A, X[0], zi=zi)):
        same(x, y)
    zi = scipy_signal.sosfilt_zi(SOS) * 0.5
    for x, y in zip(signal.sosfilt(SOS, given(X[0]), zi=given(zi)), scipy_signal.sosfilt(SOS, X[0], zi=zi)):
        same(x, y)
    for wrong in (lambda: signal.convolve(given(X), given(K)), lambda: signal.convolve(given(X), given(Y), "other"),
        lambda: signal.savgol_filter(given(X), 5, 7)):
        with pytest.raises(ValueError):
            wrong()


FOOTPRINT = numpy.array([[0, 1, 0], [1, 1, 1], [0, 1, 0]], dtype=bool)
IMAGES = [
    *((name, (IMAGE,), {"size": 3, "mode": mode}) for name in ("maximum_filter", "minimum_filter", "median_filter",
    "uniform_filter")
      for mode in ("reflect", "constant", "nearest", "mirror", "wrap")),
    ("maximum_filter", (IMAGE,), {"footprint": FOOTPRINT}), ("median_filter", (IMAGE,), {"size": (3, 5)}),
    ("uniform_filter", (IMAGE,), {"size": 4, "origin": 1}), ("minimum_filter", (IMAGE,), {"size": 3, "axes": (1,)}),
    ("median_filter", (IMAGE,), {"size": 3, "mode": "constant", "cval": 2.0}), ("percentile_filter", (IMAGE, 20), {"size": 3}),
    ("rank_filter", (IMAGE, 1), {"size": 3}), ("rank_filter", (IMAGE, -2), {"footprint": FOOTPRINT}), ("sobel", (IMAGE,), {}),
    ("sobel", (IMAGE, 0), {"mode": "constant", "cval": 1.0}), ("prewitt", (IMAGE, 1), {}), ("laplace", (IMAGE,), {}),
    ("gaussian_filter", (IMAGE, 1.5), {}), ("gaussian_filter", (IMAGE, (1.0, 0.5)), {"order": (0, 1)}),
    ("gaussian_filter", (IMAGE, 1.0), {"mode": ("wrap", "nearest"), "truncate": 3.0}), ("gaussian_laplace", (IMAGE, 1.5), {}),
    ("gaussian_gradient_magnitude", (IMAGE, 1.5), {}), ("convolve", (IMAGE, WEIGHTS), {}),
    ("convolve", (IMAGE, WEIGHTS[:2]), {"origin": (0, 1)}),
    ("correlate", (IMAGE, WEIGHTS), {"mode": "wrap"}), ("convolve1d", (IMAGE, [1.0, 2, 1]), {}),
    ("correlate1d", (IMAGE, [1.0, 0, -1]), {"axis": 0}),
    ("map_coordinates", (IMAGE, RNG.uniform(0, 5, (2, 8))), {}),
    ("map_coordinates", (IMAGE, RNG.uniform(-2, 8, (2, 8))), {"order": 1, "mode": "nearest"}),
    ("shift", (IMAGE, 0.7), {}), ("shift", (IMAGE, (1.0, -0.5)), {"order": 1, "cval": 3.0}), ("rotate", (IMAGE, 30), {}),
    ("rotate", (IMAGE, 30), {"reshape": False, "order": 1}),
]


@pytest.mark.parametrize("name, arguments, keywords", IMAGES, ids=lambda value: value if isinstance(value, str) else "")
def test_images_are_scipys(name, arguments, keywords):
    check(getattr(ndimage, name), getattr(scipy_ndimage, name), arguments, keywords)
    if "filter" in name:
        keywords = {key: given(value) for key, value in keywords.items()}
        for dtype in ("float32", "int32", "uint8"):
            assert getattr(ndimage, name)(given((5 * IMAGE).astype(dtype)), *arguments[1:], **keywords).dtype == dtype
        assert getattr(ndimage, name)(given(IMAGE), *arguments[1:], output="float32", **keywords).dtype == "float32"


def test_images_that_cannot_be_are_refused():
    for wrong in (
        lambda: ndimage.median_filter(given(IMAGE)), lambda: ndimage.sobel(given(IMAGE), mode="other"),
        lambda: ndimage.sobel(given(IMAGE), axis=2),
        lambda: ndimage.uniform_filter(given(IMAGE), (3, 3, 3)), lambda: ndimage.gaussian_filter(given(IMAGE), (1.0, 1.0, 1.0)),
        lambda: ndimage.maximum_filter(given(IMAGE), footprint=given(FOOTPRINT & False)),
    ):
        with pytest.raises(ValueError):
            wrong()


P = abs(X) + 0.1
STATISTICS = [
    *((name, (P,), {"axis": axis}) for name in ("gmean", "hmean", "kurtosis", "sem", "skew", "variation", "zscore",
    "rankdata") for axis in (0, 1)),
    ("gmean", (P,), {"weights": abs(X)}), ("pmean", (P, 3), {}), ("kurtosis", (X,), {"fisher": False, "bias": False}),
    ("moment", (X, 3), {}),
    ("moment", (X, 2), {"center": 0.5}), ("trim_mean", (X, 0.2), {"axis": 1}), ("zmap", (X, P), {}),
    ("zscore", (X,), {"ddof": 1, "axis": None}),
    ("rankdata", (numpy.round(X[0]), "min"), {}), ("rankdata", (numpy.round(X[0]), "dense"), {}), ("entropy", (P,), {}),
    ("entropy", (P, P[::-1].copy()), {"base": 2.0, "axis": 1}), ("ttest_ind", (X[0], X[1]), {}),
    ("ttest_ind", (X, P), {"axis": 1, "equal_var": False}),
    ("ttest_rel", (X, P), {"axis": 1, "alternative": "less"}), ("ttest_1samp", (X, 0.3), {"axis": 1, "alternative": "greater"}),
    ("f_oneway", (X[0], X[1], X[2]), {}), ("kruskal", (X[0], X[1], X[2]), {}), ("normaltest", (X,), {"axis": 1}),
    ("skewtest", (X,), {"axis": 1}),
    ("kurtosistest", (X,), {"axis": 1}), ("jarque_bera", (X,), {"axis": 1}), ("pearsonr", (X[0], X[1]), {}),
    ("spearmanr", (X[0], X[1]), {}),
    ("skew", (numpy.where(X > 1, numpy.nan, X),), {"axis": 1, "nan_policy": "omit"}),
]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name, arguments, keywords", STATISTICS, ids=lambda value: value if isinstance(value, str) else "")
def test_statistics_are_scipys(name, arguments, keywords):
    check(getattr(stats, name), getattr(scipy_stats, name), arguments, keywords)


def test_statistics_that_cannot_be_are_refused():
    for wrong in (lambda: stats.skew(given(X), nan_policy="other"), lambda: stats.skew(given(X), axis=2),
        lambda: stats.ttest_rel(given(X[0]), given(X[1, :3]))):
        with pytest.raises(ValueError):
            wrong()
    found = stats.ttest_ind(given(X[0]), given(X[1]))
    assert found.statistic is found[0] and found.pvalue is found[1]
