//! Softmax along the last axis.

use super::*;

pub fn run<B: Backend>(_: &B, inputs: &mut Inputs<B>) -> Outputs<B> {
    outputs([layers::softmax(&inputs.array::<f32>("x")?)?.into_dyn()])
}
