//! Basic indexing: `s![1..;2, -1, NewAxis, ..]`.

use super::{Array, DynArray, PlainInteger};
use crate::backend::Backend;
use crate::element::Element;
use crate::error::{Error, Result};
use crate::layout::Layout;
use std::ops::{Range, RangeFrom, RangeFull, RangeInclusive, RangeTo, RangeToInclusive};

/// What [`s!`](crate::s) selects from one axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SliceItem {
    /// One index, negative from the end; the axis goes.
    Index(isize),
    /// A range of indices.
    Range(SliceRange),
    /// A new axis of length 1.
    NewAxis,
    /// The axes that the other items do not name, whole.
    Ellipsis,
}

/// A range of indices with a step: Python's `slice`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SliceRange {
    start: Option<isize>,
    stop: Option<isize>,
    /// Whether `stop` belongs to the range.
    inclusive: bool,
    step: isize,
}

/// In [`s!`](crate::s): a new axis of length 1.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// let x = xp.arange((0, 3, 1))?;
/// assert_eq!(x.slice(s![.., NewAxis])?.shape(), [3, 1]);
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NewAxis;

/// In [`s!`](crate::s): the axes that the other items do not name, whole.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// let x = xp.zeros::<f32>([2, 3, 4])?;
/// assert_eq!(x.slice(s![Ellipsis, 0])?.shape(), [2, 3]);
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ellipsis;

/// Items for [`Array::slice`] and [`Array::assign`]: for each axis an index, or a range with or without a step
/// (`start..stop;step`), or [`NewAxis`], or [`Ellipsis`].
///
/// Bounds are NumPy's: negative ones count from the end, those beyond an end are cut there. A
/// negative step goes backwards from `start` to `stop`: `s![..;-1]` reverses an axis, `s![5..1;-1]` is
/// NumPy's `5:1:-1`.
///
/// ```
/// use xparray::{Ellipsis, NewAxis, SliceItem, s};
/// let n = 3usize;
/// let items: &[SliceItem] = s![1..;2, -1, NewAxis, ..n, Ellipsis, ..=5, ..;-1];
/// assert_eq!(items.len(), 7);
/// ```
#[macro_export]
macro_rules! s {
    ($($item:expr $(; $step:expr)?),* $(,)?) => {
        &[$($crate::s!(@item $item $(; $step)?)),*] as &[$crate::SliceItem]
    };
    (@item $item:expr; $step:expr) => {
        $crate::SliceItem::Range($crate::SliceRange::from($item).step($step))
    };
    (@item $item:expr) => {
        $crate::SliceItem::from($item)
    };
}

impl SliceRange {
    const ALL: Self = Self { start: None, stop: None, inclusive: false, step: 1 };

    /// From one bound, or the start, to before another, or the end.
    pub(super) fn between(start: Option<isize>, stop: Option<isize>) -> Self {
        Self { start, stop, ..Self::ALL }
    }

    /// The range with another step.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::SliceRange;
    /// let x = xp.arange((0, 6, 1))?;
    /// assert_eq!(x.slice(&[SliceRange::from(1..).step(2).into()])?.to_string(), "[1 3 5]"); // s![1..;2]
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn step(self, step: impl PlainInteger) -> Self {
        Self { step: step.to_isize(), ..self }
    }

    /// What the range selects of an axis of length `len`: the first index, the step, and how many indices there are. Python's
    /// `slice.indices`, which gives where the range stops instead.
    ///
    /// ```
    /// use xparray::SliceRange;
    /// assert_eq!(SliceRange::from(1..-1).indices(5)?, (1, 1, 3));
    /// assert_eq!(SliceRange::from(..).step(-2).indices(4)?, (3, -2, 2));
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] for a step of zero.
    pub fn indices(&self, len: usize) -> Result<(usize, isize, usize)> {
        let (step, len) = (self.step, len as isize);
        if step == 0 {
            return Err(Error::value("slice", "the step of a range is zero"));
        }
        // Backwards, "one before the first" is a place, which no index can name.
        let (low, high) = if step > 0 { (0, len) } else { (-1, len - 1) };
        let place = |bound: isize| if bound < 0 { (bound + len).max(low) } else { bound.min(high) };
        let (first, last) = if step > 0 { (low, high) } else { (high, low) };
        let start = self.start.map_or(first, place);
        let stop = match self.stop {
            None => last,
            Some(stop) if !self.inclusive => place(stop),
            // Named from the end, the next place may be the end itself.
            Some(-1) if step > 0 => last,
            Some(0) if step < 0 => last,
            Some(stop) => place(stop.saturating_add(step.signum())),
        };
        let distance = if step > 0 { stop - start } else { start - stop };
        let n = if distance > 0 { (distance as usize - 1) / step.unsigned_abs() + 1 } else { 0 };
        Ok((start.max(0) as usize, step, n))
    }
}

