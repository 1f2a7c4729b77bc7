//! Bessel functions of integer order, and Wright's, by recurrences and series.

use super::elementwise::{F, alternating, functions, is_integer};
use xparray_core::kernel::while_;

/// From the orders 0 and 1 upwards, where the second kind grows (DLMF 10.6.1).
fn second_kind(n: F, x: F) -> F {
    let known = is_integer(n) & x.ge(0.0) & n.abs().lt(1e9);
    let order = known.select(n.abs(), 0.0);
    let y = (known & x.gt(0.0)).select(x, 1.0);
    let next = |(previous, value, k): (F, F, F)| (value, 2.0 * k / y * value - previous, k + 1.0);
    let more = |(_, value, k): (F, F, F)| k.lt(order) & value.gt(f64::NEG_INFINITY);
    let (_, value, _) = while_((y.y0(), y.y1(), 1.0), more, next);
    let value = order.eq(0.0).select(y.y0(), value);
    let sign = n.lt(0.0).select(alternating(order), 1.0);
    let value = x.eq(0.0).select(f64::NEG_INFINITY, x.eq(f64::INFINITY).select(f64::NAN, value));
    known.select(sign * value, f64::NAN)
}

/// The series, all of whose terms are positive (DLMF 10.46.1): while the arguments of the gamma function are ordinary by its
/// reciprocal, then by logarithms.
fn wright(a: F, b: F, x: F) -> F {
    let known = a.ge(0.0) & b.ge(0.0) & x.ge(0.0);
    let ordinary = known & a.lt(f64::INFINITY) & b.lt(f64::INFINITY) & x.lt(f64::INFINITY);
    let of = |value: F, other: f64| ordinary.select(value, other);
    let (p, q, y) = (of(a, 1.0), of(b, 1.0), of(x, 0.0));
    let next = |(sum, power, _, k): (F, F, F, F)| {
        let argument = p * k + q;
        let direct = power * argument.rgamma();
        let logs = (k * y.log() - (k + 1.0).gammaln() - argument.gammaln()).exp();
        let small = argument.lt(170.0) & power.lt(f64::INFINITY);
        let term = small.select(direct, y.eq(0.0).select(0.0, logs));
        (sum + term, power * y / (k + 1.0), term, k + 1.0)
    };
    // Terms grow at first.
    let more = |(sum, _, term, k): (F, F, F, F)| {
        (term.gt(1e-17 * sum) | k.lt(3.0) | sum.eq(0.0)) & k.lt(1e5) & sum.lt(f64::INFINITY)
    };
    let (sum, ..) = while_((0.0, 1.0, 1.0, 0.0), more, next);
    ordinary.select(sum, f64::NAN)
}

functions! {
    /// The Bessel function of the second kind and integer order `n` (DLMF 10.2.3).
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::special::yn;
    /// assert_eq!(yn(2.0, &xp.array([0.0, 1.0, 10.0])?)?.to_string(), "[       -inf -1.65068261 -0.00586808]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    yn(n, x) = second_kind;
    /// Wright's generalized Bessel function, the sum of `x^k / (k! gamma(a k + b))` over `k` from 0 on, for numbers of at least 0
    /// (DLMF 10.46.1).
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::special::wright_bessel;
    /// assert_eq!(wright_bessel(1.0, 1.0, &xp.array([0.0, 1.0])?)?.to_string(), "[1.        2.2795853]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    wright_bessel(a, b, x) = wright;
}
