"""More of NumPy's functions: by tables, and by what other functions do."""

import builtins
import math

from . import _core
from ._creation import arange, asarray, ordered
from ._dtypes import result_type
from ._indices import indices
from ._manipulation import atleast_1d, broadcast_arrays, broadcast_to, concat, diag, expand_dims, flip, moveaxis, split, stack
from ._searching import where as _choose
from ._several import axes_of, into, parts_of, sequence, several
from ._table import functions
from ._ufuncs import table
from .exceptions import AxisError

_native = _core.tables["numpy"]
_FUNCTIONS = {
    "array_equiv": ("a1, a2", "Whether two arrays broadcast to one shape, with the same elements there."),
    "bartlett": ("M, *, device=None", "Bartlett's window: a triangle from 0, a vector of M weights."),
    "bincount": ("x, /, weights=None, minlength=0", "How often each integer occurs, or the sums of its weights: a vector."),
    "blackman": ("M, *, device=None", "Blackman's window, a vector of M weights."),
    "digitize": ("x, bins, right=False", "The bin of each element, of which the edges ascend or descend, of the shape of x."),
    "ediff1d": ("ary, to_end=None, to_begin=None", "Differences of neighbours in the row of all elements, between other numbers."),
    "hamming": ("M, *, device=None", "Hamming's window, a vector of M weights."),
    "hanning": ("M, *, device=None", "Hann's window, a vector of M weights."),
    "interp": (
        "x, xp, fp, left=None, right=None, period=None",
        "Values at x of the line through points, whose places xp ascend, of the shape of x.",
    ),
    "iscomplex": ("x", "Whether elements have an imaginary part that is not zero, of the shape of x."),
    "isreal": ("x", "Whether elements have no imaginary part but zero, of the shape of x."),
    "kaiser": ("M, beta, *, device=None", "Kaiser's window, a vector of M weights."),
    "packbits": ("a, /, axis=None, bitorder='big'", "Eight truth values along an axis in a byte."),
    "trapezoid": ("y, x=None, dx=1.0, axis=-1", "The integral along an axis by trapezoids, over places x or in steps of dx."),
    "vander": ("x, N=None, increasing=False", "The matrix of powers of a vector, of shape (n, N)."),
}


def _interpolated(x, xp, fp, left, right, period):
    # With a period nothing is to the left or the right.
    ends = (left, right) if period is None else (None, None)
    return _native["interp"](x, xp, fp, *ends, period)


def _counts(x, weights, minlength):
    x = asarray(x) if hasattr(x, "dtype") or len(x) else asarray(x, "int64")
    if x.dtype.kind not in "biu":
        raise TypeError(f"Cannot cast array data from {x.dtype} to int64 according to the rule 'safe'")
    found = _native["bincount"](x.astype("int64") if x.dtype.kind == "b" else x, weights, minlength)
    # Sums of weights are of doubles, also of none.
    return found if weights is None or x.size else found.astype("int64")


globals().update(functions("xparray", {**_native, "bincount": _counts, "interp": _interpolated}, _FUNCTIONS))


def polyval(p, x):
    """A polynomial's values at x, of the shape of x; at a polynomial, the polynomial of that.

    Example: ``xparray.polyval([3, 0, 1], 5)``.
    """
    from ._poly1d import poly1d

    return poly1d(p)(x) if isinstance(x, poly1d) else _native["polyval"](asarray(p), x)


def cov(m, y=None, rowvar=True, bias=False, ddof=None, fweights=None, aweights=None, *, dtype=None):
    """Covariances of variables, which are the rows, of shape (n, n), with a divisor of the observations less ddof, which is 1, or 0 if biased.

    Example: ``xparray.cov(m)``.
    """
    m, y = asarray(m, dtype), None if y is None else asarray(y, dtype)
    ddof = (0 if bias else 1) if ddof is None else ddof
    found = _native["cov"](m, y, bool(rowvar), ddof, fweights, aweights)
    return found if dtype is None else found.astype(dtype)


