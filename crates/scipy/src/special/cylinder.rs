//! Bessel functions of real order: by continued fractions (Steed), a series of Temme's where `x` is small (1975), and the asymptotic series
//! where it is large.

use super::cylinder_slopes::with_slopes;
use super::elementwise::{F, alternating, is_integer, magnitude, poly};
use std::f64::consts::{FRAC_PI_2, LN_2, PI};
use xparray_core::kernel::{is_remembered, while_};

const TINY: f64 = 1e-300;

fn away(y: F) -> F {
    y.abs().lt(TINY).select(TINY, y)
}

/// Steps of a continued fraction, which takes some `x` of them.
const STEPS: f64 = 1e7;

/// `J'(v, x) / J(v, x)` and the sign of `J` (DLMF 10.10.1), by Lentz's method; NaN if it takes too long.
fn slope(v: F, x: F) -> (F, F) {
    let next = |(h, c, d, sign, _, k): (F, F, F, F, F, F)| {
        let b = 2.0 * (v + k) / x;
        let d = 1.0 / away(b - d);
        let c = away(b - 1.0 / c);
        (h * (c * d), c, d, d.lt(0.0).select(-sign, sign), c * d, k + 1.0)
    };
    let more = |(.., change, k): (F, F, F, F, F, F)| (change - 1.0).abs().gt(f64::EPSILON) & k.lt(STEPS);
    let start = (v / x).maximum(TINY);
    let (h, _, _, sign, _, k) = while_((start, start, 0.0, 1.0, 0.0, 1.0), more, next);
    (k.lt(STEPS).select(h, f64::NAN), sign)
}

/// A complex number.
type Z = (F, F);

fn product(a: Z, b: Z) -> Z {
    (a.0 * b.0 - a.1 * b.1, a.0 * b.1 + a.1 * b.0)
}

fn reciprocal(a: Z) -> Z {
    let size = a.0 * a.0 + a.1 * a.1;
    (a.0 / size, -a.1 / size)
}

/// `(J' + i Y') / (J + i Y)` of the order `mu`, for `x` of at least 2, by Lentz's method (DLMF 10.10.2).
fn steed(mu: F, x: F) -> Z {
    let numerator = |k: F| (k - 0.5) * (k - 0.5) - mu * mu;
    let next = |(f, c, d, _, k): (Z, Z, Z, F, F)| {
        let (a, b) = (numerator(k), (2.0 * x, 2.0 * k));
        let d = reciprocal((b.0 + a * d.0, b.1 + a * d.1));
        let (re, im) = reciprocal(c);
        let c = (b.0 + a * re, b.1 + a * im);
        let change = product(c, d);
        (product(f, change), c, d, (change.0 - 1.0).abs() + change.1.abs(), k + 1.0)
    };
    let more = |(.., change, k): (Z, Z, Z, F, F)| change.gt(2.0 * f64::EPSILON) & k.lt(1e4);
    let zero = x * 0.0;
    let first = reciprocal((2.0 * x, zero + 2.0));
    let a = numerator(zero + 1.0);
    let start = ((a * first.0, a * first.1), (zero + 1e100, zero), first, zero + 1.0, zero + 2.0);
    let (f, ..) = while_(start, more, next);
    (-0.5 / x - f.1 / x, 1.0 + f.0 / x)
}

/// Coefficients of `1 / gamma(1 + z)` (DLMF 5.7.1), of even and of odd powers, the last first.
const EVEN: [f64; 13] = [
    1.226_778_628_238_260_8e-15,
    -2.058_326_053_566_506_6e-14,
    -3.696_805_618_642_206e-12,
    1.043_426_711_691_100_5e-10,
    5.002_007_644_469_223e-9,
    -2.056_338_416_977_607e-7,
    -1.250_493_482_142_670_6e-6,
    0.000_128_050_282_388_116_2,
    -0.001_165_167_591_859_065_2,
    -0.009_621_971_527_876_973,
    0.166_538_611_382_291_48,
    -0.655_878_071_520_253_9,
    1.0,
];
const ODD: [f64; 12] = [
    -5.348_122_539_423_018e-15,
    5.100_370_287_454_476e-13,
    7.782_263_439_905_071e-12,
    -1.181_274_570_487_02e-9,
    6.116_095_104_481_416e-9,
    1.133_027_231_981_696e-6,
    -2.013_485_478_078_824e-5,
    -0.000_215_241_674_114_950_98,
    0.007_218_943_246_663_1,
    -0.042_197_734_555_544_33,
    -0.042_002_635_034_095_24,
    0.577_215_664_901_532_9,
];

/// The power `v` of half of `x`, which is scaled where half of it is no number of the same precision.
fn half_power(x: F, v: F) -> F {
    let tiny = x.lt(1e-300);
    let log = tiny.select(LN_2, 0.0) * 201.0;
    tiny.select(x * 2f64.powi(200), 0.5 * x).power(v) * (-v * log).exp()
}

