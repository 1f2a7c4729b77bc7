"""What NumPy's users expect beyond values: types of mixed operands, the order of axes in results, iterators, comparisons with anything."""

import ctypes
import itertools

import numpy
import pytest

import xparray

CUBE = (numpy.arange(24.0) * 7 % 5).reshape(2, 3, 4)
AXES = list(itertools.permutations(range(3)))
INTEGERS = ("bool", "int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64")


def made(np, x):
    return np.array(x) if np is numpy else xparray.array(x)


def plain(found):
    """What was found, as NumPy's arrays."""
    if isinstance(found, (tuple, list)):
        return [plain(each) for each in found]
    return numpy.asarray(found)


def assert_same(make):
    """A function makes the same of both modules, of the same type, or raises the same."""
    try:
        expected = plain(make(numpy))
    except Exception as error:
        with pytest.raises(tuple(each for each in (TypeError, ValueError, IndexError, OverflowError) if isinstance(error, each))):
            make(xparray)
        return
    found = plain(make(xparray))
    for ours, theirs in zip(found, expected) if isinstance(expected, list) else [(found, expected)]:
        assert ours.dtype == theirs.dtype
        numpy.testing.assert_allclose(ours, theirs, rtol=1e-3 if theirs.dtype == "float16" else 1e-6)


@pytest.mark.parametrize("name", ["arctan2", "copysign", "heaviside", "hypot", "logaddexp", "logaddexp2", "nextafter"])
def test_floats_of_two_types_of_integers_are_those_that_hold_either(name):
    for one, other in itertools.product(INTEGERS, repeat=2):
        assert_same(lambda np: getattr(np, name)(np.asarray([0, 1, 3], dtype=one), np.asarray([1, 2, 2], dtype=other)))


@pytest.mark.parametrize("number", [70000, 1e300, 2**63, -3.5, 2 + 1j])
@pytest.mark.parametrize("dtype", ["int8", "float16", "float32", "complex64"])
def test_float_power_of_a_number_is_computed_in_doubles(dtype, number):
    exponents = numpy.asarray([0, 1, 2], dtype=dtype)
    assert_same(lambda np: np.float_power(number, made(np, exponents)))
    assert_same(lambda np: np.float_power(made(np, exponents), 2.5))


@pytest.mark.parametrize("name", ["square", "reciprocal", "conjugate"])
def test_truth_values_are_counted(name):
    assert_same(lambda np: getattr(np, name)(np.asarray([True, True])))
    assert_same(lambda np: getattr(np, name)(True))


@pytest.mark.parametrize("dtype", [*INTEGERS, "float16", "float32", "float64"])
def test_ldexp_takes_integers(dtype):
    assert_same(lambda np: np.ldexp(np.asarray([0, 1, 1], dtype=dtype), np.asarray([1, 2, 3], dtype="int32")))
    assert_same(lambda np: np.ldexp(3, np.asarray([1, 2], dtype="int8")))


@pytest.mark.parametrize("casting", ["no", "safe", "same_kind", "unsafe"])
@pytest.mark.parametrize("dtype", ["bool", "int8", "uint64", "float16", "float64", "complex64"])
def test_numbers_become_a_type_that_is_named(dtype, casting):
    for number in (0, 2.5, True, 2j, 300):
        if isinstance(number, complex) and casting == "unsafe":
            continue
        assert_same(lambda np: np.add(np.zeros(2, dtype=dtype), number, dtype=dtype, casting=casting))


@pytest.mark.parametrize("one, other", [*itertools.product(["bool", "int8", "uint8", "float32", "float64"], repeat=2)])
def test_nothing_is_converted_where_that_is_refused(one, other):
    assert_same(lambda np: np.maximum(np.zeros(2, dtype=one), np.ones(2, dtype=other), casting="no"))
    assert_same(lambda np: np.maximum(np.zeros(2, dtype=one), 1, casting="no"))


@pytest.mark.parametrize("other", [None, "a", ""])
def test_no_element_is_another_kind_of_object(other):
    x = xparray.arange(6).reshape(2, 3)
    assert (x == other).tolist() == [[False] * 3] * 2
    assert (x != other).tolist() == [[True] * 3] * 2
    assert (xparray.asarray(1) == other).tolist() is False
    with pytest.raises(TypeError):
        x < other


