// Eigenvalues of small matrices.

// Eigenvalues of Hermitian [n, n] matrices, whose lower triangles are read, in ascending order; vectors, if there is room
// for them, are columns. A matrix A + c 1 that is positive definite has its eigenvectors for singular vectors: rotations
// make its columns multiples of them. The values are those of A itself, v^H A v. `first` becomes the least of
// (matrix << 32 | what is wrong).
extern "C" __global__ void __launch_bounds__(SMALL_THREADS) xp_small_eigh(
    const T* x, P* values, T* vectors, u32 n, u64 count, u64* first
) {
    XP_TILES;
    const Group g = group_of(tiles, count);
    load_tile(g, x + g.matrix * n * n, n);
    const T zero = small_real<T>((P)0);
    T a[LANES];
#pragma unroll
    for (u32 i = 0; i < LANES; i++) {
        const T above = xp_conj(g.tile[g.lane * ROW + i]), below = g.tile[i * ROW + g.lane];
        a[i] = i == g.lane ? small_real<T>(real_part(below)) : i < g.lane ? above : below;
    }
    bool finite;
    const i32 power = into_range(a, finite);
    sync_warp();
#pragma unroll
    for (u32 i = 0; i < LANES; i++) g.tile[i * ROW + g.lane] = a[i];
    const P norm = sqrt(group_sum(squared_length(a))), shift = norm == (P)0 ? (P)1 : (P)1.25 * norm;
#pragma unroll
    for (u32 i = 0; i < LANES; i++)
        if (i == g.lane && i < n) a[i] = xp_add(a[i], small_real<T>(shift));
    const bool converged = orthogonalise<false>(g, a, a, (P)0, epsilon() * sqrt((P)n));
    const P length = sqrt(squared_length(a)), inverse = g.lane < n ? (P)1 / length : (P)0;
#pragma unroll
    for (u32 i = 0; i < LANES; i++) a[i] = scaled_by(inverse, a[i]);
    sync_warp();
    P value = (P)0;
    // The elements go round through the registers, so that the loop is short.
    for (u32 i = 0; i < LANES; i++) {
        const T mine = a[0];
        T product = zero;
#pragma unroll
        for (u32 k = 0; k < LANES; k++) product = plus_product(product, g.tile[i * ROW + (i + k) % LANES], a[k]);
        value += real_part(xp_mul(xp_conj(mine), product));
#pragma unroll
        for (u32 k = 0; k + 1 < LANES; k++) a[k] = a[k + 1];
        a[LANES - 1] = mine;
    }
    if (!finite) report(g, first, NOT_FINITE);
    else if (!converged) report(g, first, NO_CONVERGENCE);
    const u32 rank = rank_of_lane<true>(g, value, n);
    if (!g.there || g.lane >= n) return;
    values[g.matrix * n + rank] = times_power(value, power);
    T* out = vectors + g.matrix * n * n + rank;
#pragma unroll
    for (u32 i = 0; i < LANES; i++)
        if (vectors && i < n) out[i * n] = a[i];
}
