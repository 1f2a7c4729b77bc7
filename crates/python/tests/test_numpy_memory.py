"""Memory as NumPy has it: the order of axes in results, views of bits and of windows, memory of other objects, addresses, updates in place."""

import copy
import ctypes
import itertools
import pickle

import numpy
import pytest

import xparray

CUBE = numpy.arange(24.0).reshape(2, 3, 4)
AXES = list(itertools.permutations(range(3)))


def both(make):
    """What a function makes with this module, and with NumPy."""
    return make(xparray, xparray.asarray(CUBE)), make(numpy, CUBE.copy())


def assert_alike(make):
    found, expected = both(make)
    assert found.shape == expected.shape
    # How far the next element of an axis with one would be means nothing.
    strides = zip(found.strides, expected.strides, found.shape)
    assert all(ours == theirs for ours, theirs, length in strides if length > 1)
    assert found.flags.f_contiguous == expected.flags.f_contiguous
    assert found.flags.c_contiguous == expected.flags.c_contiguous
    assert found.dtype == expected.dtype
    numpy.testing.assert_array_equal(numpy.asarray(found), expected)


KEPT = {
    "a number added": lambda np, x: x + 1,
    "a number on the left": lambda np, x: 1 - x,
    "itself added": lambda np, x: x * x,
    "compared": lambda np, x: x > 3,
    "negative": lambda np, x: -x,
    "a sine": lambda np, x: np.sin(x) - np.sin(x),
    "maximum": lambda np, x: np.maximum(x, 5.0),
    "chosen": lambda np, x: np.where(x > 3, x, 0.0),
    "rounded": lambda np, x: np.round(x),
    "clipped": lambda np, x: np.clip(x, 3, 9),
    "another type": lambda np, x: x.astype("float32"),
    "as columns": lambda np, x: x.astype("float64", order="F"),
    "as rows": lambda np, x: x.astype("float64", order="C"),
    "a copy of its order": lambda np, x: np.copy(x),
    "a copy": lambda np, x: x.copy(),
    "a copy of columns": lambda np, x: x.copy("F"),
    "a copy in either order": lambda np, x: x.copy("A"),
    "a shallow copy": lambda np, x: copy.copy(x),
    "a deep copy": lambda np, x: copy.deepcopy(x),
    "an array of it": lambda np, x: np.array(x),
    "an array of rows": lambda np, x: np.array(x, order="C"),
    "zeros like it": lambda np, x: np.zeros_like(x),
    "zeros like columns": lambda np, x: np.zeros_like(x, order="F"),
    "sorted": lambda np, x: np.sort(x, axis=0),
    "running sums": lambda np, x: np.cumsum(x, axis=1),
    "sums": lambda np, x: x.sum(axis=0),
    "sums of the middle": lambda np, x: x.sum(axis=1),
    "sums with their axis": lambda np, x: x.sum(axis=-1, keepdims=True),
    "largest": lambda np, x: x.max(axis=2),
    "joined": lambda np, x: np.concatenate([x, x], axis=1),
    "repeated": lambda np, x: x.repeat(2, axis=0),
    "a new axis": lambda np, x: x[:, None] + 1,
    "a part": lambda np, x: x[:, 1:] + x[:, 1:],
    "backwards": lambda np, x: x[::-1, ::-1] + 1,
    "columns that are asked for": lambda np, x: np.add(x, 1, order="F"),
    "rows that are asked for": lambda np, x: np.add(x, 1, order="C"),
    "any order": lambda np, x: np.add(x, 1, order="A"),
    "a type that is asked for": lambda np, x: np.add(x, 1, dtype="float32"),
}


@pytest.mark.parametrize("axes", AXES, ids=str)
@pytest.mark.parametrize("make", KEPT.values(), ids=KEPT)
def test_results_have_the_order_of_their_operands(make, axes):
    assert_alike(lambda np, x: make(np, x.transpose(axes)))


@pytest.mark.parametrize("axes", AXES, ids=str)
@pytest.mark.parametrize("other", AXES, ids=str)
def test_operands_of_several_orders(axes, other):
    def make(np, x):
        first = x.transpose(axes)
        second = x.transpose(other).copy("K").reshape(first.shape, order="A")
        return first + second

    assert_alike(make)


