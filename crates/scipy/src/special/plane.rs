//! Bessel functions of real order over the complex plane: modified ones in the right half of it, the second kind by its integral and the first one by
//! their Wronskian; all others by formulas of connection.

use super::complex::Z;
use super::elementwise::{F, is_integer};
use std::f64::consts::{FRAC_1_PI, PI, TAU};
use xparray_core::Var;
use xparray_core::kernel::{if_, while_};

type Parts = (F, F);

fn parts(z: Z) -> Parts {
    (z.re, z.im)
}

fn of((re, im): Parts) -> Z {
    Z::new(re, im)
}

fn real(x: F) -> Z {
    Z::new(x, x * 0.0)
}

/// `exp(i pi x)`, of the rest of whole turns.
pub fn turn(x: F) -> Z {
    let rest = x - 2.0 * (0.5 * x).rint();
    let (sin, cos) = ((PI * rest).sin(), (PI * rest).cos());
    let (whole, half) = (is_integer(rest), is_integer(rest + 0.5));
    Z::new(half.select(0.0, cos), whole.select(0.0, sin))
}

/// `exp(z) K(v, z)` of the orders `mu`, at most 1/2 in magnitude, and `mu + 1`: the integral of `exp(-z cosh(t)) cosh(v t)` (DLMF 10.32.9) by the
/// trapezoidal rule, on a path that turns to where the integrand decays, `t = u - i arg(z) tanh(u)`.
fn lowest(mu: F, z: Z) -> (Z, Z) {
    let angle = z.im.arctan2(z.re);
    let step = (0.25 / z.abs().sqrt()).minimum(0.07);
    let term = |u: F| {
        let tanh = u.tanh();
        let t = Z::new(u, -angle * tanh);
        let (half_re, half_im) = (0.5 * t.re, 0.5 * t.im);
        let sinh = Z::new(half_re.sinh() * half_im.cos(), half_re.cosh() * half_im.sin());
        let decay = -(z * sinh * sinh).scale(u * 0.0 + 2.0);
        let slope = Z::new(u * 0.0 + 0.5, -0.5 * angle * (1.0 - tanh * tanh));
        // cosh(v t) exp(..) without overflow between.
        let of = |order: F| slope * ((decay + t.scale(order)).exp() + (decay - t.scale(order)).exp());
        (of(mu), of(mu + 1.0))
    };
    let next = |(low, high, _, k): (Parts, Parts, F, F)| {
        let (a, b) = term(k * step);
        let (low, high) = (of(low) + a, of(high) + b);
        // Terms grow up to where the exponent turns over.
        let left = b.re.abs() + b.im.abs();
        (parts(low), parts(high), left, k + 1.0)
    };
    let peak = (2.0 / z.abs()).arcsinh();
    let more = |(_, high, left, k): (Parts, Parts, F, F)| {
        let size = high.0.abs() + high.1.abs();
        ((k * step).le(peak) | left.gt(1e-18 * size)) & size.lt(f64::INFINITY)
    };
    let zero = z.re * 0.0;
    let (a, b) = term(zero);
    let half = zero + 0.5;
    let start = (parts(a.scale(half)), parts(b.scale(half)), zero + 1.0, zero + 1.0);
    let (low, high, ..) = while_(start, more, next);
    (of(low).scale(step), of(high).scale(step))
}

/// `value exp(exponent)`, which may be no number where its product with another exponential is one.
#[derive(Clone, Copy)]
pub struct Scaled {
    value: Z,
    exponent: F,
}

impl Scaled {
    fn times(self, factor: Z) -> Self {
        Self { value: self.value * factor, ..self }
    }

    /// Times `exp(growth)`.
    pub fn times_exp(self, growth: Z) -> Z {
        // With what the sum loses by rounding, which is many precisions of a large power; in halves, so that what is a number is not
        // infinite or zero before.
        let sum = self.exponent + growth.re;
        let added = sum - self.exponent;
        let lost = (self.exponent - (sum - added)) + (growth.re - added);
        let half = (0.5 * sum).exp();
        let real = growth.im.eq(0.0);
        let turned = self.value.when(real, self.value * Z::new(growth.im.cos(), growth.im.sin()));
        turned.scale(1.0 + lost).scale(half).scale(half)
    }
}

/// What numbers are divided by that grow beyond it, and its logarithm.
const LARGE: f64 = 5.962_956_971_409_261e199;
const LOG_LARGE: f64 = 460.0;

