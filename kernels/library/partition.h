// Rows split at a few of their elements, which a radix select finds: each pass reads the row once and settles the next bits of the
// keys of all of them. Expects what the sort does.
#define PIVOTS 4
#define BINS 2048
#define SEARCHERS 512

// state: the bits of each key that are known, then how many elements with these bits are before the one that is looked for; the
// first pass begins with its place. counts[pivot][bin] and done are zero before and after. The last pass has counted how many
// elements are on each side, which are zero before.
extern "C" __global__ void __launch_bounds__(SEARCHERS) xp_narrow(
    const T* x, u64 len, u64* state, u32* counts, u32* done, C* sides, u32 shift, u32 bits, u32 pivots, u64 place0, u64 place1,
    u64 place2, u64 place3
) {
    const bool first = shift + bits == 8 * sizeof(K);
    const u64 places[PIVOTS] = {place0, place1, place2, place3};
    __shared__ u32 table[PIVOTS][BINS];
    __shared__ u64 below[PIVOTS], equal[PIVOTS];
    __shared__ bool last;
    K known[PIVOTS];
    // Keys with the same bits share a table: the first one's.
    u32 shares[PIVOTS], tables = 0;
#pragma unroll
    for (u32 j = 0; j < PIVOTS; j++) {
        known[j] = first || j >= pivots ? (K)0 : (K)peek(state + j);
        shares[j] = j;
#pragma unroll
        for (u32 i = 0; i < j; i++) {
            if (shares[j] == j && known[i] == known[j]) shares[j] = i;
        }
        tables += (u32)(j < pivots && shares[j] == j);
    }
    for (u32 k = threadIdx.x; k < PIVOTS * BINS; k += SEARCHERS) table[k / BINS][k % BINS] = 0;
    __syncthreads();
    // Numbers of one size have few first bits, and lanes that count the same wait for each other: a lone table is several.
    u32* own_table = table[tables == 1 ? threadIdx.x % PIVOTS : 0];
    const u64 step = (u64)gridDim.x * SEARCHERS;
    const int batch = 8;
    for (u64 k = (u64)blockIdx.x * SEARCHERS + threadIdx.x; k < len; k += batch * step) {
        T some[batch];
#pragma unroll
        for (int b = 0; b < batch; b++) {
            if (k + b * step < len) some[b] = x[k + b * step];
        }
#pragma unroll
        for (int b = 0; b < batch; b++) {
            if (k + b * step >= len) break;
            const K key = ordered_bits(some[b]), high = (K)(key >> shift);
            const u32 digit = (u32)high & ((1u << bits) - 1u);
            const K before = (K)(high >> bits);
            if (before == known[0]) atomicAdd(&own_table[digit], 1u);
            if (tables == 1) continue;
#pragma unroll
            for (u32 j = 1; j < PIVOTS; j++) {
                if (j < pivots && shares[j] == j && before == known[j]) atomicAdd(&table[j][digit], 1u);
            }
        }
    }
    __syncthreads();
    for (u32 k = threadIdx.x; k < (tables == 1 ? 1u : pivots) * BINS; k += SEARCHERS) {
        u32 count = table[k / BINS][k % BINS];
        if (tables == 1) {
#pragma unroll
            for (u32 j = 1; j < PIVOTS; j++) count += table[j][k];
        }
        if (count) atomicAdd(&counts[k], count);
    }
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) last = atomicAdd(done, 1u) == gridDim.x - 1;
    __syncthreads();
    if (!last) return;
    __threadfence();
    const u32 each = BINS / SEARCHERS;
#pragma unroll
    for (u32 j = 0; j < PIVOTS; j++) {
        if (j >= pivots) break;
        const u32* of = counts + shares[j] * BINS + threadIdx.x * each;
        u32 own[each], sum = 0, all;
#pragma unroll
        for (u32 b = 0; b < each; b++) sum += own[b] = peek(of + b);
        const u64 rank = first ? places[j] : peek(state + PIVOTS + j);
        u32 before = block_sum_before<SEARCHERS>(sum, all);
        __syncthreads();
        if (rank < before || rank >= (u64)before + sum) continue;
#pragma unroll
        for (u32 b = 0; b < each; b++) {
            if (rank >= before && rank < (u64)before + own[b]) {
                state[j] = (u64)known[j] << bits | (threadIdx.x * each + b);
                state[PIVOTS + j] = rank - before;
                below[j] = places[j] - (rank - before);
                equal[j] = own[b];
            }
            before += own[b];
        }
    }
    __syncthreads();
    for (u32 k = threadIdx.x; k < PIVOTS * BINS; k += SEARCHERS) counts[k] = 0;
    if (threadIdx.x != 0) return;
    *done = 0;
    if (shift > 0) return;
    // Pivots that are one key have one side, that of its equals.
    u64 counted = 0;
    for (u32 j = 0, next; j < pivots; j = next) {
        for (next = j + 1; next < pivots && below[next] == below[j]; next++) {}
        sides[2 * j] = (C)(below[j] - counted);
        sides[j + next] = (C)equal[j];
        counted = below[j] + equal[j];
    }
    sides[2 * pivots] = (C)(len - counted);
}

// The side of each pivot that a key is on: below all, as the first, between it and the second, and so on.
struct Sides { K pivots[PIVOTS]; u32 count; };
template <> struct DigitBits<Sides> { static const int value = 4; };
XP Sides sides_of(const u64* state, u32 count) {
    Sides sides;
    sides.count = count;
#pragma unroll
    for (u32 j = 0; j < PIVOTS; j++) sides.pivots[j] = (K)state[j];
    return sides;
}
XP u32 digit_of(u64 key, const Sides& sides) {
    u32 side = 0;
#pragma unroll
    for (u32 j = 0; j < PIVOTS; j++) {
        if (j < sides.count) side += (u32)((K)key >= sides.pivots[j]) + (u32)((K)key > sides.pivots[j]);
    }
    return side;
}
// Few sides, so lanes would wait for each other: one of those with the same side counts for all.
XP void tally(u32* counts, u32 side, const Sides&) {
    const u32 same = lanes_alike<4>(side);
    if ((same & lanes_before()) == 0) atomicAdd(&counts[side], (u32)__popc(same));
}

// The pivots take registers: fewer blocks share a multiprocessor.
extern "C" __global__ void XP_BOUNDS(BLOCK, 2) xp_split(
    const T* in, T* out, u64 len, u64 tiles, const u64* state, u32 pivots, const C* counts, C* states, u64* counter
) {
    pass<true, true>(in, (const u32*)0, out, (u32*)0, len, tiles, sides_of(state, pivots), counts, states, counter);
}
