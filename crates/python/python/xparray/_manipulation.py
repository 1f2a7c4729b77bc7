"""Shapes, orders, joins and parts of arrays."""

from . import _core, _dtypes
from ._creation import asarray
from ._memory import columns_first, in_order
from ._several import diagonal as _number, parts_of, sequence, several


def reshape(a, /, shape, order="C", *, copy=None):
    """The elements under another shape, of which one length may be -1: a view where that is possible.

    Example: ``xparray.reshape(x, (2, -1))``.
    """
    if isinstance(copy, str):
        raise ValueError("strings are not allowed for 'copy' keyword. Use True/False/None instead.")
    a = asarray(a)
    if order == "C" or not columns_first(a, order):
        return a._reshape(shape, copy)
    lengths = list(shape) if isinstance(shape, (list, tuple)) else [shape]
    return a.T._reshape(lengths[::-1], copy).T


def ravel(a, order="C"):
    """The elements in a row: a view if they lie in their order, else a copy.

    Example: ``xparray.ravel(x)``.
    """
    a = asarray(a)
    return (a if order == "C" else in_order(a, order))._ravel()


def permute_dims(a, axes=None):
    """The axes in another order; a view.

    Example: ``xparray.permute_dims(x, (1, 0))``.
    """
    a = asarray(a)
    return a.T if axes is None else a._permute_dims(several(axes))


def transpose(a, axes=None):
    """The axes in the opposite order, or in another one; a view.

    Example: ``xparray.transpose(x)``.
    """
    return permute_dims(a, axes)


def matrix_transpose(x, /):
    """The last two axes exchanged; a view.

    Example: ``xparray.matrix_transpose(x)``.
    """
    return asarray(x).mT


def swapaxes(a, axis1, axis2):
    """Two axes exchanged; a view.

    Example: ``xparray.swapaxes(x, 0, 1)``.
    """
    return asarray(a)._swapaxes(axis1, axis2)


def moveaxis(a, source, destination):
    """Axes moved to other places, the rest in their order; a view.

    Example: ``xparray.moveaxis(x, 0, -1)``.
    """
    return asarray(a)._moveaxis(several(source), several(destination))


def squeeze(a, axis=None):
    """Without axes of length 1; a view.

    Example: ``xparray.squeeze(x, 0)``.
    """
    a = asarray(a)
    return a if not a.ndim and axis in (0, -1) else a._squeeze(several(axis))


def expand_dims(a, axis):
    """With new axes of length 1 at these places of the result; a view.

    Example: ``xparray.expand_dims(x, 0)``.
    """
    return asarray(a)._expand_dims(several(axis))


def flip(m, axis=None):
    """Axes in the opposite direction; a view.

    Example: ``xparray.flip(x, axis=0)``.
    """
    return asarray(m)._flip(several(axis))


def broadcast_to(array, shape):
    """The array repeated along axes of length 1, and new ones in front; a view that may only be read.

    Example: ``xparray.broadcast_to(x, (3, 4))``.
    """
    return asarray(array)._broadcast_to(shape)


def broadcast_shapes(*shapes):
    """The shape that shapes broadcast to.

    Example: ``xparray.broadcast_shapes((3, 1), (4,)) == (3, 4)``.
    """
    return tuple(_core.broadcast_shapes(list(shapes)))


class broadcast:
    """What arrays become when they broadcast: the common shape, and, iterated over, the elements that meet.

    Example: ``xparray.broadcast(x, y).shape``.
    """

    def __init__(self, *arrays):
        if len(arrays) > 64:
            raise ValueError(f"Need at least 0 and at most 64 array objects, not {len(arrays)}.")
        self.values = broadcast_arrays(*arrays)
        self.shape = self.values[0].shape if arrays else ()
        self.nd = self.ndim = len(self.shape)
        self.numiter, self.index = len(arrays), 0
        self.size = 1
        for length in self.shape:
            self.size *= length

    @property
    def iters(self):
        """The elements of each array that meet, in a row."""
        return tuple(each.flat for each in self.values)

    def reset(self):
        """Begins with the first elements again. Example: ``xparray.broadcast(x, y).reset()``."""
        self.index = 0

    def __iter__(self):
        return self

    def __next__(self):
        if self.index >= self.size:
            raise StopIteration
        place, index = self.index, []
        for length in reversed(self.shape):
            place, k = divmod(place, length)
            index.insert(0, k)
        self.index += 1
        return tuple(each[tuple(index)] for each in self.values)


