// Functions of float and double under one name.
#define XP_REAL1(name, fn) \
    XP f32 name(f32 x) { return fn##f(x); } \
    XP f64 name(f64 x) { return fn(x); }
#define XP_REAL2(name, fn) \
    XP f32 name(f32 x, f32 y) { return fn##f(x, y); } \
    XP f64 name(f64 x, f64 y) { return fn(x, y); }
XP_REAL1(r_abs, fabs) XP_REAL1(r_floor, floor) XP_REAL1(r_ceil, ceil) XP_REAL1(r_trunc, trunc) XP_REAL1(r_rint, rint)
XP_REAL1(r_sqrt, sqrt) XP_REAL1(r_cbrt, cbrt) XP_REAL1(r_exp, exp) XP_REAL1(r_exp2, exp2)
XP_REAL1(r_log, log) XP_REAL1(r_log2, log2) XP_REAL1(r_log10, log10)
XP_REAL1(r_sin, sin) XP_REAL1(r_cos, cos) XP_REAL1(r_tan, tan) XP_REAL1(r_asin, asin) XP_REAL1(r_acos, acos)
XP_REAL1(r_atan, atan) XP_REAL1(r_sinh, sinh) XP_REAL1(r_cosh, cosh) XP_REAL1(r_tanh, tanh)
XP_REAL1(r_asinh, asinh) XP_REAL1(r_acosh, acosh) XP_REAL1(r_atanh, atanh) XP_REAL1(r_sinpi, sinpi)
// Zeros keep their sign, which AMD's functions lose.
#ifdef __HIP_PLATFORM_AMD__
#define XP_ODD1(name, fn) \
    XP f32 name(f32 x) { return x == 0 ? x : fn##f(x); } \
    XP f64 name(f64 x) { return x == 0 ? x : fn(x); }
XP_ODD1(r_expm1, expm1) XP_ODD1(r_log1p, log1p)
#else
XP_REAL1(r_expm1, expm1) XP_REAL1(r_log1p, log1p)
#endif
XP_REAL2(r_atan2, atan2) XP_REAL2(r_fmod, fmod)
XP_REAL2(r_copysign, copysign) XP_REAL2(r_nextafter, nextafter)
XP f32 r_fma(f32 x, f32 y, f32 z) { return fmaf(x, y, z); }
XP f64 r_fma(f64 x, f64 y, f64 z) { return fma(x, y, z); }
XP f32 r_i0(f32 x) { return (f32)cyl_bessel_i0((f64)x); }
XP f64 r_i0(f64 x) { return cyl_bessel_i0(x); }
XP f32 r_hypot(f32 x, f32 y) {
    if (is_inf(x) || is_inf(y)) return XP_INF;
    return (f32)sqrt((f64)x * (f64)x + (f64)y * (f64)y);
}
// Corrected by what its squares and root have rounded away (Borges, "An improved algorithm for hypot(a, b)", 2019).
static __device__ __noinline__ f64 r_hypot(f64 x, f64 y) {
    x = fabs(x);
    y = fabs(y);
    if (is_inf(x) || is_inf(y)) return (f64)XP_INF;
    if (is_nan(x) || is_nan(y)) return x + y;
    const f64 big = fmax(x, y), small = fmin(x, y);
    if (small == 0.0) return big;
    const f64 scale = big > 0x1p500 ? 0x1p-600 : big < 0x1p-400 ? 0x1p600 : 1.0;
    const f64 a = big * scale, b = small * scale, h = sqrt(fma(a, a, b * b)), hh = h * h, aa = a * a;
    const f64 excess = fma(-b, b, hh - aa) + fma(h, h, -hh) - fma(a, a, -aa);
    return (h - excess / (2.0 * h)) / scale;
}
XP f32 r_pow(f32 x, f32 y) { return powf(x, y); }
// Whole exponents by squaring, with the rounding errors carried along: powers that are numbers come out exactly.
static __device__ __noinline__ f64 r_pow(f64 x, f64 y) {
    const f64 n = fabs(y);
    if (!(n <= 1024.0 && trunc(n) == n)) return pow(x, y);
    f64 high = 1.0, low = 0.0, base = x, base_low = 0.0;
    for (u32 k = (u32)n; k != 0; k >>= 1) {
        if (k & 1) {
            const f64 p = high * base;
            low = fma(high, base, -p) + (high * base_low + low * base);
            high = p;
        }
        const f64 p = base * base;
        base_low = fma(base, base, -p) + 2.0 * base * base_low;
        base = p;
    }
    f64 result = high + low;
    if (y < 0) {
        const f64 q = 1.0 / high;
        result = q + q * (fma(-q, high, 1.0) - q * low);
    }
    // Near the ends of the range the errors are not numbers.
    return fabs(result) < 0x1p900 && fabs(result) > 0x1p-900 && fabs(high) < 0x1p900 && fabs(high) > 0x1p-900 ? result : pow(x, y);
}

template <class T> XP T r_sinc(T x) {
    const T pi = (T)3.14159265358979323846;
    return x == 0 ? (T)1 : r_sinpi(x) / (pi * x);
}
template <class T> XP T r_sign(T x) { return x > 0 ? (T)1 : x < 0 ? (T)-1 : x == 0 ? (T)0 : x; }
// By the bits, of numbers that are neither subnormal nor infinite nor NaN; `frexp` has branches for these.
XP u32 biased_exponent(f32 x) { return bits_of(x) >> 23 & 0xffu; }
XP u32 biased_exponent(f64 x) { return (u32)(bits_of(x) >> 52) & 0x7ffu; }
XP f32 r_mantissa(f32 x) {
    if (biased_exponent(x) - 1u < 0xfeu) return from_bits((bits_of(x) & 0x807fffffu) | 0x3f000000u);
    i32 e;
    return x == 0 || !is_finite(x) ? x : frexpf(x, &e);
}
XP f64 r_mantissa(f64 x) {
    if (biased_exponent(x) - 1u < 0x7feu) return from_bits((bits_of(x) & 0x800fffffffffffffull) | 0x3fe0000000000000ull);
    i32 e;
    return x == 0 || !is_finite(x) ? x : frexp(x, &e);
}
XP i32 r_exponent(f32 x) {
    if (biased_exponent(x) - 1u < 0xfeu) return (i32)biased_exponent(x) - 126;
    i32 e = 0;
    if (x != 0 && is_finite(x)) frexpf(x, &e);
    return e;
}
XP i32 r_exponent(f64 x) {
    if (biased_exponent(x) - 1u < 0x7feu) return (i32)biased_exponent(x) - 1022;
    i32 e = 0;
    if (x != 0 && is_finite(x)) frexp(x, &e);
    return e;
}
// Division, which AMD's instructions refine by multiplications and additions: that can miss one case, a power of two by a number whose
// bits are all ones (Markstein, "Computation of elementary functions on the IBM RISC System/6000 processor", 1990), of which the
// quotient ends in a one.
#ifdef __HIP_PLATFORM_AMD__
template <class T> XP T r_div(T x, T y) {
    typedef typename Info<T>::Wrap W;
    const W ones = sizeof(T) == 4 ? (W)0x7fffff : (W)0xfffffffffffffull;
    const u32 last = sizeof(T) == 4 ? 0xfe : 0x7fe;
    const T q = x / y;
    const bool missed = (bits_of(x) & ones) == 0 && (bits_of(y) & ones) == ones;
    return missed && biased_exponent(y) != 0 && biased_exponent(q) - 1u < last ? from_bits(bits_of(q) | (W)1) : q;
}
#else
template <class T> XP T r_div(T x, T y) { return x / y; }
#endif
template <class T> XP T r_logaddexp(T x, T y) {
    const T ln2 = (T)0.693147180559945309417, ln2_rest = (T)(sizeof(T) == 4 ? -1.90465429995776804e-9 : 2.31904681384629956e-17);
    if (x == y) return (x + ln2) + ln2_rest;
    const T d = x - y;
    return d > 0 ? x + r_log1p(r_exp(-d)) : d <= 0 ? y + r_log1p(r_exp(d)) : d;
}
template <class T> XP T r_logaddexp2(T x, T y) {
    if (x == y) return x + (T)1;
    const T d = x - y, log2e = (T)1.44269504088896340736;
    return d > 0 ? x + log2e * r_log1p(r_exp2(-d)) : d <= 0 ? y + log2e * r_log1p(r_exp2(d)) : d;
}
// NumPy's floor_divide and remainder.
template <class T> XP T r_floordiv(T x, T y) {
    if (y == 0) return x / y;
    const T r = r_fmod(x, y);
    T q = (x - r) / y;
    if (r != 0 && (y < 0) != (r < 0)) q -= (T)1;
    if (q == 0) return r_copysign((T)0, x / y);
    const T floor = r_floor(q);
    return q - floor > (T)0.5 ? floor + (T)1 : floor;
}
template <class T> XP T r_mod(T x, T y) {
    const T r = r_fmod(x, y);
    if (y == 0) return r;
    if (r == 0) return r_copysign((T)0, y);
    return (y < 0) == (r < 0) ? r : r + y;
}
// nextafter in the steps of a half type.
template <class T> XP T half_next(T from, T to) {
    const f32 x = widen(from), y = widen(to);
    if (is_nan(x) || is_nan(y)) return narrow<T>(x + y);
    if (x == y) return to;
    const bool up = x < y;
    T r = from;
    if ((from.bits & 0x7fff) == 0) r.bits = (u16)(1 | (up ? 0 : 0x8000));
    else r.bits = (u16)(((from.bits & 0x8000) == 0) == up ? from.bits + 1 : from.bits - 1);
    return r;
}
