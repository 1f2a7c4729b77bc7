// Stable radix sort of rows, a pass over memory for each digit of eight bits (Adinets and Merrill, "Onesweep", 2022).
// K is the type of the keys, of which PASSES bytes count, C that of counts. A digit's place comes from a histogram
// of all digits made first, and from what the tiles before a tile have of it, which they leave for each other.
#define RADIX 256
#define WARPS (BLOCK / 32)
#define TILE (BLOCK * ITEMS)

XP K key_of(T x) {
    // Values that compare equal must not be told apart where their order is asked for.
    if constexpr (XP_ORDER) return rank_of(x);
    else return ordered_bits(x);
}
// A byte of the key; one instruction, where shifting and masking are two.
XP u32 digit_of(u64 key, u32 byte) {
    const u32 word = PASSES <= 4 || byte < 4 ? (u32)key : (u32)(key >> 32);
    return byte_of(word, byte % 4u);
}

template <class D> struct DigitBits { static const int value = 8; };
XP void tally(u32* counts, u32 digit, u32) { atomicAdd(&counts[digit], 1u); }

// counts[row][pass][digit], zero before.
extern "C" __global__ void __launch_bounds__(BLOCK) xp_digits(const T* x, C* counts, u64 len, u64 pieces) {
    __shared__ u32 table[PASSES][RADIX];
    for (u32 k = threadIdx.x; k < PASSES * RADIX; k += BLOCK) table[k / RADIX][k % RADIX] = 0;
    __syncthreads();
    const u64 row = blockIdx.x / pieces, piece = blockIdx.x % pieces, each = (len + pieces - 1) / pieces;
    const u64 first = piece * each, last = first + each < len ? first + each : len;
    const T* from = x + row * len;
    // All are read before any is counted, so that reads wait for memory together.
    const int batch = 8;
    for (u64 k = first + threadIdx.x; k < last; k += batch * BLOCK) {
        T some[batch];
#pragma unroll
        for (int j = 0; j < batch; j++) {
            if (k + j * BLOCK < last) some[j] = element(from + k + j * BLOCK);
        }
#pragma unroll
        for (int j = 0; j < batch; j++) {
            if (k + j * BLOCK >= last) break;
            const K key = key_of(some[j]);
#pragma unroll
            for (u32 pass = 0; pass < PASSES; pass++) atomicAdd(&table[pass][digit_of(key, pass)], 1u);
        }
    }
    __syncthreads();
    C* mine = counts + row * PASSES * RADIX;
    for (u32 k = threadIdx.x; k < PASSES * RADIX; k += BLOCK) {
        const u32 count = table[k / RADIX][k % RADIX];
        if (count) atomicAdd(&mine[k], (C)count);
    }
}

// What tiles tell of a digit: how many they have alone, or together with all before them and with all smaller digits.
#define ALONE ((C)1 << (8 * sizeof(C) - 2))
#define ALL ((C)2 << (8 * sizeof(C) - 2))
// The sum over the tiles before this one.
XP C look_back(const C* states, u64 tile) {
    C sum = 0;
    while (tile > 0) {
        // Several at once, as each answer takes long.
        const u32 window = 4;
        C seen[window];
#pragma unroll
        for (u32 w = 0; w < window; w++) seen[w] = tile > w ? peek(states + (tile - 1 - w) * RADIX) : ALL;
        bool ready = true;
#pragma unroll
        for (u32 w = 0; w < window; w++) {
            ready = ready && seen[w] >= ALONE;
            if (!ready) continue;
            sum += seen[w] & (ALONE - (C)1);
            tile = seen[w] >= ALL ? 0 : tile - 1;
            ready = tile > 0;
        }
    }
    return sum;
}

