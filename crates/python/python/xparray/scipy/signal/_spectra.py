"""Spectra of signals along an axis."""

from ... import _core
from ..._creation import asarray
from .windows import named

_native = _core.tables["signal"]


def _options(fs, window, nperseg, noverlap, nfft, detrend, one_sided, scaling, average, axis):
    trend = None if detrend is False or detrend is None else detrend
    window = None if window is None else named(window)
    return float(fs), window, (nperseg, noverlap, nfft), trend, one_sided, scaling, average, axis


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
        from ..._manipulation import moveaxis

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
        nperseg = min(256, x.shape[axis])
    if noverlap is None and mode != "complex":
        noverlap = nperseg // 8
    sided = _sided(return_onesided, x)
    return _native["spectrogram"](x, _options(fs, window, nperseg, noverlap, nfft, detrend, sided, scaling, "mean", axis), mode)


def stft(x, fs=1.0, window="hann", nperseg=256, noverlap=None, nfft=None, detrend=False, return_onesided=True, axis=-1,
    scaling="spectrum"):
    """Frequencies, times, and the complex spectra of segments, whose times are the last axis.

    Example: ``xparray.scipy.signal.stft(x, fs=1000.0)``.
    """
    x = asarray(x)
    nperseg = min(nperseg, x.shape[axis])
    sided = _sided(return_onesided, x)
    return _native["stft"](x, _options(fs, window, nperseg, noverlap, nfft, detrend, sided, scaling, "mean", axis))


def istft(Zxx, fs=1.0, window="hann", nperseg=None, noverlap=None, nfft=None, input_onesided=True, scaling="spectrum"):
    """Times, and the signal of complex spectra of shape (..., frequencies, times).

    Example: ``xparray.scipy.signal.istft(Zxx, fs=1000.0)``.
    """
    Zxx = asarray(Zxx)
    if nperseg is None:
        nperseg = 2 * (Zxx.shape[-2] - 1) if input_onesided else Zxx.shape[-2]
    return _native["istft"](Zxx, _options(fs, window, nperseg, noverlap, nfft, None, input_onesided, scaling, "mean", -1))


def check_COLA(window, nperseg, noverlap, tol=1e-10):
    """Whether overlapping windows add to a constant.

    Example: ``xparray.scipy.signal.check_COLA("hann", 120, 60)``.
    """
    return _native["check_cola"](named(window), nperseg, noverlap, tol)


def check_NOLA(window, nperseg, noverlap, tol=1e-10):
    """Whether overlapping windows add to what is not zero.

    Example: ``xparray.scipy.signal.check_NOLA("hann", 120, 60)``.
    """
    return _native["check_nola"](named(window), nperseg, noverlap, tol)


def lombscargle(x, y, freqs):
    """The power of samples y at times x, which need not be even, at angular frequencies: a vector.

    Example: ``xparray.scipy.signal.lombscargle(x, y, freqs)``.
    """
    return _native["lombscargle"](x, y, freqs)


def vectorstrength(events, period):
    """How alike the phases of events are in a period, and their phase.

    Example: ``xparray.scipy.signal.vectorstrength(events, 0.5)``.
    """
    return _native["vectorstrength"](events, period)


__all__ = [
    "check_COLA", "check_NOLA", "coherence", "csd", "istft", "lombscargle", "periodogram", "spectrogram", "stft", "vectorstrength", "welch",
]
