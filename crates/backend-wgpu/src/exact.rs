//! SPIR-V whose floating-point arithmetic is done as it is written.
//!
//! WGSL lets a driver contract and reorder additions and multiplications, flush subnormal numbers, and take it for granted that there
//! are no NaN and no signs of zeros. That would take away what the functions compute from what rounding loses, and the special values.
//! SPIR-V has a decoration and execution modes that forbid it, which naga does not write: they are added here.

const CAPABILITY: u32 = 17;
const EXTENSION: u32 = 10;
const ENTRY_POINT: u32 = 15;
const EXECUTION_MODE: u32 = 16;
const EXT_INST: u32 = 12;
const DECORATE: u32 = 71;
const NO_CONTRACTION: u32 = 42;
/// FNegate, FAdd, FSub, FMul, FDiv, FRem, FMod, and vectors times scalars.
const ARITHMETIC: [u32; 8] = [127, 129, 131, 133, 136, 140, 141, 142];
/// Where annotations end: the first type, constant, variable or function.
const TYPES: std::ops::RangeInclusive<u32> = 19..=59;

/// What a device can be told to keep, each with its capability and its execution mode, for floats of so many bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Keep {
    pub what: Kept,
    pub bits: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kept {
    Subnormals,
    SignedZerosAndNan,
    /// Rounding to the nearest, ties to even.
    Rounding,
}

impl Kept {
    fn capability(self) -> u32 {
        match self {
            Self::Subnormals => 4464,
            Self::SignedZerosAndNan => 4466,
            Self::Rounding => 4467,
        }
    }

    fn execution_mode(self) -> u32 {
        match self {
            Self::Subnormals => 4459,
            Self::SignedZerosAndNan => 4461,
            Self::Rounding => 4462,
        }
    }
}

/// The instructions of a module, each with its place.
fn instructions(words: &[u32]) -> impl Iterator<Item = (usize, u32, &[u32])> {
    let mut at = 5;
    std::iter::from_fn(move || {
        let first = *words.get(at)?;
        let length = (first >> 16) as usize;
        let operands = words.get(at + 1..at + length.max(1))?;
        let place = at;
        at += length.max(1);
        Some((place, first & 0xffff, operands))
    })
}

/// An instruction.
fn instruction(op: u32, operands: &[u32]) -> Vec<u32> {
    let length = 1 + operands.len() as u32;
    std::iter::once(length << 16 | op).chain(operands.iter().copied()).collect()
}

/// A text, as words.
fn text(text: &str) -> Vec<u32> {
    let mut bytes = text.as_bytes().to_vec();
    bytes.resize((bytes.len() + 1).next_multiple_of(4), 0);
    bytes.as_chunks().0.iter().map(|word| u32::from_le_bytes(*word)).collect()
}

/// The module with a decoration on the result of each floating-point operation, and the modes for floats of the widths that it has.
pub(crate) fn exact(words: &[u32], keep: &[Keep]) -> Vec<u32> {
    const FLOAT: u32 = 22;
    let all: Vec<_> = instructions(words).collect();
    let widths: Vec<u32> = all.iter().filter(|(_, op, _)| *op == FLOAT).map(|(_, _, operands)| operands[1]).collect();
    let entries = || all.iter().filter(|(_, op, _)| *op == ENTRY_POINT).map(|(_, _, operands)| operands[1]);
    let mut capabilities = Vec::new();
    let mut extension = Vec::new();
    let mut modes = Vec::new();
    for keep in keep.iter().filter(|keep| widths.contains(&keep.bits)) {
        let capability = instruction(CAPABILITY, &[keep.what.capability()]);
        if !capabilities.windows(2).any(|pair| pair == capability) {
            capabilities.extend(capability);
        }
        extension = instruction(EXTENSION, &text("SPV_KHR_float_controls"));
        for entry in entries() {
            modes.extend(instruction(EXECUTION_MODE, &[entry, keep.what.execution_mode(), keep.bits]));
        }
    }
    let results =
        all.iter().filter(|(_, op, operands)| (ARITHMETIC.contains(op) || *op == EXT_INST) && operands.len() > 1);
    let decorations = results.flat_map(|(_, _, operands)| instruction(DECORATE, &[operands[1], NO_CONTRACTION]));
    let decorations: Vec<u32> = decorations.collect();
    // A module has its parts in an order: capabilities, extensions, the rest up to the entries, their modes, names, decorations, types.
    let after = |wanted: &dyn Fn(u32) -> bool| {
        all.iter().rposition(|(_, op, _)| wanted(*op)).map_or(5, |k| all[k].0 + 1 + all[k].2.len())
    };
    let ends = [
        after(&|op| op == CAPABILITY),
        after(&|op| matches!(op, CAPABILITY | EXTENSION)),
        after(&|op| matches!(op, ENTRY_POINT | EXECUTION_MODE)),
        all.iter().find(|(_, op, _)| TYPES.contains(op)).map_or(words.len(), |(at, _, _)| *at),
    ];
    let mut out = Vec::with_capacity(words.len() + decorations.len() + 64);
    let mut start = 0;
    for (end, more) in ends.into_iter().zip([&capabilities, &extension, &modes, &decorations]) {
        out.extend(&words[start..end]);
        out.extend(more);
        start = end;
    }
    out.extend(&words[start..]);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A header, and instructions as (operation, operands).
    fn module(instructions: &[(u32, &[u32])]) -> Vec<u32> {
        [0; 5].into_iter().chain(instructions.iter().flat_map(|&(op, operands)| instruction(op, operands))).collect()
    }

    #[test]
    fn parts_are_put_where_they_belong() {
        let before: [(u32, &[u32]); 5] =
            [(17, &[1]), (14, &[0, 1]), (15, &[5, 9, 0]), (22, &[2, 32]), (129, &[2, 3, 4, 4])];
        let keep = [Keep { what: Kept::Subnormals, bits: 32 }, Keep { what: Kept::Rounding, bits: 64 }];
        let controls = text("SPV_KHR_float_controls");
        let after: [(u32, &[u32]); 9] = [
            (17, &[1]),
            (17, &[4464]),
            (10, &controls),
            (14, &[0, 1]),
            (15, &[5, 9, 0]),
            (16, &[9, 4459, 32]),
            (71, &[3, 42]),
            (22, &[2, 32]),
            (129, &[2, 3, 4, 4]),
        ];
        assert_eq!(exact(&module(&before), &keep), module(&after));
    }
}
