//! Distributions, against SciPy's values.

use crate::data::{Stored, npz};
use std::collections::BTreeMap;
use xparray::prelude::*;
use xparray::scipy::stats::{self, Continuous, Discrete, Fit};
use xparray::{Error, Result};

type Data = BTreeMap<String, Stored>;

fn numbers<B: Backend>(x: &DynArray<B>) -> Vec<f64> {
    x.astype(DType::F64).unwrap().typed::<f64>().unwrap().to_vec().unwrap()
}

fn array<B: Backend>(xp: &B, x: &[f64]) -> DynArray<B> {
    xp.from_slice(x, x.len()).unwrap().into_dyn()
}

pub(crate) const CONTINUOUS: [&str; 21] = [
    "norm",
    "lognorm",
    "invgauss",
    "cauchy",
    "laplace",
    "logistic",
    "t",
    "expon",
    "gamma",
    "chi2",
    "beta",
    "f",
    "uniform",
    "powerlaw",
    "triang",
    "pareto",
    "rayleigh",
    "weibull_min",
    "gumbel_r",
    "gumbel_l",
    "vonmises",
];
pub(crate) const DISCRETE: [&str; 7] = ["binom", "poisson", "geom", "nbinom", "hypergeom", "logser", "zipf"];

pub(crate) fn continuous<B: Backend>(xp: &B, name: &str, s: &[DynArray<B>]) -> Result<Continuous<B>> {
    match name {
        "norm" => stats::norm(xp),
        "lognorm" => stats::lognorm(xp, &s[0]),
        "invgauss" => stats::invgauss(xp, &s[0]),
        "cauchy" => stats::cauchy(xp),
        "laplace" => stats::laplace(xp),
        "logistic" => stats::logistic(xp),
        "t" => stats::t(xp, &s[0]),
        "expon" => stats::expon(xp),
        "gamma" => stats::gamma(xp, &s[0]),
        "chi2" => stats::chi2(xp, &s[0]),
        "beta" => stats::beta(xp, &s[0], &s[1]),
        "f" => stats::f(xp, &s[0], &s[1]),
        "uniform" => stats::uniform(xp),
        "powerlaw" => stats::powerlaw(xp, &s[0]),
        "triang" => stats::triang(xp, &s[0]),
        "pareto" => stats::pareto(xp, &s[0]),
        "rayleigh" => stats::rayleigh(xp),
        "weibull_min" => stats::weibull_min(xp, &s[0]),
        "gumbel_r" => stats::gumbel_r(xp),
        "gumbel_l" => stats::gumbel_l(xp),
        _ => stats::vonmises(xp, &s[0]),
    }
}

pub(crate) fn discrete<B: Backend>(xp: &B, name: &str, s: &[DynArray<B>]) -> Result<Discrete<B>> {
    match name {
        "binom" => stats::binom(xp, &s[0], &s[1]),
        "poisson" => stats::poisson(xp, &s[0]),
        "geom" => stats::geom(xp, &s[0]),
        "nbinom" => stats::nbinom(xp, &s[0], &s[1]),
        "hypergeom" => stats::hypergeom(xp, &s[0], &s[1], &s[2]),
        "logser" => stats::logser(xp, &s[0]),
        _ => stats::zipf(xp, &s[0]),
    }
}

/// Every set of parameters of a distribution, with its shape parameters as numbers without dimensions.
fn sets<B: Backend>(xp: &B, data: &Data, name: &str) -> Vec<(String, Vec<DynArray<B>>)> {
    let sets = (0..).map(|k| format!("{name}/{k}")).take_while(|set| data.contains_key(&format!("{set}/shapes")));
    sets.map(|set| {
        let shapes = data[&format!("{set}/shapes")].cast::<f64>();
        (set, shapes.into_iter().map(|s| xp.scalar(s).into_dyn()).collect())
    })
    .collect()
}

/// What differs from SciPy's values by more than a relative error.
struct Differences {
    data: Data,
    found: Vec<String>,
}

impl Differences {
    fn new() -> Self {
        Self { data: npz("stats_distributions.npz"), found: Vec::new() }
    }

    fn array<B: Backend>(&self, xp: &B, name: &str) -> DynArray<B> {
        array(xp, &self.data[name].cast::<f64>())
    }

