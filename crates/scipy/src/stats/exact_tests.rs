//! Exact tests of few counts, on the host.

use super::exact::Weights;
use super::sample::Alternative;
use xparray_core::{Error, Result};

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
    Ok(BinomTest { statistic: k as f64 / n as f64, pvalue })
}
