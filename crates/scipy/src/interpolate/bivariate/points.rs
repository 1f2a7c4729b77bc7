//! Splines of two variables nearest to scattered points (Dierckx, An algorithm for surface fitting with spline functions, 1981).

use crate::interpolate::breaks::{rising, vector};
use crate::interpolate::bspline::{Triangular, basis};
use crate::interpolate::smoothness::{TOLERANCE, jumps, search};
use xparray_core::prelude::*;
use xparray_core::{Error, Result};

/// A piece whose knot would be nearer to one end than to the other by more than this factor gets none.
const UNEVEN: f64 = 10.0;

/// The weight of smoothness, beside that of the points, where these leave coefficients open.
const SLIGHT: f64 = 1e-6;

/// Points with their weights, the degrees, and the rectangle of the spline.
pub(super) struct Points {
    pub op: &'static str,
    pub places: [Vec<f64>; 2],
    pub z: Vec<f64>,
    pub w: Vec<f64>,
    pub degrees: [usize; 2],
    pub ends: [[f64; 2]; 2],
}

/// Knots along both axes, coefficients and the sum of squared weighted residuals.
pub(super) type Fitted = ([Vec<f64>; 2], Vec<f64>, f64);

impl Points {
    pub fn new<B: Backend>(
        op: &'static str,
        [x, y, z]: [&DynArray<B>; 3],
        w: Option<&DynArray<B>>,
        degrees: [usize; 2],
        bbox: [[Option<f64>; 2]; 2],
    ) -> Result<Self> {
        let place = |x: &DynArray<B>| Ok::<_, Error>(vector(op, x)?.1);
        let (places, z) = ([place(x)?, place(y)?], place(z)?);
        let w = w.map_or_else(|| Ok(vec![1.0; z.len()]), place)?;
        let wrong = |message: String| Err(Error::value(op, message));
        if [places[0].len(), places[1].len(), w.len()].iter().any(|&n| n != z.len()) {
            return wrong(format!("{} values of {} and {} places", z.len(), places[0].len(), places[1].len()));
        }
        let least = (degrees[0] + 1) * (degrees[1] + 1);
        if degrees.iter().any(|k| !(1..=5).contains(k)) || z.len() < least {
            return wrong(format!("degrees {degrees:?} of {} points: they are 1 to 5, of {least} points", z.len()));
        }
        if w.iter().any(|&w| w < 0.0) {
            return wrong("weights must not be negative".into());
        }
        let ends = [0, 1].map(|axis| {
            let (least, most) =
                places[axis].iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), &x| (a.min(x), b.max(x)));
            [(bbox[axis][0].unwrap_or(least), least), (bbox[axis][1].unwrap_or(most), most)]
        });
        if ends.iter().any(|[low, high]| {
            !(low.0 <= low.1 && high.1 <= high.0 && low.0 < high.0 && high.0 - low.0 < f64::INFINITY)
        }) {
            return wrong("the rectangle does not enclose the points".into());
        }
        Ok(Self { op, places, z, w, degrees, ends: ends.map(|ends| ends.map(|end| end.0)) })
    }

    /// Knots inside between those at the ends.
    fn all_knots(&self, axis: usize, inner: &[f64]) -> Vec<f64> {
        let [first, last] = self.ends[axis].map(|end| vec![end; self.degrees[axis] + 1]);
        [&first[..], inner, &last].concat()
    }

    /// How many coefficients there are along an axis.
    fn count(&self, t: &[Vec<f64>; 2], axis: usize) -> usize {
        t[axis].len() - self.degrees[axis] - 1
    }

    /// The coefficients that a point takes, and by which factors.
    fn entries(&self, t: &[Vec<f64>; 2], point: usize) -> impl Iterator<Item = (usize, f64)> {
        let [(i, first), (j, second)] =
            [0, 1].map(|axis| basis(&t[axis], self.degrees[axis], self.places[axis][point], 0));
        let columns = self.count(t, 1);
        first.into_iter().enumerate().flat_map(move |(a, b)| {
            let start = (i + a) * columns + j;
            second.clone().into_iter().enumerate().map(move |(place, factor)| (start + place, b * factor))
        })
    }

    /// The equations of the points.
    fn system(&self, t: &[Vec<f64>; 2]) -> Triangular {
        let [rows, columns] = [0, 1].map(|axis| self.count(t, axis));
        // Wide enough for those of smoothness.
        let width = ((self.degrees[0] + 1) * columns + self.degrees[1] + 2).min(rows * columns);
        let mut system = Triangular::new(rows * columns, width, 0, 1);
        for (point, (&z, &w)) in self.z.iter().zip(&self.w).enumerate() {
            let row = system.row(self.entries(t, point).map(|(place, factor)| (place, w * factor)));
            system.push(row, &mut [w * z]);
        }
        system
    }

    /// The coefficients with the least squares of residuals and of jumps of the highest derivatives at knots, these divided by `p`.
    fn smooth(&self, system: &Triangular, t: &[Vec<f64>; 2], p: f64) -> Result<Vec<f64>> {
        let [rows, columns] = [0, 1].map(|axis| self.count(t, axis));
        let mut system = system.clone();
        let mut push = |row: &[f64], place: &dyn Fn(usize) -> usize| {
            let entries = row.iter().enumerate().map(|(k, jump)| (place(k), jump / p));
            let row = system.row(entries);
            system.push(row, &mut [0.0]);
        };
        for (start, row) in jumps(&t[0], self.degrees[0]) {
            (0..columns).for_each(|j| push(&row, &|k| (start + k) * columns + j));
        }
        for (start, row) in jumps(&t[1], self.degrees[1]) {
            (0..rows).for_each(|i| push(&row, &|k| i * columns + start + k));
        }
        system.solve(self.op, 0.0)
    }

    /// The coefficients of least squares; where the points leave some open, smooth ones of these.
    fn nearest(&self, system: &Triangular, t: &[Vec<f64>; 2]) -> Result<Vec<f64>> {
        match system.solve(self.op, 1e-14) {
            Err(Error::Singular { .. }) if t.iter().zip(self.degrees).any(|(t, k)| t.len() > 2 * k + 2) => {
                self.smooth(system, t, system.diagonal_sum() / self.z.len() as f64 / SLIGHT)
            }
            found => found,
        }
    }

    /// The squares of the weighted residuals.
    fn residuals(&self, t: &[Vec<f64>; 2], c: &[f64]) -> Vec<f64> {
        let one = |point: usize| {
            let value: f64 = self.entries(t, point).map(|(place, factor)| factor * c[place]).sum();
            (self.w[point] * (self.z[point] - value)).powi(2)
        };
        (0..self.z.len()).map(one).collect()
    }

    /// With given knots inside.
    pub fn least_squares(&self, inner: [Vec<f64>; 2]) -> Result<Fitted> {
        for axis in [0, 1] {
            let all = [&self.ends[axis][..1], &inner[axis], &self.ends[axis][1..]].concat();
            rising(self.op, &all)?;
        }
        let t = [0, 1].map(|axis| self.all_knots(axis, &inner[axis]));
        let c = self.nearest(&self.system(&t), &t)?;
        let residual = self.residuals(&t, &c).iter().sum();
        Ok((t, c, residual))
    }

    /// Knots until the residuals are small enough, then as smooth as they may be.
    pub fn smoothed(&self, s: f64) -> Result<Fitted> {
        let accuracy = TOLERANCE * s;
        let mut inner: [Vec<f64>; 2] = Default::default();
        let mut polynomial = 0.0;
        loop {
            let t = [0, 1].map(|axis| self.all_knots(axis, &inner[axis]));
            let system = self.system(&t);
            let c = self.nearest(&system, &t)?;
            let residuals = self.residuals(&t, &c);
            let sum: f64 = residuals.iter().sum();
            let (beyond, plain) = (sum - s, inner.iter().all(Vec::is_empty));
            if plain {
                polynomial = sum;
            }
            let most = self.count(&t, 0) * self.count(&t, 1) >= self.z.len();
            if beyond.abs() <= accuracy || (beyond < 0.0 && plain) || (beyond > 0.0 && most) {
                return Ok((t, c, sum));
            }
            if beyond < 0.0 {
                let first = c.len() as f64 / system.diagonal_sum();
                let c = search(s, first, (polynomial - s, beyond), |p| {
                    let c = self.smooth(&system, &t, p)?;
                    let sum: f64 = self.residuals(&t, &c).iter().sum();
                    Ok((c, sum - s))
                })?;
                let residual = self.residuals(&t, &c).iter().sum();
                return Ok((t, c, residual));
            }
            let Some((axis, knot)) = self.knot(&inner, &residuals) else { return Ok((t, c, sum)) };
            let at = inner[axis].partition_point(|&t| t < knot);
            inner[axis].insert(at, knot);
        }
    }

    /// The next knot: in the strip of the greatest squares of residuals, at the mean place of these, if it is well inside.
    fn knot(&self, inner: &[Vec<f64>; 2], residuals: &[f64]) -> Option<(usize, f64)> {
        let mut strips = Vec::new();
        for axis in [0, 1] {
            let mut sums = vec![[0.0; 2]; inner[axis].len() + 1];
            for (&x, &square) in self.places[axis].iter().zip(residuals) {
                let sum = &mut sums[inner[axis].partition_point(|&t| t <= x)];
                *sum = [sum[0] + square, sum[1] + square * x];
            }
            strips.extend(
                sums.into_iter().enumerate().map(|(strip, [square, moment])| (square, axis, strip, moment / square)),
            );
        }
        strips.sort_by(|a, b| b.0.total_cmp(&a.0));
        strips.into_iter().find_map(|(square, axis, strip, knot)| {
            let end = |place: usize| match place {
                0 => self.ends[axis][0],
                place => inner[axis].get(place - 1).copied().unwrap_or(self.ends[axis][1]),
            };
            let (before, after) = (knot - end(strip), end(strip + 1) - knot);
            let even = before > 0.0 && after > 0.0 && before <= UNEVEN * after && after <= UNEVEN * before;
            (square > 0.0 && even).then_some((axis, knot))
        })
    }
}
