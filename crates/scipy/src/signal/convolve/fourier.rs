//! Convolutions by Fourier transforms, whole and in blocks.

use super::extent::{extent, operands, part};
use crate::fft::next_fast_len;
use crate::field_type;
use xparray_core::ConvolveMode;
use xparray_core::layout::normalize_axis;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, IntoOptionalAxes, Result, SliceItem, SliceRange};

/// Options of [`fftconvolve_with`] and [`oaconvolve_with`].
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::ConvolveMode;
/// use xparray::scipy::signal::{FftConvolve, fftconvolve_with};
/// let (x, h) = (xp.ones::<f64>([2, 5])?, xp.ones::<f64>([1, 3])?); // rows by one filter
/// let y = fftconvolve_with(&x, &h, FftConvolve::new().mode(ConvolveMode::Same).axes(1))?;
/// assert_eq!(y.shape(), [2, 5]);
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct FftConvolve {
    mode: ConvolveMode,
    axes: Option<Vec<isize>>,
}

impl Default for FftConvolve {
    fn default() -> Self {
        Self { mode: ConvolveMode::Full, axes: None }
    }
}

impl FftConvolve {
    /// The full convolution over all axes.
    pub fn new() -> Self {
        Self::default()
    }

    /// Which part of the convolution.
    pub fn mode(self, mode: ConvolveMode) -> Self {
        Self { mode, ..self }
    }

    /// The axes, or all of them (`..`); along others the arrays are broadcast.
    pub fn axes(self, axes: impl IntoOptionalAxes) -> Self {
        Self { axes: axes.into_optional_axes(), ..self }
    }

    fn resolve(&self, op: &'static str, ndim: usize) -> Result<Vec<usize>> {
        let Some(axes) = &self.axes else { return Ok((0..ndim).collect()) };
        let mut resolved = axes.iter().map(|&axis| normalize_axis(op, axis, ndim)).collect::<Result<Vec<_>>>()?;
        resolved.sort_unstable();
        match resolved.windows(2).any(|pair| pair[0] == pair[1]) {
            true => Err(Error::value(op, format!("the axes {axes:?} repeat"))),
            false => Ok(resolved),
        }
    }
}

/// The convolution of two arrays of as many dimensions by Fourier transforms: SciPy's `fftconvolve`, in floats or complex numbers. The error
/// is one of the largest element, whatever the size of an element.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::signal::fftconvolve;
/// let y = fftconvolve(&xp.array([1.0, 2.0, 3.0])?, &xp.array([0.0, 1.0, 0.5])?)?;
/// assert!(y.allclose(&xp.array([0.0, 1.0, 2.5, 4.0, 1.5])?)?);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`] for different numbers of dimensions; [`Error::DType`] for two arrays of truth values.
pub fn fftconvolve<B: Backend>(a: &impl AnyArray<B>, b: &impl AnyArray<B>) -> Result<DynArray<B>> {
    fftconvolve_with(a, b, FftConvolve::new())
}

/// [`fftconvolve`] with options.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::ConvolveMode;
/// use xparray::scipy::signal::{FftConvolve, fftconvolve_with};
/// let (x, h) = (xp.array([1.0, 2.0, 3.0])?, xp.array([1.0, 1.0])?);
/// let y = fftconvolve_with(&x, &h, FftConvolve::new().mode(ConvolveMode::Valid))?;
/// assert!(y.allclose(&xp.array([3.0, 5.0])?)?);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`fftconvolve`]; [`Error::Axis`] for axes that are not there; [`Error::Value`] for ones that repeat, and for whole overlaps where
/// each array is longer along one axis.
pub fn fftconvolve_with<B: Backend>(
    a: &impl AnyArray<B>,
    b: &impl AnyArray<B>,
    options: FftConvolve,
) -> Result<DynArray<B>> {
    const OP: &str = "fftconvolve";
    let axes = options.resolve(OP, a.as_dyn().ndim())?;
    let [a, b] = operands(OP, a.as_dyn(), b.as_dyn(), options.mode, &axes)?;
    let dtype = field_type(a.dtype());
    if a.is_empty() || b.is_empty() {
        return a.xp().zeros_of(dtype, vec![0; a.ndim()]);
    }
    fourier(&a.astype(dtype)?, &b.astype(dtype)?, options.mode, &axes)
}

/// A part of the convolution over axes of arrays of one type of floats or complex numbers, neither of them empty.
pub(super) fn fourier<B: Backend>(
    a: &DynArray<B>,
    b: &DynArray<B>,
    mode: ConvolveMode,
    axes: &[usize],
) -> Result<DynArray<B>> {
    // Along axes of one element there is nothing to sum.
    let long: Vec<usize> = axes.iter().copied().filter(|&axis| a.shape()[axis] > 1 && b.shape()[axis] > 1).collect();
    if long.is_empty() {
        return part(&a.multiply(b)?, mode, axes, a.shape(), b.shape());
    }
    let full = circular(a, b, &long, &full_lengths(a, b, &long)?)?;
    part(&full, mode, axes, a.shape(), b.shape())
}

/// Lengths of fast transforms for full convolutions.
fn full_lengths<B: Backend>(a: &DynArray<B>, b: &DynArray<B>, axes: &[usize]) -> Result<Vec<usize>> {
    let length = |&axis: &usize| next_fast_len(a.shape()[axis] + b.shape()[axis] - 1, !a.dtype().is_complex());
    axes.iter().map(length).collect()
}

