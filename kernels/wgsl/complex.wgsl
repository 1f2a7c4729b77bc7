// Complex numbers, as vectors of their two parts: arithmetic by NumPy's formulas in the type itself; functions with
// branch cuts, signed zeros and infinities as in C99 (Annex G), in double precision for both types. The inverse ones
// follow Kahan, "Branch cuts for complex elementary functions" (1987).

fn z_neg_T(z: vec2<T>) -> vec2<T> { return vec2<T>(r_neg_T(z.x), r_neg_T(z.y)); }
fn z_conj_T(z: vec2<T>) -> vec2<T> { return vec2<T>(z.x, r_neg_T(z.y)); }
fn z_real_T(z: vec2<T>) -> T { return z.x; }
fn z_imag_T(z: vec2<T>) -> T { return z.y; }
fn z_abs_T(z: vec2<T>) -> T { return r_hypot_T(z.x, z.y); }
fn z_rint_T(z: vec2<T>) -> vec2<T> { return vec2<T>(r_rint_T(z.x), r_rint_T(z.y)); }
fn z_isnan_T(z: vec2<T>) -> bool { return is_nan_T(z.x) || is_nan_T(z.y); }
fn z_isinf_T(z: vec2<T>) -> bool { return is_inf_T(z.x) || is_inf_T(z.y); }
fn z_isfinite_T(z: vec2<T>) -> bool { return is_finite_T(z.x) && is_finite_T(z.y); }

fn z_sign_T(z: vec2<T>) -> vec2<T> {
    let length = r_hypot_T(z.x, z.y);
    let x_inf = is_inf_T(z.x);
    let y_inf = is_inf_T(z.y);
    if is_nan_T(length) || (x_inf && y_inf) { return vec2<T>(nan_T(), nan_T()); }
    let ends = vec2<T>(r_copysign_T(1.0, z.x), r_copysign_T(1.0, z.y));
    if x_inf || y_inf {
        // The other part may be NaN, and is zero even so.
        return vec2<T>(select(T(0), ends.x, x_inf), select(T(0), ends.y, y_inf));
    }
    if length == 0.0 { return vec2<T>(0.0, 0.0); }
    return vec2<T>(r_div_T(z.x, length), r_div_T(z.y, length));
}

fn z_add_T(a: vec2<T>, b: vec2<T>) -> vec2<T> { return a + b; }
fn z_sub_T(a: vec2<T>, b: vec2<T>) -> vec2<T> { return a - b; }
fn z_mul_T(a: vec2<T>, b: vec2<T>) -> vec2<T> {
    let same = a.x * b.x;
    let other = a.y * b.y;
    let first = a.x * b.y;
    let second = a.y * b.x;
    return vec2<T>(same - other, first + second);
}
fn z_square_T(z: vec2<T>) -> vec2<T> { return z_mul_T(z, z); }

// Smith's division: scaled by the larger part of the divisor, so that nothing overflows early.
fn z_div_T(a: vec2<T>, b: vec2<T>) -> vec2<T> {
    let re = abs(b.x);
    let im = abs(b.y);
    if re >= im {
        if re == 0.0 && im == 0.0 { return vec2<T>(r_div_T(a.x, re), r_div_T(a.y, re)); }
        let ratio = r_div_T(b.y, b.x);
        let scale = r_div_T(1.0, b.x + b.y * ratio);
        return vec2<T>((a.x + a.y * ratio) * scale, (a.y - a.x * ratio) * scale);
    }
    let ratio = r_div_T(b.x, b.y);
    let scale = r_div_T(1.0, b.y + b.x * ratio);
    return vec2<T>((a.x * ratio + a.y) * scale, (a.y * ratio - a.x) * scale);
}

fn z_reciprocal_T(z: vec2<T>) -> vec2<T> {
    if abs(z.y) <= abs(z.x) {
        let ratio = r_div_T(z.y, z.x);
        let scale = z.x + z.y * ratio;
        return vec2<T>(r_div_T(1.0, scale), r_div_T(-ratio, scale));
    }
    let ratio = r_div_T(z.x, z.y);
    let scale = z.x * ratio + z.y;
    return vec2<T>(r_div_T(ratio, scale), r_div_T(-1.0, scale));
}

