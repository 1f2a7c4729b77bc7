"""Linear algebra, as of `scipy.linalg`: what NumPy's has beside functions of matrices, structured matrices and equations."""

import cmath

from .. import _core
from .._creation import arange, asarray, ones_like, zeros
from .._manipulation import atleast_1d, moveaxis, stack, tril, triu
from .._searching import where
from .._several import several
from .._table import functions
from .._ufuncs import conj, rint
from ..exceptions import LinAlgError
from ..fft import fft, ifft
from ..linalg import diagonal
from ..linalg import qr as _qr
from ..random import _stream
from ._finite import finite
from ._dense import cholesky, det, inv, lstsq, norm, pinv, solve, svd, svdvals

_native = _core.tables["linalg"]
_OF_NUMBER = "n, *, device=None"
_FUNCTIONS = {
    "bandwidth": ("a", "How many diagonals below and above the main one are not zero."),
    "cdf2rdf": ("w, v", "Complex eigenvalues and vectors as real blocks and vectors, each of shape (..., n, n)."),
    "cholesky_banded": (
        "ab, overwrite_ab=False, lower=False, check_finite=True",
        "Cholesky's factor of a banded matrix, of the shape of ab.",
    ),
    "circulant": ("c", "The matrix whose columns are c turned further and further, of shape (n, n)."),
    "companion": ("a", "The companion matrix of a polynomial of n coefficients, of shape (..., n - 1, n - 1)."),
    "convolution_matrix": ("a, n, mode='full'", "The matrix with which a product is the convolution with a."),
    "coshm": ("A", "The hyperbolic cosine of a matrix, of the shape of A."),
    "cosm": ("A", "The cosine of a matrix, of the shape of A."),
    "dft": ("n, scale=None, *, device=None", "The matrix of the discrete Fourier transform, of shape (n, n)."),
    "diagsvd": ("s, M, N", "The matrix of singular values, of shape (M, N)."),
    "expm": ("A", "The exponential of a matrix, of the shape (..., n, n) of A."),
    "expm_cond": ("A, check_finite=True", "The condition number of the exponential of a matrix, without axes."),
    "fiedler": ("a", "The matrix of the distances of elements, of shape (..., n, n)."),
    "fiedler_companion": ("a", "Fiedler's companion matrix of a polynomial of n coefficients, of shape (..., n - 1, n - 1)."),
    "fractional_matrix_power": ("A, t", "A power of a matrix, of the shape of A."),
    "hankel": (
        "c, r=None",
        "The matrix of the first column c and the last row r, whose elements are alike along the other diagonals.",
    ),
    "helmert": ("n, full=False, *, device=None", "Helmert's matrix, of shape (n - 1, n), or (n, n) if full."),
    "hilbert": (_OF_NUMBER, "Hilbert's matrix 1 / (i + j + 1), of shape (n, n)."),
    "khatri_rao": ("a, b", "Kronecker products of the columns, of shape (m k, n)."),
    "ldl": (
        "A, lower=True, hermitian=True, overwrite_a=False, check_finite=True",
        "The factors L and D of a symmetric matrix, and the order of the rows.",
    ),
    "leslie": ("f, s", "Leslie's matrix of the fecundities f and the survivals s, of shape (..., n, n)."),
    "lu_factor": (
        "a, overwrite_a=False, check_finite=True",
        "The factors of a in one matrix of its shape, and the pivots of `lu_solve`.",
    ),
    "logm": ("A", "The logarithm of a matrix, of the shape of A."),
    "null_space": ("A, rcond=None, *, overwrite_a=False, check_finite=True, lapack_driver='gesdd'", "An orthonormal basis of what A takes to zero, of shape (n, k)."),
    "orth": ("A, rcond=None", "An orthonormal basis of the range of A, of shape (m, k)."),
    "orthogonal_procrustes": (
        "A, B, check_finite=True",
        "The orthogonal matrix that takes A nearest to B, and the sum of the singular values.",
    ),
    "polar": ("a, side='right'", "A unitary and a positive semidefinite factor, of shapes (..., m, n) and (..., n, n)."),
    "qz": ("A, B, output='real', *, overwrite_a=False, overwrite_b=False, check_finite=True", "The generalized form of Schur: AA, BB, Q and Z with A = Q AA Z^H and B = Q BB Z^H."),
    "rsf2csf": ("T, Z, check_finite=True", "The complex form of Schur of a real one."),
    "signm": ("A", "The sign of a matrix, of the shape of A."),
    "sinhm": ("A", "The hyperbolic sine of a matrix, of the shape of A."),
    "sinm": ("A", "The sine of a matrix, of the shape of A."),
    "solve_continuous_are": ("a, b, q, r", "X of the continuous equation of Riccati, of shape (n, n)."),
    "solve_continuous_lyapunov": ("a, q", "X with a X + X a^H = q, of shape (n, n)."),
    "solve_discrete_are": ("a, b, q, r", "X of the discrete equation of Riccati, of shape (n, n)."),
    "solve_discrete_lyapunov": ("a, q", "X with a X a^H - X + q = 0, of shape (n, n)."),
    "solve_sylvester": ("a, b, q", "X with a X + X b = q, of shape (m, n)."),
    "solveh_banded": (
        "ab, b, overwrite_ab=False, overwrite_b=False, lower=False, check_finite=True",
        "The solution of a x = b, where a is a banded positive definite matrix.",
    ),
    "sqrtm": ("A", "The square root of a matrix, of the shape of A."),
    "subspace_angles": ("A, B", "The angles between the ranges of two matrices, the greatest first, of shape (k,)."),
    "tanhm": ("A", "The hyperbolic tangent of a matrix, of the shape of A."),
    "tanm": ("A", "The tangent of a matrix, of the shape of A."),
    "toeplitz": ("c, r=None", "The matrix of the first column c and the first row r, whose elements are alike along diagonals."),
}


