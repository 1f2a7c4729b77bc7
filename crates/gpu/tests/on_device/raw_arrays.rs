//! Raw kernels over arrays, and graphs of captured work, on a device.

use crate::backend::{Graph, NAME, Native, Xp};
use libtest_mimic::Completion;
use xparray_core::prelude::*;
use xparray_ir::backend::Memory;
use xparray_ir::{Error, Result};

tests!(
    saxpy,
    vector_add_over_views,
    block_sums_in_shared_memory,
    tiles_and_two_dimensional_grids,
    modules_have_several_functions,
    graphs_do_again_what_was_captured,
    graphs_capture_what_is_compiled_and_allocated_meanwhile,
    events_of_a_captured_stream_may_be_asked_for,
    what_cannot_be_captured_is_an_error,
    pinned_buffers_go_over_the_link_directly,
    benchmarks_measure_the_device,
    managed_arrays_are_shared_with_the_host
);

const SAXPY: &str = r#"
extern "C" __global__ void saxpy(const float *x, const float *y, float *z, float a, int n) {
    int i = blockDim.x * blockIdx.x + threadIdx.x;
    if (i < n) z[i] = a * x[i] + y[i];
}
"#;

const VECTOR_ADD: &str = r#"
extern "C" __global__ void vector_add(const double *a, const double *b, double *c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = a[i] + b[i];
}
"#;

const BLOCK_SUM: &str = r#"
extern "C" __global__ void block_sum(const float *x, float *out, int n) {
    extern __shared__ float sdata[];
    int tid = threadIdx.x, i = blockIdx.x * blockDim.x + tid;
    sdata[tid] = i < n ? x[i] : 0.0f;
    __syncthreads();
    for (int s = blockDim.x / 2; s > 0; s >>= 1) {
        if (tid < s) sdata[tid] += sdata[tid + s];
        __syncthreads();
    }
    if (tid == 0) out[blockIdx.x] = sdata[0];
}
"#;

/// A tile in shared memory, so that both reading and writing go along rows.
const TRANSPOSE: &str = r#"
extern "C" __global__ void transpose(const float *x, float *out, int rows, int cols) {
    __shared__ float tile[16][17];
    int i = blockIdx.y * 16 + threadIdx.y, j = blockIdx.x * 16 + threadIdx.x;
    if (i < rows && j < cols) tile[threadIdx.y][threadIdx.x] = x[i * cols + j];
    __syncthreads();
    i = blockIdx.x * 16 + threadIdx.y, j = blockIdx.y * 16 + threadIdx.x;
    if (i < cols && j < rows) out[i * rows + j] = tile[threadIdx.x][threadIdx.y];
}
"#;

const TWO_KERNELS: &str = r#"
extern "C" __global__ void kernel_a(float *x, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] *= 2.0f;
}
extern "C" __global__ void kernel_b(float *x, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] += 1.0f;
}
"#;

fn saxpy(xp: &Xp) -> Result<()> {
    let n = 1 << 20;
    let (x, y) = (xp.rng(1).random::<f32>(n)?, xp.rng(2).random::<f32>(n)?); // deferred: computed for the launch
    let mut z = xp.zeros::<f32>(n)?;
    let saxpy = xp.module(SAXPY)?.function("saxpy")?;
    // SAFETY: the arguments are the function's, which checks its index.
    unsafe { saxpy.launch(n.div_ceil(256) as u32, 256, 0, (&x, &y, &mut z, 2.0f32, n as i32))? };
    let (x, y) = (x.to_vec()?, y.to_vec()?);
    let expected: Vec<f32> = x.iter().zip(&y).map(|(x, y)| 2f32.mul_add(*x, *y)).collect();
    assert!(z.to_vec()? == expected);
    Ok(())
}

fn vector_add_over_views(xp: &Xp) -> Result<()> {
    let add = xp.module(VECTOR_ADD)?.function("vector_add")?;
    let x = xp.arange((0.0f64, 1000.0, 1.0))?;
    let (tail, reversed) = (x.slice(xparray_core::s![500..])?, x.slice(xparray_core::s![499..;-1])?);
    let mut sum = xp.zeros::<f64>(500)?;
    let before = sum.clone();
    // SAFETY: as above.
    unsafe { add.launch(2, 256, 0, (&tail, &reversed, &mut sum, 500i32))? };
    let expected = (&tail + &reversed).to_vec()?;
    assert_eq!((sum.to_vec()?, before.to_vec()?), (expected, vec![0.0; 500]), "clones keep their elements");

    // What the kernel wrote feeds a fused expression, on another stream too.
    let other = xp.on_new_stream()?;
    assert_eq!((sum.to_device(&other)? * 2.0).sum(..)?.item()?, 2.0 * sum.to_vec()?.iter().sum::<f64>());
    Ok(())
}

