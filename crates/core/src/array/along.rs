//! Functions of rows, of axes one after another, and of pieces.

use super::index::dyn_arrays;
use super::join::common_shape;
use super::{AnyArray, Array, DynArray, IntoAxes, IntoAxis};
use crate::backend::Backend;
use crate::element::Element;
use crate::error::{Error, Result};
use crate::layout::{Dims, normalize_axis};

/// A function of arrays for [`Array::piecewise`].
pub type Piece<'a, A> = &'a dyn Fn(&A) -> Result<A>;

impl<B: Backend> DynArray<B> {
    /// [`Array::apply_along_axis`].
    ///
    /// # Errors
    /// Those of [`Array::apply_along_axis`].
    pub fn apply_along_axis(&self, axis: impl IntoAxis, f: impl FnOnce(&Self) -> Result<Self>) -> Result<Self> {
        const OP: &str = "apply_along_axis";
        let axis = normalize_axis(OP, axis.into_axis(), self.ndim())?;
        let last = self.ndim() - 1;
        let others: Dims = (0..self.ndim()).filter(|&k| k != axis).collect();
        let order: Dims = others.iter().copied().chain([axis]).collect();
        let rows = self.permuted(&order)?;
        let results = f(&rows)?;
        if results.shape().get(..last) != Some(&rows.shape()[..last]) {
            return Err(Error::shape(OP, results.shape(), &rows.shape()[..last]));
        }
        // The axes of one result come where the axis was.
        let order: Dims = (0..axis).chain(last..results.ndim()).chain(axis..last).collect();
        results.permuted(&order)
    }

    /// [`Array::apply_over_axes`]. The function may change the element type.
    ///
    /// # Errors
    /// Those of [`Array::apply_over_axes`].
    pub fn apply_over_axes(&self, axes: impl IntoAxes, f: impl FnMut(&Self, usize) -> Result<Self>) -> Result<Self> {
        over_axes(self, axes, f)
    }

    /// [`Array::piecewise`]. The types of the pieces are promoted.
    ///
    /// # Errors
    /// Those of [`Array::piecewise`]; [`Error::DType`] for conditions that are not of truth values.
    pub fn piecewise(&self, conditions: &[&Self], pieces: &[Piece<'_, Self>]) -> Result<Self> {
        const OP: &str = "piecewise";
        let (n, rest) = match pieces.len().checked_sub(conditions.len()) {
            Some(0) => (conditions.len(), None),
            Some(1) => (conditions.len(), pieces.last()),
            _ => {
                let message = format!("{} functions for {} conditions", pieces.len(), conditions.len());
                return Err(Error::value(OP, message));
            }
        };
        let shapes = conditions.iter().map(|condition| condition.shape()).chain([self.shape()]);
        if common_shape(OP, shapes)?[..] != *self.shape() {
            return Err(Error::shape(OP, self.shape(), conditions.first().map_or(&[], |c| c.shape())));
        }
        let values = pieces[..n].iter().map(|piece| piece(self)).collect::<Result<Vec<_>>>()?;
        let rest = rest.map_or_else(|| self.zeros_like(), |piece| piece(self))?;
        let dtype = values.iter().fold(rest.dtype(), |dtype, value| dtype.promote(value.dtype()));
        let mut whole = rest.astype(dtype)?.broadcast(OP, self.shape())?;
        for (condition, value) in conditions.iter().zip(&values) {
            let value = value.astype(dtype)?.broadcast(OP, self.shape())?;
            whole = Self::selected(condition.checked_mask(OP)?, &value, &whole)?;
        }
        Ok(whole)
    }
}

/// What a function makes of an array and its axes, one after another.
fn over_axes<B: Backend, A: AnyArray<B>>(
    x: &A,
    axes: impl IntoAxes,
    mut f: impl FnMut(&A, usize) -> Result<A>,
) -> Result<A> {
    const OP: &str = "apply_over_axes";
    let ndim = x.as_dyn().ndim();
    let axes = axes.into_axes().in_order(OP, ndim)?;
    axes.into_iter().try_fold(x.clone(), |x, axis| {
        let result = f(&x, axis)?;
        match result.as_dyn().ndim() {
            n if n == ndim => Ok(result),
            n if n + 1 == ndim => A::of(result.as_dyn().expand_dims(axis)?),
            _ => Err(Error::shape(OP, result.as_dyn().shape(), x.as_dyn().shape())),
        }
    })
}

impl<T: Element, B: Backend> Array<T, B> {
    /// What a function makes of each row along an axis. It is called once, with the array of all rows, of which the last axis is a
    /// row, and gives the array of all results, which has the other axes first; so it runs on the device, and fuses.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([[3.0, 1.0], [1.0, 4.0], [2.0, 1.0]])?;
    /// let ranges = x.apply_along_axis(0, |rows| rows.max(-1)?.subtract(rows.min(-1)?))?;
    /// assert_eq!(ranges.to_string(), "[2. 3.]");
    /// let sorted = x.apply_along_axis(0, |rows| rows.sort())?;
    /// assert_eq!(sorted.to_string(), "[[1. 1.]\n [2. 1.]\n [3. 4.]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of the function; [`Error::Axis`] for an axis that is not there, [`Error::Shape`] unless the results have the other
    /// axes first.
    pub fn apply_along_axis<U: Element>(
        &self,
        axis: impl IntoAxis,
        f: impl FnOnce(&Self) -> Result<Array<U, B>>,
    ) -> Result<Array<U, B>> {
        let f = |rows: &DynArray<B>| f(&Self::from_dyn(rows.clone())).map(Array::into_dyn);
        self.array.apply_along_axis(axis, f).map(Array::from_dyn)
    }

