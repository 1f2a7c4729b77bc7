//! Exact tests of tables whose columns are two samples: of the probability of both, the worst counts. On the host.

use super::exact::Weights;
use super::sample::Alternative;
use xparray_core::{Error, Result};

/// The samples of both columns, and how many of each are in the first row.
#[derive(Clone, Copy)]
struct Columns {
    sizes: [u64; 2],
    observed: [u64; 2],
}

impl Columns {
    /// Of a table `[[a, b], [c, d]]`.
    fn new(op: &'static str, [[a, b], [c, d]]: [[u64; 2]; 2]) -> Result<Self> {
        let all = [a, b, c, d].iter().try_fold(0u64, |sum, &x| sum.checked_add(x)).unwrap_or(u64::MAX);
        // Probabilities are summed at four times as many places as there are counts.
        if all as f64 * all as f64 > 2.5e8 {
            return Err(Error::value(op, format!("a table of {all} counts, where 15811 are the most")));
        }
        Ok(Self { sizes: [a + c, b + d], observed: [a, b] })
    }

    fn total(&self) -> u64 {
        self.sizes[0] + self.sizes[1]
    }

    /// The hypergeometric probabilities of the counts of one of the columns, where those of both sum up to `sum`: pairs, with rising counts.
    fn given(&self, column: usize, sum: u64) -> Vec<(u64, f64)> {
        let (own, other) = (self.sizes[column], self.sizes[1 - column]);
        let (low, high) = (sum.saturating_sub(other), sum.min(own));
        let mode = ((sum + 1) as f64 * ((own + 1) as f64 / (own + other + 2) as f64)) as u64;
        let ratio = |k: u64| (own - k) as f64 * (sum - k) as f64 / ((k + 1) as f64 * (other + k + 1 - sum) as f64);
        Weights::of(low, high, mode, ratio).pairs().collect()
    }

    /// The largest probability of the pairs of counts that are `extreme`, over all probabilities of the samples.
    fn worst(&self, extreme: impl Fn(u64, u64) -> bool) -> f64 {
        let share = |sum: u64| {
            let rows = self.given(0, sum).into_iter();
            rows.filter(|&(x, _)| extreme(x, sum - x)).map(|(_, p)| p).sum::<f64>()
        };
        greatest(&(0..=self.total()).map(share).collect::<Vec<_>>())
    }
}

/// The greatest mean of shares of the counts from 0 to `n` under a binomial distribution: near the best of many of its probabilities, by
/// sections of the interval around each.
fn greatest(shares: &[f64]) -> f64 {
    let n = shares.len() - 1;
    let mut binomial = 0.0;
    let mut logs = Vec::new();
    for (s, share) in shares.iter().enumerate() {
        if *share > 0.0 {
            logs.push((s as f64, share.ln() + binomial));
        }
        binomial += ((n - s) as f64 / (s + 1) as f64).ln();
    }
    let mean = |p: f64| {
        if p <= 0.0 || p >= 1.0 {
            return shares[if p <= 0.0 { 0 } else { n }];
        }
        let (first, second) = (p.ln(), (-p).ln_1p());
        logs.iter().map(|(s, log)| (log + s * first + (n as f64 - s) * second).exp()).sum()
    };
    let parts = (4 * n).max(200);
    let values: Vec<f64> = (0..=parts).map(|k| mean(k as f64 / parts as f64)).collect();
    let mut order: Vec<usize> = (0..=parts).collect();
    order.sort_by(|&i, &j| values[j].total_cmp(&values[i]));
    let mut best = values[order[0]];
    for &k in &order[..3] {
        let mut low = k.saturating_sub(1) as f64 / parts as f64;
        let mut high = (k + 1).min(parts) as f64 / parts as f64;
        for _ in 0..40 {
            let third = (high - low) / 3.0;
            if mean(low + third) < mean(high - third) {
                low += third;
            } else {
                high -= third;
            }
        }
        best = best.max(mean(0.5 * (low + high)));
    }
    best.min(1.0)
}

