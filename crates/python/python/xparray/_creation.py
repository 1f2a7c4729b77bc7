"""Arrays from nothing, and from other objects."""

from . import _core, _dtypes
from ._core import Device, empty, from_dlpack, ndarray, ones, zeros
from ._several import diagonal

_default = _dtypes.table["float64"]


def _shape(x, shape):
    return x.shape if shape is None else shape


def asarray(obj, /, dtype=None, order=None, *, device=None, copy=None):
    """The array of numbers, nested sequences, buffers, or arrays of other libraries; an array itself, if nothing changes.

    The result has the shape of the nesting.

    Example: ``xparray.asarray([[1, 2], [3, 4]], dtype=xparray.float32)``.
    """
    if type(obj) is ndarray and dtype is None and order is None and device is None and not copy:
        return obj
    return ordered(_core.asarray(obj, dtype, device, copy), order, copy)


def ordered(x, order, copy=None):
    """The array with its elements in an order: column by column for `F`, and for `A`, if they are so. Copies may be refused."""
    if order in ("K", "k", None):
        return x
    from ._memory import columns_first, flagsobj

    flags = flagsobj(x)
    columns = columns_first(x, order)
    if flags.f_contiguous if columns else order in "Aa" or flags.c_contiguous:
        return x
    if copy is False:
        raise ValueError("unable to avoid copy while creating an array as requested")
    return x._arranged(list(range(x.ndim))[::-1]) if columns else x._rows()


def _check_depth(ndim, ndmin, ndmax):
    if ndmax < 0:
        raise ValueError(f"ndmax must not be negative (got {ndmax})")
    if ndmin > ndmax:
        raise ValueError(f"ndmin must be <= ndmax ({ndmax})")
    if ndim > ndmax:
        raise ValueError(
            "setting an array element with a sequence. "
            f"The requested array would exceed the maximum number of dimension of {ndmax}."
        )


def array(object, dtype=None, *, copy=True, order="K", subok=False, ndmin=0, ndmax=0, device=None):
    """As `asarray`, but a copy, with at least `ndmin` axes; sequences of more than `ndmax` are refused, unless that is 0.

    Example: ``xparray.array([1, 2], ndmin=2).shape == (1, 2)``.
    """
    found = _core.asarray(object, dtype, device, copy)
    if copy and order in ("A", "a"):
        order = "F" if isinstance(object, ndarray) and object.flags.fnc else "C"
    if ndmax:
        _check_depth(found.ndim, ndmin, ndmax)
    missing = ndmin - found.ndim
    return ordered(found._expand_dims(list(range(missing))) if missing > 0 else found, order, copy)


def asanyarray(obj, /, dtype=None, order=None, *, device=None):
    """As `asarray`.

    Example: ``xparray.asanyarray([1, 2])``.
    """
    return asarray(obj, dtype, order, device=device)


def ascontiguousarray(a, dtype=None):
    """The array in row-major order, with at least one axis.

    Example: ``xparray.ascontiguousarray(x.T)``.
    """
    found = ordered(_core.asarray(a, dtype, None, None), "C")
    return found if found.ndim else found._reshape(1, None)


def asnumpy(a):
    """NumPy's array of the elements, copied from any device.

    Example: ``xparray.asnumpy(xparray.ones(3))``.
    """
    return _core.asarray(a, None, None, None).__array__()


def copy(a, order="K", subok=False):
    """A copy of an array, of its shape, with its axes as close in memory as they are, or in another order.

    Example: ``xparray.copy(x)``.
    """
    return asarray(a).copy(order) if isinstance(a, ndarray) else asarray(a, None, order, copy=True)


def full(shape, fill_value, dtype=None, order="C", *, device=None):
    """An array of one value, of a shape.

    Example: ``xparray.full((2, 3), 7)``.
    """
    found = _core.full(shape, fill_value, dtype, device)
    return found if order == "C" else ordered(found, order)


