//! Wavelets and peaks by them, sequences of longest period, and the z-transform along spirals.

use super::functions;
use super::words::Overlap;
use crate::DynArray;
use crate::convert::{Input, Source, asarray};
use crate::device::DeviceArg;
use crate::error::raised;
use num_complex::Complex;
use pyo3::prelude::*;
use xparray::scipy::fft::{self, Czt, ZoomFft};
use xparray::scipy::signal::{self, ConvolveMethod, FindPeaksCwt, MaxLenSeq};
use xparray::{Device, Result};

type C = Complex<f64>;

fn spiral(m: Option<usize>, w: Option<C>, a: C, axis: isize) -> Czt {
    let options = m.into_iter().fold(Czt::new().a(a).axis(axis), Czt::m);
    w.into_iter().fold(options, Czt::w)
}

/// The wavelet of a length and a width: Ricker's, or what a function of Python makes of them.
fn wavelet(function: &Option<Py<PyAny>>, xp: &Device, n: usize, a: f64) -> Result<DynArray> {
    let Some(function) = function else { return signal::ricker(xp, n, a) };
    Python::attach(|py| {
        let found = function.bind(py).call1((n, a))?;
        asarray(&found, &Source { dtype: None, device: Some(xp.clone()) })
    })
    .map_err(raised)
}

/// How far, for how many rows and how long, and the window's size.
type Ridges = (Option<Vec<f64>>, Option<f64>, Option<f64>, Option<usize>);

functions! {
    choose_conv_method(a: Input, b: Input, mode: Overlap) = signal::choose_conv_method(&a.0, &b.0, mode.0).map(|method| match method {
        ConvolveMethod::Fft => "fft",
        _ => "direct",
    });
    czt(x: Input, m: Option<usize>, w: Option<C>, a: C, axis: isize) = fft::czt_with(&x.0, spiral(m, w, a, axis));
    czt_points(m: usize, w: Option<C>, a: C, device: DeviceArg) = fft::czt_points(&device.0, m, w, a);
    find_peaks_cwt(x: Input, widths: Vec<f64>, function: Option<Py<PyAny>>, ridges: Ridges, noise: (f64, f64)) = {
        let (distances, gap, length, window) = ridges;
        let options = FindPeaksCwt::new().max_distances(distances).gap_thresh(gap).min_length(length);
        let options = options.window_size(window).min_snr(noise.0).noise_perc(noise.1);
        signal::find_peaks_cwt(&x.0, |xp, n, a| wavelet(&function, xp, n, a), &widths, options)
    };
    max_len_seq(nbits: usize, state: Option<Vec<bool>>, length: Option<usize>, taps: Option<Vec<usize>>, device: DeviceArg) = {
        let options = length.into_iter().fold(MaxLenSeq::new(), MaxLenSeq::length);
        let options = state.iter().fold(options, |options, state| options.state(state));
        let options = taps.iter().fold(options, |options, taps| options.taps(taps));
        signal::max_len_seq(&device.0, nbits, options)
    };
    qmf(hk: Input) = signal::qmf(&hk.0);
    zoom_fft(x: Input, range: (f64, f64), m: Option<usize>, fs: f64, endpoint: bool, axis: isize) = {
        let options = m.into_iter().fold(ZoomFft::new().fs(fs).endpoint(endpoint).axis(axis), ZoomFft::m);
        fft::zoom_fft_with(&x.0, range, options)
    };
}
