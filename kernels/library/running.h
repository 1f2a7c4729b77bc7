// Running products of floats, as if multiplied one after the other: what has overflowed stays infinite, and what has
// vanished stays 0.
//
// Neighbours are multiplied before it is known what comes before them. So their product has a power of 2, and with it go
// the exponents of what comes before that decide: from `high` on a product of theirs overflows first, below `low` one
// vanishes first. Both are bounds where that is certain, since exponents of products are known but for the carries of
// their mantissas. There are no gaps, as accumulators are copied by words.
template <class A> struct Stretch { A value; f32 scale, low, high, none; };
// Beyond all exponents.
#define XP_BEYOND 1e30f
template <class A> XP f32 exponent_of(const Stretch<A>& a) {
    typedef Range<typename PartOf<A>::Type> Around;
    const u32 biased = biased_exponent(extent(a.value));
    if (biased == 0) return -XP_BEYOND;
    if (biased == Around::special) return XP_BEYOND;
    return (f32)((i32)biased - Around::bias) + (f32)Around::bits * a.scale;
}
template <class P> XP P overflowed(P x) { return x * (P)XP_INF; }
template <class P> XP Cx<P> overflowed(Cx<P> z) {
    const bool none = z.re == 0 && z.im == 0;
    return cx(z.re == 0 && !none ? z.re : overflowed(z.re), z.im == 0 && !none ? z.im : overflowed(z.im));
}
template <class T, class A> struct Products {
    typedef typename PartOf<A>::Type P;
    typedef Range<P> Around;
    typedef Stretch<A> Acc;
    typedef A Run;
    static const bool in_range = true;
    // What overflows whatever the mantissas; what vanishes though there were a carry for each time that stretches are joined.
    XP f32 most() { return (f32)(Around::bias + 1); }
    XP f32 least() { return (f32)(-Around::bias - Around::digits - 32); }
    XP Acc start(T) { return {xp_cast<A>(1), 0.0f, -XP_BEYOND, XP_BEYOND, 0.0f}; }
    XP Acc wide(T x) {
        Acc a = {xp_cast<A>(x), 0.0f, 0.0f, 0.0f, 0.0f};
        bring_near(a.value, a.scale);
        const f32 exponent = exponent_of(a);
        a.low = least() - exponent;
        a.high = most() - exponent;
        return a;
    }
    XP Acc join(Acc a, const Acc& b) {
        const f32 exponent = exponent_of(a);
        multiply(a.value, a.scale, b.value, b.scale);
        const f32 low = fminf(fmaxf(b.low - exponent, a.low), a.high);
        a.high = fminf(fmaxf(b.high - exponent, a.low), a.high);
        a.low = low;
        return a;
    }
    XP Run after(const Acc& a) {
        if (a.high <= 0.0f) return overflowed(a.value);
        if (a.low > 0.0f) return times(a.value, (P)0);
        return unscaled(a.value, a.scale);
    }
    XP Run first(T x) { return xp_cast<A>(x); }
    XP Run step(Run a, T x) { return xp_mul(a, xp_cast<A>(x)); }
    XP T narrow(Run a) { return xp_cast<T>(a); }
    // A lane's elements, and the upper bits of its least and greatest products.
    struct Lane {
        static const int shift = Around::digits % 32;
        A run;
        u32 least, most;
        // Without the sign, which NaN may keep through `fabs` and `fmax`.
        XP u32 upper(P x) { return (u32)(bits_of(x) >> (8 * sizeof(P) - 32)) & 0x7fffffffu; }
        XP f32 exponent(u32 upper) { return (f32)((i32)(upper >> shift) - Around::bias); }
        XP Lane begin() { return {xp_cast<A>(1), upper(1), upper(1)}; }
        __device__ __forceinline__ void add(T x) {
            run = step(run, x);
            const u32 size = upper(extent(run));
            least = size < least ? size : least;
            most = size > most ? size : most;
        }
        // Whether all products were finite, and had all their digits.
        __device__ __forceinline__ bool is_whole() const {
            return least >> shift != 0 && most >> shift != Around::special;
        }
        __device__ __forceinline__ Acc total() const {
            return {run, 0.0f, Products::least() - exponent(least), Products::most() - exponent(most), 0.0f};
        }
    };
};
