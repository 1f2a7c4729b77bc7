//! The structures of DLPack 1.0, as `dlpack.h` of <https://github.com/dmlc/dlpack> has them.

use crate::backend::DlDevice;
use crate::dtype::{DType, Kind};
use std::ffi::c_void;

/// The version that we write: 1.0. Others of the same major number have the same structures.
pub(super) const VERSION: DLPackVersion = DLPackVersion { major: 1, minor: 0 };
/// The memory may only be read.
pub(super) const READ_ONLY: u64 = 1;

/// The element type: `DLDataType`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // The header's names.
pub struct DLDataType {
    pub code: u8,
    pub bits: u8,
    pub lanes: u16,
}

/// Shape and memory: `DLTensor`.
#[repr(C)]
#[derive(Debug)]
#[allow(missing_docs)]
pub struct DLTensor {
    pub data: *mut c_void,
    pub device: DlDevice,
    pub ndim: i32,
    pub dtype: DLDataType,
    pub shape: *mut i64,
    pub strides: *mut i64,
    pub byte_offset: u64,
}

/// A tensor and who keeps it, as before version 1: `DLManagedTensor`.
#[repr(C)]
#[derive(Debug)]
#[allow(missing_docs)]
pub struct DLManagedTensor {
    pub dl_tensor: DLTensor,
    pub manager_ctx: *mut c_void,
    pub deleter: Option<unsafe extern "C" fn(*mut DLManagedTensor)>,
}

/// `DLPackVersion`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct DLPackVersion {
    pub major: u32,
    pub minor: u32,
}

/// A tensor and who keeps it: `DLManagedTensorVersioned`.
#[repr(C)]
#[derive(Debug)]
#[allow(missing_docs)]
pub struct DLManagedTensorVersioned {
    pub version: DLPackVersion,
    pub manager_ctx: *mut c_void,
    pub deleter: Option<unsafe extern "C" fn(*mut DLManagedTensorVersioned)>,
    pub flags: u64,
    pub dl_tensor: DLTensor,
}

impl DLDataType {
    /// The element type as DLPack names it.
    pub fn of(dtype: DType) -> Self {
        let code = match dtype.kind() {
            Kind::Signed => 0,
            Kind::Unsigned => 1,
            _ if dtype == DType::BF16 => 4,
            Kind::Float => 2,
            Kind::Complex => 5,
            Kind::Bool => 6,
        };
        Self { code, bits: 8 * dtype.size() as u8, lanes: 1 }
    }

    /// The element type, if arrays have it.
    pub(super) fn dtype(self) -> Option<DType> {
        DType::ALL.into_iter().find(|&dtype| Self::of(dtype) == self)
    }
}
