//! Bytes of x86-64 instructions: the forms with a VEX or EVEX prefix, and the few of general registers that loops need.
//!
//! An encoder of our own: what is needed has three regular forms, and a crate with all instructions would be part of
//! every build.

use super::super::address::{Gpr, Label, Labels, Mem};

#[allow(missing_docs)]
impl Gpr {
    pub const RAX: Self = Self(0);
    pub const RCX: Self = Self(1);
    pub const RDX: Self = Self(2);
    pub const RBX: Self = Self(3);
    pub const RSP: Self = Self(4);
    pub const RBP: Self = Self(5);
    pub const RSI: Self = Self(6);
    pub const RDI: Self = Self(7);
    pub const R8: Self = Self(8);
    pub const R9: Self = Self(9);
    pub const R10: Self = Self(10);
    pub const R11: Self = Self(11);
    pub const R12: Self = Self(12);
    pub const R13: Self = Self(13);
    pub const R14: Self = Self(14);
    pub const R15: Self = Self(15);
}

/// The operand that may be in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rm {
    /// A register, of whatever kind the instruction takes.
    Reg(u8),
    /// Memory.
    Mem(Mem),
}

/// What tells vector instructions apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Opcode {
    /// Of the opcode's prefix: 1 is `0F`, 2 is `0F 38`, 3 is `0F 3A`.
    pub map: u8,
    /// The mandatory prefix: 0 none, 1 `66`, 2 `F3`, 3 `F2`.
    pub pp: u8,
    /// The bit that often says how wide elements are.
    pub w: bool,
    /// The last byte.
    pub byte: u8,
}

/// The operands of a vector instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Operands {
    /// The bytes of a register: 16, 32 or 64.
    pub width: u8,
    /// The field of one register, or of a further part of the opcode.
    pub reg: u8,
    /// The second operand; 0 if there is none.
    pub vvvv: u8,
    /// The last operand.
    pub rm: Rm,
    /// A byte after all else.
    pub imm: Option<u8>,
    /// With EVEX: the register of the mask, 0 for none, and whether lanes that it leaves out become 0.
    pub mask: (u8, bool),
}

/// Conditions of jumps, after a comparison without signs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Condition {
    Above = 7,
    Below = 2,
    BelowOrEqual = 6,
    AboveOrEqual = 3,
    NotZero = 5,
    Zero = 4,
}

/// A program in the making.
#[derive(Default)]
pub struct Assembler {
    bytes: Vec<u8>,
    labels: Labels,
    /// Distances to labels: their place, which 4 bytes end there.
    jumps: Vec<(usize, Label)>,
    /// Distances to constants: their place, the end of the instruction, the constant's place.
    constants: Vec<(usize, usize, u32)>,
}

impl Assembler {
    /// The code with its constants behind it, aligned to a cache line. `None` if it is too long for its jumps.
    pub fn finish(mut self, constants: &[u8]) -> Option<Vec<u8>> {
        for (place, label) in std::mem::take(&mut self.jumps) {
            let target = self.labels.target(label);
            self.patch(place, target as i64 - (place as i64 + 4))?;
        }
        let start = self.bytes.len().next_multiple_of(64);
        for (place, end, at) in std::mem::take(&mut self.constants) {
            self.patch(place, (start + at as usize) as i64 - end as i64)?;
        }
        self.bytes.resize(start, 0xcc);
        self.bytes.extend_from_slice(constants);
        Some(self.bytes)
    }

    fn patch(&mut self, place: usize, distance: i64) -> Option<()> {
        let distance = i32::try_from(distance).ok()?;
        self.bytes[place..place + 4].copy_from_slice(&distance.to_le_bytes());
        Some(())
    }

    /// A label without a place yet.
    pub fn label(&mut self) -> Label {
        self.labels.add()
    }

    /// Puts a label here.
    pub fn place(&mut self, label: Label) {
        self.labels.place(label, self.bytes.len());
    }

    /// Jumps if the last comparison says so.
    pub fn jump_if(&mut self, condition: Condition, label: Label) {
        self.bytes.extend([0x0f, 0x80 | condition as u8]);
        self.distance(label);
    }

