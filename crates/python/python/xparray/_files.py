"""Files of arrays, and of numbers as text."""

import ast
import io
import math
import os
import tempfile
from collections.abc import Mapping
from contextlib import contextmanager

from . import _core
from ._creation import asarray
from ._dtypes import dtype as _dtype

_native = _core.tables["numpy"]


@contextmanager
def _reading(file):
    """The path of what is read: a path, an object with `read`, or lines."""
    if isinstance(file, (str, bytes, os.PathLike)):
        path = os.fsdecode(file)
        open(path, "rb").close()
        with _content():
            yield path
        return
    text = file.read() if hasattr(file, "read") else "".join(f"{line}".rstrip("\n") + "\n" for line in map(_text, file))
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "file")
        with open(path, "wb") as written:
            written.write(text.encode() if isinstance(text, str) else text)
        with _content():
            yield path


@contextmanager
def _content():
    """What fails when a file is open is not the file, but its content."""
    try:
        yield
    except OSError as error:
        raise ValueError(str(error)) from None


def _text(line):
    return line.decode() if isinstance(line, bytes) else line


@contextmanager
def _writing(file, ending=""):
    """The path of what is written: a path, with an ending, or the content for an object with `write`."""
    if not hasattr(file, "write"):
        path = os.fsdecode(file)
        yield path if path.endswith(ending) else path + ending
        return
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "file")
        yield path
        with open(path, "rb") as written:
            content = written.read()
        try:
            file.write(content)
        except TypeError:
            file.write(content.decode())


class NpzFile(Mapping):
    """The arrays of an `.npz` file by their names, each read when it is asked for.

    Example: ``xparray.load("arrays.npz")["x"]``.
    """

    def __init__(self, path, device=None):
        self._path, self._device, self.files, self._read = path, device, _native["npz_names"](path), {}

    def read(self):
        """The arrays, all read, as the file goes. Example: ``arrays.read()["x"]``."""
        self._read = {name: self[name] for name in self.files}
        return self

    def __getitem__(self, name):
        name = name.removesuffix(".npy") if name not in self.files else name
        if name not in self.files:
            raise KeyError(f"{name} is not a file in the archive")
        if name in self._read:
            return self._read[name]
        return _native["load_npz"](self._path, name, self._device)

    def __iter__(self):
        return iter(self.files)

    def __len__(self):
        return len(self.files)

    def close(self):
        """Nothing: a file is open only while it is read. Example: ``arrays.close()``."""

    def __enter__(self):
        return self

    def __exit__(self, *error):
        return None


def load(file, mmap_mode=None, allow_pickle=False, *, device=None):
    """The array of an `.npy` file, or those of an `.npz` file by their names.

    Example: ``xparray.load("x.npy")``.
    """
    if hasattr(file, "read"):
        file = io.BytesIO(_next_array(file))
    with _reading(file) as path:
        with open(path, "rb") as opened:
            start = opened.read(6)
        if not start:
            raise EOFError("No data left in file")
        if start[:2] != b"PK" and start != b"\x93NUMPY":
            raise ValueError("This file is neither of NumPy's formats: objects of Python are not read")
        if start[:2] != b"PK":
            return _native["load_npy"](path, device)
        if isinstance(file, (str, bytes, os.PathLike)):
            return NpzFile(path, device)
        # The copy of the object's content goes.
        return NpzFile(path, device).read()


def _next_array(file):
    """The bytes of the array behind the place of an open file, which is behind them then; of other formats all that is left."""
    start = file.read(6)
    if start != b"\x93NUMPY":
        return start + file.read()
    start += file.read(2)
    width = 2 if start[6:7] == b"\x01" else 4
    start += file.read(width)
    header = file.read(int.from_bytes(start[-width:], "little"))
    try:
        fields = ast.literal_eval(header.decode("latin1"))
        length = math.prod(fields["shape"]) * int(fields["descr"][2:])
    except (ValueError, SyntaxError, TypeError, KeyError):
        # Who reads the content says what is wrong with it.
        length = -1
    return start + header + file.read(length)


def save(file, arr):
    """Writes an array to an `.npy` file.

    Example: ``xparray.save("x.npy", x)``.
    """
    with _writing(file, ".npy") as path:
        _native["save_npy"](path, arr)


