//! Spherical Bessel functions of integer order, of real numbers and over the complex plane.

use super::complex::Z;
use super::cylinder::first_kind;
use super::elementwise::{F, alternating, is_integer, magnitude, over_plane};
use super::modified::{first, second};
use super::plane::{cylinder, inside, modified};
use std::f64::consts::{FRAC_PI_2, PI};
use xparray_core::Var;
use xparray_core::kernel::{is_remembered, while_};

fn degree(n: F) -> Var<bool> {
    is_integer(n) & n.ge(0.0)
}

/// The value at 0, with the slopes there: two terms of the series (DLMF 10.53).
fn at_zero(n: F, x: F, sign: f64) -> F {
    if !is_remembered() {
        return n.eq(0.0).select(1.0, 0.0);
    }
    let y = x.eq(0.0).select(x, 0.0);
    let first = n.eq(0.0).select(1.0, (0.5 * y).power(n) * (n + 1.5).rgamma() * (0.5 * PI.sqrt()));
    first * (1.0 + sign * y * y / (4.0 * n + 6.0))
}

/// The derivative there, with its slope.
fn slope_at_zero(n: F, x: F, sign: f64) -> F {
    let second = n.eq(0.0).select(sign / 3.0, n.eq(2.0).select(2.0 / 15.0, 0.0));
    degree(n).select(n.eq(1.0).select(1.0 / 3.0, x * second), f64::NAN)
}

fn real_j(n: F, x: F) -> F {
    let size = magnitude(x);
    let y = size.eq(0.0).select(1.0, size);
    let value = (FRAC_PI_2 / y).sqrt() * first_kind(n + 0.5, y);
    let end = size.eq(0.0).select(at_zero(n, size, -1.0), value);
    let sign = x.lt(0.0).select(alternating(n), 1.0);
    degree(n).select(sign * end, f64::NAN)
}

