"""What is left of NumPy's arguments and methods: beginnings of reductions, signatures, outputs of functions with several, lengths beyond all memory."""

import os
import subprocess
import sys

import numpy as np
import pytest

import xparray as xp


def agrees(found, expected):
    for each, other in zip(found, expected) if isinstance(expected, tuple) else [(found, expected)]:
        other = np.asarray(other)
        assert each.dtype == other.dtype and each.shape == other.shape
        np.testing.assert_allclose(np.asarray(each), other, rtol=1e-6 if other.dtype.itemsize == 4 else 1e-13)


def refused(error, message, work):
    """Both refuse the same, of which ours says so."""
    for module in (np, xp):
        with pytest.raises(error) as raised:
            work(module)
    assert message in str(raised.value)


EMPTY = "zero-size array to reduction operation add which has no identity"
MASKED = "reduction operation 'add' does not have an identity, so to use a where mask one has to specify 'initial'"


@pytest.mark.parametrize("message, work", [
    (EMPTY, lambda m: m.add.reduce([], initial=None)),
    (EMPTY, lambda m: m.sum([], initial=None)),
    (EMPTY, lambda m: m.asarray([], dtype="float64").sum(initial=None)),
    (EMPTY, lambda m: m.nansum([], initial=None)),
    (EMPTY, lambda m: m.add.reduce(m.zeros((0, 3)), initial=None)),
    (EMPTY, lambda m: m.add.reduce(m.zeros((3, 0)), axis=-1, initial=None)),
    (EMPTY.replace("add", "multiply"), lambda m: m.prod(m.zeros((2, 0)), axis=1, initial=None)),
    (EMPTY.replace("add", "logical_or"), lambda m: m.logical_or.reduce([], initial=None)),
    (EMPTY.replace("add", "maximum"), lambda m: m.maximum.reduce([])),
    (EMPTY.replace("add", "maximum"), lambda m: m.max([], initial=None)),
    (EMPTY, lambda m: m.add.reduce(m.zeros((0, 0)), axis=0, initial=None)),
    (EMPTY.replace("add", "divide"), lambda m: m.divide.reduce(m.zeros((0, 0, 5)), axis=1)),
    (MASKED, lambda m: m.add.reduce([1, 2], where=[True, False], initial=None)),
    (MASKED, lambda m: m.sum([1, 2], where=[True, False], initial=None)),
])
def test_reductions_of_nothing_need_a_beginning(message, work):
    refused(ValueError, message, work)


@pytest.mark.parametrize("work", [
    lambda m: m.add.reduce([1, 2], initial=None),
    lambda m: m.sum([[1, 2], [3, 4]], axis=0, initial=None),
    lambda m: m.logical_and.reduce([5], initial=None),
    lambda m: m.add.reduce(m.zeros((3, 0)), initial=None),
    lambda m: m.add.reduce([]),
    lambda m: m.sum([], initial=3.0),
    lambda m: m.nanmax([1.0, np.nan], initial=None),
    lambda m: m.equal.reduce([0, 0], dtype=bool),
    lambda m: m.less.accumulate([0, 1, 1, 2], dtype=bool),
    lambda m: m.add.reduceat(m.ones((5, 2)), [], axis=1),
])
def test_reductions_begin_with_the_first_element(work):
    agrees(work(xp), work(np))


class Many:
    """A sequence that says that it is longer than any memory."""

    def __len__(self):
        return 2**31

    def __getitem__(self, place):
        return xp.zeros(1)


@pytest.mark.parametrize("join", [xp.concatenate, xp.stack, xp.hstack, xp.vstack, xp.dstack, xp.column_stack])
def test_so_many_arrays_are_not_joined(join):
    with pytest.raises(ValueError, match="only supports up to 2147483647 arrays but got 2147483648"):
        join(Many())


LIMITED = """
import resource
resource.setrlimit(resource.RLIMIT_AS, (2**31, 2**31))
import xparray as m
works = [
    lambda: m.array(range(2**40)),
    lambda: m.asarray(range(0, 2**45, 3), dtype="float64"),
    lambda: m.array([range(2**40)]),
    lambda: m.array((1,) * 2**27),
    lambda: m.concatenate((m.zeros(1),) * 2**27),
    lambda: m.zeros(2**40),
    lambda: m.arange(2**40),
    lambda: m.broadcast_to(1, 2**40).copy(),
]
for work in works:
    try:
        work().block_until_ready()
    except MemoryError:
        print("MemoryError")
"""


