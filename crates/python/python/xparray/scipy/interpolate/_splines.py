"""Splines by knots."""

from bisect import bisect_left, bisect_right

from ... import _core
from ..._creation import asarray
from ..._manipulation import concat, moveaxis

_native = _core.tables["interpolate"]


def _front(c, axis):
    """Coefficients with their count along the first axis, and the axis from the front."""
    c = asarray(c)
    if not -c.ndim <= axis < c.ndim:
        raise ValueError(f"axis {axis} is out of bounds for coefficients of {c.ndim} axes")
    return (moveaxis(c, axis, 0), axis % c.ndim) if axis else (c, 0)


class BSpline:
    """The spline of degree k with knots t, a vector, and coefficients c of shape (n, ...), of which n is len(t) - k - 1 at least; or of n along another
    axis, where values have those of places.

    Example: ``xparray.scipy.interpolate.BSpline([0, 1, 2, 3, 4, 5, 6], [-1, 2, 0, -1], 2)(2.5)``.
    """

    def __init__(self, t, c, k, extrapolate=True, axis=0):
        c, self._axis = _front(c, axis)
        self._kept, self.extrapolate = _native["bspline"](t, c, k, extrapolate), extrapolate

    @classmethod
    def _of(cls, kept, extrapolate=True, axis=0):
        made = object.__new__(cls)
        made._kept, made.extrapolate, made._axis = kept, extrapolate, axis
        return made

    @property
    def t(self):
        """The knots, a vector."""
        return _native["bspline_parts"](self._kept)[0]

    @property
    def c(self):
        """The coefficients, of shape (n, ...)."""
        return _native["bspline_parts"](self._kept)[1]

    @property
    def k(self):
        """The degree."""
        return _native["bspline_parts"](self._kept)[2]

    @property
    def axis(self):
        """The axis of the coefficients' count among those of a value."""
        return self._axis or _native["bspline_parts"](self._kept)[3]

    @property
    def tck(self):
        """Knots, coefficients and degree."""
        return self.t, self.c, self.k

    def _said(self, extrapolate):
        return self.extrapolate if extrapolate is None else extrapolate

    def __call__(self, x, nu=0, extrapolate=None):
        """Values at x, or those of the derivative of order nu. Example: ``spline(0.5)``."""
        x = asarray(x)
        found = _native["bspline_evaluate"](self._kept, x, nu, self._said(extrapolate))
        if not self._axis or not x.ndim:
            return found
        places = list(range(x.ndim))
        return moveaxis(found, places, [self._axis + place for place in places])

    def derivative(self, nu=1):
        """The derivative of order nu. Example: ``spline.derivative()``."""
        return BSpline._of(_native["bspline_derivative"](self._kept, nu), self.extrapolate, self._axis)

    def antiderivative(self, nu=1):
        """The antiderivative of order nu, which is 0 at the first knot. Example: ``spline.antiderivative()``."""
        said = False if self.extrapolate == "periodic" else self.extrapolate
        return BSpline._of(_native["bspline_antiderivative"](self._kept, nu), said, self._axis)

    def insert_knot(self, x, m=1):
        """The same spline with another knot at x, m times. Example: ``spline.insert_knot(0.5)``."""
        t, c, k = self.tck
        knots, n = t.tolist(), len(t) - self.k - 1
        low, high = knots[k], knots[n]
        if not low <= x <= high:
            raise ValueError(f"Cannot insert a knot at {x}.")
        if m <= 0:
            raise ValueError(f"`m` must be positive, got {m}.")
        periodic, period = self.extrapolate == "periodic", high - low
        c = c[:n]
        for _ in range(m):
            # Between the knots about x, at the end in the last interval (Boehm, Inserting new knots into B-spline curves, 1980).
            last = bisect_right(knots, x, k, n) - 1 if x < high else bisect_left(knots, high, k, n + 1) - 1
            if periodic and n - k <= last + 1 <= 2 * k:
                raise ValueError(f"Cannot insert a knot at {x}: the spline has too few for its degree.")
            shares = [
                1.0 if j <= last - k else 0.0 if j > last else (x - knots[j]) / (knots[j + k] - knots[j]) for j in range(n + 1)
            ]
            shares = asarray(shares).reshape(-1, *[1] * (c.ndim - 1))
            c = shares * concat([c, c[-1:]]) + (1 - shares) * concat([c[:1], c])
            knots.insert(last + 1, x)
            n += 1
            # Whole periods before and after the domain are as within it.
            if periodic and last + 1 > n - k:
                c = concat([c[n - k :], c[k:]])
                knots[:k] = [each - period for each in knots[n - k : n]]
            elif periodic and last < 2 * k:
                c = concat([c[: n - k], c[:k]])
                knots[n + 1 :] = [each + period for each in knots[k + 1 : 2 * k + 1]]
        made = BSpline(asarray(knots), c, k, self.extrapolate)
        made._axis = self.axis
        return made

    def integrate(self, a, b, extrapolate=None):
        """The integral from a to b. Example: ``spline.integrate(0.0, 1.0)``."""
        return _native["bspline_integrate"](self._kept, a, b, self._said(extrapolate))

    @classmethod
    def basis_element(cls, t, extrapolate=True):
        """The basis function of these knots. Example: ``BSpline.basis_element([0, 1, 2, 3, 4])``."""
        return cls._of(_native["basis_element"](t, extrapolate), extrapolate)

    @classmethod
    def design_matrix(cls, x, t, k, extrapolate=False):
        """The values of the basis functions at x, a sparse matrix of shape (len(x), n). Example: ``BSpline.design_matrix(x, t, 3)``."""
        from ..sparse import csr_array

        if extrapolate:
            raise ValueError("the design matrix has no values beyond the knots")
        return csr_array._of(_native["design_matrix"](x, t, k))