    /// What a function makes of the array and an axis, then of the result and the next axis, and so on. An axis that the function
    /// removes stays, with length 1.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.arange(24)?.reshape([2, 3, 4])?;
    /// let sums = x.apply_over_axes([0, 2], |x, axis| x.sum(axis))?;
    /// assert_eq!(sums.to_string(), "[[[ 60]\n  [ 92]\n  [124]]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of the function; [`Error::Axis`] for an axis that is not there or is named twice, [`Error::Shape`] if a result has
    /// neither as many axes as the array nor one less.
    pub fn apply_over_axes(&self, axes: impl IntoAxes, f: impl FnMut(&Self, usize) -> Result<Self>) -> Result<Self> {
        over_axes(self, axes, f)
    }

    /// The value of the last function whose condition holds at a place; where none does, that of one more function, or 0. The
    /// conditions broadcast. Each function is of the whole array, also of elements where its condition does not hold; all of it
    /// fuses.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([-4.0, 0.0, 9.0])?;
    /// let y = x.piecewise(&[&x.less(0)?, &x.greater(0)?], &[&|x| Ok(-x), &|x| Ok(x.sqrt())])?;
    /// assert_eq!(y.to_string(), "[4. 0. 3.]");
    /// let signs = x.piecewise(&[&x.less(0)?], &[&|x| Ok(x.full_like(-1.0)), &|x| Ok(x.ones_like())])?;
    /// assert_eq!(signs.to_string(), "[-1.  1.  1.]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of the functions; [`Error::Value`] unless there are as many as conditions, or one more; [`Error::Shape`] if a
    /// condition or a value does not broadcast to the array.
    pub fn piecewise(&self, conditions: &[&Array<bool, B>], pieces: &[Piece<'_, Self>]) -> Result<Self> {
        let pieces: Vec<_> = pieces
            .iter()
            .map(|piece| move |x: &DynArray<B>| piece(&Self::from_dyn(x.clone())).map(Array::into_dyn))
            .collect();
        let pieces: Vec<Piece<'_, DynArray<B>>> = pieces.iter().map(|piece| piece as Piece<'_, DynArray<B>>).collect();
        self.array.piecewise(&dyn_arrays(conditions), &pieces).map(Self::from_dyn)
    }
}
