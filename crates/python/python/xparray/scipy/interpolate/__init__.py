"""Interpolation, as of `scipy.interpolate`: polynomials in pieces, splines, grids, and points anywhere.

Example: ``xparray.scipy.interpolate.CubicSpline(x, y)(0.5)``.
"""

from ._fitpack import *
from ._grids import *
from ._lines import *
from ._pieces import *
from ._radial import *
from ._rational import *
from ._scattered import *
from ._splines import *
from ._surfaces import *

__all__ = [
    *_fitpack.__all__, *_grids.__all__, *_lines.__all__, *_pieces.__all__, *_radial.__all__, *_rational.__all__,
    *_scattered.__all__, *_splines.__all__, *_surfaces.__all__,
]