def full_like(a, fill_value, dtype=None, order="K", subok=True, shape=None, *, device=None):
    """An array of one value, of another's shape and type.

    Example: ``xparray.full_like(x, 7)``.
    """
    from ._memory import flagsobj, kept_axes

    a = asarray(a)
    found = _core.full(_shape(a, shape), fill_value, dtype or a.dtype, device or a.device)
    if order in ("K", "k", None):
        axes = kept_axes(a) if a.ndim > 1 and found.ndim == a.ndim else None
        return found._arranged(axes) if axes and axes != sorted(axes) else found
    if order in ("A", "a"):
        order = "F" if found.ndim == a.ndim and flagsobj(a).fnc else "C"
    return ordered(found, order)


def zeros_like(a, dtype=None, order="K", subok=True, shape=None, *, device=None):
    """Zeros, of another array's shape and type.

    Example: ``xparray.zeros_like(x)``.
    """
    return full_like(a, 0, dtype, order, subok, shape, device=device)


def ones_like(a, dtype=None, order="K", subok=True, shape=None, *, device=None):
    """Ones, of another array's shape and type.

    Example: ``xparray.ones_like(x)``.
    """
    return full_like(a, 1, dtype, order, subok, shape, device=device)


def empty_like(a, /, dtype=None, order="K", subok=True, shape=None, *, device=None):
    """Elements of no particular value (zeros), of another array's shape and type.

    Example: ``xparray.empty_like(x)``.
    """
    return full_like(a, 0, dtype, order, subok, shape, device=device)


def arange(start=None, stop=None, step=1, dtype=None, *, device=None):
    """Numbers from `start` up to, but not including, `stop`, at distances of `step`: a vector.

    Example: ``xparray.arange(2, 8, 3)``.
    """
    if stop is None:
        start, stop = None, start
    if stop is None:
        raise TypeError("arange() requires stop to be specified.")
    start = 0 if start is None else start
    if isinstance(step, (int, float)) and step == 0:
        raise ZeroDivisionError("division by zero")
    kind = None if dtype is None else _dtypes.dtype(dtype).kind
    if kind == "c":
        return _core.arange(start, stop, step, "float64", device).astype(dtype)
    if kind == "b":
        found = _core.arange(start, stop, step, None, device)
        if found.size > 2:
            raise TypeError("arange() is only supported for booleans when the result has at most length 2.")
        return found.astype(dtype)
    return _core.arange(start, stop, step, dtype, device)


def linspace(start, stop, num=50, endpoint=True, retstep=False, dtype=None, axis=0, *, device=None):
    """`num` values at equal distances from `start` to `stop`; a vector if these are numbers.

    Example: ``xparray.linspace(0, 1, 5)``.
    """
    if num < 0:
        raise ValueError(f"Number of samples, {num}, must be non-negative.")
    found = _core.linspace(start, stop, num, endpoint, dtype, device, axis)
    if not retstep:
        return found
    gaps = num - 1 if endpoint else num
    return found, (stop - start) / gaps if gaps > 0 else float("nan")


def _are_numbers(*ends):
    return all(isinstance(each, (int, float)) for each in ends)


def logspace(start, stop, num=50, endpoint=True, base=10.0, dtype=None, axis=0, *, device=None):
    """`num` powers of `base`, whose exponents lie at equal distances: a vector, if all are numbers.

    Example: ``xparray.logspace(0, 2, 3)``.
    """
    if _are_numbers(start, stop, base):
        floats = dtype is None or _dtypes.dtype(dtype).kind == "f"
        found = _core.logspace(start, stop, num, endpoint, base, dtype if dtype and floats else _default, device)
        return found if floats else found.astype(dtype)
    if getattr(asarray(base), "ndim", 0):
        base = asarray(base)
        shape = tuple(_core.broadcast_shapes([asarray(each).shape for each in (start, stop, base)]))
        start, stop, base = (asarray(each)._broadcast_to(shape) for each in (start, stop, base))
        base = base._expand_dims([axis])
    found = base ** linspace(start, stop, num, endpoint, axis=axis, device=device)
    return found if dtype is None else found.astype(dtype)


