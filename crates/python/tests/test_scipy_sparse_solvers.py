"""SciPy's solvers of sparse systems, and graphs, beside SciPy's."""

import numpy
import pytest

import xparray
from xparray.scipy import sparse
from xparray.scipy.sparse import csgraph, linalg
from test_scipy import given, same
from test_scipy_sparse import alike

scipy_sparse = pytest.importorskip("scipy.sparse")
from scipy.sparse import csgraph as scipy_csgraph, linalg as scipy_linalg

RNG = numpy.random.default_rng(13)
N = 30
GENERAL = numpy.where(RNG.uniform(size=(N, N)) > 0.8, RNG.normal(size=(N, N)), 0) + 6 * numpy.eye(N)
POSITIVE = GENERAL @ GENERAL.T
B, WIDE = RNG.normal(size=N), RNG.normal(size=(N, 3))


@pytest.mark.parametrize("name", ["bicg", "bicgstab", "cg", "cgs", "gcrotmk", "gmres", "lgmres", "minres", "qmr", "tfqmr"])
def test_solvers_solve(name):
    dense = POSITIVE if name in ("cg", "minres") else GENERAL
    expected, solve = numpy.linalg.solve(dense, B), getattr(linalg, name)
    a = sparse.csr_array(given(dense))
    operator = linalg.LinearOperator((N, N), lambda v: a @ v, lambda v: a.T @ v, dtype="float64")
    for form in (a, a.tocsc(), given(dense), operator):
        x, info = solve(form, given(B), rtol=1e-12, maxiter=1000)
        assert info == 0
        same(x, expected, 1e-7)
    seen = []
    x, info = solve(a, given(B), x0=given(expected + 1e-3), rtol=1e-10, maxiter=500, callback=seen.append)
    assert info == 0 and seen
    same(x, expected, 1e-6)
    m = sparse.diags_array(1 / numpy.diag(dense))
    same(solve(a, given(B), M=m, rtol=1e-12, maxiter=1000)[0], expected, 1e-6)
    # One step of lgmres is one start, of many products.
    assert name == "lgmres" or solve(a, given(B), rtol=1e-14, maxiter=1)[1] > 0
    with pytest.raises(ValueError):
        solve(a, given(B[:-1]))


def test_what_functions_raise_goes_through():
    def fails(v):
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        linalg.cg(linalg.LinearOperator((3, 3), fails), given(numpy.ones(3)))
    with pytest.raises(KeyError, match="mine"):
        linalg.cg(sparse.eye_array(3), given(numpy.ones(3)), callback=fails)
    with pytest.raises(ValueError):
        linalg.bicg(linalg.LinearOperator((3, 3), lambda v: v), given(numpy.ones(3)))


def test_least_squares_are_scipys():
    a = numpy.where(RNG.uniform(size=(40, 12)) > 0.6, RNG.normal(size=(40, 12)), 0)
    b, form = RNG.normal(size=40), sparse.csr_array(given(a))
    for solve in (linalg.lsqr, linalg.lsmr):
        same(solve(form, given(b), atol=1e-12, btol=1e-12)[0], numpy.linalg.lstsq(a, b, rcond=None)[0], 1e-7)
        damped = numpy.linalg.solve(a.T @ a + 0.25 * numpy.eye(12), a.T @ b)
        same(solve(form, given(b), damp=0.5, atol=1e-12, btol=1e-12)[0], damped, 1e-7)


def test_eigenvalues_are_scipys():
    a, values = sparse.csr_array(given(POSITIVE)), numpy.linalg.eigvalsh(POSITIVE)
    for which, expected in (("LM", values[-4:]), ("LA", values[-4:]), ("SA", values[:4]), ("SM", values[:4])):
        found, vectors = linalg.eigsh(a, 4, which=which)
        same(found, expected, 1e-7)
        same(a @ vectors, numpy.asarray(vectors) * numpy.asarray(found), 1e-5)
    same(linalg.eigsh(a, 3, sigma=50.0, return_eigenvectors=False), scipy_linalg.eigsh(POSITIVE, 3, sigma=50.0, return_eigenvectors=False), 1e-6)
    general = sparse.csr_array(given(GENERAL))
    expected = numpy.linalg.eigvals(GENERAL)
    found = numpy.asarray(linalg.eigs(general, 4, return_eigenvectors=False))
    assert sorted(abs(found)) == pytest.approx(sorted(abs(expected))[-4:], rel=1e-6)
    nearest = numpy.asarray(linalg.eigs(general, 2, sigma=6.0, return_eigenvectors=False))
    assert sorted(abs(nearest - 6)) == pytest.approx(sorted(abs(expected - 6))[:2], rel=1e-6)
    u, s, vt = linalg.svds(general, 3)
    same(s, numpy.sort(numpy.linalg.svd(GENERAL)[1])[-3:], 1e-7)
    same(abs(u.T @ (general @ vt.T)), numpy.diag(numpy.asarray(s)), 1e-5)
    found, _ = linalg.lobpcg(a, given(RNG.normal(size=(N, 3))), maxiter=200, tol=1e-8)
    assert sorted(found.tolist()) == pytest.approx(values[-3:].tolist(), rel=1e-5)
    with pytest.raises(ValueError):
        linalg.eigsh(a, 3, which="other")


