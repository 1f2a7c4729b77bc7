//! The Delaunay triangulation.

use super::complex::NONE;
use super::mesh::{Mesh, transform};
use super::{flat, places, points};
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, Result, TypeClass};

/// The Delaunay triangulation of points in the plane or in space: simplices whose circles or spheres have no point inside.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::spatial::Delaunay;
/// let points = xp.array([[0.0, 0.0], [0.0, 1.1], [1.0, 0.0], [1.0, 1.0]])?;
/// let triangulation = Delaunay::new(&points)?;
/// assert_eq!(triangulation.simplices()?.shape(), [2, 3]);
/// let inside = triangulation.find_simplex(&xp.array([[0.5, 0.4], [2.0, 2.0]])?)?;
/// assert_eq!(inside.greater_equal(0)?.to_string(), "[ True False]");
/// # Ok::<(), xparray::Error>(())
/// ```
pub struct Delaunay<B: Backend> {
    xp: B,
    points: Vec<f64>,
    mesh: Mesh,
}

impl<B: Backend> Delaunay<B> {
    /// Of points, the rows of a matrix.
    ///
    /// # Errors
    /// [`Error::Value`] for what is no matrix, for other than 2 or 3 dimensions, for too few points, for points that are all in a line or a plane,
    /// and for numbers that are not finite; [`Error::DType`] for complex numbers.
    pub fn new(points: &impl AnyArray<B>) -> Result<Self> {
        const OP: &str = "Delaunay";
        let x = points.as_dyn();
        let (points, d) = self::points(OP, x)?;
        let mesh = Mesh::new(&points, d).ok_or_else(|| flat(OP, d))?;
        Ok(Self { xp: x.xp().clone(), points, mesh })
    }

    /// How many dimensions the points have.
    pub fn ndim(&self) -> usize {
        self.mesh.dimensions
    }

    /// How many simplices there are.
    pub fn nsimplex(&self) -> usize {
        self.mesh.len()
    }

    /// The points.
    ///
    /// # Errors
    /// Those of allocation.
    pub fn points(&self) -> Result<Array<f64, B>> {
        self.xp.from_slice(&self.points, [self.npoints(), self.ndim()])
    }

    fn npoints(&self) -> usize {
        self.points.len() / self.ndim()
    }

    pub(crate) fn host(&self) -> (&[f64], &Mesh) {
        (&self.points, &self.mesh)
    }

    /// The places of the vertices of each simplex; triangles are counterclockwise.
    ///
    /// # Errors
    /// Those of allocation.
    pub fn simplices(&self) -> Result<Array<i64, B>> {
        places(&self.xp, &self.mesh.simplices, &[self.nsimplex(), self.ndim() + 1])
    }

    /// The simplices beside each one, opposite to its vertices; -1 at the hull.
    ///
    /// # Errors
    /// Those of allocation.
    pub fn neighbors(&self) -> Result<Array<i64, B>> {
        places(&self.xp, &self.mesh.neighbors, &[self.nsimplex(), self.ndim() + 1])
    }

    /// The vertices of the facets of the convex hull, which have all points that are on it.
    ///
    /// # Errors
    /// Those of allocation.
    pub fn convex_hull(&self) -> Result<Array<i64, B>> {
        let d = self.ndim();
        places(&self.xp, &self.mesh.hull, &[self.mesh.hull.len() / d, d])
    }

    /// The points that are no vertices, as another point is at their place: they, a simplex there, and that point, in a row.
    ///
    /// # Errors
    /// Those of allocation.
    pub fn coplanar(&self) -> Result<Array<i64, B>> {
        let (d, left) = (self.ndim(), &self.mesh.left);
        let point = |i: u32| &self.points[i as usize * d..][..d];
        let found = self.mesh.find(&left.iter().flat_map(|&i| point(i)).copied().collect::<Vec<_>>());
        let rows: Vec<u32> = left
            .iter()
            .zip(&found)
            .flat_map(|(&i, &(at, _))| {
                let simplex = if at == NONE { &[][..] } else { self.mesh.simplex(at as usize) };
                let vertex = simplex.iter().find(|&&vertex| point(vertex) == point(i));
                [i, at, vertex.copied().unwrap_or(NONE)]
            })
            .collect();
        places(&self.xp, &rows, &[left.len(), 3])
    }

