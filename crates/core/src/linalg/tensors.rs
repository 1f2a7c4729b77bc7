//! Linear systems of tensors, and products of chains of matrices.

use super::vectors::chain;
use crate::array::elementwise::dyn_doc;
use crate::array::{AnyArray, Array, DynArray, IntoAxes};
use crate::backend::Backend;
use crate::element::Field;
use crate::error::{Error, Result};
use crate::layout::{Dims, checked_len};

/// Products of several arrays, as a method of every handle.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// let (a, x) = (xp.array([[1, 2], [3, 4]])?, xp.array([1, 1])?);
/// assert_eq!(xp.multi_dot(&[&x, &a, &a, &x])?.item()?, 54);
/// # Ok::<(), xparray::Error>(())
/// ```
pub trait MultiDot: Backend {
    /// The product of two or more matrices, in the order that takes the fewest multiplications. The first may be a vector, which is
    /// a row, and the last one, which is a column.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let (a, b, c) = (xp.ones::<f64>([10, 100])?, xp.ones::<f64>([100, 5])?, xp.ones::<f64>([5, 50])?);
    /// assert_eq!(xp.multi_dot(&[&a, &b, &c])?.shape(), [10, 50]); // as (a b) c
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Shape`] if neighbours do not go together; [`Error::Value`] for fewer than two arrays, and for other dimensions.
    fn multi_dot<A: AnyArray<Self>>(&self, arrays: &[&A]) -> Result<A> {
        A::of(chain(&arrays.iter().map(|x| x.as_dyn()).collect::<Vec<_>>())?)
    }
}

impl<B: Backend> MultiDot for B {}

impl<T: Field, B: Backend> Array<T, B> {
    /// The tensor `x` of which the product with this one, summed over all axes of `x`, is `b`: `a.tensordot(&x, x.ndim())` is `b`.
    /// The first axes are those of `b`.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let a = xp.eye::<f64>(6)?.reshape([6, 2, 3])? * 2.0;
    /// let x = a.tensorsolve(&xp.arange((0.0, 6.0, 1.0))?)?;
    /// assert_eq!(x.to_string(), "[[0.  0.5 1. ]\n [1.5 2.  2.5]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Shape`] if the first axes are not those of `b`, [`Error::Value`] unless the others have as many elements,
    /// [`Error::Singular`] if there is no such tensor or more than one.
    pub fn tensorsolve(&self, b: &Self) -> Result<Self> {
        self.array.tensorsolve(&b.array).map(Self::from_dyn)
    }

    /// [`tensorsolve`](Array::tensorsolve), with these axes of the array moved to its end.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let a = xp.eye::<f64>(6)?.reshape([2, 3, 6])?;
    /// let x = a.tensorsolve_with(&xp.ones::<f64>(6)?, [0, 1])?;
    /// assert_eq!(x.shape(), [2, 3]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`tensorsolve`](Array::tensorsolve); [`Error::Axis`] for an axis that is not there or is named twice.
    pub fn tensorsolve_with(&self, b: &Self, axes: impl IntoAxes) -> Result<Self> {
        self.array.tensorsolve_with(&b.array, axes).map(Self::from_dyn)
    }

    /// The inverse of the product with the array summed over all but its first `n` axes:
    /// `a.tensorinv(n)?.tensordot(&b, n)` is `a.tensorsolve(&b)`.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let a = xp.eye::<f64>(6)?.reshape([6, 2, 3])? * 4.0;
    /// let inverse = a.tensorinv(1)?;
    /// assert_eq!((inverse.shape(), inverse.max(..)?.item()?), (&[2, 3, 6][..], 0.25));
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] unless there are more than `n` axes, `n` is not 0 and the first axes have as many elements as the others;
    /// [`Error::Singular`] if there is no inverse.
    pub fn tensorinv(&self, n: usize) -> Result<Self> {
        self.array.tensorinv(n).map(Self::from_dyn)
    }
}

impl<B: Backend> DynArray<B> {
    #[doc = dyn_doc!(tensorsolve)]
    pub fn tensorsolve(&self, b: &Self) -> Result<Self> {
        const OP: &str = "tensorsolve";
        let Some(rest) = self.shape().strip_prefix(b.shape()) else {
            return Err(Error::shape(OP, self.shape(), b.shape()));
        };
        let n = b.len();
        if checked_len(rest)? != n {
            return Err(Error::value(OP, format!("{rest:?} has not as many elements as {:?}", b.shape())));
        }
        self.reshaped(&[n, n])?.solve(&b.reshaped(&[n])?)?.reshaped(rest)
    }

    #[doc = dyn_doc!(tensorsolve_with)]
    pub fn tensorsolve_with(&self, b: &Self, axes: impl IntoAxes) -> Result<Self> {
        let last = axes.into_axes().in_order("tensorsolve", self.ndim())?;
        let order: Dims = (0..self.ndim()).filter(|k| !last.contains(k)).chain(last.iter().copied()).collect();
        self.permute_dims(order.to_vec())?.tensorsolve(b)
    }

    #[doc = dyn_doc!(tensorinv)]
    pub fn tensorinv(&self, n: usize) -> Result<Self> {
        const OP: &str = "tensorinv";
        let Some((first, rest)) = self.shape().split_at_checked(n).filter(|_| n > 0) else {
            return Err(Error::value(OP, format!("{n} of the axes of shape {:?} are not some of them", self.shape())));
        };
        let len = checked_len(first)?;
        if checked_len(rest)? != len {
            return Err(Error::value(OP, format!("{rest:?} has not as many elements as {first:?}")));
        }
        let shape: Dims = rest.iter().chain(first).copied().collect();
        self.reshaped(&[len, len])?.inv()?.reshaped(&shape)
    }
}
