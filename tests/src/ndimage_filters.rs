//! Filters of images, against SciPy's values.

use crate::data::{Stored, dtype_named, npz};
use std::collections::BTreeMap;
use xparray::prelude::*;
use xparray::scipy::ndimage::*;
use xparray::{Error, Result, dispatch_dtype};

pub(crate) type Data = BTreeMap<String, Stored>;

/// An array of the data.
pub(crate) fn load<B: Backend>(xp: &B, data: &Data, key: &str) -> DynArray<B> {
    let stored = data.get(key).unwrap_or_else(|| panic!("no {key}"));
    dispatch_dtype!(stored.dtype, T => stored.array::<T, B>(xp).into_dyn())
}

/// That an array has the type, the shape and the elements that are stored: floats up to a few roundings of the largest.
pub(crate) fn same<B: Backend>(found: &Result<DynArray<B>>, data: &Data, key: &str) {
    let found = found.as_ref().unwrap_or_else(|error| panic!("{key}: {error}"));
    let stored = data.get(key).unwrap_or_else(|| panic!("no {key}"));
    assert_eq!((found.shape(), found.dtype()), (&stored.shape[..], stored.dtype), "{key}");
    let values =
        |x: &DynArray<B>| x.astype(DType::Complex128).unwrap().typed::<Complex<f64>>().unwrap().to_vec().unwrap();
    let (found_values, expected) = (values(found), stored.cast::<Complex<f64>>());
    let largest = expected.iter().map(|x| x.norm()).filter(|x| x.is_finite()).fold(0.0, f64::max);
    let roundings = match stored.dtype.real() {
        DType::F32 => 1e-6,
        DType::F64 => 1e-13,
        _ => 0.0,
    };
    for (k, (x, y)) in found_values.iter().zip(&expected).enumerate() {
        let same = (x - y).norm() <= roundings * largest || x == y || (x.is_nan() && y.is_nan());
        assert!(same, "{key}, element {k}: {x} instead of {y}");
    }
}

/// The array's elements in memory of another order.
pub(crate) fn strided<B: Backend>(x: &DynArray<B>) -> DynArray<B> {
    x.flip(..).unwrap().transpose().copy().unwrap().transpose().flip(..).unwrap()
}

const TYPES: [&str; 13] =
    ["bool", "i8", "u8", "i16", "u16", "i32", "u32", "i64", "u64", "f32", "f64", "complex64", "complex128"];

/// What is beyond the ends, of all kinds of filters.
pub fn modes<B: Backend>(xp: &B) {
    let data = npz("ndimage_filters.npz");
    let [w2, w3, cross] = ["w2", "w3", "cross"].map(|key| load(xp, &data, key));
    let long: Vec<f64> = (0..23).map(|k| k as f64 - 7.0).collect();
    let modes = [
        ("reflect", Mode::Reflect),
        ("constant", Mode::Constant(2.0)),
        ("constant", Mode::GridConstant(2.0)),
        ("nearest", Mode::Nearest),
        ("mirror", Mode::Mirror),
        ("wrap", Mode::Wrap),
        ("wrap", Mode::GridWrap),
    ];
    for name in ["f64", "i16", "u8"] {
        let [line, image, volume] =
            ["line", "image", "volume"].map(|label| load(xp, &data, &format!("{label}/{name}")));
        for (label, mode) in modes {
            let filter = || Filter::new().mode(mode);
            let check =
                |what: &str, found: Result<DynArray<B>>| same(&found, &data, &format!("{what}/{label}/{name}/out"));
            for image in [image.clone(), strided(&image)] {
                check("correlate", correlate(&image, &w2, filter()));
                check("maximum", maximum_filter(&image, [3, 4], filter()));
                check("cross", minimum_filter(&image, Window::footprint(&cross).unwrap(), filter()));
                check("median", median_filter(&image, 3, filter()));
                check("uniform", uniform_filter(&image, [3, 4], filter()));
                check("gaussian", gaussian_filter(&image, [0.8, 1.3], filter().into()));
            }
            check("correlate1d", correlate1d(&line, &[0.5, -1.25, 2.0], 0, filter()));
            check("wide", correlate1d(&line.slice(s![..4]).unwrap(), &long, -1, filter()));
            check("volume", correlate(&volume, &w3, filter()));
        }
    }
}

