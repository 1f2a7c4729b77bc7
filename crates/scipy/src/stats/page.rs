//! Page's test of an order of treatments.

use super::rank_tests::Method;
use super::ranks::{RankMethod, rankdata};
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Create, Error, Result, TypeClass};

const OP: &str = "page_trend_test";

/// The most columns of an exact probability, for which the sums of all subsets of ranks are kept.
const MOST: usize = 16;

/// Options of [`page_trend_test`].
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::{Method, PageTrend, page_trend_test};
/// let ranks = xp.array([[3, 1, 2], [3, 2, 1]])?;
/// let options = PageTrend::new().ranked(true).predicted_ranks(&[3, 2, 1]).method(Method::Exact);
/// assert_eq!(page_trend_test(&ranks, options)?.statistic, 27.0);
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct PageTrend {
    ranked: bool,
    predicted: Option<Vec<usize>>,
    method: Method,
}

impl PageTrend {
    /// Of observations, whose columns are expected to grow from the first to the last one.
    pub fn new() -> Self {
        Self::default()
    }

    /// Whether the elements are ranks.
    pub fn ranked(self, ranked: bool) -> Self {
        Self { ranked, ..self }
    }

    /// The expected rank of each column, from 1 on.
    pub fn predicted_ranks(self, ranks: &[usize]) -> Self {
        Self { predicted: Some(ranks.to_vec()), ..self }
    }

    /// How the probability is computed; by default exactly up to 8 columns with 12 rows, and 3 columns with 20.
    pub fn method(self, method: Method) -> Self {
        Self { method, ..self }
    }
}

/// What [`page_trend_test`] gives.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PageTrendTest {
    /// The sum of the products of ranks and expected ranks.
    pub statistic: f64,
    /// The probability of one at least as large where there is no order.
    pub pvalue: f64,
    /// How it was computed: exactly, or asymptotically.
    pub method: Method,
}

/// Whether the columns of a matrix, of which each row is a judge's, are in an order, by the products of their ranks with those that are expected
/// (Page, Ordered hypotheses for multiple treatments, 1963). The ranks are taken on the device; an exact probability counts all rankings on the host.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::{PageTrend, page_trend_test};
/// let test = page_trend_test(&xp.array([[1.0, 2.0, 4.0], [2.0, 3.0, 5.0]])?, PageTrend::new())?;
/// assert_eq!((test.statistic, format!("{:.6}", test.pvalue)), (28.0, "0.027778".into()));
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] unless there are two axes, two rows and three columns; for NaN; for given ranks outside of 1 to the number of columns;
/// for expected ranks that do not have each of these once; and for an exact probability of more than 16 columns. [`Error::DType`] for complex numbers.
pub fn page_trend_test<B: Backend>(data: &impl AnyArray<B>, options: PageTrend) -> Result<PageTrendTest> {
    let data = data.as_dyn();
    TypeClass::RealElement.check(OP, data.dtype())?;
    let &[m, n] = data.shape() else {
        return Err(Error::value(OP, format!("the shape {:?}, which is no matrix's", data.shape())));
    };
    if m < 2 || n < 3 {
        return Err(Error::value(OP, format!("{m} rows and {n} columns, where 2 and 3 are the least")));
    }
    let is_true = |x: DynArray<B>| Ok::<bool, Error>(x.item()?.get());
    if is_true(data.isnan()?.any(..)?)? {
        return Err(Error::value(OP, "NaN has no rank"));
    }
    let ranks = if options.ranked { data.astype(DType::F64)? } else { rankdata(data, RankMethod::Average, 1)? };
    if !is_true(ranks.greater_equal(1)?.logical_and(&ranks.less_equal(n as f64)?)?.all(..)?)? {
        return Err(Error::value(OP, format!("the ranks are not from 1 to {n}")));
    }
    let predicted = options.predicted.unwrap_or_else(|| (1..=n).collect());
    let mut sorted = predicted.clone();
    sorted.sort_unstable();
    if !sorted.iter().copied().eq(1..=n) {
        return Err(Error::value(OP, format!("the expected ranks are not each from 1 to {n} once")));
    }
    let predicted: Vec<f64> = predicted.into_iter().map(|rank| rank as f64).collect();
    let statistic = ranks.multiply(data.xp().from_slice(&predicted, n)?.as_dyn())?.sum(..)?.item()?.get::<f64>();
    let exact = match options.method {
        Method::Auto => !(n > 8 || (m > 12 && n > 3) || m > 20),
        method => method == Method::Exact,
    };
    if exact {
        // Of ranks that are shared by what is below.
        let pvalue = at_least(statistic as usize, m, n)?;
        return Ok(PageTrendTest { statistic, pvalue, method: Method::Exact });
    }
    let (rows, columns) = (m as f64, n as f64);
    let mean = rows * columns * (columns + 1.0).powi(2) / 4.0;
    let variance = rows * columns * columns * (columns + 1.0) * (columns * columns - 1.0) / 144.0;
    let z = data.xp().full_of(DType::F64, (), (mean - statistic) / variance.sqrt())?;
    Ok(PageTrendTest { statistic, pvalue: z.ndtr()?.item()?.get(), method: Method::Asymptotic })
}

/// The probabilities of the sums of `k p(k)` over the rankings `p` of `n`.
fn products(n: usize) -> Vec<f64> {
    // Of the subsets of places that the first ranks have, which are as many as these.
    let mut subsets = std::collections::BTreeMap::from([(0usize, vec![1.0])]);
    for rank in 1..=n {
        let mut more = std::collections::BTreeMap::new();
        for (used, sums) in &subsets {
            for place in (0..n).filter(|place| used >> place & 1 == 0) {
                let shift = rank * (place + 1);
                let longer: &mut Vec<f64> = more.entry(used | 1 << place).or_default();
                if longer.len() < sums.len() + shift {
                    longer.resize(sums.len() + shift, 0.0);
                }
                let share = (n + 1 - rank) as f64;
                longer[shift..].iter_mut().zip(sums).for_each(|(longer, sum)| *longer += sum / share);
            }
        }
        subsets = more;
    }
    subsets.into_values().next().unwrap_or_default()
}

/// The probability that `m` rankings of `n` have at least a sum.
fn at_least(sum: usize, m: usize, n: usize) -> Result<f64> {
    if n > MOST {
        return Err(Error::value(OP, format!("an exact probability of more than {MOST} columns")));
    }
    let one = products(n);
    let mut all = vec![1.0];
    for _ in 0..m {
        let mut more = vec![0.0; all.len() + one.len() - 1];
        for (start, p) in all.iter().enumerate().filter(|(_, p)| **p > 0.0) {
            more[start..].iter_mut().zip(&one).for_each(|(more, q)| *more += p * q);
        }
        all = more;
    }
    Ok(all.iter().skip(sum).sum::<f64>().min(1.0))
}
