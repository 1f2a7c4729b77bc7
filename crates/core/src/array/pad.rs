//! Padding.

use super::assign::checked_number;
use super::{Array, DynArray, keepdims};
use crate::backend::Backend;
use crate::dtype::{DType, Scalar};
use crate::element::Element;
use crate::error::{Error, Result};
use crate::ir::{BinaryOp, UnaryOp};
use crate::layout::{Dims, Layout, checked_len};
use smallvec::SmallVec;

/// What [`Array::pad_with`] puts around an array.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// let x = xp.array([1, 2, 3])?;
/// assert_eq!(x.pad_with(2, PadMode::Constant(9))?.to_string(), "[9 9 1 2 3 9 9]");
/// assert_eq!(x.pad_with(2, PadMode::LinearRamp(-1))?.to_string(), "[-1  0  1  2  3  1 -1]");
/// assert_eq!(x.pad_with(2, PadMode::Reflect)?.to_string(), "[3 2 1 2 3 2 1]");
/// assert_eq!(x.pad_with(2, PadMode::Symmetric)?.to_string(), "[2 1 1 2 3 3 2]");
/// assert_eq!(x.pad_with(2, PadMode::Wrap)?.to_string(), "[2 3 1 2 3 1 2]");
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PadMode<T> {
    /// One value.
    Constant(T),
    /// The value at the edge.
    Edge,
    /// Values from the edge's to this one, at equal steps.
    LinearRamp(T),
    /// The maximum along the axis.
    Maximum,
    /// The mean along the axis.
    Mean,
    /// The minimum along the axis.
    Minimum,
    /// The array mirrored at its first and last elements.
    Reflect,
    /// The array mirrored at its edges.
    Symmetric,
    /// The array from its other end.
    Wrap,
}

impl<T> PadMode<T> {
    /// The mode with its value, if it has one, converted.
    fn map<U>(self, f: impl FnOnce(T) -> U) -> PadMode<U> {
        match self {
            Self::Constant(value) => PadMode::Constant(f(value)),
            Self::Edge => PadMode::Edge,
            Self::LinearRamp(end) => PadMode::LinearRamp(f(end)),
            Self::Maximum => PadMode::Maximum,
            Self::Mean => PadMode::Mean,
            Self::Minimum => PadMode::Minimum,
            Self::Reflect => PadMode::Reflect,
            Self::Symmetric => PadMode::Symmetric,
            Self::Wrap => PadMode::Wrap,
        }
    }
}

/// How far to pad: a number for all sides, a pair (before, after) for all axes, or a list of
/// a pair for each axis.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// let x = xp.ones::<f32>([2, 3])?;
/// assert_eq!(x.pad_with(1, PadMode::Edge)?.shape(), [4, 5]);
/// assert_eq!(x.pad_with((1, 0), PadMode::Edge)?.shape(), [3, 4]);
/// assert_eq!(x.pad_with([(1, 0), (0, 2)], PadMode::Edge)?.shape(), [3, 5]);
/// # Ok::<(), xparray::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not say how far to pad",
    label = "expected `usize`, or pairs of `usize`",
    note = "write `1` for all sides, `(before, after)` for all axes, or `[(1, 0), (0, 2)]`, a pair for each axis; convert other \
            integers: `n as usize`"
)]
pub trait IntoPadWidth {
    /// Before and after each of `ndim` axes.
    fn into_pad_width(self, ndim: usize) -> Result<Widths>;
}

/// Before and after each axis.
pub type Widths = SmallVec<[(usize, usize); 4]>;

impl IntoPadWidth for usize {
    fn into_pad_width(self, ndim: usize) -> Result<Widths> {
        (self, self).into_pad_width(ndim)
    }
}
impl IntoPadWidth for (usize, usize) {
    fn into_pad_width(self, ndim: usize) -> Result<Widths> {
        Ok(SmallVec::from_elem(self, ndim))
    }
}
impl IntoPadWidth for &[(usize, usize)] {
    fn into_pad_width(self, ndim: usize) -> Result<Widths> {
        if self.len() == ndim { Ok(self.into()) } else { Err(Error::shape("pad", &[self.len()], &[ndim])) }
    }
}
impl<const N: usize> IntoPadWidth for [(usize, usize); N] {
    fn into_pad_width(self, ndim: usize) -> Result<Widths> {
        self[..].into_pad_width(ndim)
    }
}
impl<const N: usize> IntoPadWidth for &[(usize, usize); N] {
    fn into_pad_width(self, ndim: usize) -> Result<Widths> {
        self[..].into_pad_width(ndim)
    }
}
impl IntoPadWidth for Vec<(usize, usize)> {
    fn into_pad_width(self, ndim: usize) -> Result<Widths> {
        self[..].into_pad_width(ndim)
    }
}

