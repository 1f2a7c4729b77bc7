//! Walks through graphs, and the trees that they leave.

use super::edges::{NO_PREDECESSOR, edges, node};
use crate::sparse::host::{Lines, from_rows};
use std::collections::VecDeque;
use xparray_core::prelude::*;
use xparray_core::sparse::Csr;
use xparray_core::{Error, Result};

/// The nodes that are reached from one, the nearest first, and the node from which each was reached, or
/// [`NO_PREDECESSOR`](super::NO_PREDECESSOR). Edges count in their direction, or in both: those from a node come before those to it.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::sparse::csgraph::breadth_first_order;
/// use xparray::sparse::Csr;
/// let graph = Csr::from_dense(&xp.array([[0.0, 1.0, 1.0, 0.0], [0.0, 0.0, 0.0, 1.0], [0.0; 4], [0.0; 4]])?)?;
/// let (order, predecessors) = breadth_first_order(&graph, 0, true)?;
/// assert_eq!((order.to_vec()?, predecessors.to_vec()?), (vec![0, 1, 2, 3], vec![-9999, 0, 0, 1]));
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`] unless the matrix is square; [`Error::Index`] if there is no such node.
pub fn breadth_first_order<T: RealField, B: Backend>(
    graph: &Csr<T, B>,
    i_start: usize,
    directed: bool,
) -> Result<(Array<i64, B>, Array<i64, B>)> {
    walk("breadth_first_order", graph, i_start, directed, broad)
}

/// The nodes that are reached from one, each followed by what is first reached from it, and the node from which each was
/// reached, or [`NO_PREDECESSOR`](super::NO_PREDECESSOR).
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::sparse::csgraph::depth_first_order;
/// use xparray::sparse::Csr;
/// let graph = Csr::from_dense(&xp.array([[0.0, 1.0, 1.0, 0.0], [0.0, 0.0, 0.0, 1.0], [0.0; 4], [0.0; 4]])?)?;
/// let (order, predecessors) = depth_first_order(&graph, 0, true)?;
/// assert_eq!((order.to_vec()?, predecessors.to_vec()?), (vec![0, 1, 3, 2], vec![-9999, 0, 0, 1]));
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`breadth_first_order`].
pub fn depth_first_order<T: RealField, B: Backend>(
    graph: &Csr<T, B>,
    i_start: usize,
    directed: bool,
) -> Result<(Array<i64, B>, Array<i64, B>)> {
    walk("depth_first_order", graph, i_start, directed, deep)
}

/// The tree of the edges by which [`breadth_first_order`] reaches nodes.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::sparse::csgraph::breadth_first_tree;
/// use xparray::sparse::Csr;
/// let graph = Csr::from_dense(&xp.array([[0.0, 2.0, 3.0], [0.0, 0.0, 5.0], [0.0; 3]])?)?;
/// assert_eq!(breadth_first_tree(&graph, 0, true)?.to_dense()?.to_string(), "[[0. 2. 3.]\n [0. 0. 0.]\n [0. 0. 0.]]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`breadth_first_order`].
pub fn breadth_first_tree<T: RealField, B: Backend>(
    graph: &Csr<T, B>,
    i_start: usize,
    directed: bool,
) -> Result<Csr<T, B>> {
    reconstruct_path(graph, &breadth_first_order(graph, i_start, directed)?.1, directed)
}

/// The tree of the edges by which [`depth_first_order`] reaches nodes.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::sparse::csgraph::depth_first_tree;
/// use xparray::sparse::Csr;
/// let graph = Csr::from_dense(&xp.array([[0.0, 2.0, 3.0], [0.0, 0.0, 5.0], [0.0; 3]])?)?;
/// assert_eq!(depth_first_tree(&graph, 0, true)?.to_dense()?.to_string(), "[[0. 2. 0.]\n [0. 0. 5.]\n [0. 0. 0.]]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`breadth_first_order`].
pub fn depth_first_tree<T: RealField, B: Backend>(
    graph: &Csr<T, B>,
    i_start: usize,
    directed: bool,
) -> Result<Csr<T, B>> {
    reconstruct_path(graph, &depth_first_order(graph, i_start, directed)?.1, directed)
}

/// The tree of the edges of a graph that lead to each node from its predecessor; where directions do not count, with the
/// smaller of both weights.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::sparse::csgraph::reconstruct_path;
/// use xparray::sparse::Csr;
/// let graph = Csr::from_dense(&xp.array([[0.0, 2.0, 3.0], [0.0, 0.0, 5.0], [0.0; 3]])?)?;
/// let tree = reconstruct_path(&graph, &xp.array([-9999, 0, 0])?.astype(), true)?;
/// assert_eq!(tree.to_dense()?.to_string(), "[[0. 2. 3.]\n [0. 0. 0.]\n [0. 0. 0.]]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`] unless the matrix is square and there is a predecessor for each node; [`Error::Value`] for one from which no
/// edge leads to the node.
pub fn reconstruct_path<T: RealField, B: Backend>(
    graph: &Csr<T, B>,
    predecessors: &Array<i64, B>,
    directed: bool,
) -> Result<Csr<T, B>> {
    const OP: &str = "reconstruct_path";
    let edges = edges(OP, graph, directed)?;
    let n = edges.count();
    if predecessors.shape() != [n] {
        return Err(Error::shape(OP, &graph.shape(), predecessors.shape()));
    }
    let mut tree = Lines::new(n);
    for (to, from) in predecessors.to_vec()?.into_iter().enumerate() {
        if from >= 0 {
            let weights = match usize::try_from(from) {
                Ok(from) if from < n => edges.line(from).filter(|&(next, _)| next == to).map(|(_, weight)| weight),
                _ => return Err(Error::Index { op: OP, index: from, len: n }),
            };
            match weights.reduce(f64::min) {
                Some(weight) => tree.push(from as usize, weight),
                None => return Err(Error::value(OP, format!("no edge leads from {from} to {to}"))),
            }
        }
        tree.end_line();
    }
    from_rows(graph.xp(), &tree.transposed())
}

