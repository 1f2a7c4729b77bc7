//! Operations by vector instructions. Truth values are elements of the largest size.

use super::super::code::{Code, V};
use super::super::operations::{Bits, Comparison, Operations, Rounding, Shift};
use super::opcodes::*;
use crate::launch::ops::Arithmetic;
use xparray_ir::DType;

impl Operations for Code {
    fn arithmetic(&mut self, op: Arithmetic, x: V, y: V, size: usize) -> V {
        let op = match op {
            Arithmetic::Add => fadd,
            Arithmetic::Sub => fsub,
            Arithmetic::Mul => fmul,
            Arithmetic::Div => fdiv,
        };
        self.two(op(size), x, y)
    }

    fn fused(&mut self, [product, addend]: [bool; 2], [x, y, z]: [V; 3], size: usize) -> V {
        // The addend first: the negative of the whole would have the wrong sign where it is zero.
        let z = if addend { self.one(fneg(size), z) } else { z };
        self.in_place(if product { fmls(size) } else { fmla(size) }, [z, x, y])
    }

    fn sqrt(&mut self, x: V, size: usize) -> V {
        self.one(fsqrt(size), x)
    }

    fn round(&mut self, how: Rounding, x: V, size: usize) -> V {
        let op = match how {
            Rounding::Nearest => frintn,
            Rounding::Floor => frintm,
            Rounding::Ceil => frintp,
            Rounding::Trunc => frintz,
        };
        self.one(op(size), x)
    }

    fn extreme(&mut self, least: bool, x: V, y: V, size: usize) -> V {
        let (high, low) = if least { (y, x) } else { (x, y) };
        let first = self.two(fcmgt(size), high, low);
        self.in_place(BSL, [first, x, y])
    }

    fn float_compare(&mut self, how: Comparison, x: V, y: V, size: usize) -> V {
        let mask = match how {
            Comparison::Equal | Comparison::NotEqual => self.two(fcmeq(size), x, y),
            Comparison::Less => self.two(fcmgt(size), y, x),
            Comparison::AtMost => self.two(fcmge(size), y, x),
            Comparison::Unordered => {
                let (x_is, y_is) = (self.two(fcmeq(size), x, x), self.two(fcmeq(size), y, y));
                if x == y { x_is } else { self.two(AND, x_is, y_is) }
            }
        };
        let mask = match how {
            Comparison::NotEqual | Comparison::Unordered => self.one(NOT, mask),
            _ => mask,
        };
        self.widened(mask, size)
    }

    fn bits(&mut self, op: Bits, x: V, y: V, _: usize) -> V {
        match op {
            Bits::And => self.two(AND, x, y),
            Bits::AndNot => self.two(BIC, y, x),
            Bits::Or => self.two(ORR, x, y),
            Bits::Xor => self.two(EOR, x, y),
        }
    }

    fn shift_by(&mut self, left: bool, x: V, by: u8, size: usize) -> V {
        self.one(if left { shl(size, by) } else { ushr(size, by) }, x)
    }

    fn int_shift(&mut self, op: Shift, x: V, y: V, size: usize) -> V {
        // The instructions look at the lowest byte of a distance only.
        let most = self.integer(8 * size as i64, size);
        let y = if size == 4 {
            self.two(umin(4), y, most)
        } else {
            let beyond = self.two(cmhi(8), y, most);
            self.in_place(BSL, [beyond, most, y])
        };
        match op {
            Shift::Left => self.two(ushl(size), x, y),
            Shift::Right | Shift::Signed => {
                let y = self.one(neg(size), y);
                self.two(if op == Shift::Right { ushl(size) } else { sshl(size) }, x, y)
            }
        }
    }

    fn int_add(&mut self, x: V, y: V, size: usize) -> V {
        self.two(add(size), x, y)
    }

    fn int_sub(&mut self, x: V, y: V, size: usize) -> V {
        self.two(sub(size), x, y)
    }

    fn int_product(&mut self, x: V, y: V, size: usize) -> V {
        if size == 4 {
            return self.two(mul(4), x, y);
        }
        // The products of a half of the one and the other half of the other count 2^32 times.
        let crossed = self.one(REV64, y);
        let products = self.two(mul(4), crossed, x);
        let high = self.one(UADDLP, products);
        let high = self.one(shl(8, 32), high);
        let (x, y) = (self.one(xtn(4), x), self.one(xtn(4), y));
        self.in_place(UMLAL, [high, x, y])
    }

    fn int_abs(&mut self, x: V, size: usize) -> V {
        self.one(abs(size), x)
    }

    fn int_extreme(&mut self, least: bool, signed: bool, x: V, y: V, size: usize) -> Option<V> {
        let op = match (least, signed) {
            (true, true) => smin,
            (false, true) => smax,
            (true, false) => umin,
            (false, false) => umax,
        };
        (size == 4).then(|| self.two(op(size), x, y))
    }

    fn int_equal(&mut self, x: V, y: V, size: usize) -> V {
        let mask = self.two(cmeq(size), x, y);
        self.widened(mask, size)
    }

    fn int_less(&mut self, x: V, y: V, size: usize, signed: bool) -> V {
        let mask = self.two(if signed { cmgt(size) } else { cmhi(size) }, y, x);
        self.widened(mask, size)
    }

    fn mask_two(&mut self, op: Bits, x: V, y: V) -> V {
        self.bits(op, x, y, self.largest())
    }

    fn mask_not(&mut self, x: V) -> V {
        self.one(NOT, x)
    }

    fn select(&mut self, mask: V, x: V, y: V, size: usize) -> Option<V> {
        let mask = self.narrowed(mask, size);
        Some(self.in_place(BSL, [mask, x, y]))
    }

    fn select_or_zero(&mut self, mask: V, x: V, size: usize) -> V {
        let mask = self.narrowed(mask, size);
        self.two(AND, mask, x)
    }

    fn truth_bytes(&mut self, mask: V) -> V {
        let ones = self.constant(&[1]);
        self.select_or_zero(mask, ones, 1)
    }

    fn convert(&mut self, x: V, source: DType, target: DType) -> Option<V> {
        self.converted(x, source, target)
    }

    fn not_zero(&mut self, x: V, dtype: DType) -> Option<V> {
        let size = dtype.size();
        if dtype.is_float() {
            let zero = self.constant(&[0]);
            return (size >= 4).then(|| self.float_compare(Comparison::NotEqual, x, zero, size));
        }
        let mask = self.two(cmtst(size), x, x);
        Some(self.widened(mask, size))
    }
}

impl Code {
    /// A mask of elements of a size, in elements of the largest.
    fn widened(&mut self, mask: V, size: usize) -> V {
        self.extended(mask, size, self.largest(), true)
    }

    /// A mask for elements of a size.
    fn narrowed(&mut self, mask: V, size: usize) -> V {
        self.halved(mask, xtn, self.largest(), size)
    }
}
