//! The tests of Ansari and Bradley, and of Mood, of the scales of two samples.

use super::along::{Pairing, joined};
use super::exact::sided;
use super::ranks::{RankMethod, Runs, ranks};
use super::sample::{Alternative, Significance, Test, normal, of_normal};
use crate::SliceLast;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Create, Error, Join, Result};

const OP: &str = "ansari";

/// The number of elements of each sample below which probabilities are exact, where none are equal.
const FEW: usize = 55;

/// The probabilities of the sums of `n` scores that are drawn from those of `all` elements: 1 at either end, and one more with each step inwards.
fn sums(all: usize, n: usize) -> Vec<f64> {
    let scores: Vec<usize> = (1..=all).map(|k| k.min(all + 1 - k)).collect();
    let most = scores.iter().sum::<usize>();
    // How many choices of so many scores have each sum.
    let mut chosen = vec![vec![0.0; most + 1]; n + 1];
    chosen[0][0] = 1.0;
    for &score in &scores {
        for k in (1..=n).rev() {
            let (fewer, more) = chosen.split_at_mut(k);
            more[0][score..].iter_mut().zip(&fewer[k - 1]).for_each(|(more, fewer)| *more += fewer);
        }
    }
    let counts = &chosen[n];
    let total: f64 = counts.iter().sum();
    counts.iter().map(|count| count / total).collect()
}

/// Whether the scales of two samples about the same middle are the same, by the sum of the scores of the first one, which are 1 for the least and the
/// greatest element of both (Ansari and Bradley, 1960). A greater scale has a smaller sum.
///
/// The probability is exact for fewer than 55 elements in each sample of which none are equal, by counting choices on the host.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::{Test, ansari};
/// let (x, y) = (xp.array([-9.0, -6.0, 7.0, 11.0])?, xp.array([-2.0, -1.0, 0.5, 1.5])?);
/// let test = ansari(&x, &y, Test::new())?;
/// assert_eq!(format!("{} {:.6}", test.statistic, test.pvalue.item()?.get::<f64>()), "6.0 0.028571");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] for empty samples; [`Error::Axis`] if the axis is not there; [`Error::Shape`] if shapes differ but for the lengths;
/// [`Error::DType`] for complex numbers.
pub fn ansari<B: Backend>(x: &impl AnyArray<B>, y: &impl AnyArray<B>, options: Test) -> Result<Significance<B>> {
    let test = options.along.several(OP, &[x.as_dyn(), y.as_dyn()], Pairing::Independent, 1, &|samples| {
        let ((x, n), (y, m)) = (&samples[0], &samples[1]);
        if *n == 0 || *m == 0 {
            return Err(Error::value(OP, "a sample is empty"));
        }
        compared((x, *n), (y, *m), options.alternative)
    });
    test.map(Significance::new)
}

fn compared<B: Backend>(
    (x, n): (&DynArray<B>, usize),
    (y, m): (&DynArray<B>, usize),
    alternative: Alternative,
) -> Result<[DynArray<B>; 2]> {
    let (ranks, ties) = ranks(&x.xp().concatenate(&[x, y], -1)?, RankMethod::Average)?;
    let (first, second, all) = (n as f64, m as f64, (n + m) as f64);
    let scores = ranks.minimum(&ranks.negative()?.add(all + 1.0)?)?;
    let last = scores.ndim() as isize - 1;
    let statistic = scores.moveaxis(last, 0)?.slice(s![..n as isize])?.sum(0)?;
    let is_odd = (n + m) % 2 == 1;
    let mean = first * if is_odd { (all + 1.0).powi(2) / (4.0 * all) } else { 0.25 * (all + 2.0) };
    let squares = scores.square()?.sum(-1)?;
    // Of the scores, with the ties that they have.
    let middle = if is_odd { (all + 1.0).powi(4) / (16.0 * all * all) } else { 0.0625 * (all + 2.0).powi(2) };
    let variance = squares.divide(all)?.subtract(middle)?.multiply(first * second / (all - 1.0))?;
    let z = statistic.negative()?.add(mean)?.divide(&variance.sqrt()?)?;
    let asymptotic = normal(&z, alternative)?;
    if n >= FEW || m >= FEW {
        return Ok([statistic, asymptotic]);
    }
    let sums = sums(n + m, n);
    let values = statistic.astype(DType::F64)?.typed::<f64>()?;
    let exact = |&sum: &f64| {
        let place = if sum.is_nan() { return f64::NAN } else { sum as usize };
        let (below, above) = (sums[..=place].iter().sum(), sums[place..].iter().sum());
        // The first scale is greater where the sum is less.
        sided(above, below, alternative)
    };
    let exact: Vec<f64> = values.to_vec()?.iter().map(exact).collect();
    let exact = x.xp().from_slice(&exact, values.shape())?;
    let pvalue = ties.equal(0.0)?.where_(exact.as_dyn(), &asymptotic)?;
    Ok([statistic, pvalue])
}

/// Whether the scales of two samples about the same middle are the same, by the squares of the distances of the ranks of the first one from the middle of
/// all (Mood, 1954), of equal elements the mean of the squares that they would have. A greater scale has a greater statistic, which is standard normal.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::{Test, mood};
/// let (x, y) = (xp.array([-9.0, -6.0, 7.0, 11.0])?, xp.array([-2.0, -1.0, 0.5, 1.5])?);
/// let test = mood(&x, &y, Test::new())?;
/// assert_eq!(format!("{:.6} {:.6}", test.statistic.item()?.get::<f64>(), test.pvalue.item()?.get::<f64>()), "2.309401 0.020921");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`ansari`].
pub fn mood<B: Backend>(x: &impl AnyArray<B>, y: &impl AnyArray<B>, options: Test) -> Result<Significance<B>> {
    const OP: &str = "mood";
    let test = options.along.several(OP, &[x.as_dyn(), y.as_dyn()], Pairing::Independent, 1, &|samples| {
        let (n, m) = (samples[0].1, samples[1].1);
        if n == 0 || m == 0 {
            return Err(Error::value(OP, "a sample is empty"));
        }
        let x = joined(OP, samples)?;
        let (first, all) = (n as f64, (n + m) as f64);
        let order = x.argsort()?;
        let runs = Runs::of(&x.take_along_axis(&order, -1)?)?;
        let middle = runs.first.add(&runs.last)?.astype(DType::F64)?.multiply(0.5)?.subtract(0.5 * (all - 1.0))?;
        // Of places side by side, squares have the square of the middle and their variance as mean.
        let spread = runs.lengths()?.astype(DType::F64)?.square()?.subtract(1.0)?.divide(12.0)?;
        let scores = middle.square()?.add(&spread)?.subtract((all * all - 1.0) / 12.0)?;
        // The variance over all ways to choose the first sample, which is a formula without equal elements.
        let variance = scores.square()?.sum(-1)?.multiply(first * m as f64 / (all * (all - 1.0)))?;
        let chosen = scores.take_along_axis(&order.argsort()?, -1)?.slice_last(s![0..n])?.sum(-1)?;
        let z = chosen.divide(&variance.sqrt()?)?;
        of_normal(x.isnan()?.any(-1)?.where_(f64::NAN, &z)?, options.alternative)
    });
    test.map(Significance::new)
}
