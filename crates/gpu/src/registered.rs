//! Ordinary host memory that is pinned where it is.

use crate::device::{Device, Gpu};
use crate::driver::Driver;
use crate::transfer::{PinnedMemory, Sealed};
use std::fmt;
use std::ops::{Deref, DerefMut};
use std::sync::Arc;
use xparray_ir::{Error, Number, Result};

/// A vector whose memory is pinned: the device copies it directly. See [`Gpu::register_host`].
pub struct Registered<T: Number, D: Driver> {
    elements: Vec<T>,
    device: Arc<Device<D>>,
}

impl<T: Number, D: Driver> fmt::Debug for Registered<T, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Registered({} x {})", self.elements.len(), T::DTYPE)
    }
}

impl<D: Driver> Gpu<D> {
    /// Pins the memory of a vector, for [`upload_async`](Gpu::upload_async) and
    /// [`download_async`](Gpu::download_async). That takes about as long as a copy, so it is for memory that is copied
    /// often. It takes the vector, as nobody may free it meanwhile; [`unregister`](Registered::unregister) gives it back.
    ///
    /// ```no_run
    /// # fn f<D: xparray_gpu::Driver>(xp: xparray_gpu::Gpu<D>) -> xparray_ir::Result<()> {
    /// let registered = xp.register_host(vec![1.0f32; 1 << 20])?;
    /// let vector = registered.unregister();
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// `Error::Value` for a vector without elements; `Error::Library` if the system pins no more.
    #[doc(alias("hostRegister", "cuMemHostRegister"))]
    pub fn register_host<T: Number>(&self, mut elements: Vec<T>) -> Result<Registered<T, D>> {
        let bytes = size_of_val(&elements[..]);
        if bytes == 0 {
            return Err(Error::value("register_host", "no elements"));
        }
        // SAFETY: the vector is kept until it is unregistered.
        unsafe { self.driver()?.register_host(elements.as_mut_ptr().cast(), bytes)? };
        Ok(Registered { elements, device: self.device().clone() })
    }
}

impl<T: Number, D: Driver> Registered<T, D> {
    /// The vector, no longer pinned.
    #[doc(alias = "hostUnregister")]
    pub fn unregister(mut self) -> Vec<T> {
        self.end();
        std::mem::take(&mut self.elements)
    }

    fn end(&mut self) {
        if self.elements.is_empty() {
            return;
        }
        if let Ok(driver) = self.device.driver() {
            // SAFETY: it was registered, and copies are done: they have it as long as they last. An error has nobody to
            // go to.
            let _ = unsafe { driver.unregister_host(self.elements.as_mut_ptr().cast()) };
        }
    }
}

impl<T: Number, D: Driver> Deref for Registered<T, D> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.elements
    }
}

impl<T: Number, D: Driver> DerefMut for Registered<T, D> {
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.elements
    }
}

impl<T: Number, D: Driver> Drop for Registered<T, D> {
    fn drop(&mut self) {
        self.end();
    }
}

impl<T: Number, D: Driver> Sealed for Registered<T, D> {}

impl<T: Number, D: Driver> PinnedMemory<T> for Registered<T, D> {
    fn address(&self) -> *mut u8 {
        // Only the device writes there, while nobody has a reference.
        self.elements.as_ptr().cast_mut().cast()
    }

    fn count(&self) -> usize {
        self.elements.len()
    }
}
