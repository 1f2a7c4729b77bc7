//! Discrete Fourier transforms, as `numpy.fft`.
//!
//! The forward transform is `X[k] = sum(x[j] exp(-2 pi i j k / n))`, the inverse has the other sign
//! and, by default, the factor 1/n. Real input becomes complex; the precision stays.
//!
//! ```
//! # use xparray::prelude::*; let xp = Cpu::new();
//! use xparray::fft::{FftNorm, irfft, rfft};
//! let x = xp.array(&[1.0, 2.0, 3.0, 4.0], 4)?;
//! let spectrum = rfft(&x, None, -1, FftNorm::Backward)?;
//! assert_eq!(spectrum.shape(), [3]);
//! assert_eq!(irfft(&spectrum, Some(4), -1, FftNorm::Backward)?.to_string(), "[1. 2. 3. 4.]");
//! # Ok::<(), xparray::Error>(())
//! ```

use crate::array::DynArray;
use crate::array::{Array, Create};
use crate::backend::{Backend, FftDirection};
use crate::dtype::Scalar;
use crate::element::{ComplexElement, Element, Field, RealField};
use crate::error::{Error, Result};
use crate::layout::{Dims, Layout, checked_len, normalize_axis};

/// Where the factor 1/n goes.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::fft::{FftNorm, fft};
/// let x = xp.ones::<f64>(4)?;
/// let sum = |norm| fft(&x, None, -1, norm)?.real()?.slice(s![0])?.item();
/// assert_eq!((sum(FftNorm::Backward)?, sum(FftNorm::Ortho)?, sum(FftNorm::Forward)?), (4.0, 2.0, 1.0));
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FftNorm {
    /// To the inverse transform.
    #[default]
    Backward,
    /// `1 / sqrt(n)` to both.
    Ortho,
    /// To the forward transform.
    Forward,
}

impl FftNorm {
    fn scale(self, shape: &[usize], axes: &[usize], direction: FftDirection) -> f64 {
        let n: f64 = axes.iter().map(|&axis| shape[axis] as f64).product();
        match (self, direction) {
            (Self::Ortho, _) => 1.0 / n.sqrt(),
            (Self::Backward, FftDirection::Inverse) | (Self::Forward, FftDirection::Forward) => 1.0 / n,
            _ => 1.0,
        }
    }
}

/// Lengths and axes of a transform: `None` as in NumPy.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::fft::{FftAxes, FftNorm, fftn};
/// let x = xp.ones::<f64>([2, 3, 4])?;
/// let how = FftAxes { s: Some(&[8]), axes: Some(&[1]) };
/// assert_eq!(fftn(&x, how, FftNorm::Backward)?.shape(), [2, 8, 4]);
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct FftAxes<'a> {
    /// Lengths to cut or zero-pad to; those of the input if `None`.
    pub s: Option<&'a [usize]>,
    /// The axes; all, or the last ones as many as `s` has, if `None`.
    pub axes: Option<&'a [isize]>,
}

impl FftAxes<'_> {
    /// The axes, and the length asked for on each.
    fn resolve(&self, op: &'static str, shape: &[usize]) -> Result<(Dims, Vec<Option<usize>>)> {
        let ndim = shape.len();
        let axes: Dims = match (self.axes, self.s) {
            (Some(axes), _) => axes.iter().map(|&axis| normalize_axis(op, axis, ndim)).collect::<Result<_>>()?,
            (None, Some(s)) if s.len() <= ndim => (ndim - s.len()..ndim).collect(),
            (None, Some(s)) => return Err(Error::shape(op, s, shape)),
            (None, None) => (0..ndim).collect(),
        };
        let lengths = match self.s {
            Some(s) if s.len() != axes.len() => return Err(Error::shape(op, s, &axes)),
            Some(s) => s.iter().copied().map(Some).collect(),
            None => vec![None; axes.len()],
        };
        Ok((axes, lengths))
    }
}

