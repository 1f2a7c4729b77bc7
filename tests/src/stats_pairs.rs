//! Tests of pairs of samples, of distances and of counts, against SciPy's values.

use crate::stats::{SIDES, Values};
use xparray::prelude::*;
use xparray::scipy::stats::{self, Method, PowerDivergence, RankTest, Significance, Test, ZeroMethod};
use xparray::{Error, Result, s};

fn pair<B: Backend>(test: Significance<B>) -> Vec<DynArray<B>> {
    vec![test.statistic, test.pvalue]
}

fn distance<B: Backend>(test: stats::Kolmogorov<B>) -> Vec<DynArray<B>> {
    vec![test.statistic, test.pvalue]
}

fn short<B: Backend>(x: &DynArray<B>) -> Result<DynArray<B>> {
    x.slice(s![0..9])
}

const PAIRS: [(&str, [&str; 3]); 2] = [("ab", ["a", "b", "c"]), ("nm", ["n", "m", "m"])];

/// Tests by ranks, of all methods, with ties, zeros and corrections.
pub fn tests_by_ranks<B: Backend>(xp: &B) {
    let values = Values::of(xp, "stats.npz");
    let methods = [("auto", Method::Auto), ("asymptotic", Method::Asymptotic), ("exact", Method::Exact)];
    let zeros = [("wilcox", ZeroMethod::Wilcox), ("pratt", ZeroMethod::Pratt), ("zsplit", ZeroMethod::Zsplit)];
    for (side, alternative) in SIDES {
        for (name, [first, second, third]) in PAIRS {
            for (how, method) in methods {
                let options = RankTest::new().alternative(alternative).method(method);
                let place = format!("{name}/{side}/{how}");
                if how != "exact" || name == "ab" {
                    values.check(&[first, second], &format!("mannwhitneyu/{place}"), &|x| {
                        Ok(pair(stats::mannwhitneyu(&x[0], &short(&x[1])?, options)?))
                    });
                    values.check(&[first, second], &format!("mannwhitneyu_few/{place}"), &|x| {
                        Ok(pair(stats::mannwhitneyu(&x[0].slice(s![0..3])?, &short(&x[1])?, options)?))
                    });
                    values.check(&[first, second], &format!("mannwhitneyu_plain/{place}"), &|x| {
                        Ok(pair(stats::mannwhitneyu(&x[0], &short(&x[1])?, options.correction(false))?))
                    });
                    for (zero, zero_method) in zeros {
                        for correction in [false, true] {
                            let options = options.zero_method(zero_method).correction(correction);
                            let place = format!("wilcoxon/{place}/{zero}/{}", u8::from(correction));
                            values.check(&[first, third], &place, &|x| {
                                let field = |x: &DynArray<B>| match x.dtype() {
                                    DType::F32 | DType::F64 => Ok(x.clone()),
                                    _ => x.astype(DType::F64),
                                };
                                Ok(pair(stats::wilcoxon(&field(&x[0])?.subtract(&field(&x[1])?)?, options)?))
                            });
                        }
                    }
                }
            }
        }
    }
    let (x, none) = (xp.array([1.0, 2.0, 4.0]).unwrap(), xp.zeros::<f64>(0).unwrap());
    let many = xp.ones::<f64>(2000).unwrap();
    let exact = RankTest::new().method(Method::Exact);
    for wrong in [
        stats::mannwhitneyu(&x, &none, RankTest::new()),
        stats::mannwhitneyu(&many, &many, exact),
        stats::wilcoxon(&none, RankTest::new()),
        stats::wilcoxon(&many, exact),
    ] {
        assert!(matches!(wrong, Err(Error::Value { .. })));
    }
    // NaN is no rank, and an exact probability neither.
    let gap = xp.array([1.0, f64::NAN, 3.0]).unwrap();
    for test in [stats::mannwhitneyu(&gap, &x, exact), stats::wilcoxon(&gap, exact)] {
        assert_eq!(test.unwrap().pvalue.to_string(), "nan");
    }
}

