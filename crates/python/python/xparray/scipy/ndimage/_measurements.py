"""Measurements of images: of all elements, or of those of each label."""

from ... import _core
from ..._creation import asarray, full
from ..._searching import unique
from ..._table import documented
from ._output import is_array, written
from inspect import signature

_native = _core.tables["ndimage"]


def _groups(labels, index):
    """What the library takes, and whether one label is asked for."""
    if labels is None:
        return (None, None)
    labels = asarray(labels)
    if labels.dtype.kind == "f":
        labels, index = _numbered(labels, index)
    if index is None:
        # All labels above zero are one group.
        return ((labels > 0).astype("int64"), [1])
    return (labels, [int(each) for each in asarray(index).reshape(-1).tolist()])


def _numbered(labels, index):
    """Labels that are no integers as the places of their values, and those of an index."""
    if index is None:
        return labels > 0, None
    values, places = unique(labels, return_inverse=True)
    place_of = {value: place for place, value in enumerate(values.tolist())}
    return places.reshape(labels.shape), [place_of.get(float(each), -1) for each in asarray(index).reshape(-1).tolist()]


def _shaped(found, labels, index):
    """The measurements in the shape of the index."""
    if labels is None:
        return found
    shape = () if index is None else asarray(index).shape
    return found.reshape(*shape, *found.shape[1:])


def _measured(name, input, labels, index):
    if name.startswith(("maximum", "minimum")):
        _check_found(labels, index)
    if name == "sum_labels" and labels is not None and (index is None or not asarray(index).ndim):
        # Of one group as other sums: whole numbers of whole ones.
        labels = asarray(labels)
        return asarray(input)[labels > 0 if index is None else labels == index].sum()
    input = asarray(input)
    if name == "median" and _is_of_nothing(input, labels, index):
        return full((), float("nan"))
    if labels is None and name in _IN_DOUBLE and input.dtype == "float32":
        input = input.astype("float64")
    return _shaped(_native[name](input, _groups(labels, index)), labels, index)


#: What is in double precision of groups is so of all elements.
_IN_DOUBLE = ("mean", "standard_deviation", "variance")


def _is_nowhere(labels, index):
    """Whether one label is asked for that is nowhere."""
    one = labels is not None and index is not None and asarray(index).ndim == 0
    return one and not (asarray(labels) == index).any()


def _is_of_nothing(input, labels, index):
    """Whether one number of no elements is asked for."""
    if labels is None or index is None:
        return not (input.size and (labels is None or (asarray(labels) > 0).any()))
    return _is_nowhere(labels, index)


def _check_found(labels, index):
    """Refuses the extremum of one label that is nowhere."""
    if _is_nowhere(labels, index):
        raise ValueError(f"there is no element with the label {index}")


def _measurement(name, native, doc):
    def made(input, labels=None, index=None):
        return _measured(native, input, labels, index)

    made.__name__ = made.__qualname__ = name
    made.__module__ = "xparray.scipy.ndimage"
    made.__doc__ = documented(made.__module__, name, signature(made).parameters.values(), f"{doc}, of the shape of the index.")
    return made


_MEASUREMENTS = {
    "maximum": "The greatest elements",
    "mean": "Means",
    "median": "Medians",
    "minimum": "The least elements",
    "standard_deviation": "Standard deviations",
    "sum_labels": "Sums",
    "variance": "Variances",
}
globals().update({name: _measurement(name, name, doc) for name, doc in _MEASUREMENTS.items()})
sum = _measurement("sum", "sum_labels", "Sums")


def _position(name, input, labels, index):
    found = _measured(name, input, labels, index if index is None or not asarray(index).ndim else asarray(index).reshape(-1))
    return tuple(found.tolist()) if found.ndim == 1 else [tuple(each) for each in found.tolist()]


def maximum_position(input, labels=None, index=None):
    """Where the greatest elements are: a tuple, or one for each label of the index.

    Example: ``xparray.scipy.ndimage.maximum_position(input)``.
    """
    return _position("maximum_position", input, labels, index)


