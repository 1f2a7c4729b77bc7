//! The scalars that a user kernel computes with.

use super::trace::{Id, Step, record};
use crate::array::{Common, Quotient};
use crate::dtype::{DType, Scalar};
use crate::element::{Bits, ComplexElement, Element, Integer, Number, RealElement, RealNumber};
use crate::functions::FunctionId;
use crate::graph::MapOp;
use crate::ir::{BinaryOp, UnaryOp};
use crate::promote::Promote;
use half::{bf16, f16};
use num_complex::Complex;
use std::marker::PhantomData;
use std::ops;

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

    /// An operation on the variable converted to `C`, with a result of type `R`.
    pub(crate) fn apply<C: Element, R: Element>(self, op: UnaryOp) -> Var<R> {
        self.cast::<C>().unary(op)
    }

    /// A function of the table.
    pub(crate) fn call(self, function: FunctionId) -> Self {
        Var::record(Step::Map(MapOp::Call(function)), &[self.id])
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
        Var::record(Step::Map(MapOp::Cast), &[self.id])
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
        Var::record(Step::Map(MapOp::Select), &[self.id, a.id, b.id])
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
        Var::record(Step::Map(MapOp::Complex), &[re.id, im.id])
    }
}

/// An operator between variables, promoting their types, and between a variable and a constant of its type.
macro_rules! operator {
    ($Op:ident, $op:ident = $Code:ident: $Bound:ident => $Output:ident; $($S:ty)*) => {
        impl<T: Element, U: Element> ops::$Op<Var<U>> for Var<T>
        where
            T: Promote<U>,
            Common<T, U>: $Bound,
        {
            type Output = Var<$Output<T, U>>;
            fn $op(self, other: Var<U>) -> Self::Output {
                self.combine::<$Output<T, U>, _>(BinaryOp::$Code, other)
            }
        }
        impl<T: $Bound> ops::$Op<T> for Var<T> {
            type Output = Var<$Output<T, T>>;
            fn $op(self, constant: T) -> Self::Output {
                self.combine::<$Output<T, T>, T>(BinaryOp::$Code, constant)
            }
        }
        $(impl ops::$Op<Var<$S>> for $S {
            type Output = Var<$Output<$S, $S>>;
            fn $op(self, var: Var<$S>) -> Self::Output {
                IntoVar::<$S>::into_var(self).combine::<$Output<$S, $S>, _>(BinaryOp::$Code, var)
            }
        })*
    };
    (all $($operator:tt)*) => {
        operator!(numbers $($operator)* bool);
    };
    (numbers $($operator:tt)*) => {
        operator!(real $($operator)* Complex<f32> Complex<f64>);
    };
    (real $($operator:tt)*) => {
        operator!(integers $($operator)* f16 bf16 f32 f64);
    };
    (bits $($operator:tt)*) => {
        operator!(integers $($operator)* bool);
    };
    (integers $($operator:tt)*) => {
        operator!($($operator)* i8 i16 i32 i64 u8 u16 u32 u64);
    };
}

