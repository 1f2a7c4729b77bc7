//! Filters without feedback.

use crate::tables::functions;
use crate::tables::signal::Named;
use crate::tables::words::{Phase, Remezed};
use xparray::scipy::signal::{self, Firls, Firwin, Firwin2, MinimumPhase, Remez};

functions! {
    firls(numtaps: usize, bands: Vec<f64>, desired: Vec<f64>, weight: Option<Vec<f64>>, fs: f64) = {
        let options = weight.iter().fold(Firls::new().fs(fs), |options, weight| options.weight(weight));
        signal::firls(numtaps, &bands, &desired, options)
    };
    firwin(
        numtaps: usize, cutoff: Vec<f64>, width: Option<f64>, window: Named, pass_zero: bool, scale: bool, fs: f64
    ) = {
        let options = Firwin::new().window(window.0).pass_zero(pass_zero).scale(scale).fs(fs);
        let options = width.into_iter().fold(options, Firwin::width);
        signal::firwin_with(numtaps, &cutoff, options)
    };
    firwin2(
        numtaps: usize, freq: Vec<f64>, gain: Vec<f64>, nfreqs: Option<usize>, window: Named, antisymmetric: bool, fs: f64
    ) = {
        let options = Firwin2::new().window(window.0).antisymmetric(antisymmetric).fs(fs);
        signal::firwin2_with(numtaps, &freq, &gain, nfreqs.into_iter().fold(options, Firwin2::nfreqs))
    };
    kaiser_atten(numtaps: usize, width: f64) = Ok(signal::kaiser_atten(numtaps, width));
    kaiser_beta(a: f64) = Ok(signal::kaiser_beta(a));
    kaiserord(ripple: f64, width: f64) = signal::kaiserord(ripple, width);
    minimum_phase(h: Vec<f64>, method: Phase, n_fft: Option<usize>, half: bool) = {
        let options = MinimumPhase::new().method(method.0).half(half);
        signal::minimum_phase(&h, n_fft.into_iter().fold(options, MinimumPhase::n_fft))
    };
    remez(
        numtaps: usize, bands: Vec<f64>, desired: Vec<f64>, weight: Option<Vec<f64>>, kind: Remezed, maxiter: usize,
        density: usize, fs: f64
    ) = {
        let options = Remez::new().kind(kind.0).maxiter(maxiter).grid_density(density).fs(fs);
        let options = weight.iter().fold(options, |options, weight| options.weight(weight));
        signal::remez(numtaps, &bands, &desired, options)
    };
}
