//! Bessel's filters.

use super::prototypes::of_nothing;
use super::{C, Zpk};
use xparray_core::{Error, Result};

/// What is 1 about Bessel's filter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BesselNorm {
    /// The frequency at which the phase is in the middle, as Butterworth's of the same order.
    #[default]
    Phase,
    /// The delay at frequency 0.
    Delay,
    /// The frequency at which the response is 3 dB (a factor of the root of 1/2) below that at 0.
    Mag,
}

/// The largest order: beyond, the starting points are not near enough to all zeros.
const LARGEST: usize = 50;

/// Bessel's analog low-pass filter (Thomson's): with a delay that is as flat as can be. Its poles are inverse zeros of Bessel
/// polynomials.
///
/// ```
/// use xparray::scipy::signal::{BesselNorm, besselap};
/// let zpk = besselap(2, BesselNorm::Delay)?; // 3 / (s^2 + 3 s + 3)
/// assert!((zpk.p()[0].re + 1.5).abs() < 1e-14 && (zpk.k() - 3.0).abs() < 1e-14);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] for an order above 50.
pub fn besselap(n: usize, norm: BesselNorm) -> Result<Zpk> {
    const OP: &str = "besselap";
    if n > LARGEST {
        return Err(Error::value(OP, format!("the order {n} is above {LARGEST}")));
    }
    if n == 0 {
        return of_nothing(0.0);
    }
    let p = poles(n);
    // (2 n)! / (n! 2^n), the last coefficient.
    let last: f64 = (1..=n).map(|k| 2.0 * k as f64 - 1.0).product();
    let factor = match norm {
        BesselNorm::Phase => last.powf(-1.0 / n as f64),
        BesselNorm::Delay => 1.0,
        BesselNorm::Mag => 1.0 / cutoff(&p),
    };
    let gain = if norm == BesselNorm::Phase { 1.0 } else { last * factor.powi(n as i32) };
    Zpk::new([], p.iter().map(|p| p * factor).collect::<Vec<_>>(), gain)
}

/// The poles: zeros of the reverse Bessel polynomial, those of a pair exact conjugates. Newton's steps, from where the inverses are about (Campos and
/// Calderon, arXiv:1105.0957).
fn poles(n: usize) -> Vec<C> {
    let m = n as f64;
    let s = m * m * (2.0 - 3.0 * m * m + m.powi(3));
    let y = |k: f64| {
        let high = (16.0 - 8.0 * m) * k + (12.0 * m * m - 12.0 * m - 24.0);
        let middle = high * k + (8.0 + 24.0 * m - 12.0 * m * m - 2.0 * m.powi(3));
        (middle * k + (5.0 * m.powi(3) - 6.0 * m - m.powi(4))) / s
    };
    let x = |k: f64| 6.0 * k * (k - m - 1.0) / (m * m * (m + 2.0));
    let mut poles: Vec<C> = (1..=n / 2).map(|k| zero(1.0 / C::new(x(k as f64), y(k as f64)), n)).collect();
    poles.extend(poles.clone().iter().map(|p| p.conj()));
    if n % 2 == 1 {
        let middle = if n == 1 { -1.0 } else { 1.0 / x((m + 1.0) / 2.0) };
        poles.push(zero(C::from(middle), n).re.into());
    }
    poles
}

/// The zero near to a number. With `z` in its opposite, the polynomial is a sum of the two modified Bessel functions of half an order, each of which is
/// computed without cancellation (DLMF 10.49.8 and 10.49.12): at a zero they are equal, but for a sign.
fn zero(near: C, n: usize) -> C {
    let mut z = -near;
    for _ in 0..20 {
        // That which falls, by its recurrence: exp(-z) y(1 / z).
        let (mut before, mut falling) = (C::ONE, 1.0 + 1.0 / z);
        for k in 1..n {
            (before, falling) = (falling, (2.0 * k as f64 + 1.0) / z * falling + before);
        }
        falling *= (-z).exp();
        // That which grows, by the quotients of neighbours from a high order down.
        let (mut ratio, mut growing) = (C::ZERO, z.exp() - (-z).exp());
        for k in (1..n + 60 + z.norm() as usize).rev() {
            ratio = 1.0 / ((2.0 * k as f64 + 1.0) / z + ratio);
            if k <= n {
                growing *= ratio;
            }
        }
        let quotient = growing / falling * if n.is_multiple_of(2) { -1.0 } else { 1.0 };
        // Their Wronskian says how fast the logarithm of the quotient changes.
        let step = quotient.ln() * growing * falling / 2.0;
        z -= step;
        if step.norm() <= f64::EPSILON * z.norm() {
            break;
        }
    }
    -z
}

/// Where the response has fallen by 3 dB, by bisection: it falls everywhere.
fn cutoff(p: &[C]) -> f64 {
    let power = |w: f64| p.iter().map(|p| p.norm_sqr() / (C::new(0.0, w) - p).norm_sqr()).product::<f64>();
    let (mut low, mut high) = (0.0, 1.0);
    while power(high) > 0.5 {
        high *= 2.0;
    }
    loop {
        let middle = (low + high) / 2.0;
        if middle <= low || middle >= high {
            return middle;
        }
        if power(middle) > 0.5 { low = middle } else { high = middle }
    }
}
