//! The scalars that a user kernel computes with.

mod operators;
#[cfg(test)]
mod tests;

use super::trace::{Id, Recipe, record};
use crate::array::Common;
use crate::dtype::{DType, Scalar};
use crate::element::{Bits, ComplexElement, Element, Number, RealElement};
use crate::functions::FunctionId;
use crate::graph::MapOp;
use crate::ir::{BinaryOp, Distribution, UnaryOp};
use crate::promote::Promote;
use std::marker::PhantomData;

/// An element in a user kernel: something to compute with, not yet a value.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// let (x, n) = (xp.array([1.0, 4.0, 9.0])?, xp.array([1, 2, 3])?);
/// let y = xp.map((&x, &n), |(x, n)| x.sqrt() * 10.0 + n.cast::<f64>())?; // constants of the variable's type
/// assert_eq!(y.to_string(), "[11. 22. 33.]");
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Debug)]
pub struct Var<T> {
    pub(super) id: Id,
    element: PhantomData<fn() -> T>,
}

impl<T> Clone for Var<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Var<T> {}

/// The second operand of a function: a variable, or a constant of the first one's type.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// let (x, n) = (xp.array([1.5, 2.5])?, xp.array([2, 2])?);
/// let (larger, least) = xp.map((&x, &n), |(x, n)| (x.maximum(n), x.minimum(2.0)))?; // types promote
/// assert_eq!((larger.to_string(), least.to_string()), ("[2.  2.5]".into(), "[1.5 2. ]".into()));
/// # Ok::<(), xparray::Error>(())
/// ```
pub trait IntoVar<T: Element> {
    /// The operand's element type.
    type Element: Element;
    /// As a variable.
    fn into_var(self) -> Var<Self::Element>;
}

impl<T: Element, U: Element> IntoVar<T> for Var<U> {
    type Element = U;
    fn into_var(self) -> Var<U> {
        self
    }
}

impl<T: Element> IntoVar<T> for T {
    type Element = T;
    fn into_var(self) -> Var<T> {
        Var::record(Recipe::Const(Scalar::new(self)), &[])
    }
}

/// The row-major index of the element that is being computed.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::kernel::index;
/// assert_eq!(xp.map_to_shape([2, 2], (), |()| index() * index())?.to_string(), "[[0 1]\n [4 9]]");
/// # Ok::<(), xparray::Error>(())
/// ```
pub fn index() -> Var<i64> {
    Var::record(Recipe::Index(None), &[])
}

/// The index along one axis of the element that is being computed.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::kernel::index_along;
/// let x = xp.ones::<f64>([2, 3])?;
/// let upper = xp.map(&x, |x| index_along(1).ge(index_along(0)).select(x, 0.0))?;
/// assert_eq!(upper.to_string(), "[[1. 1. 1.]\n [0. 1. 1.]]");
/// # Ok::<(), xparray::Error>(())
/// ```
pub fn index_along(axis: usize) -> Var<i64> {
    Var::record(Recipe::Index(Some(axis)), &[])
}

impl<T: Element> Var<T> {
    pub(super) fn record(step: Recipe, args: &[Id]) -> Self {
        Self { id: record(step, T::DTYPE, args), element: PhantomData }
    }

    /// The variable that the tracer knows by this name.
    pub(super) fn of(id: Id) -> Self {
        Self { id, element: PhantomData }
    }

