"""Arrays as text, and how they become it."""

from contextlib import contextmanager
from contextvars import ContextVar

from ._core import ndarray
from ._creation import asarray

_DEFAULTS = {
    "edgeitems": 3, "threshold": 1000, "floatmode": "maxprec", "precision": 8, "suppress": False, "linewidth": 75, "nanstr": "nan",
    "infstr": "inf", "sign": "-", "formatter": None, "legacy": False, "override_repr": None,
}
_options = ContextVar("printoptions", default=_DEFAULTS)


def get_printoptions():
    """How arrays become text, by the names of the parameters of `set_printoptions`.

    Example: ``xparray.get_printoptions()["precision"]``.
    """
    return dict(_options.get())


def _with(options, precision, threshold, edgeitems, linewidth, suppress, nanstr, infstr, formatter, sign, floatmode, legacy=None,
        override_repr=None):
    """Options with others in the place of those that are given. A formatter goes with the next change, as NumPy's."""
    given = {
        "precision": precision, "threshold": threshold, "edgeitems": edgeitems, "linewidth": linewidth, "nanstr": nanstr, "infstr": infstr,
        "sign": sign, "floatmode": floatmode, "suppress": None if suppress is None else bool(suppress),
    }
    if legacy not in (None, False):
        raise ValueError("arrays are written as today only: legacy modes are not supported")
    if threshold is not None:
        if not isinstance(threshold, (int, float)):
            raise TypeError("threshold must be numeric")
        if threshold != threshold:
            raise ValueError("threshold must be non-NAN, try sys.maxsize for untruncated representation")
        given["threshold"] = int(min(threshold, 2**63))
    if sign not in (None, "-", "+", " "):
        raise ValueError("sign option must be one of ' ', '+', or '-'")
    if floatmode not in (None, "fixed", "unique", "maxprec", "maxprec_equal"):
        raise ValueError("floatmode is fixed, unique, maxprec or maxprec_equal")
    changed = {key: value for key, value in given.items() if value is not None}
    return {**options, **changed, "formatter": formatter, "override_repr": override_repr}


def set_printoptions(precision=None, threshold=None, edgeitems=None, linewidth=None, suppress=None, nanstr=None, infstr=None, formatter=None,
        sign=None, floatmode=None, *, legacy=None, override_repr=None):
    """Says how arrays become text from now on: the digits behind the point, the number of elements above which a few at both ends of each axis
    are shown, the width of lines, whether small numbers are written without exponents, the words for NaN and infinity, functions for elements.

    Example: ``xparray.set_printoptions(precision=4, suppress=True)``.
    """
    _options.set(_with(_options.get(), precision, threshold, edgeitems, linewidth, suppress, nanstr, infstr, formatter, sign, floatmode, legacy,
        override_repr))


@contextmanager
def printoptions(*args, **kwargs):
    """A context in which arrays become text in another way, by the parameters of `set_printoptions`.

    Example: ``with xparray.printoptions(precision=2): print(x)``.
    """
    before = _options.get()
    set_printoptions(*args, **kwargs)
    try:
        yield get_printoptions()
    finally:
        _options.set(before)


def _style(options):
    """Options for the library, which takes all digits for None."""
    return options if options["precision"] is not None else {**options, "precision": 17, "floatmode": "unique"}


def array2string(a, max_line_width=None, precision=None, suppress_small=None, separator=" ", prefix="", *, threshold=None, edgeitems=None,
        sign=None, floatmode=None, suffix="", formatter=None):
    """The elements as text, in which what is not given is as `set_printoptions` says: in lines of a width, with so many digits behind the point,
    or as functions say: of a `formatter` that of `all`, or those of the names that NumPy has for types and kinds of elements.

    Example: ``xparray.array2string(x, precision=3, separator=", ")``.
    """
    before = _options.get()
    options = _with(before, precision, threshold, edgeitems, max_line_width, suppress_small, None, None, formatter or before["formatter"], sign,
        floatmode)
    return _written(asarray(a), options, separator, prefix, suffix)


