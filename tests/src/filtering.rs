//! Convolutions and filters, against SciPy's values.

use crate::data::{Stored, npz};
use crate::for_types;
use crate::scipy::{array, each, numbers, same};
use std::collections::BTreeMap;
use xparray::prelude::*;
use xparray::scipy::signal::{
    self, Boundary, Convolve, ConvolveMethod, Extension, FftConvolve, FiltFilt, LFilter, PadType, Planar, PolyPad,
    Resample, ResamplePoly, Savgol, SavgolMode, Trend,
};
use xparray::{ConvolveMode, Error, Result, s};

type Data = BTreeMap<String, Stored>;
type Z = Complex<f64>;

const MODES: [(&str, ConvolveMode); 3] =
    [("full", ConvolveMode::Full), ("same", ConvolveMode::Same), ("valid", ConvolveMode::Valid)];

/// Two operands in each layout and precision.
fn both<B: Backend>(
    xp: &B,
    data: &Data,
    group: &str,
    name: &str,
    bound: f64,
    f: &dyn Fn(&DynArray<B>, &DynArray<B>) -> Result<DynArray<B>>,
) {
    let [a, b] = ["a", "b"].map(|part| array(xp, data, &format!("{group}/{part}")));
    let name = format!("{group}/{name}");
    each(&a, data, &name, bound, &|a| f(a, &b.astype(a.dtype())?));
    let reversed = b.flip(..).unwrap().copy().unwrap().flip(..).unwrap();
    same(&f(&a, &reversed).unwrap(), data, &name, bound);
}

