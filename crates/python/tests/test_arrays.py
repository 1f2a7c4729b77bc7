"""The array object: made from other objects, turned into others, printed, pickled, refused."""

import array
import copy
import pickle

import numpy
import pytest

import xparray

NUMPY_TYPES = [
    "bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float16", "float32", "float64",
    "complex64", "complex128",
]


@pytest.mark.parametrize("name", NUMPY_TYPES)
def test_numpys_arrays_come_back(name):
    y = numpy.arange(12).reshape(3, 4).astype(name)
    for each in (y, y.T, y[::2, ::-1], y[0, 0], numpy.asfortranarray(y)):
        x = xparray.asarray(each)
        assert x.dtype == each.dtype and x.shape == each.shape
        back = numpy.asarray(x)
        assert back.dtype == each.dtype and (back == each).all()
        assert x.tolist() == each.tolist()
    assert (xparray.asarray(y.astype(y.dtype.newbyteorder())).__array__() == y).all()


def test_python_numbers_have_numpys_types():
    for value in (True, 3, 2.5, 1j, 2**63, [True, 2], [1, 2.5], [[1j, 0]], [], [[], []]):
        assert xparray.asarray(value).dtype == numpy.asarray(value).dtype
        assert xparray.asarray(value).shape == numpy.shape(value)
    assert xparray.asarray(array.array("f", [1, 2])).dtype == "float32"
    assert xparray.asarray([xparray.arange(2), [3, 4]][0:1]).shape == (1, 2)
    assert xparray.asarray([numpy.float32(1), 2]).tolist() == [1, 2]
    for value in ([1, [2]], [[1], [2, 3]]):
        with pytest.raises(ValueError, match="inhomogeneous"):
            xparray.asarray(value)
    for value in ("text", None, object(), ["a"]):
        with pytest.raises(TypeError):
            xparray.asarray(value)
    with pytest.raises(OverflowError):
        xparray.asarray(2**64)


def test_numbers_are_weak():
    x = xparray.ones(2, dtype="float32")
    assert (x + 1.5).dtype == "float32" and (1 - x).dtype == "float32"
    assert (x + 1j).dtype == "complex64"
    assert (x + numpy.float64(1)).dtype == "float64"
    u = xparray.ones(2, dtype="uint8")
    assert (u + 1).dtype == "uint8" and (u + True).dtype == "uint8" and (u * 0.5).dtype == "float64"
    with pytest.raises(OverflowError):
        u + 256
    with pytest.raises(OverflowError):
        u[0] = -1
    assert xparray.result_type(xparray.int8, 3).name == "int8"


@pytest.mark.parametrize(
    "value",
    [
        [1.0, 2.5], [[1, -2], [30, 4]], [True, False], [1 + 2j, 0.5j], [], 3.0, 7, [1e-9, 1e9], [numpy.nan, numpy.inf],
        numpy.zeros((2, 0)), numpy.float32([1, 2]), numpy.uint8([1, 2]), numpy.arange(2000), numpy.ones((40, 40)),
    ],
    ids=str,
)
def test_text_is_numpys(value):
    x, y = xparray.asarray(value), numpy.asarray(value)
    assert repr(x) == repr(y)
    assert str(x) == str(y)


def test_types_are_interchangeable_with_numpys():
    for name in NUMPY_TYPES:
        ours = getattr(xparray, name)
        theirs = numpy.dtype(name)
        assert ours == theirs and theirs == ours and ours == name and numpy.dtype(ours) == theirs
        assert numpy.zeros(1, dtype=ours).dtype == theirs
        assert xparray.zeros(1, dtype=theirs).dtype is ours
        assert (ours.itemsize, ours.kind, ours.str) == (theirs.itemsize, theirs.kind, theirs.str)
        assert pickle.loads(pickle.dumps(ours)) == ours and hash(ours) == hash(getattr(xparray, name))
    assert xparray.zeros(1, dtype=float).dtype == xparray.float64
    assert xparray.float32 != xparray.float64 and xparray.float32 != None  # noqa: E711
    assert xparray.float32(2).dtype == "float32"
    with pytest.raises(TypeError):
        xparray.zeros(1, dtype="datetime64")


@pytest.mark.parametrize("name", ["float16", "float32", "float64", "complex64"])
def test_limits_of_floats_are_numpys(name):
    ours, theirs = xparray.finfo(name), numpy.finfo(name)
    for key in ("bits", "eps", "max", "min", "smallest_normal", "tiny", "resolution"):
        assert getattr(ours, key) == pytest.approx(float(getattr(theirs, key)), rel=1e-3 if key == "resolution" else 0)


def test_limits_of_integers_are_numpys():
    for name in NUMPY_TYPES[1:9]:
        ours, theirs = xparray.iinfo(name), numpy.iinfo(name)
        assert (ours.bits, ours.max, ours.min) == (theirs.bits, theirs.max, theirs.min)


def test_copies_and_pickles():
    x = xparray.arange(6.0).reshape(2, 3).T
    for y in (copy.copy(x), copy.deepcopy(x), pickle.loads(pickle.dumps(x)), x.copy()):
        assert y.tolist() == x.tolist() and y.dtype == x.dtype and y.device == x.device
        y[0, 0] = 99
        assert x[0, 0] == 0