@pytest.mark.parametrize("key", ["a", [slice(None)], [..., ...], 1.5, [None]])
def test_what_is_no_index_is_refused_as_one(key):
    with pytest.raises(IndexError):
        xparray.arange(3)[key]


def test_an_empty_list_is_an_index_and_empty_floats_are_none():
    x = xparray.arange(3)
    assert x[[]].shape == x[()][[]].shape == (0,)
    with pytest.raises(IndexError):
        x[numpy.zeros(0)]


def test_size_of_several_axes():
    for axis in ((), (0,), (0, -1), 1, None):
        assert xparray.size(xparray.asarray(CUBE), axis) == numpy.size(CUBE, axis)


ORDERED = {
    "stacked": lambda np, x: np.stack([x, x]),
    "stacked last": lambda np, x: np.stack([x, x], axis=-1),
    "stacked between": lambda np, x: np.stack([x, x], axis=1),
    "joined beside an axis of one": lambda np, x: np.concatenate([x[:, :1], x[:, :1]], axis=1),
    "joined of repeated elements": lambda np, x: np.concatenate([np.broadcast_to(x[:1], x.shape)] * 2),
    "reduced": lambda np, x: np.add.reduce(x, axis=1),
    "reduced, axes kept": lambda np, x: np.maximum.reduce(x, axis=0, keepdims=True),
    "accumulated": lambda np, x: np.add.accumulate(x, axis=1),
    "a table": lambda np, x: np.add.outer(x, np.arange(2.0)),
    "a table of tables": lambda np, x: np.multiply.outer(x, x),
    "a table after a vector": lambda np, x: np.subtract.outer(np.arange(2.0), x),
    "rolled": lambda np, x: np.roll(x, 1, axis=0),
    "rolled in a row": lambda np, x: np.roll(x, 1),
    "differences": lambda np, x: np.diff(x, axis=2),
    "numbers only": lambda np, x: np.nan_to_num(x),
    "partitioned": lambda np, x: np.partition(x, 0, axis=0),
    "deviations": lambda np, x: x.std(axis=0),
    "variances": lambda np, x: np.var(x, axis=2, keepdims=True),
    "fractions": lambda np, x: np.modf(x)[0],
    "mantissas": lambda np, x: np.frexp(x)[0],
    "scaled": lambda np, x: np.ldexp(x, 2),
    "quotients": lambda np, x: np.divmod(x, 2)[0],
    "angles": lambda np, x: np.unwrap(x),
    "parts left out": lambda np, x: np.delete(x, 0, axis=1),
    "padded": lambda np, x: np.pad(x, 1),
    "einsum of all axes": lambda np, x: np.einsum("ijk,ijk->ijk", x, x),
    "einsum, axes turned": lambda np, x: np.einsum("ijk,ijk->kji", x, x),
    "einsum of a sum": lambda np, x: np.einsum("ijk->ik", x),
    "einsum, implicit": lambda np, x: np.einsum("ijk,k", x, np.ones(x.shape[2])),
    "einsum in rows": lambda np, x: np.einsum("ijk,ijk->kji", x, x, order="C"),
    "einsum in columns": lambda np, x: np.einsum("ijk,ijk->ijk", x, x, order="F"),
}


@pytest.mark.parametrize("axes", AXES)
@pytest.mark.parametrize("name", ORDERED)
def test_results_lie_as_their_operands(name, axes):
    make = ORDERED[name]
    found = make(xparray, xparray.asarray(CUBE).transpose(axes))
    expected = make(numpy, CUBE.transpose(axes))
    numpy.testing.assert_allclose(numpy.asarray(found), expected)
    strides = zip(found.strides, expected.strides, found.shape)
    assert all(ours == theirs for ours, theirs, length in strides if length > 1)


def test_einsum_of_one_array_is_of_the_type_that_is_named():
    x = xparray.asarray(CUBE)
    assert xparray.einsum("ijk->kji", x, dtype="float32").dtype == "float32"
    with pytest.raises(TypeError):
        xparray.einsum("ijk->kji", x, dtype="bad")