/// Correlations and lines.
pub fn dependence<B: Backend>(xp: &B) {
    let values = Values::of(xp, "stats.npz");
    for (side, alternative) in SIDES {
        let options = Test::new().alternative(alternative);
        for (name, [first, _, third]) in PAIRS {
            let check = |test: &str, call: &dyn Fn(&[DynArray<B>]) -> Result<Vec<DynArray<B>>>| {
                values.check(&[first, third], &format!("{test}/{name}/{side}"), call);
            };
            check("pearsonr", &|x| {
                let test = stats::pearsonr(&x[0], &x[1], options)?;
                Ok(vec![test.statistic, test.pvalue])
            });
            check("pearsonr_interval", &|x| {
                let (low, high) = stats::pearsonr(&x[0], &x[1], options)?.confidence_interval(0.9)?;
                Ok(vec![low, high])
            });
            check("spearmanr", &|x| Ok(pair(stats::spearmanr(&x[0], &x[1], options)?)));
            check("kendalltau", &|x| {
                Ok(pair(stats::kendalltau(&x[0], &x[1], RankTest::new().alternative(alternative))?))
            });
            check("linregress", &|x| {
                let line = stats::linregress(&x[0], &x[1], options)?;
                Ok(vec![line.slope, line.intercept, line.rvalue, line.pvalue, line.stderr, line.intercept_stderr])
            });
        }
    }
    values.check(&["a", "c"], "kendalltau_many/aa", &|x| {
        let (a, c) = (&x[0], &x[1]);
        let (left, right) = (xp.concatenate(&[a, c, &a.multiply(c)?], 0)?, xp.concatenate(&[c, a, a], 0)?);
        Ok(pair(stats::kendalltau(&left, &right, RankTest::new())?))
    });
    // Squares of such numbers are no numbers.
    let (x, y) = (xp.array([1.0, 2.0, 4.0]).unwrap(), xp.array([3.0, 2.5, 7.0]).unwrap());
    let of = |scale: f64| {
        let test = stats::pearsonr(&(&x * scale), &(&y * scale), Test::new()).unwrap();
        test.statistic.item().unwrap().get::<f64>()
    };
    assert!((of(1e300) - of(1.0)).abs() < 1e-15 && (of(1e-300) - of(1.0)).abs() < 1e-15);
    let flat = stats::linregress(&x, &xp.array([2.0, 2.0, 2.0]).unwrap(), Test::new()).unwrap();
    // As SciPy 1.17 has it.
    assert_eq!((flat.slope.to_string(), flat.pvalue.to_string()), ("0.0".into(), "nan".into()));
    let line = |y: &Array<f64, B>| stats::linregress(&xp.array([1.0, 2.0, 3.0]).unwrap(), y, Test::new()).unwrap();
    let p = line(&xp.array([2.0, 4.0, 6.0]).unwrap()).pvalue.item().unwrap().get::<f64>();
    assert!((p / 9.003_163_161_571_06e-11 - 1.0).abs() < 1e-8, "{p:e}");
    let constant = xp.array([2.0, 2.0, 2.0]).unwrap();
    assert_eq!(stats::pearsonr(&constant, &x, Test::new()).unwrap().pvalue.to_string(), "nan");
    assert_eq!(stats::kendalltau(&constant, &x, RankTest::new()).unwrap().pvalue.to_string(), "nan");
    let two = |x: &Array<f64, B>| x.slice(s![0..2]).unwrap();
    assert_eq!(stats::pearsonr(&two(&x), &two(&y), Test::new()).unwrap().pvalue.to_string(), "1.0");
    let wrong = stats::pearsonr(&x, &two(&y), Test::new()).map(drop);
    assert!(matches!(wrong, Err(Error::Shape { .. })));
    let one = xp.array([1.0]).unwrap();
    assert!(matches!(stats::spearmanr(&one, &one, Test::new()).map(drop), Err(Error::Value { .. })));
    assert!(stats::pearsonr(&x, &y, Test::new()).unwrap().confidence_interval(-0.1).is_err());
}

/// Distances of distribution functions, and their distributions.
pub fn distances<B: Backend>(xp: &B) {
    let values = Values::of(xp, "stats.npz");
    for (side, alternative) in SIDES {
        for (how, method) in [("auto", Method::Auto), ("asymp", Method::Asymptotic)] {
            let options = RankTest::new().alternative(alternative).method(method);
            values.check(&["a"], &format!("ks_1samp/a/{side}/{how}"), &|x| {
                Ok(distance(stats::ks_1samp(&x[0], |x| x.ndtr(), options)?))
            });
            for (name, [first, second, _]) in PAIRS {
                values.check(&[first, second], &format!("ks_2samp/{name}/{side}/{how}"), &|x| {
                    Ok(distance(stats::ks_2samp(&x[0], &short(&x[1])?, options)?))
                });
            }
        }
    }
    // A sample whose distance is given: all elements are equal, between two of its shares.
    for size in [1usize, 2, 5, 20, 139, 141, 1000, 5000] {
        let d = values.stored(&format!("smirnov/{size}/d")).cast::<f64>();
        let expected = |name: &str| values.stored(&format!("smirnov/{size}/{name}")).cast::<f64>();
        let kinds = [
            ("one", stats::Alternative::Greater, Method::Exact),
            ("two", stats::Alternative::TwoSided, Method::Exact),
            ("limit", stats::Alternative::TwoSided, Method::Asymptotic),
        ];
        for (name, alternative, method) in kinds {
            let options = RankTest::new().alternative(alternative).method(method);
            for (&d, e) in d.iter().zip(expected(name)) {
                let places = xp.arange(0..size as i64).unwrap().astype::<f64>();
                let shares = (&places + 1.0) / size as f64;
                // The function is below the sample's steps by d, as far as it can be.
                let test = stats::ks_1samp(&shares, |x| x.subtract(d)?.maximum(0.0), options).unwrap();
                let p = test.pvalue.item().unwrap().get::<f64>();
                let off = (p - e).abs() / e.max(1e-12);
                assert!(off < 1e-9 || d * (size as f64) < 1.0, "{name} of {size} at {d}: {p:e}, not {e:e}");
            }
        }
    }
    let none = xp.zeros::<f64>(0).unwrap();
    assert!(matches!(stats::ks_1samp(&none, |x| x.ndtr(), RankTest::new()).map(drop), Err(Error::Value { .. })));
    assert!(matches!(stats::ks_2samp(&none, &none, RankTest::new()).map(drop), Err(Error::Value { .. })));
}

