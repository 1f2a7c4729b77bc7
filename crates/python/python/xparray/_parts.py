"""Functions of each element that give two arrays, and `ldexp`, with the outputs, masks and element types of NumPy's; parts of complex
numbers."""

from . import _core
from ._creation import asarray
from ._dtypes import result_type
from ._several import converted, written
from ._ufuncs import table

_native = _core.tables["numpy"]


def _outputs(given, out):
    """The arrays for two results, by position or by name."""
    if any(each is not None for each in given):
        if out is not None:
            raise TypeError("cannot specify 'out' as both a positional and keyword argument")
        return given
    if out is None or out is Ellipsis:
        return (None, None)
    if not isinstance(out, tuple):
        raise TypeError("'out' must be a tuple of arrays")
    if len(out) != 2:
        raise ValueError("The 'out' tuple must have exactly one entry per ufunc output")
    return out


def _typed(name, x, dtype, casting):
    return x if dtype is None else converted(name, 0, x, dtype, casting)


def _placed(found, out, operands, casting, where, order):
    """What was found, in an output, or else in an order of its axes."""
    if out is None or out is Ellipsis:
        return _core.laid_out(written(None, found, casting, where), operands, order)
    return written(out, found, casting, where)


def _both(found, outputs, operands, casting, where, order):
    first, second = (_placed(each, out, operands, casting, where, order) for out, each in zip(outputs, found))
    return first, second


def _floats(x):
    """Integers as the floats that hold them; those of Python as the smallest, as nothing is known of them."""
    if isinstance(x, int):
        return asarray(x, dtype="float16")
    x = asarray(x)
    return x if x.dtype.kind in "fc" else x.astype(result_type(x.dtype, "float16"))


def frexp(
    x, out1=None, out2=None, /, *, out=None, where=True, casting="same_kind", order="K", dtype=None, subok=True
):
    """Mantissas of at least 1/2 and below 1, and exponents of 2, each of the shape of x.

    Example: ``xparray.frexp(x)``.
    """
    found = _native["frexp"](_typed("frexp", x, dtype, casting))
    return _both(found, _outputs((out1, out2), out), [x], casting, where, order)


def modf(
    x, out1=None, out2=None, /, *, out=None, where=True, casting="same_kind", order="K", dtype=None, subok=True
):
    """Fractions and whole parts, both with the signs of x, each of the shape of x.

    Example: ``xparray.modf(x)``.
    """
    found = _native["modf"](_typed("modf", x, dtype, casting))
    return _both(found, _outputs((out1, out2), out), [x], casting, where, order)


def divmod(
    x1, x2, out1=None, out2=None, /, *, out=None, where=True, casting="same_kind", order="K", dtype=None, subok=True
):
    """Quotients, rounded down, and remainders, each of the shape that both broadcast to.

    Example: ``xparray.divmod(x, 3)``.
    """
    found = (table[name](x1, x2, dtype=dtype, casting=casting) for name in ("floor_divide", "remainder"))
    return _both(found, _outputs((out1, out2), out), [x1, x2], casting, where, order)


def ldexp(x1, x2, /, out=None, *, where=True, casting="same_kind", order="K", dtype=None, subok=True):
    """x1 times 2 ** x2, of the shape that both broadcast to.

    Example: ``xparray.ldexp(x1, x2)``.
    """
    exponents = asarray(x2)
    if exponents.dtype.kind == "b":
        exponents = exponents.astype("int32")
    if exponents.dtype == "uint64":
        raise TypeError("ufunc 'ldexp' takes no exponents of uint64")
    found = _native["ldexp"](_floats(_typed("ldexp", x1, dtype, casting)), exponents)
    return _placed(found, out, [x1, x2], casting, where, order)


def real(val):
    """The real parts of complex numbers, of their shape: a view of an array's.

    Example: ``xparray.real(z)``.
    """
    return asarray(val).real


def imag(val):
    """The imaginary parts of complex numbers, of their shape: a view of an array's. Of others they are zeros, which may only be read.

    Example: ``xparray.imag(z)``.
    """
    return asarray(val).imag


__all__ = ["divmod", "frexp", "imag", "ldexp", "modf", "real"]
