//! The largest and smallest elements of sparse matrices, and where they are.

use super::Csr;
use crate::array::{Array, Create, DynArray, IntoOptionalAxis};
use crate::backend::Backend;
use crate::element::{RealElement, SparseElement};
use crate::error::{Error, Result};
use crate::s;

/// Which end of the order.
#[derive(Clone, Copy)]
enum End {
    Largest,
    Smallest,
}

impl End {
    /// Overwrites elements by what is further to this end.
    fn join<B: Backend>(self, x: &mut DynArray<B>, at: &Array<i64, B>, values: &DynArray<B>) -> Result<()> {
        match self {
            Self::Largest => x.maximum_at([at], values),
            Self::Smallest => x.minimum_at([at], values),
        }
    }

    fn of_all<B: Backend>(self, x: &DynArray<B>) -> Result<DynArray<B>> {
        match self {
            Self::Largest => x.max(..),
            Self::Smallest => x.min(..),
        }
    }

    fn place<B: Backend>(self, x: &DynArray<B>) -> Result<DynArray<B>> {
        match self {
            Self::Largest => x.argmax(0),
            Self::Smallest => x.argmin(0),
        }
    }
}

impl<T: SparseElement + RealElement, B: Backend> Csr<T, B> {
    /// An error unless rows have elements.
    fn rows_have_elements(&self, op: &'static str) -> Result<()> {
        match self.shape() {
            [_, 0] => Err(Error::value(op, "there are no elements along this axis")),
            _ => Ok(()),
        }
    }

    /// Which rows have an entry in each column.
    fn full_rows(&self) -> Result<Array<bool, B>> {
        self.indptr()?.diff()?.equal(self.shape()[1] as i64)
    }

    /// The outermost element of each row.
    fn outermost(&self, op: &'static str, end: End) -> Result<DynArray<B>> {
        self.rows_have_elements(op)?;
        let (xp, rows) = (self.xp(), self.shape()[0]);
        let zeros = xp.zeros_of(T::DTYPE, rows)?;
        if self.nnz() == 0 {
            return Ok(zeros);
        }
        // A full row begins with its first entry, any other one with a zero.
        let first = self.indptr()?.slice(s![..-1])?.as_dyn().minimum(self.nnz() as i64 - 1)?;
        let values = self.values()?.into_dyn();
        let mut found = self.full_rows()?.as_dyn().where_(&values.take(&first, 0)?, &zeros)?;
        end.join(&mut found, &self.to_coo()?.row, &values)?;
        Ok(found)
    }

    fn extreme(&self, op: &'static str, axis: impl IntoOptionalAxis, end: End) -> Result<Array<T, B>> {
        match self.along(op, axis)? {
            Some(rows) => rows.outermost(op, end)?.typed(),
            None if self.shape()[0] == 0 => Err(Error::value(op, "there are no elements")),
            None => end.of_all(&self.outermost(op, end)?)?.typed(),
        }
    }

    /// The column of the first outermost element of each row.
    fn first_outermost(&self, op: &'static str, end: End) -> Result<(DynArray<B>, DynArray<B>)> {
        let found = self.outermost(op, end)?;
        let [rows, cols] = self.shape();
        let xp = self.xp();
        let mut place = xp.full(rows, cols as i64)?.into_dyn();
        if self.nnz() > 0 {
            let (entries, starts) = (self.to_coo()?, self.indptr()?);
            let (values, wanted) = (entries.values.as_dyn(), found.take(&entries.row, 0)?);
            let nan = values.not_equal(values)?.logical_and(wanted.not_equal(&wanted)?)?;
            let here = values.equal(&wanted)?.logical_or(nan)?;
            place.minimum_at([&entries.row], here.where_(&entries.col, cols as i64)?)?;
            // The first column without an entry counts where zero is outermost: entries before it have their own numbers.
            let number = xp.arange((0, self.nnz() as i64, 1))? - starts.take(&entries.row, 0)?;
            let missing = self.indptr()?.diff()?;
            let mut missing = missing.into_dyn();
            let gap = entries.col.not_equal(&number)?;
            missing.minimum_at([&entries.row], gap.as_dyn().where_(&number, cols as i64)?)?;
            let zero = found.equal(&xp.zeros_of(T::DTYPE, [])?)?;
            place = zero.where_(&place.minimum(&missing)?, &place)?;
        } else {
            place = place.zeros_like()?;
        }
        Ok((place, found))
    }

    fn argextreme(&self, op: &'static str, axis: impl IntoOptionalAxis, end: End) -> Result<Array<i64, B>> {
        if let Some(rows) = self.along(op, axis)? {
            return rows.first_outermost(op, end)?.0.typed();
        }
        if self.shape()[0] == 0 {
            return Err(Error::value(op, "there are no elements"));
        }
        let (place, found) = self.first_outermost(op, end)?;
        let row = end.place(&found)?;
        place.take(&row, 0)?.add(row.multiply(self.shape()[1] as i64)?)?.typed()
    }

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
        self.extreme("Csr::max", axis, End::Largest)
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
        self.extreme("Csr::min", axis, End::Smallest)
    }

    /// Where the first of the largest elements along an axis is, implicit zeros and all: a vector; `..`: of all, in row-major
    /// order.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::sparse::Csr;
    /// let a = Csr::from_dense(&xp.array([[-1.0, 0.0], [3.0, 4.0]])?)?;
    /// assert_eq!((a.argmax(1)?.to_string(), a.argmax(..)?.item()?), ("[1 1]".into(), 3));
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`max`](Csr::max).
    pub fn argmax(&self, axis: impl IntoOptionalAxis) -> Result<Array<i64, B>> {
        self.argextreme("Csr::argmax", axis, End::Largest)
    }

    /// Where the first of the smallest elements along an axis is, as of [`argmax`](Csr::argmax).
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::sparse::Csr;
    /// let a = Csr::from_dense(&xp.array([[-1.0, 0.0], [3.0, 4.0]])?)?;
    /// assert_eq!((a.argmin(0)?.to_string(), a.argmin(..)?.item()?), ("[0 0]".into(), 0));
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`max`](Csr::max).
    pub fn argmin(&self, axis: impl IntoOptionalAxis) -> Result<Array<i64, B>> {
        self.argextreme("Csr::argmin", axis, End::Smallest)
    }
}
