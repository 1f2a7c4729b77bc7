//! Buffers of whichever backend.

use xparray_core::backend::{Backend, Memory, View};
use xparray_core::{Error, Result};

/// Memory on a [`Device`]: a buffer of its backend.
pub struct DeviceBuffer(pub(super) Buffers);

pub(super) enum Buffers {
    #[cfg(feature = "cpu")]
    Cpu(<crate::Cpu as Memory>::Buffer),
    #[cfg(feature = "cuda")]
    Cuda(<crate::Cuda as Memory>::Buffer),
    #[cfg(feature = "rocm")]
    Rocm(<crate::Rocm as Memory>::Buffer),
}

/// A backend whose buffers and events a [`Device`] can hold.
pub(super) trait Compiled: Backend {
    fn wrap(&self, buffer: Self::Buffer) -> DeviceBuffer;
    fn buffer<'a>(&self, buffer: &'a DeviceBuffer) -> Result<&'a Self::Buffer>;
    fn buffer_mut<'a>(&self, buffer: &'a mut DeviceBuffer) -> Result<&'a mut Self::Buffer>;
    fn event(event: Self::Event) -> super::event::Events;

    /// The view as the backend takes it.
    fn view<'a>(&self, view: View<'a, DeviceBuffer>) -> Result<View<'a, Self::Buffer>> {
        Ok(View { buffer: self.buffer(view.buffer)?, dtype: view.dtype, layout: view.layout })
    }
}

/// The error of a buffer that another backend made.
#[cfg_attr(not(any(feature = "cpu", feature = "cuda", feature = "rocm")), allow(dead_code))]
fn foreign(xp: &impl Backend) -> Error {
    Error::value("buffer", format!("a buffer of another backend given to {}", xp.name()))
}

macro_rules! compiled {
    ($($feature:literal $Variant:ident;)*) => {$(
        #[cfg(feature = $feature)]
        impl Compiled for crate::$Variant {
            fn wrap(&self, buffer: Self::Buffer) -> DeviceBuffer {
                DeviceBuffer(Buffers::$Variant(buffer))
            }

            fn buffer<'a>(&self, buffer: &'a DeviceBuffer) -> Result<&'a Self::Buffer> {
                match &buffer.0 {
                    Buffers::$Variant(buffer) => Ok(buffer),
                    #[allow(unreachable_patterns)]
                    _ => Err(foreign(self)),
                }
            }

            fn buffer_mut<'a>(&self, buffer: &'a mut DeviceBuffer) -> Result<&'a mut Self::Buffer> {
                match &mut buffer.0 {
                    Buffers::$Variant(buffer) => Ok(buffer),
                    #[allow(unreachable_patterns)]
                    _ => Err(foreign(self)),
                }
            }

            fn event(event: Self::Event) -> super::event::Events {
                super::event::Events::$Variant(event)
            }
        }
    )*};
}

compiled! {
    "cpu" Cpu;
    "cuda" Cuda;
    "rocm" Rocm;
}
