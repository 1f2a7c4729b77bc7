//! Spectra, peaks and waves.

use super::functions;
use super::signal::Named;
use super::words::{Averaged, Border, Chirp, Densities, Overlap, Shown, Thinned, Trending};
use crate::DynArray;
use crate::convert::Input;
use crate::device::DeviceArg;
use crate::operand::Operand;
use crate::tables::sparse::called_with;
use pyo3::prelude::*;
use xparray::Device;
use xparray::scipy::signal::{
    self, Boundary, Decimate, ExtremaMode, FindPeaks, Gausspulse, PeakProperty, Peaks, Planar, Prominences, Spectral,
    Widths,
};

/// Options of spectra: the sampling frequency, the window, the lengths of segments, of what they share and of transforms, what is taken
/// off, whether only one side is given, the scaling, the average, the axis, and whether there are zeros beyond the ends and behind.
struct Options(Spectral);

impl<'py> FromPyObject<'_, 'py> for Options {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        type Lengths = (Option<usize>, Option<usize>, Option<usize>);
        type Given = (f64, Option<Named>, Lengths, Option<Trending>, bool, Densities, Averaged, isize, (bool, bool));
        let (fs, window, (nperseg, noverlap, nfft), detrend, one_sided, scaling, average, axis, (boundary, padded)): Given =
            object.extract()?;
        let options = Spectral::new().fs(fs).detrend(detrend.map(|trend| trend.0)).one_sided(one_sided);
        let options = options.scaling(scaling.0).average(average.0).axis(axis).boundary(boundary).padded(padded);
        let options = window.into_iter().fold(options, |options, window| options.window(window.0));
        let options = nperseg.into_iter().fold(options, Spectral::nperseg);
        let options = noverlap.into_iter().fold(options, Spectral::noverlap);
        Ok(Self(nfft.into_iter().fold(options, Spectral::nfft)))
    }
}

/// The least and the greatest number, or vectors of them for each sample.
type Bounds = Option<((Option<f64>, Option<f64>), Option<(Option<Input>, Option<Input>)>)>;

/// Which peaks count: heights, thresholds, the distance, prominences, widths, the window, the relative height, plateaus.
type Conditions = (Bounds, Bounds, Option<f64>, Bounds, Bounds, Option<usize>, f64, Bounds);

fn conditions(given: Conditions) -> FindPeaks<Device> {
    let (height, threshold, distance, prominence, width, wlen, rel_height, plateau_size) = given;
    let found = FindPeaks::new().rel_height(rel_height);
    let found = distance.into_iter().fold(found, FindPeaks::distance);
    let found = wlen.into_iter().fold(found, FindPeaks::wlen);
    let bounds = [
        (PeakProperty::Height, height),
        (PeakProperty::Threshold, threshold),
        (PeakProperty::Prominence, prominence),
        (PeakProperty::Width, width),
        (PeakProperty::PlateauSize, plateau_size),
    ];
    bounds.into_iter().fold(found, |found, (property, bounds)| match bounds {
        Some((_, Some((least, largest)))) => {
            found.each(property, least.as_ref().map(|x| &x.0), largest.as_ref().map(|x| &x.0))
        }
        Some(((least, largest), None)) => {
            let range = least.unwrap_or(f64::NEG_INFINITY)..=largest.unwrap_or(f64::INFINITY);
            match property {
                PeakProperty::Height => found.height(range),
                PeakProperty::Threshold => found.threshold(range),
                PeakProperty::Prominence => found.prominence(range),
                PeakProperty::Width => found.width(range),
                PeakProperty::PlateauSize => found.plateau_size(range),
            }
        }
        None => found,
    })
}

type Three = (DynArray, DynArray, DynArray);

fn prominences(found: Prominences<Device>) -> Three {
    (found.prominences.into_dyn(), found.left_bases.into_dyn(), found.right_bases.into_dyn())
}

