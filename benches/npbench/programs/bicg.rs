//! The two products of a step of biconjugate gradients.

use super::*;

pub fn run<B: Backend>(_: &B, inputs: &mut Inputs<B>) -> Outputs<B> {
    let a = inputs.array::<f64>("A")?;
    let (p, r) = (inputs.array::<f64>("p")?, inputs.array::<f64>("r")?);
    outputs([r.matmul(&a)?.into_dyn(), a.matmul(&p)?.into_dyn()])
}
