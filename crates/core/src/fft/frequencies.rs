//! The frequencies of terms.

use crate::array::{Array, Create};
use crate::backend::Backend;
use crate::dtype::Scalar;
use crate::error::{Error, Result};
use crate::ir::BinaryOp;
use crate::layout::checked_len;

/// Options of the frequencies of [`Frequencies`].
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// assert_eq!(xp.rfftfreq_with(4, FftFreq::new().d(0.25))?.to_string(), "[0. 1. 2.]");
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct FftFreq {
    d: f64,
}

impl Default for FftFreq {
    fn default() -> Self {
        Self { d: 1.0 }
    }
}

impl FftFreq {
    /// Of samples at a distance of 1.
    pub fn new() -> Self {
        Self::default()
    }

    /// The distance between samples.
    pub fn d(self, d: f64) -> Self {
        Self { d }
    }
}

/// The frequencies of the terms of transforms, as methods of every backend's handle.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// let x = (xp.arange((0.0, 8.0, 1.0))? * std::f64::consts::FRAC_PI_2).cos(); // a wave of 4 samples
/// let place = x.rfft()?.abs().argmax(0)?.item()?;
/// assert_eq!(xp.rfftfreq(8)?.slice(s![place as isize])?.item()?, 0.25);
/// # Ok::<(), xparray::Error>(())
/// ```
pub trait Frequencies: Backend {
    /// The frequencies of the terms of [`fft`](Array::fft) of `n` samples at a distance of 1:
    /// `[0, 1, ..., (n-1)/2, -(n/2), ..., -1] / n`.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// assert_eq!(xp.fftfreq(4)?.to_string(), "[ 0.    0.25 -0.5  -0.25]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] if `n` is 0.
    fn fftfreq(&self, n: usize) -> Result<Array<f64, Self>> {
        self.fftfreq_with(n, FftFreq::new())
    }

    /// [`fftfreq`](Frequencies::fftfreq) of samples at another distance.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// assert_eq!(xp.fftfreq_with(5, FftFreq::new().d(0.1))?.to_string(), "[ 0.  2.  4. -4. -2.]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`fftfreq`](Frequencies::fftfreq).
    fn fftfreq_with(&self, n: usize, options: FftFreq) -> Result<Array<f64, Self>> {
        check("fftfreq", n)?;
        let half = n.div_ceil(2) as i64;
        let index = self.arange((0, n as i64, 1))?;
        let negative =
            Array::<bool, Self>::from_dyn(index.array.binary_scalar(BinaryOp::Ge, Scalar::new(half), false)?);
        let frequency = &index - negative.astype::<i64>() * n as i64;
        Ok(frequency.astype::<f64>() / (n as f64 * options.d))
    }

    /// The frequencies of the terms of [`rfft`](Array::rfft) of `n` samples at a distance of 1: `[0, 1, ..., n/2] / n`.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// assert_eq!(xp.rfftfreq(4)?.to_string(), "[0.   0.25 0.5 ]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] if `n` is 0.
    fn rfftfreq(&self, n: usize) -> Result<Array<f64, Self>> {
        self.rfftfreq_with(n, FftFreq::new())
    }

    /// [`rfftfreq`](Frequencies::rfftfreq) of samples at another distance.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// assert_eq!(xp.rfftfreq_with(5, FftFreq::new().d(0.1))?.to_string(), "[0. 2. 4.]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`rfftfreq`](Frequencies::rfftfreq).
    fn rfftfreq_with(&self, n: usize, options: FftFreq) -> Result<Array<f64, Self>> {
        check("rfftfreq", n)?;
        Ok(self.arange((0, n as i64 / 2 + 1, 1))?.astype::<f64>() / (n as f64 * options.d))
    }
}

impl<B: Backend> Frequencies for B {}

fn check(op: &'static str, n: usize) -> Result<()> {
    if n == 0 {
        return Err(Error::value(op, "there are no samples"));
    }
    checked_len(&[n]).map(drop)
}
