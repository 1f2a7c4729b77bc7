"""Arguments of NumPy's functions that programs give and that are easily overlooked, beside NumPy."""

import numpy as np
import pytest

import xparray as xp

I = np.array([[1, 2, 3], [4, 5, 6]])
A = I / 4
U = np.array([0, 5, 200], "u1")


def given(x):
    return xp.asarray(x) if isinstance(x, np.ndarray) else x


def same(found, expected):
    found, expected = np.asarray(found), np.asarray(expected)
    assert found.dtype == expected.dtype and found.shape == expected.shape
    np.testing.assert_allclose(found, expected, rtol=1e-12)


@pytest.mark.parametrize("indices", [([0, 1], [1, 2]), (0, 1), [1, 1], (np.array([0, 0, 1]), np.array([2, 2, 0]))], ids=str)
def test_updates_take_an_index_for_each_axis(indices):
    for name in ("add", "multiply", "maximum", "subtract"):
        expected, found = np.ones((3, 3)), xp.ones((3, 3))
        getattr(np, name).at(expected, indices, 2.0)
        getattr(xp, name).at(found, tuple(given(each) for each in indices) if isinstance(indices, tuple) else indices, 2.0)
        same(found, expected)


def test_averages_of_integers_do_not_overflow():
    for a, w in (([100, 50], [2, 3]), ([2**31 - 1, 5], [2, 3])):
        for kind in ("i4", "i8", "i1")[: 3 if a[0] < 127 else 2]:
            a_, w_ = np.array(a, kind), np.array(w, kind)
            same(xp.average(xp.asarray(a_), weights=xp.asarray(w_)), np.average(a_, weights=w_))
    same(xp.average(given(A.astype("f4")), weights=given(I.astype("i1"))), np.average(A.astype("f4"), weights=I.astype("i1")))
    for found, expected in zip(xp.average(given(I), 0, xp.asarray([1, 2]), True), np.average(I, 0, [1, 2], True)):
        same(found, expected)


def test_comparisons_have_truth_values():
    for name in ("less", "greater", "equal", "not_equal", "less_equal", "greater_equal"):
        x, y = np.array([3, 1, 5]), np.array([5, 7, 5])
        same(getattr(xp, name)(given(x), given(y), dtype=bool), getattr(np, name)(x, y, dtype=bool))
        with pytest.raises(TypeError):
            getattr(xp, name)(given(x), given(y), dtype="int64")


@pytest.mark.parametrize("x", [U, U.astype("i2"), np.array([2**63 - 1, -5]), np.array([2**64 - 1, 3], "u8")], ids=lambda x: str(x.dtype))
@pytest.mark.parametrize("number", [-1, 256, 300, 2**40, -(2**40), 2**63, 2**64 - 1, -(2**63)])
def test_integers_beyond_a_type_compare(x, number):
    for name in ("less", "greater", "equal", "not_equal", "less_equal", "greater_equal"):
        same(getattr(xp, name)(given(x), number), getattr(np, name)(x, number))
        same(getattr(xp, name)(number, given(x)), getattr(np, name)(number, x))


def test_integers_beyond_a_type_divide():
    same(given(U) / 300, U / 300)
    same(300 / given(U[1:]), 300 / U[1:])
    with pytest.raises(OverflowError):
        given(U) + 300


@pytest.mark.parametrize(
    "obj, values, axis, x",
    [
        (1, [7, 8], 1, I), (1, np.ones((3, 4)), 0, np.zeros((2, 3, 4))), (1, np.ones((2, 3)), 2, np.zeros((2, 3, 4))), (1, 7, 0, I), (-1, [1, 2, 3], 0, I),
        (np.int64(1), [7, 8], 1, I), (0, [[1], [2]], 1, I), ([0, 2], [[7, 8]], 1, I), (1, [[7, 8, 9], [1, 2, 3]], 0, I),
    ],
)  # fmt: skip
def test_values_are_inserted_at_a_place(obj, values, axis, x):
    same(xp.insert(given(x), obj, given(values), axis), np.insert(x, obj, values, axis))


def test_rows_and_columns_are_permuted():
    rng = xp.random.default_rng(3)
    for shape, axis in (((2, 3), 1), ((3, 2), 1), ((3, 2), 0), ((3, 2), -1)):
        x = np.arange(6.0).reshape(shape)
        found = np.asarray(rng.permutation(given(x), axis=axis))
        assert found.shape == shape
        same(np.sort(found, axis), np.sort(x, axis))
    for low, high in ((0, 300), (-1, 5)):
        with pytest.raises(ValueError):
            rng.integers(low, high, dtype="u1")


def test_covariances_and_bits_have_numpys_parameters():
    same(xp.cov(given(A), None, True, True), np.cov(A, None, True, True))
    same(xp.cov(given(A), rowvar=0, ddof=0), np.cov(A, rowvar=0, ddof=0))
    same(xp.cov(given(A), bias=True, aweights=[1, 2, 1]), np.cov(A, bias=True, aweights=[1, 2, 1]))
    bits = np.array([[2, 7], [23, 255]], "u1")
    for axis in (None, 0, 1, -1):
        for count in (None, 4, -3, 0, 40):
            for order in ("big", "little"):
                same(xp.unpackbits(given(bits), axis, count, order), np.unpackbits(bits, axis, count, order))


def test_widths_are_named_by_axes():
    for widths in ({0: (1, 0)}, {-1: (2, 3)}, {0: 1, 1: (0, 2)}):
        same(xp.pad(given(A), widths), np.pad(A, widths))


