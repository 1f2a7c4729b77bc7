const R_SIGN_f32: u32 = 0x80000000u;
const R_SIGN_f64: u64 = 0x8000000000000000lu;
const R_INFINITY_f32: u32 = 0x7f800000u;
const R_INFINITY_f64: u64 = 0x7ff0000000000000lu;
// The bits of the fraction, how many they are, and how many are not of the mantissa.
const R_FRACTION_f32: u32 = 0x7fffffu;
const R_FRACTION_f64: u64 = 0xffffffffffffflu;
const R_DIGITS_f32: u32 = 23u;
const R_DIGITS_f64: u32 = 52u;
const R_SPARE_f32: u32 = 8u;
const R_SPARE_f64: u32 = 11u;
const R_BIAS_f32: i32 = 127;
const R_BIAS_f64: i32 = 1023;
// The bits without the sign.
fn r_magnitude_T(x: T) -> U {
    return bitcast<U>(x) & ~R_SIGN_T;
}
fn is_nan_T(x: T) -> bool {
    return r_magnitude_T(x) > R_INFINITY_T;
}
fn is_inf_T(x: T) -> bool {
    return r_magnitude_T(x) == R_INFINITY_T;
}
fn is_finite_T(x: T) -> bool {
    return r_magnitude_T(x) < R_INFINITY_T;
}
// From a variable, as constant expressions may not be NaN or infinity.
fn nan_T() -> T {
    var bits = R_INFINITY_T | (R_INFINITY_T >> 1u);
    return bitcast<T>(bits);
}
fn inf_T() -> T {
    var bits = R_INFINITY_T;
    return bitcast<T>(bits);
}
fn r_div_T(x: T, y: T) -> T {
    return x / y;
}
fn r_fma_T(x: T, y: T, z: T) -> T {
    return fma(x, y, z);
}
// What x y loses by rounding.
fn r_producterror_T(x: T, y: T) -> T {
    return r_fma_T(x, y, -(x * y));
}
fn r_neg_T(x: T) -> T {
    return bitcast<T>(bitcast<U>(x) ^ R_SIGN_T);
}
fn r_abs_T(x: T) -> T {
    return bitcast<T>(r_magnitude_T(x));
}
fn r_sign_T(x: T) -> T {
    return select(select(select(x, 0.0, x == 0.0), -1.0, x < 0.0), 1.0, x > 0.0);
}
fn r_square_T(x: T) -> T {
    return x * x;
}
fn r_reciprocal_T(x: T) -> T {
    return r_div_T(1.0, x);
}
fn r_conj_T(x: T) -> T {
    return x;
}
fn r_real_T(x: T) -> T {
    return x;
}
fn r_imag_T(x: T) -> T {
    return 0.0;
}
fn r_isnan_T(x: T) -> bool {
    return is_nan_T(x);
}
fn r_isinf_T(x: T) -> bool {
    return is_inf_T(x);
}
fn r_isfinite_T(x: T) -> bool {
    return is_finite_T(x);
}
fn r_signbit_T(x: T) -> bool {
    return bitcast<U>(x) >= R_SIGN_T;
}
fn r_floor_T(x: T) -> T {
    return floor(x);
}
fn r_ceil_T(x: T) -> T {
    return ceil(x);
}
fn r_trunc_T(x: T) -> T {
    return trunc(x);
}
fn r_rint_T(x: T) -> T {
    return round(x);
}
fn r_sqrt_T(x: T) -> T {
    return sqrt(x);
}
fn r_leading_zeros_f32(x: u32) -> u32 {
    return countLeadingZeros(x);
}
fn r_leading_zeros_f64(x: u64) -> u32 {
    let high = u32(x >> 32u);
    return select(countLeadingZeros(high), 32u + countLeadingZeros(u32(x & 0xfffffffflu)), high == 0u);
}
// How far the mantissa of a subnormal number must be shifted to the left; 0 for a normal number.
fn r_subnormal_shift_T(magnitude: U) -> u32 {
    return select(0u, r_leading_zeros_T(magnitude) - R_SPARE_T, magnitude <= R_FRACTION_T);
}
fn r_mantissa_T(x: T) -> T {
    let magnitude = r_magnitude_T(x);
    if magnitude == 0 || magnitude >= R_INFINITY_T {
        return x;
    }
    let fraction = (magnitude << r_subnormal_shift_T(magnitude)) & R_FRACTION_T;
    return bitcast<T>((bitcast<U>(x) & R_SIGN_T) | (U(R_BIAS_T - 1) << R_DIGITS_T) | fraction);
}
fn r_exponent_T(x: T) -> i32 {
    let magnitude = r_magnitude_T(x);
    if magnitude == 0 || magnitude >= R_INFINITY_T {
        return 0;
    }
    let shift = i32(r_subnormal_shift_T(magnitude));
    return max(i32(magnitude >> R_DIGITS_T), 1) - shift - (R_BIAS_T - 1);
}
fn r_cbrt_T(x: T) -> T {
    return m_cbrt_T(x);
}
fn r_exp_T(x: T) -> T {
    return m_exp_T(x);
}
fn r_exp2_T(x: T) -> T {
    return m_exp2_T(x);
}
fn r_expm1_T(x: T) -> T {
    return m_expm1_T(x);
}
fn r_log_T(x: T) -> T {
    return m_log_T(x);
}
fn r_log2_T(x: T) -> T {
    return m_log2_T(x);
}
fn r_log10_T(x: T) -> T {
    return m_log10_T(x);
}
fn r_log1p_T(x: T) -> T {
    return m_log1p_T(x);
}
fn r_asin_T(x: T) -> T {
    return m_arcsin_T(x);
}
fn r_acos_T(x: T) -> T {
    return m_arccos_T(x);
}
fn r_atan_T(x: T) -> T {
    return m_arctan_T(x);
}
fn r_sinh_T(x: T) -> T {
    return m_sinh_T(x);
}
fn r_cosh_T(x: T) -> T {
    return m_cosh_T(x);
}
fn r_tanh_T(x: T) -> T {
    return m_tanh_T(x);
}
fn r_asinh_T(x: T) -> T {
    return m_arcsinh_T(x);
}
fn r_acosh_T(x: T) -> T {
    return m_arccosh_T(x);
}
fn r_atanh_T(x: T) -> T {
    return m_arctanh_T(x);
}
fn r_i0_T(x: T) -> T {
    return m_i0_T(x);
}
fn r_sinc_T(x: T) -> T {
    return m_sinc_T(x);
}
// The binary digits of 2 / pi, after 64 zeros.
const R_TWO_OVER_PI: array<u32, 40> = array<u32, 40>(
    0x00000000u, 0x00000000u, 0xa2f9836eu, 0x4e441529u, 0xfc2757d1u, 0xf534ddc0u, 0xdb629599u, 0x3c439041u,
    0xfe5163abu, 0xdebbc561u, 0xb7246e3au, 0x424dd2e0u, 0x06492eeau, 0x09d1921cu, 0xfe1deb1cu, 0xb129a73eu,
    0xe88235f5u, 0x2ebb4484u, 0xe99c7026u, 0xb45f7e41u, 0x3991d639u, 0x835339f4u, 0x9c845f8bu, 0xbdf9283bu,
    0x1ff897ffu, 0xde05980fu, 0xef2f118bu, 0x5a0a6d1fu, 0x6d367ecfu, 0x27cb09b7u, 0x4f463f66u, 0x9e5fea2du,
    0x7527bac7u, 0xebe5f17bu, 0x3d0739f7u, 0x8a5292eau, 0x6bfb5fb1u, 0x1f8d5d08u, 0x56033046u, 0xfc7b6babu,
);
fn r_turns_word(at: u32) -> u32 {
    return R_TWO_OVER_PI[at];
}
// As many of the digits as a word has.
fn r_turns_f32(at: u32) -> u32 {
    let word = at / 32u;
    let shift = at % 32u;
    return (r_turns_word(word) << shift) | ((r_turns_word(word + 1u) >> 1u) >> (31u - shift));
}
fn r_turns_f64(at: u32) -> u64 {
    return (u64(r_turns_f32(at)) << 32u) | u64(r_turns_f32(at + 32u));
}
const R_WORD_f32: u32 = 32u;
const R_WORD_f64: u32 = 64u;
const R_HALF_WORD_f32: u32 = 0xffffu;
const R_HALF_WORD_f64: u64 = 0xfffffffflu;
// The upper word of the product.
fn r_upper_product_T(x: U, y: U) -> U {
    let half = R_WORD_T / 2u;
    let x0 = x & R_HALF_WORD_T;
    let x1 = x >> half;
    let y0 = y & R_HALF_WORD_T;
    let y1 = y >> half;
    let low = x1 * y0 + ((x0 * y0) >> half);
    let middle = x0 * y1 + (low & R_HALF_WORD_T);
    return x1 * y1 + (low >> half) + (middle >> half);
}
// x is quadrant pi / 2 + (r + low).
struct Reduced_T {
    r: T,
    low: T,
    quadrant: u32,
}
const R_HALF_PI_f32: f32 = 1.5707963705062866;
const R_HALF_PI_f64: f64 = 1.5707963267948966;
const R_HALF_PI_LOW_f32: f32 = -4.371138828673793e-8;
const R_HALF_PI_LOW_f64: f64 = 6.123233995736766e-17;
// A fraction of pi / 2 in radians, from its two words. The upper one is not 0: no number is that close to a multiple.
fn r_radians_T(upper: U, lower: U, negative: bool) -> Reduced_T {
    let zeros = r_leading_zeros_T(upper);
    let head = (upper << zeros) | ((lower >> 1u) >> (R_WORD_T - 1u - zeros));
    let rest = lower << zeros;
    let digits = R_DIGITS_T + 1u;
    let tail = ((head << digits) | (rest >> (R_WORD_T - digits))) >> (R_WORD_T - digits);
    let unit = bitcast<T>(U(R_BIAS_T - i32(digits + zeros)) << R_DIGITS_T);
    let unit_low = bitcast<T>(U(R_BIAS_T - i32(2u * digits + zeros)) << R_DIGITS_T);
    let sign = select(T(1.0), T(-1.0), negative);
    let f = sign * T(head >> (R_WORD_T - digits)) * unit;
    let f_low = sign * T(tail) * unit_low;
    let r = f * R_HALF_PI_T;
    let low = r_fma_T(f, R_HALF_PI_T, -r) + (f * R_HALF_PI_LOW_T + f_low * R_HALF_PI_T);
    let sum = r + low;
    return Reduced_T(sum, low - (sum - r), 0u);
}
// Payne and Hanek's reduction, of large finite numbers. Of the product of the mantissa with 2 / pi only the digits
// below 4 matter: three words of 2 / pi give two words that are exact, enough as near to a multiple as numbers come.
fn r_reduce_huge_T(x: T) -> Reduced_T {
    let magnitude = r_magnitude_T(x);
    let m = (magnitude & R_FRACTION_T) | (R_FRACTION_T + 1);
    let at = u32(i32(magnitude >> R_DIGITS_T) - R_BIAS_T - i32(R_DIGITS_T) + 62);
    let second = r_turns_T(at + R_WORD_T);
    let third = r_turns_T(at + 2u * R_WORD_T);
    let low = m * third;
    let carried = r_upper_product_T(m, third);
    let middle = m * second + carried;
    let high = m * r_turns_T(at) + r_upper_product_T(m, second) + select(U(0), U(1), middle < carried);
    var upper = (high << 2u) | (middle >> (R_WORD_T - 2u));
    var lower = (middle << 2u) | (low >> (R_WORD_T - 2u));
    // To the nearest quadrant.
    let above = upper >> (R_WORD_T - 1u);
    let quadrant = u32(high >> (R_WORD_T - 2u)) + u32(above);
    if above != 0 {
        lower = ~lower + 1;
        upper = ~upper + select(U(0), U(1), lower == 0);
    }
    let negative = r_signbit_T(x);
    var reduced = r_radians_T(upper, lower, negative != (above != 0));
    reduced.quadrant = select(quadrant, ~quadrant + 1u, negative) & 3u;
    return reduced;
}
// The sine, quadrants on. The cosine is rounded once where it is near 1, as that of the half angle.
fn r_sin_reduced_T(x: Reduced_T, quadrants: u32) -> T {
    let quadrant = x.quadrant + quadrants;
    var value: T;
    if (quadrant & 1u) == 0u {
        value = m_sin_T(x.r) + x.low * (1.0 - 0.5 * x.r * x.r);
    } else {
        let half = m_sin_T(0.5 * x.r);
        value = 1.0 - (2.0 * half * half + x.low * x.r);
    }
    return select(value, -value, (quadrant & 2u) != 0u);
}
// -1 / tan(r + low).
fn r_cot_reduced_T(r: T, low: T) -> T {
    if abs(r) < 0.00390625 {
        let q = r_div_T(-1.0, r);
        let z = r * r;
        let series = r * (T(1.0 / 3.0) + z * (T(1.0 / 45.0) + z * T(2.0 / 945.0)));
        return q + (q * r_fma_T(q, r, 1.0) + low * q * q + series);
    }
    // The tangent a quarter turn away, with what is lost by rounding there.
    let sign = select(T(1.0), T(-1.0), r > 0.0);
    let quarter = sign * R_HALF_PI_T;
    let s = quarter + r;
    let s_low = (r - (s - quarter)) + (low + sign * R_HALF_PI_LOW_T);
    let t = m_tan_T(s);
    return t + s_low * (1.0 + t * t);
}
fn r_sin_T(x: T) -> T {
    if !m_sin_rare_T(x) {
        return m_sin_T(x);
    }
    if !is_finite_T(x) {
        return nan_T();
    }
    return r_sin_reduced_T(r_reduce_huge_T(x), 0u);
}
fn r_cos_T(x: T) -> T {
    if !m_cos_rare_T(x) {
        return m_cos_T(x);
    }
    if !is_finite_T(x) {
        return nan_T();
    }
    return r_sin_reduced_T(r_reduce_huge_T(x), 1u);
}
fn r_tan_T(x: T) -> T {
    if !m_tan_rare_T(x) {
        return m_tan_T(x);
    }
    if !is_finite_T(x) {
        return nan_T();
    }
    let reduced = r_reduce_huge_T(x);
    if (reduced.quadrant & 1u) != 0u {
        return r_cot_reduced_T(reduced.r, reduced.low);
    }
    let t = m_tan_T(reduced.r);
    return t + reduced.low * (1.0 + t * t);
}
fn r_add_T(x: T, y: T) -> T {
    return x + y;
}
fn r_sub_T(x: T, y: T) -> T {
    return x - y;
}
fn r_mul_T(x: T, y: T) -> T {
    return x * y;
}
// The number with this mantissa, of bits that it has, and this exponent, biased, of the mantissa's upper bit.
fn r_assemble_T(mantissa: U, exponent: i32) -> U {
    if mantissa == 0 {
        return 0;
    }
    let shift = min(i32(r_leading_zeros_T(mantissa) - R_SPARE_T), exponent - 1);
    return (mantissa << u32(shift)) + (U(exponent - shift - 1) << R_DIGITS_T);
}
fn r_scaled_mantissa_T(magnitude: U) -> U {
    return (magnitude & R_FRACTION_T) | select(U(0), R_FRACTION_T + 1, magnitude > R_FRACTION_T);
}
// By long division of the mantissas, as many digits a step as a word has to spare.
fn r_fmod_exact_T(x: T, y: T) -> T {
    let a = r_magnitude_T(x);
    let b = r_magnitude_T(y);
    if a >= R_INFINITY_T || b > R_INFINITY_T || b == 0 {
        return nan_T();
    }
    if a < b {
        return x;
    }
    let exponent = max(i32(b >> R_DIGITS_T), 1);
    let divisor = r_scaled_mantissa_T(b);
    var left = u32(max(i32(a >> R_DIGITS_T), 1) - exponent);
    var rest = r_scaled_mantissa_T(a) % divisor;
    while left != 0u && rest != 0 {
        let step = min(left, R_SPARE_T);
        rest = (rest << step) % divisor;
        left -= step;
    }
    return bitcast<T>((bitcast<U>(x) & R_SIGN_T) | r_assemble_T(rest, exponent));
}
fn r_fmod_T(x: T, y: T) -> T {
    if m_fmod_rare_T(x, y) {
        return r_fmod_exact_T(x, y);
    }
    return m_fmod_T(x, y);
}
// NumPy's floor_divide.
fn r_floordiv_T(x: T, y: T) -> T {
    if r_magnitude_T(y) == 0 {
        return r_div_T(x, y);
    }
    let r = r_fmod_T(x, y);
    var q = r_div_T(x - r, y);
    if r_magnitude_T(r) != 0 && r_signbit_T(y) != r_signbit_T(r) {
        q -= 1.0;
    }
    if q == 0.0 {
        return r_copysign_T(0.0, r_div_T(x, y));
    }
    let below = floor(q);
    return select(below, below + 1.0, q - below > 0.5);
}
// NumPy's remainder.
fn r_mod_T(x: T, y: T) -> T {
    let r = r_fmod_T(x, y);
    if r_magnitude_T(y) == 0 {
        return r;
    }
    if r_magnitude_T(r) == 0 {
        return r_copysign_T(0.0, y);
    }
    return select(r + y, r, r_signbit_T(y) == r_signbit_T(r));
}
fn r_pow_T(x: T, y: T) -> T {
    return m_pow_T(x, y);
}
fn r_atan2_T(x: T, y: T) -> T {
    return m_arctan2_T(x, y);
}
fn r_hypot_T(x: T, y: T) -> T {
    return m_hypot_T(x, y);
}
fn r_logaddexp_T(x: T, y: T) -> T {
    return m_logaddexp_T(x, y);
}
fn r_logaddexp2_T(x: T, y: T) -> T {
    return m_logaddexp2_T(x, y);
}
// NaN if either is; of equals the second.
fn r_min_T(x: T, y: T) -> T {
    return select(y, x, is_nan_T(x) || x < y);
}
fn r_max_T(x: T, y: T) -> T {
    return select(y, x, is_nan_T(x) || x > y);
}
// The other if one is NaN; of equals the first.
fn r_fmin_T(x: T, y: T) -> T {
    return select(y, x, is_nan_T(y) || x <= y);
}
fn r_fmax_T(x: T, y: T) -> T {
    return select(y, x, is_nan_T(y) || x >= y);
}
fn r_copysign_T(x: T, y: T) -> T {
    return bitcast<T>(r_magnitude_T(x) | (bitcast<U>(y) & R_SIGN_T));
}
fn r_nextafter_T(x: T, y: T) -> T {
    if is_nan_T(x) || is_nan_T(y) {
        return nan_T();
    }
    let from_bits = bitcast<U>(x);
    let magnitude = r_magnitude_T(x);
    if from_bits == bitcast<U>(y) || (magnitude == 0 && r_magnitude_T(y) == 0) {
        return y;
    }
    if magnitude == 0 {
        return bitcast<T>((bitcast<U>(y) & R_SIGN_T) | 1);
    }
    // Away from zero if y has the same sign and a greater magnitude.
    let grows = r_signbit_T(x) == r_signbit_T(y) && r_magnitude_T(y) > magnitude;
    return bitcast<T>(select(from_bits - 1, from_bits + 1, grows));
}
fn r_eq_T(x: T, y: T) -> bool {
    return x == y;
}
// naga takes `!=` for false where a number is NaN.
fn r_ne_T(x: T, y: T) -> bool {
    return x != y || is_nan_T(x) || is_nan_T(y);
}
fn r_lt_T(x: T, y: T) -> bool {
    return x < y;
}
fn r_le_T(x: T, y: T) -> bool {
    return x <= y;
}
fn r_gt_T(x: T, y: T) -> bool {
    return x > y;
}
fn r_ge_T(x: T, y: T) -> bool {
    return x >= y;
}
