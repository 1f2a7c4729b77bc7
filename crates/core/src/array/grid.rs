//! Arrays of coordinates and indices.

use super::DynArray;
use super::diagonal::lower_triangle;
use super::index::{MultiIndex, check_bounds, index_arrays, row_strides};
use super::{AnyArray, Array, Create, IndexMode, IntoIndexArrays, IntoShape, Join, PlainInteger};
use crate::backend::Backend;
use crate::dtype::DType;
use crate::element::Element;
use crate::error::{Error, Result};
use crate::host::room;
use crate::layout::{Dims, checked_len};
use crate::ranges::IntoRange;

/// The order of the first two axes of a [`meshgrid`](Grid::meshgrid).
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// let (x, y) = (xp.arange((0, 3, 1))?, xp.arange((0, 2, 1))?);
/// assert_eq!(xp.meshgrid(&[&x, &y])?[0].shape(), [2, 3]); // as `Indexing::Xy`
/// assert_eq!(xp.meshgrid_with(&[&x, &y], Meshgrid::new().indexing(Indexing::Ij))?[0].shape(), [3, 2]);
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Indexing {
    /// Cartesian: the first coordinate runs along axis 1.
    Xy,
    /// Matrix: coordinate `k` runs along axis `k`.
    Ij,
}

/// Options of [`Grid::meshgrid_with`].
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// let (x, y) = (xp.arange(3)?, xp.arange(2)?);
/// let open = xp.meshgrid_with(&[&x, &y], Meshgrid::new().sparse(true))?;
/// assert_eq!((open[0].shape(), open[1].shape()), (&[1, 3][..], &[2, 1][..]));
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Meshgrid {
    indexing: Indexing,
    sparse: bool,
}

impl Default for Meshgrid {
    fn default() -> Self {
        Self { indexing: Indexing::Xy, sparse: false }
    }
}

impl Meshgrid {
    /// The defaults: the coordinates at each point, the first one along axis 1.
    pub fn new() -> Self {
        Self::default()
    }

    /// The order of the first two axes.
    pub fn indexing(self, indexing: Indexing) -> Self {
        Self { indexing, ..self }
    }

    /// Whether each coordinate only runs along its own axis, and the others have length 1: the arrays broadcast to the grid.
    pub fn sparse(self, sparse: bool) -> Self {
        Self { sparse, ..self }
    }
}

/// Coordinates and indices, as methods of every handle.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// let (x, y) = (xp.arange((0, 3, 1))?, xp.arange((0, 2, 1))?);
/// let grid = xp.meshgrid(&[&x, &y])?;
/// assert_eq!((&grid[0] + &grid[1] * 10).to_string(), "[[ 0  1  2]\n [10 11 12]]");
/// # Ok::<(), xparray::Error>(())
/// ```
pub trait Grid: Backend {
    /// From one vector of coordinates for each axis, the coordinates at each point of the grid. Views.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let (x, y) = (xp.array([1, 2, 3])?, xp.array([10, 20])?);
    /// let grid = xp.meshgrid(&[&x, &y])?;
    /// assert_eq!(grid[0].to_string(), "[[1 2 3]\n [1 2 3]]");
    /// assert_eq!(grid[1].to_string(), "[[10 10 10]\n [20 20 20]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] for too many points.
    fn meshgrid<A: AnyArray<Self>>(&self, coordinates: &[&A]) -> Result<Vec<A>> {
        self.meshgrid_with(coordinates, Meshgrid::new())
    }

    /// [`meshgrid`](Grid::meshgrid) with the axes in another order, or as arrays that broadcast to the grid.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let (x, y) = (xp.array([1, 2, 3])?, xp.array([10, 20])?);
    /// let grid = xp.meshgrid_with(&[&x, &y], Meshgrid::new().indexing(Indexing::Ij).sparse(true))?;
    /// assert_eq!((&grid[0] + &grid[1]).to_string(), "[[11 21]\n [12 22]\n [13 23]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`meshgrid`](Grid::meshgrid).
    fn meshgrid_with<A: AnyArray<Self>>(&self, coordinates: &[&A], options: Meshgrid) -> Result<Vec<A>> {
        let Meshgrid { indexing, sparse } = options;
        let ndim = coordinates.len();
        let place = |k: usize| match indexing {
            Indexing::Xy if ndim > 1 && k < 2 => 1 - k,
            _ => k,
        };
        let mut shape = Dims::from_elem(1, ndim);
        for (k, x) in coordinates.iter().enumerate() {
            shape[place(k)] = x.as_dyn().len();
        }
        let grid = coordinates.iter().enumerate().map(|(k, x)| {
            let open = open(x.as_dyn(), place(k), ndim)?;
            A::of(if sparse { open } else { open.broadcast("meshgrid", &shape)? })
        });
        grid.collect()
    }

