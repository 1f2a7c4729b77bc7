//! Generalised eigenvalues of two matrices.

mod iteration;

use super::dense::{C, Dense, Entry, Matrix, each};
use super::square;
use iteration::Pencil;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, Result};

/// The generalised Schur form of two square matrices, or of each ones of stacks: `(s, t, q, z)` with `a = q s zᴴ` and `b = q t zᴴ`, `s` and `t`
/// triangles, the diagonal of `t` real and not negative, `q` and `z` unitary. All are complex, `[.., n, n]`; the quotients of the diagonals'
/// elements are the eigenvalues.
///
/// By the QZ algorithm (Moler and Stewart, SIAM J. Numerical Analysis 10, 1973), in double precision on the host.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::linalg::qz;
/// let (a, b) = (xp.array([[1.0, 2.0], [3.0, 4.0]])?, xp.array([[1.0, 0.0], [1.0, 1.0]])?);
/// let (s, t, q, z) = qz(&a, &b)?;
/// assert!(q.matmul(&s)?.matmul(&z.adjoint()?)?.real()?.allclose(a.as_dyn())?);
/// assert!(q.matmul(&t)?.matmul(&z.adjoint()?)?.real()?.allclose(b.as_dyn())?);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`] unless the matrices are square and as large; [`Error::Value`] for NaN or infinities, and without convergence;
/// [`Error::DType`] for truth values.
pub fn qz<B: Backend>(
    a: &impl AnyArray<B>,
    b: &impl AnyArray<B>,
) -> Result<(DynArray<B>, DynArray<B>, DynArray<B>, DynArray<B>)> {
    let parts =
        of_pairs("qz", a.as_dyn(), b.as_dyn(), &|Pencil { h, t, q, z }| [h, t, q, z].map(Dense::Complex).into())?;
    match <[_; 4]>::try_from(parts) {
        Ok([s, t, q, z]) => Ok((s, t, q, z)),
        Err(_) => Err(Error::value("qz", "no result")),
    }
}

/// [`qz`], with those eigenvalues in front for which `chosen` holds of their numerators and denominators: the elements of the diagonals of `s`
/// and `t`; and how many these are, `[..]`.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::linalg::ordqz;
/// let (a, b) = (xp.array([[3.0, 2.0], [0.0, 1.0]])?, xp.array([[1.0, 4.0], [0.0, 2.0]])?);
/// let (s, t, _, _, count) = ordqz(&a, &b, |alpha, beta| alpha.norm() < beta)?;
/// assert!(s.diagonal()?.divide(&t.diagonal()?)?.real()?.allclose(&xp.array([0.5, 3.0])?)? && count.to_string() == "1");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`qz`].
pub fn ordqz<B: Backend>(
    a: &impl AnyArray<B>,
    b: &impl AnyArray<B>,
    chosen: impl Fn(C, f64) -> bool,
) -> Result<(DynArray<B>, DynArray<B>, DynArray<B>, DynArray<B>, DynArray<B>)> {
    let parts = of_pairs("ordqz", a.as_dyn(), b.as_dyn(), &|mut pencil| {
        let count = pencil.order(&chosen);
        let Pencil { h, t, q, z } = pencil;
        let mut parts = Vec::from([h, t, q, z].map(Dense::Complex));
        parts.push(Dense::Real(Matrix::from_fn(1, 1, |_, _| count as f64)));
        parts
    })?;
    match <[_; 5]>::try_from(parts) {
        Ok([s, t, q, z, count]) => Ok((s, t, q, z, count.squeeze([-2, -1])?.astype(DType::I64)?)),
        Err(_) => Err(Error::value("ordqz", "no result")),
    }
}

/// Generalised eigenvalues `[.., n]` and eigenvectors, columns of `[.., n, n]` with norm 1: `a v = w b v`, of square matrices or of each ones of
/// stacks. Both are complex. Where `b` is singular, eigenvalues are infinite, or NaN if those of `a` have no direction there either; [`qz`] has
/// numerators and denominators.
///
/// By [`qz`] and substitution, in double precision on the host.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::linalg::eig;
/// let (a, b) = (xp.array([[2.0, 0.0], [0.0, 3.0]])?, xp.array([[1.0, 0.0], [0.0, 6.0]])?);
/// let (w, v) = eig(&a, &b)?;
/// assert!(w.real()?.sort()?.allclose(&xp.array([0.5, 2.0])?)? && v.shape() == [2, 2]);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`qz`].
pub fn eig<B: Backend>(a: &impl AnyArray<B>, b: &impl AnyArray<B>) -> Result<(DynArray<B>, DynArray<B>)> {
    let parts = of_pairs("eig", a.as_dyn(), b.as_dyn(), &|pencil| {
        vec![Dense::Complex(values(&pencil)), Dense::Complex(vectors(&pencil))]
    })?;
    let (w, v) = super::schur::pair(parts)?;
    Ok((w.squeeze(-2)?, v))
}

