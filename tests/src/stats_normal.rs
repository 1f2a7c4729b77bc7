//! Probabilities of normal vectors, against mpmath's and SciPy's values.

use crate::stats::Values;
use xparray::prelude::*;
use xparray::scipy::stats;
use xparray::{Error, s};

fn numbers<B: Backend>(x: &DynArray<B>) -> Vec<f64> {
    x.clone().typed::<f64>().unwrap().to_vec().unwrap()
}

/// In one and two dimensions exact, in more within the errors that are given.
pub fn probabilities<B: Backend>(xp: &B) {
    let values = Values::of(xp, "stats_normal.npz");
    let x = values.array("two/x");
    for rho in [0.0, 0.3, -0.5, 0.92, 0.97, -0.97, 0.9999, -0.9999] {
        let name = if rho == 0.0 { "0.0".to_owned() } else { rho.to_string() };
        let cov = xp.array(vec![vec![1.0, rho], vec![rho, 1.0]]).unwrap();
        let d = stats::multivariate_normal(&xp.zeros::<f64>(2).unwrap(), &cov).unwrap();
        let expected = values.stored(&format!("two/{name}")).cast::<f64>();
        for x in [&x, &x.t().copy().unwrap().t(), &x.reshape([7, 1, 2]).unwrap()] {
            for (k, (p, e)) in numbers(&d.cdf(x).unwrap()).into_iter().zip(&expected).enumerate() {
                assert!((p - e).abs() <= 2e-15 + 1e-12 * e, "{rho}[{k}]: {p:e}, not {e:e}");
            }
        }
    }
    let wide = stats::multivariate_normal(&xp.array([1.0]).unwrap(), &xp.array([[4.0]]).unwrap()).unwrap();
    let line = xp.array([[-30.0], [0.0], [1.0], [4.0]]).unwrap();
    let expected = values.stored("one").cast::<f64>();
    let found = numbers(&wide.cdf(&line).unwrap());
    assert!(found.iter().zip(&expected).all(|(p, e)| (p - e).abs() <= 1e-13 * e), "{found:?}");
    // A box from above to below is negative, and one without breadth is nothing.
    let (low, high) = (xp.array([3.0]).unwrap(), xp.array([[-1.0], [3.0]]).unwrap());
    let (p, error) = wide.cdf_with(&low, &high).unwrap();
    assert!((numbers(&p)[0] + 0.682_689_492_137_085_9).abs() < 1e-15 && numbers(&p)[1] == 0.0, "{p}");
    assert_eq!(numbers(&error), [0.0, 0.0]);
    for n in ["3", "5"] {
        let [mean, cov, x, low] = ["mean", "cov", "x", "low"].map(|part| values.array(&format!("{n}/{part}")));
        let d = stats::multivariate_normal(&mean, &cov).unwrap();
        let below = xp.full([1], f64::NEG_INFINITY).unwrap().broadcast_to([mean.len()]).unwrap();
        for (name, low) in [("cdf", below.as_dyn()), ("box", &low)] {
            let (p, error) = d.cdf_with(low, &x).unwrap();
            let expected = values.stored(&format!("{n}/{name}")).cast::<f64>();
            for ((p, error), e) in numbers(&p).into_iter().zip(numbers(&error)).zip(expected) {
                assert!(error < 2e-4, "{n}/{name}: an error of {error}");
                assert!((p - e).abs() <= 2.0 * error + 1e-6, "{n}/{name}: {p} within {error}, not {e}");
            }
        }
    }
    let d = stats::multivariate_normal(&xp.zeros::<f64>(3).unwrap(), &xp.eye::<f64>(3).unwrap()).unwrap();
    assert_eq!(d.cdf(&xp.zeros::<f32>([0, 3]).unwrap()).unwrap().shape(), [0]);
    assert!(matches!(d.cdf(&xp.array([1.0, 2.0]).unwrap()), Err(Error::Value { .. })));
}

/// Covariances that are singular, and estimates of mean and covariance.
pub fn singular<B: Backend>(xp: &B) {
    let values = Values::of(xp, "stats_normal.npz");
    let [mean, cov, x] = ["mean", "cov", "x"].map(|part| values.array(&format!("flat/{part}")));
    let d = stats::multivariate_normal_singular(&mean, &cov).unwrap();
    let near = |found: &DynArray<B>, name: &str| {
        let stored = values.stored(name);
        assert_eq!(found.shape(), &stored.shape[..], "{name}");
        for (y, e) in numbers(found).into_iter().zip(stored.cast::<f64>()) {
            assert!(y == e || (y - e).abs() <= 1e-9 * e.abs().max(1.0), "{name}: {y}, not {e}");
        }
    };
    near(&d.logpdf(&x).unwrap(), "flat/logpdf");
    near(&d.logpdf(&x.t().copy().unwrap().t()).unwrap(), "flat/logpdf");
    near(&d.entropy().unwrap(), "flat/entropy");
    assert!(matches!(d.cdf(&x), Err(Error::Value { .. })));
    assert_eq!(d.rvs(&mut xp.rng(1), [3]).unwrap().shape(), [3, 4]);
    // Of a matrix that is not singular both are the same.
    let (m, c) = (xp.array([0.5, -1.0]).unwrap(), xp.array([[2.0, 0.3], [0.3, 1.0]]).unwrap());
    let both = [stats::multivariate_normal(&m, &c).unwrap(), stats::multivariate_normal_singular(&m, &c).unwrap()];
    let y = xp.array([[0.0, 0.0], [3.0, -2.0]]).unwrap();
    let [p, q] = both.map(|d| numbers(&d.logpdf(&y).unwrap()));
    assert!(p.iter().zip(&q).all(|(p, q)| (p - q).abs() < 1e-13));
    let negative = xp.array([[1.0, 2.0], [2.0, 1.0]]).unwrap();
    assert!(matches!(stats::multivariate_normal_singular(&m, &negative).map(drop), Err(Error::Value { .. })));
    let (found_mean, found_cov) = stats::multivariate_normal_fit(&x, None, None).unwrap();
    near(&found_mean, "fit/mean");
    near(&found_cov, "fit/cov");
    near(&stats::multivariate_normal_fit(&x, Some(&mean), None).unwrap().1, "fit/about");
    near(&stats::multivariate_normal_fit(&x, None, Some(&cov)).unwrap().1, "flat/cov");
    let row = x.slice(s![0]).unwrap();
    assert!(matches!(stats::multivariate_normal_fit(&row, None, None), Err(Error::Value { .. })));
    let other = Some(m.as_dyn());
    assert!(matches!(stats::multivariate_normal_fit(&x, other, None), Err(Error::Shape { .. })));
    let none = xp.zeros::<f64>([0, 2]).unwrap();
    assert!(matches!(stats::multivariate_normal_fit(&none, None, None), Err(Error::Value { .. })));
}
