"""Functions of Python as functions of arrays."""

import itertools
import re
from functools import update_wrapper

from ._creation import asarray
from ._manipulation import broadcast_arrays, broadcast_shapes, stack

#: What the messages of Python say where a function takes an array for a number.
_TAKEN_FOR_NUMBERS = ("truth value of an array", "only 0-dimensional arrays", "only integer scalar arrays", "must be real number")


class vectorize:
    """A function of numbers as a function of arrays, which broadcast.

    It is called once, with arrays, and so it fuses with what is around it. It computes by operators and by functions of this
    module, and chooses by `where`: numbers to branch on, or to hand to `math`, there are none.

    Arguments that are `excluded`, by place or name, are handed on as they are. With a `signature`, as `"(n),(n)->()"`, the function
    is of whole axes, and is called for each of the arrays that these are of.

    Example: ``xparray.vectorize(lambda x, y: xparray.where(x > y, x - y, x + y))(x, y)``.
    """

    def __init__(self, pyfunc=None, otypes=None, doc=None, excluded=None, cache=False, signature=None):
        self.pyfunc = None
        self.otypes, self._doc, self.excluded = otypes, doc, set(excluded or ())
        self.cache, self.signature = cache, signature
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
        places = [k for k in range(len(args)) if k not in self.excluded]
        names = [name for name in kwargs if name not in self.excluded]
        given = [asarray(args[k]) for k in places] + [asarray(kwargs[name]) for name in names]

        def function(*arrays):
            named, arrays = dict(zip(names, arrays[len(places) :])), dict(zip(places, arrays))
            return self.pyfunc(*(arrays.get(k, each) for k, each in enumerate(args)), **{**kwargs, **named})

        if self.signature is not None:
            return self._each(function, given)
        if not given:
            return function()
        arrays = broadcast_arrays(*given)
        shape = arrays[0].shape
        try:
            found = function(*arrays)
        except (TypeError, ValueError) as error:
            if not any(words in str(error) for words in _TAKEN_FOR_NUMBERS):
                raise
            name = getattr(self.pyfunc, "__name__", self.pyfunc)
            advice = "choose by xparray.where, and compute by xparray's functions"
            raise TypeError(f"{name} takes its arguments for numbers: {advice}") from error
        if not isinstance(found, tuple):
            return self._result(found, shape, 0)
        return tuple(self._result(each, shape, k) for k, each in enumerate(found))

    def _each(self, function, arrays):
        """What a function of whole axes gives, for each place along the others, which broadcast."""
        inputs, _, outputs = self.signature.replace(" ", "").partition("->")
        inputs, outputs = ([re.findall(r"\w+", each) for each in re.findall(r"\(([^()]*)\)", text)] for text in (inputs, outputs))
        if len(inputs) != len(arrays):
            raise TypeError(f"wrong number of positional arguments: expected {len(inputs)}, got {len(arrays)}")
        lengths, outer = {}, []
        for array, axes in zip(arrays, inputs):
            if array.ndim < len(axes):
                raise ValueError(f"{array.ndim}-dimensional argument does not have enough dimensions for all core dimensions {tuple(axes)}")
            outer.append(array.shape[: array.ndim - len(axes)])
            for axis, length in zip(axes, array.shape[array.ndim - len(axes) :]):
                if lengths.setdefault(axis, length) != length:
                    raise ValueError(f"inconsistent size for core dimension '{axis}': {length} vs {lengths[axis]}")
        shape = broadcast_shapes(*outer)
        arrays = [array._broadcast_to([*shape, *(lengths[axis] for axis in axes)]) for array, axes in zip(arrays, inputs)]
        found = []
        for place in itertools.product(*map(range, shape)):
            each = function(*(array[place] for array in arrays))
            found.append(each if isinstance(each, tuple) else (each,))
        if not found:
            raise ValueError("cannot call `vectorize` with a signature on arguments without elements")
        results = [stack([asarray(each[k]) for each in found]) for k in range(len(outputs))]
        results = [each._reshape([*shape, *each.shape[1:]], None) for each in results]
        if self.otypes is not None:
            results = [each.astype(dtype) for each, dtype in zip(results, self.otypes)]
        return results[0] if len(results) == 1 else tuple(results)

    def _result(self, value, shape, k):
        """A result in the shape of the arguments, also where it is one number for all."""
        value = asarray(value)
        if self.otypes is not None:
            value = value.astype(self.otypes[k])
        return value if value.shape == shape else value._broadcast_to(shape).copy()


def frompyfunc(func, nin, nout, *, identity=None):
    """A function of so many numbers of Python as a function of arrays, which broadcast: it is called for each place, on the host.
    Results are of the type that their numbers have.

    Example: ``xparray.frompyfunc(math.gcd, 2, 1)(x, y)``.
    """
    def function(*args):
        if len(args) != nin:
            raise TypeError(f"{getattr(func, '__name__', func)} takes {nin} arrays, {len(args)} were given")
        arrays = broadcast_arrays(*args)
        found = [func(*each) for each in zip(*(array.ravel().tolist() for array in arrays))]
        if nout == 1:
            return asarray(found)._reshape(arrays[0].shape, None)
        return tuple(asarray([each[k] for each in found])._reshape(arrays[0].shape, None) for k in range(nout))

    return update_wrapper(function, func)


def fuse(*args, kernel_name=None):
    """A function as it is: what it does to arrays is deferred, and its steps become one kernel, with those around it.

    Example: ``xparray.fuse(lambda x, y: (x - y) ** 2)(x, y)``.
    """
    return args[0] if args else fuse


__all__ = ["frompyfunc", "fuse", "vectorize"]
