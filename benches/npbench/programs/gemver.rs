//! A matrix with two outer products added, times vectors.

use super::*;

pub fn run<B: Backend>(_: &B, inputs: &mut Inputs<B>) -> Outputs<B> {
    let (alpha, beta) = (inputs.float("alpha")?, inputs.float("beta")?);
    let mut vector = |name| inputs.array::<f64>(name);
    let (u1, v1, u2, v2) = (vector("u1")?, vector("v1")?, vector("u2")?, vector("v2")?);
    let (mut w, mut x, y, z) = (vector("w")?, vector("x")?, vector("y")?, vector("z")?);
    let mut a = inputs.array::<f64>("A")?;
    a += u1.outer(&v1)? + u2.outer(&v2)?;
    x += (beta * y).matmul(&a)? + z;
    // NumPy's `alpha * A @ x` scales the matrix. So does this sum, but without storing what it scaled.
    w += (alpha * &a * &x).sum(1)?;
    outputs([a.into_dyn(), w.into_dyn(), x.into_dyn()])
}
