//! Systems and products of matrices whose diagonals are constant.

use super::dense::{Dense, Entry, Matrix, each};
use super::equations::one;
use super::shifts::toeplitz_with;
use super::systems;
use crate::field;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, Result, TypeClass};

/// `x` with `t x = b`, of Toeplitz' matrix `t` with the first column `c` `[n]`, and its conjugate as the first row. `b` is a vector `[n]` or
/// columns `[n, k]`.
///
/// By Levinson's recursion in double precision on the host, with `n²` steps for each column (Golub and Van Loan, *Matrix Computations*,
/// section 4.7); where it breaks down, as a leading part of the matrix is singular, by elimination of the whole matrix.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::linalg::solve_toeplitz;
/// let x = solve_toeplitz(&xp.array([2.0, 1.0])?, &xp.array([4.0, 5.0])?)?;
/// assert!(x.allclose(&xp.array([1.0, 2.0])?)?);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Singular`] for a singular matrix; [`Error::Shape`] if they do not fit; [`Error::Value`] for NaN or infinities;
/// [`Error::DType`] for truth values.
pub fn solve_toeplitz<B: Backend>(c: &impl AnyArray<B>, b: &impl AnyArray<B>) -> Result<DynArray<B>> {
    TypeClass::Number.check("solve_toeplitz", c.as_dyn().dtype())?;
    solve_toeplitz_with(c, &c.as_dyn().conj()?, b)
}

/// [`solve_toeplitz`] of a matrix with the first row `r`, whose first element is that of `c`.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::linalg::solve_toeplitz_with;
/// let (c, r) = (xp.array([2.0, 1.0])?, xp.array([2.0, 3.0])?);
/// assert!(solve_toeplitz_with(&c, &r, &xp.array([8.0, 5.0])?)?.allclose(&xp.array([1.0, 2.0])?)?);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`solve_toeplitz`].
pub fn solve_toeplitz_with<B: Backend>(
    c: &impl AnyArray<B>,
    r: &impl AnyArray<B>,
    b: &impl AnyArray<B>,
) -> Result<DynArray<B>> {
    const OP: &str = "solve_toeplitz";
    let (c, r, b) = (c.as_dyn(), r.as_dyn(), b.as_dyn());
    if c.ndim() != 1 || c.shape() != r.shape() {
        return Err(Error::shape(OP, c.shape(), r.shape()));
    }
    if !(1..=2).contains(&b.ndim()) || b.shape()[0] != c.len() {
        return Err(Error::shape(OP, c.shape(), b.shape()));
    }
    let columns = if b.ndim() == 1 { b.expand_dims(1)? } else { b.clone() };
    let n = c.len();
    let whole = || {
        let dtype = c.dtype().promote(r.dtype()).promote(b.dtype());
        let t = field(&toeplitz_with(&c.astype(dtype)?, &r.astype(dtype)?)?)?;
        t.solve(&field(&b.astype(dtype)?)?)
    };
    if systems::are_asked(c.xp(), n, 1) {
        return whole();
    }
    let parts = each(OP, &[&c.expand_dims(0)?, &r.expand_dims(0)?, &columns], &|mut parts| {
        let (b, r, c) = (parts.remove(2), parts.remove(1), parts.remove(0));
        // An empty result says that the recursion breaks down.
        Ok(vec![match (c, r, b) {
            (Dense::Real(c), Dense::Real(r), Dense::Real(b)) => {
                Dense::Real(levinson(&c[0], &r[0], &b).unwrap_or_else(|| Matrix::zeros(0, 0)))
            }
            (c, r, b) => {
                let (c, r, b) = (c.complex(), r.complex(), b.complex());
                Dense::Complex(levinson(&c[0], &r[0], &b).unwrap_or_else(|| Matrix::zeros(0, 0)))
            }
        }])
    })?;
    let x = one(parts)?;
    if x.shape()[0] != n {
        return whole();
    }
    if b.ndim() == 1 { x.squeeze(1) } else { Ok(x) }
}

/// The solution, unless a leading part of the matrix is nearly singular.
fn levinson<E: Entry>(c: &[E], r: &[E], b: &Matrix<E>) -> Option<Matrix<E>> {
    let (n, zero) = (c.len(), E::real(0.0));
    let mut x = Matrix::zeros(n, b.columns());
    let Some(&first) = c.first() else { return Some(x) };
    if first == zero {
        return None;
    }
    // The first and the last column of the inverse of the leading part.
    let (mut forward, mut backward) = (vec![E::real(1.0).over(first)], vec![E::real(1.0).over(first)]);
    for j in 0..b.columns() {
        x[0][j] = b[0][j].over(first);
    }
    for k in 1..n {
        let lower = (0..k).fold(zero, |sum, i| sum + c[k - i] * forward[i]);
        let upper = (0..k).fold(zero, |sum, i| sum + r[i + 1] * backward[i]);
        let rest = E::real(1.0) - lower * upper;
        if rest.size() <= 1e-8 {
            return None;
        }
        forward.push(zero);
        backward.insert(0, zero);
        for (f, g) in forward.iter_mut().zip(&mut backward) {
            (*f, *g) = ((*f - lower * *g).over(rest), (*g - upper * *f).over(rest));
        }
        for j in 0..b.columns() {
            let known = (0..k).fold(zero, |sum, i| sum + c[k - i] * x[i][j]);
            let missing = b[k][j] - known;
            (0..=k).for_each(|i| x[i][j] += missing * backward[i]);
        }
    }
    x.entries().iter().all(|x| x.re().is_finite() && x.im().is_finite()).then_some(x)
}

