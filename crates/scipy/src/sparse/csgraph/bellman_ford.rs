//! Shortest paths along edges of which some are negative.

use super::dijkstra::search;
use super::edges::{NO_PREDECESSOR, measured};
use super::{Paths, ShortestPath};
use crate::sparse::host::Lines;
use xparray_core::prelude::*;
use xparray_core::sparse::Csr;
use xparray_core::{Error, Result};

/// The shortest paths by Bellman's and Ford's algorithm: all edges are tried until none makes a path shorter. Weights may be
/// negative.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::sparse::csgraph::{ShortestPath, bellman_ford};
/// use xparray::sparse::Csr;
/// let graph = Csr::from_dense(&xp.array([[0.0, 4.0, 3.0], [0.0, 0.0, -2.0], [0.0, 0.0, 0.0]])?)?;
/// let paths = bellman_ford(&graph, ShortestPath::new().indices(&[0]))?;
/// assert_eq!(paths.distances.to_string(), "[[0. 4. 2.]]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`] unless the matrix is square; [`Error::Index`] for a node that is not there; [`Error::Value`] for a cycle of
/// negative length that a path reaches, and a weight that is no number.
pub fn bellman_ford<T: RealField, B: Backend>(graph: &Csr<T, B>, options: ShortestPath) -> Result<Paths<B>> {
    let edges = measured("bellman_ford", graph, &options)?;
    let n = edges.count();
    let sources = options.sources("bellman_ford", n)?;
    let rows = sources.into_iter().map(|source| {
        let mut distances = vec![f64::INFINITY; n];
        distances[source] = 0.0;
        let predecessors = settle("bellman_ford", &edges, &mut distances)?;
        Ok((distances, predecessors))
    });
    Paths::new(graph.xp(), n, rows.collect::<Result<_>>()?)
}

/// Shortens distances along edges until no edge is shorter: gives the predecessors. What rounding leaves of a cycle of no length
/// is no shorter.
fn settle(op: &'static str, edges: &Lines<f64>, distances: &mut [f64]) -> Result<Vec<i64>> {
    let n = edges.count();
    let mut predecessors = vec![NO_PREDECESSOR; n];
    for _ in 0..n {
        let mut changed = false;
        for node in 0..n {
            for (next, weight) in edges.line(node) {
                let along = distances[node] + weight;
                let rounding = 4.0 * f64::EPSILON * (distances[node].abs() + weight.abs());
                // Not so where neither is reached.
                if distances[next] - along > rounding {
                    distances[next] = along;
                    predecessors[next] = node as i64;
                    changed = true;
                }
            }
        }
        if !changed {
            return Ok(predecessors);
        }
    }
    let tolerance = rounding(&edges.values, n);
    let lines = (0..n).map(|node| (distances[node], edges.line(node)));
    for (distance, mut line) in lines {
        if line.any(|(next, weight)| distance + weight < distances[next] - tolerance) {
            return Err(Error::value(op, "the graph has a cycle of negative length"));
        }
    }
    Ok(predecessors)
}

/// What a path through all nodes rounds.
fn rounding(weights: &[f64], nodes: usize) -> f64 {
    let finite = weights.iter().map(|weight| weight.abs()).filter(|weight| weight.is_finite());
    f64::EPSILON * nodes as f64 * finite.fold(0.0, f64::max)
}

/// The shortest paths by Johnson's algorithm: weights are changed by heights of nodes that make none of them negative, and
/// [`dijkstra`](super::dijkstra) does the rest. Weights may be negative.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::sparse::csgraph::{ShortestPath, johnson};
/// use xparray::sparse::Csr;
/// let graph = Csr::from_dense(&xp.array([[0.0, 4.0, 3.0], [0.0, 0.0, -2.0], [0.0, 0.0, 0.0]])?)?;
/// let paths = johnson(&graph, ShortestPath::new())?;
/// assert_eq!(paths.distances.to_string(), "[[ 0.  4.  2.]\n [inf  0. -2.]\n [inf inf  0.]]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`bellman_ford`](super::bellman_ford); any cycle of negative length is one.
pub fn johnson<T: RealField, B: Backend>(graph: &Csr<T, B>, options: ShortestPath) -> Result<Paths<B>> {
    let edges = measured("johnson", graph, &options)?;
    let n = edges.count();
    let sources = options.sources("johnson", n)?;
    // As from one more node, with an edge of no weight to each.
    let mut heights = vec![0.0; n];
    settle("johnson", &edges, &mut heights)?;
    let mut raised = edges.clone();
    for node in 0..n {
        for k in edges.starts[node]..edges.starts[node + 1] {
            // Rounding must leave nothing negative.
            raised.values[k] = (edges.values[k] + heights[node] - heights[edges.places[k]]).max(0.0);
        }
    }
    let rows = sources.into_iter().map(|source| {
        let found = search(&raised, &[source], f64::INFINITY);
        let back = found.distances.iter().zip(&heights).map(|(distance, height)| distance + height - heights[source]);
        (back.collect(), found.predecessors)
    });
    Paths::new(graph.xp(), n, rows.collect())
}
