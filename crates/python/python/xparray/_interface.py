"""Arrays by the addresses of their elements: how they are made of memory, and shown to C."""

from ._core import ndarray
from ._creation import asarray, empty
from ._dtypes import dtype as _dtype
from ._memory import flagsobj, row_strides
from ._several import several


def _check_lent(self, name):
    if self.device.type_ != "cpu" or self.dtype.name == "bfloat16":
        raise AttributeError(f"{name} is of elements that NumPy has, in the memory of the host")


def array_struct(self):
    """Where the elements lie, as NumPy's protocol says it to C. The memory is lent as long as the capsule is there."""
    _check_lent(self, "__array_struct__")
    return self._array_struct()


def array_interface(self):
    """Where the elements lie, as NumPy's protocol of version 3 says it. The memory is lent as long as the array is there."""
    _check_lent(self, "__array_interface__")
    return {
        "data": (self._address(), not self.writable),
        "descr": [("", self.dtype.str)],
        "shape": self.shape,
        "strides": None if flagsobj(self).c_contiguous else self.strides,
        "typestr": self.dtype.str,
        "version": 3,
    }


class _ctypes:
    """An array's memory for functions of C, which have it as long as the array is there."""

    def __init__(self, array):
        self._array = array

    @property
    def data(self):
        """The address of the first element."""
        return self._array.__array_interface__["data"][0]

    @property
    def shape(self):
        """The lengths of the axes, as an array of C."""
        from ctypes import c_ssize_t

        return self.shape_as(c_ssize_t)

    @property
    def strides(self):
        """The bytes between neighbours along each axis, as an array of C."""
        from ctypes import c_ssize_t

        return self.strides_as(c_ssize_t)

    @property
    def _as_parameter_(self):
        from ctypes import c_void_p

        return self.data_as(c_void_p)

    def data_as(self, obj):
        """The address as a pointer of a type, which keeps the array."""
        from ctypes import c_void_p, cast

        pointer = cast(c_void_p(self.data), obj)
        pointer._array = self._array
        return pointer

    def shape_as(self, obj):
        """The lengths of the axes as elements of a type of C."""
        return (obj * self._array.ndim)(*self._array.shape)

    def strides_as(self, obj):
        """The bytes between neighbours along each axis as elements of a type of C."""
        return (obj * self._array.ndim)(*self._array.strides)


def ctypes_of(self):
    """The memory for functions of C: `x.ctypes.data` is its address."""
    return _ctypes(self)


def _elements(buffer, dtype, offset):
    """The elements in the memory of an object, in a row, of which one begins at a byte; and how many bytes are before them."""
    if isinstance(buffer, ndarray):
        if not flagsobj(buffer).c_contiguous:
            raise ValueError("ndarray is not C-contiguous")
        found = buffer._reshape(buffer.size, None)._view(dtype) if offset % dtype.itemsize == 0 else None
        if found is not None:
            return found, 0
        buffer = buffer.tobytes()
    content, before = memoryview(buffer), offset % dtype.itemsize
    readonly, content = content.readonly, content.cast("B")[before:]
    content = content[: len(content) // dtype.itemsize * dtype.itemsize]
    found = asarray(content)._view(dtype)
    if readonly:
        found.setflags(write=False)
    return found, before


def create(cls, shape, dtype=float, buffer=None, offset=0, strides=None, order=None):
    """An array of a shape: of the memory of an object, from a byte on, with neighbours so many bytes from each other; or zeros.

    Memory of another array is shared, that of other objects is copied.
    """
    shape, dtype = tuple(several(shape)), _dtype(dtype)
    if any(length < 0 for length in shape):
        raise ValueError("negative dimensions are not allowed")
    columns, given = order in ("F", "f"), strides is not None
    if buffer is None and strides is None:
        return empty(shape, dtype, "F" if columns else "C")
    if given:
        strides = tuple(several(strides))
        if len(strides) != len(shape):
            raise ValueError("strides, if given, must be the same length as shape")
    else:
        strides = row_strides(shape[::-1], dtype.itemsize)[::-1] if columns else row_strides(shape, dtype.itemsize)
    reach = [(length - 1) * stride for length, stride in zip(shape, strides)] if 0 not in shape else []
    low = sum(each for each in reach if each < 0)
    high = sum(each for each in reach if each > 0) + (0 if 0 in shape else dtype.itemsize)
    if buffer is None:
        offset = -low
        elements, before = empty((offset + high) // dtype.itemsize, dtype), 0
    else:
        size = buffer.nbytes if isinstance(buffer, ndarray) else memoryview(buffer).nbytes
        if offset < 0 or offset + low < 0 or offset + high > size:
            if given:
                raise ValueError("strides is incompatible with shape of requested array and size of buffer")
            raise TypeError("buffer is too small for requested array")
        elements, before = _elements(buffer, dtype, offset)
    return elements._strided(list(shape), list(strides), offset - before)
