//! A convolution and a bias.

use super::layers::conv2d;
use super::*;

pub fn run<B: Backend>(_: &B, inputs: &mut Inputs<B>) -> Outputs<B> {
    let (input, weights) = (inputs.array::<f32>("input")?, inputs.array::<f32>("weights")?);
    let bias = inputs.array::<f32>("bias")?;
    outputs([(conv2d(&input, &weights)? + bias).into_dyn()])
}
