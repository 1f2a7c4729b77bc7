//! Points that fill the unit cube, against SciPy's; random ones by what they have to be.

use crate::for_types;
use crate::special_ends::near;
use xparray::prelude::*;
use xparray::scipy::stats::qmc::{self, Discrepancy, Halton, LatinHypercube, Sobol};
use xparray::{Error, s};

/// Sobol's and Halton's sequences as they are.
pub fn sequences<B: Backend>(xp: &B) {
    let points = Sobol::new(xp, 200).unwrap().points(0, 64).unwrap();
    let few = points.take(37, 0).unwrap().take(xp.array([0, 1, 2, 5, 19, 63, 150, 199]).unwrap(), 0).unwrap();
    let expected = [0.921875, 0.640625, 0.578125, 0.296875, 0.140625, 0.828125, 0.890625, 0.921875];
    assert_eq!(few.to_vec().unwrap(), expected);
    assert_eq!(points.sum(..).unwrap().item().unwrap(), 6300.0);
    let points = Sobol::new(xp, 1024).unwrap().points(1999, 2).unwrap();
    let few = points.take(xp.array([900, 1023]).unwrap(), 1).unwrap();
    assert_eq!(few.reshape(4).unwrap().to_vec().unwrap(), [0.40087890625, 0.39892578125, 0.86962890625, 0.24267578125]);
    let last = Sobol::with_bits(xp, 2, 4).unwrap().points(15, 1).unwrap();
    assert_eq!(last.to_string(), "[[0.0625 0.9375]]");
    assert_eq!(Sobol::new(xp, 3).unwrap().points(5, 0).unwrap().shape(), [0, 3]);

    let points = Halton::new(xp, 6).unwrap().points(1000, 2).unwrap();
    let expected = [
        0.0927734375,
        0.3475080018289895,
        0.00512,
        0.9162848812994586,
        0.9316303531179565,
        0.9904415111515704,
        0.5927734375,
        0.6808413351623227,
        0.20512,
        0.07955018742190753,
        0.03080390683696469,
        0.07328174783796086,
    ];
    near(&points.reshape(12).unwrap().into_dyn(), &expected, 1e-14);
    assert_eq!(Halton::new(xp, 3).unwrap().points(5, 0).unwrap().shape(), [0, 3]);

    for d in [0, 1025] {
        assert!(matches!(Sobol::new(xp, d), Err(Error::Value { .. })));
    }
    for bits in [0, 54] {
        assert!(matches!(Sobol::with_bits(xp, 2, bits), Err(Error::Value { .. })));
        assert!(matches!(Sobol::scrambled(&mut xp.rng(0), 2, bits), Err(Error::Value { .. })));
    }
    assert!(matches!(Sobol::with_bits(xp, 2, 4).unwrap().points(15, 2), Err(Error::Value { .. })));
    assert!(matches!(Sobol::new(xp, 2).unwrap().points(u64::MAX, 2), Err(Error::Value { .. })));
    assert!(matches!(Halton::new(xp, 0), Err(Error::Value { .. })));
    assert!(matches!(Halton::new(xp, 2).unwrap().points(u64::MAX, 2), Err(Error::Value { .. })));
}

/// Whether in each dimension there is a point in each of as many equal parts.
fn even<B: Backend>(points: &Array<f64, B>) {
    let n = points.shape()[0];
    for k in 0..points.shape()[1] {
        let cells = (points.take(k, 1).unwrap() * n as f64).floor().sort().unwrap().to_vec().unwrap();
        assert!(cells.iter().enumerate().all(|(k, cell)| *cell == k as f64), "{cells:?}");
    }
}

