// Binary search, and counting of values in bins.

// How many of the ascending values come before x, or are equal to it as well.
template <bool EQUAL> XP i64 place_of(const T* sorted, u64 len, T x) {
    const auto rank = rank_of(x);
    u64 low = 0;
    while (len > 0) {
        const u64 half = len / 2;
        const auto middle = rank_of(element(sorted + low + half));
        const bool before = EQUAL ? !(rank < middle) : middle < rank;
        low = before ? low + half + 1 : low;
        len = before ? len - half - 1 : half;
    }
    return (i64)low;
}
extern "C" __global__ void __launch_bounds__(256) xp_search(
    const T* sorted, u64 len, const T* values, u64 n, i64* out, u32 right
) {
    const u64 step = (u64)gridDim.x * blockDim.x;
    for (u64 k = (u64)blockIdx.x * blockDim.x + threadIdx.x; k < n; k += step) {
        const T x = element(values + k);
        out[k] = right ? place_of<true>(sorted, len, x) : place_of<false>(sorted, len, x);
    }
}

// The bin of x between ascending edges, the last one closed; -1 if it is in none.
XP i64 bin_of(const T* edges, u64 bins, T x) {
    if (is_nan_of(x) || rank_of(edges[bins]) < rank_of(x)) return -1;
    const i64 above = place_of<true>(edges, bins + 1, x);
    return above > (i64)bins ? (i64)bins - 1 : above - 1;
}
// Likewise for equal bins: rounding may miss the bin by one; the edges decide.
template <class N> XP i64 equal_bin_of(const N* edges, u64 bins, N x) {
    if constexpr (XP_KIND(N) == FLOAT) {
        const N low = edges[0], high = edges[bins];
        if (!(low <= x && x <= high)) return -1;
        const N guess = (x - low) / (high - low) * (N)bins;
        u64 bin = guess >= (N)bins ? bins - 1 : guess > (N)0 ? (u64)guess : 0ull;
        bin = bin < bins - 1 ? bin : bins - 1;
        if (x < edges[bin]) return (i64)bin - 1;
        return (i64)bin + (bin + 1 < bins && x >= edges[bin + 1] ? 1 : 0);
    } else return bin_of(edges, bins, x);
}
// Counts in shared memory where the bins fit into it: `local` is its bytes / 4, or 0.
extern "C" __global__ void __launch_bounds__(512) xp_histogram(
    const T* x, u64 n, const T* edges, u64 bins, u64* counts, u32 local, u32 uniform
) {
    extern __shared__ u32 table[];
    for (u32 k = threadIdx.x; k < local; k += blockDim.x) table[k] = 0;
    __syncthreads();
    const u64 step = (u64)gridDim.x * blockDim.x;
#pragma unroll 4
    for (u64 k = (u64)blockIdx.x * blockDim.x + threadIdx.x; k < n; k += step) {
        const i64 bin = uniform ? equal_bin_of(edges, bins, x[k]) : bin_of(edges, bins, x[k]);
        if (bin >= 0) {
            if (local) atomicAdd(&table[bin], 1u);
            else atomicAdd(&counts[bin], 1ull);
        }
    }
    __syncthreads();
    for (u32 k = threadIdx.x; k < local; k += blockDim.x) {
        if (table[k]) atomicAdd(&counts[k], (u64)table[k]);
    }
}
// Each value is its own bin.
extern "C" __global__ void __launch_bounds__(512) xp_count(
    const i64* x, u64 n, u64 bins, u64* counts, u32 local, u64 fault
) {
    extern __shared__ u32 table[];
    for (u32 k = threadIdx.x; k < local; k += blockDim.x) table[k] = 0;
    __syncthreads();
    const u64 step = (u64)gridDim.x * blockDim.x;
    for (u64 k = (u64)blockIdx.x * blockDim.x + threadIdx.x; k < n; k += step) {
        const i64 bin = in_range(x[k], (i64)bins, fault, FAULT_BINCOUNT);
        if (bin >= 0) {
            if (local) atomicAdd(&table[bin], 1u);
            else atomicAdd(&counts[bin], 1ull);
        }
    }
    __syncthreads();
    for (u32 k = threadIdx.x; k < local; k += blockDim.x) {
        if (table[k]) atomicAdd(&counts[k], (u64)table[k]);
    }
}
