// Inverses of small matrices by Gauss-Jordan elimination with partial pivoting: a block for each of a stack of row-major
// matrices, which lies in shared memory meanwhile.
typedef Info<T>::Part P;

template <class U> XP U one() {
    if constexpr (XP_KIND(U) == COMPLEX) return cx((P)1, (P)0);
    else return (U)1;
}
// What pivots are chosen by, as LAPACK does; NaN counts as the largest, so that it is not taken for zero.
template <class U> XP P weight(U x) {
    P sum;
    if constexpr (XP_KIND(U) == COMPLEX) sum = r_abs(x.re) + r_abs(x.im);
    else sum = r_abs(x);
    return is_nan(sum) ? (P)XP_INF : sum;
}

// The inverses of `count` matrices of [n, n]. `first` becomes the least of (matrix << 32 | step) without a pivot but zero.
//
// Solving y = A x for x_k in place makes row p, which is chosen as the pivot, that of x_k, and column k that of y_p. So
// rows are not exchanged, but find their places at the end.
extern "C" __global__ void xp_inverse(const T* x, T* out, u64 n64, u64 count, u64* first) {
    extern __shared__ T a[];
    const u32 n = (u32)n64, ld = n | 1, lane = threadIdx.x % 32, warp = threadIdx.x / 32, warps = blockDim.x / 32;
    T *row = a + n * ld, *column = row + n;
    // The step in which each row was the pivot, n before it; the row of each step.
    u32 *step = (u32*)(column + n), *pivots = step + n;
    for (u64 stack = blockIdx.x; stack < count; stack += gridDim.x) {
        const T* from = x + stack * n * n;
        T* to = out + stack * n * n;
        for (u32 i = warp; i < n; i += warps)
            for (u32 j = lane; j < n; j += 32) a[i * ld + j] = from[i * n + j];
        for (u32 i = threadIdx.x; i < n; i += blockDim.x) step[i] = n;
        __syncthreads();
        for (u32 k = 0; k < n; k++) {
            // Every warp looks for the pivot itself: that is sooner than waiting for one.
            P most = (P)-1;
            u32 p = n;
            for (u32 i = lane; i < n; i += 32) {
                const P size = weight(a[i * ld + k]);
                if (step[i] == n && size > most) most = size, p = i;
            }
            for (int by = 16; by > 0; by /= 2) {
                const P other = XP_SHUFFLE_XOR(most, by);
                const u32 at = XP_SHUFFLE_XOR(p, by);
                if (other > most || (other == most && at < p)) most = other, p = at;
            }
            const T pivot = a[p * ld + k];
            for (u32 i = threadIdx.x; i < n; i += blockDim.x) {
                row[i] = a[p * ld + i];
                column[i] = xp_div(a[i * ld + k], pivot);
            }
            __syncthreads();
            if (threadIdx.x == 0) {
                step[p] = k;
                pivots[k] = p;
                if (most == (P)0) keep_least(first, stack << 32 | k);
            }
            for (u32 j = lane; j < n; j += 32) {
                const T above = row[j];
                for (u32 i = warp; i < n; i += warps) {
                    T* at = a + i * ld + j;
                    if (i == p) *at = xp_div(j == k ? one<T>() : above, pivot);
                    else if (j == k) *at = xp_neg(column[i]);
                    else *at = xp_sub(*at, xp_mul(column[i], above));
                }
            }
            __syncthreads();
        }
        for (u32 i = warp; i < n; i += warps)
            for (u32 j = lane; j < n; j += 32) to[step[i] * n + pivots[j]] = a[i * ld + j];
        __syncthreads();
    }
}
