//! Tests of several samples: means, ranks and variances.

use super::along::{Along, Pairing, Sample, joined};
use super::ranks::{RankMethod, ranks};
use super::sample::{Significance, of_chi_squared};
use super::trimmed::trim_mean;
use crate::SliceLast;
use crate::special;
use xparray_core::prelude::*;
use xparray_core::{Error, Result};

/// What `f` computes of at least `least` samples.
fn compared<B: Backend>(
    op: &'static str,
    x: &[&DynArray<B>],
    (along, pairing, least): (Along, Pairing, usize),
    f: &dyn Fn(&[Sample<B>]) -> Result<[DynArray<B>; 2]>,
) -> Result<Significance<B>> {
    if x.len() < least {
        return Err(Error::value(op, format!("{} samples, where {least} are the least", x.len())));
    }
    along.several(op, x, pairing, 1, f).map(Significance::new)
}

/// The sum of what there is for each sample.
fn sum<B: Backend>(
    samples: &[Sample<B>],
    of: impl Fn(&DynArray<B>, f64) -> Result<DynArray<B>>,
) -> Result<DynArray<B>> {
    let mut terms = samples.iter().map(|(x, n)| of(x, *n as f64));
    let first = terms.next().ok_or_else(|| Error::value("sum", "no samples"))??;
    terms.try_fold(first, |sum, term| sum.add(&term?))
}

fn total<B: Backend>(samples: &[Sample<B>]) -> f64 {
    samples.iter().map(|(_, n)| *n as f64).sum()
}

/// Variance between the means of samples over that within them.
fn variance_ratio<B: Backend>(samples: &[Sample<B>]) -> Result<[DynArray<B>; 2]> {
    let (k, n) = (samples.len() as f64, total(samples));
    let mean = sum(samples, |x, _| x.sum(-1))?.divide(n)?;
    let between = sum(samples, |x, n| x.mean(-1)?.subtract(&mean)?.square()?.multiply(n))?.divide(k - 1.0)?;
    let within = sum(samples, |x, n| x.var(-1)?.multiply(n))?.divide(n - k)?;
    let statistic = between.divide(&within)?;
    let pvalue = special::fdtrc(k - 1.0, n - k, &statistic)?;
    Ok([statistic, pvalue])
}

/// Whether the means of normal samples of equal variances are equal: the analysis of variance in one way.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::f_oneway;
/// let (a, b) = (xp.array([[1.0], [2.0], [3.0]])?, xp.array([[2.0], [3.0], [4.0], [5.0]])?);
/// let test = f_oneway(&[a.as_dyn(), b.as_dyn()], 0)?;
/// assert_eq!((test.statistic.to_string(), test.pvalue.to_string()), ("[2.75510204]".into(), "[0.15783881]".into()));
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] for fewer than two samples; [`Error::Axis`] if the axis is not there; [`Error::Shape`] if the slices do not
/// broadcast; [`Error::DType`] for complex numbers.
pub fn f_oneway<B: Backend>(x: &[&DynArray<B>], along: impl Into<Along>) -> Result<Significance<B>> {
    compared("f_oneway", x, (along.into(), Pairing::Independent, 2), &variance_ratio)
}

/// Whether the means of normal samples are equal, whatever their variances are (Welch, Biometrika 38, 1951): SciPy's `f_oneway(equal_var=False)`.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::f_oneway_welch;
/// let (a, b) = (xp.array([[1.0], [2.0], [3.0]])?, xp.array([[2.0], [4.0], [6.0], [8.0]])?);
/// // Of two samples it is the square of Welch's statistic.
/// assert_eq!(f_oneway_welch(&[a.as_dyn(), b.as_dyn()], 0)?.statistic.to_string(), "[4.5]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`f_oneway`].
pub fn f_oneway_welch<B: Backend>(x: &[&DynArray<B>], along: impl Into<Along>) -> Result<Significance<B>> {
    compared("f_oneway_welch", x, (along.into(), Pairing::Independent, 2), &welch_ratio)
}

