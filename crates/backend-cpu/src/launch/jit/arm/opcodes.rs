//! The vector instructions in use, without registers. Those of elements of several sizes are functions of the size in bytes.

/// The field of the size of integers.
const fn sized(op: u32, size: usize) -> u32 {
    op | size.trailing_zeros() << 22
}

/// The bit of the size of floats.
const fn float(op: u32, size: usize) -> u32 {
    op | ((size == 8) as u32) << 22
}

macro_rules! opcodes {
    ($($(#[$doc:meta])* $kind:ident $name:ident = $op:literal;)*) => {
        $(opcodes!(@ $(#[$doc])* $kind $name $op);)*
    };
    (@ $(#[$doc:meta])* floats $name:ident $op:literal) => {
        $(#[$doc])*
        pub const fn $name(size: usize) -> u32 {
            float($op, size)
        }
    };
    (@ $(#[$doc:meta])* integers $name:ident $op:literal) => {
        $(#[$doc])*
        pub const fn $name(size: usize) -> u32 {
            sized($op, size)
        }
    };
}

opcodes! {
    floats fadd = 0x4e20_d400;
    floats fsub = 0x4ea0_d400;
    floats fmul = 0x6e20_dc00;
    floats fdiv = 0x6e20_fc00;
    /// Adds a product in place.
    floats fmla = 0x4e20_cc00;
    /// Subtracts it.
    floats fmls = 0x4ea0_cc00;
    floats fneg = 0x6ea0_f800;
    floats fsqrt = 0x6ea1_f800;
    floats fcmeq = 0x4e20_e400;
    floats fcmge = 0x6e20_e400;
    floats fcmgt = 0x6ea0_e400;
    /// To the nearest integer, of two to the even one.
    floats frintn = 0x4e21_8800;
    floats frintm = 0x4e21_9800;
    floats frintp = 0x4ea1_8800;
    floats frintz = 0x4ea1_9800;
    /// To integers of the same size, towards zero; what does not fit becomes the nearest that does, NaN 0.
    floats fcvtzs = 0x4ea1_b800;
    floats fcvtzu = 0x6ea1_b800;
    floats scvtf = 0x4e21_d800;
    floats ucvtf = 0x6e21_d800;
    integers add = 0x4e20_8400;
    integers sub = 0x6e20_8400;
    /// Not of 8 bytes, as the four that follow.
    integers mul = 0x4e20_9c00;
    integers smin = 0x4e20_6c00;
    integers umin = 0x6e20_6c00;
    integers smax = 0x4e20_6400;
    integers umax = 0x6e20_6400;
    integers cmeq = 0x6e20_8c00;
    integers cmgt = 0x4e20_3400;
    integers cmhi = 0x6e20_3400;
    /// Whether both have a bit.
    integers cmtst = 0x4e20_8c00;
    /// Shifts by signed distances in the lowest byte, to the right if they are negative.
    integers sshl = 0x4e20_4400;
    integers ushl = 0x6e20_4400;
    integers neg = 0x6e20_b800;
    integers abs = 0x4e20_b800;
    /// To half the size, of the result here: the lower half, or the nearest that there is.
    integers xtn = 0x0e21_2800;
    integers sqxtn = 0x0e21_4800;
    integers uqxtn = 0x2e21_4800;
}

pub const AND: u32 = 0x4e20_1c00;
/// The first without the bits of the second.
pub const BIC: u32 = 0x4e60_1c00;
pub const ORR: u32 = 0x4ea0_1c00;
pub const EOR: u32 = 0x6e20_1c00;
pub const NOT: u32 = 0x6e20_5800;
/// The second where the first has bits, else the third, in place of the first.
pub const BSL: u32 = 0x6e60_1c00;
/// `f32` to `f64` and back.
pub const FCVTL: u32 = 0x0e61_7800;
pub const FCVTN: u32 = 0x0e61_6800;
/// The halves of 8 bytes exchanged.
pub const REV64: u32 = 0x4ea0_0800;
/// Neighbours of 4 bytes added, to 8.
pub const UADDLP: u32 = 0x6ea0_2800;
/// Products of 4 bytes added to 8 bytes in place.
pub const UMLAL: u32 = 0x2ea0_8000;
/// The greater of neighbours of 4 bytes.
pub const UMAXP: u32 = 0x6ea0_a400;

/// To twice the size, of the operand here.
pub const fn extend(size: usize, signed: bool) -> u32 {
    (if signed { 0x0f00_a400 } else { 0x2f00_a400 }) | (8 * size as u32) << 16
}

/// A shift to the left by less than the width.
pub const fn shl(size: usize, by: u8) -> u32 {
    0x4f00_5400 | (8 * size as u32 + by as u32) << 16
}

/// A shift to the right by 1 at least, zeros come in.
pub const fn ushr(size: usize, by: u8) -> u32 {
    0x6f00_0400 | (16 * size as u32 - by as u32) << 16
}