def _inexact(a):
    a = asarray(a)
    return a if a.dtype.kind in "fc" else a.astype("float64")


_tables = {**_native, "lu_factor": lambda a, *rest: _native["lu_factor"](_inexact(a), *rest)}
globals().update(functions("xparray.scipy.linalg", _tables, _FUNCTIONS))


_circulant = globals()["circulant"]


def circulant(c):
    """The matrix whose columns are c turned further and further, of shape (..., n, n).

    Example: ``xparray.scipy.linalg.circulant([1, 2, 3])``.
    """
    c = asarray(c)
    if c.ndim < 2:
        return _circulant(c)
    places = arange(c.shape[-1])
    return c[..., (places.reshape(-1, 1) - places) % max(c.shape[-1], 1)]


def hadamard(n, dtype=int, *, device=None):
    """Hadamard's matrix, of shape (n, n), for n a power of two.

    Example: ``xparray.scipy.linalg.hadamard(4)``.
    """
    return _native["hadamard"](n, device).astype(dtype)


def invhilbert(n, exact=False, *, device=None):
    """The inverse of Hilbert's matrix, of shape (n, n): of floats, or of integers if exact, for n up to 14.

    Example: ``xparray.scipy.linalg.invhilbert(4)``.
    """
    if exact and n > 14:
        raise NotImplementedError("the numbers are larger than integers of 64 bits")
    found = _native["invhilbert"](n, device)
    return rint(found).astype("int64") if exact else found


def _exact(found, exact):
    """Binomials as integers, which those of Pascal's matrices are by default, or as floats."""
    return found if exact else found.astype("float64")


def invpascal(n, kind="symmetric", exact=True, *, device=None):
    """The inverse of Pascal's matrix, of shape (n, n).

    Example: ``xparray.scipy.linalg.invpascal(4)``.
    """
    return _exact(_native["invpascal"](n, kind, device), exact)


def pascal(n, kind="symmetric", exact=True, *, device=None):
    """Pascal's matrix of binomial coefficients, of shape (n, n).

    Example: ``xparray.scipy.linalg.pascal(4)``.
    """
    return _exact(_native["pascal"](n, kind, device), exact)


def block_diag(*arrs):
    """The matrix with matrices on its diagonal and zeros elsewhere.

    Example: ``xparray.scipy.linalg.block_diag(a, b)``.
    """
    return _native["block_diag"](list(arrs) or [asarray([]).reshape(1, 0)])


