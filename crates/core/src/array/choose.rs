//! Choosing between arrays, element by element. Deferred, and fused with what feeds it.

use super::arithmetic::Common;
use super::index::{check_bounds, dyn_arrays};
use super::join::common_shape;
use super::{Array, ArrayLike, ArrayOrNumber, ArrayOrScalar, DynArray, IndexMode};
use crate::backend::Backend;
use crate::dtype::Scalar;
use crate::element::{Element, Integer};
use crate::error::{Error, Result};
use crate::ir::BinaryOp;
use crate::promote::Promote;
use crate::weak::{PromoteWeak, WeakScalar};

/// The two values of [`Array::where_`]: arrays, whose types promote, or numbers, which are weak beside an array.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// let positive = xp.array([true, false])?;
/// assert_eq!(positive.where_(1, -1)?.to_string(), "[ 1 -1]");
/// assert_eq!(positive.where_(&xp.array(&[5u8, 6])?, 0)?.dtype(), DType::U8);
/// assert_eq!(positive.where_(0.5, &xp.array([5, 6])?)?.to_string(), "[0.5 6. ]");
/// # Ok::<(), xparray::Error>(())
/// ```
pub trait Branches<B: Backend> {
    /// The common element type.
    type Element: Element;
}

/// Arrays, borrowed or not, beside arrays and numbers.
macro_rules! branches {
    ($(($($array:tt)*))*) => {$(
        branches!(@arrays ($($array)* Array<T, B>), (Array<U, B>));
        branches!(@arrays ($($array)* Array<T, B>), (&Array<U, B>));

        impl<T: Element + PromoteWeak<S>, S: WeakScalar, B: Backend> Branches<B> for ($($array)* Array<T, B>, S) {
            type Element = <T as PromoteWeak<S>>::Output;
        }

        impl<T: Element + PromoteWeak<S>, S: WeakScalar, B: Backend> Branches<B> for (S, $($array)* Array<T, B>) {
            type Element = <T as PromoteWeak<S>>::Output;
        }
    )*};
    (@arrays ($a:ty), ($b:ty)) => {
        impl<T: Element + Promote<U>, U: Element, B: Backend> Branches<B> for ($a, $b) {
            type Element = Common<T, U>;
        }
    };
}
branches! { () (&) }

impl<S: WeakScalar + Promote<R>, R: WeakScalar, B: Backend> Branches<B> for (S, R) {
    type Element = Common<S, R>;
}

impl<B: Backend> DynArray<B> {
    /// [`Array::where_`].
    ///
    /// # Errors
    /// Those of [`Array::where_`]; [`Error::DType`] unless the array is of truth values.
    #[doc(alias = "where")]
    pub fn where_(&self, a: impl ArrayLike<B>, b: impl ArrayLike<B>) -> Result<Self> {
        const OP: &str = "where";
        let condition = self.checked_mask(OP)?;
        let (a, b) = (a.operand(), b.operand());
        let dtype = match (&a, &b) {
            (ArrayOrNumber::Array(a), b) => b.promoted(OP, a.dtype())?,
            (a, ArrayOrNumber::Array(b)) => a.promoted(OP, b.dtype())?,
            (ArrayOrNumber::Scalar(a), ArrayOrNumber::Scalar(b)) => a.dtype().promote(b.dtype()),
        };
        let xp = self.xp();
        Self::selected(condition, &a.to_array(xp, dtype)?, &b.to_array(xp, dtype)?)
    }

    /// [`Array::choose`]. The result has the common type of the choices.
    ///
    /// # Errors
    /// Those of [`Array::choose`]; [`Error::DType`] unless the array is of integers.
    pub fn choose(&self, choices: &[&Self]) -> Result<Self> {
        self.choose_with(choices, IndexMode::Raise)
    }

    /// [`Array::choose_with`]. The result has the common type of the choices.
    ///
    /// # Errors
    /// Those of [`Array::choose_with`]; [`Error::DType`] unless the array is of integers.
    pub fn choose_with(&self, choices: &[&Self], mode: IndexMode) -> Result<Self> {
        const OP: &str = "choose";
        let Some((last, others)) = choices.split_last() else {
            return Err(Error::value(OP, "no choices"));
        };
        let index = self.indices_of(OP, mode, choices.len())?;
        if mode == IndexMode::Raise {
            check_bounds(OP, &index, 0, choices.len())?;
        }
        let shapes = choices.iter().map(|choice| choice.shape()).chain([self.shape()]);
        let dtype = others.iter().fold(last.dtype(), |common, choice| common.promote(choice.dtype()));
        let mut chosen = last.astype(dtype)?.broadcast(OP, &common_shape(OP, shapes)?)?;
        for (choice, i) in others.iter().zip(0i64..) {
            let here = index.binary_scalar(BinaryOp::Eq, Scalar::new(i), false)?;
            chosen = Self::selected(&here, &choice.astype(dtype)?, &chosen)?;
        }
        Ok(chosen)
    }
}