impl<B: Backend> DynArray<B> {
    /// Cut or zero-padded at the end of an axis.
    fn with_len(&self, axis: usize, n: usize) -> Result<Self> {
        let mut shape: Dims = self.shape().into();
        if shape[axis] == n {
            return Ok(self.clone());
        }
        if n < shape[axis] {
            return self.with_layout(self.layout().sliced(axis, 0, 1, n)?);
        }
        shape[axis] = n;
        let zero = crate::dispatch_dtype!(self.dtype(), T => Scalar::new(T::default()));
        let mut padded = Self::full(self.xp(), zero, &shape)?;
        let xp = self.xp().clone();
        let (buffer, whole) = padded.exclusive()?;
        let place = whole.sliced(axis, 0, 1, self.shape()[axis])?;
        self.store("fft", &xp, buffer, &place)?;
        Ok(padded)
    }

    /// The items of an axis shifted by `shift` places, those beyond the end coming back at the start.
    fn rolled(&self, axis: usize, shift: usize) -> Result<Self> {
        let n = self.shape()[axis];
        if n == 0 || shift.is_multiple_of(n) {
            return Ok(self.clone());
        }
        let whole = Layout::row_major(self.shape());
        let xp = self.xp();
        let mut buffer = crate::graph::alloc(xp, self.len() * self.dtype().size())?;
        let shift = shift % n;
        // (where a part starts, how long it is, where it goes)
        for (from, len, to) in [(0, n - shift, shift), (n - shift, shift, 0)] {
            let part = self.with_layout(self.layout().sliced(axis, from, 1, len)?)?;
            part.store("fftshift", xp, &mut buffer, &whole.sliced(axis, to, 1, len)?)?;
        }
        Ok(Self::from_buffer(xp, self.dtype(), self.shape(), buffer))
    }
}

fn check_lengths(op: &'static str, shape: &[usize], axes: &[usize]) -> Result<()> {
    match axes.iter().find(|&&axis| shape[axis] == 0) {
        Some(axis) => Err(Error::value(op, format!("axis {axis} has no elements to transform"))),
        None => Ok(()),
    }
}

fn complex<T: Field, B: Backend>(
    op: &'static str,
    x: &Array<T, B>,
    how: FftAxes<'_>,
    norm: FftNorm,
    direction: FftDirection,
) -> Result<Array<T::Complex, B>> {
    let (axes, lengths) = how.resolve(op, x.shape())?;
    let mut raw = x.array.astype(T::Complex::DTYPE)?;
    for (&axis, len) in axes.iter().zip(lengths) {
        raw = raw.with_len(axis, len.unwrap_or(raw.shape()[axis]))?;
    }
    check_lengths(op, raw.shape(), &axes)?;
    if raw.len() == 0 {
        return Ok(Array::from_dyn(raw));
    }
    let scale = norm.scale(raw.shape(), &axes, direction);
    let buffer = raw.xp().c2c(raw.computed()?.view()?, &axes, direction, scale)?;
    Ok(Array::from_dyn(DynArray::from_buffer(raw.xp(), T::Complex::DTYPE, raw.shape(), buffer)))
}

fn real_to_complex<T: RealField, B: Backend>(
    op: &'static str,
    x: &Array<T, B>,
    how: FftAxes<'_>,
    norm: FftNorm,
) -> Result<Array<T::Complex, B>> {
    let (axes, lengths) = how.resolve(op, x.shape())?;
    let mut raw = x.array.clone();
    for (&axis, len) in axes.iter().zip(lengths) {
        raw = raw.with_len(axis, len.unwrap_or(raw.shape()[axis]))?;
    }
    let Some(&last) = axes.last() else {
        return x.astype();
    };
    check_lengths(op, raw.shape(), &axes)?;
    let mut shape: Dims = raw.shape().into();
    shape[last] = shape[last] / 2 + 1;
    if raw.len() == 0 {
        return Ok(Array::from_dyn(raw.with_len(last, shape[last])?.astype(T::Complex::DTYPE)?));
    }
    let scale = norm.scale(raw.shape(), &axes, FftDirection::Forward);
    let buffer = raw.xp().r2c(raw.computed()?.view()?, &axes, scale)?;
    Ok(Array::from_dyn(DynArray::from_buffer(raw.xp(), T::Complex::DTYPE, &shape, buffer)))
}

