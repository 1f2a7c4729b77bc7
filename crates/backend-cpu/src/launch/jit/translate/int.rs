//! Integers.

use super::super::operations::{Bits, Operations, Shift};
use super::{Held, Translator, is_signed};
use crate::launch::program::Id;
use xparray_ir::DType;
use xparray_ir::ir::{BinaryOp, UnaryOp};

impl Translator<'_> {
    pub(super) fn int1(&mut self, op: UnaryOp, a: Id, dtype: DType) -> Option<Held> {
        use UnaryOp::*;
        let size = dtype.size();
        match op {
            IsNan | IsInf => return Some(Held::Mask(self.code.truth(false))),
            IsFinite => return Some(Held::Mask(self.code.truth(true))),
            _ if size < 4 => return None,
            _ => {}
        }
        let x = self.bytes(a)?;
        let zero = self.code.constant(&[0]);
        Some(Held::Bytes(match op {
            Neg => self.code.int_sub(zero, x, size),
            Not => {
                let ones = self.code.constant(&[0xff]);
                self.code.bits(Bits::Xor, x, ones, size)
            }
            Square => self.code.int_product(x, x, size),
            Imag => zero,
            Abs => self.code.int_abs(x, size),
            Sign if is_signed(dtype) => {
                let (one, minus) = (self.code.integer(1, size), self.code.integer(-1, size));
                let (above, below) = (self.code.int_less(zero, x, size, true), self.code.int_less(x, zero, size, true));
                let y = self.code.select(above, one, x, size)?;
                self.code.select(below, minus, y, size)?
            }
            _ => return None,
        }))
    }

    pub(super) fn int2(&mut self, op: BinaryOp, a: Id, b: Id, dtype: DType) -> Option<Held> {
        use BinaryOp::*;
        let size = dtype.size();
        if size < 4 {
            return None;
        }
        let (x, y) = (self.bytes(a)?, self.bytes(b)?);
        let signed = is_signed(dtype);
        let shift = |this: &mut Self, op| Some(Held::Bytes(this.code.int_shift(op, x, y, size)));
        match op {
            Add => Some(Held::Bytes(self.code.int_add(x, y, size))),
            Sub => Some(Held::Bytes(self.code.int_sub(x, y, size))),
            And => Some(Held::Bytes(self.code.bits(Bits::And, x, y, size))),
            Or => Some(Held::Bytes(self.code.bits(Bits::Or, x, y, size))),
            Xor => Some(Held::Bytes(self.code.bits(Bits::Xor, x, y, size))),
            Mul => Some(Held::Bytes(self.code.int_product(x, y, size))),
            Shl => shift(self, Shift::Left),
            Shr if signed => shift(self, Shift::Signed),
            Shr => shift(self, Shift::Right),
            Eq => Some(Held::Mask(self.code.int_equal(x, y, size))),
            Ne => {
                let equal = self.code.int_equal(x, y, size);
                Some(Held::Mask(self.code.mask_not(equal)))
            }
            Lt => Some(Held::Mask(self.code.int_less(x, y, size, signed))),
            Gt => Some(Held::Mask(self.code.int_less(y, x, size, signed))),
            Le | Ge => {
                let (x, y) = if op == Le { (y, x) } else { (x, y) };
                let less = self.code.int_less(x, y, size, signed);
                Some(Held::Mask(self.code.mask_not(less)))
            }
            Min | Fmin | Max | Fmax => {
                let least = matches!(op, Min | Fmin);
                if let Some(v) = self.code.int_extreme(least, signed, x, y, size) {
                    return Some(Held::Bytes(v));
                }
                let less = self.code.int_less(x, y, size, signed);
                let (x, y) = if least { (x, y) } else { (y, x) };
                self.code.select(less, x, y, size).map(Held::Bytes)
            }
            _ => None,
        }
    }
}
