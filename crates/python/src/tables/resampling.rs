//! Statistics of samples by drawing from them again, and distributions that samples make.

use super::functions;
use super::kept::{Kept, keep};
use super::words::{Drawn, Intervals, Shuffled, Sides};
use crate::convert::{Input, borrowed};
use crate::functions::Generator;
use crate::operand::Operand;
use crate::tables::sparse::called_with;
use pyo3::prelude::*;
use xparray::scipy::stats::{self, Bootstrap, Ecdf, Permutation, RvContinuous};
use xparray::{Device, Error};

fn wrong(method: &str) -> Error {
    Error::value("rv_histogram", format!("there is no method {method}"))
}

functions! {
    bootstrap(
        data: Vec<Input>, statistic: Py<PyAny>, rng: Py<Generator>, n_resamples: usize, confidence_level: f64, method: Drawn,
        sides: Sides, paired: bool
    ) = {
        let options = Bootstrap::new().n_resamples(n_resamples).confidence_level(confidence_level).method(method.0);
        let options = options.alternative(sides.0).paired(paired);
        let found = rng.get().with(|rng| {
            stats::bootstrap_several(&borrowed(&data), |x| called_with(&statistic, x), rng, options)
        })?;
        Ok(((found.low, found.high), found.bootstrap_distribution, found.standard_error))
    };
    ecdf(sample: Input, censored: Option<Input>) = match &censored {
        Some(censored) => stats::ecdf_censored(&sample.0, &censored.0),
        None => stats::ecdf(&sample.0),
    }.map(keep);
    ecdf_evaluate(ecdf: Kept<Ecdf<Device>>, x: Input) = ecdf.0.evaluate(&x.0);
    ecdf_interval(ecdf: Kept<Ecdf<Device>>, level: f64, method: Intervals) = ecdf.0.confidence_interval(level, method.0);
    ecdf_parts(ecdf: Kept<Ecdf<Device>>) = Ok((ecdf.0.quantiles.clone(), ecdf.0.probabilities.clone()));
    ecdf_sf(ecdf: Kept<Ecdf<Device>>, x: Input) = ecdf.0.sf(&x.0);
    permutation_test(
        data: Vec<Input>, statistic: Py<PyAny>, rng: Py<Generator>, kind: Shuffled, n_resamples: usize, sides: Sides
    ) = {
        let options = Permutation::new().permutation_type(kind.0).n_resamples(n_resamples).alternative(sides.0);
        rng.get().with(|rng| {
            stats::permutation_test_with(&borrowed(&data), |x| called_with(&statistic, x), rng, options)
        }).map(|found| (found.statistic, found.pvalue, found.null_distribution))
    };
    rv_histogram(counts: Input, edges: Input, loc: Operand, scale: Operand) =
        stats::rv_histogram(&counts.0, &edges.0)?.loc(&loc.borrowed())?.scale(&scale.borrowed()).map(keep);
    rv_histogram_interval(law: Kept<RvContinuous<Device>>, confidence: Operand) = law.0.interval(&confidence.borrowed());
    rv_histogram_moment(law: Kept<RvContinuous<Device>>, order: u32) = law.0.moment(order);
    rv_histogram_number(law: Kept<RvContinuous<Device>>, method: String) = match method.as_str() {
        "mean" => law.0.mean(),
        "var" => law.0.var(),
        "std" => law.0.std(),
        "median" => law.0.median(),
        "entropy" => law.0.entropy(),
        other => Err(wrong(other)),
    };
    rv_histogram_of(law: Kept<RvContinuous<Device>>, method: String, x: Operand) = match (method.as_str(), &x.borrowed()) {
        ("pdf", x) => law.0.pdf(x),
        ("logpdf", x) => law.0.logpdf(x),
        ("cdf", x) => law.0.cdf(x),
        ("sf", x) => law.0.sf(x),
        ("logcdf", x) => law.0.logcdf(x),
        ("logsf", x) => law.0.logsf(x),
        ("ppf", x) => law.0.ppf(x),
        ("isf", x) => law.0.isf(x),
        (other, _) => Err(wrong(other)),
    };
    rv_histogram_rvs(law: Kept<RvContinuous<Device>>, rng: Py<Generator>, shape: Vec<usize>) =
        rng.get().with(|rng| law.0.rvs(rng, shape));
    rv_histogram_stats(law: Kept<RvContinuous<Device>>) = law.0.stats();
}
