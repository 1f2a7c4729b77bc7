//! The product of a symmetric matrix, given by its lower triangle, and a matrix.

use super::*;

/// NumPy's version goes from element to element, and adds up what both triangles give: together they are a product.
pub fn run<B: Backend>(_: &B, inputs: &mut Inputs<B>) -> Outputs<B> {
    let (alpha, beta) = (inputs.float("alpha")?, inputs.float("beta")?);
    let (a, b) = (inputs.array::<f64>("A")?, inputs.array::<f64>("B")?);
    let mut c = inputs.array::<f64>("C")?;
    let symmetric = a.tril()? + a.tril_with(-1)?.transpose();
    c = beta * c + (alpha * symmetric).matmul(&b)?;
    outputs([c.into_dyn()])
}
