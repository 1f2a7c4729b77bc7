//! Singular values, eigenvalues, and what follows from them.

use super::solve::epsilon;
use crate::array::DynArray;
use crate::array::{Array, Norm};
use crate::backend::Backend;
use crate::dtype::Scalar;
use crate::element::{Element, Field};
use crate::error::Result;
use crate::ir::{BinaryOp, ReduceOp};
use crate::layout::Dims;

/// Which matrix norm.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::linalg::MatrixNorm;
/// let a = xp.array(&[3.0f64, 0.0, 0.0, -4.0], [2, 2])?;
/// assert_eq!(a.matrix_norm(MatrixNorm::Frobenius)?.item()?, 5.0);
/// assert_eq!(a.matrix_norm(MatrixNorm::Nuclear)?.item()?, 7.0);
/// assert_eq!(a.matrix_norm(MatrixNorm::NegTwo)?.item()?, 3.0);
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatrixNorm {
    /// The square root of the sum of squared magnitudes.
    Frobenius,
    /// The sum of the singular values.
    Nuclear,
    /// The largest sum of magnitudes of a column.
    One,
    /// The smallest sum of magnitudes of a column.
    NegOne,
    /// The largest singular value.
    Two,
    /// The smallest singular value.
    NegTwo,
    /// The largest sum of magnitudes of a row.
    Inf,
    /// The smallest sum of magnitudes of a row.
    NegInf,
}

impl<T: Field, B: Backend> Array<T, B> {
    fn part<U: Element>(&self, last: &[usize], buffer: B::Buffer) -> Array<U, B> {
        Array::from_dyn(DynArray::from_buffer(self.xp(), U::DTYPE, &self.array.stack_shape(last), buffer))
    }

    /// The `n` values of each of no matrices, or none of each.
    fn no_values(&self, n: usize) -> Result<Array<T::Real, B>> {
        Ok(Array::from_dyn(self.array.zeros_of(T::Real::DTYPE, &[n])?))
    }

    /// The thin singular value decomposition: `U` `[m, k]`, the singular values `[k]` in descending
    /// order, `Vᴴ` `[k, n]`, with `k = min(m, n)`.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let a = xp.array(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0], [3, 2])?;
    /// let (u, s, vt) = a.svd()?;
    /// assert_eq!((u.shape(), s.shape(), vt.shape()), (&[3, 2][..], &[2][..], &[2, 2][..]));
    /// assert!((&u * &s).matmul(&vt)?.allclose(&a, 1e-12, 0.0, false)?);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`](crate::Error::Value) if the matrix holds NaN or infinity, or for fewer than two dimensions.
    #[allow(clippy::type_complexity)]
    pub fn svd(&self) -> Result<(Self, Array<T::Real, B>, Self)> {
        self.svd_with(false)
    }

