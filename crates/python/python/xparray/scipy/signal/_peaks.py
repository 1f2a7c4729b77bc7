"""Peaks of signals."""

from math import ceil

from ... import _core
from ..._creation import asarray
from ..._manipulation import broadcast_to

_native = _core.tables["signal"]


class PeakPropertyWarning(RuntimeWarning):
    """A warning about properties of what is no peak."""


def _bounds(interval, x):
    """The least and the greatest number that are allowed, or, where one is a vector, those at each sample."""
    if interval is None:
        return None
    if not isinstance(interval, (tuple, list)):
        interval = asarray(interval)
        interval = interval if interval.shape == (2,) else (interval, None)
    low, high = (None if each is None else asarray(each, dtype="float64") for each in interval)
    if all(each is None or each.ndim == 0 for each in (low, high)):
        return tuple(None if each is None else float(each) for each in (low, high)), None
    return (None, None), (_at_samples(low, "lower", x), _at_samples(high, "upper", x))


def _at_samples(border, side, x):
    if border is None or border.ndim == 0:
        return None if border is None else broadcast_to(border, x.shape)
    if border.size != x.size:
        raise ValueError(f"array size of {side} interval border must match x")
    return border


def _window(wlen):
    """The samples of a window, of which a part of one counts as one."""
    if wlen is None:
        return None
    if not wlen > 1:
        raise ValueError(f"`wlen` must be larger than 1, was {wlen}")
    return ceil(wlen)


def find_peaks(x, height=None, threshold=None, distance=None, prominence=None, width=None, wlen=None, rel_height=0.5, plateau_size=None):
    """The places of the peaks of a vector that meet conditions, each a least number, or a least and a greatest one, or vectors of such for each sample;
    and what they say.

    Example: ``xparray.scipy.signal.find_peaks(x, height=0.5)[0]``.
    """
    x = asarray(x)
    height, threshold, prominence, width, plateau_size = (_bounds(each, x) for each in (height, threshold, prominence, width, plateau_size))
    distance = None if distance is None else float(distance)
    conditions = height, threshold, distance, prominence, width, _window(wlen), float(rel_height), plateau_size
    peaks, properties = _native["find_peaks"](x, conditions)
    return peaks, dict(properties)


def peak_prominences(x, peaks, wlen=None):
    """How far peaks stand out, and where their bases are: vectors.

    Example: ``xparray.scipy.signal.peak_prominences(x, peaks)``.
    """
    return _native["peak_prominences"](x, peaks, _window(wlen))


def peak_widths(x, peaks, rel_height=0.5, prominence_data=None, wlen=None):
    """The widths of peaks at a share of their prominences, the heights there, and both ends: vectors.

    Example: ``xparray.scipy.signal.peak_widths(x, peaks)``.
    """
    return _native["peak_widths"](x, peaks, rel_height, _window(wlen))


def _wraps(mode):
    if mode not in ("clip", "wrap"):
        raise ValueError(f"mode '{mode}' is neither 'clip' nor 'wrap'")
    return mode == "wrap"


def argrelmax(data, axis=0, order=1, mode="clip"):
    """The places of elements greater than `order` neighbours on both sides, an array for each axis.

    Example: ``xparray.scipy.signal.argrelmax(x)``.
    """
    return tuple(_native["argrelmax"](data, axis, order, _wraps(mode)))


def argrelmin(data, axis=0, order=1, mode="clip"):
    """The places of elements less than `order` neighbours on both sides, an array for each axis.

    Example: ``xparray.scipy.signal.argrelmin(x)``.
    """
    return tuple(_native["argrelmin"](data, axis, order, _wraps(mode)))


__all__ = ["PeakPropertyWarning", "argrelmax", "argrelmin", "find_peaks", "peak_prominences", "peak_widths"]
