//! Arrays and the devices that they are on.

use super::{Array, DynArray};
use crate::backend::{Backend, DeviceArray, Exclusive, TypedArray};
use crate::dtype::DType;
use crate::element::Element;
use crate::error::{Error, Result};
use crate::ir::UnaryOp;
use std::sync::Arc;

/// An error that names both devices, unless they are one.
pub(crate) fn same_device<B: Backend>(op: &'static str, xp: &B, other: &B) -> Result<()> {
    if xp.device_id() == other.device_id() {
        return Ok(());
    }
    let name = |xp: &B| format!("{} ({})", xp.device_name(), xp.info().name);
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

impl<B: Backend> DynArray<B> {
    /// [`Array::to_device`].
    ///
    /// # Errors
    /// Those of [`Array::to_device`].
    pub fn to_device(&self, xp: &B) -> Result<Self> {
        if let Some(value) = self.constant() {
            return Self::full(xp, value, self.shape());
        }
        if self.xp().device_id() == xp.device_id() {
            let computed = self.computed()?;
            order_after(xp, self.xp())?;
            return Ok(self.shared_with(xp, computed.buffer));
        }
        Self::check_supported(xp, self.dtype())?;
        let bytes = self.len() * self.dtype().size();
        let source = self.contiguous()?.computed()?;
        let mut buffer = crate::graph::alloc(xp, bytes)?;
        order_after(xp, self.xp())?;
        xp.copy_from(self.xp(), &source.buffer, &mut buffer, bytes)?;
        Ok(Self::from_buffer(xp, self.dtype(), self.shape(), buffer))
    }

    /// [`Array::buffer_on`].
    ///
    /// # Errors
    /// Those of [`Array::buffer_on`].
    pub fn buffer_on(&self, xp: &B) -> Result<(Arc<B::Buffer>, usize)> {
        let computed = self.computed_for("buffer", xp)?;
        xp.check_native(&computed.buffer)?;
        if computed.layout.is_contiguous() {
            return Ok((computed.buffer, computed.layout.offset()));
        }
        Ok((self.copy()?.computed_for("buffer", xp)?.buffer, 0))
    }

    /// The buffer with the computed elements in row-major order, and the number of elements before them, for a backend that makes
    /// other arrays of its parts. Unlike [`buffer_on`](DynArray::buffer_on), a program that reads it can be replayed by
    /// [`jit`](crate::jit): so nothing may be queued on it but through arrays.
    ///
    /// # Errors
    /// Those of [`eval`](DynArray::eval).
    #[doc(hidden)]
    pub fn row_major_buffer(&self) -> Result<(Arc<B::Buffer>, usize)> {
        crate::graph::settle();
        let x = if self.layout().is_contiguous() { self.clone() } else { self.copy()? };
        Ok((x.whole_buffer()?, x.layout().offset()))
    }

    /// The same elements as a constant of whatever is differentiated: for what results do not depend on, such as the shift of a sum
    /// of exponentials. The array itself on backends that take no derivatives. Deferred: it fuses with what comes before and after.
    ///
    /// # Errors
    /// Those of a graph that grew too large and is computed in parts.
    #[doc(hidden)]
    pub fn detached(&self) -> Result<Self> {
        if self.xp().remembers() { self.unary(UnaryOp::StopGradient) } else { Ok(self.clone()) }
    }

    /// [`Array::buffer_mut_on`].
    ///
    /// # Errors
    /// Those of [`Array::buffer_mut_on`].
    pub fn buffer_mut_on(&mut self, xp: &B) -> Result<Exclusive<'_, B::Buffer>> {
        same_device("buffer", xp, self.xp())?;
        if self.xp().stream_id() != xp.stream_id() {
            *self = self.to_device(xp)?;
        }
        let buffer = self.exclusive_row_major()?;
        xp.check_native(buffer)?;
        Ok(Exclusive::new(buffer))
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
    /// let x = xp.arange((0.0, 3.0, 1.0))?;
    /// let y = x.to_device(&other)? * 2.0; // computed on the other stream
    /// assert_eq!((y.xp().stream_id(), y.to_string()), (other.stream_id(), "[0. 2. 4.]".into()));
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`eval`](Array::eval), and [`Error::OutOfMemory`] of the other device.
    pub fn to_device(&self, xp: &B) -> Result<Self> {
        self.array.to_device(xp).map(Self::from_dyn)
    }

    /// The buffer with the computed elements in row-major order, and the number of elements before them, for native
    /// code that `xp` queues next. Elements that are not in row-major order are copied.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::backend::Memory;
    /// let x = xp.array(&[1u8, 2, 3, 4])?.slice(xparray::s![1..])?;
    /// let (buffer, start) = x.buffer_on(&xp)?;
    /// let mut bytes = [0; 3];
    /// xp.download(&buffer, start, &mut bytes)?;
    /// assert_eq!(bytes, [2, 3, 4]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] if the array is on another device than `xp`; those of [`eval`](Array::eval).
    pub fn buffer_on(&self, xp: &B) -> Result<(Arc<B::Buffer>, usize)> {
        self.array.buffer_on(xp)
    }

    /// The buffer that starts with the computed elements in row-major order and is nobody else's, for native code that
    /// `xp` queues next and that writes it. The array is `xp`'s from then on.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::backend::Memory;
    /// let mut x = xp.zeros::<u8>(4)?;
    /// let y = x.clone();
    /// let mut buffer = x.buffer_mut_on(&xp)?;
    /// // SAFETY: an upload leaves the buffer where it is.
    /// xp.upload(&[7; 4], unsafe { buffer.as_mut() })?;
    /// assert_eq!((x.to_string(), y.to_string()), ("[7 7 7 7]".into(), "[0 0 0 0]".into()));
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// As for [`buffer_on`](Array::buffer_on).
    pub fn buffer_mut_on(&mut self, xp: &B) -> Result<Exclusive<'_, B::Buffer>> {
        self.array.buffer_mut_on(xp)
    }
}

/// What backends ask of an array, by its methods of the same names.
macro_rules! device_array {
    ($Array:ty, $($generics:tt)*) => {
        impl<$($generics)*> DeviceArray<B> for $Array {
            fn dtype(&self) -> DType {
                self.dtype()
            }

            fn shape(&self) -> &[usize] {
                self.shape()
            }

            fn xp(&self) -> &B {
                self.xp()
            }

            fn buffer_on(&self, xp: &B) -> Result<(Arc<B::Buffer>, usize)> {
                self.buffer_on(xp)
            }

            fn buffer_mut_on(&mut self, xp: &B) -> Result<Exclusive<'_, B::Buffer>> {
                self.buffer_mut_on(xp)
            }
        }
    };
}
device_array!(DynArray<B>, B: Backend);
device_array!(Array<T, B>, T: Element, B: Backend);

impl<T: Element, B: Backend> TypedArray<B> for Array<T, B> {
    type Element = T;
}