fn z_eq_T(a: vec2<T>, b: vec2<T>) -> bool { return a.x == b.x && a.y == b.y; }
// WGSL's own `!=` may be false for NaN.
fn z_ne_T(a: vec2<T>, b: vec2<T>) -> bool { return !z_eq_T(a, b); }

// Complex numbers compare by real part, then by imaginary part; never if a part is NaN.
fn z_lt_T(a: vec2<T>, b: vec2<T>) -> bool {
    return (a.x < b.x && !is_nan_T(a.y) && !is_nan_T(b.y)) || (a.x == b.x && a.y < b.y);
}
fn z_le_T(a: vec2<T>, b: vec2<T>) -> bool {
    return (a.x < b.x && !is_nan_T(a.y) && !is_nan_T(b.y)) || (a.x == b.x && a.y <= b.y);
}
fn z_gt_T(a: vec2<T>, b: vec2<T>) -> bool { return z_lt_T(b, a); }
fn z_ge_T(a: vec2<T>, b: vec2<T>) -> bool { return z_le_T(b, a); }

// NaN if either is, the first of equals.
fn z_min_T(a: vec2<T>, b: vec2<T>) -> vec2<T> { return select(b, a, z_isnan_T(a) || z_le_T(a, b)); }
fn z_max_T(a: vec2<T>, b: vec2<T>) -> vec2<T> { return select(b, a, z_isnan_T(a) || z_ge_T(a, b)); }
fn z_fmin_T(a: vec2<T>, b: vec2<T>) -> vec2<T> { return select(b, a, z_isnan_T(b) || z_le_T(a, b)); }
fn z_fmax_T(a: vec2<T>, b: vec2<T>) -> vec2<T> { return select(b, a, z_isnan_T(b) || z_ge_T(a, b)); }

const Z_LN2: f64 = 0.693147180559945309417lf;
const Z_PI: f64 = 3.14159265358979323846lf;
const Z_LOG2_E: f64 = 1.44269504088896340736lf;
const Z_LOG10_E: f64 = 0.434294481903251827651lf;

// e^x (re + i im), where e^x alone may overflow.
fn z_scale_exp(x: f64, re: f64, im: f64) -> vec2<f64> {
    if x > 709.0 {
        let half = r_exp_f64(x / 2.0);
        return vec2<f64>(re * half * half, im * half * half);
    }
    let e = r_exp_f64(x);
    return vec2<f64>(re * e, im * e);
}

fn z_exp_f64(z: vec2<f64>) -> vec2<f64> {
    if z.y == 0.0 { return vec2<f64>(r_exp_f64(z.x), z.y); }
    if is_finite_f64(z.y) || is_nan_f64(z.x) { return z_scale_exp(z.x, r_cos_f64(z.y), r_sin_f64(z.y)); }
    if is_inf_f64(z.x) && z.x < 0.0 { return vec2<f64>(0.0, 0.0); }
    return vec2<f64>(select(nan_f64(), z.x, is_inf_f64(z.x)), nan_f64());
}

fn z_exp2_f64(z: vec2<f64>) -> vec2<f64> {
    if z.y == 0.0 { return vec2<f64>(r_exp2_f64(z.x), z.y); }
    return z_exp_f64(z * Z_LN2);
}

fn z_expm1_f64(z: vec2<f64>) -> vec2<f64> {
    if z.y == 0.0 { return vec2<f64>(r_expm1_f64(z.x), z.y); }
    let half = r_sin_f64(z.y / 2.0);
    let e = z_exp_f64(z);
    let re = r_expm1_f64(z.x) * r_cos_f64(z.y) - 2.0 * half * half;
    // Where expm1 overflows the 1 does not count; far below nothing else does, whatever the angle.
    let limit = select(e.x, -1.0, is_inf_f64(z.x) && z.x < 0.0);
    return vec2<f64>(select(limit, re, is_finite_f64(re)), e.y);
}