/// `convolve` and `correlate`, by every method.
pub fn convolutions<B: Backend>(xp: &B) {
    let data = npz("filtering.npz");
    for group in ["vectors", "short", "matrices", "cubes", "long", "complex"] {
        for (mode_name, mode) in MODES {
            for method in [ConvolveMethod::Auto, ConvolveMethod::Direct, ConvolveMethod::Fft] {
                let options = Convolve::new().mode(mode).method(method);
                let group = format!("conv/{group}");
                both(xp, &data, &group, &format!("convolve/{mode_name}"), 64.0, &|a, b| {
                    signal::convolve_with(a, b, options)
                });
                both(xp, &data, &group, &format!("correlate/{mode_name}"), 64.0, &|a, b| {
                    signal::correlate_with(a, b, options)
                });
            }
            let options = || FftConvolve::new().mode(mode);
            let name = format!("convolve/{mode_name}");
            both(xp, &data, &format!("conv/{group}"), &name, 64.0, &|a, b| signal::fftconvolve_with(a, b, options()));
            both(xp, &data, &format!("conv/{group}"), &name, 64.0, &|a, b| signal::oaconvolve_with(a, b, options()));
        }
    }
    for (mode_name, mode) in MODES {
        let [a, b] = ["a", "b"].map(|part| array(xp, &data, &format!("axes/{part}")));
        let options = || FftConvolve::new().mode(mode).axes(1);
        same(&signal::fftconvolve_with(&a, &b, options()).unwrap(), &data, &format!("axes/{mode_name}"), 64.0);
        same(&signal::oaconvolve_with(&a, &b, options()).unwrap(), &data, &format!("axes/{mode_name}"), 64.0);
        let swapped = signal::oaconvolve_with(&b, &a, FftConvolve::new().axes(1)).unwrap();
        same(&swapped, &data, "axes/full", 64.0);
    }
    let a = array(xp, &data, "conv/vectors/a");
    assert!(numbers(&signal::convolve(&a, &a).unwrap())[0].re > 0.0);
    assert_eq!(signal::fftconvolve(&a, &a).unwrap().shape(), signal::oaconvolve(&a, &a).unwrap().shape());
    assert_eq!(signal::correlate(&a, &a).unwrap().argmax(0).unwrap().to_string(), "8");
    // Integers are exact, numbers of any type are themselves.
    for_types!(numbers, T => {
        let (x, h) = (xp.array(&[1i8, 2, 3, 4]).unwrap().astype::<T>(), xp.array(&[1i8, 0, 2]).unwrap().astype::<T>());
        for method in [ConvolveMethod::Direct, ConvolveMethod::Fft] {
            let y = signal::convolve_with(&x, &h, Convolve::new().method(method)).unwrap();
            assert_eq!((y.dtype(), y.shape()), (T::DTYPE, &[6][..]));
            let expected = [1.0, 2.0, 5.0, 8.0, 6.0, 8.0].map(Z::from);
            assert!(numbers(&y).iter().zip(expected).all(|(a, e)| (a - e).norm() < 1e-5), "{method:?} of {}: {y}", T::DTYPE);
        }
        assert_eq!(signal::choose_conv_method(&x, &h, ConvolveMode::Full).unwrap(), ConvolveMethod::Direct);
    });
    let big = xp.array(&[i64::MAX, 1]).unwrap();
    assert_eq!(
        signal::convolve(&big, &xp.array(&[1i64, 1]).unwrap()).unwrap().to_string(),
        format!("[ {} {}                    1]", i64::MAX, i64::MIN)
    );
    let lags = |n, m, mode| signal::correlation_lags(xp, n, m, mode).unwrap().to_string();
    assert_eq!(lags(4, 3, ConvolveMode::Full), "[-2 -1  0  1  2  3]");
    assert_eq!(lags(4, 3, ConvolveMode::Same), "[-1  0  1  2]");
    assert_eq!(lags(4, 3, ConvolveMode::Valid), "[0 1]");
    assert_eq!(lags(2, 4, ConvolveMode::Valid), "[-2 -1  0]");
    // Empty arrays, numbers, wide ones.
    let none = xp.zeros::<f64>(0).unwrap();
    assert_eq!(signal::convolve(&none, &a).unwrap().shape(), [0]);
    assert_eq!(signal::fftconvolve(&a, &none).unwrap().shape(), [0]);
    assert_eq!(signal::convolve(&xp.full([], 2.0).unwrap(), &xp.full([], 3.0).unwrap()).unwrap().to_string(), "6.0");
    let wide = xp.full([], 1.0).unwrap().broadcast_to(5).unwrap();
    assert_eq!(signal::convolve(&wide, &wide).unwrap().to_string(), "[1. 2. 3. 4. 5. 4. 3. 2. 1.]");
    let matrix = xp.zeros::<f64>([3, 9]).unwrap();
    assert!(matches!(signal::convolve(&a, &matrix), Err(Error::Shape { .. })));
    let crossed = Convolve::new().mode(ConvolveMode::Valid);
    assert!(matches!(signal::convolve_with(&matrix, &matrix.t(), crossed), Err(Error::Value { .. })));
    // Truth values are numbers beside these.
    let mask = xp.array(&[true]).unwrap();
    assert!(signal::convolve(&mask, &a).unwrap().array_equal(&a).unwrap());
    assert!(matches!(signal::convolve(&mask, &mask), Err(Error::DType { .. })));
    assert!(matches!(signal::oaconvolve_with(&a, &a, FftConvolve::new().axes(1)), Err(Error::Axis { .. })));
    assert!(matches!(signal::fftconvolve_with(&a, &a, FftConvolve::new().axes([0, -1])), Err(Error::Value { .. })));
    assert!(matches!(signal::correlation_lags(xp, 0, 1, ConvolveMode::Full), Err(Error::Value { .. })));
}

/// `convolve2d`, `correlate2d` and `sepfir2d`.
pub fn images<B: Backend>(xp: &B) {
    let data = npz("filtering.npz");
    let boundaries = [("fill", Boundary::Fill(2.5.into())), ("wrap", Boundary::Wrap), ("symm", Boundary::Symm)];
    for group in ["odd", "even", "large"].map(|name| format!("planar/{name}")) {
        for (mode_name, mode) in MODES {
            for (name, boundary) in boundaries {
                let options = Planar::new().mode(mode).boundary(boundary);
                let of = |function: &str| format!("{function}/{mode_name}/{name}");
                both(xp, &data, &group, &of("convolve2d"), 32.0, &|a, b| signal::convolve2d_with(a, b, options));
                both(xp, &data, &group, &of("correlate2d"), 32.0, &|a, b| signal::correlate2d_with(a, b, options));
            }
        }
    }
    let [row, column] = ["row", "column"].map(|part| array(xp, &data, &format!("sepfir/{part}")));
    let a = array(xp, &data, "sepfir/a");
    each(&a, &data, "sepfir/out", 32.0, &|a| signal::sepfir2d(a, &row.astype(a.dtype())?, &column.astype(a.dtype())?));
    assert_eq!(signal::convolve2d(&a, &a).unwrap().shape(), signal::correlate2d(&a, &a).unwrap().shape());
    assert!(matches!(signal::convolve2d(&row, &a), Err(Error::Shape { .. })));
    assert!(matches!(signal::correlate2d(&a, &xp.zeros::<f64>([0, 2]).unwrap()), Err(Error::Value { .. })));
    assert!(matches!(signal::sepfir2d(&a, &xp.ones::<f64>(2).unwrap(), &column), Err(Error::Value { .. })));
    assert!(matches!(signal::sepfir2d(&row, &row, &row), Err(Error::Shape { .. })));
}

