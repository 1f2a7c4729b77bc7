//! Tests by shuffling samples.

use super::exact::sided;
use super::resampling::{number, statistics};
use super::sample::{Alternative, samples};
use crate::SliceLast;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Create, Error, Result};

/// What is shuffled under the null hypothesis.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PermutationType {
    /// All elements: independent samples are of one distribution.
    #[default]
    Independent,
    /// The elements at one place of all samples: samples of corresponding elements are of one distribution.
    Samples,
    /// The places of the elements of each sample: what is at one place does not depend on each other.
    Pairings,
}

/// Options of [`permutation_test_with`].
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::{Permutation, PermutationType, permutation_test_with};
/// let (x, y) = (xp.array([1.0, 2.0, 3.0, 4.0])?, xp.array([1.0, 2.0, 4.0, 9.0])?);
/// let product = |x: &[DynArray<Cpu>]| x[0].multiply(&x[1])?.sum(-1);
/// let options = Permutation::new().permutation_type(PermutationType::Pairings);
/// let found = permutation_test_with(&[x.as_dyn(), y.as_dyn()], product, &mut xp.rng(1), options)?;
/// assert_eq!((found.statistic, (found.pvalue * 24.0).round()), (53.0, 2.0)); // one of 24 orders, to both sides
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Permutation {
    permutation_type: PermutationType,
    n_resamples: usize,
    alternative: Alternative,
}

impl Default for Permutation {
    fn default() -> Self {
        Self { permutation_type: PermutationType::Independent, n_resamples: 9999, alternative: Alternative::TwoSided }
    }
}

impl Permutation {
    /// Independent samples, 9999 shuffles, to both sides.
    pub fn new() -> Self {
        Self::default()
    }

    /// What is shuffled.
    pub fn permutation_type(self, permutation_type: PermutationType) -> Self {
        Self { permutation_type, ..self }
    }

    /// How many shuffles there are; if no more are different, each of them once.
    pub fn n_resamples(self, n_resamples: usize) -> Self {
        Self { n_resamples, ..self }
    }

    /// The alternative.
    pub fn alternative(self, alternative: Alternative) -> Self {
        Self { alternative, ..self }
    }
}

/// What [`permutation_test_with`] finds.
#[derive(Clone, Debug)]
pub struct Permuted<B: Backend> {
    /// The statistic of the samples.
    pub statistic: f64,
    /// The probability of one at least as extreme.
    pub pvalue: f64,
    /// The statistics of shuffled samples, a vector.
    pub null_distribution: DynArray<B>,
}

/// The probability of a statistic of two independent samples at least as extreme when their elements are shuffled: `(statistic, pvalue)`, by so
/// many random shuffles, the observed one among them, or by all if they are no more. The statistic is a function of both samples along the last
/// axis, of many at once.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::{Alternative, permutation_test};
/// let (x, y) = (xp.array([1.0, 2.0, 3.0])?, xp.array([4.0, 5.0, 6.0])?);
/// let difference = |x: &_, y: &_| DynArray::subtract(&DynArray::mean(x, -1)?, &DynArray::mean(y, -1)?);
/// let (statistic, p) = permutation_test(&x, &y, difference, &mut xp.rng(1), 9999, Alternative::TwoSided)?;
/// assert_eq!((statistic, p), (-3.0, 0.1)); // two of twenty choices are as extreme
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`permutation_test_with`].
pub fn permutation_test<B: Backend>(
    x: &impl AnyArray<B>,
    y: &impl AnyArray<B>,
    statistic: impl Fn(&DynArray<B>, &DynArray<B>) -> Result<DynArray<B>>,
    rng: &mut Generator<B>,
    n_resamples: usize,
    alternative: Alternative,
) -> Result<(f64, f64)> {
    let options = Permutation::new().n_resamples(n_resamples).alternative(alternative);
    let found = permutation_test_with(&[x.as_dyn(), y.as_dyn()], |x| statistic(&x[0], &x[1]), rng, options)?;
    Ok((found.statistic, found.pvalue))
}

