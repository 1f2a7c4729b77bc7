"""Sparse arrays, as of `scipy.sparse`.

Example: ``xparray.scipy.sparse.eye_array(3) @ x``.
"""

from . import csgraph, linalg
from ._base import SparseEfficiencyWarning, SparseWarning, issparse, sparray
from ._construct import *
from ._editing import *
from ._formats import *

__all__ = [
    *_construct.__all__, *_editing.__all__, *_formats.__all__, "SparseEfficiencyWarning", "SparseWarning", "csgraph", "issparse", "linalg", "sparray",
]