/// Every filter, of every element type that it takes.
pub fn types<B: Backend>(xp: &B) {
    let data = npz("ndimage_filters.npz");
    let [w2, w2c, cross, skew] = ["w2", "w2c", "cross", "skew"].map(|key| load(xp, &data, key));
    let even = [1.0, 3.0, -2.0, 0.5];
    for name in TYPES {
        let dtype = dtype_named(name);
        let [image, volume] = ["image", "volume"].map(|label| strided(&load(xp, &data, &format!("{label}/{name}"))));
        let check = |what: &str, found: Result<DynArray<B>>| same(&found, &data, &format!("{what}/{name}/out"));
        let filter = Filter::new;
        check("correlate1d/even", correlate1d(&image, &even, 0, filter().origin(1)));
        check("convolve1d/even", convolve1d(&image, &even, -1, filter().origin(-2)));
        check("correlate/origin", correlate(&image, &w2, filter().origin([-1, 1])));
        check("convolve/origin", convolve(&image, &w2, filter().origin([0, -1])));
        check("convolve/axes", convolve(&volume, &w2, filter().axes([0, 2])));
        let double = if dtype.is_complex() { DType::Complex128 } else { DType::F64 };
        check("convolve/output", convolve(&image, &w2, filter().output(double)));
        check("convolve/complex", convolve(&image, &w2c, filter()));
        check("correlate/complex", correlate(&image, &w2c, filter()));
        check("uniform/image", uniform_filter(&image, 3, filter()));
        check("uniform1d/origin", uniform_filter1d(&image, 4, 0, filter().origin(1)));
        check("gaussian/image", gaussian_filter(&image, 0.7, Gaussian::new()));
        check("gaussian1d/order", gaussian_filter1d(&image, 1.1, 0, Gaussian::new().order(3).truncate(3.0)));
        // Between axes SciPy leaves truth values that are neither true nor false, and numbers that `f64` does not have.
        if ![DType::Bool, DType::U64].contains(&dtype) {
            check("sobel/image", sobel(&image, 0, filter()));
            check("prewitt/volume", prewitt(&volume, -1, filter()));
        }
        check("laplace/image", laplace(&image, filter()));
        if dtype.is_complex() {
            assert!(matches!(maximum_filter(&image, 3, filter()), Err(Error::DType { .. })));
            assert!(matches!(median_filter(&image, 3, filter()), Err(Error::DType { .. })));
            continue;
        }
        let skewed = || Window::footprint(&skew).unwrap();
        check("maximum/origin", maximum_filter(&image, 3, filter().origin([1, -1])));
        check("minimum1d/wide", minimum_filter1d(&image, 7, 0, filter().origin(-2)));
        check("maximum1d/wide", maximum_filter1d(&image, 5, -1, filter().origin(2)));
        check("maximum/skew", maximum_filter(&image, skewed(), filter().origin([0, 1])));
        check("median/skew", median_filter(&image, skewed(), filter()));
        check("median/axes", median_filter(&volume, [3, 2], filter().axes([0, -1])));
        check("rank/image", rank_filter(&image, -4, [3, 2], filter()));
        check("percentile/image", percentile_filter(&image, 30.0, 3, filter()));
        if !dtype.is_float() {
            continue;
        }
        let each = filter().mode([Mode::Wrap, Mode::Nearest, Mode::Mirror]);
        check(
            "gaussian/modes",
            gaussian_filter(&volume, [0.0, 1.0, 0.6], Gaussian::from(each).order([0, 1, 2]).radius([1, 2, 3])),
        );
        check("gaussian_laplace/image", gaussian_laplace(&image, [0.8, 1.2], Gaussian::new()));
        check("gaussian_gradient_magnitude/image", gaussian_gradient_magnitude(&image, 0.9, Gaussian::new()));
        let slope = |x: &DynArray<B>, axis: usize, filter| sobel(x, axis as isize, filter);
        check("generic_gradient_magnitude/sobel", generic_gradient_magnitude(&image, slope, filter()));
        let second = |x: &DynArray<B>, axis: usize, filter| correlate1d(x, &[1.0, -2.0, 1.0], axis as isize, filter);
        check("laplace/image", generic_laplace(&image, second, filter()));
        let spread = |windows: &DynArray<B>| windows.max(-1)?.subtract(windows.min(-1)?);
        check("generic/spread", generic_filter(&image, spread, Window::footprint(&cross).unwrap(), filter()));
        let sums = |lines: &DynArray<B>| lines.slice(s![.., 3..])?.add(lines.slice(s![.., ..-3])?);
        check("generic1d/sums", generic_filter1d(&image, sums, 4, 0, filter()));
    }
}