/// Points by generators: the same of one seed, others of another, as even as they have to be.
pub fn random<B: Backend>(xp: &B) {
    let sobol = |seed| Sobol::scrambled(&mut xp.rng(seed), 7, 30).unwrap().points(0, 64).unwrap();
    let halton = |seed| Halton::scrambled(&mut xp.rng(seed), 4).unwrap().points(0, 32).unwrap();
    let latin = |seed| qmc::latin_hypercube(&mut xp.rng(seed), 5, 12).unwrap();
    for made in [&sobol as &dyn Fn(u64) -> Array<f64, B>, &halton, &latin] {
        let points = made(1);
        assert!(points.array_equal(&made(1)).unwrap() && !points.array_equal(&made(2)).unwrap());
        assert!(points.greater_equal(0.0).unwrap().all(..).unwrap().item().unwrap());
        assert!(points.less(1.0).unwrap().all(..).unwrap().item().unwrap());
    }
    even(&sobol(5));
    // Of two dimensions one point in each of 8 by 8 boxes, and of 16 by 4.
    for [wide, high] in [[8.0, 8.0], [16.0, 4.0], [4.0, 16.0]] {
        let points = sobol(3);
        let cells = (points.take(0, 1).unwrap() * wide).floor() * high + (points.take(1, 1).unwrap() * high).floor();
        let cells = cells.sort().unwrap().to_vec().unwrap();
        assert!(cells.iter().enumerate().all(|(k, cell)| *cell == k as f64), "{cells:?}");
    }
    even(&latin(4));
    even(&halton(6).slice(s![.., ..1]).unwrap());
    even(&halton(6).slice(s![..27, 1..2]).unwrap());
    // Of dimensions whose numbers have fewer digits than others.
    let many = Halton::scrambled(&mut xp.rng(6), 60).unwrap().points(0, 281).unwrap();
    even(&many.slice(s![.., 59..]).unwrap());
    even(&many.slice(s![..229, 49..50]).unwrap());
    let middle = qmc::latin_hypercube_with(&mut xp.rng(4), 2, 4, LatinHypercube::new().scramble(false)).unwrap();
    assert_eq!(middle.take(1, 1).unwrap().sort().unwrap().to_string(), "[0.125 0.375 0.625 0.875]");
    assert_eq!(qmc::latin_hypercube(&mut xp.rng(4), 2, 0).unwrap().shape(), [0, 2]);
    assert!(matches!(qmc::latin_hypercube(&mut xp.rng(4), 0, 3), Err(Error::Value { .. })));
}

/// Discrepancies, boxes and other distributions.
pub fn measures<B: Backend>(xp: &B) {
    let points = Halton::new(xp, 3).unwrap().points(1, 8).unwrap();
    let strided = points.t().copy().t();
    for (kind, expected) in [
        (Discrepancy::Centered, 0.028527034053095868),
        (Discrepancy::WrapAround, 0.04616549901138178),
        (Discrepancy::Mixture, 0.06223082168641447),
        (Discrepancy::L2Star, 0.07489989783181317),
    ] {
        for points in [&points, &strided] {
            let found = qmc::discrepancy(points, kind).unwrap();
            assert!((found - expected).abs() < 1e-13, "{kind:?}: {found}");
        }
    }
    let boxed = qmc::scale(&points, &[-2.0, 0.0, 1.0], &[5.0]).unwrap();
    assert!(boxed.take(0, 0).unwrap().allclose(xp.array([1.5, 5.0 / 3.0, 1.8]).unwrap()).unwrap());
    assert!(qmc::unscale(&boxed, &[-2.0, 0.0, 1.0], &[5.0]).unwrap().allclose(&points).unwrap());
    for_types!([f32 f64] T => {
        let x = qmc::scale(&xp.array([[0.5, 0.25]]).unwrap().astype::<T>(), &[0.0], &[2.0]).unwrap();
        assert_eq!(x.to_string(), "[[1.  0.5]]");
    });
    assert!(matches!(qmc::scale(&boxed, &[0.0], &[1.0]), Err(Error::Value { .. })));
    assert!(matches!(qmc::scale(&points, &[0.0], &[0.0]), Err(Error::Value { .. })));
    assert!(matches!(qmc::scale(&points, &[0.0, 1.0], &[2.0]), Err(Error::Shape { .. })));
    assert!(matches!(qmc::discrepancy(&boxed, Discrepancy::Mixture), Err(Error::Value { .. })));
    assert!(matches!(qmc::discrepancy(&xp.zeros::<f64>(3).unwrap(), Discrepancy::Mixture), Err(Error::Shape { .. })));
    assert!(matches!(
        qmc::discrepancy(&points.astype::<Complex<f64>>(), Discrepancy::Mixture),
        Err(Error::DType { .. })
    ));

    let (mean, cov) = (xp.array([1.0, -1.0]).unwrap(), xp.array([[4.0, 1.0], [1.0, 2.0]]).unwrap());
    let quantiles = xp.array([[0.5, 0.5], [0.8413447460685429, 0.5], [0.5, 0.15865525393145707]]).unwrap();
    let x = qmc::multivariate_normal(&quantiles, &mean, &cov).unwrap();
    let expected = [1.0, -1.0, 3.0, -0.5, 1.0, -1.0 - 1.75f64.sqrt()];
    near(&x.reshape(6).unwrap().into_dyn(), &expected, 1e-8);
    assert!(matches!(qmc::multivariate_normal(&points, &mean, &cov), Err(Error::Shape { .. })));
    let points = Sobol::new(xp, 1).unwrap().points(0, 16).unwrap();
    assert_eq!(qmc::multinomial(&points, &[0.0, 0.25, 0.5, 0.25]).unwrap().to_string(), "[0 4 8 4]");
    assert!(matches!(qmc::multinomial(&points, &[0.5, 0.25]), Err(Error::Value { .. })));
    assert!(matches!(qmc::multinomial(&points, &[1.5, -0.5]), Err(Error::Value { .. })));
}
