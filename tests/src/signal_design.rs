//! The design of recursive filters, and their forms, against SciPy's values and mpmath's.

use crate::data::{Stored, npz};
use crate::elementwise::layouts;
use crate::for_types;
use crate::scipy::numbers;
use std::collections::BTreeMap;
use xparray::prelude::*;
use xparray::scipy::signal::{
    Ba, Band, BesselNorm, Edges, Filter, Freqz, Pairing, Prototype, Sos, Zpk, bessel, besselap, bilinear, bilinear_zpk,
    buttap, butter, cheb1ap, cheb2ap, cheby1, cheby2, ellip, ellipap, findfreqs, freqs, freqs_at, freqz, freqz_at,
    group_delay, group_delay_at, iirfilter, lp2bp, lp2bp_zpk, lp2bs, lp2bs_zpk, lp2hp, lp2hp_zpk, lp2lp, lp2lp_zpk,
    normalize, sos2tf, sos2zpk, tf2sos, tf2zpk, zpk2sos, zpk2tf,
};
use xparray::{Error, Result};

type Z = Complex<f64>;
pub(crate) type Data = BTreeMap<String, Stored>;

pub(crate) fn stored<T: Element>(data: &Data, name: &str) -> Vec<T> {
    data.get(name).unwrap_or_else(|| panic!("{name} is not there")).to_vec::<T>()
}

/// Equal within a part of the largest one.
#[track_caller]
pub(crate) fn near(actual: &[f64], expected: &[f64], bound: f64, what: &str) {
    assert_eq!(actual.len(), expected.len(), "{what}: {actual:?}, not {expected:?}");
    let largest = expected.iter().fold(0.0f64, |largest, x| largest.max(x.abs()));
    for (a, e) in actual.iter().zip(expected) {
        assert!((a - e).abs() <= bound * largest, "{what}: {a}, not {e}, of {largest}");
    }
}

/// Each as near to its own one of those expected, in any order, as a part of its size, or of 1 where that is larger.
#[track_caller]
pub(crate) fn roots(actual: &[Z], expected: &[Z], bound: f64, what: &str) {
    assert_eq!(actual.len(), expected.len(), "{what}: {actual:?}, not {expected:?}");
    let mut left = actual.to_vec();
    for e in expected {
        let distance = |a: &Z| (a - e).norm();
        let k = (0..left.len()).min_by(|&i, &j| distance(&left[i]).total_cmp(&distance(&left[j]))).unwrap();
        let a = left.swap_remove(k);
        assert!(distance(&a) <= bound * e.norm().max(1e-3), "{what}: {a} is nearest to {e}: {}", distance(&a));
    }
}

#[track_caller]
pub(crate) fn same_zpk(actual: &Zpk, data: &Data, name: &str, bound: f64) {
    roots(actual.z(), &stored::<Z>(data, &format!("{name}/z")), bound, name);
    roots(actual.p(), &stored::<Z>(data, &format!("{name}/p")), bound, name);
    near(&[actual.k()], &stored::<f64>(data, &format!("{name}/k")), 16.0 * bound, name);
}

#[track_caller]
pub(crate) fn same_ba(actual: &Ba, data: &Data, name: &str, bound: f64) {
    near(actual.b(), &stored::<f64>(data, &format!("{name}/b")), bound, name);
    near(actual.a(), &stored::<f64>(data, &format!("{name}/a")), bound, name);
}

#[track_caller]
pub(crate) fn refused<T: std::fmt::Debug>(results: impl IntoIterator<Item = Result<T>>) {
    for (k, result) in results.into_iter().enumerate() {
        assert!(matches!(result, Err(Error::Value { .. })), "{k}: {result:?}");
    }
}

