"""SciPy's points in space, beside SciPy's."""

import numpy
import pytest

from xparray.scipy import spatial
from xparray.scipy.spatial import distance
from xparray.scipy.spatial.transform import Rotation, Slerp
from test_scipy import given, same

scipy_spatial = pytest.importorskip("scipy.spatial")
from scipy.spatial import distance as scipy_distance
from scipy.spatial.transform import Rotation as ScipyRotation, Slerp as ScipySlerp

RNG = numpy.random.default_rng(9)
A, B = RNG.uniform(0.1, 1, (6, 3)), RNG.uniform(0.1, 1, (5, 3))
TRUTH = RNG.uniform(size=(4, 9)) > 0.5
METRICS = ["braycurtis", "canberra", "chebyshev", "cityblock", "correlation", "cosine", "euclidean", "hamming", "jensenshannon", "sqeuclidean"]
OF_TRUTH = ["dice", "jaccard", "rogerstanimoto", "russellrao", "sokalsneath", "yule"]


@pytest.mark.parametrize("metric", METRICS + OF_TRUTH)
def test_distances_are_scipys(metric):
    x, y = (TRUTH, TRUTH[::-1].copy()) if metric in OF_TRUTH else (A, B)
    same(distance.cdist(given(x), given(y), metric), scipy_distance.cdist(x, y, metric))
    same(distance.pdist(given(x), metric), scipy_distance.pdist(x, metric))
    same(getattr(distance, metric)(given(x[0]), given(y[1])), getattr(scipy_distance, metric)(x[0], y[1]))
    if metric in ("cityblock", "euclidean", "cosine"):
        w = RNG.uniform(0.5, 1, 3)
        same(distance.cdist(given(x), given(y), metric, w=given(w)), scipy_distance.cdist(x, y, metric, w=w))


def test_distances_with_parameters_are_scipys():
    same(distance.cdist(given(A), given(B), "minkowski", p=3), scipy_distance.cdist(A, B, "minkowski", p=3))
    same(distance.cdist(given(A), given(B), "seuclidean"), scipy_distance.cdist(A, B, "seuclidean"))
    same(distance.pdist(given(A), "mahalanobis"), scipy_distance.pdist(A, "mahalanobis"))
    V, VI = numpy.array([0.5, 1, 2]), numpy.diag([1.0, 2, 3])
    same(distance.seuclidean(A[0], B[0], V), scipy_distance.seuclidean(A[0], B[0], V))
    same(distance.mahalanobis(A[0], B[0], VI), scipy_distance.mahalanobis(A[0], B[0], VI))
    same(distance.minkowski(A[0], B[0], 3), scipy_distance.minkowski(A[0], B[0], 3))
    same(distance.jensenshannon(A, A[::-1].copy(), 2.0), scipy_distance.jensenshannon(A, A[::-1], 2.0))
    same(distance.cdist(given(A), given(B), lambda u, v: abs(u - v).max()), scipy_distance.cdist(A, B, "chebyshev"))
    same(distance.pdist(given(A), distance.cityblock), scipy_distance.pdist(A, "cityblock"))
    out = given(numpy.zeros((6, 5)))
    assert distance.cdist(given(A), given(B), out=out) is out
    same(out, scipy_distance.cdist(A, B))
    condensed = scipy_distance.pdist(A)
    same(distance.squareform(given(condensed)), scipy_distance.squareform(condensed))
    same(distance.squareform(distance.squareform(given(condensed))), condensed)
    assert distance.num_obs_y(condensed) == 6 and distance.is_valid_y(condensed) and not distance.is_valid_y(condensed[:-1])
    assert distance.is_valid_dm(distance.squareform(given(condensed))) and not distance.is_valid_dm(given(A))
    assert distance.directed_hausdorff(given(A), given(B)) == pytest.approx(scipy_distance.directed_hausdorff(A, B))
    same(spatial.distance_matrix(given(A), given(B), 1), scipy_spatial.distance_matrix(A, B, 1))
    for x, y in zip(spatial.procrustes(given(A), given(A[:, ::-1] + 1)), scipy_spatial.procrustes(A, A[:, ::-1] + 1)):
        same(x, y)


