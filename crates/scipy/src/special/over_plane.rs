//! Functions of one number over the complex plane.

use super::complex::Z;
use xparray_core::Result;
use xparray_core::prelude::*;

/// A function of complex numbers, of the precision of an array.
pub fn map<B: Backend>(z: &DynArray<B>, f: impl FnOnce(Z) -> Z) -> Result<DynArray<B>> {
    let wide: Array<Complex<f64>, B> = z.astype(DType::Complex128)?.typed()?;
    z.xp().map(&wide, |z| f(Z::of(z)).join())?.into_dyn().astype(z.dtype().complex())
}