/// The convolution along axes of these lengths whose ends meet.
fn circular<B: Backend>(a: &DynArray<B>, b: &DynArray<B>, axes: &[usize], lengths: &[usize]) -> Result<DynArray<B>> {
    let axes: Vec<isize> = axes.iter().map(|&axis| axis as isize).collect();
    let options = FftN::new().shape(lengths).axes(&axes);
    match a.dtype().is_complex() {
        true => a.fftn_with(options)?.multiply(&b.fftn_with(options)?)?.ifftn_with(options),
        false => a.rfftn_with(options)?.multiply(&b.rfftn_with(options)?)?.irfftn_with(options),
    }
}

/// [`fftconvolve`] of a long array and a short one: the long one in blocks, by the method of overlapping ones, in memory and time of
/// their transforms.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::signal::{fftconvolve, oaconvolve};
/// let (x, h) = (xp.arange_of(DType::F64, 0..1000)?.sin()?, xp.ones::<f64>(5)?);
/// assert!(oaconvolve(&x, &h)?.allclose(&fftconvolve(&x, &h)?)?);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`fftconvolve`].
pub fn oaconvolve<B: Backend>(a: &impl AnyArray<B>, b: &impl AnyArray<B>) -> Result<DynArray<B>> {
    oaconvolve_with(a, b, FftConvolve::new())
}

/// [`oaconvolve`] with options.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::ConvolveMode;
/// use xparray::scipy::signal::{FftConvolve, oaconvolve_with};
/// let (x, h) = (xp.ones::<f64>(100)?, xp.ones::<f64>(4)?);
/// let y = oaconvolve_with(&x, &h, FftConvolve::new().mode(ConvolveMode::Valid))?;
/// assert!(y.allclose(&xp.full(97, 4.0)?)?);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`fftconvolve_with`].
pub fn oaconvolve_with<B: Backend>(
    a: &impl AnyArray<B>,
    b: &impl AnyArray<B>,
    options: FftConvolve,
) -> Result<DynArray<B>> {
    const OP: &str = "oaconvolve";
    let axes = options.resolve(OP, a.as_dyn().ndim())?;
    let [a, b] = operands(OP, a.as_dyn(), b.as_dyn(), options.mode, &axes)?;
    let dtype = field_type(a.dtype());
    if a.is_empty() || b.is_empty() {
        return a.xp().zeros_of(dtype, vec![0; a.ndim()]);
    }
    blocks(&a.astype(dtype)?, &b.astype(dtype)?, options.mode, &axes)
}

/// As [`fourier`], in blocks along the axis where that saves most.
pub(super) fn blocks<B: Backend>(
    a: &DynArray<B>,
    b: &DynArray<B>,
    mode: ConvolveMode,
    axes: &[usize],
) -> Result<DynArray<B>> {
    let unlike = |&axis: &usize| {
        let (n, m) = (a.shape()[axis], b.shape()[axis]);
        n.max(m) / n.min(m)
    };
    let Some(axis) = axes.iter().copied().max_by_key(unlike) else { return a.multiply(b) };
    let (x, kernel) = if a.shape()[axis] >= b.shape()[axis] { (a, b) } else { (b, a) };
    let (n, m) = (x.shape()[axis], kernel.shape()[axis]);
    let block = next_fast_len(best_block(m), !a.dtype().is_complex())?;
    if m == 1 || n + m - 1 <= block {
        return fourier(a, b, mode, axes);
    }
    let step = block - m + 1;
    let (start, len) = extent(mode, a.shape()[axis], b.shape()[axis]);
    let count = len.div_ceil(step);
    // Blocks of the elements that `step` results need, as rows of an axis of their own.
    let mut width = vec![(0, 0); x.ndim()];
    width[axis] = (m - 1, (start + count * step).saturating_sub(n));
    let mut items = vec![SliceItem::from(..); x.ndim()];
    items[axis] = (start..start + (count - 1) * step + block).into();
    let rows = x.pad(width)?.slice(&items)?.sliding_window_view(block, axis)?;
    items[axis] = SliceRange::from(0..).step(step).into();
    items.push(SliceItem::from(..));
    let rows = rows.slice(&items)?;
    let kernel = kernel.expand_dims(-1)?.swapaxes(axis, -1)?;
    // Of a block the results from `m - 1` on are whole, and the others are not read.
    let others: Vec<usize> = axes.iter().copied().filter(|&other| other != axis).collect();
    let mut lengths = full_lengths(x, &kernel, &others)?;
    lengths.push(block);
    let inner: Vec<usize> = others.iter().copied().chain([x.ndim()]).collect();
    let full = circular(&rows, &kernel, &inner, &lengths)?;
    items[axis] = SliceItem::from(..);
    items[x.ndim()] = (m - 1..block).into();
    for &other in &others {
        let (start, len) = extent(mode, a.shape()[other], b.shape()[other]);
        items[other] = (start..start + len).into();
    }
    let results = full.slice(&items)?.moveaxis(-1, axis + 1)?;
    let mut shape = results.shape().to_vec();
    shape.remove(axis + 1);
    shape[axis] = count * step;
    let mut items = vec![SliceItem::from(..); shape.len()];
    items[axis] = (..len).into();
    results.reshape(shape)?.slice(&items)
}

/// The length of transforms that costs least for each result of a kernel of `m` elements: where `(N log N) / (N - m + 1)` is least.
fn best_block(m: usize) -> usize {
    let cost = |n: usize| (n as f64) * (n as f64).log2() / (n - m + 1) as f64;
    let lengths = (1..=16).map(|k| m.next_power_of_two() << k).filter(|&n| n >= 64);
    lengths.min_by(|&a, &b| cost(a).total_cmp(&cost(b))).unwrap_or(2 * m)
}
