//! Kendall's coefficient of correlation with weights of ranks.

use super::along::{Along, along_setters};
use super::ranks::{RankMethod, ordered};
use xparray_core::layout::broadcast_shapes;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Create, Error, Result};

const OP: &str = "weightedtau";

/// What the weights of [`weightedtau`] are of.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum WeightedRank {
    /// Of the ranks of either sample, from its greatest element on, equal ones by the other sample: the mean of both.
    #[default]
    Both,
    /// Of the ranks of the first sample, equal ones by the second.
    First,
    /// Of the elements' places.
    Place,
    /// Of these ranks, from 0 on, of which the least counts most by default.
    Given(Vec<usize>),
}

/// Options of [`weightedtau`].
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::{WeightedRank, WeightedTau, weightedtau};
/// let (x, y) = (xp.array([12, 2, 1, 12, 2])?, xp.array([1, 4, 7, 1, 0])?);
/// // Of equal weights it is Kendall's own.
/// let options = WeightedTau::new().rank(WeightedRank::Place).weights(&[0.5; 5]);
/// assert_eq!(format!("{:.8}", weightedtau(&x, &y, options)?.item()?.get::<f64>()), "-0.47140452");
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct WeightedTau {
    along: Along,
    rank: WeightedRank,
    weights: Option<Vec<f64>>,
    additive: bool,
}

impl Default for WeightedTau {
    fn default() -> Self {
        Self { along: Along::new(None), rank: WeightedRank::Both, weights: None, additive: true }
    }
}

impl WeightedTau {
    /// Of all elements, by the ranks of both samples, of which rank `r` weighs `1 / (1 + r)`, with weights that add.
    pub fn new() -> Self {
        Self::default()
    }

    along_setters!();

    /// What the weights are of.
    pub fn rank(self, rank: WeightedRank) -> Self {
        Self { rank, ..self }
    }

    /// The weight of each rank, from 0 on.
    pub fn weights(self, weights: &[f64]) -> Self {
        Self { weights: Some(weights.to_vec()), ..self }
    }

    /// Whether the weights of a pair add, rather than multiply.
    pub fn additive(self, additive: bool) -> Self {
        Self { additive, ..self }
    }
}

/// Kendall's coefficient of correlation in which a pair counts by the weights of its ranks, so that exchanges among the first elements count more
/// than those among the last (Vigna, A weighted correlation index for rankings with ties, 2015). NaN is less than all numbers. In double
/// precision, on the device, with all pairs of a slice at once.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::{WeightedTau, weightedtau};
/// let (x, y) = (xp.array([12, 2, 1, 12, 2])?, xp.array([1, 4, 7, 1, 0])?);
/// assert_eq!(format!("{:.8}", weightedtau(&x, &y, WeightedTau::new())?.item()?.get::<f64>()), "-0.56694968");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`] if shapes differ; [`Error::Value`] for another number of given ranks, and for a rank without a weight; [`Error::Axis`] if the axis
/// is not there; [`Error::DType`] for complex numbers.
pub fn weightedtau<B: Backend>(
    x: &impl AnyArray<B>,
    y: &impl AnyArray<B>,
    options: WeightedTau,
) -> Result<DynArray<B>> {
    let [found] = options.along.pairs(OP, x.as_dyn(), y.as_dyn(), 0, |x, y, n| {
        let shape = broadcast_shapes(OP, x.shape(), y.shape())?;
        let (x, y) = (places(&x.broadcast_to(&shape[..])?)?, places(&y.broadcast_to(&shape[..])?)?);
        let tau = |x: &DynArray<B>, y: &DynArray<B>, ranks: &DynArray<B>| {
            coefficient(x, y, &weights(ranks, n, options.weights.as_deref())?, options.additive)
        };
        Ok([match &options.rank {
            WeightedRank::Both => {
                let (first, second) = (tau(&x, &y, &from_greatest(&x, &y)?)?, tau(&y, &x, &from_greatest(&y, &x)?)?);
                first.add(&second)?.multiply(0.5)?
            }
            WeightedRank::First => tau(&x, &y, &from_greatest(&x, &y)?)?,
            WeightedRank::Place => tau(&x, &y, &x.xp().arange(n as i64)?.into_dyn())?,
            WeightedRank::Given(ranks) if ranks.len() != n => {
                return Err(Error::value(OP, format!("{} ranks of {n} elements", ranks.len())));
            }
            WeightedRank::Given(ranks) => {
                let ranks: Vec<i64> = ranks.iter().map(|&rank| rank as i64).collect();
                tau(&x, &y, &x.xp().from_slice(&ranks, n)?.into_dyn())?
            }
        }])
    })?;
    Ok(found)
}

/// The order of elements as numbers: from 1 on, the same for equal ones, and 0 for NaN.
fn places<B: Backend>(x: &DynArray<B>) -> Result<DynArray<B>> {
    x.isnan()?.where_(0.0, &ordered(x, RankMethod::Dense)?.0)?.astype(DType::I64)
}

/// The ranks from the greatest element on; equal ones by the other sample.
fn from_greatest<B: Backend>(x: &DynArray<B>, y: &DynArray<B>) -> Result<DynArray<B>> {
    let n = x.shape()[x.ndim() - 1] as i64;
    x.multiply(n + 1)?.add(y)?.argsort()?.flip(-1)?.argsort()
}

/// The weights of ranks.
fn weights<B: Backend>(ranks: &DynArray<B>, n: usize, given: Option<&[f64]>) -> Result<DynArray<B>> {
    let Some(given) = given else { return ranks.astype(DType::F64)?.add(1.0)?.reciprocal() };
    if n > 0 && ranks.max(..)?.item()?.get::<i64>() >= given.len() as i64 {
        return Err(Error::value(OP, format!("a rank beyond {} weights", given.len())));
    }
    ranks.xp().from_slice(given, given.len())?.into_dyn().take(ranks, 0)
}

fn coefficient<B: Backend>(
    x: &DynArray<B>,
    y: &DynArray<B>,
    weights: &DynArray<B>,
    additive: bool,
) -> Result<DynArray<B>> {
    let (down, across) = (weights.expand_dims(-1)?, weights.expand_dims(-2)?);
    let pairs = if additive { down.add(&across)? } else { down.multiply(&across)? };
    let order = |x: &DynArray<B>| x.expand_dims(-2)?.subtract(&x.expand_dims(-1)?)?.sign()?.astype(DType::F64);
    let (of_x, of_y) = (order(x)?, order(y)?);
    let sum = |a: &DynArray<B>, b: &DynArray<B>| pairs.multiply(a)?.multiply(b)?.sum([-1, -2]);
    sum(&of_x, &of_y)?.divide(&sum(&of_x, &of_x)?.multiply(&sum(&of_y, &of_y)?)?.sqrt()?)
}
