// Philox4x32-10; the documentation of the CPU backend's `random` module defines what each element is made from.
struct Words { u32 w[4]; };
XP Words philox(u64 block, u64 stream, u64 seed) {
    u32 c0 = (u32)block, c1 = (u32)(block >> 32), c2 = (u32)stream, c3 = (u32)(stream >> 32);
    u32 k0 = (u32)seed, k1 = (u32)(seed >> 32);
#pragma unroll
    for (i32 round = 0; round < 10; round++) {
        const u64 p0 = (u64)c0 * 0xD2511F53u, p1 = (u64)c2 * 0xCD9E8D57u;
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
// The block that was drawn last, and the normal values made of it: neighbours share one.
union Normals { f32 narrow[4]; f64 wide[2]; };
struct Draws { bool any; u64 block, seed, stream; Words words; Normals normals; };
XP Words draw(Draws& d, u64 block, u64 stream, u64 seed) {
    if (!d.any || d.block != block || d.seed != seed || d.stream != stream) {
        d.any = true;
        d.block = block;
        d.seed = seed;
        d.stream = stream;
        d.words = philox(block, stream, seed);
    }
    return d.words;
}
XP u32 word_at(Draws& d, u64 at, u64 seed, u64 stream) { return pick(draw(d, at >> 2, stream, seed), (u32)at & 3); }
XP u64 pair_at(Draws& d, u64 at, u64 seed, u64 stream) { return pair_of(draw(d, at >> 1, stream, seed), (u32)at & 1); }

template <class T> XP T xp_random_bits(Draws& d, u64 at, u64 seed, u64 stream) {
    if constexpr (sizeof(T) == 8) return pair_at(d, at, seed, stream);
    else return word_at(d, at, seed, stream);
}
template <class T> XP T xp_random_uniform(Draws& d, u64 at, u64 seed, u64 stream) {
    if constexpr (Same<T, f64>::value) return (f64)(i64)(pair_at(d, at, seed, stream) >> 11) * 0x1p-53;
    else {
        const u32 shift = Same<T, f32>::value ? 8 : Same<T, f16>::value ? 21 : 24;
        const f32 scale = Same<T, f32>::value ? 0x1p-24f : Same<T, f16>::value ? 0x1p-11f : 0x1p-8f;
        return xp_cast<T>((f32)(word_at(d, at, seed, stream) >> shift) * scale);
    }
}
// The functions of the CPU backend's `random::math`, operation by operation.
template <class F, int N> XP F horner(F x, const F (&coefficients)[N]) {
    F y = coefficients[0];
#pragma unroll
    for (int k = 1; k < N; k++) y = fma(y, x, coefficients[k]);
    return y;
}
// -log1p(-x / 2^bits).
XP f32 exponential(u32 x) {
    const u32 half = 0x3f3504f3u;
    const u32 shifted = bits_of((f32)(0u - x) * 0x1p-32f) - half;
    const bool small = x < 0x4AFB0CCCu;
    const f32 m = from_bits((shifted & 0x7fffffu) + half);
    const f32 f = small ? -((f32)x * 0x1p-32f) : m - 1.0f, k = small ? 0.0f : (f32)((i32)shifted >> 23);
    const f32 c[9] = {0.06971611f, -0.11479734f, 0.1168542f, -0.12425687f, 0.14249058f, -0.16667802f, 0.20000716f,
                      -0.24999997f, 0.3333333f};
    const f32 square = f * f, tail = fmaf(f * horner(f, c), square, -0.5f * square);
    return fabsf(fmaf(k, 0.693147180559945309417f, f + tail));
}
XP f64 exponential(u64 x) {
    const u64 half = 0x3FE6A09E667F3BCDull;
    const u64 shifted = bits_of((f64)(0ull - x) * 0x1p-64) - half;
    const bool small = x < 0x4AFB0CCC06219B7Bull;
    const f64 m = from_bits((shifted & 0xfffffffffffffull) + half);
    const f64 f = small ? -((f64)x * 0x1p-64) : m - 1.0, k = small ? 0.0 : (f64)((i64)shifted >> 52);
    const f64 c[7] = {0.14616449685043406, 0.15331721600556041, 0.18182889125261722, 0.2222221113479508,
                      0.28571428625975485, 0.39999999999899504, 0.666666666666667};
    const f64 s = f / (2.0 + f), z = s * s, r = z * horner(z, c);
    const f64 low = fma(k, 1.9082149292705878e-10, s * (r - f));
    return fabs(fma(k, from_bits(0x3FE62E42FEE00000ull), f + low));
}
// Sine and cosine of x / 2^bits turns: the nearest quarter turn, and what is left of it.
XP void sin_cos_turns(u32 x, f32& sine, f32& cosine) {
    const u32 quarter = (x + 0x20000000u) >> 30;
    const f32 y = (f32)(i32)(x - (quarter << 30)) * 0x1p-30f, z = y * y;
    const f32 a[4] = {-0.004602149f, 0.07968022f, -0.6459635f, -4.855305e-8f};
    const f32 b[5] = {0.0009067399f, -0.020861529f, 0.2536694f, -1.2337005f, 1.0f};
    const f32 s = fmaf(y, 1.57079632679489661923f, y * horner(z, a)), c = horner(z, b);
    const bool even = (quarter & 1) == 0;
    sine = from_bits(bits_of(even ? s : c) ^ (quarter >> 1) << 31);
    cosine = from_bits(bits_of(even ? c : s) ^ ((quarter + 1) >> 1) << 31);
}
XP void sin_cos_turns(u64 x, f64& sine, f64& cosine) {
    const u64 quarter = (x + 0x2000000000000000ull) >> 62;
    const f64 y = (f64)(i64)(x - (quarter << 62)) * 0x1p-62, z = y * y;
    const f64 a[7] = {5.633933781537854e-8, -3.59864335298231e-6, 0.0001604411507421909, -0.004681754132340976,
                      0.079692626246043, -0.6459640975062443, 5.630102e-17};
    const f64 b[8] = {-6.329396344967424e-9, 4.710678405405227e-7, -0.000025202039028029176, 0.0009192602745468446,
                      -0.020863480763340773, 0.2536695079010478, -1.2337005501361698, 1.0};
    const f64 s = fma(y, 1.57079632679489661923, y * horner(z, a)), c = horner(z, b);
    const bool even = (quarter & 1) == 0;
    sine = from_bits(bits_of(even ? s : c) ^ (quarter >> 1) << 63);
    cosine = from_bits(bits_of(even ? c : s) ^ ((quarter + 1) >> 1) << 63);
}
XP f32 root(f32 x) { return sqrtf(x); }
XP f64 root(f64 x) { return sqrt(x); }
template <class T> XP T xp_random_exponential(Draws& d, u64 at, u64 seed, u64 stream) {
    if constexpr (Same<T, f64>::value) return exponential(pair_at(d, at, seed, stream));
    else return xp_cast<T>(exponential(word_at(d, at, seed, stream)));
}
// Two normal values (Box and Muller).
template <class F, class W> XP void normals(W radius, W angle, F& first, F& second) {
    const F r = root((F)2 * exponential(radius));
    F s, c;
    sin_cos_turns(angle, s, c);
    first = r * c;
    second = r * s;
}
template <class T> XP T xp_random_normal(Draws& d, u64 at, u64 seed, u64 stream) {
    const bool wide = Same<T, f64>::value;
    const u64 block = wide ? at >> 1 : at >> 2;
    const bool fresh = !d.any || d.block != block || d.seed != seed || d.stream != stream;
    const Words w = draw(d, block, stream, seed);
    if constexpr (wide) {
        if (fresh) normals(pair_of(w, 0), pair_of(w, 1), d.normals.wide[0], d.normals.wide[1]);
        return at & 1 ? d.normals.wide[1] : d.normals.wide[0];
    } else {
        if (fresh) {
            normals(pick(w, 0), pick(w, 1), d.normals.narrow[0], d.normals.narrow[1]);
            normals(pick(w, 2), pick(w, 3), d.normals.narrow[2], d.normals.narrow[3]);
        }
        const f32 low = at & 1 ? d.normals.narrow[1] : d.normals.narrow[0];
        const f32 high = at & 1 ? d.normals.narrow[3] : d.normals.narrow[2];
        return xp_cast<T>(at & 2 ? high : low);
    }
}
// Lemire's method; a refused value is tried again with the pairs of blocks that no fill reaches.
template <class T> XP T xp_random_integers(Draws& d, u64 at, u64 seed, u64 stream, T low, T last) {
    if (low > last) return low;
    const u64 size = (u64)last - (u64)low + 1ull;
    const bool wide = sizeof(T) == 8;
    u64 v = wide ? pair_at(d, at, seed, stream) : (u64)word_at(d, at, seed, stream);
    if (size == 0) return (T)((u64)low + v);
    // 2^L mod size
    const u64 threshold = wide ? (0ull - size) % size : (1ull << 32) % size;
    u64 h = 0;
    for (u64 retry = 0;; retry++) {
        const u64 l = wide ? v * size : (u64)(u32)((u32)v * size);
        h = wide ? __umul64hi(v, size) : ((u64)(u32)v * size) >> 32;
        if (l >= threshold || retry == 256) break;
        const u64 block = 1ull << 63 | (retry >> 1) << 56 | (at & ((1ull << 56) - 1));
        v = pair_of(philox(block, stream, seed), (u32)retry & 1);
    }
    return (T)((u64)low + h);
}
