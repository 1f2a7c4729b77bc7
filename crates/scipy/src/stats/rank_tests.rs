//! Tests of two samples by their ranks.

use super::along::{Along, Pairing, along_setters};
use super::exact::{mann_whitney, signed_ranks};
use super::ranks::{RankMethod, ranks};
use super::sample::{Alternative, Significance, normal};
use crate::SliceLast;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Create, Error, Result};

/// How the probability of a statistic is computed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Method {
    /// Exactly for small samples, asymptotically for others.
    #[default]
    Auto,
    /// By the statistic's distribution, on the host.
    Exact,
    /// By the distribution that it tends to.
    Asymptotic,
}

/// What becomes of differences of 0 in [`wilcoxon`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ZeroMethod {
    /// They are left out.
    #[default]
    Wilcox,
    /// They have ranks, which count for neither side.
    Pratt,
    /// Their ranks count half for either side.
    Zsplit,
}

/// Options of tests by ranks.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::{Method, RankTest, mannwhitneyu};
/// let (x, y) = (xp.array([19, 22, 16, 29, 24])?, xp.array([20, 11, 17, 12])?);
/// let test = mannwhitneyu(&x, &y, RankTest::new().method(Method::Asymptotic).correction(true))?;
/// assert_eq!((test.statistic.to_string(), format!("{:.6}", test.pvalue.item()?.get::<f64>())), ("17.0".into(), "0.111347".into()));
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct RankTest {
    pub(super) along: Along,
    pub(super) alternative: Alternative,
    pub(super) method: Method,
    correction: Option<bool>,
    zero_method: ZeroMethod,
}

impl Default for RankTest {
    fn default() -> Self {
        Self {
            along: Along::new(0),
            alternative: Alternative::TwoSided,
            method: Method::Auto,
            correction: None,
            zero_method: ZeroMethod::Wilcox,
        }
    }
}

impl RankTest {
    /// Along the first axis, to both sides, exactly for small samples.
    pub fn new() -> Self {
        Self::default()
    }

    along_setters!();

    /// The alternative.
    pub fn alternative(self, alternative: Alternative) -> Self {
        Self { alternative, ..self }
    }

    /// How the probability is computed.
    pub fn method(self, method: Method) -> Self {
        Self { method, ..self }
    }

    /// Whether the asymptotic probability is corrected for the statistic's steps; by default in [`mannwhitneyu`], not in [`wilcoxon`].
    pub fn correction(self, correction: bool) -> Self {
        Self { correction: Some(correction), ..self }
    }

    /// What becomes of differences of 0 in [`wilcoxon`].
    pub fn zero_method(self, zero_method: ZeroMethod) -> Self {
        Self { zero_method, ..self }
    }
}

fn host<B: Backend>(x: &DynArray<B>) -> Result<Vec<f64>> {
    x.astype(DType::F64)?.typed::<f64>()?.to_vec()
}

/// Whether elements of `x` tend to be larger or smaller than those of `y` (Mann and Whitney); the statistic counts pairs in which they are
/// larger.
///
/// The probability is exact where a sample has up to 8 elements and none are equal.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::{RankTest, mannwhitneyu};
/// let (x, y) = (xp.array([[19], [22], [16], [29], [24]])?, xp.array([[20], [11], [17], [12]])?);
/// let test = mannwhitneyu(&x, &y, RankTest::new())?;
/// assert_eq!((test.statistic.to_string(), test.pvalue.to_string()), ("[17.]".into(), "[0.11111111]".into()));
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] for empty samples, and for an exact probability of samples so large that it takes a billion steps; [`Error::Axis`] if the
/// axis is not there; [`Error::Shape`] if shapes differ but for the lengths; [`Error::DType`] for complex numbers.
pub fn mannwhitneyu<B: Backend>(
    x: &impl AnyArray<B>,
    y: &impl AnyArray<B>,
    options: RankTest,
) -> Result<Significance<B>> {
    const OP: &str = "mannwhitneyu";
    let test = options.along.several(OP, &[x.as_dyn(), y.as_dyn()], Pairing::Independent, 1, &|samples| {
        let ((x, n), (y, m)) = (&samples[0], &samples[1]);
        if *n == 0 || *m == 0 {
            return Err(Error::value(OP, "a sample is empty"));
        }
        larger(OP, (x, *n), (y, *m), options)
    });
    test.map(Significance::new)
}

