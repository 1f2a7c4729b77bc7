//! Padding.

use super::assign::checked_number;
use super::{Array, DynArray, keepdims};
use crate::backend::{Backend, Border, Padding};
use crate::class::TypeClass;
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
    /// The median along the axis.
    Median,
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
    fn map<U>(self, f: impl Fn(T) -> U) -> PadMode<U> {
        match self {
            Self::Constant(value) => PadMode::Constant(f(value)),
            Self::Edge => PadMode::Edge,
            Self::LinearRamp(end) => PadMode::LinearRamp(f(end)),
            Self::Maximum => PadMode::Maximum,
            Self::Mean => PadMode::Mean,
            Self::Median => PadMode::Median,
            Self::Minimum => PadMode::Minimum,
            Self::Reflect => PadMode::Reflect,
            Self::Symmetric => PadMode::Symmetric,
            Self::Wrap => PadMode::Wrap,
        }
    }
}

/// A [`PadMode`] with options, for [`Array::pad_with`].
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// let x = xp.array([1, 2, 3])?;
/// let ends = Pad::new(PadMode::Constant(0)).values([(8, 9)]);
/// assert_eq!(x.pad_with(2, ends)?.to_string(), "[8 8 1 2 3 9 9]");
/// assert_eq!(x.pad_with(2, Pad::new(PadMode::Maximum).lengths(2))?.to_string(), "[2 2 1 2 3 3 3]");
/// assert_eq!(x.pad_with(2, Pad::new(PadMode::Reflect).odd(true))?.to_string(), "[-1  0  1  2  3  4  5]");
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Pad<T> {
    mode: PadMode<T>,
    values: Option<Vec<(T, T)>>,
    lengths: Option<Widths>,
    odd: bool,
}

impl<T> Pad<T> {
    /// A mode without options.
    pub fn new(mode: PadMode<T>) -> Self {
        Self { mode, values: None, lengths: None, odd: false }
    }

    /// Other values than the mode's, before and after: a pair for each axis, or one for all. Of `Constant` and `LinearRamp`.
    #[doc(alias("constant_values", "end_values"))]
    pub fn values(self, values: impl Into<Vec<(T, T)>>) -> Self {
        Self { values: Some(values.into()), ..self }
    }

    /// How many elements next to each side are taken into account, instead of all. Of `Maximum`, `Mean`, `Median` and `Minimum`.
    #[doc(alias = "stat_length")]
    pub fn lengths(self, lengths: impl IntoPadWidth) -> Self {
        Self { lengths: Some(lengths.into_pad_width()), ..self }
    }

    /// Whether what is mirrored is turned about the edge: twice the edge's value, less the element. Of `Reflect` and `Symmetric`.
    #[doc(alias = "reflect_type")]
    pub fn odd(self, odd: bool) -> Self {
        Self { odd, ..self }
    }

    fn map<U>(self, f: impl Fn(T) -> U) -> Pad<U> {
        let values = self.values.map(|pairs| pairs.into_iter().map(|(a, b)| (f(a), f(b))).collect());
        Pad { mode: self.mode.map(f), values, lengths: self.lengths, odd: self.odd }
    }
}

impl<T> From<PadMode<T>> for Pad<T> {
    fn from(mode: PadMode<T>) -> Self {
        Self::new(mode)
    }
}

/// How far to pad: a number for all sides, a pair (before, after) for all axes, or a list of
/// a pair for each axis, or of one for all.
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
    /// Before and after: a pair for each axis, or one for all.
    fn into_pad_width(self) -> Widths;
}

/// Before and after each axis.
pub type Widths = SmallVec<[(usize, usize); 4]>;

impl IntoPadWidth for usize {
    fn into_pad_width(self) -> Widths {
        (self, self).into_pad_width()
    }
}
impl IntoPadWidth for (usize, usize) {
    fn into_pad_width(self) -> Widths {
        Widths::from_slice(&[self])
    }
}
impl IntoPadWidth for &[(usize, usize)] {
    fn into_pad_width(self) -> Widths {
        self.into()
    }
}
impl<const N: usize> IntoPadWidth for [(usize, usize); N] {
    fn into_pad_width(self) -> Widths {
        self[..].into_pad_width()
    }
}
impl<const N: usize> IntoPadWidth for &[(usize, usize); N] {
    fn into_pad_width(self) -> Widths {
        self[..].into_pad_width()
    }
}
impl IntoPadWidth for Vec<(usize, usize)> {
    fn into_pad_width(self) -> Widths {
        self[..].into_pad_width()
    }
}

