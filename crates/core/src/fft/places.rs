//! The places of terms: shifts, and frequencies.

use crate::array::{Array, Create, DynArray};
use crate::backend::Backend;
use crate::dtype::Scalar;
use crate::element::Element;
use crate::error::{Error, Result};
use crate::ir::BinaryOp;
use crate::layout::{Layout, checked_len, normalize_axis};

/// The zero-frequency term moved to the middle of each of the axes.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::fft::fftshift;
/// let x = xp.array([0, 1, 2, -2, -1])?;
/// assert_eq!(fftshift(&x, &[0])?.to_string(), "[-2 -1  0  1  2]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Axis`] for an axis that is not there.
pub fn fftshift<T: Element, B: Backend>(x: &Array<T, B>, axes: &[isize]) -> Result<Array<T, B>> {
    x.array.fftshift(axes).map(Array::from_dyn)
}

/// The inverse of [`fftshift`].
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::fft::ifftshift;
/// let x = xp.array([-2, -1, 0, 1, 2])?;
/// assert_eq!(ifftshift(&x, &[0])?.to_string(), "[ 0  1  2 -2 -1]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Axis`] for an axis that is not there.
pub fn ifftshift<T: Element, B: Backend>(x: &Array<T, B>, axes: &[isize]) -> Result<Array<T, B>> {
    x.array.ifftshift(axes).map(Array::from_dyn)
}

impl<B: Backend> DynArray<B> {
    /// [`fftshift`].
    ///
    /// # Errors
    /// Those of [`fftshift`].
    pub fn fftshift(&self, axes: &[isize]) -> Result<Self> {
        self.shifted("fftshift", axes, |n| n / 2)
    }

    /// [`ifftshift`].
    ///
    /// # Errors
    /// Those of [`ifftshift`].
    pub fn ifftshift(&self, axes: &[isize]) -> Result<Self> {
        self.shifted("ifftshift", axes, |n| n - n / 2)
    }

    fn shifted(&self, op: &'static str, axes: &[isize], by: impl Fn(usize) -> usize) -> Result<Self> {
        axes.iter().try_fold(self.clone(), |x, &axis| {
            let axis = normalize_axis(op, axis, x.ndim())?;
            x.rolled(axis, by(x.shape()[axis]))
        })
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
    let index = xp.arange((0, n as i64, 1))?;
    let negative = Array::<bool, B>::from_dyn(index.array.binary_scalar(BinaryOp::Ge, Scalar::new(half), false)?);
    let frequency = &index - negative.astype::<i64>() * n as i64;
    Ok(frequency.astype::<f64>() / (n as f64 * d))
}

/// The frequencies of the terms of [`rfft`](super::rfft): `[0, 1, ..., n/2] / (n d)`.
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
    Ok(xp.arange((0, n as i64 / 2 + 1, 1))?.astype::<f64>() / (n as f64 * d))
}
