"""Peaks of signals."""

from math import ceil

from ... import _core
from ..._creation import asarray

_native = _core.tables["signal"]


class PeakPropertyWarning(RuntimeWarning):
    """A warning about properties of what is no peak."""


def _bounds(x):
    """The least and the greatest number that are allowed."""
    if x is None:
        return None
    if isinstance(x, (tuple, list)):
        low, high = x
        return (None if low is None else float(low)), (None if high is None else float(high))
    x = asarray(x)
    if x.ndim:
        raise NotImplementedError("conditions that differ from peak to peak")
    return float(x), None


def _window(wlen):
    """The samples of a window, of which a part of one counts as one."""
    if wlen is None:
        return None
    if not wlen > 1:
        raise ValueError(f"`wlen` must be larger than 1, was {wlen}")
    return ceil(wlen)


def find_peaks(x, height=None, threshold=None, distance=None, prominence=None, width=None, wlen=None, rel_height=0.5, plateau_size=None):
    """The places of the peaks of a vector that meet conditions, each a least number, or a least and a greatest one; and what they say.

    Example: ``xparray.scipy.signal.find_peaks(x, height=0.5)[0]``.
    """
    conditions = (
        _bounds(height), _bounds(threshold), None if distance is None else float(distance), _bounds(prominence), _bounds(width),
        _window(wlen), float(rel_height), _bounds(plateau_size),
    )
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
