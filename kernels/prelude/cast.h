// Conversions, as Element::cast: floats to integers truncate and saturate, NaN is 0.
template <class To, class F> XP To saturate(F x) {
    const bool is_signed = Info<To>::kind == SIGNED;
    const i32 width = 8 * (i32)sizeof(To) - (is_signed ? 1 : 0);
    const F above = (F)(1ull << (width - 1)) * (F)2;
    const To greatest = (To)((is_signed ? (1ull << width) : 0ull) - 1ull);
    const To least = is_signed ? (To)(1ull << (8 * sizeof(To) - 1)) : (To)0;
    if (is_nan(x)) return (To)0;
    if (x >= above) return greatest;
    if (x <= (is_signed ? -above : (F)0)) return least;
    return is_signed ? (To)(i64)x : (To)(u64)x;
}
template <class To, class From> XP To xp_cast(From x) {
    if constexpr (Same<To, From>::value) return x;
    else if constexpr (XP_KIND(From) == HALF) return xp_cast<To>(widen(x));
    else if constexpr (XP_KIND(From) == COMPLEX) {
        if constexpr (XP_KIND(To) == BOOL) return x.re != 0 || x.im != 0;
        else if constexpr (XP_KIND(To) == COMPLEX) return cx((typename Info<To>::Part)x.re, (typename Info<To>::Part)x.im);
        else return xp_cast<To>(x.re);
    }
    else if constexpr (XP_KIND(To) == BOOL) return x != 0;
    else if constexpr (XP_KIND(To) == COMPLEX) return cx((typename Info<To>::Part)x, (typename Info<To>::Part)0);
    else if constexpr (XP_KIND(To) == HALF) {
        if constexpr (Same<From, f64>::value || (XP_INT(From) && sizeof(From) >= 4)) return narrow<To>(round_to_odd((f64)x));
        else return narrow<To>((f32)x);
    }
    else if constexpr (XP_KIND(From) == FLOAT && XP_INT(To)) return saturate<To>(x);
    else return (To)x;
}
