// Copies by index. Elements are moved, not computed with: T is any type of their size.

// out[o, j, i] = x[o, indices[j], i], or with the index of the same place: x[o, indices[o, j, i], i].
template <class U, bool ALONG>
XP void take(const T* x, const i64* indices, T* out, u64 total, u64 count, u64 len, u64 inner, u64 fault) {
    const U step = (U)gridDim.x * blockDim.x;
#pragma unroll 4
    for (U k = (U)blockIdx.x * blockDim.x + threadIdx.x; k < (U)total; k += step) {
        const U i = inner == 1 ? 0 : k % (U)inner, rest = inner == 1 ? k : k / (U)inner;
        const U j = rest % (U)count, o = rest / (U)count;
        const i64 at = resolve(indices[ALONG ? k : j], (i64)len, fault, ALONG ? FAULT_TAKE_ALONG : FAULT_TAKE);
        T value;
        memset(&value, 0, sizeof(T));
        if (at >= 0) value = x[((u64)o * len + (u64)at) * inner + i];
        out[k] = value;
    }
}
#define XP_TAKE(NAME, U, ALONG)                                                                                       \
    extern "C" __global__ void __launch_bounds__(256) NAME(                                                           \
        const T* x, const i64* indices, T* out, u64 total, u64 count, u64 len, u64 inner, u64 fault                   \
    ) {                                                                                                               \
        take<U, ALONG>(x, indices, out, total, count, len, inner, fault);                                             \
    }
XP_TAKE(xp_take, u32, false)
XP_TAKE(xp_take_wide, u64, false)
XP_TAKE(xp_take_along, u32, true)
XP_TAKE(xp_take_along_wide, u64, true)
