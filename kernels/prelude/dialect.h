// What CUDA and HIP do differently, and subgroups of lanes ("warps").
//
// A subgroup has 32 lanes on every device: it is a warp of CUDA, a wave of RDNA, half a wave of 64 lanes of CDNA. Where
// the width matters: shuffles get the width 32, so they stay in the half; a ballot is the half's part of the wave's; so
// masks have 32 bits everywhere. Where the halves branch differently, one runs while the other's lanes are off; since all
// shuffles and ballots are among one subgroup's lanes, none asks for a lane that is off.
//
// But the halves of a wave make no progress of their own. So a subgroup waits for another one of its block only at
// __syncthreads, never in a loop; and one that waits for words of other blocks has first left all that they wait for,
// and waits only for blocks that were numbered before its own (`next_tile`): they run, and wait for still earlier ones.
#ifdef __HIP_PLATFORM_AMD__
// Threads of a block, and how many blocks share a multiprocessor: AMD's compiler takes other units.
#define XP_BOUNDS(THREADS, BLOCKS) __launch_bounds__(THREADS)
// Numbers that all threads read: AMD's instructions have them in the code.
#define XP_TABLE static constexpr
// What lies at an address in the device's memory. Of one that comes as a number, AMD's compiler takes it that it may be in the shared
// memory of a block; such an access looks where it is, and waits for that memory as well.
template <class X> XP X* global(u64 at) { return (X*)(__attribute__((address_space(1))) X*)at; }
XP u32 lane_id() { return (u32)__lane_id() & 31u; }
// What another lane of the subgroup has, of a type of whole words.
template <class X> XP X shuffled(const X& x, u32 lane) {
    u32 words[sizeof(X) / 4];
    memcpy(words, &x, sizeof(X));
    const i32 from = (i32)(((u32)__lane_id() & ~31u) + lane) * 4;
    for (u32& word : words) word = (u32)__builtin_amdgcn_ds_bpermute(from, (i32)word);
    X result;
    memcpy(&result, words, sizeof(X));
    return result;
}
#define XP_SHUFFLE_UP(x, by) shuffled(x, lane_id() < (by) ? lane_id() : lane_id() - (by))
#define XP_SHUFFLE_DOWN(x, by) shuffled(x, lane_id() + (by) > 31u ? lane_id() : lane_id() + (by))
#define XP_SHUFFLE_XOR(x, by) shuffled(x, lane_id() ^ (by))
#define XP_SHUFFLE_FROM(x, lane) shuffled(x, (u32)(lane) & 31u)
XP u32 ballot(bool x) { return (u32)((u64)__ballot(x) >> (__lane_id() & 32)); }
// The lanes for which this is zero, or is not, as it is for this one.
XP u32 lanes_agreeing(u32 x) { return ballot(x != 0u) ^ (x != 0u ? 0u : ~0u); }
XP u32 warp_most(u32 x) {
    for (u32 by = 16; by > 0; by /= 2) {
        const u32 other = XP_SHUFFLE_XOR(x, by);
        x = other > x ? other : x;
    }
    return x;
}
// Lanes of a wave are in step; this keeps the compiler from moving accesses to shared memory across.
XP void sync_warp() {
    __builtin_amdgcn_fence(__ATOMIC_ACQ_REL, "wavefront");
    __builtin_amdgcn_wave_barrier();
}
// A word that other running blocks write or read: whole, past the caches that blocks do not share. It orders nothing.
template <class W> XP W peek(const W* at) {
    return __hip_atomic_load((W*)at, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
}
template <class W> XP void post(W* at, W word) {
    __hip_atomic_store(at, word, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
}
// Two that lie together.
XP void peek_pair(const u64* at, u64& first, u64& second) {
    first = peek(at);
    second = peek(at + 1);
}
// Loads and stores of what nobody reads again soon, so that the cache keeps other things.
template <class X> XP X load_once(const X* at) { return *at; }
template <class X> XP void store_once(X* at, X x) { *at = x; }
template <class X> XP X hide(X x) { return x; }
// Adds to a word of shared memory, of which all others' additions to it are whole, too.
XP void add_shared(u64* at, u64 x) { atomicAdd(at, x); }
// Makes a word of shared memory at least as large.
XP void raise_shared(u32* at, u32 x) { atomicMax(at, x); }
// A byte of a word.
XP u32 byte_of(u32 word, u32 byte) { return word >> 8 * byte & 0xffu; }
XP void wait_for_earlier() {}
// Asks for what will be read soon; AMD's devices have no such instruction.
XP void prefetch(const void* at) {}
#else
#define XP_BOUNDS(THREADS, BLOCKS) __launch_bounds__(THREADS, BLOCKS)
#define XP_TABLE __constant__
template <class X> XP X* global(u64 at) { return (X*)at; }
#define XP_SHUFFLE_UP(x, by) __shfl_up_sync(0xffffffffu, x, by, 32)
#define XP_SHUFFLE_DOWN(x, by) __shfl_down_sync(0xffffffffu, x, by, 32)
#define XP_SHUFFLE_XOR(x, by) __shfl_xor_sync(0xffffffffu, x, by, 32)
#define XP_SHUFFLE_FROM(x, lane) __shfl_sync(0xffffffffu, x, lane, 32)
XP u32 lane_id() { return threadIdx.x & 31u; }
XP u32 ballot(bool x) { return __ballot_sync(0xffffffffu, x); }
// In assembly, as the compiler would make the truth value three times.
XP u32 lanes_agreeing(u32 x) {
    u32 lanes;
    asm volatile(
        "{ .reg .pred p; setp.ne.u32 p, %1, 0; vote.sync.ballot.b32 %0, p, 0xffffffff; @!p not.b32 %0, %0; }"
        : "=r"(lanes) : "r"(x)
    );
    return lanes;
}
// The largest number of all lanes.
XP u32 warp_most(u32 x) {
#if __CUDA_ARCH__ >= 800
    return __reduce_max_sync(0xffffffffu, x);
#else
    for (u32 by = 16; by > 0; by /= 2) {
        const u32 other = XP_SHUFFLE_XOR(x, by);
        x = other > x ? other : x;
    }
    return x;
#endif
}
XP u32 byte_of(u32 word, u32 byte) { return __byte_perm(word, 0u, 0x4440u + byte); }
XP void sync_warp() { __syncwarp(); }
// Waits for the launches before this one, which may be started before they have ended, and sees what they wrote. Where
// launches do not overlap, there is nothing to wait for.
XP void wait_for_earlier() {
#if __CUDA_ARCH__ >= 900
    asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
}
template <class W> XP W peek(const W* at) { return *(const volatile W*)at; }
template <class W> XP void post(W* at, W word) { *(volatile W*)at = word; }
XP void peek_pair(const u64* at, u64& first, u64& second) {
    asm volatile("ld.relaxed.gpu.global.v2.u64 {%0, %1}, [%2];" : "=l"(first), "=l"(second) : "l"(at) : "memory");
}
template <class X> XP X load_once(const X* at) { return __ldcs(at); }
template <class X> XP void store_once(X* at, X x) { __stcs(at, x); }
XP void prefetch(const void* at) { asm volatile("prefetch.global.L2 [%0];" ::"l"(at)); }
// By halves, as only these are added by one instruction: what the lower one carries goes to the upper one.
XP void add_shared(u64* at, u64 x) {
    const u32 low = (u32)x, high = (u32)(x >> 32) + (atomicAdd((u32*)at, low) + low < low);
    if (high) atomicAdd((u32*)at + 1, high);
}
// Lanes that would change nothing only look, which those of one word do together.
XP void raise_shared(u32* at, u32 x) {
    if (*(volatile u32*)at < x) atomicMax(at, x);
}
// The same, but the compiler does not know it: what it would keep of it for later takes too many registers.
template <class X> XP X hide(X x) { return x; }
template <> __device__ __forceinline__ u32 hide(u32 x) { asm("" : "+r"(x)); return x; }
template <> __device__ __forceinline__ u64 hide(u64 x) { asm("" : "+l"(x)); return x; }
template <class X> XP X* hide(X* x) { return (X*)hide((u64)x); }
#endif
// One of two values. CUDA's compiler is not to see that it is the greater or the lesser integer: up to 13.3 it makes one instruction
// (VIMNMX3) of two such choices, and where both are of negated integers, it loses the sign of one.
template <class X> XP X choose(bool first, const X& x, const X& y) {
#if __CUDA_ARCH__ >= 900
    if constexpr (XP_INT(X) && sizeof(X) <= 4) {
        u32 z;
        asm("{ .reg .pred p; setp.ne.u32 p, %3, 0; selp.b32 %0, %1, %2, p; }"
            : "=r"(z) : "r"((u32)x), "r"((u32)y), "r"((u32)first));
        return (X)z;
    }
#endif
    return first ? x : y;
}