def make_interp_spline(x, y, k=3, t=None, bc_type=None, axis=0, check_finite=True):
    """The spline of degree k through points (x, y), with conditions at its ends.

    Example: ``xparray.scipy.interpolate.make_interp_spline(x, y, k=3)``.
    """
    said = "periodic" if bc_type == "periodic" and k > 1 else True
    return BSpline._of(_native["make_interp_spline"](x, y, k, t, bc_type, axis), said)


def make_lsq_spline(x, y, t, k=3, w=None, axis=0, check_finite=True):
    """The spline of degree k with knots t nearest to points (x, y) of weights w.

    Example: ``xparray.scipy.interpolate.make_lsq_spline(x, y, t)``.
    """
    return BSpline._of(_native["make_lsq_spline"](x, y, t, k, w, axis))


def make_smoothing_spline(x, y, w=None, lam=None, *, axis=0):
    """The cubic spline that is near to points (x, y) and smooth, the more the greater `lam`; by default by cross-validation.

    Example: ``xparray.scipy.interpolate.make_smoothing_spline(x, y, lam=0.1)``.
    """
    return BSpline._of(_native["make_smoothing_spline"](x, y, w, lam, axis))


class UnivariateSpline:
    """The spline of degree k of as few knots as leave at most s of the squared distances from points (x, y), of weights w.

    Example: ``xparray.scipy.interpolate.UnivariateSpline(x, y, s=0.1)(0.5)``.
    """

    def __init__(self, x, y, w=None, bbox=(None, None), k=3, s=None, ext=0, check_finite=False):
        self._given = x, y, w, tuple(bbox), k
        self.set_smoothing_factor(s, ext)

    def set_smoothing_factor(self, s, ext=None):
        """Makes another spline through the points, which leaves at most s of the squared distances. Example: ``spline.set_smoothing_factor(0.5)``."""
        ext = self.ext if ext is None else ext
        self._keep(_native["univariate"](*self._given, s, ext, None), ext)

    def _keep(self, kept, ext):
        self._kept, self.ext = kept, ext

    def __call__(self, x, nu=0, ext=None):
        """Values at x, or those of the derivative of order nu. Example: ``spline(0.5)``."""
        return _native["fitted_evaluate"](self._kept, x, nu, self.ext if ext is None else ext)

    def get_knots(self):
        """The knots but for those that repeat at the ends, a vector. Example: ``spline.get_knots()``."""
        return _native["fitted_parts"](self._kept)[0]

    def get_coeffs(self):
        """The coefficients, a vector. Example: ``spline.get_coeffs()``."""
        return _native["fitted_parts"](self._kept)[1]

    def get_residual(self):
        """The sum of the squared distances from the points. Example: ``spline.get_residual()``."""
        return _native["fitted_parts"](self._kept)[2]

    def integral(self, a, b):
        """The integral from a to b. Example: ``spline.integral(0.0, 1.0)``."""
        return _native["fitted_integral"](self._kept, a, b)

    def derivatives(self, x):
        """The value and all derivatives at a place, a vector of k + 1. Example: ``spline.derivatives(0.5)``."""
        return _native["fitted_derivatives"](self._kept, x)

    def roots(self):
        """The zeros, a vector. Example: ``spline.roots()``."""
        return asarray(_native["fitted_roots"](self._kept), dtype="float64")

    def _made(self, kept):
        made = object.__new__(UnivariateSpline)
        made._keep(kept, self.ext)
        return made

    def derivative(self, n=1):
        """The derivative of order n, a spline. Example: ``spline.derivative()``."""
        return self._made(_native["fitted_derivative"](self._kept, n))

    def antiderivative(self, n=1):
        """The antiderivative of order n, a spline. Example: ``spline.antiderivative()``."""
        return self._made(_native["fitted_antiderivative"](self._kept, n))


class InterpolatedUnivariateSpline(UnivariateSpline):
    """The spline of degree k through points (x, y).

    Example: ``xparray.scipy.interpolate.InterpolatedUnivariateSpline(x, y)(0.5)``.
    """

    def __init__(self, x, y, w=None, bbox=(None, None), k=3, ext=0, check_finite=False):
        self._keep(_native["interpolated_univariate"](x, y, w, tuple(bbox), k, ext), ext)


class LSQUnivariateSpline(UnivariateSpline):
    """The spline of degree k with the inner knots t nearest to points (x, y).

    Example: ``xparray.scipy.interpolate.LSQUnivariateSpline(x, y, [0.3, 0.6])(0.5)``.
    """

    def __init__(self, x, y, t, w=None, bbox=(None, None), k=3, ext=0, check_finite=False):
        self._keep(_native["lsq_univariate"](x, y, t, w, tuple(bbox), k, ext), ext)


__all__ = [
    "BSpline", "InterpolatedUnivariateSpline", "LSQUnivariateSpline", "UnivariateSpline", "make_interp_spline", "make_lsq_spline",
    "make_smoothing_spline",
]
