//! Points with other distributions.

use super::{inside, points};
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, Result};

/// Points of a normal distribution, `[n, d]`, of such of the unit cube, by quantiles: with a mean `[d]`, and a covariance `[d, d]` that is positive definite.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::qmc::{self, Sobol};
/// let points = Sobol::scrambled(&mut xp.rng(1), 2, 30)?.points(0, 256)?;
/// let x = qmc::multivariate_normal(&points, &xp.array([0.0, 5.0])?, &xp.array([[1.0, 0.5], [0.5, 2.0]])?)?;
/// assert!((x.mean(0)? - xp.array([0.0, 5.0])?).abs().max(..)?.item()? < 0.02);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`] unless they fit; [`Error::Value`] for numbers outside of the unit cube; [`Error::NotPositiveDefinite`]; [`Error::DType`] for complex numbers.
pub fn multivariate_normal<B: Backend>(
    sample: &impl AnyArray<B>,
    mean: &impl AnyArray<B>,
    cov: &impl AnyArray<B>,
) -> Result<Array<f64, B>> {
    const OP: &str = "multivariate_normal";
    let x = points(OP, sample.as_dyn())?;
    inside(OP, &x)?;
    let d = x.shape()[1];
    let (mean, cov) = (mean.as_dyn(), cov.as_dyn());
    if mean.shape() != [d] || cov.shape() != [d, d] {
        return Err(Error::shape(OP, mean.shape(), cov.shape()));
    }
    let (mean, cov) = (mean.astype(DType::F64)?.typed::<f64>()?, cov.astype(DType::F64)?.typed::<f64>()?);
    // Quantiles of 0 and 1 are infinite.
    let z = ((x - 0.5) * (1.0 - 1e-10) + 0.5).into_dyn().ndtri()?.typed::<f64>()?;
    Ok(z.matmul(&cov.cholesky()?.t())? + mean)
}

/// How many of numbers between 0 and 1 are in each of parts of probabilities `[k]`, whose sum is 1: a multinomial number `[k]` of as many trials.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::qmc::{self, Sobol};
/// let points = Sobol::new(&xp, 1)?.points(0, 8)?;
/// assert_eq!(qmc::multinomial(&points, &[0.25, 0.5, 0.25])?.to_string(), "[2 4 2]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] for probabilities that are negative or whose sum is not 1, and for numbers outside of the unit cube; [`Error::Shape`] unless these are points;
/// [`Error::DType`] for complex numbers.
pub fn multinomial<B: Backend>(sample: &impl AnyArray<B>, pvals: &[f64]) -> Result<Array<i64, B>> {
    const OP: &str = "multinomial";
    let x = points(OP, sample.as_dyn())?;
    inside(OP, &x)?;
    let total: f64 = pvals.iter().sum();
    if pvals.iter().any(|p| p.is_nan() || *p < 0.0) || (total - 1.0).abs() > 1e-8 {
        return Err(Error::value(OP, format!("probabilities {pvals:?}")));
    }
    let ends: Vec<f64> = pvals
        .iter()
        .scan(0.0, |sum, p| {
            Some({
                *sum += p;
                *sum
            })
        })
        .collect();
    // How many are below each end; the last one is 1, whatever its rounding.
    let below = x.reshape([x.len(), 1])?.less(&x.xp().from_slice(&ends, ends.len())?)?.astype::<i64>().sum(0)?;
    let last = x.len() as i64;
    let mut counts = below.to_vec()?;
    if let Some(end) = counts.last_mut() {
        *end = last;
    }
    let counts: Vec<i64> = (0..counts.len()).map(|k| counts[k] - if k == 0 { 0 } else { counts[k - 1] }).collect();
    x.xp().from_slice(&counts, counts.len())
}
