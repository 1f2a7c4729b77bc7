"""What sparse arrays of all formats do. One holds a matrix of the library, which is never changed: methods that change an array give it another."""

from operator import index as _index

from ... import _core, _ufuncs
from ..._creation import arange, asarray
from ..._dtypes import dtype as _dtype
from ..._ufuncs import maximum, minimum

_native = _core.tables["sparse"]


class SparseWarning(Warning):
    """A warning about sparse arrays."""


class SparseEfficiencyWarning(SparseWarning):
    """A warning about what takes long with sparse arrays."""


def issparse(x):
    """Whether an object is a sparse array of this module. Example: ``xparray.scipy.sparse.issparse(a)``."""
    return isinstance(x, sparray)


#: The formats as SciPy names them.
_NAMES = {
    "bsr": "Block Sparse Row", "coo": "COOrdinate", "csc": "Compressed Sparse Column", "csr": "Compressed Sparse Row", "dia": "DIAgonal",
    "dok": "Dictionary Of Keys", "lil": "List of Lists",
}
#: So many entries are written.
_SHOWN = 50


def _is_number(x):
    return isinstance(x, (int, float, complex)) or getattr(x, "ndim", None) == 0


class sparray:
    """A sparse matrix, of any format.

    Example: ``xparray.scipy.sparse.csr_array([[0, 1], [2, 0]])``.
    """

    __array_priority__ = 10.1
    __array_ufunc__ = None
    __hash__ = None
    ndim = 2
    format = None

    @classmethod
    def _of(cls, kept):
        made = object.__new__(cls)
        made._m = kept
        return made

    def _do(self, name, *args):
        return _native[name](self._m, *args)

    def _same(self, name, *args):
        return self._of(self._do(name, *args))

    @property
    def shape(self):
        """Rows and columns."""
        return tuple(self._do("shape"))

    @property
    def dtype(self):
        """The type of the elements."""
        return self._do("dtype")

    @property
    def nnz(self):
        """How many entries there are."""
        return self._do("nnz")

    size = nnz

    @property
    def data(self):
        """The entries, as the format stores them."""
        return self._parts()[0]

    @property
    def T(self):
        """The transpose."""
        return self.transpose()

    @property
    def real(self):
        """The real parts."""
        return self._same("real")

    @property
    def imag(self):
        """The imaginary parts."""
        return self._same("imag")

    def __repr__(self):
        kind = type(self).__name__.split("_")[1]
        text = f"<{_NAMES[self.format]} sparse {kind} of dtype '{self.dtype.name}'\n\twith {self.nnz} stored elements"
        return f"{text} and shape {self.shape}>"

    def __str__(self):
        entries = self.tocoo()
        rows, columns, values = (each.tolist() for each in (entries.row, entries.col, entries.data))
        places = range(len(values)) if len(values) <= _SHOWN else [*range(_SHOWN // 2), None, *range(len(values) - _SHOWN // 2, len(values))]
        lines = ["  :\t:" if k is None else f"  ({rows[k]}, {columns[k]})\t{values[k]}" for k in places]
        return repr(self) + "\n  Coords\tValues\n" + "\n".join(lines)

    def __len__(self):
        raise TypeError("sparse array length is ambiguous; use getnnz()")

    def __bool__(self):
        if self.shape == (1, 1):
            return bool(self.toarray().item())
        raise ValueError("The truth value of an array with more than one element is ambiguous.")

    def toarray(self, order=None, out=None):
        """All elements, an array of shape (rows, columns). Example: ``a.toarray()``."""
        found = self._do("to_dense")
        if out is None:
            return found
        out[...] = found
        return out

    todense = toarray

    def asformat(self, format, copy=False):
        """The same in a format, by its name. Example: ``a.asformat("csc")``."""
        from .. import sparse

        made = getattr(sparse, f"{format}_{type(self).__name__.split('_')[1]}", None) if format else type(self)
        if made is None:
            raise ValueError(f"Format {format} is unknown.")
        return made._of(self._m)

    def copy(self):
        """A copy. Example: ``a.copy()``."""
        return type(self)._of(self._m)

    def astype(self, dtype, casting="unsafe", copy=True):
        """The same with elements of a type. Example: ``a.astype("float32")``."""
        return self._same("astype", _dtype(dtype))

    def transpose(self, axes=None, copy=False):
        """The transpose: of compressed rows compressed columns, and the other way round. Example: ``a.transpose()``."""
        other = {"csr": "csc", "csc": "csr"}.get(self.format)
        found = self._same("transpose")
        return found.asformat(other) if other else found

    def conj(self, copy=True):
        """The conjugate elements. Example: ``a.conj()``."""
        return self._same("conj")

    conjugate = conj

    def getnnz(self, axis=None):
        """How many entries there are, or in each column or row. Example: ``a.getnnz(axis=0)``."""
        if axis is None:
            return self.nnz
        ones = self._do("with_values", arange(self.nnz) * 0 + 1)
        return _native["sum"](ones, axis)

    def count_nonzero(self, axis=None):
        """How many elements are not zero, or in each column or row. Example: ``a.count_nonzero()``."""
        found = self._do("count_nonzero", axis)
        return int(found) if axis is None else found

    def sum(self, axis=None, dtype=None, out=None):
        """The sum, or the sums of columns or rows, a vector. Example: ``a.sum(axis=0)``."""
        return _written(self._do("sum", axis), dtype, out)

    def mean(self, axis=None, dtype=None, out=None):
        """The mean, or the means of columns or rows, a vector. Example: ``a.mean(axis=0)``."""
        return _written(self._do("mean", axis), dtype, out)

    def trace(self, offset=0):
        """The sum of a diagonal. Example: ``a.trace()``."""
        return self._do("trace", offset)

    def diagonal(self, k=0):
        """A diagonal, a vector. Example: ``a.diagonal()``."""
        return self._do("diagonal", k)

    def nonzero(self):
        """The rows and columns of the elements that are not zero. Example: ``a.nonzero()``."""
        return _native["nonzero"](self._do("eliminate_zeros"))

    def max(self, axis=None, out=None):
        """The greatest element, or those of columns or rows, a vector. Example: ``a.max()``."""
        return self._do("max", axis)

    def min(self, axis=None, out=None):
        """The least element, or those of columns or rows, a vector. Example: ``a.min()``."""
        return self._do("min", axis)

    def argmax(self, axis=None, out=None):
        """Where the greatest element is, or those of columns or rows, a vector. Example: ``a.argmax(axis=0)``."""
        found = self._do("argmax", axis)
        return int(found) if axis is None else found

    def argmin(self, axis=None, out=None):
        """Where the least element is, or those of columns or rows, a vector. Example: ``a.argmin(axis=0)``."""
        found = self._do("argmin", axis)
        return int(found) if axis is None else found

    def setdiag(self, values, k=0):
        """Sets a diagonal. Example: ``a.setdiag(1.0)``."""
        if not _is_number(values):
            values, diagonal = asarray(values), self.diagonal(k)
            diagonal[:len(values)] = values[:len(diagonal)]
            values = diagonal
        self._m = self._do("setdiag", values, k)

    def eliminate_zeros(self):
        """Forgets entries that are zero. Example: ``a.eliminate_zeros()``."""
        self._m = self._do("eliminate_zeros")

    def sum_duplicates(self):
        """Nothing: entries of one place are added when an array is made. Example: ``a.sum_duplicates()``."""

    def sort_indices(self):
        """Nothing: entries are in order. Example: ``a.sort_indices()``."""

    has_sorted_indices = has_canonical_format = True

    def resize(self, *shape):
        """Cuts rows and columns off, or adds empty ones. Example: ``a.resize(3, 4)``."""
        shape = shape[0] if len(shape) == 1 else shape
        self._m = self._do("resize", [_index(each) for each in shape])

    def reshape(self, *shape, order="C", copy=False):
        """The elements, row by row, in another shape. Example: ``a.reshape(3, 4)``."""
        shape = [_index(each) for each in (shape[0] if len(shape) == 1 else shape)]
        if len(shape) != 2:
            raise ValueError("sparse arrays have two axes")
        if order == "F":
            return self.T.reshape(*shape[::-1]).T.asformat(self.format)
        if -1 in shape:
            rest = shape[1 - shape.index(-1)]
            total = self.shape[0] * self.shape[1]
            shape[shape.index(-1)] = total // rest if rest else 0
        return self._same("reshape", shape)

    def power(self, n, dtype=None):
        """Each element to a power. Example: ``a.power(2)``."""
        if not _is_number(n):
            raise NotImplementedError("input is not scalar")
        if n == 0:
            raise NotImplementedError("zero power is not supported as it would densify the matrix.")
        found = self._same("power", float(n))
        return found if dtype is None else found.astype(dtype)

    def multiply(self, other):
        """Products of elements, with a number, an array that broadcasts, or a sparse array. Example: ``a.multiply(2)``."""
        if issparse(other):
            if 1 in other.shape and other.shape != self.shape:
                return self.multiply(other.toarray())
            if 1 in self.shape and other.shape != self.shape:
                return other.multiply(self.toarray()).asformat(self.format)
            return self._same("multiply_sparse", other._m)
        other = other if _is_number(other) else asarray(other)
        if not _is_number(other) and 1 in self.shape and other.shape != self.shape:
            return self._of(_native["dense"](self.toarray() * other))
        return self._same("multiply", other)

    def maximum(self, other):
        """The greater of each two elements, of another sparse array or a number; of an array, not sparse. Example: ``a.maximum(0)``."""
        if issparse(other):
            return self._same("maximum", other._m)
        return self._same("maximum_number", other) if _is_number(other) else maximum(self.toarray(), asarray(other))

    def minimum(self, other):
        """The lesser of each two elements, of another sparse array or a number; of an array, not sparse. Example: ``a.minimum(0)``."""
        if issparse(other):
            return self._same("minimum", other._m)
        return self._same("minimum_number", other) if _is_number(other) else minimum(self.toarray(), asarray(other))

    def dot(self, other):
        """The product with a number, a vector, a matrix, or a sparse array. Example: ``a.dot(x)``."""
        return self.multiply(other) if _is_number(other) else self @ other

    def _given(self, values):
        """A function of the entries that is zero for zero."""
        return self._of(self._do("with_values", values))

    def _entries(self):
        return self._do("csr_parts")[0]

    def __neg__(self):
        return self._same("negative")

    def __abs__(self):
        return self._same("abs")

    def __round__(self, ndigits=0):
        return self._given(self._entries().round(ndigits))

    def __add__(self, other):
        if issparse(other):
            return self._same("add", other._m)
        if _is_number(other):
            if other == 0:
                return self.copy()
            raise NotImplementedError("adding a nonzero scalar to a sparse array is not supported")
        return self.toarray() + asarray(other)

    __radd__ = __add__

    def __sub__(self, other):
        if issparse(other):
            return self._same("subtract", other._m)
        return self + -other if _is_number(other) else self.toarray() - asarray(other)

    def __rsub__(self, other):
        # Of unsigned elements the negative ones would not be what is added.
        return -self + other if _is_number(other) else asarray(other) - self.toarray()

    def __mul__(self, other):
        return self.multiply(other)

    def __rmul__(self, other):
        return self.multiply(other)

    def __truediv__(self, other):
        if issparse(other):
            return self.toarray() / other.toarray()
        return self._same("divide", other if _is_number(other) else asarray(other))

    def __matmul__(self, other):
        if _is_number(other):
            raise ValueError("Scalar operands are not allowed, use '*' instead")
        if issparse(other):
            return self._same("matmul_sparse", other._m)
        return self._do("matmul", asarray(other))

    def __rmatmul__(self, other):
        if _is_number(other):
            raise ValueError("Scalar operands are not allowed, use '*' instead")
        other = asarray(other)
        return (self.T @ other.T).T if other.ndim > 1 else self.T @ other

    def __pow__(self, n):
        return self.power(n)

    def _compare(self, relation, other):
        if issparse(other):
            return self._same("compare", relation, other._m)
        if _is_number(other):
            return self._same("compare_number", relation, other)
        import operator

        return getattr(operator, relation)(self.toarray(), asarray(other))

    def __eq__(self, other):
        return self._compare("eq", other)

    def __ne__(self, other):
        return self._compare("ne", other)

    def __lt__(self, other):
        return self._compare("lt", other)

    def __gt__(self, other):
        return self._compare("gt", other)

    def __le__(self, other):
        return self._compare("le", other)

    def __ge__(self, other):
        return self._compare("ge", other)

    def __getitem__(self, key):
        """An element; or rows and columns by integers, slices, index arrays and masks, a sparse array of two axes."""
        rows, columns = _two(key)
        if _is_integer(rows) and _is_integer(columns):
            return self._do("element", _index(rows), _index(columns))
        if isinstance(rows, sparray) or (getattr(rows, "ndim", 0) == 2 and rows.dtype == "bool"):
            rows, columns = (rows if isinstance(rows, sparray) else asarray(rows)).nonzero()
        found = self._m
        pointwise = not any(isinstance(each, slice) or _is_integer(each) for each in (rows, columns))
        if pointwise:
            rows, columns = _places(rows, self.shape[0]), _places(columns, self.shape[1])
            if rows.ndim == columns.ndim == 1:
                if rows.shape != columns.shape:
                    raise IndexError("shape mismatch: indexing arrays could not be broadcast together")
                return asarray([self._do("element", row, column).item() for row, column in
                                zip(rows.tolist(), columns.tolist())], dtype=self.dtype)
            rows, columns = rows.ravel(), columns.ravel()
        if not _is_all(rows):
            found = _native["take_rows"](found, _places(rows, self.shape[0]))
        if not _is_all(columns):
            found = _native["take_columns"](found, _places(columns, self.shape[1]))
        return self._of(found)


def _of_entries(name):
    """A method that is a function of the entries; of zero it is zero."""
    function = getattr(_ufuncs, name)

    def made(self):
        return self._given(function(self._entries()))

    made.__name__, made.__qualname__ = name, f"sparray.{name}"
    made.__doc__ = f"`{name}` of each element. Example: ``a.{name}()``."
    return made


for _name in (
    "arcsin", "arcsinh", "arctan", "arctanh", "ceil", "deg2rad", "expm1", "floor", "log1p", "rad2deg", "rint", "sign", "sin", "sinh",
    "sqrt", "tan", "tanh", "trunc",
):
    setattr(sparray, _name, _of_entries(_name))


def _written(found, dtype, out):
    found = found if dtype is None else found.astype(dtype)
    if out is None:
        return found
    out[...] = found
    return out


def _is_integer(x):
    try:
        _index(x)
    except TypeError:
        return False
    return not isinstance(x, bool)


def _is_all(x):
    return isinstance(x, slice) and x == slice(None)


def _two(key):
    """The keys of rows and columns."""
    keys = list(key) if isinstance(key, tuple) else [key]
    if any(each is Ellipsis for each in keys):
        at = next(k for k, each in enumerate(keys) if each is Ellipsis)
        keys[at:at + 1] = [slice(None)] * (3 - len(keys))
    if len(keys) > 2:
        raise IndexError("too many indices for array")
    return keys + [slice(None)] * (2 - len(keys))


def _places(key, length):
    """The places that a key names."""
    if isinstance(key, slice):
        return arange(*key.indices(length), dtype="int64") if len(range(*key.indices(length))) else asarray([], dtype="int64")
    if _is_integer(key):
        key = [_index(key)]
    places = asarray(key)
    if places.dtype == "bool":
        if places.shape != (length,):
            raise IndexError(f"boolean index of shape {places.shape} does not match an axis of length {length}")
        return places.nonzero()[0]
    return places.astype("int64") if places.size == 0 else places
