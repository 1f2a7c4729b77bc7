//! Two arithmetic operations in one loop: what one stores and the other loads stays in a register.

use super::maps::{TileFn, map3};
use super::real::Real;
use xparray_core::ir::BinaryOp;

/// The operations that are paired: loops of others do more than load and store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Arithmetic {
    Add,
    Sub,
    Mul,
    Div,
}

impl Arithmetic {
    /// The operation, if it is one of these.
    pub fn of(op: BinaryOp) -> Option<Self> {
        Some(match op {
            BinaryOp::Add => Self::Add,
            BinaryOp::Sub => Self::Sub,
            BinaryOp::Mul => Self::Mul,
            BinaryOp::Div => Self::Div,
            _ => return None,
        })
    }
}

/// The loop of `outer(inner(a, b), c)`, or of `outer(c, inner(a, b))` if the inner result is not the `first` operand.
pub fn pair<T: Real>(inner: Arithmetic, outer: Arithmetic, first: bool) -> TileFn {
    match inner {
        Arithmetic::Add => with_inner(|a: T, b: T| a + b, outer, first),
        Arithmetic::Sub => with_inner(|a: T, b: T| a - b, outer, first),
        Arithmetic::Mul => with_inner(|a: T, b: T| a * b, outer, first),
        Arithmetic::Div => with_inner(|a: T, b: T| a / b, outer, first),
    }
}

fn with_inner<T: Real>(f: impl Fn(T, T) -> T + Copy, outer: Arithmetic, first: bool) -> TileFn {
    match (outer, first) {
        (Arithmetic::Add, _) => map3(move |a: T, b: T, c: T| f(a, b) + c),
        (Arithmetic::Mul, _) => map3(move |a: T, b: T, c: T| f(a, b) * c),
        (Arithmetic::Sub, true) => map3(move |a: T, b: T, c: T| f(a, b) - c),
        (Arithmetic::Sub, false) => map3(move |a: T, b: T, c: T| c - f(a, b)),
        (Arithmetic::Div, true) => map3(move |a: T, b: T, c: T| f(a, b) / c),
        (Arithmetic::Div, false) => map3(move |a: T, b: T, c: T| c / f(a, b)),
    }
}
