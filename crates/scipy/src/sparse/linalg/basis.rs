//! Orthonormal vectors, each a row.

use xparray_core::Result;
use xparray_core::prelude::*;

/// The distance from 1 to the next number.
pub(super) fn epsilon(dtype: DType) -> f64 {
    if dtype.real() == DType::F32 { f32::EPSILON.into() } else { f64::EPSILON }
}

/// The change of rows that makes these orthonormal, by Cholesky's decomposition of their products.
pub(super) fn orthonormal<B: Backend>(
    rows: &DynArray<B>,
) -> Result<impl Fn(&DynArray<B>) -> Result<DynArray<B>> + use<B>> {
    let factor = rows.matmul(&rows.conj()?.t())?.cholesky()?;
    Ok(move |rows: &DynArray<B>| factor.solve_triangular_with(rows, SolveTriangular::new().lower(true)))
}

/// A vector of norm 1 in this direction.
pub(super) fn unit<B: Backend>(x: &DynArray<B>) -> Result<DynArray<B>> {
    x.divide(&x.norm(..)?)
}

/// What is left of `x` without its parts along the rows, by Gram and Schmidt's method, once.
pub(super) fn apart<B: Backend>(x: &DynArray<B>, rows: &DynArray<B>) -> Result<DynArray<B>> {
    x.subtract(&rows.conj()?.matmul(x)?.matmul(rows)?)
}

/// The direction that a vector adds to the space of the rows, and how long the vector is there. Where that is only what rounding leaves
/// of a vector of the space, the random direction goes on, and the length is 0.
pub(super) fn direction<B: Backend>(
    x: &DynArray<B>,
    rows: &DynArray<B>,
    random: &DynArray<B>,
) -> Result<(DynArray<B>, DynArray<B>)> {
    let least = x.norm(..)?.multiply(4.0 * epsilon(x.dtype()) * (x.len() as f64).sqrt())?;
    let rest = apart(&apart(x, rows)?, rows)?;
    let norm = rest.norm(..)?;
    let is_new = norm.greater(&least)?;
    let next = apart(&is_new.where_(&rest, random)?, rows)?;
    Ok((unit(&next)?, is_new.where_(&norm, &norm.zeros_like()?)?))
}
