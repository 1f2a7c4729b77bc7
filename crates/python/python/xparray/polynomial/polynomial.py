"""Functions of the coefficients of sums of powers, the lowest degree first.

Example: ``xparray.polynomial.polynomial.polyval([0.0, 0.5], [1.0, 2.0, 3.0])``.
"""

from . import Polynomial
from ._functions import functions

globals().update(functions("poly", Polynomial))
__all__ = [name for name in globals() if name.startswith("poly") or name == "Polynomial"]
