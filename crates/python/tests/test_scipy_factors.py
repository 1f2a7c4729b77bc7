"""SciPy's factors of matrices that are updated, balanced or banded, and functions of matrices, beside SciPy's."""

import numpy
import pytest

import xparray
from xparray.scipy import linalg

scipy_linalg = pytest.importorskip("scipy.linalg")
RNG = numpy.random.default_rng(23)
A, B = RNG.normal(size=(5, 5)), RNG.normal(size=(5, 5))
TALL = RNG.normal(size=(6, 4))


def values(x):
    return numpy.asarray(x)


def near(found, expected, tolerance=1e-10):
    numpy.testing.assert_allclose(values(found), expected, rtol=tolerance, atol=tolerance)


@pytest.mark.parametrize("dtype", ["float32", "float64", "complex128"])
def test_eig(dtype):
    a = (A + 1j * B if dtype == "complex128" else A).astype(dtype)
    tolerance = 1e-4 if dtype == "float32" else 1e-10
    w, left, right = map(values, linalg.eig(xparray.asarray(a), left=True))
    near(a @ right, right * w, tolerance)
    near(a.conj().T @ left, left * w.conj(), tolerance)
    near(numpy.poly(w), numpy.poly(scipy_linalg.eigvals(a)), tolerance)
    w, v = map(values, linalg.eig(A, B))
    near(A @ v, B @ v * w, 1e-9)
    assert linalg.eig(A, right=False).shape == (5,)
    with pytest.raises(ValueError):
        linalg.eig(TALL)


@pytest.mark.parametrize("lower", [False, True])
def test_bands(lower):
    band = RNG.normal(size=(3, 6))
    expected, _ = scipy_linalg.eig_banded(band, lower=lower)
    w, v = linalg.eig_banded(xparray.asarray(band), lower)
    near(w, expected)
    near(linalg.eigvals_banded(band, lower), expected)
    near(linalg.eig_banded(band, lower, eigvals_only=True), expected)
    near(values(v).T @ values(v), numpy.eye(6))


def test_cholesky_factors():
    a = A @ A.T + numpy.eye(5)
    for lower in (False, True):
        factor, found = linalg.cho_factor(a, lower)
        triangle = numpy.tril if lower else numpy.triu
        near(triangle(values(factor)), triangle(scipy_linalg.cho_factor(a, lower)[0]))
        assert found == lower
        near(linalg.cho_solve((factor, found), xparray.asarray(B)), numpy.linalg.solve(a, B))


def test_updates_of_factors():
    q, r = scipy_linalg.qr(TALL)
    u, v = RNG.normal(size=6), RNG.normal(size=4)
    q1, r1 = map(values, linalg.qr_update(q, r, u, v))
    near(q1 @ r1, TALL + numpy.outer(u, v))
    for which, axis in [("row", 0), ("col", 1)]:
        q1, r1 = map(values, linalg.qr_delete(q, r, 1, 2, which))
        near(q1 @ r1, numpy.delete(TALL, [1, 2], axis))
        near(q1.T @ q1, numpy.eye(len(q1.T)))
        line = RNG.normal(size=4 if which == "row" else 6)
        q1, r1 = map(values, linalg.qr_insert(q, r, line, 2, which))
        near(q1 @ r1, numpy.insert(TALL, 2, line, axis))
    with pytest.raises(ValueError, match="none of"):
        linalg.qr_delete(q, r, 0, which="diagonal")


@pytest.mark.parametrize("mode", ["left", "right"])
def test_products_with_factors(mode):
    c = RNG.normal(size=(4, 3) if mode == "left" else (3, 6))
    found, r = map(values, linalg.qr_multiply(TALL, c, mode))
    expected, theirs = scipy_linalg.qr_multiply(TALL, c, mode)
    near(abs(found), abs(expected))
    near(abs(r), abs(theirs))


def test_cossin():
    x = scipy_linalg.qr(RNG.normal(size=(6, 6)))[0]
    u, cs, vh = map(values, linalg.cossin(x, 2, 3))
    near(u @ cs @ vh, x)
    near(abs(cs), abs(scipy_linalg.cossin(x, 2, 3)[1]))
    (u1, u2), theta, (v1h, v2h) = linalg.cossin(x, 2, 3, separate=True)
    assert [each.shape for each in (u1, u2, v1h, v2h)] == [(2, 2), (4, 4), (3, 3), (3, 3)]
    near(theta, scipy_linalg.cossin(x, 2, 3, separate=True)[1])
    with pytest.raises(ValueError):
        linalg.cossin(x)


