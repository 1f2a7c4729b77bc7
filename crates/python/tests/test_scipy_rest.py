"""What is left of SciPy's arguments and values: tables, places of distances, periodic knots, eigenvalues about zero, values of special functions."""

import mpmath
import numpy as np
import pytest
import scipy.interpolate
import scipy.ndimage
import scipy.spatial
import scipy.special
import scipy.sparse.linalg
import scipy.stats

import xparray
from xparray.scipy import interpolate, ndimage, spatial, special, stats
from xparray.scipy.sparse import linalg


def same(found, expected, rtol=1e-12, atol=0.0):
    found, expected = np.asarray(found), np.asarray(expected)
    assert found.shape == expected.shape and found.dtype == expected.dtype
    np.testing.assert_allclose(found, expected, rtol=rtol, atol=atol)


def near(found, expected, rtol=1e-12, atol=0.0):
    np.testing.assert_allclose(np.asarray(found), expected, rtol=rtol, atol=atol)


@pytest.mark.parametrize("zero", [0.0, 0j])
def test_kummers_function_of_negative_parameters(zero):
    given = [(100, -20.5, -100), (100, -20.5, -50), (200, -50.5, -20), (50, -10.5, -30), (100, -20.5, -10), (-33.0, -89.4, -196.0),
        (20.5, -100.5, 50), (-120.5, -20.5, 100), (30, -5.2, -80), (12.5, -7.3, -44.0)]
    a, b, z = np.array(given, dtype=float).T
    expected = [float(mpmath.hyp1f1(*each)) for each in given]
    near(special.hyp1f1(xparray.asarray(a), xparray.asarray(b), xparray.asarray(z + zero)).real, expected, 1e-13)


def test_modified_functions_of_large_orders_over_the_plane():
    # Of mpmath with 40 digits.
    v, z = np.array([1000.0, 1000.0, 1000.0, -1000.5]), np.array([600 + 1j, 1000 + 50j, 700 - 300j, 600 + 1j])
    first = [
        -3.5800514850265904e-54 + 9.158610454143407e-54j, 1.6073289859399815e228 + 6.5795701121610095e229j,
        -7.4845435904766e55 + 1.45749008518643e56j, -1.9256538868839e49 - 4.9095339138531e49j,
    ]
    second = [
        -1.5891580616902557e49 - 4.0601551126649174e49j, -3.1488698208401952e-237 - 5.3718969407267261e-234j,
        -8.147881083066e-61 - 2.38906209933975e-60j, -3.0248100521954e49 - 7.7118778381553e49j,
    ]
    near(special.iv(xparray.asarray(v), xparray.asarray(z)), first, 1e-11)
    near(special.kv(xparray.asarray(v), xparray.asarray(z)), second, 1e-11)


def test_what_is_no_number_over_the_plane():
    inf = np.inf
    z = xparray.asarray([1 + 800j, 1 - 800j])
    near(special.hankel2(2.0, z), [complex(-inf, inf), 0])
    near(special.hankel1(2.0, z), [0, complex(-inf, -inf)])
    near(special.yv(2.0, z), [complex(-inf, -inf), complex(-inf, inf)])
    near(special.kv(150.0, xparray.asarray(0.5 + 0.2j)), complex(inf, -inf))
    near(special.iv(500.5, xparray.asarray(20 + 3j)), 0)
    for order in (0.0, 3.0):
        near(special.yv(order, xparray.asarray(0j)), scipy.special.yv(order, 0j))


@pytest.mark.parametrize("v", [0.0, 1.0, 0.1, -0.5, -1.3, 2.5])
@pytest.mark.parametrize("x", [5e-324, 1e-310, 2.3e-308])
def test_bessel_functions_of_the_smallest_numbers(v, x):
    for name, exact in (("jv", mpmath.besselj), ("yv", mpmath.bessely)):
        near(getattr(special, name)(v, xparray.asarray(x)), float(exact(v, mpmath.mpf(x))), 1e-13)