def test_operands_that_broadcast():
    assert_alike(lambda np, x: x.T + x.T[:1])
    assert_alike(lambda np, x: x.T + x[0, 0, :2])
    assert_alike(lambda np, x: x[0, 0, :2] * x.T)
    assert_alike(lambda np, x: x.T[0] + x.T)


def test_results_of_some_order_go_on():
    def make(np, x):
        y = np.asfortranarray(x[0]) * 2
        y += 1
        y[1] = 7
        return y.T @ (y - x[0])

    found, expected = both(make)
    numpy.testing.assert_array_equal(numpy.asarray(found), expected)


def test_arrays_of_other_libraries_keep_their_order():
    for each in (CUBE.T, numpy.asfortranarray(CUBE), CUBE.transpose(1, 0, 2), CUBE[:, ::2]):
        assert xparray.array(each).strides == numpy.array(each).strides
        assert xparray.array(each, order="C").flags.c_contiguous
        back = xparray.array(each).__array__()
        assert back.strides == numpy.array(each).strides
        numpy.testing.assert_array_equal(back, each)


@pytest.mark.parametrize("axes", AXES, ids=str)
def test_pickled_columns_stay_so(axes):
    def make(np, x):
        return pickle.loads(pickle.dumps(x.transpose(axes)))

    found, expected = both(make)
    assert found.flags.fnc == expected.flags.fnc
    numpy.testing.assert_array_equal(numpy.asarray(found), expected)


def test_bytes_in_orders():
    for order in "CFAK" if numpy.__version__ > "2.5" else "CFA":
        for axes in AXES:
            assert xparray.asarray(CUBE).transpose(axes).tobytes(order) == CUBE.transpose(axes).tobytes(order)


def written(make):
    """What is left of both modules' arrays when a view of them was written."""
    for found in both(make):
        yield numpy.asarray(found)


VIEWS = {
    "the same size": lambda np, x: x.view("int64"),
    "smaller elements": lambda np, x: x.view("int32"),
    "bytes": lambda np, x: x.view("uint8")[..., ::8],
    "larger elements": lambda np, x: x.view("complex128"),
    "of a part": lambda np, x: x[1:, ::2].view("int32"),
    "backwards": lambda np, x: x[::-1].view("int32")[:, 1],
    "of columns": lambda np, x: x.T.view("int64"),
    "there and back": lambda np, x: x.view("int8").view("float64"),
    "imaginary parts": lambda np, x: x.view("complex128").imag,
    "real parts of a part": lambda np, x: x.view("complex128")[1].real[1:],
    "transposed": lambda np, x: x.view("int64").T[0],
    "bits of real parts": lambda np, x: x.view("complex128").real[:, 1:].view("int64"),
}


@pytest.mark.parametrize("view", VIEWS.values(), ids=VIEWS)
def test_views_of_bits_are_written(view):
    def shown(np, x):
        before = view(np, x)
        x[0, 0] = 9
        assert np.shares_memory(x, before)
        return before + 0

    def assigned(np, x):
        view(np, x)[...] = 3
        return x

    def updated(np, x):
        found = view(np, x)
        found += 1
        found[0] = found[-1]
        return x

    for make in (shown, assigned, updated):
        found, expected = written(make)
        numpy.testing.assert_array_equal(found, expected)


def test_bits_of_complex_numbers():
    z = xparray.asarray([1 + 2j, 3 + 4j])
    z.view("float64")[1] = 9
    assert z.tolist() == [1 + 9j, 3 + 4j]
    assert z.view("float64").base is z
    numpy.testing.assert_array_equal(numpy.asarray(z.view("float64")), [1, 9, 3, 4])
    kept = z.view("float64") + 0
    z[0] = 0
    assert kept.tolist() == [1, 9, 3, 4]


def test_bits_of_parts():
    for part in ("real", "imag"):
        found, expected = (np.asarray([[1 + 2j, 3 + 4j], [5, 6]]) for np in (xparray, numpy))
        for z in (found, expected):
            getattr(z, part).T.view("int64")[0, 1] = 7
        numpy.testing.assert_array_equal(numpy.asarray(found), expected)
    with pytest.raises(ValueError, match="last axis must be contiguous"):
        found.real.view("int32")


def test_bits_that_are_no_whole_elements():
    x = xparray.arange(6, dtype="int16")
    assert x[:4].view("int64").tolist() == numpy.arange(6, dtype="int16")[:4].view("int64").tolist()
    with pytest.raises(ValueError):
        x[:3].view("int64")
    with pytest.raises(ValueError):
        xparray.asarray(1.0).view("int32")
    assert xparray.zeros((0, 4)).view("int32").shape == (0, 8)


