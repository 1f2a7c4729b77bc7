//! The tests of Cramér and von Mises, by the mean square of the distance between distribution functions.

use super::along::{Along, Pairing};
use super::rank_tests::{Method, RankTest};
use super::ranks::{RankMethod, ranks};
use super::sample::{Alternative, Significance};
use crate::special::kve;
use std::collections::HashMap;
use std::f64::consts::PI;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Create, Error, Join, Result};

/// The number of elements of each sample up to which probabilities are exact by default.
const FEW: usize = 20;

/// A sum of Bessel functions of orders and factors, times an exponential, of `y^2 / 4`.
fn bessel<B: Backend>(terms: &[(f64, f64)], y: &DynArray<B>) -> Result<DynArray<B>> {
    let z = y.square()?.multiply(0.25)?;
    let mut sum = z.multiply(0.0)?;
    for &(order, factor) in terms {
        sum = sum.add(&kve(order, &z)?.multiply(factor)?)?;
    }
    z.multiply(-2.0)?.exp()?.divide(PI.sqrt())?.multiply(&sum)
}

/// For each statistic the distribution function of that of many elements, and `n` times the first correction for `n` of them (Csörgő and
/// Faraway, The exact and asymptotic distributions of Cramér-von Mises statistics, 1996, equation 1.3).
fn limit<B: Backend>(w: &DynArray<B>) -> Result<[DynArray<B>; 2]> {
    let (xp, w) = (w.xp(), w.expand_dims(-1)?);
    let largest = w.astype(DType::F64)?.typed::<f64>()?.to_vec()?.into_iter().fold(0.0, f64::max);
    let count = (8.0 * largest.sqrt()) as usize + 12;
    // Quotients of gamma functions, of k + 1/2 and k + 1.
    let gammas = (0..count).scan(PI.sqrt(), |gamma, k| {
        let here = *gamma;
        *gamma *= (k as f64 + 0.5) / (k as f64 + 1.0);
        Some(here)
    });
    let gamma = xp.from_slice(&gammas.collect::<Vec<_>>(), count)?.into_dyn();
    let k = xp.arange(0..count as i64)?.into_dyn().astype(DType::F64)?;
    let root = w.sqrt()?;
    let at = |shift: f64| k.multiply(4.0)?.add(shift)?.divide(&root.multiply(2.0)?);
    let first = bessel(&[(0.25, 1.0)], &at(1.0)?)?.multiply(&k.multiply(4.0)?.add(1.0)?.sqrt()?)?;
    let value = gamma.multiply(&first)?.sum(-1)?.divide(&root.squeeze(-1)?.multiply(PI)?)?;
    let second = |shift: f64| {
        let y = at(shift)?;
        y.multiply(0.5)?.power(1.5)?.multiply(&bessel(&[(0.25, 1.0), (0.75, 1.0)], &y)?)
    };
    let third = |shift: f64| {
        let y = at(shift)?;
        y.multiply(0.5)?.power(2.5)?.multiply(&bessel(&[(0.25, 2.0), (0.75, 3.0), (1.25, -1.0)], &y)?)
    };
    let m = k.multiply(2.0)?.add(1.0)?;
    let ends = second(1.0)?.add(&second(5.0)?)?.multiply(7.0 / 144.0)?;
    let square = m.multiply(&second(3.0)?.divide(9.0)?.add(&ends)?)?.divide(&w.power(0.75)?)?;
    let above = m.add(2.0)?.multiply(&k.add(0.5)?)?.multiply(&third(5.0)?)?.divide(6.0)?;
    let cubic = third(1.0)?.divide(72.0)?.add(&above)?.divide(&w.power(1.25)?)?;
    let terms = gamma.multiply(&square.add(&cubic)?)?.sum(-1)?;
    let correction = value.divide(12.0)?.subtract(&terms.divide(PI)?)?;
    Ok([value, correction])
}

