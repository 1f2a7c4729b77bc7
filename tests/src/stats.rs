//! Descriptions and tests of samples, against SciPy's values.

use crate::data::{Stored, npz};
use std::collections::BTreeMap;
use xparray::prelude::*;
use xparray::scipy::stats::{self, Alternative, Center, Means, Moments, RankMethod, Significance, Test, Ttest};
use xparray::{Error, Result};

type Results<B> = Vec<DynArray<B>>;
type Call<'a, B> = &'a dyn Fn(&[DynArray<B>]) -> Result<Results<B>>;

/// SciPy's values and the samples that they are of.
pub(crate) struct Values<'a, B: Backend> {
    pub xp: &'a B,
    data: BTreeMap<String, Stored>,
}

fn numbers<B: Backend>(x: &DynArray<B>) -> Vec<f64> {
    x.astype(DType::F64).unwrap().typed::<f64>().unwrap().to_vec().unwrap()
}

impl<'a, B: Backend> Values<'a, B> {
    pub fn of(xp: &'a B, file: &str) -> Self {
        Self { xp, data: npz(file) }
    }

    pub fn stored(&self, name: &str) -> &Stored {
        self.data.get(name).unwrap_or_else(|| panic!("{name} is not there"))
    }

    pub fn has(&self, name: &str) -> bool {
        self.data.contains_key(name)
    }

    pub fn array(&self, name: &str) -> DynArray<B> {
        let stored = self.stored(name);
        self.xp.from_slice(&stored.cast::<f64>(), &stored.shape[..]).unwrap().into_dyn()
    }

    /// Results are SciPy's within a relative error, as their type has it.
    pub fn same(&self, results: &Results<B>, name: &str) {
        assert!(!self.data.contains_key(&format!("{name}/{}", results.len())), "{name}: {} results", results.len());
        for (k, result) in results.iter().enumerate() {
            let stored = self.stored(&format!("{name}/{k}"));
            assert_eq!(result.shape(), &stored.shape[..], "{name}/{k}");
            let tolerance: f64 = if result.dtype() == DType::F32 { 2e-4 } else { 3e-13 };
            for (i, (&y, e)) in numbers(result).iter().zip(stored.cast::<f64>()).enumerate() {
                let near = (y - e).abs() <= tolerance * e.abs().max(1e-2);
                let equal = y == e || near || y.is_nan() && e.is_nan();
                assert!(equal, "{name}/{k}[{i}] of {}: {y:?}, not {e:?}", result.dtype());
            }
        }
    }

    /// Of samples in every layout, of integers in every real type.
    pub fn check(&self, samples: &[&str], name: &str, call: Call<'_, B>) {
        let arrays: Vec<_> = samples.iter().map(|name| self.array(&format!("in/{name}"))).collect();
        let each = |f: &dyn Fn(&DynArray<B>) -> DynArray<B>| call(&arrays.iter().map(f).collect::<Vec<_>>()).unwrap();
        self.same(&each(&|x| x.clone()), name);
        self.same(&each(&|x| x.flip(..).unwrap().copy().unwrap().flip(..).unwrap()), name);
        self.same(&each(&|x| x.t().copy().unwrap().t()), name);
        self.same(&each(&|x| x.astype(DType::F32).unwrap()), name);
        if samples.iter().all(|name| ["n", "m"].contains(name)) {
            use DType::{BF16, F16, I8, I16, I32, I64, U8, U16, U32, U64};
            for dtype in [F16, BF16, I8, I16, I32, I64, U8, U16, U32, U64] {
                self.same(&each(&|x| x.astype(dtype).unwrap()), name);
            }
        }
    }
}

fn pair<B: Backend>(test: Significance<B>) -> Results<B> {
    vec![test.statistic, test.pvalue]
}

fn dyns<B: Backend>(x: &[DynArray<B>]) -> Vec<&DynArray<B>> {
    x.iter().collect()
}

pub(crate) const SIDES: [(&str, Alternative); 3] =
    [("two-sided", Alternative::TwoSided), ("less", Alternative::Less), ("greater", Alternative::Greater)];