    fn distance(&mut self, label: Label) {
        self.jumps.push((self.bytes.len(), label));
        self.bytes.extend([0; 4]);
    }

    /// A vector instruction with a VEX prefix.
    pub fn vex(&mut self, op: Opcode, o: Operands) {
        let (x, b) = extensions(o.rm);
        let not = |bit: bool, at: u8| if bit { 0 } else { 1 << at };
        let second = not(o.reg & 8 != 0, 7) | not(x & 8 != 0, 6) | not(b & 8 != 0, 5) | op.map;
        let third = u8::from(op.w) << 7 | (!o.vvvv & 15) << 3 | u8::from(o.width > 16) << 2 | op.pp;
        self.bytes.extend([0xc4, second, third, op.byte]);
        self.operand(o.reg, o.rm, true, o.imm);
    }

    /// A vector instruction with an EVEX prefix.
    pub fn evex(&mut self, op: Opcode, o: Operands) {
        let (x, b) = extensions(o.rm);
        // The fifth bit of a register in the last operand is where an address has its index.
        let (x3, v4) = match o.rm {
            Rm::Reg(r) => (r & 16 != 0, o.vvvv & 16 != 0),
            Rm::Mem(_) => (x & 8 != 0, o.vvvv & 16 != 0 || x & 16 != 0),
        };
        let not = |bit: bool, at: u8| if bit { 0 } else { 1 << at };
        let p0 = not(o.reg & 8 != 0, 7) | not(x3, 6) | not(b & 8 != 0, 5) | not(o.reg & 16 != 0, 4) | op.map;
        let p1 = u8::from(op.w) << 7 | (!o.vvvv & 15) << 3 | 4 | op.pp;
        let length = match o.width {
            64 => 2,
            32 => 1,
            _ => 0,
        };
        let p2 = u8::from(o.mask.1) << 7 | length << 5 | not(v4, 3) | o.mask.0;
        self.bytes.extend([0x62, p0, p1, p2, op.byte]);
        self.operand(o.reg, o.rm, false, o.imm);
    }

    /// An instruction of general registers, 64 bits wide if it is `wide`.
    fn plain(&mut self, wide: bool, opcode: &[u8], reg: u8, rm: Rm, imm: &[u8]) {
        let (x, b) = extensions(rm);
        let rex = 0x40 | u8::from(wide) << 3 | (reg >> 3 & 1) << 2 | (x >> 3 & 1) << 1 | (b >> 3 & 1);
        if rex != 0x40 {
            self.bytes.push(rex);
        }
        self.bytes.extend_from_slice(opcode);
        self.operand(reg, rm, true, None);
        self.bytes.extend_from_slice(imm);
    }

    /// The last operand, its distance in one byte if that may be `short`, and the byte behind.
    fn operand(&mut self, reg: u8, rm: Rm, short: bool, imm: Option<u8>) {
        let reg = (reg & 7) << 3;
        match rm {
            Rm::Reg(r) => self.bytes.push(0xc0 | reg | (r & 7)),
            Rm::Mem(Mem::Constant(at)) => {
                self.bytes.push(reg | 5);
                let place = self.bytes.len();
                self.bytes.extend([0; 4]);
                self.constants.push((place, place + 4 + usize::from(imm.is_some()), at));
            }
            Rm::Mem(Mem::At(base, distance)) => {
                let sib = (base.0 & 7 == 4).then_some(0x24);
                self.address(reg, base, sib, distance, short);
            }
            Rm::Mem(Mem::Indexed(base, index, scale, distance)) => {
                let sib = (scale.trailing_zeros() as u8) << 6 | (index & 7) << 3 | (base.0 & 7);
                self.address(reg, base, Some(sib), distance, short);
            }
        }
        self.bytes.extend(imm);
    }

    fn address(&mut self, reg: u8, base: Gpr, sib: Option<u8>, distance: i32, short: bool) {
        let rm = if sib.is_some() { 4 } else { base.0 & 7 };
        let byte = i8::try_from(distance).ok().filter(|_| short);
        // Without a distance, the fields of rbp and r13 mean something else.
        let mode = match byte {
            _ if distance == 0 && base.0 & 7 != 5 => 0,
            Some(_) => 1,
            None => 2,
        };
        self.bytes.push(mode << 6 | reg | rm);
        self.bytes.extend(sib);
        match (mode, byte) {
            (0, _) => {}
            (1, Some(byte)) => self.bytes.push(byte as u8),
            _ => self.bytes.extend(distance.to_le_bytes()),
        }
    }

