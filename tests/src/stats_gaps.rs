//! What becomes of NaN in samples, against SciPy's values and against the samples without it.

use crate::stats::Values;
use xparray::prelude::*;
use xparray::scipy::stats::{self, Along, Alternative, Center, Iqr, Means, Moments, NanPolicy, RankMethod, RankTest};
use xparray::scipy::stats::{Kolmogorov, Significance, Test};
use xparray::{Error, Result, s};

type Results<B> = Vec<DynArray<B>>;

const OMIT: NanPolicy = NanPolicy::Omit;
const SIDES: [(&str, Alternative); 2] = [("two-sided", Alternative::TwoSided), ("less", Alternative::Less)];

fn pair<B: Backend>(test: Significance<B>) -> Results<B> {
    vec![test.statistic, test.pvalue]
}

fn place<B: Backend>(test: Kolmogorov<B>) -> Results<B> {
    vec![test.statistic, test.pvalue, test.statistic_location, test.statistic_sign]
}

/// A function of several samples along an axis.
type Call<'a, B> = &'a dyn Fn(&[DynArray<B>], isize, NanPolicy) -> Result<Results<B>>;

/// SciPy's values along the first axis, in every layout; the same along others, and of each slice without its NaN.
fn check<B: Backend>(values: &Values<'_, B>, names: &[&str], name: &str, call: Call<'_, B>) {
    let x: Vec<_> = names.iter().map(|name| values.array(&format!("in/{name}"))).collect();
    let each = |f: &dyn Fn(&DynArray<B>) -> DynArray<B>| x.iter().map(f).collect::<Vec<_>>();
    values.same(&call(&x, 0, OMIT).unwrap(), name);
    let strided = each(&|x| x.t().copy().unwrap().t().flip(1).unwrap().copy().unwrap().flip(1).unwrap());
    values.same(&call(&strided, 0, OMIT).unwrap(), name);
    if !name.contains("ks_1samp") {
        values.same(&call(&each(&|x| x.astype(DType::F32).unwrap()), 0, OMIT).unwrap(), name);
    }
    // The slices along the last axis of a cube.
    let cubes = each(&|x| x.t().reshape([2, 2, 14]).unwrap());
    let flat = call(&cubes, -1, OMIT).unwrap();
    let flat = flat.iter().map(|y| y.reshape(4).unwrap()).collect();
    values.same(&flat, name);
    assert!(matches!(call(&x, 0, NanPolicy::Raise), Err(Error::Value { .. })), "{name}");
    let nothing = call(&x, 0, NanPolicy::Propagate).unwrap();
    let first = &nothing[0].slice(s![1..]).unwrap();
    assert!(
        name.contains("describe")
            || name.contains("mode")
            || first.isnan().unwrap().all(..).unwrap().item().unwrap().get::<bool>(),
        "{name}"
    );
}

fn one_of<B: Backend>(values: &Values<'_, B>, names: &[&str], what: &str, side: &str, call: Call<'_, B>) {
    check(values, names, &format!("{what}/{}/{side}", names[0]), call);
}

