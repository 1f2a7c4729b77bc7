//! Laplacians of graphs.

use super::edges::nodes;
use xparray_core::Result;
use xparray_core::prelude::*;
use xparray_core::sparse::Csr;

/// Options of [`laplacian_with`].
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::sparse::csgraph::{Laplacian, laplacian_with};
/// use xparray::sparse::Csr;
/// let edge = Csr::from_dense(&xp.array([[0.0, 3.0], [0.0, 0.0]])?)?;
/// let (matrix, degrees) = laplacian_with(&edge, Laplacian::new().use_out_degree(true))?;
/// assert_eq!((matrix.to_dense()?.to_string(), degrees.to_string()), ("[[ 3. -3.]\n [ 0.  0.]]".into(), "[3. 0.]".into()));
/// let (matrix, _) = laplacian_with(&edge, Laplacian::new().symmetrized(true))?;
/// assert_eq!(matrix.to_dense()?.to_string(), "[[ 3. -3.]\n [-3.  3.]]");
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Laplacian {
    normed: bool,
    use_out_degree: bool,
    symmetrized: bool,
}

impl Laplacian {
    /// Of the graph as it is, with the sums of its columns, not normalised.
    pub fn new() -> Self {
        Self::default()
    }

    /// Whether entries are divided by the square roots of both nodes' sums.
    pub fn normed(self, normed: bool) -> Self {
        Self { normed, ..self }
    }

    /// Whether sums are those of rows instead of columns.
    pub fn use_out_degree(self, use_out_degree: bool) -> Self {
        Self { use_out_degree, ..self }
    }

    /// Whether the graph's adjoint is added to it first.
    pub fn symmetrized(self, symmetrized: bool) -> Self {
        Self { symmetrized, ..self }
    }
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
/// [`Error::Shape`](xparray_core::Error::Shape) unless the matrix is square.
pub fn laplacian<T: Field, B: Backend>(graph: &Csr<T, B>, normed: bool) -> Result<Csr<T, B>> {
    Ok(laplacian_with(graph, Laplacian::new().normed(normed))?.0)
}

/// The [`laplacian`] by these options, and the sums on its diagonal; normalised, their square roots, with ones for nodes without
/// edges.
///
/// # Errors
/// Those of [`laplacian`].
pub fn laplacian_with<T: Field, B: Backend>(graph: &Csr<T, B>, options: Laplacian) -> Result<(Csr<T, B>, DynArray<B>)> {
    let n = nodes("laplacian", graph)?;
    if n == 0 {
        return Ok((graph.clone(), graph.xp().zeros_of(T::DTYPE, 0)?));
    }
    let both = match options.symmetrized {
        true => Some(graph.add(&graph.transpose()?.conj()?)?),
        false => None,
    };
    let graph = both.as_ref().unwrap_or(graph);
    let axis = if options.use_out_degree { 1 } else { 0 };
    let sums = graph.sum(axis)?.into_dyn().subtract(&graph.diagonal(0)?)?;
    let mut laplacian = graph.negative()?;
    if !options.normed {
        laplacian.setdiag(&sums, 0)?;
        return Ok((laplacian, sums));
    }
    let alone = sums.equal(0)?;
    let roots = alone.where_(&sums.ones_like()?, &sums.sqrt()?)?;
    laplacian = laplacian.divide(&roots)?.divide(&roots.expand_dims(1)?)?;
    laplacian.setdiag(alone.logical_not()?.astype(T::DTYPE)?, 0)?;
    Ok((laplacian, roots))
}
