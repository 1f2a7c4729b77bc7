//! The convex hull.

use super::complex::{Facet, Kind, Surface};
use super::predicates::{Points, scale, scaled};
use super::{flat, places, points};
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Result};

struct Hull<'a>(Points<'a>);

impl<const N: usize> Kind<N> for Hull<'_> {
    fn conflict(&self, _: &[Facet<N>], facet: &Facet<N>, point: u32) -> bool {
        self.0.orientation(&facet.vertices, self.0.get(point)) < 0.0
    }

    fn oriented(&self, vertices: &[u32; N], opposite: u32) -> bool {
        self.0.orientation(vertices, self.0.get(opposite)) > 0.0
    }

    /// The farthest, as all before it may be inside then. Of several the last along the axes: that is at a corner.
    fn next(&self, facet: &Facet<N>, waiting: &[u32]) -> usize {
        let rank = |i: usize| {
            let x = self.0.get(waiting[i]);
            (-self.0.orientation(&facet.vertices, x), x)
        };
        let mut best = (0, rank(0));
        for i in 1..waiting.len() {
            let other = rank(i);
            if other > best.1 {
                best = (i, other);
            }
        }
        best.0
    }
}

/// The convex hull of points in the plane or in space.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::spatial::ConvexHull;
/// let hull = ConvexHull::new(&xp.array([[0.0, 0.0], [2.0, 0.0], [2.0, 1.0], [0.0, 1.0], [1.0, 0.5]])?)?;
/// assert_eq!((hull.volume(), hull.area(), hull.vertices()?.shape()), (2.0, 6.0, &[4][..]));
/// # Ok::<(), xparray::Error>(())
/// ```
pub struct ConvexHull<B: Backend> {
    xp: B,
    dimensions: usize,
    vertices: Vec<u32>,
    simplices: Vec<u32>,
    neighbors: Vec<u32>,
    equations: Vec<f64>,
    volume: f64,
    area: f64,
}

impl<B: Backend> ConvexHull<B> {
    /// Of points, the rows of a matrix.
    ///
    /// # Errors
    /// Those of [`Delaunay::new`](super::Delaunay::new).
    pub fn new(points: &impl AnyArray<B>) -> Result<Self> {
        const OP: &str = "ConvexHull";
        let x = points.as_dyn();
        let (points, dimensions) = self::points(OP, x)?;
        let scaled = scaled(&points, scale(&points));
        let exact = Points { x: &scaled, dimensions };
        let first = exact.simplex().ok_or_else(|| flat(OP, dimensions))?;
        let count = exact.len() as u32;
        let flatten = |facets: &mut dyn Iterator<Item = (&[u32], &[u32])>| {
            let (mut simplices, mut neighbors) = (Vec::new(), Vec::new());
            for (vertices, beside) in facets {
                simplices.extend_from_slice(vertices);
                neighbors.extend_from_slice(beside);
            }
            (simplices, neighbors)
        };
        let (simplices, neighbors) = match dimensions {
            2 => {
                let surface = Surface::<2>::new(&Hull(exact), count, &first);
                flatten(&mut surface.facets.iter().map(|facet| (&facet.vertices[..], &facet.neighbors[..])))
            }
            _ => {
                let surface = Surface::<3>::new(&Hull(exact), count, &first);
                flatten(&mut surface.facets.iter().map(|facet| (&facet.vertices[..], &facet.neighbors[..])))
            }
        };
        let mut vertices: Vec<u32> = match dimensions {
            2 => around(&simplices, &neighbors),
            _ => simplices.clone(),
        };
        if dimensions == 3 {
            vertices.sort_unstable();
            vertices.dedup();
        }
        let mut hull = Self {
            xp: x.xp().clone(),
            dimensions,
            vertices,
            simplices,
            neighbors,
            equations: Vec::new(),
            volume: 0.0,
            area: 0.0,
        };
        hull.measure(&points, first[0]);
        Ok(hull)
    }

