// Reductions: an accumulator, the state before any value, one more value, two states in order, and the result's parts.
template <class T> XP T greatest() {
    if constexpr (XP_KIND(T) == BOOL) return true;
    else if constexpr (XP_KIND(T) == SIGNED) return (T)((1ull << (8 * sizeof(T) - 1)) - 1ull);
    else if constexpr (XP_KIND(T) == UNSIGNED) return (T)~0ull;
    else if constexpr (XP_KIND(T) == HALF) return narrow<T>(XP_INF);
    else if constexpr (XP_KIND(T) == FLOAT) return (T)XP_INF;
    else return cx((typename Info<T>::Part)XP_INF, (typename Info<T>::Part)XP_INF);
}
template <class T> XP T least() {
    if constexpr (XP_KIND(T) == BOOL) return false;
    else if constexpr (XP_KIND(T) == SIGNED) return (T)(1ull << (8 * sizeof(T) - 1));
    else if constexpr (XP_KIND(T) == UNSIGNED) return (T)0;
    else return xp_neg(greatest<T>());
}
// A sum of floats and, exactly, what its additions rounded away (Knuth's TwoSum), as long as the sum is finite.
struct Total { f32 sum, lost; };
XP void add_to(Total& a, f32 x) {
    const f32 sum = a.sum + x, part = sum - a.sum;
    a.lost += (a.sum - (sum - part)) + (x - part);
    a.sum = sum;
}
XP f32 value_of(const Total& a) { return is_finite(a.sum) ? a.sum + a.lost : a.sum; }
template <class T> struct Sum {
    typedef T In;
    typedef T Acc;
    XP Acc start() { return xp_cast<T>(0); }
    XP void add(Acc& a, T x) { a = xp_add(a, x); }
    XP void merge(Acc& a, const Acc& b) { a = xp_add(a, b); }
    XP T part0(const Acc& a) { return a; }
};
template <class T> struct FloatSum {
    typedef T In;
    typedef Total Acc;
    XP Acc start() { Total a = {0.0f, 0.0f}; return a; }
    XP void add(Acc& a, T x) { add_to(a, xp_cast<f32>(x)); }
    XP void merge(Acc& a, const Acc& b) {
        add_to(a, b.sum);
        a.lost += b.lost;
    }
    XP T part0(const Acc& a) { return xp_cast<T>(value_of(a)); }
};
template <> struct Sum<f32> : FloatSum<f32> {};
template <> struct Sum<f16> : FloatSum<f16> {};
template <> struct Sum<bf16> : FloatSum<bf16> {};
struct Totals { Total re, im; };
template <> struct Sum<c32> {
    typedef c32 In;
    typedef Totals Acc;
    XP Acc start() { Totals a = {{0.0f, 0.0f}, {0.0f, 0.0f}}; return a; }
    XP void add(Acc& a, c32 x) { add_to(a.re, x.re); add_to(a.im, x.im); }
    XP void merge(Acc& a, const Acc& b) { FloatSum<f32>::merge(a.re, b.re); FloatSum<f32>::merge(a.im, b.im); }
    XP c32 part0(const Acc& a) { return cx(value_of(a.re), value_of(a.im)); }
};
template <class T> struct Prod {
    typedef T In;
    typedef T Acc;
    XP Acc start() { return xp_cast<T>(1); }
    XP void add(Acc& a, T x) { a = xp_mul(a, x); }
    XP void merge(Acc& a, const Acc& b) { a = xp_mul(a, b); }
    XP T part0(const Acc& a) { return a; }
};
// Half types multiply in float.
template <class T, class A> struct FloatProd {
    typedef T In;
    typedef Scaled<A> Acc;
    XP Acc start() {
        Acc a;
        memset(&a, 0, sizeof(a));
        a.value = xp_cast<A>(1);
        return a;
    }
    XP void add(Acc& a, T x) { multiply(a.value, a.scale, xp_cast<A>(x), 0.0f); }
    XP void merge(Acc& a, const Acc& b) { multiply(a.value, a.scale, b.value, b.scale); }
    XP T part0(const Acc& a) { return xp_cast<T>(unscaled(a.value, a.scale)); }
};
template <> struct Prod<f32> : FloatProd<f32, f32> {};
template <> struct Prod<f64> : FloatProd<f64, f64> {};
template <> struct Prod<f16> : FloatProd<f16, f32> {};
template <> struct Prod<bf16> : FloatProd<bf16, f32> {};
template <> struct Prod<c32> : FloatProd<c32, c32> {};
template <> struct Prod<c64> : FloatProd<c64, c64> {};
template <class T> struct MinOf {
    XP T start() { return greatest<T>(); }
    XP T step(T a, T b) { return xp_min(a, b); }
    XP bool before(T a, T b) { return xp_lt(a, b); }
};
template <class T> struct MaxOf {
    XP T start() { return least<T>(); }
    XP T step(T a, T b) { return xp_max(a, b); }
    XP bool before(T a, T b) { return xp_gt(a, b); }
};
template <class T, template <class> class F> struct Extremum {
    typedef T In;
    typedef T Acc;
    XP Acc start() { return F<T>::start(); }
    XP void add(Acc& a, T x) { a = F<T>::step(a, x); }
    XP void merge(Acc& a, const Acc& b) { a = F<T>::step(a, b); }
    XP T part0(const Acc& a) { return a; }
};
// Without padding, which a block would leave to others unwritten.
template <class T, int REST = (8 - sizeof(T) % 8) % 8> struct Found { i64 index; T value; u8 rest[REST]; };
template <class T> struct Found<T, 0> { i64 index; T value; };
template <class T, template <class> class F> struct ArgExtremum {
    typedef T In;
    typedef Found<T> Acc;
    XP Acc start() { Found<T> a = {0x7fffffffffffffffll, F<T>::start()}; return a; }
    // NaN comes before all numbers.
    XP bool before(T a, T b) { return !xp_isnan(b) & (xp_isnan(a) | F<T>::before(a, b)); }
    XP void add(Acc& a, T x, i64 index) {
        const Acc b = {index, x};
        // Most values come after the best so far. Comparisons of complex numbers do not tell NaN.
        if (XP_KIND(T) == COMPLEX || !F<T>::before(a.value, x)) merge(a, b);
    }
    // Of the same value, the lesser index. Without branches.
    XP void merge(Acc& a, const Acc& b) {
        const bool tie = !before(a.value, b.value), less = b.index < a.index;
        if (before(b.value, a.value) | (tie & less)) a = b;
    }
    XP i64 part0(const Acc& a) { return a.index; }
};
struct Any {
    typedef bool In;
    typedef bool Acc;
    XP Acc start() { return false; }
    XP void add(Acc& a, bool x) { a = a || x; }
    XP void merge(Acc& a, const Acc& b) { a = a || b; }
    XP bool part0(const Acc& a) { return a; }
};
struct All {
    typedef bool In;
    typedef bool Acc;
    XP Acc start() { return true; }
    XP void add(Acc& a, bool x) { a = a && x; }
    XP void merge(Acc& a, const Acc& b) { a = a && b; }
    XP bool part0(const Acc& a) { return a; }
};
// Sums of deviations from a centre, one of the values, and of their squares: so near the values that little cancels. The
// N parts of complex values have a centre and a sum each.
template <int N> struct Spread { f64 centre[N], sum[N], squares; i64 n; };
XP f64 towards(f64 a, f64 b, f64 share) {
    const f64 d = b - a;
    return is_finite(d) ? a + d * share : a * (1.0 - share) + b * share;
}
template <class T> struct Moments {
    static const int N = XP_KIND(T) == COMPLEX ? 2 : 1;
    typedef T In;
    typedef Spread<N> Acc;
    XP Acc start() {
        Acc a;
        memset(&a, 0, sizeof(a));
        return a;
    }
    XP f64 part(T x, int k) { return xp_cast<f64>(k == 0 ? xp_real(x) : xp_imag(x)); }
    XP f64 mean(const Acc& a, int k) { return a.centre[k] + a.sum[k] / (f64)a.n; }
    // Before the first value is added.
    XP void aim(Acc& a, T x) {
        if (a.n != 0) return;
#pragma unroll
        for (int k = 0; k < N; k++) a.centre[k] = is_finite(part(x, k)) ? part(x, k) : 0.0;
    }
    XP void add(Acc& a, T x) {
#pragma unroll
        for (int k = 0; k < N; k++) {
            const f64 d = part(x, k) - a.centre[k];
            a.sum[k] += d;
            a.squares = fma(d, d, a.squares);
        }
        a.n += 1;
    }
    XP f64 sums(const Acc& a) {
        f64 sum = 0.0;
#pragma unroll
        for (int k = 0; k < N; k++) sum += fabs(a.sum[k]);
        return sum;
    }
    // Moved to the centre that is nearer to its mean, so that an outlier is not the centre of many. By value, so that
    // accumulators stay in registers.
    static __device__ __noinline__ Acc joined(Acc a, Acc b) {
        const f64 na = (f64)a.n, nb = (f64)b.n;
        const bool keep = b.n == 0 || (a.n != 0 && sums(a) * nb <= sums(b) * na);
        Acc r = keep ? a : b;
        const Acc o = keep ? b : a;
        const f64 n = keep ? nb : na;
        bool near = true;
        f64 d[N];
#pragma unroll
        for (int k = 0; k < N; k++) {
            d[k] = o.centre[k] - r.centre[k];
            near = near && is_finite(d[k]);
        }
#pragma unroll
        for (int k = 0; k < N; k++) {
            if (near) {
                r.squares += d[k] * (2.0 * o.sum[k] + n * d[k]);
                r.sum[k] += o.sum[k] + n * d[k];
            } else {
                // Far apart: the squares overflow, the means need not.
                r.centre[k] = towards(mean(r, k), mean(o, k), n / (na + nb));
                r.sum[k] = 0.0;
            }
        }
        r.squares = near ? r.squares + o.squares : (f64)XP_INF;
        r.n += o.n;
        return r;
    }
    XP void merge(Acc& a, const Acc& b) { a = joined(a, b); }
    XP T part0(const Acc& a) {
        if constexpr (XP_KIND(T) == COMPLEX) return lowered<T>(cx(mean(a, 0), mean(a, 1)));
        else return xp_cast<T>(mean(a, 0));
    }
    XP typename Info<T>::Part part1(const Acc& a) {
        f64 squares = a.squares;
#pragma unroll
        for (int k = 0; k < N; k++) squares -= a.sum[k] * (a.sum[k] / (f64)a.n);
        // Rounding can leave a little less than zero; a NaN stays, also that of no values.
        return xp_cast<typename Info<T>::Part>(squares < 0.0 ? 0.0 : squares);
    }
};
// A user's operation; `F::apply` is generated.
template <class T, class F> struct Custom {
    typedef T In;
    typedef T Acc;
    XP Acc start(T identity) { return identity; }
    XP void add(Acc& a, T x) { a = F::apply(a, x); }
    XP void merge(Acc& a, const Acc& b) { a = F::apply(a, b); }
    XP T part0(const Acc& a) { return a; }
};

