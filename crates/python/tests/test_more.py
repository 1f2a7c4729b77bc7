"""More of NumPy's functions, beside NumPy."""

import numpy
import pytest

import xparray

RNG = numpy.random.default_rng(2)
A, B, C = RNG.normal(size=(3, 4)), RNG.normal(size=(3, 4)), RNG.integers(0, 9, (3, 4))
V, W, N = RNG.normal(size=5), RNG.normal(size=3), RNG.integers(0, 6, 12)
Z = V + 1j * RNG.normal(size=5)
CUBE = RNG.normal(size=(2, 3, 4))
BITS = RNG.integers(0, 2, (2, 11)).astype("uint8")
GAPS = numpy.where(A > 0.5, numpy.nan, A)
CALLS = [
    ("append", (A, B)), ("append", (A, B, 0)), ("append", (V, 7)), ("array_equiv", (A, A)), ("array_equiv", (A, B)),
    ("array_equiv", (V, A)),
    ("apply_along_axis", (numpy.sort, 0, A)), ("array_split", (V, 3)), ("array_split", (A, 3, 1)), ("array_split", (A, [1, 2])),
    ("asfortranarray", (A,)), ("atleast_3d", (V,)), ("atleast_3d", (A,)), ("atleast_3d", (CUBE,)), ("atleast_3d", (1.5,)),
    ("bartlett", (7,)), ("blackman", (6,)), ("hamming", (5,)), ("hanning", (5,)), ("kaiser", (6, 4.0)), ("hanning", (1,)),
    ("hanning", (0,)),
    ("bincount", (N,)), ("bincount", (N, N * 0.5)), ("bincount", (N, None, 20)), ("bincount", (N[:0],)),
    ("block", ([[A, B], [B, A]],)), ("block", ([V, W],)), ("block", (3,)), ("choose", (N % 3, (N, N + 1, N + 2))),
    ("choose", (N, (N, N * 2), "wrap")), ("column_stack", ([V, V],)), ("column_stack", ([A, B],)),
    ("compress", ([True, False, True], A, 0)),
    ("compress", ([True, False, True], A)), ("convolve", (V, W)), ("convolve", (V, W, "same")), ("convolve", (W, V, "valid")),
    ("convolve", (V, W[:2], "same")), ("correlate", (V, W)), ("correlate", (V, W, "full")), ("correlate", (V, W, "same")),
    ("correlate", (W, V, "same")), ("correlate", (W, V, "valid")), ("correlate", (V, W[:2], "same")),
    ("correlate", (W[:2], V, "same")),
    ("correlate", (Z, W * 1j, "full")), ("corrcoef", (A,)), ("cov", (A,)), ("cov", (A, B)), ("cov", (A, None, False)),
    ("cross", (CUBE[0].T, CUBE[1].T)), ("cross", (CUBE[:, :3, 0], CUBE[:, :3, 1])), ("delete", (A, 1, 0)),
    ("delete", (A, [0, 2], 1)),
    ("delete", (A, slice(0, 3, 2), 1)), ("delete", (A, 5)), ("delete", (V, [True, False, True, False, False])), ("delete", (V, [])),
    ("diag_indices", (3,)), ("diag_indices_from", (A[:, :3],)), ("diagflat", (A,)), ("diagflat", (V, -2)),
    ("digitize", (A, [-1, 0, 1])),
    ("digitize", (A, [1, 0, -1], True)), ("divmod", (C, 3)), ("divmod", (A, B)), ("dsplit", (CUBE, 2)), ("dstack", ([A, B],)),
    ("dstack", ([V, V],)), ("ediff1d", (A,)), ("ediff1d", (V, [1.0], [2.0, 3.0])), ("extract", (A > 0, A)), ("fliplr", (A,)),
    ("flipud", (V,)),
    ("frexp", (A,)), ("gradient", (V,)), ("gradient", (A,)), ("gradient", (A, 0.5)), ("gradient", (A, 0.5, 2.0)),
    ("gradient", (V, numpy.array([0.0, 1, 3, 4, 7]))), ("histogram", (A,)), ("histogram", (A, 5, (-1.0, 1.0))),
    ("histogram", (A, [-1.0, 0, 2])),
    ("histogram", (C, 4)), ("histogram_bin_edges", (A, 4)), ("hsplit", (A, 2)), ("hsplit", (V, [2])), ("indices", ((2, 3),)),
    ("insert", (A, 1, 7, 0)), ("insert", (A, [0, 2], 7.5, 1)), ("insert", (V, 2, [1.0, 2.0])), ("insert", (A, 3, 1.0)),
    ("interp", (A, [-1.0, 0, 1], [3.0, 5, 4])), ("interp", (A, [-1.0, 0, 1], [3.0, 5, 4], -9.0, 9.0)), ("iscomplex", (Z,)),
    ("isreal", (A,)),
    ("isrealobj", (Z,)), ("ix_", ([0, 2], [1, 3])), ("ldexp", (A, C)), ("mask_indices", (3, numpy.triu)), ("matvec", (CUBE, A[0])),
    ("matvec", (CUBE, CUBE[:, 0])), ("modf", (A * 9,)), ("nancumprod", (GAPS,)), ("nancumsum", (GAPS, 0)),
    ("nanpercentile", (GAPS, 30)),
    ("ndim", (A,)), ("packbits", (BITS,)), ("packbits", (BITS, 1, "little")), ("poly", (V,)), ("polyadd", (V, W)),
    ("polyder", (V, 2)),
    ("polydiv", (V, W)), ("polyint", (V,)), ("polyint", (V, 2)), ("polymul", (V, W)), ("polysub", (W, V)), ("polyval", (V, A)),
    ("ravel_multi_index", (([0, 1], [2, 0]), (2, 3))), ("ravel_multi_index", (([5, 1], [2, 9]), (2, 3), "clip")),
    ("resize", (A, (2, 9))),
    ("resize", (A, 3)), ("rollaxis", (CUBE, 2)), ("rollaxis", (CUBE, 0, 3)), ("rot90", (A,)), ("rot90", (A, 2)),
    ("rot90", (CUBE, -1, (1, 2))),
    ("select", ([A > 1, A > 0], [A, B], 7)), ("shape", (A,)), ("size", (A,)), ("size", (A, 1)), ("sort_complex", (Z,)),
    ("trapezoid", (A,)),
    ("trapezoid", (A, None, 0.5, 0)), ("trapezoid", (V, numpy.sort(V))), ("tril_indices", (3, 1, 4)),
    ("tril_indices_from", (A, -1)),
    ("trim_zeros", ([0, 0, 1, 2, 0],)), ("trim_zeros", ([0, 0, 1, 2, 0], "b")), ("triu_indices", (4,)),
    ("triu_indices_from", (A, 1)),
    ("unpackbits", (BITS,)), ("unpackbits", (BITS, 0, None, "little")[:2]), ("unravel_index", ([3, 5], (2, 3))),
    ("unravel_index", (4, (2, 3))),
    ("unwrap", (A * 9,)), ("vander", (V,)), ("vander", (C[0], 3, True)), ("vecmat", (CUBE[:, :, 0], CUBE)),
    ("vecmat", (Z, numpy.ones((5, 2)))),
    ("vecdot", (A, B)), ("vsplit", (A, 3)), ("cov", (A, None, True, False, 0, [1, 2, 1, 3], [0.5, 1, 1, 2])),
    ("apply_over_axes", (numpy.sum, CUBE, [0, 2])),
]


