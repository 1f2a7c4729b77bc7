"""Signals, as of `scipy.signal`: windows, convolutions, filters, resampling."""

from math import gcd

from ... import _core
from ..._creation import arange, asarray, zeros
from ..._dtypes import result_type
from ..._manipulation import concat, moveaxis, stack
from ..._table import functions
from ...fft import fftfreq
from ._fir import firwin
from .windows import named

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
        "b, a, x, axis=-1, padtype='odd', padlen=None, method='pad', irlen=None",
        "A signal filtered forwards and backwards by the rational filter b / a, of the shape of x: continued at its ends, or from Gustafsson's states (`gust`).",
    ),
    "oaconvolve": ("in1, in2, mode='full', axes=None", "As `fftconvolve`, in pieces, for arrays of very different lengths."),
    "savgol_filter": (
        "x, window_length, polyorder, deriv=0, delta=1.0, axis=-1, mode='interp', cval=0.0",
        "A signal smoothed by polynomials of windows, or their derivatives, of the shape of x.",
    ),
    "sosfilt_zi": ("sos", "The state of the sections of a filter that a step leaves as it is, of shape (sections, 2)."),
    "sosfiltfilt": (
        "sos, x, axis=-1, padtype='odd', padlen=None",
        "A signal filtered forwards and backwards by sections of second order, of the shape of x.",
    ),
    "upfirdn": (
        "h, x, up=1, down=1, axis=-1, mode='constant', cval=0",
        "A signal, continued at its ends, with zeros between, filtered by weights h, of which every down-th sample is kept.",
    ),
}


def _of_truth(name, dtype):
    """A product of signals of which truth values are numbers: of two signals of them whether it is one, unless it is by Fourier transforms."""

    def made(in1, in2, *options):
        given = [asarray(each) for each in (in1, in2)]
        numbers = [each.astype(dtype) if each.dtype.kind == "b" else each for each in given]
        found = _native[name](*numbers, *options)
        return found != 0 if dtype == "int32" and all(each.dtype.kind == "b" for each in given) else found

    return made


_truth = {"convolve": "int32", "correlate": "int32", "fftconvolve": "float64", "oaconvolve": "float64"}
_truth = {name: _of_truth(name, dtype) for name, dtype in _truth.items()}
globals().update(functions("xparray.scipy.signal", {**_native, **_truth}, _FUNCTIONS))


def lfilter_zi(b, a):
    """The state of the filter b / a that a step leaves as it is, a vector.

    Example: ``xparray.scipy.signal.lfilter_zi([0.1], [1.0, -0.9])``.
    """
    if asarray(a).size < 2 and asarray(b).size < 2:
        raise ValueError("a filter that is a number has no state")
    return _native["lfilter_zi"](b, a)


def resample(x, num, t=None, axis=0, window=None, domain="time"):
    """A periodic signal at `num` times, by Fourier's transform: of a signal, or of its transform (`freq`), with a window of the transform or a function
    that gives weights of its frequencies, or these weights. Of the times t also those of the result.

    Example: ``xparray.scipy.signal.resample(x, 20)``.
    """
    x = asarray(x)
    weights = None
    if callable(window):
        weights, window = window(fftfreq(x.shape[axis])), None
    elif window is not None and not isinstance(window, (str, tuple, float, int)):
        weights, window = asarray(window), None
        if weights.shape != (x.shape[axis],):
            raise ValueError("window must have the same length as data")
    weights = None if weights is None else asarray(weights).tolist()
    found = _native["resample"](x, num, axis, None if window is None else named(window), weights, domain)
    if t is None:
        return found
    t = asarray(t)
    return found, arange(num) * (t[1] - t[0]) * x.shape[axis] / float(num) + t[0]


def resample_poly(x, up, down, axis=0, window=("kaiser", 5.0), padtype="constant", cval=None):
    """A signal with up / down times as many samples, by a filter of a window, or of weights; continued at its ends, as of `upfirdn`, or by zeros of what
    is left of it without a level: its `mean`, `median`, `maximum` or `minimum`.

    Example: ``xparray.scipy.signal.resample_poly(x, 2, 3)``.
    """
    if cval is not None and padtype != "constant":
        raise ValueError("cval has no effect when padtype is " + padtype)
    if window == ("kaiser", 5.0):
        window = None
    elif isinstance(window, (str, tuple, float, int)):
        rate = max(up, down) // gcd(up, down)
        window = firwin(20 * rate + 1, 1.0 / rate, window=window) if rate > 1 else None
    else:
        window, x = asarray(window), asarray(x)
        if x.dtype.kind in "fc":
            x = x.astype(result_type(x.dtype, window.dtype))
    if up == down:
        return asarray(x).copy()
    return _native["resample_poly"](x, up, down, axis, window, padtype, float(cval or 0.0))


def savgol_coeffs(window_length, polyorder, deriv=0, delta=1.0, pos=None, use="conv", *, device=None):
    """The weights of Savitzky's and Golay's filter, a vector: of a place in the window, by default its middle, for a convolution (`conv`) or a product
    (`dot`).

    Example: ``xparray.scipy.signal.savgol_coeffs(5, 2)``.
    """
    if use not in ("conv", "dot"):
        raise ValueError("`use` must be 'conv' or 'dot'")
    if pos is not None and not 0 <= pos < window_length:
        raise ValueError("pos must be nonnegative and less than window_length.")
    found = _native["savgol_coeffs"](window_length, polyorder, deriv, delta, pos, device)
    return found if use == "conv" else found[::-1]


def envelope(z, bp_in=(1, None), *, n_out=None, squared=False, residual="lowpass", axis=-1):
    """The envelope of a band of a signal, and what is left below it (`lowpass`) or beside it (`all`), of shape (2, ...), or without that.

    Example: ``xparray.scipy.signal.envelope(x, residual=None)``.
    """
    z = asarray(z)
    if residual not in ("lowpass", "all", None):
        raise ValueError(f"residual={residual!r} not in ['lowpass', 'all', None]!")
    if len(bp_in) != 2 or not all(each is None or isinstance(each, int) for each in bp_in):
        raise ValueError(f"bp_in={bp_in!r} isn't a 2-tuple of type (int | None, int | None)!")
    if n_out is not None and not (isinstance(n_out, int) and n_out > 0):
        raise ValueError(f"n_out={n_out!r} is not a positive integer or None!")
    found, left = _native["envelope"](z, tuple(bp_in), n_out, bool(squared), residual == "all", axis)
    return found if residual is None else stack([found, left])


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


__all__ = [
    *_FUNCTIONS, "envelope", "hilbert", "lfilter", "lfilter_zi", "medfilt", "resample", "resample_poly", "savgol_coeffs", "sosfilt",
]