def test_balance():
    a = numpy.diag([1.0, 1e3, 1e-3, 1.0]) @ RNG.normal(size=(4, 4)) @ numpy.diag([1.0, 1e-3, 1e3, 1.0])
    b, t = map(values, linalg.matrix_balance(a))
    near(numpy.linalg.solve(t, a @ t), b, 1e-8)
    near(linalg.matrix_balance(a)[0], scipy_linalg.matrix_balance(a)[0], 1e-8)


def test_functions():
    a = A / 5
    near(linalg.funm(xparray.asarray(a), xparray.exp), scipy_linalg.expm(a), 1e-9)
    assert linalg.funm(a, lambda z: z * z).dtype == xparray.float64
    near(linalg.funm(a.astype(complex), lambda z: 1 / (z + 3)), numpy.linalg.inv(a + 3 * numpy.eye(5)), 1e-9)
    with pytest.raises(KeyError):
        linalg.funm(a, lambda z: {}[z])


def test_sketches():
    a = RNG.normal(size=(400, 5))
    s = linalg.clarkson_woodruff_transform(xparray.asarray(a), 100, rng=1)
    assert s.shape == (100, 5)
    lengths = numpy.linalg.norm(values(s), axis=0) / numpy.linalg.norm(a, axis=0)
    assert (abs(lengths - 1) < 0.5).all() and not (lengths == 1).all()


def test_arguments_in_scipys_order():
    q, r = linalg.qr(TALL, False, None, "economic")
    assert (q.shape, r.shape) == ((6, 4), (4, 4))
    r, q = linalg.rq(A, False, None, "full", True)
    near(values(r) @ values(q), A)


def alike(found, expected):
    """The same numbers, in whatever order rounding leaves them."""
    assert len(found) == len(expected)
    distances = abs(found[:, None] - expected) / (1 + abs(expected))
    assert (distances.min(axis=0) < 1e-8).all() and (distances.min(axis=1) < 1e-8).all()


@pytest.mark.parametrize("sort", ["lhp", "rhp", "iuc", "ouc"])
@pytest.mark.parametrize("output", ["real", "complex"])
def test_ordered_generalized_schur_forms(sort, output):
    a, b = RNG.normal(size=(5, 5)), RNG.normal(size=(5, 5))
    s, t, alpha, beta, q, z = map(values, linalg.ordqz(a, b, sort=sort, output=output))
    near(q @ s @ z.conj().T, a, 1e-9)
    near(q @ t @ z.conj().T, b, 1e-9)
    ratios = alpha / beta
    alike(ratios, scipy_linalg.eigvals(a, b))
    chosen = {"lhp": ratios.real < 0, "rhp": ratios.real >= 0, "iuc": abs(ratios) < 1, "ouc": abs(ratios) > 1}[sort]
    assert list(chosen) == sorted(chosen, reverse=True)
    _, _, above, below, _, _ = scipy_linalg.ordqz(a, b, sort=sort, output=output)
    alike(ratios[chosen], (above / below)[: chosen.sum()])


def test_order_by_a_function_that_raises():
    with pytest.raises(ValueError, match="sort"):
        linalg.ordqz(A, A, sort="abc")
    with pytest.raises(KeyError):
        linalg.ordqz(A, numpy.eye(5), sort=lambda above, below: {}[above])
    s, t, alpha, beta, _, _ = map(values, linalg.ordqz(A, numpy.eye(5), sort=lambda above, below: above.imag == 0))
    assert (abs((alpha / beta)[: int((abs(numpy.linalg.eigvals(A).imag) < 1e-12).sum())].imag) < 1e-9).all()


def test_decompositions_of_a_low_rank():
    a = RNG.normal(size=(9, 3)) @ RNG.normal(size=(3, 7))
    order, proj = map(values, linalg.interp_decomp(a, 3))
    near(a[:, order[3:]], a[:, order[:3]] @ proj, 1e-9)
    u, s, vh = map(values, linalg.randomized_svd(a, 3, seed=4))
    near((u * s) @ vh, a, 1e-9)
    near(s, numpy.linalg.svd(a)[1][:3], 1e-9)
    with pytest.raises(TypeError):
        linalg.interp_decomp(a, 0.1)
