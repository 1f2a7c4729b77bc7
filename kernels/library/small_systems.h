// Cholesky factors, solutions and inverses of small matrices: a lane for each row.

// What pivots are chosen by, as LAPACK does; NaN counts as the largest, so that it is not taken for zero.
XP P pivot_weight(T x) {
    const P sum = r_abs(real_part(x)) + r_abs(imaginary_part(x));
    return is_nan(sum) ? (P)XP_INF : sum;
}
// The lane of the largest weight, the first of equal ones; the weight becomes the largest.
XP u32 pivot_lane(const Group& g, P& weight) {
    u32 p = g.lane;
#pragma unroll
    for (u32 by = LANES / 2; by > 0; by /= 2) {
        const P other = XP_SHUFFLE_XOR(weight, by);
        const u32 at = XP_SHUFFLE_XOR(p, by);
        if (other > weight || (other == weight && at < p)) weight = other, p = at;
    }
    return p;
}
// A row of the tile, and one of the identity where there is none.
XP void load_row(const Group& g, T (&row)[LANES], const T* x, u32 n) {
    load_tile(g, x, n);
#pragma unroll
    for (u32 j = 0; j < LANES; j++) {
        const bool inside = g.there && g.lane < n && j < n;
        row[j] = inside ? g.tile[g.lane * ROW + j] : small_real<T>(j == g.lane ? (P)1 : (P)0);
    }
    sync_warp();
}
// Row `lane` for all lanes of the group, from column FIRST on.
template <u32 FIRST> XP void share_row(const Group& g, const T (&row)[LANES], u32 lane) {
    sync_warp();
    if (g.lane == lane) {
#pragma unroll
        for (u32 j = FIRST; j < LANES; j++) g.tile[j] = row[j];
    }
    sync_warp();
}

// Of the lower triangles of row-major [n, n] matrices, as lower triangles. `first` becomes the least of (matrix << 32 | row)
// whose pivot is not positive.
template <u32 K> XP void cholesky_step(const Group& g, T (&row)[LANES], u32& bad) {
    if constexpr (K < LANES) {
        const P pivot = real_part(of_lane(row[K], g.base + K));
        if (!(pivot > (P)0) && bad == LANES) bad = K;
        const P d = sqrt(pivot), inverse = (P)1 / d;
        row[K] = g.lane == K ? small_real<T>(d) : scaled_by(inverse, row[K]);
#pragma unroll
        for (u32 j = K + 1; j < LANES; j++)
            row[j] = plus_product(row[j], xp_neg(row[K]), xp_conj(of_lane(row[K], g.base + j)));
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
#pragma unroll
    for (u32 j = 0; j < LANES; j++) g.tile[g.lane * ROW + j] = j <= g.lane ? row[j] : small_real<T>((P)0);
    store_tile(g, out + g.matrix * n * n, n, n);
}

// Gaussian elimination with partial pivoting. Rows are not exchanged: each has the step in which it was the pivot.
template <u32 K> XP void eliminate(const Group& g, T (&row)[LANES], T& b, u32& step, u32& bad) {
    if constexpr (K < LANES) {
        P weight = step == LANES ? pivot_weight(row[K]) : (P)-1;
        const u32 p = pivot_lane(g, weight);
        if (weight == (P)0 && bad == LANES) bad = K;
        share_row<K>(g, row, p);
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

// Gauss-Jordan elimination. Solving y = A x for x_k in place makes row p, which is chosen as the pivot, that of x_k, and
// column k that of y_p. So rows find their places at the end.
template <u32 K> XP void exchange(const Group& g, T (&row)[LANES], u32& step, u32& bad) {
    if constexpr (K < LANES) {
        P weight = step == LANES ? pivot_weight(row[K]) : (P)-1;
        const u32 p = pivot_lane(g, weight);
        if (weight == (P)0 && bad == LANES) bad = K;
        share_row<0>(g, row, p);
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
