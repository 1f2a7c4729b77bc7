//! The test of Baumgartner, Weiss and Schindler.

use super::permutations::{Permutation, Permuted, permutation_test_with};
use super::ranks::{RankMethod, ranks};
use super::sample::{Alternative, samples};
use crate::SliceLast;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Create, Error, Join, Result};

/// The mean of the squares of the distances of sorted ranks from those of samples of one distribution, with their signs for one side, over their variances
/// (Neuhäuser, 2005, section 2). There are `m` elements besides.
fn half<B: Backend>(ranks: &DynArray<B>, m: usize, one_sided: bool) -> Result<DynArray<B>> {
    let n = ranks.shape().last().copied().unwrap_or_default();
    let (count, other) = (n as f64, m as f64);
    let place = ranks.xp().arange(1..n as i64 + 1)?.into_dyn().astype(DType::F64)?;
    let ratio = (other + count) / count;
    let away = ranks.sort()?.subtract(&place.multiply(ratio)?)?;
    let share = place.divide(count + 1.0)?;
    let variance = share.multiply(&share.negative()?.add(1.0)?)?.multiply(other * ratio)?;
    let squares = if one_sided { away.multiply(&away.abs()?)? } else { away.square()? };
    squares.divide(&variance)?.mean(-1)
}

/// Whether two vectors are of one distribution (Baumgartner, Weiss and Schindler, 1998; of one side Neuhäuser, 2001), by so many random shuffles of their
/// ranks, or by all if these are no more. Larger elements of `x` have a greater statistic of one side.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::{Alternative, bws_test};
/// let (x, y) = (xp.array([1.0, 2.0, 3.0])?, xp.array([4.0, 5.0, 6.0, 7.0])?);
/// let found = bws_test(&x, &y, &mut xp.rng(1), 9999, Alternative::TwoSided)?;
/// assert_eq!(format!("{:.6} {:.6}", found.statistic, found.pvalue), "3.233424 0.028571");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] for what is no vector, empty or has NaN, and for no shuffles; [`Error::DType`] for complex numbers.
pub fn bws_test<B: Backend>(
    x: &impl AnyArray<B>,
    y: &impl AnyArray<B>,
    rng: &mut Generator<B>,
    n_resamples: usize,
    alternative: Alternative,
) -> Result<Permuted<B>> {
    const OP: &str = "bws_test";
    let (x, y) = (x.as_dyn(), y.as_dyn());
    if x.ndim() > 1 || y.ndim() > 1 || x.is_empty() || y.is_empty() {
        return Err(Error::value(OP, "the test is of two vectors with elements"));
    }
    let ((x, n), (y, _)) = (samples(OP, x, None)?, samples(OP, y, None)?);
    let all = x.xp().concatenate(&[&x, &y], -1)?;
    if all.isnan()?.any(..)?.typed::<bool>()?.item()? {
        return Err(Error::value(OP, "a sample has NaN"));
    }
    let (ranks, _) = ranks(&all, RankMethod::Average)?;
    let one_sided = alternative != Alternative::TwoSided;
    let statistic = |x: &[DynArray<B>]| {
        let size = |x: &DynArray<B>| x.shape().last().copied().unwrap_or_default();
        let (of_x, of_y) = (half(&x[0], size(&x[1]), one_sided)?, half(&x[1], size(&x[0]), one_sided)?);
        if one_sided { of_x.subtract(&of_y)? } else { of_x.add(&of_y)? }.multiply(0.5)
    };
    let greater = if alternative == Alternative::Less { Alternative::Less } else { Alternative::Greater };
    let options = Permutation::new().n_resamples(n_resamples).alternative(greater);
    let parts = [ranks.slice_last(s![0..n])?, ranks.slice_last(s![n..])?];
    permutation_test_with(&[&parts[0], &parts[1]], statistic, rng, options)
}