fn complex_to_real<T: ComplexElement, B: Backend>(
    op: &'static str,
    x: &Array<T, B>,
    how: FftAxes<'_>,
    norm: FftNorm,
) -> Result<Array<T::Part, B>> {
    let (axes, lengths) = how.resolve(op, x.shape())?;
    let Some((&last, others)) = axes.split_last() else {
        return x.astype();
    };
    let mut raw = x.array.clone();
    let n_last = lengths[others.len()].unwrap_or(2 * raw.shape()[last].saturating_sub(1));
    for (&axis, len) in others.iter().zip(&lengths) {
        raw = raw.with_len(axis, len.unwrap_or(raw.shape()[axis]))?;
    }
    if n_last == 0 {
        return Err(Error::value(op, format!("the result would have no elements on axis {last}")));
    }
    raw = raw.with_len(last, n_last / 2 + 1)?;
    check_lengths(op, raw.shape(), &axes)?;
    let mut shape: Dims = raw.shape().into();
    shape[last] = n_last;
    if checked_len(&shape)? == 0 {
        return Ok(Array::from_dyn(DynArray::full(raw.xp(), Scalar::new(T::Part::default()), &shape)?));
    }
    let scale = norm.scale(&shape, &axes, FftDirection::Inverse);
    let buffer = raw.xp().c2r(raw.computed()?.view()?, &axes, n_last, scale)?;
    Ok(Array::from_dyn(DynArray::from_buffer(raw.xp(), T::Part::DTYPE, &shape, buffer)))
}

