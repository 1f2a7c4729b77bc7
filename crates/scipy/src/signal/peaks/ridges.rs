//! Peaks by wavelet transforms.

use super::check;
use crate::signal::cwt;
use std::ops::Range;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Create, Error, Result};

const OP: &str = "find_peaks_cwt";

/// Options of [`find_peaks_cwt`].
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::signal::{FindPeaksCwt, find_peaks_cwt, ricker};
/// let x = xp.linspace(0.0, 12.0, 200)?.sin();
/// let widths: Vec<f64> = (5..20).map(f64::from).collect();
/// let found = find_peaks_cwt(&x, ricker, &widths, FindPeaksCwt::new().noise_perc(50.0))?;
/// assert_eq!(found.to_string(), "[ 27 131]"); // near pi / 2 and 5 pi / 2
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct FindPeaksCwt {
    max_distances: Option<Vec<f64>>,
    gap_thresh: Option<f64>,
    min_length: Option<f64>,
    min_snr: f64,
    noise_perc: f64,
    window_size: Option<usize>,
}

impl Default for FindPeaksCwt {
    fn default() -> Self {
        Self {
            max_distances: None,
            gap_thresh: None,
            min_length: None,
            min_snr: 1.0,
            noise_perc: 10.0,
            window_size: None,
        }
    }
}

impl FindPeaksCwt {
    /// Ridges over a quarter of the widths, as high as the noise.
    pub fn new() -> Self {
        Self::default()
    }

    /// How far a maximum may be, for each width, from that of the next greater width for both to be of one ridge; `None`: a quarter of the width.
    pub fn max_distances(self, distances: impl Into<Option<Vec<f64>>>) -> Self {
        Self { max_distances: distances.into(), ..self }
    }

    /// Over how many widths a ridge may be without maxima; `None`: the first width, rounded up.
    pub fn gap_thresh(self, widths: impl Into<Option<f64>>) -> Self {
        Self { gap_thresh: widths.into(), ..self }
    }

    /// How many maxima a ridge has at least; `None`: a quarter of the number of widths, rounded up.
    pub fn min_length(self, length: impl Into<Option<f64>>) -> Self {
        Self { min_length: length.into(), ..self }
    }

    /// The least ratio of the transform at the narrow end of a ridge to the noise there.
    pub fn min_snr(self, ratio: f64) -> Self {
        Self { min_snr: ratio, ..self }
    }

    /// Which percentile of the transform of the first width is the noise.
    pub fn noise_perc(self, percentile: f64) -> Self {
        Self { noise_perc: percentile, ..self }
    }

    /// Of how many elements around a peak the noise is that percentile; `None`: a twentieth of all, rounded up.
    pub fn window_size(self, size: impl Into<Option<usize>>) -> Self {
        Self { window_size: size.into(), ..self }
    }
}

