//! Trees that hold a graph together.

use super::edges::edges;
use crate::sparse::host::{Lines, from_rows};
use xparray_core::Result;
use xparray_core::prelude::*;
use xparray_core::sparse::Csr;

/// The edges of least weight that hold together what is connected, by Kruskal's algorithm. Directions do not count; each edge
/// of the result is one of the graph's entries, of equal ones the first.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::sparse::csgraph::minimum_spanning_tree;
/// use xparray::sparse::Csr;
/// let graph = Csr::from_dense(&xp.array([[0.0, 8.0, 3.0], [0.0, 0.0, 5.0], [0.0; 3]])?)?;
/// let tree = minimum_spanning_tree(&graph)?;
/// assert_eq!(tree.to_dense()?.to_string(), "[[0. 0. 3.]\n [0. 0. 5.]\n [0. 0. 0.]]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`](xparray_core::Error::Shape) unless the matrix is square; [`Error::Value`](xparray_core::Error::Value) for a weight
/// that is no number.
pub fn minimum_spanning_tree<T: RealField, B: Backend>(graph: &Csr<T, B>) -> Result<Csr<T, B>> {
    let edges = edges("minimum_spanning_tree", graph, true)?;
    let n = edges.count();
    let mut all: Vec<(f64, usize, usize)> = Vec::with_capacity(edges.places.len());
    for from in 0..n {
        all.extend(edges.line(from).map(|(to, weight)| (weight, from, to)));
    }
    all.sort_by(|x, y| x.0.total_cmp(&y.0));
    let mut leader: Vec<usize> = (0..n).collect();
    all.retain(|&(_, from, to)| {
        let (from, to) = (find(&mut leader, from), find(&mut leader, to));
        leader[from] = to;
        from != to
    });
    all.sort_by_key(|&(_, from, _)| from);
    let mut tree = Lines::new(n);
    let mut chosen = all.into_iter().peekable();
    for node in 0..n {
        while let Some((weight, _, to)) = chosen.next_if(|&(_, from, _)| from == node) {
            tree.push(to, weight);
        }
        tree.end_line();
    }
    from_rows(graph.xp(), &tree)
}

/// The leader of a node's part; ways to it are halved as they are gone.
fn find(leader: &mut [usize], mut node: usize) -> usize {
    while leader[node] != node {
        leader[node] = leader[leader[node]];
        node = leader[node];
    }
    node
}
