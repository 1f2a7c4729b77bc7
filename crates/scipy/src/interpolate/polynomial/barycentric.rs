//! Lagrange's form of the polynomial through points.

use super::{points, stacked};
use crate::interpolate::columns::Columns;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Create, Error, IntoAxis, Result, TypeClass};

const OP: &str = "BarycentricInterpolator";

/// The polynomial through points, by the barycentric formula (Berrut and Trefethen, Barycentric Lagrange interpolation, 2004): SciPy's
/// `BarycentricInterpolator`. It is stable also for many points, if these crowd at the ends as Chebyshev's do.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::interpolate::BarycentricInterpolator;
/// let p = BarycentricInterpolator::new(&xp.array([0.0, 1.0, 2.0])?, &xp.array([0.0, 1.0, 4.0])?, 0)?;
/// assert!(p.evaluate(&xp.array([1.0, 1.5])?)?.allclose(&xp.array([1.0, 2.25])?)?);
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct BarycentricInterpolator<B: Backend> {
    x: Array<f64, B>,
    weights: Array<f64, B>,
    /// `[n, columns]`.
    y: Array<f64, B>,
    columns: Columns,
}

/// 1 over the products of distances, up to a factor that they have in common: fractions and exponents, which overflow in no order.
fn weights(x: &[f64]) -> Vec<f64> {
    let parts: Vec<(f64, i64)> = x
        .iter()
        .enumerate()
        .map(|(i, &xi)| {
            let (mut fraction, mut exponent) = (1.0f64, 0i64);
            for (_, &xk) in x.iter().enumerate().filter(|(k, _)| *k != i) {
                fraction /= xi - xk;
                let shift = fraction.abs().log2().floor();
                fraction *= (-shift).exp2();
                exponent += shift as i64;
            }
            (fraction, exponent)
        })
        .collect();
    let largest = parts.iter().map(|part| part.1).max().unwrap_or(0);
    parts.into_iter().map(|(fraction, exponent)| fraction * ((exponent - largest) as f64).exp2()).collect()
}

impl<B: Backend> BarycentricInterpolator<B> {
    /// Of abscissae in any order and of ordinates along an axis.
    ///
    /// # Errors
    /// [`Error::Value`] for an abscissa that comes twice, and NaN among them; [`Error::Shape`] for another number of ordinates, and for none;
    /// [`Error::DType`] for complex abscissae; [`Error::Axis`] if the axis is not there.
    pub fn new(xi: &impl AnyArray<B>, yi: &impl AnyArray<B>, axis: impl IntoAxis) -> Result<Self> {
        let (x, columns, y) = points(OP, xi.as_dyn(), yi.as_dyn(), axis.into_axis())?;
        let mut sorted = x.clone();
        sorted.sort_by(f64::total_cmp);
        if let Some(pair) = sorted.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(Error::value(OP, format!("the abscissa {} comes twice", pair[0])));
        }
        let xp = y.xp();
        Ok(Self { weights: xp.array(weights(&x))?, x: xp.array(x)?, y: y.clone(), columns })
    }

    /// The values at places of any shape, whose axes are where that of the points was.
    ///
    /// # Errors
    /// [`Error::DType`] for complex places.
    pub fn evaluate(&self, x: &impl AnyArray<B>) -> Result<DynArray<B>> {
        self.at(x.as_dyn(), &self.y)
    }

    /// The values at places of the polynomial that has other ordinates, `[n, columns]`.
    fn at(&self, x: &DynArray<B>, y: &Array<f64, B>) -> Result<DynArray<B>> {
        TypeClass::RealElement.check(OP, x.dtype())?;
        let (count, xp) = (self.columns.count(), x.xp());
        if x.is_empty() || count == 0 {
            return self.columns.restore(&xp.zeros([x.len(), count])?, x.shape());
        }
        let places = x.astype(DType::F64)?.reshape([x.len(), 1])?.typed::<f64>()?;
        let distances = places.subtract(&self.x)?;
        let hits = distances.equal(0.0)?;
        let terms = self.weights.divide(&hits.where_(1.0, &distances)?)?;
        let values = terms.matmul(y)?.divide(&terms.sum(keepdims(1))?)?;
        let known = y.take(&hits.argmax(1)?, 0)?;
        self.columns.restore(&hits.any(keepdims(1))?.where_(&known, &values)?, x.shape())
    }

    /// The derivative of order `der` at places.
    ///
    /// # Errors
    /// Those of [`evaluate`](Self::evaluate).
    pub fn derivative(&self, x: &impl AnyArray<B>, der: usize) -> Result<DynArray<B>> {
        let n = self.x.len();
        if der >= n {
            return self.at(x.as_dyn(), &self.y.multiply(0.0)?);
        }
        if der == 0 {
            return self.evaluate(x);
        }
        // The derivatives of Lagrange's polynomials at the points, of which each row's sum is 0.
        let xp = self.x.xp();
        let diagonal = xp.eye::<f64>(n)?;
        let distances = self.x.expand_dims(1)?.subtract(&self.x)?.add(&diagonal)?;
        let shares = self.weights.divide(&self.weights.expand_dims(1)?)?.divide(&distances)?;
        let outside = diagonal.equal(0.0)?.where_(&shares, 0.0)?;
        let matrix = outside.subtract(&diagonal.multiply(&outside.sum(keepdims(1))?)?)?;
        let mut y = self.y.clone();
        for _ in 0..der {
            y = matrix.matmul(&y)?;
        }
        self.at(x.as_dyn(), &y)
    }

    /// The derivatives of order 0 to `count - 1` at places, along a new first axis.
    ///
    /// # Errors
    /// Those of [`evaluate`](Self::evaluate); [`Error::Value`] for none.
    pub fn derivatives(&self, x: &impl AnyArray<B>, count: usize) -> Result<DynArray<B>> {
        stacked(x.as_dyn().xp(), count, |der| self.derivative(x, der))
    }
}

/// The values at `x` of the polynomial through the points `(xi, yi)`, or its derivative of order `der`: SciPy's `barycentric_interpolate`.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::interpolate::barycentric_interpolate;
/// let (xi, yi) = (xp.array([0.0, 1.0, 2.0])?, xp.array([0.0, 1.0, 4.0])?);
/// assert!(barycentric_interpolate(&xi, &yi, &xp.array([3.0])?, 1, 0)?.allclose(6.0)?);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`BarycentricInterpolator::new`] and [`BarycentricInterpolator::evaluate`].
pub fn barycentric_interpolate<B: Backend>(
    xi: &impl AnyArray<B>,
    yi: &impl AnyArray<B>,
    x: &impl AnyArray<B>,
    der: usize,
    axis: impl IntoAxis,
) -> Result<DynArray<B>> {
    BarycentricInterpolator::new(xi, yi, axis)?.derivative(x, der)
}
