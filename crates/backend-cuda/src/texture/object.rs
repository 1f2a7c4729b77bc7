//! Textures: how kernels read an array.

use super::array::{self, CudaArray};
use super::{ChannelFormat, first};
use crate::Cuda;
use crate::check::cu;
use crate::driver::CudaDriver;
use cudarc::driver::sys::{
    self, CU_TRSF_NORMALIZED_COORDINATES, CU_TRSF_READ_AS_INTEGER, CU_TRSF_SRGB, CUDA_RESOURCE_DESC, CUDA_TEXTURE_DESC,
    CUaddress_mode, CUfilter_mode, CUresourcetype, CUtexObject,
};
use std::fmt;
use std::ptr::null;
use std::sync::Arc;
use xparray_gpu::{Arg, Buffer, Slot};
use xparray_ir::backend::{Streams, TypedArray};
use xparray_ir::layout::checked_len;
use xparray_ir::{Element, Error, Result};

/// What is read outside of an array.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum AddressMode {
    /// The array again; coordinates have to be normalized.
    Wrap,
    /// Its nearest element.
    #[default]
    Clamp,
    /// The array turned round; coordinates have to be normalized.
    Mirror,
    /// The colour of the border.
    Border,
}

/// What is read between elements.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Filter {
    /// The nearest one.
    #[default]
    Point,
    /// The mean of those around, by their distances; of numbers with a point, or integers that are read as such.
    Linear,
}

/// What integers are read as.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ReadMode {
    /// Integers.
    #[default]
    ElementType,
    /// Numbers between 0 and 1, or -1 and 1; only of 8 and 16 bits.
    NormalizedFloat,
}

/// How a texture reads: clamped, the nearest element, by its index, unless it says otherwise.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct TextureDescriptor {
    address_modes: [AddressMode; 3],
    filter: Filter,
    read_mode: ReadMode,
    normalized: bool,
    srgb: bool,
    border: [f32; 4],
    anisotropy: u32,
}

impl TextureDescriptor {
    /// Clamped, the nearest element, by its index.
    pub fn new() -> Self {
        Self::default()
    }

    /// What is read outside, along each axis: width, height, depth.
    pub fn address_modes(mut self, modes: [AddressMode; 3]) -> Self {
        self.address_modes = modes;
        self
    }

    /// What is read outside, along all axes.
    pub fn address_mode(self, mode: AddressMode) -> Self {
        self.address_modes([mode; 3])
    }

    /// What is read between elements.
    pub fn filter(mut self, filter: Filter) -> Self {
        self.filter = filter;
        self
    }

    /// What integers are read as.
    pub fn read_mode(mut self, mode: ReadMode) -> Self {
        self.read_mode = mode;
        self
    }

    /// Coordinates from 0 to 1 along each axis, instead of indices.
    pub fn normalized_coords(mut self) -> Self {
        self.normalized = true;
        self
    }

    /// The channels are sRGB's, and read as linear ones.
    pub fn srgb(mut self) -> Self {
        self.srgb = true;
        self
    }

    /// The colour of the border.
    pub fn border_color(mut self, color: [f32; 4]) -> Self {
        self.border = color;
        self
    }

    /// The most anisotropy.
    pub fn max_anisotropy(mut self, most: u32) -> Self {
        self.anisotropy = most;
        self
    }

    fn native(&self) -> CUDA_TEXTURE_DESC {
        let flag = |set: bool, flag: u32| if set { flag } else { 0 };
        let filter = match self.filter {
            Filter::Point => CUfilter_mode::CU_TR_FILTER_MODE_POINT,
            Filter::Linear => CUfilter_mode::CU_TR_FILTER_MODE_LINEAR,
        };
        CUDA_TEXTURE_DESC {
            addressMode: self.address_modes.map(|mode| match mode {
                AddressMode::Wrap => CUaddress_mode::CU_TR_ADDRESS_MODE_WRAP,
                AddressMode::Clamp => CUaddress_mode::CU_TR_ADDRESS_MODE_CLAMP,
                AddressMode::Mirror => CUaddress_mode::CU_TR_ADDRESS_MODE_MIRROR,
                AddressMode::Border => CUaddress_mode::CU_TR_ADDRESS_MODE_BORDER,
            }),
            filterMode: filter,
            flags: flag(self.read_mode == ReadMode::ElementType, CU_TRSF_READ_AS_INTEGER)
                | flag(self.normalized, CU_TRSF_NORMALIZED_COORDINATES)
                | flag(self.srgb, CU_TRSF_SRGB),
            maxAnisotropy: self.anisotropy,
            mipmapFilterMode: filter,
            mipmapLevelBias: 0.0,
            minMipmapLevelClamp: 0.0,
            maxMipmapLevelClamp: 0.0,
            borderColor: self.border,
            reserved: [0; 12],
        }
    }
}

