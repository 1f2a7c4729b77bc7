"""SciPy's design of filters, spectra and peaks, beside SciPy's."""

import numpy
import pytest

from xparray.scipy import signal
from test_scipy import given, same
from test_scipy_arrays import check

scipy_signal = pytest.importorskip("scipy.signal")

RNG = numpy.random.default_rng(17)
X, Y = RNG.normal(size=(2, 600)), RNG.normal(size=(2, 600))
B, A = scipy_signal.cheby1(4, 1, 0.3)
Z, P, K = scipy_signal.cheby1(4, 1, 0.3, output="zpk")
SOS = scipy_signal.cheby1(4, 1, 0.3, output="sos")
LOW = scipy_signal.butter(2, 1, analog=True)
LOW_ZPK = scipy_signal.butter(2, 1, analog=True, output="zpk")


def unordered(x, y, tolerance=1e-8):
    """The same but for the order of roots."""
    assert len(x) == len(y)
    for a, b in zip(x, y):
        a, b = (numpy.atleast_1d(numpy.asarray(each)) for each in (a, b))
        assert a.shape == b.shape
        left = list(b)
        for each in a:
            nearest = min(range(len(left)), key=lambda k: abs(left[k] - each))
            assert abs(left.pop(nearest) - each) <= tolerance * (1 + abs(each))


DESIGNS = [
    ("butter", (4, 0.2), {}), ("butter", (3, [0.2, 0.5], "band"), {}), ("butter", (3, [0.2, 0.5], "bandstop"), {}),
    ("butter", (4, 100, "high"), {"fs": 1000}), ("butter", (4, 100.0), {"analog": True}), ("cheby1", (5, 1, 0.3), {}),
    ("cheby2", (4, 30, 0.3, "high"), {}), ("ellip", (4, 1, 40, 0.3), {}), ("ellip", (3, 1, 40, [0.2, 0.4], "bandpass"), {}),
    ("bessel", (4, 0.3), {}), ("bessel", (3, 2.0, "low", True), {"norm": "mag"}), ("iirfilter", (4, [0.2, 0.4]), {}),
    ("iirfilter", (4, 0.3), {"rp": 1, "rs": 30, "btype": "low", "ftype": "ellip"}), ("iirdesign", (0.2, 0.3, 1, 40), {}),
    ("iirdesign", ([0.2, 0.5], [0.1, 0.6], 1, 40), {"ftype": "butter"}),
]


@pytest.mark.parametrize("name, arguments, keywords", DESIGNS, ids=lambda value: value if isinstance(value, str) else "")
def test_designs_are_scipys(name, arguments, keywords):
    ours, theirs = getattr(signal, name), getattr(scipy_signal, name)
    for output in ("ba", "zpk"):
        compare = unordered if output == "zpk" else same
        compare(ours(*arguments, output=output, **keywords), theirs(*arguments, output=output, **keywords), 1e-6)
    if not keywords.get("analog") and True not in arguments:
        same(ours(*arguments, output="sos", **keywords), theirs(*arguments, output="sos", **keywords), 1e-6)


