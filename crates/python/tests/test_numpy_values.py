"""Values, types and refusals of NumPy's functions where they are easily missed, beside NumPy."""

import numpy as np
import pytest

import xparray as xp

I1, U1, F4 = np.array([1, 2], "i1"), np.array([1, 200], "u1"), np.array([1.5, 2], "f4")
I8, U8, F8 = np.array([1, -2]), np.array([1, 2**63], "u8"), np.array([1.5, -2])
N = np.array([[1.0, np.nan, 3.0], [4.0, 5.0, np.nan]])


def given(x):
    if isinstance(x, np.ndarray):
        return xp.asarray(x)
    if isinstance(x, (list, tuple)):
        return type(x)(map(given, x))
    return {key: given(each) for key, each in x.items()} if isinstance(x, dict) else x


def same(found, expected, rtol=1e-12):
    found, expected = np.asarray(found), np.asarray(expected)
    assert (found.dtype, found.shape) == (expected.dtype, expected.shape)
    np.testing.assert_allclose(found, expected, rtol=rtol)


def outcome(module, name, args, keywords):
    function = module
    for part in name.split("."):
        function = getattr(function, part)
    with np.errstate(all="ignore"):
        return function(*args, **keywords)


def beside(name, *args, rtol=1e-12, **keywords):
    """What both modules give, or refuse by an exception of the same kind."""
    try:
        expected = outcome(np, name, args, keywords)
    except Exception as error:
        kind = next(each for each in (OverflowError, TypeError, IndexError, ValueError) if isinstance(error, each))
        with pytest.raises(kind):
            outcome(xp, name, given(args), given(keywords))
        return
    found = outcome(xp, name, given(args), given(keywords))
    if isinstance(expected, tuple):
        assert len(found) == len(expected)
        for each, other in zip(found, expected):
            same(each, other, rtol)
    else:
        same(found, expected, rtol)


ZEROS = [
    np.arange(400.0), np.arange(100000.0), np.arange(400.0).astype("f4"), np.tile([1e200, 1e-200], 5000), np.tile([1e-200, 1e200], 33),
    np.r_[np.full(40, 1e50), 0.0], np.full(50, 1e-300), np.r_[np.full(40, 1e50), np.inf], np.r_[np.inf, 1.0, 0.0], np.r_[np.nan, np.zeros(99)],
    np.r_[1e300, np.full(7, 1e-30), np.full(9, 1e-30)], np.r_[0.0, np.full(31, 1e40)],
]


@pytest.mark.parametrize("x", ZEROS, ids=range(len(ZEROS)))
def test_products_beyond_the_range_of_floats(x):
    # The last is infinite before the zero, of which NumPy makes NaN.
    if x[-1] != 0 or np.isinf(x[0]):
        beside("prod", x)
    beside("cumprod", x, rtol=1e-5 if x.dtype == "f4" else 1e-10)
    # Along either axis, of few and of many columns.
    for columns in (3, 70):
        wide = np.tile(x[:2000, None], (1, columns))
        if x[-1] != 0 or np.isinf(x[0]):
            beside("prod", wide, axis=0)
            beside("prod", np.ascontiguousarray(wide.T), axis=1)
        beside("cumprod", wide, axis=0, rtol=1e-5 if x.dtype == "f4" else 1e-10)


