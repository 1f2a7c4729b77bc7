// Singular values of small matrices by one-sided Jacobi rotations, and Q from reflections: a block for each of a stack of
// column-major matrices, 32 threads for a column or a pair of them.
typedef Info<T>::Part P;
#define XP_SWEEPS 60

XP P all(P x) {
    for (int by = 16; by > 0; by /= 2) x += XP_SHUFFLE_XOR(x, by);
    return x;
}
template <class C> XP Cx<C> all(Cx<C> x) { return cx(all(x.re), all(x.im)); }
template <class U> XP typename Info<U>::Part square(U x) {
    if constexpr (XP_KIND(U) == COMPLEX) return x.re * x.re + x.im * x.im;
    else return x * x;
}
template <class U> XP U times(typename Info<U>::Part a, U x) {
    if constexpr (XP_KIND(U) == COMPLEX) return cx(a * x.re, a * x.im);
    else return a * x;
}
template <class U> XP U real(typename Info<U>::Part x) {
    if constexpr (XP_KIND(U) == COMPLEX) return cx(x, (decltype(x))0);
    else return x;
}
template <class U> XP typename Info<U>::Part length(U x) {
    if constexpr (XP_KIND(U) == COMPLEX) return r_hypot(x.re, x.im);
    else return r_abs(x);
}
// conj(x) y, over columns of m elements.
XP T inner(const T* x, const T* y, u32 m) {
    T sum = real<T>((P)0);
    for (u32 i = threadIdx.x % 32; i < m; i += 32) sum = xp_add(sum, xp_mul(xp_conj(x[i]), y[i]));
    return all(sum);
}
XP P norm(const T* x, u32 m) {
    P sum = (P)0;
    for (u32 i = threadIdx.x % 32; i < m; i += 32) sum += square(x[i]);
    return sqrt(all(sum));
}
// Columns x and y, the second turned by a phase, rotated.
XP void rotate(T* x, T* y, u32 m, P c, P s, T turn) {
    for (u32 i = threadIdx.x % 32; i < m; i += 32) {
        const T a = x[i], b = xp_mul(turn, y[i]);
        x[i] = xp_sub(times(c, a), times(s, b));
        y[i] = xp_add(times(s, a), times(c, b));
    }
}

