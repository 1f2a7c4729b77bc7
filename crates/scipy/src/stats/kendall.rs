//! Kendall's coefficient of correlation.

use super::exact::inversions;
use super::rank_tests::{Method, RankTest};
use super::sample::{Alternative, Significance, normal};
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, Result};

/// Kendall's coefficient of correlation, by the pairs whose order is the same in both samples (tau-b, with ties); exact probability without
/// ties for up to 33 pairs, asymptotic otherwise. Computed on the host, in `n log(n)` steps for each slice.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::{RankTest, kendalltau};
/// let (x, y) = (xp.array([[12], [2], [1], [12], [2]])?, xp.array([[1], [4], [7], [1], [0]])?);
/// let test = kendalltau(&x, &y, RankTest::new())?;
/// assert_eq!((test.statistic.to_string(), test.pvalue.to_string()), ("[-0.47140452]".into(), "[0.28274546]".into()));
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`pearsonr`](super::pearsonr); [`Error::Value`] for an exact probability where elements are equal, or that takes a billion steps.
pub fn kendalltau<B: Backend>(
    x: &impl AnyArray<B>,
    y: &impl AnyArray<B>,
    options: RankTest,
) -> Result<Significance<B>> {
    correlated("kendalltau", x.as_dyn(), y.as_dyn(), options, Variant::B)
}

/// Kendall's coefficient of correlation for tables that are not square (Stuart's tau-c): the excess of pairs of the same order, over the
/// largest one that the smaller number of different elements allows. The probability is that of [`kendalltau`].
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::{RankTest, kendalltau_c};
/// let (x, y) = (xp.array([[12], [2], [1], [12], [2]])?, xp.array([[1], [4], [7], [1], [0]])?);
/// assert_eq!(kendalltau_c(&x, &y, RankTest::new())?.statistic.to_string(), "[-0.48]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`kendalltau`].
pub fn kendalltau_c<B: Backend>(
    x: &impl AnyArray<B>,
    y: &impl AnyArray<B>,
    options: RankTest,
) -> Result<Significance<B>> {
    correlated("kendalltau_c", x.as_dyn(), y.as_dyn(), options, Variant::C)
}

/// What the excess of pairs of the same order is divided by.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Variant {
    B,
    C,
}

fn correlated<B: Backend>(
    op: &'static str,
    x: &DynArray<B>,
    y: &DynArray<B>,
    options: RankTest,
    variant: Variant,
) -> Result<Significance<B>> {
    let test = options.along.pairs(op, x, y, 2, |x, y, n| {
        let same = x.broadcast_to(x.add(y)?.shape())?;
        let (y, shape) = (y.broadcast_to(same.shape())?, &same.shape()[..same.ndim() - 1]);
        let host = |x: &DynArray<B>| x.astype(DType::F64)?.typed::<f64>()?.to_vec();
        let (xs, ys) = (host(&same)?, host(&y)?);
        let slices = xs.chunks(n).zip(ys.chunks(n));
        let results: Vec<Tau> = slices.map(|(x, y)| tau(op, x, y, options, variant)).collect::<Result<_>>()?;
        let array = |of: &dyn Fn(&Tau) -> f64| {
            let values: Vec<f64> = results.iter().map(of).collect();
            x.xp().from_slice(&values, shape)?.into_dyn().astype(x.dtype())
        };
        let (statistic, exact, z) = (array(&|tau| tau.statistic)?, array(&|tau| tau.exact)?, array(&|tau| tau.z)?);
        let pvalue = z.isnan()?.where_(&exact, &normal(&z, options.alternative)?)?;
        Ok([statistic, pvalue])
    });
    test.map(Significance::new)
}

/// A coefficient, with its exact probability or as a standard normal number; what is not known is NaN.
struct Tau {
    statistic: f64,
    exact: f64,
    z: f64,
}

