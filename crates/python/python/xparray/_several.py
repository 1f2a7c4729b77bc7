"""What arguments stand for: axes, an integer or several, and arrays for results."""

from operator import index

from . import _core
from .exceptions import AxisError


class _Absent:
    """An argument that is not given, where None means something else."""

    def __repr__(self):
        return "<no value>"


ABSENT = _Absent()


def several(axis):
    """A list of one integer or of several; `None` stays, for all of them."""
    if axis is None:
        return None
    if getattr(axis, "ndim", 0):
        axis = axis.tolist()
    return list(map(index, axis)) if isinstance(axis, (tuple, list, range)) else [index(axis)]


def axes_of(axis, ndim):
    """The indices of one axis or of several, counted from the first; `None` is all of them."""
    axes = list(range(ndim)) if axis is None else several(axis)
    for each in axes:
        if not -ndim <= each < ndim:
            raise AxisError(f"axis {each} is out of bounds for array of dimension {ndim}")
    return [each % ndim for each in axes]


def parts_of(given):
    """A number of parts, if that is what is given."""
    try:
        return index(given)
    except TypeError:
        return None


def diagonal(k):
    """The number of a diagonal. Those beyond every matrix are alike, however large the integer."""
    return max(-(2**62), min(2**62, index(k)))


def sequence(arrays):
    """What can be counted; NumPy takes no generators of arrays."""
    if not hasattr(arrays, "__getitem__"):
        raise TypeError('arrays to stack must be passed as a "sequence" type such as list or tuple.')
    if len(arrays) >= 2**31:
        raise ValueError(f"concatenate() only supports up to {2**31 - 1} arrays but got {len(arrays)}.")
    return arrays


def into(out, found, casting="same_kind"):
    """What was found, in an array of its shape, if there is one, which its elements may become by a rule."""
    if out is None or out is Ellipsis:
        return found
    if not isinstance(out, _core.ndarray):
        raise TypeError("return arrays must be of ArrayType")
    if out.shape != found.shape:
        raise ValueError(f"output array has shape {out.shape}, not that of the result, {found.shape}")
    if not _core.can_cast(found.dtype, out.dtype, casting):
        raise TypeError(f"Cannot cast output from {found.dtype!r} to {out.dtype!r} with casting rule '{casting}'")
    out[...] = found
    return out


def mask_of(where):
    """The mask of an argument `where`: truth values, which are what lists of integers are taken for, but not arrays of them."""
    if where is True:
        return None
    mask = _core.asarray(where, None if hasattr(where, "dtype") else "bool", None, None)
    if mask.dtype.kind != "b":
        raise TypeError(f"where is of truth values, not {mask.dtype}")
    return mask


def written(out, found, casting="same_kind", where=True):
    """What was found where a mask holds, in an array to which it broadcasts, if there is one, alone or in a tuple."""
    if type(out) is tuple and len(out) == 1:
        (out,) = out
    mask = mask_of(where)
    if out is None or out is Ellipsis:
        return found if mask is None else _core.where(mask, found, _core.full((), 0, found.dtype, found.device))
    if not isinstance(out, _core.ndarray):
        raise TypeError("return arrays must be of ArrayType")
    if not _core.can_cast(found.dtype, out.dtype, casting):
        raise TypeError(f"Cannot cast output from {found.dtype!r} to {out.dtype!r} with casting rule '{casting}'")
    shapes = [found.shape] if mask is None else [found.shape, mask.shape]
    if tuple(_core.broadcast_shapes([*shapes, out.shape])) != out.shape:
        raise ValueError(f"non-broadcastable output operand with shape {out.shape} doesn't match the broadcast shape {found.shape}")
    out[...] = found if mask is None else _core.where(mask, found.astype(out.dtype, copy=False), out)
    return out


def converted(name, place, x, dtype, casting):
    """An operand of a function as elements of a type, which a rule lets them become."""
    x = _core.asarray(x, None, None, None)
    if not _core.can_cast(x.dtype, dtype, casting):
        raise TypeError(f"Cannot cast ufunc '{name}' input {place} from {x.dtype!r} to {dtype!r} with casting rule '{casting}'")
    return x.astype(dtype, copy=False)
