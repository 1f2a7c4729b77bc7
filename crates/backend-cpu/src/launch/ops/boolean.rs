//! Truth values: `+` is or, `*` is and, false is less than true.

use super::maps::{TileFn, map1, map2};
use xparray_ir::ir::{BinaryOp, UnaryOp};

/// The loop of a unary operation on truth values, if it is one.
pub fn unary(op: UnaryOp) -> Option<TileFn> {
    use UnaryOp::*;
    Some(match op {
        Not => map1(|x: bool| !x),
        Imag | IsNan | IsInf => map1(|_: bool| false),
        IsFinite => map1(|_: bool| true),
        _ => return None,
    })
}

/// The loop of a binary operation on truth values, if it is one; comparisons are elsewhere.
pub fn binary(op: BinaryOp) -> Option<TileFn> {
    use BinaryOp::*;
    Some(match op {
        Add | Or | Max | Fmax => map2(|x: bool, y: bool| x | y),
        Mul | And | Min | Fmin => map2(|x: bool, y: bool| x & y),
        Xor => map2(|x: bool, y: bool| x ^ y),
        _ => return None,
    })
}
