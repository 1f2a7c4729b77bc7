"""Spectra of signals along an axis."""

from ... import _core
from ..._creation import asarray, zeros_like
from ..._manipulation import moveaxis
from ..._padding import pad
from ..._ufuncs import arctan2, cos, exp, maximum, sin
from .windows import named

_native = _core.tables["signal"]


def _is_weights(window):
    """Whether a window is given by its weights, not by a name."""
    return not (window is None or isinstance(window, (str, int, float)) or isinstance(next(iter(window), None), str))


def _weights(window, nperseg):
    """A window of weights, and how long segments are: as it."""
    weights = asarray(window, dtype="float64")
    if weights.ndim != 1:
        raise ValueError("window must be 1-D")
    if nperseg is not None and nperseg != len(weights):
        raise ValueError("value specified for nperseg is different from length of window")
    return ("weights", weights.tolist()), len(weights)


def _options(fs, window, nperseg, noverlap, nfft, detrend, one_sided, scaling, average, axis, boundary=True, padded=True):
    trend = None if detrend is False or detrend is None else detrend
    if _is_weights(window):
        window, nperseg = _weights(window, nperseg)
    elif window is not None:
        window = named(window)
    return float(fs), window, (nperseg, noverlap, nfft), trend, one_sided, scaling, average, axis, (boundary, padded)


def _sided(return_onesided, *signals):
    return return_onesided and not any(asarray(each).dtype.kind == "c" for each in signals)


def welch(x, fs=1.0, window="hann", nperseg=None, noverlap=None, nfft=None, detrend="constant", return_onesided=True,
    scaling="density", axis=-1, average="mean"):
    """Frequencies, and the power at them, averaged over segments.

    Example: ``xparray.scipy.signal.welch(x, fs=1000.0)``.
    """
    sided = _sided(return_onesided, x)
    return _native["welch"](x, _options(fs, window, nperseg, noverlap, nfft, detrend, sided, scaling, average, axis))


def periodogram(x, fs=1.0, window="boxcar", nfft=None, detrend="constant", return_onesided=True, scaling="density", axis=-1):
    """Frequencies, and the power at them.

    Example: ``xparray.scipy.signal.periodogram(x, fs=1000.0)``.
    """
    x = asarray(x)
    if nfft is not None and nfft < x.shape[axis]:
        x = moveaxis(moveaxis(x, axis, -1)[..., :nfft], -1, axis)
    options = _options(fs, window, None, None, nfft, detrend, _sided(return_onesided, x), scaling, "mean", axis)
    return _native["periodogram"](x, options)


def csd(x, y, fs=1.0, window="hann", nperseg=None, noverlap=None, nfft=None, detrend="constant", return_onesided=True,
    scaling="density", axis=-1, average="mean"):
    """Frequencies, and the power that two signals share, averaged over segments.

    Example: ``xparray.scipy.signal.csd(x, y, fs=1000.0)``.
    """
    sided = _sided(return_onesided, x, y)
    return _native["csd"](x, y, _options(fs, window, nperseg, noverlap, nfft, detrend, sided, scaling, average, axis))


def coherence(x, y, fs=1.0, window="hann", nperseg=None, noverlap=None, nfft=None, detrend="constant", axis=-1):
    """Frequencies, and the share of the power that two signals have in common.

    Example: ``xparray.scipy.signal.coherence(x, y, fs=1000.0)``.
    """
    sided = _sided(True, x, y)
    return _native["coherence"](x, y, _options(fs, window, nperseg, noverlap, nfft, detrend, sided, "density", "mean", axis))


def spectrogram(x, fs=1.0, window=("tukey", 0.25), nperseg=None, noverlap=None, nfft=None, detrend="constant",
    return_onesided=True, scaling="density", axis=-1, mode="psd"):
    """Frequencies, times, and the spectra of segments, whose times are the last axis.

    Example: ``xparray.scipy.signal.spectrogram(x, fs=1000.0)``.
    """
    x = asarray(x)
    if nperseg is None:
        nperseg = len(window) if _is_weights(window) else 256
    nperseg = min(nperseg, x.shape[axis])
    if noverlap is None and mode != "complex":
        noverlap = nperseg // 8
    sided = _sided(return_onesided, x)
    return _native["spectrogram"](x, _options(fs, window, nperseg, noverlap, nfft, detrend, sided, scaling, "mean", axis), mode)


#: What continues a signal beyond its ends.
_ENDS = {
    "even": lambda x, widths: pad(x, widths, "reflect"),
    "odd": lambda x, widths: 2 * pad(x, widths, "edge") - pad(x, widths, "reflect"),
    "constant": lambda x, widths: pad(x, widths, "edge"),
}


def stft(x, fs=1.0, window="hann", nperseg=256, noverlap=None, nfft=None, detrend=False, return_onesided=True, boundary="zeros", padded=True,
    axis=-1, scaling="spectrum"):
    """Frequencies, times, and the complex spectra of segments, whose times are the last axis, of the signal continued by half a segment (`zeros`, `even`,
    `odd`, `constant`, or not for None), and if `padded` by zeros up to a whole number of steps.

    Example: ``xparray.scipy.signal.stft(x, fs=1000.0)``.
    """
    x = asarray(x)
    if boundary is not None and boundary != "zeros" and boundary not in _ENDS:
        raise ValueError(f"Unknown boundary option '{boundary}', must be one of: ['even', 'odd', 'constant', 'zeros', None]")
    nperseg = min(nperseg, x.shape[axis])
    sided = _sided(return_onesided, x)
    half = nperseg // 2 if boundary in _ENDS else 0
    if half:
        widths = [(0, 0)] * x.ndim
        widths[axis] = half, half
        x = _ENDS[boundary](x if x.dtype.kind in "fc" else x.astype("float64"), widths)
    options = _options(fs, window, nperseg, noverlap, nfft, detrend, sided, scaling, "mean", axis, boundary == "zeros", padded)
    f, t, values = _native["stft"](x, options)
    return f, t - nperseg / 2 / fs if boundary in _ENDS else t, values


