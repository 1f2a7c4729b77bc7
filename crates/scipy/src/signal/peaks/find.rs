//! Peaks that meet conditions.

use super::check;
use super::shape::{Prominences, Widths, peak_prominences, widths_above};
use std::ops::{Bound, RangeBounds};
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, Result, TypeClass};

/// A bound of a condition.
#[derive(Clone)]
enum Limit<B: Backend> {
    /// Of all peaks.
    All(f64),
    /// One for each sample, of which those of the peaks count.
    Each(DynArray<B>),
}

impl<B: Backend> Limit<B> {
    /// The bounds of peaks.
    fn at(&self, peaks: &Array<i64, B>) -> Result<DynArray<B>> {
        match self {
            Self::All(x) => Ok(peaks.xp().full([], *x)?.into_dyn()),
            Self::Each(x) => x.take(peaks, 0)?.astype(DType::F64),
        }
    }

    fn check(&self, op: &'static str, x: &DynArray<B>) -> Result<()> {
        match self {
            Self::Each(bounds) if bounds.shape() != x.shape() => Err(Error::shape(op, bounds.shape(), x.shape())),
            Self::Each(bounds) => TypeClass::RealNumber.check(op, bounds.dtype()),
            Self::All(_) => Ok(()),
        }
    }
}

/// The least and the largest value.
type Limits<B> = (Limit<B>, Limit<B>);

fn limits<B: Backend>(range: impl RangeBounds<f64>) -> Limits<B> {
    let of = |bound: Bound<&f64>, none: f64| match bound {
        Bound::Included(&x) | Bound::Excluded(&x) => Limit::All(x),
        Bound::Unbounded => Limit::All(none),
    };
    (of(range.start_bound(), f64::NEG_INFINITY), of(range.end_bound(), f64::INFINITY))
}

/// What [`FindPeaks::each`] bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PeakProperty {
    /// The height.
    Height,
    /// The height above the neighbours.
    Threshold,
    /// How far a peak stands out.
    Prominence,
    /// The width, in elements.
    Width,
    /// The number of equal elements of the top.
    PlateauSize,
}

/// The conditions of [`find_peaks`]: ranges, both of whose ends count.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::signal::{FindPeaks, find_peaks};
/// let x = xp.array([0.0, 2.0, 0.0, 5.0, 0.0, 3.0, 0.0])?;
/// assert_eq!(find_peaks(&x, FindPeaks::new().height(2.5..))?.peaks.to_vec()?, [3, 5]);
/// assert_eq!(find_peaks(&x, FindPeaks::new().distance(4.0))?.peaks.to_vec()?, [3]);
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone)]
pub struct FindPeaks<B: Backend> {
    height: Option<Limits<B>>,
    threshold: Option<Limits<B>>,
    distance: Option<f64>,
    prominence: Option<Limits<B>>,
    width: Option<Limits<B>>,
    wlen: Option<usize>,
    rel_height: Option<f64>,
    plateau_size: Option<Limits<B>>,
}

impl<B: Backend> Default for FindPeaks<B> {
    fn default() -> Self {
        Self {
            height: None,
            threshold: None,
            distance: None,
            prominence: None,
            width: None,
            wlen: None,
            rel_height: None,
            plateau_size: None,
        }
    }
}

impl<B: Backend> FindPeaks<B> {
    /// All peaks.
    pub fn new() -> Self {
        Self::default()
    }