def corrcoef(x, y=None, rowvar=True, *, dtype=None):
    """Correlations of variables, which are the rows, of shape (n, n).

    Example: ``xparray.corrcoef(x)``.
    """
    found = _native["corrcoef"](asarray(x, dtype), None if y is None else asarray(y, dtype), bool(rowvar))
    return found if dtype is None else found.astype(dtype)


def sort_complex(a):
    """The elements in order, by their real parts, then by the imaginary ones, complex.

    Example: ``xparray.sort_complex([2, 1])``.
    """
    a = asarray(a)
    if a.dtype.kind != "c":
        a = a.astype("complex64" if a.dtype.kind in "iu" and a.dtype.itemsize <= 2 else "complex128")
    return _native["sort_complex"](a)


def unwrap(p, discont=None, axis=-1, *, period=6.283185307179586):
    """Angles without jumps of more than half a period, or of more than `discont`. Integers stay such, if the period is one.

    Example: ``xparray.unwrap(p)``.
    """
    p = asarray(p)
    found = _core.laid_out(_native["unwrap"](p, discont, axis, period), [p], "K")
    return found.astype(result_type(p, period), copy=False)


def unpackbits(a, /, axis=None, count=None, bitorder="big"):
    """The bits of bytes along an axis: the first `count`, followed by zeros if there are fewer, or all but the last ones for a negative one.

    Example: ``xparray.unpackbits(a)``.
    """
    found = _native["unpackbits"](a, axis, bitorder)
    if count is None:
        return found
    axis = 0 if axis is None else axis % found.ndim
    length = found.shape[axis]
    if count < -length:
        raise ValueError(f"-count larger than number of elements: {count}")
    left = [slice(None)] * axis
    if count <= length:
        return found[(*left, slice(count))]
    from ._padding import pad

    return pad(found, [(0, count - length if each == axis else 0) for each in range(found.ndim)])


def append(arr, values, axis=None):
    """An array and more values behind it along an axis, or both in a row.

    Example: ``xparray.append(x, [1, 2])``.
    """
    arr, values = asarray(arr), asarray(values)
    if axis is None:
        arr, values, axis = arr.ravel(), values.ravel(), 0
    return concat([arr, values], axis=axis)


def apply_along_axis(func1d, axis, arr, *args, **kwargs):
    """What a function gives of each vector along an axis: numbers, or arrays whose axes are in the place of that axis.

    Example: ``xparray.apply_along_axis(xparray.sort, 0, x)``.
    """
    arr = moveaxis(asarray(arr), axis, -1)
    rows = arr.reshape(math.prod(arr.shape[:-1]), arr.shape[-1])
    if not rows.shape[0]:
        raise ValueError("Cannot apply_along_axis when any iteration dimensions are 0")
    found = stack([asarray(func1d(rows[k], *args, **kwargs)) for k in range(rows.shape[0])])
    inner = found.shape[1:]
    found = found.reshape(*arr.shape[:-1], *inner)
    place, outer = axis % arr.ndim, arr.ndim - 1
    return moveaxis(found, list(range(outer, outer + len(inner))), list(range(place, place + len(inner))))


def apply_over_axes(func, a, axes):
    """What a function gives that is called for one axis after the other, which stay.

    Example: ``xparray.apply_over_axes(xparray.sum, x, [0, 2])``.
    """
    found = asarray(a)
    ndim = found.ndim
    for axis in axes_of(axes, ndim):
        result = asarray(func(found, axis))
        found = expand_dims(result, axis) if result.ndim == ndim - 1 else result
        if found.ndim != ndim:
            raise ValueError("function is not returning an array of the correct shape")
    return found


def array_split(ary, indices_or_sections, axis=0):
    """Parts of an array along an axis: so many, as equal as can be, or those between places; views.

    Example: ``xparray.array_split(x, 3)``.
    """
    ary = asarray(ary)
    parts = parts_of(indices_or_sections)
    if parts is None:
        return split(ary, indices_or_sections, axis=axis)
    if parts < 1:
        raise ValueError("number sections must be larger than 0.")
    each, longer = divmod(ary.shape[axis], parts)
    places = [each * k + builtins.min(k, longer) for k in range(1, parts)]
    return split(ary, places, axis=axis)