    /// The full singular value decomposition: `U` is `[m, m]` and `Vᴴ` is `[n, n]`.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let (u, s, vt) = xp.ones::<f64>([3, 2])?.svd_full()?;
    /// assert_eq!((u.shape(), s.shape(), vt.shape()), (&[3, 3][..], &[2][..], &[2, 2][..]));
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`](crate::Error::Value) if the matrix holds NaN or infinity, or for fewer than two dimensions.
    #[allow(clippy::type_complexity)]
    pub fn svd_full(&self) -> Result<(Self, Array<T::Real, B>, Self)> {
        self.svd_with(true)
    }

    #[allow(clippy::type_complexity)]
    fn svd_with(&self, full: bool) -> Result<(Self, Array<T::Real, B>, Self)> {
        let (m, n) = self.array.matrix_shape("svd")?;
        let k = m.min(n);
        let (rows, cols) = if full { (m, n) } else { (k, k) };
        if self.array.all_empty(&[&[m, rows], &[k], &[cols, n]])? {
            let u = self.array.zeros_of(T::DTYPE, &[m, rows])?;
            let vt = self.array.zeros_of(T::DTYPE, &[cols, n])?;
            return Ok((Self::from_dyn(u), self.no_values(k)?, Self::from_dyn(vt)));
        }
        let svd = self.xp().svd(self.array.computed()?.view()?, true, full)?;
        let missing = || crate::error::Error::value("svd", "the backend returned no vectors");
        let u = self.part(&[m, rows], svd.u.ok_or_else(missing)?);
        let vt = self.part(&[cols, n], svd.vt.ok_or_else(missing)?);
        Ok((u, self.part(&[k], svd.s), vt))
    }

    /// The singular values in descending order.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let a = xp.array(&[0.0, -3.0, 2.0, 0.0], [2, 2])?;
    /// assert_eq!(a.svdvals()?.to_string(), "[3. 2.]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`](crate::Error::Value) if the matrix holds NaN or infinity, or for fewer than two dimensions.
    pub fn svdvals(&self) -> Result<Array<T::Real, B>> {
        let (m, n) = self.array.matrix_shape("svdvals")?;
        if self.is_empty() {
            return self.no_values(m.min(n));
        }
        let svd = self.xp().svd(self.array.computed()?.view()?, false, false)?;
        Ok(self.part(&[m.min(n)], svd.s))
    }

    /// Eigenvalues `[n]`, ascending, and eigenvectors (columns of `[n, n]`) of a Hermitian matrix. Only the
    /// lower triangle is read.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let a = xp.array(&[2.0, 1.0, 1.0, 2.0], [2, 2])?;
    /// let (values, vectors) = a.eigh()?;
    /// assert_eq!(values.to_string(), "[1. 3.]");
    /// assert!(a.matmul(&vectors)?.allclose(&(&vectors * &values), 1e-12, 0.0, false)?);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`](crate::Error::Value) if the matrix is not square, or holds NaN or infinity.
    pub fn eigh(&self) -> Result<(Array<T::Real, B>, Self)> {
        let n = self.array.square_matrix("eigh")?;
        if self.is_empty() {
            return Ok((self.no_values(n)?, self.clone()));
        }
        let eigh = self.xp().eigh(self.array.computed()?.view()?, true)?;
        let missing = || crate::error::Error::value("eigh", "the backend returned no vectors");
        Ok((self.part(&[n], eigh.values), self.part(&[n, n], eigh.vectors.ok_or_else(missing)?)))
    }

    /// The eigenvalues of a Hermitian matrix, ascending.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let a = xp.array(&[2.0, 1.0, 1.0, 2.0], [2, 2])?;
    /// assert_eq!(a.eigvalsh()?.to_string(), "[1. 3.]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`](crate::Error::Value) if the matrix is not square, or holds NaN or infinity.
    pub fn eigvalsh(&self) -> Result<Array<T::Real, B>> {
        let n = self.array.square_matrix("eigvalsh")?;
        if self.is_empty() {
            return self.no_values(n);
        }
        let eigh = self.xp().eigh(self.array.computed()?.view()?, false)?;
        Ok(self.part(&[n], eigh.values))
    }

    /// The number of singular values above `rtol` times the largest; by default `max(m, n)` times the
    /// machine epsilon.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let a = xp.array(&[1.0, 2.0, 2.0, 4.0], [2, 2])?;
    /// assert_eq!(a.matrix_rank(None)?.item()?, 1);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`](crate::Error::Value) if the matrix holds NaN or infinity, or for fewer than two dimensions.
    pub fn matrix_rank(&self, rtol: Option<f64>) -> Result<Array<i64, B>> {
        let (m, n) = self.array.matrix_shape("matrix_rank")?;
        let s = self.svdvals()?;
        if s.is_empty() {
            return crate::array::Create::zeros(self.xp(), &self.shape()[..self.ndim() - 2]);
        }
        let rtol = rtol.unwrap_or(m.max(n) as f64 * epsilon(T::DTYPE)).cast::<T::Real>();
        let cutoff = s.max(crate::keepdims(-1))?.array.binary_scalar(BinaryOp::Mul, Scalar::new(rtol), false)?;
        Array::<bool, B>::from_dyn(s.array.binary(BinaryOp::Gt, "matrix_rank", &cutoff)?).count_nonzero(-1)
    }

    /// The condition number in a norm: that of the matrix times that of its inverse.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::linalg::MatrixNorm;
    /// let a = xp.array(&[4.0f64, 0.0, 0.0, 0.5], [2, 2])?;
    /// assert_eq!(a.cond(MatrixNorm::Two)?.item()?, 8.0);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Singular`](crate::Error::Singular) for norms that need an inverse that is not there;
    /// [`Error::Value`](crate::Error::Value) if they need that of a matrix that is not square.
    pub fn cond(&self, norm: MatrixNorm) -> Result<Array<T::Real, B>> {
        let (a, b) = match norm {
            MatrixNorm::Two => (MatrixNorm::Two, MatrixNorm::NegTwo),
            MatrixNorm::NegTwo => (MatrixNorm::NegTwo, MatrixNorm::Two),
            _ => {
                let product = self.matrix_norm(norm)?.array.binary(
                    BinaryOp::Mul,
                    "cond",
                    &self.inv()?.matrix_norm(norm)?.array,
                )?;
                return Ok(Array::from_dyn(product));
            }
        };
        let quotient = self.matrix_norm(a)?.array.binary(BinaryOp::Div, "cond", &self.matrix_norm(b)?.array)?;
        Ok(Array::from_dyn(quotient))
    }

    /// A norm of the matrices on the last two axes.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::linalg::MatrixNorm;
    /// let a = xp.array(&[1.0f64, -2.0, 3.0, 4.0], [2, 2])?;
    /// assert_eq!(a.matrix_norm(MatrixNorm::One)?.item()?, 6.0);
    /// assert_eq!(a.matrix_norm(MatrixNorm::Inf)?.item()?, 7.0);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`](crate::Error::Value) for fewer than two dimensions, or an empty matrix in a norm that takes a minimum.
    pub fn matrix_norm(&self, norm: MatrixNorm) -> Result<Array<T::Real, B>> {
        self.array.matrix_shape("matrix_norm")?;
        let extremum = |x: DynArray<B>, op: ReduceOp| -> Result<DynArray<B>> {
            let last = [x.shape().len() - 1];
            // The largest of no numbers is 0 here, as is their sum.
            match (x.shape()[last[0]], &op) {
                (0, ReduceOp::Max) => DynArray::reduce(ReduceOp::Sum, 0, &[&x], &last, None),
                (0, _) => Err(crate::error::Error::value("matrix_norm", "the matrix is empty")),
                _ => DynArray::reduce(op, 0, &[&x], &last, None),
            }
        };
        let sums = |axis: isize| Ok::<_, crate::Error>(self.vector_norm(Norm::One, axis)?.array);
        let raw = match norm {
            MatrixNorm::Frobenius => self.norm([-2, -1])?.array,
            MatrixNorm::Nuclear => {
                let s = self.svdvals()?.array;
                let last: Dims = [s.shape().len() - 1].into_iter().collect();
                DynArray::reduce(ReduceOp::Sum, 0, &[&s], &last, None)?
            }
            MatrixNorm::One => extremum(sums(-2)?, ReduceOp::Max)?,
            MatrixNorm::NegOne => extremum(sums(-2)?, ReduceOp::Min)?,
            MatrixNorm::Inf => extremum(sums(-1)?, ReduceOp::Max)?,
            MatrixNorm::NegInf => extremum(sums(-1)?, ReduceOp::Min)?,
            MatrixNorm::Two => extremum(self.svdvals()?.array, ReduceOp::Max)?,
            MatrixNorm::NegTwo => extremum(self.svdvals()?.array, ReduceOp::Min)?,
        };
        Ok(Array::from_dyn(raw.astype(T::Real::DTYPE)?))
    }
}