def test_lengths_beyond_the_memory_are_errors_of_memory():
    pytest.importorskip("resource")
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "XPARRAY_BACKEND": "cpu"}
    done = subprocess.run([sys.executable, "-c", LIMITED], capture_output=True, text=True, env=environment)
    assert done.stdout.split() == ["MemoryError"] * 8, done.stderr


@pytest.mark.parametrize("make", [
    lambda m: m.zeros(2**63),
    lambda m: m.zeros((2, 2**64)),
    lambda m: m.zeros(2**62),
    lambda m: m.arange(2**62),
    lambda m: m.repeat([1, 2], 2**62),
    lambda m: m.tile([1, 2], 2**62),
])
def test_lengths_beyond_all_integers_are_errors_of_values(make):
    for module in (np, xp):
        with pytest.raises(ValueError):
            make(module)


def test_shapes_are_of_integers():
    assert xp.ones(xp.array([2, 3])).shape == xp.ones(np.array([2, 3])).shape == xp.ones([2, 3]).shape == (2, 3)
    assert xp.ones(xp.array(3)).shape == xp.ones(np.int64(3)).shape == (3,)
    refused(TypeError, "cannot be interpreted as an integer", lambda m: m.zeros(3.0))


@pytest.mark.parametrize("made", [range(5), range(7, -3, -2), range(0), [range(3), range(3, 6)], range(2**63, 2**63 + 3)])
def test_ranges_are_arrays_of_their_integers(made):
    agrees(xp.array(made), np.array(made))
    agrees(xp.array(made, dtype="float32"), np.array(made, dtype="float32"))


def test_ranges_keep_to_their_element_type():
    refused(OverflowError, "out of bounds for uint8", lambda m: m.array(range(300), dtype="uint8"))
    refused(OverflowError, "out of bounds for int8", lambda m: m.array(range(-200, 100, 7), dtype="int8"))


HALVES = [0.0, 0.5, 1.0, 2.75]


@pytest.mark.parametrize("work", [
    lambda m: m.add(m.array(HALVES), 0.5, sig="ii->i", casting="unsafe"),
    lambda m: m.add(m.array(HALVES), 0.5, signature=("i4", "i4", "i4"), casting="unsafe"),
    lambda m: m.add(m.array(HALVES), 0.5, signature=(None, None, "f4")),
    lambda m: m.add([3], [4], sig=(None, None, None)),
    lambda m: m.power(2, 3, sig="dd->d"),
    lambda m: m.less([1, 2], 2, sig="dd->?"),
    lambda m: m.sqrt(4, sig="f->f"),
    lambda m: m.add([1, 2], 2, subok=False, order="K"),
    lambda m: m.add([1, 2], 2, out=...),
    lambda m: m.add([1, 2], 2, out=(None,)),
    lambda m: m.add([1, 2], 2, m.zeros(2, dtype="int64"), where=[1, 0]),
])
def test_functions_take_signatures_and_other_keywords(work):
    agrees(work(xp), work(np))


@pytest.mark.parametrize("error, message, work", [
    (TypeError, "dtype", lambda m: m.add(m.array(HALVES), 0.5, sig="i", casting="unsafe")),
    (TypeError, "", lambda m: m.add(m.array(HALVES), 0.5, sig=("i4",), casting="unsafe")),
    (TypeError, "Cannot cast ufunc 'add' input 0", lambda m: m.add(m.array(HALVES), 0.5, sig="ii->i")),
    (ValueError, "2 typecode(s) before and 1 after the -> sign", lambda m: m.add(1, 2, sig="iii->i")),
    (TypeError, "No loop", lambda m: m.less(1, 2, sig="dd->d")),
    (TypeError, "must be a string or a tuple", lambda m: m.add(1, 2, sig=3)),
    (TypeError, "cannot specify both 'signature' and 'dtype'", lambda m: m.add(1, 2, sig="dd->d", dtype="f8")),
    (TypeError, "cannot specify both", lambda m: m.add(1, 2, sig="dd->d", signature="dd->d")),
    (ValueError, "", lambda m: m.add(1, 2, sig="zz->d")),
    (ValueError, "exactly one entry per ufunc output", lambda m: m.add(1, 2, out=(None, None))),
    (TypeError, "both a positional and keyword argument", lambda m: m.add(1, 2, m.zeros(()), out=m.zeros(()))),
    (TypeError, "return arrays must be of", lambda m: m.add(1, 2, 3)),
    (TypeError, "add() takes from 2 to 3 positional arguments but 1 were given", lambda m: m.add(1)),
    (TypeError, "add() got an unexpected keyword argument 'axis'", lambda m: m.add(1, 2, axis=0)),
    (ValueError, "order must be one of 'C', 'F', 'A', or 'K' (got 'x')", lambda m: m.add(1, 2, order="x")),
    (TypeError, "", lambda m: m.add([1], 2, m.zeros(1), where=m.array([1]))),
])
def test_functions_refuse_wrong_keywords(error, message, work):
    for module in (np, xp):
        with pytest.raises(error) as raised:
            work(module)
    assert message in str(raised.value)


