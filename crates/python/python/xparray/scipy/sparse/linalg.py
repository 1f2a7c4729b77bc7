"""Systems, eigenvalues and functions of sparse arrays and operators, as of `scipy.sparse.linalg`."""

from inspect import signature
from math import inf
from operator import index as _index

from ... import _core
from ..._creation import asarray
from ..._dtypes import dtype as _dtype
from ..._table import documented
from ._base import issparse
from ._formats import csc_array, csr_array

_native = _core.tables["sparse_linalg"]


class MatrixRankWarning(UserWarning):
    """A warning about a singular matrix."""


class ArpackNoConvergence(RuntimeError):
    """Eigenvalues that were not found in as many steps as were allowed: `eigenvalues` and `eigenvectors` are those so far."""

    def __init__(self, msg, eigenvalues, eigenvectors):
        super().__init__(msg)
        self.eigenvalues, self.eigenvectors = eigenvalues, eigenvectors


class LinearOperator:
    """A matrix of which only products are asked for: functions of vectors.

    Example: ``xparray.scipy.sparse.linalg.LinearOperator((2, 2), matvec=lambda v: 2 * v)``.
    """

    __array_ufunc__ = None
    ndim = 2

    def __init__(self, shape, matvec, rmatvec=None, matmat=None, dtype=None, rmatmat=None):
        self.shape = tuple(_index(each) for each in shape)
        self._products = matvec, rmatvec, matmat
        self.dtype = _dtype("float64" if dtype is None else dtype)

    def _argument(self):
        return list(self.shape), self.dtype, self.matvec, None if self._products[1] is None else self.rmatvec

    def matvec(self, x):
        """The product with a vector. Example: ``operator.matvec(x)``."""
        return self._vector(self._products[0], x, self.shape)

    def rmatvec(self, x):
        """The product of the adjoint with a vector. Example: ``operator.rmatvec(x)``."""
        if self._products[1] is None:
            raise NotImplementedError("rmatvec is not defined")
        return self._vector(self._products[1], x, self.shape[::-1])

    def _vector(self, function, x, shape):
        x = asarray(x)
        if x.shape not in ((shape[1],), (shape[1], 1)):
            raise ValueError("dimension mismatch")
        found = asarray(function(x))
        return found.reshape(shape[0]) if x.ndim == 1 else found.reshape(shape[0], 1)

    def matmat(self, X):
        """The product with a matrix. Example: ``operator.matmat(X)``."""
        from ..._manipulation import stack

        X = asarray(X)
        if X.ndim != 2:
            raise ValueError(f"expected 2-d ndarray or matrix, not {X.ndim}-d")
        if self._products[2] is not None:
            return self._products[2](X)
        return stack([self.matvec(column) for column in X.T], axis=1)

    def __matmul__(self, x):
        if isinstance(x, LinearOperator):
            rmatvec = None if None in (self._products[1], x._products[1]) else lambda v: x.rmatvec(self.rmatvec(v))
            return LinearOperator((self.shape[0], x.shape[1]), lambda v: self.matvec(x.matvec(v)), rmatvec, dtype=self.dtype)
        x = asarray(x)
        return self.matvec(x) if x.ndim == 1 else self.matmat(x)

    def dot(self, x):
        """The product with a number, a vector, a matrix or an operator. Example: ``operator.dot(x)``."""
        return self * x if isinstance(x, (int, float, complex)) else self @ x

    def __call__(self, x):
        """The product, as `dot`. Example: ``operator(x)``."""
        return self @ x

    def __mul__(self, x):
        if not isinstance(x, (int, float, complex)):
            return self @ x
        rmatvec = None if self._products[1] is None else lambda v: self.rmatvec(v) * complex(x).conjugate() if isinstance(
            x, complex) else self.rmatvec(v) * x
        return LinearOperator(self.shape, lambda v: self.matvec(v) * x, rmatvec, dtype=self.dtype)

    def __rmul__(self, x):
        return self * x if isinstance(x, (int, float, complex)) else NotImplemented

    def __neg__(self):
        return self * -1

    def __add__(self, other):
        other = aslinearoperator(other)
        if self.shape != other.shape:
            raise ValueError(f"cannot add operators of shapes {self.shape} and {other.shape}")
        rmatvec = None if None in (self._products[1], other._products[1]) else lambda v: self.rmatvec(v) + other.rmatvec(v)
        return LinearOperator(self.shape, lambda v: self.matvec(v) + other.matvec(v), rmatvec, dtype=self.dtype)

    def __sub__(self, other):
        return self + -aslinearoperator(other)

    def adjoint(self):
        """The adjoint operator. Example: ``operator.adjoint()``."""
        return LinearOperator(self.shape[::-1], self.rmatvec, self.matvec, dtype=self.dtype)

    @property
    def H(self):
        """The adjoint operator."""
        return self.adjoint()

    @property
    def T(self):
        """The transpose, of a real operator."""
        return self.adjoint()


