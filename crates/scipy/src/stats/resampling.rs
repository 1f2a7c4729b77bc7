//! Intervals by drawing from the samples themselves.

use super::sample::{Alternative, samples};
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
    alternative: Alternative,
    paired: bool,
}

impl Default for Bootstrap {
    fn default() -> Self {
        Self {
            n_resamples: 9999,
            confidence_level: 0.95,
            method: BootstrapMethod::Bca,
            alternative: Alternative::TwoSided,
            paired: false,
        }
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

    /// Whether both ends of the interval are estimated, or one: [`Alternative::Less`] has no lower end, [`Alternative::Greater`] no upper one.
    pub fn alternative(self, alternative: Alternative) -> Self {
        Self { alternative, ..self }
    }

    /// Whether the elements of several samples belong together, and are drawn together.
    pub fn paired(self, paired: bool) -> Self {
        Self { paired, ..self }
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

pub(super) fn number<B: Backend>(x: &DynArray<B>) -> Result<f64> {
    Ok(x.item()?.get::<f64>())
}

/// The statistics of `count` samples, a row for each, in batches.
pub(super) fn statistics<B: Backend>(
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
    bootstrap_several(&[data.as_dyn()], |x| statistic(&x[0]), rng, options)
}

/// [`bootstrap`] of a statistic of several samples, each of which is drawn from by itself, or of all together if they are paired.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::{Bootstrap, bootstrap_several};
/// let x = xp.rng(1).normal_of(DType::F64, 100)?;
/// let y = xp.rng(2).normal_of(DType::F64, 80)?.add(3.0)?;
/// let difference = |x: &[DynArray<Cpu>]| x[1].mean(-1)?.subtract(&x[0].mean(-1)?);
/// let result = bootstrap_several(&[&x, &y], difference, &mut xp.rng(3), Bootstrap::new())?;
/// assert!(result.low > 2.4 && result.high < 3.6);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`bootstrap`]; [`Error::Value`] for no samples, and for paired ones of different lengths.
pub fn bootstrap_several<B: Backend>(
    data: &[&DynArray<B>],
    statistic: impl Fn(&[DynArray<B>]) -> Result<DynArray<B>>,
    rng: &mut Generator<B>,
    options: Bootstrap,
) -> Result<Bootstrapped<B>> {
    const OP: &str = "bootstrap";
    let x: Vec<_> = data.iter().map(|x| Ok(samples(OP, x, None)?.0)).collect::<Result<_>>()?;
    let mut sizes: Vec<usize> = x.iter().map(|x| x.len()).collect();
    let level = options.confidence_level;
    let same = !options.paired || sizes.windows(2).all(|n| n[0] == n[1]);
    if sizes.is_empty() || !same || sizes.iter().any(|&n| n < 2) || !(0.0..=1.0).contains(&level) {
        return Err(Error::value(OP, format!("samples of {sizes:?} elements, and the level {level}")));
    }
    if options.paired {
        sizes.truncate(1);
    }
    // Rows of places, for each sample by itself or for all.
    let of_places = |places: &[DynArray<B>]| {
        let rows = |(k, x): (usize, &DynArray<B>)| x.take(&places[k.min(places.len() - 1)], None);
        statistic(&x.iter().enumerate().map(rows).collect::<Result<Vec<_>>>()?)
    };
    let whole = |n: usize| x[0].xp().arange(0..n as i64)?.into_dyn().expand_dims(0);
    let observed = of_places(&sizes.iter().map(|&n| whole(n)).collect::<Result<Vec<_>>>()?)?;
    let observed = number(&observed.astype(DType::F64)?)?;
    let mut drawn = |count: usize| {
        let one = |&n: &usize| rng.integers_of(DType::I64, 0i64, n as i64, [count, n]);
        of_places(&sizes.iter().map(one).collect::<Result<Vec<_>>>()?)
    };
    let distribution = statistics(OP, (options.n_resamples, sizes.iter().sum()), &mut drawn, &|y| Ok(y.clone()))?;
    let tail = if options.alternative == Alternative::TwoSided { 0.5 * (1.0 - level) } else { 1.0 - level };
    let [low, high] = match options.method {
        BootstrapMethod::Bca => corrected(&sizes, observed, &distribution, tail, &of_places)?,
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
    let (low, high) = match options.alternative {
        Alternative::TwoSided => (low, high),
        Alternative::Less => (f64::NEG_INFINITY, high),
        Alternative::Greater => (low, f64::INFINITY),
    };
    let standard_error = number(&distribution.std_with(0, Variance::new().ddof(1))?)?;
    Ok(Bootstrapped { low, high, bootstrap_distribution: distribution, standard_error })
}

/// A function of rows of places in samples.
type OfPlaces<'a, B> = &'a dyn Fn(&[DynArray<B>]) -> Result<DynArray<B>>;

/// The shares of the distribution between which the corrected interval is: by how many statistics are below the observed one, and by those of
/// the samples without each of their elements.
fn corrected<B: Backend>(
    sizes: &[usize],
    observed: f64,
    distribution: &DynArray<B>,
    tail: f64,
    of_places: OfPlaces<'_, B>,
) -> Result<[f64; 2]> {
    let (below, equal) = (distribution.less(observed)?, distribution.equal(observed)?);
    let share = below.mean(0)?.add(&equal.mean(0)?.multiply(0.5)?)?.astype(DType::F64)?;
    let xp = distribution.xp();
    let (mut squares, mut cubes) = (0.0, 0.0);
    for (k, &n) in sizes.iter().enumerate() {
        let mut removed = 0i64;
        let without = |count: usize| {
            let rows = xp.arange(removed..removed + count as i64)?.into_dyn().expand_dims(1)?;
            removed += count as i64;
            let place = xp.arange(0..n as i64 - 1)?.into_dyn();
            let less = place.add(&place.greater_equal(&rows)?.astype(DType::I64)?)?;
            let others = |(j, &m): (usize, &usize)| match j == k {
                true => Ok(less.clone()),
                false => xp.arange(0..m as i64)?.into_dyn().broadcast_to([count, m]),
            };
            of_places(&sizes.iter().enumerate().map(others).collect::<Result<Vec<_>>>()?)
        };
        let jackknife = statistics("bootstrap", (n, sizes.iter().sum()), without, &|y| Ok(y.clone()))?;
        let d = jackknife.negative()?.add(&jackknife.mean(0)?)?.multiply((n as f64 - 1.0) / n as f64)?;
        squares += number(&d.square()?.sum(0)?)?;
        cubes += number(&d.power(3.0)?.sum(0)?)?;
    }
    let acceleration = cubes / (6.0 * squares.powf(1.5));
    let z0 = share.ndtri()?;
    let quantile = number(&share.multiply(0.0)?.add(tail)?.ndtri()?)?;
    let at = |z: f64| {
        let sum = z0.add(z)?;
        number(&z0.add(&sum.divide(&sum.multiply(-acceleration)?.add(1.0)?)?)?.ndtr()?)
    };
    Ok([at(quantile)?, at(-quantile)?])
}
