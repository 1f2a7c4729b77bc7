//! Arrays of other libraries, and arrays for them, in the same memory: DLPack.
//!
//! The structures are written here: they are five, and crates for DLPack bring arrays and error types of their own.

mod export;
mod import;
mod tensor;

pub use import::FromDlpack;
pub use tensor::{DLDataType, DLManagedTensor, DLManagedTensorVersioned, DLPackVersion, DLTensor};

use crate::backend::DlDevice;
use crate::error::{Error, Result};
use std::fmt;
use std::ptr::NonNull;
use tensor::READ_ONLY;

/// A tensor of DLPack, and who keeps its memory: made by [`Array::to_dlpack`](crate::Array::to_dlpack), or by another library.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::io::{Dlpack, FromDlpack};
/// let x = xp.array([[1.0, 2.0], [3.0, 4.0]])?.t();
/// let tensor = x.to_dlpack()?.into_raw(); // for a function of another library
/// // SAFETY: the tensor is whole, and nobody else uses it.
/// let tensor = unsafe { Dlpack::from_raw(tensor)? };
/// assert_eq!(xp.from_dlpack(tensor)?.to_string(), "[[1. 3.]\n [2. 4.]]");
/// # Ok::<(), xparray::Error>(())
/// ```
pub struct Dlpack(Managed);

enum Managed {
    Versioned(NonNull<DLManagedTensorVersioned>),
    Unversioned(NonNull<DLManagedTensor>),
}

// SAFETY: whoever makes one of a pointer promises that any thread may use it and call the deleter.
unsafe impl Send for Dlpack {}
// SAFETY: shared access only reads the tensor.
unsafe impl Sync for Dlpack {}

impl fmt::Debug for Dlpack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Dlpack").field(self.tensor()).finish()
    }
}

impl Dlpack {
    /// The tensor of a pointer, which is ours from here on: a capsule `dltensor_versioned` holds one.
    ///
    /// # Errors
    /// [`Error::Value`] for another major version than 1; the tensor's deleter was called then.
    ///
    /// # Safety
    /// The pointer is to a tensor as `dlpack.h` describes it, which nobody else has. Its deleter may be called by any thread.
    /// Until then its memory is there, nobody writes it, and if its flags do not say that it is read-only, nobody else
    /// reads it.
    pub unsafe fn from_raw(tensor: *mut DLManagedTensorVersioned) -> Result<Self> {
        let tensor = NonNull::new(tensor).ok_or_else(|| Error::value("from_dlpack", "a null pointer"))?;
        let dlpack = Self(Managed::Versioned(tensor));
        // SAFETY: the caller's promise; every version begins with these.
        let version = unsafe { tensor.as_ref() }.version;
        match version.major {
            1 => Ok(dlpack),
            _ => Err(Error::value("from_dlpack", format!("DLPack {}.{}, not 1", version.major, version.minor))),
        }
    }

    /// As [`from_raw`](Dlpack::from_raw), of a tensor without a version: a capsule `dltensor` holds one.
    ///
    /// # Errors
    /// [`Error::Value`] for a null pointer.
    ///
    /// # Safety
    /// As for [`from_raw`](Dlpack::from_raw); nobody else reads the memory.
    pub unsafe fn from_raw_unversioned(tensor: *mut DLManagedTensor) -> Result<Self> {
        let tensor = NonNull::new(tensor).ok_or_else(|| Error::value("from_dlpack", "a null pointer"))?;
        Ok(Self(Managed::Unversioned(tensor)))
    }

    /// Shape and memory.
    pub fn tensor(&self) -> &DLTensor {
        match &self.0 {
            // SAFETY: the tensor is whole until its deleter is called, when this is dropped.
            Managed::Versioned(tensor) => unsafe { &tensor.as_ref().dl_tensor },
            // SAFETY: as above.
            Managed::Unversioned(tensor) => unsafe { &tensor.as_ref().dl_tensor },
        }
    }

    /// The device that the memory is on.
    pub fn device(&self) -> DlDevice {
        self.tensor().device
    }

    /// Whether the memory may only be read, as somebody else uses it.
    pub fn is_read_only(&self) -> bool {
        match &self.0 {
            // SAFETY: as for `tensor`.
            Managed::Versioned(tensor) => unsafe { tensor.as_ref().flags & READ_ONLY != 0 },
            Managed::Unversioned(_) => false,
        }
    }

    /// The pointer, for a library that takes it and calls its deleter. One that has no version gets one.
    pub fn into_raw(self) -> *mut DLManagedTensorVersioned {
        match self.0 {
            Managed::Versioned(tensor) => {
                std::mem::forget(self);
                tensor.as_ptr()
            }
            Managed::Unversioned(_) => export::versioned(self),
        }
    }

    /// The pointer, for a library that knows tensors without a version only.
    ///
    /// # Errors
    /// [`Error::Value`] for memory that may only be read, which such a tensor cannot say.
    pub fn into_raw_unversioned(self) -> Result<*mut DLManagedTensor> {
        match self.0 {
            Managed::Unversioned(tensor) => {
                std::mem::forget(self);
                Ok(tensor.as_ptr())
            }
            Managed::Versioned(_) if self.is_read_only() => {
                Err(Error::value("to_dlpack", "a tensor without a version cannot say that it is read-only"))
            }
            Managed::Versioned(_) => Ok(export::unversioned(self)),
        }
    }
}

impl Drop for Dlpack {
    fn drop(&mut self) {
        // SAFETY: the tensor is ours, so nobody called its deleter; we use it no more.
        unsafe {
            match self.0 {
                Managed::Versioned(tensor) => {
                    if let Some(deleter) = tensor.as_ref().deleter {
                        deleter(tensor.as_ptr());
                    }
                }
                Managed::Unversioned(tensor) => {
                    if let Some(deleter) = tensor.as_ref().deleter {
                        deleter(tensor.as_ptr());
                    }
                }
            }
        }
    }
}
