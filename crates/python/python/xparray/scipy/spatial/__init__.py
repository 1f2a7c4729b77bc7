"""Points in space, as of `scipy.spatial`: neighbours, triangulations, hulls, distances, rotations.

Example: ``xparray.scipy.spatial.KDTree(points).query([0.0, 0.0])``.
"""

from . import distance, transform
from ._figures import *
from ._kdtree import *
from ._triangulations import *

__all__ = [*_figures.__all__, *_kdtree.__all__, *_triangulations.__all__, "distance", "transform"]
