"""Functions by pieces, histograms of several axes, and questions about objects."""

from . import _core
from ._creation import asarray, zeros_like
from ._dtypes import dtype as _dtype
from ._manipulation import stack

_native = _core.tables["numpy"]


def piecewise(x, condlist, funclist, *args, **kw):
    """What functions, or numbers, give of the elements where conditions hold, of the shape and type of x; another one is for the rest.

    Example: ``xparray.piecewise(x, [x < 0, x >= 0], [-1, lambda x: x**2])``.
    """
    x = asarray(x)
    is_one = not hasattr(condlist, "__getitem__") or not getattr(condlist, "ndim", 1)
    if is_one or (x.ndim and len(condlist) and not isinstance(condlist[0], (list, tuple)) and not getattr(condlist[0], "ndim", 0)):
        condlist = [condlist]
    conditions = [asarray(each).astype("bool") for each in condlist]
    if len(funclist) == len(conditions) + 1:
        rest = ~conditions[0]
        for each in conditions[1:]:
            rest = rest & ~each
        conditions.append(rest)
    elif len(funclist) != len(conditions):
        raise ValueError(f"with {len(conditions)} condition(s), either {len(conditions)} or {len(conditions) + 1} functions are expected")
    found = zeros_like(x)
    for condition, function in zip(conditions, funclist):
        found[condition] = function(x[condition], *args, **kw) if callable(function) else function
    return found


def isscalar(element):
    """Whether an object is a number or a text, and no array.

    Example: ``xparray.isscalar(3.0)``.
    """
    import numbers

    return isinstance(element, (numbers.Number, str, bytes))


def iterable(y):
    """Whether an object can be iterated over.

    Example: ``xparray.iterable([1, 2])``.
    """
    try:
        iter(y)
    except TypeError:
        return False
    return True


def shares_memory(a, b):
    """Whether two arrays are views of one.

    Example: ``xparray.shares_memory(x, x[1:])``.
    """
    return asarray(a).shares_memory(asarray(b))


may_share_memory = shares_memory


#: The letters of types, by kinds of elements.
typecodes = {
    "Character": "c", "Integer": "bhilqnp", "UnsignedInteger": "BHILQNP", "Float": "efdg", "Complex": "FDG", "AllInteger": "bBhHiIlLqQnNpP",
    "AllFloat": "efdgFDG", "Datetime": "Mm", "All": "?bhilqnpBHILQNPefdgFDGSUVOMm",
}


def mintypecode(typechars, typeset="GDFgdf", default="d"):
    """The letter of the smallest of a set of types to which the types of letters, or of arrays, become.

    Example: ``xparray.mintypecode(["d", "F"])``.
    """
    letters = {each if isinstance(each, str) else asarray(each).dtype.char for each in typechars}
    found = [each for each in letters if each in typeset]
    if not found:
        return default
    if "F" in found and "d" in found:
        return "D"
    return min(found, key=typeset.index)


def base_repr(number, base=2, padding=0):
    """An integer in a base from 2 to 36, with zeros in front.

    Example: ``xparray.base_repr(6, 5)``.
    """
    if not 2 <= base <= 36:
        raise ValueError(f"Bases {'less than 2' if base < 2 else 'greater than 36'} not handled in base_repr.")
    left, found = abs(int(number)), ""
    while left:
        left, digit = divmod(left, base)
        found = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"[digit] + found
    return ("-" if number < 0 else "") + "0" * padding + (found or ("" if padding else "0"))


def binary_repr(num, width=None):
    """An integer in binary, negative ones in two's complement of a width.

    Example: ``xparray.binary_repr(3, width=4)``.
    """
    if num < 0 and width is not None:
        num += 1 << width
        if num < 0:
            raise ValueError("Insufficient bit width provided.")
    digits = format(num, "b")
    if width is not None and len(digits) > width:
        raise ValueError("Insufficient bit width provided.")
    return digits.zfill(width or 0)


def common_type(*arrays):
    """The type of floats to which the elements of arrays promote, integers as double ones.

    Example: ``xparray.common_type(x, y)``.
    """
    from ._dtypes import result_type

    types = [asarray(each).dtype for each in arrays]
    if any(each.kind == "b" for each in types):
        raise TypeError("can't get common type for non-numeric array")
    return result_type(*(_dtype("float64") if each.kind in "iu" else each for each in types))


def real_if_close(a, tol=100):
    """The real parts of complex elements, if the imaginary ones are at most `tol` times the precision.

    Example: ``xparray.real_if_close(x)``.
    """
    from ._dtypes import finfo

    a = asarray(a)
    if a.dtype.kind != "c":
        return a
    bound = tol * finfo(a.dtype).eps if tol > 1 else tol
    return a.real if bool((abs(a.imag) < bound).all()) else a


def asarray_chkfinite(a, dtype=None, order=None):
    """An array of which all elements are finite; others are a `ValueError`.

    Example: ``xparray.asarray_chkfinite(x)``.
    """
    from ._ufuncs import isfinite

    a = asarray(a, dtype=dtype, order=order)
    if not bool(isfinite(a).all()):
        raise ValueError("array must not contain infs or NaNs")
    return a


def min_scalar_type(a):
    """The smallest type that has a number; of arrays with axes, their own type.

    Example: ``xparray.min_scalar_type(300)``.
    """
    from ._dtypes import finfo, iinfo

    a = asarray(a)
    if a.ndim or a.dtype.kind == "b":
        return a.dtype
    value = a.item()
    if a.dtype.kind in "iu":
        names = ("int8", "int16", "int32", "int64") if value < 0 else ("uint8", "uint16", "uint32", "uint64")
        return next(_dtype(name) for name in names if iinfo(name).min <= value <= iinfo(name).max)
    parts = [value.real, value.imag] if a.dtype.kind == "c" else [value]
    names = {"f": ("float16", "float32", "float64"), "c": ("complex64", "complex128")}[a.dtype.kind]
    fits = lambda name: all(part != part or abs(part) == float("inf") or abs(part) <= finfo(name).max for part in parts)
    return next(_dtype(name) for name in names if fits(name))


def require(a, dtype=None, requirements=None):
    """An array of a type, in the order that requirements ask for; others are met by all arrays: they are aligned, and may be written.

    Example: ``xparray.require(x, dtype="float32", requirements="C")``.
    """
    known = {"C", "F", "A", "W", "O", "E", "C_CONTIGUOUS", "CONTIGUOUS", "F_CONTIGUOUS", "FORTRAN", "ALIGNED", "WRITEABLE", "OWNDATA"}
    words = [requirements] if isinstance(requirements, str) else list(requirements or [])
    wrong = [word for word in words if word.upper() not in known]
    if wrong:
        raise KeyError(f"{', '.join(wrong)}: no requirement")
    words = {word.upper() for word in words}
    if words & {"C", "C_CONTIGUOUS", "CONTIGUOUS"} and words & {"F", "F_CONTIGUOUS", "FORTRAN"}:
        raise ValueError("Cannot specify both \"C\" and \"F\" order")
    order = "F" if words & {"F", "F_CONTIGUOUS", "FORTRAN"} else None
    return asarray(a, dtype, order, copy=True if words & {"O", "OWNDATA"} else None)


__all__ = [
    "asarray_chkfinite", "base_repr", "binary_repr", "common_type", "isscalar", "iterable", "may_share_memory",
    "min_scalar_type", "mintypecode", "piecewise", "real_if_close", "require", "shares_memory", "typecodes",
]
