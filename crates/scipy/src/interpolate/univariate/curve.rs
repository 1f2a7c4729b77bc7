//! Knots until the residuals are small enough, then as smooth as they may be (Dierckx, Curve and surface fitting with splines, chapter 5).

use super::data::Data;
use super::knots::Intervals;
use crate::interpolate::bspline::{Triangular, fit};
use xparray_core::Result;
use xparray_core::prelude::*;

/// The share of `s` by which the sum may differ from it.
const TOLERANCE: f64 = 1e-3;

/// The knots and coefficients of the smoothing spline.
pub(super) fn smoothed<B: Backend>(op: &'static str, data: &Data<B>, s: f64) -> Result<(Vec<f64>, Vec<f64>)> {
    let (m, k, accuracy) = (data.x.len(), data.k, TOLERANCE * s);
    let most = m - k - 1;
    // The room that SciPy gives FITPACK first: the knots of a round end there.
    let mut room = (m / 2).max(2 * k + 2) - 2 * k - 2;
    let mut inner: Vec<f64> = Vec::new();
    let (mut added, mut before, mut polynomial) = (1usize, 0.0, 0.0);
    loop {
        let t = data.all_knots(&inner);
        let system = fit(data.fit(), &t);
        let c = system.solve(op, 0.0)?;
        let residuals = data.fit().residuals(&t, &c);
        let sum: f64 = residuals.iter().sum();
        let beyond = sum - s;
        if inner.is_empty() {
            polynomial = sum;
        }
        if beyond.abs() < accuracy || (beyond < 0.0 && inner.is_empty()) || (beyond >= 0.0 && inner.len() == most) {
            return Ok((t, c));
        }
        if beyond < 0.0 {
            let smooth = Smoothing { op, data, t: &t, system: &system, s };
            return Ok((t.clone(), smooth.search(polynomial - s, beyond)?));
        }
        if inner.len() == room {
            // FITPACK is called again with more room, and begins with one knot.
            (added, room) = (1, most);
        } else if !inner.is_empty() {
            let gain = before - sum;
            let wanted = if gain > accuracy { (added as f64 * beyond / gain) as usize } else { 2 * added };
            added = (2 * added).min(wanted.max(added / 2).max(1));
        }
        before = sum;
        let mut intervals = Intervals::new(&data.x, &inner, &residuals);
        for _ in 0..added {
            let Some(place) = intervals.split() else { break };
            let knot = data.x[place];
            inner.insert(inner.partition_point(|&t| t < knot), knot);
            if inner.len() == most {
                let t = data.interpolating_knots()?;
                inner = t[k + 1..t.len() - k - 1].to_vec();
                break;
            }
            if inner.len() == room {
                break;
            }
        }
    }
}

/// The least squares of residuals and of jumps of the derivative of order `k` at knots, these divided by `p`.
struct Smoothing<'a, B: Backend> {
    op: &'static str,
    data: &'a Data<B>,
    t: &'a [f64],
    system: &'a Triangular,
    s: f64,
}

impl<B: Backend> Smoothing<'_, B> {
    /// The jumps of the B-splines at the knots inside, times a power of the mean distance of knots.
    fn jumps(&self) -> Vec<(usize, Vec<f64>)> {
        let (t, k) = (self.t, self.data.k);
        let pieces = t.len() - 2 * k - 1;
        let scale = ((t[t.len() - k - 1] - t[k]) / pieces as f64).powi(k as i32);
        let entry = |j: usize, i: usize| {
            let others = (i..i + k + 2).filter(|&other| other != j);
            scale * (t[i + k + 1] - t[i]) / others.map(|other| t[j] - t[other]).product::<f64>()
        };
        (0..pieces - 1).map(|row| (row, (row..row + k + 2).map(|i| entry(row + k + 1, i)).collect())).collect()
    }

    /// The coefficients for `p`, and how much the sum of squares is above `s`.
    fn at(&self, jumps: &[(usize, Vec<f64>)], p: f64) -> Result<(Vec<f64>, f64)> {
        let mut system = self.system.widened(self.data.k + 2);
        for (start, row) in jumps {
            system.push((*start, row.iter().map(|jump| jump / p).collect()), &mut [0.0]);
        }
        let c = system.solve(self.op, 0.0)?;
        let sum: f64 = self.data.fit().residuals(self.t, &c).iter().sum();
        Ok((c, sum - self.s))
    }

    /// The coefficients for the `p` where the sum, which falls from `p = 0` to infinity, is `s`: by functions `(u p + v) / (p + w)` through
    /// three places.
    fn search(&self, at_zero: f64, at_infinity: f64) -> Result<Vec<f64>> {
        let (jumps, accuracy) = (self.jumps(), TOLERANCE * self.s);
        let mut p = (self.t.len() - self.data.k - 1) as f64 / self.system.diagonal_sum();
        let ((mut p1, mut f1), (mut p3, mut f3)) = ((0.0, at_zero), (f64::INFINITY, at_infinity));
        let (mut below, mut above) = (false, false);
        let mut c = Vec::new();
        for _ in 0..20 {
            let f2;
            (c, f2) = self.at(&jumps, p)?;
            let p2 = p;
            if f2.abs() < accuracy {
                break;
            }
            if !below {
                if f2 - f3 <= accuracy {
                    // `p` is too large to tell from infinity.
                    (p3, f3) = (p2, f2);
                    p *= 0.04;
                    if p <= p1 {
                        p = 0.9 * p1 + 0.1 * p2;
                    }
                    continue;
                }
                below = f2 < 0.0;
            }
            if !above {
                if f1 - f2 <= accuracy {
                    (p1, f1) = (p2, f2);
                    p /= 0.04;
                    if p >= p3 {
                        p = 0.1 * p2 + 0.9 * p3;
                    }
                    continue;
                }
                above = f2 > 0.0;
            }
            if f2 >= f1 || f2 <= f3 {
                break;
            }
            let (h1, h2, h3) = (f1 * (f2 - f3), f2 * (f3 - f1), f3 * (f1 - f2));
            p = match p3 {
                f64::INFINITY => -(p1 * h2 + p2 * h1) / h3,
                _ => -(p1 * p2 * h3 + p2 * p3 * h1 + p1 * p3 * h2) / (p1 * h1 + p2 * h2 + p3 * h3),
            };
            if f2 < 0.0 { (p3, f3) = (p2, f2) } else { (p1, f1) = (p2, f2) }
        }
        Ok(c)
    }
}
