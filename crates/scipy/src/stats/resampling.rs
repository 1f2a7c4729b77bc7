//! Tests and intervals by drawing from the sample itself.

use super::exact::sided;
use super::sample::{Alternative, samples};
use crate::SliceLast;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Create, Error, Result};

/// How [`bootstrap`] makes an interval of a distribution.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BootstrapMethod {
    /// Of its quantiles, corrected for bias and for an error that changes with the value (Efron, 1987).
    #[default]
    Bca,
    /// Of its quantiles.
    Percentile,
    /// Of its quantiles mirrored at the statistic.
    Basic,
}

/// Options of [`bootstrap`].
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::{Bootstrap, BootstrapMethod, bootstrap};
/// let x = xp.array([1.0, 2.0, 3.0, 4.0])?;
/// let options = Bootstrap::new().n_resamples(999).confidence_level(0.5).method(BootstrapMethod::Percentile);
/// let result = bootstrap(&x, |x| x.mean(-1), &mut xp.rng(1), options)?;
/// assert!(result.low < 2.5 && 2.5 < result.high);
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Bootstrap {
    n_resamples: usize,
    confidence_level: f64,
    method: BootstrapMethod,
}

impl Default for Bootstrap {
    fn default() -> Self {
        Self { n_resamples: 9999, confidence_level: 0.95, method: BootstrapMethod::Bca }
    }
}

impl Bootstrap {
    /// 9999 samples, an interval of 95%, corrected quantiles.
    pub fn new() -> Self {
        Self::default()
    }

    /// How many samples are drawn.
    pub fn n_resamples(self, n_resamples: usize) -> Self {
        Self { n_resamples, ..self }
    }

    /// How probable the interval is to cover the statistic.
    pub fn confidence_level(self, confidence_level: f64) -> Self {
        Self { confidence_level, ..self }
    }

    /// How the interval is made.
    pub fn method(self, method: BootstrapMethod) -> Self {
        Self { method, ..self }
    }
}

/// What [`bootstrap`] gives.
#[derive(Clone, Debug)]
pub struct Bootstrapped<B: Backend> {
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// The statistics of the samples drawn.
    pub bootstrap_distribution: DynArray<B>,
    /// Their standard deviation.
    pub standard_error: f64,
}

/// Rows of so many samples at once have about this many elements.
const BATCH: usize = 1 << 22;

fn number<B: Backend>(x: &DynArray<B>) -> Result<f64> {
    Ok(x.item()?.get::<f64>())
}

/// The statistics of `count` samples, a row for each, in batches.
fn statistics<B: Backend>(
    op: &'static str,
    (count, n): (usize, usize),
    mut rows: impl FnMut(usize) -> Result<DynArray<B>>,
    statistic: &dyn Fn(&DynArray<B>) -> Result<DynArray<B>>,
) -> Result<DynArray<B>> {
    let batch = (BATCH / n.max(1)).max(1);
    let mut parts = Vec::new();
    let mut left = count;
    while left > 0 {
        let some = left.min(batch);
        let part = statistic(&rows(some)?)?.astype(DType::F64)?;
        if part.shape() != [some] {
            return Err(Error::value(op, format!("a statistic of the shape {:?} of {some} samples", part.shape())));
        }
        parts.push(part);
        left -= some;
    }
    let first = parts.first().ok_or_else(|| Error::value(op, "no samples are drawn"))?;
    first.xp().concatenate(&parts.iter().collect::<Vec<_>>(), 0)
}

/// An interval for a statistic of a sample, by that of samples drawn from it with repetition. The statistic is a function of samples along
/// the last axis, of many at once.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::{Bootstrap, bootstrap};
/// let x = xp.rng(1).normal_of(DType::F64, 100)?;
/// let result = bootstrap(&x, |x| x.median(-1), &mut xp.rng(2), Bootstrap::new())?;
/// assert!(result.low < 0.1 && -0.1 < result.high && result.high - result.low < 0.8);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] for fewer than two elements, no samples to be drawn, a level beyond 0 to 1, and a statistic that is no number for each
/// sample; [`Error::DType`] for complex numbers; those of the statistic.
pub fn bootstrap<B: Backend>(
    data: &impl AnyArray<B>,
    statistic: impl Fn(&DynArray<B>) -> Result<DynArray<B>>,
    rng: &mut Generator<B>,
    options: Bootstrap,
) -> Result<Bootstrapped<B>> {
    const OP: &str = "bootstrap";
    let (x, n) = samples(OP, data.as_dyn(), None)?;
    let level = options.confidence_level;
    if n < 2 || !(0.0..=1.0).contains(&level) {
        return Err(Error::value(OP, format!("{n} elements, and the level {level}")));
    }
    let drawn = |count: usize| x.take(&rng.integers_of(DType::I64, 0i64, n as i64, [count, n])?, None);
    let distribution = statistics(OP, (options.n_resamples, n), drawn, &statistic)?;
    let observed = number(&statistic(&x.expand_dims(0)?)?.astype(DType::F64)?)?;
    let tail = 0.5 * (1.0 - level);
    let [low, high] = match options.method {
        BootstrapMethod::Bca => corrected(&x, n, observed, &distribution, tail, &statistic)?,
        _ => [tail, 1.0 - tail],
    };
    let at = |share: f64| match share.is_nan() {
        true => Ok(f64::NAN),
        false => number(&distribution.quantile(share, 0)?),
    };
    let (low, high) = (at(low)?, at(high)?);
    let (low, high) = match options.method {
        BootstrapMethod::Basic => (2.0 * observed - high, 2.0 * observed - low),
        _ => (low, high),
    };
    let standard_error = number(&distribution.std_with(0, Variance::new().ddof(1))?)?;
    Ok(Bootstrapped { low, high, bootstrap_distribution: distribution, standard_error })
}

