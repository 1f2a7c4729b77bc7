"""`where=` and `initial=`, of functions of each element and of reductions, beside NumPy."""

import numpy
import pytest

import xparray
from test_arrays import NUMPY_TYPES

SHAPES = [(3, 4), (2, 3, 2), (5,), (), (0,), (2, 0, 3), (1, 4)]


def inputs(name):
    """Arrays of many layouts, each with NumPy's."""
    rng = numpy.random.default_rng(5)
    for shape in SHAPES:
        y = (rng.integers(0, 5, shape) if name != "bool" else rng.integers(0, 2, shape)).astype(name)
        x = xparray.asarray(y)
        yield x, y
        if len(shape) > 1:
            yield x.T, y.T
            yield x[:, ::-1], y[:, ::-1]
            yield x[..., 1:], y[..., 1:]
            yield xparray.broadcast_to(x, (2, *shape)), numpy.broadcast_to(y, (2, *shape))


def masks(shape):
    rng = numpy.random.default_rng(6)
    yield rng.random(shape) < 0.5
    yield numpy.zeros(shape, dtype=bool)
    if shape:
        yield rng.random(shape[-1:]) < 0.5
        yield numpy.moveaxis(rng.random(shape[::-1]) < 0.5, range(len(shape)), range(len(shape))[::-1])
    if len(shape) > 1:
        yield rng.random((shape[0], *[1] * (len(shape) - 1))) < 0.5


def same(x, y, tolerance=1e-12):
    y = numpy.asarray(y)
    assert x.shape == y.shape and x.dtype == y.dtype
    if y.dtype.itemsize <= 4 or y.dtype == "complex64":
        tolerance = 2e-3 if y.dtype == "float16" else 2e-6
    numpy.testing.assert_allclose(numpy.asarray(x), y, rtol=tolerance, atol=tolerance)


def reduction(name, module):
    return getattr(module, name)


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@pytest.mark.parametrize("dtype", NUMPY_TYPES)
@pytest.mark.parametrize("name", ["sum", "prod", "max", "min", "mean", "any", "all", "std", "var"])
def test_reductions_of_what_a_mask_chooses(name, dtype):
    ordered = name in ("max", "min")
    for x, y in inputs(dtype):
        for mask in masks(y.shape):
            for axis in (None, *range(y.ndim), *([(0, 1)] if y.ndim > 1 else [])):
                options = {"axis": axis, "keepdims": axis == 0, "where": mask}
                if ordered:
                    options["initial"] = 1
                expected = getattr(numpy, name)(y, **options)
                same(getattr(xparray, name)(x, **options), expected)
                options["where"] = xparray.asarray(mask)
                same(getattr(x, name)(**options), expected)


@pytest.mark.parametrize("name", ["sum", "prod", "max", "min"])
def test_reductions_start_from_an_initial_value(name):
    for dtype in NUMPY_TYPES[1:]:
        for x, y in inputs(dtype):
            same(getattr(xparray, name)(x, initial=2), getattr(numpy, name)(y, initial=2))
            if y.ndim:
                same(getattr(xparray, name)(x, axis=-1, initial=3), getattr(numpy, name)(y, axis=-1, initial=3))
    assert xparray.sum(xparray.asarray([1, 2], dtype="int8"), initial=300).tolist() == 303
    assert xparray.max(xparray.asarray([1, 2]), initial=2.5).tolist() == 2
    assert xparray.max(xparray.zeros((0, 3)), axis=0, initial=-1).tolist() == [-1, -1, -1]
    assert xparray.sum([1, 2], initial=numpy.array(3)).tolist() == 6


def test_a_mask_leaves_nan_and_infinities_out():
    x = xparray.asarray([1.0, float("nan"), float("inf"), 3.0])
    mask = [True, False, False, True]
    assert xparray.sum(x, where=mask).tolist() == 4 and xparray.max(x, where=mask, initial=0).tolist() == 3
    assert xparray.mean(x, where=mask).tolist() == 2 and xparray.var(x, where=mask).tolist() == 1
    assert xparray.std(x, where=mask, ddof=1).tolist() == numpy.std([1, 3], ddof=1)
    assert numpy.mean(x, where=xparray.asarray(mask)).tolist() == 2


@pytest.mark.parametrize("module", [numpy, xparray])
def test_masks_that_cannot_be_are_refused(module):
    x = module.ones((2, 3))
    for name in ("max", "min"):
        with pytest.raises(ValueError, match="identity"):
            getattr(module, name)(x, where=x > 0)
    for name in ("sum", "mean", "var", "any"):
        with pytest.raises(ValueError):
            getattr(module, name)(x, where=module.ones((2, 2, 3), dtype=bool))
        with pytest.raises(TypeError):
            getattr(module, name)(x, where=module.ones(3))
    with pytest.raises(OverflowError):
        module.max(module.ones(2, dtype="int8"), initial=300)
    with pytest.raises(TypeError):
        module.add(x, 1, where=module.ones(3))
    with pytest.raises(ValueError):
        module.add(module.ones(3), 1, out=module.zeros(3), where=[[True], [True]])


@pytest.mark.parametrize("dtype", NUMPY_TYPES)
def test_functions_write_where_a_mask_holds(dtype):
    for x, y in inputs(dtype):
        for mask in masks(y.shape):
            for name, others in (("add", (x, y)), ("multiply", (x, y)), ("equal", (x, y))):
                expected = getattr(numpy, name)(y, others[1], out=numpy.full_like(y, 1), where=mask, casting="unsafe")
                out = xparray.full_like(x, 1)
                found = getattr(xparray, name)(x, others[0], out=out, where=mask, casting="unsafe")
                assert found is out
                same(out, expected)
    # Without an output the other elements are anything in NumPy, and zero here.
    x = xparray.asarray([1.0, 4.0, 9.0])
    assert xparray.sqrt(x, where=[True, False, True]).tolist() == [1, 0, 3]
    assert xparray.add(1, 2, where=[True, False]).tolist() == [3, 0]


def test_reductions_of_functions_take_masks():
    x = numpy.arange(6.0).reshape(2, 3)
    mask = x % 2 == 0
    same(xparray.add.reduce(xparray.asarray(x), where=mask), numpy.add.reduce(x, where=mask))
    same(
        xparray.subtract.reduce(xparray.asarray(x), axis=1, initial=3, where=mask),
        numpy.subtract.reduce(x, axis=1, initial=3, where=mask),
    )
    same(xparray.add.reduce(xparray.asarray(x), axis=(), where=mask), numpy.add.reduce(x, axis=(), where=mask))
    same(xparray.maximum.reduce(xparray.asarray(x), axis=None, initial=9), numpy.maximum.reduce(x, axis=None, initial=9))
