//! The product of two matrices, added to a third one.

use super::*;

pub fn run<B: Backend>(_: &B, inputs: &mut Inputs<B>) -> Outputs<B> {
    let (alpha, beta) = (inputs.float("alpha")?, inputs.float("beta")?);
    let (a, b) = (inputs.array::<f64>("A")?, inputs.array::<f64>("B")?);
    let mut c = inputs.array::<f64>("C")?;
    c = (alpha * a).matmul(&b)? + beta * c;
    outputs([c.into_dyn()])
}
