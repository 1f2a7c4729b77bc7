//! Textures and surfaces.

use crate::backend::Xp;
use xparray_core::prelude::*;
use xparray_core::{Error, Result};
use xparray_cuda::{
    AddressMode, ArrayFlags, ChannelFormat, ChannelKind, CudaArray, Filter, ReadMode, SurfaceObject, TextureDescriptor,
    TextureObject,
};

tests!(
    arrays_of_one_to_three_axes_are_copied,
    textures_interpolate_and_clamp,
    textures_have_channels_and_normalized_numbers,
    textures_read_ordinary_arrays,
    surfaces_are_written,
    textures_live_as_long_as_graphs
);

fn arrays_of_one_to_three_axes_are_copied(xp: &Xp) -> Result<()> {
    let format = ChannelFormat::of(DType::F32, 1)?;
    for shape in [&[40][..], &[5, 8], &[2, 4, 5]] {
        let array = CudaArray::new(xp, format, shape, ArrayFlags::new())?;
        assert_eq!((array.shape(), array.format()), (shape.to_vec(), format));
        let x = xp.arange((0.0f32, 40.0, 1.0))?.reshape(shape.to_vec())?;
        array.copy_from(&x)?;
        let mut y = xp.zeros::<f32>(shape.to_vec())?;
        array.copy_to(&mut y)?;
        assert!(y.array_equal(&x)?, "{shape:?}");
        assert!(matches!(array.copy_from(&xp.zeros::<f32>(41)?), Err(Error::Shape { .. })));
        assert!(matches!(array.copy_from(&xp.zeros::<i32>(40)?), Err(Error::DType { .. })));
        assert!(xp.capture(|| array.copy_from(&x)).is_err());
    }
    // What is turned is copied in row-major order.
    let array = CudaArray::new(xp, format, &[8, 5], ArrayFlags::new())?;
    let x = xp.arange((0.0f32, 40.0, 1.0))?.reshape([5, 8])?;
    array.copy_from(&x.t())?;
    let mut y = xp.zeros::<f32>([8, 5])?;
    array.copy_to(&mut y)?;
    assert!(y.array_equal(&x.t())?);
    for wrong in [&[][..], &[0], &[1, 2, 3, 4]] {
        assert!(matches!(CudaArray::new(xp, format, wrong, ArrayFlags::new()), Err(Error::Value { .. })));
    }
    Ok(())
}

/// Reads at given places.
const SAMPLE: &str = r#"
extern "C" __global__ void sample(cudaTextureObject_t image, const float *x, const float *y, float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = tex2D<float>(image, x[i], y[i]);
}
"#;

fn textures_interpolate_and_clamp(xp: &Xp) -> Result<()> {
    let image = xp.arange((0.0f32, 12.0, 1.0))?.reshape([3, 4])?;
    let array = CudaArray::new(xp, ChannelFormat::of(DType::F32, 1)?, &[3, 4], ArrayFlags::new())?;
    array.copy_from(&image)?;
    let sample = xp.module(SAMPLE)?.function("sample")?;
    let (x, y) = (xp.array(&[0.5f32, 1.5, 2.0, 3.5, 9.0])?, xp.array(&[0.5f32, 2.5, 1.0, 1.5, 0.5])?);
    let read = |descriptor: TextureDescriptor| -> Result<Vec<f32>> {
        let texture = TextureObject::new(&array, &descriptor)?;
        let mut out = xp.zeros::<f32>(5)?;
        // SAFETY: the arguments are the function's, which checks its index.
        unsafe { sample.launch(1, 32, 0, (&texture, &x, &y, &mut out, 5i32))? };
        // The kernel may still read.
        drop(texture);
        out.to_vec()
    };
    assert_eq!(read(TextureDescriptor::new())?, [0.0, 9.0, 6.0, 7.0, 3.0]);
    assert_eq!(read(TextureDescriptor::new().filter(Filter::Linear))?, [0.0, 9.0, 3.5, 7.0, 3.0]);
    let border = TextureDescriptor::new().address_mode(AddressMode::Border).border_color([-1.0; 4]);
    assert_eq!(read(border)?, [0.0, 9.0, 6.0, 7.0, -1.0]);
    Ok(())
}