    fn compare<B: Backend>(&mut self, name: &str, tolerance: f64, result: Result<DynArray<B>>) {
        let result = result.unwrap_or_else(|e| panic!("{name}: {e}"));
        let tolerance = if result.dtype() == DType::F32 { 2e-5 } else { tolerance };
        let expected = self.data[name].cast::<f64>();
        assert_eq!(result.len(), expected.len(), "{name}");
        for (i, (y, e)) in numbers(&result).into_iter().zip(expected).enumerate() {
            if !(y == e
                || y.is_nan() && e.is_nan()
                || (y - e).abs() <= tolerance * e.abs().max(1e-290).max(if name.contains("log") { 1e-3 } else { 0.0 }))
            {
                self.found.push(format!("{name}[{i}]: {y:e}, not {e:e} ({:.1e})", (y - e).abs() / e.abs()));
            }
        }
    }

    fn end(self) {
        assert!(self.found.is_empty(), "{} differ:\n{}", self.found.len(), self.found.join("\n"));
    }
}

/// Densities, probabilities, quantiles and moments.
pub fn continuous_distributions<B: Backend>(xp: &B) {
    let mut differences = Differences::new();
    let q = differences.array(xp, "q");
    for name in CONTINUOUS {
        for (set, shapes) in sets(xp, &differences.data, name) {
            let d = continuous(xp, name, &shapes).unwrap().loc(0.3).unwrap().scale(1.7).unwrap();
            let x = differences.array(xp, &format!("{set}/x"));
            let mut check = |part: &str, tolerance: f64, y| differences.compare(&format!("{set}/{part}"), tolerance, y);
            check("pdf", 1e-11, d.pdf(&x));
            check("logpdf", 1e-11, d.logpdf(&x));
            // Of a Fourier series: precise in terms of 1, and of the fourth moment of all angles.
            let precise = if name == "vonmises" { 1e-10 } else { 1e-11 };
            let all = if name == "vonmises" { 1.0 } else { 0.0 };
            check("cdf", 1e-11, d.cdf(&x).and_then(|p| p.add(all)));
            check("sf", 1e-11, d.sf(&x).and_then(|p| p.add(all)));
            if name == "vonmises" {
                // Probabilities are precise in terms of 1.
                let inside = array(xp, &[1e-5, 0.01, 0.3, 0.5, 0.9, 0.9999]);
                let back = numbers(&d.cdf(d.ppf(&inside).unwrap()).unwrap());
                let above = numbers(&d.sf(d.isf(&inside).unwrap()).unwrap());
                let near = |x: &[f64]| x.iter().zip(numbers(&inside)).all(|(x, q)| (x - q).abs() < 1e-14);
                assert!(near(&back) && near(&above), "{set}: {back:?} {above:?}");
            } else {
                check("ppf", 1e-11, d.ppf(&q));
                check("isf", 1e-11, d.isf(&q));
            }
            let moments = d.stats().unwrap();
            check("moments", precise, xp.stack(&[&moments[0], &moments[1], &moments[2], &moments[3]], 0));
            check("std", 1e-11, d.std());
            check("median", 1e-11, d.median());
            check("entropy", 1e-11, d.entropy());
        }
    }
    differences.end();
}

/// Probabilities, quantiles and moments of integers.
pub fn discrete_distributions<B: Backend>(xp: &B) {
    let mut differences = Differences::new();
    for name in DISCRETE {
        for (set, shapes) in sets(xp, &differences.data, name) {
            let d = discrete(xp, name, &shapes).unwrap().loc(2).unwrap();
            let (x, q) = (differences.array(xp, &format!("{set}/x")), differences.array(xp, &format!("{set}/q")));
            let mut check = |part: &str, tolerance: f64, y| differences.compare(&format!("{set}/{part}"), tolerance, y);
            check("pmf", 1e-11, d.pmf(&x));
            check("logpmf", 1e-11, d.logpmf(&x));
            check("cdf", 1e-11, d.cdf(&x));
            check("sf", 1e-11, d.sf(&x));
            check("ppf", 1e-11, d.ppf(&q));
            check("isf", 1e-11, d.isf(&q));
            let moments = d.stats().unwrap();
            check("moments", 1e-11, xp.stack(&[&moments[0], &moments[1], &moments[2], &moments[3]], 0));
            check("std", 1e-11, d.std());
            check("median", 1e-11, d.median());
            check("entropy", 1e-11, d.entropy());
        }
    }
    differences.end();
}