/// The transform along one axis, cut or zero-padded to `n` elements.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::fft::{FftNorm, fft};
/// let x = xp.array(&[1.0, 0.0, 2.0, 0.0], 4)?;
/// let y = fft(&x, None, -1, FftNorm::Backward)?;
/// assert_eq!(y.to_vec()?, [3.0, -1.0, 3.0, -1.0].map(|re| Complex::new(re, 0.0)));
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Axis`] for an axis that is not there, [`Error::Value`] for one without elements. So for all transforms.
pub fn fft<T: Field, B: Backend>(
    x: &Array<T, B>,
    n: Option<usize>,
    axis: isize,
    norm: FftNorm,
) -> Result<Array<T::Complex, B>> {
    let s = n.map(|n| [n]);
    let how = FftAxes { s: s.as_ref().map(|s| &s[..]), axes: Some(&[axis]) };
    complex("fft", x, how, norm, FftDirection::Forward)
}

/// The inverse of [`fft`].
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::fft::{FftNorm, fft, ifft};
/// let x = xp.array(&[1.0, 0.0, 2.0, 0.0], 4)?;
/// let back = ifft(&fft(&x, None, -1, FftNorm::Backward)?, None, -1, FftNorm::Backward)?;
/// assert!(back.allclose(&x, 0.0, 1e-12, false)?);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`fft`].
pub fn ifft<T: Field, B: Backend>(
    x: &Array<T, B>,
    n: Option<usize>,
    axis: isize,
    norm: FftNorm,
) -> Result<Array<T::Complex, B>> {
    let s = n.map(|n| [n]);
    let how = FftAxes { s: s.as_ref().map(|s| &s[..]), axes: Some(&[axis]) };
    complex("ifft", x, how, norm, FftDirection::Inverse)
}

/// The transform of real input along one axis: the first `n / 2 + 1` terms, which determine the rest.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::fft::{FftNorm, rfft};
/// let x = xp.array(&[0.0, 1.0, 0.0, 0.0], 4)?;
/// let y = rfft(&x, None, -1, FftNorm::Backward)?;
/// assert_eq!(y.to_vec()?, [(1.0, 0.0), (0.0, -1.0), (-1.0, 0.0)].map(|(re, im)| Complex::new(re, im)));
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`fft`].
pub fn rfft<T: RealField, B: Backend>(
    x: &Array<T, B>,
    n: Option<usize>,
    axis: isize,
    norm: FftNorm,
) -> Result<Array<T::Complex, B>> {
    let s = n.map(|n| [n]);
    let how = FftAxes { s: s.as_ref().map(|s| &s[..]), axes: Some(&[axis]) };
    real_to_complex("rfft", x, how, norm)
}

/// The inverse of [`rfft`]: `n` real values (by default an even number, twice one less than there are terms).
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::fft::{FftNorm, irfft};
/// let z = xp.array(&[Complex::new(1.0, 0.0), Complex::new(0.0, -1.0), Complex::new(-1.0, 0.0)], 3)?;
/// assert_eq!(irfft(&z, None, -1, FftNorm::Backward)?.to_vec()?, [0.0, 1.0, 0.0, 0.0]);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`fft`]; [`Error::Value`] if the result would have no elements.
pub fn irfft<T: ComplexElement, B: Backend>(
    x: &Array<T, B>,
    n: Option<usize>,
    axis: isize,
    norm: FftNorm,
) -> Result<Array<T::Part, B>> {
    let s = n.map(|n| [n]);
    let how = FftAxes { s: s.as_ref().map(|s| &s[..]), axes: Some(&[axis]) };
    complex_to_real("irfft", x, how, norm)
}

/// The transform of a signal whose spectrum is real: that of Hermitian-symmetric input, given by its first half. It has
/// `n` values, by default twice one less than the input.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::fft::{FftNorm, hfft};
/// let z = xp.array(&[1.0, 2.0, 3.0], 3)?.astype::<Complex<f64>>()?;
/// assert_eq!(hfft(&z, None, -1, FftNorm::Backward)?.to_vec()?, [8.0, -2.0, 0.0, -2.0]);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`fft`].
pub fn hfft<T: ComplexElement, B: Backend>(
    x: &Array<T, B>,
    n: Option<usize>,
    axis: isize,
    norm: FftNorm,
) -> Result<Array<T::Part, B>> {
    let conjugate = Array::<T, B>::from_dyn(x.array.unary(crate::ir::UnaryOp::Conj)?);
    irfft(&conjugate, n, axis, opposite(norm))
}

/// The inverse of [`hfft`].
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::fft::{FftNorm, ihfft};
/// let x = xp.array(&[8.0, -2.0, 0.0, -2.0], 4)?;
/// assert_eq!(ihfft(&x, None, -1, FftNorm::Backward)?.real()?.to_string(), "[1. 2. 3.]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`fft`].
pub fn ihfft<T: RealField, B: Backend>(
    x: &Array<T, B>,
    n: Option<usize>,
    axis: isize,
    norm: FftNorm,
) -> Result<Array<T::Complex, B>> {
    let spectrum = rfft(x, n, axis, opposite(norm))?;
    Ok(Array::from_dyn(spectrum.array.unary(crate::ir::UnaryOp::Conj)?))
}

/// The norm of the transform in the other direction.
fn opposite(norm: FftNorm) -> FftNorm {
    match norm {
        FftNorm::Backward => FftNorm::Forward,
        FftNorm::Ortho => FftNorm::Ortho,
        FftNorm::Forward => FftNorm::Backward,
    }
}

/// The transform over several axes.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::fft::{FftAxes, FftNorm, fftn};
/// let x = xp.ones::<f64>([2, 2])?;
/// let y = fftn(&x, FftAxes::default(), FftNorm::Backward)?;
/// assert_eq!(y.real()?.to_vec()?, [4.0, 0.0, 0.0, 0.0]);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`fft`]; [`Error::Shape`] unless there is a length for each axis.
pub fn fftn<T: Field, B: Backend>(x: &Array<T, B>, how: FftAxes<'_>, norm: FftNorm) -> Result<Array<T::Complex, B>> {
    complex("fftn", x, how, norm, FftDirection::Forward)
}

/// The inverse of [`fftn`].
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::fft::{FftAxes, FftNorm, ifftn};
/// let x = xp.ones::<f64>([2, 2])?;
/// let y = ifftn(&x, FftAxes::default(), FftNorm::Backward)?;
/// assert_eq!(y.real()?.to_vec()?, [1.0, 0.0, 0.0, 0.0]);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`fftn`].
pub fn ifftn<T: Field, B: Backend>(x: &Array<T, B>, how: FftAxes<'_>, norm: FftNorm) -> Result<Array<T::Complex, B>> {
    complex("ifftn", x, how, norm, FftDirection::Inverse)
}

/// The transform of real input over several axes; the last of them is halved as in [`rfft`].
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::fft::{FftAxes, FftNorm, rfftn};
/// let x = xp.ones::<f64>([4, 6])?;
/// assert_eq!(rfftn(&x, FftAxes::default(), FftNorm::Backward)?.shape(), [4, 4]);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`fftn`].
pub fn rfftn<T: RealField, B: Backend>(
    x: &Array<T, B>,
    how: FftAxes<'_>,
    norm: FftNorm,
) -> Result<Array<T::Complex, B>> {
    real_to_complex("rfftn", x, how, norm)
}

/// The inverse of [`rfftn`].
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::fft::{FftAxes, FftNorm, irfftn};
/// let z = xp.ones::<Complex<f64>>([4, 4])?;
/// let how = FftAxes { s: Some(&[4, 7]), axes: None };
/// assert_eq!(irfftn(&z, how, FftNorm::Backward)?.shape(), [4, 7]);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`fftn`]; [`Error::Value`] if the result would have no elements.
pub fn irfftn<T: ComplexElement, B: Backend>(
    x: &Array<T, B>,
    how: FftAxes<'_>,
    norm: FftNorm,
) -> Result<Array<T::Part, B>> {
    complex_to_real("irfftn", x, how, norm)
}

const LAST_TWO: FftAxes<'static> = FftAxes { s: None, axes: Some(&[-2, -1]) };

/// The transform over the last two axes.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::fft::{FftNorm, fft2};
/// let x = xp.ones::<f64>([2, 2])?;
/// assert_eq!(fft2(&x, FftNorm::Ortho)?.real()?.to_vec()?, [2.0, 0.0, 0.0, 0.0]);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`fftn`].
pub fn fft2<T: Field, B: Backend>(x: &Array<T, B>, norm: FftNorm) -> Result<Array<T::Complex, B>> {
    fftn(x, LAST_TWO, norm)
}

/// The inverse of [`fft2`].
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::fft::{FftNorm, fft2, ifft2};
/// let x = xp.array(&[1.0, 2.0, 3.0, 4.0], [2, 2])?;
/// let back = ifft2(&fft2(&x, FftNorm::Backward)?, FftNorm::Backward)?;
/// assert_eq!(back.real()?.to_string(), "[[1. 2.]\n [3. 4.]]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`fftn`].
pub fn ifft2<T: Field, B: Backend>(x: &Array<T, B>, norm: FftNorm) -> Result<Array<T::Complex, B>> {
    ifftn(x, LAST_TWO, norm)
}

/// The transform of real input over the last two axes.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::fft::{FftNorm, rfft2};
/// let x = xp.ones::<f64>([4, 6])?;
/// assert_eq!(rfft2(&x, FftNorm::Backward)?.shape(), [4, 4]);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`fftn`].
pub fn rfft2<T: RealField, B: Backend>(x: &Array<T, B>, norm: FftNorm) -> Result<Array<T::Complex, B>> {
    rfftn(x, LAST_TWO, norm)
}

/// The inverse of [`rfft2`], with an even number of columns.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::fft::{FftNorm, irfft2, rfft2};
/// let x = xp.array(&[1.0, 2.0, 3.0, 4.0], [2, 2])?;
/// let back = irfft2(&rfft2(&x, FftNorm::Backward)?, FftNorm::Backward)?;
/// assert_eq!(back.to_string(), "[[1. 2.]\n [3. 4.]]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`irfftn`].
pub fn irfft2<T: ComplexElement, B: Backend>(x: &Array<T, B>, norm: FftNorm) -> Result<Array<T::Part, B>> {
    irfftn(x, LAST_TWO, norm)
}

fn shift<T: Element, B: Backend>(
    op: &'static str,
    x: &Array<T, B>,
    axes: &[isize],
    by: impl Fn(usize) -> usize,
) -> Result<Array<T, B>> {
    let mut raw = x.array.clone();
    for &axis in axes {
        let axis = normalize_axis(op, axis, x.ndim())?;
        raw = raw.rolled(axis, by(x.shape()[axis]))?;
    }
    Ok(Array::from_dyn(raw))
}

/// The zero-frequency term moved to the middle of each of the axes.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::fft::fftshift;
/// let x = xp.array(&[0, 1, 2, -2, -1], 5)?;
/// assert_eq!(fftshift(&x, &[0])?.to_string(), "[-2 -1  0  1  2]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Axis`] for an axis that is not there.
pub fn fftshift<T: Element, B: Backend>(x: &Array<T, B>, axes: &[isize]) -> Result<Array<T, B>> {
    shift("fftshift", x, axes, |n| n / 2)
}

