//! Integrals of normal densities over boxes.

use std::f64::consts::{PI, TAU};
use xparray_core::prelude::*;
use xparray_core::{Create, Result};

/// The probability of each box between rows of `low` and of `high`, about the mean, of a covariance with a Cholesky factor; and three
/// standard deviations of its error.
pub(super) fn probability<B: Backend>(
    low: &DynArray<B>,
    high: &DynArray<B>,
    root: &DynArray<B>,
) -> Result<(DynArray<B>, DynArray<B>)> {
    let n = root.shape()[0];
    // A box that is turned inside out in an odd number of axes counts as negative.
    let turned = low.greater(high)?;
    let sign = turned.where_(-1.0, 1.0)?.prod(-1)?;
    let (low, high) = (turned.where_(high, low)?, turned.where_(low, high)?);
    let column = |x: &DynArray<B>, k: usize| x.take(k, 1);
    let exact = |value: DynArray<B>| Ok((value.multiply(&sign)?, value.multiply(0.0)?));
    let l = root.typed_rows()?;
    match n {
        1 => {
            let (a, b) = (column(&low, 0)?.divide(l[0][0])?, column(&high, 0)?.divide(l[0][0])?);
            exact(interval(&a, &b)?)
        }
        2 => {
            let deviation = l[1][0].hypot(l[1][1]);
            let [a, b] = [&low, &high].map(|x| Ok((column(x, 0)?.divide(l[0][0])?, column(x, 1)?.divide(deviation)?)));
            let ((a0, a1), (b0, b1)) = (a?, b?);
            let (rho, rest) = (l[1][0] / deviation, l[1][1] / deviation);
            let at = |h: &DynArray<B>, k: &DynArray<B>| quadrant(h, k, rho, rest);
            let sum = at(&b0, &b1)?.subtract(&at(&a0, &b1)?)?.subtract(&at(&b0, &a1)?)?.add(&at(&a0, &a1)?)?;
            exact(sum.clip(0.0, 1.0)?)
        }
        _ => {
            let (value, error) = by_points(&low, &high, &l)?;
            Ok((value.multiply(&sign)?, error))
        }
    }
}

/// Rows of a small matrix on the host.
trait TypedRows {
    fn typed_rows(&self) -> Result<Vec<Vec<f64>>>;
}

impl<B: Backend> TypedRows for DynArray<B> {
    fn typed_rows(&self) -> Result<Vec<Vec<f64>>> {
        let n = self.shape()[1].max(1);
        Ok(self.clone().typed::<f64>()?.to_vec()?.chunks(n).map(<[f64]>::to_vec).collect())
    }
}

/// The probability between standard normal numbers, by the side on which both are small.
fn interval<B: Backend>(a: &DynArray<B>, b: &DynArray<B>) -> Result<DynArray<B>> {
    let above = a.negative()?.ndtr()?.subtract(&b.negative()?.ndtr()?)?;
    a.greater(0)?.where_(&above, &b.ndtr()?.subtract(&a.ndtr()?)?)
}

/// The probability of at most `h` and `k` of standard normal numbers with the correlation `rho`, and the root of `1 - rho^2`: by the integral
/// over correlations from 0 to it (Plackett, 1954), whose angle is taken by the double exponential rule.
fn quadrant<B: Backend>(h: &DynArray<B>, k: &DynArray<B>, rho: f64, rest: f64) -> Result<DynArray<B>> {
    // Beyond is nothing.
    let (h, k) = (h.clip(-40.0, 40.0)?, k.clip(-40.0, 40.0)?);
    let independent = h.ndtr()?.multiply(&k.ndtr()?)?;
    if rho == 0.0 {
        return Ok(independent);
    }
    let angle = rho.atan2(rest);
    const STEP: f64 = 1.0 / 32.0;
    let node = |i: i32| {
        let u = f64::from(i) * STEP;
        let odds = (-PI * u.sinh()).exp();
        let (t, left) = (1.0 / (1.0 + odds), odds / (1.0 + odds));
        // Sine and cosine, also near a right angle.
        let (sine, cosine) = (angle * t).sin_cos();
        let cosine = if left < 0.5 { rest * (angle * left).cos() + rho * (angle * left).sin() } else { cosine };
        (sine, cosine, STEP * PI * u.cosh() * t * left)
    };
    let nodes: Vec<_> = (-124..=124).map(node).filter(|node| node.1 > 0.0).collect();
    let row = |of: &dyn Fn(&(f64, f64, f64)) -> f64| {
        let values: Vec<f64> = nodes.iter().map(of).collect();
        Ok(h.xp().from_slice(&values, values.len())?.into_dyn())
    };
    // h^2 + k^2 - 2 h k s as a square and a rest of one sign.
    let side = rho.signum();
    let distance = h.subtract(&k.multiply(side)?)?.square()?.multiply(-0.5)?.expand_dims(-1)?;
    let product = h.multiply(&k)?.multiply(-side)?.expand_dims(-1)?;
    let squares = row(&|node| 1.0 / (node.1 * node.1))?;
    let shares = row(&|node| 1.0 / (1.0 + side * node.0))?;
    let terms = distance.multiply(&squares)?.add(&product.multiply(&shares)?)?.exp()?;
    let integral = terms.multiply(&row(&|node| node.2)?)?.sum(-1)?;
    independent.add(&integral.multiply(angle / TAU)?)?.clip(0.0, 1.0)
}

