//! Functions of the host that a stream calls.

use crate::device::Gpu;
use crate::driver::Driver;
use std::any::Any;
use std::ffi::c_void;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError};
use xparray_ir::{Error, Result};

/// What host functions of a stream have panicked with since it was last synchronised.
#[derive(Default)]
pub(crate) struct Panics(Mutex<Option<String>>);

impl Panics {
    fn add(&self, payload: &(dyn Any + Send)) {
        let text = payload.downcast_ref::<&str>().map(|text| (*text).to_owned());
        let text = text.or_else(|| payload.downcast_ref::<String>().cloned()).unwrap_or_else(|| "a panic".into());
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(text);
    }

    /// The first of them, once.
    pub fn check(&self) -> Result<()> {
        match self.0.lock().unwrap_or_else(PoisonError::into_inner).take() {
            None => Ok(()),
            Some(text) => Err(Error::value("launch_host_func", format!("a host function panicked: {text}"))),
        }
    }
}

struct Call {
    function: Box<dyn FnOnce() + Send>,
    panics: Arc<Panics>,
}

/// What the driver calls.
///
/// # Safety
/// `data` is a `Box<Call>`, given away.
unsafe extern "C" fn call(data: *mut c_void) {
    // SAFETY: the caller's promise.
    let Call { function, panics } = *unsafe { Box::from_raw(data.cast::<Call>()) };
    // Nothing of the function is looked at after a panic.
    if let Err(payload) = catch_unwind(AssertUnwindSafe(function)) {
        panics.add(&*payload);
        // What was thrown may panic when it goes, and nothing may leave here.
        std::mem::forget(payload);
    }
}

impl<D: Driver> Gpu<D> {
    /// Calls a function on a thread of the driver's when the work queued so far is done; later work of the stream waits
    /// for it. It must not call the device, which drivers forbid there, nor wait for this stream. What it owns is
    /// dropped there, so it should own no arrays. After an error of the device it may never be called.
    ///
    /// ```no_run
    /// # fn f<D: xparray_gpu::Driver>(xp: xparray_gpu::Gpu<D>) -> xparray_ir::Result<()> {
    /// let (sender, receiver) = std::sync::mpsc::channel();
    /// xp.launch_host_func(move || sender.send("the work so far is done").unwrap())?;
    /// println!("{}", receiver.recv().unwrap());
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// `Error::Value` while the stream is captured in a graph; `Error::Library` if the device is lost. A panic of the
    /// function is an error of the next synchronisation.
    #[doc(alias("launchHostFunc", "streamAddCallback", "add_callback"))]
    pub fn launch_host_func(&self, function: impl FnOnce() + Send + 'static) -> Result<()> {
        self.refuse_capture("launch_host_func")?;
        let _steady = self.stream.enter()?;
        let driver = self.driver()?;
        let data = Box::into_raw(Box::new(Call { function: Box::new(function), panics: self.stream.panics.clone() }));
        // SAFETY: the stream is alive, and the call gets what it expects, once.
        let queued = unsafe { driver.launch_host(self.raw_stream(), call, data.cast()) };
        queued.inspect_err(|_| {
            // SAFETY: the driver has not taken it.
            drop(unsafe { Box::from_raw(data) });
        })
    }
}
