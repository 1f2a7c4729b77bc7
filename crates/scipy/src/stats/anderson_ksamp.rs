//! The test of Anderson and Darling of several samples.

use super::sample::samples;
use xparray_core::prelude::*;
use xparray_core::{Error, Join, Result, Side};

const OP: &str = "anderson_ksamp";

/// What the statistic of [`anderson_ksamp`] makes of equal elements (Scholz and Stephens, K-sample Anderson-Darling tests, 1987).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AndersonVariant {
    /// They have the mean of their ranks (equation 7).
    #[default]
    Midrank,
    /// The distribution functions are continuous from the right (equation 6).
    Right,
    /// There are none: they have the ranks in which they come (equation 3).
    Continuous,
}

/// What [`anderson_ksamp`] gives.
#[derive(Clone, Debug, PartialEq)]
pub struct AndersonKsamp {
    /// The statistic, of mean 0 and variance 1 where the samples are of one distribution.
    pub statistic: f64,
    /// Its critical values for the probabilities 0.25, 0.1, 0.05, 0.025, 0.01, 0.005 and 0.001.
    pub critical_values: [f64; 7],
    /// The probability, by a parabola through the logarithms of these: at most 0.25 and at least 0.001.
    pub pvalue: f64,
}

/// Probabilities, and the coefficients of the critical values (Scholz and Stephens, table 2).
const LEVELS: [f64; 7] = [0.25, 0.1, 0.05, 0.025, 0.01, 0.005, 0.001];
const COEFFICIENTS: [[f64; 3]; 7] = [
    [0.675, -0.245, -0.105],
    [1.281, 0.25, -0.305],
    [1.645, 0.678, -0.362],
    [1.96, 1.149, -0.391],
    [2.326, 1.822, -0.396],
    [2.573, 2.364, -0.345],
    [3.085, 3.615, -0.154],
];

/// Whether samples are of one distribution (Scholz and Stephens, 1987). All elements of each array are a sample, counted in double precision.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::{AndersonVariant, anderson_ksamp};
/// let (x, y) = (xp.array([1.0, 2.0, 3.0, 4.0])?.into_dyn(), xp.array([3.5, 4.5, 5.5, 6.5])?.into_dyn());
/// let test = anderson_ksamp(&[&x, &y], AndersonVariant::Midrank)?;
/// assert_eq!(format!("{:.4} {:.4}", test.statistic, test.pvalue), "2.4343 0.0326");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] for fewer than two samples, a sample without elements, NaN, and elements that are all the same; [`Error::DType`] for complex
/// numbers.
pub fn anderson_ksamp<B: Backend>(given: &[&DynArray<B>], variant: AndersonVariant) -> Result<AndersonKsamp> {
    if given.len() < 2 {
        return Err(Error::value(OP, "fewer than two samples"));
    }
    let mut sorted = Vec::with_capacity(given.len());
    for x in given {
        let (x, n) = samples(OP, x, None)?;
        if n == 0 {
            return Err(Error::value(OP, "a sample without elements"));
        }
        sorted.push(x.astype(DType::F64)?.sort()?);
    }
    let pooled = sorted[0].xp().concatenate(&sorted.iter().collect::<Vec<_>>(), 0)?.sort()?;
    if pooled.isnan()?.any(..)?.item()?.get::<bool>() {
        return Err(Error::value(OP, "a sample has NaN"));
    }
    if pooled.slice(s![0])?.equal(&pooled.slice(s![-1])?)?.item()?.get::<bool>() {
        return Err(Error::value(OP, "all elements are the same"));
    }
    let apart = match variant {
        AndersonVariant::Midrank => midrank(&sorted, &pooled)?,
        AndersonVariant::Right => right(&sorted, &pooled)?,
        AndersonVariant::Continuous => continuous(&sorted, &pooled)?,
    };
    let m = (given.len() - 1) as f64;
    let statistic = (apart - m) / deviation(&sorted.iter().map(|x| x.len() as f64).collect::<Vec<_>>());
    let critical_values = COEFFICIENTS.map(|[b0, b1, b2]| b0 + b1 / m.sqrt() + b2 / m);
    Ok(AndersonKsamp { statistic, critical_values, pvalue: between(&critical_values, statistic) })
}

/// How many elements of a sorted sample are before each place, and how many are at most it, in doubles.
fn before<B: Backend>(sorted: &DynArray<B>, places: &DynArray<B>) -> Result<[DynArray<B>; 2]> {
    let count = |side| sorted.searchsorted_with(places, side)?.astype(DType::F64);
    Ok([count(Side::Left)?, count(Side::Right)?])
}

/// The sum of squares over what they are divided by, with what they are weighted by.
fn total<B: Backend>(away: &DynArray<B>, weights: &DynArray<B>, divisor: &DynArray<B>) -> Result<f64> {
    Ok(away.square()?.multiply(weights)?.divide(divisor)?.sum(..)?.item()?.get())
}

