//! Histograms, counts, quantiles, averages, correlation.

use crate::arrays::from_numbers;
use crate::compare::{assert_close, flushes, is_subnormal};
use crate::data::{Stored, npz};
use crate::for_types;
use xparray::prelude::*;
use xparray::{Bins, ConvolveMode, DType, Error, s};

/// The data of NumPy's histograms.
pub fn histograms<B: Backend>(xp: &B) {
    let data = npz("histogram.npz");
    for_types!([i8 i16 i32 i64 u8 u16 u32 u64 xparray::f16 f32 f64] T => {
        type Q = <T as Results>::Quotient;
        let at = |case: &str, part: &str| -> Option<&Stored> { data.get(&format!("{}/{case}/{part}", T::DTYPE)) };
        for case in ["bins=10", "bins=7,range=-2:5", "edges", "empty", "constant", "nan,bins=4,range=-1:1"] {
            let Some(input) = at(case, "in0") else {
                assert!(!T::DTYPE.is_float(), "{case}");
                continue;
            };
            let x = input.array::<T, B>(xp);
            let edges = at(case, "edges").unwrap().cast::<Q>();
            let (counts, found) = match case {
                "bins=10" => x.histogram(10),
                "bins=7,range=-2:5" => x.histogram((7, -2.0, 5.0)),
                "edges" => x.histogram(&xp.from_slice(&edges, edges.len()).unwrap()),
                "nan,bins=4,range=-1:1" => x.histogram((4, -1.0, 1.0)),
                _ => x.histogram(4),
            }
            .unwrap();
            let what = format!("{} {case}", T::DTYPE);
            assert_eq!(counts.to_vec().unwrap(), at(case, "counts").unwrap().to_vec::<i64>(), "{what}");
            assert_close(&found.to_vec().unwrap(), &edges, 0.0, &what);
            // With weights of one: the same, found by searching the edges.
            let ones = xp.ones::<u8>(x.shape()).unwrap();
            let (sums, _) = x.histogram_with(&found, Histogram::new().weights(&ones)).unwrap();
            assert_eq!(sums.astype::<i64>().to_vec().unwrap(), counts.to_vec().unwrap(), "{what}");
        }
    });
    let x = xp.from_slice(&[1.0f64, 2.0, 1.0, f64::NAN], [2, 2]).unwrap();
    assert!(matches!(x.histogram(3), Err(Error::Value { .. })), "the range is not finite");
    assert!(matches!(x.histogram((0, 0.0, 1.0)), Err(Error::Value { .. })));
    assert!(matches!(x.histogram((3, 1.0, 0.0)), Err(Error::Value { .. })));
    assert!(matches!(x.histogram(&xp.from_slice(&[1.0, 0.0], 2).unwrap()), Err(Error::Value { .. })));
    let weights = xp.from_slice(&[0.5f32, 2.0, 4.0, 1.0], [2, 2]).unwrap();
    let (sums, edges) = x.histogram_with((2, 1.0, 2.0), Histogram::new().weights(&weights)).unwrap();
    assert_eq!((sums.to_vec().unwrap(), edges.to_vec().unwrap()), (vec![4.5, 2.0], vec![1.0, 1.5, 2.0]));
    assert_eq!(x.histogram_bin_edges((4, 0.0, 1.0)).unwrap().to_vec().unwrap(), [0.0, 0.25, 0.5, 0.75, 1.0]);
    let (density, _) = x.histogram_with((2, 0.0, 4.0), Histogram::new().density()).unwrap();
    assert_eq!(density.to_vec().unwrap(), [1.0 / 3.0, 1.0 / 6.0]);
    let uneven = xp.array([0.0, 1.5, 2.0]).unwrap();
    let (density, _) = x.histogram_with(&uneven, Histogram::new().weights(&weights).density()).unwrap();
    assert_close(&density.to_vec().unwrap(), &[4.5 / 6.5 / 1.5, 2.0 / 6.5 / 0.5], 1.0, "density");
    equal_bins(xp);
}

