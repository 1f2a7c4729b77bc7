"""SciPy's morphology, measurements and transforms of images, beside SciPy's."""

import numpy
import pytest

import xparray
from xparray.scipy import ndimage
from test_scipy import given, same
from test_scipy_arrays import check

scipy_ndimage = pytest.importorskip("scipy.ndimage")

RNG = numpy.random.default_rng(19)
IMAGE, SPOTS = RNG.normal(size=(8, 9)), RNG.uniform(size=(9, 11)) > 0.45
CROSS, SQUARE = numpy.array([[0, 1, 0], [1, 1, 1], [0, 1, 0]]), numpy.ones((3, 3), dtype=int)
HEIGHTS = RNG.normal(size=(3, 3))
LABELS = scipy_ndimage.label(SPOTS)[0][:8, :9]

BINARY = [
    *((name, {}) for name in ("binary_erosion", "binary_dilation", "binary_opening", "binary_closing", "binary_propagation", "binary_fill_holes",
    "binary_hit_or_miss")),
    ("binary_erosion", {"structure": SQUARE, "border_value": 1}), ("binary_dilation", {"structure": SQUARE, "iterations": 2, "mask": SPOTS[::-1].copy()}),
    ("binary_dilation", {"iterations": -1, "mask": SPOTS | SPOTS[:, ::-1]}), ("binary_erosion", {"iterations": 3, "origin": (0, 1)}),
    ("binary_propagation", {"mask": SPOTS[:, ::-1].copy()}), ("binary_fill_holes", {"structure": SQUARE}), ("binary_closing", {"structure": SQUARE, "iterations": 2}),
    ("binary_hit_or_miss", {"structure1": CROSS, "structure2": 1 - CROSS}),
]


@pytest.mark.parametrize("name, keywords", BINARY, ids=lambda value: value if isinstance(value, str) else "")
def test_binary_morphology_is_scipys(name, keywords):
    ours = getattr(ndimage, name)(given(SPOTS), **{key: given(value) for key, value in keywords.items()})
    assert ours.dtype == "bool"
    same(ours, getattr(scipy_ndimage, name)(SPOTS, **keywords))


GREY = [
    *((name, {"size": 3}) for name in ("grey_erosion", "grey_dilation", "grey_opening", "grey_closing", "morphological_gradient",
    "morphological_laplace", "white_tophat", "black_tophat")),
    ("grey_erosion", {"footprint": CROSS, "mode": "constant", "cval": 1.0}), ("grey_dilation", {"structure": HEIGHTS}), ("grey_erosion", {"size": (3, 5), "mode": "wrap"}),
    ("grey_opening", {"footprint": CROSS, "structure": HEIGHTS}),
]


@pytest.mark.parametrize("name, keywords", GREY, ids=lambda value: value if isinstance(value, str) else "")
def test_grey_morphology_is_scipys(name, keywords):
    check(getattr(ndimage, name), getattr(scipy_ndimage, name), (IMAGE,), keywords)


def test_structures_and_distances_are_scipys():
    for rank, connectivity in ((2, 1), (2, 2), (3, 2), (1, 1), (0, 1)):
        same(ndimage.generate_binary_structure(rank, connectivity), scipy_ndimage.generate_binary_structure(rank, connectivity))
    same(ndimage.iterate_structure(CROSS, 3), scipy_ndimage.iterate_structure(CROSS, 3))
    same(ndimage.distance_transform_edt(given(SPOTS)), scipy_ndimage.distance_transform_edt(SPOTS))
    same(ndimage.distance_transform_edt(given(SPOTS), [1.0, 2.5]), scipy_ndimage.distance_transform_edt(SPOTS, [1.0, 2.5]))
    distances, places = ndimage.distance_transform_edt(given(SPOTS), return_indices=True)
    row, column = numpy.indices(SPOTS.shape)
    place = numpy.asarray(places)
    same(distances, numpy.hypot(place[0] - row, place[1] - column))
    assert not SPOTS[tuple(place)].any()
    for metric in ("chessboard", "taxicab"):
        same(ndimage.distance_transform_cdt(given(SPOTS), metric), scipy_ndimage.distance_transform_cdt(SPOTS, metric))


