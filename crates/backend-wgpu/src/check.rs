//! What kernels need of their operands.

use xparray_ir::{DType, Error, Layout, Result};

/// An error if kernels cannot name the elements of a layout, whose places they count in 31 bits.
pub(crate) fn checked(op: &'static str, layout: &Layout) -> Result<()> {
    let end = layout.bounds().map_or(layout.offset(), |(_, last)| last);
    if end < i32::MAX as usize { Ok(()) } else { Err(too_large(op)) }
}

/// A number of elements, if kernels can count them.
pub(crate) fn counted(op: &'static str, len: usize) -> Result<u32> {
    if len < i32::MAX as usize { Ok(len as u32) } else { Err(too_large(op)) }
}

fn too_large(op: &'static str) -> Error {
    Error::value(op, "arrays of more than 2147483647 elements are too large for this device")
}

/// An error unless a type is what is expected.
pub(crate) fn same_type(op: &'static str, expected: DType, found: DType) -> Result<()> {
    if expected == found {
        return Ok(());
    }
    Err(Error::DType { op, expected: expected.to_string(), found: found.to_string() })
}
