//! The sum of two products of matrices with a vector.

use super::*;

pub fn run<B: Backend>(_: &B, inputs: &mut Inputs<B>) -> Outputs<B> {
    let (alpha, beta) = (inputs.float("alpha")?, inputs.float("beta")?);
    let (a, b, x) = (inputs.array::<f64>("A")?, inputs.array::<f64>("B")?, inputs.array::<f64>("x")?);
    // NumPy's `alpha * A @ x + beta * B @ x` scales the matrices. So does this sum, but without storing what it scaled.
    outputs([(alpha * a * &x + beta * b * &x).sum(1)?.into_dyn()])
}
