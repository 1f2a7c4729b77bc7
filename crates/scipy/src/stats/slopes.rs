//! Lines through points which few points far away do not turn: medians of slopes.

use super::along::{Along, along_setters};
use super::ranks::Runs;
use xparray_core::layout::normalize_axis;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Create, Error, Result};

/// Options of [`theilslopes`] and [`siegelslopes`].
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::{Slopes, siegelslopes};
/// let y = xp.array([[1.0, 2.0, 4.0, 3.0]])?;
/// assert_eq!(siegelslopes(&y, None, Slopes::new().axis(1).of_residuals(false))?.intercept.to_string(), "[1.]");
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Slopes {
    along: Along,
    alpha: f64,
    of_residuals: Option<bool>,
}

impl Default for Slopes {
    fn default() -> Self {
        Self { along: Along::new(None), alpha: 0.95, of_residuals: None }
    }
}

impl Slopes {
    /// Of all elements, with an interval of 95 %.
    pub fn new() -> Self {
        Self::default()
    }

    along_setters!();

    /// The level of the interval of [`theilslopes`], or what it lacks to 1.
    pub fn alpha(self, alpha: f64) -> Self {
        Self { alpha, ..self }
    }

    /// Whether the intercept is the median of what the slope leaves of `y` (SciPy's `joint` and `hierarchical`), as it is by default in
    /// [`siegelslopes`]. Otherwise (`separate`) it is the difference of the medians in [`theilslopes`], and in [`siegelslopes`] the median of
    /// the medians of the lines' intercepts.
    pub fn of_residuals(self, of_residuals: bool) -> Self {
        Self { of_residuals: Some(of_residuals), ..self }
    }
}

/// What [`theilslopes`] gives for each slice.
#[derive(Clone, Debug)]
pub struct TheilSlopes<B: Backend> {
    /// The median of the slopes.
    pub slope: DynArray<B>,
    /// Where the line is at 0.
    pub intercept: DynArray<B>,
    /// The lower end of the slope's interval.
    pub low_slope: DynArray<B>,
    /// The upper end.
    pub high_slope: DynArray<B>,
}

/// What [`siegelslopes`] gives for each slice.
#[derive(Clone, Debug)]
pub struct SiegelSlopes<B: Backend> {
    /// The median of the points' medians.
    pub slope: DynArray<B>,
    /// Where the line is at 0.
    pub intercept: DynArray<B>,
}

/// The line of Theil and Sen: the median of the slopes between each two points, with an interval by the normal approximation of the slopes'
/// order (Sen, Estimates of the regression coefficient based on Kendall's tau, 1968). `x` are the places along the axis by default.
///
/// In double precision, on the device, with all pairs of a slice at once. Points of one `x` have no slope; without any the result is NaN.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::{Slopes, theilslopes};
/// let line = theilslopes(&xp.array([1.0, 3.0, 5.0, 70.0])?, None, Slopes::new())?;
/// assert_eq!((line.slope.to_string(), line.intercept.to_string()), ("12.5".into(), "-14.75".into()));
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] for an `alpha` that is not between 0 and 1, and for no points; [`Error::Axis`] if the axis is not there;
/// [`Error::Shape`] if the shapes differ; [`Error::DType`] for complex numbers.
pub fn theilslopes<B: Backend>(
    y: &impl AnyArray<B>,
    x: Option<&DynArray<B>>,
    options: Slopes,
) -> Result<TheilSlopes<B>> {
    const OP: &str = "theilslopes";
    if !(options.alpha > 0.0 && options.alpha < 1.0) {
        return Err(Error::value(OP, format!("the level {}", options.alpha)));
    }
    let level = if options.alpha > 0.5 { 1.0 - options.alpha } else { options.alpha };
    let [slope, intercept, low_slope, high_slope] = lines(OP, y.as_dyn(), x, options, |points| {
        let n = points.n as f64;
        let rises = points.run.greater(0.0)?;
        let slopes = points.in_rows(&rises.where_(&points.rise.divide(&points.run)?, f64::NAN)?)?.sort()?;
        let slope = slopes.nanmedian(-1)?;
        let intercept = match options.of_residuals.unwrap_or(false) {
            true => points.residual(&slope)?,
            false => points.y.median(-1)?.subtract(&slope.multiply(&points.x.median(-1)?)?)?,
        };
        let count = points.in_rows(&rises)?.count_nonzero(-1)?.astype(DType::F64)?;
        let most = n * (n - 1.0) * (2.0 * n + 5.0);
        let variance = ties(&points.x)?.add(&ties(&points.y)?)?.negative()?.add(most)?.divide(18.0)?;
        let z = variance.xp().full_of(DType::F64, (), 0.5 * level)?.ndtri()?;
        let error = variance.maximum(0.0)?.sqrt()?.multiply(&z)?;
        let at = |place: DynArray<B>| {
            let place = place.clip(0.0, (points.n * points.n - 1) as f64)?.astype(DType::I64)?;
            slopes.take_along_axis(&place.expand_dims(-1)?, -1)?.squeeze(-1)
        };
        let high = count.subtract(&error)?.divide(2.0)?.rint()?.minimum(&count.subtract(1.0)?)?;
        let low = count.add(&error)?.divide(2.0)?.rint()?.subtract(1.0)?;
        Ok([slope, intercept, at(low)?, at(high)?])
    })?;
    Ok(TheilSlopes { slope, intercept, low_slope, high_slope })
}

