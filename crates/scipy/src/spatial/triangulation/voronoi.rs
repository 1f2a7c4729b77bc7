//! The Voronoi diagram.

use super::complex::NONE;
use super::mesh::{Mesh, transform};
use super::{flat, places, points};
use std::collections::HashSet;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Result};

/// The Voronoi diagram of points in the plane or in space: for each the region that is nearer to it than to the others. Its vertices are the
/// centres of the circles or spheres of the Delaunay triangulation.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::spatial::Voronoi;
/// let grid = xp.array([[0, 0], [0, 1], [0, 2], [1, 0], [1, 1], [1, 2], [2, 0], [2, 1], [2, 2]])?;
/// let voronoi = Voronoi::new(&grid)?;
/// assert_eq!(voronoi.vertices()?.shape(), [4, 2]);
/// assert_eq!(voronoi.regions()[4].len(), 4); // the one in the middle is closed
/// # Ok::<(), xparray::Error>(())
/// ```
pub struct Voronoi<B: Backend> {
    xp: B,
    dimensions: usize,
    vertices: Vec<f64>,
    ridge_points: Vec<u32>,
    ridge_vertices: Vec<Vec<i64>>,
    regions: Vec<Vec<i64>>,
}

impl<B: Backend> Voronoi<B> {
    /// Of points, the rows of a matrix.
    ///
    /// # Errors
    /// Those of [`Delaunay::new`](super::Delaunay::new).
    pub fn new(points: &impl AnyArray<B>) -> Result<Self> {
        const OP: &str = "Voronoi";
        let x = points.as_dyn();
        let (points, dimensions) = self::points(OP, x)?;
        let mesh = Mesh::new(&points, dimensions).ok_or_else(|| flat(OP, dimensions))?;
        let (numbers, count) = cells(&mesh);
        let mut vertices = vec![0.0; count * dimensions];
        let mut regions = vec![Vec::new(); points.len() / dimensions];
        for at in (0..mesh.len()).rev() {
            let number = numbers[at] as usize;
            vertices[number * dimensions..][..dimensions].copy_from_slice(&center(&points, mesh.simplex(at)));
            for &vertex in mesh.simplex(at) {
                regions[vertex as usize].push(numbers[at]);
            }
        }
        for &vertex in &mesh.hull {
            regions[vertex as usize].push(-1);
        }
        for region in &mut regions {
            region.sort_unstable();
            region.dedup();
        }
        let (mut ridge_points, mut ridge_vertices) = (Vec::new(), Vec::new());
        ridges(&mesh, &numbers, &mut |pair, around| {
            ridge_points.extend(pair);
            ridge_vertices.push(around);
        });
        Ok(Self { xp: x.xp().clone(), dimensions, vertices, ridge_points, ridge_vertices, regions })
    }

    /// The coordinates of the vertices.
    ///
    /// # Errors
    /// Those of allocation.
    pub fn vertices(&self) -> Result<Array<f64, B>> {
        self.xp.from_slice(&self.vertices, [self.vertices.len() / self.dimensions, self.dimensions])
    }

    /// The two points that each ridge is between.
    ///
    /// # Errors
    /// Those of allocation.
    pub fn ridge_points(&self) -> Result<Array<i64, B>> {
        places(&self.xp, &self.ridge_points, &[self.ridge_points.len() / 2, 2])
    }

    /// The vertices of each ridge: both ends, or in space those around it; first -1 for one that is not closed.
    pub fn ridge_vertices(&self) -> &[Vec<i64>] {
        &self.ridge_vertices
    }

    /// The vertices of the region of each point, in order of their numbers; first -1 for one that is not closed. A point at the place of
    /// another has none.
    pub fn regions(&self) -> &[Vec<i64>] {
        &self.regions
    }
}

