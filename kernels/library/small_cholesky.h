// Cholesky factors of small matrices: a lane for each row.

// Of the lower triangles of row-major [n, n] matrices, as lower triangles. `first` becomes the least of (matrix << 32 | row)
// whose pivot is not positive.
template <u32 K> XP void cholesky_step(const Group& g, T (&row)[LANES], u32& bad) {
    if constexpr (K < LANES) {
        const P pivot = real_part(of_lane(row[K], g.base + K));
        if (!(pivot > (P)0) && bad == LANES) bad = K;
        const P d = sqrt(pivot), inverse = (P)1 / d;
        row[K] = g.lane == K ? small_real<T>(d) : scaled_by(inverse, row[K]);
        // The column for all lanes, in one of two places, so that they need not wait for the last one's readers.
        T* const column = g.tile + K % 2 * ROW;
        column[g.lane] = row[K];
        sync_warp();
#pragma unroll
        for (u32 j = K + 1; j < LANES; j++) row[j] = plus_product(row[j], xp_neg(row[K]), xp_conj(column[j]));
        cholesky_step<K + 1>(g, row, bad);
    }
}
extern "C" __global__ void __launch_bounds__(SMALL_THREADS) xp_small_cholesky(
    const T* x, T* out, u32 n, u64 count, u64* first
) {
    XP_TILES;
    const Group g = group_of(tiles, count);
    T row[LANES];
    load_row(g, row, x + g.matrix * n * n, n);
    u32 bad = LANES;
    cholesky_step<0>(g, row, bad);
    if (bad < LANES) report(g, first, bad);
    sync_warp();
#pragma unroll
    for (u32 j = 0; j < LANES; j++) g.tile[g.lane * ROW + j] = j <= g.lane ? row[j] : small_real<T>((P)0);
    store_tile(g, out + g.matrix * n * n, n, n);
}
