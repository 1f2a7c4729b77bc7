//! Orthonormal columns of a matrix, by Gram and Schmidt.

use super::*;

/// NumPy's loop over the columns that are left is one product and one outer product here.
pub fn run<B: Backend>(xp: &B, inputs: &mut Inputs<B>) -> Outputs<B> {
    let mut a = inputs.array::<f64>("A")?;
    let n = a.shape()[1];
    let (mut q, mut r) = (a.zeros_like(), xp.zeros::<f64>([n, n])?);
    for k in 0..n {
        let column = a.slice(s![.., k])?;
        let norm = column.dot(&column)?.sqrt();
        let direction = column / &norm;
        let rest = a.slice(s![.., k + 1..])?;
        let products = direction.matmul(&rest)?;
        a.assign(s![.., k + 1..], rest - direction.outer(&products)?)?;
        q.assign(s![.., k], direction)?;
        r.assign(s![k, k], norm)?;
        r.assign(s![k, k + 1..], products)?;
    }
    outputs([q.into_dyn(), r.into_dyn(), a.into_dyn()])
}
