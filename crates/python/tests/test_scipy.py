"""SciPy's transforms and linear algebra, beside SciPy's."""

import numpy
import pytest

import xparray
from xparray.scipy import fft, linalg

scipy_fft = pytest.importorskip("scipy.fft")
import scipy.linalg as scipy_linalg


def same(x, y, tolerance=1e-9):
    if isinstance(y, (tuple, list)):
        assert len(x) == len(y)
        for a, b in zip(x, y):
            same(a, b, tolerance)
        return
    if isinstance(y, (bool, int, float)) and not hasattr(x, "shape"):
        assert x == pytest.approx(y)
        return
    y = numpy.asarray(y)
    assert x.shape == y.shape, (x.shape, y.shape)
    if y.dtype in ("float32", "complex64"):
        tolerance = 3e-5
    numpy.testing.assert_allclose(numpy.asarray(x), y, rtol=tolerance, atol=tolerance)


def given(value):
    if isinstance(value, tuple):
        return tuple(map(given, value))
    return xparray.asarray(value) if isinstance(value, numpy.ndarray) else value


RNG = numpy.random.default_rng(1)
X = RNG.normal(size=(4, 6))
FFT = [
    *(("dct", {"type": kind, "norm": norm}) for kind in (1, 2, 3, 4) for norm in (None, "ortho", "forward")),
    *(("idct", {"type": kind}) for kind in (1, 2, 3, 4)), *(("dst", {"type": kind}) for kind in (1, 2, 3, 4)),
    *(("idst", {"type": kind, "axis": 0}) for kind in (1, 2, 3, 4)), ("dct", {"n": 9}), ("dct", {"axis": 0, "n": 3}),
    ("dct", {"orthogonalize": True}), ("dctn", {}), ("dctn", {"s": (5, 7)}), ("dctn", {"axes": 0}), ("dstn", {"axes": (0, 1)}),
    ("idctn", {"norm": "ortho"}), ("idstn", {}), ("fft", {}), ("rfft2", {}),
]


@pytest.mark.parametrize("name, options", FFT, ids=str)
def test_transforms_are_scipys(name, options):
    for dtype in ("float64", "float32", "int32", "complex128"):
        # SciPy transforms the parts of complex numbers without the option.
        if dtype == "complex128" and (name == "rfft2" or "orthogonalize" in options):
            continue
        y = (10 * X).astype(dtype)
        x = xparray.asarray(y)
        for a, b in ((x, y), (x.T, y.T), (x[::-1, ::2], y[::-1, ::2]), (xparray.broadcast_to(x, (2, 4, 6)),
            numpy.broadcast_to(y, (2, 4, 6)))):
            same(getattr(fft, name)(a, **options), getattr(scipy_fft, name)(b, **options))


def test_other_transforms_and_their_errors():
    a = numpy.exp(-numpy.linspace(-3, 3, 16) ** 2)
    same(fft.fht(given(a), 0.4, 0.5, offset=0.1, bias=0.2), scipy_fft.fht(a, 0.4, 0.5, offset=0.1, bias=0.2))
    same(fft.ifht(given(a), 0.4, 0.5), scipy_fft.ifht(a, 0.4, 0.5))
    assert fft.fhtoffset(0.4, 0.5, initial=0.2) == pytest.approx(scipy_fft.fhtoffset(0.4, 0.5, initial=0.2))
    for n in (1, 7, 97, 1021):
        assert fft.next_fast_len(n) >= n >= fft.prev_fast_len(n) and fft.next_fast_len(n, True) >= n
    for wrong in ({"type": 5}, {"norm": "other"}, {"n": 0}, {"axis": 3}):
        with pytest.raises(ValueError):
            fft.dct(given(X), **wrong)
    with pytest.raises(ValueError):
        fft.dct(xparray.asarray(1.0))
    with pytest.raises(TypeError):
        fft.dct(given(X), n="three")


