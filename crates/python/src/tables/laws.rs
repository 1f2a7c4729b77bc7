//! Distributions.

use super::functions;
use super::kept::{Kept, keep};
use crate::DynArray;
use crate::convert::Input;
use crate::device::current;
use crate::error::raised;
use crate::functions::Generator;
use crate::operand::Operand;
use crate::tables::sparse::called;
use pyo3::prelude::*;
use xparray::scipy::stats::{self, Continuous, Discrete, Expect, Fit};
use xparray::{ArrayOrNumber, Device, Error, Result};

/// A distribution.
pub enum Law {
    Continuous(Continuous<Device>),
    Discrete(Discrete<Device>),
}

/// What holds of both kinds.
macro_rules! each {
    ($law:expr, $x:ident => $value:expr) => {
        match $law {
            Law::Continuous($x) => $value,
            Law::Discrete($x) => $value,
        }
    };
}

/// The constructors: the kind, the name, and the number of shape parameters.
macro_rules! law {
    ($name:expr, $xp:expr, $shapes:expr; $($Kind:ident: $($family:ident($($k:literal),*))+;)+) => {
        match ($name, $shapes.len()) {
            $($((stringify!($family), n) if n == <[usize]>::len(&[$($k),*]) => stats::$family($xp $(, &$shapes[$k])*).map(Law::$Kind),)+)+
            (name, n) => Err(Error::value("distribution", format!("there is no {name} of {n} shape parameters"))),
        }
    };
}

