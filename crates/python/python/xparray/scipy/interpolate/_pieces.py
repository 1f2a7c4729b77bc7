"""Polynomials in pieces."""

from ... import _core
from ..._creation import arange, asarray, zeros
from ..._manipulation import concat

_native = _core.tables["interpolate"]


def _front(axis):
    if axis != 0:
        raise ValueError("the coefficients are along the first two axes: axis must be 0")


class _Pieces:
    """A polynomial for each interval."""

    _form = "ppoly"

    @classmethod
    def _of(cls, kept, extrapolate=None, axis=0):
        made = object.__new__(cls)
        made._kept, made.extrapolate, made.axis = kept, extrapolate, axis
        return made

    def _call(self, name, *args):
        return _native[f"{self._form}_{name}"](self._kept, *args)

    def _derived(self, nu):
        """The derivative of an order, or the antiderivative, which is not periodic."""
        said = False if nu < 0 and self.extrapolate == "periodic" else self.extrapolate
        return said, self._call("derivative" if nu >= 0 else "antiderivative", abs(nu))

    def _said(self, extrapolate):
        return self.extrapolate if extrapolate is None else extrapolate

    @property
    def c(self):
        """Coefficients, of shape (degree + 1, intervals, ...)."""
        return self._call("parts")[0]

    @property
    def x(self):
        """The ends of the intervals, a vector."""
        return self._call("parts")[1]

    def extend(self, c, x):
        """Adds polynomials behind the last break, or before the first one. Example: ``p.extend([[1.0], [0.0]], [2.0])``."""
        c, x = asarray(c), asarray(x)
        own, breaks = self.c, self.x
        if c.ndim < 2 or c.ndim != own.ndim or c.shape[2:] != own.shape[2:] or x.ndim != 1 or x.shape[0] != c.shape[1]:
            raise ValueError("Shapes of c and x are incompatible")
        if not x.size:
            return
        places, ends = x.tolist(), (float(breaks[0]), float(breaks[-1]))
        ascending = ends[1] >= ends[0]
        steps = [after - before for before, after in zip(places, places[1:])]
        if any(step == 0 or (step > 0) != ascending for step in steps):
            raise ValueError("`x` is not in the order of the breaks")
        behind = places[0] >= ends[1] if ascending else places[0] <= ends[1]
        before = places[-1] <= ends[0] if ascending else places[-1] >= ends[0]
        if not (behind or before):
            raise ValueError("`x` is neither on the left or on the right from the breaks")
        degrees = max(own.shape[0], c.shape[0])
        own, c = self._raised(own, degrees), self._raised(c, degrees)
        parts, ends = ((own, c), (breaks, x)) if behind else ((c, own), (x, breaks))
        self._kept = _native[self._form](concat(parts, axis=1), concat(ends), self.extrapolate)

    def __call__(self, x, nu=0, extrapolate=None):
        """Values at x, or those of the derivative of order nu, of the shapes of x and of a value. Example: ``p(0.5)``."""
        return self._call("evaluate", x, nu, self._said(extrapolate))

    def integrate(self, a, b, extrapolate=None):
        """The integral from a to b, of the shape of a value. Example: ``p.integrate(0.0, 1.0)``."""
        return self._call("integrate", a, b, self._said(extrapolate))


class PPoly(_Pieces):
    """Polynomials of coefficients (degree + 1, intervals, ...), the highest power first, between the breakpoints x.

    Example: ``xparray.scipy.interpolate.PPoly([[1.0], [0.0]], [0.0, 1.0])``.
    """

    def __init__(self, c, x, extrapolate=None, axis=0):
        _front(axis)
        self._kept, self.axis = _native["ppoly"](c, x, extrapolate), axis
        self.extrapolate = True if extrapolate is None else extrapolate

    @staticmethod
    def _raised(c, count):
        """Coefficients of a higher degree."""
        return concat([zeros((count - c.shape[0], *c.shape[1:]), dtype=c.dtype), c]) if count > c.shape[0] else c

    def derivative(self, nu=1):
        """The derivative of order nu, or the antiderivative for negative ones. Example: ``p.derivative()``."""
        said, kept = self._derived(nu)
        return PPoly._of(kept, said, self.axis)

    def antiderivative(self, nu=1):
        """The antiderivative of order nu, which is 0 at the first break. Example: ``p.antiderivative()``."""
        return self.derivative(-nu)

    def solve(self, y=0.0, discontinuity=True, extrapolate=None):
        """Where the values are y: a vector, or one for each of several polynomials. Example: ``p.solve(0.5)``."""
        found = [asarray(each, dtype="float64") for each in
                 self._call("solve", y, discontinuity, self._said(extrapolate))]
        return found[0] if self.c.ndim == 2 else found

    def roots(self, discontinuity=True, extrapolate=None):
        """Where the values are 0, as `solve`. Example: ``p.roots()``."""
        return self.solve(0.0, discontinuity, extrapolate)

    @classmethod
    def from_spline(cls, tck, extrapolate=None):
        """The polynomials of a spline, or of its knots, coefficients and degree. Example: ``PPoly.from_spline(spline)``."""
        from ._splines import BSpline

        spline = tck if isinstance(tck, BSpline) else BSpline(*tck)
        said = spline.extrapolate if extrapolate is None else extrapolate
        return cls._of(_native["bspline_pieces"](spline._kept), said)

    @classmethod
    def from_bernstein_basis(cls, bp, extrapolate=None):
        """The polynomials in powers of some in Bernstein's basis. Example: ``PPoly.from_bernstein_basis(bp)``."""
        said = bp.extrapolate if extrapolate is None else extrapolate
        return cls._of(_native["ppoly_from_bernstein_basis"](bp._kept), said)


