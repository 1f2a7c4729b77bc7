//! Distances of vectors, and figures of the same shape.

use super::functions;
use crate::convert::Input;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use xparray::Device;
use xparray::scipy::spatial;
use xparray::scipy::spatial::distance::{self, Metric, Parameters};

/// A metric by its name; the order is that of Minkowski's.
pub struct Measure(pub Metric);

impl<'py> FromPyObject<'_, 'py> for Measure {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let (name, p): (String, f64) = object.extract()?;
        Ok(Self(match name.to_lowercase().as_str() {
            "braycurtis" => Metric::Braycurtis,
            "canberra" => Metric::Canberra,
            "chebyshev" | "chebychev" | "cheby" | "cheb" | "ch" => Metric::Chebyshev,
            "cityblock" | "cblock" | "cb" | "c" => Metric::Cityblock,
            "correlation" | "co" => Metric::Correlation,
            "cosine" | "cos" => Metric::Cosine,
            "dice" => Metric::Dice,
            "euclidean" | "euclid" | "eu" | "e" => Metric::Euclidean,
            "hamming" | "hamm" | "ha" | "h" | "matching" => Metric::Hamming,
            "hellinger" => Metric::Hellinger,
            "jaccard" | "jacc" | "ja" | "j" => Metric::Jaccard,
            "jensenshannon" | "js" => Metric::Jensenshannon,
            "kl_divergence" => Metric::KlDivergence,
            "mahalanobis" | "mahal" | "mah" => Metric::Mahalanobis,
            "minkowski" | "mi" | "m" | "pnorm" => Metric::Minkowski(p),
            "rogerstanimoto" => Metric::Rogerstanimoto,
            "russellrao" => Metric::Russellrao,
            "seuclidean" | "se" | "s" => Metric::Seuclidean,
            "sokalsneath" => Metric::Sokalsneath,
            "sqeuclidean" | "sqe" | "sqeuclid" => Metric::Sqeuclidean,
            "yule" => Metric::Yule,
            _ => return Err(PyValueError::new_err(format!("Unknown Distance Metric: {name}"))),
        }))
    }
}

/// Weights, variances, and the inverse of a covariance.
type Given = (Option<Input>, Option<Input>, Option<Input>);

fn parameters((w, v, vi): &Given) -> Parameters<Device> {
    let parameters = w.iter().fold(Parameters::new(), |parameters, w| parameters.w(&w.0));
    let parameters = v.iter().fold(parameters, |parameters, v| parameters.v(&v.0));
    vi.iter().fold(parameters, |parameters, vi| parameters.vi(&vi.0))
}

functions! {
    between(u: Input, v: Input, metric: Measure, given: Given) = metric.0.between(&u.0, &v.0, &parameters(&given));
    cdist(x: Input, y: Input, metric: Measure, given: Given) =
        distance::cdist_with(&x.0, &y.0, metric.0, &parameters(&given));
    directed_hausdorff(u: Input, v: Input) =
        distance::directed_hausdorff(&u.0, &v.0).map(|found| (found.distance, found.index_u, found.index_v));
    distance_matrix(x: Input, y: Input, p: f64) = distance::distance_matrix(&x.0, &y.0, p);
    geometric_slerp(start: Input, end: Input, t: Input) = spatial::geometric_slerp(&start.0, &end.0, &t.0);
    is_valid_dm(d: Input, tol: f64) = distance::is_valid_dm(&d.0, tol);
    is_valid_y(y: Input) = Ok(distance::is_valid_y(&y.0));
    minkowski_distance(x: Input, y: Input, p: f64) = spatial::minkowski_distance(&x.0, &y.0, p);
    minkowski_distance_p(x: Input, y: Input, p: f64) = spatial::minkowski_distance_p(&x.0, &y.0, p);
    num_obs_dm(d: Input) = distance::num_obs_dm(&d.0);
    num_obs_y(y: Input) = distance::num_obs_y(&y.0);
    pdist(x: Input, metric: Measure, given: Given) = distance::pdist_with(&x.0, metric.0, &parameters(&given));
    procrustes(a: Input, b: Input) = spatial::procrustes(&a.0, &b.0);
    squareform(x: Input, checks: bool) = distance::squareform(&x.0, checks);
}