/// More runs than this along an axis are gathered by index instead of being copied one by one.
const MAX_RUNS: usize = 8;
/// So are those of an axis if the array falls into more parts than this.
const MAX_PARTS: usize = 64;

/// Consecutive places of a padded axis, and the places of the array that they show.
struct Run {
    to: usize,
    len: usize,
    from: usize,
    /// -1, 0 or 1.
    step: isize,
}

/// The period in which the places of an axis of length `d` repeat, and, if it is mirrored, the place where it turns;
/// 0 if what is outside repeats the nearest place.
fn period(mode: &PadMode<Scalar>, d: usize) -> (usize, Option<usize>) {
    match mode {
        PadMode::Wrap => (d, None),
        PadMode::Symmetric => (d, Some(d - 1)),
        PadMode::Reflect if d > 1 => (d - 1, Some(d - 1)),
        _ => (0, None),
    }
}

/// How many runs [`runs`] gives.
fn count_runs(mode: &PadMode<Scalar>, d: usize, before: usize, after: usize) -> usize {
    match period(mode, d).0 {
        0 => 1 + usize::from(before > 0) + usize::from(after > 0),
        period if after > 0 => 1 + before.div_ceil(period) + (d % period + after).div_ceil(period),
        period => 1 + before.div_ceil(period),
    }
}

/// The runs that make up an axis of length `d` (at least 1) padded in a mode that repeats places.
fn runs(mode: &PadMode<Scalar>, d: usize, before: usize, after: usize) -> Vec<Run> {
    let mut runs = Vec::new();
    let (period, top) = period(mode, d);
    let (d, period, top) = (d as isize, period as isize, top.map(|top| top as isize));
    let mut fill = |start: isize, end: isize| {
        let mut i = start;
        while i < end {
            let to = (i + before as isize) as usize;
            if period == 0 {
                let from = if i < 0 { 0 } else { d as usize - 1 };
                runs.push(Run { to, len: (end - i) as usize, from, step: 0 });
                break;
            }
            let (block, at) = (i.div_euclid(period), i.rem_euclid(period));
            let len = (period - at).min(end - i) as usize;
            let (from, step) = match top {
                Some(top) if block % 2 != 0 => (top - at, -1),
                _ => (at, 1),
            };
            runs.push(Run { to, len, from: from as usize, step });
            i += len as isize;
        }
    };
    fill(-(before as isize), 0);
    fill(d, d + after as isize);
    runs.push(Run { to: before, len: d as usize, from: 0, step: 1 });
    runs
}

impl<B: Backend> DynArray<B> {
    /// Pads with values of the array itself, wherever each comes from.
    fn pad_repeating(&self, mode: &PadMode<Scalar>, widths: &[(usize, usize)], shape: &[usize]) -> Result<Self> {
        let nothing = |(k, (&d, &width)): (usize, (&usize, &(usize, usize)))| (d == 0 && width != (0, 0)).then_some(k);
        if let Some(k) = self.shape().iter().zip(widths).enumerate().find_map(nothing) {
            return Err(Error::value("pad", format!("axis {k} is empty: there is nothing to repeat")));
        }
        if self.is_empty() {
            return Self::full(self.xp(), Scalar::from_f64(self.dtype(), 0.0), shape);
        }
        self.eval()?;
        let mut x = self.clone();
        let mut axes = Vec::with_capacity(widths.len());
        let mut parts = 1;
        for (k, &(before, after)) in widths.iter().enumerate() {
            let n = count_runs(mode, x.shape()[k], before, after);
            if n > MAX_RUNS || parts * n > MAX_PARTS {
                x = x.taken("pad", k, &x.padded_places(mode, k, before, shape[k])?)?;
                axes.push(vec![Run { to: 0, len: shape[k], from: 0, step: 1 }]);
            } else {
                parts *= n;
                axes.push(runs(mode, x.shape()[k], before, after));
            }
        }
        // Every combination of runs is one rectangle to copy.
        let mut parts = vec![(x.layout().clone(), Layout::row_major(shape))];
        for (k, runs) in axes.iter().enumerate() {
            let place = |(from, to): &(Layout, Layout), run: &Run| {
                Ok((from.sliced(k, run.from, run.step, run.len)?, to.sliced(k, run.to, 1, run.len)?))
            };
            let all = parts.iter().flat_map(|part| runs.iter().map(move |run| place(part, run)));
            parts = all.collect::<Result<_>>()?;
        }
        let parts = parts.into_iter().map(|(from, to)| Ok((x.with_layout(from)?, to))).collect::<Result<Vec<_>>>()?;
        Self::assemble("pad", &x, shape, parts)
    }

