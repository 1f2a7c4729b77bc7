//! The Laplacian of a grid.

use super::operator::{Apply, LinearOperator, vector};
use std::f64::consts::PI;
use xparray_core::element::Field;
use xparray_core::prelude::*;
use xparray_core::sparse::{Coo, Csr};
use xparray_core::{Create, Error, Result};

/// What is beyond the ends of a grid.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Boundary {
    /// Zeros.
    Dirichlet,
    /// What is at the ends, so that nothing flows out.
    #[default]
    Neumann,
    /// The other end.
    Periodic,
}

/// The Laplacian of a regular grid, the sum of second differences along its axes, as an operator on the values of all its points in row-major
/// order; with its eigenvalues and eigenvectors.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::sparse::linalg::{Boundary, LaplacianNd, LinearOperator};
/// let a = LaplacianNd::new(&[2, 3], Boundary::Neumann)?;
/// let x = xp.array([1.0, 2.0, 4.0, 0.0, 0.0, 0.0])?.into_dyn();
/// assert_eq!(a.matvec(&x)?.to_string(), "[ 0. -1. -6.  1.  2.  4.]");
/// assert_eq!(a.eigenvalues(&xp, 2)?.to_string(), "[-1.  0.]");
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct LaplacianNd {
    grid_shape: Vec<usize>,
    boundary: Boundary,
    points: usize,
}

impl LaplacianNd {
    /// Of a grid with so many points along each axis.
    ///
    /// # Errors
    /// [`Error::Value`] for no axes or no points, and for more than can be counted.
    pub fn new(grid_shape: &[usize], boundary: Boundary) -> Result<Self> {
        let points = grid_shape.iter().try_fold(1usize, |all, &n| all.checked_mul(n).filter(|&all| all < 1 << 62));
        match points {
            Some(points) if points > 0 && !grid_shape.is_empty() => {
                Ok(Self { grid_shape: grid_shape.to_vec(), boundary, points })
            }
            _ => Err(Error::value("LaplacianNd", format!("a grid of the shape {grid_shape:?}"))),
        }
    }

    /// The matrix.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::sparse::linalg::{Boundary, LaplacianNd};
    /// let a = LaplacianNd::new(&[3], Boundary::Dirichlet)?.to_csr::<f64, _>(&xp)?;
    /// assert_eq!(a.to_dense()?.to_string(), "[[-2.  1.  0.]\n [ 1. -2.  1.]\n [ 0.  1. -2.]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::OutOfMemory`].
    #[doc(alias = "tosparse")]
    pub fn to_csr<T: Field, B: Backend>(&self, xp: &B) -> Result<Csr<T, B>> {
        let (mut rows, mut columns, mut values) = (Vec::new(), Vec::new(), Vec::new());
        let mut stride = self.points;
        for &n in &self.grid_shape {
            stride /= n;
            for point in 0..self.points {
                let place = point / stride % n;
                let ends = (n - 1) * stride;
                // Before it, after it, and twice the point itself.
                let beyond = |at_end: bool, inside: usize, other: usize| match (at_end, self.boundary) {
                    (false, _) => Some(inside),
                    (true, Boundary::Dirichlet) => None,
                    (true, Boundary::Neumann) => Some(point),
                    (true, Boundary::Periodic) => Some(other),
                };
                let before = beyond(place == 0, point.wrapping_sub(stride), point + ends);
                let after = beyond(place == n - 1, point + stride, point.wrapping_sub(ends));
                let entries = [(Some(point), -2.0), (before, 1.0), (after, 1.0)];
                for (column, value) in entries.into_iter().filter_map(|(column, value)| Some((column?, value))) {
                    rows.push(point as i64);
                    columns.push(column as i64);
                    values.push(value);
                }
            }
        }
        let values = xp.from_slice::<f64>(&values, values.len())?.astype::<T>();
        let (rows, columns) = (xp.from_slice(&rows, rows.len())?, xp.from_slice(&columns, columns.len())?);
        Coo::new([self.points; 2], &rows, &columns, &values)?.to_csr()
    }

    /// The eigenvalues along an axis of `n` points.
    fn along(&self, n: usize) -> Vec<f64> {
        let size = n as f64;
        let value = |j: usize| {
            let angle = match self.boundary {
                Boundary::Dirichlet => PI * (j + 1) as f64 / (2.0 * (size + 1.0)),
                Boundary::Neumann => PI * j as f64 / (2.0 * size),
                Boundary::Periodic => PI * j.div_ceil(2) as f64 / size,
            };
            -4.0 * angle.sin().powi(2)
        };
        (0..n).map(value).collect()
    }

    /// The eigenvalues in ascending order, with the place of each along the axes; the last `m` of them.
    fn spectrum(&self, m: Option<usize>) -> Result<Vec<(f64, usize)>> {
        let m = m.unwrap_or(self.points);
        if m > self.points {
            return Err(Error::value("LaplacianNd", format!("{m} eigenvalues of {}", self.points)));
        }
        let mut sums = vec![0.0];
        for &n in &self.grid_shape {
            let own = self.along(n);
            sums = sums.iter().flat_map(|sum| own.iter().map(move |value| sum + value)).collect();
        }
        let mut all: Vec<(f64, usize)> = sums.into_iter().zip(0..).collect();
        all.sort_by(|x, y| x.0.total_cmp(&y.0));
        Ok(all.split_off(self.points - m))
    }

