//! Mantissas and exponents of floats, as `frexp` has them.

use super::super::code::V;
use super::super::opcodes::*;
use super::Translator;
use super::float::how;

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
        let (others, half) = (self.integer(!parts.field, size), self.integer((parts.bias - 1) << parts.places, size));
        let bits = self.code.two(and(size), self.width(size), normal, others);
        let mantissa = self.code.two(or(size), self.width(size), bits, half);
        let ordinary = self.has_exponent(x, size);
        self.select(ordinary, mantissa, x, size)
    }

    /// The exponent, of 4 bytes; 0 where there is none.
    pub(super) fn exponent(&mut self, x: V, size: usize) -> Option<V> {
        let parts = Parts::of(size);
        let (normal, tiny) = self.normal(x, &parts, size)?;
        let (width, field) = (self.width(size), self.integer(parts.field, size));
        let bits = self.code.two(and(size), width, normal, field);
        let biased = self.code.shift(shift_by(size), width, 2, bits, parts.places);
        let bias = self.integer(parts.bias - 1, size);
        let more = self.integer(parts.bias - 1 + i64::from(parts.scale), size);
        let bias = self.select(tiny, more, bias, size)?;
        let exponent = self.code.two(int_sub(size), width, biased, bias);
        let ordinary = self.has_exponent(x, size);
        let exponent = self.select_or_zero(ordinary, exponent, size);
        Some(match size {
            4 => exponent,
            _ if self.code.wide => self.code.reversed(narrow(8, 4), width, exponent, None),
            _ => self.lower_halves(exponent),
        })
    }

    /// Subnormal numbers scaled, others as they are; and which are subnormal or zero.
    fn normal(&mut self, x: V, parts: &Parts, size: usize) -> Option<(V, V)> {
        let (magnitude, least) = (self.magnitude(x, size), self.number(parts.least, size));
        let tiny = self.float_compare(how::LT, magnitude, least, size);
        let scale = self.number(2f64.powi(parts.scale), size);
        let scaled = self.code.two(float(MUL, size), self.width(size), x, scale);
        Some((self.select(tiny, scaled, x, size)?, tiny))
    }

    /// Whether a number is neither zero nor infinite nor NaN.
    fn has_exponent(&mut self, x: V, size: usize) -> V {
        let (zero, infinity) = (self.code.constant(&[0]), self.number(f64::INFINITY, size));
        let magnitude = self.magnitude(x, size);
        let above = self.float_compare(how::LT, zero, magnitude, size);
        let below = self.float_compare(how::LT, magnitude, infinity, size);
        self.mask_and(above, below)
    }

    fn magnitude(&mut self, x: V, size: usize) -> V {
        let sign = self.sign_bit(size);
        self.code.two(and_not(size), self.width(size), sign, x)
    }
}