@pytest.mark.parametrize("boxsize", [None, 1.5])
def test_trees_are_scipys(boxsize):
    points, at = RNG.uniform(0, 1, (40, 3)), RNG.uniform(0, 1, (7, 3))
    ours, theirs = spatial.KDTree(given(points), boxsize=boxsize), scipy_spatial.KDTree(points, boxsize=boxsize)
    for keywords in ({}, {"k": 3}, {"k": [2, 4]}, {"k": 5, "p": 1}, {"k": 3, "distance_upper_bound": 0.2}):
        for x, y in zip(ours.query(given(at), **keywords), theirs.query(at, **keywords)):
            same(x, y)
    assert ours.query_ball_point(given(at[0]), 0.4) == sorted(theirs.query_ball_point(at[0], 0.4))
    assert ours.query_ball_point(given(at), 0.3) == [sorted(each) for each in theirs.query_ball_point(at, 0.3)]
    same(ours.query_ball_point(given(at), 0.3, return_length=True), theirs.query_ball_point(at, 0.3, return_length=True))
    assert ours.query_pairs(0.2) == theirs.query_pairs(0.2)
    other, scipys = spatial.KDTree(given(at), boxsize=boxsize), scipy_spatial.KDTree(at, boxsize=boxsize)
    assert [sorted(each) for each in ours.query_ball_tree(other, 0.3)] == [sorted(each) for each in theirs.query_ball_tree(scipys, 0.3)]
    same(ours.count_neighbors(other, [0.1, 0.5]), theirs.count_neighbors(scipys, [0.1, 0.5]))
    same(ours.sparse_distance_matrix(other, 0.4).toarray(), theirs.sparse_distance_matrix(scipys, 0.4).toarray())


@pytest.mark.parametrize("dimensions", [2, 3])
def test_triangulations_are_scipys(dimensions):
    points, at = RNG.uniform(size=(15, dimensions)), RNG.uniform(-0.2, 1.2, (20, dimensions))
    ours, theirs = spatial.Delaunay(given(points)), scipy_spatial.Delaunay(points)
    simplices = lambda mesh: {frozenset(each) for each in numpy.asarray(mesh.simplices).tolist()}
    assert simplices(ours) == simplices(theirs)
    outside = numpy.asarray(ours.find_simplex(given(at))) < 0
    assert (outside == (theirs.find_simplex(at) < 0)).all()
    hull, scipys = spatial.ConvexHull(given(points)), scipy_spatial.ConvexHull(points)
    assert set(hull.vertices.tolist()) == set(scipys.vertices.tolist())
    assert hull.volume == pytest.approx(scipys.volume) and hull.area == pytest.approx(scipys.area)
    assert hull.equations.shape == (hull.nsimplex, dimensions + 1)
    regions, scipys = spatial.Voronoi(given(points)), scipy_spatial.Voronoi(points)
    found, expected = (numpy.asarray(each.vertices) for each in (regions, scipys))
    order = numpy.lexsort
    same(found[order(found.T.round(6))], expected[order(expected.T.round(6))], 1e-6)
    assert {frozenset(pair) for pair in regions.ridge_points.tolist()} == {frozenset(pair) for pair in scipys.ridge_points.tolist()}


def test_regions_of_a_sphere_are_scipys():
    points = RNG.normal(size=(12, 3))
    points /= numpy.linalg.norm(points, axis=1, keepdims=True)
    same(spatial.SphericalVoronoi(given(points)).calculate_areas(), scipy_spatial.SphericalVoronoi(points).calculate_areas())
    ours = spatial.geometric_slerp([1.0, 0, 0], [0, 1.0, 0], numpy.linspace(0, 1, 5))
    same(ours, scipy_spatial.geometric_slerp(numpy.array([1.0, 0, 0]), numpy.array([0, 1.0, 0]), numpy.linspace(0, 1, 5)))


