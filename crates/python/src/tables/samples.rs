//! More statistics: of tables, of ranks, of several samples; densities of samples, and laws of vectors.

use super::functions;
use super::kept::{Kept, keep};
use super::words::{Exactness, Nan, Sides, Zeros};
use crate::DynArray;
use crate::convert::{Input, borrowed};
use crate::device::DeviceArg;
use crate::functions::Generator;
use crate::tables::sparse::called;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use xparray::scipy::stats::{
    self, Along, Bandwidth, Center, Dirichlet, Dunnett, GaussianKde, Iqr, Kolmogorov, Moments, Multinomial,
    MultivariateNormal, PowerDivergence, ProportionMethod, RankTest, Significance, Test, TukeyHsd,
};
use xparray::{Device, Error};

type Kde = Kept<GaussianKde<Device>>;
type Normal = Kept<MultivariateNormal<Device>>;

pub fn along(axis: Option<isize>, nan: Nan) -> Along {
    Along::new(axis).nan_policy(nan.0)
}

fn ranks(axis: Option<isize>, nan: Nan, sides: Sides, method: Exactness) -> RankTest {
    RankTest::new().axis(axis).nan_policy(nan.0).alternative(sides.0).method(method.0)
}

pub fn both(found: Significance<Device>) -> (DynArray, DynArray) {
    (found.statistic, found.pvalue)
}

fn all(found: Kolmogorov<Device>) -> (DynArray, DynArray, DynArray, DynArray) {
    (found.statistic, found.pvalue, found.statistic_location, found.statistic_sign)
}

fn array(x: &Option<Input>) -> Option<&DynArray> {
    x.as_ref().map(|x| &x.0)
}

fn divergence(expected: Option<Input>, ddof: f64, axis: Option<isize>) -> PowerDivergence<Device> {
    let options = PowerDivergence::new().ddof(ddof).axis(axis);
    expected.iter().fold(options, |options, expected| options.f_exp(&expected.0))
}

/// The middle of a sample: its name, and the share that is trimmed.
pub struct Middle(pub Center);

impl<'py> FromPyObject<'_, 'py> for Middle {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let (name, share): (String, f64) = object.extract()?;
        match name.as_str() {
            "median" => Ok(Self(Center::Median)),
            "mean" => Ok(Self(Center::Mean)),
            "trimmed" => Ok(Self(Center::Trimmed(share))),
            _ => Err(PyValueError::new_err("center must be 'mean', 'median' or 'trimmed'.")),
        }
    }
}

/// The width of a density of a sample: a rule, or a factor.
struct Width(Bandwidth);

impl<'py> FromPyObject<'_, 'py> for Width {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(factor) = object.extract::<f64>() {
            return Ok(Self(Bandwidth::Factor(factor)));
        }
        match object.extract::<String>()?.as_str() {
            "scott" => Ok(Self(Bandwidth::Scott)),
            "silverman" => Ok(Self(Bandwidth::Silverman)),
            _ => Err(PyValueError::new_err("`bw_method` should be 'scott', 'silverman', or a scalar")),
        }
    }
}

