"""Functions of coefficients, which the modules of the bases have under names of their own."""

from .. import _core
from .._creation import asarray

_native = _core.tables["polynomial"]


def functions(prefix, kind):
    """The functions of a kind of polynomials, by their names."""

    def of(c):
        # The domain is the window, so that nothing is mapped.
        return kind(c, kind._ends, kind._ends)

    def val(x, c):
        """Values at x, of its shape, of the polynomial of a vector of coefficients."""
        return of(c)(x)

    def add(c1, c2):
        """The sum of two polynomials."""
        return (of(c1) + of(c2)).coef

    def sub(c1, c2):
        """The difference of two polynomials."""
        return (of(c1) - of(c2)).coef

    def mul(c1, c2):
        """The product of two polynomials."""
        return (of(c1) * of(c2)).coef

    def div(c1, c2):
        """The quotient of two polynomials, and what is left."""
        quotient, rest = divmod(of(c1), of(c2))
        return quotient.coef, rest.coef

    def power(c, pow, maxpower=None):
        """A power of a polynomial."""
        if maxpower is not None and pow > maxpower:
            raise ValueError("Power is too large")
        return of(c)._of("series_pow", pow).coef

    def der(c, m=1, scl=1):
        """The derivative of order m, by what x is multiplied with."""
        return of(c).deriv(m).coef * scl**m

    def integral(c, m=1, k=(), lbnd=0, scl=1):
        """The antiderivative of order m, with constants k, that is these at `lbnd`, by what x is multiplied with."""
        constants = asarray(k).reshape(-1).tolist()
        found = of(c)
        for each in range(m):
            found = (found * scl).integ(1, constants[each : each + 1], lbnd)
        return found.coef

    def fit(x, y, deg, rcond=None, w=None):
        """The coefficients of a degree that are nearest to points, by weights."""
        return kind.fit(x, y, deg, kind._ends, rcond, w).coef

    def roots(c):
        """The roots, by real and then imaginary part."""
        return of(c).roots()

    def fromroots(roots):
        """The polynomial with these roots and a highest power of coefficient 1."""
        return kind.fromroots(roots).coef

    def vander(x, deg):
        """The values of the basis' polynomials up to a degree, along a last axis."""
        return _native["series_vander"](kind._basis, asarray(x), deg)

    def line(off, scl):
        """The polynomial off + scl x."""
        return (kind.identity() * scl + off).coef

    def trim(c, tol=0):
        """Without the last coefficients that are no larger than a number."""
        return of(c).trim(tol).coef

    def from_powers(pol):
        """The coefficients of a polynomial whose powers are given."""
        from . import Polynomial

        return Polynomial(pol).convert(kind=kind).coef

    def to_powers(c):
        """The coefficients of the powers."""
        from . import Polynomial

        return of(c).convert(kind=Polynomial).coef

    named = {
        "val": val, "add": add, "sub": sub, "mul": mul, "div": div, "pow": power, "der": der, "int": integral, "fit": fit, "roots": roots,
        "fromroots": fromroots, "vander": vander, "line": line, "trim": trim,
    }
    found = {prefix + name: function for name, function in named.items()}
    if prefix != "poly":
        found |= {f"poly2{prefix}": from_powers, f"{prefix}2poly": to_powers}
    for name, function in found.items():
        function.__name__ = function.__qualname__ = name
        function.__doc__ += f"\n\n    Example: ``xparray.polynomial.{kind._basis}.{name}``.\n    "
    return found