    /// The place of axis `axis` that each of the `n` places of the padded one shows.
    fn padded_places(&self, mode: &PadMode<Scalar>, axis: usize, before: usize, n: usize) -> Result<Self> {
        let d = self.shape()[axis];
        let place = Self::iota(self.xp(), &[n])?.with_count(BinaryOp::Sub, before)?;
        match period(mode, d) {
            (0, _) => place.with_count(BinaryOp::Max, 0)?.with_count(BinaryOp::Min, d - 1),
            (period, None) => place.with_count(BinaryOp::Mod, period),
            (period, Some(top)) => {
                // Forwards, then backwards from where it turns.
                let forwards = place.with_count(BinaryOp::Mod, 2 * period)?;
                let backwards = forwards.with_count(BinaryOp::Sub, period + top)?.unary(UnaryOp::Neg)?;
                Self::selected(&forwards.with_count(BinaryOp::Lt, period)?, &forwards, &backwards)
            }
        }
    }

    /// Pads with one value.
    fn pad_constant(&self, value: Scalar, widths: &[(usize, usize)], shape: &[usize]) -> Result<Self> {
        let mut inner = Layout::row_major(shape);
        let mut parts = Vec::with_capacity(2 * widths.len() + 1);
        for (k, &(before, after)) in widths.iter().enumerate() {
            let end = shape[k] - after;
            for (start, n) in [(0, before), (end, after)] {
                let slab = inner.sliced(k, start, 1, n)?;
                parts.push((Self::full(self.xp(), value, slab.shape())?, slab));
            }
            inner = inner.sliced(k, before, 1, end - before)?;
        }
        parts.push((self.clone(), inner));
        Self::assemble("pad", self, shape, parts)
    }

    /// [`Array::pad`].
    ///
    /// # Errors
    /// Those of [`Array::pad`].
    pub fn pad(&self, width: impl IntoPadWidth) -> Result<Self> {
        self.pad_with(width, PadMode::Constant(Scalar::new(false).astype(self.dtype())))
    }

