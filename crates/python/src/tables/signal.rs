//! Windows, convolutions and filters of signals.

use super::functions;
use super::words::{BothWays, Continued, Ends, Levels, Many, Method, Overlap, Pad, Spectra, Trending};
use crate::DynArray;
use crate::convert::Input;
use crate::device::DeviceArg;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use xparray::scipy::signal::windows::{Symmetry, Window, get_window};
use xparray::scipy::signal::{
    self, Convolve, Envelope, Extension, FftConvolve, FiltFilt, LFilter, PolyPad, ResamplePoly, Residual, Savgol,
    SavgolMode, UpFirDn,
};

/// A window by its name and its parameters, as SciPy names them.
pub struct Named(pub Window);

impl<'py> FromPyObject<'_, 'py> for Named {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let (name, p): (String, Vec<f64>) = object.extract()?;
        let window = match (name.as_str(), p.as_slice()) {
            ("barthann", []) => Window::Barthann,
            ("bartlett", []) => Window::Bartlett,
            ("blackman", []) => Window::Blackman,
            ("blackmanharris", []) => Window::Blackmanharris,
            ("bohman", []) => Window::Bohman,
            ("boxcar", []) => Window::Boxcar,
            ("chebwin", &[at]) => Window::Chebwin { at },
            ("cosine", []) => Window::Cosine,
            ("dpss", &[nw]) => Window::Dpss { nw },
            ("exponential", &[tau]) => Window::Exponential { center: None, tau },
            ("exponential", &[center, tau]) => Window::Exponential { center: Some(center), tau },
            ("flattop", []) => Window::Flattop,
            ("gaussian", &[std]) => Window::Gaussian { std },
            ("general_cosine", a) => Window::GeneralCosine { a: a.to_vec() },
            ("general_gaussian", &[p, sig]) => Window::GeneralGaussian { p, sig },
            ("general_hamming", &[alpha]) => Window::GeneralHamming { alpha },
            ("hamming", []) => Window::Hamming,
            ("hann", []) => Window::Hann,
            ("kaiser", &[beta]) => Window::Kaiser { beta },
            ("kaiser_bessel_derived", &[beta]) => Window::KaiserBesselDerived { beta },
            ("lanczos", []) => Window::Lanczos,
            ("nuttall", []) => Window::Nuttall,
            ("parzen", []) => Window::Parzen,
            ("taylor", []) => Window::taylor(),
            ("taylor", &[nbar, sll, norm]) => Window::Taylor { nbar: nbar as usize, sll, norm: norm != 0.0 },
            ("triang", []) => Window::Triang,
            ("tukey", &[alpha]) => Window::Tukey { alpha },
            ("weights", weights) => Window::Weights(weights.to_vec()),
            _ => return Err(PyValueError::new_err(format!("there is no window {name} of {} parameters", p.len()))),
        };
        Ok(Self(window))
    }
}

fn convolve(mode: Overlap, method: Method) -> Convolve {
    Convolve::new().mode(mode.0).method(method.0)
}

fn by_fourier(mode: Overlap, axes: Many<isize>) -> FftConvolve {
    let options = FftConvolve::new().mode(mode.0);
    axes.0.into_iter().fold(options, |options, axes| options.axes(axes.as_slice()))
}

fn both_ways(axis: isize, padtype: Pad, padlen: Option<usize>) -> FiltFilt {
    let options = FiltFilt::new().axis(axis).padtype(padtype.0);
    padlen.map_or(options, |padlen| options.padlen(padlen))
}

fn state(axis: isize, zi: &Option<Input>) -> LFilter<xparray::Device> {
    zi.iter().fold(LFilter::new().axis(axis), |options, zi| options.zi(&zi.0))
}

fn smoothing(deriv: usize, delta: f64, axis: isize, mode: Ends, cval: f64) -> Savgol {
    let mode = match mode.0 {
        SavgolMode::Constant(_) => SavgolMode::Constant(cval),
        mode => mode,
    };
    Savgol::new().deriv(deriv).delta(delta).axis(axis).mode(mode)
}

/// What a signal goes on with, where it is a constant this one.
fn continued(mode: Extension, cval: f64) -> Extension {
    if let Extension::Constant(_) = mode { Extension::Constant(cval) } else { mode }
}

fn low_pass(axis: isize, window: &Option<Input>, padtype: Levels, cval: f64) -> ResamplePoly<xparray::Device> {
    let padtype = match padtype.0 {
        PolyPad::Extension(extension) => PolyPad::Extension(continued(extension, cval)),
        level => level,
    };
    let options = ResamplePoly::new().axis(axis).padtype(padtype);
    window.iter().fold(options, |options, window| options.window(&window.0))
}

