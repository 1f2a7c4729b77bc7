//! Eigenvalues of one matrix on the host.

use super::balancing;
use super::dense::{C, Matrix};
use xparray_core::Result;
use xparray_core::backend::HostLoops;
use xparray_core::linalg::host::{Host, schur};

/// All eigenvalues of a real square matrix, which is balanced first; pairs are exact conjugates.
pub(crate) fn eigenvalues(op: &'static str, a: Matrix<f64>) -> Result<Vec<C>> {
    let n = a.rows();
    let (t, _) = schur(&Host { op, blas: &HostLoops }, balancing::balanced(a))?;
    let mut values = Vec::with_capacity(n);
    while values.len() < n {
        let k = values.len();
        let below = if k + 1 < n { t[k + 1][k] } else { 0.0 };
        if below == 0.0 {
            values.push(C::from(t[k][k]));
            continue;
        }
        // Equal elements on the diagonal, others of opposite signs beside it.
        let value = C::new(t[k][k], below.abs().sqrt() * t[k][k + 1].abs().sqrt());
        values.extend([value, value.conj()]);
    }
    Ok(values)
}

/// All eigenvalues of a complex square matrix.
pub(crate) fn eigenvalues_complex(op: &'static str, a: Matrix<C>) -> Result<Vec<C>> {
    let n = a.rows();
    let (t, _) = schur(&Host { op, blas: &HostLoops }, balancing::balanced(a))?;
    Ok((0..n).map(|k| t[k][k]).collect())
}
