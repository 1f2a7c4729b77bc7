"""Systems of equations: by steps, by factors, and of least squares."""

from inspect import signature
from math import hypot

from ... import _core
from ..._creation import asarray
from ..._dtypes import result_type
from ..._table import documented
from ...linalg import norm
from ._base import issparse
from ._formats import csc_array
from ._operators import LinearOperator, aslinearoperator, operator, sparse

_native = _core.tables["sparse_linalg"]
_MODULE = "xparray.scipy.sparse.linalg"


class MatrixRankWarning(UserWarning):
    """A warning about a singular matrix."""


def _solved(name, A, b, x0, rtol, atol, maxiter, restart, M, callback, of_norms=False):
    b = asarray(b)
    column = b.ndim == 2 and b.shape[1] == 1
    given = (None if x0 is None else asarray(x0).reshape(-1), rtol, atol, maxiter, restart, operator(M), (callback, of_norms))
    x, found, steps = _native[name](operator(A), b.reshape(-1) if column else b, given)
    return (x.reshape(-1, 1) if column else x), (0 if found else steps)


def _solver(name, doc):
    def made(A, b, x0=None, *, rtol=1e-05, atol=0.0, maxiter=None, M=None, callback=None):
        return _solved(name, A, b, x0, rtol, atol, maxiter, None, M, callback)

    made.__name__ = made.__qualname__ = name
    made.__module__ = _MODULE
    text = f"{doc} Gives the solution of A x = b, of the shape of b, and 0, or the steps that were not enough."
    made.__doc__ = documented(_MODULE, name, signature(made).parameters.values(), text)
    return made


_SOLVERS = {
    "bicg": "Biconjugate gradients.",
    "bicgstab": "Stabilized biconjugate gradients.",
    "cg": "Conjugate gradients, of a Hermitian positive definite matrix.",
    "cgs": "Squared conjugate gradients.",
    "gcrotmk": "Flexible GCROT(m, k).",
    "lgmres": "Least residuals, with vectors of former restarts.",
    "qmr": "Quasi-minimal residuals.",
    "tfqmr": "Quasi-minimal residuals without transposes.",
}
globals().update({name: _solver(name, doc) for name, doc in _SOLVERS.items()})


def minres(A, b, x0=None, *, rtol=1e-05, shift=0.0, maxiter=None, M=None, callback=None):
    """Least residuals of a Hermitian matrix, less a shift. Gives the solution of A x = b and 0, or the steps that were not enough.

    Example: ``xparray.scipy.sparse.linalg.minres(A, b)``.
    """
    if shift:
        A = aslinearoperator(A)
        A = LinearOperator(A.shape, lambda v, of=A.matvec: of(v) - shift * v, lambda v, of=A.rmatvec: of(v) - shift * v, dtype=A.dtype)
    return _solved("minres", A, b, x0, rtol, 0.0, maxiter, None, M, callback)


def gmres(A, b, x0=None, *, rtol=1e-05, atol=0.0, restart=None, maxiter=None, M=None, callback=None, callback_type=None):
    """Least residuals, starting again after some steps. Gives the solution of A x = b and 0, or the steps that were not enough. A callback gets
    the norm of the residual of each step over that of b (`pr_norm`, and by default), or each restart's solution (`x`).

    Example: ``xparray.scipy.sparse.linalg.gmres(A, b)``.
    """
    if callback_type not in (None, "legacy", "pr_norm", "x"):
        raise ValueError(f"Unknown callback_type: {callback_type!r}")
    return _solved("gmres", A, b, x0, rtol, atol, maxiter, restart, M, callback, callback_type != "x")


def _fitted(name, A, b, x0, *given):
    A = operator(A)
    x0 = None if x0 is None else asarray(x0).reshape(-1)
    return _native[name](A, asarray(b).reshape(-1), (x0, *given))


def _damped(residual, damp, x, x0):
    """The norm of a residual with what damping adds."""
    return hypot(residual, damp * float(norm(x if x0 is None else x - asarray(x0).reshape(-1))))


def lsqr(A, b, damp=0.0, atol=1e-06, btol=1e-06, conlim=100000000.0, iter_lim=None, show=False, calc_var=False, x0=None):
    """Least squares of A x = b: x; why it ended, 0 at the start, 1 with a solution of the system, 2 with one of least squares, 3 for too large a
    condition number, 7 without more steps; the steps; the norms of the residual, of it with what damping adds, of the matrix; its condition
    number; the norms of the gradient and of x; the variances, or zeros unless asked for.

    Example: ``xparray.scipy.sparse.linalg.lsqr(A, b)[0]``.
    """
    x, stop, steps, norms, var = _fitted("lsqr", A, b, x0, damp, atol, btol, conlim, iter_lim)
    residual, gradient, matrix, condition = norms
    return x, stop, steps, residual, _damped(residual, damp, x, x0), matrix, condition, gradient, float(norm(x)), var if calc_var else var * 0


