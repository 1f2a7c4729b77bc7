//! Orders of nodes.

use super::edges::nodes;
use crate::sparse::host::rows;
use crate::sparse::linalg::order;
use xparray_core::Result;
use xparray_core::prelude::*;
use xparray_core::sparse::Csr;

/// An order of the nodes that brings entries near the diagonal: Cuthill's and McKee's, reversed. Directions do not count.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::sparse::csgraph::reverse_cuthill_mckee;
/// use xparray::sparse::Csr;
/// let far = Csr::from_dense(&xp.array([[1.0, 0.0, 2.0], [0.0, 1.0, 2.0], [2.0, 2.0, 1.0]])?)?;
/// let order = reverse_cuthill_mckee(&far)?;
/// assert_eq!(far.take_rows(&order)?.take_columns(&order)?.to_dense()?.to_string(), "[[1. 2. 0.]\n [2. 1. 2.]\n [0. 2. 1.]]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`](xparray_core::Error::Shape) unless the matrix is square.
pub fn reverse_cuthill_mckee<T: RealField, B: Backend>(graph: &Csr<T, B>) -> Result<Array<i64, B>> {
    nodes("reverse_cuthill_mckee", graph)?;
    let order = order::reverse_cuthill_mckee(&order::neighbours(&rows::<f64, T, B>(graph)?));
    let order: Vec<i64> = order.into_iter().map(|node| node as i64).collect();
    graph.xp().from_slice(&order, order.len())
}
