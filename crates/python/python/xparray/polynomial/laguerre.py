"""Functions of the coefficients of sums of Laguerre's polynomials, the lowest degree first.

Example: ``xparray.polynomial.laguerre.lagval([0.0, 0.5], [1.0, 2.0, 3.0])``.
"""

from . import Laguerre
from ._functions import functions

globals().update(functions("lag", Laguerre))
__all__ = [name for name in globals() if name.startswith("lag") or name == "Laguerre"]
