//! Operations by the instructions of AVX2 and AVX-512.

use super::super::code::{Code, V};
use super::super::operations::{Bits, Comparison, Operations, Rounding, Shift};
use super::encode::Opcode;
use super::opcodes::*;
use crate::launch::ops::Arithmetic;
use xparray_ir::DType;

/// Comparisons of floats, as the last byte of the instruction.
pub(super) mod how {
    pub const EQ: u8 = 0x00;
    pub const UNORDERED: u8 = 0x03;
    pub const NE: u8 = 0x04;
    pub const ORDERED: u8 = 0x07;
    pub const LT: u8 = 0x11;
    pub const LE: u8 = 0x12;
}

impl Operations for Code {
    fn arithmetic(&mut self, op: Arithmetic, x: V, y: V, size: usize) -> V {
        let byte = match op {
            Arithmetic::Add => ADD,
            Arithmetic::Sub => SUB,
            Arithmetic::Mul => MUL,
            Arithmetic::Div => DIV,
        };
        self.two(float(byte, size), self.width(size), x, y)
    }

    fn fused(&mut self, [product, addend]: [bool; 2], [x, y, z]: [V; 3], size: usize) -> V {
        self.fused_by(fused(product, addend, size), self.width(size), x, y, z)
    }

    fn sqrt(&mut self, x: V, size: usize) -> V {
        self.one(float(SQRT, size), self.width(size), x)
    }

    fn round(&mut self, how: Rounding, x: V, size: usize) -> V {
        let byte = match how {
            Rounding::Nearest => 8,
            Rounding::Floor => 9,
            Rounding::Ceil => 10,
            Rounding::Trunc => 11,
        };
        self.one_by(round(size), self.width(size), x, byte)
    }

    fn extreme(&mut self, least: bool, x: V, y: V, size: usize) -> V {
        self.two(float(if least { MIN } else { MAX }, size), self.width(size), x, y)
    }

    fn float_compare(&mut self, how: Comparison, x: V, y: V, size: usize) -> V {
        let byte = match how {
            Comparison::Equal => how::EQ,
            Comparison::NotEqual => how::NE,
            Comparison::Less => how::LT,
            Comparison::AtMost => how::LE,
            Comparison::Unordered => how::UNORDERED,
        };
        self.compare_by(byte, x, y, size)
    }

    fn bits(&mut self, op: Bits, x: V, y: V, size: usize) -> V {
        self.two(bits(op, size), self.width(size), x, y)
    }

    fn shift_by(&mut self, left: bool, x: V, by: u8, size: usize) -> V {
        self.shift(shift_by(size), self.width(size), if left { 6 } else { 2 }, x, by)
    }

    fn int_shift(&mut self, op: Shift, x: V, y: V, size: usize) -> V {
        let width = self.width(size);
        match op {
            // What is shifted by the width or more, or by less than none, is as it should be.
            Shift::Left => self.two(shift_left(size), width, x, y),
            Shift::Right => self.two(shift_right(size), width, x, y),
            Shift::Signed if size == 4 || self.wide => self.two(shift_sign(size), width, x, y),
            Shift::Signed => {
                let zero = self.constant(&[0]);
                let sign = self.two(greater(size), width, zero, x);
                let z = self.two(xor(size), width, x, sign);
                let z = self.two(shift_right(size), width, z, y);
                self.two(xor(size), width, z, sign)
            }
        }
    }

    fn int_add(&mut self, x: V, y: V, size: usize) -> V {
        self.two(int_add(size), self.width(size), x, y)
    }

    fn int_sub(&mut self, x: V, y: V, size: usize) -> V {
        self.two(int_sub(size), self.width(size), x, y)
    }

    fn int_product(&mut self, x: V, y: V, size: usize) -> V {
        let width = self.width(size);
        if size == 4 || self.wide {
            return self.two(int_mul(size), width, x, y);
        }
        let (x_high, y_high) = (self.shift(shift_by(8), width, 2, x, 32), self.shift(shift_by(8), width, 2, y, 32));
        let (first, second) = (self.two(MUL_HALVES, width, x_high, y), self.two(MUL_HALVES, width, x, y_high));
        let high = self.two(int_add(8), width, first, second);
        let high = self.shift(shift_by(8), width, 6, high, 32);
        let low = self.two(MUL_HALVES, width, x, y);
        self.two(int_add(8), width, low, high)
    }

    fn int_abs(&mut self, x: V, size: usize) -> V {
        let width = self.width(size);
        if size == 4 || self.wide {
            return self.one(int_abs(size), width, x);
        }
        let zero = self.constant(&[0]);
        let sign = self.two(greater(size), width, zero, x);
        let y = self.two(xor(size), width, x, sign);
        self.two(int_sub(size), width, y, sign)
    }

