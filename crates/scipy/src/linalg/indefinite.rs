//! Factors of matrices that are symmetric, but not definite.

use super::dense::{Dense, Entry, Matrix, each};
use super::square;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Result};

/// Options of [`ldl_with`].
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::linalg::{Ldl, ldl_with};
/// let a = xp.array([[0.0, 1.0], [1.0, 0.0]])?;
/// let (u, d, _) = ldl_with(&a, Ldl::new().lower(false))?;
/// assert!(u.matmul(&d)?.matmul(&u.adjoint()?)?.allclose(a.as_dyn())?);
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Ldl {
    upper: bool,
    symmetric: bool,
}

impl Ldl {
    /// Of a Hermitian matrix, by its lower triangle.
    pub fn new() -> Self {
        Self::default()
    }

    /// Whether the lower triangle is read, and the factor's rows are those of a lower triangle, or the upper one.
    pub fn lower(self, lower: bool) -> Self {
        Self { upper: !lower, ..self }
    }

    /// Whether a complex matrix is Hermitian, or symmetric.
    pub fn hermitian(self, hermitian: bool) -> Self {
        Self { symmetric: !hermitian, ..self }
    }
}

/// `(l, d, order)` with `a = l d lᴴ` of a Hermitian matrix, or of each one of a stack: `d` has blocks of one and two rows on its diagonal, and
/// rows `order` of `l` are a lower triangle with ones on the diagonal. All are `[.., n, n]`, but for `order`, `[.., n]`. Only the lower triangle
/// is read.
///
/// With the pivots of J. R. Bunch and L. Kaufman (Math. Comp. 31, 1977), in double precision on the host.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::linalg::ldl;
/// let a = xp.array([[4.0, 2.0], [2.0, -3.0]])?;
/// let (l, d, _) = ldl(&a)?;
/// assert_eq!(d.to_string(), "[[ 4.  0.]\n [ 0. -4.]]");
/// assert!(l.matmul(&d)?.matmul(&l.adjoint()?)?.allclose(a.as_dyn())?);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`](xparray_core::Error::Shape) unless the matrices are square; [`Error::Value`](xparray_core::Error::Value) for NaN or
/// infinities; [`Error::DType`](xparray_core::Error::DType) for truth values.
pub fn ldl<B: Backend>(a: &impl AnyArray<B>) -> Result<(DynArray<B>, DynArray<B>, DynArray<B>)> {
    ldl_with(a, Ldl::new())
}

/// [`ldl`] with options: of a symmetric matrix `a = l d lᵀ`; by the upper triangle `a = u d uᴴ`, where rows `order` of `u` are an upper triangle.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::linalg::{Ldl, ldl_with};
/// let a = xp.array([[Complex::new(0.0, 1.0), Complex::new(2.0, 0.0)], [Complex::new(2.0, 0.0), Complex::new(1.0, 0.0)]])?;
/// let (l, d, _) = ldl_with(&a, Ldl::new().hermitian(false))?;
/// assert!(l.matmul(&d)?.matmul(&l.swapaxes(0, 1)?)?.allclose(a.as_dyn())?);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`ldl`].
pub fn ldl_with<B: Backend>(a: &impl AnyArray<B>, options: Ldl) -> Result<(DynArray<B>, DynArray<B>, DynArray<B>)> {
    const OP: &str = "ldl";
    let a = a.as_dyn();
    square(OP, a)?;
    let mut parts = each(OP, &[a], &|mut a| {
        Ok(match a.remove(0) {
            Dense::Real(a) => of_matrix(a, options),
            Dense::Complex(a) => of_matrix(a, options),
        })
    })?
    .into_iter();
    match (parts.next(), parts.next(), parts.next()) {
        (Some(l), Some(d), Some(order)) => Ok((l, d, order.squeeze(-2)?.astype(DType::I64)?)),
        _ => Err(xparray_core::Error::value(OP, "no result")),
    }
}