/// `Y` of the orders `mu` and `mu + 1`, for `x` below 2 and `mu` up to 1/2 in magnitude (Temme).
fn temme(mu: F, x: F) -> (F, F) {
    let square = mu * mu;
    let (gamma_1, gamma_2) = (-poly(square, &ODD), poly(square, &EVEN));
    let (plus, minus) = (gamma_2 - mu * gamma_1, gamma_2 + mu * gamma_1);
    let quotient = |value: F, by: F| by.abs().lt(1e-8).select(1.0, value / by);
    let log = LN_2 - x.log();
    let (e, angle) = (mu * log, PI * mu);
    // exp(e) and exp(-e), which lose no digits by a large logarithm.
    let (rise, fall) = (half_power(x, -mu), half_power(x, mu));
    let sinh = e.abs().lt(1.0).select(e.sinh(), 0.5 * (rise - fall));
    let cosh = 0.5 * (rise + fall);
    let f = 2.0 / PI / quotient(angle.sin(), angle) * (gamma_1 * cosh + gamma_2 * quotient(sinh, e) * log);
    let (p, q) = (rise / (plus * PI), fall / (minus * PI));
    let half = 0.5 * angle;
    let sine = quotient(half.sin(), half);
    let r = PI * half * sine * sine;
    let d = -0.25 * x * x;
    let next = |((sum, sum_1, _), (f, p, q), c, k): ((F, F, F), (F, F, F), F, F)| {
        let f = (k * f + p + q) / (k * k - square);
        let (c, p, q) = (c * d / k, p / (k - mu), q / (k + mu));
        let term = c * (f + r * q);
        ((sum + term, sum_1 + (c * p - k * term), term), (f, p, q), c, k + 1.0)
    };
    let more = |((sum, _, term), ..): ((F, F, F), (F, F, F), F, F)| term.abs().gt(1e-17 * (1.0 + sum.abs()));
    let zero = x * 0.0;
    let start = ((f + r * q, p, zero + f64::INFINITY), (f, p, q), zero + 1.0, zero + 1.0);
    let ((sum, sum_1, _), ..) = while_(start, more, next);
    (-sum, -sum_1 * 2.0 / x)
}

/// Terms of the power series of numbers below 1.
const SERIES: i32 = 11;

/// `J` and `Y` for `v` of at least 0 and positive `x`, up to where the asymptotic series counts.
fn near(v: F, x: F) -> [F; 2] {
    let small = x.lt(2.0);
    let steps = small.select((v + 0.5).floor(), (v - x + 1.5).floor().maximum(0.0));
    let mu = v - steps;
    let (h, sign) = slope(v, x);
    // Down to the order `mu`, from a number that is no size yet; it becomes smaller where the others would be too large.
    let next = |(j, slope, first, k): (F, F, F, F)| {
        let order = (v - k) / x;
        let below = order * j + slope;
        let slope = (order - 1.0 / x) * below - j;
        let scale = (below.abs() + slope.abs()).gt(1e200).select(1e-200, 1.0);
        (below * scale, slope * scale, first * scale, k + 1.0)
    };
    let start = sign * 1e-200;
    let (j, slope, first, _) = while_((start, h * start, start, 0.0), |(.., k): (F, F, F, F)| k.lt(steps), next);
    let j = j.eq(0.0).select(f64::EPSILON * f64::EPSILON, j);
    let f = slope / j;
    let wronskian = 2.0 / (PI * x);
    let (y, y_next) = temme(small.select(mu, 0.0), small.select(x, 1.0));
    let of_small = wronskian / ((mu / x * y - y_next) - f * y);
    let (p, q) = steed(mu, small.select(2.0, x));
    let gamma = (p - f) / q;
    let size = (wronskian / ((p - f) * gamma + q)).sqrt();
    let of_large = j.lt(0.0).select(-size, size);
    let value = small.select(of_small, of_large);
    let y = small.select(y, of_large * gamma);
    let y_next = small.select(y_next, mu / x * y - (p * y + q * of_large));
    // Upwards, as the second kind grows.
    let up = |(y, next, k): (F, F, F)| (next, 2.0 * (mu + k) / x * next - y, k + 1.0);
    let more = |(y, _, k): (F, F, F)| k.le(steps) & y.gt(f64::NEG_INFINITY);
    let (y, ..) = while_((y, y_next, 1.0), more, up);
    // DLMF 10.2.2; what is above cancels for small numbers.
    let (least, square) = (x.lt(1.0).select(x, 0.5), -0.25 * x * x);
    let term = |sum: F, k: f64| 1.0 + square * sum / (k * (v + k));
    let series = (1..=SERIES).rev().fold(v * 0.0 + 1.0, |sum, k| term(sum, f64::from(k)));
    let small_j = half_power(least, v) * (v + 1.0).rgamma() * series;
    [x.lt(1.0).select(small_j, first * (value / j)), y]
}

