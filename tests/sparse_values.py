#!/usr/bin/env python3
"""Writes `data/sparse.npz`, what sparse solvers and graphs give in SciPy: `python3 tests/sparse_values.py`."""
from pathlib import Path

import mpmath as mp
import numpy as np
from scipy import sparse
from scipy.io import mmwrite
from scipy.sparse import csgraph, linalg

rng = np.random.default_rng(11)
parts = {}


def keep(name, value):
    parts[name] = np.array(value, order="C")


def keep_matrix(name, a):
    a = sparse.coo_array(a)
    keep(f"{name}/shape", np.array(a.shape))
    keep(f"{name}/row", a.row.astype(np.int64))
    keep(f"{name}/col", a.col.astype(np.int64))
    keep(f"{name}/values", a.data)


def by_chance(n, density):
    return sparse.random_array((n, n), density=density, rng=rng, data_sampler=lambda size: rng.normal(0, 1, size))


# Systems: of matrices by chance with an entry in each row and column, of a grid, of one with rows of very different sizes.
grid = sparse.kronsum(*[sparse.diags_array([2.0, -1.0, -1.0], offsets=[0, 1, -1], shape=(12, 12))] * 2)
systems = {
    "chance": by_chance(80, 0.03) + sparse.eye_array(80).tocsr()[rng.permutation(80)] * 3,
    "complex": by_chance(50, 0.04) + 1j * by_chance(50, 0.04) + sparse.eye_array(50).tocsr()[rng.permutation(50)] * 3,
    "grid": grid,
    "scaled": sparse.diags_array(10.0 ** rng.uniform(-8, 8, 40)) @ (by_chance(40, 0.05) + sparse.eye_array(40) * 3),
    "one": sparse.coo_array([[-0.5]]),
}
for name, a in systems.items():
    n = a.shape[0]
    keep_matrix(f"direct/{name}", a)
    b = rng.normal(0, 1, (n, 3))
    keep(f"direct/{name}/b", b)
    lu = linalg.splu(a.tocsc())
    for trans in "NTH":
        keep(f"direct/{name}/{trans}", lu.solve(b.astype(a.dtype), trans))

# Exponentials, by mpmath: of matrices whose norm says enough, and of one whose powers are much smaller.
mp.mp.prec = 200
shear = np.triu(rng.normal(0, 1, (12, 12)), 1) * 50
for name, a, t in [("grid", grid.toarray()[:40, :40], -1.0), ("shear", shear, 0.5), ("complex", systems["complex"].toarray()[:20, :20], 0.3)]:
    b = rng.normal(0, 1, (a.shape[0], 2))
    keep(f"expm/{name}/a", a)
    keep(f"expm/{name}/b", b)
    for k in range(3):
        exact = mp.expm(mp.matrix((a * t * k).tolist()), method="taylor") * mp.matrix(b.tolist())
        exact = np.array([[complex(z) for z in row] for row in exact.tolist()])
        keep(f"expm/{name}/{k}", exact if np.iscomplexobj(a) else exact.real)

# Graphs with weights by chance, so that no two paths are of one length: of few edges and of many, in parts, of one node, of none.
def graph(n, density):
    a = sparse.random_array((n, n), density=density, rng=rng, data_sampler=lambda size: rng.uniform(0.1, 1, size))
    return sparse.csr_array(a)


