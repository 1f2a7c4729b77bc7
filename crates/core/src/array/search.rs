//! Searching sorted arrays.

use super::{Array, ArrayLike, ArrayOrScalar, DynArray};
use crate::backend::{Backend, Side};
use crate::dtype::Scalar;
use crate::element::Element;
use crate::error::{Error, Result};
use crate::ir::{BinaryOp, ReduceOp};
use crate::promote::Promote;

/// An error unless the array is a vector.
pub(crate) fn check_vector<B: Backend>(op: &'static str, x: &DynArray<B>) -> Result<()> {
    match x.shape() {
        [_] => Ok(()),
        shape => Err(Error::value(op, format!("expects one dimension, got shape {shape:?}"))),
    }
}

/// Options of [`Array::searchsorted_with`]. A [`Side`] alone will do, too.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::Side;
/// let x = xp.array([3, 1, 2])?;
/// let options = SearchSorted::new().side(Side::Right).sorter(&x.argsort()?);
/// assert_eq!(x.searchsorted_with(2, options)?.item()?, 2);
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct SearchSorted<A> {
    side: Side,
    sorter: Option<A>,
}

impl<A> Default for SearchSorted<A> {
    fn default() -> Self {
        Self::from(Side::Left)
    }
}

impl<A> From<Side> for SearchSorted<A> {
    fn from(side: Side) -> Self {
        Self { side, sorter: None }
    }
}

impl<A: Clone> SearchSorted<A> {
    /// The defaults: before equal elements.
    pub fn new() -> Self {
        Self::default()
    }

    /// Before or after equal elements.
    pub fn side(self, side: Side) -> Self {
        Self { side, ..self }
    }

    /// The indices that sort the vector, as [`argsort`](Array::argsort) gives them.
    pub fn sorter(self, sorter: &A) -> Self {
        Self { sorter: Some(sorter.clone()), ..self }
    }
}

/// Options of [`Array::digitize_with`].
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// let (x, bins) = (xp.array([1.0, 2.0])?, xp.array([1.0, 2.0, 3.0])?);
/// assert_eq!(x.digitize(&bins)?.to_string(), "[1 2]");
/// assert_eq!(x.digitize_with(&bins, Digitize::new().right(true))?.to_string(), "[0 1]");
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Digitize {
    right: bool,
}

impl Digitize {
    /// The defaults.
    pub fn new() -> Self {
        Self::default()
    }

    /// Whether a bin has its upper edge, not its lower one.
    pub fn right(self, right: bool) -> Self {
        Self { right }
    }
}

impl<B: Backend> DynArray<B> {
    /// Whether each element of a vector and the next satisfy a comparison. This reads the result.
    pub(super) fn neighbours_all(&self, op: BinaryOp) -> Result<bool> {
        let (after, before) = self.neighbours(0)?;
        let all = before.binary(op, "monotonic", &after)?;
        Ok(Self::reduce(ReduceOp::All, 0, &[&all], &[0], None)?.item()?.get())
    }

    /// [`Array::searchsorted`].
    ///
    /// # Errors
    /// Those of [`Array::searchsorted`].
    pub fn searchsorted(&self, values: impl ArrayLike<B>) -> Result<Self> {
        self.searchsorted_with(values, SearchSorted::new())
    }

    /// [`Array::searchsorted_with`].
    ///
    /// # Errors
    /// Those of [`Array::searchsorted_with`]; [`Error::DType`] for a sorter that is not of integers.
    pub fn searchsorted_with(&self, values: impl ArrayLike<B>, options: impl Into<SearchSorted<Self>>) -> Result<Self> {
        const OP: &str = "searchsorted";
        let SearchSorted { side, sorter } = options.into();
        check_vector(OP, self)?;
        let sorted = match sorter {
            Some(order) if order.shape() != self.shape() => {
                return Err(Error::shape(OP, self.shape(), order.shape()));
            }
            Some(order) => self.taken(OP, 0, &order.checked_indices(OP)?)?,
            None => self.clone(),
        };
        let values = values.operand();
        let dtype = values.promoted(OP, self.dtype())?;
        sorted.astype(dtype)?.searched(&values.to_array(self.xp(), dtype)?, side)
    }

