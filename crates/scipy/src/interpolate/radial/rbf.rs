//! Sums of functions of distances, without a polynomial.

use super::points_of;
use crate::interpolate::columns::Columns;
use crate::interpolate::cubic::finite;
use crate::spatial::distance::{Metric, cdist};
use std::sync::Arc;
use xparray_core::kernel::Var;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Create, Error, Result};

const OP: &str = "Rbf";

/// The function of the distance `r` that an [`Rbf`] sums up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RadialFunction {
    /// `sqrt((r / epsilon)^2 + 1)`.
    #[default]
    Multiquadric,
    /// `1 / sqrt((r / epsilon)^2 + 1)`.
    InverseMultiquadric,
    /// `exp(-(r / epsilon)^2)`.
    Gaussian,
    /// `r`.
    Linear,
    /// `r^3`.
    Cubic,
    /// `r^5`.
    Quintic,
    /// `r^2 log r`.
    ThinPlate,
}

impl RadialFunction {
    fn of(self, r: Var<f64>, epsilon: f64) -> Var<f64> {
        let share = r / epsilon;
        match self {
            Self::Multiquadric => (share * share + 1.0).sqrt(),
            Self::InverseMultiquadric => 1.0 / (share * share + 1.0).sqrt(),
            Self::Gaussian => (-(share * share)).exp(),
            Self::Linear => r,
            Self::Cubic => r * r * r,
            Self::Quintic => (r * r) * (r * r) * r,
            Self::ThinPlate => r.eq(0.0).select(0.0, r * r * r.log()),
        }
    }
}

type OfDistances<B> = dyn Fn(&DynArray<B>) -> Result<DynArray<B>> + Send + Sync;
type OfPoints<B> = dyn Fn(&DynArray<B>, &DynArray<B>) -> Result<DynArray<B>> + Send + Sync;

#[derive(Clone)]
enum Radial<B: Backend> {
    Known(RadialFunction),
    Given(Arc<OfDistances<B>>),
}

#[derive(Clone)]
enum Norm<B: Backend> {
    Known(Metric),
    Given(Arc<OfPoints<B>>),
}

/// Interpolation by a sum of a function of the distances from all points: SciPy's `Rbf`, its older form. [`RBFInterpolator`](super::RBFInterpolator)
/// adds a polynomial, and can do with the nearest points.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::interpolate::{RadialFunction, Rbf};
/// let points = xp.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [1.0, 1.0]])?;
/// let values = xp.array([0.0, 1.0, 2.0, 3.0])?;
/// let f = Rbf::new().function(RadialFunction::Gaussian).interpolate(&points, &values)?;
/// assert!(f.evaluate(&points)?.allclose(&values)?);
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone)]
pub struct Rbf<B: Backend> {
    function: Radial<B>,
    norm: Norm<B>,
    epsilon: Option<f64>,
    smooth: f64,
}

impl<B: Backend> Default for Rbf<B> {
    fn default() -> Self {
        let (function, norm) = (Radial::Known(RadialFunction::default()), Norm::Known(Metric::Euclidean));
        Self { function, norm, epsilon: None, smooth: 0.0 }
    }
}

impl<B: Backend> Rbf<B> {
    /// Multiquadrics of the Euclidean distance, through the values.
    pub fn new() -> Self {
        Self::default()
    }

    /// The function of the distance.
    pub fn function(self, function: RadialFunction) -> Self {
        Self { function: Radial::Known(function), ..self }
    }

    /// Any function, of an array of distances.
    pub fn function_of(self, function: impl Fn(&DynArray<B>) -> Result<DynArray<B>> + Send + Sync + 'static) -> Self {
        Self { function: Radial::Given(Arc::new(function)), ..self }
    }

    /// How distances are measured.
    pub fn norm(self, metric: Metric) -> Self {
        Self { norm: Norm::Known(metric), ..self }
    }

    /// By any function: of two sets of points, `[m, dimensions]` and `[n, dimensions]`, the distances `[m, n]`.
    pub fn norm_of(
        self,
        norm: impl Fn(&DynArray<B>, &DynArray<B>) -> Result<DynArray<B>> + Send + Sync + 'static,
    ) -> Self {
        Self { norm: Norm::Given(Arc::new(norm)), ..self }
    }

    /// The distance that others are measured by; `None`: the edge of each point's share of the box around all.
    pub fn epsilon(self, epsilon: impl Into<Option<f64>>) -> Self {
        Self { epsilon: epsilon.into(), ..self }
    }

    /// How much smoother than through the values.
    pub fn smooth(self, smooth: f64) -> Self {
        Self { smooth, ..self }
    }

