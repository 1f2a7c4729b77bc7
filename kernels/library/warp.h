// Subgroups of lanes, and messages between blocks.
XP u32 lanes_before() { return (1u << lane_id()) - 1u; }
// The lanes whose lowest BITS bits are as this one's.
template <int BITS> XP u32 lanes_alike(u32 x) {
    u32 alike = 0xffffffffu;
#pragma unroll
    for (int bit = 0; bit < BITS; bit++) alike &= lanes_agreeing(x & 1u << bit);
    return alike;
}

// Sums of integers: of the lanes before and this one; of all threads of the block before this one, and of all.
XP u32 warp_sum(u32 x) {
#pragma unroll
    for (u32 by = 1; by < 32; by *= 2) {
        const u32 y = shuffle_up(x, by);
        if (lane_id() >= by) x += y;
    }
    return x;
}
template <int THREADS> XP u32 block_sum_before(u32 x, u32& total) {
    __shared__ u32 sums[THREADS / 32];
    const u32 warp = threadIdx.x / 32u, inclusive = warp_sum(x);
    __syncthreads();
    if (lane_id() == 31) sums[warp] = inclusive;
    __syncthreads();
    u32 before = 0;
    total = 0;
#pragma unroll
    for (u32 k = 0; k < THREADS / 32; k++) {
        if (k < warp) before += sums[k];
        total += sums[k];
    }
    return before + inclusive - x;
}

// The number of the next tile: blocks take them in order, so what a block waits for is being worked on.
XP u64 next_tile(u64* counter) {
    __shared__ u64 tile;
    __syncthreads();
    if (threadIdx.x == 0) tile = atomicAdd(counter, 1ull);
    __syncthreads();
    return tile;
}
