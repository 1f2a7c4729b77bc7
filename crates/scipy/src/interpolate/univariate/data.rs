//! What splines are fitted to.

use super::fitted::{FittedSpline, Outside};
use crate::interpolate::breaks::vector;
use crate::interpolate::bspline::{BSpline, Fit, fit, not_a_knot};
use crate::interpolate::columns::Columns;
use crate::interpolate::cubic::finite;
use xparray_core::prelude::*;
use xparray_core::{Error, Result, TypeClass};

/// Options that the three kinds have in common.
#[derive(Clone, Debug)]
pub(super) struct Common<B: Backend> {
    pub k: usize,
    pub w: Option<DynArray<B>>,
    pub bbox: [Option<f64>; 2],
    pub ext: Outside,
}

impl<B: Backend> Default for Common<B> {
    fn default() -> Self {
        Self { k: 3, w: None, bbox: [None; 2], ext: Outside::Extrapolate }
    }
}

/// Points with their weights and the interval of the spline.
pub(super) struct Data<B: Backend> {
    pub xp: B,
    pub x: Vec<f64>,
    pub y: Vec<f64>,
    columns: Columns,
    pub w: Vec<f64>,
    pub ends: [f64; 2],
    pub k: usize,
    pub ext: Outside,
}

impl<B: Backend> Data<B> {
    pub fn new(op: &'static str, x: &DynArray<B>, y: &DynArray<B>, common: Common<B>, repeats: bool) -> Result<Self> {
        let Common { k, w, bbox, ext } = common;
        TypeClass::RealElement.check(op, y.dtype())?;
        let (device, x) = vector(op, x)?;
        let (columns, rows) = Columns::of(op, y, 0)?;
        if rows.shape()[0] != x.len() {
            return Err(Error::shape(op, &[x.len()], y.shape()));
        }
        finite(op, &rows)?;
        let w = match &w {
            None => vec![1.0; x.len()],
            Some(w) if w.shape() == [x.len()] => vector(op, w)?.1,
            Some(w) => return Err(Error::shape(op, &[x.len()], w.shape())),
        };
        let wrong = |message: String| Err(Error::value(op, message));
        if !(1..=5).contains(&k) || x.len() <= k {
            return wrong(format!("degree {k} of {} points: it is 1 to 5, and below their number", x.len()));
        }
        if x.windows(2).any(|pair| pair[0] > pair[1] || (!repeats && pair[0] == pair[1])) {
            return wrong("the abscissae must rise".into());
        }
        let ends = [bbox[0].unwrap_or(x[0]), bbox[1].unwrap_or(x[x.len() - 1])];
        if !(ends[0] <= x[0] && x[x.len() - 1] <= ends[1] && ends[0] < ends[1] && ends[1] - ends[0] < f64::INFINITY) {
            return wrong(format!("the interval from {} to {} does not enclose the abscissae", ends[0], ends[1]));
        }
        if w.iter().any(|&w| w < 0.0) {
            return wrong("weights must not be negative".into());
        }
        Ok(Self { xp: device.xp().clone(), y: rows.to_vec()?, columns, x, w, ends, k, ext })
    }

    pub fn fit(&self) -> Fit<'_> {
        Fit { x: &self.x, y: &self.y, w: &self.w, count: self.columns.count(), k: self.k }
    }

    /// Knots inside between those at the ends.
    pub fn all_knots(&self, inner: &[f64]) -> Vec<f64> {
        let [first, last] = self.ends.map(|end| vec![end; self.k + 1]);
        [&first[..], inner, &last].concat()
    }

    /// The spline of knots and coefficients, and the sum of its squared residuals.
    pub fn spline(&self, op: &'static str, t: &[f64], c: &[f64]) -> Result<(BSpline<B>, f64)> {
        let residual = self.fit().residuals(t, c).iter().sum();
        Ok((BSpline::from_host(op, &self.xp, t, c, self.columns.clone(), self.k)?, residual))
    }

    pub fn fitted(&self, op: &'static str, t: &[f64], c: &[f64]) -> Result<FittedSpline<B>> {
        let (spline, residual) = self.spline(op, t, c)?;
        Ok(FittedSpline { spline, residual, ext: self.ext })
    }

    /// The spline of least squares with these knots.
    pub fn least_squares(&self, op: &'static str, t: &[f64]) -> Result<FittedSpline<B>> {
        self.fitted(op, t, &self.coefficients(op, t)?)
    }

    /// Its coefficients.
    pub fn coefficients(&self, op: &'static str, t: &[f64]) -> Result<Vec<f64>> {
        fit(self.fit(), t).solve(op, f64::EPSILON)
    }

    /// The knots of the spline through the points.
    pub fn interpolating_knots(&self) -> Result<Vec<f64>> {
        let t = not_a_knot(&self.x, self.k)?;
        Ok(self.all_knots(&t[self.k + 1..t.len() - self.k - 1]))
    }
}