fn block_sums_in_shared_memory(xp: &Xp) -> Result<()> {
    let n = 100_003usize;
    let block_sum = xp.module(BLOCK_SUM)?.function("block_sum")?;
    let x = (xp.arange((0i32, n as i32, 1))? % 100).astype::<f32>();
    for threads in [64usize, 256, 1024] {
        let blocks = n.div_ceil(threads);
        let mut out = xp.zeros::<f32>(blocks)?;
        // SAFETY: as above; the shared memory holds an element for each thread.
        unsafe { block_sum.launch(blocks as u32, threads as u32, threads as u32 * 4, (&x, &mut out, n as i32))? };
        let expected: Vec<f32> = x.to_vec()?.chunks(threads).map(|chunk| chunk.iter().sum()).collect();
        assert_eq!(out.to_vec()?, expected, "{threads} threads");
        assert_eq!(out.sum(..)?.item()?, x.sum(..)?.item()?);
    }
    Ok(())
}

fn tiles_and_two_dimensional_grids(xp: &Xp) -> Result<()> {
    let (rows, cols) = (100usize, 77usize);
    let transpose = xp.module(TRANSPOSE)?.function("transpose")?;
    let x = xp.arange((0.0f32, (rows * cols) as f32, 1.0))?.reshape([rows, cols])?;
    let mut out = xp.zeros::<f32>([cols, rows])?;
    let grid = (cols.div_ceil(16) as u32, rows.div_ceil(16) as u32);
    // SAFETY: as above.
    unsafe { transpose.launch(grid, (16, 16), 0, (&x, &mut out, rows as i32, cols as i32))? };
    assert!(out.array_equal(&x.t())?);
    Ok(())
}

fn modules_have_several_functions(xp: &Xp) -> Result<()> {
    let module = xp.module(TWO_KERNELS)?;
    let (a, b) = (module.function("kernel_a")?, module.function("kernel_b")?);
    let mut x = xp.ones::<f32>(1024)?;
    // SAFETY: as above.
    unsafe {
        a.launch(4, 256, 0, (&mut x, 1024i32))?;
        b.launch(4, 256, 0, (&mut x, 1024i32))?;
    }
    assert_eq!(x.to_vec()?, [3.0; 1024]);
    Ok(())
}

/// Twenty small kernels that update arrays in place.
fn step(x: &mut Array<f32, Xp>, v: &mut Array<f32, Xp>) -> Result<()> {
    for k in 0..10 {
        *v -= &*x * 0.01f32;
        v.eval()?;
        *x += &*v * 0.1f32;
        x.eval()?;
        if k == 9 {
            x.assign(xparray_core::s![..4], 1.0f32)?;
            let mean = v.mean(..)?;
            *v -= &mean;
            v.eval()?;
        }
    }
    Ok(())
}

fn graphs_do_again_what_was_captured(xp: &Xp) -> Result<()> {
    let start = || -> Result<_> {
        let arrays = (xp.rng(1).normal::<f32>(10_000)?, xp.rng(2).normal::<f32>(10_000)?);
        arrays.0.eval()?;
        arrays.1.eval()?;
        Ok(arrays)
    };
    let (mut x, mut v) = start()?;
    for _ in 0..101 {
        step(&mut x, &mut v)?;
    }
    let expected = (x.to_vec()?, v.to_vec()?);

    let (mut x, mut v) = start()?;
    let graph = xp.capture(|| step(&mut x, &mut v))?; // compiled already: the fresh case is below
    for k in 0..100 {
        graph.launch()?;
        if k == 50 {
            // Other work between launches does not disturb the graph's memory.
            let noise = xp.rng(3).normal::<f32>(10_000)?;
            assert!(noise.sum(..)?.item()?.is_finite());
        }
    }
    assert!(x.to_vec()? == expected.0 && v.to_vec()? == expected.1, "replayed as computed");
    Ok(())
}

fn graphs_capture_what_is_compiled_and_allocated_meanwhile(xp: &Xp) -> Result<()> {
    xp.free_all_blocks();
    let saxpy = xp.module(SAXPY)?.function("saxpy")?;
    let n = 5000usize;
    let a = xp.arange((0.0f32, n as f32, 1.0))?;
    let mut x = xp.ones::<f32>(n)?.copy();
    x.eval()?;
    let square = xp.rng(1).normal::<f32>([64, 64])?;
    square.eval()?;
    let mut product = None;
    let graph = xp.capture(|| {
        let scaled = ((&a * 0.001f32).sin() * 0.125f32 + 0.25f32).exp(); // a kernel of this test alone
        let y = x.clone();
        // SAFETY: as above.
        unsafe { saxpy.launch(n.div_ceil(256) as u32, 256, 0, (&scaled, &y, &mut x, 1.0f32, n as i32))? };
        drop(y);
        x += 1.0f32;
        x.eval()?;
        product = Some(square.matmul(&square)?);
        Ok(())
    });
    let graph = graph?;
    let expected: Vec<f32> = x.to_vec()?;
    // The captured work read what `x` was before, so it does the same again.
    for _ in 0..3 {
        graph.launch()?;
    }
    assert_eq!(x.to_vec()?, expected);
    let product = product.unwrap().to_vec()?;
    assert_eq!(product, square.matmul(&square)?.to_vec()?);
    drop(graph);
    assert_eq!(x.to_vec()?, expected);
    Ok(())
}

