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
    if n == 1 {
        return one(&a, &b, &w);
    }
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
    let left = left(&a, &b, &w, &rotation)?;
    Ok((rotation, left))
}

/// The root of the sum of the weighted squares that a rotation leaves.
fn left<B: Backend>(a: &DynArray<B>, b: &DynArray<B>, w: &DynArray<B>, rotation: &Rotation<B>) -> Result<f64> {
    let squares = a.subtract(&rotation.apply(b)?)?.square()?.multiply(w)?.sum(..)?;
    Ok(squares.astype(DType::F64)?.item()?.get::<f64>().sqrt())
}

/// The shortest way from one vector's direction to another's: of several that are as short, as of opposite ones, some.
fn one<B: Backend>(a: &DynArray<B>, b: &DynArray<B>, w: &DynArray<B>) -> Result<(Rotation<B>, f64)> {
    let host = |x: &DynArray<B>| -> Result<[f64; 3]> {
        let x = x.astype(DType::F64)?.typed::<f64>()?.to_vec()?;
        let size = x.iter().map(|x| x * x).sum::<f64>().sqrt();
        match size > 0.0 && size.is_finite() {
            true => Ok([x[0] / size, x[1] / size, x[2] / size]),
            false => Err(Error::value("align_vectors", "a vector without a direction")),
        }
    };
    let ([x, y, z], [u, v, t]) = (host(a)?, host(b)?);
    let cross = |[x, y, z]: [f64; 3], [u, v, t]: [f64; 3]| [y * t - z * v, z * u - x * t, x * v - y * u];
    let size = |x: [f64; 3]| x.iter().map(|x| x * x).sum::<f64>().sqrt();
    let mut axis = cross([u, v, t], [x, y, z]);
    let angle = size(axis).atan2(x * u + y * v + z * t);
    if size(axis) <= f64::EPSILON {
        // About what is at a right angle to both: to the axis that is farthest from them too.
        let least = if x.abs() <= y.abs().min(z.abs()) { [1.0, 0.0, 0.0] } else { [0.0, 1.0, 0.0] };
        let least = if z.abs() < x.abs().min(y.abs()) { [0.0, 0.0, 1.0] } else { least };
        axis = cross([x, y, z], least);
    }
    let turn: Vec<f64> = axis.iter().map(|part| part / size(axis) * angle).collect();
    let rotation = Rotation::from_rotvec(&a.xp().array(turn)?.into_dyn().astype(a.dtype())?)?;
    let left = left(a, b, w, &rotation)?;
    Ok((rotation, left))
}