def aslinearoperator(A):
    """An array, dense or sparse, as an operator.

    Example: ``xparray.scipy.sparse.linalg.aslinearoperator(A)``.
    """
    if isinstance(A, LinearOperator):
        return A
    A = A if issparse(A) else asarray(A)
    return LinearOperator(A.shape, lambda v: A @ v, lambda v: A.T.conj() @ v, lambda X: A @ X, dtype=A.dtype)


def _operator(A):
    """What the library takes for a matrix of products."""
    if A is None:
        return None
    if issparse(A):
        return A._m
    return A._argument() if isinstance(A, LinearOperator) else asarray(A)


def _sparse(A):
    return (A if issparse(A) else csr_array(A))._m


def _solved(name, A, b, x0, rtol, atol, maxiter, restart, M, callback):
    b = asarray(b)
    column = b.ndim == 2 and b.shape[1] == 1
    given = (None if x0 is None else asarray(x0).reshape(-1), rtol, atol, maxiter, restart, _operator(M), callback)
    x, found, steps = _native[name](_operator(A), b.reshape(-1) if column else b, given)
    return (x.reshape(-1, 1) if column else x), (0 if found else steps)


def _solver(name, doc):
    def made(A, b, x0=None, *, rtol=1e-05, atol=0.0, maxiter=None, M=None, callback=None):
        return _solved(name, A, b, x0, rtol, atol, maxiter, None, M, callback)

    made.__name__ = made.__qualname__ = name
    made.__module__ = __name__
    text = f"{doc} Gives the solution of A x = b, of the shape of b, and 0, or the steps that were not enough."
    made.__doc__ = documented(__name__, name, signature(made).parameters.values(), text)
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
    """Least residuals, starting again after some steps. Gives the solution of A x = b and 0, or the steps that were not enough.

    Example: ``xparray.scipy.sparse.linalg.gmres(A, b)``.
    """
    return _solved("gmres", A, b, x0, rtol, atol, maxiter, restart, M, callback)


def lsqr(A, b, damp=0.0, atol=1e-06, btol=1e-06, conlim=100000000.0, iter_lim=None, show=False, calc_var=False, x0=None):
    """Least squares of A x = b: x, 1 for a solution found or 7, the steps, and the norms of the residual and of its gradient.

    Example: ``xparray.scipy.sparse.linalg.lsqr(A, b)[0]``.
    """
    x, found, steps, residual, gradient = _native["lsqr"](_operator(A), asarray(b).reshape(-1),
        None if x0 is None else asarray(x0), damp, atol, btol, iter_lim)
    return x, 1 if found else 7, steps, residual, gradient


def lsmr(A, b, damp=0.0, atol=1e-06, btol=1e-06, conlim=100000000.0, maxiter=None, show=False, x0=None):
    """Least squares of A x = b: x, 1 for a solution found or 7, the steps, and the norms of the residual and of its gradient.

    Example: ``xparray.scipy.sparse.linalg.lsmr(A, b)[0]``.
    """
    x, found, steps, residual, gradient = _native["lsmr"](_operator(A), asarray(b).reshape(-1),
        None if x0 is None else asarray(x0), damp, atol, btol, maxiter)
    return x, 1 if found else 7, steps, residual, gradient


def _searched(found, return_eigenvectors):
    values, vectors, converged = found
    if not converged:
        raise ArpackNoConvergence("No convergence", values, vectors)
    return (values, vectors) if return_eigenvectors else values


def _standard(M, Minv, OPinv, mode):
    if M is not None or Minv is not None or OPinv is not None or mode != "normal":
        raise NotImplementedError("generalized problems, and inverses of one's own, are not supported")


