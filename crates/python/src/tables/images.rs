//! Morphology and measurements of images, and their transforms.

use super::functions;
use super::ndimage::{Between, Options, Places, each, mode};
use super::words::Distance;
use crate::DynArray;
use crate::convert::Input;
use crate::device::DeviceArg;
use crate::tables::sparse::called;
use pyo3::prelude::*;
use xparray::Device;
use xparray::scipy::ndimage::{self, Binary, Labels, PerAxis, Spectrum, StructuringElement, Zoom};

/// Options of morphology: the structure, the steps, the mask, what is beyond the ends, the origins, and the axes.
type Given = (Option<Input>, usize, Option<Input>, bool, Vec<isize>, Option<Vec<isize>>);

fn binary((structure, iterations, mask, border, origin, axes): Given) -> Binary<Device> {
    let options = Binary::new().iterations(iterations).border_value(border).origin(origins(origin));
    let options = structure.iter().fold(options, |options, structure| options.structure(&structure.0));
    let options = mask.iter().fold(options, |options, mask| options.mask(&mask.0));
    axes.into_iter().fold(options, |options, axes| options.axes(axes))
}

fn origins(origin: Vec<isize>) -> PerAxis<isize> {
    match origin.as_slice() {
        &[one] => one.into(),
        _ => origin.into(),
    }
}

/// What an image is compared with: sizes or a footprint, and heights.
struct Element(StructuringElement);

impl<'py> FromPyObject<'_, 'py> for Element {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let (places, heights): (Option<Places>, Option<Input>) = object.extract()?;
        let element = match (places, heights) {
            (places, Some(heights)) => crate::error::run(object.py(), || {
                let element = StructuringElement::structure(&heights.0)?;
                Ok(places.into_iter().fold(element, |element, places| element.within(places.0)))
            })?,
            (Some(places), None) => places.0.into(),
            (None, None) => {
                return Err(pyo3::exceptions::PyValueError::new_err("size, footprint, or structure must be specified"));
            }
        };
        Ok(Self(element))
    }
}

/// Which elements belong together: their labels, and which of these are asked for.
type Groups = (Option<Input>, Option<Vec<i64>>);

fn labels((labels, index): Groups) -> Labels<Device> {
    let labels = labels.map_or_else(Labels::all, |labels| Labels::of(&labels.0));
    index.into_iter().fold(labels, Labels::index)
}

fn spectrum(n: Option<usize>, axis: isize) -> Spectrum {
    n.map_or_else(Spectrum::complex, |n| Spectrum::real(n, axis))
}

/// A measurement of groups.
macro_rules! measured {
    ($($name:ident)+; $($rest:tt)+) => {
        functions! {
            $($name(x: Input, groups: Groups) = ndimage::$name(&x.0, &labels(groups));)+
            $($rest)+
        }
    };
}