def test_factors_solve():
    for dense in (GENERAL, GENERAL * (1 + 1j), GENERAL.astype("float32")):
        a, tolerance = sparse.csc_array(given(dense)), 1e-4 if dense.dtype == "float32" else 1e-9
        factors = linalg.splu(a)
        assert factors.shape == (N, N)
        same(factors.solve(given(B.astype(dense.dtype))), numpy.linalg.solve(dense, B.astype(dense.dtype)), tolerance)
        same(factors.solve(given(B), "T"), numpy.linalg.solve(dense.T, B), tolerance)
        same(factors.solve(given(WIDE), "H"), numpy.linalg.solve(dense.conj().T, WIDE), tolerance)
        same(linalg.spsolve(a, given(WIDE)), numpy.linalg.solve(dense, WIDE), tolerance)
        same(linalg.factorized(a)(given(B)), numpy.linalg.solve(dense, B), tolerance)
    a = sparse.csc_array(given(GENERAL))
    factors = linalg.splu(a)
    rows, columns = (numpy.asarray(each) for each in (factors.perm_r, factors.perm_c))
    permuted = numpy.zeros((N, N))
    permuted[rows] = GENERAL[:, numpy.argsort(columns)]
    same((factors.L @ factors.U).toarray(), permuted)
    alike(linalg.spsolve(a, sparse.csc_array(given(WIDE))), numpy.linalg.solve(GENERAL, WIDE))
    alike(linalg.inv(a), numpy.linalg.inv(GENERAL))
    low = numpy.tril(GENERAL)
    same(linalg.spsolve_triangular(sparse.csr_array(given(low)), given(B)), numpy.linalg.solve(low, B))
    assert abs(linalg.spilu(a).solve(given(GENERAL @ B)) - given(B)).max() < 0.1
    with pytest.raises(xparray.linalg.LinAlgError):
        linalg.splu(sparse.csc_array(numpy.zeros((2, 2))))


def test_functions_of_matrices_are_scipys():
    a, x = sparse.csr_array(given(0.1 * GENERAL)), scipy_sparse.csc_array(0.1 * GENERAL)
    alike(linalg.expm(a), scipy_linalg.expm(x), 1e-8)
    same(linalg.expm_multiply(a, given(B)), scipy_linalg.expm_multiply(x, B), 1e-8)
    same(linalg.expm_multiply(a, given(WIDE), 0, 1, 4), scipy_linalg.expm_multiply(x, WIDE, 0, 1, 4), 1e-8)
    alike(linalg.matrix_power(a, 3), scipy_linalg.matrix_power(x, 3))
    for order in (None, "fro", 1, -1, numpy.inf, -numpy.inf):
        same(linalg.norm(a, order), scipy_linalg.norm(x, order))
    same(linalg.norm(a, axis=0), scipy_linalg.norm(x, axis=0))
    # Estimates from below, SciPy's from random vectors.
    assert 0.3 * scipy_linalg.norm(x, 1) < linalg.onenormest(a) <= scipy_linalg.norm(x, 1) + 1e-12
    same(linalg.funm_multiply_krylov(xparray.scipy.linalg.expm, a, given(B)), scipy_linalg.expm_multiply(x, B), 1e-5)
    assert linalg.spbandwidth(sparse.eye_array(4, k=2)) == (0, 2)
    assert linalg.is_sptriangular(sparse.csr_array(numpy.tril(numpy.ones((3, 3))))) == (True, False)
    for boundary in ("neumann", "dirichlet", "periodic"):
        ours, theirs = (module.LaplacianNd((3, 4), boundary_conditions=boundary) for module in (linalg, scipy_linalg))
        same(ours.toarray(), theirs.toarray())
        same(ours.eigenvalues(), theirs.eigenvalues())


def test_operators_compose():
    a = linalg.aslinearoperator(sparse.csr_array(given(GENERAL)))
    same(a @ given(B), GENERAL @ B)
    same((2 * a + a @ a) @ given(B), 2 * GENERAL @ B + GENERAL @ GENERAL @ B)
    same(a.H @ given(B), GENERAL.T @ B)
    same(a.matmat(given(WIDE)), GENERAL @ WIDE)
    same((-a - a).rmatvec(given(B)), -2 * GENERAL.T @ B)
    with pytest.raises(ValueError):
        a @ given(B[:3])


