"""Peaks by their wavelet transforms, which have ridges there over many widths (Du, Kibbe and Lin, 2006)."""

from math import ceil, pi

from ..._creation import arange, asarray
from ..._manipulation import stack
from ..._ufuncs import table


def _ricker(points, a):
    """The second derivative of a normal density with its sign changed, of width a."""
    x = (arange(points) - (points - 1.0) / 2) / a
    return 2 / (3 * a) ** 0.5 / pi**0.25 * (1 - x * x) * table["exp"](-x * x / 2)


def _transformed(x, wavelet, widths):
    """The convolutions of a vector with the wavelet of each width, over ten widths."""
    from ._signals import convolve

    rows = []
    for width in widths:
        own = asarray(wavelet(min(int(10 * width), x.size), width))
        rows.append(convolve(x, own.conj()[::-1], mode="same"))
    return stack(rows)


def _maxima(rows):
    """Where rows are greater than both neighbours; at an end, never."""
    inside = (rows[:, 1:-1] > rows[:, 2:]) & (rows[:, 1:-1] > rows[:, :-2])
    return [[k + 1 for k, is_greatest in enumerate(row) if is_greatest] for row in inside.tolist()]


def _ridges(maxima, reaches, gap):
    """The lines of maxima from the widest row on, each a list of rows and columns; one ends where it is not met in more than `gap` rows."""
    last = max((k for k, row in enumerate(maxima) if row), default=None)
    if last is None:
        return []
    live, ended = [[[(last, column)], 0] for column in maxima[last]], []
    for row in range(last - 1, -1, -1):
        for line in live:
            line[1] += 1
        ends, known = [line[0][-1][1] for line in live], len(live)
        for column in maxima[row]:
            nearest = min(range(known), key=lambda k: abs(column - ends[k]), default=None)
            if nearest is not None and abs(column - ends[nearest]) <= reaches[row]:
                live[nearest][0].append((row, column))
                live[nearest][1] = 0
            else:
                live.append([[(row, column)], 0])
        ended += [line for line in reversed(live) if line[1] > gap]
        live = [line for line in live if line[1] <= gap]
    return [sorted(line[0], key=lambda place: place[0]) for line in ended + live]


def find_peaks_cwt(vector, widths, wavelet=None, max_distances=None, gap_thresh=None, min_length=None, min_snr=1, noise_perc=10, window_size=None):
    """The places of the peaks of a vector, in order: where its wavelet transforms of widths have maxima along long ridges above the noise.

    Example: ``xparray.scipy.signal.find_peaks_cwt(x, [1.0, 2.0, 4.0])``.
    """
    from ..stats import scoreatpercentile

    x = asarray(vector)
    widths = [float(each) for each in asarray(widths).reshape(-1).tolist()]
    reaches = [each / 4 for each in widths] if max_distances is None else asarray(max_distances).tolist()
    if len(reaches) < len(widths):
        raise ValueError("Max_distances must have at least as many rows as matr")
    rows = _transformed(x, wavelet or _ricker, widths)
    lines = _ridges(_maxima(rows), reaches, ceil(widths[0]) if gap_thresh is None else gap_thresh)
    least = ceil(len(widths) / 4) if min_length is None else min_length
    half, odd = divmod(int(ceil(x.size / 20) if window_size is None else window_size), 2)
    peaks = []
    for line in lines:
        row, column = line[0]
        if len(line) < least:
            continue
        noise = scoreatpercentile(rows[0, max(column - half, 0) : column + half + odd], noise_perc)
        if abs(rows[row, column] / noise) >= min_snr:
            peaks.append(column)
    return asarray(sorted(peaks), dtype="int64")


__all__ = ["find_peaks_cwt"]
