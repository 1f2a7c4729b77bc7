"""Distributions of vectors: each an object with SciPy's methods, and itself a function that gives one with its parameters."""

from ... import _core
from ..._creation import asarray, eye, zeros
from ...random import _stream

_native = _core.tables["stats"]


def _size(size):
    return [size] if isinstance(size, int) else list(size)


class _Frozen:
    """A distribution with its parameters, whose methods take the rest."""

    def __init__(self, law, parameters):
        law._kept(*parameters)
        self._law, self._parameters = law, parameters

    def __getattr__(self, name):
        if name.startswith("_") or name in ("fit",):
            raise AttributeError(name)
        known = self._law._known(*self._parameters) if name in ("mean", "cov") and hasattr(self._law, "_known") else {}
        if name in known:
            return known[name]
        method = getattr(self._law, name)
        if name in ("mean", "var", "cov", "entropy"):
            return lambda: method(*self._parameters)
        if name == "rvs":
            return lambda size=1, random_state=None: method(*self._parameters, size=size, random_state=random_state)
        return lambda x, **keywords: method(x, *self._parameters, **keywords)


class _MultivariateNormal:
    """The normal distribution of vectors, of a mean (d,) and a covariance (d, d).

    Example: ``xparray.scipy.stats.multivariate_normal.pdf([0.0, 0.0], cov=[[2.0, 0.0], [0.0, 1.0]])``.
    """

    def _known(self, mean=None, cov=1, allow_singular=False):
        cov = asarray(cov, dtype="float64")
        if cov.ndim < 2:
            d = asarray(mean).size if mean is not None else max(cov.size, 1)
            cov = eye(d) * cov
        mean = zeros(cov.shape[0]) if mean is None else asarray(mean, dtype="float64").reshape(-1)
        return {"mean": mean, "cov": cov}

    def _kept(self, mean=None, cov=1, allow_singular=False):
        known = self._known(mean, cov)
        return _native["multivariate_normal"](known["mean"], known["cov"], allow_singular)

    def _points(self, x, mean, cov):
        """Vectors, of which numbers are those of one component."""
        x = asarray(x)
        return x.reshape(*x.shape, 1) if x.ndim < 2 and self._known(mean, cov)["mean"].size == 1 else x

    def __call__(self, mean=None, cov=1, allow_singular=False):
        """The distribution with its parameters. Example: ``stats.multivariate_normal([0.0, 1.0])``."""
        return _Frozen(self, (mean, cov, allow_singular))

    def pdf(self, x, mean=None, cov=1, allow_singular=False):
        """The density at x, of shape (..., d). Example: ``stats.multivariate_normal.pdf([0.0, 0.0], [0.0, 1.0])``."""
        return _native["multivariate_normal_pdf"](self._kept(mean, cov, allow_singular), self._points(x, mean, cov))

    def logpdf(self, x, mean=None, cov=1, allow_singular=False):
        """The logarithm of the density. Example: ``stats.multivariate_normal.logpdf([0.0, 0.0], [0.0, 1.0])``."""
        return _native["multivariate_normal_logpdf"](self._kept(mean, cov, allow_singular), self._points(x, mean, cov))

    def cdf(self, x, mean=None, cov=1, allow_singular=False, *, lower_limit=None):
        """The probability of at most x in each coordinate, and at least a limit. Example: ``stats.multivariate_normal.cdf([0.0, 0.0], [0.0, 1.0])``."""
        lower = None if lower_limit is None else asarray(lower_limit)
        return _native["multivariate_normal_cdf"](self._kept(mean, cov, allow_singular), lower, self._points(x, mean, cov))

    def entropy(self, mean=None, cov=1, allow_singular=False):
        """The entropy. Example: ``stats.multivariate_normal.entropy([0.0, 1.0])``."""
        return _native["multivariate_normal_entropy"](self._kept(mean, cov, allow_singular))

    def rvs(self, mean=None, cov=1, allow_singular=False, *, size=1, random_state=None):
        """Random vectors, of shape (*size, d), or (d,) for one. Example: ``stats.multivariate_normal.rvs([0.0, 1.0], size=3)``."""
        kept = self._kept(mean, cov, allow_singular)
        return _native["multivariate_normal_rvs"](kept, _stream(random_state), [] if size == 1 else _size(size))

    def fit(self, x, fix_mean=None, fix_cov=None):
        """The mean and the covariance of the greatest likelihood of vectors (n, d). Example: ``stats.multivariate_normal.fit(x)``."""
        return _native["multivariate_normal_fit"](x, fix_mean, fix_cov)


