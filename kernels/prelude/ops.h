// The operations of the IR, by name and for every element type that takes them. Half types are computed in float and
// rounded after each operation.
template <class T> XP T lowered(c64 z) { return cx((typename Info<T>::Part)z.re, (typename Info<T>::Part)z.im); }
XP c64 raised(c32 z) { return cx((f64)z.re, (f64)z.im); }
XP c64 raised(c64 z) { return z; }

#define XP_MATH(name) \
    template <class T> XP T xp_##name(T x) { \
        if constexpr (XP_KIND(T) == HALF) return narrow<T>(r_##name(widen(x))); \
        else if constexpr (XP_KIND(T) == COMPLEX) return lowered<T>(z_##name(raised(x))); \
        else return r_##name(x); \
    }
#define XP_MATH_REAL(name) \
    template <class T> XP T xp_##name(T x) { \
        if constexpr (XP_KIND(T) == HALF) return narrow<T>(r_##name(widen(x))); \
        else return r_##name(x); \
    }
XP_MATH(sqrt) XP_MATH(exp) XP_MATH(exp2) XP_MATH(expm1) XP_MATH(log) XP_MATH(log2) XP_MATH(log10) XP_MATH(log1p)
XP_MATH(sin) XP_MATH(cos) XP_MATH(tan) XP_MATH(asin) XP_MATH(acos) XP_MATH(atan) XP_MATH(sinh) XP_MATH(cosh)
XP_MATH(tanh) XP_MATH(asinh) XP_MATH(acosh) XP_MATH(atanh) XP_MATH(sinc)
XP_MATH_REAL(floor) XP_MATH_REAL(ceil) XP_MATH_REAL(trunc) XP_MATH_REAL(mantissa) XP_MATH_REAL(cbrt) XP_MATH_REAL(i0)

template <class T> XP T xp_rint(T x) {
    if constexpr (XP_KIND(T) == COMPLEX) return cx(r_rint(x.re), r_rint(x.im));
    else if constexpr (XP_KIND(T) == HALF) return narrow<T>(r_rint(widen(x)));
    else return r_rint(x);
}
template <class T> XP T xp_neg(T x) {
    if constexpr (XP_KIND(T) == HALF) { x.bits ^= 0x8000; return x; }
    else if constexpr (XP_KIND(T) == COMPLEX) return cx(-x.re, -x.im);
    else if constexpr (XP_KIND(T) == FLOAT) return -x;
    else return negate(x);
}
template <class T> XP typename Info<T>::Part xp_abs(T x) {
    if constexpr (XP_KIND(T) == HALF) { x.bits &= 0x7fff; return x; }
    else if constexpr (XP_KIND(T) == COMPLEX) return r_hypot(x.re, x.im);
    else if constexpr (XP_KIND(T) == FLOAT) return r_abs(x);
    else if constexpr (XP_KIND(T) == SIGNED) return magnitude(x);
    else return x;
}
template <class T> XP T xp_sign(T x) {
    if constexpr (XP_KIND(T) == HALF) return narrow<T>(r_sign(widen(x)));
    else if constexpr (XP_KIND(T) == COMPLEX) return c_sign(x);
    else if constexpr (XP_KIND(T) == BOOL) return x;
    else return r_sign(x);
}
template <class T> XP T xp_square(T x) {
    if constexpr (XP_KIND(T) == HALF) return narrow<T>(widen(x) * widen(x));
    else if constexpr (XP_KIND(T) == COMPLEX) return c_mul(x, x);
    else if constexpr (XP_KIND(T) == BOOL) return x;
    else if constexpr (XP_KIND(T) == FLOAT) return x * x;
    else return product(x, x);
}
template <class T> XP T xp_reciprocal(T x) {
    if constexpr (XP_KIND(T) == HALF) return narrow<T>(1.0f / widen(x));
    else if constexpr (XP_KIND(T) == COMPLEX) return c_reciprocal(x);
    else if constexpr (XP_KIND(T) == FLOAT) return r_div((T)1, x);
    else return quotient((T)1, x);
}
template <class T> XP T xp_not(T x) {
    if constexpr (XP_KIND(T) == BOOL) return !x;
    else return (T)~x;
}
template <class T> XP u8 xp_bitcount(T x) {
    const T m = magnitude(x);
    if constexpr (sizeof(T) == 8) return (u8)__popcll((u64)m);
    else return (u8)__popc((u32)m & (sizeof(T) == 4 ? 0xffffffffu : (1u << (8 * sizeof(T) % 32)) - 1u));
}
template <class T> XP T xp_conj(T x) {
    if constexpr (XP_KIND(T) == COMPLEX) return cx(x.re, -x.im);
    else return x;
}
template <class T> XP T xp_stopgradient(T x) { return x; }
template <class T> XP typename Info<T>::Part xp_real(T x) {
    if constexpr (XP_KIND(T) == COMPLEX) return x.re;
    else return x;
}
template <class T> XP typename Info<T>::Part xp_imag(T x) {
    if constexpr (XP_KIND(T) == COMPLEX) return x.im;
    else if constexpr (XP_KIND(T) == HALF) { x.bits = 0; return x; }
    else return (T)0;
}
#define XP_TEST(name, f, both, plain) \
    template <class T> XP bool xp_##name(T x) { \
        if constexpr (XP_KIND(T) == HALF) return f(widen(x)); \
        else if constexpr (XP_KIND(T) == COMPLEX) return f(x.re) both f(x.im); \
        else if constexpr (XP_KIND(T) == FLOAT) return f(x); \
        else return plain; \
    }