ITERATED = {
    "one": lambda np, x: [np.nditer(x)],
    "turned": lambda np, x: [np.nditer(x.T)],
    "rows": lambda np, x: [np.nditer(x.T, order="C")],
    "columns": lambda np, x: [np.nditer(x, order="F")],
    "backwards": lambda np, x: [np.nditer(x[::-1, :, ::-1])],
    "a vector backwards": lambda np, x: [np.nditer(x[0, 0, ::-1])],
    "two": lambda np, x: [np.nditer([x, x[:1, :, :1]])],
    "no axes": lambda np, x: [np.nditer(x[0, 0, 0])],
    "integers as floats": lambda np, x: [np.nditer(x.astype("int32"), flags=["buffered"], op_dtypes=["float64"])],
    "of axes": lambda np, x: [np.nditer([x[0, 0], x[0, :, 0]], op_axes=[[0, -1], [-1, 0]])],
    "at once": lambda np, x: [np.nditer(x, flags=["external_loop"])],
    "parts at once": lambda np, x: [np.nditer(x[:, :2], flags=["external_loop"], order="C")],
}


@pytest.mark.parametrize("name", ITERATED)
def test_nditer(name):
    (found,), (expected,) = ITERATED[name](xparray, xparray.asarray(CUBE)), ITERATED[name](numpy, CUBE)
    assert (found.itersize, found.nop) == (expected.itersize, expected.nop)
    ours, theirs = [[numpy.array(plain(each)) for each in it] for it in (found, expected)]
    assert len(ours) == len(theirs)
    for one, other in zip(ours, theirs):
        numpy.testing.assert_array_equal(one, other)
    assert found.finished


@pytest.mark.parametrize("flag", ["multi_index", "c_index", "f_index"])
@pytest.mark.parametrize("order", "KCF")
def test_nditer_knows_its_place(flag, order):
    def places(np, x):
        it = np.nditer(x.T[::-1], flags=[flag], order=order)
        return [(float(each), it.multi_index if flag == "multi_index" else it.index, it.iterindex) for each in it]

    assert places(xparray, xparray.asarray(CUBE)) == places(numpy, CUBE)


def test_nditer_writes_and_makes_operands():
    x = xparray.asarray(CUBE)
    with xparray.nditer([x.T, None], op_flags=[["readwrite"], ["writeonly", "allocate"]]) as it:
        for each, made_ in it:
            made_[...] = each * 2
            each[...] = each + 1
    numpy.testing.assert_array_equal(numpy.asarray(x), CUBE + 1)
    numpy.testing.assert_array_equal(numpy.asarray(it.operands[1]), CUBE.T * 2)
    it = xparray.nditer(x, flags=["external_loop"], op_flags=["readwrite"])
    for each in it:
        each[...] = 0
    assert not x.any()
    it = xparray.nditer(xparray.arange(3), flags=["c_index"])
    found = []
    while not it.finished:
        found.append((int(it[0]), it.index))
        it.iternext()
    assert found == [(0, 0), (1, 1), (2, 2)]
    it.reset()
    assert next(it) == 0


def test_nditer_refuses():
    x = xparray.arange(3)
    for each in xparray.nditer(x):
        with pytest.raises(ValueError):
            each[...] = 1
    with pytest.raises(ValueError):
        xparray.nditer(x[:0])
    assert list(xparray.nditer(x[:0], flags=["zerosize_ok"])) == []
    with pytest.raises(ValueError):
        xparray.nditer(x, flags=["other"])
    with pytest.raises(TypeError):
        xparray.nditer(x, op_dtypes=["float64"])
    with pytest.raises(TypeError):
        xparray.nditer(x, flags=["buffered"], op_dtypes=["int8"])
    with pytest.raises(ValueError):
        xparray.nditer([x[:1], x], op_flags=[["readwrite"], ["readonly"]])
    it = xparray.nditer(x)
    it.close()
    with pytest.raises(ValueError):
        it.value


