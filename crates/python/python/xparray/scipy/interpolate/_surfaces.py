"""Splines of two variables."""

from math import sqrt

from ... import _core
from ..._creation import asarray

_native = _core.tables["interpolate"]


class BivariateSpline:
    """A spline of two variables, which is outside of its rectangle as at the nearest place of that. It is made by `RectBivariateSpline`,
    `SmoothBivariateSpline` and `LSQBivariateSpline`.

    Example: ``xparray.scipy.interpolate.RectBivariateSpline(x, y, z).ev(0.5, 1.5)``.
    """

    @classmethod
    def _of(cls, kept):
        made = object.__new__(BivariateSpline)
        made._kept = kept
        return made

    @classmethod
    def _from_tck(cls, tck):
        tx, ty, c, kx, ky = tck
        tx, ty = asarray(tx), asarray(ty)
        c = asarray(c).reshape(len(tx) - kx - 1, len(ty) - ky - 1)
        return cls._of(_native["bivariate"](tx, ty, c, [kx, ky]))

    def __call__(self, x, y, dx=0, dy=0, grid=True):
        """Values, or those of a derivative, on the grid of two vectors, or at the places that both are. Example: ``spline([0.5], [0.5, 1.0])``."""
        return _native["bivariate_evaluate"](self._kept, x, y, [dx, dy], bool(grid))

    def ev(self, xi, yi, dx=0, dy=0):
        """Values, or those of a derivative, at places. Example: ``spline.ev(0.5, 1.5)``."""
        return self(xi, yi, dx, dy, grid=False)

    def _parts(self):
        return _native["bivariate_parts"](self._kept)

    @property
    def degrees(self):
        """The degrees along both axes."""
        return tuple(self._parts()[2])

    @property
    def tck(self):
        """The knots along both axes, and the coefficients."""
        return (*self.get_knots(), self.get_coeffs())

    def get_knots(self):
        """The knots along both axes, vectors. Example: ``spline.get_knots()``."""
        return tuple(self._parts()[0])

    def get_coeffs(self):
        """The coefficients, a vector. Example: ``spline.get_coeffs()``."""
        return self._parts()[1].reshape(-1)

    def get_residual(self):
        """The sum of the squared distances from the values. Example: ``spline.get_residual()``."""
        return self._parts()[3]

    def integral(self, xa, xb, ya, yb):
        """The integral over a rectangle. Example: ``spline.integral(0.0, 1.0, 0.0, 2.0)``."""
        return _native["bivariate_integral"](self._kept, [xa, xb], [ya, yb])

    def partial_derivative(self, dx, dy):
        """The derivative of orders along both axes, a spline. Example: ``spline.partial_derivative(1, 0)``."""
        if dx < 0 or dy < 0:
            raise ValueError("order of derivative must be positive or zero")
        return BivariateSpline._of(_native["bivariate_derivative"](self._kept, [dx, dy]))


class RectBivariateSpline(BivariateSpline):
    """The spline of degrees kx and ky of as few knots as leave at most s of the squared distances from values z of shape (m, n) on the grid of vectors
    x and y.

    Example: ``xparray.scipy.interpolate.RectBivariateSpline(x, y, z)(x, y)``.
    """

    def __init__(self, x, y, z, bbox=(None, None, None, None), kx=3, ky=3, s=0, maxit=20):
        bbox = [None if each is None else float(each) for each in bbox]
        if len(bbox) != 4:
            raise ValueError("bbox shape should be (4,)")
        self._kept = _native["rect_bivariate"](x, y, z, [kx, ky], [bbox[:2], bbox[2:]], float(s))


def _scattered(x, y, z, w, bbox, degrees, s, knots=None):
    bbox = [None if each is None else float(each) for each in bbox]
    if len(bbox) != 4:
        raise ValueError("bbox shape should be (4,)")
    vectors = [asarray(each).reshape(-1) for each in (x, y, z)]
    w = None if w is None else asarray(w).reshape(-1)
    knots = None if knots is None else tuple(asarray(each, dtype="float64") for each in knots)
    return _native["scattered_bivariate"](*vectors, w, degrees, [bbox[:2], bbox[2:]], None if s is None else float(s), knots)


class SmoothBivariateSpline(BivariateSpline):
    """The spline of degrees kx and ky of as few knots as leave at most s of the squared weighted distances from values z at places (x, y), vectors.

    Example: ``xparray.scipy.interpolate.SmoothBivariateSpline(x, y, z, s=0.1).ev(0.5, 1.5)``.
    """

    def __init__(self, x, y, z, w=None, bbox=(None, None, None, None), kx=3, ky=3, s=None, eps=1e-16):
        self._kept = _scattered(x, y, z, w, bbox, [kx, ky], s)


class LSQBivariateSpline(BivariateSpline):
    """The spline of degrees kx and ky of inner knots tx and ty nearest to values z at places (x, y), vectors.

    Example: ``xparray.scipy.interpolate.LSQBivariateSpline(x, y, z, [0.5], [1.0]).ev(0.5, 1.5)``.
    """

    def __init__(self, x, y, z, tx, ty, w=None, bbox=(None, None, None, None), kx=3, ky=3, eps=None):
        self._kept = _scattered(x, y, z, w, bbox, [kx, ky], None, (tx, ty))


def bisplrep(x, y, z, w=None, xb=None, xe=None, yb=None, ye=None, kx=3, ky=3, task=0, s=None, eps=1e-16, tx=None, ty=None, full_output=0, nxest=None, nyest=None,
             quiet=1):
    """The spline of `SmoothBivariateSpline`, or with `task` of -1 the nearest one of inner knots, between those at the ends, in tx and ty: [tx, ty, c, kx, ky].

    Example: ``xparray.scipy.interpolate.bisplrep(x, y, z, s=0.1)``.
    """
    if task == 1:
        raise NotImplementedError("each spline is computed anew: task is 0 or -1")
    if task == -1 and (tx is None or ty is None):
        raise TypeError("Knots_x and Knots_y must be given for task=-1")
    n = asarray(x).size
    knots = None if task == 0 else (asarray(tx)[kx + 1 : -kx - 1], asarray(ty)[ky + 1 : -ky - 1])
    s = s if s is not None else 0.0 if w is None else n - sqrt(2 * n)
    made = BivariateSpline._of(_scattered(x, y, z, w, (xb, xe, yb, ye), [kx, ky], s, knots))
    tck = [*made.tck, kx, ky]
    return (tck, made.get_residual(), 0, "") if full_output else tck


def bisplev(x, y, tck, dx=0, dy=0):
    """Values, or those of a derivative, of a spline of knots, coefficients and degrees (tx, ty, c, kx, ky), on the grid of two vectors.

    Example: ``xparray.scipy.interpolate.bisplev(x, y, (tx, ty, c, 3, 3))``.
    """
    found = BivariateSpline._from_tck(tck)(x, y, dx, dy)
    if found.shape[0] > 1:
        return found
    return found[0] if found.shape[1] > 1 else found[0, 0]


__all__ = ["BivariateSpline", "LSQBivariateSpline", "RectBivariateSpline", "SmoothBivariateSpline", "bisplev", "bisplrep"]
