"""Functions that are methods too, and the protocols by which NumPy and others find this module."""

import sys

from . import _elementwise, _manipulation, _searching, _statistics, linalg
from ._core import ndarray
from ._creation import asarray, full_like, ordered
from ._dtypes import can_cast
from ._dtypes import dtype as _dtype
from ._interface import array_interface, array_struct, create, ctypes_of
from ._memory import columns_first, flagsobj, in_order, kept_axes
from ._several import several

_MODULE = "xparray"


def astype(self, dtype, order="K", casting="unsafe", subok=True, copy=True, *, device=None):
    """The elements converted to another type.

    Example: ``x.astype(xparray.int32)``.
    """
    if casting != "unsafe" and not can_cast(self.dtype, dtype, casting):
        raise TypeError(f"Cannot cast array data from {self.dtype} to {dtype} according to the rule {casting!r}")
    if not copy and device is None and self.dtype == dtype:
        return ordered(self, order)
    if order in ("A", "a"):
        order = "F" if columns_first(self, order) else "C"
    return ordered(self._astype(dtype, device, copy), order)


def reshape(self, *shape, order="C", copy=None):
    """The elements under another shape, of which one length may be -1: a view where that is possible.

    Example: ``x.reshape(2, -1)``.
    """
    return _manipulation.reshape(self, shape[0] if len(shape) == 1 else shape, order, copy=copy)


def transpose(self, *axes):
    """The axes in the opposite order, or in another one; a view.

    Example: ``x.transpose(1, 0)``.
    """
    if len(axes) == 1 and axes[0] is None:
        axes = ()
    elif len(axes) == 1 and hasattr(axes[0], "__len__"):
        axes = several(axes[0])
    return _manipulation.permute_dims(self, axes or None)


def flatten(self, order="C"):
    """A copy of the elements in a row.

    Example: ``x.flatten()``.
    """
    return (self if order == "C" else in_order(self, order))._reshape(self.size, True)


def tobytes(self, order="C"):
    """The bytes of the elements row by row, or column by column.

    Example: ``x.tobytes()``.
    """
    return (self if order in ("C", None) else in_order(self, order))._tobytes()


def tofile(self, fid, sep="", format="%s"):
    """Writes the elements row by row: their bytes, or as text with something between them.

    Example: ``x.tofile("x.bin")``.
    """
    content = self.tobytes() if sep == "" else sep.join(format % each for each in self.ravel().tolist()).encode()
    if not hasattr(fid, "write"):
        with open(fid, "wb") as file:
            file.write(content)
        return
    try:
        fid.write(content)
    except TypeError:
        fid.write(content.decode())


def byteswap(self, inplace=False):
    """The elements with their bytes in the other order.

    Example: ``x.byteswap()``.
    """
    found = self._byteswap()
    if not inplace:
        return found
    self[...] = found
    return self


def copy(self, order="C"):
    """A copy of the array.

    Example: ``x.copy()``.
    """
    if order == "C":
        return self._rows()
    if order in ("K", "k"):
        return self.__copy__()
    return self._arranged(list(range(self.ndim))[::-1]) if columns_first(self, order) else self._rows()


def item(self, *index):
    """An element as a number of Python: the only one, or that at an index.

    Example: ``x.item(0)``.
    """
    if not index:
        if self.size != 1:
            raise ValueError("can only convert an array of size 1 to a Python scalar")
        return self._reshape((), None).tolist()
    index = index[0] if len(index) == 1 else index
    found = self[index] if isinstance(index, tuple) else self._reshape(self.size, None)[index]
    return found.tolist()


def fill(self, value):
    """Makes every element this value.

    Example: ``x.fill(0)``.
    """
    self[...] = value


def sort(self, axis=-1, kind=None, order=None, *, stable=None):
    """Sorts the elements along an axis, in place.

    Example: ``x.sort()``.
    """
    self[...] = _searching.sort(self, axis, kind, order)


def partition(self, kth, axis=-1, kind="introselect", order=None):
    """Puts the k-th smallest elements to their places along an axis, smaller ones before, larger ones behind, in place.

    Example: ``x.partition(3)``.
    """
    self[...] = _searching.partition(self, kth, axis, kind, order)


