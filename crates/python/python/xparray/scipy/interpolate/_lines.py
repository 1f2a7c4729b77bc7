"""Functions through points of a line: by pieces of low degree, and by one polynomial."""

from math import nan

from ... import _core
from ..._creation import asarray
from ..._manipulation import concat
from ..._searching import argsort, take

_native = _core.tables["interpolate"]


class interp1d:
    """The function through points (x, y) of a kind, where y has as many elements along an axis as the vector x.

    Example: ``xparray.scipy.interpolate.interp1d(x, y, kind="cubic")(0.5)``.
    """

    def __init__(self, x, y, kind="linear", axis=-1, copy=True, bounds_error=None, fill_value=nan, assume_sorted=False):
        x, y = asarray(x), asarray(y)
        if not assume_sorted:
            order = argsort(x)
            x, y = take(x, order), take(y, order, axis=axis)
        extrapolated = isinstance(fill_value, str) and fill_value == "extrapolate"
        if extrapolated and bounds_error:
            raise ValueError("Cannot extrapolate and raise at the same time.")
        if bounds_error is None:
            bounds_error = not extrapolated
        if extrapolated:
            fill = fill_value
        elif bounds_error:
            fill = None
        else:
            fill = tuple(map(float, fill_value)) if isinstance(fill_value, tuple) else (float(fill_value),) * 2
        self.x, self.y, self.axis, self.fill_value, self.bounds_error = x, y, axis % y.ndim, fill_value, bounds_error
        self._kept = _native["interp1d"](x, y, kind, axis, fill)

    def __call__(self, x):
        """Values at x, of its shape in the place of the axis. Example: ``f(0.5)``."""
        return _native["interp1d_evaluate"](self._kept, x)


class _Polynomial:
    """One polynomial through all points."""

    _form = ""

    def _call(self, name, *args):
        return _native[f"{self._form}_{name}"](self._kept, *args)

    def __call__(self, x):
        """Values at x, of its shape in the place of the axis. Example: ``p(0.5)``."""
        return self._call("evaluate", x)

    def derivative(self, x, der=1):
        """The derivative of an order at x. Example: ``p.derivative(0.5)``."""
        return self._call("derivative", x, der)

    def derivatives(self, x, der=None):
        """Derivatives of the orders below `der`, by default all, along a first axis. Example: ``p.derivatives(0.5)``."""
        return self._call("derivatives", x, len(self.xi) if der is None else der)


class KroghInterpolator(_Polynomial):
    """The polynomial through points; places that repeat give derivatives.

    Example: ``xparray.scipy.interpolate.KroghInterpolator(xi, yi)``.
    """

    _form = "krogh"

    def __init__(self, xi, yi, axis=0):
        self.xi, self._kept = asarray(xi), _native["krogh"](xi, yi, axis)


class BarycentricInterpolator(_Polynomial):
    """The polynomial through points, by the barycentric formula. Its weights follow from the places: those that are given, `wi`, say how many these are, and
    `rng` nothing.

    Example: ``xparray.scipy.interpolate.BarycentricInterpolator(xi, yi)``.
    """

    _form = "barycentric"

    def __init__(self, xi, yi=None, axis=0, *, wi=None, rng=None):
        self.xi, self.yi, self._axis = asarray(xi), None, axis
        if wi is not None and asarray(wi).shape != self.xi.shape:
            raise ValueError("`wi` must have as many elements as `xi`.")
        if yi is not None:
            self.set_yi(yi)

    def _call(self, name, *args):
        if self.yi is None:
            raise ValueError("No y-values have been supplied: `set_yi` does.")
        return super()._call(name, *args)

    def set_yi(self, yi, axis=None):
        """Gives the points other ordinates. Example: ``p.set_yi(y)``."""
        self._axis = self._axis if axis is None else axis
        self.yi = asarray(yi)
        self._kept = _native["barycentric"](self.xi, self.yi, self._axis)

    def add_xi(self, xi, yi=None):
        """Further points. Example: ``p.add_xi([3.0], [9.0])``."""
        if (self.yi is None) != (yi is None):
            raise ValueError("ordinates are given for all points, or for none")
        self.xi = concat([self.xi, asarray(xi).reshape(-1)])
        if yi is not None:
            self.set_yi(concat([self.yi, asarray(yi)], axis=self._axis))


def _interpolate(made, x, der):
    return made.derivative(x, der) if isinstance(der, int) and der else made(x) if not der else [
        made.derivative(x, each) if each else made(x) for each in der
    ]


def krogh_interpolate(xi, yi, x, der=0, axis=0):
    """Values at x of `KroghInterpolator`, or of its derivatives of an order or of several.

    Example: ``xparray.scipy.interpolate.krogh_interpolate(xi, yi, x)``.
    """
    return _interpolate(KroghInterpolator(xi, yi, axis), x, der)


def barycentric_interpolate(xi, yi, x, axis=0, *, der=0):
    """Values at x of `BarycentricInterpolator`, or of its derivatives of an order or of several.

    Example: ``xparray.scipy.interpolate.barycentric_interpolate(xi, yi, x)``.
    """
    return _interpolate(BarycentricInterpolator(xi, yi, axis), x, der)


__all__ = ["BarycentricInterpolator", "KroghInterpolator", "barycentric_interpolate", "interp1d", "krogh_interpolate"]
