//! Random numbers of all distributions, against SciPy's distribution functions.

use crate::data::table;
use xparray::prelude::*;
use xparray::random::Parameter;
use xparray::{Error, Result};

/// A distribution with these parameters: its numbers as floats.
fn drawn<B: Backend, P>(rng: &mut Generator<B>, name: &str, p: &[P], n: usize) -> Result<Array<f64, B>>
where
    P: Parameter<B> + Copy,
{
    Ok(match (name, p) {
        ("laplace", &[a, b]) => rng.laplace(a, b, n)?,
        ("logistic", &[a, b]) => rng.logistic(a, b, n)?,
        ("gumbel", &[a, b]) => rng.gumbel(a, b, n)?,
        ("lognormal", &[a, b]) => rng.lognormal(a, b, n)?,
        ("rayleigh", &[a]) => rng.rayleigh(a, n)?,
        ("weibull", &[a]) => rng.weibull(a, n)?,
        ("pareto", &[a]) => rng.pareto(a, n)?,
        ("power", &[a]) => rng.power(a, n)?,
        ("standard_cauchy", &[]) => rng.standard_cauchy(n)?,
        ("triangular", &[a, b, c]) => rng.triangular(a, b, c, n)?,
        ("wald", &[a, b]) => rng.wald(a, b, n)?,
        ("vonmises", &[a, b]) => rng.vonmises(a, b, n)?,
        ("gamma", &[a, b]) => rng.gamma(a, b, n)?,
        ("chisquare", &[a]) => rng.chisquare(a, n)?,
        ("noncentral_chisquare", &[a, b]) => rng.noncentral_chisquare(a, b, n)?,
        ("f", &[a, b]) => rng.f(a, b, n)?,
        ("noncentral_f", &[a, b, c]) => rng.noncentral_f(a, b, c, n)?,
        ("standard_t", &[a]) => rng.standard_t(a, n)?,
        ("beta", &[a, b]) => rng.beta(a, b, n)?,
        ("poisson", &[a]) => rng.poisson(a, n)?.astype(),
        ("binomial", &[a, b]) => rng.binomial(a, b, n)?.astype(),
        ("geometric", &[a]) => rng.geometric(a, n)?.astype(),
        ("negative_binomial", &[a, b]) => rng.negative_binomial(a, b, n)?.astype(),
        ("logseries", &[a]) => rng.logseries(a, n)?.astype(),
        ("zipf", &[a]) => rng.zipf(a, n)?.astype(),
        ("hypergeometric", &[a, b, c]) => rng.hypergeometric(a, b, c, n)?.astype(),
        _ => panic!("{name} of {} parameters", p.len()),
    })
}

/// A distribution's parameters, and its function at some places.
struct Case {
    name: String,
    parameters: Vec<f64>,
    function: Vec<(f64, f64)>,
}

fn cases() -> Vec<Case> {
    let number = |text: &str| text.parse::<f64>().unwrap_or_else(|e| panic!("{text}: {e}"));
    let pair = |text: &str| text.split_once(':').map(|(x, share)| (number(x), number(share))).unwrap();
    table("distributions.tsv")
        .into_iter()
        .map(|row| Case {
            name: row[0].clone(),
            parameters: row[1].split_whitespace().map(number).collect(),
            function: row[2].split_whitespace().map(pair).collect(),
        })
        .collect()
}

/// Whether numbers come from a table where each parameter is one number, so that they are others than those of arrays of parameters.
fn has_table(name: &str) -> bool {
    matches!(name, "poisson" | "binomial")
}

/// Of 10^6 numbers of each distribution, as many are below each place as are to be expected.
pub fn shares_are_scipys<B: Backend>(xp: &B) {
    let n = 1_000_000;
    for case in cases() {
        let Case { name, parameters, .. } = &case;
        check_shares(&case, &drawn(&mut xp.rng(2026), name, parameters, n).unwrap());
        if has_table(name) {
            let arrays: Vec<Array<f64, B>> = parameters.iter().map(|&p| xp.full(n, p).unwrap()).collect();
            check_shares(&case, &drawn(&mut xp.rng(2026), name, &arrays.iter().collect::<Vec<_>>(), n).unwrap());
        }
    }
}

