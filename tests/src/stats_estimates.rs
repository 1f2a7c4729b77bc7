//! Estimated densities, distributions of vectors and resampling, against SciPy's values.

use crate::stats::{SIDES, Values};
use xparray::prelude::*;
use xparray::scipy::stats::{self, Bandwidth, Bootstrap, BootstrapMethod};
use xparray::{Error, s};

fn number<B: Backend>(x: &DynArray<B>) -> f64 {
    x.item().unwrap().get::<f64>()
}

/// Densities around the elements of samples, in one and two dimensions.
pub fn densities<B: Backend>(xp: &B) {
    let values = Values::of(xp, "stats_estimates.npz");
    let methods = [("scott", Bandwidth::Scott), ("silverman", Bandwidth::Silverman), ("0.4", Bandwidth::Factor(0.4))];
    for (name, points) in [("one", "grid"), ("two", "plane")] {
        let dimensions = if name == "one" { 1 } else { 2 };
        for (method, bandwidth) in methods {
            for weighted in [false, true] {
                let place = format!("kde/{name}/{method}/{}", u8::from(weighted));
                values.check(&[name, points, "weights"], &place, &|x| {
                    let weights = weighted.then_some(&x[2]);
                    let kde = stats::gaussian_kde(&x[0], bandwidth, weights)?;
                    let sizes = xp.array(vec![kde.factor, kde.neff])?.into_dyn().astype(kde.dataset.dtype())?;
                    assert_eq!(kde.pdf(&x[1])?.to_string(), kde.evaluate(&x[1])?.to_string());
                    Ok(vec![kde.evaluate(&x[1])?, kde.logpdf(&x[1])?, sizes, kde.covariance.clone()])
                });
                if dimensions == 1 {
                    values.check(&[name, "weights"], &place.replace("kde/one", "kde_box"), &|x| {
                        let kde = stats::gaussian_kde(&x[0], bandwidth, weighted.then_some(&x[1]))?;
                        let infinite = f64::NEG_INFINITY;
                        let boxes = [(-1.0, 1.0), (infinite, 0.5), (3.0, 5.0)];
                        let boxes = boxes.map(|(low, high)| kde.integrate_box_1d(low, high).unwrap());
                        Ok(vec![xp.stack(&[&boxes[0], &boxes[1], &boxes[2]], 0)?])
                    });
                }
            }
        }
    }
    let two = values.array("in/two");
    let kde = stats::gaussian_kde(&two, Bandwidth::Scott, None).unwrap();
    let drawn = kde.resample(&mut xp.rng(3), 4000).unwrap();
    let off = drawn.mean(1).unwrap().subtract(two.mean(1).unwrap()).unwrap().abs().unwrap();
    assert!(number(&off.max(0).unwrap()) < 0.2);
    assert!(matches!(kde.integrate_box_1d(0.0, 1.0), Err(Error::Value { .. })));
    assert!(matches!(kde.evaluate(&xp.array([1.0, 2.0, 3.0]).unwrap()), Err(Error::Value { .. })));
    assert_eq!(kde.evaluate(&xp.array([1.0, 2.0]).unwrap()).unwrap().shape(), [1]);
    let x = xp.array([1.0, 2.0, 4.0]).unwrap().into_dyn();
    for wrong in [
        stats::gaussian_kde(&xp.array([1.0]).unwrap(), Bandwidth::Scott, None),
        stats::gaussian_kde(&x, Bandwidth::Factor(0.0), None),
        stats::gaussian_kde(&x, Bandwidth::Scott, Some(&xp.array([1.0, -1.0, 1.0]).unwrap().into_dyn())),
        stats::gaussian_kde(&x, Bandwidth::Scott, Some(&xp.array([1.0]).unwrap().into_dyn())),
    ] {
        assert!(matches!(wrong, Err(Error::Value { .. })));
    }
    let flat = stats::gaussian_kde(&xp.array([2.0, 2.0, 2.0]).unwrap(), Bandwidth::Scott, None);
    assert!(matches!(flat, Err(Error::NotPositiveDefinite { .. })));
}