def cho_solve(c_and_lower, b, overwrite_b=False, check_finite=True):
    """The solution of a x = b, of Cholesky's factor of a, and whether that is the lower one.

    Example: ``xparray.scipy.linalg.cho_solve((c, True), b)``.
    """
    c, lower = c_and_lower
    return _native["cho_solve"](c if lower else asarray(c).mT.conj(), b)


def cho_solve_banded(cb_and_lower, b, overwrite_b=False, check_finite=True):
    """The solution of a x = b, of the banded factor of Cholesky of a, and whether that is the lower one.

    Example: ``xparray.scipy.linalg.cho_solve_banded((cb, False), b)``.
    """
    cb, lower = cb_and_lower
    return _native["cho_solve_banded"](cb, lower, b)


def eigh(a, b=None, *, lower=True, eigvals_only=False, overwrite_a=False, overwrite_b=False, type=1, check_finite=True, subset_by_index=None,
    subset_by_value=None, driver=None):
    """Eigenvalues of shape (n,) and vectors of shape (n, n) of a Hermitian matrix, or of a v = w b v, a b v = w v or b a v = w v, which are the types 1
    to 3: all of them, the places from the first to the last of
    `subset_by_index`, or those above the first and up to the last of `subset_by_value`.

    Example: ``values, vectors = xparray.scipy.linalg.eigh(a, b)``.
    """
    if type not in (1, 2, 3):
        raise ValueError('"type" keyword only accepts 1, 2, and 3.')
    if subset_by_index is not None and subset_by_value is not None:
        raise ValueError("Either index or value subset can be requested.")
    if type != 1 and b is not None:
        values, vectors = _of_product(a, b, lower, type)
    else:
        values, vectors = (_native["eigvalsh"](a, b, lower), None) if eigvals_only else _native["eigh"](a, b, lower)
    part = slice(None)
    if subset_by_index is not None:
        first, last = map(int, subset_by_index)
        if not 0 <= first <= last < values.shape[-1]:
            raise ValueError("Requested eigenvalue indices are not valid.")
        part = slice(first, last + 1)
    elif subset_by_value is not None:
        low, high = subset_by_value
        if not low < high:
            raise ValueError("Requested eigenvalue bounds are not valid.")
        part = slice(int((values <= low).sum()), int((values <= high).sum()))
    return values[part] if eigvals_only else (values[part], vectors[:, part])


def _of_product(a, b, lower, type):
    """Eigenvalues and vectors of a b, or of b a: with b = L L^H those of L^H a L, and vectors that L or its inverse turns."""
    a = asarray(a)
    a = tril(a) + tril(a, -1).mT.conj() if lower else triu(a) + triu(a, 1).mT.conj()
    left = cholesky(b, lower=True) if lower else cholesky(b).mT.conj()
    values, vectors = _native["eigh"](left.mT.conj() @ a @ left, None, True)
    return values, solve_triangular(left, vectors, trans="C", lower=True) if type == 2 else left @ vectors


def eigvals(a, b=None, overwrite_a=False, check_finite=True):
    """Eigenvalues of a matrix, or of a v = w b v, complex, of shape (n,).

    Example: ``xparray.scipy.linalg.eigvals(a, b)``.
    """
    return _native["eigvals"](_inexact(a), None if b is None else _inexact(b))


def eigvalsh(a, b=None, *, lower=True, overwrite_a=False, overwrite_b=False, type=1, check_finite=True, subset_by_index=None,
    subset_by_value=None, driver=None):
    """Eigenvalues of a Hermitian matrix, or of a v = w b v, of shape (n,).

    Example: ``xparray.scipy.linalg.eigvalsh(a, b)``.
    """
    return eigh(a, b, lower=lower, eigvals_only=True, type=type, subset_by_index=subset_by_index, subset_by_value=subset_by_value)


def expm_frechet(A, E, method=None, compute_expm=True, check_finite=True):
    """The exponential of a matrix, and its derivative in a direction E, each of the shape of A.

    Example: ``xparray.scipy.linalg.expm_frechet(A, E)``.
    """
    found = _native["expm_frechet"](A, E)
    return found if compute_expm else found[1]


