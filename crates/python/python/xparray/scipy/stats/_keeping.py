"""What functions of samples do alike: samples too small for a number, and the axis that results keep (`keepdims=True`)."""

import inspect
import math
import warnings
from functools import wraps

from ..._creation import asarray, full
from ..._manipulation import broadcast_shapes, expand_dims
from ..._several import axes_of


def _widened(found, ndim, axis):
    found = asarray(found)
    return found.reshape((1,) * ndim) if axis is None else expand_dims(found, axis=axis)


def _length(x, axis):
    """How many elements a sample has; without end where there is no such axis, which `compute` says."""
    if axis is None:
        return x.size
    return x.shape[axis] if -x.ndim <= axis < x.ndim else float("inf")


def _without(shape, axis):
    if axis is None:
        return ()
    axis %= len(shape)
    return shape[:axis] + shape[axis + 1 :]


def along(compute, samples, axis, keepdims=False, least=0, results=2):
    """The arrays that `compute` gives for samples along an axis; NaN, with a warning, for samples of fewer than `least` elements."""
    samples = [asarray(each) for each in samples]
    if any(_length(each, axis) < least for each in samples):
        warnings.warn(f"a sample is too small: {least} elements are the least", RuntimeWarning, stacklevel=4)
        batch = broadcast_shapes(*(_without(each.shape, axis) for each in samples))
        found = [full(batch, float("nan"), dtype="float64", device=samples[0].device) for _ in range(results)]
    else:
        found = compute()
    if not keepdims:
        return found
    ndim = max(each.ndim for each in samples)
    return [_widened(each, ndim, axis) for each in found]


def keeping(native, parameters, samples=1, least=0, made=None):
    """A function of a table whose first parameters are samples and whose last one is `keepdims`: of one array, or `made` of several."""
    place = list(inspect.signature(eval(f"lambda {parameters}: None")).parameters).index("axis")

    def called(*args):
        *args, keepdims = args
        compute = (lambda: native(*args)) if made else lambda: [native(*args)]
        found = along(compute, args[:samples], args[place], keepdims, least, 2 if made else 1)
        return made(*found) if made else found[0]

    return called


def _row_of(x, axes):
    """An array with some axes in one, the last."""
    rest = [k for k in range(x.ndim) if k not in axes]
    kept = [x.shape[k] for k in rest]
    return x._permute_dims([*rest, *axes])._reshape([*kept, math.prod(x.shape[k] for k in axes)], None)


def several_axes(function, samples):
    """The function, which goes over one axis of the arrays that are its first parameters, over several axes together, if they are named."""
    of = inspect.signature(function)
    names = list(of.parameters)[:samples]

    @wraps(function)
    def called(*args, **kwargs):
        given = of.bind(*args, **kwargs)
        axis = given.arguments.get("axis")
        if not isinstance(axis, (tuple, list)):
            return function(*args, **kwargs)
        several = of.parameters[names[0]].kind is inspect.Parameter.VAR_POSITIONAL
        arrays = [asarray(each) for each in (given.arguments[names[0]] if several else [given.arguments[n] for n in names if n in given.arguments])]
        axes = axes_of(axis, max(each.ndim for each in arrays))
        if len(set(axes)) < len(axes):
            raise ValueError("repeated axis")
        rows = [_row_of(each, axes_of(axis, each.ndim)) for each in arrays]
        given.arguments |= {names[0]: tuple(rows)} if several else dict(zip(names, rows))
        given.arguments["axis"] = -1
        keepdims = given.arguments.pop("keepdims", False)
        found = function(*given.args, **given.kwargs)
        if not keepdims:
            return found
        wide = lambda each: expand_dims(asarray(each), axis=tuple(axes))
        if not isinstance(found, tuple):
            return wide(found)
        made = type(found)._make(map(wide, found))
        getattr(made, "__dict__", {}).update(getattr(found, "__dict__", {}))
        return made

    return called