/// From the orders 0 and 1 upwards (DLMF 10.51.1).
fn real_y(n: F, x: F) -> F {
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

fn real_i(n: F, x: F) -> F {
    let size = magnitude(x);
    let y = size.eq(0.0).select(1.0, size);
    let value = (FRAC_PI_2 / y).sqrt() * first(n + 0.5, y, y);
    let end = size.eq(0.0).select(at_zero(n, size, 1.0), size);
    let value = (size.gt(0.0) & size.lt(f64::INFINITY)).select(value, end);
    degree(n).select(x.lt(0.0).select(alternating(n), 1.0) * value, f64::NAN)
}

/// Also of the order -1; of negative numbers with the first kind (DLMF 10.47.15).
fn real_k(n: F, x: F) -> F {
    let n = (n + 0.5).abs() - 0.5;
    let size = x.abs();
    let value = (FRAC_PI_2 / size).sqrt() * second(n + 0.5, size, -size);
    let value = size.eq(f64::INFINITY).select(0.0, value);
    let other = -alternating(n) * value - PI * real_i(n, size);
    x.eq(0.0).select(f64::INFINITY, x.lt(0.0).select(other, value))
}

/// A function of numbers of the right half-plane, times the root of `pi / (2 z)`; the sign of those of the other half; the value at 0, and that of
/// infinite real numbers.
fn over(n: F, z: Z, sign: F, ends: [F; 2], f: impl FnOnce(F, Z) -> Z) -> Z {
    let zero = n * 0.0;
    let order = n + 0.5;
    let known = inside(order, z);
    let left = z.re.lt(0.0);
    let w = (-z).when(left, z).when(known, Z::new(zero + 1.0, zero));
    let root = (Z::new(zero + FRAC_PI_2, zero) / w).sqrt();
    let value = root * f(known.select(order, 0.5), w);
    let value = value.scale(left.select(sign, 1.0));
    let at_zero = z.re.eq(0.0) & z.im.eq(0.0);
    let infinite = z.re.abs().eq(f64::INFINITY) & z.im.eq(0.0);
    let end = at_zero.select(ends[0], infinite.select(left.select(sign, 1.0) * ends[1], f64::NAN));
    value.when(known, Z::new(end, end * 0.0))
}

fn real(x: F) -> Z {
    Z::new(x, x * 0.0)
}

fn of_degree(n: F, z: Z) -> Z {
    let nan = n * 0.0 + f64::NAN;
    z.when(degree(n), Z::new(nan, nan))
}

fn j(n: F, z: Z) -> Z {
    let ends = [n.eq(0.0).select(1.0, 0.0), n * 0.0];
    of_degree(n, over(n, z, alternating(n), ends, |v, w| cylinder(v, w, real(w.im.abs())).j))
}

fn y(n: F, z: Z) -> Z {
    let ends = [n * 0.0 + f64::NAN, n * 0.0];
    of_degree(n, over(n, z, -alternating(n), ends, |v, w| cylinder(v, w, real(w.im.abs())).y))
}

fn i(n: F, z: Z) -> Z {
    let ends = [n.eq(0.0).select(1.0, 0.0), n * 0.0 + f64::INFINITY];
    of_degree(n, over(n, z, alternating(n), ends, |v, w| modified(v, w, real(w.re.abs()))[0]))
}

/// Also of the order -1.
fn k(n: F, z: Z) -> Z {
    let nan = n * 0.0 + f64::NAN;
    let n = (n + 0.5).abs() - 0.5;
    let positive = over(n, z, -alternating(n), [nan, n * 0.0], |v, w| modified(v, w, -w)[1]);
    // Of the other half-plane with the first kind: of `z = -w` the sign is that of `w`.
    let first = over(n, z, alternating(n), [nan, n * 0.0 + f64::INFINITY], |v, w| modified(v, w, real(w.re.abs()))[0]);
    let other = positive - first.scale(PI * alternating(n));
    other.when(z.re.lt(0.0), positive)
}

/// Away from 0, where a derivative is that of an odd function of order 1.
fn slope(n: F, z: Z, f: impl FnOnce(Z) -> Z) -> Z {
    let at_zero = z.re.eq(0.0) & z.im.eq(0.0);
    let zero = n * 0.0;
    let value = f(z.when(!at_zero, Z::new(zero + 1.0, zero)));
    let end = Z::new(n.eq(1.0).select(1.0 / 3.0, 0.0), zero);
    of_degree(n, end.when(at_zero, value))
}

over_plane! {
    /// The spherical Bessel function of the first kind and integer order `n` of at least 0 (DLMF 10.47.3).
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::special::spherical_jn;
    /// assert_eq!(spherical_jn(1.0, &xp.array([0.0, 1.0])?)?.to_string(), "[0.         0.30116868]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    spherical_jn(n; z) = Some(real_j), j;
    /// The derivative of [`spherical_jn`] (DLMF 10.51.2).
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::special::spherical_jn_derivative;
    /// assert_eq!(spherical_jn_derivative(1.0, &xp.array([0.0, 1.0])?)?.to_string(), "[0.33333333 0.23913363]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    spherical_jn_derivative(n; z) = Some(|n, x| {
        let y = x.eq(0.0).select(1.0, x);
        x.eq(0.0).select(slope_at_zero(n, x, -1.0), n / y * real_j(n, y) - real_j(n + 1.0, y))
    }), |n, z| slope(n, z, |z| (j(n, z) / z).scale(n) - j(n + 1.0, z));
    /// The spherical Bessel function of the second kind and integer order `n` of at least 0 (DLMF 10.47.4).
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::special::spherical_yn;
    /// assert_eq!(spherical_yn(1.0, &xp.array([1.0, 10.0])?)?.to_string(), "[-1.38177329  0.06279283]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    spherical_yn(n; z) = Some(real_y), y;
    /// The derivative of [`spherical_yn`] (DLMF 10.51.2).
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::special::spherical_yn_derivative;
    /// assert_eq!(spherical_yn_derivative(0.0, &xp.array([1.0, 2.0])?)?.to_string(), "[1.38177329 0.350612  ]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    spherical_yn_derivative(n; z) = Some(|n, x| {
        let next = real_y(n + 1.0, x);
        x.eq(0.0).select(f64::INFINITY, n.eq(0.0).select(-next, n / x * real_y(n, x) - next))
    }), |n, z| of_degree(n, (y(n, z) / z).scale(n) - y(n + 1.0, z));
    /// The modified spherical Bessel function of the first kind and integer order `n` of at least 0 (DLMF 10.47.7).
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::special::spherical_in;
    /// assert_eq!(spherical_in(1.0, &xp.array([0.0, 1.0])?)?.to_string(), "[0.         0.36787944]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    spherical_in(n; z) = Some(real_i), i;
    /// The derivative of [`spherical_in`] (DLMF 10.51.5).
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::special::spherical_in_derivative;
    /// assert_eq!(spherical_in_derivative(1.0, &xp.array([0.0, 1.0])?)?.to_string(), "[0.33333333 0.43944231]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    spherical_in_derivative(n; z) = Some(|n, x| {
        let y = x.eq(0.0).select(1.0, x);
        x.eq(0.0).select(slope_at_zero(n, x, 1.0), n / y * real_i(n, y) + real_i(n + 1.0, y))
    }), |n, z| slope(n, z, |z| (i(n, z) / z).scale(n) + i(n + 1.0, z));
    /// The modified spherical Bessel function of the second kind and integer order `n` of at least 0 (DLMF 10.47.9).
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::special::spherical_kn;
    /// assert_eq!(spherical_kn(0.0, &xp.array([1.0, 2.0])?)?.to_string(), "[0.57786367 0.10629208]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    spherical_kn(n; z) = Some(|n, x| degree(n).select(real_k(n, x), f64::NAN)), |n, z| of_degree(n, k(n, z));
    /// The derivative of [`spherical_kn`] (DLMF 10.51.5).
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::special::spherical_kn_derivative;
    /// assert_eq!(spherical_kn_derivative(0.0, &xp.array([0.0, 1.0])?)?.to_string(), "[       -inf -1.15572735]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    spherical_kn_derivative(n; z) = Some(|n, x| {
        let value = -real_k(n - 1.0, x) - (n + 1.0) / x * real_k(n, x);
        degree(n).select(x.eq(0.0).select(f64::NEG_INFINITY, value), f64::NAN)
    }), |n, z| of_degree(n, -k(n - 1.0, z) - (k(n, z) / z).scale(n + 1.0));
}
