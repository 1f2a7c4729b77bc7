//! Functions of complex numbers: branch cuts, signed zeros and infinities as in C99 (Annex G).
//!
//! Single precision is computed in double precision. The inverse functions follow Kahan, "Branch
//! cuts for complex elementary functions" (1987).

use super::complex::divide;
use super::maps::{Call, TileFn, map1, map2};
use super::real::Real;
use crate::simd::Cold;
use crate::vmath::{Unary, VectorMath};
use num_complex::Complex;
use std::f64::consts::{FRAC_PI_2, LN_2, LOG2_E, LOG10_E, PI};
use xparray_ir::ir::{BinaryOp, UnaryOp};

type C = Complex<f64>;

/// Up to this, powers of e do not overflow.
const LARGE: f64 = 709.0;
/// Beyond this a square could overflow; the first term of a series is exact long before.
const HUGE: f64 = 1e150;
/// Below this `z` and an odd function of slope 1 agree.
const TINY: f64 = 1e-8;

/// `e^x (re + i im)`, where `e^x` alone may overflow.
fn scale_exp(x: f64, re: f64, im: f64) -> C {
    if x > LARGE {
        let half = (x / 2.0).exp();
        C::new(re * half * half, im * half * half)
    } else {
        let e = x.exp();
        C::new(re * e, im * e)
    }
}

fn exp(z: C) -> C {
    if z.im == 0.0 {
        C::new(z.re.exp(), z.im)
    } else if z.im.is_finite() || z.re.is_nan() {
        scale_exp(z.re, z.im.cos(), z.im.sin())
    } else if z.re == f64::NEG_INFINITY {
        C::ZERO
    } else {
        C::new(if z.re == f64::INFINITY { z.re } else { f64::NAN }, f64::NAN)
    }
}

/// Numbers that [`exps`] works on at a time.
const PART: usize = 64;

/// [`exp`] of many numbers, whose parts go through the functions of vectors.
///
/// # Safety
/// As [`TileFn`], of complex numbers.
unsafe fn exps<T: Real>(call: Call) {
    // SAFETY: the caller's promise.
    let (z, out) = unsafe { (call.arg::<Complex<T>>(0), call.out::<Complex<T>>()) };
    let [mut re, mut im, mut size, mut cos, mut sin] = [[0.0; PART]; 5];
    for (z, out) in z.chunks(PART).zip(out.chunks_mut(PART)) {
        let n = z.len();
        for (k, &z) in z.iter().enumerate() {
            (re[k], im[k]) = (z.re.widen(), z.im.widen());
        }
        f64::unary(Unary::Exp, &re[..n], &mut size[..n]);
        f64::unary(Unary::Cos, &im[..n], &mut cos[..n]);
        f64::unary(Unary::Sin, &im[..n], &mut sin[..n]);
        for (k, out) in out.iter_mut().enumerate() {
            let z = C::new(re[k], im[k]);
            out.write(round(if z.im == 0.0 {
                C::new(size[k], z.im)
            } else if z.im.is_finite() && z.re <= LARGE {
                C::new(size[k] * cos[k], size[k] * sin[k])
            } else {
                exp(z)
            }));
        }
    }
}

fn exp2(z: C) -> C {
    if z.im == 0.0 { C::new(z.re.exp2(), z.im) } else { exp(z * LN_2) }
}

fn expm1(z: C) -> C {
    if z.im == 0.0 {
        return C::new(z.re.exp_m1(), z.im);
    }
    let half = (z.im / 2.0).sin();
    let e = exp(z);
    let re = z.re.exp_m1() * z.im.cos() - 2.0 * half * half;
    // Where `expm1` overflows the 1 does not count; far below nothing else does, whatever the angle.
    let limit = if z.re == f64::NEG_INFINITY { -1.0 } else { e.re };
    C::new(if re.is_finite() { re } else { limit }, e.im)
}

/// `x^2` as a sum of two numbers.
fn square(x: f64) -> (f64, f64) {
    let high = x * x;
    (high, x.mul_add(x, -high))
}

