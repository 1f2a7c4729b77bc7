//! x86-64 with AVX2 or AVX-512.

mod access;
mod cast;
mod emit;
mod encode;
mod instruction;
mod opcodes;
mod operations;
mod rescue;
mod sums;

use super::address::Gpr;
pub use encode::{Assembler, Condition};
pub use instruction::Instruction;

use super::code::Class;
use crate::simd::Level;

/// Operands whose addresses have registers; the others' are read when they are needed.
pub const POINTERS: [Gpr; 9] =
    [Gpr::RBX, Gpr::RBP, Gpr::R9, Gpr::R10, Gpr::R11, Gpr::R12, Gpr::R13, Gpr::R14, Gpr::R15];
/// The arguments.
pub const ARGUMENTS: Gpr = Gpr::RDI;
/// The elements of the row that are done.
pub const DONE: Gpr = Gpr::RCX;
/// The elements of a row.
pub const LENGTH: Gpr = Gpr::RDX;
/// The rows that are left.
pub const ROWS: Gpr = Gpr::RSI;
/// The values on the stack.
pub const STACK: Gpr = Gpr::RSP;
/// For anything, for a moment.
pub const SCRATCH: Gpr = Gpr::RAX;
/// Of so many sums lanes may have registers.
pub const MOST_SUMS: usize = 4;
/// The vectors of a sum's lanes.
pub const LANES: usize = 2;

/// The levels that have instructions for code.
#[cfg(test)]
pub const LEVELS: &[Level] = &[Level::Avx2, Level::Avx512];

/// Whether a level has instructions for code.
pub fn computes(level: Level) -> bool {
    level >= Level::Avx2
}

/// Whether code of a level adds up what it computes.
pub fn adds(level: Level) -> bool {
    level == Level::Avx512
}

/// The bytes of a vector.
pub const fn vector(wide: bool) -> usize {
    if wide { 64 } else { 32 }
}

/// The registers of a class that the body may use, which adds to the lanes of so many sums.
pub fn registers(class: Class, wide: bool, sums: usize) -> Vec<u8> {
    match (class, wide) {
        // The last vector register is left for sequences; the last two masks for gathers and for the ends of rows.
        (Class::Vector, true) => (0..31 - 2 * sums as u8).collect(),
        (Class::Vector, false) => (0..15).collect(),
        (Class::Mask, true) => (1..6).collect(),
        (Class::Mask, false) => Vec::new(),
    }
}