/// Wald's statistic of a table `[[a, b], [c, d]]` whose columns are two samples, and the exact probability of one as extreme (Barnard, 1947): the
/// largest over all probabilities that both samples may have. The statistic divides by the variance of both samples together (`pooled`), or by
/// the sum of those of each. Computed on the host.
///
/// ```
/// use xparray::scipy::stats::{Alternative, barnard_exact};
/// let (statistic, p) = barnard_exact([[7, 12], [8, 3]], Alternative::TwoSided, true)?;
/// assert_eq!(format!("{statistic:.4} {p:.6}"), "-1.8943 0.068218");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] for more than 15811 counts.
pub fn barnard_exact(table: [[u64; 2]; 2], alternative: Alternative, pooled: bool) -> Result<(f64, f64)> {
    let columns = Columns::new("barnard_exact", table)?;
    let [m, n] = columns.sizes.map(|size| size as f64);
    if m == 0.0 || n == 0.0 {
        return Ok((f64::NAN, 1.0));
    }
    let wald = |x: u64, y: u64| {
        let (x, y) = (x as f64, y as f64);
        let (p, q, r) = (x / m, y / n, (x + y) / (m + n));
        let variance = match pooled {
            true => r * (1.0 - r) * (1.0 / m + 1.0 / n),
            false => p * (1.0 - p) / m + q * (1.0 - q) / n,
        };
        if p == q { 0.0 } else { (p - q) / variance.sqrt() }
    };
    let observed = wald(columns.observed[0], columns.observed[1]);
    // What differs by roundings is the same.
    let near = if observed.is_finite() { 1e-13 * observed.abs() } else { 0.0 };
    let pvalue = columns.worst(|x, y| match alternative {
        Alternative::TwoSided => wald(x, y).abs() >= observed.abs() - near,
        Alternative::Less => wald(x, y) <= observed + near,
        Alternative::Greater => wald(x, y) >= observed - near,
    });
    Ok((observed, pvalue))
}

/// The probability that [`fisher_exact`](super::fisher_exact) has for a table `[[a, b], [c, d]]` whose columns are two samples, and the exact
/// probability of one as small (Boschloo, 1970): the largest over all probabilities that both samples may have. To both sides the smaller one
/// counts twice. Computed on the host.
///
/// ```
/// use xparray::scipy::stats::{Alternative, boschloo_exact};
/// let (statistic, p) = boschloo_exact([[74, 31], [43, 32]], Alternative::Greater)?;
/// assert_eq!(format!("{statistic:.7} {p:.7}"), "0.0483122 0.0355641");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`barnard_exact`].
pub fn boschloo_exact(table: [[u64; 2]; 2], alternative: Alternative) -> Result<(f64, f64)> {
    let columns = Columns::new("boschloo_exact", table)?;
    if columns.sizes.contains(&0) {
        return Ok((f64::NAN, f64::NAN));
    }
    let column = match alternative {
        Alternative::Less => 0,
        Alternative::Greater => 1,
        Alternative::TwoSided => {
            let (greater, less) =
                (boschloo_exact(table, Alternative::Greater)?, boschloo_exact(table, Alternative::Less)?);
            let (statistic, pvalue) = if less.1 < greater.1 { less } else { greater };
            return Ok((statistic, (2.0 * pvalue).min(1.0)));
        }
    };
    // The probabilities of at most each count of a column, for each sum of both.
    let cumulated = |sum: u64| {
        columns.given(column, sum).into_iter().scan(0.0, |total, (k, p)| {
            *total += p;
            Some((k, p, *total))
        })
    };
    let [a, b] = columns.observed;
    let here = cumulated(a + b).find(|&(k, ..)| k == columns.observed[column]).map_or(0.0, |(.., total)| total);
    // What differs by roundings is the same.
    let most = here * (1.0 + 1e-12);
    let share = |sum: u64| cumulated(sum).filter(|&(.., total)| total <= most).map(|(_, p, _)| p).sum::<f64>();
    Ok((here, greatest(&(0..=columns.total()).map(share).collect::<Vec<_>>())))
}
