// What HIP's device code may call and CUDA's lacks, of all that the kernels use. Lanes that call together are a whole
// warp here; HIP takes those that are active.
#pragma nv_diag_suppress 177
#define __HIP_PLATFORM_AMD__ 1
#define __HIPCC_RTC__ 1
#define __HIP_DEVICE_COMPILE__ 1
static __device__ __forceinline__ unsigned int __lane_id() {
    unsigned int lane;
    asm("mov.u32 %0, %%laneid;" : "=r"(lane));
    return lane;
}
#define __builtin_amdgcn_ds_bpermute(from, x) __shfl_sync(0xffffffffu, x, ((from) >> 2) & 31, 32)
#define __ballot(x) ((unsigned long long)__ballot_sync(0xffffffffu, x))
#define __any(x) __any_sync(0xffffffffu, x)
#define __all(x) __all_sync(0xffffffffu, x)
// A fence of a wave and its barrier, which come together.
#define __builtin_amdgcn_fence(order, scope) __threadfence_block()
#define __builtin_amdgcn_wave_barrier() __syncwarp()
// Atomic accesses that order nothing: volatile ones are whole, and pass the caches that blocks do not share.
#ifndef __ATOMIC_RELAXED
#define __ATOMIC_RELAXED 0
#endif
#define __HIP_MEMORY_SCOPE_AGENT 4
template <class W> static __device__ __forceinline__ W __hip_atomic_load(const W* at, int order, int scope) {
    return *(const volatile W*)at;
}
template <class W, class V>
static __device__ __forceinline__ void __hip_atomic_store(W* at, V word, int order, int scope) {
    *(volatile W*)at = word;
}
