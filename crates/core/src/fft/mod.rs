//! Discrete Fourier transforms, as `numpy.fft`.
//!
//! The forward transform is `X[k] = sum(x[j] exp(-2 pi i j k / n))`, the inverse has the other sign
//! and, by default, the factor 1/n. Real input becomes complex; the precision stays.
//!
//! ```
//! # use xparray::prelude::*; let xp = Cpu::new();
//! use xparray::fft::{FftNorm, irfft, rfft};
//! let x = xp.array([1.0, 2.0, 3.0, 4.0])?;
//! let spectrum = rfft(&x, None, -1, FftNorm::Backward)?;
//! assert_eq!(spectrum.shape(), [3]);
//! assert_eq!(irfft(&spectrum, Some(4), -1, FftNorm::Backward)?.to_string(), "[1. 2. 3. 4.]");
//! # Ok::<(), xparray::Error>(())
//! ```

mod one;
mod places;
mod several;
mod transform;

pub use one::{fft, hfft, ifft, ihfft, irfft, rfft};
pub use places::{fftfreq, fftshift, ifftshift, rfftfreq};
pub use several::{fft2, fftn, ifft2, ifftn, irfft2, irfftn, rfft2, rfftn};

use crate::backend::FftDirection;
use crate::error::{Error, Result};
use crate::layout::{Dims, normalize_axis};
use std::slice;

/// Where the factor 1/n goes.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::fft::{FftNorm, fft};
/// let x = xp.ones::<f64>(4)?;
/// let sum = |norm| fft(&x, None, -1, norm)?.real().slice(s![0])?.item();
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
    /// The norm of the transform in the other direction.
    fn opposite(self) -> Self {
        match self {
            Self::Backward => Self::Forward,
            Self::Ortho => Self::Ortho,
            Self::Forward => Self::Backward,
        }
    }

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

impl<'a> FftAxes<'a> {
    /// One axis, and its length.
    fn one(axis: &'a isize, n: &'a Option<usize>) -> Self {
        Self { s: n.as_ref().map(slice::from_ref), axes: Some(slice::from_ref(axis)) }
    }

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
