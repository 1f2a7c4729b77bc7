//! Mathematical functions of real numbers, from the vector math module.

use super::maps::Call;
use super::real::Real;
use crate::vmath;
use std::slice;
use xparray_ir::ir::{BinaryOp, UnaryOp};

/// The vector function of a unary operation, if it is one.
pub fn unary(op: UnaryOp) -> Option<vmath::Unary> {
    use vmath::Unary as V;
    Some(match op {
        UnaryOp::Cbrt => V::Cbrt,
        UnaryOp::Exp => V::Exp,
        UnaryOp::Exp2 => V::Exp2,
        UnaryOp::Expm1 => V::Expm1,
        UnaryOp::Log => V::Log,
        UnaryOp::Log2 => V::Log2,
        UnaryOp::Log10 => V::Log10,
        UnaryOp::Log1p => V::Log1p,
        UnaryOp::Sin => V::Sin,
        UnaryOp::Cos => V::Cos,
        UnaryOp::Tan => V::Tan,
        UnaryOp::Asin => V::Arcsin,
        UnaryOp::Acos => V::Arccos,
        UnaryOp::Atan => V::Arctan,
        UnaryOp::Sinh => V::Sinh,
        UnaryOp::Cosh => V::Cosh,
        UnaryOp::Tanh => V::Tanh,
        UnaryOp::Asinh => V::Arcsinh,
        UnaryOp::Acosh => V::Arccosh,
        UnaryOp::Atanh => V::Arctanh,
        UnaryOp::I0 => V::I0,
        UnaryOp::Sinc => V::Sinc,
        _ => return None,
    })
}

/// The vector function of a binary operation, if it is one.
pub fn binary(op: BinaryOp) -> Option<vmath::Binary> {
    use vmath::Binary as V;
    Some(match op {
        BinaryOp::Pow => V::Pow,
        BinaryOp::Atan2 => V::Arctan2,
        BinaryOp::Hypot => V::Hypot,
        BinaryOp::LogAddExp => V::Logaddexp,
        BinaryOp::LogAddExp2 => V::Logaddexp2,
        // Division with remainder continues from here, see `float::after_fmod`.
        BinaryOp::Fmod | BinaryOp::FloorDiv | BinaryOp::Mod => V::Fmod,
        _ => return None,
    })
}

/// The room for results as a slice, which is what the vector functions take.
///
/// # Safety
/// `call.out` must be room for `n` values of `T`. They are written before they are read.
pub unsafe fn out<'a, T: Real>(call: Call) -> &'a mut [T] {
    // SAFETY: the caller's promise; any bits are a number.
    unsafe { slice::from_raw_parts_mut(call.out.cast(), call.n) }
}

/// Runs a unary vector function over a tile.
///
/// # Safety
/// As [`super::maps::TileFn`], with one argument of type `T`.
pub unsafe fn run_unary<T: Real>(op: vmath::Unary, call: Call) {
    // SAFETY: the caller's promise.
    unsafe { T::unary(op, call.arg(0), out(call)) }
}

/// Runs a binary vector function over a tile.
///
/// # Safety
/// As [`super::maps::TileFn`], with two arguments of type `T`.
pub unsafe fn run_binary<T: Real>(op: vmath::Binary, call: Call) {
    // SAFETY: the caller's promise.
    unsafe { T::binary(op, call.arg(0), call.arg(1), out(call)) }
}