fn midrank<B: Backend>(sorted: &[DynArray<B>], pooled: &DynArray<B>) -> Result<f64> {
    let (n, distinct) = (pooled.len() as f64, pooled.unique_values()?);
    let [left, upto] = before(pooled, &distinct)?;
    let ties = upto.subtract(&left)?;
    let below = left.add(&ties.multiply(0.5)?)?;
    let divisor = below.multiply(&below.negative()?.add(n)?)?.subtract(&ties.multiply(0.25 * n)?)?;
    let mut sum = 0.0;
    for own in sorted {
        let (size, [first, last]) = (own.len() as f64, before(own, &distinct)?);
        let away = first.add(&last)?.multiply(0.5 * n)?.subtract(&below.multiply(size)?)?;
        sum += total(&away, &ties.divide(n)?, &divisor)? / size;
    }
    Ok(sum * (n - 1.0) / n)
}

fn right<B: Backend>(sorted: &[DynArray<B>], pooled: &DynArray<B>) -> Result<f64> {
    let (n, distinct) = (pooled.len() as f64, pooled.unique_values()?.slice(s![..-1])?);
    let [left, below] = before(pooled, &distinct)?;
    let ties = below.subtract(&left)?.divide(n)?;
    weighted(sorted, &distinct, (&below, &ties), n)
}

fn continuous<B: Backend>(sorted: &[DynArray<B>], pooled: &DynArray<B>) -> Result<f64> {
    let n = pooled.len();
    let place = pooled.xp().arange(1..n as i64)?.into_dyn().astype(DType::F64)?;
    let each = place.multiply(0.0)?.add(1.0 / n as f64)?;
    weighted(sorted, &pooled.slice(s![..-1])?, (&place, &each), n as f64)
}

fn weighted<B: Backend>(
    sorted: &[DynArray<B>],
    places: &DynArray<B>,
    (below, weights): (&DynArray<B>, &DynArray<B>),
    n: f64,
) -> Result<f64> {
    let divisor = below.multiply(&below.negative()?.add(n)?)?;
    let mut sum = 0.0;
    for own in sorted {
        let (size, [_, upto]) = (own.len() as f64, before(own, places)?);
        let away = upto.multiply(n)?.subtract(&below.multiply(size)?)?;
        sum += total(&away, weights, &divisor)? / size;
    }
    Ok(sum)
}

/// The standard deviation for samples of one distribution (Scholz and Stephens, equation 4).
fn deviation(sizes: &[f64]) -> f64 {
    let (k, n, inverse) =
        (sizes.len() as f64, sizes.iter().sum::<f64>(), sizes.iter().map(|size| 1.0 / size).sum::<f64>());
    let (mut h, mut g, mut tail) = (0.0, 0.0, 0.0);
    for i in 1..n as u64 {
        h += 1.0 / i as f64;
    }
    // The sums of 1 / ((n - i) j) over i < j < n.
    for i in 1..(n as u64).saturating_sub(1) {
        tail += 1.0 / (n - i as f64);
        g += tail / (i as f64 + 1.0);
    }
    let a = (4.0 * g - 6.0) * (k - 1.0) + (10.0 - 6.0 * g) * inverse;
    let b = (2.0 * g - 4.0) * k * k + 8.0 * h * k + (2.0 * g - 14.0 * h - 4.0) * inverse - 8.0 * h + 4.0 * g - 6.0;
    let c = (6.0 * h + 2.0 * g - 2.0) * k * k + (4.0 * h - 4.0 * g + 6.0) * k + (2.0 * h - 6.0) * inverse + 4.0 * h;
    let d = (2.0 * h + 6.0) * k * k - 4.0 * h * k;
    (((a * n + b) * n + c) * n + d).sqrt() / ((n - 1.0) * (n - 2.0) * (n - 3.0)).sqrt()
}

/// The probability of a statistic by the parabola that is nearest to the logarithms of the levels.
fn between(critical: &[f64; 7], statistic: f64) -> f64 {
    if statistic < critical[0] {
        return LEVELS[0];
    }
    if statistic > critical[6] {
        return LEVELS[6];
    }
    // Orthogonal polynomials of the critical values: their squares' sums are far from 0.
    let mean = critical.iter().sum::<f64>() / 7.0;
    let linear = critical.map(|x| x - mean);
    let squares: f64 = linear.iter().map(|x| x * x).sum();
    let skew = linear.iter().map(|x| x.powi(3)).sum::<f64>() / squares;
    let parabola = |x: f64| x * x - skew * x - squares / 7.0;
    let curved = linear.map(parabola);
    let part = |basis: &[f64; 7]| {
        let product: f64 = basis.iter().zip(&LEVELS).map(|(x, level)| x * level.ln()).sum();
        product / basis.iter().map(|x| x * x).sum::<f64>()
    };
    let x = statistic - mean;
    (part(&[1.0; 7]) + part(&linear) * x + part(&curved) * parabola(x)).exp()
}
