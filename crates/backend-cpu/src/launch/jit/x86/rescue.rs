//! Calls of functions of slices.

use super::super::address::{Gpr, Mem};
use super::super::code::{Code, Function};
use super::super::emit::rescue::compute;
use super::super::emit::{Emitter, Part};
use super::SCRATCH;
use super::emit::{GATHER_MASK, TAIL_MASK, operands};
use super::encode::{Condition, Operands, Rm};
use super::opcodes::*;

/// What a function may change, and one more that keeps the stack aligned.
const CHANGED: [Gpr; 9] = [Gpr::RAX, Gpr::RCX, Gpr::RDX, Gpr::RSI, Gpr::RDI, Gpr::R8, Gpr::R9, Gpr::R10, Gpr::R11];
/// The mask registers with values.
const MASKS: std::ops::Range<u8> = 1..8;

/// How many vector registers there are.
fn registers(code: &Code) -> u8 {
    if code.wide { 32 } else { 16 }
}

impl Emitter<'_> {
    /// The room for everything, a multiple of a cache line.
    pub fn rescue_bytes(&self) -> i32 {
        i32::from(registers(self.code)) * self.code.vector() as i32 + 64
    }

    /// Where the mask has an element, `out` becomes the function of `x`, as it is for slices.
    pub fn call(&mut self, function: Function, [out, x, mask]: [u8; 3], part: Part) {
        let end = self.assembler.label();
        if self.code.wide {
            let mut mask = mask;
            if part == Part::Rest {
                let both = Operands { vvvv: mask, ..operands(32, GATHER_MASK, Rm::Reg(TAIL_MASK)) };
                self.assembler.vex(MASK_AND, both);
                mask = GATHER_MASK;
            }
            self.assembler.vex(MASK_TO, operands(16, SCRATCH.0, Rm::Reg(mask)));
        } else {
            self.assembler.vex(signs(self.code.largest()), operands(32, SCRATCH.0, Rm::Reg(mask)));
            if part == Part::Rest {
                self.assembler.and_value(SCRATCH, 1);
            }
        }
        self.assembler.test(SCRATCH);
        self.assembler.jump_if(Condition::Zero, end);
        self.assembler.value(SCRATCH, self.which(function, [out, x]));
        let rescue = self.rescue.expect("there is one if anything calls it");
        self.assembler.call(rescue);
        self.assembler.place(end);
    }

    /// The part that saves everything, calls, and restores everything with the result in its register's place.
    pub fn rescue(&mut self) {
        // The address of the caller is on the stack.
        self.all(8, true);
        for register in CHANGED {
            self.assembler.push(register);
        }
        let pushed = 8 + 8 * CHANGED.len() as i32;
        self.assembler.address_of(Gpr::RDI, Mem::At(Gpr::RSP, pushed + self.saved()));
        self.assembler.copy(Gpr::RSI, SCRATCH);
        let compute: unsafe extern "C" fn(*mut u8, u32) = compute;
        self.assembler.long_value(SCRATCH, compute as usize as u64);
        self.assembler.clear_upper();
        self.assembler.call_at(SCRATCH);
        for register in CHANGED.into_iter().rev() {
            self.assembler.pop(register);
        }
        self.all(8, false);
        self.assembler.leave();
    }

    /// Saves or restores vector and mask registers.
    fn all(&mut self, above: i32, save: bool) {
        let width = self.code.vector() as i32;
        let at = |k: i32, small: i32| Rm::Mem(Mem::At(Gpr::RSP, above + k * width + small));
        let first = self.saved() / width;
        let n = registers(self.code);
        let copy = moves(8, self.code.wide);
        for register in 0..n {
            let op = if save { to_memory(copy) } else { copy };
            self.vector(op, operands(width as u8, register, at(first + i32::from(register), 0)));
        }
        if self.code.wide {
            for register in MASKS {
                let op = if save { MASK_STORE } else { MASK_MOVE };
                self.assembler.vex(op, operands(16, register, at(first + i32::from(n), 8 * i32::from(register))));
            }
        }
    }
}