/// The nodes in the order of a walk, and their predecessors.
fn walk<T: RealField, B: Backend>(
    op: &'static str,
    graph: &Csr<T, B>,
    start: usize,
    directed: bool,
    walk: impl FnOnce(&Lines<f64>, usize) -> (Vec<i64>, Vec<i64>),
) -> Result<(Array<i64, B>, Array<i64, B>)> {
    let edges = edges(op, graph, directed)?;
    let (order, predecessors) = walk(&edges, node(op, start, edges.count())?);
    Ok((graph.xp().from_slice(&order, order.len())?, graph.xp().from_slice(&predecessors, predecessors.len())?))
}

fn broad(edges: &Lines<f64>, start: usize) -> (Vec<i64>, Vec<i64>) {
    let (mut order, mut predecessors) = (Vec::new(), vec![NO_PREDECESSOR; edges.count()]);
    let mut seen = vec![false; edges.count()];
    seen[start] = true;
    let mut queue = VecDeque::from([start]);
    while let Some(node) = queue.pop_front() {
        order.push(node as i64);
        for &next in edges.places_of(node) {
            if !seen[next] {
                seen[next] = true;
                predecessors[next] = node as i64;
                queue.push_back(next);
            }
        }
    }
    (order, predecessors)
}

fn deep(edges: &Lines<f64>, start: usize) -> (Vec<i64>, Vec<i64>) {
    let (mut order, mut predecessors) = (vec![start as i64], vec![NO_PREDECESSOR; edges.count()]);
    let mut seen = vec![false; edges.count()];
    seen[start] = true;
    // The nodes on the way, and which of their edges comes next.
    let mut way = vec![(start, 0)];
    while let Some((node, next)) = way.last_mut() {
        match edges.places_of(*node).get(*next) {
            Some(&to) => {
                *next += 1;
                if !seen[to] {
                    seen[to] = true;
                    predecessors[to] = *node as i64;
                    order.push(to as i64);
                    way.push((to, 0));
                }
            }
            None => {
                way.pop();
            }
        }
    }
    (order, predecessors)
}
