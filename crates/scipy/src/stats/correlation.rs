//! How samples depend on one another.

use super::along::{Along, NanPolicy};
use super::ranks::{RankMethod, ranks};
use super::sample::{Alternative, Significance, Test, samples, student};
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, Result};

/// Deviations from the mean over the largest one, so that squares neither overflow nor vanish; the sum of their squares, and that largest one.
struct Deviations<B: Backend> {
    scaled: DynArray<B>,
    square: DynArray<B>,
    largest: DynArray<B>,
}

impl<B: Backend> Deviations<B> {
    fn of(x: &DynArray<B>) -> Result<Self> {
        let d = x.subtract(&x.mean(keepdims(-1))?)?;
        let largest = d.abs()?.max(keepdims(-1))?;
        let divisor = largest.equal(0)?.where_(1.0, &largest)?.astype(x.dtype())?;
        let scaled = d.divide(&divisor)?;
        let square = scaled.square()?.sum(keepdims(-1))?;
        Ok(Self { scaled, square, largest })
    }

    /// The deviations over their size, NaN if there are none.
    fn direction(&self) -> Result<DynArray<B>> {
        self.scaled.divide(&self.square.sqrt()?)
    }

    /// The root of the sum of the squares.
    fn size(&self) -> Result<DynArray<B>> {
        self.largest.multiply(&self.square.sqrt()?)?.squeeze(-1)
    }

    /// The coefficient of correlation; 1 for the same deviations, as the root of a square is exact.
    fn coefficient(&self, other: &Self) -> Result<DynArray<B>> {
        let sizes = self.square.multiply(&other.square)?.squeeze(-1)?.sqrt()?;
        self.scaled.multiply(&other.scaled)?.sum(-1)?.divide(&sizes)?.clip(-1.0, 1.0)
    }
}

fn coefficient<B: Backend>(x: &DynArray<B>, y: &DynArray<B>) -> Result<DynArray<B>> {
    Deviations::of(x)?.coefficient(&Deviations::of(y)?)
}

/// Student's probability of a correlation of `n` independent normal pairs, NaN for two pairs. Distances to 1 are at least `least`.
fn probability<B: Backend>(r: &DynArray<B>, n: usize, alternative: Alternative, least: f64) -> Result<DynArray<B>> {
    if n == 2 {
        return r.multiply(f64::NAN);
    }
    let df = n as f64 - 2.0;
    let rest = r.negative()?.add(1.0)?.add(least)?.multiply(&r.add(1.0)?.add(least)?)?;
    let t = r.multiply(&rest.reciprocal()?.multiply(df)?.sqrt()?.minimum(1e30)?)?;
    let pvalue = student(&t, &t.multiply(0.0)?.add(df)?, alternative)?;
    // Of a coefficient of 1 the statistic is infinite.
    rest.equal(0)?.where_(&pvalue.rint()?, &pvalue)
}

/// A coefficient of correlation, and the probability of one at least as extreme of independent samples.
#[derive(Clone, Debug)]
pub struct Correlation<B: Backend> {
    /// The coefficient, from -1 to 1.
    pub statistic: DynArray<B>,
    /// The probability.
    pub pvalue: DynArray<B>,
    alternative: Alternative,
    /// How many pairs there are.
    n: DynArray<B>,
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
        let tail = if self.alternative == Alternative::TwoSided { 0.5 * (1.0 - level) } else { 1.0 - level };
        let reach = constant(tail)?.ndtri()?.negative()?.divide(&self.n.subtract(3.0)?.maximum(0.0)?.sqrt()?)?;
        let z = self.statistic.arctanh()?;
        // Three pairs say nothing.
        let few = self.n.less_equal(3.0)?;
        let end = |z: DynArray<B>, limit: f64| few.where_(&constant(limit)?, &z.tanh()?);
        let (low, high) = (end(z.subtract(&reach)?, -1.0)?, end(z.add(&reach)?, 1.0)?);
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
    let [statistic, pvalue, n] = options.along.pairs("pearsonr", x.as_dyn(), y.as_dyn(), 2, |x, y, n| {
        let [statistic, pvalue] = correlated(x, y, n, options.alternative)?;
        // Two pairs are on a line.
        let pvalue = if n == 2 { statistic.multiply(0.0)?.add(1.0)? } else { pvalue };
        let count = statistic.multiply(0.0)?.add(n as f64)?;
        Ok([statistic, pvalue, count])
    })?;
    Ok(Correlation { statistic, pvalue, alternative: options.alternative, n })
}