fn tau(op: &'static str, x: &[f64], y: &[f64], options: RankTest, variant: Variant) -> Result<Tau> {
    let n = x.len() as f64;
    // Zeros of either sign are equal.
    let mut both: Vec<(f64, f64)> = x.iter().zip(y).map(|(&x, &y)| (x + 0.0, y + 0.0)).collect();
    both.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
    let mut of_y: Vec<f64> = both.iter().map(|pair| pair.1).collect();
    let x_ties = Ties::of(both.iter().map(|pair| pair.0));
    let common = Ties::of(both.iter());
    let discordant = sort(&mut of_y);
    let y_ties = Ties::of(of_y.iter());
    let total = 0.5 * n * (n - 1.0);
    let difference = total - x_ties.pairs - y_ties.pairs + common.pairs - 2.0 * discordant;
    let statistic = match variant {
        Variant::B => difference / (total - x_ties.pairs).sqrt() / (total - y_ties.pairs).sqrt(),
        Variant::C => {
            let classes = x_ties.runs.min(y_ties.runs);
            2.0 * difference / (n * n * (classes - 1.0) / classes)
        }
    };
    let nan = both.iter().any(|pair| pair.0.is_nan() || pair.1.is_nan());
    if nan || statistic.is_nan() {
        return Ok(Tau { statistic: f64::NAN, exact: f64::NAN, z: f64::NAN });
    }
    let statistic = statistic.clamp(-1.0, 1.0);
    let few = discordant.min(total - discordant);
    let tied = x_ties.pairs > 0.0 || y_ties.pairs > 0.0;
    let exact = match options.method {
        Method::Auto => !tied && (n <= 33.0 || few <= 1.0),
        method => method == Method::Exact,
    };
    if exact && (tied || n * few > 1e9) {
        let reason = if tied { "equal elements" } else { "so many pairs" };
        return Err(Error::value(op, format!("an exact probability of {reason}: choose the asymptotic one")));
    }
    if exact {
        let up_to = |count: f64| inversions(x.len(), count as usize);
        // Few inversions mean a large coefficient.
        let exact = match options.alternative {
            Alternative::Greater => up_to(discordant),
            Alternative::Less => up_to(total - discordant),
            Alternative::TwoSided => (2.0 * up_to(few)).min(1.0),
        };
        return Ok(Tau { statistic, exact, z: f64::NAN });
    }
    let m = n * (n - 1.0);
    let triples = if n > 2.0 { x_ties.triples * y_ties.triples / (9.0 * m * (n - 2.0)) } else { 0.0 };
    let third = (m * (2.0 * n + 5.0) - x_ties.third - y_ties.third) / 18.0;
    let variance = third + 2.0 * x_ties.pairs * y_ties.pairs / m + triples;
    Ok(Tau { statistic, exact: f64::NAN, z: difference / variance.sqrt() })
}

/// Runs of `t` equal numbers, with the sums over them of `t (t - 1) / 2`, `t (t - 1) (t - 2)` and `t (t - 1) (2 t + 5)`.
#[derive(Default)]
struct Ties {
    pairs: f64,
    triples: f64,
    third: f64,
    /// How many runs there are.
    runs: f64,
}

impl Ties {
    /// Of sorted numbers.
    fn of<T: PartialEq>(sorted: impl Iterator<Item = T>) -> Self {
        let mut ties = Self::default();
        let (mut last, mut run) = (None, 0.0);
        for x in sorted {
            let x = Some(x);
            if x != last {
                ties.add(run);
                (last, run) = (x, 0.0);
            }
            run += 1.0;
        }
        ties.add(run);
        ties
    }

    fn add(&mut self, t: f64) {
        self.runs += f64::from(u8::from(t > 0.0));
        self.pairs += 0.5 * t * (t - 1.0);
        self.triples += t * (t - 1.0) * (t - 2.0);
        self.third += t * (t - 1.0) * (2.0 * t + 5.0);
    }
}

/// Sorts by merging, and says how many pairs were in the wrong order.
fn sort(x: &mut [f64]) -> f64 {
    let mut merged = x.to_vec();
    let (mut inversions, mut width) = (0.0, 1);
    while width < x.len() {
        for (from, to) in x.chunks(2 * width).zip(merged.chunks_mut(2 * width)) {
            let (left, right) = from.split_at(width.min(from.len()));
            let (mut i, mut j) = (0, 0);
            for place in to {
                if j == right.len() || i < left.len() && left[i] <= right[j] {
                    *place = left[i];
                    i += 1;
                } else {
                    *place = right[j];
                    inversions += (left.len() - i) as f64;
                    j += 1;
                }
            }
        }
        x.copy_from_slice(&merged);
        width *= 2;
    }
    inversions
}