operator!(all Add, add = Add: Element => Common;);
operator!(numbers Sub, sub = Sub: Number => Common;);
operator!(all Mul, mul = Mul: Element => Common;);
operator!(all Div, div = Div: Element => Quotient;);
operator!(real Rem, rem = Mod: RealNumber => Common;);
operator!(bits BitAnd, bitand = And: Bits => Common;);
operator!(bits BitOr, bitor = Or: Bits => Common;);
operator!(bits BitXor, bitxor = Xor: Bits => Common;);
operator!(integers Shl, shl = Shl: Integer => Common;);
operator!(integers Shr, shr = Shr: Integer => Common;);

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::Op;
    use crate::kernel::trace::trace;

    /// What a closure of one variable records for its result.
    fn one<T: Element, R>(f: impl FnOnce(Var<T>) -> Var<R>) -> Op {
        let (trace, result) = trace(|| f(Var::record(Step::Input(0), &[])));
        let combine = trace.combine(result.id).unwrap();
        combine.insts[combine.result as usize].op.clone()
    }

    fn two<T: Element, R>(f: impl FnOnce(Var<T>, Var<T>) -> Var<R>) -> Op {
        one(|x| f(x, Var::record(Step::Input(1), &[])))
    }

    /// How each operation is written. The compiler asks for those that are missing here.
    fn unary(op: UnaryOp) -> Op {
        use UnaryOp::*;
        match op {
            Neg => one(|x: Var<f64>| -x),
            Abs => one(|x: Var<f64>| x.abs()),
            Sign => one(|x: Var<f64>| x.sign()),
            Square => one(|x: Var<f64>| x.square()),
            Reciprocal => one(|x: Var<f64>| x.reciprocal()),
            Not => one(|x: Var<i32>| !x),
            BitCount => one(|x: Var<i32>| x.bitwise_count()),
            Conj => one(|x: Var<Complex<f64>>| x.conj()),
            Real => one(|x: Var<Complex<f64>>| x.real()),
            Imag => one(|x: Var<Complex<f64>>| x.imag()),
            IsNan => one(|x: Var<f64>| x.isnan()),
            IsInf => one(|x: Var<f64>| x.isinf()),
            IsFinite => one(|x: Var<f64>| x.isfinite()),
            SignBit => one(|x: Var<f64>| x.signbit()),
            Floor => one(|x: Var<f64>| x.floor()),
            Ceil => one(|x: Var<f64>| x.ceil()),
            Trunc => one(|x: Var<f64>| x.trunc()),
            Rint => one(|x: Var<f64>| x.rint()),
            Mantissa => one(|x: Var<f64>| x.frexp().0),
            Exponent => one(|x: Var<f64>| x.frexp().1),
            Sqrt => one(|x: Var<f64>| x.sqrt()),
            Cbrt => one(|x: Var<f64>| x.cbrt()),
            Exp => one(|x: Var<f64>| x.exp()),
            Exp2 => one(|x: Var<f64>| x.exp2()),
            Expm1 => one(|x: Var<f64>| x.expm1()),
            Log => one(|x: Var<f64>| x.log()),
            Log2 => one(|x: Var<f64>| x.log2()),
            Log10 => one(|x: Var<f64>| x.log10()),
            Log1p => one(|x: Var<f64>| x.log1p()),
            Sin => one(|x: Var<f64>| x.sin()),
            Cos => one(|x: Var<f64>| x.cos()),
            Tan => one(|x: Var<f64>| x.tan()),
            Asin => one(|x: Var<f64>| x.arcsin()),
            Acos => one(|x: Var<f64>| x.arccos()),
            Atan => one(|x: Var<f64>| x.arctan()),
            Sinh => one(|x: Var<f64>| x.sinh()),
            Cosh => one(|x: Var<f64>| x.cosh()),
            Tanh => one(|x: Var<f64>| x.tanh()),
            Asinh => one(|x: Var<f64>| x.arcsinh()),
            Acosh => one(|x: Var<f64>| x.arccosh()),
            Atanh => one(|x: Var<f64>| x.arctanh()),
            I0 => one(|x: Var<f64>| x.i0()),
            Sinc => one(|x: Var<f64>| x.sinc()),
        }
    }

    fn binary(op: BinaryOp) -> Op {
        use BinaryOp::*;
        match op {
            Add => two(|x: Var<f64>, y| x + y),
            Sub => two(|x: Var<f64>, y| x - y),
            Mul => two(|x: Var<f64>, y| x * y),
            Div => two(|x: Var<f64>, y| x / y),
            FloorDiv => two(|x: Var<f64>, y| x.floor_divide(y)),
            Mod => two(|x: Var<f64>, y| x % y),
            Fmod => two(|x: Var<f64>, y| x.fmod(y)),
            Pow => two(|x: Var<f64>, y| x.power(y)),
            Atan2 => two(|x: Var<f64>, y| x.arctan2(y)),
            Hypot => two(|x: Var<f64>, y| x.hypot(y)),
            LogAddExp => two(|x: Var<f64>, y| x.logaddexp(y)),
            LogAddExp2 => two(|x: Var<f64>, y| x.logaddexp2(y)),
            Min => two(|x: Var<f64>, y| x.minimum(y)),
            Max => two(|x: Var<f64>, y| x.maximum(y)),
            Fmin => two(|x: Var<f64>, y| x.fmin(y)),
            Fmax => two(|x: Var<f64>, y| x.fmax(y)),
            Copysign => two(|x: Var<f64>, y| x.copysign(y)),
            NextAfter => two(|x: Var<f64>, y| x.nextafter(y)),
            Gcd => two(|x: Var<i32>, y| x.gcd(y)),
            Lcm => two(|x: Var<i32>, y| x.lcm(y)),
            And => two(|x: Var<i32>, y| x & y),
            Or => two(|x: Var<i32>, y| x | y),
            Xor => two(|x: Var<i32>, y| x ^ y),
            Shl => two(|x: Var<i32>, y| x << y),
            Shr => two(|x: Var<i32>, y| x >> y),
            Eq => two(|x: Var<f64>, y| x.eq(y)),
            Ne => two(|x: Var<f64>, y| x.ne(y)),
            Lt => two(|x: Var<f64>, y| x.lt(y)),
            Le => two(|x: Var<f64>, y| x.le(y)),
            Gt => two(|x: Var<f64>, y| x.gt(y)),
            Ge => two(|x: Var<f64>, y| x.ge(y)),
        }
    }

    #[test]
    fn every_operation_is_there() {
        for op in UnaryOp::ALL {
            assert_eq!(unary(op), Op::Unary(op));
        }
        for op in BinaryOp::ALL {
            assert_eq!(binary(op), Op::Binary(op));
        }
    }

    #[test]
    fn constants_stand_on_either_side() {
        assert_eq!(one(|x: Var<u8>| 1 - x), Op::Binary(BinaryOp::Sub));
        assert_eq!(one(|x: Var<bool>| true & x), Op::Binary(BinaryOp::And));
        assert_eq!(one(|x: Var<f16>| f16::ONE / x), Op::Binary(BinaryOp::Div));
        assert_eq!(one(|x: Var<i32>| x.hypot(3)), Op::Binary(BinaryOp::Hypot));
    }
}