    /// Bounds of a property that differ from sample to sample: vectors as long as the signal, of which the elements at the peaks count.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::signal::{FindPeaks, PeakProperty, find_peaks};
    /// let x = xp.array([0.0, 2.0, 0.0, 5.0, 0.0, 3.0, 0.0])?;
    /// let least = xp.array([1.0, 1.0, 1.0, 9.0, 1.0, 1.0, 1.0])?;
    /// let conditions = FindPeaks::new().each(PeakProperty::Height, Some(&least), None);
    /// assert_eq!(find_peaks(&x, conditions)?.peaks.to_vec()?, [1, 5]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn each<A: AnyArray<B>>(mut self, property: PeakProperty, least: Option<&A>, largest: Option<&A>) -> Self {
        let of = |bounds: Option<&A>, none: f64| {
            bounds.map_or(Limit::All(none), |bounds| Limit::Each(bounds.as_dyn().clone()))
        };
        let held = match property {
            PeakProperty::Height => &mut self.height,
            PeakProperty::Threshold => &mut self.threshold,
            PeakProperty::Prominence => &mut self.prominence,
            PeakProperty::Width => &mut self.width,
            PeakProperty::PlateauSize => &mut self.plateau_size,
        };
        *held = Some((of(least, f64::NEG_INFINITY), of(largest, f64::INFINITY)));
        self
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

/// Peaks, and what conditions had measured of them.
#[derive(Clone, Debug)]
pub struct Peaks<B: Backend> {
    /// The places; of even plateaus the left one of the middle.
    pub peaks: Array<i64, B>,
    /// Heights.
    pub peak_heights: Option<Array<f64, B>>,
    /// Heights above the left neighbours.
    pub left_thresholds: Option<Array<f64, B>>,
    /// Heights above the right neighbours.
    pub right_thresholds: Option<Array<f64, B>>,
    /// Numbers of equal elements.
    pub plateau_sizes: Option<Array<i64, B>>,
    /// The first ones of these.
    pub left_edges: Option<Array<i64, B>>,
    /// The last ones.
    pub right_edges: Option<Array<i64, B>>,
    /// How far peaks stand out, where prominences or widths were asked for.
    pub prominences: Option<Prominences<B>>,
    /// How wide they are, where that was asked for.
    pub widths: Option<Widths<B>>,
}

impl<B: Backend> Peaks<B> {
    fn of(peaks: Array<i64, B>) -> Self {
        Self {
            peaks,
            peak_heights: None,
            left_thresholds: None,
            right_thresholds: None,
            plateau_sizes: None,
            left_edges: None,
            right_edges: None,
            prominences: None,
            widths: None,
        }
    }

    /// Those alone for which a condition holds.
    fn retain(&mut self, kept: &Array<bool, B>) -> Result<()> {
        let chosen = kept.flatnonzero()?;
        let Self { peaks, plateau_sizes, left_edges, right_edges, prominences, widths, .. } = self;
        let bases = prominences.iter_mut().flat_map(|p| [&mut p.left_bases, &mut p.right_bases]);
        let plateaus = [plateau_sizes, left_edges, right_edges].into_iter().flatten();
        for values in plateaus.chain(bases).chain([peaks]) {
            *values = values.take(&chosen, 0)?;
        }
        let prominences = prominences.iter_mut().map(|p| &mut p.prominences);
        let widths =
            widths.iter_mut().flat_map(|w| [&mut w.widths, &mut w.width_heights, &mut w.left_ips, &mut w.right_ips]);
        let heights = [&mut self.peak_heights, &mut self.left_thresholds, &mut self.right_thresholds];
        for values in heights.into_iter().flatten().chain(prominences).chain(widths) {
            *values = values.take(&chosen, 0)?;
        }
        Ok(())
    }

