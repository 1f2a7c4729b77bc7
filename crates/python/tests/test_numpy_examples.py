"""What examples of NumPy's documentation showed to differ."""

import io

import numpy
import pytest

import xparray


def same(found, known):
    found = numpy.asarray(found)
    assert found.dtype == numpy.asarray(known).dtype and found.shape == numpy.shape(known)
    numpy.testing.assert_allclose(found, known, rtol=1e-13, equal_nan=True)


@pytest.mark.parametrize("of", [
    lambda m, a: m.r_["-1", a, a], lambda m, a: m.r_["0,2", [1, 2, 3], [4, 5, 6]], lambda m, a: m.r_["0,2,0", [1, 2, 3], [4, 5, 6]],
    lambda m, a: m.r_["1,2,0", [1, 2, 3], [4, 5, 6]], lambda m, a: m.r_["1,3,1", [1, 2], [4, 5]], lambda m, a: m.r_["0,3,-1", [1, 2], [4, 5]],
    lambda m, a: m.c_[[1, 2], [3, 4]], lambda m, a: m.c_[a[0], a[1]], lambda m, a: m.r_[1:4, 0, 4], lambda m, a: m.c_["1", a, a], lambda m, a: m.r_["0,3", 1:3, [5.0, 2]],
    lambda m, a: m.asarray(m.r_["r", [1, 2], [3]]), lambda m, a: m.asarray(m.r_["c", [1, 2], [3]]),
])
def test_directives_of_rows(of):
    a = numpy.array([[0, 1, 2], [3, 4, 5]])
    same(of(xparray, xparray.asarray(a)), of(numpy, a))


def test_wrong_directives_are_refused():
    for key in (([1, 2], "r"), ("x", [1]), ("1,2,3,4", [1])):
        with pytest.raises(ValueError):
            xparray.r_[key]


def test_numbers_in_the_place_of_others_in_both_parts():
    x = numpy.array([complex(numpy.nan, numpy.inf), 12, complex(13, -numpy.inf)])
    nan, high, low = numpy.array([11.0, 12, 13]), numpy.array([21.0, 22, 23]), numpy.array([31.0, 32, 33])
    same(xparray.nan_to_num(*map(xparray.asarray, (x,)), nan=xparray.asarray(nan), posinf=xparray.asarray(high), neginf=xparray.asarray(low)),
        numpy.nan_to_num(x, nan=nan, posinf=high, neginf=low))


def test_polynomials():
    for m in (numpy, xparray):
        p = m.polyval([3, 0, 1], m.poly1d([1, 2]))
        assert p.coeffs.tolist() == [3, 12, 13]
        assert m.polyder(m.asarray([1.0, 2.0], dtype="float32"), 0).dtype == "float32"
        assert m.polyint(m.asarray([1.0, 2.0], dtype="float32")).dtype == "float64"
        assert m.poly(m.asarray([1.0], dtype="float16")).dtype == "float64" and numpy.ndim(m.poly([])) == 0
        with pytest.raises(TypeError):
            m.polyfit([1, 2, 3], [1, 2], 1)
        with pytest.raises(TypeError):
            m.polyfit([], [], 1)


def test_differences_and_choices():
    for m in (numpy, xparray):
        assert m.diff(m.asarray([1, 2], dtype="int8"), n=0, append=2.5).dtype == "int8"
        with pytest.raises(ValueError):
            m.diff(m.asarray(3))
        with pytest.raises(ValueError):
            m.choose([0, 3], [[1, 2], [3, 4]])
        with pytest.raises(ValueError):
            m.linalg.norm(m.ones((2, 2, 2)), axis=(0, 1, 2))
        assert m.linalg.cond(m.asarray([[1, 0], [0, 2]])) == 2 and m.linalg.cond(m.ones((0, 2, 2))).shape == (0,)
        assert [each.shape for each in m.ix_(m.asarray([1.5, 2.5]), [True, False])] == [(2, 1), (1, 1)]
        with pytest.raises(TypeError):
            m.sin(m.arange(3), casting="no")
        assert m.minimum.reduce(m.asarray([3, 0]), dtype=bool, initial=3) == False  # noqa: E712
        assert m.bitwise_and.reduce(m.asarray([True, True]), initial=3) == True  # noqa: E712


