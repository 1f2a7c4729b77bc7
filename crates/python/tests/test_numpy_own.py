"""What NumPy's own tests ask of its functions and objects, beside NumPy."""

import numpy as np
import pytest

import xparray as xp
from test_numpy_values import same

A = np.arange(30.0).reshape(6, 5)
B = np.array([[3, 1, 2], [6, 5, 4]])


def outcome(program, module, given):
    with np.errstate(all="ignore"):
        return program(module, *given)


def check(program, *given):
    """A program gives, of the same arrays, what it gives with NumPy, or raises an exception of the same kind."""
    kinds = (OverflowError, AttributeError, TypeError, IndexError, ValueError, RuntimeError)
    try:
        expected = outcome(program, np, given)
    except Exception as error:
        kind = next(each for each in kinds if isinstance(error, each))
        with pytest.raises(kind):
            outcome(program, xp, [xp.asarray(each) for each in given])
        return
    found = outcome(program, xp, [xp.asarray(each) for each in given])
    if isinstance(expected, (str, bool, int)):
        assert found == expected
    elif isinstance(expected, (list, tuple)):
        assert len(found) == len(expected)
        for each, other in zip(found, expected):
            same(each, other)
    else:
        same(found, expected)


PROGRAMS = {
    "orders of new arrays": lambda np: [np.zeros((2, 3), order="F").flags.f_contiguous, np.full((2, 3), 7, order="F"), np.eye(3, order="F")],
    "order like another": lambda np: np.zeros_like(np.ones((2, 3)), order="F").flags.f_contiguous,
    "shape like another": lambda np: np.ones_like(np.ones((2, 3)), shape=(4,)),
    "type by its name": lambda np: np.arange(3).astype(dtype="float32"),
    "NumPy's class of a type": lambda np: np.zeros(1, "i2").dtype.char + str(np.zeros(1).dtype.type(3)),
    "poly1d": lambda np: str(np.poly1d([3, 0, -2, 1])) + repr(np.poly1d([1.0, 2.5])),
    "poly1d of complex numbers": lambda np: str(np.poly1d([1.9 + 2j, -3j, -5.12345678, 2 + 1j])),
    "a long poly1d": lambda np: str(np.poly1d(list(range(1, 40)), variable="t")),
    "poly1d of a degree that went": lambda np: str(np.poly1d([0, 0, 3, 1])),
    "coefficients are changed in place": lambda np: _changed(np).coeffs,
    "coefficients are not replaced": lambda np: setattr(np.poly1d([1, 2]), "coeffs", [3]),
    "products of poly1d": lambda np: str(np.polymul(np.poly1d([1, 2]), [1, 3])) + str(np.polyadd([1], np.poly1d([1, 2]))),
    "derivative of poly1d": lambda np: str(np.polyder(np.poly1d([1, 2, 3]))),
    "conjugate roots": lambda np: np.poly([1 + 2j, 1 - 2j, 3j, -3j]),
    "other roots": lambda np: np.poly([1 + 2j, 1 - 2.5j]),
    "geomspace of imaginary numbers": lambda np: np.geomspace(1j, 16j, 5),
    "geomspace through zero": lambda np: np.geomspace(-3, 3, 4),
    "geomspace as complex numbers": lambda np: np.geomspace(-1, 1, 3, dtype=complex),
    "geomspace of powers of ten": lambda np: np.geomspace(1, 1e6, 7),
    "geomspace from zero": lambda np: np.geomspace(0, 10),
    "linspace of a negative number": lambda np: np.linspace(0, 1, -1),
    "histogram of a range in a list": lambda np: np.histogram(A, 4, [0, 9]),
    "histogram of a range that descends": lambda np: np.histogram([1.0], 4, [9, 0]),
    "histogram of an infinite range": lambda np: np.histogram([1.0], 4, [0, np.inf]),
    "equal densities": lambda np: np.histogram(np.arange(10), [0, 1, 3, 6, 10], density=True),
    "densities up to infinity": lambda np: np.histogram(np.arange(10), [0, 1, 3, 6, np.inf], density=True),
    "densities of two axes": lambda np: np.histogram2d([1.0, 2, 3, 7], [1.0, 1, 6, 7], [[0, 2, 8], [0, 6, 8]], density=True),
    "complex weights": lambda np: np.histogram([1.3, 2.5, 2.3], 2, (1, 3), weights=np.array([1 + 2j, -1 + 1j, 2 + 2j])),
    "no bins of several axes": lambda np: np.histogramdd(np.ones((4, 2)), bins=[0, 3]),
    "indices by modes": lambda np: np.ravel_multi_index(([3, -1], [5, 7]), (4, 6), mode=("wrap", "clip")),
    "indices by wrong modes": lambda np: np.ravel_multi_index(([3], [5]), (4, 6), mode=("wrap", "other")),
    "place of nothing": lambda np: np.unravel_index(1, ()),
    "places of nothing": lambda np: np.unravel_index([0], ()),
    "negative places": lambda np: list(np.ndindex(2, -1)),
    "unique, sorted": lambda np: np.unique(np.array([3, 1, 3]), sorted=True),
    "isin of another kind": lambda np: np.isin([1], [2], kind="quick"),
    "take along all": lambda np: np.take_along_axis(np.array([[3, 1], [2, 0]]), np.array([3, 1]), None),
    "take along by truth values": lambda np: np.take_along_axis(np.ones((2, 2)), np.ones((2, 1), bool), 1),
    "take of another mode": lambda np: np.take(np.arange(3), 5, mode="other"),
    "columns of a generator": lambda np: np.column_stack(np.ones(2) for _ in range(2)),
    "stack of a generator": lambda np: np.vstack(np.ones(2) for _ in range(2)),
    "no vectors": lambda np: np.apply_along_axis(np.sum, 1, np.ones((0, 2))),
    "windows of windows": lambda np: np.lib.stride_tricks.sliding_window_view(np.arange(12).reshape(3, 4), (2, 3), (1, 1)),
    "windows are read": lambda np: np.lib.stride_tricks.sliding_window_view(np.arange(4), 2).flags.writeable,
    "negative windows": lambda np: np.lib.stride_tricks.sliding_window_view(np.arange(4), -2),
    "all elements of an axis": lambda np: np.fft.fftn(A, s=(-1, 4), axes=(0, 1)).shape,
    "no elements": lambda np: np.fft.fft([1.0], n=0),
    "a path": lambda np: [list(each) for each in np.einsum_path("ab,bc,cd->ad", A, A.T, A, optimize=["einsum_path", (0, 2), (0, 1)])[0][1:]],
    "no path": lambda np: np.einsum_path("ab,bc,cd->ad", A, A.T, A, optimize=False)[0][1:],
    "a wrong path": lambda np: np.einsum("ab,bc,cd,de->ae", A, A.T, A, A.T, optimize=["einsum_path", (2, 3), (0, 1)]),
    "einsum in a wrong order": lambda np: np.einsum("i->i", [1], order="W"),
    "einsum into a text": lambda np: np.einsum("i,i->i", [1], [2], out="test"),
    "an index beyond 64 bits": lambda np: np.arange(3)[2**64],
    "views of the class": lambda np: np.arange(3).view(np.ndarray),
    "the memory": lambda np: np.arange(3).data.nbytes,
    "pad by a wrong mode": lambda np: np.pad([1], 1, mode=None),
    "pad by another mode's keyword": lambda np: np.pad([1], 1, mode="edge", constant_values=3),
    "pad by a fraction": lambda np: np.pad([1], 1.5),
    "pad of too many widths": lambda np: np.pad(np.ones((2, 2)), (1, 2, 3)),
    "pad of nothing": lambda np: np.pad(np.zeros((0, 3)), ((1, 1), (0, 0)), mode="edge"),
    "pad beside nothing": lambda np: np.pad(np.ones((2, 0, 2)), ((3,), (0,), (1,)), mode="mean").shape[0],
    "inverse powers of integers": lambda np: np.linalg.matrix_power(np.array([[2, 0], [0, 4]]), -2),
    "powers of what is not square": lambda np: np.linalg.matrix_power(np.ones((2, 3)), 2),
    "a triangle in small letters": lambda np: np.linalg.eigvalsh(np.array([[2.0, 9], [0, 4]]), UPLO="l"),
    "products of one matrix": lambda np: np.linalg.multi_dot([np.ones((2, 2))]),
    "products into an array": lambda np: np.linalg.multi_dot([np.ones((5, 2)), np.ones((2, 5)), np.eye(5)], out=np.zeros((5, 5))),
    "outer of matrices": lambda np: np.linalg.outer(np.ones((2, 1)), np.ones(2)),
    "outer of rows": lambda np: np.outer(np.ones((2, 1)), np.ones(3), out=np.zeros((2, 3))),
    "cross in the plane": lambda np: np.linalg.cross(np.ones(2), np.ones(2)),
    "tensorinv of other lengths": lambda np: np.linalg.tensorinv(np.ones((2, 3)), ind=1),
    "tensorinv by nothing": lambda np: np.linalg.tensorinv(np.ones((2, 2)), ind=0),
    "tensorsolve of other lengths": lambda np: np.linalg.tensorsolve(np.ones((2, 3)), np.ones(2)),
    "lstsq of other lengths": lambda np: np.linalg.lstsq(np.ones((4, 2)), np.ones(5)),
    "two tolerances": lambda np: np.linalg.pinv(A, rcond=0.5, rtol=0.5),
    "rolled far": lambda np: np.roll(np.arange(5), 2**70 + 1),
    "axes in a range": lambda np: np.moveaxis(np.ones((1, 2, 3)), range(2), [2, 0]).shape[0],
    "axes in an array": lambda np: np.ones((1, 2, 3)).transpose(np.array([2, 0, 1])).shape[0],
    "rolled axes that are not there": lambda np: np.rollaxis(np.ones((2, 2)), 2),
    "resized to less than nothing": lambda np: np.resize(np.ones(3), (-1, 2)),
    "both orders": lambda np: np.require(np.ones(3), requirements=["C", "F"]),
    "clip by a type": lambda np: np.clip(np.array([1.5, 9]), 0, 4, dtype="f4"),
    "places in an array without axes": lambda np: [np.argwhere(np.array(3)), np.argwhere(np.array(0))],
    "an order in a small letter": lambda np: np.ones((2, 3)).copy(order="f").flags.f_contiguous,
    "the smallest numbers": lambda np: float(np.finfo("f4").smallest_subnormal) == 2.0**-149,
    "chosen among arrays and numbers": lambda np: np.choose([0, 1], [np.array([1, 2], "u1"), 3]),
    "a mask of another size": lambda np: np.putmask(np.arange(4), np.array([True]), 7),
    "inner of a number": lambda np: np.inner(5, np.arange(3)),
    "arange by its names": lambda np: [np.arange(start=1, stop=4), np.arange(stop=3), np.arange(3, step=2)],
    "arange to nowhere": lambda np: np.arange(),
    "reduced into more": lambda np: np.add.reduce(np.ones((3, 3)), axis=None, out=np.zeros((3, 3))),
    "accumulated into more": lambda np: np.add.accumulate(np.ones(3), out=np.zeros((2, 3))),
    "reduced into as many": lambda np: np.add.reduce(np.ones((3, 3)), out=np.zeros(3)),
    "pad by negative lengths": lambda np: np.pad(np.ones(4), 1, mode="mean", stat_length=(3, -1)),
}


def _changed(np):
    polynomial = np.poly1d([1, 2, 3])
    polynomial.coeffs += 1
    polynomial.coeffs[2] += 10
    return polynomial


@pytest.mark.parametrize("name", PROGRAMS)
def test_programs(name):
    check(PROGRAMS[name])


@pytest.mark.parametrize("key", [([0, 1], [0, 1, 2]), ([0, 9],), ([0.5],)])
def test_wrong_indices_are_index_errors(key):
    def program(np, x):
        x[key] = 0

    check(program, A)


def test_wrong_values_are_value_errors():
    def program(np, x):
        x[[0, 1]] = np.ones((3, 5))

    check(program, A)


def test_flags_are_set():
    x = xp.arange(3)
    x.setflags(write=False)
    with pytest.raises(ValueError):
        x[0] = 1
    x.setflags(write=True)
    x[0] = 1
    assert x.tolist() == [1, 1, 2]


@pytest.mark.parametrize("date", [np.datetime64("2001-10-15"), [np.timedelta64(3, "s")], np.array(["2001-10-15"], "M8[s]")])
def test_dates_are_refused(date):
    with pytest.raises(TypeError):
        xp.asarray(date)