def test_functions_know_their_identities():
    for name in ("add", "multiply", "logical_and", "logical_or", "bitwise_and", "logaddexp", "hypot", "maximum", "sin"):
        found, expected = getattr(xp, name), getattr(np, name)
        assert (found.identity, type(found.identity)) == (expected.identity, type(expected.identity))
        assert (found.nargs, found.signature) == (expected.nargs, expected.signature)


@pytest.mark.parametrize("name, of, indices, b", [
    ("add", [4], (slice(None), [0, 1]), 1),
    ("add", [2, 3], [0, 0, 1], [[1, 2, 3]]),
    ("add", [2, 3], (slice(1, None), [2, 2, 0]), [1, 2, 3]),
    ("add", [2, 3], ..., 5),
    ("add", [4], [True, False, True, False], 1),
    ("add", [4], 2, 7),
    ("add", [], (), 1),
    ("multiply", [4], (), 3),
    ("subtract", [4], [-1, -1, 1], [1, 2, 3]),
    ("negative", [5], [0, 2, 0, 3], None),
    ("negative", [5], slice(1, 4), None),
    ("invert", [5], [2, 4, 2], None),
    ("square", [2, 3], (slice(None), [2, 2]), None),
])
def test_updates_take_every_index(name, of, indices, b):
    size = int(np.prod(of))
    found, expected = xp.arange(2, size + 2).reshape(of), np.arange(2, size + 2).reshape(of)
    given = [] if b is None else [b]
    indices = (slice(0, None),) if indices == (slice(None), [0, 1]) and len(of) == 1 else indices
    getattr(xp, name).at(found, indices, *given)
    getattr(np, name).at(expected, indices, *given)
    agrees(found, expected)


def test_updates_of_wrong_numbers_of_operands_are_refused():
    refused(ValueError, "second operand needed for ufunc", lambda m: m.add.at(m.zeros(3), [0]))
    refused(ValueError, "second operand provided when ufunc is unary", lambda m: m.negative.at(m.zeros(3), [0], 1))
    refused(IndexError, "", lambda m: m.add.at(m.zeros(3), 5, 1))
    with pytest.raises(TypeError, match="Cannot cast ufunc 'sqrt' output from float64 to int64"):
        xp.sqrt.at(xp.arange(3), [0])


A, B, V = np.arange(24.0).reshape(2, 3, 4), np.arange(40.0).reshape(2, 4, 5), np.array([1.0, -2.0, 0.5, 3.0])