def test_fishers_test_of_larger_tables():
    # Among the tables with the same sums, counted by hand.
    found = stats.fisher_exact(xparray.asarray([[3, 0, 1], [0, 2, 2]]))
    near(found, (3 / 70, 16 / 70), 1e-12)
    table = [[8, 2, 12], [1, 5, 2]]
    method = scipy.stats.MonteCarloMethod(n_resamples=20000, rng=np.random.default_rng(3))
    expected = scipy.stats.fisher_exact(table, method=method)
    found = stats.fisher_exact(table)
    near(found.statistic, expected.statistic, 1e-10)
    assert abs(found.pvalue - expected.pvalue) < 0.01
    near(stats.fisher_exact([[1, 2, 3]]), (1.0, 1.0))
    near(stats.fisher_exact([[8, 2], [1, 5]]), scipy.stats.fisher_exact([[8, 2], [1, 5]]), 1e-10)
    for wrong, options in (([1, 2], {}), ([[1, -2], [3, 4]], {}), ([[1, 2, 3], [4, 5, 6]], {"alternative": "less"})):
        with pytest.raises(ValueError):
            stats.fisher_exact(wrong, **options)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("policy", ["propagate", "omit"])
@pytest.mark.parametrize("axis", [0, 1, None])
@pytest.mark.parametrize("keepdims", [False, True])
def test_nan_of_means_and_entropies(policy, axis, keepdims):
    x = np.random.default_rng(3).uniform(0.5, 2, size=(5, 6))
    y = x[::-1].copy()
    x[1, 2] = y[3, 3] = np.nan
    options = {"axis": axis, "nan_policy": policy, "keepdims": keepdims}
    near(stats.trim_mean(xparray.asarray(x), 0.2, **options), scipy.stats.trim_mean(x, 0.2, **options))
    near(stats.entropy(xparray.asarray(x), base=2.0, **options), scipy.stats.entropy(x, base=2.0, **options))
    near(stats.entropy(xparray.asarray(x), xparray.asarray(y), **options), scipy.stats.entropy(x, y, **options), 1e-11)
    with pytest.raises(ValueError):
        stats.trim_mean(xparray.asarray(x), 0.2, nan_policy="raise")


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("alternative", ["two-sided", "less", "greater"])
def test_correlations_of_few_points(alternative):
    for x, y in (([1, 2], [3, 5]), ([1, 2], [5, 3]), ([1, 2, 3], [2, 4, 6]), ([1, 2, 3], [6, 4, 2]), ([1, 2, 3], [1, 3, 2]),
        ([1, 2, 2], [1, 1, 2]), ([1, 2, 3, 4], [2, 4, 6, 8]), ([1, 2, 3], [2, 2, 2]), ([1, 2], [3, 3])):
        x, y = np.array(x, dtype=float), np.array(y, dtype=float)
        for name in ("pearsonr", "spearmanr", "kendalltau", "linregress"):
            found = getattr(stats, name)(xparray.asarray(x), xparray.asarray(y), alternative=alternative)
            expected = getattr(scipy.stats, name)(x, y, alternative=alternative)
            if name == "pearsonr" and abs(found.statistic) == 1:
                # Exactly 1 here, where SciPy rounds.
                near(found, expected, 1e-15, 2e-8)
            else:
                near(found, expected, 1e-9, 1e-15)


@pytest.mark.parametrize("policy", ["propagate", "omit"])
def test_nan_of_several_variables(policy):
    x = np.random.default_rng(4).normal(size=(8, 3))
    near(stats.spearmanr(xparray.asarray(x), nan_policy=policy).pvalue, scipy.stats.spearmanr(x, nan_policy=policy).pvalue, 1e-10, 1e-40)


