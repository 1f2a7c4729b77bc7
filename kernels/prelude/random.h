// Philox4x32-10; the documentation of the CPU backend's `random` module defines what each element is made from.
struct Words { u32 w[4]; };
XP u64 multiply_wide(u32 a, u32 b) {
#ifdef __CUDACC_RTC__
    // In C++, the compiler adds the upper halves, which are zero.
    u64 p;
    asm("mul.wide.u32 %0, %1, %2;" : "=l"(p) : "r"(a), "r"(b));
    return p;
#else
    return (u64)a * b;
#endif
}
XP Words philox(u64 block, u64 stream, u64 seed) {
    u32 c0 = (u32)block, c1 = (u32)(block >> 32), c2 = (u32)stream, c3 = (u32)(stream >> 32);
    u32 k0 = (u32)seed, k1 = (u32)(seed >> 32);
#pragma unroll
    for (i32 round = 0; round < 10; round++) {
        const u64 p0 = multiply_wide(c0, 0xD2511F53u), p1 = multiply_wide(c2, 0xCD9E8D57u);
        c0 = (u32)(p1 >> 32) ^ c1 ^ k0;
        c2 = (u32)(p0 >> 32) ^ c3 ^ k1;
        c1 = (u32)p1;
        c3 = (u32)p0;
        k0 += 0x9E3779B9u;
        k1 += 0xBB67AE85u;
    }
    Words r = {{c0, c1, c2, c3}};
    return r;
}
XP u32 pick(const Words& r, u32 i) {
    const u32 low = i & 1 ? r.w[1] : r.w[0], high = i & 1 ? r.w[3] : r.w[2];
    return i & 2 ? high : low;
}
XP u64 pair_of(const Words& r, u32 i) {
    return i & 1 ? (u64)r.w[3] << 32 | r.w[2] : (u64)r.w[1] << 32 | r.w[0];
}
// The word or the pair of words number i.
template <class W> XP W part(const Words& r, u32 i) {
    if constexpr (sizeof(W) == 8) return pair_of(r, i);
    else return pick(r, i);
}

