//! Spaces of matrices, and what follows from their singular values and factors.

use super::square;
use crate::field;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, Result, TypeClass};

/// Numbers of a field, in a matrix or in a stack of them.
fn matrix<B: Backend>(op: &'static str, a: &DynArray<B>) -> Result<DynArray<B>> {
    TypeClass::Number.check(op, a.dtype())?;
    if a.ndim() < 2 { Err(Error::shape(op, a.shape(), &[])) } else { field(a) }
}

/// Numbers of a field in one matrix.
fn one_matrix<B: Backend>(op: &'static str, a: &DynArray<B>) -> Result<DynArray<B>> {
    if a.ndim() == 2 { matrix(op, a) } else { Err(Error::shape(op, a.shape(), &[])) }
}

/// How many singular values are above the largest one times `rcond`, by default `max(m, n)` times the precision of a number; it reads them.
fn rank<B: Backend>(a: &DynArray<B>, s: &DynArray<B>, rcond: Option<f64>) -> Result<usize> {
    let eps = if a.dtype().real() == DType::F32 { f64::from(f32::EPSILON) } else { f64::EPSILON };
    let rcond = rcond.unwrap_or(eps * a.shape().iter().copied().max().unwrap_or(0) as f64);
    let s = s.astype(DType::F64)?.typed::<f64>()?.to_vec()?;
    let largest = s.first().copied().unwrap_or(0.0);
    Ok(s.iter().filter(|&&value| value > largest * rcond).count())
}

/// An orthonormal basis of the space that the columns of a matrix `[m, n]` span: columns of `[m, r]`, where `r` is how many singular values
/// are above the largest one times `rcond`, by default `max(m, n)` times the precision of a number. It waits for them.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::linalg::orth;
/// assert_eq!(orth(&xp.array([[2.0, 0.0, 0.0], [0.0, 5.0, 0.0]])?, None)?.shape(), [2, 2]);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`] unless it is a matrix; [`Error::Value`] for NaN or infinities; [`Error::DType`] for truth values.
pub fn orth<B: Backend>(a: &impl AnyArray<B>, rcond: Option<f64>) -> Result<DynArray<B>> {
    let a = one_matrix("orth", a.as_dyn())?;
    let (u, s, _) = a.svd()?;
    u.slice(s![.., ..rank(&a, &s, rcond)?])
}

/// An orthonormal basis of the vectors that a matrix `[m, n]` takes to zero: columns of `[n, n - r]`, with the rank `r` as in [`orth`].
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::linalg::null_space;
/// let a = xp.array([[1.0, 1.0], [1.0, 1.0]])?;
/// let space = null_space(&a, None)?;
/// assert_eq!(space.shape(), [2, 1]);
/// assert!(a.as_dyn().matmul(&space)?.abs()?.max(..)?.item()?.get::<f64>() < 1e-15);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`orth`].
pub fn null_space<B: Backend>(a: &impl AnyArray<B>, rcond: Option<f64>) -> Result<DynArray<B>> {
    let a = one_matrix("null_space", a.as_dyn())?;
    if a.is_empty() {
        return a.xp().eye_of(a.dtype(), a.shape()[1], Eye::new());
    }
    let (_, s, vh) = a.svd_with(Svd::new().full_matrices(true))?;
    vh.slice(s![rank(&a, &s, rcond)?..])?.adjoint()
}

