"""Morphology of images, and distances in them, of their shape."""

from ... import _core
from ..._creation import asarray
from ..._several import several
from ._filters import _list, _options
from ._output import is_array, written

_native = _core.tables["ndimage"]


def _given(structure, iterations, mask, border_value, origin, axes):
    structure = None if structure is None else asarray(structure)
    mask = None if mask is None else asarray(mask)
    return structure, max(iterations, 0), mask, bool(border_value), several(origin), several(axes)


def _written(found, output):
    if output is None:
        return found
    return written(found, output) if is_array(output) else found.astype(output)


def _named(made, name, doc, example="input"):
    made.__name__ = made.__qualname__ = name
    made.__module__ = "xparray.scipy.ndimage"
    made.__doc__ = f"{doc}\n\nExample: ``xparray.scipy.ndimage.{name}({example})``."
    return made


def _repeated(name, doc):
    """Erosion and dilation: repeated until nothing changes for less than one iteration."""

    def made(input, structure=None, iterations=1, mask=None, output=None, border_value=0, origin=0, brute_force=False, *, axes=None):
        return _written(_native[name](input, _given(structure, iterations, mask, border_value, origin, axes)), output)

    return _named(made, name, doc)


def _opened(name, doc):
    def made(input, structure=None, iterations=1, output=None, origin=0, mask=None, border_value=0, brute_force=False, *, axes=None):
        return _written(_native[name](input, _given(structure, iterations, mask, border_value, origin, axes)), output)

    return _named(made, name, doc)


binary_erosion = _repeated("binary_erosion", "Where all of a structure's elements are true.")
binary_dilation = _repeated("binary_dilation", "Where any of a structure's elements is true.")
binary_opening = _opened("binary_opening", "Erosion, then dilation.")
binary_closing = _opened("binary_closing", "Dilation, then erosion.")


def binary_propagation(input, structure=None, mask=None, output=None, border_value=0, origin=0, *, axes=None):
    """Dilation in a mask until nothing changes.

    Example: ``xparray.scipy.ndimage.binary_propagation(input, mask=mask)``.
    """
    return _written(_native["binary_propagation"](input, _given(structure, 0, mask, border_value, origin, axes)), output)


def binary_fill_holes(input, structure=None, output=None, origin=0, *, axes=None):
    """An image without holes.

    Example: ``xparray.scipy.ndimage.binary_fill_holes(input)``.
    """
    return _written(_native["binary_fill_holes"](input, _given(structure, 1, None, 0, origin, axes)), output)


def binary_hit_or_miss(input, structure1=None, structure2=None, output=None, origin1=0, origin2=None, *, axes=None):
    """Where all elements of one structure are true, and all of another false.

    Example: ``xparray.scipy.ndimage.binary_hit_or_miss(input)``.
    """
    misses = None if structure2 is None else asarray(structure2)
    found = _native["binary_hit_or_miss"](input, misses, several(origin2), _given(structure1, 1, None, 0, origin1, axes))
    return _written(found, output)


def _grey(name, doc):
    def made(input, size=None, footprint=None, structure=None, output=None, mode="reflect", cval=0.0, origin=0, *, axes=None):
        places = None if size is None and footprint is None else (None if size is None else several(size), footprint)
        dtype = output.dtype if is_array(output) else output
        found = _native[name](input, (places, structure), _options(_list(mode), cval, origin, axes, dtype))
        return written(found, output) if is_array(output) else found

    return _named(made, name, f"{doc}, of windows of a size or of a footprint, with the heights of a structure.", "input, size=3")


black_tophat = _grey("black_tophat", "Closing less the image")
grey_closing = _grey("grey_closing", "Dilation, then erosion")
grey_dilation = _grey("grey_dilation", "The greatest elements")
grey_erosion = _grey("grey_erosion", "The least elements")
grey_opening = _grey("grey_opening", "Erosion, then dilation")
morphological_gradient = _grey("morphological_gradient", "Dilation less erosion")
morphological_laplace = _grey("morphological_laplace", "Dilation and erosion less twice the image")
white_tophat = _grey("white_tophat", "The image less opening")


def generate_binary_structure(rank, connectivity, *, device=None):
    """Which neighbours are connected, of shape (3,) * rank: those that differ in as many places at most.

    Example: ``xparray.scipy.ndimage.generate_binary_structure(2, 1)``.
    """
    return _native["generate_binary_structure"](max(rank, 0), max(connectivity, 0), device)