// The sum a + b as a sum of two numbers.
fn z_two_sum(a: f64, b: f64) -> vec2<f64> {
    let sum = a + b;
    let part = sum - a;
    return vec2<f64>(sum, (a - (sum - part)) + (b - part));
}

// start + x^2 + y^2, where the terms may cancel.
fn z_plus_squares(start: f64, x: f64, y: f64) -> f64 {
    let p = x * x;
    let q = y * y;
    let first = z_two_sum(start, p);
    let second = z_two_sum(first.x, q);
    return second.x + (first.y + second.y + r_fma_f64(x, x, -p) + r_fma_f64(y, y, -q));
}

fn z_log_abs(z: vec2<f64>) -> f64 {
    let length = r_hypot_f64(z.x, z.y);
    if is_inf_f64(length) && z_isfinite_f64(z) { return r_log_f64(r_hypot_f64(z.x / 2.0, z.y / 2.0)) + Z_LN2; }
    if length >= 0.7 && length < 1.5 { return r_log1p_f64(z_plus_squares(-1.0, z.x, z.y)) / 2.0; }
    return r_log_f64(length);
}

fn z_log_f64(z: vec2<f64>) -> vec2<f64> { return vec2<f64>(z_log_abs(z), r_atan2_f64(z.y, z.x)); }
fn z_log2_f64(z: vec2<f64>) -> vec2<f64> { return z_log_f64(z) * Z_LOG2_E; }
fn z_log10_f64(z: vec2<f64>) -> vec2<f64> { return z_log_f64(z) * Z_LOG10_E; }
fn z_log1p_f64(z: vec2<f64>) -> vec2<f64> {
    let angle = r_atan2_f64(z.y, 1.0 + z.x);
    if abs(z.x) < 0.5 && abs(z.y) < 0.5 {
        return vec2<f64>(r_log1p_f64(z_plus_squares(2.0 * z.x, z.x, z.y)) / 2.0, angle);
    }
    return vec2<f64>(z_log_abs(vec2<f64>(1.0 + z.x, z.y)), angle);
}

fn z_sqrt_f64(z: vec2<f64>) -> vec2<f64> {
    if z.x == 0.0 && z.y == 0.0 { return vec2<f64>(0.0, z.y); }
    if is_inf_f64(z.y) { return vec2<f64>(inf_f64(), z.y); }
    if is_inf_f64(z.x) {
        let small = r_copysign_f64(0.0, z.y);
        if z.x > 0.0 { return vec2<f64>(z.x, select(small, z.y, is_nan_f64(z.y))); }
        return vec2<f64>(select(0.0, z.y, is_nan_f64(z.y)), r_copysign_f64(inf_f64(), z.y));
    }
    // By a power of 4, so that nothing overflows or loses bits to subnormals.
    let huge = abs(z.x) > 1e300lf || abs(z.y) > 1e300lf;
    let tiny = abs(z.x) < 1e-290lf && abs(z.y) < 1e-290lf;
    let w = z * select(select(1.0lf, 1.2676506002282294e30lf, tiny), 0.25lf, huge);
    let back = select(select(1.0lf, 8.881784197001252e-16lf, tiny), 2.0lf, huge);
    let t = r_sqrt_f64((abs(w.x) + r_hypot_f64(w.x, w.y)) / 2.0);
    let other = r_div_f64(abs(w.y), 2.0 * t);
    if w.x >= 0.0 { return vec2<f64>(t * back, r_copysign_f64(other, w.y) * back); }
    return vec2<f64>(other * back, r_copysign_f64(t, w.y) * back);
}

fn z_sinh_f64(z: vec2<f64>) -> vec2<f64> {
    if z.y == 0.0 { return vec2<f64>(r_sinh_f64(z.x), z.y); }
    if !is_finite_f64(z.y) { return vec2<f64>(select(nan_f64(), z.x, z.x == 0.0 || is_inf_f64(z.x)), nan_f64()); }
    let c = r_cos_f64(z.y);
    let s = r_sin_f64(z.y);
    if abs(z.x) < 700.0 { return vec2<f64>(r_sinh_f64(z.x) * c, r_cosh_f64(z.x) * s); }
    let e = z_scale_exp(abs(z.x), c / 2.0, s / 2.0);
    return vec2<f64>(e.x * r_copysign_f64(1.0, z.x), e.y);
}

