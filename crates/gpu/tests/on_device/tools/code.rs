//! Raw kernels: options, templates, variables of modules, structs, cooperative launches, what is known of functions.

use crate::backend::Xp;
use xparray_core::prelude::*;
use xparray_gpu::{ByValue, FunctionAttribute, ModuleOptions};
use xparray_ir::backend::Backend;
use xparray_ir::{Error, Result};

tests!(
    templates_and_options_of_the_compiler,
    variables_of_modules_are_read_and_written,
    structs_are_given_by_value,
    cooperative_launches_have_all_blocks_at_once,
    functions_tell_what_they_use,
    occupancy_says_how_many_threads
);

const SCALE: &str = r#"
template <typename T> __global__ void scale(T *x, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] *= FACTOR;
}
__constant__ float limits[2];
"#;

fn templates_and_options_of_the_compiler(xp: &Xp) -> Result<()> {
    let options = ModuleOptions::new().option("-DFACTOR=3").name("scale<float>").name("scale<int>").name("&limits");
    // The second is from the cache on disk, if there is one.
    for _ in 0..2 {
        let module = xp.module_with(SCALE, &options)?;
        let (mut x, mut y) = (xp.ones::<f32>(1000)?, xp.ones::<i32>(1000)?);
        // SAFETY: the arguments are the function's, which checks its index.
        unsafe {
            module.function("scale<float>")?.launch(4, 256, 0, (&mut x, 1000i32))?;
            module.function("scale<int>")?.launch(4, 256, 0, (&mut y, 1000i32))?;
        }
        assert_eq!((x.to_vec()?, y.to_vec()?), (vec![3.0; 1000], vec![3; 1000]));
        assert_eq!(module.global("&limits")?.bytes(), 8);
        assert!(matches!(module.function("scale<double>"), Err(Error::Value { .. })));
    }
    let wrong = ModuleOptions::new().option("-DFACTOR=3").name("absent<float>");
    assert!(matches!(xp.module_with(SCALE, &wrong), Err(Error::Compile { .. })));
    let wrong = ModuleOptions::new().option("--no-such-option");
    assert!(matches!(xp.module_with(SCALE, &wrong), Err(Error::Compile { .. })));
    // Without its definition the source is not right.
    let wrong = ModuleOptions::new().name("scale<float>");
    assert!(matches!(xp.module_with(SCALE, &wrong), Err(Error::Compile { .. })));
    Ok(())
}

const VARIABLES: &str = r#"
extern "C" {
__constant__ float weights[4];
__device__ int total;
__global__ void weigh(float *x) {
    x[threadIdx.x] *= weights[threadIdx.x];
    atomicAdd(&total, 1);
}
}
"#;

fn variables_of_modules_are_read_and_written(xp: &Xp) -> Result<()> {
    let module = xp.module(VARIABLES)?;
    let (weights, total) = (module.global("weights")?, module.global("total")?);
    assert_eq!((weights.bytes(), total.bytes()), (16, 4));
    assert_ne!(weights.address(), total.address());
    weights.write(&[1.0f32, 2.0, 3.0, 4.0])?;
    assert_eq!((weights.read::<f32>()?, total.read::<i32>()?), (vec![1.0, 2.0, 3.0, 4.0], vec![0]));
    let mut x = xp.ones::<f32>(4)?;
    let weigh = module.function("weigh")?;
    // SAFETY: the argument is the function's, of an element for each thread.
    unsafe {
        weigh.launch(1, 4, 0, (&mut x,))?;
        weights.write(&[10.0f32])?; // after the launch
        weigh.launch(1, 4, 0, (&mut x,))?;
    }
    assert_eq!((x.to_vec()?, total.read::<i32>()?), (vec![10.0, 4.0, 9.0, 16.0], vec![8]));
    assert!(matches!(weights.write(&[0.0f64; 3]), Err(Error::Value { .. })));
    assert!(matches!(module.global("absent"), Err(Error::Value { .. })));
    Ok(())
}

const STRUCT: &str = r#"
struct Line { double factor; double offset[2]; int n; float extra; };
extern "C" __global__ void line(Line line, double *x, signed char sign) {
    int i = threadIdx.x;
    if (i < line.n) x[i] = line.factor * x[i] + line.offset[i % 2] + sign * line.extra;
}
"#;