/// The shares of the distribution between which the corrected interval is: by how many statistics are below the observed one, and by those of
/// the sample without each of its elements.
fn corrected<B: Backend>(
    x: &DynArray<B>,
    n: usize,
    observed: f64,
    distribution: &DynArray<B>,
    tail: f64,
    statistic: &dyn Fn(&DynArray<B>) -> Result<DynArray<B>>,
) -> Result<[f64; 2]> {
    let (below, equal) = (distribution.less(observed)?, distribution.equal(observed)?);
    let share = below.mean(0)?.add(&equal.mean(0)?.multiply(0.5)?)?.astype(DType::F64)?;
    let places = x.xp().arange(0..n as i64)?.into_dyn();
    let mut removed = 0i64;
    let without = |count: usize| {
        let rows = x.xp().arange(removed..removed + count as i64)?.into_dyn().expand_dims(1)?;
        removed += count as i64;
        let place = places.slice_last(s![..n - 1])?;
        x.take(&place.add(&place.greater_equal(&rows)?.astype(DType::I64)?)?, None)
    };
    let jackknife = statistics("bootstrap", (n, n), without, statistic)?;
    let d = jackknife.negative()?.add(&jackknife.mean(0)?)?;
    let size = number(&d.square()?.sum(0)?)?.powf(1.5);
    let acceleration = number(&d.power(3.0)?.sum(0)?)? / (6.0 * size);
    let z0 = share.ndtri()?;
    let quantile = number(&share.multiply(0.0)?.add(tail)?.ndtri()?)?;
    let at = |z: f64| {
        let sum = z0.add(z)?;
        number(&z0.add(&sum.divide(&sum.multiply(-acceleration)?.add(1.0)?)?)?.ndtr()?)
    };
    Ok([at(quantile)?, at(-quantile)?])
}

/// The probability of a statistic of two samples at least as extreme when their elements are shuffled, by so many random shuffles, the
/// observed one among them: `(statistic, pvalue)`. The statistic is a function of both samples along the last axis, of many at once.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::{Alternative, permutation_test};
/// let (x, y) = (xp.array([1.0, 2.0, 3.0])?, xp.array([4.0, 5.0, 6.0])?);
/// let difference = |x: &_, y: &_| DynArray::subtract(&DynArray::mean(x, -1)?, &DynArray::mean(y, -1)?);
/// let (statistic, p) = permutation_test(&x, &y, difference, &mut xp.rng(1), 9999, Alternative::TwoSided)?;
/// assert!(statistic == -3.0 && (p - 0.1).abs() < 0.02); // two of twenty choices are as extreme
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`bootstrap`], but for the level.
pub fn permutation_test<B: Backend>(
    x: &impl AnyArray<B>,
    y: &impl AnyArray<B>,
    statistic: impl Fn(&DynArray<B>, &DynArray<B>) -> Result<DynArray<B>>,
    rng: &mut Generator<B>,
    n_resamples: usize,
    alternative: Alternative,
) -> Result<(f64, f64)> {
    const OP: &str = "permutation_test";
    let ((x, n), (y, m)) = (samples(OP, x.as_dyn(), None)?, samples(OP, y.as_dyn(), None)?);
    if n == 0 || m == 0 {
        return Err(Error::value(OP, "a sample is empty"));
    }
    let all = x.xp().concatenate(&[&x, &y], 0)?;
    let of_rows = |rows: &DynArray<B>| statistic(&rows.slice_last(s![..n])?, &rows.slice_last(s![n..])?);
    let shuffled = |count: usize| all.take(&rng.random_of(DType::F64, [count, n + m])?.argsort()?, None);
    let distribution = statistics(OP, (n_resamples, n + m), shuffled, &of_rows)?;
    let observed = number(&of_rows(&all.expand_dims(0)?)?.astype(DType::F64)?)?;
    // Equal but for roundings counts as equal.
    let rounding = 1e-14 * observed.abs();
    let share = |count: DynArray<B>| Ok((number(&count)? + 1.0) / (n_resamples as f64 + 1.0));
    let less = share(distribution.less_equal(observed + rounding)?.count_nonzero(0)?)?;
    let greater = share(distribution.greater_equal(observed - rounding)?.count_nonzero(0)?)?;
    Ok((observed, sided(less, greater, alternative)))
}
