// What factorisations need besides the vendors' routines, of stacks of matrices that follow each other in memory.
typedef Info<T>::Part P;

#define XP_EACH(k, total)                                                                                             \
    for (u64 k = (u64)blockIdx.x * blockDim.x + threadIdx.x; k < (total); k += (u64)gridDim.x * blockDim.x)

template <class U> XP typename Info<U>::Part part(U x, bool imaginary) {
    if constexpr (XP_KIND(U) == COMPLEX) return imaginary ? x.im : x.re;
    else return imaginary ? (U)0 : x;
}
template <class U> XP U real(typename Info<U>::Part x) {
    if constexpr (XP_KIND(U) == COMPLEX) return cx(x, (decltype(x))0);
    else return x;
}
template <class U> XP U scaled(U x, f64 a, f64 b) {
    if constexpr (XP_KIND(U) == COMPLEX) return cx((P)((f64)x.re * a * b), (P)((f64)x.im * a * b));
    else return (U)((f64)x * a * b);
}

// Where matrices `step` bytes apart begin.
extern "C" __global__ void xp_addresses(u64* out, u64 first, u64 step, u64 total) {
    XP_EACH(k, total) out[k] = first + k * step;
}

extern "C" __global__ void xp_identity(T* x, u64 n, u64 total) {
    XP_EACH(k, total) x[k] = real<T>(k / n % n == k % n ? (P)1 : (P)0);
}

// Zero above the diagonal of [n, n] matrices, whose diagonals become real.
extern "C" __global__ void xp_lower(T* x, u64 n, u64 total) {
    XP_EACH(k, total) {
        const u64 row = k / n % n, col = k % n;
        if (col >= row) x[k] = real<T>(col > row ? (P)0 : part(x[k], false));
    }
}

// The upper triangles [rows, cols] of column-major matrices `step` elements apart.
extern "C" __global__ void xp_upper(const T* x, T* out, u64 rows, u64 cols, u64 ld, u64 step, u64 total) {
    XP_EACH(k, total) {
        const u64 stack = k / (rows * cols), row = k / cols % rows, col = k % cols;
        out[k] = col >= row ? x[stack * step + col * ld + row] : real<T>((P)0);
    }
}

// The first of `count` matrices, in the upper half of a word, and there the first place on the diagonal that is zero, or
// (with codes) that the code names or that is not positive.
extern "C" __global__ void xp_diagonal(
    const T* x, u64 step, u64 next, u64 n, const i32* codes, u64 has_codes, u64 count, u64* first
) {
    for (u64 stack = blockIdx.x; stack < count; stack += gridDim.x)
        for (u64 i = threadIdx.x; i < n; i += blockDim.x) {
            const T at = x[stack * step + i * next];
            const bool bad = has_codes ? !(part(at, false) > (P)0) || codes[stack] == (i32)(i + 1)
                                       : part(at, false) == (P)0 && part(at, true) == (P)0;
            if (bad) keep_least(first, stack << 32 | i);
        }
}

// The largest magnitude of a part in each matrix of [lines, n], as the bits of a double, which for NaN and infinities are
// the largest. With `half`, line i counts from its element i.
extern "C" __global__ void xp_largest(const T* x, u64 n, u64 size, u64 half, u64* out) {
    __shared__ u64 block;
    if (threadIdx.x == 0) block = 0;
    __syncthreads();
    const T* matrix = x + blockIdx.y * size;
    u64 most = 0;
    XP_EACH(k, size) {
        if (half && k % n < k / n) continue;
        const u64 re = bits_of(fabs((f64)part(matrix[k], false))), im = bits_of(fabs((f64)part(matrix[k], true)));
        most = most > re ? most : re;
        most = most > im ? most : im;
    }
    atomicMax(&block, most);
    __syncthreads();
    if (threadIdx.x == 0) atomicMax(out + blockIdx.y, block);
}

// Each matrix times two powers of two.
extern "C" __global__ void xp_scale(T* x, u64 size, u64 total, const f64* factors) {
    XP_EACH(k, total) x[k] = scaled(x[k], factors[2 * (k / size)], factors[2 * (k / size) + 1]);
}

// A power of two, whose exponent is at most 512 in magnitude.
XP f64 power_of_two(i32 k) { return from_bits((u64)(1023 + k) << 52); }

// For each matrix two powers of two, and their inverses: those that bring its largest magnitude, whose bits are given, close to
// one, or ones if that lies between `low` and its inverse, or is not finite.
extern "C" __global__ void xp_powers(const u64* largest, f64 low, f64* powers, f64* inverse, u64 count) {
    XP_EACH(k, count) {
        const f64 most = from_bits(largest[k]);
        const i32 exponent = (i32)(largest[k] >> 52);
        const bool outside = most != 0.0 && exponent < 2047 && !(most >= low && most <= 1.0 / low);
        const i32 by = outside ? 1023 - exponent : 0, half = by / 2;
        powers[2 * k] = power_of_two(half), powers[2 * k + 1] = power_of_two(by - half);
        inverse[2 * k] = power_of_two(-half), inverse[2 * k + 1] = power_of_two(half - by);
    }
}
