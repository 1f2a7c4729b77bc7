//! The rows' data: uniform in [0, 1), from fixed seeds.

use xparray::Result;
use xparray::prelude::*;
use xparray::sparse::{Coo, Csr};

/// Uniform numbers, computed.
pub fn uniform<T: RealFloat, B: Backend>(xp: &B, seed: u64, shape: &[usize]) -> Result<Array<T, B>> {
    let x = xp.rng(seed).random::<T>(shape)?;
    x.eval()?;
    Ok(x)
}

/// Uniform complex numbers.
pub fn complex<B: Backend>(xp: &B, shape: &[usize]) -> Result<Array<Complex<f32>, B>> {
    let (re, im) = (uniform::<f32, B>(xp, 1, shape)?, uniform::<f32, B>(xp, 2, shape)?);
    let z = xp.map((&re, &im), |(re, im)| Var::<Complex<f32>>::complex(re, im))?;
    z.eval()?;
    Ok(z)
}

/// A well-conditioned symmetric positive definite matrix: `A A^T + k I`.
pub fn positive_definite<T: RealField, B: Backend>(xp: &B, k: usize) -> Result<Array<T, B>> {
    let a = uniform::<T, B>(xp, 3, &[k, k])?;
    let i = xp.arange((0i64, k as i64, 1))?;
    let diagonal = i.reshape([k, 1])?.equal(&i)?.astype::<T>() * (k as f64).cast::<T>();
    let s = (a.matmul(&a.t())? + diagonal).astype::<T>();
    s.eval()?;
    Ok(s)
}

/// The 5-point Laplacian on an n x n grid, with five full diagonals.
pub fn laplacian<B: Backend>(xp: &B, n: usize) -> Result<Csr<f32, B>> {
    let size = (n * n) as i64;
    let (mut row, mut col, mut values) = (Vec::new(), Vec::new(), Vec::new());
    for i in 0..size {
        for (offset, value) in [(-(n as i64), -1.0), (-1, -1.0), (0, 4.0), (1, -1.0), (n as i64, -1.0)] {
            if (0..size).contains(&(i + offset)) {
                row.push(i);
                col.push(i + offset);
                values.push(value);
            }
        }
    }
    let nnz = values.len();
    Coo::new([n * n; 2], &xp.from_slice(&row, nnz)?, &xp.from_slice(&col, nnz)?, &xp.from_slice(&values, nnz)?)?
        .to_csr()
}