impl From<NewAxis> for SliceItem {
    fn from(_: NewAxis) -> Self {
        Self::NewAxis
    }
}
impl From<Ellipsis> for SliceItem {
    fn from(_: Ellipsis) -> Self {
        Self::Ellipsis
    }
}
impl From<SliceRange> for SliceItem {
    fn from(range: SliceRange) -> Self {
        Self::Range(range)
    }
}
impl From<RangeFull> for SliceRange {
    fn from(_: RangeFull) -> Self {
        Self::ALL
    }
}
impl From<RangeFull> for SliceItem {
    fn from(_: RangeFull) -> Self {
        Self::Range(SliceRange::ALL)
    }
}

/// A bound of any integer type; beyond `isize` it is beyond every axis.
fn bound<T: Copy + Default + PartialOrd>(x: T) -> isize
where
    isize: TryFrom<T>,
{
    isize::try_from(x).unwrap_or(if x < T::default() { isize::MIN } else { isize::MAX })
}

/// Conversions from the ranges of one integer type. Literals without a type are `i32`.
macro_rules! ranges {
    ($($T:ty),*) => {$(
        impl From<$T> for SliceItem {
            fn from(index: $T) -> Self {
                Self::Index(bound(index))
            }
        }
        ranges!(@range $T, Range<$T>, |r| Some(r.start), Some(r.end), false);
        ranges!(@range $T, RangeInclusive<$T>, |r| Some(*r.start()), Some(*r.end()), true);
        ranges!(@range $T, RangeFrom<$T>, |r| Some(r.start), None, false);
        ranges!(@range $T, RangeTo<$T>, |r| None, Some(r.end), false);
        ranges!(@range $T, RangeToInclusive<$T>, |r| None, Some(r.end), true);
    )*};
    (@range $T:ty, $Range:ty, |$r:ident| $start:expr, $stop:expr, $inclusive:literal) => {
        impl From<$Range> for SliceRange {
            fn from($r: $Range) -> Self {
                let (start, stop): (Option<$T>, Option<$T>) = ($start, $stop);
                Self { start: start.map(bound), stop: stop.map(bound), inclusive: $inclusive, step: 1 }
            }
        }
        impl From<$Range> for SliceItem {
            fn from(range: $Range) -> Self {
                Self::Range(range.into())
            }
        }
    };
}
ranges!(i32, i64, isize, usize);

/// Turns a possibly negative index into a place on an axis.
pub(super) fn normalize_index(op: &'static str, index: isize, len: usize) -> Result<usize> {
    let k = if index < 0 { index + len as isize } else { index };
    if (0..len as isize).contains(&k) { Ok(k as usize) } else { Err(Error::Index { op, index: index as i64, len }) }
}

/// The part of a view that the items select.
pub(super) fn slice_layout(op: &'static str, layout: &Layout, items: &[SliceItem]) -> Result<Layout> {
    let ndim = layout.ndim();
    let named = items.iter().filter(|item| matches!(item, SliceItem::Index(_) | SliceItem::Range(_))).count();
    if named > ndim {
        return Err(Error::Axis { op, axis: named as isize - 1, ndim });
    }
    if items.iter().filter(|item| **item == SliceItem::Ellipsis).count() > 1 {
        return Err(Error::value(op, "more than one ellipsis"));
    }
    let mut view = layout.clone();
    let mut axis = 0;
    for item in items {
        let d = view.shape().get(axis).copied().unwrap_or(0);
        match item {
            SliceItem::Index(index) => {
                view = view.sliced(axis, normalize_index(op, *index, d)?, 1, 1)?.without_axis(axis)?;
            }
            SliceItem::Range(range) => {
                let (start, step, n) = range.indices(d)?;
                view = view.sliced(axis, start, step, n)?;
                axis += 1;
            }
            SliceItem::NewAxis => {
                view = view.with_axis(axis)?;
                axis += 1;
            }
            SliceItem::Ellipsis => axis += ndim - named,
        }
    }
    Ok(view)
}

