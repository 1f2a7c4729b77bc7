//! Exact tests of few counts, on the host.

use super::exact::Weights;
use super::sample::Alternative;
use crate::special;
use xparray_core::prelude::*;
use xparray_core::{Create, Error, Result};

/// How many there may be of what is computed on the host, in so many steps as the square root.
const LARGEST: u64 = 1_000_000_000_000;

/// The ratio of the odds `a / b` and `c / d` in a table `[[a, b], [c, d]]` of counts, and the exact probability of such a table with the
/// same sums (Fisher); to both sides, of all that are no likelier. Computed on the host.
///
/// ```
/// use xparray::scipy::stats::{Alternative, fisher_exact};
/// let (odds, p) = fisher_exact([[6, 2], [1, 4]], Alternative::TwoSided)?;
/// assert_eq!((odds, format!("{p:.6}")), (12.0, "0.102564".into()));
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] for counts whose sum is above 10^12.
pub fn fisher_exact(table: [[u64; 2]; 2], alternative: Alternative) -> Result<(f64, f64)> {
    let [[a, b], [c, d]] = table;
    let all = [a, b, c, d].iter().try_fold(0u64, |sum, &x| sum.checked_add(x)).filter(|&sum| sum <= LARGEST);
    let all = all.ok_or_else(|| Error::value("fisher_exact", format!("the counts {table:?}")))?;
    let (row, column) = (a + b, a + c);
    if row == 0 || column == 0 || row == all || column == all {
        return Ok((f64::NAN, 1.0));
    }
    let odds = if b > 0 && c > 0 { (a as f64 * d as f64) / (b as f64 * c as f64) } else { f64::INFINITY };
    let (low, high) = ((row + column).saturating_sub(all), row.min(column));
    let mode = ((row + 1) as f64 * ((column + 1) as f64 / (all + 2) as f64)) as u64;
    let ratio = |k: u64| {
        let (k, rest) = (k as f64, (all - row) as f64 - column as f64);
        (row as f64 - k) * (column as f64 - k) / ((k + 1.0) * (rest + k + 1.0))
    };
    Ok((odds, Weights::of(low, high, mode, ratio).probability(a, alternative)))
}

/// What [`binomtest`] gives.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BinomTest {
    /// The share of successes.
    pub statistic: f64,
    /// The probability of a number of successes at least as extreme.
    pub pvalue: f64,
    k: u64,
    n: u64,
    alternative: Alternative,
}

/// How [`BinomTest::proportion_ci`] makes an interval.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ProportionMethod {
    /// By the binomial distribution (Clopper and Pearson, 1934).
    #[default]
    Exact,
    /// By the normal distribution (Wilson, 1927).
    Wilson,
    /// By the normal distribution, corrected for the steps of counts (Newcombe, 1998).
    WilsonCorrected,
}

impl BinomTest {
    /// The ends of an interval that covers the probability of success in a share `level` of tests, such as 0.95; of a test to one side, one
    /// end is 0 or 1. Computed on the device.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::stats::{Alternative, ProportionMethod, binomtest};
    /// let test = binomtest(3, 15, 0.1, Alternative::TwoSided)?;
    /// let (low, high) = test.proportion_ci(&xp, 0.95, ProportionMethod::Exact)?;
    /// assert_eq!(format!("{low:.6} {high:.6}"), "0.043312 0.480891");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] for a level beyond 0 to 1.
    pub fn proportion_ci<B: Backend>(&self, xp: &B, level: f64, method: ProportionMethod) -> Result<(f64, f64)> {
        if !(0.0..=1.0).contains(&level) {
            return Err(Error::value("proportion_ci", format!("the level {level}")));
        }
        let tail = if self.alternative == Alternative::TwoSided { 0.5 * (1.0 - level) } else { 1.0 - level };
        let (k, n) = (self.k as f64, self.n as f64);
        let from_below = self.alternative == Alternative::Less || self.k == 0;
        let to_above = self.alternative == Alternative::Greater || self.k == self.n;
        let end =
            |known: bool, value: f64, compute: &dyn Fn() -> Result<f64>| if known { Ok(value) } else { compute() };
        if method == ProportionMethod::Exact {
            let number = |x: DynArray<B>| Ok(x.item()?.get::<f64>());
            let tail = xp.full([], tail)?;
            let low = || number(special::betaincinv(k, n - k + 1.0, &tail)?);
            let high = || number(special::betainccinv(k + 1.0, n - k, &tail)?);
            return Ok((end(from_below, 0.0, &low)?, end(to_above, 1.0, &high)?));
        }
        let z = -xp.full([], tail)?.into_dyn().ndtri()?.item()?.get::<f64>();
        let (p, q, square) = (k / n, (n - k) / n, z * z);
        let denominator = 2.0 * (n + square);
        let center = (2.0 * k + square) / denominator;
        let [below, above] = match method {
            ProportionMethod::WilsonCorrected => [
                1.0 + z * (square - 2.0 - 1.0 / n + 4.0 * p * (n * q + 1.0)).sqrt(),
                1.0 + z * (square + 2.0 - 1.0 / n + 4.0 * p * (n * q - 1.0)).sqrt(),
            ],
            _ => [z * (4.0 * n * p * q + square).sqrt(); 2],
        };
        let low = || Ok(center - below / denominator);
        let high = || Ok(center + above / denominator);
        Ok((end(from_below, 0.0, &low)?, end(to_above, 1.0, &high)?))
    }
}

/// Whether the probability of success is `p`, of `k` successes in `n` attempts, exactly; to both sides, of all numbers of successes that are
/// no likelier. Computed on the host.
///
/// ```
/// use xparray::scipy::stats::{Alternative, binomtest};
/// let test = binomtest(3, 15, 0.1, Alternative::Greater)?;
/// assert_eq!((test.statistic, format!("{:.6}", test.pvalue)), (0.2, "0.184061".into()));
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] for more successes than attempts, no attempts, more than 10^12, or a probability beyond 0 to 1.
pub fn binomtest(k: u64, n: u64, p: f64, alternative: Alternative) -> Result<BinomTest> {
    if k > n || n == 0 || n > LARGEST || !(0.0..=1.0).contains(&p) {
        return Err(Error::value("binomtest", format!("{k} successes in {n} attempts of probability {p}")));
    }
    let mode = if p == 0.0 { 0 } else { (((n + 1) as f64) * p) as u64 };
    let odds = p / (1.0 - p);
    let pvalue = if p == 0.0 || p == 1.0 {
        let certain = if p == 0.0 { 0 } else { n };
        let (less, greater) = (certain <= k, certain >= k);
        let probable = match alternative {
            Alternative::Less => less,
            Alternative::Greater => greater,
            Alternative::TwoSided => less && greater,
        };
        f64::from(u8::from(probable))
    } else {
        let ratio = |k: u64| (n - k) as f64 / (k + 1) as f64 * odds;
        Weights::of(0, n, mode, ratio).probability(k, alternative)
    };
    Ok(BinomTest { statistic: k as f64 / n as f64, pvalue, k, n, alternative })
}