/// [`permutation_test`] of any number of samples, with options.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::{Alternative, Permutation, PermutationType, permutation_test_with};
/// let (x, y) = (xp.array([3.0, 5.0, 4.0])?, xp.array([1.0, 2.0, 3.0])?);
/// let difference = |x: &[DynArray<Cpu>]| x[0].subtract(&x[1])?.mean(-1);
/// let options = Permutation::new().permutation_type(PermutationType::Samples).alternative(Alternative::Greater);
/// let found = permutation_test_with(&[x.as_dyn(), y.as_dyn()], difference, &mut xp.rng(1), options)?;
/// assert_eq!((found.statistic, found.pvalue), (2.0, 0.125)); // one of eight choices of signs
/// assert_eq!(found.null_distribution.len(), 8);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] for samples that are empty or, unless they are independent, of different lengths, no samples, no shuffles, and a statistic
/// that is no number for each; [`Error::DType`] for complex numbers; those of the statistic.
pub fn permutation_test_with<B: Backend>(
    data: &[&DynArray<B>],
    statistic: impl Fn(&[DynArray<B>]) -> Result<DynArray<B>>,
    rng: &mut Generator<B>,
    options: Permutation,
) -> Result<Permuted<B>> {
    const OP: &str = "permutation_test";
    let parts: Vec<_> = data.iter().map(|x| samples(OP, x, None)).collect::<Result<_>>()?;
    let sizes: Vec<usize> = parts.iter().map(|(_, n)| *n).collect();
    let total = sizes.iter().sum();
    let same = options.permutation_type == PermutationType::Independent || sizes.windows(2).all(|n| n[0] == n[1]);
    let (Some((first, _)), true) = (parts.first(), same && sizes.iter().all(|&n| n > 0)) else {
        return Err(Error::value(OP, format!("samples of {sizes:?} elements")));
    };
    let xp = first.xp();
    let all = xp.concatenate(&parts.iter().map(|(x, _)| x).collect::<Vec<_>>(), 0)?;
    let of_rows = |rows: &DynArray<B>| {
        let mut end = 0;
        let one = |&n: &usize| {
            end += n;
            rows.slice_last(s![end - n..end])
        };
        statistic(&sizes.iter().map(one).collect::<Result<Vec<_>>>()?)
    };
    let exact = every(&sizes, options.permutation_type, options.n_resamples);
    let count = exact.as_ref().map_or(options.n_resamples, Vec::len);
    let mut given = 0;
    let shuffled = |some: usize| {
        let places = match &exact {
            Some(rows) => xp.from_slice(&rows[given..given + some].concat(), [some, total])?.into_dyn(),
            None => random(rng, some, &sizes, options.permutation_type)?,
        };
        given += some;
        all.take(&places, None)
    };
    let distribution = statistics(OP, (count, total), shuffled, &of_rows)?;
    let observed = number(&of_rows(&all.expand_dims(0)?)?.astype(DType::F64)?)?;
    // Equal but for roundings counts as equal. Of random shuffles, the observed order is one more.
    let rounding = 1e-14 * observed.abs();
    let own = if exact.is_some() { 0.0 } else { 1.0 };
    let share = |some: DynArray<B>| Ok((number(&some)? + own) / (count as f64 + own));
    let less = share(distribution.less_equal(observed + rounding)?.count_nonzero(0)?)?;
    let greater = share(distribution.greater_equal(observed - rounding)?.count_nonzero(0)?)?;
    let pvalue = sided(less, greater, options.alternative);
    Ok(Permuted { statistic: observed, pvalue, null_distribution: distribution })
}

