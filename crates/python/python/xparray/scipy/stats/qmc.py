"""Points that fill the unit cube evenly, as of `scipy.stats.qmc`. Engines count what they gave; their numbers are of the module's streams.

Example: ``xparray.scipy.stats.qmc.Sobol(2, rng=7).random(8)``.
"""

from ... import _core
from ..._creation import asarray, zeros
from ...random import _stream

_native = _core.tables["stats"]


class QMCEngine:
    """What engines have in common: points of d dimensions, from the one after the last on."""

    def __init__(self, d):
        if isinstance(d, bool) or not isinstance(d, int) or d < 0:
            raise ValueError("d must be a non-negative integer value")
        self.d, self.num_generated = d, 0

    def random(self, n=1):
        """The next n points, of shape (n, d). Example: ``engine.random(8)``."""
        found = self._points(self.num_generated, n) if self.d else zeros((n, 0))
        self.num_generated += n
        return found

    def integers(self, l_bounds, *, u_bounds=None, n=1, endpoint=False):
        """The next n points as integers between bounds, of shape (n, d). Example: ``engine.integers(0, u_bounds=6, n=8)``."""
        if u_bounds is None:
            l_bounds, u_bounds = 0, l_bounds
        low, high = asarray(l_bounds, dtype="int64"), asarray(u_bounds, dtype="int64") + (1 if endpoint else 0)
        if bool((low >= high).any()):
            raise ValueError("Bounds are not consistent 'l_bounds' < 'u_bounds'")
        return low + (self.random(n) * (high - low)).astype("int64")

    def reset(self):
        """The engine, from its first point on again. Example: ``engine.reset()``."""
        self.num_generated = 0
        return self

    def fast_forward(self, n):
        """The engine, n points further. Example: ``engine.fast_forward(8)``."""
        self.num_generated += n
        return self


class Sobol(QMCEngine):
    """Sobol's sequence in up to 1024 dimensions, of Joe's and Kuo's directions; its digits mixed at random, unless `scramble` is false."""

    MAXDIM = 1024

    def __init__(self, d, *, scramble=True, bits=None, rng=None, optimization=None, seed=None, device=None):
        _without(optimization)
        super().__init__(d)
        if d > self.MAXDIM:
            raise ValueError(f"Maximum supported dimensionality is {self.MAXDIM}.")
        stream = _stream(seed if rng is None else rng) if scramble else None
        self._held = _native["qmc_sobol"](d, 30 if bits is None else bits, stream, device) if d else None

    def _points(self, first, n):
        return _native["qmc_sobol_points"](self._held, first, n)

    def random_base2(self, m):
        """The next 2^m points, of which there have to be as many as a power of two. Example: ``engine.random_base2(3)``."""
        total = self.num_generated + 2**m
        if total & (total - 1):
            raise ValueError(f"The balance properties of Sobol' points require n to be a power of 2: there would be {total} points")
        return self.random(2**m)


class Halton(QMCEngine):
    """Halton's sequence; its digits exchanged at random, unless `scramble` is false."""

    def __init__(self, d, *, scramble=True, optimization=None, rng=None, seed=None, device=None):
        _without(optimization)
        super().__init__(d)
        stream = _stream(seed if rng is None else rng) if scramble else None
        self._held = _native["qmc_halton"](d, stream, device) if d else None

    def _points(self, first, n):
        return _native["qmc_halton_points"](self._held, first, n)


class LatinHypercube(QMCEngine):
    """Random points, of which each of n equal parts of each dimension has one, anywhere or in the middle if `scramble` is false."""

    def __init__(self, d, *, scramble=True, strength=1, optimization=None, rng=None, seed=None):
        _without(optimization)
        if strength != 1:
            raise NotImplementedError("Latin hypercubes have a strength of 1")
        super().__init__(d)
        self._stream, self._scramble = _stream(seed if rng is None else rng), bool(scramble)

    def _points(self, first, n):
        return _native["qmc_latin"](self.d, self._stream, n, self._scramble)


class MultivariateNormalQMC:
    """Points of a normal distribution with a mean and a covariance, by quantiles of an engine's points, which are Sobol's."""

    def __init__(self, mean, cov=None, *, cov_root=None, inv_transform=True, engine=None, rng=None, seed=None):
        if cov_root is not None or not inv_transform:
            raise NotImplementedError("normal points are quantiles, of a covariance")
        self._mean = asarray(mean, dtype="float64").reshape(-1)
        d = self._mean.size
        self._cov = asarray([[float(j == k) for k in range(d)] for j in range(d)] if cov is None else cov, dtype="float64").reshape(d, d)
        if engine is not None and engine.d != d:
            raise ValueError("Dimension of `engine` must be consistent with dimensions of mean and covariance.")
        self.engine = Sobol(d, rng=seed if rng is None else rng) if engine is None else engine

    def random(self, n=1):
        """The next n points, of shape (n, d). Example: ``engine.random(8)``."""
        return _native["qmc_multivariate_normal"](self.engine.random(n), self._mean, self._cov)


class MultinomialQMC:
    """Multinomial numbers of so many trials, by the points of an engine of one dimension, which are Sobol's."""

    def __init__(self, pvals, n_trials, *, engine=None, rng=None, seed=None):
        self._pvals, self.n_trials = [float(each) for each in asarray(pvals).reshape(-1).tolist()], n_trials
        if engine is not None and engine.d != 1:
            raise ValueError("Dimension of `engine` must be 1.")
        self.engine = Sobol(1, rng=seed if rng is None else rng) if engine is None else engine

    def random(self, n=1):
        """The next n numbers, of shape (n, pvals). Example: ``engine.random(2)``."""
        from ..._manipulation import stack

        return stack([_native["qmc_multinomial"](self.engine.random(self.n_trials), self._pvals) for _ in range(n)])


def _without(optimization):
    if optimization is not None:
        raise NotImplementedError("points are not moved to be more even")


def discrepancy(sample, *, iterative=False, method="CD", workers=1):
    """By how much the shares of points (n, d) in boxes differ from their volumes: centered (`CD`), around (`WD`), of both kinds (`MD`), or from the origin on
    (`L2-star`).

    Example: ``xparray.scipy.stats.qmc.discrepancy(points)``.
    """
    if iterative:
        raise NotImplementedError("the discrepancy is that of the points, not of one more")
    return _native["qmc_discrepancy"](sample, method)


def scale(sample, l_bounds, u_bounds, *, reverse=False):
    """Points of the unit cube (n, d) in a box, or of a box in the unit cube, if `reverse`.

    Example: ``xparray.scipy.stats.qmc.scale(points, [0, -1], [2, 1])``.
    """
    low, high = (asarray(each, dtype="float64").reshape(-1).tolist() for each in (l_bounds, u_bounds))
    return _native["qmc_scale"](sample, low, high, reverse)


__all__ = ["Halton", "LatinHypercube", "MultinomialQMC", "MultivariateNormalQMC", "QMCEngine", "Sobol", "discrepancy", "scale"]
