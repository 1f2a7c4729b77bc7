//! The scalars that a user kernel computes with.

use super::trace::{Id, Step, record};
use crate::dtype::Scalar;
use crate::element::{Bits, ComplexElement, Element, FloatElement, Integer, Number, RealElement, RealFloat};
use crate::graph::MapOp;
use crate::ir::{BinaryOp, UnaryOp};
use crate::promote::Promote;
use std::marker::PhantomData;
use std::ops;

/// An element in a user kernel: something to compute with, not yet a value.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// let (x, n) = (xp.array(&[1.0, 4.0, 9.0], 3)?, xp.array(&[1, 2, 3], 3)?);
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

/// A variable or a constant.
pub trait IntoVar<T: Element> {
    /// As a variable.
    fn into_var(self) -> Var<T>;
}

impl<T: Element> IntoVar<T> for Var<T> {
    fn into_var(self) -> Var<T> {
        self
    }
}

impl<T: Element> IntoVar<T> for T {
    fn into_var(self) -> Var<T> {
        Var::record(Step::Const(Scalar::new(self)), &[])
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
    Var::record(Step::Index(None), &[])
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
    Var::record(Step::Index(Some(axis)), &[])
}

impl<T: Element> Var<T> {
    pub(super) fn record(step: Step, args: &[Id]) -> Self {
        Self { id: record(step, T::DTYPE, args), element: PhantomData }
    }

    fn unary<R: Element>(self, op: UnaryOp) -> Var<R> {
        Var::record(Step::Map(MapOp::Unary(op)), &[self.id])
    }

    fn binary<R: Element>(self, op: BinaryOp, other: Self) -> Var<R> {
        Var::record(Step::Map(MapOp::Binary(op)), &[self.id, other.id])
    }

    /// Converted, as [`Array::astype`](crate::Array::astype).
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array(&[1.7, -1.7], 2)?;
    /// assert_eq!(xp.map(&x, |x| x.cast::<i32>())?.to_string(), "[ 1 -1]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn cast<U: Element>(self) -> Var<U> {
        if U::DTYPE == T::DTYPE {
            return Var { id: self.id, element: PhantomData };
        }
        Var::record(Step::Map(MapOp::Cast), &[self.id])
    }

    /// Whether it equals the other.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array(&[1, 2, 3], 3)?;
    /// assert_eq!(xp.map(&x, |x| x.eq(2))?.to_vec()?, [false, true, false]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn eq(self, other: impl IntoVar<T>) -> Var<bool> {
        self.binary(BinaryOp::Eq, other.into_var())
    }

    /// Whether it differs from the other.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array(&[1, 2, 3], 3)?;
    /// assert_eq!(xp.map(&x, |x| x.ne(2))?.to_vec()?, [true, false, true]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn ne(self, other: impl IntoVar<T>) -> Var<bool> {
        self.binary(BinaryOp::Ne, other.into_var())
    }

    /// Whether it is less.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let (x, y) = (xp.array(&[1, 2, 3], 3)?, xp.array(&[3, 2, 1], 3)?);
    /// assert_eq!(xp.map((&x, &y), |(x, y)| x.lt(y))?.to_vec()?, [true, false, false]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn lt(self, other: impl IntoVar<T>) -> Var<bool> {
        self.binary(BinaryOp::Lt, other.into_var())
    }

    /// Whether it is less or equal.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array(&[1, 2, 3], 3)?;
    /// assert_eq!(xp.map(&x, |x| x.le(2))?.to_vec()?, [true, true, false]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn le(self, other: impl IntoVar<T>) -> Var<bool> {
        self.binary(BinaryOp::Le, other.into_var())
    }

    /// Whether it is greater.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array(&[1, 2, 3], 3)?;
    /// assert_eq!(xp.map(&x, |x| x.gt(2))?.to_vec()?, [false, false, true]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn gt(self, other: impl IntoVar<T>) -> Var<bool> {
        self.binary(BinaryOp::Gt, other.into_var())
    }

    /// Whether it is greater or equal.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array(&[1, 2, 3], 3)?;
    /// assert_eq!(xp.map(&x, |x| x.ge(2))?.to_vec()?, [false, true, true]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn ge(self, other: impl IntoVar<T>) -> Var<bool> {
        self.binary(BinaryOp::Ge, other.into_var())
    }

    /// The smaller of two; NaN if either is.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array(&[1, 2, 3], 3)?;
    /// assert_eq!(xp.map(&x, |x| x.minimum(2))?.to_string(), "[1 2 2]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn minimum(self, other: impl IntoVar<T>) -> Var<T> {
        self.binary(BinaryOp::Min, other.into_var())
    }

    /// The larger of two; NaN if either is.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array(&[1, 2, 3], 3)?;
    /// assert_eq!(xp.map(&x, |x| x.maximum(2))?.to_string(), "[2 2 3]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn maximum(self, other: impl IntoVar<T>) -> Var<T> {
        self.binary(BinaryOp::Max, other.into_var())
    }

    /// The magnitude.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let z = xp.array(&[Complex::new(3.0, 4.0)], 1)?;
    /// assert_eq!(xp.map(&z, |z| z.abs())?.to_string(), "[5.]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn abs(self) -> Var<T::Real> {
        self.unary(UnaryOp::Abs)
    }
}

