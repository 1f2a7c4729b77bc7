//! The axes of a transform, as backends check them that have kernels for it.

use crate::error::{Error, Result};

/// An error unless the axes are there and have elements.
///
/// # Errors
/// [`Error::Value`].
#[doc(hidden)]
pub fn check_axes(op: &'static str, shape: &[usize], axes: &[usize]) -> Result<()> {
    if axes.iter().any(|&axis| axis >= shape.len()) {
        return Err(unsuitable_axes(op, shape, axes));
    }
    match axes.iter().find(|&&axis| shape[axis] == 0) {
        Some(axis) => Err(Error::value(op, format!("axis {axis} has no elements to transform"))),
        None => Ok(()),
    }
}

/// The error of axes that an array does not have, or has once.
#[doc(hidden)]
pub fn unsuitable_axes(op: &'static str, shape: &[usize], axes: &[usize]) -> Error {
    let rank = shape.len();
    Error::value(op, format!("axes {axes:?} do not suit a transform of an array with {rank} dimensions"))
}

/// The axis of a real transform, the last, and the others, which differ from it.
///
/// # Errors
/// [`Error::Value`] if there is no such axis, or it is among the others too.
#[doc(hidden)]
pub fn real_axis<'a>(op: &'static str, shape: &[usize], axes: &'a [usize]) -> Result<(usize, &'a [usize])> {
    match axes.split_last() {
        Some((&axis, others)) if axis < shape.len() && !others.contains(&axis) => Ok((axis, others)),
        _ => Err(unsuitable_axes(op, shape, axes)),
    }
}