    /// The transform of each simplex from a point to its parts, the barycentric coordinates `c`: a matrix `T` of `d` rows and a point `r` below it,
    /// where the first `d` coordinates are `T (x - r)`, and all add up to 1.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::spatial::Delaunay;
    /// let triangulation = Delaunay::new(&xp.array([[0.0, 0.0], [2.0, 0.0], [0.0, 2.0]])?)?;
    /// assert_eq!(triangulation.transform()?.shape(), [1, 3, 2]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of allocation.
    pub fn transform(&self) -> Result<Array<f64, B>> {
        let d = self.ndim();
        let all = (0..self.nsimplex()).flat_map(|at| transform(&self.points, self.mesh.simplex(at)));
        self.xp.from_slice(&all.collect::<Vec<_>>(), [self.nsimplex(), d + 1, d])
    }

    /// A simplex of each point; -1 for points that are no vertices.
    ///
    /// # Errors
    /// Those of allocation.
    pub fn vertex_to_simplex(&self) -> Result<Array<i64, B>> {
        let mut simplices = vec![NONE; self.npoints()];
        for at in 0..self.nsimplex() {
            for &vertex in self.mesh.simplex(at) {
                simplices[vertex as usize] = at as u32;
            }
        }
        places(&self.xp, &simplices, &[self.npoints()])
    }

    /// The points that each one has an edge to, as the offsets of sparse rows and the places in them.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::spatial::Delaunay;
    /// let triangulation = Delaunay::new(&xp.array([[0.0, 0.0], [2.0, 0.0], [0.0, 2.0]])?)?;
    /// let (indptr, indices) = triangulation.vertex_neighbor_vertices()?;
    /// assert_eq!((indptr.to_string(), indices.to_string()), ("[0 2 4 6]".into(), "[1 2 0 2 0 1]".into()));
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of allocation.
    pub fn vertex_neighbor_vertices(&self) -> Result<(Array<i64, B>, Array<i64, B>)> {
        let neighbors = self.mesh.vertex_neighbors(self.npoints());
        let mut offsets = vec![0];
        offsets.extend(neighbors.iter().scan(0, |sum, list| {
            *sum += list.len() as u32;
            Some(*sum)
        }));
        let indices = neighbors.concat();
        Ok((places(&self.xp, &offsets, &[offsets.len()])?, places(&self.xp, &indices, &[indices.len()])?))
    }

    /// The simplex that each vector along the last axis of an array is in; -1 for those outside.
    ///
    /// # Errors
    /// [`Error::Shape`] for vectors of other dimensions; [`Error::Axis`] for an array without axes; [`Error::DType`] for complex numbers.
    pub fn find_simplex(&self, xi: &impl AnyArray<B>) -> Result<Array<i64, B>> {
        let (x, shape) = self.vectors("find_simplex", xi.as_dyn())?;
        let found: Vec<u32> = self.mesh.find(&x).into_iter().map(|(at, _)| at).collect();
        places(&self.xp, &found, &shape)
    }

    /// The vectors along the last axis on the host, and the shape of the rest.
    pub(crate) fn vectors(&self, op: &'static str, x: &DynArray<B>) -> Result<(Vec<f64>, Vec<usize>)> {
        TypeClass::RealElement.check(op, x.dtype())?;
        let Some((&d, rest)) = x.shape().split_last() else {
            return Err(Error::Axis { op, axis: -1, ndim: 0 });
        };
        if d != self.ndim() {
            return Err(Error::shape(op, x.shape(), &[self.npoints(), self.ndim()]));
        }
        Ok((x.astype(DType::F64)?.typed::<f64>()?.to_vec()?, rest.to_vec()))
    }
}
