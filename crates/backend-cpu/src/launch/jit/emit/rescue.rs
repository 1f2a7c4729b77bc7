//! Calls of functions of slices, for vectors with a number that their code does not handle. They are rare: everything
//! is saved around them, in a part of the code that all of them share.

use super::super::code::{Code, Function};
use super::super::encode::{Condition, Gpr, Mem, Operands, Rm};
use super::super::opcodes::*;
use super::{Emitter, GATHER_MASK, Part, SCRATCH, TAIL_MASK, operands};
use crate::vmath::{Unary, VectorMath};
use std::slice;

/// What a function may change, and one more that keeps the stack aligned.
const CHANGED: [Gpr; 9] = [Gpr::RAX, Gpr::RCX, Gpr::RDX, Gpr::RSI, Gpr::RDI, Gpr::R8, Gpr::R9, Gpr::R10, Gpr::R11];
/// The mask registers with values.
const MASKS: std::ops::Range<u8> = 1..8;

/// How many vector registers there are.
fn registers(code: &Code) -> u8 {
    if code.wide { 32 } else { 16 }
}

/// The room for everything, a multiple of a cache line.
pub fn bytes(code: &Code) -> i32 {
    i32::from(registers(code)) * code.vector() as i32 + 64
}

/// Computes a vector anew, among the saved registers.
///
/// # Safety
/// `saved` must be vectors of 64 bytes, or of 32 if `which` is not wide, one for each register that it names.
unsafe extern "sysv64" fn compute(saved: *mut u8, which: u32) {
    let [out, x, op, how] = which.to_le_bytes();
    let (single, bytes) = (how & 1 == 0, if how & 2 == 0 { 32 } else { 64 });
    let place = |register: u8| saved.wrapping_add(usize::from(register) * bytes);
    let op = Unary::ALL[usize::from(op)];
    // SAFETY: the caller's promise; any bits are numbers.
    unsafe {
        if single {
            function::<f32>(op, place(x), place(out), bytes)
        } else {
            function::<f64>(op, place(x), place(out), bytes)
        }
    }
}

/// # Safety
/// `x` and `out` must be vectors of so many bytes, apart from each other.
unsafe fn function<T: VectorMath>(op: Unary, x: *const u8, out: *mut u8, bytes: usize) {
    let n = bytes / size_of::<T>();
    // SAFETY: the caller's promise.
    unsafe { T::unary(op, slice::from_raw_parts(x.cast(), n), slice::from_raw_parts_mut(out.cast(), n)) }
}

impl Emitter<'_> {
    /// Where the mask has an element, `out` becomes the function of `x`, as it is for slices.
    pub(super) fn call(&mut self, function: Function, [out, x, mask]: [u8; 3], part: Part) {
        let end = self.assembler.label();
        if self.code.wide {
            let mut mask = mask;
            if part == Part::Masked {
                let both = Operands { vvvv: mask, ..operands(32, GATHER_MASK, Rm::Reg(TAIL_MASK)) };
                self.assembler.vex(MASK_AND, both);
                mask = GATHER_MASK;
            }
            self.assembler.vex(MASK_TO, operands(16, SCRATCH.0, Rm::Reg(mask)));
        } else {
            let size = self.code.vector() / self.code.lanes;
            self.assembler.vex(signs(size), operands(32, SCRATCH.0, Rm::Reg(mask)));
            if part == Part::Single {
                self.assembler.and_value(SCRATCH, 1);
            }
        }
        self.assembler.test(SCRATCH);
        self.assembler.jump_if(Condition::Zero, end);
        let how = u8::from(function.size == 8) | u8::from(self.code.wide) << 1;
        self.assembler.value(SCRATCH, u32::from_le_bytes([out, x, function.op as u8, how]));
        let rescue = self.rescue.expect("there is one if anything calls it");
        self.assembler.call(rescue);
        self.assembler.place(end);
    }

    /// The part that saves everything, calls, and restores everything with the result in its register's place.
    pub(super) fn rescue(&mut self) {
        // The address of the caller is on the stack.
        self.all(8, true);
        for register in CHANGED {
            self.assembler.push(register);
        }
        let pushed = 8 + 8 * CHANGED.len() as i32;
        self.assembler.address_of(Gpr::RDI, Mem::At(Gpr::RSP, pushed + self.saved()));
        self.assembler.copy(Gpr::RSI, SCRATCH);
        let compute: unsafe extern "sysv64" fn(*mut u8, u32) = compute;
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