/// What a texture reads.
enum Resource {
    Array { _keep: Arc<array::Inner> },
    Linear(Arc<Buffer<CudaDriver>>),
}

struct Inner {
    raw: CUtexObject,
    gpu: Cuda,
    resource: Resource,
}

impl Drop for Inner {
    fn drop(&mut self) {
        if self.gpu.driver().is_ok() {
            // SAFETY: the streams that used it have kept it until then. An error has nobody to go to.
            let _ = unsafe { sys::cuTexObjectDestroy(self.raw) };
        }
    }
}

/// A texture, an argument of raw kernels (`cudaTextureObject_t`). It goes when the work that uses it is done.
#[derive(Clone)]
pub struct TextureObject(Arc<Inner>);

impl fmt::Debug for TextureObject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "TextureObject({:#x})", self.0.raw)
    }
}

impl TextureObject {
    /// A texture over an array.
    ///
    /// # Errors
    /// `Error::Library` for what the device's textures cannot do.
    #[doc(alias = "ResourceDescriptor")]
    pub fn new(array: &CudaArray, descriptor: &TextureDescriptor) -> Result<Self> {
        // SAFETY: zeros are a resource of an array, without one.
        let mut resource: CUDA_RESOURCE_DESC = unsafe { std::mem::zeroed() };
        resource.resType = CUresourcetype::CU_RESOURCE_TYPE_ARRAY;
        resource.res.array.hArray = array.0.raw;
        Self::make(&array.0.gpu, &resource, descriptor, Resource::Array { _keep: array.0.clone() })
    }

    /// A texture over an ordinary array's elements, in row-major order, which kernels read by their indices
    /// (`tex1Dfetch`). The elements are those of now: what writes the array later writes others. Waits for them.
    ///
    /// # Errors
    /// `Error::Value` for numbers that textures do not have; `Error::Library` for more than the device's textures have;
    /// those of the array's deferred work.
    pub fn linear<T: Element>(
        x: &impl TypedArray<Cuda, Element = T>,
        channels: u32,
        descriptor: &TextureDescriptor,
    ) -> Result<Self> {
        let (format, xp) = (ChannelFormat::of(T::DTYPE, channels)?, x.xp().clone());
        let (buffer, start) = x.buffer_on(&xp)?;
        // Kernels of any stream may read it from now on.
        xp.synchronize()?;
        // Textures begin at multiples of this.
        const ALIGNMENT: u64 = 512;
        let address = buffer.address() + (start * size_of::<T>()) as u64;
        let len = checked_len(x.shape())?;
        if !address.is_multiple_of(ALIGNMENT) || len == 0 || !len.is_multiple_of(channels as usize) {
            let message = "a part of an array, or no whole number of elements: copy it first";
            return Err(Error::value("TextureObject::linear", message));
        }
        // SAFETY: zeros are a resource of an array, without one.
        let mut resource: CUDA_RESOURCE_DESC = unsafe { std::mem::zeroed() };
        resource.resType = CUresourcetype::CU_RESOURCE_TYPE_LINEAR;
        // SAFETY: the part of the union that the type says.
        let linear = unsafe { &mut resource.res.linear };
        linear.devPtr = address;
        linear.format = format.native();
        linear.numChannels = channels;
        linear.sizeInBytes = len * size_of::<T>();
        Self::make(&xp, &resource, descriptor, Resource::Linear(buffer))
    }

    fn make(
        gpu: &Cuda,
        native: &CUDA_RESOURCE_DESC,
        descriptor: &TextureDescriptor,
        resource: Resource,
    ) -> Result<Self> {
        let gpu = first(gpu)?;
        gpu.driver()?;
        let mut raw = 0;
        // SAFETY: the device is bound, the pointers are to live structs, and what is read is kept.
        unsafe { cu!(cuTexObjectCreate(&mut raw, native, &descriptor.native(), null()))? };
        Ok(Self(Arc::new(Inner { raw, gpu, resource })))
    }
}

impl Arg<CudaDriver> for &TextureObject {
    fn slot(self, gpu: &Cuda) -> Result<Slot> {
        check_device(gpu, &self.0.gpu)?;
        if let Resource::Linear(buffer) = &self.0.resource {
            buffer.order_for_reading(gpu)?;
        }
        gpu.keep_until_done(self.0.clone())?;
        Ok(Slot::handle(self.0.raw.to_ne_bytes(), self.0.clone()))
    }
}

/// An error unless an argument is of the launch's device.
pub(super) fn check_device(gpu: &Cuda, of: &Cuda) -> Result<()> {
    use xparray_ir::backend::Backend;
    match gpu.device_id() == of.device_id() {
        true => Ok(()),
        false => Err(Error::value("launch", "a texture or surface of another device")),
    }
}
