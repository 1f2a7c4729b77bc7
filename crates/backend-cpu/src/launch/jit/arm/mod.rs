//! AArch64 with the vector instructions that all of them have, of 16 bytes.
//!
//! Rows end with single elements, as there is nothing to mask loads and stores by. Registers that only a caller's frame or the system
//! may use (`x18`, `x19` and above) are left alone.

mod access;
mod cast;
mod emit;
mod encode;
mod instruction;
mod opcodes;
mod operations;
mod rescue;
mod sums;
#[cfg(test)]
mod tests;

use super::address::Gpr;
pub use encode::{Assembler, Condition};
pub use instruction::Instruction;

use super::code::Class;
use crate::simd::Level;

/// Operands whose addresses have registers; the others' are read when they are needed.
pub const POINTERS: [Gpr; 10] = [Gpr(5), Gpr(6), Gpr(7), Gpr(9), Gpr(10), Gpr(11), Gpr(12), Gpr(13), Gpr(14), Gpr(15)];
/// The arguments.
pub const ARGUMENTS: Gpr = Gpr(0);
/// The elements of the row that are done.
pub const DONE: Gpr = Gpr(1);
/// The elements of a row.
pub const LENGTH: Gpr = Gpr(2);
/// The rows that are left.
pub const ROWS: Gpr = Gpr(3);
/// The values on the stack.
pub const STACK: Gpr = Gpr::STACK;
/// For anything, for a moment.
pub const SCRATCH: Gpr = Gpr(8);
/// Of so many sums lanes may have registers.
pub const MOST_SUMS: usize = 2;
/// The vectors of a sum's lanes.
pub const LANES: usize = 8;

/// The levels that have instructions for code.
#[cfg(test)]
pub const LEVELS: &[Level] = &[Level::Baseline];

/// Whether a level has instructions for code: every processor has them.
pub fn computes(_: Level) -> bool {
    true
}

/// Whether code of a level adds up what it computes.
pub fn adds(_: Level) -> bool {
    true
}

/// The bytes of a vector.
pub const fn vector(_wide: bool) -> usize {
    16
}

/// The registers of a class that the body may use, which adds to the lanes of so many sums. The last two are left for sequences.
pub fn registers(class: Class, _wide: bool, sums: usize) -> Vec<u8> {
    match class {
        Class::Vector => (0..30 - (LANES * sums) as u8).collect(),
        Class::Mask => Vec::new(),
    }
}
