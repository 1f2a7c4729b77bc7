// QR factorisations of small matrices by reflections, as LAPACK's: a lane for each column of A and of the identity, which
// become R and the adjoint of Q. What a step is done with, the first row, moves out of the registers.
extern "C" __global__ void __launch_bounds__(SMALL_THREADS) xp_small_qr(
    const T* x, T* q, T* r, u32 m, u32 n, u32 rows, u64 count
) {
    XP_TILES;
    __shared__ T reflections[GROUPS][LANES];
    const Group g = group_of(tiles, count);
    T* const v = reflections[threadIdx.x / LANES];
    const T zero = small_real<T>((P)0);
    const T* from = x + g.matrix * m * n;
    T* to = r + g.matrix * rows * n;
    T a[LANES], basis[LANES];
    P most = (P)0;
#pragma unroll
    for (u32 i = 0; i < LANES; i++) {
        a[i] = padded(from, i * n + g.lane, g.there && i < m && g.lane < n);
        basis[i] = small_real<T>(i == g.lane ? (P)1 : (P)0);
        most = fmax(most, fmax(r_abs(real_part(a[i])), r_abs(imaginary_part(a[i]))));
    }
#pragma unroll
    for (u32 by = LANES / 2; by > 0; by /= 2) most = fmax(most, across(most, by));
    // In the middle of the range, no square overflows or vanishes.
    const i32 power = r_exponent(most);
#pragma unroll
    for (u32 i = 0; i < LANES; i++) a[i] = times_power(a[i], -power);
    for (u32 k = 0; k < rows; k++) {
        if (k < n) {
            P square = (P)0;
#pragma unroll
            for (u32 i = 1; i < LANES; i++) square = plus_square(square, a[i]);
            square = of_lane(square, g.base + k);
            const T alpha = of_lane(a[0], g.base + k);
            const bool none = square == (P)0 && imaginary_part(alpha) == (P)0;
            const P length = sqrt(plus_square(square, alpha));
            const P beta = none ? real_part(alpha) : -r_copysign(length, real_part(alpha));
            const T distance = xp_sub(alpha, small_real<T>(beta));
            const T inverse = none ? zero : xp_div(small_real<T>((P)1), distance);
            // Of the adjoint of the reflection.
            const T tau = none ? zero : xp_conj(scaled_by((P)-1 / beta, distance));
            sync_warp();
            if (g.lane == k) {
                v[0] = small_real<T>((P)1);
#pragma unroll
                for (u32 i = 1; i < LANES; i++) v[i] = xp_mul(a[i], inverse);
            }
            sync_warp();
            T first = zero, second = zero;
#pragma unroll
            for (u32 i = 0; i < LANES; i++) {
                const T w = xp_conj(v[i]);
                first = plus_product(first, w, a[i]);
                second = plus_product(second, w, basis[i]);
            }
            first = xp_neg(xp_mul(tau, first));
            second = xp_neg(xp_mul(tau, second));
#pragma unroll
            for (u32 i = 0; i < LANES; i++) {
                a[i] = plus_product(a[i], first, v[i]);
                basis[i] = plus_product(basis[i], second, v[i]);
            }
            if (g.lane == k) a[0] = small_real<T>(beta);
        }
        if (g.there && g.lane < n) to[k * n + g.lane] = g.lane >= k ? times_power(a[0], power) : zero;
        g.tile[g.lane * ROW + k] = xp_conj(basis[0]);
#pragma unroll
        for (u32 i = 0; i + 1 < LANES; i++) a[i] = a[i + 1], basis[i] = basis[i + 1];
        a[LANES - 1] = zero;
        basis[LANES - 1] = zero;
    }
    store_tile(g, q + g.matrix * m * rows, m, rows);
}
