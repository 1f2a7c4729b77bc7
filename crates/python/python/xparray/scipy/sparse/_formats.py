"""The formats of sparse arrays: what they are made of, and what they show."""

from operator import index as _index

from ... import _core
from ..._creation import asarray
from ..._dtypes import dtype as _dtype
from ._base import issparse, sparray

_native = _core.tables["sparse"]


def _lengths(shape):
    return [_index(each) for each in shape]


def _is_shape(arg):
    return isinstance(arg, tuple) and len(arg) == 2 and all(isinstance(each, int) for each in arg)


def _length(indices):
    return int(indices.max()) + 1 if indices.size else 0


def _as_array(arg, dtype):
    return asarray(arg) if dtype is None else asarray(arg).astype(_dtype(dtype))


class _Format(sparray):
    """A sparse array of a format."""

    def __init__(self, arg1, shape=None, dtype=None, copy=False):
        self._m = self._made(arg1, None if shape is None else _lengths(shape), dtype)
        if dtype is not None and self.dtype != _dtype(dtype):
            self._m = _native["astype"](self._m, _dtype(dtype))

    def _made(self, arg, shape, dtype):
        if issparse(arg):
            return arg._m
        if hasattr(arg, "tocoo"):
            other = arg.tocoo()
            return _native["coo"](list(other.shape), asarray(other.row), asarray(other.col), asarray(other.data))
        if _is_shape(arg):
            return _native["zeros"](list(arg), _dtype("float64" if dtype is None else dtype), None)
        if isinstance(arg, tuple):
            return self._of_parts(arg, shape, dtype)
        dense = _as_array(arg, dtype)
        if dense.ndim != 2:
            raise ValueError(f"sparse arrays have two axes, not {dense.ndim}")
        if shape is not None and tuple(shape) != dense.shape:
            raise ValueError(f"inconsistent shapes: {tuple(shape)} and {dense.shape}")
        return _native["dense"](dense)

    def _of_entries(self, arg, shape, dtype):
        data, (row, col) = arg
        row, col = asarray(row), asarray(col)
        shape = [_length(row), _length(col)] if shape is None else shape
        return _native["coo"](shape, row, col, _as_array(data, dtype))

    def _of_parts(self, arg, shape, dtype):
        return self._of_entries(arg, shape, dtype)

    def tocsr(self, copy=False):
        """The same in compressed rows. Example: ``a.tocsr()``."""
        return self.asformat("csr")

    def tocsc(self, copy=False):
        """The same in compressed columns. Example: ``a.tocsc()``."""
        return self.asformat("csc")

    def tocoo(self, copy=False):
        """The same as entries with their rows and columns. Example: ``a.tocoo()``."""
        return self.asformat("coo")

    def todia(self, copy=False):
        """The same as diagonals. Example: ``a.todia()``."""
        return self.asformat("dia")

    def tobsr(self, blocksize=None, copy=False):
        """The same in compressed rows of blocks. Example: ``a.tobsr((2, 2))``."""
        found = self.asformat("bsr")
        found.blocksize = (1, 1) if blocksize is None else tuple(blocksize)
        return found


class _Compressed(_Format):
    """Rows or columns, one after the other."""

    def _parts(self):
        return self._do(f"{self.format}_parts")

    @property
    def indices(self):
        """The columns of entries, or their rows."""
        return self._parts()[1]

    @property
    def indptr(self):
        """Where each row, or column, begins among the entries."""
        return self._parts()[2]

    def _of_parts(self, arg, shape, dtype):
        if len(arg) == 2:
            return self._of_entries(arg, shape, dtype)
        data, indices, indptr = arg
        indices, indptr = asarray(indices), asarray(indptr)
        if shape is None:
            shape = [indptr.shape[0] - 1, _length(indices)][:: 1 if self.format == "csr" else -1]
        return _native[self.format](shape, indptr, indices, _as_array(data, dtype))


class csr_array(_Compressed):
    """A sparse array in compressed rows: of a dense array, of (data, (row, col)), of (data, indices, indptr), or of a shape.

    Example: ``xparray.scipy.sparse.csr_array([[0, 1], [2, 0]])``.
    """

    format = "csr"


class csc_array(_Compressed):
    """A sparse array in compressed columns: of a dense array, of (data, (row, col)), of (data, indices, indptr), or of a shape.

    Example: ``xparray.scipy.sparse.csc_array([[0, 1], [2, 0]])``.
    """

    format = "csc"