def test_lent_memory_of_bits():
    x = xparray.zeros(4)
    lent = numpy.asarray(x.view("int32"))
    lent[:] = numpy.ones(4).view("int32")
    assert x.tolist() == [1, 1, 1, 1]
    x.view("int32")[2:4] = 0
    assert lent.view("float64").tolist() == [1, 0, 1, 1]


def test_parts_are_views():
    z = xparray.asarray([1 + 2j, 3 + 4j])
    xparray.real(z)[0] = 7
    xparray.imag(z)[:] = 0
    assert z.tolist() == [7, 3]
    assert xparray.real([1, 2]).tolist() == [1, 2] and xparray.real(2 + 3j) == 2
    zeros = xparray.imag(xparray.ones((2, 2)).T)
    assert zeros.tolist() == [[0, 0], [0, 0]] and not zeros.flags.writeable


def test_regular_places_are_views():
    from xparray.lib.stride_tricks import as_strided, sliding_window_view

    x = xparray.arange(12.0)
    as_strided(x, (3,), (32,))[:] = -1
    assert x.tolist() == [-1, 1, 2, 3, -1, 5, 6, 7, -1, 9, 10, 11]
    part = as_strided(x[::2], (3,))
    assert part.tolist() == [-1, 2, -1] and part.strides == (16,)
    windows = sliding_window_view(x, 3)
    x[1] = 50
    assert windows[0].tolist() == [-1, 50, 2]
    repeated = as_strided(x, (3, 4), (8, 8))
    assert not repeated.flags.writeable
    with pytest.raises(ValueError):
        repeated[0] = 1
    for shape, strides in (((100,), (8,)), ((3,), (7,)), ((3,), (-8,))):
        with pytest.raises(ValueError):
            as_strided(x, shape, strides)


@pytest.mark.parametrize("arguments", [
    {}, {"order": "F"}, {"offset": 16}, {"strides": (8, 16)}, {"offset": 80, "strides": (-8, -16)}, {"dtype": "int64"}, {"dtype": "int32"},
    {"offset": 8, "dtype": "int16", "order": "F"}, {"dtype": "int32", "strides": (4, 40), "offset": 4},
], ids=str)
def test_arrays_of_memory(arguments):
    def make(np, x):
        return np.ndarray((2, 3), buffer=np.ascontiguousarray(x[0]), **arguments)

    found, expected = both(make)
    assert found.strides == expected.strides and found.dtype == expected.dtype
    numpy.testing.assert_array_equal(numpy.asarray(found), expected)
    content = bytes(CUBE[0].tobytes())
    found, expected = (np.ndarray((2, 3), buffer=content, **arguments) for np in (xparray, numpy))
    assert not found.flags.writeable and not expected.flags.writeable
    numpy.testing.assert_array_equal(numpy.asarray(found), expected)


def test_arrays_of_memory_share_it():
    x = xparray.zeros(4)
    xparray.ndarray((2,), buffer=x, offset=8, strides=(16,))[:] = 5
    assert x.tolist() == [0, 5, 0, 5]
    assert xparray.ndarray(3).shape == (3,) and xparray.ndarray((2, 3), "int32", order="F").flags.fnc
    assert xparray.ndarray((2, 2), strides=(8, 16)).strides == (8, 16)
    odd = xparray.ndarray((1,), "int32", buffer=b"\0\1\0\0\0\0", offset=1)
    assert odd.tolist() == [1]


def test_memory_that_is_too_small():
    x = xparray.zeros(4)
    with pytest.raises(TypeError, match="buffer is too small for requested array"):
        xparray.ndarray((5,), buffer=x)
    with pytest.raises(ValueError, match="strides is incompatible with shape"):
        xparray.ndarray((2,), buffer=x, strides=(32,))
    with pytest.raises(ValueError, match="negative dimensions are not allowed"):
        xparray.ndarray((-1,))
    with pytest.raises(ValueError, match="same length as shape"):
        xparray.ndarray((2,), strides=(8, 8))


