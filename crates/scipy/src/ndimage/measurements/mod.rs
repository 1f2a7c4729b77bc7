//! Measurements of labelled parts of images.

mod device_label;
mod extrema;
mod groups;
mod histograms;
mod label;
mod moments;
mod neighbourhood;
mod objects;
mod watershed;

pub use extrema::{Extrema, extrema, maximum, maximum_position, median, minimum, minimum_position};
pub use groups::Labels;
pub use histograms::{histogram, labeled_comprehension};
pub use label::label;
pub use moments::{center_of_mass, mean, standard_deviation, sum_labels, variance};
pub use objects::{find_objects, value_indices};
pub use watershed::watershed_ift;