impl Var<bool> {
    /// `a` where this is true, else `b`. Both are computed.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array(&[-1.0, 2.0], 2)?;
    /// assert_eq!(xp.map(&x, |x| x.lt(0.0).select(0.1 * x, x))?.to_string(), "[-0.1  2. ]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn select<T: Element>(self, a: impl IntoVar<T>, b: impl IntoVar<T>) -> Var<T> {
        let (a, b) = (a.into_var(), b.into_var());
        Var::record(Step::Map(MapOp::Select), &[self.id, a.id, b.id])
    }
}

impl<T: Number> Var<T> {
    /// The power.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array(&[2.0, 3.0], 2)?;
    /// assert_eq!(xp.map(&x, |x| x.pow(3.0))?.to_string(), "[ 8. 27.]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn pow(self, exponent: impl IntoVar<T>) -> Var<T> {
        self.binary(BinaryOp::Pow, exponent.into_var())
    }

    /// The square.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array(&[-2, 3], 2)?;
    /// assert_eq!(xp.map(&x, |x| x.square())?.to_string(), "[4 9]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn square(self) -> Var<T> {
        self.unary(UnaryOp::Square)
    }
}

impl<T: ComplexElement> Var<T> {
    /// The complex number of two parts.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array(&[1.0, 2.0], 2)?;
    /// let z = xp.map(&x, |x| Var::<Complex<f64>>::complex(x, x * 2.0))?;
    /// assert_eq!(z.to_string(), "[1.+2.j 2.+4.j]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn complex(re: Var<T::Real>, im: Var<T::Real>) -> Var<T> {
        Var::record(Step::Map(MapOp::Complex), &[re.id, im.id])
    }

    /// The real part.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let z = xp.array(&[Complex::new(3.0, 4.0)], 1)?;
    /// assert_eq!(xp.map(&z, |z| z.real() + z.imag())?.to_string(), "[7.]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn real(self) -> Var<T::Real> {
        self.unary(UnaryOp::Real)
    }

    /// The imaginary part.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let z = xp.array(&[Complex::new(3.0, 4.0)], 1)?;
    /// assert_eq!(xp.map(&z, |z| z.imag())?.to_string(), "[4.]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn imag(self) -> Var<T::Real> {
        self.unary(UnaryOp::Imag)
    }

    /// The complex conjugate.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let z = xp.array(&[Complex::new(3.0, 4.0)], 1)?;
    /// assert_eq!(xp.map(&z, |z| (z * z.conj()).real())?.to_string(), "[25.]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn conj(self) -> Var<T> {
        self.unary(UnaryOp::Conj)
    }
}

/// Methods that record one unary operation.
macro_rules! unary {
    ($Bound:ident: $($name:ident $op:ident $R:ty, $doc:literal;)*) => {
        impl<T: $Bound> Var<T> {
            $(#[doc = $doc]
            pub fn $name(self) -> Var<$R> {
                self.unary(UnaryOp::$op)
            })*
        }
    };
}

unary! { FloatElement:
    sqrt Sqrt T, "The square root.";
    exp Exp T, "e to this power.";
    log Log T, "The natural logarithm.";
    log2 Log2 T, "The logarithm to base 2.";
    log10 Log10 T, "The logarithm to base 10.";
    log1p Log1p T, "`log(1 + x)`, accurate near 0.";
    expm1 Expm1 T, "`exp(x) - 1`, accurate near 0.";
    sin Sin T, "The sine.";
    cos Cos T, "The cosine.";
    tan Tan T, "The tangent.";
    asin Asin T, "The inverse sine.";
    acos Acos T, "The inverse cosine.";
    atan Atan T, "The inverse tangent.";
    sinh Sinh T, "The hyperbolic sine.";
    cosh Cosh T, "The hyperbolic cosine.";
    tanh Tanh T, "The hyperbolic tangent.";
    is_nan IsNan bool, "Whether it is NaN.";
    is_finite IsFinite bool, "Whether it is finite.";
}