/// `lfilter`, `sosfilt`, their states, and both ways.
pub fn recursive<B: Backend>(xp: &B) {
    let data = npz("filtering.npz");
    let x = array(xp, &data, "filter/x");
    for name in ["butter", "pole", "high", "fir", "scaled", "more", "long", "tail", "deep"] {
        let of = |part: &str| array(xp, &data, &format!("filter/{name}/{part}"));
        let (b, a, zi) = (of("b"), of("a"), of("zi"));
        let cast = |c: &DynArray<B>, x: &DynArray<B>| c.astype(x.dtype());
        each(&x, &data, &format!("filter/{name}/y"), 256.0, &|x| signal::lfilter(&cast(&b, x)?, &cast(&a, x)?, x));
        let (y, zf) = signal::lfilter_with(&b, &a, &x, LFilter::new().zi(&zi)).unwrap();
        same(&y, &data, &format!("filter/{name}/y_zi"), 256.0);
        same(&zf, &data, &format!("filter/{name}/zf"), 256.0);
        // Along columns, and in two parts.
        let (first, state) =
            signal::lfilter_with(&b, &a, &x.slice(s![.., ..130]).unwrap().t(), LFilter::new().axis(0).zi(&zi.t()))
                .unwrap();
        let (second, state) =
            signal::lfilter_with(&b, &a, &x.slice(s![.., 130..]).unwrap().t(), LFilter::new().axis(0).zi(&state))
                .unwrap();
        let whole = xp.concatenate(&[&first, &second], 0).unwrap();
        same(&whole.t(), &data, &format!("filter/{name}/y_zi"), 256.0);
        same(&state.t(), &data, &format!("filter/{name}/zf"), 256.0);
        if ["long", "tail", "deep"].contains(&name) {
            continue;
        }
        let options = FiltFilt::new();
        let kinds = [
            ("filtfilt", options),
            ("even", options.padtype(PadType::Even).padlen(20)),
            ("constant", options.padtype(PadType::Constant)),
            ("none", options.padtype(None)),
        ];
        for (kind, options) in kinds {
            each(&x, &data, &format!("filter/{name}/{kind}"), 1024.0, &|x| {
                signal::filtfilt_with(&cast(&b, x)?, &cast(&a, x)?, x, options)
            });
        }
        same(&signal::filtfilt(&b, &a, &x).unwrap(), &data, &format!("filter/{name}/filtfilt"), 1024.0);
        same(&signal::lfilter_zi(&b, &a).unwrap(), &data, &format!("filter/{name}/steady"), 64.0);
        let before = xp.array([1.0, -1.0]).unwrap().into_dyn();
        let state = signal::lfiltic(&b, &a, &xp.array([3.0, 2.0, 1.0]).unwrap(), Some(&before)).unwrap();
        same(&state, &data, &format!("filter/{name}/ic"), 8.0);
    }
    for name in ["butter", "band"] {
        let of = |part: &str| array(xp, &data, &format!("sos/{name}/{part}"));
        let (sos, zi) = (of("sos"), of("zi"));
        same(&signal::sosfilt(&sos, &x).unwrap(), &data, &format!("sos/{name}/y"), 1024.0);
        let (y, zf) = signal::sosfilt_with(&sos, &x, LFilter::new().zi(&zi)).unwrap();
        same(&y, &data, &format!("sos/{name}/y_zi"), 1024.0);
        same(&zf, &data, &format!("sos/{name}/zf"), 1024.0);
        same(&signal::sosfilt_zi(&sos).unwrap(), &data, &format!("sos/{name}/steady"), 1024.0);
        same(&signal::sosfiltfilt(&sos, &x).unwrap(), &data, &format!("sos/{name}/both"), 4096.0);
        let columns = signal::sosfiltfilt_with(&sos, &x.t(), FiltFilt::new().axis(0)).unwrap();
        same(&columns.t(), &data, &format!("sos/{name}/both"), 4096.0);
    }
    let of = |part: &str| array(xp, &data, &format!("filter/complex/{part}"));
    same(&signal::lfilter(&of("b"), &of("a"), &of("x")).unwrap(), &data, "filter/complex/y", 64.0);
    // Of many blocks, whose states are found in groups of groups: by the definition.
    let (b, a) = ([0.3, 0.1, -0.2], [1.0, -1.95, 0.951]);
    let values: Vec<f64> = (0..40_000).map(|k| (f64::from(k) * 0.7).sin() + f64::from(k % 5)).collect();
    let mut expected = vec![0.0; values.len()];
    for n in 0..values.len() {
        let before = |x: &[f64], k: usize| if n >= k { x[n - k] } else { 0.0 };
        let inputs: f64 = (0..3).map(|k| b[k] * before(&values, k)).sum();
        expected[n] = inputs - a[1] * before(&expected, 1) - a[2] * before(&expected, 2);
    }
    let x = xp.array(&values).unwrap();
    let y = numbers(&signal::lfilter(&xp.array(b).unwrap(), &xp.array(a).unwrap(), &x).unwrap());
    let largest = expected.iter().fold(0.0f64, |m, y| m.max(y.abs()));
    assert_eq!(y.len(), expected.len());
    for (k, (y, e)) in y.iter().zip(&expected).enumerate() {
        assert!((y - e).norm() <= 1e-12 * largest, "element {k}: {y}, not {e}");
    }
    // Every type; a wide signal, none, one element.
    let (b, a) = (xp.array(&[1.0f32]).unwrap(), xp.array(&[1.0f32, -0.5]).unwrap());
    for_types!(all, T => {
        let x = xp.array(&[1i8, 0, 1]).unwrap().astype::<T>();
        let y = signal::lfilter(&b, &a, &x).unwrap();
        assert_eq!(y.shape(), [3], "{}", T::DTYPE);
        assert!(numbers(&y).iter().zip([1.0, 0.5, 1.25]).all(|(y, e)| (y - e).norm() < 1e-6), "{}", T::DTYPE);
    });
    let wide = xp.full([], 1.0).unwrap().broadcast_to([2, 3]).unwrap();
    assert_eq!(signal::lfilter(&b, &a, &wide).unwrap().to_string(), "[[1.   1.5  1.75]\n [1.   1.5  1.75]]");
    assert_eq!(signal::lfilter(&b, &a, &xp.zeros::<f64>([2, 0]).unwrap()).unwrap().shape(), [2, 0]);
    // What is not finite counts from its place on.
    let mut x = xp.ones::<f64>([2, 100]).unwrap();
    x.assign(s![0, 70], f64::INFINITY).unwrap();
    let y = numbers(&signal::lfilter(&b, &a, &x).unwrap());
    assert!(y[..70].iter().all(|y| y.is_finite()) && y[71..100].iter().all(|y| y.is_nan()));
    assert!(y[100..].iter().all(|y| y.is_finite()));
    // Bad input.
    let x = xp.ones::<f64>(8).unwrap();
    let none = xp.zeros::<f64>(0).unwrap();
    assert!(matches!(signal::lfilter(&b, &none, &x), Err(Error::Value { .. })));
    assert!(matches!(signal::lfilter(&b, &xp.zeros::<f64>(3).unwrap(), &x), Err(Error::Value { .. })));
    assert!(matches!(signal::lfilter(&none, &a, &x), Err(Error::Value { .. })));
    assert!(matches!(signal::lfilter(&b, &xp.ones::<f64>([1, 2]).unwrap(), &x), Err(Error::Shape { .. })));
    assert!(matches!(signal::lfilter(&b, &a, &xp.full([], 1.0).unwrap()), Err(Error::Axis { .. })));
    assert!(matches!(signal::lfilter_with(&b, &a, &x, LFilter::new().zi(&x)), Err(Error::Shape { .. })));
    assert!(matches!(signal::lfilter_zi(&b, &xp.array([1.0, -1.0]).unwrap()), Err(Error::Value { .. })));
    assert!(matches!(signal::filtfilt(&b, &a, &xp.ones::<f64>(6).unwrap()), Err(Error::Value { .. })));
    assert!(matches!(signal::sosfilt(&xp.ones::<f64>([2, 5]).unwrap(), &x), Err(Error::Shape { .. })));
    assert!(matches!(signal::sosfilt(&xp.zeros::<f64>([1, 6]).unwrap(), &x), Err(Error::Value { .. })));
}