def istft(Zxx, fs=1.0, window="hann", nperseg=None, noverlap=None, nfft=None, input_onesided=True, boundary=True, time_axis=-1, freq_axis=-2,
    scaling="spectrum"):
    """Times, and the signal of complex spectra of shape (..., frequencies, times), or of other axes, without half a segment at both ends if those are
    from beyond its `boundary`.

    Example: ``xparray.scipy.signal.istft(Zxx, fs=1000.0)``.
    """
    Zxx = asarray(Zxx)
    if Zxx.ndim < 2:
        raise ValueError("Input stft must be at least 2d!")
    time_axis, freq_axis = time_axis % Zxx.ndim, freq_axis % Zxx.ndim
    if time_axis == freq_axis:
        raise ValueError("Must specify differing time and frequency axes!")
    Zxx = moveaxis(Zxx, (freq_axis, time_axis), (-2, -1))
    if nperseg is None:
        nperseg = 2 * (Zxx.shape[-2] - 1) if input_onesided else Zxx.shape[-2]
    options = _options(fs, window, nperseg, noverlap, nfft, None, input_onesided, scaling, "mean", -1, bool(boundary))
    t, x = _native["istft"](Zxx, options)
    # Where the times were, without the axis of the frequencies.
    return t, moveaxis(x, -1, time_axis - (freq_axis < time_axis))


def check_COLA(window, nperseg, noverlap, tol=1e-10):
    """Whether overlapping windows add to a constant.

    Example: ``xparray.scipy.signal.check_COLA("hann", 120, 60)``.
    """
    window = _weights(window, nperseg)[0] if _is_weights(window) else named(window)
    return _native["check_cola"](window, nperseg, noverlap, tol)


def check_NOLA(window, nperseg, noverlap, tol=1e-10):
    """Whether overlapping windows add to what is not zero.

    Example: ``xparray.scipy.signal.check_NOLA("hann", 120, 60)``.
    """
    window = _weights(window, nperseg)[0] if _is_weights(window) else named(window)
    return _native["check_nola"](window, nperseg, noverlap, tol)


def lombscargle(x, y, freqs, *, precenter=False, normalize=False, weights=None, floating_mean=False):
    """The power of samples y at times x, which need not be even, at angular frequencies, a vector: of samples of weights, without their mean
    (`precenter`), or without the mean that fits best at each frequency (`floating_mean`). Normalized it is a share of the samples' power; for
    `"amplitude"` the complex amplitude of the wave.

    Example: ``xparray.scipy.signal.lombscargle(x, y, freqs)``.
    """
    x, y, freqs = (asarray(each, dtype="float64") for each in (x, y, freqs))
    y = y - y.mean() if precenter else y
    if normalize in (False, "power") and weights is None and not floating_mean:
        return _native["lombscargle"](x, y, freqs)
    if normalize not in (False, True, "power", "normalize", "amplitude"):
        raise ValueError("Normalize must be: False (or 'power'), True (or 'normalize'), or 'amplitude'.")
    w = asarray(1.0 if weights is None else weights, dtype="float64") + zeros_like(x)
    if x.ndim != 1 or not x.size or not x.shape == y.shape == w.shape or freqs.ndim != 1 or not freqs.size:
        raise ValueError("Parameters x, y, weights must be 1-D arrays of equal non-zero length!")
    if not bool((w >= 0).all()) or not bool(w.sum() > 0):
        raise ValueError("Parameter weights must have only non-negative entries which sum to a positive value!")
    w = w / w.sum()
    y = y - (w * y).sum() if floating_mean else y
    a, b, turn, power = _waves(freqs.reshape(-1, 1) * x, y, w, floating_mean)
    if normalize == "amplitude":
        return (a + 1j * b) * exp(1j * turn)
    return power * (x.size / 4 if normalize in (False, "power") else 0.5 / (w * y * y).sum())


def _waves(angles, y, w, floating_mean):
    """The amplitudes of a cosine and a sine, turned so that they are orthogonal under the weights, by how much, and the power (Zechmeister and
    Kürster, The generalised Lomb-Scargle periodogram, 2009).
    """

    def products(angles):
        c, s = cos(angles), sin(angles)
        if floating_mean:
            c, s = (each - (w * each).sum(-1, keepdims=True) for each in (c, s))
        return [(w * left * right).sum(-1) for left, right in ((c, c), (s, s), (c, s), (y, c), (y, s))]

    cc, ss, cs, _, _ = products(angles)
    turn = arctan2(2 * cs, cc - ss) / 2
    cc, ss, _, yc, ys = products(angles - turn.reshape(-1, 1))
    a, b = yc / maximum(cc, 2.0**-53), ys / maximum(ss, 2.0**-53)
    return a, b, turn, 2 * (a * yc + b * ys)


def vectorstrength(events, period):
    """How alike the phases of events are in a period, and their phase.

    Example: ``xparray.scipy.signal.vectorstrength(events, 0.5)``.
    """
    return _native["vectorstrength"](events, period)


__all__ = [
    "check_COLA", "check_NOLA", "coherence", "csd", "istft", "lombscargle", "periodogram", "spectrogram", "stft", "vectorstrength", "welch",
]
