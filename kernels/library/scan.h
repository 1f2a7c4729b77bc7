// Inclusive scans. R is the operation: an accumulator Acc of neighbours, with `start` (the identity), `wide` and `join`;
// what runs along, Run, with `after` (what an accumulator comes to where nothing is before it), `first`, `step` and
// `narrow`; and `in_range`, whether Lane can find that a lane's elements need not be joined one by one.
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
// Where accumulators are what runs along.
template <class R, class T, class A> struct Plain {
    typedef A Acc;
    typedef A Run;
    static const bool in_range = false;
    XP Run after(const Acc& a) { return a; }
    XP Run first(T x) { return R::wide(x); }
    XP Run step(const Run& a, T x) { return R::join(a, R::wide(x)); }
};
#define XP_RUNNING(NAME, IDENTITY, JOIN)                                                                              \
    struct NAME : Plain<NAME, T, Carry<T>::Type> {                                                                    \
        XP Acc start(T identity) { return IDENTITY; }                                                                  \
        XP Acc wide(T x) { return xp_cast<Acc>(x); }                                                                  \
        XP T narrow(Acc x) { return narrowed<T>(x); }                                                                 \
        XP Acc join(Acc a, Acc b) { return JOIN(a, b); }                                                              \
    };
#define XP_CHOICE(NAME, IDENTITY, JOIN)                                                                               \
    struct NAME : Plain<NAME, T, T> {                                                                                 \
        XP Acc start(T identity) { return IDENTITY; }                                                                      \
        XP Acc wide(T x) { return x; }                                                                                \
        XP T narrow(Acc x) { return x; }                                                                              \
        XP Acc join(Acc a, Acc b) { return JOIN(a, b); }                                                              \
    };
#define XP_PRODUCTS(NAME) struct NAME : Products<T, Carry<T>::Type> {};
// R itself.
XP_OPERATION

// Rows. The accumulators before a tile are put together in one order, whichever block is done first, so that floats
// are the same in every run: tiles make groups of 32, groups make chains' links of 32.
//
// An accumulator travels in words of 64 bits, each half of it a flag, half four bytes of it: a word that has arrived is
// whole, so nobody waits for an order between words.
#define XP_WORDS ((sizeof(R::Acc) + 3) / 4)
struct alignas(16) Slot { u64 words[(XP_WORDS + 1) / 2 * 2]; };
XP void leave(Slot* at, const R::Acc& a) {
    u32 parts[XP_WORDS];
    memcpy(parts, &a, sizeof(a));
#pragma unroll
    for (int k = 0; k < XP_WORDS; k++) post(at->words + k, 1ull << 32 | parts[k]);
}
// Asks for an accumulator that is still needed.
XP void pick_up(bool& needed, const Slot* at, R::Acc& a) {
    if (!needed) return;
    u64 words[sizeof(Slot) / 8];
    u32 parts[XP_WORDS];
    bool whole = true;
#pragma unroll
    for (int k = 0; k < XP_WORDS; k += 2) peek_pair(at->words + k, words[k], words[k + 1]);
#pragma unroll
    for (int k = 0; k < XP_WORDS; k++) {
        parts[k] = (u32)words[k];
        whole = whole && words[k] >> 32 != 0;
    }
    if (whole) memcpy(&a, parts, sizeof(a));
    needed = !whole;
}
// The lanes' values joined in order: with those of the lanes before, and of all.
XP R::Acc join_before(R::Acc a) {
#pragma unroll
    for (u32 by = 1; by < 32; by *= 2) {
        const R::Acc b = shuffle_up(a, by);
        if (lane_id() >= by) a = R::join(b, a);
    }
    return a;
}
XP R::Acc join_lanes(const R::Acc& a) { return shuffle_from(join_before(a), 31); }
// What tiles leave, by their numbers, and where tile t of them is.
struct Chain {
    Slot *tiles, *groups, *links;
    u64 group, link;
    u32 in_group, in_link;
};
XP Chain chain_of(Slot* slots, u64 t, u64 tiles) {
    Chain c;
    c.group = t / 32u;
    c.link = c.group / 32u;
    c.in_group = (u32)t % 32u;
    c.in_link = (u32)c.group % 32u;
    c.tiles = slots;
    c.groups = slots + tiles;
    c.links = c.groups + (tiles + 31u) / 32u;
    return c;
}
// Leaves what a tile has. The last one of a group, or of a link, leaves that of it, too, before it waits for others.
XP void leave_tile(const Chain& c, const R::Acc& own, T identity) {
    const u32 lane = lane_id();
    if (lane == 0) leave(c.tiles + c.group * 32u + c.in_group, own);
    if (c.in_group != 31) return;
    R::Acc part = own;
    bool needs = lane < 31;
    while (ballot(needs)) pick_up(needs, c.tiles + c.group * 32u + lane, part);
    part = join_lanes(part);
    if (lane == 0) leave(c.groups + c.group, part);
    if (c.in_link != 31) return;
    R::Acc before = R::start(identity);
    bool needs_link = c.link > 0;
    needs = lane < 31;
    while (ballot(needs || needs_link)) {
        pick_up(needs, c.groups + c.link * 32u + lane, part);
        pick_up(needs_link, c.links + c.link - 1, before);
    }
    part = R::join(before, join_lanes(part));
    if (lane == 0) leave(c.links + c.link, part);
}
// Everything before a tile.
XP R::Acc before_tile(const Chain& c, T identity) {
    const u32 lane = lane_id();
    R::Acc tile = R::start(identity), group = tile, link = tile;
    bool needs_tile = lane < c.in_group, needs_group = lane < c.in_link, needs_link = c.link > 0;
    do {
        // All three are asked for at once, as each answer takes long.
        pick_up(needs_tile, c.tiles + c.group * 32u + lane, tile);
        pick_up(needs_group, c.groups + c.link * 32u + lane, group);
        pick_up(needs_link, c.links + c.link - 1, link);
    } while (ballot(needs_tile || needs_group || needs_link));
    return R::join(R::join(link, join_lanes(group)), join_lanes(tile));
}

