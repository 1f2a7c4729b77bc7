"""Filters without feedback: vectors of weights."""

from ... import _core
from ..._creation import linspace
from ._forms import reals, vector
from .windows import named

_native = _core.tables["filters"]


def _rate(fs):
    return 2.0 if fs is None else float(fs)


def firwin(numtaps, cutoff, *, width=None, window="hamming", pass_zero=True, scale=True, fs=None):
    """The ideal filter with cutoffs, times a window: a vector of `numtaps`.

    Example: ``xparray.scipy.signal.firwin(11, 0.3)``.
    """
    cutoff = reals(cutoff)
    passes = {"bandstop": True, "lowpass": True, "bandpass": False, "highpass": False}
    if isinstance(pass_zero, str):
        if pass_zero not in passes:
            raise ValueError(f"pass_zero must be True, False or one of {sorted(passes)}, got {pass_zero}")
        if pass_zero in ("lowpass", "highpass") and len(cutoff) != 1:
            raise ValueError(f"cutoff must have one element if pass_zero=={pass_zero!r}, got {len(cutoff)}")
        if pass_zero in ("bandpass", "bandstop") and len(cutoff) < 2:
            raise ValueError(f"cutoff must have at least two elements if pass_zero=={pass_zero!r}, got {len(cutoff)}")
        pass_zero = passes[pass_zero]
    return vector(_native["firwin"](numtaps, cutoff, width, named(window), pass_zero, scale, _rate(fs)))


def firwin2(numtaps, freq, gain, *, nfreqs=None, window="hamming", antisymmetric=False, fs=None):
    """The filter with gains at frequencies, times a window: a vector of `numtaps`.

    Example: ``xparray.scipy.signal.firwin2(11, [0, 0.5, 1], [1, 1, 0])``.
    """
    window = ("boxcar", []) if window is None else named(window)
    return vector(_native["firwin2"](numtaps, reals(freq), reals(gain), nfreqs, window, antisymmetric, _rate(fs)))


def firls(numtaps, bands, desired, *, weight=None, fs=None):
    """The filter of least squared error in bands: a vector of `numtaps`, which is odd.

    Example: ``xparray.scipy.signal.firls(11, [0, 0.3, 0.4, 1], [1, 1, 0, 0])``.
    """
    weight = None if weight is None else reals(weight)
    return vector(_native["firls"](numtaps, reals(bands), reals(desired), weight, _rate(fs)))


def remez(numtaps, bands, desired, *, weight=None, type="bandpass", maxiter=25, grid_density=16, fs=None):
    """The filter of least greatest error in bands: a vector of `numtaps`.

    Example: ``xparray.scipy.signal.remez(11, [0, 0.15, 0.2, 0.5], [1, 0])``.
    """
    weight = None if weight is None else reals(weight)
    fs = 1.0 if fs is None else float(fs)
    return vector(_native["remez"](numtaps, reals(bands), reals(desired), weight, type, maxiter, grid_density, fs))


def kaiser_beta(a):
    """The parameter of Kaiser's window for an attenuation of decibels.

    Example: ``xparray.scipy.signal.kaiser_beta(65.0)``.
    """
    return _native["kaiser_beta"](a)


def kaiser_atten(numtaps, width):
    """The attenuation of a filter by Kaiser's window, in decibels.

    Example: ``xparray.scipy.signal.kaiser_atten(211, 0.0375)``.
    """
    return _native["kaiser_atten"](numtaps, width)


def kaiserord(ripple, width):
    """The length of a filter by Kaiser's window, and the window's parameter.

    Example: ``xparray.scipy.signal.kaiserord(65.0, 0.1)``.
    """
    return _native["kaiserord"](ripple, width)


def minimum_phase(h, method="homomorphic", n_fft=None, *, half=True):
    """The filter of the least delay with the magnitude of one, or of its root (`half`): a vector.

    Example: ``xparray.scipy.signal.minimum_phase(h)``.
    """
    return vector(_native["minimum_phase"](reals(h), method, n_fft, half))


def firwin_2d(hsize, window, *, fc=None, fs=2, circular=False, pass_zero=True, scale=True):
    """The filter of two windows, a matrix of their lengths; or, if it is `circular`, of one about the middle.

    Example: ``xparray.scipy.signal.firwin_2d((11, 11), ("hamming", "hamming"), fc=0.4)``.
    """
    if len(hsize) != 2:
        raise ValueError("hsize must be a 2-element tuple or list")
    if circular:
        if fc is None:
            raise ValueError("Cutoff frequency `fc` must be provided when `circular` is True")
        from ..._more import interp

        n = 8 * max(hsize)
        across, down = (linspace(-1, 1, size) for size in hsize)
        distance = (across * across + (down * down).reshape(-1, 1)) ** 0.5
        return interp(distance, linspace(0, 1, n), firwin(n, fc, window=window, fs=fs))
    if len(window) != 2:
        raise ValueError("window must be a 2-element tuple or list")
    row, column = (firwin(size, fc, window=each, fs=fs) for size, each in zip(hsize, window))
    return row.reshape(-1, 1) * column


__all__ = ["firls", "firwin", "firwin2", "firwin_2d", "kaiser_atten", "kaiser_beta", "kaiserord", "minimum_phase", "remez"]