SMALL = [
    ("band_stop_obj", (0.15, 0, numpy.array([0.1, 0.6]), numpy.array([0.2, 0.5]), 1, 40, "butter"), {}),
    ("buttord", (0.2, 0.3, 1, 40), {}), ("cheb1ord", ([0.2, 0.5], [0.1, 0.6], 1, 40), {}), ("cheb2ord", (0.3, 0.2, 1, 40), {}),
    ("ellipord", (40, 60, 1, 40), {"fs": 300}), ("iirnotch", (0.2, 30), {}), ("iirpeak", (60.0, 30, 200), {}), ("iircomb", (0.25, 30), {}),
    ("iircomb", (50.0, 30, "peak", 1000), {}), ("gammatone", (0.2, "iir"), {}), ("gammatone", (0.2, "fir"), {}), ("lp2lp", (*LOW, 3), {}),
    ("lp2hp", (*LOW, 2), {}), ("lp2bp", (*LOW, 2, 0.5), {}), ("lp2bs", (*LOW, 2, 0.5), {}), ("bilinear", (*LOW, 10), {}),
    ("normalize", ([2.0, 1], [4.0, 2]), {}), ("zpk2tf", (Z, P, K), {}), ("tf2sos", ([1.0, 2, 3], [1.0, 0.3, 0.1, 0.2]), {}), ("zpk2sos", (Z, P, K, "keep_odd"), {}),
    ("sos2tf", (SOS,), {}), ("freqz", (B, A), {}), ("freqz", (B, A, 64, True), {"fs": 100}), ("freqz", (B, A, numpy.linspace(0.1, 3, 7)), {}),
    ("freqz_zpk", (Z, P, K, 32), {}), ("freqz_sos", (SOS,), {}), ("sosfreqz", (SOS, 16), {}), ("freqs", (*LOW, [0.5, 1.0, 2.0]), {}),
    ("freqs_zpk", (*LOW_ZPK, [0.5, 1.0]), {}), ("findfreqs", (*LOW, 9), {}), ("freqs", (*LOW, 9), {}), ("invres", ([1.0, 2], [-1.0, -2], [3.0]), {}),
    ("invresz", ([1.0, 2], [0.5, 0.2], [3.0]), {}), ("unique_roots", ([1.0, 1.0005, 2.0],), {}), ("firwin", (21, 0.3), {}),
    ("firwin", (21, [0.2, 0.5]), {"pass_zero": "bandpass", "window": "hann"}), ("firwin", (20, 100), {"fs": 1000, "width": 50}),
    ("firwin", (21, 0.4), {"pass_zero": False, "scale": False, "window": ("kaiser", 5.0)}),
    ("firwin2", (21, [0, 0.5, 1], [1, 1, 0]), {}), ("firwin2", (22, [0, 0.5, 1], [0, 1, 0]), {"antisymmetric": True, "window": None}),
    ("firls", (21, [0, 0.3, 0.4, 1], [1, 1, 0, 0]), {"weight": [1, 10]}), ("remez", (21, [0, 0.15, 0.2, 0.5], [1, 0]), {}),
    ("remez", (22, [50, 450], [1]), {"type": "hilbert", "fs": 1000}), ("kaiser_beta", (65,), {}), ("kaiser_atten", (211, 0.0375), {}),
    ("kaiserord", (65, 0.1), {}), ("minimum_phase", (scipy_signal.firwin(21, 0.3),), {}), ("group_delay", ((B, A), 32), {}),
    ("unit_impulse", (7,), {}), ("unit_impulse", ((4, 5), "mid"), {}), ("unit_impulse", (7, 2, "int32"), {}),
    ("correlation_lags", (5, 3), {}), ("correlation_lags", (5, 3, "same"), {}), ("lfiltic", (B, A, [1.0, 2, 3, 4], [0.5, 0.25]), {}),
    ("gausspulse", ("cutoff", 5), {}),
]


@pytest.mark.parametrize("name, arguments, keywords", SMALL, ids=lambda value: value if isinstance(value, str) else "")
def test_forms_and_responses_are_scipys(name, arguments, keywords):
    tolerance = 1e-4 if name == "remez" else 1e-5 if name == "minimum_phase" else 1e-7
    arguments = tuple(given(each) for each in arguments)
    expected = getattr(scipy_signal, name)(*(numpy.asarray(each) if hasattr(each, "device") else each for each in arguments), **keywords)
    if name == "bilinear":
        expected = tuple(expected)
    same(getattr(signal, name)(*arguments, **keywords), expected, tolerance)


