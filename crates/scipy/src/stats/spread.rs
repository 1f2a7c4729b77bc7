//! How far a sample spreads.

use super::along::{Along, along_setters};
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, Result};

/// The divisor that makes deviations of quantiles estimates of the standard deviation of normal numbers, of [`Iqr::normal`].
const NORMAL: f64 = 1.348_979_500_392_163_5;

/// Options of [`iqr_with`].
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::{Iqr, iqr_with};
/// let x = xp.array([[10, 7, 4], [3, 2, 1]])?;
/// let options = Iqr::new().axis(1).rng(25.0, 75.0).interpolation(QuantileMethod::Higher);
/// assert_eq!(iqr_with(&x, options)?.to_string(), "[3. 1.]");
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Iqr {
    along: Along,
    rng: (f64, f64),
    scale: f64,
    interpolation: QuantileMethod,
}

impl Default for Iqr {
    fn default() -> Self {
        Self { along: Along::new(..), rng: (25.0, 75.0), scale: 1.0, interpolation: QuantileMethod::Linear }
    }
}

impl Iqr {
    /// Between the quartiles of all elements, linear between elements, with the scale 1.
    pub fn new() -> Self {
        Self::default()
    }

    along_setters!();

    /// The percentages between which the range is.
    pub fn rng(self, low: f64, high: f64) -> Self {
        Self { rng: (low, high), ..self }
    }

    /// What the range is divided by.
    pub fn scale(self, scale: f64) -> Self {
        Self { scale, ..self }
    }

    /// Divided by the range between the quartiles of the normal distribution: an estimate of its standard deviation.
    pub fn normal(self) -> Self {
        self.scale(NORMAL)
    }

    /// The percentile between two elements.
    pub fn interpolation(self, interpolation: QuantileMethod) -> Self {
        Self { interpolation, ..self }
    }
}

/// The range between two percentiles along an axis, or of all elements (`None`); `(25.0, 75.0)` are the quartiles.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::iqr;
/// assert_eq!(iqr(&xp.array([[10, 7, 4], [3, 2, 1]])?, (25.0, 75.0), None)?.to_string(), "4.0");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Axis`] if the axis is not there; [`Error::Value`] for percentages beyond 0 to 100 or none in order; [`Error::DType`] for
/// complex numbers.
pub fn iqr<B: Backend>(x: &impl AnyArray<B>, rng: (f64, f64), along: impl Into<Along>) -> Result<DynArray<B>> {
    iqr_with(x, Iqr { along: along.into(), rng, ..Iqr::new() })
}

/// [`iqr`] with options.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::{Iqr, iqr_with};
/// let x = xp.array([[10.0, 7.0, 4.0], [3.0, 2.0, 1.0]])?;
/// assert_eq!(iqr_with(&x, Iqr::new().axis(0).scale(0.5))?.to_string(), "[7. 5. 3.]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`iqr`]; [`Error::Value`] for a scale that is not positive.
pub fn iqr_with<B: Backend>(x: &impl AnyArray<B>, options: Iqr) -> Result<DynArray<B>> {
    const OP: &str = "iqr";
    let ((low, high), scale) = (options.rng, options.scale);
    if !(0.0 <= low && low <= high && high <= 100.0) {
        return Err(Error::value(OP, format!("the range {:?} of percentages", options.rng)));
    }
    if !(scale > 0.0 && scale.is_finite()) {
        return Err(Error::value(OP, format!("the scale {scale}")));
    }
    let [range] = options.along.one(OP, x.as_dyn(), 1, |x, n| {
        if n == 0 {
            return Ok([x.mean(-1)?]);
        }
        let at = |share: f64| x.percentile_with(share, -1, Quantile::new().method(options.interpolation));
        Ok([at(high)?.subtract(&at(low)?)?])
    })?;
    if scale == 1.0 { Ok(range) } else { range.divide(scale) }
}