def test_conversions_to_numbers():
    assert int(xparray.asarray(3.7)) == 3 and float(xparray.asarray(2)) == 2.0 and complex(xparray.asarray(2)) == 2
    assert [1, 2, 3][xparray.asarray(1)] == 2 and bool(xparray.asarray([5]))
    with pytest.raises(ValueError, match="ambiguous"):
        bool(xparray.ones(2))
    with pytest.raises(TypeError):
        float(xparray.asarray(1j))
    with pytest.raises(TypeError):
        [1][xparray.asarray(0.0)]
    with pytest.raises(TypeError):
        int(xparray.ones(1))
    assert xparray.asarray([[1, 2]]).item(0, 1) == 2


def test_iteration():
    x = xparray.arange(6).reshape(3, 2)
    assert [row.tolist() for row in x] == [[0, 1], [2, 3], [4, 5]]
    assert len(x) == 3 and 4 in x and 9 not in x
    with pytest.raises(TypeError):
        iter(xparray.asarray(1))
    with pytest.raises(TypeError):
        len(xparray.asarray(1))


@pytest.mark.parametrize(
    "refused, error",
    [
        (lambda x: x + xparray.ones(4), ValueError),
        (lambda x: x[7], IndexError),
        (lambda x: x[0, 0, 0], IndexError),
        (lambda x: x[1.5], IndexError),
        (lambda x: x[..., ...], IndexError),
        (lambda x: x[[0, 9]].tolist(), IndexError),
        (lambda x: x[xparray.ones(5, dtype=bool)], IndexError),
        (lambda x: x.sum(axis=5), xparray.exceptions.AxisError),
        (lambda x: x.reshape(5), ValueError),
        (lambda x: x.transpose(0, 0), ValueError),
        (lambda x: x ^ x, TypeError),
        (lambda x: xparray.linalg.inv(xparray.zeros((2, 2))).tolist(), xparray.linalg.LinAlgError),
        (lambda x: xparray.linalg.cholesky(-xparray.eye(2)).tolist(), xparray.linalg.LinAlgError),
        (lambda x: xparray.zeros((2**40, 2**40)), ValueError),
        (lambda x: xparray.zeros(-1), ValueError),
        (lambda x: xparray.zeros(2, device="cuda:99"), RuntimeError),
        (lambda x: xparray.zeros(2, device="abacus"), ValueError),
        (lambda x: x + "text", TypeError),
        (lambda x: x @ 3, ValueError),
        (lambda x: hash(x), TypeError),
    ],
)
def test_what_numpy_raises(refused, error):
    with pytest.raises(error):
        refused(xparray.arange(6.0).reshape(2, 3))


def test_functions_are_objects():
    assert xparray.add.reduce([1, 2, 3]) == 6 and xparray.multiply.outer([1, 2], [3, 4]).tolist() == [[3, 4], [6, 8]]
    assert xparray.add.reduce([[1, 2], [3, 4]], axis=(0, 1)) == 10
    assert xparray.add.accumulate([1, 2, 3]).tolist() == [1, 3, 6]
    out = xparray.zeros(3)
    assert xparray.sin([0.0, 0.0, 0.0], out=out) is out
    kept = xparray.full(3, 9.0)
    xparray.negative([1.0, 2.0, 3.0], out=kept, where=[True, False, True])
    assert kept.tolist() == [-1, 9, -3]
    assert xparray.add([1], [2], dtype="float32").dtype == "float32"
    assert pickle.loads(pickle.dumps(xparray.sin)) is xparray.sin and "Sines" in xparray.sin.__doc__
    x = xparray.zeros(3)
    xparray.add.at(x, [0, 0, 2], 1)
    assert x.tolist() == [2, 0, 1]
    with pytest.raises(TypeError):
        xparray.add(1)
    with pytest.raises(TypeError, match="same_kind"):
        xparray.sin([0.0], out=xparray.zeros(1, dtype="int8"))
    narrow = xparray.zeros(1, dtype="int8")
    assert xparray.add([1.5], [2], out=narrow, casting="unsafe") is narrow and narrow.tolist() == [3]
    with pytest.raises(TypeError, match="unexpected keyword argument 'axis'"):
        xparray.sin([0.0], axis=0)


def test_devices():
    cpu = xparray.device("cpu")
    assert cpu == "cpu:0" and str(cpu) == "cpu:0" and pickle.loads(pickle.dumps(cpu)) == cpu
    with cpu:
        assert xparray.zeros(1).device == cpu
    assert xparray.ones(2).to_device("cpu").device == cpu
    assert cpu in xparray.devices()


def test_random_numbers_are_reproducible():
    first, second = (xparray.random.default_rng(5) for _ in range(2))
    assert first.normal(size=3).tolist() == second.normal(size=3).tolist()
    assert first.integers(1, 7, size=100).max() <= 6
    assert sorted(first.permutation(5).tolist()) == [0, 1, 2, 3, 4]
    assert first.random().shape == ()


@pytest.mark.parametrize("exponent", [0, 1, 2, 3, True, False, 0.5, 0.0, 2.0, 1.5])
@pytest.mark.parametrize("dtype", ["float32", "float64", "complex128"])
def test_powers_by_numbers(exponent, dtype):
    x = numpy.asarray([0.25, 4.0, 9.0], dtype=dtype)
    found = xparray.asarray(x) ** exponent
    assert str(found.dtype) == dtype
    numpy.testing.assert_allclose(numpy.asarray(found), x**exponent, rtol=1e-6)
