// Inverses of small matrices: a lane for each row.

// Gauss-Jordan elimination. Solving y = A x for x_k in place makes row p, which is chosen as the pivot, that of x_k, and
// column k that of y_p. So rows find their places at the end.
template <u32 K> XP void exchange(const Group& g, T (&row)[LANES], u32& step, u32& bad) {
    if constexpr (K < LANES) {
        const u32 p = pivot_lane(g, step == LANES ? pivot_key(g, row[K]) : 0u);
        share_row<0>(g, row, p);
        if (is_zero(g.tile[K]) && bad == LANES) bad = K;
        const T inverse = xp_div(small_real<T>((P)1), g.tile[K]);
        const bool chosen = g.lane == p;
        const T factor = chosen ? inverse : xp_neg(xp_mul(row[K], inverse));
        if (chosen) step = K;
#pragma unroll
        for (u32 j = 0; j < LANES; j++) {
            if (j == K) row[j] = factor;
            else row[j] = plus_product(chosen ? small_real<T>((P)0) : row[j], factor, g.tile[j]);
        }
        exchange<K + 1>(g, row, step, bad);
    }
}
// Inverses; `first` as above.
extern "C" __global__ void __launch_bounds__(SMALL_THREADS) xp_small_inverse(
    const T* x, T* out, u32 n, u64 count, u64* first
) {
    XP_TILES;
    __shared__ u32 pivots[GROUPS][LANES];
    const Group g = group_of(tiles, count);
    T row[LANES];
    load_row(g, row, x + g.matrix * n * n, n);
    u32 step = LANES, bad = LANES;
    exchange<0>(g, row, step, bad);
    if (bad < LANES) report(g, first, bad);
    u32* places = pivots[threadIdx.x / LANES];
    sync_warp();
    places[step] = g.lane;
    sync_warp();
#pragma unroll
    for (u32 j = 0; j < LANES; j++) g.tile[step * ROW + places[j]] = row[j];
    store_tile(g, out + g.matrix * n * n, n, n);
}
