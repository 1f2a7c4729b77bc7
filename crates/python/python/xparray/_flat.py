"""The elements of an array in a row, as what `x.flat` gives."""

from ._creation import asarray


class flatiter:
    """The elements of an array in a row: indices and slices of the row are read and written, and it is iterated over.

    Example: ``x.flat[::2] = 0``.
    """

    def __init__(self, base):
        self._base, self.index = base, 0

    @property
    def base(self):
        """The array."""
        return self._base

    @property
    def coords(self):
        """The place in the array of the element that comes next."""
        place, found = self.index, []
        for length in reversed(self._base.shape):
            place, k = divmod(place, max(length, 1))
            found.insert(0, k)
        return tuple(found)

    def copy(self):
        """The elements in a row, as an array. Example: ``x.flat.copy()``."""
        return self._base.flatten()

    def _row(self):
        return self._base._reshape(self._base.size, None)

    @staticmethod
    def _checked(key):
        if isinstance(key, tuple):
            if not key:
                return ...
            if len(key) != 1:
                raise IndexError("unsupported iterator index")
            (key,) = key
        if key is None or isinstance(key, float):
            raise IndexError("unsupported iterator index")
        return key

    def __getitem__(self, key):
        found = self._row()[self._checked(key)]
        return found.copy() if found.ndim else found

    def __setitem__(self, key, value):
        if isinstance(key, tuple) and not key:
            raise IndexError("Assigning to a flat iterator with a 0-D index is not supported")
        key, row = self._checked(key), self._row()
        value = asarray(value, dtype=row.dtype)
        if isinstance(key, int) and value.ndim:
            raise ValueError("setting an array element with a sequence")
        if value.ndim and isinstance(key, slice):
            count = len(range(*key.indices(row.size)))
            value = value.ravel()
            if value.size and value.size != count:
                # As many as there are places, again from the first if they are fewer.
                value = value._reshape(value.size, None)[asarray([k % value.size for k in range(count)], dtype="int64")]
        row[key] = value
        if not row.shares_memory(self._base):
            self._base[...] = row._reshape(self._base.shape, None)

    def __len__(self):
        return self._base.size

    def __iter__(self):
        self.index = 0
        return self

    def __next__(self):
        if self.index >= self._base.size:
            raise StopIteration
        self.index += 1
        return self._row()[self.index - 1]

    def __array__(self, dtype=None, copy=None):
        return self.copy().__array__(dtype, copy)


__all__ = ["flatiter"]