def given(value):
    if isinstance(value, numpy.ndarray):
        return xparray.asarray(value)
    if isinstance(value, (tuple, list)) and any(isinstance(each, (numpy.ndarray, list)) for each in value):
        return type(value)(map(given, value))
    return getattr(xparray, value.__name__) if callable(value) else value


def turned(value):
    """The same elements, as a view of an array in another order."""
    if isinstance(value, xparray.ndarray):
        return value.T.copy().T if value.ndim > 1 else xparray.asarray([value, value])[0] if value.ndim else value
    return type(value)(map(turned, value)) if isinstance(value, (tuple, list)) else value


def same(x, y):
    if isinstance(y, (tuple, list)) and not isinstance(y, numpy.ndarray):
        assert len(x) == len(y)
        for a, b in zip(x, y):
            same(a, b)
        return
    if not isinstance(x, xparray.ndarray):
        assert x == y
        return
    y = numpy.asarray(y)
    assert x.shape == y.shape and x.dtype == y.dtype, (x.shape, y.shape, x.dtype, y.dtype)
    numpy.testing.assert_allclose(numpy.asarray(x), y, rtol=1e-9, atol=1e-11)


@pytest.mark.parametrize("name, arguments", CALLS, ids=lambda value: value if isinstance(value, str) else "")
def test_functions_are_numpys(name, arguments):
    named = {"compress": "axis", "choose": "mode"}
    keywords = {named[name]: arguments[2]} if name in named and len(arguments) > 2 else {}
    arguments = arguments[:2] if keywords else arguments
    expected = getattr(numpy, name)(*arguments, **keywords)
    ours = tuple(map(given, arguments))
    same(getattr(xparray, name)(*ours, **keywords), expected)
    same(getattr(xparray, name)(*map(turned, ours), **keywords), expected)