fn law(name: &str, xp: &Device, shapes: &[ArrayOrNumber<'_, Device>]) -> Result<Law> {
    law! { name, xp, shapes;
        Continuous: norm() lognorm(0) invgauss(0) cauchy() laplace() logistic() t(0) expon() gamma(0) chi2(0) beta(0, 1) f(0, 1)
            uniform() powerlaw(0) triang(0) pareto(0) rayleigh() weibull_min(0) gumbel_r() gumbel_l() vonmises(0)
            anglit() arcsine() betaprime(0, 1) bradford(0) burr(0, 1) burr12(0, 1) chi(0) dgamma(0) dweibull(0)
            erlang(0) exponnorm(0) exponpow(0) exponweib(0, 1) fisk(0) genextreme(0) gengamma(0, 1) genlogistic(0)
            gennorm(0) genpareto(0) gibrat() gompertz(0) halfcauchy() halfgennorm(0) halflogistic() halfnorm()
            hypsecant() invgamma(0) invweibull(0) johnsonsb(0, 1) johnsonsu(0, 1) laplace_asymmetric(0) levy()
            levy_l() loggamma(0) loglaplace(0) loguniform(0, 1) lomax(0) maxwell() mielke(0, 1) moyal() nakagami(0)
            powerlognorm(0, 1) powernorm(0) rdist(0) reciprocal(0, 1) semicircular() skewnorm(0) truncexpon(0)
            truncnorm(0, 1) wald() weibull_max(0) alpha(0) foldcauchy(0) foldnorm(0) pearson3(0) skewcauchy(0)
            trapezoid(0, 1) truncpareto(0, 1) wrapcauchy(0) fatiguelife(0) genhalflogistic(0) jf_skew_t(0, 1)
            kappa3(0) truncweibull_min(0, 1, 2);
        Discrete: binom(0, 1) poisson(0) geom(0) nbinom(0, 1) hypergeom(0, 1, 2) logser(0) zipf(0) boltzmann(0, 1)
            planck(0) randint(0, 1) yulesimon(0) betabinom(0, 1, 2);
    }
}

/// Where the first of the operands that is an array is, else the current device.
fn device(operands: &[Operand]) -> Result<Device> {
    let found = operands.iter().find_map(|operand| operand.array().map(|array| array.xp().clone()));
    found.map_or_else(|| current().map_err(raised), Ok)
}

/// The distribution of a name, its shape parameters, location and scale, where `x` is.
fn made(name: &str, shapes: Vec<Operand>, loc: Operand, scale: Operand, x: Option<Operand>) -> Result<Law> {
    let mut all = shapes;
    let count = all.len();
    all.extend([loc, scale]);
    all.extend(x);
    let device = device(&all)?;
    let operands: Vec<_> = all.iter().map(Operand::borrowed).collect();
    let (loc, scale) = (&operands[count], &operands[count + 1]);
    Ok(match law(name, &device, &operands[..count])? {
        Law::Continuous(law) => Law::Continuous(law.loc(loc)?.scale(scale)?),
        Law::Discrete(law) => Law::Discrete(law.loc(loc)?),
    })
}

fn wrong(method: &str) -> Error {
    Error::value("distribution", format!("there is no method {method}"))
}

/// A function of numbers or probabilities.
fn of(law: &Law, method: &str, x: &Operand) -> Result<DynArray> {
    let x = &x.borrowed();
    match (method, law) {
        ("pdf", Law::Continuous(law)) => law.pdf(x),
        ("logpdf", Law::Continuous(law)) => law.logpdf(x),
        ("pmf", Law::Discrete(law)) => law.pmf(x),
        ("logpmf", Law::Discrete(law)) => law.logpmf(x),
        ("cdf", law) => each!(law, law => law.cdf(x)),
        ("sf", law) => each!(law, law => law.sf(x)),
        ("logcdf", law) => each!(law, law => law.logcdf(x)),
        ("logsf", law) => each!(law, law => law.logsf(x)),
        ("ppf", law) => each!(law, law => law.ppf(x)),
        ("isf", law) => each!(law, law => law.isf(x)),
        (method, _) => Err(wrong(method)),
    }
}

/// A number that a distribution has.
fn number(law: &Law, method: &str) -> Result<DynArray> {
    match method {
        "mean" => each!(law, law => law.mean()),
        "var" => each!(law, law => law.var()),
        "std" => each!(law, law => law.std()),
        "median" => each!(law, law => law.median()),
        "entropy" => each!(law, law => law.entropy()),
        method => Err(wrong(method)),
    }
}

fn expect(lb: Option<f64>, ub: Option<f64>, conditional: bool) -> Expect {
    let options = Expect::new().conditional(conditional);
    let options = lb.into_iter().fold(options, Expect::lb);
    ub.into_iter().fold(options, Expect::ub)
}

functions! {
    distribution(name: String, shapes: Vec<Operand>, loc: Operand, scale: Operand, x: Option<Operand>) =
        made(&name, shapes, loc, scale, x).map(keep);
    distribution_expect(
        law: Kept<Law>, f: Py<PyAny>, lb: Option<f64>, ub: Option<f64>, conditional: bool
    ) = each!(&*law.0, law => law.expect_with(|x| called(&f, x), expect(lb, ub, conditional)));
    distribution_fit(
        name: String, data: Input, shapes: Vec<f64>, known: Vec<bool>, floc: Option<f64>, fscale: Option<f64>
    ) = {
        let known = (0..known.len()).filter(|&k| known[k]);
        let shapes: Vec<_> = shapes.into_iter().map(|shape| Operand::Number(xparray::Scalar::new(shape))).collect();
        let one = |number: f64| Operand::Number(xparray::Scalar::new(number));
        let law = made(&name, shapes, one(0.0), one(1.0), Some(Operand::Array(data.0.clone())))?;
        let options = floc.into_iter().fold(known.fold(Fit::new(), Fit::fixed_shape), Fit::floc);
        let options = fscale.into_iter().fold(options, Fit::fscale);
        match law {
            Law::Continuous(law) => law.fit(&data.0, options).map(|found| (found.shapes, found.loc, found.scale)),
            Law::Discrete(_) => Err(wrong("fit")),
        }
    };
    distribution_interval(law: Kept<Law>, confidence: Operand) =
        each!(&*law.0, law => law.interval(&confidence.borrowed()));
    distribution_moment(law: Kept<Law>, order: u32) = each!(&*law.0, law => law.moment(order));
    distribution_number(law: Kept<Law>, method: String) = number(&law.0, &method);
    distribution_of(law: Kept<Law>, method: String, x: Operand) = of(&law.0, &method, &x);
    distribution_rvs(law: Kept<Law>, rng: Py<Generator>, shape: Vec<usize>) =
        rng.get().with(|rng| each!(&*law.0, law => law.rvs(rng, shape)));
    distribution_stats(law: Kept<Law>) = each!(&*law.0, law => law.stats());
}