def hessenberg(a, calc_q=False, overwrite_a=False, check_finite=True):
    """The form of Hessenberg H, and Q with a = Q H Q^H if asked for, each of shape (..., n, n).

    Example: ``xparray.scipy.linalg.hessenberg(a, calc_q=True)``.
    """
    found = _native["hessenberg"](a)
    return found if calc_q else found[0]


def ishermitian(a, atol=None, rtol=None):
    """Whether a matrix is its conjugate transpose, within tolerances.

    Example: ``xparray.scipy.linalg.ishermitian(a)``.
    """
    return _native["ishermitian"](a, atol or 0.0, rtol or 0.0)


def issymmetric(a, atol=None, rtol=None):
    """Whether a matrix is its transpose, within tolerances.

    Example: ``xparray.scipy.linalg.issymmetric(a)``.
    """
    return _native["issymmetric"](a, atol or 0.0, rtol or 0.0)


def lu(a, permute_l=False, overwrite_a=False, check_finite=True, p_indices=False):
    """The factors of a = P L U, of shapes (..., m, m), (..., m, k) and (..., k, n); P L and U if asked for, or the rows of L that P takes in place of P.

    Example: ``p, l, u = xparray.scipy.linalg.lu(a)``.
    """
    p, lower, upper = _native["lu"](_inexact(a))
    if permute_l:
        return p @ lower, upper
    return (p.real.argmax(axis=-1) if p_indices else p.real), lower, upper


def lu_solve(lu_and_piv, b, trans=0, overwrite_b=False, check_finite=True):
    """The solution of a x = b, of a's factors and pivots; of the transpose for `trans` 1, of its conjugate for 2.

    Example: ``xparray.scipy.linalg.lu_solve((lu, piv), b)``.
    """
    lu, piv = lu_and_piv
    return _native["lu_solve"](lu, piv, b, trans)


def _column_and_row(c_or_cr):
    """A column and a row; the row is the conjugate column if there is none."""
    if isinstance(c_or_cr, tuple):
        return c_or_cr
    return c_or_cr, asarray(c_or_cr).conj()


def matmul_toeplitz(c_or_cr, x, check_finite=False, workers=None):
    """The product of the matrix of a first column, or of a column and a row, whose elements are alike along diagonals, with x.

    Example: ``xparray.scipy.linalg.matmul_toeplitz((c, r), x)``.
    """
    c, r = _column_and_row(c_or_cr)
    return _native["matmul_toeplitz"](c, r, x)


def solve_toeplitz(c_or_cr, b, check_finite=True):
    """The solution of T x = b, where T has a first column, or a column and a row, and elements that are alike along diagonals.

    Example: ``xparray.scipy.linalg.solve_toeplitz((c, r), b)``.
    """
    c, r = _column_and_row(c_or_cr)
    return _native["solve_toeplitz"](c, r, b)


def pinvh(a, atol=None, rtol=None, lower=True, return_rank=False, check_finite=True):
    """The pseudo-inverse of a Hermitian matrix, of whose triangles one is read, of the shape of a: of eigenvalues of more than atol plus rtol times the
    largest one; and how many there are, if asked for.

    Example: ``xparray.scipy.linalg.pinvh(a)``.
    """
    a = _inexact(a)
    if atol is None and not return_rank and lower:
        return _native["pinvh"](a, rtol)
    values, vectors = eigh(a, lower=lower)
    sizes = abs(values)
    if rtol is None:
        rtol = 0.0 if atol else a.shape[-1] * 2.0 ** (-23 if sizes.dtype.itemsize == 4 else -52)
    kept = sizes > (atol or 0.0) + rtol * sizes.max()
    values, vectors = values[kept], vectors[:, kept]
    found = (vectors / values) @ vectors.mT.conj()
    return (found, len(values)) if return_rank else found


def clarkson_woodruff_transform(input_matrix, sketch_size, rng=None, *, random_state=None, seed=None):
    """A random sketch of a matrix of shape (m, n), of shape (sketch_size, n), whose columns are about as long.

    Example: ``xparray.scipy.linalg.clarkson_woodruff_transform(a, 50, rng=7)``.
    """
    return _native["clarkson_woodruff_transform"](input_matrix, sketch_size, _stream(next((each for each in (rng, random_state, seed) if each is not None), None)))