def atleast_3d(*arys):
    """Arrays with at least three axes: vectors become (1, n, 1), matrices (m, n, 1).

    Example: ``xparray.atleast_3d(x)``.
    """
    found = []
    for each in map(asarray, arys):
        shapes = {0: (1, 1, 1), 1: (1, each.size, 1), 2: (*each.shape, 1)}
        found.append(each.reshape(shapes[each.ndim]) if each.ndim < 3 else each)
    return found[0] if len(found) == 1 else tuple(found)


def block(arrays):
    """Arrays from nested lists of blocks: the innermost are joined along the last axis, others along axes before.

    Example: ``xparray.block([[a, b], [c, d]])``.
    """
    def depth_of(blocks):
        if not isinstance(blocks, list):
            return 0
        if not blocks:
            raise ValueError("List at arrays cannot be empty")
        depths = {depth_of(each) for each in blocks}
        if len(depths) != 1:
            raise ValueError("List depths are mismatched.")
        return depths.pop() + 1

    def ndim_of(blocks):
        return builtins.max(map(ndim_of, blocks)) if isinstance(blocks, list) else asarray(blocks).ndim

    depth = depth_of(arrays)
    ndim = builtins.max(depth, ndim_of(arrays))

    def joined(blocks, level):
        if not isinstance(blocks, list):
            found = asarray(blocks)
            return found.reshape((1,) * (ndim - found.ndim) + found.shape)
        return concat([joined(each, level + 1) for each in blocks], axis=level - depth)

    return joined(arrays, 0)


def choose(a, choices, out=None, mode="raise"):
    """Elements of the arrays that indices name, of the shape that all broadcast to.

    Example: ``xparray.choose([1, 0], [x, y])``.
    """
    a, choices = asarray(a), list(choices)
    if a.dtype.kind == "b":
        a = a.astype("int64")
    # Numbers of Python adopt the type of what is beside them.
    common = result_type(*(each if isinstance(each, (bool, int, float, complex)) else asarray(each) for each in choices)) if choices else None
    try:
        found = _native["choose"](a, [asarray(each, common) for each in choices], mode)
    except IndexError as error:
        raise ValueError("invalid entry in choice array") from error
    return into(out, found)


def column_stack(tup):
    """Vectors as columns beside matrices.

    Example: ``xparray.column_stack([x, y])``.
    """
    found = [asarray(each) for each in sequence(tup)]
    return concat([each.reshape(-1, 1) if each.ndim < 2 else each for each in found], axis=1)


def compress(condition, a, axis=None, out=None):
    """The parts of an array along an axis where a vector of truth values holds.

    Example: ``xparray.compress([True, False], x, axis=0)``.
    """
    condition, a = asarray(condition), atleast_1d(a)
    if condition.ndim != 1:
        raise ValueError("condition must be a 1-d array")
    found = _native["compress"](condition.astype("bool", copy=False), a, axis)
    if out is None:
        return found
    out[...] = found
    return out


def extract(condition, arr):
    """The elements where a condition holds, in a row.

    Example: ``xparray.extract(x > 2, x)``.
    """
    return compress(asarray(condition).ravel(), asarray(arr).ravel())


def convolve(a, v, mode="full"):
    """The convolution of two vectors, of n + m - 1 numbers, or the middle of that: `same`, or `valid`, where they overlap.

    Example: ``xparray.convolve(x, [1, 2, 1], mode="same")``.
    """
    return _counted("convolve", a, v, mode)


def _counted(name, a, v, mode):
    """A sum of products, in which truth values are counted, and said to be there."""
    a, v = atleast_1d(asarray(a)), atleast_1d(asarray(v))
    dtype = _core.result_type([a, v])
    a, v = (each.astype("int64") if each.dtype.kind == "b" else each for each in (a, v))
    return _native[name](a, v, mode).astype(dtype, copy=False)


def correlate(a, v, mode="valid"):
    """The correlation of two vectors, as of `convolve` the parts.

    Example: ``xparray.correlate(x, [1, 2, 1])``.
    """
    return _counted("correlate", a, v, mode)


