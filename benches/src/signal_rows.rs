//! Rows of filters and spectra of signals.

use crate::data::uniform;
use crate::rows::{Call, call};
use xparray::prelude::*;
use xparray::scipy::signal::{self, FindPeaks, Spectral};
use xparray::{Error, Result};

/// These rows.
pub const NAMES: &[&str] = &[
    "lfilter_10M_order4",
    "sosfilt_64x1M",
    "resample_poly_10M_3_2",
    "welch_10M",
    "find_peaks_10M",
    "signal_medfilt_10M_k5",
    "signal_convolve2d_1024_31x31",
];

/// The row's data and call; `None` for a row that is not among these.
pub fn prepare<B: Backend>(xp: &B, row: &str) -> Option<Result<Call>> {
    let long = || uniform::<f32, B>(xp, 1, &[10_000_000]);
    Some(match row {
        "lfilter_10M_order4" => long().and_then(|x| {
            let (b, a) = low_pass(xp)?;
            call(move || signal::lfilter(&b, &a, &x))
        }),
        "sosfilt_64x1M" => uniform::<f32, B>(xp, 1, &[64, 1_000_000]).and_then(|x| {
            let sos = sections(xp)?;
            call(move || signal::sosfilt(&sos, &x))
        }),
        "resample_poly_10M_3_2" => long().and_then(|x| call(move || signal::resample_poly(&x, 3, 2))),
        "welch_10M" => long().and_then(|x| call(move || Ok(signal::welch(&x, &Spectral::new())?.1))),
        "find_peaks_10M" => long().and_then(|x| {
            call(move || {
                let found = signal::find_peaks(&x, FindPeaks::new().height(0.9..))?;
                found.peak_heights.map_or(Ok(()), |heights| heights.eval())?;
                Ok(found.peaks)
            })
        }),
        "signal_medfilt_10M_k5" => long().and_then(|x| call(move || signal::medfilt(&x, 5))),
        "signal_convolve2d_1024_31x31" => uniform::<f32, B>(xp, 1, &[1024, 1024]).and_then(|x| {
            let kernel = uniform::<f32, B>(xp, 2, &[31, 31])?;
            let options = signal::Planar::new().mode(xparray::ConvolveMode::Same).boundary(signal::Boundary::Wrap);
            call(move || signal::convolve2d_with(&x, &kernel, options))
        }),
        _ => return None,
    })
}

/// Butterworth's low pass of order 4 at a fifth of half the sampling rate.
fn low_pass<B: Backend>(xp: &B) -> Result<(Array<f32, B>, Array<f32, B>)> {
    let (b, a) = signal::zpk2tf(&signal::butter(4, signal::Band::lowpass(0.2))?)?.arrays(xp)?;
    Ok((b.astype(), a.astype()))
}

/// The same in sections of the second order.
fn sections<B: Backend>(xp: &B) -> Result<Array<f32, B>> {
    let design = signal::butter(4, signal::Band::lowpass(0.2))?;
    Ok::<_, Error>(signal::zpk2sos(&design, signal::Pairing::default())?.array(xp)?.astype())
}
