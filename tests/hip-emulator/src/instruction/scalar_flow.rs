//! Which bits of a scalar result come from what nobody wrote.

use crate::function::{Comparison, ScalarFunction};

/// How a scalar function's bits depend on those of its operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScalarFlow {
    /// Each on all.
    All,
    /// Each on one of each operand, or on the bits at its place.
    Bitwise,
    /// Each on the bit of the first operand that the function moves there, as the second one says.
    Moves,
    /// Each on those below, too.
    Upwards,
    /// On one of them, as the condition code says.
    Select,
}

/// Bits of two operands that nobody wrote, and whether the condition code is such a value.
pub type Given = ([u64; 2], bool);

impl ScalarFlow {
    /// That of a function with a name.
    pub fn of(name: &str) -> Self {
        let kind = name.rsplit_once('_').map_or(name, |(kind, _)| kind);
        match kind {
            "mov" | "movk" | "not" | "and" | "or" | "xor" | "nand" | "nor" | "xnor" | "andn2" | "orn2" | "and_not1"
            | "or_not1" => Self::Bitwise,
            "lshl" | "lshr" | "ashr" | "bfe" | "brev" | "sext_i32" => Self::Moves,
            _ if kind.starts_with("pack_") => Self::Bitwise,
            "cselect" => Self::Select,
            _ if kind.starts_with("add") || kind.starts_with("sub") || kind == "mul" => Self::Upwards,
            _ => Self::All,
        }
    }

    /// Bits of the result, and whether the condition code is such a value then. A condition code that says whether a
    /// result is zero is known if a known bit is not.
    pub fn result(self, function: &ScalarFunction, operands: [u64; 2], scc: bool, given: Given) -> (u64, bool) {
        let ([a, b], unknown_scc) = given;
        let width = u64::MAX >> (64 - function.result.width());
        let call = |x: u64, y: u64| (function.call)(x, y, scc).0 & width;
        let [x, y] = operands;
        let any = a | b;
        let bits = match self {
            Self::Bitwise => {
                let base = call(x & !a, y & !b);
                (base ^ call(x | a, y & !b)) | (base ^ call(x & !a, y | b)) | (base ^ call(x | a, y | b))
            }
            Self::Moves if b == 0 => call(a, y),
            Self::Select if unknown_scc => width,
            Self::Select => (if scc { a } else { b }) & width,
            Self::Upwards if any != 0 => width & (u64::MAX << any.trailing_zeros()),
            _ if any != 0 => width,
            _ => 0,
        };
        // Carries come in by the condition code.
        let bits = if self == Self::Upwards && unknown_scc { width } else { bits };
        let flag = match self {
            Self::Bitwise | Self::Moves => bits != 0 && call(x, y) & !bits == 0,
            _ => bits != 0,
        };
        (bits, flag)
    }
}

/// Whether a comparison's outcome depends on bits that nobody wrote: where known bits differ, equality does not.
pub fn comparison_depends(comparison: Comparison, [x, y]: [u64; 2], [a, b]: [u64; 2]) -> bool {
    let unknown = a | b;
    unknown != 0 && !(comparison.is_of_equality() && (x ^ y) & !unknown != 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::function::{comparison, scalar};

    fn of(name: &str, operands: [u64; 2], unknown: [u64; 2]) -> (u64, bool) {
        ScalarFlow::of(name).result(&scalar(name).unwrap(), operands, true, (unknown, false))
    }

    #[test]
    fn known_zeros_hide_what_is_not_known() {
        assert_eq!(of("and_b64", [0xff, 0x0f], [0xff, 0]), (0x0f, true));
        assert_eq!(of("and_b64", [0x1f, 0x1f], [0x0f, 0]), (0x0f, false));
        assert_eq!(of("or_b32", [0, 0xf0], [0xff, 0]), (0x0f, false));
        assert_eq!(of("andn2_b32", [0xff, 0xf0], [0xff, 0]), (0x0f, true));
        assert_eq!(of("mov_b64", [7, 0], [1 << 40, 0]), (1 << 40, false));
    }

    #[test]
    fn bits_go_where_functions_move_them() {
        assert_eq!(of("lshl_b64", [0, 4], [0xf0, 0]).0, 0xf00);
        assert_eq!(of("lshr_b64", [0, 32], [0xffff_ffff, 0]), (0, false));
        assert_eq!(of("lshl_b32", [1, 4], [0, 1]).0, 0xffff_ffff);
        assert_eq!(of("pack_ll_b32_b16", [0, 5], [0xffff_ffff, 0]).0, 0xffff);
        assert_eq!(of("add_u32", [1, 1], [0x100, 0]).0, 0xffff_ff00);
        assert_eq!(of("cselect_b32", [1, 1], [0, 0xff]), (0, false));
        assert_eq!(of("mul_hi_u32", [1, 1], [1, 0]).0, 0xffff_ffff);
    }

    #[test]
    fn what_differs_is_not_equal() {
        let [ne, less] = ["lg_u64", "lt_u32"].map(|name| comparison(name).unwrap());
        assert!(!comparison_depends(ne, [4, 0], [1, 0]) && comparison_depends(ne, [4, 0], [4, 0]));
        assert!(comparison_depends(less, [4, 0], [1, 0]) && !comparison_depends(less, [4, 0], [0, 0]));
    }
}