#: Kinds of elements, each of which has those before it.
_KINDS = {"b": 0, "u": 1, "i": 1, "f": 2, "c": 3}


def copyto(dst, src, casting="same_kind", where=True):
    """Writes values, which broadcast, to an array, where a mask holds.

    Example: ``xparray.copyto(x, 0, where=x < 0)``.
    """
    if not hasattr(src, "dtype"):
        # A number of Python has a kind only, which the elements must have too.
        kind = asarray(src).dtype
        if casting != "unsafe" and _KINDS[kind.kind] > _KINDS[dst.dtype.kind]:
            raise TypeError(f"Cannot cast scalar from {kind} to {dst.dtype} according to the rule '{casting}'")
        src = asarray(src).astype(dst.dtype) if casting == "unsafe" else asarray(src, dtype=dst.dtype)
    if not _core.can_cast(src.dtype, dst.dtype, casting):
        raise TypeError(f"Cannot cast array data from {src.dtype} to {dst.dtype} according to the rule '{casting}'")
    dst[...] = src if where is True else _choose(where, src, dst)


def cross(a, b, axisa=-1, axisb=-1, axisc=-1, axis=None):
    """Vector products along an axis of length 3, or of length 2; the other axes broadcast.

    Example: ``xparray.cross(x, y)``.
    """
    if axis is not None:
        axisa = axisb = axisc = axis
    a, b = asarray(a), asarray(b)
    if a.dtype != b.dtype:
        # Truth values beside numbers are numbers.
        common = _core.result_type([a, b])
        a, b = a.astype(common, copy=False), b.astype(common, copy=False)
    return _core.cross(a, b, axisa, axisb, axisc)


def delete(arr, obj, axis=None):
    """An array without parts along an axis, or without elements of the row of all: at an index, several, a slice, or where a
    mask holds.

    Example: ``xparray.delete(x, [0, 2], axis=1)``.
    """
    arr = asarray(arr)
    length = _length("delete", arr, axis)
    if isinstance(obj, slice):
        obj = arange(*obj.indices(length))
    obj = _places(obj)
    if obj.dtype.kind == "b" and obj.shape != (length,):
        raise ValueError(f"boolean array argument obj to delete must be one dimensional and match the axis length of {length}")
    found = _native["delete"](arr, obj.nonzero()[0] if obj.dtype.kind == "b" else atleast_1d(obj), axis)
    return found if axis is None else _core.laid_out(found, [arr], "A")


def _length(name, arr, axis):
    """The length of an axis, or of the row of all elements."""
    if axis is None:
        return arr.size
    if not -arr.ndim <= axis < arr.ndim:
        raise AxisError(f"{name}: axis {axis} is out of bounds for an array of {arr.ndim} dimensions")
    return arr.shape[axis]


def _places(obj):
    """Indices of places, or a mask; of nothing, none."""
    obj = asarray(obj)
    if obj.size and obj.dtype.kind not in "biu":
        raise IndexError("arrays used as indices must be of integer (or boolean) type")
    return obj if obj.size or obj.dtype.kind == "b" else obj.astype("int64")


def diagflat(v, k=0):
    """The matrix with the elements on a diagonal and zeros elsewhere.

    Example: ``xparray.diagflat([1, 2])``.
    """
    return diag(asarray(v).ravel(), k)


def dsplit(ary, indices_or_sections):
    """Parts of an array along the third axis.

    Example: ``xparray.dsplit(x, 2)``.
    """
    if asarray(ary).ndim < 3:
        raise ValueError("dsplit only works on arrays of 3 or more dimensions")
    return split(ary, indices_or_sections, axis=2)


def dstack(tup):
    """Arrays joined along the third axis.

    Example: ``xparray.dstack([x, y])``.
    """
    return concat([atleast_3d(each) for each in sequence(tup)], axis=2)