#[derive(Clone, Copy)]
#[repr(C)]
struct Line {
    factor: f64,
    offset: [f64; 2],
    n: i32,
    extra: f32,
}

// SAFETY: numbers without padding, which are `Copy` and `'static`.
unsafe impl bytemuck::NoUninit for Line {}

fn structs_are_given_by_value(xp: &Xp) -> Result<()> {
    let function = xp.module(STRUCT)?.function("line")?;
    let mut x = xp.arange((0.0f64, 4.0, 1.0))?;
    let line = Line { factor: 2.0, offset: [10.0, 20.0], n: 3, extra: 0.5 };
    // SAFETY: the arguments are the function's, and it stays inside the array.
    unsafe { function.launch(1, 4, 0, (ByValue(line), &mut x, -1i8))? };
    assert_eq!(x.to_vec()?, [9.5, 21.5, 13.5, 3.0]);
    Ok(())
}

/// Blocks that wait for each other: in an ordinary launch, those that are not there yet could wait for ever.
const BARRIER: &str = r#"
extern "C" __global__ void barrier(unsigned *count, unsigned *seen) {
    if (threadIdx.x == 0) {
        atomicAdd(count, 1u);
        while (atomicAdd(count, 0u) < gridDim.x) { }
        seen[blockIdx.x] = atomicAdd(count, 0u);
    }
}
"#;

fn cooperative_launches_have_all_blocks_at_once(xp: &Xp) -> Result<()> {
    let barrier = xp.module(BARRIER)?.function("barrier")?;
    let each = barrier.max_active_blocks(256, 0)?;
    let blocks = each * xp.info().units as u32;
    println!("{each} blocks on each of {} units", xp.info().units);
    assert!(each > 0);
    let (mut count, mut seen) = (xp.zeros::<u32>(1)?, xp.zeros::<u32>(blocks as usize)?);
    // SAFETY: the arguments are the function's, of an element for each block.
    unsafe { barrier.launch_cooperative(blocks, 256, 0, (&mut count, &mut seen))? };
    assert_eq!(seen.to_vec()?, vec![blocks; blocks as usize]);
    // SAFETY: refused.
    let error = unsafe { barrier.launch_cooperative(blocks + 1, 256, 0, (&mut count, &mut seen)) };
    assert!(matches!(error, Err(Error::Library { .. })), "{error:?}");
    Ok(())
}

const SHARED: &str = r#"
extern "C" __global__ void __launch_bounds__(256) reverse(float *x) {
    __shared__ float tile[1024];
    for (int i = threadIdx.x; i < 1024; i += blockDim.x) tile[i] = x[i];
    __syncthreads();
    for (int i = threadIdx.x; i < 1024; i += blockDim.x) x[i] = tile[1023 - i];
}
"#;

fn functions_tell_what_they_use(xp: &Xp) -> Result<()> {
    let function = xp.module(SHARED)?.function("reverse")?;
    let attributes = function.attributes()?;
    println!("{attributes:?}");
    assert_eq!((attributes.shared_size_bytes, attributes.local_size_bytes), (4096, 0));
    assert!(attributes.num_regs > 0 && attributes.binary_version > 0);
    assert!(attributes.max_threads_per_block >= 256);
    assert_eq!(function.attribute(FunctionAttribute::SharedSizeBytes)?, 4096);
    Ok(())
}

fn occupancy_says_how_many_threads(xp: &Xp) -> Result<()> {
    let function = xp.module(SCALE.replace("FACTOR", "2").as_str()).and_then(|module| module.function("scale"));
    assert!(matches!(function, Err(Error::Value { .. })), "a template alone is nothing");
    let function = xp.module(SHARED)?.function("reverse")?;
    let (blocks, threads) = function.max_potential_block_size(0, 0)?;
    println!("{blocks} blocks of {threads} threads");
    assert!(blocks > 0 && (32..=256).contains(&threads));
    assert!(function.max_potential_block_size(0, 64)?.1 <= 64);
    Ok(())
}
