//! Knots until the residuals are small enough, then as smooth as they may be (Dierckx, Curve and surface fitting with splines, chapter 5).

use super::data::Data;
use crate::interpolate::bspline::fit;
use crate::interpolate::knots::Intervals;
use crate::interpolate::smoothness::{TOLERANCE, jumps, search};
use xparray_core::Result;
use xparray_core::prelude::*;

/// The knots and coefficients of the smoothing spline.
pub(super) fn smoothed<B: Backend>(
    op: &'static str,
    data: &Data<B>,
    s: f64,
    nest: Option<usize>,
) -> Result<(Vec<f64>, Vec<f64>)> {
    let (m, k, accuracy) = (data.x.len(), data.k, TOLERANCE * s);
    let most = m - k - 1;
    // The room that SciPy gives FITPACK first: the knots of a round end there.
    let mut room = nest.unwrap_or(m / 2).max(2 * k + 2).min(m + k + 1) - 2 * k - 2;
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
            // The least squares of residuals and of jumps of the derivative of order `k` at knots, these divided by `p`.
            let jumps = jumps(&t, k);
            let first = (t.len() - k - 1) as f64 / system.diagonal_sum();
            let c = search(s, first, (polynomial - s, beyond), |p| {
                let mut system = system.widened(k + 2);
                for (start, row) in &jumps {
                    system.push((*start, row.iter().map(|jump| jump / p).collect()), &mut vec![0.0; data.fit().count]);
                }
                let c = system.solve(op, 0.0)?;
                let sum: f64 = data.fit().residuals(&t, &c).iter().sum();
                Ok((c, sum - s))
            })?;
            return Ok((t, c));
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
