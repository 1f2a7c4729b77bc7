//! Transforms over several axes.

use super::{FftAxes, FftNorm};
use crate::array::{Array, DynArray};
use crate::backend::{Backend, FftDirection};
use crate::element::{ComplexElement, Field, RealField};
use crate::error::Result;

const LAST_TWO: FftAxes<'static> = FftAxes { s: None, axes: Some(&[-2, -1]) };

/// The transform over several axes.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::fft::{FftAxes, FftNorm, fftn};
/// let x = xp.ones::<f64>([2, 2])?;
/// let y = fftn(&x, FftAxes::default(), FftNorm::Backward)?;
/// assert_eq!(y.real().to_vec()?, [4.0, 0.0, 0.0, 0.0]);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`fft`](super::fft()); [`Error::Shape`](crate::Error::Shape) unless there is a length for each axis.
pub fn fftn<T: Field, B: Backend>(x: &Array<T, B>, how: FftAxes<'_>, norm: FftNorm) -> Result<Array<T::Complex, B>> {
    x.array.fftn(how, norm).map(Array::from_dyn)
}

/// The inverse of [`fftn`].
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::fft::{FftAxes, FftNorm, ifftn};
/// let x = xp.ones::<f64>([2, 2])?;
/// let y = ifftn(&x, FftAxes::default(), FftNorm::Backward)?;
/// assert_eq!(y.real().to_vec()?, [1.0, 0.0, 0.0, 0.0]);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`fftn`].
pub fn ifftn<T: Field, B: Backend>(x: &Array<T, B>, how: FftAxes<'_>, norm: FftNorm) -> Result<Array<T::Complex, B>> {
    x.array.ifftn(how, norm).map(Array::from_dyn)
}

/// The transform of real input over several axes; the last of them is halved as in [`rfft`](super::rfft).
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
    x.array.rfftn(how, norm).map(Array::from_dyn)
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
/// Those of [`fftn`]; [`Error::Value`](crate::Error::Value) if the result would have no elements.
pub fn irfftn<T: ComplexElement, B: Backend>(
    x: &Array<T, B>,
    how: FftAxes<'_>,
    norm: FftNorm,
) -> Result<Array<T::Part, B>> {
    x.array.irfftn(how, norm).map(Array::from_dyn)
}

/// The transform over the last two axes.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::fft::{FftNorm, fft2};
/// let x = xp.ones::<f64>([2, 2])?;
/// assert_eq!(fft2(&x, FftNorm::Ortho)?.real().to_vec()?, [2.0, 0.0, 0.0, 0.0]);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`fftn`].
pub fn fft2<T: Field, B: Backend>(x: &Array<T, B>, norm: FftNorm) -> Result<Array<T::Complex, B>> {
    x.array.fft2(norm).map(Array::from_dyn)
}

/// The inverse of [`fft2`].
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::fft::{FftNorm, fft2, ifft2};
/// let x = xp.array([[1.0, 2.0], [3.0, 4.0]])?;
/// let back = ifft2(&fft2(&x, FftNorm::Backward)?, FftNorm::Backward)?;
/// assert_eq!(back.real().to_string(), "[[1. 2.]\n [3. 4.]]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`fftn`].
pub fn ifft2<T: Field, B: Backend>(x: &Array<T, B>, norm: FftNorm) -> Result<Array<T::Complex, B>> {
    x.array.ifft2(norm).map(Array::from_dyn)
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
    x.array.rfft2(norm).map(Array::from_dyn)
}

/// The inverse of [`rfft2`], with an even number of columns.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::fft::{FftNorm, irfft2, rfft2};
/// let x = xp.array([[1.0, 2.0], [3.0, 4.0]])?;
/// let back = irfft2(&rfft2(&x, FftNorm::Backward)?, FftNorm::Backward)?;
/// assert_eq!(back.to_string(), "[[1. 2.]\n [3. 4.]]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`irfftn`].
pub fn irfft2<T: ComplexElement, B: Backend>(x: &Array<T, B>, norm: FftNorm) -> Result<Array<T::Part, B>> {
    x.array.irfft2(norm).map(Array::from_dyn)
}

impl<B: Backend> DynArray<B> {
    /// [`fftn`].
    ///
    /// # Errors
    /// Those of [`fftn`]; [`Error::DType`](crate::Error::DType) if the element type does not allow it.
    pub fn fftn(&self, how: FftAxes<'_>, norm: FftNorm) -> Result<Self> {
        self.c2c("fftn", how, norm, FftDirection::Forward)
    }

    /// [`ifftn`].
    ///
    /// # Errors
    /// Those of [`ifftn`]; [`Error::DType`](crate::Error::DType) if the element type does not allow it.
    pub fn ifftn(&self, how: FftAxes<'_>, norm: FftNorm) -> Result<Self> {
        self.c2c("ifftn", how, norm, FftDirection::Inverse)
    }

    /// [`rfftn`].
    ///
    /// # Errors
    /// Those of [`rfftn`]; [`Error::DType`](crate::Error::DType) if the element type does not allow it.
    pub fn rfftn(&self, how: FftAxes<'_>, norm: FftNorm) -> Result<Self> {
        self.r2c("rfftn", how, norm)
    }

    /// [`irfftn`].
    ///
    /// # Errors
    /// Those of [`irfftn`]; [`Error::DType`](crate::Error::DType) if the element type does not allow it.
    pub fn irfftn(&self, how: FftAxes<'_>, norm: FftNorm) -> Result<Self> {
        self.c2r("irfftn", how, norm)
    }

    /// [`fft2`].
    ///
    /// # Errors
    /// Those of [`fft2`]; [`Error::DType`](crate::Error::DType) if the element type does not allow it.
    pub fn fft2(&self, norm: FftNorm) -> Result<Self> {
        self.fftn(LAST_TWO, norm)
    }

    /// [`ifft2`].
    ///
    /// # Errors
    /// Those of [`ifft2`]; [`Error::DType`](crate::Error::DType) if the element type does not allow it.
    pub fn ifft2(&self, norm: FftNorm) -> Result<Self> {
        self.ifftn(LAST_TWO, norm)
    }

    /// [`rfft2`].
    ///
    /// # Errors
    /// Those of [`rfft2`]; [`Error::DType`](crate::Error::DType) if the element type does not allow it.
    pub fn rfft2(&self, norm: FftNorm) -> Result<Self> {
        self.rfftn(LAST_TWO, norm)
    }

    /// [`irfft2`].
    ///
    /// # Errors
    /// Those of [`irfft2`]; [`Error::DType`](crate::Error::DType) if the element type does not allow it.
    pub fn irfft2(&self, norm: FftNorm) -> Result<Self> {
        self.irfftn(LAST_TWO, norm)
    }
}
