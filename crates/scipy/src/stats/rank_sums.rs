//! Tests of two samples by the sums and the means of their ranks.

use super::along::{Pairing, Sample, joined};
use super::ranks::{RankMethod, ranks};
use super::sample::{Alternative, Significance, Test, normal, of_normal, student};
use crate::SliceLast;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, Result};

/// The ranks of both samples among all elements.
fn both<B: Backend>(op: &'static str, samples: &[Sample<B>]) -> Result<[DynArray<B>; 2]> {
    if samples.iter().any(|(_, n)| *n == 0) {
        return Err(Error::value(op, "a sample is empty"));
    }
    let (ranks, _) = ranks(&joined(op, samples)?, RankMethod::Average)?;
    let n = samples[0].1;
    Ok([ranks.slice_last(s![0..n])?, ranks.slice_last(s![n..])?])
}

/// Whether elements of `x` tend to be larger or smaller than those of `y`, by the sum of their ranks (Wilcoxon), which is standard normal when moved and
/// scaled; equal elements are not corrected for, as they are in [`mannwhitneyu`](super::mannwhitneyu).
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::{Test, ranksums};
/// let (x, y) = (xp.array([19, 22, 16, 29, 24])?, xp.array([20, 11, 17, 12])?);
/// let test = ranksums(&x, &y, Test::new())?;
/// assert_eq!(format!("{:.6} {:.6}", test.statistic.item()?.get::<f64>(), test.pvalue.item()?.get::<f64>()), "1.714643 0.086411");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] for empty samples; [`Error::Axis`] if the axis is not there; [`Error::Shape`] if shapes do not broadcast but for the lengths;
/// [`Error::DType`] for complex numbers.
pub fn ranksums<B: Backend>(x: &impl AnyArray<B>, y: &impl AnyArray<B>, options: Test) -> Result<Significance<B>> {
    const OP: &str = "ranksums";
    let test = options.along.several(OP, &[x.as_dyn(), y.as_dyn()], Pairing::Independent, 1, &|samples| {
        let [first, _] = both(OP, samples)?;
        let (n, m) = (samples[0].1 as f64, samples[1].1 as f64);
        let away = first.sum(-1)?.subtract(0.5 * n * (n + m + 1.0))?;
        of_normal(away.divide((n * m * (n + m + 1.0) / 12.0).sqrt())?, options.alternative)
    });
    test.map(Significance::new)
}

/// The distribution that [`brunnermunzel`] has its probability by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BrunnerMunzel {
    /// Student's.
    #[default]
    Student,
    /// The normal one.
    Normal,
}

/// Whether elements of `x` tend to be smaller or larger than those of `y`, also where their variances differ (Brunner and Munzel, 2000); NaN for samples of one
/// element. The statistic is positive if elements of `y` are larger; alternatives are those of `x`.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::{BrunnerMunzel, Test, brunnermunzel};
/// let (x, y) = (xp.array([1, 2, 1, 1, 3])?, xp.array([3, 3, 4, 3, 1])?);
/// let test = brunnermunzel(&x, &y, BrunnerMunzel::Student, Test::new())?;
/// assert_eq!(format!("{:.6} {:.6}", test.statistic.item()?.get::<f64>(), test.pvalue.item()?.get::<f64>()), "2.022600 0.085076");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`ranksums`].
pub fn brunnermunzel<B: Backend>(
    x: &impl AnyArray<B>,
    y: &impl AnyArray<B>,
    distribution: BrunnerMunzel,
    options: Test,
) -> Result<Significance<B>> {
    const OP: &str = "brunnermunzel";
    // What is greater by the statistic is `y`.
    let alternative = match options.alternative {
        Alternative::TwoSided => Alternative::TwoSided,
        Alternative::Less => Alternative::Greater,
        Alternative::Greater => Alternative::Less,
    };
    let test = options.along.several(OP, &[x.as_dyn(), y.as_dyn()], Pairing::Independent, 1, &|samples| {
        let together = both(OP, samples)?;
        let (n, m) = (samples[0].1 as f64, samples[1].1 as f64);
        let variance = |k: usize, count: f64| -> Result<DynArray<B>> {
            let (alone, _) = ranks(&samples[k].0, RankMethod::Average)?;
            let away = together[k].subtract(&alone)?;
            let centred = away.subtract(&away.mean(keepdims(-1))?)?;
            centred.square()?.sum(-1)?.multiply(count / (count - 1.0))
        };
        let (a, b) = (variance(0, n)?, variance(1, m)?);
        let difference = together[1].mean(-1)?.subtract(&together[0].mean(-1)?)?;
        let sum = a.add(&b)?;
        let statistic = difference.multiply(n * m / (n + m))?.divide(&sum.sqrt()?)?;
        let pvalue = match distribution {
            BrunnerMunzel::Normal => normal(&statistic, alternative)?,
            BrunnerMunzel::Student => {
                let parts = a.square()?.divide(n - 1.0)?.add(&b.square()?.divide(m - 1.0)?)?;
                student(&statistic, &sum.square()?.divide(&parts)?, alternative)?
            }
        };
        Ok([statistic, pvalue])
    });
    test.map(Significance::new)
}
