//! Floats.

use super::super::code::V;
use super::super::opcodes::*;
use super::{Held, Translator};
use crate::launch::ops::{Arithmetic, Poly};
use crate::launch::program::Id;
use xparray_ir::ir::{BinaryOp, UnaryOp};

/// Comparisons of floats, as the last byte of the instruction.
pub(super) mod how {
    pub const EQ: u8 = 0x00;
    pub const UNORDERED: u8 = 0x03;
    pub const NE: u8 = 0x04;
    pub const ORDERED: u8 = 0x07;
    pub const LT: u8 = 0x11;
    pub const LE: u8 = 0x12;
}

impl Translator<'_> {
    pub(super) fn arithmetic(&mut self, op: Arithmetic, x: V, y: V, size: usize) -> V {
        let byte = match op {
            Arithmetic::Add => ADD,
            Arithmetic::Sub => SUB,
            Arithmetic::Mul => MUL,
            Arithmetic::Div => DIV,
        };
        self.code.two(float(byte, size), self.width(size), x, y)
    }

    /// By Horner's rule, from 0, as the loop does it.
    pub(super) fn polynomial(&mut self, poly: &Poly, x: V) -> V {
        let (coefficients, size): (Vec<V>, usize) = match poly {
            Poly::F32(all) => (all.iter().map(|c| self.code.constant(&c.to_le_bytes())).collect(), 4),
            Poly::F64(all) => (all.iter().map(|c| self.code.constant(&c.to_le_bytes())).collect(), 8),
        };
        let width = self.width(size);
        let mut sum = self.code.constant(&[0]);
        for c in coefficients {
            sum = self.code.fused(fused(false, false, size), width, sum, x, c);
        }
        sum
    }

    /// A constant of the floats of a size.
    pub(super) fn number(&mut self, value: f64, size: usize) -> V {
        match size {
            4 => self.code.constant(&(value as f32).to_le_bytes()),
            _ => self.code.constant(&value.to_le_bytes()),
        }
    }

    pub(super) fn sign_bit(&mut self, size: usize) -> V {
        self.integer(if size == 4 { i32::MIN.into() } else { i64::MIN }, size)
    }

    pub(super) fn float1(&mut self, op: UnaryOp, a: Id, size: usize) -> Option<Held> {
        use UnaryOp::*;
        let x = self.bytes(a)?;
        let width = self.width(size);
        let rounded = |this: &mut Self, how| this.code.one_by(round(size), width, x, how);
        Some(Held::Bytes(match op {
            Neg => {
                let sign = self.sign_bit(size);
                self.code.two(xor(size), width, x, sign)
            }
            Abs => {
                let sign = self.sign_bit(size);
                self.code.two(and_not(size), width, sign, x)
            }
            Square => self.code.two(float(MUL, size), width, x, x),
            Reciprocal => {
                let one = self.number(1.0, size);
                self.code.two(float(DIV, size), width, one, x)
            }
            Imag => self.code.constant(&[0]),
            Sqrt => self.code.one(float(SQRT, size), width, x),
            Floor => rounded(self, 9),
            Ceil => rounded(self, 10),
            Trunc => rounded(self, 11),
            Rint => rounded(self, 8),
            Mantissa => self.mantissa(x, size)?,
            Exponent => self.exponent(x, size)?,
            Sign => {
                let (zero, one, minus) = (self.code.constant(&[0]), self.number(1.0, size), self.number(-1.0, size));
                let above = self.float_compare(how::LT, zero, x, size);
                let below = self.float_compare(how::LT, x, zero, size);
                let equal = self.float_compare(how::EQ, x, zero, size);
                let y = self.select(above, one, x, size)?;
                let y = self.select(below, minus, y, size)?;
                self.select(equal, zero, y, size)?
            }
            IsNan => return Some(Held::Mask(self.float_compare(how::UNORDERED, x, x, size))),
            IsInf | IsFinite => {
                let (sign, infinity) = (self.sign_bit(size), self.number(f64::INFINITY, size));
                let x = self.code.two(and_not(size), width, sign, x);
                let how = if op == IsInf { how::EQ } else { how::LT };
                return Some(Held::Mask(self.float_compare(how, x, infinity, size)));
            }
            SignBit => {
                let zero = self.code.constant(&[0]);
                return Some(Held::Mask(self.int_less(x, zero, size, true)));
            }
            _ => self.function1(op, x, size)?,
        }))
    }

    pub(super) fn float2(&mut self, op: BinaryOp, a: Id, b: Id, size: usize) -> Option<Held> {
        use BinaryOp::*;
        let (x, y) = (self.bytes(a)?, self.bytes(b)?);
        let width = self.width(size);
        let compared = |this: &mut Self, how, x, y| Some(Held::Mask(this.float_compare(how, x, y, size)));
        match op {
            Eq => return compared(self, how::EQ, x, y),
            Ne => return compared(self, how::NE, x, y),
            Lt => return compared(self, how::LT, x, y),
            Le => return compared(self, how::LE, x, y),
            Gt => return compared(self, how::LT, y, x),
            Ge => return compared(self, how::LE, y, x),
            _ => {}
        }
        Some(Held::Bytes(match op {
            // The instruction gives `y` if either is NaN.
            Min | Max => {
                let least = self.code.two(float(if op == Min { MIN } else { MAX }, size), width, x, y);
                let nan = self.float_compare(how::UNORDERED, x, x, size);
                self.select(nan, x, least, size)?
            }
            Fmin | Fmax => {
                let (low, high) = if op == Fmin { (x, y) } else { (y, x) };
                let ordered = self.float_compare(how::LE, low, high, size);
                let nan = self.float_compare(how::UNORDERED, y, y, size);
                let first = self.mask_or(ordered, nan);
                self.select(first, x, y, size)?
            }
            Copysign => {
                let sign = self.sign_bit(size);
                let (x, y) = (self.code.two(and_not(size), width, sign, x), self.code.two(and(size), width, sign, y));
                self.code.two(or(size), width, x, y)
            }
            _ => self.function2(op, [x, y], size)?,
        }))
    }

    pub(super) fn float_compare(&mut self, how: u8, x: V, y: V, size: usize) -> V {
        let (op, width) = (float(COMPARE, size), self.width(size));
        if self.code.wide {
            return self.code.compare(op, width, x, y, Some(how));
        }
        let mask = self.code.two_by(op, width, x, y, how);
        self.widened(mask, size)
    }
}
