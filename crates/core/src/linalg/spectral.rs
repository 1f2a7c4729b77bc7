//! Singular values, eigenvalues, and what follows from them.

use super::solve::epsilon;
use crate::array::elementwise::dyn_doc;
use crate::array::{Array, DynArray};
use crate::backend::Backend;
use crate::class::TypeClass;
use crate::dtype::DType;
use crate::element::Field;
use crate::error::{Error, Result};
use crate::ir::{BinaryOp, ReduceOp, UnaryOp};

/// Which matrix norm.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::linalg::MatrixNorm;
/// let a = xp.array([[3.0f64, 0.0], [0.0, -4.0]])?;
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
    /// The thin singular value decomposition: `U` `[m, k]`, the singular values `[k]` in descending
    /// order, `Vᴴ` `[k, n]`, with `k = min(m, n)`.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let a = xp.array([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])?;
    /// let (u, s, vt) = a.svd()?;
    /// assert_eq!((u.shape(), s.shape(), vt.shape()), (&[3, 2][..], &[2][..], &[2, 2][..]));
    /// assert!((&u * &s).matmul(&vt)?.allclose_with(&a, Tolerance::new().rtol(1e-12).atol(0.0))?);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] if the matrix holds NaN or infinity, or for fewer than two dimensions.
    #[allow(clippy::type_complexity)]
    pub fn svd(&self) -> Result<(Self, Array<T::Real, B>, Self)> {
        let (u, s, vt) = self.array.svd()?;
        Ok((Self::from_dyn(u), Array::from_dyn(s), Self::from_dyn(vt)))
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
    /// [`Error::Value`] if the matrix holds NaN or infinity, or for fewer than two dimensions.
    #[allow(clippy::type_complexity)]
    pub fn svd_full(&self) -> Result<(Self, Array<T::Real, B>, Self)> {
        let (u, s, vt) = self.array.svd_full()?;
        Ok((Self::from_dyn(u), Array::from_dyn(s), Self::from_dyn(vt)))
    }

    /// The singular values in descending order.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let a = xp.array([[0.0, -3.0], [2.0, 0.0]])?;
    /// assert_eq!(a.svdvals()?.to_string(), "[3. 2.]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] if the matrix holds NaN or infinity, or for fewer than two dimensions.
    pub fn svdvals(&self) -> Result<Array<T::Real, B>> {
        self.array.svdvals().map(Array::from_dyn)
    }

    /// Eigenvalues `[n]`, ascending, and eigenvectors (columns of `[n, n]`) of a Hermitian matrix. Only the
    /// lower triangle is read.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let a = xp.array([[2.0, 1.0], [1.0, 2.0]])?;
    /// let (values, vectors) = a.eigh()?;
    /// assert_eq!(values.to_string(), "[1. 3.]");
    /// assert!(a.matmul(&vectors)?.allclose_with(&(&vectors * &values), Tolerance::new().rtol(1e-12).atol(0.0))?);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] if the matrix is not square, or holds NaN or infinity.
    pub fn eigh(&self) -> Result<(Array<T::Real, B>, Self)> {
        let (values, vectors) = self.array.eigh()?;
        Ok((Array::from_dyn(values), Self::from_dyn(vectors)))
    }

    /// The eigenvalues of a Hermitian matrix, ascending.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let a = xp.array([[2.0, 1.0], [1.0, 2.0]])?;
    /// assert_eq!(a.eigvalsh()?.to_string(), "[1. 3.]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] if the matrix is not square, or holds NaN or infinity.
    pub fn eigvalsh(&self) -> Result<Array<T::Real, B>> {
        self.array.eigvalsh().map(Array::from_dyn)
    }

    /// The number of singular values above `rtol` times the largest; by default `max(m, n)` times the
    /// machine epsilon.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let a = xp.array([[1.0, 2.0], [2.0, 4.0]])?;
    /// assert_eq!(a.matrix_rank(None)?.item()?, 1);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] if the matrix holds NaN or infinity, or for fewer than two dimensions.
    pub fn matrix_rank(&self, rtol: Option<f64>) -> Result<Array<i64, B>> {
        self.array.matrix_rank(rtol).map(Array::from_dyn)
    }

    /// The condition number in a norm: that of the matrix times that of its inverse.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::linalg::MatrixNorm;
    /// let a = xp.array([[4.0f64, 0.0], [0.0, 0.5]])?;
    /// assert_eq!(a.cond(MatrixNorm::Two)?.item()?, 8.0);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Singular`] for norms that need an inverse that is not there;
    /// [`Error::Value`] if they need that of a matrix that is not square.
    pub fn cond(&self, norm: MatrixNorm) -> Result<Array<T::Real, B>> {
        self.array.cond(norm).map(Array::from_dyn)
    }

    /// A norm of the matrices on the last two axes.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::linalg::MatrixNorm;
    /// let a = xp.array([[1.0f64, -2.0], [3.0, 4.0]])?;
    /// assert_eq!(a.matrix_norm(MatrixNorm::One)?.item()?, 6.0);
    /// assert_eq!(a.matrix_norm(MatrixNorm::Inf)?.item()?, 7.0);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] for fewer than two dimensions, or an empty matrix in a norm that takes a minimum.
    pub fn matrix_norm(&self, norm: MatrixNorm) -> Result<Array<T::Real, B>> {
        self.array.matrix_norm(norm).map(Array::from_dyn)
    }
}

