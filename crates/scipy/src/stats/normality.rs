//! Tests of normality.

use super::along::Along;
use super::moments::Central;
use super::sample::{Significance, Test, of_chi_squared, of_normal};
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Create, Error, Result};

/// What `f` computes of samples of at least `least` elements.
fn tested<B: Backend>(
    op: &'static str,
    x: &DynArray<B>,
    (along, least): (Along, usize),
    f: impl Fn(&DynArray<B>, f64) -> Result<[DynArray<B>; 2]>,
) -> Result<Significance<B>> {
    let test = along.one(op, x, least, |x, n| match n < least {
        true => Err(Error::value(op, format!("{n} elements, where {least} are the least"))),
        false => f(x, n as f64),
    });
    test.map(Significance::new)
}

/// The skewness as a standard normal number (D'Agostino, 1970).
fn skewness_score<B: Backend>(central: &Central<B>, n: f64) -> Result<DynArray<B>> {
    let y = central.skewness(n, true)?.multiply(((n + 1.0) * (n + 3.0) / (6.0 * (n - 2.0))).sqrt())?;
    let beta =
        3.0 * (n * n + 27.0 * n - 70.0) * (n + 1.0) * (n + 3.0) / ((n - 2.0) * (n + 5.0) * (n + 7.0) * (n + 9.0));
    let w = (2.0 * (beta - 1.0)).sqrt() - 1.0;
    let (delta, alpha) = (1.0 / (0.5 * w.ln()).sqrt(), (2.0 / (w - 1.0)).sqrt());
    y.divide(alpha)?.arcsinh()?.multiply(delta)
}

/// The kurtosis as a standard normal number (Anscombe and Glynn, 1983).
fn kurtosis_score<B: Backend>(central: &Central<B>, n: f64) -> Result<DynArray<B>> {
    let expected = 3.0 * (n - 1.0) / (n + 1.0);
    let variance = 24.0 * n * (n - 2.0) * (n - 3.0) / ((n + 1.0).powi(2) * (n + 3.0) * (n + 5.0));
    let x = central.kurtosis(n, true)?.subtract(expected)?.divide(variance.sqrt())?;
    let skewness = 6.0 * (n * n - 5.0 * n + 2.0) / ((n + 7.0) * (n + 9.0))
        * (6.0 * (n + 3.0) * (n + 5.0) / (n * (n - 2.0) * (n - 3.0))).sqrt();
    let a = 6.0 + 8.0 / skewness * (2.0 / skewness + (1.0 + 4.0 / (skewness * skewness)).sqrt());
    let denominator = x.multiply((2.0 / (a - 4.0)).sqrt())?.add(1.0)?;
    let root = denominator.reciprocal()?.multiply(1.0 - 2.0 / a)?.cbrt()?;
    root.negative()?.add(1.0 - 2.0 / (9.0 * a))?.divide((2.0 / (9.0 * a)).sqrt())
}

/// Whether the skewness is that of the normal distribution, for at least 8 elements (D'Agostino, 1970).
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::{Test, skewtest};
/// let test = skewtest(&xp.array([1, 2, 3, 4, 5, 6, 7, 8000])?, Test::new())?;
/// assert_eq!(format!("{:.6}", test.statistic.item()?.get::<f64>()), "3.571774");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] for fewer elements; [`Error::Axis`] if the axis is not there; [`Error::DType`] for complex numbers.
pub fn skewtest<B: Backend>(x: &impl AnyArray<B>, options: Test) -> Result<Significance<B>> {
    tested("skewtest", x.as_dyn(), (options.along, 8), |x, n| {
        of_normal(skewness_score(&Central::of(x)?, n)?, options.alternative)
    })
}

/// Whether the kurtosis is that of the normal distribution, for at least 5 elements (Anscombe and Glynn, 1983).
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::{Test, kurtosistest};
/// let test = kurtosistest(&xp.arange(0.0..20.0)?, Test::new())?;
/// assert_eq!(format!("{:.6}", test.statistic.item()?.get::<f64>()), "-1.705810");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`skewtest`].
pub fn kurtosistest<B: Backend>(x: &impl AnyArray<B>, options: Test) -> Result<Significance<B>> {
    tested("kurtosistest", x.as_dyn(), (options.along, 5), |x, n| {
        of_normal(kurtosis_score(&Central::of(x)?, n)?, options.alternative)
    })
}

/// Whether a sample is normal, by skewness and kurtosis, for at least 8 elements (D'Agostino and Pearson, 1973).
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::normaltest;
/// let test = normaltest(&xp.arange(0.0..20.0)?, 0)?;
/// assert_eq!(format!("{:.6}", test.statistic.item()?.get::<f64>()), "2.909789");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`skewtest`].
pub fn normaltest<B: Backend>(x: &impl AnyArray<B>, along: impl Into<Along>) -> Result<Significance<B>> {
    tested("normaltest", x.as_dyn(), (along.into(), 8), |x, n| {
        let central = Central::of(x)?;
        let (s, k) = (skewness_score(&central, n)?, kurtosis_score(&central, n)?);
        of_chi_squared(s.square()?.add(&k.square()?)?, 2.0)
    })
}

/// Whether skewness and kurtosis are those of the normal distribution, for samples of thousands (Jarque and Bera, 1980).
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::jarque_bera;
/// let test = jarque_bera(&xp.arange(0.0..20.0)?, None)?;
/// assert_eq!(format!("{:.6}", test.statistic.item()?.get::<f64>()), "1.212060");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`skewtest`]; [`Error::Value`] for no elements.
pub fn jarque_bera<B: Backend>(x: &impl AnyArray<B>, along: impl Into<Along>) -> Result<Significance<B>> {
    tested("jarque_bera", x.as_dyn(), (along.into(), 1), |x, n| {
        let central = Central::of(x)?;
        let (s, k) = (central.skewness(n, true)?, central.kurtosis(n, true)?.subtract(3.0)?);
        of_chi_squared(s.square()?.add(&k.square()?.multiply(0.25)?)?.multiply(n / 6.0)?, 2.0)
    })
}