def test_broadcast_and_flat():
    b, expected = (np.broadcast(np.arange(3), np.arange(2)[:, None]) for np in (xparray, numpy))
    assert [[int(each) for each in it] for it in b.iters] == [[int(each) for each in it] for it in expected.iters]
    with pytest.raises(ValueError):
        xparray.broadcast(*[1] * 65)
    flat = xparray.asarray(CUBE).flat
    assert flat.coords == (0, 0, 0)
    for _ in range(7):
        next(flat)
    assert (flat.index, flat.coords) == (7, (0, 1, 3))
    numpy.testing.assert_array_equal(numpy.asarray(flat[()]), CUBE.ravel())
    with pytest.raises(IndexError):
        flat[()] = 1


class Lent(ctypes.Structure):
    """NumPy's structure of an array."""

    _fields_ = [
        ("two", ctypes.c_int), ("nd", ctypes.c_int), ("typekind", ctypes.c_char), ("itemsize", ctypes.c_int), ("flags", ctypes.c_int),
        ("shape", ctypes.POINTER(ctypes.c_ssize_t)), ("strides", ctypes.POINTER(ctypes.c_ssize_t)), ("data", ctypes.c_void_p),
    ]


def lent(array):
    pointer = ctypes.pythonapi.PyCapsule_GetPointer
    pointer.restype, pointer.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
    capsule = array.__array_struct__
    said = Lent.from_address(pointer(capsule, None))
    return capsule, said, said.shape[: said.nd], said.strides[: said.nd]


@pytest.mark.parametrize("view", [lambda x: x, lambda x: x.T, lambda x: x[::-1, 1:, ::2], lambda x: x[0, 0, 0]])
def test_memory_as_a_structure_of_c(view):
    if xparray.Device().type_ != "cpu":
        pytest.skip("of memory of the host")
    x, y = view(xparray.asarray(CUBE)), view(CUBE.copy())
    (held, ours, *lengths), (_, theirs, *expected) = lent(x), lent(y)
    assert (ours.two, ours.nd, ours.typekind, ours.itemsize) == (2, theirs.nd, theirs.typekind, theirs.itemsize)
    assert lengths == expected
    assert ours.flags & 0x703 == theirs.flags & 0x703

    class Shown:
        __array_struct__ = held

    seen = numpy.asarray(Shown())
    numpy.testing.assert_array_equal(seen, y)
    seen[...] = 9
    assert bool((x == 9).all())


def test_memory_that_may_only_be_read_says_so():
    if xparray.Device().type_ != "cpu":
        pytest.skip("of memory of the host")
    assert not lent(xparray.broadcast_to(xparray.asarray(CUBE), (2, 2, 3, 4)))[1].flags & 0x400


INFINITIES = [
    ([-numpy.inf, numpy.inf], [10, 10]), ([-numpy.inf, numpy.inf], [0, 10]), ([-numpy.inf, 1], [0, 10]), ([-numpy.inf, 1], [10, 10]),
    ([0, numpy.inf], [0, 10]), ([0, numpy.inf], [10, 10]), ([0, 1], [0, numpy.inf]), ([0, 1], [-numpy.inf, 10]),
    ([0, 1], [-numpy.inf, numpy.inf]), ([0, 1], [numpy.inf, numpy.inf]), ([0, 1], [numpy.nan, 0]), ([0, 1, 2], [1, numpy.inf, 5]),
]


@pytest.mark.parametrize("points, values", INFINITIES)
def test_interp_beside_infinities(points, values):
    at = [-3.0, 0.0, 0.5, 1.0, 1.5, numpy.inf]
    for factor in (1, 1 + 0j, 2j, -1 + 2j):
        each = [complex(v * complex(factor).real, v * complex(factor).imag) if isinstance(factor, complex) else v for v in values]
        found, expected = (np.interp(np.asarray(at), np.asarray(points), np.asarray(each)) for np in (xparray, numpy))
        numpy.testing.assert_array_equal(numpy.asarray(found), expected)


