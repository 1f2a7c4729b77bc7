//! Interpolation by sums of functions of distances.

use super::kernels::RbfKernel;
use super::{PORTION, rows, squared_distances};
use crate::interpolate::columns::Columns;
use crate::interpolate::cubic::finite;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Create, Error, Join, Result};

const OP: &str = "RBFInterpolator";

/// Interpolation by functions of the distances from all points and a polynomial: SciPy's `RBFInterpolator`.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::interpolate::RBFInterpolator;
/// let points = xp.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [1.0, 1.0]])?;
/// let plane = RBFInterpolator::new().interpolate(&points, &xp.array([0.0, 1.0, 2.0, 3.0])?)?; // x + 2 y
/// assert!(plane.evaluate(&xp.array([[0.5, 0.25]])?)?.allclose(1.0)?);
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct RBFInterpolator<B: Backend> {
    kernel: RbfKernel,
    epsilon: Option<f64>,
    degree: Option<isize>,
    smoothing: Option<DynArray<B>>,
}

impl<B: Backend> Default for RBFInterpolator<B> {
    fn default() -> Self {
        Self { kernel: RbfKernel::default(), epsilon: None, degree: None, smoothing: None }
    }
}

impl<B: Backend> RBFInterpolator<B> {
    /// Thin plate splines through the values.
    pub fn new() -> Self {
        Self::default()
    }

    /// The function of the distance.
    pub fn kernel(self, kernel: RbfKernel) -> Self {
        Self { kernel, ..self }
    }

    /// The shape parameter, which distances are multiplied by. Kernels other than powers and thin plate splines need it.
    pub fn epsilon(self, epsilon: impl Into<Option<f64>>) -> Self {
        Self { epsilon: epsilon.into(), ..self }
    }

    /// The degree of the polynomial, -1 for none; `None`: the least that the kernel needs, 0 at least.
    pub fn degree(self, degree: impl Into<Option<isize>>) -> Self {
        Self { degree: degree.into(), ..self }
    }

    /// How much smoother than through the values: a number, or one for each point.
    pub fn smoothing(self, smoothing: &impl AnyArray<B>) -> Self {
        Self { smoothing: Some(smoothing.as_dyn().clone()), ..self }
    }

    /// The function with the values `d`, `[n, ..]`, at points `y`, `[n, dimensions]`. A system of so many equations is solved.
    ///
    /// # Errors
    /// [`Error::Value`] for points that are not the rows of a matrix, NaN or infinities, a kernel that lacks its shape parameter, a degree
    /// below -1, and fewer points than the polynomial has terms; [`Error::Shape`] for another number of values or smoothings;
    /// [`Error::Singular`] for points that do not determine the polynomial; [`Error::DType`] for complex points.
    pub fn interpolate(self, y: &impl AnyArray<B>, d: &impl AnyArray<B>) -> Result<RbfInterpolant<B>> {
        if y.as_dyn().ndim() != 2 {
            return Err(Error::value(OP, format!("points of the shape {:?}, not rows", y.as_dyn().shape())));
        }
        let y = rows(OP, y.as_dyn())?;
        let (columns, d) = Columns::of(OP, d.as_dyn(), 0)?;
        let (n, dimensions, xp) = (y.shape()[0], y.shape()[1], y.xp().clone());
        if d.shape()[0] != n {
            return Err(Error::shape(OP, &[n], d.shape()));
        }
        finite(OP, &d)?;
        let epsilon = match (self.epsilon, self.kernel.is_scale_invariant()) {
            (Some(epsilon), _) if epsilon.is_finite() => epsilon,
            (None, true) => 1.0,
            (epsilon, _) => {
                return Err(Error::value(OP, format!("the shape parameter {epsilon:?} of {:?}", self.kernel)));
            }
        };
        let degree = self.degree.unwrap_or(self.kernel.least_degree().max(0));
        if degree < -1 {
            return Err(Error::value(OP, format!("the degree {degree}, below -1")));
        }
        let powers = monomials(dimensions, degree, n)?;
        let smoothing = match &self.smoothing {
            None => xp.zeros::<f64>([n])?,
            Some(s) if s.ndim() == 0 || s.shape() == [n] => s.astype(DType::F64)?.broadcast_to([n])?.typed()?,
            Some(s) => return Err(Error::shape(OP, &[n], s.shape())),
        };
        finite(OP, &smoothing)?;
        // The polynomial is one of coordinates from -1 to 1.
        let (low, high) = (y.min(0)?, y.max(0)?);
        let shift = low.add(&high)?.multiply(0.5)?;
        let half = high.subtract(&low)?.multiply(0.5)?;
        let scale = half.equal(0.0)?.where_(1.0, &half)?;
        let mut interpolant =
            RbfInterpolant { y, kernel: self.kernel, epsilon, powers, shift, scale, coefficients: d.clone(), columns };
        let terms = interpolant.powers.len();
        let upper = interpolant.terms(&interpolant.y)?;
        let diagonal = xp.eye::<f64>(n)?.multiply(&smoothing)?;
        let upper = upper.add(&xp.concatenate(&[&diagonal, &xp.zeros::<f64>([n, terms])?], 1)?)?;
        let polynomial = upper.slice(s![.., n as isize..])?;
        let lower = xp.concatenate(&[&polynomial.t(), &xp.zeros::<f64>([terms, terms])?], 1)?;
        let matrix = xp.concatenate(&[&upper, &lower], 0)?;
        let sides = xp.concatenate(&[&d, &xp.zeros::<f64>([terms, d.shape()[1]])?], 0)?;
        if !sides.is_empty() {
            interpolant.coefficients = matrix.solve(&sides)?;
        }
        Ok(interpolant)
    }
}

