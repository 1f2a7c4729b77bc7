//! Voronoi diagrams on spheres.

use super::{ConvexHull, points};
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, Result};

/// The Voronoi diagram of points on a sphere in space. Its vertices are where the normals of the facets of the points' convex hull meet the
/// sphere (Caroli et al., 2009), one for each facet.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::spatial::SphericalVoronoi;
/// let axes = xp.array([[1., 0., 0.], [0., 1., 0.], [0., 0., 1.], [-1., 0., 0.], [0., -1., 0.], [0., 0., -1.]])?;
/// let voronoi = SphericalVoronoi::new(&axes, 1.0, [0.0; 3])?;
/// assert_eq!(voronoi.regions()[0].len(), 4);
/// assert!(voronoi.calculate_areas()?.allclose(std::f64::consts::PI * 2.0 / 3.0)?);
/// # Ok::<(), xparray::Error>(())
/// ```
pub struct SphericalVoronoi<B: Backend> {
    xp: B,
    radius: f64,
    center: [f64; 3],
    /// On the unit sphere.
    directions: Vec<[f64; 3]>,
    regions: Vec<Vec<i64>>,
}

impl<B: Backend> SphericalVoronoi<B> {
    /// Of points, the rows of a matrix, on a sphere.
    ///
    /// # Errors
    /// [`Error::Value`] for points that are not on the sphere but for a part of 1e-6 of its radius, for points at the same place, and for a radius
    /// that is not positive; those of [`ConvexHull::new`].
    pub fn new(points: &impl AnyArray<B>, radius: f64, center: [f64; 3]) -> Result<Self> {
        const OP: &str = "SphericalVoronoi";
        const THRESHOLD: f64 = 1e-6;
        let x = points.as_dyn();
        let (given, d) = self::points(OP, x)?;
        if d != 3 || !(radius > 0.0 && radius.is_finite()) {
            return Err(Error::value(OP, format!("points of {d} dimensions on a sphere of the radius {radius}")));
        }
        let unit = |x: &[f64]| [0, 1, 2].map(|axis| (x[axis] - center[axis]) / radius);
        let mut units: Vec<[f64; 3]> = given.chunks_exact(3).map(unit).collect();
        let near = |x: &[f64; 3]| (dot(x, x).sqrt() - 1.0).abs() < THRESHOLD;
        if !units.iter().all(near) {
            return Err(Error::value(OP, "points that are not on the sphere"));
        }
        let hull = ConvexHull::new(&x.xp().from_slice(units.as_flattened(), [units.len(), 3])?)?;
        let (simplices, neighbors, equations) = hull.host();
        let directions = equations.chunks_exact(4).map(|plane| [plane[0], plane[1], plane[2]]).collect();
        let mut regions = vec![Vec::new(); units.len()];
        for (first, facet) in simplices.chunks_exact(3).enumerate() {
            for &point in facet {
                if regions[point as usize].is_empty() {
                    regions[point as usize] = around(simplices, neighbors, first, point);
                }
            }
        }
        units.sort_unstable_by(|a, b| a.partial_cmp(b).unwrap_or(std::cmp::Ordering::Equal));
        if units.windows(2).any(|pair| pair[0] == pair[1]) {
            return Err(Error::value(OP, "points at the same place"));
        }
        Ok(Self { xp: x.xp().clone(), radius, center, directions, regions })
    }

    /// The coordinates of the vertices.
    ///
    /// # Errors
    /// Those of allocation.
    pub fn vertices(&self) -> Result<Array<f64, B>> {
        let place = |x: &[f64; 3]| [0, 1, 2].map(|axis| self.center[axis] + self.radius * x[axis]);
        let all: Vec<[f64; 3]> = self.directions.iter().map(place).collect();
        self.xp.from_slice(all.as_flattened(), [all.len(), 3])
    }

    /// The vertices of the region of each point, counterclockwise seen from outside.
    pub fn regions(&self) -> &[Vec<i64>] {
        &self.regions
    }

    /// The areas of the regions: sums of those of spherical triangles (Van Oosterom and Strackee, 1983).
    ///
    /// # Errors
    /// Those of allocation.
    pub fn calculate_areas(&self) -> Result<Array<f64, B>> {
        let triangle = |a: &[f64; 3], b: &[f64; 3], c: &[f64; 3]| {
            let cross = [b[1] * c[2] - b[2] * c[1], b[2] * c[0] - b[0] * c[2], b[0] * c[1] - b[1] * c[0]];
            2.0 * dot(a, &cross).atan2(1.0 + dot(a, b) + dot(b, c) + dot(c, a))
        };
        let area = |region: &Vec<i64>| {
            let at = |i: usize| &self.directions[region[i] as usize];
            let sum: f64 = (2..region.len()).map(|i| triangle(at(0), at(i - 1), at(i))).sum();
            sum * self.radius * self.radius
        };
        self.xp.from_slice(&self.regions.iter().map(area).collect::<Vec<_>>(), self.regions.len())
    }
}

fn dot(x: &[f64; 3], y: &[f64; 3]) -> f64 {
    x.iter().zip(y).map(|(x, y)| x * y).sum()
}

/// The facets around a point, from one on.
fn around(simplices: &[u32], neighbors: &[u32], first: usize, point: u32) -> Vec<i64> {
    let (mut at, mut found) = (first, Vec::new());
    loop {
        found.push(at as i64);
        let slot = simplices[3 * at..][..3].iter().position(|&vertex| vertex == point).unwrap_or(0);
        // Opposite to the vertex after the point is the facet at the edge to the vertex before it.
        at = neighbors[3 * at + (slot + 1) % 3] as usize;
        if at == first || found.len() > simplices.len() {
            return found;
        }
    }
}
