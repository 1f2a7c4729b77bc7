//! Rows and columns of one size.

use super::dense::{Dense, Entry, Matrix, each};
use super::{schur::pair, square};
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Result};

/// A matrix with rows and columns of nearly one size, and what makes it so: `(b, t)` with `b = t⁻¹ a t`, of a square matrix or of each one of a
/// stack. `t` is a diagonal matrix of powers of two, so that nothing is rounded.
///
/// By the norms of rows and columns (James, Langou and Lowery, arXiv:1401.5766, 2014), in double precision on the host. SciPy's permutation,
/// which finds isolated eigenvalues, is not made.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::linalg::matrix_balance;
/// let a = xp.array([[1.0, 1e6], [1e-6, 2.0]])?;
/// let (b, t) = matrix_balance(&a)?;
/// assert!(b.abs()?.max(..)?.item()?.get::<f64>() <= 2.0);
/// assert!(t.matmul(&b)?.allclose(&a.as_dyn().matmul(&t)?)?);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`](xparray_core::Error::Shape) unless the matrices are square; [`Error::Value`](xparray_core::Error::Value) for NaN or
/// infinities; [`Error::DType`](xparray_core::Error::DType) for truth values.
pub fn matrix_balance<B: Backend>(a: &impl AnyArray<B>) -> Result<(DynArray<B>, DynArray<B>)> {
    const OP: &str = "matrix_balance";
    let a = a.as_dyn();
    square(OP, a)?;
    pair(each(OP, &[a], &|mut a| {
        Ok(match a.remove(0) {
            Dense::Real(a) => of_matrix(a),
            Dense::Complex(a) => of_matrix(a),
        })
    })?)
}

fn of_matrix<E: Entry>(a: Matrix<E>) -> Vec<Dense> {
    let n = a.rows();
    let scale = a.scale();
    let mut a = a.scaled(1.0 / scale);
    let mut factors = vec![1.0f64; n];
    // Each round makes the sum of squares smaller by a part, so they end.
    let mut changed = true;
    while changed {
        changed = false;
        for i in 0..n {
            let norm = |size: &dyn Fn(usize) -> f64| (0..n).map(|k| size(k).powi(2)).sum::<f64>().sqrt();
            let (column, row) = (norm(&|k| a[k][i].size()), norm(&|k| a[i][k].size()));
            if column == 0.0 || row == 0.0 {
                continue;
            }
            let factor = ((row / column).log2() / 2.0).round().clamp(-500.0, 500.0).exp2();
            // Only if it is worth it, and while powers stay numbers.
            let total = factors[i] * factor;
            if (column * factor).hypot(row / factor) >= 0.95 * column.hypot(row) || !(1e-150..=1e150).contains(&total) {
                continue;
            }
            factors[i] = total;
            changed = true;
            (0..n).for_each(|k| a[k][i] = a[k][i] * factor);
            (0..n).for_each(|k| a[i][k] = a[i][k] / factor);
        }
    }
    let t = Matrix::from_fn(n, n, |i, j| E::real(if i == j { factors[i] } else { 0.0 }));
    vec![E::dense(a.scaled(scale)), E::dense(t)]
}