/// Variance between the means of samples, which count by their precision, over what it is expected to be.
fn welch_ratio<B: Backend>(samples: &[Sample<B>]) -> Result<[DynArray<B>; 2]> {
    let k = samples.len() as f64;
    let weight = |x: &DynArray<B>, n: f64| x.var_with(-1, Variance::new().ddof(1))?.reciprocal()?.multiply(n);
    let weights = sum(samples, weight)?;
    let mean = sum(samples, |x, n| x.mean(-1)?.multiply(&weight(x, n)?))?.divide(&weights)?;
    let between = sum(samples, |x, n| x.mean(-1)?.subtract(&mean)?.square()?.multiply(&weight(x, n)?))?;
    let rest = sum(samples, |x, n| {
        let share = weight(x, n)?.divide(&weights)?;
        share.negative()?.add(1.0)?.square()?.divide(n - 1.0)
    })?;
    let expected = rest.multiply(2.0 * (k - 2.0) / (k * k - 1.0))?.add(1.0)?;
    let statistic = between.divide(k - 1.0)?.divide(&expected)?;
    let pvalue = special::fdtrc(k - 1.0, &rest.reciprocal()?.multiply((k * k - 1.0) / 3.0)?, &statistic)?;
    Ok([statistic, pvalue])
}

/// What there is for the elements of all samples, one after the other, as a part for each sample.
fn parts<B: Backend>(all: &DynArray<B>, samples: &[Sample<B>]) -> Result<Vec<Sample<B>>> {
    let mut end = 0;
    let part = |&(_, size): &Sample<B>| {
        end += size;
        Ok((all.slice_last(s![end - size..end])?, size))
    };
    samples.iter().map(part).collect()
}

/// Whether samples are of one distribution, by their ranks (Kruskal and Wallis), with the probability of the asymptotic distribution.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::kruskal;
/// let (a, b) = (xp.array([1, 3, 5, 7, 9])?, xp.array([2, 4, 6, 8, 10])?);
/// assert_eq!(format!("{:.6}", kruskal(&[a.as_dyn(), b.as_dyn()], 0)?.pvalue.item()?.get::<f64>()), "0.601508");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`f_oneway`]; [`Error::Shape`] if the slices do not have one shape but for their lengths.
pub fn kruskal<B: Backend>(x: &[&DynArray<B>], along: impl Into<Along>) -> Result<Significance<B>> {
    const OP: &str = "kruskal";
    compared(OP, x, (along.into(), Pairing::Independent, 2), &|samples| {
        if samples.iter().any(|(_, n)| *n == 0) {
            return Err(Error::value(OP, "a sample is empty"));
        }
        let n = total(samples);
        let (ranks, ties) = ranks(&joined(OP, samples)?, RankMethod::Average)?;
        // About the mean rank, so that nothing cancels.
        let spread =
            sum(&parts(&ranks, samples)?, |r, m| r.mean(-1)?.subtract(0.5 * (n + 1.0))?.square()?.multiply(m))?;
        let correction = ties.divide(n * (n * n - 1.0))?.negative()?.add(1.0)?;
        let statistic = spread.multiply(12.0 / (n * (n + 1.0)))?.divide(&correction)?;
        of_chi_squared(statistic, samples.len() as f64 - 1.0)
    })
}

