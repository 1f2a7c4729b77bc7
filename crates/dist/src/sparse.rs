//! Sparse matrices of which each process has rows.

use crate::array::DistArray;
use crate::mesh::{Sharding, section};
use std::ops::Range;
use xparray_core::prelude::*;
use xparray_core::sparse::Csr;
use xparray_core::{Array, Error, Result, Side};

/// A sparse matrix whose rows are divided along an axis of a mesh. A product gets the elements of the vector that the rows need
/// from those that have them, whom it knows from the start.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::dist::DistCsr;
/// use xparray::sparse::Csr;
///
/// let world = xparray::dist::init()?;
/// let vector = world.mesh(world.size())?.sharding([Some(0)])?;
/// let a = DistCsr::shard(&Csr::from_dense(&xp.array([[4.0, 1.0], [1.0, 3.0]])?)?, &vector)?;
/// let found = a.cg(&vector.shard(&xp.array([6.0, 7.0])?)?, 1e-10, 100)?;
/// assert!(found.x.all_gather()?.allclose(&xp.array([1.0, 2.0])?)?);
/// # Ok::<(), xparray::Error>(())
/// ```
#[must_use]
pub struct DistCsr<T: SparseElement, B: Backend> {
    shape: [usize; 2],
    /// How vectors lie.
    sharding: Sharding,
    /// The rows; columns are first those whose elements of a vector this process has, then `ghosts`.
    local: Csr<T, B>,
    /// How many elements come from each process, in the order of the columns.
    comes: Vec<usize>,
    /// The places in this process's part of a vector of the elements that others need, by process.
    gives: Array<i64, B>,
    /// How many each of them needs.
    goes: Vec<usize>,
}

/// What [`DistCsr::cg`] finds.
#[must_use]
pub struct Cg<T: Element, B: Backend> {
    /// The solution.
    pub x: DistArray<T, B>,
    /// Steps that were taken.
    pub steps: usize,
    /// Whether the residual is as small as was asked.
    pub converged: bool,
}

impl<T: SparseElement, B: Backend> DistCsr<T, B> {
    /// The matrix that all processes have, of which each keeps its rows; vectors lie as `sharding` says.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::{dist::DistCsr, sparse::Csr};
    /// let world = xparray::dist::init()?;
    /// let vector = world.mesh(world.size())?.sharding([Some(0)])?;
    /// assert_eq!(DistCsr::shard(&Csr::<f64, _>::eye(&xp, 5)?, &vector)?.shape(), [5, 5]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`DistCsr::from_rows`].
    pub fn shard(matrix: &Csr<T, B>, sharding: &Sharding) -> Result<Self> {
        let shape = matrix.shape();
        let [rows] = &sharding.own_part(&shape[..1])[..] else { return Err(no_vector(sharding)) };
        let starts = matrix.indptr()?.slice(s![rows.start..rows.end + 1])?;
        let ends = starts.slice(s![0])?.item()?..starts.slice(s![-1])?.item()?;
        let entries = s![ends.start..ends.end];
        let (indices, values) = (matrix.indices()?.slice(entries)?, matrix.values()?.slice(entries)?);
        let local = Csr::from_parts([rows.len(), shape[1]], &(starts - ends.start), &indices, &values)?;
        Self::from_rows(&local, shape[0], sharding)
    }

    /// The matrix of `rows` rows of which each process has made those that `sharding`, of vectors, gives it.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::{dist::DistCsr, sparse::Csr};
    /// let world = xparray::dist::init()?;
    /// let vector = world.mesh(world.size())?.sharding([Some(0)])?;
    /// // Each process has two rows, of one entry each.
    /// let own = Csr::from_parts([2, 3], [0, 1, 2], [0, 2], &xp.array([1.0, 1.0])?)?;
    /// let a = DistCsr::from_rows(&own, 2 * world.size(), &vector)?;
    /// let y = a.matmul(&vector.shard(&xp.array([5.0, 6.0, 7.0])?)?)?;
    /// assert_eq!(y.sum(..)?.item()?, 12.0 * world.size() as f64);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] for a sharding of other than vectors; [`Error::Shape`] if a process has another number of rows than
    /// this; those of the deferred work; [`Error::Library`].
    pub fn from_rows(local: &Csr<T, B>, rows: usize, sharding: &Sharding) -> Result<Self> {
        let (&[place], columns) = (sharding.axes(), local.shape()[1]) else { return Err(no_vector(sharding)) };
        let own_rows = sharding.own_part(&[rows])[0].len();
        let fits = match local.shape()[0] == own_rows {
            true => Ok(()),
            false => Err(Error::shape("from_rows", &local.shape(), &[own_rows, columns])),
        };
        sharding.mesh().comm().together("from_rows", fits)?;
        let xp = local.xp();
        let shape = [rows, columns];
        let Some(place) = place else {
            let (local, gives) = (local.clone(), xp.zeros(0)?);
            return Ok(Self { shape, sharding: sharding.clone(), local, comes: vec![], gives, goes: vec![] });
        };
        let line = sharding.mesh().line(place)?;
        let own: Range<i64> = range(section(columns, line.size(), line.rank()));
        let indices = local.indices()?;
        let is_elsewhere = indices.less(own.start)?.logical_or(&indices.greater_equal(own.end)?)?;
        let ghosts = indices.mask(&is_elsewhere)?.unique()?;
        let after = ghosts.searchsorted(&indices)? + (own.end - own.start);
        let compact = is_elsewhere.where_(&after, &(&indices - own.start))?;
        let width = (own.end - own.start) as usize + ghosts.len();
        let local = Csr::from_parts([own_rows, width], &local.indptr()?, &compact, &local.values()?)?;
        let ends: Vec<i64> = (0..line.size()).map(|rank| range(section(columns, line.size(), rank)).end).collect();
        let ends = ghosts.searchsorted_with(&xp.from_slice(&ends, line.size())?, Side::Left)?.to_vec()?;
        let mut start = 0;
        let length = |end: i64| std::mem::replace(&mut start, end).abs_diff(end) as usize;
        let comes: Vec<usize> = ends.into_iter().map(length).collect();
        let gives = line.all_to_all_v(&ghosts, &comes)? - own.start;
        let goes = line.shared_with_each(&comes)?;
        Ok(Self { shape, sharding: sharding.clone(), local, comes, gives, goes })
    }

