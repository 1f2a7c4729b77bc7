// Sums of what goes to each place, the same in every run: the numbers of a place become integers, in steps that the largest of them
// sets, and integers add up exactly, in whatever order threads do it. The steps are finer than the type's own: where 32768 numbers
// meet, by 14 bits for `f32` and by 39 for `f64`. So a sum is at least as exact as one number after the other.
//
// A block has a table of WIDTH places in shared memory. If there are more, the numbers are sorted before by the first bits of their
// places, into buckets of a few tables. Segments of so many numbers, and buckets, cut them into pieces, one for a block and a table; the
// sums of a place's pieces are added up in their order.

#define WIDTH (1u << WIDTH_BITS)
#define BLOCK 512

template <class X> struct Computed { typedef f32 Type; };
template <> struct Computed<f64> { typedef f64 Type; };
typedef Computed<T>::Type Real;

// A finite number is a signed mantissa at its exponent; numbers below the normal ones have the least.
struct Fields { u64 mantissa; u32 exponent; bool negative; };
XP Fields fields_of(f32 x) {
    const u32 bits = bits_of(x), exponent = bits >> 23 & 0xffu, fraction = bits & 0x7fffffu;
    return {exponent ? fraction | 0x800000u : fraction, exponent ? exponent : 1u, (bits >> 31) != 0u};
}
XP Fields fields_of(f64 x) {
    const u64 bits = bits_of(x), fraction = bits & 0xfffffffffffffull;
    const u32 exponent = (u32)(bits >> 52) & 0x7ffu;
    return {exponent ? fraction | 0x10000000000000ull : fraction, exponent ? exponent : 1u, (bits >> 63) != 0u};
}

// What is known of a place's numbers: nothing, that all are -0.0, that all are zeros, or NORMAL and the largest exponent; and
// which ones are not finite.
enum { NOTHING, NEGATIVE_ZERO, ZERO, NORMAL };
#define PLUS_INFINITE 0x10000u
#define MINUS_INFINITE 0x20000u
#define NOT_A_NUMBER 0x40000u
XP void know(u32* known, Real x) {
    if (!is_finite(x)) {
        atomicOr(known, is_nan(x) ? NOT_A_NUMBER : x > (Real)0 ? PLUS_INFINITE : MINUS_INFINITE);
        return;
    }
    const Fields fields = fields_of(x);
    raise_shared(known, fields.mantissa ? NORMAL + fields.exponent : fields.negative ? NEGATIVE_ZERO : ZERO);
}

// Times a power of two, to the nearest integer.
XP u64 scaled(u64 x, i32 by) {
    if (by >= 0) return x << by;
    return by < -63 ? 0ull : ((x >> (-by - 1)) + 1ull) >> 1;
}
XP void add_signed(u64* sum, u64 x, bool negative) {
    if (x) add_shared(sum, negative ? 0ull - x : x);
}
// A sum of up to 2^headroom numbers, of `f32` in a word.
template <class R> struct Exact {
    static const u32 WORDS = 1;
    // By how much mantissas with the largest exponent are scaled.
    XP i32 scale(u32 headroom) { return 62 - 24 - (i32)headroom; }
    XP void add(u64* sum, const Fields& x, u32 largest, u32 headroom) {
        add_signed(sum, scaled(x.mantissa, scale(headroom) - (i32)(largest - x.exponent)), x.negative);
    }
    XP f64 value(const u64* sum, u32 largest, u32 headroom) {
        return ldexp((f64)(i64)sum[0], (i32)largest - 150 - scale(headroom));
    }
};
// Of `f64` in two: so many bits each, fewer than a mantissa has, the lower ones first.
template <> struct Exact<f64> {
    static const u32 WORDS = 2;
    XP i32 bits(u32 headroom) { return headroom < 10u ? 52 : 62 - (i32)headroom; }
    XP i32 scale(u32 headroom) { return 2 * bits(headroom) - 53; }
    XP void add(u64* sum, const Fields& x, u32 largest, u32 headroom) {
        const i32 part = bits(headroom), by = scale(headroom) - (i32)(largest - x.exponent), up = by - part;
        const u64 high = up < -63 ? 0ull : x.mantissa >> -up;
        const u64 low = by >= 0 ? x.mantissa << by & ((1ull << part) - 1ull)
                                : scaled(high ? x.mantissa - (high << -up) : x.mantissa, by);
        add_signed(sum + WIDTH, high, x.negative);
        add_signed(sum, low, x.negative);
    }
    XP f64 value(const u64* sum, u32 largest, u32 headroom) {
        const i32 part = bits(headroom);
        const i64 low = (i64)sum[0], high = (i64)sum[WIDTH] + (low >> part);
        const f64 whole = ldexp((f64)high, part) + (f64)(low & ((1ll << part) - 1ll));
        return ldexp(whole, (i32)largest - 1075 - scale(headroom));
    }
};