/// The inverse of [`fftshift`].
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::fft::ifftshift;
/// let x = xp.array(&[-2, -1, 0, 1, 2], 5)?;
/// assert_eq!(ifftshift(&x, &[0])?.to_string(), "[ 0  1  2 -2 -1]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Axis`] for an axis that is not there.
pub fn ifftshift<T: Element, B: Backend>(x: &Array<T, B>, axes: &[isize]) -> Result<Array<T, B>> {
    shift("ifftshift", x, axes, |n| n - n / 2)
}

/// The frequencies of the terms of a transform of `n` samples at a distance of `d`:
/// `[0, 1, ..., (n-1)/2, -(n/2), ..., -1] / (n d)`.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::fft::fftfreq;
/// assert_eq!(fftfreq(&xp, 5, 0.1)?.to_string(), "[ 0.  2.  4. -4. -2.]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] if `n` is 0.
pub fn fftfreq<B: Backend>(xp: &B, n: usize, d: f64) -> Result<Array<f64, B>> {
    if n == 0 {
        return Err(Error::value("fftfreq", "there are no samples"));
    }
    checked_len(&[n])?;
    let half = n.div_ceil(2) as i64;
    let index = xp.arange(0, n as i64, 1)?;
    let negative =
        Array::<bool, B>::from_dyn(index.array.binary_scalar(crate::ir::BinaryOp::Ge, Scalar::new(half), false)?);
    let frequency = &index - negative.astype::<i64>()? * n as i64;
    Ok(frequency.astype::<f64>()? / (n as f64 * d))
}

/// The frequencies of the terms of [`rfft`]: `[0, 1, ..., n/2] / (n d)`.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::fft::rfftfreq;
/// assert_eq!(rfftfreq(&xp, 5, 0.1)?.to_string(), "[0. 2. 4.]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] if `n` is 0.
pub fn rfftfreq<B: Backend>(xp: &B, n: usize, d: f64) -> Result<Array<f64, B>> {
    if n == 0 {
        return Err(Error::value("rfftfreq", "there are no samples"));
    }
    checked_len(&[n])?;
    Ok(xp.arange(0, n as i64 / 2 + 1, 1)?.astype::<f64>()? / (n as f64 * d))
}
