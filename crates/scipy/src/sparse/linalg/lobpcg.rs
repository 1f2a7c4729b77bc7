//! Eigenvalues of large Hermitian matrices, several at a time.

use super::basis::{epsilon, orthonormal_columns};
use super::{Eigen, LinearOperator};
use crate::field;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, Result};

/// Options of [`lobpcg`].
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::sparse::linalg::{Lobpcg, lobpcg};
/// let a = xp.array([1.0, 2.0, 3.0, 4.0])?.diag()?;
/// let known = xp.array([[1.0], [0.0], [0.0], [0.0]])?;
/// let options = Lobpcg::new().largest(false).y(&known).maxiter(50);
/// let found = lobpcg(&a, &xp.ones::<f64>([4, 1])?, options)?;
/// assert!(found.converged && (found.values.item()?.get::<f64>() - 2.0).abs() < 1e-9);
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone)]
pub struct Lobpcg<'a, B: Backend> {
    b: Option<&'a dyn LinearOperator<B>>,
    m: Option<&'a dyn LinearOperator<B>>,
    y: Option<DynArray<B>>,
    tol: Option<f64>,
    maxiter: usize,
    largest: bool,
}

impl<B: Backend> Default for Lobpcg<'_, B> {
    fn default() -> Self {
        Self { b: None, m: None, y: None, tol: None, maxiter: 20, largest: true }
    }
}

impl<'a, B: Backend> Lobpcg<'a, B> {
    /// The largest eigenvalues, 20 steps at most, without a preconditioner.
    pub fn new() -> Self {
        Self::default()
    }

    /// The matrix on the right of `A v = B v w`, Hermitian and positive definite. Vectors are then orthonormal by its product, and
    /// orthogonal to [`y`](Lobpcg::y) by it.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::sparse::linalg::{Lobpcg, lobpcg};
    /// let (a, b) = (xp.array([6.0, 4.0, 3.0, 1.0])?.diag()?, xp.array([1.0, 2.0, 1.0, 1.0])?.diag()?);
    /// let found = lobpcg(&a, &xp.eye::<f64>(4)?.slice(s![.., ..2])?, Lobpcg::new().b(&b))?;
    /// assert!(found.converged && found.values.allclose(&xp.array([2.0, 6.0])?)?);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn b(self, b: &'a dyn LinearOperator<B>) -> Self {
        Self { b: Some(b), ..self }
    }

    /// The preconditioner: an approximation of the inverse, Hermitian and positive definite.
    pub fn m(self, m: &'a dyn LinearOperator<B>) -> Self {
        Self { m: Some(m), ..self }
    }

    /// Columns to which all vectors are to be orthogonal, as those that are known already.
    pub fn y(self, y: &impl AnyArray<B>) -> Self {
        Self { y: Some(y.as_dyn().clone()), ..self }
    }

    /// Vectors are found if no norm of a column of `A v - v w`, or `A v - B v w`, is above this: by default the square root of the type's precision
    /// times the rows.
    pub fn tol(self, tol: f64) -> Self {
        Self { tol: Some(tol), ..self }
    }

    /// So many steps at most.
    pub fn maxiter(self, maxiter: usize) -> Self {
        Self { maxiter, ..self }
    }

    /// Whether the largest or the smallest eigenvalues are asked for.
    pub fn largest(self, largest: bool) -> Self {
        Self { largest, ..self }
    }
}

