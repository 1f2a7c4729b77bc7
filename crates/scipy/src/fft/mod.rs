//! Fourier-like transforms, as `scipy.fft`; the Fourier transforms themselves are methods of arrays.
//!
//! ```
//! # use xparray::prelude::*; let xp = Cpu::new();
//! use xparray::scipy::fft;
//! let x = xp.array([1.0, 2.0, 3.0])?;
//! assert_eq!(fft::idct(&fft::dct(&x)?)?.to_string(), "[1. 2. 3.]");
//! # Ok::<(), xparray::Error>(())
//! ```

mod chirp;
mod hankel;
mod lengths;
mod options;
pub mod packed;
mod real;
mod several;
mod spiral;
mod zoom;

pub use chirp::{Czt, czt, czt_points, czt_with};
pub use hankel::{Fht, fht, fht_with, fhtoffset, ifht, ifht_with};
pub use lengths::{next_fast_len, prev_fast_len};
pub use options::{Kind, Trig, TrigN};
pub use real::{dct, dct_with, dst, dst_with, idct, idct_with, idst, idst_with};
pub use several::{dctn, dctn_with, dstn, dstn_with, idctn, idctn_with, idstn, idstn_with};
pub use spiral::CztPlan;
pub use zoom::{ZoomFft, zoom_fft, zoom_fft_with};
