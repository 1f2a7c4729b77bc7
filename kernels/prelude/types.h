// Element types. A truth value is C++'s own; the half types are 16 bits, computed with as float.
#ifdef __CUDACC_RTC__
// A kernel uses few of the functions.
#pragma nv_diag_suppress 177
#endif
#define XP static __device__ __forceinline__
typedef signed char i8;
typedef short i16;
typedef int i32;
typedef long long i64;
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef float f32;
typedef double f64;
struct f16 { u16 bits; };
struct bf16 { u16 bits; };
template <class T> struct alignas(2 * sizeof(T)) Cx { T re, im; };
typedef Cx<f32> c32;
typedef Cx<f64> c64;

enum Kind { BOOL, SIGNED, UNSIGNED, HALF, FLOAT, COMPLEX };
// A type's kind; the unsigned integer in which its arithmetic wraps; its part if it is complex.
template <class T> struct Info;
#define XP_INFO(T, K, U, P) template <> struct Info<T> { static const Kind kind = K; typedef U Wrap; typedef P Part; };
XP_INFO(bool, BOOL, u32, bool)
XP_INFO(i8, SIGNED, u32, i8)
XP_INFO(i16, SIGNED, u32, i16)
XP_INFO(i32, SIGNED, u32, i32)
XP_INFO(i64, SIGNED, u64, i64)
XP_INFO(u8, UNSIGNED, u32, u8)
XP_INFO(u16, UNSIGNED, u32, u16)
XP_INFO(u32, UNSIGNED, u32, u32)
XP_INFO(u64, UNSIGNED, u64, u64)
XP_INFO(f16, HALF, u32, f16)
XP_INFO(bf16, HALF, u32, bf16)
XP_INFO(f32, FLOAT, u32, f32)
XP_INFO(f64, FLOAT, u64, f64)
XP_INFO(c32, COMPLEX, u32, f32)
XP_INFO(c64, COMPLEX, u64, f64)
template <class A, class B> struct Same { static const bool value = false; };
template <class A> struct Same<A, A> { static const bool value = true; };
#define XP_KIND(T) Info<T>::kind
#define XP_INT(T) (Info<T>::kind == SIGNED || Info<T>::kind == UNSIGNED)

#define XP_NAN (__int_as_float(0x7fc00000))
#define XP_INF (__int_as_float(0x7f800000))
XP bool is_nan(f32 x) { return x != x; }
XP bool is_nan(f64 x) { return x != x; }
XP bool is_inf(f32 x) { return fabsf(x) == XP_INF; }
XP bool is_inf(f64 x) { return fabs(x) == (f64)XP_INF; }
XP bool is_finite(f32 x) { return fabsf(x) < XP_INF; }
XP bool is_finite(f64 x) { return fabs(x) < (f64)XP_INF; }
XP u32 bits_of(f32 x) { return (u32)__float_as_int(x); }
XP u64 bits_of(f64 x) { return (u64)__double_as_longlong(x); }
XP f32 from_bits(u32 x) { return __int_as_float((i32)x); }
XP f64 from_bits(u64 x) { return __longlong_as_double((i64)x); }

// To float, exactly.
XP f32 widen(bf16 x) { return from_bits((u32)x.bits << 16); }
template <class T> __device__ T narrow(f32 x);
// From float, to the nearest, ties to even.
template <> __device__ __forceinline__ bf16 narrow<bf16>(f32 x) {
    const u32 b = bits_of(x);
    const u32 rounded = b + (0x7fffu + (b >> 16 & 1));
    bf16 r = {(u16)((is_nan(x) ? (b | 0x400000u) : rounded) >> 16)};
    return r;
}
#if __CUDA_ARCH__ >= 800
XP f32 widen(f16 x) {
    f32 y;
    asm("cvt.f32.f16 %0, %1;" : "=f"(y) : "h"(x.bits));
    return y;
}
// Two at once, as the device does it; the upper one is zero.
template <> __device__ __forceinline__ f16 narrow<f16>(f32 x) {
    u32 two;
    asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(two) : "f"(0.0f), "f"(x));
    f16 r = {(u16)two};
    return r;
}
#else
XP f32 widen(f16 x) {
    const u32 magnitude = x.bits & 0x7fffu;
    // The bias of the exponent differs by 112; multiplying also normalises subnormals.
    const u32 finite = bits_of(from_bits(magnitude << 13) * from_bits((112u + 127u) << 23));
    const u32 value = magnitude >= 0x7c00u ? (magnitude << 13 | 0x7f800000u) : finite;
    return from_bits(value | (u32)(x.bits & 0x8000u) << 16);
}
template <> __device__ __forceinline__ f16 narrow<f16>(f32 x) {
    const u32 magnitude = bits_of(x) & 0x7fffffffu;
    const u32 normal = (magnitude + (0xfffu + (magnitude >> 13 & 1)) - (112u << 23)) >> 13;
    // Below 2^-14 the unit is 2^-24, the spacing of float between a half and one.
    const u32 tiny = bits_of(from_bits(magnitude) + 0.5f) - 0x3f000000u;
    u32 value = magnitude < (113u << 23) ? tiny : normal;
    value = magnitude >= 0x477ff000u ? 0x7c00u : value;
    value = magnitude > 0x7f800000u ? (0x7e00u | (magnitude >> 13 & 0x3ffu)) : value;
    f16 r = {(u16)(value | (bits_of(x) >> 16 & 0x8000u))};
    return r;
}
#endif
// To float so that rounding further to a half type rounds only once: to odd.
XP f32 round_to_odd(f64 x) {
    const f32 near = (f32)x;
    const f64 back = (f64)near;
    if (back == x || is_nan(x)) return near;
    return from_bits((bits_of(near) - (fabs(back) > fabs(x) ? 1u : 0u)) | 1u);
}
template <class T> XP Cx<T> cx(T re, T im) { Cx<T> z = {re, im}; return z; }