/// Parameters that are arrays, of all types, strided and broadcast; those that are not valid.
pub fn parameters_of_distributions<B: Backend>(xp: &B) {
    let differences = Differences::new();
    let scale = xp.array([[1.0], [2.0], [0.0]]).unwrap();
    let x = xp.array([0.5, 1.0]).unwrap();
    let y = stats::expon(xp).unwrap().scale(&scale).unwrap().cdf(&x).unwrap();
    let text = "[[0.39346934 0.63212056]\n [0.22119922 0.39346934]\n [       nan        nan]]";
    assert_eq!(y.to_string(), text);
    let strided = xp.array([0.5, 9.0, 1.0, 9.0]).unwrap().slice(xparray::s![..;2]).unwrap();
    let turned = scale.t().copy().t();
    assert_eq!(stats::expon(xp).unwrap().scale(&turned).unwrap().cdf(&strided).unwrap().to_string(), text);
    let none = xp.zeros::<f64>([0, 2]).unwrap();
    assert_eq!(stats::poisson(xp, &x).unwrap().pmf(&none).unwrap().shape(), [0, 2]);
    assert_eq!(stats::norm(xp).unwrap().mean().unwrap().shape(), [] as [usize; 0]);
    for dtype in DType::ALL {
        let k = xp.array([0, 1, 2]).unwrap().as_dyn().astype(dtype).unwrap();
        let (pdf, pmf) = (stats::gamma(xp, 2.0).unwrap().pdf(&k), stats::binom(xp, 2, 0.5).unwrap().pmf(&k));
        if matches!(dtype, DType::Complex64 | DType::Complex128) {
            assert!(matches!((pdf, pmf), (Err(Error::DType { .. }), Err(Error::DType { .. }))));
            assert!(matches!(stats::norm(xp).unwrap().loc(&k).map(drop), Err(Error::DType { .. })));
            continue;
        }
        assert_eq!((pdf.as_ref().unwrap().dtype(), pmf.as_ref().unwrap().dtype()), (dtype.float(), dtype.float()));
        let expected = if dtype == DType::Bool { [0.25, 0.5, 0.5] } else { [0.25, 0.5, 0.25] };
        let rounding = if dtype.float() == DType::F64 { 1e-15 } else { 1e-2 };
        let near = |y: &DynArray<B>, e: &[f64]| numbers(y).iter().zip(e).all(|(y, e)| (y - e).abs() < rounding);
        assert!(near(&pmf.unwrap(), &expected), "{dtype}");
        let one = (-1.0f64).exp();
        let expected = if dtype == DType::Bool { [0.0, one, one] } else { [0.0, one, 2.0 * one * one] };
        assert!(near(&pdf.unwrap(), &expected), "{dtype}");
    }
    // Parameters that are not valid give NaN, in every function.
    for name in CONTINUOUS {
        for (_, shapes) in sets(xp, &differences.data, name) {
            let wrong: Vec<_> = shapes.iter().map(|s| s.multiply(0.0).unwrap().subtract(1.0).unwrap()).collect();
            let d = match shapes.is_empty() {
                true => continuous(xp, name, &shapes).unwrap().scale(-1.0).unwrap(),
                false => continuous(xp, name, &wrong).unwrap(),
            };
            let all = [
                d.pdf(0.5),
                d.logpdf(0.5),
                d.cdf(0.5),
                d.sf(0.5),
                d.ppf(0.5),
                d.isf(0.5),
                d.mean(),
                d.var(),
                d.entropy(),
            ];
            assert!(all.into_iter().all(|y| numbers(&y.unwrap())[0].is_nan()), "{name}");
            assert!(d.rvs(&mut xp.rng(1), [3]).is_err(), "{name}");
        }
    }
    for name in DISCRETE {
        for (_, shapes) in sets(xp, &differences.data, name) {
            let wrong: Vec<_> = shapes.iter().map(|s| s.multiply(0.0).unwrap().subtract(1.0).unwrap()).collect();
            let d = discrete(xp, name, &wrong).unwrap();
            let all =
                [d.pmf(1), d.logpmf(1), d.cdf(1), d.sf(1), d.ppf(0.5), d.isf(0.5), d.mean(), d.var(), d.entropy()];
            assert!(all.into_iter().all(|y| numbers(&y.unwrap())[0].is_nan()), "{name}");
            assert!(d.rvs(&mut xp.rng(1), [3]).is_err(), "{name}");
        }
    }
    assert!(matches!(
        stats::norm(xp).unwrap().loc(&x).unwrap().pdf(xp.zeros::<f64>(3).as_ref().unwrap()),
        Err(Error::Shape { .. })
    ));
}

