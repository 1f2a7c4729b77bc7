//! Compound assignment. The old elements are overwritten in place where nobody else can see them.

use super::arithmetic::known_at_call;
use super::operand::{ArrayLike, ArrayOrScalar, with};
use super::{Array, DynArray};
use crate::backend::Backend;
use crate::element::{Bits, Element, Integer, Number, RealNumber};
use crate::error::{Error, Result};
use crate::promote::SameKind;
use std::ops;

impl<B: Backend> DynArray<B> {
    /// Panics, at the caller's line, where NumPy raises: if the shapes or types do not match, the result is of another shape, or
    /// of a kind of elements that the array does not hold. Failed work is reported by whoever reads the array.
    #[track_caller]
    fn overwrite(&mut self, op: &'static str, result: Result<Self>) {
        match result.and_then(|result| result.in_place_of(op, self)) {
            Ok(array) => *self = array,
            Err(error) if known_at_call(&error) => panic!("{error}"),
            Err(error) => *self = Self::failed(self.xp(), self.dtype(), self.shape(), error),
        }
    }

    fn in_place_of(self, op: &'static str, old: &Self) -> Result<Self> {
        if self.shape() != old.shape() {
            return Err(Error::shape(op, old.shape(), self.shape()));
        }
        match self.dtype().can_cast(old.dtype()) {
            true => self.astype(old.dtype()),
            false => Err(Error::DType { op, expected: old.dtype().to_string(), found: self.dtype().to_string() }),
        }
    }
}

macro_rules! assignment {
    ($($(#[$doc:meta])* $Op:ident $op:ident $method:ident $Bound:ident $Output:ident;)*) => {$(
        $(#[$doc])*
        impl<B: Backend, R: ArrayLike<B>> ops::$Op<R> for DynArray<B> {
            #[track_caller]
            fn $op(&mut self, other: R) {
                self.overwrite(stringify!($op), self.$method(other));
            }
        }

        impl<T: Element, O, B: Backend> ops::$Op<O> for Array<T, B>
        where
            O: ArrayOrScalar<T, B, Common: $Bound>,
            T: SameKind<with::$Output<T, B, O>>,
        {
            #[track_caller]
            fn $op(&mut self, other: O) {
                ops::$Op::$op(&mut self.array, other);
            }
        }
    )*};
}

assignment! {
    /// Compound assignment computes in the common type and keeps the array's, as NumPy's casting rule `same_kind` allows:
    /// wider numbers of a kind are narrowed, numbers of a kind that the array does not hold are a panic.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let mut x = xp.array(&[1.0f32, 2.0])?.into_dyn();
    /// x += xp.array([0.5f64, 0.25])?;
    /// x *= 2;
    /// assert_eq!((x.dtype(), x.to_string()), (DType::F32, "[3.  4.5]".into()));
    /// # Ok::<(), xparray::Error>(())
    /// ```
    /// Of arrays whose element type is static, these do not compile.
    ///
    /// ```should_panic
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let mut x = xp.array([1, 2])?.into_dyn();
    /// x += 0.5; // add_assign: expected element type i32, found f64
    /// # Ok::<(), xparray::Error>(())
    /// ```
    AddAssign add_assign add Element Common;
    SubAssign sub_assign subtract Number Common;
    MulAssign mul_assign multiply Element Common;
    DivAssign div_assign divide Element Quotient;
    RemAssign rem_assign remainder RealNumber Common;
    BitAndAssign bitand_assign bitwise_and Bits Common;
    BitOrAssign bitor_assign bitwise_or Bits Common;
    BitXorAssign bitxor_assign bitwise_xor Bits Common;
    ShlAssign shl_assign left_shift Integer Common;
    ShrAssign shr_assign right_shift Integer Common;
}