/// `savgol_filter`, medians, `wiener`, `detrend`, `hilbert`.
pub fn smoothing<B: Backend>(xp: &B) {
    let data = npz("filtering.npz");
    let x = array(xp, &data, "smooth/x");
    let modes = [
        ("interp", SavgolMode::Interp),
        ("mirror", SavgolMode::Mirror),
        ("nearest", SavgolMode::Nearest),
        ("wrap", SavgolMode::Wrap),
        ("constant", SavgolMode::Constant(1.5)),
    ];
    for (name, mode) in modes {
        let options = Savgol::new().mode(mode);
        // The polynomials at SciPy's ends lose some digits.
        each(&x, &data, &format!("savgol/{name}"), 128.0, &|x| signal::savgol_filter_with(x, 7, 3, options));
        let slope = options.deriv(1).delta(0.5);
        each(&x, &data, &format!("savgol/{name}/slope"), 32.0, &|x| signal::savgol_filter_with(x, 5, 2, slope));
        let columns = signal::savgol_filter_with(&x.t(), 7, 3, options.axis(0)).unwrap();
        same(&columns.t(), &data, &format!("savgol/{name}"), 128.0);
    }
    same(&signal::savgol_filter(&x, 7, 3).unwrap(), &data, "savgol/interp", 128.0);
    let options = Savgol::new();
    let kernels = [
        (5, 2, options),
        (7, 6, options),
        (9, 4, options.deriv(2).delta(0.25)),
        (4, 2, options),
        (7, 3, options.pos(1)),
    ];
    for (k, (n, order, options)) in kernels.into_iter().enumerate() {
        same(&signal::savgol_coeffs_with(xp, n, order, options).unwrap(), &data, &format!("savgol/coeffs/{k}"), 64.0);
    }
    // Of high orders, where SciPy's lose all digits: polynomials of Chebyshev's are what they are in the middle.
    let weights = numbers(&signal::savgol_coeffs(xp, 51, 20).unwrap());
    for degree in 0..=20 {
        let term = |(i, w): (usize, &Z)| w.re * (f64::from(degree) * ((i as f64 - 25.0) / 25.0).acos()).cos();
        let sum: f64 = weights.iter().enumerate().map(term).sum();
        let expected = [1.0, 0.0, -1.0, 0.0][degree as usize % 4];
        assert!((sum - expected).abs() < 1e-13, "degree {degree}: {sum}, not {expected}");
    }
    each(&x, &data, "medfilt/3", 0.5, &|x| signal::medfilt(x, [1, 3]));
    for (name, size) in [("medfilt/33", vec![3, 3]), ("medfilt/15", vec![1, 5]), ("medfilt/37", vec![3, 11])] {
        same(&signal::medfilt(&x, &size[..]).unwrap(), &data, name, 0.0);
        same(&signal::medfilt(&x.t(), [size[1], size[0]]).unwrap().t(), &data, name, 0.0);
    }
    same(&signal::medfilt(&x, 3).unwrap(), &data, "medfilt/33", 0.0);
    same(&signal::medfilt2d(&x, [3, 5]).unwrap(), &data, "medfilt2d", 0.0);
    let domain = xp.array(&[[0, 1, 0], [1, 1, 1], [0, 1, 0]]).unwrap();
    for rank in 0..5 {
        same(&signal::order_filter(&x, &domain, rank).unwrap(), &data, &format!("order/{rank}"), 0.0);
    }
    each(&x, &data, "wiener/3", 64.0, &|x| signal::wiener(x, [1, 3], None));
    each(&x, &data, "wiener/35", 64.0, &|x| signal::wiener(x, [3, 5], 0.5));
    each(&x, &data, "wiener/4", 64.0, &|x| signal::wiener(x, [2, 4], 0.5));
    each(&x, &data, "detrend/linear", 16.0, &|x| signal::detrend(x, -1, Trend::Linear, &[]));
    each(&x, &data, "detrend/constant", 16.0, &|x| signal::detrend(x, -1, Trend::Constant, &[]));
    each(&x, &data, "detrend/breaks", 16.0, &|x| signal::detrend(x, 1, Trend::Linear, &[5, 12]));
    each(&x, &data, "detrend/columns", 16.0, &|x| signal::detrend(x, 0, Trend::Linear, &[]));
    for n in [24, 25] {
        each(&x.slice(s![.., ..n]).unwrap(), &data, &format!("hilbert/{n}"), 16.0, &|x| signal::hilbert(x, -1));
    }
    same(&signal::hilbert(&x.t(), 0).unwrap().t(), &data, "hilbert/25", 16.0);
    each(&x, &data, "hilbert2", 16.0, &|x| signal::hilbert2(x));
    for_types!(real, T => {
        let x = xp.array(&[1i8, 0, 1, 1, 0]).unwrap().astype::<T>();
        let near = |y: Result<DynArray<B>>, expected: [f64; 5]| {
            let y = y.unwrap();
            assert_eq!(y.shape(), [5], "{}", T::DTYPE);
            assert!(numbers(&y).iter().zip(expected).all(|(y, e)| (y.re - e).abs() < 1e-2), "{}", T::DTYPE);
        };
        near(signal::detrend(&x, 0, Trend::Constant, &[]), [0.4, -0.6, 0.4, 0.4, -0.6]);
        near(signal::savgol_filter(&x, 5, 4), [1.0, 0.0, 1.0, 1.0, 0.0]);
        near(signal::hilbert(&x, 0).and_then(|y| y.real()), [1.0, 0.0, 1.0, 1.0, 0.0]);
        near(signal::wiener(&x, 1, 0.5), [1.0, 0.0, 1.0, 1.0, 0.0]);
        if T::DTYPE != DType::Bool {
            near(signal::medfilt(&x, 3), [0.0, 1.0, 1.0, 1.0, 0.0]);
        }
    });
    let none = xp.zeros::<f64>([2, 0]).unwrap();
    assert_eq!(signal::medfilt(&none, 3).unwrap().shape(), [2, 0]);
    assert_eq!(signal::detrend(&none, 1, Trend::Linear, &[]).unwrap().shape(), [2, 0]);
    assert_eq!(signal::wiener(&none, 3, None).unwrap().shape(), [2, 0]);
    assert!(matches!(signal::hilbert(&none, 1), Err(Error::Value { .. })));
    assert!(matches!(signal::hilbert(&xp.array([Z::new(1.0, 1.0)]).unwrap(), 0), Err(Error::DType { .. })));
    assert!(matches!(signal::hilbert2(&xp.zeros::<f64>(3).unwrap()), Err(Error::Shape { .. })));
    assert!(matches!(signal::savgol_filter(&x, 27, 2), Err(Error::Value { .. })));
    assert!(matches!(signal::savgol_filter(&x, 5, 5), Err(Error::Value { .. })));
    assert!(matches!(signal::savgol_coeffs_with(xp, 5, 2, Savgol::new().pos(5)), Err(Error::Value { .. })));
    assert!(matches!(signal::medfilt(&x, 4), Err(Error::Value { .. })));
    assert!(matches!(signal::medfilt(&x, [3, 3, 3]), Err(Error::Value { .. })));
    assert!(matches!(signal::medfilt2d(&xp.zeros::<f64>(4).unwrap(), 3), Err(Error::Shape { .. })));
    assert!(matches!(signal::order_filter(&x, &domain, 5), Err(Error::Value { .. })));
    assert!(matches!(signal::wiener(&x, 0, None), Err(Error::Value { .. })));
    assert!(matches!(signal::detrend(&x, 1, Trend::Linear, &[26]), Err(Error::Value { .. })));
}

