"""Random numbers: streams that are the same on every device."""

import secrets

from . import _core
from ._core import Generator
from ._creation import asarray
from ._manipulation import broadcast_shapes

_native = _core.tables["random"]


def default_rng(seed=None, *, device=None):
    """A stream of random numbers of a seed, by default of one that nobody knows.

    Example: ``xparray.random.default_rng(7).normal(size=(2, 3))``.
    """
    return Generator(secrets.randbits(63) if seed is None else seed, device)


def _stream(rng):
    """A stream: itself, or the one of a seed."""
    return rng if isinstance(rng, Generator) else default_rng(rng)


def _shape(size):
    return () if size is None else size


def random(self, size=None, dtype="float64"):
    """Numbers uniform in [0, 1), of a shape.

    Example: ``rng.random((2, 3))``.
    """
    return self._random(_shape(size), dtype)


def uniform(self, low=0.0, high=1.0, size=None, dtype="float64"):
    """Numbers uniform in [low, high), of a shape.

    Example: ``rng.uniform(-1, 1, size=3)``.
    """
    return self._uniform(low, high, _shape(size), dtype)


def normal(self, loc=0.0, scale=1.0, size=None, dtype="float64"):
    """Normal numbers of a mean and a standard deviation, of a shape.

    Example: ``rng.normal(size=(2, 3))``.
    """
    return self._normal(loc, scale, _shape(size), dtype)


def standard_normal(self, size=None, dtype="float64"):
    """Normal numbers of mean 0 and standard deviation 1, of a shape.

    Example: ``rng.standard_normal((2, 3))``.
    """
    return self._normal(0.0, 1.0, _shape(size), dtype)


def exponential(self, scale=1.0, size=None, dtype="float64"):
    """Exponential numbers of a mean, of a shape.

    Example: ``rng.exponential(2.0, size=3)``.
    """
    return self._exponential(scale, _shape(size), dtype)


def integers(self, low, high=None, size=None, dtype="int64", endpoint=False):
    """Integers uniform from `low` up to, but without, `high`, of a shape.

    Example: ``rng.integers(1, 7, size=3)``.
    """
    if high is None:
        low, high = 0, low
    return self._integers(low, high + bool(endpoint), _shape(size), dtype)


def permutation(self, x, axis=0):
    """The parts of an array along an axis in random order, or the numbers below an integer.

    Example: ``rng.permutation(5)``.
    """
    from ._creation import arange

    return self._permutation(arange(x) if isinstance(x, int) else asarray(x), axis)


def choice(self, a, size=None, replace=True, p=None):
    """Elements of a vector, or numbers below an integer, drawn with the probabilities p, of a shape.

    Example: ``rng.choice([1, 2, 3], size=2, replace=False)``.
    """
    from ._creation import arange

    a = arange(a) if isinstance(a, int) else asarray(a)
    if a.ndim != 1:
        raise ValueError(f"choice draws from a vector, not from shape {a.shape}")
    return _native["choice"](self, a, _lengths(size), bool(replace), p)


def multinomial(self, n, pvals, size=None):
    """How often each of k outcomes of probabilities pvals comes in n attempts, of shape (size, k).

    Example: ``rng.multinomial(10, [0.2, 0.8], size=3)``.
    """
    return _native["multinomial"](self, n, pvals, _drawn(size, n))


def multivariate_hypergeometric(self, colors, nsample, size=None):
    """How many of each of k colours are in a sample, of shape (size, k).

    Example: ``rng.multivariate_hypergeometric([3, 5], 4)``.
    """
    return _native["multivariate_hypergeometric"](self, colors, nsample, _drawn(size, nsample))


def multivariate_normal(self, mean, cov, size=None):
    """Normal vectors of a mean (d,) and a covariance (d, d), of shape (size, d).

    Example: ``rng.multivariate_normal([0.0, 0.0], [[2.0, 0.0], [0.0, 1.0]], size=3)``.
    """
    return _native["multivariate_normal"](self, mean, cov, _lengths(size))


def dirichlet(self, alpha, size=None):
    """Shares of Dirichlet's distribution, of shape (size, k) for k numbers alpha.

    Example: ``rng.dirichlet([1.0, 2.0], size=3)``.
    """
    return _native["dirichlet"](self, alpha, _lengths(size))


def shuffle(self, x, axis=0):
    """Puts the parts of an array along an axis into random order, in place.

    Example: ``rng.shuffle(x)``.
    """
    x[...] = self._permutation(x, axis)


def _lengths(size):
    """A shape as a list of lengths."""
    return [] if size is None else [size] if isinstance(size, int) else list(size)


