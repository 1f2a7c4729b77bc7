//! How many elements of a sample are in bins, and below numbers.

use super::along::NanPolicy;
use super::sample::samples;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, Histogram, Result, Side};

/// What [`cumfreq`] and [`relfreq`] give.
#[derive(Clone, Debug)]
pub struct Frequencies<B: Backend> {
    /// Of each bin, in `f64`.
    pub frequency: DynArray<B>,
    /// Where the first bin begins.
    pub lowerlimit: f64,
    /// How wide a bin is.
    pub binsize: f64,
    /// How many elements are in no bin.
    pub extrapoints: usize,
}

/// How many elements, or what sum of weights, is up to the end of each of equal bins. Without limits the first and last bin are about the least and the
/// greatest element.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::cumfreq;
/// let found = cumfreq(&xp.array([1, 4, 2, 1, 3, 1])?, 4, Some((1.5, 5.0)), None)?;
/// assert_eq!((found.frequency.to_string(), found.extrapoints), ("[1. 2. 3. 3.]".into(), 3));
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] for no bins and limits that are not finite or fall; [`Error::Shape`] for weights of another shape; [`Error::DType`] for complex numbers.
pub fn cumfreq<B: Backend>(
    x: &impl AnyArray<B>,
    numbins: usize,
    limits: Option<(f64, f64)>,
    weights: Option<&DynArray<B>>,
) -> Result<Frequencies<B>> {
    let found = counted("cumfreq", x.as_dyn(), numbins, limits, weights)?;
    Ok(Frequencies { frequency: found.frequency.cumsum(0)?, ..found })
}

/// The share of the elements, or of their number the sum of weights, that is in each of equal bins: as [`cumfreq`].
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::relfreq;
/// let found = relfreq(&xp.array([2, 4, 1, 2, 3, 2, 4, 2])?, 4, None, None)?;
/// assert_eq!(found.frequency.to_string(), "[0.125 0.5   0.125 0.25 ]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`cumfreq`].
pub fn relfreq<B: Backend>(
    x: &impl AnyArray<B>,
    numbins: usize,
    limits: Option<(f64, f64)>,
    weights: Option<&DynArray<B>>,
) -> Result<Frequencies<B>> {
    let found = counted("relfreq", x.as_dyn(), numbins, limits, weights)?;
    Ok(Frequencies { frequency: found.frequency.divide(x.as_dyn().len() as f64)?, ..found })
}

fn counted<B: Backend>(
    op: &'static str,
    x: &DynArray<B>,
    numbins: usize,
    limits: Option<(f64, f64)>,
    weights: Option<&DynArray<B>>,
) -> Result<Frequencies<B>> {
    let (x, n) = samples(op, x, None)?;
    let number = |x: Result<DynArray<B>>| -> Result<f64> { Ok(x?.item()?.get()) };
    let (lower, upper) = match limits {
        Some(limits) => limits,
        None if n == 0 => (0.0, 1.0),
        None => {
            let (low, high) = (number(x.min(..))?, number(x.max(..))?);
            let beyond = (high - low) / (2.0 * (numbins as f64 - 1.0));
            (low - beyond, high + beyond)
        }
    };
    let (counts, edges) = match weights {
        Some(weights) => x.histogram_with((numbins, lower, upper), Histogram::new().weights(&weights.ravel()?))?,
        None => x.histogram((numbins, lower, upper))?,
    };
    let inside = x.greater_equal(lower)?.logical_and(&x.less_equal(upper)?)?.astype(DType::I64)?.sum(..)?;
    let binsize = number(edges.slice(s![1])?.subtract(&edges.slice(s![0])?))?;
    let extrapoints = n - inside.item()?.get::<i64>() as usize;
    Ok(Frequencies { frequency: counts.astype(DType::F64)?, lowerlimit: lower, binsize, extrapoints })
}

/// Which elements [`percentileofscore`] counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PercentileKind {
    /// Those below, and the mean place of those that are equal.
    #[default]
    Rank,
    /// Those below or equal.
    Weak,
    /// Those below.
    Strict,
    /// The mean of weak and strict.
    Mean,
}

/// How many percent of the elements are below numbers: an array of the numbers' shape, in `f64`; NaN for NaN.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::{NanPolicy, PercentileKind, percentileofscore};
/// let (x, score) = (xp.array([1, 2, 3, 3, 4])?, xp.array([3.0, 0.0])?);
/// let found = percentileofscore(&x, &score, PercentileKind::Rank, NanPolicy::Propagate)?;
/// assert_eq!(found.to_string(), "[70.  0.]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] for NaN that is to be an error; [`Error::DType`] for complex numbers.
pub fn percentileofscore<B: Backend>(
    x: &impl AnyArray<B>,
    score: &impl AnyArray<B>,
    kind: PercentileKind,
    nan_policy: NanPolicy,
) -> Result<DynArray<B>> {
    const OP: &str = "percentileofscore";
    let (x, _) = samples(OP, x.as_dyn(), None)?;
    let shape = score.as_dyn().shape();
    let (score, _) = samples(OP, score.as_dyn(), None)?;
    let (unknown, unknown_score) = (x.isnan()?, score.isnan()?);
    let any = |x: &DynArray<B>| -> Result<bool> { x.any(..)?.typed::<bool>()?.item() };
    if nan_policy == NanPolicy::Raise && (any(&unknown)? || any(&unknown_score)?) {
        return Err(Error::value(OP, "a sample has NaN"));
    }
    let x = if nan_policy == NanPolicy::Omit { x.mask(&unknown.logical_not()?)? } else { x };
    if x.is_empty() || (nan_policy == NanPolicy::Propagate && any(&unknown)?) {
        return score.multiply(f64::NAN)?.astype(DType::F64)?.reshape(shape);
    }
    let (sorted, n) = (x.sort()?, x.len() as f64);
    let below = |side: Side| sorted.searchsorted_with(&score, side)?.astype(DType::F64);
    let (less, most) = (below(Side::Left)?, below(Side::Right)?);
    // Of twice the number of elements.
    let counted = match kind {
        PercentileKind::Weak => most.multiply(2.0)?,
        PercentileKind::Strict => less.multiply(2.0)?,
        PercentileKind::Mean => less.add(&most)?,
        PercentileKind::Rank => less.add(&most)?.add(&less.less(&most)?.astype(DType::F64)?)?,
    };
    unknown_score.where_(f64::NAN, &counted.multiply(50.0 / n)?)?.reshape(shape)
}