/// Siegel's line of repeated medians: for each point the median of the slopes to the others, and the median of these (Siegel, Robust regression
/// using repeated medians, 1982). `x` are the places along the axis by default.
///
/// In double precision, on the device, with all pairs of a slice at once. Points of one `x` have no slope; without any the result is NaN.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::{Slopes, siegelslopes};
/// let line = siegelslopes(&xp.array([1.0, 3.0, 5.0, 70.0, 9.0])?, None, Slopes::new())?;
/// assert_eq!((line.slope.to_string(), line.intercept.to_string()), ("2.0".into(), "1.0".into()));
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`theilslopes`], but for the level.
pub fn siegelslopes<B: Backend>(
    y: &impl AnyArray<B>,
    x: Option<&DynArray<B>>,
    options: Slopes,
) -> Result<SiegelSlopes<B>> {
    const OP: &str = "siegelslopes";
    let [slope, intercept] = lines(OP, y.as_dyn(), x, options, |points| {
        let apart = points.run.not_equal(0.0)?;
        let repeated = |all: DynArray<B>| apart.where_(&all, f64::NAN)?.nanmedian(-1)?.nanmedian(-1);
        let slope = repeated(points.rise.divide(&points.run)?)?;
        if options.of_residuals.unwrap_or(true) {
            let intercept = points.residual(&slope)?;
            return Ok([slope, intercept]);
        }
        let [(x, others_x), (y, others_y)] = [both(&points.x)?, both(&points.y)?];
        let at_zero = y.multiply(&others_x)?.subtract(&others_y.multiply(&x)?)?.divide(&points.run)?;
        Ok([slope, repeated(at_zero)?])
    })?;
    Ok(SiegelSlopes { slope, intercept })
}

/// Points of slices, and how far each is from each other one, `[.., n, n]`.
struct Points<B: Backend> {
    x: DynArray<B>,
    y: DynArray<B>,
    n: usize,
    run: DynArray<B>,
    rise: DynArray<B>,
}

/// A vector down a matrix, and across it.
fn both<B: Backend>(x: &DynArray<B>) -> Result<(DynArray<B>, DynArray<B>)> {
    Ok((x.expand_dims(-1)?, x.expand_dims(-2)?))
}

impl<B: Backend> Points<B> {
    fn new(x: DynArray<B>, y: DynArray<B>, n: usize) -> Result<Self> {
        let away = |x: &DynArray<B>| {
            let (down, across) = both(x)?;
            across.subtract(&down)
        };
        Ok(Self { run: away(&x)?, rise: away(&y)?, x, y, n })
    }

    /// A matrix of each slice as one row.
    fn in_rows(&self, matrix: &DynArray<B>) -> Result<DynArray<B>> {
        let batch = &self.x.shape()[..self.x.ndim() - 1];
        matrix.reshape([batch, &[self.n * self.n]].concat())
    }

    /// The median of what a slope leaves of `y`.
    fn residual(&self, slope: &DynArray<B>) -> Result<DynArray<B>> {
        self.y.subtract(&slope.expand_dims(-1)?.multiply(&self.x)?)?.median(-1)
    }
}

/// The sum of `t (t - 1) (2 t + 5)` over runs of `t` equal elements.
fn ties<B: Backend>(x: &DynArray<B>) -> Result<DynArray<B>> {
    let t = Runs::of(&x.sort()?)?.lengths()?.astype(DType::F64)?;
    t.subtract(1.0)?.multiply(&t.multiply(2.0)?.add(5.0)?)?.sum(-1)
}

/// What a function makes of points; NaN for slices with NaN.
fn lines<B: Backend, const N: usize>(
    op: &'static str,
    y: &DynArray<B>,
    x: Option<&DynArray<B>>,
    options: Slopes,
    f: impl Fn(&Points<B>) -> Result<[DynArray<B>; N]>,
) -> Result<[DynArray<B>; N]> {
    let places;
    let x = match x {
        Some(x) => x,
        None => {
            places = numbered(op, y, options.along.axis)?;
            &places
        }
    };
    options.along.pairs(op, y, x, 1, |y, x, n| {
        let shape = xparray_core::layout::broadcast_shapes(op, x.shape(), y.shape())?;
        let whole = |x: &DynArray<B>| x.astype(DType::F64)?.broadcast_to(&shape[..]);
        let (x, y) = (whole(x)?, whole(y)?);
        let unknown = x.isnan()?.logical_or(&y.isnan()?)?.any(-1)?;
        let found = f(&Points::new(x, y, n)?)?;
        let mut known = Vec::with_capacity(N);
        for each in &found {
            known.push(unknown.where_(f64::NAN, each)?);
        }
        known.try_into().map_err(|_| Error::value(op, "results of different lengths"))
    })
}

/// The places along an axis, or of all elements.
fn numbered<B: Backend>(op: &'static str, y: &DynArray<B>, axis: Option<isize>) -> Result<DynArray<B>> {
    let Some(axis) = axis else { return y.xp().arange(y.len() as i64)?.into_dyn().reshape(y.shape().to_vec()) };
    let axis = normalize_axis(op, axis, y.ndim())?;
    let mut shape = vec![1; y.ndim()];
    shape[axis] = y.shape()[axis];
    y.xp().arange(shape[axis] as i64)?.into_dyn().reshape(shape)
}