template <bool, class A, class B> struct Choice { typedef A Type; };
template <class A, class B> struct Choice<false, A, B> { typedef B Type; };
// One pass, by digits of keys: bytes, or what else `digit_of` and `tally` know. FIRST reads elements, later ones keys; LAST
// writes elements or, with XP_ORDER, indices. With XP_PAIRS words go with the elements, and the last pass writes both; where no
// words are given, they are the elements' places.
template <bool FIRST, bool LAST, class D>
XP void pass(
    const void* in, const u32* in_order, void* out, u32* out_order, u64 len, u64 tiles, D byte, const C* counts,
    C* states, u64* counter
) {
    typedef typename Choice<FIRST, T, K>::Type In;
    typedef typename Choice<LAST && !XP_ORDER, T, K>::Type Out;
    typedef typename Choice<LAST && !XP_PAIRS, i64, u32>::Type Index;
    typedef typename Choice<(sizeof(K) < 4), u32, K>::Type Held;
    // How many of each digit a warp has; then where its next one goes in the sorted tile.
    __shared__ u32 warp_counts[WARPS][RADIX];
    // From a place in the sorted tile to that in the output.
    __shared__ C offsets[RADIX];
    __shared__ K exchange[TILE];
    const u32 thread = threadIdx.x, warp = thread / 32u, base = warp * 32u * ITEMS + lane_id();
    for (u32 k = thread; k < WARPS * RADIX; k += BLOCK) warp_counts[k / RADIX][k % RADIX] = 0;
    const u64 number = next_tile(counter), row = number / tiles, tile = number % tiles;
    const u64 begin = row * len + tile * TILE, left = len - tile * TILE;
    const i32 count = left < TILE ? (i32)left : TILE, own_count = count - (i32)base;
    const In* from = (const In*)in + begin + base;
    u32* mine = warp_counts[warp];
    Held keys[ITEMS];
#pragma unroll
    for (int k = 0; k < ITEMS; k++) {
        // What is beyond the row goes to the end, and nowhere.
        keys[k] = (K)~(K)0;
        if (k * 32 < own_count) {
            if constexpr (FIRST) keys[k] = key_of(element(from + k * 32));
            else keys[k] = from[k * 32];
        }
    }
    // Counts come before places, so that tiles behind this one need not wait for those.
#pragma unroll
    for (int k = 0; k < ITEMS; k++) {
        tally(mine, digit_of(keys[k], byte), byte);
        keys[k] = hide(keys[k]);
    }
    __syncthreads();
    // A thread for each digit.
    u32 of_warp[WARPS], total = 0;
    if (thread < RADIX) {
#pragma unroll
        for (u32 w = 0; w < WARPS; w++) total += of_warp[w] = warp_counts[w][thread];
    }
    C before = 0;
    u32 whole;
    if (tile == 0) {
        const u32 of_row = thread < RADIX ? (u32)counts[row * PASSES * RADIX + thread] : 0u;
        before = block_sum_before<BLOCK>(of_row, whole);
    }
    C* state = states + (row * tiles + tile) * RADIX + thread;
    if (thread < RADIX) post(state, (before + (C)total) | (tile == 0 ? ALL : ALONE));
    const u32 start = block_sum_before<BLOCK>(total, whole);
    if (thread < RADIX) {
        u32 place = start;
#pragma unroll
        for (u32 w = 0; w < WARPS; w++) {
            warp_counts[w][thread] = place;
            place += of_warp[w];
        }
    }
    __syncthreads();
    u32 places[ITEMS];
#pragma unroll
    for (int k = 0; k < ITEMS; k++) {
        const u32 digit = digit_of(keys[k], byte), same = lanes_alike<DigitBits<D>::value>(digit);
        const u32 next = mine[digit];
        sync_warp();
        if ((same & lanes_before()) == 0) mine[digit] = next + __popc(same);
        sync_warp();
        places[k] = next + __popc(same & lanes_before());
        exchange[places[k]] = (K)keys[k];
    }
    if (thread < RADIX) {
        if (tile > 0) {
            before = look_back(states + row * tiles * RADIX + thread, tile);
            post(state, (before + (C)total) | ALL);
        }
        offsets[thread] = before - start;
    }
    __syncthreads();
    Out* to = (Out*)((u8*)out + hide(row * len * sizeof(Out)));
    const i32 own_left = count - (i32)thread;
    C at[ITEMS];
#pragma unroll
    for (int k = 0; k < ITEMS; k++) {
        keys[k] = exchange[thread + k * BLOCK];
        at[k] = offsets[digit_of(keys[k], byte)] + thread + k * BLOCK;
    }
#pragma unroll
    for (int k = 0; k < ITEMS; k++) {
        if (k * BLOCK >= own_left) continue;
        if constexpr (!LAST || XP_PAIRS) to[at[k]] = (Out)keys[k];
        else if constexpr (!XP_ORDER) to[at[k]] = from_ordered<T>((K)keys[k]);
    }
    if constexpr (XP_ORDER) {
        // The indices take the keys' way, through the same memory: such keys have at least 32 bits.
        u32 indices[ITEMS];
#pragma unroll
        for (int k = 0; k < ITEMS; k++) {
            indices[k] = (u32)(tile * TILE) + base + k * 32;
            if (FIRST ? XP_PAIRS && in_order != 0 : true)
                indices[k] = k * 32 < own_count ? in_order[begin + base + k * 32] : 0u;
        }
        u32* moved = (u32*)exchange;
        __syncthreads();
#pragma unroll
        for (int k = 0; k < ITEMS; k++) moved[places[k]] = indices[k];
        __syncthreads();
#pragma unroll
        for (int k = 0; k < ITEMS; k++) indices[k] = moved[thread + k * BLOCK];
        Index* order = (Index*)((u8*)(LAST && !XP_PAIRS ? out : out_order) + hide(row * len * sizeof(Index)));
#pragma unroll
        for (int k = 0; k < ITEMS; k++) {
            if (k * BLOCK < own_left) order[at[k]] = (Index)indices[k];
        }
    }
}
#define XP_PASS(NAME, FIRST, LAST)                                                                                    \
    extern "C" __global__ void XP_BOUNDS(BLOCK, RESIDENT) NAME(                                                       \
        const void* in, const u32* in_order, void* out, u32* out_order, u64 len, u64 tiles, u32 byte,                 \
        const C* counts, C* states, u64* counter                                                                      \
    ) {                                                                                                               \
        pass<FIRST, LAST>(in, in_order, out, out_order, len, tiles, byte, counts, states, counter);                  \
    }
XP_PASS(xp_pass_only, true, true)
XP_PASS(xp_pass_first, true, false)
XP_PASS(xp_pass, false, false)
XP_PASS(xp_pass_last, false, true)
