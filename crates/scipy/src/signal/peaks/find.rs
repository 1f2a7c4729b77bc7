//! Peaks that meet conditions.

use super::shape::{Prominences, Widths, prominences, widths};
use super::{check, numbers};
use std::ops::{Bound, RangeBounds};
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, Result};

/// The least and the largest value.
type Limits = (f64, f64);

fn limits(range: impl RangeBounds<f64>) -> Limits {
    let of = |bound: Bound<&f64>, none: f64| match bound {
        Bound::Included(&x) | Bound::Excluded(&x) => x,
        Bound::Unbounded => none,
    };
    (of(range.start_bound(), f64::NEG_INFINITY), of(range.end_bound(), f64::INFINITY))
}

/// The conditions of [`find_peaks`]: ranges, both of whose ends count.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::signal::{FindPeaks, find_peaks};
/// let x = xp.array([0.0, 2.0, 0.0, 5.0, 0.0, 3.0, 0.0])?;
/// assert_eq!(find_peaks(&x, FindPeaks::new().height(2.5..))?.peaks, [3, 5]);
/// assert_eq!(find_peaks(&x, FindPeaks::new().distance(4.0))?.peaks, [3]);
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct FindPeaks {
    height: Option<Limits>,
    threshold: Option<Limits>,
    distance: Option<f64>,
    prominence: Option<Limits>,
    width: Option<Limits>,
    wlen: Option<usize>,
    rel_height: Option<f64>,
    plateau_size: Option<Limits>,
}

impl FindPeaks {
    /// All peaks.
    pub fn new() -> Self {
        Self::default()
    }

    /// The height.
    pub fn height(self, height: impl RangeBounds<f64>) -> Self {
        Self { height: Some(limits(height)), ..self }
    }

    /// The height above the neighbours.
    pub fn threshold(self, threshold: impl RangeBounds<f64>) -> Self {
        Self { threshold: Some(limits(threshold)), ..self }
    }

    /// The least distance of neighbouring peaks, in elements: lower ones go first.
    pub fn distance(self, distance: f64) -> Self {
        Self { distance: Some(distance), ..self }
    }

    /// How far a peak stands out.
    pub fn prominence(self, prominence: impl RangeBounds<f64>) -> Self {
        Self { prominence: Some(limits(prominence)), ..self }
    }

    /// The width, in elements.
    pub fn width(self, width: impl RangeBounds<f64>) -> Self {
        Self { width: Some(limits(width)), ..self }
    }

    /// The window in which prominences are measured.
    pub fn wlen(self, wlen: usize) -> Self {
        Self { wlen: Some(wlen), ..self }
    }

    /// The share of the prominence below the top where widths are measured, 1/2 by default.
    pub fn rel_height(self, rel_height: f64) -> Self {
        Self { rel_height: Some(rel_height), ..self }
    }

    /// The number of equal elements of the top.
    pub fn plateau_size(self, plateau_size: impl RangeBounds<f64>) -> Self {
        Self { plateau_size: Some(limits(plateau_size)), ..self }
    }
}

/// Peaks, and what was measured of them: what no condition asked for is empty.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Peaks {
    /// The places; of even plateaus the left one of the middle.
    pub peaks: Vec<usize>,
    /// Heights.
    pub peak_heights: Vec<f64>,
    /// Heights above the left neighbours.
    pub left_thresholds: Vec<f64>,
    /// Heights above the right neighbours.
    pub right_thresholds: Vec<f64>,
    /// Numbers of equal elements.
    pub plateau_sizes: Vec<usize>,
    /// The first ones of these.
    pub left_edges: Vec<usize>,
    /// The last ones.
    pub right_edges: Vec<usize>,
    /// How far peaks stand out, where prominences or widths were asked for.
    pub prominences: Prominences,
    /// How wide they are, where that was asked for.
    pub widths: Widths,
}