@pytest.mark.parametrize("structure", [None, SQUARE], ids=["cross", "square"])
def test_labels_are_scipys(structure):
    (labels, count), (expected, theirs) = ndimage.label(given(SPOTS), given(structure)), scipy_ndimage.label(SPOTS, structure)
    assert count == theirs and labels.dtype == "int32"
    same(labels, expected)
    assert ndimage.find_objects(labels) == scipy_ndimage.find_objects(expected)
    assert ndimage.find_objects(labels * 2) == scipy_ndimage.find_objects(expected * 2)
    output = given(numpy.zeros(SPOTS.shape, dtype="int64"))
    assert ndimage.label(given(SPOTS), given(structure), output) == count
    same(output, expected)
    found, values = ndimage.value_indices(labels, ignore_value=0), scipy_ndimage.value_indices(expected, ignore_value=0)
    assert sorted(found) == sorted(values)
    for key in found:
        same(found[key], values[key])


@pytest.mark.parametrize("name", ["sum", "sum_labels", "mean", "variance", "standard_deviation", "minimum", "maximum", "median", "minimum_position",
    "maximum_position", "center_of_mass", "extrema"])
def test_measurements_are_scipys(name):
    for arguments in ((), (LABELS,), (LABELS, 2), (LABELS, [1, 5, 2]), (LABELS, numpy.array([1, 2]))):
        ours = getattr(ndimage, name)(given(IMAGE), *map(given, arguments))
        theirs = getattr(scipy_ndimage, name)(IMAGE, *arguments)
        if isinstance(theirs, list):
            same(numpy.array([*map(numpy.asarray, ours)]), numpy.array(theirs)) if name != "extrema" else same(ours, theirs)
        else:
            for x, y in zip(ours, theirs) if isinstance(theirs, tuple) else [(ours, theirs)]:
                numpy.testing.assert_allclose(numpy.asarray(x), numpy.asarray(y), rtol=1e-9)


def test_histograms_and_functions_of_labels_are_scipys():
    same(ndimage.histogram(given(IMAGE), -2, 2, 5), scipy_ndimage.histogram(IMAGE, -2, 2, 5))
    ours, theirs = ndimage.histogram(given(IMAGE), -2, 2, 5, given(LABELS), [1, 2]), scipy_ndimage.histogram(IMAGE, -2, 2, 5, LABELS, [1, 2])
    same(ours, numpy.stack(theirs))
    ours = ndimage.labeled_comprehension(given(IMAGE), given(LABELS), [1, 2, 99], lambda x: x.max() - x.min(), float, -1)
    same(ours, scipy_ndimage.labeled_comprehension(IMAGE, LABELS, [1, 2, 99], numpy.ptp, float, -1))
    markers = numpy.zeros((8, 9), dtype="int16")
    markers[1, 1], markers[6, 7] = 1, 2
    heights = (20 * IMAGE + 128).astype("uint8")
    same(ndimage.watershed_ift(given(heights), given(markers)), scipy_ndimage.watershed_ift(heights, markers))


SPECTRUM = numpy.fft.fft2(IMAGE)
OTHERS = [
    ("zoom", (IMAGE, 1.5), {}), ("zoom", (IMAGE, (2, 0.5)), {"order": 1, "mode": "nearest"}), ("zoom", (IMAGE, 2), {"grid_mode": True, "mode": "grid-constant"}),
    ("affine_transform", (IMAGE, numpy.array([[0.8, 0.1], [-0.2, 1.1]])), {"offset": 0.47}), ("affine_transform", (IMAGE, numpy.array([0.5, 2.0])), {"order": 1}),
    ("affine_transform", (IMAGE, numpy.eye(2)), {"offset": (1.0, -1.0), "output_shape": (5, 6), "mode": "mirror"}), ("spline_filter", (IMAGE,), {}),
    ("spline_filter1d", (IMAGE, 2, 0), {}), ("gaussian_filter1d", (IMAGE, 1.5), {}), ("gaussian_filter1d", (IMAGE, 1.5, 0, 1), {"radius": 4}),
    ("maximum_filter1d", (IMAGE, 3), {}), ("minimum_filter1d", (IMAGE, 4, 0, None, "wrap"), {}), ("uniform_filter1d", (IMAGE, 3), {"origin": 1}),
    ("fourier_gaussian", (SPECTRUM, 1.5), {}), ("fourier_uniform", (SPECTRUM, (2, 3)), {}), ("fourier_ellipsoid", (SPECTRUM, 3), {}), ("fourier_shift", (SPECTRUM, 0.5), {}),
]


