//! A matrix times a vector, times the matrix.

use super::*;

pub fn run<B: Backend>(_: &B, inputs: &mut Inputs<B>) -> Outputs<B> {
    let (a, x) = (inputs.array::<f64>("A")?, inputs.array::<f64>("x")?);
    outputs([a.matmul(&x)?.matmul(&a)?.into_dyn()])
}
