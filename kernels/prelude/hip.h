// What our sources use of HIP's header. Parsing that takes two thirds of the time that a kernel takes to compile, so it is left out
// where the compiler can do without (`HIPRTC_BARE`); the names and what they do are HIP's, whose documentation is theirs.
#ifdef XP_BARE
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __noinline__ __attribute__((noinline))
#define __forceinline__ inline __attribute__((always_inline))
#define __launch_bounds__(threads) __attribute__((amdgpu_flat_work_group_size(1, threads)))
#define XP static __device__ __forceinline__
#define memcpy(...) __builtin_memcpy(__VA_ARGS__)
#define memset(...) __builtin_memset(__VA_ARGS__)

// Of the device libraries, which the compiler has within it.
#define XP_OCML1(name) \
    extern "C" __device__ __attribute__((const)) float __ocml_##name##_f32(float); \
    extern "C" __device__ __attribute__((const)) double __ocml_##name##_f64(double); \
    XP float name##f(float x) { return __ocml_##name##_f32(x); } \
    XP double name(double x) { return __ocml_##name##_f64(x); }
#define XP_OCML2(name) \
    extern "C" __device__ __attribute__((const)) float __ocml_##name##_f32(float, float); \
    extern "C" __device__ __attribute__((const)) double __ocml_##name##_f64(double, double); \
    XP float name##f(float x, float y) { return __ocml_##name##_f32(x, y); } \
    XP double name(double x, double y) { return __ocml_##name##_f64(x, y); }
// Of double alone: for float the compiler has instructions.
#define XP_OCML1_F64(name) \
    extern "C" __device__ __attribute__((const)) double __ocml_##name##_f64(double); \
    XP float name##f(float x) { return __builtin_##name##f(x); } \
    XP double name(double x) { return __ocml_##name##_f64(x); }
#define XP_BUILTIN1(name) \
    XP float name##f(float x) { return __builtin_##name##f(x); } \
    XP double name(double x) { return __builtin_##name(x); }
#define XP_BUILTIN2(name) \
    XP float name##f(float x, float y) { return __builtin_##name##f(x, y); } \
    XP double name(double x, double y) { return __builtin_##name(x, y); }
XP_BUILTIN1(fabs) XP_BUILTIN1(floor) XP_BUILTIN1(ceil) XP_BUILTIN1(trunc) XP_BUILTIN1(rint) XP_BUILTIN1(sqrt)
XP_BUILTIN2(copysign) XP_BUILTIN2(fmin) XP_BUILTIN2(fmax)
XP_OCML1_F64(exp) XP_OCML1_F64(exp2) XP_OCML1_F64(log) XP_OCML1_F64(log2) XP_OCML1_F64(log10)
XP_OCML1(cbrt) XP_OCML1(expm1) XP_OCML1(log1p) XP_OCML1(sin) XP_OCML1(cos) XP_OCML1(tan) XP_OCML1(asin) XP_OCML1(acos)
XP_OCML1(atan) XP_OCML1(sinh) XP_OCML1(cosh) XP_OCML1(tanh) XP_OCML1(asinh) XP_OCML1(acosh) XP_OCML1(atanh) XP_OCML1(sinpi)
XP_OCML1(rsqrt)
XP_OCML2(atan2) XP_OCML2(fmod) XP_OCML2(hypot) XP_OCML2(nextafter) XP_OCML2(pow)
extern "C" __device__ __attribute__((const)) double __ocml_i0_f64(double);
XP double cyl_bessel_i0(double x) { return __ocml_i0_f64(x); }
XP float fmaf(float x, float y, float z) { return __builtin_fmaf(x, y, z); }
XP double fma(double x, double y, double z) { return __builtin_fma(x, y, z); }
XP double ldexp(double x, int e) { return __builtin_amdgcn_ldexp(x, e); }
XP float scalbnf(float x, int e) { return __builtin_amdgcn_ldexpf(x, e); }
XP double scalbn(double x, int e) { return __builtin_amdgcn_ldexp(x, e); }
XP float frexpf(float x, int* e) { return __builtin_frexpf(x, e); }
XP double frexp(double x, int* e) { return __builtin_frexp(x, e); }

XP int __float_as_int(float x) { return __builtin_bit_cast(int, x); }
XP float __int_as_float(int x) { return __builtin_bit_cast(float, x); }
XP long long __double_as_longlong(double x) { return __builtin_bit_cast(long long, x); }
XP double __longlong_as_double(long long x) { return __builtin_bit_cast(double, x); }
XP unsigned __popc(unsigned x) { return __builtin_popcount(x); }
XP unsigned __popcll(unsigned long long x) { return __builtin_popcountll(x); }
XP int __ffs(unsigned x) { return x == 0 ? 0 : __builtin_ctz(x) + 1; }
XP int __clz(unsigned x) { return x == 0 ? 32 : __builtin_clz(x); }
XP int __clzll(unsigned long long x) { return x == 0 ? 64 : __builtin_clzll(x); }
XP unsigned long long __umul64hi(unsigned long long x, unsigned long long y) {
    return (unsigned long long)((unsigned __int128)x * y >> 64);
}

typedef unsigned uint2 __attribute__((ext_vector_type(2)));
typedef unsigned uint4 __attribute__((ext_vector_type(4)));

// Where a thread is.
struct XpIndex { unsigned x, y, z; };
#define threadIdx \
    (XpIndex{__builtin_amdgcn_workitem_id_x(), __builtin_amdgcn_workitem_id_y(), __builtin_amdgcn_workitem_id_z()})
#define blockIdx \
    (XpIndex{__builtin_amdgcn_workgroup_id_x(), __builtin_amdgcn_workgroup_id_y(), __builtin_amdgcn_workgroup_id_z()})
extern "C" __device__ __attribute__((const)) unsigned long __ockl_get_local_size(unsigned);
extern "C" __device__ __attribute__((const)) unsigned long __ockl_get_num_groups(unsigned);
#define blockDim \
    (XpIndex{(unsigned)__ockl_get_local_size(0), (unsigned)__ockl_get_local_size(1), (unsigned)__ockl_get_local_size(2)})
#define gridDim \
    (XpIndex{(unsigned)__ockl_get_num_groups(0), (unsigned)__ockl_get_num_groups(1), (unsigned)__ockl_get_num_groups(2)})
XP unsigned __lane_id() { return __builtin_amdgcn_mbcnt_hi(~0u, __builtin_amdgcn_mbcnt_lo(~0u, 0u)); }
XP unsigned long long __ballot(int x) { return __builtin_amdgcn_ballot_w64(x); }

XP void __threadfence() { __builtin_amdgcn_fence(__ATOMIC_SEQ_CST, "agent"); }
XP void __syncthreads() {
    __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
    __builtin_amdgcn_s_barrier();
    __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
}

// Operations on a word, of which all others' on it are whole, too. They order nothing.
#define XP_ATOMIC(name, fetch) \
    template <class W> XP W name(W* at, W x) { return fetch(at, x, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT); }
XP_ATOMIC(atomicAdd, __hip_atomic_fetch_add) XP_ATOMIC(atomicMin, __hip_atomic_fetch_min)
XP_ATOMIC(atomicMax, __hip_atomic_fetch_max) XP_ATOMIC(atomicOr, __hip_atomic_fetch_or)
XP unsigned atomicInc(unsigned* at, unsigned most) {
    return __builtin_amdgcn_atomic_inc32(at, most, __ATOMIC_RELAXED, "agent");
}
template <class W> XP W atomicCAS(W* at, W old, W x) {
    __hip_atomic_compare_exchange_strong(
        at, &old, x, __ATOMIC_RELAXED, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT
    );
    return old;
}
#undef XP
#endif