REFUSED = {
    "differences of less": (ValueError, lambda np: np.diff(np.arange(3), n=-1)),
    "fewer bins than none": (ValueError, lambda np: np.bincount(np.arange(3), minlength=-1)),
    "a mask of another length": (ValueError, lambda np: np.delete(np.arange(3), [True, False])),
    "no axis to insert at": (IndexError, lambda np: np.insert(np.ones((2, 3)), 1, 1, axis=2)),
    "no axis to delete at": (IndexError, lambda np: np.delete(np.asarray(1), [], axis=0)),
    "floats as places to insert at": (IndexError, lambda np: np.insert([0, 1, 2], np.asarray([1.0, 2.0]), [10, 20])),
    "floats as places to delete": (IndexError, lambda np: np.delete([0, 1, 2], np.asarray([1.0, 2.0]))),
}


@pytest.mark.parametrize("name", REFUSED)
def test_wrong_arguments_raise_what_numpy_raises(name):
    error, call = REFUSED[name]
    for np in (numpy, xparray):
        with pytest.raises(error):
            call(np)


LIKE = {
    "nothing inserted": lambda np: np.insert(np.arange(3), [], []),
    "nothing counted": lambda np: np.bincount([], minlength=3),
    "pieces without axes": lambda np: np.piecewise(np.asarray(3), [True, False], [1, 0]),
    "pieces compared without axes": lambda np: np.piecewise(np.asarray(3), [np.asarray(3) <= 3, np.asarray(3) > 3], [4, 0]),
    "pieces of one": lambda np: np.piecewise(3, [True, False, False], [4, 2, 0]),
    "pieces by a matrix": lambda np: np.piecewise(np.arange(3), np.asarray([[True, False, False], [False, True, True]]), [4, lambda x: x * 2]),
    "pieces by one mask": lambda np: np.piecewise(np.arange(3), [True, False, True], [4, 7]),
    "angles as integers": lambda np: np.unwrap(np.asarray([0, 75, 150, 225, 50, 180]), period=255),
    "angles as small integers": lambda np: np.unwrap(np.asarray([0, 3, 1, 4], dtype="int16"), period=4),
    "covariances as float32": lambda np: np.cov(np.asarray([[0.0, 2, 3], [5, 1, 2]]), dtype="float32"),
    "correlations as float32": lambda np: np.corrcoef(np.asarray([[0.0, 2, 3], [5, 1, 2]]), dtype="float32"),
    "small integers sorted": lambda np: np.sort_complex(np.asarray([2, 1], dtype="int16")),
    "integers sorted": lambda np: np.sort_complex([2, 1]),
    "floats sorted": lambda np: np.sort_complex(np.asarray([2, 1], dtype="float32")),
    "keys of several types": lambda np: np.lexsort(
        (np.asarray([2.0, -1, 4], dtype="float16"), np.asarray([2**64 - 1, 2**64 - 3, 2**64 - 1], dtype="uint64"))),
    "nothing taken": lambda np: np.take(np.arange(3), []),
    "taken at truth values": lambda np: np.take(np.arange(3), [True, False, True]),
    "taken around": lambda np: np.take(np.arange(3), [[4, -7]], mode="wrap"),
    "a vector's triangle": lambda np: [np.tril(np.arange(3)), np.triu(np.arange(3.0), 1)],
    "angles of integers": lambda np: [np.angle(np.asarray([-1, 1], dtype=each)) for each in ("bool", "int8", "int64", "float32")],
    "integers in steps of a half": lambda np: [np.arange(-1, 3, 0.5, dtype="int8"), np.arange(0.5, 4, 1, dtype="int64")],
    "in columns": lambda np: np.asarray_chkfinite(np.ones((2, 3)), order="F"),
}


@pytest.mark.parametrize("name", LIKE)
def test_functions_take_what_numpys_do(name):
    assert_same(LIKE[name])


@pytest.mark.parametrize("one, other", [*itertools.product(["bool", "int8", "uint8", "int64", "float16", "float32", "float64", "complex64"], repeat=2)])
def test_what_is_reduced_into_an_output_is_combined_in_the_common_type(one, other):
    x = numpy.asarray([[3, 1, 2], [1, 0, 1]]).astype(one)

    def written(work):
        def made_(np):
            out = np.ones(2, dtype=other)
            work(np, np.asarray(x), out)
            return out

        return made_

    if one == "complex64" and other != "complex64":
        return
    assert_same(written(lambda np, x, out: np.sum(x, axis=1, out=out)))
    assert_same(written(lambda np, x, out: np.prod(x, axis=1, out=out)))
    assert_same(written(lambda np, x, out: np.add.reduce(x, axis=1, out=out)))
    assert_same(written(lambda np, x, out: np.maximum.reduce(x, axis=1, out=out)))


