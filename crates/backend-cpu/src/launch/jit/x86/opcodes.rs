//! The vector instructions in use. Those of elements of 4 and of 8 bytes are functions of that size.

use super::encode::Opcode;

const fn op(map: u8, pp: u8, w: bool, byte: u8) -> Opcode {
    Opcode { map, pp, w, byte }
}

/// An operation on floats: the prefix says how wide.
pub const fn float(byte: u8, size: usize) -> Opcode {
    op(1, (size == 8) as u8, size == 8, byte)
}

/// An operation on integers whose W says how wide elements are.
const fn wide(map: u8, byte: u8, size: usize) -> Opcode {
    op(map, 1, size == 8, byte)
}

pub const ADD: u8 = 0x58;
pub const MUL: u8 = 0x59;
pub const SUB: u8 = 0x5c;
pub const MIN: u8 = 0x5d;
pub const DIV: u8 = 0x5e;
pub const MAX: u8 = 0x5f;
pub const SQRT: u8 = 0x51;
/// A comparison of floats; the last byte says which.
pub const COMPARE: u8 = 0xc2;

/// `a b + c` in place of `b`, with the product, and `c`, negated or not.
pub const fn fused(product: bool, addend: bool, size: usize) -> Opcode {
    wide(2, 0xa8 + 4 * product as u8 + 2 * addend as u8, size)
}

/// Rounding to an integer; the last byte says how.
pub const fn round(size: usize) -> Opcode {
    wide(3, if size == 8 { 0x09 } else { 0x08 }, size)
}

pub const fn and(size: usize) -> Opcode {
    wide(1, 0xdb, size)
}

pub const fn and_not(size: usize) -> Opcode {
    wide(1, 0xdf, size)
}

pub const fn or(size: usize) -> Opcode {
    wide(1, 0xeb, size)
}

pub const fn xor(size: usize) -> Opcode {
    wide(1, 0xef, size)
}

pub const fn int_add(size: usize) -> Opcode {
    wide(1, if size == 8 { 0xd4 } else { 0xfe }, size)
}

pub const fn int_sub(size: usize) -> Opcode {
    wide(1, if size == 8 { 0xfb } else { 0xfa }, size)
}

/// The lower half of the product; 8 bytes with AVX-512 only.
pub const fn int_mul(size: usize) -> Opcode {
    wide(2, 0x40, size)
}

/// The product of the lower halves of 8 bytes.
pub const MUL_HALVES: Opcode = op(1, 1, true, 0xf4);

pub const fn shift_left(size: usize) -> Opcode {
    wide(2, 0x47, size)
}

/// Shifts in zeros.
pub const fn shift_right(size: usize) -> Opcode {
    wide(2, 0x45, size)
}

/// Shifts in the sign; 8 bytes with AVX-512 only.
pub const fn shift_sign(size: usize) -> Opcode {
    wide(2, 0x46, size)
}

/// Shifts by a constant, the last byte: left with 6 in the register's field, right with 2.
pub const fn shift_by(size: usize) -> Opcode {
    wide(1, if size == 8 { 0x73 } else { 0x72 }, size)
}

/// 8 bytes with AVX-512 only, as the three that follow.
pub const fn signed_min(size: usize) -> Opcode {
    wide(2, 0x39, size)
}

pub const fn signed_max(size: usize) -> Opcode {
    wide(2, 0x3d, size)
}

pub const fn unsigned_min(size: usize) -> Opcode {
    wide(2, 0x3b, size)
}

pub const fn unsigned_max(size: usize) -> Opcode {
    wide(2, 0x3f, size)
}

/// Of 4 bytes with AVX2.
pub const fn int_abs(size: usize) -> Opcode {
    wide(2, if size == 8 { 0x1f } else { 0x1e }, size)
}

/// A comparison of signed integers to a mask register; the last byte says which.
pub const fn signed_compare(size: usize) -> Opcode {
    wide(3, 0x1f, size)
}

/// Likewise of unsigned ones.
pub const fn unsigned_compare(size: usize) -> Opcode {
    wide(3, 0x1e, size)
}

/// Whether any bit is set, to a mask register.
pub const fn test(size: usize) -> Opcode {
    wide(2, 0x27, size)
}

/// Likewise of bytes.
pub const TEST_BYTES: Opcode = op(2, 1, false, 0x26);

/// Equality to a vector, with AVX2.
pub const fn equal(size: usize) -> Opcode {
    if size == 8 { op(2, 1, false, 0x29) } else { op(1, 1, false, 0x76) }
}

/// Greater, of signed integers, to a vector, with AVX2.
pub const fn greater(size: usize) -> Opcode {
    if size == 8 { op(2, 1, false, 0x37) } else { op(1, 1, false, 0x66) }
}

/// The second where the mask register says, else the first.
pub const fn blend(size: usize) -> Opcode {
    match size {
        1 => op(2, 1, false, 0x66),
        2 => op(2, 1, true, 0x66),
        size => wide(2, 0x64, size),
    }
}

/// The second where the sign of the third says, else the first, with AVX2.
pub const fn blend_by_sign(size: usize) -> Opcode {
    op(3, 1, false, if size == 8 { 0x4b } else { 0x4a })
}

/// 16-bit parts of both, by the last byte.
pub const BLEND_WORDS: Opcode = op(3, 1, false, 0x0e);

/// One element everywhere; `evex` because the bit W is an error in the older form.
pub const fn broadcast(size: usize, evex: bool) -> Opcode {
    match size {
        1 => op(2, 1, false, 0x78),
        2 => op(2, 1, false, 0x79),
        4 => op(2, 1, false, 0x58),
        _ => op(2, 1, evex, 0x59),
    }
}

