//! Operations of reductions: MPI's own where it combines elements as NumPy does, else functions of ours.

use super::constants::Name;
use super::functions::UserFunction;
use crate::op::{Combine, Op, combine_into};
use std::ffi::{c_int, c_void};
use xparray_core::{DType, Kind, dispatch_dtype};

/// MPI's operation, where there is one: it has no half floats, no order of complex numbers, no truth of floats, and leaves
/// open what becomes of NaN in extrema.
pub fn native(op: Op, dtype: DType) -> Option<Name> {
    let half = matches!(dtype, DType::F16 | DType::BF16);
    match (dtype.kind(), op) {
        (Kind::Bool, Op::Sum | Op::Max | Op::LogicalOr) => Some(Name::LOR),
        (Kind::Bool, Op::Prod | Op::Min | Op::LogicalAnd) => Some(Name::LAND),
        (Kind::Signed | Kind::Unsigned, Op::Min) => Some(Name::MIN),
        (Kind::Signed | Kind::Unsigned, Op::Max) => Some(Name::MAX),
        (Kind::Signed | Kind::Unsigned, Op::LogicalAnd) => Some(Name::LAND),
        (Kind::Signed | Kind::Unsigned, Op::LogicalOr) => Some(Name::LOR),
        (_, Op::Sum) if !half => Some(Name::SUM),
        (_, Op::Prod) if !half => Some(Name::PROD),
        _ => None,
    }
}

/// Our function.
pub fn user(op: Op, dtype: DType) -> UserFunction {
    dispatch_dtype!(dtype, T => match op {
        Op::Sum => combined::<T, { Op::Sum as u8 }>,
        Op::Prod => combined::<T, { Op::Prod as u8 }>,
        Op::Min => combined::<T, { Op::Min as u8 }>,
        Op::Max => combined::<T, { Op::Max as u8 }>,
        Op::LogicalAnd => combined::<T, { Op::LogicalAnd as u8 }>,
        Op::LogicalOr => combined::<T, { Op::LogicalOr as u8 }>,
    })
}

/// As MPI calls it: `other` becomes what `of` and it give, where `of` is an earlier rank's.
///
/// # Safety
/// Both have `len` elements of type `T`, and nobody else has the second.
unsafe extern "C" fn combined<T: Combine, const OP: u8>(
    of: *mut c_void,
    other: *mut c_void,
    len: *mut c_int,
    _datatype: *mut c_void,
) {
    // SAFETY: MPI gives a number.
    let bytes = unsafe { *len }.max(0) as usize * size_of::<T>();
    // SAFETY: the caller's promise.
    let of = unsafe { std::slice::from_raw_parts(of.cast::<u8>(), bytes) };
    // SAFETY: as above.
    let other = unsafe { std::slice::from_raw_parts_mut(other.cast::<u8>(), bytes) };
    // What is combined commutes, but for which NaN it is.
    combine_into::<T>(Op::ALL[OP as usize], other, of);
}
