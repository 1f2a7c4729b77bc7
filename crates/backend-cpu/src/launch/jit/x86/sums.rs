//! Adding up, with AVX-512.

use super::super::address::Mem;
use super::super::code::{Class, Place};
use super::super::emit::{Emitter, Part};
use super::emit::{TAIL_MASK, operands};
use super::encode::{Operands, Rm};
use super::opcodes::*;

/// The registers of a sum's lanes.
fn lanes(sum: u8) -> [u8; 2] {
    [30 - 2 * sum, 29 - 2 * sum]
}

/// The mask of a part, or none.
fn mask(part: Part) -> u8 {
    if part == Part::Rest { TAIL_MASK } else { 0 }
}

impl Emitter<'_> {
    /// Adds to elements of floats in memory.
    pub fn add(&mut self, place: Place, value: u8, part: Part) {
        let size = place.size as usize;
        let mem = Rm::Mem(self.address(place, part));
        let (sum, width, mask) = (self.scratch(Class::Vector), self.code.width(size), mask(part));
        let o = Operands { vvvv: value, ..operands(width, sum, mem) };
        self.vector(float(ADD, size), Operands { mask: (mask, mask != 0), ..o });
        self.vector(to_memory(moves(size, true)), Operands { mask: (mask, false), ..operands(width, sum, mem) });
    }

    /// Adds to lanes in registers: the first vector of a pair to the first, what is left of a row after whole vectors to the second.
    pub fn add_to_lanes(&mut self, sum: u8, value: u8, part: Part) {
        let second = part == Part::Rest || part == Part::Whole(1);
        let (register, size) = (lanes(sum)[usize::from(second)], self.code.sums[usize::from(sum)].size as usize);
        let o = Operands { vvvv: register, ..operands(self.code.width(size), register, Rm::Reg(value)) };
        self.vector(float(ADD, size), Operands { mask: (mask(part), false), ..o });
    }

    /// No sums yet.
    pub fn clear_lanes(&mut self) {
        let width = self.code.vector() as u8;
        for register in (0..self.code.sums.len() as u8).flat_map(lanes) {
            self.vector(xor(8), Operands { vvvv: register, ..operands(width, register, Rm::Reg(register)) });
        }
    }

    /// The sums of a row, to memory.
    pub fn store_lanes(&mut self) {
        let code = self.code;
        for (sum, &place) in code.sums.iter().enumerate() {
            let base = self.base(place);
            for (k, register) in lanes(sum as u8).into_iter().enumerate() {
                let mem = Rm::Mem(Mem::At(base, (k * code.vector()) as i32));
                self.vector(to_memory(moves(8, true)), operands(code.vector() as u8, register, mem));
            }
        }
    }
}