/// `upfirdn`, `resample_poly` and `resample`.
pub fn rates<B: Backend>(xp: &B) {
    let data = npz("filtering.npz");
    let x = array(xp, &data, "resample/x");
    let h = array(xp, &data, "upfirdn/h");
    for (up, down) in [(1, 1), (2, 1), (1, 3), (3, 2), (2, 3), (4, 6), (5, 7)] {
        each(&x, &data, &format!("upfirdn/{up}/{down}"), 32.0, &|x| {
            signal::upfirdn(&h.astype(x.dtype())?, x, up, down)
        });
        let options = || ResamplePoly::new().axis(1);
        each(&x, &data, &format!("poly/{up}/{down}"), 64.0, &|x| signal::resample_poly_with(x, up, down, options()));
    }
    same(&signal::resample_poly(&x.t(), 3, 2).unwrap().t(), &data, "poly/3/2", 64.0);
    let kinds = [
        ("line", Extension::Line.into()),
        ("mean", PolyPad::Mean),
        ("median", PolyPad::Median),
        ("maximum", PolyPad::Maximum),
        ("minimum", PolyPad::Minimum),
        ("constant", Extension::Constant(2.0).into()),
    ];
    for (name, padtype) in kinds {
        let options = || ResamplePoly::new().axis(1).padtype(padtype);
        each(&x, &data, &format!("poly/{name}"), 64.0, &|x| signal::resample_poly_with(x, 3, 2, options()));
    }
    for num in [10, 20, 39, 40, 41, 80, 81] {
        each(&x, &data, &format!("resample/{num}"), 32.0, &|x| signal::resample_with(x, num, Resample::new().axis(1)));
    }
    let z = array(xp, &data, "resample/z");
    for num in [9, 10, 20, 21, 22, 43] {
        each(&z, &data, &format!("resample/complex/{num}"), 32.0, &|z| {
            signal::resample_with(z, num, Resample::new().axis(1))
        });
        let even = z.slice(s![.., ..20]).unwrap();
        each(&even, &data, &format!("resample/complex_even/{num}"), 32.0, &|z| {
            signal::resample_with(z, num, Resample::new().axis(-1))
        });
    }
    for_types!(all, T => {
        let x = xp.array(&[1i8, 0, 1]).unwrap().astype::<T>();
        let y = signal::upfirdn(&xp.array(&[1.0f32, 1.0]).unwrap(), &x, 2, 1).unwrap();
        assert_eq!(y.shape(), [6], "{}", T::DTYPE);
        assert!(numbers(&y).iter().zip([1.0, 1.0, 0.0, 0.0, 1.0, 1.0]).all(|(y, e)| (y - e).norm() < 1e-6), "{}", T::DTYPE);
        assert!((numbers(&signal::resample(&x, 1).unwrap())[0] - 2.0 / 3.0).norm() < 1e-6, "{}", T::DTYPE);
    });
    let wide = xp.full([], 1.0).unwrap().broadcast_to([2, 3]).unwrap();
    assert_eq!(signal::resample_with(&wide, 2, Resample::new().axis(1)).unwrap().to_string(), "[[1. 1.]\n [1. 1.]]");
    let none = xp.zeros::<f64>([2, 0]).unwrap();
    assert!(matches!(signal::resample_with(&none, 3, Resample::new().axis(1)), Err(Error::Value { .. })));
    assert!(matches!(signal::resample_with(&x, 0, Resample::new().axis(1)), Err(Error::Value { .. })));
    assert!(matches!(signal::resample_with(&x, 3, Resample::new().axis(2)), Err(Error::Axis { .. })));
    assert!(matches!(signal::resample_poly(&x, 0, 1), Err(Error::Value { .. })));
    let nothing = ResamplePoly::new().window(&xp.zeros::<f64>(0).unwrap());
    assert!(matches!(signal::resample_poly_with(&x, 2, 1, nothing), Err(Error::Shape { .. })));
    // Of a filter of even length the middle is the element before.
    let even = ResamplePoly::new().window(&xp.array([0.125, 0.5, 0.25, 0.125]).unwrap());
    let resampled = signal::resample_poly_with(&xp.array([1.0, -2.0, 4.0]).unwrap(), 2, 1, even).unwrap();
    assert!(resampled.typed::<f64>().unwrap().allclose(xp.array([1.0, 0.0, -1.75, 0.0, 3.5, 2.0]).unwrap()).unwrap());
    assert!(matches!(signal::upfirdn(&x, &x, 2, 1), Err(Error::Shape { .. })));
    assert!(matches!(signal::upfirdn(&h, &x, 2, 0), Err(Error::Value { .. })));
    assert_eq!(signal::upfirdn(&h, &none, 2, 1).unwrap().shape(), [2, 0]);
}

