// Inclusive scans. R is the operation: an accumulator Acc, `start` (the identity), `wide`, `narrow`, `join`.
template <class A> struct Carry { typedef A Type; };
template <> struct Carry<f16> { typedef f32 Type; };
template <> struct Carry<bf16> { typedef f32 Type; };
template <> struct Carry<f32> { typedef f64 Type; };
template <> struct Carry<c32> { typedef c64 Type; };
// Integers of fewer than four bytes travel as four.
template <> struct Carry<i8> { typedef i32 Type; };
template <> struct Carry<i16> { typedef i32 Type; };
template <> struct Carry<u8> { typedef u32 Type; };
template <> struct Carry<u16> { typedef u32 Type; };
// Integers wrap.
template <class To, class From> XP To narrowed(From x) {
    if constexpr (XP_INT(To)) return (To)x;
    else return xp_cast<To>(x);
}
#define XP_RUNNING(NAME, IDENTITY, JOIN)                                                                              \
    struct NAME {                                                                                                     \
        typedef Carry<T>::Type Acc;                                                                                   \
        XP Acc start(T identity) { return IDENTITY; }                                                                  \
        XP Acc wide(T x) { return xp_cast<Acc>(x); }                                                                  \
        XP T narrow(Acc x) { return narrowed<T>(x); }                                                                 \
        XP Acc join(Acc a, Acc b) { return JOIN(a, b); }                                                              \
    };
#define XP_CHOICE(NAME, IDENTITY, JOIN)                                                                               \
    struct NAME {                                                                                                     \
        typedef T Acc;                                                                                                \
        XP Acc start(T identity) { return IDENTITY; }                                                                      \
        XP Acc wide(T x) { return x; }                                                                                \
        XP T narrow(Acc x) { return x; }                                                                              \
        XP Acc join(Acc a, Acc b) { return JOIN(a, b); }                                                              \
    };
// R itself.
XP_OPERATION

// Rows. The accumulators before a tile are put together in one order, whichever block is done first, so that floats
// are the same in every run: tiles make groups of 32, groups make chains' links of 32.
//
// An accumulator travels in words of 64 bits, each half of it a flag, half four bytes of it: a word that has arrived is
// whole, so nobody waits for an order between words.
#define XP_WORDS ((sizeof(R::Acc) + 3) / 4)
struct Slot { u64 words[XP_WORDS]; };
XP void leave(Slot* at, const R::Acc& a) {
    u32 parts[XP_WORDS];
    memcpy(parts, &a, sizeof(a));
#pragma unroll
    for (int k = 0; k < XP_WORDS; k++) ((volatile u64*)at->words)[k] = 1ull << 32 | parts[k];
}
// Whether the accumulator is there.
XP bool pick_up(const Slot* at, R::Acc& a) {
    u32 parts[XP_WORDS];
    bool whole = true;
#pragma unroll
    for (int k = 0; k < XP_WORDS; k++) {
        const u64 word = ((const volatile u64*)at->words)[k];
        parts[k] = (u32)word;
        whole = whole && word >> 32 != 0;
    }
    memcpy(&a, parts, sizeof(a));
    return whole;
}
// The lanes' values joined in order, in every lane.
XP R::Acc join_lanes(R::Acc a) {
#pragma unroll
    for (u32 by = 1; by < 32; by *= 2) {
        const R::Acc b = shuffle_up(a, by);
        if (lane_id() >= by) a = R::join(b, a);
    }
    return shuffle_from(a, 31);
}
// Everything before tile t of a row, for the first warp. `slots` has room for the row's tiles, groups and links.
XP R::Acc before_tile(Slot* slots, u64 t, u64 tiles, const R::Acc& own, T identity) {
    const u64 group = t / 32u, link = group / 32u, groups = (tiles + 31u) / 32u;
    Slot *group_slots = slots + tiles, *link_slots = group_slots + groups;
    const u32 in_group = (u32)t % 32u, in_link = (u32)group % 32u, lane = lane_id();
    if (lane == 0) leave(slots + t, own);
    R::Acc tile_part = R::start(identity), group_part = tile_part, chain_part = tile_part, got;
    bool needs_tile = lane < in_group, needs_group = lane < in_link, needs_link = link > 0;
    // All three are asked for at once, as each answer takes long.
    auto ask = [&](bool& needs, const Slot* from, R::Acc& part) {
        if (needs && pick_up(from, got)) {
            part = got;
            needs = false;
        }
    };
    do {
        ask(needs_tile, slots + group * 32u + lane, tile_part);
        ask(needs_group, group_slots + link * 32u + lane, group_part);
        ask(needs_link, link_slots + link - 1, chain_part);
    } while (ballot(needs_tile));
    const R::Acc tiles_before = join_lanes(tile_part);
    const R::Acc whole = in_group ? R::join(tiles_before, own) : own;
    if (in_group == 31 && lane == 0) leave(group_slots + group, whole);
    while (ballot(needs_group || needs_link)) {
        ask(needs_group, group_slots + link * 32u + lane, group_part);
        ask(needs_link, link_slots + link - 1, chain_part);
    }
    const R::Acc groups_before = join_lanes(group_part);
    R::Acc before = in_link ? (in_group ? R::join(groups_before, tiles_before) : groups_before) : tiles_before;
    R::Acc chain = in_link ? R::join(groups_before, whole) : whole;
    if (link > 0) {
        before = in_link || in_group ? R::join(chain_part, before) : chain_part;
        chain = R::join(chain_part, chain);
    }
    if (in_group == 31 && in_link == 31 && lane == 0) leave(link_slots + link, chain);
    return before;
}