def lsmr(A, b, damp=0.0, atol=1e-06, btol=1e-06, conlim=100000000.0, maxiter=None, show=False, x0=None):
    """Least squares of A x = b: x; why it ended, as of `lsqr`; the steps; the norms of the residual, with what damping adds, of the gradient, of the
    matrix; its condition number; the norm of x.

    Example: ``xparray.scipy.sparse.linalg.lsmr(A, b)[0]``.
    """
    x, stop, steps, (residual, *norms), _ = _fitted("lsmr", A, b, x0, damp, atol, btol, conlim, maxiter)
    return x, stop, steps, _damped(residual, damp, x, x0), *norms, float(norm(x))


class SuperLU:
    """Triangular factors of a sparse matrix, with its rows and columns in another order. They are made by `splu` and `spilu`.

    Example: ``xparray.scipy.sparse.linalg.splu(A).solve(b)``.
    """

    def __init__(self, kept, shape):
        self._kept, self.shape = kept, shape

    def _part(self, k):
        return _native["splu_parts"](self._kept)[k]

    @property
    def L(self):
        """The lower factor, with ones on its diagonal."""
        return csc_array._of(self._part(0))

    @property
    def U(self):
        """The upper factor."""
        return csc_array._of(self._part(1))

    @property
    def perm_r(self):
        """The order of rows."""
        return self._part(2)

    @property
    def perm_c(self):
        """The order of columns."""
        return self._part(3)

    @property
    def nnz(self):
        """The entries of both factors."""
        return self._part(4)

    def solve(self, rhs, trans="N"):
        """The solution of A x = rhs, or of the transpose (`T`) or the adjoint (`H`). Example: ``factors.solve(b)``."""
        return _native["splu_solve"](self._kept, rhs, trans)


def _factored(A, native, *args):
    A = A if issparse(A) else csc_array(A)
    return SuperLU(_native[native](A._m, *args), A.shape)


def splu(A, permc_spec=None, diag_pivot_thresh=None, relax=None, panel_size=None, options=None):
    """Triangular factors of a square sparse matrix.

    Example: ``xparray.scipy.sparse.linalg.splu(A)``.
    """
    return _factored(A, "splu", permc_spec, 1.0 if diag_pivot_thresh is None else diag_pivot_thresh)


def spilu(A, drop_tol=None, fill_factor=None, drop_rule=None, permc_spec=None, diag_pivot_thresh=None, relax=None, panel_size=None,
    options=None):
    """Triangular factors of a square sparse matrix without small entries.

    Example: ``xparray.scipy.sparse.linalg.spilu(A)``.
    """
    return _factored(A, "spilu", 0.0001 if drop_tol is None else drop_tol, 10 if fill_factor is None else fill_factor, permc_spec,
        0.1 if diag_pivot_thresh is None else diag_pivot_thresh)


def spsolve(A, b, permc_spec=None, use_umfpack=True):
    """The solution of A x = b, for a vector, a matrix, or a sparse array b.

    Example: ``xparray.scipy.sparse.linalg.spsolve(A, b)``.
    """
    if issparse(b):
        return type(b)._of(_native["spsolve_sparse"](sparse(A), b._m))
    b = asarray(b)
    found = _native["spsolve"](sparse(A), b)
    return found.reshape(-1) if b.ndim == 2 and b.shape[1] == 1 else found


def factorized(A):
    """A function that solves A x = b for any b.

    Example: ``xparray.scipy.sparse.linalg.factorized(A)(b)``.
    """
    return splu(A).solve


def spsolve_triangular(A, b, lower=True, overwrite_A=False, overwrite_b=False, unit_diagonal=False):
    """The solution of A x = b for a triangular A.

    Example: ``xparray.scipy.sparse.linalg.spsolve_triangular(A, b)``.
    """
    A, b = A if issparse(A) else csc_array(A), asarray(b)
    kind = result_type(A.dtype, b.dtype)
    kind = kind if kind.kind in "fc" else "float64"
    return _native["spsolve_triangular"](A.astype(kind)._m, b.astype(kind), lower, unit_diagonal)


__all__ = [
    *_SOLVERS, "MatrixRankWarning", "SuperLU", "factorized", "gmres", "lsmr", "lsqr", "minres", "spilu", "splu", "spsolve", "spsolve_triangular",
]