fn check_shares<B: Backend>(Case { name, parameters, function }: &Case, x: &Array<f64, B>) {
    let n = x.len() as f64;
    assert!(x.isnan().any(..).unwrap().item().map(|any| !any).unwrap(), "{name} {parameters:?}: NaN");
    for &(place, share) in function {
        // Rounding of a place must not move it to the other side of the numbers there.
        let place = if place.fract() == 0.0 { place } else { place + 1e-12 * place.abs() };
        let below = x.less_equal(place).unwrap().count_nonzero(..).unwrap().item().unwrap() as f64 / n;
        // One of 10^6 places is further away.
        let deviation = 5.0 * (share * (1.0 - share) / n).sqrt() + 1.5 / n;
        assert!((below - share).abs() <= deviation, "{name} {parameters:?}: {below} below {place}, not {share}");
    }
}

/// Parameters are numbers or arrays, which broadcast; the numbers of one element do not depend on the others'.
pub fn parameters_are_arrays<B: Backend>(xp: &B) {
    for Case { name, parameters, .. } in cases() {
        let n = 300;
        let numbers = drawn(&mut xp.rng(7), &name, &parameters, n).unwrap();
        let arrays: Vec<Array<f64, B>> = parameters.iter().map(|&p| xp.full(n, p).unwrap()).collect();
        let whole = drawn(&mut xp.rng(7), &name, &arrays.iter().collect::<Vec<_>>(), n).unwrap();
        let dynamic: Vec<DynArray<B>> = parameters.iter().map(|&p| xp.full([], p).unwrap().into_dyn()).collect();
        let scalars = drawn(&mut xp.rng(7), &name, &dynamic.iter().collect::<Vec<_>>(), n).unwrap();
        if !has_table(&name) {
            assert_eq!(whole.to_vec().unwrap(), numbers.to_vec().unwrap(), "{name}");
        }
        assert_eq!(scalars.to_vec().unwrap(), numbers.to_vec().unwrap(), "{name}");
        let few = drawn(&mut xp.rng(7), &name, &parameters, 17).unwrap();
        assert_eq!(few.to_vec().unwrap(), numbers.to_vec().unwrap()[..17], "{name}");
        assert_eq!(drawn(&mut xp.rng(7), &name, &parameters, 0).unwrap().shape(), [0], "{name}");
    }
    let scales = xp.from_slice(&[0.0f32, 1.0, 100.0], [3, 1]).unwrap();
    let x = xp.rng(3).gamma(2, &scales, [3, 4]).unwrap().to_vec().unwrap();
    assert!(x[..4] == [0.0; 4] && x[4..8].iter().all(|&x| x > 0.0 && x < 30.0) && x[8..].iter().all(|&x| x > 1.0));
    let x = xp.rng(3).poisson(&xp.from_slice(&[0i64, 5, 1_000_000], 3).unwrap(), [50, 3]).unwrap();
    let means = x.mean(0).unwrap().to_vec().unwrap();
    assert!(means[0] == 0.0 && (means[1] - 5.0).abs() < 2.0 && (means[2] - 1e6).abs() < 1000.0, "{means:?}");
    // Standing alone, on the edges of the parameters.
    let mut rng = xp.rng(4);
    assert_eq!(rng.geometric(1, 3).unwrap().to_vec().unwrap(), [1; 3]);
    assert_eq!(rng.binomial(7, 1.0, 3).unwrap().to_vec().unwrap(), [7; 3]);
    assert_eq!(rng.binomial(7, 0, 3).unwrap().to_vec().unwrap(), [0; 3]);
    assert_eq!(rng.binomial(0, 0.5, 3).unwrap().to_vec().unwrap(), [0; 3]);
    assert_eq!(rng.negative_binomial(3, 1.0, 3).unwrap().to_vec().unwrap(), [0; 3]);
    assert_eq!(rng.hypergeometric(4, 0, 3, 2).unwrap().to_vec().unwrap(), [3; 2]);
    assert_eq!(rng.hypergeometric(40, 0, 30, 2).unwrap().to_vec().unwrap(), [30; 2]);
    assert_eq!(rng.hypergeometric(40, 60, 100, 2).unwrap().to_vec().unwrap(), [40; 2]);
    assert_eq!(rng.hypergeometric(0, 0, 0, 1).unwrap().to_vec().unwrap(), [0]);
    assert_eq!(rng.logseries(0, 3).unwrap().to_vec().unwrap(), [1; 3]);
    assert_eq!(rng.zipf(1e300, 3).unwrap().to_vec().unwrap(), [1; 3]);
    assert_eq!(rng.gamma(0, 1, 2).unwrap().to_vec().unwrap(), [0.0; 2]);
    assert_eq!(rng.weibull(0, 2).unwrap().to_vec().unwrap(), [0.0; 2]);
    let tiny = rng.beta(1e-3, 1e-3, 1000).unwrap().to_vec().unwrap();
    assert!(tiny.iter().all(|x| (0.0..=1.0).contains(x)));
}

