//! Logarithms of probabilities, moments and expectations of distributions, against mpmath's values.

use crate::stats::{SIDES, Values};
use crate::stats_distributions::{CONTINUOUS, DISCRETE, continuous, discrete};
use xparray::prelude::*;
use xparray::scipy::stats::{self, ProportionMethod};
use xparray::{Error, Result};

fn numbers<B: Backend>(x: Result<DynArray<B>>) -> Vec<f64> {
    x.unwrap().astype(DType::F64).unwrap().typed::<f64>().unwrap().to_vec().unwrap()
}

fn near(name: &str, found: &[f64], expected: &[f64], tolerance: f64) {
    assert_eq!(found.len(), expected.len(), "{name}");
    for (k, (y, e)) in found.iter().zip(expected).enumerate() {
        // Of numbers below the normal ones, the last place is coarser than the tolerance.
        let equal = y == e || (y - e).abs() <= (tolerance * e.abs()).max(f64::from_bits(1));
        assert!(equal, "{name}[{k}]: {y:e}, not {e:e} ({:.1e})", (y - e).abs() / e.abs());
    }
}

/// Probabilities that are no numbers any more have logarithms.
pub fn logarithms<B: Backend>(xp: &B) {
    let values = Values::of(xp, "stats_tails.npz");
    let mut sets = 0;
    for name in CONTINUOUS.into_iter().chain(DISCRETE) {
        for set in (0..).map(|k| format!("{name}/{k}")).take_while(|set| values.has(&format!("{set}/x"))) {
            sets += 1;
            let shapes = values.stored(&format!("{set}/shapes")).cast::<f64>();
            let shapes: Vec<_> = shapes.into_iter().map(|s| xp.scalar(s).into_dyn()).collect();
            let x = values.array(&format!("{set}/x"));
            let [cdf, sf] = ["logcdf", "logsf"].map(|part| values.stored(&format!("{set}/{part}")).cast::<f64>());
            let turned = x.flip(0).unwrap().copy().unwrap().flip(0).unwrap();
            for x in [&x, &turned] {
                let (found_cdf, found_sf) = match CONTINUOUS.contains(&name) {
                    true => {
                        let d = continuous(xp, name, &shapes).unwrap();
                        (d.logcdf(x), d.logsf(x))
                    }
                    false => {
                        let d = discrete(xp, name, &shapes).unwrap();
                        (d.logcdf(x), d.logsf(x))
                    }
                };
                near(&format!("{set}/logcdf"), &numbers(found_cdf), &cdf, 1e-11);
                near(&format!("{set}/logsf"), &numbers(found_sf), &sf, 1e-11);
            }
        }
    }
    assert_eq!(sets, 29);
    let d = stats::gamma(xp, 2.0).unwrap().loc(1.0).unwrap().scale(xp.array([[1.0], [0.0]]).unwrap()).unwrap();
    let y = d.logcdf(xp.array([0.5, 1.0, f64::INFINITY]).unwrap()).unwrap();
    assert_eq!(y.to_string(), "[[-inf -inf   0.]\n [ nan  nan  nan]]");
    assert_eq!(d.logsf(xp.zeros::<f32>([0]).unwrap().astype::<f32>()).unwrap().shape(), [2, 0]);
    let single = stats::norm(xp).unwrap().logsf(xp.array([20.0]).unwrap().astype::<f32>()).unwrap();
    assert_eq!((single.dtype(), single.to_string()), (DType::F32, "[-203.91716]".into()));
    let k = stats::poisson(xp, 3.0).unwrap();
    assert_eq!(k.logcdf(xp.array([-1.0, f64::NAN, 0.5]).unwrap()).unwrap().to_string(), "[-inf  nan  -3.]");
    assert_eq!(k.logsf(f64::INFINITY).unwrap().to_string(), "-inf");
    let angles = stats::vonmises(xp, 1.0).unwrap();
    near("vonmises", &numbers(angles.logsf(1.0)), &[numbers(angles.sf(1.0))[0].ln()], 1e-14);
}

