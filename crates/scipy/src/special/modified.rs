//! Modified Bessel functions of real order: the second kind by its integral, the first one by their Wronskian.

use super::cylinder::at_zero;
use super::elementwise::{F, alternating, is_integer, magnitude};
use std::f64::consts::{FRAC_2_PI, PI, TAU};
use xparray_core::kernel::while_;

/// `value exp(exponent)`, which may be no number where its product with another exponential is one.
#[derive(Clone, Copy)]
pub(super) struct Scaled {
    pub value: F,
    exponent: F,
}

impl Scaled {
    /// Times `exp(growth)`.
    fn times_exp(self, growth: F) -> F {
        // With what the sum loses by rounding, which is many precisions of a large power; in halves, so that what is a number is not
        // infinite or zero before.
        let sum = self.exponent + growth;
        let added = sum - self.exponent;
        let lost = (self.exponent - (sum - added)) + (growth - added);
        let half = (0.5 * sum).exp();
        self.value * (1.0 + lost) * half * half
    }
}

/// `exp(x) K(v, x)` and that of the order `v + 1`, for `v` of at least 0 and positive `x`, and the exponent of what both are to be multiplied by: the
/// integral of `exp(-x (cosh(t) - 1)) cosh(v t)` (DLMF 10.32.9) by the trapezoidal rule, whose error falls exponentially with the number of points, as
/// the integrand is analytic. All terms are positive.
fn second_kind(v: F, x: F) -> ([F; 2], F) {
    let step = (0.45 / (x * x + v * v).sqrt().sqrt()).minimum(0.2);
    let exponent = |t: F, order: F| {
        let half = (0.5 * t).sinh();
        order * t - 2.0 * x * half * half
    };
    // Terms grow up to where `sinh(t) = (v + 1) / x`.
    let peak = ((v + 1.0) / x).arcsinh();
    let top = exponent(peak, v + 1.0);
    let shift = top.gt(300.0).select(top.floor(), 0.0);
    let term = |t: F, order: F| {
        // cosh(v t) exp(..) without overflow between.
        0.5 * (exponent(t, order) - shift).exp() * (1.0 + (-2.0 * order * t).exp())
    };
    let next = |(low, high, _, k): (F, F, F, F)| {
        let t = k * step;
        let last = term(t, v + 1.0);
        (low + term(t, v), high + last, last, k + 1.0)
    };
    let more =
        |(_, high, last, k): (F, F, F, F)| (k * step).le(peak) | (last.gt(high * 1e-18) & high.lt(f64::INFINITY));
    let first = 0.5 * (-shift).exp();
    let (low, high, ..) = while_((first, first, 1.0, 1.0), more, next);
    ([step * low, step * high], shift)
}

/// `I(v + 1, x) / I(v, x)`: a continued fraction of positive terms by Lentz's method (DLMF 10.33.1).
fn ratio(v: F, x: F) -> F {
    let term = |k: F| 2.0 * (v + k) / x;
    let next = |(f, c, d, _, k): (F, F, F, F, F)| {
        let b = term(k);
        let (c, d) = (b + 1.0 / c, 1.0 / (b + d));
        (f * c * d, c, d, c * d, k + 1.0)
    };
    let more = |(_, _, _, change, k): (F, F, F, F, F)| (change - 1.0).abs().gt(f64::EPSILON) & k.lt(1e5);
    1.0 / while_((term(v * 0.0 + 1.0), term(v * 0.0 + 1.0), 0.0, 0.0, 2.0), more, next).0
}

/// `exp(-x) I(v, x)` and `exp(x) K(v, x)`, for `v` of at least 0 and positive `x`.
pub(super) fn both(v: F, x: F) -> [Scaled; 2] {
    let ([low, high], shift) = second_kind(v, x);
    // Beyond, by the asymptotic series (DLMF 10.40.1).
    let far = x.gt(50.0 + v * v);
    let near = far.select(1.0, x);
    let value = 1.0 / (near * (high + ratio(v, near) * low));
    let large = far.select(x, 1e10);
    let order = far.select(v, 0.0);
    let terms = |(sum, term, k): (F, F, F)| {
        let odd = 2.0 * k - 1.0;
        let term = -term * (4.0 * order * order - odd * odd) / (8.0 * k * large);
        (sum + term, term, k + 1.0)
    };
    let more = |(_, term, k): (F, F, F)| term.abs().gt(1e-17) & k.lt(60.0);
    let series = while_((1.0, 1.0, 1.0), more, terms).0 / (TAU * large).sqrt();
    // Up to there, by the power series, whose terms fall (DLMF 10.25.2).
    let close = (x * x).lt(4.0 * (v + 1.0)) & v.lt(40.0);
    let (y, order) = (close.select(0.5 * x, 0.5), close.select(v, 0.0));
    let terms = |(sum, term, k): (F, F, F)| {
        let term = term * y * y / (k * (order + k));
        (sum + term, term, k + 1.0)
    };
    let more = |(sum, term, _): (F, F, F)| term.gt(1e-17 * sum);
    let power = while_((1.0, 1.0, 1.0), more, terms).0 * y.power(order) * (order + 1.0).rgamma();
    let first = close.select(power * (-x).exp(), far.select(series, value));
    [Scaled { value: first, exponent: close.select(0.0, -shift) }, Scaled { value: low, exponent: shift }]
}

/// The first kind times `exp(growth - abs(x))`, of any order and sign.
pub(crate) fn first(v: F, x: F, growth: F) -> F {
    let size = magnitude(x);
    let inside = size.gt(0.0) & size.lt(f64::INFINITY) & v.abs().lt(1e6);
    let (order, y) = (inside.select(magnitude(v), 1.0), inside.select(size, 1.0));
    let [positive, other] = both(order, y);
    let whole = is_integer(v);
    // Of orders below 0 with the second kind, which `exp(-2 x)` scales (DLMF 10.27.2).
    let wave = (PI * (order - 2.0 * (0.5 * order).floor())).sin();
    // Of integers nothing but its slope.
    let wave = whole.select(wave - wave.stop_gradient(), wave);
    let below = FRAC_2_PI * wave * other.times_exp(growth - 2.0 * y);
    let counts = v.lt(0.0) & (!whole | below.abs().lt(f64::INFINITY));
    let value = positive.times_exp(growth) + counts.select(below, 0.0);
    let scale = (growth - x.abs()).exp();
    let at_zero = (v.ge(0.0) | whole).select(at_zero(v, size, 0.25) * scale, f64::INFINITY);
    let end = size.eq(0.0).select(at_zero, size.eq(f64::INFINITY).select(0.0, f64::NAN));
    let sign = x.lt(0.0).select(whole.select(alternating(v), f64::NAN), 1.0);
    (v.eq(v) & x.eq(x)).select(sign * inside.select(value, end), f64::NAN)
}

/// The second kind times `exp(growth + x)`.
pub(super) fn second(v: F, x: F, growth: F) -> F {
    let inside = x.gt(0.0) & x.lt(f64::INFINITY) & v.abs().lt(1e6);
    let ([value, _], exponent) = second_kind(inside.select(magnitude(v), 0.0), inside.select(x, 1.0));
    let value = Scaled { value, exponent }.times_exp(growth);
    let end = x.eq(0.0).select(f64::INFINITY, x.eq(f64::INFINITY).select(0.0, f64::NAN));
    v.eq(v).select(inside.select(value, end), f64::NAN)
}
