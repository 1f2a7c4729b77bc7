// NumPy's sort order as unsigned integers: NaN is last, values that compare equal share a rank.
template <int SIZE> struct Unsigned;
template <> struct Unsigned<1> { typedef u8 Type; };
template <> struct Unsigned<2> { typedef u16 Type; };
template <> struct Unsigned<4> { typedef u32 Type; };
template <> struct Unsigned<8> { typedef u64 Type; };
struct Wide { u64 high, low; };
XP bool operator<(const Wide& a, const Wide& b) { return a.high < b.high || (a.high == b.high && a.low < b.low); }
template <> struct Unsigned<16> { typedef Wide Type; };

// An element in memory. A truth value there is any byte but 0; AMD's compiler takes one that is loaded as such for 0 or 1.
template <class T> XP T element(const T* at) {
    if constexpr (XP_KIND(T) == BOOL) return *(const u8*)at != 0;
    else return *at;
}
// The bits of a real number so that they order as it does; -0 before 0, NaN of either sign last.
template <class T> XP typename Unsigned<sizeof(T)>::Type ordered_bits(T x) {
    typedef typename Unsigned<sizeof(T)>::Type K;
    const K sign = (K)((K)1 << (8 * sizeof(T) - 1));
    K bits;
    memcpy(&bits, &x, sizeof(T));
    if constexpr (XP_KIND(T) == BOOL || XP_KIND(T) == UNSIGNED) return bits;
    else if constexpr (XP_KIND(T) == SIGNED) return (K)(bits ^ sign);
    else {
        const K infinity = Same<T, f16>::value ? (K)0x7c00 : Same<T, bf16>::value ? (K)0x7f80
                         : sizeof(T) == 4 ? (K)0x7f800000u : (K)0x7ff0000000000000ull;
        const K magnitude = (K)(bits & (K)~sign);
        if (magnitude > infinity) return (K)(magnitude | sign);
        return bits & sign ? (K)~bits : (K)(bits | sign);
    }
}
// The number with these bits.
template <class T> XP T from_ordered(typename Unsigned<sizeof(T)>::Type key) {
    typedef typename Unsigned<sizeof(T)>::Type K;
    const K sign = (K)((K)1 << (8 * sizeof(T) - 1));
    K bits = key;
    if constexpr (XP_KIND(T) == SIGNED) bits = (K)(key ^ sign);
    else if constexpr (XP_KIND(T) == HALF || XP_KIND(T) == FLOAT) bits = key & sign ? (K)(key ^ sign) : (K)~key;
    T x;
    memcpy(&x, &bits, sizeof(T));
    return x;
}
template <class T> XP bool is_nan_of(T x) {
    if constexpr (XP_KIND(T) == HALF) return is_nan(widen(x));
    else if constexpr (XP_KIND(T) == FLOAT) return is_nan(x);
    else if constexpr (XP_KIND(T) == COMPLEX) return is_nan(x.re) || is_nan(x.im);
    else return false;
}
template <class T> XP typename Unsigned<sizeof(T)>::Type real_rank(T x) {
    typedef typename Unsigned<sizeof(T)>::Type K;
    if constexpr (XP_KIND(T) == HALF || XP_KIND(T) == FLOAT) {
        const K bits = ordered_bits(x), zero = (K)((K)1 << (8 * sizeof(T) - 1));
        if (is_nan_of(x)) return (K)~(K)0;
        return bits == (K)(zero - 1) ? zero : bits;
    }
    else return ordered_bits(x);
}
// Complex numbers by their real, then their imaginary parts; then those with a NaN only in the imaginary part, only in the
// real one, in both. Between infinity and NaN there is room for what the high half is then.
template <class P> struct Halves { typename Unsigned<sizeof(P)>::Type high, low; };
template <class P> XP Halves<P> complex_rank(Cx<P> x) {
    typedef typename Unsigned<sizeof(P)>::Type K;
    const K re = real_rank(x.re), im = real_rank(x.im), most = (K)~(K)0;
    Halves<P> r = {re, im};
    if (is_nan(x.re)) {
        r.high = is_nan(x.im) ? most : (K)(most - 1);
        r.low = is_nan(x.im) ? (K)0 : im;
    } else if (is_nan(x.im)) {
        r.high = (K)(most - 2);
        r.low = re;
    }
    return r;
}
template <class T> XP typename Unsigned<sizeof(T)>::Type rank_of(T x) {
    if constexpr (Same<T, c32>::value) {
        const Halves<f32> r = complex_rank(x);
        return (u64)r.high << 32 | r.low;
    } else if constexpr (Same<T, c64>::value) {
        const Halves<f64> r = complex_rank(x);
        Wide w = {r.high, r.low};
        return w;
    } else return real_rank(x);
}