/// Rows of places in all samples, shuffled at random.
fn random<B: Backend>(
    rng: &mut Generator<B>,
    count: usize,
    sizes: &[usize],
    kind: PermutationType,
) -> Result<DynArray<B>> {
    let (k, n, total) = (sizes.len(), sizes[0], sizes.iter().sum::<usize>());
    if kind == PermutationType::Independent {
        return rng.random_of(DType::F64, [count, total])?.argsort();
    }
    let keys = rng.random_of(DType::F64, [count, k, n])?;
    let (order, step) = match kind {
        PermutationType::Samples => (keys.argsort_with(Sort::new().axis(1))?.multiply(n as i64)?, [1, n]),
        _ => (keys.argsort()?, [k, 1]),
    };
    // What is not shuffled: the place within a sample, or the sample.
    let xp = order.xp();
    let fixed = match kind {
        PermutationType::Samples => xp.arange(0..n as i64)?.into_dyn(),
        _ => xp.arange(0..k as i64)?.into_dyn().multiply(n as i64)?,
    };
    order.add(&fixed.reshape(step)?)?.reshape([count, total])
}

/// Rows of places in all samples, of every different shuffle, unless there are more than `most`.
fn every(sizes: &[usize], kind: PermutationType, most: usize) -> Option<Vec<Vec<i64>>> {
    let (k, n) = (sizes.len(), sizes[0]);
    match kind {
        PermutationType::Independent => {
            // To which sample each element belongs.
            let labels: Vec<usize> = sizes.iter().enumerate().flat_map(|(label, &n)| vec![label; n]).collect();
            let rows = arrangements(labels, most)?;
            let order = |labels: Vec<usize>| {
                let of = |label: usize| labels.iter().enumerate().filter(move |(_, l)| **l == label);
                (0..k).flat_map(|label| of(label).map(|(place, _)| place as i64).collect::<Vec<_>>()).collect()
            };
            Some(rows.into_iter().map(order).collect())
        }
        PermutationType::Samples => {
            let orders = arrangements((0..k).collect(), most)?;
            let choices = choices(orders.len(), n, most)?;
            let row = |choice: Vec<usize>| {
                (0..k).flat_map(|i| (0..n).map(|j| (orders[choice[j]][i] * n + j) as i64).collect::<Vec<_>>()).collect()
            };
            Some(choices.into_iter().map(row).collect())
        }
        PermutationType::Pairings => {
            // The first sample may stay as it is.
            let orders = arrangements((0..n).collect(), most)?;
            let choices = choices(orders.len(), k - 1, most)?;
            let row = |choice: Vec<usize>| {
                let first = (0..n).map(|j| j as i64);
                let others = choice.iter().enumerate();
                let others = others.flat_map(|(i, &c)| orders[c].iter().map(move |&j| ((i + 1) * n + j) as i64));
                first.chain(others).collect()
            };
            Some(choices.into_iter().map(row).collect())
        }
    }
}

/// All different orders of sorted items, unless there are more than `most`.
fn arrangements(mut items: Vec<usize>, most: usize) -> Option<Vec<Vec<usize>>> {
    let mut all = vec![items.clone()];
    // The next order in that of words.
    while let Some(i) = (1..items.len()).rev().find(|&i| items[i - 1] < items[i]) {
        if all.len() >= most {
            return None;
        }
        if let Some(j) = (i..items.len()).rev().find(|&j| items[j] > items[i - 1]) {
            items.swap(i - 1, j);
        }
        items[i..].reverse();
        all.push(items.clone());
    }
    Some(all)
}

/// All choices of one of `options` for each of `count`, unless there are more than `most`.
fn choices(options: usize, count: usize, most: usize) -> Option<Vec<Vec<usize>>> {
    let all = (0..count).try_fold(1usize, |all, _| all.checked_mul(options).filter(|&all| all <= most))?;
    let digits = |mut k: usize| {
        let digit = |_| {
            let digit = k % options;
            k /= options;
            digit
        };
        (0..count).map(digit).collect()
    };
    Some((0..all).map(digits).collect())
}
