//! Rational interpolation without poles among the points.

use super::function::RationalFunction;
use super::{Samples, numbers};
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Create, Error, IntoAxis, Result};

const OP: &str = "FloaterHormannInterpolator";

/// The rational function without real poles through real points, a blend of the polynomials of degree `d` through neighbours: SciPy's
/// `FloaterHormannInterpolator` (Floater and Hormann, Barycentric rational interpolation with no poles and high rates of approximation, 2007,
/// equation 18). By default `d` is 3, and the axis of the values the first one.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::interpolate::FloaterHormannInterpolator;
/// let x = xp.linspace(-5.0, 5.0, 41)?;
/// let f = FloaterHormannInterpolator::new().interpolate(&x, &(1.0 / (x.square() + 1.0)))?; // Runge's function
/// assert!(f.evaluate(&xp.array([3.1])?)?.allclose_with(1.0 / 10.61, Tolerance::new().rtol(1e-4))?);
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct FloaterHormannInterpolator {
    d: usize,
    axis: isize,
}

impl Default for FloaterHormannInterpolator {
    fn default() -> Self {
        Self { d: 3, axis: 0 }
    }
}

impl FloaterHormannInterpolator {
    /// Of polynomials of degree 3 through values along the first axis.
    pub fn new() -> Self {
        Self::default()
    }

    /// The degree of the polynomials that are blended.
    pub fn d(self, d: usize) -> Self {
        Self { d, ..self }
    }

    /// The axis of the values.
    pub fn axis(self, axis: impl IntoAxis) -> Self {
        Self { axis: axis.into_axis(), ..self }
    }

    /// The function through values at points. Points that come again, and those with values that are not finite, are left out.
    ///
    /// # Errors
    /// [`Error::Shape`] unless the points are a vector of as many as there are values; [`Error::Axis`] if the axis is not there;
    /// [`Error::Value`] for points that are not finite, for none with finite values, and for a degree that is not below their number.
    pub fn interpolate<B: Backend>(
        self,
        points: &impl AnyArray<B>,
        values: &impl AnyArray<B>,
    ) -> Result<RationalFunction<B>> {
        let Samples { points, rows, trailing } = Samples::new(OP, points.as_dyn(), values.as_dyn(), self.axis)?;
        if self.d >= points.len() {
            return Err(Error::value(OP, format!("the degree {} through {} points", self.d, points.len())));
        }
        let weights = weights(&numbers(&points)?, self.d);
        let weights = points.xp().from_slice(&weights, weights.len())?.into_dyn();
        let weights = if points.dtype().is_complex() { weights } else { weights.real()? };
        Ok(RationalFunction::new(points, rows, weights, trailing, self.axis))
    }
}

/// For each point a sum over the polynomials through it: with signs that alternate, of 1 over the products of its distances from their others.
fn weights(x: &[Complex<f64>], d: usize) -> Vec<Complex<f64>> {
    let last = x.len() - 1 - d;
    let product = |k: usize, i: usize| {
        let sign = if i.is_multiple_of(2) { 1.0 } else { -1.0 };
        let others = (i..=i + d).filter(|&j| j != k);
        others.fold(Complex::new(sign, 0.0), |product, j| product / (x[k] - x[j]))
    };
    (0..x.len()).map(|k| (k.saturating_sub(d)..=k.min(last)).map(|i| product(k, i)).sum()).collect()
}
