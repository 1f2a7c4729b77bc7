//! Discrete Fourier transforms, as `numpy.fft`: methods of arrays.
//!
//! The forward transform is `X[k] = sum(x[j] exp(-2 pi i j k / n))`, the inverse has the other sign
//! and, by default, the factor 1/n. Real input becomes complex; the precision stays.
//!
//! ```
//! # use xparray::prelude::*; let xp = Cpu::new();
//! let x = xp.array([1.0, 2.0, 3.0, 4.0])?;
//! let spectrum = x.rfft()?;
//! assert_eq!(spectrum.shape(), [3]);
//! assert_eq!(spectrum.irfft()?.to_string(), "[1. 2. 3. 4.]");
//! assert_eq!(x.fft_with(Fft::new().n(8))?.shape(), [8]);
//! # Ok::<(), xparray::Error>(())
//! ```

mod frequencies;
mod methods;
mod options;
mod shift;
mod transform;

pub use frequencies::{FftFreq, Frequencies};
pub use options::{Fft, FftN, FftNorm};