/// Moments of eight orders, intervals and expectations.
pub fn expectations<B: Backend>(xp: &B) {
    let values = Values::of(xp, "stats_tails.npz");
    for name in CONTINUOUS.into_iter().chain(DISCRETE).filter(|name| values.has(&format!("moment/{name}"))) {
        let shapes = values.stored(&format!("moment/{name}/shapes")).cast::<f64>();
        let shapes: Vec<_> = shapes.into_iter().map(|s| xp.scalar(s).into_dyn()).collect();
        let expected = values.stored(&format!("moment/{name}")).cast::<f64>();
        for (order, e) in (0u32..).zip(expected) {
            let found = match CONTINUOUS.contains(&name) {
                true => continuous(xp, name, &shapes).unwrap().loc(0.25).unwrap().scale(1.5).unwrap().moment(order),
                false => discrete(xp, name, &shapes).unwrap().loc(2).unwrap().moment(order),
            };
            near(&format!("moment {order} of {name}"), &numbers(found), &[e], 1e-9);
        }
    }
    let heavy = stats::t(xp, xp.array([3.0, 20.0]).unwrap()).unwrap();
    let sixth = numbers(heavy.moment(6));
    assert!(!sixth[0].is_finite() && sixth[1].is_finite(), "{sixth:?}");
    assert!(numbers(stats::zipf(xp, 4.5).unwrap().moment(5))[0].is_nan());
    assert!(numbers(stats::norm(xp).unwrap().scale(-1.0).unwrap().moment(5))[0].is_nan());
    assert!(numbers(stats::poisson(xp, -1.0).unwrap().expect(|k| Ok(k.clone())))[0].is_nan());
    let wide = stats::poisson(xp, 1e14).unwrap();
    assert!(matches!(wide.expect(|k| Ok(k.clone())), Err(Error::Value { .. })));
    let scale = xp.array([[1.0], [2.0]]).unwrap();
    let d = stats::norm(xp).unwrap().loc(xp.array([0.0, 1.0, 2.0]).unwrap()).unwrap().scale(&scale).unwrap();
    // exp(m + s^2 / 2).
    let e: Vec<f64> = [0.5f64, 1.5, 2.5, 2.0, 3.0, 4.0].map(f64::exp).into();
    near("exp", &numbers(d.expect(|x| x.exp())), &e, 1e-10);
    assert_eq!(d.expect(|x| x.exp()).unwrap().shape(), [2, 3]);
    assert!(matches!(d.expect(|x| x.sum(0)), Err(Error::Shape { .. })));
    let single = stats::expon(xp).unwrap().scale(xp.array([2.0]).unwrap().astype::<f32>()).unwrap();
    assert_eq!(single.expect(|x| Ok(x.clone())).unwrap().dtype(), DType::F32);
    let counts = stats::binom(xp, 10, xp.array([0.0, 0.25, 1.0]).unwrap()).unwrap();
    near("binom", &numbers(counts.expect(|k| Ok(k.clone()))), &[0.0, 2.5, 10.0], 1e-13);
    let (low, high) = stats::gamma(xp, 2.0).unwrap().interval(xp.array([0.0, 0.5, 1.0]).unwrap()).unwrap();
    let d = stats::gamma(xp, 2.0).unwrap();
    let ends = [0.5, 0.25, 0.0].map(|q| (numbers(d.ppf(q))[0], numbers(d.isf(q))[0]));
    near("low", &numbers(Ok(low)), &ends.map(|end| end.0), 1e-14);
    near("high", &numbers(Ok(high)), &ends.map(|end| end.1), 1e-14);
    let (low, high) = stats::poisson(xp, 4.0).unwrap().interval(0.9).unwrap();
    assert_eq!((low.to_string(), high.to_string()), ("1.0".into(), "8.0".into()));
    for (n, name) in [(1, "1"), (12, "12"), (60, "60")] {
        let m = stats::multinomial(n, &values.array(&format!("multinomial/{name}/p"))).unwrap();
        near(name, &numbers(m.entropy()), &values.stored(&format!("multinomial/{name}")).cast::<f64>(), 1e-11);
    }
}

/// Intervals of the probability of success.
pub fn proportions<B: Backend>(xp: &B) {
    let values = Values::of(xp, "stats_tails.npz");
    let trials = values.stored("proportion/in").cast::<f64>();
    let methods = [
        ("exact", ProportionMethod::Exact),
        ("wilson", ProportionMethod::Wilson),
        ("wilsoncc", ProportionMethod::WilsonCorrected),
    ];
    for (side, alternative) in SIDES {
        for (name, method) in methods {
            let ends = trials.chunks(2).flat_map(|t| {
                let test = stats::binomtest(t[0] as u64, t[1] as u64, 0.3, alternative).unwrap();
                let (low, high) = test.proportion_ci(xp, 0.9, method).unwrap();
                [low, high]
            });
            let place = format!("proportion/{side}/{name}");
            near(&place, &ends.collect::<Vec<_>>(), &values.stored(&place).cast::<f64>(), 1e-12);
        }
    }
    let test = stats::binomtest(1, 2, 0.5, stats::Alternative::Less).unwrap();
    assert!(matches!(test.proportion_ci(xp, 1.5, ProportionMethod::Exact), Err(Error::Value { .. })));
}

/// Tables of counts of any size.
pub fn tables<B: Backend>(xp: &B) {
    let values = Values::of(xp, "stats_tables.npz");
    for k in 0..7 {
        let table = values.stored(&format!("{k}/in"));
        let counts = table.cast::<u64>();
        let rows: Vec<&[u64]> = counts.chunks(table.shape[1]).collect();
        let (statistic, p) = stats::fisher_exact_table(&rows).unwrap();
        near(&format!("table {k}"), &[statistic, p], &values.stored(&format!("{k}/out")).cast::<f64>(), 1e-12);
    }
    let (_, two) = stats::fisher_exact([[6, 2], [1, 4]], stats::Alternative::TwoSided).unwrap();
    near("two rows", &[stats::fisher_exact_table(&[&[6, 2], &[1, 4]]).unwrap().1], &[two], 1e-12);
    let many = [100u64; 8];
    for wrong in [
        stats::fisher_exact_table(&[]),
        stats::fisher_exact_table(&[&[]]),
        stats::fisher_exact_table(&[&[1, 2], &[1]]),
        stats::fisher_exact_table(&[&[u64::MAX, 1]]),
        stats::fisher_exact_table(&[&[2_000_000]]),
        stats::fisher_exact_table(&[&many, &many, &many]),
    ] {
        assert!(matches!(wrong, Err(Error::Value { .. })));
    }
}
