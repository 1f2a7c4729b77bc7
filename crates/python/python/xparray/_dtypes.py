"""Element types, and what is known of them."""

from dataclasses import dataclass

from . import _core
from ._core import dtype, ndarray

table = {each.name: each for each in _core.dtypes}
globals().update(table)
bool_ = table["bool"]
_KINDS = {
    "bool": "b",
    "signed integer": "i",
    "unsigned integer": "u",
    "integral": "iu",
    "real floating": "f",
    "complex floating": "c",
    "numeric": "iufc",
}


def _of(x):
    """The element type of an array, or that which an object names."""
    return x.dtype if isinstance(x, ndarray) else dtype(x)


@dataclass(frozen=True)
class finfo_object:
    """The limits of a type of floats."""

    bits: int
    eps: float
    max: float
    min: float
    smallest_normal: float
    dtype: dtype

    @property
    def tiny(self):
        """NumPy's name of the smallest normal number."""
        return self.smallest_normal

    @property
    def smallest_subnormal(self):
        """The smallest positive number."""
        return self.smallest_normal * self.eps

    @property
    def resolution(self):
        """The last of the decimal digits that are all right."""
        digits = {"float16": 3, "bfloat16": 2, "float32": 6, "float64": 15}
        return 10.0 ** -digits[self.dtype.name]


@dataclass(frozen=True)
class iinfo_object:
    """The limits of a type of integers."""

    bits: int
    max: int
    min: int
    dtype: dtype


#: Binary digits behind the first one, and the largest exponent.
_FLOATS = {"float16": (10, 15), "bfloat16": (7, 127), "float32": (23, 127), "float64": (52, 1023)}
_PARTS = {"complex64": "float32", "complex128": "float64"}


def finfo(type, /):
    """The limits of a type of floats, or of the parts of complex numbers.

    Example: ``xparray.finfo(xparray.float32).eps``.
    """
    found = _of(type)
    real = table[_PARTS.get(found.name, found.name)]
    if real.name not in _FLOATS:
        raise ValueError(f"{found!r} is not a type of floats")
    digits, exponent = _FLOATS[real.name]
    largest = (2.0 - 2.0**-digits) * 2.0**exponent
    return finfo_object(8 * real.itemsize, 2.0**-digits, largest, -largest, 2.0 ** (1 - exponent), real)


def iinfo(type, /):
    """The limits of a type of integers.

    Example: ``xparray.iinfo(xparray.int8).max``.
    """
    found = _of(type)
    bits = 8 * found.itemsize
    if found.kind == "i":
        return iinfo_object(bits, 2 ** (bits - 1) - 1, -(2 ** (bits - 1)), found)
    if found.kind == "u":
        return iinfo_object(bits, 2**bits - 1, 0, found)
    raise ValueError(f"{found!r} is not a type of integers")


def _numpys(name):
    """What NumPy says of an element type."""

    def found(self):
        import numpy

        return getattr(numpy.dtype(self), name)

    return property(found, doc=f"NumPy's `{name}` of the type.")


for _name in ("alignment", "byteorder", "char", "isnative", "num", "type"):
    setattr(dtype, _name, _numpys(_name))
# Elements are numbers, which have no parts with names.
dtype.names = dtype.fields = dtype.subdtype = dtype.metadata = None
dtype.hasobject = dtype.isalignedstruct = False
dtype.isbuiltin = 1
dtype.base = property(lambda self: self, doc="The type of the parts: itself.")


def isdtype(dtype, kind):
    """Whether an element type is of a kind, or one of several.

    Example: ``xparray.isdtype(xparray.int8, ("integral", "bool"))``.
    """
    if isinstance(kind, tuple):
        return any(isdtype(dtype, each) for each in kind)
    if isinstance(kind, str):
        if kind not in _KINDS:
            raise ValueError(f"kind must be one of {', '.join(_KINDS)}, not {kind!r}")
        return _of(dtype).kind in _KINDS[kind]
    return _of(dtype) == _of(kind)


class generic:
    """Any element type, for `issubdtype`, as the kinds below."""


class number(generic):
    """Types of numbers."""


class integer(number):
    """Types of integers."""


class signedinteger(integer):
    """Types of integers with signs."""


class unsignedinteger(integer):
    """Types of integers without signs."""


class inexact(number):
    """Types of floats and of complex numbers."""


class floating(inexact):
    """Types of floats."""


class complexfloating(inexact):
    """Types of complex numbers."""


_CLASSES = {"b": generic, "i": signedinteger, "u": unsignedinteger, "f": floating, "c": complexfloating}


def issubdtype(arg1, arg2):
    """Whether an element type, or a kind of types, is another one, or among those of a kind.

    Example: ``xparray.issubdtype(xparray.int8, xparray.integer)``.
    """
    first, second = _class(arg1), _class(arg2)
    if second is None:
        return first is None and _of(arg1) == _of(arg2)
    return issubclass(_CLASSES[_of(arg1).kind] if first is None else first, second)


def _class(kind):
    """A kind of types, also by NumPy's class; None for an element type."""
    if not isinstance(kind, type):
        return None
    if issubclass(kind, generic):
        return kind
    found = globals().get(kind.__name__) if kind.__module__ == "numpy" else None
    return found if isinstance(found, type) and issubclass(found, generic) else None


def can_cast(from_, to, casting="safe"):
    """Whether elements of one type become another without losing more than a rule allows.

    Example: ``xparray.can_cast(xparray.int8, xparray.int16)``.
    """
    return _core.can_cast(_of(from_), to, casting)


def result_type(*arrays_and_dtypes):
    """The element type of an operation on arrays, types, and numbers of Python, which are weak.

    Example: ``xparray.result_type(xparray.int8, xparray.float32)``.
    """
    return _core.result_type(list(arrays_and_dtypes))


def promote_types(type1, type2):
    """The element type of an operation on two types.

    Example: ``xparray.promote_types("int8", "float32")``.
    """
    return _core.result_type([dtype(type1), dtype(type2)])


__all__ = [
    *table, "bool_", "can_cast", "complexfloating", "dtype", "finfo", "floating", "generic", "iinfo", "inexact", "integer", "isdtype",
    "issubdtype", "number", "promote_types", "result_type", "signedinteger", "unsignedinteger",
]
