//! Student's tests of means.

use super::sample::{Alternative, Test, samples, student};
use crate::special;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, ArrayLike, Error, Result};

/// What tests of means give.
#[derive(Clone, Debug)]
pub struct Ttest<B: Backend> {
    /// The difference over its standard error.
    pub statistic: DynArray<B>,
    /// The probability of a statistic at least as extreme.
    pub pvalue: DynArray<B>,
    /// The degrees of freedom.
    pub df: DynArray<B>,
    mean: DynArray<B>,
    error: DynArray<B>,
    alternative: Alternative,
}

impl<B: Backend> Ttest<B> {
    fn new(
        difference: &DynArray<B>,
        mean: DynArray<B>,
        variance: &DynArray<B>,
        df: DynArray<B>,
        alternative: Alternative,
    ) -> Result<Self> {
        let error = variance.sqrt()?;
        let statistic = difference.divide(&error)?;
        Ok(Self { pvalue: student(&statistic, &df, alternative)?, statistic, df, mean, error, alternative })
    }

    /// The ends of an interval that covers the mean, or the difference of means, in a share `level` of samples, such as 0.95; of a
    /// test to one side, one end is infinite.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::stats::{Test, ttest_1samp};
    /// let test = ttest_1samp(&xp.array([[1.0], [2.0], [3.0]])?, 0.0, Test::new())?;
    /// let (low, high) = test.confidence_interval(0.5)?;
    /// assert_eq!((low.to_string(), high.to_string()), ("[1.52859548]".into(), "[2.47140452]".into()));
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] for a level beyond 0 to 1.
    pub fn confidence_interval(&self, level: f64) -> Result<(DynArray<B>, DynArray<B>)> {
        if !(0.0..=1.0).contains(&level) {
            return Err(Error::value("confidence_interval", format!("the level {level}")));
        }
        let tail = if self.alternative == Alternative::TwoSided { 0.5 * (1.0 - level) } else { 1.0 - level };
        let reach = special::stdtrit(&self.df, tail)?.negative()?.multiply(&self.error)?;
        let infinite = reach.multiply(0.0)?.add(f64::INFINITY)?;
        Ok(match self.alternative {
            Alternative::TwoSided => (self.mean.subtract(&reach)?, self.mean.add(&reach)?),
            Alternative::Less => (infinite.negative()?, self.mean.add(&reach)?),
            Alternative::Greater => (self.mean.subtract(&reach)?, infinite),
        })
    }
}

/// The mean of each sample along the last axis, the square of its standard error, and the number of elements.
fn estimates<B: Backend>(x: &DynArray<B>, n: usize) -> Result<(DynArray<B>, DynArray<B>, f64)> {
    let n = n as f64;
    Ok((x.mean(-1)?, x.var_with(-1, Variance::new().ddof(1))?.divide(n)?, n))
}

/// Whether the mean of a sample is `popmean`, a number or an array of one for each slice.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::{Test, ttest_1samp};
/// let test = ttest_1samp(&xp.array([[1.0], [2.0], [3.0]])?, 1.0, Test::new())?;
/// assert_eq!((test.statistic.to_string(), test.pvalue.to_string()), ("[1.73205081]".into(), "[0.22540333]".into()));
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Axis`] if the axis is not there; [`Error::Shape`] if means and slices do not broadcast; [`Error::DType`] for complex numbers.
pub fn ttest_1samp<B: Backend>(x: &impl AnyArray<B>, popmean: impl ArrayLike<B>, options: Test) -> Result<Ttest<B>> {
    let (x, n) = samples("ttest_1samp", x.as_dyn(), options.axis)?;
    let (mean, variance, n) = estimates(&x, n)?;
    let df = variance.multiply(0.0)?.add(n - 1.0)?;
    Ttest::new(&mean.subtract(popmean)?, mean, &variance, df, options.alternative)
}

/// Whether the means of two independent samples of equal variances are equal.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::{Test, ttest_ind};
/// let (a, b) = (xp.array([[1.0], [2.0], [3.0]])?, xp.array([[2.0], [4.0], [6.0], [8.0]])?);
/// let test = ttest_ind(&a, &b, Test::new())?;
/// assert_eq!((test.statistic.to_string(), test.df.to_string()), ("[-1.87256335]".into(), "[5.]".into()));
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Axis`] if the axis is not there; [`Error::Shape`] if the slices do not broadcast; [`Error::DType`] for complex numbers.
pub fn ttest_ind<B: Backend>(a: &impl AnyArray<B>, b: &impl AnyArray<B>, options: Test) -> Result<Ttest<B>> {
    independent("ttest_ind", a.as_dyn(), b.as_dyn(), options, true)
}

/// Whether the means of two independent samples are equal, whatever their variances are (Welch's test): SciPy's
/// `ttest_ind(equal_var=False)`.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::{Test, ttest_ind_welch};
/// let (a, b) = (xp.array([[1.0], [2.0], [3.0]])?, xp.array([[2.0], [4.0], [6.0], [8.0]])?);
/// assert_eq!(ttest_ind_welch(&a, &b, Test::new())?.df.to_string(), "[4.0754717]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`ttest_ind`].
pub fn ttest_ind_welch<B: Backend>(a: &impl AnyArray<B>, b: &impl AnyArray<B>, options: Test) -> Result<Ttest<B>> {
    independent("ttest_ind_welch", a.as_dyn(), b.as_dyn(), options, false)
}

fn independent<B: Backend>(
    op: &'static str,
    a: &DynArray<B>,
    b: &DynArray<B>,
    options: Test,
    equal: bool,
) -> Result<Ttest<B>> {
    let ((a, n), (b, m)) = (samples(op, a, options.axis)?, samples(op, b, options.axis)?);
    let ((a_mean, a_variance, n), (b_mean, b_variance, m)) = (estimates(&a, n)?, estimates(&b, m)?);
    let difference = a_mean.subtract(&b_mean)?;
    let (variance, df) = if equal {
        let df = n + m - 2.0;
        let pooled = a_variance.multiply(n * (n - 1.0))?.add(&b_variance.multiply(m * (m - 1.0))?)?.divide(df)?;
        (pooled.multiply(1.0 / n + 1.0 / m)?, difference.multiply(0.0)?.add(df)?)
    } else {
        let variance = a_variance.add(&b_variance)?;
        // By shares, whose squares neither overflow nor vanish.
        let share = |part: &DynArray<B>, n: f64| part.divide(&variance)?.square()?.divide(n - 1.0);
        let df = share(&a_variance, n)?.add(&share(&b_variance, m)?)?.reciprocal()?;
        (variance, df)
    };
    Ttest::new(&difference, difference.clone(), &variance, df, options.alternative)
}

/// Whether the mean of the differences of pairs is 0.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::{Test, ttest_rel};
/// let (a, b) = (xp.array([[2.0], [4.0], [6.0]])?, xp.array([[1.0], [2.0], [3.0]])?);
/// assert_eq!(ttest_rel(&a, &b, Test::new())?.statistic.to_string(), "[3.46410162]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`ttest_ind`]; [`Error::Shape`] for samples of different lengths.
pub fn ttest_rel<B: Backend>(a: &impl AnyArray<B>, b: &impl AnyArray<B>, options: Test) -> Result<Ttest<B>> {
    const OP: &str = "ttest_rel";
    let ((a, n), (b, m)) = (samples(OP, a.as_dyn(), options.axis)?, samples(OP, b.as_dyn(), options.axis)?);
    if n != m {
        return Err(Error::shape(OP, a.shape(), b.shape()));
    }
    ttest_1samp(&a.subtract(&b)?, 0.0, options.axis(-1))
}