/// As many eigenvalues of a Hermitian matrix as `x` has columns, with vectors: locally optimal block preconditioned conjugate
/// gradients (Knyazev, SIAM J. Sci. Comput. 23, 2001), from the columns of `x`. The space of a step, of vectors, residuals and
/// last directions, is made orthonormal by a QR decomposition.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::sparse::linalg::{Lobpcg, lobpcg};
/// use xparray::sparse::Csr;
/// let diagonal = xp.arange((1.0, 101.0, 1.0))?;
/// let (a, inverse) = (Csr::diags(&[&diagonal], &[0], None)?, Csr::diags(&[&(1.0 / &diagonal)], &[0], None)?);
/// let x = xp.rng(1).normal::<f64>([100, 3])?;
/// let found = lobpcg(&a, &x, Lobpcg::new().largest(false).m(&inverse).maxiter(50))?;
/// assert!(found.converged && found.values.allclose(&xp.array([1.0, 2.0, 3.0])?)?);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`] unless the matrix is square, and `x`, `y`, `B` and the preconditioner have as many rows;
/// [`Error::NotPositiveDefinite`] if `B` is not; [`Error::Value`] if `x` has
/// no columns, `x` and `y` more of them than rows, for a negative tolerance, and if a product is not finite; those of the
/// operators.
pub fn lobpcg<'a, B: Backend>(
    a: &'a dyn LinearOperator<B>,
    x: &impl AnyArray<B>,
    options: Lobpcg<'a, B>,
) -> Result<Eigen<B>> {
    const OP: &str = "lobpcg";
    let (x, shape) = (x.as_dyn(), a.shape());
    let n = shape[0];
    let columns = |x: &DynArray<B>| match *x.shape() {
        [rows, columns] if rows == n && shape[1] == n => Ok(columns),
        _ => Err(Error::shape(OP, &shape, x.shape())),
    };
    let (k, known) = (columns(x)?, options.y.as_ref().map_or(Ok(0), columns)?);
    if k == 0 || k.saturating_add(known) > n {
        return Err(Error::value(OP, format!("{k} eigenvectors of {n}, beside {known}")));
    }
    let mut dtype = field(x)?.dtype().promote(field(&x.xp().zeros_of(a.dtype(), 0)?)?.dtype());
    for operator in [options.b, options.m].into_iter().flatten() {
        if operator.shape() != shape {
            return Err(Error::shape(OP, &shape, &operator.shape()));
        }
        dtype = dtype.promote(field(&x.xp().zeros_of(operator.dtype(), 0)?)?.dtype());
    }
    if let Some(y) = &options.y {
        dtype = dtype.promote(field(y)?.dtype());
    }
    let tol = options.tol.unwrap_or(epsilon(dtype).sqrt() * n as f64);
    if tol.is_nan() || tol < 0.0 {
        return Err(Error::value(OP, format!("a tolerance of {tol}")));
    }

    // An orthonormal basis of columns, without what is known; what is best in it, of which the first `k` are the vectors so far.
    let b = |x: &DynArray<B>| options.b.map_or(Ok(x.clone()), |b| b.matmat(x)?.astype(dtype));
    let y = options.y.as_ref().filter(|y| !y.is_empty()).map(|y| b(&y.astype(dtype)?)).transpose()?;
    let xp = x.xp();
    let best = |parts: &[&DynArray<B>]| -> Result<[DynArray<B>; 5]> {
        let parts: Vec<&DynArray<B>> = y.iter().chain(parts.iter().copied()).collect();
        let basis = orthonormal_columns(&xp.concatenate(&parts, 1)?)?.slice(s![.., known as isize..])?;
        let product = a.matmat(&basis)?.astype(dtype)?;
        let right = b(&basis)?;
        let [small, gram] = [&product, &right].map(|image| {
            let small = basis.adjoint()?.matmul(image)?;
            match small.isfinite()?.all(..)?.item()?.get::<bool>() {
                true => small.add(&small.adjoint()?)?.divide(2),
                false => Err(Error::value(OP, "a product is not finite")),
            }
        });
        let (mut small, gram) = (small?, gram?);
        // With `B = L L*` in this space, what is left is a problem of one matrix.
        let lower = options.b.map(|_| gram.cholesky()).transpose()?;
        let solve = SolveTriangular::new().lower(true);
        if let Some(lower) = &lower {
            let half = lower.solve_triangular_with(&small, solve)?;
            small = lower.solve_triangular_with(&half.adjoint()?, solve)?;
        }
        let (values, mut turn) = small.eigh()?;
        if let Some(lower) = &lower {
            turn = lower.adjoint()?.solve_triangular_with(&turn, SolveTriangular::new().lower(false))?;
        }
        let count = values.len() as isize;
        let from = if options.largest { count - k as isize } else { 0 };
        let chosen = s![from..from + k as isize];
        let turn = turn.slice(s![.., from..from + k as isize])?;
        // The directions: what comes from all but the vectors so far.
        let direction = basis.slice(s![.., k as isize..])?.matmul(&turn.slice(s![k as isize..])?)?;
        Ok([values.slice(chosen)?, basis.matmul(&turn)?, product.matmul(&turn)?, right.matmul(&turn)?, direction])
    };
    let [mut values, mut vectors, mut product, mut right, _] = best(&[&x.astype(dtype)?])?;
    let mut direction: Option<DynArray<B>> = None;
    for step in 0.. {
        let rest = product.subtract(&right.multiply(&values)?)?;
        let converged = rest.norm(0)?.less_equal(tol)?.all(..)?.item()?.get();
        if converged || step >= options.maxiter {
            return Ok(Eigen { values, vectors, converged });
        }
        let rest = options.m.map_or(Ok(rest.clone()), |m| m.matmat(&rest)?.astype(dtype))?;
        let parts: Vec<&DynArray<B>> = [&vectors, &rest].into_iter().chain(&direction).collect();
        let next = best(&parts)?;
        let last;
        [values, vectors, product, right, last] = next;
        direction = Some(last);
    }
    unreachable!("a step returns or is followed by another")
}
