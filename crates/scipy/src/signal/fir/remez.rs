//! Filters with ripples of one height, by Remez's exchange (Parks and McClellan, IEEE Trans. Circuit Theory 19, 1972).

use super::exchange::{Approximation, minimax};
use super::nyquist;
use std::f64::consts::{PI, TAU};
use xparray_core::host::room;
use xparray_core::{Error, Result};

const OP: &str = "remez";

/// Which response [`remez`] approximates.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RemezType {
    /// What is desired of each band.
    #[default]
    Bandpass,
    /// The frequency, in turns a sample, times what is desired, with antisymmetric taps; deviations are relative to it.
    Differentiator,
    /// What is desired, a quarter of a turn later, with antisymmetric taps.
    Hilbert,
}

/// Options of [`remez`].
///
/// ```
/// use xparray::scipy::signal::{Remez, RemezType, remez};
/// let taps = remez(31, &[0.05, 0.45], &[1.0], Remez::new().kind(RemezType::Hilbert))?;
/// assert!((taps[0] + taps[30]).abs() < 1e-15);
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Remez<'a> {
    weight: Option<&'a [f64]>,
    kind: RemezType,
    maxiter: usize,
    grid_density: usize,
    fs: f64,
}

impl Default for Remez<'_> {
    fn default() -> Self {
        Self { weight: None, kind: RemezType::Bandpass, maxiter: 25, grid_density: 16, fs: 1.0 }
    }
}

impl<'a> Remez<'a> {
    /// All bands alike, at a sampling rate of 1.
    pub fn new() -> Self {
        Self::default()
    }

    /// A weight for each band.
    pub fn weight(self, weight: &'a [f64]) -> Self {
        Self { weight: Some(weight), ..self }
    }

    /// The kind of response.
    #[doc(alias = "type")]
    pub fn kind(self, kind: RemezType) -> Self {
        Self { kind, ..self }
    }

    /// The largest number of exchanges.
    pub fn maxiter(self, maxiter: usize) -> Self {
        Self { maxiter, ..self }
    }

    /// How many frequencies are looked at for each unknown.
    pub fn grid_density(self, grid_density: usize) -> Self {
        Self { grid_density, ..self }
    }

    /// The sampling rate.
    pub fn fs(self, fs: f64) -> Self {
        Self { fs, ..self }
    }
}

/// The filter of `numtaps` taps with linear phase whose response differs least, at the worst frequency, from what is desired of each band: `bands` has the
/// two ends of each, `desired` one number.
///
/// ```
/// use xparray::scipy::signal::{Remez, remez};
/// let taps = remez(21, &[0.0, 0.1, 0.2, 0.5], &[1.0, 0.0], Remez::new())?;
/// assert!((taps.iter().sum::<f64>() - 1.0).abs() < 0.02 && (taps[0] - taps[20]).abs() < 1e-15);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] for less than three taps; unless `bands` are in order between 0 and half the sampling rate, and there is a desired response and a weight
/// above 0 for each; for a density of 0; and if the exchanges do not end.
pub fn remez(numtaps: usize, bands: &[f64], desired: &[f64], options: Remez<'_>) -> Result<Vec<f64>> {
    let nyquist = nyquist(OP, options.fs)?;
    let wrong = |message: &str| Err(Error::value(OP, message));
    let ones = vec![1.0; desired.len()];
    let weight = options.weight.unwrap_or(&ones);
    let inside = bands.iter().all(|&f| (0.0..=nyquist).contains(&f)) && bands.windows(2).all(|pair| pair[0] < pair[1]);
    if bands.is_empty() || bands.len() != 2 * desired.len() || weight.len() != desired.len() || !inside {
        return wrong("not two frequencies in order, a response and a weight for each band");
    }
    if !desired.iter().all(|x| x.is_finite()) || !weight.iter().all(|&x| x > 0.0 && x.is_finite()) {
        return wrong("responses are not finite, or weights not above 0");
    }
    if numtaps < 3 || options.grid_density == 0 {
        return wrong("less than three taps, or no grid");
    }
    let form = Form { odd: numtaps % 2 == 1, negative: options.kind != RemezType::Bandpass };
    let unknowns = numtaps / 2 + usize::from(form.odd && !form.negative);
    drop(room::<f64>(numtaps.saturating_mul(options.grid_density))?);
    let step = 0.5 / (options.grid_density * unknowns) as f64;
    let mut grid: Vec<[f64; 3]> = Vec::new();
    for ((band, &desired), &weight) in bands.chunks_exact(2).zip(desired).zip(weight) {
        let [first, last] = [band[0] / options.fs, band[1] / options.fs];
        // Where the factor of the form is 0 nothing can be approximated.
        let first = if form.negative { first.max(step) } else { first };
        let count = (((last - first) / step).floor() as usize).max(1);
        for k in 0..=count {
            let f = if k == count { last } else { first + k as f64 * step };
            if f > 0.5 - step && form.odd == form.negative {
                continue;
            }
            let (response, weight) = match options.kind {
                RemezType::Differentiator if desired >= 1e-4 => (desired * f, weight / f),
                RemezType::Differentiator => (desired * f, weight),
                _ => (desired, weight),
            };
            let factor = form.factor(f);
            grid.push([(TAU * f).cos(), response / factor, weight * factor]);
        }
    }
    if grid.len() <= unknowns {
        return wrong("bands are too narrow for that many taps");
    }
    let best = minimax(&grid, unknowns, options.maxiter)
        .ok_or_else(|| Error::value(OP, format!("{} exchanges do not converge", options.maxiter)))?;
    Ok(taps(numtaps, form, &best))
}

/// Which of the four kinds of linear phase.
#[derive(Clone, Copy)]
struct Form {
    odd: bool,
    negative: bool,
}

impl Form {
    /// What a response has besides a polynomial of the cosine.
    fn factor(self, f: f64) -> f64 {
        match (self.odd, self.negative) {
            (true, false) => 1.0,
            (false, false) => (PI * f).cos(),
            (true, true) => (TAU * f).sin(),
            (false, true) => (PI * f).sin(),
        }
    }
}

/// The taps of a response, by sampling it.
fn taps(n: usize, form: Form, best: &Approximation) -> Vec<f64> {
    let samples: Vec<f64> = (0..=n / 2)
        .map(|k| {
            let f = k as f64 / n as f64;
            best.value((TAU * f).cos()) * form.factor(f)
        })
        .collect();
    let middle = (n as f64 - 1.0) / 2.0;
    let tap = |j: usize| {
        let distance = middle - j as f64;
        let sum: f64 = samples
            .iter()
            .enumerate()
            .map(|(k, a)| {
                let angle = TAU * k as f64 * distance / n as f64;
                // Of 0 and of half the sampling rate there is one, of others there are two.
                let share = if k == 0 || 2 * k == n { 1.0 } else { 2.0 };
                share * a * if form.negative { angle.sin() } else { angle.cos() }
            })
            .sum();
        sum / n as f64
    };
    (0..n).map(tap).collect()
}
