//! Elliptic integrals by Carlson's symmetric forms, and Jacobi's functions by arithmetic-geometric means.

use super::carlson::{rd, rf};
use super::elementwise::{F, functions, several};
use std::f64::consts::{FRAC_PI_2, PI};
use xparray_core::prelude::*;
use xparray_core::{ArrayLike, Result};

/// The integral to an angle: that over the whole half turns, each twice the complete integral, and the rest, from what `of` makes of
/// the squares of the sine and the cosine and of `m`.
fn incomplete(phi: F, m: F, complete: fn(F) -> F, of: impl Fn(F, F, F) -> F) -> F {
    let known = m.le(1.0) & phi.abs().lt(f64::INFINITY);
    let (angle, n) = (known.select(phi, 0.0), known.select(m, 0.0));
    let turns = (angle / PI).rint();
    // Two parts of pi, so that nothing is lost.
    let rest = (angle - turns * PI) - turns * 1.224_646_799_147_353_2e-16;
    let (sine, cosine) = (rest.sin(), rest.cos());
    let part = sine * of(sine * sine, cosine * cosine, n);
    // Where there is no half turn, there is nothing to be infinite.
    let turned = turns.ne(0.0);
    let whole = turned.select(2.0 * turns * complete(turned.select(n, 0.0)), 0.0);
    known.select(whole + part, phi * m * f64::NAN)
}

functions! {
    /// The incomplete elliptic integral of the first kind: of `1 / sqrt(1 - m sin(t)^2)` from 0 to `phi`, for `m` up to 1
    /// (DLMF 19.2.4, with `m` for `k^2`).
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::special::ellipkinc;
    /// assert_eq!(ellipkinc(&xp.array([0.0, 1.0])?, 0.5)?.to_string(), "[0.         1.08321677]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ellipkinc(phi, m) = |phi, m| {
        let value = incomplete(phi, m, F::ellipk, |sine, cosine, m| rf(cosine, 1.0 - m * sine, sine * 0.0 + 1.0));
        let pole = m.eq(1.0) & phi.abs().ge(FRAC_PI_2);
        let one = m.eq(1.0).select(phi.tan().arcsinh(), value);
        let infinite = phi.abs().eq(f64::INFINITY) & m.le(1.0) & m.gt(f64::NEG_INFINITY);
        let value = pole.select((phi * 0.0 + f64::INFINITY).copysign(phi), one);
        infinite.select(phi, m.eq(f64::NEG_INFINITY).select(phi * 0.0, value))
    };
    /// The incomplete elliptic integral of the second kind: of `sqrt(1 - m sin(t)^2)` from 0 to `phi`, for `m` up to 1
    /// (DLMF 19.2.5, with `m` for `k^2`).
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::special::ellipeinc;
    /// assert_eq!(ellipeinc(&xp.array([0.0, 1.0])?, 0.5)?.to_string(), "[0.         0.92732988]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ellipeinc(phi, m) = |phi, m| {
        let value = incomplete(phi, m, F::ellipe, |sine, cosine, m| {
            let (y, one) = (1.0 - m * sine, sine * 0.0 + 1.0);
            rf(cosine, y, one) - m * sine * rd(cosine, y, one) / 3.0
        });
        // With m of 1 it is the integral of the cosine's magnitude.
        let turns = (phi / PI).rint();
        let one = 2.0 * turns + (phi - turns * PI).sin();
        let infinite = phi.abs().eq(f64::INFINITY) & m.le(1.0);
        let endless = (phi * f64::INFINITY).copysign(phi);
        let end = phi.eq(0.0).select(phi, endless);
        infinite.select(phi, m.eq(f64::NEG_INFINITY).select(end, m.eq(1.0).select(one, value)))
    };
}

/// Jacobi's elliptic functions of `u` and the parameter `m` from 0 to 1: `sn`, `cn`, `dn`, and the amplitude `ph`, of which the first
/// two are sine and cosine. By descending Landen transformations (DLMF 22.20.2).
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::special::ellipj;
/// let [sn, cn, dn, ph] = ellipj(&xp.array([0.0, 1.0])?, 0.5)?;
/// assert_eq!(sn.to_string(), "[0.         0.80300182]");
/// assert_eq!(cn.to_string(), "[1.         0.59597657]");
/// assert_eq!(dn.to_string(), "[1.       0.823161]");
/// assert_eq!(ph.to_string(), "[0.         0.93231508]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`](xparray_core::Error::Shape) if shapes do not broadcast, [`Error::DType`](xparray_core::Error::DType) for
/// complex numbers.
pub fn ellipj<B: Backend>(u: impl ArrayLike<B>, m: impl ArrayLike<B>) -> Result<[DynArray<B>; 4]> {
    several("ellipj", [u.operand(), m.operand()], |[u, m]| jacobi(u, m))
}

fn jacobi(u: F, m: F) -> [F; 4] {
    let known = m.ge(0.0) & m.le(1.0);
    let n = (known & m.lt(1.0)).select(m, 0.0);
    // Each mean has twice as many digits; eight are enough up to the last number below 1.
    let (mut a, mut b) = (n * 0.0 + 1.0, (1.0 - n).sqrt());
    let mut ratios = Vec::new();
    for _ in 0..8 {
        let (mean, difference) = (0.5 * (a + b), 0.5 * (a - b));
        (a, b) = (mean, (a * b).sqrt());
        ratios.push(difference / mean);
    }
    let mut ph = 256.0 * a * u;
    for &ratio in ratios.iter().rev() {
        ph = 0.5 * (ph + (ratio * ph.sin()).arcsin());
    }
    let (sn, cn) = (ph.sin(), ph.cos());
    let dn = (cn * cn + (1.0 - n) * sn * sn).sqrt();
    // Hyperbolic for 1.
    let hyperbolic = m.eq(1.0);
    let (tanh, sech) = (u.tanh(), 1.0 / u.cosh());
    let gudermann = u.sinh().arctan();
    [(tanh, sn), (sech, cn), (sech, dn), (gudermann, ph)]
        .map(|(one, value)| known.select(hyperbolic.select(one, value), u * m * f64::NAN))
}
