"""The z-transform along spirals, wavelets' filters, sequences of longest period, extrema by any comparison."""

from cmath import exp
from math import pi

from ... import _core
from ..._creation import asarray
from ..._table import functions

_native = _core.tables["signal"]
_FUNCTIONS = {
    "choose_conv_method": ("in1, in2, mode='full'", "Which of `direct` and `fft` is the faster way to convolve: a word."),
    "qmf": ("hk", "The high-pass filter of a low-pass one of wavelets, of its shape."),
}
globals().update(functions("xparray.scipy.signal", _native, _FUNCTIONS))


def czt(x, m=None, w=None, a=1 + 0j, *, axis=-1):
    """The z-transform at m points of a spiral, which begins at a and goes on by factors 1 / w: by default round the unit circle.

    Example: ``xparray.scipy.signal.czt(x, 16)``.
    """
    return _native["czt"](x, m, w, a, axis)


def czt_points(m, w=None, a=1 + 0j, *, device=None):
    """The points of `czt`, a complex vector of length m.

    Example: ``xparray.scipy.signal.czt_points(8)``.
    """
    return _native["czt_points"](m, w, a, device)


def _band(fn):
    """The first frequency and the last one."""
    fn = asarray(fn).reshape(-1).tolist()
    if len(fn) not in (1, 2):
        raise ValueError("fn must be a scalar or 2-length sequence")
    return tuple([0.0, *fn][-2:])


def zoom_fft(x, fn, m=None, *, fs=2, endpoint=False, axis=-1):
    """The Fourier transform at m frequencies from fn[0] to fn[1], or from 0 to fn, of the sampling frequency fs.

    Example: ``xparray.scipy.signal.zoom_fft(x, [0.1, 0.2], 64)``.
    """
    return _native["zoom_fft"](x, _band(fn), m, float(fs), bool(endpoint), axis)


class CZT:
    """`czt` of signals of a length n, as a function of them.

    Example: ``xparray.scipy.signal.CZT(100, 16)(x)``.
    """

    def __init__(self, n, m=None, w=None, a=1 + 0j):
        if n < 1 or (m is not None and m < 1):
            raise ValueError(f"Invalid number of CZT data points ({n}) or output points ({m}) specified")
        self.n, self.m, self.w, self.a = n, n if m is None else m, w, a

    def __call__(self, x, *, axis=-1):
        x = asarray(x)
        if x.shape[axis] != self.n:
            raise ValueError(f"CZT defined for length {self.n}, not {x.shape[axis]}")
        return self._transform(x, axis)

    def _transform(self, x, axis):
        return czt(x, self.m, self.w, self.a, axis=axis)

    def points(self):
        """The points on the plane. Example: ``xparray.scipy.signal.CZT(100, 16).points()``."""
        return czt_points(self.m, self.w, self.a)


class ZoomFFT(CZT):
    """`zoom_fft` of signals of a length n, as a function of them.

    Example: ``xparray.scipy.signal.ZoomFFT(100, [0.1, 0.2], 16)(x)``.
    """

    def __init__(self, n, fn, m=None, *, fs=2, endpoint=False):
        self.fn, self.fs, self.endpoint = _band(fn), float(fs), bool(endpoint)
        m = n if m is None else m
        first, last = self.fn
        turns = (last - first) / (self.fs * (m - 1 if endpoint else m)) if m > endpoint else 0.0
        super().__init__(n, m, exp(-2j * pi * turns), exp(2j * pi * first / self.fs))

    def _transform(self, x, axis):
        return zoom_fft(x, self.fn, self.m, fs=self.fs, endpoint=self.endpoint, axis=axis)


def max_len_seq(nbits, state=None, length=None, taps=None, *, device=None):
    """A sequence of zeros and ones whose period is longest, and the state behind it.

    Example: ``sequence, state = xparray.scipy.signal.max_len_seq(4)``.
    """
    if state is not None:
        state = [bool(bit) for bit in asarray(state).reshape(-1).tolist()]
    taps = None if taps is None else [int(tap) for tap in asarray(taps).reshape(-1).tolist()]
    found, state = _native["max_len_seq"](nbits, state, length, taps, device)
    return found.astype("int8"), asarray(state, dtype="int8")


def argrelextrema(data, comparator, axis=0, order=1, mode="clip"):
    """Indices along each axis of the elements for which a comparison with `order` neighbours to both sides holds.

    Example: ``xparray.scipy.signal.argrelextrema(x, xparray.greater)``.
    """
    if order != int(order) or order < 1:
        raise ValueError("Order must be an int >= 1")
    if mode not in ("clip", "wrap"):
        raise ValueError("mode is 'clip' or 'wrap'")
    return tuple(_native["argrelextrema"](data, comparator, axis, int(order), mode == "wrap"))


__all__ = [*_FUNCTIONS, "CZT", "ZoomFFT", "argrelextrema", "czt", "czt_points", "max_len_seq", "zoom_fft"]
