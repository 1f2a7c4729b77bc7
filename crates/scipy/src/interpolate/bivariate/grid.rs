//! Splines of values on a grid, by those of its rows and columns (Dierckx, A fast algorithm for smoothing data on a rectangular grid while
//! using spline functions, 1982).

use crate::interpolate::breaks::{rising, vector};
use crate::interpolate::bspline::{Fit, basis, fit, not_a_knot};
use crate::interpolate::knots::Intervals;
use crate::interpolate::smoothness::{TOLERANCE, jumps, search};
use xparray_core::prelude::*;
use xparray_core::{Error, Result};

/// The places along an axis, the degree there, and the interval of the spline.
pub(super) struct Side {
    pub x: Vec<f64>,
    k: usize,
    ends: [f64; 2],
}

impl Side {
    pub fn new<B: Backend>(op: &'static str, x: &DynArray<B>, k: usize, bbox: [Option<f64>; 2]) -> Result<Self> {
        let (_, x) = vector(op, x)?;
        rising(op, &x)?;
        let wrong = |message: String| Err(Error::value(op, message));
        if !(1..=5).contains(&k) || x.len() <= k {
            return wrong(format!("degree {k} of {} places: it is 1 to 5, and below their number", x.len()));
        }
        let (first, last) = (x[0], x[x.len() - 1]);
        let ends = [bbox[0].unwrap_or(first), bbox[1].unwrap_or(last)];
        if !(ends[0] <= first && last <= ends[1] && ends[1] - ends[0] < f64::INFINITY) {
            return wrong(format!("the interval from {} to {} does not enclose the places", ends[0], ends[1]));
        }
        Ok(Self { x, k, ends })
    }

    /// Knots inside between those at the ends.
    fn all_knots(&self, inner: &[f64]) -> Vec<f64> {
        let [first, last] = self.ends.map(|end| vec![end; self.k + 1]);
        [&first[..], inner, &last].concat()
    }

    /// The knots inside of the spline through values at all places.
    fn interpolating_knots(&self) -> Result<Vec<f64>> {
        let t = not_a_knot(&self.x, self.k)?;
        Ok(t[self.k + 1..t.len() - self.k - 1].to_vec())
    }

    /// The coefficients of the splines with knots `t` nearest to columns of values; with `p`, that are smooth for it.
    fn solve(&self, op: &'static str, y: &[f64], t: &[f64], p: Option<f64>) -> Result<Vec<f64>> {
        let (count, w) = (y.len() / self.x.len(), vec![1.0; self.x.len()]);
        let mut system = fit(Fit { x: &self.x, y, w: &w, count, k: self.k }, t);
        if let Some(p) = p {
            system = system.widened(self.k + 2);
            for (start, row) in jumps(t, self.k) {
                system.push((start, row.iter().map(|jump| jump / p).collect()), &mut vec![0.0; count]);
            }
        }
        system.solve(op, if p.is_some() { 0.0 } else { f64::EPSILON })
    }

    /// The values of columns of splines at the places.
    fn values(&self, t: &[f64], c: &[f64]) -> Vec<f64> {
        let count = c.len() / (t.len() - self.k - 1);
        let at = |&x: &f64| {
            let (start, row) = basis(t, self.k, x, 0);
            (0..count).map(move |column| row.iter().zip(start..).map(|(b, j)| b * c[j * count + column]).sum::<f64>())
        };
        self.x.iter().flat_map(at).collect()
    }
}

/// Rows of so many numbers as columns.
fn transposed(z: &[f64], columns: usize) -> Vec<f64> {
    (0..columns).flat_map(|j| z.iter().skip(j).step_by(columns).copied()).collect()
}

/// Knots along both axes, coefficients and the sum of squared residuals.
type Fitted = ([Vec<f64>; 2], Vec<f64>, f64);

/// Values on a grid.
pub(super) struct Grid {
    pub op: &'static str,
    pub sides: [Side; 2],
    pub z: Vec<f64>,
}

impl Grid {
    /// The coefficients `[n0, n1]` for knots, and for `p` if that is there.
    fn solve(&self, t: &[Vec<f64>; 2], p: Option<f64>) -> Result<Vec<f64>> {
        let [x, y] = &self.sides;
        let along_x = x.solve(self.op, &self.z, &t[0], p)?;
        let c = y.solve(self.op, &transposed(&along_x, y.x.len()), &t[1], p)?;
        Ok(transposed(&c, t[0].len() - x.k - 1))
    }

