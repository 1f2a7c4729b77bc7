//! Arrays for other libraries.

use super::tensor::{DLDataType, DLManagedTensor, DLManagedTensorVersioned, DLTensor, READ_ONLY, VERSION};
use super::{Dlpack, Managed};
use crate::array::{Array, DynArray};
use crate::backend::{Backend, DeviceBuffer};
use crate::element::Element;
use crate::error::{Error, Result};
use std::ffi::c_void;
use std::ptr::{NonNull, with_exposed_provenance_mut};
use std::sync::Arc;

impl<T: Element, B: Backend> Array<T, B> {
    /// The array for another library, in the same memory, which may only be read while there is anybody who has it here. What
    /// is deferred is computed, and waited for.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([1.0, 2.0])?;
    /// assert!(x.to_dlpack()?.is_read_only());
    /// assert!(!x.into_dlpack()?.is_read_only()); // nobody else has it
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Unsupported`] for a backend without DLPack; those of [`eval`](Array::eval).
    #[doc(alias = "__dlpack__")]
    pub fn to_dlpack(&self) -> Result<Dlpack> {
        self.array.to_dlpack()
    }

    /// [`to_dlpack`](Array::to_dlpack) of an array that goes: memory that nobody else has may be written.
    ///
    /// # Errors
    /// Those of [`to_dlpack`](Array::to_dlpack).
    pub fn into_dlpack(self) -> Result<Dlpack> {
        self.array.into_dlpack()
    }
}

/// What keeps an exported array.
struct Keeper<H> {
    _held: H,
    shape: Vec<i64>,
    strides: Vec<i64>,
}

impl<B: Backend> DynArray<B> {
    /// [`Array::to_dlpack`].
    ///
    /// # Errors
    /// Those of [`Array::to_dlpack`].
    pub fn to_dlpack(&self) -> Result<Dlpack> {
        self.clone().into_dlpack()
    }

    /// [`Array::into_dlpack`].
    ///
    /// # Errors
    /// Those of [`Array::into_dlpack`].
    pub fn into_dlpack(self) -> Result<Dlpack> {
        let (xp, dtype) = (self.xp().clone(), self.dtype());
        let computed = self.computed()?;
        drop(self);
        xp.synchronize()?;
        let unsupported = || Error::Unsupported { backend: xp.name(), op: "to_dlpack", dtype };
        let device = xp.dlpack_device().ok_or_else(unsupported)?;
        let address = computed.buffer.address().ok_or_else(unsupported)?;
        let layout = computed.layout;
        let shape = layout.shape().iter().map(|&d| d as i64).collect::<Vec<_>>();
        let strides = layout.strides().iter().map(|&stride| stride as i64).collect();
        let read_only = Arc::strong_count(&computed.buffer) > 1 || layout.overlaps();
        let tensor = DLTensor {
            data: with_exposed_provenance_mut(usize::try_from(address).map_err(|_| unsupported())?),
            device,
            ndim: shape.len() as i32,
            dtype: DLDataType::of(dtype),
            shape: std::ptr::null_mut(),
            strides: std::ptr::null_mut(),
            byte_offset: (layout.offset() * dtype.size()) as u64,
        };
        let keeper = Keeper { _held: (computed.buffer, xp), shape, strides };
        Ok(Dlpack(Managed::Versioned(managed(tensor, keeper, read_only))))
    }
}

/// A tensor, its shape and strides in its keeper, whose deleter drops that.
fn managed<H>(mut tensor: DLTensor, keeper: Keeper<H>, read_only: bool) -> NonNull<DLManagedTensorVersioned> {
    let mut keeper = Box::new(keeper);
    (tensor.shape, tensor.strides) = (keeper.shape.as_mut_ptr(), keeper.strides.as_mut_ptr());
    let managed = Box::new(DLManagedTensorVersioned {
        version: VERSION,
        manager_ctx: Box::into_raw(keeper).cast::<c_void>(),
        deleter: Some(delete::<H>),
        flags: if read_only { READ_ONLY } else { 0 },
        dl_tensor: tensor,
    });
    NonNull::from(Box::leak(managed))
}

/// # Safety
/// The tensor is one of [`managed`], with a keeper of this type, and goes with this call.
unsafe extern "C" fn delete<H>(tensor: *mut DLManagedTensorVersioned) {
    // SAFETY: the caller's promise: both are boxes, and nobody uses them any more.
    unsafe {
        let tensor = Box::from_raw(tensor);
        drop(Box::from_raw(tensor.manager_ctx.cast::<Keeper<H>>()));
    }
}

/// The tensor of another structure again.
fn renewed(dlpack: &Dlpack) -> DLTensor {
    let DLTensor { data, device, ndim, dtype, shape, strides, byte_offset } = *dlpack.tensor();
    DLTensor { data, device, ndim, dtype, shape, strides, byte_offset }
}

/// A tensor with a version, which keeps one without.
pub(super) fn versioned(dlpack: Dlpack) -> *mut DLManagedTensorVersioned {
    let tensor = renewed(&dlpack);
    let (shape, strides) = (tensor.shape, tensor.strides);
    let keeper = Keeper { _held: dlpack, shape: Vec::new(), strides: Vec::new() };
    let mut managed = managed(tensor, keeper, false);
    // SAFETY: it was just made. Shape and strides are those of the tensor that it keeps.
    unsafe { (managed.as_mut().dl_tensor.shape, managed.as_mut().dl_tensor.strides) = (shape, strides) };
    managed.as_ptr()
}

/// A tensor without a version, which keeps one with.
pub(super) fn unversioned(dlpack: Dlpack) -> *mut DLManagedTensor {
    let dl_tensor = renewed(&dlpack);
    let manager_ctx = Box::into_raw(Box::new(dlpack)).cast::<c_void>();
    Box::into_raw(Box::new(DLManagedTensor { dl_tensor, manager_ctx, deleter: Some(delete_unversioned) }))
}

/// # Safety
/// The tensor is one of [`unversioned`] and goes with this call.
unsafe extern "C" fn delete_unversioned(tensor: *mut DLManagedTensor) {
    // SAFETY: the caller's promise: both are boxes, and nobody uses them any more.
    unsafe {
        let tensor = Box::from_raw(tensor);
        drop(Box::from_raw(tensor.manager_ctx.cast::<Dlpack>()));
    }
}
