//! Random numbers: by the generator's methods, which are exact.

use super::continuous::Continuous;
use super::discrete::Discrete;
use super::parameters::Parameters;
use xparray_core::prelude::*;
use xparray_core::{Error, Result};

/// Location and scale do not enlarge the shape, and the scale is positive.
fn check<B: Backend>(op: &'static str, parameters: &Parameters<B>, shape: &[usize]) -> Result<()> {
    let (loc, scale) = (parameters.loc.broadcast_to(shape)?, parameters.scale.broadcast_to(shape)?);
    if !loc.isfinite().all(..)?.item()? || !scale.greater(0.0)?.all(..)?.item()? {
        return Err(Error::value(op, "a location that is not finite, or a scale that is not positive"));
    }
    Ok(())
}

/// Of location 0 and scale 1.
pub(super) fn continuous<B: Backend>(
    distribution: &Continuous<B>,
    rng: &mut Generator<B>,
    shape: &[usize],
) -> Result<DynArray<B>> {
    let parameters = &distribution.parameters;
    let name = distribution.family.name;
    check(name, parameters, shape)?;
    let (a, b) = (parameters.shape(0), parameters.shape(1));
    let array = match name {
        "beta" => rng.beta(a, b, shape)?,
        "cauchy" => rng.standard_cauchy(shape)?,
        "chi2" => rng.chisquare(a, shape)?,
        "expon" => return rng.exponential_of(DType::F64, 1.0, shape),
        "f" => rng.f(a, b, shape)?,
        "gamma" => rng.gamma(a, 1.0, shape)?,
        "gumbel_l" => -rng.gumbel(0.0, 1.0, shape)?,
        "gumbel_r" => rng.gumbel(0.0, 1.0, shape)?,
        "invgauss" => rng.wald(a, 1.0, shape)?,
        "laplace" => rng.laplace(0.0, 1.0, shape)?,
        "logistic" => rng.logistic(0.0, 1.0, shape)?,
        "lognorm" => rng.lognormal(0.0, a, shape)?,
        "norm" => return rng.normal_of(DType::F64, shape),
        "pareto" => rng.pareto(a, shape)? + 1.0,
        "powerlaw" => rng.power(a, shape)?,
        "rayleigh" => rng.rayleigh(1.0, shape)?,
        "t" => rng.standard_t(a, shape)?,
        "triang" => rng.triangular(0.0, a, 1.0, shape)?,
        "vonmises" => rng.vonmises(0.0, a, shape)?,
        "weibull_min" => rng.weibull(a, shape)?,
        _ => {
            // By the inverse of the distribution function.
            // Above 0, whose quantile may be infinite.
            let uniform = rng.random_of(DType::F64, shape)?.maximum(0.5 * f64::EPSILON)?;
            let family = distribution.family;
            return parameters.apply(&uniform, &|q, _, _, shapes| (family.ppf)(q, shapes));
        }
    };
    Ok(array.into_dyn())
}

/// Of location 0.
pub(super) fn discrete<B: Backend>(
    distribution: &Discrete<B>,
    rng: &mut Generator<B>,
    shape: &[usize],
) -> Result<DynArray<B>> {
    let parameters = &distribution.parameters;
    let name = distribution.family.name;
    check(name, parameters, shape)?;
    let (a, b, c) = (parameters.shape(0), parameters.shape(1), parameters.shape(2));
    let array = match name {
        "binom" => rng.binomial(a, b, shape)?,
        "geom" => rng.geometric(a, shape)?,
        "hypergeom" => rng.hypergeometric(b, &(a - b), c, shape)?,
        "logser" => rng.logseries(a, shape)?,
        "nbinom" => rng.negative_binomial(a, b, shape)?,
        "poisson" => rng.poisson(a, shape)?,
        "zipf" => rng.zipf(a, shape)?,
        _ => {
            let uniform = rng.random_of(DType::F64, shape)?;
            return distribution.ppf(&uniform)?.subtract(&parameters.loc);
        }
    };
    Ok(array.into_dyn())
}