/// Moves that may be masked by elements of a size, to registers; one more to memory is `0x10` further.
pub const fn moves(size: usize, evex: bool) -> Opcode {
    match (size, evex) {
        (1, true) => op(1, 3, false, 0x6f),
        (2, true) => op(1, 3, true, 0x6f),
        (4, true) => op(1, 2, false, 0x6f),
        (_, true) => op(1, 2, true, 0x6f),
        _ => op(1, 2, false, 0x6f),
    }
}

/// The same instruction to memory.
pub const fn to_memory(op: Opcode) -> Opcode {
    Opcode { byte: op.byte + 0x10, ..op }
}

pub const COPY: Opcode = op(1, 0, false, 0x28);
/// To memory, past the caches.
pub const STREAM: Opcode = op(1, 1, false, 0xe7);
/// 8 bytes to a register, and from there.
pub const LOAD_8: Opcode = op(1, 2, true, 0x7e);
pub const STORE_8: Opcode = op(1, 1, true, 0xd6);
/// 4 bytes to a register (of memory or of a general one), and from there.
pub const LOAD_4: Opcode = op(1, 1, false, 0x6e);
pub const STORE_4: Opcode = op(1, 1, false, 0x7e);
/// One element of a register of 16 bytes to memory.
pub const EXTRACT_1: Opcode = op(3, 1, false, 0x14);
pub const EXTRACT_2: Opcode = op(3, 1, false, 0x15);
pub const EXTRACT_4: Opcode = op(3, 1, false, 0x16);
pub const EXTRACT_8: Opcode = op(3, 1, true, 0x16);
pub const INSERT_1: Opcode = op(3, 1, false, 0x20);
pub const INSERT_2: Opcode = op(1, 1, false, 0xc4);
pub const INSERT_4: Opcode = op(3, 1, false, 0x22);
pub const INSERT_8: Opcode = op(3, 1, true, 0x22);
/// The upper 16 of 32 bytes, and back.
pub const EXTRACT_HALF: Opcode = op(3, 1, false, 0x39);
pub const INSERT_HALF: Opcode = op(3, 1, false, 0x38);
/// Four of eight parts of 4 bytes, by the last byte.
pub const SHUFFLE: Opcode = op(1, 0, false, 0xc6);
/// To half the width, with the extremes for what does not fit.
pub const PACK_4: Opcode = op(1, 1, false, 0x6b);
pub const PACK_2: Opcode = op(1, 1, false, 0x63);

/// Elements at distances in bytes, in 4 bytes each, from an address; and to there.
pub const fn gather(size: usize) -> Opcode {
    wide(2, 0x90, size)
}

pub const fn scatter(size: usize) -> Opcode {
    wide(2, 0xa0, size)
}

/// Integers of 1, 2 or 4 bytes to wider ones.
pub const fn widen(from: usize, to: usize, signed: bool) -> Opcode {
    let byte = match (from, to) {
        (1, 4) => 0x21,
        (1, 8) => 0x22,
        (2, 4) => 0x23,
        (2, 8) => 0x24,
        _ => 0x25,
    };
    op(2, 1, false, if signed { byte } else { byte + 0x10 })
}

/// Integers to narrower ones, with AVX-512.
pub const fn narrow(from: usize, to: usize) -> Opcode {
    let byte = match (from, to) {
        (4, 1) => 0x31,
        (8, 1) => 0x32,
        (4, 2) => 0x33,
        (8, 2) => 0x34,
        _ => 0x35,
    };
    op(2, 2, false, byte)
}

pub const I32_TO_F32: Opcode = op(1, 0, false, 0x5b);
pub const I32_TO_F64: Opcode = op(1, 2, false, 0xe6);
pub const F32_TO_F64: Opcode = op(1, 0, false, 0x5a);
pub const F64_TO_F32: Opcode = op(1, 1, true, 0x5a);
pub const F32_TO_I32: Opcode = op(1, 2, false, 0x5b);
pub const F64_TO_I32: Opcode = op(1, 1, true, 0xe6);
/// With AVX-512, as all that follow.
pub const F64_TO_I64: Opcode = op(1, 1, true, 0x7a);
pub const F32_TO_I64: Opcode = op(1, 1, false, 0x7a);
pub const I64_TO_F64: Opcode = op(1, 2, true, 0xe6);
pub const I64_TO_F32: Opcode = op(1, 0, true, 0x5b);
pub const U64_TO_F64: Opcode = op(1, 2, true, 0x7a);
pub const U64_TO_F32: Opcode = op(1, 3, true, 0x7a);

/// Of mask registers, 16 bits.
pub const MASK_AND: Opcode = op(1, 0, false, 0x41);
pub const MASK_OR: Opcode = op(1, 0, false, 0x45);
pub const MASK_XOR: Opcode = op(1, 0, false, 0x47);
pub const MASK_XNOR: Opcode = op(1, 0, false, 0x46);
/// Not the first, and the second.
pub const MASK_AND_NOT: Opcode = op(1, 0, false, 0x42);
pub const MASK_NOT: Opcode = op(1, 0, false, 0x44);
/// From memory or a mask register, to memory, and from a general register.
pub const MASK_MOVE: Opcode = op(1, 0, false, 0x90);
pub const MASK_STORE: Opcode = op(1, 0, false, 0x91);
pub const MASK_OF: Opcode = op(1, 0, false, 0x92);
/// To a general register.
pub const MASK_TO: Opcode = op(1, 0, false, 0x93);
/// The signs of the elements of a vector of 32 bytes, to a general register.
pub const fn signs(size: usize) -> Opcode {
    op(1, (size == 8) as u8, false, 0x50)
}
/// As many low bits of a general register as another one says.
pub const LOW_BITS: Opcode = op(2, 0, false, 0xf5);
