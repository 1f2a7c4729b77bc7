//! Samples beside distributions and beside one another, lines of medians, and orders.

use super::functions;
use super::laws::{Law, made};
use super::words::{Apart, Critical, Exactness, Nan, Sides, Spacings, Tied};
use crate::DynArray;
use crate::array::NdArray;
use crate::convert::{Input, borrowed};
use crate::error::raised;
use crate::functions::Generator;
use crate::operand::Operand;
use pyo3::prelude::*;
use xparray::scipy::stats::{
    self, Continuous, DifferentialEntropy, EppsSingleton, Fit, Goodness, Method, PageTrend, Slopes, WeightedRank,
    WeightedTau,
};
use xparray::{Array, Device, Error, Result, Scalar};

fn slopes(axis: Option<isize>, nan: Nan, alpha: f64, of_residuals: bool) -> Slopes {
    Slopes::new().axis(axis).nan_policy(nan.0).alpha(alpha).of_residuals(of_residuals)
}

/// The ranks that weights are of: `True`, `None`, `False`, or several.
struct Ranked(WeightedRank);

impl<'py> FromPyObject<'_, 'py> for Ranked {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if object.is_none() {
            return Ok(Self(WeightedRank::First));
        }
        Ok(Self(match object.extract::<bool>() {
            Ok(true) => WeightedRank::Both,
            Ok(false) => WeightedRank::Place,
            Err(_) => WeightedRank::Given(object.extract()?),
        }))
    }
}

/// A statistic of a distribution and a sample: its name, or a function of Python, of shape parameters, location, scale and an array, with whether
/// it is small for what is far.
enum Statistic {
    Named(Apart),
    Function(Py<PyAny>, bool),
}

impl<'py> FromPyObject<'_, 'py> for Statistic {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        match object.extract::<(Py<PyAny>, bool)>() {
            Ok((function, small)) => Ok(Self::Function(function, small)),
            Err(_) => object.extract().map(Self::Named),
        }
    }
}

/// What a function of Python makes of fitted parameters and a sample.
fn computed(function: &Py<PyAny>, law: &Continuous<Device>, x: &DynArray) -> Result<f64> {
    Python::attach(|py| {
        let (shapes, loc, scale) = law.args();
        let number = |x: Array<f64, Device>| NdArray::new(x.into_dyn());
        let shapes: Vec<_> = shapes.into_iter().map(number).collect();
        let arguments = (shapes, number(loc), number(scale), NdArray::new(x.clone()));
        function.bind(py).call1(arguments)?.extract::<f64>()
    })
    .map_err(raised)
}

/// Parameters that are known: shapes by their places, the location and the scale.
fn known((shapes, loc, scale): (Vec<usize>, Option<f64>, Option<f64>)) -> Fit {
    let fit = shapes.into_iter().fold(Fit::new(), Fit::fixed_shape);
    let fit = loc.into_iter().fold(fit, Fit::floc);
    scale.into_iter().fold(fit, Fit::fscale)
}

type Known = (Vec<usize>, Option<f64>, Option<f64>);

