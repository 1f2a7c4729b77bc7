//! A perceptron of three layers.

use super::layers::{relu, softmax};
use super::*;

pub fn run<B: Backend>(_: &B, inputs: &mut Inputs<B>) -> Outputs<B> {
    let mut take = |name: &str| inputs.array::<f32>(name);
    let x = relu(&(take("input")?.matmul(&take("w1")?)? + take("b1")?))?;
    let x = relu(&(x.matmul(&take("w2")?)? + take("b2")?))?;
    outputs([softmax(&(x.matmul(&take("w3")?)? + take("b3")?))?.into_dyn()])
}
