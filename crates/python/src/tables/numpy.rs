//! More of NumPy's functions.

use super::functions;
use super::words::{BitOrderWord, Many, Mode, Overlap};
use crate::DynArray;
use crate::convert::{Input, number};
use crate::device::DeviceArg;
use crate::operand::Operand;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use xparray::polynomial::Polyint;
use xparray::{
    Bincount, Bins, Covariance, DType, Digitize, Ediff1d, Error, Gradient, Grid, Histogram, Interp, PackBits, PadMode,
    Scalar, Trapezoid, Unwrap, Vander, Windows,
};

fn arrays(given: Vec<Input>) -> Vec<DynArray> {
    given.into_iter().map(|input| input.0).collect()
}

fn bins(edges: &Option<Input>, count: usize, range: Option<(f64, f64)>) -> Bins<DynArray> {
    match edges {
        Some(edges) => Bins::Edges(edges.0.clone()),
        None => Bins::Equal(count, range),
    }
}

/// Edges, or a number of bins in a range.
type BinsOf = (Option<Input>, usize, Option<(f64, f64)>);

/// What is around an array: the name of the mode, and the number that is there, or at the ends.
struct Padding(PadMode<Scalar>);

impl<'py> FromPyObject<'_, 'py> for Padding {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let (name, value): (String, Bound<'py, PyAny>) = object.extract()?;
        Ok(Self(match name.as_str() {
            "constant" => PadMode::Constant(number(&value)?),
            "edge" => PadMode::Edge,
            "linear_ramp" => PadMode::LinearRamp(number(&value)?),
            "maximum" => PadMode::Maximum,
            "mean" => PadMode::Mean,
            "median" => PadMode::Median,
            "minimum" => PadMode::Minimum,
            "reflect" => PadMode::Reflect,
            "symmetric" => PadMode::Symmetric,
            "wrap" => PadMode::Wrap,
            other => return Err(PyValueError::new_err(format!("mode '{other}' is not supported"))),
        }))
    }
}

/// The covariances, or the correlations.
fn covariance(
    m: &DynArray,
    y: &Option<Input>,
    rowvar: bool,
    ddof: f64,
    weights: [&Option<Input>; 2],
    coefficients: bool,
) -> xparray::Result<DynArray> {
    let options = Covariance::new().rowvar(rowvar).ddof(ddof);
    let options = y.iter().fold(options, |options, y| options.y(&y.0));
    match weights.map(|weights| weights.as_ref().map(|weights| &weights.0)) {
        _ if coefficients => m.corrcoef_with(options),
        [None, None] => m.cov_with(options),
        [Some(f), None] => m.cov_with(options.fweights(f)),
        [None, Some(a)] => m.cov_with(options.aweights(a)),
        [Some(f), Some(a)] => m.cov_with(options.fweights(f).aweights(a)),
    }
}