def test_addresses():
    x = xparray.arange(12.0).reshape(3, 4)
    interface = x[:, 1:].__array_interface__
    assert interface["shape"] == (3, 3) and interface["strides"] == (32, 8) and interface["typestr"] == "<f8"
    assert interface["version"] == 3 and interface["data"] == (x.__array_interface__["data"][0] + 8, False)
    assert x.__array_interface__["strides"] is None and x.__array_interface__["descr"] == [("", "<f8")]

    class Holder:
        __array_interface__ = x.__array_interface__
        kept = x

    seen = numpy.asarray(Holder())
    seen[0, 0] = 100
    assert x[0, 0] == 100
    pointer = x.ctypes.data_as(ctypes.POINTER(ctypes.c_double))
    pointer[1] = 50
    assert x[0, 1] == 50
    x[0, 2] = 70
    assert pointer[2] == 70
    assert x.ctypes.data == interface["data"][0] - 8
    assert list(x.ctypes.shape) == [3, 4] and list(x.ctypes.strides) == [32, 8]
    assert list(x.ctypes.shape_as(ctypes.c_int)) == [3, 4]
    assert x.ctypes._as_parameter_.value == x.ctypes.data
    assert not hasattr(xparray.zeros(2, "bfloat16"), "__array_interface__")


def test_shapes_that_change_often_keep_nothing():
    resource = pytest.importorskip("resource")

    x = xparray.zeros(6)
    y = xparray.zeros(1)
    for turn in range(3):
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        for _ in range(200_000):
            x.shape = (2, 3)
            x.shape = (6,)
        for length in (100_000, 1) * 200:
            y.resize(length)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 20_000
    view = x.T
    x.shape = (3, 2)
    assert view.shape == (6,) and x.shape == (3, 2)
    with pytest.raises(ValueError):
        x.resize(3)
    x.resize(3, refcheck=False)
    assert x.shape == (3,) and view.shape == (6,)


def test_sums_that_begin_with_a_negative_zero():
    for values, options in [
        ([-0.0], {}), ([-0.0, -0.0], {}), ([0.0, -0.0], {}), ([1.0, -1.0], {}), ([[-0.0, -0.0], [-0.0, 0.0]], {"axis": 1}),
        ([-0.0, 0.0], {"where": [True, False]}), ([0.0], {"where": [False]}), ([], {}), ([[-0.0]], {"axis": 0, "keepdims": True}),
    ]:
        found, expected = (np.sum(np.asarray(values), initial=-0.0, **options) for np in (xparray, numpy))
        numpy.testing.assert_array_equal(numpy.signbit(found), numpy.signbit(expected), str(values))
        assert not numpy.signbit(xparray.sum(xparray.asarray(values), initial=0.0, **options)).any()


@pytest.mark.parametrize("name,values,indices,operands,dtype", [
    ("add", [-2, 5, 6], [0, 0, 1], [1.5, 1.5, 2.5], "int64"), ("multiply", [3, 2], [0, 0], [1.5, 1.5], "int64"),
    ("subtract", [1, 2, 3], [0, 0], [1.5, 1.5], "int32"), ("divide", [9, 2, 3], [0, 0, 2], [2, 2, 1], "int8"),
    ("power", list(range(10)), [1, 2, 3, 2], 3.5, "int64"), ("maximum", [1, 2], [0], [200], "int8"), ("minimum", [1, 2], [0, 0], [-0.5, -0.7], "int64"),
    ("add", [1, 2], [0, 0], [200, 100], "int8"), ("add", [1, 2], [0], [-1], "uint64"), ("add", [True, False], [0, 1], [1, 0], "bool"),
    ("multiply", [True, True], [0, 0], [0.5, 0.0], "bool"), ("arctan2", [4, 2], [0], [1], "int64"), ("maximum", [1.5, 2], [0, 1], [2, 1], "float32"),
    ("logical_or", [0, 2, 3], [0, 1], [1, 0], "int64"), ("less", [1, 2, 3], [0, 1], [1, 9], "int64"), ("floor_divide", [7, 9], [1, 1], [2.5, 1], "int64"),
])
def test_updates_by_values_of_greater_kinds(name, values, indices, operands, dtype):
    found, expected = (np.asarray(values, dtype=dtype) for np in (xparray, numpy))
    getattr(xparray, name).at(found, indices, operands)
    getattr(numpy, name).at(expected, indices, operands)
    numpy.testing.assert_array_equal(numpy.asarray(found), expected)


