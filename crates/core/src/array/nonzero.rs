//! Where elements are not zero, and flat indices as one for each axis.

use super::index::{check_bounds, row_strides};
use super::{Array, DynArray, IntoShape};
use crate::backend::Backend;
use crate::dtype::{DType, Scalar};
use crate::element::{Element, Integer};
use crate::error::{Error, Result};
use crate::ir::BinaryOp;
use crate::layout::checked_len;

/// Row-major indices (in bounds) as one index for each axis. Deferred.
fn split_indices<B: Backend>(flat: &DynArray<B>, shape: &[usize]) -> Result<Vec<DynArray<B>>> {
    let strides = row_strides(shape);
    (0..shape.len())
        .map(|k| {
            // The first axis needs no remainder: nothing is beyond it. Nor the last a quotient.
            let index = if strides[k] > 1 { flat.with_count(BinaryOp::FloorDiv, strides[k])? } else { flat.clone() };
            if k > 0 { index.with_count(BinaryOp::Mod, shape[k]) } else { Ok(index) }
        })
        .collect()
}

/// Arrays of one type, with that type.
pub(super) fn from_dyns<T: Element, B: Backend>(arrays: Vec<DynArray<B>>) -> Vec<Array<T, B>> {
    arrays.into_iter().map(Array::from_dyn).collect()
}

impl<B: Backend> DynArray<B> {
    /// [`Array::flatnonzero`].
    ///
    /// # Errors
    /// Those of [`Array::flatnonzero`].
    pub fn flatnonzero(&self) -> Result<Self> {
        self.astype(DType::Bool)?.places()
    }

    /// [`Array::nonzero`].
    ///
    /// # Errors
    /// Those of [`Array::nonzero`].
    pub fn nonzero(&self) -> Result<Vec<Self>> {
        if self.ndim() == 0 {
            return Err(Error::Axis { op: "nonzero", axis: 0, ndim: 0 });
        }
        split_indices(&self.flatnonzero()?, self.shape())
    }

    /// [`Array::argwhere`].
    ///
    /// # Errors
    /// Those of [`Array::argwhere`].
    pub fn argwhere(&self) -> Result<Self> {
        let places = self.flatnonzero()?;
        let columns = split_indices(&places, self.shape())?
            .iter()
            .map(|index| index.reshaped(&[places.len(), 1]))
            .collect::<Result<Vec<_>>>()?;
        match columns.is_empty() {
            true => Self::full(self.xp(), Scalar::new(0i64), &[places.len(), 0]),
            false => Self::concatenate("argwhere", &columns.iter().collect::<Vec<_>>(), 1),
        }
    }

    /// [`Array::unravel_index`].
    ///
    /// # Errors
    /// Those of [`Array::unravel_index`]; [`Error::DType`] unless the indices are integers.
    pub fn unravel_index(&self, shape: impl IntoShape) -> Result<Vec<Self>> {
        const OP: &str = "unravel_index";
        let (indices, shape) = (self.checked_indices(OP)?, shape.into_shape());
        check_bounds(OP, &indices, 0, checked_len(&shape)?)?;
        split_indices(&indices, &shape)
    }
}

impl<T: Element, B: Backend> Array<T, B> {
    /// The row-major indices of the elements that are not zero.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([[0, 5], [0, 7]])?;
    /// assert_eq!(x.flatnonzero()?.to_string(), "[1 3]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Only if computing fails.
    pub fn flatnonzero(&self) -> Result<Array<i64, B>> {
        self.array.flatnonzero().map(Array::from_dyn)
    }

    /// The indices of the elements that are not zero, in row-major order: one array for each axis.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([[0, 5], [6, 0]])?;
    /// let at = x.nonzero()?;
    /// assert_eq!((at[0].to_vec()?, at[1].to_vec()?), (vec![0, 1], vec![1, 0]));
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Axis`] for an array of no dimensions.
    pub fn nonzero(&self) -> Result<Vec<Array<i64, B>>> {
        self.array.nonzero().map(from_dyns)
    }

    /// The indices of the elements that are not zero, as the rows of a matrix.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([[0, 5], [6, 0]])?;
    /// assert_eq!(x.argwhere()?.to_string(), "[[0 1]\n [1 0]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Only if computing fails.
    pub fn argwhere(&self) -> Result<Array<i64, B>> {
        self.array.argwhere().map(Array::from_dyn)
    }
}

impl<I: Integer, B: Backend> Array<I, B> {
    /// Row-major indices of an array of a shape as one index for each axis.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let at = xp.array([2, 4])?.unravel_index([2, 3])?;
    /// assert_eq!((at[0].to_vec()?, at[1].to_vec()?), (vec![0, 1], vec![2, 1]));
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Index`] for an index that is negative or beyond the shape; this reads the array.
    pub fn unravel_index(&self, shape: impl IntoShape) -> Result<Vec<Array<i64, B>>> {
        self.array.unravel_index(shape).map(from_dyns)
    }
}
