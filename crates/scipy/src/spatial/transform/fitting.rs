//! Rotations that fit several others, or vectors.

use super::Rotation;
use super::quaternions::checked;
use xparray_core::prelude::*;
use xparray_core::{Error, Result};

/// Weights of `n` things: finite, not negative, with a sum.
fn weights<B: Backend>(op: &'static str, x: &DynArray<B>, w: Option<&DynArray<B>>, n: usize) -> Result<DynArray<B>> {
    let Some(w) = w else {
        return x.xp().ones_of(x.dtype(), n);
    };
    if w.shape() != [n] {
        return Err(Error::shape(op, w.shape(), &[n]));
    }
    let w = checked(op, w, &[])?.astype(x.dtype())?;
    let usable = w.greater_equal(0.0)?.logical_and(&w.isfinite()?)?.all(..)?.item()?.get::<bool>();
    match usable && w.sum(..)?.item()?.get::<f64>() > 0.0 {
        true => Ok(w),
        false => Err(Error::value(op, "weights that are negative, not finite, or all 0")),
    }
}

/// The quaternion whose products with those given have the largest sum of squares: an eigenvector (Markley et al., 2007).
pub(super) fn mean<B: Backend>(quat: &DynArray<B>, w: Option<&DynArray<B>>) -> Result<DynArray<B>> {
    const OP: &str = "mean";
    let n = quat.len() / 4;
    if n == 0 {
        return Err(Error::value(OP, "no rotations"));
    }
    let rows = quat.reshape([n, 4])?;
    let w = weights(OP, &rows, w, n)?;
    let moments = rows.multiply(&w.expand_dims(1)?)?.t().matmul(&rows)?;
    // Eigenvalues ascend.
    moments.eigh()?.1.slice(s![.., 3])?.copy()
}

/// The rotation of the vectors `b` to `a`, and the root of the sum of the weighted squares that are left.
pub(super) fn align<B: Backend>(
    a: &DynArray<B>,
    b: &DynArray<B>,
    w: Option<&DynArray<B>>,
) -> Result<(Rotation<B>, f64)> {
    const OP: &str = "align_vectors";
    let rows = |x: &DynArray<B>| {
        let x = checked(OP, x, &[3])?;
        if x.ndim() > 2 { Err(Error::shape(OP, x.shape(), &[3])) } else { x.reshape([x.len() / 3, 3]) }
    };
    let (a, b) = (rows(a)?, rows(b)?);
    if a.shape() != b.shape() {
        return Err(Error::shape(OP, a.shape(), b.shape()));
    }
    let dtype = a.dtype().promote(b.dtype());
    let (a, b) = (a.astype(dtype)?, b.astype(dtype)?);
    let n = a.shape()[0];
    let w = weights(OP, &a, w, n)?.expand_dims(1)?;
    let (u, s, vh) = a.multiply(&w)?.t().matmul(&b)?.svd()?;
    let host = s.astype(DType::F64)?.typed::<f64>()?.to_vec()?;
    let eps = if dtype == DType::F32 { f64::from(f32::EPSILON) } else { f64::EPSILON };
    // Vectors of one direction leave a rotation about it open.
    let determined = n > 0 && host[1] > 4.0 * eps * host[0];
    if !determined {
        return Err(Error::value(OP, "vectors that determine no rotation"));
    }
    let sign = u.det()?.multiply(&vh.det()?)?.item()?.get::<f64>().signum();
    let signs = a.xp().array([1.0, 1.0, sign])?.into_dyn().astype(dtype)?;
    let rotation = Rotation::from_matrix(&u.multiply(&signs)?.matmul(&vh)?)?;
    let left = a.subtract(&rotation.apply(&b)?)?.square()?.multiply(&w)?.sum(..)?.item()?.get::<f64>();
    Ok((rotation, left.sqrt()))
}