functions! {
    array_equiv(a1: Input, a2: Input) = a1.0.array_equiv(&a2.0);
    bartlett(m: usize, device: DeviceArg) = device.0.bartlett(m);
    bincount(x: Input, weights: Option<Input>, minlength: isize) = {
        let negative = |_| Error::value("bincount", "'minlength' must not be negative");
        let options = Bincount::new().minlength(usize::try_from(minlength).map_err(negative)?);
        // An empty list is one of integers.
        let x = if x.0.is_empty() { x.0.astype(DType::I64)? } else { x.0 };
        match &weights {
            Some(weights) => x.bincount_with(options.weights(&weights.0)),
            None => x.bincount_with(options),
        }
    };
    blackman(m: usize, device: DeviceArg) = device.0.blackman(m);
    choose(a: Input, choices: Vec<Input>, mode: Mode) = {
        let choices = arrays(choices);
        a.0.choose_with(&choices.iter().collect::<Vec<_>>(), mode.0)
    };
    compress(condition: Input, a: Input, axis: Option<isize>) = a.0.compress(&condition.0, axis);
    convolve(a: Input, v: Input, mode: Overlap) = a.0.convolve_with(&v.0, mode.0);
    corrcoef(x: Input, y: Option<Input>, rowvar: bool) = covariance(&x.0, &y, rowvar, 1.0, [&None, &None], true);
    correlate(a: Input, v: Input, mode: Overlap) = a.0.correlate_with(&v.0, mode.0);
    cov(m: Input, y: Option<Input>, rowvar: bool, ddof: f64, fweights: Option<Input>, aweights: Option<Input>) =
        covariance(&m.0, &y, rowvar, ddof, [&fweights, &aweights], false);
    delete(x: Input, places: Input, axis: Option<isize>) = x.0.delete(&places.0, axis);
    diag_indices(n: usize, ndim: usize, device: DeviceArg) = device.0.diag_indices(n, ndim);
    digitize(x: Input, bins: Input, right: bool) = x.0.digitize_with(&bins.0, Digitize::new().right(right));
    divmod(x1: Input, x2: Operand) = x1.0.divmod(&x2.borrowed());
    ediff1d(x: Input, to_end: Option<Input>, to_begin: Option<Input>) = {
        let options = to_end.iter().fold(Ediff1d::new(), |options, end| options.to_end(&end.0));
        x.0.ediff1d_with(to_begin.iter().fold(options, |options, begin| options.to_begin(&begin.0)))
    };
    extract(condition: Input, x: Input) = x.0.extract(&condition.0);
    frexp(x: Input) = x.0.frexp();
    gradient(f: Input, spacing: Operand, axis: isize, edge_order: usize) =
        f.0.gradient_with(axis, Gradient::new().edge_order(edge_order).spacing(&spacing.borrowed()));
    hamming(m: usize, device: DeviceArg) = device.0.hamming(m);
    hanning(m: usize, device: DeviceArg) = device.0.hanning(m);
    histogramdd(sample: Input, bins: Vec<BinsOf>, weights: Option<Input>) = {
        let bins: Vec<_> = bins.iter().map(|each| self::bins(&each.0, each.1, each.2)).collect();
        match &weights {
            None => sample.0.histogramdd_with(&bins, Histogram::new()),
            Some(weights) => sample.0.histogramdd_with(&bins, Histogram::new().weights(&weights.0)),
        }
    };
    pad(x: Input, widths: Vec<(usize, usize)>, mode: Padding) = x.0.pad_with(widths, mode.0);
    histogram(a: Input, edges: Option<Input>, count: usize, range: Option<(f64, f64)>, weights: Option<Input>) = {
        let bins = bins(&edges, count, range);
        match &weights {
            None => a.0.histogram_with(bins, Histogram::new()),
            Some(weights) => a.0.histogram_with(bins, Histogram::new().weights(&weights.0)),
        }
    };
    histogram_bin_edges(a: Input, edges: Option<Input>, count: usize, range: Option<(f64, f64)>) =
        a.0.histogram_bin_edges(bins(&edges, count, range));
    indices(dimensions: Vec<usize>, device: DeviceArg) = device.0.indices(dimensions);
    insert(x: Input, places: Input, values: Operand, axis: Option<isize>) = x.0.insert(&places.0, &values.borrowed(), axis);
    interp(x: Input, xp: Input, fp: Input, left: Option<f64>, right: Option<f64>, period: Option<f64>) =
        x.0.interp_with(&xp.0, &fp.0, Interp::new().left(left).right(right).period(period));
    iscomplex(x: Input) = x.0.iscomplex();
    isreal(x: Input) = x.0.isreal();
    ix_(args: Vec<Input>, device: DeviceArg) = device.0.ix(arrays(args));
    kaiser(m: usize, beta: f64, device: DeviceArg) = device.0.kaiser(m, beta);
    ldexp(x1: Input, x2: Input) = x1.0.ldexp(&x2.0);
    matvec(x1: Input, x2: Input) = x1.0.matvec(&x2.0);
    modf(x: Input) = x.0.modf();
    nancumprod(a: Input, axis: Option<isize>) = a.0.nancumprod(axis);
    nancumsum(a: Input, axis: Option<isize>) = a.0.nancumsum(axis);
    packbits(a: Input, axis: Option<isize>, order: BitOrderWord) =
        a.0.packbits_with(PackBits::new().axis(axis).order(order.0));
    poly(zeros: Input) = zeros.0.poly();
    polyadd(a1: Input, a2: Input) = a1.0.polyadd(&a2.0);
    polyder(p: Input, m: usize) = p.0.polyder(m);
    polydiv(u: Input, v: Input) = u.0.polydiv(&v.0);
    polyfit(x: Input, y: Input, degree: usize) = x.0.polyfit(&y.0, degree);
    polyint(p: Input, m: usize, k: Vec<f64>) = p.0.polyint_with(Polyint::new().m(m).k(k));
    polymul(a1: Input, a2: Input) = a1.0.polymul(&a2.0);
    polysub(a1: Input, a2: Input) = a1.0.polysub(&a2.0);
    polyval(p: Input, x: Input) = p.0.polyval(&x.0);
    ravel_multi_index(indices: Vec<Input>, dims: Vec<usize>, mode: Mode, device: DeviceArg) =
        device.0.ravel_multi_index_with(arrays(indices), dims, mode.0);
    resize(a: Input, shape: Many<usize>) = a.0.resize(shape.0.unwrap_or_default());
    roots(p: Input) = p.0.astype(p.0.dtype().float())?.roots();
    sort_complex(a: Input) = a.0.sort_complex();
    trapezoid(y: Input, x: Option<Input>, dx: f64, axis: isize) = {
        let options = Trapezoid::new().dx(dx).axis(axis);
        y.0.trapezoid_with(x.iter().fold(options, |options, x| options.x(&x.0)))
    };
    tril_indices(n: usize, k: isize, m: usize, device: DeviceArg) = device.0.tril_indices(n, k, m);
    triu_indices(n: usize, k: isize, m: usize, device: DeviceArg) = device.0.triu_indices(n, k, m);
    unpackbits(a: Input, axis: Option<isize>, order: BitOrderWord) =
        a.0.unpackbits_with(PackBits::new().axis(axis).order(order.0));
    unravel_index(indices: Input, shape: Many<usize>) = indices.0.unravel_index(shape.0.unwrap_or_default());
    unwrap(p: Input, discont: Option<f64>, axis: isize, period: f64) =
        p.0.unwrap_phase_with(Unwrap::new().discont(discont).axis(axis).period(period));
    vander(x: Input, columns: Option<usize>, increasing: bool) = {
        let options = Vander::new().increasing(increasing);
        x.0.vander_with(columns.map_or(options, |columns| options.columns(columns)))
    };
    vecmat(x1: Input, x2: Input) = x1.0.vecmat(&x2.0);
    tensorinv(a: Input, ind: usize) = a.0.tensorinv(ind);
    tensorsolve(a: Input, b: Input, axes: Option<Vec<isize>>) = match axes {
        Some(axes) => a.0.tensorsolve_with(&b.0, &axes[..]),
        None => a.0.tensorsolve(&b.0),
    };
}