/// The places of the peaks of a vector, ascending: where its wavelet transforms of many widths have maxima along a ridge, above the noise. SciPy's
/// `find_peaks_cwt` (Du, Kibbe and Lin, Improved peak detection in mass spectrum by incorporating continuous wavelet transform-based pattern
/// matching, 2006).
///
/// The transform is [`cwt`]'s, by a wavelet as there, such as [`ricker`](crate::signal::ricker), in double precision; ridges are followed on the host.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::signal::{FindPeaksCwt, find_peaks_cwt, ricker};
/// let x = xp.linspace(0.0, 9.0, 100)?;
/// let bump = (-(&x - 4.03).square()).exp(); // greatest between the elements 44 and 45
/// let found = find_peaks_cwt(&bump, ricker, &[6.0, 8.0, 10.0, 12.0], FindPeaksCwt::new())?;
/// assert_eq!(found.to_string(), "[45]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`] unless `x` is a vector; [`Error::Value`] for fewer distances than widths, and a percentile that is not from 0 to 100;
/// [`Error::DType`] for complex numbers; those of [`cwt`].
pub fn find_peaks_cwt<B: Backend>(
    x: &impl AnyArray<B>,
    wavelet: impl Fn(&B, usize, f64) -> Result<DynArray<B>>,
    widths: &[f64],
    options: FindPeaksCwt,
) -> Result<Array<i64, B>> {
    let x = x.as_dyn();
    check(OP, x)?;
    let reaches = options.max_distances.unwrap_or_else(|| widths.iter().map(|width| width / 4.0).collect());
    if reaches.len() < widths.len() {
        return Err(Error::value(OP, format!("{} distances for {} widths", reaches.len(), widths.len())));
    }
    if !(0.0..=100.0).contains(&options.noise_perc) {
        return Err(Error::value(OP, format!("the percentile {}", options.noise_perc)));
    }
    let (xp, n) = (x.xp(), x.len());
    let transform = cwt(&x.astype(DType::F64)?, wavelet, widths)?;
    if transform.dtype().is_complex() {
        return Err(Error::DType { op: OP, expected: "a real wavelet".into(), found: transform.dtype().to_string() });
    }
    let transform = transform.typed::<f64>()?.to_vec()?;
    let rows: Vec<&[f64]> = transform.chunks_exact(n).collect();
    let gap = options.gap_thresh.unwrap_or(widths[0].ceil());
    let least = options.min_length.unwrap_or((widths.len() as f64 / 4.0).ceil());
    let window = options.window_size.unwrap_or(n.div_ceil(20));
    let is_peak = |ridge: &Ridge| {
        let (row, column) = ridge.end();
        let around = column.saturating_sub(window / 2)..(column + window / 2 + window % 2).min(n);
        let noise = percentile(&rows[0][around], options.noise_perc);
        let ratio = (rows[row][column] / noise).abs();
        // Where the noise is not known, peaks are not refused for it.
        ridge.places.len() as f64 >= least && (ratio.is_nan() || ratio >= options.min_snr)
    };
    let mut peaks: Vec<i64> =
        ridges(&rows, &reaches, gap).iter().filter(|ridge| is_peak(ridge)).map(Ridge::column).collect();
    peaks.sort_unstable();
    xp.from_slice(&peaks, peaks.len())
}

/// Maxima of neighbouring rows, of those of the greatest widths first.
struct Ridge {
    /// Rows and columns.
    places: Vec<(usize, usize)>,
    /// How many rows have been without it since the last one.
    missed: usize,
}

impl Ridge {
    fn new(place: (usize, usize)) -> Self {
        Self { places: vec![place], missed: 0 }
    }

    /// The first of the places in the row of the least width.
    fn end(&self) -> (usize, usize) {
        self.places.iter().copied().min_by_key(|place| place.0).unwrap_or_default()
    }

    fn column(&self) -> i64 {
        self.end().1 as i64
    }
}

/// The ridges, from the last row with maxima upwards. One ends when it has been missed more than `gap` times in a row.
fn ridges(rows: &[&[f64]], reaches: &[f64], gap: f64) -> Vec<Ridge> {
    let (mut live, mut ended): (Vec<Ridge>, Vec<Ridge>) = (Vec::new(), Vec::new());
    for (row, x) in rows.iter().enumerate().rev() {
        live.iter_mut().for_each(|ridge| ridge.missed += 1);
        // Those that begin in this row go on in the next one.
        let ends: Vec<usize> = live.iter().map(|ridge| ridge.places[ridge.places.len() - 1].1).collect();
        for column in maxima(x) {
            let nearest = (0..ends.len()).min_by_key(|&k| ends[k].abs_diff(column));
            match nearest.filter(|&k| ends[k].abs_diff(column) as f64 <= reaches[row]) {
                Some(k) => {
                    live[k].places.push((row, column));
                    live[k].missed = 0;
                }
                None => live.push(Ridge::new((row, column))),
            }
        }
        let (left, over) = live.into_iter().partition(|ridge| ridge.missed as f64 <= gap);
        live = left;
        ended.extend::<Vec<Ridge>>(over);
    }
    ended.extend(live);
    ended
}

/// Where a row is greater than both neighbours.
fn maxima(x: &[f64]) -> impl Iterator<Item = usize> {
    let inside: Range<usize> = 1..x.len().saturating_sub(1);
    inside.filter(|&k| x[k] > x[k - 1] && x[k] > x[k + 1])
}

/// A percentile, between two elements in proportion; of none, or with NaN, it is NaN.
fn percentile(x: &[f64], percent: f64) -> f64 {
    if x.iter().any(|x| x.is_nan()) {
        return f64::NAN;
    }
    let mut sorted = x.to_vec();
    sorted.sort_by(f64::total_cmp);
    let Some(last) = sorted.len().checked_sub(1) else { return f64::NAN };
    let place = percent / 100.0 * last as f64;
    let below = place.floor() as usize;
    let share = place - below as f64;
    sorted[below] + share * (sorted[(below + 1).min(last)] - sorted[below])
}