fn widths(found: Widths<Device>) -> (DynArray, DynArray, DynArray, DynArray) {
    (found.widths.into_dyn(), found.width_heights.into_dyn(), found.left_ips.into_dyn(), found.right_ips.into_dyn())
}

/// Peaks, and by their names what is known of them.
fn named(found: Peaks<Device>) -> (DynArray, Vec<(&'static str, DynArray)>) {
    let mut properties = Vec::new();
    let mut add = |name, property: Option<DynArray>| properties.extend(property.map(|property| (name, property)));
    add("plateau_sizes", found.plateau_sizes.map(xparray::Array::into_dyn));
    add("left_edges", found.left_edges.map(xparray::Array::into_dyn));
    add("right_edges", found.right_edges.map(xparray::Array::into_dyn));
    add("peak_heights", found.peak_heights.map(xparray::Array::into_dyn));
    add("left_thresholds", found.left_thresholds.map(xparray::Array::into_dyn));
    add("right_thresholds", found.right_thresholds.map(xparray::Array::into_dyn));
    if let Some((prominence, left, right)) = found.prominences.map(prominences) {
        add("prominences", Some(prominence));
        add("left_bases", Some(left));
        add("right_bases", Some(right));
    }
    if let Some((width, height, left, right)) = found.widths.map(widths) {
        add("widths", Some(width));
        add("width_heights", Some(height));
        add("left_ips", Some(left));
        add("right_ips", Some(right));
    }
    (found.peaks.into_dyn(), properties)
}

fn wrapped(wrap: bool) -> ExtremaMode {
    if wrap { ExtremaMode::Wrap } else { ExtremaMode::Clip }
}

fn planar(mode: Overlap, boundary: Border, fill: &Operand) -> Planar {
    let boundary = match (boundary.0, fill) {
        (Boundary::Fill(_), Operand::Number(number)) => Boundary::Fill(*number),
        (boundary, _) => boundary,
    };
    Planar::new().mode(mode.0).boundary(boundary)
}

functions! {
    argrelextrema(x: Input, comparator: Py<PyAny>, axis: isize, order: usize, wrap: bool) = signal::argrelextrema(
        &x.0,
        |here, there| called_with(&comparator, &[here.clone(), there.clone()]),
        axis,
        order,
        wrapped(wrap),
    );
    argrelmax(x: Input, axis: isize, order: usize, wrap: bool) = signal::argrelmax(&x.0, axis, order, wrapped(wrap));
    argrelmin(x: Input, axis: isize, order: usize, wrap: bool) = signal::argrelmin(&x.0, axis, order, wrapped(wrap));
    check_cola(window: Named, nperseg: usize, noverlap: usize, tol: f64) =
        signal::check_cola(&window.0, nperseg, noverlap, tol);
    check_nola(window: Named, nperseg: usize, noverlap: usize, tol: f64) =
        signal::check_nola(&window.0, nperseg, noverlap, tol);
    chirp(t: Input, f0: f64, t1: f64, f1: f64, method: Chirp, phi: f64) =
        signal::chirp(&t.0, f0, t1, f1, method.0, phi);
    coherence(x: Input, y: Input, options: Options) = signal::coherence(&x.0, &y.0, &options.0);
    convolve2d(a: Input, b: Input, mode: Overlap, boundary: Border, fill: Operand) =
        signal::convolve2d_with(&a.0, &b.0, planar(mode, boundary, &fill));
    correlate2d(a: Input, b: Input, mode: Overlap, boundary: Border, fill: Operand) =
        signal::correlate2d_with(&a.0, &b.0, planar(mode, boundary, &fill));
    correlation_lags(n: usize, m: usize, mode: Overlap, device: DeviceArg) =
        signal::correlation_lags(&device.0, n, m, mode.0);
    csd(x: Input, y: Input, options: Options) = signal::csd(&x.0, &y.0, &options.0);
    cspline1d(x: Input, lamb: f64) = signal::cspline1d(&x.0, lamb);
    cspline1d_eval(c: Input, x: Input, dx: f64, x0: f64) = signal::cspline1d_eval(&c.0, &x.0, dx, x0);
    cspline2d(x: Input, lamb: f64) = signal::cspline2d(&x.0, lamb);
    decimate(x: Input, q: usize, n: Option<usize>, kind: Thinned, axis: isize, zero_phase: bool) = {
        let options = Decimate::new().filter(kind.0).axis(axis).zero_phase(zero_phase);
        signal::decimate_with(&x.0, q, n.into_iter().fold(options, Decimate::n))
    };
    deconvolve(x: Input, divisor: Input) = signal::deconvolve(&x.0, &divisor.0);
    find_peaks(x: Input, given: Conditions) = signal::find_peaks(&x.0, conditions(given)).map(named);
    gauss_spline(x: Input, n: usize) = signal::gauss_spline(&x.0, n);
    gausspulse(t: Input, fc: f64, bw: f64, bwr: f64) =
        signal::gausspulse(&t.0, fc, Gausspulse::new().bw(bw).bwr(bwr));
    gausspulse_cutoff(fc: f64, bw: f64, bwr: f64, tpr: f64) =
        signal::gausspulse_cutoff(fc, Gausspulse::new().bw(bw).bwr(bwr), tpr);
    hilbert2(x: Input) = signal::hilbert2(&x.0);
    istft(z: Input, options: Options) = signal::istft(&z.0, &options.0);
    lfiltic(b: Input, a: Input, y: Input, x: Option<Input>) =
        signal::lfiltic(&b.0, &a.0, &y.0, x.as_ref().map(|x| &x.0));
    lombscargle(x: Input, y: Input, freqs: Input) = signal::lombscargle(&x.0, &y.0, &freqs.0);
    medfilt2d(x: Input, size: Vec<usize>) = signal::medfilt2d(&x.0, size);
    order_filter(x: Input, domain: Input, rank: usize) = signal::order_filter(&x.0, &domain.0, rank);
    peak_prominences(x: Input, peaks: Input, wlen: Option<usize>) =
        signal::peak_prominences(&x.0, &peaks.0, wlen).map(prominences);
    peak_widths(x: Input, peaks: Input, rel_height: f64, wlen: Option<usize>) =
        signal::peak_widths(&x.0, &peaks.0, rel_height, wlen).map(widths);
    periodogram(x: Input, options: Options) = signal::periodogram(&x.0, &options.0);
    qspline1d(x: Input) = signal::qspline1d(&x.0);
    qspline1d_eval(c: Input, x: Input, dx: f64, x0: f64) = signal::qspline1d_eval(&c.0, &x.0, dx, x0);
    qspline2d(x: Input) = signal::qspline2d(&x.0);
    sawtooth(t: Input, width: Operand) = signal::sawtooth(&t.0, &width.borrowed());
    sepfir2d(x: Input, row: Input, column: Input) = signal::sepfir2d(&x.0, &row.0, &column.0);
    spectrogram(x: Input, options: Options, mode: Shown) = signal::spectrogram(&x.0, &options.0, mode.0);
    spline_filter(x: Input, lmbda: f64) = signal::spline_filter(&x.0, lmbda);
    square(t: Input, duty: Operand) = signal::square(&t.0, &duty.borrowed());
    stft(x: Input, options: Options) = signal::stft(&x.0, &options.0);
    sweep_poly(t: Input, poly: Vec<f64>, phi: f64) = signal::sweep_poly(&t.0, &poly, phi);
    symiirorder1(x: Input, c0: f64, z1: f64) = signal::symiirorder1(&x.0, c0, z1);
    symiirorder2(x: Input, r: f64, omega: f64) = signal::symiirorder2(&x.0, r, omega);
    vectorstrength(events: Input, period: Input) = signal::vectorstrength(&events.0, &period.0);
    welch(x: Input, options: Options) = signal::welch(&x.0, &options.0);
    wiener(x: Input, size: Vec<usize>, noise: Option<f64>) = signal::wiener(&x.0, size, noise);
}
