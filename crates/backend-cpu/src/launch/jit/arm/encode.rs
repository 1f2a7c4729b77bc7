//! Words of AArch64 instructions: those of general registers that loops need, and those that move vectors.
//!
//! An encoder of our own, as for x86-64: every instruction is a word with registers in the same few places.

use super::super::address::{Gpr, Label, Labels, Mem};

impl Gpr {
    /// In addresses, and as what is added to, the stack.
    pub const STACK: Self = Self(31);
    /// In other places, zero.
    pub const ZERO: Self = Self(31);
    /// Where calls return to.
    pub const LINK: Self = Self(30);
    /// The caller's stack.
    pub const FRAME: Self = Self(29);
    /// For addresses and calls, between instructions of the emitter.
    pub const ADDRESS: Self = Self(16);
    /// For values, likewise.
    pub const VALUE: Self = Self(17);
}

/// Conditions of jumps, after a comparison without signs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Condition {
    NotZero = 1,
    AboveOrEqual = 2,
    Below = 3,
    Above = 8,
    BelowOrEqual = 9,
}

/// How far something is that an instruction names: the bits of the field, and where it is.
#[derive(Clone, Copy)]
struct Field {
    bits: u32,
    at: u32,
}

/// Of jumps on a condition, and of constants that are loaded.
const NEAR: Field = Field { bits: 19, at: 5 };
/// Of calls.
const FAR: Field = Field { bits: 26, at: 0 };

/// A program in the making.
#[derive(Default)]
pub struct Assembler {
    words: Vec<u32>,
    labels: Labels,
    /// Instructions that name labels.
    jumps: Vec<(usize, Label, Field)>,
    /// Instructions that name constants, and their places.
    constants: Vec<(usize, u32)>,
    /// Whether some distance does not fit its instruction.
    too_far: bool,
}

impl Assembler {
    /// The code with its constants behind it, aligned to a cache line. `None` if it is too long for its jumps.
    pub fn finish(mut self, constants: &[u8]) -> Option<Vec<u8>> {
        for (place, label, field) in std::mem::take(&mut self.jumps) {
            let target = self.labels.target(label);
            self.patch(place, target, field)?;
        }
        let start = self.words.len().next_multiple_of(16);
        for (place, at) in std::mem::take(&mut self.constants) {
            self.patch(place, start + at as usize / 4, NEAR)?;
        }
        // What is between them is no instruction.
        self.words.resize(start, 0);
        let mut bytes: Vec<u8> = self.words.iter().flat_map(|word| word.to_le_bytes()).collect();
        bytes.extend_from_slice(constants);
        (!self.too_far).then_some(bytes)
    }

    fn patch(&mut self, place: usize, target: usize, field: Field) -> Option<()> {
        let distance = target as i64 - place as i64;
        let half = 1 << (field.bits - 1);
        if !(-half..half).contains(&distance) {
            return None;
        }
        self.words[place] |= (distance as u32 & ((1 << field.bits) - 1)) << field.at;
        Some(())
    }

    /// A label without a place yet.
    pub fn label(&mut self) -> Label {
        self.labels.add()
    }

    /// Puts a label here.
    pub fn place(&mut self, label: Label) {
        self.labels.place(label, self.words.len());
    }

    /// An instruction of up to three registers: of a result, and of values.
    pub fn word(&mut self, op: u32, [d, n, m]: [u8; 3]) {
        self.words.push(op | u32::from(m) << 16 | u32::from(n) << 5 | u32::from(d));
    }

    fn jump(&mut self, op: u32, label: Label, field: Field) {
        self.jumps.push((self.words.len(), label, field));
        self.words.push(op);
    }

    /// Jumps if the last comparison says so.
    pub fn jump_if(&mut self, condition: Condition, label: Label) {
        self.jump(0x5400_0000 | condition as u32, label, NEAR);
    }

    /// Jumps if a register is zero.
    pub fn jump_if_zero(&mut self, register: Gpr, label: Label) {
        self.jump(0xb400_0000 | u32::from(register.0), label, NEAR);
    }