graphs = {"few": graph(40, 0.04), "many": graph(30, 0.4), "one": sparse.csr_array((1, 1)), "none": graph(5, 0.0)}
for name, a in graphs.items():
    prefix = f"graph/{name}"
    n = a.shape[0]
    keep_matrix(prefix, a)
    for directed in (True, False):
        for unweighted in (True, False):
            kind = f"{prefix}/{directed}/{unweighted}"
            options = dict(directed=directed, unweighted=unweighted)
            keep(f"{kind}/shortest", csgraph.dijkstra(a, **options))
            keep(f"{kind}/limit", csgraph.dijkstra(a, limit=1.2, **options))
            nearest = csgraph.dijkstra(a, indices=[0, n // 2], min_only=True, return_predecessors=True, **options)
            keep(f"{kind}/nearest", nearest[0])
            if not unweighted:
                keep(f"{kind}/before", csgraph.dijkstra(a, return_predecessors=True, **options)[1].astype(np.int64))
                keep(f"{kind}/nearest_before", nearest[1].astype(np.int64))
                keep(f"{kind}/nearest_source", nearest[2].astype(np.int64))
        for walk in ("breadth_first", "depth_first"):
            order, before = getattr(csgraph, f"{walk}_order")(a, 0, directed)
            keep(f"{prefix}/{directed}/{walk}/order", order.astype(np.int64))
            keep(f"{prefix}/{directed}/{walk}/before", before.astype(np.int64))
            keep(f"{prefix}/{directed}/{walk}/tree", getattr(csgraph, f"{walk}_tree")(a, 0, directed).toarray())
        if n > 1:
            for unweighted in (True, False):
                lengths, before = csgraph.yen(a, 0, n - 1, 7, directed=directed, unweighted=unweighted, return_predecessors=True)
                keep(f"{prefix}/{directed}/yen/{unweighted}/lengths", lengths)
                if not unweighted:
                    keep(f"{prefix}/{directed}/yen/before", before.astype(np.int64))
    for normed in (True, False):
        for out in (True, False):
            for symmetrized in (True, False):
                options = dict(normed=normed, use_out_degree=out, symmetrized=symmetrized, return_diag=True)
                matrix, diagonal = csgraph.laplacian(a, **options)
                keep(f"{prefix}/laplacian/{normed}/{out}/{symmetrized}/matrix", matrix.toarray())
                keep(f"{prefix}/laplacian/{normed}/{out}/{symmetrized}/diagonal", diagonal)
    keep(f"{prefix}/spanning", csgraph.minimum_spanning_tree(a).toarray())
    keep(f"{prefix}/rank", np.array(csgraph.structural_rank(a)))
    if n > 1:
        whole = sparse.csr_array((np.ceil(a.data * 100).astype(np.int32), a.indices, a.indptr), shape=a.shape)
        keep_matrix(f"{prefix}/whole", whole)
        keep(f"{prefix}/flow", np.array(csgraph.maximum_flow(whole, 0, n - 1).flow_value))
    # Negative weights without negative cycles: heights of nodes added.
    heights = rng.uniform(-2, 2, n)
    moved = sparse.coo_array(a)
    moved = sparse.csr_array((moved.data + heights[moved.row] - heights[moved.col], (moved.row, moved.col)), a.shape)
    moved.setdiag(0)
    moved.eliminate_zeros()
    keep_matrix(f"{prefix}/negative", moved)
    lengths, before = csgraph.bellman_ford(moved, return_predecessors=True)
    keep(f"{prefix}/negative/lengths", lengths)
    keep(f"{prefix}/negative/before", before.astype(np.int64))
grid = sparse.csr_array(sparse.kronsum(*[sparse.diags_array([1.0, 1.0], offsets=[1, -1], shape=(k, k)) for k in (7, 9)]))
order = rng.permutation(63)
grid = grid[order][:, order]
keep_matrix("band", grid)
order = csgraph.reverse_cuthill_mckee(grid, symmetric_mode=True)
moved = sparse.coo_array(grid[order][:, order])
keep("band/scipy", np.abs(moved.row - moved.col).max().astype(np.int64))
for name, shape in [("square", (20, 20)), ("wide", (10, 25)), ("tall", (25, 10))]:
    a = rng.uniform(-1, 1, shape) * (rng.uniform(0, 1, shape) < 0.4)
    np.fill_diagonal(a, rng.uniform(-1, 1, min(shape)))
    keep(f"matching/{name}", a)
    for maximize in (True, False):
        pairs = csgraph.min_weight_full_bipartite_matching(sparse.csr_array(a), maximize)
        keep(f"matching/{name}/{maximize}", np.array(pairs).astype(np.int64))

# Files as SciPy writes them, beside the dense matrix.
folder = Path(__file__).parent / "data" / "sparse"
folder.mkdir(exist_ok=True)
a = np.where(rng.uniform(0, 1, (6, 4)) < 0.4, rng.normal(0, 1, (6, 4)), 0)
square = np.tril(np.where(rng.uniform(0, 1, (5, 5)) < 0.6, rng.normal(0, 1, (5, 5)), 0))
z = square + 1j * np.tril(square, -1)
keep("files/plain", a)
for name in ("csr", "csc", "coo", "dia", "bsr"):
    sparse.save_npz(folder / f"{name}.npz", sparse.coo_array(a).asformat(name), compressed=name != "coo")
sparse.save_npz(folder / "matrix.npz", sparse.csr_matrix(a.astype(np.float32)))
sparse.save_npz(folder / "blocks.npz", sparse.bsr_array(a, blocksize=(3, 2)))
keep("files/complex", z)
sparse.save_npz(folder / "complex.npz", sparse.csr_array(z))
keep("files/integers", np.arange(6).reshape(2, 3))
sparse.save_npz(folder / "integers.npz", sparse.csr_array(np.arange(6, dtype=np.int16).reshape(2, 3)))
for name, matrix in [("plain", a), ("integers", np.arange(6).reshape(2, 3)), ("complex", z), ("symmetric", square + square.T), ("skew", square - square.T), ("hermitian", z + z.conj().T)]:
    keep(f"files/{name}", matrix)
    mmwrite(folder / f"{name}.mtx", sparse.coo_array(matrix), symmetry="AUTO", comment="by SciPy")
    mmwrite(folder / f"{name}_array.mtx", matrix, symmetry="AUTO")
keep("files/pattern", (a != 0).astype(float))
mmwrite(folder / "pattern.mtx", sparse.coo_array(a != 0), field="pattern")

np.savez_compressed(Path(__file__).parent / "data" / "sparse.npz", **parts)
