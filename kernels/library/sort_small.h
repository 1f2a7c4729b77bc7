// Rows of at most MOST (a power of two) elements, a block each: a bitonic network in shared memory. Keys with places, so that
// it is stable.
typedef Unsigned<sizeof(T)>::Type Rank;
XP bool comes_before(const Rank& a, u16 i, const Rank& b, u16 j) { return a < b || (!(b < a) && i < j); }
extern "C" __global__ void __launch_bounds__(256) xp_sort_rows(const T* x, T* sorted, i64* order, u64 rows, u32 len) {
    __shared__ Rank keys[MOST];
    __shared__ u16 places[MOST];
    for (u64 row = blockIdx.x; row < rows; row += gridDim.x) {
        const T* from = x + row * len;
        __syncthreads();
        for (u32 k = threadIdx.x; k < MOST; k += blockDim.x) {
            if (k < len) keys[k] = rank_of(element(from + k));
            else memset(&keys[k], 0xff, sizeof(Rank));
            places[k] = (u16)k;
        }
        for (u32 size = 2; size <= MOST; size *= 2) {
            for (u32 by = size / 2; by > 0; by /= 2) {
                __syncthreads();
                for (u32 k = threadIdx.x; k < MOST / 2; k += blockDim.x) {
                    const u32 i = k / by * by * 2 + k % by, j = i + by;
                    const bool up = (i & size) == 0;
                    if (comes_before(keys[j], places[j], keys[i], places[i]) == up) {
                        const Rank key = keys[i];
                        const u16 place = places[i];
                        keys[i] = keys[j];
                        places[i] = places[j];
                        keys[j] = key;
                        places[j] = place;
                    }
                }
            }
        }
        __syncthreads();
        for (u32 k = threadIdx.x; k < len; k += blockDim.x) {
            const u64 to = row * len + k;
            if (order) order[to] = (i64)places[k];
            else sorted[to] = from[places[k]];
        }
    }
}
