"""Random numbers: streams that are the same on every device."""

import hashlib
import secrets

from . import _core
from ._core import Generator
from ._creation import arange, asarray
from ._manipulation import broadcast_shapes
from ._several import axes_of, into

_native = _core.tables["random"]


def default_rng(seed=None, *, device=None):
    """A stream of random numbers of a seed, which may be several integers, by default of one that nobody knows; a stream is itself.

    Example: ``xparray.random.default_rng(7).normal(size=(2, 3))``.
    """
    if isinstance(seed, Generator):
        return seed
    return Generator(secrets.randbits(63) if seed is None else _seed(seed), device)


def _seed(seed):
    """64 bits of one integer, or of several, or of a large one."""
    several = seed if isinstance(seed, (list, tuple)) else asarray(seed).tolist() if getattr(seed, "ndim", 0) else None
    words = [int(seed)] if several is None else [int(each) for each in several]
    if any(word < 0 for word in words):
        raise ValueError("expected non-negative integer")
    if several is None and words[0] < 2**64:
        return words[0]
    return int.from_bytes(hashlib.sha256(repr(words).encode()).digest()[:8], "little")


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
    if _are_numbers(low, high):
        return self._uniform(low, high, _shape(size), dtype)
    low, high = asarray(low, dtype), asarray(high, dtype)
    return low + (high - low) * self._random(_drawn(size, low, high), dtype)


def normal(self, loc=0.0, scale=1.0, size=None, dtype="float64"):
    """Normal numbers of a mean and a standard deviation, of a shape.

    Example: ``rng.normal(size=(2, 3))``.
    """
    if _are_numbers(loc, scale):
        return self._normal(loc, scale, _shape(size), dtype)
    loc, scale = asarray(loc, dtype), asarray(scale, dtype)
    if bool((scale < 0).any()):
        raise ValueError("scale < 0")
    return loc + scale * self._normal(0.0, 1.0, _drawn(size, loc, scale), dtype)


def standard_normal(self, size=None, dtype="float64"):
    """Normal numbers of mean 0 and standard deviation 1, of a shape.

    Example: ``rng.standard_normal((2, 3))``.
    """
    return self._normal(0.0, 1.0, _shape(size), dtype)


def exponential(self, scale=1.0, size=None, dtype="float64"):
    """Exponential numbers of a mean, of a shape.

    Example: ``rng.exponential(2.0, size=3)``.
    """
    if _are_numbers(scale):
        return self._exponential(scale, _shape(size), dtype)
    scale = asarray(scale, dtype)
    if bool((scale < 0).any()):
        raise ValueError("scale < 0")
    return scale * self._exponential(1.0, _drawn(size, scale), dtype)


def integers(self, low, high=None, size=None, dtype="int64", endpoint=False):
    """Integers uniform from `low` up to, but without, `high`, of a shape.

    Example: ``rng.integers(1, 7, size=3)``.
    """
    if high is None:
        low, high = 0, low
    if _are_numbers(low, high):
        return self._integers(low, high + bool(endpoint), _shape(size), dtype)
    low, high = asarray(low, "int64"), asarray(high, "int64") + int(endpoint)
    if bool((low >= high).any()):
        raise ValueError("low >= high")
    # Of so many bits that no remainder is likelier than another by what could be noticed.
    drawn = self._integers(0, 2**63 - 1, _drawn(size, low, high), "int64")
    return (low + drawn % (high - low)).astype(dtype)


def permutation(self, x, axis=0):
    """The parts of an array along an axis in random order, or the numbers below an integer.

    Example: ``rng.permutation(5)``.
    """
    return self._permutation(arange(x) if isinstance(x, int) else asarray(x), axis)


