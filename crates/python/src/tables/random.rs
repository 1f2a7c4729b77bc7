//! Random numbers of distributions: each with the shape of what is drawn last.

use super::functions;
use crate::convert::Input;
use crate::functions::Generator;
use pyo3::prelude::*;
use xparray::random::Choice;
use xparray::{DType, Result};

type Rng = xparray::random::Generator<xparray::Device>;

/// What the stream's next numbers make.
fn draw<A>(rng: &Py<Generator>, work: impl FnOnce(&mut Rng) -> Result<A>) -> Result<A> {
    rng.get().with(work)
}

functions! {
    beta(rng: Py<Generator>, a: Input, b: Input, shape: Vec<usize>) = draw(&rng, |rng| rng.beta(&a.0, &b.0, shape));
    binomial(rng: Py<Generator>, n: Input, p: Input, shape: Vec<usize>) = draw(&rng, |rng| rng.binomial(&n.0, &p.0, shape));
    chisquare(rng: Py<Generator>, df: Input, shape: Vec<usize>) = draw(&rng, |rng| rng.chisquare(&df.0, shape));
    choice(rng: Py<Generator>, a: Input, shape: Vec<usize>, replace: bool, p: Option<Input>) = {
        let options = p.iter().fold(Choice::new().replace(replace), |options, p| options.p(&p.0));
        draw(&rng, |rng| rng.choice_with(&a.0, shape, options))
    };
    dirichlet(rng: Py<Generator>, alpha: Input, shape: Vec<usize>) = draw(&rng, |rng| rng.dirichlet(&alpha.0, shape));
    f(rng: Py<Generator>, dfnum: Input, dfden: Input, shape: Vec<usize>) = draw(&rng, |rng| rng.f(&dfnum.0, &dfden.0, shape));
    gamma(rng: Py<Generator>, k: Input, scale: Input, shape: Vec<usize>) =
        draw(&rng, |rng| rng.gamma(&k.0, &scale.0, shape));
    geometric(rng: Py<Generator>, p: Input, shape: Vec<usize>) = draw(&rng, |rng| rng.geometric(&p.0, shape));
    gumbel(rng: Py<Generator>, loc: Input, scale: Input, shape: Vec<usize>) =
        draw(&rng, |rng| rng.gumbel(&loc.0, &scale.0, shape));
    hypergeometric(rng: Py<Generator>, ngood: Input, nbad: Input, nsample: Input, shape: Vec<usize>) =
        draw(&rng, |rng| rng.hypergeometric(&ngood.0, &nbad.0, &nsample.0, shape));
    laplace(rng: Py<Generator>, loc: Input, scale: Input, shape: Vec<usize>) =
        draw(&rng, |rng| rng.laplace(&loc.0, &scale.0, shape));
    logistic(rng: Py<Generator>, loc: Input, scale: Input, shape: Vec<usize>) =
        draw(&rng, |rng| rng.logistic(&loc.0, &scale.0, shape));
    lognormal(rng: Py<Generator>, mean: Input, sigma: Input, shape: Vec<usize>) =
        draw(&rng, |rng| rng.lognormal(&mean.0, &sigma.0, shape));
    logseries(rng: Py<Generator>, p: Input, shape: Vec<usize>) = draw(&rng, |rng| rng.logseries(&p.0, shape));
    multinomial(rng: Py<Generator>, n: Input, pvals: Input, shape: Vec<usize>) =
        draw(&rng, |rng| rng.multinomial(&n.0, &pvals.0, shape));
    multivariate_hypergeometric(rng: Py<Generator>, colors: Input, nsample: Input, shape: Vec<usize>) =
        draw(&rng, |rng| rng.multivariate_hypergeometric(&colors.0, &nsample.0, shape));
    multivariate_normal(rng: Py<Generator>, mean: Input, cov: Input, shape: Vec<usize>) = {
        let (mean, cov) = (mean.0.astype(DType::F64)?.typed::<f64>()?, cov.0.astype(DType::F64)?.typed::<f64>()?);
        draw(&rng, |rng| rng.multivariate_normal(&mean, &cov, shape))
    };
    negative_binomial(rng: Py<Generator>, n: Input, p: Input, shape: Vec<usize>) =
        draw(&rng, |rng| rng.negative_binomial(&n.0, &p.0, shape));
    noncentral_chisquare(rng: Py<Generator>, df: Input, nonc: Input, shape: Vec<usize>) =
        draw(&rng, |rng| rng.noncentral_chisquare(&df.0, &nonc.0, shape));
    noncentral_f(rng: Py<Generator>, dfnum: Input, dfden: Input, nonc: Input, shape: Vec<usize>) =
        draw(&rng, |rng| rng.noncentral_f(&dfnum.0, &dfden.0, &nonc.0, shape));
    pareto(rng: Py<Generator>, a: Input, shape: Vec<usize>) = draw(&rng, |rng| rng.pareto(&a.0, shape));
    poisson(rng: Py<Generator>, lam: Input, shape: Vec<usize>) = draw(&rng, |rng| rng.poisson(&lam.0, shape));
    power(rng: Py<Generator>, a: Input, shape: Vec<usize>) = draw(&rng, |rng| rng.power(&a.0, shape));
    rayleigh(rng: Py<Generator>, scale: Input, shape: Vec<usize>) = draw(&rng, |rng| rng.rayleigh(&scale.0, shape));
    standard_cauchy(rng: Py<Generator>, shape: Vec<usize>) = draw(&rng, |rng| rng.standard_cauchy(shape));
    standard_t(rng: Py<Generator>, df: Input, shape: Vec<usize>) = draw(&rng, |rng| rng.standard_t(&df.0, shape));
    triangular(rng: Py<Generator>, left: Input, mode: Input, right: Input, shape: Vec<usize>) =
        draw(&rng, |rng| rng.triangular(&left.0, &mode.0, &right.0, shape));
    vonmises(rng: Py<Generator>, mu: Input, kappa: Input, shape: Vec<usize>) =
        draw(&rng, |rng| rng.vonmises(&mu.0, &kappa.0, shape));
    wald(rng: Py<Generator>, mean: Input, scale: Input, shape: Vec<usize>) =
        draw(&rng, |rng| rng.wald(&mean.0, &scale.0, shape));
    weibull(rng: Py<Generator>, a: Input, shape: Vec<usize>) = draw(&rng, |rng| rng.weibull(&a.0, shape));
    zipf(rng: Py<Generator>, a: Input, shape: Vec<usize>) = draw(&rng, |rng| rng.zipf(&a.0, shape));
}
