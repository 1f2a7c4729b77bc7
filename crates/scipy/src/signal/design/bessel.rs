//! Bessel's filters.

use super::prototypes::order;
use super::{C, Zpk};
use crate::linalg::{Matrix, eigenvalues};
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

/// The largest order: from here on coefficients overflow.
const LARGEST: usize = 100;

/// Bessel's analog low-pass filter (Thomson's): with a delay that is as flat as can be. Its poles are inverse zeros of Bessel polynomials: eigenvalues
/// of the matrix of their recurrence, and Newton's steps after that.
///
/// ```
/// use xparray::scipy::signal::{BesselNorm, besselap};
/// let zpk = besselap(2, BesselNorm::Delay)?; // 3 / (s^2 + 3 s + 3)
/// assert!((zpk.p()[0].re + 1.5).abs() < 1e-14 && (zpk.k() - 3.0).abs() < 1e-14);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] for an order of 0 or above 100.
pub fn besselap(n: usize, norm: BesselNorm) -> Result<Zpk> {
    const OP: &str = "besselap";
    if order(OP, n)? > LARGEST {
        return Err(Error::value(OP, format!("the order {n} is above {LARGEST}")));
    }
    let p: Vec<C> = zeros(n)?.iter().map(|z| 1.0 / z).collect();
    // (2 n)! / (n! 2^n), the last coefficient, by its logarithm.
    let last: f64 = (1..=n).map(|k| (2.0 * k as f64 - 1.0).ln()).sum();
    let factor = match norm {
        BesselNorm::Phase => (-last / n as f64).exp(),
        BesselNorm::Delay => 1.0,
        BesselNorm::Mag => 1.0 / cutoff(&p),
    };
    let gain = if norm == BesselNorm::Phase { 1.0 } else { (last + n as f64 * factor.ln()).exp() };
    Zpk::new([], p.iter().map(|p| p * factor).collect::<Vec<_>>(), gain)
}

/// The zeros of the polynomial with `y[k + 1] = (2 k + 1) x y[k] + y[k - 1]`.
fn zeros(n: usize) -> Result<Vec<C>> {
    let beside = |k: usize| ((2.0 * k as f64 + 1.0) * (2.0 * k as f64 + 3.0)).sqrt();
    // Scaled, so that it is skew but for one element.
    let entry = |i: usize, j: usize| match (i, j) {
        (0, 0) => -1.0,
        _ if j == i + 1 => 1.0 / beside(i),
        _ if i == j + 1 => -1.0 / beside(j),
        _ => 0.0,
    };
    let mut zeros = eigenvalues("besselap", Matrix::from_fn(n, n, entry))?;
    for z in &mut zeros {
        for _ in 0..3 {
            // The quotient of the polynomial and the one before; its derivative by x^2 y' = (n x - 1) y + y[n - 1].
            let ratio = (1..n).fold(*z + 1.0, |ratio, k| (2.0 * k as f64 + 1.0) * *z + 1.0 / ratio);
            *z -= *z * *z * ratio / ((n as f64 * *z - 1.0) * ratio + 1.0);
        }
    }
    Ok(zeros)
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