fn z_cosh_f64(z: vec2<f64>) -> vec2<f64> {
    let sign = r_copysign_f64(1.0, z.x);
    if z.y == 0.0 { return vec2<f64>(r_cosh_f64(z.x), select(z.y * sign, z.y, is_nan_f64(z.x))); }
    if !is_finite_f64(z.y) {
        return vec2<f64>(select(nan_f64(), abs(z.x), is_inf_f64(z.x)), select(nan_f64(), z.x, z.x == 0.0));
    }
    let c = r_cos_f64(z.y);
    let s = r_sin_f64(z.y);
    if z.x == 0.0 { return vec2<f64>(c, z.x * s); }
    if abs(z.x) < 700.0 { return vec2<f64>(r_cosh_f64(z.x) * c, r_sinh_f64(z.x) * s); }
    let e = z_scale_exp(abs(z.x), c / 2.0, s / 2.0);
    return vec2<f64>(e.x, e.y * sign);
}

fn z_tanh_f64(z: vec2<f64>) -> vec2<f64> {
    if is_nan_f64(z.x) { return vec2<f64>(z.x, select(nan_f64(), z.y, z.y == 0.0)); }
    let sign = r_copysign_f64(1.0, z.x);
    if is_inf_f64(z.x) {
        if !is_finite_f64(z.y) { return vec2<f64>(sign, r_copysign_f64(0.0, z.y)); }
        return vec2<f64>(sign, r_copysign_f64(0.0, r_sin_f64(2.0 * z.y)));
    }
    if !is_finite_f64(z.y) { return vec2<f64>(select(nan_f64(), z.x, z.x == 0.0), nan_f64()); }
    if abs(z.x) >= 22.0 {
        let e = r_exp_f64(-abs(z.x));
        return vec2<f64>(sign, 4.0 * r_sin_f64(z.y) * r_cos_f64(z.y) * e * e);
    }
    let t = r_tan_f64(z.y);
    let s = r_sinh_f64(z.x);
    let beta = 1.0 + t * t;
    let bottom = 1.0 + beta * s * s;
    return vec2<f64>(r_div_f64(beta * r_hypot_f64(s, 1.0) * s, bottom), r_div_f64(t, bottom));
}

// With both, -i f(iz) turns an odd hyperbolic function into its circular one.
fn z_turn(z: vec2<f64>) -> vec2<f64> { return vec2<f64>(r_neg_f64(z.y), z.x); }
fn z_turn_back(w: vec2<f64>) -> vec2<f64> { return vec2<f64>(w.y, r_neg_f64(w.x)); }
fn z_sin_f64(z: vec2<f64>) -> vec2<f64> { return z_turn_back(z_sinh_f64(z_turn(z))); }
fn z_cos_f64(z: vec2<f64>) -> vec2<f64> { return z_cosh_f64(z_turn(z)); }
fn z_tan_f64(z: vec2<f64>) -> vec2<f64> { return z_turn_back(z_tanh_f64(z_turn(z))); }

// The larger of the parts' magnitudes; infinite if a part is NaN.
fn z_size(z: vec2<f64>) -> f64 {
    if z_isnan_f64(z) { return inf_f64(); }
    return max(abs(z.x), abs(z.y));
}
fn z_minus_root(z: vec2<f64>) -> vec2<f64> { return z_sqrt_f64(vec2<f64>(1.0 - z.x, r_neg_f64(z.y))); }
fn z_plus_root(z: vec2<f64>) -> vec2<f64> { return z_sqrt_f64(vec2<f64>(1.0 + z.x, z.y)); }

