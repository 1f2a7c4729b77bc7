//! Interpolation by sums of functions of distances.

use super::kernels::RbfKernel;
use super::system::{Sum, System, squared_distances};
use super::{PORTION, rows};
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
    neighbors: Option<usize>,
}

impl<B: Backend> Default for RBFInterpolator<B> {
    fn default() -> Self {
        Self { kernel: RbfKernel::default(), epsilon: None, degree: None, smoothing: None, neighbors: None }
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

    /// Of how many nearest points the value at a place is made; `None`: of all. Each place then has a system of its own.
    pub fn neighbors(self, neighbors: impl Into<Option<usize>>) -> Self {
        Self { neighbors: neighbors.into(), ..self }
    }

    /// The function with the values `d`, `[n, ..]`, at points `y`, `[n, dimensions]`. A system of so many equations is solved.
    ///
    /// # Errors
    /// [`Error::Value`] for points that are not the rows of a matrix, NaN or infinities, a kernel that lacks its shape parameter, a degree
    /// below -1, and fewer points than the polynomial has terms; [`Error::Shape`] for another number of values or smoothings;
    /// [`Error::Singular`] for points that do not determine the polynomial; [`Error::DType`] for complex points.
    pub fn interpolate(self, y: &impl AnyArray<B>, d: &impl AnyArray<B>) -> Result<RbfInterpolant<B>> {
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
        let neighbors = self.neighbors.map(|neighbors| neighbors.min(n));
        if neighbors == Some(0) {
            return Err(Error::value(OP, "no neighbours"));
        }
        let powers = monomials(dimensions, degree, neighbors.unwrap_or(n))?;
        let smoothing = match &self.smoothing {
            None => xp.zeros::<f64>([n])?,
            Some(s) if s.ndim() == 0 || s.shape() == [n] => s.astype(DType::F64)?.broadcast_to([n])?.typed()?,
            Some(s) => return Err(Error::shape(OP, &[n], s.shape())),
        };
        finite(OP, &smoothing)?;
        let system = System { kernel: self.kernel, epsilon, powers };
        let form = match neighbors {
            None => Form::All(system.solve(&y, &d, &smoothing)?),
            Some(count) => Form::Nearest { count, values: d, smoothing },
        };
        Ok(RbfInterpolant { system, points: y, form, columns })
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

/// What values are made of.
#[derive(Clone, Debug)]
enum Form<B: Backend> {
    All(Sum<B>),
    Nearest { count: usize, values: Array<f64, B>, smoothing: Array<f64, B> },
}

/// A function of [`RBFInterpolator`].
#[derive(Clone, Debug)]
pub struct RbfInterpolant<B: Backend> {
    system: System,
    points: Array<f64, B>,
    form: Form<B>,
    columns: Columns,
}

impl<B: Backend> RbfInterpolant<B> {
    /// The values at places `[n, dimensions]`.
    ///
    /// # Errors
    /// [`Error::Value`] for places that are not rows of this many coordinates, or not finite; [`Error::Singular`] for nearest points that do
    /// not determine the polynomial; [`Error::DType`] for complex places.
    pub fn evaluate(&self, x: &impl AnyArray<B>) -> Result<DynArray<B>> {
        let x = rows(OP, x.as_dyn())?;
        let (n, xp, [points, dimensions]) = (x.shape()[0], x.xp(), [0, 1].map(|axis| self.points.shape()[axis]));
        if x.shape()[1] != dimensions {
            return Err(Error::value(OP, format!("places of the shape {:?} in {dimensions} dimensions", x.shape())));
        }
        if n == 0 || self.columns.count() == 0 {
            return self.columns.restore(&xp.zeros([n, self.columns.count()])?, &[n]);
        }
        let terms = self.system.powers.len();
        let each = match &self.form {
            Form::All(_) => points + terms,
            Form::Nearest { count, .. } => points.max((count + terms).saturating_mul(count + terms)),
        };
        let at_a_time = (PORTION / each.max(1)).max(1);
        let mut parts = Vec::new();
        for start in (0..n).step_by(at_a_time) {
            let part = x.slice(s![start as isize..(start + at_a_time).min(n) as isize])?;
            parts.push(match &self.form {
                Form::All(sum) => self.system.values(sum, &part)?,
                Form::Nearest { count, values, smoothing } => self.of_nearest(&part, *count, values, smoothing)?,
            });
        }
        self.columns.restore(&xp.concatenate(&parts.iter().collect::<Vec<_>>(), 0)?, &[n])
    }

    /// The values at rows of coordinates, each of the points that are nearest to it.
    fn of_nearest(
        &self,
        x: &Array<f64, B>,
        count: usize,
        values: &Array<f64, B>,
        smoothing: &Array<f64, B>,
    ) -> Result<Array<f64, B>> {
        let order = squared_distances(x, &self.points)?.argpartition(count as i64 - 1)?;
        let nearest = order.slice(s![.., ..count as isize])?.copy();
        let taken = |a: &Array<f64, B>| a.take(&nearest, 0);
        let sums = self.system.solve(&taken(&self.points)?, &taken(values)?, &taken(smoothing)?)?;
        self.system.values(&sums, &x.expand_dims(1)?)?.squeeze(1)
    }
}