measured! {
    center_of_mass maximum maximum_position mean median minimum minimum_position standard_deviation sum_labels variance;
    affine_transform(
        x: Input, matrix: Input, offset: Vec<f64>, shape: Option<Vec<usize>>, between: Between
    ) = ndimage::affine_transform(&x.0, &matrix.0, &offset, shape.as_deref(), between.0);
    binary_closing(x: Input, given: Given) = ndimage::binary_closing(&x.0, &binary(given));
    binary_dilation(x: Input, given: Given) = ndimage::binary_dilation(&x.0, &binary(given));
    binary_erosion(x: Input, given: Given) = ndimage::binary_erosion(&x.0, &binary(given));
    binary_fill_holes(x: Input, given: Given) = ndimage::binary_fill_holes(&x.0, &binary(given));
    binary_hit_or_miss(x: Input, misses: Option<Input>, origin: Option<Vec<isize>>, given: Given) = {
        let misses = misses.map(|misses| misses.0);
        ndimage::binary_hit_or_miss(&x.0, misses.as_ref(), origin.map(origins), &binary(given))
    };
    binary_opening(x: Input, given: Given) = ndimage::binary_opening(&x.0, &binary(given));
    binary_propagation(x: Input, given: Given) = ndimage::binary_propagation(&x.0, &binary(given));
    black_tophat(x: Input, element: Element, options: Options) = ndimage::black_tophat(&x.0, element.0, options.0);
    distance_transform_cdt(x: Input, metric: Distance) = ndimage::distance_transform_cdt(&x.0, metric.0);
    distance_transform_cdt_with(x: Input, structure: Input) = ndimage::distance_transform_cdt_with(&x.0, &structure.0);
    distance_transform_edt(x: Input, sampling: Vec<f64>) = ndimage::distance_transform_edt(&x.0, each(sampling));
    extrema(x: Input, groups: Groups) = {
        let found = ndimage::extrema(&x.0, &labels(groups))?;
        Ok((found.minimum, found.maximum, found.minimum_position, found.maximum_position))
    };
    find_objects(x: Input, max_label: Option<usize>) = {
        let of = |object: Vec<std::ops::Range<usize>>| object.into_iter().map(|range| (range.start, range.end)).collect();
        let found = ndimage::find_objects(&x.0, max_label)?;
        Ok(found.into_iter().map(|object| object.map(of)).collect::<Vec<Option<Vec<(usize, usize)>>>>())
    };
    fourier_ellipsoid(x: Input, size: Vec<f64>, n: Option<usize>, axis: isize) =
        ndimage::fourier_ellipsoid(&x.0, each(size), spectrum(n, axis));
    fourier_gaussian(x: Input, sigma: Vec<f64>, n: Option<usize>, axis: isize) =
        ndimage::fourier_gaussian(&x.0, each(sigma), spectrum(n, axis));
    fourier_shift(x: Input, shift: Vec<f64>, n: Option<usize>, axis: isize) =
        ndimage::fourier_shift(&x.0, each(shift), spectrum(n, axis));
    fourier_uniform(x: Input, size: Vec<f64>, n: Option<usize>, axis: isize) =
        ndimage::fourier_uniform(&x.0, each(size), spectrum(n, axis));
    gaussian_filter1d(
        x: Input, sigma: f64, axis: isize, order: u32, truncate: f64, radius: Option<usize>, options: Options
    ) = {
        let gaussian = ndimage::Gaussian::new().filter(options.0).truncate(truncate).order(order);
        let gaussian = radius.into_iter().fold(gaussian, |gaussian, radius| gaussian.radius(radius));
        ndimage::gaussian_filter1d(&x.0, sigma, axis, gaussian)
    };
    generate_binary_structure(rank: usize, connectivity: usize, device: DeviceArg) =
        ndimage::generate_binary_structure(&device.0, rank, connectivity);
    generic_filter(x: Input, function: Py<PyAny>, places: Places, options: Options) =
        ndimage::generic_filter(&x.0, |window| called(&function, window), places.0, options.0);
    grey_closing(x: Input, element: Element, options: Options) = ndimage::grey_closing(&x.0, element.0, options.0);
    grey_dilation(x: Input, element: Element, options: Options) = ndimage::grey_dilation(&x.0, element.0, options.0);
    grey_erosion(x: Input, element: Element, options: Options) = ndimage::grey_erosion(&x.0, element.0, options.0);
    grey_opening(x: Input, element: Element, options: Options) = ndimage::grey_opening(&x.0, element.0, options.0);
    histogram(x: Input, min: f64, max: f64, bins: usize, groups: Groups) =
        ndimage::histogram(&x.0, min, max, bins, &labels(groups));
    iterate_structure(structure: Input, iterations: usize) = ndimage::iterate_structure(&structure.0, iterations);
    label(x: Input, structure: Option<Input>) = {
        let structure: Option<DynArray> = structure.map(|structure| structure.0);
        ndimage::label(&x.0, structure.as_ref())
    };
    maximum_filter1d(x: Input, size: usize, axis: isize, options: Options) =
        ndimage::maximum_filter1d(&x.0, size, axis, options.0);
    minimum_filter1d(x: Input, size: usize, axis: isize, options: Options) =
        ndimage::minimum_filter1d(&x.0, size, axis, options.0);
    morphological_gradient(x: Input, element: Element, options: Options) =
        ndimage::morphological_gradient(&x.0, element.0, options.0);
    morphological_laplace(x: Input, element: Element, options: Options) =
        ndimage::morphological_laplace(&x.0, element.0, options.0);
    spline_filter(x: Input, order: u32, name: String) =
        ndimage::spline_filter(&x.0, order, mode(&name, 0.0).map_err(crate::error::raised)?);
    spline_filter1d(x: Input, order: u32, axis: isize, name: String) =
        ndimage::spline_filter1d(&x.0, order, axis, mode(&name, 0.0).map_err(crate::error::raised)?);
    uniform_filter1d(x: Input, size: usize, axis: isize, options: Options) =
        ndimage::uniform_filter1d(&x.0, size, axis, options.0);
    value_indices(x: Input, ignored: Option<i64>) = ndimage::value_indices(&x.0, ignored);
    watershed_ift(x: Input, markers: Input, structure: Option<Input>) = {
        let structure: Option<DynArray> = structure.map(|structure| structure.0);
        ndimage::watershed_ift(&x.0, &markers.0, structure.as_ref())
    };
    white_tophat(x: Input, element: Element, options: Options) = ndimage::white_tophat(&x.0, element.0, options.0);
    zoom(x: Input, factors: Vec<f64>, between: Between, grid_mode: bool) =
        ndimage::zoom(&x.0, each(factors), Zoom::from(between.0).grid_mode(grid_mode));
}
