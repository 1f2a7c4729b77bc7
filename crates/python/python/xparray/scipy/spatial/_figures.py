"""Figures of the same shape, and distances of many points."""

from ... import _core
from ..._table import functions
from .distance import double

_native = _core.tables["spatial"]
_FUNCTIONS = {
    "geometric_slerp": (
        "start, end, t", "Points at shares t of the shortest way over the unit sphere from one point to another, of shape (len(t), n)."
    ),
    "procrustes": (
        "data1, data2", "Two sets of points (m, n), shifted, scaled and turned to be as alike as they can be, and what they differ by."
    ),
}
globals().update(functions("xparray.scipy.spatial", _native, _FUNCTIONS))



def distance_matrix(x, y, p=2, threshold=1000000):
    """Minkowski's distances of points (m, n) and (k, n), of shape (m, k).

    Example: ``xparray.scipy.spatial.distance_matrix(x, y)``.
    """
    return _native["distance_matrix"](double(x), double(y), p)


def minkowski_distance(x, y, p=2.0):
    """Minkowski's distances of points along the last axes, which broadcast else.

    Example: ``xparray.scipy.spatial.minkowski_distance(x, y)``.
    """
    return _native["minkowski_distance"](double(x), double(y), p)


def minkowski_distance_p(x, y, p=2.0):
    """The p-th power of `minkowski_distance`.

    Example: ``xparray.scipy.spatial.minkowski_distance_p(x, y)``.
    """
    return _native["minkowski_distance_p"](double(x), double(y), p)


__all__ = [*_FUNCTIONS, "distance_matrix", "minkowski_distance", "minkowski_distance_p"]
