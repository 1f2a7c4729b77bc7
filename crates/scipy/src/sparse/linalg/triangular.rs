//! Triangular systems.

use xparray_core::prelude::*;
use xparray_core::sparse::Csr;
use xparray_core::{AnyArray, Error, Result};

/// How many steps are queued before the host asks whether anything changes.
const UNSEEN: usize = 8;

/// Options of [`spsolve_triangular`].
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::sparse::linalg::{Triangular, spsolve_triangular};
/// use xparray::sparse::Csr;
/// let upper = Csr::from_dense(&xp.array([[1.0, 2.0], [0.0, 1.0]])?)?;
/// let x = spsolve_triangular(&upper, &xp.array([5.0, 2.0])?, Triangular::new().lower(false).unit_diagonal(true))?;
/// assert_eq!(x.to_string(), "[1. 2.]");
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Triangular {
    lower: bool,
    unit_diagonal: bool,
}

impl Default for Triangular {
    fn default() -> Self {
        Self { lower: true, unit_diagonal: false }
    }
}

impl Triangular {
    /// A lower triangle, with its diagonal.
    pub fn new() -> Self {
        Self::default()
    }

    /// Whether the matrix is a lower triangle, or an upper one.
    pub fn lower(self, lower: bool) -> Self {
        Self { lower, ..self }
    }

    /// Whether the diagonal counts as ones, and is not read.
    pub fn unit_diagonal(self, unit_diagonal: bool) -> Self {
        Self { unit_diagonal, ..self }
    }
}

/// Solves `A x = b` of a sparse triangular matrix, for a vector `[n]` or a matrix `[n, k]` on the right.
///
/// All unknowns are computed at once from those of before, again and again. What depends on nothing is right after one step, and
/// so on: there are as many steps as unknowns in the longest chain of which each depends on the one before, and a few that
/// find that nothing changes any more.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::sparse::linalg::{Triangular, spsolve_triangular};
/// use xparray::sparse::Csr;
/// let a = Csr::from_dense(&xp.array([[2.0, 0.0], [1.0, 4.0]])?)?;
/// let x = spsolve_triangular(&a, &xp.array([2.0, 9.0])?, Triangular::new())?;
/// assert_eq!(x.to_string(), "[1. 2.]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`] unless the matrix is square and there is an element of `b` for each row; [`Error::Value`] for an entry on the
/// other side of the diagonal; [`Error::Singular`] for a zero on it; [`Error::DType`] if `b` does not promote to the type of the
/// matrix.
pub fn spsolve_triangular<T: Field, B: Backend>(
    a: &Csr<T, B>,
    b: &impl AnyArray<B>,
    options: Triangular,
) -> Result<DynArray<B>> {
    const OP: &str = "spsolve_triangular";
    let (b, [n, columns]) = (b.as_dyn(), a.shape());
    if n != columns || !(1..=2).contains(&b.ndim()) || b.shape()[0] != n {
        return Err(Error::shape(OP, &a.shape(), b.shape()));
    }
    let (rest, wrong) = if options.lower { (a.tril(-1)?, a.triu(1)?) } else { (a.triu(1)?, a.tril(-1)?) };
    if wrong.count_nonzero(..)?.item()? > 0 {
        return Err(Error::value(OP, "the matrix is not triangular"));
    }
    let b = b.astype(T::DTYPE.promote(b.dtype()))?.typed::<T>()?.into_dyn();
    let mut pivots = b.ones_like()?;
    if !options.unit_diagonal {
        let diagonal = a.diagonal(0)?.into_dyn();
        let zeros = diagonal.equal(0)?;
        if zeros.any(..)?.item()?.get() {
            return Err(Error::Singular { op: OP, pivot: zeros.argmax(0)?.item()?.get::<u64>() as usize });
        }
        let column = if b.ndim() == 2 { diagonal.expand_dims(1)? } else { diagonal };
        pivots = pivots.multiply(&column)?;
    }
    let mut x = b.divide(&pivots)?;
    for k in 0..n {
        let next = b.subtract(&rest.matmul(&x.clone().typed()?)?)?.divide(&pivots)?;
        let settled = (k % UNSEEN == 0).then(|| next.array_equal_with(&x, ArrayEqual::new().equal_nan(true)));
        x = next;
        if settled.transpose()? == Some(true) {
            break;
        }
    }
    Ok(x)
}