impl<B: Backend> DynArray<B> {
    #[doc = dyn_doc!(svd)]
    pub fn svd(&self) -> Result<(Self, Self, Self)> {
        self.svd_with(false)
    }

    #[doc = dyn_doc!(svd_full)]
    pub fn svd_full(&self) -> Result<(Self, Self, Self)> {
        self.svd_with(true)
    }

    fn svd_with(&self, full: bool) -> Result<(Self, Self, Self)> {
        const OP: &str = "svd";
        let dtype = self.dtype();
        TypeClass::Field.check(OP, dtype)?;
        let (m, n) = self.matrix_shape(OP)?;
        let k = m.min(n);
        let (rows, cols) = if full { (m, n) } else { (k, k) };
        if self.all_empty(&[&[m, rows], &[k], &[cols, n]])? {
            let [u, vt] = [[m, rows], [cols, n]].map(|last| self.zeros_of(dtype, &last));
            return Ok((u?, self.zeros_of(dtype.real(), &[k])?, vt?));
        }
        let svd = self.xp().svd(self.computed()?.view()?, true, full)?;
        let missing = || Error::value(OP, "the backend returned no vectors");
        let u = self.matrices(dtype, &[m, rows], svd.u.ok_or_else(missing)?);
        let vt = self.matrices(dtype, &[cols, n], svd.vt.ok_or_else(missing)?);
        Ok((u, self.matrices(dtype.real(), &[k], svd.s), vt))
    }

    #[doc = dyn_doc!(svdvals)]
    pub fn svdvals(&self) -> Result<Self> {
        const OP: &str = "svdvals";
        TypeClass::Field.check(OP, self.dtype())?;
        let (m, n) = self.matrix_shape(OP)?;
        if self.is_empty() {
            return self.zeros_of(self.dtype().real(), &[m.min(n)]);
        }
        let svd = self.xp().svd(self.computed()?.view()?, false, false)?;
        Ok(self.matrices(self.dtype().real(), &[m.min(n)], svd.s))
    }

    #[doc = dyn_doc!(eigh)]
    pub fn eigh(&self) -> Result<(Self, Self)> {
        const OP: &str = "eigh";
        let dtype = self.dtype();
        TypeClass::Field.check(OP, dtype)?;
        let n = self.square_matrix(OP)?;
        if self.is_empty() {
            return Ok((self.zeros_of(dtype.real(), &[n])?, self.clone()));
        }
        let eigh = self.xp().eigh(self.computed()?.view()?, true)?;
        let vectors = eigh.vectors.ok_or_else(|| Error::value(OP, "the backend returned no vectors"))?;
        Ok((self.matrices(dtype.real(), &[n], eigh.values), self.matrices(dtype, &[n, n], vectors)))
    }

