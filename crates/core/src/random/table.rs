//! Integers of a distribution whose parameters are the same everywhere: by inversion, from a table of the distribution function.

use super::Generator;
use crate::array::{Array, Create, IntoShape};
use crate::backend::{Backend, Side};
use crate::error::Result;

/// The largest variance of a distribution with a table, which has about 1,900 numbers then: a search among more of them takes longer
/// than rejection.
const LARGEST_VARIANCE: f64 = 1e4;

/// Numbers that are less probable than the mode by this factor are left out: all of them together are less than the distance of two
/// uniform numbers.
const LEAST: f64 = 1e-20;

/// A distribution function.
pub(super) struct Table {
    /// The least number.
    first: i64,
    /// The probability of each number and those below it.
    shares: Vec<f64>,
}

impl Table {
    /// From the mode, and the probability of a number's neighbour above, and below, divided by its own.
    fn new(mode: f64, above: impl Fn(f64) -> f64, below: impl Fn(f64) -> f64) -> Self {
        let side = |ratio: &dyn Fn(f64) -> f64, step: f64| {
            let (mut k, mut share, mut shares) = (mode, ratio(mode), Vec::new());
            // Where there is no neighbour, its ratio is 0 or NaN.
            while share > LEAST {
                shares.push(share);
                k += step;
                share *= ratio(k);
            }
            shares
        };
        let (lower, upper) = (side(&below, -1.0), side(&above, 1.0));
        let first = mode as i64 - lower.len() as i64;
        let mut shares: Vec<f64> = lower.into_iter().rev().chain([1.0]).chain(upper).collect();
        let mut sum = 0.0;
        for share in &mut shares {
            sum += *share;
            *share = sum;
        }
        shares.iter_mut().for_each(|share| *share /= sum);
        Self { first, shares }
    }

    /// Poisson's distribution, unless it is too wide.
    pub fn poisson(mean: f64) -> Option<Self> {
        let narrow = mean <= LARGEST_VARIANCE;
        narrow.then(|| Self::new(mean.floor(), |k| mean / (k + 1.0), |k| k / mean))
    }

    /// The binomial distribution, unless it is too wide.
    pub fn binomial(n: f64, p: f64) -> Option<Self> {
        let q = 1.0 - p;
        let narrow = n * p * q <= LARGEST_VARIANCE;
        let mode = ((n + 1.0) * p).floor().min(n);
        let above = |k: f64| (n - k) / (k + 1.0) * p / q;
        let below = |k: f64| k / (n - k + 1.0) * q / p;
        narrow.then(|| Self::new(mode, above, below))
    }
}

impl<B: Backend> Generator<B> {
    /// An array of a distribution's numbers.
    pub(super) fn looked_up(&mut self, table: &Table, shape: impl IntoShape) -> Result<Array<i64, B>> {
        let shares = self.xp.from_slice(&table.shares, table.shares.len())?;
        let u = self.random::<f64>(shape)?;
        let places = shares.searchsorted_with(&u, Side::Right)?;
        Ok(places + table.first)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shares(table: &Table) -> (i64, Vec<f64>) {
        let below = [0.0].into_iter().chain(table.shares.iter().copied());
        (table.first, table.shares.iter().zip(below).map(|(to, from)| to - from).collect())
    }

    #[test]
    fn probabilities() {
        let (first, found) = shares(&Table::poisson(2.0).unwrap());
        assert_eq!(first, 0);
        for (k, expected) in [(0, 0.135_335_283_236_612_7), (1, 0.270_670_566_473_225_4), (5, 0.036_089_408_863_096_72)]
        {
            assert!((found[k] - expected).abs() < 1e-15);
        }
        let (first, found) = shares(&Table::binomial(4.0, 0.75).unwrap());
        assert_eq!((first, found.len()), (0, 5));
        for (k, expected) in [1.0, 12.0, 54.0, 108.0, 81.0].into_iter().enumerate() {
            assert!((found[k] - expected / 256.0).abs() < 1e-15);
        }
        // The numbers around a large mean.
        let (first, found) = shares(&Table::poisson(1e4).unwrap());
        let mean: f64 = found.iter().zip(first..).map(|(share, k)| share * k as f64).sum();
        assert!(first > 9000 && found.len() < 2000 && (mean - 1e4).abs() < 1e-8);
    }

    #[test]
    fn ends() {
        for (table, only) in [
            (Table::poisson(0.0), 0),
            (Table::binomial(0.0, 0.5), 0),
            (Table::binomial(9e15, 0.0), 0),
            (Table::binomial(9e15, 1.0), 9_000_000_000_000_000),
        ] {
            let table = table.unwrap();
            assert_eq!((table.first, table.shares), (only, vec![1.0]));
        }
        let rare = Table::poisson(1e-300).unwrap();
        assert_eq!((rare.first, rare.shares), (0, vec![1.0]));
        assert!(Table::poisson(1e5).is_none() && Table::binomial(1e6, 0.5).is_none());
    }
}
