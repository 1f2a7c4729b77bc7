//! Options of the decompositions.

use super::order::Ordering;

/// Options of [`splu`](super::splu).
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::sparse::linalg::{Ordering, Splu, splu};
/// use xparray::sparse::Csr;
/// let a = Csr::from_dense(&xp.array([[1.0, 4.0], [2.0, 3.0]])?)?;
/// let lu = splu(&a, Splu::new().permc_spec(Ordering::Natural).diag_pivot_thresh(0.1))?;
/// assert_eq!(lu.l()?.to_dense()?.to_string(), "[[1. 0.]\n [2. 1.]]");
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Splu {
    pub(super) permc_spec: Ordering,
    pub(super) diag_pivot_thresh: f64,
}

impl Default for Splu {
    fn default() -> Self {
        Self { permc_spec: Ordering::default(), diag_pivot_thresh: 1.0 }
    }
}

impl Splu {
    /// Columns as of [`Ordering::Colamd`], and the largest entry of each as its pivot.
    pub fn new() -> Self {
        Self::default()
    }

    /// The order of the columns.
    pub fn permc_spec(self, permc_spec: Ordering) -> Self {
        Self { permc_spec, ..self }
    }

    /// The diagonal is the pivot where it is at least so much of the largest entry of its column: from 0, for any but zero, to 1,
    /// the default, for the largest only.
    pub fn diag_pivot_thresh(self, diag_pivot_thresh: f64) -> Self {
        Self { diag_pivot_thresh, ..self }
    }
}

/// Options of [`spilu`](super::spilu).
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::sparse::linalg::{Ordering, Spilu, spilu};
/// use xparray::sparse::Csr;
/// let a = Csr::from_dense(&xp.array([[4.0, 1.0], [1e-6, 3.0]])?)?;
/// let rough = spilu(&a, Spilu::new().drop_tol(1e-3).permc_spec(Ordering::Natural))?;
/// assert_eq!((rough.l()?.nnz(), rough.u()?.nnz()), (2, 3));
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Spilu {
    pub(super) drop_tol: f64,
    pub(super) fill_factor: f64,
    pub(super) permc_spec: Ordering,
    pub(super) diag_pivot_thresh: f64,
}

impl Default for Spilu {
    fn default() -> Self {
        Self { drop_tol: 1e-4, fill_factor: 10.0, permc_spec: Ordering::default(), diag_pivot_thresh: 0.1 }
    }
}

impl Spilu {
    /// Without entries below 1e-4 of their column's, in ten times the memory of the matrix at most.
    pub fn new() -> Self {
        Self::default()
    }

    /// Entries are left out that are less than this times the largest of their column.
    pub fn drop_tol(self, drop_tol: f64) -> Self {
        Self { drop_tol, ..self }
    }

    /// The triangles have at most so many times the entries of the matrix: each column of either at most half as many times as a
    /// column of the matrix has on the average.
    pub fn fill_factor(self, fill_factor: f64) -> Self {
        Self { fill_factor, ..self }
    }

    /// The order of the columns.
    pub fn permc_spec(self, permc_spec: Ordering) -> Self {
        Self { permc_spec, ..self }
    }

    /// The diagonal is the pivot where it is at least so much of the largest entry of its column: 0.1 by default.
    pub fn diag_pivot_thresh(self, diag_pivot_thresh: f64) -> Self {
        Self { diag_pivot_thresh, ..self }
    }
}
