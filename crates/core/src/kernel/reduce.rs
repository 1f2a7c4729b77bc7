//! How a user kernel reduces.

use super::map::combine;
use super::var::Var;
use crate::array::{Array, Axes, IntoAxes};
use crate::backend::Backend;
use crate::dtype::Scalar;
use crate::element::{Element, Results};
use crate::error::Result;
use crate::ir::ReduceOp;
use std::ops::RangeFull;
use std::sync::Arc;

/// A reduction of elements `T` to elements `R`.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// let x = xp.array([[3.0f64, -4.0], [1.0, 2.0]])?;
/// assert_eq!(xp.map_reduce(&x, |x| x.abs(), Reduce::max())?.item()?, 4.0);
/// assert_eq!(xp.map_reduce(&x, |x| x.abs(), Reduce::mean().over(0))?.to_string(), "[2. 3.]");
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Reduce<T: Element, R: Element> {
    how: How<T>,
    axes: Axes,
    result: std::marker::PhantomData<fn() -> R>,
}

#[derive(Clone, Debug)]
enum How<T> {
    Sum,
    Prod,
    Min,
    Max,
    ArgMin,
    ArgMax,
    Any,
    All,
    Mean,
    Var,
    Std,
    Custom { op: Result<crate::ir::Combine>, identity: T },
}

impl<T: Element, R: Element> Reduce<T, R> {
    fn of(how: How<T>) -> Self {
        Self { how, axes: RangeFull.into_axes(), result: std::marker::PhantomData }
    }

    /// Over these axes only, instead of all.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([[1, 2], [3, 4]])?;
    /// assert_eq!(xp.map_reduce(&x, |x| x * x, Reduce::sum().over(1))?.to_string(), "[ 5 25]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn over(mut self, axes: impl IntoAxes) -> Self {
        self.axes = axes.into_axes();
        self
    }

    pub(super) fn apply<B: Backend>(self, x: &Array<T, B>) -> Result<Array<R, B>> {
        let axes = self.axes;
        let raw = match self.how {
            How::Sum => x.sum(axes)?.array,
            How::Prod => x.prod(axes)?.array,
            How::Min => x.min(axes)?.array,
            How::Max => x.max(axes)?.array,
            How::ArgMin => x.argmin(axes)?.array,
            How::ArgMax => x.argmax(axes)?.array,
            How::Any => x.any(axes)?.array,
            How::All => x.all(axes)?.array,
            How::Mean => x.mean(axes)?.array,
            How::Var => x.var(axes)?.array,
            How::Std => x.std(axes)?.array,
            How::Custom { op, identity } => {
                let op = ReduceOp::Custom(Arc::new(op?));
                x.array.reduce_with("map_reduce", op, 0, &[&x.array], &axes, Some(Scalar::new(identity)))?
            }
        };
        Ok(Array::from_dyn(raw))
    }
}

impl<T: Element> Reduce<T, T::Sum> {
    /// [`Array::sum`].
    pub fn sum() -> Self {
        Self::of(How::Sum)
    }

    /// [`Array::prod`].
    pub fn prod() -> Self {
        Self::of(How::Prod)
    }
}

impl<T: Element> Reduce<T, T> {
    /// [`Array::min`].
    pub fn min() -> Self {
        Self::of(How::Min)
    }

    /// [`Array::max`].
    pub fn max() -> Self {
        Self::of(How::Max)
    }

    /// A user's associative operation, with its identity.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([3, -7, 5])?;
    /// let largest = Reduce::custom(0, |a: Var<i32>, b| a.abs().gt(b.abs()).select(a, b));
    /// assert_eq!(xp.map_reduce(&x, |x| x, largest)?.item()?, -7);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn custom(identity: T, f: impl FnOnce(Var<T>, Var<T>) -> Var<T>) -> Self {
        Self::of(How::Custom { op: combine(f), identity })
    }
}

impl<T: Element> Reduce<T, i64> {
    /// [`Array::argmin`].
    pub fn argmin() -> Self {
        Self::of(How::ArgMin)
    }

    /// [`Array::argmax`].
    pub fn argmax() -> Self {
        Self::of(How::ArgMax)
    }
}

impl<T: Element> Reduce<T, bool> {
    /// [`Array::any`].
    pub fn any() -> Self {
        Self::of(How::Any)
    }

    /// [`Array::all`].
    pub fn all() -> Self {
        Self::of(How::All)
    }
}

impl<T: Element> Reduce<T, T::Quotient> {
    /// [`Array::mean`].
    pub fn mean() -> Self {
        Self::of(How::Mean)
    }
}

impl<T: Element> Reduce<T, <T::Quotient as Results>::Real> {
    /// [`Array::var`].
    pub fn var() -> Self {
        Self::of(How::Var)
    }

    /// [`Array::std`].
    pub fn std() -> Self {
        Self::of(How::Std)
    }
}
