//! The product of four matrices.

use super::*;

pub fn run<B: Backend>(_: &B, inputs: &mut Inputs<B>) -> Outputs<B> {
    let (a, b) = (inputs.array::<f64>("A")?, inputs.array::<f64>("B")?);
    let (c, d) = (inputs.array::<f64>("C")?, inputs.array::<f64>("D")?);
    outputs([a.matmul(&b)?.matmul(&c)?.matmul(&d)?.into_dyn()])
}