/// Values on edges and next to them are in the same bins whether these are known to be equal, or given by their edges.
fn equal_bins<B: Backend>(xp: &B) {
    for_types!([f32 f64] T => {
        let flushes = flushes::<T, B>(xp);
        // Of the last ones, edges are neighbours in f32 or rounded to them.
        for (bins, low, high) in [(7, -0.3, 0.4), (100, 1e-3, 1e3), (5000, -1.0, 0.0), (8, 1e6, 1e6 + 0.75)] {
            let edges = xp.zeros::<T>(0).unwrap().histogram_bin_edges((bins, low, high)).unwrap();
            let mut near: Vec<T> = edges.to_vec().unwrap().iter().flat_map(|&x| [x.next_down(), x, x.next_up()]).collect();
            near.retain(|&x| !(flushes && is_subnormal(x)));
            near.extend([T::NAN, T::INFINITY, T::NEG_INFINITY, T::MAX, T::MIN]);
            let x = xp.from_slice(&near, near.len()).unwrap();
            let weights = xp.arange::<f64>(0.0..near.len() as f64).unwrap();
            let sums = |edges: Bins<_>| x.histogram_with(edges, Histogram::new().weights(&weights)).unwrap().0.to_vec().unwrap();
            let expected = sums(Bins::Edges(edges.clone()));
            assert_eq!(sums(Bins::Equal(bins, Some((low, high)))), expected, "{} {bins} {low} {high}", T::DTYPE);
        }
    });
}

/// Histograms of points, with axes that differ in bins and with weights.
pub fn joint_histograms<B: Backend>(xp: &B) {
    let x = xp.from_slice(&[0.0f32, 1.0, 2.0, 3.0, -1.0, 2.5], 6).unwrap();
    let y = xp.from_slice(&[1i32, 1, 2, 0, 1, 2], 6).unwrap();
    let bins = ((2, 0.0, 3.0), (3, 0.0, 3.0));
    let (counts, rows, columns) = x.histogram2d(&y, bins).unwrap();
    assert_eq!((counts.shape(), counts.to_vec().unwrap()), (&[2, 3][..], vec![0.0, 2.0, 0.0, 1.0, 0.0, 2.0]));
    assert_eq!((rows.to_vec().unwrap(), columns.to_vec().unwrap()), (vec![0.0, 1.5, 3.0], vec![0.0, 1.0, 2.0, 3.0]));
    let weights = xp.from_slice(&[1.0, 2.0, 4.0, 8.0, 16.0, 32.0], 6).unwrap();
    let (sums, ..) = x.histogram2d_with(&y, bins, Histogram::new().weights(&weights)).unwrap();
    assert_eq!(sums.to_vec().unwrap(), [0.0, 3.0, 0.0, 8.0, 0.0, 36.0]);
    assert!(matches!(x.histogram2d(&y.slice(s![1..]).unwrap(), bins), Err(Error::Shape { .. })));

    let points = xp.from_slice(&[0i64, 0, 0, 1, 1, 1, 0, 1, 0, 1, 1, 1, 0, 0, 9], [5, 3]).unwrap();
    let edges = xp.from_slice(&[0.0, 1.0, 2.0], 3).unwrap();
    let bins = [Bins::Equal(2, None), Bins::Equal(1, None), Bins::Edges(edges)];
    let (counts, edges) = points.histogramdd(&bins).unwrap();
    assert_eq!((counts.shape(), counts.to_vec().unwrap()), (&[2, 1, 2][..], vec![2.0, 0.0, 0.0, 2.0]));
    assert_eq!((edges.len(), edges[1].to_vec().unwrap()), (3, vec![0.0, 1.0]));
    // np.histogram2d, np.histogramdd with density=True
    let (density, ..) = x.histogram2d_with(&y, ((2, 0.0, 3.0), (3, 0.0, 3.0)), Histogram::new().density()).unwrap();
    assert_close(&density.to_vec().unwrap(), &[0.0, 2.0, 0.0, 1.0, 0.0, 2.0].map(|n| n / 7.5), 2.0, "density");
    let (density, _) = points.histogramdd_with(&bins, Histogram::new().density()).unwrap();
    assert_close(&density.to_vec().unwrap(), &[1.0, 0.0, 0.0, 1.0], 2.0, "density");
    assert!(matches!(points.histogramdd(&bins[..2]), Err(Error::Value { .. })));
    assert!(matches!(y.histogramdd(&bins), Err(Error::Value { .. })));
}

