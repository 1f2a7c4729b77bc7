"""Arrays as text."""

from ._creation import asarray


def array2string(a, max_line_width=None, precision=None, suppress_small=None, separator=" ", prefix="", *, threshold=1000, edgeitems=3,
        sign="-", floatmode="maxprec", suffix="", formatter=None):
    """The elements as text: in lines of 75 characters, with up to 8 digits behind the point, or as functions say: of a `formatter` that
    of `all`, or those of the names that NumPy has for types and kinds of elements.

    Example: ``xparray.array2string(x, precision=3, separator=", ")``.
    """
    width, digits = 75 if max_line_width is None else max_line_width, 8 if precision is None else precision
    a = asarray(a)
    word = _words(formatter or {}).get(a.dtype.kind)
    if word is not None and a.size:
        edge = edgeitems if a.size > threshold else a.size
        return _nested(a, word, separator, edge, " " * (len(prefix) + 1), width - len(suffix))
    return a._text(
        digits, min(threshold, 2**63), edgeitems, width, bool(suppress_small), separator, prefix, suffix, sign, floatmode)


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
    return array2string(a, max_line_width, precision, suppress_small)


__all__ = ["array2string", "array_str"]