@pytest.mark.parametrize("name, arguments, keywords", OTHERS, ids=lambda value: value if isinstance(value, str) else "")
def test_transforms_are_scipys(name, arguments, keywords):
    same(getattr(ndimage, name)(*map(given, arguments), **keywords), getattr(scipy_ndimage, name)(*arguments, **keywords), 1e-7)


def test_functions_of_python_are_called_with_arrays():
    spread = ndimage.generic_filter(given(IMAGE), lambda x: x.max(axis=-1) - x.min(axis=-1), size=3)
    same(spread, scipy_ndimage.generic_filter(IMAGE, numpy.ptp, size=3))
    moved = ndimage.geometric_transform(given(IMAGE), lambda p: (p[0] - 0.5, p[1] * 0.8))
    same(moved, scipy_ndimage.geometric_transform(IMAGE, lambda p: (p[0] - 0.5, p[1] * 0.8)), 1e-7)

    def fails(x):
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        ndimage.generic_filter(given(IMAGE), fails, size=3)


def test_images_that_cannot_be_are_refused():
    for wrong in (
        lambda: ndimage.binary_erosion(given(SPOTS), structure=numpy.ones(3)), lambda: ndimage.grey_erosion(given(IMAGE)),
        lambda: ndimage.distance_transform_cdt(given(SPOTS), "other"), lambda: ndimage.zoom(given(IMAGE), (1, 2, 3)),
        lambda: ndimage.spline_filter(given(IMAGE), 9), lambda: ndimage.label(given(SPOTS), numpy.ones((3, 3, 3))),
        lambda: ndimage.mean(given(IMAGE), given(LABELS[:2]), 1), lambda: ndimage.spline_filter(given(IMAGE), mode="other"),
    ):
        with pytest.raises((ValueError, RuntimeError)):
            wrong()
    with pytest.raises(RuntimeError):
        ndimage.distance_transform_edt(given(SPOTS), return_distances=False)


def near(found, expected):
    numpy.testing.assert_allclose(found.__array__(), expected, rtol=1e-12, atol=1e-12)


def test_functions_along_lines_and_axes():
    x = RNG.normal(size=(5, 6))

    def widest(line, out):
        for k in range(len(out)):
            out[k] = line[k : k + 3].max() - line[k]

    for mode in ("reflect", "mirror", "nearest", "wrap", "constant"):
        for axis, origin in ((0, 0), (-1, 1), (1, -1)):
            options = {"mode": mode, "axis": axis, "origin": origin, "cval": 0.5}
            near(ndimage.generic_filter1d(xparray.asarray(x), widest, 3, **options), scipy_ndimage.generic_filter1d(x, widest, 3, **options))
    with pytest.raises(ValueError):
        ndimage.generic_filter1d(x, widest, 3, origin=2)

    def second(of):
        return lambda input, axis, output, mode, cval, scale=1.0: of.correlate1d(input, [scale, -2 * scale, scale], axis, output, mode, cval, 0)

    for options in ({}, {"mode": "wrap"}, {"extra_arguments": (2.0,)}, {"axes": (1,)}, {"extra_keywords": {"scale": 3.0}}):
        near(ndimage.generic_laplace(xparray.asarray(x), second(ndimage), **options), scipy_ndimage.generic_laplace(x, second(scipy_ndimage), **options))
        near(ndimage.generic_gradient_magnitude(xparray.asarray(x), second(ndimage), **options),
             scipy_ndimage.generic_gradient_magnitude(x, second(scipy_ndimage), **options))
