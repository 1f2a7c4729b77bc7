//! Signals: what CuPy has in `cupyx.signal`, of radar and of communication.
//!
//! ```
//! # use xparray::prelude::*; let xp = Cpu::new();
//! use xparray::scipy::signal::{self, PulseCompression};
//! let echoes = xp.array([[0.0, 1.0, -1.0, 0.0], [0.0, 0.0, 1.0, -1.0]])?;
//! let template = xp.array([1.0, -1.0])?;
//! let ranges = signal::pulse_compression(&echoes, &template, PulseCompression::new())?;
//! assert_eq!(ranges.real()?.argmax(1)?.to_string(), "[1 2]"); // where each echo begins
//! # Ok::<(), xparray::Error>(())
//! ```

mod analytic;
mod bsplines;
mod cfar;
mod channelizer;
mod convolution;
mod convolve;
mod decimation;
mod design;
mod envelope;
mod extension;
mod fir;
mod frequency;
mod gausspulse;
mod impulses;
mod lines;
mod peaks;
mod pulses;
mod rank;
mod recursive;
mod resample;
mod resampling;
mod savgol;
mod spectral;
mod systems;
mod transform;
mod waveforms;
mod wavelets;
mod wiener;
pub mod windows;

pub use analytic::{Trend, detrend, hilbert, hilbert2};
pub use bsplines::{
    cspline1d, cspline1d_eval, cspline2d, gauss_spline, qspline1d, qspline1d_eval, qspline2d, spline_filter,
    symiirorder1, symiirorder2,
};
pub use cfar::{ca_cfar, cfar_alpha};
pub use channelizer::channelize_poly;
pub use convolution::convolve1d3o;
pub use convolve::{
    Boundary, Convolve, ConvolveMethod, FftConvolve, Planar, choose_conv_method, convolve, convolve_with, convolve2d,
    convolve2d_with, correlate, correlate_with, correlate2d, correlate2d_with, correlation_lags, fftconvolve,
    fftconvolve_with, oaconvolve, oaconvolve_with, sepfir2d,
};
pub use decimation::{Decimate, DecimateFilter, decimate, decimate_with, deconvolve};
pub use design::*;
pub use envelope::{Envelope, Residual, envelope};
pub use extension::Extension;
pub use fir::*;
pub use frequency::freq_shift;
pub use gausspulse::{Gausspulse, gausspulse, gausspulse_cutoff};
pub use impulses::{MaxLenSeq, Place, max_len_seq, unit_impulse};
pub use peaks::*;
pub use pulses::{PulseCompression, PulseDoppler, pulse_compression, pulse_doppler};
pub use rank::{medfilt, medfilt2d, order_filter};
pub use recursive::{
    FiltFilt, FiltFiltMethod, LFilter, PadType, filtfilt, filtfilt_with, lfilter, lfilter_with, lfilter_zi, lfiltic,
    sosfilt, sosfilt_with, sosfilt_zi, sosfiltfilt, sosfiltfilt_with,
};
pub use resample::{Domain, Resample, ResampleWindow, resample, resample_times, resample_with};
pub use resampling::{PolyPad, ResamplePoly, UpFirDn, resample_poly, resample_poly_with, upfirdn, upfirdn_with};
pub use savgol::{Savgol, SavgolMode, savgol_coeffs, savgol_coeffs_with, savgol_filter, savgol_filter_with};
pub use spectral::*;
pub use systems::*;
pub use waveforms::{ChirpMethod, chirp, sawtooth, square, sweep_poly};
pub use wavelets::{cwt, morlet, morlet2, qmf, ricker};
pub use wiener::wiener;