/// Whether a sample of at least 2 elements is of a continuous distribution, given by its distribution function: by `n` times the mean square of
/// its distance from the sample's own (Csörgő and Faraway, 1996). In double precision.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::cramervonmises;
/// let x = xp.array([0.1, 0.4, 0.7, 0.75])?;
/// let test = cramervonmises(&x, |x| Ok(x.clone()), 0)?; // uniform numbers
/// assert_eq!(format!("{:.6} {:.6}", test.statistic.item()?.get::<f64>(), test.pvalue.item()?.get::<f64>()), "0.043333 0.939169");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] for fewer elements; [`Error::Axis`] if the axis is not there; [`Error::DType`] for complex numbers; those of the
/// distribution function.
pub fn cramervonmises<B: Backend>(
    x: &impl AnyArray<B>,
    cdf: impl Fn(&DynArray<B>) -> Result<DynArray<B>>,
    along: impl Into<Along>,
) -> Result<Significance<B>> {
    const OP: &str = "cramervonmises";
    let test = along.into().one(OP, x.as_dyn(), 2, |x, n| {
        if n < 2 {
            return Err(Error::value(OP, format!("{n} elements, where 2 are the least")));
        }
        let (count, sorted) = (n as f64, x.astype(DType::F64)?.sort()?);
        let steps = x.xp().arange(0..n as i64)?.into_dyn().astype(DType::F64)?.add(0.5)?.divide(count)?;
        let least = 1.0 / (12.0 * count);
        let statistic = steps.subtract(&cdf(&sorted)?)?.square()?.sum(-1)?.add(least)?;
        let [value, correction] = limit(&statistic)?;
        let p = value.add(&correction.divide(count)?)?.negative()?.add(1.0)?.maximum(0.0)?;
        let p = statistic.less_equal(least)?.where_(1.0, &p)?;
        let p = statistic.greater_equal(count / 3.0)?.where_(0.0, &p)?;
        Ok([statistic, p])
    });
    test.map(Significance::new)
}

/// Whether two samples of at least 2 elements each are of one continuous distribution, by the mean square of the distance between their
/// distribution functions (Anderson, 1962). In double precision.
///
/// The probability is exact up to 20 elements each, by counting orders on the host (Xiao, Gordon and Yakovlev, 2007).
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::{RankTest, cramervonmises_2samp};
/// let (x, y) = (xp.array([1.0, 2.0, 3.0])?, xp.array([2.5, 4.0, 5.0, 6.0])?);
/// let test = cramervonmises_2samp(&x, &y, RankTest::new())?;
/// assert_eq!(format!("{:.6} {:.6}", test.statistic.item()?.get::<f64>(), test.pvalue.item()?.get::<f64>()), "0.392857 0.114286");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] for fewer elements, and for another alternative than to both sides; [`Error::Axis`] if the axis is not there;
/// [`Error::Shape`] if shapes differ but for the lengths; [`Error::DType`] for complex numbers.
pub fn cramervonmises_2samp<B: Backend>(
    x: &impl AnyArray<B>,
    y: &impl AnyArray<B>,
    options: RankTest,
) -> Result<Significance<B>> {
    const OP: &str = "cramervonmises_2samp";
    if options.alternative != Alternative::TwoSided {
        return Err(Error::value(OP, "an alternative to one side"));
    }
    let test = options.along.several(OP, &[x.as_dyn(), y.as_dyn()], Pairing::Independent, 2, &|samples| {
        let ((x, m), (y, n)) = (&samples[0], &samples[1]);
        if *m < 2 || *n < 2 {
            return Err(Error::value(OP, format!("{m} and {n} elements, where 2 are the least")));
        }
        let exact = if options.method == Method::Auto { *m.max(n) <= FEW } else { options.method == Method::Exact };
        apart((&x.sort()?, *m), (&y.sort()?, *n), exact)
    });
    test.map(Significance::new)
}