fn textures_have_channels_and_normalized_numbers(xp: &Xp) -> Result<()> {
    let source = r#"
        extern "C" __global__ void sum(cudaTextureObject_t image, float *out) {
            float4 color = tex2D<float4>(image, (threadIdx.x + 0.5f) / 2, 0.5f);
            out[threadIdx.x] = color.x + 10 * color.y + 100 * color.z + 1000 * color.w;
        }
    "#;
    let sum = xp.module(source)?.function("sum")?;
    let array = CudaArray::new(xp, ChannelFormat::new(ChannelKind::Unsigned, 8, 4)?, &[1, 2], ArrayFlags::new())?;
    array.copy_from(&xp.from_slice(&[255u8, 0, 0, 255, 0, 255, 255, 0], [1, 2, 4])?)?;
    let descriptor = TextureDescriptor::new().normalized_coords().read_mode(ReadMode::NormalizedFloat);
    let texture = TextureObject::new(&array, &descriptor.address_modes([AddressMode::Wrap; 3]))?;
    let mut out = xp.zeros::<f32>(2)?;
    // SAFETY: the arguments are the function's, of an element for each thread.
    unsafe { sum.launch(1, 2, 0, (&texture, &mut out))? };
    assert_eq!(out.to_vec()?, [1001.0, 110.0]);
    Ok(())
}

fn textures_read_ordinary_arrays(xp: &Xp) -> Result<()> {
    let source = r#"
        extern "C" __global__ void fetch(cudaTextureObject_t values, int *out, int n) {
            int i = blockIdx.x * blockDim.x + threadIdx.x;
            if (i < n) out[i] = tex1Dfetch<int>(values, n - 1 - i);
        }
    "#;
    let fetch = xp.module(source)?.function("fetch")?;
    let mut x = xp.arange((0i32, 1000, 1))?;
    let texture = TextureObject::linear(&x, 1, &TextureDescriptor::new())?;
    // What is written now is another memory.
    x.assign(xparray_core::s![..], 7i32)?;
    let mut out = xp.zeros::<i32>(1000)?;
    // SAFETY: the arguments are the function's, which checks its index.
    unsafe { fetch.launch(4, 256, 0, (&texture, &mut out, 1000i32))? };
    assert_eq!(out.to_vec()?, (0..1000).rev().collect::<Vec<_>>());
    assert_eq!(x.sum(..)?.item()?, 7000);
    // A number is no memory yet; copies are.
    let part = xp.arange((0i32, 1000, 1))?.copy();
    part.eval()?;
    let part = part.slice(xparray_core::s![1..])?;
    assert!(matches!(TextureObject::linear(&part, 1, &TextureDescriptor::new()), Err(Error::Value { .. })));
    assert!(TextureObject::linear(&xp.zeros::<f64>(4)?, 1, &TextureDescriptor::new()).is_err());
    Ok(())
}

fn surfaces_are_written(xp: &Xp) -> Result<()> {
    let source = r#"
        extern "C" __global__ void turn(cudaSurfaceObject_t image, int n) {
            int x = threadIdx.x, y = threadIdx.y;
            float value;
            surf2Dread(&value, image, x * 4, y);
            __syncthreads();
            surf2Dwrite(value + 1.0f, image, y * 4, x);
        }
    "#;
    let turn = xp.module(source)?.function("turn")?;
    let format = ChannelFormat::of(DType::F32, 1)?;
    let array = CudaArray::new(xp, format, &[16, 16], ArrayFlags::new().surface())?;
    let x = xp.arange((0.0f32, 256.0, 1.0))?.reshape([16, 16])?;
    array.copy_from(&x)?;
    let surface = SurfaceObject::new(&array)?;
    // SAFETY: the arguments are the function's, of an element for each thread.
    unsafe { turn.launch(1, (16, 16), 0, (&surface, 16i32))? };
    drop(surface);
    let mut y = xp.zeros::<f32>([16, 16])?;
    array.copy_to(&mut y)?;
    assert!(y.array_equal(&(&x.t() + 1.0f32))?);
    let plain = CudaArray::new(xp, format, &[4], ArrayFlags::new())?;
    assert!(matches!(SurfaceObject::new(&plain), Err(Error::Value { .. })));
    Ok(())
}

fn textures_live_as_long_as_graphs(xp: &Xp) -> Result<()> {
    let array = CudaArray::new(xp, ChannelFormat::of(DType::F32, 1)?, &[1, 4], ArrayFlags::new())?;
    array.copy_from(&xp.array(&[1.0f32, 2.0, 3.0, 4.0])?)?;
    let texture = TextureObject::new(&array, &TextureDescriptor::new())?;
    let sample = xp.module(SAMPLE)?.function("sample")?;
    let (x, y) = (xp.array(&[0.5f32, 3.5])?, xp.array(&[0.5f32, 0.5])?);
    let mut out = xp.zeros::<f32>(2)?.copy();
    out.eval()?;
    let graph = xp.capture(|| {
        // SAFETY: the arguments are the function's, which checks its index.
        unsafe { sample.launch(1, 32, 0, (&texture, &x, &y, &mut out, 2i32)) }
    })?;
    drop((texture, array));
    xp.synchronize()?;
    graph.launch()?;
    assert_eq!(out.to_vec()?, [1.0, 4.0]);
    Ok(())
}