def fill_diagonal(a, val, wrap=False):
    """Writes a value, or one after the other, to the main diagonal of a matrix; with `wrap` also further down tall ones.

    Example: ``xparray.fill_diagonal(x, 0)``.
    """
    if a.ndim < 2:
        raise ValueError("array must be at least 2-d")
    if a.ndim > 2 and len(set(a.shape)) > 1:
        raise ValueError("All dimensions of input must be of equal length")
    step = a.shape[1] + 1 if a.ndim == 2 else builtins.sum(math.prod(a.shape[k + 1 :]) for k in range(a.ndim))
    end = a.shape[1] ** 2 if a.ndim == 2 and not wrap else None
    places = arange(a.size, device=a.device)[:end:step]
    values = asarray(val, dtype=a.dtype).ravel()
    a.put(places, values[arange(places.size) % values.size])


def fliplr(m):
    """The columns in the opposite order; a view.

    Example: ``xparray.fliplr(x)``.
    """
    if asarray(m).ndim < 2:
        raise ValueError("Input must be >= 2-d.")
    return flip(asarray(m), axis=1)


def flipud(m):
    """The rows in the opposite order; a view.

    Example: ``xparray.flipud(x)``.
    """
    if asarray(m).ndim < 1:
        raise ValueError("Input must be >= 1-d.")
    return flip(asarray(m), axis=0)


def fromfunction(function, shape, *, dtype="float64", **kwargs):
    """What a function gives of the indices along each axis, each an array of the shape.

    Example: ``xparray.fromfunction(lambda i, j: i + j, (2, 3))``.
    """
    found = indices(shape, dtype=dtype)
    return function(*(found[k] for k in range(len(shape))), **kwargs)


def gradient(f, *varargs, axis=None, edge_order=1):
    """Derivatives along axes by differences of neighbours, one array for each axis: in steps, or at places.

    Example: ``xparray.gradient(x, 0.5, axis=0)``.
    """
    f = asarray(f)
    axes = list(range(f.ndim)) if axis is None else [axis] if isinstance(axis, int) else list(axis)
    if len(varargs) not in (0, 1, len(axes)):
        raise TypeError("invalid number of arguments")
    steps = [1.0] * len(axes) if not varargs else list(varargs) * (len(axes) if len(varargs) == 1 else 1)
    steps = [each if isinstance(each, (int, float)) else asarray(each) for each in steps]
    steps = [each.item() if hasattr(each, "ndim") and not each.ndim else each for each in steps]
    found = tuple(_core.laid_out(_native["gradient"](f, step, each, edge_order), [f], "K") for step, each in zip(steps, axes))
    return found[0] if len(found) == 1 else found


def hsplit(ary, indices_or_sections):
    """Parts of an array along the second axis, of a vector along its only one.

    Example: ``xparray.hsplit(x, 2)``.
    """
    ary = asarray(ary)
    if not ary.ndim:
        raise ValueError("hsplit only works on arrays of 1 or more dimensions")
    return split(ary, indices_or_sections, axis=1 if ary.ndim > 1 else 0)


def insert(arr, obj, values, axis=None):
    """An array with values before places along an axis, or in the row of all elements.

    Example: ``xparray.insert(x, 1, 7, axis=0)``.
    """
    arr = asarray(arr)
    length = _length("insert", arr, axis)
    if isinstance(obj, slice):
        obj = arange(*obj.indices(length))
    elif not isinstance(obj, int):
        obj = _places(obj)
        obj = obj.nonzero()[0] if obj.dtype.kind == "b" and obj.ndim else obj
    values = asarray(values, dtype=arr.dtype)
    if axis is not None and not isinstance(obj, (list, tuple)) and asarray(obj).ndim == 0:
        # One place takes all of the values, whose first axis goes to the axis, and the others broadcast.
        axis = axis % arr.ndim
        values = moveaxis(values.reshape((1,) * (arr.ndim - values.ndim) + values.shape), 0, axis)
        count = values.shape[axis]
        values = broadcast_to(values, (*arr.shape[:axis], count, *arr.shape[axis + 1 :]))
        obj = [int(obj)] * count
    found = _native["insert"](arr, atleast_1d(asarray(obj)), values, axis)
    return found if axis is None else _core.laid_out(found, [arr], "A")


def isrealobj(x):
    """Whether the elements are of a type without imaginary parts.

    Example: ``xparray.isrealobj(x)``.
    """
    return asarray(x).dtype.kind != "c"


