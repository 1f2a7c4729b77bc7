"""Views write through, as NumPy's do: random programs of views and assignments, run on both, with the same arrays at the end."""

import random

import numpy
import pytest

import xparray

SHAPES = [(6,), (3, 4), (2, 3, 4), (1, 5), (0, 3)]


def random_index(rng, shape, arrays):
    """An index that both libraries take: slices, integers, new axes, an ellipsis; perhaps arrays and masks."""
    items, axis = [], 0
    while axis < len(shape):
        length = shape[axis]
        kind = rng.choice(["slice", "slice", "integer", "new", "rest"] + (["array", "mask"] if arrays else []))
        if kind == "rest":
            items.append(...)
            break
        if kind == "new":
            items.append(None)
            continue
        if kind == "integer" and length:
            items.append(rng.randrange(-length, length))
        elif kind == "array" and length:
            items.append([rng.randrange(-length, length) for _ in range(2)])
        elif kind == "mask":
            items.append([rng.random() < 0.5 for _ in range(length)])
            if sum(items[-1]) != 2:
                items[-1] = slice(None)
        else:
            bound = lambda: rng.choice([None, rng.randrange(-length - 1, length + 2)])
            items.append(slice(bound(), bound(), rng.choice([None, 1, 2, -1, -2])))
        axis += 1
    return tuple(items)


def for_numpy(index):
    return tuple(numpy.asarray(each) if isinstance(each, list) else each for each in index)


def random_view(rng, x, y):
    """The same view of both arrays."""
    kind = rng.choice(["index", "index", "transpose", "swap", "reshape", "expand", "flip", "squeeze", "ravel"])
    if kind == "index":
        index = random_index(rng, x.shape, arrays=False)
        # NumPy gives numbers for single elements, which are no views.
        index = index if any(each is ... for each in index) else (*index, ...)
        return x[index], y[index]
    if kind == "transpose":
        order = rng.sample(range(x.ndim), x.ndim)
        return x.transpose(order), y.transpose(order)
    if kind == "swap" and x.ndim > 1:
        return x.swapaxes(0, -1), y.swapaxes(0, -1)
    if kind == "reshape" and x.ndim > 1:
        shape = (x.shape[0] * x.shape[1], *x.shape[2:])
        return x.reshape(shape), y.reshape(shape)
    if kind == "expand":
        return xparray.expand_dims(x, 0), numpy.expand_dims(y, 0)
    if kind == "flip" and x.ndim:
        return xparray.flip(x, axis=None), numpy.flip(y, axis=None)
    if kind == "squeeze":
        return x.squeeze(), y.squeeze()
    if kind == "ravel":
        return x.ravel(), y.ravel()
    return x, y


def assign(rng, x, y):
    """The same assignment to both arrays."""
    value = rng.randrange(100)
    kind = rng.choice(["all", "index", "add", "multiply", "mask", "array", "self"])
    if kind == "all":
        x[...], y[...] = value, value
    elif kind == "index":
        index = random_index(rng, x.shape, arrays=True)
        try:
            y[for_numpy(index)] = value
        except IndexError:
            with pytest.raises(IndexError):
                x[index] = value
            return
        x[index] = value
    elif kind == "add":
        x += value
        y += value
    elif kind == "multiply":
        x *= 3
        y *= 3
    elif kind == "mask":
        x[x % 2 == 0], y[y % 2 == 0] = value, value
    elif kind == "array" and x.ndim:
        values = numpy.arange(x.shape[-1]) + value
        x[...], y[...] = xparray.asarray(values), values
    elif kind == "self":
        x[...], y[...] = x + xparray.flip(x), y + numpy.flip(y)


@pytest.mark.parametrize("seed", range(400))
def test_programs_of_views_and_assignments_are_numpys(seed):
    rng = random.Random(seed)
    whole = numpy.arange(numpy.prod(shape := rng.choice(SHAPES)), dtype=rng.choice(["int64", "float64"])).reshape(shape)
    pairs = [(xparray.asarray(whole.copy()), whole)]
    deferred = []
    for _ in range(12):
        x, y = rng.choice(pairs)
        deferred.append((x * 2 + 1, y * 2 + 1))
        pairs.append(random_view(rng, x, y))
        assign(rng, *rng.choice(pairs))
    for x, y in pairs + deferred:
        assert x.shape == y.shape and x.dtype == y.dtype
        assert x.tolist() == y.tolist()


@pytest.mark.parametrize("seed", range(300))
def test_indexing_is_numpys(seed):
    rng = random.Random(seed)
    y = numpy.arange(numpy.prod(shape := rng.choice(SHAPES))).reshape(shape)
    x = xparray.asarray(y)
    index = random_index(rng, shape, arrays=True)
    try:
        expected = y[for_numpy(index)]
    except IndexError:
        with pytest.raises(IndexError):
            x[index].tolist()
        return
    found = x[index]
    assert found.shape == numpy.shape(expected)
    assert found.tolist() == numpy.asarray(expected).tolist()


def test_a_slice_is_a_view():
    x = xparray.zeros((2, 3))
    row = x[1]
    row[:] = 7
    x[0, 0] = 1
    assert x.tolist() == [[1, 0, 0], [7, 7, 7]]
    row += x[0]
    assert x[1].tolist() == [8, 7, 7]
    assert row.shares_memory(x) and not row.copy().shares_memory(x)


def test_what_is_computed_keeps_its_values():
    x = xparray.arange(3)
    y = x + 1
    x[:] = 0
    assert y.tolist() == [1, 2, 3] and x.tolist() == [0, 0, 0]


def test_repeated_elements_refuse_to_be_written():
    x = xparray.broadcast_to(xparray.zeros(3), (2, 3))
    with pytest.raises(ValueError, match="read-only"):
        x[0, 0] = 1


def test_augmented_assignment_keeps_type_and_shape():
    x = xparray.arange(3)
    with pytest.raises(TypeError, match="same_kind"):
        x += 0.5
    with pytest.raises(ValueError, match="broadcast"):
        x += xparray.ones((2, 3), dtype="int64")
    other = x
    x += 1
    assert x is other and x.tolist() == [1, 2, 3]


def test_a_mask_without_axes():
    x = xparray.asarray(5)
    assert x[xparray.asarray(True)].tolist() == [5]
    assert x[x > 7].shape == (0,)
    x[x == 5] = 6
    assert x.tolist() == 6


def test_real_and_imaginary_parts_are_assigned():
    z = xparray.asarray([1 + 2j, 3 + 4j])
    z.real = [5, 6]
    z.imag = 0
    assert z.tolist() == [5, 6]
