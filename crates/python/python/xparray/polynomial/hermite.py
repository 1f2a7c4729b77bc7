"""Functions of the coefficients of sums of Hermite's polynomials, as physicists have them, the lowest degree first.

Example: ``xparray.polynomial.hermite.hermval([0.0, 0.5], [1.0, 2.0, 3.0])``.
"""

from . import Hermite
from ._functions import functions

globals().update(functions("herm", Hermite))
__all__ = [name for name in globals() if name.startswith("herm") or name == "Hermite"]
