//! Truth values, and what they choose.

use super::super::code::{Class, Source, V};
use super::super::encode::Opcode;
use super::super::opcodes::*;
use super::{Held, Translator};
use crate::launch::program::Id;
use xparray_ir::ir::{BinaryOp, UnaryOp};

impl Translator<'_> {
    /// The same truth value for all elements.
    pub(super) fn truth(&mut self, value: bool) -> V {
        let class = if self.code.wide { Class::Mask } else { Class::Vector };
        let at = self.code.vector_of(&[if value { 0xff } else { 0 }]);
        self.code.fixed(class, Source::Constant(at))
    }

    /// A truth value.
    pub(super) fn mask(&mut self, id: Id) -> Option<V> {
        match self.values[id as usize]? {
            Held::Mask(v) => Some(v),
            Held::Bytes(_) => None,
        }
    }

    pub(super) fn logical1(&mut self, op: UnaryOp, a: Id) -> Option<Held> {
        use UnaryOp::*;
        Some(Held::Mask(match op {
            Not => {
                let x = self.mask(a)?;
                self.mask_not(x)
            }
            Imag | IsNan | IsInf => self.truth(false),
            IsFinite => self.truth(true),
            _ => return None,
        }))
    }

    pub(super) fn logical2(&mut self, op: BinaryOp, a: Id, b: Id) -> Option<Held> {
        use BinaryOp::*;
        let (x, y) = (self.mask(a)?, self.mask(b)?);
        Some(Held::Mask(match op {
            Add | Or | Max | Fmax => self.mask_or(x, y),
            Mul | And | Min | Fmin => self.mask_and(x, y),
            Xor | Ne => self.mask_two(MASK_XOR, xor(self.largest), x, y),
            Eq => {
                let differ = self.mask_two(MASK_XOR, xor(self.largest), x, y);
                self.mask_not(differ)
            }
            Lt => self.mask_and_not(x, y),
            Gt => self.mask_and_not(y, x),
            Le => {
                let greater = self.mask_and_not(y, x);
                self.mask_not(greater)
            }
            Ge => {
                let less = self.mask_and_not(x, y);
                self.mask_not(less)
            }
            _ => return None,
        }))
    }

    pub(super) fn mask_two(&mut self, op: Opcode, vector: Opcode, x: V, y: V) -> V {
        if self.code.wide {
            self.code.mask_two(op, x, y)
        } else {
            self.code.two(vector, self.width(self.largest), x, y)
        }
    }

    pub(super) fn mask_and(&mut self, x: V, y: V) -> V {
        self.mask_two(MASK_AND, and(self.largest), x, y)
    }

    pub(super) fn mask_or(&mut self, x: V, y: V) -> V {
        self.mask_two(MASK_OR, or(self.largest), x, y)
    }

    /// `y` where `x` is not.
    pub(super) fn mask_and_not(&mut self, x: V, y: V) -> V {
        self.mask_two(MASK_AND_NOT, and_not(self.largest), x, y)
    }

    pub(super) fn mask_not(&mut self, x: V) -> V {
        if self.code.wide {
            return self.code.mask_one(MASK_NOT, x);
        }
        let ones = self.truth(true);
        self.code.two(xor(self.largest), self.width(self.largest), x, ones)
    }

    /// A mask of elements of a size, as AVX2's instructions give it, in elements of the largest.
    pub(super) fn widened(&mut self, mask: V, size: usize) -> V {
        if size == self.largest { mask } else { self.code.one(widen(4, 8, true), self.width(8), mask) }
    }

    /// A mask for AVX2's instructions on elements of a size.
    pub(super) fn narrowed(&mut self, mask: V, size: usize) -> V {
        if size == self.largest { mask } else { self.lower_halves(mask) }
    }

    /// The lower halves of elements of 8 bytes, with AVX2.
    pub(super) fn lower_halves(&mut self, x: V) -> V {
        let high = self.code.reversed(EXTRACT_HALF, 32, x, Some(1));
        self.code.two_by(SHUFFLE, 16, x, high, 0x88)
    }

    /// `x` where the mask says, else `y`.
    pub(super) fn select(&mut self, mask: V, x: V, y: V, size: usize) -> Option<V> {
        let width = self.width(size);
        if self.code.wide {
            return Some(self.code.masked(blend(size), width, mask, y, x));
        }
        if size < 4 {
            return None;
        }
        let mask = self.narrowed(mask, size);
        Some(self.code.chosen(blend_by_sign(size), width, mask, y, x))
    }

    /// `x` where the mask says, else 0.
    pub(super) fn select_or_zero(&mut self, mask: V, x: V, size: usize) -> V {
        let width = self.width(size);
        if self.code.wide {
            return self.code.masked_or_zero(moves(size, true), width, mask, x);
        }
        let mask = self.narrowed(mask, size);
        self.code.two(and(size), width, mask, x)
    }

    /// The bytes 0 and 1.
    pub(super) fn truth_bytes(&mut self, mask: V) -> V {
        let ones = self.code.constant(&[1]);
        if self.code.wide {
            return self.code.masked_or_zero(moves(1, true), 16, mask, ones);
        }
        let words = match self.largest {
            8 => {
                let halves = self.lower_halves(mask);
                self.code.two(PACK_4, 16, halves, halves)
            }
            _ => {
                let high = self.code.reversed(EXTRACT_HALF, 32, mask, Some(1));
                self.code.two(PACK_4, 16, mask, high)
            }
        };
        let bytes = self.code.two(PACK_2, 16, words, words);
        self.code.two(and(8), 16, bytes, ones)
    }
}
