//! Factorisations of matrices that change by a row, a column or a product of vectors, by rotations (Golub and Van Loan, Matrix Computations, 6.5).

use super::space::{Coordinates, Factors};
use crate::linalg::dense::{Dense, Entry, Matrix, each};
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, Result};

/// What of a matrix changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lines {
    /// Rows.
    Rows,
    /// Columns.
    Columns,
}

type Pair<B> = (DynArray<B>, DynArray<B>);

/// What `f` makes of factors and vectors, of which both are real or both complex.
fn changed<B: Backend>(
    op: &'static str,
    arrays: &[&DynArray<B>],
    real: &dyn Fn(Factors<f64>, &[Matrix<f64>]) -> Factors<f64>,
    complex: &dyn Fn(Factors<Complex<f64>>, &[Matrix<Complex<f64>>]) -> Factors<Complex<f64>>,
) -> Result<Pair<B>> {
    fn apply<E: Entry>(matrices: Vec<Matrix<E>>, f: &dyn Fn(Factors<E>, &[Matrix<E>]) -> Factors<E>) -> Vec<Dense> {
        let mut matrices = matrices.into_iter();
        let (Some(q), Some(r)) = (matrices.next(), matrices.next()) else { return Vec::new() };
        let Factors { q, r } = f(Factors { q, r }, &matrices.collect::<Vec<_>>());
        vec![E::dense(q), E::dense(r)]
    }
    let (q, r) = (arrays[0].shape(), arrays[1].shape());
    let fit = match (q, r) {
        (&[.., m, k], &[.., rows, n]) => k == rows && (m == k || k == n && k < m),
        _ => false,
    };
    if !fit {
        return Err(Error::shape(op, q, r));
    }
    let results = each(op, arrays, &|matrices| {
        let mut of_real = Vec::new();
        for matrix in &matrices {
            match matrix {
                Dense::Real(a) => of_real.push(a.clone()),
                Dense::Complex(_) => return Ok(apply(matrices.iter().map(Dense::complex).collect(), complex)),
            }
        }
        Ok(apply(of_real, real))
    })?;
    super::super::schur::pair(results)
}

/// A vector as a column, or a row; matrices as they are.
fn lines<B: Backend>(x: &DynArray<B>, lines: Lines) -> Result<DynArray<B>> {
    match (x.ndim(), lines) {
        (1, Lines::Rows) => x.expand_dims(0),
        (1, Lines::Columns) => x.expand_dims(1),
        _ => Ok(x.clone()),
    }
}

/// The factors of `q r + u vᴴ`, from those of a matrix: `u` is a vector or a matrix with as many rows, `v` one with as many as there are columns.
/// The factorisation may be the complete or the reduced one, and stays what it is. In double precision on the host.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::linalg::qr_update;
/// let a = xp.array([[3.0, 1.0], [4.0, 2.0], [0.0, 5.0]])?;
/// let (q, r) = a.qr()?;
/// let (u, v) = (xp.array([1.0, 0.0, -1.0])?, xp.array([2.0, 1.0])?);
/// let (q, r) = qr_update(&q, &r, &u, &v)?;
/// assert!(q.matmul(&r)?.allclose(&(&a + u.outer(&v)?))?);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`] if they do not fit; [`Error::Value`] for NaN or infinities; [`Error::DType`] for truth values.
pub fn qr_update<B: Backend>(
    q: &impl AnyArray<B>,
    r: &impl AnyArray<B>,
    u: &impl AnyArray<B>,
    v: &impl AnyArray<B>,
) -> Result<Pair<B>> {
    const OP: &str = "qr_update";
    let (q, r) = (q.as_dyn(), r.as_dyn());
    let (u, v) = (lines(u.as_dyn(), Lines::Columns)?, lines(v.as_dyn(), Lines::Columns)?);
    match (q.shape(), r.shape(), u.shape(), v.shape()) {
        (&[.., m, _], &[.., n], &[.., rows, p], &[.., columns, s]) if rows == m && columns == n && p == s => {}
        _ => return Err(Error::shape(OP, u.shape(), v.shape())),
    }
    changed(OP, &[q, r, &u, &v], &updated, &updated)
}

