//! Transforms along one axis.

use super::{FftAxes, FftNorm};
use crate::array::{Array, DynArray};
use crate::backend::{Backend, FftDirection};
use crate::class::TypeClass;
use crate::element::{ComplexElement, Field, RealField};
use crate::error::Result;
use crate::ir::UnaryOp;

/// The transform along one axis, cut or zero-padded to `n` elements.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::fft::{FftNorm, fft};
/// let x = xp.array([1.0, 0.0, 2.0, 0.0])?;
/// let y = fft(&x, None, -1, FftNorm::Backward)?;
/// assert_eq!(y.to_vec()?, [3.0, -1.0, 3.0, -1.0].map(|re| Complex::new(re, 0.0)));
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Axis`](crate::Error::Axis) for an axis that is not there, [`Error::Value`](crate::Error::Value) for one without elements. So for all transforms.
pub fn fft<T: Field, B: Backend>(
    x: &Array<T, B>,
    n: Option<usize>,
    axis: isize,
    norm: FftNorm,
) -> Result<Array<T::Complex, B>> {
    x.array.fft(n, axis, norm).map(Array::from_dyn)
}

/// The inverse of [`fft`].
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::fft::{FftNorm, fft, ifft};
/// let x = xp.array([1.0, 0.0, 2.0, 0.0])?;
/// let back = ifft(&fft(&x, None, -1, FftNorm::Backward)?, None, -1, FftNorm::Backward)?;
/// assert!(back.allclose_with(&x, Tolerance::new().rtol(0.0).atol(1e-12))?);
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
    x.array.ifft(n, axis, norm).map(Array::from_dyn)
}

/// The transform of real input along one axis: the first `n / 2 + 1` terms, which determine the rest.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::fft::{FftNorm, rfft};
/// let x = xp.array([0.0, 1.0, 0.0, 0.0])?;
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
    x.array.rfft(n, axis, norm).map(Array::from_dyn)
}

/// The inverse of [`rfft`]: `n` real values (by default an even number, twice one less than there are terms).
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::fft::{FftNorm, irfft};
/// let z = xp.from_slice(&[Complex::new(1.0, 0.0), Complex::new(0.0, -1.0), Complex::new(-1.0, 0.0)], 3)?;
/// assert_eq!(irfft(&z, None, -1, FftNorm::Backward)?.to_vec()?, [0.0, 1.0, 0.0, 0.0]);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`fft`]; [`Error::Value`](crate::Error::Value) if the result would have no elements.
pub fn irfft<T: ComplexElement, B: Backend>(
    x: &Array<T, B>,
    n: Option<usize>,
    axis: isize,
    norm: FftNorm,
) -> Result<Array<T::Part, B>> {
    x.array.irfft(n, axis, norm).map(Array::from_dyn)
}

/// The transform of a signal whose spectrum is real: that of Hermitian-symmetric input, given by its first half. It has
/// `n` values, by default twice one less than the input.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::fft::{FftNorm, hfft};
/// let z = xp.array([1.0, 2.0, 3.0])?.astype::<Complex<f64>>();
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
    x.array.hfft(n, axis, norm).map(Array::from_dyn)
}

/// The inverse of [`hfft`].
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::fft::{FftNorm, ihfft};
/// let x = xp.array([8.0, -2.0, 0.0, -2.0])?;
/// assert_eq!(ihfft(&x, None, -1, FftNorm::Backward)?.real().to_string(), "[1. 2. 3.]");
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
    x.array.ihfft(n, axis, norm).map(Array::from_dyn)
}

impl<B: Backend> DynArray<B> {
    /// [`fft`].
    ///
    /// # Errors
    /// Those of [`fft`]; [`Error::DType`](crate::Error::DType) if the element type does not allow it.
    pub fn fft(&self, n: Option<usize>, axis: isize, norm: FftNorm) -> Result<Self> {
        self.c2c("fft", FftAxes::one(&axis, &n), norm, FftDirection::Forward)
    }

    /// [`ifft`].
    ///
    /// # Errors
    /// Those of [`ifft`]; [`Error::DType`](crate::Error::DType) if the element type does not allow it.
    pub fn ifft(&self, n: Option<usize>, axis: isize, norm: FftNorm) -> Result<Self> {
        self.c2c("ifft", FftAxes::one(&axis, &n), norm, FftDirection::Inverse)
    }

    /// [`rfft`].
    ///
    /// # Errors
    /// Those of [`rfft`]; [`Error::DType`](crate::Error::DType) if the element type does not allow it.
    pub fn rfft(&self, n: Option<usize>, axis: isize, norm: FftNorm) -> Result<Self> {
        self.r2c("rfft", FftAxes::one(&axis, &n), norm)
    }

    /// [`irfft`].
    ///
    /// # Errors
    /// Those of [`irfft`]; [`Error::DType`](crate::Error::DType) if the element type does not allow it.
    pub fn irfft(&self, n: Option<usize>, axis: isize, norm: FftNorm) -> Result<Self> {
        self.c2r("irfft", FftAxes::one(&axis, &n), norm)
    }

    /// [`hfft`].
    ///
    /// # Errors
    /// Those of [`hfft`]; [`Error::DType`](crate::Error::DType) if the element type does not allow it.
    pub fn hfft(&self, n: Option<usize>, axis: isize, norm: FftNorm) -> Result<Self> {
        TypeClass::ComplexElement.check("hfft", self.dtype())?;
        self.unary(UnaryOp::Conj)?.irfft(n, axis, norm.opposite())
    }

    /// [`ihfft`].
    ///
    /// # Errors
    /// Those of [`ihfft`]; [`Error::DType`](crate::Error::DType) if the element type does not allow it.
    pub fn ihfft(&self, n: Option<usize>, axis: isize, norm: FftNorm) -> Result<Self> {
        TypeClass::RealField.check("ihfft", self.dtype())?;
        self.rfft(n, axis, norm.opposite())?.unary(UnaryOp::Conj)
    }
}
