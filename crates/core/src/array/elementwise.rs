//! How functions that are one operation of the kernel IR are written: once, for arrays and for the variables of
//! user kernels.

use super::DynArray;
use super::operand::ArrayOrNumber;
use crate::backend::Backend;
use crate::class::TypeClass;
use crate::dtype::DType;
use crate::error::Result;
use crate::ir::BinaryOp;

/// Functions of one value: `name(T: Bound) = Op: C -> R` converts to `C` and applies the operation.
macro_rules! unary {
    ($($(#[$doc:meta])* $name:ident($T:ident: $Bound:ident) = $Op:ident: $C:ty => $R:ty;)*) => {$(
        impl<$T: $Bound, B: Backend> Array<$T, B> {
            $(#[$doc])*
            pub fn $name(&self) -> Array<$R, B> {
                self.deferring(self.array.$name())
            }
        }

        impl<B: Backend> $crate::DynArray<B> {
            #[doc = crate::array::elementwise::dyn_doc!($name)]
            pub fn $name(&self) -> Result<Self> {
                $crate::TypeClass::$Bound.check(stringify!($name), self.dtype())?;
                #[allow(clippy::extra_unused_type_parameters)] // Some convert all types to one.
                // Functions of one type, as the logical ones, have no use for `T`.
                #[allow(clippy::extra_unused_type_parameters)]
                fn converted<$T: Element>() -> $crate::DType {
                    <$C as Element>::DTYPE
                }
                self.astype($crate::dispatch_dtype!(self.dtype(), X => converted::<X>()))?.unary(UnaryOp::$Op)
            }
        }

        impl<$T: $Bound> crate::kernel::Var<$T> {
            #[doc = crate::array::elementwise::var_doc!($name $Bound)]
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
            pub fn $name<O>(&self, other: O) -> Result<Array<$crate::array::with::$R<T, B, O>, B>>
            where
                O: ArrayOrScalar<T, B, Common: $Bound>,
            {
                self.array.$name(other).map(Array::from_dyn)
            }
        )*}

        impl<B: Backend> $crate::DynArray<B> {$(
            #[doc = crate::array::elementwise::dyn_doc!($name)]
            pub fn $name(&self, other: impl crate::array::ArrayLike<B>) -> Result<Self> {
                let (converted, class) = (crate::array::elementwise::Converted::$R, $crate::TypeClass::$Bound);
                self.apply_with(BinaryOp::$Op, stringify!($name), converted, class, &other.operand())
            }
        )*}

        impl<T: Element> crate::kernel::Var<T> {$(
            #[doc = crate::array::elementwise::var_doc!($name $Bound y)]
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

/// The documentation of a method of arrays whose element type is a value: the typed array's.
macro_rules! dyn_doc {
    ($name:ident) => {
        concat!(
            "[`Array::",
            stringify!($name),
            "`](crate::Array::",
            stringify!($name),
            ").\n\n# Errors\nThose of [`Array::",
            stringify!($name),
            "`](crate::Array::",
            stringify!($name),
            "); [`Error::DType`](crate::Error::DType) if the element type does not allow it.",
        )
    };
}

/// The documentation of a function in user kernels: the array's, with an example that compares them.
macro_rules! var_doc {
    ($name:ident Bits) => { crate::array::elementwise::var_doc!(@ $name, "[6, 3]") };
    ($name:ident $Bound:ident) => { crate::array::elementwise::var_doc!(@ $name, "[0.25, 0.5]") };
    ($name:ident Integer y) => { crate::array::elementwise::var_doc!(@ $name, "[6, 3]", "[2, 5]") };
    ($name:ident $Bound:ident y) => { crate::array::elementwise::var_doc!(@ $name, "[0.25, 0.5]", "[1.5, -2.0]") };
    (@ $name:ident, $x:literal $(, $y:literal)?) => {
        concat!(
            "[`Array::", stringify!($name), "`](crate::Array::", stringify!($name), ") of an element.\n\n",
            "```\n# use xparray::prelude::*; let xp = Cpu::new();\nlet x = xp.from_slice(&", $x, ", 2)?;\n",
            $("let y = xp.from_slice(&", $y, ", 2)?;\n",)?
            "let z = ", crate::array::elementwise::var_doc!(@map $name $(, $y)?), ".to_string());\n# Ok::<(), xparray::Error>(())\n```",
        )
    };
    (@map $name:ident) => {
        concat!(
            "xp.map(&x, |x| x.", stringify!($name), "())?;\n",
            "assert_eq!(z.to_string(), x.", stringify!($name), "()",
        )
    };
    (@map $name:ident, $y:literal) => {
        concat!(
            "xp.map((&x, &y), |(x, y)| x.", stringify!($name), "(y))?;\n",
            "assert_eq!(z.to_string(), x.", stringify!($name), "(&y)?",
        )
    };
}

pub(crate) use dyn_doc;
pub(super) use {binary, unary, var_doc};

/// What the operands of a function are converted to, beginning with their common type.
#[derive(Clone, Copy)]
pub(crate) enum Converted {
    /// The common type itself.
    Common,
    /// [`Results::Float`](crate::Results::Float).
    Float,
    /// [`Results::Quotient`](crate::Results::Quotient).
    Quotient,
}

impl Converted {
    pub(crate) fn of(self, common: DType) -> DType {
        match self {
            Self::Common => common,
            Self::Float => common.float(),
            Self::Quotient => common.quotient(),
        }
    }
}

impl<B: Backend> DynArray<B> {
    /// A function of the array and an operand, whose common type is of a class.
    pub(crate) fn apply_with(
        &self,
        op: BinaryOp,
        name: &'static str,
        converted: Converted,
        class: TypeClass,
        other: &ArrayOrNumber<'_, B>,
    ) -> Result<Self> {
        let common = other.promoted(name, self.dtype())?;
        class.check(name, common)?;
        self.combine(op, name, other, converted.of(common))
    }
}