/// The signal, and the state behind it if there was one before it.
fn filtered(zi: &Option<Input>, found: (DynArray, DynArray)) -> (DynArray, Option<DynArray>) {
    (found.0, zi.as_ref().map(|_| found.1))
}

functions! {
    convolve(a: Input, v: Input, mode: Overlap, method: Method) = signal::convolve_with(&a.0, &v.0, convolve(mode, method));
    correlate(a: Input, v: Input, mode: Overlap, method: Method) = signal::correlate_with(&a.0, &v.0, convolve(mode, method));
    detrend(x: Input, axis: isize, kind: Trending, bp: Many<usize>) =
        signal::detrend(&x.0, axis, kind.0, &bp.0.unwrap_or_default());
    envelope(
        x: Input, band: (Option<isize>, Option<isize>), n_out: Option<usize>, squared: bool, all: bool, axis: isize
    ) = {
        let residual = if all { Residual::All } else { Residual::Lowpass };
        let options = Envelope::new().band(band.0, band.1).squared(squared).residual(residual).axis(axis);
        signal::envelope(&x.0, n_out.into_iter().fold(options, Envelope::n_out))
    };
    fftconvolve(a: Input, v: Input, mode: Overlap, axes: Many<isize>) = signal::fftconvolve_with(&a.0, &v.0, by_fourier(mode, axes));
    filtfilt(
        b: Input, a: Input, x: Input, axis: isize, padtype: Pad, padlen: Option<usize>, method: BothWays, irlen: Option<usize>
    ) = {
        let options = both_ways(axis, padtype, padlen).method(method.0);
        signal::filtfilt_with(&b.0, &a.0, &x.0, irlen.into_iter().fold(options, FiltFilt::irlen))
    };
    get_window(window: Named, n: usize, periodic: bool, device: DeviceArg) =
        get_window(&device.0, &window.0, n, if periodic { Symmetry::Periodic } else { Symmetry::Symmetric });
    hilbert(x: Input, axis: isize) = signal::hilbert(&x.0, axis);
    lfilter(b: Input, a: Input, x: Input, axis: isize, zi: Option<Input>) =
        signal::lfilter_with(&b.0, &a.0, &x.0, state(axis, &zi)).map(|found| filtered(&zi, found));
    lfilter_zi(b: Input, a: Input) = signal::lfilter_zi(&b.0, &a.0);
    medfilt(x: Input, size: Vec<usize>) = signal::medfilt(&x.0, size);
    oaconvolve(a: Input, v: Input, mode: Overlap, axes: Many<isize>) = signal::oaconvolve_with(&a.0, &v.0, by_fourier(mode, axes));
    resample(x: Input, num: usize, axis: isize, window: Option<Named>, weights: Option<Vec<f64>>, domain: Spectra) = {
        let options = signal::Resample::new().axis(axis).domain(domain.0);
        let options = window.into_iter().fold(options, |options, window| options.window(window.0));
        signal::resample_with(&x.0, num, weights.into_iter().fold(options, signal::Resample::window))
    };
    resample_poly(x: Input, up: usize, down: usize, axis: isize, window: Option<Input>, padtype: Levels, cval: f64) =
        signal::resample_poly_with(&x.0, up, down, low_pass(axis, &window, padtype, cval));
    savgol_coeffs(length: usize, degree: usize, deriv: usize, delta: f64, pos: Option<usize>, device: DeviceArg) = {
        let options = Savgol::new().deriv(deriv).delta(delta);
        signal::savgol_coeffs_with(&device.0, length, degree, pos.into_iter().fold(options, Savgol::pos))
    };
    savgol_filter(x: Input, length: usize, degree: usize, deriv: usize, delta: f64, axis: isize, mode: Ends, cval: f64) =
        signal::savgol_filter_with(&x.0, length, degree, smoothing(deriv, delta, axis, mode, cval));
    sosfilt(sos: Input, x: Input, axis: isize, zi: Option<Input>) =
        signal::sosfilt_with(&sos.0, &x.0, state(axis, &zi)).map(|found| filtered(&zi, found));
    sosfilt_zi(sos: Input) = signal::sosfilt_zi(&sos.0);
    sosfiltfilt(sos: Input, x: Input, axis: isize, padtype: Pad, padlen: Option<usize>) =
        signal::sosfiltfilt_with(&sos.0, &x.0, both_ways(axis, padtype, padlen));
    upfirdn(h: Input, x: Input, up: usize, down: usize, axis: isize, mode: Continued, cval: f64) =
        signal::upfirdn_with(&h.0, &x.0, up, down, UpFirDn::new().axis(axis).mode(continued(mode.0, cval)));
}
