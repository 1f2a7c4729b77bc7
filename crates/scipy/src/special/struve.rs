//! Struve's functions: by power series with twice the precision, and where their terms cancel too much by the asymptotic series of the difference
//! to a Bessel function.

use super::cylinder::{first_kind, second_kind};
use super::double::{D, Parts};
use super::elementwise::{F, alternating, functions, is_integer, magnitude};
use super::modified::first;
use std::f64::consts::{FRAC_2_PI, PI};
use xparray_core::kernel::{if_, is_remembered, while_};

/// The series (DLMF 11.2.1, 11.2.2) with alternating signs or without.
fn series(v: F, x: F, sign: f64) -> F {
    let half = 0.5 * x;
    let square = D::product(half, half).scale(x * 0.0 + sign);
    let order = D::sum(v, x * 0.0 + 1.5);
    let next = |(term, sum, k, _): (Parts, Parts, F, F)| {
        let term = D::of(term) * square / ((order + k) * (k + 1.5));
        let sum = D::of(sum) + term;
        let k = k + 1.0;
        let falls = square.hi.abs().lt(0.9 * ((order.hi + k) * (k + 1.5)).abs()) & (order.hi + k).gt(0.0);
        let done = term.hi.eq(0.0) | (falls & term.hi.abs().le(1e-18 * sum.hi.abs())) | sum.hi.abs().gt(1e300);
        (term.parts(), sum.parts(), k, done.select(1.0, 0.0))
    };
    let more = |(.., k, done): (Parts, Parts, F, F)| done.eq(0.0) & k.lt(1e4);
    let zero = x * 0.0;
    // From so small a number that rounding errors of the largest ones are none of infinity.
    let one = (zero + 1e-60, zero);
    let (_, sum, ..) = while_((one, one, zero, zero), more, next);
    let power = v + 1.0;
    let large = power.abs().gt(100.0);
    let factor = half.power(power) * order.hi.rgamma() * (2.0 / PI.sqrt());
    let logs = order.hi.gammasgn() * (power * half.log() - order.hi.gammaln()).exp() * (2.0 / PI.sqrt());
    (sum.0 * 1e60) * large.select(logs, factor)
}

/// `H - Y` for large `x` (DLMF 11.6.1).
fn difference(v: F, x: F) -> F {
    let next = |(sum, term, k): (F, F, F)| {
        let term = term * (k + 0.5) * (v - 0.5 - k) * 4.0 / (x * x);
        (sum + term, term, k + 1.0)
    };
    let more = |(sum, term, k): (F, F, F)| term.abs().gt(1e-17 * sum.abs()) & k.lt(0.5 * x);
    let (half, power) = (0.5 * x, v - 1.0);
    let logs = (v + 0.5).gammasgn() * (power * half.log() - (v + 0.5).gammaln()).exp();
    let first = v.abs().gt(100.0).select(logs, half.power(power) * (v + 0.5).rgamma()) / PI.sqrt();
    while_((first, first, x * 0.0), more, next).0
}

/// By a series of Bessel functions, for `x` up to `v`, where all its terms are positive (DLMF 11.4.19); their quotients by the recurrence downwards.
fn by_bessel(v: F, x: F) -> F {
    let half = 0.5 * x;
    let next = |(sum, ratio, k): (F, F, F)| {
        let ratio = 1.0 / ((2.0 * v + 2.0 * k + 3.0) / x - ratio);
        (1.0 / (k + 0.5) + half / (k + 1.0) * ratio * sum, ratio, k - 1.0)
    };
    let start = (x * 0.0, x * 0.0, (1.5 * x + 40.0).ceil());
    let (sum, ..) = while_(start, |(_, _, k): (F, F, F)| k.ge(0.0), next);
    (half / PI).sqrt() * first_kind(v + 0.5, x) * sum
}

/// Whether it is -3/2, -5/2, .., where the functions are Bessel functions.
fn is_half(v: F) -> xparray_core::Var<bool> {
    v.lt(-1.0) & is_integer(v + 0.5)
}

