"""Splines of two variables."""

from ... import _core
from ..._creation import asarray

_native = _core.tables["interpolate"]


class BivariateSpline:
    """A spline of two variables, which is outside of its rectangle as at the nearest place of that. It is made by `RectBivariateSpline`.

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


def bisplev(x, y, tck, dx=0, dy=0):
    """Values, or those of a derivative, of a spline of knots, coefficients and degrees (tx, ty, c, kx, ky), on the grid of two vectors.

    Example: ``xparray.scipy.interpolate.bisplev(x, y, (tx, ty, c, 3, 3))``.
    """
    found = BivariateSpline._from_tck(tck)(x, y, dx, dy)
    if found.shape[0] > 1:
        return found
    return found[0] if found.shape[1] > 1 else found[0, 0]


__all__ = ["BivariateSpline", "RectBivariateSpline", "bisplev"]
