//! Functions of SciPy's where arguments are extreme, samples short, or elements of other types than usual: against mpmath and SciPy 1.17.

use xparray::DynArray;
use xparray::prelude::*;
use xparray::scipy::signal::{Trend, convolve, detrend, hilbert};
use xparray::scipy::special::{fdtri, hyperu, jv, kv, stdtr};
use xparray::scipy::stats::{Method, RankTest, Test, bartlett, ks_2samp, trim_mean, ttest_ind};

fn item<B: Backend>(x: &DynArray<B>) -> f64 {
    x.astype(DType::F64).unwrap().item().unwrap().get()
}

#[track_caller]
fn near<B: Backend>(found: &DynArray<B>, expected: &[f64], tolerance: f64) {
    let found = found.astype(DType::F64).unwrap().typed::<f64>().unwrap().to_vec().unwrap();
    assert_eq!(found.len(), expected.len());
    for (found, expected) in found.iter().zip(expected) {
        assert!((found - expected).abs() <= tolerance * expected.abs(), "{found:e}, not {expected:e}");
    }
}

/// Small and large arguments of special functions.
pub fn functions<B: Backend>(xp: &B) {
    let of = |x: &[f64]| xp.array(x.to_vec()).unwrap();
    let small = [
        (1.6, 1e-16, 5.796021754099999e-27),
        (1.6, 1e-8, 3.657042494516373e-14),
        (1.6, 0.99, 0.20637989861535513),
        (1.6, 1.5, 0.3531043009540007),
        (0.7, 1e-26, 4.2745239754222464e-19),
        (0.5, 1e-34, 7.978845608028653e-18),
    ];
    for (v, x, expected) in small {
        near(&jv(v, of(&[x])).unwrap(), &[expected], 1e-14);
    }
    for (v, x, expected) in [(1000.0, 900.0, 1.6505109708029707e-170), (500.0, 800.0, 1.1121417730640808e-283)] {
        near(&kv(v, of(&[x])).unwrap(), &[expected], 2e-12);
    }
    near(&hyperu(0.5, 1.0, of(&[1.0, 20.0])).unwrap(), &[0.8598866396410086, 0.2209546579937868], 1e-12);
    near(&hyperu(0.25, 0.5, of(&[1.0])).unwrap(), &[0.8932779551393673], 1e-12);
    near(&hyperu(0.75, 1.5, of(&[2.0])).unwrap(), &[0.5554909948818825], 1e-12);
    near(&stdtr(3.0, of(&[1e-160, -1e-300, 0.0])).unwrap(), &[0.5; 3], 0.0);
    near(&stdtr(f64::INFINITY, of(&[0.0, f64::INFINITY])).unwrap(), &[0.5, 1.0], 0.0);
    near(&fdtri(2.0, 2.0, of(&[0.0, 0.5])).unwrap(), &[0.0, 1.0], 1e-12);
}

/// Samples of one element, with NaN, of equal variances, and of equal lengths.
pub fn samples<B: Backend>(xp: &B) {
    let of = |x: &[f64]| xp.array(x.to_vec()).unwrap().into_dyn();
    let test = ttest_ind(&of(&[1.5]), &of(&[1.0, 2.0, 3.0]), Test::new()).unwrap();
    near(&test.statistic, &[-0.43301270189221935], 1e-12);
    near(&test.pvalue, &[0.7072299781154401], 1e-12);
    let gap = of(&[1.0, 2.0, f64::NAN, 4.0, 5.0, 6.0]);
    assert!(item(&trim_mean(&gap, 0.2, 0).unwrap()).is_nan());
    near(&trim_mean(&of(&[9.0, 2.0, 4.0, 5.0, 1.0]), 0.2, 0).unwrap(), &[11.0 / 3.0], 1e-14);
    let u = of(&[1.0, 1.0, 7.0, 4.0, 5.0, 6.0, 7.0, 0.0, 4.0, 1.0, 4.0, 9.0, 5.0, 0.0, 5.0]);
    let v = of(&[4.0, 5.0, 0.0, 7.0, 9.0, 4.0, 0.0, 4.0, 6.0, 7.0, 1.0, 1.0, 5.0, 1.0, 5.0]);
    near(&bartlett(&[&u, &v], 0).unwrap().pvalue, &[1.0], 1e-6);
    let a = xp.arange(9).unwrap().astype::<f64>().into_dyn();
    let b = a.add(2.5).unwrap();
    let test = ks_2samp(&a, &b, RankTest::new().method(Method::Asymptotic)).unwrap();
    near(&test.pvalue, &[0.6620370370370369], 1e-12);
}

/// Signals of integers and truth values.
pub fn signals<B: Backend>(xp: &B) {
    let x = xp.array([1.0, 2.0, 4.0, 7.0, 3.0, 1.0]).unwrap();
    near(&detrend(&x, 0, Trend::Constant, &[2]).unwrap(), &[-2.0, -1.0, 1.0, 4.0, 0.0, -2.0], 1e-14);
    for dtype in [DType::I8, DType::U16, DType::I64, DType::Bool] {
        let x = x.as_dyn().astype(dtype).unwrap();
        assert_eq!(hilbert(&x, 0).unwrap().dtype(), DType::Complex128, "{dtype}");
        assert_eq!(detrend(&x, 0, Trend::Linear, &[]).unwrap().dtype(), DType::F64, "{dtype}");
    }
    let (mask, half) = (xp.array([true, false, true]).unwrap(), xp.array([0.5, 0.5]).unwrap());
    near(&convolve(&mask, &half).unwrap(), &[0.5, 0.5, 0.5, 0.5], 0.0);
    assert!(convolve(&mask, &mask).is_err());
}
