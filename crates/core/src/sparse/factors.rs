//! Matrices that a device's own library has decomposed.

use super::Csr;
use crate::array::{AnyArray, DynArray};
use crate::backend::{Backend, SparseFactors};
use crate::dtype::DType;
use crate::element::SparseElement;
use crate::error::{Error, Result};
use std::sync::Arc;

/// A square matrix that a library of the device has decomposed, in double precision: what [`Csr::factors`] gives. Clones share it.
pub struct Factors<B: Backend> {
    factors: Arc<dyn SparseFactors<B::Buffer>>,
    n: usize,
    dtype: DType,
}

impl<B: Backend> Clone for Factors<B> {
    fn clone(&self) -> Self {
        Self { factors: self.factors.clone(), ..*self }
    }
}

impl<B: Backend> Factors<B> {
    /// Rows and columns.
    pub fn shape(&self) -> [usize; 2] {
        [self.n; 2]
    }

    /// The type of the solutions: `f64` or `Complex128`.
    pub fn dtype(&self) -> DType {
        self.dtype
    }

    /// Solves `A x = b` for each row `b` of an array `[k, n]`, as rows.
    ///
    /// # Errors
    /// [`Error::Shape`] for rows of another length; [`Error::DType`] for complex ones, of a real matrix.
    pub fn solve_rows(&self, b: &impl AnyArray<B>) -> Result<DynArray<B>> {
        const OP: &str = "Factors::solve_rows";
        let b = b.as_dyn();
        let &[_, len] = b.shape() else { return Err(Error::shape(OP, &self.shape(), b.shape())) };
        if len != self.n {
            return Err(Error::shape(OP, &self.shape(), b.shape()));
        }
        if b.dtype().is_complex() && !self.dtype.is_complex() {
            return Err(Error::DType { op: OP, expected: self.dtype.to_string(), found: b.dtype().to_string() });
        }
        let (b, factors) = (b.astype(self.dtype)?, self.factors.clone());
        DynArray::operation(OP, &[&b], self.dtype, b.shape(), move |_, args| factors.solve(args[0]))
    }
}

impl<T: SparseElement, B: Backend> Csr<T, B> {
    /// The matrix decomposed by a library of its device, for solving systems there, as a Hermitian positive definite one if `definite`: cuDSS on
    /// NVIDIA's devices where it is installed. `None` on others, where a pivot would have to be changed, and for more than 2^31 entries.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::sparse::Csr;
    /// assert!(Csr::<f64, _>::eye(&xp, 3)?.factors(false)?.is_none()); // the CPU has no such library
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::OutOfMemory`].
    pub fn factors(&self, definite: bool) -> Result<Option<Factors<B>>> {
        let factored = |factors: Box<dyn SparseFactors<B::Buffer>>, dtype| Factors {
            factors: factors.into(),
            n: self.shape()[0],
            dtype,
        };
        if T::DTYPE.is_complex() {
            let a = self.astype::<crate::Complex<f64>>()?;
            let factors = self.xp().factor_csr(&a.borrowed(), definite)?;
            return Ok(factors.map(|factors| factored(factors, DType::Complex128)));
        }
        let factors = self.xp().factor_csr(&self.astype::<f64>()?.borrowed(), definite)?;
        Ok(factors.map(|factors| factored(factors, DType::F64)))
    }
}