    /// `to = from`.
    pub fn load(&mut self, to: Gpr, from: Mem) {
        self.plain(true, &[0x8b], to.0, Rm::Mem(from), &[]);
    }

    /// `to = from`, one or two bytes without a sign.
    pub fn load_narrow(&mut self, to: Gpr, from: Mem, bytes: usize) {
        self.plain(false, &[0x0f, if bytes == 1 { 0xb6 } else { 0xb7 }], to.0, Rm::Mem(from), &[]);
    }

    /// `to = from`.
    pub fn store(&mut self, to: Mem, from: Gpr) {
        self.plain(true, &[0x89], from.0, Rm::Mem(to), &[]);
    }

    /// `to = from`.
    pub fn copy(&mut self, to: Gpr, from: Gpr) {
        self.plain(true, &[0x8b], to.0, Rm::Reg(from.0), &[]);
    }

    /// `to += from`.
    pub fn add(&mut self, to: Gpr, from: Mem) {
        self.plain(true, &[0x03], to.0, Rm::Mem(from), &[]);
    }

    /// `to += from`.
    pub fn add_to(&mut self, to: Mem, from: Gpr) {
        self.plain(true, &[0x01], from.0, Rm::Mem(to), &[]);
    }

    /// `to += value`.
    pub fn add_value(&mut self, to: Gpr, value: i32) {
        self.plain(true, &[0x81], 0, Rm::Reg(to.0), &value.to_le_bytes());
    }

    /// `to -= from`.
    pub fn subtract(&mut self, to: Gpr, from: Gpr) {
        self.plain(true, &[0x2b], to.0, Rm::Reg(from.0), &[]);
    }

    /// `to >>= by`, without a sign.
    pub fn shift_right(&mut self, to: Gpr, by: u8) {
        self.plain(true, &[0xc1], 5, Rm::Reg(to.0), &[by]);
    }

    /// `to = from`, if the last comparison says "above".
    pub fn copy_if_above(&mut self, to: Gpr, from: Gpr) {
        self.plain(true, &[0x0f, 0x47], to.0, Rm::Reg(from.0), &[]);
    }

    /// `to = the address`.
    pub fn address_of(&mut self, to: Gpr, from: Mem) {
        self.plain(true, &[0x8d], to.0, Rm::Mem(from), &[]);
    }

    /// Compares without changing anything.
    pub fn compare(&mut self, a: Gpr, b: Gpr) {
        self.plain(true, &[0x3b], a.0, Rm::Reg(b.0), &[]);
    }

    /// Compares with a number.
    pub fn compare_value(&mut self, a: Gpr, value: i32) {
        self.plain(true, &[0x81], 7, Rm::Reg(a.0), &value.to_le_bytes());
    }

    /// Compares with 0.
    pub fn test(&mut self, a: Gpr) {
        self.plain(false, &[0x85], a.0, Rm::Reg(a.0), &[]);
    }

    /// `to = 0`.
    pub fn zero(&mut self, to: Gpr) {
        self.plain(false, &[0x33], to.0, Rm::Reg(to.0), &[]);
    }

    /// `to = value`, in 32 bits.
    pub fn value(&mut self, to: Gpr, value: u32) {
        self.plain(false, &[0xc7], 0, Rm::Reg(to.0), &value.to_le_bytes());
    }

    /// `to = value`.
    pub fn long_value(&mut self, to: Gpr, value: u64) {
        self.bytes.extend([0x48 | to.0 >> 3, 0xb8 | (to.0 & 7)]);
        self.bytes.extend(value.to_le_bytes());
    }

    /// `to -= 1`, which a jump may follow.
    pub fn decrement(&mut self, to: Gpr) {
        self.plain(true, &[0xff], 1, Rm::Reg(to.0), &[]);
    }

