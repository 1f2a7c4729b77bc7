//! How far from the diagonal there is something.

use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, Result};

/// How many diagonals below and above the main one have something else than zeros; it waits for the matrix.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::linalg::bandwidth;
/// assert_eq!(bandwidth(&xp.array([[1, 0, 2], [0, 1, 0], [0, 3, 1]])?)?, (1, 2));
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`] unless it is a matrix.
pub fn bandwidth<B: Backend>(a: &impl AnyArray<B>) -> Result<(usize, usize)> {
    let a = a.as_dyn();
    let &[m, n] = a.shape() else {
        return Err(Error::shape("bandwidth", a.shape(), &[]));
    };
    if a.is_empty() {
        return Ok((0, 0));
    }
    let row = a.xp().arange_of(DType::I64, 0..m as i64)?.expand_dims(1)?;
    let below = row.subtract(&a.xp().arange_of(DType::I64, 0..n as i64)?)?;
    let there = a.not_equal(0)?.where_(&below, 0)?;
    let lower = there.max(..)?.typed::<i64>()?.item()?;
    let upper = there.min(..)?.typed::<i64>()?.item()?;
    Ok((lower.unsigned_abs() as usize, upper.unsigned_abs() as usize))
}

/// Tolerances of [`issymmetric`] and [`ishermitian`]: without any, elements have to be equal.
#[derive(Clone, Copy, Debug, Default)]
pub struct Symmetry {
    atol: f64,
    rtol: f64,
}

impl Symmetry {
    /// No tolerance.
    pub fn new() -> Self {
        Self::default()
    }

    /// The largest difference.
    pub fn atol(self, atol: f64) -> Self {
        Self { atol, ..self }
    }

    /// The largest difference as a part of an element.
    pub fn rtol(self, rtol: f64) -> Self {
        Self { rtol, ..self }
    }
}

/// Whether a matrix is its transpose; it waits for it. NaN is not equal to itself.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::linalg::{Symmetry, issymmetric};
/// let a = xp.array([[1.0, 2.0], [2.001, 1.0]])?;
/// assert!(!issymmetric(&a, Symmetry::new())? && issymmetric(&a, Symmetry::new().rtol(0.01))?);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`] unless it is a square matrix.
pub fn issymmetric<B: Backend>(a: &impl AnyArray<B>, tolerance: Symmetry) -> Result<bool> {
    same("issymmetric", a.as_dyn(), tolerance, |a| a.swapaxes(0, 1))
}

/// Whether a matrix is its conjugate transpose; it waits for it.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::linalg::{Symmetry, ishermitian};
/// let a = xp.array([[Complex::new(1.0, 0.0), Complex::new(0.0, 2.0)], [Complex::new(0.0, -2.0), Complex::new(1.0, 0.0)]])?;
/// assert!(ishermitian(&a, Symmetry::new())?);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`] unless it is a square matrix.
pub fn ishermitian<B: Backend>(a: &impl AnyArray<B>, tolerance: Symmetry) -> Result<bool> {
    same("ishermitian", a.as_dyn(), tolerance, |a| a.swapaxes(0, 1)?.conj())
}

fn same<B: Backend>(
    op: &'static str,
    a: &DynArray<B>,
    tolerance: Symmetry,
    other: impl Fn(&DynArray<B>) -> Result<DynArray<B>>,
) -> Result<bool> {
    match a.shape() {
        &[m, n] if m == n => {}
        shape => return Err(Error::shape(op, shape, &[])),
    }
    let other = other(a)?;
    let equal = if tolerance.atol == 0.0 && tolerance.rtol == 0.0 {
        a.equal(&other)?.all(..)?.typed::<bool>()?.item()?
    } else {
        a.allclose_with(&other, Tolerance::new().rtol(tolerance.rtol).atol(tolerance.atol))?
    };
    Ok(equal)
}
