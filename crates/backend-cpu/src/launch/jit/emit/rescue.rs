//! Functions of slices, for vectors with a number that their code does not handle. They are rare: everything is saved around them,
//! in a part of the code that all of them share.

use super::Emitter;
use crate::launch::jit::code::Function;
use crate::launch::jit::machine;
use crate::vmath::{Unary, VectorMath};
use std::slice;

impl Emitter<'_> {
    /// What [`compute`] is told: of which register, for which, and by which function.
    pub fn which(&self, function: Function, [out, x]: [u8; 2]) -> u32 {
        let how = u8::from(function.size == 8) | u8::from(self.code.wide) << 1;
        u32::from_le_bytes([out, x, function.op as u8, how])
    }
}

/// Computes a vector anew, among the saved registers.
///
/// # Safety
/// `saved` must be vectors, one for each register that `which` names.
pub unsafe extern "C" fn compute(saved: *mut u8, which: u32) {
    let [out, x, op, how] = which.to_le_bytes();
    let (single, bytes) = (how & 1 == 0, machine::vector(how & 2 != 0));
    let place = |register: u8| saved.wrapping_add(usize::from(register) * bytes);
    let op = Unary::ALL[usize::from(op)];
    // SAFETY: the caller's promise; any bits are numbers.
    unsafe {
        if single {
            function::<f32>(op, place(x), place(out), bytes)
        } else {
            function::<f64>(op, place(x), place(out), bytes)
        }
    }
}

/// # Safety
/// `x` and `out` must be vectors of so many bytes, apart from each other.
unsafe fn function<T: VectorMath>(op: Unary, x: *const u8, out: *mut u8, bytes: usize) {
    let n = bytes / size_of::<T>();
    // SAFETY: the caller's promise.
    unsafe { T::unary(op, slice::from_raw_parts(x.cast(), n), slice::from_raw_parts_mut(out.cast(), n)) }
}