/// Every statistic and test of one sample.
pub fn samples_with_gaps<B: Backend>(xp: &B) {
    let values = Values::of(xp, "stats_gaps.npz");
    for name in ["a", "d"] {
        let one = |what: &str, call: Call<'_, B>| check(&values, &[name], &format!("{what}/{name}"), call);
        let moments = |axis: isize, policy| Moments::new().axis(axis).nan_policy(policy);
        one("describe", &|x, axis, policy| {
            let d = stats::describe(&x[0], moments(axis, policy))?;
            Ok(vec![d.nobs, d.min, d.max, d.mean, d.variance, d.skewness, d.kurtosis])
        });
        one("moments", &|x, axis, policy| {
            let options = moments(axis, policy);
            let skewness = stats::skew(&x[0], options.bias(false))?;
            Ok(vec![skewness, stats::kurtosis(&x[0], options)?, stats::moment(&x[0], 3, options)?])
        });
        one("spread", &|x, axis, policy| {
            let (x, along) = (&x[0], Along::new(axis).nan_policy(policy));
            Ok(vec![
                stats::iqr(x, (25.0, 75.0), along)?,
                stats::median_abs_deviation(x, 1.0, along)?,
                stats::sem(x, 1.0, along)?,
                stats::variation(x, 0.0, along)?,
            ])
        });
        one("mode", &|x, axis, policy| {
            let (mode, count) = stats::mode(&x[0], Along::new(axis).nan_policy(policy))?;
            Ok(vec![mode, count])
        });
        for (side, alternative) in SIDES {
            let sided = |what: &str, call: Call<'_, B>| one_of(&values, &[name], what, side, call);
            let test = |axis: isize, policy| Test::new().axis(axis).nan_policy(policy).alternative(alternative);
            let rank = |axis: isize, policy| RankTest::new().axis(axis).nan_policy(policy).alternative(alternative);
            sided("ttest_1samp", &|x, axis, policy| {
                let t = stats::ttest_1samp(&x[0], 0.3, test(axis, policy))?;
                Ok(vec![t.statistic, t.pvalue])
            });
            sided("skewtest", &|x, axis, policy| Ok(pair(stats::skewtest(&x[0], test(axis, policy))?)));
            sided("kurtosistest", &|x, axis, policy| Ok(pair(stats::kurtosistest(&x[0], test(axis, policy))?)));
            sided("wilcoxon", &|x, axis, policy| Ok(pair(stats::wilcoxon(&x[0].subtract(2.0)?, rank(axis, policy))?)));
            sided("ks_1samp", &|x, axis, policy| Ok(place(stats::ks_1samp(&x[0], |x| x.ndtr(), rank(axis, policy))?)));
        }
        let along = |axis: isize, policy| Along::new(axis).nan_policy(policy);
        one("normaltest", &|x, axis, policy| Ok(pair(stats::normaltest(&x[0], along(axis, policy))?)));
        one("jarque_bera", &|x, axis, policy| Ok(pair(stats::jarque_bera(&x[0], along(axis, policy))?)));
        // SciPy's own has errors of 1e-9; so each column by itself.
        let x = values.array(&format!("in/{name}"));
        let all = pair(stats::shapiro(&x, along(0, OMIT)).unwrap());
        for k in 0..4 {
            let column = x.slice(s![.., k]).unwrap();
            let numbers = column.compress(&column.isnan().unwrap().logical_not().unwrap(), 0).unwrap();
            let one = pair(stats::shapiro(&numbers, 0).unwrap());
            let same = |k2: usize| one[k2].allclose(all[k2].slice(s![k]).unwrap()).unwrap();
            assert!(same(0) && same(1), "shapiro of {name}");
        }
        let ranks = stats::rankdata(&values.array(&format!("in/{name}")), RankMethod::Average, along(0, OMIT));
        values.same(&vec![ranks.unwrap()], &format!("ranks/{name}"));
    }
    for weighted in [false, true] {
        let (samples, name): (&[&str], _) =
            if weighted { (&["positive", "weights"], "means/weighted") } else { (&["positive"], "means/plain") };
        check(&values, samples, name, &|x, axis, policy| {
            let options = || {
                let means = Means::new().axis(axis).nan_policy(policy);
                if weighted { means.weights(&x[1]) } else { means }
            };
            Ok(vec![
                stats::gmean(&x[0], options())?,
                stats::hmean(&x[0], options())?,
                stats::pmean(&x[0], 3.0, options())?,
            ])
        });
    }
    let whole = values.array("in/whole");
    for (name, method) in [
        ("linear", QuantileMethod::Linear),
        ("lower", QuantileMethod::Lower),
        ("higher", QuantileMethod::Higher),
        ("midpoint", QuantileMethod::Midpoint),
        ("nearest", QuantileMethod::Nearest),
        ("hazen", QuantileMethod::Hazen),
    ] {
        let options = Iqr::new().axis(0).rng(20.0, 65.0).normal().interpolation(method);
        values.same(&vec![stats::iqr_with(&whole, options).unwrap()], &format!("iqr/{name}"));
    }
    let about_mean = stats::median_abs_deviation_with(&whole, |x| x.mean(-1), 1.0, 0).unwrap();
    values.same(&vec![about_mean], "center");
    let wrong = stats::median_abs_deviation_with(&whole, |x| x.mean(..), 1.0, 0);
    assert!(matches!(wrong, Err(Error::Shape { .. })));
    assert!(matches!(stats::iqr_with(&whole, Iqr::new().scale(0.0)), Err(Error::Value { .. })));
    // No gaps are no difference, and all elements are one sample.
    let along = Along::new(None).nan_policy(OMIT);
    let text = |x: Result<DynArray<B>>| x.unwrap().to_string();
    assert_eq!(text(stats::sem(&whole, 1.0, along)), text(stats::sem(&whole, 1.0, None)));
    let gap = xp.array([[1.0, f64::NAN], [3.0, 5.0]]).unwrap();
    assert_eq!(text(stats::sem(&gap, 1.0, along)), text(stats::sem(&xp.array([1.0, 3.0, 5.0]).unwrap(), 1.0, 0)));
    let nan = xp.scalar(f64::NAN);
    assert_eq!(text(stats::sem(&nan, 1.0, along)), "nan");
    let broadcast = xp.array([[1.0], [f64::NAN]]).unwrap().broadcast_to([2, 3]).unwrap();
    assert_eq!(text(stats::variation(&broadcast, 0.0, Along::new(0).nan_policy(OMIT))), "[0. 0. 0.]");
    let (mode, count) = stats::mode(&nan, along).unwrap();
    assert_eq!((mode.to_string(), count.to_string()), ("nan".into(), "0".into()));
    let raise = Along::new(0).nan_policy(NanPolicy::Raise);
    assert!(matches!(stats::rankdata(&gap, RankMethod::Min, raise), Err(Error::Value { .. })));
    assert_eq!(
        text(stats::rankdata(&whole, RankMethod::Min, raise)),
        text(stats::rankdata(&whole, RankMethod::Min, 0))
    );
    assert!(stats::sem(&xp.zeros::<f64>([0, 2]).unwrap(), 1.0, raise).is_ok());
}