fn keep<T: Copy>(values: &mut Vec<T>, kept: &[bool]) {
    let mut flags = kept.iter();
    if values.len() == kept.len() {
        values.retain(|_| flags.next().copied().unwrap_or(false));
    }
}

impl Peaks {
    /// Those alone for which a condition holds.
    fn retain(&mut self, kept: &[bool]) {
        keep(&mut self.peaks, kept);
        for values in [
            &mut self.peak_heights,
            &mut self.left_thresholds,
            &mut self.right_thresholds,
            &mut self.prominences.prominences,
            &mut self.widths.widths,
            &mut self.widths.width_heights,
            &mut self.widths.left_ips,
            &mut self.widths.right_ips,
        ] {
            keep(values, kept);
        }
        for values in [
            &mut self.plateau_sizes,
            &mut self.left_edges,
            &mut self.right_edges,
            &mut self.prominences.left_bases,
            &mut self.prominences.right_bases,
        ] {
            keep(values, kept);
        }
    }

    fn within(&mut self, values: &[f64], (least, largest): Limits) {
        let kept: Vec<bool> = values.iter().map(|&x| x >= least && x <= largest).collect();
        self.retain(&kept);
    }
}

/// Elements, or rows of equal ones, that are above both neighbours: the first and the last of each.
fn maxima(x: &[f64]) -> Vec<(usize, usize)> {
    let (mut found, mut k) = (Vec::new(), 1);
    while k + 1 < x.len() {
        if x[k - 1] < x[k] {
            let first = k;
            while k + 1 < x.len() - 1 && x[k + 1] == x[first] {
                k += 1;
            }
            if x[k + 1] < x[first] {
                found.push((first, k));
            }
        }
        k += 1;
    }
    found
}

/// The tops that [`maxima`] finds, of a given height, found on the device; `None` if some top may have several elements.
fn single_maxima<B: Backend>(x: &DynArray<B>, height: Option<Limits>) -> Result<Option<Vec<usize>>> {
    let n = x.len();
    if n < 3 || x.dtype() == DType::Bool {
        return Ok(None);
    }
    let (before, at, after) = (x.slice(s![..n - 2])?, x.slice(s![1..n - 1])?, x.slice(s![2..])?);
    let rising = at.greater(&before)?;
    if rising.logical_and(&at.equal(&after)?)?.any(..)?.typed::<bool>()?.item()? {
        return Ok(None);
    }
    let mut tops = rising.logical_and(&at.greater(&after)?)?;
    if let Some((least, largest)) = height {
        let height = at.astype(DType::F64)?;
        tops = tops.logical_and(&height.greater_equal(least)?)?.logical_and(&height.less_equal(largest)?)?;
    }
    let places = tops.flatnonzero()?.astype(DType::I64)?.typed::<i64>()?.to_vec()?;
    Ok(Some(places.into_iter().map(|place| place as usize + 1).collect()))
}

/// Which peaks are left if lower ones that are too close to higher ones go, the highest first.
fn apart(peaks: &[usize], heights: &[f64], distance: usize) -> Vec<bool> {
    let mut order: Vec<usize> = (0..peaks.len()).collect();
    order.sort_by(|&a, &b| heights[a].total_cmp(&heights[b]));
    let mut kept = vec![true; peaks.len()];
    for &at in order.iter().rev() {
        if !kept[at] {
            continue;
        }
        for k in (0..at).rev().take_while(|&k| peaks[at] - peaks[k] < distance) {
            kept[k] = false;
        }
        for k in (at + 1..peaks.len()).take_while(|&k| peaks[k] - peaks[at] < distance) {
            kept[k] = false;
        }
    }
    kept
}