fn z_asin_f64(z: vec2<f64>) -> vec2<f64> {
    let size = z_size(z);
    if size < 1e-8 || (z.x == 0.0 && is_nan_f64(z.y)) { return z; }
    if size > 1e150lf {
        return vec2<f64>(r_atan2_f64(z.x, abs(z.y)), r_copysign_f64(z_log_abs(z) + Z_LN2, z.y));
    }
    let minus = z_minus_root(z);
    let plus = z_plus_root(z);
    let re = r_atan2_f64(z.x, z_mul_f64(minus, plus).x);
    return vec2<f64>(re, r_asinh_f64(z_mul_f64(z_conj_f64(minus), plus).y));
}

fn z_acos_f64(z: vec2<f64>) -> vec2<f64> {
    if z.x == 0.0 && is_nan_f64(z.y) { return vec2<f64>(Z_PI / 2.0, z.y); }
    if z_size(z) > 1e150lf {
        return vec2<f64>(r_atan2_f64(abs(z.y), z.x), r_neg_f64(r_copysign_f64(z_log_abs(z) + Z_LN2, z.y)));
    }
    let minus = z_minus_root(z);
    let plus = z_plus_root(z);
    let re = 2.0 * r_atan2_f64(minus.x, plus.x);
    return vec2<f64>(re, r_asinh_f64(z_mul_f64(z_conj_f64(plus), minus).y));
}

fn z_acosh_f64(z: vec2<f64>) -> vec2<f64> {
    let w = z_acos_f64(z);
    return vec2<f64>(abs(w.y), r_copysign_f64(w.x, z.y));
}
fn z_asinh_f64(z: vec2<f64>) -> vec2<f64> { return z_turn_back(z_asin_f64(z_turn(z))); }

fn z_atanh_far(z: vec2<f64>) -> vec2<f64> {
    let length = r_hypot_f64(z.x, z.y);
    let near_zero = r_div_f64(r_div_f64(z.x, length), length);
    let re = select(near_zero, r_copysign_f64(0.0, z.x), is_inf_f64(length));
    return vec2<f64>(re, select(r_copysign_f64(Z_PI / 2.0, z.y), z.y, is_nan_f64(z.y)));
}

fn z_atanh_f64(z: vec2<f64>) -> vec2<f64> {
    let size = z_size(z);
    if size < 1e-8 || (z.x == 0.0 && is_nan_f64(z.y)) { return z; }
    if is_nan_f64(z.x) && is_finite_f64(z.y) { return vec2<f64>(z.x, z.x); }
    if size > 1e8 { return z_atanh_far(z); }
    let x = abs(z.x);
    let distance = 1.0 - x;
    var re: f64;
    if distance == 0.0 {
        re = r_log_f64(r_div_f64(r_hypot_f64(z.y, 2.0), abs(z.y))) / 2.0;
    } else {
        re = r_log1p_f64(r_div_f64(4.0 * x, distance * distance + z.y * z.y)) / 4.0;
    }
    let angle = r_atan2_f64(2.0 * z.y, distance * (1.0 + x) - z.y * z.y);
    return vec2<f64>(r_copysign_f64(re, z.x), angle / 2.0);
}
fn z_atan_f64(z: vec2<f64>) -> vec2<f64> { return z_turn_back(z_atanh_f64(z_turn(z))); }

fn z_sinc_f64(z: vec2<f64>) -> vec2<f64> {
    if z.x == 0.0 && z.y == 0.0 { return vec2<f64>(1.0, 0.0); }
    return z_div_f64(z_sin_f64(z * Z_PI), z * Z_PI);
}

// To a whole power that is not negative.
fn z_whole_power(z: vec2<f64>, exponent: u32) -> vec2<f64> {
    var n = exponent;
    var power = z;
    var result = vec2<f64>(1.0, 0.0);
    var first = true;
    while n != 0u {
        if (n & 1u) != 0u {
            // A product with 1 could change infinite parts and zeros.
            if first { result = power; } else { result = z_mul_f64(result, power); }
            first = false;
        }
        n = n >> 1u;
        if n != 0u { power = z_mul_f64(power, power); }
    }
    return result;
}

