//! How samples depend on one another.

use super::ranks::{RankMethod, ranks};
use super::sample::{Alternative, Significance, Test, samples, student};
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, Result};

/// Pairs of slices along the last axis of one length, at least `least`.
pub(super) fn pairs<B: Backend>(
    op: &'static str,
    x: &DynArray<B>,
    y: &DynArray<B>,
    axis: Option<isize>,
    least: usize,
) -> Result<(DynArray<B>, DynArray<B>, usize)> {
    let ((x, n), (y, m)) = (samples(op, x, axis)?, samples(op, y, axis)?);
    if n != m {
        return Err(Error::shape(op, x.shape(), y.shape()));
    }
    if n < least {
        return Err(Error::value(op, format!("{n} pairs, where {least} are the least")));
    }
    Ok((x, y, n))
}

/// The deviations from the mean over their size, NaN if there are none, and that size: largest first, so that squares neither overflow nor vanish.
fn direction<B: Backend>(x: &DynArray<B>) -> Result<(DynArray<B>, DynArray<B>)> {
    let d = x.subtract(&x.mean(keepdims(-1))?)?;
    let largest = d.abs()?.max(keepdims(-1))?;
    let divisor = largest.equal(0)?.where_(1.0, &largest)?.astype(x.dtype())?;
    let scaled = d.divide(&divisor)?;
    let size = scaled.square()?.sum(keepdims(-1))?.sqrt()?;
    Ok((scaled.divide(&size)?, largest.multiply(&size)?))
}

fn coefficient<B: Backend>(x: &DynArray<B>, y: &DynArray<B>) -> Result<DynArray<B>> {
    direction(x)?.0.multiply(&direction(y)?.0)?.sum(-1)?.clip(-1.0, 1.0)
}

/// The probability of a correlation of `n` independent normal pairs.
fn probability<B: Backend>(r: &DynArray<B>, n: usize, alternative: Alternative) -> Result<DynArray<B>> {
    if n == 2 {
        return r.multiply(0.0)?.add(1.0);
    }
    let df = n as f64 - 2.0;
    let rest = r.negative()?.add(1.0)?.multiply(&r.add(1.0)?)?;
    let t = r.multiply(&rest.reciprocal()?.multiply(df)?.sqrt()?)?;
    student(&t, &t.multiply(0.0)?.add(df)?, alternative)
}

/// A coefficient of correlation, and the probability of one at least as extreme of independent samples.
#[derive(Clone, Debug)]
pub struct Correlation<B: Backend> {
    /// The coefficient, from -1 to 1.
    pub statistic: DynArray<B>,
    /// The probability.
    pub pvalue: DynArray<B>,
    alternative: Alternative,
    n: usize,
}

impl<B: Backend> Correlation<B> {
    /// The ends of an interval that covers the coefficient in a share `level` of samples, such as 0.95 (Fisher's transform).
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::stats::{Test, pearsonr};
    /// let (x, y) = (xp.array([[1], [2], [3], [4]])?, xp.array([[2], [1], [4], [3]])?);
    /// let (low, high) = pearsonr(&x, &y, Test::new())?.confidence_interval(0.9)?;
    /// assert_eq!((low.to_string(), high.to_string()), ("[-0.74055462]".into(), "[0.9815396]".into()));
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] for a level beyond 0 to 1.
    pub fn confidence_interval(&self, level: f64) -> Result<(DynArray<B>, DynArray<B>)> {
        if !(0.0..=1.0).contains(&level) {
            return Err(Error::value("confidence_interval", format!("the level {level}")));
        }
        let constant = |value: f64| self.statistic.multiply(0.0)?.add(value);
        if self.n <= 3 {
            return Ok((constant(-1.0)?, constant(1.0)?));
        }
        let tail = if self.alternative == Alternative::TwoSided { 0.5 * (1.0 - level) } else { 1.0 - level };
        let reach = constant(tail)?.ndtri()?.negative()?.divide((self.n as f64 - 3.0).sqrt())?;
        let z = self.statistic.arctanh()?;
        let (low, high) = (z.subtract(&reach)?.tanh()?, z.add(&reach)?.tanh()?);
        Ok(match self.alternative {
            Alternative::TwoSided => (low, high),
            Alternative::Less => (constant(-1.0)?, high),
            Alternative::Greater => (low, constant(1.0)?),
        })
    }
}

