// The elements where a mask is true, or their indices, in one pass. A tile is 4096 elements: a warp has 16 rows of 32.
XP void chosen(const bool* mask, u64 n, u64 tile, u32 (&rows)[16], u64& first, u32& before, u32& count) {
    const u32 warp = threadIdx.x / 32u, lane = lane_id();
    first = tile * 4096ull + warp * 512u + lane;
    u32 mine = 0;
#pragma unroll
    for (int k = 0; k < 16; k++) {
        const u64 i = first + (u64)k * 32u;
        rows[k] = ballot(i < n && mask[i]);
        mine += __popc(rows[k]);
    }
    __shared__ u32 counts[8];
    if (lane == 0) counts[warp] = mine;
    __syncthreads();
    before = 0;
    count = 0;
#pragma unroll
    for (u32 k = 0; k < 8; k++) {
        if (k < warp) before += counts[k];
        count += counts[k];
    }
}
template <class F> XP void select(const bool* mask, u64 n, u64* counter, u64* states, u64* total, F write) {
    __shared__ u64 start;
    const u64 tile = next_tile(counter);
    u32 rows[16], before, count;
    u64 first;
    chosen(mask, n, tile, rows, first, before, count);
    if (threadIdx.x < 32) {
        const u64 others = count_before(states, tile, count);
        if (threadIdx.x == 0) {
            start = others;
            if ((tile + 1) * 4096ull >= n) *total = others + count;
        }
    }
    __syncthreads();
    u64 at = start + before;
#pragma unroll
    for (int k = 0; k < 16; k++) {
        if (rows[k] >> lane_id() & 1u) write(at + __popc(rows[k] & lanes_before()), first + (u64)k * 32u);
        at += __popc(rows[k]);
    }
}
extern "C" __global__ void __launch_bounds__(256) xp_compact(
    const T* x, const bool* mask, u64 n, T* out, u64* counter, u64* states, u64* total
) {
    select(mask, n, counter, states, total, [=](u64 to, u64 from) { out[to] = x[from]; });
}
extern "C" __global__ void __launch_bounds__(256) xp_nonzero(
    const bool* mask, u64 n, i64* out, u64* counter, u64* states, u64* total
) {
    select(mask, n, counter, states, total, [=](u64 to, u64 from) { out[to] = (i64)from; });
}