def test_a_zero_makes_a_product_zero_wherever_it_is():
    for n in (300, 5000, 200000):
        x = np.full(n, 1e30)
        for place in (0, n // 3, n - 1):
            y = x.copy()
            y[place] = 0
            assert float(xp.prod(given(y))) == 0
            assert float(xp.prod(given(np.stack([y, y], 1)), axis=0)[1]) == 0
    long = np.r_[0.0, np.full(300000, 1e40)]
    same(xp.cumprod(given(long)), np.zeros(long.size))


def test_integers_have_no_negative_powers():
    for x, y in ((I8, I8), (2, I8), (I1, np.array([3, -1], "i1")), (U1, np.array([1, -1], "i1")), (I8, -1), (I8, np.array([2, 0]))):
        beside("power", x, y)
    beside("power", U1, U1)
    beside("power", F8, I8)
    beside("power.outer", I8, I8)
    beside("power", np.array([True]), np.array([-1]))
    with pytest.raises(ValueError, match="negative integer powers"):
        xp.asarray([2, 3]) ** xp.asarray([1, -1])


def test_powers_of_complex_zero():
    z = np.zeros(7, complex)
    beside("power", z, np.array([1 + 1j, 0.5 - 2j, -1 + 1j, 1j, 0, 3, -2]))
    beside("power", z.astype("c8"), np.array([1 + 1j, 0.5 - 2j, -1 + 1j, 1j, 0, 3, -2], "c8"))


def test_polynomials_lose_zeros_in_front():
    for a, b in (([0, 0, 1, 2], [0, 3, 4]), ([0, 0], [1, 2]), ([1, 2], [0.0, 0.0]), ([0], [0]), ([1, 0], [2, 0])):
        beside("polymul", np.array(a), np.array(b))
    beside("polydiv", np.array([3.0, 5, 2]), np.array([2.0, 1]))
    beside("polydiv", np.array([1.0, 3, 3, 1]), np.array([1.0, 2, 1]))
    beside("polydiv", np.array([1.0, 0, 0, 5]), np.array([1.0, 0, 0]))


@pytest.mark.parametrize("dtype", ["i1", "i2", "i4", "u1", "u8", "f2", "f4", "c8", "f8", "?"])
def test_texts_are_numpys(dtype):
    rng = np.random.default_rng(5)
    for n in [*range(1, 60), 999, 1001, 1003]:
        x = rng.integers(0, 2 if dtype == "?" else 120, n).astype(dtype)
        for each in (x, x.reshape(1, -1), x[: n // 2 * 2].reshape(-1, 2) if n > 1 else x):
            assert repr(given(each)) == repr(each)
    for shape in ((0,), (0, 3), (2, 0)):
        assert repr(given(np.zeros(shape, dtype))) == repr(np.zeros(shape, dtype))


def test_types_that_are_asked_for_are_of_the_same_kind():
    for name, args in (
        ("add", (F8, 2)), ("add", (1.5, 2)), ("add", (I8, 2)), ("multiply", (I8, 2.5)), ("divide", (I8, 2)), ("sqrt", (F8[:1],)),
        ("absolute", (F8,)), ("absolute", (I8,)), ("negative", (np.array([1j]),)), ("absolute", (np.array([3 + 4j]),)), ("isnan", (F8,)),
        ("logical_and", (F8, 2)), ("logical_not", (F8,)), ("less", (F8, 2)), ("maximum", (F8, I8)), ("arctan2", (F8, F8)), ("power", (I8, 2)),
    ):
        for dtype in ("i8", "i4", "f4", "f8", "?", "c16"):
            if (name, dtype) not in (("add", "?"), ("multiply", "?"), ("negative", "?"), ("maximum", "?"), ("power", "?")):
                beside(name, *args, dtype=dtype, rtol=1e-6)
    beside("add", F8, 2, dtype="i8", casting="unsafe")


def test_outputs_of_another_kind():
    for name, args in (("clip", (F8, 0, 1)), ("round", (F8,)), ("ptp", (F8, 0)), ("quantile", (F8, 0.5)), ("argmax", (F8,)), ("argmin", (F8,))):
        expected = np.asarray(getattr(np, name)(*args))
        for dtype in ("i8", "f8", "f4", "i2"):
            beside(name, *args, out=np.zeros(expected.shape, dtype))
    for name in ("sum", "mean", "median", "cumsum", "any", "var"):
        expected = np.asarray(getattr(np, name)(F8))
        beside(name, F8, out=np.zeros(expected.shape, "i8"))
    with pytest.raises(ValueError):
        xp.sum(given(N), axis=0, out=xp.zeros((2, 3)))


def test_reductions_in_a_type():
    small = np.array([100, 100, 3], "i1")
    for name in ("add.reduce", "multiply.reduce", "add.accumulate", "multiply.accumulate", "maximum.reduce", "logical_or.reduce"):
        for dtype in ("i1", "i2", "i8", "f4", "?"):
            if dtype != "?" or "logical" in name:
                beside(name, small, dtype=dtype)
    beside("add.reduce", F8, dtype=int)
    beside("add.reduceat", small, np.array([0, 2]), dtype="i1")
    beside("add.outer", I1, F4, dtype="f8")
    beside("add.outer", F4, F4, dtype="i8")
    for initial in (0, 1, 5):
        beside("logical_and.reduce", np.array([1, 2]), initial=initial)
        beside("logical_or.reduce", np.array([0, 0]), initial=initial)


def test_arrays_that_may_not_be_written():
    x = xp.zeros(3)
    view = x[1:]
    x.flags.writeable = False
    assert not x.flags.writeable and not x.flags["W"]
    with pytest.raises(ValueError):
        x[0] = 1
    with pytest.raises(ValueError):
        x += 1
    with pytest.raises(ValueError):
        x[:2][0] = 1
    view[0] = 7
    assert x.tolist() == [0, 7, 0]
    x.flags["WRITEABLE"] = True
    x[0] = 1
    with pytest.raises(ValueError):
        xp.broadcast_to(x, (2, 3)).flags.writeable = True
    with pytest.raises(AttributeError):
        x.flags.c_contiguous = False


def test_orders_in_memory():
    x = np.arange(6).reshape(2, 3)
    for order in ("C", "F", "A", "K"):
        for function in ("array", "asarray"):
            expected, found = getattr(np, function)(x, order=order), getattr(xp, function)(given(x), order=order)
            assert (found.flags.f_contiguous, found.flags.c_contiguous) == (expected.flags.f_contiguous, expected.flags.c_contiguous)
            same(found, expected)
        if order != "K":
            assert given(x).tobytes(order) == x.tobytes(order)
            assert given(x).T.tobytes(order) == x.T.tobytes(order)
        assert given(x).astype("f4", order=order).flags.f_contiguous == x.astype("f4", order=order).flags.f_contiguous
    assert xp.array([[1, 2], [3, 4]], order="F").flags.fnc
    assert xp.require(given(x), requirements="F").flags.f_contiguous
    with pytest.raises(ValueError):
        xp.array([1], order="X")


def test_types_of_histograms():
    for x in (np.array([1, 2, 3]), np.array([1, 2, 3], "f4"), np.array([1.0, 2, 3])):
        for weights in (None, np.array([1, 2, 3]), np.array([1, 2, 3], "i1"), np.array([1, 2, 3], "f4")):
            for bins in (3, [0, 1, 2], np.array([0.0, 1.5, 4.0])):
                beside("histogram", x, bins, weights=weights, rtol=1e-6)
        beside("histogram", x, 3, density=True, rtol=1e-6)
        beside("histogram_bin_edges", x, 3, rtol=1e-6)
        beside("histogram_bin_edges", x, [1, 2, 3])


def test_types_of_what_is_made():
    one = np.float32(1)
    for start, stop in ((F4, F4), (F4, 3), (np.array(one), 3), (0, F4), (F4, 3.5), (I1, 3), (F4.astype("c8"), 3), (F4.astype("f2"), 3)):
        beside("linspace", start, stop, 3, rtol=1e-6)
    beside("ix_", I1, np.array([0, 1]))
    beside("ix_", I1, np.array([True, False, True]))
    beside("conj", np.array([True, False]))
    same(xp.array([True]).conj(), np.array([True]).conj())
    for parts in ((F4, 1), (F4, 1.5), (I1, 1), (I1, 1.5), (I1, slice(0, 3)), (F4, [1, 2]), (1, 2.5), (1, 2), (np.array([True]), 1), (F4, 1j)):
        same(xp.r_[given(parts)], np.r_[parts])
        same(xp.c_[given(parts[0]), given(parts[0])], np.c_[parts[0], parts[0]])
    same(xp.r_[given(F4), 2**70], np.r_[F4, 2**70])
    for number in (300, 2**70):
        with pytest.raises(OverflowError):
            xp.r_[given(I1), number]


@pytest.mark.parametrize("x", [I1, U1, I8, U8, F4, F8, np.array([True, False]), np.array([1j])], ids=lambda x: x.dtype.name)
@pytest.mark.parametrize("number", [-1, 300, 2**63, 2**64 - 1, 2**70, -(2**70), 10**400], ids=["-1", "300", "2^63", "2^64-1", "2^70", "-2^70", "10^400"])
def test_large_integers_of_python(x, number):
    names = ["add", "multiply", "divide", "equal", "not_equal"]
    names += ["subtract", "isclose"] if x.dtype.kind != "b" else []
    names += ["less", "greater_equal", "maximum", "minimum", "fmod"] if x.dtype.kind != "c" else []
    names += ["logical_and"] if abs(number) < 2**63 else []
    if number == 10**400 and x.dtype.kind not in "fc":
        return
    if abs(number) >= 2**63 and x.dtype.kind == "b":
        # Comparisons NumPy refuses.
        names = ["add", "multiply", "divide"]
    for name in names:
        beside(name, x, number, rtol=1e-6)
        beside(name, number, x, rtol=1e-6)


def test_large_integers_of_python_in_functions():
    for x in (I1, U1, I8):
        for ends in ((0, 300), (-300, 300), (None, 2**70), (-(2**70), 1), (300, 2**65), (-(2**65), -(2**64))):
            if x.dtype == "i8" and ends == (300, 2**65):
                continue
            beside("clip", x, *ends)
    for x in (F4, F8):
        beside("clip", x, 0, 2**70)
        beside("clip", x, 2**70, None)
        beside("where", x > 0, x, 2**70)
        beside("pad", x, 1, constant_values=2**70, rtol=1e-6)
        beside("pad", x, 1, constant_values=(2**70, 1), rtol=1e-6)
        beside("full_like", x, 2**70)
    for value in (300, 1.5, (3, 300), (1, 2.5), -1):
        beside("pad", I1, 1, constant_values=value)
    for x, number in ((I1, 300), (I1, -300), (I1, np.array([300, 0])), (I8, 2**63), (F4, 2**70), (U1, -1)):
        beside("searchsorted", np.sort(x), number)
    for name in ("hypot", "arctan2", "copysign", "logaddexp", "heaviside", "nextafter", "float_power"):
        beside(name, I1, 300, rtol=2e-3)
    beside("array", [2**70, 1.5], dtype=float)
    beside("full", 2, 2**70, dtype=float)
    x = xp.zeros(2)
    x[0] = 2**70
    assert x.tolist() == [2.0**70, 0]
    with pytest.raises(OverflowError):
        xp.array([2**70], dtype="int64")


def test_arrays_among_sequences():
    row = np.array([1.5, 2, 3])
    two = [[row, row], [[1, 2, 3], [4, 5, 6]]]
    for nested in ([row, [1, 2, 3]], [[1, 2, 3], row], [[row[:2], (3, 4)]], [[row, row], [row, [1, 2, 3]]], (row, row), two):
        same(xp.array(given(nested)), np.array(nested))
    with pytest.raises(ValueError):
        xp.array([given(row), [1, 2]])


def test_axes_of_numbers():
    names = ["sum", "prod", "max", "min", "any", "all", "ptp", "argmax", "argmin", "count_nonzero", "nansum", "nanprod", "nanmax", "cumsum"]
    names += ["mean", "median", "argsort", "squeeze", "add.reduce", "nanmean"]
    for name in names:
        for axis in (0, -1):
            beside(name, np.array(3.0), axis=axis)
        with pytest.raises((ValueError, IndexError)):
            outcome(xp, name, (xp.asarray(3.0),), {"axis": 1})
    for axis in (0, -1, None):
        beside("take", np.array(3.0), 0, axis=axis)
        beside("repeat", np.array(3.0), 2, axis=axis)


def test_streams_of_parameters():
    rng = xp.random.default_rng([1, 2])
    same(rng.random(3), xp.random.default_rng([1, 2]).random(3))
    assert rng.random() != xp.random.default_rng([2, 1]).random()
    assert xp.random.default_rng(rng) is rng
    assert xp.random.default_rng(2**90).random() != xp.random.default_rng(2**91).random()
    with pytest.raises(ValueError):
        xp.random.default_rng(-1)
    drawn = rng.normal([0.0, 1000.0], [[1.0], [2.0]])
    assert drawn.shape == (2, 2) and bool((drawn[:, 1] > 900).all())
    assert rng.normal([0, 5], 1, (4, 2)).shape == (4, 2) and rng.exponential([1.0, 2.0]).shape == (2,)
    drawn = np.asarray(rng.uniform([0, 10], [1, 11], (1000, 2)))
    assert drawn.min(0)[1] >= 10 and drawn.max(0)[0] < 1 and abs(drawn.mean(0) - [0.5, 10.5]).max() < 0.05
    drawn = np.asarray(rng.integers([0, 10], [3, 12], (1000, 2)))
    assert drawn.dtype == np.int64 and set(drawn[:, 0]) == {0, 1, 2} and set(drawn[:, 1]) == {10, 11}
    assert rng.poisson([1.0, 5.0]).shape == (2,) and rng.beta([1.0, 2.0], 3.0, size=(3, 2)).shape == (3, 2)
    with pytest.raises(ValueError):
        rng.normal([0.0, 1.0], size=3)
    with pytest.raises(ValueError):
        rng.integers([5, 0], 5)
    matrix = np.arange(12).reshape(3, 4)
    for axis, size in ((0, 2), (1, 5), (1, (2, 2)), (-1, None)):
        found = np.asarray(rng.choice(given(matrix), size, axis=axis))
        expected = np.random.default_rng(0).choice(matrix, size, axis=axis)
        assert found.shape == expected.shape
        parts = np.moveaxis(found.reshape(-1, 4) if axis == 0 else found.reshape(3, -1).T, 0, 0)
        assert all(part.tolist() in (matrix.tolist() if axis == 0 else matrix.T.tolist()) for part in parts)
    assert sorted(np.asarray(rng.choice(given(matrix), 3, replace=False))[:, 0].tolist()) == [0, 4, 8]


def test_spaces_of_arrays():
    for args, keywords in (
        (([0, 1], [1, 2], 3), {}), (([0, 1], [1, 2], 3), {"axis": 1}), ((0, 1, 3), {"base": [2, 3]}), ((np.array([0, 1], "f4"), 1, 3), {}),
        ((0, 2, 3), {"dtype": int}), (([0, 1], 2, 4), {"endpoint": False}), (([[0], [1]], 2, 4), {"base": [2.0, 3.0], "axis": -1}),
    ):
        beside("logspace", *args, **keywords, rtol=1e-5)
    for args, keywords in (
        (([1, 10], [100, 1000], 3), {}), (([1, 10], [100, 1000], 3), {"axis": -1}), ((-1, -1000, 4), {}), ((1j, 1000j, 4), {}),
        ((1, 1000, 4), {"dtype": int}), (([-1.0, 2.0], [-8.0, 16.0], 4), {"endpoint": False}), (([0, 1], 2, 3), {}), ((np.array([1, 2], "f4"), 8, 4), {"dtype": "f4"}),
    ):
        beside("geomspace", *args, **keywords, rtol=1e-6)


def test_transforms_of_halves():
    x = np.array([1, 2, 3, 4], "f2")
    for name in ("fft", "ifft", "rfft", "irfft", "fftn", "rfft2", "hfft"):
        beside(f"fft.{name}", x.reshape(2, 2) if name.endswith("2") else x, rtol=1e-3)


def test_kinds_of_types():
    kinds = ("generic", "number", "integer", "signedinteger", "unsignedinteger", "inexact", "floating", "complexfloating")
    for name in ("int8", "uint16", "float32", "complex64", "bool", "int64"):
        for kind in kinds:
            expected = np.issubdtype(getattr(np, name), getattr(np, kind))
            assert xp.issubdtype(getattr(xp, name), getattr(xp, kind)) == expected
            assert xp.issubdtype(xp.zeros(1, name).dtype, getattr(np, kind)) == expected
        for other in ("f4", float, int, "i1", bool):
            assert xp.issubdtype(name, other) == np.issubdtype(np.dtype(name), other)
    assert xp.issubdtype(xp.integer, xp.number) and not xp.issubdtype(xp.number, xp.integer)


@pytest.mark.parametrize("name", ["nansum", "nanprod", "nanmax", "nanmin"])
def test_reductions_without_nan(name):
    mask = np.array([[True, True, False], [False, True, True]])
    for axis in (None, 0, 1):
        beside(name, N, axis, initial=2.0)
        beside(name, N, axis, initial=2.0, where=mask)
        beside(name, N, axis, where=mask, keepdims=True)
    beside(name, I8, initial=-5, where=np.array([True, False]))
    beside(name, np.full(3, np.nan), initial=1.0)


def test_moments_without_nan():
    mask = np.array([[True, True, False], [False, True, True]])
    for axis in (None, 1):
        for name in ("nanmean", "nanvar", "nanstd"):
            beside(name, N, axis, where=mask)
        for name in ("nanvar", "nanstd"):
            beside(name, N, axis, mean=np.nanmean(N, axis, keepdims=True))
            beside(name, N, axis, mean=np.nanmean(N, axis, keepdims=True), where=mask, ddof=0.5)
    for name in ("nancumsum", "nancumprod"):
        beside(name, N, axis=1, dtype="f4", rtol=1e-6)
        beside(name, N, out=np.zeros(6))
    for name in ("var", "std"):
        for x in (N, N.astype("f4"), np.array([[1, 2, 4], [5, 5, 9]]), np.array([[1 + 2j, 3], [4j, 5]])):
            mean = x.mean(1, keepdims=True)
            beside(name, x, 1, mean=mean, ddof=1, rtol=1e-6)
            beside(name, x, 1, mean=mean, keepdims=True, rtol=1e-6)


def test_quantiles_with_weights():
    x, w = np.array([[3.0, 1, 2, 5], [9, 8, 7, 1]]), np.array([[1, 2, 0, 3], [1, 1, 1, 1]])
    for q in (0, 0.3, 0.5, 1.0, [0.1, 0.9], [[0.2], [0.6]]):
        for axis, weights in ((None, w), (1, w), (0, w[::-1] + 1), (1, w[0]), (0, np.array([1, 3]))):
            beside("quantile", x, np.array(q), axis, method="inverted_cdf", weights=weights)
            beside("quantile", x, np.array(q), axis, method="inverted_cdf", weights=weights, keepdims=True)
    beside("percentile", x, 30, method="inverted_cdf", weights=w)
    beside("quantile", N, 0.4, 1, method="inverted_cdf", weights=np.ones((2, 3)))
    beside("quantile", x, 1.5, method="inverted_cdf", weights=w)
    beside("quantile", x, 0.5, weights=w)
    beside("quantile", x, 0.5, method="inverted_cdf", weights=-w)
    beside("quantile", x, 0.5, 1, method="inverted_cdf", weights=0 * w)


def test_constants_of_antiderivatives():
    for m, k in ((1, None), (1, 3), (2, 3.5), (2, [1, 2]), (2, [1, 2, 3]), (3, [1, 2]), (0, None), (-1, None)):
        beside("polyint", np.array([6.0, 2, 1]), m, k)


def test_ways_of_padding():
    x = np.array([[1, 4, 9], [2, 3, 5]])
    for mode in ("maximum", "minimum", "mean", "median"):
        for length in (1, 2, ((1, 2), (2, 3)), 9, 0 if mode in ("maximum", "minimum") else 1):
            beside("pad", x, 2, mode, stat_length=length)
            beside("pad", x / 4, ((1, 0), (2, 1)), mode, stat_length=length)
    for mode in ("reflect", "symmetric"):
        for each in (x, x / 4, x[:, :1]):
            for width in (1, ((0, 5), (7, 2))):
                beside("pad", each, width, mode, reflect_type="odd")
    assert xp.pad(given(x), 1, "empty").shape == (4, 5) and xp.pad(given(x), 1, "empty")[1:3, 1:4].tolist() == x.tolist()

    def filled(vector, widths, axis, keywords):
        vector[: widths[0]] = keywords.get("value", axis)
        vector[vector.shape[0] - widths[1] :] = -1

    for keywords in ({}, {"value": 7}):
        same(xp.pad(given(x), ((1, 2), (0, 1)), filled, **keywords), np.pad(x, ((1, 2), (0, 1)), filled, **keywords))


def test_products_and_transforms_in_outputs():
    a = np.arange(6.0).reshape(2, 3)
    for out in (np.zeros((2, 2)), np.zeros((2, 2), "c16"), np.zeros((2, 2), "i8"), np.zeros((2, 3))):
        beside("matmul", a, a.T, out=out)
    beside("fft.fft", a, out=np.zeros((2, 3), complex))
    beside("fft.irfft", a, out=np.zeros((2, 4)))
    beside("fft.ifft2", a**2 + 1j * a, out=np.zeros((2, 3), complex), rtol=1e-9)
    out = xp.zeros((2, 3), complex)
    assert xp.fft.fftn(given(a), out=out) is out and bool(out.any())


def test_zeros_are_trimmed_along_axes():
    x = np.zeros((5, 6))
    x[1:3, 2] = 1
    for axis in (None, 0, 1, (0, 1), -1):
        for trim in ("fb", "f", "b"):
            beside("trim_zeros", x, trim, axis)
    for vector in (np.array([0, 0, 1, 0, 2, 0]), np.zeros(3), np.array([1])):
        for trim in ("fb", "F", "b", "x"):
            beside("trim_zeros", vector, trim)


def test_factors_of_hermitian_matrices():
    rng = np.random.default_rng(3)
    for a in (rng.normal(size=(4, 4)), rng.normal(size=(2, 3, 3)), rng.normal(size=(3, 3)) + 1j * rng.normal(size=(3, 3))):
        a = a + np.conj(np.swapaxes(a, -1, -2))
        u, s, vh = xp.linalg.svd(given(a), hermitian=True)
        np.testing.assert_allclose(np.asarray(s), np.linalg.svd(a, hermitian=True, compute_uv=False), rtol=1e-12)
        np.testing.assert_allclose(np.asarray(xp.matmul(u * s[..., None, :], vh)), a, atol=1e-12)
        np.testing.assert_allclose(np.asarray(xp.linalg.svd(given(a), compute_uv=False, hermitian=True)), np.asarray(s))
        beside("linalg.pinv", a, hermitian=True, rtol=1e-9)
    singular = np.diag([2.0, 0, 3])
    beside("linalg.pinv", singular, hermitian=True)


def test_texts_of_formatters():
    x = np.arange(60.0).reshape(4, 15) / 7
    two = lambda value: f"{value:.2f}"
    for each in (x, x[0], x[0, :3], x.reshape(3, 4, 5), x.astype("i4"), x > 3, x + 1j, x.astype("c8")[:2]):
        for formatter in ({"float_kind": two}, {"all": lambda value: "<" + str(value) + ">"}, {"int": hex, "bool": lambda b: "NY"[int(b)]}):
            for options in ({}, {"separator": ", ", "max_line_width": 40}, {"threshold": 5, "edgeitems": 2}, {"prefix": "abc", "suffix": "zz"}):
                if each.dtype.kind == "c" and "all" in formatter:
                    continue
                found = xp.array2string(given(each), formatter=formatter, **options)
                if each.dtype.kind == "c":
                    assert found == xp.array2string(given(each), **options)
                else:
                    expected = {**formatter, "all": lambda value: "<" + str(value.item()) + ">"} if "all" in formatter else formatter
                    assert found == np.array2string(each, formatter=expected, **options)


def test_arrays_of_numpy_are_shown_as_its_own():
    for dtype in ("i8", "u8", "i4", "?", "f4", "c16"):
        assert repr(np.asarray(xp.ones(3, dtype))) == repr(np.ones(3, dtype))
