"""Functions through values on grids of any number of axes."""

from math import nan

from ... import _core
from ..._creation import asarray
from ..._manipulation import flip, moveaxis
from ..._searching import where
from ._scattered import places

_native = _core.tables["interpolate"]


class RegularGridInterpolator:
    """The function through values of shape (n1, n2, ...) on the grid of vectors of n1, n2, ... places.

    Example: ``xparray.scipy.interpolate.RegularGridInterpolator((x, y), values)([[0.5, 0.5]])``.
    """

    def __init__(self, points, values, method="linear", bounds_error=True, fill_value=nan):
        self.grid, self.values = tuple(map(asarray, points)), asarray(values)
        self.method, self.bounds_error, self.fill_value = method, bounds_error, fill_value
        self._kept = _native["grid"](self.grid, self.values, method, bounds_error, fill_value)

    def __call__(self, xi, method=None, *, nu=None):
        """Values at places of shape (..., number of axes), or a tuple of arrays; of a spline also of the derivative of orders nu.

        Example: ``f([[0.5, 0.5]])``.
        """
        if nu is not None:
            return self._derivative(places(xi), self.method if method is None else method, nu)
        kept = self._kept
        if method not in (None, self.method):
            kept = _native["grid"](self.grid, self.values, method, self.bounds_error, self.fill_value)
        return _native["grid_evaluate"](kept, places(xi))


    def _derivative(self, xi, method, nu):
        from ._splines import make_interp_spline

        if method not in _DEGREES:
            raise ValueError(f"Can only compute derivatives for methods ['slinear', 'cubic', 'quintic'], got method={method!r}.")
        grid = tuple(each if float(each[0]) < float(each[-1]) else each[::-1] for each in self.grid)
        c, knots = self.values, []
        for axis, (own, sorted_) in enumerate(zip(self.grid, grid)):
            c = c if own is sorted_ else flip(c, axis)
        for axis, x in enumerate(grid):
            spline = make_interp_spline(x, moveaxis(c, axis, 0), _DEGREES[method])
            knots.append(spline.t)
            c = moveaxis(spline.c, 0, axis)
        found = NdBSpline(tuple(knots), c, _DEGREES[method])(xi, nu=nu)
        if not self.bounds_error and self.fill_value is None:
            return found
        low, high = asarray([float(x[0]) for x in grid]), asarray([float(x[-1]) for x in grid])
        inside = ((xi >= low) & (xi <= high)).all(-1)
        if self.bounds_error and not bool(inside.all()):
            raise ValueError("One of the requested xi is out of bounds")
        inside = inside.reshape(*inside.shape, *[1] * (found.ndim - inside.ndim))
        return found if self.fill_value is None else where(inside, found, self.fill_value)


#: Degrees of the splines of some methods.
_DEGREES = {"slinear": 1, "cubic": 3, "quintic": 5}


def interpn(points, values, xi, method="linear", bounds_error=True, fill_value=nan):
    """Values at places xi of `RegularGridInterpolator`.

    Example: ``xparray.scipy.interpolate.interpn((x, y), values, [[0.5, 0.5]])``.
    """
    return RegularGridInterpolator(points, values, method, bounds_error, fill_value)(xi)


class NdPPoly:
    """Polynomials in boxes, of coefficients (degrees + 1, ..., intervals, ..., ...) between the breakpoints of each axis.

    Example: ``xparray.scipy.interpolate.NdPPoly(c, (x, y))((0.5, 0.5))``.
    """

    def __init__(self, c, x, extrapolate=None):
        self.extrapolate = True if extrapolate is None else bool(extrapolate)
        self._kept = _native["nd_ppoly"](c, list(x), self.extrapolate)

    def _of(self, kept):
        made = object.__new__(NdPPoly)
        made._kept, made.extrapolate = kept, self.extrapolate
        return made

    @property
    def c(self):
        """The coefficients."""
        return _native["nd_ppoly_parts"](self._kept)[0]

    @property
    def x(self):
        """The breakpoints of each axis."""
        return tuple(_native["nd_ppoly_parts"](self._kept)[1])

    def __call__(self, x, nu=None, extrapolate=None):
        """Values at places (..., axes), or of the derivative of orders nu. Example: ``p((0.5, 0.5))``."""
        if extrapolate not in (None, self.extrapolate):
            return NdPPoly(self.c, self.x, extrapolate)(x, nu)
        kept = self._kept if nu is None else self.derivative(nu)._kept
        return _native["nd_ppoly_evaluate"](kept, places(x))

    def derivative(self, nu):
        """The derivative of orders nu along the axes. Example: ``p.derivative((1, 0))``."""
        return self._of(_native["nd_ppoly_derivative"](self._kept, list(nu)))

    def antiderivative(self, nu):
        """The antiderivative of orders nu along the axes. Example: ``p.antiderivative((1, 0))``."""
        return self._of(_native["nd_ppoly_antiderivative"](self._kept, list(nu)))

    def integrate(self, ranges, extrapolate=None):
        """The integral over a range of each axis. Example: ``p.integrate([(0, 1), (0, 1)])``."""
        return _native["nd_ppoly_integrate"](self._kept, [tuple(map(float, each)) for each in ranges])

    def integrate_1d(self, a, b, axis, extrapolate=None):
        """The integral along one axis, a polynomial of the others. Example: ``p.integrate_1d(0.0, 1.0, 0)``."""
        made = self._of(_native["nd_ppoly_integrate_1d"](self._kept, a, b, axis))
        if len(made.x) > 1:
            return made
        from ._pieces import PPoly

        return PPoly(made.c, made.x[0], self.extrapolate)


class NdBSpline:
    """Products of splines of degrees k with knots t of each axis, and coefficients (n1, n2, ..., ...).

    Example: ``xparray.scipy.interpolate.NdBSpline((tx, ty), c, 3)([[0.5, 0.5]])``.
    """

    def __init__(self, t, c, k, *, extrapolate=None):
        self.t, self.c = tuple(map(asarray, t)), asarray(c)
        self.k = (k,) * len(self.t) if isinstance(k, int) else tuple(k)
        self.extrapolate = True if extrapolate is None else bool(extrapolate)
        self._kept = _native["nd_bspline"](self.t, self.c, list(self.k), self.extrapolate)

    def __call__(self, xi, *, nu=None, extrapolate=None):
        """Values at places (..., axes), or of the derivative of orders nu. Example: ``spline([[0.5, 0.5]])``."""
        if extrapolate not in (None, self.extrapolate):
            return NdBSpline(self.t, self.c, self.k, extrapolate=extrapolate)(xi, nu=nu)
        return _native["nd_bspline_evaluate"](self._kept, places(xi), None if nu is None else list(nu))


__all__ = ["NdBSpline", "NdPPoly", "RegularGridInterpolator", "interpn"]