/// The number of the vertex of each simplex, and how many there are: simplices with one circle or sphere have one vertex.
fn cells(mesh: &Mesh) -> (Vec<i64>, usize) {
    let mut numbers = vec![-1; mesh.len()];
    let mut count = 0;
    for first in 0..mesh.len() {
        if numbers[first] != -1 {
            continue;
        }
        numbers[first] = count;
        let mut stack = vec![first];
        while let Some(at) = stack.pop() {
            for &there in mesh.neighbors_of(at).iter().filter(|&&there| there != NONE) {
                let there = there as usize;
                if numbers[there] == -1 && mesh.on_one_sphere(at, there) {
                    numbers[there] = count;
                    stack.push(there);
                }
            }
        }
        count += 1;
    }
    (numbers, count as usize)
}

/// The centre of the circle or sphere through the vertices: `T` takes it, from the last vertex, to the solution of `2 E c = |E|^2`, where the
/// rows of `E` are the edges and `T` is the inverse of their transpose.
fn center(points: &[f64], simplex: &[u32]) -> Vec<f64> {
    let d = simplex.len() - 1;
    let transform = transform(points, simplex);
    let origin = &transform[d * d..];
    let square =
        |i: u32| -> f64 { points[i as usize * d..][..d].iter().zip(origin).map(|(x, y)| (x - y) * (x - y)).sum() };
    let squares: Vec<f64> = simplex[..d].iter().map(|&i| square(i)).collect();
    let along = |j: usize| -> f64 { (0..d).map(|i| transform[i * d + j] * squares[i]).sum() };
    (0..d).map(|j| origin[j] + 0.5 * along(j)).collect()
}

/// Calls a function with each pair of points that share a ridge, and its vertices.
fn ridges(mesh: &Mesh, numbers: &[i64], found: &mut dyn FnMut([u32; 2], Vec<i64>)) {
    let number = |at: u32| if at == NONE { -1 } else { numbers[at as usize] };
    let mut seen = HashSet::new();
    for at in 0..mesh.len() {
        let simplex = mesh.simplex(at);
        for (i, &a) in simplex.iter().enumerate() {
            for (j, &b) in simplex.iter().enumerate().skip(i + 1) {
                let pair = [a.min(b), a.max(b)];
                if !seen.insert(pair) {
                    continue;
                }
                let others: Vec<usize> = (0..simplex.len()).filter(|&k| k != i && k != j).collect();
                let ring = match others[..] {
                    [slot] => vec![at as u32, mesh.neighbors_of(at)[slot]],
                    _ => ring(mesh, at, pair, others[0]),
                };
                let mut around: Vec<i64> = ring.into_iter().map(number).collect();
                around.dedup();
                if around.len() > 1 && around.first() == around.last() {
                    around.pop();
                }
                // Simplices of one sphere touch where there is no ridge. What has one vertex only, in space, is left out, as in SciPy.
                if around.len() < mesh.dimensions {
                    continue;
                }
                let open = around.iter().position(|&number| number == -1).unwrap_or(0);
                around.rotate_left(open);
                found(pair, around);
            }
        }
    }
}

/// The tetrahedra around an edge, from one on, through the face opposite to one of its vertices; with [`NONE`] where the hull is.
fn ring(mesh: &Mesh, first: usize, pair: [u32; 2], slot: usize) -> Vec<u32> {
    let walk = |mut slot: usize| {
        let (mut at, mut ring) = (first, Vec::new());
        loop {
            // The vertex that the next one has too: neither of the edge's, nor the one opposite to the face.
            let leaving = mesh.simplex(at)[slot];
            let kept = mesh.simplex(at).iter().find(|&&vertex| vertex != leaving && !pair.contains(&vertex)).copied();
            let there = mesh.neighbors_of(at)[slot];
            if there == NONE || there as usize == first || ring.len() > mesh.len() {
                return (ring, there);
            }
            ring.push(there);
            at = there as usize;
            // Out again by the face that does not have the vertex kept.
            slot = mesh.simplex(at).iter().position(|&vertex| Some(vertex) == kept).unwrap_or(0);
        }
    };
    let (mut ring, end) = walk(slot);
    ring.insert(0, first as u32);
    let other = (0..4).find(|&i| i != slot && !pair.contains(&mesh.simplex(first)[i]));
    if let (NONE, Some(other)) = (end, other) {
        ring.push(NONE);
        ring.extend(walk(other).0.into_iter().rev());
    }
    ring
}
