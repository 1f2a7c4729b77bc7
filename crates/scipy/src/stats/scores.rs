//! Numbers relative to a sample, and the likelihood of a power transform.

use super::along::NanPolicy;
use crate::field;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Axes, Error, IntoAxes, IntoOptionalAxis, Result, TypeClass};

/// Options of [`zscore`], [`gzscore`] and [`zmap`].
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::{NanPolicy, Scores, zscore};
/// let x = xp.array([1.0, f64::NAN, 3.0])?;
/// let options = Scores::new().axis(0).ddof(0.0).nan_policy(NanPolicy::Omit);
/// assert_eq!(zscore(&x, options)?.to_string(), "[-1. nan  1.]");
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Scores {
    axis: Option<isize>,
    ddof: f64,
    nan_policy: NanPolicy,
}

impl Default for Scores {
    fn default() -> Self {
        Self { axis: Some(0), ddof: 0.0, nan_policy: NanPolicy::Propagate }
    }
}

impl Scores {
    /// Along the first axis, no degrees of freedom less, NaN as it comes.
    pub fn new() -> Self {
        Self::default()
    }

    /// The axis, or all elements (`None`).
    pub fn axis(self, axis: impl IntoOptionalAxis) -> Self {
        Self { axis: axis.into_optional_axis(), ..self }
    }

    /// What is subtracted from the number of elements in the divisor.
    pub fn ddof(self, ddof: f64) -> Self {
        Self { ddof, ..self }
    }

    /// What becomes of NaN.
    pub fn nan_policy(self, nan_policy: NanPolicy) -> Self {
        Self { nan_policy, ..self }
    }
}

/// Numbers less their mean, in standard deviations; NaN where all are equal.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::{Scores, zscore};
/// assert_eq!(zscore(&xp.array([1.0, 3.0])?, Scores::new())?.to_string(), "[-1.  1.]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Axis`] if the axis is not there; [`Error::Value`] for NaN that is to be an error; [`Error::DType`] for complex numbers.
pub fn zscore<B: Backend>(x: &impl AnyArray<B>, options: Scores) -> Result<DynArray<B>> {
    relative("zscore", x.as_dyn(), x.as_dyn(), options)
}

/// Numbers less the mean of a sample, in the sample's standard deviations.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::{Scores, zmap};
/// let sample = xp.array([1.0, 3.0])?;
/// assert_eq!(zmap(&xp.array([2.0, 5.0])?, &sample, Scores::new())?.to_string(), "[0. 3.]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`zscore`]; [`Error::Shape`] if numbers and sample do not broadcast.
pub fn zmap<B: Backend>(scores: &impl AnyArray<B>, compare: &impl AnyArray<B>, options: Scores) -> Result<DynArray<B>> {
    relative("zmap", scores.as_dyn(), compare.as_dyn(), options)
}

/// [`zscore`] of logarithms: numbers above 0 over their geometric mean, as powers of their geometric standard deviation.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::{Scores, gzscore};
/// assert_eq!(gzscore(&xp.array([1.0, 4.0])?, Scores::new())?.to_string(), "[-1.  1.]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`zscore`].
pub fn gzscore<B: Backend>(x: &impl AnyArray<B>, options: Scores) -> Result<DynArray<B>> {
    const OP: &str = "gzscore";
    TypeClass::RealElement.check(OP, x.as_dyn().dtype())?;
    let logs = field(x.as_dyn())?.log()?;
    relative(OP, &logs, &logs, options)
}

fn relative<B: Backend>(
    op: &'static str,
    x: &DynArray<B>,
    sample: &DynArray<B>,
    options: Scores,
) -> Result<DynArray<B>> {
    for dtype in [x.dtype(), sample.dtype()] {
        TypeClass::RealElement.check(op, dtype)?;
    }
    let (x, sample) = (field(x)?, field(sample)?);
    if options.nan_policy == NanPolicy::Raise && sample.isnan()?.any(..)?.typed::<bool>()?.item()? {
        return Err(Error::value(op, "the sample has NaN"));
    }
    if sample.is_empty() {
        return x.multiply(f64::NAN);
    }
    let omit = options.nan_policy == NanPolicy::Omit;
    let variance = Variance::new().ddof(options.ddof);
    let axes = options.axis.map_or_else(|| (..).into_axes(), keepdims);
    let (mean, deviation, constant) = moments(&sample, axes, omit, variance)?;
    let deviation = constant.where_(f64::NAN, &deviation)?.astype(deviation.dtype())?;
    x.subtract(&mean)?.divide(&deviation)
}

/// The mean, the standard deviation, and whether all are equal: rounding may leave something of a deviation of 0.
fn moments<B: Backend>(
    x: &DynArray<B>,
    axes: Axes,
    omit: bool,
    variance: Variance,
) -> Result<(DynArray<B>, DynArray<B>, DynArray<B>)> {
    let axes = || axes.clone();
    let (mean, deviation, largest, least) = match omit {
        true => (x.nanmean(axes())?, x.nanstd_with(axes(), variance)?, x.nanmax(axes())?, x.nanmin(axes())?),
        false => (x.mean(axes())?, x.std_with(axes(), variance)?, x.max(axes())?, x.min(axes())?),
    };
    Ok((mean, deviation, largest.equal(&least)?))
}

/// The logarithm of the likelihood that the Box-Cox transform with `lmb` of data along the first axis is normal:
/// `(lmb - 1) sum(log(x)) - n / 2 log(var(boxcox(x, lmb)))` (Box and Cox, 1964).
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::boxcox_llf;
/// assert_eq!(boxcox_llf(1.0, &xp.array([[1.0], [2.0], [3.0]])?)?.to_string(), "[0.60819766]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Axis`] without dimensions; [`Error::DType`] for complex numbers.
pub fn boxcox_llf<B: Backend>(lmb: f64, data: &impl AnyArray<B>) -> Result<DynArray<B>> {
    const OP: &str = "boxcox_llf";
    let x = data.as_dyn();
    TypeClass::RealElement.check(OP, x.dtype())?;
    let &n = x.shape().first().ok_or(Error::Axis { op: OP, axis: 0, ndim: 0 })?;
    let logs = field(x)?.log()?;
    if n == 0 {
        return logs.sum(0)?.multiply(f64::NAN);
    }
    // About the mean of the logarithms, so that neither powers overflow nor small exponents lose digits.
    let mean = logs.mean(keepdims(0))?;
    let centred = logs.subtract(&mean)?;
    let log_variance = if lmb == 0.0 {
        centred.var(0)?.log()?
    } else {
        // `(exp(t) - 1) exp(-m)`, with the largest `t` as `m`.
        let t = centred.multiply(lmb)?;
        let m = t.max(keepdims(0))?;
        let scale = m.negative()?.exp()?;
        let large = t.subtract(&m)?.exp()?.subtract(&scale)?;
        let powers = t.less(1.0)?.where_(&t.expm1()?.multiply(&scale)?, &large)?;
        let log_scale = m.add(&logs.mean(keepdims(0))?.multiply(lmb)?)?.squeeze(0)?.subtract(lmb.abs().ln())?;
        powers.var(0)?.log()?.add(&log_scale.multiply(2)?)?
    };
    logs.sum(0)?.multiply(lmb - 1.0)?.subtract(&log_variance.multiply(0.5 * n as f64)?)
}