    /// Calls a part of the code.
    pub fn call(&mut self, label: Label) {
        self.jump(0x9400_0000, label, FAR);
    }

    /// Calls the function at an address.
    pub fn call_at(&mut self, address: Gpr) {
        self.word(0xd63f_0000, [0, address.0, 0]);
    }

    /// Returns to where the register of calls says.
    pub fn leave(&mut self) {
        self.word(0xd65f_0000, [0, Gpr::LINK.0, 0]);
    }

    /// The base and the field of the distance, in elements of so many bytes, of an address that is not a constant's.
    fn split(&mut self, mem: Mem, bytes: usize) -> (Gpr, u32) {
        let (base, distance) = match mem {
            Mem::At(base, distance) => (base, distance),
            Mem::Indexed(base, index, scale, distance) => {
                self.add_scaled(Gpr::ADDRESS, base, Gpr(index), scale.trailing_zeros());
                (Gpr::ADDRESS, distance)
            }
            Mem::Constant(_) => unreachable!("constants are whole vectors"),
        };
        match u32::try_from(distance) {
            Ok(distance) if distance.is_multiple_of(bytes as u32) && distance / (bytes as u32) < 4096 => {
                (base, distance / bytes as u32)
            }
            _ => {
                self.sum(Gpr::ADDRESS, base, distance);
                (Gpr::ADDRESS, 0)
            }
        }
    }

    fn access(&mut self, op: u32, register: u8, mem: Mem, bytes: usize) {
        let (base, distance) = self.split(mem, bytes);
        self.word(op | distance << 10, [register, base.0, 0]);
    }

    /// `to = from`.
    pub fn load(&mut self, to: Gpr, from: Mem) {
        self.access(0xf940_0000, to.0, from, 8);
    }

    /// `to = from`.
    pub fn store(&mut self, to: Mem, from: Gpr) {
        self.access(0xf900_0000, from.0, to, 8);
    }

    /// `to = from`, so many bytes of a vector; the others become 0.
    pub fn load_vector(&mut self, to: u8, from: Mem, bytes: usize) {
        if let Mem::Constant(at) = from {
            self.constants.push((self.words.len(), at));
            return self.word(0x9c00_0000, [to, 0, 0]);
        }
        self.access(0x3d40_0000 | width(bytes), to, from, bytes);
    }

    /// `to = from`, the first bytes of a vector.
    pub fn store_vector(&mut self, to: Mem, from: u8, bytes: usize) {
        self.access(0x3d00_0000 | width(bytes), from, to, bytes);
    }

    /// `to = from` in every element of a size.
    pub fn repeat(&mut self, to: u8, from: Mem, size: usize) {
        let base = if let Mem::At(base, 0) = from {
            base
        } else {
            self.address_of(Gpr::ADDRESS, from);
            Gpr::ADDRESS
        };
        self.word(0x4d40_c000 | size.trailing_zeros() << 10, [to, base.0, 0]);
    }

    /// An element of a vector from memory, or to there, and its address goes on.
    pub fn element(&mut self, load: bool, register: u8, (size, lane): (usize, usize), address: Gpr, step: Gpr) {
        let kind = match size {
            1 => 0,
            2 => 0x4000,
            4 => 0x8000,
            _ => 0x8400,
        };
        // The bits of the lane lie around those of the size.
        let byte = (lane * size) as u32;
        let lane = (byte >> 3) << 30 | (byte & 7) << 10;
        self.word(0x0d80_0000 | u32::from(load) << 22 | kind | lane, [register, address.0, step.0]);
    }

    /// Two general registers to the stack, or from there.
    pub fn pair(&mut self, load: bool, registers: [Gpr; 2], distance: i32) {
        self.two(0xa900_0000, load, registers.map(|register| register.0), distance);
    }

    /// Likewise of the lower halves of vectors.
    pub fn vector_pair(&mut self, load: bool, registers: [u8; 2], distance: i32) {
        self.two(0x6d00_0000, load, registers, distance);
    }

