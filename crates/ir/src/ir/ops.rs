//! The operations of the IR and their types.

use super::Combine;
use crate::dtype::{DType, Kind};
use std::sync::Arc;

/// Functions of one value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum UnaryOp {
    Neg,
    Abs,
    Sign,
    Square,
    Reciprocal,
    /// Bitwise complement; logical not for `bool`.
    Not,
    /// The number of bits set, of an integer that is not negative (or the lowest).
    BitCount,
    Conj,
    Real,
    Imag,
    IsNan,
    IsInf,
    IsFinite,
    SignBit,
    Floor,
    Ceil,
    Trunc,
    /// To the nearest integer, ties to even.
    Rint,
    /// The mantissa of `frexp`, in [0.5, 1).
    Mantissa,
    /// The exponent of `frexp`, as `i32`.
    Exponent,
    Sqrt,
    Cbrt,
    Exp,
    Exp2,
    Expm1,
    Log,
    Log2,
    Log10,
    Log1p,
    Sin,
    Cos,
    Tan,
    Asin,
    Acos,
    Atan,
    Sinh,
    Cosh,
    Tanh,
    Asinh,
    Acosh,
    Atanh,
    I0,
    Sinc,
    /// The value itself, as a constant of whatever is differentiated.
    StopGradient,
}

impl UnaryOp {
    /// Every function of one value.
    pub const ALL: [Self; 44] = {
        use UnaryOp::*;
        [
            Neg,
            Abs,
            Sign,
            Square,
            Reciprocal,
            Not,
            BitCount,
            Conj,
            Real,
            Imag,
            IsNan,
            IsInf,
            IsFinite,
            SignBit,
            Floor,
            Ceil,
            Trunc,
            Rint,
            Mantissa,
            Exponent,
            Sqrt,
            Cbrt,
            Exp,
            Exp2,
            Expm1,
            Log,
            Log2,
            Log10,
            Log1p,
            Sin,
            Cos,
            Tan,
            Asin,
            Acos,
            Atan,
            Sinh,
            Cosh,
            Tanh,
            Asinh,
            Acosh,
            Atanh,
            I0,
            Sinc,
            StopGradient,
        ]
    };

    /// The type of the result for an operand of `dtype`.
    pub fn result(self, dtype: DType) -> DType {
        match self {
            Self::IsNan | Self::IsInf | Self::IsFinite | Self::SignBit => DType::Bool,
            Self::BitCount => DType::U8,
            Self::Exponent => DType::I32,
            Self::Abs | Self::Real | Self::Imag => match dtype {
                DType::Complex64 => DType::F32,
                DType::Complex128 => DType::F64,
                real => real,
            },
            _ => dtype,
        }
    }

    /// Whether the operand may have this type.
    pub fn accepts(self, dtype: DType) -> bool {
        use UnaryOp::*;
        let kind = dtype.kind();
        match self {
            Abs | Conj | Real | Imag | IsNan | IsInf | IsFinite | Square | Sign | StopGradient => true,
            Neg | Reciprocal => kind != Kind::Bool,
            Not => matches!(kind, Kind::Bool | Kind::Signed | Kind::Unsigned),
            BitCount => matches!(kind, Kind::Signed | Kind::Unsigned),
            SignBit | Floor | Ceil | Trunc | Mantissa | Exponent | Cbrt | I0 => kind == Kind::Float,
            _ => matches!(kind, Kind::Float | Kind::Complex),
        }
    }

    /// Whether the result is the operand, whatever value of this type that is.
    pub fn is_identity(self, dtype: DType) -> bool {
        match self {
            Self::Conj | Self::Real => !dtype.is_complex(),
            Self::Abs => matches!(dtype.kind(), Kind::Bool | Kind::Unsigned),
            _ => false,
        }
    }
}

/// Functions of two values of one type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum BinaryOp {
    /// Logical or for `bool`.
    Add,
    Sub,
    /// Logical and for `bool`.
    Mul,
    /// Of floats and complex numbers.
    Div,
    /// Rounded down; 0 for integers divided by zero, as NumPy.
    FloorDiv,
    /// With the divisor's sign; 0 for integers modulo zero, as NumPy.
    Mod,
    /// With the dividend's sign.
    Fmod,
    /// Integers wrap; to negative powers they are truncated: 0 unless the base is 1 or -1.
    Pow,
    Atan2,
    Hypot,
    LogAddExp,
    LogAddExp2,
    /// NaN if either is.
    Min,
    /// NaN if either is.
    Max,
    /// The other if one is NaN.
    Fmin,
    /// The other if one is NaN.
    Fmax,
    Copysign,
    NextAfter,
    Gcd,
    Lcm,
    And,
    Or,
    Xor,
    Shl,
    Shr,
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