// A warp has SEGMENTS runs of 32 * V neighbours, a lane V of each.
#define XP_SEGMENTS (16 / V)
extern "C" __global__ void __launch_bounds__(256, sizeof(T) <= 4 ? 4 : 2) xp_scan_rows(
    const T* x, T* out, u64 len, u64 tiles, u64* counter, Slot* slots, u64 room, T identity
) {
    alignas(16) __shared__ unsigned char shared[9][sizeof(R::Acc)];
    const u64 number = next_tile(counter), row = number / tiles, t = number % tiles;
    const u32 warp = threadIdx.x / 32u, lane = lane_id();
    const u64 in_row = t * 4096ull + warp * 512u + lane * V;
    const T* from = x + row * len;
    Pack<T, V> packs[XP_SEGMENTS];
#pragma unroll
    for (int s = 0; s < XP_SEGMENTS; s++) {
        const u64 at = in_row + (u64)s * 32u * V;
        // len is a multiple of V.
        if (at < len) packs[s] = load_pack<T, V>(from + at);
    }
    // What comes before each of the lane's runs in the warp.
    R::Acc before[XP_SEGMENTS], carry = R::start(identity);
#pragma unroll
    for (int s = 0; s < XP_SEGMENTS; s++) {
        const bool inside = in_row + (u64)s * 32u * V < len;
        R::Acc run = R::start(identity);
#pragma unroll
        for (int j = 0; j < V; j++) {
            if (inside) run = j == 0 ? R::wide(packs[s].v[0]) : R::join(run, R::wide(packs[s].v[j]));
        }
#pragma unroll
        for (u32 by = 1; by < 32; by *= 2) {
            const R::Acc other = shuffle_up(run, by);
            if (lane >= by) run = R::join(other, run);
        }
        const R::Acc others = shuffle_up(run, 1);
        before[s] = lane == 0 ? carry : R::join(carry, others);
        carry = R::join(carry, shuffle_from(run, 31));
    }
    if (lane == 0) memcpy(shared[warp], &carry, sizeof(carry));
    __syncthreads();
    R::Acc own = R::start(identity), earlier = own;
#pragma unroll
    for (u32 k = 0; k < 8; k++) {
        if (k == warp) earlier = own;
        R::Acc next;
        memcpy(&next, shared[k], sizeof(next));
        own = R::join(own, next);
    }
    if (tiles > 1) {
        if (warp == 0) {
            const R::Acc others = before_tile(slots + row * room, t, tiles, own, identity);
            if (lane == 0) memcpy(shared[8], &others, sizeof(others));
        }
        __syncthreads();
        R::Acc others;
        memcpy(&others, shared[8], sizeof(others));
        earlier = R::join(others, earlier);
    }
    T* to = out + row * len;
#pragma unroll
    for (int s = 0; s < XP_SEGMENTS; s++) {
        const u64 at = in_row + (u64)s * 32u * V;
        if (at >= len) continue;
        R::Acc run = R::join(earlier, before[s]);
#pragma unroll
        for (int j = 0; j < V; j++) {
            run = R::join(run, R::wide(packs[s].v[j]));
            packs[s].v[j] = R::narrow(run);
        }
        store_pack<T, V>(to + at, packs[s]);
    }
}
// Columns, a thread each: outer x len x inner.
extern "C" __global__ void __launch_bounds__(256) xp_scan_columns(
    const T* x, T* out, u64 outer, u64 len, u64 inner, T identity
) {
    const u64 step = (u64)gridDim.x * blockDim.x;
    for (u64 k = (u64)blockIdx.x * blockDim.x + threadIdx.x; k < outer * inner; k += step) {
        const u64 at = k / inner * len * inner + k % inner;
        R::Acc sum = R::start(identity);
#pragma unroll 8
        for (u64 j = 0; j < len; j++) {
            const R::Acc value = R::wide(x[at + j * inner]);
            sum = j == 0 ? value : R::join(sum, value);
            out[at + j * inner] = R::narrow(sum);
        }
    }
}
