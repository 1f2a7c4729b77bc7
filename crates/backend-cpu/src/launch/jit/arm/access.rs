//! Elements of operands, to registers and back.

use super::super::address::{Gpr, Mem};
use super::super::arguments::Word;
use super::super::code::Place;
use super::super::emit::{Emitter, Part};
use super::SCRATCH;

impl Emitter<'_> {
    /// Elements that follow each other, to a register.
    pub fn load(&mut self, place: Place, out: u8, part: Part) {
        let (mem, bytes) = (self.address(place, part), self.bytes(place.size.into(), part));
        self.assembler.load_vector(out, mem, bytes);
    }

    /// A register to elements that follow each other.
    pub fn store(&mut self, place: Place, value: u8, part: Part) {
        let (mem, bytes) = (self.address(place, part), self.bytes(place.size.into(), part));
        self.assembler.store_vector(mem, value, bytes);
    }

    /// Elements apart, one by one.
    pub fn load_apart(&mut self, place: Place, out: u8, _: Option<u8>, part: Part) {
        let size = usize::from(place.size);
        let lanes = self.apart(place, part);
        // So that the result does not wait for what was in the register.
        self.assembler.load_vector(out, Mem::At(SCRATCH, 0), size);
        self.assembler.add_scaled(SCRATCH, SCRATCH, Gpr::VALUE, 0);
        for lane in 1..lanes {
            self.assembler.element(true, out, (size, lane), SCRATCH, Gpr::VALUE);
        }
    }

    /// Likewise.
    pub fn store_apart(&mut self, place: Place, value: u8, _: Option<u8>, part: Part) {
        for lane in 0..self.apart(place, part) {
            self.assembler.element(false, value, (place.size.into(), lane), SCRATCH, Gpr::VALUE);
        }
    }

    /// Reads where elements are and how far apart, and says how many there are.
    fn apart(&mut self, place: Place, part: Part) -> usize {
        self.assembler.load(SCRATCH, self.operand(place.operand, Word::Current));
        self.assembler.load(Gpr::VALUE, self.operand(place.operand, Word::Element));
        if part == Part::Rest { 1 } else { self.code.lanes }
    }
}
