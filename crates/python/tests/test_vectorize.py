"""Functions of Python as functions of arrays, beside NumPy's `vectorize`."""

import math

import numpy
import pytest

import xparray

Y = numpy.random.default_rng(1).normal(size=(3, 4))


def same(x, y):
    assert x.shape == y.shape and x.dtype == y.dtype
    numpy.testing.assert_allclose(numpy.asarray(x), y, rtol=1e-12)


@pytest.mark.parametrize("shape", [(3, 4), (0,), (), (2, 0)])
def test_functions_are_called_with_arrays(shape):
    y = numpy.resize(Y, shape)
    x = xparray.asarray(y)
    f = lambda module: lambda a, b: module.where(a > b, a - b, a * b)
    if y.size:
        same(xparray.vectorize(f(xparray))(x, 0.25), numpy.vectorize(f(numpy))(y, 0.25))
        same(xparray.vectorize(f(xparray))(x.T, b=x.T * 2), numpy.vectorize(f(numpy))(y.T, b=y.T * 2))
    assert xparray.vectorize(f(xparray))(x, 0.25).shape == shape
    one = xparray.vectorize(lambda a: 1)(x)
    assert one.shape == shape and one.dtype == "int64"
    one[...] = 2
    assert one.tolist() == numpy.full(shape, 2).tolist()


def test_arguments_broadcast_and_results_are_several():
    f = lambda a, b: (a + b, a - b)
    for x, y in zip(xparray.vectorize(f)(xparray.asarray(Y)[:, ::2], xparray.asarray(Y)[0, :2]), numpy.vectorize(f)(Y[:,
        ::2], Y[0, :2])):
        same(x, y)
    assert xparray.vectorize(lambda a: a, otypes=["float32"])(Y).dtype == "float32"
    assert [each.dtype.name for each in xparray.vectorize(f, otypes=["float32", "int64"])(Y, 2)] == ["float32", "int64"]


def test_it_decorates():
    @xparray.vectorize
    def double(x):
        """Twice."""
        return 2 * x

    @xparray.vectorize(otypes=["float64"], doc="Other words.")
    def triple(x):
        return 3 * x

    assert double([1, 2]).tolist() == [2, 4] and double.__doc__ == "Twice." and double.__name__ == "double"
    assert triple([1, 2]).dtype == "float64" and triple.__doc__ == "Other words."


@pytest.mark.parametrize("function", [lambda x: x if x > 0 else -x, math.sin, lambda x: [1, 2][x], lambda x: float(x)], ids=str)
def test_functions_that_take_arrays_for_numbers_are_told(function):
    with pytest.raises(TypeError, match="where"):
        xparray.vectorize(function)(xparray.asarray([1, -2, 3]))


def test_other_errors_stay():
    with pytest.raises(ValueError, match="no shape"):
        xparray.vectorize(lambda: 1)()
    with pytest.raises(KeyError):
        xparray.vectorize(lambda x: {}["a"])(1.0)
    with pytest.raises(ValueError, match="shapes|broadcast"):
        xparray.vectorize(lambda x, y: x + y)(xparray.ones(2), xparray.ones(3))


def test_fusing_leaves_functions_as_they_are():
    f = lambda x, y: (x - y) ** 2
    assert xparray.fuse(f) is f

    @xparray.fuse(kernel_name="squared")
    def g(x):
        return x * x

    assert g(xparray.asarray([2, 3])).tolist() == [4, 9]
    # Nothing is computed in between: the steps see the values of when they were written, and run where they are read.
    x = xparray.asarray(Y)
    found = xparray.fuse(f)(x, x + 1)
    x[...] = 0
    assert xparray.allclose(found, 1)
