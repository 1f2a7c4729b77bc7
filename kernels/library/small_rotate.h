// One-sided Jacobi rotations of small matrices, for eigenvalues and singular values: a lane for each column. In round k of a
// sweep the columns whose numbers differ by the bits of k meet, so each meets every other one.
constexpr u32 SWEEPS = 60;
// What `first` says.
constexpr u32 NOT_FINITE = 0, NO_CONVERGENCE = 1, DEFICIENT = 2;

XP P epsilon() { return sizeof(P) == 8 ? (P)2.220446049250313e-16 : (P)1.1920929e-7f; }
XP P group_max(P x) {
#pragma unroll
    for (u32 by = LANES / 2; by > 0; by /= 2) x = fmax(x, XP_SHUFFLE_XOR(x, by));
    return x;
}
XP P group_sum(P x) {
#pragma unroll
    for (u32 by = LANES / 2; by > 0; by /= 2) x += XP_SHUFFLE_XOR(x, by);
    return x;
}
XP P squared_length(const T (&x)[LANES]) {
    P sum = (P)0;
#pragma unroll
    for (u32 i = 0; i < LANES; i++) sum = plus_square(sum, x[i]);
    return sum;
}
// Scales columns so that the largest part is near 1, by a power of two whose exponent is the result; says whether all are
// numbers.
XP i32 into_range(T (&x)[LANES], bool& finite) {
    P most = (P)0;
    finite = true;
#pragma unroll
    for (u32 i = 0; i < LANES; i++) {
        const P re = r_abs(real_part(x[i])), im = r_abs(imaginary_part(x[i]));
        finite = finite && is_finite(re) && is_finite(im);
        most = fmax(most, fmax(re, im));
    }
    finite = group_max(finite ? (P)0 : (P)1) == (P)0;
    // All lanes ask each other, also those of groups that go on without numbers.
    most = group_max(most);
    const i32 power = finite ? r_exponent(most) : 0;
#pragma unroll
    for (u32 i = 0; i < LANES; i++) x[i] = finite ? times_power(x[i], -power) : small_real<T>((P)0);
    return power;
}
// How many of the n values come before this lane's.
template <bool ASCENDING> XP u32 rank_of_lane(const Group& g, P value, u32 n) {
    u32 rank = 0;
    for (u32 k = 0; k < LANES; k++) {
        const P other = XP_SHUFFLE_FROM(value, g.base + k);
        const bool before = ASCENDING ? other < value : other > value;
        rank += k < n && (before || (other == value && k < g.lane));
    }
    return rank;
}

// What rotates the columns x and y, which have these squared lengths and this inner product; in double precision, where no
// square vanishes. With y' = phase y, x becomes c x - s y', and y becomes s x + c y'.
struct Rotation {
    P c, s;
    T phase;
};
// The phase of a number of this size, turned back.
XP P phase_back(P x, f64) { return r_copysign((P)1, x); }
template <class C> XP Cx<C> phase_back(Cx<C> x, f64 size) { return cx((C)((f64)x.re / size), (C)(-(f64)x.im / size)); }
XP bool rotation_of(P alpha, P beta, T inner, P least, P tolerance, Rotation& r) {
    const f64 a = (f64)alpha, b = (f64)beta, re = (f64)real_part(inner), im = (f64)imaginary_part(inner);
    const f64 size = XP_KIND(T) == COMPLEX ? sqrt(fma(re, re, im * im)) : fabs(re);
    const f64 shortest = (f64)least * (f64)least;
    r.c = (P)1, r.s = (P)0, r.phase = small_real<T>((P)1);
    if (!(size > (f64)tolerance * sqrt(a * b) && a > shortest && b > shortest)) return false;
    const f64 gap = b - a, twice = 2.0 * size;
    const f64 t = r_copysign(twice / (fabs(gap) + sqrt(fma(gap, gap, twice * twice))), gap), c = rsqrt(fma(t, t, 1.0));
    r.c = (P)c, r.s = (P)(c * t);
    r.phase = phase_back(inner, size);
    return true;
}
// Each lane's column becomes this of it and of its partner's.
XP void rotate(T (&x)[LANES], u32 by, T mine, T partners) {
#pragma unroll
    for (u32 i = 0; i < LANES; i++) x[i] = plus_product(xp_mul(mine, x[i]), partners, across(x[i], by));
}
XP void rotate_with(T (&x)[LANES], const T (&y)[LANES], T mine, T partners) {
#pragma unroll
    for (u32 i = 0; i < LANES; i++) x[i] = plus_product(xp_mul(mine, x[i]), partners, y[i]);
}
// Rotates columns a, and v likewise if it is WITH, until they are orthogonal; columns that are not longer than `least`
// stay. Says whether that has an end.
template <bool WITH> XP bool orthogonalise(const Group& g, T (&a)[LANES], T (&v)[LANES], P least, P tolerance) {
    for (u32 sweep = 0; sweep < SWEEPS; sweep++) {
        bool rotated = false;
        for (u32 by = 1; by < LANES; by++) {
            const u32 partner = g.lane ^ by;
            const bool lower = g.lane < partner;
            T inner = small_real<T>((P)0);
            P square = (P)0;
            // The partner's column, where there are registers to keep it.
            T beside[WITH ? 1 : LANES];
#pragma unroll
            for (u32 i = 0; i < LANES; i++) {
                const T other = across(a[i], by);
                if constexpr (!WITH) beside[i] = other;
                inner = plus_product(inner, xp_conj(a[i]), other);
                square = plus_square(square, a[i]);
            }
            const P other = across(square, by);
            // Both lanes compute with the same numbers.
            inner = of_lane(inner, g.base + (lower ? g.lane : partner));
            Rotation r;
            const P alpha = lower ? square : other, beta = lower ? other : square;
            const bool rotates = rotation_of(alpha, beta, inner, least, tolerance, r);
            if (ballot(rotates)) {
                const T c = small_real<T>(r.c), s = small_real<T>(r.s);
                const T mine = lower || !rotates ? c : scaled_by(r.c, r.phase);
                const T partners = lower ? scaled_by(-r.s, r.phase) : s;
                if constexpr (WITH) rotate(a, by, mine, partners), rotate(v, by, mine, partners);
                else rotate_with(a, beside, mine, partners);
                rotated = true;
            }
        }
        if (!rotated) return true;
    }
    return false;
}