def test_functions_that_write():
    def both(change):
        x, y = xparray.asarray(A), A.copy()
        change(xparray, x), change(numpy, y)
        same(x, y)

    both(lambda module, x: module.put(x, [0, 5, -1], [7, 8]))
    both(lambda module, x: module.put(x, [0, 99], 1, mode="clip"))
    both(lambda module, x: module.put(x, [0, 99], [1, 2], mode="wrap"))
    both(lambda module, x: module.place(x, x > 0, [7, 8, 9]))
    both(lambda module, x: module.place(x, x > 99, []))
    both(lambda module, x: module.putmask(x, x > 0, [7, 8, 9]))
    both(lambda module, x: module.copyto(x, 3))
    both(lambda module, x: module.copyto(x, x[0] * 2, where=x > 0))
    both(lambda module, x: module.fill_diagonal(x, 5))
    both(lambda module, x: module.fill_diagonal(x.T, [1, 2], wrap=True))
    both(lambda module, x: module.put_along_axis(x, x.argmax(axis=1, keepdims=True), 9, axis=1))
    both(lambda module, x: module.put(x[:, ::2], [1, 2], 4))
    both(lambda module, x: module.fill_diagonal(x[:, 1:], -1))
    with pytest.raises(TypeError, match="same_kind"):
        xparray.copyto(xparray.ones(2, dtype="int64"), xparray.ones(2))
    # A GPU says so when somebody waits for it.
    with pytest.raises(IndexError):
        xparray.put(xparray.ones(2), [5], 1)
        xparray.synchronize()


def test_roots_and_fits_are_near():
    same(xparray.sort_complex(xparray.roots(V)), numpy.sort_complex(numpy.roots(V)))
    x = numpy.arange(8.0)
    numpy.testing.assert_allclose(numpy.asarray(xparray.polyfit(x, x**2 - 3, 2)), [1, 0, -3], atol=1e-9)
    same(xparray.histogram(xparray.asarray(A), 4, density=True), numpy.histogram(A, 4, density=True))
    same(xparray.histogram(xparray.asarray(A), 4, weights=xparray.asarray(B)), numpy.histogram(A, 4, weights=B))
    same(xparray.gradient(xparray.asarray(A), axis=0, edge_order=2), numpy.gradient(A, axis=0, edge_order=2))
    same(xparray.indices((2, 3), sparse=True), numpy.indices((2, 3), sparse=True))
    same(xparray.fromfunction(lambda i, j: i + 2 * j, (2, 3)), numpy.fromfunction(lambda i, j: i + 2 * j, (2, 3)))


@pytest.mark.parametrize("module", [numpy, xparray])
def test_what_cannot_be_is_refused(module):
    x = module.ones((2, 3))
    for wrong in (
        lambda: module.fliplr(module.ones(2)), lambda: module.array_split(x, 0), lambda: module.vsplit(module.ones(3), 1),
        lambda: module.dsplit(x, 1), lambda: module.convolve(module.ones(0), module.ones(2)),
        lambda: module.convolve(module.ones(2), module.ones(2), "odd"),
        lambda: module.rot90(x, 1, (0, 0)), lambda: module.select([], []), lambda: module.fill_diagonal(module.ones(3), 1),
        lambda: module.choose([0, 5], [x[0, :2], x[0, :2]]), lambda: module.place(x, x > 0, []), lambda: module.block([x, []]),
        lambda: module.matvec(x, module.ones(2)), lambda: module.bincount(module.asarray([-1])),
        lambda: module.tril_indices_from(module.ones(3)),
    ):
        with pytest.raises((ValueError, IndexError)):
            wrong()


def numbers(x):
    return numpy.asarray(x)


