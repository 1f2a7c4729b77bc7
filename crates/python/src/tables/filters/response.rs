//! What filters make of frequencies.

use super::{Form, Rational, each};
use crate::convert::Input;
use crate::tables::functions;
use xparray::scipy::signal::{self, Freqz};

fn options(n: usize, whole: bool, include_nyquist: bool, fs: f64) -> Freqz {
    Freqz::new().n(n).whole(whole).include_nyquist(include_nyquist).fs(fs)
}

functions! {
    findfreqs(filter: Form, n: usize) = each!(filter, filter => signal::findfreqs(&filter, n));
    freqs(filter: Form, n: usize) = each!(filter, filter => signal::freqs(&filter, n));
    freqs_at(filter: Form, w: Input) = each!(filter, filter => signal::freqs_at(&filter, &w.0));
    freqz(filter: Form, n: usize, whole: bool, include_nyquist: bool, fs: f64) =
        each!(filter, filter => signal::freqz(&filter, options(n, whole, include_nyquist, fs)));
    freqz_at(filter: Form, w: Input, fs: f64) = each!(filter, filter => signal::freqz_at(&filter, &w.0, fs));
    group_delay(filter: Rational, n: usize, whole: bool, fs: f64) =
        signal::group_delay(&filter.form()?, options(n, whole, false, fs));
    group_delay_at(filter: Rational, w: Vec<f64>, fs: f64) = signal::group_delay_at(&filter.form()?, &w, fs);
}
