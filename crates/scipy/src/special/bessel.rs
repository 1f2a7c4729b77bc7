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

/// From the orders 0 and 1 upwards (DLMF 10.51.1).
fn spherical_second_kind(n: F, x: F) -> F {
    let known = is_integer(n) & n.ge(0.0) & n.lt(1e9) & x.eq(x);
    let order = known.select(n, 0.0);
    let size = x.abs();
    let ordinary = known & size.gt(0.0) & size.lt(f64::INFINITY);
    let y = ordinary.select(size, 1.0);
    let zeroth = -y.cos() / y;
    let first = (zeroth - y.sin()) / y;
    let next = |(previous, value, k): (F, F, F)| (value, (2.0 * k + 1.0) / y * value - previous, k + 1.0);
    let more = |(_, value, k): (F, F, F)| k.lt(order) & value.gt(f64::NEG_INFINITY);
    let (_, value, _) = while_((zeroth, first, 1.0), more, next);
    let value = order.eq(0.0).select(zeroth, value);
    // Even and odd orders have the parity of the other kind.
    let sign = x.lt(0.0).select(-alternating(order), 1.0);
    let end = size.eq(0.0).select(f64::NEG_INFINITY, 0.0);
    known.select(ordinary.select(sign * value, end), f64::NAN)
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
    /// The spherical Bessel function of the second kind and integer order `n` of at least 0 (DLMF 10.47.4).
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::special::spherical_yn;
    /// assert_eq!(spherical_yn(1.0, &xp.array([1.0, 10.0])?)?.to_string(), "[-1.38177329  0.06279283]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    spherical_yn(n, x) = spherical_second_kind;
    /// The derivative of [`spherical_yn`] (DLMF 10.51.2).
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::special::spherical_yn_derivative;
    /// assert_eq!(spherical_yn_derivative(0.0, &xp.array([1.0, 2.0])?)?.to_string(), "[1.38177329 0.350612  ]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    spherical_yn_derivative(n, x) = |n, x| {
        let next = spherical_second_kind(n + 1.0, x);
        x.eq(0.0).select(f64::INFINITY, n.eq(0.0).select(-next, n / x * spherical_second_kind(n, x) - next))
    };
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
