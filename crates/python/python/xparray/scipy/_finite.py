"""Refusal of NaN and infinities, by functions that check for them unless `check_finite` is false."""

from functools import wraps
from inspect import signature

from .._creation import asarray

#: Parameters that are arrays, or begin with some.
_ARRAYS = frozenset(
    ("a", "A", "a_band", "ab", "b", "B", "c_and_lower", "c_or_cr", "cb_and_lower", "E", "lu_and_piv", "Q", "R", "T", "u", "v", "x", "Z")
)


def _check(array):
    if array.dtype.kind in "fc" and not (abs(array) < float("inf")).all():
        raise ValueError("array must not contain infs or NaNs")


def finite(function):
    """The function, if it has the parameter `check_finite` with the check that it asks for."""
    of = signature(function)
    if "check_finite" not in of.parameters:
        return function

    @wraps(function)
    def made(*args, **kwargs):
        given = of.bind(*args, **kwargs)
        if given.arguments.get("check_finite", of.parameters["check_finite"].default):
            for name, value in given.arguments.items():
                if name not in _ARRAYS or value is None:
                    continue
                if isinstance(value, tuple) and name.endswith(("_and_lower", "_and_piv", "_cr")):
                    _check(asarray(value[0]))
                else:
                    given.arguments[name] = asarray(value)
                    _check(given.arguments[name])
        return function(*given.args, **given.kwargs)

    return made