/// Analog filters with a cutoff of 1.
pub fn prototypes<B: Backend>(_: &B) {
    let data = npz("signal_design.npz");
    for n in [1, 2, 3, 5, 8, 20] {
        same_zpk(&buttap(n).unwrap(), &data, &format!("buttap/{n}"), 1e-15);
        same_zpk(&cheb1ap(n, 1.0).unwrap(), &data, &format!("cheb1ap/{n}"), 4e-15);
        same_zpk(&cheb2ap(n, 40.0).unwrap(), &data, &format!("cheb2ap/{n}"), 1e-14);
        for (norm, name) in [(BesselNorm::Delay, "delay"), (BesselNorm::Phase, "phase"), (BesselNorm::Mag, "mag")] {
            same_zpk(&besselap(n, norm).unwrap(), &data, &format!("besselap/{n}/{name}"), 2e-15);
        }
    }
    for n in [1, 2, 3, 6, 7, 12] {
        for (rp, rs) in [(1.0, 40.0), (0.01, 100.0), (3.0, 20.0)] {
            same_zpk(&ellipap(n, rp, rs).unwrap(), &data, &format!("ellipap/{n}/{rp}/{rs}"), 4e-15);
        }
    }
    // Of order 0 there is a gain.
    let none = [buttap(0), cheb1ap(0, 1.0), cheb2ap(0, 1.0), ellipap(0, 1.0, 2.0), besselap(0, BesselNorm::Mag)];
    for (found, gain) in none.into_iter().zip([1.0, 0.8912509381337456, 1.0, 0.8912509381337456, 1.0]) {
        let found = found.unwrap();
        assert!(found.z().is_empty() && found.p().is_empty() && (found.k() - gain).abs() < 1e-15);
    }
    refused([cheb1ap(2, 0.0), cheb1ap(2, f64::NAN), cheb2ap(2, -1.0), ellipap(2, 0.0, 40.0), ellipap(2, 40.0, 1.0)]);
    refused([ellipap(2, 1.0, f64::INFINITY), besselap(51, BesselNorm::Phase)]);
    assert!(besselap(50, BesselNorm::Mag).unwrap().p().iter().all(|p| p.re < 0.0));
}

/// Filters of all kinds, bands and forms.
pub fn filters<B: Backend>(_: &B) {
    let data = npz("signal_design.npz");
    let bands = [
        ("lowpass", Band::lowpass(0.3), Band::lowpass(30.0)),
        ("highpass", Band::highpass(0.45), Band::highpass(45.0)),
        ("bandpass", Band::bandpass(0.2, 0.5), Band::bandpass(20.0, 50.0)),
        ("bandstop", Band::bandstop(0.35, 0.6), Band::bandstop(35.0, 60.0)),
    ];
    let kinds: [(&str, &dyn Fn(usize, Band) -> Result<Zpk>, [usize; 4]); 4] = [
        ("butter", &butter, [1, 4, 5, 20]),
        ("cheby1", &|n, band| cheby1(n, 0.5, band), [1, 4, 5, 12]),
        ("cheby2", &|n, band| cheby2(n, 50.0, band), [1, 4, 5, 12]),
        ("ellip", &|n, band| ellip(n, 0.5, 60.0, band), [1, 4, 5, 12]),
    ];
    for (kind, design, orders) in kinds {
        for (name, digital, analog) in bands {
            for n in orders {
                let name = format!("{kind}/{name}/{n}");
                let zpk = design(n, digital).unwrap();
                same_zpk(&zpk, &data, &name, 1e-11);
                same_zpk(&design(n, analog.analog()).unwrap(), &data, &format!("{name}/analog"), 1e-11);
                let sos = zpk2sos(&zpk, Pairing::Nearest).unwrap();
                let flat: Vec<f64> = sos.sections()[1..].concat();
                let expected = stored::<f64>(&data, &format!("{name}/sos"));
                near(&flat, &expected[6..], 1e-9, &name);
                near(&sos.sections()[0][..3], &expected[..3], 1e-9, &name);
                near(&sos.sections()[0][3..], &expected[3..6], 1e-9, &name);
                if n < 12 {
                    same_ba(&zpk2tf(&zpk).unwrap(), &data, &name, 1e-11);
                }
                if n == 5 {
                    let of = |pairing, zpk: &Zpk| zpk2sos(zpk, pairing).unwrap().sections().concat();
                    let expected = stored::<f64>(&data, &format!("{name}/sos/keep_odd"));
                    near(&of(Pairing::KeepOdd, &zpk), &expected, 1e-9, &name);
                    if let Some(expected) = data.get(&format!("{name}/sos/analog")) {
                        let analog = design(n, digital.analog()).unwrap();
                        near(&of(Pairing::Analog, &analog), &expected.to_vec::<f64>(), 1e-9, &name);
                    }
                }
            }
        }
    }
    for (norm, name) in [(BesselNorm::Delay, "delay"), (BesselNorm::Phase, "phase"), (BesselNorm::Mag, "mag")] {
        same_zpk(&bessel(6, norm, Band::lowpass(0.3)).unwrap(), &data, &format!("bessel/{name}"), 1e-13);
    }
    let voice = Band::bandpass(300.0, 3400.0).fs(8000.0);
    same_zpk(&iirfilter(3, Prototype::Butter, voice).unwrap(), &data, "fs", 1e-13);
    assert_eq!(voice.edges(), Edges::Two(300.0, 3400.0));
    // A pole for which no real zero is left.
    let analog = butter(5, Band::bandpass(0.2, 0.5).analog()).unwrap();
    let back = sos2zpk(&zpk2sos(&analog, Pairing::Analog).unwrap()).unwrap();
    roots(back.p(), analog.p(), 1e-12, "back from sections");
    let wrong = [
        Band::lowpass(0.0),
        Band::lowpass(1.0),
        Band::lowpass(-0.5),
        Band::lowpass(f64::NAN),
        Band::lowpass(f64::INFINITY).analog(),
        Band::bandpass(0.5, 0.2),
        Band::bandpass(0.2, 0.2),
        Band::bandstop(0.2, 1.5),
        Band::highpass(500.0).fs(1000.0),
        Band::lowpass(1.0).fs(0.0),
        Band::lowpass(1.0).fs(f64::NAN),
    ];
    refused(wrong.map(|band| butter(2, band)));
    let band = Band::lowpass(0.5);
    refused([cheby1(3, 0.0, band), cheby2(3, -2.0, band), ellip(3, 2.0, 1.0, band)]);
    refused([iirfilter(2, Prototype::Cheby1 { rp: f64::NAN }, band)]);
}

