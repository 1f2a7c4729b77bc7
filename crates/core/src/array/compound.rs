//! Compound assignment, for arrays whose type the result has.
//!
//! The old elements are overwritten in place where nobody else can see them.

use super::Array;
use super::arithmetic::Common;
use crate::backend::Backend;
use crate::element::{Bits, Element, Integer, Number, RealNumber};
use crate::error::{Error, Result};
use crate::promote::Promote;
use std::ops;

impl<T: Element, B: Backend> Array<T, B> {
    /// Panics, at the caller's line, where NumPy raises: if the result is an error or of another shape.
    #[track_caller]
    fn overwrite(&mut self, op: &'static str, result: Result<Self>) {
        match result {
            Ok(array) if array.shape() == self.shape() => *self = array,
            Ok(array) => panic!("{}", Error::shape(op, self.shape(), array.shape())),
            Err(error) => panic!("{error}"),
        }
    }
}

macro_rules! assignment {
    ($($Op:ident $op:ident $method:ident $Bound:ident $(, $Element:path)?;)*) => {$(
        impl<T: $Bound $(+ $Element)?, U: Element, B: Backend> ops::$Op<&Array<U, B>> for Array<T, B>
        where
            T: Promote<U, Output = T>,
            Common<T, U>: $Bound,
        {
            #[track_caller]
            fn $op(&mut self, other: &Array<U, B>) {
                self.overwrite(stringify!($op), self.$method(other));
            }
        }

        impl<T: $Bound $(+ $Element)?, U: Element, B: Backend> ops::$Op<Array<U, B>> for Array<T, B>
        where
            T: Promote<U, Output = T>,
            Common<T, U>: $Bound,
        {
            #[track_caller]
            fn $op(&mut self, other: Array<U, B>) {
                self.overwrite(stringify!($op), self.$method(&other));
            }
        }

        impl<T: $Bound $(+ $Element)?, B: Backend> ops::$Op<T> for Array<T, B> {
            #[track_caller]
            fn $op(&mut self, scalar: T) {
                self.overwrite(stringify!($op), self.$method(scalar));
            }
        }
    )*};
}

assignment! {
    AddAssign add_assign add Element;
    SubAssign sub_assign subtract Number;
    MulAssign mul_assign multiply Element;
    DivAssign div_assign divide Element, Element<Quotient = T>;
    RemAssign rem_assign remainder RealNumber;
    BitAndAssign bitand_assign bitwise_and Bits;
    BitOrAssign bitor_assign bitwise_or Bits;
    BitXorAssign bitxor_assign bitwise_xor Bits;
    ShlAssign shl_assign left_shift Integer;
    ShrAssign shr_assign right_shift Integer;
}