unary! { RealFloat:
    floor Floor T, "Rounded down.";
    ceil Ceil T, "Rounded up.";
    trunc Trunc T, "Rounded towards zero.";
    rint Rint T, "Rounded to the nearest integer, ties to even.";
    cbrt Cbrt T, "The cube root.";
}

impl<T: RealFloat> Var<T> {
    /// The angle of the point (`x`, `self`).
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let (x, y) = (xp.array(&[1.0, 0.0], 2)?, xp.array(&[0.0, 1.0], 2)?);
    /// assert_eq!(xp.map((&x, &y), |(x, y)| y.atan2(x))?.to_string(), "[0.         1.57079633]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn atan2(self, x: impl IntoVar<T>) -> Var<T> {
        self.binary(BinaryOp::Atan2, x.into_var())
    }

    /// The length of the vector of two components.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array(&[3.0, 5.0], 2)?;
    /// assert_eq!(xp.map(&x, |x| x.hypot(12.0))?.to_string(), "[12.36931688 13.        ]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn hypot(self, other: impl IntoVar<T>) -> Var<T> {
        self.binary(BinaryOp::Hypot, other.into_var())
    }
}

type Common<T, U> = <T as Promote<U>>::Output;
type Quotient<T, U> = <Common<T, U> as Element>::Quotient;

/// An operator between variables, promoting their types, and between a variable and a constant of its type.
macro_rules! operator {
    ($Op:ident, $op:ident, $Bound:ident, $Output:ident) => {
        impl<T: Element, U: Element> ops::$Op<Var<U>> for Var<T>
        where
            T: Promote<U>,
            Common<T, U>: $Bound,
        {
            type Output = Var<$Output<T, U>>;
            fn $op(self, other: Var<U>) -> Self::Output {
                self.cast::<$Output<T, U>>().binary(operator!(@code $Op), other.cast::<$Output<T, U>>())
            }
        }
        impl<T: $Bound> ops::$Op<T> for Var<T> {
            type Output = Var<$Output<T, T>>;
            fn $op(self, constant: T) -> Self::Output {
                ops::$Op::$op(self, constant.into_var())
            }
        }
        operator!(@left $Op, $op, $Output, f32, f64);
    };
    (@left Rem, $op:ident, $Output:ident, $($S:ty),*) => {};
    (@left BitAnd, $op:ident, $Output:ident, $($S:ty),*) => {};
    (@left BitOr, $op:ident, $Output:ident, $($S:ty),*) => {};
    (@left BitXor, $op:ident, $Output:ident, $($S:ty),*) => {};
    (@left Shl, $op:ident, $Output:ident, $($S:ty),*) => {};
    (@left Shr, $op:ident, $Output:ident, $($S:ty),*) => {};
    (@left $Op:ident, $op:ident, $Output:ident, $($S:ty),*) => {$(
        impl ops::$Op<Var<$S>> for $S {
            type Output = Var<$Output<$S, $S>>;
            fn $op(self, var: Var<$S>) -> Self::Output {
                ops::$Op::$op(self.into_var(), var)
            }
        }
    )*};
    (@code Div) => { BinaryOp::Div };
    (@code Add) => { BinaryOp::Add };
    (@code Sub) => { BinaryOp::Sub };
    (@code Mul) => { BinaryOp::Mul };
    (@code Rem) => { BinaryOp::Mod };
    (@code BitAnd) => { BinaryOp::And };
    (@code BitOr) => { BinaryOp::Or };
    (@code BitXor) => { BinaryOp::Xor };
    (@code Shl) => { BinaryOp::Shl };
    (@code Shr) => { BinaryOp::Shr };
}

operator!(Add, add, Element, Common);
operator!(Sub, sub, Number, Common);
operator!(Mul, mul, Element, Common);
operator!(Div, div, Element, Quotient);
operator!(Rem, rem, RealElement, Common);
operator!(BitAnd, bitand, Bits, Common);
operator!(BitOr, bitor, Bits, Common);
operator!(BitXor, bitxor, Bits, Common);
operator!(Shl, shl, Integer, Common);
operator!(Shr, shr, Integer, Common);

impl<T: Number> ops::Neg for Var<T> {
    type Output = Var<T>;
    fn neg(self) -> Var<T> {
        self.unary(UnaryOp::Neg)
    }
}

impl<T: Bits> ops::Not for Var<T> {
    type Output = Var<T>;
    fn not(self) -> Var<T> {
        self.unary(UnaryOp::Not)
    }
}
