#!/usr/bin/env python3
"""Writes `data/filtering.npz`, what SciPy's filters of signals give: `python3 tests/filtering.py`."""
from pathlib import Path

import numpy as np
from scipy import signal
from scipy.signal._spline_filters import _coeff_smooth

rng = np.random.default_rng(41)
parts = {}


def put(name, value):
    parts[name] = np.ascontiguousarray(value)


def numbers(*shape, whole=False, z=False):
    x = rng.integers(-9, 10, shape).astype(float) if whole else rng.normal(size=shape)
    return x + 1j * rng.normal(size=shape) if z else x


def convolutions():
    pairs = {"vectors": ((9,), (4,)), "short": ((3,), (7,)), "matrices": ((5, 6), (3, 2)), "cubes": ((4, 3, 5), (2, 3, 3)), "long": ((700,), (70,))}
    for name, (n, m) in pairs.items():
        a, b = numbers(*n), numbers(*m)
        put(f"conv/{name}/a", a), put(f"conv/{name}/b", b)
        for mode in ("full", "same", "valid"):
            put(f"conv/{name}/convolve/{mode}", signal.convolve(a, b, mode, "direct"))
            put(f"conv/{name}/correlate/{mode}", signal.correlate(a, b, mode, "direct"))
    a, b = numbers(6, z=True), numbers(3, z=True)
    put("conv/complex/a", a), put("conv/complex/b", b)
    for mode in ("full", "same", "valid"):
        put(f"conv/complex/convolve/{mode}", signal.convolve(a, b, mode, "direct"))
        put(f"conv/complex/correlate/{mode}", signal.correlate(a, b, mode, "direct"))
    a, b = numbers(3, 200), numbers(1, 9)
    put("axes/a", a), put("axes/b", b)
    for mode in ("full", "same", "valid"):
        put(f"axes/{mode}", signal.fftconvolve(a, b, mode, axes=1))
    for name, (n, m) in {"odd": ((5, 6), (3, 3)), "even": ((4, 7), (2, 4)), "large": ((3, 2), (5, 4))}.items():
        a, b = numbers(*n), numbers(*m)
        put(f"planar/{name}/a", a), put(f"planar/{name}/b", b)
        for mode in ("full", "same", "valid"):
            for boundary in ("fill", "wrap", "symm"):
                put(f"planar/{name}/convolve2d/{mode}/{boundary}", signal.convolve2d(a, b, mode, boundary, 2.5))
                put(f"planar/{name}/correlate2d/{mode}/{boundary}", signal.correlate2d(a, b, mode, boundary, 2.5))
    a, row, column = numbers(6, 7), numbers(5), numbers(3)
    put("sepfir/a", a), put("sepfir/row", row), put("sepfir/column", column), put("sepfir/out", signal.sepfir2d(a, row, column))


def filters():
    filters = {"butter": signal.butter(4, 0.2), "pole": ([1.0], [1.0, -0.9]), "high": signal.cheby1(3, 1, 0.3, "high"), "fir": (signal.firwin(9, 0.4), [1.0]),
               "scaled": ([2.0, 1.0], [4.0, 1.0, -0.5]), "more": ([1.0, 2.0, 3.0, 4.0], [1.0, -0.3]), "long": (numbers(200), [1.0]),
               "tail": (numbers(150), [1.0, -0.9, 0.2]), "deep": ([1.0, 0.5], [1.0] + [0.0] * 89 + [0.4])}
    x = numbers(3, 301)
    put("filter/x", x), put("filter/ones", np.ones(20))
    for name, (b, a) in filters.items():
        b, a = np.asarray(b, float), np.asarray(a, float)
        order = max(len(a), len(b)) - 1
        zi = numbers(3, order)
        put(f"filter/{name}/b", b), put(f"filter/{name}/a", a), put(f"filter/{name}/zi", zi)
        put(f"filter/{name}/y", signal.lfilter(b, a, x))
        y, zf = signal.lfilter(b, a, x, zi=zi)
        put(f"filter/{name}/y_zi", y), put(f"filter/{name}/zf", zf)
        if name not in ("long", "tail", "deep"):
            put(f"filter/{name}/filtfilt", signal.filtfilt(b, a, x))
            put(f"filter/{name}/even", signal.filtfilt(b, a, x, padtype="even", padlen=20))
            put(f"filter/{name}/constant", signal.filtfilt(b, a, x, padtype="constant"))
            put(f"filter/{name}/none", signal.filtfilt(b, a, x, padtype=None))
            put(f"filter/{name}/steady", signal.lfilter_zi(b, a))
            put(f"filter/{name}/ic", signal.lfiltic(b, a, [3.0, 2.0, 1.0], [1.0, -1.0]))
    for name, sos in {"butter": signal.butter(9, 0.1, output="sos"), "band": signal.ellip(4, 0.5, 60, [0.2, 0.4], "bandpass", output="sos")}.items():
        zi = numbers(len(sos), 3, 2)
        put(f"sos/{name}/sos", sos), put(f"sos/{name}/zi", zi), put(f"sos/{name}/y", signal.sosfilt(sos, x))
        y, zf = signal.sosfilt(sos, x, zi=zi)
        put(f"sos/{name}/y_zi", y), put(f"sos/{name}/zf", zf), put(f"sos/{name}/steady", signal.sosfilt_zi(sos))
        put(f"sos/{name}/both", signal.sosfiltfilt(sos, x))
    z = numbers(50, z=True)
    put("filter/complex/x", z), put("filter/complex/y", signal.lfilter([1.0, 0.5j], [1.0, -0.5 + 0.2j], z))
    put("filter/complex/b", np.array([1.0, 0.5j])), put("filter/complex/a", np.array([1.0, -0.5 + 0.2j]))