/// The generalised eigenvalues that [`eig`] finds.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::linalg::eigvals;
/// let w = eigvals(&xp.array([[6.0]])?, &xp.array([[2.0]])?)?;
/// assert_eq!(w.real()?.to_string(), "[3.]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`qz`].
pub fn eigvals<B: Backend>(a: &impl AnyArray<B>, b: &impl AnyArray<B>) -> Result<DynArray<B>> {
    let parts = of_pairs("eigvals", a.as_dyn(), b.as_dyn(), &|pencil| vec![Dense::Complex(values(&pencil))])?;
    super::equations::one(parts)?.squeeze(-2)
}

/// What `f` makes of the triangles of each pair.
pub(super) fn of_pairs<B: Backend>(
    op: &'static str,
    a: &DynArray<B>,
    b: &DynArray<B>,
    f: &dyn Fn(Pencil) -> Vec<Dense>,
) -> Result<Vec<DynArray<B>>> {
    if square(op, a)? != square(op, b)? {
        return Err(Error::shape(op, a.shape(), b.shape()));
    }
    each(op, &[a, b], &|parts| {
        let [a, b] = [&parts[0], &parts[1]].map(Dense::complex);
        let (of_a, of_b) = (a.scale(), b.scale());
        let pencil = Pencil::triangles(a.scaled(1.0 / of_a), b.scaled(1.0 / of_b));
        let Pencil { h, t, q, z } = pencil.ok_or_else(|| Error::value(op, "the QZ algorithm does not converge"))?;
        Ok(f(Pencil { h: h.scaled(of_a), t: t.scaled(of_b), q, z }))
    })
}

/// The eigenvalues as a row.
pub(super) fn values(pencil: &Pencil) -> Matrix<C> {
    let n = pencil.h.rows();
    Matrix::from_fn(1, n, |_, k| match (pencil.h[k][k], pencil.t[k][k].re) {
        (C::ZERO, 0.0) => C::new(f64::NAN, 0.0),
        (_, 0.0) => C::new(f64::INFINITY, 0.0),
        (above, below) => C::new(above.re / below, above.im / below),
    })
}

/// The eigenvectors as columns.
pub(super) fn vectors(pencil: &Pencil) -> Matrix<C> {
    let n = pencil.h.rows();
    // Both of size one, so that no product overflows.
    let scale = |x: &Matrix<C>| x.clone().scaled(1.0 / x.scale());
    let (s, t) = (scale(&pencil.h), scale(&pencil.t));
    let mut found = Matrix::zeros(n, n);
    for k in 0..n {
        let (above, below) = (s[k][k], t[k][k]);
        let size = above.size().max(below.size());
        let (above, below) = if size == 0.0 { (C::ZERO, C::ONE) } else { (above / size, below / size) };
        let shifted = |i: usize, j: usize| below * s[i][j] - above * t[i][j];
        let smallest = f64::EPSILON * (below.size() * s.largest() + above.size() * t.largest()).max(f64::MIN_POSITIVE);
        let mut y = vec![C::ZERO; k + 1];
        y[k] = C::ONE;
        for i in (0..k).rev() {
            let sum: C = (i + 1..=k).map(|j| shifted(i, j) * y[j]).sum();
            let pivot = shifted(i, i);
            // Of an eigenvalue that there is more than once the vectors are nearly parallel.
            y[i] = -sum.over(if pivot.size() < smallest { C::real(smallest) } else { pivot });
            let largest = y[i].size();
            if largest > 1e100 {
                y.iter_mut().for_each(|x| *x /= largest);
            }
        }
        let vector: Vec<C> = (0..n).map(|i| (0..=k).map(|j| pencil.z[i][j] * y[j]).sum()).collect();
        let largest = vector.iter().map(|x| x.size()).fold(0.0, f64::max);
        let norm = largest * vector.iter().map(|x| (x / largest).norm_sqr()).sum::<f64>().sqrt();
        (0..n).for_each(|i| found[i][k] = vector[i] / norm);
    }
    found
}

/// The eigenvectors from the left as columns: those of the adjoints, which backwards in both directions are triangles again.
pub(super) fn left_vectors(pencil: &Pencil) -> Matrix<C> {
    let n = pencil.h.rows();
    let back = |i: usize| n - 1 - i;
    let adjoint = |x: &Matrix<C>| Matrix::from_fn(n, n, |i, j| x[back(j)][back(i)].conj());
    let backwards = |x: &Matrix<C>| Matrix::from_fn(n, n, |i, j| x[i][back(j)]);
    let (h, t, z) = (adjoint(&pencil.h), adjoint(&pencil.t), backwards(&pencil.q));
    backwards(&vectors(&Pencil { h, t, q: Matrix::zeros(0, 0), z }))
}
