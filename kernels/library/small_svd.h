// Singular values of small matrices.

// Singular values of matrices of [m, n], m >= n, or if they are TURNED of [n, m], in descending order; vectors, if there is
// room for them: U has n columns, and V^H n rows. `first` becomes the least of
// (matrix << 32 | what is wrong); values that are too small to give vectors are DEFICIENT.
template <bool WITH> XP void singular_values(
    T* tiles, const T* x, P* values, T* u, T* vh, u32 m, u32 n, bool turned, u64 count, u64* first
) {
    const Group g = group_of(tiles, count);
    const u32 high = turned ? n : m, wide = turned ? m : n;
    const T* from = x + g.matrix * m * n;
    for (u32 i = 0; i < LANES; i++) {
        const T value = padded(from, i * wide + g.lane, g.there && i < high && g.lane < wide);
        g.tile[turned ? g.lane * ROW + i : i * ROW + g.lane] = value;
    }
    sync_warp();
    T a[LANES], right[LANES];
#pragma unroll
    for (u32 i = 0; i < LANES; i++) {
        a[i] = g.tile[i * ROW + g.lane];
        right[i] = small_real<T>(i == g.lane ? (P)1 : (P)0);
    }
    sync_warp();
    bool finite;
    const i32 power = into_range(a, finite);
    // Columns below the rounding of the whole matrix count as zero: what is left of them has no direction.
    const P least = epsilon() * sqrt(group_sum(squared_length(a))) / (P)1024;
    const bool converged = orthogonalise<WITH>(g, a, right, least, epsilon() * sqrt((P)m));
    const P value = sqrt(squared_length(a));
    const bool inside = g.there && g.lane < n;
    const bool deficient = group_max(inside && !(value > least) ? (P)1 : (P)0) > (P)0;
    if (!finite) report(g, first, NOT_FINITE);
    else if (!converged) report(g, first, NO_CONVERGENCE);
    else if (WITH && deficient) report(g, first, DEFICIENT);
    const u32 rank = rank_of_lane<false>(g, value, n);
    if (inside) values[g.matrix * n + rank] = times_power(value, power);
    if constexpr (WITH) {
        // Of the transpose A = U S V^H, the factors are conj(V) and U^T.
        const P inverse = (P)1 / value;
        T* const to = u + g.matrix * high * n + rank;
#pragma unroll
        for (u32 i = 0; i < LANES; i++) {
            const T left = scaled_by(inverse, a[i]), other = xp_conj(right[i]);
            if (inside && i < high) to[i * n] = turned ? other : left;
            g.tile[rank * ROW + i] = turned ? left : other;
        }
        store_tile(g, vh + g.matrix * n * wide, n, wide);
    }
}
extern "C" __global__ void __launch_bounds__(SMALL_THREADS) xp_small_svd(
    const T* x, P* values, T* u, T* vh, u32 m, u32 n, u32 turned, u64 count, u64* first
) {
    XP_TILES;
    singular_values<true>(tiles, x, values, u, vh, m, n, turned != 0, count, first);
}
extern "C" __global__ void __launch_bounds__(SMALL_THREADS) xp_small_svdvals(
    const T* x, P* values, u32 m, u32 n, u32 turned, u64 count, u64* first
) {
    XP_TILES;
    singular_values<false>(tiles, x, values, (T*)0, (T*)0, m, n, turned != 0, count, first);
}