def _written(a, options, separator, prefix, suffix):
    word = _words(options["formatter"] or {}).get(a.dtype.kind)
    if word is None or not a.size:
        return a._text(_style(options), separator, prefix, suffix)
    edge = options["edgeitems"] if a.size > options["threshold"] else a.size
    return _nested(a, word, separator, edge, " " * (len(prefix) + 1), options["linewidth"] - len(suffix))


def array_repr(arr, max_line_width=None, precision=None, suppress_small=None):
    """The text that shows an array with its type, as `repr` gives it.

    Example: ``xparray.array_repr(x, precision=3)``.
    """
    a, before = asarray(arr), _options.get()
    options = _with(before, precision, None, None, max_line_width, suppress_small, None, None, before["formatter"], None, None)
    if not options["formatter"]:
        return a._shown(_style(options))
    name, text = a.dtype.name, "array(" + _written(a, options, ", ", "array(", ")")
    extras = [f"shape={a.shape}"] if a.size > options["threshold"] or (not a.size and a.shape != (0,)) else []
    extras += [] if a.size and name in ("bool", "int64", "float64", "complex128") else [f"dtype={name}"]
    if not extras:
        return text + ")"
    line, more = text.rsplit("\n", 1)[-1] + ",", ", ".join(extras) + ")"
    return text + "," + (" " if len(line) + len(more) < options["linewidth"] else "\n      ") + more


#: The kinds of elements that names of formatters are for; later ones are the more particular ones.
_KINDS = {
    "all": "biufc", "int_kind": "iu", "float_kind": "f", "complex_kind": "c", "bool": "b", "int": "iu", "float": "f", "complexfloat": "c",
}


def _words(formatter):
    """The functions for kinds of elements."""
    return {kind: formatter[name] for name, kinds in _KINDS.items() if formatter.get(name) is not None for kind in kinds}


def _nested(a, word, separator, edge, indent, width):
    """The text of an array, of whose axes so many parts at both ends are shown, in lines of a width after the first."""
    if not a.ndim:
        return word(a.item())
    parts = [a[k] for k in range(len(a))] if len(a) <= 2 * edge else [*(a[k] for k in range(edge)), None, *(a[k] for k in range(-edge, 0))]
    texts = ["..." if part is None else _nested(part, word, separator, edge, indent + " ", width - 1) for part in parts]
    if a.ndim > 1:
        return "[" + (separator.rstrip() + "\n" * (a.ndim - 1) + indent).join(texts) + "]"
    lines, room = [indent], width - max(len(separator.rstrip()), 1)
    for k, text in enumerate(texts):
        if len(lines[-1]) + len(text) > room and len(lines[-1]) > len(indent):
            lines[-1] = lines[-1].rstrip()
            lines.append(indent)
        lines[-1] += text + (separator if k + 1 < len(texts) else "")
    return "[" + "\n".join(lines)[len(indent) :] + "]"


def array_str(a, max_line_width=None, precision=None, suppress_small=None):
    """The elements as text, as `str` gives them.

    Example: ``xparray.array_str(x, precision=3)``.
    """
    a = asarray(a)
    # As NumPy's scalars, which have all their digits.
    return _plain_str(a) if not a.ndim else array2string(a, max_line_width, precision, suppress_small)


_plain_str, _plain_repr = ndarray.__str__, ndarray.__repr__


def _str(self):
    return _plain_str(self) if _options.get() is _DEFAULTS else array_str(self)


def _repr(self):
    options = _options.get()
    if options is _DEFAULTS:
        return _plain_repr(self)
    return array_repr(self) if options["override_repr"] is None else options["override_repr"](self)


ndarray.__str__, ndarray.__repr__ = _str, _repr

__all__ = ["array2string", "array_repr", "array_str", "get_printoptions", "printoptions", "set_printoptions"]
