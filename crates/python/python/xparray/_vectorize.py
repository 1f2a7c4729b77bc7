"""Functions of Python as functions of arrays."""

from functools import update_wrapper

from ._creation import asarray
from ._manipulation import broadcast_arrays

#: What the messages of Python say where a function takes an array for a number.
_TAKEN_FOR_NUMBERS = ("truth value of an array", "only 0-dimensional arrays", "only integer scalar arrays", "must be real number")


class vectorize:
    """A function of numbers as a function of arrays, which broadcast.

    It is called once, with arrays, and so it fuses with what is around it. It computes by operators and by functions of this
    module, and chooses by `where`: numbers to branch on, or to hand to `math`, there are none.

    Example: ``xparray.vectorize(lambda x, y: xparray.where(x > y, x - y, x + y))(x, y)``.
    """

    def __init__(self, pyfunc=None, otypes=None, doc=None):
        self.pyfunc = None
        self.otypes, self._doc = otypes, doc
        if pyfunc is not None:
            self._decorate(pyfunc)

    def _decorate(self, pyfunc):
        self.pyfunc = pyfunc
        update_wrapper(self, pyfunc)
        if self._doc is not None:
            self.__doc__ = self._doc

    def __call__(self, *args, **kwargs):
        if self.pyfunc is None:
            (pyfunc,) = args
            self._decorate(pyfunc)
            return self
        if not args and not kwargs:
            raise ValueError("a function of no arrays has no shape")
        arrays = broadcast_arrays(*map(asarray, args), *map(asarray, kwargs.values()))
        shape = arrays[0].shape
        try:
            found = self.pyfunc(*arrays[: len(args)], **dict(zip(kwargs, arrays[len(args) :])))
        except (TypeError, ValueError) as error:
            if not any(words in str(error) for words in _TAKEN_FOR_NUMBERS):
                raise
            name = getattr(self.pyfunc, "__name__", self.pyfunc)
            advice = "choose by xparray.where, and compute by xparray's functions"
            raise TypeError(f"{name} takes its arguments for numbers: {advice}") from error
        if not isinstance(found, tuple):
            return self._result(found, shape, 0)
        return tuple(self._result(each, shape, k) for k, each in enumerate(found))

    def _result(self, value, shape, k):
        """A result in the shape of the arguments, also where it is one number for all."""
        value = asarray(value)
        if self.otypes is not None:
            value = value.astype(self.otypes[k])
        return value if value.shape == shape else value._broadcast_to(shape).copy()


def fuse(*args, kernel_name=None):
    """A function as it is: what it does to arrays is deferred, and its steps become one kernel, with those around it.

    Example: ``xparray.fuse(lambda x, y: (x - y) ** 2)(x, y)``.
    """
    return args[0] if args else fuse


__all__ = ["fuse", "vectorize"]
