//! Operators, with promotion and broadcasting.

use super::elementwise::Converted;
use super::operand::{ArrayLike, ArrayOrNumber, ArrayOrScalar, with};
use super::{Array, DynArray};
use crate::backend::Backend;
use crate::class::TypeClass;
use crate::dtype::Scalar;
use crate::element::{Bits, Element, Integer, Number, RealNumber, Results};
use crate::error::{Error, Result};
use crate::ir::{BinaryOp, UnaryOp};
use crate::layout::broadcast_shapes;
use crate::promote::Promote;
use crate::weak::PromoteLeft;
use half::{bf16, f16};
use num_complex::Complex;
use std::ops;

/// The type of an operation on arrays of `T` and `U`.
pub(crate) type Common<T, U> = <T as Promote<U>>::Output;
/// The type of a function of both that has float results.
pub(crate) type Float<T, U> = <Common<T, U> as Results>::Float;
/// The type of their quotient.
pub(crate) type Quotient<T, U> = <Common<T, U> as Results>::Quotient;

/// A number's type to the left of an array of `T`, and the quotient's.
mod left {
    use super::*;

    pub(super) type Common<T, S> = <S as PromoteLeft<T>>::Output;
    pub(super) type Quotient<T, S> = <Common<T, S> as Results>::Quotient;
}

/// Implements a method and an operator: arrays to the left of arrays and numbers, numbers to the left of arrays.
macro_rules! operator {
    ($Op:ident, $op:ident, $method:ident, $name:literal, $Output:ident, $code:expr,
     $Bound:ident, [$($S:ty),*], $doc:literal) => {
        impl<T: Element, B: Backend> Array<T, B> {
            #[doc = $doc]
            ///
            /// The arrays are broadcast and their types promoted.
            ///
            /// # Errors
            /// [`Error::Shape`](crate::Error::Shape) if the shapes do not broadcast.
            pub fn $method<O>(&self, other: O) -> Result<Array<with::$Output<T, B, O>, B>>
            where
                O: ArrayOrScalar<T, B, Common: $Bound>,
            {
                self.array.$method(other).map(Array::from_dyn)
            }
        }

        impl<B: Backend> DynArray<B> {
            #[doc = concat!("[`Array::", stringify!($method), "`].\n\n# Errors\nThose of [`Array::", stringify!($method),
                "`]; [`Error::DType`](crate::Error::DType) if the common type does not allow it.")]
            pub fn $method(&self, other: impl ArrayLike<B>) -> Result<Self> {
                self.apply_with($code, $name, Converted::$Output, TypeClass::$Bound, &other.operand())
            }
        }

        operator!(@right $Op, $op, $method, $Output, $Bound, &'l, 'l);
        operator!(@right $Op, $op, $method, $Output, $Bound,,);
        $(
            operator!(@left $Op, $op, $name, $code, $Output, $Bound, $S, &'r, 'r);
            operator!(@left $Op, $op, $name, $code, $Output, $Bound, $S,,);
        )*
    };
    (@right $Op:ident, $op:ident, $method:ident, $Output:ident, $Bound:ident, $(&$l:lifetime)?, $($life:lifetime)?) => {
        impl<$($life,)? T: Element, O, B: Backend> ops::$Op<O> for $(&$l)? Array<T, B>
        where
            O: ArrayOrScalar<T, B, Common: $Bound>,
        {
            type Output = Array<with::$Output<T, B, O>, B>;
            #[track_caller]
            fn $op(self, other: O) -> Self::Output {
                Array::from_dyn(ops::$Op::$op(&self.array, &other.operand()))
            }
        }

        impl<$($life,)? B: Backend, O: ArrayLike<B>> ops::$Op<O> for $(&$l)? DynArray<B> {
            type Output = DynArray<B>;
            #[track_caller]
            fn $op(self, other: O) -> DynArray<B> {
                let other = other.operand();
                DynArray::$method(&self, &other).unwrap_or_else(|error| self.refused(error, Converted::$Output, &other))
            }
        }
    };
    (@left $Op:ident, $op:ident, $name:literal, $code:expr, $Output:ident, $Bound:ident, $S:ty,
     $(&$r:lifetime)?, $($life:lifetime)?) => {
        impl<$($life,)? T: Element, B: Backend> ops::$Op<$(&$r)? Array<T, B>> for $S
        where
            $S: PromoteLeft<T, Output: $Bound>,
        {
            type Output = Array<left::$Output<T, $S>, B>;
            #[track_caller]
            fn $op(self, array: $(&$r)? Array<T, B>) -> Self::Output {
                Array::from_dyn(ops::$Op::$op(self, &array.array))
            }
        }

        impl<$($life,)? B: Backend> ops::$Op<$(&$r)? DynArray<B>> for $S {
            type Output = DynArray<B>;
            #[track_caller]
            fn $op(self, array: $(&$r)? DynArray<B>) -> DynArray<B> {
                let (number, converted) = (Scalar::new(self), Converted::$Output);
                let result = array.reversed($code, $name, converted, TypeClass::$Bound, number);
                result.unwrap_or_else(|error| array.refused(error, converted, &ArrayOrNumber::Scalar(number)))
            }
        }
    };
}

