// Sums of weights in few bins. Each warp has a table in shared memory, and adds what its lanes have for one bin in their
// order; tables are added in order, too. So the sums depend on the number of blocks, and not on which of them is first.

// A bin's number has so many bits, also the one that stands for none: see `Routine::WEIGHT_BINS`.
constexpr int BIN_BITS = 13;

// Writes the sums of each block.
extern "C" __global__ void __launch_bounds__(256) xp_weigh(
    const i64* x, const T* weights, u64 n, u32 bins, T* sums, u64 fault
) {
    extern __shared__ u64 memory[];
    T* const tables = (T*)memory;
    const u32 warps = blockDim.x / 32u, warp = threadIdx.x / 32u, lane = lane_id();
    T* const table = tables + warp * bins;
    for (u32 k = lane; k < bins; k += 32u) table[k] = (T)0;
    sync_warp();
    const u64 step = (u64)gridDim.x * blockDim.x;
    for (u64 first = (u64)blockIdx.x * blockDim.x + warp * 32u; first < n; first += step) {
        const u64 k = first + lane;
        const i64 found = k < n ? in_range(x[k], (i64)bins, fault, FAULT_BINCOUNT) : -1;
        const T weight = k < n ? weights[k] : (T)0;
        const u32 bin = found < 0 ? bins : (u32)found, alike = lanes_alike<BIN_BITS>(bin);
        const bool adds = found >= 0 && (alike & lanes_before()) == 0u;
        u32 others = adds ? alike & (alike - 1u) : 0u;
        T sum = weight;
        while (ballot(others != 0u)) {
            const T other = XP_SHUFFLE_FROM(weight, others ? __ffs(others) - 1 : (int)lane);
            if (others) sum += other;
            others &= others - 1u;
        }
        if (adds) table[bin] += sum;
        sync_warp();
    }
    __syncthreads();
    for (u32 k = threadIdx.x; k < bins; k += blockDim.x) {
        T sum = (T)0;
        for (u32 other = 0; other < warps; other++) sum += tables[other * bins + k];
        sums[(u64)blockIdx.x * bins + k] = sum;
    }
}
// The sums of all blocks; a warp for each bin.
extern "C" __global__ void __launch_bounds__(256) xp_total(const T* sums, u32 blocks, u32 bins, T* totals) {
    const u32 lane = lane_id(), bin = (blockIdx.x * blockDim.x + threadIdx.x) / 32u;
    if (bin >= bins) return;
    T sum = (T)0;
    for (u32 k = lane; k < blocks; k += 32u) sum += sums[(u64)k * bins + bin];
#pragma unroll
    for (int by = 16; by > 0; by /= 2) sum += XP_SHUFFLE_DOWN(sum, by);
    if (lane == 0u) totals[bin] = sum;
}