fn larger<B: Backend>(
    op: &'static str,
    (x, n): (&DynArray<B>, usize),
    (y, m): (&DynArray<B>, usize),
    options: RankTest,
) -> Result<[DynArray<B>; 2]> {
    let (ranks, ties) = ranks(&x.xp().concatenate(&[x, y], -1)?, RankMethod::Average)?;
    let (count, other) = (n as f64, m as f64);
    let statistic = ranks.slice_last(s![0..n])?.sum(-1)?.subtract(0.5 * count * (count + 1.0))?;
    let mirrored = statistic.negative()?.add(count * other)?;
    let (extreme, factor) = match options.alternative {
        Alternative::TwoSided => (statistic.maximum(&mirrored)?, 2.0),
        Alternative::Greater => (statistic.clone(), 1.0),
        Alternative::Less => (mirrored, 1.0),
    };
    let exactly = || {
        let cumulated = mann_whitney(op, n, m)?;
        // At least as many: by symmetry at most as few.
        let few = host(&extreme.negative()?.add(count * other)?)?;
        let at = |u: &f64| if u.is_nan() { f64::NAN } else { cumulated[u.floor().max(0.0) as usize] };
        let tails: Vec<f64> = few.iter().map(at).collect();
        Ok(x.xp().from_slice(&tails, extreme.shape())?.into_dyn())
    };
    let asymptotically = || {
        let all = count + other;
        let variance = ties.divide(all * (all - 1.0))?.negative()?.add(all + 1.0)?.multiply(count * other / 12.0)?;
        let step = if options.correction == Some(false) { 0.0 } else { 0.5 };
        let z = extreme.subtract(0.5 * count * other + step)?.divide(&variance.sqrt()?)?;
        normal(&z, Alternative::Greater)
    };
    let tail = match options.method {
        Method::Exact => exactly()?,
        Method::Auto if n <= 8 || m <= 8 => either(&ties.equal(0)?, exactly, asymptotically)?,
        _ => asymptotically()?,
    };
    let pvalue = tail.multiply(factor)?.minimum(1.0)?;
    Ok([statistic, pvalue])
}

/// Of each slice the probability that it can have: what no slice needs is not computed.
fn either<B: Backend>(
    exact: &DynArray<B>,
    exactly: impl FnOnce() -> Result<DynArray<B>>,
    asymptotically: impl FnOnce() -> Result<DynArray<B>>,
) -> Result<DynArray<B>> {
    let read = |x: DynArray<B>| x.typed::<bool>()?.item();
    if read(exact.all(..)?)? {
        return exactly();
    }
    if !read(exact.any(..)?)? {
        return asymptotically();
    }
    exact.where_(&exactly()?, &asymptotically()?)
}

/// Whether differences are symmetric about 0, by the ranks of their magnitudes (Wilcoxon): of pairs, give `x - y`. The statistic is the sum
/// of the ranks of the positive ones, or, to both sides, the smaller one of the sums of either sign.
///
/// The probability is exact for up to 50 elements, or 13 if some are 0 or of equal magnitude: by all choices of signs for the ranks.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::{RankTest, wilcoxon};
/// let d = xp.array([[6], [8], [14], [16], [23], [24], [28], [29], [41], [-48], [49], [56], [60], [-67], [75]])?;
/// let test = wilcoxon(&d, RankTest::new())?;
/// assert_eq!((test.statistic.to_string(), test.pvalue.to_string()), ("[24.]".into(), "[0.04125977]".into()));
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] for no elements, and for an exact probability of more than 1000; [`Error::Axis`] if the axis is not there;
/// [`Error::DType`] for complex numbers.
pub fn wilcoxon<B: Backend>(differences: &impl AnyArray<B>, options: RankTest) -> Result<Significance<B>> {
    const OP: &str = "wilcoxon";
    let test = options.along.one(OP, differences.as_dyn(), 1, |d, n| match n {
        0 => Err(Error::value(OP, "the sample is empty")),
        n => symmetric(OP, d, n, options),
    });
    test.map(Significance::new)
}

