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
use xparray::scipy::stats::{self, Censored, Continuous, Discrete, Expect, Fit, RvContinuous, RvDiscrete};
use xparray::{ArrayOrNumber, Device, Error, Result, Scalar};

/// A distribution.
pub enum Law {
    Continuous(Continuous<Device>),
    Discrete(Discrete<Device>),
    /// Of a density or a distribution function of the user.
    Own(RvContinuous<Device>),
    /// Of numbers with their probabilities.
    Table(RvDiscrete<Device>),
}

/// What holds of all kinds.
macro_rules! each {
    ($law:expr, $x:ident => $value:expr) => {
        match $law {
            Law::Continuous($x) => $value,
            Law::Discrete($x) => $value,
            Law::Own($x) => $value,
            Law::Table($x) => $value,
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
            kappa3(0) truncweibull_min(0, 1, 2) argus(0) cosine() crystalball(0, 1) kappa4(0, 1) ncx2(0, 1)
            recipinvgauss(0) rice(0) tukeylambda(0) vonmises_line(0) genexpon(0, 1, 2) kstwobign();
        Discrete: binom(0, 1) poisson(0) geom(0) nbinom(0, 1) hypergeom(0, 1, 2) logser(0) zipf(0) boltzmann(0, 1)
            planck(0) randint(0, 1) yulesimon(0) betabinom(0, 1, 2) bernoulli(0) nhypergeom(0, 1, 2)
            skellam(0, 1) dlaplace(0) zipfian(0, 1);
    }
}

/// Where the first of the operands that is an array is, else the current device.
fn device(operands: &[Operand]) -> Result<Device> {
    let found = operands.iter().find_map(|operand| operand.array().map(|array| array.xp().clone()));
    found.map_or_else(|| current().map_err(raised), Ok)
}

/// The distribution of a name, its shape parameters, location and scale, where `x` is.
pub fn made(name: &str, shapes: Vec<Operand>, loc: Operand, scale: Operand, x: Option<Operand>) -> Result<Law> {
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
        own => own,
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
        ("pdf", Law::Own(law)) => law.pdf(x),
        ("logpdf", Law::Own(law)) => law.logpdf(x),
        ("pmf", Law::Table(law)) => law.pmf(x),
        ("logpmf", Law::Table(law)) => law.logpmf(x),
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

/// A function of Python, with whether it is a distribution function rather than a density, and the ends of its support.
type Own = (Py<PyAny>, bool, (f64, f64));

/// The distribution of a function of Python.
fn own(xp: &Device, (f, is_cdf, (low, high)): Own) -> Result<RvContinuous<Device>> {
    let f = move |x: &DynArray| called(&f, x);
    if is_cdf { RvContinuous::of_cdf(xp, [low, high], f) } else { RvContinuous::of_pdf(xp, [low, high], f) }
}

/// Known shape parameters, location and scale.
fn known(shapes: &[bool], loc: Option<f64>, scale: Option<f64>) -> Fit {
    let options = (0..shapes.len()).filter(|&k| shapes[k]).fold(Fit::new(), Fit::fixed_shape);
    let options = loc.into_iter().fold(options, Fit::floc);
    scale.into_iter().fold(options, Fit::fscale)
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
        let one = |number: f64| Operand::Number(Scalar::new(number));
        let shapes: Vec<_> = shapes.into_iter().map(one).collect();
        let law = made(&name, shapes, one(0.0), one(1.0), Some(Operand::Array(data.0.clone())))?;
        match law {
            Law::Continuous(law) => law
                .fit(&data.0, self::known(&known, floc, fscale))
                .map(|found| (found.shapes, found.loc, found.scale)),
            _ => Err(wrong("fit")),
        }
    };
    distribution_fit_censored(
        name: String, parts: [Input; 4], shapes: Vec<f64>, known: Vec<bool>, floc: Option<f64>, fscale: Option<f64>
    ) = {
        let [uncensored, left, right, interval] = &parts;
        let data = Censored::new(&uncensored.0)?.left(&left.0)?.right(&right.0)?.interval(&interval.0)?;
        let one = |number: f64| Operand::Number(Scalar::new(number));
        let shapes = shapes.into_iter().map(one).collect();
        match made(&name, shapes, one(0.0), one(1.0), Some(Operand::Array(uncensored.0.clone())))? {
            Law::Continuous(law) => law
                .fit_censored(&data, self::known(&known, floc, fscale))
                .map(|found| (found.shapes, found.loc, found.scale)),
            _ => Err(wrong("fit")),
        }
    };
    distribution_fit_own(
        of: Py<PyAny>, data: Input, shapes: Vec<f64>, known: Vec<bool>, floc: Option<f64>, fscale: Option<f64>
    ) = {
        let law = |shapes: &[f64]| {
            let function = || Python::attach(|py| of.bind(py).call1((shapes.to_vec(),))?.extract());
            own(data.0.xp(), function().map_err(raised)?)
        };
        let found = RvContinuous::fit_shapes(&data.0, &shapes, self::known(&known, floc, fscale), law)?;
        Ok((found.shapes, found.loc, found.scale))
    };
    distribution_interval(law: Kept<Law>, confidence: Operand) =
        each!(&*law.0, law => law.interval(&confidence.borrowed()));
    distribution_moment(law: Kept<Law>, order: u32) = each!(&*law.0, law => law.moment(order));
    distribution_number(law: Kept<Law>, method: String) = number(&law.0, &method);
    distribution_of(law: Kept<Law>, method: String, x: Operand) = of(&law.0, &method, &x);
    distribution_own(of: Own, loc: Operand, scale: Operand, x: Option<Operand>) = {
        let operands: Vec<_> = [Some(loc), Some(scale), x].into_iter().flatten().collect();
        let law = own(&device(&operands)?, of)?;
        law.loc(&operands[0].borrowed())?.scale(&operands[1].borrowed()).map(|law| keep(Law::Own(law)))
    };
    distribution_rvs(law: Kept<Law>, rng: Py<Generator>, shape: Vec<usize>) =
        rng.get().with(|rng| each!(&*law.0, law => law.rvs(rng, shape)));
    distribution_stats(law: Kept<Law>) = each!(&*law.0, law => law.stats());
    distribution_table(xk: Input, pk: Input, loc: Operand) =
        stats::rv_discrete(&xk.0, &pk.0)?.loc(&loc.borrowed()).map(|law| keep(Law::Table(law)));
    distribution_table_of(pmf: Py<PyAny>, support: (f64, f64), loc: Operand, x: Option<Operand>) = {
        let operands: Vec<_> = [Some(loc), x].into_iter().flatten().collect();
        let law = RvDiscrete::of_pmf(&device(&operands)?, support.into(), |x| called(&pmf, x))?;
        law.loc(&operands[0].borrowed()).map(|law| keep(Law::Table(law)))
    };
}
