//! How often the exponential of a matrix is squared, and what is known of it if the matrix is a triangle.
//!
//! A. H. Al-Mohy and N. J. Higham, SIAM J. Matrix Anal. Appl. 31, 2009.

use xparray_core::Result;
use xparray_core::prelude::*;

fn one_norm<B: Backend>(a: &DynArray<B>) -> Result<DynArray<B>> {
    a.abs()?.sum(keepdims(-2))?.max(keepdims(-1))?.astype(DType::F64)
}

/// How often each matrix is halved before an approximation of a degree up to 13 is precise, which it is for norms up to `bound`. The roots
/// of norms of powers say more of a matrix that is far from normal than its own norm.
pub(super) fn halvings<B: Backend>(
    a: &DynArray<B>,
    norms: &DynArray<B>,
    bound: f64,
    degree: u32,
) -> Result<DynArray<B>> {
    // The powers of a matrix whose norm is about one do not overflow.
    let exponent = norms.greater(0.0)?.where_(&norms.log2()?.ceil()?, 0.0)?;
    let real = a.dtype().real();
    let unit = a.multiply(&exponent.negative()?.exp2()?.astype(real)?)?;
    let second = unit.matmul(&unit)?;
    let fourth = second.matmul(&second)?;
    let sixth = fourth.matmul(&second)?;
    let root = |power: &DynArray<B>, p: f64| one_norm(power)?.power(1.0 / p);
    let eighth = root(&fourth.matmul(&fourth)?, 8.0)?;
    let mut eta = root(&sixth, 6.0)?.maximum(&eighth)?;
    if degree == 13 {
        eta = eta.minimum(&eighth.maximum(&root(&fourth.matmul(&sixth)?, 10.0)?)?)?;
    }
    // All in logarithms, as the norm may be any number; of powers that are zero none is needed.
    let needed = |size: &DynArray<B>| size.divide(bound)?.log2()?.add(&exponent)?.ceil()?.maximum(0.0);
    let least = needed(&eta)?;
    let most = needed(&one_norm(&unit)?)?;
    // The first term that the approximation leaves out, of the magnitudes.
    let scaled = unit.abs()?.astype(DType::F64)?.multiply(&exponent.subtract(&least)?.exp2()?)?;
    let mut row = scaled.sum(keepdims(-2))?;
    for _ in 0..2 * degree {
        row = row.matmul(&scaled)?;
    }
    let factorial = |n: u32| (1..=n).map(f64::from).product::<f64>();
    let coefficient = factorial(degree).powi(2) / factorial(2 * degree) / factorial(2 * degree + 1);
    let eps = if real == DType::F32 { f64::from(f32::EPSILON) } else { f64::EPSILON };
    let left = row.max(keepdims(-1))?.divide(&one_norm(&scaled)?)?.multiply(coefficient / (eps / 2.0))?;
    let more = left.log2()?.divide(f64::from(2 * degree))?.ceil()?;
    let more = more.greater(0.0)?.where_(&more, 0.0)?;
    least.add(&more)?.minimum(&most)
}

/// Which triangle a matrix is.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Triangle {
    Upper,
    Lower,
}

/// Whether all matrices are triangles of one kind; it reads whether there is something in the other one.
pub(super) fn triangle<B: Backend>(a: &DynArray<B>) -> Result<Option<Triangle>> {
    let zero = |part: DynArray<B>| part.equal(0)?.all(..)?.typed::<bool>()?.item();
    if zero(a.tril_with(-1)?)? {
        return Ok(Some(Triangle::Upper));
    }
    Ok(if zero(a.triu_with(1)?)? { Some(Triangle::Lower) } else { None })
}

/// The exponential of a matrix, where that is a diagonal one from its elements alone: squares of infinity make NaN of the zeros beside it.
pub(super) fn of_diagonal<B: Backend>(result: &DynArray<B>, a: &DynArray<B>) -> Result<DynArray<B>> {
    let place = a.xp().arange_of(DType::I64, 0..a.shape()[a.ndim() - 1] as i64)?;
    let on = place.equal(&place.expand_dims(1)?)?;
    let alone = on.logical_or(&a.equal(0)?)?.all(keepdims(-1))?.all(keepdims(-2))?;
    alone.where_(&on.where_(&a.exp()?, 0)?, result)
}

/// The exponential of a triangle, with what formulas say of its diagonal and of the elements beside it.
pub(super) fn corrected<B: Backend>(
    result: &DynArray<B>,
    a: &DynArray<B>,
    kind: Triangle,
    factor: &DynArray<B>,
) -> Result<DynArray<B>> {
    let n = a.shape()[a.ndim() - 1];
    let a = a.multiply(&factor.astype(a.dtype().real())?)?;
    let place = a.xp().arange_of(DType::I64, 0..n as i64)?;
    let offset = place.subtract(&place.expand_dims(1)?)?;
    let diagonal = a.diagonal_with(Diagonal::new().axes(-2, -1))?;
    let (row, column) = (diagonal.expand_dims(-1)?, diagonal.expand_dims(-2)?);
    // The divided difference of the exponential, by a formula for neighbours and by one for others.
    let half = column.subtract(&row)?.multiply(0.5)?;
    let near = half.abs()?.less(0.5)?;
    let safe = near.where_(&half, 0)?.astype(a.dtype())?;
    let sinch = safe.equal(0)?.where_(1, &safe.sinh()?.divide(&safe)?)?;
    let close = column.add(&row)?.multiply(0.5)?.exp()?.multiply(&sinch)?;
    let apart = column.exp()?.subtract(&row.exp()?)?.divide(&half.multiply(2.0)?)?;
    let beside = near.where_(&close, &apart)?.multiply(&a)?;
    let side = if kind == Triangle::Upper { 1 } else { -1 };
    let result = offset.equal(side)?.where_(&beside, result)?;
    let result = offset.equal(0)?.where_(&row.exp()?, &result)?;
    if kind == Triangle::Upper { result.triu() } else { result.tril() }
}
