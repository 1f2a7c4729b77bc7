//! Arrays and the devices that they are on.

use super::Array;
use super::raw::Raw;
use crate::backend::Backend;
use crate::element::Element;
use crate::error::{Error, Result};

/// An error that names both devices, unless they are one.
pub(crate) fn same_device<B: Backend>(op: &'static str, xp: &B, other: &B) -> Result<()> {
    if xp.device_id() == other.device_id() {
        return Ok(());
    }
    let name = |xp: &B| format!("{}:{} ({})", B::NAME, xp.device_id(), xp.info().name);
    let message = format!("an array on {} used on {}; copy it with to_device first", name(other), name(xp));
    Err(Error::value(op, message))
}

/// Lets work that `xp` is about to queue come after what `other`, of any device, has queued.
pub(crate) fn order_after<B: Backend>(xp: &B, other: &B) -> Result<()> {
    if (xp.device_id(), xp.stream_id()) == (other.device_id(), other.stream_id()) {
        return Ok(());
    }
    xp.wait(&other.record()?)
}

impl<B: Backend> Raw<B> {
    fn to_device(&self, xp: &B) -> Result<Self> {
        if let Some(value) = self.constant() {
            return Self::full(xp, value, self.shape());
        }
        if self.xp().device_id() == xp.device_id() {
            let computed = self.computed()?;
            order_after(xp, self.xp())?;
            return Ok(self.shared_with(xp, computed.buffer));
        }
        let bytes = self.len() * self.dtype().size();
        let source = self.contiguous()?.computed()?;
        let mut buffer = crate::graph::alloc(xp, bytes)?;
        order_after(xp, self.xp())?;
        xp.copy(&source.buffer, &mut buffer, bytes)?;
        Ok(Self::from_buffer(xp, self.dtype(), self.shape(), buffer))
    }
}

impl<T: Element, B: Backend> Array<T, B> {
    /// The array on the device and stream of another handle. Deferred work is done here first; nobody waits for it.
    ///
    /// On another device this is a row-major copy; operations take arrays of one device only. On another stream of the
    /// same device, the two share memory as clones do, until one of them is written.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let other = xp.on_new_stream()?;
    /// let x = xp.arange(0.0, 3.0, 1.0)?;
    /// let y = x.to_device(&other)? * 2.0; // computed on the other stream
    /// assert_eq!((y.xp().stream_id(), y.to_string()), (other.stream_id(), "[0. 2. 4.]".into()));
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`eval`](Array::eval), and [`Error::OutOfMemory`] of the other device.
    pub fn to_device(&self, xp: &B) -> Result<Self> {
        Ok(Self::from_raw(self.raw.to_device(xp)?))
    }
}