// Merges neighbours, so in order; lane 0 of each LANES has the result.
template <class R, int LANES> XP void merge_lanes(typename R::Acc& a) {
    // Unrolled, it would take long to compile and not be faster.
#pragma unroll 1
    for (int by = 1; by < LANES; by *= 2) R::merge(a, shuffle_down(a, by));
}
// Likewise the accumulators of all 256 threads of a block, for thread 0.
template <class R> XP void merge_block(typename R::Acc& a, u32 thread) {
    typedef typename R::Acc Acc;
    alignas(16) __shared__ unsigned char memory[8 * sizeof(Acc)];
    Acc* all = (Acc*)memory;
    merge_lanes<R, 32>(a);
    __syncthreads();
    if (thread % 32u == 0) all[thread / 32u] = a;
    __syncthreads();
    if (thread < 32u) {
        a = all[thread % 8u];
        merge_lanes<R, 8>(a);
    }
}
// The size of the largest accumulator.
template <class R> XP constexpr int largest() { return sizeof(typename R::Acc); }
template <class R, class S, class... More> XP constexpr int largest() {
    return largest<R>() > largest<S, More...>() ? largest<R>() : largest<S, More...>();
}
// Likewise those of COUNT threads that are STRIDE apart in a block of 256; both are powers of two. Reductions take turns
// with the shared memory, which has room for 256 accumulators.
template <class R, int STRIDE, int COUNT> XP void merge_strided(typename R::Acc& a, u32 thread, unsigned char* memory) {
    typename R::Acc* all = (typename R::Acc*)memory;
    __syncthreads();
    all[thread] = a;
#pragma unroll 1
    for (u32 by = STRIDE; by < STRIDE * COUNT; by *= 2) {
        __syncthreads();
        if (thread % (2u * by) < STRIDE) {
            R::merge(a, all[thread + by]);
            all[thread] = a;
        }
    }
}
// Whether this is the last of so many blocks to ask, which then sees what the others wrote before a fence. The counter is
// 0 before the first and after the last.
XP bool is_last(u32* counter, u32 blocks) {
    __shared__ u32 before;
    __syncthreads();
    if (threadIdx.x == 0) before = atomicInc(counter, blocks - 1u);
    __syncthreads();
    if (before != blocks - 1u) return false;
    __threadfence();
    return true;
}
// Merges the accumulators of a row's threads, LANES neighbours of a block, for all of them. More than a warp of them are the
// block's threads, and have memory for an accumulator of each warp.
template <class R, int LANES> XP void merge_row(typename R::Acc& a, u32 lane, unsigned char* memory) {
    constexpr int near = LANES < 32 ? LANES : 32;
    merge_lanes<R, near>(a);
    if constexpr (LANES > 32) {
        typename R::Acc* all = (typename R::Acc*)memory;
        // What was here before has been read.
        __syncthreads();
        if (lane % 32u == 0) all[lane / 32u] = a;
        __syncthreads();
        a = all[lane % (LANES / 32u)];
        merge_lanes<R, LANES / 32>(a);
    }
    // Beyond the first lanes of a warp, the merged ones were mixed with others'.
    a = shuffle_from(a, LANES > 32 ? 0u : lane_id() & ~(u32)(near - 1));
}
// The moments of a row whose threads keep it are taken in two turns: about a centre, which is near the mean, sums of
// deviations and of their squares add up as they are.
template <class T> struct Rough { typedef f64 Type; };
template <> struct Rough<f32> { typedef f32 Type; };
template <> struct Rough<f16> { typedef f32 Type; };
template <> struct Rough<bf16> { typedef f32 Type; };
template <class T> struct Centre {
    typedef T In;
    typedef typename Rough<T>::Type Acc;
    XP Acc start() { return (Acc)0; }
    XP void add(Acc& a, T x) { a += xp_cast<Acc>(x); }
    XP void merge(Acc& a, const Acc& b) { a += b; }
};
struct Deviations {
    struct Acc { f64 sum, squares; };
    XP Acc start() { Acc a = {0.0, 0.0}; return a; }
    XP void add(Acc& a, f64 d) {
        a.sum += d;
        a.squares = fma(d, d, a.squares);
    }
    XP void merge(Acc& a, const Acc& b) {
        a.sum += b.sum;
        a.squares += b.squares;
    }
};
// The accumulator of the whole row.
template <class T> XP typename Moments<T>::Acc moments(f64 centre, const Deviations::Acc& d, i64 n) {
    typename Moments<T>::Acc a = Moments<T>::start();
    a.centre[0] = centre;
    a.sum[0] = d.sum;
    a.squares = d.squares;
    a.n = n;
    return a;
}