/// `bincount` in every integer type.
pub fn counts<B: Backend>(xp: &B) {
    for_types!(integers, T => {
        let x = xp.from_slice(&[0, 1, 1, 3, 2, 1, 7].map(|i: i32| i.cast::<T>()), 7).unwrap();
        assert_eq!(x.bincount().unwrap().to_vec().unwrap(), [1, 3, 1, 1, 0, 0, 0, 1]);
        assert_eq!(x.bincount_with(Bincount::new().minlength(10)).unwrap().shape(), [10]);
        let weights = xp.from_slice(&[0.5f32, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0], 7).unwrap();
        let sums = x.bincount_with(Bincount::new().weights(&weights)).unwrap();
        assert_eq!(sums.to_vec().unwrap(), [0.5, 19.0, 8.0, 4.0, 0.0, 0.0, 0.0, 32.0]);
        assert_eq!(x.slice(s![..0]).unwrap().bincount_with(Bincount::new().minlength(2)).unwrap().to_vec().unwrap(), [0, 0]);
        assert!(matches!(x.reshape([7, 1]).unwrap().bincount(), Err(Error::Value { .. })));
    });
    assert!(matches!(xp.from_slice(&[-1i32], 1).unwrap().bincount(), Err(Error::Value { .. })));
}

/// Sums of weights for any number of bins, in runs of equal ones and all over the place; the same each time.
pub fn sums_of_weights<B: Backend>(xp: &B) {
    for (bins, n) in [(1, 70), (3, 5000), (31, 1), (1000, 100_003), (6144, 30_000), (6145, 30_000), (20_000, 9999)] {
        for runs in [false, true] {
            let bin = |k: usize| if runs { k * bins / n } else { (k * 7919 + k / 64 % 3) % bins };
            let places: Vec<i64> = (0..n).map(|k| bin(k) as i64).collect();
            let weights: Vec<f64> = (0..n).map(|k| (k % 17) as f64 - 5.0).collect();
            let mut expected = vec![0.0; bins];
            places.iter().zip(&weights).for_each(|(&at, w)| expected[at as usize] += w);
            let (places, weights) = (xp.from_slice(&places, n).unwrap(), xp.from_slice(&weights, n).unwrap());
            let sums = |weights: &Array<f64, B>| {
                let options = Bincount::new().minlength(bins).weights(weights);
                places.bincount_with(options).unwrap().to_vec().unwrap()
            };
            assert_eq!(sums(&weights), expected, "{bins} bins, {n} weights, runs: {runs}");
            let rounded = &weights / 10.0;
            assert_eq!(sums(&rounded), sums(&rounded));
        }
    }
}

/// Quantiles: np.percentile's examples, ties, NaN, several at once.
pub fn quantiles<B: Backend>(xp: &B) {
    let a = xp.from_slice(&[10i32, 7, 4, 3, 2, 1], [2, 3]).unwrap();
    assert_eq!(a.percentile(50.0, ..).unwrap().item().unwrap(), 3.5);
    assert_eq!(a.percentile(50.0, 0).unwrap().to_vec().unwrap(), [6.5, 4.5, 2.5]);
    assert_eq!(a.percentile(50.0, keepdims(1)).unwrap().shape(), [2, 1]);
    let several = a.quantile([0.0, 0.1, 0.8, 1.0], 1).unwrap();
    assert_eq!(several.shape(), [4, 2]);
    assert_close(&several.to_vec().unwrap(), &[4.0, 1.0, 4.6, 1.2, 8.8, 2.6, 10.0, 3.0], 1.0, "quantiles");
    assert_eq!(a.quantile(&[][..], 1).unwrap().shape(), [0, 2]);
    for_types!(real, T => {
        let ones = xp.ones::<T>(5).unwrap();
        assert_eq!(ones.quantile(0.3, ..).unwrap().item().unwrap().cast::<f64>(), 1.0);
    });
    let x = xp.from_slice(&[1.0f32, f32::NAN, 3.0, 1.0, 2.0, 4.0], [2, 3]).unwrap();
    assert_close(&x.quantile(0.25, 1).unwrap().to_vec().unwrap(), &[f32::NAN, 1.5], 0.0, "NaN");
    assert!(xp.zeros::<f64>(0).unwrap().quantile(0.5, ..).unwrap().item().unwrap().is_nan());
    assert!(matches!(a.quantile(1.5, ..), Err(Error::Value { .. })));
    assert!(matches!(a.percentile(f64::NAN, ..), Err(Error::Value { .. })));
    let whole = xp.arange((0i64, 100_001, 1)).unwrap();
    assert_eq!(whole.percentile(99.0, ..).unwrap().item().unwrap(), 99_000.0);
    assert_eq!(whole.median(..).unwrap().item().unwrap(), 50_000.0);
}

