//! Laplacians of graphs.

use super::edges::nodes;
use xparray_core::Result;
use xparray_core::prelude::*;
use xparray_core::sparse::Csr;

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
/// [`Error::Shape`](xparray_core::Error::Shape) unless the matrix is square.
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
