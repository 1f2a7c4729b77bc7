// Loads and stores of N neighbours at once, parameters, and indexed reads.
template <int BYTES> struct Raw;
template <> struct Raw<1> { typedef u8 Type; };
template <> struct Raw<2> { typedef u16 Type; };
template <> struct Raw<4> { typedef u32 Type; };
template <> struct Raw<8> { typedef uint2 Type; };
template <> struct Raw<16> { typedef uint4 Type; };
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
// A scalar from its bit pattern.
template <class T> XP T param(const u64* word) {
    T x;
    memcpy(&x, word, sizeof(T));
    return x;
}
struct Fault { u32 set, pad; i64 index, len; };
// The place of an index, negative ones counted from the end; -1 if it is out of bounds, and the first such is kept.
XP i64 resolve(i64 index, i64 len, u64 fault) {
    const i64 at = index < 0 ? index + len : index;
    if ((u64)at < (u64)len && (index < 0) == (at != index)) return at;
    Fault* f = (Fault*)fault;
    if (atomicCAS(&f->set, 0u, 1u) == 0u) {
        f->index = index;
        f->len = len;
    }
    return -1;
}
// words: address, stride, length.
template <class T> XP T gather(const u64* words, u64 fault, i64 index) {
    const i64 at = resolve(index, (i64)words[2], fault);
    if (at >= 0) return ((const T*)words[0])[at * (i64)words[1]];
    T none;
    memset(&none, 0, sizeof(T));
    return none;
}