/// np.quantile([3, 1, 4, 1, 5, 9, 2, 6], [0, 0.1, 0.25, 0.5, 0.6875, 0.9, 1], method=..)
const METHODS: [(QuantileMethod, [f64; 7]); 13] = [
    (QuantileMethod::InvertedCdf, [1.0, 1.0, 1.0, 3.0, 5.0, 9.0, 9.0]),
    (QuantileMethod::AveragedInvertedCdf, [1.0, 1.0, 1.5, 3.5, 5.0, 9.0, 9.0]),
    (QuantileMethod::ClosestObservation, [1.0, 1.0, 1.0, 3.0, 5.0, 6.0, 9.0]),
    (QuantileMethod::InterpolatedInvertedCdf, [1.0, 1.0, 1.0, 3.0, 4.5, 6.6000000000000005, 9.0]),
    (QuantileMethod::Hazen, [1.0, 1.0, 1.5, 3.5, 5.0, 8.100000000000001, 9.0]),
    (QuantileMethod::Weibull, [1.0, 1.0, 1.25, 3.5, 5.1875, 9.0, 9.0]),
    (QuantileMethod::Linear, [1.0, 1.0, 1.75, 3.5, 4.8125, 6.8999999999999995, 9.0]),
    (QuantileMethod::MedianUnbiased, [1.0, 1.0, 1.4166666666666665, 3.5, 5.0625, 8.500000000000002, 9.0]),
    (QuantileMethod::NormalUnbiased, [1.0, 1.0, 1.4375, 3.5, 5.046875, 8.399999999999999, 9.0]),
    (QuantileMethod::Lower, [1.0, 1.0, 1.0, 3.0, 4.0, 6.0, 9.0]),
    (QuantileMethod::Higher, [1.0, 1.0, 2.0, 4.0, 5.0, 9.0, 9.0]),
    (QuantileMethod::Midpoint, [1.0, 1.0, 1.5, 3.5, 4.5, 7.5, 9.0]),
    (QuantileMethod::Nearest, [1.0, 1.0, 2.0, 4.0, 5.0, 6.0, 9.0]),
];

