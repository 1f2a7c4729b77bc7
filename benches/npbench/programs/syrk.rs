//! The lower triangle of a matrix times its transpose, added to that of another one.

use super::*;

/// NumPy's loops over rows and columns, as one product.
pub fn run<B: Backend>(xp: &B, inputs: &mut Inputs<B>) -> Outputs<B> {
    let (alpha, beta) = (inputs.float("alpha")?, inputs.float("beta")?);
    let (a, mut c) = (inputs.array::<f64>("A")?, inputs.array::<f64>("C")?);
    let n = a.shape()[0];
    let product = (alpha * &a).matmul(&a.transpose())?;
    c = xp.tri::<bool>(n, n, 0)?.where_(beta * &c + product, &c)?;
    outputs([c.into_dyn()])
}
