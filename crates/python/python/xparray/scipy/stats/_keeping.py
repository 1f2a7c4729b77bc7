"""What functions of samples do alike: samples too small for a number, and the axis that results keep (`keepdims=True`)."""

import inspect
import warnings

from ..._creation import asarray, full
from ..._manipulation import broadcast_shapes, expand_dims


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
