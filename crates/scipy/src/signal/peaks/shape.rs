//! How far peaks stand out, and how wide they are: on the host, one peak after another.

use super::numbers;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, Result};

/// How far each peak stands out, and the places of the bases to its left and right.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Prominences {
    /// The height above the higher one of the bases.
    pub prominences: Vec<f64>,
    /// The lowest elements between the peak and a higher one, or the end.
    pub left_bases: Vec<usize>,
    /// The same to the right.
    pub right_bases: Vec<usize>,
}

/// How wide each peak is.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Widths {
    /// The distance of the places.
    pub widths: Vec<f64>,
    /// The height at which it is measured.
    pub width_heights: Vec<f64>,
    /// Where the signal crosses that height to the left, between elements.
    pub left_ips: Vec<f64>,
    /// The same to the right.
    pub right_ips: Vec<f64>,
}

/// Within windows of `wlen` elements, of an odd length, around the peaks.
pub(super) fn prominences(x: &[f64], peaks: &[usize], wlen: Option<usize>) -> Prominences {
    let mut found = Prominences::default();
    for &peak in peaks {
        let half = wlen.map_or(x.len(), |wlen| wlen / 2);
        let (first, last) = (peak.saturating_sub(half), peak.saturating_add(half).min(x.len() - 1));
        let lowest = |places: &mut dyn Iterator<Item = usize>| {
            let (mut base, mut least) = (peak, x[peak]);
            for k in places {
                if x[k] > x[peak] || x[k].is_nan() {
                    break;
                }
                if x[k] < least {
                    (base, least) = (k, x[k]);
                }
            }
            (base, least)
        };
        let (left, low) = lowest(&mut (first..=peak).rev());
        let (right, high) = lowest(&mut (peak..=last));
        found.prominences.push(x[peak] - low.max(high));
        found.left_bases.push(left);
        found.right_bases.push(right);
    }
    found
}

pub(super) fn widths(x: &[f64], peaks: &[usize], share: f64, bases: &Prominences) -> Widths {
    let mut found = Widths::default();
    for (at, &peak) in peaks.iter().enumerate() {
        let height = x[peak] - bases.prominences[at] * share;
        let (low, high) = (bases.left_bases[at], bases.right_bases[at]);
        let left = (low + 1..=peak).rev().find(|&k| x[k] <= height).unwrap_or(low);
        let right = (peak..high).find(|&k| x[k] <= height).unwrap_or(high);
        let mut left_ip = left as f64;
        if x[left] < height {
            left_ip += (height - x[left]) / (x[left + 1] - x[left]);
        }
        let mut right_ip = right as f64;
        if x[right] < height {
            right_ip -= (height - x[right]) / (x[right - 1] - x[right]);
        }
        found.widths.push(right_ip - left_ip);
        found.width_heights.push(height);
        found.left_ips.push(left_ip);
        found.right_ips.push(right_ip);
    }
    found
}

fn check(op: &'static str, n: usize, peaks: &[usize], wlen: Option<usize>) -> Result<()> {
    if let Some(peak) = peaks.iter().find(|&&peak| peak >= n) {
        return Err(Error::value(op, format!("a peak at {peak} of {n} elements")));
    }
    match wlen {
        Some(0 | 1) => Err(Error::value(op, "windows of fewer than 2 elements")),
        _ => Ok(()),
    }
}

/// How far peaks of a vector stand out, within windows of `wlen` elements around them or wholly: SciPy's `peak_prominences`.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::signal::peak_prominences;
/// let found = peak_prominences(&xp.array([0.0, 3.0, 1.0, 2.0, 0.5])?, &[1, 3], None)?;
/// assert_eq!(found.prominences, [2.5, 1.0]);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`] unless `x` is a vector; [`Error::Value`] for places beyond it, and windows of fewer than two elements;
/// [`Error::DType`] for complex numbers.
pub fn peak_prominences<B: Backend>(x: &impl AnyArray<B>, peaks: &[usize], wlen: Option<usize>) -> Result<Prominences> {
    const OP: &str = "peak_prominences";
    let x = numbers(OP, x.as_dyn())?;
    check(OP, x.len(), peaks, wlen)?;
    Ok(prominences(&x, peaks, wlen))
}

/// How wide peaks of a vector are at a share of their prominence below their tops: SciPy's `peak_widths`.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::signal::peak_widths;
/// let found = peak_widths(&xp.array([0.0, 1.0, 2.0, 1.0, 0.0])?, &[2], 0.5, None)?;
/// assert_eq!((found.widths, found.left_ips), (vec![2.0], vec![1.0]));
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`peak_prominences`]; [`Error::Value`] for a negative share.
pub fn peak_widths<B: Backend>(
    x: &impl AnyArray<B>,
    peaks: &[usize],
    rel_height: f64,
    wlen: Option<usize>,
) -> Result<Widths> {
    const OP: &str = "peak_widths";
    let x = numbers(OP, x.as_dyn())?;
    check(OP, x.len(), peaks, wlen)?;
    if rel_height.is_nan() || rel_height < 0.0 {
        return Err(Error::value(OP, format!("the share {rel_height} of the prominence")));
    }
    Ok(widths(&x, peaks, rel_height, &prominences(&x, peaks, wlen)))
}
