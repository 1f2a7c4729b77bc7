"""Sparse arrays whose elements are set one by one: what was set is kept beside the matrix until that is asked for."""

from operator import index as _index

from ... import _core
from ..._creation import asarray
from ..._manipulation import broadcast_to, concatenate
from ..._searching import isin
from ._base import _is_integer, _places, _two, issparse
from ._formats import _Compressed, _Format, _matrix

_native = _core.tables["sparse"]


def _normal(places, length):
    """Places from the front, of which all are there."""
    if places.size and (int(places.min()) < -length or int(places.max()) >= length):
        raise IndexError(f"index out of bounds for an axis of length {length}")
    return places + (places < 0) * length


def _targets(key, shape):
    """The rows and columns that a key names, and the shape of what they hold."""
    rows, columns = _two(key)
    if issparse(rows) or (getattr(rows, "ndim", 0) == 2 and rows.dtype == "bool"):
        rows, columns = (rows if issparse(rows) else asarray(rows)).nonzero()
    numbers = [_is_integer(each) for each in (rows, columns)]
    places = [_normal(_places(each, n), n) for each, n in zip((rows, columns), shape)]
    if any(isinstance(each, slice) for each in (rows, columns)):
        held = tuple(each.size for each, number in zip(places, numbers) if not number)
        wide = tuple(each.size for each in places)
        places = [broadcast_to(places[0].reshape(-1, 1), wide), broadcast_to(places[1].reshape(1, -1), wide)]
    else:
        held = (places[0] + places[1]).shape
        places = [broadcast_to(each, held) for each in places]
        held = () if all(numbers) else held
    return [each.reshape(-1).tolist() for each in places], held


def _values(value, held):
    """The elements of a value that broadcasts to a shape."""
    value = value.toarray() if issparse(value) else asarray(value)
    if value.ndim > len(held) and value.size == 1:
        value = value.reshape(())
    elif value.ndim > len(held):
        value = value.reshape([each for each in value.shape if each != 1])
    return broadcast_to(value, held).reshape(-1).tolist()


def _changed(kept, changes):
    """A matrix with other elements at places."""
    data, rows, columns = _native["coo_parts"](kept)
    shape, dtype = _native["shape"](kept), _native["dtype"](kept)
    new_rows, new_columns = (asarray([place[axis] for place in changes], dtype="int64") for axis in (0, 1))
    width = max(shape[1], 1)
    rows, columns = rows.astype("int64"), columns.astype("int64")
    left = ~isin(rows * width + columns, new_rows * width + new_columns)
    values = asarray(list(changes.values())).astype(dtype)
    return _native["coo"](
        list(shape), concatenate([rows[left], new_rows]), concatenate([columns[left], new_columns]), concatenate([data[left], values])
    )


def _set_compressed(self, key, value):
    """Sets elements: those that a key names as for reading them."""
    (rows, columns), held = _targets(key, self.shape)
    changes = dict(zip(zip(rows, columns), _values(value, held)))
    if changes:
        self._m = _changed(self._m, changes)


_Compressed.__setitem__ = _set_compressed


class _Edited(_Format):
    """A sparse array whose elements are set one by one. Zeros are no entries."""

    _changes = None

    @property
    def _m(self):
        if self._changes:
            changes, self._changes = self._changes, {}
            self._kept = _native["eliminate_zeros"](_changed(self._kept, changes))
        return self._kept

    @_m.setter
    def _m(self, kept):
        self._kept, self._changes = _native["eliminate_zeros"](kept), {}

    def __getitem__(self, key):
        rows, columns = _two(key)
        if self._changes and _is_integer(rows) and _is_integer(columns):
            (place,) = zip(*_targets(key, self.shape)[0])
            if place in self._changes:
                return asarray(self._changes[place]).astype(self.dtype)
        return super().__getitem__(key)

    def __setitem__(self, key, value):
        (rows, columns), held = _targets(key, self.shape)
        self._changes.update(zip(zip(rows, columns), _values(value, held)))

    @property
    def shape(self):
        """Rows and columns."""
        return tuple(_native["shape"](self._kept))

    @property
    def dtype(self):
        """The type of the elements."""
        return _native["dtype"](self._kept)

    def _items(self):
        """The places of entries, and these, row by row."""
        data, rows, columns = _native["coo_parts"](self._m)
        return dict(zip(zip(rows.tolist(), columns.tolist()), data.tolist()))