/// The median of the distances to the median along an axis, or of all elements (`None`), over a scale: 1, or
/// 0.6744897501960817 for an estimate of the standard deviation of normal numbers.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::median_abs_deviation;
/// assert_eq!(median_abs_deviation(&xp.array([1.0, 2.0, 4.0, 9.0])?, 1.0, 0)?.to_string(), "1.5");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Axis`] if the axis is not there; [`Error::DType`] for complex numbers.
pub fn median_abs_deviation<B: Backend>(
    x: &impl AnyArray<B>,
    scale: f64,
    along: impl Into<Along>,
) -> Result<DynArray<B>> {
    median_abs_deviation_with(x, |x| x.median(-1), scale, along)
}

/// [`median_abs_deviation`] with the distances to another centre: a function of samples along the last axis, of many at once.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::median_abs_deviation_with;
/// let x = xp.array([1.0, 2.0, 4.0, 9.0])?;
/// assert_eq!(median_abs_deviation_with(&x, |x| x.mean(-1), 1.0, 0)?.to_string(), "2.5");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`median_abs_deviation`]; those of the function, and [`Error::Shape`] if it does not give a number for each sample.
pub fn median_abs_deviation_with<B: Backend>(
    x: &impl AnyArray<B>,
    center: impl Fn(&DynArray<B>) -> Result<DynArray<B>>,
    scale: f64,
    along: impl Into<Along>,
) -> Result<DynArray<B>> {
    const OP: &str = "median_abs_deviation";
    let [deviation] = along.into().one(OP, x.as_dyn(), 1, |x, n| {
        if n == 0 {
            return Ok([x.mean(-1)?]);
        }
        let (middle, shape) = (center(x)?, &x.shape()[..x.ndim() - 1]);
        if middle.shape() != shape {
            return Err(Error::shape(OP, middle.shape(), shape));
        }
        let distances = x.subtract(&middle.expand_dims(-1)?)?.abs()?;
        Ok([distances.median(-1)?])
    })?;
    deviation.divide(scale)
}

/// The standard error of the mean, `std(x) / sqrt(n)`, along an axis, or of all elements (`None`), with `ddof` degrees of freedom less.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::sem;
/// assert_eq!(sem(&xp.array([1.0, 3.0, 5.0, 7.0])?, 1.0, 0)?.to_string(), "1.2909944487358056");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Axis`] if the axis is not there; [`Error::DType`] for complex numbers.
pub fn sem<B: Backend>(x: &impl AnyArray<B>, ddof: f64, along: impl Into<Along>) -> Result<DynArray<B>> {
    let [error] = along.into().one("sem", x.as_dyn(), 1, |x, n| {
        Ok([x.std_with(-1, Variance::new().ddof(ddof))?.divide((n as f64).sqrt())?])
    })?;
    Ok(error)
}

/// The coefficient of variation, `std(x) / mean(x)`, along an axis, or of all elements (`None`), with `ddof` degrees of freedom less.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::variation;
/// assert_eq!(variation(&xp.array([1.0, 3.0])?, 0.0, 0)?.to_string(), "0.5");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Axis`] if the axis is not there; [`Error::DType`] for complex numbers.
pub fn variation<B: Backend>(x: &impl AnyArray<B>, ddof: f64, along: impl Into<Along>) -> Result<DynArray<B>> {
    let [variation] = along.into().one("variation", x.as_dyn(), 1, |x, _| {
        Ok([x.std_with(-1, Variance::new().ddof(ddof))?.divide(&x.mean(-1)?)?])
    })?;
    Ok(variation)
}

/// The geometric standard deviation of numbers above 0, the exponential of the standard deviation of their logarithms, with `ddof` degrees of freedom less.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::gstd;
/// assert_eq!(format!("{:.6}", gstd(&xp.array([1.0, 4.0])?, 0.0, 0)?.item()?.get::<f64>()), "2.000000");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`sem`].
pub fn gstd<B: Backend>(x: &impl AnyArray<B>, ddof: f64, along: impl Into<Along>) -> Result<DynArray<B>> {
    let [deviation] = along
        .into()
        .one("gstd", x.as_dyn(), 1, |x, _| Ok([x.log()?.std_with(-1, Variance::new().ddof(ddof))?.exp()?]))?;
    Ok(deviation)
}
