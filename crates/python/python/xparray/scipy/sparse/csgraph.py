"""Graphs, as of `scipy.sparse.csgraph`: square arrays, dense or sparse, of the lengths of edges."""

from math import inf, isfinite

from ... import _core
from ..._creation import asarray
from ._base import issparse
from ._formats import csr_array

_native = _core.tables["csgraph"]


class NegativeCycleError(Exception):
    """A graph with a cycle of negative length, in which no path is shortest."""


def _graph(csgraph):
    if issparse(csgraph):
        return csgraph._m
    if hasattr(csgraph, "tocoo"):
        return csr_array(csgraph)._m
    return _native["csgraph_from_dense"](asarray(csgraph), 0.0, True, True)


def _starts(indices):
    if indices is None:
        return None
    return [int(each) for each in asarray(indices).reshape(-1).tolist()]


def _wrap(indices, n):
    return None if indices is None else [each + n if each < 0 else each for each in indices]


def _paths(native, csgraph, directed, unweighted, indices, limit, return_predecessors, *args):
    graph = _graph(csgraph)
    starts = _wrap(_starts(indices), csgraph.shape[0] if hasattr(csgraph, "shape") else len(csgraph))
    try:
        distances, predecessors = _native[native](graph, *args, (directed, unweighted, starts, float(limit)))
    except ValueError as error:
        raise (NegativeCycleError(str(error)) if "negative length" in str(error) else error) from None
    if indices is not None and asarray(indices).ndim == 0:
        distances, predecessors = distances[0], predecessors[0]
    return (distances, predecessors) if return_predecessors else distances


def shortest_path(csgraph, method="auto", directed=True, return_predecessors=False, unweighted=False, overwrite=False, indices=None):
    """The lengths of the shortest paths from each node, or from some, to all: of shape (starts, n); and the nodes before the ends.

    Example: ``xparray.scipy.sparse.csgraph.shortest_path(graph)``.
    """
    return _paths("shortest_path", csgraph, directed, unweighted, indices, inf, return_predecessors, method)


def dijkstra(csgraph, directed=True, indices=None, return_predecessors=False, unweighted=False, limit=inf, min_only=False):
    """`shortest_path` by Dijkstra's method, up to a length; with `min_only` from the nearest of the starts, which are then given, too.

    Example: ``xparray.scipy.sparse.csgraph.dijkstra(graph, indices=0)``.
    """
    if not min_only:
        return _paths("dijkstra", csgraph, directed, unweighted, indices, limit, return_predecessors)
    found = _native["dijkstra_min_only"](_graph(csgraph), (directed, unweighted, _starts(indices), float(limit)))
    return found if return_predecessors else found[0]


def floyd_warshall(csgraph, directed=True, return_predecessors=False, unweighted=False, overwrite=False):
    """`shortest_path` by Floyd's and Warshall's method.

    Example: ``xparray.scipy.sparse.csgraph.floyd_warshall(graph)``.
    """
    return _paths("floyd_warshall", csgraph, directed, unweighted, None, inf, return_predecessors)


def bellman_ford(csgraph, directed=True, indices=None, return_predecessors=False, unweighted=False):
    """`shortest_path` by Bellman's and Ford's method: lengths may be negative.

    Example: ``xparray.scipy.sparse.csgraph.bellman_ford(graph, indices=0)``.
    """
    return _paths("bellman_ford", csgraph, directed, unweighted, indices, inf, return_predecessors)


def johnson(csgraph, directed=True, indices=None, return_predecessors=False, unweighted=False):
    """`shortest_path` by Johnson's method: lengths may be negative.

    Example: ``xparray.scipy.sparse.csgraph.johnson(graph, indices=0)``.
    """
    return _paths("johnson", csgraph, directed, unweighted, indices, inf, return_predecessors)


def yen(csgraph, source, sink, K, *, directed=True, return_predecessors=False, unweighted=False):
    """The lengths of the K shortest paths between two nodes, a vector, and the nodes before each on them.

    Example: ``xparray.scipy.sparse.csgraph.yen(graph, 0, 3, 2)``.
    """
    distances, predecessors = _native["yen"](_graph(csgraph), source, sink, K, (directed, unweighted, None, inf))
    return (distances, predecessors) if return_predecessors else distances


def connected_components(csgraph, directed=True, connection="weak", return_labels=True):
    """How many parts of a graph are not connected, and the part of each node, a vector.

    Example: ``xparray.scipy.sparse.csgraph.connected_components(graph)``.
    """
    count, labels = _native["connected_components"](_graph(csgraph), connection.lower() if directed else "weak")
    return (count, labels) if return_labels else count


def minimum_spanning_tree(csgraph, overwrite=False):
    """The edges of least total length that connect the nodes.

    Example: ``xparray.scipy.sparse.csgraph.minimum_spanning_tree(graph)``.
    """
    return csr_array._of(_native["minimum_spanning_tree"](_graph(csgraph)))


def breadth_first_order(csgraph, i_start, directed=True, return_predecessors=True):
    """Nodes as they are found, the near ones first, and the nodes before them.

    Example: ``xparray.scipy.sparse.csgraph.breadth_first_order(graph, 0)``.
    """
    found = _native["breadth_first_order"](_graph(csgraph), i_start, directed)
    return found if return_predecessors else found[0]


def depth_first_order(csgraph, i_start, directed=True, return_predecessors=True):
    """Nodes as they are found, each path to its end first, and the nodes before them.

    Example: ``xparray.scipy.sparse.csgraph.depth_first_order(graph, 0)``.
    """
    found = _native["depth_first_order"](_graph(csgraph), i_start, directed)
    return found if return_predecessors else found[0]