/// The peaks of a vector that meet conditions, from left to right, with what they were measured by: SciPy's `find_peaks`. Found on the host, in `f64`.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::signal::{FindPeaks, find_peaks};
/// let x = xp.array([0.0, 1.0, 0.0, 2.0, 2.0, 0.0])?;
/// assert_eq!(find_peaks(&x, FindPeaks::new())?.peaks, [1, 3]);
/// let found = find_peaks(&x, FindPeaks::new().prominence(1.5..))?;
/// assert_eq!((found.peaks, found.prominences.prominences), (vec![3], vec![2.0]));
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`] unless `x` is a vector; [`Error::Value`] for a distance below 1, windows of fewer than two elements and a negative share;
/// [`Error::DType`] for complex numbers.
pub fn find_peaks<B: Backend>(x: &impl AnyArray<B>, conditions: FindPeaks) -> Result<Peaks> {
    const OP: &str = "find_peaks";
    let array = x.as_dyn();
    check(OP, array)?;
    let FindPeaks { height, threshold, distance, prominence, width, wlen, rel_height, plateau_size } = conditions;
    let share = rel_height.unwrap_or(0.5);
    if distance.is_some_and(|d| d.is_nan() || d < 1.0) || wlen.is_some_and(|n| n < 2) || share.is_nan() || share < 0.0 {
        let message = format!("a distance of {distance:?}, windows of {wlen:?} elements, a share of {share}");
        return Err(Error::value(OP, message));
    }
    let lone =
        plateau_size.is_none() && threshold.is_none() && distance.is_none() && prominence.is_none() && width.is_none();
    let tops = if plateau_size.is_none() { single_maxima(array, height)? } else { None };
    if let (Some(peaks), true) = (&tops, lone) {
        let heights = height.map(|_| -> Result<Vec<f64>> {
            let places: Vec<i64> = peaks.iter().map(|&place| place as i64).collect();
            numbers(OP, &array.take(&array.xp().from_slice(&places, places.len())?, 0)?)
        });
        return Ok(Peaks {
            peak_heights: heights.transpose()?.unwrap_or_default(),
            peaks: tops.unwrap_or_default(),
            ..Peaks::default()
        });
    }
    let x = numbers(OP, array)?;
    let plateaus = match tops {
        Some(tops) => tops.into_iter().map(|top| (top, top)).collect(),
        None => maxima(&x),
    };
    let mut found =
        Peaks { peaks: plateaus.iter().map(|(first, last)| (first + last) / 2).collect(), ..Peaks::default() };
    if let Some(limits) = plateau_size {
        found.plateau_sizes = plateaus.iter().map(|(first, last)| last - first + 1).collect();
        (found.left_edges, found.right_edges) = plateaus.into_iter().unzip();
        let sizes: Vec<f64> = found.plateau_sizes.iter().map(|&size| size as f64).collect();
        found.within(&sizes, limits);
    }
    if let Some(limits) = height {
        found.peak_heights = found.peaks.iter().map(|&k| x[k]).collect();
        let heights = found.peak_heights.clone();
        found.within(&heights, limits);
    }
    if let Some((least, largest)) = threshold {
        found.left_thresholds = found.peaks.iter().map(|&k| x[k] - x[k - 1]).collect();
        found.right_thresholds = found.peaks.iter().map(|&k| x[k] - x[k + 1]).collect();
        let pairs = found.left_thresholds.iter().zip(&found.right_thresholds);
        let kept: Vec<bool> = pairs.map(|(l, r)| l.min(*r) >= least && l.max(*r) <= largest).collect();
        found.retain(&kept);
    }
    if let Some(distance) = distance {
        let heights: Vec<f64> = found.peaks.iter().map(|&k| x[k]).collect();
        let kept = apart(&found.peaks, &heights, distance.ceil() as usize);
        found.retain(&kept);
    }
    if prominence.is_some() || width.is_some() {
        found.prominences = prominences(&x, &found.peaks, wlen);
    }
    if let Some(limits) = prominence {
        let values = found.prominences.prominences.clone();
        found.within(&values, limits);
    }
    if let Some(limits) = width {
        found.widths = widths(&x, &found.peaks, share, &found.prominences);
        let values = found.widths.widths.clone();
        found.within(&values, limits);
    }
    Ok(found)
}
