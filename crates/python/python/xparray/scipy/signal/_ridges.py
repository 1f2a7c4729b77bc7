"""Peaks by their wavelet transforms, which have ridges there over many widths (Du, Kibbe and Lin, 2006)."""

from ... import _core
from ..._creation import asarray

_native = _core.tables["signal"]


def _numbers(x):
    return [float(each) for each in asarray(x).reshape(-1).tolist()]


def find_peaks_cwt(vector, widths, wavelet=None, max_distances=None, gap_thresh=None, min_length=None, min_snr=1, noise_perc=10, window_size=None):
    """The places of the peaks of a vector, in order: where its wavelet transforms of widths have maxima along long ridges above the noise.

    Example: ``xparray.scipy.signal.find_peaks_cwt(x, [1.0, 2.0, 4.0])``.
    """
    widths = _numbers(widths)
    reaches = None if max_distances is None else _numbers(max_distances)
    if reaches is not None and len(reaches) < len(widths):
        raise ValueError("Max_distances must have at least as many rows as matr")
    optional = lambda x, kind: None if x is None else kind(x)
    ridges = reaches, optional(gap_thresh, float), optional(min_length, float), optional(window_size, int)
    return _native["find_peaks_cwt"](vector, widths, wavelet, ridges, (float(min_snr), float(noise_perc)))


__all__ = ["find_peaks_cwt"]
