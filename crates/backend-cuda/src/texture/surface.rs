//! Surfaces: how kernels write an array.

use super::array::{self, CudaArray};
use super::object::check_device;
use crate::Cuda;
use crate::check::cu;
use crate::driver::CudaDriver;
use cudarc::driver::sys::{self, CUDA_RESOURCE_DESC, CUresourcetype, CUsurfObject};
use std::fmt;
use std::sync::Arc;
use xparray_gpu::{Arg, Slot};
use xparray_ir::{Error, Result};

struct Inner {
    raw: CUsurfObject,
    array: Arc<array::Inner>,
}

impl Drop for Inner {
    fn drop(&mut self) {
        if self.array.gpu.driver().is_ok() {
            // SAFETY: the streams that used it have kept it until then. An error has nobody to go to.
            let _ = unsafe { sys::cuSurfObjectDestroy(self.raw) };
        }
    }
}

/// A surface, an argument of raw kernels (`cudaSurfaceObject_t`), by which they read and write an array at indices. It goes
/// when the work that uses it is done.
#[derive(Clone)]
pub struct SurfaceObject(Arc<Inner>);

impl fmt::Debug for SurfaceObject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SurfaceObject({:#x} over {:?})", self.0.raw, self.0.array)
    }
}

impl SurfaceObject {
    /// A surface over an array, which was made for surfaces.
    ///
    /// # Errors
    /// `Error::Value` for one that was not; `Error::Library` for what the device's surfaces cannot do.
    pub fn new(array: &CudaArray) -> Result<Self> {
        if !array.0.surface {
            return Err(Error::value("SurfaceObject", "the array was not made for surfaces (ArrayFlags::surface)"));
        }
        array.0.gpu.driver()?;
        // SAFETY: zeros are a resource of an array, without one.
        let mut resource: CUDA_RESOURCE_DESC = unsafe { std::mem::zeroed() };
        resource.resType = CUresourcetype::CU_RESOURCE_TYPE_ARRAY;
        resource.res.array.hArray = array.0.raw;
        let mut raw = 0;
        // SAFETY: the device is bound, the pointers are to live variables, and the array is kept.
        unsafe { cu!(cuSurfObjectCreate(&mut raw, &resource))? };
        Ok(Self(Arc::new(Inner { raw, array: array.0.clone() })))
    }
}

impl Arg<CudaDriver> for &SurfaceObject {
    fn slot(self, gpu: &Cuda) -> Result<Slot> {
        check_device(gpu, &self.0.array.gpu)?;
        gpu.keep_until_done(self.0.clone())?;
        Ok(Slot::handle(self.0.raw.to_ne_bytes(), self.0.clone()))
    }
}