/// Ranks in windows of many shapes, of numbers that are not finite, too, and those of sorted windows.
pub fn ranks<B: Backend>(xp: &B) {
    let numbers = xp.rng(5).normal::<f64>([23, 31]).unwrap().into_dyn();
    let place = xp.arange(23 * 31).unwrap().reshape([23, 31]).unwrap().into_dyn();
    let every = |n: i64| place.remainder(n).unwrap().equal(0).unwrap();
    let x = every(7).where_(f64::NAN, every(11).where_(f64::NEG_INFINITY, &numbers).unwrap()).unwrap();
    let x = strided(&every(13).where_(f64::INFINITY, &x).unwrap());
    let mask = |shape: [usize; 2]| xp.rng(6).random::<f64>(shape).unwrap().less(0.6).unwrap();
    let masks = [[3, 3], [6, 7], [19, 19]].map(|shape| Window::footprint(&mask(shape)).unwrap());
    let boxes = [[1, 2], [1, 8], [9, 1], [2, 2], [3, 3], [4, 5], [7, 7], [11, 11], [12, 13]].map(Window::from);
    for window in boxes.into_iter().chain(masks) {
        let counted = generic_filter(&x.ones_like().unwrap(), |w| w.sum(-1), window.clone(), Filter::new()).unwrap();
        let count = counted.max(..).unwrap().item().unwrap().get::<f64>() as isize;
        for rank in [0, 1, count / 4, count / 2, count - 1].into_iter().filter(|&rank| rank < count) {
            let filter = || Filter::new().mode(Mode::Mirror);
            let found = rank_filter(&x, rank, window.clone(), filter()).unwrap();
            // NaN comes last, and the smallest one is NaN where there is one.
            let sorted = |w: &DynArray<B>| if rank == 0 { w.min(-1) } else { w.sort()?.take(rank, -1) };
            let expected = generic_filter(&x, sorted, window.clone(), filter()).unwrap();
            let same = found
                .equal(&expected)
                .unwrap()
                .logical_or(found.isnan().unwrap().logical_and(expected.isnan().unwrap()).unwrap());
            assert!(same.unwrap().all(..).unwrap().item().unwrap().get::<bool>(), "{window:?}, rank {rank} of {count}");
        }
    }
}