/// `a + b` as a sum of two numbers.
fn two_sum(a: f64, b: f64) -> (f64, f64) {
    let sum = a + b;
    let part = sum - a;
    (sum, (a - (sum - part)) + (b - part))
}

/// `start + x^2 + y^2`, where the terms may cancel.
fn plus_squares(start: f64, x: f64, y: f64) -> f64 {
    let ((p, p_low), (q, q_low)) = (square(x), square(y));
    let (sum, low) = two_sum(start, p);
    let (sum, low2) = two_sum(sum, q);
    sum + (low + low2 + p_low + q_low)
}

/// `ln |z|`.
fn ln_abs(z: C) -> f64 {
    let length = z.re.hypot(z.im);
    if length.is_infinite() && z.re.is_finite() && z.im.is_finite() {
        (z.re / 2.0).hypot(z.im / 2.0).ln() + LN_2
    } else if (0.7..1.5).contains(&length) {
        plus_squares(-1.0, z.re, z.im).ln_1p() / 2.0
    } else {
        length.ln()
    }
}

fn ln(z: C) -> C {
    C::new(ln_abs(z), z.im.atan2(z.re))
}

fn log1p(z: C) -> C {
    let near = z.re.abs() < 0.5 && z.im.abs() < 0.5;
    let re = if near { plus_squares(2.0 * z.re, z.re, z.im).ln_1p() / 2.0 } else { ln_abs(C::new(1.0 + z.re, z.im)) };
    C::new(re, z.im.atan2(1.0 + z.re))
}

fn sqrt(z: C) -> C {
    let (x, y) = (z.re, z.im);
    if x == 0.0 && y == 0.0 {
        return C::new(0.0, y);
    } else if y.is_infinite() {
        return C::new(f64::INFINITY, y);
    } else if x == f64::INFINITY {
        return C::new(x, if y.is_nan() { y } else { 0.0f64.copysign(y) });
    } else if x == f64::NEG_INFINITY {
        return C::new(if y.is_nan() { y } else { 0.0 }, (-x).copysign(y));
    }
    // By a power of 4, so that nothing overflows or loses bits to subnormals.
    let size = x.abs().max(y.abs());
    let (scale, back) = if size > 1e300 {
        (0.25, 2.0)
    } else if size < 1e-290 {
        (2f64.powi(100), 2f64.powi(-50))
    } else {
        (1.0, 1.0)
    };
    let (x, y) = (x * scale, y * scale);
    let t = ((x.abs() + x.hypot(y)) / 2.0).sqrt();
    let other = y.abs() / (2.0 * t);
    if x >= 0.0 { C::new(t * back, other.copysign(y) * back) } else { C::new(other * back, t.copysign(y) * back) }
}

fn sinh(z: C) -> C {
    let (x, y) = (z.re, z.im);
    if y == 0.0 {
        C::new(x.sinh(), y)
    } else if !y.is_finite() {
        C::new(if x == 0.0 || x.is_infinite() { x } else { f64::NAN }, f64::NAN)
    } else if x.abs() < 700.0 {
        C::new(x.sinh() * y.cos(), x.cosh() * y.sin())
    } else {
        let e = scale_exp(x.abs(), y.cos() / 2.0, y.sin() / 2.0);
        C::new(e.re * 1f64.copysign(x), e.im)
    }
}

fn cosh(z: C) -> C {
    let (x, y) = (z.re, z.im);
    if y == 0.0 {
        C::new(x.cosh(), if x.is_nan() { y } else { y * 1f64.copysign(x) })
    } else if !y.is_finite() {
        let re = if x.is_infinite() { x.abs() } else { f64::NAN };
        C::new(re, if x == 0.0 { x } else { f64::NAN })
    } else if x == 0.0 {
        C::new(y.cos(), x * y.sin())
    } else if x.abs() < 700.0 {
        C::new(x.cosh() * y.cos(), x.sinh() * y.sin())
    } else {
        let e = scale_exp(x.abs(), y.cos() / 2.0, y.sin() / 2.0);
        C::new(e.re, e.im * 1f64.copysign(x))
    }
}