    /// `to &= value`.
    pub fn and_value(&mut self, to: Gpr, value: i32) {
        self.plain(true, &[0x81], 4, Rm::Reg(to.0), &value.to_le_bytes());
    }

    /// Saves a register.
    pub fn push(&mut self, from: Gpr) {
        self.stack(0x50, from);
    }

    /// Restores a register.
    pub fn pop(&mut self, to: Gpr) {
        self.stack(0x58, to);
    }

    fn stack(&mut self, opcode: u8, register: Gpr) {
        if register.0 >= 8 {
            self.bytes.push(0x41);
        }
        self.bytes.push(opcode | (register.0 & 7));
    }

    /// Calls a part of the code.
    pub fn call(&mut self, label: Label) {
        self.bytes.push(0xe8);
        self.distance(label);
    }

    /// Calls the function at an address.
    pub fn call_at(&mut self, address: Gpr) {
        self.plain(false, &[0xff], 2, Rm::Reg(address.0), &[]);
    }

    /// Clears the upper halves of vector registers, as functions expect them.
    pub fn clear_upper(&mut self) {
        self.bytes.extend([0xc5, 0xf8, 0x77]);
    }

    /// Leaves the function.
    pub fn leave(&mut self) {
        self.bytes.push(0xc3);
    }
}

/// The numbers of the index and of the base (or the register) in the last operand.
fn extensions(rm: Rm) -> (u8, u8) {
    match rm {
        Rm::Reg(r) => (0, r),
        Rm::Mem(Mem::At(base, _)) => (0, base.0),
        Rm::Mem(Mem::Indexed(base, index, ..)) => (index, base.0),
        Rm::Mem(Mem::Constant(_)) => (0, 0),
    }
}

#[cfg(test)]
mod tests {
    use super::super::opcodes::*;
    use super::*;

    fn bytes(f: impl FnOnce(&mut Assembler)) -> Vec<u8> {
        let mut assembler = Assembler::default();
        f(&mut assembler);
        assembler.bytes
    }

    fn of(width: u8, reg: u8, vvvv: u8, rm: Rm) -> Operands {
        Operands { width, reg, vvvv, rm, imm: None, mask: (0, false) }
    }

    fn vex(op: Opcode, o: Operands) -> Vec<u8> {
        bytes(|assembler| assembler.vex(op, o))
    }

    fn evex(op: Opcode, o: Operands) -> Vec<u8> {
        bytes(|assembler| assembler.evex(op, o))
    }

    fn indexed(base: Gpr, index: u8, scale: u8, distance: i32) -> Rm {
        Rm::Mem(Mem::Indexed(base, index, scale, distance))
    }