/// Random numbers have the distribution function, by the distance that so many have.
pub fn random_variates<B: Backend>(xp: &B) {
    let data = npz("stats_distributions.npz");
    let size = 4000;
    for name in CONTINUOUS {
        let (_, shapes) = sets(xp, &data, name).pop().unwrap();
        let d = continuous(xp, name, &shapes).unwrap().loc(0.3).unwrap().scale(1.7).unwrap();
        let x = d.rvs(&mut xp.rng(5), [size]).unwrap();
        let test = stats::ks_1samp(&x, |x| d.cdf(x), stats::RankTest::new()).unwrap();
        let p = numbers(&test.pvalue)[0];
        assert!(p > 1e-4, "{name}: {p}");
    }
    for name in DISCRETE {
        let (_, shapes) = sets(xp, &data, name).pop().unwrap();
        let d = discrete(xp, name, &shapes).unwrap().loc(2).unwrap();
        let k = d.rvs(&mut xp.rng(5), [size]).unwrap();
        let (mean, deviation) = (numbers(&d.mean().unwrap())[0], numbers(&d.std().unwrap())[0]);
        let off = (numbers(&k.mean(..).unwrap())[0] - mean).abs();
        assert!(off <= 4.5 * deviation / (size as f64).sqrt(), "{name}: {off}");
        let median = numbers(&d.median().unwrap())[0];
        let share = numbers(&k.less_equal(median).unwrap().mean(..).unwrap())[0];
        let expected = numbers(&d.cdf(median).unwrap())[0];
        assert!((share - expected).abs() < 0.04, "{name}: {share}, not {expected}");
    }
    let norm = stats::norm(xp).unwrap().loc(xp.zeros::<f64>([2, 1]).unwrap()).unwrap();
    assert_eq!(norm.rvs(&mut xp.rng(1), [2, 3]).unwrap().shape(), [2, 3]);
    assert!(matches!(norm.rvs(&mut xp.rng(1), [3]).map(drop), Err(Error::Shape { .. })));
}

/// Parameters of the largest likelihood are at least as likely as those that SciPy finds.
pub fn fitted_parameters<B: Backend>(xp: &B) {
    let data = npz("stats_distributions.npz");
    let names = [
        "norm",
        "laplace",
        "expon",
        "uniform",
        "gamma",
        "beta",
        "t",
        "weibull_min",
        "logistic",
        "gumbel_r",
        "lognorm",
        "cauchy",
    ];
    for name in names {
        let part = |part: &str| data[&format!("fit/{name}/{part}")].cast::<f64>();
        let (expected, known) = (part("parameters"), part("known"));
        let start: Vec<_> = (0..expected.len() - 2).map(|_| xp.scalar(1.5).into_dyn()).collect();
        let options = match (known[0].is_nan(), known[1].is_nan()) {
            (true, _) => Fit::new(),
            (false, true) => Fit::new().floc(known[0]),
            (false, false) => Fit::new().floc(known[0]).fscale(known[1]),
        };
        let fitted = continuous(xp, name, &start).unwrap().fit(&array(xp, &part("in")), options).unwrap();
        assert!(fitted.converged && fitted.nnlf <= part("nnlf")[0] * (1.0 + 1e-12), "{name}: {fitted:?}");
        let found = [fitted.shapes, vec![fitted.loc, fitted.scale]].concat();
        for (a, b) in found.iter().zip(&expected) {
            assert!((a - b).abs() <= 1e-3 * (1.0 + b.abs()), "{name}: {found:?}, not {expected:?}");
        }
    }
    let norm = stats::norm(xp).unwrap();
    for wrong in [vec![], vec![1.0, f64::NAN], vec![f64::INFINITY]] {
        assert!(matches!(norm.fit(&array(xp, &wrong), Fit::new()), Err(Error::Value { .. })));
    }
    let x = array(xp, &[1.0, 2.0]);
    assert!(stats::gamma(xp, 2.0).unwrap().fit(&x, Fit::new().floc(5.0)).is_err());
    assert!(stats::gamma(xp, xp.array([1.0, 2.0]).unwrap()).unwrap().fit(&x, Fit::new()).is_err());
}