/// Moments, means, ranks and what else describes a sample.
pub fn descriptions<B: Backend>(xp: &B) {
    let values = Values::of(xp, "stats.npz");
    for name in ["a", "c", "n"] {
        for bias in [true, false] {
            let options = Moments::new().bias(bias);
            values.check(&[name], &format!("moments/{name}/{}", u8::from(bias)), &|x| {
                let pearson = stats::kurtosis(&x[0], options.fisher(false))?;
                Ok(vec![stats::skew(&x[0], options)?, stats::kurtosis(&x[0], options)?, pearson])
            });
        }
        values.check(&[name], &format!("moment/{name}"), &|x| {
            let mut moments: Vec<_> = (0..5).map(|k| stats::moment(&x[0], k, Moments::new())).collect::<Result<_>>()?;
            moments.push(stats::moment(&x[0], 3, Moments::new().center(0.5))?);
            Ok(moments)
        });
        values.check(&[name], &format!("describe/{name}"), &|x| {
            let d = stats::describe(&x[0], Moments::new().ddof(1))?;
            assert!(numbers(&d.nobs).iter().all(|&n| n == 12.0));
            Ok(vec![d.min, d.max, d.mean, d.variance, d.skewness, d.kurtosis])
        });
        values.check(&[name], &format!("spread/{name}"), &|x| {
            let x = &x[0];
            let normal = 0.674_489_750_196_081_7;
            Ok(vec![
                stats::iqr(x, (25.0, 75.0), 0)?,
                stats::iqr(x, (10.0, 60.0), 0)?,
                stats::median_abs_deviation(x, 1.0, 0)?,
                stats::median_abs_deviation(x, normal, 0)?,
                stats::sem(x, 1.0, 0)?,
                stats::sem(x, 0.0, 0)?,
                stats::variation(x, 0.0, 0)?,
                stats::variation(x, 1.0, 0)?,
            ])
        });
        values.check(&[name], &format!("ranks/{name}"), &|x| {
            use RankMethod::{Average, Dense, Max, Min, Ordinal};
            [Average, Min, Max, Dense, Ordinal].into_iter().map(|method| stats::rankdata(&x[0], method, 0)).collect()
        });
        values.check(&[name], &format!("mode/{name}"), &|x| {
            let (mode, count) = stats::mode(&x[0], 0)?;
            Ok(vec![mode, count])
        });
    }
    let weights = xp.arange(1.0..13.0).unwrap().reshape([12, 1]).unwrap();
    for name in ["c", "n", "m"] {
        values.check(&[name], &format!("means/{name}"), &|x| {
            let x = &x[0];
            let (plain, weighted) = (Means::new, || Means::new().axis(0).weights(&weights));
            Ok(vec![
                stats::gmean(x, plain())?,
                stats::gmean(x, weighted())?,
                stats::hmean(x, plain())?,
                stats::hmean(x, weighted())?,
                stats::pmean(x, 3.0, plain())?,
                stats::pmean(x, 0.0, plain())?,
                stats::pmean(x, -1.5, weighted())?,
            ])
        });
    }
}

