//! Reductions of sparse matrices, over all elements or along an axis.

use super::Csr;
use crate::array::{Array, Create, DynArray, IntoOptionalAxis};
use crate::backend::Backend;
use crate::element::{Field, RealField};
use crate::error::{Error, Result};
use crate::layout::normalize_axis;

impl<T: Field, B: Backend> Csr<T, B> {
    /// The matrix whose rows are to be reduced, or `None` for a reduction of all elements.
    fn along(&self, op: &'static str, axis: impl IntoOptionalAxis) -> Result<Option<Self>> {
        Ok(match axis.into_optional_axis().map(|axis| normalize_axis(op, axis, 2)).transpose()? {
            None => None,
            Some(0) => Some(self.transpose()?),
            Some(_) => Some(self.clone()),
        })
    }

    /// Sums along an axis: a vector; `..`: the sum of all elements.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::sparse::Csr;
    /// let a = Csr::from_dense(&xp.array([[1.0, 2.0], [0.0, 4.0]])?)?;
    /// assert_eq!((a.sum(0)?.to_string(), a.sum(..)?.item()?), ("[1. 6.]".into(), 7.0));
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Axis`] for an axis that is not there.
    pub fn sum(&self, axis: impl IntoOptionalAxis) -> Result<Array<T, B>> {
        const OP: &str = "Csr::sum";
        let ones = |axis: usize| self.xp().ones::<T>(self.shape()[axis]);
        match axis.into_optional_axis().map(|axis| normalize_axis(OP, axis, 2)).transpose()? {
            None => self.values()?.as_dyn().sum(..)?.typed(),
            Some(0) => self.transposed_product(OP, &ones(0)?),
            Some(_) => self.matmul(&ones(1)?),
        }
    }

    /// Means along an axis, implicit zeros and all: a vector; `..`: the mean of all elements.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::sparse::Csr;
    /// let a = Csr::from_dense(&xp.array([[1.0, 2.0], [0.0, 5.0]])?)?;
    /// assert_eq!((a.mean(1)?.to_string(), a.mean(..)?.item()?), ("[1.5 2.5]".into(), 2.0));
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Axis`] for an axis that is not there.
    pub fn mean(&self, axis: impl IntoOptionalAxis) -> Result<Array<T, B>> {
        let axis = axis.into_optional_axis();
        let sum = self.sum(axis)?;
        let [rows, cols] = self.shape().map(|n| n as f64);
        let count = axis.map_or(rows * cols, |axis| if axis.rem_euclid(2) == 0 { rows } else { cols });
        sum.as_dyn().divide(count)?.typed()
    }

    /// The numbers of elements along an axis that are not zero: a vector; `..`: how many there are in all.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::sparse::Csr;
    /// let a = Csr::from_dense(&xp.array([[1.0, 2.0], [0.0, 4.0]])?)?;
    /// assert_eq!((a.count_nonzero(1)?.to_string(), a.count_nonzero(..)?.item()?), ("[2 1]".into(), 3));
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Axis`] for an axis that is not there.
    pub fn count_nonzero(&self, axis: impl IntoOptionalAxis) -> Result<Array<i64, B>> {
        match self.along("Csr::count_nonzero", axis)? {
            None => self.values()?.count_nonzero(..),
            Some(rows) => rows.eliminate_zeros()?.indptr()?.diff(),
        }
    }
}

impl<T: RealField, B: Backend> Csr<T, B> {
    /// The largest elements along an axis, implicit zeros and all: a vector; `..`: the largest of all. NaN is the largest.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::sparse::Csr;
    /// let a = Csr::from_dense(&xp.array([[-1.0, -2.0], [0.0, -4.0]])?)?;
    /// assert_eq!((a.max(1)?.to_string(), a.max(..)?.item()?), ("[-1.  0.]".into(), 0.0));
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Axis`] for an axis that is not there; [`Error::Value`] for an axis without elements.
    pub fn max(&self, axis: impl IntoOptionalAxis) -> Result<Array<T, B>> {
        const OP: &str = "Csr::max";
        let Some(matrix) = self.along(OP, axis)? else {
            return self.max(1)?.as_dyn().max(..)?.typed();
        };
        let [rows, cols] = matrix.shape();
        if cols == 0 {
            return Err(Error::value(
                OP,
                format!("a matrix of shape {:?} has no elements along this axis", self.shape()),
            ));
        }
        let (xp, entries) = (self.xp(), matrix.to_coo()?);
        let mut largest: DynArray<B> = xp.full_of(T::DTYPE, rows, f64::NEG_INFINITY)?;
        largest.maximum_at([&entries.row], &entries.values)?;
        let full = matrix.indptr()?.diff()?.equal(cols as i64)?;
        full.as_dyn().where_(&largest, largest.maximum(0.0)?)?.typed()
    }

    /// The smallest elements along an axis, implicit zeros and all: a vector; `..`: the smallest of all. NaN is the smallest.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::sparse::Csr;
    /// let a = Csr::from_dense(&xp.array([[1.0, 2.0], [0.0, 4.0]])?)?;
    /// assert_eq!((a.min(0)?.to_string(), a.min(..)?.item()?), ("[0. 2.]".into(), 0.0));
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`max`](Csr::max).
    pub fn min(&self, axis: impl IntoOptionalAxis) -> Result<Array<T, B>> {
        // A sum with zero, as the opposite of zero is another zero.
        self.negative()?.max(axis)?.as_dyn().negative()?.add(0.0)?.typed()
    }
}
