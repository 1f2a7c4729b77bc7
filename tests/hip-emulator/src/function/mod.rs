//! What instructions compute, for one lane: by the names of the manuals, without the encodings' suffixes.

mod compare;
mod convert;
mod division;
mod float;
mod integer;
pub mod rows;
mod scalar;
mod special;

pub use compare::{Comparison, comparison};
pub use integer::saturating;
pub use scalar::{ScalarFunction, scalar};

use crate::machine::wave::Row;
use half::f16;
use rows::{OfRows, Rows};

/// What operands are: their width, what constants mean, and where signs are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    B16,
    B32,
    B64,
    F16,
    F32,
    F64,
}

impl Type {
    /// Bits.
    pub fn width(self) -> u32 {
        match self {
            Self::B16 | Self::F16 => 16,
            Self::B32 | Self::F32 => 32,
            Self::B64 | Self::F64 => 64,
        }
    }
}

/// What an instruction computes of up to four operands.
#[derive(Clone, Copy)]
pub enum Function {
    I16(fn(u16, u16, u16) -> u16),
    I32(OfRows<u32>),
    I64(fn(u64, u64, u64) -> u64),
    F16(fn(f16, f16, f16) -> f16),
    F32(OfRows<f32>),
    F64(fn(f64, f64, f64) -> f64),
    /// Of operands of several types.
    Mixed(Type, [Type; 4], fn([u64; 4]) -> u64),
    /// With a truth value beside the result.
    Flagged(Type, [Type; 3], fn([u64; 3]) -> (u64, bool)),
}

impl Function {
    /// The type of an operand.
    pub fn source(&self, k: usize) -> Type {
        match self {
            Self::Mixed(_, types, _) => types[k],
            Self::Flagged(_, types, _) => types[k.min(2)],
            _ => self.result(),
        }
    }

    pub fn result(&self) -> Type {
        match self {
            Self::I16(_) => Type::B16,
            Self::I32(_) => Type::B32,
            Self::I64(_) => Type::B64,
            Self::F16(_) => Type::F16,
            Self::F32(_) => Type::F32,
            Self::F64(_) => Type::F64,
            Self::Mixed(result, ..) | Self::Flagged(result, ..) => *result,
        }
    }

    /// What computes all lanes at once, if there is such a function.
    pub fn of_rows(&self) -> Option<fn(Rows, &mut Row)> {
        match self {
            Self::I32(f) => Some(f.all),
            Self::F32(f) => Some(f.all),
            _ => None,
        }
    }

    /// The result's bits, of those of the operands.
    pub fn call(&self, [a, b, c, d]: [u64; 4]) -> (u64, bool) {
        let halves = |x: u64| f16::from_bits(x as u16);
        let singles = |x: u64| f32::from_bits(x as u32);
        let result = match self {
            Self::I16(f) => f(a as u16, b as u16, c as u16).into(),
            Self::I32(f) => (f.one)(a as u32, b as u32, c as u32).into(),
            Self::I64(f) => f(a, b, c),
            Self::F16(f) => f(halves(a), halves(b), halves(c)).to_bits().into(),
            Self::F32(f) => (f.one)(singles(a), singles(b), singles(c)).to_bits().into(),
            Self::F64(f) => f(f64::from_bits(a), f64::from_bits(b), f64::from_bits(c)).to_bits(),
            Self::Mixed(_, _, f) => f([a, b, c, d]),
            Self::Flagged(_, _, f) => return f([a, b, c]),
        };
        (result, false)
    }
}

/// The function of a name; none if it is not known here.
pub fn named(name: &str) -> Option<Function> {
    float::named(name)
        .or_else(|| integer::named(name))
        .or_else(|| convert::named(name))
        .or_else(|| division::named(name))
        .or_else(|| special::named(name))
}

fn f32_of(bits: u64) -> f32 {
    f32::from_bits(bits as u32)
}

fn f16_of(bits: u64) -> f16 {
    f16::from_bits(bits as u16)
}

fn of_f32(x: f32) -> u64 {
    x.to_bits().into()
}

/// The nearest `f16`. Conversions of processors go by way of `f32`, and round twice: here what that drops is kept in its
/// last bit, as far as the second rounding needs it.
pub fn nearest16(x: f64) -> f16 {
    let single = x as f32;
    if f64::from(single) == x || x.is_nan() {
        return f16::from_f32(single);
    }
    let beyond = f64::from(single).abs() > x.abs();
    f16::from_f32(f32::from_bits((single.to_bits() - u32::from(beyond)) | 1))
}

/// Multiplies by a power of two, with one rounding.
pub fn ldexp(mut x: f64, mut by: i32) -> f64 {
    if x == 0.0 || !x.is_finite() {
        return x;
    }
    by = by.clamp(-4200, 4200);
    let power = |n: i32| f64::from_bits(((n + 1023) as u64) << 52);
    while by > 1000 {
        x *= power(1000);
        by -= 1000;
    }
    // Steps downwards stay above subnormal numbers until the last one: else there would be two roundings.
    if by < -1000 {
        let exponent = (x.to_bits() >> 52 & 0x7ff) as i32 - 1023;
        let last = -1000;
        while by < last {
            let step = (by - last).max(-1000);
            if exponent + by < -1200 {
                return x * 0.0;
            }
            x *= power(step);
            by -= step;
        }
    }
    x * power(by)
}

#[cfg(test)]
mod tests {
    use super::{ldexp, nearest16};

    #[test]
    fn powers_of_two_round_once() {
        assert_eq!(ldexp(1.5, 10), 1536.0);
        assert_eq!(ldexp(1.0, -1074), f64::from_bits(1));
        assert_eq!(ldexp(f64::MAX, -2098), f64::from_bits(1));
        assert_eq!(ldexp(f64::from_bits(1), 2097), 2f64.powi(1023));
        assert_eq!(ldexp(-1.0, -5000).to_bits(), (-0.0f64).to_bits());
        assert_eq!(ldexp(3.0, 5000), f64::INFINITY);
        assert_eq!(ldexp(f64::NEG_INFINITY, -5000), f64::NEG_INFINITY);
        let third = 1.0 / 3.0;
        assert_eq!(ldexp(third, -1060), third * 2f64.powi(-530) * 2f64.powi(-530));
    }

    #[test]
    fn halves_are_rounded_once() {
        // A bit below a tie, which an f32 does not have.
        let tie = 1.0 + 2f64.powi(-10) + 2f64.powi(-11);
        assert_eq!(nearest16(tie).to_bits(), 0x3c02);
        assert_eq!(nearest16(tie - 2f64.powi(-40)).to_bits(), 0x3c01);
        assert_eq!(nearest16(-(tie + 2f64.powi(-40))).to_bits(), 0xbc02);
        assert_eq!(nearest16(1e300).to_bits(), 0x7c00);
        assert_eq!(nearest16(2f64.powi(-25) * (1.0 + f64::EPSILON)).to_bits(), 1);
    }
}
