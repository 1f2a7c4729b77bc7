"""Memory that NumPy's arrays share with this module's: both write it, and what was computed before keeps its values."""

import threading

import numpy
import pytest

import xparray


def lent(shape=(2, 3)):
    x = xparray.arange(float(numpy.prod(shape)), device="cpu").reshape(shape).copy()
    return x, numpy.asarray(x)


def test_both_sides_see_what_is_written():
    x, y = lent()
    assert y.flags.writeable and not y.flags.owndata
    y[0, 1] = 7
    assert x.tolist() == [[0, 7, 2], [3, 4, 5]] and float(x.sum()) == 21
    x[1] = 9
    assert y.tolist() == [[0, 7, 2], [9, 9, 9]]
    x += 1
    assert y.tolist() == x.tolist() == [[1, 8, 3], [10, 10, 10]]
    x[x > 5] = 0
    x.T[2, 0] = -1
    assert y.tolist() == [[1, 0, -1], [0, 0, 0]]
    numpy.add.at(y, (1, [0, 0]), 5)
    assert x[1].tolist() == [10, 0, 0]


def test_what_was_made_before_keeps_its_values():
    x = xparray.arange(4.0, device="cpu")
    copy, deferred, part = x.copy(), x + 1, x[1:] * 2
    y = numpy.asarray(x)
    y[:] = 50
    assert copy.tolist() == [0, 1, 2, 3] and deferred.tolist() == [1, 2, 3, 4] and part.tolist() == [2, 4, 6]


def test_what_is_made_while_memory_is_lent_keeps_its_values():
    x, y = lent((4,))
    deferred, view, table = x * 10, x[1:], xparray.stack([x, x + 1])
    y[:] = -1
    assert deferred.tolist() == [0, 10, 20, 30] and table.tolist() == [[0, 1, 2, 3], [1, 2, 3, 4]]
    assert view.tolist() == [-1, -1, -1]


def test_memory_that_came_back_is_a_value_again():
    x, y = lent((4,))
    y[0] = 7
    del y
    deferred = x + 1
    x[:] = 0
    assert deferred.tolist() == [8, 2, 3, 4] and x.tolist() == [0, 0, 0, 0]


def test_memory_outlives_the_array():
    x, y = lent((4,))
    part = y[1:]
    del x, y
    part += 1
    assert part.tolist() == [2, 3, 4]


def test_views_lend_the_memory_of_the_whole():
    x, _ = lent()
    for index in ((0,), (slice(None), 1), (slice(None, None, -1),), (slice(None), slice(None, None, 2)), (..., None)):
        y, z = numpy.asarray(x[index]), numpy.asarray(x)
        y += 10
        assert numpy.shares_memory(y, z)
        assert y.tolist() == x[index].tolist() == z[index].tolist()


def test_several_arrays_of_the_memory_are_one():
    x, y = lent()
    z = numpy.asarray(x.T)
    z[0, 0] = 5
    assert numpy.shares_memory(y, z) and y[0, 0] == 5 == float(x[0, 0])


def test_deferred_arrays_are_computed_when_they_are_lent():
    x = xparray.arange(3.0, device="cpu") + 1
    other = x * 2
    y = numpy.asarray(x)
    y[:] = 0
    assert other.tolist() == [2, 4, 6] and x.tolist() == [0, 0, 0]


def test_what_may_not_be_written_is_lent_to_be_read():
    x, _ = lent()
    for view in (xparray.broadcast_to(x[0], (2, 3)), x.diagonal()):
        assert not numpy.asarray(view).flags.writeable
        assert numpy.asarray(view).tolist() == view.tolist()


def test_a_buffer_without_strides_has_rows():
    import hashlib

    x, y = lent()
    assert hashlib.sha256(x.ravel()).digest() == hashlib.sha256(y.tobytes()).digest()
    with pytest.raises(BufferError):
        hashlib.sha256(x[:, 1])
    assert memoryview(x.T).tolist() == y.T.tolist()


@pytest.mark.parametrize("dtype", ["bool", "int8", "uint64", "float16", "float32", "complex64", "complex128"])
def test_memory_of_every_type_is_lent(dtype):
    x = xparray.ones((2, 2), dtype=dtype, device="cpu")
    y = numpy.asarray(x)
    assert y.dtype == dtype
    y[0] = 0
    assert x.tolist() == y.tolist()


@pytest.mark.parametrize("shape", [(), (0,), (2, 0)])
def test_memory_of_few_elements_is_lent(shape):
    x = xparray.zeros(shape, device="cpu")
    y = numpy.asarray(x)
    assert y.shape == shape
    y[...] = 3
    assert x.tolist() == y.tolist()


def test_pickles_and_dlpack_of_lent_memory_are_copies():
    import copy
    import pickle

    x, y = lent((3,))
    tensor, other, kept = numpy.from_dlpack(x), copy.copy(x), pickle.dumps(x)
    y[:] = 9
    assert tensor.tolist() == other.tolist() == pickle.loads(kept).tolist() == [0, 1, 2]


def test_threads_share_lent_memory():
    x, y = lent((100,))

    def work(k):
        for _ in range(50):
            x[k::4] = x[k::4] + 1

    threads = [threading.Thread(target=work, args=(k,)) for k in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert x.tolist() == y.tolist() and y.shape == (100,)