@pytest.mark.parametrize("work", [
    lambda m: m.vecdot(m.array(A), m.array(V), out=m.zeros((2, 3), dtype="complex128")),
    lambda m: m.vecdot(m.array(A), m.array(V), m.zeros((2, 2, 3))),
    lambda m: m.vecdot(m.array(A), m.array(A[:, :, :1]), axis=1),
    lambda m: m.vecdot(m.array(A), m.array(A), axis=0, keepdims=True),
    lambda m: m.vecdot(m.array(A), m.array(V), keepdims=True),
    lambda m: m.vecdot(m.array(A), m.array(A.transpose(1, 2, 0)), axes=[0, 2], keepdims=True),
    lambda m: m.vecdot(m.array(A), m.array(A.transpose(1, 2, 0)), axes=[0, 2, 1], keepdims=True),
    lambda m: m.vecdot(m.array(A), m.array(A.transpose(1, 2, 0)), axes=[0, -1]),
    lambda m: m.vecdot(m.array(A), m.array(A.transpose(1, 2, 0)), axes=[(0,), (2,), ()]),
    lambda m: m.vecdot(m.array([1, 2]), m.array([3, 4]), dtype="float32"),
    lambda m: m.matvec(m.array(A), m.array(V), out=m.zeros((2, 3))),
    lambda m: m.matvec(m.array(A), m.array(V), axes=[(1, 2), 0, 0]),
    lambda m: m.matvec(m.array(A), m.array(A[:, 0, 0]), axes=[(1, 0), 0, -1]),
    lambda m: m.vecmat(m.array(V), m.array(B), m.zeros((2, 5))),
    lambda m: m.vecmat(m.array(V), m.array(B.T), axes=[0, (1, 0), 0]),
    lambda m: m.matmul(m.array(A), m.array(B), m.zeros((2, 3, 5))),
    lambda m: m.matmul(m.array(A), m.array(B), axes=[(1, 2), (1, 2), (2, 0)]),
    lambda m: m.matmul(m.array(V), m.array(V), axes=[0, 0, ()]),
    lambda m: m.matmul(m.array(A), m.array(V), axes=[(1, 2), 0, 0]),
    lambda m: m.matmul(m.array([[1, 2]]), m.array([[3], [4]]), dtype="float32"),
])
def test_products_take_outputs_and_axes(work):
    agrees(work(xp), work(np))


@pytest.mark.parametrize("error, work", [
    (np.exceptions.AxisError, lambda m: m.vecdot([[1, 2]], [[3, 4]], axes=[0, 0, 0])),
    (np.exceptions.AxisError, lambda m: m.vecdot([1, 2], [3, 4], axis=3)),
    (TypeError, lambda m: m.vecdot([1, 2], [3, 4], axis=0, axes=[0, 0])),
    (TypeError, lambda m: m.vecdot([1, 2], [3, 4], axes=0)),
    (ValueError, lambda m: m.matvec([[1, 2]], [3, 4], axes=[(0, 1), 0])),
    (TypeError, lambda m: m.matvec([[1, 2]], [3, 4], axis=0)),
    (TypeError, lambda m: m.vecdot([1, 2], [3, 4], out=m.zeros((), dtype=bool))),
    (TypeError, lambda m: m.vecdot([1, 2], [3, 4], out=5)),
    (TypeError, lambda m: m.matmul([[1.5]], [[2.0]], dtype="int64")),
    (ValueError, lambda m: m.vecdot([[1, 2]] * 3, [3, 4], out=m.zeros(2))),
])
def test_products_refuse_wrong_outputs_and_axes(error, work):
    for module in (np, xp):
        with pytest.raises((ValueError, IndexError) if error is np.exceptions.AxisError else error):
            work(module)


NUMBERS = [2.5, -3.75, 0.0, 10.0]


@pytest.mark.parametrize("work", [
    lambda m: m.modf(NUMBERS, out=(m.zeros((2, 4)), m.zeros((2, 4)))),
    lambda m: m.modf(NUMBERS, m.zeros(4, dtype="float32")),
    lambda m: m.modf(NUMBERS, dtype="float32"),
    lambda m: m.modf(NUMBERS, out=(None, m.zeros(4)))[1],
    lambda m: m.modf(m.array(NUMBERS), m.ones(4), m.ones(4), where=[True, False, True, False]),
    lambda m: m.frexp(NUMBERS, out=(m.zeros(4), m.zeros(4, dtype="int64"))),
    lambda m: m.frexp(NUMBERS, m.zeros(4), None),
    lambda m: m.divmod([5, -5, 7], 3, out=(m.zeros(3), None)),
    lambda m: m.divmod([5, -5, 7], 3, m.zeros(3, dtype="int64"), m.zeros(3, dtype="int64")),
    lambda m: m.divmod([5, -5, 7], 3, dtype="float32"),
    lambda m: m.divmod(m.array([5, -5], dtype="int8"), 3),
    lambda m: m.ldexp([1.0, 2.0], [3, 4], out=m.zeros(2)),
    lambda m: m.ldexp([1.0, 2.0], [3, 4], m.zeros((3, 2))),
    lambda m: m.ldexp([1.0, 2.0], [3, 4], m.ones(2), where=[True, False]),
])
def test_functions_of_several_results_take_outputs(work):
    agrees(work(xp), work(np))


