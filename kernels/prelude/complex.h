// Complex numbers: arithmetic by NumPy's formulas; functions with branch cuts, signed zeros and infinities as in C99
// (Annex G), in double precision for both types. The inverse functions follow Kahan, "Branch cuts for complex
// elementary functions" (1987).
template <class T> XP bool is_nan(Cx<T> x) { return is_nan(x.re) || is_nan(x.im); }
template <class T> XP Cx<T> c_mul(Cx<T> x, Cx<T> y) { return cx(x.re * y.re - x.im * y.im, x.re * y.im + x.im * y.re); }
// Smith's division: scaled by the larger part of the divisor, so that nothing overflows early.
template <class T> XP Cx<T> c_div(Cx<T> x, Cx<T> y) {
    const T re = r_abs(y.re), im = r_abs(y.im);
    if (re >= im) {
        if (re == 0 && im == 0) return cx(x.re / re, x.im / re);
        const T ratio = y.im / y.re, scale = (T)1 / (y.re + y.im * ratio);
        return cx((x.re + x.im * ratio) * scale, (x.im - x.re * ratio) * scale);
    }
    const T ratio = y.re / y.im, scale = (T)1 / (y.im + y.re * ratio);
    return cx((x.re * ratio + x.im) * scale, (x.im * ratio - x.re) * scale);
}
template <class T> XP Cx<T> c_reciprocal(Cx<T> x) {
    if (r_abs(x.im) <= r_abs(x.re)) {
        const T ratio = x.im / x.re, scale = x.re + x.im * ratio;
        return cx((T)1 / scale, -ratio / scale);
    }
    const T ratio = x.re / x.im, scale = x.re * ratio + x.im;
    return cx(ratio / scale, (T)-1 / scale);
}
template <class T> XP Cx<T> c_sign(Cx<T> x) {
    const T length = r_hypot(x.re, x.im), zero = (T)0, one = (T)1;
    if (is_nan(length) || (is_inf(x.re) && is_inf(x.im))) return cx((T)XP_NAN, (T)XP_NAN);
    if (is_inf(x.re) || is_inf(x.im))
        return cx(is_inf(x.re) ? r_copysign(one, x.re) : zero, is_inf(x.im) ? r_copysign(one, x.im) : zero);
    return length == zero ? cx(zero, zero) : cx(x.re / length, x.im / length);
}
// Complex numbers compare by real part, then by imaginary part; never if a part is NaN.
template <class T> XP bool c_lt(Cx<T> x, Cx<T> y) {
    return (x.re < y.re && !is_nan(x.im) && !is_nan(y.im)) || (x.re == y.re && x.im < y.im);
}
template <class T> XP bool c_le(Cx<T> x, Cx<T> y) {
    return (x.re < y.re && !is_nan(x.im) && !is_nan(y.im)) || (x.re == y.re && x.im <= y.im);
}