/// The product of Toeplitz' matrix `[m, n]` with the first column `c` `[m]` and the first row `r` `[n]`, whose first element is that of `c`, and a
/// vector `[n]` or columns `[n, k]`: by Fourier transforms, without the matrix.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::linalg::matmul_toeplitz;
/// let (c, r) = (xp.array([2.0, 1.0])?, xp.array([2.0, 3.0])?);
/// assert!(matmul_toeplitz(&c, &r, &xp.array([1.0, 2.0])?)?.allclose(&xp.array([8.0, 5.0])?)?);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`] if they do not fit; [`Error::DType`] for truth values.
pub fn matmul_toeplitz<B: Backend>(
    c: &impl AnyArray<B>,
    r: &impl AnyArray<B>,
    x: &impl AnyArray<B>,
) -> Result<DynArray<B>> {
    const OP: &str = "matmul_toeplitz";
    let (c, r, x) = (c.as_dyn(), r.as_dyn(), x.as_dyn());
    if c.ndim() != 1 || r.ndim() != 1 {
        return Err(Error::shape(OP, c.shape(), r.shape()));
    }
    if !(1..=2).contains(&x.ndim()) || x.shape()[0] != r.len() {
        return Err(Error::shape(OP, r.shape(), x.shape()));
    }
    let [c, r, x] = together(OP, [c, r, x])?;
    let (m, n) = (c.len(), r.len());
    let mut shape = x.shape().to_vec();
    shape[0] = m;
    if m == 0 || x.is_empty() {
        return c.xp().zeros_of(c.dtype(), shape);
    }
    // The column of a circulant matrix that has this one as its corner.
    let column = c.xp().concatenate(&[&c, &r.slice(s![1..])?.flip(0)?], 0)?;
    let length = m + n - 1;
    let y = circulant_product(&column, &x, length, |spectrum, x| spectrum.multiply(x))?;
    y.slice(s![..m])
}

/// `x` with `a x = b`, of the circulant matrix `a` whose first column is `c` `[n]`; `b` is a vector `[n]` or columns `[n, k]`: by Fourier transforms
/// along the first axis.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::linalg::solve_circulant;
/// let x = solve_circulant(&xp.array([2.0, 2.0, 4.0])?, &xp.array([1.0, 2.0, 3.0])?)?;
/// assert!(x.allclose(&xp.array([0.75, -0.25, 0.25])?)?);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Singular`] if an eigenvalue, a term of the transform of `c`, is 0 beside the largest one; it is read. [`Error::Shape`] if they do
/// not fit; [`Error::DType`] for truth values.
pub fn solve_circulant<B: Backend>(c: &impl AnyArray<B>, b: &impl AnyArray<B>) -> Result<DynArray<B>> {
    const OP: &str = "solve_circulant";
    let (c, b) = (c.as_dyn(), b.as_dyn());
    if c.ndim() != 1 || !(1..=2).contains(&b.ndim()) || b.shape()[0] != c.len() {
        return Err(Error::shape(OP, c.shape(), b.shape()));
    }
    let [c, b] = together(OP, [c, b])?;
    if b.is_empty() {
        return Ok(b);
    }
    let sizes = c.fft()?.abs()?.astype(DType::F64)?;
    let largest = sizes.max(..)?.typed::<f64>()?.item()?;
    let (place, smallest) = (sizes.argmin(..)?, sizes.min(..)?.typed::<f64>()?.item()?);
    let eps = if c.dtype().real() == DType::F32 { f64::from(f32::EPSILON) } else { f64::EPSILON };
    if smallest <= largest * eps * c.len() as f64 {
        return Err(Error::Singular { op: OP, pivot: place.item()?.get::<i64>() as usize });
    }
    circulant_product(&c, &b, c.len(), |spectrum, b| b.divide(spectrum))
}

/// Numbers of a field of one type.
fn together<B: Backend, const N: usize>(op: &'static str, arrays: [&DynArray<B>; N]) -> Result<[DynArray<B>; N]> {
    let mut dtype = arrays[0].dtype();
    for x in arrays {
        TypeClass::Number.check(op, x.dtype())?;
        dtype = dtype.promote(x.dtype());
    }
    let mut result = arrays.map(DynArray::clone);
    for x in &mut result {
        *x = field(&x.astype(dtype)?)?;
    }
    Ok(result)
}

/// What the transform of a column does to that of `x`, of a length along the first axis.
fn circulant_product<B: Backend>(
    column: &DynArray<B>,
    x: &DynArray<B>,
    length: usize,
    f: impl Fn(&DynArray<B>, &DynArray<B>) -> Result<DynArray<B>>,
) -> Result<DynArray<B>> {
    let wide = |spectrum: DynArray<B>| if x.ndim() == 2 { spectrum.expand_dims(1) } else { Ok(spectrum) };
    let options = Fft::new().n(length).axis(0);
    if x.dtype().is_complex() {
        return f(&wide(column.fft()?)?, &x.fft_with(options)?)?.ifft_with(options);
    }
    f(&wide(column.rfft()?)?, &x.rfft_with(options)?)?.irfft_with(options)
}
