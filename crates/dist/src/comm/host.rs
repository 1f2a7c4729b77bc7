//! The memory of arrays as the host has it.

use std::ops::Deref;
use std::sync::Arc;
use std::{ptr, slice};
use xparray_core::backend::{DeviceBuffer, DlDevice};
use xparray_core::prelude::*;
use xparray_core::{DType, Result};

/// The bytes of an array in row-major order: where the device has them, if that is the host, or copied.
pub(crate) enum HostBytes<B: Backend> {
    /// From this address on, in a buffer that is kept.
    InPlace {
        _buffer: Arc<B::Buffer>,
        address: usize,
        bytes: usize,
    },
    Copied(Vec<u8>),
}

impl<B: Backend> HostBytes<B> {
    pub fn of(x: &DynArray<B>) -> Result<Self> {
        let bytes = bytes_of(x);
        if is_host(x.xp()) && bytes > 0 {
            let (buffer, before) = x.buffer_on(x.xp())?;
            x.xp().synchronize()?;
            if let Some(start) = buffer.address() {
                let address = start as usize + before * x.dtype().size();
                return Ok(Self::InPlace { _buffer: buffer, address, bytes });
            }
        }
        x.to_bytes().map(Self::Copied)
    }
}

impl<B: Backend> Deref for HostBytes<B> {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            // SAFETY: the buffer has the array's elements there, and nobody writes it while it is shared.
            Self::InPlace { address, bytes, .. } => unsafe {
                slice::from_raw_parts(ptr::with_exposed_provenance(*address), *bytes)
            },
            Self::Copied(bytes) => bytes,
        }
    }
}

/// Whether a device's memory is the host's.
pub(crate) fn is_host<B: Backend>(xp: &B) -> bool {
    xp.dlpack_device().is_some_and(|device| device.device_type == DlDevice::CPU)
}

fn bytes_of<B: Backend>(x: &DynArray<B>) -> usize {
    x.len() * x.dtype().size()
}

/// An array with its bytes changed.
fn changed<B: Backend>(mut x: DynArray<B>, change: impl FnOnce(&mut [u8]) -> Result<()>) -> Result<DynArray<B>> {
    let (xp, bytes) = (x.xp().clone(), bytes_of(&x));
    if is_host(&xp) && bytes > 0 {
        let mut buffer = x.buffer_mut_on(&xp)?;
        xp.synchronize()?;
        // SAFETY: only its elements are written, and bytes of truth values are read as "not zero".
        let buffer = unsafe { buffer.as_mut() };
        if let Some(address) = buffer.address() {
            let start = ptr::with_exposed_provenance_mut(address as usize);
            // SAFETY: the buffer has as many bytes, and is lent exclusively.
            change(unsafe { slice::from_raw_parts_mut(start, bytes) })?;
            return Ok(x);
        }
    }
    let mut bytes = x.to_bytes()?;
    change(&mut bytes)?;
    xp.from_bytes(x.dtype(), &bytes, x.shape())
}

/// A copy of an array with its bytes changed.
pub(crate) fn copied<B: Backend>(x: &DynArray<B>, change: impl FnOnce(&mut [u8]) -> Result<()>) -> Result<DynArray<B>> {
    changed(x.copy()?, change)
}

/// An array whose bytes are filled in.
pub(crate) fn filled<B: Backend>(
    xp: &B,
    dtype: DType,
    shape: &[usize],
    fill: impl FnOnce(&mut [u8]) -> Result<()>,
) -> Result<DynArray<B>> {
    changed(xp.zeros_of(dtype, shape)?, fill)
}
