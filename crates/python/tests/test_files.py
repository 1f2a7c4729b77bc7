"""Files beside NumPy's."""

import io

import numpy
import pytest

import xparray
from test_scipy import given, same

X = numpy.arange(6.0).reshape(2, 3) / 7


@pytest.mark.parametrize("dtype", ["bool", "int8", "int64", "uint16", "float16", "float32", "float64", "complex64", "complex128"])
def test_arrays_are_in_numpys_files(tmp_path, dtype):
    y = (10 * X).astype(dtype)
    xparray.save(tmp_path / "ours", given(y))
    numpy.save(tmp_path / "theirs.npy", numpy.asfortranarray(y))
    for found in (numpy.load(tmp_path / "ours.npy"), xparray.load(tmp_path / "theirs.npy")):
        assert found.dtype == dtype
        numpy.testing.assert_array_equal(numpy.asarray(found), y)


def test_several_arrays_are_in_a_file(tmp_path):
    for write in (xparray.savez, xparray.savez_compressed):
        write(tmp_path / "ours", given(X), y=given(X[0]))
        with numpy.load(tmp_path / "ours.npz") as theirs:
            assert sorted(theirs) == ["arr_0", "y"]
            numpy.testing.assert_array_equal(theirs["y"], X[0])
    numpy.savez(tmp_path / "theirs.npz", X, y=X[0])
    with xparray.load(tmp_path / "theirs.npz") as ours:
        assert sorted(ours) == ["arr_0", "y"] and len(ours) == 2 and "y" in ours
        same(ours["arr_0"], X, 0)
        same(ours["y.npy"], X[0], 0)
        with pytest.raises(KeyError):
            ours["z"]
    with pytest.raises(ValueError):
        xparray.savez(tmp_path / "ours", X, arr_0=X)


def test_objects_are_read_and_written():
    file = io.BytesIO()
    xparray.save(file, given(X))
    file.seek(0)
    same(xparray.load(file), X, 0)
    file = io.BytesIO()
    xparray.savez(file, x=given(X))
    file.seek(0)
    same(xparray.load(file)["x"], X, 0)
    file = io.StringIO()
    xparray.savetxt(file, given(X))
    file.seek(0)
    same(xparray.loadtxt(file), X, 1e-15)
    same(xparray.loadtxt(["1 2", "3 4"], dtype=int), numpy.array([[1, 2], [3, 4]]), 0)


@pytest.mark.parametrize("keywords", [
    {}, {"delimiter": ","}, {"fmt": "%.3f"}, {"fmt": ("%d", "%.2f", "%e"), "delimiter": "; "}, {"header": "a\nb", "footer": "c"},
    {"newline": "\r\n", "comments": "% ", "header": "x"},
], ids=str)
def test_texts_are_numpys(tmp_path, keywords):
    for y in (X, X[0]):
        if y.ndim == 1 and isinstance(keywords.get("fmt"), tuple):
            continue
        xparray.savetxt(tmp_path / "ours", given(y), **keywords)
        numpy.savetxt(tmp_path / "theirs", y, **keywords)
        assert (tmp_path / "ours").read_bytes() == (tmp_path / "theirs").read_bytes()


TABLE = "# what it is\n1, 2, 3\n4, 5, 6 # a line\n\n7, 8, 9\n"


@pytest.mark.parametrize("keywords", [
    {}, {"skiprows": 2}, {"usecols": (0, 2)}, {"usecols": 1}, {"unpack": True}, {"max_rows": 2}, {"ndmin": 2, "usecols": 1}, {"dtype": "int32"},
], ids=str)
def test_tables_are_numpys(tmp_path, keywords):
    path = tmp_path / "table"
    path.write_text(TABLE)
    ours, theirs = xparray.loadtxt(path, delimiter=",", **keywords), numpy.loadtxt(path, delimiter=",", **keywords)
    same(ours, theirs, 0)
    assert ours.dtype == theirs.dtype.name


def test_tables_with_holes_are_numpys(tmp_path):
    path = tmp_path / "table"
    path.write_text("a,b,c\n1,,3\n4,N/A,6\n7,8,9\n")
    for keywords in ({}, {"filling_values": -1}, {"missing_values": "N/A", "filling_values": 0}, {"usecols": (0, 2)}, {"skip_footer": 1}, {"max_rows": 2}):
        options = {"delimiter": ",", "skip_header": 1} | keywords
        numpy.testing.assert_array_equal(numpy.asarray(xparray.genfromtxt(path, **options)), numpy.genfromtxt(path, **options))


def test_bytes_are_elements(tmp_path):
    path = tmp_path / "bytes"
    X.tofile(path)
    same(xparray.fromfile(path), X.ravel(), 0)
    same(xparray.fromfile(path, count=2, offset=8), X.ravel()[1:3], 0)
    path.write_text("1, 2, 3")
    same(xparray.fromfile(path, sep=","), numpy.array([1.0, 2, 3]), 0)
    same(xparray.fromstring("1 2 3", dtype="int32", sep=" "), numpy.array([1, 2, 3]), 0)
    same(xparray.frombuffer(X.tobytes(), count=2, offset=8), X.ravel()[1:3], 0)
    same(xparray.fromiter((k * k for k in range(5)), dtype="int64", count=3), numpy.array([0, 1, 4]), 0)


def test_files_that_cannot_be_are_refused(tmp_path):
    (tmp_path / "empty").write_bytes(b"")
    (tmp_path / "text").write_text("1 2\n3 x\n")
    (tmp_path / "ragged").write_text("1 2\n3\n")
    for wrong, error in (
        (lambda: xparray.load(tmp_path / "none.npy"), FileNotFoundError), (lambda: xparray.load(tmp_path / "empty"), EOFError),
        (lambda: xparray.load(tmp_path / "text"), ValueError), (lambda: xparray.loadtxt(tmp_path / "text"), ValueError),
        (lambda: xparray.loadtxt(tmp_path / "ragged"), ValueError), (lambda: xparray.savetxt(tmp_path / "x", numpy.ones((2, 2, 2))), ValueError),
        (lambda: xparray.frombuffer(b"123", dtype="int16"), ValueError), (lambda: xparray.frombuffer(b"12", dtype="int16", count=2), ValueError),
        (lambda: xparray.fromiter([1], dtype=int, count=2), ValueError), (lambda: xparray.fromstring("1", sep=""), ValueError),
        (lambda: xparray.save(tmp_path / "none" / "x", X), OSError),
    ):
        with pytest.raises(error):
            wrong()


@pytest.mark.parametrize(
    "how",
    [
        {"converters": {1: lambda text: float(text.strip("%")) / 100}}, {"converters": {-1: lambda text: -1.0, 1: lambda text: 7.0}},
        {"converters": lambda text: len(text)}, {"converters": {1: lambda text: 2.0}, "usecols": (1, 0)},
        {"converters": {1: lambda text: 2.0}, "skiprows": 2, "max_rows": 1}, {"converters": {1: lambda text: 2.0}, "unpack": True},
        {"converters": {1: lambda text: 2.0}, "usecols": 0, "ndmin": 1},
    ],
    ids=range(7),
)
def test_converters_are_numpys(tmp_path, how):
    path = tmp_path / "table.txt"
    path.write_text("# a table\n1,50%,3\n\n4,25%,6 # the last\n")
    found, expected = xparray.loadtxt(path, delimiter=",", **how), numpy.loadtxt(path, delimiter=",", **how)
    assert found.dtype == expected.dtype
    numpy.testing.assert_array_equal(numpy.asarray(found), expected)
    with pytest.raises(ValueError):
        xparray.loadtxt(path, delimiter=",", converters={0: float})
