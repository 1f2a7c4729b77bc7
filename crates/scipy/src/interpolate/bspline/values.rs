//! Values of splines.

use super::BSpline;
use crate::interpolate::options::Extrapolate;
use xparray_core::kernel::{RawVar, Var, raw};
use xparray_core::prelude::*;
use xparray_core::{Create, Result};

/// The B-splines of degree `k` that are not 0 between the knots `l` and `l + 1`, by the recurrence (de Boor, A Practical Guide to Splines,
/// chapter X). Those of knots that are the same are 0.
pub(in crate::interpolate) fn kernel_basis(q: Var<f64>, l: Var<i64>, t: RawVar<f64>, k: usize) -> Vec<Var<f64>> {
    let behind: Vec<_> = (0..k as i64).map(|j| q - t.at(l - j)).collect();
    let before: Vec<_> = (0..k as i64).map(|j| t.at(l + 1 + j) - q).collect();
    let mut values: Vec<Var<f64>> = Vec::with_capacity(k + 1);
    for j in 1..=k {
        let mut saved: Option<Var<f64>> = None;
        for r in 0..j {
            let width = before[r] + behind[j - 1 - r];
            let share = width.eq(0.0).select(0.0, 1.0 / width);
            // Of degree 0 there is one, which is 1.
            let term = if j == 1 { share } else { values[r] * share };
            let rising = before[r] * term;
            let next = saved.map_or(rising, |saved| saved + rising);
            if r < values.len() {
                values[r] = next
            } else {
                values.push(next)
            }
            saved = Some(behind[j - 1 - r] * term);
        }
        values.extend(saved);
    }
    values
}

impl<B: Backend> BSpline<B> {
    /// The values at places `[n]`, or those of a derivative: `[n, columns]`.
    pub(in crate::interpolate) fn values(
        &self,
        places: &Array<f64, B>,
        nu: usize,
        extrapolate: Extrapolate,
    ) -> Result<Array<f64, B>> {
        let count = self.columns.count();
        let shape = [places.len(), count];
        if places.is_empty() || count == 0 {
            return places.xp().zeros(shape);
        }
        let (low, high) = match extrapolate {
            Extrapolate::No => self.inner.bounds(),
            _ => (f64::NEG_INFINITY, f64::INFINITY),
        };
        let spline = if nu == 0 { self } else { &self.derived(nu.min(self.k), true)? };
        let (k, nothing) = (spline.k, nu > self.k);
        let interval = self.inner.interval(places)?;
        let value = |q: Var<f64>, i: Var<i64>, column: Option<Var<i64>>, t: RawVar<f64>, c: RawVar<f64>| {
            let at = |j: usize| {
                let row = (i + j as i64) * count as i64;
                c.at(column.map_or(row, |column| row + column))
            };
            let sum = match kernel_basis(q, i + k as i64, t, k) {
                b if b.is_empty() => at(0),
                b => (1..=k).fold(b[0] * at(0), |sum, j| sum + b[j] * at(j)),
            };
            let sum = if nothing { sum * 0.0 } else { sum };
            (q.ge(low) & q.le(high)).select(sum, f64::NAN)
        };
        let (xp, t, c) = (places.xp(), &spline.knots.x, &spline.coefficients);
        if count == 1 {
            let one = xp.map((places, &interval, raw(t), raw(c)), |(q, i, t, c)| value(q, i, None, t, c))?;
            return one.reshape(shape);
        }
        let column = xp.arange((0i64, count as i64, 1))?;
        let (q, i) = (places.expand_dims(1)?, interval.expand_dims(1)?);
        xp.map((&q, &i, &column, raw(t), raw(c)), |(q, i, column, t, c)| value(q, i, Some(column), t, c))
    }
}