def choice(self, a, size=None, replace=True, p=None, axis=0, shuffle=True):
    """Elements of a vector, the parts of an array along an axis, or numbers below an integer, drawn with the probabilities p, of a
    shape, which is in the place of the axis. They always come in random order.

    Example: ``rng.choice([1, 2, 3], size=2, replace=False)``.
    """
    a = arange(a) if isinstance(a, int) else asarray(a)
    if not a.ndim:
        raise ValueError("a must be a positive integer unless no samples are taken")
    shape = _lengths(size)
    if a.ndim == 1:
        return _native["choice"](self, a, shape, bool(replace), p)
    (axis,) = axes_of(axis, a.ndim)
    places = _native["choice"](self, arange(a.shape[axis], device=a.device), shape, bool(replace), p)
    parts = _core.take(a, places._reshape(places.size, None), axis)
    return parts._reshape([*a.shape[:axis], *shape, *a.shape[axis + 1 :]], None)


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


def multivariate_normal(self, mean, cov, size=None, check_valid="warn", tol=1e-8, *, method="svd"):
    """Normal vectors of a mean (d,) and a covariance (d, d), which has to be positive semidefinite, of shape (size, d). How a covariance is checked
    and factored says nothing.

    Example: ``rng.multivariate_normal([0.0, 0.0], [[2.0, 0.0], [0.0, 1.0]], size=3)``.
    """
    return _native["multivariate_normal"](self, mean, cov, _lengths(size))


def dirichlet(self, alpha, size=None):
    """Shares of Dirichlet's distribution, of shape (size, k) for k numbers alpha.

    Example: ``rng.dirichlet([1.0, 2.0], size=3)``.
    """
    return _native["dirichlet"](self, alpha, _lengths(size))


def permuted(self, x, *, axis=None, out=None):
    """The elements of an array in random order: of all, or along an axis in an order of their own for each row.

    Example: ``rng.permuted([[1, 2], [3, 4]], axis=1)``.
    """
    x = asarray(x)
    if axis is None:
        found = self._permutation(x._reshape(x.size, None), 0)._reshape(x.shape, None)
    else:
        axes_of(axis, x.ndim)
        found = _core.take_along_axis(x, _core.argsort(self._random(x.shape, "float64"), axis), axis)
    return into(out, found)


def bytes(self, length):
    """Random bytes.

    Example: ``rng.bytes(8)``.
    """
    return self._integers(0, 256, [length], "uint8").tobytes()


def spawn(self, n_children):
    """Streams of their own, whose seeds are drawn from this one.

    Example: ``rng.spawn(2)``.
    """
    return [default_rng(each) for each in self._integers(0, 2**63 - 1, [n_children], "int64").tolist()]


def shuffle(self, x, axis=0):
    """Puts the parts of an array along an axis into random order, in place.

    Example: ``rng.shuffle(x)``.
    """
    x[...] = self._permutation(x, axis)


def _are_numbers(*parameters):
    return all(isinstance(each, (int, float)) for each in parameters)


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


def _parameter(given):
    """A number, or an array of some."""
    return given if _are_numbers(given) else asarray(given)


def _distribution(name, parameters, words):
    names = [each.split("=")[0] for each in parameters.split(", ")]
    given = ", ".join(names)
    code = f"lambda self, {parameters}, size=None: _call(self, size, {given})"
    method = eval(code, {"_call": lambda self, size, *given: _native[name](self, *map(_parameter, given), _drawn(size, *given))})
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


def standard_gamma(self, shape, size=None, dtype="float64"):
    """Numbers of the gamma distribution of scale 1, of a shape and a type.

    Example: ``rng.standard_gamma(2.0, size=3)``.
    """
    return _native["gamma"](self, shape, 1.0, _drawn(size, shape)).astype(dtype, copy=False)


for _name, _row in _DISTRIBUTIONS.items():
    setattr(Generator, _name, _distribution(_name, *_row))
for _method in (
    bytes, choice, dirichlet, multinomial, multivariate_hypergeometric, multivariate_normal, permuted, shuffle, spawn, standard_cauchy,
    standard_exponential, standard_gamma,
):
    setattr(Generator, _method.__name__, _method)
del bytes, permuted, spawn
del choice, dirichlet, multinomial, multivariate_hypergeometric, multivariate_normal, shuffle, standard_cauchy, standard_exponential
del standard_gamma

for _method in (exponential, integers, normal, permutation, random, standard_normal, uniform):
    setattr(Generator, _method.__name__, _method)
del exponential, integers, normal, permutation, random, standard_normal, uniform, _method

__all__ = ["Generator", "default_rng"]
