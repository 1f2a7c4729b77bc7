//! Functions of one number over the complex plane.

use super::complex::Z;
use xparray_core::Result;
use xparray_core::prelude::*;

/// A function of complex numbers, of the precision of an array.
pub fn map<B: Backend>(z: &DynArray<B>, f: impl FnOnce(Z) -> Z) -> Result<DynArray<B>> {
    let wide: Array<Complex<f64>, B> = z.astype(DType::Complex128)?.typed()?;
    z.xp().map(&wide, |z| f(Z::of(z)).join())?.into_dyn().astype(z.dtype().complex())
}

/// As [`map`], of two results, each of which is computed by itself.
pub fn pair<B: Backend>(z: &DynArray<B>, f: fn(Z) -> (Z, Z)) -> Result<(DynArray<B>, DynArray<B>)> {
    Ok((map(z, |z| f(z).0)?, map(z, |z| f(z).1)?))
}
