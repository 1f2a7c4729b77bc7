//! Distributions of the user: from a density, a distribution function, a histogram or probabilities.

mod continuous;
mod density;
mod distribution;
mod fit;
mod histogram;
mod integrals;
mod laws;
mod moments;
mod sums;
mod support;
mod table;

pub use continuous::RvContinuous;
pub use histogram::rv_histogram;
pub use table::{RvDiscrete, rv_discrete};

use super::parameters::Parameters;
use super::tails::log_by_rest;
use xparray_core::prelude::*;
use xparray_core::{ArrayLike, Error, Result, TypeClass};

/// Quantiles of random probabilities, if these have the shape.
fn drawn<B: Backend>(
    rng: &mut Generator<B>,
    shape: &[usize],
    quantile: impl Fn(&DynArray<B>) -> Result<DynArray<B>>,
) -> Result<DynArray<B>> {
    let x = quantile(&rng.random_of(DType::F64, shape)?)?.astype(DType::F64)?;
    if x.shape() == shape { Ok(x) } else { Err(Error::shape("rvs", x.shape(), shape)) }
}

/// The logarithm of the probability of one side, by that of the other one where it is near 1. `sides` gives both.
fn log_of_side<B: Backend>(
    parameters: &Parameters<B>,
    x: &impl ArrayLike<B>,
    above: bool,
    sides: impl Fn(Parameters<B>, &DynArray<B>) -> Result<[DynArray<B>; 2]>,
) -> Result<DynArray<B>> {
    let (parameters, x, dtype) = parameters.wide(x)?;
    let [less, more] = sides(parameters, &x)?;
    let log = if above { log_by_rest(&more, &less) } else { log_by_rest(&less, &more) };
    log?.astype(dtype)
}

/// A vector of finite numbers, in `f64`.
fn checked<B: Backend>(op: &'static str, x: &DynArray<B>) -> Result<DynArray<B>> {
    TypeClass::RealElement.check(op, x.dtype())?;
    if x.ndim() != 1 {
        return Err(Error::shape(op, x.shape(), &[]));
    }
    let x = x.astype(DType::F64)?;
    if x.is_empty() || !x.isfinite()?.all(..)?.typed::<bool>()?.item()? {
        return Err(Error::value(op, "no numbers, or some that are not finite"));
    }
    Ok(x)
}