    /// Bytes as the GNU assembler writes them.
    #[test]
    fn the_older_prefix() {
        let packed = |op: Opcode| Opcode { w: false, ..op };
        let add = vex(packed(float(ADD, 8)), of(32, 1, 2, Rm::Reg(3)));
        assert_eq!(add, [0xc4, 0xe1, 0x6d, 0x58, 0xcb]);
        let multiply = vex(packed(float(MUL, 8)), of(32, 15, 0, indexed(Gpr::RBX, 1, 8, 0x20)));
        assert_eq!(multiply, [0xc4, 0x61, 0x7d, 0x59, 0x7c, 0xcb, 0x20]);
        let load = vex(moves(8, false), of(32, 7, 0, indexed(Gpr::R13, 1, 4, 0)));
        assert_eq!(load, [0xc4, 0xc1, 0x7e, 0x6f, 0x7c, 0x8d, 0x00]);
        let store = vex(to_memory(moves(8, false)), of(32, 8, 0, indexed(Gpr::R12, 1, 1, 0x100)));
        assert_eq!(store, [0xc4, 0x41, 0x7e, 0x7f, 0x84, 0x0c, 0x00, 0x01, 0x00, 0x00]);
        let blend = vex(blend_by_sign(8), Operands { imm: Some(12 << 4), ..of(32, 1, 2, Rm::Reg(3)) });
        assert_eq!(blend, [0xc4, 0xe3, 0x6d, 0x4b, 0xcb, 0xc0]);
        let shift = vex(shift_by(4), Operands { imm: Some(16), ..of(32, 4, 4, Rm::Reg(5)) });
        assert_eq!(shift, [0xc4, 0xe1, 0x5d, 0x72, 0xe5, 0x10]);
        let insert = vex(INSERT_8, Operands { imm: Some(1), ..of(16, 2, 2, indexed(Gpr::RAX, 8, 1, 0)) });
        assert_eq!(insert, [0xc4, 0xa3, 0xe9, 0x22, 0x14, 0x00, 0x01]);
        let insert = vex(INSERT_1, Operands { imm: Some(3), ..of(16, 2, 2, indexed(Gpr::RAX, 8, 1, 0)) });
        assert_eq!(insert, [0xc4, 0xa3, 0x69, 0x20, 0x14, 0x00, 0x03]);
        let insert = vex(INSERT_2, Operands { imm: Some(1), ..of(16, 2, 2, indexed(Gpr::RAX, 8, 1, 0)) });
        assert_eq!(insert, [0xc4, 0xa1, 0x69, 0xc4, 0x14, 0x00, 0x01]);
        assert_eq!(vex(MASK_AND, of(32, 4, 3, Rm::Reg(5))), [0xc4, 0xe1, 0x64, 0x41, 0xe5]);
        assert_eq!(vex(MASK_TO, of(16, 0, 0, Rm::Reg(5))), [0xc4, 0xe1, 0x78, 0x93, 0xc5]);
        assert_eq!(vex(signs(8), of(32, 0, 0, Rm::Reg(9))), [0xc4, 0xc1, 0x7d, 0x50, 0xc1]);
        assert_eq!(vex(signs(4), of(32, 0, 0, Rm::Reg(9))), [0xc4, 0xc1, 0x7c, 0x50, 0xc1]);
        assert_eq!(vex(fused(false, true, 4), of(32, 1, 2, Rm::Reg(3))), [0xc4, 0xe2, 0x6d, 0xaa, 0xcb]);
        assert_eq!(vex(MASK_OF, of(16, 7, 0, Rm::Reg(0))), [0xc4, 0xe1, 0x78, 0x92, 0xf8]);
        assert_eq!(vex(LOW_BITS, of(16, 0, 8, Rm::Reg(0))), [0xc4, 0xe2, 0x38, 0xf5, 0xc0]);
    }

    /// Likewise.
    #[test]
    fn the_newer_prefix() {
        assert_eq!(evex(float(ADD, 8), of(64, 17, 18, Rm::Reg(31))), [0x62, 0x81, 0xed, 0x40, 0x58, 0xcf]);
        let fused = |product, addend| evex(fused(product, addend, 8), of(64, 1, 2, Rm::Reg(3)));
        assert_eq!(fused(true, false), [0x62, 0xf2, 0xed, 0x48, 0xac, 0xcb]);
        assert_eq!(fused(true, true), [0x62, 0xf2, 0xed, 0x48, 0xae, 0xcb]);
        let masked = Operands { mask: (7, true), ..of(64, 30, 0, indexed(Gpr::RBP, 1, 8, 0)) };
        assert_eq!(evex(moves(8, true), masked), [0x62, 0x61, 0xfe, 0xcf, 0x6f, 0xb4, 0xcd, 0, 0, 0, 0]);
        let masked = Operands { mask: (7, false), ..of(64, 8, 0, indexed(Gpr::R15, 1, 4, 0x40)) };
        let store = evex(to_memory(moves(4, true)), masked);
        assert_eq!(store, [0x62, 0x51, 0x7e, 0x4f, 0x7f, 0x84, 0x8f, 0x40, 0, 0, 0]);
        let chosen = evex(blend(8), Operands { mask: (2, false), ..of(64, 3, 4, Rm::Reg(21)) });
        assert_eq!(chosen, [0x62, 0xb2, 0xdd, 0x4a, 0x64, 0xdd]);
        let compared = evex(float(COMPARE, 8), Operands { imm: Some(0x11), ..of(64, 3, 16, Rm::Reg(1)) });
        assert_eq!(compared, [0x62, 0xf1, 0xfd, 0x40, 0xc2, 0xd9, 0x11]);
        let gathered = Operands { mask: (6, false), ..of(64, 5, 0, indexed(Gpr::RAX, 20, 1, 0)) };
        assert_eq!(evex(gather(8), gathered), [0x62, 0xf2, 0xfd, 0x46, 0x90, 0x2c, 0x20]);
        let scattered = Operands { mask: (6, false), ..of(64, 31, 0, indexed(Gpr::RAX, 9, 1, 0)) };
        assert_eq!(evex(scatter(4), scattered), [0x62, 0x22, 0x7d, 0x4e, 0xa0, 0x3c, 0x08]);
        assert_eq!(evex(narrow(8, 1), of(64, 30, 0, Rm::Reg(24))), [0x62, 0x02, 0x7e, 0x48, 0x32, 0xf0]);
        let repeated = evex(broadcast(8, true), of(64, 30, 0, Rm::Mem(Mem::At(Gpr::RDI, 0x88))));
        assert_eq!(repeated, [0x62, 0x62, 0xfd, 0x48, 0x59, 0xb7, 0x88, 0, 0, 0]);
    }