/// From one form to another.
pub fn conversions<B: Backend>(xp: &B) {
    let data = npz("signal_design.npz");
    for name in ["two", "longer", "short"] {
        let name = format!("tf/{name}");
        let ba =
            Ba::new(stored::<f64>(&data, &format!("{name}/b")), stored::<f64>(&data, &format!("{name}/a"))).unwrap();
        let zpk = tf2zpk(&ba).unwrap();
        same_zpk(&zpk, &data, &name, 1e-13);
        let sos = tf2sos(&ba, Pairing::Nearest).unwrap();
        near(&sos.sections().concat(), &stored::<f64>(&data, &format!("{name}/sos")), 1e-13, &name);
        let back = zpk2tf(&zpk).unwrap();
        let monic = normalize(ba.b(), ba.a()).unwrap();
        near(back.b(), monic.b(), 1e-14, &name);
        near(back.a(), monic.a(), 1e-14, &name);
        same_ba(&lp2lp(&ba, 2.5).unwrap(), &data, &format!("{name}/lp2lp"), 1e-14);
        same_ba(&lp2hp(&ba, 2.5).unwrap(), &data, &format!("{name}/lp2hp"), 1e-14);
        same_ba(&lp2bp(&ba, 2.5, 0.7).unwrap(), &data, &format!("{name}/lp2bp"), 1e-14);
        same_ba(&lp2bs(&ba, 2.5, 0.7).unwrap(), &data, &format!("{name}/lp2bs"), 1e-14);
        same_ba(&bilinear(&ba, 3.0).unwrap(), &data, &format!("{name}/bilinear"), 1e-14);
    }
    let sections: Vec<[f64; 6]> =
        stored::<f64>(&data, "sos/in").chunks(6).map(|section| section.try_into().unwrap()).collect();
    let sos = Sos::new(sections).unwrap();
    same_zpk(&sos2zpk(&sos).unwrap(), &data, "sos/zpk", 1e-7);
    same_ba(&sos2tf(&sos).unwrap(), &data, "sos", 1e-14);
    let array = sos.array(xp).unwrap();
    assert_eq!((array.shape(), array.to_vec().unwrap()), (&[3, 6][..], sos.sections().concat()));
    let (b, a) = Ba::new([1.0, 2.0], [3.0]).unwrap().arrays(xp).unwrap();
    assert_eq!((b.to_vec().unwrap(), a.to_vec().unwrap()), (vec![1.0, 2.0], vec![3.0]));
    // Transforms of zeros and poles are those of transfer functions.
    let low = cheb2ap(3, 20.0).unwrap();
    let ba = zpk2tf(&low).unwrap();
    let pairs = [
        (lp2lp_zpk(&low, 3.0), lp2lp(&ba, 3.0)),
        (lp2hp_zpk(&low, 3.0), lp2hp(&ba, 3.0)),
        (lp2bp_zpk(&low, 3.0, 0.5), lp2bp(&ba, 3.0, 0.5)),
        (lp2bs_zpk(&low, 3.0, 0.5), lp2bs(&ba, 3.0, 0.5)),
        (bilinear_zpk(&low, 2.0), bilinear(&ba, 2.0)),
    ];
    for (k, (zpk, ba)) in pairs.into_iter().enumerate() {
        let (found, expected) = (zpk2tf(&zpk.unwrap()).unwrap(), ba.unwrap());
        near(found.b(), expected.b(), 1e-13, &format!("numerator {k}"));
        near(found.a(), expected.a(), 1e-13, &format!("denominator {k}"));
    }
    // What there is nothing of.
    let gain = Zpk::new([], [], 3.0).unwrap();
    assert_eq!(zpk2sos(&gain, Pairing::Nearest).unwrap().sections(), [[3.0, 0.0, 0.0, 1.0, 0.0, 0.0]]);
    assert_eq!(zpk2sos(&gain, Pairing::Analog).unwrap().sections(), [[0.0, 0.0, 3.0, 0.0, 0.0, 1.0]]);
    assert_eq!(zpk2tf(&gain).unwrap(), Ba::new([3.0], [1.0]).unwrap());
    assert_eq!(normalize(&[0.0, 0.0], &[0.0, 2.0]).unwrap(), Ba::new([0.0], [1.0]).unwrap());
    // Zeros at 0, which need no eigenvalues.
    let late = tf2zpk(&Ba::new([1.0, 2.0, 0.0, 0.0], [1.0]).unwrap()).unwrap();
    roots(late.z(), &[Z::new(-2.0, 0.0), Z::default(), Z::default()], 0.0, "at 0");
    refused([Ba::new([], [1.0]), Ba::new([1.0], []), Ba::new([1.0], [0.0, 1.0]), Ba::new([f64::NAN], [1.0])]);
    refused([normalize(&[1.0], &[0.0, 0.0]), normalize(&[], &[1.0]), normalize(&[1.0], &[])]);
    refused([
        Sos::new([]),
        Sos::new([[1.0, 0.0, 0.0, 0.0, 0.0, 0.0]]),
        Sos::new([[1.0, 0.0, f64::NAN, 1.0, 0.0, 0.0]]),
    ]);
    let unpaired = Zpk::new([Z::new(1.0, 1.0)], [Z::new(0.5, 0.0)], 1.0).unwrap();
    refused([zpk2sos(&unpaired, Pairing::Nearest)]);
    refused([zpk2tf(&unpaired), sos2tf(&Sos::new([[1.0, 0.0, 0.0, 0.0, 1.0, 0.0]]).unwrap())]);
    let zeros = Zpk::new([Z::new(1.0, 0.0)], [], 1.0).unwrap();
    refused([lp2lp_zpk(&zeros, 1.0), lp2hp_zpk(&zeros, 1.0), lp2bp_zpk(&zeros, 1.0, 1.0), bilinear_zpk(&zeros, 1.0)]);
    refused([lp2lp_zpk(&low, 0.0), lp2bs_zpk(&low, 1.0, -1.0), bilinear_zpk(&low, f64::NAN)]);
    refused([lp2bs_zpk(&zeros, 1.0, 1.0), Zpk::new([], [Z::new(f64::NAN, 0.0)], 1.0), Zpk::new([], [], f64::INFINITY)]);
    refused([zpk2sos(&zeros, Pairing::Minimal), zpk2sos(&zeros, Pairing::Analog)]);
    refused([lp2lp(&ba, 0.0), lp2hp(&ba, -1.0), lp2bp(&ba, 1.0, 0.0), lp2bs(&ba, f64::NAN, 1.0), bilinear(&ba, 0.0)]);
}

