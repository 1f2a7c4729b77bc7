"""What filters make of frequencies."""

from math import pi

from ... import _core
from ..._creation import asarray
from ._forms import ba, reals, sections, vector, zpk

_native = _core.tables["filters"]


def _digital(form, worN, whole, fs, include_nyquist=False):
    if worN is None or isinstance(worN, int):
        w, h = _native["freqz"](form, 512 if worN is None else worN, whole, include_nyquist, fs)
        return vector(w), vector(h, "complex128")
    w = asarray(worN, dtype="float64")
    w = w.reshape(1) if w.ndim == 0 else w
    return w, _native["freqz_at"](form, w, fs)


def _several(b, a, w, fs):
    """The responses of filters whose coefficients are along the first axis, at frequencies that broadcast with the other axes."""
    from ..._ufuncs import exp

    turned = exp(-2j * pi / fs * w)

    def value(coefficients):
        found = 0.0
        for each in range(len(coefficients) - 1, -1, -1):
            found = found * turned + coefficients[each]
        return found

    return value(b) / value(a)


def freqz(b, a=1, worN=512, whole=False, plot=None, fs=2 * pi, include_nyquist=False):
    """Frequencies, and the complex response of the filter b / a there, both vectors: at so many frequencies, or at those of an array.

    Of several filters, whose coefficients are along the first axis, the other axes broadcast with the frequencies.

    Example: ``xparray.scipy.signal.freqz(b, a)``.
    """
    several = [asarray(each) for each in (b, a)]
    if any(each.ndim > 1 for each in several):
        w = _digital(("ba", ba([1.0], 1)), worN, whole, float(fs), include_nyquist)[0]
        b, a = (each if each.ndim else each.reshape(1) for each in several)
        return w, _several(b, a, w, float(fs))
    return _digital(("ba", ba(b, a)), worN, whole, float(fs), include_nyquist)


def freqz_zpk(z, p, k, worN=512, whole=False, fs=2 * pi):
    """As `freqz`, of zeros, poles and a gain.

    Example: ``xparray.scipy.signal.freqz_zpk(z, p, k)``.
    """
    return _digital(("zpk", zpk(z, p, k)), worN, whole, float(fs))


def freqz_sos(sos, worN=512, whole=False, fs=2 * pi):
    """As `freqz`, of sections.

    Example: ``xparray.scipy.signal.freqz_sos(sos)``.
    """
    return _digital(("sos", sections(sos)), worN, whole, float(fs))


sosfreqz = freqz_sos


def _analog(form, worN):
    if worN is None or isinstance(worN, int):
        w, h = _native["freqs"](form, 200 if worN is None else worN)
        return vector(w), vector(h, "complex128")
    w = asarray(worN, dtype="float64")
    w = w.reshape(1) if w.ndim == 0 else w
    return w, _native["freqs_at"](form, w)


def freqs(b, a, worN=200, plot=None):
    """Frequencies, and the complex response of the analog filter b / a there.

    Example: ``xparray.scipy.signal.freqs(b, a)``.
    """
    return _analog(("ba", ba(b, a)), worN)


def freqs_zpk(z, p, k, worN=200):
    """As `freqs`, of zeros, poles and a gain.

    Example: ``xparray.scipy.signal.freqs_zpk(z, p, k)``.
    """
    return _analog(("zpk", zpk(z, p, k)), worN)


def findfreqs(num, den, N, kind="ba"):
    """Frequencies at which the response of a filter changes, a vector of N.

    Example: ``xparray.scipy.signal.findfreqs(b, a, 50)``.
    """
    form = ("ba", ba(num, den)) if kind == "ba" else ("zpk", zpk(num, den, 1.0))
    return vector(_native["findfreqs"](form, N))


def group_delay(system, w=512, whole=False, fs=2 * pi):
    """Frequencies, and the delays of the filter (b, a) there, in samples.

    Example: ``xparray.scipy.signal.group_delay((b, a))``.
    """
    form = ba(*system)
    if w is None or isinstance(w, int):
        return tuple(map(vector, _native["group_delay"](form, 512 if w is None else w, whole, float(fs))))
    return asarray(w, dtype="float64"), vector(_native["group_delay_at"](form, reals(w), float(fs)))


__all__ = ["findfreqs", "freqs", "freqs_zpk", "freqz", "freqz_sos", "freqz_zpk", "group_delay", "sosfreqz"]
