//! Operators of variables.

use super::{IntoVar, Var};
use crate::array::{Common, Quotient};
use crate::element::{Bits, Element, Integer, Number, RealNumber};
use crate::ir::{BinaryOp, UnaryOp};
use crate::promote::Promote;
use half::{bf16, f16};
use num_complex::Complex;
use std::ops;

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
