//! Smooth interpolation in triangles.

use super::gradients::gradients;
use super::{Scale, Scattered, data, weighted};
use crate::parallel::in_parallel;
use crate::spatial::Delaunay;
use crate::spatial::triangulation::{Mesh, NONE};
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, Result};

/// Cubic interpolation between points in the plane whose first derivatives are continuous (Clough and Tocher, 1965; Alfeld, 1984): each
/// triangle of their Delaunay triangulation has three cubic parts. Gradients at the points are those of least curvature.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::interpolate::{CloughTocher2DInterpolator, Scattered};
/// let points = xp.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [1.0, 1.0], [0.4, 0.6]])?;
/// let values = points.slice(s![.., 0])? * 2.0 + points.slice(s![.., 1])?;
/// let smooth = CloughTocher2DInterpolator::new(&points, &values, Scattered::new())?;
/// assert!(smooth.evaluate(&xp.array([0.5, 0.25])?)?.allclose(1.25)?);
/// # Ok::<(), xparray::Error>(())
/// ```
pub struct CloughTocher2DInterpolator<B: Backend> {
    delaunay: Delaunay<B>,
    /// The values, and below them both parts of the gradients.
    values: DynArray<B>,
    scale: Option<Scale<B>>,
    fill_value: f64,
}

impl<B: Backend> CloughTocher2DInterpolator<B> {
    /// Between points, the rows of a matrix of two columns, with values along the first axis of an array, real or complex.
    ///
    /// # Errors
    /// [`Error::Shape`] for another number of values than of points; [`Error::Value`] for points that are not in the plane; those of
    /// [`Delaunay::new`].
    pub fn new(points: &impl AnyArray<B>, values: &impl AnyArray<B>, options: Scattered) -> Result<Self> {
        const OP: &str = "CloughTocher2DInterpolator";
        let (points, values, scale) = data(OP, points.as_dyn(), values.as_dyn(), options.rescale)?;
        if points.shape()[1] != 2 {
            return Err(Error::value(OP, format!("points of {} dimensions", points.shape()[1])));
        }
        let delaunay = Delaunay::new(&points)?;
        let values = with_gradients(&delaunay, &values)?;
        Ok(Self { delaunay, values, scale, fill_value: options.fill_value })
    }

    /// The values at the vectors along the last axis of an array: in their shape, and then in that of a value.
    ///
    /// # Errors
    /// Those of [`Delaunay::find_simplex`].
    pub fn evaluate(&self, xi: &impl AnyArray<B>) -> Result<DynArray<B>> {
        const OP: &str = "CloughTocher2DInterpolator";
        let xi = xi.as_dyn();
        let (x, shape) = self.delaunay.vectors(OP, xi)?;
        let x = match &self.scale {
            Some(scale) => self.delaunay.vectors(OP, &scale.apply(xi)?)?.0,
            None => x,
        };
        let (points, mesh) = self.delaunay.host();
        let n = points.len() as i64 / 2;
        let terms = in_parallel(&mesh.find(&x), |(at, parts)| {
            if *at == NONE {
                return ([0; 9], [f64::NAN; 9]);
            }
            let simplex = mesh.simplex(*at as usize);
            let places = std::array::from_fn(|i| i64::from(simplex[i % 3]) + n * (i / 3) as i64);
            (places, Patch::new(points, mesh, *at as usize).weights(parts))
        });
        let (places, weights): (Vec<[i64; 9]>, Vec<[f64; 9]>) = terms.into_iter().unzip();
        weighted(&self.values, &shape, (places.as_flattened(), weights.as_flattened()), self.fill_value)
    }
}

/// Values, and below them the parts of their gradients.
fn with_gradients<B: Backend>(delaunay: &Delaunay<B>, values: &DynArray<B>) -> Result<DynArray<B>> {
    let (points, mesh) = delaunay.host();
    let n = points.len() / 2;
    let real = |x: &DynArray<B>| -> Result<DynArray<B>> {
        // Column by column.
        let columns = x.reshape([n, x.len() / n])?.t().typed::<f64>()?.to_vec()?;
        let columns: Vec<&[f64]> = columns.chunks_exact(n).collect();
        let found = in_parallel(&columns, |column| gradients(points, mesh, column));
        let parts: Vec<f64> = found.concat().into_iter().flatten().collect();
        let parts = x.xp().from_slice(&parts, [columns.len(), n, 2])?.into_dyn();
        let rows = parts.transpose().reshape([&[2 * n], &x.shape()[1..]].concat())?;
        x.xp().concatenate(&[x, &rows], 0)
    };
    match values.dtype().is_complex() {
        true => real(&values.real()?)?.add(&real(&values.imag()?)?.multiply(Complex::new(0.0, 1.0))?),
        false => real(values),
    }
}

