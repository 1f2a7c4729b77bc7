//! Integers.

use super::super::code::V;
use super::super::encode::Opcode;
use super::super::opcodes::*;
use super::{Held, Translator, is_signed};
use crate::launch::program::Id;
use xparray_ir::DType;
use xparray_ir::ir::{BinaryOp, UnaryOp};

impl Translator<'_> {
    /// A constant of the integers of a size.
    pub(super) fn integer(&mut self, value: i64, size: usize) -> V {
        self.code.constant(&value.to_le_bytes()[..size])
    }

    pub(super) fn int1(&mut self, op: UnaryOp, a: Id, dtype: DType) -> Option<Held> {
        use UnaryOp::*;
        let size = dtype.size();
        match op {
            IsNan | IsInf => return Some(Held::Mask(self.truth(false))),
            IsFinite => return Some(Held::Mask(self.truth(true))),
            _ if size < 4 => return None,
            _ => {}
        }
        let x = self.bytes(a)?;
        let width = self.width(size);
        let zero = self.code.constant(&[0]);
        Some(Held::Bytes(match op {
            Neg => self.code.two(int_sub(size), width, zero, x),
            Not => {
                let ones = self.code.constant(&[0xff]);
                self.code.two(xor(size), width, x, ones)
            }
            Square => self.int_product(x, x, size),
            Imag => zero,
            Abs if size == 4 || self.code.wide => self.code.one(int_abs(size), width, x),
            Abs => {
                let sign = self.code.two(greater(size), width, zero, x);
                let y = self.code.two(xor(size), width, x, sign);
                self.code.two(int_sub(size), width, y, sign)
            }
            Sign if is_signed(dtype) => {
                let (one, minus) = (self.integer(1, size), self.integer(-1, size));
                let (above, below) = (self.int_less(zero, x, size, true), self.int_less(x, zero, size, true));
                let y = self.select(above, one, x, size)?;
                self.select(below, minus, y, size)?
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
        let (width, signed) = (self.width(size), is_signed(dtype));
        let simple = |this: &mut Self, op: Opcode| Some(Held::Bytes(this.code.two(op, width, x, y)));
        match op {
            Add => simple(self, int_add(size)),
            Sub => simple(self, int_sub(size)),
            And => simple(self, and(size)),
            Or => simple(self, or(size)),
            Xor => simple(self, xor(size)),
            Mul => Some(Held::Bytes(self.int_product(x, y, size))),
            // What is shifted by the width or more, or by less than none, is as the loops have it.
            Shl => simple(self, shift_left(size)),
            Shr if !signed => simple(self, shift_right(size)),
            Shr if size == 4 || self.code.wide => simple(self, shift_sign(size)),
            Shr => {
                let zero = self.code.constant(&[0]);
                let sign = self.code.two(greater(size), width, zero, x);
                let z = self.code.two(xor(size), width, x, sign);
                let z = self.code.two(shift_right(size), width, z, y);
                Some(Held::Bytes(self.code.two(xor(size), width, z, sign)))
            }
            Eq => Some(Held::Mask(self.int_equal(x, y, size))),
            Ne => {
                let equal = self.int_equal(x, y, size);
                Some(Held::Mask(self.mask_not(equal)))
            }
            Lt => Some(Held::Mask(self.int_less(x, y, size, signed))),
            Gt => Some(Held::Mask(self.int_less(y, x, size, signed))),
            Le | Ge => {
                let (x, y) = if op == Le { (y, x) } else { (x, y) };
                let less = self.int_less(x, y, size, signed);
                Some(Held::Mask(self.mask_not(less)))
            }
            Min | Fmin | Max | Fmax => {
                let least = matches!(op, Min | Fmin);
                if size == 4 || self.code.wide {
                    return simple(
                        self,
                        match (least, signed) {
                            (true, true) => signed_min(size),
                            (false, true) => signed_max(size),
                            (true, false) => unsigned_min(size),
                            (false, false) => unsigned_max(size),
                        },
                    );
                }
                let less = self.int_less(x, y, size, signed);
                let (x, y) = if least { (x, y) } else { (y, x) };
                self.select(less, x, y, size).map(Held::Bytes)
            }
            _ => None,
        }
    }

    /// The lower half of the product.
    pub(super) fn int_product(&mut self, x: V, y: V, size: usize) -> V {
        let width = self.width(size);
        if size == 4 || self.code.wide {
            return self.code.two(int_mul(size), width, x, y);
        }
        let (x_high, y_high) =
            (self.code.shift(shift_by(8), width, 2, x, 32), self.code.shift(shift_by(8), width, 2, y, 32));
        let (first, second) =
            (self.code.two(MUL_HALVES, width, x_high, y), self.code.two(MUL_HALVES, width, x, y_high));
        let high = self.code.two(int_add(8), width, first, second);
        let high = self.code.shift(shift_by(8), width, 6, high, 32);
        let low = self.code.two(MUL_HALVES, width, x, y);
        self.code.two(int_add(8), width, low, high)
    }

    pub(super) fn int_equal(&mut self, x: V, y: V, size: usize) -> V {
        let width = self.width(size);
        if self.code.wide {
            return self.code.compare(signed_compare(size), width, x, y, Some(0));
        }
        let mask = self.code.two(equal(size), width, x, y);
        self.widened(mask, size)
    }

    pub(super) fn int_less(&mut self, x: V, y: V, size: usize, signed: bool) -> V {
        let width = self.width(size);
        if self.code.wide {
            let op = if signed { signed_compare(size) } else { unsigned_compare(size) };
            return self.code.compare(op, width, x, y, Some(1));
        }
        let (mut x, mut y) = (x, y);
        if !signed {
            let sign = self.sign_bit(size);
            (x, y) = (self.code.two(xor(size), width, x, sign), self.code.two(xor(size), width, y, sign));
        }
        let mask = self.code.two(greater(size), width, y, x);
        self.widened(mask, size)
    }
}
