//! Buffers of whichever backend.

use xparray_core::backend::{Backend, DeviceBuffer, Memory, Output, View};
use xparray_core::{Error, Result};

/// Memory on a [`Device`](crate::Device): a buffer of its backend.
pub struct DeviceMemory(pub(super) Buffers);

pub(super) enum Buffers {
    #[cfg(feature = "cpu")]
    Cpu(<crate::Cpu as Memory>::Buffer),
    #[cfg(feature = "cuda")]
    Cuda(<crate::Cuda as Memory>::Buffer),
    #[cfg(feature = "rocm")]
    Rocm(<crate::Rocm as Memory>::Buffer),
    #[cfg(feature = "wgpu")]
    Wgpu(<crate::Wgpu as Memory>::Buffer),
}

impl DeviceMemory {
    /// The buffer of CUDA, for native code of it, if it is one.
    #[cfg(feature = "cuda")]
    pub fn cuda(&self) -> Option<&<crate::Cuda as Memory>::Buffer> {
        match &self.0 {
            Buffers::Cuda(buffer) => Some(buffer),
            #[allow(unreachable_patterns)]
            _ => None,
        }
    }

    /// The buffer of ROCm, for native code of it, if it is one.
    #[cfg(feature = "rocm")]
    pub fn rocm(&self) -> Option<&<crate::Rocm as Memory>::Buffer> {
        match &self.0 {
            Buffers::Rocm(buffer) => Some(buffer),
            #[allow(unreachable_patterns)]
            _ => None,
        }
    }
}

// SAFETY: the length is that which the buffer's backend promises.
unsafe impl DeviceBuffer for DeviceMemory {
    #[inline]
    fn bytes(&self) -> usize {
        match &self.0 {
            #[cfg(feature = "cpu")]
            Buffers::Cpu(buffer) => buffer.bytes(),
            #[cfg(feature = "cuda")]
            Buffers::Cuda(buffer) => buffer.bytes(),
            #[cfg(feature = "rocm")]
            Buffers::Rocm(buffer) => buffer.bytes(),
            #[cfg(feature = "wgpu")]
            Buffers::Wgpu(buffer) => buffer.bytes(),
            #[cfg(not(any(feature = "cpu", feature = "cuda", feature = "rocm", feature = "wgpu")))]
            other => match *other {},
        }
    }

    fn address(&self) -> Option<u64> {
        match &self.0 {
            #[cfg(feature = "cpu")]
            Buffers::Cpu(buffer) => DeviceBuffer::address(buffer),
            #[cfg(feature = "cuda")]
            Buffers::Cuda(buffer) => DeviceBuffer::address(buffer),
            #[cfg(feature = "rocm")]
            Buffers::Rocm(buffer) => DeviceBuffer::address(buffer),
            #[cfg(feature = "wgpu")]
            Buffers::Wgpu(buffer) => DeviceBuffer::address(buffer),
            #[cfg(not(any(feature = "cpu", feature = "cuda", feature = "rocm", feature = "wgpu")))]
            other => match *other {},
        }
    }
}

/// A backend whose buffers and events a [`Device`](crate::Device) can hold.
pub(super) trait Compiled: Backend {
    fn wrap(&self, buffer: Self::Buffer) -> DeviceMemory;
    fn buffer<'a>(&self, buffer: &'a DeviceMemory) -> Result<&'a Self::Buffer>;
    fn buffer_mut<'a>(&self, buffer: &'a mut DeviceMemory) -> Result<&'a mut Self::Buffer>;
    fn event(event: Self::Event) -> super::event::Events;

    /// The elements to write as the backend takes them.
    fn output<'a>(&self, output: Output<'a, DeviceMemory>) -> Result<Output<'a, Self::Buffer>> {
        output.map_buffer(|buffer| self.buffer_mut(buffer))
    }

    /// The view as the backend takes it.
    fn view<'a>(&self, view: View<'a, DeviceMemory>) -> Result<View<'a, Self::Buffer>> {
        view.map_buffer(|buffer| self.buffer(buffer))
    }
}

/// The error of a buffer that another backend made.
#[cfg_attr(not(any(feature = "cpu", feature = "cuda", feature = "rocm", feature = "wgpu")), allow(dead_code))]
fn foreign(xp: &impl Backend) -> Error {
    Error::value("buffer", format!("a buffer of another backend given to {}", xp.name()))
}

macro_rules! compiled {
    ($($feature:literal $Variant:ident;)*) => {$(
        #[cfg(feature = $feature)]
        impl Compiled for crate::$Variant {
            #[inline]
            fn wrap(&self, buffer: Self::Buffer) -> DeviceMemory {
                DeviceMemory(Buffers::$Variant(buffer))
            }

            #[inline]
            fn buffer<'a>(&self, buffer: &'a DeviceMemory) -> Result<&'a Self::Buffer> {
                match &buffer.0 {
                    Buffers::$Variant(buffer) => Ok(buffer),
                    #[allow(unreachable_patterns)]
                    _ => Err(foreign(self)),
                }
            }

            #[inline]
            fn buffer_mut<'a>(&self, buffer: &'a mut DeviceMemory) -> Result<&'a mut Self::Buffer> {
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
    "wgpu" Wgpu;
}