def test_sums_of_small_floats_are_as_exact_as_their_output():
    x = numpy.full(4096, 0.1, dtype="float16")
    assert_same(lambda np: np.sum(np.asarray(x), out=np.zeros((), dtype="float64")))
    assert_same(lambda np: np.add.reduce(np.asarray(x), out=np.zeros((), dtype="float64")))


@pytest.mark.parametrize("view", [lambda x: x, lambda x: x.T, lambda x: x[::-1, 1:]])
def test_put_repeats_values_and_counts_truth(view):
    for indices, values, mode in (([0, 2, 1], [7, 8], "raise"), ([True, False, True], 9, "raise"), ([5, -7, 1], [1, 2], "wrap"), ([-3, 9], [5, 6], "clip"), ([], 1, "raise")):
        x, y = xparray.arange(12).reshape(3, 4), numpy.arange(12).reshape(3, 4)
        view(x).put(indices, values, mode)
        view(y).put(indices, values, mode)
        numpy.testing.assert_array_equal(numpy.asarray(x), y)
    with pytest.raises(IndexError):
        view(xparray.arange(12).reshape(3, 4)).put([99], 1)


def test_elements_that_repeat_keep_their_place():
    def seen(np):
        x = np.broadcast_to(np.arange(12.0).reshape(1, 3, 4), (2, 3, 4))
        return [x.ravel(order="K"), x.flatten("K"), np.asarray([float(each) for each in np.nditer(x)])]

    assert_same(seen)


def test_nditer_writes_operands_with_fewer_axes():
    x, y = xparray.arange(12.0).reshape(3, 4), numpy.arange(12.0).reshape(3, 4)
    for np, z in ((xparray, x), (numpy, y)):
        with np.nditer([z, np.ones((1, 3, 4))], op_flags=[["readwrite"], ["readonly"]]) as it:
            for one, other in it:
                one[...] = one * 2 + other
    numpy.testing.assert_array_equal(numpy.asarray(x), y)


def test_new_arrays_of_one_number():
    for name in ("zeros", "ones", "empty"):
        make = getattr(xparray, name)
        assert make((2, 3)).dtype == "float64" and make(3, bool).dtype == "bool" and make((), dtype=None).shape == ()
        assert make((2, 3), order="F").flags.f_contiguous and make((2, 3), order="C").flags.c_contiguous
        assert make((2, 3), "int8", "F", device=xparray.Device()).strides == (1, 2)
        assert make(2, dtype="complex64").tolist() == [complex(name == "ones")] * 2
        with pytest.raises(ValueError):
            make(-1)
        with pytest.raises(TypeError):
            make()


@pytest.mark.parametrize("name", ["putmask", "place"])
def test_arrays_are_not_written_where_they_would_lose(name):
    cases = [("float32", numpy.arange(1)), ("int64", numpy.asarray([2.5])), ("float64", numpy.asarray([1j])), ("int8", numpy.asarray([3]))]
    cases += [("float64", numpy.asarray([2])), ("float32", [1]), ("int64", 2.5), ("int64", [2.5])]
    for dtype, values in cases:
        def written(np):
            x = np.zeros(3, dtype=dtype)
            getattr(np, name)(x, np.asarray([True, False, True]), np.asarray(values) if isinstance(values, numpy.ndarray) else values)
            return x

        assert_same(written)


def test_an_output_has_the_axes_of_a_masked_result():
    assert_same(lambda np: np.add(np.asarray([1]), 2, out=np.zeros(()), where=np.asarray([True])))
    assert_same(lambda np: np.add(np.asarray([1]), 2, out=np.zeros((2, 3)), where=np.asarray([True, False, True])))