// Where places and numbers come from: as they were given, by checked indices, or sorted by buckets, with the numbers' words
// along or with their positions. A number is one of `stride` parts of an element.
#define XP_METHOD __device__ __forceinline__
struct Given {
    const i64* indices;
    const T* values;
    u64 stride, len;
    u32* refused;
    u64 fault;
    u32 op;
    XP_METHOD u32 place(u64 k) const {
        const i64 at = op == FAULT_BINCOUNT ? in_range(indices[k], (i64)len, fault, op)
                                            : resolve(indices[k], (i64)len, fault, op);
        if (at < 0) *refused = 1;
        return (u32)at;
    }
    XP_METHOD Real value(u64 k) const { return xp_cast<Real>(values[k * stride]); }
};
template <bool ALONG> struct Sorted {
    const u32 *keys, *words;
    const T* values;
    u64 stride;
    u32 shift;
    XP_METHOD u32 place(u64 k) const { return keys[k] >> shift; }
    XP_METHOD Real value(u64 k) const {
        if constexpr (ALONG && sizeof(Real) == sizeof(u32)) return from_bits(words[k]);
        else return xp_cast<Real>(values[words[k] * stride]);
    }
};

// Calls `f` with the place in this block's table and the number of each element that belongs there. Some are read before any is
// used, so that reads wait for memory together.
template <class From, class F> XP void for_each(const From& from, u64 first, u64 last, const F& f) {
    const u32 batch = 4;
    for (u64 k = first + threadIdx.x; k < last; k += batch * BLOCK) {
        u32 places[batch];
        Real numbers[batch];
#pragma unroll
        for (u32 j = 0; j < batch; j++) places[j] = k + j * BLOCK < last ? from.place(k + j * BLOCK) : ~0u;
#pragma unroll
        for (u32 j = 0; j < batch; j++) {
            if (places[j] >> WIDTH_BITS == blockIdx.y) numbers[j] = from.value(k + j * BLOCK);
        }
#pragma unroll
        for (u32 j = 0; j < batch; j++) {
            if (places[j] >> WIDTH_BITS == blockIdx.y) f(places[j] % WIDTH, numbers[j]);
        }
    }
}

// The sums of a piece: -0.0, which changes nothing, where there are no numbers.
template <class From> XP void sum_piece(const From& from, u64 first, u64 last, u32 width, f64* sums) {
    __shared__ u64 words[Exact<Real>::WORDS * WIDTH];
    __shared__ u32 known[WIDTH];
    for (u32 k = threadIdx.x; k < width; k += BLOCK) {
        known[k] = NOTHING;
        words[k] = 0ull;
        if (Exact<Real>::WORDS == 2) words[WIDTH + k] = 0ull;
    }
    const u32 headroom = 64u - (u32)__clzll((long long)(last - first));
    __syncthreads();
    for_each(from, first, last, [&](u32 at, Real x) { know(known + at, x); });
    __syncthreads();
    for_each(from, first, last, [&](u32 at, Real x) {
        const u32 largest = known[at];
        const Fields fields = fields_of(x);
        if (largest < PLUS_INFINITE && fields.mantissa) Exact<Real>::add(words + at, fields, largest - NORMAL, headroom);
    });
    __syncthreads();
    for (u32 k = threadIdx.x; k < width; k += BLOCK) {
        const u32 kind = known[k];
        f64 sum = kind == ZERO ? 0.0 : -0.0;
        if (kind >= NOT_A_NUMBER || kind >> 16 == 3u) sum = (f64)XP_NAN;
        else if (kind >= PLUS_INFINITE) sum = kind & PLUS_INFINITE ? (f64)XP_INF : -(f64)XP_INF;
        else if (kind >= NORMAL) sum = Exact<Real>::value(words + k, kind - NORMAL, headroom);
        sums[k] = sum;
    }
}
extern "C" __global__ void XP_BOUNDS(BLOCK, 3) xp_sum_given(
    const i64* indices, const T* values, u64 stride, u64 n, u64 len, u64 segment, u32 width, f64* sums, u32* refused,
    u64 fault, u32 op
) {
    const u64 first = blockIdx.x * segment, last = first + segment < n ? first + segment : n;
    sum_piece(
        Given{indices, values, stride, len, refused, fault, op}, first, last, width,
        sums + ((u64)blockIdx.x * gridDim.y + blockIdx.y) * width
    );
}

