//! Delaunay triangulations on the host.

use super::complex::{Facet, Kind, NONE, Surface};
use super::predicates::{Points, scale, scaled};
use crate::parallel::in_parallel;
use crate::spatial::curve::{bounds, order};

/// The vertex that closes the triangulation: each facet of the hull has a simplex with it.
const GHOST: u32 = NONE - 1;

struct Delaunay<'a>(Points<'a>);

impl<const N: usize> Kind<N> for Delaunay<'_> {
    /// Simplices with the point in their sphere; simplices at infinity with the point before their facet, or in its circle.
    fn conflict(&self, facets: &[Facet<N>], facet: &Facet<N>, point: u32) -> bool {
        let Some(ghost) = facet.vertices.iter().position(|&vertex| vertex == GHOST) else {
            return self.0.in_sphere(&facet.vertices, point) > 0.0;
        };
        let side = outward(&self.0, &facet.vertices, ghost, self.0.get(point));
        side > 0.0 || side == 0.0 && self.0.in_sphere(&facets[facet.neighbors[ghost] as usize].vertices, point) > 0.0
    }

    fn oriented(&self, vertices: &[u32; N], _: u32) -> bool {
        self.0.orientation(&vertices[..N - 1], self.0.get(vertices[N - 1])) > 0.0
    }

    /// Any one: in the order in which points come they may be sorted, which would cost more.
    fn next(&self, facet: &Facet<N>, waiting: &[u32]) -> usize {
        let seed = facet
            .vertices
            .iter()
            .fold(waiting.len() as u64, |seed, &x| (seed ^ u64::from(x)).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        (seed >> 32) as usize % waiting.len()
    }
}

/// The orientation of a simplex with a point in the place of one of its vertices.
fn outward(points: &Points<'_>, vertices: &[u32], place: usize, x: &[f64]) -> f64 {
    let mut others = [0; 3];
    let rest = vertices[..place].iter().chain(&vertices[place + 1..]);
    others.iter_mut().zip(rest).for_each(|(other, &vertex)| *other = vertex);
    let side = points.orientation(&others[..vertices.len() - 1], x);
    // To take the place to the end is so many exchanges.
    if (vertices.len() - 1 - place).is_multiple_of(2) { side } else { -side }
}

/// A triangulation: flat rows of `dimensions + 1` vertices, and of as many neighbours, opposite to them.
pub(crate) struct Mesh {
    pub dimensions: usize,
    /// The points, scaled so that predicates are exact.
    scaled: Vec<f64>,
    scale: [f64; 2],
    pub simplices: Vec<u32>,
    /// [`NONE`] beyond the hull.
    pub neighbors: Vec<u32>,
    /// The facets of the hull, flat rows of vertices.
    pub hull: Vec<u32>,
    /// Points that are where others are.
    pub left: Vec<u32>,
}

impl Mesh {
    /// None for points in a line or a plane.
    pub fn new(points: &[f64], dimensions: usize) -> Option<Self> {
        let scale = scale(points);
        match dimensions {
            2 => Self::build::<3>(scaled(points, scale), scale, dimensions),
            _ => Self::build::<4>(scaled(points, scale), scale, dimensions),
        }
    }

    fn build<const N: usize>(scaled: Vec<f64>, scale: [f64; 2], dimensions: usize) -> Option<Self> {
        let points = Points { x: &scaled, dimensions };
        let mut first = points.simplex()?;
        first.push(GHOST);
        let Surface { facets, left } = Surface::<N>::new(&Delaunay(points), points.len() as u32, &first);
        let mut numbers = vec![NONE; facets.len()];
        let finite = |facet: &Facet<N>| !facet.vertices.contains(&GHOST);
        let mut count = 0;
        for (number, facet) in numbers.iter_mut().zip(&facets) {
            if finite(facet) {
                *number = count;
                count += 1;
            }
        }
        let inner = || facets.iter().filter(|facet| finite(facet));
        let simplices = inner().flat_map(|facet| facet.vertices).collect();
        let neighbors = inner().flat_map(|facet| facet.neighbors.map(|at| numbers[at as usize])).collect();
        let outer = facets.iter().filter(|facet| !finite(facet));
        let hull = outer.flat_map(|facet| facet.vertices.into_iter().filter(|&vertex| vertex != GHOST)).collect();
        Some(Self { dimensions, scaled, scale, simplices, neighbors, hull, left })
    }

    /// How many simplices there are.
    pub fn len(&self) -> usize {
        self.simplices.len() / (self.dimensions + 1)
    }

    pub fn simplex(&self, at: usize) -> &[u32] {
        &self.simplices[at * (self.dimensions + 1)..][..self.dimensions + 1]
    }

    pub fn neighbors_of(&self, at: usize) -> &[u32] {
        &self.neighbors[at * (self.dimensions + 1)..][..self.dimensions + 1]
    }

    /// The vertices that each of `count` points has an edge to, in order.
    pub fn vertex_neighbors(&self, count: usize) -> Vec<Vec<u32>> {
        let mut neighbors = vec![Vec::new(); count];
        for at in 0..self.len() {
            for &vertex in self.simplex(at) {
                neighbors[vertex as usize].extend(self.simplex(at).iter().filter(|&&other| other != vertex));
            }
        }
        for list in &mut neighbors {
            list.sort_unstable();
            list.dedup();
        }
        neighbors
    }

