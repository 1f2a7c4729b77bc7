//! Resampling of several samples, integrals of densities and censored samples, against SciPy's values.

use crate::stats::{SIDES, Values};
use xparray::prelude::*;
use xparray::scipy::stats::{self, Bandwidth, Bootstrap, BootstrapMethod, EcdfInterval, Permutation, PermutationType};
use xparray::{Error, Result};

type Statistic<B> = fn(&[DynArray<B>]) -> Result<DynArray<B>>;

fn difference<B: Backend>(x: &[DynArray<B>]) -> Result<DynArray<B>> {
    x[0].mean(-1)?.subtract(&x[1].var(-1)?)
}

fn correlation<B: Backend>(x: &[DynArray<B>]) -> Result<DynArray<B>> {
    let centred = |x: &DynArray<B>| x.subtract(&x.mean(keepdims(-1))?);
    let (dx, dy) = (centred(&x[0])?, centred(&x[1])?);
    let size = dx.square()?.sum(-1)?.multiply(&dy.square()?.sum(-1)?)?.sqrt()?;
    dx.multiply(&dy)?.sum(-1)?.divide(&size)
}

fn spread<B: Backend>(x: &[DynArray<B>]) -> Result<DynArray<B>> {
    x[0].mean(-1)?.subtract(&x[1].mean(-1)?)?.abs()?.add(&x[2].mean(-1)?)
}

/// Intervals are SciPy's, but for chance.
pub fn bootstraps<B: Backend>(xp: &B) {
    let values = Values::of(xp, "stats_resampled.npz");
    let [x, y, z] = ["x", "y", "z"].map(|name| values.array(&format!("in/{name}")));
    let methods =
        [("BCa", BootstrapMethod::Bca), ("percentile", BootstrapMethod::Percentile), ("basic", BootstrapMethod::Basic)];
    let cases: [(&str, [&DynArray<B>; 2], Statistic<B>, bool); 2] =
        [("difference", [&x, &y], difference, false), ("correlation", [&x, &z], correlation, true)];
    for (name, data, statistic, paired) in cases {
        for (how, method) in methods {
            for (side, alternative) in SIDES {
                let options = Bootstrap::new().method(method).n_resamples(15_000).confidence_level(0.9);
                let options = options.paired(paired).alternative(alternative);
                let found = stats::bootstrap_several(&data, statistic, &mut xp.rng(5), options).unwrap();
                let part = |k: usize| values.stored(&format!("bootstrap/{name}/{how}/{side}/{k}")).cast::<f64>();
                let found = [found.low, found.high, found.standard_error];
                for ((y, mean), range) in found.into_iter().zip(part(0)).zip(part(1)) {
                    let near = y == mean || (y - mean).abs() <= 3.0 * range.max(0.004);
                    assert!(near, "{name}/{how}/{side}: {y}, not {mean} within {range}");
                }
            }
        }
    }
    let mut rng = xp.rng(1);
    for wrong in [
        stats::bootstrap_several(&[], correlation, &mut rng, Bootstrap::new()),
        stats::bootstrap_several(&[&x, &y], correlation, &mut rng, Bootstrap::new().paired(true)),
    ] {
        assert!(matches!(wrong, Err(Error::Value { .. })));
    }
}

/// All different shuffles give SciPy's probabilities, random ones nearly so.
pub fn permutations<B: Backend>(xp: &B) {
    let values = Values::of(xp, "stats_resampled.npz");
    let first = |name: &str, n: usize| values.array(&format!("in/{name}")).slice(xparray::s![..n]).unwrap();
    let cases: [(&str, PermutationType, Vec<DynArray<B>>, Statistic<B>); 3] = [
        ("independent", PermutationType::Independent, vec![first("x", 4), first("y", 3), first("z", 2)], spread),
        ("samples", PermutationType::Samples, vec![first("x", 5), first("y", 5), first("z", 5)], spread),
        ("pairings", PermutationType::Pairings, vec![first("x", 5), first("z", 5)], correlation),
    ];
    for (name, kind, data, statistic) in cases {
        let data: Vec<_> = data.iter().collect();
        for (side, alternative) in SIDES {
            let options = Permutation::new().permutation_type(kind).alternative(alternative);
            let part = |k: usize| values.stored(&format!("permutation/{name}/{side}/{k}")).cast::<f64>()[0];
            let test = |n: usize| {
                stats::permutation_test_with(&data, statistic, &mut xp.rng(9), options.n_resamples(n)).unwrap()
            };
            let found = test(10_000);
            let p = found.pvalue;
            assert!((found.statistic - part(0)).abs() < 1e-13);
            let null: Vec<f64> = found.null_distribution.astype(DType::F64).unwrap().typed().unwrap().to_vec().unwrap();
            let more = null.iter().filter(|x| **x >= part(0) - 1e-12).count() as f64 / null.len() as f64;
            assert!(side != "greater" || (more - p).abs() < 1e-12, "{more}, not {p}");
            assert!((p - part(1)).abs() < 1e-12, "{name}/{side}: {p}, not {}", part(1));
            // Too few for all of them.
            let p = test(100).pvalue;
            assert!((p - part(1)).abs() < 0.2, "{name}/{side}: {p}, not {}", part(1));
        }
    }
    let (x, y) = (first("x", 4), first("y", 3));
    let options = Permutation::new().permutation_type(PermutationType::Pairings);
    for wrong in [
        stats::permutation_test_with(&[&x, &y], correlation, &mut xp.rng(1), options),
        stats::permutation_test_with(&[], correlation, &mut xp.rng(1), options),
        stats::permutation_test_with(&[&x, &y], difference, &mut xp.rng(1), Permutation::new().n_resamples(0)),
    ] {
        assert!(matches!(wrong, Err(Error::Value { .. })));
    }
}