    /// [`Array::digitize`].
    ///
    /// # Errors
    /// Those of [`Array::digitize`].
    pub fn digitize(&self, bins: &Self) -> Result<Self> {
        self.digitize_with(bins, Digitize::new())
    }

    /// [`Array::digitize_with`].
    ///
    /// # Errors
    /// Those of [`Array::digitize_with`].
    pub fn digitize_with(&self, bins: &Self, options: Digitize) -> Result<Self> {
        let Digitize { right } = options;
        const OP: &str = "digitize";
        check_vector(OP, bins)?;
        let dtype = self.dtype().promote(bins.dtype());
        let (x, edges) = (self.astype(dtype)?, bins.astype(dtype)?);
        let side = if right { Side::Left } else { Side::Right };
        if bins.neighbours_all(BinaryOp::Le)? {
            return edges.searched(&x, side);
        }
        if !bins.neighbours_all(BinaryOp::Ge)? {
            return Err(Error::value(OP, "bins neither rise nor fall throughout"));
        }
        let below = edges.reversed_vector()?.searched(&x, side)?;
        below.binary_scalar(BinaryOp::Sub, Scalar::new(bins.len() as i64), true)
    }
}

impl<T: Element, B: Backend> Array<T, B> {
    /// Where `values` would have to go in this ascending vector to keep it sorted: before equal elements.
    /// The result has the shape of `values`.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([1, 2, 2, 3])?;
    /// assert_eq!(x.searchsorted(2)?.item()?, 1);
    /// assert_eq!(x.searchsorted(&xp.array([0, 2, 9])?)?.to_string(), "[0 1 4]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] if the array is not a vector.
    pub fn searchsorted<O>(&self, values: O) -> Result<Array<i64, B>>
    where
        O: ArrayOrScalar<T, B>,
    {
        self.array.searchsorted(values).map(Array::from_dyn)
    }

    /// [`searchsorted`](Array::searchsorted), before or after equal elements, or in a vector that indices sort.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::Side;
    /// let x = xp.array([1, 2, 2, 3])?;
    /// assert_eq!(x.searchsorted_with(&xp.array([0, 2, 9])?, Side::Right)?.to_string(), "[0 3 4]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`searchsorted`](Array::searchsorted); [`Error::Shape`] unless there is an index for each element,
    /// [`Error::Index`] for one out of bounds.
    pub fn searchsorted_with<O>(
        &self,
        values: O,
        options: impl Into<SearchSorted<Array<i64, B>>>,
    ) -> Result<Array<i64, B>>
    where
        O: ArrayOrScalar<T, B>,
    {
        let SearchSorted { side, sorter } = options.into();
        let options = SearchSorted { side, sorter: sorter.map(Array::into_dyn) };
        self.array.searchsorted_with(values, options).map(Array::from_dyn)
    }

    /// The bin of each element, where `bins` are ascending or descending edges: `i` if the element lies in
    /// `bins[i - 1]..bins[i]`. This reads the bins.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([0.2, 6.4, 3.0, 1.6])?;
    /// let bins = xp.array([0.0, 1.0, 2.5, 4.0, 10.0])?;
    /// assert_eq!(x.digitize(&bins)?.to_string(), "[1 4 3 2]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] if the bins are not a vector that only rises or only falls.
    pub fn digitize<U: Element>(&self, bins: &Array<U, B>) -> Result<Array<i64, B>>
    where
        T: Promote<U>,
    {
        self.array.digitize(&bins.array).map(Array::from_dyn)
    }

    /// [`digitize`](Array::digitize), and the bins may have the upper edges.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let (x, bins) = (xp.array([1.0, 2.0])?, xp.array([1.0, 2.0, 3.0])?);
    /// assert_eq!(x.digitize(&bins)?.to_string(), "[1 2]");
    /// assert_eq!(x.digitize_with(&bins, Digitize::new().right(true))?.to_string(), "[0 1]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`digitize`](Array::digitize).
    pub fn digitize_with<U: Element>(&self, bins: &Array<U, B>, options: Digitize) -> Result<Array<i64, B>>
    where
        T: Promote<U>,
    {
        self.array.digitize_with(&bins.array, options).map(Array::from_dyn)
    }
}
