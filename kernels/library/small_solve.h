// Systems with small matrices: a lane for each row.

// Gaussian elimination with partial pivoting. Rows are not exchanged: each has the step in which it was the pivot.
template <u32 K> XP void eliminate(const Group& g, T (&row)[LANES], T& b, u32& step, u32& bad) {
    if constexpr (K < LANES) {
        const u32 p = pivot_lane(g, step == LANES ? pivot_key(g, row[K]) : 0u);
        share_row<K>(g, row, p);
        if (is_zero(g.tile[K]) && bad == LANES) bad = K;
        const T factor = xp_neg(xp_div(row[K], g.tile[K])), above = of_lane(b, g.base + p);
        if (g.lane == p) step = K;
        else if (step == LANES) {
#pragma unroll
            for (u32 j = K + 1; j < LANES; j++) row[j] = plus_product(row[j], factor, g.tile[j]);
            b = plus_product(b, factor, above);
        }
        eliminate<K + 1>(g, row, b, step, bad);
    }
}
// Row `step` becomes the element of the solution, from the last one on.
template <u32 K> XP void substitute(const Group& g, const T (&row)[LANES], T& b, u32 step) {
    const u32 mine = ballot(step == K) >> g.base & (u32)((1ull << LANES) - 1ull);
    if (step == K) b = xp_div(b, row[K]);
    const T x = of_lane(b, g.base + (mine ? __ffs((int)mine) - 1 : 0));
    if (step < K) b = plus_product(b, xp_neg(row[K]), x);
    if constexpr (K > 0) substitute<K - 1>(g, row, b, step);
}
// The solutions of systems with one right-hand side each. `first` becomes the least of (matrix << 32 | step) without a pivot
// but zero.
extern "C" __global__ void __launch_bounds__(SMALL_THREADS) xp_small_solve(
    const T* x, const T* right, T* out, u32 n, u64 count, u64* first
) {
    XP_TILES;
    const Group g = group_of(tiles, count);
    T row[LANES];
    load_row(g, row, x + g.matrix * n * n, n);
    const bool inside = g.there && g.lane < n;
    T b = inside ? right[g.matrix * n + g.lane] : small_real<T>((P)0);
    u32 step = LANES, bad = LANES;
    eliminate<0>(g, row, b, step, bad);
    if (bad < LANES) report(g, first, bad);
    substitute<LANES - 1>(g, row, b, step);
    sync_warp();
    g.tile[step] = b;
    sync_warp();
    if (inside) out[g.matrix * n + g.lane] = g.tile[g.lane];
}
