//! Singular values of large matrices.

use super::{Lanczos, LinearOperator, Operator, Which, eigsh};
use xparray_core::prelude::*;
use xparray_core::{Error, Result};

/// Singular values, ascending, and their vectors.
#[derive(Clone)]
#[must_use]
pub struct Singular<B: Backend> {
    /// The left vectors, orthonormal, each a column.
    pub u: DynArray<B>,
    /// The singular values, real.
    pub s: DynArray<B>,
    /// The conjugates of the right vectors, orthonormal, each a row.
    pub vt: DynArray<B>,
    /// Whether they are as precise as was asked for.
    pub converged: bool,
}

/// The largest singular values of a matrix, or the smallest ones ([`Which::Smallest`]), with vectors: from eigenvectors of `A* A` or
/// `A A*`, whichever is smaller, and the decomposition of the matrix in their space. Values below the largest times the square root
/// of the type's precision are rounding's, as those of SciPy's `arpack` are.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::sparse::linalg::{Lanczos, svds};
/// let a = xp.array([[3.0, 0.0, 0.0], [0.0, -4.0, 0.0]])?;
/// let found = svds(&xp, &a, 1, Lanczos::new())?;
/// assert!(found.converged && (found.s.item()?.get::<f64>() - 4.0).abs() < 1e-12);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] for no singular values or more than there are, and an operator without an adjoint; those of [`eigsh`].
pub fn svds<B: Backend>(xp: &B, a: &dyn LinearOperator<B>, k: usize, options: Lanczos<B>) -> Result<Singular<B>> {
    let [rows, columns] = a.shape();
    let n = rows.min(columns);
    if k == 0 || k > n {
        return Err(Error::value("svds", format!("{k} singular values of {n}")));
    }
    let adjoint = a.adjoint()?;
    let which = options.which;
    let options = if matches!(which, Which::Smallest | Which::SmallestMagnitude) {
        options
    } else {
        options.which(Which::LargestMagnitude)
    };
    let product = |x: &DynArray<B>| a.matvec(x);
    let of_columns = |f: &dyn Fn(&DynArray<B>) -> Result<DynArray<B>>, x: &DynArray<B>| {
        let products = (0..k).map(|j| f(&x.take(j, 1)?)).collect::<Result<Vec<_>>>()?;
        xp.stack(&products.iter().collect::<Vec<_>>(), 1)
    };
    // In the space of vectors `v`, the matrix is `A v`; or, in that of vectors `u`, the adjoint is `A* u`.
    let wide = rows < columns;
    let gram: Operator<'_, B> = match wide {
        true => Operator::new([n, n], a.dtype(), |x| a.matvec(&adjoint(x)?)),
        false => Operator::new([n, n], a.dtype(), |x| adjoint(&a.matvec(x)?)),
    };
    let found = eigsh(xp, &gram, k, options)?;
    let image = of_columns(if wide { &adjoint } else { &product }, &found.vectors)?;
    let (left, s, turn) = image.svd()?;
    let right = found.vectors.matmul(&turn.adjoint()?)?;
    let (u, v) = if wide { (right, left) } else { (left, right) };
    Ok(Singular { u: u.flip(1)?, s: s.flip(0)?, vt: v.adjoint()?.flip(0)?, converged: found.converged })
}
