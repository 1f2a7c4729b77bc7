//! How functions that are one operation of the kernel IR are written: once, for arrays and for the variables of
//! user kernels.

use super::Array;
use crate::backend::Backend;
use crate::element::Element;
use crate::error::Result;
use crate::ir::UnaryOp;

/// Functions of one value: `name(T: Bound) = Op: C -> R` converts to `C` and applies the operation.
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

        impl<$T: $Bound> crate::kernel::Var<$T> {
            #[doc = crate::array::functions::var_doc!($name $Bound)]
            pub fn $name(self) -> crate::kernel::Var<$R> {
                self.apply::<$C, $R>(UnaryOp::$Op)
            }
        }
    )*};
}

/// Functions of a value and an operand: `name(Bound) = Op => R` converts both to `R`, if their common
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

        impl<T: Element> crate::kernel::Var<T> {$(
            #[doc = crate::array::functions::var_doc!($name $Bound y)]
            pub fn $name<O>(self, other: O) -> crate::kernel::Var<$R<T, O::Element>>
            where
                O: crate::kernel::IntoVar<T>,
                T: Promote<O::Element>,
                Common<T, O::Element>: $Bound,
            {
                self.combine::<$R<T, O::Element>, O>(BinaryOp::$Op, other)
            }
        )*}
    };
}

/// The documentation of a function in user kernels: the array's, with an example that compares them.
macro_rules! var_doc {
    ($name:ident Bits) => { crate::array::functions::var_doc!(@ $name, "[6, 3]") };
    ($name:ident $Bound:ident) => { crate::array::functions::var_doc!(@ $name, "[0.25, 0.5]") };
    ($name:ident Integer y) => { crate::array::functions::var_doc!(@ $name, "[6, 3]", "[2, 5]") };
    ($name:ident $Bound:ident y) => { crate::array::functions::var_doc!(@ $name, "[0.25, 0.5]", "[1.5, -2.0]") };
    (@ $name:ident, $x:literal $(, $y:literal)?) => {
        concat!(
            "[`Array::", stringify!($name), "`](crate::Array::", stringify!($name), ") of an element.\n\n",
            "```\n# use xparray::prelude::*; let xp = Cpu::new();\nlet x = xp.array(&", $x, ", 2)?;\n",
            $("let y = xp.array(&", $y, ", 2)?;\n",)?
            "let z = ", crate::array::functions::var_doc!(@map $name $(, $y)?), ".to_string());\n# Ok::<(), xparray::Error>(())\n```",
        )
    };
    (@map $name:ident) => {
        concat!(
            "xp.map(&x, |x| x.", stringify!($name), "())?;\n",
            "assert_eq!(z.to_string(), x.", stringify!($name), "()?",
        )
    };
    (@map $name:ident, $y:literal) => {
        concat!(
            "xp.map((&x, &y), |(x, y)| x.", stringify!($name), "(y))?;\n",
            "assert_eq!(z.to_string(), x.", stringify!($name), "(&y)?",
        )
    };
}

pub(super) use {binary, unary, var_doc};

impl<T: Element, B: Backend> Array<T, B> {
    /// An operation on the array converted to `C`, with results of type `R`.
    pub(super) fn apply<C: Element, R: Element>(&self, op: UnaryOp) -> Result<Array<R, B>> {
        Ok(Array::from_raw(self.raw.cast(C::DTYPE)?.unary(op)?))
    }
}