fn updated<E: Entry>(mut factors: Factors<E>, vectors: &[Matrix<E>]) -> Factors<E> {
    let (u, v) = (&vectors[0], &vectors[1]);
    for k in 0..u.columns() {
        let column: Vec<E> = (0..u.rows()).map(|i| u[i][k]).collect();
        let Coordinates { inside: mut w, beside } = factors.coordinates(&column);
        let wide = beside.is_some();
        if let Some((beside, length)) = beside {
            factors.extend(&beside);
            w.push(E::real(length));
        }
        factors.gather(&mut w, 0);
        if let Some(&first) = w.first() {
            (0..v.rows()).for_each(|j| factors.r[0][j] += first * v[j][k].conj());
        }
        factors.triangular(0);
        if wide {
            factors.shrink();
        }
    }
    factors
}

/// The factors of a matrix without `p` rows or columns from the `k`-th on, from those of the matrix. The factorisation may be the complete or
/// the reduced one, and stays what it is. In double precision on the host.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::linalg::{Lines, qr_delete};
/// let a = xp.array([[3.0, 1.0], [4.0, 2.0], [0.0, 5.0]])?;
/// let (q, r) = a.qr()?;
/// let (q, r) = qr_delete(&q, &r, 1, 1, Lines::Rows)?;
/// assert!(q.matmul(&r)?.allclose(&xp.array([[3.0, 1.0], [0.0, 5.0]])?)?);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`] if they do not fit, or a reduced factorisation would have fewer rows than columns; [`Error::Index`] if there are not so many
/// rows or columns; [`Error::Value`] for NaN or infinities; [`Error::DType`] for truth values.
pub fn qr_delete<B: Backend>(
    q: &impl AnyArray<B>,
    r: &impl AnyArray<B>,
    k: usize,
    p: usize,
    which: Lines,
) -> Result<Pair<B>> {
    const OP: &str = "qr_delete";
    let (q, r) = (q.as_dyn(), r.as_dyn());
    let (&[.., m, columns], &[.., n]) = (q.shape(), r.shape()) else {
        return Err(Error::shape(OP, q.shape(), r.shape()));
    };
    let len = if which == Lines::Rows { m } else { n };
    if k.checked_add(p).is_none_or(|end| end > len) {
        return Err(Error::Index { op: OP, index: k.saturating_add(p) as i64 - 1, len });
    }
    if which == Lines::Rows && columns < m && m - p < n {
        return Err(Error::shape(OP, q.shape(), r.shape()));
    }
    match which {
        Lines::Rows => changed(OP, &[q, r], &|f, _| without_rows(f, k, p), &|f, _| without_rows(f, k, p)),
        Lines::Columns => changed(OP, &[q, r], &|f, _| without_columns(f, k, p), &|f, _| without_columns(f, k, p)),
    }
}

fn without_rows<E: Entry>(mut factors: Factors<E>, k: usize, p: usize) -> Factors<E> {
    for _ in 0..p {
        let m = factors.q.rows();
        let unit: Vec<E> = (0..m).map(|i| E::real(f64::from(u8::from(i == k)))).collect();
        if let Some((beside, _)) = factors.coordinates(&unit).beside {
            factors.extend(&beside);
        }
        // The row becomes a unit vector, its column with it.
        let mut w: Vec<E> = factors.q[k].iter().map(|&x| x.conj()).collect();
        factors.gather(&mut w, 0);
        let Factors { q, r } = &factors;
        let less = Matrix::from_fn(m - 1, q.columns() - 1, |i, j| q[i + usize::from(i >= k)][j + 1]);
        let lower = Matrix::from_fn(r.rows() - 1, r.columns(), |i, j| r[i + 1][j]);
        factors = Factors { q: less, r: lower };
    }
    factors
}

fn without_columns<E: Entry>(mut factors: Factors<E>, k: usize, p: usize) -> Factors<E> {
    let complete = factors.q.rows() == factors.q.columns();
    for _ in 0..p {
        let r = &factors.r;
        factors.r = Matrix::from_fn(r.rows(), r.columns() - 1, |i, j| r[i][j + usize::from(j >= k)]);
        factors.triangular(k);
        if !complete {
            factors.shrink();
        }
    }
    factors
}

