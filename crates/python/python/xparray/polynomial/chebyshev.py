"""Functions of the coefficients of sums of Chebyshev's polynomials of the first kind, the lowest degree first.

Example: ``xparray.polynomial.chebyshev.chebval([0.0, 0.5], [1.0, 2.0, 3.0])``.
"""

from . import Chebyshev
from ._functions import functions

globals().update(functions("cheb", Chebyshev))
__all__ = [name for name in globals() if name.startswith("cheb") or name == "Chebyshev"]