impl<B: Backend> DynArray<B> {
    /// [`Array::slice`].
    ///
    /// # Errors
    /// Those of [`Array::slice`].
    pub fn slice(&self, items: &[SliceItem]) -> Result<Self> {
        self.with_layout(slice_layout("slice", self.layout(), items)?)
    }
}

impl<T: Element, B: Backend> Array<T, B> {
    /// The part that [`s!`](crate::s) selects, as a view. Axes that no item names are whole.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.arange((0, 12, 1))?.reshape([3, 4])?;
    /// assert_eq!(x.slice(s![1])?.to_string(), "[4 5 6 7]");
    /// assert_eq!(x.slice(s![.., -1])?.to_string(), "[ 3  7 11]");
    /// assert_eq!(x.slice(s![..;-2, 1..3])?.to_string(), "[[ 9 10]\n [ 1  2]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Index`] for an index out of bounds (ranges never are), [`Error::Axis`] for more
    /// items than axes, [`Error::Value`] for a step of zero or a second ellipsis.
    pub fn slice(&self, items: &[SliceItem]) -> Result<Self> {
        self.array.slice(items).map(Self::from_dyn)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The indices that a range selects, and what Python's `slice.indices` gives.
    fn selected(range: SliceRange, len: usize) -> Vec<isize> {
        let (start, step, n) = range.indices(len).unwrap();
        (0..n as isize).map(|k| start as isize + k * step).collect()
    }

    #[test]
    fn ranges_are_pythons() {
        let all = SliceRange::ALL;
        let by = |start, stop, step| SliceRange { start, stop, inclusive: false, step };
        assert_eq!(selected(all, 3), [0, 1, 2]);
        assert_eq!(selected(all.step(-1), 3), [2, 1, 0]);
        assert_eq!(selected(all.step(-2), 4), [3, 1]);
        assert_eq!(selected(by(Some(5), Some(1), -1), 10), [5, 4, 3, 2]);
        assert_eq!(selected(by(Some(-2), None, 1), 5), [3, 4]);
        assert_eq!(selected(by(Some(-9), Some(99), 3), 5), [0, 3]);
        assert_eq!(selected(by(Some(99), Some(-99), -2), 5), [4, 2, 0]);
        assert_eq!(selected(by(Some(3), Some(1), 1), 5), []);
        assert_eq!(selected(by(Some(1), None, isize::MAX), 5), [1]);
        assert_eq!(selected(by(Some(1), None, isize::MIN), 5), [1]);
        assert_eq!(selected(all.step(-1), 0), []);
        assert_eq!(selected((1..=3).into(), 9), [1, 2, 3]);
        assert_eq!(selected((1..=-1).into(), 4), [1, 2, 3]);
        assert_eq!(selected((..=isize::MAX).into(), 3), [0, 1, 2]);
        assert_eq!(selected(SliceRange::from(3..=1).step(-1), 9), [3, 2, 1]);
        assert_eq!(selected(SliceRange::from(3..=0).step(-2), 9), [3, 1]);
        assert_eq!(selected((..usize::MAX).into(), 2), [0, 1]);
        assert!(all.step(0).indices(3).is_err());
    }

    #[test]
    fn items_address_axes_in_turn() {
        let x = Layout::row_major(&[4, 5, 6]);
        let of = |items: &[SliceItem]| slice_layout("slice", &x, items);
        let view = of(s![1..;2, -1, NewAxis, ..;-1]).unwrap();
        assert_eq!((view.shape(), view.strides()), (&[2, 1, 6][..], &[60, 1, -1][..]));
        assert_eq!(view.offset(), 30 + 4 * 6 + 5);
        let view = of(s![Ellipsis, 2, NewAxis]).unwrap();
        assert_eq!((view.shape(), view.offset()), (&[4, 5, 1][..], 2));
        assert_eq!(of(s![]).unwrap(), x);
        assert_eq!(of(s![0, .., 0..0]).unwrap().shape(), [5, 0]);
        assert_eq!(of(s![4]), Err(Error::Index { op: "slice", index: 4, len: 4 }));
        assert_eq!(of(s![-5isize]), Err(Error::Index { op: "slice", index: -5, len: 4 }));
        assert!(matches!(of(s![.., .., .., ..]), Err(Error::Axis { .. })));
        assert!(of(s![Ellipsis, Ellipsis]).is_err());
    }
}
