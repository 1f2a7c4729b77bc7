//! The matrix of B-splines at places.

use super::{BSpline, basis::basis};
use crate::interpolate::breaks::vector;
use xparray_core::prelude::*;
use xparray_core::sparse::Csr;
use xparray_core::{AnyArray, Create, Error, Result};

impl<B: Backend> BSpline<B> {
    /// The values of all B-splines of degree `k` with the knots `t` at places: a row for each place, with `k + 1` entries. SciPy's
    /// `BSpline.design_matrix`; computed on the host.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::interpolate::BSpline;
    /// let t = xp.array([0.0, 0.0, 1.0, 2.0, 2.0])?;
    /// let matrix = BSpline::design_matrix(&xp.array([0.5, 1.25])?, &t, 1)?;
    /// assert_eq!(matrix.to_dense()?.to_string(), "[[0.5  0.5  0.  ]\n [0.   0.75 0.25]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`BSpline::new`]; [`Error::Value`] for places that are not finite or outside of the base interval.
    pub fn design_matrix(x: &impl AnyArray<B>, t: &impl AnyArray<B>, k: usize) -> Result<Csr<f64, B>> {
        const OP: &str = "BSpline::design_matrix";
        let (device, places) = vector(OP, x.as_dyn())?;
        let xp = device.xp();
        let n = t.as_dyn().len().saturating_sub(k.saturating_add(1));
        let spline = Self::new(t, &xp.zeros::<f64>([n])?, k)?;
        let (low, high) = spline.inner.bounds();
        if let Some(x) = places.iter().find(|&&x| x < low || x > high) {
            return Err(Error::value(OP, format!("{x} is outside of the base interval from {low} to {high}")));
        }
        let (mut columns, mut values) = (Vec::new(), Vec::new());
        for &x in &places {
            let (first, row) = basis(&spline.knots.host, k, x, 0);
            columns.extend((first..=first + k).map(|column| column as i64));
            values.extend(row);
        }
        let starts = (0..=places.len()).map(|row| (row * (k + 1)) as i64).collect::<Vec<_>>();
        let (indices, values) = (xp.array(columns)?, xp.array(values)?);
        Csr::from_parts([places.len(), n], &xp.array(starts)?, &indices, &values)
    }
}
