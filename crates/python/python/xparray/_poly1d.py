"""Polynomials as objects."""

from . import _more, _polynomials
from ._creation import asarray, ones, zeros
from ._manipulation import concat


class poly1d:
    """A polynomial of coefficients, the highest power first, or of roots.

    Example: ``xparray.poly1d([1, 2, 3])(0.5)``.
    """

    __hash__ = None
    __array_ufunc__ = None

    def __init__(self, c_or_r, r=False, variable=None):
        if isinstance(c_or_r, poly1d):
            self._coeffs, self.variable = c_or_r.coeffs, c_or_r.variable if variable is None else variable
            return
        given = asarray(c_or_r)
        if given.ndim > 1:
            raise ValueError("Polynomial must be 1d only.")
        given = _polynomials.poly(given) if r else given.reshape(-1)
        places = given.nonzero()[0]
        self._coeffs = given[int(places[0]):] if places.size else zeros(1, dtype=given.dtype)
        self.variable = "x" if variable is None else variable

    @property
    def coeffs(self):
        """The coefficients, the highest power first, to be changed in place."""
        return self._coeffs

    @coeffs.setter
    def coeffs(self, value):
        if value is not self._coeffs:
            raise AttributeError("Cannot set attribute")

    c = coef = coefficients = coeffs

    @property
    def order(self):
        """The degree."""
        return len(self.coeffs) - 1

    o = order

    @property
    def roots(self):
        """The roots, complex."""
        return _polynomials.roots(self.coeffs)

    r = roots

    def __call__(self, x):
        """Values at x, of its shape, or the polynomial of another one. Example: ``p(0.5)``."""
        if not isinstance(x, poly1d):
            return _more.polyval(self.coeffs, x)
        found = poly1d([0])
        for k in range(len(self.coeffs)):
            found = found * x + poly1d(self.coeffs[k:k + 1])
        return found

    def deriv(self, m=1):
        """The derivative of order m. Example: ``p.deriv()``."""
        return poly1d(_polynomials.polyder(self.coeffs, m))

    def integ(self, m=1, k=0):
        """The antiderivative of order m, with constants k. Example: ``p.integ()``."""
        constants = asarray(k).reshape(-1).tolist()
        constants = constants * m if len(constants) == 1 else constants
        if len(constants) < m:
            raise ValueError("k must be a scalar or a rank-1 array of length 1 or >m.")
        found = self
        for constant in constants[:m]:
            found = poly1d(_polynomials.polyint(found.coeffs, 1)) + constant
        return found

    def __len__(self):
        return self.order

    def __iter__(self):
        return iter(self.coeffs)

    def __array__(self, dtype=None, copy=None):
        return self.coeffs.__array__(dtype)

    def __getitem__(self, power):
        """The coefficient of a power."""
        return self.coeffs[self.order - power] if 0 <= power <= self.order else zeros((), dtype=self.coeffs.dtype)

    def __setitem__(self, power, value):
        if power < 0:
            raise ValueError("Does not support negative powers.")
        if power > self.order:
            self._coeffs = concat([zeros(power - self.order, dtype=self.coeffs.dtype), self.coeffs])
        else:
            self._coeffs = self.coeffs.copy()
        self.coeffs[self.order - power] = value

    def __eq__(self, other):
        if not isinstance(other, poly1d):
            return NotImplemented
        return self.coeffs.shape == other.coeffs.shape and bool((self.coeffs == other.coeffs).all())

    def __neg__(self):
        return poly1d(-self.coeffs)

    def __pos__(self):
        return self

    def __add__(self, other):
        return poly1d(_polynomials.polyadd(self.coeffs, poly1d(other).coeffs))

    __radd__ = __add__

    def __sub__(self, other):
        return poly1d(_polynomials.polysub(self.coeffs, poly1d(other).coeffs))

    def __rsub__(self, other):
        return poly1d(other) - self

    def __mul__(self, other):
        return poly1d(_polynomials.polymul(self.coeffs, poly1d(other).coeffs))

    __rmul__ = __mul__

    def __truediv__(self, other):
        if not isinstance(other, poly1d):
            return poly1d(self.coeffs / other)
        quotient, remainder = _polynomials.polydiv(self.coeffs, other.coeffs)
        return poly1d(quotient), poly1d(remainder)

    def __pow__(self, n):
        if not isinstance(n, int) or n < 0:
            raise ValueError("Power to non-negative integers only.")
        found = poly1d(ones(1, dtype=self.coeffs.dtype))
        for _ in range(n):
            found = found * self
        return found

    def __repr__(self):
        return f"poly1d({repr(self.coeffs)[len('array('):-1]})"

    def __str__(self):
        """The terms in lines of some 70 characters, their powers in lines above them."""
        given = self.coeffs.tolist()
        while len(given) > 1 and not given[0]:
            del given[0]
        lines, above, below = [], " ", ""
        for k, value in enumerate(given):
            power, text = len(given) - 1 - k, _number(value)
            if text == "0" and len(given) > 1:
                continue
            is_negative = k > 0 and text.startswith("-")
            sign = " - " if is_negative else " + " if k else ""
            term = sign + text[is_negative:] + (f" {self.variable}" if power else "")
            raised = str(power) if power > 1 else ""
            if raised and len(below) + len(term) + len(raised) > 71:
                lines += [above, below]
                above, below = " ", ""
            if raised:
                above = above.ljust(len(below) + len(term)) + raised
            below += term + " " * (len(raised) - 1)
        return "\n".join([*lines, above, below])


def _number(value):
    """A coefficient with four digits."""
    real, imag = f"{value.real:.4g}", f"{value.imag:.4g}j"
    return real if not value.imag else imag if not value.real else f"({real} + {imag})"


__all__ = ["poly1d"]
