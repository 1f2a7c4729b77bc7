// Stable radix sort of rows, a pass over memory for each digit of eight bits (Adinets and Merrill, "Onesweep", 2022).
// K is the type of the keys, of which PASSES bytes count, C that of counts. A digit's place comes from a histogram of all digits made first, and from what the
// tiles before a tile have of it, which they leave for each other.
#define RADIX 256
#define TILE (256 * ITEMS)

XP K key_of(T x) {
    // Values that compare equal must not be told apart where their order is asked for.
    if constexpr (XP_ORDER) return rank_of(x);
    else return ordered_bits(x);
}
XP u32 digit_of(K key, u32 shift) { return (u32)(key >> shift) & 255u; }

// counts[row][pass][digit], zero before.
extern "C" __global__ void __launch_bounds__(256) xp_digits(const T* x, C* counts, u64 len, u64 pieces) {
    __shared__ u32 table[PASSES][RADIX];
    for (u32 k = threadIdx.x; k < PASSES * RADIX; k += 256) table[k / RADIX][k % RADIX] = 0;
    __syncthreads();
    const u64 row = blockIdx.x / pieces, piece = blockIdx.x % pieces, each = (len + pieces - 1) / pieces;
    const u64 first = piece * each, last = first + each < len ? first + each : len;
#pragma unroll 8
    for (u64 k = first + threadIdx.x; k < last; k += 256) {
        const K key = key_of(x[row * len + k]);
#pragma unroll
        for (u32 pass = 0; pass < PASSES; pass++) atomicAdd(&table[pass][digit_of(key, pass * 8)], 1u);
    }
    __syncthreads();
    C* mine = counts + row * PASSES * RADIX;
    for (u32 k = threadIdx.x; k < PASSES * RADIX; k += 256) {
        const u32 count = table[k / RADIX][k % RADIX];
        if (count) atomicAdd(&mine[k], (C)count);
    }
}
// Counts to where each digit begins: a block for each row and pass.
extern "C" __global__ void __launch_bounds__(256) xp_starts(C* counts) {
    __shared__ C sums[RADIX];
    C* mine = counts + (u64)blockIdx.x * RADIX;
    const C own = mine[threadIdx.x];
    sums[threadIdx.x] = own;
    for (u32 by = 1; by < RADIX; by *= 2) {
        __syncthreads();
        const C other = threadIdx.x >= by ? sums[threadIdx.x - by] : (C)0;
        __syncthreads();
        sums[threadIdx.x] += other;
    }
    mine[threadIdx.x] = sums[threadIdx.x] - own;
}