def ndim(a):
    """The number of axes.

    Example: ``xparray.ndim(x)``.
    """
    return asarray(a).ndim


def _safely(values, dtype):
    """Values in a row as elements of a type, which arrays become only if nothing is lost."""
    if getattr(values, "ndim", 0) and not _core.can_cast(asarray(values).dtype, dtype, "safe"):
        raise TypeError(f"Cannot cast array data from {values.dtype!r} to {dtype!r} according to the rule 'safe'")
    return asarray(values, dtype=dtype).ravel()


def place(arr, mask, vals):
    """Writes values, one after the other and again from the first, where a mask holds.

    Example: ``xparray.place(x, x > 2, [7, 8])``.
    """
    where_to = asarray(mask).astype("bool")
    number = int(where_to.sum())
    if not number:
        return
    vals = _safely(vals, arr.dtype)
    if not vals.size:
        raise ValueError("Cannot insert from an empty array!")
    arr[where_to] = vals[arange(number) % vals.size]


def put(a, ind, v, mode="raise"):
    """Writes values at indices of the row of all elements, which raise out of bounds, or wrap around, or stay at the ends.

    Example: ``xparray.put(x, [0, 2], 7)``.
    """
    ind = asarray(ind).ravel()
    # Truth values are counted, and are no mask.
    ind = ind.astype("int64") if ind.dtype.kind == "b" or not ind.size else ind
    if mode == "wrap":
        ind = ind % a.size
    elif mode == "clip":
        ind = _core.clip(ind, 0, a.size - 1)
    elif mode != "raise":
        raise ValueError(f"clipmode must be one of 'clip', 'raise', or 'wrap' (got '{mode}')")
    v = asarray(v, dtype=a.dtype).ravel()
    if not ind.size or not v.size:
        return
    row = a._reshape(a.size, None)
    row[ind] = v[arange(ind.size) % v.size]
    if not row.shares_memory(a):
        a[...] = row._reshape(a.shape, None)


def put_along_axis(arr, indices, values, axis):
    """Writes values at indices along an axis, of which there are some for each place of the other axes.

    Example: ``xparray.put_along_axis(x, x.argmax(axis=1, keepdims=True), 0, axis=1)``.
    """
    indices = asarray(indices)
    if axis is None:
        arr.put(indices.ravel(), values)
        return
    (axis,) = axes_of(axis, arr.ndim)
    if indices.ndim != arr.ndim:
        raise ValueError("`indices` and `arr` must have the same number of dimensions")
    shapes = [[-1 if k == each else 1 for k in range(arr.ndim)] for each in range(arr.ndim)]
    grid = [arange(d).reshape(s) for d, s in zip(arr.shape, shapes)]
    arr[tuple(indices if k == axis else each for k, each in enumerate(grid))] = values


def putmask(a, mask, values):
    """Writes values where a mask holds: those of the same places, again from the first if there are fewer.

    Example: ``xparray.putmask(x, x > 2, 0)``.
    """
    mask = asarray(mask).astype("bool")
    if mask.size != a.size:
        raise ValueError("putmask: mask and data must be the same size")
    mask, values = mask.reshape(a.shape), _safely(values, a.dtype)
    if values.size:
        a[...] = _choose(mask, values[arange(a.size).reshape(a.shape) % values.size], a)


def resize(a, new_shape):
    """An array of a shape, whose elements are those of a, again from the first if they are fewer.

    Example: ``xparray.resize(x, (2, 5))``.
    """
    if any(each < 0 for each in several(new_shape)):
        raise ValueError("all elements of `new_shape` must be non-negative")
    return _native["resize"](a, new_shape)


def rollaxis(a, axis, start=0):
    """An axis moved before another one; a view.

    Example: ``xparray.rollaxis(x, 2)``.
    """
    a = asarray(a)
    for name, place, end in (("axis", axis, a.ndim), ("start", start, a.ndim + 1)):
        if not -a.ndim <= place < end:
            raise AxisError(f"'{name}': {place} is out of bounds for an array of {a.ndim} dimensions")
    axis, start = axis % a.ndim, start + a.ndim if start < 0 else start
    return moveaxis(a, axis, start - 1 if axis < start else start)