/// Integrals of densities, and densities of some dimensions.
pub fn integrals<B: Backend>(xp: &B) {
    let values = Values::of(xp, "stats_resampled.npz");
    for weighted in [false, true] {
        let place = u8::from(weighted);
        values.check(&["two", "weights", "mean", "cov", "one"], &format!("kde/{place}"), &|x| {
            let kde = stats::gaussian_kde(&x[0], Bandwidth::Scott, weighted.then_some(&x[1]))?;
            let near = x[0].slice(xparray::s![.., ..11])?.add(1.0)?;
            let other = stats::gaussian_kde(&near, Bandwidth::Factor(0.5), None)?;
            let part = kde.marginal(&[1])?;
            let factor = xp.full([], part.factor)?.into_dyn().astype(x[0].dtype())?;
            Ok(vec![
                kde.integrate_gaussian(&x[2], &x[3])?,
                kde.integrate_kde(&other)?,
                part.pdf(&x[4])?,
                factor,
                part.covariance.clone(),
            ])
        });
        values.check(&["one", "weights"], &format!("kde_one/{place}"), &|x| {
            let kde = stats::gaussian_kde(&x[0], Bandwidth::Scott, weighted.then_some(&x[1]))?;
            let number = |value: f64| xp.full([], value)?.into_dyn().astype(x[0].dtype());
            Ok(vec![kde.integrate_gaussian(&number(0.3)?, &number(2.0)?)?, kde.integrate_kde(&kde)?])
        });
    }
    let kde = stats::gaussian_kde(&values.array("in/two"), Bandwidth::Scott, None).unwrap();
    let one = stats::gaussian_kde(&values.array("in/one"), Bandwidth::Scott, None).unwrap();
    let x = xp.array([0.0, 1.0]).unwrap();
    assert!(matches!(kde.integrate_kde(&one), Err(Error::Shape { .. })));
    assert!(matches!(kde.integrate_gaussian(&x, &x), Err(Error::Shape { .. })));
    let negative = xp.array([[-9.0, 0.0], [0.0, -9.0]]).unwrap();
    assert!(matches!(kde.integrate_gaussian(&x, &negative), Err(Error::NotPositiveDefinite { .. })));
    assert!(matches!(kde.marginal(&[2]).map(drop), Err(Error::Index { .. })));
    assert!(matches!(kde.marginal(&[]).map(drop), Err(Error::Value { .. })));
    assert!(matches!(kde.marginal(&[1, 1]).map(drop), Err(Error::Value { .. })));
}

/// Distribution functions of samples of which some elements are censored.
pub fn censored<B: Backend>(xp: &B) {
    let values = Values::of(xp, "stats_resampled.npz");
    let (times, grid) = (values.array("in/times"), values.array("in/grid"));
    let lost = values.array("in/lost").astype(DType::Bool).unwrap();
    for x in [times.clone(), times.flip(0).unwrap().copy().unwrap().flip(0).unwrap()] {
        for (name, f) in [("censored", stats::ecdf_censored(&x, &lost).unwrap()), ("whole", stats::ecdf(&x).unwrap())] {
            let results =
                vec![f.quantiles.clone(), f.probabilities.clone(), f.evaluate(&grid).unwrap(), f.sf(&grid).unwrap()];
            values.same(&results, &format!("ecdf/{name}"));
            for (how, method) in [("linear", EcdfInterval::Linear), ("log-log", EcdfInterval::LogLog)] {
                let (low, high) = f.confidence_interval(0.9, method).unwrap();
                values.same(&vec![low, high], &format!("interval/{name}/{how}"));
            }
        }
    }
    let f = stats::ecdf(&times).unwrap();
    assert!(matches!(f.confidence_interval(1.5, EcdfInterval::Linear), Err(Error::Value { .. })));
    assert!(matches!(stats::ecdf_censored(&times, &times).map(drop), Err(Error::DType { .. })));
    let short = lost.slice(xparray::s![1..]).unwrap();
    assert!(matches!(stats::ecdf_censored(&times, &short).map(drop), Err(Error::Shape { .. })));
    let all = xp.array([true, true]).unwrap();
    let f = stats::ecdf_censored(&xp.array([1, 2]).unwrap(), &all).unwrap();
    assert_eq!(f.probabilities.to_string(), "[0. 0.]");
}
