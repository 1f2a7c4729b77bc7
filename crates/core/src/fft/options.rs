//! Options of transforms.

use crate::array::IntoAxis;
use crate::backend::FftDirection;
use crate::error::{Error, Result};
use crate::layout::{Dims, normalize_axis};
use std::slice;

/// Where the factor 1/n goes.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// let x = xp.ones::<f64>(4)?;
/// let sum = |norm| x.fft_with(Fft::new().norm(norm))?.real().slice(s![0])?.item();
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

    pub(super) fn scale(self, shape: &[usize], axes: &[usize], direction: FftDirection) -> f64 {
        let n: f64 = axes.iter().map(|&axis| shape[axis] as f64).product();
        match (self, direction) {
            (Self::Ortho, _) => 1.0 / n.sqrt(),
            (Self::Backward, FftDirection::Inverse) | (Self::Forward, FftDirection::Forward) => 1.0 / n,
            _ => 1.0,
        }
    }
}

/// Options of transforms along one axis.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// let x = xp.ones::<f64>([2, 3])?;
/// let y = x.fft_with(Fft::new().n(8).axis(0).norm(FftNorm::Ortho))?;
/// assert_eq!(y.shape(), [8, 3]);
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Fft {
    n: Option<usize>,
    axis: isize,
    norm: FftNorm,
}

impl Default for Fft {
    fn default() -> Self {
        Self { n: None, axis: -1, norm: FftNorm::Backward }
    }
}

impl Fft {
    /// Along the whole last axis; the inverse has the factor 1/n.
    pub fn new() -> Self {
        Self::default()
    }

    /// The length to cut or zero-pad to; of a real result, its length.
    pub fn n(self, n: usize) -> Self {
        Self { n: Some(n), ..self }
    }

    /// The axis.
    pub fn axis(self, axis: impl IntoAxis) -> Self {
        Self { axis: axis.into_axis(), ..self }
    }

    /// Where the factor 1/n goes.
    pub fn norm(self, norm: FftNorm) -> Self {
        Self { norm, ..self }
    }

    /// With the factor of the transform in the other direction.
    pub(super) fn opposite(self) -> Self {
        self.norm(self.norm.opposite())
    }

    /// As those of several axes.
    pub(super) fn several(&self) -> FftN<'_> {
        FftN { shape: self.n.as_ref().map(slice::from_ref), axes: Some(slice::from_ref(&self.axis)), norm: self.norm }
    }
}

/// Options of transforms over several axes.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// let x = xp.ones::<f64>([2, 3, 4])?;
/// let y = x.fftn_with(FftN::new().shape(&[8]).axes(&[1]))?;
/// assert_eq!(y.shape(), [2, 8, 4]);
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct FftN<'a> {
    shape: Option<&'a [usize]>,
    axes: Option<&'a [isize]>,
    pub(super) norm: FftNorm,
}

impl<'a> FftN<'a> {
    /// Over all axes (of `fft2` and its like the last two), as they are; the inverse has the factor 1/n.
    pub fn new() -> Self {
        Self::default()
    }

    /// The lengths to cut or zero-pad to, of each of the axes; without [`axes`](FftN::axes) of the last ones.
    #[doc(alias = "s")]
    pub fn shape(self, shape: &'a [usize]) -> Self {
        Self { shape: Some(shape), ..self }
    }

    /// The axes.
    pub fn axes(self, axes: &'a [isize]) -> Self {
        Self { axes: Some(axes), ..self }
    }

    /// Where the factor 1/n goes.
    pub fn norm(self, norm: FftNorm) -> Self {
        Self { norm, ..self }
    }

    /// With the norm of the transform in the other direction.
    pub(super) fn opposite(self) -> Self {
        Self { norm: self.norm.opposite(), ..self }
    }

    /// Over the last two axes unless others are named.
    pub(super) fn of_matrices(self) -> Self {
        Self { axes: self.axes.or(Some(&[-2, -1])), ..self }
    }

    /// The axes, and the length asked for on each.
    pub(super) fn resolve(&self, op: &'static str, shape: &[usize]) -> Result<(Dims, Vec<Option<usize>>)> {
        let ndim = shape.len();
        let axes: Dims = match (self.axes, self.shape) {
            (Some(axes), _) => axes.iter().map(|&axis| normalize_axis(op, axis, ndim)).collect::<Result<_>>()?,
            (None, Some(s)) if s.len() <= ndim => (ndim - s.len()..ndim).collect(),
            (None, Some(s)) => return Err(Error::shape(op, s, shape)),
            (None, None) => (0..ndim).collect(),
        };
        let lengths = match self.shape {
            Some(s) if s.len() != axes.len() => return Err(Error::shape(op, s, &axes)),
            Some(s) => s.iter().copied().map(Some).collect(),
            None => vec![None; axes.len()],
        };
        Ok((axes, lengths))
    }
}
