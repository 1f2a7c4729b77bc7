//! Functions of a matrix by its Schur form.

use crate::linalg::dense::{C, Dense, Entry, Matrix};
use crate::linalg::schur::of_either;
use xparray_core::Result;
use xparray_core::linalg::host::Host;

/// `z f(t) zᴴ` of a matrix with the Schur form `z t zᴴ`: of real numbers, if the matrix is one of these and `real` finds that its
/// function is. Both are given the triangle, of complex numbers.
pub fn by_schur(
    host: &Host<'_>,
    a: Dense,
    real: impl Fn(&Matrix<C>) -> bool,
    f: impl Fn(Matrix<C>) -> Result<Matrix<C>>,
) -> Result<Dense> {
    let may_be_real = matches!(a, Dense::Real(_));
    let hermitian = is_hermitian(&a);
    let (mut t, z) = of_either(host, a)?;
    tidy(&mut t, hermitian);
    let is_real = may_be_real && real(&t);
    let result = z.times(&f(t)?).times(&z.adjoint());
    Ok(if is_real { Dense::Real(result.map(|x| x.re)) } else { Dense::Complex(result) })
}

fn is_hermitian(a: &Dense) -> bool {
    fn of<E: Entry>(a: &Matrix<E>) -> bool {
        (0..a.rows()).all(|i| (0..=i).all(|j| a[i][j] == a[j][i].conj()))
    }
    match a {
        Dense::Real(a) => of(a),
        Dense::Complex(a) => of(a),
    }
}

/// Takes out of a triangle what can only be roundings: all beside the diagonal of a Hermitian matrix, and what is as small as they are
/// between equal eigenvalues, where it would be all that counts.
fn tidy(t: &mut Matrix<C>, hermitian: bool) {
    let n = t.rows();
    let small = f64::EPSILON * n as f64 * t.largest();
    for i in 0..n {
        // Negative zeros would put negative eigenvalues on the other side of the cut.
        t[i][i] = if hermitian { C::real(t[i][i].re) } else { t[i][i] + C::ZERO };
        for j in i + 1..n {
            if hermitian || (t[i][i] == t[j][j] && t[i][j].size() <= small) {
                t[i][j] = C::ZERO;
            }
        }
    }
}

/// Whether no eigenvalue is a negative number, where roots and logarithms are complex.
pub fn off_the_cut(t: &Matrix<C>) -> bool {
    (0..t.rows()).all(|i| t[i][i].im != 0.0 || t[i][i].re >= 0.0)
}

/// A function of a triangle that is diagonal.
pub fn of_diagonal(t: &Matrix<C>, f: impl Fn(C) -> C) -> Option<Matrix<C>> {
    let n = t.rows();
    let diagonal = (0..n).all(|i| t[i][i + 1..].iter().all(|&x| x == C::ZERO));
    diagonal.then(|| Matrix::from_fn(n, n, |i, j| if i == j { f(t[i][i]) } else { C::ZERO }))
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