def broadcast_arrays(*arrays):
    """The arrays broadcast to their common shape; views that may only be read.

    Example: ``x, y = xparray.broadcast_arrays(x, y)``.
    """
    found = [asarray(each) for each in arrays]
    shape = _core.broadcast_shapes([each.shape for each in found])
    return tuple(each._broadcast_to(shape) for each in found)


def atleast_1d(*arrays):
    """The arrays with at least one axis.

    Example: ``xparray.atleast_1d(3)``.
    """
    found = [asarray(each) for each in arrays]
    found = [each if each.ndim else each._reshape(1, None) for each in found]
    return found[0] if len(found) == 1 else tuple(found)


def atleast_2d(*arrays):
    """The arrays with at least two axes; vectors are rows.

    Example: ``xparray.atleast_2d([1, 2])``.
    """
    found = [asarray(each) for each in arrays]
    found = [each if each.ndim > 1 else each._expand_dims(list(range(2 - each.ndim))) for each in found]
    return found[0] if len(found) == 1 else tuple(found)


def _join(join, arrays, dtype, out, casting):
    """What joins arrays makes of them, as elements of a type, or of an array that is given, which a rule lets them become."""
    if dtype is None and out is None and casting == "same_kind":
        return join(arrays)
    if dtype is not None and out is not None:
        raise TypeError("concatenate() only takes `out` or `dtype` as an argument, but both were provided.")
    arrays = [asarray(each) for each in arrays]
    to = out.dtype if out is not None else _dtypes.dtype(dtype) if dtype is not None else _dtypes.result_type(*arrays)
    for each in arrays:
        if not _dtypes.can_cast(each.dtype, to, casting):
            raise TypeError(f"Cannot cast array data from {each.dtype!r} to {to!r} according to the rule '{casting}'")
    found = join([each.astype(to, copy=False) for each in arrays])
    if out is None:
        return found
    if out.shape != found.shape:
        raise ValueError("Output array is the wrong shape")
    out[...] = found
    return out


def concat(arrays, /, axis=0, *, dtype=None, out=None, casting="same_kind"):
    """Arrays one after another along an axis; flattened, if it is None.

    Example: ``xparray.concat([x, y], axis=1)``.
    """
    if dtype is None and out is None and casting == "same_kind" and type(arrays) in (list, tuple):
        return _core.concatenate(arrays, axis)
    return _join(lambda each: _core.concatenate(each, axis), list(sequence(arrays)), dtype, out, casting)


concatenate = concat


def stack(arrays, axis=0, *, dtype=None, out=None, casting="same_kind"):
    """Arrays of one shape along a new axis.

    Example: ``xparray.stack([x, y])``.
    """
    return _join(lambda each: _core.stack(each, axis), list(sequence(arrays)), dtype, out, casting)


def vstack(tup, *, dtype=None, casting="same_kind"):
    """Arrays on top of each other; vectors are rows.

    Example: ``xparray.vstack([x, y])``.
    """
    return concat([atleast_2d(each) for each in sequence(tup)], axis=0, dtype=dtype, casting=casting)


def hstack(tup, *, dtype=None, casting="same_kind"):
    """Arrays side by side; vectors one after another.

    Example: ``xparray.hstack([x, y])``.
    """
    arrays = [atleast_1d(each) for each in sequence(tup)]
    return concat(arrays, axis=0 if arrays and arrays[0].ndim == 1 else 1, dtype=dtype, casting=casting)