/// Whether a sample of 3 to 5000 elements is normal (Shapiro and Wilk), with Royston's approximations (AS R94, 1995); of more
/// elements the probability is not accurate.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::shapiro;
/// let test = shapiro(&xp.arange(0.0..20.0)?, None)?;
/// assert_eq!(format!("{:.5}", test.pvalue.item()?.get::<f64>()), "0.55137");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] for fewer elements; [`Error::Axis`] if the axis is not there; [`Error::DType`] for complex numbers.
pub fn shapiro<B: Backend>(x: &impl AnyArray<B>, along: impl Into<Along>) -> Result<Significance<B>> {
    tested("shapiro", x.as_dyn(), (along.into(), 3), |x, n| {
        let (statistic, rest) = wilk(x, n as usize)?;
        let pvalue = royston(&statistic, &rest, n)?;
        Ok([statistic, pvalue])
    })
}

/// The statistic `w` of Shapiro and Wilk, and `1 - w`.
fn wilk<B: Backend>(x: &DynArray<B>, count: usize) -> Result<(DynArray<B>, DynArray<B>)> {
    let (xp, n) = (x.xp(), count as f64);
    // Half of the expected order statistics, as the coefficients are antisymmetric.
    let half = count / 2;
    let places = xp.arange(1..half as i64 + 1)?.into_dyn().astype(DType::F64)?;
    let scores = places.subtract(0.375)?.divide(n + 0.25)?.ndtri()?.typed::<f64>()?.to_vec()?;
    let mut a = coefficients(&scores, n);
    let middle = if count % 2 == 1 { vec![0.0] } else { Vec::new() };
    let mirrored: Vec<f64> = a.iter().rev().copied().collect();
    a.iter_mut().for_each(|a| *a = -*a);
    let all = [a, middle, mirrored].concat();
    let weights = xp.from_slice(&all, all.len())?.into_dyn().astype(x.dtype())?;
    let squares: f64 = all.iter().map(|a| a * a).sum();
    let sorted = x.sort()?;
    let centred = sorted.subtract(&sorted.mean(keepdims(-1))?)?;
    let size = centred.square()?.sum(keepdims(-1))?.sqrt()?;
    // 1 - W is the square of the part of the sample that is not along the coefficients, without a difference from 1.
    let unit = centred.divide(&size)?;
    let direction = weights.divide(squares.sqrt())?;
    let along = unit.multiply(&direction)?.sum(keepdims(-1))?;
    let rest = unit.subtract(&direction.multiply(&along)?)?.square()?.sum(-1)?;
    Ok((rest.negative()?.add(1.0)?, rest))
}

/// Royston's coefficients of the largest elements, the largest first.
fn coefficients(scores: &[f64], n: f64) -> Vec<f64> {
    if n < 4.0 {
        return vec![std::f64::consts::FRAC_1_SQRT_2];
    }
    const FIRST: [f64; 6] = [-2.706_056, 4.434_685, -2.071_19, -0.147_981, 0.221_157, 0.0];
    const SECOND: [f64; 6] = [-3.582_633, 5.682_633, -1.752_461, -0.293_762, 0.042_981, 0.0];
    let squares = 2.0 * scores.iter().map(|m| m * m).sum::<f64>();
    let exact = if n > 5.0 { 2 } else { 1 };
    let fitted = [FIRST, SECOND].into_iter().zip(scores).take(exact);
    let head: Vec<f64> = fitted.map(|(c, m)| poly(&c, 1.0 / n.sqrt()) - m / squares.sqrt()).collect();
    let without = |values: &[f64], all: f64| all - 2.0 * values.iter().map(|v| v * v).sum::<f64>();
    let scale = (without(&scores[..exact], squares) / without(&head, 1.0)).sqrt();
    head.into_iter().chain(scores[exact..].iter().map(|m| -m / scale)).collect()
}

/// The probability of a statistic `w`, by its transform to a normal number; `rest` is `1 - w`.
fn royston<B: Backend>(w: &DynArray<B>, rest: &DynArray<B>, n: f64) -> Result<DynArray<B>> {
    use std::f64::consts::{FRAC_PI_3, PI};
    if n < 4.0 {
        // Exact: asin(sqrt(w)) = acos(sqrt(1 - w)).
        return rest.sqrt()?.arccos()?.subtract(FRAC_PI_3)?.multiply(6.0 / PI)?.clip(0.0, 1.0);
    }
    let log = rest.log()?;
    if n <= 11.0 {
        let (mean, deviation) = (
            poly(&[-6.714e-4, 0.025_054, -0.399_78, 0.5440], n),
            poly(&[-0.002_032_2, 0.062_767, -0.778_57, 1.3822], n),
        );
        let gamma = 0.459 * n - 2.273;
        let y = log.negative()?.add(gamma)?.log()?.negative()?;
        let p = y.subtract(mean)?.divide(-deviation.exp())?.ndtr()?;
        let none = log.greater_equal(gamma)?;
        return none.where_(0.0, &p)?.astype(w.dtype());
    }
    let l = n.ln();
    let (mean, deviation) =
        (poly(&[0.003_891_5, -0.083_751, -0.310_82, -1.5861], l), poly(&[0.003_030_2, -0.082_676, -0.4803], l));
    log.subtract(mean)?.divide(-deviation.exp())?.ndtr()
}

fn poly(c: &[f64], x: f64) -> f64 {
    c.iter().fold(0.0, |sum, c| sum * x + c)
}