    fn int_extreme(&mut self, least: bool, signed: bool, x: V, y: V, size: usize) -> Option<V> {
        let op = match (least, signed) {
            (true, true) => signed_min(size),
            (false, true) => signed_max(size),
            (true, false) => unsigned_min(size),
            (false, false) => unsigned_max(size),
        };
        (size == 4 || self.wide).then(|| self.two(op, self.width(size), x, y))
    }

    fn int_equal(&mut self, x: V, y: V, size: usize) -> V {
        let width = self.width(size);
        if self.wide {
            return self.compare(signed_compare(size), width, x, y, Some(0));
        }
        let mask = self.two(equal(size), width, x, y);
        self.widened(mask, size)
    }

    fn int_less(&mut self, x: V, y: V, size: usize, signed: bool) -> V {
        let width = self.width(size);
        if self.wide {
            let op = if signed { signed_compare(size) } else { unsigned_compare(size) };
            return self.compare(op, width, x, y, Some(1));
        }
        let (mut x, mut y) = (x, y);
        if !signed {
            let sign = self.sign_bit(size);
            (x, y) = (self.two(xor(size), width, x, sign), self.two(xor(size), width, y, sign));
        }
        let mask = self.two(greater(size), width, y, x);
        self.widened(mask, size)
    }

    fn mask_two(&mut self, op: Bits, x: V, y: V) -> V {
        let largest = self.largest();
        if !self.wide {
            return self.bits(op, x, y, largest);
        }
        let op = match op {
            Bits::And => MASK_AND,
            Bits::AndNot => MASK_AND_NOT,
            Bits::Or => MASK_OR,
            Bits::Xor => MASK_XOR,
        };
        self.of_masks(op, x, y)
    }

    fn mask_not(&mut self, x: V) -> V {
        if self.wide {
            return self.not_of_mask(MASK_NOT, x);
        }
        let ones = self.truth(true);
        self.bits(Bits::Xor, x, ones, self.largest())
    }

    fn select(&mut self, mask: V, x: V, y: V, size: usize) -> Option<V> {
        let width = self.width(size);
        if self.wide {
            return Some(self.masked(blend(size), width, mask, y, x));
        }
        if size < 4 {
            return None;
        }
        let mask = self.narrowed(mask, size);
        Some(self.chosen(blend_by_sign(size), width, mask, y, x))
    }

    fn select_or_zero(&mut self, mask: V, x: V, size: usize) -> V {
        let width = self.width(size);
        if self.wide {
            return self.masked_or_zero(moves(size, true), width, mask, x);
        }
        let mask = self.narrowed(mask, size);
        self.two(and(size), width, mask, x)
    }

    fn truth_bytes(&mut self, mask: V) -> V {
        let ones = self.constant(&[1]);
        if self.wide {
            return self.masked_or_zero(moves(1, true), 16, mask, ones);
        }
        let words = match self.largest() {
            8 => {
                let halves = self.lower_halves(mask);
                self.two(PACK_4, 16, halves, halves)
            }
            _ => {
                let high = self.reversed(EXTRACT_HALF, 32, mask, Some(1));
                self.two(PACK_4, 16, mask, high)
            }
        };
        let bytes = self.two(PACK_2, 16, words, words);
        self.two(and(8), 16, bytes, ones)
    }

    fn convert(&mut self, x: V, source: DType, target: DType) -> Option<V> {
        self.converted(x, source, target)
    }

    fn not_zero(&mut self, x: V, dtype: DType) -> Option<V> {
        self.is_not_zero(x, dtype)
    }
}

/// The instruction of an operation on bits.
fn bits(op: Bits, size: usize) -> Opcode {
    match op {
        Bits::And => and(size),
        Bits::AndNot => and_not(size),
        Bits::Or => or(size),
        Bits::Xor => xor(size),
    }
}

impl Code {
    /// A comparison of floats by the instruction's last byte.
    pub(super) fn compare_by(&mut self, how: u8, x: V, y: V, size: usize) -> V {
        let (op, width) = (float(COMPARE, size), self.width(size));
        if self.wide {
            return self.compare(op, width, x, y, Some(how));
        }
        let mask = self.two_by(op, width, x, y, how);
        self.widened(mask, size)
    }

    /// A mask of elements of a size, as AVX2's instructions give it, in elements of the largest.
    fn widened(&mut self, mask: V, size: usize) -> V {
        if size == self.largest() { mask } else { self.one(widen(4, 8, true), self.width(8), mask) }
    }

    /// A mask for AVX2's instructions on elements of a size.
    fn narrowed(&mut self, mask: V, size: usize) -> V {
        if size == self.largest() { mask } else { self.lower_halves(mask) }
    }

    /// The lower halves of elements of 8 bytes, with AVX2.
    pub(super) fn lower_halves(&mut self, x: V) -> V {
        let high = self.reversed(EXTRACT_HALF, 32, x, Some(1));
        self.two_by(SHUFFLE, 16, x, high, 0x88)
    }
}
