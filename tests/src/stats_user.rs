//! Distributions of the user, against SciPy's values.

use crate::data::npz;
use crate::layouts::relaid;
use crate::scipy::array;
use xparray::prelude::*;
use xparray::scipy::stats::{self, Expect, Fit, RvContinuous, RvDiscrete, rv_discrete, rv_histogram};
use xparray::{Error, Result};

fn numbers<B: Backend>(x: &DynArray<B>) -> Vec<f64> {
    x.astype(DType::F64).unwrap().typed::<f64>().unwrap().to_vec().unwrap()
}

/// Panics unless all are equal to that share of themselves, or to that difference.
#[track_caller]
fn near<B: Backend>(found: &DynArray<B>, expected: &DynArray<B>, share: f64, difference: f64, what: &str) {
    assert_eq!(found.shape(), expected.shape(), "{what}");
    for (f, e) in numbers(found).into_iter().zip(numbers(expected)) {
        let equal = f == e || f.is_nan() && e.is_nan() || (f - e).abs() <= share * e.abs() + difference;
        assert!(equal, "{what}: {f}, not {e}");
    }
}

type Laws<B> = Vec<(&'static str, [f64; 2], fn(&DynArray<B>) -> Result<DynArray<B>>)>;

/// Densities of the names in the data.
fn densities<B: Backend>() -> Laws<B> {
    use std::f64::consts::PI;
    const INFINITY: f64 = f64::INFINITY;
    vec![
        ("semicircular", [-1.0, 1.0], |x| x.square()?.negative()?.add(1.0)?.sqrt()?.multiply(2.0 / PI)),
        ("gamma", [0.0, INFINITY], |x| x.negative()?.exp()?.multiply(x)),
        ("mirrored", [-INFINITY, 0.0], |x| x.square()?.negative()?.exp()?.multiply(x)?.multiply(-2.0)),
        ("norm", [-INFINITY, INFINITY], |x| x.square()?.multiply(-0.5)?.exp()?.divide((2.0 * PI).sqrt())),
        ("cauchy", [-INFINITY, INFINITY], |x| x.square()?.add(1.0)?.multiply(PI)?.power(-1.0)),
    ]
}

/// Distribution functions.
fn functions<B: Backend>() -> Laws<B> {
    use std::f64::consts::PI;
    const INFINITY: f64 = f64::INFINITY;
    vec![
        ("gamma", [0.0, INFINITY], |x| xparray::scipy::special::gammainc(2.0, x)),
        ("mirrored", [-INFINITY, 0.0], |x| x.square()?.negative()?.exp()),
        ("norm", [-INFINITY, INFINITY], |x| xparray::scipy::special::ndtr(x)),
        ("cauchy", [-INFINITY, INFINITY], |x| x.ones_like()?.arctan2(x.negative()?)?.divide(PI)),
    ]
}

/// Distributions of densities, of distribution functions and of histograms.
pub fn continuous<B: Backend>(xp: &B) {
    let data = npz("stats_user.npz");
    let get = |name: &str, what: &str| array(xp, &data, &format!("{name}/{what}"));
    let counts = get("histogram", "counts");
    let histogram = rv_histogram(&counts, &get("histogram", "edges")).unwrap();
    let mut all = vec![("histogram", histogram, true)];
    let of = |(name, support, f), exact: bool| {
        let law = if exact { RvContinuous::of_pdf(xp, support, f) } else { RvContinuous::of_cdf(xp, support, f) };
        (name, law.unwrap(), exact)
    };
    all.extend(densities().into_iter().map(|law| of(law, true)));
    all.extend(functions().into_iter().map(|law| of(law, false)));
    for (name, d, exact) in all {
        let (x, q) = (get(name, "x").typed::<f64>().unwrap(), get(name, "q").typed::<f64>().unwrap());
        let tolerance = if exact { 1e-13 } else { 1e-9 };
        for x in relaid(&x) {
            near(&d.pdf(&x).unwrap(), &get(name, "pdf"), tolerance, tolerance, &format!("{name}.pdf, {exact}"));
            let logs = d.logpdf(&x).unwrap().maximum(-12.0).unwrap();
            let expected = get(name, "logpdf").maximum(-12.0).unwrap();
            near(&logs, &expected, 0.0, 1e4 * tolerance, &format!("{name}.logpdf, {exact}"));
            near(&d.cdf(&x).unwrap(), &get(name, "cdf"), 1e-13, 1e-15, &format!("{name}.cdf, {exact}"));
            let share = if exact { 1e-12 } else { 0.0 };
            near(&d.sf(&x).unwrap(), &get(name, "sf"), share, 1e-15, &format!("{name}.sf, {exact}"));
            let (cdf, sf) = (d.cdf(&x).unwrap(), d.sf(&x).unwrap());
            near(&d.logcdf(&x).unwrap(), &cdf.log().unwrap(), 1e-14, 1e-15, &format!("{name}.logcdf, {exact}"));
            near(&d.logsf(&x).unwrap(), &sf.log().unwrap(), 1e-14, 1e-15, &format!("{name}.logsf, {exact}"));
        }
        // Of probabilities near 1 nothing is sure but the probability.
        for (what, found) in [("ppf", d.ppf(&q).unwrap()), ("isf", d.isf(&q).unwrap())] {
            let near_one = q.clone().into_dyn().greater(0.9).unwrap().logical_and(q.less(1.0).unwrap()).unwrap();
            let loose = !exact && what == "isf";
            let skipped = if loose { near_one.logical_or(q.less(1e-2).unwrap()).unwrap() } else { near_one };
            let [f, e] = [&found, &get(name, what)].map(|x| skipped.where_(0.0, x).unwrap());
            near(&f, &e, 1e-9, 1e-12, &format!("{name}.{what}, {exact}"));
            let back = if what == "ppf" { d.cdf(&found) } else { d.sf(&found) };
            let valid = q.clone().into_dyn().greater_equal(0.0).unwrap();
            let expected = valid.where_(&q, f64::NAN).unwrap();
            if name != "histogram" {
                near(&back.unwrap(), &expected, 1e-9, 1e-14, &format!("{name}.{what} and back, {exact}"));
            }
        }
        if name == "cauchy" {
            assert!(numbers(&d.mean().unwrap())[0].is_nan() && numbers(&d.var().unwrap())[0].is_nan());
            continue;
        }
        let tolerance = if exact { 1e-12 } else { 1e-8 };
        let moments = xp.stack(&d.stats().unwrap().iter().collect::<Vec<_>>(), 0).unwrap();
        near(&moments, &get(name, "stats"), tolerance, tolerance, &format!("{name}.stats, {exact}"));
        let raw: Vec<DynArray<B>> = (0..7).map(|k| d.moment(k).unwrap()).collect();
        let raw = xp.stack(&raw.iter().collect::<Vec<_>>(), 0).unwrap();
        near(&raw, &get(name, "moments"), tolerance, tolerance, &format!("{name}.moment, {exact}"));
        near(&d.entropy().unwrap(), &get(name, "entropy"), 0.0, 100.0 * tolerance, &format!("{name}.entropy, {exact}"));
        near(&d.median().unwrap(), &d.ppf(0.5).unwrap(), 0.0, 0.0, name);
        // Moved and stretched, in single precision and of no numbers.
        let (loc, scale) = (xp.array([[1.0], [-2.0]]).unwrap(), xp.array([2.0, 0.5, -1.0]).unwrap());
        let moved = d.clone().loc(&loc).unwrap().scale(&scale).unwrap();
        let expected = d.mean().unwrap().multiply(&scale).unwrap().add(&loc).unwrap();
        let valid = scale.greater(0.0).unwrap();
        let expected = valid.into_dyn().where_(&expected, f64::NAN).unwrap();
        near(&moved.mean().unwrap(), &expected, 1e-14, 1e-14, name);
        let z = xp.full([], 0.3).unwrap();
        let at = moved.cdf(z.multiply(&scale).unwrap().add(&loc).unwrap()).unwrap();
        assert!((numbers(&at)[0] - numbers(&d.cdf(0.3).unwrap())[0]).abs() < 1e-12 && numbers(&at)[2].is_nan());
        let single = d.cdf(xp.from_slice(&[0.5f32, -0.5], 2).unwrap()).unwrap();
        assert_eq!(single.dtype(), DType::F32);
        assert_eq!(d.ppf(xp.zeros::<f64>([2, 0]).unwrap()).unwrap().shape(), [2, 0]);
        assert_eq!(d.pdf(0.5).unwrap().shape(), &[] as &[usize]);
        let (low, high) = d.interval(0.5).unwrap();
        near(
            &d.cdf(&high).unwrap().subtract(d.cdf(&low).unwrap()).unwrap(),
            &xp.full([], 0.5).unwrap().into_dyn(),
            0.0,
            1e-12,
            name,
        );
        let drawn = d.rvs(&mut xp.rng(3), [2, 500]).unwrap();
        let distance = drawn.mean(..).unwrap().subtract(d.mean().unwrap()).unwrap().divide(d.std().unwrap()).unwrap();
        assert!(numbers(&distance)[0].abs() < 0.15, "{name}");
    }
}

/// Numbers far out, of densities with light and with heavy tails.
pub fn tails<B: Backend>(xp: &B) {
    use std::f64::consts::PI;
    let all: Vec<RvContinuous<B>> =
        densities().into_iter().map(|(_, support, f)| RvContinuous::of_pdf(xp, support, f).unwrap()).collect();
    let [_, gamma, mirrored, norm, cauchy] = &all[..] else { panic!("five densities") };
    let column = |values: &[f64]| xp.from_slice(values, values.len()).unwrap().into_dyn();
    let z = column(&[5.0, 12.0, 20.0, 35.0]);
    let known = stats::norm(xp).unwrap();
    near(&norm.sf(&z).unwrap(), &known.sf(&z).unwrap(), 1e-12, 0.0, "norm.sf");
    near(&norm.cdf(z.negative().unwrap()).unwrap(), &known.sf(&z).unwrap(), 1e-12, 0.0, "norm.cdf");
    near(&norm.logsf(&z).unwrap(), &known.logsf(&z).unwrap(), 1e-13, 0.0, "norm.logsf");
    let q = column(&[1e-9, 1e-30, 1e-100, 1e-250]);
    near(&norm.isf(&q).unwrap(), &known.isf(&q).unwrap(), 1e-12, 0.0, "norm.isf");
    near(&norm.ppf(&q).unwrap(), &known.ppf(&q).unwrap(), 1e-12, 0.0, "norm.ppf");
    near(
        &mirrored.ppf(&q).unwrap(),
        &q.log().unwrap().negative().unwrap().sqrt().unwrap().negative().unwrap(),
        1e-12,
        0.0,
        "mirrored",
    );
    // Nearer than where squares are infinite.
    let q = q.slice(s![..3]).unwrap();
    let far = q.multiply(PI).unwrap().power(-1.0).unwrap();
    near(&cauchy.isf(&q).unwrap(), &far, 1e-12, 0.0, "cauchy.isf");
    near(&cauchy.sf(&far).unwrap(), &q, 1e-12, 0.0, "cauchy.sf");
    // Next to the lower end the probability is that of a triangle.
    near(&gamma.ppf(&q).unwrap(), &q.multiply(2.0).unwrap().sqrt().unwrap(), 1e-4, 0.0, "gamma.ppf");
    near(&gamma.cdf(gamma.ppf(&q).unwrap()).unwrap(), &q, 1e-12, 0.0, "gamma.cdf");
}

/// Expectations of a part of the support.
pub fn parts<B: Backend>(xp: &B) {
    let data = npz("stats_user.npz");
    type Found<'a, B> = &'a dyn Fn(Expect) -> Result<DynArray<B>>;
    let check = |name: &str, tolerance: f64, found: Found<'_, B>| {
        let [ends, expected] = ["ends", "expect"].map(|what| numbers(&array(xp, &data, &format!("{name}/{what}"))));
        for (ends, expected) in ends.chunks(2).zip(expected.chunks(2)) {
            for (expected, conditional) in expected.iter().zip([false, true]) {
                let options = Expect::new().lb(ends[0]).ub(ends[1]).conditional(conditional);
                for found in numbers(&found(options).unwrap()) {
                    let near = (found - expected).abs() <= tolerance * expected.abs();
                    assert!(near, "{name} {options:?}: {found}, not {expected}");
                }
            }
        }
    };
    for (name, support, f) in densities() {
        if name != "cauchy" {
            let d = RvContinuous::of_pdf(xp, support, f).unwrap();
            check(name, 1e-12, &|options| d.expect_with(|x| x.square(), options));
        }
    }
    for (name, support, f) in functions() {
        if name != "cauchy" {
            let d = RvContinuous::of_cdf(xp, support, f).unwrap();
            check(name, 1e-8, &|options| d.expect_with(|x| x.square(), options));
        }
    }
    let (norm, gamma) = (stats::norm(xp).unwrap(), stats::gamma(xp, xp.array([2.0, 2.0]).unwrap()).unwrap());
    check("norm", 1e-12, &|options| norm.expect_with(|x| x.square(), options));
    check("gamma", 1e-12, &|options| gamma.expect_with(|x| x.square(), options));
    let poisson = stats::poisson(xp, xp.array([[3.0], [3.0]]).unwrap()).unwrap().loc(2.0).unwrap();
    check("poisson", 1e-12, &|options| poisson.expect_with(|x| x.square(), options));
    let binom = stats::binom(xp, 20, 0.25).unwrap();
    check("binom", 1e-12, &|options| binom.expect_with(|x| x.square(), options));
    let table = ["xk", "pk"].map(|what| array(xp, &data, &format!("table/{what}")));
    let table = rv_discrete(&table[0], &table[1]).unwrap();
    check("table", 1e-14, &|options| table.expect_with(|x| x.square(), options));
    // Moved and stretched; in a tail, where memory is short, and between ends in the other order.
    let d = RvContinuous::of_pdf(xp, [0.0, f64::INFINITY], |x| x.negative()?.exp()).unwrap();
    let known = stats::expon(xp).unwrap();
    let (moved, known) = (d.loc(-1.0).unwrap().scale(2.0).unwrap(), known.loc(-1.0).unwrap().scale(2.0).unwrap());
    let tail = Expect::new().lb(60.0).conditional(true);
    let mean = |options: Expect| {
        let both = [moved.expect_with(|x| Ok(x.clone()), options), known.expect_with(|x| Ok(x.clone()), options)];
        both.map(|mean| numbers(&mean.unwrap())[0])
    };
    assert!(mean(tail).into_iter().all(|mean| (mean - 62.0).abs() < 1e-10), "{:?}", mean(tail));
    let turned = mean(Expect::new().lb(3.0).ub(1.0));
    let straight = mean(Expect::new().lb(1.0).ub(3.0));
    assert!((turned[0] + straight[0]).abs() < 1e-14 && (turned[1] + straight[1]).abs() < 1e-14);
    let infinite = [moved.expect(|x| x.exp2()), known.expect(|x| x.exp2())];
    assert!(infinite.into_iter().all(|mean| !numbers(&mean.unwrap())[0].is_finite()));
    near(&moved.expect(|x| x.square()).unwrap(), &known.expect(|x| x.square()).unwrap(), 1e-9, 0.0, "expect");
    let none = Expect::new().lb(7.0).ub(6.0).conditional(true);
    assert!(numbers(&binom.expect_with(|x| Ok(x.clone()), none).unwrap())[0].is_nan());
    assert!(numbers(&table.expect_with(|x| Ok(x.clone()), none).unwrap())[0].is_nan());
}

