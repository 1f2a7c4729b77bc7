//! LeNet-5: two convolutions and three dense layers.

use super::layers::{conv2d, max_pool, relu};
use super::*;

pub fn run<B: Backend>(_: &B, inputs: &mut Inputs<B>) -> Outputs<B> {
    let mut take = |name: &str| inputs.array::<f32>(name);
    let x = relu(&(conv2d(&take("input")?, &take("conv1")?)? + take("conv1bias")?))?;
    let x = relu(&(conv2d(&max_pool(&x)?, &take("conv2")?)? + take("conv2bias")?))?;
    let x = max_pool(&x)?;
    let x = x.reshape((x.shape()[0], -1))?;
    let x = relu(&(x.matmul(&take("fc1w")?)? + take("fc1b")?))?;
    let x = relu(&(x.matmul(&take("fc2w")?)? + take("fc2b")?))?;
    outputs([(x.matmul(&take("fc3w")?)? + take("fc3b")?).into_dyn()])
}