    /// The value itself, as a constant of whatever is differentiated: JAX's `stop_gradient`.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([2.0, 3.0])?;
    /// // Its derivative is x, not 2 x.
    /// assert_eq!(xp.map(&x, |x| x * x.stop_gradient())?.to_string(), "[4. 9.]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn stop_gradient(self) -> Self {
        self.unary(UnaryOp::StopGradient)
    }

    fn unary<R: Element>(self, op: UnaryOp) -> Var<R> {
        Var::record(Recipe::Map(MapOp::Unary(op)), &[self.id])
    }

    fn binary<R: Element>(self, op: BinaryOp, other: Self) -> Var<R> {
        Var::record(Recipe::Map(MapOp::Binary(op)), &[self.id, other.id])
    }

    /// An operation on the variable converted to `C`, with a result of type `R`.
    pub(crate) fn apply<C: Element, R: Element>(self, op: UnaryOp) -> Var<R> {
        self.cast::<C>().unary(op)
    }

    /// A random number: of this place in the stream of a seed.
    pub(crate) fn random(distribution: Distribution, [place, seed, stream]: [Var<u64>; 3]) -> Self {
        Var::record(Recipe::Map(MapOp::Random(distribution)), &[place.id, seed.id, stream.id])
    }

    /// A function of the table.
    pub(crate) fn call(self, function: FunctionId) -> Self {
        Var::record(Recipe::Map(MapOp::Call(function)), &[self.id])
    }

    /// An operation on the variable and an operand, both converted to `C`, with a result of that type.
    pub(crate) fn combine<C: Element, O: IntoVar<T>>(self, op: BinaryOp, other: O) -> Var<C> {
        self.cast::<C>().binary(op, other.into_var().cast())
    }

    /// Converted, as [`Array::astype`](crate::Array::astype).
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([1.7, -1.7])?;
    /// assert_eq!(xp.map(&x, |x| x.cast::<i32>())?.to_string(), "[ 1 -1]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn cast<U: Element>(self) -> Var<U> {
        if U::DTYPE == T::DTYPE {
            return Var { id: self.id, element: PhantomData };
        }
        Var::record(Recipe::Map(MapOp::Cast), &[self.id])
    }

    /// Whether it equals the other.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([1, 2, 3])?;
    /// assert_eq!(xp.map(&x, |x| x.eq(2))?.to_vec()?, [false, true, false]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn eq(self, other: impl IntoVar<T, Element = T>) -> Var<bool> {
        self.binary(BinaryOp::Eq, other.into_var())
    }

    /// Whether it differs from the other.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([1, 2, 3])?;
    /// assert_eq!(xp.map(&x, |x| x.ne(2))?.to_vec()?, [true, false, true]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn ne(self, other: impl IntoVar<T, Element = T>) -> Var<bool> {
        self.binary(BinaryOp::Ne, other.into_var())
    }

    /// Whether it is less.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let (x, y) = (xp.array([1, 2, 3])?, xp.array([3, 2, 1])?);
    /// assert_eq!(xp.map((&x, &y), |(x, y)| x.lt(y))?.to_vec()?, [true, false, false]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn lt(self, other: impl IntoVar<T, Element = T>) -> Var<bool> {
        self.binary(BinaryOp::Lt, other.into_var())
    }

    /// Whether it is less or equal.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([1, 2, 3])?;
    /// assert_eq!(xp.map(&x, |x| x.le(2))?.to_vec()?, [true, true, false]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn le(self, other: impl IntoVar<T, Element = T>) -> Var<bool> {
        self.binary(BinaryOp::Le, other.into_var())
    }

    /// Whether it is greater.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([1, 2, 3])?;
    /// assert_eq!(xp.map(&x, |x| x.gt(2))?.to_vec()?, [false, false, true]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn gt(self, other: impl IntoVar<T, Element = T>) -> Var<bool> {
        self.binary(BinaryOp::Gt, other.into_var())
    }

    /// Whether it is greater or equal.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([1, 2, 3])?;
    /// assert_eq!(xp.map(&x, |x| x.ge(2))?.to_vec()?, [false, true, true]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn ge(self, other: impl IntoVar<T, Element = T>) -> Var<bool> {
        self.binary(BinaryOp::Ge, other.into_var())
    }

    /// The power, of the common type: of integers wrapping, and truncated where the exponent is negative.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([2.0, 3.0])?;
    /// assert_eq!(xp.map(&x, |x| x.power(3.0))?.to_string(), "[ 8. 27.]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn power<O>(self, exponent: O) -> Var<Common<T, O::Element>>
    where
        O: IntoVar<T>,
        T: Promote<O::Element>,
        Common<T, O::Element>: Number,
    {
        self.combine::<Common<T, O::Element>, O>(BinaryOp::Pow, exponent)
    }

    /// The power: [`power`](Var::power).
    pub fn pow<O>(self, exponent: O) -> Var<Common<T, O::Element>>
    where
        O: IntoVar<T>,
        T: Promote<O::Element>,
        Common<T, O::Element>: Number,
    {
        self.power(exponent)
    }
}

impl<T: RealElement> Var<T> {
    /// A mantissa in ±[0.5, 1) and an exponent, such that this is `mantissa * 2^exponent`.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([8.0, 0.75])?;
    /// let (mantissa, exponent) = xp.map(&x, |x| x.frexp())?;
    /// assert_eq!((mantissa.to_vec()?, exponent.to_vec()?), (vec![0.5, 0.75], vec![4, 0]));
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn frexp(self) -> (Var<T::Float>, Var<i32>) {
        (self.apply::<T::Float, _>(UnaryOp::Mantissa), self.apply::<T::Float, _>(UnaryOp::Exponent))
    }
}

impl<T: Bits> Var<T> {
    /// How many bits of the magnitude are set.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([7, -7, 8])?;
    /// assert_eq!(xp.map(&x, |x| x.bitwise_count())?.to_string(), "[3 3 1]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn bitwise_count(self) -> Var<u8> {
        match T::DTYPE {
            DType::Bool => self.cast(),
            _ => self.unary::<T>(UnaryOp::Abs).unary(UnaryOp::BitCount),
        }
    }
}

impl Var<bool> {
    /// `a` where this is true, else `b`. Both are computed.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([-1.0, 2.0])?;
    /// assert_eq!(xp.map(&x, |x| x.lt(0.0).select(0.1 * x, x))?.to_string(), "[-0.1  2. ]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn select<T: Element>(self, a: impl IntoVar<T, Element = T>, b: impl IntoVar<T, Element = T>) -> Var<T> {
        let (a, b) = (a.into_var(), b.into_var());
        Var::record(Recipe::Map(MapOp::Select), &[self.id, a.id, b.id])
    }
}

impl<T: ComplexElement> Var<T> {
    /// The complex number of two parts.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([1.0, 2.0])?;
    /// let z = xp.map(&x, |x| Var::<Complex<f64>>::complex(x, x * 2.0))?;
    /// assert_eq!(z.to_string(), "[1.+2.j 2.+4.j]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn complex(re: Var<T::Real>, im: Var<T::Real>) -> Var<T> {
        Var::record(Recipe::Map(MapOp::Complex), &[re.id, im.id])
    }
}
