//! Student's tests of means.

use super::sample::{Alternative, Test, student};
use crate::{SliceLast, field, special};
use xparray_core::prelude::*;
use xparray_core::{AnyArray, ArrayLike, Error, Result, TypeClass};

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

/// The mean of each sample, the square of its standard error, and the number of elements: without what is trimmed, with the variance of
/// the sample in which that has the values of its neighbours (Yuen, 1974).
fn estimates<B: Backend>(x: &DynArray<B>, n: usize, trim: f64) -> Result<[DynArray<B>; 3]> {
    let cut = (trim * n as f64) as usize;
    let left = (n - 2 * cut) as f64;
    let (mean, variance) = if cut == 0 {
        (x.mean(-1)?, x.var_with(-1, Variance::new().ddof(1))?)
    } else {
        let sorted = x.sort()?;
        let [low, high] = [cut, n - cut - 1].map(|k| sorted.slice_last(s![k..k + 1]));
        let moved = x.maximum(&low?)?.minimum(&high?)?;
        let mean = sorted.slice_last(s![cut..n - cut])?.mean(-1)?;
        // NaN, sorted to the end, is in every result.
        let mean = x.isnan()?.any(-1)?.where_(f64::NAN, &mean)?.astype(x.dtype())?;
        (mean, moved.var_with(-1, Variance::new().ddof((2 * cut + 1) as f64))?)
    };
    let count = mean.multiply(0.0)?.add(left)?;
    Ok([mean, variance.divide(left)?, count])
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
    let [mean, variance, n] = options.along.one("ttest_1samp", x.as_dyn(), 1, |x, n| estimates(x, n, 0.0))?;
    Ttest::new(&mean.subtract(popmean)?, mean, &variance, n.subtract(1.0)?, options.alternative)
}

/// Whether the means of two independent samples of equal variances are equal; of trimmed samples ([`Test::trim`]), Yuen's test.
///
/// For the probability among random choices of the samples, give the statistic to [`permutation_test`](super::permutation_test).
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
/// [`Error::Axis`] if the axis is not there; [`Error::Shape`] if the slices do not broadcast; [`Error::Value`] for a share to trim beyond 0 to
/// 1/2; [`Error::DType`] for complex numbers.
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
    if !(0.0..0.5).contains(&options.trim) {
        return Err(Error::value(op, format!("the share {} to trim", options.trim)));
    }
    let of = |x: &DynArray<B>| options.along.one(op, x, 1, |x, n| estimates(x, n, options.trim));
    compared(of(a)?, of(b)?, equal, options.alternative)
}

/// Of means, the squares of their standard errors, and numbers of elements.
fn compared<B: Backend>(
    [a_mean, a_variance, n]: [DynArray<B>; 3],
    [b_mean, b_variance, m]: [DynArray<B>; 3],
    equal: bool,
    alternative: Alternative,
) -> Result<Ttest<B>> {
    let (n_less, m_less) = (n.subtract(1.0)?, m.subtract(1.0)?);
    let difference = a_mean.subtract(&b_mean)?;
    let (variance, df) = if equal {
        let df = n_less.add(&m_less)?;
        // A sample of one says nothing of the variance.
        let squares = |variance: &DynArray<B>, n: &DynArray<B>, less: &DynArray<B>| {
            let zero = variance.xp().zeros_of(variance.dtype(), [])?;
            less.equal(0.0)?.where_(&zero, &variance.multiply(n)?.multiply(less)?)
        };
        let pooled = squares(&a_variance, &n, &n_less)?.add(&squares(&b_variance, &m, &m_less)?)?.divide(&df)?;
        (pooled.multiply(&n.reciprocal()?.add(&m.reciprocal()?)?)?, df)
    } else {
        let variance = a_variance.add(&b_variance)?;
        // By shares, whose squares neither overflow nor vanish.
        let share = |part: &DynArray<B>, less| part.divide(&variance)?.square()?.divide(less);
        let df = share(&a_variance, &n_less)?.add(&share(&b_variance, &m_less)?)?.reciprocal()?;
        (variance, df)
    };
    Ttest::new(&difference, difference.clone(), &variance, df, alternative)
}

/// Whether the means of two independent samples are equal, of which the means, standard deviations and numbers of elements are known: arrays that broadcast.
/// `equal_var` says that the variances are equal; otherwise it is Welch's test.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::{Alternative, ttest_ind_from_stats};
/// let [a, b] = [[15.0, 87.5_f64.sqrt(), 13.0], [12.0, 39.0_f64.sqrt(), 11.0]].map(|x| x.map(|x| xp.scalar(x).into_dyn()));
/// let test = ttest_ind_from_stats(a.each_ref(), b.each_ref(), true, Alternative::TwoSided)?;
/// assert_eq!(format!("{:.7} {:.7}", test.statistic.item()?.get::<f64>(), test.pvalue.item()?.get::<f64>()), "0.9051358 0.3751997");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`] if the arrays do not broadcast; [`Error::DType`] for complex numbers.
pub fn ttest_ind_from_stats<B: Backend>(
    a: [&DynArray<B>; 3],
    b: [&DynArray<B>; 3],
    equal_var: bool,
    alternative: Alternative,
) -> Result<Ttest<B>> {
    const OP: &str = "ttest_ind_from_stats";
    let known = |[mean, deviation, n]: [&DynArray<B>; 3]| -> Result<[DynArray<B>; 3]> {
        for x in [mean, deviation, n] {
            TypeClass::RealElement.check(OP, x.dtype())?;
        }
        let n = field(n)?;
        Ok([field(mean)?, field(deviation)?.square()?.divide(&n)?, n])
    };
    compared(known(a)?, known(b)?, equal_var, alternative)
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
    let differences = |a: &DynArray<B>, b: &DynArray<B>, n: usize| estimates(&a.subtract(b)?, n, 0.0);
    let [mean, variance, n] = options.along.pairs(OP, a.as_dyn(), b.as_dyn(), 0, differences)?;
    Ttest::new(&mean, mean.clone(), &variance, n.subtract(1.0)?, options.alternative)
}
