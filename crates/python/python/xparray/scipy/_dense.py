"""What `scipy.linalg` and `numpy.linalg` have in common, with SciPy's parameters."""

from .. import linalg as _numpy
from .._creation import asarray
from .._manipulation import tril, triu

_SYMMETRIC = {"sym", "symmetric", "her", "hermitian", "pos", "positive definite"}
_CONJUGATE = {"her", "hermitian", "pos", "positive definite"}
_TRIANGLES = {"upper triangular": triu, "lower triangular": tril}
_OTHERS = {None, "general", "gen", "banded", "tridiagonal", "diagonal"}


def cholesky(a, lower=False, overwrite_a=False, check_finite=True):
    """The upper triangular factor U of A = U^H U, of which the upper triangle is read; or the lower one L of A = L L^H, of the lower triangle.
    Of the shape (..., n, n) of A.

    Example: ``xparray.scipy.linalg.cholesky(a)``.
    """
    a = asarray(a)
    return _numpy.cholesky(a) if lower else _numpy.cholesky(a.mT.conj()).mT.conj()


def det(a, overwrite_a=False, check_finite=True):
    """Determinants, of shape (...).

    Example: ``xparray.scipy.linalg.det(a)``.
    """
    return _numpy.det(a)


def inv(a, overwrite_a=False, check_finite=True, assume_a=None, lower=False):
    """Inverses, of shape (..., n, n); of matrices of a structure what `solve` reads of them.

    Example: ``xparray.scipy.linalg.inv(a)``.
    """
    return _numpy.inv(a if assume_a is None else _structured(asarray(a), assume_a, lower))


def norm(a, ord=None, axis=None, keepdims=False, check_finite=True):
    """Norms of vectors or matrices, over one axis or two.

    Example: ``xparray.scipy.linalg.norm(a, axis=0)``.
    """
    return _numpy.norm(a, ord, axis, keepdims)


def svd(a, full_matrices=True, compute_uv=True, overwrite_a=False, check_finite=True, lapack_driver="gesdd"):
    """Singular vectors and values, of shapes (..., m, m), (..., k) and (..., n, n), or with k in the place of m and n.

    Example: ``u, s, vh = xparray.scipy.linalg.svd(a, full_matrices=False)``.
    """
    return _numpy.svd(a, full_matrices, compute_uv)


def svdvals(a, overwrite_a=False, check_finite=True):
    """Singular values in descending order, of shape (..., k).

    Example: ``xparray.scipy.linalg.svdvals(a)``.
    """
    return _numpy.svdvals(a)


def lstsq(a, b, cond=None, overwrite_a=False, overwrite_b=False, check_finite=True, lapack_driver=None):
    """The least-squares solution of a x = b, the sums of squared residuals, the rank and the singular values.

    Example: ``x, residuals, rank, s = xparray.scipy.linalg.lstsq(a, b)``.
    """
    b = asarray(b)
    x, residuals, rank, s = _numpy.lstsq(a, b, cond)
    return x, residuals.reshape(()) if b.ndim == 1 and residuals.size == 1 else residuals, rank, s


def pinv(a, *, atol=None, rtol=None, return_rank=False, check_finite=True):
    """Pseudo-inverses, of shape (..., n, m), of which singular values up to atol + rtol times the largest one count as zero; and how many do not.

    Example: ``xparray.scipy.linalg.pinv(a)``.
    """
    if atol is None and not return_rank:
        return _numpy.pinv(a, rtol=rtol)
    a = asarray(a)
    u, s, vh = _numpy.svd(a, full_matrices=False)
    if rtol is None:
        rtol = 0.0 if atol else max(a.shape) * 2.0 ** (-23 if s.dtype.itemsize == 4 else -52)
    rank = int((s > (atol or 0.0) + rtol * s.max()).sum()) if s.size else 0
    found = (vh[:rank].mT.conj() / s[:rank]) @ u[:, :rank].mT.conj()
    return (found, rank) if return_rank else found


def _structured(a, assume_a, lower):
    """The matrix of which only some elements are read, by its structure."""
    if assume_a in _SYMMETRIC:
        half, other = (tril(a), tril(a, -1)) if lower else (triu(a), triu(a, 1))
        a = half + (other.conj() if assume_a in _CONJUGATE else other).mT
    elif assume_a in _TRIANGLES:
        a = _TRIANGLES[assume_a](a)
    elif assume_a not in _OTHERS:
        raise ValueError(f"{assume_a} is not a recognized matrix structure")
    if assume_a in ("pos", "positive definite"):
        # Whether it is, its factor tells.
        _numpy.cholesky(a)
    return a


def solve(a, b, lower=False, overwrite_a=False, overwrite_b=False, check_finite=True, assume_a=None, transposed=False):
    """The solutions X of A X = B; B is a vector, or has shape (..., n, k). Of matrices that are said to be symmetric, Hermitian or positive definite
    one triangle is read, the lower one if `lower`, of triangular ones theirs.

    Example: ``xparray.scipy.linalg.solve(a, b, assume_a="pos")``.
    """
    a = _structured(asarray(a), assume_a, lower)
    return _numpy.solve(a.mT if transposed else a, b)
