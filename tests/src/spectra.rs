//! Spectra, peaks, decimations and wavelets, against SciPy's values.

use crate::data::{Stored, npz};
use crate::for_types;
use crate::scipy::{array, each, numbers, same};
use std::collections::BTreeMap;
use xparray::prelude::*;
use xparray::scipy::signal::windows::Window;
use xparray::scipy::signal::{
    self, Average, Decimate, DecimateFilter, ExtremaMode, FindPeaks, Peaks, Scaling, Spectral, SpectrogramMode, Trend,
};
use xparray::{Error, s};

type Data = BTreeMap<String, Stored>;

/// The cases of `spectra.py`.
fn cases() -> [(&'static str, Spectral); 7] {
    let new = Spectral::new;
    [
        ("plain", new()),
        ("short", new().fs(10.0).nperseg(64)),
        ("odd", new().nperseg(51).noverlap(13).nfft(75).window(Window::Hamming)),
        ("line", new().nperseg(64).detrend(Trend::Linear)),
        ("none", new().nperseg(64).detrend(None).scaling(Scaling::Spectrum)),
        ("two", new().nperseg(50).one_sided(false)),
        ("median", new().nperseg(40).average(Average::Median)),
    ]
}

/// `welch`, `csd`, `coherence`, `periodogram`, `spectrogram`.
pub fn powers<B: Backend>(xp: &B) {
    let data = npz("spectra.npz");
    let [x, y, z] = ["x", "y", "z"].map(|name| array(xp, &data, name));
    for (name, options) in cases() {
        each(&x, &data, &format!("{name}/welch"), 64.0, &|x| Ok(signal::welch(x, &options)?.1));
        each(&x, &data, &format!("{name}/csd"), 64.0, &|x| Ok(signal::csd(x, &y.astype(x.dtype())?, &options)?.1));
        same(&signal::welch(&x, &options).unwrap().0, &data, &format!("{name}/f"), 2.0);
        let columns = signal::welch(&x.t(), &options.clone().axis(0)).unwrap().1;
        same(&columns.t(), &data, &format!("{name}/welch"), 64.0);
        if data.contains_key(&format!("{name}/coherence")) {
            same(&signal::coherence(&x, &y, &options).unwrap().1, &data, &format!("{name}/coherence"), 1024.0);
        }
    }
    let options = Spectral::new().nperseg(50);
    each(&z, &data, "z/welch", 64.0, &|z| Ok(signal::welch(z, &options)?.1));
    same(&signal::welch(&z, &options).unwrap().0, &data, "z/f", 2.0);
    each(&x, &data, "periodogram", 64.0, &|x| Ok(signal::periodogram(x, &Spectral::new().fs(10.0))?.1));
    let hann = Spectral::new().window(Window::Hann).nfft(400).scaling(Scaling::Spectrum);
    each(&x, &data, "periodogram/hann", 64.0, &|x| Ok(signal::periodogram(x, &hann)?.1));
    let options = Spectral::new().fs(5.0).nperseg(60);
    let modes = [
        ("psd", SpectrogramMode::Psd),
        ("complex", SpectrogramMode::Complex),
        ("magnitude", SpectrogramMode::Magnitude),
        ("phase", SpectrogramMode::Phase),
        ("angle", SpectrogramMode::Angle),
    ];
    for (name, mode) in modes {
        let (f, t, power) = signal::spectrogram(&x, &options, mode).unwrap();
        same(&f, &data, "spectrogram/f", 2.0);
        same(&t, &data, "spectrogram/t", 2.0);
        same(&power, &data, &format!("spectrogram/{name}"), 256.0);
    }
    for_types!(all, T => {
        let x = xp.array(&[1i8, 0, 1, 1]).unwrap().astype::<T>();
        let (_, power) = signal::periodogram(&x, &Spectral::new().one_sided(false)).unwrap();
        let expected = [0.0, 0.25, 0.25, 0.25];
        assert_eq!(power.shape(), [4], "{}", T::DTYPE);
        assert!(numbers(&power).iter().zip(expected).all(|(p, e)| (p - e).norm() < 1e-6), "{}: {power}", T::DTYPE);
    });
    let wide = xp.full([], 1.0).unwrap().broadcast_to([2, 8]).unwrap();
    assert_eq!(signal::welch(&wide, &Spectral::new()).unwrap().1.to_string(), "[[0. 0. 0. 0. 0.]\n [0. 0. 0. 0. 0.]]");
    let wrong =
        |x: &DynArray<B>, options: Spectral| assert!(matches!(signal::welch(x, &options), Err(Error::Value { .. })));
    wrong(&x, Spectral::new().nperseg(10).noverlap(10));
    wrong(&x, Spectral::new().nperseg(0));
    wrong(&x, Spectral::new().nperseg(10).nfft(9));
    wrong(&x, Spectral::new().fs(0.0));
    wrong(xp.zeros::<f64>([2, 0]).unwrap().as_dyn(), Spectral::new());
    assert!(matches!(signal::welch(&x, &Spectral::new().axis(2)), Err(Error::Axis { .. })));
    assert!(matches!(signal::csd(&x, &z, &Spectral::new()), Err(Error::Shape { .. })));
}

/// `stft`, `istft`, `check_cola`, `check_nola`.
pub fn short_times<B: Backend>(xp: &B) {
    let data = npz("spectra.npz");
    let [x, z] = ["x", "z"].map(|name| array(xp, &data, name));
    let new = || Spectral::new().detrend(None).scaling(Scaling::Spectrum);
    let cases = [
        ("plain", new()),
        ("short", new().fs(10.0).nperseg(64)),
        ("odd", new().nperseg(51).noverlap(30)),
        ("psd", new().nperseg(40).scaling(Scaling::Density)),
    ];
    for (name, options) in cases {
        let (f, t, values) = signal::stft(&x, &options).unwrap();
        same(&f, &data, &format!("stft/{name}/f"), 2.0);
        same(&t, &data, &format!("stft/{name}/t"), 2.0);
        each(&x, &data, &format!("stft/{name}"), 64.0, &|x| Ok(signal::stft(x, &options)?.2));
        let (t, back) = signal::istft(&values, &options).unwrap();
        same(&t, &data, &format!("istft/{name}/t"), 2.0);
        same(&back, &data, &format!("istft/{name}"), 64.0);
        same(&back.slice(s![.., ..300]).unwrap(), &data, "x", 64.0);
        let columns = signal::stft(&x.t(), &options.clone().axis(0)).unwrap().2;
        let again = signal::istft(&columns, &options.axis(0)).unwrap().1;
        same(&again.t().slice(s![.., ..300]).unwrap(), &data, "x", 64.0);
    }
    let options = new().nperseg(50).one_sided(false);
    let values = signal::stft(&z, &options).unwrap().2;
    same(&values, &data, "stft/z", 64.0);
    same(&signal::istft(&values, &options).unwrap().1.slice(s![..200]).unwrap(), &data, "z", 64.0);
    assert!(matches!(signal::istft(&values, &new().nperseg(200)), Err(Error::Value { .. })));
    assert!(matches!(signal::istft(&z, &new()), Err(Error::Axis { .. })));
    let gaps = new().nperseg(50).noverlap(0).one_sided(false);
    assert!(matches!(signal::istft(&values, &gaps), Err(Error::Value { .. })));
    assert!(signal::check_cola(&Window::Boxcar, 100, 75, 1e-10).unwrap());
    assert!(!signal::check_cola(&Window::Hamming, 100, 33, 1e-10).unwrap());
    assert!(signal::check_nola(&Window::Hann, 64, 1, 1e-10).unwrap());
    assert!(matches!(signal::check_cola(&Window::Hann, 10, 10, 1e-10), Err(Error::Value { .. })));
    assert!(matches!(signal::check_nola(&Window::Hann, 10, 5, -1.0), Err(Error::Value { .. })));
}

/// `lombscargle` and `vectorstrength`.
pub fn uneven<B: Backend>(xp: &B) {
    let data = npz("spectra.npz");
    let [t, y, w] = ["lomb/t", "lomb/y", "lomb/w"].map(|name| array(xp, &data, name));
    same(&signal::lombscargle(&t, &y, &w).unwrap(), &data, "lomb", 256.0);
    assert!(matches!(signal::lombscargle(&t, &w, &w), Err(Error::Shape { .. })));
    let none = xp.zeros::<f64>(0).unwrap();
    assert!(matches!(signal::lombscargle(&none, &none, &w), Err(Error::Value { .. })));
    assert!(matches!(
        signal::lombscargle(&t, &y.multiply(Complex::new(0.0, 1.0)).unwrap(), &w),
        Err(Error::DType { .. })
    ));
    let at_zero = signal::lombscargle(&t, &y, &xp.zeros::<f64>(1).unwrap()).unwrap();
    assert!(numbers(&at_zero)[0].is_finite());
    let [events, periods] = ["events", "periods"].map(|name| array(xp, &data, name));
    let (strength, phase) = signal::vectorstrength(&events, &periods).unwrap();
    same(&strength, &data, "strength", 64.0);
    same(&phase, &data, "phase", 64.0);
    let one = xp.full([], 1.0).unwrap();
    assert_eq!(signal::vectorstrength(&events, &one).unwrap().0.ndim(), 0);
    assert!(matches!(signal::vectorstrength(&events, &one.multiply(-1.0).unwrap()), Err(Error::Value { .. })));
    assert!(matches!(signal::vectorstrength(&one, &one), Err(Error::Shape { .. })));
}

fn check<B: Backend>(found: &Peaks<B>, data: &Data, name: &str) {
    let stored = |key: &str| data.get(&format!("peaks/{name}/{key}")).map(|x| x.cast::<f64>());
    let expected = data[&format!("peaks/{name}")].cast::<f64>();
    let places = |x: &Array<i64, B>| x.astype::<f64>().to_vec().unwrap();
    let values = |x: &Array<f64, B>| x.to_vec().unwrap();
    assert_eq!(places(&found.peaks), expected, "{name}");
    let (bases, widths) = (found.prominences.as_ref(), found.widths.as_ref());
    for (key, values) in [
        ("peak_heights", found.peak_heights.as_ref().map(values)),
        ("left_thresholds", found.left_thresholds.as_ref().map(values)),
        ("right_thresholds", found.right_thresholds.as_ref().map(values)),
        ("plateau_sizes", found.plateau_sizes.as_ref().map(places)),
        ("left_edges", found.left_edges.as_ref().map(places)),
        ("right_edges", found.right_edges.as_ref().map(places)),
        ("prominences", bases.map(|bases| values(&bases.prominences))),
        ("left_bases", bases.map(|bases| places(&bases.left_bases))),
        ("right_bases", bases.map(|bases| places(&bases.right_bases))),
        ("widths", widths.map(|widths| values(&widths.widths))),
        ("width_heights", widths.map(|widths| values(&widths.width_heights))),
        ("left_ips", widths.map(|widths| values(&widths.left_ips))),
        ("right_ips", widths.map(|widths| values(&widths.right_ips))),
    ] {
        let expected = stored(key);
        let near = |values: &[f64], expected: &[f64]| {
            let pairs = values.iter().zip(expected);
            values.len() == expected.len() && { pairs }.all(|(a, b)| (a - b).abs() < 1e-13 * b.abs().max(1.0))
        };
        let equal = match (&values, &expected) {
            (Some(values), Some(expected)) => near(values, expected),
            (None, None) => true,
            _ => false,
        };
        assert!(equal, "{name}/{key}: {values:?}, not {expected:?}");
    }
}

/// `find_peaks` and its like, `argrelextrema`.
pub fn peaks<B: Backend>(xp: &B) {
    let data = npz("spectra.npz");
    let p = array(xp, &data, "p");
    let new = FindPeaks::new;
    for (name, conditions) in [
        ("all", new()),
        ("height", new().height(0.5..)),
        ("range", new().height(0.2..=1.0)),
        ("threshold", new().threshold(0.3..=2.0)),
        ("prominence", new().prominence(1.5..)),
        ("wlen", new().prominence(1.0..).wlen(15)),
        ("width", new().width(1.5..=4.0)),
        ("rel", new().width(1.0..).rel_height(0.8)),
        ("plateau", new().plateau_size(2.0..)),
    ] {
        check(&signal::find_peaks(&p, conditions.clone()).unwrap(), &data, name);
        let reversed = p.flip(0).unwrap().copy().unwrap().flip(0).unwrap();
        check(&signal::find_peaks(&reversed, conditions).unwrap(), &data, name);
    }
    // Of peaks of one height it is not said which one stays, so these are of different ones.
    let distinct = xp.array([0.0, 3.0, 0.0, 5.0, 0.0, 4.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0]).unwrap();
    let places = |x: &DynArray<B>, conditions| signal::find_peaks(x, conditions).unwrap().peaks.to_vec().unwrap();
    assert_eq!(places(&distinct.clone().into_dyn(), new().distance(4.0)), [3, 10]);
    assert_eq!(places(&distinct.into_dyn(), new().distance(2.0)), [1, 3, 5, 10]);
    // Rows of equal elements: with one at an end, with a NaN beside it, of all, of two that are high enough.
    let nan = f64::NAN;
    for (x, expected) in [
        (vec![2.0, 2.0, 1.0, 2.0, 2.0, 2.0, 1.0, 3.0, 3.0], vec![4]),
        (vec![0.0, 1.0, 1.0, nan, 0.0, 2.0, 2.0, 0.0], vec![5]),
        (vec![nan, 1.0, 1.0, 0.0, 1.0, 1.0, 1.0, 1.0, 0.5], vec![5]),
        (vec![1.0, 1.0, 1.0, 1.0], vec![]),
        (vec![0.0, 1.0, 1.0, 1.0], vec![]),
    ] {
        assert_eq!(places(&xp.from_slice(&x, x.len()).unwrap().into_dyn(), new()), expected, "{x:?}");
    }
    let level = xp.array([0, 1, 1, 0, 3, 3, 3, 0, 2, 0]).unwrap().into_dyn();
    assert_eq!(places(&level, new().height(2.0..=3.0)), [5, 8]);
    let all = signal::find_peaks(&p, new()).unwrap().peaks;
    let shapes = signal::peak_prominences(&p, &all, None).unwrap();
    assert_eq!(shapes.prominences.len(), all.len());
    assert_eq!(signal::peak_widths(&p, &all, 0.5, Some(9)).unwrap().widths.len(), all.len());
    for order in [1, 3] {
        for (name, mode) in [("clip", ExtremaMode::Clip), ("wrap", ExtremaMode::Wrap)] {
            same(&signal::argrelmax(&p, 0, order, mode).unwrap()[0], &data, &format!("argrelmax/{order}/{name}"), 0.0);
            same(&signal::argrelmin(&p, -1, order, mode).unwrap()[0], &data, &format!("argrelmin/{order}/{name}"), 0.0);
        }
    }
    let level = signal::argrelextrema(&p, |x, y| x.greater_equal(y), 0, 1, ExtremaMode::Clip).unwrap();
    assert!(level[0].len() > signal::argrelmax(&p, 0, 1, ExtremaMode::Clip).unwrap()[0].len());
    for_types!(real, T => {
        let x = xp.array(&[0i8, 1, 0, 1, 0]).unwrap().astype::<T>();
        assert_eq!(places(&x.clone().into_dyn(), new()), [1, 3]);
        let places = signal::argrelmax(&x.broadcast_to([2, 5]).unwrap(), 1, 1, ExtremaMode::Clip).unwrap();
        assert_eq!([&places[0], &places[1]].map(|x| x.to_string()), ["[0 0 1 1]", "[1 3 1 3]"]);
    });
    let none = xp.zeros::<f64>(0).unwrap();
    for conditions in [new(), new().height(0.0..).threshold(0.0..).distance(1.0).width(0.0..).plateau_size(1.0..)] {
        assert!(places(&none.clone().into_dyn(), conditions).is_empty());
    }
    assert_eq!(signal::argrelmax(&none, 0, 1, ExtremaMode::Wrap).unwrap()[0].shape(), [0]);
    assert!(matches!(signal::argrelmax(&p, 0, 0, ExtremaMode::Clip), Err(Error::Value { .. })));
    assert!(matches!(signal::find_peaks(&p, new().distance(0.5)), Err(Error::Value { .. })));
    assert!(matches!(signal::find_peaks(&p, new().width(1.0..).wlen(1)), Err(Error::Value { .. })));
    assert!(matches!(signal::find_peaks(&p.reshape([20, 20]).unwrap(), new()), Err(Error::Shape { .. })));
    assert!(matches!(signal::peak_prominences(&p, &xp.array([400]).unwrap(), None), Err(Error::Value { .. })));
    assert!(matches!(signal::peak_widths(&p, &xp.array([3]).unwrap(), -1.0, None), Err(Error::Value { .. })));
    assert!(matches!(signal::peak_prominences(&p, &xp.array([3.0]).unwrap(), None), Err(Error::DType { .. })));
}

/// `decimate`, `deconvolve` and wavelets.
pub fn fewer<B: Backend>(xp: &B) {
    let data = npz("spectra.npz");
    let x = array(xp, &data, "x");
    for q in [2, 5] {
        let name = |kind: &str| format!("decimate/{q}/{kind}");
        same(&signal::decimate(&x, q).unwrap(), &data, &name("iir"), 1e5);
        let fir = Decimate::new().filter(DecimateFilter::Fir);
        each(&x, &data, &name("fir"), 64.0, &|x| signal::decimate_with(x, q, fir));
        same(&signal::decimate_with(&x, q, Decimate::new().zero_phase(false)).unwrap(), &data, &name("iir/phase"), 1e5);
        let shifted = fir.n(11).zero_phase(false);
        each(&x, &data, &name("fir/phase"), 64.0, &|x| signal::decimate_with(x, q, shifted));
        same(&signal::decimate_with(&x.t(), q, fir.axis(0)).unwrap().t(), &data, &name("fir"), 64.0);
    }
    assert!(matches!(signal::decimate(&x, 0), Err(Error::Value { .. })));
    assert!(signal::decimate_with(&x, 2, Decimate::new().n(0)).is_ok());
    assert!(matches!(signal::decimate(&xp.full([], 1.0).unwrap(), 2), Err(Error::Axis { .. })));
    let [s, d] = ["deconvolve/s", "deconvolve/d"].map(|name| array(xp, &data, name));
    let (quotient, rest) = signal::deconvolve(&s, &d).unwrap();
    same(&quotient, &data, "deconvolve/q", 16.0);
    assert_eq!(rest.shape(), [20]);
    let again = signal::convolve(&quotient, &d).unwrap().add(&rest).unwrap();
    same(&again, &data, "deconvolve/s", 16.0);
    assert_eq!(signal::deconvolve(&d, &s).unwrap().0.shape(), [0]);
    assert!(matches!(signal::deconvolve(&s, &xp.zeros::<f64>(2).unwrap()), Err(Error::Value { .. })));
    // Wavelets by their formulas.
    let text = |x: xparray::Result<DynArray<B>>| x.unwrap().to_string();
    let size = 2.0 / (6f64.sqrt() * std::f64::consts::PI.powf(0.25));
    let expected = [-1.5f64, -0.5, 0.5, 1.5].map(|x| size * (1.0 - 0.25 * x * x) * (-0.125 * x * x).exp());
    assert!(signal::ricker(xp, 4, 2.0).unwrap().allclose(xp.array(expected).unwrap()).unwrap());
    assert_eq!(text(signal::qmf(&xp.array(&[1i32, 2, 3]).unwrap())), "[ 3 -2  1]");
    let w = signal::morlet2(xp, 5, 2.0, 5.0).unwrap();
    let expected = Complex::from_polar((-0.5f64).exp() * std::f64::consts::PI.powf(-0.25) / 2f64.sqrt(), 5.0);
    assert!((numbers(&w)[4] - expected).norm() < 1e-15);
    let w = numbers(&signal::morlet(xp, 3, 5.0, 1.0, true).unwrap());
    assert!((w[1].re - (1.0 - (-12.5f64).exp()) * std::f64::consts::PI.powf(-0.25)).abs() < 1e-15);
    assert!(w[0].norm() < 1e-8);
    let x = xp.array([0.0, 0.0, 1.0, 0.0, 0.0]).unwrap();
    let rows = signal::cwt(&x, |xp, n, a| signal::ricker(xp, n, a), &[0.5, 1.0]).unwrap();
    let expected = signal::ricker(xp, 5, 1.0).unwrap();
    assert!(rows.slice(s![1]).unwrap().allclose(&expected).unwrap());
    assert!(matches!(signal::cwt(&x, |xp, n, a| signal::ricker(xp, n, a), &[0.0]), Err(Error::Value { .. })));
    assert!(matches!(signal::ricker(xp, 5, 0.0), Err(Error::Value { .. })));
    assert!(matches!(signal::morlet2(xp, 5, -1.0, 5.0), Err(Error::Value { .. })));
    assert!(matches!(signal::morlet(xp, 5, f64::NAN, 1.0, false), Err(Error::Value { .. })));
    assert!(matches!(signal::qmf(&x.reshape([5, 1]).unwrap()), Err(Error::Shape { .. })));
}