// The functions of the CPU backend's `random::math`, with its roundings. Factors that are powers of two are moved to
// where they cost nothing: they change no digit.
template <class F, int N> XP F horner(F x, const F (&coefficients)[N]) {
    F y = coefficients[0];
#pragma unroll
    for (int k = 1; k < N; k++) y = fma(y, x, coefficients[k]);
    return y;
}
// -log1p(-x / 2^bits) / 32.
XP f32 exponential_over_32(u32 x) {
    // v / 2^32 is 1 - u = m 2^k with m in [sqrt(1/2), sqrt(2)), or u where k is 0: it has digits that 1 - u lost.
    const bool small = x < 0x4AFB0CCCu;
    const f32 v = (f32)(small ? x : 0u - x);
    // k 2^23, as in a float's exponent; f is an eighth of m - 1, so its square fits to what is a 32nd.
    const u32 by = 32u << 23, k = (bits_of(v) - (0x3f3504f3u + by)) & 0xff800000u;
    const f32 f = small ? v * -0x1p-35f : from_bits(bits_of(v) - k - by - (3u << 23)) - 0x1p-3f;
    const f32 c[9] = {-0x1p28f * 0.06971611f, 0x1p25f * 0.11479734f, -0x1p22f * 0.1168542f,
                      0x1p19f * 0.12425687f,  -0x1p16f * 0.14249058f, 0x1p13f * 0.16667802f,
                      -0x1p10f * 0.20000716f, 0x1p7f * 0.24999997f,  -0x1p4f * 0.3333333f};
    const f32 square = f * f, tail = fmaf(f * horner(f, c), square, square), y = fmaf(-0.25f, f, tail);
    return small ? y : fmaf((f32)(i32)k, -0x1p-28f * 0.693147180559945309417f, y);
}
XP f64 exponential_over_32(u64 x) {
    const u64 half = 0x3FE6A09E667F3BCDull;
    const u64 shifted = bits_of((f64)(0ull - x) * 0x1p-64) - half;
    const bool small = x < 0x4AFB0CCC06219B7Bull;
    const f64 m = from_bits((shifted & 0xfffffffffffffull) + half);
    const f64 f = small ? -((f64)x * 0x1p-64) : m - 1.0, k = small ? 0.0 : (f64)((i32)(shifted >> 32) >> 20);
    const f64 c[7] = {0.14616449685043406, 0.15331721600556041, 0.18182889125261722, 0.2222221113479508,
                      0.28571428625975485, 0.39999999999899504, 0.666666666666667};
    const f64 s = f / (2.0 + f), z = s * s, r = z * horner(z, c);
    const f64 low = fma(k, 1.9082149292705878e-10, s * (r - f));
    return 0x1p-5 * fabs(fma(k, from_bits(0x3FE62E42FEE00000ull), f + low));
}
// Eight times the sine and cosine of x / 2^bits turns less the nearest quarter turns.
XP void sin_cos_in_quarter(u32 x, f32& sine, f32& cosine) {
    const f32 y = (f32)(i32)(x << 2) * 0x1p-32f, z = y * y;
    const f32 a[4] = {8 * -0.004602149f, 8 * 0.07968022f, 8 * -0.6459635f, 8 * -4.855305e-8f};
    const f32 b[5] = {8 * 0.0009067399f, 8 * -0.020861529f, 8 * 0.2536694f, 8 * -1.2337005f, 8.0f};
    sine = fmaf(y, 8 * 1.57079632679489661923f, y * horner(z, a));
    cosine = horner(z, b);
}
XP void sin_cos_in_quarter(u64 x, f64& sine, f64& cosine) {
    const f64 y = (f64)(i64)(x << 2) * 0x1p-64, z = y * y;
    const f64 a[7] = {8 * 5.633933781537854e-8, 8 * -3.59864335298231e-6, 8 * 0.0001604411507421909,
                      8 * -0.004681754132340976, 8 * 0.079692626246043, 8 * -0.6459640975062443, 8 * 5.630102e-17};
    const f64 b[8] = {8 * -6.329396344967424e-9, 8 * 4.710678405405227e-7, 8 * -0.000025202039028029176,
                      8 * 0.0009192602745468446, 8 * -0.020863480763340773, 8 * 0.2536695079010478,
                      8 * -1.2337005501361698, 8.0};
    sine = fma(y, 8 * 1.57079632679489661923, y * horner(z, a));
    cosine = horner(z, b);
}
// The square root, to the nearest, of a number below 1 that is zero or far from the ends of the range.
XP f32 root(f32 x) {
#ifdef __CUDACC_RTC__
    // What the compiler writes for `sqrtf`, less its branch for such ends; zero gives NaN, which saturation makes 0.
    f32 y, r;
    asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
    const f32 s = x * y;
    asm("fma.rn.sat.f32 %0, %1, %2, %3;" : "=f"(r) : "f"(fmaf(-s, s, x)), "f"(0.5f * y), "f"(s));
    return r;
#else
    return sqrtf(x);
#endif
}
XP f64 root(f64 x) { return sqrt(x); }
// Two normal values (Box and Muller): the coordinates of a point, turned by what `sin_cos_in_quarter` left out. Half a
// turn changes both signs; a quarter turn makes (x, y) into (-y, x).
template <class F, class W> XP void normals(W radius, W angle, F& first, F& second) {
    F s, c;
    sin_cos_in_quarter(angle, s, c);
    const W eighth = (W)1 << (8 * sizeof(W) - 3), sign = eighth << 2;
    const F r = from_bits(bits_of(root(exponential_over_32(radius))) ^ ((angle + eighth) & sign)), x = r * c, y = r * s;
    // Hidden, the test of a bit stays one instruction.
    const bool quarter = hide((angle + eighth) & (eighth << 1)) != 0;
    first = quarter ? -y : x;
    second = quarter ? x : y;
}

// A sequence of numbers of type T, each made of one word: `from` is the number at `at`.
template <bool WIDE> struct Word { typedef u32 Type; typedef f32 Float; };
template <> struct Word<true> { typedef u64 Type; typedef f64 Float; };
template <class T> struct Sequence {
    u64 seed, stream;
    typedef typename Word<sizeof(T) == 8>::Type W;
    typedef typename Word<sizeof(T) == 8>::Float F;
    static const int PER = 16 / sizeof(W);
};
#define XP_FROM __device__ __forceinline__ T from(typename Sequence<T>::W word, u64 at) const
template <class T> struct Bits : Sequence<T> {
    XP_FROM { return word; }
};
template <class T> struct Uniform : Sequence<T> {
    XP_FROM {
        if constexpr (Same<T, f64>::value) return (f64)(i64)(word >> 11) * 0x1p-53;
        else {
            const u32 shift = Same<T, f32>::value ? 8 : Same<T, f16>::value ? 21 : 24;
            const f32 scale = Same<T, f32>::value ? 0x1p-24f : Same<T, f16>::value ? 0x1p-11f : 0x1p-8f;
            return xp_cast<T>((f32)(word >> shift) * scale);
        }
    }
};
template <class T> struct Exponential : Sequence<T> {
    XP_FROM { return xp_cast<T>((typename Sequence<T>::F)32 * exponential_over_32(word)); }
};
// Lemire's method; a refused value is tried again with the pairs of blocks that no fill reaches.
XP void multiply(u32 a, u32 b, u32& high, u32& low) {
    const u64 p = multiply_wide(a, b);
    high = (u32)(p >> 32);
    low = (u32)p;
}
XP void multiply(u64 a, u64 b, u64& high, u64& low) {
    high = __umul64hi(a, b);
    low = a * b;
}
template <class T> struct Integers : Sequence<T> {
    T low, last;
    XP_FROM {
        typedef typename Sequence<T>::W W;
        // Of all values there are, the number wraps to 0.
        const W size = (W)((u64)last - (u64)low + 1ull);
        if (low > last) return low;
        if (size == 0) return (T)((W)low + word);
        W high, rest;
        multiply(word, size, high, rest);
        // 2^L mod size is less than size, so most values need no division.
        if (rest < size) {
            const W threshold = ((W)0 - size) % size;
#pragma unroll 1
            for (u64 retry = 0; rest < threshold && retry < 256; retry++) {
                const u64 block = 1ull << 63 | (retry >> 1) << 56 | (at & ((1ull << 56) - 1));
                const Words again = philox(block, this->stream, this->seed);
                multiply((W)pair_of(again, (u32)retry & 1), size, high, rest);
            }
        }
        return (T)((W)low + high);
    }
};
// Numbers made of two words each two.
template <class T> struct Normal : Sequence<T> {
    __device__ __forceinline__ void two(const Words& r, u32 i, T& first, T& second) const {
        typedef Sequence<T> S;
        typename S::F x, y;
        normals(part<typename S::W>(r, i), part<typename S::W>(r, i + 1), x, y);
        first = xp_cast<T>(x);
        second = xp_cast<T>(y);
    }
};

