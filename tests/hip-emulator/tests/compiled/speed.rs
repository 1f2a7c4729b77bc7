//! How fast the interpreter is: operations of lanes a second, of a core.

use super::compiler::compile;
use super::device::{Buffer, launch};
use std::sync::Arc;
use std::time::Instant;
use xparray_hip_emulator::code::Module;

/// Kernels of arithmetic on floats, on integers, and of accesses to memory and LDS.
const SOURCE: &str = r#"
extern "C" __global__ void floats(float* y) {
    float x = threadIdx.x, z = 0.5f;
    for (int k = 0; k < 200; k++) {
        x = x * 0.75f + z;
        z = z > 4.0f ? z - x : fminf(z + x, 9.0f);
    }
    y[blockIdx.x * blockDim.x + threadIdx.x] = x + z;
}

extern "C" __global__ void integers(float* y) {
    unsigned x = blockIdx.x * blockDim.x + threadIdx.x, sum = 0;
    for (int k = 0; k < 200; k++) {
        x ^= x << 13; x ^= x >> 17; x ^= x << 5;
        sum += x * 0x9e3779b9u & 0xff;
    }
    y[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

extern "C" __global__ void accesses(float* y) {
    __shared__ float words[256];
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    y[i] = threadIdx.x;
    for (int k = 0; k < 50; k++) {
        words[threadIdx.x] = y[i];
        __syncthreads();
        y[i] = words[threadIdx.x ^ 17] + 1;
        __syncthreads();
    }
}
"#;

/// What a thread leaves.
fn expected(kernel: &str, thread: u32) -> f32 {
    match kernel {
        "floats" => {
            let (mut x, mut z) = ((thread % 256) as f32, 0.5f32);
            for _ in 0..200 {
                x = x * 0.75 + z;
                z = if z > 4.0 { z - x } else { (z + x).min(9.0) };
            }
            x + z
        }
        "integers" => {
            let (mut x, mut sum) = (thread, 0u32);
            for _ in 0..200 {
                x ^= x << 13;
                x ^= x >> 17;
                x ^= x << 5;
                sum += x.wrapping_mul(0x9e37_79b9) & 0xff;
            }
            sum as f32
        }
        // Fifty exchanges give each its own back.
        _ => (thread % 256 + 50) as f32,
    }
}

#[test]
#[ignore = "needs hipRTC: cargo xtask ci amd-code"]
fn operations_of_lanes() {
    const GROUPS: u32 = 64;
    for (architecture, lanes) in [("gfx942", 64), ("gfx1100", 32)] {
        let module = Arc::new(Module::load(&compile(SOURCE, architecture), 0, architecture).unwrap());
        for kernel in ["floats", "integers", "accesses"] {
            let y = Buffer::fresh(4 * 256 * GROUPS as usize);
            let run = || {
                let start = Instant::now();
                let instructions = launch(&module, kernel, [GROUPS, 256, 0], &[y.address()], 1).unwrap();
                (instructions * lanes) as f64 / start.elapsed().as_secs_f64()
            };
            // Others may use the cores, too: the fastest run tells most.
            let fastest = (0..5).map(|_| run()).fold(0.0, f64::max);
            let cores = std::thread::available_parallelism().map_or(1, usize::from);
            let million = fastest / cores as f64 / 1e6;
            println!(
                "{architecture} {kernel}: {million:.0} million operations of lanes a second, of each of {cores} cores"
            );
            for (thread, found) in (0..).zip(y.read::<f32>().unwrap()) {
                assert_eq!(found, expected(kernel, thread), "{architecture} {kernel}: thread {thread}");
            }
        }
    }
}