/// Parameters of the largest likelihood, as those of the distributions that there are.
pub fn fits<B: Backend>(xp: &B) {
    let x = xp.array([0.3, 1.25, 0.5, 2.5, 0.75, 4.0, 1.0]).unwrap();
    let close = |a: f64, b: f64| assert!((a - b).abs() < 1e-5, "{a}, not {b}");
    let norm = RvContinuous::of_pdf(xp, [f64::NEG_INFINITY, f64::INFINITY], |x| {
        x.square()?.multiply(-0.5)?.exp()?.divide((2.0 * std::f64::consts::PI).sqrt())
    });
    let (found, known) =
        (norm.unwrap().fit(&x, Fit::new()).unwrap(), stats::norm(xp).unwrap().fit(&x, Fit::new()).unwrap());
    close(found.loc, known.loc);
    close(found.scale, known.scale);
    close(found.nnlf, known.nnlf);
    assert!(found.converged && found.shapes.is_empty());
    let weibull = |c: f64| {
        let pdf = move |x: &DynArray<B>| x.power(c)?.negative()?.exp()?.multiply(x.power(c - 1.0)?)?.multiply(c);
        RvContinuous::of_pdf(xp, [0.0, f64::INFINITY], pdf)
    };
    let options = Fit::new().floc(0.0);
    let found = RvContinuous::fit_shapes(&x, &[1.0], options, |shapes| weibull(shapes[0])).unwrap();
    let known = stats::weibull_min(xp, 1.0).unwrap().fit(&x, options).unwrap();
    close(found.shapes[0], known.shapes[0]);
    close(found.scale, known.scale);
    close(found.nnlf, known.nnlf);
    let value = |data: &Array<f64, B>| {
        let found = weibull(1.0).unwrap().fit(data, options);
        assert!(matches!(found, Err(Error::Value { .. })), "{found:?}");
    };
    value(&xp.zeros(0).unwrap());
    value(&xp.array([1.0, f64::NAN]).unwrap());
    value(&xp.array([1.0, -1.0]).unwrap());
}