XP_TEST(isnan, is_nan, ||, false) XP_TEST(isinf, is_inf, ||, false) XP_TEST(isfinite, is_finite, &&, true)
template <class T> XP bool xp_signbit(T x) {
    if constexpr (XP_KIND(T) == HALF) return (x.bits & 0x8000) != 0;
    else return bits_of(x) >> (8 * sizeof(T) - 1);
}
template <class T> XP i32 xp_exponent(T x) {
    if constexpr (XP_KIND(T) == HALF) return r_exponent(widen(x));
    else return r_exponent(x);
}

// In single precision, which has more than twice the digits: rounded twice, results are as if rounded once.
#define XP_HALF(name, sign) \
    template <class T> XP T half_##name(T x, T y) { return narrow<T>(widen(x) sign widen(y)); }
XP_HALF(add, +) XP_HALF(sub, -) XP_HALF(mul, *)
#if __CUDA_ARCH__ >= 800
// So the device's own instructions have the same, and need no conversions.
#define XP_NATIVE(name) \
    XP f16 half_##name(f16 x, f16 y) { \
        f16 r; \
        asm(#name ".rn.f16 %0, %1, %2;" : "=h"(r.bits) : "h"(x.bits), "h"(y.bits)); \
        return r; \
    }
XP_NATIVE(add) XP_NATIVE(sub) XP_NATIVE(mul)
#endif
#define XP_ARITHMETIC(name, sign, boolean) \
    template <class T> XP T xp_##name(T x, T y) { \
        if constexpr (XP_KIND(T) == BOOL) return boolean; \
        else if constexpr (XP_KIND(T) == HALF) return half_##name(x, y); \
        else if constexpr (XP_KIND(T) == COMPLEX) return cx(x.re sign y.re, x.im sign y.im); \
        else if constexpr (XP_KIND(T) == FLOAT) return x sign y; \
        else return wrap<T>(XP_W(T, x) sign XP_W(T, y)); \
    }
