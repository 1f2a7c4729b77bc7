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
// A sum of floats with what its additions rounded away.
struct Total { f32 sum, lost; };
XP void add_to(Total& a, f32 x) {
    const f32 y = x + a.lost, sum = a.sum + y, part = sum - a.sum;
    // An infinite or NaN sum has lost nothing that counts.
    a.lost = is_finite(sum) ? (a.sum - (sum - part)) + (y - part) : 0.0f;
    a.sum = sum;
}
XP f32 value_of(const Total& a) { return a.sum + a.lost; }
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
    XP void merge(Acc& a, const Acc& b) { add_to(a, b.sum); add_to(a, b.lost); }
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
// Half types multiply in float.
template <class T> struct Wider { typedef T Type; };
template <> struct Wider<f16> { typedef f32 Type; };
template <> struct Wider<bf16> { typedef f32 Type; };
template <class T> struct Prod {
    typedef T In;
    typedef typename Wider<T>::Type Acc;
    XP Acc start() { return xp_cast<Acc>(1); }
    XP void add(Acc& a, T x) { a = xp_mul(a, xp_cast<Acc>(x)); }
    XP void merge(Acc& a, const Acc& b) { a = xp_mul(a, b); }
    XP T part0(const Acc& a) { return xp_cast<T>(a); }
};
template <class T> struct MinOf {
    XP T start() { return greatest<T>(); }
    XP T step(T a, T b) { return xp_min(a, b); }
};
template <class T> struct MaxOf {
    XP T start() { return least<T>(); }
    XP T step(T a, T b) { return xp_max(a, b); }
};
template <class T, template <class> class F> struct Extremum {
    typedef T In;
    typedef T Acc;
    XP Acc start() { return F<T>::start(); }
    XP void add(Acc& a, T x) { a = F<T>::step(a, x); }
    XP void merge(Acc& a, const Acc& b) { a = F<T>::step(a, b); }
    XP T part0(const Acc& a) { return a; }
};
template <class T> struct Found { i64 index; T value; };
template <class T, template <class> class F> struct ArgExtremum {
    typedef T In;
    typedef Found<T> Acc;
    XP Acc start() { Found<T> a = {0x7fffffffffffffffll, F<T>::start()}; return a; }
    XP bool same(T x, T y) { return xp_eq(x, y) || (xp_isnan(x) && xp_isnan(y)); }
    XP void add(Acc& a, T x, i64 index) { Found<T> b = {index, x}; merge(a, b); }
    // Of the same value, the lesser index.
    XP void merge(Acc& a, const Acc& b) {
        const bool stays = same(a.value, b.value) ? a.index <= b.index : same(F<T>::step(a.value, b.value), a.value);
        if (!stays) a = b;
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
// Sums of deviations from a centre, one of the values, and of their squares: so near the values that little cancels.
struct Spread { f64 centre, centre_im, sum, sum_im, squares; i64 n; };
XP f64 towards(f64 a, f64 b, f64 share) {
    const f64 d = b - a;
    return is_finite(d) ? a + d * share : a * (1.0 - share) + b * share;
}
XP f64 mean_of(f64 centre, f64 sum, f64 n) { return centre + sum / n; }
XP f64 squares_of(const Spread& a) {
    const f64 n = (f64)a.n;
    const f64 squares = a.squares - (a.sum * (a.sum / n) + a.sum_im * (a.sum_im / n));
    // Rounding can leave a little less than zero; a NaN stays.
    return squares < 0.0 ? 0.0 : squares;
}
template <class T> struct Moments {
    typedef T In;
    typedef Spread Acc;
    XP Acc start() { Spread a = {0.0, 0.0, 0.0, 0.0, 0.0, 0}; return a; }
    XP void add(Acc& a, T x) {
        const f64 re = xp_cast<f64>(xp_real(x)), im = XP_KIND(T) == COMPLEX ? xp_cast<f64>(xp_imag(x)) : 0.0;
        if (a.n == 0) {
            a.centre = is_finite(re) ? re : 0.0;
            a.centre_im = is_finite(im) ? im : 0.0;
        }
        const f64 d = re - a.centre, d_im = im - a.centre_im;
        a.sum += d;
        a.squares += d * d;
        if (XP_KIND(T) == COMPLEX) {
            a.sum_im += d_im;
            a.squares += d_im * d_im;
        }
        a.n += 1;
    }
    // Moved to the centre that is nearer to its mean, so that an outlier is not the centre of many.
    static __device__ __noinline__ void merge(Acc& a, const Acc& b) {
        if (b.n == 0) return;
        const f64 na = (f64)a.n, nb = (f64)b.n;
        const bool keep = a.n != 0 && (fabs(a.sum) + fabs(a.sum_im)) * nb <= (fabs(b.sum) + fabs(b.sum_im)) * na;
        Spread r = keep ? a : b;
        const Spread& o = keep ? b : a;
        if (o.n != 0) {
            const f64 n = keep ? nb : na, d = o.centre - r.centre, d_im = o.centre_im - r.centre_im;
            if (is_finite(d) && is_finite(d_im)) {
                r.squares += o.squares + d * (2.0 * o.sum + n * d) + d_im * (2.0 * o.sum_im + n * d_im);
                r.sum += o.sum + n * d;
                r.sum_im += o.sum_im + n * d_im;
            } else {
                // Far apart: the squares overflow, the means need not.
                const f64 m = keep ? na : nb, share = n / (n + m);
                r.centre = towards(mean_of(r.centre, r.sum, m), mean_of(o.centre, o.sum, n), share);
                r.centre_im = towards(mean_of(r.centre_im, r.sum_im, m), mean_of(o.centre_im, o.sum_im, n), share);
                r.sum = r.sum_im = 0.0;
                r.squares = (f64)XP_INF;
            }
            r.n += o.n;
        }
        a = r;
    }
    XP T part0(const Acc& a) {
        const f64 n = (f64)a.n;
        if constexpr (XP_KIND(T) == COMPLEX) {
            return lowered<T>(cx(mean_of(a.centre, a.sum, n), mean_of(a.centre_im, a.sum_im, n)));
        } else return xp_cast<T>(mean_of(a.centre, a.sum, n));
    }
    XP typename Info<T>::Part part1(const Acc& a) {
        return xp_cast<typename Info<T>::Part>(a.n == 0 ? (f64)XP_NAN : squares_of(a));
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

#ifdef __HIP_PLATFORM_AMD__
#define XP_SHUFFLE(x, by) __shfl_down(x, by, 32)
#else
#define XP_SHUFFLE(x, by) __shfl_down_sync(0xffffffffu, x, by, 32)
#endif
template <class T> XP T shuffle_down(const T& x, u32 by) {
    const int n = (sizeof(T) + 3) / 4;
    u32 words[n];
    words[n - 1] = 0;
    memcpy(words, &x, sizeof(T));
#pragma unroll
    for (int k = 0; k < n; k++) words[k] = XP_SHUFFLE(words[k], by);
    T y;
    memcpy(&y, words, sizeof(T));
    return y;
}
// Merges neighbours, so in order; lane 0 of each LANES has the result.
template <class R, int LANES> XP void merge_lanes(typename R::Acc& a) {
    // Unrolled, it would take long to compile and not be faster.
#pragma unroll 1
    for (int by = 1; by < LANES; by *= 2) R::merge(a, shuffle_down(a, by));
}
// Merges the accumulators of COUNT (a power of two) threads that are STRIDE apart in a block of 256.
template <class R, int STRIDE, int COUNT> XP void merge_block(typename R::Acc& a, bool first, u32 thread) {
    typedef typename R::Acc Acc;
    alignas(16) __shared__ unsigned char memory[256 * sizeof(Acc)];
    Acc* all = (Acc*)memory;
    __syncthreads();
    all[thread] = a;
    __syncthreads();
    if (first) {
#pragma unroll 1
        for (int k = 1; k < COUNT; k++) R::merge(a, all[thread + k * STRIDE]);
    }
}