fn of_matrix<E: Entry>(a: Matrix<E>, options: Ldl) -> Vec<Dense> {
    let n = a.rows();
    let conj = |x: E| if options.symmetric { x } else { x.conj() };
    // The upper triangle, backwards, is a lower one.
    let at = |i: usize, j: usize| if options.upper { a[n - 1 - i][n - 1 - j] } else { a[i][j] };
    let whole = Matrix::from_fn(n, n, |i, j| match i.cmp(&j) {
        std::cmp::Ordering::Greater => at(i, j),
        std::cmp::Ordering::Less => conj(at(j, i)),
        std::cmp::Ordering::Equal if options.symmetric => at(i, i),
        std::cmp::Ordering::Equal => E::real(at(i, i).re()),
    });
    let scale = whole.scale();
    let (l, d, order) = factor(whole.scaled(1.0 / scale), conj);
    let d = d.scaled(scale);
    let back = |i: usize| if options.upper { n - 1 - i } else { i };
    let order: Vec<usize> = (0..n).map(|i| back(order[back(i)])).collect();
    let mut rows = Matrix::zeros(n, n);
    for (i, &row) in order.iter().enumerate() {
        (0..n).for_each(|j| rows[row][j] = l[back(i)][back(j)]);
    }
    let d = Matrix::from_fn(n, n, |i, j| d[back(i)][back(j)]);
    vec![E::dense(rows), E::dense(d), Dense::Real(Matrix::new(1, n, order.iter().map(|&i| i as f64).collect()))]
}

/// The triangle, the blocks, and which row of the matrix each row is.
fn factor<E: Entry>(mut a: Matrix<E>, conj: impl Fn(E) -> E) -> (Matrix<E>, Matrix<E>, Vec<usize>) {
    let n = a.rows();
    let (mut l, mut d) = (Matrix::identity(n), Matrix::zeros(n, n));
    let mut order: Vec<usize> = (0..n).collect();
    let bound = (1.0 + 17f64.sqrt()) / 8.0;
    // The largest element of a column from a row on, but for one row, and its row.
    let largest = |a: &Matrix<E>, column: usize, from: usize, but: usize| {
        let sizes = (from..n).filter(|&i| i != but).map(|i| (a[i][column].size(), i));
        sizes.fold((0.0, from), |best, found| if found.0 > best.0 { found } else { best })
    };
    let mut k = 0;
    while k < n {
        let (size, row) = largest(&a, k, k, k);
        let pivot = a[k][k].size();
        if size.max(pivot) == 0.0 {
            k += 1;
            continue;
        }
        let (other, _) = largest(&a, row, k, row);
        let (rows, with) = if pivot >= bound * size || pivot * other >= bound * size * size {
            (1, k)
        } else if a[row][row].size() >= bound * other {
            (1, row)
        } else {
            (2, row)
        };
        let place = k + rows - 1;
        if with != place {
            a.swap_rows(place, with);
            a.swap_columns(place, with);
            order.swap(place, with);
            (0..k).for_each(|j| {
                let (x, y) = (l[place][j], l[with][j]);
                (l[place][j], l[with][j]) = (y, x);
            });
        }
        let behind = k + rows;
        if rows == 1 {
            d[k][k] = a[k][k];
            (behind..n).for_each(|i| l[i][k] = a[i][k].over(a[k][k]));
        } else {
            let (p, q, r) = (a[k][k], a[k + 1][k], a[k + 1][k + 1]);
            (d[k][k], d[k + 1][k], d[k][k + 1], d[k + 1][k + 1]) = (p, q, conj(q), r);
            // Divided by the element beside the diagonal, which is the largest one.
            let (over, under) = (p.over(q), r.over(conj(q)));
            let determinant = over * under - E::real(1.0);
            for i in behind..n {
                let (x, y) = (a[i][k], a[i][k + 1]);
                l[i][k] = (x.over(q) * under - y.over(conj(q))).over(determinant);
                l[i][k + 1] = (y.over(conj(q)) * over - x.over(q)).over(determinant);
            }
        }
        // Both triangles stay the same to the last bit, as pivots are chosen by either.
        for i in behind..n {
            for j in behind..=i {
                let change = (k..behind).fold(E::real(0.0), |sum, m| sum + l[i][m] * a[m][j]);
                let left = a[i][j] - change;
                (a[i][j], a[j][i]) = (left, conj(left));
            }
            a[i][i] = (a[i][i] + conj(a[i][i])) * 0.5;
        }
        k = behind;
    }
    (l, d, order)
}
