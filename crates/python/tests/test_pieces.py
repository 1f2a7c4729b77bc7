"""Grids, polynomials as objects, functions by pieces and the like, beside NumPy's."""

import numpy
import pytest

import xparray
from test_scipy import given, same

RNG = numpy.random.default_rng(29)
X, Y = RNG.normal(size=50), RNG.normal(size=50)


def test_grids_are_numpys():
    for key in (slice(0, 3), slice(-1, 1, 5j), slice(5), (slice(0, 3), slice(0, 2)), (slice(0, 1, 0.25), slice(2, 5, 3j), slice(0, 2))):
        same(xparray.mgrid[key], numpy.mgrid[key])
        for x, y in zip(xparray.ogrid[key], numpy.ogrid[key]):
            same(x, y)
    same(xparray.r_[1, 2, 0:3, given(X)], numpy.r_[1, 2, 0:3, X])
    same(xparray.r_[-1:1:5j], numpy.r_[-1:1:5j])
    same(xparray.c_[given(X), given(Y)], numpy.c_[X, Y])
    assert xparray.s_[1:3, ...] == numpy.s_[1:3, ...] and xparray.index_exp[2] == (2,)
    assert list(xparray.ndindex(2, 3)) == list(numpy.ndindex(2, 3)) and list(xparray.ndindex(())) == [()]
    assert list(xparray.ndenumerate(given(numpy.eye(2)))) == list(numpy.ndenumerate(numpy.eye(2)))
    with pytest.raises(TypeError):
        xparray.mgrid[3]


def test_polynomials_are_numpys():
    ours, theirs = (module.poly1d([0, 1, -3, 2]) for module in (xparray, numpy))
    other, another = (module.poly1d([2, 1], r=True) for module in (xparray, numpy))
    for operate in (
        lambda p, q: p + q, lambda p, q: p - q, lambda p, q: p * q, lambda p, q: (p / q)[0], lambda p, q: (p / q)[1], lambda p, q: p**3, lambda p, q: -p,
        lambda p, q: 2 + p, lambda p, q: 1 - p, lambda p, q: 3 * p, lambda p, q: p / 2, lambda p, q: p.deriv(), lambda p, q: p.integ(2, 3), lambda p, q: p(q),
        lambda p, q: p.integ(k=[1, 2], m=2),
    ):
        same(operate(ours, other).coeffs, operate(theirs, another).coeffs)
    same(ours(given(X)), theirs(X))
    assert sorted(ours.roots.real.tolist()) == pytest.approx(sorted(theirs.roots))
    assert (ours.order, len(ours), ours[1], ours[9]) == (theirs.order, len(theirs), theirs[1], theirs[9])
    ours[3] = theirs[3] = 5
    same(ours.coeffs, theirs.coeffs)
    assert ours == xparray.poly1d(ours) and ours != other
    same(xparray.polyval(ours.coeffs, given(X)), numpy.polyval(theirs, X))
    for wrong in (lambda: xparray.poly1d(numpy.eye(2)), lambda: ours**-1, lambda: ours.integ(3, [1, 2])):
        with pytest.raises(ValueError):
            wrong()


def test_pieces_are_numpys():
    for conditions, functions in (
        (lambda x: [x < 0, x >= 0], [-1, 1]), (lambda x: [x < -1, x > 1], [lambda x: -x, lambda x: x**2, 7]), (lambda x: x > 0, [2, 3]),
        (lambda x: [x > 0], [lambda x: x]),
    ):
        same(xparray.piecewise(given(X), conditions(given(X)), functions), numpy.piecewise(X, conditions(X), functions))
    same(xparray.piecewise(given(X), [given(X) > 0], [lambda x, k: k * x], 3), numpy.piecewise(X, [X > 0], [lambda x, k: k * x], 3))
    with pytest.raises(ValueError):
        xparray.piecewise(given(X), [given(X) > 0], [1, 2, 3])


def test_histograms_are_numpys():
    w = abs(X)
    for keywords in ({}, {"bins": 4}, {"bins": (3, 5), "range": [(-1, 1), (-2, 2)]}, {"bins": [numpy.linspace(-2, 2, 4), 3]}, {"density": True},
        {"weights": w}, {"bins": numpy.linspace(-2, 2, 5)}):
        options = {key: given(value) for key, value in keywords.items()}
        same(xparray.histogram2d(given(X), given(Y), **options), numpy.histogram2d(X, Y, **keywords))
    points = RNG.normal(size=(40, 3))
    ours, theirs = xparray.histogramdd(given(points), bins=(2, 3, 4)), numpy.histogramdd(points, bins=(2, 3, 4))
    same(ours[0], theirs[0])
    same(ours[1], theirs[1])
    for wrong in (lambda: xparray.histogram2d(X, Y[:3]), lambda: xparray.histogramdd(points, bins=(2, 3)), lambda: xparray.histogramdd(points, range=[(0, 1)])):
        with pytest.raises(ValueError):
            wrong()