    #[doc = dyn_doc!(eigvalsh)]
    pub fn eigvalsh(&self) -> Result<Self> {
        const OP: &str = "eigvalsh";
        TypeClass::Field.check(OP, self.dtype())?;
        let n = self.square_matrix(OP)?;
        if self.is_empty() {
            return self.zeros_of(self.dtype().real(), &[n]);
        }
        let eigh = self.xp().eigh(self.computed()?.view()?, false)?;
        Ok(self.matrices(self.dtype().real(), &[n], eigh.values))
    }

    #[doc = dyn_doc!(matrix_rank)]
    pub fn matrix_rank(&self, rtol: Option<f64>) -> Result<Self> {
        const OP: &str = "matrix_rank";
        TypeClass::Field.check(OP, self.dtype())?;
        let (m, n) = self.matrix_shape(OP)?;
        let s = self.svdvals()?;
        if s.is_empty() {
            return self.zeros_of(DType::I64, &[]);
        }
        let rtol = rtol.unwrap_or(m.max(n) as f64 * epsilon(self.dtype()));
        let last = [s.ndim() - 1];
        let largest = Self::reduce(ReduceOp::Max, 0, &[&s], &last, None)?.reshaped(&self.stack_shape(&[1]))?;
        let above = s.binary(BinaryOp::Gt, OP, &largest.with_number(BinaryOp::Mul, rtol)?)?;
        Self::reduce(ReduceOp::Sum, 0, &[&above.astype(DType::I64)?], &last, None)
    }

    #[doc = dyn_doc!(cond)]
    pub fn cond(&self, norm: MatrixNorm) -> Result<Self> {
        const OP: &str = "cond";
        TypeClass::Field.check(OP, self.dtype())?;
        let quotient = |a, b| self.matrix_norm(a)?.binary(BinaryOp::Div, OP, &self.matrix_norm(b)?);
        match norm {
            MatrixNorm::Two => quotient(MatrixNorm::Two, MatrixNorm::NegTwo),
            MatrixNorm::NegTwo => quotient(MatrixNorm::NegTwo, MatrixNorm::Two),
            _ => self.matrix_norm(norm)?.binary(BinaryOp::Mul, OP, &self.inv()?.matrix_norm(norm)?),
        }
    }

    #[doc = dyn_doc!(matrix_norm)]
    pub fn matrix_norm(&self, norm: MatrixNorm) -> Result<Self> {
        const OP: &str = "matrix_norm";
        TypeClass::Field.check(OP, self.dtype())?;
        self.matrix_shape(OP)?;
        let n = self.ndim();
        let extremum = |x: Self, op: ReduceOp| {
            let last = [x.ndim() - 1];
            // The largest of no numbers is 0 here, as is their sum.
            match (x.shape()[last[0]], &op) {
                (0, ReduceOp::Max) => Self::reduce(ReduceOp::Sum, 0, &[&x], &last, None),
                (0, _) => Err(Error::value(OP, "the matrix is empty")),
                _ => Self::reduce(op, 0, &[&x], &last, None),
            }
        };
        // Of magnitudes, over an axis.
        let sums = |axis: usize| Self::reduce(ReduceOp::Sum, 0, &[&self.unary(UnaryOp::Abs)?], &[axis], None);
        match norm {
            MatrixNorm::Frobenius => self.norm([-2, -1]),
            MatrixNorm::Nuclear => Self::reduce(ReduceOp::Sum, 0, &[&self.svdvals()?], &[n - 2], None),
            MatrixNorm::One => extremum(sums(n - 2)?, ReduceOp::Max),
            MatrixNorm::NegOne => extremum(sums(n - 2)?, ReduceOp::Min),
            MatrixNorm::Inf => extremum(sums(n - 1)?, ReduceOp::Max),
            MatrixNorm::NegInf => extremum(sums(n - 1)?, ReduceOp::Min),
            MatrixNorm::Two => extremum(self.svdvals()?, ReduceOp::Max),
            MatrixNorm::NegTwo => extremum(self.svdvals()?, ReduceOp::Min),
        }
    }
}
