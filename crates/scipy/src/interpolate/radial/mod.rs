//! Sums of functions of the distances from points.

mod interpolator;
mod kernels;

pub use interpolator::{RBFInterpolator, RbfInterpolant};
pub use kernels::RbfKernel;

use xparray_core::prelude::*;
use xparray_core::{Error, Result, TypeClass};

/// About how many distances are computed at a time.
const PORTION: usize = 1 << 22;

/// Points as the rows of a matrix; a vector is points on a line.
fn rows<B: Backend>(op: &'static str, x: &DynArray<B>) -> Result<Array<f64, B>> {
    TypeClass::RealElement.check(op, x.dtype())?;
    let shape = match *x.shape() {
        [n] => [n, 1],
        [n, d] if d > 0 => [n, d],
        _ => return Err(Error::value(op, format!("points of the shape {:?}", x.shape()))),
    };
    let rows = x.astype(DType::F64)?.reshape(shape)?.ascontiguousarray()?.typed::<f64>()?;
    match rows.isfinite().all(..)?.item()? {
        true => Ok(rows),
        false => Err(Error::value(op, "the points must be finite")),
    }
}

/// The squared distances of all rows of one from all of the other, one coordinate after the other, so that no array of all differences is made.
fn squared_distances<B: Backend>(a: &Array<f64, B>, b: &Array<f64, B>) -> Result<Array<f64, B>> {
    let one = |k: isize| {
        let row = |x: &Array<f64, B>| x.slice(s![.., k]);
        Ok::<_, Error>(row(a)?.expand_dims(1)?.subtract(&row(b)?)?.square())
    };
    let mut sum = one(0)?;
    for k in 1..a.shape()[1] as isize {
        sum = sum.add(&one(k)?)?;
    }
    Ok(sum)
}
