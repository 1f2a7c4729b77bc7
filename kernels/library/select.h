// The elements where a mask is true, or their indices. First, blocks count what their part of the mask selects, and leave it as
// bits; with all counts known, each block writes behind those before it. A part is `each` tiles of 4096 elements.
#define TILE 4096
struct Part { u64 begin, end; };
XP Part part_of(u64 n, u64 each) {
    const u64 tiles = (n + TILE - 1) / TILE, begin = blockIdx.x * each;
    const Part part = {begin, begin + each < tiles ? begin + each : tiles};
    return part;
}
// A bit for each byte of a word that is not zero.
XP u32 bits_of(u32 bytes) {
    const u32 high = (((bytes & 0x7f7f7f7fu) + 0x7f7f7f7fu) | bytes) & 0x80808080u;
    return (high >> 7) * 0x10204080u >> 28;
}
// The bits of sixteen elements.
XP u32 sixteen(const u8* mask, u64 first, u64 n) {
    u32 bits = 0;
    if ((u64)mask % 16 == 0 && first + 16 <= n) {
        const Pack<u32, 4> words = load_pack<u32, 4>((const u32*)(mask + first));
#pragma unroll
        for (u32 k = 0; k < 4; k++) bits |= bits_of(words.v[k]) << 4 * k;
    } else {
        for (u32 k = 0; k < 16 && first + k < n; k++) bits |= (mask[first + k] != 0 ? 1u : 0u) << k;
    }
    return bits;
}
extern "C" __global__ void __launch_bounds__(256) xp_choose(const u8* mask, u64 n, u64 each, u16* bits, u32* counts) {
    const Part part = part_of(n, each);
    u32 mine = 0, all;
    for (u64 tile = part.begin; tile < part.end; tile++) {
        const u64 place = tile * (TILE / 16) + threadIdx.x;
        const u32 some = sixteen(mask, place * 16, n);
        bits[place] = (u16)some;
        mine += __popc(some);
    }
    block_sum_before<256>(mine, all);
    if (threadIdx.x == 0) counts[blockIdx.x] = all;
}
// What the blocks before this one count.
XP u64 sum_before(const u32* counts) {
    __shared__ u64 sums[256];
    u64 sum = 0;
    for (u32 k = threadIdx.x; k < blockIdx.x; k += 256) sum += counts[k];
    sums[threadIdx.x] = sum;
    for (u32 by = 128; by > 0; by /= 2) {
        __syncthreads();
        if (threadIdx.x < by) sums[threadIdx.x] += sums[threadIdx.x + by];
    }
    __syncthreads();
    return sums[0];
}
// A warp has 16 rows of 32 elements in each tile.
template <class V, class F> XP void write(const u32* bits, const u32* counts, u64 n, u64 each, V* out, F read) {
    const u32 warp = threadIdx.x / 32u, lane = lane_id();
    const Part part = part_of(n, each);
    u64 before = sum_before(counts);
    for (u64 tile = part.begin; tile < part.end; tile++) {
        const u32* of_tile = bits + tile * (TILE / 32);
        const Pack<u32, 4> own = load_pack<u32, 4>(of_tile + lane * 4);
        const u32 up_to = warp_sum(__popc(own.v[0]) + __popc(own.v[1]) + __popc(own.v[2]) + __popc(own.v[3]));
        const u32 of_warps = shuffle_from(up_to, (warp * 4 + 31) % 32);
        u64 to = before + (warp == 0 ? 0 : of_warps);
        before += shuffle_from(up_to, 31);
        const u64 first = tile * TILE + warp * 512u + lane;
#pragma unroll
        for (u32 half = 0; half < 16; half += 8) {
            Pack<u32, 4> rows[2];
            V values[8];
#pragma unroll
            for (u32 k = 0; k < 8; k++) {
                if (k % 4 == 0) rows[k / 4] = load_pack<u32, 4>(of_tile + warp * 16 + half + k);
                if (rows[k / 4].v[k % 4] >> lane & 1u) values[k] = read(first + (half + k) * 32);
            }
#pragma unroll
            for (u32 k = 0; k < 8; k++) {
                const u32 row = rows[k / 4].v[k % 4];
                if (row >> lane & 1u) out[to + __popc(row & lanes_before())] = values[k];
                to += __popc(row);
            }
        }
    }
}
extern "C" __global__ void __launch_bounds__(256) xp_compact(
    const T* x, const u32* bits, const u32* counts, u64 n, u64 each, T* out
) {
    write(bits, counts, n, each, out, [=](u64 from) { return x[from]; });
}
extern "C" __global__ void __launch_bounds__(256) xp_nonzero(
    const u32* bits, const u32* counts, u64 n, u64 each, i64* out
) {
    write(bits, counts, n, each, out, [=](u64 from) { return (i64)from; });
}