def test_roots_are_scipys():
    # Four zeros are one, so that rounding moves them far.
    unordered(signal.tf2zpk(B, A), scipy_signal.tf2zpk(B, A), 1e-3)
    unordered(signal.sos2zpk(SOS)[1:2], scipy_signal.sos2zpk(SOS)[1:2], 1e-6)
    for name in ("residue", "residuez"):
        unordered(getattr(signal, name)([5, 1], [1, 3, 2]), getattr(scipy_signal, name)([5, 1], [1, 3, 2]))
    for name, arguments in (("buttap", (4,)), ("cheb1ap", (3, 1)), ("cheb2ap", (3, 30)), ("ellipap", (4, 1, 30)), ("besselap", (4,))):
        unordered(getattr(signal, name)(*arguments), getattr(scipy_signal, name)(*arguments), 1e-6)
    for name, arguments in (("lp2lp_zpk", (3.0,)), ("lp2hp_zpk", (3.0,)), ("lp2bp_zpk", (3.0, 1.0)), ("lp2bs_zpk", (3.0, 1.0)), ("bilinear_zpk", (10.0,))):
        unordered(getattr(signal, name)(*LOW_ZPK, *arguments), getattr(scipy_signal, name)(*LOW_ZPK, *arguments), 1e-6)


SPECTRA = [
    ("welch", (X,), {}), ("welch", (X,), {"fs": 10.0, "nperseg": 64, "noverlap": 16, "nfft": 80, "scaling": "spectrum"}),
    ("welch", (X.T.copy(),), {"axis": 0, "detrend": "linear", "average": "median"}), ("welch", (X + 1j * Y,), {"detrend": False}),
    ("welch", (X,), {"window": ("tukey", 0.25), "return_onesided": False}), ("periodogram", (X,), {}), ("periodogram", (X, 5.0, "hann", 512), {}),
    ("periodogram", (X, 1.0, "boxcar", 1024), {}), ("csd", (X, Y), {"nperseg": 128}), ("coherence", (X, Y), {"nperseg": 100}),
    ("spectrogram", (X,), {}), ("spectrogram", (X,), {"nperseg": 64, "mode": "magnitude"}), ("spectrogram", (X,), {"mode": "complex", "nperseg": 64}),
    ("stft", (X,), {"nperseg": 64}), ("lombscargle", (numpy.sort(RNG.uniform(0, 10, 50)), RNG.normal(size=50), numpy.linspace(0.5, 5, 9)), {}),
    ("vectorstrength", (RNG.uniform(0, 10, 20), 0.7), {}),
]


@pytest.mark.parametrize("name, arguments, keywords", SPECTRA, ids=lambda value: value if isinstance(value, str) else "")
def test_spectra_are_scipys(name, arguments, keywords):
    expected = getattr(scipy_signal, name)(*arguments, **keywords)
    same(getattr(signal, name)(*map(given, arguments), **keywords), tuple(expected) if isinstance(expected, tuple) else expected, 1e-7)


def test_signals_come_back_of_their_spectra():
    _, _, Zxx = signal.stft(given(X), nperseg=64)
    times, back = signal.istft(Zxx, nperseg=64)
    same(back, scipy_signal.istft(numpy.asarray(Zxx), nperseg=64)[1])
    same(back[:, :600], X)
    same(times, numpy.arange(back.shape[1]))
    assert signal.check_COLA("hann", 120, 60) and not signal.check_COLA("hann", 120, 50) and signal.check_NOLA("boxcar", 64, 32)


CONDITIONS = [
    {}, {"height": 0.5}, {"height": (0.2, 1.5)}, {"threshold": 0.1}, {"distance": 7}, {"prominence": 1.0}, {"width": 2.0}, {"width": (1, 4)},
    {"prominence": (None, 2.0), "wlen": 31}, {"plateau_size": 1}, {"width": 0, "rel_height": 0.8, "height": None},
]


@pytest.mark.parametrize("keywords", CONDITIONS, ids=str)
def test_peaks_are_scipys(keywords):
    # Which of several equal peaks stays, SciPy does not say.
    for x in (X[0],) if "distance" in keywords else (X[0], numpy.round(X[0])):
        (peaks, properties), (expected, named) = signal.find_peaks(given(x), **keywords), scipy_signal.find_peaks(x, **keywords)
        same(peaks, expected)
        assert sorted(properties) == sorted(named)
        for name, value in properties.items():
            same(value, named[name])