// A tile has CHUNKS chunks of 16 bytes for each thread, in shared memory: they come and go in the order of memory, but
// a thread joins neighbours. So chunk c of a warp lies where, in both orders, eight lanes meet different banks. Chunks
// begin at a multiple of 128 bytes, as asynchronous copies are slower that do not write whole lines of the banks.
#define CHUNKS 8
#define PER (16 / (int)sizeof(T))
#define PART (32 * CHUNKS * PER)
XP u32 place(u32 c) { return (c ^ (c / 8u & 7u)) * PER; }
XP void copy_chunk(T* to, const T* from) {
#if __CUDA_ARCH__ >= 800
    const u32 at = (u32)__cvta_generic_to_shared(to);
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(at), "l"(from) : "memory");
#else
    *(uint4*)to = *(const uint4*)from;
#endif
}
XP void wait_for_chunks() {
#if __CUDA_ARCH__ >= 800
    asm volatile("cp.async.wait_all;" ::: "memory");
#endif
    sync_warp();
}
// A warp's part of a tile; what is not there is `none`. Chunks are moved whole if rows begin at multiples of 16 bytes.
XP void fetch(T* part, const T* x, u64 left, T none) {
    const u32 lane = lane_id();
    if (ALIGNED && left >= PART) {
#pragma unroll
        for (u32 c = lane; c < 32 * CHUNKS; c += 32) copy_chunk(part + place(c), x + c * PER);
    } else {
#pragma unroll 4
        for (u32 k = lane; k < PART; k += 32) {
            // Not a choice of where to read, which would be anywhere.
            T value = none;
            if (k < left) value = x[k];
            part[place(k / PER) + k % PER] = value;
        }
    }
}
XP void store(T* out, const T* part, u64 left) {
    const u32 lane = lane_id();
    sync_warp();
    if (ALIGNED && left >= PART) {
#pragma unroll
        for (u32 c = lane; c < 32 * CHUNKS; c += 32) store_pack(out + c * PER, load_pack<T, PER>(part + place(c)));
    } else {
#pragma unroll 4
        for (u32 k = lane; k < PART; k += 32) {
            if (k < left) out[k] = part[place(k / PER) + k % PER];
        }
    }
}
// Has the lane's elements in order; what `f` makes of them is in their place, if `WRITE`.
template <bool WRITE, class F> XP void visit_elements(T* part, F f) {
#pragma unroll 2
    for (u32 k = 0; k < CHUNKS; k++) {
        T* at = part + place(lane_id() * CHUNKS + k);
        Pack<T, PER> pack = load_pack<T, PER>(at);
#pragma unroll
        for (int j = 0; j < PER; j++) {
            if constexpr (WRITE) pack.v[j] = f(pack.v[j]);
            else f(pack.v[j]);
        }
        if (WRITE) store_pack(at, pack);
    }
}
// The lane's elements joined.
template <class O> XP typename O::Acc join_elements(T* part, T identity) {
    if constexpr (O::in_range) {
        typename O::Lane lane = O::Lane::begin();
        visit_elements<false>(part, [&](T x) { lane.add(x); });
        if (lane.is_whole()) return lane.total();
    }
    typename O::Acc all = O::start(identity);
    visit_elements<false>(part, [&](T x) { all = O::join(all, O::wide(x)); });
    return all;
}
// A block also asks for what is `ahead` elements after its tile, among x's `size`, which a later block will read: so
// memory works while blocks wait for others, and none reads for much longer than others.
extern "C" __global__ void XP_BOUNDS(256, sizeof(R::Acc) <= 8 ? 6 : sizeof(R::Acc) <= 24 ? 4 : 3) xp_scan_rows(
    const T* x, T* out, u64 size, u64 len, u64 tiles, u64 ahead, u64* counter, Slot* slots, u64 room, T identity
) {
    alignas(128) __shared__ uint4 chunks[256 * CHUNKS];
    alignas(16) __shared__ unsigned char shared[9][sizeof(R::Acc)];
    const u64 number = next_tile(counter), row = number / tiles, t = number % tiles;
    const u32 warp = threadIdx.x / 32u, lane = lane_id();
    const u64 in_row = (t * 8u + warp) * PART, left = in_row < len ? len - in_row : 0ull, at = row * len + in_row;
    const R::Acc start = R::start(identity);
    T* part = (T*)chunks + warp * PART;
    R::Acc before = start, all = start;
    if (left > 0) {
        fetch(part, x + at, left, R::narrow(R::after(start)));
        const u64 later = at + ahead + lane * (CHUNKS * PER);
        if (later < size) prefetch(x + later);
        wait_for_chunks();
        const R::Acc run = join_before(join_elements<R>(part, identity)), others = shuffle_up(run, 1);
        if (lane > 0) before = others;
        all = shuffle_from(run, 31);
    }
    if (lane == 0) memcpy(shared[warp], &all, sizeof(all));
    __syncthreads();
    R::Acc own = start;
#pragma unroll
    for (u32 k = 0; k < 8; k++) {
        if (k == warp) before = R::join(own, before);
        R::Acc next;
        memcpy(&next, shared[k], sizeof(next));
        own = R::join(own, next);
    }
    if (tiles > 1) {
        if (warp == 0) {
            const Chain chain = chain_of(slots + row * room, t, tiles);
            leave_tile(chain, own, identity);
            const R::Acc others = before_tile(chain, identity);
            if (lane == 0) memcpy(shared[8], &others, sizeof(others));
        }
        __syncthreads();
        R::Acc others;
        memcpy(&others, shared[8], sizeof(others));
        before = R::join(others, before);
    }
    if (left > 0) {
        R::Run run = R::after(before);
        visit_elements<true>(part, [&](T x) { return R::narrow(run = R::step(run, x)); });
        store(out + at, part, left);
    }
}
// Columns, a thread each: outer x len x inner.
extern "C" __global__ void __launch_bounds__(256) xp_scan_columns(
    const T* x, T* out, u64 outer, u64 len, u64 inner, T identity
) {
    const u64 step = (u64)gridDim.x * blockDim.x;
    for (u64 k = (u64)blockIdx.x * blockDim.x + threadIdx.x; k < outer * inner; k += step) {
        const u64 at = k / inner * len * inner + k % inner;
        R::Run run = R::after(R::start(identity));
#pragma unroll 8
        for (u64 j = 0; j < len; j++) {
            const T value = x[at + j * inner];
            run = j == 0 ? R::first(value) : R::step(run, value);
            out[at + j * inner] = R::narrow(run);
        }
    }
}