def test_archives_of_open_files():
    for m in (numpy, xparray):
        file = io.BytesIO()
        m.savez(file, m.arange(3), x=m.ones(2))
        file.seek(0)
        with m.load(file) as found:
            assert sorted(found.files) == ["arr_0", "x"] and found["arr_0"].tolist() == [0, 1, 2]


def test_warnings_have_names():
    for name in ("AxisError", "ComplexWarning", "DTypePromotionError", "RankWarning", "TooHardError", "VisibleDeprecationWarning"):
        found, known = getattr(xparray.exceptions, name), getattr(numpy.exceptions, name)
        assert issubclass(found, known.__mro__[1])


def test_names_of_types_and_integers_in_bases():
    assert bool(xparray.True_) and not bool(xparray.False_) and xparray.long == "int64" and xparray.ulong == "uint64"
    for number, base, padding in ((6, 5, 0), (-35, 36, 2), (0, 3, 0), (0, 3, 2), (255, 2, 1)):
        assert xparray.base_repr(number, base, padding) == numpy.base_repr(number, base, padding)
    for letters in (["d", "F"], ["f", "F"], ["e"], ["i"], [numpy.ones(2, "float32")]):
        assert xparray.mintypecode(letters) == numpy.mintypecode(letters)
    assert set(xparray.typecodes) == set(numpy.typecodes)
    with pytest.raises(ValueError):
        xparray.base_repr(3, 40)


def test_streams():
    rng = xparray.random.default_rng(5)
    x = xparray.arange(60).reshape(3, 20)
    rows, whole = rng.permuted(x, axis=1), rng.permuted(x)
    assert numpy.array_equal(numpy.sort(numpy.asarray(rows), axis=1), numpy.asarray(x)) and not xparray.array_equal(rows, x)
    assert len({tuple(each) for each in (numpy.asarray(rows) % 20).tolist()}) == 3
    assert sorted(whole.ravel().tolist()) == list(range(60)) and whole.shape == (3, 20)
    out = xparray.zeros_like(x)
    assert rng.permuted(x, axis=0, out=out) is out and sorted(out[:, 0].tolist()) == [0, 20, 40]
    first, second = rng.spawn(2)
    assert first.random(3).tolist() != second.random(3).tolist() and len(rng.bytes(5)) == 5
    assert rng.standard_gamma(2.0, 3, "float32").dtype == "float32"
    assert rng.multivariate_normal([0.0, 1.0], [[1.0, 0.0], [0.0, 2.0]], 4, "ignore", method="cholesky").shape == (4, 2)


def test_conditions_counts_and_periods():
    x = numpy.array([[[0.0, 0], [0, 0]], [[1, 2], [3, 4]]])
    for p in (None, 2, -2):
        same(xparray.linalg.cond(xparray.asarray(x), p), numpy.linalg.cond(x, p))
    same(xparray.bincount(xparray.asarray([True, False, True])), numpy.bincount(numpy.array([True, False, True])))
    same(xparray.bincount([]), numpy.bincount([]))
    same(xparray.bincount([1, 1], [0.5, 2]), numpy.bincount([1, 1], [0.5, 2]))
    with pytest.raises(TypeError):
        xparray.bincount(xparray.asarray([], dtype="float64"))
    options = {"left": -1, "right": 9, "period": 3}
    same(xparray.interp([0.2, 4.0, -1.0], [0.0, 1, 2], [1.0, 5, 3], **options), numpy.interp([0.2, 4.0, -1.0], [0.0, 1, 2], [1.0, 5, 3], **options))