class _Dirichlet:
    """Dirichlet's distribution of shares that add to 1, of parameters (d,).

    Example: ``xparray.scipy.stats.dirichlet.pdf([0.2, 0.8], [1.0, 2.0])``.
    """

    def _kept(self, alpha):
        return _native["dirichlet"](asarray(alpha, dtype="float64"))

    def __call__(self, alpha):
        """The distribution with its parameters. Example: ``stats.dirichlet([1.0, 2.0])``."""
        return _Frozen(self, (alpha,))

    def pdf(self, x, alpha):
        """The density at x, of shape (d, ...). Example: ``stats.dirichlet.pdf([0.2, 0.8], [1.0, 2.0])``."""
        return _native["dirichlet_pdf"](self._kept(alpha), x)

    def logpdf(self, x, alpha):
        """The logarithm of the density. Example: ``stats.dirichlet.logpdf([0.2, 0.8], [1.0, 2.0])``."""
        return _native["dirichlet_logpdf"](self._kept(alpha), x)

    def mean(self, alpha):
        """The mean, of shape (d,). Example: ``stats.dirichlet.mean([1.0, 2.0])``."""
        return _native["dirichlet_numbers"](self._kept(alpha))[0]

    def var(self, alpha):
        """The variances, of shape (d,). Example: ``stats.dirichlet.var([1.0, 2.0])``."""
        return _native["dirichlet_numbers"](self._kept(alpha))[1]

    def entropy(self, alpha):
        """The entropy. Example: ``stats.dirichlet.entropy([1.0, 2.0])``."""
        return _native["dirichlet_numbers"](self._kept(alpha))[2]

    def rvs(self, alpha, size=1, random_state=None):
        """Random shares, of shape (*size, d). Example: ``stats.dirichlet.rvs([1.0, 2.0], size=3)``."""
        return _native["dirichlet_rvs"](self._kept(alpha), _stream(random_state), _size(size))


class _Multinomial:
    """The distribution of how many of n attempts have each of d outcomes, of probabilities p (d,).

    Example: ``xparray.scipy.stats.multinomial.pmf([1, 3], 4, [0.4, 0.6])``.
    """

    def _kept(self, n, p):
        return _native["multinomial"](n, asarray(p, dtype="float64"))

    def __call__(self, n, p):
        """The distribution with its parameters. Example: ``stats.multinomial(4, [0.4, 0.6])``."""
        return _Frozen(self, (n, p))

    def pmf(self, x, n, p):
        """The probability of counts (..., d). Example: ``stats.multinomial.pmf([1, 3], 4, [0.4, 0.6])``."""
        return _native["multinomial_pmf"](self._kept(n, p), x)

    def logpmf(self, x, n, p):
        """The logarithm of the probability. Example: ``stats.multinomial.logpmf([1, 3], 4, [0.4, 0.6])``."""
        return _native["multinomial_logpmf"](self._kept(n, p), x)

    def mean(self, n, p):
        """The mean, of shape (d,). Example: ``stats.multinomial.mean(4, [0.4, 0.6])``."""
        return _native["multinomial_numbers"](self._kept(n, p))[0]

    def cov(self, n, p):
        """The covariance, of shape (d, d). Example: ``stats.multinomial.cov(4, [0.4, 0.6])``."""
        return _native["multinomial_numbers"](self._kept(n, p))[1]

    def entropy(self, n, p):
        """The entropy. Example: ``stats.multinomial.entropy(4, [0.4, 0.6])``."""
        return _native["multinomial_numbers"](self._kept(n, p))[2]

    def rvs(self, n, p, size=1, random_state=None):
        """Random counts, of shape (*size, d), or (d,) for one. Example: ``stats.multinomial.rvs(4, [0.4, 0.6], size=3)``."""
        return _native["multinomial_rvs"](self._kept(n, p), _stream(random_state), [] if size == 1 else _size(size))


dirichlet, multinomial, multivariate_normal = _Dirichlet(), _Multinomial(), _MultivariateNormal()

__all__ = ["dirichlet", "multinomial", "multivariate_normal"]