def smoothing():
    x = numbers(3, 25)
    put("smooth/x", x)
    for mode in ("interp", "mirror", "nearest", "wrap", "constant"):
        put(f"savgol/{mode}", signal.savgol_filter(x, 7, 3, mode=mode, cval=1.5))
        put(f"savgol/{mode}/slope", signal.savgol_filter(x, 5, 2, deriv=1, delta=0.5, mode=mode, cval=1.5))
    for k, (n, p, options) in enumerate([(5, 2, {}), (7, 6, {}), (9, 4, {"deriv": 2, "delta": 0.25}), (4, 2, {}), (7, 3, {"pos": 1})]):
        put(f"savgol/coeffs/{k}", signal.savgol_coeffs(n, p, **options))
    put("medfilt/3", signal.medfilt(x, [1, 3])), put("medfilt/33", signal.medfilt(x, 3)), put("medfilt/15", signal.medfilt(x, [1, 5]))
    put("medfilt/37", signal.medfilt(x, [3, 11])), put("medfilt2d", signal.medfilt2d(x, [3, 5]))
    domain = np.array([[0, 1, 0], [1, 1, 1], [0, 1, 0]])
    for rank in range(5):
        put(f"order/{rank}", signal.order_filter(x, domain, rank))
    put("wiener/3", signal.wiener(x, [1, 3])), put("wiener/35", signal.wiener(x, [3, 5], 0.5)), put("wiener/4", signal.wiener(x, [2, 4], 0.5))
    put("detrend/linear", signal.detrend(x)), put("detrend/constant", signal.detrend(x, type="constant")), put("detrend/breaks", signal.detrend(x, bp=[5, 12]))
    put("detrend/columns", signal.detrend(x, axis=0))
    for n in (24, 25):
        put(f"hilbert/{n}", signal.hilbert(x[:, :n]))
    put("hilbert2", signal.hilbert2(x))


def resampling():
    x = numbers(2, 40)
    put("resample/x", x)
    put("resample/z", numbers(2, 21, z=True))
    h = numbers(7)
    put("upfirdn/h", h)
    for up, down in [(1, 1), (2, 1), (1, 3), (3, 2), (2, 3), (4, 6), (5, 7)]:
        put(f"upfirdn/{up}/{down}", signal.upfirdn(h, x, up, down))
        put(f"poly/{up}/{down}", signal.resample_poly(x, up, down, axis=1))
    for pad in ("line", "mean", "median", "maximum", "minimum"):
        put(f"poly/{pad}", signal.resample_poly(x, 3, 2, axis=1, padtype=pad))
    put("poly/constant", signal.resample_poly(x, 3, 2, axis=1, padtype="constant", cval=2.0))
    for num in (10, 20, 39, 40, 41, 80, 81):
        put(f"resample/{num}", signal.resample(x, num, axis=1))
    for num in (9, 10, 20, 21, 22, 43):
        put(f"resample/complex/{num}", signal.resample(parts["resample/z"], num, axis=1))
        put(f"resample/complex_even/{num}", signal.resample(parts["resample/z"][:, :20], num, axis=1))


def both_ways(x, b, a, axis=-1):
    """Forwards and backwards over the mirror image, far enough beyond the ends; SciPy's begin is right to 1e-11 only."""
    width = [(0, 0)] * x.ndim
    width[axis] = (400, 400)
    y = signal.lfilter([1.0], a, np.pad(x, width, "symmetric"), axis)
    y = np.flip(signal.lfilter(b, a, np.flip(y, axis), axis), axis)
    return np.take(y, np.arange(400, 400 + x.shape[axis]), axis)


def smoothed(x, r, omega, axis=-1):
    cs = 1 - 2 * r * np.cos(omega) + r * r
    return both_ways(x, [cs * cs], [1.0, -2 * r * np.cos(omega), r * r], axis)


def splines():
    x, m, places = numbers(80), numbers(40, 45), rng.uniform(-20, 60, 25)
    put("spline/x", x), put("spline/m", m), put("spline/places", places)
    put("spline/first", both_ways(x, [0.7], [1.0, -0.4])), put("spline/second", smoothed(x, 0.5, 0.6))
    for name, lamb in (("0", 0.0), ("1", 1.0), ("5", 5.0)):
        # SciPy's second number that smoothes in one dimension takes the first two elements for each other.
        c = smoothed(x, *_coeff_smooth(lamb)) if lamb else signal.cspline1d(x)
        put(f"spline/cubic/{name}", c), put(f"spline/cubic/{name}/at", signal.cspline1d_eval(c, places, 1.5, -2.0))
    c = signal.qspline1d(x)
    put("spline/quadratic", c), put("spline/quadratic/at", signal.qspline1d_eval(c, places, 1.5, -2.0))
    lines = lambda m, f: np.array([f(column) for column in np.array([f(row) for row in m]).T]).T
    put("spline/cubic2", lines(m, signal.cspline1d)), put("spline/quadratic2", lines(m, signal.qspline1d))
    c = lines(m, lambda row: smoothed(row, *_coeff_smooth(5.0)))
    put("spline/cubic2/5", c), put("spline/filter", signal.sepfir2d(c, np.array([1, 4, 1]) / 6, np.array([1, 4, 1]) / 6)), put("spline/gauss", signal.gauss_spline(x, 3))
    assert np.allclose(parts["spline/cubic2"], signal.cspline2d(m, 0.0), 0, 1e-4) and np.allclose(c, signal.cspline2d(m, 5.0), 0, 5e-3)


convolutions(), filters(), smoothing(), resampling(), splines()
np.savez_compressed(Path(__file__).parent / "data" / "filtering.npz", allow_pickle=False, **parts)
