//! Truth values, and what they choose.

use super::super::code::V;
use super::super::operations::{Bits, Operations};
use super::{Held, Translator};
use crate::launch::program::Id;
use xparray_ir::ir::{BinaryOp, UnaryOp};

impl Translator<'_> {
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
                self.code.mask_not(x)
            }
            Imag | IsNan | IsInf => self.code.truth(false),
            IsFinite => self.code.truth(true),
            _ => return None,
        }))
    }

    pub(super) fn logical2(&mut self, op: BinaryOp, a: Id, b: Id) -> Option<Held> {
        use BinaryOp::*;
        let (x, y) = (self.mask(a)?, self.mask(b)?);
        Some(Held::Mask(match op {
            Add | Or | Max | Fmax => self.code.mask_two(Bits::Or, x, y),
            Mul | And | Min | Fmin => self.code.mask_two(Bits::And, x, y),
            Xor | Ne => self.code.mask_two(Bits::Xor, x, y),
            Eq => {
                let differ = self.code.mask_two(Bits::Xor, x, y);
                self.code.mask_not(differ)
            }
            Lt => self.code.mask_two(Bits::AndNot, x, y),
            Gt => self.code.mask_two(Bits::AndNot, y, x),
            Le => {
                let greater = self.code.mask_two(Bits::AndNot, y, x);
                self.code.mask_not(greater)
            }
            Ge => {
                let less = self.code.mask_two(Bits::AndNot, x, y);
                self.code.mask_not(less)
            }
            _ => return None,
        }))
    }
}
