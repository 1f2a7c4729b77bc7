//! Sorting. NaN comes last; complex numbers are in the order of their real, then imaginary parts.

use super::integers::{PlainInteger, for_integers, for_lists, for_tuples};
use super::slice::normalize_index;
use super::{Array, DynArray, IntoAxis};
use crate::backend::Backend;
use crate::class::TypeClass;
use crate::element::{Element, Field};
use crate::error::{Error, Result};
use crate::layout::normalize_axis;

/// Options of [`Array::sort_with`], [`Array::argsort_with`], [`Array::partition_with`], [`Array::argpartition_with`].
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// let x = xp.array([[3, 1], [2, 9]])?;
/// assert_eq!(x.sort_with(Sort::new().axis(0))?.to_string(), "[[2 1]\n [3 9]]");
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Sort {
    axis: isize,
}

impl Default for Sort {
    fn default() -> Self {
        Self { axis: -1 }
    }
}

impl Sort {
    /// The defaults.
    pub fn new() -> Self {
        Self::default()
    }

    /// The axis, the last one by default.
    pub fn axis(self, axis: impl IntoAxis) -> Self {
        Self { axis: axis.into_axis() }
    }
}

/// Which elements [`Array::partition`] puts in order: an index (negative from the end), or several.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// let x = xp.array([5, 1, 4, 2, 3])?.partition([0, -1])?;
/// assert_eq!(x.take([0, 4], 0)?.to_string(), "[1 5]");
/// # Ok::<(), xparray::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not name elements",
    label = "expected an integer, or several",
    note = "write `2`, `-1` for the last one, or `[0, 2]`; convert other integers: `k as isize`"
)]
pub trait IntoKth {
    /// The indices.
    fn into_kth(self) -> Vec<isize>;
}

for_integers!(IntoKth; fn into_kth(k) -> Vec<isize> { vec![k.to_isize()] });
for_lists!(IntoKth; fn into_kth(kth) -> Vec<isize> { kth.collect() });
for_tuples!(IntoKth; into_kth -> Vec<isize>);

impl<B: Backend> DynArray<B> {
    /// [`Array::sort`].
    ///
    /// # Errors
    /// Those of [`Array::sort`].
    pub fn sort(&self) -> Result<Self> {
        self.sort_with(Sort::new())
    }

    /// [`Array::sort_with`].
    ///
    /// # Errors
    /// Those of [`Array::sort_with`].
    pub fn sort_with(&self, options: Sort) -> Result<Self> {
        self.sorted(normalize_axis("sort", options.axis, self.ndim())?)
    }

    /// [`Array::msort`].
    ///
    /// # Errors
    /// Those of [`Array::msort`].
    pub fn msort(&self) -> Result<Self> {
        self.sort_with(Sort::new().axis(0))
    }

    /// [`Array::argsort`].
    ///
    /// # Errors
    /// Those of [`Array::argsort`].
    pub fn argsort(&self) -> Result<Self> {
        self.argsort_with(Sort::new())
    }

    /// [`Array::argsort_with`].
    ///
    /// # Errors
    /// Those of [`Array::argsort_with`].
    pub fn argsort_with(&self, options: Sort) -> Result<Self> {
        self.sorting(normalize_axis("argsort", options.axis, self.ndim())?)
    }

    /// [`Array::lexsort`].
    ///
    /// # Errors
    /// Those of [`Array::lexsort`].
    pub fn lexsort(&self) -> Result<Self> {
        let (&[rows, columns], false) = (self.shape(), self.shape().first() == Some(&0)) else {
            return Err(Error::value(
                "lexsort",
                format!("expects keys as rows of a matrix, got shape {:?}", self.shape()),
            ));
        };
        let row = |k: usize| self.narrow(0, k, 1)?.reshaped(&[columns]);
        let mut order = row(0)?.sorting(0)?;
        for k in 1..rows {
            let next = Self::gather(&order, &row(k)?, &[columns])?.sorting(0)?;
            order = Self::gather(&next, &order, &[columns])?;
        }
        Ok(order)
    }

    /// [`Array::partition`].
    ///
    /// # Errors
    /// Those of [`Array::partition`].
    pub fn partition(&self, kth: impl IntoKth) -> Result<Self> {
        self.partition_with(kth, Sort::new())
    }

    /// [`Array::partition_with`].
    ///
    /// # Errors
    /// Those of [`Array::partition_with`].
    pub fn partition_with(&self, kth: impl IntoKth, options: Sort) -> Result<Self> {
        let kth = self.places_of_kth("partition", &kth.into_kth(), options.axis)?;
        self.partitioned(normalize_axis("partition", options.axis, self.ndim())?, kth)
    }

    /// [`Array::argpartition`].
    ///
    /// # Errors
    /// Those of [`Array::argpartition`].
    pub fn argpartition(&self, kth: impl IntoKth) -> Result<Self> {
        self.argpartition_with(kth, Sort::new())
    }

    /// [`Array::argpartition_with`].
    ///
    /// # Errors
    /// Those of [`Array::argpartition_with`].
    pub fn argpartition_with(&self, kth: impl IntoKth, options: Sort) -> Result<Self> {
        self.places_of_kth("argpartition", &kth.into_kth(), options.axis)?;
        self.argsort_with(options)
    }

