//! Interpolation by splines (Unser, Aldroubi and Eden, B-spline signal processing, IEEE Trans. Signal Process. 41, 1993).

mod affine;
mod along;
mod knots;
mod lines;
mod resized;
mod sampling;
mod spline;
mod transforms;

pub use resized::{Zoom, rotate, shift, zoom};
pub use spline::{spline_filter, spline_filter1d};
pub use transforms::{Spline, affine_transform, geometric_transform, map_coordinates};
