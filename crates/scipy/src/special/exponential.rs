//! The exponential integrals of integer order.

use super::elementwise::{F, functions, is_integer};
use super::gamma::away;
use xparray_core::kernel::{if_, while_};

const EULER: f64 = 0.577_215_664_901_532_9;

/// Up to 1 by the power series (DLMF 8.19.8), whose logarithm comes in at the term `n - 1`, above by a continued fraction (DLMF 8.19.17).
fn expn_of(n: F, x: F) -> F {
    let known = n.ge(0.0) & is_integer(n) & x.ge(0.0);
    let inside = known & n.gt(0.0) & n.lt(1e9) & x.gt(0.0) & x.lt(750.0);
    let (m, y) = (inside.select(n, 1.0), inside.select(x, 1.0));
    let small = y.le(1.0) & m.lt(5000.0);
    let value = if_(small, || series(m, y), || (-y).exp() * fraction(m, y));
    // With the slope at 0, where it is finite.
    let slope = n.gt(2.0).select(x / (n - 2.0), 0.0);
    let at_zero = n.le(1.0).select(f64::INFINITY, 1.0 / (n - 1.0) - slope);
    let first = x.eq(0.0).select(f64::INFINITY, (-x).exp() / x);
    let end = x.ge(750.0).select(0.0, x.eq(0.0).select(at_zero, (-x).exp() / (x + n)));
    let end = n.eq(0.0).select(first, end);
    known.select(inside.select(value, end), f64::NAN)
}

fn series(n: F, x: F) -> F {
    // -log(x) + psi(n).
    let psi = while_((-EULER, 1.0), |(_, k): (F, F)| k.lt(n), |(sum, k): (F, F)| (sum + 1.0 / k, k + 1.0)).0;
    let start = n.eq(1.0).select(0.0, 1.0 / (1.0 - n));
    // (-x)^(n - 1) / (n - 1)! besides.
    let next = |(sum, term, k, power): (F, F, F, F)| {
        let term = term * -x / k;
        let distance = k + 1.0 - n;
        let logarithmic = distance.eq(0.0);
        let sum = logarithmic.select(sum, sum + term / logarithmic.select(1.0, distance));
        (sum, term, k + 1.0, logarithmic.select(term, power))
    };
    let more = |(sum, term, k, _): (F, F, F, F)| (term.abs().gt(sum.abs() * 1e-17) | k.lt(n)) & k.lt(5002.0);
    let first = n.eq(1.0).select(1.0, 0.0);
    let (sum, _, _, power) = while_((start, 1.0, 1.0, first), more, next);
    power * (psi - x.log()) - sum
}

fn fraction(n: F, x: F) -> F {
    let b = x + n;
    let start = 1.0 / b;
    let next = |(h, b, c, d, k, _): (F, F, F, F, F, F)| {
        let (numerator, b) = (-k * (n - 1.0 + k), b + 2.0);
        let d = 1.0 / away(numerator * d + b);
        let c = away(b + numerator / c);
        (h * (c * d), b, c, d, k + 1.0, c * d)
    };
    let more = |(_, _, _, _, k, ratio): (F, F, F, F, F, F)| (ratio - 1.0).abs().gt(f64::EPSILON / 2.0) & k.lt(1e4);
    while_((start, b, 1e300, start, 1.0, 0.0), more, next).0
}

functions! {
    /// The exponential integral of integer order `n`, of `exp(-x t) / t^n` over `t` from 1 on, for `n` and `x` of at least 0 (DLMF 8.19.2).
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::special::expn;
    /// assert_eq!(expn(2.0, &xp.array([0.0, 1.0, 10.0])?)?.to_string(), "[1.00000000e+00 1.48495507e-01 3.83024047e-06]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    expn(n, x) = expn_of;
}
