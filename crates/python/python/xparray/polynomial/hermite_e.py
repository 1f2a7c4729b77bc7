"""Functions of the coefficients of sums of Hermite's polynomials, as statisticians have them, the lowest degree first.

Example: ``xparray.polynomial.hermite_e.hermeval([0.0, 0.5], [1.0, 2.0, 3.0])``.
"""

from . import HermiteE
from ._functions import functions

globals().update(functions("herme", HermiteE))
__all__ = [name for name in globals() if name.startswith("herme") or name == "HermiteE"]
