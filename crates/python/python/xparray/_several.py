"""What arguments stand for: axes, an integer or several, and arrays for results."""

from operator import index

from . import _core


def several(axis):
    """A list of one integer or of several; `None` stays, for all of them."""
    if axis is None:
        return None
    if getattr(axis, "ndim", 0):
        axis = axis.tolist()
    return list(map(index, axis)) if isinstance(axis, (tuple, list, range)) else [index(axis)]


def diagonal(k):
    """The number of a diagonal. Those beyond every matrix are alike, however large the integer."""
    return max(-(2**62), min(2**62, index(k)))


def sequence(arrays):
    """What can be counted; NumPy takes no generators of arrays."""
    if not hasattr(arrays, "__getitem__"):
        raise TypeError('arrays to stack must be passed as a "sequence" type such as list or tuple.')
    return arrays


def into(out, found, casting="same_kind"):
    """What was found, in an array of its shape, if there is one, which its elements may become by a rule."""
    if out is None:
        return found
    if not isinstance(out, _core.ndarray):
        raise TypeError("return arrays must be of ArrayType")
    if out.shape != found.shape:
        raise ValueError(f"output array has shape {out.shape}, not that of the result, {found.shape}")
    if not _core.can_cast(found.dtype, out.dtype, casting):
        raise TypeError(f"Cannot cast output from {found.dtype!r} to {out.dtype!r} with casting rule '{casting}'")
    out[...] = found
    return out
