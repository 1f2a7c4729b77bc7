"""Matrices of which only products are asked for."""

from operator import index as _index

from ... import _core
from ..._creation import asarray
from ..._dtypes import dtype as _dtype
from ._base import issparse
from ._formats import csr_array

_native = _core.tables["sparse_linalg"]


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


def operator(A):
    """What the library takes for a matrix of products."""
    if A is None:
        return None
    if issparse(A):
        return A._m
    return A._argument() if isinstance(A, LinearOperator) else asarray(A)


def sparse(A):
    return (A if issparse(A) else csr_array(A))._m


class LaplacianNd(LinearOperator):
    """Laplace's operator on a grid of any number of axes, with conditions at its ends.

    Example: ``xparray.scipy.sparse.linalg.LaplacianNd((3, 4)).toarray()``.
    """

    def __init__(self, grid_shape, *, boundary_conditions="neumann", dtype="int8"):
        self.grid_shape = (grid_shape,) if isinstance(grid_shape, int) else tuple(grid_shape)
        self.boundary_conditions = boundary_conditions
        kept = csr_array._of(_native["laplacian"](list(self.grid_shape), boundary_conditions, None)).astype(dtype)
        self._sparse = kept
        super().__init__(kept.shape, lambda v: kept @ v, lambda v: kept @ v, lambda X: kept @ X, dtype=dtype)

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


__all__ = ["LaplacianNd", "LinearOperator", "aslinearoperator"]