/// Pearson's coefficient of linear correlation of pairs, with the exact probability for normal samples; NaN for constant ones.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::{Test, pearsonr};
/// let (x, y) = (xp.array([[1], [2], [3], [4]])?, xp.array([[2], [1], [4], [3]])?);
/// let test = pearsonr(&x, &y, Test::new())?;
/// assert_eq!((test.statistic.to_string(), test.pvalue.to_string()), ("[0.6]".into(), "[0.4]".into()));
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`] for samples of different lengths; [`Error::Value`] for fewer than 2 pairs; [`Error::Axis`] if the axis is not there;
/// [`Error::DType`] for complex numbers.
pub fn pearsonr<B: Backend>(x: &impl AnyArray<B>, y: &impl AnyArray<B>, options: Test) -> Result<Correlation<B>> {
    let (x, y, n) = pairs("pearsonr", x.as_dyn(), y.as_dyn(), options.axis, 2)?;
    correlated(&x, &y, n, options.alternative)
}

fn correlated<B: Backend>(
    x: &DynArray<B>,
    y: &DynArray<B>,
    n: usize,
    alternative: Alternative,
) -> Result<Correlation<B>> {
    let statistic = coefficient(x, y)?;
    Ok(Correlation { pvalue: probability(&statistic, n, alternative)?, statistic, alternative, n })
}

/// Spearman's coefficient of correlation, that of the ranks, with the probability of Student's distribution.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::{Test, spearmanr};
/// let (x, y) = (xp.array([[1], [2], [3], [4], [5]])?, xp.array([[5], [6], [7], [8], [7]])?);
/// let test = spearmanr(&x, &y, Test::new())?;
/// assert_eq!((test.statistic.to_string(), test.pvalue.to_string()), ("[0.82078268]".into(), "[0.08858701]".into()));
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`pearsonr`].
pub fn spearmanr<B: Backend>(x: &impl AnyArray<B>, y: &impl AnyArray<B>, options: Test) -> Result<Significance<B>> {
    let (x, y, n) = pairs("spearmanr", x.as_dyn(), y.as_dyn(), options.axis, 2)?;
    let ranks = |x: &DynArray<B>| Ok(ranks(x, RankMethod::Average)?.0);
    let test = correlated(&ranks(&x)?, &ranks(&y)?, n, options.alternative)?;
    Ok(Significance { statistic: test.statistic, pvalue: test.pvalue })
}

/// What [`linregress`] gives.
#[derive(Clone, Debug)]
pub struct Line<B: Backend> {
    /// The slopes.
    pub slope: DynArray<B>,
    /// The values at 0.
    pub intercept: DynArray<B>,
    /// The coefficients of correlation.
    pub rvalue: DynArray<B>,
    /// The probability of a slope at least as extreme where there is none.
    pub pvalue: DynArray<B>,
    /// The standard errors of the slopes.
    pub stderr: DynArray<B>,
    /// Those of the intercepts.
    pub intercept_stderr: DynArray<B>,
}

/// The lines with the least squares of the distances of `y` to them.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::{Test, linregress};
/// let (x, y) = (xp.array([[0.0], [1.0], [2.0]])?, xp.array([[1.0], [3.0], [5.5]])?);
/// let line = linregress(&x, &y, Test::new())?;
/// assert_eq!((line.slope.to_string(), line.intercept.to_string()), ("[2.25]".into(), "[0.91666667]".into()));
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`pearsonr`].
pub fn linregress<B: Backend>(x: &impl AnyArray<B>, y: &impl AnyArray<B>, options: Test) -> Result<Line<B>> {
    let (x, y, n) = pairs("linregress", x.as_dyn(), y.as_dyn(), options.axis, 2)?;
    let ((x_unit, x_size), (y_unit, y_size)) = (direction(&x)?, direction(&y)?);
    let (x_size, y_size) = (x_size.squeeze(-1)?, y_size.squeeze(-1)?);
    // A constant y has no direction, but a slope of 0.
    let flat = y_size.equal(0)?.logical_and(&x_size.not_equal(0)?)?;
    let rvalue = x_unit.multiply(&y_unit)?.sum(-1)?.clip(-1.0, 1.0)?;
    let rvalue = flat.where_(0.0, &rvalue)?.astype(x.dtype())?;
    let slope = rvalue.multiply(&y_size)?.divide(&x_size)?;
    let mean = x.mean(-1)?;
    let intercept = y.mean(-1)?.subtract(&slope.multiply(&mean)?)?;
    let rest = rvalue.negative()?.add(1.0)?.multiply(&rvalue.add(1.0)?)?;
    let stderr = match n {
        2 => rvalue.multiply(0.0)?,
        _ => rest.divide(n as f64 - 2.0)?.sqrt()?.multiply(&y_size)?.divide(&x_size)?,
    };
    let about = x_size.square()?.divide(n as f64)?.add(&mean.square()?)?.sqrt()?;
    let pvalue = match n {
        // Two points are on a line, which is level or not.
        2 => rvalue.equal(0)?.astype(x.dtype())?.add(&rvalue.multiply(0.0)?)?,
        _ => probability(&rvalue, n, options.alternative)?,
    };
    Ok(Line { intercept_stderr: stderr.multiply(&about)?, slope, intercept, rvalue, pvalue, stderr })
}
