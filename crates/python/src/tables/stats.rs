//! Statistics and tests of samples.

use super::functions;
use super::kept::{Kept, keep};
use super::words::{Nan, Ranks, Sides};
use crate::DynArray;
use crate::convert::{Input, borrowed};
use crate::operand::Operand;
use xparray::Device;
use xparray::scipy::stats::{self, Along, Correlation, Entropy, Means, Moments, Scores, Significance, Test, Ttest};

fn along(axis: Option<isize>, nan: Nan) -> Along {
    Along::new(axis).nan_policy(nan.0)
}

fn test(axis: Option<isize>, nan: Nan, sides: Sides) -> Test {
    Test::new().axis(axis).nan_policy(nan.0).alternative(sides.0)
}

fn moments(axis: Option<isize>, nan: Nan) -> Moments {
    Moments::new().axis(axis).nan_policy(nan.0)
}

fn means(axis: Option<isize>, weights: &Option<Input>, nan: Nan) -> Means<Device> {
    weights.iter().fold(Means::new().axis(axis).nan_policy(nan.0), |options, weights| options.weights(&weights.0))
}

/// The statistic and the probability.
fn both(found: Significance<Device>) -> (DynArray, DynArray) {
    (found.statistic, found.pvalue)
}

/// The statistic, the probability, the degrees of freedom, and what has the interval of the mean.
fn of_means(found: Ttest<Device>) -> (DynArray, DynArray, DynArray, Kept<Ttest<Device>>) {
    (found.statistic.clone(), found.pvalue.clone(), found.df.clone(), keep(found))
}

functions! {
    entropy(pk: Input, qk: Option<Input>, base: Option<f64>, axis: Option<isize>, nan: Nan) = {
        let options = Entropy::new().axis(axis).nan_policy(nan.0);
        let options = qk.iter().fold(options, |options, qk| options.qk(&qk.0));
        stats::entropy_with(&pk.0, base.into_iter().fold(options, Entropy::base))
    };
    f_oneway(samples: Vec<Input>, axis: Option<isize>, nan: Nan) =
        stats::f_oneway(&borrowed(&samples), along(axis, nan)).map(both);
    f_oneway_welch(samples: Vec<Input>, axis: Option<isize>, nan: Nan) =
        stats::f_oneway_welch(&borrowed(&samples), along(axis, nan)).map(both);
    gmean(a: Input, axis: Option<isize>, weights: Option<Input>, nan: Nan) = stats::gmean(&a.0, means(axis, &weights, nan));
    hmean(a: Input, axis: Option<isize>, weights: Option<Input>, nan: Nan) = stats::hmean(&a.0, means(axis, &weights, nan));
    jarque_bera(x: Input, axis: Option<isize>, nan: Nan) = stats::jarque_bera(&x.0, along(axis, nan)).map(both);
    kruskal(samples: Vec<Input>, axis: Option<isize>, nan: Nan) =
        stats::kruskal(&borrowed(&samples), along(axis, nan)).map(both);
    kurtosis(a: Input, axis: Option<isize>, fisher: bool, bias: bool, nan: Nan) =
        stats::kurtosis(&a.0, moments(axis, nan).fisher(fisher).bias(bias));
    kurtosistest(a: Input, axis: Option<isize>, nan: Nan, sides: Sides) =
        stats::kurtosistest(&a.0, test(axis, nan, sides)).map(both);
    moment(a: Input, order: u32, axis: Option<isize>, nan: Nan, center: Option<f64>) = {
        let options = moments(axis, nan);
        stats::moment(&a.0, order, center.map_or(options, |center| options.center(center)))
    };
    normaltest(a: Input, axis: Option<isize>, nan: Nan) = stats::normaltest(&a.0, along(axis, nan)).map(both);
    pearsonr(x: Input, y: Input, axis: Option<isize>, nan: Nan, sides: Sides) =
        stats::pearsonr(&x.0, &y.0, test(axis, nan, sides))
            .map(|found| (found.statistic.clone(), found.pvalue.clone(), keep(found)));
    pearsonr_interval(found: Kept<Correlation<Device>>, level: f64) = found.0.confidence_interval(level);
    pmean(a: Input, p: f64, axis: Option<isize>, weights: Option<Input>, nan: Nan) =
        stats::pmean(&a.0, p, means(axis, &weights, nan));
    rankdata(a: Input, method: Ranks, axis: Option<isize>, nan: Nan) = stats::rankdata(&a.0, method.0, along(axis, nan));
    sem(a: Input, axis: Option<isize>, ddof: f64, nan: Nan) = stats::sem(&a.0, ddof, along(axis, nan));
    skew(a: Input, axis: Option<isize>, bias: bool, nan: Nan) = stats::skew(&a.0, moments(axis, nan).bias(bias));
    skewtest(a: Input, axis: Option<isize>, nan: Nan, sides: Sides) = stats::skewtest(&a.0, test(axis, nan, sides)).map(both);
    spearmanr(x: Input, y: Input, axis: Option<isize>, nan: Nan, sides: Sides) =
        stats::spearmanr(&x.0, &y.0, test(axis, nan, sides)).map(both);
    spearmanr_matrix(x: Input, axis: Option<isize>, nan: Nan, sides: Sides) =
        stats::spearmanr_matrix(&x.0, test(axis, nan, sides)).map(both);
    trim_mean(a: Input, proportiontocut: f64, axis: Option<isize>, nan: Nan) =
        stats::trim_mean(&a.0, proportiontocut, along(axis, nan));
    ttest_1samp(a: Input, popmean: Operand, axis: Option<isize>, nan: Nan, sides: Sides) =
        stats::ttest_1samp(&a.0, &popmean.borrowed(), test(axis, nan, sides)).map(of_means);
    ttest_ind(a: Input, b: Input, axis: Option<isize>, equal: bool, nan: Nan, sides: Sides, trim: f64) = {
        let options = test(axis, nan, sides).trim(trim);
        let found =
            if equal { stats::ttest_ind(&a.0, &b.0, options) } else { stats::ttest_ind_welch(&a.0, &b.0, options) };
        found.map(of_means)
    };
    ttest_rel(a: Input, b: Input, axis: Option<isize>, nan: Nan, sides: Sides) =
        stats::ttest_rel(&a.0, &b.0, test(axis, nan, sides)).map(of_means);
    ttest_ind_from_stats(a: [Input; 3], b: [Input; 3], equal: bool, sides: Sides) = {
        let found = stats::ttest_ind_from_stats(a.each_ref().map(|x| &x.0), b.each_ref().map(|x| &x.0), equal, sides.0);
        found.map(|found| (found.statistic, found.pvalue))
    };
    ttest_interval(found: Kept<Ttest<Device>>, level: f64) = found.0.confidence_interval(level);
    variation(a: Input, axis: Option<isize>, nan: Nan, ddof: f64) = stats::variation(&a.0, ddof, along(axis, nan));
    zmap(scores: Input, compare: Input, axis: Option<isize>, ddof: f64, nan: Nan) =
        stats::zmap(&scores.0, &compare.0, Scores::new().axis(axis).ddof(ddof).nan_policy(nan.0));
    zscore(a: Input, axis: Option<isize>, ddof: f64, nan: Nan) =
        stats::zscore(&a.0, Scores::new().axis(axis).ddof(ddof).nan_policy(nan.0));
}
