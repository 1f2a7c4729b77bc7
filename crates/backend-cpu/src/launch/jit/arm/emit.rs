//! What is particular about the function around the body.

use super::super::address::{Gpr, Mem};
use super::super::code::Class;
use super::super::emit::{Emitter, Part};
use super::super::registers::At;
use super::encode::Condition;
use super::instruction::{Instruction, Shape};
use super::opcodes::{ORR, add};
use super::{DONE, LANES, LENGTH};

/// Vectors of which the caller wants the lower halves back.
const SAVED: [[u8; 2]; 4] = [[8, 9], [10, 11], [12, 13], [14, 15]];
/// The bytes of what is saved.
const SAVES: i32 = 80;
/// A vector register for sequences.
pub const SCRATCH_VECTOR: u8 = 31;
/// One more, of integers that are added.
const ADDED: u8 = 30;
/// Longer bodies hide the loop around them.
const SHORT_BODY: usize = 32;

impl Emitter<'_> {
    /// Saves what the caller wants back, and makes room for so many bytes.
    pub fn enter(&mut self, frame: i32) {
        self.assembler.add_value(Gpr::STACK, -SAVES);
        self.assembler.pair(false, [Gpr::FRAME, Gpr::LINK], 0);
        self.assembler.address_of(Gpr::FRAME, Mem::At(Gpr::STACK, 0));
        for (k, pair) in SAVED.into_iter().enumerate() {
            self.assembler.vector_pair(false, pair, 16 * (k as i32 + 1));
        }
        self.assembler.add_value(Gpr::STACK, -frame);
    }

    /// Returns to the caller.
    pub fn leave(&mut self, frame: i32) {
        self.assembler.add_value(Gpr::STACK, frame);
        for (k, pair) in SAVED.into_iter().enumerate() {
            self.assembler.vector_pair(true, pair, 16 * (k as i32 + 1));
        }
        self.assembler.pair(true, [Gpr::FRAME, Gpr::LINK], 0);
        self.assembler.add_value(Gpr::STACK, SAVES);
        self.assembler.leave();
    }

    /// What all rows have in common: nothing.
    pub fn before_rows(&mut self) {}

    /// Goes through a row.
    pub fn row(&mut self) {
        if self.code.sums.is_empty() {
            if self.allocated.body.len() <= SHORT_BODY {
                self.vectors(2);
            }
            self.vectors(1);
            self.rest();
        } else {
            self.vectors(LANES);
            // Half of the lanes, then what is left to the other half.
            self.vectors(LANES / 2);
            self.store_lanes();
            self.aim_at_rest();
            self.rest();
            self.aim_back();
        }
    }

    fn rest(&mut self) {
        let end = self.assembler.label();
        self.assembler.compare(DONE, LENGTH);
        self.assembler.jump_if(Condition::AboveOrEqual, end);
        self.elements(LENGTH);
        self.assembler.place(end);
    }

    /// An instruction on registers.
    pub fn machine(&mut self, instruction: Instruction, out: u8, args: [At; 3], _mask: u8) {
        let register = |k: usize| match args[k] {
            At::Register(register) => register,
            At::Home(_) => unreachable!("no argument may be in memory"),
        };
        let fields = match instruction.shape {
            Shape::One => [out, register(0), 0],
            Shape::Two => [out, register(0), register(1)],
            Shape::InPlace => [out, register(1), register(2)],
        };
        self.assembler.word(instruction.op, fields);
    }

    /// A value from memory.
    pub fn fill(&mut self, _: Class, register: u8, mem: Mem) {
        self.assembler.load_vector(register, mem, self.code.vector());
    }

    /// A value to memory.
    pub fn spill(&mut self, _: Class, mem: Mem, register: u8) {
        self.assembler.store_vector(mem, register, self.code.vector());
    }

    /// A vector from one register to another.
    pub fn copy(&mut self, to: u8, from: u8) {
        self.assembler.word(ORR, [to, from, from]);
    }

    /// An element of so many bytes, repeated.
    pub fn repeat(&mut self, register: u8, size: usize, mem: Mem) {
        self.assembler.repeat(register, mem, size);
    }

    /// Adds integers of 8 bytes in memory.
    pub fn add_integers(&mut self, register: u8, mem: Mem) {
        self.assembler.load_vector(ADDED, mem, self.code.vector());
        self.assembler.word(add(8), [register, register, ADDED]);
    }

    /// A register that no value has.
    pub fn scratch(&self, _: Class) -> u8 {
        SCRATCH_VECTOR
    }

    /// The bytes of a part of an operand.
    pub(super) fn bytes(&self, size: usize, part: Part) -> usize {
        if part == Part::Rest { size } else { self.code.lanes * size }
    }
}