/// Axes, no elements, no spread, NaN, and numbers at the ends of the range.
pub fn edges_of_descriptions<B: Backend>(xp: &B) {
    let text = |x: Result<DynArray<B>>| x.unwrap().to_string();
    let x = xp.array([[1.0, 5.0, 2.0], [4.0, 4.0, 9.0]]).unwrap();
    assert_eq!(text(stats::gmean(&x.t(), Means::new().axis(-1))), text(stats::gmean(&x, Means::new())));
    assert_eq!(text(stats::rankdata(&x, RankMethod::Average, None)), "[1.  5.  2.  3.5 3.5 6. ]");
    assert_eq!(text(stats::rankdata(&x, RankMethod::Min, 1)), "[[1. 3. 2.]\n [1. 1. 3.]]");
    assert_eq!(text(stats::iqr(&x, (25.0, 75.0), None)), "2.25");
    let wide = xp.array(&[i64::MAX, i64::MAX - 1, i64::MAX]).unwrap();
    assert_eq!(text(stats::rankdata(&wide, RankMethod::Max, 0)), "[3. 1. 3.]");
    assert_eq!(text(stats::mode(&wide, 0).map(|mode| mode.0)), "9223372036854775807");
    let broadcast = xp.array([2.0]).unwrap().broadcast_to([4, 3]).unwrap();
    assert_eq!(text(stats::skew(&broadcast, Moments::new())), "[nan nan nan]");
    assert_eq!(text(stats::rankdata(&broadcast, RankMethod::Average, 0).and_then(|r| r.max(..))), "2.5");
    let gaps = xp.array([2.0, f64::NAN, 1.0, f64::NAN]).unwrap();
    assert_eq!(text(stats::rankdata(&gaps, RankMethod::Average, 0)), "[nan nan nan nan]");
    let (mode, count) = stats::mode(&gaps, 0).unwrap();
    assert_eq!((mode.to_string(), count.to_string()), ("nan".into(), "2".into()));
    for x in [xp.array([1e300, 3e300, 2e300]).unwrap(), xp.array([1e-300, 3e-300, 2e-300]).unwrap()] {
        let third = stats::gmean(&x, Means::new()).unwrap().divide(x.max(..).unwrap()).unwrap();
        assert!((numbers(&third)[0] - 6.0f64.cbrt() / 3.0).abs() < 1e-13);
    }
    let none = xp.zeros::<f64>([0, 2]).unwrap();
    for empty in [
        stats::skew(&none, Moments::new()),
        stats::moment(&none, 2, Moments::new()),
        stats::gmean(&none, Means::new()),
        stats::iqr(&none, (25.0, 75.0), 0),
        stats::sem(&none, 1.0, 0),
        stats::median_abs_deviation(&none, 1.0, 0),
        stats::mode(&none, 0).map(|mode| mode.0),
    ] {
        assert_eq!(text(empty), "[nan nan]");
    }
    assert_eq!(stats::rankdata(&none, RankMethod::Dense, 0).unwrap().shape(), [0, 2]);
    let zero = xp.scalar(3.0);
    assert_eq!(text(stats::rankdata(&zero, RankMethod::Average, None)), "[1.]");
    assert!(matches!(stats::skew(&zero, Moments::new()), Err(Error::Axis { .. })));
    assert!(matches!(stats::skew(&x, Moments::new().axis(2)), Err(Error::Axis { .. })));
    assert!(matches!(stats::describe(&none, Moments::new()), Err(Error::Value { .. })));
    assert!(matches!(stats::iqr(&x, (75.0, 25.0), 0), Err(Error::Value { .. })));
    assert!(stats::gmean(&x, Means::new().weights(&xp.array([1.0, 2.0]).unwrap())).is_err());
    let complex = xp.from_slice(&[Complex::new(1.0, 0.0)], 1).unwrap();
    for wrong in [
        stats::skew(&complex, Moments::new()),
        stats::kurtosis(&complex, Moments::new()),
        stats::hmean(&complex, Means::new()),
        stats::variation(&complex, 0.0, 0),
        stats::rankdata(&complex, RankMethod::Average, 0),
        stats::mode(&complex, 0).map(|mode| mode.0),
    ] {
        assert!(matches!(wrong, Err(Error::DType { .. })));
    }
}

/// Student's tests, with their intervals.
pub fn tests_of_means<B: Backend>(xp: &B) {
    let values = Values::of(xp, "stats.npz");
    let parts = |test: Ttest<B>| {
        let (low, high) = test.confidence_interval(0.9)?;
        Ok(vec![test.statistic, test.pvalue, test.df, low, high])
    };
    for (side, alternative) in SIDES {
        let options = Test::new().alternative(alternative);
        for (pair, samples) in [("ab", ["a", "b", "c"]), ("nm", ["n", "m", "m"])] {
            let [first, second, third] = samples;
            // The second sample has the first 9 rows.
            let short = |x: &DynArray<B>| x.slice(xparray::s![0..9]);
            let name = |test: &str| format!("{test}/{pair}/{side}");
            values.check(&[first], &name("ttest_1samp"), &|x| parts(stats::ttest_1samp(&x[0], 0.5, options)?));
            values.check(&[first, second], &name("ttest_ind"), &|x| {
                parts(stats::ttest_ind(&x[0], &short(&x[1])?, options)?)
            });
            values.check(&[first, second], &name("ttest_ind_welch"), &|x| {
                parts(stats::ttest_ind_welch(&x[0], &short(&x[1])?, options)?)
            });
            values.check(&[first, third], &name("ttest_rel"), &|x| parts(stats::ttest_rel(&x[0], &x[1], options)?));
        }
        values.check(&["a"], &format!("sides/{side}/skewtest"), &|x| Ok(pair(stats::skewtest(&x[0], options)?)));
        values
            .check(&["a"], &format!("sides/{side}/kurtosistest"), &|x| Ok(pair(stats::kurtosistest(&x[0], options)?)));
    }
    let x = xp.array([1.0, 2.0]).unwrap();
    assert!(matches!(stats::ttest_rel(&x, &xp.array([1.0]).unwrap(), Test::new()), Err(Error::Shape { .. })));
    let test = stats::ttest_1samp(&x, 0.0, Test::new().axis(None)).unwrap();
    assert!(matches!(test.confidence_interval(1.5), Err(Error::Value { .. })));
    assert!(numbers(&stats::ttest_1samp(&xp.array([1.0]).unwrap(), 0.0, Test::new()).unwrap().pvalue)[0].is_nan());
}