def test_shapes_of_peaks_are_scipys():
    peaks = scipy_signal.find_peaks(X[0], prominence=0.5)[0]
    same(signal.peak_prominences(given(X[0]), given(peaks)), scipy_signal.peak_prominences(X[0], peaks))
    same(signal.peak_widths(given(X[0]), given(peaks), 0.7), scipy_signal.peak_widths(X[0], peaks, 0.7))
    for name in ("argrelmax", "argrelmin"):
        for keywords in ({"axis": 1}, {"axis": 1, "order": 3, "mode": "wrap"}, {}):
            same(getattr(signal, name)(given(X), **keywords), getattr(scipy_signal, name)(X, **keywords))


T = numpy.linspace(-1, 1, 41)
WAVES = [
    ("chirp", (T + 1, 6.0, 2.0, 1.0), {}), ("chirp", (T + 1, 6.0, 2.0, 1.0, "logarithmic", 30), {}), ("chirp", (T + 1, 6.0, 2.0, 1.0), {"method": "hyperbolic"}),
    ("sawtooth", (10 * T,), {}), ("sawtooth", (10 * T, 0.3), {}), ("square", (10 * T,), {}), ("square", (10 * T, 0.2), {}),
    ("sweep_poly", (T, numpy.poly1d([0.5, 1, 2])), {}), ("gausspulse", (T, 5), {}), ("gausspulse", (T, 5), {"retquad": True, "retenv": True}),
    ("deconvolve", (numpy.array([1.0, 3, 3, 1, 2]), numpy.array([1.0, 2])), {}), ("decimate", (X, 4), {}), ("decimate", (X, 3), {"ftype": "fir", "axis": 1}),
    ("convolve2d", (X[:, :30], Y[:, :5]), {}), ("convolve2d", (X[:, :30], Y[:, :5], "same", "symm"), {}), ("correlate2d", (X[:, :30], Y[:, :5], "full", "wrap"), {}),
    ("convolve2d", (X[:, :30], Y[:, :5], "same", "fill", 2.0), {}), ("medfilt2d", (X[:, :30], 1), {}), ("order_filter", (X[:, :30], numpy.ones((1, 3)), 2), {}),
    ("wiener", (X[:, :30], 3), {}), ("cspline1d", (X[0, :20],), {}), ("qspline1d", (X[0, :20],), {}), ("gauss_spline", (T, 3), {}), ("hilbert2", (numpy.stack([*X, X[0]])[:, :31],), {}),
]


@pytest.mark.parametrize("name, arguments, keywords", WAVES, ids=lambda value: value if isinstance(value, str) else "")
def test_waves_are_scipys(name, arguments, keywords):
    expected = getattr(scipy_signal, name)(*arguments, **keywords)
    ours = getattr(signal, name)(*map(given, arguments), **keywords)
    same(ours, expected, 1e-6)


def test_filters_that_cannot_be_are_refused():
    for wrong in (
        lambda: signal.butter(4, 1.5), lambda: signal.butter(4, [0.1, 0.2]), lambda: signal.butter(4, 0.2, "band"), lambda: signal.butter(4, 0.2, "other"),
        lambda: signal.butter(4, 0.2, output="other"), lambda: signal.iirfilter(4, 0.2, btype="low", ftype="ellip"), lambda: signal.firwin(20, 1.5),
        lambda: signal.firwin(20, 0.5, pass_zero="other"), lambda: signal.firwin(20, 0.5, pass_zero=False), lambda: signal.firls(20, [0, 1], [1, 1]),
        lambda: signal.sos2tf([[1.0, 2]]), lambda: signal.welch(given(X), nperseg=32, noverlap=64), lambda: signal.welch(given(X), scaling="other"),
        lambda: signal.welch(given(X), window="other"), lambda: signal.find_peaks(given(X)), lambda: signal.find_peaks(given(X[0]), distance=0.5),
        lambda: signal.argrelmax(given(X), mode="other"), lambda: signal.convolve2d(given(X[0]), given(X)), lambda: signal.gausspulse("other"),
        lambda: signal.chirp(T, 1.0, 1.0, 2.0, "other"),
    ):
        with pytest.raises(ValueError):
            wrong()
    with pytest.raises(ValueError):
        signal.welch(given(X), window=[1.0, 2.0], nperseg=3)