    /// The coordinates of a grid of ranges, each along an axis of its own: NumPy's `ogrid[0:2, 0:3]`. They broadcast to the grid.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let grid = xp.ogrid([0..2, 5..8])?;
    /// assert_eq!((&grid[0] * 10 + &grid[1]).to_string(), "[[ 5  6  7]\n [15 16 17]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`arange`](Create::arange).
    fn ogrid<T: Element, const N: usize>(&self, ranges: [impl IntoRange<T>; N]) -> Result<Vec<Array<T, Self>>> {
        let axes = ranges.into_iter().enumerate();
        axes.map(|(k, range)| Ok(Array::from_dyn(open(&self.arange(range)?.array, k, N)?))).collect()
    }

    /// The coordinates at each point of a grid of ranges, along a first axis: NumPy's `mgrid[0:2, 0:3]`.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let grid = xp.mgrid([(0.0, 1.0, 0.5), (0.0, 3.0, 1.0)])?; // start, stop, step
    /// assert_eq!(grid.shape(), [2, 2, 3]);
    /// assert_eq!(grid.slice(s![0])?.to_string(), "[[0.  0.  0. ]\n [0.5 0.5 0.5]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`arange`](Create::arange); [`Error::Value`] for no ranges or too many points.
    fn mgrid<T: Element, const N: usize>(&self, ranges: [impl IntoRange<T>; N]) -> Result<Array<T, Self>> {
        let open = self.ogrid(ranges)?;
        let grid = self.broadcast_arrays(&open.iter().collect::<Vec<_>>())?;
        self.stack(&grid.iter().collect::<Vec<_>>(), 0)
    }

    /// The indices (rows, columns) where a function of an `n` by `n` matrix of ones leaves something: of
    /// [`triu`](Array::triu), those of the upper triangle.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let at = xp.mask_indices(3, |ones| ones.triu_with(1))?;
    /// assert_eq!((at[0].to_string(), at[1].to_string()), ("[0 0 1]".into(), "[1 2 2]".into()));
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of the function; [`Error::Value`] for too many elements.
    fn mask_indices<T: Element>(
        &self,
        n: usize,
        mask: impl FnOnce(&Array<i64, Self>) -> Result<Array<T, Self>>,
    ) -> Result<Vec<Array<i64, Self>>> {
        mask(&self.ones([n, n])?)?.nonzero()
    }

    /// Vectors of indices, each along an axis of its own: [`take_at`](Array::take_at), [`put_at`](Array::put_at)
    /// of these are the cross product.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.arange((0, 12, 1))?.reshape([3, 4])?;
    /// let cross = xp.ix(([0, 2], [1, 3]))?;
    /// assert_eq!(x.take_at(&cross)?.to_string(), "[[ 1  3]\n [ 9 11]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Shape`] if one has another number of dimensions than one.
    #[doc(alias = "ix_")]
    fn ix(&self, indices: impl IntoIndexArrays<Self>) -> Result<Vec<Array<i64, Self>>> {
        let indices = index_arrays("ix", self, indices)?;
        if let Some(index) = indices.iter().find(|index| index.ndim() != 1) {
            return Err(Error::shape("ix", index.shape(), &[index.len()]));
        }
        let ndim = indices.len();
        indices.iter().enumerate().map(|(k, index)| Ok(Array::from_dyn(open(index, k, ndim)?))).collect()
    }

    /// For each axis of a shape, the index along it at each place: an array of shape `[axes, ..shape]`.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let index = xp.indices([2, 3])?;
    /// assert_eq!(index.shape(), [2, 2, 3]);
    /// assert_eq!(index.slice(s![0])?.to_string(), "[[0 0 0]\n [1 1 1]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] for too many elements.
    fn indices(&self, shape: impl IntoShape) -> Result<Array<i64, Self>> {
        let shape = shape.into_shape();
        let ndim = shape.len();
        let all: Dims = [ndim].into_iter().chain(shape.iter().copied()).collect();
        checked_len(&all)?;
        let block: Dims = [1].into_iter().chain(shape.iter().copied()).collect();
        let axes = (0..ndim)
            .map(|k| open(&DynArray::iota(self, &[shape[k]])?, k + 1, ndim + 1)?.broadcast("indices", &block))
            .collect::<Result<Vec<_>>>()?;
        match axes.is_empty() {
            true => Ok(Array::from_dyn(DynArray::iota(self, &all)?)),
            false => Ok(Array::from_dyn(DynArray::concatenate("indices", &axes.iter().collect::<Vec<_>>(), 0)?)),
        }
    }

    /// Indices for each axis of a shape as row-major indices. All broadcast.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// assert_eq!(xp.ravel_multi_index(([0, 1], [2, 1]), [2, 3])?.to_string(), "[2 4]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Index`] for an index that is negative or beyond its axis (this reads the arrays),
    /// [`Error::Value`] unless there is one array for each axis.
    fn ravel_multi_index(
        &self,
        indices: impl IntoIndexArrays<Self>,
        shape: impl IntoShape,
    ) -> Result<Array<i64, Self>> {
        self.ravel_multi_index_with(indices, shape, IndexMode::Raise)
    }

