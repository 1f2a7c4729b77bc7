//! Images of any number of dimensions, as `scipy.ndimage`.
//!
//! Arrays are continued beyond their ends once; filters are then sums and extrema of slices of that, which are few kernels, or of
//! windows, which are copied in parts. Results have the type of the array, if not another one is asked for; what filters compute in
//! between is in double precision.
//!
//! ```
//! # use xparray::prelude::*; let xp = Cpu::new();
//! use xparray::scipy::ndimage::{Filter, median_filter};
//! let noisy = xp.array([[1, 1, 1, 5], [1, 99, 5, 5], [1, 5, 5, 5]])?;
//! assert_eq!(median_filter(&noisy, 3, Filter::new())?.to_string(), "[[1 1 5 5]\n [1 1 5 5]\n [1 5 5 5]]");
//! # Ok::<(), xparray::Error>(())
//! ```

mod chamfer;
mod correlate;
mod distance;
mod edges;
mod envelope;
mod extrema;
mod fourier;
mod gaussian;
mod interpolation;
mod measurements;
mod mode;
mod morphology;
mod nearest;
mod options;
mod rank;
mod reading;
mod registers;
mod selection;
mod windows;

pub use chamfer::distance_transform_cdt_with;
pub use correlate::{convolve, convolve1d, correlate, correlate1d};
pub use distance::{Metric, distance_transform_cdt, distance_transform_edt};
pub use edges::{generic_gradient_magnitude, generic_laplace, laplace, prewitt, sobel};
pub use extrema::{
    maximum_filter, maximum_filter1d, minimum_filter, minimum_filter1d, uniform_filter, uniform_filter1d,
};
pub use fourier::{Spectrum, fourier_ellipsoid, fourier_gaussian, fourier_shift, fourier_uniform};
pub use gaussian::{Gaussian, gaussian_filter, gaussian_filter1d, gaussian_gradient_magnitude, gaussian_laplace};
pub use interpolation::{
    Spline, Zoom, affine_transform, geometric_transform, map_coordinates, rotate, shift, spline_filter,
    spline_filter1d, zoom,
};
pub use measurements::{
    Extrema, Labels, center_of_mass, extrema, find_objects, histogram, label, labeled_comprehension, maximum,
    maximum_position, mean, median, minimum, minimum_position, standard_deviation, sum_labels, value_indices, variance,
    watershed_ift,
};
pub use mode::{Mode, PerAxis};
pub use morphology::{
    Binary, StructuringElement, binary_closing, binary_dilation, binary_erosion, binary_fill_holes, binary_hit_or_miss,
    binary_opening, binary_propagation, black_tophat, generate_binary_structure, grey_closing, grey_dilation,
    grey_erosion, grey_opening, iterate_structure, morphological_gradient, morphological_laplace, white_tophat,
};
pub use options::{Filter, Window};
pub use rank::{generic_filter, generic_filter1d, median_filter, percentile_filter, rank_filter};