@pytest.mark.parametrize("error, message, work", [
    (TypeError, "'out' must be a tuple of arrays", lambda m: m.divmod(5, 3, out=m.zeros(()))),
    (ValueError, "exactly one entry per ufunc output", lambda m: m.divmod(5, 3, out=(None,))),
    (TypeError, "both a positional and keyword", lambda m: m.modf([1.0], m.zeros(1), out=(None, m.zeros(1)))),
    (TypeError, "Cannot cast", lambda m: m.frexp([1.0], out=(m.zeros(1, dtype="int32"), None))),
    (ValueError, "non-broadcastable output", lambda m: m.ldexp([1.0, 2.0], 1, out=m.zeros(1))),
    (TypeError, "Cannot cast", lambda m: m.modf([1.0], dtype="float16", casting="no")),
])
def test_functions_of_several_results_refuse_wrong_outputs(error, message, work):
    for module in (np, xp):
        with pytest.raises(error) as raised:
            work(module)
    assert message in str(raised.value)


@pytest.mark.parametrize("work", [
    lambda m: m.partition([3, 1, 2], 1, kind="introselect")[1],
    lambda m: m.argpartition([3, 1, 2], 0, kind="introselect")[0],
    lambda m: m.partition(m.zeros((3, 0)), 0, axis=0),
    lambda m: m.argpartition(m.zeros((3, 0)), 0, axis=0),
    lambda m: m.choose([True, False], [[1, 2], [3, 4]]),
    lambda m: m.choose([1, 0], [[1, 2], [3, 4]], m.zeros(2, dtype="int64")),
    lambda m: m.lexsort(([3, 1, 2], [0, 0, 1])),
    lambda m: m.lexsort(m.array([[[3, 1, 2], [1, 2, 0]], [[0, 0, 1], [0, 0, 0]]]), axis=0),
    lambda m: m.array([[1, 2]], ndmax=2),
    lambda m: m.array([1j, 2.0]).conj(m.zeros(2, dtype="complex128")),
])
def test_more_keywords(work):
    agrees(work(xp), work(np))


@pytest.mark.parametrize("error, message, work", [
    (ValueError, "select kind", lambda m: m.partition([3, 1, 2], 1, kind="quick")),
    (ValueError, "sort kind must be one of", lambda m: m.sort([3, 1, 2], kind="bubble")),
    (ValueError, "sort kind must be one of", lambda m: m.array([3, 1, 2]).sort(kind="bubble")),
    (ValueError, "would exceed the maximum number of dimension of 2.", lambda m: m.array([[[1], [2]]], ndmax=2)),
    (ValueError, "ndmax must", lambda m: m.array([1], ndmax=-1)),
    (ValueError, "ndmin must be <= ndmax", lambda m: m.array([[1]], ndmax=1, ndmin=2)),
])
def test_more_keywords_that_are_wrong(error, message, work):
    for module in (np, xp):
        with pytest.raises(error) as raised:
            work(module)
    assert message in str(raised.value)


@pytest.mark.parametrize("work", [
    lambda m: m.ascontiguousarray(m.arange(12.0)[::2]),
    lambda m: m.ascontiguousarray(m.arange(12.0).reshape(3, 4).T),
    lambda m: m.asarray(m.arange(12.0).reshape(3, 4).T, order="C"),
    lambda m: m.array(m.arange(12.0).reshape(3, 4), order="F"),
    lambda m: m.zeros_like(m.arange(12.0).reshape(3, 4).T),
    lambda m: m.zeros_like(m.arange(12.0).reshape(3, 4).T, dtype="int32"),
    lambda m: m.ones_like(m.arange(12.0).reshape(3, 4).T, order="C"),
    lambda m: m.full_like(m.arange(12.0).reshape(3, 4), 2.0, order="F"),
    lambda m: m.zeros_like(m.arange(12.0).reshape(3, 4).T, shape=(2, 2)),
    lambda m: m.copy(m.arange(12.0).reshape(3, 4).T),
    lambda m: m.copy(m.arange(12.0).reshape(3, 4).T, order="C"),
    lambda m: m.copy(m.arange(24.0).reshape(2, 3, 4).transpose(1, 2, 0)),
    lambda m: m.arange(24.0).reshape(2, 3, 4).transpose(2, 0, 1).copy(order="K"),
    lambda m: m.arange(24.0).reshape(2, 3, 4)[:, ::-1].copy(order="K"),
    lambda m: m.arange(24.0).reshape(2, 3, 4).copy(order="F"),
    lambda m: m.copy([[1.0, 2.0], [3.0, 4.0]], order="F"),
    lambda m: m.zeros_like(m.arange(12.0).reshape(3, 4).T, shape=5),
])
def test_memory_is_in_the_order_that_is_asked_for(work):
    found, expected = work(xp), work(np)
    assert (found.strides, found.flags.c_contiguous, found.flags.f_contiguous) == (
        expected.strides, expected.flags.c_contiguous, expected.flags.f_contiguous)
    np.testing.assert_array_equal(np.asarray(found), expected)


