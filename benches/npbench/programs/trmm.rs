//! The product of a triangular matrix, whose diagonal is ones, and a matrix.

use super::*;

/// NumPy's version goes from element to element, of rows that are not yet changed: together they are a product.
pub fn run<B: Backend>(_: &B, inputs: &mut Inputs<B>) -> Outputs<B> {
    let alpha = inputs.float("alpha")?;
    let (a, mut b) = (inputs.array::<f64>("A")?, inputs.array::<f64>("B")?);
    b += a.tril_with(-1)?.transpose().matmul(&b)?;
    b *= alpha;
    outputs([b.into_dyn()])
}