/// Choices with and without replacement, with and without probabilities.
pub fn choices<B: Backend>(xp: &B) {
    let n = 100_000;
    let mut rng = xp.rng(11);
    let items = xp.from_slice(&[10i32, 20, 30, 40], 4).unwrap();
    let shares =
        |x: &Array<i32, B>| [10, 20, 30, 40].map(|item| x.equal(item).unwrap().mean(..).unwrap().item().unwrap());
    assert!(shares(&rng.choice(&items, n).unwrap()).iter().all(|share| (share - 0.25).abs() < 0.01));
    let p = [0.1, 0.0, 0.6, 0.3];
    let weights = xp.from_slice(&p, 4).unwrap();
    let found = shares(&rng.choice_with(&items, [n / 10, 10], Choice::new().p(&weights)).unwrap());
    assert!(found.iter().zip(p).all(|(share, p)| (share - p).abs() < 0.01) && found[1] == 0.0, "{found:?}");
    let all = rng.choice_with(&items, [2, 2], Choice::new().replace(false)).unwrap();
    assert_eq!(all.ravel().sort().unwrap().to_vec().unwrap(), [10, 20, 30, 40]);
    // The first of two without replacement comes with its probability; of the others as many remain.
    let mut firsts = [0; 4];
    for _ in 0..2000 {
        let pair = rng.choice_with(&items, 2, Choice::new().replace(false).p(&weights)).unwrap().to_vec().unwrap();
        assert!(pair[0] != pair[1] && !pair.contains(&20));
        firsts[pair[0] as usize / 10 - 1] += 1;
    }
    assert!(firsts.iter().zip(p).all(|(&count, p)| (f64::from(count) / 2000.0 - p).abs() < 0.06), "{firsts:?}");
    let rows = rng.choice(&items.reshape([2, 2]).unwrap(), 3).unwrap();
    assert_eq!(rows.shape(), [3, 2]);
    let none = rng.choice(&xp.zeros::<f32>([0, 2]).unwrap(), 0).unwrap();
    assert_eq!(none.shape(), [0, 2]);
    assert_eq!(rng.choice(&items.into_dyn(), [1, 2]).unwrap().dtype(), DType::I32);
}