fn tanh(z: C) -> C {
    let (x, y) = (z.re, z.im);
    if x.is_nan() {
        return C::new(x, if y == 0.0 { y } else { f64::NAN });
    } else if x.is_infinite() {
        return C::new(1f64.copysign(x), 0.0f64.copysign(if y.is_finite() { (2.0 * y).sin() } else { y }));
    } else if !y.is_finite() {
        return C::new(if x == 0.0 { x } else { f64::NAN }, f64::NAN);
    } else if x.abs() >= 22.0 {
        let e = (-x.abs()).exp();
        return C::new(1f64.copysign(x), 4.0 * y.sin() * y.cos() * e * e);
    }
    let (t, s) = (y.tan(), x.sinh());
    let beta = 1.0 + t * t;
    let bottom = 1.0 + beta * s * s;
    C::new(beta * s.hypot(1.0) * s / bottom, t / bottom)
}

/// `-i f(iz)`: what turns an odd hyperbolic function into its circular one.
fn rotated(f: fn(C) -> C, z: C) -> C {
    let w = f(C::new(-z.im, z.re));
    C::new(w.im, -w.re)
}

fn sin(z: C) -> C {
    rotated(sinh, z)
}

fn cos(z: C) -> C {
    cosh(C::new(-z.im, z.re))
}

fn tan(z: C) -> C {
    rotated(tanh, z)
}

/// The larger of the parts' magnitudes; infinite if neither is a plain number.
fn size(z: C) -> f64 {
    if z.re.is_nan() || z.im.is_nan() { f64::INFINITY } else { z.re.abs().max(z.im.abs()) }
}

/// The square roots of `1 - z` and `1 + z`, with the sign of zero kept.
fn roots(z: C) -> (C, C) {
    (sqrt(C::new(1.0 - z.re, -z.im)), sqrt(C::new(1.0 + z.re, z.im)))
}

fn asin(z: C) -> C {
    let (x, y) = (z.re, z.im);
    let size = size(z);
    if size < TINY || (x == 0.0 && y.is_nan()) {
        z
    } else if size > HUGE {
        C::new(x.atan2(y.abs()), (ln_abs(z) + LN_2).copysign(y))
    } else {
        let (minus, plus) = roots(z);
        C::new(x.atan2((minus * plus).re), (minus.conj() * plus).im.asinh())
    }
}

fn acos(z: C) -> C {
    let (x, y) = (z.re, z.im);
    if x == 0.0 && y.is_nan() {
        C::new(FRAC_PI_2, y)
    } else if size(z) > HUGE {
        C::new(y.abs().atan2(x), -(ln_abs(z) + LN_2).copysign(y))
    } else {
        let (minus, plus) = roots(z);
        C::new(2.0 * minus.re.atan2(plus.re), (plus.conj() * minus).im.asinh())
    }
}

fn acosh(z: C) -> C {
    let w = acos(z);
    C::new(w.im.abs(), w.re.copysign(z.im))
}

fn asinh(z: C) -> C {
    let w = asin(C::new(-z.im, z.re));
    C::new(w.im, -w.re)
}

fn atanh(z: C) -> C {
    let (x, y) = (z.re, z.im);
    let size = size(z);
    if size < TINY || (x == 0.0 && y.is_nan()) {
        return z;
    } else if x.is_nan() && y.is_finite() {
        return C::new(x, x);
    } else if size > 1.0 / TINY {
        let length = x.hypot(y);
        let re = if length.is_infinite() { 0.0f64.copysign(x) } else { x / length / length };
        return C::new(re, if y.is_nan() { y } else { FRAC_PI_2.copysign(y) });
    }
    let distance = 1.0 - x.abs();
    let re = if distance == 0.0 {
        (y.hypot(2.0) / y.abs()).ln() / 2.0
    } else {
        (4.0 * x.abs() / (distance * distance + y * y)).ln_1p() / 4.0
    };
    C::new(re.copysign(x), (2.0 * y).atan2(distance * (1.0 + x.abs()) - y * y) / 2.0)
}

fn atan(z: C) -> C {
    rotated(atanh, z)
}

fn sinc(z: C) -> C {
    if z == C::ZERO { C::ONE } else { divide(sin(z * PI), z * PI) }
}