#define ALONE ((C)1 << (8 * sizeof(C) - 2))
#define ALL ((C)2 << (8 * sizeof(C) - 2))
// One pass. FIRST reads elements, later ones keys; LAST writes elements or, with XP_ORDER, indices.
template <bool FIRST, bool LAST>
XP void pass(const void* in, const u32* in_order, void* out, u32* out_order, u64 len, u64 tiles, u32 shift, const C* starts,
             volatile C* states, u64* counter) {
    __shared__ u32 warp_counts[8][RADIX];
    // Where a digit begins in the sorted tile, and where that is in the output.
    __shared__ u32 local[RADIX];
    __shared__ u64 global[RADIX];
    __shared__ K exchange[TILE];
    const u64 number = next_tile(counter), row = number / tiles, t = number % tiles;
    const u64 begin = t * TILE;
    const u32 count = len - begin < TILE ? (u32)(len - begin) : TILE;
    const u32 thread = threadIdx.x, warp = thread / 32u, lane = lane_id(), base = warp * 32u * ITEMS + lane;
    for (u32 k = thread; k < 8 * RADIX; k += 256) warp_counts[k / RADIX][k % RADIX] = 0;
    K keys[ITEMS];
    u32 places[ITEMS];
#pragma unroll
    for (int k = 0; k < ITEMS; k++) {
        const u32 i = base + k * 32u;
        // What is beyond the row goes to the end, and nowhere.
        keys[k] = (K)~(K)0;
        if (i < count) {
            const u64 at = row * len + begin + i;
            if constexpr (FIRST) keys[k] = key_of(((const T*)in)[at]);
            else keys[k] = ((const K*)in)[at];
        }
    }
    __syncthreads();
#pragma unroll
    for (int k = 0; k < ITEMS; k++) {
        const u32 digit = digit_of(keys[k], shift);
        u32 same = 0xffffffffu;
#pragma unroll
        for (u32 bit = 0; bit < 8; bit++) {
            const bool mine = digit >> bit & 1u;
            const u32 those = ballot(mine);
            same &= mine ? those : ~those;
        }
        const u32 before = warp_counts[warp][digit];
        sync_warp();
        if ((same & lanes_before()) == 0) warp_counts[warp][digit] = before + __popc(same);
        sync_warp();
        places[k] = before + __popc(same & lanes_before());
    }
    __syncthreads();
    // A thread for each digit.
    u32 total = 0;
#pragma unroll
    for (u32 w = 0; w < 8; w++) {
        const u32 of_warp = warp_counts[w][thread];
        warp_counts[w][thread] = total;
        total += of_warp;
    }
    u32 whole;
    const u32 start = block_sum_before<256>(total, whole);
    local[thread] = start;
    volatile C* mine = states + (row * tiles + t) * RADIX + thread;
    *mine = (C)total | (t == 0 ? ALL : ALONE);
    C before = 0;
    // Several at once, as each answer takes long.
    for (u64 k = t; k > 0;) {
        const u32 window = 4;
        C seen[window];
#pragma unroll
        for (u32 w = 0; w < window; w++) {
            seen[w] = k > w ? states[(row * tiles + (k - 1 - w)) * RADIX + thread] : ALL;
        }
        bool ready = true;
#pragma unroll
        for (u32 w = 0; w < window; w++) {
            ready = ready && seen[w] >= ALONE;
            if (!ready) continue;
            before += seen[w] & (ALONE - (C)1);
            k = seen[w] >= ALL ? 0 : k - 1;
            ready = k > 0;
        }
    }
    if (t > 0) *mine = (before + (C)total) | ALL;
    global[thread] = row * len + starts[row * PASSES * RADIX + thread] + before - start;
    __syncthreads();
#pragma unroll
    for (int k = 0; k < ITEMS; k++) {
        const u32 digit = digit_of(keys[k], shift);
        places[k] += local[digit] + warp_counts[warp][digit];
        exchange[places[k]] = keys[k];
    }
    __syncthreads();
    u64 to[ITEMS];
#pragma unroll
    for (int k = 0; k < ITEMS; k++) {
        const u32 i = thread + k * 256u;
        const K key = exchange[i];
        to[k] = global[digit_of(key, shift)] + i;
        if (i < count) {
            if constexpr (!LAST) ((K*)out)[to[k]] = key;
            else if constexpr (!XP_ORDER) ((T*)out)[to[k]] = from_ordered<T>(key);
        }
    }
    if constexpr (XP_ORDER) {
        // The indices take the keys' way, through the same memory: such keys have at least 32 bits.
        u32* indices = (u32*)exchange;
        __syncthreads();
#pragma unroll
        for (int k = 0; k < ITEMS; k++) {
            const u32 i = base + k * 32u;
            u32 index = (u32)(begin + i);
            if constexpr (!FIRST) index = i < count ? in_order[row * len + begin + i] : 0u;
            indices[places[k]] = index;
        }
        __syncthreads();
#pragma unroll
        for (int k = 0; k < ITEMS; k++) {
            const u32 i = thread + k * 256u;
            if (i < count) {
                if constexpr (LAST) ((i64*)out)[to[k]] = (i64)indices[i];
                else out_order[to[k]] = indices[i];
            }
        }
    }
}
#define XP_PASS(NAME, FIRST, LAST)                                                                                    \
    extern "C" __global__ void __launch_bounds__(256) NAME(                                                           \
        const void* in, const u32* in_order, void* out, u32* out_order, u64 len, u64 tiles, u32 shift, const C* starts,  \
        C* states, u64* counter                                                                                       \
    ) {                                                                                                               \
        pass<FIRST, LAST>(in, in_order, out, out_order, len, tiles, shift, starts, states, counter);                  \
    }
XP_PASS(xp_pass_only, true, true)
XP_PASS(xp_pass_first, true, false)
XP_PASS(xp_pass, false, false)
XP_PASS(xp_pass_last, false, true)