operator!(Add, add, add, "add", Common, BinaryOp::Add, Element,
    [bool, i8, i16, i32, i64, u8, u16, u32, u64, f16, bf16, f32, f64, Complex<f32>, Complex<f64>],
    "`self + other`; logical or for `bool`.

```
# use xparray::prelude::*; let xp = Cpu::new();
let x = xp.from_slice(&[1.0f64, 2.0], 2)?;
assert_eq!(x.add(10.0)?.to_vec()?, [11.0, 12.0]);
# Ok::<(), xparray::Error>(())
```");
operator!(Sub, sub, subtract, "subtract", Common, BinaryOp::Sub, Number,
    [i8, i16, i32, i64, u8, u16, u32, u64, f16, bf16, f32, f64, Complex<f32>, Complex<f64>],
    "`self - other`.

```
# use xparray::prelude::*; let xp = Cpu::new();
let x = xp.from_slice(&[1i32, 2], 2)?;
assert_eq!(x.subtract(3)?.to_vec()?, [-2, -1]);
# Ok::<(), xparray::Error>(())
```");
operator!(Mul, mul, multiply, "multiply", Common, BinaryOp::Mul, Element,
    [bool, i8, i16, i32, i64, u8, u16, u32, u64, f16, bf16, f32, f64, Complex<f32>, Complex<f64>],
    "`self * other`; logical and for `bool`.

```
# use xparray::prelude::*; let xp = Cpu::new();
let x = xp.from_slice(&[1.0f64, 2.0], 2)?;
assert_eq!(x.multiply(10.0)?.to_vec()?, [10.0, 20.0]);
# Ok::<(), xparray::Error>(())
```");
operator!(Div, div, divide, "divide", Quotient, BinaryOp::Div, Element,
    [bool, i8, i16, i32, i64, u8, u16, u32, u64, f16, bf16, f32, f64, Complex<f32>, Complex<f64>],
    "`self / other`, NumPy's true division: `f64` for integers.

```
# use xparray::prelude::*; let xp = Cpu::new();
let x = xp.from_slice(&[1i32, 2], 2)?;
assert_eq!(x.divide(4)?.to_vec()?, [0.25, 0.5]);
# Ok::<(), xparray::Error>(())
```");
operator!(
    Rem,
    rem,
    remainder,
    "remainder",
    Common,
    BinaryOp::Mod,
    RealNumber,
    [i8, i16, i32, i64, u8, u16, u32, u64, f16, bf16, f32, f64],
    "`self % other` with the divisor's sign, as NumPy's; 0 for an integer modulo 0.

```
# use xparray::prelude::*; let xp = Cpu::new();
let x = xp.from_slice(&[7i32, -7], 2)?;
assert_eq!(x.remainder(3)?.to_vec()?, [1, 2]);
# Ok::<(), xparray::Error>(())
```"
);
operator!(
    BitAnd,
    bitand,
    bitwise_and,
    "bitwise_and",
    Common,
    BinaryOp::And,
    Bits,
    [bool, i8, i16, i32, i64, u8, u16, u32, u64],
    "`self & other`.

```
# use xparray::prelude::*; let xp = Cpu::new();
let x = xp.from_slice(&[12i32, 10], 2)?;
assert_eq!(x.bitwise_and(6)?.to_vec()?, [4, 2]);
# Ok::<(), xparray::Error>(())
```"
);
operator!(
    BitOr,
    bitor,
    bitwise_or,
    "bitwise_or",
    Common,
    BinaryOp::Or,
    Bits,
    [bool, i8, i16, i32, i64, u8, u16, u32, u64],
    "`self | other`.

```
# use xparray::prelude::*; let xp = Cpu::new();
let x = xp.from_slice(&[12i32, 10], 2)?;
assert_eq!(x.bitwise_or(6)?.to_vec()?, [14, 14]);
# Ok::<(), xparray::Error>(())
```"
);
operator!(
    BitXor,
    bitxor,
    bitwise_xor,
    "bitwise_xor",
    Common,
    BinaryOp::Xor,
    Bits,
    [bool, i8, i16, i32, i64, u8, u16, u32, u64],
    "`self ^ other`.

```
# use xparray::prelude::*; let xp = Cpu::new();
let x = xp.from_slice(&[12i32, 10], 2)?;
assert_eq!(x.bitwise_xor(6)?.to_vec()?, [10, 12]);
# Ok::<(), xparray::Error>(())
```"
);
operator!(
    Shl,
    shl,
    left_shift,
    "left_shift",
    Common,
    BinaryOp::Shl,
    Integer,
    [i8, i16, i32, i64, u8, u16, u32, u64],
    "`self << other`; 0 if all bits are shifted out.

```
# use xparray::prelude::*; let xp = Cpu::new();
let x = xp.from_slice(&[1i32, 3], 2)?;
assert_eq!(x.left_shift(2)?.to_vec()?, [4, 12]);
# Ok::<(), xparray::Error>(())
```"
);
operator!(
    Shr,
    shr,
    right_shift,
    "right_shift",
    Common,
    BinaryOp::Shr,
    Integer,
    [i8, i16, i32, i64, u8, u16, u32, u64],
    "`self >> other`, keeping the sign.

```
# use xparray::prelude::*; let xp = Cpu::new();
let x = xp.from_slice(&[16i32, -16], 2)?;
assert_eq!(x.right_shift(2)?.to_vec()?, [4, -4]);
# Ok::<(), xparray::Error>(())
```"
);

/// Whether an operation was refused for its operands: what failed is not memory or a device.
pub(super) fn known_at_call(error: &Error) -> bool {
    matches!(error, Error::Shape { .. } | Error::Axis { .. } | Error::DType { .. } | Error::Value { .. })
}

impl<B: Backend> DynArray<B> {
    /// What an operator gives that its function refused. What could have been known at the call is a panic, at the caller's
    /// line; a failure of work, perhaps that of an operand, is kept in the result and reported by whoever reads it.
    #[cold]
    #[track_caller]
    fn refused(&self, error: Error, converted: Converted, other: &ArrayOrNumber<'_, B>) -> Self {
        let shape = match other {
            ArrayOrNumber::Array(array) => broadcast_shapes("operator", self.shape(), array.shape()),
            ArrayOrNumber::Scalar(_) => Ok(self.shape().into()),
        };
        match (shape, other.promoted("operator", self.dtype())) {
            (Ok(shape), Ok(common)) if !known_at_call(&error) => {
                Self::failed(self.xp(), converted.of(common), &shape, error)
            }
            _ => panic!("{error}"),
        }
    }

    /// `number op self`.
    fn reversed(
        &self,
        op: BinaryOp,
        name: &'static str,
        converted: Converted,
        class: TypeClass,
        number: Scalar,
    ) -> Result<Self> {
        let common = ArrayOrNumber::<B>::Scalar(number).promoted(name, self.dtype())?;
        class.check(name, common)?;
        let dtype = converted.of(common);
        self.astype(dtype)?.binary_scalar(op, number.astype(dtype), true)
    }
}

/// Operators of one operand.
macro_rules! unary_operator {
    ($Op:ident, $op:ident, $method:ident, $code:expr, $Bound:ident) => {
        unary_operator!(@ $Op, $op, $method, $code, $Bound, &'a, 'a);
        unary_operator!(@ $Op, $op, $method, $code, $Bound,,);
    };
    (@ $Op:ident, $op:ident, $method:ident, $code:expr, $Bound:ident, $(&$a:lifetime)?, $($life:lifetime)?) => {
        impl<$($life,)? B: Backend> ops::$Op for $(&$a)? DynArray<B> {
            type Output = DynArray<B>;
            #[track_caller]
            fn $op(self) -> DynArray<B> {
                self.$method().unwrap_or_else(|error| self.refused(error, Converted::Common, &ArrayOrNumber::Array(&self)))
            }
        }

        impl<$($life,)? T: $Bound, B: Backend> ops::$Op for $(&$a)? Array<T, B> {
            type Output = Array<T, B>;
            fn $op(self) -> Array<T, B> {
                self.deferring(self.array.unary($code))
            }
        }
    };
}

unary_operator!(Neg, neg, negative, UnaryOp::Neg, Number);
unary_operator!(Not, not, invert, UnaryOp::Not, Bits);
