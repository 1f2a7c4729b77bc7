//! Calls of functions of slices.

use super::super::address::{Gpr, Mem};
use super::super::code::Function;
use super::super::emit::rescue::compute;
use super::super::emit::{Emitter, Part};
use super::emit::SCRATCH_VECTOR;
use super::opcodes::UMAXP;

/// The vector registers, and the bytes of all of them.
const VECTORS: u8 = 32;
const BYTES: i32 = 16 * VECTORS as i32;
/// The general registers with values, which a function may change.
const CHANGED: [[Gpr; 2]; 9] = {
    let mut all = [[Gpr::LINK; 2]; 9];
    let mut k = 0;
    while k < 8 {
        all[k] = [Gpr(2 * k as u8), Gpr(2 * k as u8 + 1)];
        k += 1;
    }
    all
};

impl Emitter<'_> {
    /// The room for everything.
    pub fn rescue_bytes(&self) -> i32 {
        BYTES + 16 * CHANGED.len() as i32
    }

    /// Where the mask has an element, `out` becomes the function of `x`, as it is for slices.
    pub fn call(&mut self, function: Function, [out, x, mask]: [u8; 3], part: Part) {
        let end = self.assembler.label();
        match part {
            Part::Rest => self.assembler.first(Gpr::VALUE, mask, self.code.largest()),
            Part::Whole(_) => {
                self.assembler.word(UMAXP, [SCRATCH_VECTOR, mask, mask]);
                self.assembler.first(Gpr::VALUE, SCRATCH_VECTOR, 8);
            }
        }
        self.assembler.jump_if_zero(Gpr::VALUE, end);
        self.assembler.value(Gpr::VALUE, self.which(function, [out, x]).into());
        let rescue = self.rescue.expect("there is one if anything calls it");
        self.assembler.call(rescue);
        self.assembler.place(end);
    }

    /// The part that saves everything, calls, and restores everything with the result in its register's place.
    pub fn rescue(&mut self) {
        self.all(false);
        self.assembler.address_of(Gpr(0), Mem::At(Gpr::STACK, self.saved()));
        self.assembler.copy(Gpr(1), Gpr::VALUE);
        let compute: unsafe extern "C" fn(*mut u8, u32) = compute;
        self.assembler.value(Gpr::ADDRESS, compute as usize as u64);
        self.assembler.call_at(Gpr::ADDRESS);
        self.all(true);
        self.assembler.leave();
    }

    /// Saves or restores registers, above the values on the stack.
    fn all(&mut self, load: bool) {
        let place = |k: i32| Mem::At(Gpr::STACK, k);
        for register in 0..VECTORS {
            let mem = place(self.saved() + 16 * i32::from(register));
            if load {
                self.assembler.load_vector(register, mem, 16);
            } else {
                self.assembler.store_vector(mem, register, 16);
            }
        }
        for (k, register) in CHANGED.into_iter().flatten().enumerate() {
            let mem = place(self.saved() + BYTES + 8 * k as i32);
            if load {
                self.assembler.load(register, mem);
            } else {
                self.assembler.store(mem, register);
            }
        }
    }
}