fn z_pow_f64(a: vec2<f64>, b: vec2<f64>) -> vec2<f64> {
    if b.x == 0.0 && b.y == 0.0 { return vec2<f64>(1.0, 0.0); }
    if a.x == 0.0 && a.y == 0.0 {
        if b.x > 0.0 { return vec2<f64>(0.0, 0.0); }
        return vec2<f64>(nan_f64(), nan_f64());
    }
    if b.y == 0.0 && abs(b.x) < 100.0 && b.x == trunc(b.x) {
        let power = z_whole_power(a, u32(abs(b.x)));
        // A zero that compilers do not know: some drop the addition of a zero, and so change signs of zeros.
        if b.x < 0.0 { return z_div_f64(vec2<f64>(1.0, abs(b.y)), power); }
        return power;
    }
    return z_exp_f64(z_mul_f64(b, z_log_f64(a)));
}

// The same in single precision, which is that of double rounded.
fn z_sqrt_f32(z: vec2<f32>) -> vec2<f32> { return vec2<f32>(z_sqrt_f64(vec2<f64>(z))); }
fn z_exp_f32(z: vec2<f32>) -> vec2<f32> { return vec2<f32>(z_exp_f64(vec2<f64>(z))); }
fn z_exp2_f32(z: vec2<f32>) -> vec2<f32> { return vec2<f32>(z_exp2_f64(vec2<f64>(z))); }
fn z_expm1_f32(z: vec2<f32>) -> vec2<f32> { return vec2<f32>(z_expm1_f64(vec2<f64>(z))); }
fn z_log_f32(z: vec2<f32>) -> vec2<f32> { return vec2<f32>(z_log_f64(vec2<f64>(z))); }
fn z_log2_f32(z: vec2<f32>) -> vec2<f32> { return vec2<f32>(z_log2_f64(vec2<f64>(z))); }
fn z_log10_f32(z: vec2<f32>) -> vec2<f32> { return vec2<f32>(z_log10_f64(vec2<f64>(z))); }
fn z_log1p_f32(z: vec2<f32>) -> vec2<f32> { return vec2<f32>(z_log1p_f64(vec2<f64>(z))); }
fn z_sin_f32(z: vec2<f32>) -> vec2<f32> { return vec2<f32>(z_sin_f64(vec2<f64>(z))); }
fn z_cos_f32(z: vec2<f32>) -> vec2<f32> { return vec2<f32>(z_cos_f64(vec2<f64>(z))); }
fn z_tan_f32(z: vec2<f32>) -> vec2<f32> { return vec2<f32>(z_tan_f64(vec2<f64>(z))); }
fn z_asin_f32(z: vec2<f32>) -> vec2<f32> { return vec2<f32>(z_asin_f64(vec2<f64>(z))); }
fn z_acos_f32(z: vec2<f32>) -> vec2<f32> { return vec2<f32>(z_acos_f64(vec2<f64>(z))); }
fn z_atan_f32(z: vec2<f32>) -> vec2<f32> { return vec2<f32>(z_atan_f64(vec2<f64>(z))); }
fn z_sinh_f32(z: vec2<f32>) -> vec2<f32> { return vec2<f32>(z_sinh_f64(vec2<f64>(z))); }
fn z_cosh_f32(z: vec2<f32>) -> vec2<f32> { return vec2<f32>(z_cosh_f64(vec2<f64>(z))); }
fn z_tanh_f32(z: vec2<f32>) -> vec2<f32> { return vec2<f32>(z_tanh_f64(vec2<f64>(z))); }
fn z_asinh_f32(z: vec2<f32>) -> vec2<f32> { return vec2<f32>(z_asinh_f64(vec2<f64>(z))); }
fn z_acosh_f32(z: vec2<f32>) -> vec2<f32> { return vec2<f32>(z_acosh_f64(vec2<f64>(z))); }
fn z_atanh_f32(z: vec2<f32>) -> vec2<f32> { return vec2<f32>(z_atanh_f64(vec2<f64>(z))); }
fn z_sinc_f32(z: vec2<f32>) -> vec2<f32> { return vec2<f32>(z_sinc_f64(vec2<f64>(z))); }
fn z_pow_f32(a: vec2<f32>, b: vec2<f32>) -> vec2<f32> { return vec2<f32>(z_pow_f64(vec2<f64>(a), vec2<f64>(b))); }
