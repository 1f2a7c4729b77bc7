//! Discrete prolate spheroidal sequences.

use super::Symmetry;
use super::shapes::sinc;
use super::tridiagonal::Tridiagonal;
use crate::signal::transform::{autocorrelation, fft};
use std::f64::consts::PI;
use xparray_core::host::room;
use xparray_core::prelude::*;
use xparray_core::{Error, Result};

const OP: &str = "dpss";

/// How sequences are scaled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DpssNorm {
    /// To a sum of squares of 1.
    #[default]
    L2,
    /// To a largest weight of 1; of an even number by `m^2 / (m^2 + nw)` less, which is about the value between the two in the middle.
    Approximate,
    /// As that, with the value between the two in the middle found by a shift of the spectrum.
    Subsample,
}

/// Options of [`dpss`].
///
/// ```
/// use xparray::scipy::signal::windows::{Dpss, DpssNorm, Symmetry, dpss};
/// let options = Dpss::new().kmax(2).norm(DpssNorm::Approximate).symmetry(Symmetry::Periodic);
/// let (sequences, ratios) = dpss(16, 2.5, options)?;
/// assert!(sequences.len() == 2 && ratios[0] > ratios[1]);
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Dpss {
    kmax: usize,
    norm: DpssNorm,
    symmetry: Symmetry,
}

impl Default for Dpss {
    fn default() -> Self {
        Self { kmax: 1, norm: DpssNorm::L2, symmetry: Symmetry::Symmetric }
    }
}

impl Dpss {
    /// One symmetric sequence of norm 1.
    pub fn new() -> Self {
        Self::default()
    }

    /// How many sequences.
    pub fn kmax(self, kmax: usize) -> Self {
        Self { kmax, ..self }
    }

    /// Their scale.
    pub fn norm(self, norm: DpssNorm) -> Self {
        Self { norm, ..self }
    }

    /// How they go on.
    pub fn symmetry(self, symmetry: Symmetry) -> Self {
        Self { symmetry, ..self }
    }
}

/// Slepian's sequences of `m` numbers whose energy is concentrated most within `nw / m` of frequency 0, each orthogonal to those before, and the
/// share of its energy that is there. They are eigenvectors of a tridiagonal matrix (Percival and Walden, Spectral Analysis for Physical
/// Applications, section 8.3); even ones have a positive mean, odd ones begin above 0.
///
/// ```
/// use xparray::scipy::signal::windows::{Dpss, dpss};
/// let (sequences, ratios) = dpss(51, 2.5, Dpss::new().kmax(3))?;
/// assert!((sequences[1].iter().map(|x| x * x).sum::<f64>() - 1.0).abs() < 1e-12);
/// assert!(ratios[0] > 0.9999);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] unless `nw` is above 0 and below `m / 2`, and for less than one or more than `m` sequences; [`Error::OutOfMemory`] if the host
/// has no room.
pub fn dpss(m: usize, nw: f64, options: Dpss) -> Result<(Vec<Vec<f64>>, Vec<f64>)> {
    if options.kmax == 0 || options.kmax > m {
        return Err(Error::value(OP, format!("{} sequences of {m} numbers", options.kmax)));
    }
    if m == 1 {
        return Ok((vec![vec![1.0]], vec![1.0]));
    }
    if !(nw > 0.0 && nw < m as f64 / 2.0) {
        return Err(Error::value(
            OP,
            format!("the half bandwidth {nw} of {m} numbers is not between 0 and {}", m as f64 / 2.0),
        ));
    }
    let n = m + usize::from(options.symmetry == Symmetry::Periodic);
    drop(room::<f64>(n.saturating_mul(options.kmax))?);
    let (mut sequences, ratios) = sequences(n, nw, options.kmax);
    if options.norm != DpssNorm::L2 {
        let largest = sequences.iter().flatten().copied().fold(0.0, f64::max);
        let mut scale = 1.0 / largest;
        if n.is_multiple_of(2) {
            scale *= match options.norm {
                DpssNorm::Subsample => n as f64 * largest / between(&sequences[0]),
                _ => (n * n) as f64 / ((n * n) as f64 + nw),
            };
        }
        sequences.iter_mut().flatten().for_each(|x| *x *= scale);
    }
    sequences.iter_mut().for_each(|sequence| sequence.truncate(m));
    Ok((sequences, ratios))
}

/// The first one of a symmetric window.
pub fn first(m: usize, nw: f64) -> Result<Vec<f64>> {
    let (mut sequences, _) = dpss(m, nw, Dpss::new().norm(DpssNorm::Approximate))?;
    Ok(sequences.remove(0))
}

fn sequences(n: usize, nw: f64, kmax: usize) -> (Vec<Vec<f64>>, Vec<f64>) {
    let w = nw / n as f64;
    let cosine = (2.0 * PI * w).cos();
    let diagonal = (0..n).map(|k| ((n as f64 - 1.0 - 2.0 * k as f64) / 2.0).powi(2) * cosine);
    let beside = (1..n).map(|k| k as f64 * (n - k) as f64 / 2.0);
    let matrix = Tridiagonal { diagonal: diagonal.collect(), beside: beside.collect() };
    let mut sequences = matrix.largest(kmax);
    let threshold = 1e-7f64.max(1.0 / n as f64);
    for (k, sequence) in sequences.iter_mut().enumerate() {
        let sign = match k % 2 {
            0 => sequence.iter().sum(),
            _ => sequence.iter().copied().find(|x| x * x > threshold).unwrap_or(1.0),
        };
        if sign < 0.0 {
            sequence.iter_mut().for_each(|x| *x = -*x);
        }
    }
    // What a filter of the band makes of the autocorrelation at 0.
    let kernel = |lag: usize| 2.0 * w * sinc(2.0 * w * lag as f64) * if lag == 0 { 1.0 } else { 2.0 };
    let share = |x: &Vec<f64>| autocorrelation(x).iter().enumerate().map(|(lag, r)| r * kernel(lag)).sum();
    let ratios = sequences.iter().map(share).collect();
    (sequences, ratios)
}

/// `n` times the value between the two in the middle of an even number of them.
fn between(x: &[f64]) -> f64 {
    let n = x.len();
    let spectrum = fft(&x.iter().map(|&x| Complex::new(x, 0.0)).collect::<Vec<_>>());
    let waves = spectrum[1..n / 2 + 1].iter().zip(1..).map(|(s, k)| {
        let turn = PI * (1.0 - 1.0 / n as f64) * f64::from(k);
        2.0 * (s * Complex::from_polar(1.0, turn)).re
    });
    spectrum[0].re + waves.sum::<f64>()
}
