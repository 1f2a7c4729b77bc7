"""What NumPy does about numbers that are none: here operations never warn, and never did."""

from contextlib import ContextDecorator

_KINDS = ("divide", "over", "under", "invalid")
_HOW = ("ignore", "warn", "raise", "call", "print", "log")


def geterr():
    """How errors of numbers are treated: all are ignored.

    Example: ``xparray.geterr()``.
    """
    return dict.fromkeys(_KINDS, "ignore")


def seterr(all=None, divide=None, over=None, under=None, invalid=None):
    """Takes how errors of numbers are to be treated, of which all are ignored; but refuses to raise them. The old treatment.

    Example: ``xparray.seterr(all="ignore")``.
    """
    for how in (all, divide, over, under, invalid):
        if how is not None and how not in _HOW:
            raise ValueError(f"{how!r} is no treatment of errors")
        if how == "raise":
            raise NotImplementedError("operations are deferred, and raise nothing about the numbers that they give")
    return geterr()


class errstate(ContextDecorator):
    """A context with another treatment of errors of numbers, as of `seterr`.

    Example: ``xparray.errstate(divide="ignore")``.
    """

    def __init__(self, *, call=None, all=None, divide=None, over=None, under=None, invalid=None):
        seterr(all, divide, over, under, invalid)

    def __enter__(self):
        """Nothing changes. Example: ``with xparray.errstate(all="ignore"): ...``."""

    def __exit__(self, *error):
        """Nothing changes back. Example: ``with xparray.errstate(all="ignore"): ...``."""


__all__ = ["errstate", "geterr", "seterr"]