def eigs(A, k=6, M=None, sigma=None, which="LM", v0=None, ncv=None, maxiter=None, tol=0, return_eigenvectors=True, Minv=None,
    OPinv=None):
    """k eigenvalues of a matrix, and their vectors (n, k): the largest, or those nearest to sigma.

    Example: ``xparray.scipy.sparse.linalg.eigs(A, k=3)``.
    """
    _standard(M, Minv, OPinv, "normal")
    searched = ncv, maxiter, float(tol), None if v0 is None else asarray(v0)
    if sigma is None:
        return _searched(_native["eigs"](_operator(A), k, which, searched), return_eigenvectors)
    return _searched(_native["eigs_sigma"](_sparse(A), k, sigma, which, searched), return_eigenvectors)


def eigsh(A, k=6, M=None, sigma=None, which="LM", v0=None, ncv=None, maxiter=None, tol=0, return_eigenvectors=True, Minv=None,
    OPinv=None, mode="normal"):
    """k eigenvalues of a Hermitian matrix, ascending, and their vectors (n, k): the largest, or those nearest to sigma.

    Example: ``xparray.scipy.sparse.linalg.eigsh(A, k=3)``.
    """
    _standard(M, Minv, OPinv, mode)
    searched = ncv, maxiter, float(tol), None if v0 is None else asarray(v0)
    if which == "SM" and sigma is None:
        which, sigma = "LM", 0.0
    if sigma is None:
        return _searched(_native["eigsh"](_operator(A), k, which, searched), return_eigenvectors)
    return _searched(_native["eigsh_sigma"](_sparse(A), k, float(sigma), which, searched), return_eigenvectors)


def svds(A, k=6, ncv=None, tol=0, which="LM", v0=None, maxiter=None, return_singular_vectors=True, solver="arpack"):
    """k singular values, ascending, between the vectors u (m, k) and vh (k, n).

    Example: ``xparray.scipy.sparse.linalg.svds(A, k=2)``.
    """
    searched = ncv, maxiter, float(tol), None if v0 is None else asarray(v0)
    u, s, vt, converged = _native["svds"](_operator(A), k, which, searched)
    if not converged:
        raise ArpackNoConvergence("No convergence", s, u)
    return (u, s, vt) if return_singular_vectors else s


def lobpcg(A, X, B=None, M=None, Y=None, tol=None, maxiter=None, largest=True):
    """Eigenvalues of a Hermitian matrix, and their vectors, from the columns of X on.

    Example: ``xparray.scipy.sparse.linalg.lobpcg(A, X)``.
    """
    values, vectors, _ = _native["lobpcg"](_operator(A), X, _operator(B), _operator(M), Y, tol, 20 if maxiter is None else maxiter, largest)
    return values, vectors


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
        return type(b)._of(_native["spsolve_sparse"](_sparse(A), b._m))
    b = asarray(b)
    found = _native["spsolve"](_sparse(A), b)
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
    return _native["spsolve_triangular"](_sparse(A), b, lower, unit_diagonal)


def _like(A, kept):
    return type(A)._of(kept) if issparse(A) else csr_array._of(kept)


def inv(A):
    """The inverse, a sparse array.

    Example: ``xparray.scipy.sparse.linalg.inv(A)``.
    """
    return _like(A, _native["inv"](_sparse(A)))


def expm(A):
    """The exponential of a matrix, a sparse array.

    Example: ``xparray.scipy.sparse.linalg.expm(A)``.
    """
    return _like(A, _native["expm"](_sparse(A)))


def matrix_power(A, power):
    """A power of a matrix, a sparse array.

    Example: ``xparray.scipy.sparse.linalg.matrix_power(A, 3)``.
    """
    if A.shape[0] != A.shape[1]:
        raise TypeError("sparse matrix is not square")
    return _like(A, _native["matrix_power"](_sparse(A), power))


def expm_multiply(A, B, start=None, stop=None, num=None, endpoint=None, traceA=None):
    """The exponential of a matrix times B, at A itself, or at `num` multiples of it between two, along a first axis.

    Example: ``xparray.scipy.sparse.linalg.expm_multiply(A, b)``.
    """
    if start is None and stop is None and num is None:
        return _native["expm_multiply"](_operator(A), B, 1.0, traceA)
    num = 50 if num is None else num
    if endpoint is False:
        stop, num = start + (stop - start) * (num - 1) / num, num
    return _native["expm_multiply_interval"](_operator(A), B, (float(start), float(stop), num), traceA)


