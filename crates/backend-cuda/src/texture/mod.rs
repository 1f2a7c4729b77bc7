//! Textures and surfaces for raw kernels, over arrays in the layout that their units want.

mod array;
mod format;
mod object;
mod surface;

pub use array::{ArrayFlags, CudaArray};
pub use format::{ChannelFormat, ChannelKind};
pub use object::{AddressMode, Filter, ReadMode, TextureDescriptor, TextureObject};
pub use surface::SurfaceObject;

use crate::Cuda;
use xparray_ir::Result;
use xparray_ir::backend::Backend;

/// A handle to the first stream of a handle's device: what outlives the handle's own stream has it.
pub(crate) fn first(gpu: &Cuda) -> Result<Cuda> {
    Cuda::new(usize::try_from(gpu.device_id()).unwrap_or(usize::MAX))
}