def choose(self, choices, out=None, mode="raise"):
    """Elements of the arrays that these indices name.

    Example: ``xparray.asarray([1, 0]).choose([x, y])``.
    """
    from ._more import choose as chosen

    return chosen(self, choices, out, mode)


def compress(self, condition, axis=None, out=None):
    """The parts along an axis where a vector of truth values holds.

    Example: ``x.compress([True, False], axis=0)``.
    """
    from ._more import compress as compressed

    return compressed(condition, self, axis, out)


def flat(self):
    """The elements in a row, to be read, written and iterated over: `x.flat[2:4] = 0`."""
    from ._flat import flatiter

    return flatiter(self)


def _set_flat(self, value):
    flat(self)[:] = value


def view(self, dtype=None, type=None):
    """The same elements, or their bits as elements of another type: a view. It is a copy where these are no whole ones of the memory.

    Example: ``x.view(xparray.int64)``.
    """
    from . import _core

    if type not in (None, ndarray):
        raise TypeError(f"arrays have no views of type {type!r}")
    if dtype is None or dtype is ndarray:
        return self[...]
    found = self._view(dtype)
    if found is not None:
        return found
    if self.ndim and self.size and self.shape[-1] != 1 and self.strides[-1] != self.itemsize != _dtype(dtype).itemsize:
        raise ValueError("To change to a dtype of a different size, the last axis must be contiguous")
    return _core.view(self, dtype)


def resize(self, *new_shape, refcheck=True):
    """Gives the array another shape, in place: zeros follow the elements, or the last ones go. No other array may share them, unless that is not
    checked: then those keep the elements before.

    Example: ``x.resize(2, 3)``.
    """
    if not new_shape or new_shape == (None,):
        return
    self._resize(new_shape[0] if len(new_shape) == 1 else new_shape, refcheck)


def setflags(self, write=None, align=None, uic=None):
    """Says whether elements may be assigned.

    Example: ``x.setflags(write=False)``.
    """
    if align is False or uic:
        raise ValueError("elements are aligned, and of no other array")
    if write is not None:
        self._set_writable(bool(write))


def data(self):
    """The memory of the elements, as a buffer.

    Example: ``x.data.nbytes``.
    """
    return memoryview(self)


def put(self, indices, values, mode="raise"):
    """Writes values, one after the other and again from the first, at indices of the row of all elements, which raise out of bounds, or wrap
    around, or stay at the ends.

    Example: ``x.put([0, 2], 7)``.
    """
    from ._more import put as written

    written(self, indices, values, mode)


def conj(self, out=None):
    """Complex conjugates.

    Example: ``z.conj()``.
    """
    return self if self.dtype.kind != "c" and out is None else _table()["conjugate"](self, out=out)


def real(self):
    """The real parts; a view."""
    return self if self.dtype.kind != "c" else self._part(False)


def _set_real(self, value):
    parts = real(self)
    parts[...] = asarray(value, parts.dtype)


def imag(self):
    """The imaginary parts: a view, or zeros, which may only be read."""
    if self.dtype.kind == "c":
        return self._part(True)
    found = full_like(self, 0)
    found.setflags(write=False)
    return found


def _set_imag(self, value):
    if self.dtype.kind != "c":
        raise TypeError("array does not have imaginary part to set")
    parts = imag(self)
    parts[...] = asarray(value, parts.dtype)


def _table():
    from . import _ufuncs

    return _ufuncs.table


def __array__(self, dtype=None, copy=None):
    """NumPy's array of the elements, which may only be read unless it is a copy."""
    import numpy

    if self.dtype.name == "bfloat16":
        import ml_dtypes

        found = numpy.frombuffer(self.tobytes(), ml_dtypes.bfloat16).reshape(self.shape)
    elif self.device.type_ == "cpu" and copy is False:
        found = numpy.asarray(memoryview(self))
    elif copy is False:
        raise ValueError("the elements are not in the memory of the host: only a copy can be")
    else:
        axes = kept_axes(self)
        rows = self if axes == sorted(axes) else self._permute_dims(axes)
        found = numpy.frombuffer(bytearray(rows.tobytes()), self.dtype.name).reshape(rows.shape)
        found = found if rows is self else found.transpose(sorted(axes, key=axes.__getitem__))
    return found if dtype is None else found.astype(dtype, copy=False)