/// The test of two sorted samples.
fn apart<B: Backend>(
    (x, m): (&DynArray<B>, usize),
    (y, n): (&DynArray<B>, usize),
    exact: bool,
) -> Result<[DynArray<B>; 2]> {
    let (first, second) = (m as f64, n as f64);
    let (pairs, all) = (first * second, first + second);
    let (ranks, _) = ranks(&x.xp().concatenate(&[x, y], -1)?, RankMethod::Average)?;
    let last = ranks.ndim() as isize - 1;
    let ranks = ranks.moveaxis(last, 0)?;
    let away = |start: usize, count: usize| {
        let place = x.xp().arange(1..count as i64 + 1)?.into_dyn().astype(DType::F64)?;
        let own = ranks.slice(s![start as isize..(start + count) as isize])?.moveaxis(0, last)?;
        own.subtract(&place)?.square()?.sum(-1)?.multiply(count as f64)
    };
    let u = away(0, m)?.add(&away(m, n)?)?;
    let shift = (4.0 * pairs - 1.0) / (6.0 * all);
    let statistic = u.divide(pairs * all)?.subtract(shift)?;
    let pvalue = if exact {
        let orders = Orders::of(m, n);
        let host = u.typed::<f64>()?;
        let p: Vec<f64> = host.to_vec()?.into_iter().map(|u| orders.at_least(u)).collect();
        x.xp().from_slice(&p, host.shape())?.into_dyn()
    } else {
        let variance = (all + 1.0) * (4.0 * pairs * all - 3.0 * (first * first + second * second) - 2.0 * pairs)
            / (45.0 * all * all * 4.0 * pairs);
        let w = statistic.subtract((1.0 + 1.0 / all) / 6.0)?.divide((45.0 * variance).sqrt())?.add(1.0 / 6.0)?;
        // Below, next to nothing is less.
        let [value, _] = limit(&w.maximum(0.003)?)?;
        w.less(0.003)?.where_(1.0, &value.negative()?.add(1.0)?.maximum(0.0)?)?
    };
    Ok([statistic, pvalue])
}

/// The probabilities of the sums of squares, which are what orders of two samples change of the statistic.
struct Orders {
    sizes: [f64; 2],
    common: f64,
    /// Sums that rise, and the probability of at least each.
    tails: Vec<(u64, f64)>,
}

impl Orders {
    fn of(m: usize, n: usize) -> Self {
        let common = m / divisor(m, n) * n;
        let [a, b] = [common / m, common / n].map(|step| step as u64);
        // The probabilities of the sums of paths to a place of the grid, for the places of a row.
        let mut row: Vec<HashMap<u64, f64>> = Vec::with_capacity(n + 1);
        for u in 0..=m {
            for v in 0..=n {
                let mut here: HashMap<u64, f64> = HashMap::new();
                let away = (a * u as u64).abs_diff(b * v as u64).pow(2);
                let mut reach = |sums: &HashMap<u64, f64>, share: f64| {
                    sums.iter().for_each(|(sum, p)| *here.entry(sum + away).or_insert(0.0) += share * p);
                };
                // The last element of a random order of u + v is of the first sample with probability u / (u + v).
                if u > 0 {
                    reach(&row[v], u as f64 / (u + v) as f64);
                }
                if v > 0 {
                    reach(&row[v - 1], v as f64 / (u + v) as f64);
                }
                if u + v == 0 {
                    here.insert(0, 1.0);
                }
                match row.get_mut(v) {
                    Some(place) => *place = here,
                    None => row.push(here),
                }
            }
        }
        let mut tails: Vec<(u64, f64)> = row.pop().unwrap_or_default().into_iter().collect();
        tails.sort_unstable_by_key(|&(sum, _)| sum);
        tails.iter_mut().rev().fold(0.0, |above, (_, p)| {
            *p += above;
            *p
        });
        Self { sizes: [m as f64, n as f64], common: common as f64, tails }
    }

    /// The probability of at least the statistic's `u`.
    fn at_least(&self, u: f64) -> f64 {
        let [m, n] = self.sizes;
        let pairs = m * n;
        let least = self.common.powi(2) * (m + n) * (6.0 * u - pairs * (4.0 * pairs - 1.0)) / (6.0 * pairs * pairs);
        if least.is_nan() {
            return f64::NAN;
        }
        let at = self.tails.partition_point(|&(sum, _)| (sum as f64) < least * (1.0 - 1e-12));
        self.tails.get(at).map_or(0.0, |&(_, p)| p)
    }
}

/// The greatest common divisor.
fn divisor(m: usize, n: usize) -> usize {
    if n == 0 { m } else { divisor(n, m % n) }
}
