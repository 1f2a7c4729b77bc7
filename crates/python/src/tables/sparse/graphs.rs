//! Graphs: sparse matrices whose entries are the lengths of edges.

use super::{Matrix, Solvable, Sparse, solvable};
use crate::convert::Input;
use crate::tables::functions;
use crate::tables::words::{Connected, Parted, Ways};
use xparray::scipy::sparse::csgraph::{self, FromDense, Laplacian, Paths, ShortestPath};
use xparray::sparse::Csr;
use xparray::{Array, Device, Result};

/// A graph with lengths in double precision, as SciPy takes them.
fn lengths(graph: &Sparse) -> Result<Csr<f64, Device>> {
    graph.0.typed()
}

/// Options: whether edges have directions, whether all are of length 1, the nodes to start at, and the greatest distance.
type Given = (bool, bool, Option<Vec<usize>>, f64);

fn options((directed, unweighted, indices, limit): Given) -> ShortestPath {
    let options = ShortestPath::new().directed(directed).unweighted(unweighted).limit(limit);
    indices.into_iter().fold(options, |options, indices| options.indices(&indices))
}

fn paths(found: Paths<Device>) -> (Array<f64, Device>, Array<i64, Device>) {
    (found.distances, found.predecessors)
}

functions! {
    bellman_ford(graph: Sparse, given: Given) = csgraph::bellman_ford(&lengths(&graph)?, options(given)).map(paths);
    breadth_first_order(graph: Sparse, start: usize, directed: bool) =
        csgraph::breadth_first_order(&lengths(&graph)?, start, directed);
    breadth_first_tree(graph: Sparse, start: usize, directed: bool) =
        csgraph::breadth_first_tree(&lengths(&graph)?, start, directed).map(Matrix::from);
    connected_components(graph: Sparse, connection: Connected) =
        csgraph::connected_components(&lengths(&graph)?, connection.0);
    construct_dist_matrix(graph: Sparse, predecessors: Input, directed: bool, null_value: f64) = {
        let predecessors = predecessors.0.astype(xparray::DType::I64)?.typed()?;
        csgraph::construct_dist_matrix(&lengths(&graph)?, &predecessors, directed, null_value)
    };
    csgraph_from_dense(graph: Input, null_value: f64, nan_null: bool, infinity_null: bool) = {
        let options = FromDense::new().null_value(null_value).nan_null(nan_null).infinity_null(infinity_null);
        csgraph::csgraph_from_dense(&graph.0.astype(xparray::DType::F64)?.typed::<f64>()?, options).map(Matrix::from)
    };
    csgraph_to_dense(graph: Sparse, null_value: f64) = csgraph::csgraph_to_dense(&lengths(&graph)?, null_value);
    depth_first_order(graph: Sparse, start: usize, directed: bool) =
        csgraph::depth_first_order(&lengths(&graph)?, start, directed);
    depth_first_tree(graph: Sparse, start: usize, directed: bool) =
        csgraph::depth_first_tree(&lengths(&graph)?, start, directed).map(Matrix::from);
    dijkstra(graph: Sparse, given: Given) = csgraph::dijkstra(&lengths(&graph)?, options(given)).map(paths);
    dijkstra_min_only(graph: Sparse, given: Given) = {
        let found = csgraph::dijkstra_min_only(&lengths(&graph)?, options(given))?;
        Ok((found.distances, found.predecessors, found.sources))
    };
    floyd_warshall(graph: Sparse, given: Given) =
        csgraph::floyd_warshall(&lengths(&graph)?, options(given)).map(paths);
    johnson(graph: Sparse, given: Given) = csgraph::johnson(&lengths(&graph)?, options(given)).map(paths);
    laplacian(graph: Solvable, normed: bool, use_out_degree: bool, symmetrized: bool) = {
        let options = Laplacian::new().normed(normed).use_out_degree(use_out_degree).symmetrized(symmetrized);
        solvable!(&graph, graph => csgraph::laplacian_with(graph, options).map(|(l, d)| (Matrix::from(l), d)))
    };
    maximum_bipartite_matching(graph: Sparse, kind: Parted) =
        csgraph::maximum_bipartite_matching(&lengths(&graph)?, kind.0);
    maximum_flow(graph: Sparse, source: usize, sink: usize) = {
        let found = csgraph::maximum_flow(&lengths(&graph)?, source, sink)?;
        Ok((found.flow_value, Matrix::from(found.flow)))
    };
    min_weight_full_bipartite_matching(graph: Sparse, maximize: bool) =
        csgraph::min_weight_full_bipartite_matching(&lengths(&graph)?, maximize);
    minimum_spanning_tree(graph: Sparse) = csgraph::minimum_spanning_tree(&lengths(&graph)?).map(Matrix::from);
    reconstruct_path(graph: Sparse, predecessors: Input, directed: bool) = {
        let predecessors = predecessors.0.astype(xparray::DType::I64)?.typed()?;
        csgraph::reconstruct_path(&lengths(&graph)?, &predecessors, directed).map(Matrix::from)
    };
    reverse_cuthill_mckee(graph: Sparse) = csgraph::reverse_cuthill_mckee(&lengths(&graph)?);
    shortest_path(graph: Sparse, method: Ways, given: Given) =
        csgraph::shortest_path(&lengths(&graph)?, method.0, options(given)).map(paths);
    structural_rank(graph: Sparse) = csgraph::structural_rank(&lengths(&graph)?);
    yen(graph: Sparse, source: usize, sink: usize, k: usize, given: Given) = {
        let found = csgraph::yen(&lengths(&graph)?, source, sink, k, options(given))?;
        Ok((found.distances, found.predecessors))
    };
}
