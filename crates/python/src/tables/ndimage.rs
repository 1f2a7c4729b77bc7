//! Filters of images.

use super::functions;
use crate::convert::Input;
use crate::dtype::DTypeArg;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use xparray::scipy::ndimage::{self, Filter, Gaussian, Mode, Spline, Window};

/// The mode, the value beyond the ends, the origins, the axes and the type of results.
pub struct Options(pub Filter);

pub fn mode(name: &str, cval: f64) -> PyResult<Mode> {
    Ok(match name {
        "reflect" | "grid-mirror" => Mode::Reflect,
        "constant" => Mode::Constant(cval),
        "nearest" => Mode::Nearest,
        "mirror" => Mode::Mirror,
        "wrap" => Mode::Wrap,
        "grid-constant" => Mode::GridConstant(cval),
        "grid-wrap" => Mode::GridWrap,
        other => return Err(PyValueError::new_err(format!("boundary mode '{other}' not supported"))),
    })
}

type Given = (Vec<String>, f64, Vec<isize>, Option<Vec<isize>>, Option<DTypeArg>);

impl<'py> FromPyObject<'_, 'py> for Options {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let (names, cval, origins, axes, output): Given = object.extract()?;
        let modes = names.iter().map(|name| mode(name, cval)).collect::<PyResult<Vec<_>>>()?;
        let filter = match modes.as_slice() {
            &[one] => Filter::new().mode(one),
            _ => Filter::new().mode(modes),
        };
        let filter = match origins.as_slice() {
            &[one] => filter.origin(one),
            _ => filter.origin(origins),
        };
        let filter = axes.into_iter().fold(filter, |filter, axes| filter.axes(axes));
        Ok(Self(output.into_iter().fold(filter, |filter, output| filter.output(output.0))))
    }
}

/// The places of a window: its sizes, or the elements of a footprint.
pub struct Places(pub Window);

impl<'py> FromPyObject<'_, 'py> for Places {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        match object.extract::<(Option<Vec<usize>>, Option<Input>)>()? {
            (_, Some(Input(footprint))) => crate::error::run(object.py(), || Window::footprint(&footprint)).map(Self),
            (Some(sizes), None) => Ok(Self(match sizes.as_slice() {
                &[one] => one.into(),
                _ => sizes.into(),
            })),
            (None, None) => Err(PyValueError::new_err("no footprint or filter size provided")),
        }
    }
}

/// How values between the elements are computed: the order, the mode and the value beyond the ends, and whether splines are fitted.
pub struct Between(pub Spline);

impl<'py> FromPyObject<'_, 'py> for Between {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let (order, name, cval, prefilter, output): (u32, String, f64, bool, Option<DTypeArg>) = object.extract()?;
        let spline = Spline::new().order(order).mode(mode(&name, cval)?).prefilter(prefilter);
        Ok(Self(output.into_iter().fold(spline, |spline, output| spline.output(output.0))))
    }
}

/// Numbers for each axis: one for all, or as many as axes.
pub fn each(values: Vec<f64>) -> ndimage::PerAxis<f64> {
    match values.as_slice() {
        &[one] => one.into(),
        _ => values.into(),
    }
}

fn gaussian(order: Vec<u32>, truncate: f64, radius: Option<Vec<usize>>, options: Options) -> Gaussian {
    let gaussian = Gaussian::new().filter(options.0).truncate(truncate);
    let gaussian = radius.into_iter().fold(gaussian, |gaussian, radius| match radius.as_slice() {
        &[one] => gaussian.radius(one),
        _ => gaussian.radius(radius),
    });
    match order.as_slice() {
        &[one] => gaussian.order(one),
        _ => gaussian.order(order),
    }
}

functions! {
    convolve(x: Input, weights: Input, options: Options) = ndimage::convolve(&x.0, &weights.0, options.0);
    convolve1d(x: Input, weights: Vec<f64>, axis: isize, options: Options) =
        ndimage::convolve1d(&x.0, &weights, axis, options.0);
    correlate(x: Input, weights: Input, options: Options) = ndimage::correlate(&x.0, &weights.0, options.0);
    correlate1d(x: Input, weights: Vec<f64>, axis: isize, options: Options) =
        ndimage::correlate1d(&x.0, &weights, axis, options.0);
    gaussian_filter(
        x: Input, sigma: Vec<f64>, order: Vec<u32>, truncate: f64, radius: Option<Vec<usize>>, options: Options
    ) = ndimage::gaussian_filter(&x.0, each(sigma), gaussian(order, truncate, radius, options));
    gaussian_gradient_magnitude(x: Input, sigma: Vec<f64>, truncate: f64, options: Options) =
        ndimage::gaussian_gradient_magnitude(&x.0, each(sigma), gaussian(vec![0], truncate, None, options));
    gaussian_laplace(x: Input, sigma: Vec<f64>, truncate: f64, options: Options) =
        ndimage::gaussian_laplace(&x.0, each(sigma), gaussian(vec![0], truncate, None, options));
    laplace(x: Input, options: Options) = ndimage::laplace(&x.0, options.0);
    map_coordinates(x: Input, coordinates: Input, between: Between) =
        ndimage::map_coordinates(&x.0, &coordinates.0, between.0);
    maximum_filter(x: Input, places: Places, options: Options) = ndimage::maximum_filter(&x.0, places.0, options.0);
    median_filter(x: Input, places: Places, options: Options) = ndimage::median_filter(&x.0, places.0, options.0);
    minimum_filter(x: Input, places: Places, options: Options) = ndimage::minimum_filter(&x.0, places.0, options.0);
    percentile_filter(x: Input, percentile: f64, places: Places, options: Options) =
        ndimage::percentile_filter(&x.0, percentile, places.0, options.0);
    prewitt(x: Input, axis: isize, options: Options) = ndimage::prewitt(&x.0, axis, options.0);
    rank_filter(x: Input, rank: isize, places: Places, options: Options) =
        ndimage::rank_filter(&x.0, rank, places.0, options.0);
    rotate(x: Input, angle: f64, axes: [isize; 2], reshape: bool, between: Between) =
        ndimage::rotate(&x.0, angle, axes, reshape, between.0);
    shift(x: Input, shift: Vec<f64>, between: Between) = ndimage::shift(&x.0, each(shift), between.0);
    sobel(x: Input, axis: isize, options: Options) = ndimage::sobel(&x.0, axis, options.0);
    uniform_filter(x: Input, places: Places, options: Options) = ndimage::uniform_filter(&x.0, places.0, options.0);
}