    /// Those alone whose values are within limits.
    fn within(&mut self, values: &Array<f64, B>, (least, largest): &Limits<B>) -> Result<()> {
        let (least, largest) = (least.at(&self.peaks)?, largest.at(&self.peaks)?);
        let values = values.as_dyn();
        let kept = values.greater_equal(&least)?.logical_and(&values.less_equal(&largest)?)?;
        self.retain(&kept.typed()?)
    }
}

/// The first and the last elements of tops: those that are above both neighbours, or rows of equal ones.
fn tops<B: Backend>(x: &DynArray<B>, height: Option<(f64, f64)>) -> Result<[Array<i64, B>; 2]> {
    let n = x.len();
    let none = x.xp().zeros::<i64>(0)?;
    if n < 3 {
        return Ok([none.clone(), none]);
    }
    let high = |top: DynArray<B>, at: &DynArray<B>| match height {
        Some((least, largest)) => {
            let at = at.astype(DType::F64)?;
            top.logical_and(&at.greater_equal(least)?)?.logical_and(&at.less_equal(largest)?)
        }
        None => Ok(top),
    };
    let (before, at, after) = (x.slice(s![..n - 2])?, x.slice(s![1..n - 1])?, x.slice(s![2..])?);
    let rising = at.greater(&before)?;
    if !rising.logical_and(&at.equal(&after)?)?.any(..)?.typed::<bool>()?.item()? {
        let top = high(rising.logical_and(&at.greater(&after)?)?, &at)?;
        let places = top.flatnonzero()?.typed::<i64>()? + 1;
        return Ok([places.clone(), places]);
    }
    // Some may have several elements: rows of equal ones, each from where elements change to before they do again.
    let changes = x.slice(s![1..])?.not_equal(x.slice(s![..n - 1])?)?;
    let starts = changes.flatnonzero()?.typed::<i64>()? + 1;
    if starts.len() < 2 {
        return Ok([none.clone(), none]);
    }
    let (first, next) = (starts.slice(s![..-1])?, starts.slice(s![1..])?);
    let at = x.take(&first, 0)?;
    let top = at.greater(x.take(&(&first - 1), 0)?)?.logical_and(&at.greater(x.take(&next, 0)?)?)?;
    let chosen = high(top, &at)?.flatnonzero()?.typed::<i64>()?;
    Ok([first.take(&chosen, 0)?, next.take(&chosen, 0)? - 1])
}

/// Which peaks are left if lower ones that are too close to higher ones go, the highest first.
fn apart(peaks: &[i64], heights: &[f64], distance: i64) -> Vec<bool> {
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

/// The peaks of a vector that meet conditions, from left to right, with what they were measured by: SciPy's `find_peaks`. Distances, prominences
/// and widths are found on the host, peak by peak.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::signal::{FindPeaks, find_peaks};
/// let x = xp.array([0.0, 1.0, 0.0, 2.0, 2.0, 0.0])?;
/// assert_eq!(find_peaks(&x, FindPeaks::new())?.peaks.to_string(), "[1 3]");
/// let found = find_peaks(&x, FindPeaks::new().height(1.5..))?;
/// assert_eq!((found.peaks.to_vec()?, found.peak_heights.unwrap().to_vec()?), (vec![3], vec![2.0]));
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`] unless `x` is a vector, and bounds of each sample are as long; [`Error::Value`] for a distance below 1, windows of fewer than two
/// elements and a negative share; [`Error::DType`] for complex numbers.
pub fn find_peaks<B: Backend>(x: &impl AnyArray<B>, conditions: FindPeaks<B>) -> Result<Peaks<B>> {
    const OP: &str = "find_peaks";
    let x = x.as_dyn();
    check(OP, x)?;
    let FindPeaks { height, threshold, distance, prominence, width, wlen, rel_height, plateau_size } = conditions;
    let share = rel_height.unwrap_or(0.5);
    if distance.is_some_and(|d| d.is_nan() || d < 1.0) || wlen.is_some_and(|n| n < 2) || share.is_nan() || share < 0.0 {
        let message = format!("a distance of {distance:?}, windows of {wlen:?} elements, a share of {share}");
        return Err(Error::value(OP, message));
    }
    for (least, largest) in [&height, &threshold, &prominence, &width, &plateau_size].into_iter().flatten() {
        least.check(OP, x)?;
        largest.check(OP, x)?;
    }
    // Numbers are compared with all samples at once, before places are looked for.
    let (early, late) = match height.clone() {
        Some((Limit::All(least), Limit::All(largest))) => (Some((least, largest)), None),
        limits => (None, limits),
    };
    let [first, last] = tops(x, early)?;
    let mut found = Peaks::of((&first + &last).floor_divide(2)?);
    if let Some(limits) = &plateau_size {
        let sizes = &last - &first + 1;
        found.plateau_sizes = Some(sizes.clone());
        (found.left_edges, found.right_edges) = (Some(first), Some(last));
        found.within(&sizes.astype(), limits)?;
    }
    let at = |places: &Array<i64, B>| x.take(places, 0)?.astype(DType::F64)?.typed::<f64>();
    if height.is_some() {
        let heights = at(&found.peaks)?;
        found.peak_heights = Some(heights.clone());
        if let Some(limits) = &late {
            found.within(&heights, limits)?;
        }
    }
    if let Some((least, largest)) = threshold {
        let heights = at(&found.peaks)?;
        let (left, right) = (&heights - at(&(&found.peaks - 1))?, &heights - at(&(&found.peaks + 1))?);
        let (lower, higher) = (left.minimum(&right)?, left.maximum(&right)?);
        (found.left_thresholds, found.right_thresholds) = (Some(left), Some(right));
        let above = lower.as_dyn().greater_equal(&least.at(&found.peaks)?)?;
        let kept = above.logical_and(&higher.as_dyn().less_equal(&largest.at(&found.peaks)?)?)?;
        found.retain(&kept.typed()?)?;
    }
    if let Some(distance) = distance {
        let kept = apart(&found.peaks.to_vec()?, &at(&found.peaks)?.to_vec()?, distance.ceil() as i64);
        found.retain(&x.xp().from_slice(&kept, kept.len())?)?;
    }
    if prominence.is_none() && width.is_none() {
        return Ok(found);
    }
    let prominences = peak_prominences(x, &found.peaks, wlen)?;
    let values = prominences.prominences.clone();
    found.prominences = Some(prominences);
    if let Some(limits) = &prominence {
        found.within(&values, limits)?;
    }
    if let (Some(limits), Some(bases)) = (&width, &found.prominences) {
        let widths = widths_above(x, &found.peaks, share, bases)?;
        let values = widths.widths.clone();
        found.widths = Some(widths);
        found.within(&values, limits)?;
    }
    Ok(found)
}