@pytest.mark.parametrize("shape", [(3, 4), (12,), 12, -1, (2, -1, 3), (1, 12, 1)])
def test_shapes_are_set_in_place(shape):
    for module in (np, xp):
        x = module.arange(12).reshape(2, 6).copy()
        y = x
        x.shape = shape
        x[(0,) * x.ndim] = 50
        agrees(y, np.asarray([50, *range(1, 12)]).reshape(shape))
        assert y.ndim == len(y.shape) and y.base is None
        agrees(y + 1, np.asarray([51, *range(2, 13)]).reshape(shape))


def test_shapes_of_views_leave_others_as_they_are():
    x = xp.arange(12)
    y = x[2:8]
    y.shape = (2, 3)
    y[1] = 0
    assert x.tolist() == [0, 1, 2, 3, 4, 0, 0, 0, 8, 9, 10, 11] and x.shape == (12,)
    assert np.asarray(y).tolist() == [[2, 3, 4], [0, 0, 0]]
    for _ in range(5000):
        y.shape = (3, 2)
    assert y.tolist() == [[2, 3], [4, 0], [0, 0]]


def test_shapes_that_are_none_are_refused():
    def work(module):
        module.zeros(12).shape = (5, 5)

    def turned(module):
        module.arange(6).reshape(2, 3).T.shape = 6

    refused(ValueError, "cannot reshape array of size 12", work)
    refused(AttributeError, "Incompatible shape for in-place modification", turned)


@pytest.mark.parametrize("shape", [4, (2, 2), (3, 4), (), 0, (0, 5), (2, 4)])
def test_arrays_are_resized_in_place(shape):
    for module in (np, xp):
        x = module.array([[1.5, 2.5, 3.5], [4.5, 5.5, 6.5]])
        x.resize(shape)
        expected = np.zeros(shape)
        count = min(expected.size, 6)
        expected.reshape(-1)[:count] = np.arange(1.5, 7.5)[:count]
        agrees(x, expected)
        x += 1
        agrees(x, expected + 1)
    y = xp.arange(6)
    y.resize(2, 4)
    assert y.tolist() == [[0, 1, 2, 3], [4, 5, 0, 0]] and y.strides == (32, 8)
    y.resize()
    assert y.shape == (2, 4)


def test_what_others_share_is_not_resized():
    def viewed(module):
        x = module.arange(6)
        y = x[:2]
        try:
            x.resize(8)
        finally:
            assert (x.shape, y.tolist()) == ((6,), [0, 1])

    refused(ValueError, "cannot resize an array that references or is referenced", viewed)
    refused(ValueError, "cannot resize this array: it does not own its data", lambda m: m.arange(6)[:3].resize(2))
    refused(ValueError, "negative dimensions", lambda m: m.arange(6).resize(-1))
    x = xp.arange(6)
    lent = np.asarray(memoryview(x))
    with pytest.raises(ValueError, match="cannot resize"):
        x.resize(8)
    y = x[:2]
    x.resize(8, refcheck=False)
    assert x.tolist() == [0, 1, 2, 3, 4, 5, 0, 0] and y.tolist() == [0, 1] and lent[5] == 5


@pytest.mark.parametrize("work", [
    lambda m: m.arange(True),
    lambda m: m.arange(False, True),
    lambda m: m.arange(6, 8, dtype=bool),
    lambda m: m.arange(2, dtype=bool),
])
def test_ranges_of_truth_values(work):
    agrees(work(xp), work(np))


def test_ranges_without_steps():
    refused(ZeroDivisionError, "division by zero", lambda m: m.arange(0, 10, 0))
    refused(ZeroDivisionError, "division by zero", lambda m: m.arange(0.0, 1.0, 0.0))
    refused(TypeError, "at most length 2", lambda m: m.arange(3, dtype=bool))


