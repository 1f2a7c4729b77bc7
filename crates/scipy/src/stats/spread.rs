//! How far a sample spreads.

use super::sample::samples;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, IntoOptionalAxis, Result};

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
pub fn iqr<B: Backend>(x: &impl AnyArray<B>, rng: (f64, f64), axis: impl IntoOptionalAxis) -> Result<DynArray<B>> {
    const OP: &str = "iqr";
    let (low, high) = rng;
    if !(0.0 <= low && low <= high && high <= 100.0) {
        return Err(Error::value(OP, format!("the range {rng:?} of percentages")));
    }
    let (x, n) = samples(OP, x.as_dyn(), axis.into_optional_axis())?;
    if n == 0 {
        return x.mean(-1);
    }
    x.percentile(high, -1)?.subtract(&x.percentile(low, -1)?)
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
    axis: impl IntoOptionalAxis,
) -> Result<DynArray<B>> {
    let (x, n) = samples("median_abs_deviation", x.as_dyn(), axis.into_optional_axis())?;
    if n == 0 {
        return x.mean(-1);
    }
    let distances = x.subtract(&x.median(keepdims(-1))?)?.abs()?;
    distances.median(-1)?.divide(scale)
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
pub fn sem<B: Backend>(x: &impl AnyArray<B>, ddof: f64, axis: impl IntoOptionalAxis) -> Result<DynArray<B>> {
    let (x, n) = samples("sem", x.as_dyn(), axis.into_optional_axis())?;
    x.std_with(-1, Variance::new().ddof(ddof))?.divide((n as f64).sqrt())
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
pub fn variation<B: Backend>(x: &impl AnyArray<B>, ddof: f64, axis: impl IntoOptionalAxis) -> Result<DynArray<B>> {
    let (x, _) = samples("variation", x.as_dyn(), axis.into_optional_axis())?;
    x.std_with(-1, Variance::new().ddof(ddof))?.divide(&x.mean(-1)?)
}
