// Small matrices, each in the registers of LANES lanes of a subgroup, 8, 16 or 32, which is the longest side. A lane has a
// row or a column; what all need of one goes through shared memory, where every group has a tile. All lanes of a subgroup go
// the same way, also those without a matrix, which compute with zeros.
typedef Info<T>::Part P;

constexpr u32 SMALL_THREADS = 128, GROUPS = SMALL_THREADS / LANES, ROW = LANES + 1;

template <class U> XP U small_real(typename Info<U>::Part x) {
    if constexpr (XP_KIND(U) == COMPLEX) return cx(x, (decltype(x))0);
    else return x;
}
template <class U> XP typename Info<U>::Part real_part(U x) {
    if constexpr (XP_KIND(U) == COMPLEX) return x.re;
    else return x;
}
template <class U> XP typename Info<U>::Part imaginary_part(U x) {
    if constexpr (XP_KIND(U) == COMPLEX) return x.im;
    else return (U)0;
}
template <class U> XP U scaled_by(typename Info<U>::Part a, U x) {
    if constexpr (XP_KIND(U) == COMPLEX) return cx(a * x.re, a * x.im);
    else return a * x;
}
// z + x y.
XP f32 plus_product(f32 z, f32 x, f32 y) { return fmaf(x, y, z); }
XP f64 plus_product(f64 z, f64 x, f64 y) { return fma(x, y, z); }
template <class C> XP Cx<C> plus_product(Cx<C> z, Cx<C> x, Cx<C> y) {
    return cx(r_fma(-x.im, y.im, r_fma(x.re, y.re, z.re)), r_fma(x.im, y.re, r_fma(x.re, y.im, z.im)));
}
// z + |x|^2.
template <class U> XP typename Info<U>::Part plus_square(typename Info<U>::Part z, U x) {
    if constexpr (XP_KIND(U) == COMPLEX) return r_fma(x.im, x.im, r_fma(x.re, x.re, z));
    else return r_fma(x, x, z);
}
// By a power of two.
XP f32 times_power(f32 x, i32 e) { return scalbnf(x, e); }
XP f64 times_power(f64 x, i32 e) { return scalbn(x, e); }
template <class C> XP Cx<C> times_power(Cx<C> x, i32 e) { return cx(times_power(x.re, e), times_power(x.im, e)); }

XP f32 across(f32 x, u32 by) { return XP_SHUFFLE_XOR(x, by); }
XP f64 across(f64 x, u32 by) { return XP_SHUFFLE_XOR(x, by); }
template <class C> XP Cx<C> across(Cx<C> x, u32 by) { return cx(across(x.re, by), across(x.im, by)); }
XP f32 of_lane(f32 x, u32 lane) { return XP_SHUFFLE_FROM(x, lane); }
XP f64 of_lane(f64 x, u32 lane) { return XP_SHUFFLE_FROM(x, lane); }
template <class C> XP Cx<C> of_lane(Cx<C> x, u32 lane) { return cx(of_lane(x.re, lane), of_lane(x.im, lane)); }

// This thread's lane and matrix; the tile of its group.
struct Group {
    u64 matrix;
    u32 lane, base;
    bool there;
    T* tile;
};
XP Group group_of(T* tiles, u64 count) {
    Group g;
    const u32 k = threadIdx.x / LANES;
    g.matrix = (u64)blockIdx.x * GROUPS + k;
    g.lane = threadIdx.x % LANES;
    g.base = lane_id() - g.lane;
    g.there = g.matrix < count;
    g.tile = tiles + k * LANES * ROW;
    return g;
}
#define XP_TILES __shared__ T tiles[GROUPS * LANES * ROW]

// A matrix of [n, n] in the tile, zero beyond; neighbours read neighbours.
XP void load_tile(const Group& g, const T* x, u32 n) {
    for (u32 i = 0; i < LANES; i++)
        g.tile[i * ROW + g.lane] = padded(x, i * n + g.lane, g.there && i < n && g.lane < n);
    sync_warp();
}
// The first n columns of so many rows of the tile.
XP void store_tile(const Group& g, T* out, u32 rows, u32 n) {
    sync_warp();
    for (u32 i = 0; i < rows; i++)
        if (g.there && g.lane < n) out[i * n + g.lane] = g.tile[i * ROW + g.lane];
}
// The least of (matrix << 32 | place) goes to `first`.
XP void report(const Group& g, u64* first, u32 place) {
    if (g.there && g.lane == 0) keep_least(first, g.matrix << 32 | place);
}
