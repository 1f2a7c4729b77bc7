//! The table of functions: each is one file, from which arrays, user kernels, backends, tests and documentation take it.
//!
//! A function is an expression of the IR, in `f64` and, where that is worth it, another one in `f32`. Backends compile the
//! expression, not the function, so they know none of them. `ARCHITECTURE.md` says how to add one.

// Coefficients of polynomials happen to be near to known numbers.
#![allow(clippy::approx_constant)]

mod angle;
mod bessel;
mod double;
mod expression;
mod fresnel;
mod single;
mod slopes;

pub use expression::{Expression, X};

use crate::dtype::DType;
use std::sync::OnceLock;

/// Calls a macro with the names of the functions.
#[macro_export]
macro_rules! for_each_function {
    ($callback:ident) => {
        $callback! {
            chi ci cosdg cosm1 cotdg dawsn digamma ellipe ellipk ellipkm1 entr erf erfc erfcinv erfcx erfinv
            exp1 exp10 expi expit exprel fresnel_c fresnel_s gamma gammaln gammasgn i0e i1 i1e j0 j1 k0 k0e k1
            k1e log_expit log_ndtr logit ndtr ndtri rgamma rsqrt shi si sindg spence tandg y0 y1 zetac
        }
    };
}

macro_rules! table {
    ($($name:ident)+) => {
        $(mod $name;)+

        /// A function of the table, by name.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[allow(missing_docs, non_camel_case_types)]
        pub enum FunctionId {
            $($name,)+
        }

        impl FunctionId {
            /// Every function.
            pub const ALL: &[Self] = &[$(Self::$name),+];

            /// What its file says.
            pub fn function(self) -> &'static Function {
                match self {
                    $(Self::$name => &$name::FUNCTION,)+
                }
            }
        }
    };
}
for_each_function!(table);

/// A function of one real number.
#[derive(Debug)]
pub struct Function {
    /// The name of the methods, and of the file.
    pub name: &'static str,
    /// What it is, and for which numbers.
    pub doc: &'static str,
    /// The value, in `f64`. Whatever the number is: NaN where there is no value.
    pub value: Body,
    /// The value in `f32`, if that is not the one in `f64` rounded.
    pub single: Option<Body>,
    /// The derivative, if it can be written.
    pub derivative: Option<Body>,
    /// The value as a Python expression of `x`, in mpmath's functions.
    pub reference: &'static str,
    /// The same in SciPy's (`special`) or NumPy's (`np`).
    pub scipy: &'static str,
    /// Where the value is a small difference of large terms: their size, in mpmath's functions. Errors are counted in its
    /// last place then.
    pub terms: Option<&'static str>,
    /// The largest errors of `f32` and `f64`, in units in the last place.
    pub bound: [f64; 2],
    /// From where tests take numbers.
    pub samples: &'static [Sample],
    /// Values at special numbers, as SciPy's.
    pub special: &'static [(f64, f64)],
}

/// An expression, as a function that writes it down.
pub type Body = for<'e> fn(X<'e>) -> X<'e>;

/// Numbers to test a function with.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Sample {
    /// Uniform between two numbers.
    Uniform(f64, f64),
    /// Of magnitudes between two positive numbers, uniform in the exponent, with either sign.
    Wide(f64, f64),
    /// Positive ones, likewise.
    Positive(f64, f64),
    /// On both sides of a number, at distances that are uniform in their exponent.
    Near(f64),
}

impl FunctionId {
    /// The expression for numbers of a type.
    ///
    /// It is over `Arg(0)`, in `f32` and `f64`; half types are converted to `f32` before and rounded after it.
    pub fn expression(self, dtype: DType) -> &'static Expression {
        static KEPT: [OnceLock<Expression>; 2 * FunctionId::ALL.len()] =
            [const { OnceLock::new() }; 2 * FunctionId::ALL.len()];
        let double = dtype == DType::F64;
        KEPT[2 * self as usize + usize::from(double)].get_or_init(|| {
            let function = self.function();
            match function.single {
                _ if double => Expression::new(DType::F64, function.value),
                Some(single) => Expression::new(DType::F32, single),
                None => Expression::rounded(function.value),
            }
        })
    }

    /// Whether it takes numbers of this type, and gives some of the same.
    pub fn accepts(self, dtype: DType) -> bool {
        dtype.is_float()
    }
}

const INFINITY: f64 = f64::INFINITY;
const NAN: f64 = f64::NAN;

/// What the file of a function consists of: its documentation, an example with its result, and the fields of [`Function`]. A
/// hidden macro of the function's name has the documentation with the example for methods.
macro_rules! function {
    ($(#[doc = $doc:literal])+ $name:ident: $input:literal => $output:literal; $($field:ident: $value:expr,)+) => {
        pub(super) static FUNCTION: super::Function = super::Function {
            name: stringify!($name),
            doc: concat!($($doc, "\n"),+),
            $($field: $value,)+
        };

        #[doc(hidden)]
        #[macro_export]
        macro_rules! $name {
            () => {
                concat!(
                    $($doc, "\n",)+
                    "\n```\n# use xparray::prelude::*; let xp = Cpu::new();\nlet x = xp.from_slice(&", $input, ", 3)?;\n",
                    "assert_eq!(x.", stringify!($name), "().to_string(), \"", $output, "\");\n",
                    "# Ok::<(), xparray::Error>(())\n```",
                )
            };
        }
    };
}
use function;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::{Inst, Kernel, Op, SharedKernel};

    /// An expression as a kernel, which is verified.
    fn kernel(expression: &Expression, dtype: DType) -> SharedKernel {
        let mut insts = expression.insts.clone();
        insts[0] = Inst { op: Op::Load(0), dtype, args: Default::default() };
        let kernel =
            Kernel { body: insts.len(), insts, outputs: vec![expression.result], operands: 1, ..Kernel::default() };
        SharedKernel::new(kernel).unwrap()
    }

    #[test]
    fn expressions_are_well_formed() {
        for &id in FunctionId::ALL {
            for dtype in [DType::F32, DType::F64] {
                let expression = id.expression(dtype);
                assert_eq!(kernel(expression, dtype).dtype(expression.result), dtype, "{id:?}");
            }
            if let Some(derivative) = id.function().derivative {
                kernel(&Expression::new(DType::F64, derivative), DType::F64);
            }
        }
    }

    #[test]
    fn functions_are_named_after_their_files() {
        for &id in FunctionId::ALL {
            assert_eq!(id.function().name, format!("{id:?}"));
        }
    }
}