@pytest.mark.parametrize("axis", [None, 0, 1, (0, 1)])
def test_weighted_quantiles_of_numbers(axis):
    x = numpy.asarray([[3.0, numpy.nan, 1, 2], [numpy.nan, numpy.nan, 5, 4], [1, numpy.nan, numpy.nan, 0]])
    weights = numpy.asarray([[1.0, 2, 3, 0], [1, 1, 1, 1], [2, 0.5, 1, 4]])
    for q in (0.0, 0.3, [0.5, 1.0]):
        for name, scale in (("nanquantile", 1), ("nanpercentile", 100)):
            found, expected = (
                getattr(np, name)(np.asarray(x), numpy.multiply(q, scale), axis=axis, weights=np.asarray(weights), method="inverted_cdf")
                for np in (xparray, numpy))
            numpy.testing.assert_array_equal(numpy.asarray(found), expected)
    with pytest.raises(ValueError):
        xparray.nanquantile(xparray.asarray(x), 0.5, weights=xparray.asarray(weights))


def test_integers_of_64_bits_are_told_apart():
    signed = xparray.asarray([-1, 2**62, 2**63 - 1, 5])
    unsigned = xparray.asarray([2**64 - 1, 2**62 + 1, 2**63 - 1, 5], dtype="uint64")
    assert xparray.isin(signed, unsigned).tolist() == [False, False, True, True]
    assert xparray.isin(unsigned, signed).tolist() == [False, False, True, True]
    assert xparray.isin(unsigned, signed, invert=True).tolist() == [True, True, False, False]
    assert xparray.isin(unsigned, [[-1, 5]]).tolist() == [False, False, False, True]


def test_types_say_that_their_elements_are_numbers():
    for ours in [xparray.asarray(1, dtype=each).dtype for each in INTEGERS]:
        theirs = numpy.dtype(ours.name)
        for name in ("names", "fields", "subdtype", "metadata", "hasobject", "isalignedstruct", "isbuiltin"):
            assert getattr(ours, name) == getattr(theirs, name)
        assert ours.base == ours
    assert xparray.dtype("bfloat16").names is None


BEYOND = {
    "functions over axes": lambda np, x: np.apply_over_axes(np.sum, x, [5]),
    "elements put": lambda np, x: np.put_along_axis(x, np.asarray([[0]]), 1, 5),
    "turned": lambda np, x: np.rot90(x, axes=(0, 5)),
    "turned without axes": lambda np, x: np.rot90(np.asarray(1)),
    "zeros cut off": lambda np, x: np.trim_zeros(x, axis=5),
    "padded": lambda np, x: np.pad(x, {5: 1}),
    "weighted quantiles": lambda np, x: np.quantile(x, 0.5, axis=3, weights=np.asarray([[1.0] * 3] * 2), method="inverted_cdf"),
    "norms": lambda np, x: np.linalg.vector_norm(x, axis=3),
    "drawn": lambda np, x: np.random.default_rng(0).choice(x, 2, axis=3),
}


@pytest.mark.parametrize("name", BEYOND)
def test_axes_that_are_not_there_are_refused(name):
    for np in (numpy, xparray):
        with pytest.raises((ValueError, IndexError)):
            BEYOND[name](np, np.asarray(numpy.arange(6.0).reshape(2, 3)))


PARTS = {
    "parts by a number of NumPy": lambda np: np.split(np.arange(4), numpy.int64(2)),
    "parts by an array": lambda np: np.array_split(np.arange(5), np.asarray(2)),
    "sums so far of a number": lambda np: np.cumulative_sum(np.asarray(5), axis=-1, include_initial=True),
    "products so far of a number": lambda np: np.cumulative_prod(np.asarray(5), axis=0),
    "a number without zeros": lambda np: np.trim_zeros(np.asarray(0)),
}


@pytest.mark.parametrize("name", PARTS)
def test_numbers_of_arrays_are_numbers(name):
    assert_same(PARTS[name])


def test_numbers_are_sorted_by_no_fields():
    x = xparray.arange(3)
    calls = (xparray.sort, xparray.argsort, lambda x, order: x.sort(order=order), lambda x, order: x.argsort(order=order))
    for call in (*calls, lambda x, order: xparray.partition(x, 1, order=order), lambda x, order: xparray.argpartition(x, 1, order=order)):
        with pytest.raises(ValueError):
            call(x, order="a")