/// `exp(z) K(v, z)` and that of the order `v + 1`, and how often they were divided by `LARGE`: upwards, as the second kind grows (DLMF 10.29.1).
fn second(v: F, z: Z) -> (Z, Z, F) {
    let steps = (v + 0.5).floor();
    let mu = v - steps;
    let (low, high) = lowest(mu, z);
    let next = |(low, high, k, count): (Parts, Parts, F, F)| {
        let above = (of(high) / z).scale(2.0 * (mu + k)) + of(low);
        let large = (above.re.abs() + above.im.abs()).gt(LARGE);
        let by = large.select(1.0 / LARGE, 1.0);
        (parts(of(high).scale(by)), parts(above.scale(by)), k + 1.0, large.select(count + 1.0, count))
    };
    let more = |(_, high, k, _): (Parts, Parts, F, F)| k.le(steps) & (high.0.abs() + high.1.abs()).lt(f64::INFINITY);
    let zero = mu * 0.0;
    let (low, high, k, count) = while_((parts(low), parts(high), zero + 1.0, zero), more, next);
    // Infinite where the loop ended before.
    let ended = k.le(steps);
    let infinite = Z::new(v * 0.0 + f64::INFINITY, v * 0.0 + f64::INFINITY);
    (infinite.when(ended, of(low)), infinite.when(ended, of(high)), count)
}

/// Steps of a continued fraction, which takes some `abs(z)` of them.
const STEPS: f64 = 1e7;

/// `I(v + 1, z) / I(v, z)`: a continued fraction (DLMF 10.33.1) by Lentz's method; NaN if it takes too long.
fn ratio(v: F, z: Z) -> Z {
    let zero = v * 0.0;
    let one = real(zero + 1.0);
    let away = |z: Z| real(zero + 1e-300).when(z.re.eq(0.0) & z.im.eq(0.0), z);
    let inverse = one / z;
    let term = |k: F| inverse.scale(2.0 * (v + k));
    let next = |(f, c, d, _, k): (Parts, Parts, Parts, F, F)| {
        let b = term(k);
        let (c, d) = (away(b + one / of(c)), one / away(b + of(d)));
        let change = c * d;
        (parts(of(f) * change), parts(c), parts(d), (change - one).abs(), k + 1.0)
    };
    let more = |(.., change, k): (Parts, Parts, Parts, F, F)| change.gt(f64::EPSILON) & k.lt(STEPS);
    let first = parts(term(zero + 1.0));
    let (f, .., k) = while_((first, first, (zero, zero), zero + 1.0, zero + 2.0), more, next);
    one / of(f).scale(k.lt(STEPS).select(1.0, f64::NAN))
}

/// `exp(-z) I(v, z)` by the power series (DLMF 10.25.2), for small numbers.
fn power(v: F, z: Z) -> Z {
    let half = z.scale(v * 0.0 + 0.5);
    let square = half * half;
    let next = |(sum, term, k): (Parts, Parts, F)| {
        let term = (of(term) * square).scale(1.0 / (k * (v + k)));
        (parts(of(sum) + term), parts(term), k + 1.0)
    };
    let more = |(sum, term, k): (Parts, Parts, F)| {
        (term.0.abs() + term.1.abs()).gt(1e-17 * (sum.0.abs() + sum.1.abs())) & k.lt(100.0)
    };
    let one = (v * 0.0 + 1.0, v * 0.0);
    let (sum, ..) = while_((one, one, v * 0.0 + 1.0), more, next);
    let size = half.abs().power(v) * (v + 1.0).rgamma();
    let phase = v * z.im.arctan2(z.re);
    of(sum) * (-z).exp() * Z::new(size * phase.cos(), size * phase.sin())
}

/// The sum of `a_k(v) (-1 / z)^k` over the root of `2 pi z` (DLMF 10.40.5), for large numbers.
fn far(v: F, z: Z) -> Z {
    let zero = v * 0.0;
    let inverse = real(zero + 1.0) / z;
    let next = |(sum, term, k): (Parts, Parts, F)| {
        let odd = 2.0 * k - 1.0;
        let term = (of(term) * inverse).scale(-(4.0 * v * v - odd * odd) / (8.0 * k));
        (parts(of(sum) + term), parts(term), k + 1.0)
    };
    let more = |(_, term, k): (Parts, Parts, F)| (term.0.abs() + term.1.abs()).gt(1e-18) & k.lt(60.0);
    let one = (zero + 1.0, zero);
    let (sum, ..) = while_((one, one, zero + 1.0), more, next);
    of(sum) / z.scale(zero + TAU).sqrt()
}

