"""Figures of the same shape, and distances of many points."""

from ... import _core
from ..._table import functions

_native = _core.tables["spatial"]
_FUNCTIONS = {
    "distance_matrix": ("x, y, p=2", "Minkowski's distances of points (m, n) and (k, n), of shape (m, k)."),
    "geometric_slerp": (
        "start, end, t", "Points at shares t of the shortest way over the unit sphere from one point to another, of shape (len(t), n)."
    ),
    "minkowski_distance": ("x, y, p=2.0", "Minkowski's distances of points along the last axes, which broadcast else."),
    "minkowski_distance_p": ("x, y, p=2.0", "The p-th power of `minkowski_distance`."),
    "procrustes": (
        "data1, data2", "Two sets of points (m, n), shifted, scaled and turned to be as alike as they can be, and what they differ by."
    ),
}
globals().update(functions("xparray.scipy.spatial", _native, _FUNCTIONS))

__all__ = [*_FUNCTIONS]
