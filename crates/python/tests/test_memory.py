"""Orders of elements, views and what they are of, beside NumPy."""

import itertools

import numpy
import pytest

import xparray

SHAPES = [(), (0, 3), (6,), (2, 3), (2, 1, 3), (2, 3, 4)]


def both(shape):
    there = numpy.arange(float(numpy.prod(shape))).reshape(shape).copy()
    return xparray.asarray(there), there


def same(here, there):
    assert here.shape == there.shape
    assert numpy.array_equal(here.__array__(), there)


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("order", ["C", "F", "A", "K"])
def test_rows_of_elements_are_read_in_an_order(shape, order):
    for turned in (False, True):
        here, there = both(shape)
        if turned:
            here, there = here.T, there.T
        same(here.ravel(order), there.ravel(order))
        if order != "K":
            same(here.flatten(order), there.flatten(order))
            same(here.reshape(-1, 1, order=order), there.reshape(-1, 1, order=order))
            same(xparray.reshape(here, there.shape[::-1], order), numpy.reshape(there, there.shape[::-1], order=order))


def test_orders_that_are_none_are_refused():
    x, _ = both((2, 3))
    with pytest.raises(ValueError, match="order"):
        x.reshape(6, order="K")
    with pytest.raises(ValueError, match="order"):
        x.ravel("Z")
    with pytest.raises(ValueError, match="strings"):
        x.reshape(6, copy="False")


@pytest.mark.parametrize("shape", SHAPES)
def test_flags_are_numpys(shape):
    for index in ((), (slice(None, None, -1),), (..., slice(None, None, 2)), (..., None)):
        # An element of an array without axes is no array to NumPy.
        if len([each for each in index if isinstance(each, slice)]) > len(shape) or not (shape or index):
            continue
        here, there = both(shape)
        for x, y in ((here[index], there[index]), (here[index].T, there[index].T)):
            for name in ("C_CONTIGUOUS", "F_CONTIGUOUS", "OWNDATA", "WRITEABLE"):
                assert x.flags[name] == y.flags[name], (name, index)
            assert xparray.isfortran(x) == numpy.isfortran(y)
    assert not xparray.zeros((2, 2)).diagonal().flags.writeable
    with pytest.raises(KeyError):
        xparray.zeros(2).flags["Z"]


def test_fortrans_order_is_that_of_a_transposed_copy():
    x, y = both((2, 3))
    found = xparray.asfortranarray(x)
    assert found.flags.f_contiguous and not found.flags.c_contiguous
    same(found, y)
    assert xparray.asfortranarray(x.T).shares_memory(x)
    assert x.copy(order="F").flags.f_contiguous and x.copy().flags.c_contiguous


def test_views_know_the_array_that_they_are_of():
    x, _ = both((2, 3))
    assert x.base is None and (x + 1).base is None and x[x > 1].base is None
    for view in (x[0], x.T, x.reshape(3, 2), x[:, ::2].T[0], x.ravel(), xparray.broadcast_to(x, (2, 2, 3)), x.diagonal(), x[None]):
        assert view.base is x
    part = x[0]
    del x
    part[:] = 7
    assert part.base.tolist() == [[7, 7, 7], [3, 4, 5]]


@pytest.mark.parametrize("text", ["ij->ji", "ij", "ji", "...", "i...", "i...->...i", "...j->j...", "ij->ij"])
def test_einsum_without_sums_is_a_view(text):
    x, y = both((2, 3))
    found = xparray.einsum(text, x)
    same(found, numpy.einsum(text, y))
    assert found.base is x


@pytest.mark.parametrize(("text", "shape"), [("ii->i", (3, 3)), ("iij->ji", (2, 2, 3)), ("iii->i", (2, 2, 2)), ("...ii->i...", (2, 3, 3))])
def test_einsum_of_diagonals_is_a_view(text, shape):
    x, y = both(shape)
    found = xparray.einsum(text, x)
    same(found, numpy.einsum(text, y))
    assert found.base is x


@pytest.mark.parametrize("text", ["ii", "i->", "ij->i", "i.j", "ij->iij", "ij->k", "ii->i", "ijk"])
def test_einsum_that_sums_or_is_wrong_is_no_view(text):
    x, y = both((2, 3))
    try:
        expected = numpy.einsum(text, y)
    except ValueError:
        with pytest.raises(ValueError):
            xparray.einsum(text, x)
        return
    same(xparray.einsum(text, x), expected)


def test_bytes_turn_round():
    x = numpy.arange(6, dtype="int32").reshape(2, 3)
    same(xparray.asarray(x).byteswap(), x.byteswap())
    z = numpy.array([1 + 2j, 3.5 - 1j])
    same(xparray.asarray(z).byteswap(), z.byteswap())
    here = xparray.asarray(x)
    assert here.byteswap(inplace=True) is here and numpy.array_equal(here.__array__(), x.byteswap())


def test_byte_bounds_are_those_of_the_whole():
    x, _ = both((4, 3))
    first, end = xparray.byte_bounds(x)
    assert end - first == 12 * 8
    start, stop = xparray.byte_bounds(x[1:3, 1])
    assert stop - start == 4 * 8


