//! What is particular about the function around the body: whole cache lines, masks for the ends of rows, and the forms of
//! instructions.

use super::super::address::{Gpr, Label, Mem};
use super::super::code::{Class, Form, Ins, Place};
use super::super::emit::{Emitter, Part};
use super::super::registers::At;
use super::encode::{Condition, Opcode, Operands, Rm};
use super::instruction::{Instruction, Shape};
use super::opcodes::*;
use super::{DONE, LENGTH, SCRATCH};

/// What the caller wants back.
const SAVED: [Gpr; 6] = [Gpr::RBX, Gpr::RBP, Gpr::R12, Gpr::R13, Gpr::R14, Gpr::R15];
/// For anything, for a moment.
pub const SCRATCH2: Gpr = Gpr::R8;
/// The mask of a gather, which it clears.
pub const GATHER_MASK: u8 = 6;
/// The mask of the last elements of a row.
pub const TAIL_MASK: u8 = 7;
/// Bytes of a cache line.
const LINE: i32 = 64;
/// Rows of fewer vectors gain nothing from whole cache lines.
const LONG_ROW: usize = 16;
/// Longer bodies hide the loop around them.
const SHORT_BODY: usize = 32;

impl Emitter<'_> {
    /// Saves what the caller wants back, and makes room for so many bytes.
    pub fn enter(&mut self, frame: i32) {
        for register in SAVED {
            self.assembler.push(register);
        }
        self.assembler.copy(SCRATCH, Gpr::RSP);
        self.assembler.add_value(Gpr::RSP, -(frame + 64));
        self.assembler.and_value(Gpr::RSP, -64);
        self.assembler.store(Mem::At(Gpr::RSP, frame), SCRATCH);
    }

    /// Returns to the caller.
    pub fn leave(&mut self, frame: i32) {
        self.assembler.load(Gpr::RSP, Mem::At(Gpr::RSP, frame));
        for register in SAVED.into_iter().rev() {
            self.assembler.pop(register);
        }
        self.assembler.clear_upper();
        self.assembler.leave();
    }

    /// What all rows have in common.
    pub fn before_rows(&mut self) {
        if self.code.wide && self.streamed().is_none() {
            self.assembler.zero(DONE);
            // It is the same in all rows but long ones, which begin with whole cache lines.
            self.tail_mask();
        }
    }

    /// Goes through a row.
    pub fn row(&mut self) {
        if let Some(place) = self.streamed().or_else(|| self.aligned()) {
            self.align(place);
        }
        let in_pairs = !self.code.sums.is_empty() || self.pair.is_some();
        if self.allocated.body.len() <= SHORT_BODY || in_pairs {
            self.vectors(2);
        }
        self.vectors(1);
        self.end_of_row();
        self.store_lanes();
    }

    /// The elements of an output that go past the caches: of others they do as well, at the same places of cache lines.
    fn streamed(&self) -> Option<Place> {
        self.code.body.iter().find_map(|ins| match ins.form {
            Form::Store(place) if self.code.streams && self.is_vector(place) => Some(place),
            _ => None,
        })
    }

    /// The elements of an output that are written by whole cache lines: a vector of AVX-512 that crosses from one to the next
    /// takes as long as two.
    fn aligned(&self) -> Option<Place> {
        let follows = |ins: &Ins| !matches!(ins.form, Form::LoadApart(_) | Form::StoreApart(_) | Form::Advance(_));
        let store = |ins: &Ins| match ins.form {
            Form::Store(place) if self.is_vector(place) => Some(place),
            _ => None,
        };
        let code = self.code;
        if code.wide && code.body.iter().all(follows) { code.body.iter().find_map(store) } else { None }
    }

    /// Whether elements fill a register.
    pub fn is_vector(&self, place: Place) -> bool {
        self.code.lanes * place.size as usize == self.code.vector()
    }

    /// Jumps in rows that gain nothing from whole cache lines.
    fn if_short(&mut self, to: Label) {
        self.assembler.compare_value(LENGTH, (LONG_ROW * self.code.lanes) as i32);
        self.assembler.jump_if(Condition::Below, to);
    }

    /// Does the elements of a row that come before a whole cache line.
    fn align(&mut self, place: Place) {
        let end = self.assembler.label();
        if self.streamed().is_none() {
            self.if_short(end);
        }
        let base = self.base(place);
        self.assembler.zero(SCRATCH2);
        self.assembler.subtract(SCRATCH2, base);
        self.assembler.and_value(SCRATCH2, LINE - 1);
        self.assembler.shift_right(SCRATCH2, place.size.trailing_zeros() as u8);
        self.assembler.compare(SCRATCH2, LENGTH);
        self.assembler.copy_if_above(SCRATCH2, LENGTH);
        self.assembler.compare(DONE, SCRATCH2);
        self.assembler.jump_if(Condition::AboveOrEqual, end);
        if self.code.wide {
            self.mask_of(SCRATCH2);
            self.body(Part::Rest);
            self.assembler.copy(DONE, SCRATCH2);
        } else {
            self.elements(SCRATCH2);
        }
        self.assembler.place(end);
    }

    /// The mask of what is left of a row after whole vectors.
    fn tail_mask(&mut self) {
        self.assembler.copy(SCRATCH2, LENGTH);
        self.assembler.subtract(SCRATCH2, DONE);
        self.assembler.and_value(SCRATCH2, self.code.lanes as i32 - 1);
        self.mask_of(SCRATCH2);
    }

    /// The mask of as many elements as a register says.
    fn mask_of(&mut self, count: Gpr) {
        self.assembler.value(SCRATCH, u32::MAX);
        let bits = Operands { vvvv: count.0, ..operands(16, SCRATCH.0, Rm::Reg(SCRATCH.0)) };
        self.assembler.vex(LOW_BITS, bits);
        self.assembler.vex(MASK_OF, operands(16, TAIL_MASK, Rm::Reg(SCRATCH.0)));
    }

    /// Does what is left of a row.
    fn end_of_row(&mut self) {
        let end = self.assembler.label();
        self.assembler.compare(DONE, LENGTH);
        self.assembler.jump_if(Condition::AboveOrEqual, end);
        if self.code.wide {
            if self.streamed().is_some() {
                self.tail_mask();
            } else if self.aligned().is_some() {
                let same = self.assembler.label();
                self.if_short(same);
                self.tail_mask();
                self.assembler.place(same);
            }
            self.body(Part::Rest);
        } else {
            self.elements(LENGTH);
        }
        self.assembler.place(end);
    }

    /// An instruction on registers.
    pub fn machine(&mut self, instruction: Instruction, out: u8, args: [At; 3], mask: u8) {
        let Instruction { op, shape, width, imm } = instruction;
        let register = |k: usize| match args[k] {
            At::Register(register) => register,
            At::Home(_) => unreachable!("only one argument may be in memory"),
        };
        let rm = |k: usize| match args[k] {
            At::Register(register) => Rm::Reg(register),
            At::Home(home) => Rm::Mem(self.home(home)),
        };
        let base = Operands { imm, mask: (mask, false), ..operands(width, out, Rm::Reg(0)) };
        let o = match shape {
            Shape::One => Operands { rm: rm(0), ..base },
            Shape::OneOrZero => Operands { rm: rm(0), mask: (mask, true), ..base },
            Shape::Two => Operands { vvvv: register(0), rm: rm(1), ..base },
            Shape::Chosen => Operands { vvvv: register(0), rm: rm(1), imm: Some(register(2) << 4), ..base },
            Shape::InPlace => Operands { vvvv: register(1), rm: rm(2), ..base },
            Shape::Reversed => Operands { reg: register(0), rm: Rm::Reg(out), ..base },
            Shape::Shift(kind) => Operands { reg: kind, vvvv: out, rm: rm(0), ..base },
            Shape::MaskOne => return self.assembler.vex(op, Operands { rm: rm(0), ..base }),
            Shape::MaskTwo => return self.assembler.vex(op, Operands { vvvv: register(0), rm: rm(1), ..base }),
        };
        self.vector(op, o);
    }

    /// A value from memory.
    pub fn fill(&mut self, class: Class, register: u8, mem: Mem) {
        match class {
            Class::Mask => self.assembler.vex(MASK_MOVE, operands(16, register, Rm::Mem(mem))),
            Class::Vector => {
                let o = operands(self.code.vector() as u8, register, Rm::Mem(mem));
                self.vector(moves(8, self.code.wide), o);
            }
        }
    }

    /// A value to memory.
    pub fn spill(&mut self, class: Class, mem: Mem, register: u8) {
        match class {
            Class::Mask => self.assembler.vex(MASK_STORE, operands(16, register, Rm::Mem(mem))),
            Class::Vector => {
                let o = operands(self.code.vector() as u8, register, Rm::Mem(mem));
                self.vector(to_memory(moves(8, self.code.wide)), o);
            }
        }
    }

    /// A vector from one register to another.
    pub fn copy(&mut self, to: u8, from: u8) {
        self.vector(COPY, operands(self.code.vector() as u8, to, Rm::Reg(from)));
    }

    /// An element of so many bytes, repeated.
    pub fn repeat(&mut self, register: u8, size: usize, mem: Mem) {
        let o = operands(self.code.vector() as u8, register, Rm::Mem(mem));
        self.vector(broadcast(size, self.code.wide), o);
    }

    /// Adds integers of 8 bytes in memory.
    pub fn add_integers(&mut self, register: u8, mem: Mem) {
        let o = operands(self.code.vector() as u8, register, Rm::Mem(mem));
        self.vector(int_add(8), Operands { vvvv: register, ..o });
    }

    /// An instruction on vectors.
    pub(super) fn vector(&mut self, op: Opcode, o: Operands) {
        if self.code.wide { self.assembler.evex(op, o) } else { self.assembler.vex(op, o) }
    }

    /// A register that no value has.
    pub fn scratch(&self, class: Class) -> u8 {
        match class {
            Class::Mask => GATHER_MASK,
            Class::Vector if self.code.wide => 31,
            Class::Vector => 15,
        }
    }
}

/// Operands of an instruction of one value.
pub fn operands(width: u8, reg: u8, rm: Rm) -> Operands {
    Operands { width, reg, vvvv: 0, rm, imm: None, mask: (0, false) }
}
