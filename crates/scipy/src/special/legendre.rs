//! Legendre functions of real degree and integer order, and spherical harmonics.

use super::double::D;
use super::elementwise::{F, alternating, functions, is_integer};
use super::hypergeometric::gauss_between;
use std::f64::consts::PI;
use xparray_core::kernel::{if_, while_};
use xparray_core::prelude::*;
use xparray_core::{AnyArray, DynArray, Error, Result, TypeClass};

/// `P(m, n, x)` times the root of `(n - m)! / (n + m)!`, for `m` up to `n`, with Condon's and Shortley's sign: upwards in the degree
/// from the order (DLMF 14.10.3), which is stable. The sine is given besides, as it is more precise than `1 - x^2`.
pub(super) fn normalized(m: F, n: F, x: F, sine: F) -> F {
    // (-1)^m (2 m - 1)!! / sqrt((2 m)!) sine^m
    let step = |(value, k): (F, F)| (-value * sine * ((2.0 * k - 1.0) / (2.0 * k)).sqrt(), k + 1.0);
    let first = while_((1.0, 1.0), |(_, k): (F, F)| k.le(m), step).0;
    let next = |(previous, value, k): (F, F, F)| {
        let below = ((k - 1.0) * (k - 1.0) - m * m).sqrt();
        let above = (k * k - m * m).sqrt();
        (value, ((2.0 * k - 1.0) * x * value - below * previous) / above, k + 1.0)
    };
    while_((0.0, first, m + 1.0), |(_, _, k): (F, F, F)| k.le(n), next).1
}

/// The quotient of factorials `(n + m)! / (n - m)!`.
pub(super) fn factorials(m: F, n: F) -> F {
    let next = |(value, k): (F, F)| (value * k, k + 1.0);
    while_((1.0, n - m + 1.0), |(_, k): (F, F)| k.le(n + m), next).0
}

/// Of integer degree and order, the degree from 0 on, for `x` from -1 to 1.
fn whole(m: F, n: F, x: F) -> F {
    let inside = m.abs().le(n);
    let of = |value: F, other: f64| inside.select(value, other);
    let (order, n, y) = (of(m.abs(), 0.0), of(n, 0.0), of(x, 0.0));
    let sine = ((1.0 - y) * (1.0 + y)).sqrt();
    let value = normalized(order, n, y, sine);
    let root = factorials(order, n).sqrt();
    let value = m.lt(0.0).select(alternating(order) * value / root, value * root);
    inside.select(value, m.lt(0.0).select(f64::NAN, 0.0))
}

/// Of real degree `v` and integer order from 0 on, by the hypergeometric function (DLMF 14.3.1).
fn direct(m: F, v: F, x: F) -> F {
    let one = x * 0.0 + 1.0;
    let half = |d: D| d.scale(one * 0.5);
    let (z, w) = (half(D::sum(one, -x)), half(D::sum(one, x)));
    let value = gauss_between([D::new(-v), D::new(v) + 1.0, D::new(m + 1.0)], z, w);
    let root = (z.hi / w.hi).sqrt();
    // Of the quotient of gamma functions and the order's factorial.
    let next = |(factor, k): (F, F)| (-factor * root * ((v + k) / k) * (v - k + 1.0), k + 1.0);
    while_((value, one), |(_, k): (F, F)| k.le(m), next).0
}

/// Of real degree, for `x` from -1 to 1: from degrees about the order upwards (DLMF 14.10.3).
fn ferrers(m: F, v: F, x: F) -> F {
    let order = m.abs();
    let steps = (v - order).floor().maximum(0.0);
    let first = v - steps;
    let value = direct(order, first, x);
    let below = if_(steps.gt(0.0), || direct(order, first - 1.0, x), || x * 0.0);
    let next = |(below, value, k): (F, F, F)| {
        let n = first + k;
        (value, ((2.0 * n + 1.0) * x * value - (n + order) * below) / (n - order + 1.0), k + 1.0)
    };
    let (_, value, _) = while_((below, value, x * 0.0), |(_, _, k): (F, F, F)| k.lt(steps), next);
    let quotient = |(factor, k): (F, F)| (-factor / ((v + k) * (v - k + 1.0)), k + 1.0);
    while_((value, x * 0.0 + 1.0), |(_, k): (F, F)| m.lt(0.0) & k.le(order), quotient).0
}