fn symmetric<B: Backend>(op: &'static str, d: &DynArray<B>, n: usize, options: RankTest) -> Result<[DynArray<B>; 2]> {
    let (ranks, ties) = ranks(&d.abs()?, RankMethod::Average)?;
    let zero = d.equal(0)?;
    let zeros = zero.count_nonzero(keepdims(-1))?.astype(DType::F64)?;
    let ranks = if options.zero_method == ZeroMethod::Wilcox { ranks.subtract(&zeros)? } else { ranks };
    let of = |side: DynArray<B>, weight: f64| side.where_(&ranks.multiply(weight)?, 0.0)?.sum(-1);
    let undefined = ranks.sum(-1)?.multiply(0.0)?;
    let (mut plus, mut minus) = (of(d.greater(0)?, 1.0)?.add(&undefined)?, of(d.less(0)?, 1.0)?.add(&undefined)?);
    if options.zero_method == ZeroMethod::Zsplit {
        let half = of(zero.clone(), 0.5)?;
        (plus, minus) = (plus.add(&half)?, minus.add(&half)?);
    }
    let exactly = || {
        let whole =
            if options.zero_method == ZeroMethod::Zsplit { of(zero.clone(), 0.5)? } else { plus.multiply(0.0)? };
        let signed = zero.where_(0.0, &ranks)?;
        let values = signed_ranks(op, &host(&signed)?, n, &host(&plus.subtract(&whole)?)?, options.alternative)?;
        Ok(d.xp().from_slice(&values, plus.shape())?.into_dyn())
    };
    let asymptotically = || asymptotic(&plus, &ties, &zeros.squeeze(-1)?, n as f64, options);
    let pvalue = match options.method {
        Method::Auto if n > 50 => asymptotically()?,
        Method::Auto if n > 13 => {
            let plain = ties.equal(0)?.logical_and(&zero.any(-1)?.logical_not()?)?;
            either(&plain, exactly, asymptotically)?
        }
        Method::Asymptotic => asymptotically()?,
        _ => exactly()?,
    };
    let statistic = if options.alternative == Alternative::TwoSided { plus.minimum(&minus)? } else { plus };
    Ok([statistic, pvalue])
}

/// The probability of the sum of positive ranks under the normal distribution (Cureton, 1967, for zeros with ranks).
fn asymptotic<B: Backend>(
    plus: &DynArray<B>,
    ties: &DynArray<B>,
    zeros: &DynArray<B>,
    n: f64,
    options: RankTest,
) -> Result<DynArray<B>> {
    let mean = |count: &DynArray<B>| count.multiply(&count.add(1.0)?)?.multiply(0.25);
    let squares = |count: &DynArray<B>| mean(count)?.multiply(4.0)?.multiply(&count.multiply(2.0)?.add(1.0)?);
    let of_zeros = zeros.power(3.0)?.subtract(zeros)?;
    let all = zeros.multiply(0.0)?.add(n)?;
    let (mean, squares, ties) = match options.zero_method {
        ZeroMethod::Wilcox => {
            let left = all.subtract(zeros)?;
            (mean(&left)?, squares(&left)?, ties.subtract(&of_zeros)?)
        }
        ZeroMethod::Pratt => {
            let mean = mean(&all)?.subtract(&mean(zeros)?)?;
            (mean, squares(&all)?.subtract(&squares(zeros)?)?, ties.subtract(&of_zeros)?)
        }
        ZeroMethod::Zsplit => (mean(&all)?, squares(&all)?, ties.clone()),
    };
    let deviation = squares.subtract(&ties.multiply(0.5)?)?.divide(24.0)?.sqrt()?;
    let distance = plus.subtract(&mean)?;
    let distance = match (options.correction, options.alternative) {
        (Some(true), Alternative::Greater) => distance.subtract(0.5)?,
        (Some(true), Alternative::Less) => distance.add(0.5)?,
        (Some(true), Alternative::TwoSided) => distance.subtract(&distance.sign()?.multiply(0.5)?)?,
        _ => distance,
    };
    normal(&distance.divide(&deviation)?, options.alternative)
}