def _drawn(size, *parameters):
    """The shape of what is drawn: that of the parameters, if none is asked for."""
    shape = broadcast_shapes(*(asarray(each).shape for each in parameters))
    if size is None:
        return list(shape)
    size = _lengths(size)
    if broadcast_shapes(shape, tuple(size)) != tuple(size):
        raise ValueError(f"parameters of shape {shape} do not broadcast to size {tuple(size)}")
    return size


#: Distributions by the table: the parameters with their defaults, and words.
_DISTRIBUTIONS = {
    "beta": ("a, b", "Numbers of the beta distribution, from 0 to 1"),
    "binomial": ("n, p", "How many of n attempts of probability p succeed"),
    "chisquare": ("df", "Sums of df squared normal numbers"),
    "f": ("dfnum, dfden", "Quotients of mean squares, of Fisher's distribution"),
    "gamma": ("shape, scale=1.0", "Numbers of the gamma distribution"),
    "geometric": ("p", "How many attempts of probability p it takes to succeed"),
    "gumbel": ("loc=0.0, scale=1.0", "Numbers of Gumbel's distribution"),
    "hypergeometric": ("ngood, nbad, nsample", "How many of a sample are among the good ones"),
    "laplace": ("loc=0.0, scale=1.0", "Numbers of Laplace's distribution"),
    "logistic": ("loc=0.0, scale=1.0", "Numbers of the logistic distribution"),
    "lognormal": ("mean=0.0, sigma=1.0", "Numbers whose logarithm is normal"),
    "logseries": ("p", "Numbers of the logarithmic distribution"),
    "negative_binomial": ("n, p", "How many attempts of probability p fail before n succeed"),
    "noncentral_chisquare": ("df, nonc", "Sums of df squared normal numbers that are not about 0"),
    "noncentral_f": ("dfnum, dfden, nonc", "Quotients of mean squares, of which the upper ones are not about 0"),
    "pareto": ("a", "Numbers of Pareto's second distribution, from 0 on"),
    "poisson": ("lam=1.0", "Numbers of events, lam in the mean"),
    "power": ("a", "Numbers from 0 to 1 whose density is a power"),
    "rayleigh": ("scale=1.0", "Numbers of Rayleigh's distribution"),
    "standard_t": ("df", "Numbers of Student's distribution"),
    "triangular": ("left, mode, right", "Numbers of the triangular distribution"),
    "vonmises": ("mu, kappa", "Angles of von Mises' distribution"),
    "wald": ("mean, scale", "Numbers of the inverse Gaussian distribution"),
    "weibull": ("a", "Numbers of Weibull's distribution"),
    "zipf": ("a", "Numbers of Zipf's distribution"),
}


def _distribution(name, parameters, words):
    names = [each.split("=")[0] for each in parameters.split(", ")]
    given = ", ".join(names)
    code = f"lambda self, {parameters}, size=None: _call(self, size, {given})"
    method = eval(code, {"_call": lambda self, size, *given: _native[name](self, *given, _drawn(size, *given))})
    method.__name__ = method.__qualname__ = name
    needed = ", ".join([each for each in parameters.split(", ") if "=" not in each] + ["size=3"])
    method.__doc__ = f"{words}, of a shape: that of the parameters, if none is given.\n\nExample: ``rng.{name}({needed})``."
    return method


def standard_cauchy(self, size=None):
    """Numbers of Cauchy's distribution, of a shape.

    Example: ``rng.standard_cauchy(3)``.
    """
    return _native["standard_cauchy"](self, _lengths(size))


def standard_exponential(self, size=None, dtype="float64"):
    """Exponential numbers of mean 1, of a shape.

    Example: ``rng.standard_exponential(3)``.
    """
    return self._exponential(1.0, _shape(size), dtype)


def standard_gamma(self, shape, size=None):
    """Numbers of the gamma distribution of scale 1, of a shape.

    Example: ``rng.standard_gamma(2.0, size=3)``.
    """
    return _native["gamma"](self, shape, 1.0, _drawn(size, shape))


for _name, _row in _DISTRIBUTIONS.items():
    setattr(Generator, _name, _distribution(_name, *_row))
for _method in (
    choice, dirichlet, multinomial, multivariate_hypergeometric, multivariate_normal, shuffle, standard_cauchy, standard_exponential,
    standard_gamma,
):
    setattr(Generator, _method.__name__, _method)
del choice, dirichlet, multinomial, multivariate_hypergeometric, multivariate_normal, shuffle, standard_cauchy, standard_exponential
del standard_gamma

for _method in (exponential, integers, normal, permutation, random, standard_normal, uniform):
    setattr(Generator, _method.__name__, _method)
del exponential, integers, normal, permutation, random, standard_normal, uniform, _method

__all__ = ["Generator", "default_rng"]
