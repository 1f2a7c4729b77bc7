//! The product of three matrices, added to a fourth one.

use super::*;

pub fn run<B: Backend>(_: &B, inputs: &mut Inputs<B>) -> Outputs<B> {
    let (alpha, beta) = (inputs.float("alpha")?, inputs.float("beta")?);
    let (a, b, c) = (inputs.array::<f64>("A")?, inputs.array::<f64>("B")?, inputs.array::<f64>("C")?);
    let mut d = inputs.array::<f64>("D")?;
    d = (alpha * a).matmul(&b)?.matmul(&c)? + beta * d;
    outputs([d.into_dyn()])
}