/// Distributions of probabilities.
pub fn discrete<B: Backend>(xp: &B) {
    let data = npz("stats_user.npz");
    let get = |what: &str| array(xp, &data, &format!("table/{what}"));
    let d = rv_discrete(&get("xk"), &get("pk")).unwrap();
    for x in relaid(&get("x").typed::<f64>().unwrap()) {
        near(&d.pmf(&x).unwrap(), &get("pmf"), 0.0, 0.0, "pmf");
        near(&d.logpmf(&x).unwrap(), &get("pmf").log().unwrap(), 0.0, 0.0, "logpmf");
        near(&d.cdf(&x).unwrap(), &get("cdf"), 0.0, 1e-15, "cdf");
        near(&d.sf(&x).unwrap(), &get("sf"), 0.0, 1e-15, "sf");
        near(&d.logcdf(&x).unwrap(), &get("cdf").log().unwrap(), 1e-15, 1e-16, "logcdf");
        near(&d.logsf(&x).unwrap(), &get("sf").log().unwrap(), 1e-15, 1e-16, "logsf");
    }
    near(&d.ppf(get("q")).unwrap(), &get("ppf"), 0.0, 0.0, "ppf");
    near(&d.isf(get("q")).unwrap(), &get("isf"), 0.0, 0.0, "isf");
    let moments = xp.stack(&d.stats().unwrap().iter().collect::<Vec<_>>(), 0).unwrap();
    near(&moments, &get("stats"), 1e-13, 1e-13, "stats");
    let raw: Vec<DynArray<B>> = (0..7).map(|k| d.moment(k).unwrap()).collect();
    near(&xp.stack(&raw.iter().collect::<Vec<_>>(), 0).unwrap(), &get("moments"), 1e-13, 0.0, "moments");
    near(&d.entropy().unwrap(), &get("entropy"), 1e-14, 0.0, "entropy");
    near(&d.std().unwrap().square().unwrap(), &d.var().unwrap(), 1e-14, 0.0, "std");
    assert!(numbers(&d.cdf(f64::NAN).unwrap())[0].is_nan() && numbers(&d.median().unwrap()) == [-1.0]);
    assert_eq!(d.pmf(xp.zeros::<f32>([0, 2]).unwrap()).unwrap().shape(), [0, 2]);
    let moved = d.clone().loc(xp.array([1.0, 10.0]).unwrap()).unwrap();
    assert_eq!(numbers(&moved.mean().unwrap()), [2.5, 11.5]);
    assert_eq!(numbers(&moved.cdf(xp.array([[3.5], [8.0]]).unwrap()).unwrap()), [0.75, 0.0, 1.0, 0.0]);
    let (low, high) = moved.interval(0.5).unwrap();
    assert_eq!((numbers(&low), numbers(&high)), (vec![0.0, 9.0], vec![3.5, 12.5]));
    let drawn = d.rvs(&mut xp.rng(5), [4000]).unwrap();
    let share = numbers(&drawn.equal(-1.0).unwrap().astype(DType::F64).unwrap().mean(..).unwrap())[0];
    assert!((share - 0.5).abs() < 0.05, "{share}");
    // As the distributions that there are.
    let k = xp.array([-1, 0, 1, 3, 40]).unwrap();
    let known = stats::poisson(xp, 3.0).unwrap();
    let own = RvDiscrete::of_pmf(xp, [0.0, f64::INFINITY], |k| stats::poisson(k.xp(), 3.0)?.pmf(k)).unwrap();
    near(&own.pmf(&k).unwrap(), &known.pmf(&k).unwrap(), 0.0, 0.0, "poisson");
    near(&own.cdf(&k).unwrap(), &known.cdf(&k).unwrap(), 1e-14, 0.0, "poisson");
    near(&own.sf(&k).unwrap(), &known.sf(&k).unwrap(), 1e-12, 1e-300, "poisson");
    near(&own.var().unwrap(), &known.var().unwrap(), 1e-12, 0.0, "poisson");
    let fair = RvDiscrete::of_pmf(xp, [1.0, 6.0], |k| k.zeros_like()?.add(1.0 / 6.0)).unwrap();
    near(&fair.mean().unwrap(), &xp.full([], 3.5).unwrap().into_dyn(), 1e-15, 0.0, "a die");
}

