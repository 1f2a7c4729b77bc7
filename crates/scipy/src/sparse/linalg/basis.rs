//! Orthonormal vectors, each a row unless it says column.

use xparray_core::prelude::*;
use xparray_core::{Error, Result};

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

/// An orthonormal basis of the columns of a matrix, each orthogonal to those before it: by Cholesky's decomposition of their
/// products, twice (Yamamoto, Nakatsukasa, Yanagisawa and Fukaya, Roundoff error analysis of the CholeskyQR2 algorithm, ETNA 44,
/// 2015), so by products of matrices alone; by reflections if columns are too close to dependent for that.
pub(super) fn orthonormal_columns<B: Backend>(x: &DynArray<B>) -> Result<DynArray<B>> {
    match orthonormal_by_products(x)? {
        Some(basis) => Ok(basis),
        None => Ok(x.qr()?.0),
    }
}

fn orthonormal_by_products<B: Backend>(x: &DynArray<B>) -> Result<Option<DynArray<B>>> {
    let (products, columns) = (|x: &DynArray<B>| x.adjoint()?.matmul(x), x.shape()[1]);
    let one = x.xp().eye_of(x.dtype(), columns, Eye::new())?;
    let turned = |x: &DynArray<B>, products: &DynArray<B>| match products.cholesky() {
        Ok(lower) => {
            let inverse = lower.solve_triangular_with(&one, SolveTriangular::new().lower(true))?;
            x.matmul(&inverse.adjoint()?).map(Some)
        }
        Err(Error::NotPositiveDefinite { .. }) => Ok(None),
        Err(error) => Err(error),
    };
    let lengths = x.norm(0)?;
    let x = x.divide(&lengths)?;
    let Some(x) = turned(&x, &products(&x)?)? else { return Ok(None) };
    let left = products(&x)?;
    // What the first time left is what the second one has to mend; also false for NaN.
    let is_close = left.subtract(&one)?.abs()?.less(0.1)?.all(..)?.item()?.get::<bool>();
    if is_close { turned(&x, &left) } else { Ok(None) }
}

/// A vector of norm 1 in this direction.
pub(super) fn unit<B: Backend>(x: &DynArray<B>) -> Result<DynArray<B>> {
    x.divide(&x.norm(..)?)
}

/// The parts of `x` along the rows: of complex ones, one vector is conjugated twice, rather than all of them once.
pub(super) fn parts<B: Backend>(x: &DynArray<B>, rows: &DynArray<B>) -> Result<DynArray<B>> {
    rows.matmul(&x.conj()?)?.conj()
}

/// What is left of `x` without its parts along the rows, by Gram and Schmidt's method, once.
pub(super) fn apart<B: Backend>(x: &DynArray<B>, rows: &DynArray<B>) -> Result<DynArray<B>> {
    x.subtract(&parts(x, rows)?.matmul(rows)?)
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
