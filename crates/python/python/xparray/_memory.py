"""Orders of elements in memory: what views of columns first are, and what NumPy's functions ask about memory.

Elements lie row by row in an array's memory. Columns first are a transposed view of such an array, which is Fortran's order.
"""

from . import _core
from ._creation import asarray, ordered


def _is_contiguous(shape, strides, itemsize):
    """Whether elements lie one after another, the last axis the closest."""
    expected = itemsize
    for length, stride in zip(reversed(shape), reversed(strides)):
        if length != 1 and stride != expected:
            return 0 in shape
        expected *= length
    return True


class flagsobj:
    """What is known of an array's memory: `x.flags.c_contiguous`, or `x.flags["C_CONTIGUOUS"]`.

    Example: ``x.flags.writeable``.
    """

    _SHORT = {"C": "c_contiguous", "F": "f_contiguous", "O": "owndata", "W": "writeable", "A": "aligned", "X": "writebackifcopy"}

    __slots__ = ("_array",)

    def __init__(self, array):
        self._array = array

    @property
    def c_contiguous(self):
        """Whether the last axis is the closest."""
        return _is_contiguous(self._array.shape, self._array.strides, self._array.itemsize)

    @property
    def f_contiguous(self):
        """Whether the first axis is the closest."""
        return _is_contiguous(self._array.shape[::-1], self._array.strides[::-1], self._array.itemsize)

    @property
    def owndata(self):
        """Whether the array is no view."""
        return self._array.base is None

    @property
    def aligned(self):
        """Whether elements lie where the processor likes them."""
        return True

    @property
    def writeable(self):
        """Whether elements may be assigned, which may be forbidden."""
        return self._array.writable

    @writeable.setter
    def writeable(self, value):
        self._array._set_writable(bool(value))

    @property
    def writebackifcopy(self):
        """Whether the array is a copy that is written back: none is."""
        return False

    @property
    def contiguous(self):
        """Whether elements lie in row-major order."""
        return self.c_contiguous

    @property
    def fortran(self):
        """Whether elements lie in column-major order."""
        return self.f_contiguous

    @property
    def behaved(self):
        """Whether elements may be assigned, and lie where the processor likes them."""
        return self.writeable

    @property
    def carray(self):
        """Whether elements may be assigned, and lie in row-major order."""
        return self.behaved and self.c_contiguous

    @property
    def farray(self):
        """Whether elements may be assigned, and lie in column-major order only."""
        return self.behaved and self.fnc

    @property
    def fnc(self):
        """Whether the first axis is the closest, and the last one is not."""
        return self.f_contiguous and not self.c_contiguous

    @property
    def forc(self):
        """Whether elements lie in either order."""
        return self.f_contiguous or self.c_contiguous

    def __getitem__(self, name):
        name = self._SHORT.get(name, name.lower())
        if name not in self._SHORT.values():
            raise KeyError("Unknown flag")
        return getattr(self, name)

    def __setitem__(self, name, value):
        if self._SHORT.get(name, name.lower()) != "writeable":
            raise KeyError("Unknown flag")
        self.writeable = value

    def __repr__(self):
        return "\n".join(f"  {name.upper()} : {getattr(self, name)}" for name in self._SHORT.values())


def isfortran(a):
    """Whether the first axis is the closest in memory, and the last one is not.

    Example: ``xparray.isfortran(x.T)``.
    """
    return flagsobj(a).fnc


def asfortranarray(a, dtype=None):
    """The array with its first axis the closest in memory.

    Example: ``xparray.asfortranarray(x)``.
    """
    a = _core.asarray(a, dtype, None, None)
    return ordered(a, "F")


def byte_bounds(a):
    """The addresses of the first byte of an array of the host, and of the one behind the last.

    Example: ``first, end = xparray.byte_bounds(x)``.
    """
    import numpy

    return numpy.lib.array_utils.byte_bounds(a.__array__(copy=False))


def columns_first(a, order):
    """Whether an argument `order` asks for the elements of an array with the first axis the closest."""
    if order in ("C", "c", None):
        return False
    if order not in ("F", "f", "A", "a"):
        raise ValueError(f"order must be one of 'C', 'F', or 'A' (got {order!r})")
    return order in "Ff" or flagsobj(a).fnc


def row_strides(shape, itemsize):
    """The bytes between neighbours along each axis of elements that lie row by row."""
    found = []
    for length in reversed(shape):
        found.append(itemsize)
        itemsize *= max(length, 1)
    return tuple(reversed(found))


def kept_axes(a):
    """The axes from the furthest to the closest in memory."""
    distance = [abs(stride) for stride in a.strides]
    for axis in reversed(range(a.ndim - 1)):
        # Along an axis of one element the stride says nothing.
        if a.shape[axis] == 1:
            distance[axis] = distance[axis + 1] * a.shape[axis + 1]
    return sorted(range(a.ndim), key=lambda axis: -distance[axis])


def in_order(a, order):
    """The axes of an array so that what lies behind each other in an order does so row by row."""
    if order in ("K", "k"):
        return a._permute_dims(_core.axes_in_order([a], "K", a.ndim))
    return a.T if columns_first(a, order) else a


__all__ = ["asfortranarray", "byte_bounds", "flagsobj", "isfortran"]
