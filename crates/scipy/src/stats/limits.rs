//! Statistics of the elements that lie within limits.

use super::along::Along;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, Result, TypeClass, Variance};

/// Limits of the elements that [`tmean`], [`tvar`], [`tstd`] and [`tsem`] are of; NaN is within all.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::{Limits, tmean};
/// let x = xp.array([1.0, 2.0, 3.0, 9.0])?;
/// assert_eq!(tmean(&x, Limits::new().lower(1.0).upper(4.0).inclusive(false, true), None)?.to_string(), "2.5");
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    lower: Option<f64>,
    upper: Option<f64>,
    inclusive: [bool; 2],
}

impl Default for Limits {
    fn default() -> Self {
        Self { lower: None, upper: None, inclusive: [true; 2] }
    }
}

impl Limits {
    /// No limits; what is a limit itself would be within.
    pub fn new() -> Self {
        Self::default()
    }

    /// The least element that counts.
    pub fn lower(self, lower: f64) -> Self {
        Self { lower: Some(lower), ..self }
    }

    /// The greatest one.
    pub fn upper(self, upper: f64) -> Self {
        Self { upper: Some(upper), ..self }
    }

    /// Whether the lower and the upper limit are within themselves.
    pub fn inclusive(self, lower: bool, upper: bool) -> Self {
        Self { inclusive: [lower, upper], ..self }
    }

    /// Which elements are within, if there are limits.
    fn kept<B: Backend>(self, op: &'static str, x: &DynArray<B>) -> Result<Option<DynArray<B>>> {
        let [low, high] = self.inclusive;
        let below = |limit: f64| if low { x.less(limit) } else { x.less_equal(limit) };
        let above = |limit: f64| if high { x.greater(limit) } else { x.greater_equal(limit) };
        let outside = match (self.lower.map(below).transpose()?, self.upper.map(above).transpose()?) {
            (Some(below), Some(above)) => below.logical_or(&above)?,
            (Some(one), None) | (None, Some(one)) => one,
            (None, None) => return Ok(None),
        };
        let kept = outside.logical_not()?;
        if !x.is_empty() && !kept.any(..)?.typed::<bool>()?.item()? {
            return Err(Error::value(op, "no element is within the limits"));
        }
        Ok(Some(kept))
    }
}

/// The mean of the elements within limits along an axis, or of all (`None`); NaN where there is none.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::{Limits, tmean};
/// assert_eq!(tmean(&xp.array([1.0, 2.0, 30.0])?, Limits::new().upper(10.0), None)?.to_string(), "1.5");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] if no element at all is within; [`Error::Axis`] if the axis is not there; [`Error::DType`] for complex numbers.
pub fn tmean<B: Backend>(x: &impl AnyArray<B>, limits: Limits, along: impl Into<Along>) -> Result<DynArray<B>> {
    const OP: &str = "tmean";
    let [mean] = along.into().one(OP, x.as_dyn(), 1, |x, _| {
        let mean = match limits.kept(OP, x)? {
            Some(kept) => x.mean_where(-1, &kept),
            None => x.mean(-1),
        };
        Ok([mean?])
    })?;
    Ok(mean)
}

/// The variance of the elements within limits along an axis, or of all (`None`), with `ddof` degrees of freedom less than elements.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::{Limits, tvar};
/// assert_eq!(tvar(&xp.array([1.0, 3.0, 30.0])?, Limits::new().upper(10.0), 1.0, 0)?.to_string(), "2.0");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`tmean`].
pub fn tvar<B: Backend>(
    x: &impl AnyArray<B>,
    limits: Limits,
    ddof: f64,
    along: impl Into<Along>,
) -> Result<DynArray<B>> {
    const OP: &str = "tvar";
    let [variance] = along.into().one(OP, x.as_dyn(), 1, |x, _| Ok([variance(OP, x, limits, ddof)?.0]))?;
    Ok(variance)
}

/// The root of [`tvar`].
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::{Limits, tstd};
/// assert_eq!(tstd(&xp.array([1.0, 3.0, 30.0])?, Limits::new().upper(10.0), 0.0, 0)?.to_string(), "1.0");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`tmean`].
pub fn tstd<B: Backend>(
    x: &impl AnyArray<B>,
    limits: Limits,
    ddof: f64,
    along: impl Into<Along>,
) -> Result<DynArray<B>> {
    tvar(x, limits, ddof, along)?.sqrt()
}

/// The standard error of the mean of the elements within limits: [`tstd`] by the root of their number.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::{Limits, tsem};
/// assert_eq!(tsem(&xp.array([1.0, 3.0, 30.0])?, Limits::new().upper(10.0), 1.0, 0)?.to_string(), "1.0");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`tmean`].
pub fn tsem<B: Backend>(
    x: &impl AnyArray<B>,
    limits: Limits,
    ddof: f64,
    along: impl Into<Along>,
) -> Result<DynArray<B>> {
    const OP: &str = "tsem";
    let [error] = along.into().one(OP, x.as_dyn(), 1, |x, n| {
        let (variance, kept) = variance(OP, x, limits, ddof)?;
        let mean = match kept {
            Some(kept) => variance.divide(&kept.astype(variance.dtype())?.sum(-1)?),
            None => variance.divide(n as f64),
        };
        Ok([mean?.sqrt()?])
    })?;
    Ok(error)
}