@pytest.mark.parametrize("metric", ["chessboard", "taxicab", np.array([[0, 1, 1], [1, 1, 0], [0, 1, 1]], dtype=bool)])
@pytest.mark.parametrize("shape", [(9, 7), (1, 5), (6, 6)])
def test_places_of_distances_in_steps(metric, shape):
    x = (np.random.default_rng(5).random(shape) < 0.85).astype(int)
    for image in (x, np.ones(shape)):
        found = ndimage.distance_transform_cdt(xparray.asarray(image), metric, return_indices=True)
        for ours, theirs in zip(found, scipy.ndimage.distance_transform_cdt(image, metric, return_indices=True)):
            same(ours, theirs)
    expected = scipy.ndimage.distance_transform_cdt(x, metric, return_distances=False, return_indices=True)
    same(ndimage.distance_transform_cdt(xparray.asarray(x), metric, return_distances=False, return_indices=True), expected)
    distances, places = xparray.zeros(shape, dtype="int32"), xparray.zeros((2, *shape), dtype="int32")
    written = ndimage.distance_transform_cdt(xparray.asarray(x), metric, return_indices=True, distances=distances, indices=places)
    assert written is None
    same(distances, scipy.ndimage.distance_transform_cdt(x, metric))
    same(places, expected)
    for wrong in ("euclid", np.ones((2, 2))):
        with pytest.raises(ValueError):
            ndimage.distance_transform_cdt(xparray.asarray(x), wrong)


def test_places_of_distances_in_space():
    x = (np.random.default_rng(6).random((4, 5, 3)) < 0.9).astype(int)
    for metric in ("chessboard", "taxicab"):
        found = ndimage.distance_transform_cdt(xparray.asarray(x), metric, return_indices=True)
        for ours, theirs in zip(found, scipy.ndimage.distance_transform_cdt(x, metric, return_indices=True)):
            same(ours, theirs)
    places = ndimage.distance_transform_edt(xparray.asarray(x), return_distances=False, return_indices=True)
    assert places.dtype == "int32"


@pytest.mark.parametrize("k", [1, 3, 4])
@pytest.mark.parametrize("place", [0.0, 0.2, 1.0, 2.9, 3.3, 5.7, 6.0])
@pytest.mark.parametrize("m", [1, 2])
def test_knots_of_periodic_splines(k, place, m):
    x = np.linspace(0, 6, 13)
    y = np.cos(x * np.pi / 3) + np.sin(x * 2 * np.pi / 3)
    y[-1] = y[0]
    expected = scipy.interpolate.make_interp_spline(x, y, k, bc_type="periodic")
    expected.extrapolate = "periodic"
    found = interpolate.BSpline(*map(xparray.asarray, expected.tck[:2]), k, "periodic")
    try:
        expected = expected.insert_knot(place, m)
    except ValueError:
        with pytest.raises(ValueError):
            found.insert_knot(place, m)
        return
    found = found.insert_knot(place, m)
    near(found.t, expected.t, 1e-13, 1e-14)
    near(found.c[: len(found.t) - k - 1], expected.c[: len(expected.t) - k - 1], 1e-12, 1e-13)


def test_smallest_eigenvalues_of_operators():
    a = np.diag(np.concatenate([[-0.3, 0.1, 0.5], np.arange(3.0, 30.0)]))
    a[3, 4] = a[4, 3] = 0.2
    matrix = xparray.asarray(a)
    operator = linalg.LinearOperator((30, 30), matvec=lambda x: matrix @ x, dtype="float64")
    values, vectors = linalg.eigsh(operator, k=3, which="SM")
    near(values, scipy.sparse.linalg.eigsh(a, k=3, which="SM")[0], 1e-9)
    near(matrix @ vectors, np.asarray(vectors) * np.asarray(values), 1e-7, 1e-8)
    near(linalg.eigsh(operator, k=2, which="SA", return_eigenvectors=False), [-0.3, 0.1], 1e-9)
    # A matrix without an inverse.
    a[2, 2] = 0.0
    near(linalg.eigsh(xparray.asarray(a), k=3, which="SM", return_eigenvectors=False), [-0.3, 0.0, 0.1], 1e-9, 1e-12)


@pytest.mark.parametrize("options, word", [({"qhull_options": "Qbb QJ Qu"}, "Qu"), ({"furthest_site": True}, "furthest"), ({"incremental": True}, "incremental")])
def test_what_qhull_would_do_otherwise_is_named(options, word):
    points = np.random.default_rng(7).random((9, 2))
    with pytest.raises(NotImplementedError, match=word):
        spatial.Delaunay(points, **options)
    found = spatial.Delaunay(points, qhull_options="QJ Qbb Qc").simplices
    expected = scipy.spatial.Delaunay(points, qhull_options="QJ Qbb Qc").simplices
    assert {frozenset(each) for each in found.tolist()} == {frozenset(each) for each in expected.tolist()}