    fn places_of_kth(&self, op: &'static str, kth: &[isize], axis: isize) -> Result<Vec<usize>> {
        let len = self.shape()[normalize_axis(op, axis, self.ndim())?];
        kth.iter().map(|&k| normalize_index(op, k, len)).collect()
    }

    /// [`Array::sort_complex`].
    ///
    /// # Errors
    /// Those of [`Array::sort_complex`]; [`Error::DType`] unless the elements are `f32`, `f64` or complex.
    pub fn sort_complex(&self) -> Result<Self> {
        TypeClass::Field.check("sort_complex", self.dtype())?;
        self.astype(self.dtype().complex())?.sort()
    }
}

impl<T: Element, B: Backend> Array<T, B> {
    /// A copy that is sorted, ascending, along the last axis.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([[3, 1, 2], [9, 8, 7]])?;
    /// assert_eq!(x.sort()?.to_string(), "[[1 2 3]\n [7 8 9]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Axis`] if there are no axes.
    pub fn sort(&self) -> Result<Self> {
        self.array.sort().map(Self::from_dyn)
    }

    /// A copy that is sorted, ascending, along an axis.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([[3, 1], [2, 9]])?;
    /// assert_eq!(x.sort_with(Sort::new().axis(0))?.to_string(), "[[2 1]\n [3 9]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Axis`] for an axis that is not there.
    pub fn sort_with(&self, options: Sort) -> Result<Self> {
        self.array.sort_with(options).map(Self::from_dyn)
    }

    /// A copy that is sorted, ascending, along the first axis.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([[3, 1], [2, 9]])?;
    /// assert_eq!(x.msort()?.to_string(), "[[2 1]\n [3 9]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Axis`] if there are no axes.
    pub fn msort(&self) -> Result<Self> {
        self.array.msort().map(Self::from_dyn)
    }

    /// The indices that sort along the last axis; equal elements stay in order.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([3.0, f64::NAN, 1.0, 2.0])?;
    /// assert_eq!(x.argsort()?.to_string(), "[2 3 0 1]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Axis`] if there are no axes.
    pub fn argsort(&self) -> Result<Array<i64, B>> {
        self.array.argsort().map(Array::from_dyn)
    }

    /// The indices that sort along an axis; equal elements stay in order.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([[3, 1], [2, 9]])?;
    /// assert_eq!(x.argsort_with(Sort::new().axis(0))?.to_string(), "[[1 0]\n [0 1]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Axis`] for an axis that is not there.
    pub fn argsort_with(&self, options: Sort) -> Result<Array<i64, B>> {
        self.array.argsort_with(options).map(Array::from_dyn)
    }

    /// The indices that sort columns: by the last row, those that it leaves equal by the row before, and so on.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([[9, 4, 0, 4], [1, 5, 1, 4]])?; // the last row is the primary key
    /// assert_eq!(x.lexsort()?.to_string(), "[2 0 3 1]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] if the array is not a matrix or has no rows.
    pub fn lexsort(&self) -> Result<Array<i64, B>> {
        self.array.lexsort().map(Array::from_dyn)
    }

    /// A copy with element `kth` along the last axis, or several, where sorting puts it, none after it smaller and none before it
    /// larger. CPUs do no more than that, other devices sort them all.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([5, 1, 4, 2, 3])?.partition(2)?;
    /// assert_eq!(x.slice(s![2])?.item()?, 3);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Axis`] for an axis that is not there, [`Error::Index`] for an element that is not on it.
    pub fn partition(&self, kth: impl IntoKth) -> Result<Self> {
        self.array.partition(kth).map(Self::from_dyn)
    }

    /// [`partition`](Array::partition) along another axis.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([[5, 1], [4, 2], [3, 3]])?;
    /// assert_eq!(x.partition_with(0, Sort::new().axis(0))?.slice(s![0])?.to_string(), "[3 1]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`partition`](Array::partition).
    pub fn partition_with(&self, kth: impl IntoKth, options: Sort) -> Result<Self> {
        self.array.partition_with(kth, options).map(Self::from_dyn)
    }

    /// The indices that partition along the last axis, as [`partition`](Array::partition) does.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([50, 10, 40, 20, 30])?;
    /// assert_eq!(x.argpartition(2)?.slice(s![2])?.item()?, 4);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`partition`](Array::partition).
    pub fn argpartition(&self, kth: impl IntoKth) -> Result<Array<i64, B>> {
        self.array.argpartition(kth).map(Array::from_dyn)
    }

    /// [`argpartition`](Array::argpartition) along another axis.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([[5, 1], [4, 2], [3, 3]])?;
    /// assert_eq!(x.argpartition_with(0, Sort::new().axis(0))?.slice(s![0])?.to_string(), "[2 0]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`argpartition`](Array::argpartition).
    pub fn argpartition_with(&self, kth: impl IntoKth, options: Sort) -> Result<Array<i64, B>> {
        self.array.argpartition_with(kth, options).map(Array::from_dyn)
    }
}

impl<T: Field, B: Backend> Array<T, B> {
    /// A copy, of complex type, sorted along the last axis by real, then imaginary part.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([2.0, 1.0])?;
    /// assert_eq!(x.sort_complex()?.to_string(), "[1.+0.j 2.+0.j]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Axis`] if there are no axes.
    pub fn sort_complex(&self) -> Result<Array<T::Complex, B>> {
        self.array.sort_complex().map(Array::from_dyn)
    }
}