def test_objects_with_an_interface_alone():
    class Holder:
        kept = numpy.arange(3.0)
        __array_interface__ = kept.__array_interface__

    assert xparray.asarray(Holder()).tolist() == [0, 1, 2]


def test_slices_of_the_first_axis():
    for shape in ((7,), (4, 3), (0, 2)):
        x = numpy.arange(float(numpy.prod(shape))).reshape(shape)
        for bounds in itertools.product((None, -9, -2, 0, 2, 9), (None, -9, -1, 0, 3, 9), (None, 1, 2, -1, -3)):
            numpy.testing.assert_array_equal(numpy.asarray(xparray.asarray(x)[slice(*bounds)]), x[slice(*bounds)])
    with pytest.raises(IndexError, match="too many indices"):
        xparray.asarray(1.0)[1:]
    rows = xparray.arange(10)[xparray.arange(10).reshape(5, 2).T]
    assert rows.flags.f_contiguous


def test_ends_that_are_closer_than_a_step():
    stop = float(numpy.nextafter(0.0, 1.0)) * 5
    for num, endpoint in ((10, False), (10, True), (1, False), (3, True)):
        expected = numpy.linspace(0, stop, num, endpoint=endpoint)
        numpy.testing.assert_array_equal(numpy.asarray(xparray.linspace(0, stop, num, endpoint=endpoint)), expected)


def test_tolerances_of_each_element():
    a, b = numpy.array([1.0, 2.0, numpy.inf, numpy.nan, -numpy.inf]), numpy.array([1.1, 2.1, numpy.inf, numpy.nan, numpy.inf])
    for rtol, atol, equal_nan in ((0.0, [0.2, 0.01, 1, 1, 1], False), ([[0.0], [0.2]], 0.0, True), ([0.1] * 5, [0.1] * 5, True)):
        found, expected = (np.isclose(a, b, rtol=rtol, atol=atol, equal_nan=equal_nan) for np in (xparray, numpy))
        numpy.testing.assert_array_equal(numpy.asarray(found), expected)
        assert xparray.allclose(a, b, rtol, atol, equal_nan) == numpy.allclose(a, b, rtol, atol, equal_nan)


def test_views_may_be_written_where_their_arrays_may():
    def make(np, x):
        rows, diagonal = x[0, 1:], x[0].diagonal()
        for each in (rows, diagonal):
            each.setflags(write=False)
            each.flags.writeable = True
        rows[0, 0], diagonal[0] = 70, 80
        x.setflags(write=False)
        rows.setflags(write=False)
        with pytest.raises(ValueError, match="cannot set WRITEABLE flag to True"):
            rows.setflags(write=True)
        return x

    found, expected = both(make)
    numpy.testing.assert_array_equal(numpy.asarray(found), expected)
    repeated = xparray.broadcast_to(xparray.ones(1), (3,))
    with pytest.raises(ValueError):
        repeated.setflags(write=True)
    x = xparray.frombuffer(bytearray(8), "int32")
    x.setflags(write=False)
    x.setflags(write=True)
    x[:] = 5
    assert x.tolist() == [5, 5]


def test_an_element_is_no_sequence():
    for index in (0, (0, 1), ()):
        for np in (xparray, numpy):
            x = np.zeros((2, 2)[: 2 if index == (0, 1) else 1] if index != () else ())
            with pytest.raises(ValueError):
                x[index] = [1.0]
            x[index] = 5
            assert x.max() == 5


def test_outputs_of_reductions():
    x, out = xparray.asarray([[1.0, 2.0], [3.0, 4.0]]), xparray.zeros(2)
    assert xparray.add.reduce(x, out=...).tolist() == [4, 6]
    assert xparray.add.reduce(x, out=(out,)) is out and out.tolist() == [4, 6]
    assert xparray.sum(x, axis=1, out=...).tolist() == [3, 7]
    assert xparray.add.accumulate(x[0], out=...).tolist() == [1, 3]
    for wrong in (lambda np: np.negative(np.ones(2), out=(...,)), lambda np: np.add.reduce(np.ones(2), out=(...,)), lambda np: np.add(1, 2, ...)):
        for np in (xparray, numpy):
            with pytest.raises(TypeError):
                wrong(np)


@pytest.mark.parametrize("letter", "?bhilqnpBHILQNPefdFD")
def test_letters_of_types(letter):
    assert xparray.dtype(letter) == numpy.dtype(letter)