def breadth_first_tree(csgraph, i_start, directed=True):
    """The edges by which `breadth_first_order` finds nodes.

    Example: ``xparray.scipy.sparse.csgraph.breadth_first_tree(graph, 0)``.
    """
    return csr_array._of(_native["breadth_first_tree"](_graph(csgraph), i_start, directed))


def depth_first_tree(csgraph, i_start, directed=True):
    """The edges by which `depth_first_order` finds nodes.

    Example: ``xparray.scipy.sparse.csgraph.depth_first_tree(graph, 0)``.
    """
    return csr_array._of(_native["depth_first_tree"](_graph(csgraph), i_start, directed))


def reconstruct_path(csgraph, predecessors, directed=True):
    """The edges to nodes from those before them.

    Example: ``xparray.scipy.sparse.csgraph.reconstruct_path(graph, predecessors)``.
    """
    return csr_array._of(_native["reconstruct_path"](_graph(csgraph), predecessors, directed))


def construct_dist_matrix(graph, predecessors, directed=True, null_value=inf):
    """The lengths of the paths that the nodes before the ends say.

    Example: ``xparray.scipy.sparse.csgraph.construct_dist_matrix(graph, predecessors)``.
    """
    return _native["construct_dist_matrix"](_graph(graph), predecessors, directed, null_value)


def laplacian(csgraph, normed=False, return_diag=False, use_out_degree=False, *, copy=True, form="array", dtype=None, symmetrized=False):
    """The Laplacian of a graph, of the graph's kind, and its diagonal.

    Example: ``xparray.scipy.sparse.csgraph.laplacian(graph)``.
    """
    if form != "array":
        raise NotImplementedError("the Laplacian as a function or an operator")
    sparse = csgraph if issparse(csgraph) else csr_array(asarray(csgraph))
    sparse = sparse if dtype is None else sparse.astype(dtype)
    kept, diagonal = _native["laplacian"](sparse._m, normed, use_out_degree, symmetrized)
    found = type(sparse)._of(kept)
    if sparse.dtype.kind in "iu" and not normed:
        found, diagonal = found.astype(sparse.dtype), diagonal.astype(sparse.dtype)
    found = found if issparse(csgraph) else found.toarray()
    return (found, diagonal) if return_diag else found


class MaximumFlowResult:
    """The greatest flow: `flow_value`, and `flow`, a sparse array of what goes from node to node."""

    def __init__(self, flow_value, flow):
        self.flow_value, self.flow = flow_value, flow


def maximum_flow(csgraph, source, sink, *, method="dinic"):
    """The greatest flow from one node to another, where edges hold whole amounts.

    Example: ``xparray.scipy.sparse.csgraph.maximum_flow(graph, 0, 1).flow_value``.
    """
    if csgraph.dtype.kind not in "iu":
        raise TypeError("graph must be of an integer type")
    value, flow = _native["maximum_flow"](_graph(csgraph), source, sink)
    return MaximumFlowResult(int(value), csr_array._of(flow).astype("int32"))


def maximum_bipartite_matching(graph, perm_type="row"):
    """The most pairs of rows and columns with entries: the row of each column, or the column of each row (`column`), -1 for none.

    Example: ``xparray.scipy.sparse.csgraph.maximum_bipartite_matching(graph, perm_type="column")``.
    """
    return _native["maximum_bipartite_matching"](_graph(graph), perm_type)


def min_weight_full_bipartite_matching(biadjacency, maximize=False):
    """Pairs of rows and columns of least total weight, one for each row or column: the rows and the columns.

    Example: ``xparray.scipy.sparse.csgraph.min_weight_full_bipartite_matching(graph)``.
    """
    return _native["min_weight_full_bipartite_matching"](_graph(biadjacency), maximize)


def reverse_cuthill_mckee(graph, symmetric_mode=False):
    """An order of nodes that puts entries near the diagonal.

    Example: ``xparray.scipy.sparse.csgraph.reverse_cuthill_mckee(graph)``.
    """
    return _native["reverse_cuthill_mckee"](_graph(graph))


def structural_rank(graph):
    """The greatest rank of a matrix with entries at the same places.

    Example: ``xparray.scipy.sparse.csgraph.structural_rank(graph)``.
    """
    return _native["structural_rank"](_graph(graph))


def csgraph_from_dense(graph, null_value=0, nan_null=True, infinity_null=True):
    """A dense graph as a sparse one, where some value means no edge.

    Example: ``xparray.scipy.sparse.csgraph.csgraph_from_dense(graph)``.
    """
    return csr_array._of(_native["csgraph_from_dense"](graph, _null(null_value), nan_null, infinity_null))


def csgraph_to_dense(csgraph, null_value=0):
    """A sparse graph as a dense one, where some value means no edge.

    Example: ``xparray.scipy.sparse.csgraph.csgraph_to_dense(graph, null_value=xparray.inf)``.
    """
    return _native["csgraph_to_dense"](csgraph._m, float(null_value))


def _null(value):
    return float("nan") if value is None or not isfinite(value) else float(value)


__all__ = [
    "MaximumFlowResult", "NegativeCycleError", "bellman_ford", "breadth_first_order", "breadth_first_tree", "connected_components",
    "construct_dist_matrix", "csgraph_from_dense", "csgraph_to_dense", "depth_first_order", "depth_first_tree", "dijkstra", "floyd_warshall",
    "johnson", "laplacian", "maximum_bipartite_matching", "maximum_flow", "min_weight_full_bipartite_matching", "minimum_spanning_tree",
    "reconstruct_path", "reverse_cuthill_mckee", "shortest_path", "structural_rank", "yen",
]