    /// The squares of the residuals, summed up for each place along either axis.
    fn residuals(&self, t: &[Vec<f64>; 2], c: &[f64]) -> [Vec<f64>; 2] {
        let [x, y] = &self.sides;
        let along_x = x.values(&t[0], c);
        let columns = y.values(&t[1], &transposed(&along_x, t[1].len() - y.k - 1));
        let (m, n) = (x.x.len(), y.x.len());
        let square = |i: usize, j: usize| (self.z[i * n + j] - columns[j * m + i]).powi(2);
        [
            (0..m).map(|i| (0..n).map(|j| square(i, j)).sum()).collect(),
            (0..n).map(|j| (0..m).map(|i| square(i, j)).sum()).collect(),
        ]
    }

    pub fn interpolated(&self) -> Result<Fitted> {
        let [x, y] = &self.sides;
        let t = [x.all_knots(&x.interpolating_knots()?), y.all_knots(&y.interpolating_knots()?)];
        let c = self.solve(&t, None)?;
        Ok((t, c, 0.0))
    }

    /// Knots until the residuals are small enough, then as smooth as they may be.
    pub fn smoothed(&self, s: f64) -> Result<Fitted> {
        let accuracy = TOLERANCE * s;
        let most = [0, 1].map(|axis| self.sides[axis].x.len() - self.sides[axis].k - 1);
        let mut inner: [Vec<f64>; 2] = Default::default();
        // For each axis how many knots came last, and how much less the sum was for it.
        let (mut added, mut gains) = ([0usize; 2], [0.0f64; 2]);
        let (mut before, mut polynomial, mut last) = (0.0, 0.0, None::<usize>);
        loop {
            let t = [0, 1].map(|axis| self.sides[axis].all_knots(&inner[axis]));
            let c = self.solve(&t, None)?;
            let residuals = self.residuals(&t, &c);
            let sum: f64 = residuals[0].iter().sum();
            let beyond = sum - s;
            let full = [0, 1].map(|axis| inner[axis].len() >= most[axis]);
            let plain = inner.iter().all(Vec::is_empty);
            if plain {
                polynomial = sum;
            }
            if beyond.abs() < accuracy || (beyond < 0.0 && plain) || (beyond >= 0.0 && full == [true; 2]) {
                return Ok((t, c, sum));
            }
            if beyond < 0.0 {
                let above = |c: &[f64]| self.residuals(&t, c)[0].iter().sum::<f64>() - s;
                let c = search(s, 1.0, (polynomial - s, beyond), |p| {
                    let c = self.solve(&t, Some(p))?;
                    let above = above(&c);
                    Ok((c, above))
                })?;
                let residual = above(&c) + s;
                return Ok((t, c, residual));
            }
            if let Some(axis) = last {
                gains[axis] = before - sum;
            }
            before = sum;
            let wanted = [0, 1].map(|axis| {
                if inner[axis].is_empty() {
                    return 1;
                }
                let twice = 2 * added[axis];
                let wanted =
                    if gains[axis] > accuracy { added[axis] as f64 * beyond / gains[axis] } else { twice as f64 };
                twice.min((wanted as usize).max(added[axis] / 2).max(1))
            });
            let second = wanted[0] > wanted[1] || (wanted[0] == wanted[1] && last == Some(0));
            let axis = if full[usize::from(second)] { usize::from(!second) } else { usize::from(second) };
            (last, added[axis]) = (Some(axis), wanted[axis]);
            let side = &self.sides[axis];
            let mut intervals = Intervals::new(&side.x, &inner[axis], &residuals[axis]);
            for _ in 0..wanted[axis].min(most[axis] - inner[axis].len()) {
                let Some(place) = intervals.split() else { break };
                let knot = side.x[place];
                let at = inner[axis].partition_point(|&t| t < knot);
                inner[axis].insert(at, knot);
            }
            if inner[axis].len() == most[axis] {
                inner[axis] = side.interpolating_knots()?;
            }
        }
    }
}
