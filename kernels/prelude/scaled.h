// Products of floats, each a value times a power of 2: a part of them may leave the range where the whole does not, and
// infinity times 0 would be NaN. The power is of so many bits, and its exponent a float, which does not wrap.
template <class P> struct Range;
template <> struct Range<f32> {
    static const int bits = 64, digits = 23, bias = 127;
    static const u32 special = 0xff;
    XP f32 up() { return 0x1p64f; }
    XP f32 down() { return 0x1p-64f; }
    XP f32 near() { return 0x1p32f; }
    XP f32 far() { return 0x1p120f; }
};
template <> struct Range<f64> {
    static const int bits = 512, digits = 52, bias = 1023;
    static const u32 special = 0x7ff;
    XP f64 up() { return 0x1p512; }
    XP f64 down() { return 0x1p-512; }
    XP f64 near() { return 0x1p256; }
    XP f64 far() { return 0x1p960; }
};
// Without gaps, as accumulators are copied by words.
template <class A> struct Scaled { A value; f32 scale, none[sizeof(A) / 4 - 1]; };
template <> struct Scaled<f32> { f32 value, scale; };
template <class A> struct PartOf { typedef A Type; };
template <class P> struct PartOf<Cx<P>> { typedef P Type; };
// The larger magnitude of the parts. NaN is in its value, whatever this is.
XP f32 extent(f32 x) { return fabsf(x); }
XP f64 extent(f64 x) { return fabs(x); }
XP f32 extent(c32 z) { return fmaxf(fabsf(z.re), fabsf(z.im)); }
XP f64 extent(c64 z) { return fmax(fabs(z.re), fabs(z.im)); }
template <class P> XP P times(P x, P by) { return x * by; }
template <class P> XP Cx<P> times(Cx<P> z, P by) { return cx(z.re * by, z.im * by); }
// Near 1, unless it is 0, infinite or NaN. Twice, as what is subnormal is two steps away.
template <class A> XP void bring_near(A& value, f32& scale) {
    typedef typename PartOf<A>::Type P;
    typedef Range<P> Around;
#pragma unroll
    for (int k = 0; k < 2; k++) {
        const P size = extent(value);
        const bool large = size > Around::near(), small = size < (P)1 / Around::near();
        value = times(value, large ? Around::down() : small ? Around::up() : (P)1);
        scale += large ? 1.0f : small ? -1.0f : 0.0f;
    }
}
// Multiplies. Most products are in range as they are.
template <class A> XP void multiply(A& value, f32& scale, A by, f32 by_scale) {
    typedef typename PartOf<A>::Type P;
    typedef Range<P> Around;
    const A product = xp_mul(value, by);
    const P size = extent(product);
    if (__builtin_expect(size < Around::far() && size > (P)1 / Around::far(), 1)) {
        value = product;
    } else {
        bring_near(value, scale);
        bring_near(by, scale);
        value = xp_mul(value, by);
    }
    scale += by_scale;
}
// The number itself, rounded once: after three steps all that is left is 0 or infinite.
template <class A> XP A unscaled(A value, f32 scale) {
    typedef typename PartOf<A>::Type P;
    typedef Range<P> Around;
    bring_near(value, scale);
    const P by = scale > 0.0f ? Around::up() : Around::down();
#pragma unroll
    for (int k = 0; k < 3; k++) {
        if ((f32)k < fabsf(scale)) value = times(value, by);
    }
    return value;
}
