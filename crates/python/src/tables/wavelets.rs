//! Wavelets, sequences of longest period, and the z-transform along spirals.

use super::functions;
use super::words::Overlap;
use crate::convert::Input;
use crate::device::DeviceArg;
use num_complex::Complex;
use xparray::scipy::fft::{self, Czt, ZoomFft};
use xparray::scipy::signal::{self, ConvolveMethod, MaxLenSeq};

type C = Complex<f64>;

fn spiral(m: Option<usize>, w: Option<C>, a: C, axis: isize) -> Czt {
    let options = m.into_iter().fold(Czt::new().a(a).axis(axis), Czt::m);
    w.into_iter().fold(options, Czt::w)
}

functions! {
    choose_conv_method(a: Input, b: Input, mode: Overlap) = signal::choose_conv_method(&a.0, &b.0, mode.0).map(|method| match method {
        ConvolveMethod::Fft => "fft",
        _ => "direct",
    });
    czt(x: Input, m: Option<usize>, w: Option<C>, a: C, axis: isize) = fft::czt_with(&x.0, spiral(m, w, a, axis));
    czt_points(m: usize, w: Option<C>, a: C, device: DeviceArg) = fft::czt_points(&device.0, m, w, a);
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