class coo_array(_Format):
    """A sparse array of entries with their rows and columns: of a dense array, of (data, (row, col)), or of a shape.

    Example: ``xparray.scipy.sparse.coo_array(([1, 2], ([0, 1], [1, 0])))``.
    """

    format = "coo"

    def _parts(self):
        return self._do("coo_parts")

    @property
    def row(self):
        """The rows of entries."""
        return self._parts()[1]

    @property
    def col(self):
        """The columns of entries."""
        return self._parts()[2]

    @property
    def coords(self):
        """The rows and the columns of entries."""
        return self._parts()[1:]


class dia_array(_Format):
    """A sparse array of diagonals: of a dense array, of (data, offsets), or of a shape.

    Example: ``xparray.scipy.sparse.dia_array(([[1, 2, 3]], [0]), shape=(3, 3))``.
    """

    format = "dia"

    def _parts(self):
        return self._do("dia_parts")

    @property
    def offsets(self):
        """Which diagonals there are."""
        return asarray(self._parts()[1], dtype="int64")

    def _of_parts(self, arg, shape, dtype):
        if shape is None:
            raise ValueError("expected a shape argument")
        data, offsets = arg
        data, offsets = _as_array(data, dtype), asarray(offsets).reshape(-1).tolist()
        return _native["dia"](shape, data.reshape(1, -1) if data.ndim == 1 else data, offsets)


class bsr_array(_Format):
    """A sparse array in compressed rows of blocks: of a dense array, of (data, (row, col)), of (data, indices, indptr), or of a shape.

    Example: ``xparray.scipy.sparse.bsr_array([[0, 1], [2, 0]], blocksize=(2, 2))``.
    """

    format = "bsr"
    blocksize = (1, 1)

    def __init__(self, arg1, shape=None, dtype=None, copy=False, blocksize=None):
        if blocksize is not None:
            self.blocksize = tuple(blocksize)
        super().__init__(arg1, shape, dtype, copy)

    def _parts(self):
        return self._do("bsr_parts", list(self.blocksize))

    @property
    def indices(self):
        """The columns of blocks."""
        return self._parts()[1]

    @property
    def indptr(self):
        """Where each row of blocks begins."""
        return self._parts()[2]

    def _of_parts(self, arg, shape, dtype):
        if len(arg) == 2:
            return self._of_entries(arg, shape, dtype)
        data, indices, indptr = arg
        data, indices, indptr = _as_array(data, dtype), asarray(indices), asarray(indptr)
        self.blocksize = data.shape[1:]
        if shape is None:
            shape = [(indptr.shape[0] - 1) * self.blocksize[0], _length(indices) * self.blocksize[1]]
        return _native["bsr"](shape, indptr, indices, data)


class _Matrix:
    """What SciPy's matrices do differently from its arrays: `*` is the matrix product, `**` a power of the matrix, and what is computed along an axis
    keeps it."""

    def __getitem__(self, key):
        found = super().__getitem__(key)
        return found if isinstance(found, _Matrix) or getattr(found, "ndim", 0) != 1 else found.reshape(1, -1)

    def __mul__(self, other):
        return self.dot(other)

    def __rmul__(self, other):
        return self.dot(other) if not hasattr(other, "shape") or other.shape == () else other @ self

    def __pow__(self, n):
        from ._functions import matrix_power

        return self._of(matrix_power(self, n)._m)

    def getrow(self, i):
        """A row, of shape (1, columns). Example: ``a.getrow(0)``."""
        return self[[i]]

    def getcol(self, j):
        """A column, of shape (rows, 1). Example: ``a.getcol(0)``."""
        return self[:, [j]]


def _kept(name):
    def method(self, axis=None, *args, **keywords):
        found = getattr(super(_Matrix, self), name)(axis, *args, **keywords)
        if axis is None:
            return found
        return found.reshape(1, -1) if axis in (0, -2) else found.reshape(-1, 1)

    method.__name__, method.__qualname__ = name, f"_Matrix.{name}"
    method.__doc__ = f"`{name}`, along an axis of shape (1, columns) or (rows, 1). Example: ``a.{name}(axis=0)``."
    return method


for _name in ("argmax", "argmin", "max", "mean", "min", "sum"):
    setattr(_Matrix, _name, _kept(_name))


def _matrix(array):
    name = array.__name__.replace("array", "matrix")
    doc = array.__doc__.replace("sparse array", "sparse matrix").replace("_array(", "_matrix(")
    return type(name, (_Matrix, array), {"__doc__": doc, "__module__": __name__})


csr_matrix, csc_matrix, coo_matrix = _matrix(csr_array), _matrix(csc_array), _matrix(coo_array)
dia_matrix, bsr_matrix = _matrix(dia_array), _matrix(bsr_array)

__all__ = [
    "bsr_array", "bsr_matrix", "coo_array", "coo_matrix", "csc_array", "csc_matrix", "csr_array", "csr_matrix", "dia_array",
    "dia_matrix",
]
