"""Products over the last axes, or others: NumPy's generalized functions, with their outputs, axes and element types."""

from operator import index

from . import _core
from ._creation import asarray
from ._several import converted, written
from .exceptions import AxisError

_native = _core.tables["numpy"]


def _own(name, x1, x2):
    """A product over the last axes."""
    table = _native.get(name)
    return _core.product(name, x1, x2) if table is None else table(x1, x2)


def _product(name, cores, x1, x2, out, casting, dtype, axes):
    """A product over axes, of operands with so many of their own and a result with so many."""
    x1, x2 = (each if dtype is None else converted(name, k, each, dtype, casting) for k, each in enumerate((x1, x2)))
    if axes is None:
        return written(out, _own(name, x1, x2), casting)
    axes = _axes(name, cores, axes)
    moved = [asarray(each)._moveaxis(list(own), list(range(-len(own), 0))) for each, own in zip((x1, x2), axes)]
    found = _own(name, *moved)
    return written(out, found._moveaxis(list(range(-len(axes[2]), 0)), list(axes[2])), casting)


def _axes(name, cores, axes):
    """The axes of both operands and of the result, a tuple for each."""
    if not isinstance(axes, (list, tuple)):
        raise TypeError("axes should be a list.")
    axes = list(axes)
    if len(axes) == 2 and not cores[2]:
        axes.append(())
    if len(axes) != 3:
        raise ValueError(
            "axes should be a list with an entry for all 3 inputs and outputs; entries for outputs can only be omitted if none of them has core axes."
        )
    found = []
    for place, (each, core) in enumerate(zip(axes, cores)):
        if not isinstance(each, (list, tuple)):
            if core != 1:
                raise AxisError(f"{name}: operand {place} has {core} core dimensions, but the axes item is a single integer.")
            each = (each,)
        if len(each) != core:
            raise AxisError(f"{name}: operand {place} has {core} core dimensions, but {len(each)} dimensions are specified by axes tuple.")
        found.append(tuple(map(index, each)))
    return found


def matmul(x1, x2, /, out=None, *, casting="same_kind", order="K", dtype=None, subok=True, axes=None):
    """Matrix products over the last two axes, of shape (..., m, n); vectors are rows or columns. `axes` names those of both and of the result.

    Example: ``xparray.matmul(x, y)``.
    """
    if out is None and dtype is None and axes is None:
        return _core.product("matmul", x1, x2)
    first, second = (min(asarray(each).ndim, 2) for each in (x1, x2))
    return _product("matmul", (first, second, max(first + second - 2, 0)), x1, x2, out, casting, dtype, axes)


def matvec(x1, x2, /, out=None, *, casting="same_kind", order="K", dtype=None, subok=True, axes=None):
    """Products of matrices (..., m, n) and vectors (..., n), of shape (..., m).

    Example: ``xparray.matvec(x1, x2)``.
    """
    return _product("matvec", (2, 1, 1), x1, x2, out, casting, dtype, axes)


def vecmat(x1, x2, /, out=None, *, casting="same_kind", order="K", dtype=None, subok=True, axes=None):
    """Products of conjugated vectors (..., n) and matrices (..., n, m), of shape (..., m).

    Example: ``xparray.vecmat(x1, x2)``.
    """
    return _product("vecmat", (1, 2, 1), x1, x2, out, casting, dtype, axes)


def vecdot(
    x1, x2, /, out=None, *, casting="same_kind", order="K", dtype=None, subok=True, axes=None, axis=None, keepdims=False
):
    """Sums of products along an axis, which goes, or stays with length 1; the first factors are conjugated, the other axes broadcast.

    Example: ``xparray.vecdot(x, y)``.
    """
    if axis is not None:
        if axes is not None:
            raise TypeError("cannot specify both 'axis' and 'axes'")
        axes = [axis, axis, ()]
    if not keepdims:
        return _product("vecdot", (1, 1, 0), x1, x2, out, casting, dtype, axes)
    # The axis that stays is the last one, unless it is said which.
    place = -1 if axis is None else axis
    if axes is not None:
        place = axes[2] if len(axes) > 2 and axes[2] != () else place
        axes = axes[:2]
    place = place[0] if isinstance(place, (list, tuple)) else place
    found = _product("vecdot", (1, 1, 0), x1, x2, None, casting, dtype, axes)
    return written(out, found._expand_dims([index(place)]), casting)


__all__ = ["matmul", "matvec", "vecdot", "vecmat"]