// Places as keys: the bucket in the lower bytes, which are sorted, and above them the place in the bucket, of so many bits.
extern "C" __global__ void __launch_bounds__(256) xp_keys(
    const i64* indices, u64 n, u64 len, u32 bits, u32 passes, u32* keys, u32* refused, u64 fault, u32 op
) {
    const u64 step = (u64)gridDim.x * blockDim.x;
    for (u64 k = (u64)blockIdx.x * blockDim.x + threadIdx.x; k < n; k += step) {
        const i64 index = load_once(indices + k);
        const i64 at = op == FAULT_BINCOUNT ? in_range(index, (i64)len, fault, op) : resolve(index, (i64)len, fault, op);
        if (at < 0) *refused = 1;
        keys[k] = (u32)(at >> bits) | ((u32)at & ((1u << bits) - 1u)) << 8u * passes;
    }
}
// Where each bucket begins among the sorted keys, and where the last one ends: by the counts of their only byte, in one block, or
// searched for.
extern "C" __global__ void __launch_bounds__(256) xp_starts(
    const u32* keys, const u32* counts, u64 n, u32 passes, u32 buckets, u32* starts
) {
    const u32 bucket = blockIdx.x * blockDim.x + threadIdx.x;
    if (passes == 1u) {
        u32 all;
        const u32 before = block_sum_before<256>(counts[threadIdx.x], all);
        if (bucket < buckets) starts[bucket] = before;
        if (bucket == 0u) starts[buckets] = (u32)n;
        return;
    }
    if (bucket > buckets) return;
    const u32 mask = (1u << 8u * passes) - 1u;
    u64 low = 0, high = n;
    while (low < high) {
        const u64 middle = (low + high) / 2;
        if ((keys[middle] & mask) < bucket) low = middle + 1;
        else high = middle;
    }
    starts[bucket] = (u32)low;
}
// The number of the piece that a segment and a bucket have in common is the sum of theirs.
XP u64 first_piece(const u32* starts, u32 bucket, u64 segment) { return starts[bucket] / segment + bucket; }
template <class From> XP void sum_sorted(const From& from, const u32* starts, u32 buckets, u64 segment, u32 width, f64* sums) {
    const u64 piece = blockIdx.x;
    u32 low = 0, high = buckets;
    while (high - low > 1u) {
        const u32 middle = (low + high) / 2u;
        if (first_piece(starts, middle, segment) <= piece) low = middle;
        else high = middle;
    }
    const u64 begin = (piece - low) * segment, end = begin + segment;
    const u64 first = begin < starts[low] ? starts[low] : begin, last = end < starts[low + 1] ? end : starts[low + 1];
    if (first >= last) return;
    sum_piece(from, first, last, width, sums + (piece * gridDim.y + blockIdx.y) * width);
}
extern "C" __global__ void XP_BOUNDS(BLOCK, 3) xp_sum_along(
    const u32* keys, const u32* words, const u32* starts, u32 buckets, u64 segment, u32 shift, u32 width, f64* sums
) {
    sum_sorted(Sorted<true>{keys, words, 0, 1, shift}, starts, buckets, segment, width, sums);
}
extern "C" __global__ void XP_BOUNDS(BLOCK, 3) xp_sum_ordered(
    const u32* keys, const u32* order, const T* values, u64 stride, const u32* starts, u32 buckets, u64 segment, u32 shift,
    u32 width, f64* sums
) {
    sum_sorted(Sorted<false>{keys, order, values, stride, shift}, starts, buckets, segment, width, sums);
}

// Adds the sums of a place's pieces to it, in their order. Without `starts` there is one bucket.
extern "C" __global__ void __launch_bounds__(256) xp_add_sums(
    const f64* sums, const u32* starts, u64 n, u64 len, u64 segment, u32 bits, u32 width, const u32* refused, T* target, u64 stride
) {
    if (*refused) return;
    const u64 step = (u64)gridDim.x * blockDim.x, mask = (1ull << bits) - 1ull, tables = (mask + width) / width;
    for (u64 k = (u64)blockIdx.x * blockDim.x + threadIdx.x; k < len; k += step) {
        const u32 bucket = (u32)(k >> bits);
        const u64 first = starts ? starts[bucket] : 0, last = starts ? starts[bucket + 1] : n;
        if (first == last) continue;
        const u64 pieces = (last - 1) / segment - first / segment + 1;
        const f64* from = sums + ((first / segment + bucket) * tables + (k & mask) / width) * width + (k & mask) % width;
        f64 sum = (f64)xp_cast<Real>(target[k * stride]);
#pragma unroll 4
        for (u64 piece = 0; piece < pieces; piece++) sum += from[piece * tables * width];
        target[k * stride] = xp_cast<T>(sum);
    }
}
