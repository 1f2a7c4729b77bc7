// Integers as NumPy has them: wrapping, and 0 for a division by zero.
template <class T> XP bool negative(T x) { return XP_KIND(T) == SIGNED && x < (T)0; }
template <class T> XP T wrap(typename Info<T>::Wrap x) { return (T)x; }
#define XP_W(T, x) ((typename Info<T>::Wrap)(x))
template <class T> XP T negate(T x) { return wrap<T>(XP_W(T, 0) - XP_W(T, x)); }
template <class T> XP T magnitude(T x) { return negative(x) ? negate(x) : x; }
template <class T> XP T product(T x, T y) { return wrap<T>(XP_W(T, x) * XP_W(T, y)); }
template <class T> XP bool is_minus_one(T x) { return XP_KIND(T) == SIGNED && x == (T)-1; }
template <class T> XP T quotient(T x, T y) { return y == 0 ? (T)0 : is_minus_one(y) ? negate(x) : (T)(x / y); }
template <class T> XP T remainder(T x, T y) { return y == 0 || is_minus_one(y) ? (T)0 : (T)(x % y); }
template <class T> XP T floor_quotient(T x, T y) {
    const T q = quotient(x, y);
    const bool exact = y == 0 || product(q, y) == x;
    return !exact && negative(x) != negative(y) ? wrap<T>(XP_W(T, q) - 1) : q;
}
template <class T> XP T modulo(T x, T y) {
    const T r = remainder(x, y);
    return r != 0 && negative(r) != negative(y) ? (T)(r + y) : r;
}
template <class T> XP T power(T x, T n) {
    if (negative(n)) return x == 1 ? x : is_minus_one(x) ? ((n & 1) ? x : (T)1) : (T)0;
    T y = 1;
    for (; n != 0; n = (T)(n >> 1)) {
        if (n & 1) y = product(y, x);
        x = product(x, x);
    }
    return y;
}
template <class T> XP T gcd(T x, T y) {
    x = magnitude(x);
    y = magnitude(y);
    while (y != 0) {
        const T r = remainder(x, y);
        x = y;
        y = r;
    }
    return magnitude(x);
}
template <class T> XP T lcm(T x, T y) { return product(quotient(magnitude(x), gcd(x, y)), magnitude(y)); }
template <class T> XP bool within(T by) { return !negative(by) && (u64)by < 8 * sizeof(T); }
template <class T> XP T shift_left(T x, T by) { return within(by) ? wrap<T>(XP_W(T, x) << (u32)by) : (T)0; }
template <class T> XP T shift_right(T x, T by) {
    return within(by) ? (T)(x >> (u32)by) : (T)(negative(x) ? -1 : 0);
}