GRAPH = numpy.array([[0, 3, 0, 2, 0, 0], [0, 0, 1, 0, 0, 0], [0, 0, 0, 0, 0, 4], [0, 6, 0, 0, 2, 0], [1, 0, 0, 0, 0, 9], [0, 0, 0, 0, 0, 0]])
TWO = numpy.array([[0, 1.0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 2.0], [0, 0, 1.5, 0]])


@pytest.mark.parametrize("dense", [GRAPH, GRAPH.astype(float)], ids=["integers", "floats"])
def test_graphs_are_scipys(dense):
    ours, theirs = sparse.csr_array(given(dense)), scipy_sparse.csr_array(dense)
    for name, arguments, keywords in (
        ("shortest_path", (), {"return_predecessors": True}), ("shortest_path", (), {"directed": False, "method": "D"}),
        ("shortest_path", ("FW",), {"unweighted": True}), ("dijkstra", (), {"indices": 0}), ("dijkstra", (), {"indices": [0, 3], "limit": 4}),
        ("dijkstra", (), {"indices": [0, 2], "min_only": True, "return_predecessors": True}),
        ("floyd_warshall", (), {"return_predecessors": True}), ("bellman_ford", (), {"indices": 1}), ("johnson", (), {}),
        ("connected_components", (), {}),
        ("breadth_first_order", (0,), {}), ("depth_first_order", (0,), {}), ("breadth_first_tree", (0,), {}), ("depth_first_tree", (0,), {}),
        ("minimum_spanning_tree", (), {}), ("laplacian", (), {}), ("laplacian", (), {"normed": True, "return_diag": True}),
        ("structural_rank", (), {}), ("yen", (0, 5, 2), {"return_predecessors": True}),
    ):
        found, expected = getattr(csgraph, name)(ours, *arguments, **keywords), getattr(scipy_csgraph, name)(theirs, *arguments, **keywords)
        found, expected = (each if isinstance(each, tuple) else (each,) for each in (found, expected))
        assert len(found) == len(expected), name
        for x, y in zip(found, expected):
            alike(x, y) if hasattr(x, "shape") else same(x, int(y))
    same(csgraph.dijkstra(given(dense * 1.0)), scipy_csgraph.dijkstra(dense))
    count, labels = csgraph.connected_components(ours, connection="strong")
    expected, theirs = scipy_csgraph.connected_components(theirs, connection="strong")
    # Which number a part has is not said.
    assert count == expected == len(set(zip(labels.tolist(), theirs.tolist())))


def test_flows_and_matchings_are_scipys():
    graph = GRAPH.astype("int32")
    ours, theirs = csgraph.maximum_flow(sparse.csr_array(given(graph)), 0, 5), scipy_csgraph.maximum_flow(scipy_sparse.csr_array(graph), 0, 5)
    assert ours.flow_value == theirs.flow_value and ours.flow.dtype == "int32"
    weights = RNG.uniform(0.1, 1, (4, 4))
    for maximize in (False, True):
        found = csgraph.min_weight_full_bipartite_matching(sparse.csr_array(given(weights)), maximize)
        expected = scipy_csgraph.min_weight_full_bipartite_matching(scipy_sparse.csr_array(weights), maximize)
        assert weights[tuple(map(numpy.asarray, found))].sum() == pytest.approx(weights[expected].sum())
    matched = csgraph.maximum_bipartite_matching(sparse.csr_array(given(GRAPH)), "column")
    assert (numpy.asarray(matched) >= 0).sum() == scipy_csgraph.structural_rank(scipy_sparse.csr_array(GRAPH))
    order = csgraph.reverse_cuthill_mckee(sparse.csr_array(given(GRAPH + GRAPH.T)))
    assert sorted(order.tolist()) == list(range(6))
    same(csgraph.csgraph_to_dense(csgraph.csgraph_from_dense(TWO)), TWO)
    with pytest.raises(csgraph.NegativeCycleError):
        csgraph.bellman_ford(given(numpy.array([[0, -1.0], [-1.0, 0]])))
    for wrong, error in (
        (lambda: csgraph.shortest_path(sparse.csr_array(numpy.ones((2, 3)))), ValueError), (lambda: csgraph.shortest_path(TWO, "X"), ValueError),
        (lambda: csgraph.maximum_flow(sparse.csr_array(TWO), 0, 1), TypeError),
    ):
        with pytest.raises(error):
            wrong()