/// What is no distribution.
pub fn refused<B: Backend>(xp: &B) {
    let (two, three) = (xp.array([0.0, 1.0]).unwrap(), xp.array([0.0, 1.0, 2.0]).unwrap());
    let value = |result: Result<()>| assert!(matches!(result, Err(Error::Value { .. })), "{result:?}");
    let shape = |result: Result<()>| assert!(matches!(result, Err(Error::Shape { .. })), "{result:?}");
    let density = |support, f: fn(&DynArray<B>) -> Result<DynArray<B>>| RvContinuous::of_pdf(xp, support, f).map(drop);
    value(density([1.0, 0.0], |x| x.zeros_like()));
    value(density([f64::NAN, 0.0], |x| x.zeros_like()));
    value(density([0.0, 1.0], |x| x.zeros_like()));
    value(density([0.0, 1.0], |x| x.add(7.0)));
    value(density([0.0, 2.0], |x| x.multiply(2.0)?.subtract(1.5)));
    value(density([0.0, 1.0], |x| x.power(-1.0)));
    value(density([0.0, 1.0], |x| x.multiply(f64::NAN)));
    shape(density([0.0, 1.0], |x| x.sum(..)));
    value(RvContinuous::of_cdf(xp, [1.0, 1.0], |x| Ok(x.clone())).map(drop));
    shape(rv_histogram(&two, &two).map(drop));
    shape(rv_histogram(&xp.full([], 1.0).unwrap(), &two).map(drop));
    value(rv_histogram(&two, &xp.array([0.0, 2.0, 1.0]).unwrap()).map(drop));
    value(rv_histogram(&two.negative(), &three).map(drop));
    value(rv_histogram(&two.multiply(0.0).unwrap(), &three).map(drop));
    value(rv_histogram(&two.multiply(f64::NAN).unwrap(), &three).map(drop));
    shape(rv_discrete(&two, &three).map(drop));
    value(rv_discrete(&two, &two.add(1.0).unwrap()).map(drop));
    value(rv_discrete(&xp.array([1.0, 1.0]).unwrap(), &xp.array([0.5, 0.5]).unwrap()).map(drop));
    value(rv_discrete(&two, &xp.array([1.5, -0.5]).unwrap()).map(drop));
    value(rv_discrete(&xp.zeros::<f64>(0).unwrap(), &xp.zeros::<f64>(0).unwrap()).map(drop));
    value(RvDiscrete::of_pmf(xp, [f64::NEG_INFINITY, 0.0], |k| k.exp2()).map(drop));
    value(RvDiscrete::of_pmf(xp, [0.0, 3.0], |k| k.exp2()).map(drop));
    shape(RvDiscrete::of_pmf(xp, [0.0, 3.0], |k| k.sum(..)).map(drop));
    let d = rv_histogram(&two, &three).unwrap();
    shape(d.clone().loc(&two).unwrap().expect(|x| Ok(x.clone())).map(drop));
    shape(d.clone().loc(&two).unwrap().rvs(&mut xp.rng(1), [3, 1]).map(drop));
    let complex = xp.full([2], Complex::new(1.0, 0.0)).unwrap();
    assert!(matches!(rv_discrete(&complex, &two), Err(Error::DType { .. })));
    assert!(matches!(d.cdf(&complex), Err(Error::DType { .. })));
}
