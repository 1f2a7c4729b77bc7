//! Which lanes of a result come from what nobody wrote, by those of the operands.

use crate::function::{Function, Type};

/// How a function's result depends on its operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// On each of them.
    All,
    /// On the first one or the second, as the third one's bit says.
    Choice,
    /// On parts of each: with one that was written, a part of the result was.
    Parts,
    /// The lower word on lower words alone, as of sums, products and shifts to the left.
    Upwards,
    /// The upper word on upper words alone, as of shifts to the right.
    Downwards,
    /// Each word on that word.
    Words,
}

/// Lanes of the lower word, and of the upper one.
pub type Halves = [u64; 2];

impl Flow {
    /// That of a function with a name.
    pub fn of(name: &str, function: &Function) -> Self {
        const PARTS: [&str; 16] = [
            "and_b32",
            "or_b32",
            "and_b16",
            "or_b16",
            "and_or_b32",
            "or3_b32",
            "bfi_b32",
            "perm_b32",
            "alignbit_b32",
            "alignbyte_b32",
            "lshl_or_b32",
            "lshl_add_u32",
            "bitop3_b32",
            "bitop3_b16",
            "pack_b32_f16",
            "dot2_f32_f16",
        ];
        match name {
            "cndmask_b32" | "cndmask_b16" => Self::Choice,
            _ if PARTS.contains(&name) => Self::Parts,
            "lshrrev_b64" | "ashrrev_i64" => Self::Downwards,
            "mov_b64" => Self::Words,
            _ if function.result() == Type::B64 => Self::Upwards,
            _ => Self::All,
        }
    }

    /// Lanes of the result, of those of operands; those that take the second of two, too.
    pub fn result(self, operands: &[Halves], is_vector: impl Fn(usize) -> bool, chosen: impl Fn() -> u64) -> Halves {
        let any = operands.iter().fold([0; 2], |[low, high], half| [low | half[0], high | half[1]]);
        let all = any[0] | any[1];
        if all == 0 {
            return [0; 2];
        }
        match (self, operands) {
            (Self::Choice, [a, b, choice, ..]) => {
                let chosen = chosen();
                let side = (a[0] & !chosen) | (b[0] & chosen);
                [side | choice[0]; 2]
            }
            (Self::Parts, _) => {
                let vectors = operands.iter().enumerate().filter(|(k, _)| is_vector(*k));
                [vectors.fold(u64::MAX, |lanes, (_, half)| lanes & half[0]); 2]
            }
            (Self::Upwards, _) => [any[0], all],
            (Self::Downwards, [amount, x, ..]) => [amount[0] | (x[0] & x[1]), amount[0] | x[1]],
            (Self::Words, _) => any,
            _ => [all; 2],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_chosen_does_not_count() {
        let flow = |flow: Flow, operands: &[Halves]| flow.result(operands, |_| true, || 0b0011);
        assert_eq!(flow(Flow::All, &[[1, 0], [4, 0]]), [5; 2]);
        assert_eq!(flow(Flow::Choice, &[[0b1111, 0], [0, 0], [0, 0]]), [0b1100; 2]);
        assert_eq!(flow(Flow::Choice, &[[0, 0], [0, 0], [8, 0]]), [8; 2]);
        assert_eq!(flow(Flow::Parts, &[[3, 0], [6, 0]]), [2; 2]);
        assert_eq!(flow(Flow::Upwards, &[[1, 2], [0, 0]]), [1, 3]);
        assert_eq!(flow(Flow::Downwards, &[[0, 0], [1, 2]]), [0, 2]);
        assert_eq!(flow(Flow::Downwards, &[[0, 0], [3, 2]]), [2, 2]);
        assert_eq!(flow(Flow::Words, &[[1, 2]]), [1, 2]);
    }
}
