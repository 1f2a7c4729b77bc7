//! Chirp z-transforms, lengths and offsets of transforms.

use crate::data::npz;
use crate::for_types;
use crate::scipy::{array, each, numbers, same};
use crate::scipy_linalg::close;
use xparray::prelude::*;
use xparray::scipy::fft::{self, Czt, Fht, Kind, TrigN, ZoomFft};
use xparray::{Error, Result, s};

type Z = Complex<f64>;

/// `czt`, `zoom_fft` and `czt_points`.
pub fn chirps<B: Backend>(xp: &B) {
    let data = npz("scipy_chirp.npz");
    let one = Z::new(1.0, 0.0);
    let (w, a) = (Z::new(0.9, -0.3), Z::new(1.1, 0.2));
    let spirals = [
        (7, None, one),
        (4, None, one),
        (12, None, one),
        (5, Some(w), a),
        (9, Some(Z::new(0.0, 1.0)), Z::new(-0.5, 0.0)),
    ];
    let bands = [(7, 0.0, 2.0, 2.0, false), (5, 0.25, 0.75, 2.0, true), (16, 3.0, -4.0, 10.0, false)];
    for kind in ["real", "complex"] {
        let x = array(xp, &data, &format!("{kind}/in"));
        for (k, (m, w, a)) in spirals.into_iter().enumerate() {
            let options = Czt::new().m(m).a(a);
            let options = w.map_or(options, |w| options.w(w));
            let name = format!("{kind}/czt/{k}");
            each(&x, &data, &name, 64.0, &|x| fft::czt_with(x, options));
            let columns = fft::czt_with(&x.t(), options.axis(0)).unwrap().t();
            same(&columns, &data, &name, 64.0);
        }
        each(&x, &data, &format!("{kind}/czt/0"), 64.0, &|x| fft::czt(x));
        for (k, (m, first, last, fs, endpoint)) in bands.into_iter().enumerate() {
            let options = ZoomFft::new().m(m).fs(fs).endpoint(endpoint);
            let name = format!("{kind}/zoom_fft/{k}");
            each(&x, &data, &name, 64.0, &|x| fft::zoom_fft_with(x, (first, last), options));
            let columns = fft::zoom_fft_with(&x.t(), (first, last), options.axis(-2)).unwrap().t();
            same(&columns, &data, &name, 64.0);
        }
        each(&x, &data, &format!("{kind}/zoom_fft/0"), 64.0, &|x| fft::zoom_fft(x, (0.0, 2.0)));
        let wide = x.slice(s![..1]).unwrap().broadcast_to([3, 7]).unwrap();
        close(
            &fft::czt(&wide).unwrap().slice(s![2]).unwrap(),
            &fft::czt(&x).unwrap().slice(s![0]).unwrap(),
            0.0,
            "broadcast",
        );
    }
    for (k, (m, w, a)) in spirals.into_iter().enumerate() {
        same(&fft::czt_points(xp, m, w, a).unwrap(), &data, &format!("points/{k}"), 8.0);
    }
    // The phases of long chirps stay exact.
    let long = xp.arange_of(DType::F64, 0..20_011).unwrap().sin().unwrap();
    close(&fft::czt(&long).unwrap(), &long.fft().unwrap(), 64.0, "a long transform");
    close(&fft::zoom_fft(&long, (0.0, 2.0)).unwrap(), &long.fft().unwrap(), 64.0, "a long zoom");
    for_types!(all, T => {
        let x = xp.array(&[1i8, 0, 1, 1]).unwrap().astype::<T>();
        for y in [fft::czt(&x).unwrap(), fft::zoom_fft(&x, (0.0, 2.0)).unwrap()] {
            for (y, e) in numbers(&y).iter().zip([Z::new(3.0, 0.0), Z::new(0.0, 1.0), one, Z::new(0.0, -1.0)]) {
                assert!((y - e).norm() < 1e-6, "{y} of {}", T::DTYPE);
            }
        }
    });
    let (x, number) = (xp.ones::<f64>(4).unwrap(), xp.full([], 1.0).unwrap());
    assert!(matches!(fft::czt(&number), Err(Error::Axis { .. })));
    assert!(matches!(fft::czt_with(&x, Czt::new().axis(1)), Err(Error::Axis { .. })));
    assert!(matches!(fft::zoom_fft_with(&x, (0.0, 1.0), ZoomFft::new().axis(-2)), Err(Error::Axis { .. })));
    let none = xp.zeros::<f64>([2, 0]).unwrap();
    let zero = Z::new(0.0, 0.0);
    let refused = [
        fft::czt(&none),
        fft::czt_with(&x, Czt::new().m(0)),
        fft::czt_with(&x, Czt::new().m(usize::MAX)),
        fft::czt_with(&x, Czt::new().w(zero)),
        fft::czt_with(&x, Czt::new().a(zero)),
        fft::czt_with(&x, Czt::new().a(Z::new(f64::NAN, 0.0))),
        fft::zoom_fft(&none, (0.0, 1.0)),
        fft::zoom_fft(&x, (f64::NAN, 1.0)),
        fft::zoom_fft_with(&x, (0.0, 1.0), ZoomFft::new().fs(0.0)),
        fft::zoom_fft_with(&x, (0.0, 1.0), ZoomFft::new().m(0)),
        fft::zoom_fft_with(&x, (0.0, 1.0), ZoomFft::new().m(1).endpoint(true)),
        fft::czt_points(xp, 0, None, one),
        fft::czt_points(xp, 3, Some(zero), one),
    ];
    assert!(refused.iter().all(|y| matches!(y, Err(Error::Value { .. }))));
    assert_eq!(fft::czt(&xp.zeros::<f32>([0, 3]).unwrap()).unwrap().shape(), [0, 3]);
}