def minimum_position(input, labels=None, index=None):
    """Where the least elements are: a tuple, or one for each label of the index.

    Example: ``xparray.scipy.ndimage.minimum_position(input)``.
    """
    return _position("minimum_position", input, labels, index)


def center_of_mass(input, labels=None, index=None):
    """The centers of mass: a tuple, or one for each label of the index.

    Example: ``xparray.scipy.ndimage.center_of_mass(input)``.
    """
    return _position("center_of_mass", input, labels, index)


def extrema(input, labels=None, index=None):
    """The least and the greatest elements, and where they are.

    Example: ``xparray.scipy.ndimage.extrema(input)``.
    """
    _check_found(labels, index)
    groups = _groups(labels, index)
    least, greatest, *places = (_shaped(each, labels, index) for each in _native["extrema"](asarray(input), groups))
    where = (tuple(each.tolist()) if each.ndim == 1 else [tuple(place) for place in each.reshape(-1, each.shape[-1]).tolist()] for each in places)
    return least, greatest, *where


def histogram(input, min, max, bins, labels=None, index=None):
    """How many elements are in each of equal bins: a vector, or one for each label of the index.

    Example: ``xparray.scipy.ndimage.histogram(input, 0, 1, 10)``.
    """
    found = _native["histogram"](asarray(input), float(min), float(max), bins, _groups(labels, index))
    return _shaped(found, labels, index)


def label(input, structure=None, output=None):
    """The parts of an image that are not zero and not connected, numbered from 1, of its shape; and how many there are.

    Example: ``xparray.scipy.ndimage.label(input)``.
    """
    found, count = _native["label"](input, structure)
    if output is None:
        return found, count
    if is_array(output):
        written(found, output)
        return count
    return found.astype(output), count


def find_objects(input, max_label=0):
    """The slices that hold each label, or None for one that is not there.

    Example: ``xparray.scipy.ndimage.find_objects(labels)``.
    """
    input = asarray(input)
    found = _native["find_objects"](input.astype("int8") if input.dtype.kind == "b" else input, max_label or None)
    return [None if each is None else tuple(slice(*ends, None) for ends in each) for each in found]


def value_indices(arr, *, ignore_value=None):
    """The places of each value of an array of integers, by the value.

    Example: ``xparray.scipy.ndimage.value_indices(labels)``.
    """
    return {value: tuple(places) for value, places in _native["value_indices"](arr, ignore_value)}


def labeled_comprehension(input, labels, index, func, out_dtype, default, pass_positions=False):
    """What a function gives of the elements of each label, and a default for labels that are not there, of the shape of the index.

    Example: ``xparray.scipy.ndimage.labeled_comprehension(x, labels, [1, 2], xparray.median, float, 0)``.
    """
    from ..._creation import arange

    input = asarray(input)
    places = arange(input.size).reshape(input.shape)
    if labels is None:
        return func(input.ravel(), places.ravel()) if pass_positions else func(input.ravel())
    labels = asarray(labels)
    wanted = (labels > 0) if index is None else None

    def of(mask):
        if not bool(mask.any()):
            return default
        return func(input[mask], places[mask]) if pass_positions else func(input[mask])

    if index is None:
        return of(wanted)
    index = asarray(index)
    found = [of(labels == each) for each in index.reshape(-1).tolist()]
    return asarray([float(each) if not isinstance(each, complex) else each for each in found]).astype(out_dtype).reshape(index.shape)


def watershed_ift(input, markers, structure=None, output=None):
    """The basins of an image about markers, of its shape.

    Example: ``xparray.scipy.ndimage.watershed_ift(input, markers)``.
    """
    found = _native["watershed_ift"](input, markers, structure)
    if output is None:
        return found
    return written(found, output) if is_array(output) else found.astype(output)


__all__ = [
    *_MEASUREMENTS, "center_of_mass", "extrema", "find_objects", "histogram", "label", "labeled_comprehension", "maximum_position",
    "minimum_position", "sum", "value_indices", "watershed_ift",
]
