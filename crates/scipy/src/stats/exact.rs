//! Exact distributions of statistics of ranks and counts, on the host: by recurrences of positive terms, which lose no digits.

use super::sample::Alternative;
use xparray_core::{Error, Result};

/// The probabilities of up to so many pairs, of all orders of `n` and `m` different elements.
pub(super) fn mann_whitney(op: &'static str, n: usize, m: usize) -> Result<Vec<f64>> {
    let (few, many) = (n.min(m), n.max(m));
    let steps = (few as f64 * many as f64).powi(2);
    if steps > 1e9 {
        return Err(Error::value(
            op,
            format!("an exact probability of {n} and {m} elements: choose the asymptotic one"),
        ));
    }
    // The last of i + j elements is of the first sample with probability i / (i + j), and is then larger than j others.
    let mut rows: Vec<Vec<f64>> = vec![vec![1.0]; many + 1];
    for i in 1..=few {
        let mut next: Vec<Vec<f64>> = vec![vec![1.0]];
        for j in 1..=many {
            let share = i as f64 / (i + j) as f64;
            let mut row = vec![0.0; i * j + 1];
            rows[j].iter().enumerate().for_each(|(u, p)| row[u + j] += share * p);
            next[j - 1].iter().enumerate().for_each(|(u, p)| row[u] += (1.0 - share) * p);
            next.push(row);
        }
        rows = next;
    }
    Ok(cumulated(&rows[many]))
}

fn cumulated(p: &[f64]) -> Vec<f64> {
    p.iter()
        .scan(0.0, |sum, p| {
            *sum += p;
            Some(*sum)
        })
        .collect()
}

/// The probabilities of sums of ranks with random signs, for slices of `n` ranks and the sum of those that are positive in each.
pub(super) fn signed_ranks(
    op: &'static str,
    ranks: &[f64],
    n: usize,
    plus: &[f64],
    alternative: Alternative,
) -> Result<Vec<f64>> {
    if n > 1000 {
        return Err(Error::value(op, format!("an exact probability of {n} elements: choose the asymptotic one")));
    }
    let one = |(ranks, &plus): (&[f64], &f64)| {
        if plus.is_nan() {
            return f64::NAN;
        }
        // Twice the ranks are integers.
        let whole = |x: f64| (2.0 * x).round() as usize;
        let mut p = vec![1.0];
        for rank in ranks.iter().map(|&rank| whole(rank)).filter(|&rank| rank > 0) {
            let mut next = vec![0.0; p.len() + rank];
            p.iter().enumerate().for_each(|(k, p)| {
                next[k] += 0.5 * p;
                next[k + rank] += 0.5 * p;
            });
            p = next;
        }
        let at = whole(plus);
        let (less, greater) = (p[..=at].iter().sum::<f64>(), p[at..].iter().sum::<f64>());
        sided(less, greater, alternative)
    };
    Ok(ranks.chunks(n).zip(plus).map(one).collect())
}

/// The probability of one alternative, of those of at most and at least so much.
pub(super) fn sided(less: f64, greater: f64, alternative: Alternative) -> f64 {
    match alternative {
        Alternative::Less => less.min(1.0),
        Alternative::Greater => greater.min(1.0),
        Alternative::TwoSided => (2.0 * less.min(greater)).min(1.0),
    }
}

/// The probability of up to `count` inversions in a random order of `n` elements.
pub(super) fn inversions(n: usize, count: usize) -> f64 {
    let mut p = vec![0.0; count + 1];
    p[0] = 1.0;
    for i in 2..=n {
        // The i-th element is before 0 to i - 1 others: a mean over a window.
        let sums = cumulated(&p);
        for (k, p) in p.iter_mut().enumerate() {
            *p = (sums[k] - if k >= i { sums[k - i] } else { 0.0 }) / i as f64;
        }
    }
    p.iter().sum()
}

/// Probabilities of integers from `low` to `high` from their ratios `p(k + 1) / p(k)`, which fall, about the largest one.
pub(super) struct Weights {
    /// The first integer whose probability is not negligible.
    start: u64,
    p: Vec<f64>,
}

impl Weights {
    pub fn of(low: u64, high: u64, mode: u64, ratio: impl Fn(u64) -> f64) -> Self {
        let mode = mode.clamp(low, high);
        let (mut below, mut above) = (Vec::new(), vec![1.0]);
        let (mut k, mut p) = (mode, 1.0);
        while k < high && p > 0.0 {
            p *= ratio(k);
            k += 1;
            above.push(p);
        }
        (k, p) = (mode, 1.0);
        while k > low && p > 0.0 {
            k -= 1;
            p /= ratio(k);
            below.push(p);
        }
        below.reverse();
        let start = mode - below.len() as u64;
        let p = [below, above].concat();
        // The small ones first.
        let mut sorted = p.clone();
        sorted.sort_by(f64::total_cmp);
        let total: f64 = sorted.iter().sum();
        Self { start, p: p.into_iter().map(|p| p / total).collect() }
    }

    /// The integers whose probabilities are not negligible, rising, with these.
    pub fn pairs(self) -> impl Iterator<Item = (u64, f64)> {
        (self.start..).zip(self.p)
    }

    /// The probabilities of at most and of at least `k`, and of those that are no likelier than `k` but for roundings.
    pub fn probability(&self, k: u64, alternative: Alternative) -> f64 {
        let at = |k: u64| k.checked_sub(self.start).and_then(|i| self.p.get(i as usize)).copied().unwrap_or(0.0);
        let likely = at(k) * (1.0 + 1e-7);
        let counts = |i: usize| match alternative {
            Alternative::Less => self.start + i as u64 <= k,
            Alternative::Greater => self.start + i as u64 >= k,
            Alternative::TwoSided => self.p[i] <= likely,
        };
        let mut terms: Vec<f64> = (0..self.p.len()).filter(|&i| counts(i)).map(|i| self.p[i]).collect();
        terms.sort_by(f64::total_cmp);
        terms.iter().sum::<f64>().min(1.0)
    }
}