def cossin(X, p=None, q=None, separate=False, swap_sign=False, compute_u=True, compute_vh=True):
    """The factors u, cs and vh of a unitary matrix by blocks of p rows and q columns; if `separate`, (u1, u2), angles, (v1h, v2h).

    Example: ``u, cs, vh = xparray.scipy.linalg.cossin(x, 2, 2)``.
    """
    if p is None or q is None:
        raise ValueError("p and q have to be given")
    u, cs, vh = _native["cossin" if separate else "cossin_whole"](X, p, q, swap_sign)
    none = zeros((0, 0), dtype=cs.dtype)
    without = (none, none) if separate else none
    return (u if compute_u else without), cs, (vh if compute_vh else without)


def eig(a, b=None, left=False, right=True, overwrite_a=False, overwrite_b=False, check_finite=True, homogeneous_eigvals=False):
    """Eigenvalues of a matrix, or of a v = w b v, complex, of shape (..., n), and vectors to the left, to the right, or both; homogeneous ones are their
    numerators and denominators, of shape (..., 2, n).

    Example: ``w, v = xparray.scipy.linalg.eig(a)``.
    """
    w, vl, vr = _native["eig"](a, b)
    if homogeneous_eigvals:
        # The same triangles that the quotients are of.
        w = stack([w, ones_like(w)], -2) if b is None else stack([diagonal(each) for each in qz(a, b, output="complex")[:2]], -2)
    found = (w, *([vl] if left else []), *([vr] if right else []))
    return found if len(found) > 1 else w


def _selected(values, select, select_range):
    """Which eigenvalues are asked for: all, those above a number up to another one, or those from a place to another one."""
    if select in ("a", "all", 0):
        return slice(None)
    if select not in ("v", "value", 1, "i", "index", 2):
        raise ValueError("invalid argument for select")
    low, high = select_range
    if select in ("i", "index", 2):
        low, high = int(low), int(high)
        if not 0 <= low <= high < len(values):
            raise ValueError("select_range out of bounds")
        return slice(low, high + 1)
    if not low < high:
        raise ValueError("select_range must be of the form (lower, upper)")
    return slice(int((values <= low).sum()), int((values <= high).sum()))


def eig_banded(a_band, lower=False, eigvals_only=False, overwrite_a_band=False, select="a", select_range=None, max_ev=0, check_finite=True):
    """Eigenvalues, of shape (n,), and vectors of a Hermitian banded matrix, whose diagonals are rows: all of them, those in the range of `"v"`
    values, or those at the places of `"i"`.

    Example: ``w, v = xparray.scipy.linalg.eig_banded(a_band)``.
    """
    if eigvals_only:
        return eigvals_banded(a_band, lower, select=select, select_range=select_range)
    values, vectors = _native["eig_banded"](a_band, lower)
    part = _selected(values, select, select_range)
    return values[part], vectors[:, part]


def eigvals_banded(a_band, lower=False, overwrite_a_band=False, select="a", select_range=None, check_finite=True):
    """Eigenvalues of a Hermitian banded matrix, whose diagonals are rows, of shape (n,), as `eig_banded` selects them.

    Example: ``xparray.scipy.linalg.eigvals_banded(a_band)``.
    """
    values = _native["eigvals_banded"](a_band, lower)
    return values[_selected(values, select, select_range)]


def eigh_tridiagonal(d, e, eigvals_only=False, select="a", select_range=None, check_finite=True, tol=0.0, lapack_driver="auto"):
    """Eigenvalues and vectors of the tridiagonal matrix of diagonals d and e, as `eig_banded` selects them.

    Example: ``w, v = xparray.scipy.linalg.eigh_tridiagonal(d, e)``.
    """
    if eigvals_only:
        return eigvalsh_tridiagonal(d, e, select, select_range)
    values, vectors = _native["eigh_tridiagonal"](d, e)
    part = _selected(values, select, select_range)
    return values[part], vectors[:, part]


def eigvalsh_tridiagonal(d, e, select="a", select_range=None, check_finite=True, tol=0.0, lapack_driver="auto"):
    """Eigenvalues of the tridiagonal matrix of diagonals d and e, as `eig_banded` selects them.

    Example: ``xparray.scipy.linalg.eigvalsh_tridiagonal(d, e)``.
    """
    values = _native["eigvalsh_tridiagonal"](d, e)
    return values[_selected(values, select, select_range)]


