"""Polynomials as sums over a basis, with a domain."""

from .. import _core
from .._creation import asarray
from .._manipulation import concat

_native = _core.tables["polynomial"]


class ABCPolyBase:
    """A polynomial as a sum of those of a basis, the lowest degree first, of which a domain is mapped to a window before.

    Example: ``xparray.polynomial.Chebyshev([1.0, 2.0, 3.0])(0.5)``.
    """

    __hash__ = None
    __array_ufunc__ = None
    maxpower = 100
    #: The word of the basis, and the domain and the window of its series.
    _basis, _ends = None, (-1.0, 1.0)

    def __init__(self, coef, domain=None, window=None, symbol="x"):
        self.coef = asarray(coef)
        if self.coef.ndim > 1:
            raise ValueError("Coefficient array is not 1-d")
        self.coef = self.coef.reshape(-1)
        if self.coef.dtype.kind not in "fc" or self.coef.dtype.itemsize < 8:
            self.coef = self.coef.astype("float64")
        if not self.coef.size:
            raise ValueError("Coefficient array is empty")
        self.domain, self.window = (asarray(self._ends if ends is None else ends, dtype="float64") for ends in (domain, window))
        if self.domain.shape != (2,) or self.window.shape != (2,):
            raise ValueError(f"Domain has wrong number of elements: {self.domain.size} and {self.window.size}, not 2.")
        if not isinstance(symbol, str):
            raise TypeError("Symbol must be a non-empty string")
        if not symbol.isidentifier():
            raise ValueError("Symbol string must be a valid Python identifier")
        self._symbol = symbol

    @property
    def symbol(self):
        """The name of what it is a polynomial of."""
        return self._symbol

    def _sum(self):
        """What the library takes."""
        return self._basis, self.coef, tuple(self.domain.tolist()), tuple(self.window.tolist())

    def _made(self, found):
        return type(self)(*found, self.symbol)

    def _of(self, name, *args):
        return self._made(_native[name](self._sum(), *args))

    def _other(self, other):
        """Another polynomial of the same kind, or coefficients."""
        if not isinstance(other, ABCPolyBase):
            return type(self)(other, self.domain, self.window, self.symbol)
        if not self.has_sametype(other):
            raise TypeError("Polynomial types differ")
        if not self.has_samedomain(other):
            raise TypeError("Domains differ")
        if not self.has_samewindow(other):
            raise TypeError("Windows differ")
        if self.symbol != other.symbol:
            raise ValueError("Polynomial symbols differ")
        return other

    def _both(self, name, other, turned=False):
        try:
            other = self._other(other)
        except (TypeError, ValueError):
            if isinstance(other, ABCPolyBase):
                raise
            return NotImplemented
        a, b = (other, self) if turned else (self, other)
        return self._made(_native[name](a._sum(), b._sum()))

    def has_samecoef(self, other):
        """Whether the coefficients are the same. Example: ``p.has_samecoef(q)``."""
        return self.coef.shape == other.coef.shape and bool((self.coef == other.coef).all())

    def has_samedomain(self, other):
        """Whether the domains are the same. Example: ``p.has_samedomain(q)``."""
        return bool((self.domain == other.domain).all())

    def has_samewindow(self, other):
        """Whether the windows are the same. Example: ``p.has_samewindow(q)``."""
        return bool((self.window == other.window).all())

    def has_sametype(self, other):
        """Whether the bases are the same. Example: ``p.has_sametype(q)``."""
        return isinstance(other, type(self))

    def __call__(self, arg):
        """Values at numbers, of their shape; or the polynomial of another one. Example: ``p([0.0, 0.5])``."""
        if not isinstance(arg, ABCPolyBase):
            return _native["series_at"](self._sum(), asarray(arg))
        from . import Polynomial

        found, powers = 0.0, self.convert(kind=Polynomial).coef.tolist()
        for each in reversed(powers):
            found = found * arg + each
        return found

    def __len__(self):
        return self.coef.size

    def __iter__(self):
        return iter(self.coef)

    def __eq__(self, other):
        same = isinstance(other, type(self)) and self.has_samedomain(other) and self.has_samewindow(other)
        return same and self.has_samecoef(other) and self.symbol == other.symbol

    def __neg__(self):
        return type(self)(-self.coef, self.domain, self.window, self.symbol)

    def __pos__(self):
        return self

    def __add__(self, other):
        return self._both("series_add", other)

    def __radd__(self, other):
        return self._both("series_add", other, True)

    def __sub__(self, other):
        return self._both("series_subtract", other)

    def __rsub__(self, other):
        return self._both("series_subtract", other, True)

    def __mul__(self, other):
        return self._both("series_multiply", other)

    def __rmul__(self, other):
        return self._both("series_multiply", other, True)

    def __truediv__(self, other):
        if isinstance(other, bool) or not isinstance(other, (int, float, complex)) and getattr(other, "shape", None) != ():
            raise TypeError(f"unsupported types for true division: '{type(self)}', '{type(other)}'")
        return type(self)(self.coef / other, self.domain, self.window, self.symbol)

    def __floordiv__(self, other):
        return self._both("series_floordiv", other)

    def __rfloordiv__(self, other):
        return self._both("series_floordiv", other, True)

    def __mod__(self, other):
        return self._both("series_mod", other)

    def __rmod__(self, other):
        return self._both("series_mod", other, True)

    def __divmod__(self, other):
        return self // other, self % other

    def __rdivmod__(self, other):
        return other // self, other % self

    def __pow__(self, exponent):
        if int(exponent) != exponent or exponent < 0:
            raise ValueError("Power must be a non-negative integer.")
        if exponent > self.maxpower:
            raise ValueError("Power is too large")
        return self._of("series_pow", int(exponent))

    def __str__(self):
        return _native["series_text"](self._sum()).replace("x", self.symbol)

    def __repr__(self):
        coef, domain, window = (repr(each)[len("array("):-1] for each in (self.coef, self.domain, self.window))
        return f"{type(self).__name__}({coef}, domain={domain}, window={window}, symbol='{self.symbol}')"

    def __getstate__(self):
        return dict(self.__dict__)

    def copy(self):
        """The same polynomial with coefficients of its own. Example: ``p.copy()``."""
        return type(self)(self.coef.copy(), self.domain, self.window, self.symbol)

    def degree(self):
        """The highest degree that there is a coefficient for. Example: ``p.degree()``."""
        return len(self) - 1

    def cutdeg(self, deg):
        """The terms up to a degree. Example: ``p.cutdeg(2)``."""
        return self._of("series_cutdeg", deg)

    def trim(self, tol=0):
        """Without the last coefficients that are no larger than a number. Example: ``p.trim(1e-9)``."""
        return self._of("series_trim", float(tol))

    def truncate(self, size):
        """The first so many terms. Example: ``p.truncate(2)``."""
        if int(size) != size or size < 1:
            raise ValueError("size must be a positive integer")
        return self.cutdeg(int(size) - 1)

    def convert(self, domain=None, kind=None, window=None):
        """The same polynomial of another kind, domain or window, which are those of the kind by default. Example: ``p.convert(kind=Chebyshev)``."""
        like = (type(self) if kind is None else kind)([0.0], domain, window, self.symbol)
        return like._made(_native["series_convert"](self._sum(), like._sum()))

    def mapparms(self):
        """The offset and the scale with which the domain becomes the window. Example: ``p.mapparms()``."""
        return _native["series_mapparms"](self._sum())

    def integ(self, m=1, k=(), lbnd=None):
        """The antiderivative of order m, with constants k, that is these at a number. Example: ``p.integ()``."""
        constants = asarray(k).reshape(-1)
        return self._of("series_integ", m, constants if constants.size else asarray([0.0][:m]), None if lbnd is None else float(lbnd))

    def deriv(self, m=1):
        """The derivative of order m. Example: ``p.deriv()``."""
        return self._of("series_deriv", m)

    def roots(self):
        """The roots, by real and then imaginary part: real, if all are. Example: ``p.roots()``."""
        found = _native["series_roots"](self._sum())
        return found.real.copy() if self.coef.dtype.kind != "c" and not bool((found.imag != 0).any()) else found

    def linspace(self, n=100, domain=None):
        """Places of the domain at equal distances, and the values there. Example: ``p.linspace(5)``."""
        if domain is not None:
            from .._creation import linspace

            x = linspace(*domain, n)
            return x, self(x)
        return _native["series_linspace"](self._sum(), n)

    @classmethod
    def fit(cls, x, y, deg, domain=None, rcond=None, w=None, window=None, symbol="x"):
        """The series of a degree that is nearest to points, by weights: of the domain that they have, or a given one, the kind's if it is empty.

        Example: ``xparray.polynomial.Polynomial.fit(x, y, 2)``.
        """
        if domain is not None:
            domain = tuple(map(float, cls._ends if len(domain) == 0 else domain))
        found = cls(*_native["series_fit"](cls._basis, asarray(x), asarray(y), deg, domain, w, rcond), symbol)
        return found if window is None else found.convert(found.domain, window=window)

    @classmethod
    def fromroots(cls, roots, domain=(), window=None, symbol="x"):
        """The polynomial with these roots and a highest coefficient of 1: in the kind's domain, or in that of the roots (None).

        Example: ``xparray.polynomial.Polynomial.fromroots([1.0, 2.0])``.
        """
        roots = asarray(roots)
        if domain is None:
            low, high = float(roots.real.min()), float(roots.real.max())
            domain = (low - 1, high + 1) if low == high else (low, high)
        like = cls([0.0], cls._ends if len(domain) == 0 else domain, window, symbol)
        return like._made(_native["series_fromroots"](like._sum(), roots))

    @classmethod
    def identity(cls, domain=None, window=None, symbol="x"):
        """The polynomial x. Example: ``xparray.polynomial.Legendre.identity()``."""
        like = cls([0.0], domain, window, symbol)
        return like._made(_native["series_fromroots"](like._sum(), asarray([0.0])))

    @classmethod
    def basis(cls, deg, domain=None, window=None, symbol="x"):
        """The basis' polynomial of a degree. Example: ``xparray.polynomial.Hermite.basis(3)``."""
        if int(deg) != deg or deg < 0:
            raise ValueError("deg must be non-negative integer")
        return cls(concat([asarray([0.0]).repeat(int(deg)), asarray([1.0])]), domain, window, symbol)

    @classmethod
    def cast(cls, series, domain=None, window=None):
        """A polynomial of any kind as one of this. Example: ``xparray.polynomial.Legendre.cast(p)``."""
        return series.convert(domain, cls, window)
