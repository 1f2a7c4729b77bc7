//! How far peaks stand out, and how wide they are: on the host, one peak after another.

use super::numbers;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, Result, TypeClass};

/// How far each peak stands out, and the places of the bases to its left and right.
#[derive(Clone, Debug)]
pub struct Prominences<B: Backend> {
    /// The height above the higher one of the bases.
    pub prominences: Array<f64, B>,
    /// The lowest elements between the peak and a higher one, or the end.
    pub left_bases: Array<i64, B>,
    /// The same to the right.
    pub right_bases: Array<i64, B>,
}

/// How wide each peak is.
#[derive(Clone, Debug)]
pub struct Widths<B: Backend> {
    /// The distance of the places.
    pub widths: Array<f64, B>,
    /// The height at which it is measured.
    pub width_heights: Array<f64, B>,
    /// Where the signal crosses that height to the left, between elements.
    pub left_ips: Array<f64, B>,
    /// The same to the right.
    pub right_ips: Array<f64, B>,
}

/// How far a peak stands out, and its bases, within a window of `wlen` elements, of an odd length, around it.
fn prominence(x: &[f64], peak: usize, wlen: Option<usize>) -> (f64, [usize; 2]) {
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
    (x[peak] - low.max(high), [left, right])
}

/// Where the signal crosses a height on both sides of a peak, between its bases.
fn crossings(x: &[f64], peak: usize, height: f64, [low, high]: [usize; 2]) -> [f64; 2] {
    let left = (low + 1..=peak).rev().find(|&k| x[k] <= height).unwrap_or(low);
    let right = (peak..high).find(|&k| x[k] <= height).unwrap_or(high);
    let (mut left_ip, mut right_ip) = (left as f64, right as f64);
    if x[left] < height {
        left_ip += (height - x[left]) / (x[left + 1] - x[left]);
    }
    if x[right] < height {
        right_ip -= (height - x[right]) / (x[right - 1] - x[right]);
    }
    [left_ip, right_ip]
}

/// How wide peaks are at a share of their prominences.
pub(super) fn widths_above<B: Backend>(
    x: &DynArray<B>,
    peaks: &Array<i64, B>,
    share: f64,
    bases: &Prominences<B>,
) -> Result<Widths<B>> {
    const OP: &str = "peak_widths";
    let (xp, x) = (peaks.xp(), numbers(OP, x)?);
    let [peaks, left, right] = [peaks, &bases.left_bases, &bases.right_bases].map(Array::to_vec);
    let (peaks, bases, prominences) = (peaks?, left?.into_iter().zip(right?), bases.prominences.to_vec()?);
    let heights: Vec<f64> = peaks.iter().zip(prominences).map(|(&peak, p)| x[peak as usize] - p * share).collect();
    let each = peaks.iter().zip(&heights).zip(bases);
    let each = each
        .map(|((&peak, &height), (left, right))| crossings(&x, peak as usize, height, [left as usize, right as usize]));
    let (left, right): (Vec<f64>, Vec<f64>) = each.map(|[left, right]| (left, right)).unzip();
    let [width_heights, left_ips, right_ips] =
        [&heights, &left, &right].map(|values| xp.from_slice(values, values.len()));
    let (left_ips, right_ips) = (left_ips?, right_ips?);
    Ok(Widths { widths: &right_ips - &left_ips, width_heights: width_heights?, left_ips, right_ips })
}

/// The places of peaks, for a window that has room for them.
fn places<B: Backend>(op: &'static str, n: usize, peaks: &DynArray<B>, wlen: Option<usize>) -> Result<Vec<usize>> {
    if matches!(wlen, Some(0 | 1)) {
        return Err(Error::value(op, "windows of fewer than 2 elements"));
    }
    let place = |peak: i64| match usize::try_from(peak) {
        Ok(peak) if peak < n => Ok(peak),
        _ => Err(Error::value(op, format!("a peak at {peak} of {n} elements"))),
    };
    TypeClass::Integer.check(op, peaks.dtype())?;
    peaks.astype(DType::I64)?.ravel()?.typed::<i64>()?.to_vec()?.into_iter().map(place).collect()
}

/// How far peaks of a vector stand out, within windows of `wlen` elements around them or wholly: SciPy's `peak_prominences`. Found on the host.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::signal::peak_prominences;
/// let found = peak_prominences(&xp.array([0.0, 3.0, 1.0, 2.0, 0.5])?, &xp.array([1, 3])?, None)?;
/// assert_eq!(found.prominences.to_string(), "[2.5 1. ]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`] unless `x` is a vector; [`Error::Value`] for places beyond it, and windows of fewer than two elements;
/// [`Error::DType`] for complex numbers and for places that are no integers.
pub fn peak_prominences<B: Backend>(
    x: &impl AnyArray<B>,
    peaks: &impl AnyArray<B>,
    wlen: Option<usize>,
) -> Result<Prominences<B>> {
    const OP: &str = "peak_prominences";
    let (xp, x) = (x.as_dyn().xp(), numbers(OP, x.as_dyn())?);
    let peaks = places(OP, x.len(), peaks.as_dyn(), wlen)?;
    let found = peaks.into_iter().map(|peak| prominence(&x, peak, wlen));
    let (prominences, bases): (Vec<f64>, Vec<[usize; 2]>) = found.unzip();
    let bases = |side: usize| {
        let bases: Vec<i64> = bases.iter().map(|bases| bases[side] as i64).collect();
        xp.from_slice(&bases, bases.len())
    };
    let prominences = xp.from_slice(&prominences, prominences.len())?;
    Ok(Prominences { prominences, left_bases: bases(0)?, right_bases: bases(1)? })
}

/// How wide peaks of a vector are at a share of their prominence below their tops: SciPy's `peak_widths`. Found on the host.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::signal::peak_widths;
/// let found = peak_widths(&xp.array([0.0, 1.0, 2.0, 1.0, 0.0])?, &xp.array([2])?, 0.5, None)?;
/// assert_eq!((found.widths.to_vec()?, found.left_ips.to_vec()?), (vec![2.0], vec![1.0]));
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`peak_prominences`]; [`Error::Value`] for a negative share.
pub fn peak_widths<B: Backend>(
    x: &impl AnyArray<B>,
    peaks: &impl AnyArray<B>,
    rel_height: f64,
    wlen: Option<usize>,
) -> Result<Widths<B>> {
    if rel_height.is_nan() || rel_height < 0.0 {
        return Err(Error::value("peak_widths", format!("the share {rel_height} of the prominence")));
    }
    let bases = peak_prominences(x, peaks, wlen)?;
    let peaks = peaks.as_dyn().astype(DType::I64)?.ravel()?.typed()?;
    widths_above(x.as_dyn(), &peaks, rel_height, &bases)
}
