"""Iteration over the elements of several arrays that meet when they broadcast."""

from math import prod

from . import _core
from ._creation import asarray, empty
from ._dtypes import can_cast
from ._dtypes import dtype as _dtype
from ._dtypes import result_type

_FLAGS = frozenset((
    "buffered", "c_index", "common_dtype", "copy_if_overlap", "delay_bufalloc", "external_loop", "f_index", "grow_inner",
    "multi_index", "ranged", "reduce_ok", "refs_ok", "zerosize_ok",
))


class nditer:
    """The elements of arrays that meet when these broadcast, one after another: arrays without axes, through which operands that may
    be written are written; of an `external_loop` as many at once, in a row, as strides express. An operand that is `None` is made.

    Example: ``for x, y in xparray.nditer([a, b]): print(x, y)``.
    """

    def __init__(
        self, op, flags=None, op_flags=None, op_dtypes=None, order="K", casting="safe", op_axes=None, itershape=None, buffersize=0
    ):
        self._flags = frozenset(flags or ())
        if not self._flags <= _FLAGS:
            raise ValueError(f"Unexpected iterator global flag in {sorted(self._flags - _FLAGS)}")
        given = list(op) if isinstance(op, (list, tuple)) else [op]
        self.nop = len(given)
        self._open, self._started, self._at = True, False, 0
        rules = self._rules(given, op_flags)
        types = self._types(given, op_dtypes)
        self.operands = tuple(self._operands(given, rules, types, casting, op_axes, itershape))
        self._axes, self._turned = self._order(order)
        self._lengths = [self.shape[axis] for axis in self._axes]
        self.itersize = prod(self.shape)
        if not self.itersize and "zerosize_ok" not in self._flags:
            raise ValueError("Iteration of zero-sized operands is not enabled")
        rows = [self._seen(*each)._flip(self._turned) for each in zip(self.operands, self._places)]
        self._rows = [each._permute_dims(self._axes) for each in rows]
        self._step = self._together() if "external_loop" in self._flags else 1
        for row, rule in zip(self._rows, rules):
            if rule.isdisjoint(("readwrite", "writeonly")):
                row.setflags(write=False)

    def _rules(self, given, op_flags):
        if op_flags is None:
            return [frozenset(("readonly",)) if each is not None else frozenset(("writeonly", "allocate")) for each in given]
        op_flags = list(op_flags)
        if op_flags and isinstance(op_flags[0], str):
            op_flags = [op_flags] * self.nop
        if len(op_flags) != self.nop:
            raise ValueError("op_flags must be a list of as many lists as there are operands")
        found = [frozenset(each) for each in op_flags]
        for each, rule in zip(given, found):
            if len(rule & {"readonly", "readwrite", "writeonly"}) != 1 and each is not None:
                raise ValueError("An operand must have one of the flags 'readonly', 'readwrite' or 'writeonly'")
        return found

    def _types(self, given, op_dtypes):
        if op_dtypes is None:
            return [None] * self.nop
        several = list(op_dtypes) if isinstance(op_dtypes, (list, tuple)) else [op_dtypes]
        return [each and _dtype(each) for each in (several * self.nop if len(several) == 1 else several)]

    def _operands(self, given, rules, types, casting, op_axes, itershape):
        arrays = [None if each is None else asarray(each) for each in given]
        if "common_dtype" in self._flags:
            types = [result_type(*(each for each in arrays if each is not None))] * self.nop
        self._places = list(op_axes) if op_axes is not None else [None] * self.nop
        shapes = [self._lengths_of(*each) for each in zip(arrays, self._places) if each[0] is not None]
        if itershape is not None:
            shapes.append([1 if length == -1 else length for length in itershape])
        self.shape = tuple(_core.broadcast_shapes(shapes))
        for array, rule, dtype, place in zip(arrays, rules, types, self._places):
            if array is None:
                found = dtype or result_type(*(each for each in arrays if each is not None))
                lengths = self.shape if place is None else [n for n, axis in zip(self.shape, place) if axis not in (None, -1)]
                yield empty(tuple(lengths), found)
                continue
            writes = not rule.isdisjoint(("readwrite", "writeonly"))
            if writes and not array.writable:
                raise ValueError("output array is read-only")
            if writes and place is None and array.size != prod(self.shape) and "reduce_ok" not in self._flags:
                raise ValueError(
                    f"non-broadcastable operand with shape {array.shape} doesn't match the broadcast shape {self.shape}"
                )
            if dtype is not None and dtype != array.dtype:
                if not can_cast(array.dtype, dtype, casting):
                    raise TypeError(
                        f"Iterator operand could not be cast from {array.dtype!r} to {dtype!r} according to the rule '{casting}'"
                    )
                if writes:
                    raise TypeError("Iterator operands that are written keep their types")
                if "buffered" not in self._flags and rule.isdisjoint(("copy", "updateifcopy")):
                    raise TypeError("Iterator operand required copying or buffering, but neither copying nor buffering was enabled")
                array = array.astype(dtype)
            yield array

    @staticmethod
    def _lengths_of(array, place):
        return array.shape if place is None else [1 if axis in (None, -1) else array.shape[axis] for axis in place]

    def _seen(self, array, place):
        """An operand with the axes of the iteration: a view, in which elements repeat where it broadcasts."""
        if place is not None:
            named = [axis for axis in place if axis not in (None, -1)]
            array = array._permute_dims(named)._expand_dims([k for k, axis in enumerate(place) if axis in (None, -1)])
        if array.size == prod(self.shape):
            # Nothing repeats, and may be written.
            return array._expand_dims(list(range(len(self.shape) - array.ndim)))
        return array._broadcast_to(self.shape)

    def _order(self, order):
        """The axes from the outermost to the innermost, and those that are gone along backwards."""
        seen = [self._seen(*each) for each in zip(self.operands, self._places)]
        axes, turned = _core.axes_in_order(seen, order, len(self.shape)), []
        if order in ("K", "k"):
            steps = [[each.strides[axis] for each in seen] for axis in axes]
            turned = [axis for axis, each in zip(axes, steps) if all(step <= 0 for step in each) and any(each)]
        return axes, turned

    def _together(self):
        """How many elements are views in a row of each operand."""
        for k in range(len(self.shape)):
            step = prod(self._lengths[k:])
            try:
                for row in self._rows:
                    row[(0,) * k]._reshape(step, False)
            except ValueError:
                continue
            return step
        return 1

    def _check(self):
        if not self._open:
            raise ValueError("Iterator is closed")

    def _place(self):
        place, found = self._at, [0] * len(self.shape)
        for axis, length in zip(reversed(self._axes), reversed(self._lengths)):
            place, found[axis] = divmod(place, length)
        for axis in self._turned:
            found[axis] = self.shape[axis] - 1 - found[axis]
        return tuple(found)

    @property
    def multi_index(self):
        """The place of the elements, if the flag `multi_index` is given."""
        if "multi_index" not in self._flags:
            raise ValueError("Iterator is not tracking a multi-index")
        return self._place()

    @property
    def index(self):
        """The place among all elements row by row (`c_index`) or column by column (`f_index`)."""
        if self._flags.isdisjoint(("c_index", "f_index")):
            raise ValueError("Iterator does not have an index")
        found = 0
        rows = "c_index" in self._flags
        for k, length in zip(*((each if rows else each[::-1]) for each in (self._place(), self.shape))):
            found = found * length + k
        return found

    @property
    def iterindex(self):
        """How many elements came before."""
        return self._at

    @iterindex.setter
    def iterindex(self, value):
        if not 0 <= value < self.itersize:
            raise IndexError("Iterator global index must be within the range of the iteration")
        self._at = value

    @property
    def finished(self):
        """Whether all elements have come."""
        return self._at >= self.itersize

    @property
    def ndim(self):
        """The number of axes."""
        return len(self.shape)

    @property
    def dtypes(self):
        """The element types of the operands."""
        return tuple(each.dtype for each in self.operands)

    @property
    def has_index(self):
        """Whether the place in a row is known."""
        return not self._flags.isdisjoint(("c_index", "f_index"))

    @property
    def has_multi_index(self):
        """Whether the place is known."""
        return "multi_index" in self._flags

    @property
    def itviews(self):
        """The operands with their axes as they are gone along; views."""
        return tuple(self._rows)

    @property
    def value(self):
        """The elements that meet now: an array without axes, or several."""
        self._check()
        place, index = self._at // self._step, []
        together = self._step
        for length in reversed(self._lengths):
            if together > 1:
                together //= length
            else:
                place, k = divmod(place, length)
                index.insert(0, k)
        found = tuple(row[(*index, ...)] for row in self._rows)
        if "external_loop" in self._flags:
            found = tuple(each._reshape(self._step, False) for each in found)
        return found[0] if self.nop == 1 else found

    def __getitem__(self, k):
        found = self.value
        return (found,)[k] if self.nop == 1 else found[k]

    def __setitem__(self, k, value):
        self[k][...] = value

    def __len__(self):
        return self.nop

    def iternext(self):
        """Goes on to the next elements, and says whether there are any. Example: ``xparray.nditer(x).iternext()``."""
        self._check()
        self._started = True
        self._at += self._step
        return not self.finished

    def reset(self):
        """Begins with the first elements again. Example: ``xparray.nditer(x).reset()``."""
        self._started, self._at = False, 0

    def copy(self):
        """Another iterator of the same operands, at the same place. Example: ``xparray.nditer(x).copy()``."""
        found = object.__new__(type(self))
        found.__dict__.update(self.__dict__)
        return found

    def close(self):
        """Ends the iteration. Example: ``xparray.nditer(x).close()``."""
        self._open = False

    def __iter__(self):
        return self

    def __next__(self):
        if self._started:
            self._at += self._step
        self._started = True
        if self.finished:
            raise StopIteration
        return self.value

    def __enter__(self):
        return self

    def __exit__(self, *raised):
        self.close()


__all__ = ["nditer"]