fn multiply(x: C, y: C) -> C {
    C::new(x.re * y.re - x.im * y.im, x.re * y.im + x.im * y.re)
}

fn pow(x: C, y: C) -> C {
    if y == C::ZERO {
        return C::ONE;
    } else if x == C::ZERO {
        return if y.re > 0.0 { C::ZERO } else { C::new(f64::NAN, f64::NAN) };
    } else if y.im == 0.0 && y.re == y.re.trunc() && y.re.abs() < 100.0 {
        let (mut n, mut power, mut result) = (y.re.abs() as u32, x, None);
        while n != 0 {
            if n & 1 == 1 {
                result = Some(result.map_or(power, |r| multiply(r, power)));
            }
            n >>= 1;
            if n != 0 {
                power = multiply(power, power);
            }
        }
        let result = result.unwrap_or(C::ONE);
        return if y.re < 0.0 { divide(C::ONE, result) } else { result };
    }
    exp(multiply(y, ln(x)))
}

fn widen<T: Real>(z: Complex<T>) -> C {
    C::new(z.re.widen(), z.im.widen())
}

fn round<T: Real>(z: C) -> Complex<T> {
    Complex::new(T::round_from(z.re), T::round_from(z.im))
}

fn lift<T: Real>(f: impl Fn(C) -> C + Copy + Send + 'static) -> TileFn {
    map1(Cold, move |z: Complex<T>| round::<T>(f(widen(z))))
}

/// The loop of a mathematical function, if it is one.
pub fn unary<T: Real>(op: UnaryOp) -> Option<TileFn> {
    use UnaryOp::*;
    Some(match op {
        Sqrt => lift::<T>(sqrt),
        Exp => exps::<T>,
        Exp2 => lift::<T>(exp2),
        Expm1 => lift::<T>(expm1),
        Log => lift::<T>(ln),
        Log2 => lift::<T>(|z| ln(z) * LOG2_E),
        Log10 => lift::<T>(|z| ln(z) * LOG10_E),
        Log1p => lift::<T>(log1p),
        Sin => lift::<T>(sin),
        Cos => lift::<T>(cos),
        Tan => lift::<T>(tan),
        Asin => lift::<T>(asin),
        Acos => lift::<T>(acos),
        Atan => lift::<T>(atan),
        Sinh => lift::<T>(sinh),
        Cosh => lift::<T>(cosh),
        Tanh => lift::<T>(tanh),
        Asinh => lift::<T>(asinh),
        Acosh => lift::<T>(acosh),
        Atanh => lift::<T>(atanh),
        Sinc => lift::<T>(sinc),
        _ => return None,
    })
}

/// The loop of a mathematical function of two values, if it is one.
pub fn binary<T: Real>(op: BinaryOp) -> Option<TileFn> {
    let power = map2(Cold, |x: Complex<T>, y: Complex<T>| round::<T>(pow(widen(x), widen(y))));
    (op == BinaryOp::Pow).then_some(power)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers in vectors and one by one, of each kind and beside each other.
    #[test]
    fn exps_are_those_of_each_number() {
        let (inf, nan) = (f64::INFINITY, f64::NAN);
        let parts = [0.0, -0.0, 1.0, -2.5, 3e-9, 30.0, 708.9, 709.5, -745.0, 1e3, -1e3, 1e9, inf, -inf, nan];
        let z: Vec<C> = parts.iter().flat_map(|&re| parts.map(|im| C::new(re, im))).collect();
        let mut out = vec![C::ZERO; z.len()];
        let args = [z.as_ptr().cast(), std::ptr::null(), std::ptr::null()];
        // SAFETY: both have so many numbers of that type.
        unsafe { exps::<f64>(Call { n: z.len(), args, out: out.as_mut_ptr().cast() }) };
        let close = |a: f64, b: f64| a.is_nan() && b.is_nan() || a == b || (a - b).abs() <= 1e-15 * b.abs();
        for (&z, found) in z.iter().zip(out) {
            let expected = exp(z);
            assert!(close(found.re, expected.re) && close(found.im, expected.im), "{z}: {found} {expected}");
        }
    }
}
