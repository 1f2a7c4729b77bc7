"""Random numbers: streams that are the same on every device."""

import secrets

from ._core import Generator
from ._creation import asarray


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


for _method in (exponential, integers, normal, permutation, random, standard_normal, uniform):
    setattr(Generator, _method.__name__, _method)
del exponential, integers, normal, permutation, random, standard_normal, uniform, _method

__all__ = ["Generator", "default_rng"]
