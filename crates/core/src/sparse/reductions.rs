//! Reductions of sparse matrices, over all elements or along an axis.

use super::Csr;
use crate::array::{Array, Create, IntoOptionalAxis};
use crate::backend::Backend;
use crate::element::SparseElement;
use crate::error::Result;
use crate::layout::normalize_axis;

impl<T: SparseElement, B: Backend> Csr<T, B> {
    /// The matrix whose rows are to be reduced, or `None` for a reduction of all elements.
    pub(super) fn along(&self, op: &'static str, axis: impl IntoOptionalAxis) -> Result<Option<Self>> {
        Ok(match axis.into_optional_axis().map(|axis| normalize_axis(op, axis, 2)).transpose()? {
            None => None,
            Some(0) => Some(self.transpose()?),
            Some(_) => Some(self.clone()),
        })
    }

    /// Sums along an axis: a vector; `..`: the sum of all elements. Of narrower integers and truth values it is in 64 bits.
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
    /// [`Error::Axis`](crate::Error::Axis) for an axis that is not there.
    pub fn sum(&self, axis: impl IntoOptionalAxis) -> Result<Array<T::Sum, B>>
    where
        T::Sum: SparseElement,
    {
        const OP: &str = "Csr::sum";
        let axis = axis.into_optional_axis().map(|axis| normalize_axis(OP, axis, 2)).transpose()?;
        let Some(axis) = axis else {
            return self.values()?.as_dyn().sum(..)?.typed();
        };
        let wide = self.astype::<T::Sum>()?;
        let ones = self.xp().ones::<T::Sum>(self.shape()[axis])?;
        if axis == 0 { wide.transposed_product(OP, &ones) } else { wide.matmul(&ones) }
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
    /// [`Error::Axis`](crate::Error::Axis) for an axis that is not there.
    pub fn mean(&self, axis: impl IntoOptionalAxis) -> Result<Array<T::Quotient, B>>
    where
        T::Quotient: SparseElement,
    {
        let axis = axis.into_optional_axis();
        let sum = self.astype::<T::Quotient>()?.sum(axis)?;
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
    /// [`Error::Axis`](crate::Error::Axis) for an axis that is not there.
    pub fn count_nonzero(&self, axis: impl IntoOptionalAxis) -> Result<Array<i64, B>> {
        match self.along("Csr::count_nonzero", axis)? {
            None => self.values()?.count_nonzero(..),
            Some(rows) => rows.eliminate_zeros()?.indptr()?.diff(),
        }
    }
}