#: Which eigenvalues go in front.
_IN_FRONT = {
    "lhp": lambda value: value.real < 0,
    "rhp": lambda value: value.real >= 0,
    "iuc": lambda value: abs(value) <= 1,
    "ouc": lambda value: abs(value) > 1,
}


def schur(a, output="real", lwork=None, overwrite_a=False, sort=None, check_finite=True):
    """The form of Schur T, and Z with a = Z T Z^H, each of shape (..., n, n). With `sort` some eigenvalues are in front, of half of the plane (`"lhp"`,
    `"rhp"`), of the circle (`"iuc"`, `"ouc"`), or those that a function of a real and an imaginary part chooses, of a complex form one of the
    number; then also how many.

    Example: ``T, Z = xparray.scipy.linalg.schur(a)``.
    """
    if sort is None:
        return _native["schur"](a, output)
    if not callable(sort) and sort not in _IN_FRONT:
        raise ValueError("Specified sort parameter must be callable or one of 'lhp', 'rhp', 'iuc', 'ouc'")
    a = asarray(a)
    chosen = sort if callable(sort) else _IN_FRONT[sort]
    if callable(sort) and output in ("real", "r") and a.dtype.kind != "c":
        chosen = lambda value: sort(value.real, value.imag)
    found, turn, count = _native["schur_sorted"](a, output, chosen)
    return found, turn, count if count.ndim else int(count)


def cho_factor(a, lower=False, overwrite_a=False, check_finite=True):
    """Cholesky's factor of a matrix, or of each of a stack, for `cho_solve`, and whether it is the lower one.

    Example: ``xparray.scipy.linalg.cho_solve(xparray.scipy.linalg.cho_factor(a), b)``.
    """
    return cholesky(a, lower), lower


def funm(A, func, disp=True):
    """The function of a matrix, complex unless its imaginary part is nothing but rounding, from one of numbers.

    Example: ``xparray.scipy.linalg.funm(a, xparray.exp)``.
    """
    A = asarray(A)
    found, error = _native["funm"](A, lambda z: complex(func(z)))
    if A.dtype.kind != "c" and bool(abs(found.imag).max() <= 1000 * 2.2e-16 * abs(found).max()):
        found = found.real
    return found if disp else (found, error)


def matrix_balance(A, permute=True, scale=True, separate=False, overwrite_a=False):
    """A matrix whose rows are about as long as its columns, and what makes it of A, both of shape (n, n); or factors and the order of columns, if `separate`.

    Example: ``b, t = xparray.scipy.linalg.matrix_balance(a)``.
    """
    if separate:
        b, scales, order = _native["matrix_balance_separate"](A, permute, scale)
        return b, (scales, order)
    return _native["matrix_balance"](A, permute, scale)


def qr_delete(Q, R, k, p=1, which="row", overwrite_qr=False, check_finite=True):
    """The factors of a matrix without p of its rows or columns from k on.

    Example: ``q, r = xparray.scipy.linalg.qr_delete(q, r, 0)``.
    """
    return _native["qr_delete"](Q, R, k, p, which)


def qr_insert(Q, R, u, k, which="row", rcond=None, overwrite_qru=False, check_finite=True):
    """The factors of a matrix with rows or columns u before k.

    Example: ``q, r = xparray.scipy.linalg.qr_insert(q, r, u, 0)``.
    """
    return _native["qr_insert"](Q, R, u, k, which)


def qr_multiply(a, c, mode="right", pivoting=False, conjugate=False, overwrite_a=False, overwrite_c=False):
    """The product of c and the factor Q of a, or its conjugate, from the right or the left, and R; with pivoting the order of columns too.

    Example: ``cq, r = xparray.scipy.linalg.qr_multiply(a, c)``.
    """
    product, *rest = _native["qr_multiply_pivoting" if pivoting else "qr_multiply"](a, conj(asarray(c)) if conjugate else c, mode)
    return (conj(product) if conjugate else product, *rest)