/// Counts of outcomes, shares, and vectors that vary together.
pub fn several_at_once<B: Backend>(xp: &B) {
    let n = 20_000;
    let mut rng = xp.rng(12);
    let p = xp.from_slice(&[0.2, 0.0, 0.5, 0.3], 4).unwrap();
    let counts = rng.multinomial(50, &p, n).unwrap();
    assert!(counts.sum(1).unwrap().equal(50).unwrap().all(..).unwrap().item().unwrap());
    assert!(counts.min(..).unwrap().item().unwrap() >= 0);
    let means = counts.mean(0).unwrap().to_vec().unwrap();
    assert!(means.iter().zip([10.0, 0.0, 25.0, 15.0]).all(|(mean, p)| (mean - p).abs() < 0.15) && means[1] == 0.0);
    let variances = counts.var(0).unwrap().to_vec().unwrap();
    assert!(variances.iter().zip([8.0, 0.0, 12.5, 10.5]).all(|(found, v)| (found - v).abs() < 0.5), "{variances:?}");
    let trials = xp.from_slice(&[0i64, 3], [2, 1]).unwrap();
    let few = rng.multinomial(&trials, &p, [2, 5]).unwrap();
    assert_eq!((few.shape(), few.sum(-1).unwrap().to_vec().unwrap()), (&[2, 5, 4][..], [[0; 5], [3; 5]].concat()));

    let colors = xp.from_slice(&[40i64, 0, 60, 100], 4).unwrap();
    let counts = rng.multivariate_hypergeometric(&colors, 50, n).unwrap();
    assert!(counts.sum(1).unwrap().equal(50).unwrap().all(..).unwrap().item().unwrap());
    assert!(counts.min(..).unwrap().item().unwrap() >= 0);
    let means = counts.mean(0).unwrap().to_vec().unwrap();
    assert!(means.iter().zip([10.0, 0.0, 15.0, 25.0]).all(|(mean, m)| (mean - m).abs() < 0.12), "{means:?}");
    // 50 p (1 - p) 150 / 199, and between two of them -50 p q 150 / 199.
    let variances = counts.var(0).unwrap().to_vec().unwrap();
    assert!(
        variances.iter().zip([6.03, 0.0, 7.914, 9.422]).all(|(found, v)| (found - v).abs() < 0.35),
        "{variances:?}"
    );
    let pair = counts.t().cov().unwrap().slice(xparray::s![0, 3]).unwrap().item().unwrap();
    assert!((pair + 3.769).abs() < 0.35, "{pair}");
    let every = rng.multivariate_hypergeometric(&colors, 200, 3).unwrap();
    assert_eq!(every.to_vec().unwrap(), [40, 0, 60, 100].repeat(3));
    let samples = xp.from_slice(&[0i64, 7], [2, 1]).unwrap();
    let few = rng.multivariate_hypergeometric(&colors, &samples, [2, 5]).unwrap();
    assert_eq!((few.shape(), few.sum(-1).unwrap().to_vec().unwrap()), (&[2, 5, 4][..], [[0; 5], [7; 5]].concat()));
    assert_eq!(
        rng.multivariate_hypergeometric(&colors.slice(xparray::s![..0]).unwrap(), 0, 2).unwrap().shape(),
        [2, 0]
    );

    let alpha = xp.from_slice(&[0.5, 2.0, 2.5], 3).unwrap();
    let shares = rng.dirichlet(&alpha, n).unwrap();
    let means = shares.mean(0).unwrap().to_vec().unwrap();
    assert!(means.iter().zip([0.1, 0.4, 0.5]).all(|(mean, a)| (mean - a).abs() < 0.01), "{means:?}");
    let variance = shares.var(0).unwrap().to_vec().unwrap();
    assert!(variance.iter().zip([0.09, 0.24, 0.25]).all(|(found, v)| (found - v / 6.0).abs() < 0.002), "{variance:?}");
    let tiny = rng.dirichlet(&xp.full(3, 1e-3).unwrap(), 200).unwrap();
    assert!(tiny.sum(1).unwrap().allclose(xp.ones::<f64>(200).unwrap()).unwrap());

    let mean = xp.from_slice(&[1.0, -2.0], 2).unwrap();
    let cov = xp.from_slice(&[2.0, -0.9, -0.9, 1.0], [2, 2]).unwrap();
    let x = rng.multivariate_normal(&mean, &cov, n).unwrap();
    assert!(x.mean(0).unwrap().allclose_with(&mean, Tolerance::new().atol(0.05)).unwrap());
    assert!(x.t().cov().unwrap().allclose_with(&cov, Tolerance::new().atol(0.08)).unwrap());
    // Of rank one.
    let flat = xp.from_slice(&[1.0, 2.0, 2.0, 4.0], [2, 2]).unwrap();
    let x = rng.multivariate_normal(&xp.zeros(2).unwrap(), &flat, [3, 5]).unwrap();
    let doubled = x.slice(s![.., .., 0]).unwrap() * 2.0;
    assert!(doubled.allclose_with(x.slice(s![.., .., 1]).unwrap(), Tolerance::new().atol(1e-7)).unwrap());
}

/// What generators are made of, and make of themselves.
pub fn states<B: Backend>(xp: &B) {
    let mut rng = xp.rng(5);
    assert_eq!(rng.gamma(2.0, 1.0, 10).unwrap().len(), 10);
    let state = rng.state();
    let next = rng.poisson(4.0, 20).unwrap().to_vec().unwrap();
    assert_eq!(xp.rng_from(state).poisson(4.0, 20).unwrap().to_vec().unwrap(), next);
    // As many that a thread makes several, by kernels that store them and by those that add them up.
    let many = |rng: &mut Generator<B>| rng.poisson(20.0, 1_000_000).unwrap();
    let (stored, added) = (many(&mut xp.rng(6)), many(&mut xp.rng(6)).sum(..).unwrap());
    stored.eval().unwrap();
    assert_eq!(stored.sum(..).unwrap().item().unwrap(), added.item().unwrap());
    let draw = |rng: &mut Generator<B>| rng.integers_inclusive(0u64, u64::MAX, 4).unwrap().to_vec().unwrap();
    let mut seen: Vec<Vec<u64>> = rng.spawn(3).iter_mut().map(draw).collect();
    seen.extend(rng.spawn(2).iter_mut().map(draw));
    seen.extend([draw(&mut rng.jumped(1)), draw(&mut rng.jumped(2)), draw(&mut rng)]);
    for (k, numbers) in seen.iter().enumerate() {
        assert!(!seen[..k].contains(numbers), "{k}");
    }
    assert_eq!(xp.rng(5).spawn(2).iter_mut().map(draw).collect::<Vec<_>>(), seen[..2]);
}

