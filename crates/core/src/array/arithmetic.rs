//! Operators, with promotion and broadcasting.

use super::elementwise::Converted;
use super::operand::{ArrayLike, ArrayOrScalar, Operand};
use super::{Array, DynArray};
use crate::backend::Backend;
use crate::class::TypeClass;
use crate::dtype::Scalar;
use crate::element::{Bits, Element, Integer, Number, RealNumber};
use crate::error::Result;
use crate::ir::{BinaryOp, UnaryOp};
use crate::promote::Promote;
use half::{bf16, f16};
use num_complex::Complex;
use std::ops;

impl<T: Element, B: Backend> Array<T, B> {
    /// A function of the array and an operand, both converted to `C`, with results of type `R`.
    pub(crate) fn combine<C: Element, R: Element, O: ArrayOrScalar<T, B>>(
        &self,
        op: BinaryOp,
        name: &'static str,
        other: &O,
    ) -> Result<Array<R, B>> {
        self.array.combine(op, name, &other.operand(), C::DTYPE).map(Array::from_dyn)
    }
}

/// The type of an operation on `T` and `U`.
pub(crate) type Common<T, U> = <T as Promote<U>>::Output;
/// The type of a function of both that has float results.
pub(crate) type Float<T, U> = <Common<T, U> as Element>::Float;
/// The type of their quotient.
pub(crate) type Quotient<T, U> = <Common<T, U> as Element>::Quotient;

/// Implements a method and an operator for arrays and scalars on either side.
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
            pub fn $method<O>(&self, other: O) -> Result<Array<$Output<T, O::Element>, B>>
            where
                O: ArrayOrScalar<T, B>,
                T: Promote<O::Element>,
                Common<T, O::Element>: $Bound,
            {
                self.combine::<$Output<T, O::Element>, $Output<T, O::Element>, O>($code, $name, &other)
            }
        }

        impl<B: Backend> DynArray<B> {
            #[doc = concat!("[`Array::", stringify!($method), "`].\n\n# Errors\nThose of [`Array::", stringify!($method),
                "`]; [`Error::DType`](crate::Error::DType) if the common type does not allow it.")]
            pub fn $method(&self, other: impl ArrayLike<B>) -> Result<Self> {
                self.apply_with($code, $name, Converted::$Output, TypeClass::$Bound, &other.operand())
            }
        }

        impl<B: Backend, R: ArrayLike<B>> ops::$Op<R> for &DynArray<B> {
            type Output = DynArray<B>;
            #[track_caller]
            fn $op(self, other: R) -> DynArray<B> {
                operator!(@unwrap DynArray::$method(&self, other))
            }
        }
        impl<B: Backend, R: ArrayLike<B>> ops::$Op<R> for DynArray<B> {
            type Output = DynArray<B>;
            #[track_caller]
            fn $op(self, other: R) -> DynArray<B> {
                operator!(@unwrap DynArray::$method(&self, other))
            }
        }

        operator!(@arrays $Op, $op, $method, $Output, $Bound, &'l Array<T, B>, &'r Array<U, B>, |b| b, 'l, 'r);
        operator!(@arrays $Op, $op, $method, $Output, $Bound, &'l Array<T, B>, Array<U, B>, |b| &b, 'l);
        operator!(@arrays $Op, $op, $method, $Output, $Bound, Array<T, B>, &'r Array<U, B>, |b| b, 'r);
        operator!(@arrays $Op, $op, $method, $Output, $Bound, Array<T, B>, Array<U, B>, |b| &b,);

        impl<T: $Bound, B: Backend> ops::$Op<T> for &Array<T, B> {
            type Output = Array<$Output<T, T>, B>;
            #[track_caller]
            fn $op(self, scalar: T) -> Self::Output {
                operator!(@unwrap Array::$method(&self, scalar))
            }
        }
        impl<T: $Bound, B: Backend> ops::$Op<T> for Array<T, B> {
            type Output = Array<$Output<T, T>, B>;
            #[track_caller]
            fn $op(self, scalar: T) -> Self::Output {
                operator!(@unwrap Array::$method(&self, scalar))
            }
        }
        $(
            impl<B: Backend> ops::$Op<&Array<$S, B>> for $S {
                type Output = Array<$Output<$S, $S>, B>;
                #[track_caller]
                fn $op(self, array: &Array<$S, B>) -> Self::Output {
                    operator!(@unwrap array.reversed::<$Output<$S, $S>>($code, self))
                }
            }
            impl<B: Backend> ops::$Op<Array<$S, B>> for $S {
                type Output = Array<$Output<$S, $S>, B>;
                #[track_caller]
                fn $op(self, array: Array<$S, B>) -> Self::Output {
                    operator!(@unwrap array.reversed::<$Output<$S, $S>>($code, self))
                }
            }
            impl<B: Backend> ops::$Op<&DynArray<B>> for $S {
                type Output = DynArray<B>;
                #[track_caller]
                fn $op(self, array: &DynArray<B>) -> DynArray<B> {
                    operator!(@unwrap array.reversed($code, $name, Converted::$Output, TypeClass::$Bound, Scalar::new(self)))
                }
            }
            impl<B: Backend> ops::$Op<DynArray<B>> for $S {
                type Output = DynArray<B>;
                #[track_caller]
                fn $op(self, array: DynArray<B>) -> DynArray<B> {
                    ops::$Op::$op(self, &array)
                }
            }
        )*
    };
    (@arrays $Op:ident, $op:ident, $method:ident, $Output:ident, $Bound:ident, $L:ty, $R:ty,
     |$b:ident| $borrow:expr, $($life:lifetime),*) => {
        impl<$($life,)* T: Element, U: Element, B: Backend> ops::$Op<$R> for $L
        where
            T: Promote<U>,
            Common<T, U>: $Bound,
        {
            type Output = Array<$Output<T, U>, B>;
            #[track_caller]
            fn $op(self, $b: $R) -> Self::Output {
                operator!(@unwrap Array::$method(&self, $borrow))
            }
        }
    };
    // The panic shows the caller's line, by `track_caller`.
    (@unwrap $result:expr) => {
        match $result {
            Ok(array) => array,
            Err(error) => panic!("{error}"),
        }
    };
}