/// The powers of each coordinate in the monomials up to a degree.
fn monomials(dimensions: usize, degree: isize, most: usize) -> Result<Vec<Vec<usize>>> {
    // The number of them is a binomial coefficient.
    let steps = (1..=dimensions.min(most)).map(|k| (degree as f64 + k as f64) / k as f64);
    if degree >= 0 && steps.product::<f64>() > most as f64 + 0.5 {
        let message = format!("{most} points in {dimensions} dimensions, fewer than terms of degree {degree}");
        return Err(Error::value(OP, message));
    }
    let mut all: Vec<Vec<usize>> = Vec::new();
    let mut last = if degree < 0 { Vec::new() } else { vec![vec![0; dimensions]] };
    for step in 0..=degree {
        all.extend(last.iter().cloned());
        if step == degree {
            break;
        }
        // One coordinate more, none before the last that is there, so that each comes once.
        let next = |powers: &Vec<usize>| {
            let from = powers.iter().rposition(|&power| power > 0).unwrap_or(0);
            (from..dimensions)
                .map(|k| {
                    let mut powers = powers.clone();
                    powers[k] += 1;
                    powers
                })
                .collect::<Vec<_>>()
        };
        last = last.iter().flat_map(next).collect();
    }
    Ok(all)
}

/// A function of [`RBFInterpolator`].
#[derive(Clone, Debug)]
pub struct RbfInterpolant<B: Backend> {
    y: Array<f64, B>,
    kernel: RbfKernel,
    epsilon: f64,
    powers: Vec<Vec<usize>>,
    shift: Array<f64, B>,
    scale: Array<f64, B>,
    coefficients: Array<f64, B>,
    columns: Columns,
}

impl<B: Backend> RbfInterpolant<B> {
    /// What coefficients are multiplied with at rows of coordinates.
    fn terms(&self, x: &Array<f64, B>) -> Result<Array<f64, B>> {
        let (xp, n) = (x.xp(), x.shape()[0]);
        let factor = self.epsilon * self.epsilon;
        let squares = squared_distances(x, &self.y)?;
        let radial = xp.map(&squares, |square| self.kernel.of(square * factor))?;
        let inner = x.subtract(&self.shift)?.divide(&self.scale)?;
        let mut parts = vec![radial];
        for powers in &self.powers {
            let mut term = xp.ones::<f64>([n])?;
            for (k, &power) in powers.iter().enumerate() {
                for _ in 0..power {
                    term = term.multiply(&inner.slice(s![.., k as isize])?)?;
                }
            }
            parts.push(term.expand_dims(1)?);
        }
        xp.concatenate(&parts.iter().collect::<Vec<_>>(), 1)
    }

    /// The values at places `[n, dimensions]`.
    ///
    /// # Errors
    /// [`Error::Value`] for places that are not rows of this many coordinates, or not finite; [`Error::DType`] for complex ones.
    pub fn evaluate(&self, x: &impl AnyArray<B>) -> Result<DynArray<B>> {
        let x = x.as_dyn();
        if x.ndim() != 2 || x.shape()[1] != self.y.shape()[1] {
            let message = format!("places of the shape {:?} in {} dimensions", x.shape(), self.y.shape()[1]);
            return Err(Error::value(OP, message));
        }
        let x = rows(OP, x)?;
        let (n, xp) = (x.shape()[0], x.xp());
        if n == 0 || self.columns.count() == 0 {
            return self.columns.restore(&xp.zeros([n, self.columns.count()])?, &[n]);
        }
        let at_a_time = (PORTION / (self.y.shape()[0] + self.powers.len()).max(1)).max(1);
        let mut parts = Vec::new();
        for start in (0..n).step_by(at_a_time) {
            let part = x.slice(s![start as isize..(start + at_a_time).min(n) as isize])?;
            parts.push(self.terms(&part)?.matmul(&self.coefficients)?);
        }
        self.columns.restore(&xp.concatenate(&parts.iter().collect::<Vec<_>>(), 0)?, &[n])
    }
}
