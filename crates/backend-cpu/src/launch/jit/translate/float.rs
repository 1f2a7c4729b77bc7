//! Floats.

use super::super::code::V;
use super::super::operations::{Bits, Comparison, Operations, Rounding};
use super::{Held, Translator};
use crate::launch::ops::{Arithmetic, Poly};
use crate::launch::program::Id;
use xparray_ir::ir::{BinaryOp, UnaryOp};

impl Translator<'_> {
    /// By Horner's rule, from 0, as the loop does it.
    pub(super) fn polynomial(&mut self, poly: &Poly, x: V) -> V {
        let (coefficients, size): (Vec<V>, usize) = match poly {
            Poly::F32(all) => (all.iter().map(|c| self.code.constant(&c.to_le_bytes())).collect(), 4),
            Poly::F64(all) => (all.iter().map(|c| self.code.constant(&c.to_le_bytes())).collect(), 8),
        };
        let mut sum = self.code.constant(&[0]);
        for c in coefficients {
            sum = self.code.fused([false, false], [sum, x, c], size);
        }
        sum
    }

    pub(super) fn float1(&mut self, op: UnaryOp, a: Id, size: usize) -> Option<Held> {
        use UnaryOp::*;
        let x = self.bytes(a)?;
        Some(Held::Bytes(match op {
            Neg => {
                let sign = self.code.sign_bit(size);
                self.code.bits(Bits::Xor, x, sign, size)
            }
            Abs => {
                let sign = self.code.sign_bit(size);
                self.code.bits(Bits::AndNot, sign, x, size)
            }
            Square => self.code.arithmetic(Arithmetic::Mul, x, x, size),
            Reciprocal => {
                let one = self.code.number(1.0, size);
                self.code.arithmetic(Arithmetic::Div, one, x, size)
            }
            Imag => self.code.constant(&[0]),
            Sqrt => self.code.sqrt(x, size),
            Floor => self.code.round(Rounding::Floor, x, size),
            Ceil => self.code.round(Rounding::Ceil, x, size),
            Trunc => self.code.round(Rounding::Trunc, x, size),
            Rint => self.code.round(Rounding::Nearest, x, size),
            Mantissa => self.mantissa(x, size)?,
            Exponent => self.exponent(x, size)?,
            Sign => {
                let (zero, one, minus) =
                    (self.code.constant(&[0]), self.code.number(1.0, size), self.code.number(-1.0, size));
                let above = self.code.float_compare(Comparison::Less, zero, x, size);
                let below = self.code.float_compare(Comparison::Less, x, zero, size);
                let equal = self.code.float_compare(Comparison::Equal, x, zero, size);
                let y = self.code.select(above, one, x, size)?;
                let y = self.code.select(below, minus, y, size)?;
                self.code.select(equal, zero, y, size)?
            }
            IsNan => return Some(Held::Mask(self.code.float_compare(Comparison::Unordered, x, x, size))),
            IsInf | IsFinite => {
                let (sign, infinity) = (self.code.sign_bit(size), self.code.number(f64::INFINITY, size));
                let x = self.code.bits(Bits::AndNot, sign, x, size);
                let how = if op == IsInf { Comparison::Equal } else { Comparison::Less };
                return Some(Held::Mask(self.code.float_compare(how, x, infinity, size)));
            }
            SignBit => {
                let zero = self.code.constant(&[0]);
                return Some(Held::Mask(self.code.int_less(x, zero, size, true)));
            }
            _ => self.function1(op, x, size)?,
        }))
    }

    pub(super) fn float2(&mut self, op: BinaryOp, a: Id, b: Id, size: usize) -> Option<Held> {
        use BinaryOp::*;
        let (x, y) = (self.bytes(a)?, self.bytes(b)?);
        let compared = |this: &mut Self, how, x, y| Some(Held::Mask(this.code.float_compare(how, x, y, size)));
        match op {
            Eq => return compared(self, Comparison::Equal, x, y),
            Ne => return compared(self, Comparison::NotEqual, x, y),
            Lt => return compared(self, Comparison::Less, x, y),
            Le => return compared(self, Comparison::AtMost, x, y),
            Gt => return compared(self, Comparison::Less, y, x),
            Ge => return compared(self, Comparison::AtMost, y, x),
            _ => {}
        }
        Some(Held::Bytes(match op {
            // A comparison gives `y` if either is NaN.
            Min | Max => {
                let least = self.code.extreme(op == Min, x, y, size);
                let nan = self.code.float_compare(Comparison::Unordered, x, x, size);
                self.code.select(nan, x, least, size)?
            }
            Fmin | Fmax => {
                let (low, high) = if op == Fmin { (x, y) } else { (y, x) };
                let ordered = self.code.float_compare(Comparison::AtMost, low, high, size);
                let nan = self.code.float_compare(Comparison::Unordered, y, y, size);
                let first = self.code.mask_two(Bits::Or, ordered, nan);
                self.code.select(first, x, y, size)?
            }
            Copysign => {
                let sign = self.code.sign_bit(size);
                let (x, y) = (self.code.bits(Bits::AndNot, sign, x, size), self.code.bits(Bits::And, sign, y, size));
                self.code.bits(Bits::Or, x, y, size)
            }
            _ => self.function2(op, [x, y], size)?,
        }))
    }
}
