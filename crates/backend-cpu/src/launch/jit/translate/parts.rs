//! Mantissas and exponents of floats, as `frexp` has them.

use super::super::code::V;
use super::super::operations::{Bits, Comparison, Operations};
use super::Translator;
use crate::launch::ops::Arithmetic;
use xparray_ir::DType;

/// Where the parts of the floats of a size lie, and by which power of two subnormal ones become normal.
struct Parts {
    places: u8,
    field: i64,
    bias: i64,
    least: f64,
    scale: i32,
}

impl Parts {
    fn of(size: usize) -> Self {
        match size {
            4 => Self { places: 23, field: 0xff << 23, bias: 127, least: f32::MIN_POSITIVE.into(), scale: 32 },
            _ => Self { places: 52, field: 0x7ff << 52, bias: 1023, least: f64::MIN_POSITIVE, scale: 64 },
        }
    }
}

impl Translator<'_> {
    /// The mantissa, from 1/2 to 1. Zeros, infinities and NaN are their own.
    pub(super) fn mantissa(&mut self, x: V, size: usize) -> Option<V> {
        let parts = Parts::of(size);
        let (normal, _) = self.normal(x, &parts, size)?;
        let (others, half) =
            (self.code.integer(!parts.field, size), self.code.integer((parts.bias - 1) << parts.places, size));
        let bits = self.code.bits(Bits::And, normal, others, size);
        let mantissa = self.code.bits(Bits::Or, bits, half, size);
        let ordinary = self.has_exponent(x, size);
        self.code.select(ordinary, mantissa, x, size)
    }

    /// The exponent, of 4 bytes; 0 where there is none.
    pub(super) fn exponent(&mut self, x: V, size: usize) -> Option<V> {
        let parts = Parts::of(size);
        let (normal, tiny) = self.normal(x, &parts, size)?;
        let field = self.code.integer(parts.field, size);
        let bits = self.code.bits(Bits::And, normal, field, size);
        let biased = self.code.shift_by(false, bits, parts.places, size);
        let bias = self.code.integer(parts.bias - 1, size);
        let more = self.code.integer(parts.bias - 1 + i64::from(parts.scale), size);
        let bias = self.code.select(tiny, more, bias, size)?;
        let exponent = self.code.int_sub(biased, bias, size);
        let ordinary = self.has_exponent(x, size);
        let exponent = self.code.select_or_zero(ordinary, exponent, size);
        if size == 4 { Some(exponent) } else { self.code.convert(exponent, DType::I64, DType::I32) }
    }

    /// Subnormal numbers scaled, others as they are; and which are subnormal or zero.
    fn normal(&mut self, x: V, parts: &Parts, size: usize) -> Option<(V, V)> {
        let (magnitude, least) = (self.magnitude(x, size), self.code.number(parts.least, size));
        let tiny = self.code.float_compare(Comparison::Less, magnitude, least, size);
        let scale = self.code.number(2f64.powi(parts.scale), size);
        let scaled = self.code.arithmetic(Arithmetic::Mul, x, scale, size);
        Some((self.code.select(tiny, scaled, x, size)?, tiny))
    }

    /// Whether a number is neither zero nor infinite nor NaN.
    fn has_exponent(&mut self, x: V, size: usize) -> V {
        let (zero, infinity) = (self.code.constant(&[0]), self.code.number(f64::INFINITY, size));
        let magnitude = self.magnitude(x, size);
        let above = self.code.float_compare(Comparison::Less, zero, magnitude, size);
        let below = self.code.float_compare(Comparison::Less, magnitude, infinity, size);
        self.code.mask_two(Bits::And, above, below)
    }

    fn magnitude(&mut self, x: V, size: usize) -> V {
        let sign = self.code.sign_bit(size);
        self.code.bits(Bits::AndNot, sign, x, size)
    }
}
