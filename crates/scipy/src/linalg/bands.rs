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
