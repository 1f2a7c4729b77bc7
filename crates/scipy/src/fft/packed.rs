//! Transforms of real numbers as `scipy.fftpack` has them: all terms in one real array.

use super::real::interleaved;
use crate::{SliceLast, field};
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, Result, TypeClass};

/// The transform of real numbers along the last axis, packed: `y[0]`, the real and the imaginary part of `y[1]`, and so on; the real part of
/// the middle term ends an even number.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::fft::packed;
/// assert_eq!(packed::rfft(&xp.array([1.0, 2.0, 4.0, 8.0])?)?.to_string(), "[15. -3.  6. -5.]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Axis`] without dimensions; [`Error::Value`] for no elements; [`Error::DType`] for complex numbers.
pub fn rfft<B: Backend>(x: &impl AnyArray<B>) -> Result<DynArray<B>> {
    const OP: &str = "rfft";
    let x = x.as_dyn();
    TypeClass::RealElement.check(OP, x.dtype())?;
    let &n = x.shape().last().ok_or(Error::Axis { op: OP, axis: -1, ndim: 0 })?;
    let y = field(x)?.rfft()?;
    // One term less, and it would begin with an imaginary part that is 0.
    let pairs = interleaved(&y.real()?, &y.imag()?, 2 * (n / 2 + 1))?;
    let rest = pairs.slice_last(s![2..n as isize + 1])?;
    x.xp().concatenate(&[&y.real()?.slice_last(s![..1])?, &rest], -1)
}

/// The inverse of [`rfft`].
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::fft::packed;
/// assert_eq!(packed::irfft(&xp.array([15.0, -3.0, 6.0, -5.0])?)?.to_string(), "[1. 2. 4. 8.]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`rfft`].
pub fn irfft<B: Backend>(y: &impl AnyArray<B>) -> Result<DynArray<B>> {
    const OP: &str = "irfft";
    let y = y.as_dyn();
    TypeClass::RealElement.check(OP, y.dtype())?;
    let &n = y.shape().last().ok_or(Error::Axis { op: OP, axis: -1, ndim: 0 })?;
    if n == 0 {
        return Err(Error::value(OP, "no elements to transform"));
    }
    let y = field(y)?;
    let zero = y.slice_last(s![..1])?.multiply(0)?;
    let first = y.slice_last(s![..1])?;
    let last = if n % 2 == 0 { &zero } else { &zero.slice_last(s![..0])? };
    let parts = y.xp().concatenate(&[&first, &zero, &y.slice_last(s![1..])?, last], -1)?;
    let i = y.xp().full_of(y.dtype().complex(), [], Complex::new(0.0, 1.0))?;
    let spectrum = parts.slice_last(s![..;2])?.add(&parts.slice_last(s![1..;2])?.multiply(&i)?)?;
    spectrum.irfft_with(Fft::new().n(n))
}
