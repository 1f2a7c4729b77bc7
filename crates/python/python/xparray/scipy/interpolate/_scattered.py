"""Functions through values at points anywhere."""

from math import nan

from ... import _core
from ..._creation import asarray
from ..._manipulation import broadcast_arrays, stack

_native = _core.tables["interpolate"]


def places(xi, *more):
    """Places of shape (..., axes): an array, or coordinates that broadcast."""
    if more:
        xi = (xi, *more)
    return stack(broadcast_arrays(*map(asarray, xi)), axis=-1) if isinstance(xi, tuple) else asarray(xi)


class RBFInterpolator:
    """The sum of radial functions about points y, of shape (n, axes), through values d of shape (n, ...).

    Example: ``xparray.scipy.interpolate.RBFInterpolator(y, d)([[0.5, 0.5]])``.
    """

    def __init__(self, y, d, neighbors=None, smoothing=0.0, kernel="thin_plate_spline", epsilon=None, degree=None):
        self.y, self.d, self.kernel = asarray(y), asarray(d), kernel
        self._kept = _native["rbf"](self.y, self.d, neighbors, smoothing, kernel, epsilon, degree)

    def __call__(self, x):
        """Values at points of shape (m, axes). Example: ``f([[0.5, 0.5]])``."""
        return _native["rbf_evaluate"](self._kept, x)


class LinearNDInterpolator:
    """The function that is linear in the triangles of points (n, axes), through values (n, ...).

    Example: ``xparray.scipy.interpolate.LinearNDInterpolator(points, values)(0.5, 0.5)``.
    """

    def __init__(self, points, values, fill_value=nan, rescale=False):
        self._kept = _native["linear_nd"](points, values, fill_value, rescale)

    def __call__(self, *args):
        """Values at points (..., axes), or at coordinates that broadcast. Example: ``f(0.5, 0.5)``."""
        return _native["linear_nd_evaluate"](self._kept, places(*args))


class NearestNDInterpolator:
    """The value of the nearest of points (n, axes), of values (n, ...).

    Example: ``xparray.scipy.interpolate.NearestNDInterpolator(points, values)(0.5, 0.5)``.
    """

    def __init__(self, x, y, rescale=False):
        self._kept = _native["nearest_nd"](x, y, rescale)

    def __call__(self, *args):
        """Values at points (..., axes), or at coordinates that broadcast. Example: ``f(0.5, 0.5)``."""
        return _native["nearest_nd_evaluate"](self._kept, places(*args))


class CloughTocher2DInterpolator:
    """The smooth function of third degree in the triangles of points (n, 2), through values (n, ...).

    Example: ``xparray.scipy.interpolate.CloughTocher2DInterpolator(points, values)(0.5, 0.5)``.
    """

    def __init__(self, points, values, fill_value=nan, rescale=False):
        self._kept = _native["clough_tocher"](points, values, fill_value, rescale)

    def __call__(self, *args):
        """Values at points (..., 2), or at coordinates that broadcast. Example: ``f(0.5, 0.5)``."""
        return _native["clough_tocher_evaluate"](self._kept, places(*args))


def griddata(points, values, xi, method="linear", fill_value=nan, rescale=False):
    """Values at xi of the function through values at points (n, axes): `nearest`, `linear` or `cubic`.

    Example: ``xparray.scipy.interpolate.griddata(points, values, (x, y), method="cubic")``.
    """
    points = places(points)
    if points.ndim < 2 or points.shape[-1] == 1:
        from ._lines import interp1d

        fill = "extrapolate" if method == "nearest" else fill_value
        return interp1d(points.ravel(), values, kind=method, axis=0, bounds_error=False, fill_value=fill)(
            xi[0] if isinstance(xi, tuple) else xi
        )
    if method == "nearest":
        return NearestNDInterpolator(points, values, rescale)(xi)
    if method == "linear":
        return LinearNDInterpolator(points, values, fill_value, rescale)(xi)
    if method == "cubic" and points.shape[-1] == 2:
        return CloughTocher2DInterpolator(points, values, fill_value, rescale)(xi)
    raise ValueError(f"Unknown interpolation method {method!r} for {points.shape[-1]} dimensional data")


__all__ = ["CloughTocher2DInterpolator", "LinearNDInterpolator", "NearestNDInterpolator", "RBFInterpolator", "griddata"]