def test_conversions_hold_to_rules():
    with pytest.raises(TypeError):
        given(A).astype(int, casting="safe")
    same(given(I).astype("f8", casting="safe"), I.astype("f8", casting="safe"))


def test_what_is_accumulated_has_the_type_that_was_asked_for():
    for name in ("cumsum", "cumprod"):
        for dtype in ("i2", "u1", "f4", None):
            same(getattr(xp, name)(given(I), dtype=dtype), getattr(np, name)(I, dtype=dtype))


def test_spectra_of_integers_are_double():
    for kind in ("i1", "u2", "?", "i8"):
        x = I[0].astype(kind)
        same(xp.fft.irfft(given(x)), np.fft.irfft(x))
        same(xp.fft.hfft(given(x)), np.fft.hfft(x))


def test_arrays_are_given_by_their_names():
    a = given(A)
    for name in ("sum", "mean", "max", "min", "std", "prod", "sort", "argsort", "round", "squeeze", "full_like", "zeros_like", "argmax"):
        keywords = {"fill_value": 2} if name == "full_like" else {}
        same(getattr(xp, name)(a=a, **keywords), getattr(np, name)(a=A, **keywords))
    same(xp.clip(a, a_min=0.5, a_max=1.0), np.clip(A, a_min=0.5, a_max=1.0))
    same(xp.clip(a, max=1.0), np.clip(A, max=1.0))
    same(xp.clip(a=a, min=0.5), np.clip(a=A, min=0.5))
    same(xp.take(a=a, indices=[0], axis=1), np.take(a=A, indices=[0], axis=1))
    same(xp.fft.fft(a=a), np.fft.fft(a=A))
    same(xp.linspace(start=0, stop=1, num=3), np.linspace(start=0, stop=1, num=3))
    same(xp.eye(N=3, M=2), np.eye(N=3, M=2))
    with pytest.raises(ValueError):
        xp.clip(a, 0.5, min=0.1)


def test_functions_of_python_take_arrays():
    x = given(np.array([5.5, -7.25, 3.0]))
    for found, expected in zip(divmod(x, 2), divmod(np.array([5.5, -7.25, 3.0]), 2)):
        same(found, expected)
    for found, expected in zip(divmod(7, given(I)), divmod(7, I)):
        same(found, expected)
    same(round(x, 1), np.round(np.array([5.5, -7.25, 3.0]), 1))
    assert round(x[0]) == 6 and round(x[1], 1) == -7.2
    assert [float(each) for each in reversed(x)] == [3.0, -7.25, 5.5]


def test_errors_of_numbers_are_ignored():
    with xp.errstate(divide="ignore", invalid="warn"):
        same(given(A) / 0.0, np.full((2, 3), np.inf))
    assert xp.seterr(all="ignore") == xp.geterr()
    with pytest.raises(ValueError):
        xp.seterr(all="never")
    with pytest.raises(NotImplementedError):
        xp.errstate(all="raise")


@pytest.mark.parametrize("name", ["auto", "doane", "fd", "rice", "scott", "sqrt", "stone", "sturges"])
def test_bins_have_names(name):
    rng = np.random.default_rng(4)
    for x in (rng.normal(size=400), rng.exponential(size=77), rng.integers(0, 9, 50), np.array([2.0]), np.array([])):
        for ends in (None, (-1.0, 2.0)):
            for found, expected in zip(xp.histogram(given(x), name, ends), np.histogram(x, name, ends)):
                np.testing.assert_allclose(np.asarray(found), expected, rtol=1e-12)
            np.testing.assert_allclose(np.asarray(xp.histogram_bin_edges(given(x), name, ends)), np.histogram_bin_edges(x, name, ends), rtol=1e-12)
    with pytest.raises(ValueError):
        xp.histogram(given(A), "nobody")


def test_polynomials_have_numpys_parameters():
    same(xp.poly([1, 2]), np.poly([1, 2]))
    same(xp.sort(xp.roots(xp.asarray([1, 0, -1]))), np.sort(np.roots([1, 0, -1])))
    same(abs(xp.roots([1, 0, 1]).imag), abs(np.roots([1, 0, 1]).imag))
    rng = np.random.default_rng(8)
    x, y, w = rng.normal(size=9), rng.normal(size=9), rng.uniform(1, 2, 9)
    for y_ in (y, rng.normal(size=(9, 2))):
        np.testing.assert_allclose(np.asarray(xp.polyfit(given(x), given(y_), 2, w=given(w))), np.polyfit(x, y_, 2, w=w), rtol=1e-9)
        for cov in (True, "unscaled"):
            for found, expected in zip(xp.polyfit(given(x), given(y_), 2, w=given(w), cov=cov), np.polyfit(x, y_, 2, w=w, cov=cov)):
                assert found.shape == expected.shape
                np.testing.assert_allclose(np.asarray(found), expected, rtol=1e-8)
    for found, expected in zip(xp.polyfit(given(x), given(y), 2, full=True), np.polyfit(x, y, 2, full=True)):
        np.testing.assert_allclose(np.asarray(found), expected, rtol=1e-8)


def test_sets_have_numpys_parameters():
    a, b = np.array([3, 1, 2, 3, 7]), np.array([7, 3, 9, 3])
    for found, expected in zip(xp.intersect1d(given(a), given(b), return_indices=True), np.intersect1d(a, b, return_indices=True)):
        same(found, expected)
    same(xp.setdiff1d(given(a[:3]), given(b), assume_unique=True), np.setdiff1d(a[:3], b, assume_unique=True))
    same(xp.isin(given(a), given(b), kind="sort"), np.isin(a, b, kind="sort"))