def unstack(x, /, *, axis=0):
    """The parts of an array along an axis, which goes; views.

    Example: ``first, second = xparray.unstack(x)``.
    """
    x = asarray(x)
    moved = x._moveaxis([axis], [0])
    return tuple(moved[k] for k in range(moved.shape[0]))


def split(ary, indices_or_sections, axis=0):
    """The array cut at places of an axis, or into so many equal parts; views.

    Example: ``xparray.split(x, 2)``.
    """
    ary = asarray(ary)
    length = ary.shape[axis]
    parts = parts_of(indices_or_sections)
    if parts is not None:
        if length % parts:
            raise ValueError("array split does not result in an equal division")
        size = length // parts
        cuts = [size * k for k in range(1, parts)]
    else:
        cuts = list(indices_or_sections)
    before = (slice(None),) * (axis % ary.ndim)
    return [ary[(*before, slice(start, stop))] for start, stop in zip([0, *cuts], [*cuts, length])]


def tile(A, reps):
    """The array repeated so often along each axis.

    Example: ``xparray.tile(x, (2, 1))``.
    """
    return _core.tile(A, reps)


def repeat(a, repeats, axis=None):
    """Each element repeated along an axis, so often, or each as often as its number says.

    Example: ``xparray.repeat(x, 2, axis=0)``.
    """
    return _core.repeat(a if asarray(a).ndim else atleast_1d(a), repeats, axis)


def roll(a, shift, axis=None):
    """Elements moved along axes; those that leave at the end come back at the front.

    Example: ``xparray.roll(x, 1, axis=0)``.
    """
    shift, axis = several(shift), several(axis)
    if axis is not None and len(axis) != len(shift):
        shift, axis = (shift * len(axis), axis) if len(shift) == 1 else (shift, axis * len(shift))
    if any(abs(each) >= 2**63 for each in shift):
        a = asarray(a)
        lengths = [a.size] * len(shift) if axis is None else [a.shape[each] for each in axis]
        shift = [each % max(length, 1) for each, length in zip(shift, lengths)]
    return _core.roll(a, shift, axis)


def _triangle(m, k, upper):
    m = asarray(m)
    # A vector is every row of a square.
    return _core.triangle(m._broadcast_to((m.size, m.size)) if m.ndim == 1 else m, _number(k), upper)


def tril(m, k=0):
    """Zeros above diagonal `k` of each matrix.

    Example: ``xparray.tril(x)``.
    """
    return _triangle(m, k, False)


def triu(m, k=0):
    """Zeros below diagonal `k` of each matrix.

    Example: ``xparray.triu(x)``.
    """
    return _triangle(m, k, True)


def diag(v, k=0):
    """A vector as diagonal `k` of a matrix, or this diagonal of a matrix.

    Example: ``xparray.diag([1, 2])``.
    """
    return _core.diag(v, _number(k))


def diagonal(a, offset=0, axis1=0, axis2=1):
    """A diagonal of two axes, as the last axis; a view that may only be read.

    Example: ``xparray.diagonal(x)``.
    """
    return asarray(a)._diagonal(offset, axis1, axis2)


def trace(a, offset=0, axis1=0, axis2=1, dtype=None, out=None):
    """The sums of a diagonal of two axes.

    Example: ``xparray.trace(x)``.
    """
    return diagonal(a, offset, axis1, axis2).sum(axis=-1, dtype=dtype, out=out)


__all__ = [
    "atleast_1d", "atleast_2d", "broadcast", "broadcast_arrays", "broadcast_shapes", "broadcast_to", "concat", "concatenate", "diag",
    "diagonal", "expand_dims", "flip", "hstack", "matrix_transpose", "moveaxis", "permute_dims", "ravel", "repeat", "reshape",
    "roll", "split", "squeeze", "stack", "swapaxes", "tile", "trace", "transpose", "tril", "triu", "unstack", "vstack",
]