    /// The function with the values `d`, `[n, ..]`, at points `[n, dimensions]`. A system of so many equations is solved.
    ///
    /// # Errors
    /// [`Error::Value`] for points that are not the rows of a matrix, NaN or infinities, and for points all in one place without `epsilon`;
    /// [`Error::Shape`] for another number of values, and for functions that give arrays of other shapes; [`Error::Singular`] for points that
    /// come again without smoothing; [`Error::DType`] for complex points; those of functions that are given.
    pub fn interpolate(self, points: &impl AnyArray<B>, d: &impl AnyArray<B>) -> Result<RadialSum<B>> {
        let points = super::rows(OP, points.as_dyn())?;
        let (columns, d) = Columns::of(OP, d.as_dyn(), 0)?;
        let n = points.shape()[0];
        if n == 0 || d.shape()[0] != n {
            return Err(Error::shape(OP, &[n], d.shape()));
        }
        finite(OP, &d)?;
        let epsilon = self.epsilon.map_or_else(|| share(&points), Ok)?;
        let nodes = points.xp().zeros::<f64>([n, 0])?;
        let Self { function, norm, smooth, .. } = self;
        let sum = RadialSum { function, norm, epsilon, points, columns, nodes };
        let smoothed = sum.points.xp().eye::<f64>(n)?.multiply(smooth)?;
        let matrix = sum.radial(&sum.points)?.subtract(&smoothed)?;
        let nodes = if d.is_empty() { d } else { matrix.solve(&d)? };
        Ok(RadialSum { nodes, ..sum })
    }
}

/// The edge of each point's share of the box around all, in those dimensions in which there is one.
fn share<B: Backend>(points: &Array<f64, B>) -> Result<f64> {
    let edges = points.max(0)?.subtract(&points.min(0)?)?.to_vec()?;
    let edges: Vec<f64> = edges.into_iter().filter(|&edge| edge != 0.0).collect();
    if edges.is_empty() {
        return Err(Error::value(OP, "all points are in one place: epsilon is missing"));
    }
    Ok((edges.iter().product::<f64>() / points.shape()[0] as f64).powf(1.0 / edges.len() as f64))
}

/// A function of [`Rbf`].
#[derive(Clone)]
pub struct RadialSum<B: Backend> {
    function: Radial<B>,
    norm: Norm<B>,
    epsilon: f64,
    points: Array<f64, B>,
    columns: Columns,
    /// `[n, columns]`.
    nodes: Array<f64, B>,
}

impl<B: Backend> RadialSum<B> {
    /// The distance that others are measured by.
    pub fn epsilon(&self) -> f64 {
        self.epsilon
    }

    /// The factors of the functions about the points, `[n, ..]`.
    ///
    /// # Errors
    /// Only if computing fails.
    pub fn nodes(&self) -> Result<DynArray<B>> {
        self.columns.restore(&self.nodes, &[self.points.shape()[0]])
    }

    /// The values at places `[m, dimensions]`.
    ///
    /// # Errors
    /// [`Error::Value`] for places that are not rows of this many coordinates; [`Error::DType`] for complex places; those of functions that are
    /// given.
    pub fn evaluate(&self, x: &impl AnyArray<B>) -> Result<DynArray<B>> {
        let x = points_of(OP, x.as_dyn())?;
        let [m, dimensions] = [x.shape()[0], x.shape()[1]];
        if dimensions != self.points.shape()[1] {
            return Err(Error::value(OP, format!("places in {dimensions} dimensions, not {}", self.points.shape()[1])));
        }
        let count = self.columns.count();
        let values = match m == 0 || count == 0 {
            true => x.xp().zeros([m, count])?,
            false => self.radial(&x)?.matmul(&self.nodes)?,
        };
        self.columns.restore(&values, &[m])
    }

    /// The function of the distances of places from all points.
    fn radial(&self, x: &Array<f64, B>) -> Result<Array<f64, B>> {
        let shape = [x.shape()[0], self.points.shape()[0]];
        let checked = |found: DynArray<B>| match found.shape() == shape {
            true => found.astype(DType::F64)?.typed::<f64>(),
            false => Err(Error::shape(OP, found.shape(), &shape)),
        };
        let r = match &self.norm {
            Norm::Known(metric) => cdist(x, &self.points, *metric)?,
            Norm::Given(norm) => norm(x.as_dyn(), self.points.as_dyn())?,
        };
        match &self.function {
            Radial::Known(function) => x.xp().map(&checked(r)?, |r| function.of(r, self.epsilon)),
            Radial::Given(function) => checked(function(&r)?),
        }
    }
}
