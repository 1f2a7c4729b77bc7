//! Textures and surfaces for raw kernels, over arrays in the layout that their units want.

mod array;
mod format;
mod surface;
mod texture;

pub use array::{ArrayFlags, CudaArray};
pub use format::{ChannelFormat, ChannelKind};
pub use surface::SurfaceObject;
pub use texture::{AddressMode, Filter, ReadMode, TextureDescriptor, TextureObject};

use crate::Cuda;
use xparray_ir::Result;
use xparray_ir::backend::Backend;

/// A handle to the first stream of a handle's device: what outlives the handle's own stream has it.
pub(crate) fn first(gpu: &Cuda) -> Result<Cuda> {
    Cuda::new(usize::try_from(gpu.device_id()).unwrap_or(usize::MAX))
}
