//! Filters with the least sum of squares.

use super::nyquist;
use std::f64::consts::PI;
use xparray_core::{Error, Result};

const OP: &str = "firls";

/// Options of [`firls`].
///
/// ```
/// use xparray::scipy::signal::{Firls, firls};
/// let options = Firls::new().weight(&[1.0, 10.0]).fs(200.0);
/// assert_eq!(firls(21, &[0.0, 20.0, 30.0, 100.0], &[1.0, 1.0, 0.0, 0.0], options)?.len(), 21);
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Firls<'a> {
    weight: Option<&'a [f64]>,
    fs: f64,
}

impl Default for Firls<'_> {
    fn default() -> Self {
        Self { weight: None, fs: 2.0 }
    }
}

impl<'a> Firls<'a> {
    /// All bands alike, with 1 for half the sampling rate.
    pub fn new() -> Self {
        Self::default()
    }

    /// A weight for each band.
    pub fn weight(self, weight: &'a [f64]) -> Self {
        Self { weight: Some(weight), ..self }
    }

    /// The sampling rate.
    pub fn fs(self, fs: f64) -> Self {
        Self { fs, ..self }
    }
}

/// The filter of `numtaps` taps, an odd number, with linear phase whose response has the least integral of squared differences, over `bands`, from
/// straight lines: `bands` has the two ends of each, `desired` the response at them. The normal equations are solved on the host.
///
/// ```
/// use xparray::scipy::signal::{Firls, firls};
/// let taps = firls(11, &[0.0, 0.4, 0.6, 1.0], &[1.0, 1.0, 0.0, 0.0], Firls::new())?;
/// assert!((taps[5] - 0.5).abs() < 1e-12 && taps[0] == taps[10]);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] for an even number of taps; unless `bands` are in order between 0 and half the sampling rate, and there are two responses, not below 0,
/// and a weight, not below 0, for each.
pub fn firls(numtaps: usize, bands: &[f64], desired: &[f64], options: Firls<'_>) -> Result<Vec<f64>> {
    let nyquist = nyquist(OP, options.fs)?;
    let wrong = |message: &str| Err(Error::value(OP, message));
    if numtaps.is_multiple_of(2) {
        return wrong("an even number of taps");
    }
    if bands.is_empty() || !bands.len().is_multiple_of(2) || bands.len() != desired.len() {
        return wrong("not two frequencies and two responses for each band");
    }
    let inside = bands.iter().all(|&f| (0.0..=nyquist).contains(&f));
    let apart = bands.chunks_exact(2).all(|band| band[0] < band[1]) && bands.windows(2).all(|pair| pair[0] <= pair[1]);
    if !inside || !apart {
        return wrong("bands are not in order between 0 and half the sampling rate");
    }
    let ones = vec![1.0; bands.len() / 2];
    let weight = options.weight.unwrap_or(&ones);
    let not_below = |x: &[f64]| x.iter().all(|&x| x >= 0.0 && x.is_finite());
    if weight.len() != ones.len() || !not_below(weight) || !not_below(desired) {
        return wrong("responses and a weight for each band are not finite and at least 0");
    }
    let m = numtaps / 2;
    drop(xparray_core::host::room::<f64>((m + 1).saturating_mul(m + 1))?);
    let all: Vec<[f64; 5]> = bands
        .chunks_exact(2)
        .zip(desired.chunks_exact(2))
        .zip(weight)
        .map(|((band, desired), &weight)| [band[0] / nyquist, band[1] / nyquist, desired[0], desired[1], weight])
        .collect();
    // Integrals of cos(pi n f) over the bands, and of the lines times it.
    let q: Vec<f64> = (0..numtaps)
        .map(|n| all.iter().map(|&[low, high, .., weight]| weight * (sine(n, high) - sine(n, low))).sum())
        .collect();
    let line = |n: usize, [low, high, first, last, weight]: [f64; 5]| {
        let slope = (last - first) / (high - low);
        let at = |f: f64, value: f64| match n {
            0 => f * value - slope * f * f / 2.0,
            n => value * sine(n, f) + slope * (n as f64 * PI * f).cos() / (PI * n as f64).powi(2),
        };
        weight * (at(high, last) - at(low, first))
    };
    let b: Vec<f64> = (0..=m).map(|n| all.iter().map(|&band| line(n, band)).sum()).collect();
    let matrix = (0..=m).map(|i| (0..=m).map(|j| q[i.abs_diff(j)] + q[i + j]).collect()).collect();
    let a = least_squares(matrix, b);
    Ok(a[1..].iter().rev().copied().chain([2.0 * a[0]]).chain(a[1..].iter().copied()).collect())
}

/// `sin(pi n f) / (pi n)`.
fn sine(n: usize, f: f64) -> f64 {
    match n {
        0 => f,
        n => (PI * n as f64 * f).sin() / (PI * n as f64),
    }
}

/// A solution of equations with a symmetric matrix without negative eigenvalues: Cholesky's, the largest element of the diagonal first. What is left
/// when all are negligible adds nothing, its unknowns are 0.
fn least_squares(mut a: Vec<Vec<f64>>, mut b: Vec<f64>) -> Vec<f64> {
    let n = b.len();
    let mut order: Vec<usize> = (0..n).collect();
    let largest = (0..n).map(|k| a[k][k]).fold(0.0, f64::max);
    let mut rank = 0;
    while rank < n {
        let pivot = (rank..n).max_by(|&i, &j| a[i][i].total_cmp(&a[j][j])).unwrap_or(rank);
        if a[pivot][pivot] <= n as f64 * f64::EPSILON * largest {
            break;
        }
        a.swap(rank, pivot);
        a.iter_mut().for_each(|row| row.swap(rank, pivot));
        b.swap(rank, pivot);
        order.swap(rank, pivot);
        let row = a[rank].clone();
        for i in rank + 1..n {
            let factor = a[i][rank] / row[rank];
            a[i][rank..].iter_mut().zip(&row[rank..]).for_each(|(x, y)| *x -= factor * y);
            b[i] -= factor * b[rank];
        }
        rank += 1;
    }
    let mut x = vec![0.0; n];
    for i in (0..rank).rev() {
        let known: f64 = (i + 1..rank).map(|j| a[i][j] * x[order[j]]).sum();
        x[order[i]] = (b[i] - known) / a[i][i];
    }
    x
}