    fn two(&mut self, op: u32, load: bool, [a, b]: [u8; 2], distance: i32) {
        let field = (distance / 8) as u32 & 0x7f;
        self.word(op | u32::from(load) << 22 | field << 15 | u32::from(b) << 10, [a, Gpr::STACK.0, 0]);
    }

    /// `to = from`.
    pub fn copy(&mut self, to: Gpr, from: Gpr) {
        self.word(0xaa00_0000, [to.0, Gpr::ZERO.0, from.0]);
    }

    /// `to += from`.
    pub fn add(&mut self, to: Gpr, from: Mem) {
        self.load(Gpr::VALUE, from);
        self.add_scaled(to, to, Gpr::VALUE, 0);
    }

    /// `to += from`.
    pub fn add_to(&mut self, to: Mem, from: Gpr) {
        self.load(Gpr::VALUE, to);
        self.add_scaled(Gpr::VALUE, Gpr::VALUE, from, 0);
        self.store(to, Gpr::VALUE);
    }

    /// `to += value`.
    pub fn add_value(&mut self, to: Gpr, value: i32) {
        self.sum(to, to, value);
    }

    /// `to = from + value`.
    fn sum(&mut self, to: Gpr, from: Gpr, value: i32) {
        let op = if value < 0 { 0xd100_0000 } else { 0x9100_0000 };
        let size = value.unsigned_abs();
        let (high, low) = (size >> 12, size & 0xfff);
        self.too_far |= high > 0xfff;
        if high > 0 {
            self.word(op | 1 << 22 | (high & 0xfff) << 10, [to.0, from.0, 0]);
        }
        let from = if high > 0 { to } else { from };
        if low > 0 || (high == 0 && to != from) {
            self.word(op | low << 10, [to.0, from.0, 0]);
        }
    }

    /// `to = from + (by << shift)`.
    pub fn add_scaled(&mut self, to: Gpr, from: Gpr, by: Gpr, shift: u32) {
        self.word(0x8b00_0000 | shift << 10, [to.0, from.0, by.0]);
    }

    /// `to = from - (by << shift)`.
    pub fn subtract_scaled(&mut self, to: Gpr, from: Gpr, by: Gpr, shift: u32) {
        self.word(0xcb00_0000 | shift << 10, [to.0, from.0, by.0]);
    }

    /// `to = the address`.
    pub fn address_of(&mut self, to: Gpr, from: Mem) {
        match from {
            Mem::At(base, distance) => self.sum(to, base, distance),
            _ => {
                let (base, distance) = self.split(from, 1);
                self.sum(to, base, distance as i32);
            }
        }
    }

    /// Compares without changing anything.
    pub fn compare(&mut self, a: Gpr, b: Gpr) {
        self.word(0xeb00_0000, [Gpr::ZERO.0, a.0, b.0]);
    }

    /// `to = 0`.
    pub fn zero(&mut self, to: Gpr) {
        self.value(to, 0);
    }

    /// `to = value`.
    pub fn value(&mut self, to: Gpr, value: u64) {
        self.word(0xd280_0000 | (value as u32 & 0xffff) << 5, [to.0, 0, 0]);
        for k in 1..4 {
            let part = (value >> (16 * k)) as u32 & 0xffff;
            if part != 0 {
                self.word(0xf280_0000 | k << 21 | part << 5, [to.0, 0, 0]);
            }
        }
    }

    /// `to -= 1`, which a jump may follow.
    pub fn decrement(&mut self, to: Gpr) {
        self.word(0xf100_0000 | 1 << 10, [to.0, to.0, 0]);
    }

    /// `to` is the first element of a vector, of 4 or 8 bytes.
    pub fn first(&mut self, to: Gpr, from: u8, size: usize) {
        self.word(if size == 8 { 0x9e66_0000 } else { 0x1e26_0000 }, [to.0, from, 0]);
    }
}

/// The fields of the width of a vector in memory.
fn width(bytes: usize) -> u32 {
    match bytes {
        16 => 1 << 23,
        bytes => bytes.trailing_zeros() << 30,
    }
}