@pytest.mark.parametrize("dtype", ["float32", "float64", "int8", "int64"])
@pytest.mark.parametrize("method", ["linear", "lower", "higher", "nearest", "inverted_cdf", "median_unbiased"])
def test_quantiles_have_numpys_types_and_shapes(dtype, method):
    x = (RNG.normal(size=(4, 7)) * 20).astype(dtype)
    for q in (0.3, [0.1, 0.9], numpy.asarray([[0.2], [0.7]])):
        found, expected = xparray.quantile(xparray.asarray(x), q, axis=1, method=method), numpy.quantile(x, q, axis=1, method=method)
        assert (str(found.dtype), found.shape) == (str(expected.dtype), expected.shape)
        numpy.testing.assert_allclose(numbers(found), expected, rtol=1e-5 if dtype == "float32" else 1e-12)
        percents = q * 100 if isinstance(q, float) else numpy.asarray(q) * 100
        found, expected = xparray.percentile(x, percents, axis=1, method=method), numpy.percentile(x, percents, axis=1, method=method)
        assert (str(found.dtype), found.shape) == (str(expected.dtype), expected.shape)
    for q in (1.5, [-0.1], numpy.ones((1, 1, 1))):
        with pytest.raises(ValueError):
            xparray.quantile(xparray.asarray(x), q)
    with pytest.raises(ValueError, match="100"):
        xparray.percentile(x, [101])
    out = xparray.zeros(4)
    assert xparray.percentile(x, 50, axis=1, out=out) is out
    numpy.testing.assert_allclose(numbers(out), numpy.percentile(x, 50, axis=1), rtol=1e-6)


def test_averages_with_their_weights():
    x, w = RNG.normal(size=(3, 4, 5)), RNG.random((4, 5))
    found = xparray.average(xparray.asarray(x), (1, 2), w, True)
    for a, b in zip(found, numpy.average(x, (1, 2), w, True)):
        numpy.testing.assert_allclose(numbers(a), b)
    found = xparray.average(xparray.asarray(x), (2, 1), w.T)
    numpy.testing.assert_allclose(numbers(found), numpy.average(x, (2, 1), w.T))
    for a, b in zip(xparray.average(x, 0, returned=True), numpy.average(x, 0, returned=True)):
        numpy.testing.assert_allclose(numbers(a), b)
    with pytest.raises(ZeroDivisionError):
        xparray.average([1.0, 2.0], weights=[1.0, -1.0])
    with pytest.raises(ValueError):
        xparray.average(x, (0, 1), w)
    with pytest.raises(TypeError, match="Axis"):
        xparray.average(x, weights=w)


def test_einsum_takes_lists_of_axes_and_keeps_types():
    a, b = RNG.normal(size=(2, 3, 4)), RNG.normal(size=(4, 5))
    for given in [(a, [0, 1, 2], b, [2, 3], [0, 1, 3]), (a, [Ellipsis, 2], b, [2, 0])]:
        numpy.testing.assert_allclose(numbers(xparray.einsum(*given)), numpy.einsum(*given))
    small = numpy.arange(4, dtype="int8").reshape(2, 2)
    assert xparray.einsum("ii->", xparray.asarray(small)).dtype == xparray.int8
    assert xparray.einsum("ij->j", small, dtype="float32", optimize=False).dtype == xparray.float32
    out = xparray.zeros((2, 5))
    assert xparray.einsum("ijk,kl->il", a, b, out=out) is out
    numpy.testing.assert_allclose(numbers(out), numpy.einsum("ijk,kl->il", a, b))


def test_matrices_of_integers_and_of_other_shapes():
    a = numpy.asarray([[4, 1], [1, 3]])
    for name in ("inv", "cholesky", "eigvalsh", "svdvals", "pinv", "det"):
        numpy.testing.assert_allclose(numbers(getattr(xparray.linalg, name)(xparray.asarray(a))), getattr(numpy.linalg, name)(a))
    numpy.testing.assert_allclose(numbers(xparray.linalg.solve(a, [1, 2])), numpy.linalg.solve(a, [1, 2]))
    for name in ("inv", "cholesky", "eigvalsh", "eigh", "eig", "det", "slogdet"):
        for wrong in (numpy.ones(3), numpy.ones((2, 3)), 1.0):
            with pytest.raises(xparray.linalg.LinAlgError):
                getattr(xparray.linalg, name)(wrong)
    out = xparray.zeros((2, 2), dtype="int64")
    assert xparray.dot(a, a, out=out) is out and out.tolist() == (a @ a).tolist()
    with pytest.raises(ValueError, match="out"):
        xparray.dot(a, a, out=xparray.zeros((2, 2)))


