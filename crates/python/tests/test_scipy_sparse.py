"""SciPy's sparse arrays, beside SciPy's."""

import operator

import numpy
import pytest

import xparray
from xparray.scipy import sparse
from test_scipy import given, same

scipy_sparse = pytest.importorskip("scipy.sparse")

RNG = numpy.random.default_rng(11)
D = numpy.where(RNG.uniform(size=(5, 7)) > 0.6, RNG.normal(size=(5, 7)), 0)
E = numpy.where(RNG.uniform(size=(5, 7)) > 0.6, RNG.normal(size=(5, 7)), 0)
Q = numpy.where(RNG.uniform(size=(6, 6)) > 0.5, RNG.integers(-3, 4, (6, 6)), 0)
FORMATS = ["csr_array", "csc_array", "coo_array", "dia_array", "bsr_array", "csr_matrix", "csc_matrix"]


def both(dense, name="csr_array"):
    return getattr(sparse, name)(given(dense)), getattr(scipy_sparse, name)(dense)


def alike(x, y, tolerance=1e-9):
    """The same, whether sparse or not."""
    x = x.toarray() if sparse.issparse(x) else x
    y = y.toarray() if scipy_sparse.issparse(y) else y
    same(numpy.asarray(x) if isinstance(x, int) else x, numpy.asarray(y), tolerance)


@pytest.mark.parametrize("name", FORMATS)
def test_formats_hold_what_scipys_hold(name):
    ours, theirs = both(D, name)
    alike(ours, D)
    assert ours.shape == theirs.shape and ours.dtype == "float64" and ours.format == theirs.format
    for part in ("data", "indices", "indptr", "offsets"):
        if hasattr(theirs, part) and name != "dia_array":
            same(getattr(ours, part), getattr(theirs, part))
    for other in ("csr", "csc", "coo", "dia", "bsr"):
        alike(ours.asformat(other), D)
        assert getattr(ours, f"to{other}")().format == other
    alike(getattr(sparse, name)(theirs), D)
    alike(getattr(sparse, name)((3, 4)), numpy.zeros((3, 4)))
    for dtype in ("bool", "int8", "uint32", "int64", "float32", "complex64", "complex128"):
        assert getattr(sparse, name)(given(D.astype(dtype))).dtype == dtype
        assert ours.astype(dtype).dtype == dtype


def test_arrays_are_made_of_their_parts():
    row, col, data = numpy.array([0, 2, 2, 0]), numpy.array([1, 0, 0, 3]), numpy.array([1.0, 2, 3, 4])
    for name in ("csr_array", "csc_array", "coo_array", "bsr_array"):
        alike(getattr(sparse, name)((data, (row, col)), shape=(3, 5)), getattr(scipy_sparse, name)((data, (row, col)), shape=(3, 5)))
        alike(getattr(sparse, name)((data, (row, col))), getattr(scipy_sparse, name)((data, (row, col))))
    for name in ("csr_array", "csc_array"):
        theirs = getattr(scipy_sparse, name)(D)
        parts = theirs.data, theirs.indices, theirs.indptr
        alike(getattr(sparse, name)(tuple(map(given, parts)), shape=D.shape), D)
        alike(getattr(sparse, name)(parts), getattr(scipy_sparse, name)(parts))
    blocks = numpy.arange(8.0).reshape(2, 2, 2)
    alike(sparse.bsr_array((blocks, [0, 1], [0, 1, 2])), scipy_sparse.bsr_array((blocks, [0, 1], [0, 1, 2])))
    alike(sparse.dia_array((numpy.arange(6).reshape(2, 3), [0, 1]), shape=(3, 3)),
        scipy_sparse.dia_array((numpy.arange(6).reshape(2, 3), [0, 1]), shape=(3, 3)))


