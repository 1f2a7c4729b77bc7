"""Filters with feedback, by what they are to do. Their forms: `ba`, `zpk`, `sos`."""

from ... import _core
from ._forms import given_ba, given_form, given_zpk, reals, vector

_native = _core.tables["filters"]


def iirfilter(N, Wn, rp=None, rs=None, btype="band", analog=False, ftype="butter", output="ba", fs=None):
    """A filter of order N with cutoffs Wn, of a kind: `butter`, `cheby1`, `cheby2`, `ellip` or `bessel`.

    Example: ``xparray.scipy.signal.iirfilter(4, [0.2, 0.4])``.
    """
    return _designed(N, Wn, rp, rs, btype, analog, ftype.lower(), "phase", output, fs)


def _designed(N, Wn, rp, rs, btype, analog, ftype, norm, output, fs):
    shape = ftype, rp, rs, norm
    found = _native["iirfilter"](N, shape, (btype.lower(), reals(Wn), analog, None if fs is None else float(fs)))
    return given_form(found, output, analog)


def butter(N, Wn, btype="low", analog=False, output="ba", fs=None):
    """Butterworth's filter, flat where it passes.

    Example: ``xparray.scipy.signal.butter(4, 0.2, output="sos")``.
    """
    return _designed(N, Wn, None, None, btype, analog, "butter", "phase", output, fs)


def cheby1(N, rp, Wn, btype="low", analog=False, output="ba", fs=None):
    """Chebyshev's filter, with ripples of rp decibels where it passes.

    Example: ``xparray.scipy.signal.cheby1(4, 1.0, 0.2)``.
    """
    return _designed(N, Wn, rp, None, btype, analog, "cheby1", "phase", output, fs)


def cheby2(N, rs, Wn, btype="low", analog=False, output="ba", fs=None):
    """Chebyshev's other filter, with ripples rs decibels down where it stops.

    Example: ``xparray.scipy.signal.cheby2(4, 40.0, 0.2)``.
    """
    return _designed(N, Wn, None, rs, btype, analog, "cheby2", "phase", output, fs)


def ellip(N, rp, rs, Wn, btype="low", analog=False, output="ba", fs=None):
    """The elliptic filter, with ripples of rp decibels where it passes, and rs decibels down where it stops.

    Example: ``xparray.scipy.signal.ellip(4, 1.0, 40.0, 0.2)``.
    """
    return _designed(N, Wn, rp, rs, btype, analog, "ellip", "phase", output, fs)


def bessel(N, Wn, btype="low", analog=False, output="ba", norm="phase", fs=None):
    """Bessel's filter, with the same delay for all that passes.

    Example: ``xparray.scipy.signal.bessel(4, 0.2)``.
    """
    return _designed(N, Wn, None, None, btype, analog, "bessel", norm, output, fs)


def _wanted(wp, ws, gpass, gstop, analog, fs):
    return reals(wp), reals(ws), float(gpass), float(gstop), analog, None if fs is None else float(fs)


def iirdesign(wp, ws, gpass, gstop, analog=False, ftype="ellip", output="ba", fs=None):
    """The filter of least order that loses at most gpass decibels where it passes, and gstop at least where it stops.

    Example: ``xparray.scipy.signal.iirdesign(0.2, 0.3, 1.0, 40.0)``.
    """
    return given_form(_native["iirdesign"](_wanted(wp, ws, gpass, gstop, analog, fs), ftype), output, analog)


def _order(kind, wp, ws, gpass, gstop, analog, fs):
    order, edges = _native["order"](_wanted(wp, ws, gpass, gstop, analog, fs), kind)
    return order, edges[0] if len(edges) == 1 else vector(edges)


def buttord(wp, ws, gpass, gstop, analog=False, fs=None):
    """The least order of Butterworth's filter that does what is wanted, and its cutoffs.

    Example: ``xparray.scipy.signal.buttord(0.2, 0.3, 1.0, 40.0)``.
    """
    return _order("butter", wp, ws, gpass, gstop, analog, fs)