/// Whether repeated measurements of the same elements, at least three, are of one distribution, by the ranks within each element, with
/// the probability of the asymptotic distribution.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::friedmanchisquare;
/// let (a, b, c) = (xp.array([[1], [2], [3]])?, xp.array([[2], [3], [5]])?, xp.array([[3], [9], [4]])?);
/// assert_eq!(friedmanchisquare(&[a.as_dyn(), b.as_dyn(), c.as_dyn()], 0)?.statistic.to_string(), "[4.66666667]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] for fewer than three samples or empty ones; [`Error::Shape`] if shapes differ; [`Error::Axis`] if the axis is not
/// there; [`Error::DType`] for complex numbers.
pub fn friedmanchisquare<B: Backend>(x: &[&DynArray<B>], along: impl Into<Along>) -> Result<Significance<B>> {
    const OP: &str = "friedmanchisquare";
    compared(OP, x, (along.into(), Pairing::Paired, 3), &|samples| {
        let arrays: Vec<_> = samples.iter().map(|(x, _)| x).collect();
        let (k, n) = (samples.len() as f64, samples[0].1 as f64);
        if n == 0.0 {
            return Err(Error::value(OP, "the samples are empty"));
        }
        let (ranks, ties) = ranks(&arrays[0].xp().stack(&arrays, -1)?, RankMethod::Average)?;
        let correction = ties.sum(-1)?.divide(k * (k * k - 1.0) * n)?.negative()?.add(1.0)?;
        let spread = ranks.sum(-2)?.subtract(0.5 * n * (k + 1.0))?.square()?.sum(-1)?;
        let statistic = spread.multiply(12.0 / (k * n * (k + 1.0)))?.divide(&correction)?;
        of_chi_squared(statistic, k - 1.0)
    })
}

/// What [`levene`] and [`fligner`] take the distances to.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Center {
    /// The median, for skewed distributions (Brown and Forsythe).
    #[default]
    Median,
    /// The mean, for symmetric ones with moderate tails (Levene).
    Mean,
    /// The mean without this share of the elements at either end, for heavy tails.
    Trimmed(f64),
}

/// Whether samples have equal variances, by the distances of elements to their centre; robust to distributions that are not normal.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::{Center, levene};
/// let (a, b) = (xp.array([[1.0], [2.0], [3.0]])?, xp.array([[1.0], [5.0], [9.0]])?);
/// assert_eq!(levene(&[a.as_dyn(), b.as_dyn()], Center::Median, 0)?.statistic.to_string(), "[2.11764706]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`f_oneway`]; [`Error::Value`] if trimming leaves nothing.
pub fn levene<B: Backend>(x: &[&DynArray<B>], center: Center, along: impl Into<Along>) -> Result<Significance<B>> {
    const OP: &str = "levene";
    compared(OP, x, (along.into(), Pairing::Independent, 2), &|samples| {
        variance_ratio(&distances(OP, samples, center)?)
    })
}

/// The distances of elements to the centre of their sample.
fn distances<B: Backend>(op: &'static str, samples: &[Sample<B>], center: Center) -> Result<Vec<Sample<B>>> {
    let of = |(x, n): &Sample<B>| {
        if *n == 0 {
            return Err(Error::value(op, "a sample is empty"));
        }
        let middle = match center {
            Center::Median => x.median(keepdims(-1))?,
            Center::Mean => x.mean(keepdims(-1))?,
            Center::Trimmed(share) => trim_mean(x, share, -1)?.expand_dims(-1)?,
        };
        Ok((x.subtract(&middle)?.abs()?, *n))
    };
    samples.iter().map(of).collect()
}

/// Whether samples have equal variances, by the normal quantiles of the ranks of the distances of elements to their centre (Fligner and Killeen, 1976; Conover,
/// Johnson and Johnson, 1981), with the probability of the asymptotic distribution.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::{Center, fligner};
/// let (a, b) = (xp.array([1.0, 2.0, 4.0])?, xp.array([1.0, 5.0, 12.0])?);
/// let test = fligner(&[a.as_dyn(), b.as_dyn()], Center::Median, 0)?;
/// assert_eq!(format!("{:.6} {:.6}", test.statistic.item()?.get::<f64>(), test.pvalue.item()?.get::<f64>()), "1.042057 0.307344");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`levene`].
pub fn fligner<B: Backend>(x: &[&DynArray<B>], center: Center, along: impl Into<Along>) -> Result<Significance<B>> {
    const OP: &str = "fligner";
    compared(OP, x, (along.into(), Pairing::Independent, 2), &|samples| {
        let away = distances(OP, samples, center)?;
        let (ranks, _) = ranks(&joined(OP, &away)?, RankMethod::Average)?;
        let scores = ranks.divide(2.0 * (total(samples) + 1.0))?.add(0.5)?.ndtri()?;
        let mean = scores.mean(-1)?;
        let spread = sum(&parts(&scores, samples)?, |x, n| x.mean(-1)?.subtract(&mean)?.square()?.multiply(n))?;
        let statistic = spread.divide(&scores.var_with(-1, Variance::new().ddof(1))?)?;
        of_chi_squared(statistic, samples.len() as f64 - 1.0)
    })
}