@pytest.mark.parametrize("name", FORMATS[:5])
def test_operators_are_scipys(name):
    (a, x), (b, y) = both(D, name), both(E, name)
    for operate in (operator.add, operator.sub, operator.eq, operator.ne, operator.lt, operator.gt):
        alike(operate(a, b), operate(x.tocsr(), y.tocsr()))
    alike(a * b, x.multiply(y))
    with numpy.errstate(all="ignore"):
        alike(a / b, x / y)
    for operate in (lambda a: a * 2, lambda a: 2.5 * a, lambda a: a / 4, lambda a: -a, abs, lambda a: a + 0, lambda a: a.T, lambda a: a.power(3),
        lambda a: a**2, lambda a: a.maximum(0.1), lambda a: a.minimum(-0.1), lambda a: a.conj(), lambda a: a.tocsr() > 0.2,
        lambda a: a * 2j, lambda a: (a * 2j).imag, lambda a: a.astype("float32") * 2):
        # Those of diagonals that SciPy has not are there in rows.
        alike(operate(a), operate(x.tocsr()))
    v, m = RNG.normal(size=7), RNG.normal(size=(7, 3))
    alike(a @ given(v), x @ v)
    alike(a @ given(m), x @ m)
    alike(given(m.T) @ a.T, m.T @ x.T)
    alike(a.dot(given(v)), x.dot(v))
    alike(a @ b.T, x @ y.T)
    alike(a + given(E), D + E)
    alike(given(E) - a, E - D)
    alike(a.multiply(given(E)), D * E)
    alike(a.multiply(given(E[:1])), D * E[:1])
    alike(a.maximum(b), numpy.maximum(D, E))
    for wrong, error in (
        (lambda: a + 1, NotImplementedError), (lambda: a @ b, ValueError), (lambda: a + sparse.csr_array((2, 2)), ValueError),
        (lambda: a @ 2, ValueError), (lambda: bool(a), ValueError), (lambda: len(a), TypeError), (lambda: a.power(0), NotImplementedError),
        (lambda: (a * 1j) > 1, ValueError),
    ):
        with pytest.raises(error):
            wrong()


def test_matrices_multiply_as_matrices():
    a, x = both(Q.astype(float), "csr_matrix")
    alike(a * a, x * x)
    alike(a**3, x**3)
    alike(a * given(Q[0] * 1.0), x * (Q[0] * 1.0))
    alike(2 * a, 2 * x)
    alike(a.getrow(1), x.getrow(1))
    assert sparse.isspmatrix(a) and not sparse.isspmatrix(sparse.csr_array(Q))


def test_reductions_are_scipys():
    for dense in (D, Q, Q > 0, Q.astype("int8"), D.astype("complex64")):
        a, x = both(dense)
        for name in ("sum", "mean", "count_nonzero"):
            for axis in (None, 0, 1):
                alike(getattr(a, name)(axis=axis), getattr(x, name)(axis=axis), 1e-6)
        alike(a.trace(), x.trace())
        for k in (-1, 0, 2):
            alike(a.diagonal(k), x.diagonal(k))
    a, x = both(D)
    for name in ("max", "min", "argmax", "argmin"):
        for axis in (None, 0, 1):
            alike(getattr(a, name)(axis=axis), getattr(x, name)(axis=axis))
    assert a.sum(axis=0, dtype="float32").dtype == "float32"


KEYS = [
    (1, 2), (-1, -3), (slice(1, 4), slice(None)), (slice(None, None, 2), slice(5, 1, -2)), ([0, 3], slice(None)), (slice(None), [1, 1, 0]),
    ([0, 2, 4], [1, 3, 5]), (numpy.array([[0], [2]]), numpy.array([[1, 3]])), (numpy.array([True, False, True, False, True]), slice(None)),
    slice(1, 3), [2, 0], Ellipsis, (Ellipsis, slice(0, 2)), (slice(3, 3), slice(None)),
]


@pytest.mark.parametrize("key", KEYS, ids=str)
@pytest.mark.parametrize("name", ["csr_array", "csc_array"])
def test_parts_are_scipys(key, name):
    a, x = both(D, name)
    alike(a[key], x[key])


def test_wrong_parts_are_refused():
    a = sparse.csr_array(D)
    for key in ((5, 0), (0, -8), ([9], slice(None)), (1, 2, 3), ([0, 1], [0, 1, 2]), (numpy.array([True, False]), slice(None))):
        with pytest.raises(IndexError):
            a[key]
    alike(a[2, :], D[2:3])
    alike(a[a > 0.3], D[D > 0.3])


