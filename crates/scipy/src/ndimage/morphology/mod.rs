//! Mathematical morphology.

mod binary;
mod composed;
mod grey;
mod steps;
mod structures;

pub use binary::{Binary, binary_dilation, binary_erosion};
pub use composed::{binary_closing, binary_fill_holes, binary_hit_or_miss, binary_opening, binary_propagation};
pub use grey::{
    StructuringElement, black_tophat, grey_closing, grey_dilation, grey_erosion, grey_opening, morphological_gradient,
    morphological_laplace, white_tophat,
};
pub(super) use structures::neighbours;
pub use structures::{generate_binary_structure, iterate_structure};