def cheb1ord(wp, ws, gpass, gstop, analog=False, fs=None):
    """The least order of Chebyshev's filter that does what is wanted, and its cutoffs.

    Example: ``xparray.scipy.signal.cheb1ord(0.2, 0.3, 1.0, 40.0)``.
    """
    return _order("cheby1", wp, ws, gpass, gstop, analog, fs)


def cheb2ord(wp, ws, gpass, gstop, analog=False, fs=None):
    """The least order of Chebyshev's other filter that does what is wanted, and its cutoffs.

    Example: ``xparray.scipy.signal.cheb2ord(0.2, 0.3, 1.0, 40.0)``.
    """
    return _order("cheby2", wp, ws, gpass, gstop, analog, fs)


def ellipord(wp, ws, gpass, gstop, analog=False, fs=None):
    """The least order of the elliptic filter that does what is wanted, and its cutoffs.

    Example: ``xparray.scipy.signal.ellipord(0.2, 0.3, 1.0, 40.0)``.
    """
    return _order("ellip", wp, ws, gpass, gstop, analog, fs)


def iirnotch(w0, Q, fs=2.0):
    """A filter that stops one frequency, the more narrowly the greater Q.

    Example: ``xparray.scipy.signal.iirnotch(0.2, 30.0)``.
    """
    return given_ba(_native["iirnotch"](w0, Q, fs))


def iirpeak(w0, Q, fs=2.0):
    """A filter that passes one frequency, the more narrowly the greater Q.

    Example: ``xparray.scipy.signal.iirpeak(0.2, 30.0)``.
    """
    return given_ba(_native["iirpeak"](w0, Q, fs))


def iircomb(w0, Q, ftype="notch", fs=2.0, *, pass_zero=False):
    """A filter that stops, or passes, the multiples of a frequency.

    Example: ``xparray.scipy.signal.iircomb(0.2, 30.0)``.
    """
    return given_ba(_native["iircomb"](w0, Q, ftype, fs, pass_zero))


def gammatone(freq, ftype, order=None, numtaps=None, fs=None):
    """A filter of the ear's about a frequency, `fir` or `iir`.

    Example: ``xparray.scipy.signal.gammatone(0.2, "iir")``.
    """
    return given_ba(_native["gammatone"](freq, ftype, order, numtaps, 2.0 if fs is None else float(fs)))


def buttap(N):
    """Butterworth's analog prototype: zeros, poles, a gain.

    Example: ``xparray.scipy.signal.buttap(3)``.
    """
    return given_zpk(_native["buttap"](N))


def cheb1ap(N, rp):
    """Chebyshev's analog prototype: zeros, poles, a gain.

    Example: ``xparray.scipy.signal.cheb1ap(3, 1.0)``.
    """
    return given_zpk(_native["cheb1ap"](N, rp))


def cheb2ap(N, rs):
    """Chebyshev's other analog prototype: zeros, poles, a gain.

    Example: ``xparray.scipy.signal.cheb2ap(3, 40.0)``.
    """
    return given_zpk(_native["cheb2ap"](N, rs))


def ellipap(N, rp, rs):
    """The elliptic analog prototype: zeros, poles, a gain.

    Example: ``xparray.scipy.signal.ellipap(3, 1.0, 40.0)``.
    """
    return given_zpk(_native["ellipap"](N, rp, rs))


def besselap(N, norm="phase"):
    """Bessel's analog prototype: zeros, poles, a gain.

    Example: ``xparray.scipy.signal.besselap(3)``.
    """
    return given_zpk(_native["besselap"](N, norm))


__all__ = [
    "bessel", "besselap", "butter", "buttap", "buttord", "cheb1ap", "cheb1ord", "cheb2ap", "cheb2ord", "cheby1", "cheby2", "ellip",
    "ellipap", "ellipord", "gammatone", "iircomb", "iirdesign", "iirfilter", "iirnotch", "iirpeak",
]