def test_rotations_are_scipys():
    quaternions, vectors = RNG.normal(size=(5, 4)), RNG.normal(size=(5, 3))
    ours, theirs = Rotation.from_quat(given(quaternions)), ScipyRotation.from_quat(quaternions)
    for name, arguments in (
        ("as_quat", ()), ("as_matrix", ()), ("as_rotvec", ()), ("as_mrp", ()), ("magnitude", ()), ("as_euler", ("xyz",)),
        ("as_euler", ("ZXZ", True)), ("as_rotvec", (True,)), ("apply", (vectors,)), ("apply", (vectors, True)),
    ):
        same(getattr(ours, name)(*arguments), getattr(theirs, name)(*arguments))
    same(ours.as_quat(scalar_first=True), theirs.as_quat(scalar_first=True))
    same((ours * ours.inv()).as_matrix(), (theirs * theirs.inv()).as_matrix())
    same((ours**0.5).as_rotvec(), (theirs**0.5).as_rotvec())
    same(ours.mean().as_matrix(), theirs.mean().as_matrix())
    same(ours[1:3].as_matrix(), theirs[1:3].as_matrix())
    same(ours[2].as_matrix(), theirs[2].as_matrix())
    assert len(ours) == 5 and ours.shape == (5,) and not ours.single and ours[0].single
    for name, value in (("from_matrix", theirs.as_matrix()), ("from_rotvec", vectors), ("from_mrp", 0.3 * vectors)):
        same(getattr(Rotation, name)(given(value)).as_matrix(), getattr(ScipyRotation, name)(value).as_matrix())
    same(Rotation.from_euler("zyx", [90, 45, 30], degrees=True).as_matrix(), ScipyRotation.from_euler("zyx", [90, 45, 30], degrees=True).as_matrix())
    same(Rotation.from_euler("x", 0.3).as_matrix(), ScipyRotation.from_euler("x", 0.3).as_matrix())
    found, expected = Rotation.align_vectors(given(vectors), given(A[:5])), ScipyRotation.align_vectors(vectors, A[:5])
    same(found[0].as_matrix(), expected[0].as_matrix())
    assert found[1] == pytest.approx(expected[1])
    same(Slerp(numpy.arange(5.0), ours)([0.5, 2.25]).as_matrix(), ScipySlerp(numpy.arange(5.0), theirs)([0.5, 2.25]).as_matrix())
    drawn = Rotation.random(50, rng=1).as_matrix()
    same(drawn @ drawn.mT, numpy.broadcast_to(numpy.eye(3), (50, 3, 3)))
    same(Rotation.identity(2).as_matrix(), numpy.stack([numpy.eye(3)] * 2))
    same(Rotation.concatenate([ours, ours[0]]).as_matrix(), ScipyRotation.concatenate([theirs, theirs[0]]).as_matrix())
    with pytest.raises(TypeError):
        ours[0][0]
    for wrong in (lambda: Rotation.from_euler("xq", [1, 2]), lambda: Rotation.from_euler("xX", [1, 2]), lambda: Rotation.from_quat([1.0, 2])):
        with pytest.raises(ValueError):
            wrong()


def test_what_is_no_space_is_refused():
    for wrong in (
        lambda: distance.cdist(A, B[:, :2]), lambda: distance.cdist(A, B, "other"), lambda: distance.squareform(A[0, :2]),
        lambda: distance.pdist(A[0]), lambda: distance.is_valid_dm(A, throw=True), lambda: distance.squareform(A, force="tomatrix"),
        lambda: distance.cdist(A, B, out=given(numpy.zeros((2, 2)))), lambda: spatial.procrustes(A, B),
        lambda: spatial.KDTree(A).query([0.0, 0.0]), lambda: spatial.KDTree(A).query(A[0], k=0), lambda: spatial.Delaunay(A[:2]),
        lambda: spatial.ConvexHull(numpy.ones((5, 2))), lambda: spatial.KDTree(A * numpy.nan).query(A[0]),
    ):
        with pytest.raises(ValueError):
            wrong()