def test_rows_of_elements():
    x = numpy.arange(12).reshape(3, 4)
    for make in (lambda xp, x: x, lambda xp, x: x.T, lambda xp, x: x[::2, 1:]):
        ours, theirs = make(xparray, xparray.asarray(x)), make(numpy, x.copy())
        assert [each.item() for each in ours.flat] == [each.item() for each in theirs.flat] and len(ours.flat) == len(theirs.flat)
        for key in (3, slice(1, 6, 2), [0, 2]):
            assert ours.flat[key].tolist() == theirs.flat[key].tolist()
        for key, value in [(2, 50), (slice(0, 5), [7, 8]), ([1, 3], -1), (slice(None), 0)]:
            ours.flat[key] = value
            theirs.flat[key] = value
            assert ours.tolist() == theirs.tolist()
        for key in ((1, 2), None, 1.5, 99):
            with pytest.raises(IndexError):
                ours.flat[key]
    y = xparray.ones(3)
    y.flat = 5
    assert y.tolist() == [5, 5, 5]


@pytest.mark.parametrize("order", ["C", "F"])
def test_indices_in_both_orders(order):
    shape = (3, 4, 5)
    row = RNG.integers(0, 60, size=(2, 6))
    found, expected = xparray.unravel_index(xparray.asarray(row), shape, order), numpy.unravel_index(row, shape, order)
    assert [each.tolist() for each in found] == [each.tolist() for each in expected]
    assert xparray.ravel_multi_index(found, shape, order=order).tolist() == row.tolist()
    with pytest.raises(ValueError):
        xparray.unravel_index([60], shape, order)
    with pytest.raises(ValueError):
        xparray.ravel_multi_index(([3], [0], [0]), shape, order=order)


def test_partitions_and_choices_in_place():
    x = xparray.asarray(RNG.integers(0, 100, size=(3, 9)))
    y = x.copy()
    y.partition(4, axis=1)
    assert (y[:, 4] == xparray.sort(x, axis=1)[:, 4]).all()
    with pytest.raises(ValueError, match="kth"):
        y.partition(9)
    assert xparray.asarray([1, 0]).choose([[1, 2], [3, 4]]).tolist() == [3, 2]
    assert x.compress([True, False, True], axis=0).tolist() == x[::2].tolist()
    assert xparray.extract([[1, 0], [0, 1]], [[1, 2], [3, 4]]).tolist() == [1, 4]
    assert xparray.correlate([True, False], [True]).dtype == xparray.bool


def test_truth_values_that_are_counted():
    a, v = numpy.asarray([True, False, True]), numpy.asarray([True, True])
    for name in ("convolve", "correlate"):
        for other in (v, numpy.asarray([1, 2]), numpy.asarray([0.5, 1])):
            found, expected = getattr(xparray, name)(a, other, "full"), getattr(numpy, name)(a, other, "full")
            assert str(found.dtype) == str(expected.dtype) and found.tolist() == expected.tolist()
    assert xparray.round(xparray.asarray(a)).dtype == xparray.float16


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_numbers_for_nan_and_infinities(dtype):
    x = numpy.asarray([[numpy.nan, numpy.inf, 1], [-numpy.inf, numpy.nan, 2]], dtype=dtype)
    for given in ({"nan": numpy.asarray([5.0, 6, 7])}, {"nan": 3.0, "posinf": numpy.ones((2, 1))}, {"neginf": numpy.asarray([[1.0], [2]])}, {}):
        found = xparray.nan_to_num(xparray.asarray(x), **given)
        numpy.testing.assert_array_equal(numbers(found), numpy.nan_to_num(x, **given))
        assert str(found.dtype) == dtype
    y = xparray.asarray(x)
    assert xparray.nan_to_num(y, copy=False) is y and not xparray.isnan(y).any()


@pytest.mark.parametrize("dtype", ["bool", "uint8", "int16", "float32", "complex128"])
@pytest.mark.parametrize("number", [True, 3, 1.5, 2j])
def test_numbers_are_copied_to_arrays_of_their_kind(dtype, number):
    ours, theirs = xparray.zeros(3, dtype=dtype), numpy.zeros(3, dtype=dtype)
    try:
        numpy.copyto(theirs, number)
    except TypeError:
        with pytest.raises(TypeError, match="Cannot cast"):
            xparray.copyto(ours, number)
    else:
        xparray.copyto(ours, number)
    assert ours.tolist() == theirs.tolist()


@pytest.mark.parametrize("q", [0, 1, True, [0, 1], [[1, 0]]])
@pytest.mark.parametrize("dtype", ["int32", "int64", "float32", "float64"])
def test_quantiles_of_whole_numbers_are_elements(q, dtype):
    x = numpy.array([[3, 1, 2], [7, 9, 8]], dtype=dtype)
    found, expected = xparray.quantile(xparray.asarray(x), q, axis=1), numpy.quantile(x, q, axis=1)
    assert numpy.asarray(found).dtype == expected.dtype
    numpy.testing.assert_array_equal(numpy.asarray(found), expected)