def iterate_structure(structure, iterations, origin=None):
    """A structure dilated by itself; with an origin, that too.

    Example: ``xparray.scipy.ndimage.iterate_structure(structure, 2)``.
    """
    found = _native["iterate_structure"](structure, iterations)
    # What is not iterated has the origin that it had.
    if origin is None or iterations < 2:
        return found
    return found, [iterations * each for each in several(origin) * (asarray(structure).ndim if isinstance(origin, int) else 1)]


def distance_transform_edt(input, sampling=None, return_distances=True, return_indices=False, distances=None, indices=None):
    """The distances of elements from the nearest zero, and its place, of shape (ndim, ...): returned, or written into arrays.

    Example: ``xparray.scipy.ndimage.distance_transform_edt(input)``.
    """
    wanted = _wanted(return_distances, distances, return_indices, indices)
    sampling = [1.0] if sampling is None else [float(each) for each in _list(sampling)]
    found, places = _native["distance_transform_edt"](input, sampling)
    return _several(wanted, (found, places.astype("int32")))


def _wanted(return_distances, distances, return_indices, indices):
    """For distances and places whether they are returned or written, and into what."""
    if not (return_distances or return_indices):
        raise RuntimeError("at least one of distances or indices must be returned")
    if (distances is not None and not return_distances) or (indices is not None and not return_indices):
        raise RuntimeError("what is written is to be computed")
    return (return_distances, distances), (return_indices, indices)


def _several(wanted, found):
    """What is not written into an array: nothing, one, or both."""
    given = []
    for (is_wanted, output), each in zip(wanted, found):
        if is_wanted and output is not None:
            written(each, output)
        elif is_wanted:
            given.append(each)
    return tuple(given) if len(given) > 1 else given[0] if given else None


def distance_transform_cdt(input, metric="chessboard", return_distances=True, return_indices=False, distances=None, indices=None):
    """The distances of elements from the nearest zero in steps, all round (`chessboard`), along axes (`taxicab`), or to the neighbours that a structure
    of 3 elements along each axis has, and its place, of shape (ndim, ...): returned, or written into arrays.

    Example: ``xparray.scipy.ndimage.distance_transform_cdt(input)``.
    """
    wanted = _wanted(return_distances, distances, return_indices, indices)
    if isinstance(metric, str) and not return_indices:
        return _several(wanted, [_native["distance_transform_cdt"](input, metric), None])
    input = asarray(input)
    if isinstance(metric, str):
        if metric not in _METRICS:
            raise ValueError("invalid metric provided")
        metric = generate_binary_structure(input.ndim, _METRICS[metric] or input.ndim, device=input.device)
    metric = asarray(metric)
    if any(each != 3 for each in metric.shape):
        raise ValueError("metric sizes must be equal to 3")
    found, places = _native["distance_transform_cdt_with"](input, metric)
    return _several(wanted, (found, places.astype("int32")))


def distance_transform_bf(input, metric="euclidean", sampling=None, return_distances=True, return_indices=False, distances=None, indices=None):
    """The distances of elements from the nearest zero by a metric (`euclidean`, `taxicab`, `chessboard`), and its place, of shape (ndim, ...): returned,
    or written into arrays.

    Example: ``xparray.scipy.ndimage.distance_transform_bf(input, "taxicab")``.
    """
    if metric == "euclidean":
        return distance_transform_edt(input, sampling, return_distances, return_indices, distances, indices)
    if metric not in _METRICS:
        raise RuntimeError("distance metric not supported")
    wanted = _wanted(return_distances, distances, return_indices, indices)
    found = distance_transform_cdt(input, metric, return_distances, return_indices)
    if not return_indices:
        return _several(wanted, (found.astype("uint32"), None))
    steps, places = found if return_distances else (None, found)
    return _several(wanted, (None if steps is None else steps.astype("uint32"), places))


#: In how many places neighbours differ at most, 0 for all.
_METRICS = {"taxicab": 1, "cityblock": 1, "manhattan": 1, "chessboard": 0}


__all__ = [
    "binary_closing", "binary_dilation", "binary_erosion", "binary_fill_holes", "binary_hit_or_miss", "binary_opening",
    "binary_propagation", "black_tophat", "distance_transform_bf", "distance_transform_cdt", "distance_transform_edt", "generate_binary_structure", "grey_closing",
    "grey_dilation", "grey_erosion", "grey_opening", "iterate_structure", "morphological_gradient", "morphological_laplace", "white_tophat",
]
