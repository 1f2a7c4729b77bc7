//! SPIR-V whose floating-point arithmetic is done as it is written.
//!
//! WGSL lets a driver contract and reorder additions and multiplications, which would take away what the functions compute from
//! what rounding loses. SPIR-V has a decoration that forbids it, which naga does not write: it is added here.

const DECORATE: u32 = 71;
const NO_CONTRACTION: u32 = 42;
const EXT_INST: u32 = 12;
/// FNegate, FAdd, FSub, FMul, FDiv, FRem, and vectors times scalars.
const ARITHMETIC: [u32; 7] = [127, 129, 131, 133, 136, 140, 142];
/// Where annotations end: the first type, constant, variable or function.
const TYPES: std::ops::RangeInclusive<u32> = 19..=59;

/// The module with a decoration on the result of each floating-point operation.
pub(crate) fn exact(words: &[u32]) -> Vec<u32> {
    let mut decorations = Vec::new();
    let mut first_type = None;
    let mut at = 5;
    while at < words.len() {
        let (length, op) = ((words[at] >> 16) as usize, words[at] & 0xffff);
        if length == 0 || at + length > words.len() {
            return words.to_vec();
        }
        if TYPES.contains(&op) {
            first_type = first_type.or(Some(at));
        }
        if (ARITHMETIC.contains(&op) || op == EXT_INST) && length > 2 {
            decorations.extend([3 << 16 | DECORATE, words[at + 2], NO_CONTRACTION]);
        }
        at += length;
    }
    let split = first_type.unwrap_or(words.len());
    [&words[..split], &decorations, &words[split..]].concat()
}