// A = W of [m, n], m >= n <= 128, becomes U S by rotations of its columns, V their product. U has `left` columns, n or m;
// without vectors, u and v are null. Values descend. The largest element is near 1. The code is 1 without convergence.
extern "C" __global__ void xp_jacobi(T* w, P* s, T* u, T* v, i32* codes, u32 m, u32 n, u32 left) {
    __shared__ u32 rotated, place[128];
    __shared__ P values[128];
    const u32 lane = threadIdx.x % 32, warp = threadIdx.x / 32, warps = blockDim.x / 32;
    const u64 stack = blockIdx.x;
    T* a = w + stack * m * n;
    T* right = v + (v ? stack * n * n : 0);
    const P epsilon = sizeof(P) == 8 ? (P)2.220446049250313e-16 : (P)1.1920929e-7f;
    const P tolerance = epsilon * sqrt((P)m);
    if (v)
        for (u32 i = threadIdx.x; i < n * n; i += blockDim.x) right[i] = real<T>(i / n == i % n ? (P)1 : (P)0);
    for (u32 j = warp; j < n; j += warps) {
        const P value = norm(a + (u64)j * m, m);
        if (lane == 0) values[j] = value;
    }
    __syncthreads();
    // Columns below the rounding of the whole matrix count as zero: what is left of them has no direction.
    P total = (P)0;
    for (u32 j = 0; j < n; j++) total += values[j] * values[j];
    const P least = epsilon * sqrt(total) / (P)1024;
    // A tournament: in each of `players - 1` rounds every column meets another one.
    const u32 players = n + n % 2, rounds = players > 1 ? players - 1 : 0;
    bool converged = false;
    for (u32 sweep = 0; sweep < XP_SWEEPS && !converged; sweep++) {
        __syncthreads();
        if (threadIdx.x == 0) rotated = 0;
        __syncthreads();
        for (u32 round = 0; round < rounds; round++) {
            for (u32 k = warp; k < players / 2; k += warps) {
                const u32 p = k == 0 ? players - 1 : (round + k) % rounds, q = (round + rounds - k) % rounds;
                if (p >= n || q >= n) continue;
                T *x = a + (u64)p * m, *y = a + (u64)q * m;
                const P alpha = norm(x, m), beta = norm(y, m);
                if (alpha <= least || beta <= least) continue;
                const T gamma = inner(x, y, m);
                const P size = length(gamma);
                if (!(size > tolerance * alpha * beta)) continue;
                const P zeta = (beta - alpha) * ((beta + alpha) / size) / (P)2;
                const P t = r_copysign((P)1, zeta) / (r_abs(zeta) + r_hypot((P)1, zeta));
                const P c = (P)1 / sqrt((P)1 + t * t), sine = c * t;
                const T turn = times((P)1 / size, xp_conj(gamma));
                rotate(x, y, m, c, sine, turn);
                if (v) rotate(right + (u64)p * n, right + (u64)q * n, n, c, sine, turn);
                if (lane == 0) rotated = 1;
            }
            __syncthreads();
        }
        converged = rotated == 0;
    }
    if (threadIdx.x == 0) codes[stack] = converged ? 0 : 1;
    for (u32 j = warp; j < n; j += warps) {
        const P value = norm(a + (u64)j * m, m);
        if (lane == 0) values[j] = value, place[j] = j;
    }
    __syncthreads();
    for (u32 j = threadIdx.x; j < n; j += blockDim.x) {
        u32 before = 0;
        for (u32 i = 0; i < n; i++) before += values[i] > values[j] || (values[i] == values[j] && i < j);
        place[before] = j;
        s[stack * n + before] = values[j];
    }
    __syncthreads();
    if (!v) return;
    // V's columns in order go where A was no longer needed: U first.
    T* basis = u + stack * m * left;
    u32 rank = 0;
    while (rank < n && values[place[rank]] > least) rank++;
    for (u32 j = warp; j < rank; j += warps) {
        const u32 from = place[j];
        for (u32 i = lane; i < m; i += 32) basis[(u64)j * m + i] = times((P)1 / values[from], a[(u64)from * m + i]);
    }
    __syncthreads();
    for (u32 i = threadIdx.x; i < n * n; i += blockDim.x) a[i] = right[(u64)place[i / n] * n + i % n];
    __syncthreads();
    for (u32 i = threadIdx.x; i < n * n; i += blockDim.x) right[i] = a[i];
    // Columns without a value complete the basis: of the unit vectors, the one farthest from the columns so far.
    for (u32 j = rank; j < left; j++) {
        __syncthreads();
        if (warp == 0) {
            P best = (P)-1;
            u32 axis = 0;
            for (u32 i = lane; i < m; i += 32) {
                P rest = (P)1;
                for (u32 k = 0; k < j; k++) rest -= square(basis[(u64)k * m + i]);
                if (rest > best) best = rest, axis = i;
            }
            for (int by = 16; by > 0; by /= 2) {
                const P other = XP_SHUFFLE_XOR(best, by);
                const u32 at = XP_SHUFFLE_XOR(axis, by);
                if (other > best || (other == best && at < axis)) best = other, axis = at;
            }
            T* column = basis + (u64)j * m;
            for (u32 i = lane; i < m; i += 32) column[i] = real<T>(i == axis ? (P)1 : (P)0);
            for (u32 twice = 0; twice < 2; twice++)
                for (u32 k = 0; k < j; k++) {
                    const T along = inner(basis + (u64)k * m, column, m);
                    for (u32 i = lane; i < m; i += 32)
                        column[i] = xp_sub(column[i], xp_mul(along, basis[(u64)k * m + i]));
                }
            const P size = norm(column, m);
            for (u32 i = lane; i < m; i += 32) column[i] = times((P)1 / size, column[i]);
        }
    }
}

// The first `cols` columns of Q, [m, cols], from `k` reflections packed in columns of [m, n] with their coefficients.
extern "C" __global__ void xp_basis(const T* x, const T* tau, T* q, u32 m, u32 n, u32 k, u32 cols) {
    const u32 lane = threadIdx.x % 32, warp = threadIdx.x / 32, warps = blockDim.x / 32;
    const T* packed = x + (u64)blockIdx.x * m * n;
    const T* factors = tau + (u64)blockIdx.x * k;
    T* out = q + (u64)blockIdx.x * m * cols;
    // Each column of the identity goes through all reflections; those right of it leave it alone.
    for (u32 j = warp; j < cols; j += warps) {
        T* column = out + (u64)j * m;
        for (u32 i = lane; i < m; i += 32) column[i] = real<T>(i == j ? (P)1 : (P)0);
        for (u32 r = (j < k ? j + 1 : k); r-- > 0;) {
            const T* v = packed + (u64)r * m;
            T sum = real<T>((P)0);
            for (u32 i = lane; i < m; i += 32)
                if (i >= r) sum = xp_add(sum, i == r ? column[i] : xp_mul(xp_conj(v[i]), column[i]));
            const T by = xp_mul(factors[r], all(sum));
            for (u32 i = lane; i < m; i += 32)
                if (i >= r) column[i] = xp_sub(column[i], i == r ? by : xp_mul(by, v[i]));
        }
    }
}
