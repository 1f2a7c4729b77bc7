//! Functions of a matrix by its Schur form.

use crate::linalg::dense::{C, Dense, Entry, Matrix};
use crate::linalg::schur::of_either;
use xparray_core::Result;

/// `z f(t) zᴴ` of a matrix with the Schur form `z t zᴴ`: of real numbers, if the matrix is one of these and `real` finds that its
/// function is. Both are given the triangle, of complex numbers.
pub fn by_schur(
    op: &'static str,
    a: Dense,
    real: impl Fn(&Matrix<C>) -> bool,
    f: impl Fn(Matrix<C>) -> Result<Matrix<C>>,
) -> Result<Dense> {
    let may_be_real = matches!(a, Dense::Real(_));
    let (mut t, z) = of_either(op, a)?;
    // Negative zeros would put negative eigenvalues on the other side of the cut.
    (0..t.rows()).for_each(|i| t[i][i] += C::ZERO);
    let is_real = may_be_real && real(&t);
    let result = z.times(&f(t)?).times(&z.adjoint());
    Ok(if is_real { Dense::Real(result.map(|x| x.re)) } else { Dense::Complex(result) })
}

/// Whether no eigenvalue is a negative number, where roots and logarithms are complex.
pub fn off_the_cut(t: &Matrix<C>) -> bool {
    (0..t.rows()).all(|i| t[i][i].im != 0.0 || t[i][i].re >= 0.0)
}

/// `x` with `t x = b`, of a triangle.
pub fn solve_triangle(t: &Matrix<C>, mut b: Matrix<C>) -> Matrix<C> {
    for i in (0..t.rows()).rev() {
        for k in i + 1..t.rows() {
            let factor = t[i][k];
            if factor != C::ZERO {
                let (row, known) = (i.min(k), k);
                let other = b[known].to_vec();
                b[row].iter_mut().zip(&other).for_each(|(x, &y)| *x -= factor * y);
            }
        }
        let pivot = t[i][i];
        b[i].iter_mut().for_each(|x| *x = x.over(pivot));
    }
    b
}
