//! The edges of graphs, on the host.

use super::ShortestPath;
use crate::sparse::host::{Lines, rows};
use xparray_core::prelude::*;
use xparray_core::sparse::Csr;
use xparray_core::{Error, Result};

/// What stands for no predecessor: of a node where a path starts, or that none reaches.
pub const NO_PREDECESSOR: i64 = -9999;

/// The number of nodes.
pub(super) fn nodes<T: Field, B: Backend>(op: &'static str, graph: &Csr<T, B>) -> Result<usize> {
    match graph.shape() {
        [rows, columns] if rows == columns => Ok(rows),
        shape => Err(Error::shape(op, &shape, &shape)),
    }
}

/// Each node's edges: those from it, and, if directions do not count, those to it behind.
pub(super) fn edges<T: RealField, B: Backend>(
    op: &'static str,
    graph: &Csr<T, B>,
    directed: bool,
) -> Result<Lines<f64>> {
    nodes(op, graph)?;
    let from = rows::<f64, T, B>(graph)?;
    if let Some(weight) = from.values.iter().find(|weight| weight.is_nan() || **weight == f64::NEG_INFINITY) {
        return Err(Error::value(op, format!("an edge of weight {weight}")));
    }
    if directed {
        return Ok(from);
    }
    let to = from.transposed();
    let mut both = Lines::new(from.len);
    for node in 0..from.count() {
        from.line(node).chain(to.line(node)).for_each(|(other, weight)| both.push(other, weight));
        both.end_line();
    }
    Ok(both)
}

/// The edges by which paths are measured.
pub(super) fn measured<T: RealField, B: Backend>(
    op: &'static str,
    graph: &Csr<T, B>,
    options: &ShortestPath,
) -> Result<Lines<f64>> {
    let mut edges = edges(op, graph, options.directed)?;
    if options.unweighted {
        edges.values.fill(1.0);
    }
    Ok(edges)
}

/// An error unless there is a node of this number.
pub(super) fn node(op: &'static str, node: usize, nodes: usize) -> Result<usize> {
    match node < nodes {
        true => Ok(node),
        false => Err(Error::Index { op, index: i64::try_from(node).unwrap_or(i64::MAX), len: nodes }),
    }
}
