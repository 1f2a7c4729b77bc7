//! Shortest paths between all nodes, on the device.

use super::edges::{NO_PREDECESSOR, node, nodes};
use super::{Paths, ShortestPath};
use xparray_core::prelude::*;
use xparray_core::sparse::Csr;
use xparray_core::{Error, Result};

/// The shortest paths by Floyd's and Warshall's algorithm: for one node after the other, all paths that are shorter through it.
/// Each step is one kernel over all pairs of nodes. Weights may be negative.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::sparse::csgraph::{ShortestPath, floyd_warshall};
/// use xparray::sparse::Csr;
/// let graph = Csr::from_dense(&xp.array([[0.0, 4.0, 3.0], [0.0, 0.0, -2.0], [0.0, 0.0, 0.0]])?)?;
/// let paths = floyd_warshall(&graph, ShortestPath::new())?;
/// assert_eq!(paths.distances.to_string(), "[[ 0.  4.  2.]\n [inf  0. -2.]\n [inf inf  0.]]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`] unless the matrix is square; [`Error::Index`] for a node that is not there; [`Error::Value`] for a cycle of
/// negative length, and a weight that is no number.
pub fn floyd_warshall<T: RealField, B: Backend>(graph: &Csr<T, B>, options: ShortestPath) -> Result<Paths<B>> {
    const OP: &str = "floyd_warshall";
    let (n, xp) = (nodes(OP, graph)?, graph.xp());
    let indices = options.indices.as_deref().unwrap_or_default();
    let indices = indices.iter().map(|&k| Ok(node(OP, k, n)? as i64)).collect::<Result<Vec<_>>>()?;
    let mut distances = xp.full([n, n], f64::INFINITY)?;
    let mut predecessors = xp.full([n, n], NO_PREDECESSOR)?;
    if n > 0 {
        let entries = graph.to_coo()?;
        let weights = match options.unweighted {
            true => xp.ones::<f64>(entries.nnz())?,
            false => entries.values().astype::<f64>(),
        };
        if (weights.isnan() | weights.equal(f64::NEG_INFINITY)?).any(..)?.item()? {
            return Err(Error::value(OP, "a weight is no number, or negative infinity"));
        }
        // What a path through all nodes rounds: no more than this of a cycle is none.
        let sizes = weights.isinf().where_(0.0, &weights.abs())?;
        let largest = if entries.nnz() == 0 { 0.0 } else { sizes.max(..)?.item()? };
        let rounding = f64::EPSILON * n as f64 * largest;
        distances.put_at((entries.row(), entries.col()), &weights)?;
        if !options.directed {
            distances = distances.minimum(&distances.t())?;
        }
        let from = xp.arange((0, n as i64, 1))?.expand_dims(1)?;
        predecessors = distances.less(f64::INFINITY)?.where_(&from, &predecessors)?;
        let own = xp.eye::<bool>(n)?;
        // A loop of negative weight is a cycle, and is left to be found.
        distances = own.where_(&distances.minimum(0.0)?, &distances)?;
        predecessors = own.where_(NO_PREDECESSOR, &predecessors)?;
        for k in 0..n {
            let through = distances.take(k, 1)?.expand_dims(1)? + distances.take(k, 0)?;
            let cycle_of_none = &own & through.greater_equal(-rounding)?;
            let shorter = through.less(&distances)? & cycle_of_none.logical_not();
            predecessors = shorter.where_(&predecessors.take(k, 0)?, &predecessors)?;
            distances = shorter.where_(&through, &distances)?;
            distances.eval()?;
            predecessors.eval()?;
        }
        if distances.diagonal()?.less(0.0)?.any(..)?.item()? {
            return Err(Error::value(OP, "the graph has a cycle of negative length"));
        }
    }
    if options.indices.is_some() {
        distances = distances.take(&indices, 0)?;
        predecessors = predecessors.take(&indices, 0)?;
    }
    Ok(Paths { distances, predecessors })
}
