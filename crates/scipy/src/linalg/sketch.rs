//! Random projections of matrices.

use xparray_core::prelude::*;
use xparray_core::{AnyArray, Create, Error, Result, TypeClass};

/// A matrix of `sketch_size` rows that has nearly the norms, and so the least squares, of one with many rows, or of each one of a stack: each
/// row is added to a random one, or subtracted from it (Clarkson and Woodruff, STOC, 2013). The norms of `n` columns are kept within a share
/// `e` with probability `1 - d` for a size of `n^2 / (e^2 d)`.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::linalg::clarkson_woodruff_transform;
/// let a = xp.rng(1).normal_of(DType::F64, [5000, 2])?;
/// let sketch = clarkson_woodruff_transform(&a, 200, &mut xp.rng(2))?;
/// assert_eq!(sketch.shape(), [200, 2]);
/// let ratio = sketch.square()?.sum(..)?.divide(&a.square()?.sum(..)?)?.item()?.get::<f64>();
/// assert!((ratio - 1.0).abs() < 0.2);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`] for less than two dimensions; [`Error::Value`] for no rows of the sketch; [`Error::DType`] for truth values.
pub fn clarkson_woodruff_transform<B: Backend>(
    a: &impl AnyArray<B>,
    sketch_size: usize,
    rng: &mut Generator<B>,
) -> Result<DynArray<B>> {
    const OP: &str = "clarkson_woodruff_transform";
    let a = a.as_dyn();
    TypeClass::Number.check(OP, a.dtype())?;
    let Some(axis) = a.ndim().checked_sub(2) else { return Err(Error::shape(OP, a.shape(), &[])) };
    let rows = a.shape()[axis];
    if sketch_size == 0 {
        return Err(Error::value(OP, "a sketch without rows"));
    }
    let a = crate::field(a)?;
    let to = rng.integers_of(DType::I64, 0i64, sketch_size as i64, rows)?;
    let signs = rng.integers_of(DType::I64, 0i64, 2i64, [rows, 1])?.multiply(2)?.subtract(1)?;
    let mut shape = a.shape().to_vec();
    shape[axis] = sketch_size;
    let mut sketch = a.xp().zeros_of(a.dtype(), shape)?;
    sketch.index_add(&to, &a.multiply(&signs.astype(a.dtype())?)?, axis as isize)?;
    Ok(sketch)
}