#define XP_CX static __device__ __noinline__ c64
#define XP_LN2 0.693147180559945309417
#define XP_PI 3.14159265358979323846
XP c64 scaled(c64 z, f64 by) { return cx(z.re * by, z.im * by); }
XP c64 conj(c64 z) { return cx(z.re, -z.im); }
// e^x (re + i im), where e^x alone may overflow.
XP c64 scale_exp(f64 x, f64 re, f64 im) {
    if (x > 709.0) {
        const f64 half = exp(x / 2.0);
        return cx(re * half * half, im * half * half);
    }
    const f64 e = exp(x);
    return cx(re * e, im * e);
}
XP_CX z_exp(c64 z) {
    const f64 inf = (f64)XP_INF, nan = (f64)XP_NAN;
    if (z.im == 0.0) return cx(exp(z.re), z.im);
    if (is_finite(z.im) || is_nan(z.re)) return scale_exp(z.re, cos(z.im), sin(z.im));
    if (z.re == -inf) return cx(0.0, 0.0);
    return cx(z.re == inf ? z.re : nan, nan);
}
XP c64 z_exp2(c64 z) { return z.im == 0.0 ? cx(exp2(z.re), z.im) : z_exp(scaled(z, XP_LN2)); }
XP c64 z_expm1(c64 z) {
    if (z.im == 0.0) return cx(r_expm1(z.re), z.im);
    const f64 half = sin(z.im / 2.0);
    const c64 e = z_exp(z);
    const f64 re = r_expm1(z.re) * cos(z.im) - 2.0 * half * half;
    // Where expm1 overflows the 1 does not count; far below nothing else does, whatever the angle.
    const f64 limit = z.re == -(f64)XP_INF ? -1.0 : e.re;
    return cx(is_finite(re) ? re : limit, e.im);
}
// a + b as a sum of two numbers.
XP c64 two_sum(f64 a, f64 b) {
    const f64 sum = a + b, part = sum - a;
    return cx(sum, (a - (sum - part)) + (b - part));
}
// start + x^2 + y^2, where the terms may cancel.
XP f64 plus_squares(f64 start, f64 x, f64 y) {
    const f64 p = x * x, q = y * y;
    const c64 first = two_sum(start, p), second = two_sum(first.re, q);
    return second.re + (first.im + second.im + fma(x, x, -p) + fma(y, y, -q));
}
static __device__ __noinline__ f64 log_abs(c64 z) {
    const f64 length = hypot(z.re, z.im);
    if (is_inf(length) && is_finite(z.re) && is_finite(z.im)) return log(hypot(z.re / 2.0, z.im / 2.0)) + XP_LN2;
    if (length >= 0.7 && length < 1.5) return r_log1p(plus_squares(-1.0, z.re, z.im)) / 2.0;
    return log(length);
}
XP c64 z_log(c64 z) { return cx(log_abs(z), atan2(z.im, z.re)); }
XP c64 z_log2(c64 z) { return scaled(z_log(z), 1.44269504088896340736); }
XP c64 z_log10(c64 z) { return scaled(z_log(z), 0.434294481903251827651); }
XP c64 z_log1p(c64 z) {
    const bool near = fabs(z.re) < 0.5 && fabs(z.im) < 0.5;
    const f64 re = near ? r_log1p(plus_squares(2.0 * z.re, z.re, z.im)) / 2.0 : log_abs(cx(1.0 + z.re, z.im));
    return cx(re, atan2(z.im, 1.0 + z.re));
}
XP_CX z_sqrt(c64 z) {
    f64 x = z.re, y = z.im;
    const f64 inf = (f64)XP_INF;
    if (x == 0.0 && y == 0.0) return cx(0.0, y);
    if (is_inf(y)) return cx(inf, y);
    if (x == inf) return cx(x, is_nan(y) ? y : copysign(0.0, y));
    if (x == -inf) return cx(is_nan(y) ? y : 0.0, copysign(-x, y));
    // By a power of 4, so that nothing overflows or loses bits to subnormals.
    const f64 size = fmax(fabs(x), fabs(y));
    const f64 scale = size > 1e300 ? 0.25 : size < 1e-290 ? 0x1p100 : 1.0;
    const f64 back = size > 1e300 ? 2.0 : size < 1e-290 ? 0x1p-50 : 1.0;
    x *= scale;
    y *= scale;
    const f64 t = sqrt((fabs(x) + hypot(x, y)) / 2.0), other = fabs(y) / (2.0 * t);
    return x >= 0.0 ? cx(t * back, copysign(other, y) * back) : cx(other * back, copysign(t, y) * back);
}
XP_CX z_sinh(c64 z) {
    const f64 x = z.re, y = z.im, nan = (f64)XP_NAN;
    if (y == 0.0) return cx(sinh(x), y);
    if (!is_finite(y)) return cx(x == 0.0 || is_inf(x) ? x : nan, nan);
    if (fabs(x) < 700.0) return cx(sinh(x) * cos(y), cosh(x) * sin(y));
    const c64 e = scale_exp(fabs(x), cos(y) / 2.0, sin(y) / 2.0);
    return cx(e.re * copysign(1.0, x), e.im);
}
XP_CX z_cosh(c64 z) {
    const f64 x = z.re, y = z.im, nan = (f64)XP_NAN;
    if (y == 0.0) return cx(cosh(x), is_nan(x) ? y : y * copysign(1.0, x));
    if (!is_finite(y)) return cx(is_inf(x) ? fabs(x) : nan, x == 0.0 ? x : nan);
    if (x == 0.0) return cx(cos(y), x * sin(y));
    if (fabs(x) < 700.0) return cx(cosh(x) * cos(y), sinh(x) * sin(y));
    const c64 e = scale_exp(fabs(x), cos(y) / 2.0, sin(y) / 2.0);
    return cx(e.re, e.im * copysign(1.0, x));
}
XP_CX z_tanh(c64 z) {
    const f64 x = z.re, y = z.im, nan = (f64)XP_NAN;
    if (is_nan(x)) return cx(x, y == 0.0 ? y : nan);
    if (is_inf(x)) return cx(copysign(1.0, x), copysign(0.0, is_finite(y) ? sin(2.0 * y) : y));
    if (!is_finite(y)) return cx(x == 0.0 ? x : nan, nan);
    if (fabs(x) >= 22.0) {
        const f64 e = exp(-fabs(x));
        return cx(copysign(1.0, x), 4.0 * sin(y) * cos(y) * e * e);
    }
    const f64 t = tan(y), s = sinh(x), beta = 1.0 + t * t, bottom = 1.0 + beta * s * s;
    return cx(beta * hypot(s, 1.0) * s / bottom, t / bottom);
}
// -i f(iz) turns an odd hyperbolic function into its circular one.
XP c64 turn(c64 z) { return cx(-z.im, z.re); }
XP c64 turn_back(c64 w) { return cx(w.im, -w.re); }
XP c64 z_sin(c64 z) { return turn_back(z_sinh(turn(z))); }
XP c64 z_cos(c64 z) { return z_cosh(turn(z)); }
XP c64 z_tan(c64 z) { return turn_back(z_tanh(turn(z))); }
// The larger of the parts' magnitudes; infinite if a part is NaN.
XP f64 size_of(c64 z) { return is_nan(z) ? (f64)XP_INF : fmax(fabs(z.re), fabs(z.im)); }
XP_CX z_asin(c64 z) {
    const f64 x = z.re, y = z.im, size = size_of(z);
    if (size < 1e-8 || (x == 0.0 && is_nan(y))) return z;
    if (size > 1e150) return cx(atan2(x, fabs(y)), copysign(log_abs(z) + XP_LN2, y));
    const c64 minus = z_sqrt(cx(1.0 - x, -y)), plus = z_sqrt(cx(1.0 + x, y));
    return cx(atan2(x, c_mul(minus, plus).re), asinh(c_mul(conj(minus), plus).im));
}
XP_CX z_acos(c64 z) {
    const f64 x = z.re, y = z.im;
    if (x == 0.0 && is_nan(y)) return cx(XP_PI / 2.0, y);
    if (size_of(z) > 1e150) return cx(atan2(fabs(y), x), -copysign(log_abs(z) + XP_LN2, y));
    const c64 minus = z_sqrt(cx(1.0 - x, -y)), plus = z_sqrt(cx(1.0 + x, y));
    return cx(2.0 * atan2(minus.re, plus.re), asinh(c_mul(conj(plus), minus).im));
}
XP c64 z_acosh(c64 z) {
    const c64 w = z_acos(z);
    return cx(fabs(w.im), copysign(w.re, z.im));
}
XP c64 z_asinh(c64 z) { return turn_back(z_asin(turn(z))); }
XP_CX z_atanh(c64 z) {
    const f64 x = z.re, y = z.im, size = size_of(z);
    if (size < 1e-8 || (x == 0.0 && is_nan(y))) return z;
    if (is_nan(x) && is_finite(y)) return cx(x, x);
    if (size > 1e8) {
        const f64 length = hypot(x, y);
        return cx(is_inf(length) ? copysign(0.0, x) : x / length / length, is_nan(y) ? y : copysign(XP_PI / 2.0, y));
    }
    const f64 distance = 1.0 - fabs(x);
    const f64 re = distance == 0.0 ? log(hypot(y, 2.0) / fabs(y)) / 2.0
                                   : r_log1p(4.0 * fabs(x) / (distance * distance + y * y)) / 4.0;
    return cx(copysign(re, x), atan2(2.0 * y, distance * (1.0 + fabs(x)) - y * y) / 2.0);
}
XP c64 z_atan(c64 z) { return turn_back(z_atanh(turn(z))); }
XP c64 z_sinc(c64 z) {
    if (z.re == 0.0 && z.im == 0.0) return cx(1.0, 0.0);
    return c_div(z_sin(scaled(z, XP_PI)), scaled(z, XP_PI));
}
XP_CX z_pow(c64 x, c64 y) {
    const f64 nan = (f64)XP_NAN;
    if (y.re == 0.0 && y.im == 0.0) return cx(1.0, 0.0);
    if (x.re == 0.0 && x.im == 0.0) return y.re > 0.0 ? cx(0.0, 0.0) : cx(nan, nan);
    if (y.im == 0.0 && y.re == trunc(y.re) && fabs(y.re) < 100.0) {
        u32 n = (u32)fabs(y.re);
        c64 power = x, result = cx(1.0, 0.0);
        for (bool first = true; n != 0; n >>= 1) {
            if (n & 1) {
                result = first ? power : c_mul(result, power);
                first = false;
            }
            if (n > 1) power = c_mul(power, power);
        }
        return y.re < 0.0 ? c_div(cx(1.0, 0.0), result) : result;
    }
    return z_exp(c_mul(y, z_log(x)));
}