functions! {
    anderson(x: Input, law: Critical) = {
        let found = stats::anderson(&x.0, law.0)?;
        let pvalue = found.pvalue();
        Ok(((found.statistic, pvalue), found.critical_values, found.significance_level, found.parameters))
    };
    anderson_ksamp(samples: Vec<Input>, variant: Tied) = stats::anderson_ksamp(&borrowed(&samples), variant.0)
        .map(|found| (found.statistic, found.critical_values.to_vec(), found.pvalue));
    differential_entropy(
        x: Input, window: Option<usize>, base: Option<f64>, method: Spacings, axis: Option<isize>, nan: Nan
    ) = {
        let options = DifferentialEntropy::new().axis(axis).nan_policy(nan.0).method(method.0);
        let options = window.into_iter().fold(options, DifferentialEntropy::window_length);
        stats::differential_entropy(&x.0, base.into_iter().fold(options, DifferentialEntropy::base))
    };
    epps_singleton_2samp(x: Input, y: Input, t: Vec<f64>, axis: Option<isize>, nan: Nan) = {
        let options = EppsSingleton::new().t(&t).axis(axis).nan_policy(nan.0);
        stats::epps_singleton_2samp(&x.0, &y.0, options).map(|found| (found.statistic, found.pvalue, found.rank))
    };
    expectile(a: Input, alpha: f64, weights: Option<Input>) =
        stats::expectile(&a.0, alpha, weights.as_ref().map(|weights| &weights.0));
    goodness_of_fit(
        name: String, shapes: Vec<f64>, data: Input, kept: Known, fitted: Known, statistic: Statistic, count: usize,
        rng: Py<Generator>
    ) = {
        let number = |x: f64| Operand::Number(Scalar::new(x));
        let shapes = shapes.into_iter().map(number).collect();
        let Law::Continuous(law) = made(&name, shapes, number(0.0), number(1.0), Some(Operand::Array(data.0.clone())))?
        else {
            return Err(Error::value("goodness_of_fit", "the distribution is not continuous"));
        };
        let options = Goodness::new().known(known(kept)).fitted(known(fitted)).n_mc_samples(count);
        let found = rng.get().with(|rng| match &statistic {
            Statistic::Named(named) => stats::goodness_of_fit(&law, &data.0, options.statistic(named.0), rng),
            Statistic::Function(function, small) => {
                let side = if *small { stats::GoodnessStatistic::Filliben } else { Default::default() };
                let compute = |law: &_, x: &_| computed(function, law, x);
                stats::goodness_of_fit_with(&law, &data.0, options.statistic(side), rng, compute)
            }
        })?;
        let best = (found.fitted.shapes, found.fitted.loc, found.fitted.scale);
        Ok((best, found.statistic, found.pvalue, found.null_distribution))
    };
    page_trend_test(data: Input, ranked: bool, predicted: Option<Vec<usize>>, method: Exactness) = {
        let options = PageTrend::new().ranked(ranked).method(method.0);
        let options = predicted.iter().fold(options, |options, ranks| options.predicted_ranks(ranks));
        let found = stats::page_trend_test(&data.0, options)?;
        let method = if found.method == Method::Exact { "exact" } else { "asymptotic" };
        Ok((found.statistic, found.pvalue, method.to_owned()))
    };
    siegelslopes(y: Input, x: Option<Input>, axis: Option<isize>, nan: Nan, hierarchical: bool) = {
        let options = slopes(axis, nan, 0.95, hierarchical);
        stats::siegelslopes(&y.0, x.as_ref().map(|x| &x.0), options).map(|found| (found.slope, found.intercept))
    };
    somersd(x: Input, y: Option<Input>, sides: Sides) = match &y {
        Some(y) => stats::somersd(&x.0, &y.0, sides.0),
        None => stats::somersd_table(&x.0, sides.0),
    }.map(|found| (found.statistic, found.pvalue, found.table));
    theilslopes(y: Input, x: Option<Input>, alpha: f64, axis: Option<isize>, nan: Nan, joint: bool) = {
        let found = stats::theilslopes(&y.0, x.as_ref().map(|x| &x.0), slopes(axis, nan, alpha, joint))?;
        Ok((found.slope, found.intercept, found.low_slope, found.high_slope))
    };
    weightedtau(
        x: Input, y: Input, rank: Ranked, weights: Option<Vec<f64>>, additive: bool, axis: Option<isize>, nan: Nan
    ) = {
        let options = WeightedTau::new().rank(rank.0).additive(additive).axis(axis).nan_policy(nan.0);
        let options = weights.iter().fold(options, |options, weights| options.weights(weights));
        stats::weightedtau(&x.0, &y.0, options)
    };
}
