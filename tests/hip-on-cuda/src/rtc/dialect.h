// What HIP's device code may call and CUDA's lacks, of all that the kernels use. Lanes that call together are a whole warp
// here; HIP takes those that are active.
#define __HIP_PLATFORM_AMD__ 1
#define __HIPCC_RTC__ 1
#define __HIP_DEVICE_COMPILE__ 1
static __device__ __forceinline__ unsigned int __lane_id() {
    unsigned int lane;
    asm("mov.u32 %0, %%laneid;" : "=r"(lane));
    return lane;
}
static __device__ __forceinline__ unsigned long long __ballot(int x) { return __ballot_sync(0xffffffffu, x); }
static __device__ __forceinline__ int __any(int x) { return __any_sync(0xffffffffu, x); }
static __device__ __forceinline__ int __all(int x) { return __all_sync(0xffffffffu, x); }
#define HIP_ON_CUDA_SHUFFLE(NAME, LANE)                                                                               \
    template <class T> static __device__ __forceinline__ T NAME(T x, LANE lane, int width = 32) {                     \
        return NAME##_sync(0xffffffffu, x, lane, width);                                                              \
    }
HIP_ON_CUDA_SHUFFLE(__shfl, int)
HIP_ON_CUDA_SHUFFLE(__shfl_up, unsigned int)
HIP_ON_CUDA_SHUFFLE(__shfl_down, unsigned int)
HIP_ON_CUDA_SHUFFLE(__shfl_xor, int)
#undef HIP_ON_CUDA_SHUFFLE
// A fence of a wave and its barrier, which come together.
#define __builtin_amdgcn_fence(order, scope) __threadfence_block()
#define __builtin_amdgcn_wave_barrier() __syncwarp()
