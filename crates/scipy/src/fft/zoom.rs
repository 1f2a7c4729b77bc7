//! Fourier transforms of a part of the frequencies.

use super::spiral::{CztPlan, Logarithm, Spiral, length};
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, IntoAxis, Result};

const OP: &str = "zoom_fft";

/// Options of [`zoom_fft_with`].
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::fft::{ZoomFft, zoom_fft_with};
/// let y = zoom_fft_with(&xp.ones::<f32>(8)?, (10.0, 20.0), ZoomFft::new().m(11).fs(100.0).endpoint(true))?;
/// assert_eq!(y.shape(), [11]);
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct ZoomFft {
    m: Option<usize>,
    fs: f64,
    endpoint: bool,
    axis: isize,
}

impl Default for ZoomFft {
    fn default() -> Self {
        Self { m: None, fs: 2.0, endpoint: false, axis: -1 }
    }
}

impl ZoomFft {
    /// As many frequencies as there are elements along the last axis, in units of Nyquist's frequency, without the last one.
    pub fn new() -> Self {
        Self::default()
    }

    /// The number of frequencies.
    pub fn m(self, m: usize) -> Self {
        Self { m: Some(m), ..self }
    }

    /// The sampling frequency, in the unit of the range.
    pub fn fs(self, fs: f64) -> Self {
        Self { fs, ..self }
    }

    /// Whether the range's end is one of the frequencies.
    pub fn endpoint(self, endpoint: bool) -> Self {
        Self { endpoint, ..self }
    }

    /// The axis.
    pub fn axis(self, axis: impl IntoAxis) -> Self {
        Self { axis: axis.into_axis(), ..self }
    }

    /// The transform of signals of `n` elements between two frequencies, in the precision of a type, with its factors; the axis is said with
    /// the signals.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::fft::ZoomFft;
    /// let plan = ZoomFft::new().m(3).plan(&xp, 8, (0.25, 0.5), DType::F32)?;
    /// assert_eq!(plan.transform(&xp.ones::<f32>([2, 8])?, 1)?.shape(), [2, 3]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`zoom_fft_with`] but for the axis.
    pub fn plan<B: Backend>(self, xp: &B, n: usize, (first, last): (f64, f64), dtype: DType) -> Result<CztPlan<B>> {
        let m = self.m.unwrap_or(n);
        let steps = if self.endpoint { m.saturating_sub(1) } else { m };
        let (width, start) = ((last - first) / self.fs, first / self.fs);
        if m == 0 || steps == 0 || !width.is_finite() || !start.is_finite() {
            return Err(Error::value(OP, format!("{m} frequencies from {first} to {last} of {}", self.fs)));
        }
        let spiral = Spiral {
            w: Logarithm { size: 0.0, angle: -2.0 * width, parts: steps as f64 },
            a: Logarithm { size: 0.0, angle: 2.0 * start, parts: 1.0 },
        };
        CztPlan::new(OP, xp, [n, m], spiral, dtype)
    }
}

/// The Fourier transform along the last axis at as many frequencies between two, by [`czt`](super::czt); 2 is the sampling frequency.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::fft::zoom_fft;
/// let x = xp.array([1.0, 2.0, 4.0])?;
/// assert!(zoom_fft(&x, (0.0, 2.0))?.allclose(&x.fft()?)?);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Axis`] if the axis is not there; [`Error::Value`] for no elements, for no frequencies, and for some that are not finite.
pub fn zoom_fft<B: Backend>(x: &impl AnyArray<B>, range: (f64, f64)) -> Result<DynArray<B>> {
    zoom_fft_with(x, range, ZoomFft::new())
}

/// [`zoom_fft`] with options.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::fft::{ZoomFft, zoom_fft_with};
/// let x = xp.array([1.0, -1.0, 1.0, -1.0])?;
/// let y = zoom_fft_with(&x, (0.0, 1.0), ZoomFft::new().m(3).endpoint(true))?; // up to Nyquist's frequency
/// assert!(y.abs()?.allclose(&xp.array([0.0, 0.0, 4.0])?)?);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`zoom_fft`]; [`Error::Value`] for one frequency with an end point.
pub fn zoom_fft_with<B: Backend>(x: &impl AnyArray<B>, range: (f64, f64), options: ZoomFft) -> Result<DynArray<B>> {
    let x = x.as_dyn();
    let (n, axis) = length(OP, x, options.axis)?;
    options.plan(x.xp(), n, range, x.dtype())?.transform(x, axis)
}
