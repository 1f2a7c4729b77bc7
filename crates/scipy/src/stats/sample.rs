//! What tests take and give: samples along an axis, alternatives, statistics with their probabilities.

use super::along::{Along, along_setters};
use crate::{field, special};
use xparray_core::prelude::*;
use xparray_core::{Error, Result, TypeClass};

/// Which deviations from the null hypothesis count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Alternative {
    /// Those to both sides.
    #[default]
    TwoSided,
    /// Smaller values than the hypothesis says.
    Less,
    /// Larger ones.
    Greater,
}

/// Options of tests: the axis, what becomes of NaN, and the alternative.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::{Alternative, Test, ttest_1samp};
/// let x = xp.array([[1.0, 2.0, 4.0], [2.0, 2.0, 3.0]])?;
/// let options = Test::new().axis(1).alternative(Alternative::Greater);
/// assert_eq!(ttest_1samp(&x, 2.0, options)?.pvalue.to_string(), "[0.37090056 0.21132487]");
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Test {
    pub(super) along: Along,
    pub(super) trim: f64,
    pub(super) alternative: Alternative,
}

impl Default for Test {
    fn default() -> Self {
        Self { along: Along::new(0), trim: 0.0, alternative: Alternative::TwoSided }
    }
}

impl Test {
    /// Along the first axis, to both sides.
    pub fn new() -> Self {
        Self::default()
    }

    along_setters!();

    /// The share of elements at either end that [`ttest_ind`](super::ttest_ind) replaces by their neighbours (Yuen, 1974).
    pub fn trim(self, trim: f64) -> Self {
        Self { trim, ..self }
    }

    /// The alternative.
    pub fn alternative(self, alternative: Alternative) -> Self {
        Self { alternative, ..self }
    }
}

/// A statistic for each slice, and the probability of one at least as extreme under the null hypothesis.
#[derive(Clone, Debug)]
pub struct Significance<B: Backend> {
    /// The statistic.
    pub statistic: DynArray<B>,
    /// The probability.
    pub pvalue: DynArray<B>,
}

impl<B: Backend> Significance<B> {
    pub(super) fn new([statistic, pvalue]: [DynArray<B>; 2]) -> Self {
        Self { statistic, pvalue }
    }
}

/// Samples as slices along the last axis, in floats; and how many elements each has.
pub(super) fn samples<B: Backend>(
    op: &'static str,
    x: &DynArray<B>,
    axis: Option<isize>,
) -> Result<(DynArray<B>, usize)> {
    TypeClass::RealElement.check(op, x.dtype())?;
    let x = match axis {
        Some(axis) if x.ndim() == 0 => return Err(Error::Axis { op, axis, ndim: 0 }),
        Some(axis) => x.moveaxis(axis, -1)?,
        None => x.ravel()?,
    };
    let n = x.shape().last().copied().unwrap_or_default();
    Ok((field(&x)?, n))
}

/// The probability under the normal distribution.
pub(super) fn normal<B: Backend>(z: &DynArray<B>, alternative: Alternative) -> Result<DynArray<B>> {
    match alternative {
        Alternative::Less => z.ndtr(),
        Alternative::Greater => z.negative()?.ndtr(),
        Alternative::TwoSided => z.abs()?.negative()?.ndtr()?.multiply(2.0),
    }
}

/// The probability under Student's distribution.
pub(super) fn student<B: Backend>(t: &DynArray<B>, df: &DynArray<B>, alternative: Alternative) -> Result<DynArray<B>> {
    match alternative {
        Alternative::Less => special::stdtr(df, t),
        Alternative::Greater => special::stdtr(df, &t.negative()?),
        Alternative::TwoSided => special::stdtr(df, &t.abs()?.negative()?)?.multiply(2.0),
    }
}

/// A statistic with its probability under the normal distribution.
pub(super) fn of_normal<B: Backend>(statistic: DynArray<B>, alternative: Alternative) -> Result<[DynArray<B>; 2]> {
    let pvalue = normal(&statistic, alternative)?;
    Ok([statistic, pvalue])
}

/// A statistic with its probability under the distribution of chi squared.
pub(super) fn of_chi_squared<B: Backend>(statistic: DynArray<B>, df: f64) -> Result<[DynArray<B>; 2]> {
    let pvalue = special::chdtrc(df, &statistic)?;
    Ok([statistic, pvalue])
}