/// B-splines and symmetric filters.
pub fn splines<B: Backend>(xp: &B) {
    let data = npz("filtering.npz");
    let [x, m, places] = ["x", "m", "places"].map(|name| array(xp, &data, &format!("spline/{name}")));
    each(&x, &data, "spline/first", 16.0, &|x| signal::symiirorder1(x, 0.7, 0.4));
    each(&x, &data, "spline/second", 64.0, &|x| signal::symiirorder2(x, 0.5, 0.6));
    for (name, lamb) in [("0", 0.0), ("1", 1.0), ("5", 5.0)] {
        let name = format!("spline/cubic/{name}");
        each(&x, &data, &name, 64.0, &|x| signal::cspline1d(x, lamb));
        let c = signal::cspline1d(&x, lamb).unwrap();
        same(&signal::cspline1d_eval(&c, &places, 1.5, -2.0).unwrap(), &data, &format!("{name}/at"), 64.0);
    }
    each(&x, &data, "spline/quadratic", 16.0, &|x| signal::qspline1d(x));
    let c = signal::qspline1d(&x).unwrap();
    same(&signal::qspline1d_eval(&c, &places, 1.5, -2.0).unwrap(), &data, "spline/quadratic/at", 64.0);
    each(&m, &data, "spline/cubic2", 64.0, &|m| signal::cspline2d(m, 0.0));
    each(&m, &data, "spline/cubic2/5", 256.0, &|m| signal::cspline2d(m, 5.0));
    each(&m, &data, "spline/quadratic2", 64.0, &|m| signal::qspline2d(m));
    each(&m, &data, "spline/filter", 256.0, &|m| signal::spline_filter(m, 5.0));
    each(&x, &data, "spline/gauss", 4.0, &|x| signal::gauss_spline(x, 3));
    for_types!(real, T => {
        let ones = xp.array(&[1i8, 1, 1]).unwrap().astype::<T>();
        let flat = |y: Result<DynArray<B>>| assert!(numbers(&y.unwrap()).iter().all(|y| (y - 1.0).norm() < 1e-5), "{}", T::DTYPE);
        flat(signal::cspline1d(&ones, 0.0));
        flat(signal::qspline1d(&ones));
        flat(signal::symiirorder2(&ones, 0.5, 0.5));
        flat(signal::cspline2d(&ones.broadcast_to([4, 3]).unwrap(), 0.0));
    });
    // Splines go through the elements, however few there are.
    for n in 1..6 {
        let (few, knots) = (x.slice(s![..n]).unwrap(), xp.arange_of(DType::F64, 0..n).unwrap());
        let cubic = signal::cspline1d_eval(&signal::cspline1d(&few, 0.0).unwrap(), &knots, 1.0, 0.0).unwrap();
        let quadratic = signal::qspline1d_eval(&signal::qspline1d(&few).unwrap(), &knots, 1.0, 0.0).unwrap();
        for y in [cubic, quadratic] {
            assert!(numbers(&y).iter().zip(numbers(&few)).all(|(y, x)| (y - x).norm() < 1e-14), "{n}: {y}, not {few}");
        }
    }
    let none = xp.zeros::<f64>(0).unwrap();
    assert!(matches!(signal::cspline1d(&none, 0.0), Err(Error::Value { .. })));
    assert!(matches!(signal::cspline1d(&x, 1e-3), Err(Error::Value { .. })));
    assert!(matches!(signal::cspline1d(&m, 0.0), Err(Error::Shape { .. })));
    assert!(matches!(signal::qspline2d(&x), Err(Error::Shape { .. })));
    assert!(matches!(signal::symiirorder1(&x, 1.0, 1.0), Err(Error::Value { .. })));
    assert!(matches!(signal::symiirorder2(&x, 1.0, 0.5), Err(Error::Value { .. })));
    assert!(matches!(signal::cspline1d_eval(&none, &x, 1.0, 0.0), Err(Error::Value { .. })));
    assert!(matches!(signal::qspline1d_eval(&c, &x, 0.0, 0.0), Err(Error::Value { .. })));
    assert!(matches!(signal::gauss_spline(&xp.array([Z::new(1.0, 1.0)]).unwrap(), 3), Err(Error::DType { .. })));
}