/// Every test of two samples and more.
pub fn pairs_with_gaps<B: Backend>(xp: &B) {
    let values = Values::of(xp, "stats_gaps.npz");
    for name in ["a", "d"] {
        for (side, alternative) in SIDES {
            let test = |axis: isize, policy| Test::new().axis(axis).nan_policy(policy).alternative(alternative);
            let rank = |axis: isize, policy| RankTest::new().axis(axis).nan_policy(policy).alternative(alternative);
            for trim in ["0", "0.2"] {
                for equal in [true, false] {
                    let place = format!("ttest_ind/{name}/{side}/{trim}/{}", u8::from(equal));
                    check(&values, &[name, "b"], &place, &|x, axis, policy| {
                        let options = test(axis, policy).trim(trim.parse().unwrap());
                        let t = match equal {
                            true => stats::ttest_ind(&x[0], &x[1], options)?,
                            false => stats::ttest_ind_welch(&x[0], &x[1], options)?,
                        };
                        let (low, high) = t.confidence_interval(0.9)?;
                        Ok(vec![t.statistic, t.pvalue, t.df, low, high])
                    });
                }
            }
            let with_b = |what: &str, call: Call<'_, B>| one_of(&values, &[name, "b"], what, side, call);
            let with_c = |what: &str, call: Call<'_, B>| one_of(&values, &[name, "c"], what, side, call);
            with_c("ttest_rel", &|x, axis, policy| {
                let t = stats::ttest_rel(&x[0], &x[1], test(axis, policy))?;
                Ok(vec![t.statistic, t.pvalue])
            });
            with_b("mannwhitneyu", &|x, axis, policy| Ok(pair(stats::mannwhitneyu(&x[0], &x[1], rank(axis, policy))?)));
            with_b("ks_2samp", &|x, axis, policy| Ok(place(stats::ks_2samp(&x[0], &x[1], rank(axis, policy))?)));
            with_c("pearsonr", &|x, axis, policy| {
                let r = stats::pearsonr(&x[0], &x[1], test(axis, policy))?;
                Ok(vec![r.statistic, r.pvalue])
            });
            with_c("spearmanr", &|x, axis, policy| Ok(pair(stats::spearmanr(&x[0], &x[1], test(axis, policy))?)));
            with_c("kendalltau", &|x, axis, policy| Ok(pair(stats::kendalltau(&x[0], &x[1], rank(axis, policy))?)));
            with_c("kendalltau_c", &|x, axis, policy| Ok(pair(stats::kendalltau_c(&x[0], &x[1], rank(axis, policy))?)));
        }
        let test = |axis: isize, policy| Test::new().axis(axis).nan_policy(policy);
        check(&values, &[name, "c"], &format!("interval/{name}"), &|x, axis, policy| {
            let (low, high) = stats::pearsonr(&x[0], &x[1], test(axis, policy))?.confidence_interval(0.9)?;
            Ok(vec![low, high])
        });
        check(&values, &[name, "c"], &format!("linregress/{name}"), &|x, axis, policy| {
            let l = stats::linregress(&x[0], &x[1], test(axis, policy))?;
            Ok(vec![l.slope, l.intercept, l.rvalue, l.pvalue, l.stderr, l.intercept_stderr])
        });
        let along = |axis: isize, policy| Along::new(axis).nan_policy(policy);
        let three = |what: &str, call: Call<'_, B>| check(&values, &[name, "b", "c"], &format!("{what}/{name}"), call);
        let all = |x: &[DynArray<B>]| [x[0].clone(), x[1].clone(), x[2].clone()];
        three("f_oneway", &|x, axis, policy| Ok(pair(stats::f_oneway(&all(x).each_ref(), along(axis, policy))?)));
        three("kruskal", &|x, axis, policy| Ok(pair(stats::kruskal(&all(x).each_ref(), along(axis, policy))?)));
        three("bartlett", &|x, axis, policy| Ok(pair(stats::bartlett(&all(x).each_ref(), along(axis, policy))?)));
        three("levene", &|x, axis, policy| {
            Ok(pair(stats::levene(&all(x).each_ref(), Center::Median, along(axis, policy))?))
        });
        three("friedmanchisquare", &|x, axis, policy| {
            Ok(pair(stats::friedmanchisquare(&all(x).each_ref(), along(axis, policy))?))
        });
    }
    let matrix = |name: &str, options| pair(stats::spearmanr_matrix(&values.array(name), options).unwrap());
    values.same(&matrix("in/whole", Test::new()), "spearmanr_matrix");
    values.same(&matrix("in/whole", Test::new().nan_policy(NanPolicy::Raise)), "spearmanr_matrix");
    values.same(&matrix("in/some", Test::new().nan_policy(OMIT)), "spearmanr_omit");
    let x = xp.array([1.0, 2.0, 2.0]).unwrap();
    assert!(matches!(stats::spearmanr_matrix(&x, Test::new()), Err(Error::Value { .. })));
    let exact = RankTest::new().method(stats::Method::Exact);
    assert!(matches!(stats::kendalltau(&x, &x, exact), Err(Error::Value { .. })));
    for trim in [-0.1, 0.5, f64::NAN] {
        assert!(matches!(stats::ttest_ind(&x, &x, Test::new().trim(trim)).map(drop), Err(Error::Value { .. })));
    }
}
