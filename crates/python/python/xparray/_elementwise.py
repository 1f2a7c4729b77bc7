"""Functions of each element that have other arguments than arrays."""

from . import _core, _ufuncs
from ._creation import asarray
from ._several import into


def clip(a, a_min=None, a_max=None, out=None, *, min=None, max=None, dtype=None, casting="same_kind"):
    """Elements below `a_min` raised to it, those above `a_max` lowered, of the shape that all broadcast to. The ends may be named `min` and `max` as well.

    Example: ``xparray.clip(x, 0, 1)``.
    """
    if (a_min is not None and min is not None) or (a_max is not None and max is not None):
        raise ValueError("an end of clip() is given by two names")
    found = _core.clip(a, min if a_min is None else a_min, max if a_max is None else a_max)
    return into(out, found if dtype is None else found.astype(dtype, casting=casting), casting)


_INF = float("inf")


def round(a, decimals=0, out=None):
    """Elements rounded to so many decimals, halves to even digits.

    Example: ``xparray.round(x, 2)``.
    """
    a = asarray(a)
    # Truth values become floats, as NumPy's.
    return into(out, a.astype("float16") if a.dtype.kind == "b" else _core.round(a, decimals))


around = round


def outer(a, b, out=None):
    """The products of each element of an array and each of another, both in a row, of shape (m, n).

    Example: ``xparray.outer(x, y)``.
    """
    return into(out, _core.product("outer", a, b))


def astype(x, dtype, /, *, copy=True, device=None):
    """The elements converted to another type.

    Example: ``xparray.astype(x, xparray.int32)``.
    """
    return asarray(x).astype(dtype, copy=copy, device=device)


def angle(z, deg=False):
    """Angles of complex numbers.

    Example: ``xparray.angle(z)``.
    """
    z = asarray(z)
    z = z.astype("float64") if z.dtype.kind == "b" else z
    found = _ufuncs.table["arctan2"](z.imag, z.real)
    return _ufuncs.table["degrees"](found) if deg else found


def isclose(a, b, rtol=1e-5, atol=1e-8, equal_nan=False):
    """Whether elements differ by at most atol + rtol |b|.

    Example: ``xparray.isclose(x, y)``.
    """
    if not all(isinstance(each, (int, float)) for each in (rtol, atol)):
        rtol, atol = asarray(rtol), asarray(atol)
        if rtol.ndim or atol.ndim:
            return _near(asarray(a), asarray(b), rtol, atol, equal_nan)
    return _core.isclose(a, b, rtol, atol, equal_nan)


def _near(a, b, rtol, atol, equal_nan):
    """As `isclose`, with arrays of tolerances, which broadcast."""
    absolute, finite = _ufuncs.table["absolute"], _ufuncs.table["isfinite"]
    near = (absolute(a - b) <= atol + rtol * absolute(b)) & finite(b) | (a == b)
    return near | (a != a) & (b != b) if equal_nan else near


def allclose(a, b, rtol=1e-5, atol=1e-8, equal_nan=False):
    """Whether all elements differ by at most atol + rtol |b|.

    Example: ``xparray.allclose(x, y)``.
    """
    return bool(isclose(a, b, rtol, atol, equal_nan).all())


def array_equal(a1, a2, equal_nan=False):
    """Whether two arrays have one shape and the same elements.

    Example: ``xparray.array_equal(x, y)``.
    """
    a1, a2 = asarray(a1), asarray(a2)
    if a1.shape != a2.shape:
        return False
    same = a1 == a2
    if equal_nan:
        same = same | ((a1 != a1) & (a2 != a2))
    return bool(same.all())


def nan_to_num(x, copy=True, nan=0.0, posinf=None, neginf=None):
    """Numbers, or arrays of numbers that broadcast, in the places of NaN and infinities; without a copy in x itself.

    Example: ``xparray.nan_to_num(x)``.
    """
    given = x
    if any(getattr(each, "ndim", 0) for each in (nan, posinf, neginf)):
        # One kind after the other, as the library puts one number in all places.
        x = asarray(x)
        found = x.copy()
        for part in (found.real, found.imag) if x.dtype.kind == "c" else (found,):
            part[...] = _replaced(part, nan, posinf, neginf)
    else:
        found = _core.nan_to_num(x, nan, posinf, neginf)
    if copy:
        return found
    given[...] = found
    return given


def _replaced(x, nan, posinf, neginf):
    """Real numbers, in which arrays of numbers, or numbers, are in the places of NaN and infinities."""
    alone = [None if getattr(each, "ndim", 0) else each for each in (posinf, neginf)]
    whole = _core.nan_to_num(x, 0.0, *alone)
    for places, value in ((x != x, nan), (x == _INF, posinf), (x == -_INF, neginf)):
        if value is not None:
            whole = _core.where(places, asarray(value, dtype=x.dtype)._broadcast_to(x.shape), whole)
    return whole


def iscomplexobj(x):
    """Whether the elements are of a complex type.

    Example: ``xparray.iscomplexobj(x)``.
    """
    return asarray(x).dtype.kind == "c"


__all__ = [
    "allclose", "angle", "around", "array_equal", "astype", "clip", "isclose", "iscomplexobj", "nan_to_num", "outer", "round",
]
