//! The equations of sums of functions of distances and a polynomial, of many sets of points at a time.

use super::kernels::RbfKernel;
use xparray_core::prelude::*;
use xparray_core::{Create, Error, Join, Result};

/// What sums are made of.
#[derive(Clone, Debug)]
pub(super) struct System {
    pub kernel: RbfKernel,
    pub epsilon: f64,
    /// The powers of each coordinate in the polynomial's terms.
    pub powers: Vec<Vec<usize>>,
}

/// The sum that has given values at points.
#[derive(Clone, Debug)]
pub(super) struct Sum<B: Backend> {
    /// `[.., n, dimensions]`.
    points: Array<f64, B>,
    /// The polynomial is one of coordinates from -1 to 1.
    shift: Array<f64, B>,
    scale: Array<f64, B>,
    /// `[.., n + terms, columns]`.
    coefficients: Array<f64, B>,
}

/// The squared distances of all rows of one from all of the other, one coordinate after the other, so that no array of all differences is made.
pub(super) fn squared_distances<B: Backend>(a: &Array<f64, B>, b: &Array<f64, B>) -> Result<Array<f64, B>> {
    let one = |k: isize| {
        let coordinate = |x: &Array<f64, B>| x.moveaxis(-1, 0)?.slice(s![k]);
        let difference = coordinate(a)?.expand_dims(-1)?.subtract(&coordinate(b)?.expand_dims(-2)?)?;
        Ok::<_, Error>(difference.square())
    };
    let mut sum = one(0)?;
    for k in 1..a.shape()[a.ndim() - 1] as isize {
        sum = sum.add(&one(k)?)?;
    }
    Ok(sum)
}

impl System {
    /// What coefficients are multiplied with at rows `[.., q, dimensions]`: `[.., q, n + terms]`.
    fn terms<B: Backend>(
        &self,
        x: &Array<f64, B>,
        points: &Array<f64, B>,
        (shift, scale): (&Array<f64, B>, &Array<f64, B>),
    ) -> Result<Array<f64, B>> {
        let (xp, factor) = (x.xp(), self.epsilon * self.epsilon);
        let radial = xp.map(&squared_distances(x, points)?, |square| self.kernel.of(square * factor))?;
        let inner = x.subtract(shift)?.divide(scale)?.moveaxis(-1, 0)?;
        let mut parts = vec![radial];
        for powers in &self.powers {
            let mut term = xp.ones::<f64>(&inner.shape()[1..])?;
            for (k, &power) in powers.iter().enumerate() {
                for _ in 0..power {
                    term = term.multiply(&inner.slice(s![k as isize])?)?;
                }
            }
            parts.push(term.expand_dims(-1)?);
        }
        xp.concatenate(&parts.iter().collect::<Vec<_>>(), -1)
    }

    /// The sums with the values `[.., n, columns]` at points `[.., n, dimensions]`, with a smoothing `[.., n]` for each.
    pub fn solve<B: Backend>(
        &self,
        points: &Array<f64, B>,
        values: &Array<f64, B>,
        smoothing: &Array<f64, B>,
    ) -> Result<Sum<B>> {
        let (xp, terms) = (points.xp(), self.powers.len());
        let [lead @ .., n, _] = points.shape() else {
            return Err(Error::value("RBFInterpolator", "points without rows"));
        };
        let (low, high) = (points.min(keepdims(-2))?, points.max(keepdims(-2))?);
        let shift = low.add(&high)?.multiply(0.5)?;
        let half = high.subtract(&low)?.multiply(0.5)?;
        let scale = half.equal(0.0)?.where_(1.0, &half)?;
        let zeros = |rows: usize, columns: usize| xp.zeros::<f64>([lead, &[rows, columns]].concat());
        let diagonal = xp.eye::<f64>(*n)?.multiply(&smoothing.expand_dims(-2)?)?;
        let diagonal = xp.concatenate(&[&diagonal, &zeros(*n, terms)?], -1)?;
        let upper = self.terms(points, points, (&shift, &scale))?.add(&diagonal)?;
        let transposed = upper.swapaxes(-1, -2)?.moveaxis(-2, 0)?.slice(s![*n as isize..])?.moveaxis(0, -2)?;
        let lower = xp.concatenate(&[&transposed, &zeros(terms, terms)?], -1)?;
        let matrix = xp.concatenate(&[&upper, &lower], -2)?;
        let columns = values.shape()[values.ndim() - 1];
        let sides = xp.concatenate(&[values, &zeros(terms, columns)?], -2)?;
        let coefficients = if sides.is_empty() { sides } else { matrix.solve(&sides)? };
        Ok(Sum { points: points.clone(), shift, scale, coefficients })
    }

    /// The values of sums at rows `[.., q, dimensions]`: `[.., q, columns]`.
    pub fn values<B: Backend>(&self, sum: &Sum<B>, x: &Array<f64, B>) -> Result<Array<f64, B>> {
        self.terms(x, &sum.points, (&sum.shift, &sum.scale))?.matmul(&sum.coefficients)
    }
}