class BPoly(_Pieces):
    """Polynomials in Bernstein's basis, of coefficients (degree + 1, intervals, ...) between the breakpoints x.

    Example: ``xparray.scipy.interpolate.BPoly([[1.0], [2.0]], [0.0, 1.0])``.
    """

    _form = "bpoly"

    def __init__(self, c, x, extrapolate=None, axis=0):
        _front(axis)
        self._kept, self.axis = _native["bpoly"](c, x, extrapolate), axis
        self.extrapolate = True if extrapolate is None else extrapolate

    @staticmethod
    def _raised(c, count):
        """Coefficients of a higher degree, one degree after the other."""
        while c.shape[0] < count:
            n = c.shape[0]
            shares = (arange(1, n) / n).reshape(-1, *[1] * (c.ndim - 1))
            c = concat([c[:1], shares * c[:-1] + (1 - shares) * c[1:], c[-1:]])
        return c

    def derivative(self, nu=1):
        """The derivative of order nu, or the antiderivative for negative ones. Example: ``p.derivative()``."""
        said, kept = self._derived(nu)
        return BPoly._of(kept, said, self.axis)

    def antiderivative(self, nu=1):
        """The antiderivative of order nu, which is 0 at the first break. Example: ``p.antiderivative()``."""
        return self.derivative(-nu)

    @classmethod
    def from_power_basis(cls, pp, extrapolate=None):
        """Some polynomials in powers in this basis. Example: ``BPoly.from_power_basis(pp)``."""
        said = pp.extrapolate if extrapolate is None else extrapolate
        return cls._of(_native["bpoly_from_power_basis"](pp._kept), said)

    @classmethod
    def from_derivatives(cls, xi, yi, orders=None, extrapolate=None):
        """The polynomials with given values and derivatives at the breaks. Example: ``BPoly.from_derivatives([0, 1], [[1, 2], [3, 4]])``."""
        if orders is not None:
            orders = [orders] * (len(yi) - 1) if isinstance(orders, int) else [each for each in orders]
        return cls._of(_native["bpoly_from_derivatives"](xi, list(yi), orders), True if extrapolate is None else extrapolate)


class CubicSpline(PPoly):
    """The spline of third degree, with two continuous derivatives, through points (x, y), where x is a vector of n places and y has n along an axis.

    Example: ``xparray.scipy.interpolate.CubicSpline(x, y, bc_type="natural")``.
    """

    def __init__(self, x, y, axis=0, bc_type="not-a-knot", extrapolate=None):
        self._kept, self.axis = _native["cubic_spline"](x, y, axis, bc_type, extrapolate), axis
        self.extrapolate = ("periodic" if bc_type == "periodic" else True) if extrapolate is None else extrapolate


class CubicHermiteSpline(PPoly):
    """Polynomials of third degree through points (x, y) with the derivatives dydx, of the shape of y.

    Example: ``xparray.scipy.interpolate.CubicHermiteSpline(x, y, dydx)``.
    """

    def __init__(self, x, y, dydx, axis=0, extrapolate=None):
        self._kept, self.axis = _native["hermite"](x, y, dydx, axis, extrapolate), axis
        self.extrapolate = True if extrapolate is None else extrapolate


class PchipInterpolator(PPoly):
    """Polynomials of third degree through points (x, y), monotonous where the points are.

    Example: ``xparray.scipy.interpolate.PchipInterpolator(x, y)``.
    """

    def __init__(self, x, y, axis=0, extrapolate=None):
        self._kept, self.axis = _native["pchip"](x, y, axis, extrapolate), axis
        self.extrapolate = True if extrapolate is None else extrapolate


class Akima1DInterpolator(PPoly):
    """Polynomials of third degree through points (x, y), whose slopes Akima's rule finds, or its modification `makima`.

    Example: ``xparray.scipy.interpolate.Akima1DInterpolator(x, y, method="makima")``.
    """

    def __init__(self, x, y, axis=0, *, method="akima", extrapolate=None):
        self._kept, self.axis = _native["akima"](x, y, axis, method, extrapolate), axis
        self.extrapolate = False if extrapolate is None else extrapolate


def pchip_interpolate(xi, yi, x, der=0, axis=0):
    """Values at x of `PchipInterpolator`, or of its derivatives of an order or of several.

    Example: ``xparray.scipy.interpolate.pchip_interpolate(xi, yi, x)``.
    """
    made = PchipInterpolator(xi, yi, axis)
    return made(x, der) if isinstance(der, int) else [made(x, each) for each in der]


__all__ = ["Akima1DInterpolator", "BPoly", "CubicHermiteSpline", "CubicSpline", "PPoly", "PchipInterpolator", "pchip_interpolate"]