/// The factors of a matrix with rows or columns `u` before the `k`-th one, from those of the matrix: `u` is a vector, or a matrix with such
/// rows or columns. The factorisation may be the complete or the reduced one, and stays what it is. In double precision on the host.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::linalg::{Lines, qr_insert};
/// let (q, r) = xp.array([[3.0, 1.0], [4.0, 2.0], [0.0, 5.0]])?.qr()?;
/// let (q, r) = qr_insert(&q, &r, &xp.array([7.0, 8.0])?, 1, Lines::Rows)?;
/// assert!(q.matmul(&r)?.allclose(&xp.array([[3.0, 1.0], [7.0, 8.0], [4.0, 2.0], [0.0, 5.0]])?)?);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`] if they do not fit, or a reduced factorisation would have fewer rows than columns; [`Error::Index`] if there are not so many
/// rows or columns; [`Error::Value`] for NaN or infinities; [`Error::DType`] for truth values.
pub fn qr_insert<B: Backend>(
    q: &impl AnyArray<B>,
    r: &impl AnyArray<B>,
    u: &impl AnyArray<B>,
    k: usize,
    which: Lines,
) -> Result<Pair<B>> {
    const OP: &str = "qr_insert";
    let (q, r, u) = (q.as_dyn(), r.as_dyn(), lines(u.as_dyn(), which)?);
    let (&[.., m, columns], &[.., n], &[.., rows, p]) = (q.shape(), r.shape(), u.shape()) else {
        return Err(Error::shape(OP, q.shape(), u.shape()));
    };
    let (fits, len) = match which {
        Lines::Rows => (p == n, m),
        Lines::Columns => (rows == m && (columns == m || n + p <= m), n),
    };
    if !fits {
        return Err(Error::shape(OP, q.shape(), u.shape()));
    }
    if k > len {
        return Err(Error::Index { op: OP, index: k as i64, len });
    }
    match which {
        Lines::Rows => changed(OP, &[q, r, &u], &|f, u| with_rows(f, &u[0], k), &|f, u| with_rows(f, &u[0], k)),
        Lines::Columns => {
            changed(OP, &[q, r, &u], &|f, u| with_columns(f, &u[0], k), &|f, u| with_columns(f, &u[0], k))
        }
    }
}

fn with_rows<E: Entry>(mut factors: Factors<E>, u: &Matrix<E>, k: usize) -> Factors<E> {
    let complete = factors.q.rows() == factors.q.columns();
    for p in 0..u.rows() {
        let (Factors { q, r }, at) = (&factors, k + p);
        let (zero, one) = (E::real(0.0), E::real(1.0));
        let place = |i: usize, j: usize| match (i == at, j) {
            (true, 0) => one,
            (true, _) | (false, 0) => zero,
            (false, j) => q[i - usize::from(i > at)][j - 1],
        };
        let q_more = Matrix::from_fn(q.rows() + 1, q.columns() + 1, place);
        let r_more = Matrix::from_fn(r.rows() + 1, r.columns(), |i, j| if i == 0 { u[p][j] } else { r[i - 1][j] });
        factors = Factors { q: q_more, r: r_more };
        factors.triangular(0);
        if !complete {
            factors.shrink();
        }
    }
    factors
}

fn with_columns<E: Entry>(mut factors: Factors<E>, u: &Matrix<E>, k: usize) -> Factors<E> {
    for p in 0..u.columns() {
        let at = k + p;
        let column: Vec<E> = (0..u.rows()).map(|i| u[i][p]).collect();
        let Coordinates { inside: mut w, beside } = factors.coordinates(&column);
        if let Some((beside, length)) = beside {
            factors.extend(&beside);
            w.push(E::real(length));
        }
        // Rows below the place are rotated before the column is there.
        factors.gather(&mut w, at);
        let r = &factors.r;
        factors.r = Matrix::from_fn(r.rows(), r.columns() + 1, |i, j| match j {
            j if j < at => r[i][j],
            j if j == at => w[i],
            j => r[i][j - 1],
        });
    }
    factors
}
