//! Graphs as sparse matrices, whose entry `[i, j]` is the weight of an edge from `i` to `j`: `scipy.sparse.csgraph`.

use xparray_core::prelude::*;
use xparray_core::sparse::Csr;
use xparray_core::{Error, Result};

/// The parts of a graph that no edge connects, its edges taken without direction: how many there are, and the part of each
/// node. Parts are numbered by their first nodes. An entry is an edge unless it is zero.
///
/// Every node takes the smallest number that a neighbour's leader has, and leaders are followed (Zhang, Azad and Hu, FastSV,
/// SIAM PP 2020), so rounds are as many as a logarithm of the nodes; the host waits for each.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::sparse::csgraph::connected_components;
/// use xparray::sparse::Coo;
/// let edges = Coo::new([5, 5], [0, 3], [2, 1], &xp.ones::<f32>(2)?)?;
/// let (count, labels) = connected_components(&edges.to_csr()?)?;
/// assert_eq!((count, labels.to_string()), (3, "[0 1 0 1 2]".into()));
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`] unless the matrix is square.
pub fn connected_components<T: Field, B: Backend>(graph: &Csr<T, B>) -> Result<(usize, Array<i64, B>)> {
    let n = nodes("connected_components", graph)?;
    let (from, to) = graph.nonzero()?;
    let mut leader = graph.xp().arange((0, n as i64, 1))?;
    if !from.is_empty() {
        loop {
            let second = leader.take(&leader, 0)?;
            let mut next = leader.clone();
            for (a, b) in [(&from, &to), (&to, &from)] {
                let near = second.take(b, 0)?;
                // The node's leader, and the node itself.
                next.minimum_at([&leader.take(a, 0)?], &near)?;
                next.minimum_at([a], &near)?;
            }
            let next = next.minimum(&second)?;
            let settled = next.array_equal(&leader)?;
            leader = next;
            if settled {
                break;
            }
        }
    }
    let (leaders, labels) = leader.unique_inverse()?;
    Ok((leaders.len(), labels))
}

/// The Laplacian of a graph: the sums of its columns, without the diagonal, on the diagonal, less the graph elsewhere.
/// Normalised, each entry is divided by the square roots of both nodes' sums, and the diagonal is one, but zero for nodes
/// without edges.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::sparse::csgraph::laplacian;
/// use xparray::sparse::Csr;
/// let path = Csr::from_dense(&xp.array([[0.0, 1.0, 0.0], [1.0, 0.0, 4.0], [0.0, 4.0, 0.0]])?)?;
/// assert_eq!(laplacian(&path, false)?.to_dense()?.to_string(), "[[ 1. -1.  0.]\n [-1.  5. -4.]\n [ 0. -4.  4.]]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`] unless the matrix is square.
pub fn laplacian<T: Field, B: Backend>(graph: &Csr<T, B>, normed: bool) -> Result<Csr<T, B>> {
    let n = nodes("laplacian", graph)?;
    if n == 0 {
        return Ok(graph.clone());
    }
    let sums = graph.sum(0)?.into_dyn().subtract(&graph.diagonal(0)?)?;
    let mut laplacian = graph.negative()?;
    if normed {
        let alone = sums.equal(0)?;
        let roots = alone.where_(&sums.ones_like()?, &sums.sqrt()?)?;
        laplacian = laplacian.divide(&roots)?.divide(&roots.expand_dims(1)?)?;
        laplacian.setdiag(alone.logical_not()?.astype(T::DTYPE)?, 0)?;
    } else {
        laplacian.setdiag(&sums, 0)?;
    }
    Ok(laplacian)
}

/// The number of nodes.
fn nodes<T: Field, B: Backend>(op: &'static str, graph: &Csr<T, B>) -> Result<usize> {
    match graph.shape() {
        [rows, columns] if rows == columns => Ok(rows),
        shape => Err(Error::shape(op, &shape, &shape)),
    }
}