/// What is 1 at the other end is infinite at -1 (DLMF 14.8.1, 14.8.3).
fn at_minus_one(m: F, v: F) -> F {
    let wave = v - 2.0 * (0.5 * v).floor();
    let sign = wave.lt(1.0).select(-f64::INFINITY, f64::INFINITY);
    m.eq(0.0).select(sign, f64::INFINITY)
}

functions! {
    /// The associated Legendre function of integer order `m` and real degree `v`, with Condon's and Shortley's sign, for `x` from -1 to 1
    /// (DLMF 14.3.1); of integer degrees 0 for an order above the degree, NaN for one below its negative. Of degrees below -1/2 as of `-v - 1`.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::special::lpmv;
    /// assert_eq!(lpmv(1.0, 2.0, &xp.array([0.0, 0.5, 1.0])?)?.to_string(), "[-0.         -1.29903811 -0.        ]");
    /// assert_eq!(lpmv(0.0, 0.5, &xp.array([0.5])?)?.to_string(), "[0.79524891]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    lpmv(m, v, x) = |m, v, x| {
        let degree = v.lt(-0.5).select(-v - 1.0, v);
        let known = is_integer(m) & x.abs().le(1.0) & degree.lt(1e6) & m.abs().lt(1e6);
        let of = |value: F, other: f64| known.select(value, other);
        let (m, n, x) = (of(m, 0.0), of(degree, 0.0), of(x, 0.0));
        let end = x.eq(-1.0);
        let real = || end.select(at_minus_one(m, n), ferrers(m, n, end.select(0.0, x)));
        known.select(if_(is_integer(n), || whole(m, n, x), real), f64::NAN)
    };
}

/// Spherical harmonics of degree `n` and order `m` at the polar angle `theta` and the azimuth `phi`, complex, of norm 1 on the sphere and
/// with Condon's and Shortley's sign (DLMF 14.30.1): 0 for an order above the degree.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::special::sph_harm_y;
/// let (theta, phi) = (xp.array([0.0, 1.0])?, xp.array([0.0, 1.0])?);
/// assert_eq!(sph_harm_y(1, 0, &theta, &phi)?.real()?.to_string(), "[0.48860251 0.26399306]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] for a negative degree; [`Error::Shape`] if angles do not broadcast; [`Error::DType`] for complex ones.
pub fn sph_harm_y<B: Backend>(n: i64, m: i64, theta: &impl AnyArray<B>, phi: &impl AnyArray<B>) -> Result<DynArray<B>> {
    const OP: &str = "sph_harm_y";
    let (theta, phi) = (theta.as_dyn(), phi.as_dyn());
    for angle in [theta, phi] {
        TypeClass::RealElement.check(OP, angle.dtype())?;
    }
    if !(0..=1_000_000).contains(&n) {
        return Err(Error::value(OP, format!("the degree {n}")));
    }
    let dtype = theta.dtype().promote(phi.dtype()).complex();
    let wide = [theta, phi].map(|angle| angle.astype(DType::F64)?.typed::<f64>());
    let [theta, phi] = wide;
    let (theta, phi) = (theta?, phi?);
    let order = m.unsigned_abs();
    let value = theta.xp().map((&theta, &phi), |(theta, phi)| {
        let zero = theta * 0.0;
        let value = if order > n.unsigned_abs() {
            zero
        } else {
            let size = ((2.0 * n as f64 + 1.0) / (4.0 * PI)).sqrt();
            // Of a negative order the conjugate, with the sign of the order's parity.
            let sign = if m < 0 && order % 2 == 1 { -size } else { size };
            sign * normalized(zero + order as f64, zero + n as f64, theta.cos(), theta.sin())
        };
        let angle = m as f64 * phi;
        Var::<Complex<f64>>::complex(value * angle.cos(), value * angle.sin())
    })?;
    value.into_dyn().astype(dtype)
}