def qr_update(Q, R, u, v, overwrite_qruv=False, check_finite=True):
    """The factors of a matrix plus the product of u, of shape (m,), and v, of shape (n,).

    Example: ``q, r = xparray.scipy.linalg.qr_update(q, r, u, v)``.
    """
    return _native["qr_update"](Q, R, u, v)


def qr(a, overwrite_a=False, lwork=None, mode="full", pivoting=False, check_finite=True):
    """The factors of a = Q R, of shapes (m, m) and (m, n), or (m, k) and (k, n) if `economic`; only R for the mode `r`. With
    pivoting those of a with its columns in another order, and that order.

    Example: ``q, r, p = xparray.scipy.linalg.qr(a, pivoting=True)``.
    """
    if mode not in ("full", "r", "economic"):
        raise ValueError("Mode argument should be one of ['full', 'r', 'economic']")
    economic = mode == "economic"
    found = _native["qr_pivoting"](a, economic) if pivoting else tuple(_qr(a, "reduced" if economic else "complete"))
    return found[1:] if mode == "r" else found


def rq(a, overwrite_a=False, lwork=None, mode="full", check_finite=True):
    """The factors of a = R Q, of shapes (m, n) and (n, n), or (m, k) and (k, n) if `economic`; only R for the mode `r`.

    Example: ``r, q = xparray.scipy.linalg.rq(a)``.
    """
    if mode not in ("full", "r", "economic"):
        raise ValueError("Mode argument should be one of ['full', 'r', 'economic']")
    found = _native["rq"](a, mode == "economic")
    return found[0] if mode == "r" else found


def solve_banded(l_and_u, ab, b, overwrite_ab=False, overwrite_b=False, check_finite=True):
    """The solution of a x = b, where a has so many diagonals below and above the main one, which are the rows of ab.

    Example: ``xparray.scipy.linalg.solve_banded((1, 1), ab, b)``.
    """
    below, above = several(l_and_u)
    return _native["solve_banded"](below, above, ab, b)


def solve_circulant(c, b, singular="raise", tol=None, caxis=-1, baxis=0, outaxis=0):
    """The solution of C x = b, where C is the circulant matrix of c; of the vectors along an axis of c and of one of b, along one of the solution, where
    the other axes broadcast. A singular matrix, of eigenvalues up to a tolerance, is refused, or solved by least squares (`"lstsq"`).

    Example: ``xparray.scipy.linalg.solve_circulant([2, 1, 0], [3, 3, 0])``.
    """
    c, b = asarray(c), asarray(b)
    if singular == "raise" and tol is None and c.ndim == 1 and b.ndim == 1:
        return _native["solve_circulant"](c, b)
    if singular not in ("raise", "lstsq"):
        raise ValueError("singular is 'raise' or 'lstsq'")
    c, b = moveaxis(atleast_1d(c), caxis, -1), moveaxis(atleast_1d(b), baxis, -1)
    if c.shape[-1] != b.shape[-1]:
        raise ValueError(f"Shapes of c {c.shape} and b {b.shape} are incompatible")
    values = fft(c)
    sizes = abs(values)
    if tol is None:
        tol = sizes.max(axis=-1, keepdims=True) * (c.shape[-1] * 2.0**-52)
    near = sizes <= tol
    if bool(near.any()):
        if singular == "raise":
            raise LinAlgError("near singular circulant matrix.")
        values = where(near, 1.0, values)
    parts = where(near, 0.0, fft(b) / values)
    found = ifft(parts)
    found = found if "c" in (c.dtype.kind, b.dtype.kind) else found.real
    return moveaxis(found, -1, outaxis)


def solve_triangular(a, b, trans=0, lower=False, unit_diagonal=False, overwrite_b=False, check_finite=True):
    """The solution of a x = b, where a is upper triangular, or lower; of the transpose for `trans` 1, of its conjugate for 2.

    Example: ``xparray.scipy.linalg.solve_triangular(a, b, lower=True)``.
    """
    a, b = _inexact(a), _inexact(b)
    if trans in (1, 2, "T", "C"):
        a, lower = a.mT if trans in (1, "T") else a.mT.conj(), not lower
    elif trans not in (0, "N"):
        raise ValueError("trans is 0, 1 or 2, or N, T or C")
    return _native["solve_triangular"](a, b, lower, unit_diagonal)