def test_arrays_join_as_a_type():
    x, y = xparray.asarray([1, 2]), xparray.asarray([3, 4])
    for join in (xparray.concatenate, xparray.stack, xparray.vstack, xparray.hstack):
        assert join([x, y], dtype="float32").dtype == "float32"
        with pytest.raises(TypeError):
            join([x * 0.5, y], dtype="int64")
        assert join([x * 1.5, y], dtype="int64", casting="unsafe").dtype == "int64"
        with pytest.raises(TypeError):
            join([x * 0.5, y], casting="no")
    out = xparray.zeros((2, 2))
    assert xparray.stack([x, y], out=out) is out and out.tolist() == [[1, 2], [3, 4]]
    with pytest.raises(ValueError):
        xparray.stack([x, y], out=xparray.zeros(3))
    with pytest.raises(TypeError):
        xparray.stack([x, y], out=out, dtype="int64")


def test_broadcast_meets_elements():
    x, y = numpy.arange(3), numpy.arange(2)[:, None]
    here, there = xparray.broadcast(xparray.asarray(x), xparray.asarray(y)), numpy.broadcast(x, y)
    assert (here.shape, here.size, here.nd, here.numiter) == (there.shape, there.size, there.nd, there.numiter)
    assert [(int(a), int(b)) for a, b in here] == [(int(a), int(b)) for a, b in there]
    here.reset()
    assert len(list(here)) == 6
    with pytest.raises(ValueError):
        xparray.broadcast(xparray.zeros(2), xparray.zeros(3))


@pytest.mark.parametrize("name", ["floor_divide", "fmod", "remainder", "power", "left_shift", "right_shift"])
def test_truth_values_are_small_integers(name):
    x, y = numpy.array([True, True, False]), numpy.array([True, True, True])
    expected = getattr(numpy, name)(x, y)
    found = getattr(xparray, name)(xparray.asarray(x), xparray.asarray(y))
    assert found.dtype == expected.dtype == "int8"
    same(found, expected)


def test_numbers_are_of_the_type_that_a_call_names():
    x = xparray.asarray([5, 7], dtype="uint8")
    for name, number in itertools.product(("fmod", "floor_divide", "remainder"), (-2, -2.5)):
        expected = getattr(numpy, name)(numpy.array([5, 7], "uint8"), number, dtype="float64")
        same(getattr(xparray, name)(x, number, dtype="float64"), expected)


def test_ranges_are_complex_where_that_is_asked_for():
    for dtype in ("complex64", "complex128"):
        found = xparray.arange(1, 4, 0.5, dtype=dtype)
        assert found.dtype == dtype
        same(found, numpy.arange(1, 4, 0.5, dtype=dtype))


def test_text_has_options():
    x = numpy.array([1.0, -2.0 / 3.0, 1e-9])
    for options in ({}, {"precision": 3}, {"separator": ", ", "suppress_small": True}, {"sign": "+", "floatmode": "fixed"}):
        assert xparray.array2string(xparray.asarray(x), **options) == numpy.array2string(x, **options)
    long = numpy.arange(2000)
    assert xparray.array2string(xparray.asarray(long)) == numpy.array2string(long)
    assert xparray.array2string(xparray.asarray(long), threshold=5, edgeitems=1) == numpy.array2string(long, threshold=5, edgeitems=1)
    with pytest.raises(ValueError):
        xparray.array2string(xparray.asarray(x), sign="*")


def test_einsum_path_is_the_one_of_the_fewest_operations():
    shapes = [(2, 50), (50, 50), (50, 3)]
    path, text = xparray.einsum_path("ij,jk,kl->il", *map(xparray.zeros, shapes), optimize="optimal")
    assert path == numpy.einsum_path("ij,jk,kl->il", *map(numpy.zeros, shapes), optimize="optimal")[0]
    assert "Complete contraction" in text


def test_functions_of_numbers_are_called_for_each_place():
    import math

    gcd = xparray.frompyfunc(math.gcd, 2, 1)
    assert gcd(xparray.asarray([[4], [6]]), xparray.asarray([2, 9])).tolist() == [[2, 1], [2, 3]]
    parts = xparray.frompyfunc(math.modf, 1, 2)(xparray.asarray([1.5, -2.25]))
    assert [each.tolist() for each in parts] == [[0.5, -0.25], [1.0, -2.0]]
    with pytest.raises(TypeError):
        gcd(xparray.asarray([1]))


def test_vectorize_leaves_out_arguments_and_takes_whole_axes():
    x = numpy.arange(6.0).reshape(2, 3)
    poly = xparray.vectorize(lambda x, p, n=0: sum(c * x**k for k, c in enumerate(p)) + n, excluded=[1, "n"])
    same(poly(xparray.asarray(x), [1, 2, 3], n=4), 5 + 2 * x + 3 * x**2)
    inner = xparray.vectorize(lambda a, b: (a * b).sum(), signature="(n),(n)->()")
    same(inner(xparray.asarray(x), xparray.asarray(x[0])), numpy.vectorize(numpy.dot, signature="(n),(n)->()")(x, x[0]))
    outer = xparray.vectorize(lambda a, b: (a[:, None] * b, a), signature="(n),(m)->(n,m),(n)")
    table, first = outer(xparray.asarray(x), xparray.asarray([1.0, 2.0]))
    assert table.shape == (2, 3, 2) and first.shape == (2, 3)
    with pytest.raises(ValueError, match="inconsistent"):
        inner(xparray.asarray(x), xparray.zeros(2))
    with pytest.raises(TypeError, match="wrong number"):
        inner(xparray.asarray(x))
