//! The barycentric form of rational functions.

use super::{numbers, wide};
use crate::linalg::eigvals;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Create, Error, Result};

const OP: &str = "RationalFunction";

/// A quotient of two sums of fractions, `sum(w_k f_k / (z - z_k)) / sum(w_k / (z - z_k))`, which has the values `f_k` at its support points
/// `z_k` (Berrut and Trefethen, Barycentric Lagrange interpolation, 2004, section 9.1). [`AAA`](super::AAA) and
/// [`FloaterHormannInterpolator`](super::FloaterHormannInterpolator) find them.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::interpolate::AAA;
/// let x = xp.linspace(-1.0, 1.0, 20)?;
/// let f = AAA::new().interpolate(&x, &(1.0 / (&x - 2.0)))?;
/// assert!(f.function().poles()?.allclose(2.0)?);
/// assert!(f.function().evaluate(&xp.array([3.0, f64::INFINITY])?)?.allclose(&xp.array([1.0, 0.0])?)?);
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct RationalFunction<B: Backend> {
    /// `[n]`.
    points: DynArray<B>,
    /// `[n, columns]`.
    rows: DynArray<B>,
    /// `[n]`.
    weights: DynArray<B>,
    trailing: Vec<usize>,
    axis: isize,
}

impl<B: Backend> RationalFunction<B> {
    /// Of values along an axis, of which rows are made.
    pub(super) fn new(
        points: DynArray<B>,
        rows: DynArray<B>,
        weights: DynArray<B>,
        trailing: Vec<usize>,
        axis: isize,
    ) -> Self {
        Self { points, rows, weights, trailing, axis }
    }

    /// The same function without the support points that count for nothing.
    pub(super) fn without_idle(self) -> Result<Self> {
        let kept = self.weights.not_equal(0.0)?;
        let [points, rows, weights] = [&self.points, &self.rows, &self.weights].map(|part| part.compress(&kept, 0));
        Ok(Self { points: points?, rows: rows?, weights: weights?, ..self })
    }

    /// The support points `[n]`.
    pub fn support_points(&self) -> &DynArray<B> {
        &self.points
    }

    /// The values at the support points, `[n, ..]`.
    ///
    /// # Errors
    /// Only if computing fails.
    pub fn support_values(&self) -> Result<DynArray<B>> {
        self.rows.reshape([&[self.points.len()], self.trailing.as_slice()].concat())
    }

    /// The weights of the support points, `[n]`.
    pub fn weights(&self) -> &DynArray<B> {
        &self.weights
    }

    /// The values at real or complex places of any shape. As with SciPy, the first axis of the places goes to where the axis of the support
    /// points was, and their other axes come first.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`] if the device has no room.
    pub fn evaluate(&self, z: &impl AnyArray<B>) -> Result<DynArray<B>> {
        let z = z.as_dyn();
        let shape = [z.shape(), self.trailing.as_slice()].concat();
        let values = match shape.contains(&0) {
            true => {
                let parts = [&self.points, &self.rows, &self.weights];
                z.xp().zeros_of(parts.iter().fold(wide(z.dtype()), |dtype, part| dtype.promote(part.dtype())), shape)?
            }
            false => self.rows_at(&z.astype(wide(z.dtype()))?.reshape([z.len(), 1])?)?.reshape(shape)?,
        };
        if z.ndim() == 0 { Ok(values) } else { values.moveaxis(0, self.axis) }
    }

    /// The values at a column of places.
    fn rows_at(&self, z: &DynArray<B>) -> Result<DynArray<B>> {
        let distances = z.subtract(&self.points)?;
        let hits = distances.equal(0.0)?;
        let terms = self.weights.divide(&hits.where_(1.0, &distances)?)?;
        let values = terms.matmul(&self.rows)?.divide(&terms.sum(keepdims(1))?)?;
        let known = self.rows.take(&hits.argmax(1)?, 0)?;
        let limit = self.weights.matmul(&self.rows)?.divide(&self.weights.sum(..)?)?;
        let finite = hits.any(keepdims(1))?.where_(&known, &values)?;
        z.isinf()?.where_(&limit, &finite)
    }

    /// Where the function is infinite, a complex vector in no order: poles that are multiple come as often.
    ///
    /// By generalised eigenvalues (Klein, Applications of linear barycentric rational interpolation, 2012, section 3.3).
    ///
    /// # Errors
    /// [`Error::Value`] if the QZ algorithm does not converge.
    pub fn poles(&self) -> Result<DynArray<B>> {
        self.zeros(&self.weights)
    }

    /// The residues at the poles, a complex vector.
    ///
    /// # Errors
    /// [`Error::Value`] for several functions at once; those of [`poles`](Self::poles).
    pub fn residues(&self) -> Result<DynArray<B>> {
        let (values, poles) = (self.single()?, self.poles()?);
        let distances = poles.expand_dims(1)?.subtract(&self.points)?;
        let numerator = values.multiply(&self.weights)?.divide(&distances)?.sum(1)?;
        let slope = self.weights.divide(&distances.multiply(&distances)?)?.sum(1)?;
        numerator.divide(&slope.negative()?)
    }

    /// Where the function is 0, a complex vector in no order.
    ///
    /// # Errors
    /// Those of [`residues`](Self::residues).
    pub fn roots(&self) -> Result<DynArray<B>> {
        self.zeros(&self.single()?.multiply(&self.weights)?)
    }

    /// The values at the support points of one function.
    fn single(&self) -> Result<DynArray<B>> {
        match self.trailing.is_empty() {
            true => self.support_values(),
            false => Err(Error::value(OP, "of one function only, not of several at once")),
        }
    }

    /// Where the sum of the weights over the distances from the support points is 0: the finite eigenvalues of an arrowhead.
    fn zeros(&self, weights: &DynArray<B>) -> Result<DynArray<B>> {
        let (points, weights, xp) = (numbers(&self.points)?, numbers(weights)?, weights.xp());
        let (n, one) = (points.len() + 1, Complex::new(1.0, 0.0));
        let mut arrow = vec![Complex::new(0.0, 0.0); n * n];
        let mut unit = arrow.clone();
        for (k, (point, weight)) in (1..).zip(points.into_iter().zip(weights)) {
            (arrow[k], arrow[k * n], arrow[k * n + k]) = (weight, one, point);
            unit[k * n + k] = one;
        }
        let found = numbers(&eigvals(&xp.from_slice(&arrow, [n, n])?, &xp.from_slice(&unit, [n, n])?)?)?;
        let finite: Vec<Complex<f64>> = found.into_iter().filter(|z| z.is_finite()).collect();
        Ok(xp.from_slice(&finite, finite.len())?.into_dyn())
    }
}
