"""The sum of radial functions in SciPy's older form."""

from ... import _core
from ..._creation import asarray
from ..._manipulation import broadcast_arrays, stack

_native = _core.tables["interpolate"]
_FUNCTIONS = ("multiquadric", "inverse_multiquadric", "gaussian", "linear", "cubic", "quintic", "thin_plate")
_ALIASES = ("inverse", "inverse multiquadric", "thin-plate")


class Rbf:
    """The sum of radial functions about points, of which the coordinates come first, through their values, which come last: with `mode="N-D"` rows of
    them. `RBFInterpolator` has polynomials besides, and neighbours.

    Example: ``xparray.scipy.interpolate.Rbf(x, y, values, function="gaussian")(0.5, 1.5)``.
    """

    def __init__(self, *args, function="multiquadric", epsilon=None, smooth=0.0, norm="euclidean", mode="1-D"):
        *xi, d = args
        self.xi = stack([asarray(each, dtype="float64").reshape(-1) for each in xi])
        if mode not in ("1-D", "N-D"):
            raise ValueError("Mode has to be 1-D or N-D.")
        self.di = asarray(d).reshape(-1) if mode == "1-D" else asarray(d)
        self.N = self.xi.shape[1]
        if self.di.shape[0] != self.N:
            raise ValueError("All arrays must be equal length.")
        if not callable(function) and function not in (*_FUNCTIONS, *_ALIASES):
            raise ValueError("function must be a callable or one of " + ", ".join(_FUNCTIONS))
        self.function, self.norm, self.smooth, self.mode = function, norm, smooth, mode
        measure = norm if callable(norm) else (norm, 2.0)
        self._kept = _native["radial"](self.xi.T, self.di, function, measure, None if epsilon is None else float(epsilon), float(smooth))
        self.nodes, self.epsilon = _native["radial_parts"](self._kept)

    def __call__(self, *args):
        """Values at places of coordinates that have one shape. Example: ``f(0.5, 1.5)``."""
        places = broadcast_arrays(*(asarray(each, dtype="float64") for each in args))
        found = _native["radial_evaluate"](self._kept, stack([each.reshape(-1) for each in places], axis=-1))
        return found.reshape(*places[0].shape, *self.di.shape[1:])


__all__ = ["Rbf"]
