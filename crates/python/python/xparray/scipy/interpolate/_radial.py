"""The sum of radial functions in SciPy's older form."""

from ... import _core
from ..._creation import asarray, eye
from ..._manipulation import broadcast_arrays, stack
from ..._ufuncs import table

#: The functions of distances and of what these are measured by.
_FUNCTIONS = {
    "multiquadric": lambda r, epsilon: ((r / epsilon) ** 2 + 1) ** 0.5,
    "inverse_multiquadric": lambda r, epsilon: ((r / epsilon) ** 2 + 1) ** -0.5,
    "gaussian": lambda r, epsilon: table["exp"](-((r / epsilon) ** 2)),
    "linear": lambda r, epsilon: r,
    "cubic": lambda r, epsilon: r**3,
    "quintic": lambda r, epsilon: r**5,
    "thin_plate": lambda r, epsilon: _core.tables["special"]["xlogy"](r * r, r),
}
_ALIASES = {"inverse": "inverse_multiquadric", "inverse multiquadric": "inverse_multiquadric", "thin-plate": "thin_plate"}


class Rbf:
    """The sum of radial functions about points, of which the coordinates come first, through their values, which come last: with `mode="N-D"` rows of
    them. `RBFInterpolator` has polynomials besides, and neighbours.

    Example: ``xparray.scipy.interpolate.Rbf(x, y, values, function="gaussian")(0.5, 1.5)``.
    """

    def __init__(self, *args, function="multiquadric", epsilon=None, smooth=0.0, norm="euclidean", mode="1-D"):
        from ..linalg import solve

        *xi, d = args
        self.xi = stack([asarray(each, dtype="float64").reshape(-1) for each in xi])
        if mode not in ("1-D", "N-D"):
            raise ValueError("Mode has to be 1-D or N-D.")
        self.di = asarray(d).reshape(-1) if mode == "1-D" else asarray(d)
        self.N = self.xi.shape[1]
        if self.di.shape[0] != self.N:
            raise ValueError("All arrays must be equal length.")
        name = _ALIASES.get(function, function)
        if not callable(function) and name not in _FUNCTIONS:
            raise ValueError("function must be a callable or one of " + ", ".join(_FUNCTIONS))
        self.function, self.norm, self.smooth, self.mode = function, norm, smooth, mode
        # By default the mean distance of as many points in the box around them.
        edges = [each for each in (self.xi.max(axis=1) - self.xi.min(axis=1)).tolist() if each]
        volume = 1.0
        for each in edges:
            volume *= each
        self.epsilon = (volume / self.N) ** (1 / len(edges)) if epsilon is None else epsilon
        self._radial = (lambda r: function(r)) if callable(function) else lambda r: _FUNCTIONS[name](r, self.epsilon)
        self.nodes = solve(self._radial(self._distances(self.xi.T, self.xi.T)) - eye(self.N) * smooth, self.di)

    def _distances(self, a, b):
        from ..spatial.distance import cdist

        if callable(self.norm):
            return self.norm(a.T, b.T)
        return cdist(a, b, self.norm)

    def __call__(self, *args):
        """Values at places of coordinates that have one shape. Example: ``f(0.5, 1.5)``."""
        places = broadcast_arrays(*(asarray(each, dtype="float64") for each in args))
        r = self._distances(stack([each.reshape(-1) for each in places], axis=-1), self.xi.T)
        return (self._radial(r) @ self.nodes).reshape(*places[0].shape, *self.di.shape[1:])


__all__ = ["Rbf"]