A = RNG.normal(size=(4, 4)) + 3 * numpy.eye(4)
S, P = A + A.T, A @ A.T
Z = A + 1j * RNG.normal(size=(4, 4))
V, W = RNG.normal(size=4), RNG.normal(size=4)
BANDS = numpy.array([[0, 0.5, 0.25, 0.75], [4.0, 5, 6, 5], [1, 0.5, 0.25, 0]])
LINALG = [
    *((name, (A,)) for name in ("cosm", "sinm", "tanm", "coshm", "sinhm", "tanhm", "expm", "expm_cond", "signm")),
    *((name, (P,)) for name in ("logm", "sqrtm")), ("expm", (Z,)), ("expm", (numpy.stack([A, S]),)),
    ("fractional_matrix_power", (P, 0.5)),
    ("expm_frechet", (A, S)), ("bandwidth", (numpy.triu(A),)), ("circulant", (V,)), ("companion", (V,)), ("fiedler", (V,)),
    ("fiedler_companion", (V,)), ("toeplitz", (V,)), ("toeplitz", (V, W)), ("hankel", (V,)), ("hankel", (V, W)),
    ("leslie", (V, W[:3])),
    ("hilbert", (3,)), ("invhilbert", (3,)), ("pascal", (4,)), ("pascal", (4, "lower")), ("invpascal", (4, "upper")),
    ("hadamard", (4,)),
    ("helmert", (4,)), ("helmert", (4, True)), ("dft", (5,)), ("dft", (5, "sqrtn")), ("convolution_matrix", (V, 3)),
    ("convolution_matrix", (V, 5, "same")), ("block_diag", (A, V, 3.0)), ("khatri_rao", (A, S)), ("diagsvd", (V, 4, 5)),
    ("cholesky_banded", (BANDS[:2],)), ("solve_banded", ((1, 1), BANDS, V)), ("solveh_banded", (BANDS[:2], V)),
    ("solve_toeplitz", (numpy.array([4, 1, 0.5, 0.2]), V)),
    ("solve_toeplitz", ((numpy.array([4, 1, 0.5, 0.2]), numpy.array([4, 2, 0.1, 0.3])), V)),
    ("matmul_toeplitz", ((V, W), A)), ("matmul_toeplitz", (V, A)), ("solve_circulant", (V, W)), ("solve_sylvester", (A, P, S)),
    ("solve_continuous_lyapunov", (A, S)), ("solve_discrete_lyapunov", (A / 10, S)),
    ("solve_continuous_are", (A, numpy.eye(4), P, P)),
    ("solve_discrete_are", (A, numpy.eye(4), P, P)), ("eigvalsh", (S,)), ("eigvalsh", (S, P)), ("eigvalsh_tridiagonal", (V, W[:3])),
    ("pinvh", (P,)), ("polar", (A,)), ("polar", (A, "left")), ("subspace_angles", (A[:, :2], S[:, :2])), ("ishermitian", (S,)),
    ("issymmetric", (A,)), ("ishermitian", (A, 100.0)), ("orthogonal_procrustes", (A, S)), ("lu", (A,)), ("lu_factor", (A,)),
    ("lu", (A, True)), ("solve_triangular", (A, V)), ("solve_triangular", (A, S, 0, True)), ("solve_triangular", (Z, V, 2)),
    ("solve_triangular", (A, V, 1, True, True)), ("det", (A,)), ("inv", (Z,)),
]


@pytest.mark.parametrize("name, arguments", LINALG, ids=lambda value: value if isinstance(value, str) else "")
def test_linear_algebra_is_scipys(name, arguments):
    expected = getattr(scipy_linalg, name)(*arguments)
    same(getattr(linalg, name)(*given(arguments)), expected, 1e-8)
    # The same of arrays that lie in another order.
    turned = tuple(each.T.copy().T if isinstance(each, numpy.ndarray) else each for each in arguments)
    views = tuple(given(each.T.copy()).T if isinstance(each, numpy.ndarray) else given(each) for each in turned)
    same(getattr(linalg, name)(*views), expected, 1e-8)
    if all(isinstance(each, numpy.ndarray) for each in arguments) and name != "expm_cond":
        single = [xparray.asarray(each.astype("complex64" if each.dtype.kind == "c" else "float32")) for each in arguments]
        found = getattr(linalg, name)(*single)
        first = found[0] if isinstance(found, tuple) else found
        assert not isinstance(first, xparray.ndarray) or first.dtype in ("float32", "complex64")