/// A triangle: its edges, and at each side the direction in which derivatives across it are linear.
struct Patch {
    /// From corner to corner.
    edges: [[[f64; 2]; 3]; 3],
    across: [f64; 3],
}

impl Patch {
    /// The direction across a side is to the centre of the neighbour, which does not depend on the axes; without neighbour along the
    /// triangle's own.
    fn new(points: &[f64], mesh: &Mesh, at: usize) -> Self {
        let corner = |mesh_at: usize, i: usize| {
            let vertex = mesh.simplex(mesh_at)[i] as usize;
            [points[2 * vertex], points[2 * vertex + 1]]
        };
        let corners: [[f64; 2]; 3] = std::array::from_fn(|i| corner(at, i));
        let edges = corners.map(|from| corners.map(|to| [to[0] - from[0], to[1] - from[1]]));
        let across = std::array::from_fn(|i| {
            let there = mesh.neighbors_of(at)[i];
            if there == NONE {
                return -0.5;
            }
            let parts = mesh.center_of_in(there as usize, at);
            let (j, k) = ((i + 1) % 3, (i + 2) % 3);
            (2.0 * parts[k] + parts[j] - 1.0) / (2.0 - 3.0 * parts[k] - 3.0 * parts[j])
        });
        Self { edges, across }
    }

    /// What the values of the corners, and both parts of their gradients, have in the value at a point.
    fn weights(&self, parts: &[f64]) -> [f64; 9] {
        std::array::from_fn(|which| {
            let (mut values, mut gradients) = ([0.0; 3], [[0.0; 2]; 3]);
            match which / 3 {
                0 => values[which] = 1.0,
                part => gradients[which % 3][part - 1] = 1.0,
            }
            self.value(values, gradients, parts)
        })
    }

    /// The value at a point, by the control points of the cubics: at the corners, beside them on the edges, then towards the centre.
    fn value(&self, values: [f64; 3], gradients: [[f64; 2]; 3], parts: &[f64]) -> f64 {
        let others = |i: usize| [(i + 1) % 3, (i + 2) % 3];
        let edge = |i: usize, j: usize| {
            values[i] + (gradients[i][0] * self.edges[i][j][0] + gradients[i][1] * self.edges[i][j][1]) / 3.0
        };
        let inner = |i: usize| {
            let [j, k] = others(i);
            (values[i] + edge(i, j) + edge(i, k)) / 3.0
        };
        // Opposite to a corner: there the derivative across the side is linear.
        let side = |i: usize| {
            let [j, k] = others(i);
            let third = values[k] - values[j] + 3.0 * (edge(j, k) - edge(k, j));
            let along = 2.0 * edge(j, k) - values[j] - edge(k, j);
            (self.across[i] * third + along + inner(j) + inner(k)) / 2.0
        };
        let sides: [f64; 3] = std::array::from_fn(side);
        let near = |i: usize| {
            let [j, k] = others(i);
            (sides[j] + sides[k] + inner(i)) / 3.0
        };
        let center = (near(0) + near(1) + near(2)) / 3.0;
        // The parts of the corners and of the centre in the point: one of the corners has none.
        let least = parts[0].min(parts[1]).min(parts[2]);
        let u = [parts[0] - least, parts[1] - least, parts[2] - least];
        let t = 3.0 * least;
        let of = |i: usize| {
            let [j, k] = others(i);
            let square = u[i] * values[i] + 3.0 * (u[j] * edge(i, j) + u[k] * edge(i, k) + t * inner(i));
            u[i] * u[i] * square + 6.0 * u[j] * u[k] * t * sides[i] + 3.0 * u[i] * t * t * near(i)
        };
        of(0) + of(1) + of(2) + t * t * t * center
    }
}
