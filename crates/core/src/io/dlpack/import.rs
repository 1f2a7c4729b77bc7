//! Arrays of other libraries.

use super::Dlpack;
use crate::array::DynArray;
use crate::backend::{Backend, DlDevice};
use crate::dtype::Scalar;
use crate::error::{Error, Result};
use crate::graph::Node;
use crate::layout::{Dims, Layout, Strides, checked_len, row_major_strides};
use std::ptr::with_exposed_provenance;
use std::sync::Arc;

const OP: &str = "from_dlpack";

/// Taking tensors of DLPack, as a method of every backend's handle.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::io::FromDlpack;
/// let tensor = xp.array([1, 2, 3])?.into_dlpack()?;
/// assert_eq!(xp.from_dlpack(tensor)?.typed::<i32>()?.to_vec()?, [1, 2, 3]);
/// # Ok::<(), xparray::Error>(())
/// ```
pub trait FromDlpack: Backend {
    /// The array of a tensor on this device, in the same memory, which is its own from here on. A copy if the memory may only be
    /// read, or is not aligned as this backend's is (64 bytes on a CPU, 256 on a GPU).
    ///
    /// # Errors
    /// [`Error::Value`] for a tensor of another device, or one that cannot be; [`Error::DType`] for elements that arrays do not
    /// have; [`Error::OutOfMemory`].
    fn from_dlpack(&self, tensor: Dlpack) -> Result<DynArray<Self>> {
        import(self, tensor)
    }
}

impl<B: Backend> FromDlpack for B {}

fn import<B: Backend>(xp: &B, dlpack: Dlpack) -> Result<DynArray<B>> {
    let refuse = |message: String| Err(Error::value(OP, message));
    let tensor = dlpack.tensor();
    if Some(tensor.device) != xp.dlpack_device() {
        let DlDevice { device_type, device_id } = tensor.device;
        return refuse(format!(
            "a tensor on device {device_id} of DLPack's kind {device_type}, not on {}",
            xp.device_name()
        ));
    }
    let Some(dtype) = tensor.dtype.dtype() else {
        let (expected, found) = ("one of this crate".into(), format!("{:?}", tensor.dtype));
        return Err(Error::DType { op: OP, expected, found });
    };
    DynArray::check_supported(xp, dtype)?;
    let numbers = |list: *const i64| match tensor.ndim {
        0 => &[][..],
        // SAFETY: DLPack's tensors have as many of both, and they live as long as the tensor.
        n => unsafe { std::slice::from_raw_parts(list, n as usize) },
    };
    if tensor.ndim < 0 || (tensor.ndim > 0 && tensor.shape.is_null()) {
        return refuse("a tensor without a shape".into());
    }
    let shape = numbers(tensor.shape).iter().map(|&d| usize::try_from(d)).collect::<std::result::Result<Dims, _>>();
    let Ok(shape) = shape else {
        return refuse(format!("a tensor of shape {:?}", numbers(tensor.shape)));
    };
    if checked_len(&shape)? == 0 {
        return DynArray::full(xp, Scalar::from_f64(dtype, 0.0), &shape);
    }
    let strides: Strides = match tensor.strides.is_null() {
        true => row_major_strides(&shape),
        false => numbers(tensor.strides).iter().map(|&stride| stride as isize).collect(),
    };
    // Places from the lowest element on: strides may be negative.
    let backwards =
        shape.iter().zip(&strides).map(|(&d, &stride)| -(stride.min(0) as i128) * (d as i128 - 1)).sum::<i128>();
    let backwards = usize::try_from(backwards).map_err(|_| Error::value(OP, "strides that are too large"))?;
    let layout = Layout::new(shape, strides, backwards)?;
    let places = layout.bounds().map_or(0, |(_, high)| high + 1);
    let Some(bytes) = places.checked_mul(dtype.size()) else {
        return refuse(format!("{places} elements of type {dtype}"));
    };
    let start = (tensor.data.expose_provenance() as u64).wrapping_add(tensor.byte_offset);
    let start = start.wrapping_sub((backwards * dtype.size()) as u64);
    let adopted =
        if dlpack.is_read_only() || layout.overlaps() { Err(dlpack) } else { adopt(xp, start, bytes, dlpack)? };
    let (buffer, before) = match adopted {
        Ok(buffer) => (buffer, 0),
        Err(dlpack) => copy(xp, start, bytes, dlpack)?,
    };
    if !before.is_multiple_of(dtype.size()) {
        return refuse(format!("elements of type {dtype} at the address {start:#x}"));
    }
    let skipped = before / dtype.size();
    let layout = Layout::new(layout.shape().into(), layout.strides().into(), layout.offset() + skipped)?;
    let node = Node::shared(xp, dtype, &[places + skipped], Arc::new(buffer));
    Ok(DynArray::seen_through(node, layout))
}

/// The memory of a tensor as a buffer, or the tensor, if buffers lie otherwise.
fn adopt<B: Backend>(
    xp: &B,
    start: u64,
    bytes: usize,
    dlpack: Dlpack,
) -> Result<std::result::Result<B::Buffer, Dlpack>> {
    let tensor = Arc::new(dlpack);
    // SAFETY: who made the tensor promised that the memory is there and nobody else's as long as it lives.
    let buffer = unsafe { xp.adopt(start, bytes, Box::new(tensor.clone()))? };
    match (buffer, Arc::try_unwrap(tensor)) {
        (Some(buffer), _) => Ok(Ok(buffer)),
        (None, Ok(dlpack)) => Ok(Err(dlpack)),
        (None, Err(_)) => Err(Error::value(OP, "the device keeps a tensor that it does not take")),
    }
}

/// A buffer with the bytes of a tensor that is only read, and how many are before them.
fn copy<B: Backend>(xp: &B, start: u64, bytes: usize, dlpack: Dlpack) -> Result<(B::Buffer, usize)> {
    if dlpack.device().device_type == DlDevice::CPU {
        let mut buffer = crate::graph::alloc(xp, bytes)?;
        // SAFETY: these are the tensor's bytes, which nobody writes as long as it lives.
        let source = unsafe { std::slice::from_raw_parts(with_exposed_provenance(start as usize), bytes) };
        xp.upload(source, &mut buffer)?;
        return Ok((buffer, 0));
    }
    // Memory of a device begins where buffers do, and the tensor somewhere after that: what is before it is copied, too.
    let before = start % PAGE;
    let (from, bytes) = (start - before, bytes + before as usize);
    let unaligned = || Error::value(OP, format!("the memory at {from:#x} is not aligned as this device's is"));
    // SAFETY: as above; a copy only reads it.
    let source = unsafe { xp.adopt(from, bytes, Box::new(dlpack))? }.ok_or_else(unaligned)?;
    let mut buffer = crate::graph::alloc(xp, bytes)?;
    xp.copy(&source, &mut buffer, bytes)?;
    Ok((buffer, before as usize))
}

/// Where GPUs' buffers begin: at multiples of so many bytes.
const PAGE: u64 = 256;