def test_shapes_change_as_scipys():
    a, x = both(D)
    alike(a.reshape(7, 5), x.reshape(7, 5))
    alike(a.reshape((1, -1)), x.reshape((1, -1)))
    alike(a.reshape(7, 5, order="F"), D.reshape((7, 5), order="F"))
    for shape in ((3, 9), (6, 2)):
        b, y = a.copy(), x.copy()
        b.resize(shape)
        y.resize(shape)
        alike(b, y)
    b, y = both(Q.astype(float))
    b.setdiag(5.0)
    y.setdiag(5.0)
    alike(b, y)
    b.setdiag([1.0, 2.0], 1)
    y.setdiag([1.0, 2.0], 1)
    alike(b, y)
    for x, y in zip(a.nonzero(), x.nonzero()):
        same(x, y)
    with pytest.raises(ValueError):
        a.reshape(3, 3)


def test_constructors_are_scipys():
    a, b, x, y = sparse.csr_array(D), sparse.coo_array(E), scipy_sparse.csr_array(D), scipy_sparse.coo_array(E)
    square, theirs = both(Q)
    for name, ours, scipys in (
        ("eye_array", (4,), (4,)), ("eye_array", (4, 6), (4, 6)), ("identity", (3,), (3,)), ("kron", (a, b), (x, y)), ("hstack", ([a, b],), ([x, y],)),
        ("vstack", ([a, b],), ([x, y],)), ("block_diag", ([a, b],), ([x, y],)), ("tril", (a, 1), (x, 1)), ("triu", (b,), (y,)),
        ("kronsum", (square, square), (theirs, theirs)), ("block_array", ([[a, None], [None, b]],), ([[x, None], [None, y]],)),
        ("bmat", ([[a, b]],), ([[x, y]],)), ("spdiags", ([[1, 2, 3], [4, 5, 6]], [0, 1], 3, 4), ([[1, 2, 3], [4, 5, 6]], [0, 1], 3, 4)),
    ):
        found, expected = getattr(sparse, name)(*ours), getattr(scipy_sparse, name)(*scipys)
        alike(found, expected)
        assert found.dtype == expected.dtype.name, name
    for arguments, keywords in ((([1.0, 2, 3],), {}), (([[1.0, 2], [3, 4, 5]],), {"offsets": [1, 0]}), (([1.0, 2],), {"offsets": [0, -1], "shape": (3, 3)})):
        alike(sparse.diags_array(*arguments, **keywords), scipy_sparse.diags_array(*arguments, **keywords))
    alike(sparse.eye(3, k=1, format="csc"), scipy_sparse.eye(3, k=1))
    for found, expected in zip(sparse.find(a), scipy_sparse.find(x)):
        assert sorted(found.tolist()) == pytest.approx(sorted(expected.tolist()))
    drawn = sparse.random_array((20, 30), density=0.1, rng=3, format="csr")
    assert drawn.nnz == 60 and drawn.format == "csr" and drawn.data.min() >= 0 and drawn.data.max() < 1
    assert (sparse.random(5, 5, 0.4, rng=1, data_rvs=lambda n: xparray.ones(n)).toarray().sum() == 10).item()
    for wrong in (lambda: sparse.hstack([a, square]), lambda: sparse.random(3, 3, 2.0), lambda: sparse.diags_array([[1.0]], offsets=[0, 1]),
        lambda: sparse.csr_array(numpy.zeros(3)), lambda: sparse.csr_array(D, shape=(2, 2)), lambda: a.asformat("other"),
        lambda: sparse.coo_array(([1.0], ([5], [0])), shape=(2, 2))):
        with pytest.raises((ValueError, IndexError)):
            wrong()


def test_files_are_scipys(tmp_path):
    for dense in (D, D * 1j):
        sparse.save_npz(tmp_path / "ours.npz", sparse.csc_array(dense))
        alike(sparse.csr_array(dense), scipy_sparse.load_npz(tmp_path / "ours.npz"))
        scipy_sparse.save_npz(tmp_path / "theirs.npz", scipy_sparse.coo_array(dense))
        alike(sparse.load_npz(tmp_path / "theirs.npz"), dense)
    with pytest.raises(OSError):
        sparse.load_npz(tmp_path / "none.npz")