/// Broadcast, empty and 0-d arrays, large ones in parts, and what is refused.
pub fn edges<B: Backend>(xp: &B) {
    let row = xp.arange(5).unwrap().into_dyn();
    let rows = row.broadcast_to([3, 5]).unwrap();
    let flat = median_filter(&rows, [1, 3], Filter::new()).unwrap();
    assert_eq!(flat.to_string(), median_filter(&rows.copy().unwrap(), [1, 3], Filter::new()).unwrap().to_string());
    let number = xp.full([], 7.5).unwrap();
    assert_eq!(gaussian_filter(&number, 1.0, Gaussian::new()).unwrap().to_string(), "7.5");
    assert_eq!(maximum_filter(&number, 3, Filter::new()).unwrap().to_string(), "7.5");
    assert_eq!(laplace(&number, Filter::new()).unwrap().to_string(), "7.5");
    for shape in [vec![0], vec![0, 3], vec![3, 0]] {
        let none = xp.zeros_of(DType::I32, &shape[..]).unwrap();
        for found in [
            uniform_filter(&none, 3, Filter::new()),
            gaussian_filter(&none, 1.0, Gaussian::new()),
            median_filter(&none, 3, Filter::new()),
            minimum_filter(&none, 2, Filter::new()),
            sobel(&none, 0, Filter::new()),
            generic_filter(&none, |windows| windows.max(-1), 3, Filter::new()),
        ] {
            let found = found.unwrap();
            assert_eq!((found.shape(), found.dtype()), (&shape[..], DType::I32));
        }
    }
    // Windows of more elements than are copied at once.
    let large = xp.arange(300_000).unwrap().reshape([3000, 100]).unwrap().remainder(1009).unwrap().into_dyn();
    let of = |x: &DynArray<B>| percentile_filter(x, 45.0, 5, Filter::new()).unwrap();
    let (whole, part) = (of(&large), of(&large.slice(s![1000..1040]).unwrap()));
    assert!(whole.slice(s![1002..1038]).unwrap().array_equal(&part.slice(s![2..38]).unwrap()).unwrap());
    // Constants that the type does not have.
    let x = xp.array(&[1u8, 2, 3]).unwrap();
    let half = Filter::new().mode(Mode::Constant(-0.5));
    assert_eq!(correlate1d(&x, &[2.0, 0.0, 0.0], 0, half.clone()).unwrap().to_string(), "[255   2   4]");
    assert_eq!(minimum_filter(&x.astype::<i8>(), 3, half.output(DType::F32)).unwrap().to_string(), "[-0.5  1.  -0.5]");
    let x = rows;
    let wrong = |found: Result<DynArray<B>>| assert!(matches!(found, Err(Error::Value { .. })));
    wrong(correlate1d(&x, &[], 0, Filter::new()));
    wrong(correlate1d(&x, &[1.0, 2.0], 0, Filter::new().origin(1)));
    wrong(correlate1d(&x, &[1.0, 2.0], 0, Filter::new().origin(isize::MIN)));
    wrong(maximum_filter(&x, 0, Filter::new()));
    wrong(maximum_filter(&x, [3], Filter::new()));
    wrong(maximum_filter(&x, 3, Filter::new().mode([Mode::Wrap])));
    wrong(maximum_filter(&x, 3, Filter::new().origin([1, 1, 1])));
    wrong(maximum_filter(&x, 3, Filter::new().axes([0, -2])));
    wrong(rank_filter(&x, 9, 3, Filter::new()));
    wrong(rank_filter(&x, -10, 3, Filter::new()));
    wrong(percentile_filter(&x, 100.5, 3, Filter::new()));
    wrong(percentile_filter(&x, f64::NAN, 3, Filter::new()));
    wrong(gaussian_filter(&x, -1.0, Gaussian::new()).and_then(|_| gaussian_filter1d(&x, -1.0, 0, Gaussian::new())));
    wrong(gaussian_filter(&x, f64::NAN, Gaussian::new()));
    wrong(gaussian_filter(&x, [1.0], Gaussian::new()));
    wrong(uniform_filter(&x, Window::footprint(&xp.array([[true, false]]).unwrap()).unwrap(), Filter::new()));
    assert!(matches!(Window::footprint(&xp.zeros::<i32>([2, 2]).unwrap()).err(), Some(Error::Value { .. })));
    assert!(matches!(correlate(&x, &xp.ones::<f64>(3).unwrap(), Filter::new()), Err(Error::Shape { .. })));
    assert!(matches!(sobel(&x, 2, Filter::new()), Err(Error::Axis { .. })));
    assert!(matches!(maximum_filter(&x, 3, Filter::new().axes([-3])), Err(Error::Axis { .. })));
    assert!(matches!(generic_filter(&x, |windows| Ok(windows.clone()), 3, Filter::new()), Err(Error::Shape { .. })));
    assert!(matches!(generic_filter1d(&x, |lines| Ok(lines.clone()), 3, 0, Filter::new()), Err(Error::Shape { .. })));
}
