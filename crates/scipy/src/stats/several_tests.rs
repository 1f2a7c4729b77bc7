//! Probabilities of several tests together.

use super::along::Along;
use super::sample::{Alternative, Significance, normal, of_chi_squared, samples};
use crate::special;
use std::f64::consts::PI;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Create, Error, IntoOptionalAxis, Result};

/// How [`combine_pvalues`] makes one statistic of several probabilities.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Combine {
    /// By the sum of `-2 log(p)` (Fisher).
    #[default]
    Fisher,
    /// By the sum of `2 log(1 - p)` (Pearson).
    Pearson,
    /// By the sum of `log((1 - p) / p)`, approximately Student's when scaled (Mudholkar and George, 1979).
    MudholkarGeorge,
    /// By the least one (Tippett).
    Tippett,
    /// By the mean of normal quantiles, with weights (Stouffer).
    Stouffer,
}

/// The probability of several independent tests together, with its statistic; weights, a vector with one for each test, are Stouffer's.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::{Combine, combine_pvalues};
/// let test = combine_pvalues(&xp.array([0.01, 0.2, 0.3])?, Combine::Fisher, None, 0)?;
/// assert_eq!(format!("{:.6} {:.6}", test.statistic.item()?.get::<f64>(), test.pvalue.item()?.get::<f64>()), "14.837162 0.021562");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`] for weights that are not as many as the tests; [`Error::Axis`] if the axis is not there; [`Error::DType`] for complex numbers.
pub fn combine_pvalues<B: Backend>(
    pvalues: &impl AnyArray<B>,
    method: Combine,
    weights: Option<&DynArray<B>>,
    along: impl Into<Along>,
) -> Result<Significance<B>> {
    const OP: &str = "combine_pvalues";
    let weights = weights.map(|weights| samples(OP, weights, None)).transpose()?;
    let test = along.into().one(OP, pvalues.as_dyn(), 1, |p, n| {
        if n == 0 {
            let none = p.mean(-1)?;
            return Ok([none.clone(), none]);
        }
        let count = n as f64;
        let rest = || p.negative()?.log1p()?.sum(-1);
        match method {
            Combine::Fisher => of_chi_squared(p.log()?.sum(-1)?.multiply(-2.0)?, 2.0 * count),
            Combine::Pearson => {
                let statistic = rest()?.multiply(2.0)?;
                let pvalue = special::chdtr(2.0 * count, &statistic.negative()?)?;
                Ok([statistic, pvalue])
            }
            Combine::MudholkarGeorge => {
                let statistic = rest()?.subtract(&p.log()?.sum(-1)?)?;
                let factor = (3.0 / count * (5.0 * count + 4.0) / (5.0 * count + 2.0)).sqrt() / PI;
                let pvalue = special::stdtr(5.0 * count + 4.0, &statistic.multiply(-factor)?)?;
                Ok([statistic, pvalue])
            }
            Combine::Tippett => {
                let statistic = p.min(-1)?;
                let pvalue = statistic.negative()?.log1p()?.multiply(count)?.expm1()?.negative()?;
                Ok([statistic, pvalue])
            }
            Combine::Stouffer => {
                let quantiles = p.ndtri()?.negative()?;
                let statistic = match &weights {
                    None => quantiles.sum(-1)?.divide(count.sqrt())?,
                    Some((weights, m)) if *m == n => {
                        quantiles.multiply(weights)?.sum(-1)?.divide(&weights.square()?.sum(-1)?.sqrt()?)?
                    }
                    Some((weights, _)) => return Err(Error::shape(OP, p.shape(), weights.shape())),
                };
                let pvalue = normal(&statistic, Alternative::Greater)?;
                Ok([statistic, pvalue])
            }
        }
    });
    test.map(Significance::new)
}

/// Which tests [`false_discovery_control`] is of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FalseDiscovery {
    /// Independent ones (Benjamini and Hochberg, 1995).
    #[default]
    Bh,
    /// Any (Benjamini and Yekutieli, 2001).
    By,
}

/// Probabilities of tests along an axis, or of all (`None`), as shares of what is found falsely if all that are at most as large are taken for found: of their shape,
/// or a vector.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::{FalseDiscovery, false_discovery_control};
/// assert_eq!(false_discovery_control(&xp.array([0.25, 0.125, 0.5])?, FalseDiscovery::Bh, 0)?.to_string(), "[0.375 0.375 0.5  ]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] for what is no probability; [`Error::Axis`] if the axis is not there; [`Error::DType`] for complex numbers.
pub fn false_discovery_control<B: Backend>(
    ps: &impl AnyArray<B>,
    method: FalseDiscovery,
    axis: impl IntoOptionalAxis,
) -> Result<DynArray<B>> {
    const OP: &str = "false_discovery_control";
    let axis = axis.into_optional_axis();
    let (p, n) = samples(OP, ps.as_dyn(), axis)?;
    if !p.greater_equal(0.0)?.logical_and(&p.less_equal(1.0)?)?.all(..)?.typed::<bool>()?.item()? {
        return Err(Error::value(OP, "probabilities are from 0 to 1"));
    }
    let order = p.argsort()?;
    let place = p.xp().arange(1..n as i64 + 1)?.into_dyn().astype(DType::F64)?;
    let factor = match method {
        FalseDiscovery::Bh => 1.0,
        FalseDiscovery::By => (1..=n).map(|k| 1.0 / k as f64).sum(),
    };
    let scaled = p.take_along_axis(&order, -1)?.multiply(&place.reciprocal()?.multiply(n as f64 * factor)?)?;
    let least = scaled.flip(-1)?.cummin(-1)?.flip(-1)?.minimum(1.0)?;
    let found = least.take_along_axis(&order.argsort()?, -1)?;
    match axis {
        Some(axis) => found.moveaxis(-1, axis),
        None => Ok(found),
    }
}
