// Subgroups ("warps") of 32 lanes, and messages between blocks.
//
// A subgroup has 32 lanes on every device: it is a warp of CUDA, a wave of RDNA, half a wave of 64 lanes of CDNA. Where
// the width matters: shuffles get the width 32, so they stay in the half; a ballot is the half's part of the wave's; so
// masks have 32 bits everywhere. Where the halves branch differently, one runs while the other's lanes are switched off,
// and since all shuffles and ballots are among one subgroup's lanes, none asks for a lane that is off.
//
// But the halves of a wave make no progress of their own. So a subgroup waits for another one of its block only at
// __syncthreads, never in a loop; and one that waits for words of other blocks has first left all that they wait for, and
// waits only for blocks that were numbered before its own (`next_tile`): they run, and wait for still earlier ones.
#ifdef __HIP_PLATFORM_AMD__
XP u32 lane_id() { return (u32)__lane_id() & 31u; }
XP u32 ballot(bool x) { return (u32)((u64)__ballot(x) >> (__lane_id() & 32)); }
// Lanes of a wave are always in step; this keeps the compiler from moving accesses to shared memory across.
XP void sync_warp() { __builtin_amdgcn_fence(__ATOMIC_ACQ_REL, "wavefront"); __builtin_amdgcn_wave_barrier(); }
// The lanes for which this is zero, or is not, as it is for this one.
XP u32 lanes_agreeing(u32 x) { return ballot(x != 0u) ^ (x != 0u ? 0u : ~0u); }
// Threads of a block, and how many blocks share a multiprocessor: AMD's compiler takes other units.
#define XP_BOUNDS(THREADS, BLOCKS) __launch_bounds__(THREADS)
// A word that other running blocks write or read: whole, and past the caches that blocks do not share. It orders nothing.
template <class W> XP W peek(const W* at) {
    return __hip_atomic_load((W*)at, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
}
template <class W> XP void post(W* at, W word) {
    __hip_atomic_store(at, word, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
}
#define XP_SHUFFLE_UP(x, by) __shfl_up(x, by, 32)
#define XP_SHUFFLE_FROM(x, lane) __shfl(x, lane, 32)
template <class X> XP X hide(X x) { return x; }
#else
XP u32 lane_id() { return threadIdx.x & 31u; }
XP u32 ballot(bool x) { return __ballot_sync(0xffffffffu, x); }
XP void sync_warp() { __syncwarp(); }
// In assembly, as the compiler would make the truth value three times.
XP u32 lanes_agreeing(u32 x) {
    u32 lanes;
    asm volatile(
        "{ .reg .pred p; setp.ne.u32 p, %1, 0; vote.sync.ballot.b32 %0, p, 0xffffffff; @!p not.b32 %0, %0; }"
        : "=r"(lanes) : "r"(x)
    );
    return lanes;
}
#define XP_BOUNDS(THREADS, BLOCKS) __launch_bounds__(THREADS, BLOCKS)
template <class W> XP W peek(const W* at) { return *(const volatile W*)at; }
template <class W> XP void post(W* at, W word) { *(volatile W*)at = word; }
#define XP_SHUFFLE_UP(x, by) __shfl_up_sync(0xffffffffu, x, by, 32)
#define XP_SHUFFLE_FROM(x, lane) __shfl_sync(0xffffffffu, x, lane, 32)
// The same, but the compiler does not know it: what it would keep of it for later takes too many registers.
template <class X> XP X hide(X x) { return x; }
template <> __device__ __forceinline__ u32 hide(u32 x) { asm("" : "+r"(x)); return x; }
template <> __device__ __forceinline__ u64 hide(u64 x) { asm("" : "+l"(x)); return x; }
template <class X> XP X* hide(X* x) { return (X*)hide((u64)x); }
#endif
XP u32 lanes_before() { return (1u << lane_id()) - 1u; }
// The lanes whose lowest BITS bits are as this one's.
template <int BITS> XP u32 lanes_alike(u32 x) {
    u32 alike = 0xffffffffu;
#pragma unroll
    for (int bit = 0; bit < BITS; bit++) alike &= lanes_agreeing(x & 1u << bit);
    return alike;
}

#define XP_BY_WORDS(NAME, ARGS, WORD)                                                                                 \
    template <class T> XP T NAME ARGS {                                                                               \
        const int n = (sizeof(T) + 3) / 4;                                                                            \
        u32 words[n];                                                                                                 \
        words[n - 1] = 0;                                                                                             \
        memcpy(words, &x, sizeof(T));                                                                                 \
        _Pragma("unroll") for (int k = 0; k < n; k++) words[k] = WORD;                                                \
        T y;                                                                                                          \
        memcpy(&y, words, sizeof(T));                                                                                 \
        return y;                                                                                                     \
    }
XP_BY_WORDS(shuffle_up, (const T& x, u32 by), XP_SHUFFLE_UP(words[k], by))
XP_BY_WORDS(shuffle_from, (const T& x, u32 lane), XP_SHUFFLE_FROM(words[k], lane))

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

// The sum of what the tiles before a tile have counted. A state is a count with what it counts in its highest bits: the tile
// alone, or all up to it. Call with the first warp; every lane has the answer, and the state is left for later tiles.
XP u64 count_before(u64* states, u64 tile, u64 count) {
    const u64 alone = 1ull << 62, all = 2ull << 62, mask = alone - 1ull;
    const u32 lane = lane_id();
    if (lane == 0) post(states + tile, count | (tile == 0 ? all : alone));
    u64 before = 0;
    for (i64 end = (i64)tile; end > 0; end -= 32) {
        const i64 k = end - 1 - (i64)lane;
        u64 state = all;
        if (k >= 0) {
            do { state = peek(states + k); } while (state < alone);
        }
        const u32 done = ballot(state >= all);
        // Lanes up to the nearest tile that knows all before it.
        const u32 last = done ? (u32)__ffs((int)done) - 1u : 31u;
        u64 part = lane <= last ? state & mask : 0ull;
#pragma unroll
        for (u32 by = 1; by < 32; by *= 2) {
            const u64 other = shuffle_up(part, by);
            if (lane >= by) part += other;
        }
        before += shuffle_from(part, 31);
        if (done) break;
    }
    if (lane == 0 && tile > 0) post(states + tile, (before + count) | all);
    return before;
}
