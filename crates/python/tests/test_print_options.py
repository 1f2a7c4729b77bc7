"""How arrays become text, beside NumPy."""

import sys

import numpy
import pytest

import xparray

ARRAYS = [
    numpy.arange(5) / 7, numpy.array([1e-9, 1.0, numpy.nan, numpy.inf, -numpy.inf]), numpy.arange(2000), numpy.arange(12.0).reshape(3, 4) * 1e5,
    numpy.array([1 + 0.123456789j, -2]), numpy.array([True, False]), numpy.zeros((0, 3)), numpy.float32([0.1, 2]),
]
OPTIONS = [
    {"precision": 3}, {"suppress": True}, {"precision": 2, "suppress": True}, {"threshold": 5, "edgeitems": 2}, {"linewidth": 30}, {"sign": "+"},
    {"floatmode": "fixed", "precision": 4}, {"nanstr": "-", "infstr": "oo"}, {"formatter": {"float": "{:.1f}".format}},
    {"threshold": sys.maxsize}, {"floatmode": "unique", "precision": None},
]


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("k", range(len(ARRAYS)))
def test_text(k, options):
    x = ARRAYS[k]
    with numpy.printoptions(**options), xparray.printoptions(**options):
        y = xparray.asarray(x)
        assert str(y) == str(x) and f"{y}" == f"{x}"
        assert repr(y) == repr(x)
        assert xparray.array2string(y, precision=1) == numpy.array2string(x, precision=1)
        assert xparray.array_repr(y, precision=2, suppress_small=True) == numpy.array_repr(x, precision=2, suppress_small=True)
    assert str(xparray.asarray(x)) == str(x) and repr(xparray.asarray(x)) == repr(x)


def test_options_are_kept_and_given_back():
    before = xparray.get_printoptions()
    assert {key: before[key] for key in ("precision", "threshold", "edgeitems", "linewidth", "suppress", "sign", "floatmode")} == {
        key: numpy.get_printoptions()[key] for key in ("precision", "threshold", "edgeitems", "linewidth", "suppress", "sign", "floatmode")}
    try:
        xparray.set_printoptions(precision=4, suppress=True)
        assert xparray.get_printoptions()["precision"] == 4
        assert str(xparray.asarray([1 / 3, 1e-9])) == "[0.3333 0.    ]"
        assert str(xparray.asarray(1 / 3)) == str(numpy.float64(1 / 3))
    finally:
        xparray.set_printoptions(**{key: before[key] for key in ("precision", "suppress")})
    assert xparray.get_printoptions() == before


@pytest.mark.parametrize("options", [{"sign": "x"}, {"floatmode": "x"}, {"threshold": float("nan")}, {"legacy": "1.13"}])
def test_refused(options):
    with pytest.raises(ValueError):
        xparray.set_printoptions(**options)


def test_a_threshold_is_a_number():
    with pytest.raises(TypeError):
        xparray.set_printoptions(threshold="all")