/// Parameters that no distribution has.
pub fn wrong_distributions<B: Backend>(xp: &B) {
    let mut rng = xp.rng(0);
    for Case { name, parameters, .. } in cases() {
        for k in 0..parameters.len() {
            let mut wrong = vec![f64::NAN, f64::INFINITY];
            if !matches!(
                (&*name, k),
                ("laplace" | "logistic" | "gumbel" | "lognormal" | "vonmises", 0) | ("triangular", _)
            ) {
                wrong.push(-1.0);
            }
            for value in wrong {
                let mut parameters = parameters.clone();
                parameters[k] = value;
                let outcome = drawn(&mut rng, &name, &parameters, 3);
                assert!(matches!(outcome, Err(Error::Value { .. })), "{name} {parameters:?}");
            }
        }
        if let Some(&first) = parameters.first() {
            let mut arrays: Vec<Array<f64, B>> = parameters.iter().map(|&p| xp.full([], p).unwrap()).collect();
            arrays[0] = xp.full([2, 3], first).unwrap();
            let outcome = drawn(&mut rng, &name, &arrays.iter().collect::<Vec<_>>(), 3);
            assert!(matches!(outcome, Err(Error::Shape { .. })), "{name}");
        }
    }
    let two = xp.from_slice(&[1.0, f64::NAN], 2).unwrap();
    assert!(matches!(rng.poisson(&two, 2), Err(Error::Value { .. })));
    assert!(matches!(rng.triangular(1, 0, 2, 2), Err(Error::Value { .. })));
    assert!(matches!(rng.triangular(1, 1, 1, 2), Err(Error::Value { .. })));
    assert!(matches!(rng.hypergeometric(2, 3, 6, 2), Err(Error::Value { .. })));
    assert!(matches!(rng.binomial(2.5, 0.5, 2), Err(Error::Value { .. })));
    assert!(matches!(rng.gamma(&xp.zeros::<Complex<f64>>(2).unwrap().into_dyn(), 1.0, 2), Err(Error::DType { .. })));
    let items = xp.from_slice(&[1, 2, 3], 3).unwrap();
    let weights = |p: &[f64]| xp.from_slice(p, p.len()).unwrap();
    let once = || Choice::new().replace(false);
    assert!(matches!(rng.choice(&xp.scalar(1), 1), Err(Error::Axis { .. })));
    assert!(matches!(rng.choice(&items.slice(s![..0]).unwrap(), 1), Err(Error::Value { .. })));
    assert!(matches!(rng.choice_with(&items, 4, once()), Err(Error::Value { .. })));
    assert!(matches!(rng.choice_with(&items, 2, once().p(&weights(&[1.0, 0.0, 0.0]))), Err(Error::Value { .. })));
    assert!(matches!(rng.choice_with(&items, 2, Choice::new().p(&weights(&[0.5, 0.5]))), Err(Error::Shape { .. })));
    assert!(matches!(
        rng.choice_with(&items, 2, Choice::new().p(&weights(&[0.5, 0.2, 0.2]))),
        Err(Error::Value { .. })
    ));
    assert!(matches!(
        rng.choice_with(&items, 2, Choice::new().p(&weights(&[0.5, -0.5, 1.0]))),
        Err(Error::Value { .. })
    ));
    assert!(matches!(rng.multinomial(3, &weights(&[0.5, 0.2]), 2), Err(Error::Value { .. })));
    let colors = xp.from_slice(&[3i64, 4], 2).unwrap();
    assert!(matches!(rng.multivariate_hypergeometric(&colors, 8, 2), Err(Error::Value { .. })));
    assert!(matches!(rng.multivariate_hypergeometric(&colors, -1, 2), Err(Error::Value { .. })));
    assert!(matches!(rng.multivariate_hypergeometric(4, 2, 2), Err(Error::Axis { .. })));
    assert!(matches!(rng.dirichlet(&weights(&[0.5, 0.0]), 2), Err(Error::Value { .. })));
    assert!(matches!(rng.dirichlet(1.0, 2), Err(Error::Axis { .. })));
    let mean = xp.zeros::<f64>(2).unwrap();
    let cov = |c: f64| xp.from_slice(&[1.0, c, c, 1.0], [2, 2]).unwrap();
    assert!(matches!(rng.multivariate_normal(&mean, &cov(2.0), 2), Err(Error::Value { .. })));
    assert!(matches!(rng.multivariate_normal(&mean.slice(s![1..]).unwrap(), &cov(0.0), 2), Err(Error::Shape { .. })));
}