def geomspace(start, stop, num=50, endpoint=True, dtype=None, axis=0, *, device=None):
    """`num` values from `start` to `stop`, each the same multiple of the one before: a vector, if these are numbers.

    Example: ``xparray.geomspace(1, 100, 3)``.
    """
    from ._ufuncs import table

    common = _core.result_type([each if isinstance(each, (int, float, complex)) else asarray(each) for each in (start, stop)] + [_default])
    if dtype is not None and _dtypes.dtype(dtype).kind == "c":
        common = _core.result_type([common, _dtypes.dtype(dtype)])
    start, stop = (asarray(each, common, device=device) for each in (start, stop))
    if start.dtype.kind == "c" and not bool(((start.real != 0) | (stop.real != 0)).any()):
        found = 1j * geomspace(start.imag, stop.imag, num, endpoint, axis=axis)
        return found.astype(dtype or common, copy=False)
    if bool((start == 0).any()) or bool((stop == 0).any()):
        raise ValueError("Geometric sequence cannot include zero")
    # Of values from 1 on, whose logarithms are real where the ends are.
    ratio = stop / start
    found = start * 10.0 ** linspace(0 * ratio, table["log10"](ratio), num, endpoint)
    if num > 0:
        found[:1] = start
    if endpoint and num > 1:
        found[-1:] = stop
    return found.astype(dtype or common, copy=False)._moveaxis([0], [axis])


def eye(N, M=None, k=0, dtype=None, order="C", *, device=None):
    """Ones on diagonal `k`, zeros elsewhere, of shape (N, M).

    Example: ``xparray.eye(3)``.
    """
    return ordered(_core.eye(N, N if M is None else M, diagonal(k), dtype or _default, device), order)


def identity(n, dtype=None, *, device=None):
    """The identity of shape (n, n).

    Example: ``xparray.identity(3)``.
    """
    return eye(n, dtype=dtype, device=device)


def tri(N, M=None, k=0, dtype=None, *, device=None):
    """Ones on and below diagonal `k`, zeros above, of shape (N, M).

    Example: ``xparray.tri(3)``.
    """
    return _core.tri(N, N if M is None else M, diagonal(k), dtype or _default, device)


def meshgrid(*arrays, copy=True, sparse=False, indexing="xy"):
    """Coordinates of a grid, of vectors of coordinates: for each one an array of as many axes as there are vectors.

    Example: ``xparray.meshgrid(x, y, indexing="ij")``.
    """
    if indexing not in ("xy", "ij"):
        raise ValueError("Valid values for `indexing` are 'xy' and 'ij'.")
    vectors = [asarray(each) for each in arrays]
    n = len(vectors)
    places = [1, 0, *range(2, n)] if indexing == "xy" and n > 1 else list(range(n))
    found = []
    for vector, place in zip(vectors, places):
        shape = [1] * n
        shape[place] = vector.size
        found.append(vector._reshape(shape, None))
    if not sparse:
        shape = _core.broadcast_shapes([each.shape for each in found])
        found = [each._broadcast_to(shape) for each in found]
    return tuple(each.copy() for each in found) if copy else tuple(found)


def device(name=None):
    """The device of a name, as ``"cuda:1"``, or the current one. In a `with` statement new arrays are made there.

    Example: ``with xparray.device("cpu"): x = xparray.zeros(3)``.
    """
    return Device(name)


def get_array_module(*arrays):
    """This module, if any of the arrays is one of its own, else NumPy.

    Example: ``xp = xparray.get_array_module(x)``.
    """
    import sys

    import numpy

    ours = any(isinstance(each, ndarray) for each in arrays)
    return sys.modules["xparray"] if ours else numpy


__all__ = [
    "arange", "array", "asanyarray", "asarray", "ascontiguousarray", "asnumpy", "copy", "device", "empty", "empty_like",
    "eye", "from_dlpack", "full", "full_like", "geomspace", "get_array_module", "identity", "linspace", "logspace",
    "meshgrid", "ones", "ones_like", "tri", "zeros", "zeros_like",
]