/// `prev_fast_len` and `fhtoffset`.
pub fn lengths<B: Backend>(xp: &B) {
    let data = npz("scipy_chirp.npz");
    let of = |name: &str| data[name].cast::<f64>();
    let whole = |name: &str| -> Vec<usize> { of(name).iter().map(|&n| n as usize).collect() };
    for ((n, real), complex) in whole("lengths/in").into_iter().zip(whole("lengths/real")).zip(whole("lengths/complex"))
    {
        assert_eq!(
            (fft::prev_fast_len(n, true).unwrap(), fft::prev_fast_len(n, false).unwrap()),
            (real, complex),
            "{n}"
        );
    }
    assert!(fft::prev_fast_len(usize::MAX, false).unwrap() > usize::MAX / 100 * 99);
    assert!(matches!(fft::prev_fast_len(0, true), Err(Error::Value { .. })));
    for (row, expected) in of("offsets/in").chunks(4).zip(of("offsets/out")) {
        let offset = fft::fhtoffset(xp, row[0], row[1], Fht::new().offset(row[2]).bias(row[3])).unwrap();
        assert!((offset - expected).abs() < 1e-13, "{offset}, not {expected}");
    }
    assert!(matches!(fft::fhtoffset(xp, 0.0, 0.0, Fht::new()), Err(Error::Value { .. })));
    assert!(matches!(fft::fhtoffset(xp, 0.1, f64::NAN, Fht::new()), Err(Error::Value { .. })));
}

/// Sine and cosine transforms of each type along three axes.
pub fn several_axes<B: Backend>(xp: &B) {
    let data = npz("scipy_chirp.npz");
    let x = array(xp, &data, "several/in");
    type Transform<B> = fn(&DynArray<B>, TrigN<'_>) -> Result<DynArray<B>>;
    let transforms: [(&str, Transform<B>); 4] = [
        ("dctn", |x, options| fft::dctn_with(x, options)),
        ("idctn", |x, options| fft::idctn_with(x, options)),
        ("dstn", |x, options| fft::dstn_with(x, options)),
        ("idstn", |x, options| fft::idstn_with(x, options)),
    ];
    let norms = [("backward", FftNorm::Backward), ("ortho", FftNorm::Ortho), ("forward", FftNorm::Forward)];
    for (name, transform) in transforms {
        for (number, kind) in [(1, Kind::I), (2, Kind::II), (3, Kind::III), (4, Kind::IV)] {
            for (norm, value) in norms {
                let f = |x: &DynArray<B>| transform(x, TrigN::new().kind(kind).norm(value));
                each(&x, &data, &format!("several/{name}/{number}/{norm}"), 16.0, &f);
            }
        }
    }
}
