//! Adding up. What is left of a row after whole vectors is added to the lanes in memory, one element after the other.

use super::super::address::Mem;
use super::super::arguments::Word;
use super::super::code::Place;
use super::super::emit::{Emitter, Part};
use super::emit::SCRATCH_VECTOR;
use super::opcodes::{EOR, fadd};
use super::{DONE, LANES, SCRATCH};

/// The registers of a sum's lanes.
fn lanes(sum: u8) -> [u8; LANES] {
    std::array::from_fn(|k| 29 - LANES as u8 * sum - k as u8)
}

impl Emitter<'_> {
    /// Adds to elements of floats in memory.
    pub fn add(&mut self, place: Place, value: u8, part: Part) {
        let size = usize::from(place.size);
        let (mem, bytes) = (self.address(place, part), self.bytes(size, part));
        self.assembler.load_vector(SCRATCH_VECTOR, mem, bytes);
        self.assembler.word(fadd(size), [SCRATCH_VECTOR, SCRATCH_VECTOR, value]);
        self.assembler.store_vector(mem, SCRATCH_VECTOR, bytes);
    }

    /// Adds to lanes: each vector of a turn to one of its own.
    pub fn add_to_lanes(&mut self, sum: u8, value: u8, part: Part) {
        let place = self.code.sums[usize::from(sum)];
        match part {
            Part::Whole(k) => {
                let register = lanes(sum)[k];
                self.assembler.word(fadd(place.size.into()), [register, register, value]);
            }
            Part::Rest => self.add(place, value, part),
        }
    }

    /// No sums yet.
    pub fn clear_lanes(&mut self) {
        for register in (0..self.code.sums.len() as u8).flat_map(lanes) {
            self.assembler.word(EOR, [register; 3]);
        }
    }

    /// The sums of a row, to memory.
    pub fn store_lanes(&mut self) {
        let code = self.code;
        for (sum, &place) in code.sums.iter().enumerate() {
            let base = self.base(place);
            for (k, register) in lanes(sum as u8).into_iter().enumerate() {
                let mem = Mem::At(base, (k * code.vector()) as i32);
                self.assembler.store_vector(mem, register, code.vector());
            }
        }
    }

    /// The addresses of lanes become such that the next element of the row is added to the first lane of the second half.
    pub(super) fn aim_at_rest(&mut self) {
        let code = self.code;
        for &place in &code.sums {
            let (current, base) = (self.operand(place.operand, Word::Current), self.base(place));
            self.assembler.subtract_scaled(SCRATCH, base, DONE, place.size.trailing_zeros());
            self.assembler.add_value(SCRATCH, (LANES / 2 * code.vector()) as i32);
            match self.register(place) {
                Some(register) => {
                    self.assembler.store(current, register);
                    self.assembler.copy(register, SCRATCH);
                }
                None => self.assembler.store(current, SCRATCH),
            }
        }
    }

    /// The addresses in registers become those of the lanes again.
    pub(super) fn aim_back(&mut self) {
        let code = self.code;
        for &place in &code.sums {
            if let Some(register) = self.register(place) {
                self.assembler.load(register, self.operand(place.operand, Word::Current));
            }
        }
    }
}
