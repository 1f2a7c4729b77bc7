//! A bottleneck block of ResNet-50: three convolutions, each normalized, and the input again.

use super::layers::{batch_norm, conv2d, relu};
use super::*;

pub fn run<B: Backend>(_: &B, inputs: &mut Inputs<B>) -> Outputs<B> {
    let mut take = |name: &str| inputs.array::<f32>(name);
    let input = take("input")?;
    // NumPy's version pads with doubles, and the second convolution computes with them.
    let padded = conv2d(&input, &take("conv1")?)?.astype::<f64>().pad([(0, 0), (1, 1), (1, 1), (0, 0)])?;
    let x = relu(&batch_norm(&padded)?)?;
    let x = conv2d(&x, &take("conv2")?.astype::<f64>())?.astype::<f32>();
    let x = relu(&batch_norm(&x)?)?;
    let x = batch_norm(&conv2d(&x, &take("conv3")?)?)?;
    outputs([relu(&(x + input))?.into_dyn()])
}