/// The angles between the spaces that the columns of two matrices span, `[m, k]` and `[m, l]`: `min(k, l)` of them in radians, the largest
/// first.
///
/// Small angles by their sines, others by their cosines (Knyazev and Argentati, SIAM J. Sci. Comput. 23, 2002).
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::linalg::subspace_angles;
/// let angles = subspace_angles(&xp.array([[1.0], [0.0]])?, &xp.array([[1.0], [1.0]])?)?;
/// assert!((angles.item()?.get::<f64>() - std::f64::consts::FRAC_PI_4).abs() < 1e-15);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`orth`]; [`Error::Shape`] unless both have as many rows.
pub fn subspace_angles<B: Backend>(a: &impl AnyArray<B>, b: &impl AnyArray<B>) -> Result<DynArray<B>> {
    const OP: &str = "subspace_angles";
    let (a, b) = (a.as_dyn(), b.as_dyn());
    let dtype = a.dtype().promote(b.dtype());
    let (a, b) = (one_matrix(OP, &a.astype(dtype)?)?, one_matrix(OP, &b.astype(dtype)?)?);
    if a.shape()[0] != b.shape()[0] {
        return Err(Error::shape(OP, a.shape(), b.shape()));
    }
    let (p, q) = (orth(&a, None)?, orth(&b, None)?);
    let product = p.adjoint()?.matmul(&q)?;
    let cosines = product.svdvals()?;
    // The part of the smaller basis outside of the other one has the sines.
    let outside = match p.shape()[1] >= q.shape()[1] {
        true => q.subtract(&p.matmul(&product)?)?,
        false => p.subtract(&q.matmul(&product.adjoint()?)?)?,
    };
    let sines = outside.svdvals()?.minimum(1.0)?.arcsin()?.slice(s![..cosines.len()])?;
    let small = cosines.square()?.greater_equal(0.5)?.flip(0)?;
    small.where_(&sines, &cosines.minimum(1.0)?.arccos()?.flip(0)?)
}

/// The orthogonal, or unitary, matrix `r` for which `a r` is nearest to `b`, of matrices `[m, n]`; and the sum of the singular values of
/// `aᴴ b`, a number (Schönemann, Psychometrika 31, 1966).
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::linalg::orthogonal_procrustes;
/// let a = xp.array([[2.0, 0.0], [0.0, 1.0]])?;
/// let (r, scale) = orthogonal_procrustes(&a, &a.flip(1)?)?;
/// assert!(r.allclose(&xp.array([[0.0, 1.0], [1.0, 0.0]])?)? && scale.item()?.get::<f64>() == 5.0);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`orth`]; [`Error::Shape`] unless both have the same shape.
pub fn orthogonal_procrustes<B: Backend>(
    a: &impl AnyArray<B>,
    b: &impl AnyArray<B>,
) -> Result<(DynArray<B>, DynArray<B>)> {
    const OP: &str = "orthogonal_procrustes";
    let (a, b) = (a.as_dyn(), b.as_dyn());
    if a.shape() != b.shape() {
        return Err(Error::shape(OP, a.shape(), b.shape()));
    }
    let dtype = a.dtype().promote(b.dtype());
    let (a, b) = (one_matrix(OP, &a.astype(dtype)?)?, one_matrix(OP, &b.astype(dtype)?)?);
    let (u, s, vh) = a.adjoint()?.matmul(&b)?.svd()?;
    Ok((u.matmul(&vh)?, s.sum(..)?))
}

/// On which side the positive semidefinite factor of [`polar_with`] is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Side {
    /// `a = u p`, with `p` `[n, n]`.
    #[default]
    Right,
    /// `a = p u`, with `p` `[m, m]`.
    Left,
}

/// The polar decomposition of a matrix `[m, n]`, or of each one of a stack: `(u, p)` with `a = u p`, `u` with orthonormal columns (or rows, if
/// there are more of these) and `p` Hermitian and positive semidefinite (Higham, *Functions of Matrices*, section 8), by singular values.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::linalg::polar;
/// let a = xp.array([[0.0, -2.0], [3.0, 0.0]])?;
/// let (u, p) = polar(&a)?;
/// assert!(u.allclose(&xp.array([[0.0, -1.0], [1.0, 0.0]])?)? && p.allclose(&xp.array([[3.0, 0.0], [0.0, 2.0]])?)?);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`] for less than two dimensions; [`Error::Value`] for NaN or infinities; [`Error::DType`] for truth values.
pub fn polar<B: Backend>(a: &impl AnyArray<B>) -> Result<(DynArray<B>, DynArray<B>)> {
    polar_with(a, Side::Right)
}

