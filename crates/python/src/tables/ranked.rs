//! Tests of scales, medians and several samples, cumulants, angles, and probabilities of several tests.

use super::functions;
use super::samples::{Middle, along, both};
use super::words::{Combined, Discoveries, Munzel, Nan, Sides, Tie};
use crate::convert::{Input, borrowed};
use crate::functions::Generator;
use pyo3::prelude::*;
use xparray::scipy::stats::{self, MedianTest, Scores, Test};

fn test(axis: Option<isize>, nan: Nan, sides: Sides) -> Test {
    Test::new().axis(axis).nan_policy(nan.0).alternative(sides.0)
}

functions! {
    alexandergovern(samples: Vec<Input>, axis: Option<isize>, nan: Nan) =
        stats::alexandergovern(&borrowed(&samples), along(axis, nan)).map(both);
    brunnermunzel(x: Input, y: Input, distribution: Munzel, axis: Option<isize>, nan: Nan, sides: Sides) =
        stats::brunnermunzel(&x.0, &y.0, distribution.0, test(axis, nan, sides)).map(both);
    bws_test(x: Input, y: Input, rng: Py<Generator>, n_resamples: usize, sides: Sides) = rng
        .get()
        .with(|rng| stats::bws_test(&x.0, &y.0, rng, n_resamples, sides.0))
        .map(|found| (found.statistic, found.pvalue, found.null_distribution));
    circmean(x: Input, low: f64, high: f64, axis: Option<isize>, nan: Nan) =
        stats::circmean(&x.0, [low, high], along(axis, nan));
    circstd(x: Input, low: f64, high: f64, normalize: bool, axis: Option<isize>, nan: Nan) =
        stats::circstd(&x.0, [low, high], normalize, along(axis, nan));
    circvar(x: Input, low: f64, high: f64, axis: Option<isize>, nan: Nan) =
        stats::circvar(&x.0, [low, high], along(axis, nan));
    combine_pvalues(p: Input, method: Combined, weights: Option<Input>, axis: Option<isize>, nan: Nan) = {
        let weights = weights.map(|weights| weights.0);
        stats::combine_pvalues(&p.0, method.0, weights.as_ref(), along(axis, nan)).map(both)
    };
    false_discovery_control(ps: Input, method: Discoveries, axis: Option<isize>) =
        stats::false_discovery_control(&ps.0, method.0, axis);
    fligner(samples: Vec<Input>, middle: Middle, axis: Option<isize>, nan: Nan) =
        stats::fligner(&borrowed(&samples), middle.0, along(axis, nan)).map(both);
    gstd(a: Input, ddof: f64, axis: Option<isize>, nan: Nan) = stats::gstd(&a.0, ddof, along(axis, nan));
    gzscore(a: Input, axis: Option<isize>, ddof: f64, nan: Nan) =
        stats::gzscore(&a.0, Scores::new().axis(axis).ddof(ddof).nan_policy(nan.0));
    kstat(data: Input, n: u32, axis: Option<isize>, nan: Nan) = stats::kstat(&data.0, n, along(axis, nan));
    kstatvar(data: Input, n: u32, axis: Option<isize>, nan: Nan) = stats::kstatvar(&data.0, n, along(axis, nan));
    median_test(samples: Vec<Input>, ties: Tie, correction: bool, lambda: f64, nan: Nan) = {
        let options = MedianTest::new().ties(ties.0).correction(correction).lambda(lambda).nan_policy(nan.0);
        stats::median_test(&borrowed(&samples), options)
            .map(|found| (found.statistic, found.pvalue, found.median, found.table))
    };
    mood(x: Input, y: Input, axis: Option<isize>, nan: Nan, sides: Sides) =
        stats::mood(&x.0, &y.0, test(axis, nan, sides)).map(both);
    ranksums(x: Input, y: Input, axis: Option<isize>, nan: Nan, sides: Sides) =
        stats::ranksums(&x.0, &y.0, test(axis, nan, sides)).map(both);
}
