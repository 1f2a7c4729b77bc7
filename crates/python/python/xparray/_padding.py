"""What is put around arrays."""

from . import _core
from ._creation import arange, asarray, zeros
from ._grids import ndindex
from ._manipulation import concat, moveaxis
from ._several import axes_of

_native = _core.tables["numpy"]
_STATISTICS = ("maximum", "mean", "median", "minimum")


#: The keywords of modes.
_KEYWORDS = {
    "constant": {"constant_values"}, "linear_ramp": {"end_values"}, "reflect": {"reflect_type"}, "symmetric": {"reflect_type"},
    "edge": set(), "wrap": set(), "empty": set(), **dict.fromkeys(_STATISTICS, {"stat_length"}),
}


def pad(array, pad_width, mode="constant", **kwargs):
    """An array with elements around it: constants, its edges, ramps, what statistics of so many of its outer elements say, or itself
    mirrored, evenly or oddly, or repeated. A function gets each vector along an axis, the widths, the axis and the keywords, and changes it.
    Keywords are `constant_values`, `end_values` of ramps, `stat_length`, and `reflect_type`.

    Example: ``xparray.pad(x, 1, mode="reflect")``.
    """
    array = asarray(array)
    return _core.laid_out(_padded(array, pad_width, mode, kwargs), [array], "A")


def _padded(array, pad_width, mode, kwargs):
    if isinstance(pad_width, dict):
        named = {axes_of(axis, array.ndim)[0]: width for axis, width in pad_width.items()}
        pad_width = [named.get(axis, (0, 0)) for axis in range(array.ndim)]
        pad_width = [(each, each) if isinstance(each, int) else tuple(each) for each in pad_width]
    pairs = _pairs(pad_width, array.ndim)
    if callable(mode):
        return _by_function(array, pairs, mode, kwargs)
    if not isinstance(mode, str) or mode not in _KEYWORDS:
        raise ValueError(f"mode '{mode}' is not supported")
    if not kwargs.keys() <= _KEYWORDS[mode]:
        raise ValueError(f"unsupported keyword arguments for mode '{mode}': {sorted(kwargs.keys() - _KEYWORDS[mode])}")
    constant_values, end_values = kwargs.get("constant_values", 0), kwargs.get("end_values", 0)
    stat_length, reflect_type = kwargs.get("stat_length"), kwargs.get("reflect_type", "even")
    for axis, (pair, d) in enumerate(zip(pairs, array.shape)):
        if not d and pair != (0, 0) and mode not in ("constant", "empty"):
            raise ValueError(f"can't extend empty axis {axis} using modes other than 'constant' or 'empty'")
    if reflect_type not in ("even", "odd"):
        raise ValueError("reflect_type is 'even' or 'odd'")
    if mode in ("reflect", "symmetric") and reflect_type == "odd":
        for axis, pair in enumerate(pairs):
            array = _mirrored_oddly(array, axis, pair, mode == "symmetric")
        return array
    if mode in _STATISTICS and stat_length is not None:
        for axis, (pair, lengths) in enumerate(zip(pairs, _pairs(stat_length, array.ndim))):
            array = _by_statistics(array, axis, pair, lengths, mode)
        return array
    if mode == "empty":
        return _native["pad"](array, pairs, ("constant", 0))
    # Constants are elements; ramps are rounded.
    value = asarray(end_values) if mode == "linear_ramp" else asarray(constant_values, array.dtype)
    if not value.ndim:
        return _native["pad"](array, pairs, (mode, value.item()))
    # Each side has a value of its own: one after the other, as the corners are those of the last axis.
    values = value._broadcast_to((array.ndim, 2)).tolist()
    for axis, (pair, each) in enumerate(zip(pairs, values)):
        for side in (0, 1):
            widths = [(0, 0)] * array.ndim
            widths[axis] = (pair[0], 0) if side == 0 else (0, pair[1])
            array = _native["pad"](array, widths, (mode, each[side]))
    return array


def _pairs(given, ndim):
    """For each axis two numbers, of one for all, two for each, or all of them."""
    try:
        numbers = asarray(given)
    except TypeError:
        raise TypeError("`pad_width` must be of integral type.") from None
    if numbers.dtype.kind not in "iu" and numbers.size:
        raise TypeError("`pad_width` must be of integral type.")
    if numbers.ndim > 2:
        raise ValueError("input operand has more dimensions than allowed by the axis remapping")
    if numbers.ndim and (numbers.shape[-1] not in (1, 2) or (numbers.ndim == 2 and numbers.shape[0] not in (1, ndim))):
        raise ValueError(f"operands could not be broadcast together with shapes {numbers.shape} and {(ndim, 2)}")
    pairs = [tuple(pair) for pair in numbers._broadcast_to((ndim, 2)).tolist()]
    if any(each < 0 for pair in pairs for each in pair):
        raise ValueError("index can't contain negative values")
    return pairs


def _by_function(array, pairs, function, keywords):
    found = zeros([before + d + after for d, (before, after) in zip(array.shape, pairs)], array.dtype, device=array.device)
    found[tuple(slice(before, before + d) for d, (before, _) in zip(array.shape, pairs))] = array
    for axis, pair in enumerate(pairs):
        vectors = moveaxis(found, axis, -1)
        for place in ndindex(*vectors.shape[:-1]):
            function(vectors[place], pair, axis, keywords)
    return found


def _mirrored_oddly(array, axis, pair, edge):
    """Mirrored at its ends so that differences go on; with or without repeating the edge."""
    n = array.shape[axis]
    if pair == (0, 0):
        return array
    period = 2 * n if edge else max(2 * (n - 1), 1)
    places = arange(-pair[0], n + pair[1], device=array.device)
    turn, place = places // period, places % period
    is_back = place >= n
    found = _core.take(array, _core.where(is_back, period - edge - place, place), axis)
    shape = [-1 if each == axis else 1 for each in range(array.ndim)]
    turn, is_back = turn.reshape(shape), is_back.reshape(shape)
    first, last = _core.take(array, [0], axis), _core.take(array, [n - 1], axis)
    return (_core.where(is_back, 2 * last - found, found) + 2 * turn * (last - first)).astype(array.dtype)


def _by_statistics(array, axis, pair, lengths, mode):
    n = array.shape[axis]
    parts = [array]
    for side, (width, length) in enumerate(zip(pair, lengths)):
        length = min(length, n)
        if not length and mode in ("maximum", "minimum"):
            raise ValueError("stat_length of 0 yields no value for padding")
        outer = _core.take(array, arange(length, device=array.device) + (n - length if side else 0), axis)
        found = _core.reduce({"maximum": "max", "minimum": "min"}.get(mode, mode), outer, [axis], True)
        found = (_core.round(found, 0) if array.dtype.kind in "iu" and found.dtype.kind == "f" else found).astype(array.dtype)
        around = found._broadcast_to([width if each == axis else d for each, d in enumerate(array.shape)])
        parts = parts + [around] if side else [around] + parts
    return concat(parts, axis=axis)


__all__ = ["pad"]