def test_what_is_around_arrays_is_numpys():
    x = RNG.normal(size=(4, 5))
    for mode in ("constant", "edge", "linear_ramp", "maximum", "mean", "median", "minimum", "reflect", "symmetric", "wrap"):
        for width in (1, (2, 1), [(1, 2)], [(0, 2), (3, 1)]):
            same(xparray.pad(given(x), width, mode=mode), numpy.pad(x, width, mode=mode))
    same(xparray.pad(given(x), 2, constant_values=3.5), numpy.pad(x, 2, constant_values=3.5))
    same(xparray.pad(given(x), 2, "linear_ramp", end_values=-1), numpy.pad(x, 2, "linear_ramp", end_values=-1))
    for wrong in (lambda: xparray.pad(given(x), -1), lambda: xparray.pad(given(x), 1, mode="other"), lambda: xparray.pad(given(x), [(1, 1)] * 3)):
        with pytest.raises(ValueError):
            wrong()


def test_questions_are_numpys():
    x = given(numpy.eye(2))
    for value in (3, 3.5, 1j, "a", [1], numpy.float64(2)):
        assert xparray.isscalar(value) == numpy.isscalar(value) and xparray.iterable(value) == numpy.iterable(value)
    assert not xparray.isscalar(x) and xparray.iterable(x)
    assert xparray.shares_memory(x, x[1:]) and not xparray.shares_memory(x, x.copy())
    assert xparray.array_repr(x) == repr(x) and xparray.array_str(x) == str(x)
    for arguments in ((5,), (5, 8), (-3, 5), (-3,)):
        assert xparray.binary_repr(*arguments) == numpy.binary_repr(*arguments)
    assert xparray.common_type(x, x.astype("int8")) == "float64" and xparray.common_type(x.astype("float32")) == "float32"
    assert xparray.real_if_close(x + 1e-18j).dtype == "float64" and xparray.real_if_close(x + 1j).dtype == "complex128"
    assert (xparray.double, xparray.intp, xparray.single) == (xparray.float64, xparray.int64, xparray.float32)
    with pytest.raises(ValueError):
        xparray.binary_repr(9, 3)
    with pytest.raises(TypeError):
        xparray.common_type(x > 0)


@pytest.mark.parametrize("mode, name", [("constant", "constant_values"), ("linear_ramp", "end_values")])
@pytest.mark.parametrize("value", [[4, 6], [[1, 2], [3, 4]], 5])
def test_pad_has_a_value_for_each_side(mode, name, value):
    x = numpy.arange(6.0).reshape(2, 3)
    found = xparray.pad(xparray.asarray(x), ((1, 2), (2, 1)), mode, **{name: value})
    numpy.testing.assert_array_equal(numpy.asarray(found), numpy.pad(x, ((1, 2), (2, 1)), mode, **{name: value}))


def test_windows_and_strides():
    x = numpy.arange(24.0).reshape(4, 6)
    ours = xparray.lib.stride_tricks
    theirs = numpy.lib.stride_tricks
    for window, axis in [((2, 3), None), (2, 0), ((2, 2), (1, 0))]:
        found = ours.sliding_window_view(xparray.asarray(x), window, axis)
        numpy.testing.assert_array_equal(numpy.asarray(found), theirs.sliding_window_view(x, window, axis))
    found = ours.as_strided(xparray.asarray(x), (3, 4), (48, 8))
    numpy.testing.assert_array_equal(numpy.asarray(found), theirs.as_strided(x, (3, 4), (48, 8)))
    with pytest.raises(ValueError, match="bytes"):
        ours.as_strided(xparray.asarray(x), (3,), (7,))
    with pytest.raises((ValueError, IndexError)):
        ours.as_strided(xparray.asarray(x), (100,), (8,))
    with pytest.raises(ValueError):
        ours.sliding_window_view(xparray.asarray(x), (5, 1))


def test_tensor_equations():
    rng = numpy.random.default_rng(0)
    a, b = rng.normal(size=(2, 3, 6)), rng.normal(size=(2, 3))
    numpy.testing.assert_allclose(numpy.asarray(xparray.linalg.tensorsolve(a, b)), numpy.linalg.tensorsolve(a, b))
    a = rng.normal(size=(4, 6, 8, 3))
    numpy.testing.assert_allclose(numpy.asarray(xparray.linalg.tensorinv(a)), numpy.linalg.tensorinv(a), atol=1e-12)
    with pytest.raises(ValueError):
        xparray.linalg.tensorinv(a, ind=0)


@pytest.mark.parametrize("x", [1, 300, -1, -200, 70000, -(2**40), 2**63, 1.5, 1e10, 1e300, 1e10 + 1j, True])
def test_min_scalar_type(x):
    assert str(xparray.min_scalar_type(x)) == str(numpy.min_scalar_type(x))


def test_what_is_asked_of_arrays():
    assert xparray.require([1, 2], dtype="float32", requirements=["C", "W"]).dtype == xparray.float32
    with pytest.raises(KeyError, match="requirement"):
        xparray.require([1], requirements="Z")
    with pytest.raises(ValueError, match="infs or NaNs"):
        xparray.asarray_chkfinite([1.0, float("nan")])
    assert xparray.asarray_chkfinite([1, 2]).tolist() == [1, 2]