    /// Computes equations, area and volume, as the sum of the pyramids from a point over the facets.
    fn measure(&mut self, points: &[f64], apex: u32) {
        let d = self.dimensions;
        let point = |i: u32| &points[i as usize * d..][..d];
        let apex = point(apex);
        for facet in self.simplices.chunks_exact(d) {
            let origin = point(facet[0]);
            let edge = |i: usize| point(facet[i]).iter().zip(origin).map(|(x, y)| x - y).collect::<Vec<f64>>();
            let a = edge(1);
            let normal = if d == 2 {
                vec![a[1], -a[0]]
            } else {
                let b = edge(2);
                vec![a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
            };
            let dot = |x: &[f64], y: &[f64]| x.iter().zip(y).map(|(x, y)| x * y).sum::<f64>();
            let size = dot(&normal, &normal).sqrt();
            let normal: Vec<f64> = normal.iter().map(|x| x / size).collect();
            let area = if d == 2 { size } else { 0.5 * size };
            let height: f64 = normal.iter().zip(origin.iter().zip(apex)).map(|(n, (x, y))| n * (x - y)).sum();
            self.area += area;
            self.volume += area * height / d as f64;
            self.equations.extend(&normal);
            self.equations.push(-dot(&normal, origin));
        }
    }

    /// The simplices, their neighbours and their planes.
    pub(super) fn host(&self) -> (&[u32], &[u32], &[f64]) {
        (&self.simplices, &self.neighbors, &self.equations)
    }

    /// The places of the points at the corners: of a polygon counterclockwise, of a polyhedron in order.
    ///
    /// # Errors
    /// Those of allocation.
    pub fn vertices(&self) -> Result<Array<i64, B>> {
        places(&self.xp, &self.vertices, &[self.vertices.len()])
    }

    /// The places of the vertices of each facet; facets of more corners are in several parts.
    ///
    /// # Errors
    /// Those of allocation.
    pub fn simplices(&self) -> Result<Array<i64, B>> {
        places(&self.xp, &self.simplices, &self.rows(0))
    }

    /// The facets beside each one, opposite to its vertices.
    ///
    /// # Errors
    /// Those of allocation.
    pub fn neighbors(&self) -> Result<Array<i64, B>> {
        places(&self.xp, &self.neighbors, &self.rows(0))
    }

    /// The planes of the facets: a normal of length 1 to the outside and an offset, whose sum `normal x + offset` is negative inside.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::spatial::ConvexHull;
    /// let hull = ConvexHull::new(&xp.array([[0.0, 0.0], [2.0, 0.0], [0.0, 2.0]])?)?;
    /// let equations = hull.equations()?;
    /// let at = equations.slice(s![.., ..2])?.matmul(&xp.array([0.5, 0.5])?)? + equations.slice(s![.., 2])?;
    /// assert!(at.less(0.0)?.all(..)?.item()?);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of allocation.
    pub fn equations(&self) -> Result<Array<f64, B>> {
        self.xp.from_slice(&self.equations, self.rows(1))
    }

    fn rows(&self, more: usize) -> [usize; 2] {
        [self.simplices.len() / self.dimensions, self.dimensions + more]
    }

    /// The volume; of a polygon the area.
    pub fn volume(&self) -> f64 {
        self.volume
    }

    /// The area of the surface; of a polygon the length of its edges.
    pub fn area(&self) -> f64 {
        self.area
    }
}

/// The corners of a polygon from edge to edge. What is inside is to the left of each edge.
fn around(edges: &[u32], neighbors: &[u32]) -> Vec<u32> {
    let mut at = 0;
    let mut corners = Vec::with_capacity(edges.len() / 2);
    loop {
        corners.push(edges[2 * at]);
        // Opposite to the first corner is the edge at the second.
        at = neighbors[2 * at] as usize;
        if at == 0 {
            return corners;
        }
    }
}
