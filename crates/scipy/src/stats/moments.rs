//! Moments, and what describes a sample.

use super::along::{Along, NanPolicy, along_setters};
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, Result};

/// Options of [`moment`], [`skew`], [`kurtosis`] and [`describe`].
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::{Moments, skew};
/// let x = xp.array([[0.0, 1.0, 5.0], [1.0, 2.0, 3.0]])?;
/// assert_eq!(skew(&x, Moments::new().axis(1).bias(false))?.to_string(), "[1.45786297 0.        ]");
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Moments {
    along: Along,
    bias: bool,
    fisher: bool,
    ddof: f64,
    center: Option<f64>,
}

impl Default for Moments {
    fn default() -> Self {
        Self { along: Along::new(0), bias: true, fisher: true, ddof: 1.0, center: None }
    }
}

impl Moments {
    /// Along the first axis, of the sample itself, kurtosis of the normal distribution 0, about the mean.
    pub fn new() -> Self {
        Self::default()
    }

    along_setters!();

    /// Whether skewness and kurtosis are the sample's (`true`) or without bias as estimates.
    pub fn bias(self, bias: bool) -> Self {
        Self { bias, ..self }
    }

    /// Whether the kurtosis of the normal distribution counts as 0 (Fisher) rather than 3 (Pearson).
    pub fn fisher(self, fisher: bool) -> Self {
        Self { fisher, ..self }
    }

    /// What [`describe`] subtracts from the number of elements in the variance's divisor.
    pub fn ddof(self, ddof: impl Into<f64>) -> Self {
        Self { ddof: ddof.into(), ..self }
    }

    /// The number about which [`moment`] is, instead of the mean.
    pub fn center(self, center: f64) -> Self {
        Self { center: Some(center), ..self }
    }
}

/// Deviations along the last axis from the mean, and the moments of orders 2 to 4.
pub(super) struct Central<B: Backend> {
    pub mean: DynArray<B>,
    pub second: DynArray<B>,
    pub third: DynArray<B>,
    pub fourth: DynArray<B>,
}

impl<B: Backend> Central<B> {
    pub fn of(x: &DynArray<B>) -> Result<Self> {
        let mean = x.mean(keepdims(-1))?;
        let d = x.subtract(&mean)?;
        let square = d.square()?;
        Ok(Self {
            mean: mean.squeeze(-1)?,
            second: square.mean(-1)?,
            third: square.multiply(&d)?.mean(-1)?,
            fourth: square.square()?.mean(-1)?,
        })
    }

    /// NaN where the deviations are no more than roundings of the mean.
    fn spread(&self) -> Result<DynArray<B>> {
        let eps = if self.mean.dtype() == DType::F32 { f64::from(f32::EPSILON) } else { f64::EPSILON };
        let rounding = self.mean.multiply(eps)?.square()?;
        self.second.less_equal(&rounding)?.where_(f64::NAN, &self.second)?.astype(self.second.dtype())
    }

    pub fn skewness(&self, n: f64, bias: bool) -> Result<DynArray<B>> {
        let second = self.spread()?;
        let value = self.third.divide(&second.multiply(&second.sqrt()?)?)?;
        if bias || n < 3.0 { Ok(value) } else { value.multiply(((n - 1.0) * n).sqrt() / (n - 2.0)) }
    }

    /// That of the normal distribution is 3.
    pub fn kurtosis(&self, n: f64, bias: bool) -> Result<DynArray<B>> {
        let value = self.fourth.divide(&self.spread()?.square()?)?;
        if bias || n < 4.0 {
            return Ok(value);
        }
        let scaled = value.multiply(n * n - 1.0)?.subtract(3.0 * (n - 1.0).powi(2))?;
        scaled.divide((n - 2.0) * (n - 3.0))?.add(3.0)
    }
}

