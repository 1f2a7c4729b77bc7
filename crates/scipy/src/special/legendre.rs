//! Associated Legendre functions of integer degree and order, and spherical harmonics.

use super::elementwise::{F, alternating, functions, is_integer};
use std::f64::consts::PI;
use xparray_core::kernel::while_;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, DynArray, Error, Result, TypeClass};

/// `P(m, n, x)` times the root of `(n - m)! / (n + m)!`, for `m` up to `n`, with Condon's and Shortley's sign: upwards in the degree
/// from the order (DLMF 14.10.3), which is stable. The sine is given besides, as it is more precise than `1 - x^2`.
fn normalized(m: F, n: F, x: F, sine: F) -> F {
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
fn factorials(m: F, n: F) -> F {
    let next = |(value, k): (F, F)| (value * k, k + 1.0);
    while_((1.0, n - m + 1.0), |(_, k): (F, F)| k.le(n + m), next).0
}

functions! {
    /// The associated Legendre function of integer order `m` and degree `v`, with Condon's and Shortley's sign, for `x` from -1 to 1
    /// (DLMF 14.7.10); 0 for an order above the degree, NaN for one
    /// below its negative. Of negative degrees as of `-v - 1`; NaN for others than integers.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::special::lpmv;
    /// assert_eq!(lpmv(1.0, 2.0, &xp.array([0.0, 0.5, 1.0])?)?.to_string(), "[-0.         -1.29903811 -0.        ]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    lpmv(m, v, x) = |m, v, x| {
        let degree = v.lt(0.0).select(-v - 1.0, v);
        let known = is_integer(m) & is_integer(degree) & x.abs().le(1.0) & degree.lt(1e6) & m.abs().lt(1e6);
        let inside = known & m.abs().le(degree);
        let of = |value: F, other: f64| inside.select(value, other);
        let (order, n, y) = (of(m.abs(), 0.0), of(degree, 0.0), of(x, 0.0));
        let sine = ((1.0 - y) * (1.0 + y)).sqrt();
        let value = normalized(order, n, y, sine);
        let root = factorials(order, n).sqrt();
        let value = m.lt(0.0).select(alternating(order) * value / root, value * root);
        known.select(inside.select(value, m.lt(0.0).select(f64::NAN, 0.0)), f64::NAN)
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
