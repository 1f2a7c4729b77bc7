"""Arrays as text."""

from ._creation import asarray


def array2string(a, max_line_width=None, precision=None, suppress_small=None, separator=" ", prefix="", *, threshold=1000, edgeitems=3,
        sign="-", floatmode="maxprec", suffix=""):
    """The elements as text: in lines of 75 characters, with up to 8 digits behind the point.

    Example: ``xparray.array2string(x, precision=3, separator=", ")``.
    """
    width, digits = 75 if max_line_width is None else max_line_width, 8 if precision is None else precision
    return asarray(a)._text(
        digits, min(threshold, 2**63), edgeitems, width, bool(suppress_small), separator, prefix, suffix, sign, floatmode)


def array_str(a, max_line_width=None, precision=None, suppress_small=None):
    """The elements as text, as `str` gives them.

    Example: ``xparray.array_str(x, precision=3)``.
    """
    return array2string(a, max_line_width, precision, suppress_small)


__all__ = ["array2string", "array_str"]
