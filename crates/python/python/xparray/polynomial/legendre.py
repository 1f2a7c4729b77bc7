"""Functions of the coefficients of sums of Legendre's polynomials, the lowest degree first.

Example: ``xparray.polynomial.legendre.legval([0.0, 0.5], [1.0, 2.0, 3.0])``.
"""

from . import Legendre
from ._functions import functions

globals().update(functions("leg", Legendre))
__all__ = [name for name in globals() if name.startswith("leg") or name == "Legendre"]