/// Quantiles by every method; of what is not NaN.
pub fn quantile_methods<B: Backend>(xp: &B) {
    let q = [0.0, 0.1, 0.25, 0.5, 0.6875, 0.9, 1.0];
    for (method, expected) in METHODS {
        let options = Quantile::new().method(method);
        let what = format!("{method:?}");
        for_types!([u8 i16 i32 i64 u64 xparray::bf16 f32 f64] T => {
            let x = from_numbers::<T, B>(xp, &[3, 1, 4, 1, 5, 9, 2, 6], &[2, 4]);
            let expected = expected.map(|x| x.cast::<<T as Results>::Quotient>());
            // Places are computed in f64, and rounded where they are weights.
            let several = x.quantile_with(q, .., options).unwrap();
            assert_close(&several.to_vec().unwrap(), &expected, 2.0, &what);
            for (q, expected) in q.into_iter().zip(expected) {
                let found = x.t().quantile_with(q, .., options).unwrap().item().unwrap();
                assert_close(&[found], &[expected], 2.0, &what);
                let found = x.nanpercentile_with(q * 100.0, .., options).unwrap().item().unwrap();
                assert_close(&[found], &[expected], 2.0, &what);
            }
        });
        // NaN is no number, but one for each element.
        let nan = f64::NAN;
        let gaps = xp.array([[3.0, nan, 1.0, 4.0, 1.0, nan, nan, 5.0, 9.0, 2.0, 6.0], [nan; 11]]).unwrap();
        let found = gaps.nanquantile_with(q, 1, options).unwrap();
        assert_close(&found.slice(s![.., 0]).unwrap().to_vec().unwrap(), &expected, 2.0, &what);
        assert!(found.slice(s![.., 1]).unwrap().to_vec().unwrap().iter().all(|x| x.is_nan()));
        assert!(gaps.quantile_with(q, 1, options).unwrap().to_vec().unwrap().iter().all(|x| x.is_nan()));
    }
    let nan = f32::NAN;
    let y = xp.array(&[[1.0, nan, 3.0, 2.0], [nan; 4], [4.0, 7.0, 5.0, nan], [1.0, 2.0, 3.0, 5.0]]).unwrap();
    // np.nanquantile(y, [0.1, 0.5], axis=1); np.nanpercentile(y, 30, axis=0, method="weibull")
    let found = y.nanquantile([0.1, 0.5], keepdims(1)).unwrap();
    assert_eq!(found.shape(), [2, 4, 1]);
    assert_close(&found.to_vec().unwrap(), &[1.2, nan, 4.2, 1.3, 2.0, nan, 5.0, 2.5], 2.0, "nanquantile");
    let found = y.nanpercentile_with(30.0, 0, Quantile::new().method(QuantileMethod::Weibull)).unwrap();
    assert_close(&found.to_vec().unwrap(), &[1.0, 2.0, 3.0, 2.0], 2.0, "nanpercentile");
    let shares = xp.array([[0.0, 0.5], [1.0, 0.25]]).unwrap();
    let found = y.slice(s![3]).unwrap().quantile(&shares, ..).unwrap();
    assert_eq!((found.shape(), found.to_vec().unwrap()), (&[2, 2][..], vec![1.0, 2.5, 5.0, 1.75]));
    let infinite = xp.array([1.0, f64::INFINITY, f64::INFINITY]).unwrap();
    assert_eq!(infinite.quantile([0.0, 0.1, 0.75], ..).unwrap().to_vec().unwrap(), [1.0, f64::INFINITY, f64::INFINITY]);
    assert!(xp.zeros::<f64>([0, 2]).unwrap().nanquantile(0.5, 0).unwrap().to_vec().unwrap()[1].is_nan());
    assert_eq!(xp.zeros::<f64>([0, 2]).unwrap().nanquantile([0.5], 1).unwrap().shape(), [1, 0]);
    assert_eq!(xp.scalar(7u8).nanpercentile(20.0, ..).unwrap().item().unwrap(), 7.0);
    assert_eq!(xp.scalar(7i8).broadcast_to([3, 4]).unwrap().quantile(0.2, 0).unwrap().to_vec().unwrap(), [7.0; 4]);
    // A program with quantiles is traced.
    let quartiles = xparray::jit(|x: Array<f64, B>| Ok(x.quantile([0.25, 0.75], 0)? * 2.0));
    for k in 1..4 {
        let x = xp.arange((0.0, 5.0, 1.0)).unwrap() * f64::from(k);
        assert_eq!(quartiles.call(x).unwrap().to_vec().unwrap(), [2.0, 6.0].map(|q| q * f64::from(k)));
    }
    assert!(quartiles.obstacle().is_none(), "{:?}", quartiles.obstacle());
    let many: Vec<f64> = (0..=40).map(|k| f64::from(k) / 40.0).collect();
    let whole = xp.arange((0i32, 41, 1)).unwrap();
    assert_close(
        &whole.quantile(&many[..], ..).unwrap().to_vec().unwrap(),
        &whole.astype().to_vec().unwrap(),
        4.0,
        "many",
    );
    assert!(matches!(y.nanquantile(-0.5, ..), Err(Error::Value { .. })));
    assert!(matches!(y.nanquantile(0.5, 2), Err(Error::Axis { .. })));
}

/// Averages, weighted or not.
pub fn averages<B: Backend>(xp: &B) {
    let x = xp.arange((0i32, 6, 1)).unwrap().reshape([3, 2]).unwrap();
    let weights = xp.from_slice(&[0.25f32, 0.75], 2).unwrap();
    assert_eq!(x.average_with(1, &weights).unwrap().to_vec().unwrap(), [0.75, 2.75, 4.75]);
    assert_eq!(x.average_with(keepdims(1), &weights).unwrap().shape(), [3, 1]);
    assert!(matches!(x.average_with(0, &weights), Err(Error::Shape { .. })));
    assert!(matches!(x.average_with(.., &weights), Err(Error::Shape { .. })));
    let of_all = x.average_with(.., &x).unwrap();
    assert_eq!((of_all.dtype(), of_all.item().unwrap()), (DType::F64, 55.0 / 15.0));
    let halves = xp.from_slice(&[f16::from_f32(60000.0), f16::from_f32(52000.0)], 2).unwrap();
    let equal = xp.ones::<f16>(2).unwrap();
    assert_eq!(halves.average_with(.., &equal).unwrap().item().unwrap(), f16::from_f32(56000.0));
    assert!(x.average_with(.., &xp.zeros::<i32>([3, 2]).unwrap()).unwrap().item().unwrap().is_nan());
    assert_eq!(x.average(0).unwrap().to_vec().unwrap(), [2.0, 3.0]);
    let (averages, sums) = x.average_returned(1, &(&weights * 2.0)).unwrap();
    assert_eq!((averages.to_vec().unwrap(), sums.to_vec().unwrap()), (vec![0.75, 2.75, 4.75], vec![2.0; 3]));
}

