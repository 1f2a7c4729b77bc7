//! Reductions and scans.

use super::{axes, made};
use crate::DynArray;
use crate::array::NdArray;
use crate::convert::{Input, number, number_as};
use crate::error::run;
use crate::order::Seen;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use xparray::{Axes, Cumulative, Quantile, QuantileMethod, Reduction, Scalar, Ufunc, Variance};

type Reduce = fn(&DynArray, Axes) -> xparray::Result<DynArray>;
type Scan = fn(&DynArray, Option<isize>) -> xparray::Result<DynArray>;

/// Reductions along axes, by name.
const REDUCTIONS: &[(&str, Reduce)] = &[
    ("sum", |x, axes| x.sum(axes)),
    ("prod", |x, axes| x.prod(axes)),
    ("mean", |x, axes| x.mean(axes)),
    ("min", |x, axes| x.min(axes)),
    ("max", |x, axes| x.max(axes)),
    ("ptp", |x, axes| x.ptp(axes)),
    ("all", |x, axes| x.all(axes)),
    ("any", |x, axes| x.any(axes)),
    ("argmin", |x, axes| x.argmin(axes)),
    ("argmax", |x, axes| x.argmax(axes)),
    ("count_nonzero", |x, axes| x.count_nonzero(axes)),
    ("median", |x, axes| x.median(axes)),
    ("nansum", |x, axes| x.nansum(axes)),
    ("nanprod", |x, axes| x.nanprod(axes)),
    ("nanmean", |x, axes| x.nanmean(axes)),
    ("nanmin", |x, axes| x.nanmin(axes)),
    ("nanmax", |x, axes| x.nanmax(axes)),
    ("nanargmin", |x, axes| x.nanargmin(axes)),
    ("nanargmax", |x, axes| x.nanargmax(axes)),
    ("nanmedian", |x, axes| x.nanmedian(axes)),
];

/// Scans along an axis, or of the elements in a row, by name.
const SCANS: &[(&str, Scan)] = &[
    ("cumsum", |x, axis| x.cumsum(axis)),
    ("cumprod", |x, axis| x.cumprod(axis)),
    ("nancumsum", |x, axis| x.nancumsum(axis)),
    ("nancumprod", |x, axis| x.nancumprod(axis)),
    ("cummax", |x, axis| x.cummax(axis)),
    ("cummin", |x, axis| x.cummin(axis)),
];

/// The entry of a name.
fn named<T: Copy>(table: &[(&str, T)], name: &str) -> PyResult<T> {
    let found = table.iter().find(|(each, _)| *each == name).map(|(_, f)| *f);
    found.ok_or_else(|| PyValueError::new_err(format!("{name} is not a reduction")))
}

#[pyfunction]
fn reduce(py: Python<'_>, name: &str, x: Seen<'_>, axis: Option<Vec<isize>>, keepdims: bool) -> PyResult<NdArray> {
    let f = named(REDUCTIONS, name)?;
    match axis {
        None => made(py, || f(&x.value, axes(None, keepdims))),
        Some(gone) => x.reduced(py, &gone, |x| f(x, axes(Some(gone.clone()), keepdims))),
    }
}

/// Reductions that start from a value, and of some elements only, by name.
const FOLDS: &[(&str, Ufunc)] = &[
    ("sum", Ufunc::Add),
    ("prod", Ufunc::Multiply),
    ("min", Ufunc::Minimum),
    ("max", Ufunc::Maximum),
    ("all", Ufunc::LogicalAnd),
    ("any", Ufunc::LogicalOr),
];

/// What a reduction begins with.
pub enum Initial {
    /// The function's identity, if it has one.
    Identity,
    /// The first element, which has to be there: Python's `None`.
    Element,
    Number(Scalar),
}

impl<'py> FromPyObject<'_, 'py> for Initial {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if object.is_none() { Ok(Self::Element) } else { number(&object).map(Self::Number) }
    }
}

impl Initial {
    pub fn number(&self) -> Option<Scalar> {
        match self {
            Self::Number(number) => Some(*number),
            Self::Identity | Self::Element => None,
        }
    }

    /// Refuses a reduction with nothing to begin with: of no elements, or of those where a mask holds, which may be none.
    pub fn check(&self, function: Ufunc, x: &DynArray, axis: Option<&[isize]>, masked: bool) -> PyResult<()> {
        match self {
            Self::Number(_) => return Ok(()),
            Self::Identity if function.identity(x.dtype()).is_some() => return Ok(()),
            Self::Identity | Self::Element => {}
        }
        let name = function.name();
        if masked {
            let message = "does not have an identity, so to use a where mask one has to specify 'initial'";
            return Err(PyValueError::new_err(format!("reduction operation '{name}' {message}")));
        }
        let is_reduced = |k: usize| {
            let named = |&each: &isize| each == k as isize || each == k as isize - x.ndim() as isize;
            axis.is_none_or(|axis| axis.iter().any(named))
        };
        // Also where there are no results either.
        if x.shape().iter().enumerate().any(|(k, &length)| length == 0 && is_reduced(k)) {
            let message = "which has no identity";
            return Err(PyValueError::new_err(format!("zero-size array to reduction operation {name} {message}")));
        }
        Ok(())
    }
}