def _savez(file, args, kwds, compressed):
    arrays = {f"arr_{k}": each for k, each in enumerate(args)}
    for name in arrays:
        if name in kwds:
            raise ValueError(f"Cannot use un-named variables and keyword {name}")
    with _writing(file, ".npz") as path:
        _native["save_npz"](path, list((arrays | kwds).items()), compressed)


def savez(file, *args, **kwds):
    """Writes arrays to an `.npz` file, by their keywords, or as `arr_0` and so on.

    Example: ``xparray.savez("arrays.npz", x=x)``.
    """
    _savez(file, args, kwds, False)


def savez_compressed(file, *args, **kwds):
    """As `savez`, compressed.

    Example: ``xparray.savez_compressed("arrays.npz", x=x)``.
    """
    _savez(file, args, kwds, True)


def _several(x):
    return [] if x is None else [_text(x)] if isinstance(x, (str, bytes)) else [_text(each) for each in x]


def _columns(usecols):
    return None if usecols is None else [usecols] if isinstance(usecols, int) else list(usecols)


def loadtxt(fname, dtype=float, comments="#", delimiter=None, converters=None, skiprows=0, usecols=None, unpack=False, ndmin=0,
    encoding=None, max_rows=None, *, device=None):
    """The numbers of a text file, a line a row: of shape (rows, columns), without axes of length 1 unless `ndmin` asks for them.

    Example: ``xparray.loadtxt("table.txt", delimiter=",")``.
    """
    if max_rows is not None and hasattr(fname, "readline"):
        fname = _next_lines(fname, _several(comments), skiprows, max_rows)
    if converters is not None:
        return _converted(fname, dtype, _several(comments), delimiter, converters, skiprows, _columns(usecols), unpack, ndmin, max_rows, device)
    with _reading(fname) as path:
        how = _several(comments), delimiter, skiprows, _columns(usecols), ndmin, max_rows
        found = _native["loadtxt"](path, _dtype(dtype), how, device)
    return found.T if unpack else found


def _next_lines(file, comments, skipped, rows):
    """The lines with so many rows behind the place of an open file, which is behind them then."""
    lines = []
    while rows > 0:
        line = _text(file.readline())
        if not line:
            break
        lines.append(line)
        for mark in comments:
            line = line.split(mark, 1)[0]
        if len(lines) > skipped and line.strip():
            rows -= 1
    return lines


def _converted(fname, dtype, comments, delimiter, converters, skiprows, usecols, unpack, ndmin, max_rows, device):
    """As `loadtxt`, where functions make numbers of the text of some columns, or one of all."""
    with _reading(fname) as path, open(path) as file:
        lines = file.read().splitlines()[skiprows:]
    rows = []
    for line in lines:
        for mark in comments:
            line = line.split(mark, 1)[0]
        fields = line.split(delimiter) if line.strip() else []
        if not fields:
            continue
        if max_rows is not None and len(rows) == max_rows:
            break
        chosen = range(len(fields)) if usecols is None else [each % len(fields) for each in usecols]
        if not callable(converters):
            of = {each % len(fields): function for each, function in converters.items()}
        rows.append([(converters if callable(converters) else of.get(each, float))(fields[each]) for each in chosen])
        if len(rows[-1]) != len(rows[0]):
            raise ValueError(f"row {len(rows)} has {len(rows[-1])} columns, not {len(rows[0])}")
    found = asarray(rows, dtype=dtype, device=device) if rows else asarray([], dtype=dtype, device=device).reshape(0, 1)
    found = found.squeeze() if ndmin < 2 else found
    found = found.reshape(1) if ndmin == 1 and not found.ndim else found
    return found.T if unpack else found