impl<B: Backend> Array<bool, B> {
    /// `a` where the array is true, else `b`. All three broadcast.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([-1.0, 2.0, -3.0])?;
    /// assert_eq!(x.greater(0)?.where_(&x, 0)?.to_string(), "[0. 2. 0.]");
    /// assert_eq!(x.greater(0)?.where_(&x * 10, -x)?.to_string(), "[ 1. 20.  3.]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Shape`] if the shapes do not broadcast.
    #[doc(alias = "where")]
    pub fn where_<P, Q>(&self, a: P, b: Q) -> Result<Array<<(P, Q) as Branches<B>>::Element, B>>
    where
        P: ArrayLike<B>,
        Q: ArrayLike<B>,
        (P, Q): Branches<B>,
    {
        self.array.where_(a, b).map(Array::from_dyn)
    }
}

impl<I: Integer, B: Backend> Array<I, B> {
    /// The element of `choices[i]` where the array is `i`; all broadcast.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let (which, a, b) = (xp.array([0, 1, 0])?, xp.array([1, 2, 3])?, xp.array([10, 20, 30])?);
    /// assert_eq!(which.choose(&[&a, &b])?.to_string(), "[ 1 20  3]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Index`] for an index that names no choice (negative ones do not; this reads the array),
    /// [`Error::Shape`] if the shapes do not broadcast.
    pub fn choose<T: Element>(&self, choices: &[&Array<T, B>]) -> Result<Array<T, B>> {
        self.array.choose(&dyn_arrays(choices)).map(Array::from_dyn)
    }

    /// [`choose`](Array::choose), where indices that name no choice may count; then nothing is read.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let (which, a, b) = (xp.array([-7, 1, 5])?, xp.array([1, 2, 3])?, xp.array([10, 20, 30])?);
    /// assert_eq!(which.choose_with(&[&a, &b], IndexMode::Clip)?.to_string(), "[ 1 20 30]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`choose`](Array::choose).
    pub fn choose_with<T: Element>(&self, choices: &[&Array<T, B>], mode: IndexMode) -> Result<Array<T, B>> {
        self.array.choose_with(&dyn_arrays(choices), mode).map(Array::from_dyn)
    }
}

/// Choosing from a list by conditions: a method of every handle.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// let x = xp.arange((0, 6, 1))?;
/// let conditions = [&x.less(2)?, &x.greater(3)?];
/// assert_eq!(xp.select(&conditions, &[&x, &(&x * 10)], -1)?.to_string(), "[ 0  1 -1 -1 40 50]");
/// # Ok::<(), xparray::Error>(())
/// ```
pub trait Choose: Backend {
    /// For each place the element of the first choice whose condition holds, or the default. All broadcast.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([-2, 0, 5])?;
    /// let signs = [&xp.full(3, -1)?, &xp.full(3, 1)?];
    /// assert_eq!(xp.select(&[&x.less(0)?, &x.greater(0)?], &signs, 0)?.to_string(), "[-1  0  1]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Shape`] if the shapes do not broadcast, [`Error::Value`] unless there are as many conditions
    /// as choices, and one at least.
    fn select<T: Element>(
        &self,
        conditions: &[&Array<bool, Self>],
        choices: &[&Array<T, Self>],
        default: impl ArrayOrScalar<T, Self>,
    ) -> Result<Array<T, Self>> {
        self.select_of(&dyn_arrays(conditions), &dyn_arrays(choices), default).map(Array::from_dyn)
    }

    /// [`select`](Choose::select) of element types that are values: those of the choices and the default are promoted.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array(&[-2i8, 0, 5])?.into_dyn();
    /// assert_eq!(xp.select_of(&[&x.less(0)?, &x.greater(0)?], &[&x, &x.negative()?], 0.5)?.to_string(), "[-2.   0.5 -5. ]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`select`](Choose::select); [`Error::DType`] for conditions that are not of `bool`.
    fn select_of(
        &self,
        conditions: &[&DynArray<Self>],
        choices: &[&DynArray<Self>],
        default: impl ArrayLike<Self>,
    ) -> Result<DynArray<Self>> {
        const OP: &str = "select";
        if conditions.len() != choices.len() || choices.is_empty() {
            let message = format!("{} conditions for {} choices", conditions.len(), choices.len());
            return Err(Error::value(OP, message));
        }
        let common = choices[1..].iter().fold(choices[0].dtype(), |dtype, choice| dtype.promote(choice.dtype()));
        let default = default.operand();
        let dtype = default.promoted(OP, common)?;
        let mut chosen = default.to_array(self, dtype)?;
        for (condition, choice) in conditions.iter().zip(choices).rev() {
            chosen = DynArray::selected(condition.checked_mask(OP)?, &choice.astype(dtype)?, &chosen)?;
        }
        Ok(chosen)
    }
}

impl<B: Backend> Choose for B {}