def test_factors_give_the_matrix_back():
    def close(x, y):
        same(x, y, 1e-9)

    h, q = linalg.hessenberg(given(A), calc_q=True)
    close(q @ h @ q.mT, A)
    close(linalg.hessenberg(given(A)), scipy_linalg.hessenberg(A))
    t, z = linalg.schur(given(A), output="complex")
    close(z @ t @ z.mT.conj(), A)
    t, z = linalg.rsf2csf(*linalg.schur(given(A)))
    close(z @ t @ z.mT.conj(), A)
    aa, bb, q, z = linalg.qz(given(A), given(P))
    close(q @ aa @ z.mT.conj(), A)
    close(q @ bb @ z.mT.conj(), P)
    r, q = linalg.rq(given(A[:, :3]), mode="economic")
    close(r @ q, A[:, :3])
    q, r, p = linalg.qr(given(A), pivoting=True)
    close(q @ r, A[:, xparray.asnumpy(p)])
    q, r = linalg.qr(given(A[:, :2]))
    assert q.shape == (4, 4) and len(linalg.qr(given(A), mode="r")) == 1
    l, d, p = linalg.ldl(given(S))
    close(l @ d @ l.mT, S)
    values, vectors = linalg.eigh(given(S), given(P))
    close(given(S) @ vectors, P @ xparray.asnumpy(vectors) * xparray.asnumpy(values))
    close(linalg.eigvals(given(S), given(P)).real.sum(), scipy_linalg.eigvals(S, P).real.sum())
    w, v = linalg.cdf2rdf(*xparray.linalg.eig(given(A)))
    close(v @ w, A @ xparray.asnumpy(v))
    for basis in (linalg.orth(given(A[:, :2] @ A[:2])), linalg.null_space(given(A[:2]))):
        close(basis.mT @ basis, numpy.eye(2))
    c = xparray.linalg.cholesky(given(P))
    close(linalg.cho_solve((c, True), given(V)), numpy.linalg.solve(P, V))
    close(linalg.cho_solve((c.mT, False), given(V)), numpy.linalg.solve(P, V))
    close(linalg.cho_solve_banded((linalg.cholesky_banded(given(BANDS[:2])), False), given(V)),
        scipy_linalg.solveh_banded(BANDS[:2], V))
    for trans, matrix in ((0, Z), (1, Z.T), (2, Z.conj().T)):
        close(linalg.lu_solve(linalg.lu_factor(given(Z)), given(V), trans), numpy.linalg.solve(matrix, V))
    values, vectors = linalg.eigh_tridiagonal(given(V), given(W[:3]))
    close(values, scipy_linalg.eigvalsh_tridiagonal(V, W[:3]))


def test_matrices_that_cannot_be_are_refused():
    for wrong in (xparray.ones((2, 3)), xparray.ones(3), xparray.asarray(1.0)):
        with pytest.raises(ValueError):
            linalg.expm(wrong)
    with pytest.raises(xparray.exceptions.LinAlgError):
        linalg.cholesky_banded(-given(BANDS[:2]))
    for wrong in ({"mode": "other"}, {"mode": "complete"}):
        with pytest.raises(ValueError):
            linalg.qr(given(A), **wrong)
    with pytest.raises(ValueError, match="none of"):
        linalg.pascal(3, "both")
    with pytest.raises(TypeError):
        linalg.expm()
    assert linalg.expm(xparray.zeros((0, 3, 3))).shape == (0, 3, 3)


@pytest.mark.parametrize("name", ["hfft2", "ihfft2", "hfftn", "ihfftn"])
@pytest.mark.parametrize("norm", [None, "ortho", "forward"])
@pytest.mark.parametrize("given", [{}, {"s": (4, 6), "axes": (0, 1)}], ids=str)
def test_hermitian_transforms_of_several_axes(name, norm, given):
    fft = pytest.importorskip("scipy.fft")
    x = numpy.random.default_rng(3).normal(size=(4, 5))
    x = x if name[0] == "i" else x + 1j * x[::-1]
    found = getattr(xparray.scipy.fft, name)(xparray.asarray(x), norm=norm, **given)
    numpy.testing.assert_allclose(numpy.asarray(found), getattr(fft, name)(x, norm=norm, **given), atol=1e-12)
    with pytest.raises(ValueError, match="norm"):
        getattr(xparray.scipy.fft, name)(x, norm="none")