class lil_array(_Edited):
    """A sparse array whose elements are set one by one, shown as lists of rows: of a dense array, of another sparse one, or of a shape.

    Example: ``xparray.scipy.sparse.lil_array((3, 4))``.
    """

    format = "lil"

    def _lists(self, of):
        made = [[] for _ in range(self.shape[0])]
        for (row, column), value in self._items().items():
            made[row].append(of(column, value))
        return made

    @property
    def rows(self):
        """The columns of the entries of each row, lists."""
        return self._lists(lambda column, value: column)

    @property
    def data(self):
        """The entries of each row, lists."""
        return self._lists(lambda column, value: value)

    def getrowview(self, i):
        """A row, of shape (1, columns). Example: ``a.getrowview(0)``."""
        return self[[i]]


class dok_array(_Edited):
    """A sparse array whose elements are set one by one, which is a dictionary of these by their places: of a dense array, of another sparse one, or
    of a shape.

    Example: ``xparray.scipy.sparse.dok_array((3, 4))``.
    """

    format = "dok"

    def keys(self):
        """The places of entries. Example: ``a.keys()``."""
        return self._items().keys()

    def values(self):
        """The entries. Example: ``a.values()``."""
        return self._items().values()

    def items(self):
        """The places of entries, with these. Example: ``a.items()``."""
        return self._items().items()

    def get(self, key, default=0):
        """The entry of a place, or a default. Example: ``a.get((0, 1))``."""
        return self._items().get(self._place(key), default)

    def pop(self, key, default=None):
        """The entry of a place, which is none then. Example: ``a.pop((0, 1))``."""
        found = self._items()
        if self._place(key) not in found and default is None:
            raise KeyError(key)
        found = found.get(self._place(key), default)
        self[key] = 0
        return found

    def setdefault(self, key, default=0):
        """The entry of a place, which is set to a default if there is none. Example: ``a.setdefault((0, 1), 2)``."""
        if key not in self:
            self[key] = default
        return self.get(key, default)

    def clear(self):
        """Forgets all entries. Example: ``a.clear()``."""
        self._m = _native["zeros"](list(self.shape), self.dtype, None)

    def _place(self, key):
        row, column = (_index(each) for each in key)
        if not all(-n <= each < n for each, n in zip((row, column), self.shape)):
            raise IndexError("Index out of bounds.")
        return row % self.shape[0], column % self.shape[1]

    def __contains__(self, key):
        return self._place(key) in self._items()

    def __delitem__(self, key):
        if key not in self:
            raise KeyError(key)
        self[key] = 0


def _tolil(self, copy=False):
    """The same to be edited, as lists of rows. Example: ``a.tolil()``."""
    return self.asformat("lil")


def _todok(self, copy=False):
    """The same to be edited, as a dictionary. Example: ``a.todok()``."""
    return self.asformat("dok")


for _name, _method in (("tolil", _tolil), ("todok", _todok)):
    _method.__name__, _method.__qualname__ = _name, f"_Format.{_name}"
    setattr(_Format, _name, _method)

lil_matrix, dok_matrix = _matrix(lil_array), _matrix(dok_array)


def isspmatrix(x):
    """Whether an object is a sparse matrix, whose `*` is the matrix product. Example: ``xparray.scipy.sparse.isspmatrix(a)``."""
    return issparse(x) and type(x).__name__.endswith("_matrix")


def _of_format(name):
    def made(x):
        return isspmatrix(x) and x.format == name

    made.__name__ = made.__qualname__ = f"isspmatrix_{name}"
    made.__doc__ = f"Whether an object is a `{name}_matrix`. Example: ``xparray.scipy.sparse.isspmatrix_{name}(a)``."
    return made


_KINDS = {f"isspmatrix_{name}": _of_format(name) for name in ("bsr", "coo", "csc", "csr", "dia", "dok", "lil")}
globals().update(_KINDS)

__all__ = ["dok_array", "dok_matrix", "isspmatrix", "lil_array", "lil_matrix", *_KINDS]
