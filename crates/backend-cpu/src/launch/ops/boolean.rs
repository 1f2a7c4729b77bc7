//! Truth values, which are the bytes 0 and 1: `+` is or, `*` is and, false is less than true.

use super::int;
use super::maps::{TileFn, map1};
use crate::simd::Cold;
use xparray_ir::ir::{BinaryOp, UnaryOp};

/// The loop of a unary operation on truth values, if it is one.
pub fn unary(op: UnaryOp) -> Option<TileFn> {
    use UnaryOp::*;
    Some(match op {
        Not => map1(Cold, |x: bool| !x),
        Imag | IsNan | IsInf => always(false),
        IsFinite => always(true),
        _ => return None,
    })
}

/// The loop that gives the same truth value for all elements, of any type.
pub fn always(value: bool) -> TileFn {
    // Every element has at least a byte.
    if value { map1(Cold, |_: u8| true) } else { map1(Cold, |_: u8| false) }
}

/// The loop of a binary operation on truth values, if it is one: that of bytes.
pub fn binary(op: BinaryOp) -> Option<TileFn> {
    use BinaryOp::*;
    int::bits2::<u8>(match op {
        Add | Or | Max | Fmax => Or,
        Mul | And | Min | Fmin => And,
        Xor | Eq | Ne => op,
        _ => return int::comparison::<u8>(op),
    })
}