/// 0 at 0, with the slopes there: two terms of the series.
fn at_zero(v: F, x: F, square: f64) -> F {
    if !is_remembered() {
        return x * 0.0;
    }
    let (order, half) = (v + 1.5, x.eq(0.0).select(0.5 * x, 0.0));
    let first = half.power(v + 1.0) * order.rgamma() * (2.0 / PI.sqrt());
    first * (1.0 + square * half * half / (1.5 * order))
}

/// With slopes by the argument from those of neighbouring orders and Struve's equation (DLMF 11.2.7, 11.4.25), as terms of the series lose digits.
fn with_slopes(v: F, x: F) -> F {
    let at = x.stop_gradient();
    let (zeroth, before) = (h(v, at), h(v - 1.0, at));
    let side = (0.5 * at).power(v + 1.0) * (v + 0.5).rgamma() * (4.0 / PI.sqrt()) / at / at;
    let first = before - v / at * zeroth;
    let second = side - first / at - (1.0 - v / at * (v / at)) * zeroth;
    let third = (v + 1.0) * side / at - (3.0 * second + 2.0 * zeroth) / at - ((1.0 - v * v) / at / at + 1.0) * first;
    let change = x - at;
    zeroth + change * (first + change * (0.5 * second + change * third / 6.0))
}

/// At 0, and of negative numbers.
fn with_ends(v: F, x: F, square: f64, f: impl FnOnce(F, F) -> F) -> F {
    let size = magnitude(x);
    let inside = size.gt(0.0) & size.lt(f64::INFINITY) & v.abs().lt(1e4);
    let value = f(inside.select(v, 0.0), inside.select(size, 1.0));
    let infinite = is_half(v).select(0.0, (v + 1.5).gammasgn() * f64::INFINITY);
    let zero = v.gt(-1.0).select(at_zero(v, size, square), v.eq(-1.0).select(FRAC_2_PI, infinite));
    let end = size.eq(0.0).select(zero, f64::NAN);
    let sign = x.lt(0.0).select(is_integer(v).select(-alternating(v), f64::NAN), 1.0);
    (v.eq(v) & x.eq(x)).select(sign * inside.select(value, end), f64::NAN)
}

fn h(v: F, x: F) -> F {
    let near = x.lt(35.0) | (x * x).lt(100.0 * v);
    let half = is_half(v);
    let other = || if_(x.lt(v), || by_bessel(v, x), || second_kind(v, x) + difference(v, x));
    let bessel = || alternating(-v - 0.5) * first_kind(-v, x);
    if_(half, bessel, || if_(near, || series(v, x, -1.0), other))
}

fn l(v: F, x: F) -> F {
    // The difference to the Bessel function is below its rounding far on.
    let near = x.lt(100.0) | x.lt(2.0 * v.abs());
    if_(is_half(v) | !near, || first(-v, x, x), || series(v, x, 1.0))
}

functions! {
    /// Struve's function of real order `v` (DLMF 11.2.1); of negative `x` for integer orders. Far on the error is that of [`yv`](super::yv).
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::special::struve;
    /// assert_eq!(struve(0.0, &xp.array([0.0, 1.0, 100.0])?)?.to_string(), "[ 0.          0.56865663 -0.07087875]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    struve(v, x) = |v, x| {
        with_ends(v, x, -1.0, |v, x| match is_remembered() {
            true => if_(x.lt(12.0), || h(v, x), || with_slopes(v, x)),
            false => h(v, x),
        })
    };
    /// The modified function of Struve of real order `v` (DLMF 11.2.2); of negative `x` for integer orders.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::special::modstruve;
    /// assert_eq!(modstruve(0.0, &xp.array([0.0, 1.0, 2.0])?)?.to_string(), "[0.         0.71024319 1.93743376]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    modstruve(v, x) = |v, x| with_ends(v, x, 1.0, l);
}
