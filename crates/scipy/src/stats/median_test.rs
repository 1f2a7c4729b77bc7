//! The test of equal medians.

use super::along::{NanPolicy, Sample, joined};
use super::counts::chi2_contingency;
use super::sample::samples;
use xparray_core::prelude::*;
use xparray_core::{Error, Join, Result};

/// What [`median_test`] makes of elements that are the median of all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MedianTies {
    /// They count as below.
    #[default]
    Below,
    /// They count as above.
    Above,
    /// They count as neither.
    Ignore,
}

/// Options of [`median_test`].
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::{MedianTest, MedianTies, median_test};
/// let (x, y) = (xp.array([1.0, 2.0, 3.0, 9.0])?, xp.array([3.0, 4.0, 5.0])?);
/// let found = median_test(&[x.as_dyn(), y.as_dyn()], MedianTest::new().ties(MedianTies::Ignore))?;
/// assert_eq!(found.table.map(|table| table.to_string()), Some("[[1 2]\n [2 0]]".into()));
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct MedianTest {
    ties: MedianTies,
    correction: bool,
    lambda: f64,
    nan_policy: NanPolicy,
}

impl Default for MedianTest {
    fn default() -> Self {
        Self { ties: MedianTies::Below, correction: true, lambda: 1.0, nan_policy: NanPolicy::Propagate }
    }
}

impl MedianTest {
    /// The median counts as below, with Yates's correction and Pearson's statistic.
    pub fn new() -> Self {
        Self::default()
    }

    /// What becomes of elements that are the median.
    pub fn ties(self, ties: MedianTies) -> Self {
        Self { ties, ..self }
    }

    /// Whether counts of two samples are corrected (Yates).
    pub fn correction(self, correction: bool) -> Self {
        Self { correction, ..self }
    }

    /// The power of the statistic, as of [`power_divergence`](super::power_divergence).
    pub fn lambda(self, lambda: f64) -> Self {
        Self { lambda, ..self }
    }

    /// What becomes of NaN.
    pub fn nan_policy(self, nan_policy: NanPolicy) -> Self {
        Self { nan_policy, ..self }
    }
}

/// What [`median_test`] gives.
#[derive(Clone, Debug)]
pub struct MedianTested<B: Backend> {
    /// The statistic.
    pub statistic: DynArray<B>,
    /// The probability of one at least as large.
    pub pvalue: DynArray<B>,
    /// The median of all elements.
    pub median: DynArray<B>,
    /// How many elements of each sample are above the median, and how many are not, of shape (2, samples); none if the median is NaN.
    pub table: Option<DynArray<B>>,
}

/// Whether vectors have one median (Mood), by the table of how many elements of each are above the median of all.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::{MedianTest, median_test};
/// let (x, y) = (xp.array([1.0, 2.0, 3.0, 9.0])?, xp.array([3.0, 4.0, 5.0])?);
/// let found = median_test(&[x.as_dyn(), y.as_dyn()], MedianTest::new())?;
/// assert_eq!((found.median.to_string(), format!("{:.6}", found.pvalue.item()?.get::<f64>())), ("3.0".into(), "0.740857".into()));
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] for fewer than two samples, for what is no vector or has no element, where all elements are on one side of the median, where a
/// sample has none but the median, and for NaN that is to be an error; [`Error::DType`] for complex numbers.
pub fn median_test<B: Backend>(x: &[&DynArray<B>], options: MedianTest) -> Result<MedianTested<B>> {
    const OP: &str = "median_test";
    if x.len() < 2 || x.iter().any(|x| x.ndim() != 1 || x.is_empty()) {
        return Err(Error::value(OP, "the test is of two or more vectors with elements"));
    }
    let given: Vec<Sample<B>> = x.iter().map(|x| samples(OP, x, None)).collect::<Result<_>>()?;
    let all = joined(OP, &given)?;
    let median = if options.nan_policy == NanPolicy::Omit { all.nanmedian(..)? } else { all.median(..)? };
    if median.isnan()?.typed::<bool>()?.item()? {
        if options.nan_policy == NanPolicy::Raise {
            return Err(Error::value(OP, "a sample has NaN"));
        }
        return Ok(MedianTested { statistic: median.clone(), pvalue: median.clone(), median, table: None });
    }
    // Comparisons with NaN count for neither side.
    let above = |x: &DynArray<B>| match options.ties {
        MedianTies::Above => x.greater_equal(&median),
        MedianTies::Below | MedianTies::Ignore => x.greater(&median),
    };
    let below = |x: &DynArray<B>| match options.ties {
        MedianTies::Below => x.less_equal(&median),
        MedianTies::Above | MedianTies::Ignore => x.less(&median),
    };
    let above = given.iter().map(|(x, _)| above(x)?.count_nonzero(-1));
    let below = given.iter().map(|(x, _)| below(x)?.count_nonzero(-1));
    let counts: Vec<_> = above.chain(below).collect::<Result<_>>()?;
    let table = all.xp().stack(&counts.iter().collect::<Vec<_>>(), 0)?.reshape([2, x.len()])?;
    let host = table.clone().typed::<i64>()?.to_vec()?;
    let (above, below) = host.split_at(x.len());
    if [above, below].iter().any(|row| row.iter().all(|&count| count == 0)) {
        return Err(Error::value(OP, "all elements are on one side of the median of all"));
    }
    if above.iter().zip(below).any(|(above, below)| above + below == 0) {
        return Err(Error::value(OP, "a sample has no element but the median of all"));
    }
    let found = chi2_contingency(&table, options.correction, options.lambda)?;
    Ok(MedianTested { statistic: found.statistic, pvalue: found.pvalue, median, table: Some(table) })
}