/// Covariance and correlation; np.cov's examples.
pub fn correlation<B: Backend>(xp: &B) {
    let x = xp.from_slice(&[0i32, 2, 1, 1, 2, 0], [3, 2]).unwrap();
    let covariance = x.cov_with(Covariance::new().rowvar(false)).unwrap();
    assert_eq!((covariance.shape(), covariance.to_vec().unwrap()), (&[2, 2][..], vec![1.0, -1.0, -1.0, 1.0]));
    assert_close(
        &x.corrcoef_with(Covariance::new().rowvar(false)).unwrap().to_vec().unwrap(),
        &[1.0, -1.0, -1.0, 1.0],
        2.0,
        "corrcoef",
    );
    let rows = xp.from_slice(&[-2.1f32, -1.0, 4.3, 3.0, 1.1, 0.12], [2, 3]).unwrap();
    // np.cov([[-2.1, -1, 4.3], [3, 1.1, .12]]) of the numbers in f32, in f64
    let expected = [11.710000505447397, -4.286000068649651, -4.286000068649651, 2.144133329472939];
    let covariance: Array<f64, B> = rows.cov().unwrap();
    assert_close(&covariance.to_vec().unwrap(), &expected, 8.0, "cov");
    let scaled: Vec<f64> = expected.iter().map(|c| c * 2.0 / 3.0).collect();
    assert_close(&rows.cov_with(Covariance::new().ddof(0.0)).unwrap().to_vec().unwrap(), &scaled, 8.0, "cov, ddof 0");
    let r = rows.corrcoef().unwrap().to_vec().unwrap();
    let expected = -4.286000068649651 / (11.710000505447397f64 * 2.144133329472939).sqrt();
    assert_close(&r, &[1.0, expected, expected, 1.0], 8.0, "corrcoef");
    let one = rows.slice(s![0]).unwrap().cov().unwrap();
    assert_eq!(one.shape(), [0usize; 0]);
    let z = xp.from_slice(&[Complex::new(1.0f64, 1.0), Complex::new(-1.0, -1.0)], 2).unwrap();
    assert_eq!(z.cov().unwrap().item().unwrap(), Complex::new(4.0, 0.0));
    assert_eq!(xp.zeros::<f32>([0, 4]).unwrap().cov().unwrap().shape(), [0, 0]);
    weighted_correlation(xp);
    assert!(matches!(xp.zeros::<f32>([1, 1, 1]).unwrap().cov(), Err(Error::Value { .. })));
}

/// np.cov and np.corrcoef of two arrays, and of observations with weights.
fn weighted_correlation<B: Backend>(xp: &B) {
    let x = xp.array(&[[1i16, 2, 4, 7], [3, 1, 0, 2]]).unwrap();
    let y = xp.array(&[0i16, 1, 0, 5]).unwrap();
    let check = |found: xparray::Result<Array<f64, B>>, expected: &[f64]| {
        assert_close(&found.unwrap().to_vec().unwrap(), expected, 8.0, "cov");
    };
    let third = 1.0 / 3.0;
    let both = [
        7.0,
        -2.0 * third,
        16.0 * third,
        -2.0 * third,
        5.0 * third,
        2.0 * third,
        16.0 * third,
        2.0 * third,
        17.0 * third,
    ];
    check(x.cov_with(Covariance::new().y(&y)), &both);
    let columns = (x.t(), y.reshape([4, 1]).unwrap());
    check(columns.0.cov_with(Covariance::new().y(&columns.1).rowvar(false)), &both);
    let (f, a) = (xp.array(&[2u8, 1, 0, 3]).unwrap(), xp.array([0.5, 1.0, 2.0, 0.25]).unwrap());
    check(
        x.cov_with(Covariance::new().fweights(&f)),
        &[9.766666666666667, -0.8333333333333334, -0.8333333333333334, 0.5666666666666667],
    );
    check(x.cov_with(Covariance::new().aweights(&a)), &[3.742857142857143, -1.2, -1.2, 1.7571428571428571]);
    check(
        x.cov_with(Covariance::new().aweights(&a).ddof(0)),
        &[2.3288888888888892, -0.7466666666666667, -0.7466666666666667, 1.0933333333333335],
    );
    check(
        x.cov_with(Covariance::new().fweights(&f).aweights(&a)),
        &[7.957446808510638, -0.4680851063829787, -0.4680851063829787, 0.9361702127659575],
    );
    let r = x.corrcoef_with(Covariance::new().y(&y)).unwrap().to_vec().unwrap();
    assert_close(&r[1..3], &[-0.1951800145897066, 0.8468097984399409], 8.0, "corrcoef");
    let z = x.astype::<Complex<f32>>().cov_with(Covariance::new().aweights(&a)).unwrap();
    assert_close(&z.real().to_vec().unwrap(), &[3.742857142857143, -1.2, -1.2, 1.7571428571428571], 8.0, "complex");
    assert!(matches!(x.cov_with(Covariance::new().y(&x.t())), Err(Error::Shape { .. })));
    assert!(matches!(x.cov_with(Covariance::new().fweights(&a)), Err(Error::DType { .. })));
    assert!(matches!(x.cov_with(Covariance::new().aweights(&-&a)), Err(Error::Value { .. })));
    assert!(matches!(x.cov_with(Covariance::new().aweights(&x)), Err(Error::Shape { .. })));
}