fn events_of_a_captured_stream_may_be_asked_for(xp: &Xp) -> Result<()> {
    let other = xp.on_new_stream()?;
    let start = || -> Result<_> {
        let arrays = (xp.rng(1).normal::<f32>(1000)?, xp.rng(2).normal::<f32>(1000)?);
        arrays.0.eval()?;
        arrays.1.eval()?;
        Ok(arrays)
    };
    let (mut x, mut v) = start()?;
    step(&mut x, &mut v)?;
    step(&mut x, &mut v)?;
    let expected = x.to_vec()?;

    let (mut x, mut v) = start()?;
    let [before, after] = [xp.record()?, xp.record()?];
    let graph = xp.capture(|| {
        step(&mut x, &mut v)?;
        after.synchronize()?;
        assert!(after.is_done()?);
        after.elapsed_since(&before)?;
        other.wait(&after)?;
        other.synchronize()
    })?;
    graph.launch()?;
    assert!(x.to_vec()? == expected);
    Ok(())
}

fn what_cannot_be_captured_is_an_error(xp: &Xp) -> Result<()> {
    let other = xp.on_new_stream()?;
    let mut x = xp.ones::<f32>(1000)?.copy();
    x.eval()?;
    let far = other.ones::<f32>(1000)?.copy();
    far.eval()?;
    let refused = |result: Result<Graph<Native>>| {
        let error = result.unwrap_err();
        println!("{error}");
        assert!(matches!(&error, Error::Value { message, .. } if message.contains("captured")), "{error}");
    };
    refused(xp.capture(|| {
        x += 1.0f32;
        x.sum(..)?.item().map(drop)
    }));
    // What came before the error is done.
    assert_eq!(x.sum(..)?.item()?, 2000.0);
    refused(xp.capture(|| (&x + &far).eval()));
    refused(xp.capture(|| xp.synchronize()));
    refused(xp.capture(|| xp.capture(|| Ok(())).map(drop)));
    refused(xp.capture(|| xp.from_slice(&[1.0f32], 1).map(drop)));
    assert_eq!((&x + &far).sum(..)?.item()?, 3000.0, "the stream goes on");
    Ok(())
}

fn pinned_buffers_go_over_the_link_directly(xp: &Xp) -> Result<()> {
    let n = 16 << 20;
    let mut host = xp.pinned::<f32>(n)?;
    host.iter_mut().enumerate().for_each(|(i, x)| *x = (i % 1000) as f32);
    let mut x = xp.zeros::<f32>(n)?;
    host.copy_to(&mut x)?;
    let y = (&x * 2.0f32).reshape([4, n / 4])?;
    let mut back = xp.pinned::<f32>(n)?;
    back.copy_from(&y.t())?;
    assert!(back.chunks(4).enumerate().all(|(i, c)| (0..4).all(|k| c[k] == 2.0 * host[k * n / 4 + i])));
    Ok(())
}

fn benchmarks_measure_the_device(xp: &Xp) -> Result<()> {
    let x = xp.rng(1).normal::<f32>([2048, 2048])?;
    x.eval()?;
    let result = xp.benchmark("product", 20, 3, || x.matmul(&x)?.eval())?;
    println!("{result}");
    assert!(result.device_name == format!("{NAME}:0") && result.device.min().as_micros() > 10);
    assert!(result.cpu.median() < result.device.median(), "the host does not wait");
    Ok(())
}

fn managed_arrays_are_shared_with_the_host(xp: &Xp) -> Completion {
    let managed = match xp.managed() {
        Ok(managed) => managed,
        Err(error) => {
            assert!(matches!(error, Error::Unavailable { .. }), "{error}");
            return Completion::ignored_with(error);
        }
    };
    let before = xp.memory_stats().used_bytes;
    let mut x = managed.arange((0i32, 1 << 20, 1)).unwrap().copy();
    managed.host_slice_mut(&mut x).unwrap()[5] = 1000;
    let y = &x * 2 + &xp.from_slice(&[1i32], 1).unwrap(); // computed by the device, from ordinary memory too
    let slice = managed.host_slice(&y).unwrap();
    assert_eq!((slice[4], slice[5], slice[(1 << 20) - 1]), (9, 2001, (2 << 20) - 1));
    assert_eq!(y.sum(..).unwrap().item().unwrap(), slice.iter().map(|&x| i64::from(x)).sum::<i64>());
    assert!(xp.memory_stats().used_bytes >= before + (8 << 20));
    let error = xp.host_slice(&xp.from_slice(&[1i32], 1).unwrap()).unwrap_err();
    assert!(matches!(error, Error::Value { op: "host_slice", .. }), "{error}");
    drop((x, y, slice));
    assert_eq!(xp.memory_stats().used_bytes, before);
    // The pool gives managed blocks back to the driver as it does ordinary ones.
    let taken = xp.memory_stats().total_bytes;
    managed.free_all_blocks();
    assert!(xp.memory_stats().total_bytes + (8 << 20) <= taken);
    Completion::Completed
}