/// The mean of the powers of the deviations from the mean.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::{Moments, moment};
/// assert_eq!(moment(&xp.array([1.0, 2.0, 3.0, 6.0])?, 2, Moments::new())?.to_string(), "3.5");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Axis`] if the axis is not there; [`Error::DType`] for complex numbers.
pub fn moment<B: Backend>(x: &impl AnyArray<B>, order: u32, options: Moments) -> Result<DynArray<B>> {
    let [moment] = options.along.one("moment", x.as_dyn(), 1, |x, _| {
        let deviations = match options.center {
            Some(center) => x.subtract(center)?,
            None if order == 1 => return Ok([x.mean(-1)?.multiply(0.0)?]),
            None => x.subtract(&x.mean(keepdims(-1))?)?,
        };
        Ok([deviations.power(f64::from(order))?.mean(-1)?])
    })?;
    Ok(moment)
}

/// The skewness, the third moment over the second one to the power of 3/2; NaN where all elements are equal.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::{Moments, skew};
/// assert_eq!(skew(&xp.array([2, 8, 0, 4, 1, 9, 9, 0])?, Moments::new())?.to_string(), "0.2650554122698573");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`moment`].
pub fn skew<B: Backend>(x: &impl AnyArray<B>, options: Moments) -> Result<DynArray<B>> {
    let of = |x: &DynArray<B>, n: usize| Ok([Central::of(x)?.skewness(n as f64, options.bias)?]);
    let [skewness] = options.along.one("skew", x.as_dyn(), 1, of)?;
    Ok(skewness)
}

/// The kurtosis, the fourth moment over the square of the second one, less 3; NaN where all elements are equal.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::{Moments, kurtosis};
/// assert_eq!(kurtosis(&xp.array([1.0, 2.0, 3.0, 4.0, 5.0])?, Moments::new())?.to_string(), "-1.3");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`moment`].
pub fn kurtosis<B: Backend>(x: &impl AnyArray<B>, options: Moments) -> Result<DynArray<B>> {
    let of = |x: &DynArray<B>, n: usize| Ok([Central::of(x)?.kurtosis(n as f64, options.bias)?]);
    let [value] = options.along.one("kurtosis", x.as_dyn(), 1, of)?;
    if options.fisher { value.subtract(3.0) } else { Ok(value) }
}

/// What [`describe`] gives.
#[derive(Clone, Debug)]
pub struct Description<B: Backend> {
    /// How many elements each sample has, in `i64`; with [`NanPolicy::Omit`] how many numbers.
    pub nobs: DynArray<B>,
    /// The least ones.
    pub min: DynArray<B>,
    /// The greatest ones.
    pub max: DynArray<B>,
    /// The means.
    pub mean: DynArray<B>,
    /// The variances.
    pub variance: DynArray<B>,
    /// [`skew`].
    pub skewness: DynArray<B>,
    /// [`kurtosis`].
    pub kurtosis: DynArray<B>,
}

/// Number, extremes and moments of a sample, with one degree of freedom less in the variance.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::{Moments, describe};
/// let d = describe(&xp.array([1.0, 2.0, 3.0, 6.0])?, Moments::new())?;
/// assert_eq!((d.nobs.to_string(), d.mean.to_string(), d.variance.to_string()), ("4".into(), "3.0".into(), "4.666666666666667".into()));
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`moment`]; [`Error::Value`] for no elements.
pub fn describe<B: Backend>(x: &impl AnyArray<B>, options: Moments) -> Result<Description<B>> {
    const OP: &str = "describe";
    let [nobs, min, max, mean, variance, skewness, kurtosis] = options.along.one(OP, x.as_dyn(), 1, |x, nobs| {
        if nobs == 0 {
            return Err(Error::value(OP, "the sample is empty"));
        }
        let central = Central::of(x)?;
        let n = nobs as f64;
        // What is omitted is gone, but where nothing is left.
        let gaps = x.isnan()?;
        let gaps = if options.along.nan_policy == NanPolicy::Omit { gaps } else { gaps.not_equal(&gaps)? };
        Ok([
            gaps.logical_not()?.count_nonzero(-1)?,
            x.min(-1)?,
            x.max(-1)?,
            x.mean(-1)?,
            x.var_with(-1, Variance::new().ddof(options.ddof))?,
            central.skewness(n, options.bias)?,
            central.kurtosis(n, options.bias)?,
        ])
    })?;
    let kurtosis = if options.fisher { kurtosis.subtract(3.0)? } else { kurtosis };
    Ok(Description { nobs, min, max, mean, variance, skewness, kurtosis })
}