/// Whether the means of normal samples of unequal variances are equal (Alexander and Govern, 1994): the sum of the squares of normal numbers that are as
/// extreme as Student's statistics of the samples (Hill, Algorithm 395, 1970), about the mean by the inverses of their errors.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::alexandergovern;
/// let (a, b) = (xp.array([1.0, 2.0, 4.0])?, xp.array([4.0, 5.0, 12.0])?);
/// let test = alexandergovern(&[a.as_dyn(), b.as_dyn()], 0)?;
/// assert_eq!(format!("{:.6} {:.6}", test.statistic.item()?.get::<f64>(), test.pvalue.item()?.get::<f64>()), "1.624850 0.202417");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`f_oneway`].
pub fn alexandergovern<B: Backend>(x: &[&DynArray<B>], along: impl Into<Along>) -> Result<Significance<B>> {
    compared("alexandergovern", x, (along.into(), Pairing::Independent, 2), &|samples| {
        let error = |x: &DynArray<B>, n: f64| x.var_with(-1, Variance::new().ddof(1))?.divide(n);
        let weighted = sum(samples, |x, n| x.mean(-1)?.divide(&error(x, n)?))?;
        let mean = weighted.divide(&sum(samples, |x, n| error(x, n)?.reciprocal())?)?;
        let statistic = sum(samples, |x, n| {
            let (v, square) = (n - 1.0, x.mean(-1)?.subtract(&mean)?.square()?.divide(&error(x, n)?)?);
            let (a, b) = (v - 0.5, 48.0 * (v - 0.5) * (v - 0.5));
            // The square of `c`, whose odd powers are in each term.
            let d = square.divide(v)?.log1p()?.multiply(a)?;
            let first = d.add(3.0)?.divide(b)?.add(1.0)?;
            let powers = d.multiply(4.0)?.add(33.0)?.multiply(&d)?.add(240.0)?.multiply(&d)?.add(855.0)?;
            let second = powers.divide(&d.square()?.multiply(8.0 * b)?.add(10.0 * b * b + 1000.0 * b)?)?;
            first.subtract(&second)?.square()?.multiply(&d)
        })?;
        of_chi_squared(statistic, samples.len() as f64 - 1.0)
    })
}

/// Whether normal samples have equal variances (Bartlett).
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::bartlett;
/// let (a, b) = (xp.array([1.0, 2.0, 3.0])?, xp.array([1.0, 5.0, 9.0])?);
/// assert_eq!(format!("{:.6}", bartlett(&[a.as_dyn(), b.as_dyn()], 0)?.statistic.item()?.get::<f64>()), "2.412070");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`f_oneway`].
pub fn bartlett<B: Backend>(x: &[&DynArray<B>], along: impl Into<Along>) -> Result<Significance<B>> {
    compared("bartlett", x, (along.into(), Pairing::Independent, 2), &|samples| {
        let (k, n) = (samples.len() as f64, total(samples));
        let variance = |x: &DynArray<B>| x.var_with(-1, Variance::new().ddof(1));
        let pooled = sum(samples, |x, m| variance(x)?.multiply((m - 1.0) / (n - k)))?;
        // Logarithms of quotients near 1 are precise where differences of logarithms are not.
        let numerator = sum(samples, |x, m| pooled.divide(&variance(x)?)?.log()?.multiply(m - 1.0))?;
        let inverses: f64 = samples.iter().map(|(_, m)| 1.0 / (*m as f64 - 1.0)).sum();
        let denominator = 1.0 + (inverses - 1.0 / (n - k)) / (3.0 * (k - 1.0));
        // Of equal variances rounding may leave less than 0.
        of_chi_squared(numerator.maximum(0.0)?.divide(denominator)?, k - 1.0)
    })
}