    /// Likewise.
    #[test]
    fn general_registers() {
        let at = |base, distance| Mem::At(base, distance);
        assert_eq!(bytes(|a| a.load(Gpr::R9, at(Gpr::RDI, 0x38))), [0x4c, 0x8b, 0x4f, 0x38]);
        assert_eq!(bytes(|a| a.add(Gpr::R14, at(Gpr::RDI, 0x80))), [0x4c, 0x03, 0xb7, 0x80, 0, 0, 0]);
        let twice = Mem::Indexed(Gpr::RAX, Gpr::R8.0, 2, 0);
        assert_eq!(bytes(|a| a.address_of(Gpr::RAX, twice)), [0x4a, 0x8d, 0x04, 0x40]);
        let byte = Mem::Indexed(Gpr::RBX, Gpr::RCX.0, 1, 0);
        assert_eq!(bytes(|a| a.load_narrow(Gpr::RAX, byte, 1)), [0x0f, 0xb6, 0x04, 0x0b]);
        assert_eq!(bytes(|a| a.decrement(Gpr::RSI)), [0x48, 0xff, 0xce]);
        assert_eq!(bytes(|a| a.push(Gpr::R12)), [0x41, 0x54]);
        assert_eq!(bytes(|a| a.shift_right(Gpr::R8, 3)), [0x49, 0xc1, 0xe8, 0x03]);
        assert_eq!(bytes(|a| a.copy_if_above(Gpr::R8, Gpr::RDX)), [0x4c, 0x0f, 0x47, 0xc2]);
        assert_eq!(bytes(|a| a.test(Gpr::RAX)), [0x85, 0xc0]);
        assert_eq!(bytes(|a| a.test(Gpr::R9)), [0x45, 0x85, 0xc9]);
        let long = bytes(|a| a.long_value(Gpr::R9, 0x1122_3344_5566_7788));
        assert_eq!(long, [0x49, 0xb9, 0x88, 0x77, 0x66, 0x55, 0x44, 0x33, 0x22, 0x11]);
        assert_eq!(bytes(|a| a.call_at(Gpr::RAX)), [0xff, 0xd0]);
        assert_eq!(bytes(Assembler::clear_upper), [0xc5, 0xf8, 0x77]);
        assert_eq!(bytes(|a| a.load(Gpr::RAX, at(Gpr::R12, 0))), [0x49, 0x8b, 0x04, 0x24]);
    }

    #[test]
    fn distances_are_from_the_end_of_the_instruction() {
        let mut assembler = Assembler::default();
        let label = assembler.label();
        assembler.place(label);
        let o = Operands { imm: Some(1), ..of(32, 0, 0, Rm::Mem(Mem::Constant(32))) };
        assembler.vex(COPY, o);
        assembler.jump_if(Condition::NotZero, label);
        let code = assembler.finish(&[7; 64]).unwrap();
        assert_eq!(code[5..9], (64 + 32 - 10i32).to_le_bytes());
        assert_eq!(code[12..16], (-16i32).to_le_bytes());
        assert_eq!((code.len(), code[64]), (128, 7));
    }
}