def funm_multiply_krylov(f, A, b, *, assume_a="general", t=1.0, atol=0.0, rtol=1e-06):
    """A function of t A times a vector, where f computes it of small matrices.

    Example: ``xparray.scipy.sparse.linalg.funm_multiply_krylov(xparray.scipy.linalg.expm, A, b)``.
    """
    return _native["funm_multiply_krylov"](f, _operator(A), b, t, rtol, atol)


def norm(x, ord=None, axis=None):
    """The norm of a sparse array: Frobenius's, or of order 1, -1, inf or -inf, or the lengths of its columns or rows.

    Example: ``xparray.scipy.sparse.linalg.norm(A)``.
    """
    if axis is not None and not isinstance(axis, tuple):
        from ..._ufuncs import sqrt

        magnitudes = abs(x)
        if ord in (None, 2):
            return sqrt((magnitudes * magnitudes).sum(axis=axis))
        if ord == 1:
            return magnitudes.sum(axis=axis)
        if ord == inf:
            return magnitudes.max(axis=axis)
        raise NotImplementedError(f"norms of order {ord} of columns and rows")
    if ord in ("nuc", 2, -2, 0):
        raise NotImplementedError(f"norms of order {ord} of sparse arrays")
    return _native["norm"](_sparse(x), None if ord in (None, "fro", "f") else float(ord))


def onenormest(A, t=2, itmax=5, compute_v=False, compute_w=False):
    """A lower estimate of the 1-norm of a square operator.

    Example: ``xparray.scipy.sparse.linalg.onenormest(A)``.
    """
    return _native["onenormest"](_operator(A))


def spbandwidth(A):
    """How many diagonals below and above the main one have entries.

    Example: ``xparray.scipy.sparse.linalg.spbandwidth(A)``.
    """
    return _native["spbandwidth"](_sparse(A))


def is_sptriangular(A):
    """Whether a sparse array is lower triangular, and whether it is upper triangular.

    Example: ``xparray.scipy.sparse.linalg.is_sptriangular(A)``.
    """
    return _native["is_sptriangular"](_sparse(A))


class LaplacianNd(LinearOperator):
    """Laplace's operator on a grid of any number of axes, with conditions at its ends.

    Example: ``xparray.scipy.sparse.linalg.LaplacianNd((3, 4)).toarray()``.
    """

    def __init__(self, grid_shape, *, boundary_conditions="neumann", dtype="int8"):
        self.grid_shape = (grid_shape,) if isinstance(grid_shape, int) else tuple(grid_shape)
        self.boundary_conditions = boundary_conditions
        sparse = csr_array._of(_native["laplacian"](list(self.grid_shape), boundary_conditions, None)).astype(dtype)
        self._sparse = sparse
        super().__init__(sparse.shape, lambda v: sparse @ v, lambda v: sparse @ v, lambda X: sparse @ X, dtype=dtype)

    def tosparse(self):
        """The matrix, a sparse array. Example: ``operator.tosparse()``."""
        return self._sparse

    def toarray(self):
        """The matrix, an array. Example: ``operator.toarray()``."""
        return self._sparse.toarray()

    def eigenvalues(self, m=None):
        """The eigenvalues, or the m greatest, ascending. Example: ``operator.eigenvalues()``."""
        return _native["laplacian_eigenvalues"](list(self.grid_shape), self.boundary_conditions, m, None)

    def eigenvectors(self, m=None):
        """The eigenvectors of these, each a column. Example: ``operator.eigenvectors()``."""
        return _native["laplacian_eigenvectors"](list(self.grid_shape), self.boundary_conditions, m, None)


__all__ = [
    *_SOLVERS, "ArpackNoConvergence", "LaplacianNd", "LinearOperator", "MatrixRankWarning", "SuperLU", "aslinearoperator", "eigs", "eigsh",
    "expm", "expm_multiply", "factorized", "funm_multiply_krylov", "gmres", "inv", "is_sptriangular", "lobpcg", "lsmr", "lsqr",
    "matrix_power", "minres", "norm", "onenormest", "spbandwidth", "spilu", "splu", "spsolve", "spsolve_triangular", "svds",
]