def genfromtxt(fname, dtype=float, comments="#", delimiter=None, skip_header=0, skip_footer=0, missing_values=None, filling_values=None,
    usecols=None, unpack=None, loose=True, max_rows=None, *, names=None, device=None):
    """The numbers of a text file, a line a row, with others where some are missing. Columns have no names, as elements are numbers: `names` is refused.

    Example: ``xparray.genfromtxt("table.csv", delimiter=",", filling_values=0)``.
    """
    if names is not None:
        raise NotImplementedError("names make structured elements, and elements are numbers: skip the line by skip_header=1")
    filling = [] if filling_values is None else list(filling_values) if isinstance(filling_values, (list, tuple)) else [filling_values]
    if max_rows is not None and hasattr(fname, "readline"):
        fname = _next_lines(fname, _several(comments), skip_header, max_rows)
    with _reading(fname) as path:
        how = _several(comments), delimiter, (skip_header, skip_footer), _several(missing_values), filling, _columns(usecols), max_rows
        found = _native["genfromtxt"](path, _dtype(dtype), how, loose, device)
    return found.T if unpack else found


def savetxt(fname, X, fmt="%.18e", delimiter=" ", newline="\n", header="", footer="", comments="# ", encoding=None):
    """Writes an array of one or two axes as text, a row a line.

    Example: ``xparray.savetxt("table.txt", x, fmt="%.3f")``.
    """
    X = asarray(X)
    with _writing(fname) as path:
        _native["savetxt"](path, X, _several(fmt), delimiter, newline, (header, footer), comments)


def fromfile(file, dtype=float, count=-1, sep="", offset=0, *, device=None):
    """The elements in the bytes of a file, or the numbers of its text between separators: a vector.

    Example: ``xparray.fromfile("x.bin", dtype="float32")``.
    """
    dtype = _dtype(dtype)
    if sep:
        if offset:
            raise TypeError("'offset' argument only permitted for binary files")
        return _numbers(file, dtype, count, sep, device)
    if hasattr(file, "read"):
        return frombuffer(_next_bytes(file, dtype.itemsize, count, offset), dtype, device=device)
    there = max(os.path.getsize(file) - offset, 0) // dtype.itemsize
    with _reading(file) as path:
        return _native["fromfile"](path, dtype, there if count < 0 else min(count, there), None, offset, device)


def _next_bytes(file, size, count, offset):
    """The bytes of elements behind the place of an open file, which is behind them then: so many, or those that are there."""
    file = getattr(file, "buffer", file)
    if offset:
        file.seek(offset, os.SEEK_CUR)
    content = file.read(-1 if count < 0 else count * size)
    return content[: len(content) // size * size]


def _numbers(file, dtype, count, sep, device):
    """The numbers of a text between separators. Truth values are numbers, too."""
    kept = _dtype("float64") if dtype.kind == "b" else dtype
    with _reading(file) as path:
        return _native["fromfile"](path, kept, None if count < 0 else count, sep, 0, device).astype(dtype, copy=False)


def fromstring(string, dtype=float, count=-1, *, sep, device=None):
    """The numbers of a text between separators: a vector.

    Example: ``xparray.fromstring("1, 2", sep=",")``.
    """
    if not sep:
        raise ValueError("The binary mode of fromstring is removed, use frombuffer instead")
    return _numbers([string], _dtype(dtype), count, sep, device)


def frombuffer(buffer, dtype=float, count=-1, offset=0, *, device=None):
    """The elements in the bytes of an object: a vector, copied.

    Example: ``xparray.frombuffer(b"\\x01\\x02", dtype="uint8")``.
    """
    content, dtype = memoryview(buffer).cast("B")[offset:], _dtype(dtype)
    length = len(content) // dtype.itemsize if count < 0 else count
    if count < 0 and len(content) % dtype.itemsize:
        raise ValueError("buffer size must be a multiple of element size")
    if length * dtype.itemsize > len(content):
        raise ValueError("buffer is smaller than requested size")
    return asarray(content[: length * dtype.itemsize], device=device).view(dtype)


def fromiter(iter, dtype, count=-1, *, device=None):
    """The first elements of something to iterate over, or all: a vector.

    Example: ``xparray.fromiter(range(3), dtype=int)``.
    """
    from itertools import islice

    found = list(iter if count < 0 else islice(iter, count))
    if len(found) < count:
        raise ValueError(f"iterator too short: Expected {count} but iterator had only {len(found)} items.")
    return asarray(found, dtype=dtype, device=device)


__all__ = [
    "NpzFile", "frombuffer", "fromfile", "fromiter", "fromstring", "genfromtxt", "load", "loadtxt", "save", "savetxt", "savez",
    "savez_compressed",
]