@pytest.mark.parametrize("order", ["C", "F", "A", "K", None])
def test_results_are_in_the_order_that_is_asked_for(order):
    x = np.arange(6.0).reshape(2, 3)
    found, expected = xp.sqrt(xp.array(x), order=order), np.sqrt(x, order=order)
    agrees(found, expected)
    assert found.strides == expected.strides and found.flags.owndata


def test_elements_are_written_to_files(tmp_path):
    x = xp.arange(6.0).reshape(2, 3)
    x.T.tofile(tmp_path / "x.bin")
    agrees(xp.fromfile(tmp_path / "x.bin"), np.asarray(x).T.ravel())
    x.tofile(str(tmp_path / "x.txt"), sep=",", format="%.2f")
    assert (tmp_path / "x.txt").read_text() == "0.00,1.00,2.00,3.00,4.00,5.00"
    with open(tmp_path / "y", "wb") as file:
        x.tofile(file)
    assert (tmp_path / "y").read_bytes() == np.asarray(x).tobytes()
    with open(tmp_path / "z", "w") as file:
        x.astype("int32").tofile(file, " ")
    assert (tmp_path / "z").read_text() == "0 1 2 3 4 5"


def test_flags_have_all_names():
    for x in (np.zeros((2, 3)), np.zeros((2, 3)).T, np.zeros(3)):
        found = xp.asfortranarray(xp.asarray(x)) if x.flags.fnc else xp.asarray(x)
        for name in ("fortran", "behaved", "carray", "farray", "fnc", "forc", "contiguous"):
            assert getattr(found.flags, name) == getattr(x.flags, name), name


def test_copies_for_an_order_may_be_refused():
    for work in (
        lambda m: m.asarray(m.arange(6.0).reshape(2, 3).T, order="C", copy=False),
        lambda m: m.array(m.arange(6.0).reshape(2, 3), order="F", copy=False),
    ):
        refused(ValueError, "unable to avoid copy", work)
    x = xp.arange(6.0).reshape(2, 3).T
    assert xp.asarray(x, order="F", copy=False) is x and xp.asarray(x, order="A", copy=False) is x
    with pytest.raises(ValueError, match="order must be one of"):
        xp.asarray(x, order="X")


def test_open_files_are_read_one_part_after_the_other(tmp_path):
    path = tmp_path / "x.bin"
    np.arange(20, dtype="int32").tofile(path)
    for module in (np, xp):
        with open(path, "rb") as file:
            assert module.fromfile(file, dtype="int32", count=3).tolist() == [0, 1, 2] and file.tell() == 12
            file.read(4)
            assert module.fromfile(file, dtype="int16", count=2, offset=4).tolist() == [5, 0] and file.tell() == 24
            assert module.fromfile(file, dtype="int32", count=50).tolist() == list(range(6, 20))
            assert module.fromfile(file, dtype="int32").tolist() == []
        with open(path) as file:
            assert module.fromfile(file, dtype="int32", count=2).tolist() == [0, 1]
        assert module.fromfile(path, dtype="int32", count=50).shape == (20,)
        assert module.fromfile(path, dtype="int32", offset=70).tolist() == np.fromfile(path, dtype="int32", offset=70).tolist()
        assert module.fromfile(path, dtype="int32", count=1, offset=8).tolist() == [2]
    refused(TypeError, "'offset' argument only permitted for binary files", lambda m: m.fromfile(path, sep=",", offset=1))


def test_numbers_of_a_text_are_truth_values(tmp_path):
    (tmp_path / "x").write_text("1,0,-2.3,0")
    agrees(xp.fromfile(tmp_path / "x", sep=",", dtype=bool), np.fromfile(tmp_path / "x", sep=",", dtype=bool))
    agrees(xp.fromstring("1 0 -2.3 0.0", sep=" ", dtype=bool), np.array([True, False, True, False]))


@pytest.mark.parametrize("version", [(1, 0), (2, 0), (3, 0)])
def test_arrays_of_one_file_are_loaded_one_after_the_other(tmp_path, version):
    arrays = [np.arange(3), np.arange(6.0).reshape(2, 3).T, np.array(2.5, dtype=">f4"), np.zeros((0, 3), dtype=bool)]
    with open(tmp_path / "x", "wb") as file:
        for each in arrays:
            np.lib.format.write_array(file, each, version)
        file.write(b"the rest")
    with open(tmp_path / "x", "rb") as file:
        for each in arrays:
            np.testing.assert_array_equal(np.asarray(xp.load(file)), each)
        assert file.read() == b"the rest"


