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
// The block that was drawn last: neighbours share one.
struct Draws { bool any; u64 block, seed, stream; Words words; };
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
// -log1p(-x / 2^bits) without cancellation: where x is large, 1 - x / 2^bits is taken first, exactly.
XP f32 exponential(u32 x) {
    return x < 0x4AFB0CCCu ? -log1pf(-((f32)x * 0x1p-32f)) : -logf((f32)(0u - x) * 0x1p-32f);
}
XP f64 exponential(u64 x) {
    return x < 0x4AFB0CCC00000000ull ? -log1p(-((f64)x * 0x1p-64)) : -log((f64)(0ull - x) * 0x1p-64);
}
template <class T> XP T xp_random_exponential(Draws& d, u64 at, u64 seed, u64 stream) {
    if constexpr (Same<T, f64>::value) return exponential(pair_at(d, at, seed, stream));
    else return xp_cast<T>(exponential(word_at(d, at, seed, stream)));
}
// Cosine (even) or sine (odd) of x / 2^bits turns: reduced to the nearest quarter, exactly.
template <class F> XP F wave(u32 quarter, F s, F c, bool odd) {
    const u32 q = odd ? quarter - 1 : quarter;
    const F v = q & 1 ? -s : c;
    return q & 2 ? -v : v;
}
XP f32 turn_wave(u32 x, bool odd) {
    const u32 quarter = (x + 0x20000000u) >> 30;
    f32 s, c;
    sincospif((f32)(i32)(x - (quarter << 30)) * 0x1p-31f, &s, &c);
    return wave(quarter, s, c, odd);
}
XP f64 turn_wave(u64 x, bool odd) {
    const u32 quarter = (u32)((x + 0x2000000000000000ull) >> 62);
    f64 s, c;
    sincospi((f64)(i64)(x - ((u64)quarter << 62)) * 0x1p-63, &s, &c);
    return wave(quarter, s, c, odd);
}
template <class T> XP T xp_random_normal(Draws& d, u64 at, u64 seed, u64 stream) {
    const bool odd = at & 1;
    if constexpr (Same<T, f64>::value) {
        const Words r = draw(d, at >> 1, stream, seed);
        return sqrt(2.0 * exponential(pair_of(r, 0))) * turn_wave(pair_of(r, 1), odd);
    } else {
        const Words r = draw(d, at >> 2, stream, seed);
        const u32 first = (u32)at & 2;
        return xp_cast<T>(sqrtf(2.0f * exponential(pick(r, first))) * turn_wave(pick(r, first + 1), odd));
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
