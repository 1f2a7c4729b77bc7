//! Instructions in what compilers make: ELF, in whose sections NVIDIA's have 16 bytes each, and AMD's one or more words.

/// How many instructions with an opcode there are in the sections that are executed.
pub fn count(code: &[u8], opcode: u16) -> usize {
    let instructions = executed(code).flat_map(|section| section.chunks_exact(16));
    instructions.filter(|instruction| u16::from_le_bytes([instruction[0], instruction[1]]) & 0xfff == opcode).count()
}

/// How many accesses to memory there are in AMD's machine code of which the instruction does not say whether it is the device's or a
/// block's shared memory, as "FLAT instructions" of the manuals of CDNA3, RDNA3 and RDNA4 encode them. A constant of the same bits counts as well.
pub fn count_flat(code: &[u8], architecture: &str) -> usize {
    let is_flat = |word: u32| match architecture.as_bytes() {
        [b'g', b'f', b'x', b'9', ..] => word >> 26 == 0x37 && word >> 14 & 3 == 0,
        [b'g', b'f', b'x', b'1', b'1', ..] => word >> 26 == 0x37 && word >> 16 & 3 == 0,
        _ => word >> 24 == 0xec,
    };
    let words = executed(code).flat_map(|section| section.chunks_exact(4));
    words.filter(|word| is_flat(number(word, 0, 4) as u32)).count()
}

/// The sections that are executed, as the headers of 64-bit ELF say.
fn executed(code: &[u8]) -> impl Iterator<Item = &[u8]> {
    const EXECUTED: u64 = 4;
    assert_eq!(&code[..5], b"\x7fELF\x02", "64-bit ELF");
    let headers = number(code, 0x28, 8) as usize;
    let (size, count) = (number(code, 0x3a, 2) as usize, number(code, 0x3c, 2) as usize);
    let sections = (0..count).map(move |k| &code[headers + k * size..][..size]);
    sections.filter(|header| number(header, 8, 8) & EXECUTED != 0).map(|header| {
        let (offset, length) = (number(header, 24, 8) as usize, number(header, 32, 8) as usize);
        &code[offset..][..length]
    })
}

/// The integer of so many bytes at a place.
fn number(bytes: &[u8], at: usize, length: usize) -> u64 {
    bytes[at..at + length].iter().rev().fold(0, |all, &byte| all << 8 | u64::from(byte))
}
