//! Points that fill the unit cube evenly, as `scipy.stats.qmc`: they are functions of their places in a sequence, so that there is no state.

mod discrepancy;
mod halton;
mod latin;
mod normal;
mod sobol;

pub use discrepancy::{Discrepancy, discrepancy};
pub use halton::Halton;
pub use latin::{LatinHypercube, latin_hypercube, latin_hypercube_with};
pub use normal::{multinomial, multivariate_normal};
pub use sobol::Sobol;

use std::cmp::Ordering;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, Result, TypeClass};

/// Points `[n, d]`, checked.
fn points<B: Backend>(op: &'static str, sample: &DynArray<B>) -> Result<Array<f64, B>> {
    TypeClass::RealNumber.check(op, sample.dtype())?;
    match *sample.shape() {
        [n, d] if n > 0 && d > 0 => sample.astype(DType::F64)?.typed(),
        _ => Err(Error::shape(op, sample.shape(), &[])),
    }
}

/// So many places of a sequence.
fn places<B: Backend>(xp: &B, first: u64, n: usize) -> Result<Array<i64, B>> {
    xp.arange(first as i64..first as i64 + n as i64)
}

/// Bounds of each dimension, in order.
fn bounds<B: Backend>(op: &'static str, d: usize, low: &[f64], high: &[f64], xp: &B) -> Result<[Array<f64, B>; 2]> {
    for bound in [low, high] {
        if bound.len() != 1 && bound.len() != d {
            return Err(Error::shape(op, &[bound.len()], &[d]));
        }
    }
    let all = |bound: &[f64]| if bound.len() == 1 { vec![bound[0]; d] } else { bound.to_vec() };
    let (low, high) = (all(low), all(high));
    if low.iter().zip(&high).any(|(low, high)| low.partial_cmp(high) != Some(Ordering::Less)) {
        return Err(Error::value(op, "a lower bound is not below the upper one"));
    }
    Ok([xp.from_slice(&low, d)?, xp.from_slice(&high, d)?])
}

/// Points of the unit cube `[n, d]` in a box, whose bounds are one for each dimension, or for all.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::qmc::scale;
/// let x = scale(&xp.array([[0.5, 0.75]])?, &[-2.0, 0.0], &[6.0, 5.0])?;
/// assert_eq!(x.to_string(), "[[2.   3.75]]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`] unless these are points, and bounds as many as dimensions, or one; [`Error::Value`] for bounds that are not in order, and numbers outside of
/// the unit cube; [`Error::DType`] for complex numbers.
pub fn scale<B: Backend>(sample: &impl AnyArray<B>, low: &[f64], high: &[f64]) -> Result<Array<f64, B>> {
    const OP: &str = "scale";
    let x = points(OP, sample.as_dyn())?;
    inside(OP, &x)?;
    let [low, high] = bounds(OP, x.shape()[1], low, high, x.xp())?;
    Ok(x * (high - &low) + low)
}

/// The inverse of [`scale`].
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::qmc::unscale;
/// assert_eq!(unscale(&xp.array([[2.0, 3.75]])?, &[-2.0, 0.0], &[6.0, 5.0])?.to_string(), "[[0.5  0.75]]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`scale`], for numbers outside of the box.
pub fn unscale<B: Backend>(sample: &impl AnyArray<B>, low: &[f64], high: &[f64]) -> Result<Array<f64, B>> {
    const OP: &str = "scale";
    let x = points(OP, sample.as_dyn())?;
    let [low, high] = bounds(OP, x.shape()[1], low, high, x.xp())?;
    let x = (x - &low) / (high - low);
    inside(OP, &x)?;
    Ok(x)
}

fn inside<B: Backend>(op: &'static str, x: &Array<f64, B>) -> Result<()> {
    let (least, largest) = (x.min(..)?.item()?, x.max(..)?.item()?);
    if least >= 0.0 && largest <= 1.0 { Ok(()) } else { Err(Error::value(op, "a number is outside of the bounds")) }
}