/// How many shifts of a lattice there are, and how many points it has.
const SHIFTS: usize = 8;
const POINTS: usize = 1 << 14;
/// So many numbers are computed at once.
const BATCH: usize = 1 << 22;

/// By points of a lattice, which go through the conditional distributions one after the other (Genz, 1992); the spread among shifts of the
/// lattice tells the error.
fn by_points<B: Backend>(low: &DynArray<B>, high: &DynArray<B>, l: &[Vec<f64>]) -> Result<(DynArray<B>, DynArray<B>)> {
    let xp = low.xp();
    let count = low.shape()[0];
    let batch = BATCH / (SHIFTS * POINTS);
    let mut parts = Vec::new();
    for from in (0..count).step_by(batch) {
        let rows = s![from..count.min(from + batch)];
        parts.push(of_some(&low.slice(rows)?, &high.slice(rows)?, l)?);
    }
    if parts.is_empty() {
        let none = low.sum(-1)?;
        return Ok((none.clone(), none));
    }
    let joined = |k: usize| xp.concatenate(&parts.iter().map(|part| &part[k]).collect::<Vec<_>>(), 0);
    Ok((joined(0)?, joined(1)?))
}

fn of_some<B: Backend>(low: &DynArray<B>, high: &DynArray<B>, l: &[Vec<f64>]) -> Result<[DynArray<B>; 2]> {
    let xp = low.xp();
    let point = xp.arange(1..POINTS as i64 + 1)?.into_dyn().astype(DType::F64)?;
    let shift = xp.arange(0..SHIFTS as i64)?.into_dyn().astype(DType::F64)?.expand_dims(1)?;
    let mut normal: Vec<DynArray<B>> = Vec::new();
    let mut product: Option<DynArray<B>> = None;
    for (i, row) in l.iter().enumerate() {
        let mut above = high.slice(s![.., i..i + 1])?.expand_dims(-1)?;
        let mut below = low.slice(s![.., i..i + 1])?.expand_dims(-1)?;
        for (y, &weight) in normal.iter().zip(row).filter(|(_, weight)| **weight != 0.0) {
            let known = y.multiply(weight)?;
            (above, below) = (above.subtract(&known)?, below.subtract(&known)?);
        }
        let (d, e) = (below.divide(row[i])?.ndtr()?, above.divide(row[i])?.ndtr()?);
        let size = e.subtract(&d)?;
        product = Some(match &product {
            Some(product) => product.multiply(&size)?,
            None => size.clone(),
        });
        if i + 1 < l.len() {
            // Multiples of the root of a prime (Richtmyer, 1951), shifted by those of another number, and folded.
            let fraction = |x: DynArray<B>| x.subtract(&x.floor()?);
            let start = shift.multiply((i + 2) as f64)?.add(1.0)?.multiply((5.0f64.sqrt() - 1.0) / 2.0)?;
            let u = fraction(point.multiply(prime(i).sqrt())?.add(&start)?)?;
            let u = u.multiply(2.0)?.subtract(1.0)?.abs()?;
            // Of next to nothing the quantile is no number.
            normal.push(d.add(&size.multiply(&u)?)?.clip(1e-300, 1.0 - 1e-16)?.ndtri()?);
        }
    }
    let Some(product) = product else { return Ok([low.sum(-1)?.add(1.0)?, low.sum(-1)?]) };
    let means = product.broadcast_to([low.shape()[0], SHIFTS, POINTS])?.mean(-1)?;
    let error = means.std_with(-1, Variance::new().ddof(1))?.multiply(3.0 / (SHIFTS as f64).sqrt())?;
    Ok([means.mean(-1)?, error])
}

/// The `k`-th prime, from 0 on.
fn prime(k: usize) -> f64 {
    let mut primes: Vec<u64> = Vec::new();
    let mut candidate = 2;
    while primes.len() <= k {
        if primes.iter().all(|p| candidate % p != 0) {
            primes.push(candidate);
        }
        candidate += 1;
    }
    primes[k] as f64
}
