//! Elements of operands, to registers and back.

use super::super::address::Mem;
use super::super::arguments::Word;
use super::super::code::{Class, Place};
use super::super::emit::{Emitter, Part};
use super::SCRATCH;
use super::emit::{GATHER_MASK, SCRATCH2, TAIL_MASK, operands};
use super::encode::{Opcode, Operands, Rm};
use super::opcodes::*;

impl Emitter<'_> {
    /// Elements that follow each other, to a register.
    pub fn load(&mut self, place: Place, out: u8, part: Part) {
        let size = place.size as usize;
        let mem = self.address(place, part);
        let (op, o) = match (part, self.code.lanes * size) {
            (Part::Rest, _) if self.code.wide => {
                let o = operands(self.code.width(size), out, Rm::Mem(mem));
                (moves(size, true), Operands { mask: (TAIL_MASK, true), ..o })
            }
            (Part::Rest, _) if size < 4 => {
                self.assembler.load_narrow(SCRATCH, mem, size);
                (LOAD_4, operands(16, out, Rm::Reg(SCRATCH.0)))
            }
            (Part::Rest, _) if size == 4 => (LOAD_4, operands(16, out, Rm::Mem(mem))),
            (Part::Rest, _) => (LOAD_8, operands(16, out, Rm::Mem(mem))),
            (_, 4) => (LOAD_4, operands(16, out, Rm::Mem(mem))),
            (_, 8) => (LOAD_8, operands(16, out, Rm::Mem(mem))),
            (_, bytes) => (moves(size, self.code.wide), operands(bytes as u8, out, Rm::Mem(mem))),
        };
        self.vector(op, o);
    }

    /// A register to elements that follow each other.
    pub fn store(&mut self, place: Place, value: u8, part: Part) {
        let size = place.size as usize;
        let mem = self.address(place, part);
        let o = operands(16, value, Rm::Mem(mem));
        let (op, o) = match (part, self.code.lanes * size) {
            (Part::Rest, _) if self.code.wide => {
                let o = operands(self.code.width(size), value, Rm::Mem(mem));
                (to_memory(moves(size, true)), Operands { mask: (TAIL_MASK, false), ..o })
            }
            (Part::Rest, _) => match size {
                1 => (EXTRACT_1, Operands { imm: Some(0), ..o }),
                2 => (EXTRACT_2, Operands { imm: Some(0), ..o }),
                4 => (STORE_4, o),
                _ => (STORE_8, o),
            },
            (_, 4) => (STORE_4, o),
            (_, 8) => (STORE_8, o),
            (_, bytes) if self.code.streams && self.is_vector(place) => (STREAM, Operands { width: bytes as u8, ..o }),
            (_, bytes) => (to_memory(moves(size, self.code.wide)), Operands { width: bytes as u8, ..o }),
        };
        self.vector(op, o);
    }

    /// Elements by their distances, read or written, with AVX-512.
    fn gather(&mut self, place: Place, value: u8, distances: u8, part: Part, op: fn(usize) -> Opcode) {
        let size = place.size as usize;
        let mask = |reg, vvvv, rm| Operands { vvvv, ..operands(32, reg, Rm::Reg(rm)) };
        match part {
            Part::Rest => self.assembler.vex(MASK_MOVE, Operands { width: 16, ..mask(GATHER_MASK, 0, TAIL_MASK) }),
            _ => self.assembler.vex(MASK_XNOR, mask(GATHER_MASK, GATHER_MASK, GATHER_MASK)),
        }
        self.assembler.load(SCRATCH, self.operand(place.operand, Word::Current));
        if op(size) == gather(size) {
            // So that the result does not wait for what was in the register.
            self.vector(xor(8), Operands { vvvv: value, ..operands(16, value, Rm::Reg(value)) });
        }
        let mem = Rm::Mem(Mem::Indexed(SCRATCH, distances, 1, 0));
        let o = operands(self.code.width(size), value, mem);
        self.vector(op(size), Operands { mask: (GATHER_MASK, false), ..o });
    }

    /// Elements apart: one by one with AVX2, by their distances with AVX-512.
    pub fn load_apart(&mut self, place: Place, out: u8, distances: Option<u8>, part: Part) {
        if let Some(distances) = distances {
            return self.gather(place, out, distances, part, gather);
        }
        let size = place.size as usize;
        let (first, insert) = match size {
            1 => (None, INSERT_1),
            2 => (None, INSERT_2),
            4 => (Some(LOAD_4), INSERT_4),
            _ => (Some(LOAD_8), INSERT_8),
        };
        if first.is_none() {
            self.vector(xor(4), Operands { vvvv: out, ..operands(16, out, Rm::Reg(out)) });
        }
        self.assembler.load(SCRATCH, self.operand(place.operand, Word::Current));
        self.assembler.load(SCRATCH2, self.operand(place.operand, Word::Element));
        let (half, lanes) = (16 / size, if part == Part::Rest { 1 } else { self.code.lanes });
        for lane in 0..lanes {
            let to = if lane < half { out } else { self.scratch(Class::Vector) };
            let mem = self.lane(lane);
            match (lane % half, first) {
                (0, Some(first)) => self.vector(first, operands(16, to, mem)),
                (k, _) => self.vector(insert, Operands { vvvv: to, imm: Some(k as u8), ..operands(16, to, mem) }),
            }
        }
        if lanes > half {
            let upper = Operands { vvvv: out, imm: Some(1), ..operands(32, out, Rm::Reg(self.scratch(Class::Vector))) };
            self.vector(INSERT_HALF, upper);
        }
    }

    /// Likewise.
    pub fn store_apart(&mut self, place: Place, value: u8, distances: Option<u8>, part: Part) {
        if let Some(distances) = distances {
            return self.gather(place, value, distances, part, scatter);
        }
        let size = place.size as usize;
        let (first, extract) = match size {
            1 => (None, EXTRACT_1),
            2 => (None, EXTRACT_2),
            4 => (Some(STORE_4), EXTRACT_4),
            _ => (Some(STORE_8), EXTRACT_8),
        };
        self.assembler.load(SCRATCH, self.operand(place.operand, Word::Current));
        self.assembler.load(SCRATCH2, self.operand(place.operand, Word::Element));
        let (half, lanes) = (16 / size, if part == Part::Rest { 1 } else { self.code.lanes });
        if lanes > half {
            let upper = Operands { imm: Some(1), ..operands(32, value, Rm::Reg(self.scratch(Class::Vector))) };
            self.vector(EXTRACT_HALF, upper);
        }
        for lane in 0..lanes {
            let from = if lane < half { value } else { self.scratch(Class::Vector) };
            let mem = self.lane(lane);
            match (lane % half, first) {
                (0, Some(first)) => self.vector(first, operands(16, from, mem)),
                (k, _) => self.vector(extract, Operands { imm: Some(k as u8), ..operands(16, from, mem) }),
            }
        }
    }

    /// The address of a lane, if all before it were asked for.
    fn lane(&mut self, lane: usize) -> Rm {
        if lane > 0 && lane.is_multiple_of(2) {
            self.assembler.address_of(SCRATCH, Mem::Indexed(SCRATCH, SCRATCH2.0, 2, 0));
        }
        Rm::Mem(match lane % 2 {
            0 => Mem::At(SCRATCH, 0),
            _ => Mem::Indexed(SCRATCH, SCRATCH2.0, 1, 0),
        })
    }
}
