//! Ranks.

use super::Cutoff;
use crate::array::elementwise::dyn_doc;
use crate::array::{Array, DynArray};
use crate::backend::Backend;
use crate::class::TypeClass;
use crate::dtype::DType;
use crate::element::Field;
use crate::error::Result;
use crate::ir::{BinaryOp, ReduceOp, UnaryOp};

/// Options of [`Array::matrix_rank_with`].
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// let a = xp.array([[1.0, 0.0], [0.0, 0.01]])?;
/// assert_eq!(a.matrix_rank_with(MatrixRank::new().tol(0.02))?.item()?, 1);
/// assert_eq!(a.matrix_rank_with(MatrixRank::new().rtol(0.005))?.item()?, 2);
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct MatrixRank {
    tol: Option<f64>,
    cutoff: Cutoff,
    hermitian: bool,
}

impl MatrixRank {
    /// The defaults.
    pub fn new() -> Self {
        Self::default()
    }

    /// The singular value below which they count as zero.
    pub fn tol(self, tol: f64) -> Self {
        Self { tol: Some(tol), ..self }
    }

    /// The same as a part of the largest one: by default `max(m, n)` times the machine epsilon.
    #[doc(alias = "rcond")]
    pub fn rtol(self, rtol: f64) -> Self {
        Self { cutoff: Cutoff::new().rcond(rtol), tol: None, ..self }
    }

    /// Whether the matrix is Hermitian, and singular values are magnitudes of eigenvalues, which are found faster.
    pub fn hermitian(self, hermitian: bool) -> Self {
        Self { hermitian, ..self }
    }
}

impl<T: Field, B: Backend> Array<T, B> {
    /// The number of singular values above `max(m, n)` times the machine epsilon times the largest. A vector has the rank 1, unless
    /// it is zero.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let a = xp.array([[1.0, 2.0], [2.0, 4.0]])?;
    /// assert_eq!(a.matrix_rank()?.item()?, 1);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`](crate::Error::Value) if the matrix holds NaN or infinity.
    pub fn matrix_rank(&self) -> Result<Array<i64, B>> {
        self.matrix_rank_with(MatrixRank::new())
    }

    /// [`matrix_rank`](Array::matrix_rank) with options.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let a = xp.array([[2.0, 2.0], [2.0, 2.0]])?;
    /// assert_eq!(a.matrix_rank_with(MatrixRank::new().hermitian(true))?.item()?, 1);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`matrix_rank`](Array::matrix_rank); [`Error::Value`](crate::Error::Value) for a Hermitian matrix that is not square.
    pub fn matrix_rank_with(&self, options: MatrixRank) -> Result<Array<i64, B>> {
        self.array.matrix_rank_with(options).map(Array::from_dyn)
    }
}

impl<B: Backend> DynArray<B> {
    #[doc = dyn_doc!(matrix_rank)]
    pub fn matrix_rank(&self) -> Result<Self> {
        self.matrix_rank_with(MatrixRank::new())
    }

    #[doc = dyn_doc!(matrix_rank_with)]
    pub fn matrix_rank_with(&self, options: MatrixRank) -> Result<Self> {
        const OP: &str = "matrix_rank";
        let MatrixRank { tol, cutoff, hermitian } = options;
        TypeClass::Field.check(OP, self.dtype())?;
        if self.ndim() < 2 {
            return self.any(..)?.astype(DType::I64);
        }
        let (m, n) = self.matrix_shape(OP)?;
        let s = if hermitian { self.eigvalsh()?.unary(UnaryOp::Abs)? } else { self.svdvals()? };
        if s.is_empty() {
            return self.zeros_of(DType::I64, &[]);
        }
        let last = [s.ndim() - 1];
        let least = match tol {
            Some(tol) => s.number(tol)?,
            None => {
                let largest = Self::reduce(ReduceOp::Max, 0, &[&s], &last, None)?.reshaped(&self.stack_shape(&[1]))?;
                largest.with_number(BinaryOp::Mul, cutoff.of((m, n), self.dtype()))?
            }
        };
        let above = s.binary(BinaryOp::Gt, OP, &least)?;
        Self::reduce(ReduceOp::Sum, 0, &[&above.astype(DType::I64)?], &last, None)
    }
}