/// Tests of normality, and of several samples.
pub fn tests_of_distributions<B: Backend>(xp: &B) {
    let values = Values::of(xp, "stats.npz");
    for name in ["a", "c", "n"] {
        let test = |test: &str, call: Call<'_, B>| values.check(&[name], &format!("{test}/{name}"), call);
        test("skewtest", &|x| Ok(pair(stats::skewtest(&x[0], Test::new())?)));
        test("kurtosistest", &|x| Ok(pair(stats::kurtosistest(&x[0], Test::new())?)));
        test("normaltest", &|x| Ok(pair(stats::normaltest(&x[0], 0)?)));
        test("jarque_bera", &|x| Ok(pair(stats::jarque_bera(&x[0], 0)?)));
        for size in [3, 4, 5, 6, 11, 12] {
            values.check(&[name], &format!("shapiro/{name}/{size}"), &|x| {
                Ok(pair(stats::shapiro(&x[0].slice(xparray::s![0..size])?, 0)?))
            });
        }
    }
    for (name, samples) in [("ab", ["a", "b", "c"]), ("nm", ["n", "m", "m"])] {
        let three = |x: &[DynArray<B>]| Ok([x[0].clone(), x[1].slice(xparray::s![0..9])?, x[2].clone()]);
        let test = |test: &str, call: Call<'_, B>| values.check(&samples, &format!("{test}/{name}"), call);
        test("f_oneway", &|x| Ok(pair(stats::f_oneway(&dyns(&three(x)?), 0)?)));
        test("kruskal", &|x| Ok(pair(stats::kruskal(&dyns(&three(x)?), 0)?)));
        test("friedmanchisquare", &|x| Ok(pair(stats::friedmanchisquare(&[&x[0], &x[2], &x[0].flip(0)?], 0)?)));
        test("bartlett", &|x| Ok(pair(stats::bartlett(&dyns(&three(x)?), 0)?)));
        for (center, by) in [("median", Center::Median), ("mean", Center::Mean), ("trimmed", Center::Trimmed(0.1))] {
            values.check(&samples, &format!("levene/{name}/{center}"), &|x| {
                Ok(pair(stats::levene(&dyns(&three(x)?), by, 0)?))
            });
        }
    }
    let (x, none) = (xp.array([1.0, 2.0, 4.0]).unwrap().into_dyn(), xp.zeros::<f64>(0).unwrap().into_dyn());
    for wrong in [
        stats::skewtest(&x, Test::new()),
        stats::kurtosistest(&x, Test::new()),
        stats::normaltest(&x, 0),
        stats::jarque_bera(&none, 0),
        stats::shapiro(&none, 0),
        stats::f_oneway(&[&x], 0),
        stats::kruskal(&[&x, &none], 0),
        stats::friedmanchisquare(&[&x, &x], 0),
        stats::friedmanchisquare(&[&none, &none, &none], 0),
        stats::levene(&[&x, &x], Center::Trimmed(-0.1), 0),
        stats::levene(&[&x, &none], Center::Median, 0),
        stats::bartlett(&[], 0),
    ] {
        assert!(matches!(wrong, Err(Error::Value { .. })), "{:?}", wrong.err());
    }
    assert!(stats::friedmanchisquare(&[&x, &x, &none], 0).is_err());
    // Differences that are far below and above 1.
    for scale in [1e-150, 1e150] {
        let scaled = |x: &DynArray<B>| x.multiply(scale).unwrap();
        let other = x.add(1.5).unwrap();
        let tests = [[&x, &other], [&scaled(&x), &scaled(&other)]].map(|x| stats::bartlett(&x, 0).unwrap());
        let [a, b] = tests.map(|test| numbers(&test.statistic)[0]);
        assert!((a - b).abs() < 1e-12);
    }
}
