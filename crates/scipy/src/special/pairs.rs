//! Pairs of integrals.

use super::{fresnel_plane, integrals_plane, over_plane};
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Result};

/// The sine and the cosine integral: [`Array::si`] and [`Array::ci`], each of the shape of `x` and its type, or the float type
/// of integers; over the complex plane too, where the second one has a cut along the negative axis, on which it is as above.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::special::sici;
/// let (si, ci) = sici(&xp.array([0.0, 1.0])?)?;
/// assert_eq!(si.to_string(), "[0.         0.94608307]");
/// assert_eq!(ci.to_string(), "[      -inf 0.33740392]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of conversions to floats; there is no other.
pub fn sici<B: Backend>(x: &impl AnyArray<B>) -> Result<(DynArray<B>, DynArray<B>)> {
    let x = x.as_dyn();
    if x.dtype().is_complex() {
        return over_plane::pair(x, integrals_plane::sici);
    }
    Ok((x.si()?, x.ci()?))
}

/// The hyperbolic sine and cosine integral: [`Array::shi`] and [`Array::chi`], each of the shape of `x` and its type, or the
/// float type of integers; over the complex plane too, as [`sici`].
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::special::shichi;
/// let (shi, chi) = shichi(&xp.array([0.0, 1.0])?)?;
/// assert_eq!(shi.to_string(), "[0.         1.05725088]");
/// assert_eq!(chi.to_string(), "[      -inf 0.83786694]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of conversions to floats; there is no other.
pub fn shichi<B: Backend>(x: &impl AnyArray<B>) -> Result<(DynArray<B>, DynArray<B>)> {
    let x = x.as_dyn();
    if x.dtype().is_complex() {
        return over_plane::pair(x, integrals_plane::shichi);
    }
    Ok((x.shi()?, x.chi()?))
}

/// Fresnel's sine and cosine integral: [`Array::fresnel_s`] and [`Array::fresnel_c`], each of the shape of `x` and its type,
/// or the float type of integers; over the complex plane too.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::special::fresnel;
/// let (s, c) = fresnel(&xp.array([0.0, 1.0])?)?;
/// assert_eq!(s.to_string(), "[0.         0.43825915]");
/// assert_eq!(c.to_string(), "[0.        0.7798934]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of conversions to floats; there is no other.
pub fn fresnel<B: Backend>(x: &impl AnyArray<B>) -> Result<(DynArray<B>, DynArray<B>)> {
    let x = x.as_dyn();
    if x.dtype().is_complex() {
        return over_plane::pair(x, fresnel_plane::fresnel);
    }
    Ok((x.fresnel_s()?, x.fresnel_c()?))
}