    /// [`ravel_multi_index`](Grid::ravel_multi_index), where indices out of bounds may count.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let places = xp.ravel_multi_index_with(([-1, 5], [2, 1]), [2, 3], IndexMode::Wrap)?;
    /// assert_eq!(places.to_string(), "[5 4]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`ravel_multi_index`](Grid::ravel_multi_index).
    fn ravel_multi_index_with(
        &self,
        indices: impl IntoIndexArrays<Self>,
        shape: impl IntoShape,
        mode: IndexMode,
    ) -> Result<Array<i64, Self>> {
        let op = "ravel_multi_index";
        let shape = shape.into_shape();
        checked_len(&shape)?;
        let indices = indices.into_index_arrays(self)?;
        if indices.len() != shape.len() {
            return Err(Error::value(op, format!("{} indices for {} axes", indices.len(), shape.len())));
        }
        let mut inside = Vec::with_capacity(indices.len());
        for (index, &len) in indices.iter().zip(&shape) {
            let index = index.indices_of(op, mode, len)?;
            if mode == IndexMode::Raise {
                check_bounds(op, &index, 0, len)?;
            }
            inside.push(index);
        }
        Ok(Array::from_dyn(MultiIndex::new(op, inside, &shape)?.flatten(&row_strides(&shape), None)?))
    }

    /// An `n` by `m` matrix of ones on and below diagonal `k`, zeros above.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// assert_eq!(xp.tri::<i32>(3, 3, 0)?.to_string(), "[[1 0 0]\n [1 1 0]\n [1 1 1]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] for too many elements.
    fn tri<T: Element>(&self, n: usize, m: usize, k: impl PlainInteger) -> Result<Array<T, Self>> {
        self.tri_of(T::DTYPE, n, m, k).map(Array::from_dyn)
    }

    /// [`tri`](Grid::tri) of an element type that is a value.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// assert_eq!(xp.tri_of(DType::U8, 2, 2, 0)?.to_string(), "[[1 0]\n [1 1]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`tri`](Grid::tri).
    fn tri_of(&self, dtype: DType, n: usize, m: usize, k: impl PlainInteger) -> Result<DynArray<Self>> {
        checked_len(&[n, m])?;
        lower_triangle(self, n, m, k.to_isize())?.astype(dtype)
    }

    /// The indices (rows, columns) of the places on and below diagonal `k` of an `n` by `m` matrix.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let at = xp.tril_indices(2, 0, 2)?;
    /// assert_eq!((at[0].to_vec()?, at[1].to_vec()?), (vec![0, 1, 1], vec![0, 0, 1]));
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] for too many elements.
    #[doc(alias = "tril_indices_from")]
    fn tril_indices(&self, n: usize, k: impl PlainInteger, m: usize) -> Result<Vec<Array<i64, Self>>> {
        checked_len(&[n, m])?;
        Array::<bool, Self>::from_dyn(lower_triangle(self, n, m, k.to_isize())?).nonzero()
    }

    /// The indices (rows, columns) of the places on and above diagonal `k` of an `n` by `m` matrix.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let at = xp.triu_indices(2, 0, 2)?;
    /// assert_eq!((at[0].to_vec()?, at[1].to_vec()?), (vec![0, 0, 1], vec![0, 1, 1]));
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] for too many elements.
    #[doc(alias = "triu_indices_from")]
    fn triu_indices(&self, n: usize, k: impl PlainInteger, m: usize) -> Result<Vec<Array<i64, Self>>> {
        checked_len(&[n, m])?;
        (!Array::<bool, Self>::from_dyn(lower_triangle(self, n, m, k.to_isize().saturating_sub(1))?)).nonzero()
    }

    /// The indices of the main diagonal of an array of `ndim` axes of length `n`.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let at = xp.diag_indices(2, 2)?;
    /// let x = xp.array([[1, 2], [3, 4]])?;
    /// assert_eq!(x.take_at(&at)?.to_string(), "[1 4]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] for too many elements.
    #[doc(alias = "diag_indices_from")]
    fn diag_indices(&self, n: usize, ndim: usize) -> Result<Vec<Array<i64, Self>>> {
        let mut indices = room(ndim)?;
        indices.resize(ndim, Array::from_dyn(DynArray::iota(self, &[n])?));
        Ok(indices)
    }
}

impl<B: Backend> Grid for B {}

/// The elements along axis `axis` of `ndim`.
fn open<B: Backend>(x: &DynArray<B>, axis: usize, ndim: usize) -> Result<DynArray<B>> {
    let mut shape = Dims::from_elem(1, ndim);
    shape[axis] = x.len();
    x.reshaped(&shape)
}