/// Convolution and correlation of vectors: all modes, even and odd lengths, either one longer.
pub fn convolutions<B: Backend>(xp: &B) {
    use ConvolveMode::{Full, Same, Valid};
    let x = xp.from_slice(&[1i32, 2, 3], 3).unwrap();
    let k = xp.from_slice(&[0.0f64, 1.0, 0.5], 3).unwrap();
    assert_eq!(x.convolve_with(&k, Full).unwrap().to_vec().unwrap(), [0.0, 1.0, 2.5, 4.0, 1.5]);
    assert_eq!(x.convolve_with(&k, Same).unwrap().to_vec().unwrap(), [1.0, 2.5, 4.0]);
    assert_eq!(x.convolve_with(&k, Valid).unwrap().to_vec().unwrap(), [2.5]);
    assert_eq!(x.correlate_with(&k, Valid).unwrap().to_vec().unwrap(), [3.5]);
    assert_eq!(x.correlate_with(&k, Same).unwrap().to_vec().unwrap(), [2.0, 3.5, 3.0]);
    assert_eq!(x.correlate_with(&k, Full).unwrap().to_vec().unwrap(), [0.5, 2.0, 3.5, 3.0, 0.0]);
    let long = xp.arange((1i64, 6, 1)).unwrap();
    let even = xp.from_slice(&[1i64, 10], 2).unwrap();
    assert_eq!(long.convolve_with(&even, Full).unwrap().to_vec().unwrap(), [1, 12, 23, 34, 45, 50]);
    assert_eq!(long.convolve_with(&even, Same).unwrap().to_vec().unwrap(), [1, 12, 23, 34, 45]);
    assert_eq!(even.convolve_with(&long, Same).unwrap().to_vec().unwrap(), [1, 12, 23, 34, 45]);
    assert_eq!(even.convolve_with(&long, Valid).unwrap().to_vec().unwrap(), [12, 23, 34, 45]);
    // np.correlate(a, v, mode) of these, both ways
    assert_eq!(long.correlate_with(&even, Same).unwrap().to_vec().unwrap(), [10, 21, 32, 43, 54]);
    assert_eq!(even.correlate_with(&long, Same).unwrap().to_vec().unwrap(), [54, 43, 32, 21, 10]);
    assert_eq!(even.correlate_with(&long, Full).unwrap().to_vec().unwrap(), [5, 54, 43, 32, 21, 10]);
    let i = Complex::new(0.0f32, 1.0);
    let z = xp.from_slice(&[i, Complex::new(2.0, 0.0)], 2).unwrap();
    assert_eq!(z.correlate_with(&z, Valid).unwrap().to_vec().unwrap(), [Complex::new(5.0, 0.0)]);
    assert_eq!(z.convolve_with(&z, Valid).unwrap().to_vec().unwrap(), [i * 4.0]);
    assert!(matches!(long.convolve_with(&xp.zeros::<i64>(0).unwrap(), Full), Err(Error::Value { .. })));
    assert!(matches!(long.convolve_with(&xp.zeros::<i64>([1, 1]).unwrap(), Full), Err(Error::Value { .. })));
}
