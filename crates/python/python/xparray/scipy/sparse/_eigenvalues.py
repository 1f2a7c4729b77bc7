"""Some eigenvalues and singular values of large matrices."""

from ... import _core
from ..._creation import asarray
from ..._manipulation import concat
from ..._dtypes import result_type
from ..._searching import argsort
from ...exceptions import LinAlgError
from ._operators import LinearOperator, operator, sparse

_native = _core.tables["sparse_linalg"]


class ArpackNoConvergence(RuntimeError):
    """Eigenvalues that were not found in as many steps as were allowed: `eigenvalues` and `eigenvectors` are those so far."""

    def __init__(self, msg, eigenvalues, eigenvectors):
        super().__init__(msg)
        self.eigenvalues, self.eigenvectors = eigenvalues, eigenvectors


def _searched(found, return_eigenvectors):
    values, vectors, converged = found
    if not converged:
        raise ArpackNoConvergence("No convergence", values, vectors)
    return (values, vectors) if return_eigenvectors else values


def _modes(Minv, OPinv, mode):
    if Minv is not None or OPinv is not None or mode != "normal":
        raise NotImplementedError("inverses of one's own, and other modes than the normal one, are not supported")


def _of_two(name, A, M, k, sigma, which, searched):
    """What is found of A v = M v w, around a number if there is one."""
    if sigma is None:
        return _native[f"{name}_generalized"](operator(A), sparse(M), k, which, searched)
    dtype = result_type(A.dtype, M.dtype, "complex64" if isinstance(sigma, complex) and sigma.imag else "float32")
    A, M = sparse(A.astype(dtype)), sparse(M.astype(dtype))
    return _native[f"{name}_sigma_generalized"](A, M, k, sigma, which, searched)


def eigs(A, k=6, M=None, sigma=None, which="LM", v0=None, ncv=None, maxiter=None, tol=0, return_eigenvectors=True, Minv=None,
    OPinv=None):
    """k eigenvalues of a matrix, or of A v = M v w, and their vectors (n, k): the largest, or those nearest to sigma.

    Example: ``xparray.scipy.sparse.linalg.eigs(A, k=3)``.
    """
    _modes(Minv, OPinv, "normal")
    searched = ncv, maxiter, float(tol), None if v0 is None else asarray(v0)
    if M is not None:
        return _searched(_of_two("eigs", A, M, k, sigma, which, searched), return_eigenvectors)
    if which == "SM" and sigma is None and not isinstance(A, LinearOperator):
        try:
            return _searched(_native["eigs_sigma"](sparse(A), k, 0.0, "LM", searched), return_eigenvectors)
        except LinAlgError:
            # Without an inverse, those about zero are looked for by products.
            pass
    if sigma is None:
        return _searched(_native["eigs"](operator(A), k, which, searched), return_eigenvectors)
    return _searched(_native["eigs_sigma"](sparse(A), k, sigma, which, searched), return_eigenvectors)


def eigsh(A, k=6, M=None, sigma=None, which="LM", v0=None, ncv=None, maxiter=None, tol=0, return_eigenvectors=True, Minv=None,
    OPinv=None, mode="normal"):
    """k eigenvalues of a Hermitian matrix, or of A v = M v w with a positive definite M, ascending, and their vectors (n, k): the largest in magnitude (`LM`), or those nearest to sigma; the
    smallest in magnitude (`SM`); the largest (`LA`), the smallest (`SA`), or half of each (`BE`).

    Example: ``xparray.scipy.sparse.linalg.eigsh(A, k=3)``.
    """
    _modes(Minv, OPinv, mode)
    searched = ncv, maxiter, float(tol), None if v0 is None else asarray(v0)
    if which == "BE":
        return _both_ends(A, k, M, sigma, v0, ncv, maxiter, tol, return_eigenvectors)
    if M is not None:
        return _searched(_of_two("eigsh", A, M, k, None if sigma is None else float(sigma), which, searched), return_eigenvectors)
    if which == "SM" and sigma is None and not isinstance(A, LinearOperator):
        try:
            return _searched(_native["eigsh_sigma"](sparse(A), k, 0.0, "LM", searched), return_eigenvectors)
        except LinAlgError:
            # Without an inverse, those about zero are looked for by products.
            pass
    if sigma is None:
        return _searched(_native["eigsh"](operator(A), k, which, searched), return_eigenvectors)
    return _searched(_native["eigsh_sigma"](sparse(A), k, float(sigma), which, searched), return_eigenvectors)


def _both_ends(A, k, *given):
    """As many of the smallest as of the largest, or one less."""
    M, sigma, v0, ncv, maxiter, tol, vectors = given
    ends = [(k - k // 2, "LA")] + ([(k // 2, "SA")] if k > 1 else [])
    parts = [eigsh(A, count, M, sigma, which, v0, ncv, maxiter, tol) for count, which in ends]
    values = concat([each[0] for each in parts])
    order = argsort(values)
    return (values[order], concat([each[1] for each in parts], axis=1)[:, order]) if vectors else values[order]


def svds(A, k=6, ncv=None, tol=0, which="LM", v0=None, maxiter=None, return_singular_vectors=True, solver="arpack", rng=None,
    options=None, *, random_state=None):
    """k singular values, ascending, between the vectors u (m, k) and vh (k, n): the largest, or the smallest (`SM`).

    Example: ``xparray.scipy.sparse.linalg.svds(A, k=2)``.
    """
    searched = ncv, maxiter, float(tol), None if v0 is None else asarray(v0)
    u, s, vt, converged = _native["svds"](operator(A), k, which, searched)
    if not converged:
        raise ArpackNoConvergence("No convergence", s, u)
    return (u, s, vt) if return_singular_vectors else s


def _of_blocks(A, n):
    """An operator by a function of matrices, if there is one, as these search with all columns at once."""
    product = A if callable(A) and not isinstance(A, LinearOperator) else A._products[2] if isinstance(A, LinearOperator) else None
    if product is None:
        return operator(A)
    return operator(LinearOperator((n, n), lambda v: asarray(product(v.reshape(-1, 1))).reshape(-1), dtype=getattr(A, "dtype", None)))


def lobpcg(A, X, B=None, M=None, Y=None, tol=None, maxiter=None, largest=True):
    """Eigenvalues of a Hermitian matrix, or of a function of matrices, and their vectors, from the columns of X on.

    Example: ``xparray.scipy.sparse.linalg.lobpcg(A, X)``.
    """
    X = asarray(X)
    A, B, M = (None if each is None else _of_blocks(each, len(X)) for each in (A, B, M))
    values, vectors, _ = _native["lobpcg"](A, X, B, M, Y, tol, 20 if maxiter is None else maxiter, largest)
    return values, vectors


__all__ = ["ArpackNoConvergence", "eigs", "eigsh", "lobpcg", "svds"]