/// Counts and tables of them.
pub fn tests_of_counts<B: Backend>(xp: &B) {
    let values = Values::of(xp, "stats.npz");
    let power = |name: &str, lambda: f64| {
        let options = || PowerDivergence::new().lambda(lambda);
        values.check(&[name], &format!("power_divergence/{name}/{lambda:.3}"), &|x| {
            Ok(pair(stats::power_divergence(&x[0], options())?))
        });
        if lambda != -1.0 {
            values.check(&[name], &format!("power_divergence_ddof/{name}/{lambda:.3}"), &|x| {
                Ok(pair(stats::power_divergence(&x[0], options().ddof(2))?))
            });
        }
    };
    power("n", 1.0);
    [1.0, 0.0, -0.5, -1.0, -2.0, 2.0 / 3.0].into_iter().for_each(|lambda| power("m", lambda));
    for name in ["n", "m"] {
        values.check(&[name, "m"], &format!("chisquare/{name}"), &|x| {
            let (x, m) = (x[0].astype(DType::F64)?, x[1].astype(DType::F64)?);
            let expected = m.multiply(&x.sum(0)?.divide(&m.sum(0)?)?)?;
            Ok(pair(stats::chisquare(&x, PowerDivergence::new().f_exp(&expected))?))
        });
    }
    let m = values.array("in/m");
    let tables = [
        ("m", m.clone()),
        ("small", m.slice(s![0..2, 0..2]).unwrap()),
        ("cube", m.reshape([3, 4, 3]).unwrap()),
        ("one", m.slice(s![.., 0]).unwrap()),
    ];
    for (name, table) in tables {
        for lambda in [1.0, 0.0, 2.0 / 3.0] {
            for correction in [true, false] {
                let test = stats::chi2_contingency(&table, correction, lambda).unwrap();
                let place = format!("chi2_contingency/{name}/{lambda:.3}/{}", u8::from(correction));
                let dof = xp.scalar(test.dof as f64).into_dyn();
                values.same(&vec![test.statistic, test.pvalue, dof, test.expected_freq], &place);
            }
        }
    }
    let array = |x: Vec<f64>| xp.from_slice(&x, x.len()).unwrap().into_dyn();
    let tables = values.stored("fisher_exact/in").cast::<u64>();
    let trials = values.stored("binomtest/in").cast::<f64>();
    for (side, alternative) in SIDES {
        let tests = tables.chunks(4).map(|t| stats::fisher_exact([[t[0], t[1]], [t[2], t[3]]], alternative).unwrap());
        let (odds, p): (Vec<_>, Vec<_>) = tests.unzip();
        values.same(&vec![array(odds), array(p)], &format!("fisher_exact/{side}"));
        let tests = trials.chunks(3).map(|t| stats::binomtest(t[0] as u64, t[1] as u64, t[2], alternative).unwrap());
        let (share, p): (Vec<_>, Vec<_>) = tests.map(|test| (test.statistic, test.pvalue)).unzip();
        values.same(&vec![array(share), array(p)], &format!("binomtest/{side}"));
    }
    assert!(stats::fisher_exact([[u64::MAX, 1], [1, 1]], stats::Alternative::Less).is_err());
    // One count beside 499 columns of as many: of 500 tables, all as likely. More counts would go too deep.
    let (mut one, many) = (vec![0; 500], vec![1; 500]);
    one[0] = 1;
    let others: Vec<u64> = many.iter().zip(&one).map(|(all, one)| all - one).collect();
    let (statistic, p) = stats::fisher_exact_table(&[&one, &others]).unwrap();
    assert!((statistic * 500.0 - 1.0).abs() < 1e-9 && (p - 1.0).abs() < 1e-9, "{statistic} {p}");
    assert!(matches!(stats::fisher_exact_table(&[&many[..]; 3]), Err(Error::Value { .. })));
    for (k, n, p) in [(3, 2, 0.5), (0, 0, 0.5), (1, 2, 1.5), (1, 2, f64::NAN), (1, u64::MAX, 0.5)] {
        assert!(stats::binomtest(k, n, p, stats::Alternative::Less).is_err());
    }
    let counts = xp.array([1.0, 2.0]).unwrap();
    let sums = PowerDivergence::new().f_exp(&xp.array([2.0, 2.0]).unwrap());
    assert!(matches!(stats::chisquare(&counts, sums).map(drop), Err(Error::Value { .. })));
    for wrong in [xp.array([[1.0, -1.0]]).unwrap(), xp.array([[0.0, 0.0]]).unwrap(), xp.zeros::<f64>([0, 2]).unwrap()] {
        assert!(matches!(stats::chi2_contingency(&wrong, true, 1.0).map(drop), Err(Error::Value { .. })));
    }
}
