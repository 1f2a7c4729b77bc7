"""Polynomials in several bases, as of `numpy.polynomial`: classes, and functions of coefficients in a module for each basis.

Example: ``xparray.polynomial.Polynomial.fit(x, y, 3)(x)``.
"""

from ._series import ABCPolyBase


class Polynomial(ABCPolyBase):
    """A sum of powers, the lowest degree first.

    Example: ``xparray.polynomial.Polynomial([1.0, 2.0, 3.0])(0.5)``.
    """

    _basis, _ends = "polynomial", (-1.0, 1.0)


class Chebyshev(ABCPolyBase):
    """A sum of Chebyshev's polynomials of the first kind, the lowest degree first.

    Example: ``xparray.polynomial.Chebyshev([1.0, 2.0, 3.0])(0.5)``.
    """

    _basis, _ends = "chebyshev", (-1.0, 1.0)


class Legendre(ABCPolyBase):
    """A sum of Legendre's polynomials, the lowest degree first.

    Example: ``xparray.polynomial.Legendre([1.0, 2.0, 3.0])(0.5)``.
    """

    _basis, _ends = "legendre", (-1.0, 1.0)


class Hermite(ABCPolyBase):
    """A sum of Hermite's polynomials, as physicists have them, the lowest degree first.

    Example: ``xparray.polynomial.Hermite([1.0, 2.0, 3.0])(0.5)``.
    """

    _basis, _ends = "hermite", (-1.0, 1.0)


class HermiteE(ABCPolyBase):
    """A sum of Hermite's polynomials, as statisticians have them, the lowest degree first.

    Example: ``xparray.polynomial.HermiteE([1.0, 2.0, 3.0])(0.5)``.
    """

    _basis, _ends = "hermite_e", (-1.0, 1.0)


class Laguerre(ABCPolyBase):
    """A sum of Laguerre's polynomials, the lowest degree first.

    Example: ``xparray.polynomial.Laguerre([1.0, 2.0, 3.0])(0.5)``.
    """

    _basis, _ends = "laguerre", (0.0, 1.0)


from . import chebyshev, hermite, hermite_e, laguerre, legendre, polynomial

__all__ = ["Chebyshev", "Hermite", "HermiteE", "Laguerre", "Legendre", "Polynomial"]
