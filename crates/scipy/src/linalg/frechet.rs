//! How the exponential of a matrix changes.

use super::{expm, square};
use crate::field;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, Result, TypeClass};

/// The exponential of a square matrix `a`, and its derivative in the direction `e`: matrices `[n, n]`, or each ones of stacks, which broadcast.
///
/// Both are blocks of the exponential of `[[a, e], [0, a]]` (Higham, *Functions of Matrices*, eq. 3.16).
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::linalg::expm_frechet;
/// let (value, change) = expm_frechet(&xp.array([[2.0]])?, &xp.array([[3.0]])?)?;
/// assert!(value.allclose(2f64.exp())? && change.allclose(3.0 * 2f64.exp())?);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`] unless both are square and as large; [`Error::DType`] for truth values.
pub fn expm_frechet<B: Backend>(a: &impl AnyArray<B>, e: &impl AnyArray<B>) -> Result<(DynArray<B>, DynArray<B>)> {
    const OP: &str = "expm_frechet";
    let (a, e) = (a.as_dyn(), e.as_dyn());
    let n = square(OP, a)?;
    if square(OP, e)? != n {
        return Err(Error::shape(OP, a.shape(), e.shape()));
    }
    TypeClass::Number.check(OP, a.dtype())?;
    TypeClass::Number.check(OP, e.dtype())?;
    let dtype = a.dtype().promote(e.dtype());
    let (a, e) = (field(&a.astype(dtype)?)?, field(&e.astype(dtype)?)?);
    let shape = xparray_core::layout::broadcast_shapes(OP, a.shape(), e.shape())?;
    let (a, e) = (a.broadcast_to(&shape[..])?, e.broadcast_to(&shape[..])?);
    if a.is_empty() {
        return Ok((a, e));
    }
    // The direction is small beside the matrix, or the blocks would be squared for its sake.
    let norm = |x: &DynArray<B>| x.abs()?.sum(keepdims(-2))?.max(keepdims(-1));
    let (of_a, of_e) = (norm(&a)?, norm(&e)?);
    let usual = of_a.greater(0)?.logical_and(&of_e.greater(0)?)?;
    let ratio = usual.where_(&of_e.divide(&of_a)?, 1)?;
    let ratio = of_a.greater(0)?.where_(&ratio, &of_e.greater(0)?.where_(&of_e, 1)?)?.astype(a.dtype())?;
    let xp = a.xp();
    let above = xp.concatenate(&[&a, &e.divide(&ratio)?], -1)?;
    let below = xp.concatenate(&[&a.zeros_like()?, &a], -1)?;
    let whole = expm(&xp.concatenate(&[&above, &below], -2)?)?;
    let first = xp.arange_of(DType::I64, 0..n as i64)?;
    let rows = whole.take(&first, -2)?;
    let change = rows.take(&first.add(n as i64)?, -1)?.multiply(&ratio)?;
    Ok((rows.take(&first, -1)?, change))
}

/// The relative condition of the exponential of a square matrix in Frobenius' norm: how much larger a relative change of the matrix can
/// become. A number.
///
/// By the derivatives in all directions (Higham, *Functions of Matrices*, section 3.2): `n²` of them, so of small matrices.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::linalg::expm_cond;
/// let cond = expm_cond(&xp.array([[3.0, 0.0], [0.0, 0.0]])?)?;
/// assert!((cond.item()?.get::<f64>() - 3.0 * 3f64.exp() / 1f64.hypot(3f64.exp())).abs() < 1e-12);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`] unless it is a square matrix with rows; [`Error::Value`] for NaN or infinities; [`Error::DType`] for truth values.
pub fn expm_cond<B: Backend>(a: &impl AnyArray<B>) -> Result<DynArray<B>> {
    const OP: &str = "expm_cond";
    let a = a.as_dyn();
    let n = square(OP, a)?;
    if a.ndim() != 2 || n == 0 {
        return Err(Error::shape(OP, a.shape(), &[]));
    }
    TypeClass::Number.check(OP, a.dtype())?;
    let a = field(a)?;
    if !a.isfinite()?.all(..)?.typed::<bool>()?.item()? {
        return Err(Error::value(OP, "the matrix holds NaN or infinity"));
    }
    let count = n.checked_mul(n).ok_or_else(|| Error::value(OP, "more directions than there are numbers"))?;
    let directions = a.xp().eye_of(a.dtype(), count, Eye::new())?.reshape([count, n, n])?;
    let (value, change) = expm_frechet(&a, &directions)?;
    let derivative = change.reshape([count, count])?.svdvals()?.max(..)?;
    derivative.multiply(&a.norm(..)?)?.divide(&value.slice(s![0])?.norm(..)?)
}