functions! {
    ansari(x: Input, y: Input, sides: Sides) =
        stats::ansari(&x.0, &y.0, Test::new().alternative(sides.0)).map(both);
    barnard_exact(table: [[u64; 2]; 2], sides: Sides, pooled: bool) = stats::barnard_exact(table, sides.0, pooled);
    bartlett(samples: Vec<Input>, axis: Option<isize>, nan: Nan) =
        stats::bartlett(&borrowed(&samples), along(axis, nan)).map(both);
    binomtest(k: u64, n: u64, p: f64, sides: Sides) =
        stats::binomtest(k, n, p, sides.0).map(|found| (found.statistic, found.pvalue));
    boschloo_exact(table: [[u64; 2]; 2], sides: Sides) = stats::boschloo_exact(table, sides.0);
    proportion_ci(k: u64, n: u64, sides: Sides, level: f64, method: String, device: DeviceArg) = {
        let method = match method.as_str() {
            "exact" => ProportionMethod::Exact,
            "wilson" => ProportionMethod::Wilson,
            "wilsoncc" => ProportionMethod::WilsonCorrected,
            _ => return Err(Error::value("proportion_ci", format!("method ('{method}') must be one of 'exact', 'wilson' or 'wilsoncc'"))),
        };
        stats::binomtest(k, n, 0.5, sides.0)?.proportion_ci(&device.0, level, method)
    };
    boxcox_llf(lmb: f64, data: Input) = stats::boxcox_llf(lmb, &data.0);
    chi2_contingency(observed: Input, correction: bool, lambda: f64) = {
        let found = stats::chi2_contingency(&observed.0, correction, lambda)?;
        Ok((found.statistic, found.pvalue, found.dof, found.expected_freq))
    };
    cramervonmises(x: Input, cdf: Py<PyAny>) = stats::cramervonmises(&x.0, |x| called(&cdf, x), 0).map(both);
    cramervonmises_2samp(x: Input, y: Input, method: Exactness) =
        stats::cramervonmises_2samp(&x.0, &y.0, RankTest::new().method(method.0)).map(both);
    describe(a: Input, axis: Option<isize>, ddof: f64, bias: bool, nan: Nan) = {
        let found = stats::describe(&a.0, Moments::new().axis(axis).ddof(ddof).bias(bias).nan_policy(nan.0))?;
        Ok((found.nobs, (found.min, found.max), found.mean, (found.variance, found.skewness, found.kurtosis)))
    };
    dirichlet(alpha: Input) = stats::dirichlet(&alpha.0).map(keep);
    dirichlet_logpdf(law: Kept<Dirichlet<Device>>, x: Input) = law.0.logpdf(&x.0);
    dirichlet_numbers(law: Kept<Dirichlet<Device>>) = Ok((law.0.mean()?, law.0.var()?, law.0.entropy()?));
    dirichlet_pdf(law: Kept<Dirichlet<Device>>, x: Input) = law.0.pdf(&x.0);
    dirichlet_rvs(law: Kept<Dirichlet<Device>>, rng: Py<Generator>, shape: Vec<usize>) =
        rng.get().with(|rng| law.0.rvs(rng, shape));
    dunnett(samples: Vec<Input>, control: Input, sides: Sides) = stats::dunnett(&borrowed(&samples), &control.0, sides.0)
        .map(|found| (found.statistic.clone(), found.pvalue.clone(), keep(found)));
    dunnett_interval(found: Kept<Dunnett<Device>>, level: f64) = found.0.confidence_interval(level);
    energy_distance(u: Input, v: Input, weights: (Option<Input>, Option<Input>)) = {
        let (u_weights, v_weights) = weights;
        stats::energy_distance(&u.0, &v.0, array(&u_weights), array(&v_weights))
    };
    fisher_exact(table: [[u64; 2]; 2], sides: Sides) = stats::fisher_exact(table, sides.0);
    fisher_exact_table(table: Vec<Vec<u64>>) =
        stats::fisher_exact_table(&table.iter().map(Vec::as_slice).collect::<Vec<_>>());
    friedmanchisquare(samples: Vec<Input>, axis: Option<isize>, nan: Nan) =
        stats::friedmanchisquare(&borrowed(&samples), along(axis, nan)).map(both);
    gaussian_kde(dataset: Input, width: Width, weights: Option<Input>) = {
        let weights = weights.map(|weights| weights.0);
        stats::gaussian_kde(&dataset.0, width.0, weights.as_ref()).map(keep)
    };
    gaussian_kde_box(kde: Kde, low: f64, high: f64) = kde.0.integrate_box_1d(low, high);
    gaussian_kde_evaluate(kde: Kde, x: Input) = kde.0.evaluate(&x.0);
    gaussian_kde_integrate(kde: Kde, other: Kde) = kde.0.integrate_kde(&other.0);
    gaussian_kde_integrate_gaussian(kde: Kde, mean: Input, cov: Input) = kde.0.integrate_gaussian(&mean.0, &cov.0);
    gaussian_kde_logpdf(kde: Kde, x: Input) = kde.0.logpdf(&x.0);
    gaussian_kde_marginal(kde: Kde, dimensions: Vec<usize>) = kde.0.marginal(&dimensions).map(keep);
    gaussian_kde_parts(kde: Kde) = {
        let kde = kde.0;
        Ok((kde.dataset.clone(), kde.weights.clone(), kde.neff, kde.factor, kde.covariance.clone()))
    };
    gaussian_kde_resample(kde: Kde, rng: Py<Generator>, size: usize) = rng.get().with(|rng| kde.0.resample(rng, size));
    iqr(x: Input, axis: Option<isize>, rng: (f64, f64), scale: Option<f64>, nan: Nan) = {
        let options = Iqr::new().axis(axis).nan_policy(nan.0).rng(rng.0, rng.1);
        stats::iqr_with(&x.0, scale.map_or_else(|| options.normal(), |scale| options.scale(scale)))
    };
    kendalltau(x: Input, y: Input, axis: Option<isize>, nan: Nan, sides: Sides, method: Exactness, c: bool) = {
        let options = ranks(axis, nan, sides, method);
        if c { stats::kendalltau_c(&x.0, &y.0, options) } else { stats::kendalltau(&x.0, &y.0, options) }.map(both)
    };
    ks_1samp(x: Input, cdf: Py<PyAny>, axis: Option<isize>, nan: Nan, sides: Sides, method: Exactness) =
        stats::ks_1samp(&x.0, |x| called(&cdf, x), ranks(axis, nan, sides, method)).map(all);
    ks_2samp(x: Input, y: Input, axis: Option<isize>, nan: Nan, sides: Sides, method: Exactness) =
        stats::ks_2samp(&x.0, &y.0, ranks(axis, nan, sides, method)).map(all);
    levene(samples: Vec<Input>, middle: Middle, axis: Option<isize>, nan: Nan) =
        stats::levene(&borrowed(&samples), middle.0, along(axis, nan)).map(both);
    linregress(x: Input, y: Input, axis: Option<isize>, nan: Nan, sides: Sides) = {
        let found = stats::linregress(&x.0, &y.0, Test::new().axis(axis).nan_policy(nan.0).alternative(sides.0))?;
        Ok(((found.slope, found.intercept, found.rvalue), found.pvalue, found.stderr, found.intercept_stderr))
    };
    mannwhitneyu(
        x: Input, y: Input, continuity: bool, sides: Sides, axis: Option<isize>, method: Exactness, nan: Nan
    ) = stats::mannwhitneyu(&x.0, &y.0, ranks(axis, nan, sides, method).correction(continuity)).map(both);
    median_abs_deviation(x: Input, axis: Option<isize>, scale: f64, nan: Nan) =
        stats::median_abs_deviation(&x.0, scale, along(axis, nan));
    mode(a: Input, axis: Option<isize>, nan: Nan) = stats::mode(&a.0, along(axis, nan));
    multinomial(n: u64, p: Input) = stats::multinomial(n, &p.0).map(keep);
    multinomial_logpmf(law: Kept<Multinomial<Device>>, x: Input) = law.0.logpmf(&x.0);
    multinomial_numbers(law: Kept<Multinomial<Device>>) = Ok((law.0.mean()?, law.0.cov()?, law.0.entropy()?));
    multinomial_pmf(law: Kept<Multinomial<Device>>, x: Input) = law.0.pmf(&x.0);
    multinomial_rvs(law: Kept<Multinomial<Device>>, rng: Py<Generator>, shape: Vec<usize>) =
        rng.get().with(|rng| law.0.rvs(rng, shape));
    multivariate_normal(mean: Input, cov: Input, singular: bool) = {
        if singular { stats::multivariate_normal_singular(&mean.0, &cov.0) } else { stats::multivariate_normal(&mean.0, &cov.0) }
            .map(keep)
    };
    multivariate_normal_cdf(law: Normal, lower: Option<Input>, x: Input) = match lower {
        Some(lower) => law.0.cdf_with(&lower.0, &x.0).map(|found| found.0),
        None => law.0.cdf(&x.0),
    };
    multivariate_normal_entropy(law: Normal) = law.0.entropy();
    multivariate_normal_fit(x: Input, mean: Option<Input>, cov: Option<Input>) = {
        let (mean, cov) = (mean.map(|mean| mean.0), cov.map(|cov| cov.0));
        stats::multivariate_normal_fit(&x.0, mean.as_ref(), cov.as_ref())
    };
    multivariate_normal_logpdf(law: Normal, x: Input) = law.0.logpdf(&x.0);
    multivariate_normal_pdf(law: Normal, x: Input) = law.0.pdf(&x.0);
    multivariate_normal_rvs(law: Normal, rng: Py<Generator>, shape: Vec<usize>) =
        rng.get().with(|rng| law.0.rvs(rng, shape));
    power_divergence(observed: Input, expected: Option<Input>, ddof: f64, axis: Option<isize>, lambda: f64) =
        stats::power_divergence(&observed.0, divergence(expected, ddof, axis).lambda(lambda)).map(both);
    shapiro(x: Input, axis: Option<isize>, nan: Nan) = stats::shapiro(&x.0, along(axis, nan)).map(both);
    tukey_hsd(samples: Vec<Input>, equal: bool) = stats::tukey_hsd(&borrowed(&samples), equal)
        .map(|found| (found.statistic.clone(), found.pvalue.clone(), keep(found)));
    tukey_hsd_interval(found: Kept<TukeyHsd<Device>>, level: f64) = found.0.confidence_interval(level);
    wasserstein_distance(u: Input, v: Input, weights: (Option<Input>, Option<Input>)) = {
        let (u_weights, v_weights) = weights;
        stats::wasserstein_distance(&u.0, &v.0, array(&u_weights), array(&v_weights))
    };
    wilcoxon(
        x: Input, zero_method: Zeros, correction: bool, sides: Sides, axis: Option<isize>, method: Exactness, nan: Nan
    ) = {
        let options = ranks(axis, nan, sides, method).zero_method(zero_method.0).correction(correction);
        stats::wilcoxon(&x.0, options).map(both)
    };
}