/// The variance along the last axis, and which elements it is of.
fn variance<B: Backend>(
    op: &'static str,
    x: &DynArray<B>,
    limits: Limits,
    ddof: f64,
) -> Result<(DynArray<B>, Option<DynArray<B>>)> {
    let (options, kept) = (Variance::new().ddof(ddof), limits.kept(op, x)?);
    let variance = match &kept {
        Some(kept) => x.var_where(-1, kept, options),
        None => x.var_with(-1, options),
    };
    Ok((variance?, kept))
}

/// The least element from a limit on along an axis, or of all (`None`), in the type of the elements; NaN, and floats, where some have none.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::tmin;
/// let x = xp.array([[4, 1, 2], [7, 8, 1]])?;
/// assert_eq!(tmin(&x, Some(1.0), false, 1)?.to_string(), "[2 7]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`tmean`].
pub fn tmin<B: Backend>(
    x: &impl AnyArray<B>,
    lowerlimit: Option<f64>,
    inclusive: bool,
    along: impl Into<Along>,
) -> Result<DynArray<B>> {
    let limits = Limits { lower: lowerlimit, inclusive: [inclusive; 2], ..Limits::new() };
    extremum("tmin", x.as_dyn(), limits, along.into(), |x| x.min(-1), |x| x.max(keepdims(-1)))
}

/// The greatest element up to a limit: as [`tmin`].
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::tmax;
/// let x = xp.array([[4, 1, 2], [7, 8, 9]])?;
/// assert_eq!(tmax(&x, Some(4.0), true, 1)?.to_string(), "[ 4. nan]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`tmean`].
pub fn tmax<B: Backend>(
    x: &impl AnyArray<B>,
    upperlimit: Option<f64>,
    inclusive: bool,
    along: impl Into<Along>,
) -> Result<DynArray<B>> {
    let limits = Limits { upper: upperlimit, inclusive: [inclusive; 2], ..Limits::new() };
    extremum("tmax", x.as_dyn(), limits, along.into(), |x| x.max(-1), |x| x.min(keepdims(-1)))
}

/// The extreme of the elements within limits; what is outside becomes the opposite extreme of its slice, which changes none that has others.
fn extremum<B: Backend>(
    op: &'static str,
    x: &DynArray<B>,
    limits: Limits,
    along: Along,
    extreme: impl Fn(&DynArray<B>) -> Result<DynArray<B>>,
    opposite: impl Fn(&DynArray<B>) -> Result<DynArray<B>>,
) -> Result<DynArray<B>> {
    let of_slices = |x: &DynArray<B>, n: usize| {
        if n == 0 {
            return x.mean(-1);
        }
        let Some(kept) = limits.kept(op, x)? else { return extreme(x) };
        let (found, has) = (extreme(&kept.where_(x, &opposite(x)?)?)?, kept.any(-1)?);
        if has.all(..)?.typed::<bool>()?.item()? { Ok(found) } else { has.where_(&found, f64::NAN) }
    };
    if x.dtype().is_float() {
        let [found] = along.one(op, x, 1, |x, n| Ok([of_slices(x, n)?]))?;
        return Ok(found);
    }
    // Integers, which have no NaN, stay as they are.
    TypeClass::RealElement.check(op, x.dtype())?;
    let x = match along.axis {
        Some(axis) if x.ndim() == 0 => return Err(Error::Axis { op, axis, ndim: 0 }),
        Some(axis) => x.moveaxis(axis, -1)?,
        None => x.ravel()?,
    };
    of_slices(&x, x.shape().last().copied().unwrap_or_default())
}

/// What [`sigmaclip`] gives.
#[derive(Clone, Debug)]
pub struct Clipped<B: Backend> {
    /// The elements that are left, a vector.
    pub clipped: DynArray<B>,
    /// The limits that the last turn had.
    pub lower: f64,
    /// See `lower`.
    pub upper: f64,
}

/// The elements that are at most `low` standard deviations below the mean and `high` above, turn by turn until none is left out.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::sigmaclip;
/// let found = sigmaclip(&xp.array([1.0, 2.0, 3.0, 2.0, 100.0])?, 1.5, 1.5)?;
/// assert_eq!(found.clipped.to_string(), "[1. 2. 3. 2.]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::DType`] for complex numbers.
pub fn sigmaclip<B: Backend>(x: &impl AnyArray<B>, low: f64, high: f64) -> Result<Clipped<B>> {
    TypeClass::RealElement.check("sigmaclip", x.as_dyn().dtype())?;
    let mut clipped = x.as_dyn().ravel()?;
    loop {
        let [mean, deviation] = [clipped.mean(..)?, clipped.std(..)?].map(|x| x.item().map(|x| x.get::<f64>()));
        let (mean, deviation) = (mean?, deviation?);
        let (lower, upper) = (mean - deviation * low, mean + deviation * high);
        let left = clipped.mask(&clipped.greater_equal(lower)?.logical_and(&clipped.less_equal(upper)?)?)?;
        if left.len() == clipped.len() {
            return Ok(Clipped { clipped, lower, upper });
        }
        clipped = left;
    }
}