    /// [`Array::pad_with`]. The mode's value is converted to the array's type.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::Scalar;
    /// let x = xp.array(&[1u8, 2])?.into_dyn();
    /// assert_eq!(x.pad_with(1, PadMode::Constant(Scalar::new(9)))?.to_string(), "[9 1 2 9]");
    /// assert!(x.pad_with(1, PadMode::Constant(Scalar::new(0.5))).is_err());
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`Array::pad_with`]; [`Error::DType`] for a value of a kind that the array's type lacks.
    pub fn pad_with(&self, width: impl IntoPadWidth, mode: PadMode<Scalar>) -> Result<Self> {
        if let PadMode::Constant(value) | PadMode::LinearRamp(value) = mode {
            checked_number::<B>("pad", value, self.dtype())?;
        }
        let mode = mode.map(|value| value.astype(self.dtype()));
        let widths = width.into_pad_width(self.ndim())?;
        let lengths = self.shape().iter().zip(&widths);
        let shape: Dims = lengths.map(|(&d, &(a, b))| d.saturating_add(a).saturating_add(b)).collect();
        checked_len(&shape)?;
        if widths.iter().all(|&width| width == (0, 0)) {
            return Ok(self.clone());
        }
        match mode {
            PadMode::Constant(value) => self.pad_constant(value, &widths, &shape),
            PadMode::Edge | PadMode::Reflect | PadMode::Symmetric | PadMode::Wrap => {
                self.pad_repeating(&mode, &widths, &shape)
            }
            PadMode::LinearRamp(_) | PadMode::Maximum | PadMode::Mean | PadMode::Minimum => {
                self.pad_computed(mode, &widths)
            }
        }
    }

    /// Pads axis by axis: what is put after a later axis depends on what was put after an earlier one.
    fn pad_computed(&self, mode: PadMode<Scalar>, widths: &[(usize, usize)]) -> Result<Self> {
        let mut x = self.clone();
        for (k, &(before, after)) in widths.iter().enumerate() {
            if x.shape()[k] == 0 && (before, after) != (0, 0) {
                return Err(Error::value("pad", format!("axis {k} is empty: there is nothing to go by")));
            }
            let margin = |n: usize, at_end: bool| match mode {
                _ if n == 0 => x.narrow(k, 0, 0),
                PadMode::LinearRamp(end) => x.ramp(k, n, at_end, end),
                _ => {
                    let mut shape = Dims::from_slice(x.shape());
                    shape[k] = n;
                    x.statistic(k, mode)?.broadcast("pad", &shape)
                }
            };
            x = Self::concatenate("pad", &[&margin(before, false)?, &x, &margin(after, true)?], k)?;
        }
        Ok(x)
    }

    /// The statistic of a mode along an axis, which stays.
    fn statistic(&self, axis: usize, mode: PadMode<Scalar>) -> Result<Self> {
        let axes = keepdims(axis as isize);
        match mode {
            PadMode::Maximum => self.max(axes),
            PadMode::Minimum => self.min(axes),
            _ => {
                let mean = self.mean(axes)?;
                // Integers round to the nearest, where a cast would truncate.
                let mean = if self.dtype().is_integer() { mean.unary(UnaryOp::Rint)? } else { mean };
                mean.astype(self.dtype())
            }
        }
    }

    /// `n` values (at least one) from `end` (outside) to the edge (inside, not included) along an axis.
    fn ramp(&self, axis: usize, n: usize, at_end: bool, end: Scalar) -> Result<Self> {
        let wide = if self.dtype().is_complex() { DType::Complex128 } else { DType::F64 };
        let place = if at_end { self.shape()[axis] - 1 } else { 0 };
        let edge = self.narrow(axis, place, 1)?.astype(wide)?;
        let end = Self::full(self.xp(), end.astype(wide), &[])?;
        let step = edge.binary(BinaryOp::Sub, "pad", &end)?.with_number(BinaryOp::Div, n as f64)?;
        let mut shape = Dims::from_elem(1, self.ndim());
        shape[axis] = n;
        let outwards = Layout::row_major(&shape);
        let outwards = if at_end { outwards.sliced(axis, n - 1, -1, n)? } else { outwards };
        let index = Self::iota(self.xp(), &shape)?.with_layout(outwards)?.astype(wide)?;
        let ramp = index.binary(BinaryOp::Mul, "pad", &step)?.binary(BinaryOp::Add, "pad", &end)?;
        // Integers round down, where a cast would truncate.
        let ramp = if self.dtype().is_integer() { ramp.unary(UnaryOp::Floor)? } else { ramp };
        ramp.astype(self.dtype())
    }
}

impl<T: Element, B: Backend> Array<T, B> {
    /// The array with a margin of zeros around it.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// assert_eq!(xp.array([1, 2, 3])?.pad((1, 2))?.to_string(), "[0 1 2 3 0 0]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Shape`] for widths of another number of axes.
    pub fn pad(&self, width: impl IntoPadWidth) -> Result<Self> {
        self.array.pad(width).map(Self::from_dyn)
    }

    /// The array with a margin around it.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::PadMode::{Constant, Reflect};
    /// let x = xp.array([1, 2, 3])?;
    /// assert_eq!(x.pad_with(1, Constant(0))?.to_string(), "[0 1 2 3 0]");
    /// assert_eq!(x.pad_with((0, 2), Reflect)?.to_string(), "[1 2 3 2 1]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Shape`] for widths of another number of axes, [`Error::Value`] if an empty axis is to be
    /// padded with its own values.
    pub fn pad_with(&self, width: impl IntoPadWidth, mode: PadMode<T>) -> Result<Self> {
        self.array.pad_with(width, mode.map(Scalar::new)).map(Self::from_dyn)
    }
}