/// `J` and `Y` by Hankel's series (DLMF 10.17.3), for `x` far above 25 and a quarter of the square of `v`.
fn far(v: F, x: F) -> [F; 2] {
    let next = |((p, q), term, k): (Z, F, F)| {
        let (odd, even) = (2.0 * k - 1.0, 2.0 * k + 1.0);
        let term = term * (4.0 * v * v - odd * odd) / (8.0 * k * x);
        let q = q + term;
        let term = -term * (4.0 * v * v - even * even) / (8.0 * (k + 1.0) * x);
        ((p + term, q), term, k + 2.0)
    };
    let more = |(_, term, k): (Z, F, F)| term.abs().gt(1e-18) & k.lt(60.0);
    let zero = x * 0.0;
    let ((p, q), ..) = while_(((zero + 1.0, zero), zero + 1.0, zero + 1.0), more, next);
    // The phase in parts: the sine of `x` as it is, and a multiple of a right angle.
    let turns = 0.5 * v + 0.25;
    let phase = PI * (turns - 2.0 * (0.5 * turns).floor());
    let (sin, cos) = (x.sin() * phase.cos() - x.cos() * phase.sin(), x.cos() * phase.cos() + x.sin() * phase.sin());
    let scale = 1.0 / (FRAC_PI_2 * x).sqrt();
    [scale * (p * cos - q * sin), scale * (p * sin + q * cos)]
}

/// `J` and `Y` of any order, for positive `x`.
pub(super) fn both(v: F, x: F) -> [F; 2] {
    if is_remembered() { with_slopes(v, x, values) } else { values(v, x) }
}

fn values(v: F, x: F) -> [F; 2] {
    let order = v.abs();
    let square = order * order;
    // Where fractions are long the series may lose a digit.
    let large = x.gt(50.0 + square) | (x.gt(1e5) & x.gt(0.25 * square));
    let [j, y] = near(large.select(1.0, order), large.select(1.0, x));
    let [j_far, y_far] = far(large.select(order, 0.0), large.select(x, 1e3));
    let (j, y) = (large.select(j_far, j), large.select(y_far, y));
    // Orders below 0 by those above (DLMF 10.4.7).
    let turns = order - 2.0 * (0.5 * order).floor();
    let whole = is_integer(order);
    let cos = whole.select(alternating(order), is_integer(order + 0.5).select(0.0, (PI * turns).cos()));
    let sin = whole.select(0.0, (PI * turns).sin());
    let mixed = |a: F, b: F, x: F, y: F| a * x + b.eq(0.0).select(0.0, b * y);
    let below = v.lt(0.0);
    [below.select(mixed(cos, -sin, j, y), j), below.select(mixed(cos, sin, y, j), y)]
}

fn inside(v: F, x: F) -> xparray_core::Var<bool> {
    x.gt(0.0) & x.lt(f64::INFINITY) & v.abs().lt(1e5)
}

/// At 0, with the slopes there, the sum of two terms of the power series: for orders from 0 on and integers.
pub(super) fn at_zero(v: F, x: F, factor: f64) -> F {
    let order = magnitude(v);
    if !is_remembered() {
        return order.eq(0.0).select(1.0, 0.0);
    }
    let y = x.eq(0.0).select(x, 0.0);
    (0.5 * y).power(order) * (order + 1.0).rgamma() * (1.0 + factor * y * y / (order + 1.0))
}

pub(super) fn first_kind(v: F, x: F) -> F {
    let size = magnitude(x);
    let ordinary = inside(v, size);
    let value = both(ordinary.select(v, 0.0), ordinary.select(size, 1.0))[0];
    let whole = is_integer(v);
    let at_zero = (v.ge(0.0) | whole).select(at_zero(v, size, -0.25), f64::INFINITY);
    let end = size.eq(0.0).select(at_zero, size.eq(f64::INFINITY).select(0.0, f64::NAN));
    let sign = x.lt(0.0).select(whole.select(alternating(v), f64::NAN), 1.0);
    (v.eq(v) & x.eq(x)).select(sign * ordinary.select(value, end), f64::NAN)
}

pub(super) fn second_kind(v: F, x: F) -> F {
    let ordinary = inside(v, x);
    let value = both(ordinary.select(v, 0.0), ordinary.select(x, 1.0))[1];
    let end = x.eq(0.0).select(f64::NEG_INFINITY, x.eq(f64::INFINITY).select(0.0, f64::NAN));
    (v.eq(v) & x.eq(x)).select(ordinary.select(value, end), f64::NAN)
}