    /// The `m` largest eigenvalues, which are nearest to 0, or all of them, in ascending order.
    ///
    /// # Errors
    /// [`Error::Value`] for more than there are.
    pub fn eigenvalues<B: Backend>(&self, xp: &B, m: impl Into<Option<usize>>) -> Result<Array<f64, B>> {
        let values: Vec<f64> = self.spectrum(m.into())?.into_iter().map(|(value, _)| value).collect();
        xp.from_slice(&values, values.len())
    }

    /// The eigenvectors of [`eigenvalues`](Self::eigenvalues), as columns of unit length.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::sparse::linalg::{Boundary, LaplacianNd, LinearOperator};
    /// let a = LaplacianNd::new(&[2, 3], Boundary::Periodic)?;
    /// let (w, v) = (a.eigenvalues(&xp, None)?, a.eigenvectors(&xp, None)?);
    /// assert!(a.matmat(v.as_dyn())?.allclose(&v.multiply(&w)?)?);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`eigenvalues`](Self::eigenvalues).
    pub fn eigenvectors<B: Backend>(&self, xp: &B, m: impl Into<Option<usize>>) -> Result<Array<f64, B>> {
        let spectrum = self.spectrum(m.into())?;
        let mut product = xp.ones::<f64>([1, spectrum.len()])?;
        let mut stride = self.points;
        for &n in &self.grid_shape {
            stride /= n;
            let places: Vec<f64> = spectrum.iter().map(|(_, place)| (place / stride % n) as f64).collect();
            let own = self.waves(&xp.from_slice(&places, places.len())?, n)?;
            product = product.expand_dims(1)?.multiply(&own)?.reshape([-1, spectrum.len() as isize])?;
        }
        Ok(product)
    }

    /// Eigenvectors along an axis, a column for each of their places.
    fn waves<B: Backend>(&self, j: &Array<f64, B>, n: usize) -> Result<Array<f64, B>> {
        let size = n as f64;
        let i = j.xp().arange(0..n as i64)?.astype::<f64>().expand_dims(1)?;
        let middle = &i + 0.5;
        let once = |edge: &Array<bool, B>| edge.where_((1.0 / size).sqrt(), (2.0 / size).sqrt());
        match self.boundary {
            Boundary::Dirichlet => {
                let angle = (&i + 1.0).multiply(&(j + 1.0))? * (PI / (size + 1.0));
                Ok(angle.sin() * (2.0 / (size + 1.0)).sqrt())
            }
            Boundary::Neumann => (middle.multiply(j)? * (PI / size)).cos().multiply(&once(&j.equal(0.0)?)?),
            Boundary::Periodic => {
                // Cosines and sines take turns; the shortest wave of an even number of points changes its sign at each.
                let wave = ((j + 1.0) * 0.5).floor();
                let angle = middle.multiply(&wave)? * (2.0 * PI / size);
                let last = (&wave * 2.0).equal(size)?;
                let even = j.equal(&((j * 0.5).floor() * 2.0))?.logical_and(&j.not_equal(0.0)?)?;
                let sines = even.logical_or(&last)?;
                let edge = j.equal(0.0)?.logical_or(&last)?;
                sines.where_(&angle.sin(), &angle.cos())?.multiply(&once(&edge)?)
            }
        }
    }
}

impl<B: Backend> LinearOperator<B> for LaplacianNd {
    fn shape(&self) -> [usize; 2] {
        [self.points; 2]
    }
    fn dtype(&self) -> DType {
        DType::I8
    }
    fn matvec(&self, x: &DynArray<B>) -> Result<DynArray<B>> {
        vector([self.points; 2], x)?;
        let x = x.astype(x.dtype().promote(DType::I8))?.reshape(&self.grid_shape[..])?;
        let mut sum = x.multiply(-2 * self.grid_shape.len() as i64)?;
        for axis in 0..self.grid_shape.len() {
            let n = self.grid_shape[axis] as i64;
            let axis = axis as isize;
            let part = |from: i64, to: i64| x.take(&x.xp().arange(from..to)?, axis);
            let end = |own: i64, other: i64| match self.boundary {
                Boundary::Dirichlet => part(own, own + 1)?.multiply(0),
                Boundary::Neumann => part(own, own + 1),
                Boundary::Periodic => part(other, other + 1),
            };
            let before = x.xp().concatenate(&[&end(0, n - 1)?, &part(0, n - 1)?], axis)?;
            let after = x.xp().concatenate(&[&part(1, n)?, &end(n - 1, 0)?], axis)?;
            sum = sum.add(&before)?.add(&after)?;
        }
        sum.reshape(self.points)
    }
    fn adjoint(&self) -> Result<Apply<'_, B>> {
        Ok(Box::new(|x| self.matvec(x)))
    }
}
