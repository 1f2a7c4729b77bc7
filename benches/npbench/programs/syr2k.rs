//! The lower triangle of a symmetric sum of two products, added to that of a matrix.

use super::*;

/// NumPy's loops over rows and columns, as two products.
pub fn run<B: Backend>(xp: &B, inputs: &mut Inputs<B>) -> Outputs<B> {
    let (alpha, beta) = (inputs.float("alpha")?, inputs.float("beta")?);
    let (a, b) = (inputs.array::<f64>("A")?, inputs.array::<f64>("B")?);
    let mut c = inputs.array::<f64>("C")?;
    let n = a.shape()[0];
    let products = (alpha * &b).matmul(&a.transpose())? + (alpha * &a).matmul(&b.transpose())?;
    c = xp.tri::<bool>(n, n, 0)?.where_(beta * &c + products, &c)?;
    outputs([c.into_dyn()])
}