def __array_namespace__(self, /, *, api_version=None):
    """This module."""
    if api_version not in (None, "2021.12", "2022.12", "2023.12", "2024.12", "2025.12"):
        raise ValueError(f"no version {api_version!r} of the array API standard is known")
    return sys.modules[_MODULE]


def __array_ufunc__(self, ufunc, method, *inputs, **kwargs):
    """`numpy.sin(x)` and the like, on the array's device."""
    found = getattr(sys.modules[_MODULE], ufunc.__name__, None)
    if found is None:
        return NotImplemented
    out = kwargs.get("out")
    if out is not None and not all(isinstance(each, ndarray) for each in out):
        return NotImplemented
    # How NumPy lays out results, and of which class, says nothing here.
    kwargs = {key: value for key, value in kwargs.items() if key not in ("order", "subok")}
    return (found if method == "__call__" else getattr(found, method))(*inputs, **kwargs)


def __array_function__(self, func, types, args, kwargs):
    """`numpy.sum(x)` and the like, on the array's device."""
    found = sys.modules[_MODULE]
    for part in func.__module__.split(".")[1:]:
        found = getattr(found, part, None) if not part.startswith("_") else found
    found = getattr(found, func.__name__, None)
    return NotImplemented if found is None else found(*args, **kwargs)


_OWN = (
    __array__, __array_function__, __array_namespace__, __array_ufunc__, astype, byteswap, choose, compress, conj, copy, fill, flatten, item,
    partition, put, reshape, resize, setflags, sort, tobytes, tofile, transpose, view,
)
_SHARED = {
    _statistics: (
        "all", "any", "cumprod", "cumsum", "max", "mean", "min", "prod", "ptp", "std", "sum", "var",
    ),
    _manipulation: ("diagonal", "ravel", "repeat", "squeeze", "swapaxes", "trace"),
    _searching: ("argmax", "argmin", "argpartition", "argsort", "nonzero", "searchsorted", "take"),
    _elementwise: ("clip", "round"),
    linalg: ("dot",),
}


def _divmod(self, other):
    return self // other, self % other


def _rdivmod(self, other):
    return other // self, other % self


def _round(self, ndigits=None):
    """The elements rounded, or a number of Python if there are no axes."""
    rounded = _elementwise.round(self, ndigits or 0)
    if self.ndim:
        return rounded
    return int(rounded) if ndigits is None else rounded.item()


def _reversed(self):
    return iter(self[::-1])


def _hash(self):
    """A number is found among others by its value, as NumPy's scalars in sets; arrays, which change, are not."""
    if self._is_number:
        return hash(self.item())
    raise TypeError(f"unhashable type: '{type(self).__name__}'")


_OPERATORS = ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "matmul", "and", "or", "xor", "lshift", "rshift")


def _attach():
    ndarray.__divmod__, ndarray.__rdivmod__, ndarray.__round__, ndarray.__reversed__ = _divmod, _rdivmod, _round, _reversed
    ndarray.__hash__ = _hash
    for name in _OPERATORS:
        setattr(ndarray, f"__i{name}__", getattr(ndarray, f"_i{name}"))
    for method in _OWN:
        setattr(ndarray, method.__name__, method)
    for module, names in _SHARED.items():
        for name in names:
            setattr(ndarray, name, getattr(module, name))
    ndarray.conjugate = conj
    ndarray.flags = property(flagsobj)
    ndarray.data = property(data)
    ndarray.flat = property(flat, _set_flat)
    ndarray.real = property(real, _set_real)
    ndarray.imag = property(imag, _set_imag)
    ndarray.__array_priority__ = 1000
    ndarray.__array_interface__ = property(array_interface)
    ndarray.__array_struct__ = property(array_struct)
    ndarray.ctypes = property(ctypes_of)
    ndarray.__new__ = staticmethod(create)


_attach()