impl BinaryOp {
    /// Every function of two values.
    pub const ALL: [Self; 31] = {
        use BinaryOp::*;
        [
            Add, Sub, Mul, Div, FloorDiv, Mod, Fmod, Pow, Atan2, Hypot, LogAddExp, LogAddExp2, Min, Max, Fmin, Fmax,
            Copysign, NextAfter, Gcd, Lcm, And, Or, Xor, Shl, Shr, Eq, Ne, Lt, Le, Gt, Ge,
        ]
    };

    /// The type of the result for operands of `dtype`.
    pub fn result(self, dtype: DType) -> DType {
        if self.is_comparison() { DType::Bool } else { dtype }
    }

    /// Whether this compares.
    pub fn is_comparison(self) -> bool {
        use BinaryOp::*;
        matches!(self, Eq | Ne | Lt | Le | Gt | Ge)
    }

    /// Whether the operands may have this type.
    pub fn accepts(self, dtype: DType) -> bool {
        use BinaryOp::*;
        let kind = dtype.kind();
        match self {
            Add | Mul | Eq | Ne | Lt | Le | Gt | Ge | Min | Max | Fmin | Fmax => true,
            Sub | Pow => kind != Kind::Bool,
            Div => matches!(kind, Kind::Float | Kind::Complex),
            FloorDiv | Mod | Fmod => {
                matches!(kind, Kind::Signed | Kind::Unsigned | Kind::Float)
            }
            Atan2 | Hypot | LogAddExp | LogAddExp2 | Copysign | NextAfter => kind == Kind::Float,
            Gcd | Lcm | Shl | Shr => matches!(kind, Kind::Signed | Kind::Unsigned),
            And | Or | Xor => matches!(kind, Kind::Bool | Kind::Signed | Kind::Unsigned),
        }
    }
}

/// Distributions of counter-based random numbers.
///
/// Number `i` of a stream depends on seed, stream and `i` only; the bits are defined in the
/// documentation of the CPU backend's `random` module and are the same on every backend for
/// `Bits`, `Uniform` and `Integers`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Distribution {
    /// All bits random (`u32`, `u64`).
    Bits,
    /// Uniform in [0, 1).
    Uniform,
    /// Normal with mean 0 and variance 1.
    Normal,
    /// Exponential with mean 1.
    Exponential,
    /// Integers from `args[3]` to `args[4]`, both included, without bias.
    Integers,
}

impl Distribution {
    /// Its name in errors.
    pub fn name(self) -> &'static str {
        match self {
            Distribution::Bits => "bits",
            Distribution::Uniform => "uniform",
            Distribution::Normal => "normal",
            Distribution::Exponential => "exponential",
            Distribution::Integers => "integers",
        }
    }

    /// Whether there are numbers of this type.
    pub fn accepts(self, dtype: DType) -> bool {
        match self {
            Distribution::Bits => matches!(dtype, DType::U32 | DType::U64),
            Distribution::Integers => matches!(dtype.kind(), Kind::Signed | Kind::Unsigned),
            _ => dtype.kind() == Kind::Float,
        }
    }
}

/// How a reduction combines values.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ReduceOp {
    /// The sum; `f16` and `bf16` accumulate in `f32`.
    Sum,
    /// The product.
    Prod,
    /// The minimum, NaN if there is one.
    Min,
    /// The maximum, NaN if there is one.
    Max,
    /// The index of the first minimum (or NaN).
    ArgMin,
    /// The index of the first maximum (or NaN).
    ArgMax,
    /// Whether any value is true.
    Any,
    /// Whether all values are true.
    All,
    /// Welford's mean (part 0) and sum of squared deviations (part 1, real) of floats.
    Moments,
    /// A user's operation.
    Custom(Arc<Combine>),
}

impl ReduceOp {
    /// The type of part `part` of the result, from the accumulator's type.
    pub fn result(&self, dtype: DType, part: u16) -> DType {
        match self {
            Self::ArgMin | Self::ArgMax => DType::I64,
            Self::Any | Self::All => DType::Bool,
            Self::Moments if part == 1 => UnaryOp::Real.result(dtype),
            _ => dtype,
        }
    }

    /// Whether there is a result for no values at all.
    pub fn has_identity(&self) -> bool {
        !matches!(self, Self::Min | Self::Max | Self::ArgMin | Self::ArgMax)
    }
}