/// [`polar`] with the semidefinite factor on either side.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::linalg::{Side, polar_with};
/// let (u, p) = polar_with(&xp.ones::<f64>([2, 3])?, Side::Left)?;
/// assert_eq!((u.shape(), p.shape()), (&[2, 3][..], &[2, 2][..]));
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`polar`].
pub fn polar_with<B: Backend>(a: &impl AnyArray<B>, side: Side) -> Result<(DynArray<B>, DynArray<B>)> {
    let a = matrix("polar", a.as_dyn())?;
    let (w, s, vh) = a.svd()?;
    let u = w.matmul(&vh)?;
    let p = match side {
        Side::Right => vh.adjoint()?.multiply(&s.expand_dims(-2)?)?.matmul(&vh)?,
        Side::Left => w.multiply(&s.expand_dims(-2)?)?.matmul(&w.adjoint()?)?,
    };
    Ok((u, p))
}

/// The inverse of a Hermitian matrix, or of each one of a stack, in the space of the eigenvalues whose magnitudes are above the largest one
/// times `rcond`, by default `n` times the precision of a number. Its lower triangle is read.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::linalg::pinvh;
/// assert_eq!(pinvh(&xp.array([[4.0, 0.0], [0.0, 0.0]])?, None)?.to_string(), "[[0.25 0.  ]\n [0.   0.  ]]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`] unless the matrices are square; [`Error::Value`] for NaN or infinities; [`Error::DType`] for truth values.
pub fn pinvh<B: Backend>(a: &impl AnyArray<B>, rcond: Option<f64>) -> Result<DynArray<B>> {
    const OP: &str = "pinvh";
    let a = a.as_dyn();
    let n = square(OP, a)?;
    let a = matrix(OP, a)?;
    if a.is_empty() {
        return Ok(a);
    }
    let (values, vectors) = a.eigh()?;
    let eps = if a.dtype().real() == DType::F32 { f64::from(f32::EPSILON) } else { f64::EPSILON };
    let sizes = values.abs()?;
    let bound = sizes.max(keepdims(-1))?.multiply(rcond.unwrap_or(eps * n as f64))?;
    let counts = sizes.greater(&bound)?;
    let inverse = counts.where_(&values.reciprocal()?, 0)?.astype(values.dtype())?;
    vectors.multiply(&inverse.expand_dims(-2)?)?.matmul(&vectors.adjoint()?)
}

/// `(r, q)` with `a = r q` of a matrix `[m, n]`, or of each one of a stack: `r` `[m, k]` upper triangular at its right end, `q` `[k, n]` with
/// orthonormal rows, and `k = min(m, n)`: the QR factorisation backwards.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::linalg::rq;
/// let a = xp.array([[1.0, 2.0], [3.0, 4.0]])?;
/// let (r, q) = rq(&a)?;
/// assert!(r.matmul(&q)?.allclose(a.as_dyn())? && r.slice(s![1, 0])?.item()?.get::<f64>() == 0.0);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`polar`].
pub fn rq<B: Backend>(a: &impl AnyArray<B>) -> Result<(DynArray<B>, DynArray<B>)> {
    rq_with(a, QrMode::Reduced)
}

/// [`rq`] with `k = n`, if it is complete.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::linalg::rq_with;
/// let (r, q) = rq_with(&xp.ones::<f64>([2, 3])?, QrMode::Complete)?;
/// assert_eq!((r.shape(), q.shape()), (&[2, 3][..], &[3, 3][..]));
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`polar`].
pub fn rq_with<B: Backend>(a: &impl AnyArray<B>, mode: QrMode) -> Result<(DynArray<B>, DynArray<B>)> {
    let a = matrix("rq", a.as_dyn())?;
    let (q, r) = a.flip(-2)?.adjoint()?.qr_with(Qr::new().mode(mode))?;
    Ok((r.adjoint()?.flip([-2, -1])?, q.adjoint()?.flip(-2)?))
}