    /// Rows and columns.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::{dist::DistCsr, sparse::Csr};
    /// let vector = xparray::dist::init()?.mesh(1)?.sharding([Some(0)])?;
    /// assert_eq!(DistCsr::shard(&Csr::<f32, _>::eye(&xp, 3)?, &vector)?.shape(), [3, 3]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn shape(&self) -> [usize; 2] {
        self.shape
    }

    /// The product with a vector that lies as the rows do.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::{dist::DistCsr, sparse::Csr};
    /// let world = xparray::dist::init()?;
    /// let vector = world.mesh(world.size())?.sharding([Some(0)])?;
    /// let a = DistCsr::shard(&Csr::from_dense(&xp.array([[0.0, 2.0], [1.0, 0.0]])?)?, &vector)?;
    /// assert_eq!(a.matmul(&vector.shard(&xp.array([3.0, 4.0])?)?)?.all_gather()?.to_vec()?, [8.0, 3.0]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Shape`] if the vector has another length than rows have; [`Error::Value`] if it lies otherwise: it must be
    /// [resharded](DistArray::reshard); those of the deferred work; [`Error::Library`].
    #[doc(alias("dot", "spmv"))]
    pub fn matmul(&self, x: &DistArray<T, B>) -> Result<DistArray<T, B>> {
        if x.shape() != [self.shape[1]] {
            return Err(Error::shape("DistCsr::matmul", &self.shape, x.shape()));
        }
        if *x.sharding() != self.sharding {
            let (left, right) = (&self.sharding, x.sharding());
            let message = format!("vectors of the matrix lie as {left:?} and this one as {right:?}; reshard it first");
            return Err(Error::value("DistCsr::matmul", message));
        }
        let product = match self.sharding.axes()[0] {
            None => self.local.matmul(x.local())?,
            Some(place) => {
                let line = self.sharding.mesh().line(place)?;
                let given = x.local().take(&self.gives, 0)?;
                let ghosts = line.exchanged(given.as_dyn(), &self.goes, &self.comes)?.typed()?;
                self.local.matmul(&x.local().xp().concatenate(&[x.local(), &ghosts], 0)?)?
            }
        };
        self.sharding.from_local(&product, self.shape[0])
    }
}

impl<T: RealField, B: Backend> DistCsr<T, B> {
    /// Solves `A x = b` of a symmetric positive definite matrix by conjugate gradients (Hestenes and Stiefel, 1952), until the residual
    /// is `rtol` times as long as `b`, in `steps` at most. Sums over all processes are made twice a step.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::{dist::DistCsr, sparse::Csr};
    /// let world = xparray::dist::init()?;
    /// let vector = world.mesh(world.size())?.sharding([Some(0)])?;
    /// let a = DistCsr::shard(&Csr::from_dense(&xp.array([[2.0, 1.0], [1.0, 2.0]])?)?, &vector)?;
    /// let found = a.cg(&vector.shard(&xp.array([3.0, 3.0])?)?, 1e-12, 10)?;
    /// assert!(found.converged && found.x.all_gather()?.allclose(1.0)?);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Shape`] unless the matrix is square; those of [`matmul`](DistCsr::matmul).
    pub fn cg(&self, b: &DistArray<T, B>, rtol: f64, steps: usize) -> Result<Cg<T, B>> {
        if self.shape[0] != self.shape[1] || b.shape() != [self.shape[0]] {
            return Err(Error::shape("cg", &self.shape, b.shape()));
        }
        let dot = |x: &DistArray<T, B>, y: &DistArray<T, B>| (x * y).sum(0);
        let (mut residual, mut direction) = (b.clone(), b.clone());
        let mut x = b.map(|b| Ok(b.zeros_like()))?;
        let mut squares = dot(b, b)?;
        let goal = rtol * rtol * number(&squares)?;
        for step in 0..steps {
            if number(&squares)? <= goal {
                return Ok(Cg { x, steps: step, converged: true });
            }
            let product = self.matmul(&direction)?;
            // An array without axes: it stays on the device.
            let length = squares.zip(&dot(&direction, &product)?, |a, b| Ok(a / b))?;
            x = &x + &(&direction * &length);
            residual = &residual - &(product * &length);
            let next = dot(&residual, &residual)?;
            direction = &residual + &(direction * &next.zip(&squares, |a, b| Ok(a / b))?);
            squares = next;
        }
        let converged = number(&squares)? <= goal;
        Ok(Cg { x, steps, converged })
    }
}

fn number<T: RealField, B: Backend>(x: &DistArray<T, B>) -> Result<f64> {
    Ok(x.local().item()?.cast::<f64>())
}

fn range(part: Range<usize>) -> Range<i64> {
    part.start as i64..part.end as i64
}

fn no_vector(sharding: &Sharding) -> Error {
    Error::value("DistCsr", format!("{sharding:?} does not say how vectors lie"))
}