    /// Whether the vertex of a neighbour, opposite to this simplex, is on its sphere: then both are parts of one cell.
    pub fn on_one_sphere(&self, at: usize, neighbor: usize) -> bool {
        let points = Points { x: &self.scaled, dimensions: self.dimensions };
        let simplex = self.simplex(at);
        let opposite = self.simplex(neighbor).iter().find(|vertex| !simplex.contains(vertex));
        opposite.is_some_and(|&vertex| points.in_sphere(simplex, vertex) == 0.0)
    }

    /// The simplex of each point, by a walk towards it from one near by, and the parts that its vertices have in the point: [`NONE`] for
    /// points outside of the hull by more than roundings, and for NaN.
    pub fn find(&self, x: &[f64]) -> Vec<(u32, Vec<f64>)> {
        const PART: usize = 2048;
        let d = self.dimensions;
        let x = scaled(x, self.scale);
        let (low, high) = bounds(&x, d);
        // From a point near by the walk is short.
        let order = order(&x, &low, &high);
        let parts = in_parallel(&order.chunks(PART).collect::<Vec<_>>(), |part| {
            let mut at = 0;
            part.iter().map(|&i| self.walk(&x[i as usize * d..][..d], &mut at)).collect::<Vec<_>>()
        });
        let mut found = vec![(NONE, Vec::new()); order.len()];
        for (&i, at) in order.iter().zip(parts.into_iter().flatten()) {
            found[i as usize] = at;
        }
        found
    }

    /// Across facets that the point is beyond: in a Delaunay triangulation this comes to an end (Edelsbrunner, 1990).
    fn walk(&self, x: &[f64], at: &mut usize) -> (u32, Vec<f64>) {
        // As SciPy.
        const TOLERANCE: f64 = 100.0 * f64::EPSILON;
        // Coordinates of the points are below 2.
        if !x.iter().all(|x| x.abs() < 4.0) {
            return (NONE, Vec::new());
        }
        let points = Points { x: &self.scaled, dimensions: self.dimensions };
        // As many steps as there are simplices, in case that products were too small for exact signs.
        'walk: for _ in 0..=self.len() {
            let mut leaves = false;
            for (place, &there) in self.neighbors_of(*at).iter().enumerate() {
                if outward(&points, self.simplex(*at), place, x) >= 0.0 {
                    continue;
                }
                if there != NONE {
                    *at = there as usize;
                    continue 'walk;
                }
                leaves = true;
            }
            let parts = self.barycentric(*at, x);
            let inside = !leaves || parts.iter().all(|&c| (-TOLERANCE..=1.0 + TOLERANCE).contains(&c));
            return (if inside { *at as u32 } else { NONE }, parts);
        }
        (NONE, Vec::new())
    }

    /// The parts that the vertices of a simplex have in the centre of another.
    pub fn center_of_in(&self, other: usize, at: usize) -> Vec<f64> {
        let d = self.dimensions;
        let vertices = self.simplex(other);
        let sum = |axis: usize| vertices.iter().map(|&i| self.scaled[i as usize * d + axis]).sum::<f64>();
        self.barycentric(at, &(0..d).map(|axis| sum(axis) / (d as f64 + 1.0)).collect::<Vec<_>>())
    }

    /// The parts of the vertices in a point, which is scaled. NaN for a simplex that has no inside but for roundings.
    fn barycentric(&self, at: usize, x: &[f64]) -> Vec<f64> {
        let transform = transform(&self.scaled, self.simplex(at));
        let d = self.dimensions;
        let origin = &transform[d * d..];
        let part = |i: usize| (0..d).map(|j| transform[i * d + j] * (x[j] - origin[j])).sum();
        let mut parts: Vec<f64> = (0..d).map(part).collect();
        parts.push(1.0 - parts.iter().sum::<f64>());
        parts
    }
}

/// The matrix that makes barycentric coordinates of the difference from the last vertex of a simplex, and that vertex.
pub(super) fn transform(points: &[f64], simplex: &[u32]) -> Vec<f64> {
    let d = simplex.len() - 1;
    let point = |i: u32| &points[i as usize * d..][..d];
    let origin = point(simplex[d]);
    let edge = |&i: &u32| point(i).iter().zip(origin).map(|(x, y)| x - y).collect();
    let mut transform = inverse_of_columns(&simplex[..d].iter().map(edge).collect::<Vec<Vec<f64>>>());
    transform.extend_from_slice(origin);
    transform
}

/// The inverse of the matrix with these columns, row by row.
fn inverse_of_columns(columns: &[Vec<f64>]) -> Vec<f64> {
    match columns {
        [a, b] => {
            let det = a[0] * b[1] - a[1] * b[0];
            [b[1], -b[0], -a[1], a[0]].map(|x| x / det).to_vec()
        }
        [a, b, c] => {
            let cross = |x: &[f64], y: &[f64]| {
                [x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0]]
            };
            let rows = [cross(b, c), cross(c, a), cross(a, b)];
            let det: f64 = rows[0].iter().zip(a).map(|(x, y)| x * y).sum();
            rows.as_flattened().iter().map(|x| x / det).collect()
        }
        _ => unreachable!("there are 2 or 3 dimensions"),
    }
}
