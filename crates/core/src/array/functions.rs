//! How methods that are one operation of the kernel IR are written.

use super::Array;
use crate::backend::Backend;
use crate::element::Element;
use crate::error::Result;
use crate::ir::UnaryOp;

/// Methods of one array: `name(T: Bound) = Op: C -> R` converts to `C` and applies the operation.
macro_rules! unary {
    ($($(#[$doc:meta])* $name:ident($T:ident: $Bound:ident) = $Op:ident: $C:ty => $R:ty;)*) => {$(
        impl<$T: $Bound, B: Backend> Array<$T, B> {
            $(#[$doc])*
            ///
            /// # Errors
            /// Only if something had to be computed first, and that failed.
            pub fn $name(&self) -> Result<Array<$R, B>> {
                self.apply::<$C, $R>(UnaryOp::$Op)
            }
        }
    )*};
}

/// Methods of an array and an operand: `name(Bound) = Op => R` converts both to `R`, if their common
/// type satisfies the bound.
macro_rules! binary {
    ($($(#[$doc:meta])* $name:ident($Bound:ident) = $Op:ident => $R:ident;)*) => {
        impl<T: Element, B: Backend> Array<T, B> {$(
            $(#[$doc])*
            ///
            /// # Errors
            /// [`Error::Shape`](crate::Error::Shape) if the shapes do not broadcast.
            pub fn $name<O>(&self, other: O) -> Result<Array<$R<T, O::Element>, B>>
            where
                O: ArrayOrScalar<T, B>,
                T: Promote<O::Element>,
                Common<T, O::Element>: $Bound,
            {
                self.combine::<$R<T, O::Element>, $R<T, O::Element>, O>(BinaryOp::$Op, stringify!($name), &other)
            }
        )*}
    };
}

pub(super) use {binary, unary};

impl<T: Element, B: Backend> Array<T, B> {
    /// An operation on the array converted to `C`, with results of type `R`.
    pub(super) fn apply<C: Element, R: Element>(&self, op: UnaryOp) -> Result<Array<R, B>> {
        Ok(Array::from_raw(self.raw.cast(C::DTYPE)?.unary(op)?))
    }
}