#: Which eigenvalues go in front, of their numerators and denominators.
_ORDERS = {
    "lhp": lambda above, below: below != 0 and (above / below).real < 0,
    "rhp": lambda above, below: below != 0 and (above / below).real >= 0,
    "iuc": lambda above, below: below != 0 and abs(above / below) < 1,
    "ouc": lambda above, below: below == 0 or abs(above / below) > 1,
}


def ordqz(A, B, sort="lhp", output="real", overwrite_a=False, overwrite_b=False, check_finite=True):
    """The generalized form of Schur with some eigenvalues in front: AA, BB, their numerators and denominators, Q and Z. They are chosen by
    half of the plane (`"lhp"`, `"rhp"`), by the circle (`"iuc"`, `"ouc"`), or by a function of a numerator and a denominator.

    Example: ``AA, BB, alpha, beta, Q, Z = xparray.scipy.linalg.ordqz(A, B, sort="ouc")``.
    """
    if not callable(sort) and sort not in _ORDERS:
        raise ValueError(f"sort parameter must be 'lhp', 'rhp', 'iuc', 'ouc' or a function, not {sort!r}")
    s, t, q, z, _ = _native["ordqz"](A, B, output, sort if callable(sort) else _ORDERS[sort])
    above, below = s.diagonal().tolist(), t.diagonal().copy()
    beside = s.diagonal(-1).tolist()
    for k in (k for k, each in enumerate(beside) if each):
        # A block has the two roots w of det(S - w T) = 0.
        (a, b), (c, d) = s[k : k + 2, k : k + 2].tolist()
        (e, f), (_, h) = t[k : k + 2, k : k + 2].tolist()
        middle = (a * h + d * e - c * f) / (2 * e * h)
        root = cmath.sqrt(middle * middle - (a * d - b * c) / (e * h))
        above[k], above[k + 1] = (middle + root) * e, (middle - root) * h
    return s, t, asarray(above, dtype="complex64" if s.dtype.name in ("float32", "complex64") else "complex128"), below, q, z


def interp_decomp(A, eps_or_k, rand=True, rng=None):
    """The interpolative decomposition of a rank: `idx`, whose first k name columns of A, and `proj`, by which these give the others:
    `A[:, idx[k:]]` is nearly `A[:, idx[:k]] @ proj`.

    Example: ``idx, proj = xparray.scipy.linalg.interp_decomp(A, 3)``.
    """
    if not isinstance(eps_or_k, int):
        raise TypeError("the decomposition is of a rank, an integer")
    return _native["interp_decomp"](A, eps_or_k)


def randomized_svd(A, k, seed=0):
    """The k largest singular values and their vectors, nearly: by products with random directions, of a seed.

    Example: ``u, s, vh = xparray.scipy.linalg.randomized_svd(A, 3)``.
    """
    return _native["randomized_svd"](A, k, seed)


class LinAlgWarning(RuntimeWarning):
    """A warning about a result that is not accurate."""


#: Another name of the same function.
solve_lyapunov = globals()["solve_continuous_lyapunov"]

__all__ = [
    *_FUNCTIONS, "LinAlgError", "LinAlgWarning", "solve_lyapunov", "block_diag", "hadamard", "invhilbert", "invpascal", "pascal", "cho_factor", "cho_solve", "cho_solve_banded", "cholesky",
    "clarkson_woodruff_transform", "cossin", "det", "eig", "eig_banded", "eigh", "eigh_tridiagonal", "eigvals", "eigvals_banded", "eigvalsh", "eigvalsh_tridiagonal",
    "expm_frechet", "funm", "hessenberg", "interp_decomp", "inv", "ishermitian", "issymmetric", "lstsq", "lu", "lu_solve", "matmul_toeplitz", "matrix_balance", "norm", "ordqz", "pinv",
    "pinvh", "qr", "qr_delete", "qr_insert", "qr_multiply", "qr_update", "randomized_svd", "rq", "schur", "solve", "solve_banded", "solve_circulant", "solve_toeplitz", "solve_triangular", "svd", "svdvals",
]
globals().update({name: finite(globals()[name]) for name in __all__ if not name.startswith("LinAlg")})