fn correlated<B: Backend>(
    x: &DynArray<B>,
    y: &DynArray<B>,
    n: usize,
    alternative: Alternative,
) -> Result<[DynArray<B>; 2]> {
    let statistic = coefficient(x, y)?;
    let pvalue = probability(&statistic, n, alternative, 0.0)?;
    Ok([statistic, pvalue])
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
    let test = options.along.pairs("spearmanr", x.as_dyn(), y.as_dyn(), 2, |x, y, n| {
        correlated(&averages(x)?, &averages(y)?, n, options.alternative)
    });
    test.map(Significance::new)
}

/// Ranks, of equal elements the mean.
fn averages<B: Backend>(x: &DynArray<B>) -> Result<DynArray<B>> {
    Ok(ranks(x, RankMethod::Average)?.0)
}

/// Spearman's coefficients of correlation of all variables with one another, of which a matrix has the samples along the axis: a row and a
/// column for each. With [`NanPolicy::Omit`], pairs are left out for two variables at a time.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::{Test, spearmanr_matrix};
/// let x = xp.array([[1.0, 5.0, 2.0], [2.0, 6.0, 1.0], [3.0, 9.0, 0.5], [4.0, 7.0, 0.7]])?;
/// let test = spearmanr_matrix(&x, Test::new())?;
/// assert_eq!(test.statistic.to_string(), "[[ 1.   0.8 -0.8]\n [ 0.8  1.  -1. ]\n [-0.8 -1.   1. ]]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`pearsonr`]; [`Error::Value`] for what is no matrix.
pub fn spearmanr_matrix<B: Backend>(x: &impl AnyArray<B>, options: Test) -> Result<Significance<B>> {
    const OP: &str = "spearmanr_matrix";
    let Along { axis, nan_policy } = options.along;
    let (x, n) = samples(OP, x.as_dyn(), axis)?;
    if x.ndim() != 2 || n < 2 {
        return Err(Error::value(OP, format!("samples of the shape {:?}", x.shape())));
    }
    if nan_policy != NanPolicy::Propagate {
        return spearmanr(&x.expand_dims(1)?, &x.expand_dims(0)?, options.axis(-1));
    }
    let units = Deviations::of(&averages(&x)?)?.direction()?;
    let statistic = units.matmul(&units.t())?.clip(-1.0, 1.0)?;
    let pvalue = probability(&statistic, n, options.alternative, 0.0)?;
    Ok(Significance { statistic, pvalue })
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

/// How near to 1 a coefficient counts, so that the slope of points on a line has a finite statistic.
const NEAREST: f64 = 1e-20;

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
    let line = |x: &DynArray<B>, y: &DynArray<B>, n: usize| fitted(x, y, n, options.alternative);
    let [slope, intercept, rvalue, pvalue, stderr, intercept_stderr] =
        options.along.pairs("linregress", x.as_dyn(), y.as_dyn(), 2, line)?;
    Ok(Line { slope, intercept, rvalue, pvalue, stderr, intercept_stderr })
}

/// The parts of a [`Line`].
fn fitted<B: Backend>(
    x: &DynArray<B>,
    y: &DynArray<B>,
    n: usize,
    alternative: Alternative,
) -> Result<[DynArray<B>; 6]> {
    let (x_part, y_part) = (Deviations::of(x)?, Deviations::of(y)?);
    let (x_size, y_size) = (x_part.size()?, y_part.size()?);
    let rvalue = x_part.coefficient(&y_part)?;
    // A constant y has no correlation, but a slope of 0.
    let flat = y_size.equal(0)?.logical_and(&x_size.not_equal(0)?)?;
    let known = flat.where_(0.0, &rvalue)?.astype(x.dtype())?;
    let slope = known.multiply(&y_size)?.divide(&x_size)?;
    let mean = x.mean(-1)?;
    let intercept = y.mean(-1)?.subtract(&slope.multiply(&mean)?)?;
    let rest = rvalue.negative()?.add(1.0)?.multiply(&rvalue.add(1.0)?)?;
    let stderr = match n {
        2 => known.multiply(0.0)?,
        _ => rest.divide(n as f64 - 2.0)?.sqrt()?.multiply(&y_size)?.divide(&x_size)?,
    };
    let about = x_size.square()?.divide(n as f64)?.add(&mean.square()?)?.sqrt()?;
    let pvalue = match n {
        // Two points are on a line, which is level or not.
        2 => known.equal(0)?.astype(x.dtype())?.add(&known.multiply(0.0)?)?,
        _ => probability(&rvalue, n, alternative, NEAREST)?,
    };
    let intercept_stderr = stderr.multiply(&about)?;
    Ok([slope, intercept, rvalue, pvalue, stderr, intercept_stderr])
}
