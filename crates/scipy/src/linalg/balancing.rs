//! Rows and columns of one size.

use super::dense::{Dense, Entry, Matrix, each};
use super::{schur::pair, square};
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, Result};

/// Options of [`matrix_balance_with`].
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::linalg::{Balance, matrix_balance_with};
/// let a = xp.array([[1.0, 0.0], [8.0, 2.0]])?;
/// let (b, t) = matrix_balance_with(&a, Balance::new().scale(false))?;
/// assert_eq!((b.to_string(), t.to_string()), ("[[2. 8.]\n [0. 1.]]".into(), "[[0. 1.]\n [1. 0.]]".into()));
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Balance {
    permute: bool,
    scale: bool,
}

impl Default for Balance {
    fn default() -> Self {
        Self { permute: true, scale: true }
    }
}

impl Balance {
    /// With both.
    pub fn new() -> Self {
        Self::default()
    }

    /// Whether rows and columns are exchanged, so that eigenvalues that are isolated come first or last.
    pub fn permute(self, permute: bool) -> Self {
        Self { permute, ..self }
    }

    /// Whether rows and columns are scaled.
    pub fn scale(self, scale: bool) -> Self {
        Self { scale, ..self }
    }
}

/// A matrix with rows and columns of nearly one size, and what makes it so: `(b, t)` with `b = t⁻¹ a t`, of a square matrix or of each one of a
/// stack. `t` is a permutation, after which isolated eigenvalues are on the diagonal of triangles in front and at the end, times a diagonal
/// matrix of powers of two, so that nothing is rounded.
///
/// By the norms of rows and columns (James, Langou and Lowery, arXiv:1401.5766, 2014), in double precision on the host.
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
    matrix_balance_with(a, Balance::new())
}

/// [`matrix_balance`] with options.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::linalg::{Balance, matrix_balance_with};
/// let a = xp.array([[1.0, 64.0], [0.25, 2.0]])?;
/// let (b, t) = matrix_balance_with(&a, Balance::new().permute(false))?;
/// assert_eq!((b.to_string(), t.to_string()), ("[[1. 4.]\n [4. 2.]]".into(), "[[8.  0. ]\n [0.  0.5]]".into()));
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`matrix_balance`].
pub fn matrix_balance_with<B: Backend>(a: &impl AnyArray<B>, options: Balance) -> Result<(DynArray<B>, DynArray<B>)> {
    const OP: &str = "matrix_balance";
    let a = a.as_dyn();
    square(OP, a)?;
    pair(each(OP, &[a], &|mut a| {
        Ok(match a.remove(0) {
            Dense::Real(a) => dense(of_matrix(a, options)),
            Dense::Complex(a) => dense(of_matrix(a, options)),
        })
    })?)
}

/// The balanced matrix, and what makes it so in parts, `(b, scale, order)`: `b` is `(a[order][:, order] scale) / scale` with factors of columns, and of rows
/// the inverses; vectors of the length of the matrix, or stacks of them.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::linalg::{Balance, matrix_balance_separate};
/// let a = xp.array([[1.0, 64.0], [0.25, 2.0]])?;
/// let (_, scale, order) = matrix_balance_separate(&a, Balance::new())?;
/// assert_eq!((scale.to_string(), order.to_string()), ("[8.  0.5]".into(), "[0 1]".into()));
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`matrix_balance`].
pub fn matrix_balance_separate<B: Backend>(
    a: &impl AnyArray<B>,
    options: Balance,
) -> Result<(DynArray<B>, DynArray<B>, DynArray<B>)> {
    const OP: &str = "matrix_balance";
    let a = a.as_dyn();
    let n = square(OP, a)?;
    let row = |values: &dyn Fn(usize) -> f64| f64::dense(Matrix::from_fn(1, n, |_, j| values(j)));
    let parts = each(OP, &[a], &|mut a| {
        let (b, Balanced { order, factors }) = match a.remove(0) {
            Dense::Real(a) => with_dense(parts(a, options)),
            Dense::Complex(a) => with_dense(parts(a, options)),
        };
        Ok(vec![b, row(&|j| factors[j]), row(&|j| order[j] as f64)])
    })?;
    let [b, scale, order] = <[DynArray<B>; 3]>::try_from(parts).map_err(|_| Error::value(OP, "no result"))?;
    Ok((b, scale.squeeze(-2)?, order.squeeze(-2)?.astype(DType::I64)?))
}

/// The order of rows and columns, and the range of those whose eigenvalues are not isolated.
fn isolate<E: Entry>(a: &mut Matrix<E>) -> (Vec<usize>, usize, usize) {
    let n = a.rows();
    let (mut low, mut high) = (0, n);
    let mut order: Vec<usize> = (0..n).collect();
    let mut exchange = |a: &mut Matrix<E>, i: usize, j: usize| {
        a.swap_rows(i, j);
        a.swap_columns(i, j);
        order.swap(i, j);
    };
    let zero = E::real(0.0);
    // A row without others in it goes down, a column without others to the left.
    while let Some(i) = (low..high).rev().find(|&i| (low..high).all(|k| k == i || a[i][k] == zero)) {
        high -= 1;
        exchange(a, i, high);
    }
    while let Some(j) = (low..high).find(|&j| (low..high).all(|k| k == j || a[k][j] == zero)) {
        exchange(a, j, low);
        low += 1;
    }
    (order, low, high)
}

fn dense<E: Entry>((b, t): (Matrix<E>, Matrix<E>)) -> Vec<Dense> {
    vec![E::dense(b), E::dense(t)]
}

/// The balanced matrix alone.
#[cfg(feature = "signal")]
pub(super) fn balanced<E: Entry>(a: Matrix<E>) -> Matrix<E> {
    of_matrix(a, Balance::new()).0
}

fn of_matrix<E: Entry>(a: Matrix<E>, options: Balance) -> (Matrix<E>, Matrix<E>) {
    let (a, Balanced { order, factors }) = parts(a, options);
    let entry = |i: usize, j: usize| E::real(if i == order[j] { factors[j] } else { 0.0 });
    let t = Matrix::from_fn(a.rows(), a.rows(), entry);
    (a, t)
}

/// Rows and columns in their new order, and the factors of columns in it.
struct Balanced {
    order: Vec<usize>,
    factors: Vec<f64>,
}

fn with_dense<E: Entry>((b, balanced): (Matrix<E>, Balanced)) -> (Dense, Balanced) {
    (E::dense(b), balanced)
}

fn parts<E: Entry>(a: Matrix<E>, options: Balance) -> (Matrix<E>, Balanced) {
    let n = a.rows();
    let scale = a.scale();
    let mut a = a.scaled(1.0 / scale);
    let (order, low, high) = if options.permute { isolate(&mut a) } else { ((0..n).collect(), 0, n) };
    let mut factors = vec![1.0f64; n];
    // Each round makes the sum of squares smaller by a part, so they end.
    let mut changed = options.scale;
    while changed {
        changed = false;
        for i in low..high {
            let norm = |size: &dyn Fn(usize) -> f64| (low..high).map(|k| size(k).powi(2)).sum::<f64>().sqrt();
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
    (a.scaled(scale), Balanced { order, factors })
}