/// A reduction from an initial value, of the elements where a mask holds.
#[pyfunction]
#[pyo3(signature = (name, x, axis, keepdims, mask, initial=Initial::Identity))]
fn fold(
    py: Python<'_>,
    name: &str,
    x: Input,
    axis: Option<Vec<isize>>,
    keepdims: bool,
    mask: Option<Input>,
    initial: Initial,
) -> PyResult<NdArray> {
    let (function, Input(x)) = (named(FOLDS, name)?, x);
    initial.check(function, &x, axis.as_deref(), mask.is_some())?;
    let adds = matches!(function, Ufunc::Add | Ufunc::Multiply);
    let dtype = if adds { x.dtype().sum() } else { x.dtype() };
    let initial = initial.number().map(|initial| number_as(initial, dtype)).transpose()?;
    made(py, || {
        let options = Reduction::new().axes(axes(axis, keepdims));
        let options = initial.into_iter().fold(options, Reduction::initial_of);
        function.reduce_with(&x, mask.iter().fold(options, |options, mask| options.mask(&mask.0)))
    })
}

/// The mean, the variance (`Some(false)`) or its root of the elements where a mask holds.
#[pyfunction]
fn moment_where(
    py: Python<'_>,
    root: Option<bool>,
    x: Input,
    axis: Option<Vec<isize>>,
    ddof: f64,
    keepdims: bool,
    mask: Input,
) -> PyResult<NdArray> {
    let (axes, options) = (axes(axis, keepdims), Variance::new().ddof(ddof));
    made(py, || match root {
        None => x.0.mean_where(axes, &mask.0),
        Some(false) => x.0.var_where(axes, &mask.0, options),
        Some(true) => x.0.std_where(axes, &mask.0, options),
    })
}

#[pyfunction]
fn scan(py: Python<'_>, name: &str, x: Seen<'_>, axis: Option<isize>) -> PyResult<NdArray> {
    let f = named(SCANS, name)?;
    x.made(py, |x| f(x, axis))
}

#[pyfunction]
fn cumulative(py: Python<'_>, product: bool, x: Input, axis: isize, include_initial: bool) -> PyResult<NdArray> {
    let options = Cumulative::new().include_initial(include_initial);
    made(py, || match product {
        true => x.0.cumulative_prod_with(axis, options),
        false => x.0.cumulative_sum_with(axis, options),
    })
}

/// The variance, or its root; of the numbers only, if asked for.
#[pyfunction]
fn spread(
    py: Python<'_>,
    root: bool,
    numbers: bool,
    x: Seen<'_>,
    axis: Option<Vec<isize>>,
    ddof: f64,
    keepdims: bool,
) -> PyResult<NdArray> {
    let gone = axis.clone().unwrap_or_default();
    let (axes, options) = (axes(axis, keepdims), Variance::new().ddof(ddof));
    x.reduced(py, &gone, |x| match (root, numbers) {
        (true, false) => x.std_with(axes, options),
        (false, false) => x.var_with(axes, options),
        (true, true) => x.nanstd_with(axes, options),
        (false, true) => x.nanvar_with(axes, options),
    })
}

/// NumPy's names of the methods.
fn method_of(name: &str) -> PyResult<QuantileMethod> {
    use QuantileMethod::*;
    Ok(match name {
        "inverted_cdf" => InvertedCdf,
        "averaged_inverted_cdf" => AveragedInvertedCdf,
        "closest_observation" => ClosestObservation,
        "interpolated_inverted_cdf" => InterpolatedInvertedCdf,
        "hazen" => Hazen,
        "weibull" => Weibull,
        "linear" => Linear,
        "median_unbiased" => MedianUnbiased,
        "normal_unbiased" => NormalUnbiased,
        "lower" => Lower,
        "higher" => Higher,
        "midpoint" => Midpoint,
        "nearest" => Nearest,
        other => return Err(PyValueError::new_err(format!("'{other}' is not a valid method"))),
    })
}

#[pyfunction]
fn quantile(
    py: Python<'_>,
    x: Input,
    q: Vec<f64>,
    scalar: bool,
    axis: Option<Vec<isize>>,
    method: &str,
    numbers: bool,
    keepdims: bool,
) -> PyResult<NdArray> {
    let (axes, options) = (axes(axis, keepdims), Quantile::new().method(method_of(method)?));
    let found = run(py, || match numbers {
        true => x.0.nanquantile_with(q.as_slice(), axes, options),
        false => x.0.quantile_with(q.as_slice(), axes, options),
    })?;
    match scalar {
        true => made(py, || found.squeeze(0)),
        false => Ok(NdArray::new(found)),
    }
}

pub fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(reduce, module)?)?;
    module.add_function(wrap_pyfunction!(fold, module)?)?;
    module.add_function(wrap_pyfunction!(moment_where, module)?)?;
    module.add_function(wrap_pyfunction!(scan, module)?)?;
    module.add_function(wrap_pyfunction!(cumulative, module)?)?;
    module.add_function(wrap_pyfunction!(spread, module)?)?;
    module.add_function(wrap_pyfunction!(quantile, module)?)
}