impl<T: Element, B: Backend> Array<T, B> {
    /// `scalar op self`.
    fn reversed<C: Element>(&self, op: BinaryOp, scalar: T) -> Result<Array<C, B>> {
        Ok(Array::from_dyn(self.array.astype(C::DTYPE)?.binary_scalar(op, Scalar::new(scalar.cast::<C>()), true)?))
    }
}

operator!(Add, add, add, "add", Common, BinaryOp::Add, Element,
    [bool, i8, i16, i32, i64, u8, u16, u32, u64, f16, bf16, f32, f64, Complex<f32>, Complex<f64>],
    "`self + other`; logical or for `bool`.

```
# use xparray::prelude::*; let xp = Cpu::new();
let x = xp.array(&[1.0f64, 2.0], 2)?;
assert_eq!(x.add(10.0)?.to_vec()?, [11.0, 12.0]);
# Ok::<(), xparray::Error>(())
```");
operator!(Sub, sub, subtract, "subtract", Common, BinaryOp::Sub, Number,
    [i8, i16, i32, i64, u8, u16, u32, u64, f16, bf16, f32, f64, Complex<f32>, Complex<f64>],
    "`self - other`.

```
# use xparray::prelude::*; let xp = Cpu::new();
let x = xp.array(&[1i32, 2], 2)?;
assert_eq!(x.subtract(3)?.to_vec()?, [-2, -1]);
# Ok::<(), xparray::Error>(())
```");
operator!(Mul, mul, multiply, "multiply", Common, BinaryOp::Mul, Element,
    [bool, i8, i16, i32, i64, u8, u16, u32, u64, f16, bf16, f32, f64, Complex<f32>, Complex<f64>],
    "`self * other`; logical and for `bool`.

```
# use xparray::prelude::*; let xp = Cpu::new();
let x = xp.array(&[1.0f64, 2.0], 2)?;
assert_eq!(x.multiply(10.0)?.to_vec()?, [10.0, 20.0]);
# Ok::<(), xparray::Error>(())
```");
operator!(Div, div, divide, "divide", Quotient, BinaryOp::Div, Element,
    [bool, i8, i16, i32, i64, u8, u16, u32, u64, f16, bf16, f32, f64, Complex<f32>, Complex<f64>],
    "`self / other`, NumPy's true division: `f64` for integers.

```
# use xparray::prelude::*; let xp = Cpu::new();
let x = xp.array(&[1i32, 2], 2)?;
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
let x = xp.array(&[7i32, -7], 2)?;
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
let x = xp.array(&[12i32, 10], 2)?;
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
let x = xp.array(&[12i32, 10], 2)?;
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
let x = xp.array(&[12i32, 10], 2)?;
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
let x = xp.array(&[1i32, 3], 2)?;
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
let x = xp.array(&[16i32, -16], 2)?;
assert_eq!(x.right_shift(2)?.to_vec()?, [4, -4]);
# Ok::<(), xparray::Error>(())
```"
);

impl<B: Backend> DynArray<B> {
    /// `number op self`.
    fn reversed(
        &self,
        op: BinaryOp,
        name: &'static str,
        converted: Converted,
        class: TypeClass,
        number: Scalar,
    ) -> Result<Self> {
        let common = Operand::<B>::Scalar(number).promoted(name, self.dtype())?;
        class.check(name, common)?;
        let dtype = converted.of(common);
        self.astype(dtype)?.binary_scalar(op, number.astype(dtype), true)
    }
}

impl<B: Backend> ops::Neg for &DynArray<B> {
    type Output = DynArray<B>;
    #[track_caller]
    fn neg(self) -> DynArray<B> {
        operator!(@unwrap self.negative())
    }
}

impl<B: Backend> ops::Neg for DynArray<B> {
    type Output = DynArray<B>;
    #[track_caller]
    fn neg(self) -> DynArray<B> {
        -&self
    }
}

impl<B: Backend> ops::Not for &DynArray<B> {
    type Output = DynArray<B>;
    #[track_caller]
    fn not(self) -> DynArray<B> {
        operator!(@unwrap self.invert())
    }
}

impl<B: Backend> ops::Not for DynArray<B> {
    type Output = DynArray<B>;
    #[track_caller]
    fn not(self) -> DynArray<B> {
        !&self
    }
}

impl<T: Number, B: Backend> ops::Neg for &Array<T, B> {
    type Output = Array<T, B>;
    #[track_caller]
    fn neg(self) -> Array<T, B> {
        operator!(@unwrap self.array.unary(UnaryOp::Neg).map(Array::from_dyn))
    }
}

impl<T: Number, B: Backend> ops::Neg for Array<T, B> {
    type Output = Array<T, B>;
    #[track_caller]
    fn neg(self) -> Array<T, B> {
        -&self
    }
}

impl<T: Bits, B: Backend> ops::Not for &Array<T, B> {
    type Output = Array<T, B>;
    #[track_caller]
    fn not(self) -> Array<T, B> {
        operator!(@unwrap self.array.unary(UnaryOp::Not).map(Array::from_dyn))
    }
}

impl<T: Bits, B: Backend> ops::Not for Array<T, B> {
    type Output = Array<T, B>;
    #[track_caller]
    fn not(self) -> Array<T, B> {
        !&self
    }
}