/// Distributions of vectors, and of samples.
pub fn vectors<B: Backend>(xp: &B) {
    let values = Values::of(xp, "stats_estimates.npz");
    let (mean, cov, x) = (values.array("in/mean"), values.array("in/cov"), values.array("in/x"));
    let d = stats::multivariate_normal(&mean, &cov).unwrap();
    for x in [&x, &x.flip(..).unwrap().copy().unwrap().flip(..).unwrap(), &x.t().copy().unwrap().t()] {
        let results = vec![d.pdf(x).unwrap(), d.logpdf(x).unwrap(), d.entropy().unwrap()];
        values.same(&results, "multivariate_normal");
    }
    let d = stats::dirichlet(&values.array("in/alpha")).unwrap();
    let shares = values.array("in/shares");
    let turned = shares.t().copy().unwrap().t();
    for shares in [&shares, &turned] {
        let results = vec![
            d.pdf(shares).unwrap(),
            d.logpdf(shares).unwrap(),
            d.mean().unwrap(),
            d.var().unwrap(),
            d.entropy().unwrap(),
        ];
        values.same(&results, "dirichlet");
    }
    assert!(number(&d.logpdf(&xp.array([0.5, 0.5, 0.5]).unwrap()).unwrap()).is_nan());
    let m = stats::multinomial(12, &values.array("in/p")).unwrap();
    let counts = values.array("in/counts");
    for counts in [counts.clone(), counts.astype(DType::I8).unwrap(), counts.t().copy().unwrap().t()] {
        let results = vec![m.pmf(&counts).unwrap(), m.logpmf(&counts).unwrap(), m.mean().unwrap(), m.cov().unwrap()];
        values.same(&results, "multinomial");
    }
    let normal = stats::multivariate_normal(&values.array("in/mean"), &values.array("in/cov")).unwrap();
    let drawn = [
        (normal.rvs(&mut xp.rng(1), [4000]).unwrap(), values.array("in/mean")),
        (d.rvs(&mut xp.rng(1), [4000]).unwrap(), d.mean().unwrap()),
        (m.rvs(&mut xp.rng(1), [4000]).unwrap(), m.mean().unwrap()),
    ];
    for (x, mean) in drawn {
        assert_eq!(x.shape(), [4000, 3]);
        let off = x.mean(0).unwrap().subtract(&mean).unwrap().abs().unwrap();
        assert!(number(&off.max(0).unwrap()) < 0.12);
    }
    let rounded = values.array("in/one").multiply(10.0).unwrap().rint().unwrap().divide(10.0).unwrap();
    let (f, grid) = (stats::ecdf(&rounded).unwrap(), values.array("in/grid"));
    let results = vec![f.quantiles.clone(), f.probabilities.clone(), f.evaluate(&grid).unwrap(), f.sf(&grid).unwrap()];
    values.same(&results, "ecdf");
    let none = xp.zeros::<f64>(0).unwrap();
    assert!(f.evaluate(&none).unwrap().is_empty());
    assert!(number(&f.evaluate(&xp.array([f64::NAN]).unwrap()).unwrap()).is_nan());
    let gap = xp.array([1.0, f64::NAN]).unwrap();
    for wrong in [stats::ecdf(&none).map(drop), stats::ecdf(&gap).map(drop), stats::dirichlet(&gap).map(drop)] {
        assert!(matches!(wrong, Err(Error::Value { .. })));
    }
    let half = xp.array([0.5, 0.2]).unwrap();
    assert!(matches!(stats::multinomial(3, &half).map(drop), Err(Error::Value { .. })));
    assert!(matches!(m.pmf(&half), Err(Error::Value { .. })));
    let singular = xp.ones::<f64>([2, 2]).unwrap();
    let wrong = stats::multivariate_normal(&half, &singular).map(drop);
    assert!(matches!(wrong, Err(Error::NotPositiveDefinite { .. })));
    assert!(matches!(stats::multivariate_normal(&none, &singular).map(drop), Err(Error::Value { .. })));
}

/// Intervals and probabilities by resampling are SciPy's, but for chance.
pub fn resampling<B: Backend>(xp: &B) {
    let values = Values::of(xp, "stats_estimates.npz");
    let methods =
        [("BCa", BootstrapMethod::Bca), ("percentile", BootstrapMethod::Percentile), ("basic", BootstrapMethod::Basic)];
    let x = values.array("in/two").slice(s![0]).unwrap();
    for (name, method) in methods {
        let options = Bootstrap::new().method(method).n_resamples(20_000);
        let found = stats::bootstrap(&x, |x| x.mean(-1), &mut xp.rng(7), options).unwrap();
        assert_eq!(found.bootstrap_distribution.shape(), [20_000]);
        let part = |k: usize| values.stored(&format!("bootstrap/{name}/{k}")).cast::<f64>();
        let found = [found.low, found.high, found.standard_error];
        // Four of SciPy's own are so far apart.
        for ((y, mean), range) in found.into_iter().zip(part(0)).zip(part(1)) {
            assert!((y - mean).abs() <= 2.5 * range.max(0.002), "{name}: {y}, not {mean} within {range}");
        }
    }
    let one = values.array("in/one");
    let (a, b) = (one.slice(s![0..7]).unwrap(), one.slice(s![7..15]).unwrap().add(0.8).unwrap());
    for (side, alternative) in SIDES {
        let difference = |x: &DynArray<B>, y: &DynArray<B>| x.mean(-1)?.subtract(&y.mean(-1)?);
        let (statistic, p) = stats::permutation_test(&a, &b, difference, &mut xp.rng(2), 20_000, alternative).unwrap();
        let part = |k: usize| values.stored(&format!("permutation/{side}/{k}")).cast::<f64>()[0];
        assert!((statistic - part(0)).abs() < 1e-14);
        let deviation = (part(1) * (1.0 - part(1)) / 20_000.0).sqrt();
        assert!((p - part(1)).abs() < 10.0 * deviation + 1e-4, "{side}: {p}, not {}", part(1));
    }
    let one = xp.array([1.0]).unwrap();
    let mut rng = xp.rng(1);
    for wrong in [
        stats::bootstrap(&one, |x| x.mean(-1), &mut rng, Bootstrap::new()),
        stats::bootstrap(&x, |x| x.mean(-1), &mut rng, Bootstrap::new().n_resamples(0)),
        stats::bootstrap(&x, |x| x.mean(-1), &mut rng, Bootstrap::new().confidence_level(2.0)),
        stats::bootstrap(&x, |x| Ok(x.clone()), &mut rng, Bootstrap::new()),
    ] {
        assert!(matches!(wrong, Err(Error::Value { .. })));
    }
    let none = xp.zeros::<f64>(0).unwrap();
    let wrong = stats::permutation_test(&none, &one, |x, _| x.mean(-1), &mut rng, 9, stats::Alternative::Less);
    assert!(matches!(wrong, Err(Error::Value { .. })));
}
