const N_WIDTH_i32: u32 = 32u;
const N_WIDTH_u32: u32 = 32u;
const N_WIDTH_i64: u32 = 64u;
const N_WIDTH_u64: u32 = 64u;
fn n_negative_i32(x: i32) -> bool {
    return x < i32(0);
}
fn n_is_minus_one_i32(x: i32) -> bool {
    return x == i32(-1);
}
fn n_negative_i64(x: i64) -> bool {
    return x < i64(0);
}
fn n_is_minus_one_i64(x: i64) -> bool {
    return x == i64(-1);
}
fn n_negative_u32(x: u32) -> bool {
    return false;
}
fn n_is_minus_one_u32(x: u32) -> bool {
    return false;
}
fn n_negative_u64(x: u64) -> bool {
    return false;
}
fn n_is_minus_one_u64(x: u64) -> bool {
    return false;
}
fn n_neg_I(x: I) -> I {
    return ~x + I(1);
}
fn n_abs_I(x: I) -> I {
    return select(x, n_neg_I(x), n_negative_I(x));
}
fn n_sign_i32(x: i32) -> i32 {
    return select(select(i32(0), i32(1), x > i32(0)), i32(-1), x < i32(0));
}
fn n_sign_i64(x: i64) -> i64 {
    return select(select(i64(0), i64(1), x > i64(0)), i64(-1), x < i64(0));
}
fn n_sign_u32(x: u32) -> u32 {
    return select(u32(0), u32(1), x > u32(0));
}
fn n_sign_u64(x: u64) -> u64 {
    return select(u64(0), u64(1), x > u64(0));
}
fn n_square_I(x: I) -> I {
    return x * x;
}
fn n_reciprocal_I(x: I) -> I {
    return n_quotient_I(I(1), x);
}
fn n_not_I(x: I) -> I {
    return ~x;
}
fn n_bitcount_i32(x: i32) -> u32 {
    return countOneBits(bitcast<u32>(n_abs_i32(x)));
}
fn n_bitcount_u32(x: u32) -> u32 {
    return countOneBits(bitcast<u32>(n_abs_u32(x)));
}
fn n_bitcount_i64(x: i64) -> u32 {
    let bits = bitcast<u64>(n_abs_i64(x));
    return countOneBits(u32(bits & 0xfffffffflu)) + countOneBits(u32(bits >> 32u));
}
fn n_bitcount_u64(x: u64) -> u32 {
    let bits = bitcast<u64>(n_abs_u64(x));
    return countOneBits(u32(bits & 0xfffffffflu)) + countOneBits(u32(bits >> 32u));
}
fn n_conj_I(x: I) -> I {
    return x;
}
fn n_real_I(x: I) -> I {
    return x;
}
fn n_imag_I(x: I) -> I {
    return I(0);
}
fn n_isnan_I(x: I) -> bool {
    return false;
}
fn n_isinf_I(x: I) -> bool {
    return false;
}
fn n_isfinite_I(x: I) -> bool {
    return true;
}
fn n_add_I(x: I, y: I) -> I {
    return x + y;
}
fn n_sub_I(x: I, y: I) -> I {
    return x - y;
}
fn n_mul_I(x: I, y: I) -> I {
    return x * y;
}
// The quotient rounded towards zero: 0 for a division by zero; the lowest by -1 wraps.
fn n_quotient_I(x: I, y: I) -> I {
    if n_is_minus_one_I(y) {
        return n_neg_I(x);
    }
    return select(x / select(y, I(1), y == I(0)), I(0), y == I(0));
}
fn n_floordiv_I(x: I, y: I) -> I {
    let q = n_quotient_I(x, y);
    let exact = y == I(0) || q * y == x;
    return select(q, q - I(1), !exact && n_negative_I(x) != n_negative_I(y));
}
// With the divisor's sign.
fn n_mod_I(x: I, y: I) -> I {
    let r = n_fmod_I(x, y);
    return select(r, r + y, r != I(0) && n_negative_I(r) != n_negative_I(y));
}
// With the dividend's sign.
fn n_fmod_I(x: I, y: I) -> I {
    let none = y == I(0) || n_is_minus_one_I(y);
    return select(x % select(y, I(1), none), I(0), none);
}
fn n_pow_I(x: I, y: I) -> I {
    if n_negative_I(y) {
        let unit = x == I(1) || n_is_minus_one_I(x);
        return select(I(0), select(I(1), x, (y & I(1)) != I(0)), unit);
    }
    var result = I(1);
    var base = x;
    var n = y;
    while n != I(0) {
        if (n & I(1)) != I(0) {
            result *= base;
        }
        base *= base;
        n >>= 1u;
    }
    return result;
}
fn n_min_I(x: I, y: I) -> I {
    return select(y, x, x < y);
}
fn n_max_I(x: I, y: I) -> I {
    return select(y, x, x > y);
}
fn n_fmin_I(x: I, y: I) -> I {
    return select(y, x, x < y);
}
fn n_fmax_I(x: I, y: I) -> I {
    return select(y, x, x > y);
}
// Only the lowest number has a negative magnitude; its remainders do not matter for the result's magnitude.
fn n_gcd_I(x: I, y: I) -> I {
    var a = n_abs_I(x);
    var b = n_abs_I(y);
    while b != I(0) {
        let r = n_fmod_I(a, b);
        a = b;
        b = r;
    }
    return n_abs_I(a);
}
fn n_lcm_I(x: I, y: I) -> I {
    return n_quotient_I(n_abs_I(x), n_gcd_I(x, y)) * n_abs_I(y);
}
fn n_and_I(x: I, y: I) -> I {
    return x & y;
}
fn n_or_I(x: I, y: I) -> I {
    return x | y;
}
fn n_xor_I(x: I, y: I) -> I {
    return x ^ y;
}
// Whether x may be shifted by this.
fn n_within_I(by: I) -> bool {
    return !n_negative_I(by) && by < I(N_WIDTH_I);
}
fn n_shl_I(x: I, y: I) -> I {
    return select(I(0), x << (u32(y & I(N_WIDTH_I - 1u))), n_within_I(y));
}
fn n_shr_I(x: I, y: I) -> I {
    let beyond = select(I(0), ~I(0), n_negative_I(x));
    return select(beyond, x >> (u32(y & I(N_WIDTH_I - 1u))), n_within_I(y));
}
fn n_eq_I(x: I, y: I) -> bool {
    return x == y;
}
fn n_ne_I(x: I, y: I) -> bool {
    return x != y;
}
fn n_lt_I(x: I, y: I) -> bool {
    return x < y;
}
fn n_le_I(x: I, y: I) -> bool {
    return x <= y;
}
fn n_gt_I(x: I, y: I) -> bool {
    return x > y;
}
fn n_ge_I(x: I, y: I) -> bool {
    return x >= y;
}
// To an integer: truncated and saturated, NaN is 0. (The compiler clamps as well; this says what is wanted.)
fn sat_f32_i32(x: f32) -> i32 {
    if is_nan_f32(x) {
        return 0i;
    }
    if x >= 2147483648.0f {
        return 0x7fffffffi;
    }
    if x <= -2147483648.0f {
        return i32(-2147483648);
    }
    return i32(x);
}
fn sat_f32_u32(x: f32) -> u32 {
    if is_nan_f32(x) {
        return 0u;
    }
    if x >= 4294967296.0f {
        return 0xffffffffu;
    }
    if x <= 0.0f {
        return 0u;
    }
    return u32(x);
}
fn sat_f32_i64(x: f32) -> i64 {
    if is_nan_f32(x) {
        return 0li;
    }
    if x >= 9223372036854775808.0f {
        return 0x7fffffffffffffffli;
    }
    if x <= -9223372036854775808.0f {
        return -0x7fffffffffffffffli - 1li;
    }
    return i64(x);
}
fn sat_f32_u64(x: f32) -> u64 {
    if is_nan_f32(x) {
        return 0lu;
    }
    if x >= 18446744073709551616.0f {
        return 0xfffffffffffffffflu;
    }
    if x <= 0.0f {
        return 0lu;
    }
    return u64(x);
}
fn sat_f64_i32(x: f64) -> i32 {
    if is_nan_f64(x) {
        return 0i;
    }
    if x >= 2147483648.0lf {
        return 0x7fffffffi;
    }
    if x <= -2147483648.0lf {
        return i32(-2147483648);
    }
    return i32(x);
}
fn sat_f64_u32(x: f64) -> u32 {
    if is_nan_f64(x) {
        return 0u;
    }
    if x >= 4294967296.0lf {
        return 0xffffffffu;
    }
    if x <= 0.0lf {
        return 0u;
    }
    return u32(x);
}
fn sat_f64_i64(x: f64) -> i64 {
    if is_nan_f64(x) {
        return 0li;
    }
    if x >= 9223372036854775808.0lf {
        return 0x7fffffffffffffffli;
    }
    if x <= -9223372036854775808.0lf {
        return -0x7fffffffffffffffli - 1li;
    }
    return i64(x);
}
fn sat_f64_u64(x: f64) -> u64 {
    if is_nan_f64(x) {
        return 0lu;
    }
    if x >= 18446744073709551616.0lf {
        return 0xfffffffffffffffflu;
    }
    if x <= 0.0lf {
        return 0lu;
    }
    return u64(x);
}
