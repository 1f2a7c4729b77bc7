// Loads and stores of N neighbours at once, parameters, and indexed reads.
template <int BYTES> struct Raw;
template <> struct Raw<1> { typedef u8 Type; };
template <> struct Raw<2> { typedef u16 Type; };
template <> struct Raw<4> { typedef u32 Type; };
template <> struct Raw<8> { typedef uint2 Type; };
template <> struct Raw<16> { typedef uint4 Type; };
struct Two { uint4 x, y; };
struct Four { Two x, y; };
template <> struct Raw<32> { typedef Two Type; };
template <> struct Raw<64> { typedef Four Type; };
template <class T, int N> struct Pack { T v[N]; };
template <class T, int N> XP Pack<T, N> load_pack(const T* at) {
    typename Raw<N * sizeof(T)>::Type raw = *(const typename Raw<N * sizeof(T)>::Type*)at;
    Pack<T, N> pack;
    memcpy(&pack, &raw, sizeof(raw));
    return pack;
}
template <class T, int N> XP void store_pack(T* at, const Pack<T, N>& pack) {
    typename Raw<N * sizeof(T)>::Type raw;
    memcpy(&raw, &pack, sizeof(raw));
    *(typename Raw<N * sizeof(T)>::Type*)at = raw;
}
// So many elements from here on, some at once, the rest one by one.
template <int P, class T, int N> XP void load_packs(const T* at, T (&to)[N]) {
#pragma unroll
    for (int j = 0; j + P <= N; j += P) {
        Pack<T, P> pack = load_pack<T, P>(at + j);
#pragma unroll
        for (int k = 0; k < P; k++) to[j + k] = pack.v[k];
    }
#pragma unroll
    for (int j = N / P * P; j < N; j++) to[j] = at[j];
}
// Of a grid that may go on along its second axis; then blocks behind the last one have nothing to do.
XP u64 block_number() { return (u64)blockIdx.y * gridDim.x + blockIdx.x; }
// A scalar from its bit pattern.
template <class T> XP T param(const u64* word) {
    T x;
    memcpy(&x, word, sizeof(T));
    return x;
}
// What reported an index out of bounds, as the host names it.
enum FaultOp { FAULT_INDEX, FAULT_TAKE, FAULT_TAKE_ALONG, FAULT_SCATTER, FAULT_SCATTER_JOIN, FAULT_BINCOUNT };
struct Fault { u32 set, op; i64 index, len; };
XP void keep_fault(i64 index, i64 len, u64 fault, u32 op) {
    Fault* f = global<Fault>(fault);
    if (atomicCAS(&f->set, 0u, 1u) == 0u) {
        f->op = op;
        f->index = index;
        f->len = len;
    }
}
// The index if it is in 0 .. len; else -1, and the first such is kept.
XP i64 in_range(i64 index, i64 len, u64 fault, u32 op) {
    if ((u64)index < (u64)len) return index;
    keep_fault(index, len, fault, op);
    return -1;
}
// Likewise, with negative indices counted from the end.
XP i64 resolve(i64 index, i64 len, u64 fault, u32 op) {
    const i64 at = index + len;
    return index < 0 && at >= 0 ? at : in_range(index, len, fault, op);
}
// The least of what blocks find, in memory of the host: by the one atomic instruction that links to it have.
XP void keep_least(u64* least, u64 x) {
    u64 known = peek(least);
    while (x < known) {
        const u64 seen = atomicCAS(least, known, x);
        if (seen == known) return;
        known = seen;
    }
}
// The first index of a thread that is out of bounds, told at the end of a function: telling it at once would be a branch after each
// read, and the next one would wait for that.
struct Wrong { bool any; i64 index, len; };
XP void report(const Wrong& wrong, u64 fault) {
    if (wrong.any) keep_fault(wrong.index, wrong.len, fault, FAULT_INDEX);
}
// An element of an array with zeros around it.
template <class T, class I> XP T padded(const T* x, I at, bool inside) {
    T value;
    memset(&value, 0, sizeof(T));
    if (inside) value = x[at];
    return value;
}
// The index of the element of an array, of `n` from `first` on, that an index beyond its ends shows.
template <class S> XP S edge_place(S i, S first, S n) {
    return i < first ? first : i >= first + n ? first + n - 1 : i;
}
template <class S> XP S reflect_place(S i, S first, S n) {
    return i < first ? 2 * first - i : i >= first + n ? 2 * (first + n - 1) - i : i;
}
template <class S> XP S symmetric_place(S i, S first, S n) {
    return i < first ? 2 * first - 1 - i : i >= first + n ? 2 * (first + n) - 1 - i : i;
}
template <class S> XP S wrap_place(S i, S first, S n) {
    return i < first ? i + n : i >= first + n ? i - n : i;
}
// words: address, stride, length.
template <class T> XP T gather(const u64* words, Wrong& wrong, i64 index) {
    const i64 len = (i64)words[2], at = index < 0 ? index + len : index;
    const bool inside = (u64)at < (u64)len;
    if (!inside && !wrong.any) {
        wrong.index = index;
        wrong.len = len;
    }
    wrong.any |= !inside;
    T x;
    memset(&x, 0, sizeof(T));
    if (inside) x = global<const T>(words[0])[at * (i64)words[1]];
    return x;
}
// Values of any size from other lanes of a warp.
#define XP_BY_WORDS(NAME, ARGS, WORD)                                                                                 \
    template <class T> XP T NAME ARGS {                                                                               \
        const int n = (sizeof(T) + 3) / 4;                                                                            \
        u32 words[n];                                                                                                 \
        words[n - 1] = 0;                                                                                             \
        memcpy(words, &x, sizeof(T));                                                                                 \
        _Pragma("unroll") for (int k = 0; k < n; k++) words[k] = WORD;                                                \
        T y;                                                                                                          \
        memcpy(&y, words, sizeof(T));                                                                                 \
        return y;                                                                                                     \
    }
XP_BY_WORDS(shuffle_up, (const T& x, u32 by), XP_SHUFFLE_UP(words[k], by))
XP_BY_WORDS(shuffle_from, (const T& x, u32 lane), XP_SHUFFLE_FROM(words[k], lane))
XP_BY_WORDS(shuffle_down, (const T& x, u32 by), XP_SHUFFLE_DOWN(words[k], by))
