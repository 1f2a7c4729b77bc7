//! Arrays as backends know them.

use super::Memory;
use crate::dtype::DType;
use crate::element::Element;
use crate::error::Result;
use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

/// The buffer of an array that nobody else holds, for native code that writes it. It cannot be exchanged for another.
pub struct Exclusive<'a, Buf>(&'a mut Buf);

impl<Buf> fmt::Debug for Exclusive<'_, Buf> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Exclusive(..)")
    }
}

impl<'a, Buf> Exclusive<'a, Buf> {
    /// Guards a buffer.
    pub fn new(buffer: &'a mut Buf) -> Self {
        Self(buffer)
    }

    /// The buffer itself.
    ///
    /// # Safety
    /// Whoever gets it leaves the array's own buffer there, with elements that its type has.
    pub unsafe fn as_mut(&mut self) -> &mut Buf {
        self.0
    }
}

impl<Buf> Deref for Exclusive<'_, Buf> {
    type Target = Buf;

    fn deref(&self) -> &Buf {
        self.0
    }
}

/// An array on a device of backend `B`: what a backend needs to hand arrays to native code.
pub trait DeviceArray<B: Memory> {
    /// The type of the elements.
    fn dtype(&self) -> DType;

    /// Lengths of the axes.
    fn shape(&self) -> &[usize];

    /// The handle that the array was made through.
    fn xp(&self) -> &B;

    /// The buffer with the computed elements in row-major order, and the number of elements before them, for native code
    /// that `xp` queues next.
    ///
    /// # Errors
    /// [`Error::Value`](crate::Error::Value) for another device; those of the array's deferred work.
    fn buffer_on(&self, xp: &B) -> Result<(Arc<B::Buffer>, usize)>;

    /// The buffer that starts with the computed elements in row-major order and is nobody else's, for native code that
    /// `xp` queues next and that writes it. The array is `xp`'s from then on.
    ///
    /// # Errors
    /// As for [`buffer_on`](DeviceArray::buffer_on).
    fn buffer_mut_on(&mut self, xp: &B) -> Result<Exclusive<'_, B::Buffer>>;
}

/// A [`DeviceArray`] whose element type is known when the program is compiled.
pub trait TypedArray<B: Memory>: DeviceArray<B> {
    /// The type of the elements.
    type Element: Element;
}