// The N elements at `at` of what comes in blocks of PER, which `block(first, all)` makes. WHOLE if N divides `at`: the
// loop for other places takes registers and instructions even where it does not run.
template <bool WHOLE, int PER, int N, class E, class F> XP void from_blocks(u64 at, E (&out)[N], const F& block) {
    const u32 skip = (u32)at % PER;
    if constexpr (N % PER == 0) {
        if (WHOLE || skip == 0) {
#pragma unroll
            for (int k = 0; k < N; k += PER) block(at + k, out + k);
            return;
        }
    }
#pragma unroll 1
    for (int begin = -(int)skip; begin < N; begin += PER) {
        E all[PER], turned[PER];
        block(at + (i64)begin, all);
#pragma unroll
        for (int i = 0; i < PER; i++) {
#pragma unroll
            for (int by = 0; by < PER; by++) {
                if (skip == by) turned[i] = all[(i + by) % PER];
            }
        }
#pragma unroll
        for (int j = 0; j < N; j++) {
            if ((u32)(j - begin) < PER) out[j] = turned[j % PER];
        }
    }
}
template <bool WHOLE, class D, class T, int N> XP void draw_from(const D& d, u64 at, T (&out)[N]) {
    typedef typename D::W W;
    if constexpr (N == 1) {
        out[0] = d.from(part<W>(philox(at / D::PER, d.stream, d.seed), (u32)at % D::PER), at);
    } else {
        W words[N];
        from_blocks<WHOLE, D::PER>(at, words, [&](u64 first, W* all) {
            const Words r = philox(first / D::PER, d.stream, d.seed);
#pragma unroll
            for (int i = 0; i < D::PER; i++) all[i] = part<W>(r, i);
        });
#pragma unroll
        for (int j = 0; j < N; j++) out[j] = d.from(words[j], at + j);
    }
}
template <bool WHOLE, class T, int N> XP void draw_from(const Normal<T>& d, u64 at, T (&out)[N]) {
    const int per = Normal<T>::PER;
    if constexpr (N == 1) {
        const u32 i = (u32)at % per;
        T first, second;
        d.two(philox(at / per, d.stream, d.seed), i & ~1u, first, second);
        out[0] = i & 1 ? second : first;
    } else {
        from_blocks<WHOLE, per>(at, out, [&](u64 first, T* all) {
            const Words r = philox(first / per, d.stream, d.seed);
#pragma unroll
            for (int i = 0; i < per; i += 2) d.two(r, i, all[i], all[i + 1]);
        });
    }
}
// Neighbours, and a number. WHOLE if how many they are divides the place of the first.
#define XP_RANDOM(NAME, D)                                                                                            \
    template <bool WHOLE, class T, int N, class... A>                                                                 \
    XP void xp_random_##NAME(T (&out)[N], u64 at, u64 seed, u64 stream, A... range) {                                 \
        const D<T> d = {{seed, stream}, range...};                                                                    \
        draw_from<WHOLE>(d, at, out);                                                                                 \
    }                                                                                                                 \
    template <class T, class... A> XP T xp_random_##NAME(u64 at, u64 seed, u64 stream, A... range) {                  \
        T x[1];                                                                                                       \
        xp_random_##NAME<true>(x, at, seed, stream, range...);                                                        \
        return x[0];                                                                                                  \
    }
XP_RANDOM(bits, Bits)
XP_RANDOM(uniform, Uniform)
XP_RANDOM(exponential, Exponential)
XP_RANDOM(normal, Normal)
XP_RANDOM(integers, Integers)