/// Of pairs for each axis, or one for all, one for each.
fn for_each_axis<T: Copy>(pairs: &[(T, T)], ndim: usize) -> Result<SmallVec<[(T, T); 4]>> {
    match *pairs {
        [pair] => Ok(SmallVec::from_elem(pair, ndim)),
        _ if pairs.len() == ndim => Ok(pairs.iter().copied().collect()),
        _ => Err(Error::shape("pad", &[pairs.len()], &[ndim])),
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

/// A border of these widths.
fn padding(border: Border, widths: &[(usize, usize)]) -> Padding {
    Padding { origin: widths.iter().map(|&(before, _)| before as isize).collect(), border }
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
        let border = match mode {
            PadMode::Reflect => Border::Reflect,
            PadMode::Symmetric => Border::Symmetric,
            PadMode::Wrap => Border::Wrap,
            _ => Border::Edge,
        };
        let reached = |(&d, &(before, after)): (&usize, &(usize, usize))| before.max(after) <= border.reach(d);
        if self.xp().reads_padded(border) > 0 && self.shape().iter().zip(widths).all(reached) {
            return self.surrounded(padding(border, widths), shape);
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
        // All of it is needed, so it is not computed part by part.
        x.settle()?;
        let parts = parts.into_iter().map(|(from, to)| (x.viewed(from), to)).collect();
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

    /// Pads with values before and after each axis.
    fn pad_constant(&self, values: &[(Scalar, Scalar)], widths: &[(usize, usize)], shape: &[usize]) -> Result<Self> {
        let zeros =
            values.iter().all(|(before, after)| [before, after].iter().all(|x| x.bytes().iter().all(|&x| x == 0)));
        if zeros && !self.is_empty() && self.xp().reads_padded(Border::Zero) > 0 {
            return self.surrounded(padding(Border::Zero, widths), shape);
        }
        let mut inner = Layout::row_major(shape);
        let mut parts = Vec::with_capacity(2 * widths.len() + 1);
        // Corners are the last axis'.
        for (k, (&(before, after), values)) in widths.iter().zip(values).enumerate().rev() {
            let end = shape[k] - after;
            for (start, n, value) in [(0, before, values.0), (end, after, values.1)] {
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
    pub fn pad_with(&self, width: impl IntoPadWidth, mode: impl Into<Pad<Scalar>>) -> Result<Self> {
        use PadMode::{Constant, Edge, LinearRamp, Maximum, Mean, Median, Minimum, Reflect, Symmetric, Wrap};
        let Pad { mode, values, lengths, odd } = mode.into();
        let ndim = self.ndim();
        let takes = |what: &str, given: bool, takes: bool| match given && !takes {
            true => Err(Error::value("pad", format!("{mode:?} takes no {what}"))),
            false => Ok(()),
        };
        takes("values", values.is_some(), matches!(mode, Constant(_) | LinearRamp(_)))?;
        takes("lengths", lengths.is_some(), matches!(mode, Maximum | Mean | Median | Minimum))?;
        takes("odd mirrors", odd, matches!(mode, Reflect | Symmetric))?;
        let values = match (values, mode) {
            (Some(values), _) => values,
            (None, Constant(value) | LinearRamp(value)) => vec![(value, value)],
            _ => vec![(Scalar::new(false), Scalar::new(false))],
        };
        let checked = |value| checked_number::<B>("pad", value, self.dtype());
        let values = values.into_iter().map(|(a, b)| Ok((checked(a)?, checked(b)?))).collect::<Result<Vec<_>>>()?;
        let values = for_each_axis(&values, ndim)?;
        let widths = for_each_axis(&width.into_pad_width(), ndim)?;
        let lengths = for_each_axis(&lengths.unwrap_or_else(|| usize::MAX.into_pad_width()), ndim)?;
        if odd {
            TypeClass::Number.check("pad", self.dtype())?;
        }
        let sizes = self.shape().iter().zip(&widths);
        let shape: Dims = sizes.map(|(&d, &(a, b))| d.saturating_add(a).saturating_add(b)).collect();
        checked_len(&shape)?;
        if widths.iter().all(|&width| width == (0, 0)) {
            return Ok(self.clone());
        }
        match mode {
            Constant(_) => self.pad_constant(&values, &widths, &shape),
            Reflect | Symmetric if odd => self.pad_odd(&mode, &widths),
            Edge | Reflect | Symmetric | Wrap => self.pad_repeating(&mode, &widths, &shape),
            LinearRamp(_) | Maximum | Mean | Median | Minimum => self.pad_computed(mode, &widths, &values, &lengths),
        }
    }

    /// Pads axis by axis: what is put after a later axis depends on what was put after an earlier one.
    fn pad_computed(
        &self,
        mode: PadMode<Scalar>,
        widths: &[(usize, usize)],
        values: &[(Scalar, Scalar)],
        lengths: &[(usize, usize)],
    ) -> Result<Self> {
        let mut x = self.clone();
        for (k, &(before, after)) in widths.iter().enumerate() {
            if x.shape()[k] == 0 && (before, after) != (0, 0) {
                return Err(Error::value("pad", format!("axis {k} is empty: there is nothing to go by")));
            }
            let margin = |n: usize, at_end: bool, end: Scalar, len: usize| match mode {
                _ if n == 0 => x.narrow(k, 0, 0),
                PadMode::LinearRamp(_) => x.ramp(k, n, at_end, end),
                _ => {
                    let mut shape = Dims::from_slice(x.shape());
                    shape[k] = n;
                    let len = len.min(x.shape()[k]);
                    if len == 0 {
                        return Err(Error::value("pad", "there is no statistic of no elements"));
                    }
                    let start = if at_end { x.shape()[k] - len } else { 0 };
                    x.narrow(k, start, len)?.statistic(k, mode)?.broadcast("pad", &shape)
                }
            };
            let (first, last) =
                (margin(before, false, values[k].0, lengths[k].0)?, margin(after, true, values[k].1, lengths[k].1)?);
            x = Self::concatenate("pad", &[&first, &x, &last], k)?;
        }
        Ok(x)
    }

    /// Pads axis by axis with the array turned about its edges, then what is there about the new ones, and so on.
    fn pad_odd(&self, mode: &PadMode<Scalar>, widths: &[(usize, usize)]) -> Result<Self> {
        const OP: &str = "pad";
        let mut x = self.clone();
        for (k, &(before, after)) in widths.iter().enumerate() {
            let d = x.shape()[k];
            if (before, after) == (0, 0) {
                continue;
            }
            if d == 0 {
                return Err(Error::value(OP, format!("axis {k} is empty: there is nothing to repeat")));
            }
            let n = d + before + after;
            let mirrored = x.taken(OP, k, &x.padded_places(mode, k, before, n)?)?;
            let period = period(mode, d).0;
            if period == 0 {
                x = mirrored;
                continue;
            }
            // Block `b` shows the array as it is, or from its end, and is `b` times as far away as both edges are apart.
            let mut along = Dims::from_elem(1, x.ndim());
            along[k] = n;
            let place = Self::iota(x.xp(), &along)?.with_count(BinaryOp::Sub, before)?;
            let block = place.with_count(BinaryOp::FloorDiv, period)?;
            // The last edge belongs to the array as it is.
            let inside = place.with_count(BinaryOp::Eq, d - 1)?;
            let block = Self::selected(&inside, &block.number(0.0)?, &block)?;
            let is_even = block.with_count(BinaryOp::Mod, 2)?.with_count(BinaryOp::Eq, 0)?;
            let edges = [x.narrow(k, d - 1, 1)?, x.narrow(k, 0, 1)?];
            // Of an even block `b last - b first`, of an odd one `(b + 1) last - (b - 1) first`.
            let times = |edge: &Self, one: f64| {
                let odd = block.with_number(BinaryOp::Add, one)?;
                let times = Self::selected(&is_even, &block, &odd)?.astype(x.dtype())?;
                let product = edge.binary(BinaryOp::Mul, OP, &times)?;
                // An infinite edge counts only where it does.
                Self::selected(&times.with_number(BinaryOp::Eq, 0.0)?, &edge.number(0.0)?, &product)
            };
            let moved = times(&edges[0], 1.0)?.binary(BinaryOp::Sub, OP, &times(&edges[1], -1.0)?)?;
            let even = moved.binary(BinaryOp::Add, OP, &mirrored)?;
            x = Self::selected(&is_even, &even, &moved.binary(BinaryOp::Sub, OP, &mirrored)?)?;
        }
        Ok(x)
    }

    /// The statistic of a mode along an axis, which stays.
    fn statistic(&self, axis: usize, mode: PadMode<Scalar>) -> Result<Self> {
        let axes = keepdims(axis as isize);
        let middle = match mode {
            PadMode::Maximum => return self.max(axes),
            PadMode::Minimum => return self.min(axes),
            PadMode::Median => self.median(axes)?,
            _ => self.mean(axes)?,
        };
        // Integers round to the nearest, where a cast would truncate.
        let middle = if self.dtype().is_integer() { middle.unary(UnaryOp::Rint)? } else { middle };
        middle.astype(self.dtype())
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

    /// The array with a margin around it, as a [`PadMode`] says, or one with options ([`Pad`]).
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
    /// padded with its own values, and for options that the mode does not take; [`Error::DType`] for odd mirrors of truth values.
    pub fn pad_with(&self, width: impl IntoPadWidth, mode: impl Into<Pad<T>>) -> Result<Self> {
        self.array.pad_with(width, mode.into().map(Scalar::new)).map(Self::from_dyn)
    }
}