/// `exp(-z) I(v, z)` and `exp(z) K(v, z)`, for `v` of at least 0 and a number of the right half-plane.
pub fn right(v: F, z: Z) -> [Scaled; 2] {
    let (divided, above, count) = second(v, z);
    let k = Scaled { value: divided, exponent: count * LOG_LARGE };
    let (size, square) = (z.abs(), v * v);
    // Where fractions are long the series may lose a digit.
    let large = size.gt(50.0 + square) | (size.gt(1e5) & size.gt(0.25 * square));
    let small = (size * size).lt(4.0 * (v + 1.0)) & v.lt(40.0);
    let series = || {
        let other = turn(z.im.lt(0.0).select(-v, v)).quarter() * k.times_exp(-z.scale(v * 0.0 + 2.0));
        let sign = z.im.lt(0.0).select(-FRAC_1_PI, FRAC_1_PI);
        parts(far(v, z) + other.scale(sign))
    };
    let wronskian = || parts(real(v * 0.0 + 1.0) / (z * (above + ratio(v, z) * divided)));
    let i = of(if_(large, series, || if_(small, || parts(power(v, z)), wronskian)));
    [Scaled { value: i, exponent: (large | small).select(0.0, -k.exponent) }, k]
}

/// Whether functions are computed, not limits.
pub fn inside(v: F, z: Z) -> Var<bool> {
    let size = z.abs();
    v.abs().lt(1e5) & size.gt(0.0) & size.lt(f64::INFINITY)
}

/// `exp(growth - abs(re(z))) I(v, z)` and `exp(growth + z) K(v, z)`, of any order and number (DLMF 10.27, 10.34).
pub fn modified(v: F, z: Z, growth: Z) -> [Z; 2] {
    let order = v.abs();
    let left = z.re.lt(0.0);
    let w = (-z).when(left, z);
    let [i, k] = right(order, w);
    let zero = v * 0.0;
    let twice = w.scale(zero + 2.0);
    // Half a turn, upwards or downwards.
    let side = z.im.lt(0.0).select(-1.0, 1.0);
    let back = k.times(turn(side * order).conj()).times_exp(growth - twice);
    let second = back - i.times(Z::new(zero, side * PI)).times_exp(growth);
    let second = second.when(left, k.times_exp(growth));
    // Of orders below 0 with the second kind, whose sine is 0 for integers.
    let sine = turn(order).im;
    let whole = sine.eq(0.0) | v.ge(0.0);
    let phase = turn(side * v).when(left, real(zero + 1.0));
    let turned = growth + Z::new(zero, w.im);
    let first = i.times(phase).times_exp(turned);
    let rest = k.times(phase).times_exp(turned - twice).scale(sine * (2.0 * FRAC_1_PI));
    [first.when(whole, first + rest), second]
}

/// `exp(-im(z)) J(v, z)` and `exp(-i z) H1(v, z)` for `v` of at least 0 and a number of the upper half-plane (DLMF 10.27.6, 10.27.8).
fn upper(v: F, z: Z) -> [Scaled; 2] {
    let w = -z.quarter();
    let [i, k] = right(v, w);
    let phase = turn(0.5 * v);
    let second = -phase.conj().quarter().scale(v * 0.0 + 2.0 * FRAC_1_PI);
    [i.times(phase * Z::new(w.im.cos(), w.im.sin())), k.times(second)]
}

/// All functions of a number, times `exp(growth)`: `J` and `Y` times `exp(-abs(im(z)))`, `H1` times `exp(-i z)` and `H2` times `exp(i z)`.
pub struct Cylinder {
    pub j: Z,
    pub y: Z,
    pub h1: Z,
    pub h2: Z,
}

/// Of any order and number.
pub fn cylinder(v: F, z: Z, growth: Z) -> Cylinder {
    let order = v.abs();
    let below = z.im.lt(0.0);
    let mirror = |z: Z| z.conj().when(below, z);
    let (u, growth) = (mirror(z), mirror(growth));
    let [j, h] = upper(order, u);
    let zero = v * 0.0;
    let (across, wave) = (Z::new(zero, u.re), u.quarter().scale(zero + 2.0));
    let first = j.times_exp(growth);
    // J + i Y = H1, of which exp(-im(u)) times that is exp(2 i u) times the phase of exp(-i u) .. H1.
    let y = -(h.times_exp(growth + wave - across) - first).quarter();
    // Orders below 0 (DLMF 10.4.6).
    let turned = turn(order);
    let negative = v.lt(0.0);
    let part = |z: Z, by: F| z.scale(by).when(by.ne(0.0), Z::new(zero, zero));
    let mixed = |a: Z, b: Z, sign: f64| part(a, turned.re) + part(b, sign * turned.im);
    let (first, y) = (mixed(first, y, -1.0).when(negative, first), mixed(y, first, 1.0).when(negative, y));
    let one = real(zero + 1.0);
    let (ahead, back) = (turned.when(negative, one), turned.conj().when(negative, one));
    // The other one, times exp(i u): 2 J - H1, of which the phase of J goes.
    let twice = j.times(back).times_exp(growth + across).scale(zero + 2.0);
    let other = twice - h.times(back).times_exp(growth + wave);
    let h = h.times(ahead).times_exp(growth);
    let (h1, h2) = (other.conj().when(below, h), h.conj().when(below, other));
    Cylinder { j: mirror(first), y: mirror(y), h1, h2 }
}