def test_rows_of_one_file_are_read_one_after_the_other(tmp_path):
    (tmp_path / "x").write_text("# a head\n1 2\n\n3 4 # more\n5 6\n7 8\n")
    for mode in ("r", "rb"):
        for keywords in ({}, {"converters": float}):
            with open(tmp_path / "x", mode) as ours, open(tmp_path / "x", mode) as theirs:
                for rows, skipped in ((2, 0), (1, 1)):
                    expected = np.loadtxt(theirs, max_rows=rows, skiprows=skipped)
                    agrees(xp.loadtxt(ours, max_rows=rows, skiprows=skipped, **keywords), expected)
    with open(tmp_path / "x") as ours, open(tmp_path / "x") as theirs:
        for rows in (1, 2):
            agrees(xp.genfromtxt(ours, max_rows=rows), np.genfromtxt(theirs, max_rows=rows))
        assert ours.read() == theirs.read()


@pytest.mark.parametrize("dtype", ["complex64", "complex128"])
@pytest.mark.parametrize("value", [np.inf, np.nan, -0.0, 3, [1.0, -np.inf, np.nan, -0.0], np.array([[2.5]])])
@pytest.mark.parametrize("part", ["real", "imag"])
def test_parts_of_complex_numbers_leave_each_other(part, value, dtype):
    numbers = [[1 + 2j, complex(-0.0, -0.0), complex(np.inf, 1), complex(1, -np.inf)]] * 2
    found, expected = xp.array(numbers, dtype=dtype), np.array(numbers, dtype=dtype)
    setattr(found, part, value)
    setattr(expected, part, value)
    agrees(found, expected)
    for each in ("real", "imag"):
        np.testing.assert_array_equal(np.signbit(np.asarray(getattr(found, each))), np.signbit(getattr(expected, each)))
    view = found[1:, ::-2]
    setattr(view, part, 7)
    setattr(expected[1:, ::-2], part, 7)
    agrees(found, expected)


def test_parts_of_complex_numbers_are_views():
    for module in (np, xp):
        x = module.array([[1 + 2j, 3 - 4j, 5j], [0j, 7 + 1j, complex(np.inf, -1)]])
        real, imag = x.real, x.imag
        real[0] = 9
        imag[:, 1:] *= 2
        imag[real == 7] = -3
        x.T.imag[2, 0] = 50
        x.real[..., ::2][1] += 1
        expected = np.array([[9 + 2j, 9 - 8j, 9 + 50j], [1 + 0j, 7 - 3j, complex(np.inf, -2)]])
        agrees(x, expected)
        agrees(real, expected.real)
        agrees(imag + 1, expected.imag + 1)
        assert (imag.strides, real.T.strides, imag.flags.c_contiguous) == ((48, 16), (16, 48), False)
        assert imag.base is x and not imag.flags.owndata and imag.nbytes == 48
        module.add(real, 1, out=imag)
        expected.imag = expected.real + 1
        agrees(x, expected)
        agrees(real.reshape(6), expected.real.reshape(6))
        agrees(imag.ravel().copy(), expected.real.ravel() + 1)
        x.setflags(write=False)
        with pytest.raises(ValueError, match="read-only"):
            x.imag[0] = 1
        with pytest.raises(ValueError, match="read-only"):
            module.arange(3).imag[0] = 1


@pytest.mark.parametrize("dtype", ["complex64", "complex128"])
def test_parts_of_complex_numbers_lend_their_memory(dtype):
    x = xp.array([[1 + 2j, 3 - 4j], [5j, 6]], dtype=dtype)
    for part, shown in (("real", [[1, 3], [0, 6]]), ("imag", [[2, -4], [5, 0]])):
        lent = np.asarray(memoryview(getattr(x, part)))
        assert lent.tolist() == shown and lent.strides == getattr(np.asarray(x), part).strides
        lent[1, 0] = 8
        assert getattr(x, part)[1, 0] == 8
        getattr(x, part)[0, 1] = 11
        assert lent[0, 1] == 11
        lent = np.asarray(memoryview(getattr(x.T, part)[::-1]))
        assert lent.tolist() == getattr(np.asarray(x).T, part)[::-1].tolist()
    assert x.imag.tobytes() == np.asarray(x).imag.tobytes()