/// What filters do to frequencies.
pub fn responses<B: Backend>(xp: &B) {
    let data = npz("signal_design.npz");
    let options = [
        ("default", Freqz::new().n(16)),
        ("whole", Freqz::new().n(9).whole(true)),
        ("nyquist", Freqz::new().n(8).include_nyquist(true).fs(10.0)),
    ];
    let same = |found: &[Z], expected: &[Z], what: &str| {
        assert_eq!(found.len(), expected.len(), "{what}");
        let largest = expected.iter().map(|h| h.norm()).fold(0.0, f64::max);
        let close = |(a, e): (&Z, &Z)| (a - e).norm() <= 1e-13 * largest;
        assert!(found.iter().zip(expected).all(close), "{what}: {found:?}, not {expected:?}");
    };
    for name in ["two", "longer", "short"] {
        let name = format!("tf/{name}");
        let ba =
            Ba::new(stored::<f64>(&data, &format!("{name}/b")), stored::<f64>(&data, &format!("{name}/a"))).unwrap();
        for (key, options) in options {
            let (w, h) = freqz(&ba, options).unwrap();
            near(&w, &stored::<f64>(&data, &format!("{name}/freqz/{key}/w")), 1e-15, &name);
            let expected = stored::<Z>(&data, &format!("{name}/freqz/{key}/h"));
            same(&h, &expected, &name);
            let (_, delays) = group_delay(&ba, options).unwrap();
            near(&delays, &stored::<f64>(&data, &format!("{name}/group_delay/{key}")), 1e-12, &name);
            let fs = if key == "nyquist" { 10.0 } else { std::f64::consts::TAU };
            near(&group_delay_at(&ba, &w, fs).unwrap(), &delays, 1e-12, &name);
            for w in layouts(&xp.array(&w).unwrap()) {
                same(&numbers(&freqz_at(&ba, &w, fs).unwrap()), &expected, "on the device");
            }
        }
        let zpk = tf2zpk(&ba).unwrap();
        same(&freqz(&zpk, Freqz::new().n(16)).unwrap().1, &stored::<Z>(&data, &format!("{name}/freqz_zpk")), &name);
        let sos = tf2sos(&ba, Pairing::Nearest).unwrap();
        same(&freqz(&sos, Freqz::new().n(16)).unwrap().1, &stored::<Z>(&data, &format!("{name}/freqz_sos")), &name);
        let (w, h) = freqs(&ba, 12).unwrap();
        near(&w, &stored::<f64>(&data, &format!("{name}/freqs/w")), 1e-14, &name);
        let expected = stored::<Z>(&data, &format!("{name}/freqs/h"));
        same(&h, &expected, &name);
        for w in layouts(&xp.array(&w).unwrap()) {
            same(&numbers(&freqs_at(&ba, &w).unwrap()), &expected, "on the device");
        }
        near(&findfreqs(&ba, 7).unwrap(), &stored::<f64>(&data, &format!("{name}/findfreqs")), 1e-14, &name);
        // Sections have a pole at 0 more where there is an odd number of them.
        let poles: Vec<Z> = sos.to_zpk().unwrap().p().iter().filter(|p| p.norm() > 0.0).copied().collect();
        roots(ba.to_zpk().unwrap().p(), &poles, 1e-12, "poles");
    }
    // Every type of frequencies, and every shape.
    let filter = butter(3, Band::lowpass(0.5)).unwrap();
    let forms: [&dyn Fn(&DynArray<B>) -> Result<DynArray<B>>; 3] =
        [&|w| freqz_at(&filter, w, 4.0), &|w| freqz_at(&zpk2tf(&filter).unwrap(), w, 4.0), &|w| {
            freqz_at(&zpk2sos(&filter, Pairing::Nearest).unwrap(), w, 4.0)
        }];
    for_types!(real, T => if T::DTYPE != DType::Bool {
        let w = xp.array(&[0i8, 1, 2, 1]).unwrap().astype::<T>().reshape([2, 2]).unwrap();
        for form in forms {
            let h = form(w.as_dyn()).unwrap();
            assert!(h.shape() == [2, 2] && h.dtype().is_complex());
            let sizes: Vec<f64> = numbers(&h).iter().map(|h| h.norm()).collect();
            near(&sizes, &[1.0, 0.5f64.sqrt(), 0.0, 0.5f64.sqrt()], 1e-5, "sizes");
        }
        assert_eq!(freqs_at(&filter, &w).unwrap().shape(), [2, 2]);
        assert_eq!(freqz_at(&filter, &xp.zeros::<T>([0, 3]).unwrap(), 1.0).unwrap().shape(), [0, 3]);
        assert_eq!(freqz_at(&filter, &xp.zeros::<T>([]).unwrap(), 1.0).unwrap().shape(), [0usize; 0]);
        let wide = w.slice(xparray::s![..1]).unwrap().broadcast_to([3, 2]).unwrap();
        assert_eq!(freqz_at(&filter, &wide, 4.0).unwrap().shape(), [3, 2]);
    });
    assert!(freqz(&filter, Freqz::new().n(0)).unwrap().1.is_empty());
    assert_eq!(freqz(&filter, Freqz::new().n(1).include_nyquist(true)).unwrap().0, [0.0]);
    assert_eq!(findfreqs(&Ba::new([1.0], [1.0]).unwrap(), 2).unwrap().len(), 2);
    refused([freqz(&filter, Freqz::new().fs(0.0)), freqz(&filter, Freqz::new().fs(f64::NAN))]);
    let ba = zpk2tf(&filter).unwrap();
    refused([group_delay_at(&ba, &[1.0], -1.0)]);
    let w = xp.ones::<f64>(2).unwrap();
    refused([freqz_at(&filter, &w, 0.0)]);
    for wrong in [xp.ones::<bool>(2).unwrap().into_dyn(), xp.ones::<Z>(2).unwrap().into_dyn()] {
        assert!(matches!(freqz_at(&filter, &wrong, 1.0), Err(Error::DType { .. })));
        assert!(matches!(freqs_at(&filter, &wrong), Err(Error::DType { .. })));
    }
}
