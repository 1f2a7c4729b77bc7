// Copies by index. Elements are moved, not computed with: T is any type of their size.
#define BATCH 4

// out[o, j, i] = x[o, indices[j], i]; ALONG, with the index of the same place: x[o, indices[o, j, i], i]; of a VECTOR there are no
// o and i. A thread waits for the memory once for all indices of a batch, and once for all elements.
template <class U, bool ALONG, bool VECTOR>
XP void take(const T* x, const i64* indices, T* out, U total, u64 count, u64 len, u64 inner, u64 fault, u32 op) {
    typedef Raw<sizeof(T)>::Type Moved;
    const U step = (U)gridDim.x * blockDim.x * BATCH;
    for (U first = (U)blockIdx.x * blockDim.x * BATCH + threadIdx.x; first < total; first += step) {
        i64 at[BATCH];
        u64 base[BATCH];
        Moved values[BATCH];
#pragma unroll
        for (u32 b = 0; b < BATCH; b++) {
            const U k = first + b * blockDim.x;
            const U i = inner == 1 ? 0 : k % (U)inner, rest = inner == 1 ? k : k / (U)inner;
            base[b] = (u64)(rest / (U)count) * len * inner + i;
            // What is read or written only once leaves the cache to the elements.
            if (k < total) at[b] = ALONG ? load_once(indices + k) : indices[rest % (U)count];
        }
#pragma unroll
        for (u32 b = 0; b < BATCH; b++) {
            const bool live = first + b * blockDim.x < total;
            at[b] = live ? resolve(at[b], (i64)len, fault, op) : -1;
        }
        memset(values, 0, sizeof(values));
#pragma unroll
        for (u32 b = 0; b < BATCH; b++) {
            const u64 from = VECTOR ? (u64)at[b] : base[b] + (u64)at[b] * inner;
            if (at[b] >= 0) values[b] = *(const Moved*)(x + from);
        }
#pragma unroll
        for (u32 b = 0; b < BATCH; b++) {
            const U k = first + b * blockDim.x;
            if (k < total) store_once((Moved*)(out + k), values[b]);
        }
    }
}
#define XP_TAKE(NAME, U, ALONG, VECTOR)                                                                               \
    extern "C" __global__ void __launch_bounds__(256) NAME(                                                           \
        const T* x, const i64* indices, T* out, u64 total, u64 count, u64 len, u64 inner, u64 fault, u32 op           \
    ) {                                                                                                               \
        take<U, ALONG, VECTOR>(x, indices, out, (U)total, count, len, inner, fault, op);                              \
    }
XP_TAKE(xp_take, u32, false, false)
XP_TAKE(xp_take_wide, u64, false, false)
XP_TAKE(xp_take_along, u32, true, false)
XP_TAKE(xp_take_along_wide, u64, true, false)
XP_TAKE(xp_take_vector, u32, true, true)
XP_TAKE(xp_take_vector_wide, u64, true, true)

// out[o, j] = x[o, indices[j]] for rows that fit into shared memory: so many at a time are read as they lie, and an index
// serves all of them.
extern "C" __global__ void __launch_bounds__(256) xp_take_rows(
    const T* x, const i64* indices, T* out, u64 outer, u32 count, u32 len, u32 rows, u64 fault, u32 op
) {
    typedef Raw<sizeof(T)>::Type Moved;
    extern __shared__ uint4 memory[];
    Moved* const staged = (Moved*)memory;
    Moved none;
    memset(&none, 0, sizeof(none));
    for (u64 first = (u64)blockIdx.x * rows; first < outer; first += (u64)gridDim.x * rows) {
        const u32 here = outer - first < rows ? (u32)(outer - first) : rows, total = here * len;
        const Moved* from = (const Moved*)x + first * len;
#pragma unroll 4
        for (u32 k = threadIdx.x; k < total; k += blockDim.x) staged[k] = load_once(from + k);
        __syncthreads();
        for (u32 j = threadIdx.x; j < count; j += blockDim.x) {
            const i64 at = resolve(indices[j], (i64)len, fault, op);
            Moved* to = (Moved*)out + first * count + j;
#pragma unroll 4
            for (u32 row = 0; row < here; row++) store_once(to + (u64)row * count, at < 0 ? none : staged[row * len + (u32)at]);
        }
        __syncthreads();
    }
}
