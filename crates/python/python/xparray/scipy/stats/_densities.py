"""Densities of samples."""

from ... import _core
from ..._creation import asarray
from ...random import _stream

_native = _core.tables["stats"]


class gaussian_kde:
    """The density of a sample of shape (n,) or (d, n), a sum of Gaussians whose width is by a rule (`scott`, `silverman`) or a factor.

    Example: ``xparray.scipy.stats.gaussian_kde(x)([0.0, 1.0])``.
    """

    def __init__(self, dataset, bw_method=None, weights=None):
        method = "scott" if bw_method is None else bw_method
        self._keep(_native["gaussian_kde"](asarray(dataset), method if isinstance(method, str) else float(method), weights))

    def _keep(self, kept):
        self._kept = kept
        self.dataset, self.weights, self.neff, self.factor, self.covariance = _native["gaussian_kde_parts"](kept)
        self.d, self.n = self.dataset.shape

    def evaluate(self, points):
        """The density at points of shape (m,) or (d, m), a vector. Example: ``kde.evaluate([0.0])``."""
        return _native["gaussian_kde_evaluate"](self._kept, self._points(points))

    __call__ = pdf = evaluate

    def _points(self, points):
        points = asarray(points)
        return points.reshape(1) if points.ndim == 0 else points

    def logpdf(self, x):
        """The logarithm of the density. Example: ``kde.logpdf([0.0])``."""
        return _native["gaussian_kde_logpdf"](self._kept, self._points(x))

    def integrate_box_1d(self, low, high):
        """The probability between two numbers. Example: ``kde.integrate_box_1d(0.0, 1.0)``."""
        return _native["gaussian_kde_box"](self._kept, float(low), float(high))

    def integrate_gaussian(self, mean, cov):
        """The integral of the product with a normal density. Example: ``kde.integrate_gaussian([0.0], [[1.0]])``."""
        return _native["gaussian_kde_integrate_gaussian"](self._kept, mean, cov)

    def integrate_kde(self, other):
        """The integral of the product with another density. Example: ``kde.integrate_kde(kde)``."""
        return _native["gaussian_kde_integrate"](self._kept, other._kept)

    def resample(self, size=None, seed=None):
        """Random points of the density, of shape (d, size). Example: ``kde.resample(10, seed=7)``."""
        return _native["gaussian_kde_resample"](self._kept, _stream(seed), round(self.neff) if size is None else size)

    def marginal(self, dimensions):
        """The density of some of the coordinates. Example: ``kde.marginal([0])``."""
        made = object.__new__(gaussian_kde)
        made._keep(_native["gaussian_kde_marginal"](self._kept, [int(each) for each in asarray(dimensions).reshape(-1).tolist()]))
        return made


__all__ = ["gaussian_kde"]
