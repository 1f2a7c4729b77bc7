//! The factors of a matrix A = L U, without pivots.

use super::elimination::eliminate;
use super::*;

/// NumPy's version walks from element to element; here it is done by blocks.
pub fn run<B: Backend>(_: &B, inputs: &mut Inputs<B>) -> Outputs<B> {
    outputs([eliminate(&inputs.array("A")?)?.into_dyn()])
}