XP_ARITHMETIC(add, +, x || y) XP_ARITHMETIC(sub, -, x != y)
template <class T> XP T xp_mul(T x, T y) {
    if constexpr (XP_KIND(T) == BOOL) return x && y;
    else if constexpr (XP_KIND(T) == HALF) return half_mul(x, y);
    else if constexpr (XP_KIND(T) == COMPLEX) return c_mul(x, y);
    else if constexpr (XP_KIND(T) == FLOAT) return x * y;
    else return product(x, y);
}
template <class T> XP T xp_div(T x, T y) {
    if constexpr (XP_KIND(T) == HALF) return narrow<T>(widen(x) / widen(y));
    else if constexpr (XP_KIND(T) == COMPLEX) return c_div(x, y);
    else if constexpr (XP_KIND(T) == FLOAT) return r_div(x, y);
    else return x / y;
}
#define XP_DIVISION(name, real, integer) \
    template <class T> XP T xp_##name(T x, T y) { \
        if constexpr (XP_KIND(T) == HALF) return narrow<T>(real(widen(x), widen(y))); \
        else if constexpr (XP_KIND(T) == FLOAT) return real(x, y); \
        else return integer(x, y); \
    }
XP_DIVISION(floordiv, r_floordiv, floor_quotient) XP_DIVISION(mod, r_mod, modulo) XP_DIVISION(fmod, r_fmod, remainder)
template <class T> XP T xp_pow(T x, T y) {
    if constexpr (XP_KIND(T) == HALF) return narrow<T>(r_pow(widen(x), widen(y)));
    else if constexpr (XP_KIND(T) == COMPLEX) return lowered<T>(z_pow(raised(x), raised(y)));
    else if constexpr (XP_KIND(T) == FLOAT) return r_pow(x, y);
    else return power(x, y);
}
#define XP_MATH2(name) \
    template <class T> XP T xp_##name(T x, T y) { \
        if constexpr (XP_KIND(T) == HALF) return narrow<T>(r_##name(widen(x), widen(y))); \
        else return r_##name(x, y); \
    }
XP_MATH2(atan2) XP_MATH2(hypot) XP_MATH2(logaddexp) XP_MATH2(logaddexp2) XP_MATH2(copysign)
template <class T> XP T xp_nextafter(T x, T y) {
    if constexpr (XP_KIND(T) == HALF) return half_next(x, y);
    else return r_nextafter(x, y);
}
#define XP_COMPARE(name, sign, complex) \
    template <class T> XP bool xp_##name(T x, T y) { \
        if constexpr (XP_KIND(T) == HALF) return widen(x) sign widen(y); \
        else if constexpr (XP_KIND(T) == COMPLEX) return complex; \
        else return x sign y; \
    }
XP_COMPARE(eq, ==, x.re == y.re && x.im == y.im) XP_COMPARE(ne, !=, x.re != y.re || x.im != y.im)
XP_COMPARE(lt, <, c_lt(x, y)) XP_COMPARE(le, <=, c_le(x, y)) XP_COMPARE(gt, >, c_lt(y, x)) XP_COMPARE(ge, >=, c_le(y, x))
// NaN if either is; of equal floats the second.
template <class T> XP bool first_of_equals() { return XP_KIND(T) == COMPLEX; }
template <class T> XP T xp_min(T x, T y) {
    return choose(xp_isnan(x) || xp_lt(x, y) || (first_of_equals<T>() && xp_le(x, y)), x, y);
}
template <class T> XP T xp_max(T x, T y) {
    return choose(xp_isnan(x) || xp_gt(x, y) || (first_of_equals<T>() && xp_ge(x, y)), x, y);
}
template <class T> XP T xp_fmin(T x, T y) { return choose(xp_isnan(y) || xp_le(x, y), x, y); }
template <class T> XP T xp_fmax(T x, T y) { return choose(xp_isnan(y) || xp_ge(x, y), x, y); }
template <class T> XP T xp_gcd(T x, T y) { return gcd(x, y); }
template <class T> XP T xp_lcm(T x, T y) { return lcm(x, y); }
template <class T> XP T xp_and(T x, T y) { return (T)(x & y); }
template <class T> XP T xp_or(T x, T y) { return (T)(x | y); }
template <class T> XP T xp_xor(T x, T y) { return (T)(x ^ y); }
template <class T> XP T xp_shl(T x, T y) { return shift_left(x, y); }
template <class T> XP T xp_shr(T x, T y) { return shift_right(x, y); }
template <class T> XP T xp_select(bool c, T x, T y) { return choose(c, x, y); }
template <class T> XP Cx<T> xp_complex(T re, T im) { return cx(re, im); }
