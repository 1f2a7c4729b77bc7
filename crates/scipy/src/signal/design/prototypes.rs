//! Analog low-pass filters with a cutoff of 1: Butterworth's and Chebyshev's.

use super::{C, Zpk, positive};
use std::f64::consts::{FRAC_PI_2, PI};
use xparray_core::Result;

/// A filter of order 0, which multiplies by a number: less by so many decibels.
pub(super) fn of_nothing(decibels: f64) -> Result<Zpk> {
    Zpk::new([], [], 10f64.powf(-decibels / 20.0))
}

/// `10^(x / 10) - 1`.
pub(super) fn power_less_one(decibels: f64) -> f64 {
    (decibels / 10.0 * std::f64::consts::LN_10).exp_m1()
}

/// `n` points of the left half of an ellipse with these half axes, at the angles at which a circle has Butterworth's poles; conjugates are exact.
fn left_half(n: usize, re: f64, im: f64) -> Vec<C> {
    (0..n)
        .map(|k| {
            // Odd or even multiples of a quarter turn over n, from -(n - 1) on.
            let m = 2.0 * k as f64 - (n as f64 - 1.0);
            let angle = m * PI / (2.0 * n as f64);
            C::new(-re * angle.cos(), im * -angle.sin())
        })
        .collect()
}

/// `prod(-p)`, which is real.
fn product(p: &[C]) -> f64 {
    p.iter().fold(C::ONE, |product, p| product * -p).re
}

/// Butterworth's filter of order `n`: its poles lie evenly on half of the unit circle, its response is as flat as can be.
///
/// ```
/// use xparray::scipy::signal::buttap;
/// let zpk = buttap(3)?;
/// assert!(zpk.z().is_empty() && zpk.p()[1].re == -1.0 && zpk.k() == 1.0);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// None for any order that there is memory for.
pub fn buttap(n: usize) -> Result<Zpk> {
    Zpk::new([], left_half(n, 1.0, 1.0), 1.0)
}

/// Chebyshev's filter of the first kind: with ripples of `rp` decibels below the cutoff.
///
/// ```
/// use xparray::scipy::signal::cheb1ap;
/// let (odd, even) = (cheb1ap(3, 1.0)?, cheb1ap(2, 1.0)?);
/// assert!(odd.p().iter().chain(even.p()).all(|p| p.re < 0.0));
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`](xparray_core::Error::Value) unless `rp` is above 0.
pub fn cheb1ap(n: usize, rp: f64) -> Result<Zpk> {
    const OP: &str = "cheb1ap";
    let eps = power_less_one(positive(OP, "the ripple", rp)?).sqrt();
    if n == 0 {
        return of_nothing(rp);
    }
    let mu = (1.0 / eps).asinh() / n as f64;
    let p = left_half(n, mu.sinh(), mu.cosh());
    let gain = product(&p);
    Zpk::new([], p, if n.is_multiple_of(2) { gain / 1f64.hypot(eps) } else { gain })
}

/// Chebyshev's filter of the second kind: with ripples above the cutoff, at which it first reaches `rs` decibels below 1.
///
/// ```
/// use xparray::scipy::signal::cheb2ap;
/// let zpk = cheb2ap(4, 40.0)?;
/// assert!(zpk.z().len() == 4 && zpk.z().iter().all(|z| z.re == 0.0 && z.im.abs() > 1.0));
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`](xparray_core::Error::Value) unless `rs` is above 0.
pub fn cheb2ap(n: usize, rs: f64) -> Result<Zpk> {
    const OP: &str = "cheb2ap";
    let eps = 1.0 / power_less_one(positive(OP, "the attenuation", rs)?).sqrt();
    if n == 0 {
        return of_nothing(0.0);
    }
    let mu = (1.0 / eps).asinh() / n as f64;
    let p: Vec<C> = left_half(n, mu.sinh(), mu.cosh()).iter().map(|p| 1.0 / p).collect();
    // An odd filter has none at infinity.
    let multiples = (0..n).map(|k| 2.0 * k as f64 - (n as f64 - 1.0)).filter(|m| *m != 0.0);
    let z: Vec<C> = multiples.map(|m| C::new(0.0, 1.0 / (m * FRAC_PI_2 / n as f64).sin())).collect();
    let gain = quotient_of_products(&p, &z);
    Zpk::new(z, p, gain)
}

/// `prod(-p) / prod(-z)`, factor by factor.
pub(super) fn quotient_of_products(p: &[C], z: &[C]) -> f64 {
    let below = |k: usize| z.get(k).map_or(C::ONE, |z| -z);
    p.iter().enumerate().fold(C::ONE, |product, (k, p)| product * -p / below(k)).re
}
