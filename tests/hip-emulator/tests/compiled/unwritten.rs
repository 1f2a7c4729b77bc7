//! Kernels that use what nobody wrote: registers, LDS and memory.

use super::ARCHITECTURES;
use super::compiler::compile;
use super::device::{Buffer, launch};
use std::sync::Arc;
use xparray_hip_emulator::code::Module;

/// `FAULT` is what makes each of them wrong. The assembly reads a register that the kernel has and does not write.
const SOURCE: &str = r#"
static __device__ unsigned nothing() {
    unsigned x = threadIdx.x;
#if FAULT
    asm volatile("v_mov_b32 %0, v30" : "=v"(x) : : "v30");
#endif
    return x;
}

extern "C" __global__ void stored(unsigned* y) { y[threadIdx.x] = nothing() * 3; }

extern "C" __global__ void addressed(unsigned* y) { y[threadIdx.x] = 0; atomicAdd(y + (nothing() & 63), 1); }

extern "C" __global__ void chosen(unsigned* y) {
    if (nothing() > 7) y[threadIdx.x] = 1; else y[threadIdx.x] = clock();
}

extern "C" __global__ void shared(unsigned* y) {
    __shared__ unsigned words[64];
    if (!FAULT || threadIdx.x != 5) words[threadIdx.x] = threadIdx.x;
    __syncthreads();
    y[threadIdx.x] = words[threadIdx.x ^ 1];
}

// A byte that was written is changed, in a word of which nobody wrote the rest.
extern "C" __global__ void narrow(unsigned* y) {
    unsigned* word = y + threadIdx.x;
    if (!FAULT || threadIdx.x != 5) *(unsigned char*)word = 1;
    unsigned old = __hip_atomic_load(word, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT), seen;
    do {
        seen = old;
        old = atomicCAS(word, seen, (seen & ~255u) | ((seen + 1) & 255u));
    } while (old != seen);
}

// Threads whose word nobody wrote do not use it.
extern "C" __global__ void unused(unsigned* y) {
    __shared__ unsigned words[64];
    if (threadIdx.x != 5) words[threadIdx.x] = threadIdx.x;
    __syncthreads();
    unsigned x = words[threadIdx.x];
    y[threadIdx.x] = threadIdx.x == 5 ? 9 : x * 3;
}
"#;

#[test]
#[ignore = "needs hipRTC: cargo xtask ci amd-code"]
fn what_nobody_wrote_is_noticed_where_it_matters() {
    for architecture in ARCHITECTURES {
        for fault in [0, 1] {
            let source = format!("#define FAULT {fault}\n{SOURCE}");
            let module = Arc::new(Module::load(&compile(&source, architecture), 0, architecture).unwrap());
            for kernel in ["stored", "addressed", "chosen", "shared", "narrow", "unused"] {
                let y = Buffer::fresh(4 * 64);
                let outcome =
                    launch(&module, kernel, [1, 64, 0], &[y.address()], 1).map(|_| ()).map_err(|e| e.to_string());
                match outcome {
                    Err(message) if fault == 1 && kernel != "unused" => {
                        assert!(message.contains("nobody wrote"), "{architecture} {kernel}: {message}");
                    }
                    outcome => assert_eq!(
                        (outcome, fault == 0 || kernel == "unused"),
                        (Ok(()), true),
                        "{architecture} {kernel}"
                    ),
                }
            }
        }
    }
}
