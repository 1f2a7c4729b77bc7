"""Signals, as of `scipy.signal`: windows, convolutions, filters, resampling."""

from ... import _core
from ..._creation import asarray, zeros
from ..._manipulation import concat, moveaxis
from ..._table import functions

_native = _core.tables["signal"]
_FUNCTIONS = {
    "convolve": (
        "in1, in2, mode='full', method='auto'",
        "The convolution of arrays of as many axes, or its middle of the first one's shape (`same`), or where they overlap (`valid`).",
    ),
    "correlate": ("in1, in2, mode='full', method='auto'", "The correlation of arrays of as many axes, as of `convolve` the parts."),
    "detrend": ("data, axis=-1, type='linear', bp=0, overwrite_data=False",
    "A signal without its mean, or without its line, between breaks."),
    "fftconvolve": ("in1, in2, mode='full', axes=None", "As `convolve`, by Fourier transforms, along some axes."),
    "filtfilt": (
        "b, a, x, axis=-1, padtype='odd', padlen=None",
        "A signal filtered forwards and backwards by the rational filter b / a, of the shape of x.",
    ),
    "lfilter_zi": ("b, a", "The state of the filter b / a that a step leaves as it is, a vector."),
    "oaconvolve": ("in1, in2, mode='full', axes=None", "As `fftconvolve`, in pieces, for arrays of very different lengths."),
    "resample": ("x, num, *, axis=0", "A periodic signal at `num` times, by Fourier's transform."),
    "resample_poly": ("x, up, down, axis=0", "A signal with up / down times as many samples, by a filter."),
    "savgol_coeffs": ("window_length, polyorder, deriv=0, delta=1.0, *, device=None",
    "The weights of Savitzky's and Golay's filter, a vector."),
    "savgol_filter": (
        "x, window_length, polyorder, deriv=0, delta=1.0, axis=-1, mode='interp', cval=0.0",
        "A signal smoothed by polynomials of windows, or their derivatives, of the shape of x.",
    ),
    "sosfilt_zi": ("sos", "The state of the sections of a filter that a step leaves as it is, of shape (sections, 2)."),
    "sosfiltfilt": (
        "sos, x, axis=-1, padtype='odd', padlen=None",
        "A signal filtered forwards and backwards by sections of second order, of the shape of x.",
    ),
    "upfirdn": ("h, x, up=1, down=1, axis=-1",
    "A signal with zeros between, filtered by weights h, of which every down-th sample is kept."),
}
globals().update(functions("xparray.scipy.signal", _native, _FUNCTIONS))


def hilbert(x, N=None, axis=-1):
    """The analytic signal of a real one, complex, of the shape of x, or of N samples along the axis, cut or filled with zeros.

    Example: ``xparray.scipy.signal.hilbert(x)``.
    """
    x = asarray(x)
    if N is not None and N < x.shape[axis]:
        x = moveaxis(moveaxis(x, axis, -1)[..., :N], -1, axis)
    elif N is not None and N > x.shape[axis]:
        shape = list(x.shape)
        shape[axis] = N - x.shape[axis]
        x = concat([x, zeros(shape, dtype=x.dtype)], axis=axis)
    return _native["hilbert"](x, axis)


def lfilter(b, a, x, axis=-1, zi=None):
    """A signal filtered by the rational filter b / a, of the shape of x; from the state zi, and with the state behind it.

    Example: ``xparray.scipy.signal.lfilter(b, a, x)``.
    """
    found, state = _native["lfilter"](b, a, x, axis, zi)
    return found if zi is None else (found, state)


def sosfilt(sos, x, axis=-1, zi=None):
    """A signal filtered by sections of second order, of the shape of x; from the state zi, and with the state behind it.

    Example: ``xparray.scipy.signal.sosfilt(sos, x)``.
    """
    found, state = _native["sosfilt"](sos, x, axis, zi)
    return found if zi is None else (found, state)


def medfilt(volume, kernel_size=None):
    """Medians of windows of an odd size, 3 by default, with zeros beyond the ends, of the shape of volume.

    Example: ``xparray.scipy.signal.medfilt(volume, 5)``.
    """
    volume = asarray(volume)
    size = 3 if kernel_size is None else kernel_size
    return _native["medfilt"](volume, [size] * volume.ndim if isinstance(size, int) else list(size))


__all__ = [*_FUNCTIONS, "hilbert", "lfilter", "medfilt", "sosfilt"]