def rot90(m, k=1, axes=(0, 1)):
    """An array turned k times by a right angle, from the first axis to the second; a view.

    Example: ``xparray.rot90(x)``.
    """
    m = asarray(m)
    if any(not -m.ndim <= axis < m.ndim for axis in axes):
        raise ValueError(f"Axes={tuple(axes)} out of range for array of ndim={m.ndim}.")
    first, second = (axis % m.ndim for axis in axes)
    if first == second:
        raise ValueError("Axes must be different.")
    turned = {0: (), 1: (second,), 2: (first, second), 3: (first,)}[k % 4]
    found = flip(m, axis=turned) if turned else m
    return found.swapaxes(first, second) if k % 2 else found


def select(condlist, choicelist, default=0):
    """Elements of the choice of the first condition that holds, else a default, of the shape that all broadcast to.

    Example: ``xparray.select([x < 0, x > 2], [-x, 2 * x])``.
    """
    if len(condlist) != len(choicelist):
        raise ValueError("list of cases must be same length as list of conditions")
    if not condlist:
        raise ValueError("select with an empty condition list is not possible")
    conditions = [asarray(each) for each in condlist]
    if builtins.any(each.dtype.kind != "b" for each in conditions):
        raise TypeError("conditions are of truth values")
    dtype = _core.result_type([*choicelist, default])
    shape = broadcast_arrays(*conditions, *map(asarray, choicelist), asarray(default))[0].shape
    found = asarray(default, dtype=dtype)._broadcast_to(shape)
    for condition, choice in zip(reversed(conditions), reversed(choicelist)):
        found = _choose(condition, asarray(choice, dtype=dtype), found)
    return ordered(found, "C")


def shape(a):
    """The lengths of the axes.

    Example: ``xparray.shape(x)``.
    """
    return asarray(a).shape


def size(a, axis=None):
    """The number of elements, or the length of an axis, or the product of the lengths of several.

    Example: ``xparray.size(x)``.
    """
    a = asarray(a)
    return a.size if axis is None else math.prod(a.shape[each] for each in several(axis))


def trim_zeros(filt, trim="fb", axis=None):
    """An array without zeros at the front (`f`) and the back (`b`) of axes, of all by default.

    Example: ``xparray.trim_zeros(x)``.
    """
    filt, trim = asarray(filt), trim.lower()
    if trim not in ("", "f", "b", "fb", "bf"):
        raise ValueError(f"unexpected character(s) in `trim`: {trim!r}")
    axes = axes_of(axis, filt.ndim)
    places = filt.nonzero() if filt.ndim else ()
    parts = [slice(None)] * filt.ndim
    for each in axes:
        if places[each].size:
            first = int(places[each].min()) if "f" in trim else None
            parts[each] = slice(first, int(places[each].max()) + 1 if "b" in trim else None)
        elif trim:
            parts[each] = slice(0)
    return filt[tuple(parts)]


def vsplit(ary, indices_or_sections):
    """Parts of an array along the first axis.

    Example: ``xparray.vsplit(x, 2)``.
    """
    if asarray(ary).ndim < 2:
        raise ValueError("vsplit only works on arrays of 2 or more dimensions")
    return split(ary, indices_or_sections, axis=0)


__all__ = [
    *_FUNCTIONS, "append", "apply_along_axis", "apply_over_axes", "array_split", "atleast_3d", "block", "choose",
    "column_stack", "compress", "convolve", "copyto", "corrcoef", "correlate", "cov", "cross", "delete", "diagflat",
    "dsplit", "dstack", "extract", "fill_diagonal", "fliplr", "flipud", "fromfunction", "gradient",  
    "hsplit", "insert", "isrealobj", "ndim", "place", "polyval", "put", "put_along_axis",
    "putmask", "resize", "rollaxis", "rot90", "select", "shape", "size", "sort_complex",
    "trim_zeros", "unpackbits", "unwrap", "vsplit",
]
